"""Read XLSX and ODS: check the container, take its worksheets as grids, hand them to their layouts."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from typing import Any

import python_calamine as calamine

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.tables import read_grids
from ingest.readers.workbook_checks import Inside, look_inside
from ingest.sources import Source

MOST_WORKSHEETS = 1_000


class Workbooks:
    """Read the worksheets of a workbook, each in whatever layout it has."""

    name = "workbook"
    extensions = (".xlsx", ".xlsm", ".ods")

    def detect(self, source: Source) -> bool:
        """Take a workbook by its ending."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read every visible worksheet. Raises UnreadableFile where none holds a scoresheet."""
        if not source.is_zip:
            raise source.fail(
                f"its name ends in {source.extension}, but it is no workbook. "
                "Save it from a spreadsheet as XLSX or ODS.",
                code="wrong_content",
            )
        inside = look_inside(source)
        wanted = "ods" if source.extension == ".ods" else "xlsx"
        if inside.kind != wanted:
            raise source.fail(
                f"its name ends in {source.extension}, but it is {inside.kind.upper()}. Rename it.",
                code="wrong_content",
            )
        out = Collector()
        grids = _grids(source, inside, out)
        if not grids:
            raise source.fail("the workbook holds no filled worksheet.", code="empty")
        return read_grids(source, grids, options, out, wanted, Understood())


def _grids(source: Source, inside: Inside, out: Collector) -> list[Grid]:
    """Take the filled worksheets; hidden ones are told and left."""
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(source.data))
        sheets = book.sheets_metadata
        if len(sheets) > MOST_WORKSHEETS:
            raise source.fail(f"the workbook has {len(sheets):,} worksheets.", code="too_large")
        parts = _parts_by_name(source) if inside.formulas and inside.kind == "xlsx" else {}
        grids = []
        for meta in sheets:
            if meta.typ != calamine.SheetTypeEnum.WorkSheet:
                continue
            sheet = book.get_sheet_by_name(meta.name)
            rows = [[_text(v) for v in row] for row in sheet.to_python(skip_empty_area=False)] if sheet.height else []
            grid = Grid(rows, meta.name)
            for (row, column), formula in inside.formulas.get(parts.get(meta.name, meta.name), {}).items():
                _set(grid, row, column, formula)
            if meta.visible != calamine.SheetVisibleEnum.Visible:
                for number, _ in grid.filled():
                    message = "a hidden worksheet, which is not read; show it if it counts"
                    out.ignore(meta.name, number, "hidden", message)
            elif rows:
                grids.append(grid)
    except (
        calamine.CalamineError,
        calamine.PasswordError,
        calamine.XmlError,
        calamine.ZipError,
        OSError,
        ValueError,
    ) as error:
        raise source.fail(
            f"the workbook cannot be opened ({str(error)[:100]}). Open it in a spreadsheet and save it again.",
            code="bad_workbook",
        ) from error
    return grids


def _set(grid: Grid, row: int, column: int, formula: str) -> None:
    """Show a formula without its value as the formula: it is not blank, and no figure."""
    while len(grid.rows) <= row:
        grid.rows.append([])
    cells = grid.rows[row]
    cells.extend([""] * (column + 1 - len(cells)))
    if not cells[column]:
        cells[column] = formula


def _parts_by_name(source: Source) -> dict[str, str]:
    """Match worksheets by name with the parts that hold them (ECMA-376, workbook relationships)."""
    with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
        names = archive.namelist()
        if "xl/workbook.xml" not in names or "xl/_rels/workbook.xml.rels" not in names:
            return {}
        book = archive.read("xl/workbook.xml").decode("utf-8", "replace")
        rels = archive.read("xl/_rels/workbook.xml.rels").decode("utf-8", "replace")
    targets = {}
    for tag in re.findall(r"<Relationship\b[^>]*>", rels):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        targets[attributes.get("Id", "")] = attributes.get("Target", "").rsplit("/", 1)[-1]
    found = {}
    for tag in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", book):
        name = re.search(r'\bname="([^"]*)"', tag)
        ident = re.search(r'\br:id="([^"]*)"|:id="([^"]*)"', tag)
        if name and ident:
            found[_unescape(name[1])] = targets.get(ident[1] or ident[2], "")
    return found


def _unescape(text: str) -> str:
    for entity, c in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(entity, c)
    return text


def _text(value: Any) -> str:
    """Write a cell as text: whole numbers without decimals, dates as ISO."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ", "minutes")
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value)
