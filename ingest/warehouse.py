"""Keep the results: a DuckDB file made whole each time, published by renaming, read pinned. The only user of duckdb."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from ingest import disk
from ingest.errors import BookError
from ingest.journal import canonical

if TYPE_CHECKING:
    from ingest.store import Book

_SQL = Path(__file__).parent / "sql"
_BUILDING = "building.tmp"

#: Raise it whenever the same journal and files give other tables than before (scoring, ranking, checks, messages …):
#: every book's results are then made anew at its next command.
MAKING = 2

#: Rows from which a table is filled by a thread of its own.
_LARGE = 50_000

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}

#: The columns that put a table's rows in order; boxes tables have those of `boxes`, the others all of theirs.
_ORDER: dict[str, tuple[str, ...]] = {
    "game": ("game_no",),
    "sheet": ("sheet_no",),
    "boxes": ("sheet_no", "column"),
    "player": ("player_no",),
    "entry": ("no",),
}


@dataclass(frozen=True)
class Current:
    """Say which warehouse counts: N, the sha256 of its file, the journal's last hash and length, and what made it.

    `schema` is the number of the last migration, `shape` the hash of all of them and of `MAKING`.
    """

    number: int = 0
    sha256: str = ""
    journal: str = ""
    entries: int = 0
    schema: int = 0
    shape: str = ""

    @property
    def fits(self) -> bool:
        """Tell whether this version made it; what an older one made, or another of the same number, is made anew."""
        return (self.schema, self.shape) == (schema(), shape())

    @property
    def newer(self) -> bool:
        """Tell whether a newer version made it, which is refused."""
        return self.schema > schema()


@functools.cache
def migrations() -> tuple[tuple[int, str, str], ...]:
    """Return (number, name, SQL) of every migration, in order."""
    paths = sorted((_SQL / "migrations").glob("*.sql"))
    return tuple((int(path.stem[:4]), path.stem, path.read_text(encoding="utf-8")) for path in paths)


def schema() -> int:
    """Return the number of the last migration: what a warehouse of this version bears."""
    return migrations()[-1][0]


def shape() -> str:
    """Return the hash of all that makes the tables what they are: the migrations and `MAKING`."""
    return hashlib.sha256("".join([f"{MAKING}\n", *(sql for _, _, sql in migrations())]).encode()).hexdigest()[:16]


def path_of(folder: Path, number: int) -> Path:
    """Return where the warehouse N lies."""
    return folder / f"{number}.duckdb"


def read_current(folder: Path) -> Current | None:
    """Return what CURRENT says, None where there is none; a damaged one is a BookError."""
    try:
        data = (folder / "CURRENT").read_bytes()
    except FileNotFoundError:
        return None
    try:
        values = json.loads(data)
        check = values.pop("check")
        if canonical({**values, "check": check}) + b"\n" == data and check == _check(values):
            return Current(**{key: values[key] for key in Current.__dataclass_fields__ if key in values})
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise BookError("warehouse/CURRENT is damaged. Make the results anew: yamsheet rebuild")


def publish(
    folder: Path, tables: Mapping[str, pl.DataFrame], journal: str, entries: int, parsed: Mapping[str, str]
) -> int:
    """Make a warehouse from nothing and let CURRENT name it; return its number.

    `journal` and `entries` are the hash and number of the last entry, `parsed` the hashes of the parsed files by key.
    An OSError or a BookError says that the results stay as they were.
    """
    clean(folder)
    building = folder / _BUILDING
    _make(building, tables, {"journal": journal, "entries": str(entries), "schema": str(schema())}, parsed)
    disk.fsync_path(building)
    number = 1 + max((no for no, _ in _numbered(folder)), default=0)
    target = path_of(folder, number)
    digest = disk.sha256(building)
    disk.rename(building, target)
    disk.fsync_path(folder)
    values = asdict(Current(number, digest, journal, entries, schema(), shape()))
    disk.put(folder / "CURRENT", canonical({**values, "check": _check(values)}) + b"\n")
    disk.fsync_path(folder)
    sweep(folder, number)
    return number


def clean(folder: Path) -> None:
    """Remove what a crashed write left half made, and what the database put aside for it or for a reader that is gone.

    Only the one writer may call this.
    """
    kept = {f"{path.name}.tmp" for _, path in _numbered(folder)}
    for path in [*folder.glob("*.tmp*"), *folder.glob("*.wal"), *folder.glob("parsed/*.tmp")]:
        if not path.is_dir():
            disk.remove(path)
        elif path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)


def sweep(folder: Path, number: int) -> None:
    """Remove the warehouses other than `number` that no reader uses."""
    for no, path in _numbered(folder):
        if no == number:
            continue
        with contextlib.suppress(OSError):
            fd = os.open(path, os.O_RDONLY)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                disk.remove(path)
            finally:
                os.close(fd)


def known_entries(folder: Path) -> int:
    """Return the highest number of entries that any warehouse here has known, as far as they can be read."""
    known = 0
    for _, path in _numbered(folder):
        with contextlib.suppress(duckdb.Error, OSError, BookError, ValueError), _pinned(path):
            known = max(known, int(_meta(path).get("entries", "0")))
    return known


def read_parsed(folder: Path) -> dict[str, str]:
    """Return the hashes of the parsed files by key, as the current warehouse knows them, if it can be read."""
    with contextlib.suppress(BookError, duckdb.Error), Reader(folder) as reader:
        frame = reader.table("parsed")
        return dict(zip(frame["key"].to_list(), frame["sha256"].to_list(), strict=True))
    return {}


def contents(tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return these tables as a warehouse would hold them, to compare with one."""
    con = duckdb.connect(":memory:", config=_CONFIG)
    try:
        _fill(con, tables, {}, {})
        return {name: con.sql(f"FROM {_quoted(name)}").pl() for name in _names(con)}
    finally:
        con.close()


def open_reader(book: Book) -> Reader:
    """Return a reader of the book's results, pinned to the warehouse that CURRENT names now."""
    return Reader(book.results)


class Reader:
    """Read one warehouse, the same until it is closed, whatever is written meanwhile; safe to share among threads.

    It is the one that CURRENT names now, or one that is pinned already.
    """

    def __init__(self, folder: Path, pinned: tuple[Current, int] | None = None) -> None:
        current, self._fd = pinned or pin(folder)
        self.number = current.number
        self.current = current
        try:
            self._con = duckdb.connect(str(path_of(folder, current.number)), read_only=True, config=_CONFIG)
        except duckdb.Error as error:
            os.close(self._fd)
            raise BookError(
                f"warehouse/{current.number}.duckdb cannot be read. Make the results anew: yamsheet rebuild"
            ) from error

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the warehouse go."""
        if self._fd >= 0:
            self._con.close()
            os.close(self._fd)
            self._fd = -1

    def query(self, name: str, /, **params: object) -> pl.DataFrame:
        """Return what the view `ingest/sql/views/<name>.sql` gives for these parameters (`$season`)."""
        return self._frame(view(name), params)

    def table(self, name: str, /, columns: tuple[str, ...] = (), **where: object) -> pl.DataFrame:
        """Return a table's rows, in order: all, or those whose columns equal `where` (None: no value)."""
        chosen = ", ".join(map(_quoted, columns)) or "*"
        tests = " AND ".join(f"{_quoted(key)} IS NOT DISTINCT FROM ${key}" for key in where) or "true"
        return self._frame(f"SELECT {chosen} FROM {_quoted(name)} WHERE {tests}", where)

    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables, in order."""
        with contextlib.closing(self._con.cursor()) as cursor:
            return _names(cursor)

    def _frame(self, sql: str, params: Mapping[str, object]) -> pl.DataFrame:
        with contextlib.closing(self._con.cursor()) as cursor:
            return pl.DataFrame(cursor.sql(sql, params=dict(params) or None))  # `.pl()` would import pyarrow


@functools.cache
def view(name: str) -> str:
    """Return the SQL of a view."""
    return (_SQL / "views" / f"{name}.sql").read_text(encoding="utf-8")


def _make(path: Path, tables: Mapping[str, pl.DataFrame], meta: Mapping[str, str], parsed: Mapping[str, str]) -> None:
    """Make a warehouse file: one transaction, a checkpoint, no write-ahead log left."""
    wal = path.with_name(path.name + ".wal")
    try:
        con = duckdb.connect(str(path), config=_CONFIG)
        try:
            _fill(con, tables, meta, parsed)
            con.execute("CHECKPOINT")
        finally:
            con.close()
    except (duckdb.IOException, duckdb.FatalException, duckdb.OutOfMemoryException, duckdb.InternalException) as error:
        _discard(path, wal)
        reason = str(error).splitlines()[0].rpartition(": ")[2]
        raise BookError(f"the database's file cannot be written: {reason}") from error
    except BaseException:
        _discard(path, wal)
        raise
    if wal.exists():
        _discard(path, wal)
        raise BookError("the database has kept a part of the results back")


def _discard(*paths: Path) -> None:
    for path in paths:
        disk.remove(path)


def _fill(
    con: duckdb.DuckDBPyConnection,
    tables: Mapping[str, pl.DataFrame],
    meta: Mapping[str, str],
    parsed: Mapping[str, str],
) -> None:
    """Create and fill all tables, each table's rows in its order; large ones at the same time, each by itself.

    Nobody sees the database before it is whole: it has its name only then.
    """
    for _, _, sql in migrations():
        con.execute(sql)
    known = set(_names(con))
    made = [
        pl.Series("no", [no for no, _, _ in migrations()]),
        pl.Series("name", [name for _, name, _ in migrations()]),
    ]
    own = {
        "migration": pl.DataFrame(made),
        "meta": pl.DataFrame({"key": list(meta), "value": list(meta.values())}),
        "parsed": pl.DataFrame({"key": list(parsed), "sha256": list(parsed.values())}),
    }
    given = dict(tables)
    if "meta" in given:
        own["meta"] = pl.concat([own["meta"], given.pop("meta")])
    every = {**given, **own}
    for name in every.keys() - known:
        if not name.startswith("boxes_"):
            raise ValueError(f"no migration declares the table {name}")
    large = [name for name in sorted(every) if every[name].height >= _LARGE]
    con.begin()
    for name in sorted(every.keys() - large):
        _insert(con, name, every[name], known)
    con.commit()
    with contextlib.ExitStack() as stack:
        cursors = [stack.enter_context(contextlib.closing(con.cursor())) for _ in large]
        beside = stack.enter_context(ThreadPoolExecutor(len(large) or 1))
        list(beside.map(lambda cursor, name: _insert(cursor, name, every[name], known), cursors, large))


def _insert(con: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame, known: Set[str]) -> None:
    con.register("incoming", _ordered(name, frame).to_arrow())
    if name in known:
        con.execute(f"INSERT INTO {_quoted(name)} BY NAME FROM incoming")
    else:
        con.execute(f"CREATE TABLE {_quoted(name)} AS FROM incoming")
    con.unregister("incoming")


def _ordered(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    keys = _ORDER.get("boxes" if name.startswith("boxes_") else name, tuple(frame.columns))
    if frame.height < 2:
        return frame
    before, after = frame.select(keys).slice(0, frame.height - 1), frame.select(keys).slice(1)
    earlier, same = pl.lit(False), pl.lit(True)
    pairs = pl.concat([before, after.rename(lambda key: f"{key}>")], how="horizontal")
    for key in keys:
        earlier |= same & (pl.col(key) < pl.col(f"{key}>")).fill_null(False)
        same &= pl.col(key).eq_missing(pl.col(f"{key}>"))
    in_order = pairs.select((earlier | same).all()).item()
    return frame if in_order else frame.sort(keys, maintain_order=True)


def _names(con: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    rows = con.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal ORDER BY ALL").fetchall()
    return tuple(str(name) for (name,) in rows)


def _meta(path: Path) -> dict[str, str]:
    con = duckdb.connect(str(path), read_only=True, config=_CONFIG)
    try:
        return dict(con.execute("SELECT key, value FROM meta").fetchall())
    finally:
        con.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _check(values: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(values)).hexdigest()


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    return sorted((int(path.stem), path) for path in folder.glob("*.duckdb") if path.stem.isdecimal())


@contextlib.contextmanager
def _pinned(path: Path) -> Iterator[None]:
    fd = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        yield
    finally:
        os.close(fd)


def pin(folder: Path) -> tuple[Current, int]:
    """Return what CURRENT says and an open file that keeps its warehouse from being removed."""
    missing = None
    while True:
        current = read_current(folder)
        if current is None:
            raise BookError("The book has no results yet: import a file first.")
        if not current.fits:
            raise BookError(newer() if current.newer else older())
        path = path_of(folder, current.number)
        try:
            fd = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            if missing == current.number:
                raise BookError(f"warehouse/{path.name} is missing. Make the results anew: yamsheet rebuild") from None
            missing = current.number
            continue
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(fd), path.stat()):
                return current, fd
        except OSError:  # the writer is removing it: CURRENT names another by now
            pass
        os.close(fd)


def newer() -> str:
    """Return what is told of a warehouse made by a newer version."""
    return "This book was last written by a newer version of yamsheet. Update yamsheet to open it."


def older() -> str:
    """Return what is told of a warehouse made by an older version."""
    return "The results were made by an older version: they are made anew."
