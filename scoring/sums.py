"""Add up sections, bonuses and totals, and compare what a file states with them (RULES.md, What is checked)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Int16s, Int32s, Ints
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

    sections: dict[str, Ints]
    bonus: Ints
    column_total: Ints
    extra_points: Int32s
    sheet_sections: dict[str, Ints]
    sheet_bonus: Ints
    total: Ints
    complete: Bools
    total_only: Bools
    some_open: list[bool]


def add_up(held: Cells, values: list[Int16s], extra: Extra, findings: Findings) -> Sums:
    """Add up rows and sheets; an unfinished sheet adds up to what is filled."""
    rules = held.rules
    index = {box: b for b, box in enumerate(rules.box_ids)}
    kind: type[np.int16 | np.int32] = np.int32
    if _fits_16_bits(rules) and not findings.codes & UNBOUNDED:
        kind = np.int16
    open_boxes = np.zeros(held.rows, np.int16)
    some_open = [False] * len(index)
    sections: dict[str, Ints] = {}
    for section in rules.sections:
        total: Ints = np.zeros(held.rows, kind)
        for b in (index[box] for box in section.boxes):
            value = values[b]
            if held.may_be_open[b] and (is_open := value == OPEN).any():
                some_open[b] = True
                open_boxes += is_open
                value = value * ~is_open
            np.add(total, value, out=total)
        if section.id == rules.difference.get("section"):
            total = _difference(rules, values, index).astype(kind)
        sections[section.id] = total
    bonus: Ints = np.zeros(held.rows, kind)
    reached = 0
    if rules.bonus_section is not None:
        for at_least, points in rules.bonus_tiers:
            earned: Ints = np.multiply(sections[rules.bonus_section] >= at_least, kind(points - reached))
            bonus = bonus + earned
            reached = points
    column_total: Ints = reduce(np.add, sections.values(), bonus)

    def by_sheet(column: Ints) -> Ints:
        return column if held.single else np.add.reduceat(column, held.starts, dtype=np.int32)

    sheet_total = by_sheet(column_total) + held.first(extra.points)
    complete = np.full(len(sheet_total), len(index) > 0)
    if len(rules.columns) > 1:
        complete &= np.diff(np.append(held.starts, held.rows)) >= len(rules.columns)
    if any(some_open):
        complete &= by_sheet(open_boxes) == 0
    total_only = np.zeros(len(sheet_total), np.bool_)
    stated = held.stated("stated_total")
    if stated is not None and (any(some_open) or not index):
        rows = np.diff(np.append(held.starts, held.rows))
        total_only = (by_sheet(open_boxes) == rows * len(index)) & held.first(stated[1])
        sheet_total = np.where(total_only, held.first(stated[0]), sheet_total)
        complete |= total_only
    return Sums(
        sections,
        bonus,
        column_total,
        extra.points,
        {section: by_sheet(figure) for section, figure in sections.items()},
        by_sheet(bonus),
        sheet_total,
        complete,
        total_only,
        some_open,
    )


@lru_cache
def _fits_16_bits(rules: RuleSet) -> bool:
    """Return whether the boxes of a row add up to what sixteen bits hold, which is twice as fast as more."""
    most = {box: max(map(abs, possible)) for box, possible in zip(rules.box_ids, tables(rules).possible, strict=True)}
    bonus = max((points for _, points in rules.bonus_tiers), default=0)
    difference = 0
    if rules.difference:
        plus, times = (most[rules.difference[part]] for part in ("plus", "times"))
        difference = plus * times
    return sum(most.values()) + bonus + difference < 2**15


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
        accepted: Sequence[Ints],
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
