"""DESIGN.md, The way of the data: one writer at a time, and the order in which a write reaches the disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from pathlib import Path

import duckdb
import polars as pl
import pytest

from ingest import disk
from ingest.book import Book, State, catch_up, rebuild, verify
from ingest.errors import BookBusy, BookError
from tests.book.toy import players, record, sha, take, toy


def test_a_new_book_has_its_folders_and_a_club_toml_to_fill_in(book: Book) -> None:
    assert not book.exists
    book.create()
    assert book.exists
    assert book.entries() == ()
    assert book.settings == {}
    assert "# language" in (book.root / "club.toml").read_text()
    (book.root / "club.toml").write_text('language = "ro"\n')
    book.create()
    assert book.club.language == "ro", "what is there stays"


def test_a_write_reaches_the_disk_in_the_order_of_the_design(filled: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[str, str]] = []
    monkeypatch.setattr(disk, "step", lambda action, path: steps.append((action, path.name)))
    with filled.writer() as writer:
        take(writer, "Eva")
    raw = sha("Eva")
    assert steps == [
        ("write", f"{raw}.tmp"),
        ("fsync", f"{raw}.tmp"),
        ("rename", raw),
        ("fsync", "raw"),
        ("write", "journal.jsonl"),
        ("fsync", "journal.jsonl"),
        ("fsync", "building.tmp"),
        ("rename", "4.duckdb"),
        ("fsync", "warehouse"),
        ("write", "CURRENT.tmp"),
        ("fsync", "CURRENT.tmp"),
        ("rename", "CURRENT"),
        ("fsync", "warehouse"),
    ]


def test_nothing_is_left_over_after_a_write(filled: Book) -> None:
    found = sorted(path.relative_to(filled.root).as_posix() for path in filled.root.rglob("*") if path.is_file())
    raws = sorted(f"raw/{sha(text)}" for text in ("Ana\nBo", "Cy", "Dan"))
    assert found == [".lock", "club.toml", "journal.jsonl", *raws, "warehouse/3.duckdb", "warehouse/CURRENT"]


def test_tables_see_the_new_files_and_are_made_before_anything_is_appended(filled: Book) -> None:
    before = (filled.root / "journal.jsonl").read_bytes()
    seen: list[str] = []

    def fails(state: State) -> Iterable[tuple[str, pl.DataFrame]]:
        seen.append(filled.raw_text(state.imports[-1].sha))
        raise RuntimeError("a fault in the engine")

    with filled.writer() as writer, pytest.raises(RuntimeError):
        writer.commit("import", {"files": [record("Eva")]}, None, "ana", raw={sha("Eva"): b"Eva"}, tables=fails)
    assert seen == ["Eva"]
    assert (filled.root / "journal.jsonl").read_bytes() == before
    assert not (filled.root / "raw" / sha("Eva")).exists()
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_file_that_changes_while_it_is_read_is_not_stored(filled: Book, tmp_path: Path) -> None:
    path = tmp_path / "eva.csv"
    path.write_text("Eve")
    with filled.writer() as writer, pytest.raises(BookError, match=r"eva.csv is not what it was"):
        writer.commit(
            "import", {"files": [record("Eva")]}, None, "ana", raw={sha("Eva"): path}, tables=lambda state: ()
        )  # fmt: skip
    assert len(filled.entries()) == 3
    assert sorted(path.name for path in (filled.root / "raw").iterdir()) == sorted(map(sha, ("Ana\nBo", "Cy", "Dan")))


def test_a_damaged_raw_file_is_mended_by_importing_it_again(filled: Book) -> None:
    with filled.writer() as writer:
        writer.commit("undo", {"entry": 2}, "a mistake", "ana", tables=toy(filled))
    (filled.root / "raw" / sha("Dan")).write_text("Den")
    with pytest.raises(BookError, match=f"raw/{sha('Dan')} is damaged"):
        filled.raw_path(sha("Dan"))
    with filled.writer() as writer:
        take(writer, "Dan")
    assert filled.raw_text(sha("Dan")) == "Dan"


def test_a_missing_raw_file_is_named(filled: Book) -> None:
    (filled.root / "raw" / sha("Dan")).unlink()
    with pytest.raises(BookError, match=f"raw/{sha('Dan')} is missing"):
        filled.raw_path(sha("Dan"))


def test_a_new_book_is_made_by_one_at_a_time(book: Book) -> None:
    wrong: list[BaseException] = []

    def first(name: str) -> None:
        try:
            with Book(book.root).writer() as writer:
                take(writer, name)
        except (BookError, BookBusy, OSError) as error:
            wrong.append(error)

    threads = [threading.Thread(target=first, args=(name,)) for name in ("Ana", "Bo", "Cy", "Dan")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert players(book) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_new_book_is_not_begun_while_another_makes_it(book: Book) -> None:
    book.root.mkdir()
    with book.locked():
        with pytest.raises(BookBusy), Book(book.root).writer(timeout=0):
            pass
        assert [path.name for path in book.root.iterdir()] == [".lock"]


def test_a_second_writer_waits_for_the_first(filled: Book) -> None:
    inside, names = threading.Event(), []

    def second() -> None:
        inside.wait()
        with Book(filled.root).writer(timeout=10) as writer:
            names.append(len(writer.state.entries))

    thread = threading.Thread(target=second)
    thread.start()
    with filled.writer() as writer:
        inside.set()
        time.sleep(0.2)
        take(writer, "Eva")
    thread.join()
    assert names == [4], "it sees what the first wrote"


def test_a_second_writer_gives_up_with_exit_code_3(filled: Book) -> None:
    with filled.writer():
        began = time.monotonic()
        with pytest.raises(BookBusy, match="Another program is writing") as refused, Book(filled.root).writer(0.3):
            pass
        assert 0.3 <= time.monotonic() - began < 3
    assert refused.value.exit_code == 3


def test_a_writer_waits_ten_seconds_by_default() -> None:
    assert Book.writer.__wrapped__.__defaults__ == (10,)


def test_what_a_crashed_writer_left_is_cleaned_by_the_next(filled: Book) -> None:
    left = [
        filled.root / "raw" / f"{sha('Eva')}.tmp",
        filled.root / "club.toml.tmp",
        filled.results / "building.tmp",
        filled.results / "building.tmp.wal",
        filled.results / "CURRENT.tmp",
        filled.results / "parsed" / "x.tmp",
        filled.results / "2.duckdb",
        filled.results / "9.duckdb",
    ]
    for path in left:
        path.write_bytes(b"half")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]
    with filled.writer() as writer:
        take(writer, "Eva")
    assert [path for path in left if path.exists()] == []
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva"]
    assert filled.current().number == 10, "a number is not used twice"


def test_a_crash_after_the_journal_is_caught_up(filled: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("ingest.warehouse.publish", crash)
        with filled.writer() as writer, pytest.raises(KeyboardInterrupt, match="Entry 4 is stored, but its results"):
            take(writer, "Eva")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"], "readers see the whole of what was before"
    told = catch_up(filled, toy(filled))
    assert told == "A write was interrupted after it was stored: the results of entry 4 are made now."
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva"]
    assert catch_up(filled, toy(filled)) is None


@pytest.mark.parametrize(
    ("fault", "told", "words"),
    [
        (
            duckdb.TransactionException("Cannot commit: No space left on device"),
            BookError,
            "No space",
        ),
        (RuntimeError("Query interrupted"), KeyboardInterrupt, "the next command makes them by itself"),
        (duckdb.InterruptException("INTERRUPT Error: interrupted!"), KeyboardInterrupt, "the next command makes them"),
    ],
)
def test_what_stops_the_database_says_that_the_entry_is_stored(
    fault: Exception, told: type[BaseException], words: str, filled: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr("ingest.warehouse._insert", stop)
        with filled.writer() as writer, pytest.raises(told, match=f"Entry 4 is stored, but its results.*{words}"):
            take(writer, "Eva")
    catch_up(filled, toy(filled))
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva"]


def test_a_write_after_a_crash_catches_up_too(filled: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("ingest.warehouse.publish", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
        with (
            filled.writer() as writer,
            pytest.raises(BookError, match="Entry 4 is stored, but its results are not yet: No space left"),
        ):
            take(writer, "Eva")
    with filled.writer() as writer:
        take(writer, "Fay")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva", "Fay"]


def test_catching_up_waits_for_nobody(filled: Book) -> None:
    (filled.results / "CURRENT").unlink()
    with filled.locked():
        began = time.monotonic()
        assert catch_up(Book(filled.root), toy(filled)) is None
        assert time.monotonic() - began < 1
    assert catch_up(filled, toy(filled)) == "The results were missing: they are made from the journal and the files."


@pytest.mark.parametrize("name", ["warehouse/CURRENT", "warehouse/3.duckdb", "warehouse"])
def test_everything_derived_can_be_deleted(filled: Book, name: str) -> None:
    path = filled.root / name
    for file in [path, *path.rglob("*")] if path.is_dir() else [path]:
        if file.is_file():
            file.unlink()
    assert "were missing" in (catch_up(filled, toy(filled)) or "")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_new_book_gets_empty_results_without_a_word(book: Book) -> None:
    assert catch_up(book, toy(book)) is None
    assert not book.exists, "looking makes no book"
    book.create()
    assert catch_up(book, toy(book)) is None
    assert players(book) == []


def test_one_writer_may_commit_several_times(book: Book) -> None:
    with book.writer() as writer:
        for no, name in enumerate(("Ana", "Bo", "Cy"), 1):
            assert take(writer, name).no == no
            assert len(writer.state.entries) == no
    assert players(book) == ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize("cut", [True, False], ids=["cut back", "not cut back"])
def test_after_a_failed_append_the_same_writer_can_go_on(
    filled: Book, monkeypatch: pytest.MonkeyPatch, cut: bool
) -> None:
    fails = {("fsync", "journal.jsonl"), *([] if cut else [("truncate", "journal.jsonl")])}

    def full(action: str, path: Path) -> None:
        if (action, path.name) in fails:
            raise OSError(28, "No space left on device")

    with filled.writer() as writer:
        with monkeypatch.context() as patch:
            patch.setattr(disk, "step", full)
            with pytest.raises(BookError, match="cannot be written: No space left on device"):
                take(writer, "Eva")
        entry = take(writer, "Fay")
    assert entry.no == len(filled.entries()) == (4 if cut else 5)
    assert [e.no for e in filled.entries()] == list(range(1, entry.no + 1))


def test_a_parsed_file_is_trusted_only_as_the_warehouse_knows_it(filled: Book) -> None:
    with filled.writer() as writer:
        writer.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed a"))
        assert filled.parsed("a-1") is None, "not before it is published"
        take(writer, "Eva")
    assert filled.parsed("a-1") == filled.results / "parsed" / "a-1"
    with filled.writer() as writer:
        take(writer, "Fay")
    assert filled.parsed("a-1") is not None, "it is known to later warehouses too"
    (filled.results / "parsed" / "a-1").write_bytes(b"parsed b")
    assert filled.parsed("a-1") is None
    with filled.writer() as writer:
        writer.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed c"))
        take(writer, "Gil")
    assert filled.parsed("a-1").read_bytes() == b"parsed c"
    assert filled.parsed("b-1") is None


def test_a_file_is_kept_parsed_once_as_it_was_read_last(filled: Book) -> None:
    with filled.writer() as writer:
        writer.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed a"))
        writer.keep_parsed("b-1", lambda path: path.write_bytes(b"parsed b"))
        take(writer, "Eva")
    with filled.writer() as writer:
        writer.keep_parsed("a-2", lambda path: path.write_bytes(b"parsed a in another form"))
        take(writer, "Fay")
    assert sorted(path.name for path in (filled.results / "parsed").iterdir()) == ["a-2", "b-1"]
    assert filled.parsed("a-1") is None


def test_a_file_that_is_read_again_for_a_rebuild_is_kept_parsed(filled: Book) -> None:
    def tables(state: State) -> Iterable[tuple[str, pl.DataFrame]]:
        filled.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed a"))
        return toy(filled)(state)

    rebuild(filled, tables)
    assert filled.parsed("a-1") is not None
    assert verify(filled, tables) == []
    filled.keep_parsed("b-1", lambda path: path.write_bytes(b"parsed b"))
    assert not filled.parsed_path("b-1").exists(), "only a writer keeps one"


def test_a_parsed_file_that_no_warehouse_knows_is_removed(filled: Book) -> None:
    stray = filled.results / "parsed" / "stray"
    stray.write_bytes(b"?")
    with filled.writer() as writer:
        take(writer, "Eva")
    assert not stray.exists()
