"""Take the values of JSON out of what programs wrap them in, and put the players of a game into their sheets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ingest.readers import dates
from ingest.readers.json_boxes import words_of
from ingest.readers.json_kinds import (
    DEEPEST,
    Settled,
    has_boxes,
    holds_sheets,
    is_of_player,
    is_plain,
    names_player,
    within,
)
from ingest.readers.labels import box_name, field_name
from ingest.readers.values import Bad, points
from ingest.readers.words import NAME_FIELDS, key, words

_TYPED = frozenset(("stringValue", "integerValue", "doubleValue", "booleanValue", "timestampValue", "nullValue"))
_NUMBERS = frozenset(("$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"))
_LETTERS = {"S": str, "N": str, "BOOL": bool, "NULL": bool, "M": dict, "L": list}  # the types of values, by DynamoDB
_LEAST = 5  # boxes that a list of them names, at least


def unwrapped(found: Any) -> Any:
    """Return a document with plain values, the time of a game as its date, and named sheets.

    >>> unwrapped({"start": {"$date": "2026-03-14"}, "players": {"a": "Ana", "b": "Bo"}, "of": {"a": {}, "b": {}}})
    {'date': '2026-03-14', 'of': {'Ana': {}, 'Bo': {}}}
    """
    return _named(_plain(found))


def _plain(value: Any, depth: int = 0) -> Any:
    """Take values out of what databases wrap them in, and JSON out of texts."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        return _within(value, depth)
    if is_plain(value) or type(value) is Settled or depth > 2 * DEEPEST:
        return value
    if isinstance(value, list):
        entries = _entries(value)
        return [_plain(member, depth + 1) for member in value] if entries is None else _plain(entries, depth + 1)
    if (stored := _stored(value)) is not None:
        return _plain(stored, depth + 1)
    if len(value) == 1:
        (name, member), *_ = value.items()
        if _bears_letter(value) and all(map(_bears_letter, _nested(member))):  # players may be called M and L
            inner = None if name == "NULL" else _plain(member, depth + 1)
            return _number(str(inner)) if name == "N" else inner
        if name in _NUMBERS and isinstance(member, str):
            return _number(member)
        if name in ("$date", "$oid") or name in _TYPED:
            inner = _plain(member, depth + 1)
            return _number(inner) if name == "integerValue" and isinstance(inner, str) else inner
        if name == "mapValue" and isinstance(member, dict):
            return _plain(member.get("fields", {}), depth + 1)
        if name == "arrayValue" and isinstance(member, dict):
            return _plain(member.get("values", []), depth + 1)
    fields = value.get("fields")
    if isinstance(fields, dict) and fields and all(isinstance(v, dict) and _is_typed(v) for v in fields.values()):
        return _plain(fields, depth + 1)
    return {k: _plain(v, depth + 1) for k, v in value.items()}


def _entries(members: list[Any]) -> dict[str, Any] | None:
    """Return an object that is written as a list of pairs, or of names and figures by turns; None for any other list.

    >>> _entries([["Ana", 210], ["Bo", 190]]), _entries(["ones", 3, "twos", "x"])
    ({'Ana': 210, 'Bo': 190}, {'ones': 3, 'twos': 'x'})
    """
    if len(members) > 1 and all(isinstance(m, list) and len(m) == 2 for m in members):
        pairs = [(name, v) for name, v in members]
    elif len(members) > 3 and len(members) % 2 == 0 and all(isinstance(n, str) and box_name(n) for n in members[::2]):
        pairs = [*zip(members[::2], members[1::2], strict=True)]
    else:
        return None
    names = {name for name, v in pairs if isinstance(name, str) and (not isinstance(v, str) or _may_stand_in(name, v))}
    return dict(pairs) if len(names) == len(pairs) else None


def _may_stand_in(name: str, text: str) -> bool:
    """Tell whether a text is what stands in a box, "x", and neither a name nor a heading."""
    return box_name(name) is not None and not isinstance(points(text), Bad)


def _stored(value: dict[str, Any]) -> Any:
    """Return the records by their ids beside which a list of these ids stands, or the time that its parts tell."""
    told = {key(name): v for name, v in value.items()} if len(value) in (2, 3) else {}
    if told.keys() == {"seconds", "nanoseconds"}:
        return told["seconds"]
    if told.keys() == {"datatype", "value"}:
        return told["value"]
    if told.keys() == {"year", "month", "day"} and all(isinstance(v, int) for v in told.values()):
        return f"{told['year']:04}-{told['month']:02}-{told['day']:02}"
    ids = next((v for v in told.values() if isinstance(v, list)), [])
    records = next((v for v in told.values() if isinstance(v, dict)), {})
    alike = len(told) == 2 and ids and all(map(is_plain, ids)) and {*map(str, ids)} == records.keys()
    return records if alike else None


def _bears_letter(value: Any) -> bool:
    """Tell whether a value stands under the letter of its type, as DynamoDB writes it."""
    return (
        isinstance(value, dict)
        and len(value) == 1
        and all(isinstance(v, _LETTERS.get(k, ())) for k, v in value.items())
    )


def _nested(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _is_typed(value: Mapping[str, Any]) -> bool:
    return len(value) == 1 and not (_TYPED | {"mapValue", "arrayValue"}).isdisjoint(value)


def _within(text: str, depth: int) -> Any:
    """Return the JSON that a text is, as browsers keep it, else the text."""
    try:
        inner = json.loads(text) if depth <= DEEPEST else text
    except (ValueError, RecursionError):
        return text
    return text if is_plain(inner) or all(map(is_plain, inner)) else _plain(inner, depth + 1)


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 16 else text


def _named(value: Any, depth: int = 0, *, dated: bool = False) -> Any:
    """Name the date of a game, and the players of its sheets; ``dated``: what stands around has a date of its own."""
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    made = value if isinstance(value, list) else _by_round(_renamed(_dated(value, around=dated)))
    here = dated or (isinstance(made, dict) and any(field_name(k) == "date" for k in made))
    return within(made, lambda member: _named(member, depth + 1, dated=here))


def _dated(value: dict[str, Any], *, around: bool) -> dict[str, Any]:
    """Call the one time that an object tells its date: its start, or when it was.

    That of a player in a game that has a date ``around`` is none: it tells of the player's account, or of the entry.
    """
    if any(field_name(k) == "date" for k in value):
        return value
    times = [
        k for k, v in value.items() if _is_time(k) and v and all(map(_is_dated, v if isinstance(v, list) else [v]))
    ]
    if len(times) != 1 or (around and is_of_player(value)):
        return value
    return {"date" if k in times else k: v for k, v in value.items()}


def _is_dated(value: Any) -> bool:
    return isinstance(value, str | int) and dates.dated(str(value))


def _is_time(name: str) -> bool:
    told = words_of(name)
    return bool(told) and all(word in words().happened or words().parts.get(word) == "time" for word in told)


def _renamed(value: dict[str, Any]) -> dict[str, Any]:
    """Call players by their names, where an object tells these by keys under which others have the figures."""
    for k, v in value.items():
        told = isinstance(v, dict) and len(v) > 1 and field_name(k) in NAME_FIELDS and not any(map(box_name, v))
        if told and all(isinstance(name, str) for name in v.values()) and len({*v.values()}) == len(v):
            others = {n: m for n, m in value.items() if isinstance(m, dict) and n != k and m.keys() == v.keys()}
            if any(isinstance(sheet, dict) for m in others.values() for sheet in m.values()):
                put = {n: {v[at]: told for at, told in m.items()} for n, m in others.items()}
                return {n: put.get(n, m) for n, m in value.items() if n != k}
    return value


def _by_round(value: dict[str, Any]) -> dict[str, Any]:
    """Make sheets of a game that lists its players, and in the same order their sheets, or the points for each box."""
    for k, names in value.items():
        if field_name(k) not in NAME_FIELDS or not isinstance(names, list) or not names:
            continue
        called = [name for m in names if (name := _called(m))]
        if len(called) != len(names):
            continue
        for n, told in value.items():
            rows = (_rows(told) or _rows_of_table(told, value, len(called))) if n != k else {}
            if len(rows) >= _LEAST and all(len(row) == len(called) for row in rows.values()):
                sheets = [
                    {"player": name, **{box: row[i] for box, row in rows.items()}} for i, name in enumerate(called)
                ]
                return {**{m: v for m, v in value.items() if m not in (k, n) and v != [*rows]}, "sheets": sheets}
            if n != k and _are_nameless(told) and len(told) == len(called):
                sheets = [{"player": name, **sheet} for name, sheet in zip(called, told, strict=True)]
                return {**{m: v for m, v in value.items() if m not in (k, n)}, "sheets": sheets}
    return value


def _are_nameless(told: Any) -> bool:
    """Tell whether a list has sheets that name no player, and not games, of which as many may have been played."""
    sheets = told if isinstance(told, list) and all(isinstance(m, dict) for m in told) else []
    if any(field_name(k) in ("date", "game") for m in sheets for k in m) or any(map(holds_sheets, sheets)):
        return False
    return any(map(has_boxes, sheets)) and not any(names_player(k, v) for m in sheets for k, v in m.items())


def _called(player: Any) -> str | None:
    """Return the name of a player that is told by it, or by an object without boxes."""
    if isinstance(player, dict) and not has_boxes(player):
        return next((v for k, v in player.items() if isinstance(v, str) and field_name(k) in NAME_FIELDS), None)
    return player if isinstance(player, str) and player else None


def _rows(told: Any) -> dict[str, list[Any]]:
    """Return the points of all players by box: out of an object of lists, or a list of objects with one each."""
    if isinstance(told, dict):
        pairs = list(told.items())
    elif isinstance(told, list) and all(isinstance(m, dict) for m in told):
        pairs = [(box, row) for m in told if (box := _box_told(m)) for row in m.values() if isinstance(row, list)]
        pairs = pairs if len(pairs) == len(told) else []
    else:
        return {}
    rows = {box: row for box, row in pairs if isinstance(row, list) and box_name(box) and all(map(is_plain, row))}
    return rows if len(rows) == len(pairs) else {}


def _rows_of_table(told: Any, value: Mapping[str, Any], players: int) -> dict[str, list[Any]]:
    """Return the points of all players by box out of a table, a line for each box or player, beside a list of boxes."""
    lines = told if isinstance(told, list) and all(isinstance(line, list) for line in told) else []
    for heads in value.values() if lines else ():
        if not isinstance(heads, list) or not all(isinstance(head, str) and box_name(head) for head in heads):
            continue
        if len(lines) == players != len(heads) and {*map(len, lines)} == {len(heads)}:
            lines = [list(line) for line in zip(*lines, strict=True)]
        if len(lines) == len(heads) == len({*heads}):
            return dict(zip(heads, lines, strict=True))
    return {}


def _box_told(value: Mapping[str, Any]) -> str | None:
    return next((v for v in value.values() if isinstance(v, str) and box_name(v)), None)
