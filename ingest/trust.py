"""Make a book's results follow its journal again, and tell whether everything in it is what was put there."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from ingest import club, disk, journal, snapshots, warehouse
from ingest.errors import BookBusy, BookError, YamsheetError
from ingest.journal import Entry
from ingest.rulesets import misnamed, unreadable
from ingest.state import replay
from ingest.store import Book, Build, follows, lost

_REBUILD = "Make the results anew: yamsheet rebuild"
_OWN = {"meta", "migration", "parsed"}


@dataclass(frozen=True)
class Problem:
    """Name one thing that is wrong in a book: what it is, the file and the place in it, and a sentence."""

    what: str  # "journal", "raw file", "result", "parsed file", "settings"
    place: str
    message: str

    def __str__(self) -> str:
        """Return the place and the sentence, which may name the place itself."""
        return self.message if self.message.startswith(self.place) else f"{self.place}: {self.message}"


def finish(book: Book, tables: Build) -> str | None:
    """Do as `catch_up` after an interrupted write, but leave what is damaged for `verify` to name."""
    with contextlib.suppress(BookError):
        return catch_up(book, tables, damaged=False)
    return None


def catch_up(book: Book, tables: Build, *, damaged: bool = True) -> str | None:
    """Finish what an interrupted write left undone and return a sentence that says so; None where all is well.

    Results that are damaged or missing are made anew too, if `damaged`. Where another program is writing, it is left to
    that one: nobody waits.
    """
    if not book.exists or _stale(book, damaged) is None:
        return None
    try:
        with book.writer(timeout=0) as writer:
            reason = _stale(book, damaged)
            if reason is not None:
                writer.publish(tables)
            return " ".join(sentence for sentence in (*writer.told, reason) if sentence) or None
    except BookBusy:
        return None


def rebuild(book: Book, tables: Build) -> None:
    """Make the results anew from the raw files and the journal, without anything that was derived before."""
    with book.writer() as writer:
        for path in (book.results / "parsed").iterdir():
            disk.remove(path)
        writer.publish(tables)


def verify(book: Book, tables: Build) -> list[Problem]:
    """Check all that the book holds: every raw file, the journal's chain, CURRENT, the results against a replay.

    Each problem names its file and place. Others may write meanwhile: what is checked is the book at one moment.
    Nothing is written, so that a book can be checked on a disk where nobody may write.
    """
    with contextlib.ExitStack() as stack:
        with book.still():
            pinned, problems = _pinned(book, stack)
            data = book.journal_bytes()
        current = pinned[0] if pinned else None
        parsed = journal.parse(data)
        problems += _journal(book, parsed, current)
        problems += _raw(book, parsed.entries)
        whole = not problems
        if not parsed.faults:
            problems += _settings(book, parsed.entries)
            problems += _rulesets(book)
        if pinned:
            problems += _results(book, pinned, parsed.entries, tables, whole=whole)
            problems += _parsed(book)
    return problems


def _stale(book: Book, damaged: bool) -> str | None:
    """Return why the results must be made anew, an empty text where that needs no word, None if they stand."""
    parsed = book.journal()
    current = book.current()
    last = len(parsed.entries)
    if not damaged and _damaged(book, current):
        return None
    if current is None:
        return "The results were missing: they are made from the journal and the files." if last else ""
    if not current.fits:
        return snapshots.older()
    if _damaged(book, current):
        return "The results were missing: they are made from the journal and the files."
    if last > current.entries:
        return f"A write was interrupted after it was stored: the results of {_which(current, last)} are made now."
    return "" if parsed.faults else None


def _damaged(book: Book, current: snapshots.Current | None) -> bool:
    """Tell whether CURRENT cannot be read or names a warehouse that is not there."""
    if current is None:
        return (book.results / "CURRENT").exists()
    return not snapshots.path_of(book.results, current.number).exists()


def _which(current: snapshots.Current, last: int) -> str:
    return f"entry {last}" if last == current.entries + 1 else f"the entries {current.entries + 1} to {last}"


def _pinned(book: Book, stack: contextlib.ExitStack) -> tuple[tuple[snapshots.Current, int] | None, list[Problem]]:
    """Return which warehouse counts, kept from being removed until the stack is closed, or why none can be had."""
    try:
        if snapshots.read_current(book.results) is None:
            return None, []
        pinned = snapshots.pin(book.results)
    except BookError as error:
        told = f"{error} {_REBUILD}" if error.remedy == "rebuild" else str(error)
        return None, [Problem("result", "warehouse/CURRENT", told)]
    stack.callback(os.close, pinned[1])
    return pinned, []


def _journal(book: Book, parsed: journal.Parsed, current: snapshots.Current | None) -> Iterator[Problem]:
    known = current.entries if current else warehouse.known_entries(book.results)
    for line, message in parsed.faults:
        place = f"{journal.NAME}, line {line}"
        if parsed.torn and line > known:
            yield Problem("journal", place, "A write was interrupted: the next command cuts this line off.")
        else:
            yield Problem("journal", place, f"{message[0].upper()}{message[1:]}. Restore it from a backup.")
    if parsed.faults:
        return
    if current and not follows(current, parsed.entries):
        yield Problem("journal", journal.NAME, lost(current, parsed.entries))
    elif not _damaged(book, current) and len(parsed.entries) > (current.entries if current else 0):
        yield Problem(
            "result",
            "warehouse/CURRENT",
            f"The journal has {len(parsed.entries)} entries, the results were made from "
            f"{current.entries if current else 0}: the next command makes them.",
        )


def _raw(book: Book, entries: Sequence[Entry]) -> Iterator[Problem]:
    names = needed(entries)
    found = {path.name for path in (book.root / "raw").iterdir() if re.fullmatch("[0-9a-f]{64}", path.name)}
    for sha in sorted(found | names.keys()):
        told = f"Entry {names[sha]} needs it, but it" if sha in names else "It"
        try:
            if disk.sha256(book.root / "raw" / sha) != sha:
                message = f"{told} is damaged: it is not what was stored. Restore it from a backup."
                yield Problem("raw file", f"raw/{sha}", message)
        except FileNotFoundError:
            if sha in names:
                yield Problem("raw file", f"raw/{sha}", f"{told} is missing. Restore it from a backup.")


def needed(entries: Sequence[Entry]) -> dict[str, int]:
    """Return the raw files that entries need, each with the number of the first such entry."""
    names: dict[str, int] = {}
    for entry in entries:
        for record in (entry.payload, *entry.payload.get("files", ())):
            for sha in ([record["sha"]] if record is not entry.payload else []) + list(
                record.get("rulesets", {}).values()
            ):
                names.setdefault(sha, entry.no)
    return names


def unsettled(book: Book) -> str | None:
    """Return what is told where no entry has taken in yet what club.toml says; None where one has."""
    if book.settings == book.state().settings:
        return None
    return f"{club.NAME} was changed: its seasons count from the next import or decision on."


def _settings(book: Book, entries: Sequence[Entry]) -> Iterator[Problem]:
    try:
        settings = book.settings
        club.club(settings)
    except BookError as error:
        yield Problem("settings", club.NAME, str(error))
        return
    if settings != replay(entries).settings:
        message = "It was changed by hand: the next write takes it into the journal."
        yield Problem("settings", club.NAME, message)


def _rulesets(book: Book) -> Iterator[Problem]:
    for name in misnamed(book.root):
        message = "It is not used: name it in small letters, digits and dashes, such as our-yams.toml."
        yield Problem("settings", f"rulesets/{name}", message)
    try:
        for name in unreadable(book.root):
            yield Problem("settings", f"rulesets/{name}", f"rulesets/{name} is not UTF-8 text: save it as UTF-8.")
    except BookError as error:
        yield Problem("settings", "rulesets", str(error))


def _results(
    book: Book, pinned: tuple[snapshots.Current, int], entries: Sequence[Entry], tables: Build, *, whole: bool
) -> Iterator[Problem]:
    """Check the file's hash, then what it holds: only a file that is what was published is opened."""
    current, fd = pinned
    place = f"warehouse/{current.number}.duckdb"
    if disk.sha256(snapshots.path_of(book.results, current.number)) != current.sha256:
        yield Problem("result", place, f"It is damaged: it is not what was published. {_REBUILD}")
        return
    if not whole:
        return
    try:
        expected = warehouse.contents(dict(tables(replay(entries[: current.entries]))))
    except YamsheetError as error:
        yield Problem("result", place, f"The results cannot be made from the journal and the files: {error}")
        return
    with warehouse.Reader(book.results, (current, os.dup(fd))) as reader:
        found = {name: reader.table(name) for name in reader.tables()}
    for name in sorted((expected.keys() | found.keys()) - _OWN):
        difference = _difference(found.get(name), expected.get(name))
        if difference:
            message = f"{difference[0].upper()}{difference[1:]}. {_REBUILD}"
            yield Problem("result", f"{place}, table {name}", message)


def _difference(found: pl.DataFrame | None, expected: pl.DataFrame | None) -> str | None:
    """Return where a stored table is not what the replay gives, None if it is."""
    if found is None or expected is None:
        return "it should not be there" if expected is None else "it is missing"
    if found.schema != expected.schema:
        return "it has other columns than the journal and the files give"
    if found.height != expected.height:
        return f"it has {found.height} rows, the journal and the files give {expected.height}"
    for name in found.columns:
        differs = found[name].ne_missing(expected[name]).arg_true()
        if differs.len():
            row = int(differs[0])
            return (
                f"row {row + 1}, {name}: it holds {found[name][row]!r}, "
                f"the journal and the files give {expected[name][row]!r}"
            )
    return None


def _parsed(book: Book) -> Iterator[Problem]:
    hashes: Mapping[str, str] = book.parsed_hashes()
    for key, sha in hashes.items():
        with contextlib.suppress(FileNotFoundError):
            if disk.sha256(book.parsed_path(key)) != sha:
                message = "It is damaged and is not used: the next write reads the file itself again."
                yield Problem("parsed file", f"warehouse/parsed/{key}", message)
