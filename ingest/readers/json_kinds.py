"""Tell what a value of a JSON document is: one player's sheet, a game, what holds sheets, a table, a box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from ingest.readers import dates
from ingest.readers.composed import parts
from ingest.readers.given_names import is_given_name
from ingest.readers.labels import box_name, column_name, field_name, label
from ingest.readers.values import Bad, points
from ingest.readers.words import NAME_FIELDS, key, words

#: Keys that hold the totals of a game by the players' names.
TOTALS = frozenset(
    ("scores", "totals", "results", "points", "players", "score", "total", "finalscores", "finalscore", "totalscores")
) | frozenset(("totalscore", "totalpoints", "finalresults", "finalpoints", "grandtotals", "finaltotals"))
#: What stands in an object that is a box: its points, or how it came about.
FILLED = frozenset(("points", "dice", "throws", "kept", "turn", "announced"))
#: Keys under which an object of a list names its box, beside the words for one and for a name.
_CALLS_BOX = frozenset(("label", "type", "title", "key", "id", "slot", "boxname", "categoryname"))
#: How far down is looked for sheets and boxes; every question about a member is asked one level deeper.
DEEPEST = 8
_NESTED = (dict, list)  # made once: it is asked of every value, again and again
_DEEPEST_BOXES = 2  # levels of a sheet that its boxes may stand below it


class Settled(dict[str, Any]):
    """Be an object that every walk leaves as it is: figures by the names of boxes and sums, or a box with its flags."""


def settled(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object as Settled where it is so: where nothing in it is a text, nested, or below 0.

    >>> [type(settled(v)).__name__ for v in ({"ones": 3, "twos": None}, {"points": 3, "isUsed": True}, {"ones": "x"})]
    ['Settled', 'Settled', 'dict']
    """
    flags, types = _settled_keys(tuple(value)), set(map(type, value.values()))
    if flags is None or not types <= ({*_FIGURES, bool} if flags else _FIGURES):
        return value
    return value if any(v is not None and v < 0 for v in value.values()) else Settled(value)


_FIGURES = {int, type(None)}


@lru_cache(maxsize=1024)
def _settled_keys(keys: tuple[str, ...]) -> bool | None:
    """Tell of the keys of an object whether flags may stand under them; None where they may mean something else.

    What may be an id, or is one of six that are counted through, may mean something else.
    """
    meant = {name: label(name) for name in keys}
    if len(keys) > 1 and all(
        x and (x.kind == "box" or (x.kind == "stated" and name.isalpha())) and not name.isdigit()
        for name, x in meant.items()
    ):
        return False
    flags = words().used | words().unused | words().struck_flags
    boxes = [name for name in keys if field_name(name) == "points"]
    others = [name for name in keys if name not in boxes]
    said = all(meant[name] is None and not flags.isdisjoint(map(key, parts(name)[-1:])) for name in others)
    return True if boxes and said else None


def within(value: Any, walk: Callable[[Any], Any]) -> Any:
    """Return a list or an object with a walk gone through what is nested in it."""
    if isinstance(value, list):
        return [walk(v) if isinstance(v, _NESTED) and type(v) is not Settled else v for v in value]
    return {k: walk(v) if isinstance(v, _NESTED) and type(v) is not Settled else v for k, v in value.items()}


def sheet_parts(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of an object that hold sheets, or are those of players by name; none for a sheet itself."""
    if any(_holds_moves(k, v) for k, v in value.items()):
        return {}
    players = players_by_name(value)
    if players:
        return players
    return _holding(value)


def _holding(value: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return the members of an object that hold sheets; the totals of a round of a game are none."""
    own = any(field_name(k) in ("date", "rules", "game") for k in value)
    found = {k: v for k, v in value.items() if isinstance(v, _NESTED) and _holds(k, v, depth)}
    return {k: v for k, v in found.items() if own or not (isinstance(v, dict) and are_totals(k, v))}


def players_by_name(value: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return the members of an object that are sheets by the players' names, beside which fields may stand."""
    sheets = {
        k: v for k, v in value.items() if isinstance(v, dict) and has_boxes(v, depth + 1) and not dates.readings(k)
    }
    own = any(names_player(k, v) for k, v in value.items() if k not in sheets)
    if len(sheets) < 2 or own or any(holds_sheets(v, depth + 1) for v in sheets.values()) or not _plainly_names(sheets):
        return {}
    if not _may_be_names(sheets) or not set.intersection(*(set(v) for v in sheets.values())):
        return {}
    return {k: v for k, v in value.items() if k in sheets or (label(k) is None and _may_be_names([k]) and v is None)}


def _holds(name: str, value: Any, depth: int = 0) -> bool:
    """Tell whether a member of an object is, or holds, sheets of several players."""
    if isinstance(value, list):
        return not _are_boxes(value) and any(is_sheet(m, depth) or holds_sheets(m, depth) for m in value)
    if not isinstance(value, dict) or column_name(name):
        return False
    by_player = by_name(value, depth) or bool(boxes_by_player(value))
    return are_totals(name, value) or by_player or holds_sheets(value, depth)


def holds_sheets(value: Any, depth: int = 0) -> bool:
    """Tell whether sheets of several players stand somewhere within a value."""
    if depth > DEEPEST or is_plain(value) or type(value) is Settled:
        return False
    if isinstance(value, list):
        return any(is_sheet(m, depth + 1) or holds_sheets(m, depth + 1) for m in value)
    if any(_holds_moves(k, v) for k, v in value.items()):
        return False
    return bool(players_by_name(value, depth) or parallel_lists(value) or _holding(value, depth + 1))


def _holds_moves(name: str, value: Any) -> bool:
    """Tell whether a member of an object is the moves of a board game, which are no sheets."""
    return key(name) == "moves" and isinstance(value, list)


def is_sheet(value: Any, depth: int = 0) -> bool:
    """Tell whether an object is one player's: it names the player, or has boxes of its own."""
    return isinstance(value, dict) and (has_boxes(value, depth) or any(names_player(k, v) for k, v in value.items()))


def names_player(name: str, value: Any) -> bool:
    """Tell whether a member of an object names the player, by itself or in an object of its own."""
    if field_name(name) not in NAME_FIELDS or isinstance(value, list):
        return False
    return not isinstance(value, dict) or any(names_player(k, v) for k, v in value.items() if not isinstance(v, dict))


def is_of_player(value: Mapping[str, Any]) -> bool:
    """Tell whether an object that names somebody is a player's, and no game or event with a name."""
    named = any(names_player(k, v) for k, v in value.items())
    return named and (has_boxes(value) or are_scalars(value))


def tells_total(value: Mapping[str, Any]) -> bool:
    """Tell whether an object names a player and a total, or points."""
    figures = any((x := label(k)) and (x.kind == "stated" or x.name == "points") for k in value)
    return figures and any(names_player(k, v) for k, v in value.items())


def has_boxes(value: Mapping[str, Any], depth: int = 0, down: int = 0) -> bool:
    """Tell whether an object, ``down`` levels below a sheet, has boxes: by their names, or in what stands within."""
    if type(value) is Settled:
        return any((x := label(k)) and x.kind == "box" for k in value)
    if depth > DEEPEST + 2 * _DEEPEST_BOXES:  # the sheets found deepest are looked into, and those within them
        return False
    for k, v in value.items():
        if isinstance(v, list):
            if _are_boxes(v):
                return True
        elif isinstance(v, dict) and not is_filled(v):
            others = down == _DEEPEST_BOXES or by_name(v, depth + 1) or boxes_by_player(v)
            if not others and has_boxes(v, depth + 1, down + 1):
                return True
        elif (x := label(k)) and x.kind == "box":
            return True
    return False


def is_filled(value: Any) -> bool:
    """Tell whether an object is what stands in one box: its points, dice, throws or turn."""
    return isinstance(value, dict) and bool(value) and value.keys() <= FILLED


def _are_boxes(value: list[Any]) -> bool:
    """Tell whether a list has an object for each box of one sheet."""
    return bool(value) and all(isinstance(m, dict) and box_of(m) is not None for m in value)


def box_of(value: Mapping[str, Any]) -> str | None:
    """Return the key under which an object of a list names its box, where it has points or dice beside it."""
    if not any(field_name(k) in ("points", "dice", "throws") for k in value):
        return None
    for k, v in value.items():
        if not isinstance(v, str):
            continue
        if field_name(k) == "box" and not any(map(names_player, value, value.values())):
            return k
        if (field_name(k) in NAME_FIELDS or key(k) in _CALLS_BOX) and box_name(v):
            return k
    return None


def by_name(value: Mapping[str, Any], depth: int = 0) -> bool:
    """Tell whether the members of an object are sheets by the players' names."""
    sheets = {k: v for k, v in value.items() if isinstance(v, dict) and v}
    return (
        bool(sheets)
        and _may_be_names(value)
        and _plainly_names(sheets)
        and all(_says_figures(v, depth + 1) for v in sheets.values())
        and all(v is None or isinstance(v, dict) for v in value.values())
    )


def _says_figures(value: Mapping[str, Any], depth: int) -> bool:
    """Tell whether an object has boxes or a total, and no player of its own."""
    if any(names_player(k, v) for k, v in value.items()):
        return False
    totals = any(
        (x := label(k)) and (x.kind == "stated" or x.name == "points") and _figure(v) for k, v in value.items()
    )
    return not is_filled(value) and (has_boxes(value, depth) or totals)


def _figure(value: Any) -> bool:
    """Tell whether a value can be that of a total: it is no word."""
    return not isinstance(value, str) or not isinstance(points(value), Bad)


def _may_be_names(names: Iterable[str]) -> bool:
    """Tell whether keys can be players' names: none is a date, and not all are columns; one may be called so."""
    return any(column_name(name) is None for name in names) and not any(map(dates.readings, names))


def _plainly_names(sheets: Iterable[str]) -> bool:
    """Tell whether names are those of people: not each of them means something else as well."""
    return any(label(name) is None for name in sheets) and not any(key(name) in _WRAPPING for name in sheets)


_WRAPPING = frozenset(
    ("boxes", "columns", "scores", "points", "main", "categories", "sheet", "values", "sections", "sheets", "board")
) | frozenset(("scoreboard", "scoreboards", "scorecard", "scorecards", "scoresheet", "scoresheets", "state"))


def are_totals(name: str, value: Mapping[str, Any]) -> bool:
    """Tell whether an object is the totals of a game by the players' names."""
    return (
        key(name) in TOTALS
        and len(value) > 1
        and not all(map(label, value))
        and all(v is None or (isinstance(v, int | float) and not isinstance(v, bool)) for v in value.values())
        and sum(1 for k in value if label(k) and not is_given_name(k)) * 2 < len(value)
        and not all(map(column_name, value))
    )


def boxes_by_player(value: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the sheets by the players' names out of an object that has the players under each box."""
    boxes = {k: v for k, v in value.items() if isinstance(v, dict) and (x := label(k)) and x.kind in ("box", "stated")}
    names = list(dict.fromkeys(name for v in boxes.values() for name in v))
    if len(boxes) < 3 or len(boxes) < len(value) or not names or any(map(label, names)) or not _may_be_names(names):
        return {}
    return {name: {box: v.get(name) for box, v in boxes.items()} for name in names}


def table_of(found: Mapping[str, Any]) -> list[Any] | None:
    """Turn an object that is a table into its records: headings and rows, or a list or an object for each column."""
    heads = [v for v in found.values() if isinstance(v, list) and v and all(isinstance(h, str) for h in v)]
    tables = [v for v in found.values() if isinstance(v, list) and v and all(isinstance(r, list) for r in v)]
    if len(heads) == 1 and len(tables) == 1 and all(len(r) <= len(set(heads[0])) for r in tables[0]):
        return [dict(zip(heads[0], row, strict=False)) for row in tables[0]]
    if len(tables) == 1 and not heads and all(isinstance(h, str) for h in tables[0][0]):
        first, *rows = tables[0]
        width = len(set(first))
        if width == len(first) and sum(label(h) is not None for h in first) > 2 and all(len(r) <= width for r in rows):
            return [dict(zip(first, row, strict=False)) for row in rows]
    members = list(found.values())
    if len(members) < 2 or sum(label(name) is not None for name in found) < 2:
        return None
    if all(isinstance(v, list) and len(v) == len(members[0]) and all(map(is_plain, v)) for v in members):
        return [dict(zip(found, row, strict=True)) for row in zip(*members, strict=True)]
    alike = all(isinstance(v, dict) and v and v.keys() == members[0].keys() for v in members)
    players = any(field_name(k) in NAME_FIELDS for k in found)
    if alike and players and all(map(are_scalars, members)):
        return [{name: v[row] for name, v in found.items()} for row in members[0]]
    return None


def parallel_lists(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the sheets of a game that has its players in one list and their figures in others of the same length.

    Those may stand in an object of their own.
    """
    players = [k for k, v in value.items() if isinstance(v, list) and (x := label(k)) and x.name in NAME_FIELDS]
    if len(players) != 1 or not all(isinstance(name, str) for name in value[players[0]]):
        return []
    names = value[players[0]]
    inner = [v for v in value.values() if isinstance(v, dict) and v]
    members = {**(inner[0] if len(inner) == 1 else {}), **value}
    alike = {
        k: v
        for k, v in members.items()
        if isinstance(v, list) and k != players[0] and len(v) == len(names) and all(map(is_plain, v))
    }
    if len(names) < 2 or not any(map(_is_figure, alike)):
        return []
    named = {k: k if label(k) else "total" if key(k) in TOTALS else k for k in alike}
    return [{"player": name, **{named[k]: v[i] for k, v in alike.items()}} for i, name in enumerate(names)]


def _is_figure(name: str) -> bool:
    """Tell whether figures stand under a key: those of a box, a sum, or totals."""
    x = label(name)
    return key(name) in TOTALS if x is None else x.kind in ("box", "stated") or x.name == "points"


def are_scalars(value: Mapping[str, Any]) -> bool:
    """Tell whether nothing is nested in an object."""
    return all(map(is_plain, value.values()))


def is_plain(value: Any) -> bool:
    """Tell whether a value is neither an object nor a list."""
    return not isinstance(value, _NESTED)
