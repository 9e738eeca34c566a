"""Score a yamms sheet from its dice cell by cell, as a plain program would: the yardstick of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Dice = Sequence[int]


def face(n: int, dice: Dice) -> int:
    return sum(die for die in dice if die == n)


def alike(n: int, dice: Dice) -> int:
    return sum(dice) if any(dice.count(die) >= n for die in set(dice)) else 0


def full_house(dice: Dice) -> int:
    return 25 if sorted(dice.count(die) for die in set(dice)) == [2, 3] else 0


def straight(n: int, points: int, dice: Dice) -> int:
    seen = set(dice)
    return points if any(all(low + i in seen for i in range(n)) for low in range(1, 8 - n)) else 0


def score_sheet(sheet: Mapping[str, Dice]) -> int:
    """Return the total of a sheet, its upper bonus included."""
    upper = 0
    for n, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1):
        upper += face(n, sheet[box])
    lower = alike(3, sheet["three_of_a_kind"]) + alike(4, sheet["four_of_a_kind"]) + full_house(sheet["full_house"])
    lower += straight(4, 30, sheet["small_straight"]) + straight(5, 40, sheet["large_straight"])
    lower += 50 if len(set(sheet["yams"])) == 1 else 0
    return upper + (35 if upper >= 63 else 0) + lower + sum(sheet["chance"])
