"""Ask what headings mean in a table that its figures show to be scoresheets, in a language that no label file has.

A person's answers count for whole tables, too: one in which nothing is known but them is read as they say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.model import Question, ReadOptions
from ingest.readers import dates
from ingest.readers.family import SHEET, fixed_points, usual_bonus
from ingest.readers.grid import Grid
from ingest.readers.headings import understand
from ingest.readers.labels import label
from ingest.readers.records import Part
from ingest.readers.unknown import FIGURES, MOST_POINTS, OTHER_BOXES, ask_fields, likely, may_be_points
from ingest.readers.values import clean, points
from ingest.readers.wide_questions import waiting
from ingest.readers.words import COLUMNS, UPPER, is_sum_word

_TOP = 20  # filled lines among which the headings are
_LEAST = 11  # headings over figures of boxes


def renamed(grid: Grid, options: ReadOptions) -> tuple[Grid, dict[str, str]] | None:
    """Write what a person has said of headings in place of them; return also each name with the heading it stands for.

    None where no heading of the grid was spoken of.
    """
    stands_for: dict[str, str] = {}
    rows = []
    for cells in grid.rows if options.headings else ():
        rows.append(list(cells))
        for i, text in enumerate(map(clean, cells)):
            if text and (meant := options.said(text)) is not None and meant not in ("ignore", *COLUMNS):
                stands_for[meant] = text
                rows[-1][i] = meant
    return (replace(grid, rows=rows), stands_for) if stands_for else None


def under_own_headings(part: Part, stands_for: Mapping[str, str]) -> Part:
    """Tell a part's headings as they are written in the file."""
    own = {stands_for.get(heading, heading): meant for heading, meant in part.headings.items()}
    return replace(part, headings=own, labels=())


@dataclass(frozen=True)
class _Table:
    """Be a table by its figures: its headings, the points under those of boxes, where words and dates stand."""

    headings: Sequence[str]
    points: Mapping[int, list[int]]
    words: Sequence[int]
    dates: Sequence[int]


def read(grid: Grid, options: ReadOptions) -> Part | None:
    """Ask about every heading of a grid that is scoresheets by its figures; None where it is none, or all is said."""
    lines = [[clean(c) for c in cells] for cells in grid.rows]
    width = max((len(cells) for cells in lines), default=0)
    across = [cells + [""] * (width - len(cells)) for cells in lines]
    down = [list(cells) for cells in zip(*across, strict=True)]
    table = _find(across) or _find(down)
    questions = _questions(table, options) if table else ()
    return waiting(grid, questions) if questions else None


def _find(lines: Sequence[Sequence[str]]) -> _Table | None:
    """Find the line of headings above the figures of sheets."""
    filled = [i for i, cells in enumerate(lines) if any(cells)]
    for i in filled[:_TOP]:
        heads = lines[i]
        below = [lines[j] for j in filled if j > i]
        sheets = [cells for cells in below if sum(_is_points(c) for c in cells) >= _LEAST]
        for rows in (sheets, sheets[:-1]):  # the last one may be sums
            table = _table(heads, rows) if rows else None
            if table is not None:
                return table
    return None


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> _Table | None:
    """Return the table under these headings where its figures can be nothing but those of sheets, else None."""
    under = {at: [c for cells in rows if (c := cells[at])] for at, text in enumerate(heads)}
    found = {
        at: [v for c in cells if isinstance(v := points(c), int)]
        for at, cells in under.items()
        if heads[at] and cells and all(map(_is_points, cells)) and any(map(points, cells))
    }
    if len(found) < _LEAST or not _are_sheets(list(found.values())):
        return None
    written = {at: cells for at, cells in under.items() if cells and at not in found}
    dated = [at for at, cells in written.items() if all(map(dates.readings, cells))]
    spoken = [at for at in written if at not in dated and not any(isinstance(points(c), int) for c in written[at])]
    return _Table(heads, found, spoken, dated)


def _is_points(text: str) -> bool:
    value = points(text)
    return (value is None and bool(text)) or (isinstance(value, int) and 0 <= value <= MOST_POINTS)


def _are_sheets(columns: Sequence[Sequence[int]]) -> bool:
    """Tell sheets by boxes that give one figure or nothing, 25, 30, 40 and 50, and by six boxes of one face each."""
    fixed = {v for v in fixed_points().values() for values in columns if _only(values, v)}
    upper = any(
        all(may_be_points(box, columns[start + n]) for n, box in enumerate(UPPER))
        for start in range(len(columns) - len(UPPER))
    )
    return len(fixed) >= 3 or (upper and bool(fixed))


def _only(values: Sequence[int], figure: int) -> bool:
    return figure in values and all(v in (0, figure) for v in values)


def _questions(table: _Table, options: ReadOptions) -> tuple[Question, ...]:
    """Return a question for each heading that nobody has spoken of, the likeliest meaning first."""
    heads = table.headings
    found = understand(heads, options)
    named = found.where("field", "player") is not None or any(not heads[at] for at in table.words)
    words = [] if named else [heads[at] for at in table.words if found.labels[at] is None]
    dated = [heads[at] for at in table.dates if heads[at] and found.labels[at] is None]
    asked: dict[str, tuple[str, ...]] = {}
    boxes = [at for at, values in table.points.items() if label(heads[at]) is None and not is_sum_word(heads[at])]
    order = list(table.points)
    for at in boxes:
        place = SHEET[order.index(at)] if order.index(at) < len(SHEET) else None
        weights = {box: likely(box, heads[at], table.points[at], place) for box in SHEET}
        choices = (*sorted(SHEET, key=lambda box: -weights[box]), *OTHER_BOXES, *FIGURES, "ignore")
        bonus = _only(table.points[at], usual_bonus())
        asked[heads[at]] = ("stated_bonus", *(c for c in choices if c != "stated_bonus")) if bonus else choices
    fields = ask_fields(words, dated, found, options)
    return (*fields, *(_question(text, choices) for text, choices in asked.items() if options.said(text) is None))


def _question(text: str, choices: tuple[str, ...]) -> Question:
    near = choices[0]
    return Question(
        "heading",
        f'The heading {text!r} is not known. By its figures it may be {near}: say --heading "{text}={near}", '
        f'or another box, or --heading "{text}=ignore".',
        choices,
        text,
    )


__all__ = ["read", "renamed", "under_own_headings"]
