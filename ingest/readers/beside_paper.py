"""Leave out the standings that stand beside paper sheets, behind an empty column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from ingest.readers.blocks import Block, cell
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name
from ingest.readers.sums import heads_standings
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import NAME_FIELDS, is_statistics_word

_LEAST = 3  # headings


def leave_out(grid: Grid, blocks: Sequence[Block], out: Collector) -> tuple[str, ...]:
    """Empty the cells of standings beside the boxes, with their title; return the notes about them."""
    notes = []
    labels = {block.column for block in blocks}
    first = min(block.column for block in blocks)
    for row, left, right in list(_headings(grid, first)):
        if labels.isdisjoint(range(left, right)) and (below := _lines(grid, row, left, right)):
            notes.append(f"the standings beside the sheets, from {cell(grid, row, left)!r} on, are left out")
            titled = row > 0 and is_statistics_word(cell(grid, row - 1, left)) and not cell(grid, row - 1, left - 1)
            for i in range(row - titled, below[-1] + 1):
                grid.rows[i][left:right] = [""] * len(grid.rows[i][left:right])
                if not any(map(clean, grid.rows[i])):
                    out.ignore(grid.worksheet, grid.number(i), "statistics", "standings beside the sheets")
    return tuple(notes)


def _headings(grid: Grid, first: int) -> Iterator[tuple[int, int, int]]:
    """Yield the row of each run of headings of standings behind an empty cell, and where it begins and ends."""
    for i, cells in enumerate(grid.rows):
        gaps = [c for c in range(first + 1, len(cells)) if not clean(cells[c])]
        for gap, end in pairwise([*gaps, len(cells)]):
            if end - gap > _LEAST and heads_standings(cells[gap + 1 : end]):
                yield i, gap + 1, end


def _lines(grid: Grid, row: int, left: int, right: int) -> list[int]:
    """List the lines below headings, all of which name somebody and have nothing right before them."""
    named = [c for c in range(left, right) if field_name(cell(grid, row, c)) in NAME_FIELDS]

    def is_line(i: int) -> bool:
        names = named and all(isinstance(points(cell(grid, i, c)), Bad) for c in named)
        return bool(names) and not cell(grid, i, left - 1)

    return list(takewhile(is_line, range(row + 1, len(grid.rows))))
