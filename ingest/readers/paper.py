"""Find and read the layout of a printed sheet: boxes down the side, players across (DESIGN.md, Paper)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ingest.model import ReadOptions
from ingest.readers import dates, headings, titles, unknown
from ingest.readers.blocks import Block, cell, filled
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.dates import Calendar
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.records import Part
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import UPPER, Label, column_name, is_extreme_word, is_statistics_word, is_sum_word, key, label
from ingest.sources import Source

_HEADER_REACH = 10  # rows above the first box in which the names are looked for
_WORD = re.compile(r"[^\W\d_]{3}")
_GAME = re.compile(r"(.*?)[\s#.°n-]*\d+\s*", re.IGNORECASE)
_GAP = re.compile(r"[\s(\[\-–—:/|.,]+|(?=[↓↑↕↔⇅⇓⇑⇕▼▲⬇⬆])")
_SHEETWIDE = ("total", "place", "extra_yams", "extra")


@dataclass
class Seat:
    """Be one column of figures: its player, the column of the sheet that it is, and where it stands."""

    at: int
    player: str
    column: str


@dataclass
class Sheets:
    """Be one game on paper: a block, the seats that share a date, and what its titles tell."""

    block: Block
    labels: Headings
    seats: list[Seat]
    head: titles.Head
    header: int  # row of the names
    unnamed: list[int] = field(default_factory=list)  # columns with figures and no name
    left_out: list[str] = field(default_factory=list)  # headings of columns that are no player's


def read(source: Source, grid: Grid, options: ReadOptions, blocks: Sequence[Block], out: Collector) -> list[Part]:
    """Understand every block of one grid; the other lines get their fate. Raises UnreadableFile on a clash."""
    told: set[int] = set()
    parts = []
    for block in blocks:
        bounds = _bounds(grid, blocks, block)
        others = _unknown_labels(grid, blocks, block)
        given = {key(h): meant for h, meant in options.headings.items()}
        for i in [i for i, text in others.items() if given.get(key(text), "ignore") not in ("ignore", "ignored", "")]:
            block.rows[i] = others.pop(i)
        texts = [block.rows[i] for i in sorted(block.rows)]
        found = headings.understand(texts, options, "paper")
        if found.clashes:
            raise source.fail(
                f"{_where(grid, block.first)}: the labels {'; '.join(found.clashes)}. Rename one of them, "
                "or say that one is to be ignored.",
                code="duplicate_heading",
                row=block.first + 1,
            )
        for game in _games(grid, block, found, bounds, sole=len(blocks) == 1):
            told |= set(block.rows) | {game.header}
            figures = {text: [cell(grid, i, s.at) for s in game.seats] for i, text in others.items()}
            part = _part(grid, game)
            meanings = {**dict.fromkeys(others.values(), "ignored"), **part.headings}
            parts.append(replace(part, headings=meanings, questions=unknown.ask(found, figures, options)))
        told |= set(block.rows)
    _tell_others(grid, blocks, told, out)
    return parts


def _unknown_labels(grid: Grid, blocks: Sequence[Block], block: Block) -> dict[int, str]:
    """Return the lines among the boxes of a block, and the one below it, whose labels mean nothing known."""
    lines = range(block.first, min(block.last + 2, len(grid.rows)))
    others = {i for b in blocks if b is not block for i in range(b.first - 1, b.last + 1) if b.column == block.column}
    return {i: t for i in lines if i not in block.rows and i not in others and (t := cell(grid, i, block.column))}


def _where(grid: Grid, row: int) -> str:
    return f"worksheet {grid.worksheet!r}, row {row + 1}" if grid.worksheet else f"row {row + 1}"


@dataclass
class Bounds:
    """Be the part of a grid that belongs to a block: rows above it down from ``top``, columns up to ``right``."""

    top: int
    right: int


def _bounds(grid: Grid, blocks: Sequence[Block], block: Block) -> Bounds:
    above = [b.last for b in blocks if b.last < block.first]
    beside = [
        b.column for b in blocks if b.column > block.column and not (b.last < block.first or b.first > block.last)
    ]
    width = max(len(r) for r in grid.rows)
    return Bounds(max(above, default=-1) + 1, min(beside, default=width))


def _games(grid: Grid, block: Block, found: Headings, bounds: Bounds, *, sole: bool) -> list[Sheets]:
    """Seat the players of a block; names that come twice, or dates side by side, make it several games."""
    header, seats, unnamed, left_out = _seats(grid, block, bounds)
    groups = _gaps(seats)
    names = [key(s.player) for s in seats]
    several = len(groups) > 1 and (
        (len(set(names)) < len(names) and all(s.column == "main" for s in seats))
        or titles.dates_side_by_side(grid, bounds.top, header, [(g[0].at, g[-1].at) for g in groups])
    )
    if not several and len(headed := _headed(grid, bounds.top, header, seats)) > 1:
        groups, several = headed, True
    games = []
    if seats and all(_is_game(s.player) or dates.readings(s.player) for s in seats):
        head = titles.read_head(grid, bounds.top, header, block, (block.column, bounds.right), sole=False)
        if head.player:
            return [_alone(block, found, head, header, seat, unnamed, left_out) for seat in seats]
    for group in groups if several else [seats]:
        left = block.column if not several or group is groups[0] else group[0].at
        right = group[-1].at if several and group else bounds.right - 1
        head = titles.read_head(grid, bounds.top, header, block, (left, right), sole=sole and not several)
        games.append(Sheets(block, found, group, head, header, unnamed, left_out))
    return games


def _alone(
    block: Block, found: Headings, head: titles.Head, header: int, seat: Seat, unnamed: list[int], left_out: list[str]
) -> Sheets:
    """Make a game of one player, who is named above a block whose columns are games or dates."""
    dated = (seat.player,) if dates.readings(seat.player) else head.dates
    return Sheets(
        block, found, [replace(seat, player=head.player or "")], replace(head, dates=dated), header, unnamed, left_out
    )


def _gaps(seats: list[Seat]) -> list[list[Seat]]:
    """Part the seats where a column stands empty between them."""
    groups: list[list[Seat]] = []
    for seat in seats:
        if groups and seat.at == groups[-1][-1].at + 1:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _seats(grid: Grid, block: Block, bounds: Bounds) -> tuple[int, list[Seat], list[int], list[str]]:
    """Find the row of names above the boxes, and the row of columns where a player has several."""
    reach = range(block.column + 1, bounds.right)
    lines = [
        i
        for i in range(block.first - 1, max(bounds.top, block.first - _HEADER_REACH) - 1, -1)
        if any(x.isalnum() for c in reach for x in cell(grid, i, c))
    ]
    if not lines:
        return max(block.first - 1, 0), [], [c for c in reach if _figures(grid, block, c)], []
    names = {c: cell(grid, lines[0], c) for c in reach}
    columns: dict[int, str] = {}
    if _all_columns(names.values()) and len(lines) > 1:
        columns, names = names, _across({c: cell(grid, lines[1], c) for c in reach}, names)
    elif (
        len(lines) > 1
        and _all_columns(above := [t for c in reach if (t := cell(grid, lines[1], c))])
        and len(above) > 1
    ):
        columns = _across({c: cell(grid, lines[1], c) for c in reach}, names)
    header = lines[1] if columns and len(lines) > 1 else lines[0]
    if not columns and (inline := _names_with_columns(names)):
        alone = {c: text if is_sum_word(text) else "main" for c, text in names.items()}
        columns = {c: inline[c][1] if c in inline else text for c, text in alone.items()}
        names = {c: inline[c][0] if c in inline else text for c, text in names.items()}
    seats, unnamed, left_out = [], [], []
    for c in reach:
        if columns and not column_name(columns[c]):
            left_out.extend([columns[c]] if columns[c] else [])
            continue
        if names[c] and not _no_player(grid, block, c, names) and not _words(grid, block, c):
            named = column_name(columns[c]) if columns else None
            seats.append(Seat(c, names[c], named[0] if named else "main"))
        elif names[c]:
            left_out.append(names[c])
        elif _figures(grid, block, c):
            unnamed.append(c)
        elif any(isinstance(points(cell(grid, i, c)), int) for i in block.boxes.values()):
            left_out.append(f"column {_letters(c)}")
    return header, seats, unnamed, left_out


def _all_columns(texts: Any) -> bool:
    """Tell whether every text is the name of a column of a sheet, or of a sum beside them."""
    filled = [t for t in texts if t]
    return (
        bool(filled) and any(column_name(t) for t in filled) and all(column_name(t) or is_sum_word(t) for t in filled)
    )


def _names_with_columns(names: dict[int, str]) -> dict[int, tuple[str, str]]:
    """Part headings like "Ugo (down)" into player and column, where a player comes with two columns at least."""
    found: dict[int, tuple[str, str]] = {}
    for c, text in names.items():
        for gap in _GAP.finditer(text):
            before, after = text[: gap.start()].strip(" ("), text[gap.end() :].strip(" )]")
            for name, column in ((before, after), (after, before)):
                if name and (column_name(column) or is_sum_word(column)):
                    found.setdefault(c, (name, column))
    seen: dict[str, set[str]] = {}
    for name, column in found.values():
        if named := column_name(column):
            seen.setdefault(key(name), set()).add(named[0])
    return {c: (name, column) for c, (name, column) in found.items() if len(seen.get(key(name), ())) > 1}


def _headed(grid: Grid, top: int, header: int, seats: list[Seat]) -> list[list[Seat]]:
    """Part the seats where a title stands above the first of each game: its date, or names that come again below it."""
    for i in range(header - 1, top - 1, -1):
        at = [c for c in range(seats[0].at, seats[-1].at + 1) if cell(grid, i, c)] if seats else []
        groups = [[s for s in seats if a <= s.at < b] for a, b in pairwise([*at, seats[-1].at + 1 if seats else 0])]
        if len(groups) < 2 or at[0] != seats[0].at or not all(groups):
            continue
        days = {dates.within(cell(grid, i, c)) for c in at}
        alone = all(len({(key(s.player), s.column) for s in g}) == len(g) for g in groups)
        again = len({(key(s.player), s.column) for s in seats}) < len(seats)
        if alone and (again or (None not in days and len(days) == len(groups))):
            return groups
    return [seats]


def _across(upper: dict[int, str], lower: dict[int, str]) -> dict[int, str]:
    """Spread merged texts over the filled cells below and to the right of them."""
    spread, last = {}, ""
    for c, text in upper.items():
        last = text or (last if lower.get(c) else "")
        spread[c] = last
    return spread


def _figures(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column holds points beside the boxes, and not words about them."""
    values = [points(t) for i in block.boxes.values() if (t := cell(grid, i, column))]
    whole = sum(isinstance(v, int) for v in values)
    return whole >= 3 and whole * 2 > len(values)


def _words(grid: Grid, block: Block, column: int) -> bool:
    """Tell a column that explains the boxes ("add all dice", "25 points") from a player's figures."""
    texts = [t for i in block.boxes.values() if (t := cell(grid, i, column))]
    return sum(isinstance(points(t), Bad) and bool(_WORD.search(t)) for t in texts) * 2 > len(texts) >= 3


def _no_player(grid: Grid, block: Block, column: int, names: dict[int, str]) -> bool:
    """Tell a column of sums, means or remarks from a player's."""
    name = names[column]
    x = label(name)
    if (x and x.kind == "field" and x.name not in ("player", "player_weak")) or (
        x and x.kind == "stated" and not is_sum_word(name)
    ):
        return True
    others = [
        c
        for c, n in names.items()
        if c != column and n and not is_sum_word(n) and not is_extreme_word(n) and _figures(grid, block, c)
    ]
    if not is_sum_word(name):
        special = is_statistics_word(name) or is_extreme_word(name)
        return special and len(others) >= 2 and _at_the_edge(grid, block, column, others)
    for (box, _), i in block.boxes.items():
        value = points(cell(grid, i, column))
        beside = [v for c in others if isinstance(v := points(cell(grid, i, c)), int)]
        if isinstance(value, Bad) or (value is not None and box in UPPER and value > 10 * (UPPER.index(box) + 1)):
            return True
        if value and beside and value != sum(beside) and abs(value - sum(beside) / len(beside)) > 1:
            return False
    return True


def _at_the_edge(grid: Grid, block: Block, column: int, others: list[int]) -> bool:
    """Tell a column of best or least points, of the players or of the game, from a player who is called Max."""
    compared: list[tuple[int, int, int]] = []
    for i in block.boxes.values():
        value = points(cell(grid, i, column))
        beside = [v for c in others if isinstance(v := points(cell(grid, i, c)), int)]
        if isinstance(value, int) and beside:
            compared.append((value, max(beside), min(beside)))
    above, below = all(v >= high for v, high, _ in compared), all(v <= low for v, _, low in compared)
    return len(compared) == len(block.boxes) and (above or below) and any(v for v, *_ in compared)


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
        for i in (*([game.header] if game.seats else []), *sorted(block.rows)):
            out.ignore(grid.worksheet, i + 1, "statistics", "statistics, not a game")
        return
    if any(clean(c) for c in grid.rows[game.header]):
        out.ignore(grid.worksheet, game.header + 1, "heading", "the names of the players")
    for name in game.left_out:
        out.ignore(grid.worksheet, game.header + 1, "no_player", f"{name}: left out, not the sheet of a player")
    problem = _problem(grid, game, calendar)
    if problem:
        code, message = problem
        for i in sorted(block.rows):
            out.reject(grid.worksheet, i + 1, code, message)
        return
    day = titles.day(game.head, calendar)
    fields = {"played": day, "worksheet": grid.worksheet, "block": out.block(), **game.head.fields}
    columns = _columns(grid, game, fields, out)
    _fill(grid, game, columns)
    for i in sorted(block.rows):
        sheets = dict.fromkeys(made.sheet for made in columns.values())
        for sheet in sheets:
            out.row(grid.worksheet, i + 1, sheet)
        if not sheets:
            out.ignore(grid.worksheet, i + 1, "blank_player", "a sheet that nobody has filled in")


def _problem(grid: Grid, game: Sheets, calendar: Calendar) -> tuple[str, str] | None:
    """Return the code and the sentence of what keeps a game from being read."""
    if not game.seats or game.unnamed:
        at = ", ".join(_letters(c) for c in game.unnamed) or "all"
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


def _letters(column: int) -> str:
    """Name a column as spreadsheets do."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


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
        if not any(_played(grid, game, s.at) for s in seats):
            message = f"{seats[0].player} has no figure: nobody played there"
            out.ignore(grid.worksheet, game.header + 1, "blank_player", message)
            continue
        sheet = out.sheet()
        for seat in seats:
            made = out.column(sheet, seat.column, block.first + 1, seat.player, fields)
            made.values["last_row"] = block.last + 1
            columns[seat.at] = made
    return columns


def _played(grid: Grid, game: Sheets, column: int) -> bool:
    """Tell whether a column holds any box, or a total above zero; sums of nothing are what formulas leave."""
    for i, x in zip(sorted(game.block.rows), game.labels.labels, strict=True):
        text = cell(grid, i, column)
        if x and text and (x.kind == "box" or (x.name == "total" and points(text) != 0)):
            return True
    return False


def _fill(grid: Grid, game: Sheets, columns: dict[int, SheetColumn]) -> None:
    """Put every figure of a game into its box or stated figure."""
    several = len({made.values["column"] for made in columns.values()}) > 1
    for i, x in zip(sorted(game.block.rows), game.labels.labels, strict=True):
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
    if text.startswith("="):
        return
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
