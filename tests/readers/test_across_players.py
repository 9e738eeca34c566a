"""Wide tables with a row a game that have the boxes of all players across."""

from __future__ import annotations

import pytest

from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, accounted, boxes, read, thirteen


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
    assert parsed.understood.notes == ("each row is a game of Ana, Uncle Bo, as the headings have it",)
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


def test_columns_for_the_names_of_numbered_players_count_for_their_boxes() -> None:
    head = ";".join(f"player{n};" + ";".join(f"p{n}_{box}" for box in ENGLISH.split(",")) for n in (1, 2))
    ana, bo = ANA.replace(",", ";"), BO.replace(",", ";")
    parsed = read(f"date;{head}\n2026-03-14;Ana;{ana};Bo;{bo}\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


def test_a_title_above_the_headings_is_no_player() -> None:
    labels = "As,Deux,Trois,Quatre,Cinq,Six,Brelan,Carré,Full,Petite suite,Grande suite,Yam's,Chance"
    parsed = read(f"Feuille de marque\nDate,Joueur,{labels}\n2026-03-14,Ana,{ANA}\n2026-03-14,Bo,{BO}\n")
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


@pytest.mark.parametrize("name", ["Full", "Round", "Uno", "Cat", "Kniffel", "Date finished", "Firstname"])
@pytest.mark.parametrize("form", ["{0} {1}", "{1} ({0})"])
def test_players_called_like_a_box_or_a_field_beside_all_boxes(name: str, form: str) -> None:
    head = ",".join(["Date", *(form.format(player, box) for player in (name, "Bo") for box in ENGLISH.split(","))])
    assert boxes(read(f"{head}\n2026-03-14,{ANA},{BO}\n")) == {name: thirteen(ANA), "Bo": thirteen(BO)}


@pytest.mark.parametrize("word", ["dice", "turn"])
def test_what_stands_beside_each_box_is_no_player(word: str) -> None:
    labels = ENGLISH.split(",")
    head = ",".join(["Date,Player", *labels, *(f"{box} {word}" for box in labels)])
    assert boxes(read(f"{head}\n2026-03-14,Ana,{ANA},{BO}\n")) == {"Ana": thirteen(ANA)}
