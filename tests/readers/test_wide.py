"""CSV wide: a row a player and game (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt

import pytest

from ingest.errors import UnreadableFile
from tests.readers.reading import ANA, BO, ENGLISH, HEAD, accounted, boxes, fates, read, thirteen


def test_a_plain_file() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Bo,{BO}\n")
    assert parsed.reader == "csv-wide"
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)] * 2
    assert parsed.sheets["game"].to_list() == ["1", "1"]
    assert fates(parsed) == {1: "heading"}
    assert parsed.questions == ()


def test_row_numbers_count_blank_lines_and_quoted_line_breaks_once() -> None:
    parsed = read(f'{HEAD}\n\n1,2026-03-14,"Ana\nMaria",{ANA}\n1,2026-03-14,Bo,{BO}\n')
    assert parsed.sheets["row"].to_list() == [3, 4]
    assert parsed.sheets["player"].to_list() == ["Ana Maria", "Bo"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_separators(delimiter: str) -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n".replace(",", delimiter))
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert parsed.understood.delimiter == delimiter


def test_excel_names_its_separator() -> None:
    parsed = read(f"sep=;\n{HEAD}\n1,2026-03-14,Ana,{ANA}\n".replace(",", ";"))
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert fates(parsed) == {1: "note", 2: "heading"}


def test_trailing_separators_and_blank_lines_are_nothing() -> None:
    parsed = read(f"{HEAD},,\n1,2026-03-14,Ana,{ANA},,\n,,,,\n\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert accounted(parsed) == [1, 2]


def test_marks_are_struck_or_open() -> None:
    parsed = read(f'{HEAD}\n1,2026-03-14,Ana,x,-,,?,15,/,X,✗,25,30.0,"40,0",50, 22 \n')
    assert boxes(parsed)["Ana"] == thirteen("0,0,,,15,0,0,0,25,30,40,50,22")
    assert parsed.findings.is_empty()


def test_what_is_no_number_is_a_finding_and_no_points() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,3,six,12.5,12,15,18,20,0,25,30,40,50,99999\n")
    told = {(r["box"], r["code"], r["stated"], r["row"]) for r in parsed.findings.iter_rows(named=True)}
    assert (
        told
        == {
            ("threes", "bad_value", "12.5", 2),
            ("twos", "bad_value", "six", 2),
            ("chance", "impossible_points", "99999", 2),
        }
        or ("twos", "bad_value", "six", 2) in told
    )
    assert boxes(parsed)["Ana"]["threes"] is None
    assert boxes(parsed)["Ana"]["chance"] is None


def test_a_row_too_long_is_rejected_and_one_too_short_is_open_at_the_end() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA},7\n1,2026-03-14,Bo,1,2\n")
    assert fates(parsed) == {1: "heading", 2: "too_many_fields"}
    assert boxes(parsed) == {"Bo": thirteen("1,2,,,,,,,,,,,")}


def test_figures_without_a_player_are_rejected() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,,{ANA}\n1,2026-03-14,Bo,{BO}\n")
    assert fates(parsed)[2] == "no_player"


def test_the_name_may_stand_once_above_the_columns_of_a_sheet() -> None:
    text = "Date,Player,Column,Ones,Twos\n14.03.2026,Ana,down,1,2\n,,up,1,2\n14.03.2026,Bo,down,3,4\n,,up,3,4\n"
    parsed = read(text)
    assert parsed.sheets.select("sheet", "player", "column").rows() == [
        (0, "Ana", "down"),
        (0, "Ana", "up"),
        (1, "Bo", "down"),
        (1, "Bo", "up"),
    ]


def test_titles_above_and_notes_below() -> None:
    parsed = read(f"Dice club\nSpring 2026\n\n{HEAD}\n1,2026-03-14,Ana,{ANA}\nSignature: ____\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert fates(parsed) == {1: "title", 2: "title", 4: "heading", 6: "note"}


def test_headings_again_and_a_second_table_with_other_headings() -> None:
    other = "Player,Chance,Yams,Ones,Twos,Threes,Fours,Fives,Sixes"
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n{HEAD}\n1,2026-03-14,Bo,{BO}\n\n{other}\nCy,20,50,1,2,3,4,5,6\n")
    assert fates(parsed) == {1: "heading", 3: "heading", 6: "heading"}
    assert boxes(parsed)["Cy"]["chance"] == 20
    assert boxes(parsed)["Cy"]["ones"] == 1


def test_two_headings_for_one_box_are_refused() -> None:
    with pytest.raises(UnreadableFile, match=r"'Full'.*'Full House'.*full_house") as error:
        read("Player,Ones,Twos,Full,Full House\nAna,1,2,25,0\n")
    assert error.value.code == "duplicate_heading"
    parsed = read("Player,Ones,Twos,Full,Full House\nAna,1,2,25,0\n", headings={"Full House": "ignore"})
    assert boxes(parsed)["Ana"]["full_house"] == 25


def test_an_unknown_heading_is_told_with_the_nearest_name() -> None:
    parsed = read("Player,Ones,Twos,Chanse,Shoe size\nAna,1,2,20,39\n")
    assert parsed.understood.headings["Chanse"] == "ignored"
    assert parsed.understood.suggestions == {"Chanse": "chance"}
    assert boxes(read("Player,Ones,Twos,Chanse\nAna,1,2,20\n", headings={"chanse": "chance"}))["Ana"]["chance"] == 20


def test_result_is_win_or_loss_and_no_place() -> None:
    parsed = read(f"GameID,Player,Result,{ENGLISH},TotalScore\n40,Ana,1,{ANA},250\n")
    assert parsed.understood.headings["Result"] == "ignored"
    assert "stated_place" not in parsed.sheets.columns
    assert parsed.sheets["stated_total"].to_list() == [250]


def test_sums_by_where_they_stand() -> None:
    head = "Player,Ones,Twos,Threes,Fours,Fives,Sixes,Total,Bonus,Total,Chance,Yams,Bonus,Total"
    parsed = read(f"{head}\nAna,3,6,9,12,15,18,63,35,98,22,50,100,270\n")
    row = parsed.sheets.row(0, named=True)
    assert (row["stated_upper"], row["stated_bonus"], row["stated_upper_with_bonus"]) == (63, 35, 98)
    assert (row["extra_yams"], row["stated_total"]) == (100, 270)


def test_columns_by_prefix() -> None:
    head = "Player,down.ones,down.twos,Libera Uno,Libera Due,up_ones,up_twos,Total"
    parsed = read(f"{head}\nAna,1,2,3,4,5,6,21\n")
    assert parsed.sheets["column"].to_list() == ["down", "free", "up"]
    assert parsed.sheets["p_ones"].to_list() == [1, 3, 5]
    assert parsed.sheets["sheet"].to_list() == [0, 0, 0]
    assert parsed.sheets["stated_total"].to_list() == [21, None, None]


def test_a_row_for_each_column() -> None:
    parsed = read(
        f"Date,Player,Column,{ENGLISH}\n2026-03-14,Ana,↓,{ANA}\n2026-03-14,Ana,↑,{BO}\n2026-03-14,Bo,down,{BO}\n"
    )
    assert parsed.sheets["sheet"].to_list() == [0, 0, 1]
    assert parsed.sheets["column"].to_list() == ["down", "up", "down"]


def test_a_formula_loses_its_apostrophe_and_a_name_keeps_its_own() -> None:
    parsed = read(f"Player,{ENGLISH}\n'=SUM(A1),{ANA}\nO'Brien,{BO}\n'@cmd,{BO}\n")
    assert parsed.sheets["player"].to_list() == ["=SUM(A1)", "O'Brien", "@cmd"]


def test_only_totals() -> None:
    parsed = read("Date;Spieler;Punkte\n14.03.2026;Ana;231\n14.03.2026;Bo;187\n")
    assert parsed.sheets["stated_total"].to_list() == [231, 187]


@pytest.mark.parametrize(
    "text",
    [
        "Date,Description,Amount,Balance\n2026-01-02,Rent,-700,1200\n2026-01-05,Shop,-31,1169\n",
        "Name,Street,Town,Telephone\nAna,Main St 3,Cluj,0744\n",
        "Name,Total\nAna,200\n",
        "just some words\nand more\n",
        "1,2,3,4,5,6\n2,4,6,8,10,12\n",
    ],
)
def test_what_is_no_scoresheet_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match="Looked for") as error:
        read(text)
    assert error.value.code == "no_scoresheet"


def test_a_quote_that_never_closes_is_named() -> None:
    with pytest.raises(UnreadableFile, match="row 3") as error:
        read(f'{HEAD}\n1,2026-03-14,Ana,{ANA}\n1,2026-03-14,"Bo,{BO}\n1,2026-03-14,Cy,{BO}\n')
    assert error.value.code == "open_quote"


def test_a_quote_that_swallows_rows_is_named() -> None:
    with pytest.raises(UnreadableFile, match="row 2") as error:
        read(f'{HEAD}\n1,2026-03-14,"Ana,{ANA}\n1,2026-03-14,Bo,{BO}\n1,2026-03-14,"Cy",{BO}\n')
    assert error.value.code == "open_quote"


def test_games_without_ids_are_parted_by_headings_titles_and_blank_lines() -> None:
    head = "Player,Ones,Twos,Chance"
    night = (
        f"Game 1 - 14.03.2026\n{head}\nAna,1,2,20\nBo,1,2,21\n\nGame 2 - 21.03.2026\n{head}\nAna,2,4,20\nBo,3,6,21\n"
    )
    parsed = read(night)
    assert parsed.sheets["block"].to_list() == [0, 0, 1, 1]
    assert parsed.sheets["played"].dt.day().to_list() == [14, 14, 21, 21]
    parsed = read(f"{head}\nAna,1,2,20\nBo,1,2,21\n\nAna,2,4,20\nBo,3,6,21\n")
    assert parsed.sheets["block"].to_list() == [0, 0, 1, 1]


def test_columns_of_a_sheet_may_stand_apart() -> None:
    rows = [f"2026-03-14,{name},{column},1,2,30" for column in ("down", "up") for name in ("Ana", "Bo")]
    parsed = read("Date,Player,Column,Ones,Twos,Total\n" + "\n".join(rows) + "\n")
    assert parsed.sheets.select("sheet", "player", "column", "stated_column_total").rows() == [
        (0, "Ana", "down", 30),
        (0, "Ana", "up", 30),
        (1, "Bo", "down", 30),
        (1, "Bo", "up", 30),
    ]


def test_columns_in_a_row_above_the_headings() -> None:
    text = ",,Discendente,,Libera,,\nData,Giocatore,1,Chance,1,Chance,Totale\n18.01.2026,Ana,1,20,2,21,44\n"
    parsed = read(text)
    assert parsed.sheets.select("column", "p_ones", "p_chance", "stated_total").rows() == [
        ("down", 1, 20, 44),
        ("free", 2, 21, None),
    ]


def test_many_rows_are_packed_on_the_way() -> None:
    rows = "".join(f'g{i},2026-03-14,"Ana ""{i % 7}""",{ANA}\n' for i in range(45_000))
    parsed = read(f"{HEAD}\n{rows}")
    assert parsed.sheets.height == 45_000
    assert parsed.sheets["sheet"].to_list() == list(range(45_000))
    assert parsed.sheets["p_chance"].unique().to_list() == [22]
    assert parsed.understood.decimal is None


def test_headings_of_signs() -> None:
    parsed = read(f"Player,⚀,⚁,⚂,⚃,⚄,⚅,3×,4×,3+2,1-2-3-4,1-2-3-4-5,Yams,Chance\nAna,{ANA}\nBo,{BO}\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    straights = read(f"Player,⚀,⚁,⚂,⚃,⚄,⚅,3×,4×,3+2,1-2-3-4-5,2-3-4-5-6,Yams,Chance\nAna,{ANA}\n")
    assert boxes(straights) == {"Ana": thirteen(ANA)}


@pytest.mark.parametrize(
    "names", ["1. Ana/2. Bo/1. Bo/2. Ana", "1) Ana/2) Bo/1) Bo/2) Ana", "#1 Ana/#2 Bo/#1 Bo/#2 Ana"]
)
def test_numbers_before_all_names_are_left_out(names: str) -> None:
    days = zip((14, 14, 15, 15), names.split("/"), strict=True)
    parsed = read("\n".join([HEAD, *(f"{day},2026-03-{day},{name},{BO}" for day, name in days)]))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Bo", "Ana"]
    assert any("numbers" in note for note in parsed.understood.notes)


def test_a_number_before_some_names_only_stays() -> None:
    parsed = read(f"Player,{ENGLISH}\n2 Pac,{ANA}\nBo,{BO}\n")
    assert parsed.sheets["player"].to_list() == ["2 Pac", "Bo"]


def test_headings_of_a_further_table_are_asked_about_too() -> None:
    again = HEAD.replace("Chance", "Grabbag")
    text = f"{HEAD}\n1,2026-03-14,Ana,{ANA}\n\n{again}\n2,2026-03-15,Ana,{BO}\n"
    assert [q.subject for q in read(text).questions] == ["Grabbag"]
    parsed = read(text, headings={"Grabbag": "chance"})
    assert parsed.sheets["p_chance"].to_list() == [22, 11]
    assert parsed.understood.headings["Grabbag"] == "chance"


def test_a_heading_over_first_names_and_surnames() -> None:
    head = f"Date,Player,,{ENGLISH}"
    parsed = read(f"{head}\n2026-03-14,Ana,Pop,{ANA}\n2026-03-14,Ana,Rus,{BO}\nTOTAL,,,{BO}\n")
    assert list(boxes(parsed)) == ["Ana Pop", "Ana Rus"]
    assert parsed.understood.notes == ("the words beside 'Player' have no heading, and count as surnames",)
    for first, second in (("Pop", ""), ("A", "B"), ("da", "nu")):
        parsed = read(f"{head}\n2026-03-14,Ana,{first},{ANA}\n2026-03-14,Bo,{second},{BO}\n")
        assert (list(boxes(parsed)), parsed.understood.notes) == (["Ana", "Bo"], ())


@pytest.mark.parametrize("sign", ["*", " *", " 🏆", " 👑", "★"])
def test_the_sign_of_a_winner_is_no_part_of_a_name(sign: str) -> None:
    rows = f"2026-03-14,Ana{sign},{ANA}\n2026-03-14,Bo,{BO}\n2026-03-21,Ana,{BO}\n2026-03-21,Bo{sign},{ANA}\n"
    parsed = read(f"Date,Player,{ENGLISH}\n{rows}")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Ana", "Bo"]
    assert parsed.understood.notes == (f"the signs beside the players' names are left out, as in 'Ana{sign}'",)


@pytest.mark.parametrize("heading", ["N°", "N."])
def test_numbers_of_the_players_lines_are_no_games(heading: str) -> None:
    lines = ["14.03.2026", f"{heading};Player;{ENGLISH};Total".replace(",", ";")]
    lines += [
        f"{n};{name};{figures};".replace(",", ";") for n, (name, figures) in enumerate((("Ana", ANA), ("Bo", BO)), 1)
    ]
    found = read("\n".join([*lines, ";NB: rain"])).sheets
    assert found["block"].n_unique() == 1
    assert found["game"].to_list() == [None, None]


def test_headings_that_are_counted_through() -> None:
    counted = ",".join(f"{n}. {name}" for n, name in enumerate(ENGLISH.split(","), 1))
    assert boxes(read(f"Player,{counted}\nAna,{ANA}\n")) == {"Ana": thirteen(ANA)}


def test_a_bare_number_counts_the_rows_and_no_games() -> None:
    rows = "\n".join(f"{n},2026-03-14,{name},{ANA}" for n, name in ((1, "Ana"), (2, "Bo")))
    parsed = read(f"N°,Date,Player,{ENGLISH}\n{rows}\n")
    assert parsed.sheets["game"].to_list() == [None, None]
    parsed = read(f"N°,match_no,Player,{ENGLISH}\n1,5,Ana,{ANA}\n2,5,Bo,{BO}\n")
    assert parsed.sheets["game"].to_list() == ["5", "5"]


def test_numbers_of_lines_of_which_a_day_has_several_of_one_player_count_games() -> None:
    rows = "\n".join(f"{n},2026-03-1{day},Ana,{ANA}" for n, day in ((1, 4), (2, 4), (3, 5)))
    assert read(f"N°,Date,Player,{ENGLISH}\n{rows}\n").sheets["game"].to_list() == ["1", "2", "3"]


@pytest.mark.parametrize(("heading", "other"), [("Event date", "2026-06-01"), ("Chance score", "17")])
def test_a_heading_put_together_from_words_gives_way_to_a_plain_one(heading: str, other: str) -> None:
    parsed = read(f"Date,{heading},Player,{ENGLISH}\n2026-03-14,{other},Ana,{ANA}\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


def test_figures_behind_the_word_for_points_are_upper_boxes_beside_others() -> None:
    head = ",".join(f"score_{text}" for text in ENGLISH.split(","))
    for face, word in enumerate(("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"), 1):
        head = head.replace(f"score_{word}", f"score_{face}")
    assert boxes(read(f"Date,Player,{head}\n2026-03-14,Ana,{ANA}\n")) == {"Ana": thirteen(ANA)}


def test_a_user_beside_a_name_is_whoever_wrote_the_row() -> None:
    rows = f"2026-03-14,clerk,Ana,{ANA}\n2026-03-14,clerk,Bo,{BO}\n"
    assert list(boxes(read(f"Date,User,Name,{ENGLISH}\n{rows}"))) == ["Ana", "Bo"]
    assert list(boxes(read(f"Date,User,{ENGLISH}\n2026-03-14,Ana,{ANA}\n"))) == ["Ana"]


def test_a_room_with_a_number_is_no_place() -> None:
    parsed = read(f"Fecha,Jugador,Lugar,{ENGLISH}\n2026-03-14,Ana,Club 33,{ANA}\n2026-03-14,Bo,2º,{BO}\n")
    assert parsed.sheets["stated_place"].to_list() == [None, 2]
    parsed = read(
        f"Date,Player,Place,{ENGLISH}\n2026-03-14,Ana,1=,{ANA}\n2026-03-14,Bo,1=,{ANA}\n2026-03-14,Cy,3rd.,{BO}\n"
    )
    assert parsed.sheets["stated_place"].to_list() == [1, 1, 3]


def test_a_table_drawn_with_lines() -> None:
    rows = [["Date", "Player", *ENGLISH.split(",")], ["2026-03-14", "Ana", *ANA.split(",")]]
    head, line = (f"│ {' │ '.join(text.center(15) for text in row)} │" for row in rows)
    rule = "─" * 17
    drawn = [f"{a}{b.join([rule] * len(rows[0]))}{c}" for a, b, c in ("┌┬┐", "├┼┤", "└┴┘")]
    parsed = read("\n".join([drawn[0], head, drawn[1], line, drawn[2]]), "sheet.txt")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}


def test_a_word_for_sums_among_the_remarks_leaves_no_player_out() -> None:
    parsed = read(f"Date,Player,{ENGLISH},Comments\n2026-03-14,Ana,{ANA},total\n2026-03-14,Bo,{BO},Report\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
