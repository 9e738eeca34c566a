"""Workbooks in which every player has a worksheet; worksheets that are counted through, or sum the others up."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile
from tests.readers.paper_blocks import FIGURES, block, both, worksheets
from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, fates, read

LINES = {name: block([name])[1:] for name in FIGURES}
DAY = "14.03.2026"


def each(**tables: list[list[Any]]) -> ParsedFile:
    """Read a workbook of worksheets that are given as lines."""
    return read(worksheets(**{name: {(0, 0): lines} for name, lines in tables.items()}), "a.xlsx")


def games(parsed: ParsedFile) -> list[list[tuple[str, str]]]:
    """Return the players of each game with their dates."""
    found: dict[int, list[tuple[str, str]]] = {}
    for block_, player, day in parsed.sheets.select("block", "player", "played").rows():
        found.setdefault(block_, []).append((player, str(day)))
    return sorted(found.values())


@pytest.mark.parametrize(
    "above",
    [
        [[DAY], [], ["", "{}"]],
        [[DAY], [], ["", "Puncte"]],
        [[DAY], []],
        [["", DAY]],
        [["Jucător:", "{}"], ["Data:", DAY], [], ["", "Puncte"]],
        [["", "{}"]],
        [["", "Joc 1"]],
    ],
)
def test_a_worksheet_for_each_player_of_one_game(above: list[list[str]]) -> None:
    parsed = each(**{name: [*([c.format(name) for c in row] for row in above), *LINES[name]] for name in FIGURES})
    assert both(parsed)
    assert set(parsed.sheets["played"].cast(str)) in ({"2026-03-14"}, {None})
    assert parsed.understood.notes == (
        "the worksheets Ana, Bo are of one player each: their sheets of one day are one game",
    )


def test_the_rows_of_a_player_s_worksheet_are_games() -> None:
    figures = {"Ana": ANA.split(","), "Bo": BO.split(",")}
    rows = {n: [["Data", *ENGLISH.split(",")], *([day, *f] for day in (DAY, "21.03.2026"))] for n, f in figures.items()}
    wanted = [[("Ana", f"2026-03-{day}"), ("Bo", f"2026-03-{day}")] for day in (14, 21)]
    assert games(each(**rows)) == wanted
    with_names = {n: [["Jucător", *head], *([n, *row] for row in more)] for n, (head, *more) in rows.items()}
    assert games(each(**with_names)) == wanted


def test_a_name_that_only_the_worksheet_tells_is_told() -> None:
    lines = {name: [["", day], *LINES[name]] for name, day in (("Ana", DAY), ("Bo", "21.03.2026"))}
    told = "nobody is named on the worksheets Ana, Bo: their own names count as players'"
    assert each(**lines).understood.notes == (told,)
    assert each(**{name: [[f"Jucător: {name}"], *rows] for name, rows in lines.items()}).understood.notes == ()


@pytest.mark.parametrize("names", [("Ana", "Max"), ("April", "Bo"), ("Nick", "Max"), ("Núñez, José", "Mª José")])
def test_names_that_are_other_words_as_well_or_have_a_comma(names: tuple[str, str]) -> None:
    head = ["Data", *ENGLISH.split(",")]
    parsed = each(**{n: [head, [DAY, *f.split(",")]] for n, f in zip(names, (ANA, BO), strict=True)})
    assert games(parsed) == [[(n, "2026-03-14") for n in names]]


def test_initials_that_name_a_worksheet_and_its_player() -> None:
    found = each(**{name: [["Jucător:", name], *LINES["Ana"]] for name in ("T.J.", "Bo", "Cy")})
    assert found.sheets["block"].n_unique() == 1


def test_different_days_and_counted_games_stay_apart() -> None:
    named = {name: [["", name], *lines] for name, lines in LINES.items()}
    assert len(games(each(Ana=[[DAY], *named["Ana"]], Bo=[["21.03.2026"], *named["Bo"]]))) == 2
    assert len(games(each(**{"Joc 1": [[DAY], *named["Ana"]], "Joc 2": [[DAY], *named["Bo"]]}))) == 2
    assert len(games(each(Foaie1=named["Ana"], Foaie2=named["Bo"]))) == 2
    assert both(each(Foaie1=[[DAY], *named["Ana"]], Foaie2=[[DAY], *named["Bo"]]))


def test_unequal_numbers_of_sheets_are_told() -> None:
    parsed = each(Ana=[[DAY], *block(["Ana"]), [DAY], *block(["Ana"])], Bo=[[DAY], *block(["Bo"])])
    assert len(games(parsed)) == 3
    assert "more or fewer sheets of 2026-03-14" in parsed.understood.notes[0]


def test_worksheets_that_are_counted_through_tell_no_day() -> None:
    lines = [["Turneu iunie 2026"], [], *block(["Ana", "Bo"])]
    assert {day for game in games(each(**{"1": lines, "2": lines})) for _, day in game} == {"None"}
    assert {day for game in games(each(**{"6": lines, "13": lines})) for _, day in game} == {"2026-06-06", "2026-06-13"}


@pytest.mark.parametrize(
    ("ana", "bo", "left_out"),
    [
        ((3, 4, 9, 8, 20, 12), (4, 4, 6, 8, 15, 18), True),
        ((1, 2, 3, 4, 10, 6), (2, 2, 0, 4, 5, 6), True),
        ((4, 6, 12, 12, 30, 18), (6, 6, 6, 12, 20, 24), True),
        ((2, 3, 6, 6, 15, 9), (3, 3, 3, 6, 10, 12), True),
        ((3, 4, 9, 8, 20, 12), (2, 2, 0, 4, 5, 6), False),
        ((3, 4, 9, 8, 20, 18), (4, 4, 6, 8, 15, 18), False),
    ],
)
def test_a_worksheet_of_bests_worsts_sums_or_means_is_no_game(
    ana: tuple[int, ...], bo: tuple[int, ...], left_out: bool
) -> None:
    def table(*figures: tuple[int, ...]) -> list[list[Any]]:
        return [["", "Ana", "Bo"], *([str(n), *row] for n, row in enumerate(zip(*figures, strict=True), 1))]

    evenings = {
        "14.03.2026": table((1, 4, 3, 8, 10, 12), (2, 2, 6, 4, 5, 18)),
        "21.03.2026": table((3, 2, 9, 4, 20, 6), (4, 4, 0, 8, 15, 6)),
    }
    parsed = each(**evenings, Cupa=table(ana, bo))
    assert (parsed.sheets["played"].null_count() == 0) == left_out
    assert ("statistics" in fates(parsed).values()) == left_out


HEAD = ["Game", "Date", "Table", "Player", *ENGLISH.split(",")]
RESULTS = ["Date", "Table", "Player", "Total"]


def evening(*results: tuple[str, str, int]) -> ParsedFile:
    """Read a game of Ana and Bo (285 and 32 points), and a worksheet of totals of that day by table and player."""
    games = [HEAD, ["g1", DAY, "", "Ana", *ANA.split(",")], ["g1", DAY, "", "Bo", *BO.split(",")]]
    return each(Games=games, Results=[RESULTS, *([DAY, *result] for result in results)])


def of_results(parsed: ParsedFile) -> list[str | None]:
    """Return the fates of the rows below the headings of the worksheet of totals."""
    return parsed.rows.filter(parsed.rows["worksheet"] == "Results").sort("row")["fate"].to_list()[1:]


@pytest.mark.parametrize("pack", [1, 2, 100])
def test_totals_are_told_from_games_however_many_sheets_are_packed_away(
    pack: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.readers.collect.PACK", pack)
    parsed = evening(("A", "Ana", 285), ("A", "Bo", 33), ("A", "Ana", 285), ("", "Bo", 32))
    assert of_results(parsed) == ["ignored", None, "ignored", "ignored"]
    parsed = evening(("A", "Ana", 285), ("A", "Bo", 32))
    assert of_results(parsed) == ["ignored"] * 2
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]


def test_a_further_game_of_the_day_that_has_but_totals_is_a_game() -> None:
    parsed = evening(("A", "Ana", 285), ("A", "Bo", 32), ("B", "Ana", 199), ("B", "Bo", 201))
    assert of_results(parsed) == ["ignored", "ignored", None, None]
    assert parsed.sheets.select("player", "table", "stated_total").rows()[2:] == [("Ana", "B", 199), ("Bo", "B", 201)]
    assert of_results(evening(("B", "Ana", 199), ("B", "Bo", 201))) == [None, None]


def test_each_game_of_the_day_has_its_total_by_table() -> None:
    games = [HEAD, *([f"g{t}", DAY, t, n, *f.split(",")] for t in "AB" for n, f in (("Ana", ANA), ("Bo", BO)))]
    totals = [("A", "Ana", 285), ("A", "Bo", 32), ("B", "Ana", 285), ("B", "Bo", 31), ("C", "Bo", 32)]
    parsed = each(Games=games, Results=[RESULTS, *([DAY, *result] for result in totals)])
    assert of_results(parsed) == ["ignored"] * 4 + [None]
    stated = parsed.sheets.filter(parsed.sheets["stated_total"].is_not_null())
    assert stated.select("player", "table", "stated_total").rows() == [("Bo", "B", 31), ("Bo", "C", 32)]


def test_a_total_in_which_max_and_min_do_not_count_is_that_of_its_game() -> None:
    boxes = [*ENGLISH.split(",")[:6], "Max", "Min", *ENGLISH.split(",")[6:]]
    figures = {name: [*f.split(",")[:6], "20", "20", *f.split(",")[6:]] for name, f in (("Ana", ANA), ("Bo", BO))}
    games = [["Date", "Player", *boxes], *([DAY, name, *f] for name, f in figures.items())]
    parsed = each(Games=games, Results=[RESULTS, [DAY, "", "Ana", 285], [DAY, "", "Bo", 32]])
    assert of_results(parsed) == ["ignored"] * 2


def test_a_list_that_says_otherwise_than_the_games_own_totals_is_rejected_there() -> None:
    games = [
        [*HEAD, "Total"],
        *(["g1", day, "", "Ana", *ANA.split(","), 285] for day in (DAY, "15.03.2026", "16.03.2026")),
    ]
    totals = [[day, "", "Ana", n] for day, n in ((DAY, 285), ("15.03.2026", 285), ("16.03.2026", 258))]
    parsed = each(Games=games, Results=[RESULTS, *totals])
    assert of_results(parsed) == ["ignored", "ignored", "rejected"]
    assert parsed.sheets["stated_total"].to_list() == [285] * 3


def test_worksheets_called_like_the_columns_of_one_game_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="Down, Up") as refused:
        each(Down=block(["Ana", "Bo"]), Up=block(["Ana", "Bo"]))
    assert refused.value.code == "columns_apart"
    assert not each(Down=block(["Ana", "Bo"]), Other=block(["Ana", "Bo"])).sheets.is_empty()


def test_a_copy_of_a_worksheet_is_told_and_left_out_while_nothing_is_changed() -> None:
    ana, bo = ([["Data", DAY], *block([name])] for name in ("Ana", "Bo"))
    parsed = each(**{"Ana": ana, "Bo": bo, "Bo (2)": bo})
    assert games(parsed) == [[("Ana", "2026-03-14"), ("Bo", "2026-03-14")]]
    assert "the worksheet Bo (2) is the same as Bo, and left out as its copy" in parsed.understood.notes
    dated = each(**{"Joc": block(["Ana", "Bo"]), f"Joc {DAY}": block(["Ana", "Bo"])})  # perhaps to be filled anew
    assert len(games(dated)) == 2


@pytest.mark.parametrize("name", ["Bo", "Iosif (Bo)"])
def test_the_columns_of_a_player_s_worksheet_below_dates(name: str) -> None:
    dated, columns = ["", DAY, "", "", "21.03.2026"], ["", *["↓", "↕", "↑"] * 2]
    lines = [dated, columns, *([label, *[5 * (n < 1)] * 3, *[3 * (n < 1)] * 3] for n, label in enumerate(ITALIAN))]
    parsed = each(**{"Ana": lines, name: lines})
    found = parsed.sheets.select("player", pl.col("played").cast(str), "p_ones").unique().sort("player", "played")
    days = ("2026-03-14", 5), ("2026-03-21", 3)
    assert found.rows() == [(who, day, ones) for who in ("Ana", name) for day, ones in days]
    assert parsed.sheets.height == 12
    assert parsed.sheets["block"].n_unique() == 2
