"""Tell what numbers under a bare heading count, "N°", "ID": the games, or the players' lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ingest.model import Question, ReadOptions
from ingest.readers.composed import is_number_word
from ingest.readers.grid import Grid
from ingest.readers.records import Plan
from ingest.readers.values import clean
from ingest.readers.words import key

_IDENTITY = frozenset(("date", "game", "round", "table", "column", "event", "season", "month", "year"))
_MOST_PLAYERS = 8  # at a table


def count_lines(grid: Grid, plan: Plan) -> bool:
    """Tell whether the numbers under a heading like "N°" count the players' lines, and no games.

    Then several lines are of one day, and not all of one player; or, without dates, each is of another player.
    """
    at, player, day = (plan.fields.get(name) for name in ("game", "player", "date"))
    if at is None or player is None or not is_number_word(plan.headings.texts[at]):
        return False
    lines = _lines(grid, plan, at, max(player, day or 0))
    if len(lines) < 2 or [cells[at] for cells in lines] != [str(n) for n in range(1, len(lines) + 1)]:
        return False
    days: dict[str, list[str]] = {}
    told = ""  # a day that is written once is that of the lines below it
    for cells in lines:
        told = (cells[day] or told) if day is not None else ""
        days.setdefault(told, []).append(key(cells[player]))
    if day is None:
        return len(set(days[""])) == len(lines)
    return len(days) < len(lines) and all(len(set(names)) > 1 for names in days.values() if len(names) > 1)


def of_games(grid: Grid, plan: Plan) -> int | None:
    """Return the field of numbers that tell the games apart where nothing else does, though players come again.

    A number for each line is that of its game if the lines cannot be parted into tables of several players.
    """
    for at, games in _numbered(grid, plan):
        single = all(len(names) == 1 for names in games.values())
        if not single or not _may_be_tables([name for names in games.values() for name in names]):
            return at
    return None


def ask(grid: Grid, plan: Plan, options: ReadOptions) -> tuple[Question, ...]:
    """Ask whether numbers are those of games where each line has one, and may be of a table of several players."""
    texts = [plan.headings.texts[at] for at, _ in _numbered(grid, plan)]
    return tuple(
        Question(
            "heading",
            f"Nothing tells the games apart but {text!r}, which may count the games or the players' lines. "
            f'Say --heading "{text}=game" if each line is a game of its own; else write the date, or the game, '
            f"in a column of its own.",
            ("game", "ignore"),
            text,
        )
        for text in texts[:1]
        if options.said(text) is None
    )


def _numbered(grid: Grid, plan: Plan) -> list[tuple[int, dict[str, list[str]]]]:
    """Return the unknown fields of numbers that no player has twice, with the players of each number."""
    player = plan.fields.get("player")
    if player is None or _IDENTITY & plan.fields.keys() or len(plan.columns) > 1:
        return []
    found = []
    for at, (text, meant) in enumerate(zip(plan.headings.texts, plan.headings.labels, strict=True)):
        if meant is not None or not is_number_word(text):
            continue
        games: dict[str, list[str]] = {}
        lines = _lines(grid, plan, at, player)
        for cells in lines:
            games.setdefault(cells[at], []).append(key(cells[player]))
        again = len({key(cells[player]) for cells in lines}) < len(lines)
        if again and all(len(set(names)) == len(names) for names in games.values()):
            found.append((at, games))
    return found


def _may_be_tables(names: Sequence[str]) -> bool:
    """Tell whether lines may be parted into tables of as many players each, of whom none comes twice."""
    sizes = (n for n in range(2, _MOST_PLAYERS + 1) if len(names) % n == 0)
    return any(all(len(set(names[i : i + n])) == n for i in range(0, len(names), n)) for n in sizes)


def _lines(grid: Grid, plan: Plan, at: int, last: int) -> list[list[str]]:
    """Return the lines below the headings that have a number and a player, up to the first that has not.

    The same headings again are no line, and others begin another table.
    """
    rows = ([clean(c) for c in cells] for cells in grid.between(plan.row, grid.first + len(grid.rows)))
    width, player, heads = max(at, last), plan.fields["player"], [key(text) for text in plan.headings.texts]
    found = []
    for cells in takewhile(lambda cells: width < len(cells) and cells[at] and cells[player], rows):
        if not is_number_word(cells[at]):
            found.append(cells)
        elif [key(text) for text in cells] != heads:
            break
    return found
