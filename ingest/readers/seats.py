"""Find the players of a paper sheet: the row of their names, and what stands among them and is no player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ingest.readers import dates
from ingest.readers.blocks import Block, cell
from ingest.readers.grid import Grid
from ingest.readers.values import Bad, points
from ingest.readers.words import (
    NAME_FIELDS,
    UPPER,
    column_name,
    is_extreme_word,
    is_statistics_word,
    is_sum_word,
    key,
    label,
)

_HEADER_REACH = 10  # rows above the first box in which the names are looked for
_WORD = re.compile(r"[^\W\d_]{3}")
_GAP = re.compile(r"[\s(\[\-–—:/|.,]+|(?=[↓↑↕↔⇅⇓⇑⇕▼▲⬇⬆])")


@dataclass
class Seat:
    """Be one column of figures: its player, the column of the sheet that it is, and where it stands."""

    at: int
    player: str
    column: str


@dataclass
class Bounds:
    """Be the part of a grid that belongs to a block: rows above it down from ``top``, columns up to ``right``."""

    top: int
    right: int


def parted_by_gaps(seats: list[Seat]) -> list[list[Seat]]:
    """Part the seats where a column stands empty between them."""
    groups: list[list[Seat]] = []
    for seat in seats:
        if groups and seat.at == groups[-1][-1].at + 1:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def lift_dates(grid: Grid, block: Block, bounds: Bounds) -> None:
    """Put a row of dates that stands between the names and the boxes above the names, where it usually is."""
    lines = [i for i in range(block.first - 1, bounds.top - 1, -1) if any(grid.rows[i])][:2]
    if len(lines) < 2:
        return
    low, high = ({c: t for c in range(block.column + 1, bounds.right) if (t := cell(grid, i, c))} for i in lines)
    dated = all(dates.readings(text) for text in low.values())
    if low and dated and low.keys() <= high.keys() and not any(dates.candidates(text) for text in high.values()):
        grid.rows[lines[0]], grid.rows[lines[1]] = grid.rows[lines[1]], grid.rows[lines[0]]


def find_seats(grid: Grid, block: Block, bounds: Bounds) -> tuple[int, list[Seat], list[int], list[str]]:
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
            left_out.append(f"column {letters(c)}")
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


def parted_by_titles(grid: Grid, top: int, header: int, seats: list[Seat]) -> list[list[Seat]]:
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
    if (x and x.kind == "field" and x.name not in NAME_FIELDS) or (x and x.kind == "stated" and not is_sum_word(name)):
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


def letters(column: int) -> str:
    """Name a column as spreadsheets do."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text
