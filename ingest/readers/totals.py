"""Read tables of nothing but totals: a matrix of dates and players, or a game a line with its players and their totals.

They are looked for only where a file holds no scoresheet: beside scoresheets such a table is mostly their statistics
(`totals_beside`). A blank cell is a player who was not there. Since any table by date may look like one, a person is
asked unless the file shows that it is one of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, takewhile

from ingest.model import Question, ReadOptions
from ingest.readers import dates
from ingest.readers.box_names import is_name
from ingest.readers.calendar import Calendar, Impossible
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.records import Part
from ingest.readers.totals_matrix import (
    Matrix,
    find_matrix,
    game_number,
    is_dated,
    is_figure,
    may_be_name,
    tells_no_game,
)
from ingest.readers.unknown import MOST_POINTS
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import key
from ingest.sources import Source

_MOST_PARTS = 30  # of a table between blank lines, more than seasons that somebody keeps in one
_WORDS_OF_GAMES = {("box", "yams"), ("field", "dice"), ("field", "points"), ("field", "player")}
_SHOWN = 8  # players that a question names


def read_all(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Understand one grid, or the matrices in it that blank lines part; none where it is no matrix of totals."""
    starts = [i for i, cells in enumerate(grid.rows) if any(map(clean, cells)) and (not i or _blank(grid, i - 1))]
    parts: list[Grid] = []
    for start, end in pairwise([*starts, len(grid.rows)] if len(starts) <= _MOST_PARTS else []):
        one = grid.only(start, end)
        if parts and find_matrix(one) is None:
            parts[-1] = replace(grid, rows=[a or b for a, b in zip(parts[-1].rows, one.rows, strict=True)])
        else:
            parts.append(one)
    several = len(parts) > 1 and all(find_matrix(one) for one in parts)
    found = [read(source, one, options, out) for one in (parts if several else [grid])]
    return [part for part in found if part]


def _blank(grid: Grid, row: int) -> bool:
    return not any(map(clean, grid.rows[row]))


def read(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> Part | None:
    """Understand one grid; None where it is no matrix of totals."""
    matrix = find_matrix(grid, by_number=True)
    if matrix is None:
        return None
    games = list(_games(matrix))
    told = {row for game in games for _, row, _ in game.cells}
    for number, _ in grid.filled():
        if number not in told:
            code, message = _left_out(grid, matrix, number)
            out.ignore(grid.worksheet, number, code, message)
    texts = matrix.lines[matrix.heading]
    meant = dict.fromkeys((*matrix.players, *matrix.pairs), "player") | dict.fromkeys(
        matrix.pairs.values(), "stated_total"
    )
    meant |= {at: name for name, at in matrix.fields.items()} | {matrix.date: matrix.numbered or "date"}
    return Part(
        layout="totals",
        headings={text: meant.get(at, "ignored") for at, text in enumerate(texts) if text},
        suggestions={},
        labels=matrix.labels,
        dates=[(game.date, game.place) for game in games if game.date],
        emit=lambda calendar, out: _emit(grid, games, calendar, out),
        questions=() if options.layout == "totals" or _of_a_game(source, grid, matrix) else (_question(matrix),),
        notes=(*matrix.notes, *(note for game in games for note in game.notes)),
    )


def _question(matrix: Matrix) -> Question:
    names = list(matrix.players.values())
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    return Question(
        "layout",
        f"It may be a table of totals by {matrix.numbered or 'date'}, of the players {shown}. "
        "Say --layout totals if it is; if it is another table, it is no scoresheet.",
        ("totals",),
    )


def _of_a_game(source: Source, grid: Grid, matrix: Matrix) -> bool:
    """Tell whether a file itself shows that a matrix is of a game.

    By a heading for players, games or rounds; by a column that names one of the players of each line, the winner; or
    by words of the game in the file's name, the worksheet's name or a title. Figures that a single box can give may be
    the points of each round of one game.
    """
    below = matrix.lines[matrix.heading + 1 :]
    figures = [v for cells in below for at in matrix.players if isinstance(v := points(cells[at]), int)]
    if figures and max(figures) <= MOST_POINTS:
        return False
    told = {x.name for x in matrix.labels if x and x.kind == "field"}
    if matrix.pairs or told & {"game", "rules", "player"} or ("round" in told and not matrix.numbered):
        return True
    if matrix.numbered == "game" and not any(cells[matrix.date].isdecimal() for cells in matrix.lines):
        return True
    names = {key(name) for name in matrix.players.values()}
    for at in range(len(matrix.lines[matrix.heading])):
        texts = [key(cells[at]) for cells in below if cells[at]]
        if at not in matrix.players and len(texts) > 1 and names.issuperset(texts):
            return True
    above = [] if matrix.turned else matrix.lines[: matrix.heading]
    titles = [source.name, grid.worksheet, *(text for cells in above for text in cells if text)]
    return any(map(_speaks_of_a_game, titles))


def _speaks_of_a_game(title: str) -> bool:
    meant = [label(word) for word in re.split(r"[^\w']+|_", title) if len(word) > 2]
    return any(x and (x.kind, x.name) in _WORDS_OF_GAMES for x in meant)


@dataclass
class _Game:
    """Be one game of a matrix: its date as written, its fields, and (player, row, text) of each total."""

    date: str
    place: str
    fields: dict[str, str]
    cells: list[tuple[str, int, str]]
    notes: list[str]


def _games(matrix: Matrix) -> Iterator[_Game]:
    """Yield the lines that are games; a line without a date has that of the line above it, unless it sums them up.

    A line with another text for its date is one, too: it is no date, and says so.
    """
    above: list[list[str]] = []
    date, last = "", matrix.heading
    players = matrix.players
    for line in range(matrix.heading + 1, len(matrix.lines)):
        cells = matrix.lines[line]
        if (again := _names_again(matrix, line)) is not None:
            players = again
            continue
        text = cells[matrix.date]
        totals = {at: cells[at] for at in (*players, *matrix.pairs.values()) if is_figure(cells[at])}
        named = [cells[at] for at in (matrix.date, *matrix.fields.values()) if cells[at]]
        if not totals or any(map(tells_no_game, named)) or (not text and (not date or line != last + 1)):
            continue
        number = game_number(text) if matrix.numbered else ""
        if matrix.numbered and not number:
            continue
        if (not text and _sums_up(totals, above)) or (matrix.turned and not number and not is_dated(text)):
            continue
        date, last = "" if number else text or date, line
        above.append(cells)
        place = f"column {line + 1}" if matrix.turned else f"row {matrix.row(line, 0)}"
        names = players | {total: cells[at] for at, total in matrix.pairs.items() if cells[at]}
        words = {at: c for at in names if at not in totals and (c := cells[at]) and isinstance(points(c), Bad)}
        notes = [f"{place}: {names[at]} has {c!r} for a total, and counts as absent" for at, c in words.items()]
        fields = {name: cells[at] for name, at in matrix.fields.items() if cells[at]}
        fields |= {matrix.numbered: number} if number else {}
        found = [(names.get(at, ""), matrix.row(line, at), c) for at, c in totals.items()]
        yield _Game(date, place, fields, found, notes)


def _names_again(matrix: Matrix, line: int) -> dict[int, str] | None:
    """Return the players of the lines below one of headings again, who may be others; None where it is no such line."""
    cells = matrix.lines[line]
    if matrix.turned or not _heads(matrix, cells):
        return None
    apart = {matrix.date, *matrix.fields.values()}
    lines = takewhile(lambda row: not _heads(matrix, row), islice(matrix.lines, line + 1, None))
    below = [row for row in lines if dates.readings(row[matrix.date])]
    named = {at: label(text) for at, text in enumerate(cells) if text and at not in apart}
    return {
        at: cells[at] for at, x in named.items() if may_be_name(cells[at], x) or is_name(x, [row[at] for row in below])
    }


def _heads(matrix: Matrix, cells: Sequence[str]) -> bool:
    """Tell whether a line has the word for the date above dates, and no figures."""
    x = label(cells[matrix.date]) if cells[matrix.date] else None
    return x is not None and (x.kind, x.name) == ("field", "date") and not any(map(is_figure, cells))


def _sums_up(totals: Mapping[int, str], above: Sequence[Sequence[str]]) -> bool:
    """Tell whether a line is the sum, or the mean, of those above it."""
    for at, text in totals.items():
        values = [v for cells in above if cells[at] and isinstance(v := points(cells[at]), int)]
        value = points(text)
        mean = sum(values) / len(values) if values else 0
        if isinstance(value, int) and value != sum(values) and abs(value - mean) > 1:
            return False
    return True


def _left_out(grid: Grid, matrix: Matrix, number: int) -> tuple[str, str]:
    """Return why a row of the grid holds no total of a game."""
    heading = matrix.date + 1 if matrix.turned else matrix.heading + 1
    if number < heading:
        return "title", "a line above the headings"
    if number == heading:
        return "heading", "the dates" if matrix.turned else "the headings"
    if any(tells_no_game(c) for c in map(clean, grid.row(number)) if c):
        return "sums", "a row of sums, means or counts"
    return "note", "a note, or a row without a date"


def _emit(grid: Grid, games: Sequence[_Game], calendar: Calendar, out: Collector) -> None:
    """Make a sheet of each total."""
    for game in games:
        day = calendar.day(game.date)
        if isinstance(day, Impossible):
            for _, row, _ in game.cells:
                message = f"{game.place}: {game.date!r} is no date. {dates.remedy(game.date)}"
                out.reject(grid.worksheet, row, "bad_value", message)
            continue
        fields = {"played": day, "worksheet": grid.worksheet, "block": out.block(), **game.fields}
        for player, row, text in game.cells:
            if not player:
                message = f"{game.place}: {text} stands beside no player. Write the name."
                out.reject(grid.worksheet, row, "no_player", message, fields)
                continue
            made = out.column(out.sheet(), "main", row, player, fields)
            made.put_stated("total", text, row)
            out.row(grid.worksheet, row, made.sheet)
