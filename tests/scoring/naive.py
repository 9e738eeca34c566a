"""Score one sheet of a 13-box game (or yatzy) cell by cell, written from RULES.md and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance")
JOKER = {"full_house": 25, "small_straight": 30, "large_straight": 40}
OPTIONS = {
    "yamms": {"yams_bonus": 100, "yams_bonus_limit": 3, "joker": False, "joker_needs_50": False, "joker_forced": True},
    "yams": {"yams_bonus": 0, "yams_bonus_limit": None, "joker": False, "joker_needs_50": True, "joker_forced": False},
    "yahtzee": {
        "yams_bonus": 100, "yams_bonus_limit": None, "joker": True, "joker_needs_50": False, "joker_forced": True,
    },
}  # fmt: skip
OPTIONS["kniffel"] = OPTIONS["yams"]

Dice = tuple[int, ...]


@dataclass
class Cell:
    points: int | None = None
    dice: Dice | None = None
    turn: int | None = None


@dataclass
class Result:
    boxes: dict[str, int | None]
    upper: int = 0
    lower: int = 0
    bonus: int = 0
    count: int = 0
    extra_points: int = 0
    total: int = 0
    findings: set[tuple[str, str]] = field(default_factory=set)


def run_of(dice: Dice, n: int) -> bool:
    return any(set(range(start, start + n)) <= set(dice) for start in range(1, 8 - n))


def gives(box: str, dice: Dice) -> int:
    """What five dice give in a box, at ordinary points."""
    counts = Counter(dice)
    most = max(counts.values())
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * counts[face]
    if box == "three_of_a_kind":
        return sum(dice) if most >= 3 else 0
    if box == "four_of_a_kind":
        return sum(dice) if most >= 4 else 0
    if box == "full_house":
        return 25 if sorted(counts.values()) == [2, 3] else 0
    if box == "small_straight":
        return 30 if run_of(dice, 4) else 0
    if box == "large_straight":
        return 40 if run_of(dice, 5) else 0
    if box == "yams":
        return 50 if most == 5 else 0
    assert box == "chance"
    return sum(dice)


ALL_DICE = list(product(range(1, 7), repeat=5))
POSSIBLE = {box: {0} | {gives(box, dice) for dice in ALL_DICE} for box in UPPER + LOWER}


def score_sheet(cells: Mapping[str, Cell], options: Mapping[str, object], extra_yams: int | None = None) -> Result:
    """Score a sheet: what counts in each box, sums, extra Yams, findings as (code, box)."""
    bonus_each = int(options["yams_bonus"])  # type: ignore[call-overload]
    limit = options["yams_bonus_limit"]
    findings: set[tuple[str, str]] = set()
    counted: dict[str, int | None] = {}

    def plain(box: str, cell: Cell) -> int | None:
        if cell.dice is None:
            if cell.points is not None and cell.points not in POSSIBLE[box]:
                findings.add(("impossible_points", box))
            return cell.points
        made = gives(box, cell.dice)
        if cell.points == 0:
            return 0
        if cell.points is not None and cell.points != made:
            findings.add(("points_mismatch", box))
        return made

    told = extra_yams
    if told is not None and bonus_each and told >= bonus_each and told % bonus_each == 0:
        told //= bonus_each
    yams = cells.get("yams", Cell())
    counted["yams"] = plain("yams", yams)
    yams_value = counted["yams"]
    yams_filled = yams_value is not None
    holds_50 = yams_value == 50
    proven, maybe, could = [], [], 0
    ruled = (
        yams_filled and (holds_50 or not options["joker_needs_50"]) and (options["joker"] or options["joker_forced"])
    )

    def filled(box: str) -> bool:
        cell = cells.get(box, Cell())
        return cell.points is not None or cell.dice is not None

    def was(box: str, turn: int | None) -> str:
        """Whether a box was open or closed at a turn (its own turn: open), or unknown."""
        if not filled(box):
            return "open"
        own = cells[box].turn
        if own is None or turn is None:
            return "unknown"
        return "closed" if own < turn else "open"

    for box in UPPER + LOWER:
        cell = cells.get(box, Cell())
        if box == "yams":
            continue
        five = cell.dice is not None and len(set(cell.dice)) == 1
        timed = cell.turn is not None and yams.turn is not None
        before = timed and cell.turn < yams.turn  # type: ignore[operator]
        after = timed and cell.turn > yams.turn  # type: ignore[operator]
        if not five:
            counted[box] = plain(box, cell)
            value = counted[box]
            if value is not None and cell.dice is None and not before:
                alike = {gives(box, (f,) * 5) for f in range(1, 7)} | {0}
                if options["joker"] and box in JOKER:
                    alike.add(JOKER[box])
                could += value in alike
            continue
        assert cell.dice is not None
        could += not before
        if not yams_filled or before:
            counted[box] = plain(box, cell)
            continue
        face = cell.dice[0]
        face_box = UPPER[face - 1]
        own = was(face_box, cell.turn)
        if after:
            proven.append(box)
        else:
            maybe.append(box)
        made = gives(box, cell.dice)
        joker_value = JOKER.get(box, made)
        lower_open = any(was(other, cell.turn) == "open" for other in LOWER)
        broken = after and ruled and options["joker_forced"] and box != face_box and (
            own == "open" or (own == "closed" and box in UPPER and lower_open)
        )  # fmt: skip
        if broken:
            findings.add(("placement_broken", box))
            counted[box] = made if cell.points is None else cell.points
            continue
        if ruled and options["joker"] and box in LOWER:
            if after and own == "closed":
                made = joker_value
            elif (own != "open" and not (after and own == "closed")) and (
                cell.points == joker_value or (cell.points is None and (told or 0) > 0)
            ):
                if joker_value != made:
                    findings.add(("unverifiable", box))
                made = joker_value
        bound = after and ruled and options["joker_forced"] and own != "unknown"
        if cell.points == 0 and not bound:
            counted[box] = 0
            continue
        if cell.points is not None and cell.points != made:
            findings.add(("points_mismatch", box))
        counted[box] = made

    earns = yams_filled and bonus_each > 0 and holds_50
    top = 10**6 if limit is None else int(limit)  # type: ignore[call-overload]
    least = min(len(proven), top) if earns else 0
    most = min(could, top) if earns else 0
    if told is None:
        count = least
    elif told > most:
        findings.add(("extra_yams_impossible", "extra_yams"))
        count = told
    elif told < least:
        findings.add(("bonus_mismatch", "extra_yams"))
        count = least
    else:
        count = told
    if (earns or ruled) and len(proven) + len(maybe) > (told or 0):
        findings |= {("unverifiable", box) for box in maybe}
    upper = sum(counted[box] or 0 for box in UPPER)
    lower = sum(counted[box] or 0 for box in LOWER)
    bonus = 35 if upper >= 63 else 0
    extra_points = count * bonus_each
    return Result(counted, upper, lower, bonus, count, extra_points, upper + lower + bonus + extra_points, findings)
