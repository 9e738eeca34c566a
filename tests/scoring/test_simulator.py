"""Check simulated sheets by a naive reading of the rules, turn by turn (RULES.md, yamms; yams and yahtzee)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from scoring.rules import rule_set
from scoring.simulator import Simulated, simulate

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance")


def naive(box: str, text: str) -> int:
    """Score one box by hand, as the yamms sheet says it."""
    dice = [int(d) for d in text]
    counts = sorted(Counter(dice).values())
    if box in FACES:
        face = FACES.index(box) + 1
        return face * dice.count(face)
    runs = {3: ("1234", "2345", "3456"), 4: ("12345", "23456")}
    holds = {
        "three_of_a_kind": (counts[-1] >= 3, sum(dice)),
        "four_of_a_kind": (counts[-1] >= 4, sum(dice)),
        "full_house": (counts == [2, 3], 25),
        "small_straight": (any(set(map(int, run)) <= set(dice) for run in runs[3]), 30),
        "large_straight": (any(set(map(int, run)) <= set(dice) for run in runs[4]), 40),
        "yams": (counts == [5], 50),
        "chance": (True, sum(dice)),
    }
    good, points = holds[box]
    return points if good else 0


def turns(played: Simulated, sheet: int) -> list[tuple[str, str, int]]:
    """Return a sheet's turns in order: box, final dice, points."""
    order = np.argsort(played.turn[sheet])
    return [(played.boxes[i], played.multisets[played.dice[sheet, i]], int(played.points[sheet, i])) for i in order]


@pytest.mark.parametrize("rules_id", ["yamms", "yahtzee", "yams", "yams+joker=true,yams_bonus=100"])
def test_every_turn_is_legal(rules_id: str) -> None:
    rules = rule_set(rules_id)
    forced, joker = rules_id in ("yamms", "yahtzee"), rules_id in ("yahtzee", "yams+joker=true,yams_bonus=100")
    played = simulate(rules, 400, seed=7)
    met = 0
    for sheet in range(len(played)):
        left, earned = set(played.boxes), 0
        yams: int | None = None
        for box, dice, points in turns(played, sheet):
            face = FACES[int(dice[0]) - 1]
            full = naive(box, dice)
            if yams is not None and len(set(dice)) == 1:
                met += 1
                earned += yams == 50 and rules_id != "yams"
                full_value = joker and face not in left and (yams == 50 or rules_id == "yahtzee")
                if full_value and box in ("full_house", "small_straight", "large_straight"):
                    full = {"full_house": 25, "small_straight": 30, "large_straight": 40}[box]
                if forced and face in left:
                    assert box == face
                elif forced and left & set(LOWER):
                    assert box in LOWER
            assert points == full
            left.remove(box)
            if box == "yams":
                yams = points
        assert not left
        assert played.extra_yams[sheet] == (min(earned, 3) if rules_id == "yamms" else earned)
    assert met > 20  # extra Yams come up often enough to be tested


def test_throws_lead_from_one_to_the_next() -> None:
    played = simulate(rule_set("yamms"), 60, seed=3)
    for sheet in range(len(played)):
        for i, box in enumerate(played.boxes):
            throws, kept = played.throws_of(sheet, box)
            assert 1 <= len(throws) <= 3
            assert throws[-1] == played.multisets[played.dice[sheet, i]]
            for before, keep, after in zip(throws, kept, throws[1:], strict=False):
                assert Counter(keep) <= Counter(before)
                assert Counter(keep) <= Counter(after)


def test_totals_are_those_of_people() -> None:
    played = simulate(rule_set("yamms"), 1500, seed=1)
    upper = played.points[:, :6].sum(axis=1)
    totals = played.points.sum(axis=1) + 35 * (upper >= 63) + 100 * played.extra_yams
    assert 185 < totals.mean() < 215
    assert 0.2 < (upper >= 63).mean() < 0.4


def test_the_same_seed_plays_the_same_sheets() -> None:
    one, two = (simulate(rule_set("yamms"), 50, seed=11) for _ in range(2))
    assert one.frame(dice=True).equals(two.frame(dice=True))
    assert not one.frame().equals(simulate(rule_set("yamms"), 50, seed=12).frame())


def test_taking_sheets_keeps_them_whole() -> None:
    played = simulate(rule_set("yatzy"), 30, seed=2)
    assert_array_equal(played.take(np.array([5, 5, 0])).points, played.points[[5, 5, 0]])
    assert played.take(np.array([4])).frame(dice=True).equals(played.frame(dice=True)[4])


def test_other_kinds_of_games_are_refused() -> None:
    for rules_id in ("yams-columns", "double-yams"):
        with pytest.raises(ValueError, match=rules_id):
            simulate(rule_set(rules_id), 1, seed=1)
