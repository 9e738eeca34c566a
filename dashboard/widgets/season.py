"""Show a season as the club counts it: its standings and race by the method that the club has chosen."""

from __future__ import annotations

import polars as pl

from dashboard.widgets.book import Pinned, book
from ingest import figures
from ingest.errors import WrongUsage, sentence
from ingest.messages import N_
from scoring.ranking import StandingsError

#: How points come about, by method.
METHODS = {
    "whist": N_(
        "Points are Whist points: at each table the best total takes +10 for every player there, the worst −10, "
        "the others in proportion."
    ),
    "whist_by_place": N_(
        "Points go by place: at each table the first takes +10 for every player there, the last −10, "
        "the others evenly between."
    ),
    "total": N_("Points are the totals of all ranked games, added up."),
    "wins": N_("Points are first places; a shared first place is split."),
}


def method(season: str | None) -> str:
    """Return how the club counts this season."""
    return book().club.method_of(season)


def standings(
    reader: Pinned, season: str | None, event: str | None = None, rules: str | None = None, order: str = "points"
) -> pl.DataFrame:
    """Return the season's table (`ingest.figures.standings`); WrongUsage where it cannot be counted in that way."""
    try:
        return figures.standings(reader, season, event, rules, order, method(season))
    except StandingsError as error:
        raise WrongUsage(sentence(str(error))) from error


def race(reader: Pinned, season: str | None, event: str | None) -> pl.DataFrame:
    """Return how the season's points grew (`ingest.figures.race`)."""
    return figures.race(reader, season, event, method(season))
