"""Blocks of paper sheets: halves, sums above the boxes, labels amid the players, what blocks share."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from ingest.errors import UnreadableFile
from ingest.readers.blocks import Block
from tests.readers.paper_blocks import FIGURES, FRENCH, WORDS, block, both, one, worksheets
from tests.readers.reading import ANA as ANAS
from tests.readers.reading import BO as BOS
from tests.readers.reading import ENGLISH, boxes, fates, read, thirteen

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


@pytest.mark.parametrize("word", ["", "Absent", "Total"])
def test_a_block_of_nobody_keeps_its_date_for_those_below(word: str) -> None:
    first, ana, bo = block(["Bo"]), block(["Ana"]), block(["Bo"])
    parsed = one({(0, 0): [["14.03.2026"], ["", word], *first[1:], [], *ana, [], *bo]}, "Seara")
    assert both(parsed)
    assert {str(day) for day in parsed.sheets["played"]} == {"2026-03-14"}
    assert fates(parsed)[3] == "no_player"


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


def test_a_subtotal_below_the_total_is_that_of_the_season() -> None:
    names, *lines = block(["Ana", "Bo"])
    parsed = one({(0, 0): [names, *lines, ["Total general", 250, 32], ["Subtotal", 512, 301]]})
    assert both(parsed)
    assert parsed.sheets["stated_total"].to_list() == [250, 32]
    assert [name for name in parsed.sheets.columns if name.startswith("stated_") and name != "stated_total"] == []


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


def test_the_name_of_the_game_is_a_title_where_no_box_is_called_so() -> None:
    labels = ("1", "2", "3", "4", "5", "6", "Brelan", "Carré", "Youpi Yams", "Giga Yams", "Double brelan", "Plus")
    figures = [[label, n + 1] for n, label in enumerate(labels[:6])] + [[label, 0] for label in labels[6:]]
    for names in ([[], ["", "Ana"]], [["Joueur", "Ana"]]):
        parsed = one({(0, 0): [["YAMS"], *names, *figures]})
        assert parsed.sheets.select("player", "p_twos", "p_sixes").rows() == [("Ana", 2, 6)]


def test_formulas_below_the_labels_of_the_game_beside_are_no_labels() -> None:
    def game(*names: str, sums: str) -> list[list[object]]:
        head = [["", *(cell for name in names for cell in (name, "", ""))], ["", *["↓", "↕", "↑"] * len(names)]]
        figures = [[label, *[n] * 3 * len(names)] for n, label in zip(FIGURES["Ana"], WORDS, strict=True)]
        added = [[label, *[sums] * 3 * len(names)] for label in ("Subtotal", "Bonus", "Column total")]
        return [*head, *figures[:6], *added[:2], *figures[6:], added[2]]

    beside = [[*left, *right] for left, right in zip(*[game("Ana", "Bo", sums="")] * 2, strict=True)]
    lines = [["14.03.2026"], *beside, [], ["21.03.2026"], *game("Ana", "Bo", "Cy", sums="=SUM(A1:A2)")]
    parsed = read("\n".join(";".join(map(str, line)) for line in lines))
    assert parsed.sheets.group_by("player", maintain_order=True).len().rows() == [("Ana", 9), ("Bo", 9), ("Cy", 3)]


def test_the_heading_of_a_section_is_no_sum_where_figures_of_the_game_beside_stand_in_its_row() -> None:
    names, *lines = block(["Ana", "Bo"])
    sums = [["Subtotal", 63, 21], ["Bonus", 35, 0]]
    game = [names, ["Upper section"], *lines[:6], *sums, *lines[6:]]
    parsed = one({(0, 0): [[], [], *game], (0, 5): game})
    assert parsed.sheets["stated_upper"].to_list() == [63, 21] * 2
