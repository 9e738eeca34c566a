"""Paper: boxes down the side, players across, in workbooks and text tables (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile
from tests.readers.reading import BOXES, ITALIAN, accounted, fates, read
from tests.readers.workbook import ANA, BO, LABELS, paper, paper_lines, xlsx

_SUMS = (6, 7, 15)
DAY, LATER = dt.date(2026, 3, 14), dt.date(2026, 3, 21)


def box_values(figures: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(f for i, f in enumerate(figures) if i not in _SUMS)


def games(parsed: ParsedFile) -> list[tuple[Any, ...]]:
    """Return block, date, player and boxes of each sheet."""
    shown = parsed.sheets.select("block", "played", "player", *(f"p_{b}" for b in BOXES))
    return [(block, day, player, tuple(boxes)) for block, day, player, *boxes in shown.rows()]


def both(block: int, day: dt.date | None) -> list[tuple[Any, ...]]:
    return [(block, day, "Ana", box_values(ANA)), (block, day, "Bo", box_values(BO))]


def test_one_game_with_its_sums_as_stated_figures() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write(0, 0, "Partida 1 - 14 martie 2026")
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO, "Jucător 3": ()})
        sheet.write(18, 0, "Observații: fără")

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.reader == "xlsx-paper"
    assert games(parsed) == both(0, DAY)
    assert parsed.sheets.select("stated_upper", "stated_bonus", "stated_total").rows() == [(63, 35, 285), (21, 0, 32)]
    assert accounted(parsed) == list(range(1, 20))
    told = parsed.rows.filter(parsed.rows["code"] == "blank_player")["message"].to_list()
    assert told == ["Jucător 3 has no figure: nobody played there"]


def test_blocks_below_and_beside_each_other() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        for row, column, date in ((0, 0, "14.03.2026"), (0, 5, "21.03.2026"), (22, 0, "28.03.2026")):
            sheet.write(row, column, f"Partida - {date}")
            paper(sheet, row + 1, column, {"Ana": ANA, "Bo": BO})

    parsed = read(xlsx(fill), "a.xlsx")
    assert games(parsed) == [*both(0, DAY), *both(1, LATER), *both(2, dt.date(2026, 3, 28))]


@pytest.mark.parametrize(
    "head",
    [
        ["Jucător: Ana", "14.03.2026"],
        ["Joueur : Ana;14 mars 2026", ""],
        ["Player: Ana", "2026-03-14", "Category;Points"],
        ["Jucător: Ana;Data: 14.03.2026", "Categorie;Puncte"],
    ],
)
def test_the_sheet_of_one_player_who_is_named_above_it(head: list[str]) -> None:
    lines = paper_lines(ANA)
    parsed = read("\n".join([*head, *lines]) + "\n")
    assert games(parsed) == both(0, DAY)[:1]
    other = paper_lines(BO)
    parsed = read("\n".join([*head, *lines, "", head[0].replace("Ana", "Bo"), *head[1:], *other]) + "\n")
    assert sorted(parsed.sheets["player"]) == ["Ana", "Bo"]


def test_columns_that_count_the_games_of_one_player() -> None:
    lines = paper_lines(ANA, BO)
    parsed = read("\n".join(["Name: Uwe;;", ";1. Spiel;2. Spiel", *lines]) + "\n")
    assert parsed.sheets.select("block", "player", "p_ones").rows() == [(0, "Uwe", 3), (1, "Uwe", 1)]


@pytest.mark.parametrize(
    "pair", [("ch. m.", "ch. M."), ("Chintă m", "Chintă M"), ("Sc. m.", "Sc. M."), ("Esc m", "Esc M")]
)
def test_straights_named_by_a_small_and_a_large_letter(pair: tuple[str, str]) -> None:
    labels = [*LABELS[:11], *pair, *LABELS[13:]]
    for small, large in ((11, 12), (12, 11)):
        labels[small], labels[large] = pair
        figures = [*ANA[:11], *((30, 40) if small == 11 else (40, 30)), *ANA[13:]]
        lines = [f"{label};{value}" for label, value in zip(labels, figures, strict=True)]
        for text in (
            "\n".join([";Ana", *lines, "", ";Ana", *lines]),
            "\n".join(["Nume;" + ";".join(labels), f"Ana;{';'.join(map(str, figures))}"]),
            "\n".join(["Nume;Categorie;Puncte", *(f"Ana;{line}" for line in lines)]),
        ):
            parsed = read(text)
            assert not parsed.questions
            assert set(parsed.sheets.select("p_small_straight", "p_large_straight").rows()) == {(30, 40)}


def test_words_beside_the_labels_that_name_the_boxes_again() -> None:
    upper = [f"{n};suma de {n};{a};{b}" for n, a, b in zip("123456", ANA, BO, strict=False)]
    lower = [f"{label};{label};{a};{b}" for label, a, b in zip(LABELS[6:], ANA[6:], BO[6:], strict=True)]
    assert games(read("\n".join(["14.03.2026", "Categorie;Punctaj;Ana;Bo", *upper, *lower]))) == both(0, DAY)


def test_players_called_a_b_c() -> None:
    lines = paper_lines(ANA, BO, ANA)
    assert read("\n".join([";A;B;C", *lines]) + "\n").sheets["player"].to_list() == ["A", "B", "C"]


@pytest.mark.parametrize("upper", [LABELS[:6], [str(n) for n in range(1, 7)]])
def test_standings_below_a_sheet_are_no_boxes(upper: list[str]) -> None:
    lines = paper_lines(ANA, BO, labels=[*upper, *LABELS[6:]])
    swapped = ["14.03.2026", ";Ana;Bo", *lines, "", "Clasament", "1;40;Ana", "2;0;Bo"]
    assert games(read("\n".join(swapped))) == both(0, DAY)
    text = "\n".join(["14.03.2026", ";Ana;Bo", *lines, "", "Clasament", "1;Ana;40", "2.;Bo;0", ""])
    assert games(read(text)) == both(0, DAY)
    assert games(read(f"{text}\n21.03.2026\n" + "\n".join([";Ana;Bo", *lines]))) == [*both(0, DAY), *both(1, LATER)]


def test_words_about_the_rules_are_no_id() -> None:
    lines = paper_lines(ANA)
    for told, rules in (("Yamms clasic, 13 ture", None), ("yamms", "yamms")):
        parsed = read("\n".join([f"Reguli: {told}", "", ";Ana", *lines]) + "\n")
        assert parsed.sheets["rules"].to_list() == [rules]


def test_two_games_sharing_one_column_of_labels() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write(0, 1, "14.03.2026")
        sheet.write(0, 4, "21.03.2026")
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO, "": (), "Ana*": ANA, "Bo*": BO})

    parsed = read(xlsx(fill), "a.xlsx")
    assert games(parsed) == [*both(0, DAY), *both(1, LATER)]
    assert parsed.rows.filter(parsed.rows["row"] == 3)["sheet"].to_list() == [0, 1, 2, 3]


def test_the_name_of_the_game_as_a_title_is_no_box() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("14.03.2026")
        sheet.write(0, 0, "Yams")
        paper(sheet, 2, 0, {"Ana": ANA, "Bo": BO})
        sheet.write(21, 0, "Yams")
        sheet.write(21, 2, "21.03.2026")
        paper(sheet, 23, 0, {"Ana": ANA, "Bo": BO})

    assert games(read(xlsx(fill), "a.xlsx")) == [*both(0, DAY), *both(1, LATER)]


@pytest.mark.parametrize("epoch", [False, True])
def test_a_date_cell_and_what_else_the_head_tells(epoch: bool) -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write(0, 0, "Data:")
        sheet.write_datetime(0, 1, dt.datetime(2026, 3, 14), book.add_format({"num_format": "dd/mm/yyyy"}))
        sheet.write(0, 3, "tipărit 01.01.2020")
        sheet.write(1, 0, "Masa")
        sheet.write(1, 1, "B")
        sheet.write(2, 0, "Reguli: yamms")
        paper(sheet, 4, 0, {"Ana": ANA, "Bo": BO})

    parsed = read(xlsx(fill, date_1904=epoch), "a.xlsx")
    assert games(parsed) == both(0, DAY)
    assert parsed.sheets.select("table", "rules").row(0) == ("B", "yamms")


def test_the_only_game_of_a_worksheet_may_not_contradict_its_name() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("21-03-2026")
        sheet.write(0, 0, "14.03.2026")
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO})

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.sheets.is_empty()
    assert fates(parsed)[3] == "bad_value"
    assert "two dates" in parsed.rows.filter(parsed.rows["row"] == 3)["message"][0]


def test_a_date_that_cannot_be() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write(0, 0, "31.02.2026")
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO})

    assert fates(read(xlsx(fill), "a.xlsx"))[3] == "bad_value"


def test_columns_of_sums_and_means_are_no_players() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("14.03.2026")
        sums = [a + b for a, b in zip(ANA, BO, strict=True)]
        paper(sheet, 0, 0, {"Ana": ANA, "Bo": BO, "Total": sums, "Media": [s / 2 for s in sums]})

    parsed = read(xlsx(fill), "a.xlsx")
    assert games(parsed) == both(0, DAY)
    assert {"Total: left out, not the sheet of a player"} < set(parsed.rows["message"].drop_nulls())


def test_figures_without_a_name_keep_the_game_out() -> None:
    def fill(book: Any) -> None:
        paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "": BO})

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.sheets.is_empty()
    assert "the columns C have figures but no player's name" in parsed.rows["message"].drop_nulls()[1]


def test_player_over_columns_and_columns_over_players() -> None:
    columns = ["Discendente", "Libera", "Ascendente"]

    def write(sheet: Any, upper: list[str], lower: list[str], spread: int) -> None:
        sheet.write(0, 2, "18 gennaio 2026")
        for j, name in enumerate(upper):
            sheet.merge_range(2, 1 + j * spread, 2, spread + j * spread, name)
            for k, under in enumerate(lower):
                sheet.write(3, 1 + j * spread + k, under)
        for i, box in enumerate(ITALIAN):
            sheet.write_row(4 + i, 0, [box, *([i + 1] * 6)])
        sheet.write_row(19, 0, ["Totale colonna", *([120] * 6)])
        if spread == 3:
            sheet.write(20, 0, "Totale")
            sheet.write(20, 1, 360)
            sheet.write(20, 4, 360)

    first = read(xlsx(lambda b: write(b.add_worksheet(), ["Ana", "Bo"], columns, 3)), "a.xlsx")
    assert first.sheets.select("player", "column", "p_max").rows() == [
        (p, c, 7) for p in ("Ana", "Bo") for c in ("down", "free", "up")
    ]
    assert first.sheets["stated_column_total"].to_list() == [120] * 6
    assert first.sheets["stated_total"].to_list() == [360, None, None] * 2
    second = read(xlsx(lambda b: write(b.add_worksheet(), columns, ["Ana", "Bo"], 2)), "a.xlsx")
    assert second.sheets.select("player", "column").rows() == first.sheets.select("player", "column").rows()


def test_statistics_and_hidden_worksheets_beside_games() -> None:
    def fill(book: Any) -> None:
        paper(book.add_worksheet("Medii"), 0, 0, {"Ana": [a + 0.25 for a in ANA], "Bo": [b + 0.5 for b in BO]})
        paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "Bo": BO})
        paper(book.add_worksheet("Recorduri"), 0, 0, {"Ana": ANA, "Bo": BO})
        hidden = book.add_worksheet("21.03.2026")
        paper(hidden, 0, 0, {"Ana": ANA, "Bo": BO})
        hidden.hide()
        ranking = book.add_worksheet("Clasament")
        ranking.write_row(0, 0, ["Loc", "Jucător", "Jocuri", "Puncte", "Victorii"])
        ranking.write_row(1, 0, [1, "Ana", 10, 120, 4])
        extremes = book.add_worksheet("Pe jucători")
        extremes.write_row(0, 0, ["Jucător", "Medie", "Max", "Min"])
        extremes.write_row(1, 0, ["Ana", 210, 285, 140])

    parsed = read(xlsx(fill), "a.xlsx")
    assert games(parsed) == both(0, DAY)
    codes = {
        ws: set(parsed.rows.filter(parsed.rows["worksheet"] == ws)["code"]) for ws in parsed.rows["worksheet"].unique()
    }
    assert codes["Medii"] == codes["Recorduri"] == {"statistics"}
    assert codes["21.03.2026"] == {"hidden"}
    assert codes["Clasament"] == codes["Pe jucători"] == {"other"}


def test_formulas_without_their_value() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("14.03.2026")
        paper(sheet, 0, 0, {"Ana": ANA, "Bo": BO})
        sheet.write_formula(3, 1, "=3*3", None, "")
        sheet.write_formula(7, 1, "=SUM(B2:B7)", None, "")

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.findings.select("box", "stated", "row").rows() == [("threes", "=3*3", 4)]
    assert "save it" in parsed.findings["detail"][0]
    assert parsed.sheets["stated_upper"].to_list() == [None, 21]


def test_marks_and_numbers_as_text() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("14.03.2026")
        paper(
            sheet,
            0,
            0,
            {"Ana": [str(a) for a in ANA], "Bo": ["x", "-", "/", None, "?", "6", *([None] * 8), "11,0", 17]},
        )

    parsed = read(xlsx(fill), "a.xlsx")
    assert games(parsed)[0] == (0, DAY, "Ana", box_values(ANA))
    assert games(parsed)[1][3] == (0, 0, 0, None, None, 6, *([None] * 6), 11)


def test_the_same_shape_in_a_text_table() -> None:
    lines = [f"{label};{a};{b};" for label, a, b in zip(LABELS, ANA, BO, strict=True)]
    parsed = read("Partida;14.03.2026;;\nSubjoc;Ana;Bo;\n" + "\n".join(lines) + "\n", "a.csv")
    assert parsed.reader == "csv-paper"
    assert games(parsed) == both(0, DAY)


def test_an_unknown_label_is_told_and_two_labels_for_a_box_are_refused() -> None:
    rows = ["Box,Ana,Bo", "Ones,1,2", "Twos,2,4", "Threes,3,6", "Fours,4,8", "Fives,5,10", "Sxies,6,12", "Chance,20,21"]
    parsed = read("\n".join(rows) + "\n", "a.csv")
    assert fates(parsed)[7] == "unknown_label"
    with pytest.raises(UnreadableFile, match="both mean chance"):
        read("\n".join([*rows, "Full,25,0", "Luck,20,21"]) + "\n", "a.csv")


def test_a_blank_form_holds_no_sheet() -> None:
    with pytest.raises(UnreadableFile, match="nobody's figures") as error:
        read(xlsx(lambda b: paper(b.add_worksheet(), 0, 0, {"Jucător 1": (), "Jucător 2": ()})), "a.xlsx")
    assert error.value.code == "no_sheets"


def test_columns_that_explain_or_count_games_are_no_players() -> None:
    boxes = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Full House", "Chance"]
    lines = [f"{box},add the dice,{i},{i + 1}" for i, box in enumerate(boxes)]
    parsed = read("\n".join(["Box,How to score,Ana,Bo", *lines]) + "\n", "a.csv")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    parsed = read("\n".join(["Box,How to score,Game #1,Game #2", *lines]) + "\n", "a.csv")
    assert parsed.sheets.is_empty()
    assert fates(parsed)[2] == "no_player"


def test_a_sheet_that_repeats_its_upper_sum() -> None:
    lines = ["Einser,3", "Zweier,6", "Dreier,9", "Vierer,12", "Fünfer,15", "Sechser,18", "gesamt,63", "Bonus bei 63,35"]
    lines += ["gesamt oberer Teil,98", "Full House,25", "Kniffel,50", "gesamt unterer Teil,75", "gesamt oberer Teil,98"]
    parsed = read("\n".join(["14.03.2026,", ",Anja", *lines, "Endsumme,173"]) + "\n", "a.csv")
    row = parsed.sheets.row(0, named=True)
    assert [row[f"stated_{f}"] for f in ("upper", "bonus", "upper_with_bonus", "lower", "total")] == [
        63,
        35,
        98,
        75,
        173,
    ]


def test_one_player_and_a_column_for_each_game() -> None:
    boxes = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Full House", "Chance"]
    lines = [f"{box},{i},{i + 1}" for i, box in enumerate(boxes)]
    parsed = read("\n".join(["Name:,Ana,", "Box,14.03.2026,21.03.2026", *lines]) + "\n", "a.csv")
    assert parsed.sheets.select("block", "player", "played", "p_twos").rows() == [
        (0, "Ana", DAY, 1),
        (1, "Ana", LATER, 2),
    ]


def test_the_best_of_all_is_no_player_and_max_is_one() -> None:
    boxes = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Full House", "Chance"]
    lines = [f"{box},{i + 1},{i * 3},{i * 2}" for i, box in enumerate(boxes)]
    parsed = read("\n".join(["Box,Ana,Bo,Max", *lines]) + "\n", "a.csv")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Max"]
    lines = [f"{box},{i + 1},{i + 1},{i + 3}" for i, box in enumerate(boxes)]
    parsed = read("\n".join(["Box,Ana,Bo,Max", *lines]) + "\n", "a.csv")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]


def test_the_date_may_stand_below_the_only_game() -> None:
    lines = paper_lines(ANA, BO)
    text = "\n".join([";Ana;Bo", "---;---;---", *lines, "Semnat 16.03.2026", "Data: 14.03.2026"]) + "\n"
    assert games(read(text, "a.csv")) == both(0, DAY)


@pytest.mark.parametrize(
    ("titles", "fields"),
    [
        (("Joc 1", "", "Joc 2", ""), [(None, None), (None, None)]),
        (("Partita n. 1", "", "Partita n. 2", ""), [(None, None), (None, None)]),
        (("Masa A", "", "Masa B", ""), [("A", None), ("B", None)]),
        (("Masa A", "Masa A", "Masa B", "Masa B"), [("A", None), ("B", None)]),
        (("Runda I", "", "Runda II", ""), [(None, "I"), (None, "II")]),
        (("14.03.2026", "14.03.2026", "21.03.2026", "21.03.2026"), [(None, None), (None, None)]),
    ],
)
def test_games_of_different_players_side_by_side(titles: tuple[str, ...], fields: list[tuple[Any, ...]]) -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write_row(0, 1, titles)
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO, "Dan": BO, "Eva": ANA})

    sheets = read(xlsx(fill), "a.xlsx").sheets
    assert sheets.select("block", "player").rows() == [(0, "Ana"), (0, "Bo"), (1, "Dan"), (1, "Eva")]
    assert sheets.select("table", "round").rows() == [fields[0], fields[0], fields[1], fields[1]]


@pytest.mark.parametrize("titles", [("Masa A", "", "Runda 2", ""), ("Echipa 1", "", "Echipa 2", ""), ("Joc 1", "")])
def test_titles_that_do_not_count_games_leave_one_game(titles: tuple[str, ...]) -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Seara")
        sheet.write_row(0, 1, titles)
        paper(sheet, 1, 0, {"Ana": ANA, "Bo": BO, "Dan": BO, "Eva": ANA})

    assert [block for block, *_ in games(read(xlsx(fill), "a.xlsx"))] == [0] * 4


@pytest.mark.parametrize("name", ["Max posibil", "Max possible", "Maximum", "Punteggio massimo", "Max.", "Max"])
def test_a_column_of_the_most_that_is_possible_is_no_player(name: str) -> None:
    most = (5, 10, 15, 20, 25, 30, 105, 35, 30, 30, 25, 30, 40, 50, 30, 375)
    sums = [a + b for a, b in zip(ANA, BO, strict=True)]

    def fill(book: Any) -> None:
        paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "Bo": BO, name: most, "Total": sums})
        paper(book.add_worksheet("21.03.2026"), 0, 0, {name: most, "Ana": ANA})

    assert games(read(xlsx(fill), "a.xlsx")) == [*both(0, DAY), (1, LATER, "Ana", box_values(ANA))]


@pytest.mark.parametrize("name", ["Record", "Record club", "Recorduri"])
def test_a_record_is_no_player_though_it_is_beaten(name: str) -> None:
    record = (5, 4, 9, 12, 20, 18, 68, 35, 20, 22, 25, 30, 40, 50, 20, 305)
    parsed = read(
        xlsx(lambda b: paper(b.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "Bo": BO, name: record})), "a.xlsx"
    )
    assert games(parsed) == both(0, DAY)


@pytest.mark.parametrize("name", ["Max", "Max Popescu", "Mini", "Best"])
def test_a_player_who_is_called_like_a_best_stays_one(name: str) -> None:
    own = (2, 8, 3, 8, 20, 12, 53, 0, 17, 22, 0, 30, 0, 50, 24, 196)
    players = {"Ana": ANA, name: own, "Bo": BO}
    parsed = read(xlsx(lambda b: paper(b.add_worksheet("14.03.2026"), 0, 0, players)), "a.xlsx")
    assert [player for _, _, player, _ in games(parsed)] == ["Ana", name, "Bo"]
