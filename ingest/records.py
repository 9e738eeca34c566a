"""Find the records of each rule set: the best total, the most extra Yams, and the best of many sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

from ingest.frames import box_table

if TYPE_CHECKING:
    from ingest.figures import Reads

#: A rule set of more sections than this keeps a record of each (RULES.md, double-yams).
_FEW = 2


def records(reader: Reads, season: str | None = None) -> pl.DataFrame:
    """Return every record with all who hold it: rules, title, record, value, player, game, played, season, sheets.

    ``record`` is total, extra_yams or ``section:<id>``; ``sheets`` is the number of complete sheets that it is the best
    of. In a game of several columns a section's total is that of all columns. Nothing is a record at 0.
    """
    found = reader.query("records", season=season)
    parts = [found]
    for base in sorted(reader.table("game", columns=("rules_base",))["rules_base"].unique()):
        columns = reader.table(box_table(base), sheet_no=-1).columns
        sections = [c for c in columns if c.startswith("s_") and f"{c}__stated" not in columns]
        if len(sections) > _FEW:
            parts.append(_best_sections(reader, base, sections, season).select(found.columns))
    return pl.concat(parts, how="vertical_relaxed").sort("rules", maintain_order=True)


def _best_sections(reader: Reads, base: str, sections: Sequence[str], season: str | None) -> pl.DataFrame:
    sheets = reader.query("record_sheets", rules_base=base, season=season)
    sums = reader.table(box_table(base), columns=("sheet_no", *sections)).group_by("sheet_no").agg(pl.all().sum())
    each = (
        sheets.with_columns(sheets=pl.len().over("rules").cast(pl.Int64()))
        .join(sums, on="sheet_no", maintain_order="left")
        .rename({name: f"section:{name.removeprefix('s_')}" for name in sections})
        .unpivot(cs.starts_with("section:"), index=~cs.starts_with("section:"), variable_name="record")
    )
    best = each.filter(pl.col("value") > 0, pl.col("value") == pl.col("value").max().over("rules", "record"))
    order = {f"section:{name.removeprefix('s_')}": i for i, name in enumerate(sections)}
    at = pl.col("record").replace_strict(order, return_dtype=pl.Int8())
    return best.sort("rules", at, "play_order", "seat")
