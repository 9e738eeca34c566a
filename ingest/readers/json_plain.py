"""Put what apps write for the boxes of a sheet into the plain form, a name and its points, before JSON is taken apart.

A box may be an object that says of its points whether they count: ``{"value": 0, "used": false}`` is open. The points
of a sheet may stand in a list, whose order the document tells once, in a list of the boxes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.readers.json_kinds import DEEPEST, FILLED, is_filled, is_plain, names_player
from ingest.readers.labels import box_name, field_name, label
from ingest.readers.words import key

#: Keys that tell whether a box is filled, and whether it is struck.
_FILLED = frozenset(
    (
        "used",
        "isused",
        "locked",
        "islocked",
        "filled",
        "isfilled",
        "scored",
        "isscored",
        "done",
        "isdone",
        "set",
        "played",
    )
)
_STRUCK = frozenset(
    ("crossed", "crossedout", "iscrossed", "struck", "isstruck", "strike", "scratched", "isscratched", "crossout")
)
_LEAST = 6  # boxes in a list that tells their order


def plain(value: Any) -> Any:
    """Return a document with its boxes in the plain form.

    >>> plain({"player": "Ana", "ones": {"value": 3, "used": True}, "twos": {"value": 0, "used": False}})
    {'player': 'Ana', 'ones': 3, 'twos': None}
    >>> plain({"categories": ["ones", "twos", "threes", "fours", "fives", "sixes"],
    ...        "sheets": [{"player": "Ana", "scores": [1, 2, 3, 4, 5, 6]}]})["sheets"][0]["scores"]["fours"]
    4
    """
    return _plain(value, ())


def _plain(value: Any, boxes: Sequence[str], depth: int = 0) -> Any:
    if depth > 2 * DEEPEST or is_plain(value):
        return value
    if isinstance(value, list):
        return [_plain(member, boxes, depth + 1) for member in value]
    boxes = next(filter(None, map(_order, value.values())), boxes)
    player = any(names_player(k, v) for k, v in value.items())
    return {k: _member(k, v, boxes if player else (), boxes, depth) for k, v in value.items()}


def _member(name: str, value: Any, own: Sequence[str], boxes: Sequence[str], depth: int) -> Any:
    """Return a member of an object; ``own``: the order of the boxes, where the object is a player's."""
    if own and isinstance(value, list) and len(value) == len(own) and not any(isinstance(v, dict) for v in value):
        return dict(zip(own, value, strict=True))
    if isinstance(value, dict) and value and not is_filled(value) and box_name(name):
        points = [k for k in value if _means_points(k)]
        if len(points) == 1 and not any(isinstance(v, dict) for v in value.values()):
            counts = _points(value[points[0]], {key(k): v for k, v in value.items() if isinstance(v, bool)})
            rolled = {told: v for k, v in value.items() if (told := field_name(k)) in FILLED and told != "points"}
            return {"points": counts, **rolled} if rolled and counts is not None else counts
    return _plain(value, boxes, depth + 1)


def _order(value: Any) -> Sequence[str]:
    """Return a list that tells the order of the boxes, else nothing."""
    if not isinstance(value, list) or len(value) < _LEAST or not all(isinstance(v, str) for v in value):
        return ()
    named = sum(box_name(v) is not None for v in value)
    return value if named >= _LEAST and named * 2 > len(value) and len(set(value)) == len(value) else ()


def _means_points(name: str) -> bool:
    x = label(name)
    return field_name(name) == "points" or (
        x is not None and (x.kind, x.name) in (("stated", "total"), ("stated", "sum"))
    )


def _points(value: Any, flags: Mapping[str, bool]) -> Any:
    """Return the points of a box as it says whether they count."""
    if any(flags.get(k) for k in _STRUCK):
        return value or "x"
    if value in (0, None) and any(flags.get(k) is False for k in _FILLED):
        return None
    return value
