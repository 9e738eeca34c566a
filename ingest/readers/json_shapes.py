"""Take a JSON document apart into records, a player's sheet each, however its games are nested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ingest.readers import dates
from ingest.readers.composed import parts
from ingest.readers.json_document import Broken, Lines
from ingest.readers.json_kinds import (
    DEEPEST,
    Settled,
    are_scalars,
    are_totals,
    boxes_by_player,
    by_name,
    has_boxes,
    holds_sheets,
    is_plain,
    is_sheet,
    names_player,
    parallel_lists,
    players_by_name,
    sheet_parts,
    table_of,
)
from ingest.readers.json_people import own_name
from ingest.readers.labels import field_name, label
from ingest.readers.other_games import GAME_PLAYED, TITLE, tells_game
from ingest.readers.plays import FAMILY, MOST_ASKED
from ingest.readers.words import NAME_FIELDS, key, speaks_of_other_days

#: Fields of a game that its sheets take over from it.
GAME_FIELDS = ("game", "date", "month", "rules", "season", "event", "round", "table")
#: Keys under which a game's own id stands, where none means it by its words.
_IDS = ("id", "uuid", "_id")
#: Keys under which the name of a game may stand, or any other.
_TITLES = ("name", "title", "type", "app", "appname", "application")
_SHEET = 10  # boxes of a sheet, at least
_MOST_BRANCHES = 12  # keys of a document under which records of different kinds stand


@dataclass(frozen=True)
class Entry:
    """Be one record: an object of names and values, or what stands in place of one.

    ``place`` is its JSON path, ``row`` its number, ``game`` the ordinal of the object of a game that it stands in;
    ``broken``: it is no JSON at all.
    """

    value: Any
    place: str
    row: int
    game: int | None = None
    broken: Broken | None = None

    @property
    def told(self) -> str:
        """Return its place as people are told of it."""
        return self.place or "the document"


@dataclass
class Taken:
    """Hold the records of a document in their order, and the own ids of the games that they stand in."""

    entries: list[Entry] = field(default_factory=list)
    ids: list[str | None] = field(default_factory=list)

    def add(self, value: Any, place: str, game: int | None) -> None:
        """Add a record."""
        self.entries.append(Entry(value, place, len(self.entries) + 1, game))

    @property
    def any(self) -> bool:
        """Tell whether there is any object among the records."""
        return any(isinstance(e.value, dict) and e.value for e in self.entries)


def take_apart(found: Any) -> Taken | None:
    """Return the records of a document; None where it holds no list or object of them."""
    if isinstance(found, dict):
        found = table_of(found) or _only_list(found) or found
    taken = Taken()
    _take(found, _Around({}, "", named=_names_games(found)), taken)
    return taken if taken.any else None


def take_lines(lines: Lines) -> Taken | None:
    """Return the records of documents that stand a line each: a record's row is its line, where each line has one."""
    taken = Taken()
    several = len(lines.values) > 1
    named = _names_games([value for _, value in lines.values])
    every = sorted([*lines.values, *lines.broken], key=lambda line: line[0])
    for number, value in every:
        if isinstance(value, Broken):
            taken.entries.append(Entry(None, f"line {number}", len(taken.entries) + 1, broken=value))
        else:
            _take(value, _Around({}, f"line {number}", several, named=named), taken)
    if len(taken.entries) == len(every):
        taken.entries = [replace(e, row=number) for e, (number, _) in zip(taken.entries, every, strict=True)]
    return taken if taken.any else None


def events_beside_boxes(taken: Taken) -> frozenset[int]:
    """Return the rows of a log that fill no box, as where a game begins or dice are rolled, beside those that do."""
    filled: set[int] = set()
    others: set[int] = set()
    for e in taken.entries:
        if isinstance(e.value, dict) and e.game is None:
            fields = {field_name(k): v for k, v in e.value.items()}
            whole = fields.get("box") and not fields.keys().isdisjoint(("points", "dice", "throws"))
            (filled if whole and not fields.keys().isdisjoint(NAME_FIELDS) else others).add(e.row)
            if e.row in others and has_boxes(e.value):
                return frozenset()
    return frozenset(others) if len(filled) >= _SHEET else frozenset()


def branches_of(taken: Taken) -> dict[int, str]:
    """Return by row the key under which its record stands where the paths part; nothing for one, or for many, of these.

    >>> taken = Taken()
    >>> for place in ("data.games[0].players[0]", "data.games[0].players[1]", "data.awards[0]"):
    ...     taken.add({}, place, None)
    >>> branches_of(taken)
    {1: 'games', 2: 'games', 3: 'awards'}
    """
    keys = {place: place.split(".") for place in {e.place.partition("[")[0] for e in taken.entries}}
    first, *others = keys.values()
    shared = next((i for i, name in enumerate(first) if any(o[i : i + 1] != [name] for o in others)), len(first))
    names = {place: "".join(path[shared : shared + 1]) for place, path in keys.items()}
    if not 1 < len({*names.values()}) <= _MOST_BRANCHES:
        return {}
    return {e.row: names[e.place.partition("[")[0]] for e in taken.entries}


def _only_list(found: Mapping[str, Any], depth: int = 0) -> list[Any] | None:
    """Return the one list of objects within an object that holds no sheets that are known as such."""
    if depth == 0 and (is_sheet(found) or holds_sheets(found)):
        return None
    lists = [v for v in found.values() if isinstance(v, list) and v and isinstance(v[0], dict)]
    inner = [v for v in found.values() if isinstance(v, dict)]
    if not lists and len(inner) == 1 and depth < DEEPEST:
        return _only_list(inner[0], depth + 1)
    return lists[0] if len(lists) == 1 else None


@dataclass(frozen=True)
class _Around:
    """Be what stands around a value: what it tells of the sheets within, its path, whether it is one of several.

    ``of_players``: the list around it is called one of players; ``named``: the keys under which the document names the
    game of a play, with the heading for it.
    """

    told: Mapping[str, Any]
    place: str
    several: bool = False
    game: int | None = None
    depth: int = 0
    of_players: bool = False
    named: Mapping[str, str] = field(default_factory=dict)

    def inner(self, step: str, told: Mapping[str, Any] | None = None, **changed: Any) -> _Around:
        """Return what stands around a member."""
        place = f"{self.place}{step}" if self.place or step.startswith("[") else step.removeprefix(".")
        kept = self.told if told is None else told
        return replace(self, told=kept, place=place, depth=self.depth + 1, **changed)


def _take(value: Any, around: _Around, taken: Taken) -> None:
    """Add the records of a value."""
    if isinstance(value, list) and around.depth <= DEEPEST:
        for i, member in enumerate(value):
            _take_group(member, around.inner(f"[{i}]", several=around.several or len(value) > 1), taken)
    elif not isinstance(value, dict):
        taken.add(value, around.place, around.game)
    elif around.depth > DEEPEST or are_scalars(value):
        taken.add(_over(around.told, value), around.place, around.game)
    elif (rows := table_of(value)) is not None:
        _take(rows, around, taken)
    elif sheets := parallel_lists(value):
        shared = _shared({k: v for k, v in value.items() if not isinstance(v, list)}, around.named)
        _take_group(sheets, around.inner("", {**around.told, **shared}), taken)
    elif (inner := sheet_parts(value)) and not (around.of_players and _has_columns(value)):
        _take_parts(value, inner, around, taken)
    else:
        filled = {k: v for k, v in value.items() if v not in ([], {})}
        taken.add(_over(around.told, filled), around.place, around.game)


def _has_columns(value: Mapping[str, Any]) -> bool:
    """Tell whether a player's object has several sheets by names, which are those of columns."""
    return bool(own_name(value)) and any(isinstance(v, dict) and players_by_name(v) for v in value.values())


def _over(told: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Put what an object tells over what is told around it: its own date is the date, under whatever key."""
    dated = any(field_name(k) == "date" and v not in (None, "") for k, v in own.items())
    return {**{k: v for k, v in told.items() if not (dated and field_name(k) == "date")}, **own}


def _take_parts(value: Mapping[str, Any], members: Mapping[str, Any], around: _Around, taken: Taken) -> None:
    """Add what stands in an object around sheets: those of a game, or what only wraps games or records."""
    beside = {k: v for k, v in value.items() if k not in members}
    if has_boxes(beside) and any(names_player(k, v) for k, v in beside.items()):  # a player's sheet, with others within
        taken.add(_over(around.told, beside), around.place, around.game)
    shared = _over(_of_games(around.told), _shared(beside, around.named))
    if players_by_name(value):
        own = [own_name(sheet) for sheet in members.values() if isinstance(sheet, dict)]
        named = all(own) and len(set(own)) == len(members)  # "player1": {"name": "Ana"}
        sheets = [sheet if named else _named(name, sheet) for name, sheet in members.items()]
        _take_group(sheets, around.inner("", shared), taken)
        return
    if not any(_tells_players(member) for member in members.values()):
        shared |= {k: v for k, v in value.items() if names_player(k, v) and is_plain(v)}
    several = around.several or len(members) > 1
    by_player = _are_players(members)
    for name, member in members.items():
        if dates.readings(name):
            inner = around.inner(f".{name}", {**shared, "date": name}, several=True)
        elif by_player:
            inner = around.inner(f".{name}", {**shared, "player": name}, several=True)
        elif len(members) > 1 and isinstance(member, dict) and not by_name(member):
            inner = around.inner(f".{name}", {**shared, "game": name}, several=True)
        else:
            inner = around.inner(f".{name}", shared, several=several)
        called = isinstance(member, list) and field_name(name) in NAME_FIELDS
        _take_group(_members(name, member), replace(inner, of_players=called), taken)


def _are_players(members: Mapping[str, Any]) -> bool:
    """Tell whether members are the sheets of a player each, under the players' names: lists with a game and boxes."""
    sheets = [sheet for member in members.values() for sheet in (member if isinstance(member, list) else [None])]
    dated = all(isinstance(s, dict) and any(field_name(k) in ("date", "game") for k in s) for s in sheets)
    return (
        dated and len(members) > 1 and not any(map(_tells_players, members.values())) and not any(map(label, members))
    )


def _tells_players(value: Any) -> bool:
    """Tell whether the sheets within a member of an object have players of their own."""
    if isinstance(value, list):
        return any(map(_tells_players, value))
    return isinstance(value, dict) and (any(map(names_player, value, value.values())) or bool(sheet_parts(value)))


def _take_group(members: Any, around: _Around, taken: Taken) -> None:
    """Add the sheets of one game under its ordinal; anything else as it is."""
    if around.game is not None or not _is_game(members, around):
        _take(members, around, taken)
        return
    said = (str(v) for m in members if isinstance(m, dict) for k, v in m.items() if field_name(k) == "game" and v)
    taken.ids.append(_id(around.told) or next(said, None))
    for i, sheet in enumerate(members):  # what stands in place of a sheet holds its game
        own = around.inner(f"[{i}]", _alone(around.told), game=len(taken.ids) - 1)
        _take(_as_player(sheet), own, taken)


def _is_game(members: Any, around: _Around) -> bool:
    """Tell whether the members of an object are the sheets of one game: nothing parts them."""
    if not isinstance(members, list) or not any(map(is_sheet, members)) or any(map(holds_sheets, members)):
        return False
    if any(names_player(k, v) for k, v in around.told.items()):
        return False
    parting: dict[str, set[str]] = {}
    for k, v in (item for m in members if isinstance(m, dict) for item in m.items()):
        if (name := field_name(k)) in ("game", "date", "round", "table"):
            parting.setdefault(name, set()).add(str(v))
    return all(len(found) < 2 for found in parting.values()) and (around.several or bool(around.told and not parting))


def _members(name: str, member: Any) -> Any:
    """Return the sheets that stand under a name: those of a list, those by the players' names, or their totals."""
    if isinstance(member, dict) and are_totals(name, member):
        return [{"player": player, "total": total} for player, total in member.items()]
    if isinstance(member, dict) and (turned := boxes_by_player(member)):
        member = turned
    if isinstance(member, dict) and by_name(member):
        return [_named(player, sheet) for player, sheet in member.items()]
    return member


def _named(player: str, sheet: Any) -> Any:
    if sheet is None or sheet == {}:
        return {"player": player}
    return {"player": player, **sheet} if isinstance(sheet, dict) else {"player": player, "boxes": sheet}


def _as_player(sheet: Any) -> Any:
    """Call the player of a sheet in a game by the plain word, where a name can be nobody else's."""
    if not isinstance(sheet, dict):
        return sheet
    names = {name: k for k in reversed(sheet) if (name := field_name(k)) in NAME_FIELDS}
    if names.keys() == {"player_weak"}:
        return {"player" if k == names["player_weak"] else k: v for k, v in sheet.items()}
    return sheet


def _shared(value: Mapping[str, Any], named: Mapping[str, str]) -> dict[str, Any]:
    """Return what an object around sheets says of them: fields of a game, and what nobody knows; no figures.

    What names the game that was played is no id of it: it stands under a key of its own.
    """
    games = {named[k]: name for k, v in value.items() if k in named and (name := _name_of_game(v))}
    value = {k: v for k, v in value.items() if k not in named and not isinstance(v, dict)}
    fields = {k: v for k, v in value.items() if field_name(k) in GAME_FIELDS}
    others = {
        k: v
        for k, v in value.items()
        if not isinstance(v, list) and label(k) is None and not speaks_of_other_days(" ".join(parts(k)))
    }
    return {**others, **fields, **games}


def _names_games(value: Any) -> dict[str, str]:
    """Return the keys under which objects name the game that was played, one of the family's, with the heading for it.

    A name or a title is that of a game where the family's come again; else a person is asked about the others, unless
    they are too many for names of games.
    """
    told: dict[str, list[str]] = {}
    _gather_names(value, told)
    family = {k: sum(key(name) in FAMILY for name in names) for k, names in told.items()}
    sure = {k: GAME_PLAYED for k, n in family.items() if n and (n > 1 or key(k) not in _TITLES)}
    return sure | {k: TITLE for k, n in family.items() if n == 1 and k not in sure and len(told[k]) <= MOST_ASKED}


def _gather_names(value: Any, told: dict[str, list[str]], depth: int = 0) -> None:
    """Gather what may be names of games, by key, out of the objects that hold others."""
    if depth > DEEPEST or is_plain(value) or type(value) is Settled:
        return
    if isinstance(value, dict) and not are_scalars(value):
        for k, v in value.items():
            known = key(k) in _TITLES or tells_game(k) if is_plain(v) else tells_game(f"{k}.name")
            if known and (name := _name_of_game(v)):
                told.setdefault(k, []).append(name)
    for member in value if isinstance(value, list) else value.values():
        _gather_names(member, told, depth + 1)


def _name_of_game(value: Any) -> str | None:
    """Return the name of a game, told by itself or in an object of its own; None for what is no name."""
    if isinstance(value, dict):
        value = next((v for k, v in value.items() if key(k) in ("name", "title")), None)
    return value if isinstance(value, str) else None


def _of_games(told: Mapping[str, Any]) -> dict[str, Any]:
    """Leave of what stands farther out what is known, or may be the day: the rest is about the file."""
    return {k: v for k, v in told.items() if k in (GAME_PLAYED, TITLE) or label(k) is not None or dates.dated(str(v))}


def _id(told: Mapping[str, Any]) -> str | None:
    """Return the own id of a game among its fields."""
    named = [k for k in told if field_name(k) == "game"]
    found = [told[k] for k in (*named, *(i for i in _IDS if i in told)) if isinstance(told[k], str | int)]
    return str(found[0]).strip() or None if found and not isinstance(found[0], bool) else None


def _alone(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of a game without its id, which is kept beside the records."""
    return {k: v for k, v in told.items() if k not in _IDS and not ((x := label(k)) and x.name == "game")}
