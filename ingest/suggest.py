"""Say what would fit in place of an impossible value: only what the sheet's own figures bear out, never a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import RuleSet
from scoring.tables import possible_points

NEAREST = 2  # possible values offered where the sheet bears none out


@dataclass(frozen=True)
class Fit:
    """Hold a value that a box can have, and the stated figure that it agrees with (a section, ``total``, or None)."""

    value: int
    figure: str | None
    stated: int | None


def fits(
    rules: RuleSet, box: str, counted: int | None, written: str | None, stated: Sequence[Mapping[str, Any]], column: str
) -> list[Fit]:
    """Return the values that could stand in a box: those that make a figure of the file come out, else the nearest.

    ``counted`` is what stands in the box now, ``written`` what the file says; ``stated`` rows of view ``sheet_stated``:
    figures that the file states otherwise than they add up.
    """
    try:
        possible = possible_points(rules, box)
    except ValueError:
        return []
    section = rules.box(box).section
    found: dict[int, Fit] = {}
    for row in stated:
        if row["figure"] not in (section, "total") or (
            row["figure"] == section and row["column"] not in (column, None)
        ):
            continue
        value = (counted or 0) + row["value"] - row["recomputed"]
        if value in possible and value != counted:
            found.setdefault(value, Fit(value, row["figure"], row["value"]))
    if not found:
        at = counted if counted is not None else _number(written)
        if at is not None:
            near = sorted((v for v in possible if v != at), key=lambda v: (abs(v - at), v))[:NEAREST]
            found = {v: Fit(v, None, None) for v in sorted(near)}
    return list(found.values())


def _number(text: str | None) -> int | None:
    try:
        return int(text or "")
    except ValueError:
        return None
