"""Games of other rule sets through the pipeline, with figures worked by hand from RULES.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import check
from scoring.rules import rule_set
from tests.pipeline.sheets import HEAD, S_100, S_157, codes, take, write
from tests.readers.reading import ITALIAN


def game_of(path: Path, rules: str, sheets: dict[str, dict[str, Any]]) -> Path:
    """Write one game; boxes that are not named are struck."""
    blank = dict.fromkeys(rule_set(rules).box_ids, 0)
    game = {
        "game": "g1",
        "played": "2026-03-14",
        "rules": rules,
        "sheets": [{"player": name, "boxes": {**blank, **boxes}} for name, boxes in sheets.items()],
    }
    path.write_text(json.dumps({"format": "yamsheet/1", "games": [game]}))
    return path


def test_double_yams_adds_up_its_five_sections(book: Book, tmp_path: Path) -> None:
    """Worked cases of RULES.md: (48 - 15) x 4 = 132; a giant run with 5-5 is 100; a missed sixth throw -25."""
    sheets = {
        "Ana": {"ones": 4, "plus": 48, "minus": 15, "brelan": 5, "carre": 10},
        "Bo": {"suite_geante_paire": {"points": 100, "dice": [1, 2, 3, 4, 5, 6, 5, 5, 3, 3]}, "youpi_yams": -25},
    }
    report = take(book, game_of(tmp_path / "a.json", "double-yams", sheets), options=ReadOptions())
    told = report.as_json()["games"][0]
    assert told["status"] == "taken"
    assert [(s["player"], s["total"], s["place"], s["whist"]) for s in told["sheets"]] == [
        ("Ana", 4 + 5 + 10 + 132, 1, 20.0),
        ("Bo", 100 - 25, 2, -20.0),
    ]
    assert told["sheets"][0]["sections"] == {
        "chiffres": 4,
        "yams": 15,
        "suites": 0,
        "combinaisons": 0,
        "difference": 132,
    }


def test_a_box_of_another_game_is_named(book: Book, tmp_path: Path) -> None:
    report = take(
        book, game_of(tmp_path / "a.json", "yamms", {"Ana": {"two_pairs": 0}, "Bo": {}}), options=ReadOptions()
    )
    assert codes(report) == ["unknown_box"]
    assert report.games["status"].to_list() == ["held"]


def test_a_stated_sum_of_no_section_is_told(book: Book, tmp_path: Path) -> None:
    path = game_of(tmp_path / "a.json", "yamms", {"Ana": {"ones": 3}, "Bo": {}})
    told = json.loads(path.read_text())
    told["games"][0]["sheets"][0]["stated"] = {"upper": 3, "middle": 12}
    path.write_text(json.dumps(told))
    report = take(book, path, options=ReadOptions())
    found = report.findings.filter(pl.col("box").is_not_null())
    assert found.select("code", "box", "stated").rows() == [("unverifiable", "middle", "12")]
    assert report.games["status"].to_list() == ["taken"]


def test_an_unknown_rule_set_rejects_its_rows_with_the_reason(book: Book, tmp_path: Path) -> None:
    path = game_of(tmp_path / "a.json", "yamms", {"Ana": {}, "Bo": {}})
    path.write_text(path.read_text().replace('"yamms"', '"yamz"'))
    report = take(book, path, options=ReadOptions())
    assert (report.exit_code, report.files[0].counts["rejected"]) == (1, 2)
    assert "yamz" in report.rejected[0]["message"]


def test_a_mistake_in_a_rule_set_of_the_clubs_own_is_told(book: Book, tmp_path: Path) -> None:
    book.create()
    (book.root / "rulesets" / "ours.toml").write_text('base = "yamms"\n[boxes.chance]\npattern = "all"\n')
    path = game_of(tmp_path / "a.json", "yamms", {"Ana": {}, "Bo": {}})
    path.write_text(path.read_text().replace('"yamms"', '"ours"'))
    report = take(book, path, options=ReadOptions())
    assert "ours.toml: boxes.chance.pattern: unknown pattern 'all'" in report.rejected[0]["message"]


def test_a_sheet_told_by_its_throws_alone_is_played(book: Book, tmp_path: Path) -> None:
    """Throws are the deepest evidence; a sheet of nothing else is no absent player (RULES.md, What is checked)."""
    rules = rule_set("yamms")
    told = {box: {"throws": [[1, 2, 3, 4, 6], [1, 1, 2, 3, 6]]} for box in rules.box_ids}
    report = take(book, game_of(tmp_path / "a.json", "yamms", {"Al": told, "Bo": {"ones": 3}}), options=ReadOptions())
    sheets = {s["player"]: s for s in report.as_json()["games"][0]["sheets"]}
    # Ones 2, twos 2, threes 3, sixes 6, chance 13; nothing else holds.
    assert (sheets["Al"]["total"], sheets["Al"]["complete"], sheets["Al"]["evidence"]) == (26, True, "throws")


def columns_game(path: Path, rules: object, sheet: dict[str, Any]) -> Path:
    game = {
        "game": "g1",
        "played": "2026-03-14",
        "rules": rules,
        "sheets": [{"player": n, **sheet} for n in ("Al", "Bo")],
    }
    path.write_text(json.dumps({"format": "yamsheet/1", "games": [game]}))
    return path


@pytest.mark.parametrize(
    ("rules", "known"),
    [("yams-columns", "yams-columns"), ({"base": "yams-columns", "columns": 3, "max_min": True}, "yams-columns")],
)
def test_open_boxes_of_a_column_game_stay_open(book: Book, tmp_path: Path, rules: object, known: str) -> None:
    filled = {b: 0 if b not in ("max", "min") else None for b in rule_set("yams-columns").box_ids} | {"chance": 20}
    path = columns_game(tmp_path / "a.json", rules, {"columns": dict.fromkeys(("down", "free", "up"), filled)})
    game = take(book, path, options=ReadOptions()).as_json()["games"][0]
    assert (game["rules"], [s["complete"] for s in game["sheets"]]) == (known, [False, False])


def test_a_column_game_of_which_only_totals_are_known(book: Book, tmp_path: Path) -> None:
    path = columns_game(tmp_path / "a.json", "yams-columns", {"stated": {"total": 480}})
    game = take(book, path, options=ReadOptions()).as_json()["games"][0]
    assert (game["status"], game["rules"]) == ("taken", "yams-columns")
    assert [(s["total"], s["complete"], s["place"], s["whist"]) for s in game["sheets"]] == [(480, True, 1, 0.0)] * 2
    assert {f["code"] for f in game["findings"]} == {"unverifiable"}


def test_a_file_without_a_game_is_refused(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"format": "yamsheet/1", "games": []}')
    report = take(book, path, options=ReadOptions())
    assert (report.exit_code, report.files[0].refused) == (2, "a.json: there is no game in it.")


def test_throws_are_found_under_a_rule_sets_own_names(book: Book, tmp_path: Path) -> None:
    """Six throws where five are allowed, told of a box whose general name is another (RULES.md, double-yams)."""
    throw = [1, 1, 1, 2, 3, 4, 5, 6, 2, 3]
    sheets = {"Léa": {"brelan": {"throws": [throw] * 6}}, "Noé": {"ones": 3}}
    report = take(book, game_of(tmp_path / "a.json", "double-yams", sheets), options=ReadOptions())
    assert codes(report) == ["too_many_throws"]
    assert report.as_json()["games"][0]["sheets"][0]["boxes"]["main"]["brelan"] == 5


@pytest.mark.parametrize("options", [{"joker": "yes"}, {"yams_bonus": "100"}, {"joker": 1}])
def test_an_option_of_the_wrong_kind_rejects_its_game(book: Book, tmp_path: Path, options: dict[str, Any]) -> None:
    path = game_of(tmp_path / "a.json", "yams", {"Ana": {"ones": 3}, "Bo": {"ones": 2}})
    path.write_text(path.read_text().replace('"rules": "yams"', '"rules": ' + json.dumps({"base": "yams", **options})))
    report = take(book, path, options=ReadOptions())
    assert (report.exit_code, report.files[0].counts["rejected"]) == (1, 2)
    assert next(iter(options)) in report.rejected[0]["message"]


def test_a_scored_max_or_min_that_counts_0_is_not_struck(book: Book, tmp_path: Path) -> None:
    """Averages take what counts, 0; the struck rate takes what was given up (RULES.md, Statistics and yams-columns)."""
    sheets = {
        "Ana": {"max": 20, "min": 20},  # both fall
        "Bo": {"max": 0, "min": 8},  # the strike zeroes both: one struck, one fallen
        "Cy": {"max": 24, "min": 0},  # stands
        "Di": {"ones": 3},  # both struck
    }
    rules = "yams-columns+columns=1"
    take(book, game_of(tmp_path / "a.json", rules, sheets), options=ReadOptions())
    with book.reader() as reader:
        names = dict(reader.table("player").select("player_no", "player").iter_rows())
        told = reader.table("box_stat").filter(pl.col("box").is_in(["max", "min"]))
        figures = {
            (names[no], box): rest
            for no, box, *rest in told.select("player_no", "box", "n", "points", "struck").iter_rows()
        }
    assert figures == {
        ("Ana", "max"): [1, 0, 0],
        ("Ana", "min"): [1, 0, 0],
        ("Bo", "max"): [1, 0, 1],
        ("Bo", "min"): [1, 0, 0],
        ("Cy", "max"): [1, 24, 0],
        ("Cy", "min"): [1, 0, 1],
        ("Di", "max"): [1, 0, 1],
        ("Di", "min"): [1, 0, 1],
    }


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [("Yam's + joker=true", "yams+joker=true", "taken"), ("Yams", "yams", "taken"), ("yams", "yamms", "held")],
)
def test_two_spellings_of_a_rule_set_are_one(book: Book, tmp_path: Path, first: str, second: str, status: str) -> None:
    rows = [f"{first},2026-03-06,A,Ana,{S_157}", f"{second},2026-03-06,A,Bo,{S_100}"]
    report = take(book, write(tmp_path / "a.csv", rows, f"rules,{HEAD}"), options=ReadOptions())
    assert report.games["status"].to_list() == [status]


def test_rule_sets_that_name_a_box_otherwise_stand_in_one_table(book: Book, tmp_path: Path) -> None:
    """Two headings of one meaning are boxes of two rule sets where no row fills both; else which counts is asked."""
    head = "game,date,rules,player,ones,chance,yams,yatzy"
    rows = [f"{game},2026-03-14,{rules},{player},3,20,{last}" for game, rules, last in
            (("g1", "yamms", "50,"), ("g2", "yatzy", ",50")) for player in ("Ana", "Bo")]  # fmt: skip
    told = take(book, write(tmp_path / "a.csv", rows, head), options=ReadOptions()).as_json()["games"]
    assert [(g["rules"], s["total"]) for g in told for s in g["sheets"]] == [("yamms", 73)] * 2 + [("yatzy", 73)] * 2
    both = take(book, write(tmp_path / "b.csv", ["g3,2026-03-15,yamms,Ana,3,20,50,50"], head), options=ReadOptions())
    assert [r["code"] for r in both.rejected] == ["duplicate_heading"]


def test_boxes_that_an_option_removes_are_not_shown(book: Book, tmp_path: Path) -> None:
    """RULES.md, yams-columns: `max_min` off removes the two boxes; a game beside it has them."""
    column = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "chance": 20}  # 63 + 35 + 20
    games = [
        {
            "game": name,
            "played": "2026-03-14",
            "rules": {"base": "yams-columns", "columns": 1, "max_min": with_max},
            "sheets": [{"player": player, "columns": {"free": {**column, **more}}} for player in ("Ana", "Bo")],
        }
        for name, with_max, more in (("with", True, {"max": 25, "min": 8}), ("without", False, {}))
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}))
    told = {g["game"]: g["sheets"][0] for g in take(book, path, options=ReadOptions()).as_json()["games"]}
    assert told["with"]["sections"] == {"upper": 63, "max_min": 33, "lower": 20}
    assert (told["without"]["sections"], told["without"]["total"]) == ({"upper": 63, "lower": 20}, 118)
    assert {"max", "min"} <= told["with"]["boxes"]["free"].keys()
    assert not {"max", "min"} & told["without"]["boxes"]["free"].keys()


def test_games_with_and_without_columns_stand_in_one_table(book: Book, tmp_path: Path) -> None:
    """A heading stands over every row: what a row states of its whole sheet is kept, in whatever column it is."""
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes", "chance")
    head = ["game", "date", "rules", "player", *boxes, *(f"{c}.{b}" for c in ("down", "free") for b in boxes)]
    plain, free = "3,6,9,12,15,18,20", ",,,,,,,1,2,3,4,5,6,7"  # 63 + 35 + 20; 21 + 7
    none = "," * 14
    rows = [
        f"g1,2026-03-14,yams,Ana,{plain},{none[1:]},118",
        f"g1,2026-03-14,yams,Bo,{plain},{none[1:]},119",
        f'g2,2026-03-14,"yams-columns+columns=1",Ana,{none[1:8]}{free},28',
        f'g2,2026-03-14,"yams-columns+columns=1",Bo,{none[1:8]}{free},29',
    ]
    path = write(tmp_path / "a.csv", rows, ",".join([*head, "stated_total"]))
    told = take(book, path, options=ReadOptions()).as_json()["games"]
    assert [list(s["boxes"]) for g in told for s in g["sheets"]] == [["main"], ["main"], ["free"], ["free"]]
    assert [s["total"] for g in told for s in g["sheets"]] == [118, 118, 28, 28]
    wrong = [(f["player"], f["code"], f["stated"]) for g in told for f in g["findings"] if f["severity"] != "note"]
    assert wrong == [("Bo", "total_mismatch", 119), ("Bo", "total_mismatch", 29)]


def test_a_game_in_columns_beside_one_without_are_each_of_their_own_rules(book: Book, tmp_path: Path) -> None:
    columns = [f"{box};{n};{n};{n}" for n, box in enumerate(ITALIAN)]
    sheet = [f"{box};0" for box in ITALIAN if box not in ("Max", "Min")]
    lines = ["18.01.2026", "", ";Bice;;", ";↓;↕;↑", *columns, "", "18.01.2026", "", ";Ugo;;", *sheet[:-1], "Chance;20"]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    asked = check([path], ReadOptions(), None).files[0].questions
    assert [(q.about, "yams-columns" in q.choices, "yams" in q.choices) for q in asked] == [("rules", False, True)]
    games = take(book, path, options=ReadOptions(rules="yams")).as_json()["games"]
    assert sorted((game["rules"], game["sheets"][0]["player"]) for game in games) == [
        ("yams", "Ugo"),
        ("yams-columns", "Bice"),
    ]


def test_games_in_three_and_in_four_columns_of_one_workbook_are_both_whole(book: Book, tmp_path: Path) -> None:
    few = [f"{box};0;0;0" for box in ITALIAN[:-1]]
    many = [f"{line};0" for line in few]
    lines = [";Bice;;", ";↓;↕;↑", *few, "Chance;9;9;9", "", "25.01.2026", ";Bice;;;", ";↓;↕;↑;secca", *many]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["18.01.2026", *lines, "Chance;9;9;9;9"]) + "\n", "utf-8")
    games = take(book, path, options=ReadOptions()).as_json()["games"]
    told = [(game["rules"], sheet["complete"]) for game in games for sheet in game["sheets"]]
    assert told == [("yams-columns", True), ("yams-columns+columns=4", True)]


@pytest.mark.parametrize(("last", "asked"), [(("↓", "↑"), True), (("↓", "↕"), True), (("↕",), False)])
def test_sheets_without_one_of_the_columns_are_asked_about(
    last: tuple[str, ...], asked: bool, book: Book, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    head = ["18.01.2026" + ";" * len(last), ";Bice" + ";" * (len(last) - 1), ";" + ";".join(last)]
    path.write_text("\n".join([*head, *(";".join([box, *(["0"] * len(last))]) for box in ITALIAN)]) + "\n", "utf-8")
    questions = check([path], ReadOptions(), None).files[0].questions
    assert [(q.about, q.choices) for q in questions] == [("columns", ("yams-columns+columns=3",))] * asked
    if asked:
        (game,) = take(book, path, options=ReadOptions(rules="yams-columns+columns=3")).as_json()["games"]
        missing = "Free" if "↑" in last else "Up"
        assert missing in questions[0].message
        assert [f["code"] for f in game["findings"] if f"{missing} (the whole column)" in f["message"]] == [
            "incomplete"
        ]
