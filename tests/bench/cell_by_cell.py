"""Settle a yamms sheet cell by cell, as a plain program would: the yardstick of the engine.

One function over the list of dice for each box, chosen by its name, as the `pyhtzee` package has them; and the checks
that the engine makes beside them: points against dice, where extra Yams went, how many count, bonus, total, open boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Dice = Sequence[int]
Cell = tuple[int | None, Dice | None, int]  # stated points, final dice, turn
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance")


def face(n: int, dice: Dice) -> int:
    return sum(die for die in dice if die == n)


def alike(n: int, dice: Dice) -> int:
    return sum(dice) if any(dice.count(die) >= n for die in set(dice)) else 0


def full_house(dice: Dice) -> int:
    return 25 if sorted(dice.count(die) for die in set(dice)) == [2, 3] else 0


def straight(n: int, points: int, dice: Dice) -> int:
    seen = set(dice)
    return points if any(all(low + i in seen for i in range(n)) for low in range(1, 8 - n)) else 0


GIVES: dict[str, Callable[[Dice], int]] = {
    "ones": lambda dice: face(1, dice),
    "twos": lambda dice: face(2, dice),
    "threes": lambda dice: face(3, dice),
    "fours": lambda dice: face(4, dice),
    "fives": lambda dice: face(5, dice),
    "sixes": lambda dice: face(6, dice),
    "three_of_a_kind": lambda dice: alike(3, dice),
    "four_of_a_kind": lambda dice: alike(4, dice),
    "full_house": full_house,
    "small_straight": lambda dice: straight(4, 30, dice),
    "large_straight": lambda dice: straight(5, 40, dice),
    "yams": lambda dice: 50 if len(set(dice)) == 1 else 0,
    "chance": sum,
}
FACES = {box: {n * times for times in range(6)} for n, box in enumerate(UPPER, start=1)}
FIXED = {"full_house": {0, 25}, "small_straight": {0, 30}, "large_straight": {0, 40}, "yams": {0, 50}}
SUMS = {box: {0, *range(5, 31)} for box in ("three_of_a_kind", "four_of_a_kind", "chance")}
POSSIBLE: dict[str, set[int]] = {**FACES, **FIXED, **SUMS}


def open_at(turn: int, cell: Cell) -> bool:
    """Return whether a box was still open at a turn."""
    points, dice, own = cell
    return (points is None and dice is None) or own >= turn


def misplaced(sheet: Mapping[str, Cell], box: str, number: int, turn: int) -> bool:
    """Return whether five alike after Yams had to go elsewhere: their own face, then the lower boxes."""
    own = UPPER[number - 1]
    if box == own:
        return False
    if open_at(turn, sheet[own]):
        return True
    return box in UPPER and any(open_at(turn, sheet[other]) for other in LOWER)


def score_sheet(sheet: Mapping[str, Cell], extra_yams: int) -> tuple[int, list[tuple[str, str]]]:
    """Return the total of a sheet, its bonuses included, and what is wrong with it: box and code."""
    found: list[tuple[str, str]] = []
    counted: dict[str, int] = {}
    proven = 0
    yams_points, yams_dice, yams_turn = sheet["yams"]
    yams_filled = yams_points is not None or yams_dice is not None
    for box, (points, dice, turn) in sheet.items():
        if dice is None:
            if points is not None:
                counted[box] = points
                if points not in POSSIBLE[box]:
                    found.append((box, "impossible_points"))
            continue
        made = GIVES[box](dice)
        extra = box != "yams" and yams_filled and turn > yams_turn and len(set(dice)) == 1
        if extra:
            proven += 1
            if misplaced(sheet, box, dice[0], turn):
                found.append((box, "placement_broken"))
                counted[box] = made if points is None else points
                continue
        if points is not None and points != made and (extra or points != 0):
            found.append((box, "points_mismatch"))
        counted[box] = 0 if points == 0 and not extra else made
    if len(counted) < len(GIVES):
        found.append(("total", "incomplete"))
    upper = sum(counted.get(box, 0) for box in UPPER)
    lower = sum(counted.get(box, 0) for box in LOWER)
    earned = min(proven, 3) if counted.get("yams") == 50 else 0
    if extra_yams < earned:
        found.append(("extra_yams", "bonus_mismatch"))
    elif extra_yams > earned:
        found.append(("extra_yams", "extra_yams_impossible"))
    return upper + (35 if upper >= 63 else 0) + lower + 100 * max(earned, extra_yams), found
