"""The sentences of findings: plain, exact, no blame (DASHBOARD.md, Tables and words)."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.messages import NEITHER, SENTENCES, message
from ingest.readers import collect
from scoring.findings import SEVERITY
from scoring.rules import rule_set


def said(code: str, **fields: Any) -> str:
    empty = dict.fromkeys(("column", "box", "stated", "recomputed", "detail", "row"))
    return message({**empty, "column": "main", "code": code, **fields}, rule_set("yamms"))


def test_ten_dice_that_are_not_the_set_are_told_as_such() -> None:
    finding = {"code": "bad_dice", "box": "brelan", "stated": "2sd 2sd 2sd", "column": "main", "detail": None}
    told = message(finding, rule_set("double-yams"))
    assert told == (
        "Brelan: “2sd 2sd 2sd” is not the set of dice: 5 small, 3 light and 2 dark; 5 big, 2 light and 3 dark."
    )
    assert "10 dice with faces" in message({**finding, "stated": "222"}, rule_set("double-yams"))


def test_every_code_has_its_sentence() -> None:
    assert {key.partition(":")[0] for key in SENTENCES} == SEVERITY.keys() == SENTENCES.keys() & SEVERITY.keys()


@pytest.mark.parametrize(
    ("code", "fields", "sentence"),
    [
        (
            "impossible_points",
            {"box": "fours", "stated": "14", "detail": "0, 4, 8, 12, 16 or 20"},
            "Fours gives 0, 4, 8, 12, 16 or 20, not 14.",
        ),
        (
            "total_mismatch",
            {"stated": "177", "recomputed": 187},
            "The sheet says 177, the boxes add up to 187. The recomputed figure counts.",
        ),
        (
            "total_mismatch",
            {"stated": "287", "recomputed": 187, "detail": "too high by exactly 100: extra Yams may be missing"},
            "The sheet says 287, the boxes add up to 187. The recomputed figure counts. "
            "Too high by exactly 100: extra Yams may be missing.",
        ),
        (
            "section_mismatch",
            {"box": "upper", "stated": "60", "recomputed": 61},
            "Upper section: the sheet says 60, the boxes add up to 61. The recomputed figure counts.",
        ),
        (
            "points_mismatch",
            {"box": "chance", "stated": "24", "recomputed": 22},
            "Chance: the sheet says 24, the dice give 22. The dice count.",
        ),
        ("incomplete", {"detail": "Twos, Chance"}, "Open boxes: Twos, Chance. The sheet is kept, but not ranked."),
        ("unverifiable", {}, "Only the total is known, so it cannot be checked."),
        ("player_count", {"stated": "1"}, "Players at this table: 1; Yamms is a game for 2–4."),
        (
            "name_suggestion",
            {"stated": "Lacramioara", "detail": "Lăcrămioara"},
            "“Lacramioara” is close to “Lăcrămioara”. If they are one person, merge the two.",
        ),
        (
            "bad_value",
            {"box": "sixes", "stated": "2O"},
            "Sixes: “2O” is neither points nor a mark for a struck or an open box.",
        ),
        (
            "bad_value",
            {"box": "sixes", "stated": "2O", "detail": NEITHER},
            "Sixes: “2O” is neither points nor a mark for a struck or an open box.",
        ),
        (
            "bad_value",
            {"box": "fours", "stated": "4", "detail": "the box is given twice, 8 and 4"},
            "Fours, “4”: the box is given twice, 8 and 4.",
        ),
        (
            "bad_value",
            {"box": "fours", "stated": "0", "detail": "the turn is no number from 1"},
            "Fours, “0”: the turn is no number from 1.",
        ),
        (
            "bad_dice",
            {"box": "fours", "stated": "22335", "detail": "the dice are given twice, 22333 and 22335"},
            "Fours, “22335”: the dice are given twice, 22333 and 22335.",
        ),
        (
            "bad_dice",
            {"box": "fours", "detail": "the final dice are not those of the last throw"},
            "Fours: the final dice are not those of the last throw.",
        ),
        (
            "bad_dice",
            {"box": "fours", "stated": "22337"},
            "Fours: “22337” is not a throw of 5 dice with faces from 1 to 6.",
        ),
        (
            "impossible_points",
            {"box": "fours", "stated": "40000", "detail": "far beyond what any box gives"},
            "Fours cannot give 40000: far beyond what any box gives.",
        ),
        (
            "bonus_mismatch",
            {"box": "extra_yams", "stated": "0", "recomputed": 1, "detail": "the dice show more extra Yams"},
            "Extra Yams: the sheet says 0, the boxes give 1. The recomputed figure counts. "
            "The dice show more extra Yams.",
        ),
    ],
)
def test_sentences(code: str, fields: dict[str, Any], sentence: str) -> None:
    assert said(code, **fields) == sentence


def test_what_a_reader_says_of_no_value_at_all_is_known() -> None:
    assert collect._NEITHER == NEITHER


def test_a_column_is_named_in_a_column_game() -> None:
    assert said("order_broken", column="down", box="fours").startswith("Down, Fours is filled")
    assert said("unknown_box", column="down", box="down").endswith("has no column “Down”.")


@pytest.mark.parametrize("code", SEVERITY)
@pytest.mark.parametrize("box", ["fours", "upper", None])
def test_every_sentence_is_whole_with_and_without_details(code: str, box: str | None) -> None:
    for fields in ({}, {"stated": "12", "recomputed": 8, "detail": "something {odd}"}):
        text = said(code, box=box, **fields)
        assert text.endswith(".")
        assert text[0] == text[0].upper()
        assert not any(mark in text for mark in ("\0", "None", "{box}", "{stated}", "!", ".."))


def test_a_sentence_without_rules_is_whole_too() -> None:
    finding = {"code": "unknown_box", "column": "main", "box": "bunny", "stated": "7", "detail": None}
    assert message(finding, None) == "This rule set has no box “bunny”."


@pytest.mark.parametrize(
    ("code", "column", "sentence"),
    [
        ("total_mismatch", "down", "Down: the sheet says 9, the boxes add up to 8. The recomputed figure counts."),
        ("bonus_mismatch", "up", "Up: the sheet says a bonus of 9, the boxes give 8. The recomputed figure counts."),
        ("total_mismatch", None, "The sheet says 9, the boxes add up to 8. The recomputed figure counts."),
    ],
)
def test_a_figure_of_one_column_names_it(code: str, column: str | None, sentence: str) -> None:
    box = code.removesuffix("_mismatch")
    found = {"code": code, "column": column, "box": box, "stated": "9", "recomputed": 8, "detail": None}
    assert message(found, rule_set("yams-columns")) == sentence
