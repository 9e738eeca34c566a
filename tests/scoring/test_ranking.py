"""Check places, Whist points and standings against figures worked by hand (RULES.md, From totals to places)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ranking import StandingsError, rank, season_points, standings


def ranked(totals: list[int], complete: list[bool] | None = None, game: int = 1) -> pl.DataFrame:
    return rank(
        pl.DataFrame(
            {
                "game_no": [game] * len(totals),
                "sheet": range(len(totals)),
                "total": totals,
                "complete": complete or [True] * len(totals),
            }
        )
    )


@pytest.mark.parametrize(
    ("totals", "places", "points"),
    [
        ([250, 200, 180, 150], [1, 2, 3, 4], [400000, 0, -160000, -400000]),
        ([584, 253, 200], [1, 2, 3], [300000, -217188, -300000]),
        ([100, 100, 100], [1, 1, 1], [0, 0, 0]),
        ([300, 200, 200, 100], [1, 2, 2, 4], [400000, 0, 0, -400000]),
        ([5, 9], [2, 1], [-200000, 200000]),
        ([-25, 100], [2, 1], [-200000, 200000]),
    ],
)
def test_whist_points_as_worked_by_hand(totals: list[int], places: list[int], points: list[int]) -> None:
    result = ranked(totals)
    assert result["place"].to_list() == places
    assert result["points_e4"].to_list() == points


def test_points_are_rounded_half_to_even() -> None:
    # 2 players and one between them of 64: 30 * (2 * 1 / 64 - 1) = -29.0625 exactly; of 640: -29.90625 -> -29.9062.
    assert ranked([0, 1, 640])["points_e4"].to_list() == [-300000, -299062, 300000]
    assert ranked([0, 3, 640])["points_e4"].to_list() == [-300000, -297188, 300000]


def test_unfinished_sheets_have_no_place_and_do_not_count() -> None:
    result = ranked([250, 999, 200, 180, 150], [True, False, True, True, True])
    assert result["place"].to_list() == [1, None, 2, 3, 4]
    assert result["points_e4"].to_list() == [400000, None, 0, -160000, -400000]


def test_fewer_than_two_complete_sheets_are_not_ranked() -> None:
    assert ranked([250])["place"].to_list() == [None]
    assert ranked([250, 200], [True, False])["points_e4"].to_list() == [None, None]
    assert len(ranked([])) == 0


games = st.lists(
    st.lists(st.tuples(st.integers(-50, 700), st.sampled_from([True, True, True, False])), min_size=1, max_size=9),
    min_size=1,
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(games, st.randoms())
def test_rank_equals_exact_fractions_in_any_order_of_rows(played: list[list[tuple[int, bool]]], random: Any) -> None:
    rows = [
        {"game_no": g, "sheet": 100 * g + s, "total": total, "complete": complete}
        for g, sheets in enumerate(played)
        for s, (total, complete) in enumerate(sheets)
    ]
    random.shuffle(rows)
    result = {r["sheet"]: (r["place"], r["points_e4"]) for r in rank(pl.DataFrame(rows)).iter_rows(named=True)}
    for row in rows:
        totals = [r["total"] for r in rows if r["game_no"] == row["game_no"] and r["complete"]]
        if not row["complete"] or len(totals) < 2:
            assert result[row["sheet"]] == (None, None)
            continue
        spread = max(totals) - min(totals)
        share = Fraction(2 * (row["total"] - min(totals)), spread) - 1 if spread else Fraction(0)
        place = 1 + sum(t > row["total"] for t in totals)
        assert result[row["sheet"]] == (place, round(100000 * len(totals) * share))


def test_a_very_large_table_is_ranked_by_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = [(7 * i) % 83 for i in range(120)] + [5, 9, 9]
    sheets = pl.DataFrame(
        {"game_no": [2] * 120 + [1] * 3, "sheet": range(123), "total": totals, "complete": [True] * 123}
    )
    sorted_ = rank(sheets)
    assert sorted_["place"].to_list() == [
        1 + sum(t > own for t in part) for part in (totals[:120], totals[120:]) for own in part
    ]
    monkeypatch.setattr("scoring.ranking.WIDE", 127)
    assert rank(sheets).equals(sorted_)


def test_a_table_of_a_hundred_thousand_is_ranked_at_once() -> None:
    """Comparing every pair would take minutes; the places come from a sort."""
    n = 100_000
    sheets = pl.DataFrame(
        {"game_no": [1] * n, "sheet": range(n), "total": [i // 2 for i in range(n)], "complete": [True] * n}
    )
    ranked = rank(sheets)
    assert ranked["place"].to_list() == [n - 1 - i // 2 * 2 for i in range(n)]
    by_place = season_points(ranked.with_columns(game_no=1, total=sheets["total"], held=False), "whist_by_place")
    # The last two share the places n - 1 and n: 10 n (1 - 2 (n - 1.5) / (n - 1)), in ten-thousandths.
    assert by_place[0] == round(-(10 * n * 10_000) * (n - 2) / (n - 1))


def season(*rows: tuple[str, int, int, int | None, bool]) -> pl.DataFrame:
    """Rows of (player, game, total, place, held), with Whist points of their own making: 10 a place."""
    return pl.DataFrame(
        [
            {"player": p, "game_no": g, "total": t, "place": place, "held": held,
             "points_e4": None if place is None else (2 - place) * 200000}
            for p, g, t, place, held in rows
        ],
        schema={"player": pl.String, "game_no": pl.Int64, "total": pl.Int32, "place": pl.Int32, "held": pl.Boolean,
                "points_e4": pl.Int64},
    )  # fmt: skip


def test_standings_count_ranked_games_wins_and_held_ones() -> None:
    table = standings(
        season(
            ("Ana", 1, 200, 1, False), ("Bo", 1, 150, 2, False), ("Ana", 2, 300, None, True), ("Cy", 2, 310, None, True)
        )
    )
    assert table.rows() == [
        (1, "Ana", 1, 200000, 1, 20.0, 200, 1, "points"),
        (2, "Bo", 1, 0, 0, 0.0, 150, 0, "points"),
        (None, "Cy", 0, 0, 0, None, 0, 1, None),
    ]


def chain(*rows: tuple[str, list[tuple[int, int, int]]]) -> list[tuple[Any, ...]]:
    """Standings of players with (points, place, total) a game."""
    frame = pl.DataFrame(
        [
            {"player": p, "game_no": 0, "points_e4": points, "place": place, "total": total, "held": False}
            for p, games in rows
            for points, place, total in games
        ]
    )
    return standings(frame).select("place", "player", "tie_break").rows()


def test_tie_break_wins() -> None:
    assert chain(("Ana", [(5, 2, 100), (5, 2, 100)]), ("Bo", [(0, 1, 10), (10, 2, 10)]), ("Cy", [(1, 2, 1)])) == [
        (1, "Bo", "wins"),
        (2, "Ana", "wins"),
        (3, "Cy", "points"),
    ]


def test_tie_break_average() -> None:
    assert chain(("Ana", [(5, 1, 100), (5, 2, 100)]), ("Bo", [(10, 1, 10)])) == [
        (1, "Bo", "average"),
        (2, "Ana", "average"),
    ]


def test_tie_break_raw_total() -> None:
    assert chain(("Ana", [(5, 1, 100)]), ("Bo", [(5, 1, 101)])) == [(1, "Bo", "raw_total"), (2, "Ana", "raw_total")]


def test_a_shared_place_skips_the_next() -> None:
    assert chain(("Cy", [(1, 2, 100)]), ("Bo", [(5, 1, 100)]), ("Ana", [(5, 1, 100)])) == [
        (1, "Ana", "shared"),
        (1, "Bo", "shared"),
        (3, "Cy", "points"),
    ]


def game(*totals: int) -> pl.DataFrame:
    frame = pl.DataFrame(
        {"game_no": [1] * len(totals), "sheet": range(len(totals)), "total": totals, "complete": [True] * len(totals)}
    )
    return frame.join(rank(frame), on="sheet").with_columns(player=pl.col("sheet").cast(pl.String), held=pl.lit(False))


def test_whist_by_place_averages_tied_places() -> None:
    # 10 n (1 - 2 (p - 1) / (n - 1)), n = 4: 40, 13.3333, -13.3333, -40; the two in the middle share 0.
    assert season_points(game(400, 300, 200, 100), "whist_by_place").to_list() == [400000, 133333, -133333, -400000]
    assert season_points(game(400, 300, 300, 100), "whist_by_place").to_list() == [400000, 0, 0, -400000]
    assert season_points(game(9, 9), "whist_by_place").to_list() == [0, 0]


def test_wins_are_shared_by_those_in_the_first_place() -> None:
    assert season_points(game(300, 300, 100), "wins").to_list() == [5000, 5000, 0]
    assert season_points(game(1, 2, 3), "wins").to_list() == [0, 0, 10000]


def test_total_adds_raw_totals_of_one_rule_set() -> None:
    frame = game(300, 200)
    assert season_points(frame, "total").to_list() == [3_000_000, 2_000_000]
    with pytest.raises(StandingsError, match="rule set"):
        season_points(frame.with_columns(rules=pl.Series(["yams", "yamms"])), "total")
    with pytest.raises(StandingsError, match="elo"):
        season_points(frame, "elo")
