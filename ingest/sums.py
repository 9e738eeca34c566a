"""Sum up what counts by player and season: the small tables that averages and rates are made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

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


def box_stats(parts: Sequence[Part], sheets: pl.DataFrame, games: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Sum up boxes and bonuses by player, season, event and rule set (RULES.md, Statistics, defined).

    ``sheets``: ``sid``, ``gid``, ``player_no``; ``games``: ``gid``, ``season``, ``event``, of the games that count.
    Only sheets that show their boxes are in, bonuses of complete ones. The results are as BOX_STAT and COLUMN_STAT.
    """
    periods = games.select("season", "event").unique(maintain_order=True).with_row_index("period")
    period_of = games.join(periods, on=["season", "event"], how="left", nulls_equal=True, maintain_order="left")
    who = sheets.join(period_of.select("gid", "period"), on="gid", how="inner", maintain_order="left")
    # One number for player and period: grouping by texts costs several times as much.
    who = who.select("sid", who=pl.col("player_no").cast(pl.UInt64) * 2**32 + pl.col("period"))
    stats, bonuses = [pl.DataFrame(schema=BOX_STAT)], [pl.DataFrame(schema=COLUMN_STAT)]
    for part in parts:
        told = part.sheets.select("sid", "complete", "extra_yams", shown=pl.col("evidence") != "total")
        cards = part.columns.rename({"sheet": "sid"}).join(
            who.join(told, on="sid").filter("shown"), on="sid", how="inner"
        )
        for (column,), own in cards.partition_by("column", as_dict=True).items():
            stats += _boxes(own, part.rules.box_ids, _named(periods, part.rules.id), str(column))
        first = pl.col("column") == part.rules.columns[0]
        earned = (
            cards.filter("complete")
            .group_by("who")
            .agg(
                n=pl.len().cast(pl.Int64),
                bonus_earned=(pl.col("bonus") > 0).sum().cast(pl.Int64),
                sheets=first.sum().cast(pl.Int64),
                extra_yams=pl.when(first).then("extra_yams").sum().cast(pl.Int64),
            )
        )
        bonuses.append(_named(periods, part.rules.id)(earned).select(list(COLUMN_STAT)))
    return (
        pl.concat(stats).sort(*_BY, "column", "box_order"),
        pl.concat(bonuses).sort(list(_BY)),
    )


def _named(periods: pl.DataFrame, rules: str) -> Callable[[pl.DataFrame], pl.DataFrame]:
    """Return what puts player, season, event and rule set back in place of the number ``who``."""

    def name(frame: pl.DataFrame) -> pl.DataFrame:
        split = frame.with_columns(
            player_no=(pl.col("who") // 2**32).cast(pl.Int32),
            period=(pl.col("who") % 2**32).cast(pl.UInt32),
            rules=pl.lit(rules),
        )
        return split.join(periods, on="period", how="left", maintain_order="left")

    return name


def _boxes(
    cards: pl.DataFrame, boxes: Sequence[str], named: Callable[[pl.DataFrame], pl.DataFrame], column: str
) -> list[pl.DataFrame]:
    aggregates = []
    for box in boxes:
        value = pl.col(box)
        aggregates += [
            value.count().alias(f"{box}|n"),
            value.cast(pl.Int64).sum().alias(f"{box}|points"),
            value.cast(pl.Int64).pow(2).sum().alias(f"{box}|squares"),
            (value == 0).sum().alias(f"{box}|struck"),
        ]
    wide = named(cards.group_by("who").agg(aggregates)).with_columns(column=pl.lit(column))
    return [
        wide.select(
            *_BY,
            "column",
            pl.lit(box).alias("box"),
            pl.lit(place, pl.Int32).alias("box_order"),
            *(pl.col(f"{box}|{figure}").cast(pl.Int64).alias(figure) for figure in _FIGURES),
        ).filter(pl.col("n") > 0)
        for place, box in enumerate(boxes)
    ]
