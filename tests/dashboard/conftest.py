"""Make the books of page tests: the demo club's, once for all, and an empty one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import import_files

SAMPLES = Path(__file__).parents[2] / "data" / "samples"


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a book with the demo club's season in it; nobody may write to it."""
    root = tmp_path_factory.mktemp("demo") / "book"
    book = Book(root)
    book.create()
    shutil.copy(SAMPLES / "club.toml", root / "club.toml")
    files = sorted(p for p in SAMPLES.iterdir() if p.suffix in (".csv", ".json"))
    import_files(book, files, ReadOptions(yes=True), who="test")
    return root


@pytest.fixture
def own_book(demo: Path, tmp_path: Path) -> Path:
    """Return a copy of the demo book that a test may write to."""
    shutil.copytree(demo, tmp_path / "book")
    return tmp_path / "book"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return the club's book, empty but for the rule set that its files are played by."""
    book = Book(tmp_path / "book")
    book.create()
    (book.root / "club.toml").write_text('rules = "yamms"\n')
    monkeypatch.setenv("YAMSHEET_BOOK", str(book.root))
    return book
