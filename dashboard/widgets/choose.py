"""Let a person choose a season, an event, a rule set; each choice stands in the page's address.

Where there is nothing to choose from yet, the page says what will stand there.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.texts import _
from dashboard.widgets import page
from dashboard.widgets.book import Pinned, reading


def seasons_played(title: str, head: str, told: str) -> tuple[Pinned, list[str]] | None:
    """Return the results and their seasons, the latest first; None where no game is there, which the page then tells.

    ``title`` is the page's; ``head`` and ``told`` say what appears on it, and when.
    """
    reader = reading()
    seasons = [] if reader is None else reader.query("seasons")["season"].to_list()
    if reader is not None and seasons:
        return reader, seasons
    page.head(title)
    page.empty(head, told, upload=_("Upload a file"))
    return None


def choose_season(seasons: Sequence[str]) -> str:
    """Offer the seasons, the latest first; a book with one season still says which it is."""
    return str(st.selectbox(_("Season"), seasons, key="season", bind="query-params", width=130))


def linked(season: str, seasons: Sequence[str]) -> str | None:
    """Return what a link says of a season: nothing of the latest, which a page shows by itself.

    A page takes out of its address what it shows by itself, and the way back would lead there once more.
    """
    return None if season == seasons[0] else season


def choose_any_season(seasons: Sequence[str]) -> str | None:
    """Offer all seasons together, which is None, and each of them."""
    every = _("All")
    chosen = str(st.selectbox(_("Season"), [every, *seasons], key="season", bind="query-params", width=130))
    return None if chosen == every else chosen


def choose_event(reader: Pinned, season: str | None) -> str | None:
    """Offer the events of a season where it has any: None for all."""
    events = reader.query("events", season=season)["event"].to_list()
    if not events:
        return None
    every = _("All events")
    chosen = st.selectbox(_("Event"), [every, *events], key="event", bind="query-params", width=190)
    return None if chosen == every else chosen


def choose_rules(reader: Pinned, season: str | None, event: str | None, first: Sequence[str] = ()) -> str | None:
    """Offer the rule sets of a selection: those of ``first``, then the most played; None where no game counts yet."""
    played = reader.query("rule_sets", season=season, event=event)["rules"].to_list()
    found = sorted(played, key=lambda rules: first.index(rules) if rules in first else len(first))
    if len(found) < 2:
        return found[0] if found else None
    return str(st.selectbox(_("Rules"), found, key="rules", bind="query-params", width=240))
