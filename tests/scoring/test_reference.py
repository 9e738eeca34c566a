"""Random legal games of every rule set at every depth agree with the reference, and one fault is found where it is."""

from __future__ import annotations

import random
from copy import deepcopy
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import polars as pl
import pytest

from scoring.engine import Scored, score
from scoring.findings import SEVERITY
from scoring.rules import rule_set
from scoring.tables import possible_points

from .reference import GIANTS, PLAYERS, Sheet, as_sheet, columns_give, plain, played, yatzy_gives
from .sheets import scored

SEEDS = range(4)


def wrong(result: Scored) -> list[tuple[Any, ...]]:
    heavy = [code for code, severity in SEVERITY.items() if severity != "note"]
    return result.findings.filter(pl.col("code").is_in(heavy)).rows()


def agree(result: Scored, sheets: list[Sheet]) -> None:
    for number, sheet in enumerate(sheets):
        row = result.sheets.row(number, named=True)
        counted = sheet.counted or {(t.column, t.box): t.points for t in sheet.turns}
        mine = {
            (line["column"], box): line[box]
            for line in result.columns.filter(pl.col("sheet") == number).iter_rows(named=True)
            for box in {b for _, b in counted}
        }
        assert mine == counted
        assert {s: row[f"s_{s}"] for s in sheet.sections} == sheet.sections
        assert (row["bonus"], row["extra_yams"], row["total"]) == (sheet.bonus, sheet.extra_yams, sheet.total)
        assert row["complete"]


@pytest.mark.parametrize("rules_id", PLAYERS)
@pytest.mark.parametrize("depth", ["points", "dice", "throws"])
def test_legal_games_agree_and_raise_nothing(rules_id: str, depth: str) -> None:
    sheets = [played(rules_id, seed) for seed in range(12)]
    result = scored(rule_set(rules_id), *(as_sheet(sheet, depth) for sheet in sheets))
    assert wrong(result) == []
    agree(result, sheets)
    assert result.sheets["evidence"].unique().to_list() == [depth]


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_throws_alone_give_the_same(rules_id: str) -> None:
    """No stated points at all: what the throws show is what counts."""
    sheets = [played(rules_id, seed) for seed in range(12)]
    result = scored(rule_set(rules_id), *(as_sheet(sheet, "throws", points=False) for sheet in sheets))
    assert wrong(result) == []
    agree(result, sheets)


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_a_total_alone_is_taken_and_noted(rules_id: str) -> None:
    sheet = played(rules_id, 1)
    result = scored(rule_set(rules_id), as_sheet(sheet, "total"))
    assert result.sheets.select("total", "complete", "evidence").row(0) == (sheet.total, True, "total")
    assert result.findings["code"].to_list() == ["unverifiable"]


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_the_order_of_dice_columns_and_sheets_changes_nothing(rules_id: str) -> None:
    rng = random.Random(rules_id)
    rules = rule_set(rules_id)
    sheets = [as_sheet(played(rules_id, seed), "throws") for seed in range(8)]
    mixed = deepcopy(sheets[::-1])
    for sheet in mixed:
        sheet["columns"] = dict(reversed(sheet["columns"].items()))
        for _, cell in cells_of(sheet):
            if "dice" in cell:
                cell["dice"] = shuffled(cell["dice"], rng)
            for key in ("throws", "kept"):
                cell[key] = [roll and shuffled(roll, rng) for roll in cell.get(key, ())]
    one, other = scored(rules, *sheets), scored(rules, *mixed)
    assert one.sheets.drop("sheet").equals(other.sheets.reverse().drop("sheet"))
    renumbered = other.columns.with_columns(sheet=(len(sheets) - 1 - pl.col("sheet").cast(pl.Int64)).cast(pl.UInt32))
    assert one.columns.sort("sheet", "column").equals(renumbered.sort("sheet", "column"))
    assert sorted(one.findings.drop("sheet").rows(), key=str) == sorted(other.findings.drop("sheet").rows(), key=str)


def shuffled(roll: str, rng: random.Random) -> str:
    return " ".join(rng.sample(roll.split(), len(roll.split())))


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_points_made_from_dice_never_raise_a_finding(rules_id: str) -> None:
    """What the engine makes of dice, told as points alone, gives the same without a word."""
    rules = rule_set(rules_id)
    result = scored(rules, *(as_sheet(played(rules_id, seed), "throws", points=False) for seed in range(8)))
    told = result.columns.select("sheet", "column", *(pl.col(box).alias(f"p_{box}") for box in rules.box_ids))
    told = told.join(result.sheets.select("sheet", "extra_yams", pl.col("total").alias("stated_total")), on="sheet")
    again = score(rules, told)
    assert wrong(again) == []
    assert again.sheets["total"].to_list() == result.sheets["total"].to_list()


# One fault injected into a legal game: the right finding at the right box, and nothing else that is wrong.


def faulty(rules_id: str, depth: str, sheet: dict[str, Any]) -> set[tuple[str, str | None]]:
    result = scored(rule_set(rules_id), sheet)
    return {(row[2], row[3]) for row in wrong(result) if row[3] not in ("total_mismatch", "section_mismatch")}


def cells_of(sheet: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(box, cell) for boxes in sheet["columns"].values() for box, cell in boxes.items()]


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_fault_impossible_points(rules_id: str) -> None:
    rng = random.Random(rules_id)
    for seed in SEEDS:
        sheet = as_sheet(played(rules_id, seed), "points")
        box, cell = rng.choice(cells_of(sheet))
        cell["points"] = rng.choice([1001, -7, 3999])
        assert faulty(rules_id, "points", sheet) == {(box, "impossible_points")}


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_fault_points_against_the_dice(rules_id: str) -> None:
    rng = random.Random(rules_id)
    for seed in SEEDS:
        sheet = as_sheet(played(rules_id, seed), "dice")
        box, cell = rng.choice([(b, c) for b, c in cells_of(sheet) if "dice" in c and c["points"] > 0])
        cell["points"] += 1
        assert faulty(rules_id, "dice", sheet) == {(box, "points_mismatch")}


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_fault_stated_sums(rules_id: str) -> None:
    random.Random(rules_id)
    rules = rule_set(rules_id)
    for seed, section in enumerate(rules.sections):
        game = played(rules_id, seed)
        sheet = as_sheet(game, "points")
        name = f"stated_{section.id}" if len(rules.columns) == 1 else f"sheet_stated_{section.id}"
        sheet["stated"] = {"total": game.total + 1}
        result = scored(rules, sheet | {"figures": {name: game.sections[section.id] - 1}})
        assert {(row[2], row[3]) for row in wrong(result)} == {
            ("total", "total_mismatch"),
            (section.id, "section_mismatch"),
        }


@pytest.mark.parametrize("rules_id", PLAYERS)
def test_fault_kept_dice(rules_id: str) -> None:
    rng = random.Random(rules_id)
    for seed in SEEDS:
        sheet = as_sheet(played(rules_id, seed), "throws")
        box, cell = rng.choice([(b, c) for b, c in cells_of(sheet) if len(c.get("throws", ())) > 1])
        face = cell["throws"][0][0]
        absent = face * (sum(die[0] == face for die in cell["throws"][0].split()) + 1)
        cell["kept"] = [absent, *cell["kept"][1:]]
        assert faulty(rules_id, "throws", sheet) == {(box, "kept_dice_changed")}


@pytest.mark.parametrize("rules_id", [r for r in PLAYERS if r not in ("double-yams-critical", "double-yams-165")])
def test_fault_too_many_throws(rules_id: str) -> None:
    rng = random.Random(rules_id)
    for seed in SEEDS:
        sheet = as_sheet(played(rules_id, seed), "throws")
        box, cell = rng.choice([(b, c) for b, c in cells_of(sheet) if c["points"] == 0])
        cell["throws"] = [cell["throws"][-1]] * (rule_set(rules_id).throws + 2)
        cell["kept"] = cell["announced"] = None
        assert faulty(rules_id, "throws", sheet) == {(box, "too_many_throws")}


@pytest.mark.parametrize("rules_id", ["double-yams-critical", "double-yams-165"])
def test_fault_more_throws_than_saved(rules_id: str) -> None:
    random.Random(rules_id)
    for seed in SEEDS:
        game = played(rules_id, seed)
        sheet = as_sheet(game, "throws")
        last = next(t for t in reversed(game.turns) if t.throws and t.points == 0)
        cell = sheet["columns"]["main"][last.box]
        limit = 5 * last.turn if rules_id == "double-yams-critical" else 165
        before = sum(len(t.throws) for t in game.turns if t.turn < last.turn)
        cell["throws"] = [cell["throws"][-1]] * (limit - before + 1)
        cell["kept"] = None
        assert (last.box, "too_many_throws") in faulty(rules_id, "throws", sheet)


@pytest.mark.parametrize("rules_id", ["yams-columns", "yams-columns+columns=4", "double-yams-forced"])
def test_fault_order(rules_id: str) -> None:
    rng = random.Random(rules_id)
    rules = rule_set(rules_id)
    for seed in SEEDS:
        column, way = rng.choice(list(rules.order.items()))
        sheet = as_sheet(played(rules_id, seed), rng.choice(["dice", "throws"]))
        boxes = rules.box_ids if way == "down" else rules.box_ids[::-1]
        at = rng.randrange(len(boxes) - 1)
        first, second = (sheet["columns"][column][b] for b in boxes[at : at + 2])
        first["turn"], second["turn"] = second["turn"], first["turn"]
        found = faulty(rules_id, "dice", sheet)
        assert (boxes[at + 1], "order_broken") in found
        assert {code for _, code in found} == {"order_broken"}


@pytest.mark.parametrize("rules_id", ["yams-columns", "double-yams-forced+direction=up"])
def test_fault_a_gap_in_the_order(rules_id: str) -> None:
    rng = random.Random(rules_id)
    rules = rule_set(rules_id)
    for seed in SEEDS:
        column, way = rng.choice(list(rules.order.items()))
        sheet = as_sheet(played(rules_id, seed), "points")
        boxes = rules.box_ids if way == "down" else rules.box_ids[::-1]
        at = rng.randrange(1, len(boxes))
        sheet["columns"][column][boxes[at - 1]] = None
        assert faulty(rules_id, "points", sheet) == {(boxes[at], "order_broken")}


def test_fault_dry_column() -> None:
    rng = random.Random(4)
    rules_id = "yams-columns+columns=4"
    for seed in SEEDS:
        sheet = as_sheet(played(rules_id, seed), "throws")
        box, cell = rng.choice([(b, c) for b, c in sheet["columns"]["dry"].items() if c["points"]])
        cell["throws"], cell["kept"] = cell["throws"] * 2, None
        assert faulty(rules_id, "throws", sheet) == {(box, "not_first_throw")}


def test_fault_first_throw_claimed() -> None:
    rng = random.Random(5)
    for seed in SEEDS:
        game = played("double-yams", seed)
        sheet = as_sheet(game, "throws")
        raised = [t for t in game.turns if t.points > 0 and len(t.throws) in (2, 3, 4, 5) and t.box not in PLAIN_BOXES]
        turn = rng.choice(raised)
        sheet["columns"]["main"][turn.box]["points"] = 3 * turn.points
        assert faulty("double-yams", "throws", sheet) == {(turn.box, "not_first_throw")}


PLAIN_BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes", "plus", "minus")


@pytest.mark.parametrize("rules_id", ["yamms", "yahtzee"])
def test_fault_placement(rules_id: str) -> None:
    """Five alike that had to go into the box of their face are put into a lower box that is filled later."""
    random.Random(rules_id)
    met = 0
    for seed in range(60):
        game = played(rules_id, seed)
        yams = next(t for t in game.turns if t.box == "yams")
        forced = [t for t in game.turns if t.turn > yams.turn and t.box in PLAIN_BOXES and len(set(t.throws[-1])) == 1
                  and t.points]  # fmt: skip
        for turn in forced:
            later = [t for t in game.turns if t.turn > turn.turn and t.box == "chance" and len(set(t.throws[-1])) > 1]
            if later:
                met += 1
                sheet = as_sheet(game, "throws", points=False)
                own, other = (sheet["columns"]["main"][b] for b in (turn.box, "chance"))
                sheet["columns"]["main"][turn.box], sheet["columns"]["main"]["chance"] = other, own
                assert ("chance", "placement_broken") in faulty(rules_id, "throws", sheet)
    assert met > 3


@pytest.mark.parametrize("rules_id", ["yamms", "yams", "yahtzee", "yams-columns"])
def test_fault_more_extra_yams_than_can_be(rules_id: str) -> None:
    random.Random(rules_id)
    sheet = as_sheet(played(rules_id, 0), "points")
    sheet["extra_yams"] = 14
    found = faulty(rules_id, "points", sheet)
    assert found == {("extra_yams", "extra_yams_impossible")}


# What boxes can give, from every roll there is.


@cache
def of_ten_dice(box: str) -> frozenset[int]:
    return frozenset(plain(box, roll) for roll in combinations_with_replacement("123456", 10))


def values_of(rules_id: str, box: str) -> set[int]:
    if rules_id.startswith("double-yams"):
        values = set(of_ten_dice(box))
        if box not in PLAIN_BOXES:
            never = {"yams_de_rene", "yams_superieur", "giga_yams", "ultra_yams", "yams_impossible", "triple_brelan",
                     "full_tordu", "grand_full", "full_supreme", "triple_suite", *GIANTS}  # fmt: skip
            factors = {1, 3} | (set() if box in never else {2, 6}) | ({-1} if rules_id == "double-yams" else set())
            values = {value * factor for value in values for factor in factors}
        return values | {0}
    gives = yatzy_gives if rules_id == "yatzy" else columns_give
    return {0} | {gives(box, list(roll)) for roll in combinations_with_replacement(range(1, 7), 5)}


@pytest.mark.parametrize("rules_id", ["yatzy", "yams-columns", "double-yams", "double-yams-165"])
def test_possible_points_are_exactly_what_some_dice_give(rules_id: str) -> None:
    rules = rule_set(rules_id)
    for box in rules.box_ids:
        assert set(possible_points(rules, box)) == values_of(rules_id, box), box
