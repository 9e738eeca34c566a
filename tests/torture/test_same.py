"""Promises 1 and 4: the same results whatever the threads and the time zone, and from raw files and journal alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.book import Book, backup, catch_up, rebuild, restore, verify
from ingest.model import ReadOptions
from ingest.pipeline import import_files, tables
from tests.torture.harness import LONG, STRIKES, standings

pytestmark = pytest.mark.torture

SAMPLES = Path(__file__).parents[2] / "data" / "samples"

#: Imports the demo club's files one by one.
STEPS = """
import sys
from pathlib import Path
from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import import_files
for path in sys.argv[2:]:
    import_files(Book(sys.argv[1]), [Path(path)], ReadOptions(yes=True), who="ana")
"""


def step_by_step(folder: Path, **env: str) -> Book:
    """Return a book into which the demo club's files, or a few of them, were imported, one entry each."""
    book = Book(folder / "book")
    book.create()
    shutil.copy(SAMPLES / "club.toml", book.root / "club.toml")
    files = sorted(path for path in SAMPLES.iterdir() if path.suffix != ".toml")[:: 1 if STRIKES >= LONG else 3]
    words = [sys.executable, "-c", STEPS, str(book.root), *map(str, files)]
    subprocess.run(words, env={**os.environ, **env}, check=True)
    return book


def texts(book: Book) -> dict[str, str]:
    """Return every table as CSV text, but for the times of day and the hashes that follow from them."""
    with book.reader() as reader:
        frames = {name: reader.table(name) for name in reader.tables() if name not in ("meta", "parsed")}
    frames["entry"] = frames["entry"].drop("when")
    return {name: frame.write_csv() for name, frame in frames.items()}


@pytest.fixture(scope="module")
def stepped(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return step_by_step(tmp_path_factory.mktemp("stepped"), POLARS_MAX_THREADS="1", TZ="UTC")


def test_threads_and_time_zone_change_nothing(stepped: Book, tmp_path: Path) -> None:
    other = step_by_step(tmp_path, POLARS_MAX_THREADS="4", TZ="Pacific/Kiritimati")
    assert texts(other) == texts(stepped)


def test_a_rebuild_from_raw_files_and_journal_gives_the_tables_that_were_built_step_by_step(
    stepped: Book, tmp_path: Path
) -> None:
    shutil.copytree(stepped.root, tmp_path / "book", ignore=shutil.ignore_patterns("warehouse"))
    book = Book(tmp_path / "book")
    rebuild(book, tables(book))
    assert texts(book) == texts(stepped)
    assert verify(book, tables(book)) == []


def test_a_restored_backup_gives_the_same_tables(stepped: Book, tmp_path: Path) -> None:
    backup(stepped, tmp_path / "kept.zip")
    book = Book(tmp_path / "other")
    restore(book, tmp_path / "kept.zip")
    catch_up(book, tables(book))
    assert texts(book) == texts(stepped)
    assert verify(book, tables(book)) == []


def test_undone_and_imported_again_is_the_same(stepped: Book, tmp_path: Path) -> None:
    shutil.copytree(stepped.root, tmp_path / "book")
    book = Book(tmp_path / "book")
    before = standings(book)
    sha = next(file.sha for file in book.state().imports if file.name.startswith("01"))
    entry = book.state().imported(sha).entry
    with book.writer() as writer:
        writer.commit("undo", {"entry": entry}, "to try", "ana", tables=tables(book))
    assert standings(book) != before
    import_files(book, [next(SAMPLES.glob("01*"))], ReadOptions(yes=True), who="ana")
    assert standings(book) == before
    assert verify(book, tables(book)) == []
