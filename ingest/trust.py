"""Make a book's results follow its journal again, and tell whether everything in it is what was put there."""

from __future__ import annotations

from dataclasses import dataclass

from ingest import warehouse
from ingest.errors import BookBusy
from ingest.store import Book, Build, Writer


@dataclass(frozen=True)
class Problem:
    """Name one thing that is wrong in a book: what it is, the file and the place in it, and a sentence."""

    what: str
    place: str
    message: str


def catch_up(book: Book, tables: Build) -> str | None:
    """Finish what an interrupted write left undone and return a sentence that says so; None where all is well.

    Where another program is writing, it is left to that one: nobody waits.
    """
    if not book.exists or _stale(book) is None:
        return None
    try:
        with book.writer(timeout=0) as writer:
            return _catch_up(writer, tables)
    except BookBusy:
        return None


def rebuild(book: Book, tables: Build) -> None:
    """Make the results anew from the raw files and the journal, without anything that was derived before."""
    with book.writer() as writer:
        for path in (book.results / "parsed").iterdir():
            path.unlink()
        writer.publish(tables)


def _catch_up(writer: Writer, tables: Build) -> str | None:
    reason = _stale(writer.book)
    if reason is not None:
        writer.publish(tables)
    return " ".join([*writer.told, *([reason] if reason else [])]) or None


def _stale(book: Book) -> str | None:
    """Return why the results must be made anew, an empty text where that needs no word, None if they stand."""
    parsed = book.journal()
    current = book.current()
    last = len(parsed.entries)
    if current is None and parsed.entries:
        return "The results were missing or damaged: they are made anew from the journal and the files."
    if current is None:
        return ""
    if current.schema < warehouse.schema():
        return "The results were made by an older version: they are made anew."
    if not warehouse.path_of(book.results, current.number).exists():
        return "The results were missing: they are made anew from the journal and the files."
    if last > current.entries:
        which = f"entry {last}" if last == current.entries + 1 else f"the entries {current.entries + 1} to {last}"
        return f"A write was interrupted after it was stored: the results of {which} are made now."
    return "" if parsed.faults else None
