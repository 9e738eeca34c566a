"""A matrix of totals: a game a date, its players the other way, a blank cell for who was not there."""

from __future__ import annotations

import datetime as dt

import pytest

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile
from tests.readers.reading import accounted, fates, read
from tests.readers.workbook import xlsx

ROMANIAN = "Data;Ana;Ion;Dan;Total\n14/03/2026;210;180;195;585\n21/03/2026;220;170;;390\nTotal;430;350;195;975\n"


def games(parsed: ParsedFile) -> dict[tuple[int, str | None], dict[str, int]]:
    """Return each game's totals by its block and date."""
    found: dict[tuple[int, str | None], dict[str, int]] = {}
    for row in parsed.sheets.iter_rows(named=True):
        played = row["played"].isoformat() if row["played"] else None
        found.setdefault((row["block"], played), {})[row["player"]] = row["stated_total"]
    return found


TWO = {(0, "2026-03-14"): {"Ana": 210, "Ion": 180, "Dan": 195}, (1, "2026-03-21"): {"Ana": 220, "Ion": 170}}


@pytest.mark.parametrize(
    "text",
    [
        ROMANIAN,
        "Clubul de zaruri\n\n" + ROMANIAN,
        ";Ana;Ion;Dan\n14/03/2026;210;180;195\n21/03/2026;220;170;-\n",
        "Date,Ana,Ion,Dan,Winner\n2026-03-14,210,180,195,Ana\n2026-03-21,220,170,,Ana\n",
        "Spieltag\tAna\tIon\tDan\n14. März 2026\t210\t180\t195\n21. März 2026\t220\t170\t\nSchnitt\t215\t175\t195\n",
        "Nr;Fecha;Ana;Ion;Dan\n1;14/03/2026;210;180;195\n2;21/03/2026;220;170;\n;;430;350;195\n",
        "Joueur;14/03/2026;21/03/2026;Total\nAna;210;220;430\nIon;180;170;350\nDan;195;;195\nTotal;585;390;975\n",
        ",2026-03-14,2026-03-21\nAna,210,220\nIon,180,170\nDan,195,\n",
        ";;Jucători;;\n;Ana;Ion;Dan;Total\nData;Puncte;Puncte;Puncte;Puncte\n14/03/2026;210;180;195;585\n"
        "21/03/2026;220;170;;390\nDe reportat;430;350;195;975\nØ;215;175;195;\n",
        ";Ana;;Ion;;Dan;\nDatum;Platz;Punkte;Platz;Punkte;Platz;Punkte\n14.03.2026;1;210;3;180;2;195\n"
        "21.03.2026;1;220;2;170;;\nStand: 22.3.2026\n",
    ],
)
def test_totals_by_date_and_player(text: str) -> None:
    parsed = read(text)
    assert parsed.reader == "csv-totals"
    assert games(parsed) == TWO
    assert accounted(parsed) == [i for i, line in enumerate(text.split("\n"), 1) if line.strip(";, \t")]
    assert parsed.findings.is_empty()


def test_a_workbook_of_totals() -> None:
    def fill(book: object) -> None:
        sheet = book.add_worksheet("2026")  # type: ignore[attr-defined]
        for i, row in enumerate(line.split(";") for line in ROMANIAN.split("\n") if line):
            for j, text in enumerate(row):
                sheet.write(i, j, int(text) if text.isdigit() else text)

    parsed = read(xlsx(fill), "totals.xlsx")
    assert games(parsed) == TWO
    assert fates(parsed) == {1: "heading", 4: "sums"}


def test_several_games_of_a_date_and_a_player_called_max() -> None:
    parsed = read("Date,Max,Ana,Best\n2026-03-14,210,180,210\n,150,200,200\n,120,130,130\n2026-03-21,99,201,201\n")
    assert games(parsed) == {
        (0, "2026-03-14"): {"Max": 210, "Ana": 180},
        (1, "2026-03-14"): {"Max": 150, "Ana": 200},
        (2, "2026-03-14"): {"Max": 120, "Ana": 130},
        (3, "2026-03-21"): {"Max": 99, "Ana": 201},
    }
    assert parsed.understood.headings == {"Date": "date", "Max": "player", "Ana": "player", "Best": "ignored"}


def test_fields_beside_the_date() -> None:
    parsed = read("Date,Table,Game,Ana,Bo\n2026-03-14,A,17,210,180\n2026-03-14,B,18,150,200\n")
    assert parsed.sheets.select("table", "game").unique(maintain_order=True).rows() == [("A", "17"), ("B", "18")]


@pytest.mark.parametrize(
    "text",
    [
        "Data;Jucător 1;Scor 1;Jucător 2;Scor 2;Jucător 3;Scor 3\n"
        "14.03.2026;Ana;210;Ion;180;Dan;195\n21.03.2026;Ana;220;Ion;170;;\n",
        "Date,1er,Points,2e,Points,3e,Points\n14/03/2026,Ana,210,Dan,195,Ion,180\n21/03/2026,Ana,220,Ion,170,,\n",
        "Date,1st place,Total,2nd place,Total,3rd place,Total\n2026-03-14,Ana,210,Dan,195,Ion,180\n"
        "2026-03-21,Ana,220,Ion,170,,\n",
    ],
)
def test_players_and_their_totals_in_one_line(text: str) -> None:
    parsed = read(text)
    assert games(parsed) == TWO
    assert set(parsed.understood.headings.values()) == {"date", "player", "stated_total"}


def test_a_total_beside_no_player_is_rejected() -> None:
    parsed = read("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-14,Ana,210,,180\n2026-03-21,Ana,1,Bo,2\n")
    assert fates(parsed) == {1: "heading", 2: "no_player"}


def test_what_is_no_total_is_told() -> None:
    parsed = read("Date,Ana,Bo,Cy\n2026-03-14,210,abs,205\n2026-03-21,12.5,180,190\n2026-02-31,1,2,3\nsoon,5,6,7\n")
    assert games(parsed)[0, "2026-03-14"] == {"Ana": 210, "Cy": 205}
    assert parsed.understood.notes == ("row 2: Bo has 'abs' for a total, and counts as absent",)
    assert parsed.findings.select("code", "stated", "row").rows() == [("bad_value", "12.5", 3)]
    assert fates(parsed) == {1: "heading", 4: "bad_value", 5: "bad_value"}
    left = read("Date,Ana,Bo,Cost\n2026-03-14,210,180,12.5\n2026-03-21,200,170,8\n")
    assert left.understood.notes == ("'Cost' is left out: its figures are no totals of a player",)
    turned = read("Player,2026-03-14,31/02/2026\nAna,210,1\nBo,180,2\n")
    assert games(turned) == {(0, "2026-03-14"): {"Ana": 210, "Bo": 180}}
    assert fates(turned) == {1: "heading", 2: "bad_value", 3: "bad_value"}


def test_an_open_order_of_dates_is_asked_about() -> None:
    parsed = read("Date,Ana,Bo\n03/04/2026,210,180\n", layout="totals")
    assert [q.about for q in parsed.questions] == ["date"]


@pytest.mark.parametrize(
    "text",
    [
        "Data;Descriere;Debit;Credit;Sold\n13.06.2026;Kaufland;45,20;;1.200,10\n14.06.2026;Salariu;;3.000,00;4.200,10\n",
        "Date,Ana,Bo\n2026-03-14,40,-16\n2026-03-21,-30,30\n",  # Whist points
        "Date,Place of Ana,Bo\n2026-03-14,1,2\n2026-03-21,2,1\n",  # places
        "Date,Games,Wins\n2026-03-14,40,160\n",
        "Player,Round 1,Round 2,Total\nAl,60,45,105\nBo,26,100,126\n",
        "Date,Ana,Ana\n2026-03-14,140,160\n",
        "Date,Score 1,Score 2\n2026-03-14,140,160\n",
        "Date,Total\n2026-03-14,140\n",
        "Name,Age,Weight\nAna,40,60\nBo,41,70\n",
    ],
)
def test_other_tables_are_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match="no scoresheet"):
        read(text)


def test_beside_scoresheets_totals_are_statistics() -> None:
    def fill(book: object) -> None:
        game = book.add_worksheet("14.03.2026")  # type: ignore[attr-defined]
        for i, row in enumerate(
            [["", "Ana", "Bo"], *([box, 3, 6] for box in ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"))]
        ):
            game.write_row(i, 0, row)
        totals = book.add_worksheet("Totals")  # type: ignore[attr-defined]
        totals.write_row(0, 0, ["Date", "Ana", "Bo"])
        totals.write_row(1, 0, ["14.03.2026", 118, 136])

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.reader == "xlsx-paper"
    assert parsed.sheets["played"].unique().to_list() == [dt.date(2026, 3, 14)]
    assert "stated_total" not in parsed.sheets.columns


@pytest.mark.parametrize(
    "text",
    [
        "Data,Temperatura,Umiditate\n2026-06-13,31,60\n2026-06-14,33,55\n",
        "Date,Income,Expense,Balance\n2026-06-13,100,60,40\n2026-06-14,120,55,105\n",
        "Date,Ana,Bo\n2026-06-13,210,180\n2026-06-14,200,170\n",
        ",2026-06-13,2026-06-14\nNord,210,180\nSud,200,170\n",
        "Name,2026-06-13,2026-06-14\nAna,210,180\nBo,200,170\n",
    ],
)
def test_a_table_by_date_that_shows_no_game_is_asked_about(text: str) -> None:
    parsed = read(text)
    assert [(q.about, q.choices) for q in parsed.questions] == [("layout", ("totals",))]
    told = read(text, layout="totals")
    assert told.questions == ()
    assert told.sheets.height == parsed.sheets.height > 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Date,Ana,Bo,Winner\n2026-06-13,210,180,Ana\n2026-06-14,200,170,Ana\n", "a.csv"),
        ("Yahtzee 2026\n\nDate,Ana,Bo\n2026-06-13,210,180\n", "a.csv"),
        ("Date,Ana,Bo\n2026-06-13,210,180\n", "yams_2026.csv"),
        ("Date,Game,Ana,Bo\n2026-06-13,1,210,180\n", "a.csv"),
        ("Jucător,13.06.2026,20.06.2026\nAna,210,200\nBo,180,170\n", "a.csv"),
        ("Date,Player 1,Score 1,Player 2,Score 2\n2026-06-13,Ana,210,Bo,180\n", "a.csv"),
    ],
)
def test_a_table_that_shows_a_game_is_not_asked_about(text: str, name: str) -> None:
    assert read(text, name).questions == ()


def test_sheets_under_unknown_headings_are_no_totals() -> None:
    boxes = "Jedynki;Dwójki;Trójki;Czwórki;Piątki;Szóstki;Ful;Mały strit;Duży strit;Generał;Szansa"
    text = f"Data;Gracz;{boxes}\n2026-06-13;Ana;4;2;9;12;5;6;25;30;40;0;14\n2026-06-13;Bo;3;6;6;8;15;24;0;30;40;50;16\n"
    parsed = read(text)
    assert parsed.sheets.is_empty()
    assert {q.about for q in parsed.questions} == {"heading"}


def test_an_arrow_before_the_name_of_a_box_is_its_column() -> None:
    names = ("ones", "twos", "threes", "fours", "fives", "sixes", "yams", "chance")
    head = ",".join(arrow + name for arrow in "↓↑" for name in names)
    parsed = read(f"Date,Player,{head}\n2026-06-13,Ana,{','.join(map(str, range(1, 17)))}\n")
    assert parsed.sheets["column"].to_list() == ["down", "up"]
    assert parsed.sheets["p_ones"].to_list() == [1, 9]
    assert parsed.sheets["p_chance"].to_list() == [8, 16]


def test_headings_again_may_name_other_players() -> None:
    parsed = read(ROMANIAN.replace("Total", "Suma") + "\nSezonul 2027\nData;Ana;Eva;Dan\n13/03/2027;155;201;177\n")
    assert games(parsed) == {**TWO, (2, "2027-03-13"): {"Ana": 155, "Eva": 201, "Dan": 177}}


def test_a_matrix_for_each_season_below_the_other() -> None:
    first = "Jucător;14/03/2026;21/03/2026\nAna;210;220\nIon;180;170\nDan;195;\n"
    parsed = read(f"Sezonul 2026\n{first}\nSezonul 2027\nJucător;13/03/2027\nAna;155\nEva;201\n")
    assert games(parsed) == {**TWO, (2, "2027-03-13"): {"Ana": 155, "Eva": 201}}
    assert accounted(parsed) == [1, 2, 3, 4, 5, 7, 8, 9, 10]


def test_a_player_who_is_called_like_a_month_or_a_sum() -> None:
    parsed = read("Date,Ana,Luna,AB\n2026-03-14,200,210,220\n2026-03-21,180,240,190\n", layout="totals")
    assert parsed.sheets["player"].to_list() == ["Ana", "Luna", "AB"] * 2


def test_a_list_said_to_hold_totals_is_read_a_player_a_line() -> None:
    text = "Date,Player,Points\n2026-03-14,Ana,210\n2026-03-14,Ion,180\n2026-03-14,Dan,195\n"
    assert read(text, layout="totals").sheets["stated_total"].to_list() == [210, 180, 195]
    assert read(text).sheets["stated_total"].to_list() == [210, 180, 195]


PLACED = [("Ana", 412), ("Ion", 400), ("Dan", 390), ("Eva", 365), ("Gil", 156), ("Ivo", 120)]


def test_places_counted_from_1_to_6_are_no_boxes() -> None:
    lines = [f"2026-03-14,{name},{total},{place}" for place, (name, total) in enumerate(PLACED, 1)]
    parsed = read("Date,Player,Points,Rank\n" + "\n".join(lines) + "\n")
    assert parsed.sheets.select("player", "stated_total").rows() == PLACED


@pytest.mark.parametrize(("number", "who"), [("Pos.", "Giocatore"), ("", "Giocatore"), ("Pos.", "")])
def test_players_counted_from_1_to_6_are_no_boxes(number: str, who: str) -> None:
    lines = [f"{place},{name},{total},{total - 1}" for place, (name, total) in enumerate(PLACED, 1)]
    parsed = read(f"{number},{who},14/03/2026,21/03/2026\n" + "\n".join(lines) + "\n", "yams.csv")
    later = {name: total - 1 for name, total in PLACED}
    assert games(parsed) == {(0, "2026-03-14"): dict(PLACED), (1, "2026-03-21"): later}


def test_points_of_each_round_of_a_game_are_asked_about() -> None:
    rounds = "".join(f"{n};28/02/2026;{a};{b}\n" for n, a, b in ((1, 30, 6), (2, 0, 50), (3, 21, 40)))
    text = f"Runda;Data;Ana;Bo\n{rounds}"
    assert [q.about for q in read(text).questions] == ["layout"]
    assert not read(text.replace("21", "161")).questions


def test_a_list_of_totals_may_call_the_players_by_a_weak_word() -> None:
    parsed = read("Date,Name,Points,Rank\n2026-03-14,Ana,231,1\n2026-03-14,Bo,180,2\n")
    assert parsed.sheets.select("player", "stated_total").rows() == [("Ana", 231), ("Bo", 180)]
    with pytest.raises(UnreadableFile):
        read("Date,Name,Points,Size\n2026-03-14,Ana,231,1\n2026-03-14,Bo,180,2\n")


def test_players_called_like_a_heading_or_a_box_stay_players() -> None:
    parsed = read("Date,Cat,Trey,Bo\n2026-03-14,231,205,180\n2026-03-21,198,240,221\n", "yams.csv")
    assert games(parsed)[0, "2026-03-14"] == {"Cat": 231, "Trey": 205, "Bo": 180}


@pytest.mark.parametrize(
    "text",
    [
        "Spieltag;Ultra;PS;Rang;Max;D\n14.03.2026;210;180;195;190;200\n21.03.2026;220;170;;260;205\n",
        "Jucător;14/03/2026;21/03/2026;Total\nUltra;210;220;430\nPS;180;170;350\nRang;195;;195\n"
        "Max;190;260;450\nD;200;205;405\n",
        ";Ultra;PS;Rang;Max;D\nDatum;Punkte;Punkte;Punkte;Punkte;Punkte\n14.03.2026;210;180;195;190;200\n"
        "21.03.2026;220;170;;260;205\n",
        "Date,Ultra,PS,Rang,Max,D\n2026-03-14,210,180,195,190,200\nDate,Max,PS,Ultra,D\n2026-03-21,260,170,220,205\n",
    ],
)
def test_players_called_like_boxes_are_known_by_totals_that_no_box_gives(text: str) -> None:
    parsed = read(text, layout="totals")
    assert games(parsed) == {
        (0, "2026-03-14"): {"Ultra": 210, "PS": 180, "Rang": 195, "Max": 190, "D": 200},
        (1, "2026-03-21"): {"Ultra": 220, "PS": 170, "Max": 260, "D": 205},
    }
    assert parsed.understood.notes == ()


def test_games_under_headings_that_are_not_understood_are_not_left_out_as_a_title() -> None:
    with pytest.raises(UnreadableFile):
        read("Date,Score 1,Score 2\n2026-03-14,210,180\nDate,Ana,Bo\n2026-03-21,220,170\n", layout="totals")


def test_means_in_a_list_of_totals_are_no_players() -> None:
    text = "Date,Player,Total\n2026-03-14,Ana,210\n,Bo,181\n,Average,195.5\n2026-03-21,Ana,100\n,Bo,200\n,Ø,150\n"
    parsed = read(text)
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Ana", "Bo"]
    assert fates(parsed) == {1: "heading", 4: "sums", 7: "sums"}


@pytest.mark.parametrize(("word", "whole"), [("Schnitt", False), ("Total", True), ("Totale serata", True)])
def test_whole_means_and_sums_below_games_whose_date_is_written_once_are_no_players(word: str, whole: bool) -> None:
    sums = [391 if whole else 196, 600 if whole else 200]
    first, second = ("2026-03-14,Ana,210\n,Bo,181\n", "2026-03-21,Ana,100\n,Bo,240\n,Cy,260\n")
    parsed = read(f"Date,Player,Total\n{first},{word},{sums[0]}\n{second},{word},{sums[1]}\n")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Ana", "Bo", "Cy"]
    assert fates(parsed) == {1: "heading", 4: "sums", 8: "sums"}


def test_a_player_called_media_whose_total_sums_up_nothing_stays_one() -> None:
    parsed = read("Date,Player,Total\n2026-03-14,Ana,210\n,Bo,181\n,Cy,90\n,Media,240\n2026-03-21,Ana,190\n,Bo,200\n")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Cy", "Media", "Ana", "Bo"]


@pytest.mark.parametrize("beside", ["Bemerkung", "Kommentar", "Whist-Punkte", "Sieger", "ID", "Platz"])
def test_a_list_of_totals_may_have_whist_points_and_remarks_beside_them(beside: str) -> None:
    parsed = read(f"Datum;Name;Endsumme;{beside}\n14.03.2026;Ana;231;\n14.03.2026;Bo;180;\n")
    assert parsed.sheets.select("player", "stated_total").rows() == [("Ana", 231), ("Bo", 180)]


@pytest.mark.parametrize(
    "names",
    [
        ("AM", "JR"),
        ("#1 Vierer", "#2 Uno"),
        ("#1 Uno", "#2 Bo"),
        ("1. Chance", "2. Bo"),
        ("Max B. (2)", "J. R. (1)"),
        ("Spieler 1", "Spieler 2"),
    ],
)
def test_initials_like_a_word_for_dates_and_numbered_names_like_boxes_are_players(names: tuple[str, str]) -> None:
    parsed = read(f"Datum;{';'.join(names)}\n14.03.2026;210;180\n21.03.2026;190;205\n", layout="totals")
    told = [name.partition(" ")[2] if name[0] in "#12" else name for name in names]
    assert games(parsed)[1, "2026-03-21"] == dict(zip(told, (190, 205), strict=True))


@pytest.mark.parametrize("name", ["Round", "Nota", "Summe", "Media", "Record", "Suite", "Player names", "Top"])
def test_a_player_called_like_a_field_a_sum_or_a_note_has_totals(name: str) -> None:
    text = f"Date,Ana,{name},Bo\n2026-03-14,210,301,195\n2026-03-21,220,140,\n2026-03-28,180,260,250\n"
    parsed = read(text, layout="totals")
    assert [game[name] for game in games(parsed).values()] == [301, 140, 260]


@pytest.mark.parametrize(
    ("word", "figures"),
    [("Summe", (405, 220, 430)), ("Media", (202, 220, 215)), ("Best", (210, 220, 250)), ("Total", (405, 625, 1055))],
)
def test_sums_means_and_bests_are_no_player_of_a_matrix(word: str, figures: tuple[int, ...]) -> None:
    lines = [("2026-03-14,210,195", figures[0]), ("2026-03-21,220,", figures[1]), ("2026-03-28,180,250", figures[2])]
    text = "\n".join([f"Date,Ana,Bo,{word}", *(f"{line},{figure}" for line, figure in lines)])
    assert [*games(read(text, layout="totals")).values()] == [
        {"Ana": 210, "Bo": 195},
        {"Ana": 220},
        {"Ana": 180, "Bo": 250},
    ]


def test_figures_that_may_be_totals_and_are_left_out_are_told() -> None:
    parsed = read(
        "Date,Game,Ana,Bo\n2026-03-14,101,210,195\n2026-03-21,117,220,180\n2026-03-28,160,180,250\n", layout="totals"
    )
    assert parsed.sheets["game"].unique(maintain_order=True).to_list() == ["101", "117", "160"]
    assert parsed.understood.notes == ("'Game' is left out: its figures are no totals of a player",)


def test_a_player_of_a_list_of_totals_who_is_called_table() -> None:
    parsed = read(
        "Date,Player,Total\n2026-03-14,Ana,210\n2026-03-14,Table,301\n2026-03-21,Ana,180\n2026-03-21,Table,140\n"
    )
    assert parsed.sheets["player"].to_list() == ["Ana", "Table"] * 2
    assert read("Date,Player,Total\n,Table,3\n2026-03-14,Ana,210\n").sheets["table"].to_list() == ["3"]


@pytest.mark.parametrize(
    "text",
    [
        "Game,Ana,Bo\n1,274,210\n2,195,\n3,275,250\nTotal,744,460\n",
        ",Partida 1,Partida 2,Partida 3,Total\nAna,274,195,275,744\nBo,210,,250,460\n",
        ";Ana;Bo\nJoc 1;274;210\nJoc 2;195;\nJoc 3;275;250\nMedia;248;230\n",
    ],
)
def test_totals_by_the_number_of_the_game(text: str) -> None:
    parsed = read(text)
    assert not parsed.questions
    told = parsed.sheets.sort("game", "player").select("game", "played", "player", "stated_total").rows()
    assert told == [
        ("1", None, "Ana", 274), ("1", None, "Bo", 210), ("2", None, "Ana", 195), ("3", None, "Ana", 275),
        ("3", None, "Bo", 250),
    ]  # fmt: skip


@pytest.mark.parametrize("head", ["Nr", "", "Serata", "Spieltag", "Round"])
def test_numbers_that_may_be_those_of_games_are_asked_about(head: str) -> None:
    text = f"{head},Ana,Bo\n" + "".join(f"{n},{270 + n},{210 - n}\n" for n in range(1, 7))
    assert [q.about for q in read(text).questions] == ["layout"]
    parsed = read(text, layout="totals")
    assert parsed.sheets["stated_total"].to_list()[:2] == [271, 209]
    assert parsed.sheets["block"].n_unique() == 6


def test_totals_of_a_player_one_after_the_other_count_nothing() -> None:
    parsed = read(
        "Date,Ana,Ref,Bo\n2026-03-14,274,1001,210\n2026-03-21,275,1002,200\n2026-03-28,276,1003,250\n", layout="totals"
    )
    assert next(iter(games(parsed).values())) == {"Ana": 274, "Bo": 210}


@pytest.mark.parametrize(
    "figures", [(405, 795, 1225), (15, 40, 70), (405, 390, 430), (202, 195, 215), (195, 175, 180), (210, 215, 250)]
)
def test_what_is_made_of_the_totals_beside_it_is_no_player_whatever_it_is_called(figures: tuple[int, ...]) -> None:
    lines = ("2026-03-14,210,195", "2026-03-21,215,175", "2026-03-28,180,250")
    text = "\n".join(["Date,Ana,Bo,Verlauf", *(f"{line},{v}" for line, v in zip(lines, figures, strict=True))])
    found = [*games(read(text, layout="totals")).values()]
    assert found == [{"Ana": 210, "Bo": 195}, {"Ana": 215, "Bo": 175}, {"Ana": 180, "Bo": 250}]
