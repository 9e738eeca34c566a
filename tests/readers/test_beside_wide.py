"""What stands beside a wide table, behind an empty column."""

from __future__ import annotations

import pytest

from tests.readers.reading import ANA, BO, ENGLISH, boxes, fates, read, thirteen


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


@pytest.mark.parametrize("heading", ["Player", ""])
def test_a_player_again_before_the_total_behind_a_gap(heading: str) -> None:
    text = f"Date,Player,{ENGLISH},,{heading},Total\n2026-03-14,Ana,{ANA},,Ana,285\n2026-03-14,Bo,{BO},,Bo,33\n"
    assert read(text).sheets.select("player", "p_ones", "stated_total").rows() == [("Ana", 3, 285), ("Bo", 1, 33)]
