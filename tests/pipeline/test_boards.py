"""Board games through the pipeline: the result gives the places, the points are recorded (RULES.md, yam-master)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ingest.book import Book
from ingest.model import ReadOptions
from tests.pipeline.sheets import codes, standings, take

# The top row of the board is 1, 3, défi, 4, 6: Ana takes it, cell by cell.
TOP_ROW: list[dict[str, Any]] = [
    {"player": "Ana", "throws": [[1, 1, 1, 2, 3]], "place": "a1"},
    {"player": "Bo", "throws": [[2, 2, 2, 5, 6]], "place": "a2"},
    {"player": "Ana", "throws": [[3, 3, 3, 2, 1]], "place": "b1"},
    {"player": "Bo", "throws": [[1, 2, 3, 5, 6]]},
    {"player": "Ana", "throws": [[2, 2, 3, 3, 6], [2, 2, 3, 3, 3]], "announced": True, "place": "c1"},
    {"player": "Bo", "throws": [[1, 2, 3, 5, 6]]},
    {"player": "Ana", "throws": [[4, 4, 4, 2, 1]], "place": "d1"},
    {"player": "Bo", "throws": [[1, 2, 3, 5, 6]]},
    {"player": "Ana", "throws": [[6, 6, 6, 2, 1]], "place": "e1"},
]


def played(path: Path, moves: list[dict[str, Any]]) -> Path:
    game = {"game": "b1", "played": "2026-03-14", "rules": "yam-master", "players": ["Ana", "Bo"], "moves": moves}
    path.write_text(json.dumps({"format": "yamsheet/1", "games": [game]}))
    return path


def test_five_in_a_line_wins(book: Book, tmp_path: Path) -> None:
    game = take(book, played(tmp_path / "a.json", TOP_ROW), options=ReadOptions()).as_json()["games"][0]
    assert (game["status"], game["result"]) == ("taken", "five_in_line")
    assert [(s["player"], s["total"], s["place"], s["whist"]) for s in game["sheets"]] == [
        ("Ana", 0, 1, 20.0),
        ("Bo", 0, 2, -20.0),
    ]
    assert standings(book) == [("Ana", 1, 200_000, 1), ("Bo", 1, -200_000, 0)]


def test_an_illegal_move_holds_the_game(book: Book, tmp_path: Path) -> None:
    moves = [{**TOP_ROW[0], "throws": [[1, 1, 2, 2, 3]]}, *TOP_ROW[1:]]
    report = take(book, played(tmp_path / "a.json", moves), options=ReadOptions())
    assert codes(report) == ["illegal_move"]
    found = report.as_json()["games"][0]["findings"][0]
    assert (found["player"], found["box"]) == ("Ana", "a1")
    assert "move 1" in found["message"]
    assert standings(book) == []


def test_versions_with_other_moves_wait(book: Book, tmp_path: Path) -> None:
    take(book, played(tmp_path / "a.json", TOP_ROW), options=ReadOptions())
    report = take(book, played(tmp_path / "b.json", [*TOP_ROW[:-1]]), options=ReadOptions())
    (found,) = [f for f in report.as_json()["games"][0]["findings"] if f["code"] == "game_conflict"]
    assert "(a.json: Ana: other moves)" in found["message"]


def test_an_unfinished_game_is_kept_and_not_ranked(book: Book, tmp_path: Path) -> None:
    report = take(book, played(tmp_path / "a.json", TOP_ROW[:-1]), options=ReadOptions())
    game = report.as_json()["games"][0]
    assert (game["status"], [s["complete"] for s in game["sheets"]]) == ("taken", [False, False])
    assert {f["code"] for f in game["findings"]} == {"incomplete"}
    assert standings(book) == []


def test_a_player_twice_is_held(book: Book, tmp_path: Path) -> None:
    path = played(tmp_path / "a.json", TOP_ROW[:1])
    path.write_text(path.read_text().replace('"players": ["Ana", "Bo"]', '"players": ["Ana", "Ana"]'))
    assert codes(take(book, path, options=ReadOptions())) == ["duplicate_player"]


def test_players_of_moves_are_matched_as_names_are(book: Book, tmp_path: Path) -> None:
    moves = [{**move, "player": move["player"].upper()} for move in TOP_ROW]
    game = take(book, played(tmp_path / "a.json", moves), options=ReadOptions()).as_json()["games"][0]
    assert (game["status"], game["result"]) == ("taken", "five_in_line")


def totals(path: Path, **sheets: dict[str, Any]) -> Path:
    """Write a game without moves."""
    game = {"game": "b1", "played": "2026-03-14", "rules": "yam-master"}
    told = [{"player": player, **sheet} for player, sheet in sheets.items()]
    path.write_text(json.dumps({"format": "yamsheet/1", "games": [{**game, "sheets": told}]}))
    return path


def test_totals_alone_are_ranked_on(book: Book, tmp_path: Path) -> None:
    path = totals(tmp_path / "a.json", Ana={"stated": {"total": 3}}, Bo={"stated": {"total": 5}})
    game = take(book, path, options=ReadOptions()).as_json()["games"][0]
    figures = [(s["player"], s["total"], s["place"], s["whist"], s["evidence"]) for s in game["sheets"]]
    assert figures == [("Ana", 3, 2, -20.0, "total"), ("Bo", 5, 1, 20.0, "total")]
    assert [(f["player"], f["code"]) for f in game["findings"]] == [("Ana", "unverifiable"), ("Bo", "unverifiable")]


def test_a_board_game_has_no_boxes_of_sheets(book: Book, tmp_path: Path) -> None:
    boxes = {"boxes": {"ones": 3}, "stated": {"total": 3}}
    report = take(book, totals(tmp_path / "a.json", Ana=boxes, Bo={"stated": {"total": 5}}), options=ReadOptions())
    assert codes(report) == ["unknown_box"]
