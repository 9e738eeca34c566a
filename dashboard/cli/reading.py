"""Open the book for commands, after what a crash may have left undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from dashboard.cli.printing import say
from ingest.errors import BookError
from ingest.state import State
from ingest.store import Book  # not from ingest.book, which brings what only a backup needs
from ingest.trust import catch_up, unsettled
from ingest.warehouse import Reader


def existing(root: Path) -> Book:
    """Return the book that the command names; BookError where there is none."""
    book = Book(root)
    if not book.exists:
        raise BookError(
            f"There is no book in {book.root}. Import a file first (yamsheet import FILE), "
            "or say where the book is: yamsheet --book DIR …"
        )
    return book


def writable(root: Path) -> Book:
    """Return the book that a command writes to, after finishing what a crash left undone, and telling that."""
    book = Book(root)
    told = catch_up(book, lambda state: _tables(book, state))
    if told:
        say(told)
    return book


def changing(root: Path) -> Book:
    """Return the book in which a command changes what counts, as `writable`; BookError where there is none."""
    existing(root)
    return writable(root)


def told_of_settings(root: Path) -> None:
    """Tell that club.toml was changed by hand and no entry has taken that in yet."""
    told = unsettled(Book(root))
    if told:
        say(told)


@contextmanager
def reading(root: Path) -> Iterator[Reader]:
    """Open the book's results, made up to date first where a crash left them behind the journal."""
    existing(root)
    with writable(root).reader() as reader:
        yield reader


def _tables(book: Book, state: State) -> Iterable[tuple[str, pl.DataFrame]]:
    from ingest.pipeline import tables  # heavy, and needed after a crash only

    return tables(book)(state)
