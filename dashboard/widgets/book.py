"""Open the club's book for a page run, pinned to one warehouse; what was read once is kept by its number."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from ingest import warehouse
from ingest.book import Book
from scoring.rules import RULE_SETS, RuleSet, rule_set

BOOK_VARIABLE = "YAMSHEET_BOOK"
DEFAULT_BOOK = "data/book"


def book() -> Book:
    """Return the book that the server was started for."""
    return Book(Path(os.environ.get(BOOK_VARIABLE, DEFAULT_BOOK)))


class Pinned:
    """Read the warehouse of one number; frames come from the cache where any page has asked for them before."""

    def __init__(self, root: Path, number: int) -> None:
        self.root = root
        self.number = number

    def query(self, name: str, /, **params: Any) -> pl.DataFrame:
        """Return a view's frame."""
        return _query(str(self.root), self.number, name, tuple(sorted(params.items())))

    def table(self, name: str, /, **where: Any) -> pl.DataFrame:
        """Return a table's rows where columns equal these values."""
        return _table(str(self.root), self.number, name, tuple(sorted(where.items())))


def reading() -> Pinned | None:
    """Return the results as they are now, None where the book is still empty."""
    found = book()
    current = found.current()
    return None if current is None else Pinned(found.root, current.number)


@st.cache_data(max_entries=400, show_spinner=False)
def _query(root: str, number: int, name: str, params: tuple[tuple[str, Any], ...]) -> pl.DataFrame:
    with warehouse.Reader(Path(root) / "warehouse") as reader:
        return reader.query(name, **dict(params))


@st.cache_data(max_entries=200, show_spinner=False)
def _table(root: str, number: int, name: str, where: tuple[tuple[str, Any], ...]) -> pl.DataFrame:
    with warehouse.Reader(Path(root) / "warehouse") as reader:
        return reader.table(name, **dict(where))


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
