"""Write to a club's book, step by step, so that what is confirmed is kept (DESIGN.md, The way of the data)."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from ingest import club, disk, journal, snapshots, warehouse
from ingest.errors import BookError, unwritten
from ingest.journal import Entry
from ingest.state import State, replay
from ingest.store import Book, Build

_BESIDE = 4  # threads that copy files: a disk makes several lasting at once about as fast as one


class Writer:
    """Write to a book, as the only one.

    `told` says what was left over from a crash and put right; `whole` are the keys of parsed files found to be so.
    Files are copied and hashed by the threads `beside`, while the tables are made.
    """

    @classmethod
    @contextlib.contextmanager
    def at_work(cls, book: Book) -> Iterator[Writer]:
        """Be the writer of a locked book, as long as the context lasts."""
        with ThreadPoolExecutor(_BESIDE) as beside:
            yield cls(book, beside)

    def __init__(self, book: Book, beside: ThreadPoolExecutor) -> None:
        self.book = book
        self._beside = beside
        self.told: list[str] = []
        self.whole: set[str] = set()
        self._parsed: dict[str, Future[str | None]] = {}
        self._entries: tuple[Entry, ...] = ()
        self._sure = False
        snapshots.clean(book.results)
        self._tidy()

    @property
    def state(self) -> State:
        """Return what counts now."""
        return replay(self._entries)

    def keep_parsed(self, key: str, save: Callable[[Path], None]) -> None:
        """Keep a parsed file that `save` writes; it is trusted once the next results are published."""
        self._parsed[key] = self._beside.submit(_kept, self.book.parsed_path(key), save)

    def commit(
        self,
        kind: str,
        payload: Mapping[str, Any],
        why: str | None,
        who: str,
        *,
        raw: Mapping[str, Path | bytes] | None = None,
        tables: Build,
    ) -> Entry:
        """Make an entry count and publish the results that follow from it; return the entry.

        In this order: raw files, tables (nothing is appended if they cannot be made), journal, warehouse, CURRENT.
        Texts are there when the tables are made; files are copied meanwhile. A BookError says whether the entry was
        kept.
        """
        self._tidy()
        made = self.book.next_entries(self._entries, kind, payload, who=who, why=why)
        after = replay((*self._entries, *made))
        with warehouse.making(self.book.results) as results:
            self._make(results, after, tables, raw or {})
            self._sure = False
            try:
                for entry in made:
                    disk.append(self.book.root / journal.NAME, entry.line())
            except OSError as error:
                raise unwritten(error, self._appended(made[-1])) from error
            self._entries, self._sure = after.entries, True
            try:
                self._publish(results)
            except (OSError, BookError) as error:
                raise BookError(
                    f"Entry {made[-1].no} is stored, but its results are not yet: {_reason(error)}. "
                    "When this is mended, the next command makes them by itself."
                ) from error
            except KeyboardInterrupt as stop:
                told = f"Entry {made[-1].no} is stored, but its results are not yet"
                raise KeyboardInterrupt(f"{told}: the next command makes them by itself.") from stop
        return made[-1]

    def _make(self, results: warehouse.Making, after: State, tables: Build, raw: Mapping[str, Path | bytes]) -> None:
        """Store raw files and make the tables that follow from them; the files are removed where that fails."""
        placed: list[Path] = []
        texts = {sha: text for sha, text in raw.items() if isinstance(text, bytes)}
        files = {sha: path for sha, path in raw.items() if sha not in texts}
        try:
            with _telling(" Nothing of this was stored."):
                for sha, text in texts.items():  # the tables are made by these
                    self._place(sha, text, placed)
            copying = [self._beside.submit(self._place, sha, path, placed) for sha, path in files.items()]
            try:
                results.add_all(tables(after))
            finally:
                wait(copying)
            with _telling(" Nothing of this was stored."):
                for done in copying:
                    done.result()
                if placed:
                    disk.fsync_path(self.book.root / "raw")
        except BaseException:
            for path in placed:
                disk.remove(path)
            raise

    def publish(self, tables: Build) -> None:
        """Make the results anew from what counts now."""
        with warehouse.making(self.book.results) as results:
            results.add_all(tables(self.state))
            try:
                self._publish(results)
            except (OSError, BookError) as error:
                raise BookError(f"The results cannot be made anew and stay as they were: {_reason(error)}.") from error

    def _appended(self, entry: Entry) -> str:
        """Return what is told of an entry whose append failed: its line is cut back, unless that fails too."""
        if self.book.journal_bytes().endswith(entry.line()):
            return f" Whether entry {entry.no} was kept is seen in the journal."
        return " Nothing of this was stored."

    def _publish(self, results: warehouse.Making) -> None:
        folder, state = self.book.results, self.state
        made = {key: digest for key, keeping in self._parsed.items() if (digest := keeping.result())}
        again = {_file_of(key) for key in made}  # a file is kept as it was read last
        before = {key: value for key, value in self.book.parsed_hashes().items() if _file_of(key) not in again}
        parsed = {**before, **made}
        kept = {key: value for key, value in sorted(parsed.items()) if self._keeps(key)}
        for path in (folder / "parsed").iterdir():
            if path.name not in kept:
                disk.remove(path)
        warehouse.publish(results, folder, state.journal_hash, len(state.entries), kept)

    def _keeps(self, key: str) -> bool:
        """Tell whether a parsed file is there and is what was put there, as far as that is not known already."""
        if key in self.whole or (key in self._parsed and self._parsed[key].result()):
            return self.book.parsed_path(key).exists()
        return self.book.parsed(key) is not None

    def _place(self, sha: str, source: Path | bytes, placed: list[Path]) -> None:
        path = self.book.root / "raw" / sha
        if path.exists() and disk.sha256(path) == sha:
            return
        placed.append(path)
        if not isinstance(source, bytes):
            with source.open("rb") as stream:
                disk.put_copy(path, stream, source.name)
        elif hashlib.sha256(source).hexdigest() == sha:
            disk.put(path, source)
        else:
            raise ValueError(f"{sha} is not the hash of this text")

    def _tidy(self) -> None:
        """Remove what a crashed or failed write left half done, mend the journal's end and read it."""
        if self._sure:
            return
        try:
            self._mend()
        except OSError as error:
            raise unwritten(error, "") from error
        self._sure = True

    def _mend(self) -> None:
        root = self.book.root
        for path in (
            disk.temporary(root / club.NAME),
            disk.temporary(root / journal.NAME),
            *(root / "raw").glob("*.tmp"),
            *(root / "rulesets").glob("*.tmp"),
        ):
            disk.remove(path)
        parsed = self.book.journal()
        place = root / journal.NAME
        if parsed.torn:
            disk.truncate(place, parsed.size)
            self.told.append(
                f"A write was interrupted: the unfinished line {parsed.lines} of the journal is cut off. "
                "Nothing that was confirmed is lost."
            )
        elif not parsed.ended:
            disk.append(place, b"\n")
        self._entries = parsed.entries


def _file_of(key: str) -> str:
    """Return the hash of the file that a key of a parsed file begins with (`ingest.digest.parsed_key`)."""
    return key.partition("-")[0]


def _kept(path: Path, save: Callable[[Path], None]) -> str | None:
    """Put a parsed file there and return its hash; None where it cannot be: it is only there to save time."""
    place = disk.temporary(path)
    try:
        save(place)
        digest = disk.sha256(place)
        disk.rename(place, path)
    except OSError:
        disk.remove(place)
        return None
    return digest


def _reason(error: OSError | BookError) -> str:
    return f"{error.strerror}" if isinstance(error, OSError) else str(error)


@contextlib.contextmanager
def _telling(consequence: str) -> Iterator[None]:
    """Tell of an OSError as of a book that cannot be written."""
    try:
        yield
    except OSError as error:
        raise unwritten(error, consequence) from error
