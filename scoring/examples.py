"""Find an example roll for each box, derived from its pattern."""

from __future__ import annotations

from functools import lru_cache
from math import factorial, prod

from scoring.patterns import multisets
from scoring.patterntext import FACES
from scoring.rules import RuleSet
from scoring.tables import tables


@lru_cache(maxsize=512)
def example(rules: RuleSet, box_id: str) -> tuple[tuple[int, ...], int]:
    """Return dice that fit a box and the points that they give: a middling value, as it is thrown most often.

    >>> from scoring.rules import rule_set
    >>> example(rule_set("yamms"), "fours")
    ((4, 4, 4, 6, 5), 12)
    """
    place = rules.box_ids.index(box_id)
    points = [int(p) for p in tables(rules).points[place]]
    given = sorted({p for p in points if p > 0})
    middle = given[len(given) // 2]
    rolls = [tuple(int(n) for n in row) for row in multisets(rules.dice)]
    _often, counts = max((_ways(roll), roll[::-1]) for roll, p in zip(rolls, points, strict=True) if p == middle)
    faces = [face for face, n in zip(range(FACES, 0, -1), counts, strict=True) for _ in range(n)]
    in_order = rules.boxes[place].pattern.startswith("run")
    return tuple(sorted(faces) if in_order else sorted(faces, key=lambda f: (-faces.count(f), -f))), middle


def _ways(counts: tuple[int, ...]) -> int:
    """Return in how many ways dice can fall with these counts of faces."""
    return factorial(sum(counts)) // prod(factorial(n) for n in counts)
