"""Read column games whose columns stand below each other, or beside each other with their boxes: one, then the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.model import ReadOptions
from ingest.readers.blocks import Block, Placed, cell
from ingest.readers.columns import drawn, may_be_columns, several
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.labels import column_name, field_name, label
from ingest.readers.paper_sheets import Half, Sheets
from ingest.readers.seats import Seat
from ingest.readers.titles import is_game_title
from ingest.readers.values import clean
from ingest.readers.words import COLUMNS, NAME_FIELDS, key

_REACH = 3  # rows above the boxes in which the name of their column is looked for
_COUNTING = "abcdefghij"
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
    above: dict[int, Sheets] = {}  # the first column of a sheet that goes on below it, by where its boxes stand
    beside: defaultdict[int, list[Sheets]] = defaultdict(list)  # of those that go on at the right, by their first rows
    below = sorted(found, key=lambda both: (both[0].block.column, both[0].block.first))
    placed = Placed([game.block for game, _ in found])
    width = max(map(len, grid.rows), default=0)
    blocks = [(game.block, _right(game.block, placed, width)) for game, _ in below]
    signs = drawn(text for block, right in blocks for text in _letters(grid, block, right))
    headings = [_heading(grid, block, right, options, signs) for block, right in blocks]
    _ask(grid, [game for game, _ in below], headings, options)
    for (game, understood), (column, text) in zip(below, headings, strict=True):
        told |= {text: column} if column and options.said(text, COLUMNS) else {}
        alone = sum(other.block is game.block for other, _ in found) == 1 and not game.beside
        at, row = game.block.column, game.block.first
        before = [*([above[at]] if at in above else ()), *beside[row]]
        if column and alone and any(_add(first, game, column) for first in before):
            continue
        if column and alone and {s.column for s in game.seats} == {"main"}:
            above[at] = game
            beside[row].append(game)
            game.stands_for = column
        elif before:  # what stands between ends a sheet
            ended = before[0].block
            above.pop(ended.column, None)
            beside[ended.first] = [first for first in beside[ended.first] if first.block is not ended]
        left.append((game, understood))
    for game, _ in left:
        if any(half.apart for half in game.beside):
            game.seats = [replace(seat, column=game.stands_for) for seat in game.seats]
    order = {id(game): n for n, (game, _) in enumerate(found)}
    return sorted(left, key=lambda both: order[id(both[0])])


def _right(block: Block, placed: Placed, width: int) -> int:
    """Return where the next block beside one begins, or the grid ends."""
    beside = (b.column for b in placed.within(block.first, block.last) if b.column > block.column)
    return min(beside, default=width)


def _ask(grid: Grid, below: Sequence[Sheets], headings: Sequence[tuple[str | None, str]], options: ReadOptions) -> None:
    """Leave open what heads blocks of the same players, below each other, where it may be columns and is no known one.

    Words beside the names may be columns only where others name some; letters, unless they count on from A.
    """
    runs: list[list[tuple[Sheets, str | None, str]]] = []
    for game, (column, text) in zip(below, headings, strict=True):
        if not runs or not _goes_on(runs[-1][0][0], game) or text in {other for *_, other in runs[-1]}:
            runs.append([])
        runs[-1].append((game, column, text))
    for run in runs:
        first, texts = run[0][0], [text for *_, text in run]
        column_game = {"max", "min"} <= {box for box, _ in first.block.boxes}
        alone = all(_stands_alone(grid, game.block, text) for game, _, text in run)
        lettered = all(map(str.isalpha, texts)) and max(map(len, texts)) == 1 and key("".join(texts)) not in _COUNTING
        if len(run) > 1 and all(texts) and (lettered or may_be_columns(texts, column_game and alone)):
            open_ = [text for _, column, text in run if not column and options.said(text) is None]
            first.seating.unclear += [] if any(map(is_game_title, open_)) else open_


def _goes_on(first: Sheets, game: Sheets) -> bool:
    """Tell whether a block may be one more column of the sheets of another: of its players, and of no other date."""
    names, at = {key(s.player) for s in first.seats}, {s.at for s in first.seats}
    same = names == {key(s.player) for s in game.seats} if game.seats else {*game.seating.unnamed} <= at
    one_day = not game.head.dates or game.head.dates == first.head.dates
    return same and one_day and game.head.fields == first.head.fields and first.block.column == game.block.column


def _stands_alone(grid: Grid, block: Block, text: str) -> bool:
    """Tell whether a text stands above the boxes of a block with nothing beside it."""
    rows = range(max(min(block.rows) - _REACH, 0), min(block.rows))
    return any(
        cell(grid, i, block.column) == text and not any(map(clean, grid.rows[i][block.column + 1 :])) for i in rows
    )


def _heading(
    grid: Grid, block: Block, right: int, options: ReadOptions, signs: Mapping[str, str]
) -> tuple[str | None, str]:
    """Return the column that is named above the boxes of a block, or beside the first of them, and how it is written.

    Above the names it may stand alone in any place up to the next block, ``right``.
    Where the word above the boxes names none, that is returned alone.
    """
    for c in (block.column - 1, block.column + 1):
        named = _meant(text, options, signs) if c >= 0 and (text := cell(grid, block.first, c)) else None
        others = {key(cell(grid, i, c)) for i in block.boxes.values()} if named else set()
        if named and others <= {"", key(text)}:
            return named, text
    first, above = min(block.rows), ""
    for i in range(first - 1, max(first - 1 - _REACH, -1), -1):
        across = [text for c in range(block.column, right) if (text := cell(grid, i, c))]
        text = cell(grid, i, block.column)
        if any(map(column_name, across)) and several(across):
            break  # columns beside each other
        for said in (text, *(across if len(across) == 1 else ())):
            if named := _meant(said, options, signs):
                return named, said
        above = above or ("" if field_name(text) in ("box", *NAME_FIELDS) else text)
    return None, above


def _letters(grid: Grid, block: Block, right: int) -> list[str]:
    """List the signs that stand above the boxes of a block, or alone up to the next one, and before the first box."""
    first, at = min(block.rows), block.column
    above = [[cell(grid, i, c) for c in range(at, right)] for i in range(max(first - _REACH, 0), first)]
    texts = [row[0] or "".join(row) for row in above] + ([cell(grid, block.first, at - 1)] if at else [])
    return [text for text in texts if len(text) == 1 and not text.isdigit()]


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
