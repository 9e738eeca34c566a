"""JSON yamsheet/1, strict; the published schema and the reader say the same (DESIGN.md, The formats)."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import UnreadableFile
from ingest.readers.schema import SchemaMismatch, check, yamsheet_1
from tests.readers.reading import boxes, fates, read

SHEET: dict[str, Any] = {
    "player": "Ana",
    "boxes": {
        "ones": 3,
        "twos": None,
        "threes": "x",
        "full_house": {"points": 25, "dice": [2, 2, 3, 3, 3], "turn": 4},
        "yams": {
            "throws": [[6, 6, 6, 1, 2], [6, 6, 6, 6, 3], [6, 6, 6, 6, 6]],
            "kept": [[6, 6, 6], [6, 6, 6, 6]],
            "turn": 5,
        },
    },
    "extra_yams": 0,
    "stated": {"upper": 60, "bonus": 0, "lower": 171, "total": 231, "place": 1},
}
GAME: dict[str, Any] = {
    "game": "2026-03-14/A1", "played": "2026-03-14", "rules": "yamms", "season": "2026", "event": "Spring Cup",
    "round": 1, "table": "A", "sheets": [SHEET],
}  # fmt: skip


def document(*games: Any, **more: Any) -> str:
    return json.dumps({"format": "yamsheet/1", "games": list(games), **more})


def test_the_example_of_the_design() -> None:
    parsed = read(document(GAME), "a.json")
    row = parsed.sheets.row(0, named=True)
    assert boxes(parsed)["Ana"] == {"ones": 3, "twos": None, "threes": 0, "full_house": 25, "yams": None}
    assert (row["d_full_house"], row["t_full_house"], row["t_yams"]) == ("22333", 4, 5)
    assert (row["game"], row["round"], row["table"], row["block"]) == ("2026-03-14/A1", "1", "A", 0)
    assert (row["stated_upper"], row["stated_total"], row["stated_place"], row["extra_yams"]) == (60, 231, 1, 0)
    assert parsed.throws["throws"].to_list() == [["66612", "66663", "66666"]]
    assert parsed.throws["kept"].to_list() == [["666", "6666"]]


def test_columns_totals_only_and_rules_with_options() -> None:
    columns = {"player": "Bo", "columns": {"down": {"ones": 1}, "up": {"ones": 2}}, "stated": {"total": 3, "upper": 3}}
    parsed = read(
        document(
            {"rules": {"base": "yams", "joker": True}, "sheets": [columns]},
            {"rules": "kniffel", "sheets": [{"player": "Cy", "stated": {"total": 231}}]},
        ),
        "a.json",
    )
    assert parsed.sheets["rules"].to_list() == ["yams+joker=true", "yams+joker=true", "kniffel"]
    assert parsed.sheets["column"].to_list() == ["down", "up", "main"]
    assert parsed.sheets["stated_total"].to_list() == [3, None, 231]
    assert parsed.sheets["sheet_stated_upper"].to_list() == [3, None, None]
    assert parsed.rows["row"].to_list() == [1, 2]


def test_a_board_game() -> None:
    moves = [
        {"player": "Ana", "throws": [["2", "2", "2", "1", "4"]], "announced": False, "place": "c3"},
        {"player": "Bo", "remove": "b2"},
    ]
    parsed = read(document({"rules": "yam-master", "players": ["Ana", "Bo"], "moves": moves}), "a.json")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert parsed.moves.select("player", "throws", "place", "remove").rows() == [
        ("Ana", ["22214"], "c3", None),
        ("Bo", None, None, "b2"),
    ]


def test_dice_with_size_and_colour() -> None:
    box = {"points": 800, "dice": ["6sl"] * 3 + ["6bd"] * 7}
    parsed = read(document({"sheets": [{"player": "Ana", "boxes": {"yams_impossible": box}}]}), "a.json")
    assert parsed.sheets["d_yams_impossible"][0] == "6sl 6sl 6sl 6bd 6bd 6bd 6bd 6bd 6bd 6bd"


def test_an_unknown_box_is_a_finding_and_a_date_that_cannot_be_rejects() -> None:
    parsed = read(document({**GAME, "sheets": [{"player": "Ana", "boxes": {"grandmother": 7}}]}), "a.json")
    assert parsed.findings["code"].to_list() == ["unknown_box"]
    parsed = read(document({**GAME, "played": "2026-02-30"}, GAME), "a.json")
    assert fates(parsed) == {1: "bad_value"}
    assert parsed.sheets["row"].to_list() == [2]


def test_what_is_no_text_in_a_name_is_replaced() -> None:
    """NUL, and half a character, as where an app cuts a name in the middle of one; whole ones stay."""
    text = document(GAME).replace('"Ana"', r'"A\u0000na \ud83d"').replace("Spring", r"\ud83c\udfb2")
    row = read(text, "a.json").sheets.row(0, named=True)
    assert (row["player"], row["event"]) == ("A\ufffdna \ufffd", "\U0001f3b2 Cup")


def test_documents_and_games_a_line_each() -> None:
    board = {"rules": "yam-master", "players": ["Ana", "Bo"], "moves": [{"player": "Ana"}]}
    lines = [document(GAME, GAME), "{", json.dumps(board), document(GAME, remark="x")]
    parsed = read("\n".join(lines), "a.ndjson")
    assert parsed.sheets.select("row", "block", "player").rows() == [
        (1, 0, "Ana"),
        (2, 1, "Ana"),
        (4, 2, "Ana"),
        (5, 2, "Bo"),
    ]
    assert fates(parsed) == {3: "bad_json", 6: "bad_json"}
    with pytest.raises(UnreadableFile, match="line 1: remark is not a known key"):
        read(document(GAME, remark="x") + "\n{", "a.ndjson")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (document(GAME, remark="x"), "remark is not a known key"),
        (document({**GAME, "sheets": [{**SHEET, "nick": "A"}]}), r"games\[0\]\.sheets\[0\]\.nick is not a known key"),
        (document({**GAME, "sheets": [{"player": "A", "boxes": {"ones": "3"}}]}), r"sheets\[0\]\.boxes\.ones is \"3\""),
        (document({**GAME, "sheets": [{"player": "A", "boxes": {"ones": {"pts": 3}}}]}), r"boxes\.ones\.pts is not"),
        (document({**GAME, "sheets": []}), r"games\[0\]\.sheets is empty"),
        ('{"format": "yamsheet/2", "games": []}', "format is"),
        ('{"format": "yamsheet/1", "format": "yamsheet/2", "games": []}', "'format' stands twice"),
        ('{"format": "yamsheet/1", "games": [}', "line 1, column 36"),
        ('{"format": "yamsheet/1", "games": [NaN]}', "NaN"),
        ("[" * 100_000, "nested too deeply|Expecting"),
        ("[" * 900 + "]" * 900, "nested too deeply for scoresheets, more than 64"),
        ('{"format": "yamsheet/1", "games": ' + "9" * 5000 + "}", "no valid JSON"),
    ],
)
def test_what_does_not_fit_is_named_by_its_path(text: str, told: str) -> None:
    with pytest.raises(UnreadableFile, match=told):
        read(text, "a.json")


_SCALAR = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 40), st.just(12.0), st.just(1.5), st.sampled_from(["x", "", "Ana"])
)
_ANY = st.recursive(
    _SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
)


@st.composite
def _mutated(draw: st.DrawFn) -> Any:
    """Draw the example with one to three places replaced, removed or added to."""
    made = json.loads(document(GAME, {"rules": {"base": "yam-master"}, "players": ["A"], "moves": [{"player": "A"}]}))
    for _ in range(draw(st.integers(1, 3))):
        here: Any = made
        while isinstance(here, dict | list) and here:
            names = list(here) if isinstance(here, dict) else list(range(len(here)))
            name = draw(st.sampled_from(names))
            what = draw(st.sampled_from(["down", "down", "down", "replace", "remove", "add"]))
            if what == "down":
                here = here[name]
            elif what == "replace":
                here[name] = draw(_ANY)
                break
            elif what == "remove":
                del here[name]
                break
            else:
                if isinstance(here, dict):
                    here[draw(st.sampled_from(["points", "columns", "sheets", "moves", "players", "zork"]))] = draw(
                        _ANY
                    )
                else:
                    here.append(draw(_ANY))
                break
    return made


@settings(max_examples=300, deadline=None)
@given(_mutated())
def test_the_reader_and_the_published_schema_agree(value: Any) -> None:
    validator = jsonschema.Draft202012Validator(yamsheet_1())
    try:
        check(value, yamsheet_1(), yamsheet_1())
        fits = True
    except SchemaMismatch:
        fits = False
    assert fits == validator.is_valid(value)
    if fits and value.get("games"):
        read(json.dumps(value), "a.json")


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(yamsheet_1())
