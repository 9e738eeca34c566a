"""Look into an XLSX or ODS container before it is opened: its size unpacked, its extent, formulas without value."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.sources import LARGEST_WORKBOOK, Source

MOST_UNPACKED = 300_000_000  # bytes
MOST_PARTS = 2_000
MOST_CELLS = 3_000_000  # of the rectangle that a worksheet spans
_CELL = re.compile(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,4})(\d{1,8})"')
_ROW = re.compile(rb'<(?:\w+:)?row\s[^>]*?\br="(\d{1,9})"')
#: A formula without its value; one whose result is the empty text has the type "str".
_FORMULA = re.compile(
    rb'<(?:\w+:)?c\s(?![^>]*\bt="str")[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*>\s*<(?:\w+:)?f\b[^>]*(?:/>|>([^<]*)</(?:\w+:)?f>)\s*'
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v\s*>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ERROR = re.compile(
    rb'<(?:\w+:)?c\s(?=[^>]*\bt="e")[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*>(?:(?!</(?:\w+:)?c>).)*?'
    rb"<(?:\w+:)?v\s*>([^<]*)</",
    re.DOTALL,
)
_ERROR_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ODS = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"


@dataclass
class Inside:
    """Tell what a container holds: cells of formulas without value and of errors.

    They are given by worksheet: its part in XLSX, its name in ODS.
    """

    kind: str  # "xlsx" or "ods"
    formulas: dict[str, dict[tuple[int, int], str]] = field(default_factory=dict)


def look_inside(source: Source) -> Inside:
    """Check a container. Raises UnreadableFile for what is none, is encrypted, or would unpack beyond all measure."""
    if len(source.data) > LARGEST_WORKBOOK:
        raise source.fail(
            f"a workbook of more than {LARGEST_WORKBOOK:,} bytes. Save the scoresheets by themselves.", code="too_large"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            _check_sizes(source, archive)
            names = set(archive.namelist())
            if "xl/workbook.xml" in names or any(n.startswith("xl/") and n.endswith("workbook.xml") for n in names):
                return _xlsx(source, archive)
            if "content.xml" in names:
                return _ods(source, archive)
    except (
        zipfile.BadZipFile,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
        OverflowError,
    ) as error:
        raise source.fail(
            f"the workbook is damaged or locked by a password ({str(error)[:80]}). "
            "Open it in a spreadsheet and save it again.",
            code="bad_workbook",
        ) from error
    except zipfile.zlib.error as error:  # type: ignore[attr-defined]
        raise source.fail(
            "the workbook is damaged. Open it in a spreadsheet and save it again.", code="bad_workbook"
        ) from error
    raise source.fail("a ZIP file that is no workbook. Give the scoresheets one by one.", code="wrong_content")


def _check_sizes(source: Source, archive: zipfile.ZipFile) -> None:
    infos = archive.infolist()
    total = sum(i.file_size for i in infos)
    if len(infos) > MOST_PARTS or total > MOST_UNPACKED:
        raise source.fail(
            f"the workbook unpacks to {total:,} bytes in {len(infos):,} parts, more than any scoresheet needs.",
            code="too_large",
        )


def _part(source: Source, archive: zipfile.ZipFile, name: str) -> bytes:
    """Unpack one part, no further than it says it is long, and refuse entity declarations."""
    info = archive.getinfo(name)
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise source.fail("the workbook lies about the size of its parts.", code="bad_workbook")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise source.fail("the workbook declares XML entities, which no spreadsheet does.", code="bad_workbook")
    return data


def _xlsx(source: Source, archive: zipfile.ZipFile) -> Inside:
    inside = Inside("xlsx")
    for name in archive.namelist():
        if not name.endswith(".xml") or "/worksheets/" not in name:
            continue
        data = _part(source, archive, name)
        columns = {m[1] for m in _CELL.finditer(data)}
        last_row = max((int(m[2]) for m in _CELL.finditer(data)), default=0)
        last_row = max([last_row, *(int(m[1]) for m in _ROW.finditer(data))]) if columns else 0
        last_column = max((_column(c) for c in columns), default=0) + 1
        _check_extent(source, last_row, last_column)
        without = {m: "=" + (m[3] or b"").decode("utf-8", "replace") for m in _FORMULA.finditer(data)}
        if b't="e"' in data:
            without |= {m: m[3].decode("utf-8", "replace") for m in _ERROR.finditer(data)}
        part = name.rsplit("/", 1)[1]
        inside.formulas[part] = {(int(m[2]) - 1, _column(m[1])): text for m, text in without.items()}
    for name in ("xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"):
        if name in archive.namelist():
            _part(source, archive, name)
    return inside


def _column(letters: bytes) -> int:
    value = 0
    for c in letters:
        value = value * 26 + c - 64
    return value - 1


def _check_extent(source: Source, rows: int, columns: int) -> None:
    if rows * columns > MOST_CELLS:
        raise source.fail(
            f"a worksheet spans {rows:,} rows and {columns:,} columns, more than any scoresheet. "
            "Delete the stray cell far out, or copy the table to a new worksheet.",
            code="too_large",
        )


def _ods(source: Source, archive: zipfile.ZipFile) -> Inside:
    """Add up repeated rows and cells, which a few bytes can blow up to billions."""
    data = _part(source, archive, "content.xml")
    inside = Inside("ods")
    try:
        for row in _ods_rows(data):
            _check_extent(source, row.last, row.width)
            cells = inside.formulas.setdefault(row.table, {})
            cells |= {(i, c): text for c, text in row.formulas for i in range(row.first, row.last)}
    except ET.ParseError as error:
        raise source.fail(
            f"the workbook is damaged ({error}). Open it in a spreadsheet and save it again.", code="bad_workbook"
        ) from error
    return inside


@dataclass
class _Row:
    """Be a filled row of a table, or several alike: rows from 0, the table's width so far, formulas without value."""

    table: str
    first: int
    last: int
    width: int
    formulas: list[tuple[int, str]]


def _ods_rows(data: bytes) -> Iterator[_Row]:
    """Yield the filled rows of each table."""
    table, text = _ODS % "table", _ODS % "text"
    name = ""
    rows = width = columns = 0
    filled = False
    formulas: list[tuple[int, str]] = []
    for event, element in ET.iterparse(io.BytesIO(data), ("start", "end")):
        if event == "start":
            if element.tag == table + "table":
                rows = width = 0
                name = element.get(table + "name", "")
            elif element.tag == table + "table-row":
                columns, filled, formulas = 0, False, []
        elif element.tag in (table + "table-cell", table + "covered-table-cell"):
            repeated = int(element.get(table + "number-columns-repeated", "1"))
            if shown := _uncomputed(element):
                formulas.extend((columns + n, shown) for n in range(min(repeated, MOST_CELLS)))
            columns += repeated
            if element.get((_ODS % "office") + "value-type") or element.find(text + "p") is not None or shown:
                filled, width = True, max(width, columns)
            element.clear()
        elif element.tag == table + "table-row":
            repeated = int(element.get(table + "number-rows-repeated", "1"))
            rows += repeated
            if filled:
                yield _Row(name, rows - repeated, rows, width, formulas)
            element.clear()


def _uncomputed(cell: ET.Element) -> str:
    """Return the formula of a cell that holds no value, or the error that it holds instead of one."""
    formula = cell.get((_ODS % "table") + "formula")
    kind = cell.get((_ODS % "office") + "value-type")
    shown = "".join(cell.itertext()).strip()
    if formula and not kind and not shown:
        return "=" + formula.partition("=")[2]
    error = cell.get(_ERROR_TYPE) == "error" or (formula and kind == "string" and shown.startswith("#"))
    return f"#{shown.removeprefix('#') or 'ERROR'}" if error else ""
