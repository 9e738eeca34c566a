"""Several games side by side above the same boxes: players over dates or games, and the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ingest.model import ParsedFile
from tests.readers.reading import ITALIAN, accounted, fates, read
from tests.readers.workbook import ANA, BO, LABELS, paper_lines

FIRST, SECOND = "13.06.2026", "20.06.2026"
SUM = tuple(a + b for a, b in zip(ANA, BO, strict=True))
#: Ana has three ones on the first day and one on the second, Bo the other way round.
BY_PLAYER = BY_GAME = (ANA, BO, BO, ANA)
BOTH = [("2026-06-13", "Ana", 3), ("2026-06-13", "Bo", 1), ("2026-06-20", "Ana", 1), ("2026-06-20", "Bo", 3)]


def sheet(*head: str, figures: Sequence[Sequence[Any]] = BY_PLAYER) -> ParsedFile:
    """Read a paper sheet below these lines: each of the sequences of figures is a column."""
    lines = paper_lines(*figures)
    return read("\n".join([*head, *lines]) + "\n")


def played(parsed: ParsedFile) -> list[tuple[str, str, int]]:
    """Return day, player and ones of each sheet, those of one game together."""
    assert not parsed.questions
    found = parsed.sheets.sort("block", maintain_order=True)
    assert found["block"].n_unique() == len({block for block, _ in found.select("block", "played").rows()})
    return [(str(day), player, ones) for day, player, ones in found.select("played", "player", "p_ones").rows()]


def test_players_over_dates() -> None:
    days = f";{FIRST};{SECOND};{FIRST};{SECOND}"
    bare = ";13.06.;20.06.;13.06.;20.06."
    heads: list[list[str]] = [
        [";Ana;;Bo;", days],
        [";Ana;Ana;Bo;Bo", days],
        ["Jucător;Ana;;Bo;", f"Data{days}"],
        [days, ";Ana;Ana;Bo;Bo"],
        [";Ana;;Bo;", days, ";sâmbătă;sâmbătă;sâmbătă;sâmbătă"],
        ["Campionat 2026", ";Ana;;Bo;", bare],
    ]
    for head in heads:
        parsed = sheet(*head)
        assert played(parsed) == BOTH
        assert parsed.sheets["block"].n_unique() == 2
        assert accounted(parsed) == list(range(1, len(head) + len(LABELS) + 1))
        named = next(row for row, line in enumerate(head, 1) if "Ana" in line)
        assert [row for row, code in fates(parsed).items() if code == "heading"] == [named]


def test_players_over_dates_where_one_was_not_there() -> None:
    parsed = sheet(";Ana;;Bo", f";{FIRST};{SECOND};{SECOND}", figures=(ANA, BO, ANA))
    assert played(parsed) == [BOTH[0], *BOTH[2:]]
    parsed = sheet(";Ana;;Bo;", f";{FIRST};{SECOND};{FIRST};{SECOND}", figures=(ANA, BO, [""] * len(BO), ANA))
    assert played(parsed) == [BOTH[0], *BOTH[2:]]


def test_players_with_a_sum_or_a_gap_behind_their_dates() -> None:
    days = f"{FIRST};{SECOND}"
    assert played(sheet(";Ana;;;Bo;", f";{days};;{days}", figures=(ANA, BO, [""] * len(BO), BO, ANA))) == BOTH
    parsed = sheet(";Ana;;;Bo;;", f";{days};Total;{days};Total", figures=(ANA, BO, SUM, BO, ANA, SUM))
    assert played(parsed) == BOTH


@pytest.mark.parametrize(("word", "field"), [("Joc", None), ("Runda", "round"), ("Masa", "table")])
def test_players_over_games_of_one_evening(word: str, field: str | None) -> None:
    parsed = sheet(FIRST, ";Ana;;Bo;", f";{word} 1;{word} 2;{word} 1;{word} 2")
    assert [(FIRST, player, ones) for _, player, ones in BOTH] == [(FIRST, *rest) for _, *rest in played(parsed)]
    assert parsed.sheets["block"].n_unique() == 2
    assert {str(day) for day in parsed.sheets["played"]} == {"2026-06-13"}
    if field:
        assert sorted(parsed.sheets[field]) == ["1", "1", "2", "2"]


def test_two_games_of_one_day() -> None:
    parsed = sheet(";Ana;;Bo;", f";{FIRST};{FIRST};{FIRST};{FIRST}")
    assert parsed.sheets.sort("block", maintain_order=True).select("block", "player", "p_ones").rows() == [
        (0, "Ana", 3), (0, "Bo", 1), (1, "Ana", 1), (1, "Bo", 3),
    ]  # fmt: skip


def test_dates_over_players() -> None:
    heads = [
        [f";{FIRST};;{SECOND};", ";Ana;Bo;Ana;Bo"],
        [f"Data;{FIRST};{FIRST};{SECOND};{SECOND}", "Jucător;Ana;Bo;Ana;Bo"],
        ["Jucător;Ana;Bo;Ana;Bo", f"Data;{FIRST};{FIRST};{SECOND};{SECOND}"],
        [";Ana;Bo;Ana;Bo", f";{FIRST};;{SECOND};"],
    ]
    for head in heads:
        assert played(sheet(*head, figures=BY_GAME)) == BOTH


def test_players_over_dates_over_columns() -> None:
    days = [FIRST, "", "", SECOND, "", ""]
    head = [["", "Ana", "", "", "", "", "", "Bo"], ["", *days, *days], ["", *["↓", "↕", "↑"] * 4]]
    lines = [[box, *map(str, range(1, 13))] for box in ITALIAN]
    parsed = read("\n".join(";".join(line) for line in [*head, *lines]))
    found = parsed.sheets.sort("block", maintain_order=True).select("played", "player", "column", "p_ones").rows()
    starts = [("2026-06-13", "Ana", 1), ("2026-06-13", "Bo", 7), ("2026-06-20", "Ana", 4), ("2026-06-20", "Bo", 10)]
    columns = list(enumerate(("down", "free", "up")))
    assert [(str(day), *rest) for day, *rest in found] == [
        (day, player, column, ones + i) for day, player, ones in starts for i, column in columns
    ]


def test_days_without_a_year_and_titles_are_no_players() -> None:
    for head in (
        [";Ana;;Bo;", ";13.06.;20.06.;13.06.;20.06."],
        [";Cupa;;;", f";{FIRST};{SECOND};27.06.2026;04.07.2026"],
    ):
        parsed = sheet(*head)
        assert parsed.sheets.is_empty()
        assert fates(parsed)[3] == "no_player"


def test_names_that_do_not_stand_above_their_own_dates_are_refused() -> None:
    days = f";{FIRST};{SECOND};{FIRST};{SECOND}"
    for names in (";;Ana;;Bo", ";Ana;Bo;;", ";Ana;;;Bo"):
        parsed = sheet(names, days)
        assert parsed.sheets.is_empty()
        assert "Write a name above each." in str(parsed.rows["message"].to_list())


def test_a_column_of_dates_beside_the_boxes() -> None:
    days = ((FIRST, ANA, BO), (SECOND, BO, ANA))
    for every in (True, False):
        for before in (True, False):
            rows = [
                [day if every or not i else "", label, a, b] if before else [label, a, b, day if every or not i else ""]
                for day, *both in days
                for i, (label, a, b) in enumerate(zip(LABELS, *both, strict=True))
            ]
            lines = [";".join(map(str, row)) for row in rows]
            head = "Data;Categorie;Ana;Bo" if before else "Categorie;Ana;Bo;Data"
            parsed = read("\n".join([head, *lines]))
            assert played(parsed) == BOTH
            assert accounted(parsed) == list(range(1, 2 * len(LABELS) + 2))
            assert parsed.understood.notes == ("nobody is named above row 18: the names further up count",)
            assert played(read("\n".join([head, *lines[:16], "", head, *lines[16:]]))) == BOTH


def test_two_dates_beside_one_sheet_are_told() -> None:
    days = [FIRST, *[SECOND] * (len(LABELS) - 1)]
    lines = [f"{day};{label};{value}" for day, label, value in zip(days, LABELS, ANA, strict=True)]
    parsed = read("\n".join(["Data;Categorie;Ana", *lines]))
    assert parsed.sheets.is_empty()
    assert fates(parsed)[2] == "bad_value"


def test_two_evenings_side_by_side_with_two_games_each() -> None:
    lines = zip(LABELS, ANA, BO, BO, ANA, strict=True)
    evening = [";Joc 1;;Joc 2;", ";Ana;Bo;Ana;Bo", *(";".join(map(str, line)) for line in lines)]
    both = [f"{FIRST};;;;;;{SECOND};;;;", *(f"{line};;{line}" for line in evening)]
    found = read("\n".join(both)).sheets
    assert [str(day) for day in found["played"]] == ["2026-06-13"] * 4 + ["2026-06-20"] * 4
    assert found["block"].n_unique() == 4


def test_the_date_of_a_tournament_at_the_top_counts_for_all_its_games() -> None:
    lines = [f"{label};{a};{b}" for label, a, b in zip(LABELS, ANA, BO, strict=True)]
    game = [";Ana;Bo", *lines, ""]
    found = read("\n".join(["Tournoi - 27 mai 2026", "", "Partie 1", *game, "Partie 2", *game])).sheets
    assert [str(day) for day in found["played"]] == ["2026-05-27"] * 4
