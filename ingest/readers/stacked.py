"""Read column games whose columns stand below each other: the boxes of one column, then those of the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.model import ReadOptions
from ingest.readers.blocks import Block, cell
from ingest.readers.columns import drawn, several
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.labels import column_name, label
from ingest.readers.paper_sheets import Half, Sheets
from ingest.readers.seats import Seat
from ingest.readers.words import COLUMNS, key

_REACH = 3  # rows above the boxes in which the name of their column is looked for
_LEAST = 10  # rows in turn, each of another column than the one before


def put_in_order(grid: Grid) -> None:
    """Put rows that give each box in one column after the other, "Ones, down", "Ones, up", below each other by column.

    The box may be written once for all its columns.
    """
    width = max(map(len, grid.rows), default=0)
    for at in range(min(width - 1, 10)):
        for run in _runs(grid, at + 1):
            texts = [cell(grid, i, at) for i in run]
            boxes = [n for n, text in enumerate(texts) if text and label(text)]
            columns = _column_of(grid, run, at + 1)
            each = len(set(columns))
            if not boxes or boxes[0] or len(boxes) * each < len(run) or len(run) < _LEAST or each < 2:
                continue
            for n, i in enumerate(run):
                texts[n] = texts[n] or texts[n - 1]
                grid.rows[i][at : at + 2] = texts[n], columns[n]
            _reorder(grid, run, columns)


def _runs(grid: Grid, at: int) -> list[list[int]]:
    """List the runs of rows that name a column of a sheet at a place, where each is another than the one above it."""
    runs: list[list[int]] = []
    signs = drawn(cell(grid, i, at) for i in range(len(grid.rows)) if len(cell(grid, i, at)) == 1)
    for i in range(len(grid.rows)):
        text = cell(grid, i, at)
        if not (column_name(text) or text in signs):
            continue
        if runs and runs[-1][-1] == i - 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    return [run for run in runs if all(cell(grid, a, at) != cell(grid, b, at) for a, b in pairwise(run))]


def _column_of(grid: Grid, run: Sequence[int], at: int) -> list[str]:
    texts = [cell(grid, i, at) for i in run]
    signs = drawn(text for text in texts if not column_name(text))
    return [named[0] if (named := column_name(text)) else signs.get(text, text) for text in texts]


def _reorder(grid: Grid, run: Sequence[int], columns: Sequence[str]) -> None:
    order = list(dict.fromkeys(columns))
    by_column = sorted(range(len(run)), key=lambda n: order.index(columns[n]))  # a stable sort
    rows = [grid.rows[run[n]] for n in by_column]
    grid.moved |= {run[n]: grid.moved.get(run[m], run[m]) for n, m in enumerate(by_column)}
    for i, cells in zip(run, rows, strict=True):
        grid.rows[i] = cells


def join(
    grid: Grid, found: list[tuple[Sheets, Headings]], options: ReadOptions, told: dict[str, str]
) -> list[tuple[Sheets, Headings]]:
    """Make one game of blocks below each other that are headed by different columns, of the same players.

    A heading among them that is no known column is asked about; ``told`` gets what a person says of one.
    """
    left: list[tuple[Sheets, Headings]] = []
    first: Sheets | None = None
    corners = (cell(grid, min(game.block.rows) - 1, game.block.column) for game, _ in found if min(game.block.rows))
    signs = drawn(text for text in corners if len(text) == 1)
    for game, understood in sorted(found, key=lambda both: (both[0].block.column, both[0].block.first)):
        column, text = _heading(grid, game.block, options, signs)
        told |= {text: column} if column and options.said(text, COLUMNS) else {}
        alone = sum(other.block is game.block for other, _ in found) == 1 and not game.beside
        if column and alone and first and first.block.column == game.block.column and _add(first, game, column):
            continue
        if first and alone and text and not column and not game.seats and first.block.column == game.block.column:
            first.seating.unclear.append(text)
            continue
        first = game if column and alone and {s.column for s in game.seats} == {"main"} else None
        if first and column:
            first.stands_for = column
        left.append((game, understood))
    for game, _ in left:
        if any(half.apart for half in game.beside):
            game.seats = [replace(seat, column=game.stands_for) for seat in game.seats]
    order = {id(game): n for n, (game, _) in enumerate(found)}
    return sorted(left, key=lambda both: order[id(both[0])])


def _heading(grid: Grid, block: Block, options: ReadOptions, signs: Mapping[str, str]) -> tuple[str | None, str]:
    """Return the column that is named above the boxes of a block, or beside the first of them, and how it is written.

    Where the word above the boxes names none, that is returned alone.
    """
    for c in (block.column - 1, block.column + 1):
        named = _meant(text, options, signs) if c >= 0 and (text := cell(grid, block.first, c)) else None
        others = {key(cell(grid, i, c)) for i in block.boxes.values()} if named else set()
        if named and others <= {"", key(text)}:
            return named, text
    first, above = min(block.rows), ""
    for i in range(first - 1, max(first - 1 - _REACH, -1), -1):
        beside = [cell(grid, i, c) for c in range(block.column + 1, len(grid.rows[i]))]
        if any(map(column_name, beside)) and several(beside):
            break  # columns beside each other
        if named := _meant(text := cell(grid, i, block.column), options, signs):
            return named, text
        above = above or text
    return None, above


def _meant(text: str, options: ReadOptions, signs: Mapping[str, str]) -> str | None:
    named = column_name(text)
    return options.said(text, COLUMNS) or (named[0] if named else signs.get(text))


def _add(first: Sheets, game: Sheets, column: str) -> bool:
    """Add a block to a game as one more column, unless it has it, or is of other players."""
    known = {first.stands_for, *(half.seats[0].column for half in first.beside)}
    at = {key(s.player): s.at for s in game.seats if s.player}
    if not game.seats:
        at = {key(s.player): s.at for s in first.seats}
        if not {*game.seating.unnamed} <= {*at.values()}:
            return False
    if column in known or at.keys() != {key(s.player) for s in first.seats}:
        return False
    seats = [Seat(at[key(s.player)], s.player, column) for s in first.seats]
    first.beside.append(Half(game.block, game.labels, seats, game.header, apart=True))
    return True
