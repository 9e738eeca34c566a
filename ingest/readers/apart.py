"""Understand what the names of worksheets tell together: whose each is, and which sheets are then one game."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ingest.readers import dates, titles
from ingest.readers.collect import Collector
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, label
from ingest.readers.words import is_extreme_word, is_note, is_statistics_word, is_sum_word, key
from ingest.sources import Source

_NAME = re.compile(r"[^\W\d_]+[.ªº]?(?:(?:, |[ '’-])[^\W\d_]+[.ªº]?){0,3}(?: \([^\W\d_]+\))?")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_Sheet = dict[str, Any]  # what a sheet tells of its place, player and game
_WHEN = ("played", "game", "round", "table")


def refuse_columns(source: Source, grids: Sequence[Grid]) -> None:
    """Raise UnreadableFile where worksheets with sheets are called like several columns of one game."""
    named = {column[0]: grid.worksheet for grid in grids if (column := column_name(grid.worksheet))}
    if len(named) > 1:
        raise source.fail(
            f"the worksheets {', '.join(named.values())} are called like the columns of one game, and are not put "
            "together. Put the columns onto one worksheet, below each other, each under its name.",
            code="columns_apart",
        )


def leave_out_copies(grids: Sequence[Grid], out: Collector) -> tuple[list[Grid], tuple[str, ...]]:
    """Leave out worksheets that a spreadsheet has copied, "Ana (2)", while nothing is changed; return what is told."""
    copied: dict[str, str] = {}
    named = [(name, grid) for grid in grids if (name := key(grid.worksheet))]
    for whole, grid in named:
        others = (g for name, g in named if len(name) < len(whole) and name in whole)
        if of := next((g for g in others if _tell_same_day(g, grid) and _filled(g) == _filled(grid)), None):
            copied[grid.worksheet] = of.worksheet
            for number, _ in grid.filled():
                out.ignore(grid.worksheet, number, "copy", f"a copy of the worksheet {of.worksheet}: the same cells")
    notes = (f"the worksheet {copy} is the same as {of}, and left out as its copy" for copy, of in copied.items())
    return [grid for grid in grids if grid.worksheet not in copied], tuple(notes)


def _tell_same_day(one: Grid, other: Grid) -> bool:
    return dates.within(one.worksheet) == dates.within(other.worksheet)


def _filled(grid: Grid) -> list[tuple[str, ...]]:
    """Return the filled cells of each line of a grid."""
    return [tuple(c for c in cells if c) for _, cells in grid.filled()]


def compare_names(grids: Sequence[Grid]) -> None:
    """Note on each worksheet the player that it may be named for, or that its name counts the worksheets through.

    The player counts where nobody is named on the worksheet.
    """
    named = [grid for grid in grids if _may_name(grid.worksheet)]
    alike = {_first_line(grid) for grid in named}
    called = [g for g in grids if not _may_name(g.worksheet) and _may_be_called(g.worksheet)]
    named += [grid for grid in called if _first_line(grid) in alike]
    for grid in named:
        alone = len(named) == 1 and (label(grid.worksheet) is not None or not is_given_name(grid.worksheet))
        grid.player = "" if alone else grid.worksheet.strip()
    numbers = {i: n for i, grid in enumerate(grids) if (n := dates.counted_day(grid.worksheet.strip())) is not None}
    if [*numbers.values()] == list(range(1, len(numbers) + 1)):
        for i in numbers:
            grids[i].counted = True


def _may_name(worksheet: str) -> bool:
    """Tell whether the name of a worksheet can be a person's: words that mean nothing else, or "Nick"."""
    words = [worksheet, *_WORDS.findall(worksheet)]
    others = (_is_label, dates.names_month, is_sum_word, is_statistics_word, is_extreme_word, is_note)
    return _NAME.fullmatch(worksheet.strip()) is not None and not any(other(w) for w in words for other in others)


def _is_label(word: str) -> bool:
    return label(word) is not None and not is_given_name(word)


def _may_be_called(worksheet: str) -> bool:
    """Tell whether somebody may be called what a worksheet is, a month or an extreme for example: "April", "Max"."""
    sums = is_sum_word(worksheet) or is_statistics_word(worksheet) or is_note(worksheet)
    return _NAME.fullmatch(worksheet.strip()) is not None and not sums


def _first_line(grid: Grid) -> tuple[str, ...]:
    """Return the first filled line of a worksheet, the headings in most."""
    return next((tuple(map(key, cells)) for _, cells in grid.filled()), ())


def join(grids: Sequence[Grid], out: Collector) -> tuple[str, ...]:
    """Make one game of the sheets of players who have a worksheet each; return what is to be told of them.

    They are of one day, table and round, and as many of it on each of these worksheets.
    """
    blocks: dict[int, int] = {}
    joined: dict[str, None] = {}
    notes: dict[str, None] = {}
    for when, found in _alone(out).items():
        if len({len(sheets) for sheets in found.values()}) > 1:
            day = f" of {when[0]}" if when[0] else ""
            notes[f"the worksheets {', '.join(found)} have more or fewer sheets{day}: each stays a game of one"] = None
            continue
        joined |= dict.fromkeys(found)
        for together in zip(*found.values(), strict=True):
            blocks |= dict.fromkeys((sheet["sheet"] for sheet in together), out.block())
    if blocks:
        out.give("block", blocks)
    if joined:
        notes[f"the worksheets {', '.join(joined)} are of one player each: their sheets of one day are one game"] = None
    alone = {w: key(sheets[0]["player"]) for w, sheets in _of_one_player(out).items() if w not in joined}
    named = [g.worksheet for g in grids if g.player and alone.get(g.worksheet) == key(g.player) and not _says(g)]
    if named:
        notes[f"nobody is named on the worksheets {', '.join(named)}: their own names count as players'"] = None
    return tuple(notes)


def _says(grid: Grid) -> bool:
    """Tell whether the player's name stands also on the worksheet."""
    return any(key(grid.player) in key(c) for cells in grid.rows for c in cells if c)


def _alone(out: Collector) -> dict[tuple[Any, ...], dict[str, list[_Sheet]]]:
    """Return, by when they were played, the sheets of different players who have worksheets of their own.

    Without a date these have to bear the players' names; worksheets that count games, or bear a date, are not such.
    """
    games: dict[tuple[Any, ...], dict[str, list[_Sheet]]] = defaultdict(lambda: defaultdict(list))
    for worksheet, sheets in _of_one_player(out).items():
        bears = _bears(worksheet, sheets[0]["player"])
        for sheet in sheets:
            when = tuple(sheet[name] for name in _WHEN)
            if bears or (when[0] and not titles.is_game_title(worksheet) and not dates.names_month(worksheet)):
                games[when][worksheet].append(sheet)
    players = {when: {key(some[0]["player"]) for some in found.values()} for when, found in games.items()}
    return {when: found for when, found in games.items() if len(players[when]) == len(found) > 1}


def _of_one_player(out: Collector) -> dict[str, list[_Sheet]]:
    """Return the sheets of each worksheet, where all of them are of one player."""
    found: dict[str, list[_Sheet]] = defaultdict(list)
    frame = out.frame().select("sheet", "worksheet", "player", *_WHEN).unique("sheet", maintain_order=True)
    for sheet in frame.iter_rows(named=True):
        found[sheet["worksheet"]].append(sheet)
    return {w: some for w, some in found.items() if len({key(sheet["player"]) for sheet in some}) == 1}


def _bears(worksheet: str, player: str) -> bool:
    words = [{key(word) for word in _WORDS.findall(text)} for text in (worksheet, player)]
    return key(worksheet) == key(player) or bool(words[0] & words[1])
