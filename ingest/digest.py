"""Name what the reader made of a file, so that a later reader that reads it otherwise is noticed."""

from __future__ import annotations

import hashlib
import json

import polars as pl

from ingest.model import ParsedFile, ReadOptions

#: Raised when the stored form of parsed files changes; older ones are then read again from the raw file.
FORM = 3
#: Columns that tell in which rows boxes stand: where a file is read the same, they are the same.
PLACE = "r_"
#: Up to so many rows are named row by row: for a small file that is quicker than column by column.
_FEW = 500
_SIZES = {1: pl.Int8, 2: pl.Int16, 4: pl.Int32, 8: pl.Int64}


def parsed_key(sha: str, options: ReadOptions) -> str:
    """Return the name under which a file, read with these options, is kept in parsed form.

    What nobody says has no part in it, so that an option may come to be.
    """
    said = {name: value for name, value in options.by_name().items() if value is not None}
    settled = {name: value for name, value in said.items() if not name.startswith("club_") and name != "yes"}
    mark = json.dumps([FORM, settled], sort_keys=True, default=dict).encode()
    return f"{sha}-{hashlib.sha256(mark).hexdigest()[:16]}"


def digest(parsed: ParsedFile) -> str:
    """Return the sha256 of everything read in a file: sheets, throws, moves, what was found, and the rows left out.

    It begins with the number of its form, that an earlier version's can still be told (`agrees`).
    """
    total = hashlib.sha256()
    for frame in _frames(parsed):
        few = frame.height <= _FEW
        total.update(f"\0\0{frame.height}".encode())
        for name in sorted(frame.columns) if frame.height else ():
            column = frame[name]
            if name == "message" or name.startswith(PLACE) or column.null_count() == len(column):
                continue
            total.update(f"\0{name}\0".encode())
            total.update(json.dumps(column.to_list(), default=str).encode() if few else _bytes(column))
    return f"2-{total.hexdigest()}"


def agrees(parsed: ParsedFile, stored: str | None) -> bool:
    """Tell whether this is what the stored digest was made of."""
    first = stored is not None and not stored.startswith("2-")
    return stored == (_first_digest(parsed) if first else digest(parsed))


def _frames(parsed: ParsedFile) -> tuple[pl.DataFrame, ...]:
    return parsed.sheets, parsed.throws, parsed.moves, parsed.findings, parsed.rows


def _first_digest(parsed: ParsedFile) -> str:
    """Return the digest as its first form was."""
    total = hashlib.sha256()
    for frame in _frames(parsed):
        told = {"message"} if frame is parsed.rows else set()
        names = sorted(name for name in {*frame.columns} - told if not name.startswith(PLACE))
        if frame.height <= _FEW:
            total.update(json.dumps([names, frame.select(names).rows()], default=str).encode())
            continue
        for name in names:
            if frame[name].null_count() < frame.height:
                total.update(f"\0{name}\0".encode())
                total.update(_first_bytes(frame[name]))
    return total.hexdigest()


def _bytes(column: pl.Series) -> bytes:
    """Return what a column holds: the places and the values of a thin one, one value where all are alike."""
    if column.null_count() * 2 > len(column):
        places = column.is_not_null().arg_true()
        return _bytes(places) + _bytes(column.drop_nulls())
    if column.dtype == pl.Date:
        return _numbers(column.cast(pl.Int32))
    if column.dtype.is_integer():
        return _numbers(column)
    alike = column.dtype == pl.String and not column.null_count() and bool((column == column[0]).all())
    return f"{len(column)} times {column[0]}".encode() if alike else _first_bytes(column)


def _numbers(column: pl.Series) -> bytes:
    """Return whole numbers in the fewest bytes that hold them all and a mark for null, whatever their type is."""
    low, high = int(column.min() or 0), int(column.max() or 0)  # type: ignore[arg-type]
    size = next(n for n in _SIZES if -(2 ** (8 * n - 1)) < low and high < 2 ** (8 * n - 1))
    numbers = column.cast(_SIZES[size])
    if numbers.null_count():
        numbers = numbers.fill_null(-(2 ** (8 * size - 1)))
    return bytes([size]) + numbers.to_numpy().astype(f"<i{size}", copy=False).tobytes()


def _first_bytes(column: pl.Series) -> bytes:
    """Return a column's values as the first form has them."""
    if column.dtype.is_integer() or column.dtype == pl.Boolean:
        return column.cast(pl.Int64).fill_null(-(2**62)).to_numpy().astype("<i8", copy=False).tobytes()
    if column.dtype == pl.Date:
        return _first_bytes(column.cast(pl.Int32))
    if column.dtype == pl.List(pl.String):
        column = column.list.join("\x1e")
    return str((column.fill_null("\0") if column.null_count() else column).str.join("\x1f")[0]).encode()
