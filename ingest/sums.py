"""Sum up what counts by player and season: the small tables that averages and rates are made from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ingest.joins import with_rows
from ingest.scores import Part

_BY = {"player_no": pl.Int32, "season": pl.String, "event": pl.String, "rules": pl.String}
_FIGURES = ("n", "points", "squares", "struck")
BOX_STAT = {
    **_BY,
    "column": pl.String,
    "box": pl.String,
    "box_order": pl.Int32,
    **dict.fromkeys(_FIGURES, pl.Int64),
}
COLUMN_STAT = {**_BY, "n": pl.Int64, "bonus_earned": pl.Int64, "sheets": pl.Int64, "extra_yams": pl.Int64}

#: Up to so many pairs of player and points are counted in a table of all of them, more by sorting.
_MOST_COUNTED = 1 << 24


def box_stats(parts: Sequence[Part], sheets: pl.DataFrame, games: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Sum up boxes and bonuses by player, season, event and rule set (RULES.md, Statistics, defined).

    ``sheets``: ``sid``, ``gid``, ``player_no``; ``games``: ``gid``, ``season``, ``event``, of the games that count.
    Only sheets that show their boxes are in, bonuses of complete ones. The results are as BOX_STAT and COLUMN_STAT.
    """
    periods = games.select("season", "event").unique(maintain_order=True).with_row_index("period")
    period_of = games.join(periods, on=["season", "event"], how="left", nulls_equal=True, maintain_order="left")
    # One number for player and period: summing by texts costs several times as much.
    who = with_rows(sheets, period_of.select("gid", "period"), "gid").select(
        "sid", who=pl.col("player_no").cast(pl.Int64) * periods.height + pl.col("period")
    )
    stats, bonuses = [pl.DataFrame(schema=BOX_STAT)], [pl.DataFrame(schema=COLUMN_STAT)]
    for part in parts:
        told = part.sheets.select("sid", "complete", "extra_yams", shown=pl.col("evidence") != "total")
        cards = with_rows(with_rows(part.columns.rename({"sheet": "sid"}), told, "sid"), who, "sid")
        counted = pl.col("shown") & pl.col("who").is_not_null()
        if not cards.select(counted.all()).item():
            cards = cards.filter(counted)
        for column in cards["column"].unique(maintain_order=True):
            mine = cards["column"] == column
            own = cards if mine.all() else cards.filter(mine)
            stats += [
                _named(figures, periods, part.rules.id).select(
                    *_BY,
                    pl.lit(column).alias("column"),
                    pl.lit(box).alias("box"),
                    pl.lit(place, pl.Int32).alias("box_order"),
                    *_FIGURES,
                )
                for place, box in enumerate(part.rules.box_ids)
                if (figures := _figures(own["who"], own[box])).height
            ]
        first = pl.col("column") == part.rules.columns[0]
        earned = (
            cards.select("who", "column", "bonus", "extra_yams", "complete")
            .filter("complete")
            .group_by("who")
            .agg(
                n=pl.len().cast(pl.Int64),
                bonus_earned=(pl.col("bonus") > 0).sum().cast(pl.Int64),
                sheets=first.sum().cast(pl.Int64),
                extra_yams=pl.when(first).then("extra_yams").sum().cast(pl.Int64),
            )
        )
        bonuses.append(_named(earned, periods, part.rules.id).select(list(COLUMN_STAT)))
    return (
        pl.concat(stats).sort(*_BY, "column", "box_order"),
        pl.concat(bonuses).sort(list(_BY)),
    )


def _named(frame: pl.DataFrame, periods: pl.DataFrame, rules: str) -> pl.DataFrame:
    """Put player, season, event and rule set back in place of the number ``who``."""
    split = frame.with_columns(
        player_no=(pl.col("who") // periods.height).cast(pl.Int32),
        period=(pl.col("who") % periods.height).cast(pl.UInt32),
        rules=pl.lit(rules),
    )
    return with_rows(split, periods, "period")


def _figures(who: pl.Series, points: pl.Series) -> pl.DataFrame:
    """Return for each ``who`` how many values there are, their sum, the sum of their squares, and how many are 0."""
    filled = points.is_not_null()
    if not filled.all():
        who, points = who.filter(filled), points.filter(filled)
    if points.is_empty():
        return pl.DataFrame(schema={"who": pl.Int64, **dict.fromkeys(_FIGURES, pl.Int64)})
    groups, values, times = _counted(who.to_numpy(), points.cast(pl.Int64).to_numpy())
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    sums = {
        "n": times,
        "points": times * values,
        "squares": times * values * values,
        "struck": times * (values == 0),
    }
    return pl.DataFrame(
        {"who": groups[starts], **{name: np.add.reduceat(figure, starts) for name, figure in sums.items()}}
    )


def _counted(
    groups: NDArray[np.int64], values: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return each pair of group and value that there is, in order, and how often it is there."""
    low = int(values.min())
    span = int(values.max()) - low + 1
    codes = groups * span + (values - low)
    if (int(groups.max()) + 1) * span <= _MOST_COUNTED:
        times = np.bincount(codes)
        found = np.flatnonzero(times)
        times = times[found]
    else:
        found, times = np.unique(codes, return_counts=True)
    group, value = np.divmod(found, span)
    return group, value + low, times
