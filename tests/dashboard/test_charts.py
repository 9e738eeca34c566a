"""Check the charts as what they are: pure functions from a frame to a figure."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import plotly.graph_objects as go
import polars as pl
import pytest

from dashboard import charts
from dashboard.theme import light

RACE = pl.DataFrame(
    {
        "night": [1, 2, 1, 2],
        "played": [date(2026, 3, 6), date(2026, 3, 13)] * 2,
        "player": ["Ana Pop", "Ana Pop", "Dan Ilie", "Dan Ilie"],
        "points_e4": [400_000, 183_333, -400_000, -183_333],
        "place": [1, 1, 2, 2],
        "players": [2, 2, 2, 2],
    }
)
TREND = pl.DataFrame(
    {
        "player": ["Ana"] * 6,
        "index": [1, 2, 3, 4, 5, 6],
        "total": [200, 180, 220, 210, 190, 240],
        "mean": [200.0, 190.0, 200.0, 202.5, 200.0, 206.7],
        "low": [None, None, None, None, 180.4, 184.0],
        "high": [None, None, None, None, 219.6, 229.4],
        "hover": list("abcdef"),
    }
)


def lines(figure: go.Figure) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.mode and "lines" in trace.mode]


def test_the_race_greys_all_but_the_highlighted_and_names_every_line() -> None:
    figure = charts.race(RACE, ["Dan Ilie"])
    colours = {trace.line.color for trace in lines(figure)}
    assert colours == {light("others"), light("ink")}
    assert [a.text for a in figure.layout.annotations] == ["Ana 18", "<b>Dan</b> −18"]
    assert figure.data[0].text[0] == "Ana Pop, 6 March: 40.00 points, place 1 of 2"


def test_the_race_by_place_runs_from_the_first_place_down() -> None:
    figure = charts.race(RACE, [], by="place")
    low, high = figure.layout.yaxis.range
    assert low > high or figure.layout.yaxis.autorange == "reversed"


@pytest.mark.parametrize("by", ["points", "place"])
def test_no_more_than_four_are_highlighted(by: str) -> None:
    frame = pl.concat([RACE.with_columns(player=pl.lit(f"P{i}")).head(2) for i in range(6)])
    figure = charts.race(frame, [f"P{i}" for i in range(6)], by=by)
    assert sum(trace.line.width == 3 for trace in lines(figure)) == 4


def test_the_race_of_one_night_is_drawn() -> None:
    assert charts.race(RACE.filter(pl.col("night") == 1), ["Ana Pop"]).layout.xaxis.tickvals == (1,)


def test_the_trend_has_its_band_from_five_games_on() -> None:
    figure = charts.trend(TREND, 195.0)
    band = next(trace for trace in figure.data if trace.fill == "toself")
    assert list(band.x) == [5, 6, 6, 5]
    assert list(band.y) == [219.6, 229.4, 184.0, 180.4]
    assert [a.text for a in figure.layout.annotations] == ["<b>last ten</b> 207", "club mean 195"]


def test_compared_players_differ_by_marker_and_colour() -> None:
    both = pl.concat([TREND, TREND.with_columns(player=pl.lit("Dan"))])
    figure = charts.trend(both, None)
    assert not any(trace.fill == "toself" for trace in figure.data)
    dots = [trace for trace in figure.data if trace.mode == "markers"]
    assert len({(d.marker.symbol, d.marker.color) for d in dots}) == 2


def test_rates_show_no_dot_without_an_interval() -> None:
    frame = pl.DataFrame(
        {
            "label": ["Ana", "Dan"],
            "rate": [0.4, 1.0],
            "low": [0.2, None],
            "high": [0.6, None],
            "told": ["4 of 10", "1 of 1"],
            "hover": ["", ""],
        }
    )
    figure = charts.rates(frame, "Sheets, %", 0.41)
    dots = figure.data[1]
    assert list(dots.x) == [40.0, None]
    assert [a.text for a in figure.layout.annotations] == ["4 of 10", "1 of 1", "club 41\u00a0%"]


def test_around_the_line_is_ink_from_the_line_on() -> None:
    frame = pl.DataFrame({"low": [57, 60, 63], "high": [60, 63, 66], "n": [3, 2, 4]})
    figure = charts.around_line(frame, 63, 5, 4)
    assert list(figure.data[0].marker.color) == [light("others"), light("others"), light("ink")]
    assert [a.text for a in figure.layout.annotations] == ["missed by 1 to 6: 5", "<b>63 or more: 4</b>"]


def test_the_distribution_stacks_a_dot_for_every_sheet() -> None:
    club = pl.DataFrame({"low": [180, 200], "high": [200, 220], "n": [5, 7]})
    own = pl.DataFrame({"total": [181, 183, 205], "hover": ["a", "b", "c"]})
    figure = charts.distribution(club, own, "Ana", 189.7, 199.0)
    dots = figure.data[1]
    assert list(dots.x) == [185.0, 185.0, 205.0]
    assert dots.y[1] > dots.y[0] == dots.y[2]


@pytest.mark.parametrize("values", [[1.0, 1.0, 1.0], [0.0, 0.5, 9.0], [5.0]])
def test_labels_are_pushed_apart_and_keep_their_order(values: list[float]) -> None:
    placed = charts.spread(values, 1.0, -9.0, 19.0)
    ordered = sorted(placed)
    assert placed == ordered
    assert all(b - a >= 1.0 - 1e-9 for a, b in pairwise(ordered))
    assert sum(placed) / len(placed) == pytest.approx(sum(values) / len(values), abs=1.0)


@pytest.mark.parametrize("at_the_end", [400_000, -400_000])
def test_the_name_of_every_line_of_a_full_race_stands_within_the_figure(at_the_end: int) -> None:
    last = RACE.filter(pl.col("night") == 2).head(1)
    crowd = pl.concat(
        last.with_columns(
            player=pl.lit(f"Guest {i}"), points_e4=pl.lit(at_the_end + 100 * i, pl.Int64), night=pl.lit(2, pl.Int64)
        )
        for i in range(charts.MOST)
    )
    figure = charts.race(
        pl.concat([crowd.with_columns(night=pl.lit(1, pl.Int64), points_e4=pl.lit(0, pl.Int64)), crowd])
    )
    low, high = figure.layout.yaxis.range
    placed = sorted(a.y for a in figure.layout.annotations)
    assert len(placed) == charts.MOST
    assert low <= placed[0] < placed[-1] <= high
    apart = min(b - a for a, b in pairwise(placed)) / (high - low) * (figure.layout.height - 52)
    assert apart == pytest.approx(16)  # pixels


def test_the_trend_of_few_games_has_no_mean_and_a_calm_axis() -> None:
    alone = charts.trend(TREND.head(2), None)
    assert not lines(alone)
    assert not alone.layout.annotations
    low, high = charts.trend(TREND.head(1), None).layout.yaxis.range
    assert high - low >= 40  # not a scale on which two points are a mountain
    both = charts.trend(pl.concat([TREND, TREND.head(3).with_columns(player=pl.lit("Dan"))]), None)
    assert [a.text for a in both.layout.annotations] == ["<b>Ana</b> 207", "<b>Dan</b>"]


def test_a_dot_stands_for_several_sheets_where_they_would_reach_too_high() -> None:
    club = pl.DataFrame({"low": [180, 200], "high": [200, 220], "n": [50, 7]})
    own = pl.DataFrame({"total": [181] * 25 + [205], "hover": [""] * 26})
    assert charts.sheets_a_dot(club, own) == 3  # 25 sheets in at most 12 dots
    dots = charts.distribution(club, own, "Ana", 189.7, 199.0).data[1]
    assert list(dots.x) == [185.0] * 9 + [205.0]
    assert dots.text[0] == "25 sheets"


def test_the_race_by_place_has_room_for_every_place_that_was_ever_held() -> None:
    late = RACE.filter(pl.col("player") == "Ana Pop").with_columns(place=pl.Series([40, 1], dtype=pl.Int32))
    figure = charts.race(late, [], by="place")
    assert figure.layout.yaxis.range[0] > 40
    assert len(figure.layout.yaxis.tickvals) < charts.MOST


@pytest.mark.parametrize(("mean", "club"), [(1156.0, 1030.0), (904.0, 1030.0)])
def test_the_labels_of_a_distribution_have_room_at_either_end(mean: float, club: float) -> None:
    bins = pl.DataFrame({"low": [900, 1150], "high": [920, 1170], "n": [6, 6]})
    drawn = charts.distribution(bins, pl.DataFrame({"total": [int(mean)], "hover": ["a"]}), "Ștefan", mean, club)
    low, high = drawn.layout.xaxis.range
    for label in drawn.layout.annotations:
        share = (label.x - low) / (high - low)
        assert (share if label.xanchor == "right" else 1 - share) >= 0.3 - 1e-9


@pytest.mark.parametrize(("mean", "scaled"), [(None, False), (0.3, True)])
def test_rates_that_are_not_told_have_no_axis_unless_the_clubs_is(mean: float | None, scaled: bool) -> None:
    few = pl.DataFrame(
        {"label": ["Ana"], "rate": [0.5], "low": [None], "high": [None], "told": ["1 of 2"], "hover": [""]}
    )
    figure = charts.rates(few, "Sheets", mean)
    assert bool(figure.layout.xaxis.tickvals) is scaled
    assert figure.layout.annotations[0].text == "1 of 2"


def test_a_long_name_is_cut_before_its_line_of_rates() -> None:
    frame = pl.DataFrame(
        {"label": ["Donaudampfschifffahrtskapitän"], "rate": [0.5], "low": [0.2], "high": [0.8], "told": ["3 of 6"]}
    ).with_columns(hover=pl.lit(""))
    assert charts.rates(frame, "Sheets").layout.yaxis.ticktext == ("Donaudampfschifffahrt… ",)
