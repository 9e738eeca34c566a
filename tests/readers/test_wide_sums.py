"""Rows of sums, means and records in a wide table, and players who are called like them."""

from __future__ import annotations

import pytest

from ingest.readers.records import Record
from tests.readers.reading import ANA, BO, ENGLISH, HEAD, boxes, fates, read, thirteen


@pytest.mark.parametrize(
    "row",
    [
        "TOTAL,,,4,8,12,16,20,24,20,0,25,30,40,50,33",
        ",,Total,4,8,12,16,20,24,20,0,25,30,40,50,33",
        ",TOTAL,,4,8,12,16,20,24,20,0,25,30,40,50,33",
        ',,Media,"2,5",4,6,8,10,12,10,0,"12,5",15,20,25,"16,5"',
        ",2026-03-14,Moyenne,2,4,6,8,10,12,10,0,12,15,20,25,16",
        "1,2026-03-14,Suma,4,8,12,16,20,24,20,0,25,30,40,50,33",
    ],
)
def test_rows_of_sums_are_no_players(row: str) -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Bo,{BO}\n{row}\n")
    assert list(boxes(parsed)) == ["Ana", "Bo"]
    assert fates(parsed)[4] == "sums"


def test_sums_below_each_game_are_no_players_either() -> None:
    rows = "14.03.2026,Ana,1,2,20\n14.03.2026,Bo,3,4,22\n"
    for last in ("14.03.2026,Total,4,6,42\n", "14.03.2026,Media,2,3,21\n"):
        parsed = read(f"Date,Player,Ones,Twos,Chance\n{rows}{last}" + (rows + last).replace("14.", "21."))
        assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
        assert fates(parsed) == {1: "heading", 4: "sums", 7: "sums"}


def test_a_player_called_media_plays() -> None:
    rows = f"1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Media,{BO}\n2,2026-03-21,Ana,{BO}\n2,2026-03-21,Media,{ANA}\n"
    parsed = read(f"{HEAD}\n{rows}")
    assert parsed.sheets["player"].to_list() == ["Ana", "Media", "Ana", "Media"]


@pytest.mark.parametrize("name", ["Total de la noche", "Summe Abend", "Total"])
def test_a_row_of_sums_may_bear_its_name_in_place_of_the_date(name: str) -> None:
    sums = ",".join(str(int(a) + int(b)) for a, b in zip(ANA.split(","), BO.split(","), strict=True))
    text = f"Date,Player,{ENGLISH}\n2026-03-14,Ana,{ANA}\n2026-03-14,Bo,{BO}\n{{}},,{sums}\n"
    found = read(text.format(name))
    assert boxes(found) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert fates(found)[4] == "sums"
    assert fates(read(text.format("2026-03-14")))[4] == "no_player", "with a date it may be somebody's"


@pytest.mark.parametrize("name", ["Totale serata", "Total général", "Summe Abend", "Total A", "Media serii"])
def test_a_row_of_sums_whose_name_goes_on_is_no_player(name: str) -> None:
    """Its figures, or its missing date, tell; "Toto" begins like no word for sums."""
    sums = "6,12,18,24,30,36,40,0,50,60,80,100,44"
    mean = "2,4,6,8,10,12,10,0,12.5,15,20,25,16.5"
    figures = mean if name.startswith("Media") else sums
    once = read(f"Player,{ENGLISH}\nToto,{ANA}\nAna,{ANA if figures == sums else BO}\n{name},{figures}\n")
    assert list(boxes(once)) == ["Toto", "Ana"]
    assert fates(once)[4] == "sums"
    dated = read(f"{HEAD}\n1,2026-03-14,Toto,{ANA}\n1,2026-03-14,Bo,{BO}\n,,{name},{BO}\n")
    assert (list(boxes(dated)), fates(dated)[4]) == (["Toto", "Bo"], "sums")


@pytest.mark.parametrize("name", ["Total Recall", "Sum Wong", "Average Joe"])
def test_a_player_whose_name_begins_like_sums_stays_one(name: str) -> None:
    parsed = read(
        f"{HEAD}\n1,2026-03-14,{name},{BO.replace('1,', '7,', 1)}\n1,2026-03-14,Bo,{BO}\n1,2026-03-14,Ana,{ANA}\n"
    )
    assert list(boxes(parsed)) == [name, "Bo", "Ana"]


def test_the_most_that_dice_can_give_is_no_player() -> None:
    most = "5,10,15,20,25,30,30,30,25,30,40,50,30"
    parsed = read(f"Player,{ENGLISH}\nAna,{ANA}\nMax Pop,{BO}\nMaximum possible,{most}\n")
    assert (list(boxes(parsed)), fates(parsed)[4]) == (["Ana", "Max Pop"], "sums")


def test_a_row_that_sums_up_those_above_it_is_no_player_whatever_it_is_called() -> None:
    sums = "4,8,12,16,20,24,20,0,25,30,40,50,33"
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Bo,{BO}\n,,Ensemble,{sums}\n")
    assert (list(boxes(parsed)), fates(parsed).get(4)) == (["Ana", "Bo", "Ensemble"], None)  # two may be one's
    more = "7,14,21,28,35,42,40,0,50,60,80,100,55"
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Bo,{BO}\n1,2026-03-14,Cy,{ANA}\n,,Ensemble,{more}\n")
    assert (list(boxes(parsed)), fates(parsed)[5]) == (["Ana", "Bo", "Cy"], "sums")


@pytest.mark.parametrize("name", ["", "Sum Li", "Max"])
def test_each_sheet_is_looked_at_as_often_in_a_long_table_as_in_a_short_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    box = Record.box

    def count(r: Record, i: int) -> str:
        nonlocal looks
        looks += 1
        return box(r, i)

    monkeypatch.setattr(Record, "box", count)
    seen = []
    for games in (50, 100):
        before = looks
        read(
            f"Player,{ENGLISH}\n" + f"Ana,{ANA}\nBo,{BO}\nCy,{ANA}\n{name},{BO}\n\n" * games, layout="wide", decimal=","
        )
        seen.append(looks - before)
    assert seen[1] < 2.5 * seen[0]


def test_a_player_called_media_in_a_list_of_totals_with_each_date_once() -> None:
    text = "Data,Giocatore,Totale\n14/03/2026,Ana,210\n,Media,{}\n21/03/2026,Ana,180\n,Media,{}\n"
    assert read(text.format(301, 140)).sheets["player"].to_list() == ["Ana", "Media"] * 2
    assert read(text.format(210, 195)).sheets["player"].to_list() == ["Ana", "Ana"]  # the mean so far
    assert read(text.format(880, 940)).sheets["player"].to_list() == ["Ana", "Ana"]  # beyond any total
