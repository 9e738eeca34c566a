"""Join the two tables that a wide sheet is printed in: upper boxes above, lower boxes below, for the same names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from ingest.model import ReadOptions
from ingest.readers import dates, headings
from ingest.readers.grid import Grid
from ingest.readers.records import Plan, Record
from ingest.readers.values import clean
from ingest.readers.words import key


def join(
    grid: Grid, genuine: Sequence[Record], lines: Collection[int], options: ReadOptions
) -> tuple[list[Record], Plan | None]:
    """Make one record of the two of each player where a table holds the boxes that the one above it has not.

    Also returns the plan of the first tables that are joined, None where there are none.
    """
    tables = [list(rows) for _, rows in groupby(genuine, key=lambda r: r.plan.row)]
    found: list[Record] = []
    first: Plan | None = None
    at = 0
    while at < len(tables):
        upper, lower = tables[at], tables[at + 1] if at + 1 < len(tables) else []
        plan = _whole(upper[0].plan, lower[0].plan, options) if _are_halves(grid, upper, lower, lines) else None
        if plan is None:
            found.extend(upper)
            at += 1
            continue
        first = first or plan
        beside = {key(r.fields["player"]): r for r in lower}
        found.extend(_joined(r, beside[key(r.fields["player"])], plan) for r in upper)
        at += 2
    return found, first


def _are_halves(grid: Grid, upper: Sequence[Record], lower: Sequence[Record], lines: Collection[int]) -> bool:
    """Tell whether two tables have the same players, other boxes, and nothing between them that parts two games."""
    if not lower:
        return False
    names = [[key(r.fields["player"]) for r in table] for table in (upper, lower)]
    if sorted(names[0]) != sorted(names[1]) or len(set(names[0])) < len(names[0]):
        return False
    one, other = ({(name, column) for _, name, column in table[0].plan.boxes} for table in (upper, lower))
    start, end = upper[-1].row, lower[0].row
    between = grid.between(start, end)
    parted = any(start < row < end for row in lines) or any(dates.within(clean(c)) for cells in between for c in cells)
    return bool(one) and bool(other) and not one & other and not parted


def _whole(upper: Plan, lower: Plan, options: ReadOptions) -> Plan | None:
    """Return the plan of both tables side by side; None where the headings of the two contradict."""
    told = set(lower.fields.values())
    texts = [*upper.headings.texts, *("" if i in told else t for i, t in enumerate(lower.headings.texts))]
    found = headings.understand(texts, options)
    return None if found.clashes else Plan.of(upper.row, found)


def _joined(above: Record, below: Record, plan: Plan) -> Record:
    width = len(above.plan.headings.texts)
    told = set(below.plan.fields.values())
    cells = [*(above.box(i) for i in range(width)), *("" if i in told else c for i, c in enumerate(below.cells))]
    return Record(
        above.row,
        cells,
        plan,
        above.after_gap,
        above.fields,
        None,
        True,
        above.figures or below.figures,
        also=below.row,
    )
