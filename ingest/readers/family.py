"""Ask the rule sets with five dice what their boxes and bonuses give, where a reader has to weigh figures by it.

They are loaded when the first figure is weighed: most files never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ingest.readers.words import UPPER

if TYPE_CHECKING:
    from scoring.rules import RuleSet

#: The boxes of the games of thirteen, in the order of most sheets.
SHEET = (
    *UPPER, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance",
)  # fmt: skip


@cache
def bonuses() -> tuple[int, ...]:
    """Return what a column may have for its upper section, nothing first.

    >>> bonuses()
    (0, 35, 50)
    """
    return tuple(sorted({0, *(bonus for rules in _games() for _, bonus in rules.bonus_tiers)}))


@cache
def usual_bonus() -> int:
    """Return the bonus of the games of thirteen boxes."""
    (bonus,) = {bonus for rules in _thirteen() for _, bonus in rules.bonus_tiers}
    return bonus


@cache
def fixed_points() -> Mapping[str, int]:
    """Return the boxes of the games of thirteen that give these points or nothing.

    >>> dict(fixed_points())
    {'full_house': 25, 'small_straight': 30, 'large_straight': 40, 'yams': 50}
    """
    found = {(box.id, box.points) for rules in _thirteen() for box in rules.boxes if isinstance(box.points, int)}
    return {box: points for name in SHEET for box, points in found if box == name}


@cache
def any_fixed_points() -> Mapping[str, frozenset[int]]:
    """Return what those boxes give, in each game that has a fixed figure for them."""
    boxes = [box for rules in _games() for box in rules.boxes]
    return {
        name: frozenset(b.points for b in boxes if b.id == name and isinstance(b.points, int))
        for name in fixed_points()
    }


@cache
def fixed_points_of_ten() -> Mapping[str, frozenset[int]]:
    """Return what the boxes of ten dice with a fixed figure give, by the names that the labels have for them."""
    other = {own: name for rules in _games(10) for name, own in rules.aliases.items() if name in SHEET}
    boxes = [(other.get(b.id, b.id), b.points) for rules in _games(10) for b in rules.boxes]
    return {name: frozenset((points,)) for name, points in boxes if isinstance(points, int)}


@cache
def possible_points(box: str) -> frozenset[int]:
    """Return what a box of a label's name may hold in any game, of five dice or of ten.

    >>> sorted(possible_points("full_house"))[:3], max(possible_points("three_of_a_kind"))
    ([0, 7, 8], 30)
    """
    from scoring.tables import possible_points as gives

    named = [(rules, rules.aliases.get(box, box)) for rules in (*_games(), *_games(10))]
    return frozenset(v for rules, own in named if own in rules.box_ids for v in gives(rules, own))


@cache
def _games(dice: int = 5) -> tuple[RuleSet, ...]:
    from scoring.rules import RULE_SETS, rule_set

    return tuple(rules for rules in map(rule_set, RULE_SETS) if rules.boxes and rules.dice == dice)


def _thirteen() -> tuple[RuleSet, ...]:
    return tuple(rules for rules in _games() if set(rules.box_ids) == set(SHEET))
