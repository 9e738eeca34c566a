"""Open the club's book for a page run, pinned to one warehouse; what was read once is kept by its number."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from dashboard.texts import _
from dashboard.words import safe
from ingest import journal, warehouse
from ingest.book import Book, catch_up
from ingest.errors import BookBusy
from ingest.pipeline import tables
from scoring.rules import RULE_SETS, RuleSet, rule_set

BOOK_VARIABLE = "YAMSHEET_BOOK"
DEFAULT_BOOK = "data/book"


def book() -> Book:
    """Return the book that the server was started for."""
    return Book(Path(os.environ.get(BOOK_VARIABLE, DEFAULT_BOOK)))


class Pinned:
    """Read the warehouse of one number; frames come from the cache where any page has asked for them before.

    Where a write has published another one since, the page run begins again with that.
    """

    def __init__(self, root: Path, number: int) -> None:
        self.root = root
        self.number = number

    def query(self, name: str, /, **params: Any) -> pl.DataFrame:
        """Return a view's frame."""
        try:
            return _query(str(self.root), self.number, name, tuple(sorted(params.items())))
        except _Moved:
            st.rerun()

    def table(self, name: str, /, **where: Any) -> pl.DataFrame:
        """Return a table's rows where columns equal these values."""
        try:
            return _table(str(self.root), self.number, name, tuple(sorted(where.items())))
        except _Moved:
            st.rerun()


def reading() -> Pinned | None:
    """Return the results as they are now, None where the book is still empty.

    Results that a crash or an older version left behind the journal are made anew first, and that is told.
    """
    found = book()
    if not found.exists:
        return None
    told = _caught_up(str(found.root), _stamp(found))
    if told:
        st.html(f'<div class="y-says" role="status"><p>{safe(told)}</p></div>')
    current = found.current()
    if current is None and found.entries():
        raise BookBusy(_("The results are being made anew. Open this page again in a moment."))
    return None if current is None else Pinned(found.root, current.number)


class _Moved(Exception):
    """Say that another warehouse counts by now."""


@contextmanager
def _reader(root: str, number: int) -> Iterator[warehouse.Reader]:
    with warehouse.open_reader(Book(root)) as reader:
        if reader.number != number:
            raise _Moved
        yield reader


@st.cache_data(max_entries=400, show_spinner=False)
def _query(root: str, number: int, name: str, params: tuple[tuple[str, Any], ...]) -> pl.DataFrame:
    with _reader(root, number) as reader:
        return reader.query(name, **dict(params))


@st.cache_data(max_entries=200, show_spinner=False)
def _table(root: str, number: int, name: str, where: tuple[tuple[str, Any], ...]) -> pl.DataFrame:
    with _reader(root, number) as reader:
        return reader.table(name, **dict(where))


def _stamp(found: Book) -> tuple[tuple[int, int] | None, ...]:
    """Return what changes whenever the journal or the results do."""
    stamps: list[tuple[int, int] | None] = []
    for path in (found.root / journal.NAME, found.results / "CURRENT"):
        try:
            stat = path.stat()
        except FileNotFoundError:
            stamps.append(None)
        else:
            stamps.append((stat.st_mtime_ns, stat.st_size))
    return tuple(stamps)


@st.cache_data(max_entries=16, show_spinner=False)
def _caught_up(root: str, stamp: tuple[tuple[int, int] | None, ...]) -> str | None:
    """Make the results follow the journal; looked into only when either has changed."""
    found = Book(root)
    return catch_up(found, tables(found))


def rules_of(rules_id: str, file_sha: str | None = None) -> RuleSet:
    """Return the rule set of an id: as the file's import froze it, else as the book has it now."""
    found = book()
    texts = dict(found.rulesets()) if found.exists else {}
    current = found.current()
    if file_sha is not None and current is not None:
        texts |= _frozen(str(found.root), current.number, file_sha)
    return rule_set(rules_id, texts)


def rule_ids() -> tuple[str, ...]:
    """Return the rule sets that can be played: those that come with the product, then the club's own."""
    return tuple(dict.fromkeys((*RULE_SETS, *book().rulesets())))


@st.cache_data(max_entries=500, show_spinner=False)
def _frozen(root: str, number: int, file_sha: str) -> dict[str, str]:
    found = Book(Path(root))
    known = found.state().imported(file_sha)
    return {base: found.raw_text(sha) for base, sha in (known.rulesets if known else {}).items()}
