"""Tables of totals below scoresheets on the same worksheet: what repeats the games is left out, the rest is games."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.model import ParsedFile
from tests.readers.reading import accounted, fates, read
from tests.readers.workbook import ANA, BO, LABELS, paper_lines

FIRST, SECOND, OLD = "13.06.2026", "20.06.2026", "16.05.2026"
_SUMS = (6, 7, 15)
NAMES = ("Ana", "Bo")
FIGURES = {FIRST: (ANA, BO), SECOND: (BO, ANA)}
#: The totals of Ana and Bo that the boxes above give, worked by hand in `tests.readers.workbook`.
TOTALS = {FIRST: (285, 32), SECOND: (32, 285)}
GAMES = [("2026-06-13", "Ana", 3), ("2026-06-13", "Bo", 1), ("2026-06-20", "Ana", 1), ("2026-06-20", "Bo", 3)]
OLDER = [("2026-05-16", "Ana", None), ("2026-05-16", "Bo", None)]


def paper_sheets() -> list[str]:
    lines = []
    for day, both in FIGURES.items():
        lines += [day, ";Ana;Bo", *paper_lines(*both), ""]
    return lines


def wide_table() -> list[str]:
    at = [i for i in range(len(LABELS)) if i not in _SUMS]
    lines = [";".join(["Data", "Jucător", *(LABELS[i] for i in at)])]
    for day, both in FIGURES.items():
        lines += [
            f"{day};{name};" + ";".join(str(v[i]) for i in at) for name, v in zip(("Ana", "Bo"), both, strict=True)
        ]
    return [*lines, ""]


def listed(totals: dict[str, tuple[int, int]]) -> list[str]:
    return [
        "Data;Jucător;Total",
        *(f"{day};{n};{v}" for day, both in totals.items() for n, v in zip(NAMES, both, strict=True)),
    ]


def matrix(totals: dict[str, tuple[int, int]]) -> list[str]:
    return ["Data;Ana;Bo", *(f"{day};{a};{b}" for day, (a, b) in totals.items())]


def turned(totals: dict[str, tuple[int, int]]) -> list[str]:
    rows = [[name, *(str(both[i]) for both in totals.values())] for i, name in enumerate(NAMES)]
    return [";".join(["Jucător", *totals]), *map(";".join, rows)]


def played(parsed: ParsedFile) -> list[tuple[Any, ...]]:
    assert not parsed.questions
    return [(str(day), player, ones) for day, player, ones in parsed.sheets.select("played", "player", "p_ones").rows()]


@pytest.mark.parametrize("sheets", [paper_sheets, wide_table])
@pytest.mark.parametrize("table", [listed, matrix, turned])
@pytest.mark.parametrize("title", [[], ["Totaluri"]])
def test_totals_of_the_games_are_not_counted_again(sheets: Any, table: Any, title: list[str]) -> None:
    lines = [*sheets(), *title, *table(TOTALS)]
    parsed = read("\n".join(lines))
    assert played(parsed) == GAMES
    assert parsed.findings.is_empty()
    assert accounted(parsed) == [i for i, line in enumerate(lines, 1) if line]
    assert fates(parsed)[len(lines)] == "statistics"


@pytest.mark.parametrize("sheets", [paper_sheets, wide_table])
@pytest.mark.parametrize("table", [listed, matrix, turned])
def test_totals_of_other_days_are_games(sheets: Any, table: Any) -> None:
    for totals in ({OLD: (210, 180)}, {**TOTALS, OLD: (210, 180)}):
        parsed = read("\n".join([*sheets(), *table(totals)]))
        assert played(parsed) == [*GAMES, *OLDER]
        assert parsed.sheets["stated_total"].to_list()[-2:] == [210, 180]


@pytest.mark.parametrize("sheets", [paper_sheets, wide_table])
@pytest.mark.parametrize(
    "table",
    [
        matrix({FIRST: (285, 32), SECOND: (317, 317)}),  # added up from day to day
        matrix({FIRST: (40, 10), SECOND: (-40, 40)}),  # points for places
        [*matrix(TOTALS), "Total;317;317"],
        ["Data;Câștigător;Total", f"{FIRST};Ana;285", f"{SECOND};Bo;285"],
        ["Joc;Jucător;Total", "1;Ana;285", "1;Bo;32", "2;Ana;32", "2;Bo;285"],
        ["Jucător;Jocuri;Total", "Ana;2;317", "Bo;2;317"],
    ],
)
def test_statistics_below_the_games_are_no_games(sheets: Any, table: list[str]) -> None:
    parsed = read("\n".join([*sheets(), *table]))
    assert played(parsed) == GAMES
    assert parsed.findings.is_empty()
    assert "rejected" not in parsed.rows["fate"].to_list()


def test_a_total_that_says_otherwise_is_told() -> None:
    totals = {**TOTALS, SECOND: (32, 258)}
    parsed = read("\n".join([*paper_sheets(), *matrix(totals)]))
    assert played(parsed) == GAMES
    told = parsed.rows.filter(parsed.rows["fate"] == "rejected")["message"].to_list()
    assert told == ["Bo has 258 here, and 285 in the game of that day elsewhere in the file."]
    parsed = read("\n".join([*wide_table(), *matrix(totals)]))
    assert parsed.sheets["stated_total"].to_list() == [None, None, None, 258]


def test_scoresheets_go_on_below_the_totals() -> None:
    parsed = read("\n".join([*paper_sheets()[:19], *matrix({FIRST: TOTALS[FIRST]}), "", *paper_sheets()[19:]]))
    assert played(parsed) == GAMES


def test_totals_below_games_without_a_date_are_left_out() -> None:
    lines = [line for line in paper_sheets() if line not in (FIRST, SECOND)]
    assert played(read("\n".join([*lines, *matrix(TOTALS)]))) == [("None", *rest) for _, *rest in GAMES]


def test_headings_of_a_long_table_again_are_no_totals() -> None:
    boxes = [LABELS[i] for i in range(len(LABELS)) if i not in _SUMS]
    lines = [f"{day};Ana;{box};{value}" for day in (FIRST, SECOND) for value, box in enumerate(boxes)]
    parsed = read(
        "\n".join(["Data;Jucător;Categorie;Puncte", *lines[:13], "", "Data;Jucător;Categorie;Puncte", *lines[13:]])
    )
    assert [str(day) for day in parsed.sheets["played"]] == ["2026-06-13", "2026-06-20"]
