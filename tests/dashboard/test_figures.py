"""Check the figures of the pages against sums done by hand (RULES.md, Statistics)."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import pytest

from ingest import figures


class Sheets:
    """Stand in for a pinned warehouse that knows one view."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.frame = pl.DataFrame(rows, infer_schema_length=None)

    def query(self, name: str, /, **params: Any) -> pl.DataFrame:
        assert name == "scored_sheets"
        return self.frame

    def table(self, name: str, /, **where: Any) -> pl.DataFrame:
        raise AssertionError(name)


def sheet(game: int, player: str, total: int, place: int | None, points: int | None, **more: Any) -> dict[str, Any]:
    """Return a sheet of the game of the n-th day of March."""
    return {
        "sheet_no": game * 10 + (place or 9), "game_no": game, "game": f"g{game}", "played": date(2026, 3, game),
        "play_order": game, "event": None, "rules": "yamms", "players": 2, "held": False, "player_no": ord(player[0]),
        "player": player, "seat": 1, "total": total, "complete": True, "evidence": "points", "place": place,
        "points_e4": points, "bonus": 0, "extra_yams": 0, **more,
    }  # fmt: skip


TWO = [
    sheet(1, "Ana", 250, 1, 200_000), sheet(1, "Dan", 200, 2, -200_000),
    sheet(2, "Ana", 180, 2, -200_000), sheet(2, "Dan", 210, 1, 200_000),
    sheet(3, "Ana", 150, 2, -200_000), sheet(3, "Dan", 190, 1, 200_000),
]  # fmt: skip


def test_standings_tell_moves_since_the_last_night_and_the_last_places() -> None:
    table = figures.standings(Sheets(TWO), "2026", None, "yamms")
    assert table.select("place", "player", "points_e4", "wins", "move", "best").rows() == [
        (1, "Dan", 200_000, 2, 1, 210),
        (2, "Ana", -200_000, 1, -1, 250),
    ]  # before the third night level but for the raw total: Ana 430, Dan 410
    assert table["last"].to_list() == [[2, 1, 1], [1, 2, 2]]
    assert table["half"].to_list() == [None, None]  # three sheets are too few for an interval


def test_standings_by_average_of_totals_place_nobody_whose_average_is_not_told() -> None:
    five = range(1, 6)
    rows = [sheet(i, "Ana", 200, 2, -200_000) for i in five] + [sheet(i, "Dan", 210, 1, 200_000) for i in five]
    rows += [sheet(6, "Ana", 230, 2, -200_000), sheet(6, "Eva", 300, 1, 200_000)]
    table = figures.standings(Sheets(rows), "2026", None, "yamms", order="average")
    assert table.select("place", "player", "mean").rows() == [
        (1, "Dan", 210.0),
        (2, "Ana", 205.0),
        (None, "Eva", 300.0),
    ]


def test_a_held_sheet_counts_in_no_average() -> None:
    rows = [*TWO, sheet(4, "Ana", 999, None, None, held=True)]
    table = figures.standings(Sheets(rows), "2026", None, "yamms")
    assert table.filter(pl.col("player") == "Ana").select("held", "best", "n").row(0) == (1, 250, 3)
    assert figures.club_mean(Sheets(rows).frame, "yamms") == pytest.approx(1180 / 6)


def test_average_of_totals_by_table_size() -> None:
    """RULES.md: complete sheets of one rule set, also by table size."""
    totals = [250, 200, 180, 210, 150]
    rows = [sheet(i, "Ana", t, 1, 0) for i, t in enumerate(totals, 1)]
    rows += [sheet(6, "Ana", 100, 1, 0, players=3), sheet(6, "Dan", 90, None, None, players=3, complete=False)]
    rows += [sheet(7, "Ana", 999, None, None, players=4, held=True), sheet(8, "Ana", 7, 1, 0, rules="yatzy")]
    sizes = figures.totals_by_table_size(Sheets(rows).frame, "yamms")
    assert sizes.select("players", "n", "mean").rows() == [(2, 5, 198.0), (3, 1, 100.0)]
    # s = 37.01, t(4) = 2.776: half = 2.776 x 37.01 / sqrt 5
    assert sizes["half"].to_list() == [pytest.approx(45.96, abs=0.01), None]


def test_the_race_adds_up_and_keeps_the_absent() -> None:
    rows = [*TWO, sheet(4, "Ana", 200, 1, 200_000), sheet(4, "Eva", 100, 2, -200_000)]
    race = figures.race(Sheets(rows), "2026")
    assert race.filter(pl.col("player") == "Dan")["points_e4"].to_list() == [-200_000, 0, 200_000, 200_000]
    assert race.filter(pl.col("player") == "Eva").select("night", "place", "players").rows() == [(4, 3, 3)]


def test_the_trend_is_the_mean_of_the_last_ten_with_its_interval_from_five_on() -> None:
    totals = [200, 180, 220, 210, 190, 240, 230, 200, 210, 220, 100]
    rows = [sheet(i, "Ana", t, 1, 0) for i, t in enumerate(totals, 1)]
    trend = figures.trend(Sheets(rows).frame, "Ana", "yamms")
    assert trend["mean"].to_list()[:3] == [200.0, 190.0, 200.0]
    assert trend["mean"][10] == 200.0  # the first has left the ten
    assert trend["low"].to_list()[:4] == [None] * 4
    # 200, 180, 220, 210, 190: mean 200, s = 15.81, t(4) = 2.776, half = 19.63
    assert trend["low"][4] == pytest.approx(200 - 19.63, abs=0.01)


def test_bins_have_an_edge_at_the_line_and_no_gaps() -> None:
    bins = figures.histogram(pl.Series([55, 62, 63, 64, 70]), 3, 63)
    assert bins.select("low", "high", "n").rows() == [
        (54, 57, 1),
        (57, 60, 0),
        (60, 63, 1),
        (63, 66, 2),
        (66, 69, 0),
        (69, 72, 1),
    ]


BOXES = pl.DataFrame(
    {
        "player_no": [1, 2, 3],
        "player": ["Ana", "Dan", "Eva"],
        "box": ["yams"] * 3,
        "n": [10, 10, 2],
        "points": [250, 100, 100],
        "squares": [12_500, 5_000, 5_000],
        "struck": [5, 8, 0],
    }
)


def test_a_players_boxes_stand_against_the_clubs_mean() -> None:
    row = figures.boxes_of_player(BOXES, "Ana", ["ones", "yams"]).row(0, named=True)
    assert row["club"] == pytest.approx(450 / 22)
    assert (row["mean"], row["rank"], row["ranked"]) == (25.0, 1, 2)  # Eva has too few sheets
    assert row["difference"] == pytest.approx(25 - 450 / 22)


def test_heat_tells_the_distance_in_standard_errors_and_nothing_under_five_sheets() -> None:
    heat = {row["player"]: row for row in figures.heat(BOXES).iter_rows(named=True)}
    # club: mean 20.4545, variance 22500 / 22 - 20.4545 squared = 604.34; error of ten sheets 7.774
    assert heat["Ana"]["distance"] == pytest.approx((25 - 20.4545) / 7.774, abs=0.001)
    assert (heat["Eva"]["value"], heat["Eva"]["distance"], heat["Eva"]["beyond"]) == (None, None, False)


@pytest.mark.parametrize("show", ["average", "struck"])
def test_under_five_sheets_the_club_has_no_figure_either(show: str) -> None:
    few = BOXES.head(2).with_columns(n=pl.lit(2), struck=pl.lit(1))
    assert figures.heat(few, show)["club"].to_list() == [None, None]
    row = figures.boxes_of_player(few, "Ana", ["yams"]).row(0, named=True)
    assert (row["club"], row["difference"], row["others"]) == (None, None, [])
    assert figures.club_mean(Sheets(TWO[:4]).frame, "yamms") is None


def test_struck_rates_have_wilson_intervals() -> None:
    row = figures.struck_rates(BOXES).row(0, named=True)
    assert (row["struck"], row["n"]) == (13, 22)
    # Wilson, 13 of 22: 0.3871 to 0.7674
    assert (row["low"], row["high"]) == pytest.approx((0.3871, 0.7674), abs=0.0005)
