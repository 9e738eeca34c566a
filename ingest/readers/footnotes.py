"""Take the marks of footnotes from figures, "18*", "25 (2)", where the file explains the mark: "* first throw"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.values import clean
from ingest.readers.words import key, words

_MARKED = re.compile(r"(\d{1,3})\s*([*†‡✓✔!#°§]{1,3}|[¹²³]|\(\d\)|\[\d\])")
_ENDS = frozenset("*†‡✓✔!#°§¹²³)]")
_SHOWN = 3  # figures that a note names
_WORD = re.compile(r"[^\W\d_]+")


def take(grids: Sequence[Grid]) -> tuple[str, ...]:
    """Write figures without their marks, and tell it; only of marks that one line explains without changing figures.

    An explanation that speaks of figures, boxes or what counts otherwise may say that the points are others.
    """
    cells = ((grid, i, c, cell) for grid in grids for i, row in enumerate(grid.rows) for c, cell in enumerate(row))
    ends = ((grid, i, c, clean(cell)) for grid, i, c, cell in cells if cell.rstrip()[-1:] in _ENDS)
    found = [(grid, i, c, match) for grid, i, c, text in ends if (match := _MARKED.fullmatch(text))]
    marks = {match[2] for *_, match in found}
    lines = [clean(cell) for grid in grids for row in grid.rows for cell in row if cell] if marks else []
    explained = {mark: said for mark in sorted(marks) if len(said := [t for t in lines if _explains(mark, t)]) == 1}
    taken = [(grid, i, c, match) for grid, i, c, match in found if match[2] in explained]
    for grid, i, c, match in taken:
        grid.rows[i][c] = match[1]
    shown = ", ".join(f"“{match[0]}” ({grid.where(grid.number(i))})" for grid, i, _, match in taken[:_SHOWN])
    more = f" and {len(taken) - _SHOWN} more" if len(taken) > _SHOWN else ""
    told = ", ".join(f"“{line}”" for (line,) in explained.values())
    return (f"marks beside figures are left out, as {told} explains them: {shown}{more}",) if taken else ()


def _explains(mark: str, text: str) -> bool:
    """Tell whether a line begins with a mark and says in words what it means."""
    rest = text.removeprefix(mark).strip(" :=.–—-")
    if not text.startswith(mark) or rest.startswith(mark[0]) or not _WORD.match(rest):
        return False
    said = [key(word) for word in _WORD.findall(rest)]
    changes = words().changes | words().struck | words().struck_flags
    return not any(c.isdigit() for c in rest) and not any(
        word in changes or (len(word) > 1 and label(word)) for word in said
    )
