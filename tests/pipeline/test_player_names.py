"""Names of players: matching, suggestions, merges and renames (DESIGN.md, Names)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import decide
from ingest.book import Book, rebuild
from ingest.errors import WrongUsage
from ingest.pipeline import check, import_files, tables
from tests.pipeline.sheets import (
    YAMMS,
    night,
    standings,
    take,
)


def players(book: Book) -> list[str]:
    with book.reader() as reader:
        return reader.table("player")["player"].to_list()


def test_merge_and_its_undo(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    take(book, night(tmp_path / "b.csv", 13, names=("Anna", "Bo", "Cy")))
    entry = decide.merge(book, "Anna", "Ana", who="tests", why="one person")
    assert standings(book)[0] == ("Ana", 2, 600_000, 2)
    decide.undo(book, str(entry.no), who="tests", why="two after all")
    assert players(book) == ["Ana", "Anna", "Bo", "Cy"]


def test_a_merge_of_two_at_one_table_is_refused(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    with pytest.raises(WrongUsage, match="both sit in game"):
        decide.merge(book, "Ana", "Bo", who="tests", why="mistake")


def test_rename_shows_the_new_name_and_still_knows_the_old(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    decide.rename(book, "Ana", "Ana Popescu", who="tests", why="full name")
    take(book, night(tmp_path / "b.csv", 13))
    take(book, night(tmp_path / "c.csv", 20, names=("Ana Popescu", "Bo", "Cy")))
    assert standings(book)[0] == ("Ana Popescu", 3, 900_000, 3)
    with pytest.raises(WrongUsage, match="There is a player Cy already"):
        decide.rename(book, "Bo", "Cy", who="tests", why="mistake")
    decide.rename(book, "Ana", "Ana P.", who="tests", why="shorter")
    for name in ("ana p.", "Ana Popescu"):  # sheets under a name that a player had are that player's
        with pytest.raises(WrongUsage, match=f"There is a player {name} already"):
            decide.rename(book, "Bo", name, who="tests", why="mistake")
    assert len(players(book)) == 3


def test_a_name_that_only_a_rename_gave_is_taken_too(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    decide.rename(book, "Ana", "Doina", who="tests", why="her own name")
    with pytest.raises(WrongUsage, match="There is a player Doina already"):
        decide.rename(book, "Bo", "Doina", who="tests", why="mistake")
    assert players(book) == ["Doina", "Bo", "Cy"]


def test_the_most_frequent_spelling_is_shown(book: Book, tmp_path: Path) -> None:
    for number, name in enumerate(("Şerban", "Șerban", "Șerban")):
        take(book, night(tmp_path / f"{number}.csv", 6 + number, names=(name, "Bo", "Cy")))
    assert players(book) == ["Bo", "Cy", "Șerban"]


def test_near_names_are_suggested_never_merged(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6, names=("Gabriela Munteanu", "Bo", "Cy")))
    report = take(book, night(tmp_path / "b.csv", 13, names=("Gabriela Muntean", "Bo", "Cy")))
    assert "name_suggestion" in report.findings["code"].to_list()
    assert len(players(book)) == 4


def test_names_with_different_numbers_are_not_alike(book: Book, tmp_path: Path) -> None:
    report = take(book, night(tmp_path / "a.csv", 6, names=("Player 1", "Player 2", "Player 12")))
    assert "name_suggestion" not in report.findings["code"].to_list()


def test_what_is_said_of_names_is_part_of_the_import(book: Book, tmp_path: Path) -> None:
    """One command is one entry; undo takes all of it back, and a plain import does not bring it again (DESIGN.md)."""
    take(book, night(tmp_path / "a.csv", 6, names=("Ana", "Bo", "Cy")))
    path = night(tmp_path / "b.csv", 13, names=("Anna", "Bogdan", "Cy"))
    report = import_files(book, [path], YAMMS, who="tests", names={"Anna": "ANA", "Bogdan": "Bob", "Bo": "Bogdan"})
    assert [e.kind for e in book.entries()] == ["import", "import"]
    assert (report.unnamed, players(book)) == ((), ["Ana", "Bob", "Cy"])
    assert report.tables["player"]["player"].to_list() == players(book)
    rebuild(book, tables(book))
    assert players(book) == ["Ana", "Bob", "Cy"]
    decide.undo(book, "2", who="tests", why="try")
    take(book, path)
    assert players(book) == ["Ana", "Anna", "Bo", "Bogdan", "Cy"]


def test_two_at_one_table_are_not_joined_by_way_of_a_third(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6, names=("Ana", "Bo", "Cy")))
    path = night(tmp_path / "b.csv", 13, names=("Anna", "Anni", "Cy"))
    for names in ({"Anna": "Ana", "Anni": "Ana"}, {"Anna": "Zoe", "Anni": "Zoe"}):
        report = check([path], YAMMS, book, names=names)
        assert (len(report.unnamed), report.files[0].counts["taken"]) == (1, 3)
