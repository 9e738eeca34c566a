"""Sum up what counts by player and season: the small tables that averages and rates are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    A scored max or min that counts 0, as one is not above the other, is not struck (RULES.md, yams-columns).
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
        fallen = _fallen(part)
        for column in cards["column"].unique(maintain_order=True):
            mine = cards["column"] == column
            own = cards if mine.all() else cards.filter(mine)
            fell = fallen.filter(pl.col("column") == column).join(own.select("sid", "who"), on="sid")
            stats += [
                _named(_unstruck(figures, fell, box), periods, part.rules.id).select(
                    *_BY,
                    pl.lit(column).alias("column"),
                    pl.lit(box).alias("box"),
                    pl.lit(part.rules.box_ids.index(box), pl.Int32).alias("box_order"),
                    *_FIGURES,
                )
                for box, figures in _figures(own.select("who", *part.rules.box_ids))
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


def _fallen(part: Part) -> pl.DataFrame:
    """Return the boxes that were scored but count 0, as max is not above min: ``sid``, column, box."""
    found = part.findings.filter(pl.col("code") == "max_not_above_min")
    where = pl.col("sid"), pl.col("column")
    high, low = part.rules.max_min or ("", "")
    return pl.concat(
        [
            found.filter(pl.col("stated") != "0").select(*where, box=pl.lit(high)),
            found.select(*where, box=pl.lit(low)),
        ]
    )


def _unstruck(figures: pl.DataFrame, fell: pl.DataFrame, box: str) -> pl.DataFrame:
    """Take the scored ones off those that count 0."""
    mine = fell.filter(pl.col("box") == box)
    if mine.is_empty():
        return figures
    scored = mine.group_by("who").agg(scored=pl.len().cast(pl.Int64))
    return figures.join(scored, on="who", how="left", maintain_order="left").with_columns(
        struck=pl.col("struck") - pl.col("scored").fill_null(0)
    )


def _figures(cards: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield for each box that has a value: its name, and for each ``who`` how many values there are, their sum, the sum
    of their squares, and how many are 0.
    """
    boxes = [box for box in cards.columns[1:] if cards[box].null_count() < cards.height]
    if not boxes:
        return
    low = min(cards.select(pl.col(boxes).min()).row(0))
    high = max(cards.select(pl.col(boxes).max()).row(0))
    span = high - low + 1
    starts = (cards["who"] * span - low).to_numpy()  # the code of ``who`` with 0 points
    room = np.empty_like(starts)
    for box in boxes:
        points = cards[box]
        if points.null_count():
            filled = points.is_not_null().to_numpy()
            codes = starts[filled] + points.drop_nulls().to_numpy()
        else:
            codes = np.add(starts, points.to_numpy(), out=room)
        groups, values, times = _counted(codes, span)
        yield box, _summed(groups, values + low, times)


def _summed(groups: NDArray[np.int64], values: NDArray[np.int64], times: NDArray[np.int64]) -> pl.DataFrame:
    first = np.flatnonzero(np.diff(groups, prepend=-1))
    sums = {
        "n": times,
        "points": times * values,
        "squares": times * values * values,
        "struck": times * (values == 0),
    }
    return pl.DataFrame(
        {"who": groups[first], **{name: np.add.reduceat(figure, first) for name, figure in sums.items()}}
    )


def _counted(codes: NDArray[np.int64], span: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return each pair of group and value (a code is group x span + value) that there is, in order, and how often."""
    if int(codes.max()) < _MOST_COUNTED:
        times = np.bincount(codes)
        found = np.flatnonzero(times)
        times = times[found]
    else:
        found, times = np.unique(codes, return_counts=True)
    groups, values = np.divmod(found, span)
    return groups, values, times
