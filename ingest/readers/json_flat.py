"""Lay out a record of JSON as the cells of a row: nested objects under their path, boxes with their dice apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ingest.readers import dates
from ingest.readers.json_kinds import FILLED, Settled, box_of, has_boxes, is_filled
from ingest.readers.json_shapes import Entry
from ingest.readers.labels import column_name, field_name, label
from ingest.readers.words import UPPER, key
from ingest.readers.yamsheet_json import rules_text

#: Keys that only wrap others: their members count as if they stood beside them.
_WRAPPERS = ("boxes", "columns", "scores", "points", "main", "categories")
#: Those whose members can be boxes only.
_OF_BOXES = frozenset(("boxes", "columns", "categories"))
#: Fields that are figures, and stand among the boxes.
_FIGURES = ("extra_yams", "points")
_DEEPEST = 5
_BOXES = range(10, 25)  # figures of a list that may be all boxes of a sheet
_ROLLED = "…"  # stands in the cell of a box of which only the dice are told


class Unclear(Exception):
    """Say why a record cannot be laid out."""


@dataclass
class Flat:
    """Be a record that is being laid out: nested objects under their path, ``down.ones``, ``stated_total``."""

    entry: Entry
    cells: dict[str, str] = field(default_factory=dict)
    filled: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)
    notes: dict[str, None] = field(default_factory=dict)

    def of(
        self, value: Mapping[str, Any], prefix: str = "", depth: int = 0, *, boxes: bool = False, section: str = ""
    ) -> Flat:
        """Lay out an object; ``section``: its sum is that of a section. Raises Unclear for a box that stands twice.

        So too for boxes that are none.
        """
        for name, member in value.items():
            path = f"{prefix}stated_{section}" if section and _is_sum(name) else f"{prefix}{name}"
            if boxes and not isinstance(member, dict):
                self.boxes.add(path)
            if isinstance(member, list) and member and all(isinstance(m, dict) and box_of(m) for m in member):
                self.of(dict(_boxes(member)), prefix, depth + 1)
            elif is_filled(member):
                self._box(path, member)
            elif isinstance(member, dict) and field_name(name) == "rules" and "base" in member:
                self._put(path, rules_text(member) or "")
            elif isinstance(member, dict) and depth < _DEEPEST:
                inner = _prefix(path, name, member, prefix)
                own = _section(member) if inner == prefix else ""
                self.of(member, inner, depth + 1, boxes=key(name) in _OF_BOXES, section=own)
            elif key(name) in _OF_BOXES and member is not None and not isinstance(member, dict):
                raise Unclear(f"{name} is {text_of(member)[:40]!r}, and no object of boxes.")
            elif self.entry.game is not None and not prefix and field_name(name) == "game":
                continue
            else:
                self._put(path, self._cell(name, member))
        return self

    def _box(self, path: str, told: Mapping[str, Any]) -> None:
        """Lay out a box that is an object."""
        points = told.get("points")
        rolled = any(told.get(k) for k in ("dice", "throws"))
        self._put(path, _ROLLED if points is None and rolled else text_of(points))
        turn, lists = told.get("turn"), [told[k] for k in ("throws", "kept") if told.get(k) is not None]
        if (turn is not None and (not isinstance(turn, int) or not 0 < turn < 10_000)) or not all(
            isinstance(v, list) for v in lists
        ):
            self.cells[path] = json.dumps(told, ensure_ascii=False)[:100]
        elif told.keys() != {"points"}:
            self.filled[path] = told

    def _put(self, path: str, text: str) -> None:
        known = self.cells.get(path)
        if known and text and known != text:
            raise Unclear(f"{path} stands twice, {known!r} and {text!r}.")
        self.cells[path] = known or text

    def _cell(self, name: str, value: Any) -> str:
        """Write a value; a date in seconds or milliseconds since 1970 as the time that it is in UTC."""
        if field_name(name) == "date":
            if isinstance(value, list) and 3 < len(value) < 8 and all(isinstance(v, int) for v in value):
                year, month, day, hour, minute = (*value, 0)[:5]  # as programs in Java write a moment
                return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"
            told = dates.since_1970(text_of(value))
            if told is not None:
                self.notes[dates.UTC] = None
                return told.isoformat(timespec="seconds")
        return text_of(value)


def _prefix(path: str, name: str, member: Mapping[str, Any], prefix: str) -> str:
    """Return what the keys of a nested object are written under: nothing, where they speak for themselves."""
    if path == "stated":
        return "stated_"
    own = [k for k in member if key(k) not in _WRAPPERS]
    known = [x for k in own if (x := label(k))]
    boxes = len(known) * 2 > len(own) and all(x.kind in ("box", "stated") or x.name in _FIGURES for x in known)
    if key(name) in _WRAPPERS or (boxes and column_name(name) is None):
        return prefix
    return f"{path}."


def _section(member: Mapping[str, Any]) -> str:
    """Return the one section that all boxes of an object are of, else nothing."""
    wrapped = (v for k, v in member.items() if key(k) in _WRAPPERS and isinstance(v, dict))
    upper = {x.name in UPPER for k in chain(member, *wrapped) if (x := label(k)) and x.kind == "box"}
    return "" if len(upper) != 1 else "upper" if True in upper else "lower"


def _is_sum(name: str) -> bool:
    """Tell whether a key is that of a sum of what stands beside it."""
    x = label(name)
    sums = ("total", "sum", "subtotal", "numbered")
    return bool(x and (x.name == "points" or (x.kind == "stated" and x.name in sums)))


def _boxes(members: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the boxes of a list that has an object for each, under their names."""
    seen = set()
    for member in members:
        at = box_of(member) or ""
        told = {field: v for k, v in member.items() if k != at and (field := field_name(k))}
        column = f"{told['column']}." if told.get("column") else ""
        name = f"{column}{member[at]}"
        if name in seen:
            raise Unclear(f"{name} stands twice.")
        seen.add(name)
        yield name, {k: v for k, v in told.items() if k in FILLED}


def unnamed_figures(value: Mapping[str, Any]) -> str:
    """Return the key of a list that may be the boxes of a sheet in an order that nobody tells, where none is named."""
    found = _figures(value)
    return "" if found and has_boxes(value) else found


def _figures(value: Mapping[str, Any], depth: int = 0) -> str:
    """Return the key of a list of as many figures as a sheet has boxes."""
    if depth > _DEEPEST:
        return ""
    for name, member in value.items():
        if isinstance(member, dict) and type(member) is not Settled and (found := _figures(member, depth + 1)):
            return found
        rolled = field_name(name) in ("dice", "throws", "kept")
        if isinstance(member, list) and len(member) in _BOXES and not rolled and all(map(_may_fill, member)):
            return name
    return ""


def _may_fill(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, int) and not isinstance(value, bool))


def text_of(value: Any, depth: int = 0) -> str:
    """Write a value as a cell; throws are parted by bars, other lists shown down to a few levels, being no figures."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list):
        part = "|" if any(isinstance(v, list) for v in value) else " "
        return part.join(text_of(v, depth + 1) for v in value) if depth < _DEEPEST else "[…]"
    return str(value)
