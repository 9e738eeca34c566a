"""A club's own rule sets: started, changed, and looked at before anything changes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ingest import decide
from ingest.book import Book
from ingest.errors import BookBusy, WrongUsage
from ingest.model import ReadOptions
from ingest.rulebook import changes, new_rule_set, rescore
from scoring.rules import RULE_SETS
from tests.pipeline.sheets import S_157, S_255, table, take, write


def totals(book: Book) -> list[int]:
    with book.reader() as reader:
        return reader.table("sheet").sort("seat")["total"].to_list()


@pytest.fixture
def scored(book: Book, tmp_path: Path) -> Book:
    """Import one game under a house rule: 40 points are enough for the upper bonus."""
    path = new_rule_set(book, "mine", "yamms")
    path.write_text(path.read_text() + "\n[options.upper_threshold]\ndefault = 40\n")
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)), options=ReadOptions(rules="mine"))
    return book


@pytest.mark.parametrize("base", RULE_SETS)
def test_a_new_rule_set_changes_nothing_yet(book: Book, base: str) -> None:
    text = new_rule_set(book, "mine", base).read_text()
    assert f'base = "{base}"' in text
    with pytest.raises(WrongUsage, match="already"):
        new_rule_set(book, "mine", base)


def test_a_rule_set_needs_a_plain_name(book: Book) -> None:
    with pytest.raises(WrongUsage, match="small letters"):
        new_rule_set(book, "../yamms", "yamms")


@pytest.mark.parametrize("title", ['The "old" way', "C:\\rules\nnext line", "Jeux d\u2019été \U0001f3b2", "\x7f\t"])
def test_a_title_may_hold_any_sign(book: Book, title: str) -> None:
    path = new_rule_set(book, "mine", "yamms", title)
    assert tomllib.loads(path.read_text(encoding="utf-8"))["title"] == title


def test_a_rule_set_is_not_written_while_another_writes_to_the_book(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[bool] = []

    def put(path: Path, data: bytes) -> None:
        with pytest.raises(BookBusy), Book(book.root).locked(timeout=0):
            pass
        inside.append(True)

    book.create()
    monkeypatch.setattr("ingest.disk.put", put)
    path = new_rule_set(book, "mine", "yamms")
    assert inside == [True]
    assert not path.exists()


def test_a_change_is_shown_before_it_counts(scored: Book) -> None:
    assert totals(scored) == [255, 157]
    own = scored.root / "rulesets" / "mine.toml"
    own.write_text(own.read_text() + "\n[options.upper_bonus]\ndefault = 50\n")
    shown = changes(scored, "mine")
    # Ana's upper section of 63 earns 15 more; both places stay.
    assert shown.select("player", "total_before", "total_after").rows() == [("Ana", 255, 270)]
    assert totals(scored) == [255, 157]
    entry = rescore(scored, "mine", who="tests", why="voted on 1 March")
    assert totals(scored) == [270, 157]
    assert changes(scored, "mine").is_empty()
    decide.undo(scored, str(entry.no), who="tests", why="vote was void")
    assert totals(scored) == [255, 157]


def test_a_game_given_other_rules_keeps_their_text(scored: Book) -> None:
    decide.correct(scored, "2026-03-06/A/-/1", changes={"rules": "yamms+upper_bonus=100"}, who="tests", why="cup night")
    assert totals(scored) == [320, 157]
