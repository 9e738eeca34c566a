"""Names of players in two rows above a paper sheet: joined where that is sure, else asked about."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ingest.model import ParsedFile
from ingest.readers.given_names import is_given_name
from tests.readers.reading import ITALIAN, accounted, fates, read
from tests.readers.workbook import ANA, BO, LABELS, paper_lines


def sheet(*head: str, figures: Sequence[Sequence[int]] = (ANA, BO), **options: object) -> ParsedFile:
    """Read a paper sheet below these lines: one column of figures for each player."""
    lines = paper_lines(*figures)
    return read("\n".join(["14.03.2026", *head, *lines]) + "\n", **options)


def players(parsed: ParsedFile) -> list[str]:
    assert not parsed.questions
    assert parsed.sheets["p_ones"].to_list() == [3, 1] * (len(parsed.sheets) // 2)
    return parsed.sheets["player"].to_list()


@pytest.mark.parametrize(
    ("upper", "lower", "names"),
    [
        (";Tom;Alice", ";Smith;O’Neil", ["Tom Smith", "Alice O’Neil"]),
        (";Ștefan;Ilinca", ";Țurcanu;Pop", ["Ștefan Țurcanu", "Ilinca Pop"]),
        (";Jean-Pierre;Léa", ";de la Tour;Dupont", ["Jean-Pierre de la Tour", "Léa Dupont"]),
        (";Giulia;Ugo", ";De Luca;Rossi", ["Giulia De Luca", "Ugo Rossi"]),
        (";María José;Íñigo", ";García López;Ruiz", ["María José García López", "Íñigo Ruiz"]),
        (";Jörg;Käthe", ";Müller;von Berg", ["Jörg Müller", "Käthe von Berg"]),
        (";Ana;Ion", ";Popescu;Popescu", ["Ana Popescu", "Ion Popescu"]),
        (";Ana;Ana", ";POP;RUS", ["Ana POP", "Ana RUS"]),
        (";Ana;Ion", ";P.;I.", ["Ana P.", "Ion I."]),
        (";Ana;Ion", ";Popescu;Martin", ["Ana Popescu", "Ion Martin"]),
        (";Ana;Ion", ";Pop;", ["Ana Pop", "Ion"]),
        (";Ana;", ";Pop;Rus", ["Ana Pop", "Rus"]),
        (";Ana;Ion", "\n;Pop;Rus", ["Ana Pop", "Ion Rus"]),
        ("Yamms;Ana;Ion", "Subjoc;Pop;Rus", ["Ana Pop", "Ion Rus"]),
        ("Prenume;Ana;Bo", "Nume;Pop;Rus", ["Ana Pop", "Bo Rus"]),
        ("Nombre;Ana;Bo", "Apellidos;Pop;Rus", ["Ana Pop", "Bo Rus"]),
        ("Nume;Pop;Rus", "Prenume;Ana;Bo", ["Ana Pop", "Bo Rus"]),
        ("Vorname;Zsolt;Pisti", ";Nagy;Kis", ["Zsolt Nagy", "Pisti Kis"]),
        (";Nagy;Kis", "Prénom;Zsolt;Pisti", ["Zsolt Nagy", "Pisti Kis"]),
        ("Jucător;Ana;Ion", ";Pop;Rus", ["Ana Pop", "Ion Rus"]),
        ("Jucător;Pop;Rus", ";Ana;Ion", ["Ana Pop", "Ion Rus"]),
        (";Ana;Ion", "Jucător;Pop;Rus", ["Ana Pop", "Ion Rus"]),
        (";Ana;Ion", ";Maria;Dan\n;Pop;Rus", ["Ana Maria Pop", "Ion Dan Rus"]),
        (";Roșii;Verzi", ";Ana;Ion\n;Pop;Rus", ["Ana Pop", "Ion Rus"]),
    ],
)
def test_first_names_and_surnames_in_two_rows(upper: str, lower: str, names: list[str]) -> None:
    parsed = sheet(upper, lower)
    assert players(parsed) == names
    assert parsed.understood.notes[0].endswith(f"are read together: {names[0]}") or ";;" in f"{upper};{lower};"
    rows = len([line for line in f"{upper}\n{lower}".split("\n") if line])
    assert len(accounted(parsed)) == 1 + rows + len(LABELS)


@pytest.mark.parametrize(
    ("upper", "lower", "said", "names"),
    [
        (";Pop;Rus", ";Ana;Ion", "surname", ["Ana Pop", "Ion Rus"]),
        (";Zsolt;Pisti", ";Nagy;Kis", "given_name", ["Zsolt Nagy", "Pisti Kis"]),
        (";Ana;Ion", ";Maria;Dan", "given_name", ["Ana Maria", "Ion Dan"]),
        (";Roșii;Verzi", ";Ana;Ion", "ignore", ["Ana", "Ion"]),
        (";Cluj;Iași", "Jucător;Ana;Ion", "ignore", ["Ana", "Ion"]),
        (";Ana;Ion", ";Luni;Marți", "player", ["Ana", "Ion"]),
        (";Ana;Ion", ";A;B", "player", ["Ana", "Ion"]),
        (";Ana;Ion", ";P1;P2", "player", ["Ana", "Ion"]),
        (";Ana;Ion", ";gazdă;oaspete", "player", ["Ana", "Ion"]),
        (";Ana;Ion", "Echipa;Roșii;Verzi", "player", ["Ana", "Ion"]),
    ],
)
def test_rows_of_words_that_may_be_anything_are_asked_about(
    upper: str, lower: str, said: str, names: list[str]
) -> None:
    first = upper.split(";")[1]
    asked = sheet(upper, lower)
    assert [(q.about, q.subject) for q in asked.questions] == [("names", first)]
    assert f'--heading "{first}={said}"' in asked.questions[0].message
    assert asked.understood.headings[first] == "ignored"
    parsed = sheet(upper, lower, headings={first: said})
    assert players(parsed) == names
    assert parsed.understood.headings[first] == {"ignore": "ignored"}.get(said, said)


@pytest.mark.parametrize(
    "head",
    [
        ["Club Yams Cluj;;", ";Ana;Ion"],
        [";Seara a doua;", ";Ana;Ion"],
        [";Finala;Finala", ";Ana;Ion"],
        [";Roșii;", ";Ana;Ion"],
        [";1;2", ";Ana;Ion"],
        [";Ana;Ion", ";1;2"],
        [";A;B", ";Ana;Ion"],
        [";Arbitru;Popa", ";Ana;Ion"],
        [";Turneu;Primăvara", ";Ana;Ion"],
        [";Jucător 1;Jucător 2", ";Ana;Ion"],
        ["Jucător;Ana;Ion", "Echipa;Roșii;Verzi"],
        ["Echipa;Roșii;Verzi", "Jucător;Ana;Ion"],
        ["Oraș;Cluj;Iași", ";Ana;Ion"],
        ["Jucător;Ana;Ion", ";A;B"],
        [";Ana;Ion", ";14.03.2026;14.03.2026"],
    ],
)
def test_what_is_no_row_of_names_is_not_joined(head: list[str]) -> None:
    assert players(sheet(*head)) == ["Ana", "Ion"]


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("given_name", ["Luis García Pérez", "María López Ruiz"]),
        ("player", ["Luis García", "María López"]),
    ],
)
def test_a_third_row_may_be_a_second_surname_or_none(said: str, names: list[str]) -> None:
    head = (";Luis;María", ";García;López", ";Pérez;Ruiz")
    assert [q.subject for q in sheet(*head).questions] == ["García"]
    assert players(sheet(*head, headings={"García": said})) == names


def test_a_row_that_shows_nothing_is_read_as_those_above_other_blocks() -> None:
    lines = paper_lines(ANA, BO)
    text = "\n".join([";Zsolt;Pisti", ";Nagy;Kis", *lines, "", ";Ana;Ion", ";Pop;Rus", *lines])
    assert players(read(text)) == ["Zsolt Nagy", "Pisti Kis", "Ana Pop", "Ion Rus"]
    assert len(read(text.replace("Ana;Ion", "Pisti;Zsolt")).questions) == 1


def test_names_in_two_rows_above_games_side_by_side() -> None:
    lines = [";".join([label, one, two, one, two]) for label, one, two in zip(LABELS, *_texts(), strict=True)]
    parsed = read("\n".join([";Joc 1;;Joc 2;", ";Ana;Ion;Ana;Ion", ";Pop;Pop;Pop;Pop", *lines]))
    assert players(parsed) == ["Ana Pop", "Ion Pop"] * 2
    assert parsed.sheets["block"].to_list() == [0, 0, 1, 1]


def test_names_in_two_rows_above_columns() -> None:
    lines = [";".join([box, *map(str, range(1, 7))]) for box in ITALIAN]
    head = ["18.01.2026", ";Bice;;;Ugo;;", ";Rossi;;;Verdi;;", ";↓;↕;↑;↓;↕;↑"]
    found = read("\n".join([*head, *lines])).sheets.select("player", "column", "p_ones").rows()
    assert found == [
        (player, column, 3 * n + i)
        for n, player in enumerate(("Bice Rossi", "Ugo Verdi"))
        for i, column in enumerate(("down", "free", "up"), 1)
    ]


def test_the_heading_of_sums_stays_beside_names_in_two_rows() -> None:
    lines = paper_lines(ANA, BO, [one + two for one, two in zip(ANA, BO, strict=True)])
    parsed = read("\n".join([";Ana;Ion;Total", ";Pop;Rus;", *lines]))
    assert players(parsed) == ["Ana Pop", "Ion Rus"]
    assert fates(parsed)[2] == "no_player"


def test_first_names_are_known_in_six_languages() -> None:
    names = ("Andrew", "Ilinca", "Benoît", "Ludovica", "Begoña", "Käthe", "Ana-Maria", "JÜRGEN")
    assert all(map(is_given_name, names))
    assert not any(map(is_given_name, ("Popescu", "Smith", "Lefèvre", "Rossi", "García", "Müller", "Team")))


def _texts() -> list[list[str]]:
    return [[str(v) for v in values] for values in (ANA, BO)]
