"""Print a rule set from the data that scores: its boxes, their possible points, its options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dashboard.cli.printing import table
from scoring.rules import RuleSet
from scoring.tables import possible_points

_MANY = 8  # possible points are listed up to so many, else told as a range


def one_as_text(rules: RuleSet) -> str:
    """Return a rule set as a page of text."""
    low, high = rules.players
    lines = [
        f"{rules.title} ({rules.id}), version {rules.version}",
        f"{rules.dice} dice, up to {rules.throws} throws, {rules.turns} turns, {low} to {high} players",
    ]
    for section in rules.sections:
        rows = [
            [box.title, box.id, box.pattern, box.hint, _possible(rules, box.id)]
            for box in rules.boxes
            if box.section == section.id
        ]
        lines += ["", section.title, table(["Box", "Name", "Holds when", "Gives", "Possible points"], rows)]
    for least, bonus in rules.bonus_tiers:
        lines += ["", f"Bonus: {bonus} when the {rules.bonus_section} section reaches {least}."]
    if rules.option_list:
        heads = ["Option", "Meaning", "Value"]
        lines += ["", "Options", table(heads, [[x.id, x.title, _shown(x.value)] for x in rules.option_list])]
    if rules.notes:
        lines += ["", *(f"- {note}" for note in rules.notes)]
    return "\n".join(lines)


def _possible(rules: RuleSet, box: str) -> str:
    values = possible_points(rules, box)
    if len(values) <= _MANY:
        return ", ".join(map(str, values))
    steps = {b - a for a, b in pairwise(values[1:])}
    if len(steps) > 1:
        return ", ".join(map(str, values))
    step = steps.pop()
    return f"{values[0]}, {values[1]} to {values[-1]}" + (f" in steps of {step}" if step > 1 else "")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, ()) else str(value)


def one_as_json(rules: RuleSet) -> dict[str, Any]:
    """Return a rule set as a plain object."""
    return {
        "id": rules.id,
        "base": rules.base,
        "title": rules.title,
        "version": rules.version,
        "origin": rules.origin,
        "dice": rules.dice,
        "throws": rules.throws,
        "turns": rules.turns,
        "players": list(rules.players),
        "columns": list(rules.columns),
        "sections": [{"id": s.id, "title": s.title, "boxes": list(s.boxes)} for s in rules.sections],
        "boxes": [
            {
                "id": box.id, "title": box.title, "hint": box.hint, "section": box.section, "pattern": box.pattern,
                "points": box.points, "possible": list(possible_points(rules, box.id)),
            }
            for box in rules.boxes
        ],
        "options": {x.id: x.value for x in rules.option_list},
        "notes": list(rules.notes),
    }  # fmt: skip
