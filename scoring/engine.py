"""Score whole frames of sheets at once: boxes, sections, bonuses, totals and findings (RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Int16s, Int32s, cells
from scoring.extra import settle
from scoring.order import check_order
from scoring.rules import RuleSet
from scoring.sums import check_sums
from scoring.tables import OPEN
from scoring.throws import Thrown, check_budget, check_throws, thrown
from scoring.values import box_values


@dataclass(frozen=True)
class Scored:
    """Hold what counts.

    ``columns``: a row for each input row, in the same order: sheet, column, each box (Int16, null open, 0 struck),
    ``s_<section>``, bonus, column_total. ``sheets``: a row a sheet in order of appearance: sheet, ``s_<section>``,
    bonus, extra_yams, extra_points, total, complete, evidence. ``findings``: sheet, column, box (or the figure: a
    section, bonus, extra_yams, total), code, stated, recomputed, detail.
    """

    columns: pl.DataFrame
    sheets: pl.DataFrame
    findings: pl.DataFrame


def score(
    rules: RuleSet, sheet_columns: pl.DataFrame, throws: pl.DataFrame | None = None, *, as_stated: bool = False
) -> Scored:
    """Recompute sheets from the deepest evidence that they give.

    ``sheet_columns``: `ingest.frames.SHEET_COLUMNS` (sheet and column are needed), ``p_<box>``, ``d_<box>`` (ids from
    `scoring.dice.encode`), ``t_<box>`` and stated figures; what is missing is null. Rows of one sheet are adjacent.
    ``as_stated`` lets stated boxes count against their dice, for a game that was accepted as it is.
    """
    frame = sheet_columns
    seen = thrown(rules, frame, throws) if throws is not None and len(throws) else None
    if seen is not None:
        frame = seen.final_dice(rules, frame)
    held = cells(rules, frame)
    findings = Findings()
    values = box_values(held, seen, findings, as_stated=as_stated)
    extra = settle(held, values, findings, as_stated=as_stated)
    check_order(held, values, findings)
    if seen is not None:
        check_throws(held, seen, values, findings)
        check_budget(held, seen, findings)
    _max_above_min(held, values, findings)
    sums = _sum(held, values)
    starts = held.starts

    def by_sheet(column: Int32s) -> Int32s:
        if len(starts) == held.rows:
            return column
        return np.add.reduceat(column, starts).astype(np.int32) if len(starts) else column

    sheet_sections = {s: by_sheet(v) for s, v in sums.sections.items()}
    bonus, extra_points = by_sheet(sums.bonus), extra.points[starts]
    total = (by_sheet(sums.total) + extra_points).astype(np.int32)
    open_boxes = by_sheet(sums.open_boxes)
    row_count = np.diff(np.r_[starts, held.rows]).astype(np.int32)
    boxes, columns = len(rules.boxes), len(rules.columns)
    empty = open_boxes == row_count * boxes
    stated_total = _first(held, "stated_total")
    total_only = empty & stated_total[1]
    complete = ((open_boxes == 0) & (row_count >= columns) & (boxes > 0)) | total_only
    total = np.where(total_only, stated_total[0], total).astype(np.int32)

    check_sums(
        held,
        sums.sections,
        sums.bonus,
        sums.total,
        extra.points,
        total,
        sheet_sections,
        bonus,
        total_only,
        values,
        findings,
    )
    at = np.flatnonzero(total_only)
    findings.add(starts[at], "unverifiable", stated=total[at], detail="only the total is known", whole_sheet=True)
    _incomplete(held, values, starts, np.flatnonzero(~complete), findings)

    silent = pl.Series(total_only)
    sheet = frame["sheet"].cast(pl.UInt32)

    def figure(name: str, values: Int32s) -> pl.Series:
        series = pl.Series(name, values, dtype=pl.Int32)
        return series.to_frame().select(pl.when(~silent).then(pl.col(name)))[name] if total_only.any() else series

    sheets = pl.DataFrame(
        [
            sheet if len(starts) == held.rows else sheet.gather(starts),
            *(figure(f"s_{s}", v) for s, v in sheet_sections.items()),
            figure("bonus", bonus),
            figure("extra_yams", extra.count[starts]),
            figure("extra_points", extra_points),
            pl.Series("total", total, dtype=pl.Int32),
            pl.Series("complete", complete, dtype=pl.Boolean),
            _evidence(held, seen).rename("evidence"),
        ]
    )
    out = pl.DataFrame(
        [
            sheet,
            frame["column"].cast(pl.String),
            *(_nullable(box, v) for box, v in zip(rules.box_ids, values, strict=True)),
            *(pl.Series(f"s_{s}", v, dtype=pl.Int32) for s, v in sums.sections.items()),
            pl.Series("bonus", sums.bonus, dtype=pl.Int32),
            pl.Series("column_total", sums.total, dtype=pl.Int32),
        ]
    )
    return Scored(out, sheets, findings.frame(held))


def _nullable(name: str, values: Int16s) -> pl.Series:
    series = pl.Series(name, values, dtype=pl.Int16)
    return series.to_frame().select(pl.when(pl.col(name) != int(OPEN)).then(pl.col(name)))[name]


def _first(held: Cells, name: str) -> tuple[NDArray[np.int64], Bools]:
    stated = held.stated(name)
    if stated is None:
        return np.zeros(len(held.starts), np.int64), np.zeros(len(held.starts), np.bool_)
    return stated[0][held.starts], stated[1][held.starts]


def _max_above_min(held: Cells, values: list[Int16s], findings: Findings) -> None:
    """Let both boxes of a column count 0 where max is not strictly above min (RULES.md, yams-columns)."""
    if held.rules.max_min is None:
        return
    high, low = (held.rules.box_ids.index(box) for box in held.rules.max_min)
    fell = (values[high] != OPEN) & (values[low] != OPEN) & (values[high] <= values[low])
    at = np.flatnonzero(fell & (values[low] != 0))
    detail = [f"{values[high][i]} is not above {values[low][i]}: both count 0" for i in at]
    findings.add(
        at, "max_not_above_min", held.rules.max_min[0], stated=values[high][at], recomputed=[0] * len(at), detail=detail
    )
    for b in (high, low):
        values[b] = np.where(fell, np.int16(0), values[b])


@dataclass
class Sums:
    """The sums of each row: sections without their bonus, the bonus, all of it, and how many boxes are open."""

    sections: dict[str, Int32s]
    bonus: Int32s
    total: Int32s
    open_boxes: Int32s


def _sum(held: Cells, values: list[Int16s]) -> Sums:
    rules = held.rules
    index = {box: b for b, box in enumerate(rules.box_ids)}
    open_boxes = np.zeros(held.rows, np.int32)
    sections = {}
    for section in rules.sections:
        total = np.zeros(held.rows, np.int32)
        for box in section.boxes:
            value = values[index[box]]
            is_open = value == OPEN
            if is_open.any():
                open_boxes += is_open
                value = np.where(is_open, np.int16(0), value)
            total += value
        if section.id == rules.difference.get("section"):
            total = _difference(rules, values, index)
        sections[section.id] = total
    bonus = np.zeros(held.rows, np.int32)
    if rules.bonus_section is not None:
        for at_least, points in rules.bonus_tiers:
            bonus[sections[rules.bonus_section] >= at_least] = points
    total = bonus.copy()
    for section_total in sections.values():
        total += section_total
    return Sums(sections, bonus, total, open_boxes)


def _difference(rules: RuleSet, values: list[Int16s], index: Mapping[str, int]) -> Int32s:
    """Return (plus - minus) x the ones' points; 0 where a box of the two is struck or open (RULES.md, double-yams)."""
    plus, minus, times = (values[index[rules.difference[part]]].astype(np.int32) for part in ("plus", "minus", "times"))
    counts = (plus > 0) & (minus > 0) & (times > 0)
    difference: Int32s = np.where(counts, (plus - minus) * times, 0).astype(np.int32)
    return difference


def _incomplete(
    held: Cells, values: list[Int16s], starts: NDArray[np.int64], at: NDArray[np.int64], findings: Findings
) -> None:
    if not len(at):
        return
    ends = np.r_[starts[1:], held.rows]
    details = []
    for s in at:
        rows = range(int(starts[s]), int(ends[s]))
        seen = held.frame["column"][int(starts[s]) : int(ends[s])].to_list()
        several = len(held.rules.columns) > 1
        names = []
        for row, column in zip(rows, seen, strict=True):
            prefix = f"{held.rules.column_titles.get(column, column)}: " if several else ""
            names += [prefix + box.title for b, box in enumerate(held.rules.boxes) if values[b][row] == OPEN]
        missing = len(held.rules.columns) - len(seen)
        if missing > 0:
            names.append(f"{missing} whole column{'s' if missing > 1 else ''}")
        details.append(", ".join(names))
    findings.add(starts[at], "incomplete", detail=details, whole_sheet=True)


def _evidence(held: Cells, seen: Thrown | None) -> pl.Series:
    """Return the deepest evidence of each sheet: total, points, dice or throws."""
    has_points, has_dice = np.zeros(held.rows, np.bool_), np.zeros(held.rows, np.bool_)
    for dice in held.dice:
        if dice is not None and not has_dice.all():
            has_dice |= dice >= 0
    for points in held.points:
        if points is not None and not (has_points | has_dice).all():
            has_points |= points != OPEN
    depth = np.where(has_dice, np.int8(2), has_points.view(np.int8))
    if len(held.starts) < held.rows:
        depth = np.maximum.reduceat(depth, held.starts)
    if seen is not None:
        depth[
            np.searchsorted(held.starts, seen.cells.filter(pl.col("number") > 0)["at"].to_numpy(), side="right") - 1
        ] = 3
    names = pl.Series(["total", "points", "dice", "throws"])
    if len(depth) and (depth == depth[0]).all():
        return pl.repeat(names[int(depth[0])], len(depth), dtype=pl.String, eager=True)
    return names.gather(pl.Series(depth))
