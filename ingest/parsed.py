"""Save and load a file as read: a line of JSON, then its frames as Arrow IPC, in one file."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import polars as pl

from ingest.frames import FINDINGS, MOVES, ROWS, THROWS, empty
from ingest.model import ParsedFile, Question, Understood

MAGIC = b"yamsheet-parsed/1\n"
_FRAMES: dict[str, dict[str, pl.DataType]] = {
    "sheets": {},
    "rows": ROWS,
    "throws": THROWS,
    "moves": MOVES,
    "findings": FINDINGS,
}


def save_parsed(parsed: ParsedFile, path: Path) -> None:
    """Write a ParsedFile; a frame without rows that has its declared columns takes no room."""
    bodies = {}
    for name, schema in _FRAMES.items():
        frame: pl.DataFrame = getattr(parsed, name)
        buffer = io.BytesIO()
        if frame.height or not schema:
            frame.write_ipc(buffer)
        bodies[name] = buffer.getbuffer()
    meta = {
        "reader": parsed.reader,
        "understood": asdict(parsed.understood),
        "questions": [asdict(q) for q in parsed.questions],
        "frames": {name: len(body) for name, body in bodies.items()},
    }
    with path.open("wb") as file:
        file.write(MAGIC)
        file.write(json.dumps(meta, ensure_ascii=False).encode() + b"\n")
        for body in bodies.values():
            file.write(body)


def load_parsed(path: Path) -> ParsedFile:
    """Read a ParsedFile back. Raises ValueError where the file is none, or is cut off."""
    with path.open("rb") as file:
        if file.readline() != MAGIC:
            raise ValueError(f"{path.name} is no saved reading")
        meta: dict[str, Any] = json.loads(file.readline())
        frames = {}
        for name, length in meta["frames"].items():
            body = file.read(length)
            if len(body) != length:
                raise ValueError(f"{path.name} is cut off")
            frames[name] = pl.read_ipc(io.BytesIO(body)) if length else empty(_FRAMES[name])
    known = {f.name for f in fields(Understood)}
    return ParsedFile(
        reader=meta["reader"],
        understood=Understood(**{k: v for k, v in meta["understood"].items() if k in known}),
        questions=tuple(Question(q["about"], q["message"], tuple(q["choices"])) for q in meta["questions"]),
        **frames,
    )
