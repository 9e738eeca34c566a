"""Read the values of a program's JSON that say more of its storage than of the game: typed values, times, flags."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ingest.readers.json_kinds import DEEPEST, has_boxes, is_plain, names_player
from ingest.readers.labels import field_name, label
from ingest.readers.words import NAME_FIELDS, is_count_word, key, words

_2001 = dt.datetime(2001, 1, 1, tzinfo=dt.UTC)
#: Seconds that are days from mid-2010 on where they count from 2001, and were before any such program from 1970.
_SINCE_2001 = range(300_000_000, int(_2001.timestamp()))
_PLAUSIBLE = range(_SINCE_2001.start, 4_000_000_000)
_TOGETHER = dt.timedelta(minutes=1)
_TIME = re.compile(r"\d:\d\d")
_TOLD_2001 = "dates in seconds since 2001, as programs of Apple's count, are taken as the days that they are in UTC"
_FIELDS = frozenset(("game", "date", "month", "round", "table", "season", "event"))


def part_by_times(value: Any, depth: int = 0, *, of_game: bool = False) -> Any:
    """Return a document in which a flat list of sheets, saved at more than one time of a day, is parted into games.

    A program saves the sheets of one game together; where no id tells games apart, more than a minute between does.
    ``of_game``: the sheets stand in the object of a game, which is one whenever each player was done.

    >>> saved = (("Ana", "18:00"), ("Bo", "20:00"))
    >>> sheets = [{"player": p, "total": 200, "date": f"2026-03-14 {t}"} for p, t in saved]
    >>> [[sheet["player"] for sheet in game] for game in part_by_times(sheets)]
    [['Ana'], ['Bo']]
    """
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    if isinstance(value, dict):
        of_game = of_game or any(field_name(name) == "date" and key(name) not in words().timestamps for name in value)
        return {name: part_by_times(member, depth + 1, of_game=of_game) for name, member in value.items()}
    sheets = [] if of_game or len(value) < 2 else [_flat_sheet(member) for member in value]
    if not sheets or not all(sheets):
        return [part_by_times(member, depth + 1, of_game=of_game or _is_game(member)) for member in value]
    games: dict[int, list[tuple[dt.datetime, Any]]] = {}  # by the minute in which the first sheet was saved
    for moment, sheet in ((moment, sheet) for moment, sheet in sheets if moment is not None):  # type: ignore[misc]
        minute = int(moment.timestamp() // 60)
        near = next((games[m] for m in (minute, minute - 1, minute + 1) if _is_near(games.get(m), moment)), None)
        if near is None:
            games[minute] = [(moment, sheet)]
        else:
            near.append((moment, {**sheet, _date_key(sheet): near[0][1][_date_key(near[0][1])]}))
    days = [game[0][0].date() for game in games.values()]
    if len(set(days)) < len(days):
        return [[sheet for _, sheet in game] for game in games.values()]
    return [_as_player(member) for member in value]


def _is_game(member: Any) -> bool:
    """Tell whether a member of a list has an id or a time of its own for the sheets within it."""
    return isinstance(member, dict) and any(field_name(name) in ("date", "game") for name in member)


def _is_near(game: list[tuple[dt.datetime, Any]] | None, moment: dt.datetime) -> bool:
    return game is not None and abs(game[0][0] - moment) <= _TOGETHER


def _as_player(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Call the player by the plain word, where one key names somebody."""
    named = [name for name in sheet if field_name(name) in NAME_FIELDS]
    return {"player" if [name] == named else name: v for name, v in sheet.items()}


def _flat_sheet(member: Any) -> tuple[dt.datetime, Any] | None:
    """Return a flat object that is a player's sheet, or total, without an id of a game, and the moment it bears."""
    if not isinstance(member, dict) or not all(map(is_plain, member.values())):
        return None
    meant = {name: x for name in member if (x := label(name))}
    if any(map(is_count_word, member)):
        return None
    fields = {x.name for x in meant.values() if x.kind == "field"}
    figures = any(x.kind in ("box", "stated") or x.name == "points" for x in meant.values())
    if (
        fields.isdisjoint(NAME_FIELDS)
        or not figures
        or not fields.isdisjoint(("game", "round", "table", "box", "column"))
    ):
        return None
    moment = _clock(member.get(_date_key(member)))
    return None if moment is None else (moment, member)


def _date_key(member: Mapping[str, Any]) -> str:
    """Return the one key of a date, nothing where there are none or several."""
    found = [name for name in member if field_name(name) == "date"]
    return found[0] if len(found) == 1 else ""


def _clock(value: Any) -> dt.datetime | None:
    """Return the moment of a date with a time of day."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = next((n for n in (value, value / 1000) if int(n) in _PLAUSIBLE), None)
        return None if seconds is None else dt.datetime.fromtimestamp(seconds, dt.UTC)
    if not isinstance(value, str) or not _TIME.search(value):
        return None
    try:
        made = dt.datetime.fromisoformat(value)
    except ValueError:
        return None
    return made if made.tzinfo else made.replace(tzinfo=dt.UTC)


def settle_times(value: Any, notes: dict[str, None]) -> Any:
    """Return a document with its times as dates can be read from them, each where it belongs to a game."""
    times = list(_times(value))
    since_2001 = bool(times) and all(int(n) in _SINCE_2001 for n in times)
    if since_2001:
        notes[_TOLD_2001] = None
    return _settled(value, since_2001, dated=False)


def _times(value: Any, depth: int = 0) -> Iterator[float]:
    """Yield every number that stands in the place of a date."""
    if is_plain(value) or depth > 2 * DEEPEST:
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
        return [_settled(member, since_2001, dated=dated, depth=depth + 1) for member in value]
    flags = all(isinstance(v, bool) for v in value.values())  # an object of flags tells which boxes are used
    made = {
        name: v
        for name, v in value.items()
        if not ((not flags and _is_mere_flag(name, v)) or (dated and _is_own_time(name, value)))
    }
    here = dated or any(field_name(name) == "date" for name in made)
    return {
        name: _moment(v, since_2001)
        if isinstance(v, int | float) and field_name(name) == "date"
        else _settled(v, since_2001, dated=here, depth=depth + 1)
        for name, v in made.items()
    }


def _is_mere_flag(name: str, value: Any) -> bool:
    """Tell whether true or false stands where a figure or a field of a game does: "bonus": true says no figure."""
    if not isinstance(value, bool) or not (x := label(name)):
        return False
    return x.kind == "stated" or (x.kind == "field" and x.name in _FIELDS)


def _is_own_time(name: str, sheet: Mapping[str, Any]) -> bool:
    """Tell whether a time in a player's object is that player's own, as when an account was made; no game's date."""
    if key(name) not in words().timestamps or not any(names_player(n, v) for n, v in sheet.items()):
        return False
    return has_boxes(sheet) or not any(isinstance(v, list | dict) for v in sheet.values())


def _moment(value: float, since_2001: bool) -> Any:
    if since_2001:
        return (_2001 + dt.timedelta(seconds=value)).date().isoformat()
    return int(value) if isinstance(value, float) else value
