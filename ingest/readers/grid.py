"""Pass a table of text from the file formats to the layouts, whatever program the file came from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.model import ReadOptions
from ingest.readers.dialects import find_dialect
from ingest.readers.quoting import Dialect, Doubt, TooLarge, split
from ingest.readers.values import clean
from ingest.sources import Source, Text, check_text_content, decode

LONGEST_FIELD = 100_000  # characters
MOST_FIELDS = 2_000  # in one record
_BROKEN = re.compile(r"-?\d+([.,])\d{1,2}")
_BOLD = re.compile(r"^(\s*)\*\*(.+)\*\*(\s*)$")  # "**285**", as Markdown marks what it prints bold

_UPRIGHT = "│┃║"
_DRAWN = str.maketrans(
    dict.fromkeys(_UPRIGHT, "|") | dict.fromkeys("─━═", "-") | dict.fromkeys("┌┬┐├┼┤└┴┘╭╮╰╯╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛╞╪╡", "+")
)


@dataclass
class Grid:
    """Hold one worksheet, or a whole text file, as rows of text cells; row numbers count from 1 and keep blank rows.

    ``first`` is the number of the first row where it is not 1; ``player`` whom the worksheet may be named for;
    ``counted``: its name only counts the worksheets through; ``moved``: where rows that have changed places stand in
    the file, by where they stand now, both from 0.
    """

    rows: list[list[str]]
    worksheet: str = ""
    first: int = 1
    player: str = ""
    counted: bool = False
    moved: dict[int, int] = field(default_factory=dict)

    @property
    def leaves_out(self) -> bool:
        """Tell whether what is blank may be written once, above: not in records of JSON, whose headings are row 0."""
        return self.first > 0

    def number(self, at: int) -> int:
        """Return the number in the file of the row that stands at a place, from 0."""
        return self.moved.get(at, at) + self.first

    def row(self, number: int) -> list[str]:
        """Return the cells of the row of this number."""
        return self.rows[number - self.first]

    def where(self, number: int) -> str:
        """Name the row of this number for a message."""
        return f"worksheet {self.worksheet!r}, row {number}" if self.worksheet else f"row {number}"

    def only(self, start: int, end: int) -> Grid:
        """Return the same grid with nothing but the rows from a place up to another filled, both from 0."""
        return replace(self, rows=[cells if start <= i < end else [] for i, cells in enumerate(self.rows)])

    def between(self, above: int, below: int) -> list[list[str]]:
        """Return the rows after the number ``above`` and before the number ``below``."""
        return self.rows[max(above + 1 - self.first, 0) : max(below - self.first, 0)]

    def filled(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows that are not blank with their numbers."""
        for number, cells in enumerate(self.rows, self.first):
            if any(c and clean(c) for c in cells):
                yield number, cells


@dataclass(frozen=True)
class RawTable:
    """Hold a text file as a table, how it was decoded (without the text) and split, and which quotes are doubtful.

    ``skip`` is the number of leading lines that only declare the separator.
    """

    grid: Grid
    text: Text
    dialect: Dialect
    skip: int
    doubts: tuple[Doubt, ...]


def _ruled(text: str) -> str:
    """Write the lines that are drawn between fields, as terminals show tables, with the plain signs."""
    return text.translate(_DRAWN) if "|" not in text and any(sign in text for sign in _UPRIGHT) else text


def read_table(source: Source, options: ReadOptions) -> RawTable:
    """Read a text file as a raw table, whatever is in it.

    Raises UnreadableFile for what is no text, or no table.
    """
    check_text_content(source)
    text = decode(source, options)
    plain = _single_ends(_ruled(text.text))
    dialect, skip = find_dialect(source, plain, options)
    try:
        found = split(plain, dialect, MOST_FIELDS, LONGEST_FIELD)
    except TooLarge as error:
        raise source.fail(
            f"row {error.row} {error}: this is no scoresheet.", code="too_large", row=error.row
        ) from error
    if "**" in plain and dialect.delimiter == "|":
        found.rows[:] = [[_BOLD.sub(r"\1\2\3", c) for c in cells] for cells in found.rows]
    return RawTable(Grid(found.rows), replace(text, text=""), dialect, skip, found.doubts)


def _single_ends(text: str) -> str:
    """Mend line ends that were written twice over ("\\r\\r\\n"), as some programs do."""
    twice = text.count("\r\r\n")
    return text.replace("\r\r\n", "\r\n") if twice and twice == text.count("\n") else text


def decimal_mark(rows: Sequence[Sequence[str]]) -> str | None:
    """Return the decimal mark that a few rows show, None where they show none or both."""
    marks = {m[1] for cells in rows for c in cells if (m := _BROKEN.fullmatch(c.strip()))}
    return marks.pop() if len(marks) == 1 else None
