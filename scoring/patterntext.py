"""Read the patterns and points of boxes as they are written in a rule set (RULES.md, Patterns)."""

from __future__ import annotations

import re
from dataclasses import dataclass

FACES = 6
KINDS = (
    '"any", "face 4", "3 of face 4", "3 alike", "groups 3+3", "groups 2+2 differing", "exactly 3+2", "run of 4", '
    '"run of 5 from 1", "run of 3 twice", "run of 3 three times", "run 1-6 confirmed by 2", "sum at most 8"'
)
_TIMES = {None: 1, "twice": 2, "three times": 3}
_FORMS = {
    "any": r"any",
    "face": r"face (?P<face>[1-6])",
    "of face": r"(?P<size>[1-9]\d*) of face (?P<face>[1-6])",
    "groups": r"(?P<size>[1-9]\d*) alike|groups (?P<sizes>[1-9]\d*(?:\+[1-9]\d*){1,4})(?P<differing> differing)?",
    "exactly": r"exactly (?P<sizes>[1-9]\d*(?:\+[1-9]\d*){0,5})",
    "run": r"run of (?P<size>[2-6])(?: from (?P<face>[1-5]))?(?: (?P<times>twice|three times))?",
    "confirmed": r"run 1-6 confirmed by (?P<size>[1-9]\d*)",
    "at most": r"sum at most (?P<size>\d+)",
}


class PatternError(ValueError):
    """Say that a pattern or points text is not of the known kinds."""


@dataclass(frozen=True)
class Pattern:
    """One pattern: its kind, the sizes of its groups or the length of its run, and what narrows it."""

    kind: str
    sizes: tuple[int, ...] = ()
    face: int | None = None  # of "face" and "of face"; where a run starts
    times: int = 1  # dice of each face of a run
    differing: bool = False  # groups of different faces

    def holds_with(self, dice: int) -> bool:
        """Return whether this many dice can make it at all."""
        size = sum(self.sizes)
        match self.kind:
            case "exactly":
                return size == dice
            case "run":
                return size * self.times <= dice
            case "confirmed":
                return FACES + size <= dice
            case "at most":
                return size >= dice
        return size <= dice


def parse_pattern(text: str) -> Pattern:
    """Return the pattern of a text such as ``groups 3+2``; raise PatternError for an unknown one."""
    for kind, form in _FORMS.items():
        if (m := re.fullmatch(form, text)) is None:
            continue
        said = m.groupdict()
        sizes = tuple(int(size) for size in (said.get("sizes") or said.get("size") or "").split("+") if size)
        face = int(said["face"]) if said.get("face") else None
        if kind == "run" and face is not None and face + sizes[0] > FACES + 1:
            break
        return Pattern(kind, sizes, face, _TIMES[said.get("times")], bool(said.get("differing")))
    raise PatternError(f"unknown pattern {text!r}; known are {KINDS}")


def parse_points(points: int | str) -> tuple[int, str]:
    """Return how many times what is given: ``(1, "sum")``, ``(10, "confirming")``, or ``(25, "fixed")`` for a number.

    Raises PatternError for any other text.
    """
    if isinstance(points, int):
        return points, "fixed"
    if m := re.fullmatch(r"(?:([1-9]\d*) x )?(sum|matching|confirming)", points):
        return int(m[1] or 1), m[2]
    raise PatternError(f'points must be a whole number, "sum", "matching" or "10 x confirming", not {points!r}')
