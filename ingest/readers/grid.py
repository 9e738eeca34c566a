"""Pass a table of text from the file formats to the layouts, whatever program the file came from."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers.values import clean
from ingest.readers.words import box_name, label
from ingest.sources import Source, Text, check_text_content, decode

DELIMITERS = (",", ";", "\t", "|")
LARGEST_FIELD = 100_000  # characters
MOST_FIELDS = 2_000  # in one record
_SAMPLE = 64 * 1024
_BROKEN = re.compile(r"-?\d+([.,])\d{1,2}")
_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}


@dataclass
class Grid:
    """Hold one worksheet, or a whole text file, as rows of text cells; row numbers count from 1 and keep blank rows.

    ``first`` is the number of the first row where it is not 1.
    """

    rows: list[list[str]]
    worksheet: str = ""
    first: int = 1

    def row(self, number: int) -> list[str]:
        """Return the cells of the row of this number."""
        return self.rows[number - self.first]

    def between(self, above: int, below: int) -> list[list[str]]:
        """Return the rows after the number ``above`` and before the number ``below``."""
        return self.rows[max(above + 1 - self.first, 0) : max(below - self.first, 0)]

    def filled(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows that are not blank with their numbers."""
        for number, cells in enumerate(self.rows, self.first):
            if any(c and clean(c) for c in cells):
                yield number, cells


def read_table(source: Source, options: ReadOptions) -> tuple[Grid, Text, str, int]:
    """Read a text file as a raw table, whatever is in it; also its text, separator and lines that only declare it.

    Raises UnreadableFile for what is no text, or no table.
    """
    check_text_content(source)
    text = decode(source, options)
    delimiter, skip = find_delimiter(source, text, options)
    return Grid(records(source, text.text, delimiter)), text, delimiter, skip


def decimal_mark(rows: Sequence[Sequence[str]]) -> str | None:
    """Return the decimal mark that a few rows show, None where they show none or both."""
    marks = {m[1] for cells in rows for c in cells if (m := _BROKEN.fullmatch(c.strip()))}
    return marks.pop() if len(marks) == 1 else None


def records(source: Source, text: str, delimiter: str) -> list[list[str]]:
    """Split text into records as RFC 4180 has it; blank lines are empty records, so that numbers stay true.

    Raises UnreadableFile where a quote never closes or swallows the lines after it, and for absurd sizes.
    """
    stream = io.StringIO(text, newline="")
    found: list[list[str]] = []
    shared: dict[str, str] = {}  # the same few texts fill a scoresheet: one of each is kept
    strict = '"' in text
    try:
        reader = csv.reader(stream, delimiter=delimiter, strict=False)
        for record in reader:
            if len(record) > MOST_FIELDS:
                raise source.fail(
                    f"row {len(found) + 1} has {len(record):,} fields: this is no scoresheet.", code="too_large"
                )
            if strict:
                _check_swallowed(source, record, delimiter, len(found) + 1)
            found.append([shared.setdefault(cell, cell) for cell in record])
    except csv.Error as error:
        raise source.fail(f"row {len(found) + 1} cannot be read ({error}).", row=len(found) + 1) from error
    if strict and _ends_in_quotes(text, delimiter):
        row = len(found)
        raise source.fail(
            f"the quote opened in row {row} never closes. Close it, or double it where it belongs to the text.",
            code="open_quote",
            row=row,
        )
    return found


def _check_swallowed(source: Source, record: list[str], delimiter: str, row: int) -> None:
    """Refuse a field that has swallowed whole lines: a stray quote made them one."""
    for cell in record:
        if "\n" in cell or "\r" in cell:
            lines = cell.splitlines()
            if sum(line.count(delimiter) >= 2 for line in lines[1:]) >= 1:
                raise source.fail(
                    f"the quote opened in row {row} closes only {len(lines) - 1} lines below, and swallows those rows. "
                    "Close it, or double it where it belongs to the text.",
                    code="open_quote",
                    row=row,
                )


def _ends_in_quotes(text: str, delimiter: str) -> bool:
    """Tell whether the text ends inside a quoted field, as the csv module reads it."""
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end of data" in str(error) or _open_at_end(text, delimiter)
    return False


def _open_at_end(text: str, delimiter: str) -> bool:
    """Follow the quotes by hand where other oddities stop the strict reader."""
    state = "start"
    for c in text:
        if state == "quoted":
            if c == '"':
                state = "closing"
        elif c == '"' and state in ("start", "closing"):
            state = "quoted"
        elif c in "\r\n" or c == delimiter:
            state = "start"
        else:
            state = "plain"
    return state == "quoted"


def find_delimiter(source: Source, text: Text, options: ReadOptions) -> tuple[str, int]:
    """Return the separator and the number of leading lines that only declare it ("sep=;").

    A given one counts; else the one under which the first 64 kB hold the most known labels, then the most records
    of the same number of fields.
    """
    declared = re.match(r'"?sep=(.)"?[;,\t]*\r?\n', text.text, re.IGNORECASE)
    skip = 1 if declared else 0
    if options.delimiter:
        given = _NAMES.get(options.delimiter.lower(), options.delimiter)
        if len(given) != 1 or given in '"\r\n':
            raise source.fail(f"the separator {options.delimiter!r} is not one character.", code="delimiter")
        return given, skip
    if declared:
        return declared[1], skip
    sample = text.text[:_SAMPLE]
    if len(text.text) > _SAMPLE:
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    return max(DELIMITERS, key=lambda d: (*_fit(sample, d), -DELIMITERS.index(d))), skip


def _fit(sample: str, delimiter: str) -> tuple[int, int, int]:
    """Weigh a separator: labels that it uncovers, records of the most frequent width above one, that width."""
    if delimiter not in sample:
        return 0, 0, 0
    widths: dict[int, int] = {}
    labels = 0
    try:
        for number, record in enumerate(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)):
            if len(record) > 1:
                widths[len(record)] = widths.get(len(record), 0) + 1
                if number < 400:
                    labels += sum(1 for c in record[:100] if c and not c.isdigit() and label(c) is not None)
                    labels += bool(box_name(record[0]))
    except csv.Error:
        return 0, 0, 0
    width, count = max(widths.items(), key=lambda w: (w[1], w[0]), default=(0, 0))
    return labels, count, width


__all__ = ["Grid", "UnreadableFile", "find_delimiter", "records"]
