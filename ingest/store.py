"""Hold a club's book: its folder, what it says, and the one way to write to it (DESIGN.md, The way of the data)."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import functools
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ingest import club, disk, journal, snapshots, warehouse
from ingest.errors import BookBusy, BookError, unwritten
from ingest.journal import Entry
from ingest.rulesets import rulesets
from ingest.state import SETTINGS, State, check, replay

if TYPE_CHECKING:
    from ingest.writer import Writer

#: Makes the tables of the warehouse out of a state, by name, each handed over as soon as it is made: a pure function
#: of raw files and journal.
Build = Callable[[State], Iterable[tuple[str, pl.DataFrame]]]

_LOCK = ".lock"
_BUSY = "Another program is writing to the book. Try again in a moment."
_PAUSE = 0.05  # seconds between two looks at a lock


class Book:
    """Read a club's book. Nothing is written but through `writer`."""

    def __init__(self, path: Path | str) -> None:
        self.root = Path(path)
        self._writer: Writer | None = None

    @property
    def exists(self) -> bool:
        """Tell whether there is a book in this folder."""
        return (self.root / "raw").is_dir()

    @property
    def results(self) -> Path:
        """Return the folder of what is derived."""
        return self.root / "warehouse"

    def create(self) -> None:
        """Make the book's folders and a club.toml that says nothing yet; what is there stays; errors as `locked`."""
        with self._made():
            pass

    def _make(self) -> None:
        try:
            for name in ("rulesets", "warehouse/parsed", "raw"):
                disk.make_folder(self.root / name)
            if not (self.root / club.NAME).exists():
                disk.put(self.root / club.NAME, club.TEMPLATE.encode())
                disk.fsync_path(self.root)
        except OSError as error:
            raise unwritten(error, "") from error

    @property
    def settings(self) -> dict[str, Any]:
        """Return what club.toml says now, as plain values; empty where there is none."""
        try:
            text = (self.root / club.NAME).read_text(encoding="utf-8-sig")  # as Windows saves it
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError as error:
            raise BookError(f"{club.NAME} is not UTF-8 text: save it as UTF-8.") from error
        return club.parse(text)

    @property
    def club(self) -> club.Club:
        """Return the club's settings as club.toml says them now."""
        return club.club(self.settings)

    def rulesets(self) -> dict[str, str]:
        """Return the text of each of the club's own rule sets, by id; errors as `ingest.rulesets`."""
        return rulesets(self.root)

    def entries(self) -> tuple[Entry, ...]:
        """Return the journal, without a last line that a crash cut short; a broken chain is a BookError."""
        return self.journal().entries

    def state(self) -> State:
        """Return what counts now."""
        return replay(self.entries())

    def journal(self) -> journal.Parsed:
        """Read and check the journal against itself and against what the warehouse knows of it."""
        current = self.current()
        parsed = journal.parse(self.journal_bytes())
        known = current.entries if current else 0
        if parsed.faults:
            if not current:
                known = warehouse.known_entries(self.results)
            if not parsed.torn or parsed.lines <= known:
                raise journal.refuse(parsed.faults)
        if current and not follows(current, parsed.entries):
            raise BookError(lost(current, parsed.entries))
        return parsed

    def journal_bytes(self) -> bytes:
        """Return the journal's bytes, none where it has no line yet."""
        try:
            return (self.root / journal.NAME).read_bytes()
        except FileNotFoundError:
            return b""

    def current(self) -> snapshots.Current | None:
        """Return which warehouse counts, None where none is or CURRENT is damaged; a newer version's is a BookError."""
        try:
            current = snapshots.read_current(self.results)
        except BookError:
            return None
        if current and current.newer:
            raise BookError(snapshots.newer())
        return current

    def reader(self) -> warehouse.Reader:
        """Return a reader of the results, pinned to the warehouse that CURRENT names now."""
        return warehouse.Reader(self.results)

    def raw_path(self, sha: str) -> Path:
        """Return where the file with this sha256 lies, after checking that it is whole."""
        path = self.root / "raw" / sha
        try:
            whole = disk.sha256(path) == sha
        except FileNotFoundError:
            raise BookError(f"raw/{sha} is missing: restore it from a backup.") from None
        if not whole:
            raise BookError(f"raw/{sha} is damaged, it is not what was imported: restore it from a backup.")
        return path

    def raw_text(self, sha: str) -> str:
        """Return the text of a raw file, such as that of a rule set."""
        return self.raw_path(sha).read_text(encoding="utf-8")

    def parsed_path(self, key: str) -> Path:
        """Return where the parsed file `key` lies, if it is there; only `Writer.keep_parsed` puts one there."""
        return self.results / "parsed" / key

    def parsed(self, key: str) -> Path | None:
        """Return the parsed file `key` if it is what the warehouse knows, else None: read the raw file again."""
        path = self.parsed_path(key)
        with contextlib.suppress(OSError):
            if disk.sha256(path) == self.parsed_hashes().get(key):
                if self._writer is not None:
                    self._writer.whole.add(key)
                return path
        return None

    def keep_parsed(self, key: str, save: Callable[[Path], None]) -> None:
        """Keep a parsed file if this book is being written to; else it is read again from the raw file next time."""
        if self._writer is not None:
            self._writer.keep_parsed(key, save)

    def parsed_hashes(self) -> Mapping[str, str]:
        """Return the hashes of the parsed files by key, as the warehouse knows them."""
        current = self.current()
        return _parsed_hashes(self.results, current.number, current.sha256) if current else {}

    def preview(self, kind: str, payload: Mapping[str, Any], *, who: str, why: str | None = None) -> State:
        """Return the state as it would be after this entry; nothing is written."""
        entries = self.entries()
        return replay((*entries, *self.next_entries(entries, kind, payload, who=who, why=why)))

    def next_entries(
        self, entries: Sequence[Entry], kind: str, payload: Mapping[str, Any], *, who: str, why: str | None
    ) -> list[Entry]:
        """Return the entry, after one that takes in club.toml where that was changed by hand."""
        when = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        last = entries[-1] if entries else None
        made: list[Entry] = []
        state, settings = replay(entries), self.settings
        if settings != state.settings:
            club.club(settings)
            last = journal.make(
                last, SETTINGS, who=who, when=when, why="club.toml was changed", payload={"club": settings}
            )
            made.append(last)
        made.append(journal.make(last, kind, who=who, when=when, why=why, payload=payload))
        check(state, made)
        return made

    @contextlib.contextmanager
    def locked(self, timeout: float = 10) -> Iterator[None]:
        """Keep everyone else from writing; BookBusy where another is still writing after `timeout` seconds."""
        import filelock  # commands that only look never need it, and start quicker

        lock = filelock.FileLock(self.root / _LOCK, timeout=timeout, fallback_to_soft=False, preserve_lock_file=True)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise BookBusy(_BUSY) from None
        except OSError as error:
            raise unwritten(error, "") from error
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def still(self, timeout: float = 10) -> Iterator[None]:
        """Keep everyone from writing while the book is read at one moment, and write nothing, not even a lock.

        It does for a book on a disk that cannot be written to; BookBusy as `locked`, OSError where the lock is there
        and cannot be opened.
        """
        try:
            fd = os.open(self.root / _LOCK, os.O_RDONLY)
        except FileNotFoundError:  # nobody has ever written here: it is a new book, or a copy of one
            yield
            return
        try:
            _share(fd, time.monotonic() + timeout)
            yield
        finally:
            os.close(fd)

    @contextlib.contextmanager
    def writer(self, timeout: float = 10) -> Iterator[Writer]:
        """Be the one writer, of a new book if there is none here yet; errors as `locked`."""
        from ingest.writer import Writer  # commands that only look never need it, and start quicker

        with self._made(timeout), Writer.at_work(self) as self._writer:
            try:
                yield self._writer
            finally:
                self._writer = None

    @contextlib.contextmanager
    def _made(self, timeout: float = 10) -> Iterator[None]:
        """Keep everyone else from writing to the book, which is made if there is none: its folder first, to lock it."""
        try:
            disk.make_folder(self.root)
        except OSError as error:
            raise unwritten(error, "") from error
        with self.locked(timeout):
            self._make()
            yield


def _share(fd: int, until: float) -> None:
    """Wait for a lock that a writer's excludes and that many readers have together; BookBusy where it lasts."""
    while True:
        try:
            return fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise BookBusy(_BUSY) from None
            time.sleep(_PAUSE)


def follows(current: snapshots.Current, entries: Sequence[Entry]) -> bool:
    """Tell whether these entries continue those that the warehouse was made from."""
    if current.entries == 0:
        return True
    return len(entries) >= current.entries and entries[current.entries - 1].hash == current.journal


def lost(current: snapshots.Current, entries: Sequence[Entry]) -> str:
    """Return what is told where the entries are not those that the warehouse was made from."""
    if len(entries) < current.entries:
        return (
            f"{journal.NAME} has lost its end: the results were made from its first {current.entries} lines, of which "
            f"it has {len(entries)}. Restore it from a backup."
        )
    return (
        f"{journal.NAME}, line {current.entries}: it is not the line that the results were made from. "
        "Restore it from a backup."
    )


@functools.lru_cache(maxsize=4)
def _parsed_hashes(folder: Path, number: int, sha256: str) -> Mapping[str, str]:
    return warehouse.read_parsed(folder)
