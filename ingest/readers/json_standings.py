"""Leave out the standings and records that a document keeps beside its games: they would be one more game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.readers.json_boxes import words_of
from ingest.readers.json_kinds import DEEPEST, has_boxes, holds_sheets, is_plain, names_player
from ingest.readers.labels import field_name, label
from ingest.readers.words import is_statistics_word

_DEEPEST = 3  # levels down to which standings may stand: within each game of a list
_TOLD = "left out {name}, which tells of several games, beside the games themselves"


def without_standings(value: Any, notes: dict[str, None], depth: int = 0) -> Any:
    """Return a document without what is called standings, where games stand beside them; notes tell what is left out.

    >>> game = {"date": "2026-03-14", "players": [{"name": "Ana", "total": 210}]}
    >>> without_standings({"games": [game], "standings": [{"name": "Ana", "points": 3}]}, {}) == {"games": [game]}
    True
    """
    if is_plain(value) or depth > _DEEPEST:
        return value
    if isinstance(value, list):
        return [without_standings(member, notes, depth + 1) for member in value]
    made = {name: without_standings(member, notes, depth + 1) for name, member in value.items()}
    told = [name for name, member in made.items() if _are_standings(name, member)]
    rest = {name: member for name, member in made.items() if name not in told}
    if not told or not _tells_games(rest):
        return made
    notes.update(dict.fromkeys(_TOLD.format(name=name) for name in told))
    return rest


def _are_standings(name: str, member: Any) -> bool:
    """Tell whether a member of an object is called so and would else be read as the sheets of a game."""
    return not is_plain(member) and is_statistics_word(" ".join(words_of(name))) and holds_sheets({name: member})


def _tells_games(value: Any, depth: int = 0) -> bool:
    """Tell whether boxes stand within a value, or totals with a date."""
    if is_plain(value) or depth > DEEPEST:
        return False
    if isinstance(value, list):
        return any(_tells_games(member, depth + 1) for member in value)
    dated = any(field_name(name) == "date" for name in value)
    if has_boxes(value) or (dated and (holds_sheets(value) or _is_total(value))):
        return True
    return any(_tells_games(member, depth + 1) for member in value.values())


def _is_total(value: Mapping[str, Any]) -> bool:
    """Tell whether an object names a player and a total, or points."""
    figures = any((x := label(name)) and (x.kind == "stated" or x.name == "points") for name in value)
    return figures and any(names_player(name, member) for name, member in value.items())
