"""Compare the engine with a naive scorer written from RULES.md, cell by cell, and state what never changes."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from scoring.dice import decode, encode
from scoring.engine import score
from scoring.rules import rule_set
from scoring.tables import possible_points

from . import naive
from .sheets import found, frame, scored

BASES = ("yamms", "yams", "yahtzee", "kniffel")
BOXES = naive.UPPER + naive.LOWER

alike = st.integers(1, 6).map(lambda f: (f,) * 5)
dice = st.one_of(alike, st.tuples(*[st.integers(1, 6)] * 5))
points = st.one_of(st.just(0), st.integers(0, 50), st.sampled_from([5, 10, 15, 20, 25, 30, 40, 50]))


@st.composite
def cells(draw: st.DrawFn) -> dict[str, naive.Cell]:
    """Draw any sheet: open boxes, points, dice, both, with and without turn numbers."""
    turns = draw(st.permutations(range(1, 14)))
    with_turns = draw(st.sampled_from(["all", "some", "none"]))
    sheet = {}
    for box, turn in zip(BOXES, turns, strict=True):
        kind = draw(st.sampled_from(["dice", "dice", "dice", "points", "both", "agreed", "open"]))
        if kind == "open":
            continue
        rolled = draw(dice) if kind != "points" else None
        cell = naive.Cell(dice=rolled)
        if kind in ("points", "both"):
            cell.points = draw(points)
        if kind == "agreed" and rolled is not None:
            cell.points = naive.gives(box, rolled)
        if with_turns == "all" or (with_turns == "some" and draw(st.booleans())):
            cell.turn = turn
        sheet[box] = cell
    return sheet


def as_boxes(sheet: dict[str, naive.Cell]) -> dict[str, Any]:
    return {
        box: {"points": c.points, "dice": c.dice and "".join(map(str, c.dice)), "turn": c.turn}
        for box, c in sheet.items()
    }


options = st.one_of(
    st.sampled_from(BASES).map(lambda base: (base, naive.OPTIONS[base])),
    st.fixed_dictionaries(
        {
            "yams_bonus": st.sampled_from([0, 50, 100]),
            "yams_bonus_limit": st.sampled_from([None, 1, 3]),
            "joker": st.booleans(),
            "joker_needs_50": st.booleans(),
            "joker_forced": st.booleans(),
        }
    ).map(lambda o: ("yams+" + ",".join(f"{k}={'none' if v is None else str(v).lower()}" for k, v in o.items()), o)),
)


@settings(max_examples=200, deadline=None)
@given(
    options,
    st.lists(
        st.tuples(cells(), st.one_of(st.none(), st.integers(0, 5), st.sampled_from([100, 200]))), min_size=1, max_size=4
    ),
)
def test_engine_equals_naive_scorer(
    rules: tuple[str, dict[str, Any]], sheets: list[tuple[dict[str, naive.Cell], int | None]]
) -> None:
    rules_id, opts = rules
    result = scored(rule_set(rules_id), *({"boxes": as_boxes(sheet), "extra_yams": extra} for sheet, extra in sheets))
    for number, (sheet, extra) in enumerate(sheets):
        expected = naive.score_sheet(sheet, opts, extra)
        row = result.columns.row(number, named=True)
        assert {box: row[box] for box in BOXES} == expected.boxes
        totals = result.sheets.row(number, named=True)
        assert (totals["s_upper"], totals["s_lower"], totals["bonus"]) == (
            expected.upper,
            expected.lower,
            expected.bonus,
        )
        assert (totals["extra_yams"], totals["extra_points"]) == (expected.count, expected.extra_points)
        assert totals["total"] == expected.total
        assert totals["complete"] == all(v is not None for v in expected.boxes.values())
        mine = result.findings.filter((pl.col("sheet") == number) & (pl.col("code") != "incomplete"))
        assert set(zip(mine["code"], mine["box"], strict=True)) == expected.findings
        assert len(mine) == len(expected.findings)


@pytest.mark.parametrize("base", BASES)
def test_possible_points_are_exactly_what_some_dice_give(base: str) -> None:
    rules = rule_set(base)
    for box in BOXES:
        assert set(possible_points(rules, box)) == naive.POSSIBLE[box]


@settings(max_examples=50, deadline=None)
@given(st.lists(cells(), min_size=1, max_size=5), st.randoms())
def test_order_of_dice_and_of_sheets_changes_nothing(sheets: list[dict[str, naive.Cell]], random: Any) -> None:
    rules = rule_set("yahtzee")
    before = scored(rules, *({"boxes": as_boxes(s)} for s in sheets))
    order = list(range(len(sheets)))
    random.shuffle(order)
    for sheet in sheets:
        for cell in sheet.values():
            if cell.dice:
                cell.dice = tuple(random.sample(cell.dice, 5))
    after = scored(rules, *({"boxes": as_boxes(sheets[i])} for i in order))
    keys = [c for c in before.sheets.columns if c != "sheet"]
    assert_frame_equal(before.sheets[order].select(keys), after.sheets.select(keys))


@settings(max_examples=100, deadline=None)
@given(st.lists(cells(), min_size=1, max_size=4))
def test_points_made_from_dice_never_raise_a_finding(sheets: list[dict[str, naive.Cell]]) -> None:
    rules = rule_set("yams")
    boxes = [{b: naive.gives(b, c.dice) for b, c in s.items() if c.dice} for s in sheets]
    assert found(scored(rules, *({"boxes": b} for b in boxes))) == []


@given(st.lists(st.one_of(st.none(), dice), min_size=1))
def test_dice_survive_encoding(rolls: list[tuple[int, ...] | None]) -> None:
    rules = rule_set("yamms")
    text = pl.Series([None if r is None else " ".join(map(str, r)) for r in rolls], dtype=pl.String)
    ids, bad = encode(text, rules)
    assert not bad.any()
    assert decode(ids, rules).to_list() == [None if r is None else "".join(map(str, sorted(r))) for r in rolls]


@pytest.mark.parametrize("text", ["2233", "223334", "22337", "22330", "2233a", "six", "22 33"])
def test_bad_dice_are_named(text: str) -> None:
    ids, bad = encode(pl.Series([text, "12345", "", None]), rule_set("yamms"))
    assert bad.to_list() == [True, False, False, False]
    assert ids.is_null().to_list() == [True, False, True, True]


def test_missing_columns_are_open_boxes() -> None:
    result = score(rule_set("yamms"), pl.DataFrame({"sheet": [7], "column": ["main"]}))
    assert result.sheets.row(0, named=True)["complete"] is False
    assert result.findings["code"].to_list() == ["incomplete"]


def test_no_sheets_give_empty_frames() -> None:
    columns, _ = frame(rule_set("yamms"), [{"boxes": {"ones": 1}}])
    result = score(rule_set("yamms"), columns.clear())
    assert (len(result.columns), len(result.sheets), len(result.findings)) == (0, 0, 0)


def test_an_accepted_game_counts_its_stated_boxes_and_the_extra_yams_of_its_dice() -> None:
    """RULES.md: an accepted game counts its stated boxes, its sums recomputed."""
    boxes = {
        "yams": {"dice": "22222", "turn": 1},
        "chance": {"points": 24, "dice": "55555", "turn": 2},
        "sixes": {"points": 24, "dice": "66612", "turn": 3},
        "ones": {"dice": "11123", "turn": 4},
    }
    rules = rule_set("yamms")
    plain, accepted = ({"boxes": boxes}, {"boxes": boxes, "as_stated": True})
    result = scored(rules, plain, accepted)
    assert result.columns.select("yams", "chance", "sixes", "ones").rows() == [(50, 24, 18, 3), (50, 24, 24, 3)]
    assert result.sheets["total"].to_list() == [195, 201]
    assert sorted(found(result)) == ["placement_broken chance"] * 2 + ["points_mismatch sixes"] * 2
