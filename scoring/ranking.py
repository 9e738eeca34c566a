"""Rank tables with Whist points and sum a season's standings, in exact integers (RULES.md, From totals to places)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:  # numpy is imported where it is needed: a season's sums, which short commands show, do without
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

#: Points are kept in ten-thousandths.
E4 = 10_000
#: Players at a table above which places come from a sort; below, comparing each pair is quicker. At most 127.
WIDE = 64
#: How a season may be counted.
METHODS: tuple[str, ...] = ("whist", "whist_by_place", "total", "wins")
#: The steps that separate rows of the standings, in order; ``shared`` where none does.
TIE_BREAKS: tuple[str, ...] = ("points", "wins", "average", "raw_total", "shared")


class StandingsError(ValueError):
    """Say why a season cannot be counted in this way."""


def half_even(numerator: Ints, denominator: Ints) -> Ints:
    """Divide whole numbers, rounding half to even; denominators are above 0.

    >>> import numpy as np
    >>> half_even(np.array([5, 15, -5, 7]), np.array([10, 10, 10, 2])).tolist()
    [0, 2, 0, 4]
    """
    import numpy as np

    twice, whole = 2 * denominator, 2 * numerator + denominator
    result: Ints = whole // twice
    halves = np.flatnonzero(result * twice == whole)  # rounded up so far
    result[halves] -= result[halves] & 1
    return result


@dataclass(frozen=True)
class _Groups:
    """The complete sheets, grouped by game: order in the input, first of each game, its size, game index of each."""

    at: Ints | slice  # a slice of all, where every sheet is complete and games stand together
    starts: Ints
    sizes: Ints
    game: NDArray[np.intp]


def _groups(game: Ints, keep: NDArray[np.bool_]) -> _Groups:
    import numpy as np

    at: Ints | slice = slice(None) if keep.all() else np.flatnonzero(keep)
    chosen = game[at]
    if (chosen[1:] < chosen[:-1]).any():
        order = np.argsort(chosen, kind="stable")
        at, chosen = np.arange(len(game))[at][order], chosen[order]
    starts = np.flatnonzero(np.r_[True, chosen[1:] != chosen[:-1]]) if len(chosen) else np.zeros(0, np.int64)
    sizes = np.diff(np.r_[starts, len(chosen)])
    return _Groups(at, starts, sizes, np.repeat(np.arange(len(starts)), sizes))


def _places(groups: _Groups, totals: Ints) -> NDArray[np.integer]:
    """Return each sheet's place (1, 2, 2, 4)."""
    import numpy as np

    widest = int(groups.sizes.max(initial=0))
    if widest > WIDE:
        return _places_sorted(groups, totals)
    place = np.ones(len(totals), np.int8)
    for step in range(1, widest):
        same = groups.game[step:] == groups.game[:-step]
        before, after = totals[:-step], totals[step:]
        place[step:] += (same & (before > after)).view(np.int8)
        place[:-step] += (same & (before < after)).view(np.int8)
    return place


def _places_sorted(groups: _Groups, totals: Ints) -> NDArray[np.integer]:
    """Return the same by sorting, for tables so large that comparing every pair would take too long."""
    import numpy as np

    order = np.lexsort((-totals, groups.game))
    game, total = groups.game[order], totals[order]
    firsts = np.flatnonzero(np.r_[True, (game[1:] != game[:-1]) | (total[1:] != total[:-1])])
    shares = np.diff(np.r_[firsts, len(order)])
    place = np.empty(len(order), np.int64)
    place[order] = np.repeat(firsts - groups.starts[game[firsts]] + 1, shares)
    return place


def _sharing(groups: _Groups, place: NDArray[np.integer]) -> Ints:
    """Return with how many each sheet shares its place, itself counted."""
    import numpy as np

    key = groups.starts[groups.game] + place - 1  # places of a game are no more than its sheets
    shared: Ints = np.bincount(key)[key]
    return shared


def rank(sheets: pl.DataFrame) -> pl.DataFrame:
    """Rank the complete sheets of each game by total.

    ``sheets``: game_no, sheet, total, complete. Returns sheet, place (Int32), points_e4 (Int64, Whist points in
    ten-thousandths) in the input's order; both null for an unfinished sheet and where fewer than two are complete.
    """
    import numpy as np

    keep = (sheets["complete"].cast(pl.Boolean) & sheets["total"].is_not_null()).fill_null(False).to_numpy()
    groups = _groups(sheets["game_no"].cast(pl.Int64).to_numpy(), keep)
    totals = sheets["total"].cast(pl.Int64).fill_null(0).to_numpy()[groups.at]
    place = _places(groups, totals)
    if len(totals) == 0:
        return _scatter(sheets, groups, place, totals)
    low = np.minimum.reduceat(totals, groups.starts)
    width = np.maximum.reduceat(totals, groups.starts) - low
    most = (width > 0) * (10 * E4 * groups.sizes)
    above = totals - low.take(groups.game)
    spread, top = width.take(groups.game), most.take(groups.game)
    # The best get 10 n and the last -10 n; only those between them need a division.
    points = top * (2 * (above == spread).astype(np.int64) - 1)
    between = np.flatnonzero((above > 0) & (above < spread))
    spread = spread[between]
    points[between] = half_even(top[between] * (2 * above[between] - spread), spread)
    return _scatter(sheets, groups, place, points)


def _scatter(sheets: pl.DataFrame, groups: _Groups, place: NDArray[np.integer], points: Ints) -> pl.DataFrame:
    """Put places and points back in the input's order, null where there is no ranking."""
    import numpy as np

    ranked = np.zeros(len(sheets), np.bool_)
    out_place, out_points = np.zeros(len(sheets), np.int32), np.zeros(len(sheets), np.int64)
    ranked[groups.at] = (groups.sizes >= 2).take(groups.game)
    out_place[groups.at], out_points[groups.at] = place, points
    return pl.DataFrame(
        {"sheet": sheets["sheet"], "place": out_place, "points_e4": out_points, "ranked": ranked}
    ).select(
        "sheet",
        pl.when("ranked").then("place").alias("place"),
        pl.when("ranked").then("points_e4").alias("points_e4"),
    )


def season_points(ranked: pl.DataFrame, method: str = "whist") -> pl.Series:
    """Return what each ranked sheet brings to the season, in ten-thousandths (Int64), null where it has no place.

    ``whist`` takes the Whist points; ``whist_by_place`` 10 n (1 - 2 (p - 1) / (n - 1)), tied places averaged, and
    ``wins`` 1, shared by those in the first place, need ``game_no``; ``total`` the raw totals, of one rule set.
    Raises StandingsError for another method, or totals of several rule sets.
    """
    if method not in METHODS:
        raise StandingsError(f"unknown way to count a season: {method!r}; known are {', '.join(METHODS)}")
    if method == "whist":
        return ranked["points_e4"].cast(pl.Int64)
    if method == "total":
        played = ranked.filter(pl.col("place").is_not_null() & ~pl.col("held"))
        if "rules" in ranked.columns and played["rules"].n_unique() > 1:
            raise StandingsError("totals of several rule sets cannot be added: choose one rule set, or Whist points")
        return (ranked["total"].cast(pl.Int64) * E4).alias("points_e4")
    import numpy as np

    keep = ranked["place"].is_not_null().to_numpy()
    groups = _groups(ranked["game_no"].cast(pl.Int64).to_numpy(), keep)
    totals = ranked["total"].cast(pl.Int64).fill_null(0).to_numpy()[groups.at]
    place = _places(groups, totals)
    n, tied = groups.sizes[groups.game], _sharing(groups, place)
    if method == "wins":
        points = np.where(place == 1, half_even(np.full(len(n), E4), tied), 0)
    else:
        beaten_twice = 2 * (n - place) - (tied - 1)  # those below count two, those beside one
        points = half_even(10 * E4 * n * (beaten_twice - (n - 1)), np.maximum(n - 1, 1))
    return _scatter(ranked.with_columns(sheet=pl.lit(0)), groups, place, points)["points_e4"]


def standings(ranked: pl.DataFrame, method: str = "whist") -> pl.DataFrame:
    """Sum a season: points, then wins, then average, then raw total; then the place is shared.

    ``ranked``: player, total, place, points_e4, held (the sheet's game is held), and game_no for some methods. Returns
    place, player, games, points_e4, wins (a shared first place counts), average (points a game, Float64), raw_total,
    held (games), tie_break: the step that was needed to tell the row from its neighbours. A player with held games
    only has no place and stands last.
    """
    counts = pl.col("place").is_not_null() & ~pl.col("held")
    table = (
        ranked.with_columns(season_points(ranked, method).alias("points_e4"))
        .group_by("player")
        .agg(
            counts.sum().cast(pl.Int64).alias("games"),
            pl.col("points_e4").filter(counts).sum().alias("points_e4"),
            (counts & (pl.col("place") == 1)).sum().cast(pl.Int64).alias("wins"),
            pl.col("total").filter(counts).cast(pl.Int64).sum().alias("raw_total"),
            pl.col("held").sum().cast(pl.Int64).alias("held"),
        )
        .filter((pl.col("games") > 0) | (pl.col("held") > 0))
        .with_columns((pl.col("points_e4") / pl.col("games").replace(0, None) / E4).alias("average"))
    )
    keys = ["points_e4", "wins", "average", "raw_total"]
    table = table.sort(
        pl.col("games") == 0, *keys, "player", descending=[False, True, True, True, True, False], nulls_last=True
    )
    return table.with_columns(_place_column(table, keys), _tie_break(table, keys)).select(
        "place", "player", "games", "points_e4", "wins", "average", "raw_total", "held", "tie_break"
    )


def _steps(table: pl.DataFrame, keys: list[str]) -> list[int]:
    """Return for each row which key tells it from the row before, counted from 0; len(keys) where none does."""
    steps = []
    rows = table.select((pl.col("games") == 0).alias("unplaced"), *keys).rows()
    for before, row in pairwise(rows):
        if before[0] != row[0]:
            steps.append(0)
        else:
            steps.append(next((i for i in range(len(keys)) if before[i + 1] != row[i + 1]), len(keys)))
    return steps


def _place_column(table: pl.DataFrame, keys: list[str]) -> pl.Series:
    places: list[int | None] = []
    steps = [0, *_steps(table, keys)]
    for i, (step, games) in enumerate(zip(steps, table["games"], strict=False)):
        places.append(None if games == 0 else places[-1] if step == len(keys) else i + 1)
    return pl.Series("place", places, dtype=pl.Int32)


def _tie_break(table: pl.DataFrame, keys: list[str]) -> pl.Series:
    steps = [0, *_steps(table, keys), 0]
    return pl.Series(
        "tie_break",
        [None if games == 0 else TIE_BREAKS[max(steps[i], steps[i + 1])] for i, games in enumerate(table["games"])],
        dtype=pl.String,
    )
