"""Join the lists of a database by their ids, as its exports have them: the sheets in their games, names for ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ingest.readers.json_boxes import words_of
from ingest.readers.json_games import games_by_name
from ingest.readers.json_kinds import (
    are_scalars,
    has_boxes,
    holds_sheets,
    is_plain,
    names_player,
    table_of,
    tells_total,
)
from ingest.readers.json_people import IDS
from ingest.readers.labels import field_name
from ingest.readers.words import NAME_FIELDS, is_count_word, key, words

_Records = list[dict[str, Any]]
_DEEPEST = 3  # levels down to which the lists may stand
_ENDING = 3  # letters by which the name of a list may differ from that of one of its records: "matches", "jocuri"
#: What a list of names by id may tell of a game, or of a box.
_TOLD = frozenset(("season", "event", "table", "rules", "box", "column"))
#: Keys of the name and of the records of a table, where an export lists its tables.
_TABLE_NAMES, _TABLE_ROWS = ("name", "table", "tablename"), ("data", "rows", "records")


def joined(found: Any, depth: int = 0) -> Any:
    """Return a document with each record in the one that it tells by an id, and names in place of ids.

    >>> joined({"games": [{"id": 7, "date": "2026-03-14"}], "sheets": [{"gameId": 7, "player": "Ana", "total": 210}]})
    {'games': [{'id': 7, 'date': '2026-03-14', 'sheets': [{'player': 'Ana', 'total': 210}]}]}
    """
    if isinstance(found, list):
        if len(found) == 1:
            return [joined(found[0], depth + 1)]
        listed = _tables(found)
        made = joined(listed, depth) if listed else found
        return found if made == listed else made
    if not isinstance(found, dict) or depth > _DEEPEST:
        return found
    found = games_by_name(found)
    tables = {name: records for name, member in found.items() if (records := _records(member))}
    made = _nested(_by_lists(_with_names(tables))) if len(tables) > 1 else tables
    if made == tables:
        return {name: joined(member, depth + 1) for name, member in found.items()}
    return {name: made.get(name, member) for name, member in found.items() if name in made or name not in tables}


def _tables(found: Sequence[Any]) -> dict[str, Any]:
    """Return the tables that an export lists, by their names; none where it lists something else."""
    tables: dict[str, Any] = {}
    for member in found:
        told = {key(k): v for k, v in member.items()} if isinstance(member, dict) else {}
        name = next((told[k] for k in _TABLE_NAMES if isinstance(told.get(k), str)), None)
        rows = next((told[k] for k in _TABLE_ROWS if isinstance(told.get(k), list)), None)
        if name is None and rows is None and "type" not in told:
            return {}
        if name and rows:
            tables[name] = rows
    return tables


def _records(member: Any) -> _Records:
    """Return the records of a list, of an object by their ids, or of a table; none where it holds anything else."""
    if isinstance(member, dict) and member and all(isinstance(v, dict) and v for v in member.values()):
        return [{"id": one, **v} for one, v in member.items()]
    if isinstance(member, dict):
        member = table_of(member)
    return member if isinstance(member, list) and all(isinstance(v, dict) and v for v in member) else []


def _nested(tables: dict[str, _Records]) -> dict[str, _Records]:
    """Put the records of each list into those of another that they tell by an id, the innermost first."""
    while pairs := list(_pairs(tables)):
        outer = {parent for _, _, parent in pairs}
        inner = [pair for pair in pairs if pair[0] not in outer]
        if not inner:  # they tell each other
            break
        children = {child for child, *_ in pairs}
        child, ref, parent = next((pair for pair in inner if pair[2] in children), inner[0])
        tables = _put(tables, child, ref, parent)
    return tables


def _pairs(tables: dict[str, _Records]) -> Iterator[tuple[str, str, str]]:
    """Yield each list whose records tell those of another by an id, with the key of that and the other list's name."""
    for parent, records in tables.items():
        if field_name(parent) in NAME_FIELDS and not _tell_others(records, parent, tables):
            continue  # players are told by name elsewhere
        for child, members in tables.items():
            for ref in members[0] if child != parent else ():
                if is_count_word(ref) or not _refers(ref, parent):
                    continue
                if _dated(members) and not _dated(records):  # what was played, each time
                    continue
                if _are_told(members, ref, _ids(records, ref)):
                    yield child, ref, parent


def _tell_others(records: _Records, name: str, tables: dict[str, _Records]) -> bool:
    """Tell whether the records of a list tell those of another by an id: players of one game each."""
    return any(_refers(ref, other) for ref in records[0] for other in tables if other != name)


def _dated(records: _Records) -> bool:
    return any(field_name(name) == "date" for name in records[0])


def _put(tables: dict[str, _Records], child: str, ref: str, parent: str) -> dict[str, _Records]:
    """Put the records of one list into those of another; what tells none of them stays.

    So do those of the other that are told by none, and are, or hold, sheets themselves: notes may be kept of some.
    """
    within: dict[str, _Records] = {}
    for member in tables[child]:
        within.setdefault(str(member.get(ref)), []).append(member)
    ids = _ids(tables[parent], ref)
    told = {one: [{k: v for k, v in m.items() if k != ref} for m in members] for one, members in within.items()}
    nested = [
        {**record, child: told[one]} if one in told else record
        for one, record in ids.items()
        if one in told or has_boxes(record) or tells_total(record) or holds_sheets(record)
    ]
    left = [member for one, members in within.items() if one not in ids for member in members]
    made = {**tables, child: left, parent: nested}
    return {name: records for name, records in made.items() if records}


def _ids(records: _Records, ref: str) -> dict[str, dict[str, Any]]:
    """Return records by their own ids; none where they have none, or one stands twice."""
    for name in (*IDS, ref):
        found = {str(r[name]): r for r in records if is_plain(r.get(name)) and r.get(name) is not None}
        if len(found) == len(records):
            return found
    return {}


def _are_told(members: _Records, ref: str, ids: dict[str, dict[str, Any]]) -> bool:
    return bool(ids) and any(is_plain(m.get(ref)) and str(m.get(ref)) in ids for m in members)


def _by_lists(tables: dict[str, _Records]) -> dict[str, _Records]:
    """Put the records of a list in place of their ids, where each record of another list has those that are its own."""
    for child, members in list(tables.items()):
        ids = _ids(members, "")
        for parent, records in list(tables.items()) if ids and field_name(child) not in NAME_FIELDS else ():
            for name, told in records[0].items():
                if parent == child or not isinstance(told, list) or not _refers(name, child):
                    continue
                if all(
                    isinstance(r.get(name), list) and all(is_plain(i) and str(i) in ids for i in r[name])
                    for r in records
                ):
                    nested = [{**r, name: [ids[str(i)] for i in r[name]]} for r in records]
                    tables = {n: nested if n == parent else t for n, t in tables.items() if n != child}
    return tables


def _stem(ref: str) -> str:
    """Return the word for what a key tells by an id, or by a list of them: "gameId", "id_game", "gameIds"."""
    return "".join(w for w in words_of(ref) if words().parts.get(w.removesuffix("s")) != "number" and w != "fk")


def _refers(ref: str, name: str) -> bool:
    """Tell whether a key tells records of a list by an id, as its name shows.

    >>> [_refers(ref, "matches") for ref in ("matchId", "id_match", "idGame", "date", "id")]
    [True, True, True, False, False]
    """
    stem, table = _stem(ref), key(name)
    if len(stem) > 1 and table.startswith(stem[: max(_ENDING, len(stem) - 1)]) and len(table) - len(stem) <= _ENDING:
        return True
    return field_name(ref) == "game" == field_name(_one(table))


def _one(table: str) -> str:
    """Return the word for one record of a list by its name, as far as it is a known one."""
    return next((word for n in range(_ENDING + 1) if field_name(word := table[: len(table) - n])), table)


def _with_names(tables: dict[str, _Records]) -> dict[str, _Records]:
    """Put names in place of ids where a list tells no more than the names of seasons, tables or boxes."""
    for name, records in list(tables.items()):
        field = field_name(_one(key(name)))
        called = {one: called for one, r in _ids(records, "").items() if (called := _name(r))}
        if field not in _TOLD or len(called) < len(records) or not all(map(are_scalars, records)):
            continue
        for other, members in list(tables.items()):
            refs = [ref for ref in members[0] if other != name and _refers(ref, name)]
            if len(refs) == 1 and all(str(m.get(refs[0])) in called for m in members):
                told = [
                    {field if k == refs[0] else k: called[str(v)] if k == refs[0] else v for k, v in m.items()}
                    for m in members
                ]
                tables = {n: told if n == other else r for n, r in tables.items() if n != name}
    return tables


def _name(record: dict[str, Any]) -> str | None:
    return next(
        (v for k, v in record.items() if isinstance(v, str) and (names_player(k, v) or key(k) in ("title", "label"))),
        None,
    )
