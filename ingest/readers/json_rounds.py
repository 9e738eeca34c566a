"""Take the rounds of a game apart into turns, where a program keeps in each what all players did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.readers import dates
from ingest.readers.given_names import is_given_name
from ingest.readers.json_kinds import is_plain, names_player
from ingest.readers.json_people import IDS
from ingest.readers.labels import box_name, field_name, label

_LEAST = 5  # rounds that are looked at
_OF_GAMES = ("game", "date", "month", "season", "event")
_Turn = dict[str, Any]


def turns_of(rounds: Sequence[Any]) -> list[_Turn]:
    """Return the turns of rounds, each with a player, a box and points; nothing where one of them is no round.

    >>> turns_of([{"category": "Ones", "scores": {"Ana": 3, "Bo": 2}}] * 5)[:2]
    [{'player': 'Ana', 'box': 'Ones', 'points': 3}, {'player': 'Bo', 'box': 'Ones', 'points': 2}]
    """
    if len(rounds) < _LEAST or not all(isinstance(r, dict) and r and not _is_game(r) for r in rounds):
        return []
    counted = {name for name in rounds[0] if _counts([r.get(name) for r in rounds])}
    turns: list[_Turn] = []
    for r in rounds:
        own = _turns(r, counted)
        if not own:
            return []
        turns += own
    return turns


def _is_game(value: Mapping[str, Any]) -> bool:
    return any(field_name(name) in _OF_GAMES for name in value)


def _counts(values: Sequence[Any]) -> bool:
    """Tell whether values do nothing but count."""
    return values in ([*range(len(values))], [*range(1, len(values) + 1)])


def _turns(told: Mapping[str, Any], counted: set[str]) -> list[_Turn]:
    """Return the turns of one round, of whose keys some count the rounds."""
    nested = {name: v for name, v in told.items() if not is_plain(v)}
    box = next((v for v in told.values() if isinstance(v, str) and box_name(v)), None)
    if box is None and len(told) == len(nested) == 1 and box_name(next(iter(told))):
        (box,) = told
    number = next((v for name, v in told.items() if field_name(name) == "round" and is_plain(v)), None)
    if nested:
        inner = next(iter(nested.values())) if len(nested) == 1 and not _are_turns(nested) else nested
    else:
        inner = {name: v for name, v in told.items() if name not in (*counted, *IDS) and v != box and _is_player(name)}
    members = inner.items() if isinstance(inner, dict) else ((None, member) for member in inner)
    found = [_turn(who, member, box) for who, member in members]
    return [turn if number is None else {"round": number, **turn} for turn in found if turn] if all(found) else []


def _are_turns(members: Mapping[str, Any]) -> bool:
    """Tell whether members are what each player did, under the players' names."""
    return all(map(_is_player, members)) and all(map(_is_turn, members.values()))


def _is_player(name: str) -> bool:
    """Tell whether a key may be a player's name."""
    return (label(name) is None or is_given_name(name)) and not dates.readings(name)


def _is_turn(member: Any) -> bool:
    """Tell whether a member is what one player did: an object with a box."""
    return isinstance(member, dict) and any(isinstance(v, str) and box_name(v) for v in member.values())


def _turn(who: str | None, member: Any, box: str | None) -> _Turn | None:
    """Return one turn out of what a round tells of a player by name, or in a list; None where it is none."""
    named = {} if who is None else {"player": who}
    if who is not None and not _is_player(who):
        return None
    if is_plain(member):
        return {**named, "box": box, "points": member} if named and box and not isinstance(member, bool) else None
    if not isinstance(member, dict) or bool(named) == any(map(names_player, member, member.values())):
        return None
    if _is_turn(member):
        return {**named, **member}
    return {**named, "box": box, **member} if box else None
