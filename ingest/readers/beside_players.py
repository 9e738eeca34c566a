"""Tell a player's column of figures on a paper sheet from what stands beside it: sums, records, explanations."""

from __future__ import annotations

import re

from ingest.readers import dates
from ingest.readers.blocks import Block, cell
from ingest.readers.family import any_fixed_points, fixed_points_of_ten, possible_points
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.values import UNCOMPUTED, Bad, is_most_possible, points
from ingest.readers.words import (
    NAME_FIELDS,
    UPPER,
    begins_with_sum_word,
    is_extreme_word,
    is_statistics_word,
    is_sum_word,
    key,
    speaks_of_extremes,
)

_WHOLE = 10  # boxes in which nobody has the most by chance
_FEW = 0.2  # share of a player's points that may be impossible in their boxes
_LEAST = 5  # boxes whose points tell a player
_OF_COLUMNS = frozenset(("points", "column"))  # what heads the columns of one player as well
_WORD = re.compile(r"[^\W\d_]{3}")
_NEARLY_FIGURE = re.compile(r"\W*\d+(?![\d\s]*[+×*]\s*\d)[\W\d_]*")  # what may be meant for points, not "1+1…"


def is_player(grid: Grid, block: Block, column: int, names: dict[int, str]) -> bool:
    """Tell whether a name stands above a column that holds a player's figures, and neither sums nor explanations."""
    named = bool(names[column]) and not dated_beside(grid, block, column, names[column])
    return named and not _no_player(grid, block, column, names) and not _words(grid, block, column)


def dated_beside(grid: Grid, block: Block, column: int, text: str) -> bool:
    """Tell whether a date stands in the row of names over nothing: that of the game, and no player's heading."""
    return bool(dates.candidates(text)) and not any(cell(grid, i, column) for i in block.boxes.values())


def holds_figures(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column holds points beside the boxes, and not words about them."""
    values = [points(t) for i in block.boxes.values() if (t := cell(grid, i, column))]
    whole = sum(isinstance(v, int) for v in values)
    return whole >= 3 and whole * 2 > len(values)


def plays(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column before the labels holds points of a player, and counts no boxes, rows or games."""
    found = {i: v for i in sorted(block.boxes.values()) if isinstance(v := points(cell(grid, i, column)), int)}
    boxes_counted = [v - n for n, v in enumerate(found.values())]
    rows_counted = [v - i for i, v in found.items()]
    one_game = len(set(found.values())) == 1 and any(found.values())
    counting = len(set(boxes_counted)) == 1 or len(set(rows_counted)) == 1
    return holds_figures(grid, block, column) and not one_game and not counting


def repeats_labels(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether most rows have their label once more in a column, as at the right edge of a wide sheet."""
    spoken = {i: text for i, text in block.rows.items() if not text.isdigit()}
    again = sum(key(cell(grid, i, column)) == key(text) for i, text in spoken.items())
    return again * 2 > len(spoken)


def explains(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column holds words, and the fixed points of the boxes that have some: what they give at most."""
    texts = {box: t for (box, _), i in block.boxes.items() if (t := cell(grid, i, column))}
    beside = {box: t for box, t in texts.items() if not (isinstance(points(t), Bad) and _WORD.search(t))}
    if not beside or not beside.keys().isdisjoint(UPPER):
        return False
    return any(
        beside.keys() == fixed.keys() and all(points(text) in fixed[box] for box, text in beside.items())
        for fixed in (any_fixed_points(), fixed_points_of_ten())
    )


def _words(grid: Grid, block: Block, column: int) -> bool:
    """Tell a column that explains the boxes ("add all dice", "25 points", "x 3") from a player's figures.

    Formulas without their value, and the errors of some, explain nothing. Remarks stand beside a few boxes only.
    """
    texts = [t for i in block.boxes.values() if (t := cell(grid, i, column))]
    told = [t for t in texts if isinstance(points(t), Bad) and not UNCOMPUTED.fullmatch(t)]
    if told and len(told) == len(texts) and not any(map(_NEARLY_FIGURE.fullmatch, told)):
        return True
    return len(told) * 2 > len(texts) >= 3 and any(map(_WORD.search, told))


def _no_player(grid: Grid, block: Block, column: int, names: dict[int, str]) -> bool:
    """Tell a column of sums, means or remarks from a player's."""
    name = names[column]
    x = label(name) if len(key(name)) > 1 else None  # A, B, C and D are players here, not sums
    if x and x.kind in ("field", "stated") and is_given_name(name) and holds_figures(grid, block, column):
        return False  # Luna is a month as well, A. B. is no A+B
    other = x and (x.name not in NAME_FIELDS if x.kind == "field" else x.kind == "stated" and not is_sum_word(name))
    if x and other and not _scores(grid, block, column):
        return True  # what tells a game or a row, and what sums up, has no points in the boxes
    if x and other and x.name in _OF_COLUMNS and not _beside_others(grid, block, column, names):
        return True
    sums = is_sum_word(name) or begins_with_sum_word(name)
    extreme, statistics = speaks_of_extremes(name), is_statistics_word(name)
    if not (sums or extreme or statistics):
        return False
    plain = [c for c, n in names.items() if c != column and n and not is_sum_word(n) and not begins_with_sum_word(n)]
    played = [c for c in plain if holds_figures(grid, block, c)]
    others = [
        c
        for c in played
        if not is_extreme_word(names[c]) and not (speaks_of_extremes(names[c]) and _most_possible(grid, block, c))
    ]
    if sums:
        beyond = (_beyond(box, points(cell(grid, i, column))) for (box, _), i in block.boxes.items())
        before = max((c for c in names if c < column and c not in others), default=-1)
        run = [c for c in others if before < c < column]  # the games of one player, with their sum
        some = [columns for columns in (others, run, played) if columns]  # Max may be a player
        added = not some or any(adds_up(grid, block, column, columns) for columns in some)
        return added or (is_sum_word(name) and any(beyond))
    if extreme and (statistics or _most_possible(grid, block, column)):
        return bool(others)
    enough = len(others) >= 2 or (bool(others) and len(block.boxes) >= _WHOLE)
    return enough and _at_the_edge(grid, block, column, others)


def _scores(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column holds points of a player: nearly all are some that their boxes give."""
    found = [(box, v) for (box, _), i in block.boxes.items() if isinstance(v := points(cell(grid, i, column)), int)]
    others = sum(1 for box, value in found if value not in possible_points(box))
    return len(found) >= _LEAST and others <= _FEW * len(found) and plays(grid, block, column)


def _beside_others(grid: Grid, block: Block, column: int, names: dict[int, str]) -> bool:
    """Tell whether a name stands once, over columns side by side, beside those of other players."""
    mine = [c for c, name in names.items() if key(name) == key(names[column])]
    others = [c for c, name in names.items() if name and c not in mine]
    once = not any(mine[0] < c < mine[-1] for c in others)
    return once and any(_scores(grid, block, c) for c in others)


def _beyond(box: str, value: int | Bad | None) -> bool:
    """Tell whether a figure of a box cannot be of one player: no whole number, or beyond ten dice of a face."""
    return isinstance(value, Bad) or (value is not None and box in UPPER and value > 10 * (UPPER.index(box) + 1))


def adds_up(grid: Grid, block: Block, column: int, others: list[int]) -> bool:
    """Tell whether a column holds the sums or the means of others in each box."""
    for i in block.boxes.values():
        value = points(cell(grid, i, column))
        beside = [v for c in others if isinstance(v := points(cell(grid, i, c)), int)]
        if not value or isinstance(value, Bad) or not beside or value == sum(beside):
            continue
        if abs(value - sum(beside) / len(beside)) > 1:
            return False
    return True


def _most_possible(grid: Grid, block: Block, column: int) -> bool:
    return is_most_possible((box, points(cell(grid, i, column))) for (box, _), i in block.boxes.items())


def _at_the_edge(grid: Grid, block: Block, column: int, others: list[int]) -> bool:
    """Tell a column of best or least points, of the players or of the game, from a player who is called Max.

    Beside a single player only the best are told: one of two may have less than the other everywhere. Where nobody has
    a point, a formula gives nothing or 0.
    """
    compared: list[tuple[int, int, int]] = []
    for i in block.boxes.values():
        value = points(cell(grid, i, column))
        beside = [v for c in others if isinstance(v := points(cell(grid, i, c)), int)]
        if not any(beside) and not value:
            compared += [(0, 0, 0)] if beside else []
        elif isinstance(value, int) and beside:
            compared.append((value, max(beside), min(beside)))
        else:
            return False
    above, below = all(v >= high for v, high, _ in compared), all(v <= low for v, _, low in compared)
    edge = above or (below and len(others) > 1)
    return edge and any(v for v, *_ in compared)
