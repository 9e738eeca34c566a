"""A game that files tell differently, or twice: versions that wait, copies that count once (DESIGN.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest import decide
from ingest.book import Book
from ingest.errors import WrongUsage
from tests.pipeline.sheets import (
    GAME,
    HEAD,
    S_060,
    S_100,
    S_157,
    S_255,
    codes,
    impossible,
    night,
    row,
    standings,
    statuses,
    table,
    take,
    write,
)
from tests.readers.workbook import xlsx


def test_an_uncorrected_copy_is_no_conflict(book: Book, tmp_path: Path) -> None:
    path = impossible(tmp_path / "a.csv")
    take(book, path)
    decide.correct(book, GAME, player="Bo", box="fours", value="16", who="tests", why="read again")
    copy = tmp_path / "b.csv"
    copy.write_text(path.read_text() + "\n")
    report = take(book, copy)
    assert report.files[0].counts["duplicate"] == 2
    assert statuses(book) == {GAME: ["duplicate", "taken"]}


def test_a_corrected_copy_is_no_conflict_either(book: Book, tmp_path: Path) -> None:
    path = impossible(tmp_path / "a.csv")
    take(book, path)
    decide.correct(book, GAME, player="Bo", box="fours", value="16", who="tests", why="read again")
    mended = write(
        tmp_path / "b.csv", [line.replace("0,0,0,14", "0,0,0,16") for line in path.read_text().splitlines()[1:]]
    )
    take(book, mended)
    assert statuses(book) == {GAME: ["duplicate", "taken"]}


def test_two_versions_of_a_game_wait(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    other = write(
        tmp_path / "b.csv",
        [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157), ("Cy", S_060))],
    )
    report = take(book, other)
    assert statuses(book) == {GAME: ["held", "held"]}
    assert codes(report) == ["game_conflict"]
    message = report.as_json()["games"][0]["findings"][0]["message"]
    assert "a.csv" in message
    assert "Cy, Large straight: 0 and 40" in message
    assert standings(book) == []

    with pytest.raises(WrongUsage, match="2 versions"):
        decide.accept(book, GAME, who="tests", why="which?")
    decide.accept(book, GAME, version=report.files[0].sha, who="tests", why="the paper sheet says so")
    assert statuses(book) == {GAME: ["duplicate", "taken"]}
    assert {n: p for n, _, p, _ in standings(book)}["Cy"] == -300_000
    with book.reader() as reader:
        assert sorted(reader.table("sheet")["total"].to_list()) == [60, 157, 255]


def evening(path: Path, *games: list[str]) -> Path:
    """Write games that Ana and Bo played on one day at one table."""
    sheets = [
        [dict(zip(HEAD.split(",")[3:], map(int, line.split(",")), strict=True)) for line in game] for game in games
    ]
    told = [
        {
            "played": "2026-03-06",
            "table": "A",
            "sheets": [{"player": "Ana", "boxes": ana}, {"player": "Bo", "boxes": bo}],
        }
        for ana, bo in sheets
    ]
    path.write_text(json.dumps({"format": "yamsheet/1", "games": told}))
    return path


def test_two_games_of_the_same_day_and_table_wait_under_their_own_names(book: Book, tmp_path: Path) -> None:
    """The occurrence within the file is part of a game's identity (DESIGN.md, The way of the data)."""
    take(book, evening(tmp_path / "a.json", [S_255, S_157], [S_157, S_100]))
    other = take(book, evening(tmp_path / "b.json", [S_255, S_060], [S_157, S_060])).files[0].sha
    assert statuses(book) == {"2026-03-06/A/-/1": ["held", "held"], "2026-03-06/A/-/2": ["held", "held"]}
    for game in statuses(book):
        decide.accept(book, game, version=other, who="ana", why="the paper")
    assert statuses(book) == {"2026-03-06/A/-/1": ["duplicate", "taken"], "2026-03-06/A/-/2": ["duplicate", "taken"]}


def test_of_two_quite_different_versions_the_first_boxes_are_named_and_the_rest_counted(
    book: Book, tmp_path: Path
) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    others = (("Ana", S_100), ("Bo", S_060), ("Cy", S_100))  # ten boxes of Ana's differ, eleven of Bo's, none of Cy's
    report = take(book, write(tmp_path / "b.csv", [row("2026-03-06", "A", n, b) for n, b in others]))
    message = report.as_json()["games"][0]["findings"][0]["message"]
    assert "a.csv: Ana, Ones: 1 and 3; " in message
    assert message.count(" and ") == 8
    assert "; 13 more)" in message


def twice(path: Path, *, one_row: bool = False) -> Path:
    """Write a file that has game G1 twice, with other boxes: in rows 1 and 3, or at the top of two worksheets."""
    if one_row:
        more = [[name, 2 * n, n] for n, name in enumerate(("Twos", "Threes", "Fours", "Fives", "Sixes"), 2)]
        tables = [[["Game", "G1"], ["", "Ana", "Bo"], ["Ones", n, n], *more] for n in (1, 2)]
        path.write_bytes(xlsx(lambda book: [fill(book.add_worksheet(), lines) for lines in tables]))
        return path
    games = [
        {"game": "G1", "rules": "yamms", "sheets": [{"player": p, "boxes": {"ones": n}} for p in ("Ana", "Bo")]}
        for n in (1, 2)
    ]
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}))
    return path


def fill(sheet: Any, lines: list[list[object]]) -> None:
    for number, line in enumerate(lines):
        sheet.write_row(number, 0, line)


def ones(book: Book) -> list[tuple[str, int]]:
    with book.reader() as reader:
        games, sheets = reader.table("game"), reader.table("sheet").filter(pl.col("seat") == 1)
    return sheets.join(games, on="game_no").sort("game_no").select("status", "total").rows()


@pytest.mark.parametrize(("name", "marks"), [("a.json", (":1", ":3")), ("a.xlsx", (":#1", ":#2"))])
def test_of_two_versions_in_one_file_each_can_be_named(
    book: Book, tmp_path: Path, name: str, marks: tuple[str, str]
) -> None:
    path = twice(tmp_path / name, one_row=name.endswith("xlsx"))
    sha = take(book, path).files[0].sha
    first, second = (f"G1@{str(sha)[:12]}{mark}" for mark in marks)
    with pytest.raises(WrongUsage, match=f"{re.escape(first)}, {re.escape(second)}"):
        decide.correct(book, "G1", player="Ana", box="ones", value="4", who="tests", why="misread")
    before = ones(book)
    decide.correct(book, second, player="Ana", box="ones", value="5", who="tests", why="misread")
    assert ones(book)[0][1] == before[0][1]
    decide.accept(book, second, who="tests", why="the paper says so")
    after = ones(book)
    assert [status for status, _ in after] == ["taken"]
    assert after[0][1] - before[1][1] == 5 - 2
    assert statuses(book) == {"G1": ["duplicate", "taken"]}


def test_a_game_whose_own_id_has_an_at_sign_is_found(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(twice(tmp_path / "b.json").read_text().replace('"G1"', '"home@5"', 1))
    take(book, path)
    decide.correct(book, "home@5", player="Ana", box="ones", value="4", who="tests", why="misread")
    assert ("taken", 4) in ones(book)


def test_a_third_version_makes_it_wait_again(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    totals = {"b": S_060, "c": S_157}
    files = {
        k: write(
            tmp_path / f"{k}.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157), ("Cy", v))]
        )
        for k, v in totals.items()
    }
    chosen = take(book, files["b"]).files[0].sha
    decide.accept(book, GAME, version=chosen, who="tests", why="paper")
    take(book, files["c"])
    assert statuses(book) == {GAME: ["duplicate", "held", "held"]}


def test_the_same_figures_under_another_table_are_told(book: Book, tmp_path: Path) -> None:
    report = take(book, night(tmp_path / "a.csv", 6, "A"), night(tmp_path / "b.csv", 6, "B"))
    assert codes(report) == ["duplicate_game"]
    assert report.games["status"].to_list() == ["taken", "taken"]


def test_two_sheets_that_another_game_of_the_day_has_too_are_told(book: Book, tmp_path: Path) -> None:
    """The same game, once with a player left out, is no duplicate: who played is another; a person is told."""
    first = write(tmp_path / "a.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157))])
    take(book, first)
    report = take(book, night(tmp_path / "b.csv", 6, "B"))
    assert codes(report) == ["duplicate_game"]
    (told,) = [f for f in report.as_json()["games"][0]["findings"] if f["code"] == "duplicate_game"]
    assert (told["severity"], told["player"]) == ("warning", None)
    assert "a.csv, row 2" in told["message"]
    assert report.games["status"].to_list() == ["taken"]


def test_the_same_game_with_a_name_spelt_anew_is_told(book: Book, tmp_path: Path) -> None:
    for name in ("Bogdan", "Bogdán"):
        rows = [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), (name, S_157))]
        report = take(book, write(tmp_path / f"{name}.csv", rows))
    assert codes(report) == ["duplicate_game"]
    assert report.games["status"].to_list() == ["taken"]


def test_one_sheet_that_another_game_has_too_says_nothing(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_060))]))
    assert codes(take(book, night(tmp_path / "b.csv", 6, "B"))) == []


def test_a_corrected_date_takes_the_copies_along(book: Book, tmp_path: Path) -> None:
    """A copy of the file knows nothing of the correction: it stays a duplicate, and the game does not count twice."""
    path = night(tmp_path / "a.csv", 6)
    take(book, path)
    copy = tmp_path / "b.csv"
    copy.write_text(path.read_text() + "\n")
    take(book, copy)
    decide.correct(book, GAME, changes={"played": "2026-03-07"}, who="tests", why="typed wrong")
    assert sorted(s for found in statuses(book).values() for s in found) == ["duplicate", "taken"]
    assert standings(book)[0] == ("Ana", 1, 300_000, 1)
    with book.reader() as reader:
        game = reader.table("game")
        assert [str(d) for d in game.filter(game["status"] == "taken")["played"]] == ["2026-03-07"]


def test_two_games_under_one_date_are_told_apart_by_a_correction(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    other = take(book, night(tmp_path / "b.csv", 6, names=("Cy", "Bo", "Ana"))).files[0].sha
    assert statuses(book) == {GAME: ["held", "held"]}
    decide.correct(book, f"{GAME}@{other}", changes={"played": "2026-03-13"}, who="tests", why="the week after")
    assert statuses(book) == {GAME: ["taken"], "2026-03-13/A/-/1": ["taken"]}


def test_a_rejected_version_stays_rejected_when_the_chosen_one_is_corrected(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    chosen = take(book, write(tmp_path / "b.csv", table(Ana=S_255, Bo=S_157, Cy=S_060))).files[0].sha
    decide.accept(book, GAME, version=chosen, who="tests", why="paper")
    decide.correct(book, GAME, changes={"season": "Cup"}, who="tests", why="it was the cup")
    assert sorted(s for found in statuses(book).values() for s in found) == ["duplicate", "taken"]


def test_a_corrected_box_wins_over_an_uncorrected_copy(book: Book, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        path = night(tmp_path / f"{name}.csv", 6)
        path.write_text(path.read_text() + "\n" * "abc".index(name))
    take(book, tmp_path / "b.csv")
    decide.correct(book, GAME, player="Bo", box="chance", value="25", who="tests", why="read again")
    take(book, tmp_path / "a.csv", tmp_path / "c.csv")
    assert statuses(book) == {GAME: ["duplicate", "duplicate", "taken"]}
    with book.reader() as reader:
        assert sorted(reader.table("sheet")["total"].to_list()) == [100, 162, 255]
