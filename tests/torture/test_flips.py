"""Flip any byte of a raw file, a journal line or a result: `verify` names it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from ingest.book import Book, verify
from ingest.model import ReadOptions
from ingest.pipeline import import_files, tables
from tests.torture.harness import STRIKES, run, score_file

pytestmark = pytest.mark.torture


@pytest.fixture(scope="module")
def book(pattern: Book, tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("flips")
    book = Book(folder / "book")
    shutil.copytree(pattern.root, book.root)
    import_files(book, [score_file(folder, 1), score_file(folder, 2)], ReadOptions(), who="ana")
    with book.writer() as writer:
        writer.commit("undo", writer.state.undo_payload("1"), "a mistake", "ana", tables=tables(book))
    assert verify(book, tables(book)) == []
    return book


@pytest.mark.parametrize(
    "name", ["raw", "journal.jsonl", "warehouse/*.duckdb", "warehouse/CURRENT", "warehouse/parsed"]
)
def test_a_flipped_byte_is_named(book: Book, name: str) -> None:
    paths = sorted((book.root / name).iterdir()) if (book.root / name).is_dir() else sorted(book.root.glob(name))
    assert paths
    rng = random.Random()
    for no in range(STRIKES // 5 if name == "warehouse/parsed" else STRIKES):
        path = paths[no % len(paths)]
        whole = path.read_bytes()
        position = rng.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[position] ^= rng.randint(1, 255)
        path.write_bytes(flipped)
        place = path.relative_to(book.root).as_posix()
        if name == "journal.jsonl":
            line = whole[:position].count(b"\n") + 1
            place += f", line {line}"
        try:
            found = [problem.place for problem in verify(book, tables(book))]
            assert place in found, (place, position, whole[position], flipped[position])
        finally:
            path.write_bytes(whole)
    assert verify(book, tables(book)) == []


def test_the_command_names_it_and_exits_with_1(book: Book) -> None:
    path: Path = next((book.root / "raw").iterdir())
    whole = path.read_bytes()
    try:
        path.write_bytes(whole[:-1] + b"?")
        code, out, _ = run(book, "verify")
    finally:
        path.write_bytes(whole)
    assert code == 1
    assert f"raw/{path.name}" in out
    assert run(book, "verify")[0] == 0
