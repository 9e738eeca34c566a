"""Layouts that clubs have beside the plain ones: printed halves, forms, dates and names in several columns."""

from __future__ import annotations

import datetime as dt
import re
from pkgutil import iter_modules

import polars as pl
import pytest

from ingest import readers
from tests.readers.reading import ANA, BO, ENGLISH, accounted, boxes, fates, read, thirteen

DAY = dt.date(2026, 3, 14)
LABELS = {
    "ro": "Unu,Doi,Trei,Patru,Cinci,Șase,3 la fel,4 la fel,Full,Chintă mică,Chintă mare,Yams,Șansă",
    "fr": "As,Deux,Trois,Quatre,Cinq,Six,Brelan,Carré,Full,Petite suite,Grande suite,Yams,Chance",
    "it": "Uno,Due,Tre,Quattro,Cinque,Sei,Tris,Poker,Full,Scala piccola,Scala grande,Yams,Chance",
    "es": "Unos,Doses,Treses,Cuatros,Cincos,Seises,Trío,Póker,Full,Escalera pequeña,Escalera grande,Yams,Chance",
    "de": "Einser,Zweier,Dreier,Vierer,Fünfer,Sechser,Dreierpasch,Viererpasch,Full House,Kleine Straße,Große Straße,"
    "Kniffel,Chance",
    "en": "Aces,Twos,Threes,Fours,Fives,Sixes,3 of a kind,4 of a kind,Full house,Small straight,Large straight,"
    "Yahtzee,Chance",
}
TWO = {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


def both_halves(language: str, names: str, sums: tuple[str, str] = ("", "")) -> str:
    """Write a sheet with the upper half on the left and the lower one on the right; ``names`` over the right one."""
    labels, ana, bo = LABELS[language].split(","), ANA.split(","), BO.split(",")
    left = [*zip(labels[:6], ana[:6], bo[:6], strict=True), (sums[0], "63", "21") if sums[0] else ("", "", "")]
    right = zip(labels[6:], ana[6:], bo[6:], strict=True)
    lines = [",".join((*a, "", *b)) for a, b in zip(left, right, strict=True)]
    last = f",,,,{sums[1]},285,32" if sums[1] else ""
    return "\n".join(["14.03.2026", f",Ana,Bo,,{names}", *lines, last])


@pytest.mark.parametrize("names", [",Ana,Bo", ",,"])
@pytest.mark.parametrize(
    ("language", "sums"),
    [("ro", ("Total", "Total general")), ("fr", ("Total", "Total")), ("de", ("Summe", "Gesamt")), ("es", ("", ""))],
)
def test_a_sheet_printed_in_two_halves(language: str, sums: tuple[str, str], names: str) -> None:
    text = both_halves(language, names, sums)
    parsed = read(text)
    assert boxes(parsed) == TWO
    assert parsed.sheets["played"].to_list() == [DAY, DAY]
    assert accounted(parsed) == [i for i, line in enumerate(text.split("\n"), 1) if line.strip(",")]
    assert set(fates(parsed).values()) <= {"title", "heading", "note"}
    if sums[0]:
        assert parsed.sheets["stated_upper"].to_list() == [63, 21]
        assert parsed.sheets["stated_total"].to_list() == [285, 32]


def test_halves_with_other_players_are_two_games() -> None:
    parsed = read(both_halves("en", ",Cy,Di"))
    assert parsed.sheets.select("block", "player").rows() == [(0, "Ana"), (0, "Bo"), (1, "Cy"), (1, "Di")]


@pytest.mark.parametrize(
    ("language", "stamp", "name", "first"),
    [
        ("ro", "Marcă de timp", "Numele jucătorului", "14.03.2026 20:15:03"),
        ("fr", "Horodateur", "Joueur", "14/03/2026 20:15:03"),
        ("it", "Informazioni cronologiche", "Giocatore", "14/03/2026 20.15.03"),
        ("es", "Marca temporal", "Jugador", "14/03/2026 20:15:03"),
        ("de", "Zeitstempel", "Spieler", "14.03.2026 20:15:03"),
        ("en", "Timestamp", "Player", "3/14/2026 20:15:03"),
    ],
)
def test_answers_to_a_form(language: str, stamp: str, name: str, first: str) -> None:
    second = first.replace("15", "16")
    parsed = read(f"{stamp},{name},{LABELS[language]}\n{first},Ana,{ANA}\n{second},Bo,{BO}\n")
    assert boxes(parsed) == TWO
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


@pytest.mark.parametrize(
    "heads",
    ["Ziua,Luna,Anul,Jucător|14,3,2026", "Jour,Mois,Année,Joueur|14,mars,2026", "Tag,Monat,Jahr,Spieler|14,03,2026"],
)
def test_a_date_in_three_columns(heads: str) -> None:
    names, day = heads.split("|")
    parsed = read(f"{names},{LABELS['ro']}\n{day},Ana,{ANA}\n{day},Bo,{BO}\n")
    assert parsed.sheets.select("played", "season").rows() == [(DAY, None)] * 2
    assert boxes(parsed) == TWO
    wrong = read(f"{names},{LABELS['ro']}\n{day},Ana,{ANA}\n31,2,2026,Bo,{BO}\n")
    assert fates(wrong) == {1: "heading", 3: "bad_value"}


@pytest.mark.parametrize(
    "names",
    ["Nume,Prenume", "Nom,Prénom", "Cognome,Nome", "Apellidos,Nombre", "Nachname,Vorname", "Surname,First name"],
)
def test_a_surname_and_a_given_name(names: str) -> None:
    parsed = read(f"Data,{names},{LABELS['it']}\n14.03.2026,Pop,Ana,{ANA}\n14.03.2026,Pop,Bo,{BO}\n")
    assert parsed.sheets["player"].to_list() == ["Ana Pop", "Bo Pop"]
    long = read(f"Data,{names},Box,Points\n14.03.2026,Pop,Ana,Chance,22\n14.03.2026,Pop,Bo,Chance,11\n")
    assert long.sheets["player"].to_list() == ["Ana Pop", "Bo Pop"]


@pytest.mark.parametrize("name", ["Prenume", "Prénom", "Nome", "Nombre", "Vorname", "First name"])
def test_a_given_name_alone_is_the_player(name: str) -> None:
    assert boxes(read(f"Data,{name},{LABELS['es']}\n14.03.2026,Ana,{ANA}\n14.03.2026,Bo,{BO}\n")) == TWO


def test_a_table_drawn_with_bars() -> None:
    def line(text: str) -> str:
        return "| " + " | ".join(text.split(",")) + " |"

    rows = [f"Date,Player,{LABELS['en']}", f"2026-03-14,Ana,{ANA}", f"2026-03-14,Bo,{BO}"]
    head, *body = map(line, rows)
    parsed = read("\n".join([head, "|" + "---|" * 15, *body]), "a.txt")
    assert boxes(parsed) == TWO
    assert fates(parsed) == {1: "heading", 2: "note"}


def test_a_month_without_a_day_says_nothing() -> None:
    parsed = read(f"Month,Year,Player,{LABELS['en']}\n3,2026,Ana,{ANA}\n3,2026,Bo,{BO}\n")
    assert boxes(parsed) == TWO
    assert parsed.sheets["season"].to_list() == ["2026", "2026"]
    assert parsed.understood.headings["Month"] == "ignored"


def test_a_row_of_dates_below_the_names() -> None:
    rows = zip(LABELS["ro"].split(","), ANA.split(","), BO.split(","), strict=True)
    text = "\n".join([",Ana,Bo", "Data,14.03.2026,14.03.2026", *map(",".join, rows)])
    parsed = read(text)
    assert boxes(parsed) == TWO
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


@pytest.mark.parametrize("turned", [False, True])
def test_a_wide_table_and_a_paper_sheet_below_each_other(turned: bool) -> None:
    wide = [f"Date;Player;{ENGLISH.replace(',', ';')}", f"2026-03-14;Ana;{ANA.replace(',', ';')}", "Signature"]
    boxes_down = zip(ENGLISH.split(","), BO.split(","), ANA.split(","), strict=True)
    paper = ["2026-03-21", "", ";Bo;Ana", *(";".join(line) for line in boxes_down)]
    parsed = read("\n".join([*paper, "", *wide] if turned else [*wide, "", *paper]) + "\n")
    found = parsed.sheets.sort("played", "player").select(pl.col("played").cast(pl.String), "player", "p_twos").rows()
    assert found == [("2026-03-14", "Ana", 6), ("2026-03-21", "Ana", 6), ("2026-03-21", "Bo", 2)]
    assert accounted(parsed) == [
        i for i, line in enumerate([*paper, "", *wide] if turned else [*wide, "", *paper], 1) if line
    ]


def test_the_map_of_the_readers_names_every_module() -> None:
    modules = {module.name for module in iter_modules(readers.__path__)}
    named = set(re.findall(r"`([a-z_]+)(?:\.[A-Z]\w+)?`", readers.__doc__ or ""))
    assert named == modules


def test_a_player_called_like_a_mark_stands_beside_the_name_of_the_game() -> None:
    figures = zip(ENGLISH.split(","), ANA.split(","), BO.split(","), strict=True)
    parsed = read("14.03.2026\nYahtzee;Ana;Libero\n" + "".join(f"{';'.join(row)}\n" for row in figures))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Libero": thirteen(BO)}


def test_a_player_may_be_called_like_what_tells_a_game() -> None:
    figures = [*zip(ENGLISH.split(","), ANA.split(","), BO.split(","), strict=True)]
    parsed = read("14.03.2026\n;Ana;Table\n" + "".join(f"{';'.join(row)}\n" for row in figures))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Table": thirteen(BO)}
    parsed = read("14.03.2026\n;Ana;Table\n" + "".join(f"{box};{a};2\n" for box, a, _ in figures))
    assert list(boxes(parsed)) == ["Ana"]


@pytest.mark.parametrize("above", ["Player;Ana", "Player: Ana", "Name:;Ana"])
def test_the_one_player_of_a_table_is_named_above_it(above: str) -> None:
    head = ENGLISH.replace(",", ";")
    days = [f"{day}.03.2026;{ANA.replace(',', ';')};ok" for day in (14, 21)]
    parsed = read(f"{above}\n\nDate;{head};Remark\n" + "\n".join(days) + "\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Ana#2": thirteen(ANA)}
    assert parsed.sheets["block"].n_unique() == 2


def test_the_name_of_a_club_above_a_table_is_no_player() -> None:
    parsed = read(f"Name,Winter League\nDate,Who was it,{ENGLISH}\n14.03.2026,Ana,{ANA}\n14.03.2026,Bo,{BO}\n")
    assert parsed.sheets.is_empty()
    assert [q.subject for q in parsed.questions] == ["Who was it"]


def test_rows_that_tell_of_games_stand_below_the_names() -> None:
    figures = "".join(
        f"{box};{a};{b};{b};{a}\n" for box, a, b in zip(*(t.split(",") for t in (ENGLISH, ANA, BO)), strict=True)
    )
    parsed = read(f"Player;Ana;Bo;Ana;Bo\nDate;14.03.2026;14.03.2026;21.03.2026;21.03.2026\nGame;1;1;2;2\n{figures}")
    told = parsed.sheets.sort("played", "player").select("player", "played", "p_twos").rows()
    assert told == [("Ana", DAY, 6), ("Bo", DAY, 2), ("Ana", dt.date(2026, 3, 21), 2), ("Bo", dt.date(2026, 3, 21), 6)]
