"""Find and read the layout of a printed sheet: boxes down the side, players across (DESIGN.md, Paper)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ingest.model import ReadOptions
from ingest.readers import dates, headings, titles, unknown
from ingest.readers.blocks import Block, cell, filled, parted_beside
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.dates import Calendar
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.records import Part
from ingest.readers.seats import (
    Bounds,
    Seat,
    Seating,
    find_seats,
    letters,
    lift_dates,
    parted_by_gaps,
    parted_by_titles,
)
from ingest.readers.values import clean, points
from ingest.readers.words import Label, key, label
from ingest.sources import Source

_GAME = re.compile(r"(.*?)[\s#.°n-]*\d+\s*", re.IGNORECASE)
_SHEETWIDE = ("total", "place", "extra_yams", "extra")


@dataclass
class Sheets:
    """Be one game on paper: a block, the seats that share a date, and what its titles tell."""

    block: Block
    labels: Headings
    seats: list[Seat]
    head: titles.Head
    seating: Seating
    beside: list[Half] = field(default_factory=list)

    @property
    def header(self) -> int:
        """Return the row of the names."""
        return self.seating.header

    @property
    def rows(self) -> list[int]:
        """Return the rows that hold its boxes and sums."""
        return sorted({i for block in (self.block, *(half.block for half in self.beside)) for i in block.rows})


@dataclass
class Half:
    """Be a further part of the boxes that stands beside the first: its labels, and the seats in the order of those."""

    block: Block
    labels: Headings
    seats: list[Seat]
    header: int


def read(source: Source, grid: Grid, options: ReadOptions, blocks: Sequence[Block], out: Collector) -> list[Part]:
    """Understand every block of one grid; the other lines get their fate. Raises UnreadableFile on a clash."""
    told: set[int] = set()
    parts = []
    for group in parted_beside(blocks):
        asked = {block.column: _unknown_labels(grid, blocks, block) for block in group}
        given = {key(h): meant for h, meant in options.headings.items()}
        for block in group:
            others = asked[block.column]
            for i in [i for i, t in others.items() if given.get(key(t), "ignore") not in ("ignore", "ignored", "")]:
                block.rows[i] = others.pop(i)
        found = _understand(source, grid, group, options)
        bounds = [_bounds(grid, blocks, block) for block in group]
        lift_dates(grid, group[0], bounds[0])
        labels = _split(found, group)
        games = _games(grid, group[0], labels[0], bounds[0], sole=len(blocks) == len(group))
        if len(group) > 1 and not (len(games) == 1 and _join(grid, games[0], group[1:], labels[1:], bounds[1:])):
            games = []
            for block, bound in zip(group, bounds, strict=True):
                own = _understand(source, grid, [block], options)
                games += _games(grid, block, own, bound, sole=False)
        for game in games:
            told |= set(game.rows) | {game.header, *(half.header for half in game.beside)}
            figures = {
                text: [cell(grid, i, s.at) for s in seats]
                for block, seats in ((game.block, game.seats), *((h.block, h.seats) for h in game.beside))
                for i, text in asked[block.column].items()
            }
            part = _part(grid, game)
            meanings = {**dict.fromkeys(figures, "ignored"), **part.headings}
            parts.append(replace(part, headings=meanings, questions=unknown.ask(found, figures, options)))
        told |= {i for block in group for i in block.rows}
    _tell_others(grid, blocks, told, out)
    return parts


def _understand(source: Source, grid: Grid, group: Sequence[Block], options: ReadOptions) -> Headings:
    """Give the labels of blocks that belong together their meanings. Raises UnreadableFile on a clash."""
    texts = [block.rows[i] for block in group for i in sorted(block.rows)]
    found = headings.understand(texts, options, "paper")
    if found.clashes:
        raise source.fail(
            f"{_where(grid, group[0].first)}: the labels {'; '.join(found.clashes)}. Rename one of them, "
            "or say that one is to be ignored.",
            code="duplicate_heading",
            row=group[0].first + 1,
        )
    return found


def _split(found: Headings, group: Sequence[Block]) -> list[Headings]:
    """Part labels that were understood together by the blocks that they stand in."""
    parts, at = [], 0
    for block in group:
        end = at + len(block.rows)
        parts.append(replace(found, texts=found.texts[at:end], labels=found.labels[at:end]))
        at = end
    return parts


def _join(
    grid: Grid, game: Sheets, blocks: Sequence[Block], labels: Sequence[Headings], bounds: Sequence[Bounds]
) -> bool:
    """Add the blocks beside a game to it, where the same players stand above them, or nobody does."""
    for block, own, bound in zip(blocks, labels, bounds, strict=True):
        found = find_seats(grid, block, bound)
        seats = found.seats
        if not seats and len(found.unnamed) == len(game.seats):
            seats = [replace(seat, at=at) for seat, at in zip(game.seats, found.unnamed, strict=True)]
        if [(key(s.player), s.column) for s in seats] != [(key(s.player), s.column) for s in game.seats]:
            return False
        game.beside.append(Half(block, own, seats, found.header))
    return True


def _unknown_labels(grid: Grid, blocks: Sequence[Block], block: Block) -> dict[int, str]:
    """Return the lines among the boxes of a block, and the one below it, whose labels mean nothing known."""
    lines = range(block.first, min(block.last + 2, len(grid.rows)))
    others = {i for b in blocks if b is not block for i in range(b.first - 1, b.last + 1) if b.column == block.column}
    return {i: t for i in lines if i not in block.rows and i not in others and (t := cell(grid, i, block.column))}


def _where(grid: Grid, row: int) -> str:
    return f"worksheet {grid.worksheet!r}, row {row + 1}" if grid.worksheet else f"row {row + 1}"


def _bounds(grid: Grid, blocks: Sequence[Block], block: Block) -> Bounds:
    above = [b.last for b in blocks if b.last < block.first]
    beside = [
        b.column for b in blocks if b.column > block.column and not (b.last < block.first or b.first > block.last)
    ]
    width = max(len(r) for r in grid.rows)
    return Bounds(max(above, default=-1) + 1, min(beside, default=width))


def _games(grid: Grid, block: Block, found: Headings, bounds: Bounds, *, sole: bool) -> list[Sheets]:
    """Seat the players of a block; names that come twice, or dates side by side, make it several games."""
    seating = find_seats(grid, block, bounds)
    header, seats = seating.header, seating.seats
    groups = parted_by_gaps(seats)
    names = [key(s.player) for s in seats]
    several = (
        len(groups) > 1
        and not seating.unclear
        and (
            (len(set(names)) < len(names) and all(s.column == "main" for s in seats))
            or titles.dates_side_by_side(grid, bounds.top, header, [(g[0].at, g[-1].at) for g in groups])
        )
    )
    if not several and not seating.unclear and len(headed := parted_by_titles(grid, bounds.top, header, seats)) > 1:
        groups, several = headed, True
    games = []
    if seats and all(_is_game(s.player) or dates.readings(s.player) for s in seats):
        head = titles.read_head(grid, bounds.top, header, block, (block.column, bounds.right), sole=False)
        if head.player:
            return [_alone(block, found, head, seating, seat) for seat in seats]
    for group in groups if several else [seats]:
        left = block.column if not several or group is groups[0] else group[0].at
        right = group[-1].at if several and group else bounds.right - 1
        head = titles.read_head(grid, bounds.top, header, block, (left, right), sole=sole and not several)
        if several:
            numbers = titles.numbered_fields(grid, bounds.top, header, group[0].at)
            head = replace(head, fields={**numbers, **head.fields})
        named = [replace(s, player=s.player or head.player or "") for s in group]
        games.append(Sheets(block, found, named, head, seating))
    return games


def _alone(block: Block, found: Headings, head: titles.Head, seating: Seating, seat: Seat) -> Sheets:
    """Make a game of one player, who is named above a block whose columns are games or dates."""
    dated = (seat.player,) if dates.readings(seat.player) else head.dates
    return Sheets(block, found, [replace(seat, player=head.player or "")], replace(head, dates=dated), seating)


def _part(grid: Grid, game: Sheets) -> Part:
    """Leave a game to the calendar: its sheets are made when the file's order of dates is known."""
    place = f"worksheet {grid.worksheet}" if grid.worksheet else "the title"
    return Part(
        layout="paper",
        headings=game.labels.meanings(),
        suggestions=game.labels.suggestions,
        labels=game.labels.labels,
        dates=[(text, f"{place}, row {game.header + 1}") for text in game.head.dates],
        emit=lambda calendar, out: _emit(grid, game, calendar, out),
    )


def _emit(grid: Grid, game: Sheets, calendar: Calendar, out: Collector) -> None:
    """Make the sheets of a game, or say of its rows why there are none."""
    block = game.block
    if titles.is_statistics(grid, game.head, [cell(grid, i, s.at) for i in block.boxes.values() for s in game.seats]):
        for i in (*([game.header] if game.seats else []), *game.rows):
            out.ignore(grid.worksheet, i + 1, "statistics", "statistics, not a game")
        return
    if any(clean(c) for c in grid.rows[game.header]):
        out.ignore(grid.worksheet, game.header + 1, "heading", "the names of the players")
    for name in game.seating.left_out:
        out.ignore(grid.worksheet, game.header + 1, "no_player", f"{name}: left out, not the sheet of a player")
    problem = _problem(grid, game, calendar)
    if problem:
        code, message = problem
        for i in game.rows:
            out.reject(grid.worksheet, i + 1, code, message)
        return
    day = titles.day(game.head, calendar)
    fields = {"played": day, "worksheet": grid.worksheet, "block": out.block(), **game.head.fields}
    columns = _columns(grid, game, fields, out)
    _fill(grid, game.block, game.labels, columns)
    for half in game.beside:
        both = zip(game.seats, half.seats, strict=True)
        _fill(grid, half.block, half.labels, {b.at: columns[a.at] for a, b in both if a.at in columns})
    for i in game.rows:
        sheets = dict.fromkeys(made.sheet for made in columns.values())
        for sheet in sheets:
            out.row(grid.worksheet, i + 1, sheet)
        if not sheets:
            out.ignore(grid.worksheet, i + 1, "blank_player", "a sheet that nobody has filled in")


def _problem(grid: Grid, game: Sheets, calendar: Calendar) -> tuple[str, str] | None:
    """Return the code and the sentence of what keeps a game from being read."""
    if game.seating.unclear:
        texts = ", ".join(game.seating.unclear)
        return (
            "no_player",
            f"{_where(grid, game.header)}: the headings {texts} may be columns or players. For columns write down, "
            "free, up, dry (or ↓ ↕ ↑) below the player's name; for players of several games write a date, or Game 1, "
            "Game 2, above each game.",
        )
    unnamed = [*game.seating.unnamed, *(s.at for s in game.seats if not s.player)]
    if not game.seats or unnamed:
        at = ", ".join(letters(c) for c in unnamed) or "all"
        return (
            "no_player",
            f"{_where(grid, game.header)}: the columns {at} have figures but no player's name above them. "
            "Write the names.",
        )
    if any(dates.candidates(s.player) or _is_game(s.player) for s in game.seats):
        return "no_player", f"{_where(grid, game.header)}: dates or games stand where the players' names should."
    return titles.date_problem(game.head, calendar, _where(grid, game.header))


def _is_game(name: str) -> bool:
    """Tell whether a heading counts games ("Game #1", "Joc 2") and names no player."""
    match = _GAME.fullmatch(name)
    x = label(match[1]) if match else None
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
            out.ignore(grid.worksheet, game.header + 1, "blank_player", message)
            continue
        sheet = out.sheet()
        for seat in seats:
            made = out.column(sheet, seat.column, block.first + 1, seat.player, fields)
            made.values["last_row"] = block.last + 1
            columns[seat.at] = made
    return columns


def _played(grid: Grid, game: Sheets, seat: Seat) -> bool:
    """Tell whether a column holds any box, or a total above zero; sums of nothing are what formulas leave."""
    at = game.seats.index(seat)
    parts = [(game.block, game.labels, seat), *((half.block, half.labels, half.seats[at]) for half in game.beside)]
    for block, labels, own in parts:
        for i, x in zip(sorted(block.rows), labels.labels, strict=True):
            text = cell(grid, i, own.at)
            total = points(text) if x and text and x.name == "total" else None
            if (x and text and x.kind == "box") or (isinstance(total, int) and total):
                return True
    return False


def _fill(grid: Grid, block: Block, labels: Headings, columns: dict[int, SheetColumn]) -> None:
    """Put every figure of a block into its box or stated figure."""
    several = len({made.values["column"] for made in columns.values()}) > 1
    for i, x in zip(sorted(block.rows), labels.labels, strict=True):
        if x is None:
            continue
        for group in _by_sheet(columns):
            texts = [(made, cell(grid, i, at)) for at, made in group]
            spread = sum(bool(t) for _, t in texts) > 1
            for made, text in texts:
                if x.kind == "box":
                    made.put(x.name, text, i + 1)
                elif text:
                    _put_stated(made, x, text, i + 1, several, spread)
    for made in columns.values():
        made.settle_tally()


def _by_sheet(columns: dict[int, SheetColumn]) -> list[list[tuple[int, SheetColumn]]]:
    groups: dict[int, list[tuple[int, SheetColumn]]] = {}
    for at, made in columns.items():
        groups.setdefault(made.sheet, []).append((at, made))
    return list(groups.values())


def _put_stated(made: SheetColumn, x: Label, text: str, row: int, several: bool, spread: bool) -> None:
    """Put a stated figure: of its column where every column has one, else of the whole sheet."""
    figure = x.name
    if several and spread and figure == "total":
        figure = "column_total"
    elif several and not spread and figure not in (*_SHEETWIDE, "column_total"):
        figure = f"sheet_stated_{figure}"
    elif several and spread and figure == "lower" and points(text) == _sum_of_boxes(made):
        figure = "column_total"
    made.put_stated(figure, text, row)


def _sum_of_boxes(made: SheetColumn) -> int:
    return sum(v for k, v in made.values.items() if k.startswith("p_") and v is not None)


def _tell_others(grid: Grid, blocks: Sequence[Block], told: set[int], out: Collector) -> None:
    """Give the lines around the blocks their fate: titles above, notes below."""
    first = min(b.first for b in blocks)
    for number, cells in grid.filled():
        i = number - 1
        if i in told:
            continue
        labelled = [b for b in blocks if b.first < i < b.last and b.column < len(cells) and clean(cells[b.column])]
        if labelled and filled(grid, i, labelled[0].column):
            text = clean(cells[labelled[0].column])
            out.ignore(grid.worksheet, number, "unknown_label", f"row {number}: no box is called {text!r}")
        else:
            code, message = ("title", "a line above the boxes") if i < first else ("note", "a title, note or heading")
            out.ignore(grid.worksheet, number, code, message)
