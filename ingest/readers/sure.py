"""Hold what the rows that are surely sheets have in each field, so that a row is compared with all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ingest.readers.records import Record
from ingest.readers.values import points


def identified(r: Record) -> bool:
    """Tell whether a row says itself which game it is of."""
    return bool(r.fields.get("date") and "date" in r.plan.fields) or bool(r.fields.get("game"))


def values(r: Record) -> tuple[int | None, ...]:
    """Return the points of a row in its boxes, None for what is none."""
    return tuple(v if isinstance(v := points(r.box(i)), int) else None for i, *_ in r.plan.boxes)


@dataclass(slots=True)
class Figures:
    """Be the figures that some sheets have in one field: how many, their sum, the highest and the lowest."""

    count: int = 0
    total: int = 0
    high: int = 0
    low: int = 0

    def add(self, value: int) -> None:
        """Count one more."""
        self.high = max(self.high, value) if self.count else value
        self.low = min(self.low, value) if self.count else value
        self.count += 1
        self.total += value


@dataclass(slots=True)
class Some:
    """Be some sheets: how many, and their figures by field."""

    size: int = 0
    fields: dict[int, Figures] = field(default_factory=dict)

    def add(self, figures: Iterable[tuple[int, int]]) -> None:
        """Add a sheet by its fields and figures."""
        self.size += 1
        for i, value in figures:
            self.fields.setdefault(i, Figures()).add(value)


class Sure:
    """Be the sheets among the rows of a table, from the top: those with a player and figures, and no word for sums."""

    def __init__(self, rows: Sequence[Record]) -> None:
        self._sheets = [
            r for r in rows if r.fields["player"] and (r.boxes or r.figures) and not r.word and not r.problem
        ]
        self._plans = {id(r.plan): r.plan for r in rows}
        self.last = max((r.row for r in self._sheets), default=0)
        self._read = 0
        self._above = Some()
        self._games: dict[tuple[str | None, str | None], Some] = {}
        self._last: tuple[str | None, str | None] = (None, None)

    def above(self, row: int) -> list[Some]:
        """Return the sheets above a row, all of them and those of the last game; rows are asked about from the top.

        A sheet that tells no game is of the one above it.
        """
        while self._read < len(self._sheets) and (sheet := self._sheets[self._read]).row < row:
            figures = list(self._figures(sheet))
            self._above.add(figures)
            self._last = _game(sheet) if identified(sheet) else self._last
            self._games.setdefault(self._last, Some()).add(figures)
            self._read += 1
        return [self._above, self._games[self._last]] if self._read else []

    @cached_property
    def all(self) -> Some:
        """Return all sheets."""
        some = Some()
        for sheet in self._sheets:
            some.add(self._figures(sheet))
        return some

    @cached_property
    def boxed(self) -> bool:
        """Tell whether any sheet has boxes, and not its total alone."""
        return any(sheet.boxes for sheet in self._sheets)

    @cached_property
    def told(self) -> int:
        """Return how many sheets say themselves which game they are of."""
        return sum(map(identified, self._sheets))

    @property
    def all_told(self) -> bool:
        """Tell whether every sheet says itself which game it is of."""
        return self.told == len(self._sheets)

    @property
    def mostly_told(self) -> bool:
        """Tell whether at least half of the sheets say so."""
        return self.told * 2 >= len(self._sheets) > 0

    def has_more(self, points: Sequence[int | None]) -> bool:
        """Tell whether any sheet has points in a box in which a row has none."""
        return any(v is None and j in self._filled for j, v in enumerate(points))

    def has(self, points: Sequence[int | None]) -> bool:
        """Tell whether any sheet has exactly the points of a row."""
        return tuple(points) in self._points

    @cached_property
    def _points(self) -> frozenset[tuple[int | None, ...]]:
        return frozenset(map(values, self._sheets))

    @cached_property
    def _filled(self) -> frozenset[int]:
        return frozenset(j for points in self._points for j, v in enumerate(points) if v is not None)

    @cached_property
    def _at(self) -> tuple[int, ...]:
        return tuple({i for plan in self._plans.values() for i, *_ in (*plan.boxes, *plan.stated)})

    def _figures(self, sheet: Record) -> Iterable[tuple[int, int]]:
        return ((i, v) for i in self._at if isinstance(v := points(sheet.box(i)), int))


def _game(r: Record) -> tuple[str | None, str | None]:
    return r.fields.get("date"), r.fields.get("game")
