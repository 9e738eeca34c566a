"""Write out the headings of a wide table: without numbers, each box that spans columns over down, free, up, dry."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ingest.model import ReadOptions
from ingest.readers.blocks import unnumbered
from ingest.readers.columns import across, all_columns, beside_boxes, drawn, several
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, cuts, label
from ingest.readers.values import clean

_LEAST = 5  # boxes in a row of headings
_REACH = 60  # rows in which the headings are looked for


def take_numbers(grid: Grid) -> None:
    """Take the numbers from the headings of boxes that are counted through: "7. Brelan"."""
    for _, cells in islice(grid.filled(), _REACH):
        bare = unnumbered({c: text for c, cell in enumerate(cells) if (text := clean(cell))})
        cells[:] = [bare[c] if c in bare and bare[c] != clean(cell) else cell for c, cell in enumerate(cells)]


def join_headings(grid: Grid) -> None:
    """Write the name of the box that stands above each column before it: "Tris" over "↓" and "↑".

    Further down, only over the same row of columns, and in both rows, for headings that come again.
    """
    columns: list[str] = []
    for n, (number, cells) in enumerate(grid.filled()):
        if n >= _REACH and not columns:
            return
        below = grid.between(number, number + 2)
        if below and (not columns or below[0] == columns):
            written, joined = list(below[0]), _join(cells, below[0])
            if joined and columns:
                cells[:] = below[0]
            elif joined:
                columns = written


def _join(above: list[str], below: list[str]) -> bool:
    """Write the boxes of a row of headings before the columns below them; tell whether they are such rows."""
    if len({clean(c) for c in above if _is_box(c)}) < _LEAST:
        return False
    width = max(len(above), len(below))
    upper = {c: clean(above[c]) if c < len(above) else "" for c in range(width)}
    lower = {c: clean(below[c]) if c < len(below) else "" for c in range(width)}
    boxes = {c: text for c, text in across(upper, lower).items() if _is_box(text) and lower[c]}
    signs = drawn([lower[c] for c in boxes])
    lower = {c: signs.get(text, text) for c, text in lower.items()}
    columns = [lower[c] for c in boxes]
    if not all_columns(columns) or not several(columns):
        return False
    joined = {c: f"{boxes[c]} {lower[c]}" for c in boxes if column_name(lower[c])}
    below[:] = [joined.get(c) or lower[c] or upper[c] for c in range(width)]
    for c in [c for c in boxes if upper[c]][1:]:  # what is left are no headings of their own
        above[c] = ""
    return True


def name_columns(grid: Grid, options: ReadOptions) -> tuple[dict[str, str], list[str]]:
    """Write the columns that stand beside the boxes of a heading row by their own names: "Uno D" as "Uno down".

    Returns what is meant by those that a person has said, or signs show, and those that are not known.
    """
    told: dict[str, str] = {}
    for _, cells in islice(grid.filled(), _REACH):
        texts = [clean(c) for c in cells]
        beside = beside_boxes(texts) if len(texts) > _LEAST else {}
        if not beside:
            continue
        signs = drawn(beside)
        meant = {named: options.said(named) or signs.get(named) for named in beside if column_name(named) is None}
        told |= {named: name for named, name in meant.items() if name}
        cells[:] = [_in_column(text, told) or c for text, c in zip(texts, cells, strict=True)]
        if open_ := [named for named, name in meant.items() if not name]:
            return told, open_
    return told, []


def _in_column(text: str, told: Mapping[str, str]) -> str | None:
    """Write a heading with the column beside its box, or its sum, by its own name."""
    for cut in cuts(text):
        for named, rest in (cut, cut[::-1]):
            column = named.strip("([ ])")
            meant, x = told.get(column), label(rest)
            if meant and x and x.kind in ("box", "stated") and x.column is None:
                return column if meant == "ignore" else f"{meant} {rest}"
    return None


def _is_box(text: str) -> bool:
    x = label(clean(text))
    return x is not None and x.kind == "box" and x.column is None
