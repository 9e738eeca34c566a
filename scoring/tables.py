"""Compile a rule set to tables over multisets of dice: points, possible points, all alike."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

from scoring.coloured import coloured, five_alike, harmonies
from scoring.patterns import multisets, points_table
from scoring.patterntext import FACES
from scoring.rules import Box, RuleSet

#: An open box, in arrays of points.
OPEN = np.int16(-32768)


@dataclass(frozen=True, eq=False)
class Tables:
    """Hold what each box gives for each multiset.

    ``points`` int16 (boxes, multisets) in sheet order; ``gather`` the same with OPEN after the last multiset;
    ``possible`` the sorted values that a box can give, with 0 for a strike; ``can`` bool (boxes, 65536): whether a
    value, read as uint16, is possible or OPEN; ``alike`` int16 (boxes, 6): points for all dice showing a face;
    ``harmony`` by box, for coloured dice: whether dice of an id are known to be in harmony (in a full-face section:
    five alike of one half), None where they never can be.
    """

    points: NDArray[np.int16]
    gather: NDArray[np.int16]
    possible: tuple[tuple[int, ...], ...]
    can: NDArray[np.bool_]
    alike: NDArray[np.int16]
    harmony: tuple[NDArray[np.bool_] | None, ...]
    series: tuple[tuple[tuple[int, int, int], ...], ...]  # ``possible`` as (first, last, step)

    def outside(self, b: int, values: NDArray[np.int16], *, may_be_open: bool = True) -> NDArray[np.bool_]:
        """Return which values a box can never hold (OPEN it can): by arithmetic for many values, else looked up."""
        if len(values) < 1000 or len(self.series[b]) > 3:
            can: NDArray[np.bool_] = self.can[b].take(values.view(np.uint16), mode="clip")
            return ~can
        parts = [_within(values, *series) for series in self.series[b]]
        if may_be_open:
            parts.append(values == OPEN)
        outside: NDArray[np.bool_] = ~reduce(np.logical_or, parts)
        return outside


def _within(values: NDArray[np.int16], first: int, last: int, step: int) -> NDArray[np.bool_]:
    """Return which values are in an arithmetic series."""
    inside: NDArray[np.bool_]
    if first == last:
        inside = values == np.int16(first)
        return inside
    over = (values - np.int16(first) if first else values).view(np.uint16)
    inside = over <= np.uint16(last - first)
    if step > 1:
        inside &= over // np.uint16(step) * np.uint16(step) == over
    return inside


@lru_cache(maxsize=32)
def tables(rules: RuleSet) -> Tables:
    """Return the tables of a rule set, compiled once."""
    rows = [points_table(box.pattern, box.points, rules.dice) for box in rules.boxes]
    points = np.array(rows, np.int16).reshape(len(rows), len(multisets(rules.dice)))
    points.setflags(write=False)
    harmony = tuple(_harmony(rules, box) for box in rules.boxes)
    possible = tuple(
        tuple(sorted({0, *_raised(rules, box, harmony[b], {int(v) for v in np.unique(points[b])})}))
        for b, box in enumerate(rules.boxes)
    )
    gather = np.column_stack([points, np.full(len(points), OPEN)])
    can = np.zeros((len(points), 65536), np.bool_)
    for b, values in enumerate(possible):
        can[b, np.array([int(OPEN), *values], np.int16).view(np.uint16)] = True
    series = tuple(_series(values) for values in possible)
    return Tables(points, gather, possible, can, points[:, :FACES], harmony, series)


def _series(values: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Cut ascending values into arithmetic series (first, last, step); fewer than three stand alone."""
    found = []
    left = list(values)
    while left:
        step = left[1] - left[0] if len(left) > 1 else 1
        end = 1
        while end < len(left) and left[end] - left[end - 1] == step:
            end += 1
        if end < 3:
            end = 1
        found.append((left[0], left[end - 1], step))
        left = left[end:]
    return tuple(found)


def _harmony(rules: RuleSet, box: Box) -> NDArray[np.bool_] | None:
    multipliers = rules.multipliers
    if multipliers is None or not rules.coloured_dice:
        return None
    if box.section == multipliers.full_face:
        return _known(box.pattern, full_face=True)
    return _known(box.pattern, full_face=False) if box.section in multipliers.sections else None


@lru_cache(maxsize=64)
def _known(pattern: str, *, full_face: bool) -> NDArray[np.bool_] | None:
    """Return by id of coloured dice whether they are known to be in harmony, or to show five alike of one half."""
    face = re.fullmatch("face ([1-6])", pattern)
    halves = harmonies(pattern) if not full_face else five_alike(int(face[1])) if face else None
    if halves is None:
        return None
    known = np.append(halves.ravel(), False)  # -1, not known, takes the last
    dice = coloured()
    found: NDArray[np.bool_] = known[dice.colours] | known[dice.sizes]
    return found


def _raised(rules: RuleSet, box: Box, harmony: NDArray[np.bool_] | None, plain: set[int]) -> set[int]:
    """Return all values of a box: plain, made on the first throw, in harmony, both, and missed in a sixth throw."""
    multipliers = rules.multipliers
    if multipliers is None or box.section not in multipliers.sections:
        return plain
    factors = {1, multipliers.first_throw}
    if harmony is not None:
        factors |= {multipliers.harmony, multipliers.first_throw * multipliers.harmony}
    if multipliers.sixth_throw:
        factors.add(-1)
    return {value * factor for value in plain for factor in factors}


def possible_points(rules: RuleSet, box_id: str) -> tuple[int, ...]:
    """Return the values that a box can hold by its pattern, a strike's 0 among them, ascending (RULES.md, points)."""
    return tables(rules).possible[rules.box_ids.index(box_id)]
