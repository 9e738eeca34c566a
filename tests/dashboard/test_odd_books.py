"""Run the pages on books that are not the usual ones: nobody ranked, only totals, columns, no dates, all held."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from dashboard.views import VIEWS
from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import import_files
from ingest.report import Report
from scoring.rules import rule_set
from tests.dashboard.test_pages import html, run, title

YAMS = dict.fromkeys(rule_set("yams").box_ids, 0) | {"ones": 3, "yams": 50, "chance": 22}
COLUMN = dict.fromkeys(rule_set("yams-columns").box_ids, 0) | {"max": 24, "min": 7}


def sheet(player: str, **boxes: Any) -> dict[str, Any]:
    return {"player": player, "boxes": {**YAMS, **boxes}}


def game(name: str, sheets: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"game": name, "played": "2026-03-14", "rules": "yams", "sheets": sheets, **more}


BOOKS: dict[str, list[dict[str, Any]]] = {
    "alone": [game(f"g{i}", [sheet("Ana", ones=i % 5)], played=f"2026-03-{i:02}") for i in range(1, 8)],
    "totals": [game("t", [{"player": p, "stated": {"total": n}} for p, n in (("Ana", 214), ("Dan", 190))])],
    "held": [game("h", [sheet("Ana", fours=14), sheet("Dan")])],
    "undated": [{"game": "u", "rules": "yams", "sheets": [sheet("Ana"), sheet("Dan", chance=20)]}],
    "columns": [
        game(
            "c",
            [{"player": p, "columns": dict.fromkeys(("down", "free", "up"), COLUMN)} for p in ("Ana", "Dan")],
            rules="yams-columns",
        )
    ],
    "board": [
        {
            "game": "b",
            "played": "2026-03-14",
            "rules": "yam-master",
            "players": ["Ana", "Dan"],
            "moves": [{"player": "Ana", "throws": [[1, 1, 2, 2, 3]], "place": "a1"}],
        }
    ],
    "unfinished": [game("n", [sheet("Ana", yams=None), sheet("Dan", yams=None)])],
}


def stored(folder: Path, games: list[dict[str, Any]], name: str = "games.json") -> Report:
    """Store games as a file of the book in ``folder``."""
    file = folder / name
    file.write_text(json.dumps({"format": "yamsheet/1", "games": games}), encoding="utf-8")
    return import_files(Book(folder / "book"), [file], ReadOptions(), who="test")


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages show the book of the test."""
    monkeypatch.setenv("YAMSHEET_BOOK", str(tmp_path / "book"))


@pytest.mark.parametrize("name", BOOKS)
def test_every_page_runs(name: str, tmp_path: Path) -> None:
    report = stored(tmp_path, BOOKS[name])
    assert report.games.height == len(BOOKS[name])
    for view, _title, _address in VIEWS:
        assert title(run(view))
    assert "<article" in html(run("views/games.py", game=report.games["game"][0]))
    run("views/players.py", player=["Ana"])
    run("views/players.py", player=["Ana", "Dan"])


@pytest.mark.parametrize(
    ("name", "view", "said"),
    [
        ("alone", "standings", "No ranked games yet this season"),  # seven games count, and none is ranked
        ("held", "standings", "A raised +1 is a held game"),
        ("held", "categories", "Averages need games that count"),
        ("held", "records", "No game of this choice that counts"),
        ("board", "records", "No game of this choice that counts"),  # nothing is a record at 0
        ("totals", "categories", "Averages need games that count"),
    ],
)
def test_a_page_without_figures_says_why(name: str, view: str, said: str, tmp_path: Path) -> None:
    stored(tmp_path, BOOKS[name])
    assert said in html(run(f"views/{view}.py"))


def test_the_page_of_a_game_with_two_versions_leads_from_one_to_the_other(tmp_path: Path) -> None:
    stored(tmp_path, [game("g", [sheet("Ana"), sheet("Dan", chance=20)])], "first.json")
    stored(tmp_path, [game("g", [sheet("Ana"), sheet("Dan", chance=21)])], "second.json")
    page = html(run("views/games.py", game="g"))
    assert "One of 2 versions of this game" in page
    assert "first.json" in page.partition("<article")[0].partition("y-sub")[2]
    (other,) = re.findall(r'href="games\?game=([^"]+)"[^>]*>from second.json', page)
    page = html(run("views/games.py", game=unquote(other)))
    assert ">21<" in page
    assert ">from first.json, rows 1–2</a>" in page


def test_the_page_of_a_copy_leads_to_the_game_that_counts(tmp_path: Path) -> None:
    stored(tmp_path, [game("g", [sheet("Ana"), sheet("Dan", chance=20)])], "first.json")
    report = stored(tmp_path, [game("g", [sheet("Ana"), sheet("Dan", chance=20)], event="Cup")], "second.json")
    page = html(run("views/games.py", game=f"g@{report.files[0].sha}"))
    assert 'This copy counts nowhere. <a href="games?game=g"' in page
    assert "<article" not in page  # no empty sheet
    assert "<article" in html(run("views/games.py", game="g"))


def test_the_page_of_a_long_list_and_what_a_table_shows_stand_in_the_address(tmp_path: Path) -> None:
    names = [f"g{i:02}" for i in range(81)]
    stored(tmp_path, [game(name, [sheet("Ana"), sheet("Dan", chance=20)]) for name in names])
    assert html(run("views/games.py")).count("<tr>") == 1 + 80
    assert re.findall(r"games\?game=(g\d\d)", html(run("views/games.py", page="2"))) == ["g00"]
    assert ">100\u00a0%</td>" in html(run("views/categories.py", show="Struck rate"))


def test_a_player_s_page_opens_with_the_rules_that_the_player_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game(f"y{i}", [sheet("Ana"), sheet("Dan", chance=20)], played=f"2026-03-{i:02}") for i in (1, 2, 3)]
    other = [
        {"player": p, "boxes": {"ones": 3, **dict.fromkeys(rule_set("yatzy").box_ids[1:], 0)}} for p in ("Eva", "Ion")
    ]
    games += [game("z", other, rules="yatzy")]
    path = tmp_path / "both.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}), encoding="utf-8")
    book = Book(tmp_path / "book")
    import_files(book, [path], ReadOptions(), who="test")
    monkeypatch.setenv("YAMSHEET_BOOK", str(book.root))
    assert [s.value for s in run("views/players.py", player=["Eva"]).selectbox if s.label == "Rules"] == ["yatzy"]
    page = run("views/players.py", player=["Dan"])
    rules = next(s for s in page.selectbox if s.label == "Rules")
    assert rules.value == "yams"
    rules.set_value("yatzy")
    page.run()
    page.multiselect[0].set_value(["Eva"])
    page.run()
    assert [s.value for s in page.selectbox if s.label == "Rules"] == ["yatzy"]  # what was chosen stays chosen
    assert "No complete sheet" not in html(page)


def test_a_player_of_held_games_only_is_told_why_nothing_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "held.json"
    file.write_text(json.dumps({"format": "yamsheet/1", "games": BOOKS["held"]}), encoding="utf-8")
    book = Book(tmp_path / "book")
    import_files(book, [file], ReadOptions(), who="test")
    monkeypatch.setenv("YAMSHEET_BOOK", str(book.root))
    shown = html(run("views/players.py"))
    assert "No game counts yet" in shown
    assert "Choose a player" not in shown
