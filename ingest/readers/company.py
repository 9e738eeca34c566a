"""Find what the blocks of a worksheet share: names, the date at its top, and one game of players with a block each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, groupby, takewhile

from ingest.readers import titles
from ingest.readers.blocks import Block, cell
from ingest.readers.columns import several
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, label
from ingest.readers.name_rows import means_nothing
from ingest.readers.paper_sheets import Sheets
from ingest.readers.seats import name_field
from ingest.readers.values import clean
from ingest.readers.words import is_statistics_word, key


def share(grid: Grid, games: Sequence[Sheets]) -> None:
    """Give games without names those above, ones without a date the one at the top; join players with a block each."""
    if len(games) < 2:
        return
    _share_names(games)
    _share_date(grid, games)
    solo = [game for game in games if not any(is_statistics_word(t) for t in game.head.titles)]
    if not all(len(_names(game)) == 1 for game in solo) or not any(game.seats for game in solo):
        return
    solo.sort(key=lambda game: game.header)
    bands = [list(band) for _, band in groupby(solo, key=lambda game: game.header)]
    days = _days(solo)
    if _one_game(solo):
        days = [solo]
    for together in days or [band for band in bands if _one_game(band)]:
        for game in together[1:]:
            game.head, game.sitting = together[0].head, together[0].sitting
        if not together[0].head.dates:
            together[0].notes += (_joined_told(together),)


def _names(game: Sheets) -> set[str]:
    """Return the names of a block's players; a block without any, of one column at most, is somebody's, too."""
    if not game.seats and len(game.seating.unnamed) < 2:
        return {f"row {game.header}"}
    return {key(seat.player) for seat in game.seats if seat.player}


def _joined_told(games: Sequence[Sheets]) -> str:
    """Return the note that undated sheets of one player each are one game, since nothing tells games apart."""
    names = ", ".join(game.seats[0].player for game in games if game.seats)
    return f"the sheets of {names} bear no date: they are one game. Write Game 1, Game 2 above them if they are several"


def name_by_corners(grid: Grid, blocks: Sequence[Block]) -> None:
    """Give each block the name that stands right above its labels, where all have one, first names most of them.

    Above columns of a sheet other words may be names as well, if they are not all the same.
    """
    headed = [_above_columns(grid, b) for b in blocks]
    if all(map(is_given_name, headed)) or (all(headed) and len(set(map(key, headed))) > 1):
        for block, text in zip(blocks, headed, strict=True):
            block.player = text
        return
    corners = [cell(grid, first - 1, b.column) if (first := min(b.rows)) else "" for b in blocks]
    known = [text for text in set(corners) if is_given_name(text) and not label(text)]
    if all(text in known or (text and means_nothing(text)) for text in corners) and len(known) * 2 >= len(set(corners)):
        for block, text in zip(blocks, corners, strict=True):
            block.player = text


def _above_columns(grid: Grid, block: Block) -> str:
    """Return the word that stands alone above the columns of a sheet, over the labels, if it may be a name."""
    first = min(block.rows)
    for line in range(first - 1, max(first - 3, 0), -1):  # a heading of the section may stand between
        right = [cell(grid, line, c) for c in range(block.column + 1, len(grid.rows[line]))]
        beside = list(takewhile(column_name, dropwhile(lambda text: not text, right)))
        if several(beside):
            above = line - 1 if line < 2 or any(map(clean, grid.rows[line - 1])) else line - 2
            text, *others = (cell(grid, above, block.column + n) for n in range(len(beside) + 1))
            named = bool(text) and not any(others) and (is_given_name(text) or means_nothing(text))
            return text if named else ""
    return ""


def _share_names(games: Sequence[Sheets]) -> None:
    """Seat the players of the game above where a title above figures, or a date beside them, tells another game.

    The figures stand in their columns.
    """
    seated: dict[int, Sheets] = {}  # the last game in a column that names its players
    for game in sorted(games, key=lambda game: game.block.first):
        told = game.head.titles or game.block.dates
        nobody = game.seating.unnamed if not game.seats and not game.beside and told else []
        above = seated.get(game.block.column)
        if nobody and above and {seat.at for seat in above.seats} >= set(nobody):
            game.seats = [seat for seat in above.seats if seat.at in nobody]
            header = game.header if game.head.titles else above.header
            game.seating = replace(game.seating, unnamed=[], header=header)
            game.notes = (f"nobody is named above row {game.block.first + 1}: the names further up count",)
        elif game.seats and not game.beside:
            seated[game.block.column] = game


def _days(solo: Sequence[Sheets]) -> list[list[Sheets]]:
    """Return the games of blocks below each other, each begun by a block with a date; none where that is not so.

    A block with a title of its own may be another game.
    """
    days: list[list[Sheets]] = []
    for game in solo:
        if game.head.dates:
            days.append([game])
        elif days and _titles(game) <= _titles(days[-1][0]):
            days[-1].append(game)
        else:
            return []
    several = [day for day in days if len(day) > 1]
    return days if several and all(map(_one_game, several)) else []


def _titles(game: Sheets) -> set[str]:
    """Return the titles of a block that do not name its player."""
    names = {key(seat.player) for seat in game.seats}
    return {t for t in game.head.titles if key(t.rpartition(":")[2]) not in names and name_field(t) is None}


def _share_date(grid: Grid, games: Sequence[Sheets]) -> None:
    """Give a game that tells no date of its own the one that stands above all blocks, apart from the first game."""
    top = min(game.header for game in games)
    found = titles.top_date(grid, top)
    if found is None or {text for game in games for text in game.head.dates} > {found.text}:
        return
    for game in games:
        if not game.head.dates and (found.row < top - 1 or any(map(titles.tells_game, game.head.titles))):
            game.head = replace(game.head, dates=(found.text,))


def _one_game(games: Sequence[Sheets]) -> bool:
    """Tell whether blocks of one player each are one game: other players, one date, the same columns, no count."""
    names = {name for game in games for name in _names(game)}
    days = {game.head.dates for game in games if game.head.dates}
    tables = {tuple(sorted(game.head.fields.items())) for game in games}
    counted = [title for game in games for title in game.head.titles if titles.numbered_field(title)]
    columns = {frozenset(seat.column for seat in game.seats) for game in games if game.seats}
    alike = len(days) < 2 and len(tables) == len(columns) == 1
    return len(names) == len(games) > 1 and alike and not counted
