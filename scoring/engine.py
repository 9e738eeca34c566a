"""Score whole frames of sheets at once: boxes, sections, bonuses, totals and findings (RULES.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import polars as pl
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Int16s, Ints, cells
from scoring.extra import settle
from scoring.order import check_order
from scoring.rules import RuleSet
from scoring.sums import Sums, add_up, check_sums
from scoring.tables import OPEN, tables
from scoring.throws import Thrown, check_budget, check_throws, thrown
from scoring.values import box_values

#: Rows that are scored together: few enough for their arrays to stay in the cache, as many as polars stores together.
BLOCK = 131_072
#: How much a file tells of a sheet, from the least.
EVIDENCE = pl.Series(["total", "points", "dice", "throws"])


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


def score(rules: RuleSet, sheet_columns: pl.DataFrame, throws: pl.DataFrame | None = None) -> Scored:
    """Recompute sheets from the deepest evidence that they give.

    ``sheet_columns``: `ingest.frames.SHEET_COLUMNS` (sheet and column are needed), ``p_<box>``, ``d_<box>`` (ids from
    `scoring.dice.encode`), ``t_<box>`` and stated figures; what is missing is null. Rows of one sheet are adjacent.
    In rows where a column ``as_stated`` is true, stated boxes count against their dice: a game accepted as it is.
    """
    if throws is not None and len(throws):
        return _score(rules, sheet_columns, thrown(rules, sheet_columns, throws))
    if len(sheet_columns) <= BLOCK:
        return _score(rules, sheet_columns, None)
    tables(rules)  # compiled once, before the threads share it
    parts = list(_threads().map(lambda part: _score(rules, part, None), _blocks(sheet_columns)))
    columns, sheets, findings = (
        pl.concat([getattr(part, name) for part in parts]) for name in ("columns", "sheets", "findings")
    )
    return Scored(columns, sheets, findings)


@cache
def _threads() -> ThreadPoolExecutor:
    """Return the threads that score blocks; kept, as new ones for each call would have to claim their memory anew."""
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)), "score")


def _blocks(frame: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Cut a frame into pieces of about BLOCK rows that leave sheets whole; along its chunks, to spare a copy."""
    sheet, rows = frame["sheet"], len(frame)
    chunk = max((frame[name].chunk_lengths() for name in frame.columns), key=len)[0]
    size = chunk if BLOCK // 2 <= chunk <= 2 * BLOCK else BLOCK
    start = 0
    while start < rows:
        end = min(start + size, rows)
        while end < rows and sheet[end] == sheet[end - 1]:
            end += 1
        yield frame.slice(start, end - start)
        start = end


def _score(rules: RuleSet, frame: pl.DataFrame, seen: Thrown | None) -> Scored:
    if seen is not None:
        frame = seen.final_dice(rules, frame)
    held = cells(rules, frame)
    findings = Findings(rules.box_ids)
    values, alike = box_values(held, seen, findings)
    extra = settle(held, values, alike, findings)
    check_order(held, values, findings)
    if seen is not None:
        check_throws(held, seen, values, findings)
        check_budget(held, seen, values, findings)
    _max_above_min(held, values, findings)
    sums = add_up(held, values, extra, findings)
    check_sums(held, sums, values, findings)
    at = np.flatnonzero(sums.total_only)
    if len(at):
        note = "only the total is known"
        findings.add(held.starts[at], "unverifiable", stated=sums.total[at], detail=note, whole_sheet=True)
    _incomplete(held, values, np.flatnonzero(~sums.complete), findings)
    sheet = held.series["sheet"].cast(pl.UInt32)
    figures = [_figure(f"s_{s}", v) for s, v in sums.sections.items()]
    figures.append(_figure("bonus", sums.bonus))
    columns = pl.DataFrame(
        [
            sheet,
            held.series["column"].cast(pl.String),
            *_boxes(held, values, sums),
            *figures,
            _figure("column_total", sums.column_total),
        ]
    )
    if not held.single:
        figures = [_figure(f"s_{s}", v) for s, v in sums.sheet_sections.items()]
        figures.append(_figure("bonus", sums.sheet_bonus))
    figures.append(_figure("extra_yams", held.first(extra.count)))
    figures.append(_figure("extra_points", held.first(extra.points)))
    if len(at):
        figures = pl.select(pl.when(pl.Series(~sums.total_only)).then(figure) for figure in figures).get_columns()
    sheets = pl.DataFrame(
        [
            sheet if held.single else sheet.gather(held.starts),
            *figures,
            _figure("total", sums.total),
            pl.Series("complete", sums.complete, dtype=pl.Boolean),
            _evidence(held, seen).rename("evidence"),
        ]
    )
    return Scored(columns, sheets, findings.frame(held))


def _figure(name: str, figure: Ints) -> pl.Series:
    return pl.Series(name, figure).cast(pl.Int32)


def _boxes(held: Cells, values: list[Int16s], sums: Sums) -> list[pl.Series]:
    """Return what the boxes count, null where they are open; the frame's own columns where all stated points count."""
    boxes = []
    for box, value, stated, is_open in zip(held.rules.box_ids, values, held.points, sums.some_open, strict=True):
        if value is stated:
            series = held.series[f"p_{box}"].cast(pl.Int16).alias(box)
        else:
            series = pl.Series(box, value, dtype=pl.Int16)
            if is_open:
                series = pl.select(pl.when(series != int(OPEN)).then(series)).to_series()
        boxes.append(series)
    return boxes


def _max_above_min(held: Cells, values: list[Int16s], findings: Findings) -> None:
    """Let both boxes of a column count 0 where max is not strictly above min (RULES.md, yams-columns)."""
    if held.rules.max_min is None:
        return
    high, low = (held.rules.box_ids.index(box) for box in held.rules.max_min)
    fell = (values[high] != OPEN) & (values[low] != OPEN) & (values[high] <= values[low])
    at = np.flatnonzero(fell & (values[low] != 0))
    above, below = pl.Series(values[high][at]), pl.Series(values[low][at])
    detail = pl.select(pl.format("{} is not above {}: both count 0", above, below)).to_series()
    none = np.zeros(len(at), np.int32)
    findings.add(at, "max_not_above_min", held.rules.max_min[0], stated=above, recomputed=none, detail=detail)
    if fell.any():
        for b in (high, low):
            values[b] = values[b] * ~fell


def _incomplete(held: Cells, values: list[Int16s], at: NDArray[np.intp], findings: Findings) -> None:
    """Note each unfinished sheet with its open boxes."""
    if not len(at):
        return
    rules, several = held.rules, len(held.rules.columns) > 1
    ends = np.append(held.starts[1:], held.rows)
    rows = np.repeat(at, ends[at] - held.starts[at])
    row = np.flatnonzero(np.isin(np.repeat(np.arange(len(held.starts)), ends - held.starts), at))
    column = held.frame["column"].gather(row).cast(pl.String)
    prefix = column.replace(dict(rules.column_titles)) + ": " if several else column.str.slice(0, 0)
    opened = pl.DataFrame({box.id: values[b][row] == OPEN for b, box in enumerate(rules.boxes)})
    names = opened.select(
        pl.concat_str(
            (pl.when(pl.col(box.id)).then(prefix + box.title) for box in rules.boxes), separator=", ", ignore_nulls=True
        ).alias("open")
        if rules.boxes
        else pl.lit("").alias("open"),
        sheet=pl.Series(rows),
    )
    open_boxes = names.with_columns(column=column).group_by("sheet", maintain_order=True)
    shown = open_boxes.agg(pl.col("open").filter(pl.col("open") != "").str.join(", "), "column")
    whole = [
        pl.when(~pl.col("column").list.contains(name)).then(pl.lit(f"{title} (the whole column)"))
        for name, title in rules.column_titles.items()
    ]
    named = pl.when(pl.col("open") != "").then("open")
    details = shown.select(pl.concat_str(named, *whole, separator=", ", ignore_nulls=True)).to_series()
    findings.add(held.starts[at], "incomplete", detail=details.to_list(), whole_sheet=True)


def _evidence(held: Cells, seen: Thrown | None) -> pl.Series:
    """Return the deepest evidence of each sheet: total, points, dice or throws."""
    rolled = _any_known(held.rows, held.dice, -1)
    if seen is None and held.rows and rolled.all():
        return _same_evidence(2, held.sheets)
    depth = np.where(rolled, np.int8(2), _any_known(held.rows, held.points, int(OPEN)).view(np.int8))
    if not held.single:
        depth = np.maximum.reduceat(depth, held.starts)
    if seen is not None:
        depth[
            np.searchsorted(held.starts, seen.cells.filter(pl.col("number") > 0)["at"].to_numpy(), side="right") - 1
        ] = 3
    if seen is None and len(depth) and (depth == depth[0]).all():
        return _same_evidence(int(depth[0]), len(depth))
    return EVIDENCE.gather(pl.Series(depth))


@lru_cache(maxsize=2)
def _same_evidence(depth: int, sheets: int) -> pl.Series:
    """Return one evidence for so many sheets: blocks of one length share it."""
    return EVIDENCE.new_from_index(depth, sheets)


def _any_known(rows: int, arrays: Sequence[NDArray[np.integer] | None], missing: int) -> Bools:
    """Return which rows have a value in any of these arrays."""
    known = np.zeros(rows, np.bool_)
    for array in arrays:
        if array is not None and rows:
            if array.min() != missing:  # what is missing is the least value of all
                return np.ones(rows, np.bool_)
            known |= array != missing
    return known
