"""Rows and columns of the best of each box are no games of a player, wherever they stand; players named so stay."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.model import ParsedFile
from tests.readers.reading import BO, ENGLISH, fates, read
from tests.readers.workbook import xlsx

ANA = "2,6,9,8,15,18,20,0,25,30,40,0,22"
BEST = "5,8,15,16,25,24,29,28,25,30,40,50,30"
HEAD = f"Date,Player,{ENGLISH}"
GAME = [f"2026-03-14,Ana,{ANA}", f"2026-03-14,Bo,{BO}"]
SURE = (
    "Record",
    "Club record",
    "Best score",
    "Cel mai bun",
    "Recordul clubului",
    "Meilleur score",
    "Rekord",
    "Bestwert",
)
DOUBTFUL = ("Best", "Max", "Meilleur", "Mejor", "Migliore", "Beste", "Max Popescu")


def players(parsed: ParsedFile) -> list[str]:
    assert not parsed.questions
    return parsed.sheets["player"].unique(maintain_order=True).to_list()


def across(line: str) -> list[str]:
    return line.split(",")


@pytest.mark.parametrize("name", [*SURE, *DOUBTFUL])
def test_a_row_of_the_best_of_each_box_is_no_sheet(name: str) -> None:
    record = f",{name},{BEST}"
    for lines in ([*GAME, record], [record, *GAME], [GAME[0], record]):
        parsed = read("\n".join([HEAD, *lines]))
        assert players(parsed) == ["Ana", "Bo"][: len(lines) - 1]
        assert fates(parsed)[lines.index(record) + 2] in ("sums", "statistics")


@pytest.mark.parametrize("name", [*SURE, *DOUBTFUL])
def test_nor_where_no_game_has_a_date(name: str) -> None:
    lines = [line.partition(",")[2] for line in (HEAD, *GAME, f",{name},{BEST}")]
    assert players(read("\n".join(lines))) == ["Ana", "Bo"]


@pytest.mark.parametrize("name", [*SURE, *DOUBTFUL])
def test_nor_as_a_column_of_a_paper_sheet(name: str) -> None:
    for named in ({"Ana": ANA, "Bo": BO, name: BEST}, {"Ana": ANA, name: BEST}):
        rows = zip(across(ENGLISH), *map(across, named.values()), strict=True)
        parsed = read("\n".join(["2026-03-14", ",".join(["", *named]), *map(",".join, rows)]))
        assert players(parsed) == list(named)[:-1]


def test_a_column_of_a_paper_sheet_that_is_left_out_so_is_told() -> None:
    lines = [",Ana,Bo,Max", *(",".join(r) for r in zip(*map(across, (ENGLISH, ANA, BO, BEST)), strict=True))]
    (note,) = read("\n".join(lines) + "\n").understood.notes
    assert note.endswith("and no player: Max")


def test_one_of_two_who_has_less_in_each_box_is_a_player() -> None:
    rows = zip(across(ENGLISH), across(BEST), across(ANA), strict=True)
    parsed = read("\n".join(["2026-03-14", ",Ana,Max", *map(",".join, rows)]))
    assert players(parsed) == ["Ana", "Max"]


@pytest.mark.parametrize("name", [*SURE, *DOUBTFUL])
def test_nor_in_a_long_table_or_on_a_worksheet_of_its_own(name: str) -> None:
    lines = [
        f"{day},{player},{box},{value}"
        for day, player, figures in (("2026-03-14", "Ana", ANA), ("2026-03-14", "Bo", BO), ("", name, BEST))
        for box, value in zip(across(ENGLISH), across(figures), strict=True)
    ]
    assert players(read("\n".join(["Date,Player,Box,Points", *lines]))) == ["Ana", "Bo"]

    def fill(book: Any) -> None:
        for title, rows in (("Games", [HEAD, *GAME]), ("Other", [HEAD, f",{name},{BEST}"])):
            sheet = book.add_worksheet(title)
            for i, row in enumerate(rows):
                sheet.write_row(i, 0, [int(c) if c.isdigit() else c for c in across(row)])

    assert players(read(xlsx(fill), "a.xlsx")) == ["Ana", "Bo"]


@pytest.mark.parametrize("name", SURE)
def test_a_record_alone_is_no_game(name: str) -> None:
    assert players(read(f"Player,{ENGLISH}\n{name},{BEST}\n")) == []


@pytest.mark.parametrize(
    "name", ["Best", "Max", "Massimo", "Máximo", "Mejor", "Beste", "Max Popescu", "George Best", "Max (guest)"]
)
def test_players_who_are_called_like_a_best_stay(name: str) -> None:
    beaten = BEST.replace("5,8,15", "1,8,0")
    dated = read("\n".join([HEAD, *GAME, f"2026-03-14,{name},{BEST}", f"2026-03-21,{name},{beaten}"]))
    once = read("\n".join([HEAD, GAME[0], f",Bo,{BO}", f",{name},{beaten}"]))
    for parsed in (dated, once):
        assert players(parsed) == ["Ana", "Bo", name]
        assert parsed.sheets["p_threes"].to_list()[-1] == 0


@pytest.mark.parametrize("first", [["Best of each box", ""], ["", "Record"], ["Records", "Best"]])
def test_a_worksheet_of_figures_that_are_nobodys_is_left_out(first: list[str]) -> None:
    def fill(book: Any) -> None:
        records = [",".join([first[0], ENGLISH]), ",".join([first[1], BEST])]
        for title, lines in (("Games", [HEAD, *GAME]), ("Records", records)):
            sheet = book.add_worksheet(title)
            for i, line in enumerate(lines):
                sheet.write_row(i, 0, across(line))

    parsed = read(xlsx(fill), "club.xlsx")
    assert players(parsed) == ["Ana", "Bo"]
    left = parsed.rows.filter(parsed.rows["worksheet"] == "Records")
    assert left["fate"].to_list() == ["ignored", "ignored"]
