"""Hold a frame of sheet columns as arrays of cells, and collect findings about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

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

    ``points`` is OPEN, ``dice`` -1 and ``turn`` 0 where the file is silent; None where no row says anything.
    """

    rules: RuleSet
    frame: pl.DataFrame
    starts: NDArray[np.int64]  # first row of each sheet
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

    def first(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the values of each sheet's first row."""
        return rows if self.single else rows[self.starts]

    def stated(self, name: str) -> tuple[Ints, Bools] | None:
        """Return a stated figure and where it is given, or None where the frame has no such column or value."""
        if name not in self.frame.columns:
            return None
        series = self.frame[name]
        nulls = series.null_count()
        if nulls == len(series):
            return None
        if series.dtype != pl.Int32:
            series = series.cast(pl.Int64)
        if nulls == 0:
            return series.to_numpy(), np.ones(len(series), np.bool_)
        return series.fill_null(0).to_numpy(), series.is_not_null().to_numpy()


def _array(frame: pl.DataFrame, name: str, dtype: pl.DataType, missing: int) -> NDArray[np.generic] | None:
    if name not in frame.columns:
        return None
    series = frame[name]
    nulls = series.null_count()
    if nulls == len(series):
        return None
    if series.dtype != dtype:
        series = series.cast(dtype)
    return (series.fill_null(missing) if nulls else series).to_numpy()


def cells(rules: RuleSet, frame: pl.DataFrame) -> Cells:
    """Take the arrays out of a frame of sheet columns (`ingest.frames`), whose rows of one sheet are adjacent."""
    sheet = frame["sheet"].to_numpy()
    new = sheet[1:] != sheet[:-1]
    single = bool(new.all())
    starts = np.arange(len(sheet)) if single else np.append(0, np.flatnonzero(new) + 1)
    taken = frame["as_stated"] if "as_stated" in frame.columns else None
    ids = rules.box_ids
    return Cells(
        rules,
        frame,
        starts,
        single,
        np.zeros(len(frame), np.bool_) if taken is None else taken.fill_null(False).to_numpy(),
        [_array(frame, f"p_{b}", pl.Int16(), int(OPEN)) for b in ids],  # type: ignore[misc]
        [_array(frame, f"d_{b}", pl.Int32(), -1) for b in ids],  # type: ignore[misc]
        [_array(frame, f"t_{b}", pl.Int16(), 0) for b in ids],  # type: ignore[misc]
        [_silent(frame, f"p_{b}") and _silent(frame, f"d_{b}") for b in ids],
    )


def _silent(frame: pl.DataFrame, name: str) -> bool:
    return name not in frame.columns or frame[name].null_count() > 0


@dataclass
class Findings:
    """Collect findings by row of the frame; a frame only where something is wrong."""

    parts: list[pl.DataFrame] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)

    def add(
        self,
        rows: NDArray[np.integer],
        code: str,
        box: str | Sequence[str | None] | None = None,
        *,
        stated: Sequence[object] | NDArray[np.generic] | None = None,
        recomputed: Sequence[int | None] | NDArray[np.generic] | None = None,
        detail: str | Sequence[str | None] | None = None,
        whole_sheet: bool = False,
    ) -> None:
        """Add one finding for each of these rows; ``whole_sheet`` ones name no column where there are several."""
        n = len(rows)
        if n == 0:
            return
        self.codes.add(code)
        texts = None if stated is None else [None if v is None else str(v) for v in stated]
        figures = None if recomputed is None else [None if v is None else int(v) for v in recomputed]
        self.parts.append(
            pl.DataFrame(
                {
                    "at": pl.Series(rows, dtype=pl.Int64),
                    "whole": pl.Series([whole_sheet] * n, dtype=pl.Boolean),
                    "box": pl.Series([box] * n if box is None or isinstance(box, str) else box, dtype=pl.String),
                    "code": pl.Series([code] * n, dtype=pl.String),
                    "stated": pl.Series(texts or [None] * n, dtype=pl.String),
                    "recomputed": pl.Series(figures or [None] * n, dtype=pl.Int32),
                    "detail": pl.Series(
                        [detail] * n if detail is None or isinstance(detail, str) else detail, dtype=pl.String
                    ),
                }
            )
        )

    def frame(self, cells: Cells) -> pl.DataFrame:
        """Return the findings in order of their rows, with sheet and column."""
        if not self.parts:
            return pl.DataFrame(schema=FINDING_COLUMNS)
        found = pl.concat(self.parts).sort("at", maintain_order=True)
        at = found["at"]
        column = cells.frame["column"].gather(at)
        several = len(cells.rules.columns) > 1
        return found.select(
            cells.frame["sheet"].cast(pl.UInt32).gather(at).alias("sheet"),
            pl.when(pl.col("whole") & several).then(None).otherwise(column).cast(pl.String).alias("column"),
            *(name for name in FINDING_COLUMNS if name not in ("sheet", "column")),
        )


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
    wrong = np.flatnonzero(table.outside(b, told))
    rows = wrong if at is None else at[wrong]
    if len(rows):
        box = cells.rules.boxes[b].id
        findings.add(rows, "impossible_points", box, stated=stated[rows], detail=ranges(table.possible[b]))
