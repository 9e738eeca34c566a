"""`game`, `games`, `players`, `records`, `rules`, `journal`, `template`, `export` (DESIGN.md, The command line)."""

from __future__ import annotations

import csv
import hashlib
import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from python_calamine import CalamineWorkbook

from dashboard.exports import Table, to_xlsx
from scoring.rules import RULE_SETS, rule_set
from scoring.simulator import simulate

from .conftest import SHEET, Run, command


def test_a_game_prints_as_its_paper_sheet(yamsheet: Run, bad_sheet: Path) -> None:
    yamsheet("import", bad_sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    lines = yamsheet("game", game).out.splitlines()
    assert "held" in lines[0]
    fours = next(line for line in lines if line.startswith("Fours"))
    assert fours.split() == ["Fours", "12", "14", "[1]"]
    struck = next(line for line in lines if line.startswith("Yamms"))
    assert struck.split() == ["Yamms", "–", "–"]
    assert any(line.startswith("1. error: Bo: Fours gives") for line in lines)
    edition = rule_set("yamms").edition
    assert lines[0] == f"{game} · 2026-03-15 · season 2026 · yamms, version {edition} · held · from bad.csv, rows 2–3"
    source = {"file_name": "bad.csv", "worksheet": "", "first_row": 2, "last_row": 3}
    assert yamsheet("game", game, "--json").json["source"] == source


def test_a_game_prints_where_one_sheet_is_a_total_only(yamsheet: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    head, _ana, bo = SHEET.splitlines()
    bare = "2026-03-14,A,yamms,Ana," + "," * 13 + "235"
    path.write_text("\n".join([head, bare, bo]) + "\n", encoding="utf-8")
    assert yamsheet("import", path).code == 0
    done = yamsheet("game", "2026-03-14/A/-/1")
    assert done.code == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["Fours", "·", "8"] in lines
    assert ["Total", "235", "110"] in lines
    assert any(line[:2] == ["Upper", "section"] and line[-1] == "42" for line in lines)


def test_records_of_double_yams_have_its_five_sections(yamsheet: Run, tmp_path: Path) -> None:
    boxes = rule_set("double-yams").box_ids
    filled = {"Ana": {"ones": 4, "twos": 2, "plus": 48, "minus": 15}, "Bo": {"ones": 5, "double_carre": 200}}
    path = tmp_path / "double.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["date", "rules", "player", *boxes])
        for name, points in filled.items():
            writer.writerow(["2026-03-14", "double-yams", name, *(points.get(box, "x") for box in boxes)])
    assert yamsheet("import", path).code == 0
    # Ana: 4 + 2 above, (48 - 15) x 4 = 132 below. Bo: 5 and 200. Nobody has a point in the other two sections.
    best = yamsheet("records", "--json").json["records"]
    assert [(r["record"], r["value"], r["player"], r["sheets"]) for r in best] == [
        ("total", 205, "Bo", 2),
        ("section:chiffres", 6, "Ana", 2),
        ("section:combinaisons", 200, "Bo", 2),
        ("section:difference", 132, "Ana", 2),
    ]
    assert "best of Différence" in yamsheet("records").out


def test_an_unknown_game_is_said(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    done = yamsheet("game", "2026-03-99")
    assert (done.code, "yamsheet games" in done.err) == (2, True)


def test_lists_are_json_objects(demo_book: Path) -> None:
    for name, key in (("games", "games"), ("players", "players"), ("records", "records"), ("journal", "entries")):
        rows = json.loads(command("--book", demo_book, name, "--json").out)[key]
        assert rows, name
    assert json.loads(command("rules", "--json").out)["rules"]


def test_players_tell_how_they_are_written(demo_book: Path) -> None:
    players = {p["player"]: p for p in json.loads(command("--book", demo_book, "players", "--json").out)["players"]}
    assert set(players["Șerban"]["spellings"]) == {"Șerban", "Şerban"}
    assert "Lacramioara" in players  # a near name is suggested, never merged by itself


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_is_shown_from_its_own_data(yamsheet: Run, name: str) -> None:
    shown = yamsheet("rules", name).out
    whole = yamsheet("rules", name, "--json").json
    for box in whole["boxes"]:
        assert box["title"] in shown
        assert f"{' '.join(map(str, box['example']['dice']))}: {box['example']['points']}" in shown
        assert box["example"]["points"] in box["possible"]
    assert whole["id"] == name


def test_the_board_and_the_columns_of_a_game_are_shown(yamsheet: Run) -> None:
    board = yamsheet("rules", "yam-master").out
    assert "2 players" in board
    assert "0 turns" not in board
    for line in ("Défi", "three 1s", "5 in a line win; else 3 in a line 1, 4 in a line 2."):
        assert line in board
    columns = yamsheet("rules", "yams-columns+columns=4").out
    assert "Columns: Down (from the top), Free (any order), Up (from the bottom), Dry (first throw only)" in columns


def test_rules_with_an_option_and_an_unknown_one(yamsheet: Run) -> None:
    assert yamsheet("rules", "yams+joker=true", "--json").json["options"]["joker"] is True
    done = yamsheet("rules", "yams+jokes=true")
    assert (done.code, "jokes" in done.err) == (2, True)


@pytest.mark.parametrize("name", ["yamms", "yahtzee", "yatzy"])
def test_a_template_that_is_filled_in_reads_back(yamsheet: Run, tmp_path: Path, name: str) -> None:
    blank = tmp_path / "blank.csv"
    assert yamsheet("template", "--rules", name, "--out", blank).code == 0
    with blank.open(encoding="utf-8", newline="") as file:
        heads, *rows = list(csv.reader(file))
    rules = rule_set(name)
    played = simulate(rules, 2, seed=5)
    for i, row in enumerate(rows[:2]):
        row[heads.index("date")], row[heads.index("player")] = "2026-05-02", ("Ana", "Bo")[i]
        for j, box in enumerate(rules.box_ids):
            row[heads.index(box)] = str(played.points[i, j])
        if "extra_yams" in heads:
            row[heads.index("extra_yams")] = str(played.extra_yams[i])
    filled = tmp_path / "filled.csv"
    with filled.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heads, *rows])
    done = yamsheet("check", filled, "--json")
    assert done.code == 0, done.err + done.out
    (game,) = done.json["games"]
    assert game["rules"] == name
    assert [list(s["boxes"]["main"].values()) for s in game["sheets"]] == played.points.tolist()
    assert not [f for f in game["findings"] if f["severity"] != "note"]


def test_a_template_as_a_spreadsheet_reads_back(yamsheet: Run, tmp_path: Path) -> None:
    assert yamsheet("template", "--rules", "yamms", "--format", "xlsx", "--out", tmp_path / "blank.xlsx").code == 0
    rows = CalamineWorkbook.from_path(tmp_path / "blank.xlsx").get_sheet_by_index(0).to_python()
    assert rows[0][7:21] == ["player", *rule_set("yamms").box_ids]
    played = simulate(rule_set("yamms"), 2, seed=6)
    filled = [dict(zip(rows[0], row, strict=True)) for row in rows[1:3]]
    for i, row in enumerate(filled):
        row |= {"game": "1", "date": date(2026, 5, 2), "player": ("Ana", "Bo")[i]}
        row |= dict(zip(played.boxes, played.points[i].tolist(), strict=True))
    frame = pl.DataFrame([{name: None if value == "" else value for name, value in row.items()} for row in filled])
    (tmp_path / "filled.xlsx").write_bytes(to_xlsx(Table("sheet", "Filled", "", frame)))
    done = yamsheet("check", tmp_path / "filled.xlsx", "--json")
    assert done.code == 0, done.err + done.out
    (game,) = done.json["games"]
    assert (game["played"], game["rules"]) == ("2026-05-02", "yamms")
    assert [list(s["boxes"]["main"].values()) for s in game["sheets"]] == played.points.tolist()


def test_the_whole_book_as_open_data(demo_book: Path, tmp_path: Path) -> None:
    done = command("--book", demo_book, "export", tmp_path / "open")
    assert done.code == 0
    package = json.loads((tmp_path / "open" / "datapackage.json").read_text(encoding="utf-8"))
    names = {resource["name"] for resource in package["resources"]}
    assert {"game", "sheet", "boxes_yamms", "player", "finding", "standings-2026"} <= names
    for resource in package["resources"]:
        content = (tmp_path / "open" / resource["path"]).read_bytes()
        assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        if resource["format"] == "csv":
            with (tmp_path / "open" / resource["path"]).open(encoding="utf-8", newline="") as file:
                heads = next(csv.reader(file))
            assert heads == [field["name"] for field in resource["schema"]["fields"]]
            assert pl.read_parquet(tmp_path / "open" / f"{resource['name']}.parquet").columns == heads
    again = command("--book", demo_book, "export", tmp_path / "again")
    assert again.code == 0
    for path in (tmp_path / "open").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_an_export_names_what_only_json_can_hold(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    board = {"played": "2026-03-23", "rules": "yam-master", "players": ["Ana", "Bo"]}
    moves = [{"player": "Ana", "throws": [[1, 1, 1, 2, 3]], "place": "a1"}]
    games = [{**board, "table": str(number), "moves": moves} for number in range(14)]
    path = tmp_path / "boards.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}))
    yamsheet("import", path, sheet)
    told = yamsheet("export", tmp_path / "open").err
    assert "2026-03-23/0/-/1" in told
    assert "and 2 more games. They are in games.json only" in told


def test_an_export_names_once_a_game_whose_versions_wait(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(sheet.read_text(encoding="utf-8").replace(",22,235", ",21,234"), encoding="utf-8")
    yamsheet("import", sheet)
    yamsheet("import", other)
    assert "no file can say what they are held for: 2026-03-14/A/-/1.\n" in yamsheet("export", tmp_path / "open").err


def test_seasons_of_like_names_have_files_of_their_own(yamsheet: Run, tmp_path: Path) -> None:
    seasons = ["2026-A", "2026/A", "Лига", "Кубк", "a" * 300, "a" * 301]
    for number, season in enumerate(seasons, 1):
        path = tmp_path / f"{number}.csv"
        path.write_text(SHEET.replace("2026-03-14", f"2026-03-0{number}"), encoding="utf-8")
        assert yamsheet("import", path, "--season", season).code == 0
    assert yamsheet("export", tmp_path / "open").code == 0
    package = json.loads((tmp_path / "open" / "datapackage.json").read_text(encoding="utf-8"))
    tables = [r for r in package["resources"] if r["name"].startswith("standings-") and r["format"] == "csv"]
    assert {r["title"] for r in tables} == {f"Standings {season}" for season in seasons}
    assert len({r["path"].lower() for r in tables}) == len(seasons)
    assert all((tmp_path / "open" / r["path"]).exists() for r in tables)


def test_all_versions_of_a_game_that_wait_are_shown(yamsheet: Run, tmp_path: Path) -> None:
    """Two of them stand in one file, under one id: each is named by the row that it begins in."""
    boxes = {"ones": 3, "twos": 4}
    games = [
        {
            "game": "X",
            "rules": "yamms",
            "sheets": [{"player": p, "boxes": {**boxes, "chance": n}} for p in ("Ana", "Bo")],
        }
        for n in (20, 21)
    ]
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}))
    assert yamsheet("import", path).code == 1
    shown = yamsheet("game", "X").out
    assert ("from row 1 on" in shown, "from row 3 on" in shown) == (True, True)
    told = yamsheet("game", "X", "--json").json
    assert [g["sheets"][0]["total"] for g in (told, *told["versions"])] == [27, 28]
    said = yamsheet("accept", "X", "--why", "we played it so")
    assert (said.code, ":1 (two.json)" in said.err) == (2, True)
    sha = told["file"][:12]
    assert yamsheet("accept", "X", "--version", f"{sha}:3", "--why", "we played it so").code == 0
    alone = yamsheet("game", "X", "--json").json
    assert (alone["sheets"][0]["total"], "versions" in alone) == (28, False)


def test_a_version_is_shown_by_its_file(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(sheet.read_text(encoding="utf-8").replace(",22,235", ",21,234"), encoding="utf-8")
    yamsheet("import", sheet, other)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    for path, total in ((sheet, 235), (other, 234)):
        sha = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        assert yamsheet("game", f"{game}@{sha}", "--json").json["sheets"][0]["total"] == total


@pytest.mark.parametrize("command", ["game", "games", "players", "records", "journal", "standings"])
def test_what_only_looks_loads_neither_readers_nor_numpy(command: str, yamsheet: Run, bad_sheet: Path) -> None:
    """So that each starts in little more than polars and duckdb take."""
    yamsheet("import", bad_sheet)
    book = bad_sheet.parent / "book"
    words = [command, *([yamsheet("games", "--json").json["games"][0]["game"]] if command == "game" else [])]
    look = f"import sys; from dashboard.cli.__main__ import run; run(['--book', {str(book)!r}, *{words!r}])"
    heavy = "print([m for m in ('numpy', 'ingest.pipeline', 'ingest.readers') if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", f"{look}; {heavy}"], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr.splitlines()[-1] == "[]"
