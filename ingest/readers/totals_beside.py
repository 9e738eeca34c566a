"""Read tables of totals on worksheets beside scoresheets: seasons of which somebody has kept nothing but totals.

Such a table may also be statistics, or of another game that the people of the file play. So it is read only where
its worksheet is called by nothing but a season, a month or words of games and sums, where its players stand elsewhere
in the file as well, and where it does not add up from line to line. What repeats the games of the other worksheets is
left out afterwards, by `summaries`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, pairwise

from ingest.model import ReadOptions
from ingest.readers import dates, totals
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name
from ingest.readers.records import Part
from ingest.readers.totals_matrix import Matrix, find_matrix, is_dated, is_figure
from ingest.readers.words import is_sum_word, key
from ingest.sources import Source

_OF_GAMES = frozenset(("season", "event", "game", "round", "points", "date"))
_LEAST_STEP = 60  # of a sum from one game to the next, where the player is there


def read(source: Source, grid: Grid, others: Sequence[Grid], options: ReadOptions, out: Collector) -> list[Part]:
    """Understand one worksheet beside ``others``; none where it is no table of totals, or may be of something else."""
    matrix = find_matrix(grid) if _tells_nothing_else(grid.worksheet) else None
    if matrix is None or not _are_known(matrix, others) or not _are_totals(matrix):
        return []
    found = totals.read_all(source, grid, options, out)
    note = f"the worksheet {grid.worksheet} has nothing but totals: each line of it with a date is a game"
    return [replace(part, aside=True, questions=(), notes=(*part.notes, note)) for part in found]


def why_not(grid: Grid) -> str:
    """Say why a worksheet beside scoresheets is left out."""
    if grid.worksheet and find_matrix(grid):
        return "totals or statistics by date, not read beside scoresheets; save it by itself if each line is a game"
    return "a worksheet without a scoresheet" if grid.worksheet else "a record without a scoresheet"


def _tells_nothing_else(worksheet: str) -> bool:
    """Tell whether the name of a worksheet has a year, and no word that may be of statistics or of another game."""
    told = re.findall(r"[^\W\d_]+", worksheet)
    known = (field_name(word) in _OF_GAMES or is_sum_word(word) or dates.names_month(word) for word in told)
    return bool(re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", worksheet)) and all(known)


def _are_known(matrix: Matrix, others: Sequence[Grid]) -> bool:
    """Tell whether at least half of the players stand on other worksheets as well."""
    names = {key(name) for name in matrix.players.values()}
    known = {key(c) for grid in others for cells in grid.rows for c in cells if c and c[0].isalpha()}
    return bool(names) and len(names & known) * 2 >= len(names)


def _are_totals(matrix: Matrix) -> bool:
    """Tell whether the figures are whole, and neither sums of all lines so far nor all the same, as fees are."""
    lines = [cells for cells in matrix.lines[matrix.heading + 1 :] if is_dated(cells[matrix.date])]
    steps: list[int] = []
    for at in matrix.players:
        texts = list(dropwhile(lambda text: not text, [cells[at] for cells in lines]))
        if any(not text.isdecimal() for text in texts if is_figure(text)):
            return False
        figures = [int(text) if text.isdecimal() else 0 for text in texts]  # one who is absent keeps a sum
        steps += [below - above for above, below in pairwise(figures)]
    return any(step and step < _LEAST_STEP for step in steps)
