"""Make the sheets of the games that are found in the paper layout, or say of their rows why there are none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ingest.readers import dates, titles
from ingest.readers.beside_players import explains
from ingest.readers.blocks import Block, cell
from ingest.readers.calendar import Calendar
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.columns import counted
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.labels import label
from ingest.readers.records import Part
from ingest.readers.seats import Seat, Seating, letters
from ingest.readers.values import clean, points
from ingest.readers.words import SECTION_OF, is_absent_word, key, speaks_of_extremes

_NTH_GAME = re.compile(r"\d+\s*(?:[.°ºª)]|st|nd|rd|th|ère|ere|er|re|e|ème|eme|a|o|-a)?\s+(.*)", re.IGNORECASE)
#: What sums of a column over all columns of a player state of the sheet.
_OF_SUMS = {
    "total": "stated_total",
    "column_total": "stated_total",
    "upper": "sheet_stated_upper",
    "bonus": "sheet_stated_bonus",
}
_BLANK = "a sheet that nobody has filled in"
_BELOW = frozenset(("total", "lower", "lower_with_bonus"))
_SHEETWIDE = ("total", "place", "extra_yams", "extra")


@dataclass
class Sitting:
    """Be what makes sheets one game though they stand in blocks of their own: the number that the first is given."""

    number: int | None = None

    def of(self, out: Collector) -> int:
        """Return the number, a new one the first time."""
        if self.number is None:
            self.number = out.block()
        return self.number


@dataclass
class Sheets:
    """Be one game on paper: a block, the seats that share a date, and what its titles tell."""

    block: Block
    labels: Headings
    seats: list[Seat]
    head: titles.Head
    seating: Seating
    beside: list[Half] = field(default_factory=list)
    asked: dict[str, list[str]] = field(default_factory=dict)  # labels that are not known, with the cells beside them
    sitting: Sitting = field(default_factory=Sitting)
    notes: tuple[str, ...] = ()
    stands_for: str = "main"  # the column that its block is headed with

    @property
    def header(self) -> int:
        """Return the row of the names."""
        return self.seating.header

    @property
    def headers(self) -> list[int]:
        """Return every row of names."""
        return [self.header, *(half.header for half in self.beside)]

    @property
    def parts(self) -> list[tuple[Block, list[Seat]]]:
        """Return the blocks that hold its boxes, with the seats in each."""
        return [(self.block, self.seats), *((half.block, half.seats) for half in self.beside)]

    @property
    def rows(self) -> list[int]:
        """Return the rows that hold its boxes and sums."""
        return sorted({i for block, _ in self.parts for i in block.rows})


@dataclass
class Half:
    """Be a further part of the boxes that stands beside the first: its labels, and the seats in the order of those.

    ``apart``: it is another column of the sheets, below the first.
    """

    block: Block
    labels: Headings
    seats: list[Seat]
    header: int
    apart: bool = False


def part(grid: Grid, game: Sheets) -> Part:
    """Leave a game to the calendar: its sheets are made when the file's order of dates is known."""
    place = f"worksheet {grid.worksheet}" if grid.worksheet else "the title"
    return Part(
        layout="paper",
        headings=game.labels.meanings(),
        suggestions=game.labels.suggestions,
        labels=game.labels.labels,
        dates=[(text, f"{place}, row {game.header + 1}") for text in game.head.dates],
        emit=lambda calendar, out: _emit(grid, game, calendar, out),
        notes=(*game.notes, *_records_told(game), *_no_year_told(grid, game)),
    )


def _records_told(game: Sheets) -> tuple[str, ...]:
    """Tell of columns that are left out though their heading may be a player's name: "Max", "Best"."""
    names = ", ".join(dict.fromkeys(text for text in game.seating.left_out if speaks_of_extremes(text)))
    return (f"taken for the best, the least or the most possible of each box, and no player: {names}",) if names else ()


def _no_year_told(grid: Grid, game: Sheets) -> tuple[str, ...]:
    """Tell of a game whose day, above it or in the worksheet's name, has no year, and so gives it no date."""
    days = () if game.head.dates else filter(dates.lacks_year, (*game.head.titles, grid.worksheet))
    return tuple(
        f"no year stands beside {day}: the game is taken without a date, unless you write it there" for day in days
    )


def is_statistics(grid: Grid, game: Sheets) -> bool:
    """Tell whether what looks like a game is statistics of games."""
    figures = [cell(grid, i, s.at) for i in game.block.boxes.values() for s in game.seats]
    return titles.is_statistics(grid, game.head, figures)


def _emit(grid: Grid, game: Sheets, calendar: Calendar, out: Collector) -> None:
    """Make the sheets of a game, or say of its rows why there are none."""
    left_out = _no_game(grid, game)
    if left_out:
        for i in (*([game.header] if game.seats else []), *game.rows):
            out.ignore(grid.worksheet, grid.number(i), *left_out)
        return
    header = grid.number(game.header)
    if any(clean(c) for c in grid.rows[game.header]):
        out.ignore(grid.worksheet, header, "heading", "the names of the players")
    for name in game.seating.left_out:
        out.ignore(grid.worksheet, header, "no_player", f"{name}: left out, not the sheet of a player")
    problem = _problem(grid, game, calendar)
    if problem:
        code, message = problem
        for i in game.rows:
            out.reject(grid.worksheet, i + 1, code, message)
        return
    day = titles.day(game.head, calendar)
    fields = {"played": day, "worksheet": grid.worksheet, "block": game.sitting.of(out), **game.head.fields}
    columns = _columns(grid, game, fields, out)
    _fill(grid, game.block, game.labels, columns, stacked=any(half.apart for half in game.beside))
    _fill_sums(grid, game, columns)
    for half in game.beside:
        both = [(columns[a.at], b) for a, b in zip(game.seats, half.seats, strict=True) if a.at in columns]
        if half.apart:
            _fill_column(grid, game, half, both, fields, out)
        else:
            _fill(grid, half.block, half.labels, {b.at: made for made, b in both})
    for i in game.rows:
        sheets = dict.fromkeys(made.sheet for made in columns.values())
        for sheet in sheets:
            out.row(grid.worksheet, i + 1, sheet)
        if not sheets:
            out.ignore(grid.worksheet, i + 1, "blank_player", _BLANK)


def _no_game(grid: Grid, game: Sheets) -> tuple[str, str] | None:
    """Return the code and the sentence of what is left out whole: statistics, and a form."""
    if is_statistics(grid, game):
        return "statistics", "statistics, not a game"
    blank = not game.seats and not game.seating.unclear and not _any_points(grid, game)
    return ("blank_player", _BLANK) if blank else None


def _any_points(grid: Grid, game: Sheets) -> bool:
    """Tell whether a point stands beside any box, and not only what a form prints that boxes give."""
    for block, _ in game.parts:
        width = max(len(grid.rows[i]) for i in block.boxes.values())
        columns = {*range(block.column + 1, width), *game.seating.unnamed}
        cells = (cell(grid, i, c) for c in columns if not explains(grid, block, c) for i in block.boxes.values())
        if any(isinstance(value := points(text), int) and value for text in cells):
            return True
    return False


def _problem(grid: Grid, game: Sheets, calendar: Calendar) -> tuple[str, str] | None:
    """Return the code and the sentence of what keeps a game from being read."""
    if game.seating.unclear:
        texts = ", ".join(game.seating.unclear)
        return (
            "no_player",
            f"{where(grid, game.header)}: the headings {texts} may be columns or players. For columns write down, "
            "free, up, dry (or ↓ ↕ ↑) below the player's name; for players of several games write a date, or Game 1, "
            "Game 2, above each game.",
        )
    unnamed = [*game.seating.unnamed, *(s.at for s in game.seats if not s.player)]
    if not game.seats or unnamed:
        at = ", ".join(letters(c) for c in unnamed) or "all"
        headed = bool(game.seating.unnamed) and any(seat.column != "main" for seat in game.seats)
        lacking = "neither a player's name nor a column (down, free, up, dry)" if headed else "no player's name"
        return (
            "no_player",
            f"{where(grid, game.header)}: the columns {at} have figures but {lacking} above them. Write the names.",
        )
    if any(dates.candidates(s.player) or dates.lacks_year(s.player) or counts_games(s.player) for s in game.seats):
        return (
            "no_player",
            f"{where(grid, game.header)}: dates or games stand where the players' names should. "
            "Write a name above each.",
        )
    return titles.date_problem(game.head, calendar, where(grid, game.header))


def where(grid: Grid, row: int) -> str:
    """Name a row, counted from 0, for a message."""
    return grid.where(grid.number(row))


def counts_games(name: str) -> bool:
    """Tell whether a heading counts games ("Game #1", "Joc 2", "3. Spiel") and names no player."""
    nth = _NTH_GAME.fullmatch(name)
    x = counted(name) or (label(nth[1]) if nth else None)
    return bool(x and x.kind == "field" and x.name in ("game", "round"))


def _columns(grid: Grid, game: Sheets, fields: dict[str, Any], out: Collector) -> dict[int, SheetColumn]:
    """Open a sheet for each player who has a figure, and a column of it for each seat; the absent are told."""
    block = game.block
    players: dict[str, list[Seat]] = {}
    for seat in game.seats:
        name = key(seat.player)
        while any(s.column == seat.column for s in players.get(name, [])):
            name += "'"  # the same name again: a sheet of its own, for the check of players to find
        players.setdefault(name, []).append(seat)
    columns = {}
    for seats in players.values():
        if not any(_played(grid, game, s) for s in seats):
            message = f"{seats[0].player} has no figure: nobody played there"
            out.ignore(grid.worksheet, grid.number(game.header), "blank_player", message)
            continue
        sheet = out.sheet()
        for seat in seats:
            made = out.column(sheet, seat.column, grid.number(block.first), seat.player, fields)
            made.values["last_row"] = grid.number(block.last)
            columns[seat.at] = made
    return columns


def _played(grid: Grid, game: Sheets, seat: Seat) -> bool:
    """Tell whether a column holds any box, or a total above zero; sums of nothing are what formulas leave.

    The word for somebody who is absent is no figure.
    """
    at = game.seats.index(seat)
    parts = [(game.block, game.labels, seat), *((half.block, half.labels, half.seats[at]) for half in game.beside)]
    for block, labels, own in parts:
        for i, x in zip(sorted(block.rows), labels.labels, strict=True):
            text = cell(grid, i, own.at)
            total = points(text) if x and text and x.name == "total" else None
            if (x and text and x.kind == "box" and not is_absent_word(text)) or (isinstance(total, int) and total):
                return True
    return False


def _fill_column(
    grid: Grid,
    game: Sheets,
    half: Half,
    seats: Sequence[tuple[SheetColumn, Seat]],
    fields: dict[str, Any],
    out: Collector,
) -> None:
    """Open one more column of each sheet, given by its first one, and fill it from the block that stands below."""
    columns = {}
    for first, seat in seats:
        made = out.column(first.sheet, seat.column, grid.number(half.block.first), seat.player, fields)
        made.values["last_row"] = grid.number(half.block.last)
        columns[seat.at] = made
    total = {seat.at: first for first, seat in seats} if half is game.beside[-1] and _closes(half, game) else {}
    _fill(grid, half.block, half.labels, columns, stacked=True, total=total)


def _closes(half: Half, game: Sheets) -> bool:
    """Tell whether the total below the last of columns that stand below each other is that of the sheet."""
    named = {x.name for x in half.labels.labels if x and x.kind == "stated"}
    others = {x.name for x in game.labels.labels if x and x.kind == "stated"}
    return "column_total" in named or "total" not in others or len(named & _BELOW) > len(others & _BELOW)


def _fill(
    grid: Grid,
    block: Block,
    labels: Headings,
    columns: dict[int, SheetColumn],
    *,
    stacked: bool = False,
    total: Mapping[int, SheetColumn] = MappingProxyType({}),
) -> None:
    """Put every figure of a block into its box or stated figure.

    ``stacked``: other columns of the sheets stand below or above it; ``total`` the columns, by where it stands, that
    the total of the whole sheet goes to.
    """
    several = len({made.values["column"] for made in columns.values()}) > 1
    named = {x.name for x in labels.labels if x}
    for i, x in zip(sorted(block.rows), labels.labels, strict=True):
        if x is None:
            continue
        for group in _by_sheet(columns):
            texts = [(made, cell(grid, i, at)) for at, made in group]
            spread = sum(bool(t) for _, t in texts) > 1
            for made, text in texts:
                if x.kind == "box":
                    made.put(x.name, text, grid.number(i))
                elif text:
                    figure = _figure(x.name, made, text, named, spread=spread) if several else x.name
                    if stacked:
                        figure = _figure(x.name, made, text, named, spread=not (total and x.name == "total"))
                    whole = figure in _SHEETWIDE or figure.startswith("sheet_")
                    at = next(c for c, own in group if own is made)
                    (total.get(at, group[0][1]) if whole else made).put_stated(figure, text, grid.number(i))
    for made in columns.values():
        made.settle_tally()


def _fill_sums(grid: Grid, game: Sheets, columns: dict[int, SheetColumn]) -> None:
    """State of each sheet what stands in a column of sums beside its columns, where they do not say so themselves."""
    first = {key(seat.player): columns[seat.at] for seat in reversed(game.seats) if seat.at in columns}
    rows = list(zip(sorted(game.block.rows), game.labels.labels, strict=True))
    rows.sort(key=lambda row: row[1] is None or row[1].name != "total")  # before the total of each column
    for at, name in game.seating.sums.items():
        for i, x in rows:
            figure = _OF_SUMS.get(x.name) if x and x.kind == "stated" else None
            made, text = first.get(key(name)), cell(grid, i, at)
            if made and figure and text and made.values.get(figure) is None:
                made.put_stated(figure.removeprefix("stated_"), text, grid.number(i))


def _by_sheet(columns: dict[int, SheetColumn]) -> list[list[tuple[int, SheetColumn]]]:
    groups: dict[int, list[tuple[int, SheetColumn]]] = {}
    for at, made in columns.items():
        groups.setdefault(made.sheet, []).append((at, made))
    return list(groups.values())


def _figure(name: str, made: SheetColumn, text: str, named: set[str], *, spread: bool) -> str:
    """Name a stated figure of a sheet of several columns: of its column where every column has one, else of the sheet.

    A sum below the last box is that of the column, unless it adds up the boxes of the lower section.
    """
    if not spread:
        return name if name in (*_SHEETWIDE, "column_total") else f"sheet_stated_{name}"
    if name == "total":
        return "column_total"
    closes = name == "lower_with_bonus" or (name == "lower" and points(text) != _lower_boxes(made))
    return "column_total" if closes and "total" in named and "column_total" not in named else name


def _lower_boxes(made: SheetColumn) -> int:
    """Add up the boxes of the lower section."""
    boxes = {k.removeprefix("p_"): v for k, v in made.values.items() if k.startswith("p_") and v is not None}
    return sum(v for box, v in boxes.items() if box not in SECTION_OF)
