"""Gather the turns of a game, as a program writes them one after the other, into the sheets of its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.readers.json_boxes import count_boxes, faces
from ingest.readers.json_kinds import DEEPEST, FILLED, is_plain, within
from ingest.readers.json_rounds import turns_of
from ingest.readers.labels import box_name, field_name
from ingest.readers.words import NAME_FIELDS, key

_LEAST = 5  # different boxes that make a game of turns
_SHEETS = "sheets"  # what moves, which are else those of a board game, are called that are none
_OF_GAMES = frozenset(("game", "date", "month", "table", "column", "season", "event", "rules"))


def gather_turns(value: Any, depth: int = 0) -> Any:
    """Return a document in which a list of turns, each with a player, a box and points or dice, is a list of sheets.

    >>> boxes = ("ones", "twos", "threes", "fours", "fives")
    >>> gather_turns([{"round": i, "name": "Ana", "box": b, "score": i} for i, b in enumerate(boxes, 1)])[0]["fives"]
    {'points': 5, 'turn': 5}
    """
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    if isinstance(value, dict):
        told = within(value, lambda member: gather_turns(member, depth + 1))
        return {_SHEETS if key(name) == "moves" and v != value[name] else name: v for name, v in told.items()}
    made = within(value, lambda member: gather_turns(member, depth + 1))
    return _sheets(made) or _sheets(turns_of(made)) or made


def _sheets(turns: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the sheets that turns make; nothing where they are none, or of several games."""
    if len(turns) < _LEAST or not all(isinstance(t, dict) for t in turns):
        return []
    box, who = _key_of(turns, "box"), _key_of(turns, *NAME_FIELDS)
    if box is None or who in (None, box) or count_boxes(t[box] for t in turns) < _LEAST:
        return []
    if any(field_name(name) in _OF_GAMES for t in turns for name in t) or not all(map(_fills, turns)):
        return []
    from_0 = any(v == 0 for t in turns for name, v in t.items() if field_name(name) in ("round", "turn"))
    sheets: dict[str, dict[str, Any]] = {}
    for turn in turns:
        sheet = sheets.setdefault(turn[who], {"player": turn[who]})
        if turn[box] in sheet:
            return []
        sheet[turn[box]] = _filled(turn, from_0) or None
    return list(sheets.values())


def _key_of(turns: Sequence[Mapping[str, Any]], *fields: str) -> str | None:
    """Return the one key under which every turn tells a field in words."""
    found = [
        name for name in turns[0] if field_name(name) in fields and all(isinstance(t.get(name), str) for t in turns)
    ]
    if fields == ("box",):
        found = [name for name in turns[0] if all(isinstance(v := t.get(name), str) and box_name(v) for t in turns)]
    return found[0] if len(found) == 1 else None


def _fills(turn: Mapping[str, Any]) -> bool:
    return any(field_name(name) in ("points", "dice", "throws") for name in turn)


def _filled(turn: Mapping[str, Any], from_0: bool) -> dict[str, Any]:
    """Return what a turn fills its box with; its round in the game is its turn, which may count from 0."""
    told = {field: faces(v) for name, v in turn.items() if (field := field_name(name)) in FILLED and v is not None}
    rounds = [v for name, v in turn.items() if field_name(name) == "round" and isinstance(v, int)]
    if rounds and not isinstance(told.get("turn"), int):
        told["turn"] = rounds[0]
    if from_0 and isinstance(told.get("turn"), int):
        told["turn"] += 1
    if (
        "dice" not in told
        and isinstance(told.get("throws"), list)
        and not all(isinstance(t, list) for t in told["throws"])
    ):
        told.pop("throws")  # how often was thrown
    return told
