"""Settle single boxes of double-yams by hand-written cases of RULES.md, at random, against the engine."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
import pytest

from scoring.findings import SEVERITY
from scoring.rules import rule_set

from .reference import ALIKE, DOUBLE, GIANTS, GROUPS, RUNS, SECTIONS, full_face, harmonious, loaded, plain
from .sheets import found, scored

RAISED = [*ALIKE, *RUNS, *GIANTS, *GROUPS]
#: RULES.md: these can never be harmonious.
NEVER = {"yams_de_rene", "yams_superieur", "giga_yams", "ultra_yams", "yams_impossible", "triple_suite", *GIANTS,
         "triple_brelan", "full_tordu", "grand_full", "full_supreme"}  # fmt: skip


def expected(
    box: str, dice: tuple[str, ...], told: bool, throws: int | None, stated: int | None
) -> tuple[int, str | None]:
    """Return what the box counts and the code of what is wrong, by the words of RULES.md."""
    points = plain(box, dice)
    alike = len({die[0] for die in dice}) == 1
    if box in SECTIONS["difference"]:
        return (points, None) if stated in (None, points) else (0, None) if stated == 0 else (points, "points_mismatch")
    if box in SECTIONS["chiffres"]:
        face = DOUBLE.index(box) + 1
        full = 10 * face
        value = full if told and full_face(box, dice) else points
        may_be_full = not told and sum(die[0] == str(face) for die in dice) >= 5
        if stated in (None, value, 0):
            return (value if stated is None else int(stated)), None
        if stated == points or (stated == full and may_be_full):
            return int(stated), None
        return value, "points_mismatch"
    known = told or alike
    twice = {2} if known and harmonious(box, dice) else {1, 2} if not known and box not in NEVER else {1}
    first = {1, 3} if throws is None else {3} if throws == 1 else {1}
    value = points * (2 if twice == {2} else 1) * (3 if throws == 1 else 1)
    if stated in (None, 0):
        return (value if stated is None else 0), None
    if points and stated in {points * a * b for a in twice for b in first}:
        return int(stated), None
    if throws is None and stated is not None and stated < 0:
        fixed = ALIKE.get(box, (0, 0))[1] or RUNS.get(box, (0, 0, 0))[2] or GROUPS.get(box, ((), 0))[1]
        if box in GIANTS:
            n = GIANTS[box]
            run = len({die[0] for die in dice}) == 6
            missed = {-10 * n * f for f in range(1, 7) if not run or sum(die[0] == str(f) for die in dice) <= n}
            if stated in missed:
                return stated, None
        elif points == 0 and stated == -fixed:
            return stated, None
    if box in GIANTS and throws is None and points and len({die[0] for die in dice}) == 6:
        n = GIANTS[box]
        if stated in {10 * n * f for f in range(1, 7) if sum(die[0] == str(f) for die in dice) > n}:
            return int(stated), None
    if points and (throws or 0) > 1 and stated in {3 * points * a for a in twice}:
        return int(stated), "not_first_throw"
    return value, "points_mismatch"


@pytest.mark.parametrize("seed", range(6))
def test_single_boxes_are_settled_as_the_rules_say(seed: int) -> None:
    rng = random.Random(seed)
    sheets: list[dict[str, Any]] = []
    wanted = []
    for _ in range(250):
        box = rng.choice(DOUBLE)
        dice = loaded(rng, box if rng.random() < 0.8 else rng.choice(DOUBLE))
        if rng.random() < 0.05:
            dice = tuple(dice[0][0] + die[1:] for die in dice)
        told = rng.random() < 0.6
        throws = rng.choice([None, None, 1, 2, 5])
        points = plain(box, dice)
        stated = rng.choice([None, 0, points, 2 * points, 3 * points, 6 * points, -25, -120, points + 5, 60])
        text = " ".join(die if told else die[0] for die in dice)
        cell: dict[str, Any] = {"points": stated}
        cell |= {"dice": text} if throws is None else {"throws": [text] * throws}
        sheets.append({"boxes": {box: cell}})
        wanted.append((box, *expected(box, dice, told, throws, stated), text, throws, stated))
    result = scored(rule_set("double-yams"), *sheets)
    heavy = [code for code, severity in SEVERITY.items() if severity != "note"]
    wrong = dict(result.findings.filter(pl.col("code").is_in(heavy)).select("sheet", "code").iter_rows())
    for number, (box, value, code, *how) in enumerate(wanted):
        assert (result.columns[box][number], wrong.get(number)) == (value, code), (box, how)


def test_a_sheet_of_coloured_dice_in_any_order() -> None:
    rng = random.Random(3)
    rules = rule_set("double-yams")
    for box in RAISED:
        dice = list(loaded(rng, box))
        first = scored(rules, {"boxes": {box: {"dice": " ".join(dice)}}})
        rng.shuffle(dice)
        assert scored(rules, {"boxes": {box: {"dice": ",".join(dice)}}}).columns.equals(first.columns)


def test_when_the_165_throws_are_gone_the_open_boxes_are_struck() -> None:
    """RULES.md, double-yams-165: 165 throws for the whole sheet; when they are gone the open boxes are struck."""
    rules = rule_set("double-yams-165")
    roll, other = "1123456666", "2223456661"
    spent = {"ones": {"turn": 1, "throws": [roll] * 100}, "twos": {"turn": 2, "throws": [other] * 65}}
    one_left = spent | {"twos": {"turn": 2, "throws": [other] * 64}}
    too_many = spent | {"twos": {"turn": 2, "throws": [other] * 66}}
    result = scored(rules, {"boxes": spent}, {"boxes": one_left}, {"boxes": too_many})
    assert result.sheets["complete"].to_list() == [True, False, False]
    assert result.sheets["total"].to_list() == [2 + 6] * 3
    assert result.columns["carre"].to_list() == [0, None, None]
    assert found(result) == ["too_many_throws twos"]
