"""Split text into records as RFC 4180 has it, and mend stray quotes where only one reading fits the table.

A record whose quotes are irregular is read so that it has as many fields as most records have; every such reading is
told as a `Doubt`. A quote that opens a field and never closes is a *grave* one: the table can be shown, not trusted.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

_LINES = re.compile(r"(\r\n|\r|\n)")
_WHOLE_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MOST_JOINED = 100  # lines that one quoted field may span
_LONGEST = 20_000  # characters of a line that is looked into for stray quotes
_MOST_QUOTES = 400
_LARGE = 1 << 30
_WIDEST = 300  # fields of a record that is mended


@dataclass(frozen=True)
class Dialect:
    """Say how a text table is written: separator, quote, escape (a backslash or none), spaces before quotes."""

    delimiter: str
    quote: str = '"'
    escape: str = ""
    spaced: bool = False

    @property
    def plain(self) -> bool:
        """Tell whether the table is written as RFC 4180 has it, but for its separator."""
        return (len(self.delimiter), self.quote, self.escape, self.spaced) == (1, '"', "", False)

    @cached_property
    def quoted(self) -> re.Pattern[str]:
        """Return the pattern of a whole quoted field, up to the separator or the end."""
        q, d, e = re.escape(self.quote), re.escape(self.delimiter), re.escape(self.escape)
        inner = rf"(?:[^{q}{e}]|{e}.|{q}{q})*+" if e else rf"(?:[^{q}]|{q}{q})*+"
        return re.compile(rf"{' *' if self.spaced else ''}{q}({inner}){q}(?={d}|\Z)", re.DOTALL)

    def text(self, inner: str) -> str:
        """Return what stands between the quotes of a field, without what guards its own quotes."""
        if self.escape:
            inner = inner.replace(self.escape + self.quote, self.quote)
        return inner.replace(self.quote * 2, self.quote)

    def fields(self, line: str) -> list[str] | None:
        """Split one record; None where its quotes are irregular."""
        if not line:
            return []
        if self.quote not in line:
            fields = line.split(self.delimiter)
            return [f.lstrip(" ") for f in fields] if self.spaced else fields
        fields, at = [], 0
        while True:
            if found := self.quoted.match(line, at):
                fields.append(self.text(found[1]))
                at = found.end()
            else:
                end = line.find(self.delimiter, at)
                end = len(line) if end < 0 else end
                field = line[at:end].lstrip(" ") if self.spaced else line[at:end]
                if field.startswith(self.quote):
                    return None
                fields.append(field)
                at = end
            if at == len(line):
                return fields
            at += len(self.delimiter)


@dataclass(frozen=True)
class Doubt:
    """Say of a record how its stray quotes were read; ``grave`` where a quote never closes."""

    row: int
    message: str
    grave: bool = False


@dataclass(frozen=True)
class Split:
    """Hold the records of a text, blank lines as empty records, and what is doubtful about them."""

    rows: list[list[str]]
    doubts: tuple[Doubt, ...] = ()


class TooLarge(Exception):
    """Say that a field or a record is larger than any scoresheet's."""

    def __init__(self, row: int, problem: str) -> None:
        super().__init__(problem)
        self.row = row


def split(text: str, dialect: Dialect, most_fields: int, longest_field: int) -> Split:
    """Split a text into its records. Raises TooLarge."""
    if len(dialect.delimiter) == 1 and not dialect.escape:
        rows = _regular(text, dialect, most_fields, longest_field)
        if rows is not None:
            return Split(rows, _torn(rows) if _inside_fields(text, dialect.delimiter) else ())
    return _Mender(text, dialect, most_fields, longest_field).split()


def _inside_fields(text: str, delimiter: str) -> bool:
    """Tell whether quotes stand elsewhere than at the edges of fields, other than doubled ones."""
    if '"' not in text:
        return False
    bare = f"\n{text}\n".replace('""', "")
    edges = sum(bare.count(edge) for end in (delimiter, "\n", "\r") for edge in (f'{end}"', f'"{end}'))
    return bare.count('"') != edges


def _torn(rows: list[list[str]]) -> tuple[Doubt, ...]:
    """Tell of records that have half a pair of quotes in several fields: a separator between them was meant as text."""
    halves = {cell for row in rows for cell in row if '"' in cell and cell.count('"') % 2}
    return tuple(
        Doubt(number, f"row {number}: a pair of quotes stands in two fields, as where a separator is missing before it")
        for number, row in enumerate(rows, 1)
        if halves and not halves.isdisjoint(row) and sum(cell in halves for cell in row) > 1
    )


def sketch(text: str, dialect: Dialect) -> tuple[list[list[str]], int]:
    """Split a text roughly, without mending or joining anything; also return the number of irregular lines."""
    try:
        rows = _regular(text, dialect, _LARGE, _LARGE) if len(dialect.delimiter) == 1 and not dialect.escape else None
    except TooLarge:
        rows = None
    if rows is not None:
        return rows, 0
    found = [(line, dialect.fields(line)) for line in _LINES.split(text)[::2]]
    rows = [line.split(dialect.delimiter) if fields is None else fields for line, fields in found]
    return rows, sum(fields is None for _, fields in found)


def _regular(text: str, dialect: Dialect, most_fields: int, longest_field: int) -> list[list[str]] | None:
    """Split a text whose quotes are all as they should be; None where one is not, or swallows lines."""
    rows: list[list[str]] = []
    shared: dict[str, str] = {}  # the same few texts fill a scoresheet: one of each is kept
    lines = 0
    end = _usual_end(text, dialect.quote)
    reader = csv.reader(
        (line[0] for line in _WHOLE_LINES.finditer(text)),
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        skipinitialspace=dialect.spaced,
        strict=True,
    )
    try:
        for record in reader:
            if reader.line_num != lines + 1 and any(_swallows(cell, dialect.delimiter, end) for cell in record):
                return None
            lines = reader.line_num
            if len(record) > most_fields:
                raise TooLarge(len(rows) + 1, f"has {len(record):,} fields")
            rows.append([shared.setdefault(cell, cell) for cell in record])
    except csv.Error as error:
        if "field larger" in str(error):
            raise TooLarge(len(rows) + 1, f"has a field of more than {longest_field:,} characters") from error
        return None
    return rows


def _usual_end(text: str, quote: str) -> str:
    """Return what most lines of the table end with, not those within quoted fields; of two as frequent the longer."""
    if "\r" not in text:
        return "\n"
    if text.count("\r") == text.count("\n") == text.count("\r\n"):
        return "\r\n"
    q = re.escape(quote)
    bare = re.sub(f"{q}[^{q}]*{q}", "", text)
    both = bare.count("\r\n")
    ends = {"\r\n": both, "\n": bare.count("\n") - both, "\r": bare.count("\r") - both}
    return max(ends, key=lambda end: ends[end])


def _swallows(cell: str, delimiter: str, end: str) -> bool:
    """Tell whether a field holds what looks like lines of the table: a stray quote may have made them one.

    A spreadsheet ends the lines within a cell otherwise than those of the table.
    """
    return any(line.count(delimiter) >= 2 for line in cell.split(end)[1:])


def _never_closes(row: int) -> str:
    return f"the quote opened in row {row} never closes. Close it, or double it where it belongs to the text."


def _swallowed(row: int, lines: int) -> str:
    return (
        f"the quote opened in row {row} closes only {lines} lines below, and swallows those rows. "
        "Close it, or double it where it belongs to the text."
    )


class _Mender:
    """Split a text line by line, joining lines inside quotes and mending stray quotes."""

    def __init__(self, text: str, dialect: Dialect, most_fields: int, longest_field: int) -> None:
        self._dialect = dialect
        self._most_fields, self._longest_field = most_fields, longest_field
        self._end = _usual_end(text, dialect.quote)
        parts = _LINES.split(text)
        self._lines, self._ends = parts[::2], parts[1::2]
        if not self._lines[-1]:
            self._lines.pop()
        self._width = self._usual_width()
        self._doubts: list[Doubt] = []

    def split(self) -> Split:
        """Return the records, with what is doubtful about them. Raises TooLarge."""
        rows: list[list[str]] = []
        at = 0
        while at < len(self._lines):
            row = len(rows) + 1
            fields, taken = self._record(at, row)
            if len(fields) > self._most_fields:
                raise TooLarge(row, f"has {len(fields):,} fields")
            if any(len(field) > self._longest_field for field in fields):
                raise TooLarge(row, f"has a field of more than {self._longest_field:,} characters")
            rows.append(fields)
            at += taken
        return Split(rows, (*self._doubts, *_torn(rows)))

    def _usual_width(self) -> int:
        """Return the number of fields that most lines have; of two as frequent the one that comes first."""
        widths = Counter(
            len(found) for line in self._lines if line and (found := self._dialect.fields(line)) is not None
        )
        return max(widths, key=lambda w: widths[w], default=1)

    def _record(self, at: int, row: int) -> tuple[list[str], int]:
        """Return the record that begins at a line, and the number of lines that it takes."""
        line = self._lines[at]
        fields = self._dialect.fields(line)
        if fields is not None:
            return fields, 1
        mended = self._mend(line)
        joined, taken = self._join(at, patient=mended is None)
        swallowing = joined is not None and any(_swallows(f, self._dialect.delimiter, self._end) for f in joined)
        if joined is not None and (mended is None or not swallowing):
            if swallowing and len(joined) != self._width:
                self._doubts.append(Doubt(row, _swallowed(row, taken - 1), grave=True))
            return joined, taken
        if mended is None or mended.opened:
            self._doubts.append(Doubt(row, _never_closes(row), grave=True))
        elif mended.oddity:
            self._doubts.append(Doubt(row, f"row {row}: a stray quote is read as part of the text"))
        return mended.fields if mended else line.split(self._dialect.delimiter), 1

    def _join(self, at: int, *, patient: bool) -> tuple[list[str] | None, int]:
        """Join a line with those below it until its quotes are regular; None where they never are.

        Without patience a line that looks like a record of its own ends the search.
        """
        text = self._lines[at]
        for n in range(1, min(_MOST_JOINED, len(self._lines) - at)):
            line = self._lines[at + n]
            if not patient and self._ends[at + n - 1] == self._end and line.count(self._dialect.delimiter) >= 2:
                break
            text += self._ends[at + n - 1] + line
            if self._dialect.quote in line and (fields := self._dialect.fields(text)) is not None:
                return fields, n + 1
            if len(text) > self._longest_field:
                break
        return None, 1

    def _mend(self, line: str) -> _Reading | None:
        """Find the one least odd reading of a line that has the usual number of fields."""
        if len(line) > _LONGEST or line.count(self._dialect.quote) > _MOST_QUOTES or self._width > _WIDEST:
            return None
        reading = _Readings(line, self._dialect).best(0, self._width)
        return None if reading is None or reading.several else reading


@dataclass(frozen=True)
class _Reading:
    """Hold one reading of the rest of a line: its fields, how odd it is, whether another is as likely."""

    oddity: int
    fields: list[str]
    several: bool = False
    opened: bool = False  # a quote that opens a field, and never closes, is read as text


_OPENED = 5  # how much odder it is that an opening quote is text than that one inside quotes is


class _Readings:
    """Look for the readings of one line with stray quotes, by number of fields."""

    def __init__(self, line: str, dialect: Dialect) -> None:
        self._line, self._dialect = line, dialect
        self._known: dict[tuple[int, int], _Reading | None] = {}

    def best(self, at: int, fields: int) -> _Reading | None:
        """Return the least odd reading of the line from a place on that has this many fields."""
        if (at, fields) not in self._known:
            found = sorted(self._readings(at, fields), key=lambda r: r.oddity)
            first = found[0] if found else None
            if first and any(r.oddity == first.oddity and r.fields != first.fields for r in found[1:]):
                first = _Reading(first.oddity, first.fields, True, first.opened)
            self._known[at, fields] = first
        return self._known[at, fields]

    def _readings(self, at: int, fields: int) -> list[_Reading]:
        line, d, q = self._line, self._dialect.delimiter, self._dialect.quote
        start = at
        while self._dialect.spaced and line.startswith(" ", start):
            start += 1
        opens = line.startswith(q, start)
        found = []
        end = line.find(d, start)
        if (end < 0) == (fields == 1):
            text = line[start:] if end < 0 else line[start:end]
            found += self._followed(
                _OPENED * opens, text, end if end >= 0 else len(line), fields, opened=opens and text.count(q) % 2 > 0
            )
        close = line.find(q, start + 1) if opens else -1
        passed = 0
        while close >= 0:
            after = close + 1
            while line.startswith(" ", after):
                after += 1
            if after == len(line) or line.startswith(d, after):
                inner = line[start + 1 : close]
                odd = sum(len(run) % 2 for run in re.findall(re.escape(q) + "+", inner))
                if not self._dialect.escape or not inner.endswith(self._dialect.escape):
                    found += self._followed(odd + passed, self._dialect.text(inner), after, fields)
                passed += 1
            close = line.find(q, close + 1)
        return found

    def _followed(self, oddity: int, text: str, at: int, fields: int, *, opened: bool = False) -> list[_Reading]:
        """Return a field with the best reading of what follows it, if there is any."""
        if at == len(self._line):
            return [_Reading(oddity, [text], False, opened)] if fields == 1 else []
        if fields == 1:
            return []
        rest = self.best(at + len(self._dialect.delimiter), fields - 1)
        if rest is None:
            return []
        return [_Reading(oddity + rest.oddity, [text, *rest.fields], rest.several, opened or rest.opened)]
