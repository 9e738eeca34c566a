"""Read tables of totals that stand below the scoresheets of a worksheet: apart from these, and not as their rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ingest.model import ReadOptions
from ingest.readers import dates, headings, totals, wide
from ingest.readers.blocks import find_blocks
from ingest.readers.box_names import are_names_across, is_name
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name, label
from ingest.readers.records import Part
from ingest.readers.values import clean, points
from ingest.readers.words import NAME_FIELDS, WHOLE_SHEET, key
from ingest.sources import Source

_LONGEST = 2_000  # rows of a worksheet that somebody keeps by hand
_BLOCK = 7  # boxes down a column; six figures may count the rows
_TOTALS = {("stated", "total"), ("stated", "sum"), ("field", "points")}
_LEAST = 2  # players of a table of totals by date


def parted(grid: Grid) -> list[Grid]:
    """Return the scoresheets of a grid and each table of totals below them, with nothing but their own rows filled."""
    begun = [i for i, cells in enumerate(grid.rows) if _begins_with_field(cells)] if len(grid.rows) <= _LONGEST else []
    heads = [i for i in begun if i and _heads_totals(grid, i)]
    sheets = _sheets(grid) if heads else set()
    cuts: list[tuple[int, int]] = []
    for i in heads:
        if sheets and min(sheets) < i and not {i, _next(grid, i)} & sheets and (not cuts or i >= cuts[-1][1]):
            cuts.append((_with_title(grid, i), _end(grid, i, sheets)))
    inside = {i for start, end in cuts for i in range(start, end)}
    above = replace(grid, rows=[[] if i in inside else cells for i, cells in enumerate(grid.rows)])
    return [above, *(grid.only(start, end) for start, end in cuts)]


def read(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Understand one table of totals: a list, or a matrix of dates and players; else its rows are statistics."""
    heading = wide.find_heading(grid)
    if heading is not None:
        part: Part | None = wide.read(source, grid, options, heading, out)
    else:
        part = totals.read(source, grid, replace(options, layout="totals"), out)
    if part is not None:
        return [replace(part, aside=True)]
    for number, _ in grid.filled():
        out.ignore(grid.worksheet, number, "statistics", "standings or statistics, not a game")
    return []


def _begins_with_field(cells: Sequence[str]) -> bool:
    return bool(field_name(next(filter(None, map(clean, cells)), "")))


def _sheets(grid: Grid) -> set[int]:
    """Return the rows of scoresheets: headings of wide tables, and the boxes of paper sheets."""
    rows = {i for i, cells in enumerate(grid.rows) if wide.boxes_in(cells) >= WHOLE_SHEET}
    for block in find_blocks(grid):
        if len(block.boxes) >= _BLOCK:
            rows.update(range(block.first, max(block.boxes.values()) + 1))
    return rows


def _next(grid: Grid, row: int) -> int:
    """Return the next row that is not blank, or one behind the last."""
    return next((i for i in range(row + 1, len(grid.rows)) if any(map(clean, grid.rows[i]))), len(grid.rows))


def _heads_totals(grid: Grid, row: int) -> bool:
    """Tell whether a row heads a table of totals: a list by date and player, or names beside dates either way round."""
    cells = [clean(c) for c in grid.rows[row]]
    filled = {at: text for at, text in enumerate(cells) if text}
    below = grid.rows[_next(grid, row)] if _next(grid, row) < len(grid.rows) else []
    if len(filled) < _LEAST or not _figures(below) or headings.is_long(cells) or _boxes(grid, row):
        return False
    if headings.weigh(cells):
        return True
    first = min(filled)
    head = field_name(filled.pop(first))
    begins = clean(below[first]) if first < len(below) else ""
    known = {key(c) for r in grid.rows[:row] for c in r if not clean(c).isdigit()} - {""}
    meant = label(begins)
    if not head or (meant and meant.kind == "box" and not is_name(meant, below)):
        return False
    if head == "date":
        summed = any((y := label(text)) and (y.kind, y.name) in _TOTALS for text in filled.values())
        return bool(dates.readings(begins)) and (summed or _most(filled.values(), known))
    dated = sum(bool(dates.readings(text)) for text in filled.values())
    return head in NAME_FIELDS and key(begins) in known and dated * 2 >= len(filled)


def _boxes(grid: Grid, row: int) -> bool:
    """Tell whether a row of headings has boxes, and not players who are called like them."""
    return wide.boxes_in(grid.rows[row]) > 0 and not are_names_across(grid, row + grid.first)


def _figures(cells: Sequence[str]) -> bool:
    return any(isinstance(points(c), int) for c in map(clean, cells) if c)


def _most(texts: Collection[str], known: Collection[str]) -> bool:
    """Tell whether most texts, two at least, are names that stand above."""
    named = sum(key(text) in known for text in texts)
    return named >= _LEAST and named * 2 >= len(texts)


def _with_title(grid: Grid, row: int) -> int:
    """Return the row of the title right above a row of headings, which is one text alone, else the row itself."""
    above = [clean(c) for c in grid.rows[row - 1]]
    return row - 1 if sum(map(bool, above)) == 1 and not _figures(above) else row


def _end(grid: Grid, row: int, sheets: Collection[int]) -> int:
    """Return the row at which a table of totals ends: a blank one with scoresheets below it, else the last."""
    last = max(sheets)
    blank = (i for i in range(row, last) if not any(map(clean, grid.rows[i])))
    return next(blank, len(grid.rows))
