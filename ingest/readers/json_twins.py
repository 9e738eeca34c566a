"""Take the keys of JSON records that mean the same for one, where no record tells different things under them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.model import ReadOptions
from ingest.readers import dates
from ingest.readers.headings import meaning, understand
from ingest.readers.labels import Label, field_name, label
from ingest.readers.words import is_timestamp


@dataclass
class Twins:
    """Hold the keys that say nothing beside another, with that one, and what is wrong where two say different things.

    ``left``: those of them that are no more than the number, or the id, of a player.
    """

    joined: dict[str, str] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)


def find(
    keys: Sequence[str], rows: Mapping[int, Mapping[str, str]], places: Mapping[int, str], options: ReadOptions
) -> Twins:
    """Compare what stands under keys that mean the same; ``rows`` and ``places``: cells by key, and a path, by row.

    >>> find(("player", "threes", "upper3"), {1: {"threes": "9", "upper3": "9"}}, {1: "[0]"}, ReadOptions()).joined
    {'upper3': 'threes'}
    """
    found = Twins(joined=_dates(keys, rows))
    for meant, first, other in _pairs(keys, options):
        both = {row: (a, b) for row, cells in rows.items() if (a := cells.get(first)) and (b := cells.get(other))}
        unlike = next((row for row, (a, b) in both.items() if a != b), None)
        if unlike is None:
            found.joined[other] = first
        elif meant.name == "player" and (number := _number(first, other, [*rows.values()])):
            found.left.add(number)
        else:
            a, b = both[unlike]
            found.problems.append(
                f"{places[unlike]}: {first} is {a!r} and {other} is {b!r}, and both mean {meaning(meant)}"
            )
    return found


def _dates(keys: Sequence[str], rows: Mapping[int, Mapping[str, str]]) -> dict[str, str]:
    """Return the times, each with the date, that are the dates of the records which have no other: they never differ.

    >>> _dates(("date", "startedAt"), {1: {"date": "2026-03-14"}, 2: {"startedAt": "2026-03-21 20:15"}})
    {'startedAt': 'date'}
    """
    dated = sorted((name for name in keys if field_name(name) == "date"), key=is_timestamp)
    return {
        other: dated[0]
        for other in dated[1:]
        if is_timestamp(other)
        and all(_day(a) == _day(b) for cells in rows.values() if (a := cells.get(dated[0])) and (b := cells.get(other)))
    }


def _day(text: str) -> Any:
    return dates.readings(text).get("any", text)


def _pairs(keys: Sequence[str], options: ReadOptions) -> Iterator[tuple[Label, str, str]]:
    """Yield each meaning that several keys have, with the first of them and each other one."""
    meant = [x for name in keys if (x := label(name)) and x.kind != "stated"]
    if len({(x.kind, x.name, x.column) for x in meant}) == len(meant):
        return
    headings = understand(keys, options)
    firsts: dict[tuple[str, str, str | None], str] = {}
    for name, x in zip(keys, headings.labels, strict=True) if headings.clashes else ():
        if x and x.kind != "stated" and firsts.setdefault((x.kind, x.name, x.column), name) != name:
            yield x, firsts[x.kind, x.name, x.column], name


def _number(first: str, other: str, rows: Sequence[Mapping[str, str]]) -> str | None:
    """Return which of two keys of players tells these by a number or an id throughout, where the other tells names."""
    told = [[any(c.isdigit() for c in text) for row in rows if (text := row.get(name))] for name in (first, other)]
    counted, named = [all(texts) for texts in told], [not any(texts) for texts in told]
    return first if counted[0] and named[1] else other if counted[1] and named[0] else None
