"""A rejected row knows the game that it was to be part of, where that can be known, and the whole game is held."""

from __future__ import annotations

import json

import polars as pl
import pytest

from ingest.model import ParsedFile
from tests.readers.reading import ANA, BO, ENGLISH, read

HEAD = f"Date,Table,Player,{ENGLISH}"
LONG = "date,player,box,points"


def games(parsed: ParsedFile) -> dict[int, str | None]:
    """Return for each rejected row a player of the game that it belongs to, None where that is not known."""
    players = dict(parsed.sheets.select("sheet", "player").iter_rows())
    rejected = parsed.rows.filter(pl.col("fate") == "rejected")
    return {row: players.get(sheet) for row, sheet in rejected.select("row", "sheet").iter_rows()}


def night(*rows: str) -> dict[int, str | None]:
    return games(read("\n".join([HEAD, *rows])))


def test_a_row_too_long_and_one_without_a_name_belong_to_the_game_of_their_date_and_table() -> None:
    assert night(
        f"13.06.2026,A,Ana,{ANA}",
        f"13.06.2026,B,Cy,{BO}",
        f"13.06.2026,A,Bo,{BO},7",
        f"13.06.2026,B,,{ANA}",
    ) == {4: "Ana", 5: "Cy"}


def test_a_row_whose_separators_are_shifted_belongs_to_the_game_around_it() -> None:
    assert night(f"13.06.2026,A,Ana,{ANA}", f"13.06.2026,Pop,A,Bo,{BO}", f"13.06.2026,A,Cy,{BO}") == {3: "Ana"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("13 Ana, 31 Bo, 13 Cy", {3: "Ana"}),
        ("13 Ana, 13 Bo, 31 Cy, 20 Ana, 20 Bo, 20 Cy", {4: "Ana"}),
        ("13 Ana, 13 Bo, 13 Cy, 31 Ana, 20 Bo, 20 Cy", {5: "Bo"}),
        ("13 Ana, 13 Bo, 31 Cy", {4: "Ana"}),
        ("13 Ana, 13 Bo, 31 Cy, 20 Ana, 20 Bo", {4: None}),  # of either
        ("13 Ana, 13 Bo, 31 Ana, 31 Bo, 31 Cy, 20 Ana, 20 Bo", {4: None, 5: None, 6: None}),  # a game of its own
    ],
)
def test_a_row_whose_date_cannot_be_belongs_to_the_game_beside_it_that_lacks_its_player(
    rows: str, expected: dict[int, str | None]
) -> None:
    told = [row.split() for row in rows.split(", ")]
    assert night(*(f"{day}.06.2026,A,{player},{ANA}" for day, player in told)) == expected


def test_after_a_blank_line_another_game_begins() -> None:
    assert night(f"13.06.2026,A,Ana,{ANA}", f"13.06.2026,A,Bo,{BO}", "", f"31.06.2026,A,Cy,{BO}") == {5: None}


def test_a_row_without_a_name_takes_the_date_written_above_it() -> None:
    assert night(f"13.06.2026,A,Ana,{ANA}", f",,,{BO}", f",,Cy,{BO}", f"20.06.2026,A,Ana,{ANA}", f",,Bo,{BO}") == {
        3: "Ana"
    }


def test_a_table_without_dates_is_one_game() -> None:
    assert games(read(f"Player,{ENGLISH}\nAna,{ANA}\n,{BO}\n")) == {3: "Ana"}


def test_sums_without_a_name_are_no_lost_sheet() -> None:
    parsed = read(f"Player,{ENGLISH}\nAna,{ANA}\nBo,{BO}\n,4,8,12,16,20,24,20,0,25,30,40,50,33")
    assert games(parsed) == {}
    assert parsed.rows.filter(pl.col("row") == 4)["code"].to_list() == ["sums"]


def test_a_line_of_the_long_layout_belongs_to_the_game_of_its_date() -> None:
    parsed = read(
        f"{LONG}\n13.06.2026,Ana,ones,3\n13.06.2026,,twos,4\n13.06.2026,Bo,,5\n31.06.2026,Bo,ones,1\n"
        "13.06.2026,Bo,twos,2\n20.06.2026,Cy,ones,1\n13.06.2026,Ana,twos,6,9"
    )
    assert games(parsed) == {3: "Ana", 4: "Ana", 5: "Ana", 8: "Ana"}


def test_a_broken_line_of_json_belongs_to_the_game_around_it() -> None:
    ana, bo, cy = (json.dumps({"player": name, "date": "2026-06-13", "total": 200}) for name in ("Ana", "Bo", "Cy"))
    assert games(read("\n".join([ana, bo[:-3], cy]), "sheet.ndjson")) == {2: "Ana"}


def test_a_total_beside_no_player_belongs_to_the_game_of_its_line() -> None:
    head = "Date,1st,Points,2nd,Points"
    assert games(read(f"{head}\n2026-03-14,Ana,231,,187\n2026-03-21,Bo,231,Ana,187\n")) == {2: "Ana"}
