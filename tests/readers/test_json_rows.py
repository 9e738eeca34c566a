"""JSON that is a table: a list of flat objects, or one a line."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from ingest.errors import UnreadableFile
from tests.readers.reading import boxes, fates, read

ANA = {"game": 1, "date": "2026-03-14", "player": "Ana", "ones": 3, "twos": None, "full_house": "x", "total": 3}
BO = {"game": 1, "date": "2026-03-14", "player": "Bo", "ones": 2, "twos": 4.0, "full_house": 25, "extra": "?"}


def test_a_list_of_flat_objects() -> None:
    parsed = read(json.dumps([ANA, BO]), "a.json")
    assert parsed.reader == "json-wide"
    assert boxes(parsed) == {
        "Ana": {"ones": 3, "twos": None, "full_house": 0},
        "Bo": {"ones": 2, "twos": 4, "full_house": 25},
    }
    assert parsed.sheets["row"].to_list() == [1, 2]
    assert parsed.rows["row"].to_list() == [1, 2]
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)] * 2
    assert parsed.understood.headings["extra"] == "ignored"


def test_one_object_a_line_whatever_the_name_ends_in() -> None:
    text = json.dumps(ANA) + "\n\n" + json.dumps(BO) + "\n"
    for name in ("a.ndjson", "a.jsonl", "a.json"):
        parsed = read(text, name)
        assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
        assert parsed.sheets["row"].to_list() == [1, 3]


def test_a_broken_line_is_rejected_and_the_others_are_read() -> None:
    parsed = read(json.dumps(ANA) + "\n{broken\n" + json.dumps(BO) + "\n[1]\n", "a.ndjson")
    assert fates(parsed) == {2: "bad_json", 4: "bad_value"}
    assert parsed.sheets["row"].to_list() == [1, 3]


def test_nested_boxes_and_a_wrapping_object() -> None:
    nested = {"player": "Ana", "boxes": {"ones": {"points": 3}, "twos": 4}, "stated": {"total": 7}}
    parsed = read(json.dumps({"rows": [nested]}), "a.json")
    assert boxes(parsed) == {"Ana": {"ones": 3, "twos": 4}}
    assert parsed.sheets["stated_total"].to_list() == [7]
    parsed = read(json.dumps([{"player": "Ana", "columns": {"down": {"ones": 3}, "up": {"ones": 4}}}]), "a.json")
    assert parsed.sheets.select("column", "p_ones").rows() == [("down", 3), ("up", 4)]


@pytest.mark.parametrize(
    "value",
    [
        [{"date": "2026-03-14", "players": [{"name": "Ana", "scores": {"ones": 3, "twos": 4, "yams": 50}},
                                            {"name": "Bo", "scores": {"ones": 1, "twos": 2, "yams": 0}}]}],
        [{"date": "2026-03-14", "players": {"Ana": {"ones": 3, "twos": 4, "yams": 50},
                                            "Bo": {"ones": 1, "twos": 2, "yams": 0}}}],
        {"columns": ["date", "player", "ones", "twos", "yams"], "index": [0, 1],
         "data": [["2026-03-14", "Ana", 3, 4, 50], ["2026-03-14", "Bo", 1, 2, 0]]},
        {"date": {"0": "2026-03-14", "1": "2026-03-14"}, "player": {"0": "Ana", "1": "Bo"}, "ones": {"0": 3, "1": 1},
         "twos": {"0": 4, "1": 2}, "yams": {"0": 50, "1": 0}},
        {"date": ["2026-03-14"] * 2, "player": ["Ana", "Bo"], "ones": [3, 1], "twos": [4, 2], "yams": [50, 0]},
        {"club": "x", "games": [{"date": "2026-03-14", "player": "Ana", "ones": 3, "twos": 4, "yams": 50},
                                {"date": "2026-03-14", "player": "Bo", "ones": 1, "twos": 2, "yams": 0}]},
    ],
)  # fmt: skip
def test_other_shapes_of_the_same_table(value: object) -> None:
    parsed = read(json.dumps(value), "a.json")
    assert boxes(parsed) == {"Ana": {"ones": 3, "twos": 4, "yams": 50}, "Bo": {"ones": 1, "twos": 2, "yams": 0}}
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)] * 2


def test_sheets_by_the_players_names() -> None:
    parsed = read(json.dumps({"Ana": {"ones": 3, "twos": 4}, "Bo": {"ones": 1, "twos": 2}}), "a.json")
    assert boxes(parsed) == {"Ana": {"ones": 3, "twos": 4}, "Bo": {"ones": 1, "twos": 2}}


def test_games_that_nothing_else_tells_apart_are_counted() -> None:
    game = {"date": "2026-03-14", "players": [{"name": "Ana", "ones": 3, "twos": 4}, {"name": "Bo", "ones": 1}]}
    parsed = read(json.dumps([game, game, {**game, "date": "2026-03-21"}]), "a.json")
    assert parsed.sheets["game"].to_list() == ["1", "1", "2", "2", None, None]


def test_rows_of_the_long_layout() -> None:
    rows = [{"player": "Ana", "box": "ones", "points": 3}, {"player": "Ana", "box": "yams", "dice": [6, 6, 6, 6, 6]}]
    parsed = read(json.dumps(rows), "a.json")
    assert parsed.reader == "json-long"
    assert parsed.sheets.select("p_ones", "d_yams").row(0) == (3, "66666")


def test_a_list_of_lists() -> None:
    parsed = read(json.dumps([["Player", "Ones", "Twos", "Chance"], ["Ana", 1, 2, 20]]), "a.json")
    assert boxes(parsed) == {"Ana": {"ones": 1, "twos": 2, "chance": 20}}


@pytest.mark.parametrize(
    "text", ["3", '"x"', "{}", "[]", "[1, 2]", '{"a": {"b": 1}}', '[{"name": "Ana", "street": "Main"}]', "nul"]
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match=r"^a\.json: "):
        read(text, "a.json")
