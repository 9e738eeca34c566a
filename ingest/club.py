"""Read a club's settings (`club.toml`): language, code page, date order, time zone, rules, seasons, roles."""

from __future__ import annotations

import codecs
import datetime as dt
import re
import tomllib
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.errors import BookError

NAME = "club.toml"
LANGUAGES = ("en", "ro", "fr", "it", "es", "de")
DATE_ORDERS = ("dmy", "mdy", "ymd")
METHODS = ("whist", "whist_by_place", "total", "wins")

#: What a new book's club.toml holds: every key, as a comment.
TEMPLATE = """\
# The club's settings. Take away the # before a line and change what stands behind the = sign.

# name = "Our club"
# language = "ro"                  # en, ro, fr, it, es, de
# code_page = "cp1250"             # of files that are not UTF-8; by the language where this line is missing
# date_order = "dmy"               # dmy, mdy or ymd, where a file does not show it
# time_zone = "Europe/Bucharest"   # in which the pages show times
# rules = "yamms"                  # where a file does not name its rules
# standings = "whist"              # whist, whist_by_place, total or wins

# [[season]]                       # without seasons, each calendar year is one
# name = "2026"
# from = 2026-01-01
# to = 2026-12-31
# standings = "whist"

# [roles]                          # kept for later: nothing uses them yet
# secretary = ["ana@example.org"]
"""

_CODE_PAGES = {"ro": "cp1250", "en": "cp1252", "fr": "cp1252", "it": "cp1252", "es": "cp1252", "de": "cp1252"}
_KEYS = ("name", "language", "code_page", "date_order", "time_zone", "rules", "standings", "season", "roles")
_SEASON_KEYS = ("name", "from", "to", "standings")


@dataclass(frozen=True)
class Season:
    """Hold one season: its first and last day, and how its standings are made."""

    name: str
    first: dt.date
    last: dt.date
    method: str


@dataclass(frozen=True)
class Club:
    """Hold a club's settings; what `club.toml` leaves out is None or its plain default.

    `encoding` is the code page of files that are not UTF-8: as given, else that of a given language, else None.
    """

    name: str | None = None
    language: str = "en"
    encoding: str | None = None
    date_order: str | None = None
    time_zone: str = "UTC"
    rules: str | None = None
    method: str = "whist"
    seasons: tuple[Season, ...] = ()
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def season_of(self, day: dt.date) -> str | None:
        """Return the season that a day lies in, None outside them; the calendar year where the club names none.

        >>> Club().season_of(dt.date(2026, 3, 14))
        '2026'
        """
        if not self.seasons:
            return str(day.year)
        return next((season.name for season in self.seasons if season.first <= day <= season.last), None)

    def method_of(self, season: str | None) -> str:
        """Return how the standings of a season are made."""
        return next((entry.method for entry in self.seasons if entry.name == season), self.method)


def parse(text: str) -> dict[str, Any]:
    """Read `club.toml` into plain JSON values (dates as ISO text); the error names the line."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BookError(f"{NAME} cannot be read: {error}") from error
    plain: dict[str, Any] = _plain(values)
    return plain


def club(values: Mapping[str, Any]) -> Club:
    """Make the settings out of what `parse` returns; every error names the key."""
    _known(values, _KEYS, "")
    language = _choice(values, "language", LANGUAGES, "")
    method = _choice(values, "standings", METHODS, "") or "whist"
    encoding = _code_page(values) or (_CODE_PAGES[language] if language else None)
    return Club(
        name=_text(values, "name", ""),
        language=language or "en",
        encoding=encoding,
        date_order=_choice(values, "date_order", DATE_ORDERS, ""),
        time_zone=_time_zone(values),
        rules=_text(values, "rules", ""),
        method=method,
        seasons=_seasons(values, method),
        roles=_roles(values),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value


def _wrong(key: str, message: str) -> BookError:
    return BookError(f"{NAME}, {key}: {message}")


def _known(values: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in values:
        if key not in keys:
            raise _wrong(where + key, f"there is no such setting; there are {', '.join(keys)}.")


def _text(values: Mapping[str, Any], key: str, where: str) -> str | None:
    value = values.get(key)
    if value is None or (isinstance(value, str) and value.strip()):
        return value
    raise _wrong(where + key, f'{value!r} is not a text; write {key} = "…".')


def _choice(values: Mapping[str, Any], key: str, choices: tuple[str, ...], where: str) -> str | None:
    value = _text(values, key, where)
    if value is None or value in choices:
        return value
    raise _wrong(where + key, f"{value!r} is none of {', '.join(choices)}.")


def _code_page(values: Mapping[str, Any]) -> str | None:
    value = _text(values, "code_page", "")
    if value is None:
        return None
    value = f"cp{value}" if re.fullmatch(r"\d+", value) else value
    try:
        b"a".decode(value)
        return codecs.lookup(value).name
    except (LookupError, ValueError):
        raise _wrong("code_page", f'{value!r} is no known code page; write for example "cp1250" or "cp1252".') from None


def _time_zone(values: Mapping[str, Any]) -> str:
    value = _text(values, "time_zone", "")
    if value is None:
        return "UTC"
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise _wrong("time_zone", f'{value!r} is no time zone; write for example "Europe/Bucharest".') from None
    return value


def _day(values: Mapping[str, Any], key: str, where: str) -> dt.date:
    value = values.get(key)
    try:
        return dt.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise _wrong(where + key, f"{value!r} is no date; write for example {key} = 2026-01-01.") from None


def _seasons(values: Mapping[str, Any], method: str) -> tuple[Season, ...]:
    tables = values.get("season", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise _wrong("season", "each season is a table of its own, under [[season]].")
    seasons: list[Season] = []
    for no, table in enumerate(tables, 1):
        where = f"season {no}, "
        _known(table, _SEASON_KEYS, where)
        name = _text(table, "name", where)
        if name is None:
            raise _wrong(where + "name", "the season has no name.")
        first, last = _day(table, "from", where), _day(table, "to", where)
        if last < first:
            raise _wrong(where + "to", f"{last} is before {first}.")
        for other in seasons:
            if other.name == name:
                raise _wrong(where + "name", f"there are two seasons {name!r}.")
            if first <= other.last and other.first <= last:
                raise _wrong(where + "from", f"{name!r} and {other.name!r} overlap.")
        seasons.append(Season(name, first, last, _choice(table, "standings", METHODS, where) or method))
    return tuple(seasons)


def _roles(values: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    roles = values.get("roles", {})
    if not isinstance(roles, dict):
        raise _wrong("roles", "write the roles under [roles].")
    for role, people in roles.items():
        if not isinstance(people, list) or not all(isinstance(person, str) for person in people):
            raise _wrong(f"roles.{role}", 'write the people as a list: ["ana@example.org"].')
    return {role: tuple(people) for role, people in roles.items()}
