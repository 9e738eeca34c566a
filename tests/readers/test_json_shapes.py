"""JSON as programs nest it: sheets by player, by box, in lists beside each other, in texts, behind typed values."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from tests.readers.reading import boxes, fates, read

APP = {box: points for points, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)}


@pytest.mark.parametrize(
    "player",
    [
        {"scorecard": {**APP, "BONUS": 0, "YAHTZEE_BONUS": 0}},
        {"card": {box: {"value": points, "locked": True} for box, points in APP.items()}},
        {"rows": [{"type": box, "value": points} for box, points in APP.items()]},
        {"top": {**APP, "bonus": 0, "total": 21}, "bottom": {"chance": None, "full": None, "total": 0}, "total": 21},
        {"scores": list(APP.values())},
    ],
)
def test_the_ways_in_which_apps_write_boxes(player: dict[str, Any]) -> None:
    data = {
        "order": list(APP),
        "games": [{"date": "2026-03-14", "players": [{"name": n, **player} for n in ("Ana", "Bo")]}],
    }
    made = boxes(read(json.dumps(data), "a.json"))
    assert {name: {b: v for b, v in sheet.items() if b in APP} for name, sheet in made.items()} == {
        "Ana": APP,
        "Bo": APP,
    }


def test_a_box_that_says_it_is_open_or_struck() -> None:
    ones = [{"value": 0, "used": False}, {"value": 0, "used": True}, {"value": None, "crossed": True}, {"score": 3}]
    data = [
        {
            "date": "2026-03-14",
            "players": [{"name": name, "ones": box, "twos": 4} for name, box in zip("ABCD", ones, strict=True)],
        }
    ]
    assert [sheet["ones"] for sheet in boxes(read(json.dumps(data), "a.json")).values()] == [None, 0, 0, 3]


def test_players_in_a_list_and_their_boxes_in_lists_beside_it() -> None:
    data = [{"date": "2026-03-14", "players": ["Ana", "Bo"], "scores": {box: [v, 0] for box, v in APP.items()}}]
    assert boxes(read(json.dumps(data), "a.json")) == {"Ana": APP, "Bo": dict.fromkeys(APP, 0)}


def test_players_told_by_their_ids_under_the_word_for_a_player() -> None:
    data = {
        "players": [{"id": 1, "name": "Ana"}, {"id": "b", "name": "Bo"}],
        "games": [{"id": 5, "date": "2026-03-14", "scores": [{"player": i, **APP} for i in (1, "b")]}],
    }
    assert list(boxes(read(json.dumps(data), "a.json"))) == ["Ana", "Bo"]


UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
SHEETS = {"Ana": (3, 6, 9, 12, 15, 18), "Bo": (1, 2, 3, 4, 5, 6)}
OF_BOXES = {name: dict(zip(UPPER, points, strict=True)) for name, points in SHEETS.items()}
PROGRAMS = {
    "lists in the order of the boxes": {
        "categories": UPPER,
        "games": [
            {"playedAt": "2026-03-14T20:15:00Z", "players": [{"name": n, "values": p} for n, p in SHEETS.items()]}
        ],
    },
    "a list of players, and their points for each box": {
        "games": [
            {
                "start": 1773500400,
                "players": list(SHEETS),
                "rows": [{"category": b, "scores": [p[i] for p in SHEETS.values()]} for i, b in enumerate(UPPER)],
            }
        ]
    },
    "sheets in the order of the players": {
        "games": [{"created": "2026-03-14", "players": list(SHEETS), "cards": list(OF_BOXES.values())}]
    },
    "sheets by player": {n: [{"game": 1, "date": "2026-03-14", **boxes}] for n, boxes in OF_BOXES.items()},
    "players by key": {
        "games": [
            {
                "date": "2026-03-14",
                "players": {"p1": "Ana", "p2": "Bo"},
                "scores": {"p1": OF_BOXES["Ana"], "p2": OF_BOXES["Bo"]},
            }
        ]
    },
    "JSON in a text": {"saved": json.dumps([{"when": "2026-03-14", "players": OF_BOXES}]), "theme": "dark"},
    "what a database exports": [
        {
            "_id": {"$oid": "65f2"},
            "date": {"$date": "2026-03-14T20:15:00Z"},
            "players": [
                {"name": n, "scores": {b: {"$numberInt": str(v)} for b, v in boxes.items()}}
                for n, boxes in OF_BOXES.items()
            ],
        }
    ],
    "typed fields": {
        "documents": [
            {
                "fields": {
                    "date": {"timestampValue": "2026-03-14T20:15:00Z"},
                    "player": {"stringValue": n},
                    **{b: {"integerValue": str(v)} for b, v in boxes.items()},
                }
            }
            for n, boxes in OF_BOXES.items()
        ]
    },
    "rows of a spreadsheet": {
        "range": "Sheet1!A1:H3",
        "values": [["Date", "Player", *UPPER], *(["14.03.2026", n, *p] for n, p in SHEETS.items())],
    },
    "boxes with more than their points": {
        "date": "2026-03-14",
        "app": "Dice",
        "players": [
            {"user": n, "card": {b: {"value": v, "locked": True} for b, v in boxes.items()}}
            for n, boxes in OF_BOXES.items()
        ],
    },
}


@pytest.mark.parametrize("shape", PROGRAMS)
def test_shapes_that_programs_write(shape: str) -> None:
    parsed = read(json.dumps(PROGRAMS[shape]), "a.json")
    assert parsed.questions == ()
    assert boxes(parsed) == OF_BOXES
    assert set(parsed.sheets["played"]) == {dt.date(2026, 3, 14)}


def test_a_player_may_be_called_like_a_column() -> None:
    game = {"date": "2026-03-14", "Ana": OF_BOXES["Ana"], "Libero": OF_BOXES["Bo"]}
    assert set(boxes(read(json.dumps([game]), "a.json"))) == {"Ana", "Libero"}


def test_events_that_fill_no_box_are_left_out() -> None:
    told = [{"event": "start", "game": 1, "ts": 1773500400, "players": ["Ana", "Bo"]}]
    for name, points in OF_BOXES.items():
        for box, value in points.items():
            told.append({"event": "roll", "game": 1, "ts": 1773500430, "player": name, "dice": [1, 2, 3, 4, 5]})
            told.append(
                {"event": "score", "game": 1, "ts": 1773500431, "player": name, "category": box, "points": value}
            )
    parsed = read("\n".join(map(json.dumps, told)), "a.ndjson")
    assert boxes(parsed) == OF_BOXES
    assert set(fates(parsed).values()) == {"note"}
    assert parsed.sheets["played"].unique().to_list() == [dt.date(2026, 3, 14)]


@pytest.mark.parametrize("people", [[{"id": "p1", "name": "Ana"}, {"id": 2, "name": "Bo"}], {"p1": "Ana", "2": "Bo"}])
def test_sheets_and_totals_by_the_ids_of_players(people: Any) -> None:
    of_boxes = {"date": "2026-03-14", "scores": {"p1": APP, "2": APP}}
    assert list(boxes(read(json.dumps({"players": people, "games": [of_boxes]}), "a.json"))) == ["Ana", "Bo"]
    of_totals = {"date": "2026-03-14", "scores": {"p1": 231, "p7": 187}}
    named = read(json.dumps({"players": {"p1": "Ana", "p7": "Bo"}, "games": [of_totals]}), "a.json")
    assert named.sheets["player"].to_list() == ["Ana", "Bo"]


def test_dice_beside_points_under_the_word_for_a_score() -> None:
    data = [{"date": "2026-03-14", "player": "Ana", "twos": {"score": 4, "dice": [2, 2, 3, 4, 5]}, "threes": 3}]
    sheets = read(json.dumps(data), "a.json").sheets
    assert sheets.select("p_twos", "d_twos").rows() == [(4, "22345")]


@pytest.mark.parametrize(
    "game", [{"players": ["Ana", "Max"], "scores": [231, 180]}, {"scores": {"Ana": 231, "Max": 180, "Libero": None}}]
)
def test_totals_beside_the_players_or_under_their_names(game: dict[str, Any]) -> None:
    parsed = read(json.dumps({"games": [{"date": "2026-03-14", **game}]}), "a.json")
    assert parsed.sheets.select("player", "stated_total").rows()[:2] == [("Ana", 231), ("Max", 180)]


@pytest.mark.parametrize("figures", [{"total": 200}, {"ones": 3, "yams": 50}])
def test_many_games_of_one_player_each_are_games(figures: dict[str, int]) -> None:
    games = [{"date": f"2026-03-{d:02}", "players": [{"name": "Ana", "scores": figures}]} for d in range(1, 10)]
    parsed = read(json.dumps({"games": games}), "a.json")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, d) for d in range(1, 10)]
