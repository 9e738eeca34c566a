"""Take text tables apart by where their fields stand, at runs of spaces or tab stops; crooked ones by their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ingest.readers.labels import label
from ingest.readers.values import Bad, points

TAB_STOPS = (8, 4)  # as editors have them
_LINES = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(r"\S+(?: \S+)*")
_WORD = re.compile(r"\S+")
_LEAST = 10  # fields in lines of figures
_LARGEST = 200_000  # characters of a table that somebody types
_YEAR = 4  # figures of a year
_TWO_TOTALS = 7  # characters of two totals with a space between them, "230 195", which are not 230195


@dataclass(frozen=True)
class Aligned:
    """Be a table found by where its fields stand: rows of cells, and whether every line of figures is full."""

    rows: list[list[str]]
    full: bool


@dataclass
class _Token:
    """Be a text in a line, up to two spaces or a tab: from where, to where."""

    text: str
    start: int
    end: int

    def meets(self, span: tuple[int, int]) -> bool:
        """Tell whether it shares a place in the line with a span."""
        return self.start < span[1] and span[0] < self.end

    def words(self) -> list[_Token]:
        """Return its words, each where it stands."""
        return [_Token(m[0], self.start + m.start(), self.start + m.end()) for m in _WORD.finditer(self.text)]

    def parted(self) -> list[_Token]:
        """Return the text and each of the figures that end it; a figure of thousands, "12 450", is one."""
        figures = [] if self.is_figure() and len(self.text) < _TWO_TOTALS else self._last_figures()
        text = self.text[: figures[0].start - self.start].rstrip() if figures else self.text
        return [*([_Token(text, self.start, self.start + len(text))] if text else []), *figures]

    def _last_figures(self) -> list[_Token]:
        return [*takewhile(_Token.is_figure, reversed(self.words()))][::-1]

    def is_figure(self) -> bool:
        """Tell whether it is a figure, or a mark for struck or open."""
        return not isinstance(points(self.text), Bad)


_Lines = Sequence[Sequence[_Token]]


def find(text: str, tab: int) -> Aligned | None:
    """Return the table that a text shows by where its fields stand, tabs leading to every so many places.

    None where it shows none: too few lines of figures, or two fields of a line in one column.
    """
    if len(text) > _LARGEST:
        return None
    lines = [
        [_Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(line.replace("\xa0", " ").expandtabs(tab))]
        for line in _LINES.split(text)
    ]
    parted = [_parted(tokens) for tokens in lines]
    found = _found(parted) or _found(lines) or _by_order(parted)
    if found is None:
        return None
    rows, lines = found
    if sum(map(_figures, lines)) < _LEAST:
        return None
    full = all(all(row) for tokens, row in zip(lines, rows, strict=True) if _holds_figures(tokens))
    return Aligned(rows, full)


def _found(lines: list[list[_Token]]) -> tuple[list[list[str]], list[list[_Token]]] | None:
    """Return the cells of lines, and the lines; None where they show no columns."""
    rows = _rows(lines, [range(len(lines))]) or _rows(lines, _parts(lines))
    return None if rows is None else (rows, lines)


def _by_order(lines: list[list[_Token]]) -> tuple[list[list[str]], list[list[_Token]]] | None:
    """Return the cells of lines by the order of their fields, where each line of figures has as many; else None.

    The names stand in the line before the first figures, as many as a line has figures. Every other line is a text.
    """
    sheet = [tokens for tokens in lines if _holds_figures(tokens)]
    above = next((at for at in reversed(range(lines.index(sheet[0]))) if lines[at]), None) if sheet else None
    if above is None or any(len(tokens) != len(sheet[0]) for tokens in sheet):
        return None
    words = [word for token in lines[above] for word in token.words()]
    names = next((found for found in (lines[above], words) if len(found) == len(sheet[0]) - 1), None)
    if names is None:
        return None
    rows = [[t.text for t in line] if _holds_figures(line) else [" ".join(t.text for t in line)] for line in lines]
    rows[above] = ["", *(name.text for name in names)]
    return rows, lines


def _parted(tokens: list[_Token]) -> list[_Token]:
    """Part the figures of a line that a single space is between, or before: "Three of a kind 20 21".

    One figure alone is parted from the name of a box, or of a sum: a title may end in one as well, as "Yams 2026" does.
    """
    parts = [part for token in tokens for part in token.parted()]
    if len(parts) < 2 or not all(map(_Token.is_figure, parts[1:])):
        return tokens
    named = label(parts[0].text) if len(parts[1].text) < _YEAR else None
    return parts if len(parts) > 2 or (named and named.kind in ("box", "stated")) else tokens


def _rows(lines: _Lines, parts: Sequence[range]) -> list[list[str]] | None:
    """Return the cells of all lines, the columns of each part by its lines of figures; None where a part shows none."""
    rows: list[list[str]] = []
    for part in parts:
        spans = _spans([lines[i] for i in part if _holds_figures(lines[i])])
        cells = [_cells(lines[i], spans) for i in part] if len(spans) > 1 else [None]
        if any(row is None for row in cells):
            return None
        rows += [row for row in cells if row is not None]
    return rows


def _parts(lines: _Lines) -> list[range]:
    """Part lines at the blank ones after figures: each part ends in a run of lines of figures and blank ones."""
    starts = [0]
    begun = False
    figures = [_holds_figures(tokens) for tokens in lines]
    last = max((i for i, holds in enumerate(figures) if holds), default=-1)
    for i, tokens in enumerate(lines[: last + 1]):
        begun = begun or figures[i]
        if begun and not tokens:
            starts.append(i)
            begun = False
    return [range(start, end) for start, end in pairwise([*starts, len(lines)])]


def _figures(tokens: Sequence[_Token]) -> int:
    return len(tokens) - 1 if _holds_figures(tokens) else 0


def is_ragged(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the lines of figures of a table have fields enough here, and fewer there."""
    filled = [[c.strip() for c in cells] for cells in rows]
    figures = [cells for cells in filled if any(c and not isinstance(points(c), Bad) for c in cells[1:])]
    return len({max(i for i, c in enumerate(cells) if c) for cells in figures}) > 1


def _holds_figures(tokens: Sequence[_Token]) -> bool:
    """Tell whether most fields of a line but the first are figures or marks."""
    figures = sum(map(_Token.is_figure, tokens[1:]))
    return figures > 0 and figures * 2 >= len(tokens) - 1


def _spans(data: Sequence[Sequence[_Token]]) -> list[tuple[int, int]]:
    """Return from where to where the columns go: the fields of all lines that share a place are of one column."""
    spans: list[tuple[int, int]] = []
    for token in sorted((token for tokens in data for token in tokens), key=lambda token: token.start):
        if spans and token.meets(spans[-1]):
            spans[-1] = spans[-1][0], max(spans[-1][1], token.end)
        else:
            spans.append((token.start, token.end))
    return spans


def _cells(tokens: Sequence[_Token], spans: Sequence[tuple[int, int]]) -> list[str] | None:
    """Put the fields of a line into its columns; one that reaches over several, as names close together do, by words.

    None where two fields are of one column; words in that of the labels are a title or a note: "Date:  14.03.2026".
    """
    cells = [""] * len(spans)
    for token in tokens:
        over = [at for at, span in enumerate(spans) if token.meets(span)]
        if len(over) > 1 and (len(tokens) > 1 or 0 not in over):  # else it is a title
            parts = [(word, [at for at in over if word.meets(spans[at])]) for word in token.words()]
            if any(len(at) != 1 for _, at in parts):
                return None
            for word, (at,) in parts:
                cells[at] = f"{cells[at]} {word.text}".strip()
            continue
        at = over[0] if over else min(range(len(spans)), key=lambda n: _distance(token, spans[n]))
        if cells[at] and (at or _holds_figures(tokens)):
            return None
        cells[at] = f"{cells[at]} {token.text}".strip()
    return cells


def _distance(token: _Token, span: tuple[int, int]) -> int:
    return max(span[0] - token.end, token.start - span[1])
