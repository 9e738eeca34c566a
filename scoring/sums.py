"""Add up sections, bonuses and totals, and compare what a file states with them (RULES.md, What is checked)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Int16s, Int32s
from scoring.extra import Extra
from scoring.rules import RuleSet
from scoring.tables import OPEN, tables

#: Findings after which a box may count what no dice give.
UNBOUNDED = {"impossible_points", "placement_broken", "points_mismatch", "not_first_throw"}


@dataclass
class Sums:
    """The sums of rows and sheets: sections without their bonus, the bonus, and all of it.

    ``some_open``: for each box, whether a row may leave it open. ``total_only``: sheets that tell their total alone.
    """

    sections: dict[str, Int32s]
    bonus: Int32s
    column_total: Int32s
    extra_points: Int32s
    sheet_sections: dict[str, Int32s]
    sheet_bonus: Int32s
    total: Int32s
    complete: Bools
    total_only: Bools
    some_open: list[bool]


def add_up(held: Cells, values: list[Int16s], extra: Extra, findings: Findings) -> Sums:
    """Add up rows and sheets; an unfinished sheet adds up to what is filled."""
    rules, starts = held.rules, held.starts
    index = {box: b for b, box in enumerate(rules.box_ids)}
    # Sixteen bits are wide enough, and twice as fast, unless a file's own impossible points count.
    most = sum(max(abs(value) for value in values_of) for values_of in tables(rules).possible)
    narrow = most < 2**15 and not findings.codes & UNBOUNDED
    open_boxes = np.zeros(held.rows, np.int32)
    some_open = [False] * len(index)
    sections = {}
    for section in rules.sections:
        filled = []
        for box in section.boxes:
            value = values[index[box]]
            if held.may_be_open[index[box]]:
                some_open[index[box]] = True
                is_open = value == OPEN
                open_boxes += is_open
                value = np.where(is_open, np.int16(0), value)
            filled.append(value)
        sections[section.id] = _total(held.rows, filled, narrow)
        if section.id == rules.difference.get("section"):
            sections[section.id] = _difference(rules, values, index)
    bonus, reached = np.zeros(held.rows, np.int32), 0
    if rules.bonus_section is not None:
        for at_least, points in rules.bonus_tiers:
            bonus += (sections[rules.bonus_section] >= at_least) * np.int32(points - reached)
            reached = points
    column_total = bonus.copy()
    for section_total in sections.values():
        column_total += section_total

    def by_sheet(column: Int32s) -> Int32s:
        return column if held.single else np.add.reduceat(column, starts).astype(np.int32)

    total = by_sheet(column_total) + held.first(extra.points)
    opened = by_sheet(open_boxes)
    whole = np.diff(np.append(starts, held.rows)) >= len(rules.columns) if len(rules.columns) > 1 else np.True_
    complete = (opened == 0) & whole & (len(index) > 0)
    total_only = np.zeros(len(starts), np.bool_)
    stated = held.stated("stated_total")
    if stated is not None and (opened.any() or not index):
        rows = np.diff(np.append(starts, held.rows))
        total_only = (opened == rows * len(index)) & held.first(stated[1])
        total = np.where(total_only, held.first(stated[0]), total)
        complete |= total_only
    return Sums(
        sections,
        bonus,
        column_total,
        extra.points,
        {section: by_sheet(figure) for section, figure in sections.items()},
        by_sheet(bonus),
        total.astype(np.int32, copy=False),
        complete,
        total_only,
        some_open,
    )


def _total(rows: int, values: Sequence[Int16s], narrow: bool) -> Int32s:
    total = np.zeros(rows, np.int16 if narrow else np.int32)
    for value in values:
        np.add(total, value, out=total)
    return total.astype(np.int32, copy=False)


def _difference(rules: RuleSet, values: list[Int16s], index: Mapping[str, int]) -> Int32s:
    """Return (plus - minus) x the ones' points; 0 where a box of the two is struck or open (RULES.md, double-yams)."""
    plus, minus, times = (values[index[rules.difference[part]]].astype(np.int32) for part in ("plus", "minus", "times"))
    counts = (plus > 0) & (minus > 0) & (times > 0)
    difference: Int32s = np.where(counts, (plus - minus) * times, 0).astype(np.int32)
    return difference


def check_sums(held: Cells, sums: Sums, values: Sequence[Int16s], findings: Findings) -> None:
    """Find stated sections, bonuses and totals that differ; a subtotal that already holds its bonus does not."""
    if not any("stated_" in name for name in held.frame.columns):
        return
    rules, starts = held.rules, held.starts
    extra = rules.extra_yams
    known = ~sums.total_only
    row_known = known if held.single else np.repeat(known, np.diff(np.append(starts, held.rows)))

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

    for section, figure in sums.sections.items():
        sheet_figure = sums.sheet_sections[section]
        with_bonus, sheet_with = figure, sheet_figure
        if section == rules.bonus_section:
            with_bonus, sheet_with = with_bonus + sums.bonus, sheet_with + sums.sheet_bonus
        if extra is not None and section == extra.others:
            with_bonus, sheet_with = with_bonus + sums.extra_points, sheet_with + sums.extra_points[starts]
        code = "section_mismatch"
        compare(f"stated_{section}", code, section, (figure, with_bonus), None, row_known)
        compare(f"stated_{section}_with_bonus", code, section, (with_bonus,), None, row_known)
        compare(f"sheet_stated_{section}", code, section, (sheet_figure, sheet_with), starts, known)
    compare("stated_bonus", "bonus_mismatch", "bonus", (sums.bonus,), None, row_known)
    compare("sheet_stated_bonus", "bonus_mismatch", "bonus", (sums.sheet_bonus,), starts, known)
    compare("stated_column_total", "total_mismatch", "total", (sums.column_total,), None, row_known)
    compare("stated_total", "total_mismatch", "total", (sums.total,), starts, known)


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
