"""Reject, in a table of totals, the plays that it marks as not finished, or as several games with one set of totals.

Programs keep what was broken off beside the rest: ``"status": "abandoned"``, ``incomplete`` 1, ``quantity`` 3. Where a
table has boxes, open ones show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.values import clean, whole
from ingest.readers.words import NAME_FIELDS, is_flag, key, words

_TOP = 20  # filled rows among which the headings are
_BROKEN_OFF = ("incomplete", "its play is marked as not finished: its totals are none")
_SEVERAL = ("several_games", "its play stands for {} games with one set of totals")


def reject(grids: Sequence[Grid], out: Collector) -> None:
    """Reject the rows of such plays."""
    for grid in grids:
        for number, cells in islice(grid.filled(), _TOP):
            found = [label(text) if (text := clean(c)) else None for c in cells]
            if any(x and x.kind == "box" for x in found):
                break
            if any(x and x.kind == "field" and x.name in (*NAME_FIELDS, "date") for x in found):
                _reject(grid, number, out)
                break


def _reject(grid: Grid, heading: int, out: Collector) -> None:
    said = words()
    telling = said.finished | said.unfinished | said.status | said.quantities
    at = {i: text for i, c in enumerate(grid.row(heading)) if (text := key(clean(c))) in telling}
    flags = said.finished | said.unfinished
    at = {i: text for i, text in at.items() if text not in flags or _holds_flags(grid, heading, i)}
    for number, cells in list(grid.filled()) if at else ():
        told = ((text, clean(cells[i])) for i, text in at.items() if i < len(cells))
        if number > heading and (problem := next(filter(None, (_problem(*one) for one in told)), None)):
            out.reject(grid.worksheet, number, problem[0], f"row {number}: {problem[1]}.")
            cells[:] = []


def _holds_flags(grid: Grid, heading: int, at: int) -> bool:
    """Tell whether a column says yes or no and nothing else: a player may be called like its heading."""
    below = grid.between(heading, grid.first + len(grid.rows))
    return all(_is_flag(text) for cells in below if at < len(cells) and (text := clean(cells[at])))


def _is_flag(text: str) -> bool:
    return is_flag(text) or text in ("0", "1")


def _problem(heading: str, text: str) -> tuple[str, str] | None:
    """Return the code and the words for what keeps the totals of a row from being those of one game, if it says so."""
    said = words()
    flag, no = _is_flag(text), text == "0" or key(text) in said.no
    if (
        (heading in said.finished and flag and no)
        or (heading in said.unfinished and flag and not no)
        or (heading in said.status and key(text) in said.unfinished)
    ):
        return _BROKEN_OFF
    if heading in said.quantities and isinstance(n := whole(text), int) and n > 1:
        return _SEVERAL[0], _SEVERAL[1].format(n)
    return None
