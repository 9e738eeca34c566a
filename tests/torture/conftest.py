from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.book import Book
from tests.torture.harness import run, score_file


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("pattern")
    book = Book(folder / "book")
    assert run(book, "import", score_file(folder, 0))[0] == 0
    return book


@pytest.fixture
def book(pattern: Book, tmp_path: Path) -> Book:
    """A book with the file 0, imported by the real command."""
    shutil.copytree(pattern.root, tmp_path / "book")
    return Book(tmp_path / "book")
