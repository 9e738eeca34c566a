from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.book import Book
from tests.book.toy import take, toy


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "book")


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Book:
    book = Book(tmp_path_factory.mktemp("pattern") / "book")
    with book.writer() as writer:
        take(writer, "Ana\nBo", "Cy")
        take(writer, "Dan")
        writer.commit("merge", {"a": "Ana", "b": "Anna"}, "the same person", "ana", tables=toy(book))
    return book


@pytest.fixture
def filled(pattern: Book, book: Book) -> Book:
    """A book with an import of two files, another import, and a decision."""
    shutil.copytree(pattern.root, book.root)
    return book
