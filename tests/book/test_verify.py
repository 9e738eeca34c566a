"""Issue: flip any byte of a raw file, a journal line or a result, and `verify` names it."""

from __future__ import annotations

import errno
import os
import random
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from ingest import snapshots
from ingest.book import Book, Problem, State, finish, rebuild, verify
from ingest.errors import BookBusy, BookError
from scoring.rules import RulesError, rule_set
from tests.book.toy import players, seen, sha, take, toy


def places(book: Book) -> list[tuple[str, str]]:
    return [(problem.what, problem.place) for problem in verify(book, toy(book))]


def flip(path: Path, position: int, bits: int = 1) -> None:
    data = bytearray(path.read_bytes())
    data[position] ^= bits
    path.write_bytes(data)


def test_a_whole_book_has_no_problem(filled: Book) -> None:
    assert verify(filled, toy(filled)) == []


@pytest.mark.parametrize("lock", [True, False])
def test_nothing_is_written_so_that_a_book_may_lie_where_nobody_can_write(
    filled: Book, monkeypatch: pytest.MonkeyPatch, lock: bool
) -> None:
    if not lock:  # a copy of a book need not have one
        (filled.root / ".lock").unlink(missing_ok=True)
    flip(filled.root / "raw" / sha("Dan"), 0)
    before = seen(filled)
    opened = os.open

    def read_only(path: Any, flags: int, *mode: Any, **where: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return opened(path, flags, *mode, **where)

    monkeypatch.setattr(os, "open", read_only)
    assert finish(filled, toy(filled)) is None
    assert places(filled) == [("raw file", f"raw/{sha('Dan')}")]
    assert seen(filled) == before


def test_a_book_is_verified_when_a_writer_is_done_with_it(filled: Book) -> None:
    with filled.locked(), pytest.raises(BookBusy), filled.still(timeout=0):
        pass
    with filled.still(timeout=0), filled.still(timeout=0), pytest.raises(BookBusy), filled.locked(timeout=0):
        pass


def test_a_book_whose_lock_cannot_be_opened_is_not_read_without_it(filled: Book) -> None:
    lock = filled.root / ".lock"
    lock.unlink(missing_ok=True)
    lock.symlink_to(lock)
    with pytest.raises(OSError, match=r"\.lock") as error, filled.still():
        pytest.fail("nothing keeps a writer away")
    assert error.value.errno == errno.ELOOP


def test_a_new_book_has_no_problem(book: Book) -> None:
    book.create()
    assert verify(book, toy(book)) == []


def test_a_flipped_byte_of_a_raw_file_is_named(filled: Book) -> None:
    path = filled.root / "raw" / sha("Dan")
    for position in range(3):
        flip(path, position)
        (problem,) = verify(filled, toy(filled))
        assert problem == Problem(
            "raw file",
            f"raw/{sha('Dan')}",
            "Entry 2 needs it, but it is damaged: it is not what was stored. Restore it from a backup.",
        )
        flip(path, position)
    assert verify(filled, toy(filled)) == []


def test_the_raw_file_of_an_undone_import_is_kept_and_checked(filled: Book) -> None:
    with filled.writer() as writer:
        writer.commit("undo", {"entry": 2}, "a mistake", "ana", tables=toy(filled))
    (filled.root / "raw" / sha("Dan")).unlink()
    assert places(filled) == [("raw file", f"raw/{sha('Dan')}")]


def test_every_flipped_byte_of_the_journal_is_named_with_its_line(filled: Book) -> None:
    path = filled.root / "journal.jsonl"
    whole = path.read_bytes()
    rng = random.Random(1)
    for position in [*rng.sample(range(len(whole)), 120), len(whole) - 1]:
        flip(path, position, rng.randint(1, 255))
        line = whole[:position].count(b"\n") + 1
        assert ("journal", f"journal.jsonl, line {line}") in places(filled), position
        path.write_bytes(whole)
    assert verify(filled, toy(filled)) == []


def test_every_flipped_byte_of_the_results_is_named(filled: Book) -> None:
    rng = random.Random(2)
    for name in ("3.duckdb", "CURRENT"):
        path = filled.results / name
        whole = path.read_bytes()
        flips = [(position, rng.randint(1, 255)) for position in rng.sample(range(len(whole)), 60)]
        for position, bits in [*flips, (len(whole) - 1, whole[-1] ^ ord(" "))]:
            flip(path, position, bits)
            assert ("result", f"warehouse/{name}") in places(filled), position
            path.write_bytes(whole)
    assert verify(filled, toy(filled)) == []


def _replace(book: Book, sql: str) -> None:
    """Change the results and make CURRENT fit them, as a fault in the build would."""
    path = book.results / "3.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute(sql)
    values = {**book.current().__dict__, "sha256": snapshots.disk.sha256(path)}
    line = snapshots.canonical({**values, "check": snapshots._check(values)}) + b"\n"
    (book.results / "CURRENT").write_bytes(line)


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE player SET player = 'Eva' WHERE player_no = 1", "Row 2, player: it holds 'Eva', .* give 'Bo'"),
        ("DELETE FROM player WHERE player_no = 1", "It has 3 rows, the journal and the files give 4"),
        ("ALTER TABLE player ADD COLUMN x INTEGER", "It has other columns"),
        ("UPDATE entry SET why = NULL WHERE no = 3", "Row 3, why: it holds None, .* give 'the same person'"),
        ("UPDATE entry SET why = '' WHERE no = 1", "Row 1, why: it holds '', .* give None"),
        ("DROP TABLE player", "It is missing"),
        ("ALTER TABLE spelling RENAME TO player2", "It should not be there"),
    ],
)
def test_results_that_are_not_what_the_journal_gives_are_named_by_table(filled: Book, sql: str, says: str) -> None:
    _replace(filled, sql)
    problems = verify(filled, toy(filled))
    table = next(word for word in ("player2", "player", "entry") if word in sql)
    assert (problems[0].what, problems[0].place) == ("result", f"warehouse/3.duckdb, table {table}")
    assert re.search(says, problems[0].message)
    rebuild(filled, toy(filled))
    assert verify(filled, toy(filled)) == []


def test_a_missing_raw_file_is_named(filled: Book) -> None:
    (filled.root / "raw" / sha("Cy")).unlink()
    assert places(filled) == [("raw file", f"raw/{sha('Cy')}")]


def test_a_journal_ahead_of_the_results_is_named(filled: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("ingest.warehouse.publish", crash)
        with filled.writer() as writer, pytest.raises(KeyboardInterrupt):
            take(writer, "Eva")
    (problem,) = verify(filled, toy(filled))
    assert problem.place == "warehouse/CURRENT"
    assert "4 entries, the results were made from 3" in problem.message


def test_an_interrupted_write_is_finished_before_a_book_is_verified_but_damage_is_left_to_be_named(
    filled: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> int:
        raise KeyboardInterrupt

    assert finish(filled, toy(filled)) is None
    with monkeypatch.context() as patch:
        patch.setattr("ingest.warehouse.publish", crash)
        with filled.writer() as writer, pytest.raises(KeyboardInterrupt):
            take(writer, "Eva")
    assert "the results of entry 4 are made now" in (finish(filled, toy(filled)) or "")
    assert verify(filled, toy(filled)) == []
    current = filled.results / "CURRENT"
    whole = current.read_bytes()
    flip(current, 20)
    assert finish(filled, toy(filled)) is None
    assert places(filled) == [("result", "warehouse/CURRENT")]
    current.write_bytes(whole)
    (filled.results / "4.duckdb").rename(filled.results / "away")
    assert finish(filled, toy(filled)) is None
    assert places(filled) == [("result", "warehouse/CURRENT")]
    current.unlink()
    assert "were missing" in (finish(filled, toy(filled)) or "")
    flip(filled.root / "journal.jsonl", 20)
    assert finish(filled, toy(filled)) is None
    assert ("journal", "journal.jsonl, line 1") in places(filled)


def test_an_unfinished_line_is_named(filled: Book) -> None:
    with (filled.root / "journal.jsonl").open("ab") as stream:
        stream.write(b'{"hash":"12')
    (problem,) = verify(filled, toy(filled))
    assert problem.place == "journal.jsonl, line 4"
    assert "the next command cuts this line off" in problem.message


def test_lost_lines_are_named(filled: Book) -> None:
    path = filled.root / "journal.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    (problem,) = verify(filled, toy(filled))
    assert problem.what == "journal"
    assert str(problem).startswith("journal.jsonl has lost its end: the results were made from its first 3 lines")


def test_a_hand_edited_club_toml_is_told_until_the_next_write(filled: Book) -> None:
    (filled.root / "club.toml").write_text('language = "ro"\n')
    (problem,) = verify(filled, toy(filled))
    assert (problem.what, problem.place) == ("settings", "club.toml")
    with filled.writer() as writer:
        take(writer, "Eva")
    assert verify(filled, toy(filled)) == []
    (filled.root / "club.toml").write_text("language = \n")
    (problem,) = verify(filled, toy(filled))
    assert "club.toml cannot be read" in problem.message


def test_a_damaged_parsed_file_is_named_and_goes_with_a_rebuild(filled: Book) -> None:
    with filled.writer() as writer:
        writer.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed a"))
        take(writer, "Eva")
    assert verify(filled, toy(filled)) == []
    flip(filled.results / "parsed" / "a-1", 3)
    assert places(filled) == [("parsed file", "warehouse/parsed/a-1")]
    rebuild(filled, toy(filled))
    assert verify(filled, toy(filled)) == []
    assert list((filled.results / "parsed").iterdir()) == []


def test_a_damaged_parsed_file_goes_with_the_next_write_unless_it_is_made_again(filled: Book) -> None:
    def reads(state: State) -> Iterable[tuple[str, pl.DataFrame]]:
        if filled.parsed("a-1") is None:
            filled.keep_parsed("a-1", lambda path: path.write_bytes(b"parsed a"))
        return toy(filled)(state)

    with filled.writer() as writer:
        for key in ("a-1", "b-1", "c-1"):
            writer.keep_parsed(key, lambda path: path.write_bytes(b"parsed a"))
        take(writer, "Eva")
    folder = filled.results / "parsed"
    for key in ("a-1", "b-1"):
        (folder / key).write_bytes(b"\0" * 8)  # as a power cut may leave it
    message = "It is damaged and is not used: the next write reads the file itself again."
    assert verify(filled, toy(filled)) == [
        Problem("parsed file", f"warehouse/parsed/{key}", message) for key in ("a-1", "b-1")
    ]
    with filled.writer() as writer:
        writer.publish(reads)
    assert verify(filled, toy(filled)) == []
    assert sorted(path.name for path in folder.iterdir()) == ["a-1", "c-1"]
    assert set(filled.parsed_hashes()) == {"a-1", "c-1"}
    assert filled.parsed("a-1") == folder / "a-1"


def test_rule_sets_that_cannot_be_used_are_named(filled: Book) -> None:
    folder = filled.root / "rulesets"
    (folder / "My rules.toml").write_text("no TOML")
    (folder / "ours.toml").write_text('title = "Ours"')
    (folder / "._ours.toml").write_bytes(b"\xff")
    (problem,) = verify(filled, toy(filled))
    assert (problem.what, problem.place) == ("settings", "rulesets/My rules.toml")
    assert "small letters, digits and dashes" in problem.message
    assert filled.rulesets() == {"ours": 'title = "Ours"'}
    (folder / "My rules.toml").unlink()
    (folder / "theirs.toml").write_bytes("title = 'Café'".encode("latin-1"))
    says = "rulesets/theirs.toml is not UTF-8 text: save it as UTF-8."
    assert [problem.message for problem in verify(filled, toy(filled))] == [says]
    assert rule_set("ours", {"ours": 'base = "yams"', "theirs": filled.rulesets()["theirs"]}).id == "ours"
    with pytest.raises(RulesError, match=r"theirs.toml: it is not UTF-8 text"):
        rule_set("theirs", filled.rulesets())
    (folder / "theirs.toml").unlink()
    (folder / "theirs.toml").mkdir()
    with pytest.raises(BookError, match=r"rulesets/theirs.toml cannot be read"):
        filled.rulesets()


def test_a_rebuild_from_nothing_gives_the_same_tables(filled: Book) -> None:
    before = players(filled)
    for path in filled.results.rglob("*"):
        if path.is_file():
            path.unlink()
    rebuild(filled, toy(filled))
    assert players(filled) == before
    assert verify(filled, toy(filled)) == []


def test_verify_writes_nothing(filled: Book) -> None:
    before = {path: path.read_bytes() for path in filled.root.rglob("*") if path.is_file()}
    verify(filled, toy(filled))
    assert {path: path.read_bytes() for path in filled.root.rglob("*") if path.is_file()} == before
