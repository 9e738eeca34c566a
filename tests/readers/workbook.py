"""Build small workbooks for the tests of the readers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import xlsxwriter

LABELS = (
    "1", "2", "3", "4", "5", "6", "Total parțial", "Bonus", "3 de un fel", "4 de un fel", "Full", "Chintă mică",
    "Chintă mare", "Yamms", "Noroc", "TOTAL",
)  # fmt: skip
ANA = (3, 6, 9, 12, 15, 18, 63, 35, 20, 0, 25, 30, 40, 50, 22, 285)
BO = (1, 2, 3, 4, 5, 6, 21, 0, 0, 0, 0, 0, 0, 0, 11, 32)


def paper_lines(*columns: Sequence[Any], labels: Sequence[str] = LABELS) -> list[str]:
    """Return the lines of a paper sheet as text: labels down the side, then a column for each of some figures."""
    return [";".join(map(str, line)) for line in zip(labels, *columns, strict=True)]


def xlsx(fill: Callable[[Any], None], **options: Any) -> bytes:
    """Return a workbook that a function has filled."""
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, options)
    fill(book)
    book.close()
    return stream.getvalue()


def paper(sheet: Any, row: int, column: int, players: dict[str, Sequence[Any]], corner: str = "Subjoc") -> None:
    """Write boxes down the side and players across, the names in the given row."""
    sheet.write(row, column, corner)
    for i, text in enumerate(LABELS, 1):
        sheet.write(row + i, column, text)
    for j, (name, figures) in enumerate(players.items(), 1):
        sheet.write(row, column + j, name.rstrip("*"))
        for i, figure in enumerate(figures, 1):
            if figure is not None:
                sheet.write(row + i, column + j, figure)


def ods(*tables: tuple[str, str]) -> bytes:
    """Return an ODS container with tables given as (name, rows as XML)."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{n}="{space}:{n}:1.0"' for n in ("office", "table", "text"))
    body = "".join(f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in tables)
    content = (
        f'<?xml version="1.0"?><office:document-content {names}><office:body><office:spreadsheet>{body}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return stream.getvalue()
