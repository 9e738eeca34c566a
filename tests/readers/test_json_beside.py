"""What a program keeps beside its games in one JSON document: it neither becomes a game nor changes one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ingest.errors import UnreadableFile
from tests.readers.cards import DAY, SHEETS, card
from tests.readers.reading import ANA, BO, boxes, read

PLAYERS = [{"name": "Ana", "scores": card(ANA)}, {"name": "Bo", "scores": card(BO)}]
#: The 14th of March 2026, 18:00 UTC.
STARTED = {"id": "g1", "startedAt": 1773511200000}


def _read(more: dict[str, Any], **game: Any) -> Any:
    return read(json.dumps({"games": [STARTED | {"players": PLAYERS} | game], **more}), "a.json")


@pytest.mark.parametrize(
    "more",
    [
        {"achievements": [{"name": "First yams", "date": "2026-01-01", "points": 50, "player": "Ana"}]},
        {"goals": [{"name": "Full house king", "points": 50}, {"name": "Yams", "points": 100}]},
        {"players": [{"id": 0, "name": "Ana", "score": 0}, {"id": 1, "name": "Max", "score": 0}]},
        {"teams": [{"name": "Reds", "players": ["Ana", "Bo"], "points": 12}]},
        {"undo": [{"type": "score", "category": "ones", "player": n, "value": 3} for n in (0, 1)]},
        {"cups": [{"name": "Spring", "date": "2026-03-01", "standings": [{"name": "Ana", "points": 3}]}]},
        {"rummy": [{"date": "2026-03-20", "players": [{"name": "Ana", "score": 120}, {"name": "Bo", "score": -35}]}]},
        {"deletedGames": [{"date": "2026-03-20", "players": PLAYERS}]},
    ],
)
def test_what_stands_beside_the_games_and_is_none_is_told_and_left_out(more: dict[str, Any]) -> None:
    parsed = _read(more)
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["played"].to_list() == [DAY, DAY]
    assert next(iter(more)) in " ".join(parsed.understood.notes)


@pytest.mark.parametrize(
    "more",
    [
        {"log": [{"time": "2026-05-01T18:00:00Z", "event": "start"}, {"time": "2026-05-01", "player": "Ana"}]},
        {"chat": [{"user": "Ana", "text": "hi", "time": "2026-05-01 20:00"}]},
        {"categories": [{"id": k, "label": k, "max": 5 * n} for n, k in enumerate(card(ANA), 1)]},
    ],
)
def test_records_of_another_kind_do_not_change_what_the_keys_of_the_games_mean(more: dict[str, Any]) -> None:
    parsed = _read(more)
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["played"].to_list() == [DAY, DAY]
    assert "rejected" not in parsed.rows["fate"].to_list()


def test_games_whose_days_stand_under_different_keys_have_each_its_own() -> None:
    games = [STARTED | {"players": PLAYERS}, {"id": "g2", "date": "2026-03-21", "players": PLAYERS}]
    parsed = read(json.dumps(games), "a.json")
    assert [str(day) for day in parsed.sheets["played"]] == ["2026-03-14"] * 2 + ["2026-03-21"] * 2


@pytest.mark.parametrize("mark", [{"deleted": True}, {"isDeleted": 1}, {"deletedAt": "2026-04-01T08:00:00Z"}])
def test_a_game_that_is_marked_as_deleted_is_told_and_left_out(mark: dict[str, Any]) -> None:
    kept = {"id": "g2", "startedAt": 1773511200000, "players": PLAYERS, **dict.fromkeys(mark)}
    whole = read(json.dumps({"games": [STARTED | {"players": PLAYERS[::-1]} | mark, kept]}), "a.json")
    assert whole.sheets["player"].to_list() == ["Ana", "Bo"]
    assert "deleted" in " ".join(whole.understood.notes)
    with pytest.raises(UnreadableFile, match="marked as deleted"):
        _read({}, **mark)


def test_totals_without_boxes_beside_games_with_boxes_are_games_and_told() -> None:
    older = [{"date": "2025-03-14", "players": [{"name": "Ana", "total": 210}, {"name": "Bo", "total": 190}]}]
    parsed = _read({"older": older})
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
    assert "older" in " ".join(parsed.understood.notes)


def test_a_number_of_players_is_no_players_id() -> None:
    people = [{"playerId": number, "name": name} for number, name in enumerate(("Ana", "Bo", "Cy"))]
    sheets = [{"playerId": number} | PLAYERS[number] for number in (0, 1)]
    for sheet in sheets:
        del sheet["name"]
    parsed = read(json.dumps({"players": people, "games": [STARTED | {"players": 2, "sheets": sheets}]}), "a.json")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert boxes(parsed) == SHEETS


def test_the_sections_of_each_players_sheet_are_one_sheet() -> None:
    upper, lower = {"ones": 3, "sixes": 18}, {"smallStraight": 30, "yahtzee": 50, "chance": 21}
    state = {"players": {name: {"sheet": {"upper": upper, "lower": lower}} for name in ("Ana", "Bo")}}
    parsed = read(json.dumps(state | {"date": "2026-03-14"}), "a.json")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert parsed.sheets["p_yams"].to_list() == [50, 50]
    assert parsed.sheets["p_ones"].to_list() == [3, 3]
