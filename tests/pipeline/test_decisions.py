"""Held games, differences between files, corrections, merges and renames (DESIGN.md, The way of the data)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest import decide
from ingest.book import Book, rebuild
from ingest.errors import WrongUsage
from ingest.model import ReadOptions
from ingest.pipeline import check, import_files, tables
from ingest.tables import place_in_file
from scoring.rules import rule_set
from tests.pipeline.sheets import (
    HEAD,
    S_060,
    S_100,
    S_157,
    S_255,
    YAMMS,
    codes,
    night,
    row,
    standings,
    statuses,
    table,
    take,
    write,
)
from tests.readers.workbook import xlsx

GAME = "2026-03-06/A/-/1"


def players(book: Book) -> list[str]:
    with book.reader() as reader:
        return reader.table("player")["player"].to_list()


def impossible(path: Path) -> Path:
    """Write a game in which Bo has 14 in fours, which four-spots cannot make."""
    return write(
        path,
        [row("2026-03-06", "A", "Ana", S_255), row("2026-03-06", "A", "Bo", S_157.replace("0,0,0,0", "0,0,0,14", 1))],
    )


def test_an_impossible_box_holds_the_whole_game(book: Book, tmp_path: Path) -> None:
    report = take(book, impossible(tmp_path / "a.csv"))
    assert (report.exit_code, codes(report)) == (1, ["impossible_points"])
    found = report.as_json()["games"][0]["findings"][0]
    assert (found["player"], found["box"], found["stated"], found["row"]) == ("Bo", "fours", 14, 3)
    assert statuses(book) == {GAME: ["held"]}
    assert standings(book) == []


def test_a_correction_lets_it_count(book: Book, tmp_path: Path) -> None:
    take(book, impossible(tmp_path / "a.csv"))
    decide.correct(book, GAME, player="bo", box="fours", value="16", who="tests", why="read again")
    assert statuses(book) == {GAME: ["taken"]}
    assert standings(book) == [("Ana", 1, 200_000, 1), ("Bo", 1, -200_000, 0)]


def test_extra_yams_that_nobody_had_are_taken_away(book: Book, tmp_path: Path) -> None:
    lines = [f"{line},{extra}" for line, extra in zip(table(Ana=S_255, Bo=S_157), ("1", ""), strict=True)]
    report = take(book, write(tmp_path / "a.csv", lines, f"{HEAD},extra_yams"))
    assert codes(report) == ["extra_yams_impossible"]  # Yamms is struck
    decide.correct(book, GAME, player="Ana", box="extra_yams", value="-", who="tests", why="a stroke of the pen")
    assert standings(book) == [("Ana", 1, 200_000, 1), ("Bo", 1, -200_000, 0)]


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


def test_acceptance_counts_the_stated_boxes(book: Book, tmp_path: Path) -> None:
    take(book, impossible(tmp_path / "a.csv"))
    decide.accept(book, GAME, who="tests", why="both players agree")
    with book.reader() as reader:
        assert reader.table("sheet").sort("seat")["total"].to_list() == [255, 171]
        game = reader.table("game").row(0, named=True)
    assert (game["status"], game["accepted"], game["accepted_by"], game["accepted_why"]) == (
        "taken",
        True,
        "tests",
        "both players agree",
    )


def test_a_decision_sleeps_and_wakes_with_its_file(book: Book, tmp_path: Path) -> None:
    path = impossible(tmp_path / "a.csv")
    entry = take(book, path).entry
    decide.accept(book, GAME, who="tests", why="agreed")
    decide.undo(book, str(entry), who="tests", why="try")
    assert statuses(book) == {}
    take(book, path)
    assert statuses(book) == {GAME: ["taken"]}


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


def test_a_player_twice_is_held(book: Book, tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157), ("ANA ", S_100))]
    )
    report = take(book, path)
    assert codes(report) == ["duplicate_player"]
    assert report.games["status"].to_list() == ["held"]


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


def test_an_absent_player_is_left_out(book: Book, tmp_path: Path) -> None:
    """A sheet of nothing but zeros and blanks beside played ones is an absent player (RULES.md)."""
    zeros = ",".join("0" * 13)
    path = write(
        tmp_path / "a.csv",
        [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157), ("Cy", zeros), ("Dan", "," * 12))],
    )
    report = take(book, path)
    assert [s["player"] for s in report.as_json()["games"][0]["sheets"]] == ["Ana", "Bo"]
    assert report.files[0].counts == {"rejected": 0, "held": 0, "duplicate": 0, "taken": 2, "ignored": 3}


def test_an_unfinished_sheet_is_kept_and_not_ranked(book: Book, tmp_path: Path) -> None:
    open_box = S_157.rsplit(",", 1)[0] + ","
    path = write(
        tmp_path / "a.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", open_box), ("Cy", S_100))]
    )
    sheets = take(book, path).as_json()["games"][0]["sheets"]
    # Complete sheets are ranked among themselves, n = their number: two.
    assert [(s["player"], s["complete"], s["place"], s["whist"]) for s in sheets] == [
        ("Ana", True, 1, 20.0),
        ("Bo", False, None, None),
        ("Cy", True, 2, -20.0),
    ]


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


def test_a_games_date_and_season_are_corrected(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    decide.correct(book, GAME, changes={"played": "2025-12-30"}, who="tests", why="typed wrong")
    with book.reader() as reader:
        game = reader.table("game").row(0, named=True)
    assert (str(game["played"]), game["season"], game["game"]) == ("2025-12-30", "2025", "2025-12-30/A/-/1")


def test_a_games_rules_are_corrected(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    decide.correct(book, GAME, changes={"rules": "yahtzee"}, who="tests", why="other rules")
    with book.reader() as reader:
        assert reader.table("game")["rules"].to_list() == ["yahtzee"]


@pytest.mark.parametrize(
    ("player", "box", "value", "word"),
    [
        ("Zoe", "fours", "16", "no player Zoe"),
        ("Bo", "fourths", "16", "no box fourths"),
        ("Bo", "fours", "many", "many"),
    ],
)
def test_a_correction_that_fits_nothing_says_so(
    book: Book, tmp_path: Path, player: str, box: str, value: str, word: str
) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    with pytest.raises(WrongUsage, match=word):
        decide.correct(book, GAME, player=player, box=box, value=value, who="tests", why="typo")
    assert len(book.entries()) == 1


def test_ids_that_return_are_told_apart_by_date(book: Book, tmp_path: Path) -> None:
    head = HEAD.replace("date,table,", "game,date,")
    lines = [f"1,2026-03-{d:02},{n},{b}" for d in (6, 13) for n, b in (("Ana", S_255), ("Bo", S_157))]
    take(book, write(tmp_path / "a.csv", lines, head), options=ReadOptions(rules="yamms"))
    assert statuses(book) == {"2026-03-06/1": ["taken"], "2026-03-13/1": ["taken"]}
    with pytest.raises(WrongUsage, match="Say which"):
        decide.correct(book, "1", player="Bo", box="fours", value="16", who="tests", why="typo")
    decide.correct(book, "2026-03-13/1", player="Bo", box="fours", value="16", who="tests", why="typo")


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


def test_an_acceptance_does_not_cover_what_is_corrected_later(book: Book, tmp_path: Path) -> None:
    take(book, impossible(tmp_path / "a.csv"))
    decide.accept(book, GAME, who="tests", why="both agree")
    decide.correct(book, GAME, player="Ana", box="fours", value="13", who="tests", why="typed wrong")
    assert statuses(book) == {GAME: ["held"]}
    entry = decide.correct(book, GAME, player="Ana", box="fours", value="12", who="tests", why="again")
    assert "is held: Fours gives" in decide.outcome(book, entry)
    assert decide.outcome(book, decide.accept(book, GAME, who="tests", why="agreed")) == f"Game {GAME} counts."


def test_an_accepted_game_counts_what_is_stated_and_else_its_dice(book: Book, tmp_path: Path) -> None:
    """An accepted game counts its stated boxes, its sums recomputed (RULES.md, What is checked)."""
    head = "date,player,box,points,dice"
    boxes = [b for b in HEAD.split(",")[3:] if b not in ("fours", "chance")]
    zeros = [f"2026-03-06,{name},{box},0," for name in ("Ana", "Bo") for box in boxes]
    ana = ["2026-03-06,Ana,fours,14,", "2026-03-06,Ana,chance,14,1 2 3 4 5"]
    bo = ["2026-03-06,Bo,fours,12,", "2026-03-06,Bo,chance,,1 2 3 4 5"]
    report = take(book, write(tmp_path / "a.csv", sorted([*zeros, *ana, *bo]), head))
    assert [s["total"] for s in report.as_json()["games"][0]["sheets"]] == [14 + 15, 12 + 15]
    decide.accept(book, report.games["game"][0], who="tests", why="agreed")
    with book.reader() as reader:
        assert reader.table("sheet").sort("seat")["total"].to_list() == [14 + 14, 12 + 15]


def test_the_right_one_of_two_sheets_is_corrected(book: Book, tmp_path: Path) -> None:
    bad = S_157.replace("0,0,0,0", "0,0,0,14", 1)
    path = write(tmp_path / "a.csv", [*table(Ana=S_255, Bo=S_157), row("2026-03-06", "A", "Ana", bad)])
    take(book, path)
    with pytest.raises(WrongUsage, match=r"Ana#1 \(row 2\), Ana#2 \(row 4\)"):
        decide.correct(book, GAME, player="Ana", box="fours", value="16", who="tests", why="read again")
    decide.correct(book, GAME, player="Ana#2", box="fours", value="16", who="tests", why="read again")
    decide.correct(book, GAME, sheet=0, player="Ana", box="chance", value="21", who="tests", why="read again")
    with book.reader() as reader:
        assert reader.table("sheet").sort("row")["total"].to_list() == [256, 157, 173]


def test_a_correction_of_one_column_leaves_what_is_wrong_in_another(book: Book, tmp_path: Path) -> None:
    head = "date,player,column,box,points"
    lines = [
        f"2026-03-06,{name},{column},{box},0"
        for name in ("Ana", "Bo")
        for column in ("down", "free", "up")
        for box in rule_set("yams-columns").box_ids
        if not (name == "Ana" and box == "chance" and column in ("down", "free"))
    ]
    lines += ["2026-03-06,Ana,down,chance,yy", "2026-03-06,Ana,free,chance,zz"]
    report = take(book, write(tmp_path / "a.csv", sorted(lines), head), options=ReadOptions(rules="yams-columns"))
    assert sorted(codes(report)) == ["bad_value", "bad_value"]
    decide.correct(book, GAME.replace("A", "-"), player="Ana", box="down.chance", value="20", who="tests", why="read")
    assert statuses(book) == {"2026-03-06/-/-/1": ["held"]}
    with pytest.raises(WrongUsage, match="more than any box"):
        decide.correct(
            book, GAME.replace("A", "-"), player="Ana", box="free.chance", value="99999", who="t", why="read"
        )


def test_rows_of_a_game_that_name_two_rule_sets_hold_it(book: Book, tmp_path: Path) -> None:
    head = HEAD.replace("date,", "rules,date,")
    lines = ["yams," + row("2026-03-06", "A", "Ana", S_255), "yahtzee," + row("2026-03-06", "A", "Bo", S_157)]
    report = take(book, write(tmp_path / "a.csv", lines, head), options=ReadOptions())
    assert codes(report) == ["bad_value"]
    assert statuses(book) == {GAME: ["held"]}
    decide.correct(book, GAME, changes={"rules": "yams"}, who="tests", why="asked")


def test_a_box_of_changed_rules_can_be_corrected(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    decide.correct(book, GAME, changes={"rules": "yatzy"}, who="tests", why="asked")
    decide.correct(book, GAME, player="Bo", box="one_pair", value="12", who="tests", why="asked")
    with book.reader() as reader:
        assert reader.table("boxes_yatzy").sort("sheet_no")["one_pair"].to_list() == [None, 12, None]


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


def test_a_workbooks_places_name_the_worksheet() -> None:
    places = pl.DataFrame({"file": ["a.xlsx", "b.csv"], "worksheet": ["March", ""], "row": [12, 3]})
    said = places.select(place_in_file("file", "worksheet", "row")).to_series().to_list()
    assert said == ["a.xlsx, worksheet March, row 12", "b.csv, row 3"]
