"""Write worksheets of paper sheets, as blocks of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ingest.model import ParsedFile
from tests.readers.reading import ANA, BO, boxes, read, thirteen
from tests.readers.workbook import xlsx

FIGURES = {"Ana": [int(f) for f in ANA.split(",")], "Bo": [int(f) for f in BO.split(",")]}
WORDS = (
    "1", "2", "3", "4", "5", "6", "3 de un fel", "4 de un fel", "Full", "Chintă mică", "Chintă mare", "Yamms", "Noroc",
)  # fmt: skip
FRENCH = (
    "As", "Deux", "Trois", "Quatre", "Cinq", "Six", "Brelan", "Carré", "Full", "Petite suite", "Grande suite", "Yams",
    "Chance",
)  # fmt: skip


def block(
    names: Sequence[str], part: slice = slice(0, 13), *, corner: str = "", labels: Sequence[str] = WORDS
) -> list[list[Any]]:
    """Return lines of a sheet: the names, then the boxes of a part of the sheet."""
    return [[corner, *names], *([labels[i], *(FIGURES[n][i] for n in names)] for i in range(13)[part])]


def worksheets(**tables: dict[tuple[int, int], Sequence[Sequence[Any]]]) -> bytes:
    """Return a workbook; each worksheet is given as blocks of lines by the cell in which they begin."""

    def fill(book: Any) -> None:
        for name, found in tables.items():
            sheet = book.add_worksheet(name)
            for (row, column), lines in found.items():
                for i, cells in enumerate(lines):
                    for j, value in enumerate(cells):
                        if value not in ("", None):
                            sheet.write(row + i, column + j, value)

    return xlsx(fill)


def one(found: dict[tuple[int, int], Sequence[Sequence[Any]]], name: str = "14.03.2026") -> ParsedFile:
    """Read one worksheet that is given as blocks of lines."""
    return read(worksheets(**{name: found}), "a.xlsx")


def both(parsed: ParsedFile) -> bool:
    """Tell whether Ana and Bo have all their boxes, in one game."""
    return boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)} and parsed.sheets["block"].n_unique() == 1
