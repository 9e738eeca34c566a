"""Hold the pages: each says what is on it, and computes nothing."""

from __future__ import annotations

from ingest.messages import N_

#: The pages in the order of the menu: file, title, address.
VIEWS: tuple[tuple[str, str, str], ...] = (
    ("views/standings.py", N_("Standings"), "standings"),
    ("views/games.py", N_("Games"), "games"),
    ("views/players.py", N_("Players"), "players"),
    ("views/categories.py", N_("Categories"), "categories"),
    ("views/bonuses.py", N_("Bonuses"), "bonuses"),
    ("views/records.py", N_("Records"), "records"),
    ("views/upload.py", N_("Upload"), "upload"),
    ("views/review.py", N_("Review"), "review"),
    ("views/rules.py", N_("Rules"), "rules"),
)
