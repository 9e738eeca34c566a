"""Gather the figures that pages and exports show: frames of a season, a player, the club, with their bases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import polars as pl

from ingest.frames import box_table
from scoring import ranking, statistics
from scoring.rules import RuleSet

LAST = 5  # places shown in "last five"
ENOUGH = 5  # sheets from which on averages and rates are told with an interval
ROLL = 10  # games in a rolling mean


class Reads(Protocol):
    """What is needed of a pinned warehouse: named views with parameters, and whole tables."""

    def query(self, name: str, /, **params: Any) -> pl.DataFrame:
        """Return what a view gives for these parameters."""

    def table(self, name: str, /, columns: tuple[str, ...] = (), **where: Any) -> pl.DataFrame:
        """Return the rows of a table: all, or those with these values."""


def sheets(reader: Reads, season: str | None, event: str | None = None) -> pl.DataFrame:
    """Return the sheets of taken and held games, in order of play (view ``scored_sheets``)."""
    return reader.query("scored_sheets", season=season, event=event)


def standings(
    reader: Reads,
    season: str | None,
    event: str | None = None,
    rules: str | None = None,
    order: str = "points",
    method: str = "whist",
) -> pl.DataFrame:
    """Return a season's table: the standings, and what stands beside them.

    Columns of `scoring.ranking.standings`, then player_no, move (places won since the club night before; null at
    first), best, best_game, n, mean, half, low, high (totals of complete sheets under ``rules``; the interval is null
    under five), last (list of the last five places). ``order``: points, wins or average (of totals; who has under five
    has no place); by these two nobody is parted or moves. Without a sheet an empty frame.
    """
    played = sheets(reader, season, event)
    if played.is_empty():
        return pl.DataFrame()
    table = ranking.standings(played, method)
    ranked = played.filter(~pl.col("held") & pl.col("place").is_not_null())
    nights = ranked["played"].drop_nulls().unique().sort()
    before = played.filter(pl.col("played") < nights[-1]) if nights.len() > 1 else played.clear()
    earlier: dict[str, int | None] = {} if before.is_empty() else _places(ranking.standings(before, method))
    form = ranked.sort("play_order", "game_no").group_by("player").agg(pl.col("place").tail(LAST).alias("last"))
    table = (
        table.join(totals_by_player(played, rules), "player", "left", maintain_order="left")
        .join(form, "player", "left", maintain_order="left")
        .join(played.select("player", "player_no").unique(), "player", "left", maintain_order="left")
    )
    if order != "points":
        value = {
            "average": pl.when(pl.col("half").is_not_null()).then("mean"),
            "wins": pl.when(pl.col("place").is_not_null()).then("wins"),
        }[order]
        table = table.sort(value, descending=True, nulls_last=True, maintain_order=True)
        return table.with_columns(
            place=value.rank("min", descending=True).cast(pl.Int32()),
            move=pl.lit(None, pl.Int32()),
            tie_break=pl.lit(None, pl.String()),
        )
    moves = [
        None if place is None or earlier.get(player) is None else int(earlier[player] or 0) - place
        for player, place in table.select("player", "place").iter_rows()
    ]
    return table.with_columns(move=pl.Series(moves, dtype=pl.Int32()))


def totals_by_player(played: pl.DataFrame, rules: str | None) -> pl.DataFrame:
    """Return player, n, mean, half, low, high, best, best_game, best_played over one rule set's complete sheets."""
    counted = _counted(played, rules)
    grouped = counted.group_by("player").agg(
        n=pl.len(),
        sum=pl.col("total").cast(pl.Int64()).sum(),
        squares=(pl.col("total").cast(pl.Int64()) ** 2).sum(),
        best=pl.col("total").max(),
        best_game=pl.col("game").sort_by("total", maintain_order=True).last(),
        best_played=pl.col("played").sort_by("total", maintain_order=True).last(),
    )
    return with_interval(grouped).drop("sum", "squares")


def club_mean(played: pl.DataFrame, rules: str | None) -> float | None:
    """Return the mean total of all complete sheets of taken games under one rule set; None under five."""
    totals = _counted(played, rules)["total"]
    return None if totals.len() < ENOUGH else float(str(totals.mean()))


def totals_by_table_size(played: pl.DataFrame, rules: str | None) -> pl.DataFrame:
    """Return players (at the table), n, mean, half, low, high of one rule set's complete sheets, small tables first."""
    total = pl.col("total").cast(pl.Int64())
    grouped = _counted(played, rules).group_by("players").agg(n=pl.len(), sum=total.sum(), squares=(total**2).sum())
    return with_interval(grouped.sort("players")).drop("sum", "squares")


def race(reader: Reads, season: str | None, event: str | None = None, method: str = "whist") -> pl.DataFrame:
    """Return night (from 1), played, player, points_e4 (so far), place, players (so far): a row a night and player.

    A club night is a date with a ranked game; a player appears from their first one on.
    """
    played = sheets(reader, season, event)
    ranked = played.with_columns(points_e4=ranking.season_points(played, method)).filter(
        ~pl.col("held") & pl.col("place").is_not_null() & pl.col("played").is_not_null()
    )
    nights = ranked.select(pl.col("played").unique().sort()).with_row_index("night", offset=1)
    won = ranked.group_by("player", "played").agg(pl.col("points_e4").sum())
    firsts = ranked.group_by("player").agg(first=pl.col("played").min())
    return (
        nights.join(firsts, how="cross")
        .filter(pl.col("played") >= pl.col("first"))
        .join(won, ["player", "played"], "left")
        .sort("player", "night")
        .with_columns(points_e4=pl.col("points_e4").fill_null(0).cum_sum().over("player"))
        .with_columns(
            place=pl.col("points_e4").rank("min", descending=True).over("night").cast(pl.Int32()),
            players=pl.len().over("night").cast(pl.Int32()),
        )
        .select("night", "played", "player", "points_e4", "place", "players")
    )


def trend(played: pl.DataFrame, player: str, rules: str | None) -> pl.DataFrame:
    """Return one player's complete sheets under one rule set, in order of play, with the mean of the last ten.

    Columns player, index (from 1), game, played, total, place, players, mean, low, high: the mean from the first game
    on, its 95 % interval from five games on.
    """
    own = _counted(played, rules).filter(pl.col("player") == player).sort("play_order", "game_no")
    own = own.select("player", "game", "played", "total", "place", "players").with_row_index("index", offset=1)
    window = own.with_columns(
        n=pl.min_horizontal(pl.col("index"), pl.lit(ROLL)).cast(pl.Int64()),
        sum=pl.col("total").cast(pl.Int64()).rolling_sum(ROLL, min_samples=1),
        squares=(pl.col("total").cast(pl.Int64()) ** 2).rolling_sum(ROLL, min_samples=1),
    )
    return with_interval(window).drop("n", "sum", "squares", "half")


def histogram(values: pl.Series, width: int, edge: int = 0) -> pl.DataFrame:
    """Count whole numbers in bins of ``width`` with an edge at ``edge``: low, high (excluded), n; empty ones stay."""
    if values.is_empty():
        return pl.DataFrame(schema={"low": pl.Int64(), "high": pl.Int64(), "n": pl.UInt32()})
    low = (values.cast(pl.Int64()) - edge) // width * width + edge
    bins = pl.DataFrame({"low": pl.int_range(int(str(low.min())), int(str(low.max())) + 1, width, eager=True)})
    found = low.alias("low").value_counts(name="n")
    return bins.join(found, "low", "left").with_columns(n=pl.col("n").fill_null(0), high=pl.col("low") + width)


def boxes_of_player(figures: pl.DataFrame, player: str, boxes: Sequence[str]) -> pl.DataFrame:
    """Return one player's boxes against the club, in sheet order.

    ``figures``: view ``box_figures``. Columns box, n, mean, low, high, club, difference, rank, ranked, others (list of
    the others' means), from, to (ends of the track: the lowest and the highest mean). Of the others those count that
    have five sheets; ``club`` and ``difference`` are null where the club has fewer.
    """
    means = with_interval(figures.rename({"points": "sum"}))
    rows = []
    for box in boxes:
        part = means.filter(pl.col("box") == box)
        own = part.filter(pl.col("player") == player)
        if own.is_empty():
            continue
        mine = own.row(0, named=True)
        told = part.filter(pl.col("n") >= ENOUGH)
        others = told.filter(pl.col("player") != player)["mean"].to_list()
        n = int(part["n"].sum())
        club = float(part["sum"].sum()) / n if n >= ENOUGH else None
        rows.append(
            {
                "box": box,
                "n": mine["n"],
                "mean": mine["mean"],
                "low": mine["low"],
                "high": mine["high"],
                "club": club,
                "difference": None if club is None else mine["mean"] - club,
                "rank": 1 + sum(m > mine["mean"] + 1e-9 for m in others),
                "ranked": 1 + len(others),
                "others": others,
                "from": told["mean"].min(),
                "to": told["mean"].max(),
            }
        )
    return pl.DataFrame(rows)


def heat(figures: pl.DataFrame, show: str = "average") -> pl.DataFrame:
    """Return every player's boxes against the club: player, box, n, value, club, distance, beyond.

    ``figures``: view ``box_figures``. ``value`` is the average or, with ``show`` ``struck``, the struck rate.
    ``distance`` is signed, in standard errors (the club's spread over the player's n); ``beyond`` says that the 95 %
    interval leaves out the club's value. All are null or false under five sheets, ``club`` where the whole club has
    no more, and ``beyond`` where all are alike.
    """
    club = figures.group_by("box").agg(pl.col("n", "points", "squares", "struck").sum().name.prefix("club_"))
    frame = figures.join(club, "box", maintain_order="left")
    if show == "struck":
        frame = with_rate(frame, "struck", "n").with_columns(value="rate", club=_of_enough("club_struck", "club_n"))
        variance = pl.col("club") * (1 - pl.col("club"))
    else:
        frame = with_interval(frame.rename({"points": "sum"}))
        frame = frame.with_columns(value="mean", club=_of_enough("club_points", "club_n"))
        variance = pl.col("club_squares") / pl.col("club_n") - pl.col("club") ** 2
    gap = pl.col("value") - pl.col("club")
    error = (variance.clip(0) / pl.col("n")).sqrt()
    told = pl.col("n") >= ENOUGH
    beyond = (pl.col("low") > pl.col("club")) | (pl.col("high") < pl.col("club"))
    return frame.select(
        "player",
        "box",
        "n",
        "club",
        value=pl.when(told).then("value"),
        distance=pl.when(told).then(pl.when(error > 1e-9).then(gap / error).otherwise(0.0)),
        beyond=told & (pl.col("high") > pl.col("low")) & beyond,
    ).with_columns(pl.col("beyond").fill_null(False))


def struck_rates(figures: pl.DataFrame) -> pl.DataFrame:
    """Return how often the club strikes each box, most often first: box, struck, n, rate, low, high."""
    summed = figures.group_by("box", maintain_order=True).agg(pl.col("struck", "n").sum())
    return with_rate(summed, "struck", "n").sort("rate", descending=True, maintain_order=True)


def upper_sums(reader: Reads, season: str | None, event: str | None, rules: RuleSet) -> pl.Series:
    """Return the total of the section that earns the bonus, of every column of complete sheets that show boxes."""
    played = _counted(sheets(reader, season, event), rules.id).filter(pl.col("evidence") != "total")
    columns = reader.table(box_table(rules.base))
    found = columns.join(played.select("sheet_no"), "sheet_no", "semi", maintain_order="left")
    return found[f"s_{rules.bonus_section}"].drop_nulls().cast(pl.Int64())


def totals_histogram(played: pl.DataFrame, rules: str | None) -> pl.DataFrame:
    """Count the totals of complete sheets in about twelve bins of a round width (`histogram`)."""
    totals = _counted(played, rules)["total"]
    room = int(str(totals.max() or 0)) - int(str(totals.min() or 0))
    width = next((w for w in (5, 10, 20, 25, 50, 100, 200, 250, 500) if room / w <= 16), 1000)
    return histogram(totals, width)


def mean_of(values: pl.Series) -> dict[str, float | None]:
    """Return the mean of some numbers, with half of its 95 % interval from five on."""
    whole = values.cast(pl.Float64())
    frame = pl.DataFrame({"n": [whole.len()], "sum": [whole.sum()], "squares": [(whole**2).sum()]})
    return with_interval(frame).select("mean", "half").row(0, named=True)


def with_interval(frame: pl.DataFrame) -> pl.DataFrame:
    """Add mean, half, low and high (95 %, t) from n, sum, squares; the interval is null under five."""
    mean, low, _high = statistics.mean_interval(
        frame["n"].to_numpy(), frame["sum"].to_numpy(), frame["squares"].to_numpy()
    )
    half = pl.Series(mean - low, dtype=pl.Float64())
    told = frame.with_columns(mean=pl.Series(mean, dtype=pl.Float64()), half=half)
    told = told.with_columns(half=pl.when(pl.col("n") >= ENOUGH).then("half"))
    return told.with_columns(low=pl.col("mean") - pl.col("half"), high=pl.col("mean") + pl.col("half"))


def with_rate(frame: pl.DataFrame, k: str, n: str) -> pl.DataFrame:
    """Add rate, low and high (95 %, Wilson) of ``k`` out of ``n``; the interval is null under five."""
    low, high = statistics.wilson(frame[k].to_numpy(), frame[n].to_numpy())
    enough = pl.col(n) >= ENOUGH
    return frame.with_columns(
        rate=pl.col(k) / pl.col(n),
        low=pl.when(enough).then(pl.Series(low, dtype=pl.Float64())),
        high=pl.when(enough).then(pl.Series(high, dtype=pl.Float64())),
    )


def _of_enough(total: str, n: str) -> pl.Expr:
    """Divide a sum by its number; null under five."""
    return pl.when(pl.col(n) >= ENOUGH).then(pl.col(total) / pl.col(n))


def _counted(played: pl.DataFrame, rules: str | None) -> pl.DataFrame:
    counted = played.filter(~pl.col("held") & pl.col("complete"))
    return counted if rules is None else counted.filter(pl.col("rules") == rules)


def _places(table: pl.DataFrame) -> dict[str, int | None]:
    return dict(table.select("player", "place").iter_rows())
