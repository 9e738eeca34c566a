"""CSV wide: a row a player and game (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from ingest.errors import UnreadableFile
from ingest.readers.records import Record
from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, accounted, boxes, fates, read, thirteen

HEAD = f"Game,Date,Player,{ENGLISH}"


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


def test_the_name_may_stand_once_above_the_columns_of_a_sheet() -> None:
    text = "Date,Player,Column,Ones,Twos\n14.03.2026,Ana,down,1,2\n,,up,1,2\n14.03.2026,Bo,down,3,4\n,,up,3,4\n"
    parsed = read(text)
    assert parsed.sheets.select("sheet", "player", "column").rows() == [
        (0, "Ana", "down"),
        (0, "Ana", "up"),
        (1, "Bo", "down"),
        (1, "Bo", "up"),
    ]


def test_a_player_called_media_plays() -> None:
    rows = f"1,2026-03-14,Ana,{ANA}\n1,2026-03-14,Media,{BO}\n2,2026-03-21,Ana,{BO}\n2,2026-03-21,Media,{ANA}\n"
    parsed = read(f"{HEAD}\n{rows}")
    assert parsed.sheets["player"].to_list() == ["Ana", "Media", "Ana", "Media"]


def test_titles_above_and_notes_below() -> None:
    parsed = read(f"Dice club\nSpring 2026\n\n{HEAD}\n1,2026-03-14,Ana,{ANA}\nSignature: ____\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}
    assert fates(parsed) == {1: "title", 2: "title", 4: "heading", 6: "note"}


def test_the_date_of_a_title_serves_a_table_without_dates() -> None:
    parsed = read(f"Club night, 14 March 2026\nPlayer,{ENGLISH}\nAna,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


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


def test_dates_and_games_written_once_are_filled_down() -> None:
    rows = f"1,14.03.2026,Ana,{ANA}\n,,Bo,{BO}\n2,21.03.2026,Ana,{BO}\n,,Bo,{ANA}\n"
    parsed = read(f"{HEAD}\n{rows}")
    assert parsed.sheets["game"].to_list() == ["1", "1", "2", "2"]
    assert parsed.sheets["played"].dt.day().to_list() == [14, 14, 21, 21]


def _told(rows: str, *names: str) -> list[tuple[object, ...]]:
    """Return the day of each row and what it tells of its game, of a table with these columns before the player."""
    lines = [f"{row},{ANA}" for row in rows.split()]
    parsed = read("\n".join([f"{','.join(names)},Player,{ENGLISH}", *lines]) + "\n")
    return parsed.sheets.select(pl.col("played").dt.day(), *(n.lower() for n in names if n != "Date")).rows()


def test_a_date_written_once_is_that_of_further_games_below_it() -> None:
    told = _told("14.03.2026,1,Ana ,,Bo ,2,Ana ,,Bo 21.03.2026,1,Ana ,,Bo", "Date", "Game")
    assert told == [(14, "1"), (14, "1"), (14, "2"), (14, "2"), (21, "1"), (21, "1")]
    told = _told("14.03.2026,1,A,Ana ,,,Bo ,,B,Cy ,2,A,Ana ,,,Cy ,,B,Bo", "Date", "Round", "Table")
    assert told == [(14, "1", "A"), (14, "1", "A"), (14, "1", "B"), (14, "2", "A"), (14, "2", "A"), (14, "2", "B")]


def test_a_blank_among_tables_of_every_row_is_another_table() -> None:
    day = "14.03.2026"
    assert _told(f"{day},A,Ana {day},A,Bo {day},,Cy {day},,Di", "Date", "Table") == [(14, "A")] * 2 + [(14, None)] * 2
    assert _told(f"{day},A,Ana {day},,Bo {day},B,Cy {day},,Di", "Date", "Table") == [(14, "A")] * 2 + [(14, "B")] * 2


def test_undated_sheets_with_dated_ones_between_them_are_not_one_game() -> None:
    rows = [f"14.03.2026,Ana,{ANA}", "", f",Bo,{BO}", "", f"21.03.2026,Cy,{ANA}", "", f",Di,{BO}", f",Eve,{ANA}"]
    sheets = read("\n".join([f"Date,Player,{ENGLISH}", *rows]) + "\n").sheets
    blocks = dict(sheets.select("player", "block").iter_rows())
    assert blocks["Ana"] is None
    assert blocks["Bo"] != blocks["Di"] == blocks["Eve"]


def test_a_date_missing_among_dates_of_every_row_is_not_made_up() -> None:
    told = _told("14.03.2026,1,Ana 14.03.2026,1,Bo ,2,Ana ,2,Bo", "Date", "Game")
    assert told == [(14, "1"), (14, "1"), (None, "2"), (None, "2")]


def test_a_formula_loses_its_apostrophe_and_a_name_keeps_its_own() -> None:
    parsed = read(f"Player,{ENGLISH}\n'=SUM(A1),{ANA}\nO'Brien,{BO}\n'@cmd,{BO}\n")
    assert parsed.sheets["player"].to_list() == ["=SUM(A1)", "O'Brien", "@cmd"]


def test_a_date_that_cannot_be_rejects_its_row() -> None:
    parsed = read(f"{HEAD}\n1,31.02.2026,Ana,{ANA}\n1,28.02.2026,Bo,{BO}\n")
    assert fates(parsed) == {1: "heading", 2: "bad_value"}
    message = parsed.rows.filter(parsed.rows["row"] == 2)["message"][0]
    assert "row 2" in message
    assert "'Date'" in message
    assert "31.02.2026" in message


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


@pytest.mark.parametrize("name", ["Total de la noche", "Summe Abend", "Total"])
def test_a_row_of_sums_may_bear_its_name_in_place_of_the_date(name: str) -> None:
    sums = ",".join(str(int(a) + int(b)) for a, b in zip(ANA.split(","), BO.split(","), strict=True))
    text = f"Date,Player,{ENGLISH}\n2026-03-14,Ana,{ANA}\n2026-03-14,Bo,{BO}\n{{}},,{sums}\n"
    found = read(text.format(name))
    assert boxes(found) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert fates(found)[4] == "sums"
    assert fates(read(text.format("2026-03-14")))[4] == "no_player", "with a date it may be somebody's"


def test_headings_of_signs() -> None:
    parsed = read(f"Player,⚀,⚁,⚂,⚃,⚄,⚅,3×,4×,3+2,1-2-3-4,1-2-3-4-5,Yams,Chance\nAna,{ANA}\nBo,{BO}\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    straights = read(f"Player,⚀,⚁,⚂,⚃,⚄,⚅,3×,4×,3+2,1-2-3-4-5,2-3-4-5-6,Yams,Chance\nAna,{ANA}\n")
    assert boxes(straights) == {"Ana": thirteen(ANA)}


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


@pytest.mark.parametrize("sign", ["*", " *", " 🏆", " 👑", "★"])
def test_the_sign_of_a_winner_is_no_part_of_a_name(sign: str) -> None:
    rows = f"2026-03-14,Ana{sign},{ANA}\n2026-03-14,Bo,{BO}\n2026-03-21,Ana,{BO}\n2026-03-21,Bo{sign},{ANA}\n"
    parsed = read(f"Date,Player,{ENGLISH}\n{rows}")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Ana", "Bo"]
    assert parsed.understood.notes == (f"the signs beside the players' names are left out, as in 'Ana{sign}'",)


@pytest.mark.parametrize("line", ["Printed on 20.12.2026", "Last updated:,20.12.2026", "Club founded 20.12.1998"])
def test_days_on_which_nobody_played_date_no_table(line: str) -> None:
    assert read(f"{line}\nPlayer,{ENGLISH}\nAna,{ANA}\n").sheets["played"].to_list() == [None]
    parsed = read(f"{line}\n14 March 2026\nPlayer,{ENGLISH}\nAna,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


def test_dates_below_the_rows_of_their_games() -> None:
    head, rows = f"Player,{ENGLISH}", f"Ana,{ANA}\nBo,{BO}"
    days = ["2026-03-14"] * 2 + ["2026-03-21"] * 2
    tables = f"{head}\n{rows}\n14 March 2026\n\n{head}\n{rows}\nDate: 21 March 2026\n"
    groups = f"{head}\n{rows}\n14 March 2026\n\n{rows}\n21 March 2026\n"
    for text in (tables, groups, groups.replace("\n\n", "\n")):
        parsed = read(text)
        assert parsed.sheets["played"].cast(str).to_list() == days
    above = read(f"{head}\n{rows}\n\n14 March 2026\n{rows}\n")
    assert above.sheets["played"].cast(str).to_list() == [None, None, *days[:2]]
    mixed = read(f"{head}\n{rows}\n14 March 2026\n\n{rows}\n\n21 March 2026\n{rows}\n28 March 2026\n")
    assert mixed.sheets.is_empty()
    assert set(fates(mixed).values()) >= {"bad_value"}


def test_days_take_the_year_of_the_season_above_them() -> None:
    rows = f"Date,Player,{ENGLISH}\n14/3,Ana,{ANA}\n21/3,Ana,{BO}\n"
    days = [dt.date(2026, 3, 14), dt.date(2026, 3, 21)]
    for title in ("Season 2026", "Turneu 2026", "2026", "Season 2025/26"):
        assert read(f"{title}\n{rows}").sheets["played"].to_list() == days
    for title, text in (("Yams Club 1998", rows), ("Season 2025/26", rows.replace("/3", "/7"))):
        assert read(f"{title}\n{text}").sheets.is_empty()


@pytest.mark.parametrize(
    "heads", ["Timestamp,Date of game", "Horodateur,Date de la partie", "Zeitstempel,Datum des Spiels"]
)
def test_the_date_of_the_game_counts_and_not_when_the_form_was_sent(heads: str) -> None:
    row = f"15/03/2026 09:12:00,14/03/2026,Ana,{ANA}"
    assert read(f"{heads},Player,{ENGLISH}\n{row}\n").sheets["played"].to_list() == [dt.date(2026, 3, 14)]
    alone = read(f"{heads.split(',')[0]},Player,{ENGLISH}\n15/03/2026 09:12:00,Ana,{ANA}\n")
    assert alone.sheets["played"].to_list() == [dt.date(2026, 3, 15)]


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


def test_a_column_of_dates_under_an_unknown_heading_is_asked_about_though_one_is_none() -> None:
    rows = "\n".join(
        f"1,{day},{name},{ANA}" for day, name in (("2026-03-14 20:15 UTC", "Ana"), ("?", "Bo"), ("14.3.26", "Cy"))
    )
    parsed = read(f"Game,Entered,Player,{ENGLISH}\n{rows}\n")
    assert [q.subject for q in parsed.questions] == ["Entered"]


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


def test_seconds_since_1970_part_the_games_of_a_day() -> None:
    rows = [f"{ts},{name},{ANA}" for ts in (1773500400, 1773504000) for name in ("Ana", "Bo")]
    parsed = read(f"ts,Player,{ENGLISH}\n" + "\n".join(rows) + "\n")
    assert parsed.sheets["block"].n_unique() == 2


def test_a_day_beside_the_time_at_which_a_form_was_sent_is_asked_about_unless_they_are_the_same() -> None:
    def asked(day: str) -> list[str]:
        parsed = read(f"Timestamp,Evening of play,Player,{ENGLISH}\n15/03/2026 9:12:44,{day},Ana,{ANA}\n")
        return [q.subject for q in parsed.questions]

    assert asked("14/03/2026") == ["Evening of play"]
    assert asked("15/03/2026") == []


def test_a_table_drawn_with_lines() -> None:
    rows = [["Date", "Player", *ENGLISH.split(",")], ["2026-03-14", "Ana", *ANA.split(",")]]
    head, line = (f"│ {' │ '.join(text.center(15) for text in row)} │" for row in rows)
    rule = "─" * 17
    drawn = [f"{a}{b.join([rule] * len(rows[0]))}{c}" for a, b, c in ("┌┬┐", "├┼┤", "└┴┘")]
    parsed = read("\n".join([drawn[0], head, drawn[1], line, drawn[2]]), "sheet.txt")
    assert boxes(parsed) == {"Ana": thirteen(ANA)}


@pytest.mark.parametrize("form", ["{0} {1}", "{1} {0}", "{0}_{1}", "{1} ({0})", "{0} - {1}"])
@pytest.mark.parametrize("two", [False, True])
def test_a_row_a_game_with_the_boxes_of_all_players_across(form: str, two: bool) -> None:
    names, labels = ("Ana", "Uncle Bo"), [*ENGLISH.split(","), "Total"]
    if two:
        head = [",Ana" + "," * len(labels) + "Uncle Bo" + "," * len(labels[1:]), ",".join(["Date", *labels, *labels])]
    else:
        head = [",".join(["Date", *(form.format(name, box) for name in names for box in labels)])]
    lines = [
        f"2026-03-14,{ANA},285,{BO},32",
        f"2026-03-14,{BO},32,{ANA},285",
        f"2026-03-15,{ANA},285{',' * len(labels)}",
    ]
    parsed = read("\n".join([*head, *lines]) + "\n")
    assert not parsed.questions
    told = parsed.sheets.sort("row", "player").select("row", "player", "stated_total", "p_chance", "block").rows()
    first = len(head) + 1
    assert [row[:4] for row in told] == [
        (first, "Ana", 285, 22), (first, "Uncle Bo", 32, 11), (first + 1, "Ana", 32, 11),
        (first + 1, "Uncle Bo", 285, 22), (first + 2, "Ana", 285, 22),
    ]  # fmt: skip
    assert [row[4] for row in told] == [0, 0, 1, 1, 2]
    assert accounted(parsed) == [*range(1, first + 3)]


def test_words_of_the_box_there_are_none_of_the_name() -> None:
    labels = [f"Total des {n}" for n in range(1, 7)] + [
        "Brelan",
        "Carré",
        "Full",
        "P. suite",
        "G. suite",
        "Yam's",
        "Chance",
    ]
    head = ",".join(["Date", *(f"{name} {box}" for name in ("Chloé", "Jean-Luc") for box in labels)])
    parsed = read(f"{head}\n2026-03-14,{ANA},{BO}\n")
    assert boxes(parsed) == {"Chloé": thirteen(ANA), "Jean-Luc": thirteen(BO)}


@pytest.mark.parametrize("again", ["{0}", "{0} {1}", "{0}_{1}", "{0}.{1}", "{0} ({1})"])
def test_a_row_a_game_with_the_same_headings_for_each_player(again: str) -> None:
    labels = ["Player", *ENGLISH.split(","), "Total"]
    head = ",".join(["Date", "Time", *(again.format(text, n) for n in (1, 2) for text in labels)])
    lines = [
        f"2026-03-14,20:00,Ana,{ANA},285,Bo,{BO},32",
        f"2026-03-15,20:00,Bo,{BO},32,Ana,{ANA},286",
        f"2026-03-16,20:00,Ana,{ANA},285{',' * len(labels)}",
    ]
    parsed = read("\n".join([head, *lines]) + "\n")
    told = parsed.sheets.sort("row", "player").select("row", "player", "stated_total", "p_chance", "block").rows()
    assert told == [
        (2, "Ana", 285, 22, 0), (2, "Bo", 32, 11, 0), (3, "Ana", 286, 22, 1), (3, "Bo", 32, 11, 1),
        (4, "Ana", 285, 22, 2),
    ]  # fmt: skip
    assert accounted(parsed) == [1, 2, 3, 4]


def test_what_stands_beside_all_boxes_may_still_be_columns() -> None:
    head = ["Giocatore", *(f"{column} {box}" for column in ("Rossa", "Blu", "Verde") for box in ITALIAN)]
    for start in (0, 1):  # with a heading for the player, and without
        asked = read(",".join(head[start:]) + "\n" + ",".join(["Ugo", *["0"] * 45][start:]) + "\n").questions
        assert {q.about for q in asked} == {"column"}


@pytest.mark.parametrize("heads", ["Spieler,Spiele", "Name,Spiele", "Bestenliste,Punkte", ","])
@pytest.mark.parametrize("own", ["Spieler", "Name"])
def test_standings_beside_a_table_are_left_out(own: str, heads: str) -> None:
    rows = [f"2026-03-14,Ana,{ANA},,Bo,9", f"2026-03-14,Bo,{BO},,Ana,300", f"{',' * 16}Cy,5"]
    parsed = read("\n".join([f"Datum,{own},{ENGLISH},,{heads}", *rows]))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert "stated_total" not in parsed.sheets.columns or parsed.sheets["stated_total"].null_count() == 2
    assert fates(parsed) == {1: "heading", 4: "statistics"}
    assert any(note.startswith("what stands beside the table") for note in parsed.understood.notes)


def test_sums_behind_an_empty_column_are_the_sheets() -> None:
    rows = [f"2026-03-14,Ana,{ANA},,285,1", f"2026-03-14,Bo,{BO},,32,2"]
    parsed = read("\n".join([f"Date,Player,{ENGLISH},,Total,Place", *rows]))
    assert parsed.sheets["stated_total"].to_list() == [285, 32]


def test_the_winner_behind_the_sums_of_the_sheets_is_no_table_beside_them() -> None:
    games = (("2026-03-14", "Ana"), ("2026-03-15", "Bo"))
    rows = [f"{day},Ana,{ANA},,285,{winner}\n{day},Bo,{BO},,32,{winner}" for day, winner in games]
    parsed = read("\n".join([f"Date,Player,{ENGLISH},,Total,Winner", *rows]))
    assert parsed.sheets["stated_total"].to_list() == [285, 32, 285, 32]


def test_figures_that_separators_too_many_have_shifted_are_no_table_beside_the_sheets() -> None:
    shifted = f"2026-03-14,Ana,Ma,ria,{ANA.replace(',50,', ',,')}"
    parsed = read("\n".join([f"Date,Player,{ENGLISH}", shifted, f"2026-03-14,Bo,{BO}"]))
    assert (list(boxes(parsed)), fates(parsed)[2]) == (["Bo"], "too_many_fields")
