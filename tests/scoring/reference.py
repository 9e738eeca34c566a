"""Play random legal games of every rule set with a scorer of its own, written from RULES.md and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from typing import Any

from . import naive

Dice = tuple[str, ...]  # "6" or "6sl"


@dataclass
class Turn:
    column: str
    box: str
    points: int
    throws: list[Dice]
    kept: list[Dice]
    turn: int
    announced: str | None = None
    struck: bool = False


@dataclass
class Sheet:
    turns: list[Turn]
    total: int
    sections: dict[str, int]
    bonus: int
    extra_yams: int = 0
    counted: dict[tuple[str, str], int] = field(default_factory=dict)


def faces(dice: Iterable[str]) -> list[int]:
    return [int(die[0]) for die in dice]


def throw_turn(rng: random.Random, dice: list[str], most: int, wish: int | None) -> tuple[list[Dice], list[Dice]]:
    """Throw up to ``most`` times, keeping dice of a wished face (or any) each time; return throws and kept dice."""
    current = [f"{rng.randint(1, 6)}{kind}" for kind in dice]
    throws, kept = [tuple(current)], []
    for _ in range(rng.randint(1, most) - 1):
        held = [die for die in current if (faces([die])[0] == wish if wish else rng.random() < 0.5)]
        rest = list(current)
        for die in held:
            rest.remove(die)
        current = held + [f"{rng.randint(1, 6)}{die[1:]}" for die in rest]
        rng.shuffle(current)
        kept.append(tuple(held))
        throws.append(tuple(current))
    return throws, kept


# Games with 13 boxes, and yatzy.


def thirteen(rng: random.Random, base: str) -> Sheet:
    """Play one sheet of a 13-box game; five alike come often, so that extra Yams and their placement are met."""
    options = naive.OPTIONS[base]
    boxes = list(naive.UPPER + naive.LOWER)
    filled: dict[str, int] = {}
    turns: list[Turn] = []
    extra = 0
    for number in range(1, 14):
        throws, kept = throw_turn(rng, [""] * 5, 3, rng.randint(1, 6) if rng.random() < 0.7 else None)
        if rng.random() < 0.25:
            throws[-1] = (str(rng.randint(1, 6)),) * 5
            kept = [()] * len(kept)
        dice = tuple(faces(throws[-1]))
        left = [b for b in boxes if b not in filled]
        further = len(set(dice)) == 1 and "yams" in filled
        ruled = further and (filled["yams"] == 50 or not options["joker_needs_50"])
        own = naive.UPPER[dice[0] - 1]
        forced = bool(ruled and options["joker_forced"])
        joker = bool(ruled and options["joker"] and own in filled)
        if forced:
            lower = [b for b in left if b in naive.LOWER]
            left = [own] if own in left else lower or left
        box = rng.choice(left)
        points = naive.gives(box, dice)
        if joker and box in naive.JOKER:
            points = naive.JOKER[box]
        struck = False
        if rng.random() < 0.1 and not forced:
            points, struck = 0, True
        if further and filled["yams"] == 50 and options["yams_bonus"]:
            limit = options["yams_bonus_limit"]
            extra += limit is None or extra < int(limit)  # type: ignore[call-overload]
        filled[box] = points
        turns.append(Turn("main", box, points, throws, kept, number, struck=struck))
    upper, lower_sum = (sum(filled[b] for b in part) for part in (naive.UPPER, naive.LOWER))
    bonus = 35 if upper >= 63 else 0
    total = upper + lower_sum + bonus + extra * int(options["yams_bonus"])  # type: ignore[call-overload]
    return Sheet(turns, total, {"upper": upper, "lower": lower_sum}, bonus, extra)


def yatzy_gives(box: str, dice: list[int]) -> int:
    counts = Counter(dice)
    at_least = [
        f for f in range(1, 7) if counts[f] >= {"one_pair": 2, "two_pairs": 2, "three_of_a_kind": 3}.get(box, 4)
    ]
    if box in naive.UPPER:
        return naive.gives(box, tuple(dice))
    if box == "one_pair":
        return 2 * max(at_least, default=0)
    if box == "two_pairs":
        return 2 * sum(at_least) if len(at_least) == 2 else 0
    if box in ("three_of_a_kind", "four_of_a_kind"):
        return (3 if box == "three_of_a_kind" else 4) * max(at_least, default=0)
    if box == "small_straight":
        return 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if box == "large_straight":
        return 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if box == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    return 50 * (len(counts) == 1) if box == "yatzy" else sum(dice)


YATZY = (*naive.UPPER, "one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "small_straight", "large_straight",
         "full_house", "chance", "yatzy")  # fmt: skip


def yatzy(rng: random.Random) -> Sheet:
    turns = []
    for number, box in enumerate(rng.sample(YATZY, len(YATZY)), 1):
        throws, kept = throw_turn(rng, [""] * 5, 3, rng.randint(1, 6) if rng.random() < 0.7 else None)
        struck = rng.random() < 0.1
        points = 0 if struck else yatzy_gives(box, faces(throws[-1]))
        turns.append(Turn("main", box, points, throws, kept, number, struck=struck))
    upper = sum(t.points for t in turns if t.box in naive.UPPER)
    lower = sum(t.points for t in turns) - upper
    bonus = 50 if upper >= 63 else 0
    return Sheet(turns, upper + lower + bonus, {"upper": upper, "lower": lower}, bonus)


# yams-columns


def columns_give(box: str, dice: list[int]) -> int:
    counts = Counter(dice)
    if box in naive.UPPER:
        return naive.gives(box, tuple(dice))
    if box in ("three_of_a_kind", "four_of_a_kind"):
        n = 3 if box == "three_of_a_kind" else 4
        return n * max((f for f in counts if counts[f] >= n), default=0)
    if box == "full_house":
        return 25 if sorted(counts.values()) == [2, 3] else 0
    if box == "small_straight":
        return 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if box == "large_straight":
        return 40 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if box == "yams":
        return 50 if len(counts) == 1 else 0
    return sum(dice)


def in_columns(rng: random.Random, columns: tuple[str, ...], max_min: bool) -> Sheet:
    boxes = [*naive.UPPER, *(("max", "min") if max_min else ()), *naive.LOWER]
    filled: dict[tuple[str, str], int] = {}
    turns = []
    for number in range(1, len(columns) * len(boxes) + 1):
        column = rng.choice([c for c in columns if any((c, b) not in filled for b in boxes)])
        left = [b for b in boxes if (column, b) not in filled]
        box = left[0] if column == "down" else left[-1] if column == "up" else rng.choice(left)
        throws, kept = throw_turn(rng, [""] * 5, 3, rng.randint(1, 6) if rng.random() < 0.7 else None)
        struck = rng.random() < 0.1
        if column == "dry" and not struck:
            throws, kept = throws[:1], []
        points = 0 if struck else columns_give(box, faces(throws[-1]))
        filled[column, box] = points
        turns.append(Turn(column, box, points, throws, kept, number, struck=struck))
    counted = dict(filled)
    sections = {"upper": 0, "max_min": 0, "lower": 0}
    bonus = 0
    for c in columns:
        if max_min and filled[c, "max"] <= filled[c, "min"]:
            counted[c, "max"] = counted[c, "min"] = 0
        upper = sum(counted[c, b] for b in naive.UPPER)
        bonus += 35 if upper >= 63 else 0
        sections["upper"] += upper
        sections["max_min"] += counted[c, "max"] + counted[c, "min"] if max_min else 0
        sections["lower"] += sum(counted[c, b] for b in naive.LOWER)
    if not max_min:
        del sections["max_min"]
    return Sheet(turns, sum(sections.values()) + bonus, sections, bonus, counted=counted)


# double-yams

SET = ["sl"] * 3 + ["sd"] * 2 + ["bl"] * 2 + ["bd"] * 3
ALIKE = {"brelan": (3, 5), "carre": (4, 10), "youpi_yams": (5, 25), "yams_de_rene": (6, 50), "yams_superieur": (7, 100),
         "giga_yams": (8, 250), "ultra_yams": (9, 400), "yams_impossible": (10, 800)}  # fmt: skip
RUNS = {"double_petite_suite": (3, 2, 25), "double_suite_de_marcel": (4, 2, 100), "double_suite_royale": (5, 2, 200),
        "triple_suite": (3, 3, 200)}  # fmt: skip
GIANTS = {"suite_geante_paire": 2, "suite_geante_brelan": 3, "suite_geante_carre": 4}
GROUPS = {"double_brelan": ((3, 3), 20), "triple_brelan": ((3, 3, 3), 100), "double_carre": ((4, 4), 100),
          "double_yams": ((5, 5), 400), "full_tordu": ((4, 3, 3), 200), "grand_full": ((6, 4), 250),
          "full_supreme": ((7, 3), 350), "double_full": ((3, 3, 2, 2), 100)}  # fmt: skip
SECTIONS = {"chiffres": naive.UPPER, "yams": tuple(ALIKE), "suites": (*RUNS, *GIANTS), "combinaisons": tuple(GROUPS),
            "difference": ("plus", "minus")}  # fmt: skip
DOUBLE = [box for boxes in SECTIONS.values() for box in boxes]


@lru_cache
def parts_of(box: str) -> list[list[dict[int, int]]]:
    """Each way to make a figure, as groups of dice needed: [{face: number}, …]."""
    if box in ALIKE:
        return [[{f: ALIKE[box][0]}] for f in range(1, 7)]
    if box in RUNS:
        n, times, _ = RUNS[box]
        return [[dict.fromkeys(range(s, s + n), 1)] * times for s in range(1, 8 - n)]
    sizes = GROUPS[box][0]
    return [[{f: n} for f, n in zip(chosen, sizes, strict=True)] for chosen in product(range(1, 7), repeat=len(sizes))]


def fits(groups: list[dict[int, int]], counts: Counter[int]) -> bool:
    need: Counter[int] = Counter()
    for group in groups:
        need.update(group)
    return all(counts[f] >= n for f, n in need.items())


def plain(box: str, dice: Dice) -> int:
    counts = Counter(faces(dice))
    if box in naive.UPPER:
        face = naive.UPPER.index(box) + 1
        return face * counts[face]
    if box in ("plus", "minus"):
        return sum(faces(dice))
    if box in GIANTS:
        n = GIANTS[box]
        best = max((f for f in counts if counts[f] > n), default=0)
        return 10 * n * best if len(counts) == 6 else 0
    worth = ALIKE[box][1] if box in ALIKE else RUNS[box][2] if box in RUNS else GROUPS[box][1]
    return worth if any(fits(groups, counts) for groups in parts_of(box)) else 0


def harmonious(box: str, dice: Dice) -> bool:
    """Whether each group can be of one colour throughout, or each of one size throughout."""
    if box in GIANTS:
        return False
    made = [groups for groups in parts_of(box) if fits(groups, Counter(faces(dice)))]
    for index in (1, 2):
        kinds = "sb" if index == 1 else "ld"
        counts = {k: Counter(int(die[0]) for die in dice if die[index] == k) for k in kinds}
        for groups in made:
            for split in product(kinds, repeat=len(groups)):
                if all(fits([g for g, s in zip(groups, split, strict=True) if s == k], counts[k]) for k in kinds):
                    return True
    return False


def full_face(box: str, dice: Dice) -> bool:
    face = str(naive.UPPER.index(box) + 1)
    return any(
        sum(die[0] == face and die[i] == k for die in dice) == 5 for i, k in ((1, "s"), (1, "b"), (2, "l"), (2, "d"))
    )


def loaded(rng: random.Random, box: str) -> Dice:
    """Ten dice that make a figure, in harmony or not as it falls."""
    if box in naive.UPPER:
        face = naive.UPPER.index(box) + 1
        values = [face] * rng.randint(3, 9)
    elif box in GIANTS:
        values = [1, 2, 3, 4, 5, 6] + [rng.randint(1, 6)] * GIANTS[box]
    elif box in ("plus", "minus"):
        values = []
    else:
        need: Counter[int] = Counter()
        for group in rng.choice(parts_of(box)):
            need.update(group)
        values = list(need.elements())
    values = values[:10] + [rng.randint(1, 6) for _ in range(10 - len(values))]
    rng.shuffle(values)
    if rng.random() < 0.4:
        values.sort()  # alike faces side by side: one size, one colour
    kinds = SET if rng.random() < 0.5 else sorted(SET, key=lambda kind: kind[1])
    return tuple(f"{v}{k}" for v, k in zip(values, kinds, strict=True))


def double(rng: random.Random, mode: str, direction: str = "down") -> Sheet:
    """Play one sheet of double-yams in a mode: double-yams, -forced, -critical or -165."""
    order = list(DOUBLE)
    if mode == "double-yams-forced":
        order = order if direction == "down" else order[::-1]
    else:
        rng.shuffle(order)
    filled: dict[str, int] = {}
    turns = []
    spent = 0
    for number, box in enumerate(order, 1):
        most = {"double-yams-critical": 5 * number - spent, "double-yams-165": 165 - spent}.get(mode, 5)
        if most <= 0:
            filled[box] = 0
            turns.append(Turn("main", box, 0, [], [], number, struck=True))
            continue
        throws, kept = throw_turn(rng, SET, min(most, 9), rng.randint(1, 6) if rng.random() < 0.7 else None)
        if rng.random() < 0.7:
            throws[-1] = loaded(rng, box)
            kept = [()] * len(kept)
        announced = None
        raised = box not in SECTIONS["chiffres"] and box not in SECTIONS["difference"]
        if mode in ("double-yams", "double-yams-forced") and raised and len(throws) == 5 and rng.random() < 0.5:
            face = str(rng.randint(1, 6))
            announced = face if box in GIANTS else "true"
            throws.append(loaded(rng, box) if rng.random() < 0.6 else throw_turn(rng, SET, 1, None)[0][0])
            kept.append(())
        dice = throws[-1]
        points = plain(box, dice)
        struck = False
        if announced:
            if box in GIANTS:
                n, face_number = GIANTS[box], int(announced)
                made = len(set(faces(dice))) == 6 and faces(dice).count(face_number) > n
                points = 10 * n * face_number * (1 if made else -1)
            elif points:
                points *= 2 if harmonious(box, dice) else 1
            else:
                points = -(ALIKE[box][1] if box in ALIKE else RUNS[box][2] if box in RUNS else GROUPS[box][1])
        elif rng.random() < 0.1:
            points, struck = 0, True
        elif raised and points:
            points *= (3 if len(throws) == 1 else 1) * (2 if harmonious(box, dice) else 1)
        elif box in naive.UPPER and full_face(box, dice):
            points = 10 * (naive.UPPER.index(box) + 1)
        spent += len(throws)
        filled[box] = points
        turns.append(Turn("main", box, points, throws, kept, number, announced, struck))
    sections = {s: sum(filled[b] for b in boxes) for s, boxes in SECTIONS.items()}
    both = filled["plus"] and filled["minus"]
    sections["difference"] = (filled["plus"] - filled["minus"]) * filled["ones"] if both else 0
    return Sheet(turns, sum(sections.values()), sections, 0)


#: Rule set id -> a player of random legal sheets.
PLAYERS: dict[str, Callable[[random.Random], Sheet]] = {
    "yamms": lambda rng: thirteen(rng, "yamms"),
    "yams": lambda rng: thirteen(rng, "yams"),
    "yahtzee": lambda rng: thirteen(rng, "yahtzee"),
    "kniffel": lambda rng: thirteen(rng, "kniffel"),
    "yatzy": yatzy,
    "yams-columns": lambda rng: in_columns(rng, ("down", "free", "up"), True),
    "yams-columns+columns=1": lambda rng: in_columns(rng, ("free",), True),
    "yams-columns+columns=4": lambda rng: in_columns(rng, ("down", "free", "up", "dry"), True),
    "yams-columns+columns=4,max_min=false": lambda rng: in_columns(rng, ("down", "free", "up", "dry"), False),
    "double-yams": lambda rng: double(rng, "double-yams"),
    "double-yams-forced": lambda rng: double(rng, "double-yams-forced"),
    "double-yams-forced+direction=up": lambda rng: double(rng, "double-yams-forced", "up"),
    "double-yams-critical": lambda rng: double(rng, "double-yams-critical"),
    "double-yams-165": lambda rng: double(rng, "double-yams-165"),
}


def as_sheet(sheet: Sheet, depth: str, *, points: bool = True) -> dict[str, Any]:
    """Write a played sheet down with evidence of a depth: total, points, dice or throws."""
    if depth == "total":
        return {"boxes": {}, "stated": {"total": sheet.total}}
    columns: dict[str, dict[str, Any]] = {}
    for turn in sheet.turns:
        cell: dict[str, Any] = {}
        if points or depth == "points" or turn.struck or (depth == "dice" and turn.announced):
            cell["points"] = turn.points
        if depth in ("dice", "throws") and turn.throws:
            cell |= {"dice": " ".join(turn.throws[-1]), "turn": turn.turn}
        if depth in ("dice", "throws") and not turn.throws:
            cell["turn"] = turn.turn
        if depth == "throws" and turn.throws:
            cell |= {
                "throws": [" ".join(t) for t in turn.throws],
                "kept": [" ".join(k) or None for k in turn.kept],
                "announced": turn.announced,
            }
        columns.setdefault(turn.column, {})[turn.box] = cell
    result: dict[str, Any] = {"columns": columns, "stated": {"total": sheet.total}}
    if depth == "points" and sheet.extra_yams:
        result["extra_yams"] = sheet.extra_yams
    return result


@cache
def played(rules_id: str, seed: int) -> Sheet:
    """Return a random legal sheet, always the same for a seed; not to be changed."""
    return PLAYERS[rules_id](random.Random(f"{rules_id} {seed}"))
