"""Say which of the book's snapshots counts: CURRENT, and what keeps a snapshot from being removed while it is read."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ingest import disk
from ingest.errors import BookError
from ingest.journal import canonical

_MIGRATIONS = Path(__file__).parent / "sql" / "migrations"

#: Raise it whenever the same journal and files give other tables than before (scoring, ranking, checks, messages …):
#: every book's results are then made anew at its next command.
MAKING = 12


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
    paths = sorted(_MIGRATIONS.glob("*.sql"))
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
    raise BookError("warehouse/CURRENT is damaged.", remedy="rebuild")


def clean(folder: Path) -> None:
    """Remove what a crashed write left half made, and what the database put aside for it or for a reader that is gone.

    Only the one writer may call this.
    """
    kept = {f"{path.name}.tmp" for _, path in numbered(folder)}
    for path in [*folder.glob("*.tmp*"), *folder.glob("*.wal"), *folder.glob("parsed/*.tmp")]:
        if not path.is_dir():
            disk.remove(path)
        elif path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)


def sweep(folder: Path, number: int) -> None:
    """Remove the warehouses other than `number` that no reader uses."""
    for no, path in numbered(folder):
        if no == number:
            continue
        with contextlib.suppress(OSError):
            fd = os.open(path, os.O_RDONLY)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                disk.remove(path)
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
                raise BookError(f"warehouse/{path.name} is missing.", remedy="rebuild") from None
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


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep a warehouse from being removed; OSError where it is gone."""
    fd = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        yield
    finally:
        os.close(fd)


def numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the number and path of every warehouse here, in order."""
    return sorted((int(path.stem), path) for path in folder.glob("*.duckdb") if path.stem.isdecimal())


def point(folder: Path, current: Current) -> None:
    """Let CURRENT name a warehouse, lastingly."""
    values = asdict(current)
    disk.put(folder / "CURRENT", canonical({**values, "check": _check(values)}) + b"\n")
    disk.fsync_path(folder)


def _check(values: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(values)).hexdigest()
