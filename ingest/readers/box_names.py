"""Know players who are called like a box, "Ultra" or "Max", by their figures: totals of games, which no box gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest.readers.blocks import Block, cell
from ingest.readers.family import possible_points
from ingest.readers.grid import Grid
from ingest.readers.labels import Label, field_name, label
from ingest.readers.values import clean, points
from ingest.readers.words import NAME_FIELDS

_COUNTED = 60  # what places, turns and columns are counted up to, at most
_YEAR = 1900  # the least that a date without marks is: a year, or the number that a spreadsheet has for a day
_HUNDRED = 100  # what a bonus is, or some of which it is
#: Fields and stated figures that may be a name as well: "Cat", "Rang", "B", each of small figures or of hundreds.
_COUNTS = {("stated", "place"), *(("field", name) for name in ("box", "column", "turn", "kept", "announced"))}
_BONUSES = {("stated", "bonus"), ("field", "extra_yams")}


def is_name(x: Label | None, figures: Iterable[str]) -> bool:
    """Tell whether most of the figures beside a label, one at least, cannot be of what it stands for."""
    values = [v for text in figures if isinstance(v := points(text), int) and v]
    others = sum(1 for v in values if x is not None and not _gives(x, v))
    return others * 2 > len(values)


def are_names_across(grid: Grid, heading: int) -> bool:
    """Tell whether the boxes in a row of headings without one for players are players themselves."""
    cells = [clean(c) for c in grid.row(heading)]
    if any(field_name(text) in NAME_FIELDS for text in cells if text):
        return False
    at = {i: x for i, text in enumerate(cells) if (x := label(text)) and x.kind == "box"}
    below = grid.between(heading, grid.first + len(grid.rows))
    return _all_names([(x, [row[i] for row in below if i < len(row)]) for i, x in at.items()])


def are_names_down(grid: Grid, block: Block) -> bool:
    """Tell whether the boxes of a block are players."""
    rows = block.boxes.values()
    return _all_names(
        [(label(cell(grid, i, block.column)), [clean(c) for c in grid.rows[i][block.column + 1 :]]) for i in rows]
    )


def _all_names(lines: Sequence[tuple[Label | None, Sequence[str]]]) -> bool:
    """Tell whether all boxes that have figures are names, by what is large enough alone first."""
    filled = [(x, cells) for x, cells in lines if any(isinstance(v := points(c), int) and v for c in cells)]
    large = all(any(isinstance(v := points(c), int) and v > _COUNTED for c in cells) for _, cells in filled)
    return bool(filled) and large and all(is_name(x, cells) for x, cells in filled)


def _gives(x: Label, value: int) -> bool:
    """Tell whether a figure may be of what a label stands for."""
    meant = x.kind, x.name
    if x.kind == "box":
        return value in possible_points(x.name)
    if meant in _BONUSES:
        return value < _HUNDRED or value % _HUNDRED == 0
    if meant == ("field", "date"):
        return value <= _COUNTED or value >= _YEAR
    return meant not in _COUNTS or value <= _COUNTED
