"""Write the boxes of a program's own JSON as figures by the boxes' names, however it keeps them.

A program keeps a box as an object with its points and whether it is filled, boxes as a list of objects, or as figures
in the order of a list of names. What it merely proposes for the dice on the table is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ingest.readers.composed import parts
from ingest.readers.json_kinds import DEEPEST, box_of, has_boxes, is_filled, is_plain, names_player, within
from ingest.readers.labels import column_name, field_name, label
from ingest.readers.values import points
from ingest.readers.words import NAME_FIELDS, UPPER, is_sum_word, key, words

_LEAST = 5  # boxes that make a sheet of an object, a list or a row of names
_ROLLS = ("dice", "throws", "kept", "turn", "announced")
_FACES = frozenset("123456")
_NO_NAMES = ("player", "column")  # under which a column is a player called so, or of a sheet in several records
_NOTHING = (None, "", 0, "0")
_MINUS_ONE = "-1 is taken for an open box"
_NAMES = "left out {name}, which names things beside the boxes of a player"
_PREVIEW = "left out what {name} proposes beside the boxes"


def plain_boxes(value: Any, notes: dict[str, None], depth: int = 0) -> Any:
    """Return a document with its boxes as figures; what is left out of it is added to the notes.

    >>> titles = ("Ones", "Twos", "Threes", "4s", "5s")
    >>> plain_boxes([{"title": t, "score": 0, "scored": t != "Twos"} for t in titles], {})
    {'Ones': 0, 'Twos': None, 'Threes': 0, '4s': 0, '5s': 0}
    """
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    named = value if isinstance(value, list) else _numbered(_in_order_of_names(value))
    told = within(named, lambda member: plain_boxes(member, notes, depth + 1))
    if isinstance(told, list):
        return _listed(told) or _columns(told) or told
    return _without_names(_without_proposals(_opened(_by_flags(_section_sums(_figures(told))), notes), notes), notes)


def count_boxes(names: Any) -> int:
    """Count the different boxes among names."""
    found = [x.name for name in names if isinstance(name, str) and (x := label(name)) and x.kind == "box"]
    return len(set(found))


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a key as programs write it, folded: "isScored", "is_scored"."""
    return tuple(key(word) for word in parts(name))


@lru_cache(maxsize=4096)
def _is_used(name: str) -> bool | None:
    """Tell what a flag of this name says of a box when it is true: that it is filled, or open; None for neither."""
    return next((used for known, used in ((words().used, True), (words().unused, False)) if _means(name, known)), None)


@lru_cache(maxsize=4096)
def _means(name: str, known: frozenset[str]) -> bool:
    told = [word for word in words_of(name) if word not in ("is", "has", "been", "was")]
    return bool(told) and (key(" ".join(told)) in known or told[-1] in known)


def _figures(value: dict[str, Any]) -> dict[str, Any]:
    """Write the members that are boxes with flags, or with more than points, as figures."""
    objects = [member for member in value.values() if isinstance(member, dict)]
    if len(objects) == len(value) >= _LEAST and count_boxes(value) < _LEAST and (listed := _listed(objects)):
        return listed
    boxes = {
        name: member
        for name, member in value.items()
        if isinstance(member, dict) and member and (x := label(name)) and x.kind in ("box", "stated")
    }
    others = {n: v for n, v in value.items() if isinstance(v, dict) and n not in boxes and _points_key(v)}
    if count_boxes(boxes) >= _LEAST:
        boxes |= others
    elif others:
        return value
    if not count_boxes(boxes) or all(map(is_filled, boxes.values())):
        return value
    if not all(is_filled(member) or _points_key(member) for member in boxes.values()):
        return value
    return value | _written(boxes)


def _written(boxes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of boxes that are objects; a flag that no box has set says nothing beside points."""
    flags = _telling(boxes)
    return {name: _figure(member, flags) for name, member in boxes.items()}


def _telling(boxes: Mapping[str, Mapping[str, Any]]) -> dict[str, bool]:
    """Return the flags that tell whether a box is filled, and what each says when it is true."""
    found = {name for member in boxes.values() for name, said in member.items() if isinstance(said, bool)}
    meant = {name: used for name in found if (used := _is_used(name)) is not None}
    scored = any(member.get(_points_key(member) or "") not in _NOTHING for member in boxes.values())
    return {
        name: used
        for name, used in meant.items()
        if not scored or any(member.get(name) is used for member in boxes.values())
    }


def _points_key(member: Mapping[str, Any]) -> str | None:
    """Return the one key of a box's object that holds its points; dice alone have none."""
    found = [name for name in member if field_name(name) == "points"]
    found = [name for name in found if is_plain(member[name]) and not isinstance(member[name], bool)]
    return found[0] if len(found) == 1 else None


def _figure(member: Mapping[str, Any], flags: Mapping[str, bool]) -> Any:
    """Return the points of a box, with its dice and turn; None where it is open.

    Points in a box that is said to be unused, or struck, are neither: they are kept with the flag, for a person to see.
    """
    if is_filled(member):
        return member
    at = _points_key(member) or ""
    told = member.get(at)
    struck = next((n for n, said in member.items() if said is True and _means(n, words().struck_flags)), None)
    if struck is not None:
        return "x" if told in _NOTHING else f"{told} ({struck}: true)"
    unused = [name for name, used in flags.items() if member.get(name) is not None and member[name] is not used]
    if unused:
        return None if told in _NOTHING else f"{told} ({unused[0]}: {str(member[unused[0]]).lower()})"
    if told is None or told == "":
        return None
    rolled = {
        field: value for name, v in member.items() if (field := field_name(name)) in _ROLLS and (value := faces(v))
    }
    return {"points": told, **rolled} if rolled else told


def faces(value: Any) -> Any:
    """Return dice as a list of faces, where each is an object with its face and whether it is held."""
    if isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
        faces = [next((f for n, f in v.items() if field_name(n) == "points"), None) for v in value]
        return faces if all(isinstance(f, int) and not isinstance(f, bool) for f in faces) else None
    return value


def _listed(members: Sequence[Any]) -> dict[str, Any] | None:
    """Return a list that has an object for each box as an object; None where it is none, or is read as it stands."""
    if len(members) < _LEAST or not all(isinstance(m, dict) for m in members):
        return None
    at = _naming(members)
    flagged = any(isinstance(v, bool) for m in members for v in m.values())
    if at is None or (all(box_of(m) == at for m in members) and not flagged):
        return None
    boxes = {m[at]: {name: v for name, v in m.items() if name != at} for m in members}
    if len(boxes) < len(members) or not all(map(_points_key, boxes.values())):
        return None
    if any(field_name(name) == "column" for member in boxes.values() for name in member):
        return None
    return _written(boxes)


def _columns(members: Sequence[Any]) -> dict[str, Any] | None:
    """Return a list that has an object for each column of a sheet, by a name, as an object; None where it is none."""
    if len(members) < 2 or not all(isinstance(m, dict) for m in members):
        return None
    at = next((name for name, v in members[0].items() if _names_column(v) and field_name(name) not in _NO_NAMES), None)
    told = [m.get(at) for m in members] if at is not None else []
    if not told or not all(map(_names_column, told)) or len(set(told)) < len(told):
        return None
    columns = {m[at]: {name: v for name, v in m.items() if name != at} for m in members}
    players = any(names_player(name, v) for column in columns.values() for name, v in column.items())
    return columns if not players and all(map(has_boxes, columns.values())) else None


def _names_column(value: Any) -> bool:
    return isinstance(value, str) and column_name(value) is not None


def _naming(members: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the key under which each member of a list names its box, or a sum; none where players are named."""
    for name in members[0]:
        told = [m.get(name) for m in members]
        if not all(isinstance(text, str) and _is_line(text) for text in told) or count_boxes(told) < _LEAST:
            continue
        others = {other for m in members for other in m if other != name}
        named = [o for o in others if field_name(o) in NAME_FIELDS and count_boxes(m.get(o) for m in members) < _LEAST]
        return None if named else name
    return None


def _is_line(text: str) -> bool:
    x = label(text)
    return (x is not None and x.kind in ("box", "stated")) or is_sum_word(text)


def _by_flags(value: dict[str, Any]) -> dict[str, Any]:
    """Open the boxes that hold nothing and are unused, by an object of flags, or a list of those used, beside them."""
    for name, member in value.items():
        used = _used_boxes(name, member)
        if used is None:
            continue
        for where, sheet in [("", value), *value.items()]:
            if where == name or not isinstance(sheet, dict) or count_boxes(n for n in sheet if n != name) < _LEAST:
                continue
            boxes = {n: v for n, v in sheet.items() if is_plain(v) and (x := label(n)) and x.kind == "box"}
            names = {label(n).name: n for n in boxes}  # type: ignore[union-attr]
            told = {x.name: flag for n, flag in used.items() if (x := label(n))}
            opened = {n: None for box, n in names.items() if not told.get(box, False) and boxes[n] in _NOTHING}
            odd = {
                n: f"{boxes[n]} ({name}: false)"
                for box, n in names.items()
                if any(told.values()) and not told.get(box, False) and boxes[n] not in _NOTHING
            }
            if any(told.values()) or len(opened) == len(boxes):
                sheet = {**sheet, **opened, **odd}
            rest = {n: v for n, v in (sheet if not where else value).items() if n != name}
            return rest if not where else {**rest, where: sheet}
    return value


def _opened(value: dict[str, Any], notes: dict[str, None]) -> dict[str, Any]:
    """Open the boxes of a sheet that a program marks with -1, which no box can hold."""
    boxes = [name for name, v in value.items() if is_plain(v) and (x := label(name)) and x.kind == "box"]
    opened = {name: None for name in boxes if value[name] in (-1, "-1") and value[name] is not True}
    if not opened or count_boxes(boxes) < _LEAST:
        return value
    notes[_MINUS_ONE] = None
    return value | opened


def _section_sums(value: dict[str, Any]) -> dict[str, Any]:
    """Say of the sums within the object of a section that they are those of the section."""
    return {name: _summed(x.name, v) if (x := label(name)) and isinstance(v, dict) else v for name, v in value.items()}


def _summed(section: str, value: dict[str, Any]) -> dict[str, Any]:
    sums = {
        n: x.name
        for n in value
        if (x := label(n)) and x.column is None and x.name in ("sum", "subtotal", "numbered", "total")
    }
    if section not in ("upper", "lower") or not sums or not count_boxes(value):
        return value
    first = next((n for n, what in sums.items() if what in ("subtotal", "numbered")), next(iter(sums)))
    bonus = any((x := label(n)) and x.name == "bonus" for n in value)
    named = {n: f"stated_{section}" + ("_with_bonus" if bonus and n != first else "") for n in sums}
    return {named.get(n, n): v for n, v in value.items()} if len(set(named.values())) == len(sums) else value


def _used_boxes(name: str, member: Any) -> dict[str, bool] | None:
    """Return which boxes are used, by an object or a list that says so."""
    meant = _is_used(name)
    if meant is None:
        return None
    if isinstance(member, list) and all(isinstance(m, str) for m in member) and count_boxes(member) == len(member) > 0:
        return dict.fromkeys(member, True) if meant else None
    if isinstance(member, dict) and all(isinstance(v, bool) for v in member.values()) and count_boxes(member) >= _LEAST:
        return {n: v is meant for n, v in member.items()}
    return None


def _without_proposals(value: dict[str, Any], notes: dict[str, None]) -> dict[str, Any]:
    """Leave out the points that a program proposes, where the boxes themselves stand beside them."""
    proposed = [
        name
        for name, member in value.items()
        if isinstance(member, dict)
        and count_boxes(member) >= _LEAST
        and not words().provisional.isdisjoint(words_of(name))
    ]
    rest = {name: member for name, member in value.items() if name not in proposed}
    if not proposed or not _has_sheet(rest):
        return value
    notes.update(dict.fromkeys(_PREVIEW.format(name=name) for name in proposed))
    return rest


def _without_names(value: dict[str, Any], notes: dict[str, None]) -> dict[str, Any]:
    """Leave out of a player's sheet the lists of what has a name and no figure, such as what was reached: no players.

    >>> ana = {"name": "Ana", "scores": dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), 5)}
    >>> _without_names({**ana, "badges": [{"name": "First yams"}]}, {}) == ana
    True
    """
    named = [
        name for name, member in value.items() if isinstance(member, list) and member and all(map(_is_name, member))
    ]
    rest = {name: member for name, member in value.items() if name not in named}
    if not named or not any(names_player(*told) for told in rest.items()) or not has_boxes(rest):
        return value
    notes.update(dict.fromkeys(_NAMES.format(name=name) for name in named))
    return rest


def _is_name(member: Any) -> bool:
    """Tell whether a member of a list is an object with a name and no figure."""
    if not isinstance(member, dict) or not any(names_player(*told) for told in member.items()):
        return False
    meant = [x for name in member if (x := label(name))]
    figures = any(x.kind in ("box", "stated") or x.name in ("points", "dice") for x in meant)
    return not figures and all(map(is_plain, member.values()))


def _has_sheet(value: Any, depth: int = 0) -> bool:
    if depth > DEEPEST or is_plain(value):
        return False
    if isinstance(value, list):
        return any(_has_sheet(v, depth + 1) for v in value)
    return count_boxes(value) >= _LEAST or any(_has_sheet(v, depth + 1) for v in value.values())


def _numbered(value: dict[str, Any]) -> dict[str, Any]:
    """Call the upper boxes by their faces, where six keys differ in nothing but these: "total1", "total2"."""
    stems: dict[str, dict[str, str]] = {}
    for name in value:
        if name[-1:] in _FACES:
            stems.setdefault(name[:-1], {})[name[-1]] = name
    whole = [found for stem, found in stems.items() if stem and found.keys() == _FACES]
    lower = count_boxes(name for name in value if name[-1:] not in _FACES)
    if (
        len(whole) != 1
        or lower <= _LEAST
        or any((x := label(n)) and x.name in UPPER for n in value if n[-1:] not in _FACES)
    ):
        return value
    faces_of = {name: face for face, name in whole[0].items()}
    return {faces_of.get(name, name): v for name, v in value.items()}


def _in_order_of_names(value: Mapping[str, Any]) -> dict[str, Any]:
    """Give the figures in lists the names of the boxes that stand in the same order in a list of their own."""
    heads = [name for name, v in value.items() if isinstance(v, list) and all(isinstance(h, str) for h in v)]
    heads = [name for name in heads if all(map(_is_line, value[name])) and count_boxes(value[name]) > _LEAST]
    if len(heads) != 1 or any(
        isinstance(v, list) and v and all(isinstance(r, list) for r in v) for v in value.values()
    ):
        return dict(value)
    names = value[heads[0]]
    rest = {name: _named(v, names) for name, v in value.items() if name != heads[0]}
    return rest if rest != {name: v for name, v in value.items() if name != heads[0]} else dict(value)


def _named(value: Any, names: Sequence[str], depth: int = 0, *, own: bool = False) -> Any:
    """``own``: the value is a player's; elsewhere a list has to be long to be the figures of a sheet."""
    if is_plain(value) or depth > DEEPEST:
        return value
    if isinstance(value, dict):
        own = own or any(map(names_player, value, value.values()))
        return {name: _named(v, names, depth + 1, own=own) for name, v in value.items()}
    few = len(names) < 2 * _LEAST and not own
    if (
        not few
        and len(value) == len(names) == len(set(names))
        and all(v is None or points(str(v)) is not None for v in value)
    ):
        return dict(zip(names, value, strict=True))
    return [_named(v, names, depth + 1, own=own) for v in value]
