"""Check columns that are filled in an order (RULES.md, yams-columns and double-yams-forced)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.cells import Cells, Findings, Int16s
from scoring.tables import OPEN


def check_order(cells: Cells, values: Sequence[Int16s], findings: Findings) -> None:
    """Find boxes filled beyond an open one, or in an earlier turn than the box before them.

    ``down`` is filled in sheet order, ``up`` against it; a strike obeys the order too. One finding for each box whose
    neighbour before it, in the column's direction, is open or was filled later.
    """
    boxes = cells.rules.boxes
    if not any(cells.may_be_open) and all(turns is None for turns in cells.turn):
        return
    for column, way in cells.rules.order.items():
        rows = np.flatnonzero((cells.series["column"] == column).fill_null(False).to_numpy())
        before = None
        last_turn = np.zeros(len(rows), np.int16)
        last_box = np.full(len(rows), -1)
        for b in range(len(boxes)) if way == "down" else range(len(boxes) - 1, -1, -1):
            if before is not None and cells.may_be_open[before]:
                at = np.flatnonzero((values[b][rows] != OPEN) & (values[before][rows] == OPEN))
                detail = f"{boxes[before].title} comes before it and is open"
                findings.add(rows[at], "order_broken", boxes[b].id, detail=detail)
            turns = cells.turn[b]
            if turns is not None:
                turn = turns[rows]
                known = (values[b][rows] != OPEN) & (turn > 0)
                at = np.flatnonzero(known & (last_turn > 0) & (turn <= last_turn))
                findings.add(
                    rows[at],
                    "order_broken",
                    boxes[b].id,
                    stated=turn[at],
                    detail=[
                        f"{boxes[last_box[i]].title} comes before it and was filled in turn {last_turn[i]}" for i in at
                    ],
                )
                last_turn = np.where(known, turn, last_turn)
                last_box = np.where(known, b, last_box)
            before = b
