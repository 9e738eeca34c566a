"""Compile a rule set to tables over multisets of dice: points, possible points, all alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scoring.patterns import FACES, multisets, points_table
from scoring.rules import RuleSet

#: An open box, in arrays of points.
OPEN = np.int16(-32768)


@dataclass(frozen=True, eq=False)
class Tables:
    """Hold what each box gives for each multiset.

    ``points`` int16 (boxes, multisets) in sheet order; ``gather`` the same with OPEN after the last multiset;
    ``possible`` the sorted values that a box can give, with 0 for a strike; ``can`` bool (boxes, 65536): whether a
    value, read as uint16, is possible or OPEN; ``alike`` int16 (boxes, 6): points for all dice showing a face.
    """

    points: NDArray[np.int16]
    gather: NDArray[np.int16]
    possible: tuple[tuple[int, ...], ...]
    can: NDArray[np.bool_]
    alike: NDArray[np.int16]


@lru_cache(maxsize=256)
def tables(rules: RuleSet) -> Tables:
    """Return the tables of a rule set, compiled once."""
    points = np.array([points_table(box.pattern, box.points, rules.dice) for box in rules.boxes], np.int16)
    points.setflags(write=False)
    possible = tuple(tuple(sorted({0, *(int(v) for v in np.unique(row))})) for row in points)
    gather = np.column_stack([points, np.full(len(points), OPEN)])
    can = np.zeros((len(points), 65536), np.bool_)
    for b, values in enumerate(possible):
        can[b, np.array([int(OPEN), *values], np.int16).view(np.uint16)] = True
    return Tables(points, gather, possible, can, points[:, :FACES])


def possible_points(rules: RuleSet, box_id: str) -> tuple[int, ...]:
    """Return the values that a box can hold by its pattern, a strike's 0 among them, ascending (RULES.md, points)."""
    return tables(rules).possible[rules.box_ids.index(box_id)]


def multiset_count(rules: RuleSet) -> int:
    """Return how many multisets the dice of a rule set have."""
    return len(multisets(rules.dice))
