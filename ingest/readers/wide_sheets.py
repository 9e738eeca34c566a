"""Make the sheets of a wide table from its records: what each tells of its game, and its figures."""

from __future__ import annotations

from typing import Any

from ingest.readers import dates, groups
from ingest.readers.calendar import Calendar, Impossible
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name
from ingest.readers.records import TEXT_FIELDS, Record
from ingest.readers.values import clean
from ingest.readers.words import key

_SHEET_FIGURES = ("total", "place", "extra_yams", "extra")


def make(grid: Grid, records: list[Record], calendar: Calendar, out: Collector) -> None:
    """Turn the records that are sheets into sheet columns; each is given up once it is one, to spare memory."""
    sheets: dict[tuple[object, ...], tuple[int, set[str]]] = {}
    games = _Unnamed(out)
    beside = groups.beside(records, lambda r: isinstance(calendar.day(r.fields.get("date", "")), Impossible))
    timed = {text: block for game in groups.timed(records, calendar) for block in [out.block()] for text in game}
    identity = {"date", "game", "round", "table"}
    seen: set[str]
    records.reverse()
    while records:
        r = records.pop()
        problem = r.problem or _problem(r, calendar)
        fields = _fields(grid, beside.get(r.row, r), calendar)
        if not identity.intersection(r.plan.fields) and not r.plan.player:
            fields["block"] = games.block(r)
        elif r.plan.player and not {"game", "column"} & r.plan.fields.keys():
            fields["block"] = out.block()
        elif r.fields.get("date") in timed:
            fields["block"] = timed[r.fields["date"]]
        elif any(r.fields.get(name) for name in identity):
            games.end()
        else:
            fields["block"] = games.block(r)
        if problem:
            out.reject(grid.worksheet, r.row, *problem, fields)
            continue
        column = column_name(r.fields["column"]) if r.fields.get("column") else None
        if column is None:
            sheet, seen = out.sheet(), set()
        else:
            texts = (r.fields.get(name) for name in ("date", *TEXT_FIELDS))
            one = (r.plan.row, r.group, key(r.fields["player"]), *texts)
            sheet, seen = sheets.get(one, (-1, set()))
            if sheet < 0 or column[0] in seen:
                sheet, seen = sheets[one] = out.sheet(), set()
        for name in [column[0]] if column else r.columns:
            seen.add(name)
            _column(r, name, sheet, len(seen) == 1, fields, out)
        out.row(grid.worksheet, r.row, sheet)
        if r.also:
            out.row(grid.worksheet, r.also, sheet)
        out.pack()


def _problem(r: Record, calendar: Calendar) -> tuple[str, str] | None:
    """Return the code and the sentence of what keeps a record with a player and figures from being a sheet."""
    text, column = r.fields.get("date", ""), r.fields.get("column", "")
    if isinstance(calendar.day(text), Impossible):
        where = f"row {r.row}, column {_heading(r, 'date')}"
        return "bad_value", f"{where}: {text!r} is no date{_asked(calendar)}. {dates.remedy(text)}"
    if column and not column_name(column):
        return "bad_value", f"row {r.row}: no column of a sheet is called {column!r}. Say down, free, up or dry."
    return None


def _fields(grid: Grid, r: Record, calendar: Calendar) -> dict[str, Any]:
    """Return what a record tells of its game."""
    day = calendar.day(r.fields.get("date", ""))
    return {
        "played": None if isinstance(day, Impossible) else day,
        "worksheet": grid.worksheet,
        **{name: r.fields.get(name) or None for name in TEXT_FIELDS},
    }


class _Unnamed:
    """Part games that are not named: by headings, by lines, by others, by a player again after a blank line."""

    def __init__(self, out: Collector) -> None:
        self._out = out
        self._group = (0, 0)
        self._block = 0
        self._players: set[tuple[str, str]] = set()

    def end(self) -> None:
        """Let the next record begin a game."""
        self._group = (0, 0)

    def block(self, r: Record) -> int:
        """Return the block of a record that tells no game; records are given in their order."""
        player = (key(r.fields["player"]), r.fields.get("column", ""))
        group = (r.plan.row, r.group)
        if self._group != group or (r.after_gap and player in self._players):
            self._group, self._block, self._players = group, self._out.block(), set()
        if player[0]:
            self._players.add(player)
        return self._block


def _column(r: Record, name: str, sheet: int, first: bool, fields: dict[str, Any], out: Collector) -> None:
    made = out.column(sheet, name, r.row, r.fields["player"], fields)
    several = len(r.columns) > 1
    summed = any(figure == "column_total" for _, figure, _ in r.plan.stated)
    for i, box, column in r.plan.boxes:
        if column == name or (column is None and (name == "main" or not r.plan.mixed)):
            made.put(box, clean(r.box(i)), r.row)
    for i, figure, column in r.plan.stated:
        if column == name:
            made.put_stated("column_total" if figure in ("total", "sum") else figure, clean(r.box(i)), r.row)
        elif i in r.whole:
            made.put_stated("total", clean(r.box(i)), r.row)
        elif column is None and "column" in r.plan.fields and figure in ("total", "sum") and not summed:
            made.put_stated("column_total", clean(r.box(i)), r.row)
        elif column is None and (first or not several):
            sheetwide = several and figure not in _SHEET_FIGURES
            made.put_stated(f"sheet_stated_{figure}" if sheetwide else figure, clean(r.box(i)), r.row)
    made.settle_tally()


def _heading(r: Record, name: str) -> str:
    i = r.plan.fields.get(name)
    return repr(r.plan.headings.texts[i]) if i is not None else "title"


def _asked(calendar: Calendar) -> str:
    return f" in the order {calendar.order} ({calendar.basis})" if calendar.order and calendar.basis else ""
