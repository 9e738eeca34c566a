"""Tell the players of a program's JSON by name where it tells them by an id, or by their place in a list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ingest.readers.json_boxes import count_boxes, words_of
from ingest.readers.json_kinds import (
    DEEPEST,
    TOTALS,
    Settled,
    has_boxes,
    holds_sheets,
    is_plain,
    names_player,
    table_of,
    within,
)
from ingest.readers.labels import field_name, label
from ingest.readers.words import NAME_FIELDS, key

#: Keys under which an own id stands.
IDS = ("id", "uuid", "_id", "uid")
_ID_WORDS = frozenset(("id", "uuid", "uid", "guid", "ref"))
_SIX = frozenset("123456")
_TOTAL = "stated_total"
_LEAST = 5  # boxes that make a sheet

_Person = Mapping[str, Any]


def by_name(value: Any, people: Mapping[str, _Person] | None = None, depth: int = 0) -> Any:
    """Return a document with whoever is told by an id, or by the place in a list, told by name.

    >>> by_name({"players": [{"id": 7, "name": "Ana"}, {"id": 8, "name": "Bo"}], "totals": {"7": 210, "8": 190}})
    {'totals': {'Ana': 210, 'Bo': 190}}
    """
    people = people or {}
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    if isinstance(value, list):
        return within(value, lambda member: by_name(member, people, depth + 1))
    if sheets := _sheets_by_id(value):
        return [by_name(sheet, people, depth + 1) for sheet in sheets]
    here = {name: told for name, member in value.items() if (told := _persons(name, member))}
    if here and table_of(value) is not None:  # columns by the numbers of their rows
        return value
    known = {**people, **players} if (players := _players(here, people)) else people
    rest = {name: v for name, v in value.items() if name not in here}
    made = {name: v if is_plain(v) else _turned(name, v, known, depth) for name, v in rest.items()}
    turned = [name for name in made if made[name] != rest[name] and isinstance(rest[name], dict)]
    if len(turned) == len(made) and count_boxes(turned) >= _LEAST:
        people_here = dict.fromkeys(who for box in turned for who in made[box])
        return [{"player": who, **{box: made[box].get(who) for box in turned}} for who in people_here]
    if here and made == rest:  # the list of persons tells more than names, or nothing is told by their ids
        made = value | {name: by_name(v, known, depth + 1) for name, v in rest.items()}
    made = _named(made, known)
    several = sum(not is_plain(member) for member in made.values()) > 1
    return _with_ranking(_without_persons(made)) if several else made


def _sheets_by_id(value: Mapping[str, Any]) -> list[Any]:
    """Return the sheets of an object by ids, or names, in which each tells its player by name itself.

    A name may stand in several where each tells its game or day: else it may be that of the game.
    """
    members = list(value.values())
    if not all(isinstance(m, dict) and own_name(m) and has_boxes(m) for m in members):
        return []
    if any(label(name) for name in value if not name.isdecimal()):
        return []
    apart = len({own_name(m) for m in members}) == len(members)
    return members if apart or all(any(field_name(k) in ("date", "game") for k in m) for m in members) else []


def _without_persons(value: dict[str, Any]) -> dict[str, Any]:
    """Leave out a list that says no more than the names of those whose sheets stand beside it."""
    there = {key(who) for member in value.values() for who in _sheet_names(member)}
    return {
        name: v
        for name, v in value.items()
        if not (isinstance(v, list) and v and there and all(_is_mere_name(m, there) for m in v))
    }


def _is_mere_name(member: Any, there: set[str]) -> bool:
    if not isinstance(member, dict) or key(own_name(member) or "") not in there:
        return False
    return not any((x := label(k)) and (x.kind != "field" or x.name == "points") for k in member) and all(
        map(is_plain, member.values())
    )


def _sheet_names(member: Any) -> list[str]:
    """Return the names of the players of a list of sheets, or of an object of sheets by name."""
    if isinstance(member, list):
        return [own_name(m) or "" for m in member if isinstance(m, dict) and own_name(m) and has_boxes(m)]
    if isinstance(member, dict) and member and all(isinstance(m, dict) and has_boxes(m) for m in member.values()):
        return list(member)
    return []


def _with_ranking(value: dict[str, Any]) -> dict[str, Any]:
    """Put the totals and places of a game, in a ranking or by name, into the sheets beside them, by the same names."""
    rankings = {name: ranked for name, v in value.items() if (ranked := _ranking(v) or _totals_by_name(name, v))}
    for at, sheets in value.items() if rankings else ():
        there = {key(who) for who in _sheet_names(sheets)}
        for name, ranked in rankings.items():
            if name == at or not there >= ranked.keys():
                continue
            if isinstance(sheets, dict):
                told: Any = {who: _ranked(sheet, ranked.get(key(who), {})) for who, sheet in sheets.items()}
            else:
                told = [
                    _ranked(s, ranked.get(key(own_name(s) or ""), {})) if isinstance(s, dict) else s for s in sheets
                ]
            return {n: (told if n == at else m) for n, m in value.items() if n != name}
    return value


def _ranked(sheet: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Put what a ranking tells into a sheet; a total of its own is the sheet's."""
    return {**{k: v for k, v in told.items() if k != _TOTAL or not _says_total(sheet)}, **sheet}


def _ranking(members: Any) -> dict[str, dict[str, Any]]:
    """Return the total and the place of each player of a list that tells nothing else of them."""
    if not isinstance(members, list) or len(members) < 2 or not all(isinstance(m, dict) for m in members):
        return {}
    found: dict[str, dict[str, Any]] = {}
    for m in members:
        named = own_name(m)
        meant = {x.name: v for n, v in m.items() if is_plain(v) and (x := label(n)) and not names_player(n, v)}
        total = next((meant[n] for n in ("total", "sum", "points") if n in meant), None)
        if named is None or total is None or not meant.keys() <= {"total", "sum", "points", "place"} or _is_sheet(m):
            return {}
        place = {"stated_place": meant["place"]} if meant.get("place") is not None else {}
        found[key(named)] = {_TOTAL: total, **place}
    return found if len(found) == len(members) else {}


def _totals_by_name(name: str, members: Any) -> dict[str, dict[str, Any]]:
    """Return the total of each player of an object that is called one of totals."""
    called = key(name) in TOTALS and _are_figures(members)
    return {key(who): {_TOTAL: n} for who, n in members.items()} if called else {}


def _are_figures(value: Any) -> bool:
    """Tell whether a value is an object of nothing but numbers."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(n, int | float) and not isinstance(n, bool) for n in value.values())
    )


def _says_total(sheet: Mapping[str, Any]) -> bool:
    return any((x := label(name)) and x.kind == "stated" and x.name in ("total", "sum") for name in sheet)


def own_name(person: _Person) -> str | None:
    """Return the name that an object tells its player by."""
    return next((v for k, v in person.items() if isinstance(v, str) and names_player(k, v)), None)


def _players(here: Mapping[str, Mapping[str, _Person]], known: Mapping[str, _Person]) -> dict[str, _Person]:
    """Return the players among what is told by id and name: places and games may have the same ids as players."""
    called = [told for name, told in here.items() if _calls_players(name)]
    told = called or ([] if known else list(here.values()))
    found = {one: person for persons in told for one, person in persons.items()}
    return found if called or len(found) == sum(map(len, told)) else {}


def _calls_players(name: str) -> bool:
    """Tell whether a key is that of a list of players: "players", "members"."""
    return any(field_name(word) in NAME_FIELDS for word in (name, name.removesuffix("s")))


def _persons(name: str, member: Any) -> dict[str, _Person]:
    """Return the persons of a list, or of an object by their ids, by id; none where they are sheets."""
    if isinstance(member, dict) and _calls_players(name) and _are_names_by_id(member):
        return {one: {"name": who} for one, who in member.items()}
    if isinstance(member, list) and member and all(isinstance(p, dict) for p in member):
        told = [
            (next((p[i] for i in (*IDS, *_references(p)) if isinstance(p.get(i), int | str)), None), p) for p in member
        ]
    elif isinstance(member, dict) and member and all(isinstance(p, dict) for p in member.values()):
        told = list(member.items())
    else:
        return {}
    found = {
        str(i): p for i, p in told if i is not None and not isinstance(i, bool) and own_name(p) and not _is_sheet(p)
    }
    return found if len(found) == len(told) else {}


def _are_names_by_id(value: Mapping[str, Any]) -> bool:
    """Tell whether an object has names by ids, in which figures are: {"p1": "Ana"}."""
    return bool(value) and all(isinstance(v, str) and any(c.isdigit() for c in k) for k, v in value.items())


def _references(person: _Person) -> list[str]:
    return [name for name in person if tells_player(name)]


@lru_cache(maxsize=4096)
def tells_player(name: str) -> bool:
    """Tell whether a key tells a player by an id.

    >>> [tells_player(name) for name in ("playerRefId", "user_id", "idJoueur", "uid", "player", "gameId")]
    [True, True, True, True, False, False]
    """
    ids = [word for word in words_of(name) if word in _ID_WORDS]
    others = [word for word in words_of(name) if word not in _ID_WORDS]
    return name == "uid" or bool(ids and others and all(field_name(word) in NAME_FIELDS for word in others))


def _is_sheet(person: _Person) -> bool:
    return has_boxes(person) or any(holds_sheets(v) for v in person.values())


def _turned(name: str, value: Any, people: Mapping[str, _Person], depth: int) -> Any:
    """Return a member with the ids that are its keys turned into names, and what else is told of a person joined."""
    made = value if type(value) is Settled else by_name(value, people, depth + 1)
    if not isinstance(made, dict) or not made or not people.keys() >= made.keys() or not _may_be_ids(name, made):
        return made
    names = [own_name(people[one]) or one for one in made]
    if len(set(names)) < len(names):
        return made
    return {
        who: _joined(people[one], sheet) if isinstance(sheet, dict) else sheet
        for who, (one, sheet) in zip(names, made.items(), strict=True)
    }


def _may_be_ids(name: str, value: Mapping[str, Any]) -> bool:
    """Tell whether the keys of an object can be ids: the figures 1 to 6 are also boxes."""
    x = label(name)
    if all(isinstance(v, dict | list) for v in value.values()):
        return True
    return (x is not None and x.kind in ("box", "stated")) or (key(name) in TOTALS and not value.keys() >= _SIX)


def _joined(person: _Person, sheet: Mapping[str, Any]) -> dict[str, Any]:
    more = {
        k: v for k, v in person.items() if is_plain(v) and k not in IDS and not names_player(k, v) and k not in sheet
    }
    stated = {k: v for k, v in more.items() if (x := label(k)) and x.kind == "stated"}
    points = [v for k, v in more.items() if field_name(k) == "points" and v is not None]
    if len(points) == 1 and not _says_total(stated) and not _says_total(sheet):
        stated[_TOTAL] = points[0]
    return {**stated, **sheet}


def _named(value: dict[str, Any], people: Mapping[str, _Person]) -> dict[str, Any]:
    """Name the player whom an object tells by an id."""
    if any(names_player(name, v) and (not isinstance(v, int) or str(v) in people) for name, v in value.items()):
        told = {n: v for n, v in value.items() if field_name(n) in NAME_FIELDS and str(v) in people and is_plain(v)}
        return {n: own_name(people[str(v)]) if n in told else v for n, v in value.items()}
    for name, one in value.items():
        if tells_player(name) and is_plain(one) and str(one) in people:
            return {"player": own_name(people[str(one)]), **{n: v for n, v in value.items() if n != name}}
    return value
