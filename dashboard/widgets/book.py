"""Open the club's book for a page run, pinned to one warehouse; what was read once is kept by its hash."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from dashboard.texts import _
from dashboard.words import safe
from ingest import journal, snapshots, warehouse
from ingest.book import Book, catch_up
from ingest.errors import BookBusy
from ingest.pipeline import tables
from ingest.rulings import rules_of as rules_that_scored
from scoring.rules import RULE_SETS, RulesError, RuleSet, rule_set

BOOK_VARIABLE = "YAMSHEET_BOOK"
DEFAULT_BOOK = "data/book"


def book() -> Book:
    """Return the book that the server was started for."""
    return Book(Path(os.environ.get(BOOK_VARIABLE, DEFAULT_BOOK)))


class Pinned:
    """Read one warehouse; frames come from the cache where any page has asked for them before.

    Where a write has published another one since, the page run begins again with that. ``sha256`` is that of the
    warehouse's file: numbers begin again where the results are removed and made anew, hashes do not.
    """

    def __init__(self, root: Path, sha256: str) -> None:
        self.root = root
        self.sha256 = sha256

    def query(self, name: str, /, **params: Any) -> pl.DataFrame:
        """Return a view's frame."""
        try:
            return _query(str(self.root), self.sha256, name, tuple(sorted(params.items())))
        except _Moved:
            st.rerun()

    def table(self, name: str, /, columns: tuple[str, ...] = (), **where: Any) -> pl.DataFrame:
        """Return a table's rows where columns equal these values: all columns, or those that are named."""
        try:
            return _table(str(self.root), self.sha256, name, columns, tuple(sorted(where.items())))
        except _Moved:
            st.rerun()


def reading() -> Pinned | None:
    """Return the results as they are now, None where the book is still empty.

    Results that a crash or an older version left behind the journal are made anew first, and that is told.
    """
    found = book()
    if str(found.root.resolve()) in _storing():
        _says(_("Files are being stored. Open this page again in a moment to see them in it."))
    if not found.exists:
        return None
    told = _follow(found)
    if told:
        _says(told)
    current = found.current()
    return None if current is None else Pinned(found.root, current.sha256)


@st.cache_resource
def _storing() -> set[str]:
    """Hold the books that files are being stored in by this server."""
    return set()


@contextmanager
def storing() -> Iterator[None]:
    """Let every page tell that files are being stored: who stores them may have gone to another one."""
    root = str(book().root.resolve())
    _storing().add(root)
    try:
        yield
    finally:
        _storing().discard(root)


def _says(told: str) -> None:
    st.html(f'<div class="y-says" role="status"><p>{safe(told)}</p></div>')


class _Moved(Exception):
    """Say that another warehouse counts by now."""


@contextmanager
def _reader(root: str, sha256: str) -> Iterator[warehouse.Reader]:
    with Book(root).reader() as reader:
        if reader.current.sha256 != sha256:
            raise _Moved
        yield reader


@st.cache_data(max_entries=400, show_spinner=False)
def _query(root: str, sha256: str, name: str, params: tuple[tuple[str, Any], ...]) -> pl.DataFrame:
    with _reader(root, sha256) as reader:
        return reader.query(name, **dict(params))


@st.cache_data(max_entries=200, show_spinner=False)
def _table(
    root: str, sha256: str, name: str, columns: tuple[str, ...], where: tuple[tuple[str, Any], ...]
) -> pl.DataFrame:
    with _reader(root, sha256) as reader:
        return reader.table(name, columns, **dict(where))


Stamp = tuple[tuple[int, int] | None, ...]


@st.cache_resource
def _followed() -> dict[str, Stamp]:
    """Hold, by book, the stamp at which its results were seen to follow the journal."""
    return {}


def _stamp(found: Book, current: snapshots.Current | None) -> Stamp:
    """Return what changes whenever the journal or the results do."""
    paths = [found.root / journal.NAME, found.results / "CURRENT"]
    if current is not None:
        paths.append(snapshots.path_of(found.results, current.number))
    stamps: list[tuple[int, int] | None] = []
    for path in paths:
        try:
            stat = path.stat()
        except FileNotFoundError:
            stamps.append(None)
        else:
            stamps.append((stat.st_mtime_ns, stat.st_size))
    return tuple(stamps)


def _follow(found: Book) -> str | None:
    """Make the results follow the journal and return a sentence where that is needed; None where all is well.

    It is looked into only when either has changed since they were seen to agree. While another program writes, old
    results are shown with a word, and missing ones are BookBusy.
    """
    root = str(found.root.resolve())
    if _followed().get(root) == _stamp(found, found.current()):
        return None
    told = catch_up(found, tables(found))
    current = found.current()
    stamp = _stamp(found, current)
    last = len(found.entries())
    if current is None or stamp[-1] is None or not current.fits:
        if last:
            raise BookBusy(_("The results are being made anew. Open this page again in a moment."))
    elif current.entries < last:
        return _("Another program is writing to the book. This page shows the results up to entry {n}.").format(
            n=current.entries
        )
    else:
        _followed()[root] = stamp
    return told


def rules_of(rules_id: str) -> RuleSet:
    """Return the rule set of an id as the book has it now; RulesError where it has none."""
    found = book()
    return rule_set(rules_id, found.rulesets() if found.exists else {})


def rules_of_game(reader: Pinned, game: Mapping[str, Any]) -> RuleSet:
    """Return the rule set that scored a game (a row of table ``game``), whatever became of its file since."""
    return _scored(str(reader.root), reader.sha256, *(game[key] for key in _KEYS))


def rules_played(reader: Pinned, rules_id: str) -> RuleSet:
    """Return the rule set that scored the latest game under an id; where none counts, as the book has it now."""
    try:
        game = _latest(str(reader.root), reader.sha256, rules_id)
    except _Moved:
        st.rerun()
    return rules_of(rules_id) if game is None else rules_of_game(reader, game)


_KEYS = ("rules", "file_sha", "place", "entry")


@st.cache_resource(max_entries=500, show_spinner=False)
def _scored(root: str, sha256: str, rules: str, file_sha: str, place: int, entry: int) -> RuleSet:
    return rules_that_scored(Book(root), {"rules": rules, "file_sha": file_sha, "place": place, "entry": entry})


@st.cache_data(max_entries=100, show_spinner=False)
def _latest(root: str, sha256: str, rules_id: str) -> dict[str, Any] | None:
    with _reader(root, sha256) as reader:
        games = reader.table("game", (*_KEYS, "play_order"), rules=rules_id, status="taken")
    return games.sort("play_order").row(-1, named=True) if games.height else None


def rule_ids() -> tuple[str, ...]:
    """Return the rule sets that there are: those that come with the product, then the club's own."""
    return tuple(dict.fromkeys((*RULE_SETS, *book().rulesets())))


def playable() -> tuple[str, ...]:
    """Return the rule sets that can be played: one of the club's own with a mistake in it is none."""
    texts = book().rulesets()

    def sound(name: str) -> bool:
        try:
            return bool(rule_set(name, texts).id)
        except RulesError:
            return False

    return tuple(name for name in rule_ids() if sound(name))
