"""Blocks of paper sheets: halves, sums above the boxes, labels amid the players, what blocks share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ingest.model import ParsedFile
from tests.readers.reading import ANA as ANAS
from tests.readers.reading import BO as BOS
from tests.readers.reading import boxes, fates, read, thirteen
from tests.readers.workbook import xlsx

FIGURES = {"Ana": [int(f) for f in ANAS.split(",")], "Bo": [int(f) for f in BOS.split(",")]}
WORDS = (
    "1", "2", "3", "4", "5", "6", "3 de un fel", "4 de un fel", "Full", "Chintă mică", "Chintă mare", "Yamms", "Noroc",
)  # fmt: skip


def block(
    names: Sequence[str], part: slice = slice(0, 13), *, corner: str = "", labels: Sequence[str] = WORDS
) -> list[list[Any]]:
    """Return lines of a sheet: the names, then the boxes of a part of the sheet."""
    return [[corner, *names], *([labels[i], *(FIGURES[n][i] for n in names)] for i in range(13)[part])]


def worksheets(**tables: dict[tuple[int, int], Sequence[Sequence[Any]]]) -> bytes:
    """Return a workbook; each worksheet is given as blocks of lines by the cell in which they begin."""

    def fill(book: Any) -> None:
        for name, found in tables.items():
            sheet = book.add_worksheet(name)
            for (row, column), lines in found.items():
                for i, cells in enumerate(lines):
                    for j, value in enumerate(cells):
                        if value not in ("", None):
                            sheet.write(row + i, column + j, value)

    return xlsx(fill)


def one(found: dict[tuple[int, int], Sequence[Sequence[Any]]], name: str = "14.03.2026") -> ParsedFile:
    """Read one worksheet that is given as blocks of lines."""
    return read(worksheets(**{name: found}), "a.xlsx")


def both(parsed: ParsedFile) -> bool:
    """Tell whether Ana and Bo have all their boxes, in one game."""
    return boxes(parsed) == {"Ana": thirteen(ANAS), "Bo": thirteen(BOS)} and parsed.sheets["block"].n_unique() == 1


UPPER, LOWER = slice(0, 6), slice(6, 13)


def test_halves_side_by_side_whose_upper_boxes_are_figures() -> None:
    assert both(one({(0, 0): block(["Ana", "Bo"], UPPER), (0, 5): block(["Ana", "Bo"], LOWER)}))
    assert both(one({(0, 0): block(["Ana", "Bo"], UPPER), (0, 5): block(["Bo", "Ana"], LOWER)}))
    assert both(one({(0, 0): block(["Ana", "Bo"], UPPER), (1, 4): block(["Ana", "Bo"], LOWER)[1:]}))


def test_the_names_again_in_another_order_above_the_lower_boxes() -> None:
    upper = [*block(["Ana", "Bo"], UPPER), ["Total parțial", 63, 21]]
    assert both(one({(0, 0): [*upper, *block(["Bo", "Ana"], LOWER)]}))
    assert both(one({(0, 0): [*upper, *block(["Ana", "Bo"], LOWER, corner="Partea de jos")]}))


def test_sums_above_the_boxes_belong_to_the_game_whose_names_are_above_them() -> None:
    names, *lines = block(["Ana", "Bo"])
    game = [names, ["TOTAL", 285, 32], ["Locul", 1, 2], *lines]
    parsed = one({(0, 0): [["Joc 1"], *game, ["Joc 2"], *game[:1], ["TOTAL", 286, 32], *game[2:]]})
    assert parsed.sheets["stated_total"].to_list() == [285, 32, 286, 32]
    assert parsed.sheets["stated_place"].to_list() == [1, 2, 1, 2]


def test_players_on_both_sides_of_the_labels() -> None:
    lines = [[b, label, a] for label, a, b in block(["Ana", "Bo"])]
    assert both(one({(0, 0): lines}))
    counted = [[i or "", *cells] for i, cells in enumerate(block(["Ana", "Bo"]))]
    assert both(one({(0, 0): counted}))
    unnamed = one({(0, 0): [["", "", "Ana"], *lines[1:]]})
    assert unnamed.sheets.is_empty()
    assert "the columns A have figures but no player's name" in unnamed.rows["message"].drop_nulls()[1]


@pytest.mark.parametrize("numbered", ["{}. {}", "{}) {}", "{} - {}"])
def test_labels_that_are_counted_through(numbered: str) -> None:
    words = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", *WORDS[6:]]
    labels = [numbered.format(i, word) for i, word in enumerate(words, 1)]
    assert both(one({(0, 0): block(["Ana", "Bo"], labels=labels)}))


@pytest.mark.parametrize("heading", ["", "Valoare"])
def test_a_column_of_the_fixed_points_is_no_player(heading: str) -> None:
    fixed = {"Full": 25, "Chintă mică": 30, "Chintă mare": 40, "Yamms": 50}
    lines = [[label, fixed.get(label, heading if not label else ""), a, b] for label, a, b in block(["Ana", "Bo"])]
    assert both(one({(0, 0): lines}))


def test_a_line_without_a_known_label_is_no_line_of_names() -> None:
    labels = ["Puncte de bază", *WORDS[1:]]
    parsed = one({(0, 0): block(["Ana", "Bo"], labels=labels)})
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert [q.subject for q in parsed.questions] == ["Puncte de bază"]
    assert fates(parsed)[2] == "unknown_label"


@pytest.mark.parametrize("marks", [["x", ""], [1, 2], ["x", "x"]])
def test_marks_and_numbers_between_the_names_and_the_boxes_are_no_names(marks: list[Any]) -> None:
    names, *lines = block(["Ana", "Bo"])
    assert both(one({(0, 0): [names, ["Începe", *marks], *lines]}))
    assert both(one({(0, 0): [["Nr.", 1, 2], names, *lines]}))


def test_players_with_a_block_each_are_one_game() -> None:
    ana, bo = block(["Ana"]), block(["Bo"])
    for parsed in (
        one({(1, 0): ana, (1, 3): bo}),
        one({(0, 0): [["14 martie 2026"]], (2, 0): ana, (17, 0): bo}, "Seara"),
    ):
        assert both(parsed)
        assert {str(day) for day in parsed.sheets["played"]} == {"2026-03-14"}
    for titles in (["Joc 1", "Joc 2"], ["7.03.2026", "14.03.2026"], ["Masa A", "Masa B"]):
        parsed = one({(0, 0): [titles[:1], *ana], (0, 3): [titles[1:], *bo]}, "Seara")
        assert parsed.sheets["block"].to_list() == [0, 1]
    unnamed = one({(1, 0): ana, (1, 3): [["", ""], *bo[1:]]})
    assert unnamed.sheets["player"].to_list() == ["Ana"]
    assert fates(unnamed)[3] == "no_player"


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
