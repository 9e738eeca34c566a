"""Tables and documents with plays of several games: those of other games are left out."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.readers.reading import fates, read

LOG = (
    "Date,Game,Player,Score\n2026-03-14,Yahtzee,Ana,231\n2026-03-14,Catan,Ana,9\n2026-03-14,Uno,Bo,9\n"
    "2026-03-15,Kniffel,Bo,187\n"
)
PAIRS = (
    "Date,Game,Player 1,Score 1,Player 2,Score 2\n2026-03-14,Yahtzee,Ana 2,231,Bo,187\n2026-03-15,Catan,Ana 2,9,Bo,x\n"
)
MATRIX = "Date,Game,Ana,Bo\n2026-03-14,Yahtzee,231,187\n2026-03-15,Catan,99,87\n"


def test_a_table_of_plays_of_several_games() -> None:
    parsed = read(LOG)
    shown = parsed.sheets.select("player", "played", "game", "rules", "stated_total")
    assert shown.rows() == [
        ("Ana", dt.date(2026, 3, 14), None, "yahtzee", 231),
        ("Bo", dt.date(2026, 3, 15), None, "kniffel", 187),
    ]
    assert fates(parsed) == {1: "heading", 3: "other_game", 4: "other_game"}
    meanings = parsed.understood.headings
    assert (meanings["Game"], meanings["Catan"], meanings["Kniffel"]) == ("rules", "ignored", "kniffel")
    assert read(LOG, headings={"Catan": "yams"}).sheets["rules"].to_list() == ["yahtzee", "yams", "kniffel"]
    assert read(LOG, rules="yams").sheets["rules"].to_list() == [None, None]
    assert [q.subject for q in read(LOG.replace("Catan", "Yahtzee Deluxe")).questions] == ["Yahtzee Deluxe"]


def test_a_game_that_is_written_once_counts_for_the_rows_below() -> None:
    rows = ["2026-03-14,Yahtzee,Ana,231", ",,Bo,187", "2026-03-15,Catan,Ana,9", "2026-03-15,,Bo,8", "Total,,,435"]
    parsed = read("Date,Game,Player,Score\n" + "\n".join(rows) + "\n")
    assert parsed.sheets.select("player", "rules").rows() == [("Ana", "yahtzee"), ("Bo", "yahtzee")]
    assert {row: code for row, code in fates(parsed).items() if row in (4, 5)} == dict.fromkeys((4, 5), "other_game")


@pytest.mark.parametrize(("text", "names"), [(PAIRS, ["Ana 2", "Bo"]), (MATRIX, ["Ana", "Bo"])])
def test_a_table_with_a_play_a_line(text: str, names: list[str]) -> None:
    sheets = read(text).sheets
    assert (sheets["player"].to_list(), sheets["stated_total"].to_list()) == (names, [231, 187])
    assert sheets["rules"].to_list() == ["yahtzee", "yahtzee"]


def test_ids_of_games_are_no_names() -> None:
    text = "Date,Game,Player,Score\n2026-03-14,Kniffel 1,Ana,231\n2026-03-14,Finale,Bo,187\n"
    assert read(text, rules="yams", layout="totals").sheets["game"].to_list() == ["Kniffel 1", "Finale"]


@pytest.mark.parametrize(
    "named",
    [
        lambda game: {"game": game},
        lambda game: {"name": game},
        lambda game: {"game": {"id": 5, "name": game}},
        lambda game: {"item": {"-name": game, "subtypes": {"subtype": {"-value": "boardgame"}}}},
    ],
)
def test_games_of_json_are_named_in_many_ways(named: Callable[[str], dict[str, Any]]) -> None:
    players = [{"name": "Ana", "score": 231}, {"name": "Bo", "score": 187}]
    plays = [
        {"id": i, "date": f"2026-03-1{i}", **named(game), "players": players}
        for i, game in enumerate(("Yahtzee", "Catan"))
    ]
    parsed = read(json.dumps({"plays": plays}), "a.json")
    assert parsed.sheets.select("player", "game", "rules").rows() == [("Ana", "0", "yahtzee"), ("Bo", "0", "yahtzee")]
    assert fates(parsed) == dict.fromkeys((3, 4), "other_game")


@pytest.mark.parametrize(("under", "asked"), [("winner", []), ("note", []), ("host", []), ("title", ["Rematch"])])
def test_what_is_called_like_the_game_once_names_no_games(under: str, asked: list[str]) -> None:
    players = [{"name": "Yam", "total": 231}, {"name": "Bo", "total": 187}]
    plays = [
        {"date": f"2026-03-1{i}", under: told, "players": players} for i, told in enumerate(("Yam", "Rematch", "Yam"))
    ]
    found = read(json.dumps(plays[:2]), "a.json")
    assert [q.subject for q in found.questions] == asked
    assert asked or found.sheets.height == 4
    found = read(json.dumps(plays), "a.json")
    assert found.sheets.height == (4 if asked else 6)


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ({"status": "in_progress"}, "incomplete"),
        ({"completed": False}, "incomplete"),
        ({"incomplete": "1"}, "incomplete"),
        ({"quantity": 3}, "several_games"),
        ({"status": "finished", "completed": True, "incomplete": "0", "quantity": 1}, None),
    ],
)
def test_plays_that_are_marked_as_broken_off_or_as_several(mark: dict[str, Any], code: str | None) -> None:
    players = [{"name": "Ana", "score": 231}, {"name": "Bo", "score": 187}]
    plays = [{"id": i, "date": f"2026-03-1{i}", **more, "players": players} for i, more in enumerate((mark, {}), 1)]
    assert fates(read(json.dumps(plays), "a.json", rules="yams")) == ({1: code, 2: code} if code else {})
