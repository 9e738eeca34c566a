"""Read the values of a program's JSON that say more of its storage than of the game: typed values, times, flags."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from ingest.readers.json_kinds import DEEPEST, Settled, is_of_player, is_plain, within
from ingest.readers.labels import field_name, label
from ingest.readers.words import key, words

_2001 = dt.datetime(2001, 1, 1, tzinfo=dt.UTC)
#: Seconds that are days from mid-2010 on where they count from 2001, and were before any such program from 1970.
_SINCE_2001 = range(300_000_000, int(_2001.timestamp()))
_TOLD_2001 = "dates in seconds since 2001, as programs of Apple's count, are taken as the days that they are in UTC"
_FIELDS = frozenset(("game", "date", "month", "round", "table", "season", "event"))


def settle_times(value: Any, notes: dict[str, None]) -> Any:
    """Return a document with its times as dates can be read from them, each where it belongs to a game."""
    times = list(_times(value))
    since_2001 = bool(times) and all(int(n) in _SINCE_2001 for n in times)
    if since_2001:
        notes[_TOLD_2001] = None
    return _settled(value, since_2001, dated=False)


def _times(value: Any, depth: int = 0) -> Iterator[float]:
    """Yield every number that stands in the place of a date."""
    if is_plain(value) or type(value) is Settled or depth > 2 * DEEPEST:
        return
    for name, member in value.items() if isinstance(value, dict) else ((None, member) for member in value):
        if name is not None and isinstance(member, int | float) and field_name(name) == "date":
            if not isinstance(member, bool):
                yield member
        else:
            yield from _times(member, depth + 1)


def _settled(value: Any, since_2001: bool, *, dated: bool, depth: int = 0) -> Any:
    """``dated``: what stands around has a date of its own."""
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    if isinstance(value, list):
        return within(value, lambda member: _settled(member, since_2001, dated=dated, depth=depth + 1))
    flags = all(isinstance(v, bool) for v in value.values())  # an object of flags tells which boxes are used
    made = {
        name: v
        for name, v in value.items()
        if not ((not flags and _is_mere_flag(name, v)) or (dated and _is_own_time(name, value)))
    }
    here = dated or any(field_name(name) == "date" for name in made)
    numbers = {name: v for name, v in made.items() if isinstance(v, int | float) and field_name(name) == "date"}
    times = {name: _moment(v, since_2001) for name, v in numbers.items()}
    return within(made | times, lambda member: _settled(member, since_2001, dated=here, depth=depth + 1))


def _is_mere_flag(name: str, value: Any) -> bool:
    """Tell whether true or false stands where a figure or a field of a game does: "bonus": true says no figure."""
    if not isinstance(value, bool) or not (x := label(name)):
        return False
    return x.kind == "stated" or (x.kind == "field" and x.name in _FIELDS)


def _is_own_time(name: str, sheet: Mapping[str, Any]) -> bool:
    """Tell whether a time in a player's object is that player's own, as when an account was made; no game's date."""
    return key(name) in words().timestamps and is_of_player(sheet)


def _moment(value: float, since_2001: bool) -> Any:
    if since_2001:
        return (_2001 + dt.timedelta(seconds=value)).date().isoformat()
    return int(value) if isinstance(value, float) else value
