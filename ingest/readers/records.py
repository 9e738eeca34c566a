"""Hold the records of a table under its headings, before it is known which of them are sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from ingest.model import Question
from ingest.readers.calendar import Calendar
from ingest.readers.collect import Collector
from ingest.readers.headings import Headings
from ingest.readers.labels import Label
from ingest.readers.values import clean
from ingest.readers.words import is_note

Layout = Literal["wide", "long", "paper", "totals"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
#: Identity fields that are kept as text.
TEXT_FIELDS = ("game", "rules", "season", "event", "round", "table")


@dataclass
class Part:
    """Hold one table or paper sheet understood but for its dates, which one order for the whole file settles.

    ``dates`` lists each date as (text, place); ``emit`` puts the sheets into the collector under that order.
    ``aside``: a table of totals below scoresheets, which may repeat them.
    """

    layout: Layout
    headings: Mapping[str, str]
    suggestions: Mapping[str, str]
    labels: tuple[Label | None, ...]
    dates: list[tuple[str, str]]
    emit: Callable[[Calendar, Collector], None]
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    aside: bool = False


@dataclass
class Plan:
    """Say what stands in each field of a row under one heading row; ``player``: whose they are where none tells it."""

    row: int
    headings: Headings
    player: str = ""
    fields: dict[str, int] = field(default_factory=dict)
    boxes: list[tuple[int, str, str | None]] = field(default_factory=list)
    stated: list[tuple[int, str, str | None]] = field(default_factory=list)

    @classmethod
    def of(cls, row: int, found: Headings) -> Plan:
        """Sort the labels of a heading row by kind."""
        plan = cls(row, found)
        for i, x in enumerate(found.labels):
            if x is None:
                continue
            if x.kind == "box":
                plan.boxes.append((i, x.name, x.column))
            elif x.kind == "stated" or x.name == "extra_yams":
                plan.stated.append((i, x.name, x.column))
            else:
                plan.fields[x.name] = i
        return plan

    def with_game(self, at: int) -> Plan:
        """Return the same where a field that has no meaning tells the game."""
        labels = (*self.headings.labels[:at], Label("field", "game"), *self.headings.labels[at + 1 :])
        return Plan.of(self.row, replace(self.headings, labels=labels))

    @cached_property
    def columns(self) -> list[str]:
        """Return the columns of a sheet, in the file's order."""
        named = dict.fromkeys(c for _, _, c in (*self.boxes, *self.stated) if c)
        return list(named) or ["main"]

    @cached_property
    def mixed(self) -> bool:
        """Tell whether boxes with a column stand beside others, as where games with and without columns are listed."""
        named = {column is not None for _, _, column in self.boxes}
        return len(named) > 1

    def texts(self, cells: Sequence[str]) -> dict[str, str]:
        """Return what stands in the fields of a record; names and dates in several columns are put together."""
        found = {name: clean(cells[i]) if i < len(cells) else "" for name, i in self.fields.items()}
        if self.player:
            found["player"] = self.player if any(clean(c) for c in cells[: self.width]) else ""
        if "given_name" in found:
            found["player"] = " ".join(filter(None, (found.pop("given_name"), found["player"])))
        if "month" in found:
            parts = [found.pop("year"), found.pop("month"), found["date"]]
            figures = all(p.isdigit() and len(p) <= 2 for p in parts[1:]) and len(parts[0]) == 4
            found["date"] = "-".join(p.zfill(2) for p in parts) if figures else " ".join(filter(None, reversed(parts)))
        return found

    @cached_property
    def wordless(self) -> frozenset[int]:
        """Return where no word for sums is looked for: figures, the player, remarks, and events with such names."""
        named = (self.fields[name] for name in ("player", "event") if name in self.fields)
        remarks = (i for i, text in enumerate(self.headings.texts) if is_note(text))
        return frozenset((*(i for i, *_ in (*self.boxes, *self.stated)), *named, *remarks))

    @cached_property
    def width(self) -> int:
        """Return the number of fields up to the last one that has a heading."""
        return max((i for i, text in enumerate(self.headings.texts, 1) if text), default=0)


@dataclass(slots=True)
class Record:
    """Be one record under a plan, before it is known whether it is a sheet."""

    row: int
    cells: list[str]
    plan: Plan
    after_gap: bool
    fields: dict[str, str]
    word: str | None  # where a word for sums stands: "player" (is one), "beginning" (of the player), "elsewhere";
    # "extreme": the player may be a record; "within": a word for one is in the name
    boxes: bool
    figures: bool
    group: int = 0  # the row of the line, or the headings, that begins the group of a sheet
    also: int = 0  # the row of its other half, where a sheet is printed in two tables
    problem: tuple[str, str] | None = None  # the code and the sentence of what keeps it from being a sheet
    absent: str = ""  # the word that says that the player was not there
    whole: list[int] = field(default_factory=list)  # where totals stand that are those of all columns of the sheet

    def box(self, i: int) -> str:
        """Return a cell, or nothing where the record is too short."""
        return self.cells[i] if i < len(self.cells) else ""

    @property
    def columns(self) -> list[str]:
        """Return the columns of its sheet: of all that a mixed table has, those of the kind that it fills."""
        if not self.plan.mixed:
            return self.plan.columns
        filled = {column is None for i, _, column in self.plan.boxes if clean(self.box(i))}
        return [*(self.plan.columns if False in filled else ()), *(["main"] if filled != {False} else ())]
