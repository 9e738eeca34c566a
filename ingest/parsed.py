"""Save and load a file as read: its frames as Arrow IPC, then a line of JSON about them, in one file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl

from ingest.frames import FINDINGS, MOVES, ROWS, THROWS, empty
from ingest.model import ParsedFile, Question, Understood

MAGIC = b"yamsheet-parsed/4\n"
_LENGTH = 8  # bytes at the end that tell how long the JSON is
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


_NONE = {name: empty(schema) for name, schema in _FRAMES.items() if schema}


def save_parsed(parsed: ParsedFile, path: Path) -> None:
    """Write a ParsedFile. Columns that a value, or counting, stands for take no room of their own."""
    with path.open("wb") as file:
        file.write(MAGIC)
        described = {name: _save(getattr(parsed, name), bool(schema), file) for name, schema in _FRAMES.items()}
        meta = {
            "reader": parsed.reader,
            "understood": vars(parsed.understood),
            "questions": [vars(q) for q in parsed.questions],
            "frames": described,
        }
        told = json.dumps(meta, ensure_ascii=False).encode()
        file.write(told + len(told).to_bytes(_LENGTH, "big"))


def _save(frame: pl.DataFrame, known: bool, file: BinaryIO) -> dict[str, Any]:
    """Write what cannot be left out of a frame; return what is needed to put it together again."""
    told: dict[str, Any] = {"height": frame.height, "bytes": 0}
    if not known:
        told["columns"] = [[c, str(t)] for c, t in frame.schema.items()]
    if frame.height >= _LARGE:
        told |= _spare(frame)
        frame = frame.drop(*told["constants"], *told["counts"])
    if told["height"] and frame.width:
        file.flush()
        start = file.tell()
        # The one is quickly written and read where there is much, the other where there is little.
        (frame.write_ipc if "constants" in told else frame.write_ipc_stream)(file)
        told["bytes"] = file.seek(0, 2) - start
    return told


def _spare(frame: pl.DataFrame) -> dict[str, Any]:
    """Find the columns of a large frame that need no room, and the few records with a fate."""
    constants: dict[str, Any] = {}
    at: list[int] = []
    if "fate" in frame.columns and frame["fate"].null_count() * 4 > frame.height * 3:
        constants = dict.fromkeys(_TOLD)
        at = frame["fate"].is_not_null().arg_true().to_list()
    counts = {}
    for column in frame.iter_columns():
        if column.name not in constants:
            if (value := _only_value(column)) is not _MANY:
                constants[column.name] = value
            elif (first := _counted(column)) is not None:
                counts[column.name] = [first, column.null_count()]
    told = [list(row) for row in frame[at].select(_TOLD).rows()] if at else []
    return {"constants": constants, "counts": counts, "told": told, "at": at}


class _Many:
    """Mark a column of several values, or of a kind that is kept as it is."""


_MANY = _Many()


def _only_value(column: pl.Series) -> str | _Many | None:
    """Return the one text or null that a column holds throughout."""
    if column.null_count() == len(column):
        return None
    if column.dtype != pl.String or column.null_count() or column[-1] != column[0]:
        return _MANY
    first: str = column[0]
    return first if bool((column == first).all()) else _MANY


def _counted(column: pl.Series) -> int | None:
    """Return the first number of a column that counts up by one, from below its nulls where it has any."""
    nulls = column.null_count()
    if column.dtype != pl.UInt32 or nulls > _LARGE or column[nulls] is None:
        return None
    first: int = column[nulls]
    if column[-1] != first + len(column) - nulls - 1 or not bool(
        (column[nulls:] == _count(first, len(column) - nulls)).all()
    ):
        return None
    return first


def _count(first: int, length: int) -> pl.Series:
    return pl.int_range(first, first + length, dtype=pl.UInt32, eager=True)


def load_parsed(path: Path) -> ParsedFile:
    """Read a ParsedFile back. Raises ValueError where the file is none, or is cut off."""
    with path.open("rb") as file:
        if file.readline() != MAGIC:
            raise ValueError(f"{path.name} is no saved reading")
        start = file.tell()
        end = file.seek(-_LENGTH, 2)
        length = int.from_bytes(file.read(_LENGTH), "big")
        if length > end - start:
            raise ValueError(f"{path.name} is cut off")
        file.seek(end - length)
        meta: dict[str, Any] = json.loads(file.read(length))
        file.seek(start)
        frames = {
            name: _load(told, _FRAMES[name], file) if told["height"] or name not in _NONE else _NONE[name]
            for name, told in meta["frames"].items()
        }
    known = {f.name for f in fields(Understood)}
    understood = {k: v for k, v in meta["understood"].items() if k in known}
    return ParsedFile(
        reader=meta["reader"],
        understood=Understood(**{**understood, "notes": tuple(understood.get("notes", ()))}),
        questions=tuple(Question(**{**q, "choices": tuple(q["choices"])}) for q in meta["questions"]),
        **frames,
    )


def _load(told: dict[str, Any], schema: dict[str, pl.DataType], file: BinaryIO) -> pl.DataFrame:
    """Put a frame together again: what was kept, what a value or counting stands for, and the records with a fate."""
    types = schema or {c: _TYPES[t] for c, t in told["columns"]}
    body = file.read(told["bytes"])
    if "constants" not in told:
        return pl.read_ipc_stream(body) if body else pl.DataFrame(schema=types)
    kept = pl.read_ipc(body) if body else pl.DataFrame()
    height = told["height"]
    made = {name: _count(first, height - nulls) for name, (first, nulls) in told["counts"].items()}
    for name, (_, nulls) in told["counts"].items():
        if nulls:
            made[name] = pl.concat([pl.Series([None] * nulls, dtype=pl.UInt32), made[name]])
    if told["at"]:
        made |= {name: _scattered([row[i] for row in told["told"]], told["at"], height) for i, name in enumerate(_TOLD)}
    frame = kept.with_columns(**made) if kept.width else pl.DataFrame(made or {"-": _count(0, height)})
    return frame.select(
        pl.lit(told["constants"][name], dtype).alias(name) if name in told["constants"] and name not in made else name
        for name, dtype in types.items()
    )


def _scattered(values: Sequence[str | None], at: Sequence[int], height: int) -> pl.Series:
    """Return a column of a few texts among nulls."""
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, height)
    return nothing.scatter(list(at), pl.Series(values, dtype=pl.String))
