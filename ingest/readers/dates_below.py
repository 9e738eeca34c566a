"""Find out whether the dates of games below each other stand under the games, and not above them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ingest.readers import titles
from ingest.readers.grid import Grid
from ingest.readers.paper_sheets import Sheets


@dataclass(frozen=True)
class _Line:
    """Be the one dated line below a game: its dates, and how many blank rows part it from what is above and below."""

    dates: tuple[str, ...]
    above: int
    below: int


def give(grid: Grid, games: Sequence[Sheets]) -> None:
    """Give each game the date below it, where the first of those below each other has none above, and the last has one.

    Where some dates stand nearer to the game above them and some to the one below, all of them are told of every game.
    """
    begins = [*sorted(game.header for game in games), len(grid.rows)]
    columns = sorted(games, key=lambda game: (game.block.column, game.block.first))
    for _, column in groupby(columns, key=lambda game: game.block.column):
        chain = list(column)
        lasts = [game.block.last for game in chain]
        below_each_other = all(last < game.header for last, game in zip(lasts, chain[1:], strict=False))
        if len(games) < 2 or not below_each_other or any(game.block.dates for game in chain) or chain[0].head.dates:
            continue
        ends = [begins[bisect_right(begins, last)] for last in lasts]
        lines = [_line(grid, game, end, whole=len(chain) == len(games)) for game, end in zip(chain, ends, strict=True)]
        dated = [line for line in lines if line]
        nearer_below = [line.below < line.above for line in dated[:-1]]
        if len(dated) < len(lines) or (nearer_below and all(nearer_below)):
            continue
        every = tuple(dict.fromkeys(text for line in dated for text in line.dates)) if any(nearer_below) else ()
        for game, line in zip(chain, dated, strict=True):
            game.head = replace(game.head, dates=every or line.dates)


def _line(grid: Grid, game: Sheets, end: int, *, whole: bool) -> _Line | None:
    """Return the only dated line between a game and the row ``end``, in the columns of the game or in all of them."""
    seats = [seat.at for seat in game.seats]
    left, right = (0, 10_000) if whole else (game.block.column, max(seats, default=game.block.column))
    found = titles.dated_rows(grid, range(game.block.last + 1, end), left, right)
    if len(found) != 1:
        return None
    ((row, dates),) = found.items()
    filled = [i for i, cells in enumerate(grid.rows) if any(c.strip() for c in cells[left : right + 1])]
    above, below = max(i for i in filled if i < row), min((i for i in filled if i > row), default=row + 1)
    return _Line(dates, row - above, below - row)
