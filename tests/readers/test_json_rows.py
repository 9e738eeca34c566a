"""JSON that is a table: a list of flat objects, or one a line."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping

import pytest

from ingest.errors import UnreadableFile
from ingest.readers import json_kinds, json_rows
from ingest.readers.collect import Collector
from ingest.readers.json_shapes import take_apart
from ingest.readers.labels import Label, label
from tests.readers.reading import ANA as FIRST
from tests.readers.reading import BO as SECOND
from tests.readers.reading import boxes, fates, read, thirteen

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


def test_a_rule_set_with_its_options_is_an_object_as_in_yamsheet_1() -> None:
    rules = {"base": "yams", "yams_bonus": 100, "joker": True}
    parsed = read(json.dumps([{**ANA, "rules": rules}, {**BO, "rules": "yamms"}]), "a.json")
    assert parsed.sheets["rules"].to_list() == ["yams+joker=true,yams_bonus=100", "yamms"]


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
        {"headings": ["date", "player", "ones", "twos", "yams"],
         "rows": [["2026-03-14", "Ana", 3, 4, 50], ["2026-03-14", "Bo", 1, 2, 0]]},
        {"data": {"count": 2, "plays": [{"date": "2026-03-14", "player": "Ana", "ones": 3, "twos": 4, "yams": 50},
                                        {"date": "2026-03-14", "player": "Bo", "ones": 1, "twos": 2, "yams": 0}]}},
        {"date": "2026-03-14", "rules": "yamms", "Ana": {"ones": 3, "twos": 4, "yams": 50},
         "Bo": {"ones": 1, "twos": 2, "yams": 0}, "remark": "at the library"},
        {"date": "2026-03-14", "scores": {"Ana": {"ones": 3, "twos": 4, "yams": 50},
                                          "Bo": {"ones": 1, "twos": 2, "yams": 0}}},
        {"2026-03-14": {"Ana": {"ones": 3, "twos": 4, "yams": 50}, "Bo": {"ones": 1, "twos": 2, "yams": 0}}},
        {"2026-03-14": [{"player": "Ana", "ones": 3, "twos": 4, "yams": 50},
                        {"player": "Bo", "ones": 1, "twos": 2, "yams": 0}]},
        {"date": "2026-03-14", "boxes": {"ones": {"Ana": 3, "Bo": 1}, "twos": {"Ana": 4, "Bo": 2},
                                         "yams": {"Ana": 50, "Bo": 0}}},
        {"date": "2026-03-14", "players": ["Ana", "Bo"], "ones": [3, 1], "twos": [4, 2], "yams": [50, 0]},
        [{"date": "2026-03-14", "tags": ["a", "b"], "winner": "Ana", "players": [
            {"name": "Ana", "upper": {"ones": 3, "twos": 4}, "lower": {"yams": 50}},
            {"name": "Bo", "upper": {"ones": 1, "twos": 2}, "lower": {"yams": 0}}]}],
        [{"date": "2026-03-14", "players": [
            {"name": "Ana", "turns": [{"turn": 1, "category": "ones", "score": 3}, {"turn": 2, "category": "twos",
             "score": 4}, {"turn": 3, "category": "yams", "score": 50}]},
            {"name": "Bo", "boxes": [{"name": "ones", "score": 1}, {"name": "twos", "score": 2},
             {"name": "yams", "score": 0}]}]}],
        {"members": [{"id": 7, "name": "Ana"}, {"id": 8, "name": "Bo"}],
         "games": [{"date": "2026-03-14", "sheets": [{"playerId": 7, "boxes": {"ones": 3, "twos": 4, "yams": 50}},
                                                     {"playerId": 8, "boxes": {"ones": 1, "twos": 2, "yams": 0}}]}]},
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


def test_each_object_of_a_game_is_a_game_though_nothing_else_tells_them_apart() -> None:
    game = {"date": "2026-03-14", "players": [{"name": "Ana", "ones": 3, "twos": 4}, {"name": "Bo", "ones": 1}]}
    parsed = read(json.dumps([game, game, {**game, "date": "2026-03-21"}]), "a.json")
    assert parsed.sheets["block"].to_list() == [1, 1, 2, 2, 3, 3]
    assert parsed.sheets["game"].to_list() == [None] * 6
    assert "game" not in parsed.understood.headings


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


def game(date: str | None, *names: str, **more: object) -> dict[str, object]:
    sheets = [{"name": name, "boxes": {"ones": i, "twos": 4}} for i, name in enumerate(names, 1)]
    return {**({"date": date} if date else {}), **more, "players": sheets}


def test_games_a_line_each() -> None:
    games = [game("2026-03-14", "Ana", "Bo"), game("2026-03-14", "Cy", "Di"), game(None, "Ed")]
    parsed = read("\n\n".join(map(json.dumps, games)), "a.ndjson")
    assert parsed.sheets.select("row", "block", "player").rows() == [
        (1, 1, "Ana"), (2, 1, "Bo"), (3, 2, "Cy"), (4, 2, "Di"), (5, 3, "Ed"),
    ]  # fmt: skip
    day = dt.date(2026, 3, 14)
    assert parsed.sheets["played"].to_list() == [day, day, day, day, None]


def test_an_id_is_the_game_s_and_the_name_of_the_game_that_was_played_is_its_rules() -> None:
    parsed = read(
        json.dumps([game("2026-03-14", "Ana", id="A1", game="Yahtzee"), game("2026-03-14", "Ana", id=2)]), "a.json"
    )
    assert parsed.sheets.select("game", "rules").rows() == [("A1", "yahtzee"), ("2", None)]
    parsed = read(json.dumps({"g1": game("2026-03-14", "Ana"), "g2": game("2026-03-14", "Ana")}), "a.json")
    assert parsed.sheets["game"].to_list() == ["g1", "g2"]


def test_boxes_that_tell_dice_throws_and_turns() -> None:
    boxes_ = {
        "ones": {"points": 3, "dice": [1, 1, 1, 4, 5], "turn": 2},
        "twos": {"dice": "22345"},
        "yams": {"throws": [[6, 6, 6, 6, 1], [6, 6, 6, 6, 6]], "kept": [[6, 6, 6, 6]]},
        "chance": None,
    }
    parsed = read(json.dumps([{"player": "Ana", "boxes": boxes_}]), "a.json")
    row = parsed.sheets.row(0, named=True)
    assert (row["p_ones"], row["d_ones"], row["t_ones"]) == (3, "11145", 2)
    assert (row["p_twos"], row["d_twos"], row["p_yams"]) == (None, "22345", None)
    assert parsed.throws.select("box", "throws", "kept").rows() == [("yams", ["66661", "66666"], ["6666"])]
    columns = {"down": {"ones": {"dice": [1, 1, 2, 3, 4]}}, "up": {"ones": 2}}
    parsed = read(json.dumps([{"player": "Ana", "columns": columns}]), "a.json")
    assert parsed.sheets.select("column", "p_ones", "d_ones").rows() == [("down", None, "11234"), ("up", 2, None)]


def test_throws_of_the_long_layout_stay_apart() -> None:
    rows = [{"player": "Ana", "box": "ones", "throws": [[1, 1, 2, 3, 4], [1, 1, 1, 3, 4]], "turn": 2}]
    assert read(json.dumps(rows), "a.json").throws["throws"].to_list() == [["11234", "11134"]]


@pytest.mark.parametrize(
    "date", [1773518400, 1773518400000, "1773518400", "2026-03-14T20:00:00Z", "2026-03-14T22:00+02:00"]
)
def test_dates_of_machines(date: object) -> None:
    parsed = read(json.dumps([{"date": date, "player": "Ana", "ones": 3, "twos": 4}]), "a.json")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]
    assert ("UTC" in " ".join(parsed.understood.notes)) == ("T" not in str(date))


def test_totals_of_a_game_and_no_totals_of_its_rounds() -> None:
    parsed = read(json.dumps([{"date": "2026-03-14", "scores": {"Ana": 231, "Bo": 200}}]), "a.json")
    assert parsed.sheets.select("player", "stated_total").rows() == [("Ana", 231), ("Bo", 200)]
    rounds = [{"round": 1, "scores": {"Ana": 22, "Bo": 3}}, {"round": 2, "scores": {"Ana": 2, "Bo": 33}}]
    with pytest.raises(UnreadableFile, match="no scoresheet"):
        read(json.dumps({"date": "2026-03-14", "rounds": rounds}), "a.json")


def test_what_is_said_to_be_a_box_and_is_none() -> None:
    text = json.dumps([{"player": "Ana", "boxes": {"ones": 3, "twos": 4, "bonanza": 12, "luck of the day": None}}])
    assert read(text, "a.json").findings.select("code", "box", "stated").rows() == [("unknown_box", "bonanza", "12")]
    assert read(text, "a.json", headings={"bonanza": "ignore"}).findings.is_empty()


@pytest.mark.parametrize("beside", [{}, {"Bo": {"ones": 1}}, {"Bo": {"ones": 1}, "twos": 2}])
def test_each_level_of_a_nested_document_is_looked_into_a_few_times_only(
    beside: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    nested: dict[str, object] = {"ones": 1}
    for _ in range(60):
        nested = {"Anna": nested, **beside}
    asked = 0

    def count(value: Mapping[str, object], *args: int) -> bool:
        nonlocal asked
        asked += 1
        return has_boxes(value, *args)

    has_boxes = json_kinds.has_boxes
    monkeypatch.setattr(json_kinds, "has_boxes", count)
    take_apart([nested])
    assert 0 < asked < 60 * 1000
    with pytest.raises(UnreadableFile, match="nested too deeply"):
        read(json.dumps([{"Anna": {"Anna": {"Anna": {"Anna": {"Anna": nested}}}}}]), "a.json")


def test_what_is_said_of_one_sign_is_not_said_of_another() -> None:
    sheets = [{"player": name, "boxes": {"ones": 3, "twos": 4, "?": 17, "→→": n}} for n, name in enumerate("AB", 8)]
    parsed = read(json.dumps(sheets), "a.json", headings={" ? ": "chance"})
    assert parsed.sheets["p_chance"].to_list() == [17, 17]
    assert parsed.findings.select("code", "box", "stated", "row").rows() == [
        ("unknown_box", "→→", "8", 1),
        ("unknown_box", "→→", "9", 2),
    ]


def test_a_box_that_stands_twice_is_rejected_unless_it_is_the_same() -> None:
    sheets = [
        {"player": "Ana", "boxes": {"ones": 3, "twos": 4}, "lower": {"ones": 4, "yams": 50}},
        {"player": "Bo", "boxes": {"ones": 3, "twos": 4}, "lower": {"ones": 3, "yams": 50}},
    ]
    parsed = read(json.dumps(sheets), "a.json")
    assert (fates(parsed), list(boxes(parsed))) == ({1: "bad_value"}, ["Bo"])


@pytest.mark.parametrize("sheet", ["Cy", {"name": "Cy", "boxes": "lost"}, {"boxes": {"ones": 3, "twos": 4}}])
def test_what_stands_in_place_of_a_sheet_is_rejected_and_belongs_to_its_game(sheet: object) -> None:
    games = [game("2026-03-14", "Ana", "Bo"), game("2026-03-14", "Di")]
    for at, place in ((0, 0), (2, 0), (1, 1)):
        whole = json.loads(json.dumps(games))
        whole[place]["players"].insert(at, sheet)
        parsed = read(json.dumps(whole), "a.json")
        [rejected] = parsed.rows.filter(parsed.rows["fate"] == "rejected").to_dicts()
        [block] = parsed.sheets.filter(parsed.sheets["sheet"] == rejected["sheet"])["block"]
        assert block == place + 1
    nobody = json.loads(json.dumps(games))
    nobody[0]["players"].append(None)
    assert fates(read(json.dumps(nobody), "a.json")) == {3: "blank_player"}


def test_a_line_that_is_cut_off_belongs_to_the_game_that_it_names() -> None:
    rows = [{"date": f"2026-03-{day}", "player": player, "ones": 3, "twos": 4} for day in (14, 21) for player in "AB"]
    lines = [json.dumps(row) for row in rows]
    for at, cut in (
        (2, '{"date": "2026-03-14", "player": "C", "on'),
        (4, '{"date":"2026-03-21", "player'),
        (0, lines[1][:-9]),
    ):
        parsed = read("\n".join([*lines[:at], cut, *lines[at:]]), "a.ndjson")
        [sheet] = parsed.rows.filter(parsed.rows["fate"] == "rejected")["sheet"]
        [day] = parsed.sheets.filter(parsed.sheets["sheet"] == sheet)["played"]
        assert day.isoformat() in cut


def test_the_encoding_of_other_json_is_asked_for() -> None:
    data = json.dumps([{"player": "Ștefan".replace("Ș", "Ş"), "ones": 3, "twos": 4}], ensure_ascii=False).encode(
        "cp1250"
    )
    with pytest.raises(UnreadableFile, match="say its encoding"):
        read(data, "a.json")
    assert list(boxes(read(data, "a.json", encoding="cp1250"))) == ["Ştefan"]
    assert read(data, "a.json", club_encoding="cp1250").understood.encoding_basis == "the club's"


def test_sheets_of_one_column_and_of_several_in_one_file() -> None:
    columns = {"player": "Bo", "columns": {"down": {"ones": 1, "twos": 4}, "up": {"ones": 2, "twos": 6}}}
    plain = {"player": "Ana", "boxes": {"ones": 3, "twos": 8}}
    parsed = read(json.dumps([{"date": "2026-03-14", **plain}, {"date": "2026-03-15", **columns}, plain]), "a.json")
    assert parsed.sheets.sort("row").select("row", "column", "p_ones").rows() == [
        (1, "main", 3), (2, "down", 1), (2, "up", 2), (3, "main", 3),
    ]  # fmt: skip


def test_a_record_of_one_box_beside_sheets_does_not_hide_them() -> None:
    game = {"date": "2026-03-15", "players": [{"name": n, "boxes": {"ones": 3, "twos": 4}} for n in ("Cy", "Di")]}
    long = {"date": "2026-03-16", "player": "Ana", "box": "ones", "points": 2}
    parsed = read(
        json.dumps([game, {"player": "Bo", "ones": 1, "points": None}, long, {"name": None, "box": None}]), "a.json"
    )
    assert parsed.sheets.sort("row").select("row", "player", "p_ones").rows() == [
        (1, "Cy", 3), (2, "Di", 3), (3, "Bo", 1), (4, "Ana", 2),
    ]  # fmt: skip


def test_records_of_nothing_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="nothing in its records"):
        read('{"player": {"player": {}}}', "a.json")


@pytest.mark.parametrize(
    ("said", "means"), [(True, "true"), ("yes", "true"), (4, "4"), ("4", "4"), (False, None), ("no", None)]
)
def test_what_is_announced_is_yes_or_a_face(said: object, means: str | None) -> None:
    box = {"points": 0, "throws": [[1, 2, 3, 4, 5], [1, 2, 6, 6, 6]], "announced": said}
    parsed = read(json.dumps([{"player": "Ana", "ones": 3, "yams": box}]), "a.json")
    assert (parsed.throws["announced"].to_list(), parsed.findings.rows()) == ([means], [])


@pytest.mark.parametrize("said", ["later", 7, {"face": 4}])
def test_what_else_is_announced_is_not_taken(said: object) -> None:
    parsed = read(json.dumps([{"player": "Ana", "ones": 3, "yams": {"points": 0, "announced": said}}]), "a.json")
    assert parsed.findings.select("box", "code", "row").rows() == [("yams", "bad_value", 1)]
    assert parsed.throws.is_empty()


def test_the_key_of_the_games_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [{"date": "2026-03-14", "players": [{"name": f"{n}", "ones": 3, f"x{n}": 1} for n in (a, a + 1)]}
             for a in range(0, 200, 2)]  # fmt: skip
    taken = take_apart({"games": games})
    assert taken is not None
    table, out = json_rows._Table(taken), Collector()
    for entry in taken.entries:
        table.add(entry, out)
    asked = 0

    def count(text: str) -> Label | None:
        nonlocal asked
        asked += 1
        return label(text)

    monkeypatch.setattr(json_rows, "label", count)
    assert [grid.rows[0][-1] for grid in table.grids()] == ["game"]
    assert asked <= 3 * len(table.keys)


def test_keys_that_mean_the_same_are_one_unless_they_say_different_things() -> None:
    rows = [{"playerName": n, "date": "2026-03-14", **thirteen(f)} for n, f in (("Ana", FIRST), ("Bo", SECOND))]
    for also in ({"upper3": "threes"}, {"player": "playerName"}):
        told = [{**row, **{k: row[v] for k, v in also.items()}} for row in rows]
        told[0][next(iter(also))] = None
        assert boxes(read(json.dumps(told), "a.json")) == {"Ana": thirteen(FIRST), "Bo": thirteen(SECOND)}
    numbered = [{"player": i, **row} for i, row in enumerate(rows)]
    assert boxes(read(json.dumps(numbered), "a.json")) == {"Ana": thirteen(FIRST), "Bo": thirteen(SECOND)}
    clashing = json.dumps({"games": [{"date": "2026-03-14", "players": [{**row, "upper3": 33} for row in rows]}]})
    with pytest.raises(UnreadableFile, match=r"games\[0\].*threes is '9' and upper3 is '33', and both mean threes"):
        read(clashing, "a.json")
    with pytest.raises(UnreadableFile, match="the document: threes is '9' and upper3"):
        read(json.dumps({**rows[0], "upper3": 33}), "a.json")
    ignored = read(clashing, "a.json", headings={"upper3": "ignore"})
    assert boxes(ignored) == {"Ana": thirteen(FIRST), "Bo": thirteen(SECOND)}


def test_three_and_four_below_the_upper_boxes_are_those_of_a_kind() -> None:
    keys = [f"upper{i}" for i in range(1, 7)] + ["three", "four", "fullHouse", "sStraight", "lStraight", "yahtzee"]
    row = {"player": "Ana", **dict(zip([*keys, "chance"], thirteen(FIRST).values(), strict=True))}
    assert boxes(read(json.dumps([row]), "a.json")) == {"Ana": thirteen(FIRST)}


def test_a_key_without_a_word_beside_points_is_nothing_known() -> None:
    sheet = {k: {"points": v, "": None} for k, v in thirteen(FIRST).items()}
    assert boxes(read(json.dumps([{"player": "Ana", "scores": sheet}]), "a.json")) == {"Ana": thirteen(FIRST)}


def test_a_record_without_a_player_is_not_that_of_the_one_before() -> None:
    rows = [{"date": "2026-03-15", "player": "Ana", **thirteen(FIRST)}, {"player": None, "column": "down", "ones": 4}]
    parsed = read(json.dumps(rows), "a.json")
    assert boxes(parsed) == {"Ana": thirteen(FIRST)}
    assert parsed.rows.filter(parsed.rows["fate"] == "rejected")["code"].to_list() == ["no_player"]
