"""Join the two heading rows of a wide column game: each box, merged, over its columns down, free, up, dry."""

from __future__ import annotations

from itertools import islice

from ingest.readers.columns import across, all_columns, drawn, several
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, label
from ingest.readers.values import clean

_LEAST = 5  # boxes in a row of headings
_REACH = 60  # rows in which the headings are looked for


def join_headings(grid: Grid) -> None:
    """Write the name of the box that stands above each column before it: "Tris" over "↓" and "↑"."""
    for number, cells in islice(grid.filled(), _REACH):
        below = grid.between(number, number + 2)
        if not below or sum(_is_box(c) for c in cells) < _LEAST:
            continue
        width = max(len(cells), len(below[0]))
        upper = {c: clean(cells[c]) if c < len(cells) else "" for c in range(width)}
        lower = {c: clean(below[0][c]) if c < len(below[0]) else "" for c in range(width)}
        boxes = {c: text for c, text in across(upper, lower).items() if _is_box(text) and lower[c]}
        signs = drawn([lower[c] for c in boxes])
        lower = {c: signs.get(text, text) for c, text in lower.items()}
        columns = [lower[c] for c in boxes]
        if all_columns(columns) and several(columns):
            joined = {c: f"{boxes[c]} {lower[c]}" for c in boxes if column_name(lower[c])}
            below[0][:] = [joined.get(c) or lower[c] or upper[c] for c in range(width)]
            return


def _is_box(text: str) -> bool:
    x = label(clean(text))
    return x is not None and x.kind == "box" and x.column is None
