"""Leave out lists of results beside the games of other worksheets: their totals, or what they give box by box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from statistics import mean
from typing import Any

from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.words import UPPER, key

_LEAST = 2  # totals that a list repeats
_BONUSES = (0, 35, 50)
_EXTRA = 100
#: What may stand in a box in place of a game's points, each with how far a figure may be off it.
_SUMMARIES: tuple[tuple[Callable[[list[int]], float], float], ...] = ((max, 0), (min, 0), (sum, 0), (mean, 0.5))


def leave_out(out: Collector) -> None:
    """Ignore totals that repeat the games of other worksheets; one that says otherwise is rejected, not counted again.

    A worksheet of nothing but totals is such a list where at least half of those that have a game do repeat it.
    """
    sheets: dict[int, list[SheetColumn]] = defaultdict(list)
    for made in out.columns:
        sheets[made.sheet].append(made)
    played: dict[tuple[Any, str], set[int]] = defaultdict(set)
    lists: dict[str, list[SheetColumn]] = defaultdict(list)
    full = set()
    for columns in sheets.values():
        first = columns[0]
        if any(_boxes(made) for made in columns):
            full.add(first.values["worksheet"])
            played[_who(first)] |= _totals(columns)
        elif first.values.get("stated_total") is not None and first.values.get("played"):
            lists[first.values["worksheet"]].append(first)
    dated = [columns for columns in sheets.values() if columns[0].values.get("played")]
    played_on = {_on(columns) for columns in dated}
    for worksheet in full - played_on:
        mine = {sheet: columns for sheet, columns in sheets.items() if _on(columns) == worksheet}
        if len(dated) >= _LEAST and _sums_up([*mine.values()], dated):
            firsts = {sheet: columns[0] for sheet, columns in mine.items()}
            _drop(out, firsts, set(mine), "the bests, sums or means of the games on other worksheets")
    for worksheet, found in lists.items():
        known = [made for made in found if _who(made) in played]
        same = {made.sheet for made in known if made.values["stated_total"] in played[_who(made)]}
        if worksheet not in full and len(same) >= _LEAST and 2 * len(same) >= len(known):
            _drop(
                out, {made.sheet: made for made in known}, same, "the total of a game that stands on another worksheet"
            )


def _on(columns: list[SheetColumn]) -> str:
    return str(columns[0].values["worksheet"])


def _sums_up(mine: list[list[SheetColumn]], dated: list[list[SheetColumn]]) -> bool:
    """Tell whether sheets give in every box the best, worst, sum or mean of each player's dated sheets."""
    fitting = list(_SUMMARIES)
    for columns in mine:
        player = key(columns[0].values["player"])
        games = [other for other in dated if key(other[0].values["player"]) == player]
        if len(games) < _LEAST or not any(map(_boxes, columns)):
            return False
        for made in columns:
            beside = [_boxes(c) for other in games for c in other if c.values["column"] == made.values["column"]]
            for box, value in _boxes(made).items():
                values = [b[box] for b in beside if box in b]
                fitting = [(how, off) for how, off in fitting if values and abs(how(values) - value) <= off]
    return bool(fitting)


def _drop(out: Collector, known: dict[int, SheetColumn], same: set[int], message: str) -> None:
    """Take sheets out, and tell of their rows why."""
    for i, (worksheet, row, sheet, *_) in enumerate(out.rows):
        if sheet in same:
            out.rows[i] = (worksheet, row, None, "ignored", "statistics", message)
        elif sheet in known:
            player, total = known[sheet].values["player"], known[sheet].values["stated_total"]
            other = f"{player} has {total} here, and another total in the game of that day on another worksheet."
            out.rows[i] = (worksheet, row, None, "rejected", "bad_value", other)
    out.columns[:] = [made for made in out.columns if made.sheet not in known]
    out.findings[:] = [found for found in out.findings if found["sheet"] not in known]


def _who(made: SheetColumn) -> tuple[Any, str]:
    return made.values.get("played"), key(made.values["player"])


def _boxes(made: SheetColumn) -> dict[str, int]:
    return {k.removeprefix("p_"): v for k, v in made.values.items() if k.startswith("p_") and v is not None}


def _totals(columns: list[SheetColumn]) -> set[int]:
    """Return what the total of a sheet may be: as stated, or its boxes with the bonuses that rule sets know."""
    boxes = [_boxes(made) for made in columns]
    extra = columns[0].values.get("extra_yams") or 0
    points = sum(sum(b.values()) for b in boxes) + (extra if extra >= _EXTRA else extra * _EXTRA)
    earned = sum(sum(v for box, v in b.items() if box in UPPER) >= 63 for b in boxes)
    stated = {made.values["stated_total"] for made in columns if made.values.get("stated_total") is not None}
    return stated | {points + bonus * earned for bonus in _BONUSES}
