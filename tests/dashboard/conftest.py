"""Make the demo club's book once for all page tests."""

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
