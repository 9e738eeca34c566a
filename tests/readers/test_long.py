"""CSV long: a row a box (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import product

import pytest

from ingest.readers import labels, plain_labels
from tests.readers.reading import ENGLISH, accounted, boxes, fates, read

HEAD = "game,date,player,column,box,points,dice,turn,throws,kept,announced"


def test_points_dice_and_turns() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,,full_house,25,2 2 3 3 3,4,,,\n1,2026-03-14,Ana,,ones,x,,1,,,\n")
    row = parsed.sheets.row(0, named=True)
    assert parsed.reader == "csv-long"
    assert (row["p_full_house"], row["d_full_house"], row["t_full_house"]) == (25, "22333", 4)
    assert (row["p_ones"], row["t_ones"], row["row"], row["last_row"]) == (0, 1, 2, 3)
    assert row["played"] == dt.date(2026, 3, 14)


def test_throws_and_what_was_kept() -> None:
    parsed = read(f"{HEAD}\n1,2026-03-14,Ana,,yams,,,5,66612|66663|66666,666|6666,\n")
    assert parsed.throws.row(0, named=True) == {
        "sheet": 0,
        "column": "main",
        "box": "yams",
        "throws": ["66612", "66663", "66666"],
        "kept": ["666", "6666"],
        "announced": None,
    }


def test_lines_of_a_sheet_may_stand_anywhere() -> None:
    lines = ["1,2026-03-14,Ana,down,ones,3", "1,2026-03-14,Bo,down,ones,2", "1,2026-03-14,Ana,up,ones,1"]
    parsed = read("game,date,player,column,box,points\n" + "\n".join(lines) + "\n")
    assert parsed.sheets.select("sheet", "player", "column", "p_ones").rows() == [
        (0, "Ana", "down", 3),
        (0, "Ana", "up", 1),
        (1, "Bo", "down", 2),
    ]


def test_a_box_that_nobody_knows_is_a_finding() -> None:
    parsed = read("player,box,points\nAna,ones,3\nAna,Großmutter,7\n")
    assert parsed.findings.select("code", "box", "stated", "row").rows() == [("unknown_box", "Großmutter", "7", 3)]


def test_a_box_given_twice() -> None:
    parsed = read("player,box,points\nAna,ones,3\nAna,ones,3\nAna,twos,4\nAna,Twos,6\n")
    assert boxes(parsed) == {"Ana": {"ones": 3, "twos": None}}
    assert parsed.findings.select("code", "box", "row").rows() == [("bad_value", "twos", 5)]


def test_labels_of_any_language_and_stated_figures() -> None:
    parsed = read("Joueur;Combinaison;Points\nAna;Brelan;20\nAna;Petite suite;30\nAna;Total;50\nAna;Bonus;0\n")
    assert boxes(parsed) == {"Ana": {"three_of_a_kind": 20, "small_straight": 30}}
    assert parsed.sheets.select("stated_total", "stated_bonus").row(0) == (50, 0)
    assert parsed.understood.language == "fr"


def test_every_line_is_accounted_for() -> None:
    text = "Export\n\nplayer,box,points\nAna,ones,3\nAna,,4\n,twos,4\nTotal,,7\nnote\nBo,ones,1,9\nplayer,box,points\n"
    parsed = read(text)
    assert accounted(parsed) == [1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert fates(parsed) == {
        1: "title",
        3: "heading",
        5: "unknown_box",
        6: "no_player",
        7: "sums",
        8: "note",
        9: "too_many_fields",
        10: "heading",
    }


@pytest.mark.parametrize(
    ("said", "means"), [("true", "true"), ("Da", "true"), ("4", "4"), ("no", None), ("0", None), ("", None)]
)
def test_what_is_announced_is_yes_or_a_face(said: str, means: str | None) -> None:
    parsed = read(f"{HEAD}\nA,2026-03-14,Ana,main,youpi_yams,0,,,1234561111|1234566666,,{said}\n")
    assert (parsed.throws["announced"].to_list(), parsed.findings.rows()) == ([means], [])


@pytest.mark.parametrize("said", ["later", "7", "12"])
def test_what_else_is_announced_is_not_taken(said: str) -> None:
    parsed = read(f"{HEAD}\nA,2026-03-14,Ana,main,youpi_yams,0,,,1234561111|1234566666,,{said}\n")
    assert parsed.findings.select("box", "code", "stated", "row").rows() == [("youpi_yams", "bad_value", said, 2)]
    assert parsed.throws["announced"].to_list() == [None]


def test_what_is_written_once_counts_for_the_lines_below() -> None:
    """A date in a game's first line, a name in a sheet's first; a box that comes again is of another game."""
    lines = [
        "14/03/2026;Ana;ones;3",
        ";Ana;twos;4",
        ";Bo;ones;1",
        "21/03/2026;Ana;ones;2",
        ";Ana;twos;6",
        ";Ana;twos;8",
    ]
    parsed = read("\n".join(["date;player;box;points", *lines]) + "\n")
    found = parsed.sheets.select("played", "player", "p_ones", "p_twos").rows()
    days = [dt.date(2026, 3, 14), dt.date(2026, 3, 14), dt.date(2026, 3, 21), None]
    assert found == list(zip(days, ["Ana", "Bo", "Ana", "Ana"], [3, 1, 2, None], [4, None, 6, 8], strict=True))
    lines = ["14/03/2026;Ana;ones;3", ";;twos;4", ";;fives;5", ";Bo;ones;1", ";;twos;2"]
    parsed = read("\n".join(["date;player;box;points", *lines]) + "\n")
    assert parsed.sheets.select("player", "p_ones", "p_twos").rows() == [("Ana", 3, 4), ("Bo", 1, 2)]
    assert set(parsed.sheets["played"]) == {days[0]}
    summed = ["14/03/2026;Ana;ones;3", ";;total;3", ";Bo;ones;1", ";;total;1", "21/03/2026;Ana;ones;2", ";Bo;ones;5"]
    parsed = read("\n".join(["date;player;box;points", *summed]) + "\n")
    found = parsed.sheets.select("played", "player", "p_ones").rows()
    assert found == [(days[0], "Ana", 3), (days[0], "Bo", 1), (days[2], "Ana", 2), (days[2], "Bo", 5)]
    for name in ("", "Max"):
        lines = ["14/03/2026;Max;ones;3", *(f";{name};{box};0" for box in ("twos", "fives", "chance")), ";Bo;ones;1"]
        parsed = read("\n".join(["date;player;box;points", *lines]) + "\n")
        assert parsed.sheets.select("played", "player", "p_twos").rows() == [(days[0], "Max", 0), (days[0], "Bo", None)]
    again = read("date;player;box;points\n14/03/2026;Ana;ones;3\n;Bo;ones;1\n;Ana;ones;2\n;Bo;ones;5\n").sheets
    assert again["played"].to_list() == [days[0], days[0], None, None]


def test_headings_again_in_another_order() -> None:
    parsed = read("player;box;points\nAna;ones;3\n\nbox;player;points\ntwos;Ana;4\n")
    assert boxes(parsed) == {"Ana": {"ones": 3, "twos": 4}}


def test_throws_are_not_looked_up_as_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn has throws of its own: to weigh them all as labels would take longer than all the rest."""
    looked_up: list[str] = []

    def counted(text: str, forms: Sequence[str] | None = None) -> plain_labels.Label | None:
        looked_up.append(text)
        return plain_labels.plain_label(text, forms)

    monkeypatch.setattr(labels, "plain_label", counted)
    rolls = (" ".join(map(str, dice)) for dice in product(range(1, 7), repeat=5))
    cells = ((player, box) for player in range(20) for box in ENGLISH.split(","))
    lines = "".join(f"P{n},{box},,{next(rolls)}|{next(rolls)}|{next(rolls)}\n" for n, box in cells)
    parsed = read(f"player,box,points,throws\n{lines}", delimiter=",")
    assert len(parsed.throws) == 13 * 20
    assert not [text for text in looked_up if "|" in text]


def test_a_bare_sum_beside_a_total_closes_the_upper_boxes() -> None:
    lines = [("Einser", 3), ("gesamt", 3), ("Chance", 20), ("Endsumme", 23)]
    text = "".join(f"2026-03-14;Ana;{box};{points}\n" for box, points in lines)
    parsed = read(f"Datum;Spieler;Feld;Punkte\n{text}")
    assert parsed.sheets["stated_total"].to_list() == [23]
    assert parsed.findings.is_empty()


def test_a_round_with_one_box_of_each_sheet_is_a_turn() -> None:
    lines = ["1,1,Ana,Ones,3", "1,1,Bo,Chance,22", "1,2,Ana,Full house,25", "1,2,Bo,Ones,x"]
    parsed = read("game,round,player,category,score\n" + "\n".join(lines) + "\n")
    told = parsed.sheets.select("player", "round", "p_ones", "t_ones", "t_full_house", "t_chance").rows()
    assert told == [("Ana", None, 3, 1, 2, None), ("Bo", None, 0, 2, None, 1)]


def test_a_round_with_several_boxes_of_a_sheet_is_one_of_a_tournament() -> None:
    lines = ["2026-03-14,1,Ana,Ones,3", "2026-03-14,1,Ana,Twos,4", "2026-03-14,2,Ana,Ones,2"]
    parsed = read("date,round,player,box,points\n" + "\n".join(lines) + "\n")
    assert parsed.sheets.select("round", "p_ones", "p_twos").rows() == [("1", 3, 4), ("2", 2, None)]


@pytest.mark.parametrize("day", ["2026-03-14", "1773500400"])
def test_an_unknown_heading_over_dates_is_asked_about(day: str) -> None:
    parsed = read(f"entered_on,player,box,points\n{day},Ana,Ones,3\n{day},Bo,Ones,2\n")
    assert [(q.about, q.subject, q.choices) for q in parsed.questions] == [
        ("heading", "entered_on", ("date", "ignore"))
    ]


def test_the_most_and_the_least_of_ten_dice_are_plus_and_minus() -> None:
    parsed = read("Joueur,Case,Points\nZoé,Youpi Yams,25\nZoé,Le plus,48\nZoé,Le moins,15\n")
    assert parsed.sheets.select("p_youpi_yams", "p_plus", "p_minus").rows() == [(25, 48, 15)]


def test_lines_with_the_time_of_their_turn_are_of_one_game() -> None:
    lines = ["2026-03-14T23:58:10Z,Ana,Ones,3", "2026-03-14T23:59:02Z,Bo,Ones,2", "2026-03-15T00:01:30Z,Ana,Twos,4"]
    parsed = read("game,ts,player,box,points\n" + "\n".join(f"7,{line}" for line in lines) + "\n")
    assert parsed.sheets.select("player", "played", "p_ones", "p_twos").rows() == [
        ("Ana", dt.date(2026, 3, 14), 3, 4),
        ("Bo", dt.date(2026, 3, 14), 2, None),
    ]


def test_a_time_of_each_line_leaves_games_apart_in_which_boxes_come_again() -> None:
    lines = ["2026-03-14 20:00,Ana,Ones,3", "2026-03-14 20:00,Ana,Twos,4", "2026-03-14 21:00,Ana,Ones,2"]
    parsed = read("Date,player,box,points\n" + "\n".join(lines) + "\n")
    assert parsed.sheets.select("p_ones", "p_twos").rows() == [(3, 4), (2, None)]


def test_a_mark_in_the_place_of_the_dice_strikes_the_box() -> None:
    parsed = read("date,player,box,dice\n2026-03-14,Ana,ones,1 1 1 4 5\n2026-03-14,Ana,yams,x\n2026-03-14,Ana,twos,\n")
    row = parsed.sheets.row(0, named=True)
    assert (row["d_ones"], row["p_yams"], row.get("d_yams"), row.get("p_twos")) == ("11145", 0, None, None)
    assert parsed.findings.is_empty()
