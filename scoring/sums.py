"""Compare the sums that a file states with the recomputed ones (RULES.md, What is checked)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Int16s, Int32s
from scoring.tables import tables


def check_sums(
    held: Cells,
    sections: Mapping[str, Int32s],
    bonus: Int32s,
    column_total: Int32s,
    extra_points: Int32s,
    total: Int32s,
    sheet_sections: Mapping[str, Int32s],
    sheet_bonus: Int32s,
    total_only: Bools,
    values: Sequence[Int16s],
    findings: Findings,
) -> None:
    """Find stated sections, bonuses and totals that differ; a subtotal that already holds its bonus does not."""
    rules = held.rules
    extra = rules.extra_yams
    row_known = ~np.repeat(total_only, np.diff(np.r_[held.starts, held.rows]))
    starts = held.starts

    def compare(
        name: str,
        code: str,
        box: str,
        accepted: Sequence[NDArray[np.int32]],
        at: NDArray[np.int64] | None,
        known: Bools,
    ) -> None:
        stated = held.stated(name)
        if stated is None:
            return
        number, given = stated if at is None else (stated[0][at], stated[1][at])
        wrong = given & known
        for figure in accepted:
            wrong &= number != figure
        index = np.flatnonzero(wrong)
        if not len(index):
            return
        rows = index if at is None else at[index]
        over = number[index] - accepted[-1][index]
        details = [_missing_extra(held, values, int(r), int(o)) for r, o in zip(rows, over, strict=True)]
        sheet_wide = at is not None or len(rules.columns) == 1
        findings.add(
            rows, code, box, stated=number[index], recomputed=accepted[0][index], detail=details, whole_sheet=sheet_wide
        )

    for section, figure in sections.items():
        with_bonus, sheet_with = figure, sheet_sections[section]
        if section == rules.bonus_section:
            with_bonus, sheet_with = with_bonus + bonus, sheet_with + sheet_bonus
        if extra is not None and section == extra.others:
            with_bonus, sheet_with = with_bonus + extra_points, sheet_with + extra_points[starts]
        compare(f"stated_{section}", "section_mismatch", section, (figure, with_bonus), None, row_known)
        compare(f"stated_{section}_with_bonus", "section_mismatch", section, (with_bonus,), None, row_known)
        compare(
            f"sheet_stated_{section}",
            "section_mismatch",
            section,
            (sheet_sections[section], sheet_with),
            starts,
            ~total_only,
        )
    compare("stated_bonus", "bonus_mismatch", "bonus", (bonus,), None, row_known)
    compare("sheet_stated_bonus", "bonus_mismatch", "bonus", (sheet_bonus,), starts, ~total_only)
    compare("stated_column_total", "total_mismatch", "total", (column_total,), None, row_known)
    compare("stated_total", "total_mismatch", "total", (total,), starts, ~total_only)


def _missing_extra(held: Cells, values: Sequence[Int16s], row: int, over: int) -> str | None:
    """Say that extra Yams may be missing where a sum is too high by 100, 200, … with Yams at its 50."""
    extra = held.rules.extra_yams
    if extra is None or over <= 0:
        return None
    home = held.rules.box_ids.index(extra.box)
    step = extra.points or 100
    if over % step or values[home][row] != tables(held.rules).points[home].max():
        return None
    return f"too high by exactly {over}: extra Yams may be missing from the file"
