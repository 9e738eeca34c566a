"""Say what kind of value each key of a rule set takes, so that a mistake is an error that names the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.findings import RulesError


@dataclass(frozen=True)
class Kind:
    """A kind of value, with the words for it."""

    words: str
    fits: Callable[[object], bool]


@dataclass(frozen=True)
class Each:
    """A table with keys of the club's own choice, all values of one shape."""

    shape: Shape


#: A kind, a table of free keys, or a table of known ones.
Shape: TypeAlias = "Kind | Each | Mapping[str, Shape]"


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _pair(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value) and 1 <= value[0] <= value[1]
    )


TEXT = Kind("text", lambda value: isinstance(value, str))
TEXTS = Kind("a list of texts", _texts)
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
WHOLE = Kind("a whole number from 0 to 30000", lambda value: type(value) is int and 0 <= value <= 30_000)
WHOLE_OR_NONE = Kind("a whole number or none", lambda value: value is None or WHOLE.fits(value))
COLUMNS = Kind("a list of columns, or how many", lambda value: type(value) is int or (_texts(value) and bool(value)))
ANY = Kind("anything", lambda value: True)

#: The shape of every key but ``boxes`` and ``options``, which have checks of their own.
SHAPES: Mapping[str, Shape] = {
    "base": TEXT,
    "title": TEXT,
    "origin": TEXT,
    "version": WHOLE,
    "dice": WHOLE,
    "throws": WHOLE,
    "players": Kind("[least, most]", _pair),
    "columns": COLUMNS,
    "notes": TEXTS,
    "drop": TEXTS,
    "sheet_order": TEXTS,
    "coloured_dice": FLAG,
    "first_throw": TEXTS,
    "aliases": Each(TEXT),
    "sections": Each(TEXT),
    "column_sets": Each(TEXTS),
    "column_titles": Each(TEXT),
    "order": Each(Kind("down, up or free", lambda value: value in ("down", "up", "free"))),
    "max_min": {"max": TEXT, "min": TEXT},
    "difference": {"section": TEXT, "plus": TEXT, "minus": TEXT, "times": TEXT},
    "bonus": {"section": TEXT, "at_least": WHOLE, "points": WHOLE, "tiers": ANY},
    "extra_yams": {
        "box": TEXT,
        "faces": TEXT,
        "others": TEXT,
        "points": WHOLE,
        "limit": WHOLE_OR_NONE,
        "needs_full": FLAG,
        "joker": FLAG,
        "joker_needs_full": FLAG,
        "forced": FLAG,
    },
    "multipliers": {"sections": TEXTS, "first_throw": WHOLE, "harmony": WHOLE, "sixth_throw": FLAG, "full_face": TEXT},
    "throw_budget": {"each_turn": WHOLE, "sheet": WHOLE},
    "board": {"rows": TEXTS, "tokens": WHOLE, "win": WHOLE, "line_points": Each(WHOLE)},
    "figures": Each(
        {
            "title": TEXT,
            "hint": TEXT,
            "pattern": TEXT,
            "one_of": TEXTS,
            "when": Kind('"first throw" or "announced"', lambda value: value in ("", "first throw", "announced")),
        }
    ),
}
#: Tables that need all their keys, once they are there.
WHOLE_TABLES = ("max_min", "difference", "extra_yams", "board")


def check_shapes(name: str, table: Mapping[str, object]) -> None:
    """Check the values of a rule set's table, its options filled in; raise RulesError naming the key."""
    for key, shape in SHAPES.items():
        if key in table:
            _check(f"{name}.toml: {key}", table[key], shape)
    for key in WHOLE_TABLES:
        entries, shape = table.get(key), SHAPES[key]
        if isinstance(entries, Mapping) and isinstance(shape, Mapping):
            missing = [entry for entry in shape if entry not in entries]
            if missing:
                raise RulesError(f"{name}.toml: {key}.{missing[0]} is missing")


def _check(where: str, value: object, shape: Shape) -> None:
    if isinstance(shape, Kind):
        if not shape.fits(value):
            raise RulesError(f"{where}: expected {shape.words}, not {value!r}")
        return
    if not isinstance(value, Mapping):
        raise RulesError(f"{where}: expected a table, not {value!r}")
    for key, entry in value.items():
        if isinstance(shape, Each):
            _check(f"{where}.{key}", entry, shape.shape)
        elif key in shape:
            _check(f"{where}.{key}", entry, shape[key])
        else:
            raise RulesError(f"{where}.{key}: unknown key; known are {', '.join(shape)}")
