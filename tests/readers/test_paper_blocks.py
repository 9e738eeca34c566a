"""Blocks of paper sheets: halves, sums above the boxes, labels amid the players, what blocks share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile
from ingest.readers.blocks import Block
from tests.readers.reading import ANA as ANAS
from tests.readers.reading import BO as BOS
from tests.readers.reading import ENGLISH, boxes, fates, read, thirteen
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
    below = [["", "Bo", "Ana"], ["Total", "", ""]]  # no boxes are below them
    assert both(one({(0, 0): [*block(["Ana", "Bo"]), *below]}))


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


def test_a_column_of_signs_and_words_is_no_player_and_one_of_formulas_is() -> None:
    signs = ["x1", "x2", "x3", "x4", "x5", "x6", "suma", "suma", 25, 30, 40, 50, "suma"]
    names, *lines = block(["Ana", "Bo"])
    explained = [[label, sign, *figures] for (label, *figures), sign in zip(lines, signs, strict=True)]
    assert both(one({(0, 0): [["", "Puncte posibile", "Ana", "Bo"], *explained]}))
    lost = one({(0, 0): [[*names, "Dan"], *([*line, "#REF!"] for line in lines)]})
    assert lost.sheets["player"].to_list() == ["Ana", "Bo", "Dan"]
    assert set(lost.findings["code"]) == {"bad_value"}


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


def test_undated_players_with_a_block_each_are_told_to_be_one_game() -> None:
    ana, bo = block(["Ana"]), block(["Bo"])
    for undated in (one({(0, 0): ana, (0, 3): bo}, "Seara"), one({(0, 0): [*ana, [], *bo]}, "Seara")):
        assert both(undated)
        assert undated.understood.notes[0].startswith("the sheets of Ana, Bo bear no date: they are one game.")
    assert one({(1, 0): ana, (1, 3): bo}).understood.notes == ()


def test_names_above_the_first_block_count_for_those_below() -> None:
    names, *lines = block(["Ana", "Bo"])
    parsed = one({(0, 0): [names, ["14.03.2026"], *lines, ["21.03.2026"], *lines]}, "Sezon")
    assert parsed.sheets.select("player", "played").cast(str).rows() == [
        (name, f"2026-03-{day}") for day in (14, 21) for name in ("Ana", "Bo")
    ]
    assert parsed.understood.notes == ("nobody is named above row 17: the names further up count",)
    untitled = one({(0, 0): [names, ["14.03.2026"], *lines, [], *lines]})
    assert "no_player" in fates(untitled).values()
    wider = [[*line, 3] for line in lines]
    assert "no_player" in fates(one({(0, 0): [names, ["14.03.2026"], *lines, ["21.03.2026"], *wider]})).values()


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


def test_columns_named_in_words_and_again_in_arrows() -> None:
    columns, boxes_ = ["Giù", "Libera", "Su"] * 2, ["1", "2", "3", "4", "5", "6", "Max", "Min", "Tris"]
    lines = [["", "Bice", "", "", "Ugo"], ["", *columns], ["", *["↓", "↕", "↑"] * 2]]
    lines += [[box, *range(1, 7)] for box in boxes_]
    found = one({(0, 0): lines}, "18.01.2026").sheets.select("player", "column", "p_ones").rows()
    seats = [(player, column) for player in ("Bice", "Ugo") for column in ("down", "free", "up")]
    assert found == [(*seat, points) for seat, points in zip(seats, range(1, 7), strict=True)]
    lines[2] = ["", *["↑", "↕", "↓"] * 2]
    parsed = one({(0, 0): lines}, "18.01.2026")
    assert parsed.sheets.is_empty()
    assert fates(parsed)[4] == "no_player"


def test_the_line_that_says_so_holds_the_names() -> None:
    _, *lines = block(["Ana", "Bo"])
    assert both(one({(0, 0): [["Jucător", "Ana", "Bo"], ["Oraș", "Cluj", "Iași"], *lines]}))
    assert both(one({(0, 0): [["Echipa", "Roșii", "Verzi"], ["Jucător", "Ana", "Bo"], *lines]}))


@pytest.mark.parametrize("cells", [["absent"], ["A LIPSIT"], [*["absent"] * 13], ["-"] * 2 + ["lipsă"]])
def test_a_player_who_is_said_to_be_absent_is_absent(cells: list[str]) -> None:
    names, *lines = block(["Ana", "Bo"])
    beside = [*cells, *[""] * (13 - len(cells))]
    lines = [[*line, text] for line, text in zip(lines, beside, strict=True)]
    found = one({(0, 0): [[*names, "Dan"], *lines]})
    if "-" in cells:  # somebody struck boxes: the words among them are for a person to settle
        assert set(found.findings["code"]) == {"bad_value"}
    else:
        assert both(found)


def test_a_list_of_results_beside_the_games_is_not_counted_again() -> None:
    names, *lines = block(["Ana", "Bo"])
    totals = [["Data", "Jucător", "Total"], ["14.03.2026", "Ana", 285], ["14.03.2026", "Bo", 32]]
    games = {"14.03.2026": {(0, 0): [names, *lines]}, "Rezultate": {(0, 0): totals}}
    parsed = read(worksheets(**games), "a.xlsx")
    assert both(parsed)
    assert parsed.rows.filter(parsed.rows["worksheet"] == "Rezultate")["fate"].to_list() == ["ignored"] * 3
    other = [*totals, ["21.03.2026", "Ana", 285], ["21.03.2026", "Bo", 33], ["28.03.2026", "Ana", 100]]
    parsed = read(
        worksheets(**{**games, "21.03.2026": {(0, 0): [names, *lines]}, "Rezultate": {(0, 0): other}}), "a.xlsx"
    )
    assert sorted(parsed.sheets["player"]) == ["Ana", "Ana", "Ana", "Bo", "Bo"]
    stated = parsed.sheets.filter(pl.col("stated_total").is_not_null())
    assert sorted(stated.select("player", "stated_total").rows()) == [("Ana", 100), ("Bo", 33)]
    told = parsed.rows.filter(pl.col("worksheet") == "Rezultate", pl.col("sheet").is_null())
    assert set(told["fate"]) == {"ignored"}
    assert "compared with the boxes" in told.filter(pl.col("row") == 5)["message"].item()


def test_the_names_again_beside_the_heading_of_the_lower_section() -> None:
    upper, lower = block(["Ana", "Bo"], UPPER, corner="Partea superioară"), block(["Ana", "Bo"], LOWER)
    lower[0][0] = "Partea inferioară"
    assert both(one({(0, 0): [*upper, ["Total sus", 63, 21], [], *lower]}))


def test_a_column_that_counts_the_rows_is_no_player() -> None:
    names, *lines = block(["Ana", "Bo"])
    lines.insert(6, ["Total sus", 63, 21])
    assert both(one({(0, 0): [["Nr.", *names], *([n, *line] for n, line in enumerate(lines, 1))]}))


def test_names_above_columns_of_dice_and_points() -> None:
    _, *lines = block(["Ana", "Bo"])
    pairs = [[text, "", ana, "", bo] for text, ana, bo in lines]
    assert both(one({(0, 0): [["", "Ana", "", "Bo"], ["", *["Zaruri", "Puncte"] * 2], *pairs]}))
    assert both(one({(0, 0): [["", "Ana", "Bo"], ["", "Puncte", "Puncte"], *lines]}))


def test_a_heading_of_a_section_is_no_sum() -> None:
    names, *lines = block(["Ana", "Bo"])
    lines[6:6] = [["Total parțial", 63, 21], ["Bonus", 35, 0]]
    parsed = one({(0, 0): [names, ["PARTEA SUPERIOARĂ"], *lines]})
    assert parsed.sheets.select("stated_upper", "stated_bonus").rows() == [(63, 35), (21, 0)]
    assert "stated_upper_with_bonus" not in parsed.sheets.columns


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


def test_each_of_many_stacked_sheets_is_looked_at_as_often_as_each_of_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    last = Block.last.fget
    assert last is not None

    def count(block: Block) -> int:
        nonlocal looks
        looks += 1
        return last(block)

    monkeypatch.setattr(Block, "last", property(count))
    lines = zip(WORDS, ANAS.split(","), BOS.split(","), strict=True)
    sheet = "\n".join([",Ana,Bo", *map(",".join, lines), ",,", ""])
    seen = []
    for games in (30, 60):
        before = looks
        assert read(sheet * games).sheets.height == 2 * games
        seen.append(looks - before)
    assert seen[1] < 2.5 * seen[0]


FRENCH = (
    "As", "Deux", "Trois", "Quatre", "Cinq", "Six", "Brelan", "Carré", "Full", "Petite suite", "Grande suite", "Yams",
    "Chance",
)  # fmt: skip


def test_figures_above_or_below_labels_are_no_labels() -> None:
    solo, pair = block(["Ana"], labels=FRENCH), block(["Ana", "Bo"], labels=FRENCH)
    day, later = [["14.03.2026"]], [["21.03.2026"]]
    sheet = {(0, 0): day + pair, (0, 4): later + pair, (17, 0): day + solo, (17, 3): later + pair}
    parsed = one(sheet, "Jeux")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2 + ["Ana", "Ana", "Bo"]
    assert parsed.sheets["block"].n_unique() == 4
    assert {tuple(row[1:]) for row in parsed.sheets.select("player", "^p_.*$").rows()} == {
        tuple(row[1:]) for row in one({(0, 0): pair}).sheets.select("player", "^p_.*$").rows()
    }


def test_a_player_s_differences_and_places_are_no_labels() -> None:
    names, *lines = block(["Ana", "Bo"])
    missing, places = ["Lipsesc", 13, -6], ["Puncte Whist", -1, -4]
    game = [names, *lines[:6], missing, *lines[6:], ["Locul", 2, 1], places]
    parsed = one({(0, 0): [["14.03.2026"], *game, [], ["21.03.2026"], *game]}, "Foaie")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
    assert "no_player" not in fates(parsed).values()


def test_a_column_of_remarks_is_no_player() -> None:
    names, *lines = block(["Ana", "Bo"])
    for remarks in (["ok", "2 × Yams", *[""] * 11], [f"{n}+{n}" for n in range(1, 7)] + [""] * 7):
        noted = [[*names, "Observații"], *([*line, remark] for line, remark in zip(lines, remarks, strict=True))]
        assert both(one({(0, 0): noted}))
    for doubtful in ("12*", "12 (2)"):
        doubted = one({(0, 0): [[*names, "Dan"], *([*line, doubtful] for line in lines)]})
        assert doubted.sheets["player"].to_list() == ["Ana", "Bo", "Dan"]


def test_dates_and_numbers_of_games_beside_every_row() -> None:
    names, *lines = block(["Ana", "Bo"], labels=FRENCH)
    rows = [[day, n, *line] for n, day in enumerate(("14.03.2026", "21.03.2026"), 1) for line in lines]
    parsed = one({(0, 0): [["Date", "Partie", *names], *rows]}, "Jeux")
    assert parsed.sheets.select("player", "played").cast(str).rows() == [
        (name, f"2026-03-{day}") for day in (14, 21) for name in ("Ana", "Bo")
    ]


def test_a_subtotal_below_the_total_is_that_of_the_season() -> None:
    names, *lines = block(["Ana", "Bo"])
    parsed = one({(0, 0): [names, *lines, ["Total general", 250, 32], ["Subtotal", 512, 301]]})
    assert both(parsed)
    assert parsed.sheets["stated_total"].to_list() == [250, 32]
    assert [name for name in parsed.sheets.columns if name.startswith("stated_") and name != "stated_total"] == []


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


@pytest.mark.parametrize("name", ["Luna", "AB", "C. D."])
def test_a_name_that_is_another_word_as_well_is_a_player_s_above_points(name: str) -> None:
    names, *lines = block(["Ana", "Bo"])
    assert one({(0, 0): [[names[0], "Ana", name], *lines]}).sheets["player"].to_list() == ["Ana", name]
    assert one({(0, 0): [[*names, name], *lines]}).sheets["player"].to_list() == ["Ana", "Bo"]


def test_names_in_the_corners_of_blocks_of_one_player() -> None:
    solo = [[["Ana"], *block(["Ana"])[1:]], [["Țuțu"], *block(["Bo"])[1:]]]
    below = one({(0, 0): [["14.03.2026"], [], *solo[0], [], *solo[1]]}, "Seara")
    beside = one({(0, 0): [["14.03.2026"], *solo[0]], (1, 3): solo[1]}, "Seara")
    for parsed in (below, beside):
        assert boxes(parsed) == {"Ana": thirteen(ANAS), "Țuțu": thirteen(BOS)}
        assert parsed.sheets.select(pl.col("block", "played").n_unique()).row(0) == (1, 1)
    unknown = one({(0, 0): [["14.03.2026"], [], ["Foaie"], *solo[0][1:], [], ["Țuțu"], *solo[1][1:]]}, "Seara")
    assert unknown.sheets.is_empty()


def test_dates_below_games_that_stand_side_by_side() -> None:
    first, second = ([*block(["Ana", "Bo"]), [f"Data: {day}.03.2026"]] for day in (14, 21))
    found = one({(0, 0): first, (0, 4): second}, "Foaia 1")
    assert [str(day) for day in found.sheets["played"]] == ["2026-03-14"] * 2 + ["2026-03-21"] * 2


def test_the_heading_of_a_section_beside_figures_of_another_game() -> None:
    names, *lines = block(["Ana", "Bo"])
    game = [names, ["Partea superioară"], *lines[:6], ["Total", 63, 21], *lines[6:]]
    found = one({(0, 0): game, (2, 4): game})
    assert found.sheets["player"].to_list() == ["Ana", "Bo"] * 2
    assert found.sheets["stated_upper"].to_list() == [63, 21] * 2


def test_the_numbers_of_the_boxes_before_the_labels_of_the_next_game() -> None:
    game = [[n or "Nr.", *line] for n, line in enumerate(block(["Ana", "Bo"]))]
    found = one({(0, 0): [["14.03.2026"]], (1, 0): game, (0, 5): [["21.03.2026"]], (1, 5): game}, "Foaia 1")
    assert found.sheets["player"].to_list() == ["Ana", "Bo"] * 2


def test_labels_again_behind_the_players_are_no_game() -> None:
    upper = ["Suma", *(f"De {n}" for n in range(1, 7)), "suma", "suma", "25 p", "30 p", "40 p", "50 p", "suma"]
    lines = [[*line, told] for line, told in zip(block(["Ana", "Bo"]), upper, strict=True)]
    assert both(one({(0, 0): lines}))


def test_the_word_for_an_absent_player_is_no_name() -> None:
    names, first, *lines = block(["Ana", "Bo"])
    found = one({(0, 0): [[*names, "Cy"], ["Dé 1", *first[1:], "absent"], *lines]})
    assert found.sheets["player"].to_list() == ["Ana", "Bo"]


def test_names_above_the_first_game_count_for_all_though_some_are_absent_in_between() -> None:
    games = (("1.3.26", "0", "0"), ("8.3.26", "0", ""), ("15.3.26", "0", "0"))
    rows = [f"{day};{box};{a};{b}" for day, a, b in games for box in ENGLISH.split(",")]
    parsed = read("Datum;Feld;Ana;Bo\n" + "\n".join(rows) + "\n")
    assert parsed.sheets.sort("played", "player")["player"].to_list() == ["Ana", "Bo", "Ana", "Ana", "Bo"]


@pytest.mark.parametrize("faces", ["Einser Zweier Dreier Vierer Fünfer Sechser", "1er 2er 3er 4er 5er 6er"])
def test_the_short_names_of_three_and_four_alike_below_the_faces(faces: str) -> None:
    labels = [*faces.split(), "3er", "4er", *WORDS[8:]]
    assert both(one({(0, 0): block(["Ana", "Bo"], labels=labels)}))


def test_labels_again_at_the_right_edge_that_are_not_all_known() -> None:
    lines = [[*line, line[0] or "Joc"] for line in block(["Ana", "Bo"], labels=[*WORDS[:12], "Nrc"])]
    assert boxes(one({(0, 0): lines}))["Ana"]["yams"] == 50


def test_rounds_that_are_counted_through_are_no_boxes() -> None:
    rounds = "".join(f"{n},{n + 3},{n + 4}\n" for n in range(1, 14))
    with pytest.raises(UnreadableFile, match="no scoresheet"):
        read(f"Date,2026-03-14\nRound,Ana,Bo\n{rounds}Total,130,143\n")


@pytest.mark.parametrize(
    "below",
    [
        [["", "Ana", "Bo"], ["Total", 570, 64]],
        [["Total"], ["Ana", 570], ["Bo", 64]],
    ],
)
def test_totals_of_all_games_below_the_last_are_not_its_own(below: list[list[Any]]) -> None:
    game = [*block(["Ana", "Bo"]), ["Total", 250, 32], [""]]
    found = one({(0, 0): [*game, *game, *below]})
    assert found.sheets["stated_total"].to_list() == [250, 32] * 2


@pytest.mark.parametrize("below", [[["", "Ana", "Bo"]], [[""], ["", "Ana", "Bo"]], [[""], ["Total"]]])
def test_the_total_of_the_only_game_is_its_own_though_names_or_a_title_stand_above(below: list[list[Any]]) -> None:
    found = one({(0, 0): [*block(["Ana", "Bo"]), *below, ["Total", 250, 32]]})
    assert found.sheets["stated_total"].to_list() == [250, 32]
