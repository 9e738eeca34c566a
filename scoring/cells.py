"""Hold a frame of sheet columns as arrays of cells, and collect findings about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from scoring.rules import RuleSet
from scoring.tables import OPEN, tables

Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]
Index = NDArray[np.intp]
#: A value for each of some rows.
Values: TypeAlias = "Sequence[object] | NDArray[np.generic] | pl.Series"

#: The engine's findings, as `ingest.frames.FINDINGS` without ``row``.
FINDING_COLUMNS: dict[str, pl.DataType] = {
    "sheet": pl.UInt32(),
    "column": pl.String(),
    "box": pl.String(),
    "code": pl.String(),
    "stated": pl.String(),
    "recomputed": pl.Int32(),
    "detail": pl.String(),
}


@dataclass
class Cells:
    """Hold stated points, multiset ids and turns of every box: a list of arrays in sheet order, one value a row.

    ``points`` is OPEN, ``dice`` -1 and ``turn`` 0 where the file is silent; None where no row says anything. The arrays
    may be the frame's own memory: they are read, never written.
    """

    rules: RuleSet
    frame: pl.DataFrame
    series: Mapping[str, pl.Series]  # the frame's columns by name
    single: bool  # a row is a sheet
    as_stated: Bools  # rows of games that were accepted as they are: stated boxes count against their dice
    points: list[Int16s | None]
    dice: list[Int32s | None]
    turn: list[Int16s | None]
    may_be_open: list[bool]  # whether a row may tell neither points nor dice of the box

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return len(self.frame)

    @property
    def sheets(self) -> int:
        """Return how many sheets there are."""
        return self.rows if self.single else len(self.starts)

    @cached_property
    def starts(self) -> Index:
        """Return the first row of each sheet."""
        if self.single:
            return np.arange(self.rows)
        sheet = self.series["sheet"].to_numpy()
        return np.append(0, np.flatnonzero(sheet[1:] != sheet[:-1]) + 1)

    def first(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the values of each sheet's first row."""
        return rows if self.single else rows[self.starts]

    def stated(self, name: str) -> tuple[Ints, Bools] | None:
        """Return a stated figure and where it is given, or None where the frame has no such column or value."""
        series = self.series.get(name)
        if series is None or series.null_count() == len(series):
            return None
        if series.dtype != pl.Int32:
            series = series.cast(pl.Int64)
        if series.null_count() == 0:
            return series.to_numpy(), np.ones(len(series), np.bool_)
        return series.fill_null(0).to_numpy(), series.is_not_null().to_numpy()


def cells(rules: RuleSet, frame: pl.DataFrame) -> Cells:
    """Take the arrays out of a frame of sheet columns (`ingest.frames`), whose rows of one sheet are adjacent."""
    series = {column.name: column for column in frame.get_columns()}
    sheet = series["sheet"].to_numpy()
    taken = series.get("as_stated")
    points, dice, turns = ([series.get(f"{kind}_{box}") for box in rules.box_ids] for kind in "pdt")
    return Cells(
        rules,
        frame,
        series,
        bool((sheet[1:] != sheet[:-1]).all()),
        np.zeros(len(frame), np.bool_) if taken is None else taken.fill_null(False).to_numpy(),
        [_array(column, pl.Int16(), int(OPEN)) for column in points],  # type: ignore[misc]
        [_array(column, pl.Int32(), -1) for column in dice],  # type: ignore[misc]
        [_array(column, pl.Int16(), 0) for column in turns],  # type: ignore[misc]
        [all(c is None or c.null_count() for c in told) for told in zip(points, dice, strict=True)],
    )


def _array(series: pl.Series | None, dtype: pl.DataType, missing: int) -> NDArray[np.generic] | None:
    if series is None or series.null_count() == len(series):
        return None
    if series.dtype != dtype:
        series = series.cast(dtype)
    return (series.fill_null(missing) if series.null_count() else series).to_numpy()


@dataclass
class Findings:
    """Collect findings by row of the frame; a frame only where something is wrong."""

    box_ids: tuple[str, ...]
    parts: list[pl.DataFrame] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)

    def add(
        self,
        rows: NDArray[np.integer],
        code: str,
        box: str | Index | Values | None = None,
        *,
        stated: Values | None = None,
        recomputed: Values | None = None,
        detail: str | Values | None = None,
        whole_sheet: bool = False,
    ) -> None:
        """Add one finding for each of these rows; ``whole_sheet`` ones name no column where there are several.

        ``box``: its id, or for each row an id or the box's place on the sheet.
        """
        n = len(rows)
        if n == 0:
            return
        if isinstance(box, np.ndarray):
            box = pl.Series(self.box_ids).gather(box)
        self.codes.add(code)
        self.parts.append(
            pl.DataFrame(
                {
                    "at": _column(rows, n, pl.Int64()),
                    "whole": _column(whole_sheet, n, pl.Boolean()),
                    "box": _column(box, n, pl.String()),
                    "code": _column(code, n, pl.String()),
                    "stated": _column(stated, n, pl.String()),
                    "recomputed": _column(recomputed, n, pl.Int32()),
                    "detail": _column(detail, n, pl.String()),
                }
            )
        )

    def frame(self, cells: Cells) -> pl.DataFrame:
        """Return the findings in order of their rows, with sheet and column."""
        if not self.parts:
            return pl.DataFrame(schema=FINDING_COLUMNS)
        found = pl.concat(self.parts).sort("at", maintain_order=True)
        at = found["at"]
        column = cells.series["column"].gather(at)
        several = len(cells.rules.columns) > 1
        return found.select(
            cells.series["sheet"].cast(pl.UInt32).gather(at).alias("sheet"),
            pl.when(pl.col("whole") & several).then(None).otherwise(column).cast(pl.String).alias("column"),
            *(name for name in FINDING_COLUMNS if name not in ("sheet", "column")),
        )


def _column(values: str | bool | Values | None, n: int, dtype: pl.DataType) -> pl.Series:
    """Return a column of a finding: one value for all of its rows, or one for each."""
    if values is None or isinstance(values, str | bool):
        return pl.Series([values], dtype=dtype).new_from_index(0, n)
    series = values if isinstance(values, pl.Series) else pl.Series(values)
    return series.cast(dtype)


def listed(values: Sequence[object]) -> str:
    """Write values as a person would: ``0, 4, 8 or 12``."""
    texts = [str(v) for v in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def ranges(values: Sequence[int]) -> str:
    """Write ascending numbers as a person would, long runs short: ``0 or 5 to 30``."""
    parts: list[list[int]] = []
    for v in values:
        if parts and v == parts[-1][-1] + 1:
            parts[-1].append(v)
        else:
            parts.append([v])
    texts: list[object] = []
    for part in parts:
        texts += [f"{part[0]} to {part[-1]}"] if len(part) > 2 and not (len(values) <= 6 and len(parts) == 1) else part
    return listed(texts)


def impossible(cells: Cells, b: int, stated: Int16s, at: NDArray[np.intp] | None, findings: Findings) -> None:
    """Find stated points that a box can never give, in the rows ``at`` (all of them: None)."""
    table = tables(cells.rules)
    told = stated if at is None else stated[at]
    wrong = np.flatnonzero(table.outside(b, told, may_be_open=cells.may_be_open[b]))
    rows = wrong if at is None else at[wrong]
    if len(rows):
        box = cells.rules.boxes[b].id
        findings.add(rows, "impossible_points", box, stated=stated[rows], detail=ranges(table.possible[b]))
