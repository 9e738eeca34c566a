"""Save and load a file as read: a line of JSON, then its frames as Arrow IPC, in one file."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import polars as pl

from ingest.frames import FINDINGS, MOVES, ROWS, THROWS
from ingest.model import ParsedFile, Question, Understood

MAGIC = b"yamsheet-parsed/2\n"
_LARGE = 10_000  # rows from which it pays to leave out what one value stands for
_TOLD = ("fate", "code", "message")
_TYPES = {str(t): t for t in (pl.UInt32(), pl.Int32(), pl.Int16(), pl.String(), pl.Date())}
_FRAMES: dict[str, dict[str, pl.DataType]] = {
    "sheets": {},
    "rows": ROWS,
    "throws": THROWS,
    "moves": MOVES,
    "findings": FINDINGS,
}


def save_parsed(parsed: ParsedFile, path: Path) -> None:
    """Write a ParsedFile. Columns of one value, and records without a fate, take no room of their own."""
    bodies: list[memoryview] = []
    described = {}
    for name, schema in _FRAMES.items():
        frame: pl.DataFrame = getattr(parsed, name)
        constants, at = _spare(frame) if frame.height >= _LARGE else ({}, [])
        kept = frame.drop(*constants) if constants else frame
        described[name] = {
            "height": frame.height,
            "columns": [[c, str(t)] for c, t in frame.schema.items()] if not schema else None,
            "constants": constants,
            "told": [list(row) for row in frame[at].select(_TOLD).rows()] if at else [],
            "at": at,
            "bytes": 0,
        }
        if frame.height and kept.width:
            buffer = io.BytesIO()
            kept.write_ipc(buffer)
            bodies.append(buffer.getbuffer())
            described[name]["bytes"] = len(bodies[-1])
    meta = {
        "reader": parsed.reader,
        "understood": asdict(parsed.understood),
        "questions": [asdict(q) for q in parsed.questions],
        "frames": described,
    }
    with path.open("wb") as file:
        file.write(MAGIC)
        file.write(json.dumps(meta, ensure_ascii=False).encode() + b"\n")
        for body in bodies:
            file.write(body)


def _spare(frame: pl.DataFrame) -> tuple[dict[str, Any], list[int]]:
    """Return the columns of a large frame that one value stands for, and where the few records with a fate are."""
    constants: dict[str, Any] = {}
    at: list[int] = []
    if "fate" in frame.columns and frame["fate"].null_count() * 4 > frame.height * 3:
        constants = dict.fromkeys(_TOLD)
        at = frame["fate"].is_not_null().arg_true().to_list()
    constants |= {c: v for c in frame.columns if c not in constants and (v := _only_value(frame[c])) is not _MANY}
    return constants, at


class _Many:
    """Mark a column of several values, or of a kind that is kept as it is."""


_MANY = _Many()


def _only_value(column: pl.Series) -> str | _Many | None:
    """Return the one text or null that a column holds throughout."""
    if column.null_count() == len(column):
        return None
    if column.dtype != pl.String or column.null_count():
        return _MANY
    first: str = column[0]
    return first if bool((column == first).all()) else _MANY


def load_parsed(path: Path) -> ParsedFile:
    """Read a ParsedFile back. Raises ValueError where the file is none, or is cut off."""
    with path.open("rb") as file:
        if file.readline() != MAGIC:
            raise ValueError(f"{path.name} is no saved reading")
        meta: dict[str, Any] = json.loads(file.readline())
        frames = {}
        for name, described in meta["frames"].items():
            body = file.read(described["bytes"])
            if len(body) != described["bytes"]:
                raise ValueError(f"{path.name} is cut off")
            frames[name] = _frame(described, _FRAMES[name], body)
    known = {f.name for f in fields(Understood)}
    return ParsedFile(
        reader=meta["reader"],
        understood=Understood(
            **{k: tuple(v) if isinstance(v, list) else v for k, v in meta["understood"].items() if k in known}
        ),
        questions=tuple(Question(**{**q, "choices": tuple(q["choices"])}) for q in meta["questions"]),
        **frames,
    )


def _frame(described: dict[str, Any], schema: dict[str, pl.DataType], body: bytes) -> pl.DataFrame:
    """Put a frame together again: what was kept, constant columns, and the records that have a fate."""
    types = schema or {c: _TYPES[t] for c, t in described["columns"]}
    if not described["height"]:
        return pl.DataFrame(schema=types)
    kept = pl.read_ipc(body) if body else pl.DataFrame()
    height = described["height"]
    if not described["constants"]:
        return kept
    columns = []
    for name, dtype in types.items():
        if name not in described["constants"]:
            columns.append(kept[name])
        else:
            value = described["constants"][name]
            columns.append(pl.Series(name, [value], dtype=dtype).new_from_index(0, height))
    if described["at"]:
        for i, name in enumerate(_TOLD):
            values = pl.Series([row[i] for row in described["told"]], dtype=pl.String)
            position = list(types).index(name)
            columns[position] = columns[position].rechunk().scatter(described["at"], values)
    return pl.DataFrame(columns)
