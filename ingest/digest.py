"""Name what the reader made of a file, so that a later reader that reads it otherwise is noticed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

import polars as pl

from ingest.model import ParsedFile, ReadOptions

#: Raised when the stored form of parsed files changes; older ones are then read again from the raw file.
FORM = 1
#: Up to so many rows are named row by row: for a small file that is quicker than column by column.
_FEW = 500


def parsed_key(sha: str, options: ReadOptions) -> str:
    """Return the name under which a file, read with these options, is kept in parsed form."""
    settled = {k: v for k, v in asdict(options).items() if not k.startswith("club_") and k != "yes"}
    mark = json.dumps([FORM, settled], sort_keys=True, default=dict).encode()
    return f"{sha}-{hashlib.sha256(mark).hexdigest()[:16]}"


def digest(parsed: ParsedFile) -> str:
    """Return the sha256 of everything read in a file: sheets, throws, moves, what was found, and the rows left out."""
    total = hashlib.sha256()
    for frame in (
        parsed.sheets,
        parsed.throws,
        parsed.moves,
        parsed.findings,
        parsed.rows.drop("message", strict=False),
    ):
        if frame.height <= _FEW:
            total.update(
                json.dumps([sorted(frame.columns), frame.select(sorted(frame.columns)).rows()], default=str).encode()
            )
            continue
        for name in sorted(frame.columns):
            column = frame[name]
            if column.null_count() == len(column):
                continue
            total.update(f"\0{name}\0".encode())
            total.update(_bytes(column))
    return total.hexdigest()


def _bytes(column: pl.Series) -> bytes:
    if column.dtype.is_integer() or column.dtype == pl.Boolean:
        return column.cast(pl.Int64).fill_null(-(2**62)).to_numpy().astype("<i8", copy=False).tobytes()
    if column.dtype == pl.Date:
        return _bytes(column.cast(pl.Int32))
    if column.dtype == pl.List(pl.String):
        column = column.list.join("\x1e")
    return str(column.fill_null("\0").str.join("\x1f")[0]).encode()
