"""What titles, worksheets' names and lines of dates tell of the blocks of a paper sheet."""

from __future__ import annotations

import pytest

from tests.readers.paper_blocks import FRENCH, block, one, worksheets
from tests.readers.reading import fates, read


def test_games_below_a_date_share_it() -> None:
    names = ["Ana", "Bo"]
    apart = [["Seara de joc din 14 martie 2026"], [], ["Joc 1"], *block(names), [], *block(names)]
    counted = [["14 martie 2026"], *block(names), ["Joc 2"], *block(names)]
    for lines in (apart, counted):
        assert [str(d) for d in one({(0, 0): lines}, "Seara").sheets["played"]] == ["2026-03-14"] * 4
    own = [["Joc 1 - 14 martie 2026"], *block(names), ["Joc 2"], *block(names)]
    assert one({(0, 0): own}, "Seara").sheets["played"].null_count() == 2


@pytest.mark.parametrize("name", ["12.3.24 masa 2", "2024-03-12 Masa 2", "Masa 2 - 12.3.24"])
def test_the_worksheet_s_name_tells_the_table(name: str) -> None:
    row = read(worksheets(**{name: {(0, 0): block(["Ana", "Bo"])}}), "a.xlsx", date_order="dmy").sheets.row(
        0, named=True
    )
    assert (str(row["played"]), row["table"]) == ("2024-03-12", "2")


def test_titles_above_blocks_tell_their_tables() -> None:
    lines = [["Masa A"], *block(["Ana", "Bo"]), ["Masa B, runda 2"], *block(["Ana", "Bo"])]
    found = one({(0, 0): lines}).sheets.select("table", "round").rows()
    assert found == [("A", None)] * 2 + [("B", "2")] * 2


def test_a_day_in_the_worksheet_s_name_takes_the_year_of_a_title() -> None:
    parsed = one({(0, 0): [["Yams 2024"], [], *block(["Ana", "Bo"])]}, "12 mars")
    assert {str(day) for day in parsed.sheets["played"]} == {"2024-03-12"}
    assert one({(0, 0): block(["Ana", "Bo"])}, "12 mars").sheets["played"].null_count() == 2
    copied = one({(0, 0): [["Yams 2024"], *block(["Ana", "Bo"])]}, "12 mars (2)")  # and then filled anew
    assert {str(day) for day in copied.sheets["played"]} == {"2024-03-12"}


def test_a_worksheet_s_name_shows_the_order_of_the_dates_in_the_file() -> None:
    lines = [["Date", "12/04/2026"], [], *block(["Ana", "Bo"])]
    dated = worksheets(**{"12 avril 2026": {(0, 0): lines}, "B": {(0, 0): [["03/05/2026"], *block(["Ana", "Bo"])]}})
    parsed = read(dated, "a.xlsx")
    assert not parsed.questions
    assert {str(day) for day in parsed.sheets["played"]} == {"2026-04-12", "2026-05-03"}


def test_days_counted_through_are_no_days_of_the_month() -> None:
    def days(*titles: str) -> set[str]:
        lines = [line for title in titles for line in ([title], *block(["Ana", "Bo"]), [])]
        return {str(day) for day in one({(0, 0): lines}, "Ianuarie 2026").sheets["played"]}

    assert days("Ziua 3", "Ziua 17") == {"2026-01-03", "2026-01-17"}
    assert days("Ziua 1", "Ziua 2") == {"None"}


@pytest.mark.parametrize("days", [("Joc din 06.06.", "5 iunie"), ("Seara din 6.06.", "Data;5 iunie")])
def test_days_without_a_year_above_games_side_by_side(days: tuple[str, str]) -> None:
    names, right = ["Ana", "Bo"], days[1].split(";")
    both = {(0, 0): [[days[0]], *block(names)], (0, 4): [right, *block(names)]}
    assert [str(d) for d in one(both, "Iunie 2026").sheets["played"]] == ["2026-06-06"] * 2 + ["2026-06-05"] * 2
    parsed = one({**both, (0, 4): [["5.06.2026"], *block(names)]}, "Iunie")  # its date is not that of the other game
    assert [str(d) for d in parsed.sheets["played"]] == ["None"] * 2 + ["2026-06-05"] * 2
    assert any(note.startswith(f"no year stands beside {days[0]}") for note in parsed.understood.notes)


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Turneu 14-15 martie 2026", "None"),
        ("Joc 2-14 martie 2026", "2026-03-14"),
        ("Joc 2 - 14 mai 2026", "2026-05-14"),
    ],
)
def test_several_days_in_a_title_tell_none(title: str, day: str) -> None:
    assert {str(d) for d in one({(0, 0): [[title], *block(["Ana", "Bo"])]}, "Seara").sheets["played"]} == {day}


def test_the_number_of_a_date_beside_the_word_for_it() -> None:
    assert {str(d) for d in one({(0, 0): [["Data", 46095], *block(["Ana", "Bo"])]}, "Seara").sheets["played"]} == {
        "2026-03-14"
    }


def test_players_with_a_block_each_below_a_date_are_one_game_an_evening() -> None:
    """Two evenings: the date stands above the first player's block only."""
    lines: list[str] = []
    for day, names in (("Partida din 14.03.2026", ("Ana", "Bo")), ("Partida din 21.03.2026", ("Cy", "Ana", "Bo"))):
        lines += [day, ""]
        for name in names:
            lines += [f"Jucător,{name}", ",↓,↕,↑", "Unu,1,2,3", "Doi,2,4,6", "Trei,3,6,9", "Patru,4,8,12"]
            lines += ["Cinci,5,10,15", "Șase,6,12,18", "Chintă mică,0,30,0", "Yams,50,0,0", ""]
    found = read("\n".join(lines), "columns.csv").sheets
    heads = found.select("block", "played", "player").unique(maintain_order=True)
    assert heads["player"].to_list() == ["Ana", "Bo", "Cy", "Ana", "Bo"]
    assert [str(day) for day in heads["played"]] == ["2026-03-14"] * 2 + ["2026-03-21"] * 3
    assert len(set(heads["block"])) == 2


def test_dates_and_numbers_of_games_beside_every_row() -> None:
    names, *lines = block(["Ana", "Bo"], labels=FRENCH)
    rows = [[day, n, *line] for n, day in enumerate(("14.03.2026", "21.03.2026"), 1) for line in lines]
    parsed = one({(0, 0): [["Date", "Partie", *names], *rows]}, "Jeux")
    assert parsed.sheets.select("player", "played").cast(str).rows() == [
        (name, f"2026-03-{day}") for day in (14, 21) for name in ("Ana", "Bo")
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Tipărit la 20.12.2026",
        "Mis à jour le 20 décembre 2026",
        "Nächstes Spiel: 20.12.2026",
        "Sezon 01.09.2025 - 30.06.2026",
    ],
)
def test_days_of_printing_of_the_next_game_and_of_a_season_are_no_dates_of_games(line: str) -> None:
    game = block(["Ana", "Bo"])
    undated = one({(0, 0): [[line], [], *game]}, "Seara")
    assert undated.sheets["played"].to_list() == [None, None]
    dated = one({(0, 0): [[line], [], ["14.03.2026"], *game, [line], [], ["21.03.2026"], *game, [line]]}, "Seara")
    assert dated.sheets["played"].cast(str).to_list() == ["2026-03-14"] * 2 + ["2026-03-21"] * 2
    split = one({(0, 0): [["Exportat la", "20.12.2026"], [], ["14.03.2026"], *game]}, "Seara")
    assert split.sheets["played"].cast(str).to_list() == ["2026-03-14"] * 2


def test_dates_below_the_games() -> None:
    game = block(["Ana", "Bo"])
    days = ["2026-03-14"] * 2 + ["2026-03-21"] * 2
    below = [*game, ["Data:", "14.03.2026"], [], *game, ["Semnătura", "", "21.03.2026"]]
    assert one({(0, 0): below}, "Seara").sheets["played"].cast(str).to_list() == days
    both = {(0, 0): [*game, ["7.03.2026"], [], *game, ["14.03.2026"]], (0, 4): [*game, [""], [], *game, [""]]}
    assert [str(d) for d in one(both, "Seara").sheets["played"]][:2] == ["2026-03-07"] * 2
    first_undated = [*game, [], ["14.03.2026"], *game]
    assert one({(0, 0): first_undated}, "Seara").sheets["played"].cast(str).to_list() == [None, None, *days[:2]]
    doubtful = [*game, ["14.03.2026"], [], *game, [], ["21.03.2026"], *game, ["28.03.2026"]]
    assert set(fates(one({(0, 0): doubtful}, "Seara")).values()) >= {"bad_value"}
    assert one({(0, 0): doubtful}, "Seara").sheets.is_empty()


def test_dates_below_games_that_stand_side_by_side() -> None:
    first, second = ([*block(["Ana", "Bo"]), [f"Data: {day}.03.2026"]] for day in (14, 21))
    found = one({(0, 0): first, (0, 4): second}, "Foaia 1")
    assert [str(day) for day in found.sheets["played"]] == ["2026-03-14"] * 2 + ["2026-03-21"] * 2
