"""Held games, corrections and acceptances (DESIGN.md, The way of the data)."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from ingest import decide
from ingest.book import Book
from ingest.errors import WrongUsage
from ingest.model import ReadOptions
from ingest.tables import place_in_file
from scoring.rules import rule_set
from tests.pipeline.sheets import (
    GAME,
    HEAD,
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


def test_a_player_twice_is_held(book: Book, tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.csv", [row("2026-03-06", "A", n, b) for n, b in (("Ana", S_255), ("Bo", S_157), ("ANA ", S_100))]
    )
    report = take(book, path)
    assert codes(report) == ["duplicate_player"]
    assert report.games["status"].to_list() == ["held"]


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


def test_a_workbooks_places_name_the_worksheet() -> None:
    places = pl.DataFrame({"file": ["a.xlsx", "b.csv"], "worksheet": ["March", ""], "row": [12, 3]})
    said = places.select(place_in_file("file", "worksheet", "row")).to_series().to_list()
    assert said == ["a.xlsx, worksheet March, row 12", "b.csv, row 3"]
