"""Part a table in which wide tables and paper sheets stand below each other, so that each is read in its layout."""

from __future__ import annotations

from itertools import pairwise

from ingest.readers.blocks import find_blocks
from ingest.readers.grid import Grid
from ingest.readers.values import clean, points
from ingest.readers.wide import boxes_in
from ingest.readers.words import WHOLE_SHEET

_LONGEST = 2_000  # rows of a table that somebody keeps by hand
_RECORD = 6  # figures in a row that is a sheet


def parted(grid: Grid) -> list[Grid]:
    """Return the parts of a table, each with nothing but its own rows filled; one where all is of one layout."""
    if len(grid.rows) > _LONGEST or not any(boxes_in(cells) >= WHOLE_SHEET for cells in grid.rows):
        return [grid]
    blocks = [block for block in find_blocks(grid) if len(block.boxes) >= WHOLE_SHEET]
    found = [(block.first, block.last, "paper") for block in blocks]
    sheets = {i for block in blocks for i in range(block.first, block.last + 1)}
    found += [(i, i, "wide") for i, cells in enumerate(grid.rows) if blocks and i not in sheets and _is_record(cells)]
    cuts = [0]
    for (_, last, layout), (first, _, other) in pairwise(sorted(found)):
        if layout != other:
            cuts.append(next((i for i in range(last + 1, first) if not any(map(clean, grid.rows[i]))), last + 1))
    if len(cuts) == 1:
        return [grid]
    ends = [*cuts[1:], len(grid.rows)]
    return [grid.only(start, end) for start, end in zip(cuts, ends, strict=True)]


def _is_record(cells: list[str]) -> bool:
    """Tell whether a row is one of a wide table: headings of a whole sheet, or the figures of one."""
    return boxes_in(cells) >= WHOLE_SHEET or sum(isinstance(points(c), int) for c in cells if c) >= _RECORD
