"""Know players of a table of totals who are called like a field, a sum or a note, by totals that are nobody else's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from ingest.readers.given_names import is_given_name
from ingest.readers.labels import label
from ingest.readers.values import points
from ingest.readers.words import begins_with_sum_word, is_statistics_word, names_sums, speaks_of_extremes

_SPREAD = 2  # how often the most, or less than the least, of the others' totals a player may have
_MADE_OF = 2  # columns that another is made of, at least
_COUNTED = 3  # figures that may count on


def may_be_totals(at: int, players: Collection[int], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a column may hold totals of a player, whatever it is called.

    They are of the size of the others', and neither their sums, means, most or least nor those of the games so far.
    """
    own = [points(cells[at]) for cells in rows if cells[at]]
    mine = [v for v in own if isinstance(v, int) and v]
    beside = [_figures(cells, players) for cells in rows]
    every = [v for figures in beside for v in figures]
    if len(mine) * 2 < len(rows) or len(mine) < len(own) or not every or not _of_size(mine, every):
        return False
    return not _told_by_others(_beside(at, players, rows))


def are_totals(heading: str, at: int, players: Collection[int], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether what may be totals is surely some: it counts nothing, and is no mean or sum of others as well."""
    both = _beside(at, players, rows)
    counting = len(both) >= _COUNTED and all(a < b for (a, _), (b, _) in pairwise(both))
    return not counting and not (_sums_up(heading) and _lies_between(both))


def without_derived(players: Mapping[int, str], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Leave out columns that are made of those to the left of them, unless a first name stands above them.

    Their sums, means, most and least, the difference of these two, and the sums of the games so far.
    """
    kept: dict[int, str] = {}
    for at, name in players.items():
        if len(kept) < _MADE_OF or is_given_name(name) or not _is_made_of(at, kept, rows):
            kept[at] = name
    return kept


def _is_made_of(at: int, others: Collection[int], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a column is the same of others in every row, in two at least."""
    ways: list[set[str]] = []
    so_far = 0
    for cells in rows:
        figures = _figures(cells, others)
        so_far += sum(figures)
        value = points(cells[at]) if cells[at] else None
        if isinstance(value, int) and figures:
            most, least = max(figures), min(figures)
            made = {"sum": sum(figures), "so far": so_far, "most": most, "least": least, "difference": most - least}
            mean = {"mean"} if abs(value - sum(figures) / len(figures)) < 1 else set()
            ways.append({name for name, figure in made.items() if figure == value} | mean)
    return len(ways) > 1 and bool(set.intersection(*ways))


def _beside(at: int, players: Collection[int], rows: Sequence[Sequence[str]]) -> list[tuple[int, list[int]]]:
    """Return the figures of a column, each with those of the players beside it."""
    return [(v, _figures(cells, players)) for cells in rows if cells[at] and isinstance(v := points(cells[at]), int)]


def _figures(cells: Sequence[str], players: Collection[int]) -> list[int]:
    return [v for c in players if isinstance(v := points(cells[c]), int) and v]


def _of_size(mine: Sequence[int], others: Sequence[int]) -> bool:
    """Tell whether figures are of the size of others."""
    return min(others) <= min(mine) * _SPREAD and max(mine) <= max(others) * _SPREAD


def _told_by_others(rows: Sequence[tuple[int, Sequence[int]]]) -> bool:
    """Tell whether half of the figures are the sum, the mean, the most or the least of those beside them, or so far."""
    so_far: list[int] = []
    told = 0
    for value, beside in rows:
        so_far += beside
        told += any(
            value in (sum(figures), max(figures), min(figures)) or abs(value - sum(figures) / len(figures)) <= 1
            for figures in (beside, so_far)
            if figures
        )
    return told * 2 >= len(rows)


def _sums_up(heading: str) -> bool:
    """Tell whether a heading is a word for sums, means or records, and may tell of more than what stands beside it."""
    x = label(heading)
    stated = x is not None and x.kind == "stated"
    return stated or any(
        tells(heading) for tells in (names_sums, begins_with_sum_word, is_statistics_word, speaks_of_extremes)
    )


def _lies_between(rows: Sequence[tuple[int, Sequence[int]]]) -> bool:
    """Tell whether every figure is one between those beside it, as a mean is, or more than all of them together."""
    return all(not beside or min(beside) <= v <= max(beside) or v > sum(beside) for v, beside in rows)
