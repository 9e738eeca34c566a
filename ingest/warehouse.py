"""Keep the results: a DuckDB file made whole each time, published by renaming, read pinned. The only user of duckdb."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path

import duckdb
import polars as pl

from ingest import disk
from ingest.errors import BookError
from ingest.snapshots import Current, held, migrations, numbered, path_of, pin, point, schema, shape, sweep

_SQL = Path(__file__).parent / "sql"
_BUILDING = "building.tmp"

#: Rows from which a table is filled by a thread of its own.
_LARGE = 50_000

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}

_UNWRITTEN = (
    duckdb.IOException,
    duckdb.TransactionException,  # where its log cannot be written
    duckdb.FatalException,
    duckdb.OutOfMemoryException,
    duckdb.InternalException,
)

#: The columns that put a table's rows in order; boxes tables have those of `boxes`, the others all of theirs.
_ORDER: dict[str, tuple[str, ...]] = {
    "game": ("game_no",),
    "sheet": ("sheet_no",),
    "boxes": ("sheet_no", "column"),
    "player": ("player_no",),
    "entry": ("no",),
}


@contextlib.contextmanager
def making(folder: Path) -> Iterator[Making]:
    """Make a warehouse in this folder: what has not been published in the end is removed."""
    building = folder / _BUILDING
    made = Making(building)
    try:
        yield made
    finally:
        made.close()
        for path in (building, _log(building)):
            disk.remove(path)


def publish(made: Making, folder: Path, journal: str, entries: int, parsed: Mapping[str, str]) -> int:
    """Finish a warehouse and let CURRENT name it; return its number.

    `journal` and `entries` are the hash and number of the last entry, `parsed` the hashes of the parsed files by key.
    An OSError or a BookError says that the results stay as they were.
    """
    building = folder / _BUILDING
    made.finish({"journal": journal, "entries": str(entries), "schema": str(schema())}, parsed)
    made.close()
    if _log(building).exists():
        raise BookError("the database has kept a part of the results back")
    disk.fsync_path(building)
    number = 1 + max((no for no, _ in numbered(folder)), default=0)
    digest = disk.sha256(building)
    disk.rename(building, path_of(folder, number))
    disk.fsync_path(folder)
    point(folder, Current(number, digest, journal, entries, schema(), shape()))
    sweep(folder, number)
    return number


def known_entries(folder: Path) -> int:
    """Return the highest number of entries that any warehouse here has known, as far as they can be read."""
    known = 0
    for _, path in numbered(folder):
        with contextlib.suppress(duckdb.Error, OSError, BookError, ValueError), held(path):
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
    with contextlib.closing(Making(None)) as made:
        made.add_all(tables.items())
        made.finish({}, {})
        return {name: made.con.sql(f"FROM {_quoted(name)}").pl() for name in _names(made.con)}


class Making:
    """Fill a warehouse's file, each table's rows in its order.

    Large tables are filled at once, each by a thread of its own, while others are still being made. Nobody sees the
    file before it is whole: it has its name only then. What goes wrong is told when it is finished.
    """

    def __init__(self, path: Path | None) -> None:
        """Begin a new file, or a warehouse in memory."""
        self._beside = ThreadPoolExecutor()
        self._opened = self._beside.submit(_created, path)
        self._filling: list[Future[None]] = []
        self._small: dict[str, pl.DataFrame] = {}

    def add_all(self, tables: Iterable[tuple[str, pl.DataFrame]]) -> None:
        """Take tables in, each as soon as it is made."""
        for name, frame in tables:
            if frame.height < _LARGE:
                self._small[name] = frame
            else:
                self._filling.append(self._beside.submit(self._fill, name, frame))

    @property
    def con(self) -> duckdb.DuckDBPyConnection:
        """Return the connection, open until `close`."""
        return self._opened.result()

    def finish(self, meta: Mapping[str, str], parsed: Mapping[str, str]) -> None:
        """Wait until all tables are filled; raises BookError where the file cannot be written."""
        own = {
            "migration": pl.DataFrame([(no, name) for no, name, _ in migrations()], ["no", "name"], orient="row"),
            "meta": pl.DataFrame({"key": list(meta), "value": list(meta.values())}),
            "parsed": pl.DataFrame({"key": list(parsed), "sha256": list(parsed.values())}),
        }
        try:
            self.con.begin()
            for name, frame in sorted({**self._small, **own}.items(), key=itemgetter(0)):
                _insert(self.con, name, frame)
            self.con.commit()
            for filled in self._filling:
                filled.result()
            self.con.execute("CHECKPOINT")
        except _UNWRITTEN as error:
            reason = str(error).splitlines()[0].rpartition(": ")[2]
            raise BookError(f"the database's file cannot be written: {reason}") from error
        except (duckdb.InterruptException, RuntimeError) as error:
            if "interrupted" in str(error):  # the database has taken Ctrl-C for its own
                raise KeyboardInterrupt from error
            raise

    def close(self) -> None:
        """Let the file go."""
        self._beside.shutdown()
        if self._opened.exception() is None:
            self.con.close()

    def _fill(self, name: str, frame: pl.DataFrame) -> None:
        with contextlib.closing(self.con.cursor()) as cursor:
            _insert(cursor, name, frame)


def _created(path: Path | None) -> duckdb.DuckDBPyConnection:
    if path is not None:
        disk.remove(path)
    con = duckdb.connect(":memory:" if path is None else str(path), config=_CONFIG)
    for _, _, sql in migrations():
        con.execute(sql)
    return con


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
            raise BookError(f"warehouse/{current.number}.duckdb cannot be read.", remedy="rebuild") from error

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


def _insert(con: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    con.register("incoming", _ordered(name, frame).to_arrow())
    if name.startswith("boxes_"):  # its columns are the boxes of the rule set
        con.execute(f"CREATE TABLE {_quoted(name)} AS FROM incoming")
    else:
        con.execute(f"INSERT INTO {_quoted(name)} BY NAME FROM incoming")
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


def _log(path: Path) -> Path:
    """Return where the database writes ahead what is not in the file yet."""
    return path.with_name(f"{path.name}.wal")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
