"""Lists of a database in JSON: games, sheets and players that tell each other by ids."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from tests.readers.cards import KEYS, SHEETS, card
from tests.readers.reading import ANA, BO, boxes, read

_GAMES = [{"id": i, "date": f"2026-03-1{i}", "season": "Spring"} for i in (1, 2)]
_FOUR = [(1, 7, ANA), (1, 8, BO), (2, 7, BO), (2, 8, ANA)]
_PERSONS = [{"id": 7, "name": "Ana"}, {"id": 8, "name": "Bo"}]


@pytest.mark.parametrize(
    "lists",
    [
        {
            "games": _GAMES,
            "sheets": [{"id": i, "gameId": g, "playerId": p, **card(s)} for i, (g, p, s) in enumerate(_FOUR)],
        },
        {"partite": _GAMES, "fogli": [{"idPartita": g, "player_id": p, "scores": card(s)} for g, p, s in _FOUR]},
        {
            "games": {str(g["id"]): {k: v for k, v in g.items() if k != "id"} for g in _GAMES},
            "results": {f"r{i}": {"match": str(g), "playerId": p, **card(s)} for i, (g, p, s) in enumerate(_FOUR)},
        },
        {
            "games": _GAMES,
            "game_players": [{"id": i, "game_id": g, "player_id": p} for i, (g, p, _) in enumerate(_FOUR)],
            "categories": [{"id": k, "name": k} for k in KEYS],
            "scores": [
                {"game_player_id": i, "category_id": k, "points": v}
                for i, (*_, s) in enumerate(_FOUR)
                for k, v in card(s).items()
            ],
        },
        {
            "seasons": [{"id": 5, "name": "Spring"}],
            "games": [{**{k: v for k, v in g.items() if k != "season"}, "seasonId": 5} for g in _GAMES],
            "sheets": [{"gameId": g, "playerId": p, **card(s)} for g, p, s in _FOUR],
        },
        {
            "games": [g | {"sheetIds": [i for i, (of, *_) in enumerate(_FOUR) if of == g["id"]]} for g in _GAMES],
            "sheets": [{"id": i, "playerId": p, **card(s)} for i, (_, p, s) in enumerate(_FOUR)],
        },
    ],
)
@pytest.mark.parametrize("listed", [False, True])
def test_lists_of_a_database_are_joined_by_their_ids(lists: dict[str, Any], listed: bool) -> None:
    lists = lists | {"players": _PERSONS}
    tables = [{"type": "table", "name": name, "data": rows} for name, rows in lists.items() if isinstance(rows, list)]
    found = [{"type": "header", "version": "5"}, *tables] if listed and len(tables) == len(lists) else lists
    parsed = read(json.dumps(found), "a.json")
    assert parsed.sheets.select("game", "player", "season").rows() == [
        (str(g), "Ana" if p == 7 else "Bo", "Spring") for g, p, _ in _FOUR
    ]
    assert [day.day for day in parsed.sheets["played"]] == [11, 11, 12, 12]
    assert boxes(parsed) == {"Ana": SHEETS["Ana"], "Bo": SHEETS["Bo"], "Ana#3": SHEETS["Bo"], "Bo#4": SHEETS["Ana"]}


def test_a_sheet_of_a_game_that_no_list_tells_stands_for_itself() -> None:
    sheets = [{"gameId": g, "player": "Ana", **card(s)} for g, _, s in _FOUR[1:3]]
    parsed = read(json.dumps({"games": _GAMES[:1], "sheets": sheets}), "a.json")
    assert parsed.sheets.select("game", "played").rows() == [("1", dt.date(2026, 3, 11)), ("2", None)]


@pytest.mark.parametrize("kept", ["sheetNotes", "sheets_photos"])
def test_sheets_and_games_of_which_no_other_list_tells_anything_stay(kept: str) -> None:
    told = [{"sheetId": 2, "gameId": 2, "text": "late"}]
    sheets = [
        {"id": i, "game": f"G{g}", "player": "Ana" if p == 7 else "Bo", "total": 200 + i, **card(s)}
        for i, (g, p, s) in enumerate(_FOUR)
    ]
    totals = [{k: v for k, v in sheet.items() if k in ("id", "game", "player", "total")} for sheet in sheets]
    dated = [{**row, "date": "2026-03-14"} for row in totals]
    for rows in (sheets, dated):
        parsed = read(json.dumps({"sheets": rows, kept: told}), "a.json")
        assert parsed.sheets.select("player", "stated_total").rows() == [(r["player"], r["total"]) for r in rows]
    games = [g | {"players": [{"name": "Ana", **card(ANA)}, {"name": "Bo", **card(BO)}]} for g in _GAMES]
    assert boxes(read(json.dumps({"games": games, kept: told}), "a.json")).keys() == {"Ana", "Bo", "Ana#3", "Bo#4"}
