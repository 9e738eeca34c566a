"""Wide sheets that are printed in two tables: the upper boxes, and the lower ones below for the same names."""

from __future__ import annotations

import datetime as dt

from tests.readers.reading import ANA, BO, ENGLISH, accounted, boxes, fates, read, thirteen

NAMES, ONE, OTHER = (text.split(",") for text in (ENGLISH, ANA, BO))


def table(part: slice, *, sums: tuple[str, ...] = (), head: str = "Player") -> list[str]:
    """Return a table of some boxes of two players, with sums behind them that are left blank."""
    rows = ((head, NAMES[part]), ("Ana", ONE[part]), ("Bo", OTHER[part]))
    return [",".join((name, *cells, *(sums if name == head else ["" for _ in sums]))) for name, cells in rows]


def test_two_tables_of_the_same_players_are_one_game() -> None:
    upper, lower = table(slice(6), sums=("Total", "Bonus")), table(slice(6, 13), sums=("Total", "Grand total"))
    parsed = read("\n".join(["13.06.2026", *upper, "", *lower]))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 6, 13)] * 2
    assert parsed.sheets["block"].n_unique() == 1
    assert fates(parsed) == {1: "title", 2: "heading", 6: "heading"}
    assert accounted(parsed) == [1, 2, 3, 4, 6, 7, 8]
    assert parsed.understood.headings["Chance"] == "chance"
    assert parsed.understood.headings["Grand total"] == "stated_total"


def test_the_second_table_may_list_the_players_in_another_order() -> None:
    head, ana, bo = table(slice(6, 13))
    parsed = read("\n".join([*table(slice(6)), head, bo, ana]))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


def test_two_games_in_two_pairs_of_tables() -> None:
    pair = [*table(slice(6)), "", *table(slice(6, 13))]
    parsed = read("\n".join(["13.06.2026", *pair, "", "20.06.2026", *pair]))
    played = [dt.date(2026, 6, 13)] * 2 + [dt.date(2026, 6, 20)] * 2
    assert parsed.sheets["played"].to_list() == played
    assert list(boxes(parsed).values()) == [thirteen(ANA), thirteen(BO)] * 2


def test_tables_of_other_players_or_dates_are_not_joined() -> None:
    other = [row.replace("Bo", "Cy") for row in table(slice(6, 13))]
    assert read("\n".join([*table(slice(6)), "", *other])).sheets.height == 4
    assert read("\n".join(["13.06.2026", *table(slice(6)), "20.06.2026", *table(slice(6, 13))])).sheets.height == 4


def test_a_table_with_fewer_headings_above_another_is_not_left_out() -> None:
    parsed = read("\n".join([*table(slice(12)), "", *table(slice(13))]))
    assert parsed.sheets.height == 4
    assert parsed.sheets["block"].n_unique() == 2
