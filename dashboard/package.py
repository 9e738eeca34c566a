"""Write a book as open data: every table as Parquet and CSV, described by a datapackage.json (Frictionless Data)."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from dashboard.exports import Table, csv_bytes, export, standings_table, workbook
from ingest.errors import WrongUsage
from ingest.portable import Given, games_of, in_tables, wide
from ingest.store import Book
from ingest.warehouse import Reader

#: Tables that say something of the club; the others only serve the warehouse.
_TABLES = ("game", "sheet", "stated", "finding", "player", "spelling", "file", "source_row", "entry")
MOST_ROWS = 1_000_000  # of a worksheet
_LONG = 80  # letters of a season in the name of a file; file systems know up to 255
_TYPES: tuple[tuple[Any, str], ...] = (
    (pl.Boolean, "boolean"),
    (pl.Date, "date"),
    (pl.Datetime, "datetime"),
    (pl.String, "string"),
)


@dataclass(frozen=True)
class Package:
    """Tell what was written: how many files, and the games that are not in all of those that can be read again.

    ``unsaid``: in none of them; ``json_only``: in games.json alone. ``too_long``: they fill more than a worksheet,
    so that there is no games.xlsx. ``unranked``: why seasons have no standings.
    """

    files: int
    unsaid: list[str]
    json_only: list[str]
    too_long: bool
    unranked: list[str]


def write_package(book: Book, reader: Reader, folder: Path) -> Package:
    """Write every table, each season's standings and the games into a folder.

    The games stand in it as JSON `yamsheet/1`, and in the wide form as CSV and as worksheets: all of them can be read
    again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    club = book.club
    names = [name for name in reader.tables() if name in _TABLES or name.startswith("boxes_")]
    frames = {name: reader.table(name) for name in names}
    titles = dict.fromkeys(frames, "")
    unranked: list[str] = []
    for name, season in _file_names(reader.query("seasons")["season"].sort()).items():
        try:
            made = standings_table(reader, season, method=club.method_of(season))
        except WrongUsage as error:
            unranked.append(str(error))
            continue
        frames[name], titles[name] = made.frame, made.title
    listed, unsaid = games_of(book, reader)
    tables = in_tables(listed)
    sheets = wide(tables, reader)
    frames |= {f"games_{base.replace('-', '_')}": frame for base, frame in sheets.items()}
    resources = [part for name, frame in frames.items() for part in _write(name, titles.get(name, ""), frame, folder)]
    resources += _games(listed, sheets, folder)
    package = {"name": "yamsheet", "title": club.name or "A club's dice league", "profile": "tabular-data-package"}
    text = json.dumps({**package, "resources": resources}, ensure_ascii=False, indent=1) + "\n"
    (folder / "datapackage.json").write_text(text, encoding="utf-8")
    said = {id(g) for games in tables.values() for g in games}
    json_only = [g.row["game"] for g in listed if id(g) not in said]
    return Package(len(resources) + 1, unsaid, json_only, _too_long(sheets), unranked)


def _games(listed: Sequence[Given], sheets: Mapping[str, pl.DataFrame], folder: Path) -> list[dict[str, Any]]:
    """Write the games as JSON, and those that have sheets as a workbook, a worksheet for each rule set."""
    whole = {"format": "yamsheet/1", "games": [g.game for g in listed]}
    content = (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()
    made = [("json", "application/json", content)]
    if sheets and not _too_long(sheets):
        tables = [Table(base, base, "", frame) for base, frame in sheets.items()]
        made.append(("xlsx", export("xlsx").media_type, workbook(tables)))
    return [
        {
            "name": f"games-{form}",
            "path": _put(folder, f"games.{form}", content),
            "format": form,
            "mediatype": media_type,
            **_sums(content),
        }
        for form, media_type, content in made
    ]


def _too_long(sheets: Mapping[str, pl.DataFrame]) -> bool:
    return any(frame.height >= MOST_ROWS for frame in sheets.values())


def _write(name: str, title: str, frame: pl.DataFrame, folder: Path) -> list[dict[str, Any]]:
    parquet = io.BytesIO()
    frame.write_parquet(parquet, compression="zstd", statistics=False)
    fields = [{"name": column, "type": _type(dtype)} for column, dtype in frame.schema.items()]
    titled = {"title": title} if title else {}
    return [
        {
            "name": name,
            **titled,
            "path": _put(folder, f"{name}.csv", content := csv_bytes(frame)),
            "profile": "tabular-data-resource",
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            **_sums(content),
            "schema": {"fields": fields, "missingValues": [""]},
        },
        {
            "name": f"{name}-parquet",
            **titled,
            "path": _put(folder, f"{name}.parquet", content := parquet.getvalue()),
            "format": "parquet",
            "mediatype": "application/vnd.apache.parquet",
            **_sums(content),
        },
    ]


def _put(folder: Path, name: str, content: bytes) -> str:
    (folder / name).write_bytes(content)
    return name


def _sums(content: bytes) -> dict[str, Any]:
    return {"bytes": len(content), "hash": f"sha256:{hashlib.sha256(content).hexdigest()}"}


def _type(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "integer"
    if dtype.is_numeric():
        return "number"
    return next((name for kind, name in _TYPES if dtype == kind), "string")


def _file_names(seasons: Iterable[str]) -> dict[str, str]:
    """Return the seasons by the names of their files, no two alike: a number parts those that would be.

    >>> _file_names(["2026-A", "2026/A", "Été"])
    {'standings-2026-a': '2026-A', 'standings-2026-a-2': '2026/A', 'standings-ete': 'Été'}
    """
    names: dict[str, str] = {}
    for season in seasons:
        plain = "".join(c for c in unicodedata.normalize("NFKD", season.lower()) if not unicodedata.combining(c))
        stem = name = "standings-" + "".join(c if c.isalnum() and c.isascii() else "-" for c in plain[:_LONG])
        numbers = itertools.count(2)
        while name in names:
            name = f"{stem}-{next(numbers)}"
        names[name] = season
    return names
