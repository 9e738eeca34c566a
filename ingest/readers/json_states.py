"""Keep of a game that a program has saved move by move, or again and again, the last state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ingest.readers import dates
from ingest.readers.json_boxes import count_boxes
from ingest.readers.json_kinds import DEEPEST, Settled, is_plain, names_player, within
from ingest.readers.labels import field_name, label

_LEAST = 3  # boxes filled alike that show two states to be of one game
_SHEET = 5  # boxes that make a sheet
_TOLD = "several states of one game, one after the other: the last counts"


@dataclass(frozen=True)
class _State:
    """Hold the filled boxes of a game by player and box."""

    filled: Mapping[tuple[str, str], Any]
    players: frozenset[str]


def last_states(value: Any, notes: dict[str, None], depth: int = 0) -> Any:
    """Return a document in which each game stands once, as it was last; notes tell where others are left out.

    >>> first = {"Ana": {"ones": 3, "twos": 6, "threes": 9, "fours": None, "fives": None}}
    >>> last_states([first, {"Ana": {**first["Ana"], "fours": 12}}], {})
    [{'Ana': {'ones': 3, 'twos': 6, 'threes': 9, 'fours': 12, 'fives': None}}]
    """
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    made = within(value, lambda member: last_states(member, notes, depth + 1))
    if isinstance(made, list):
        passed = _passed(made, notes)
        return [member for i, member in enumerate(made) if i not in passed]
    nested = [name for name, member in made.items() if not is_plain(member)]
    found = {name: state for name in nested if (state := _state(made[name]))} if len(nested) > 1 else {}
    states = sorted(found, key=lambda name: len(found[name].filled))  # what was before may stand behind
    passed = _passed([made[name] for name in states], notes)
    left = {name for i, name in enumerate(states) if i in passed}
    return {name: member for name, member in made.items() if name not in left}


class Passed:
    """Stand in place of a line that holds a state of a game which a later line goes on from."""


def last_lines(values: list[Any], notes: dict[str, None]) -> list[Any]:
    """Return documents that stand a line each, with `Passed` for those that are earlier states of another."""
    passed = _passed(values, notes)
    return [Passed() if i in passed else value for i, value in enumerate(values)]


def _passed(values: Sequence[Any], notes: dict[str, None]) -> set[int]:
    """Return the places of the states that the next one of the same game has passed; notes tell of it.

    Two states show by their filled boxes that they are of one game; then so are those before, of which nothing differs.
    """
    if len(values) < 2:
        return set()
    players, told = [*map(_one_player, values)], cache(lambda i: _told(values[i]))
    state = cache(lambda i: _state(values[i]))

    def may_go_on(i: int) -> bool:
        first, second = players[i], players[i + 1]
        return not (first and second and first != second) and _agree(told(i), told(i + 1))

    grown = [_grown(state(i), state(i + 1)) if may_go_on(i) else None for i in range(len(values) - 1)]
    passed = {
        i
        for i, own in enumerate(grown)
        if own is not None and (own >= _LEAST or any(n is not None and n >= _LEAST for n in _run(grown, i)))
    }
    if passed:
        notes[_TOLD] = None
    return passed


def _agree(first: Mapping[str, str], second: Mapping[str, str]) -> bool:
    """Tell whether the second of two values, if any, has the id and the day of the first."""
    return all(second.get(name, text) == text for name, text in first.items())


def _one_player(value: Any) -> str:
    """Return the name of the player of an object that is one's sheet, and holds nothing else."""
    if not isinstance(value, dict):
        return ""
    if not all(is_plain(v) or type(v) is Settled for v in value.values()):
        return ""
    return next((v for k, v in value.items() if isinstance(v, str) and names_player(k, v)), "")


def _run(grown: list[int | None], at: int) -> list[int | None]:
    """Return what has grown from one state on, as far as each goes on from the one before."""
    end = next((i for i in range(at, len(grown)) if grown[i] is None), len(grown))
    return grown[at:end]


def _grown(first: _State | None, second: _State | None) -> int | None:
    """Return how many boxes two states have filled alike, where the second goes on from the first; None where not."""
    if not first or not second or not first.players <= second.players:
        return None
    return len(first.filled) if first != second and first.filled.items() <= second.filled.items() else None


def _state(value: Any) -> _State | None:
    """Return the state of a game that stands somewhere within a value; none of several games."""
    found = list(_sheets("", value))
    players = frozenset(who for who, _ in found)
    if not found or len(players) < len(found):
        return None
    return _State({(who, box): v for who, sheet in found for box, v in sheet.items()}, players)


def _told(value: Any) -> dict[str, str]:
    """Return the id and the day of a game, as far as an object tells them."""
    found = value.items() if isinstance(value, dict) else ()
    told = {name: str(v) for k, v in found if is_plain(v) and v and (name := field_name(k)) in ("game", "date")}
    return {name: _day(text) if name == "date" else text for name, text in told.items()}


def _day(text: str) -> str:
    moment = dates.since_1970(text)
    return moment.date().isoformat() if moment else text[:10]


def _sheets(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the sheets within a value by the player's name, or what stands in its place."""
    if depth > DEEPEST or is_plain(value):
        return
    if isinstance(value, list):
        for i, member in enumerate(value):
            yield from _sheets(f"{i}", member, depth + 1)
        return
    own = next((v for k, v in value.items() if isinstance(v, str) and names_player(k, v)), "")
    boxes = {x.name: v for k, v in value.items() if is_plain(v) and (x := label(k)) and x.kind == "box"}
    if len(boxes) >= _SHEET and count_boxes(value) == len(boxes):
        yield own or name, {box: v for box, v in boxes.items() if v not in (None, "")}
        return
    found = [sheet for k, member in value.items() for sheet in _sheets(k, member, depth + 1)]
    if len(found) > 1 and all(label(part) for part, _ in found):  # the sections, or columns, of one sheet
        found = [("", {f"{part} {box}": v for part, sheet in found for box, v in sheet.items()})]
    yield from [(own or name, found[0][1])] if len(found) == 1 and (own or not found[0][0]) else found
