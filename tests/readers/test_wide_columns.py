"""Columns of the sheets of wide and long tables: above their headings, beside their boxes, in their rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, read

COLUMN_GAME = "Ones,Max,Min"


def test_columns_above_a_wide_table_are_asked_about() -> None:
    text = f",,Prima,,,Seconda,,\nDate,Player,{COLUMN_GAME},{COLUMN_GAME}\n2026-03-14,Ana,3,24,8,4,22,9\n"
    assert [(q.about, q.subject) for q in read(text).questions] == [("column", "Prima"), ("column", "Seconda")]
    parsed = read(text, headings={"Prima": "down", "Seconda": "up"})
    assert parsed.sheets.select("column", "p_ones", "p_min").rows() == [("down", 3, 8), ("up", 4, 9)]
    assert parsed.understood.headings["Prima"] == "down"


@pytest.mark.parametrize(
    "text",
    [
        f"Date,Player,Column,{COLUMN_GAME}\n2026-03-14,Ana,Prima,3,24,8\n2026-03-14,Ana,Seconda,4,22,9\n",
        "Date,Player,Column,Box,Points\n"
        + "".join(
            f"2026-03-14,Ana,{column},{box},{points}\n"
            for column, figures in (("Prima", (3, 24, 8)), ("Seconda", (4, 22, 9)))
            for box, points in zip(COLUMN_GAME.split(","), figures, strict=True)
        ),
    ],
)
def test_columns_named_in_their_rows_are_asked_about(text: str) -> None:
    assert [(q.about, q.subject) for q in read(text).questions] == [("column", "Prima"), ("column", "Seconda")]
    parsed = read(text, headings={"Prima": "down", "Seconda": "up"})
    assert parsed.sheets.select("column", "p_ones", "p_min").rows() == [("down", 3, 8), ("up", 4, 9)]
    assert parsed.understood.headings["Seconda"] == "up"


def test_the_total_of_a_sheet_beside_the_totals_of_its_columns() -> None:
    rows = [("down", ANA, 285, ""), ("free", BO, 32, ""), ("up", BO, 32, 349)]
    lines = [f"Bice,{column},{figures},{own},{whole}" for column, figures, own, whole in rows]
    parsed = read(f"Player,Column,{ENGLISH},Column total,Total\n" + "\n".join(lines) + "\n")
    assert parsed.sheets["stated_column_total"].to_list() == [285, 32, 32]
    assert parsed.sheets["stated_total"].drop_nulls().to_list() == [349]
    assert parsed.findings.is_empty()


BEHIND_OR_BEFORE = ("{column} - {box}", "{box} {column}", "{box}_{column}", "{box} ({column})", "{column}/{box}")


@pytest.mark.parametrize("written", BEHIND_OR_BEFORE)
def test_what_stands_beside_boxes_is_asked_about_as_a_column(written: str) -> None:
    heads = [written.format(column=column, box=x) for column in ("↓", "↕", "↑", "Q") for x in ITALIAN]
    text = f"Giocatore;{';'.join(heads)}\n" + "".join(f"{n}{';5' * len(heads)}\n" for n in ("Bice", "Ugo"))
    assert [(q.about, q.subject) for q in read(text).questions] == [("column", "Q")]
    told = read(text, headings={"Q": "dry"})
    assert told.questions == ()
    assert told.sheets["column"].to_list() == ["down", "free", "up", "dry"] * 2
    assert told.understood.headings["Q"] == "dry"
    assert read(text, headings={"Q": "ignore"}).sheets["column"].to_list() == ["down", "free", "up"] * 2


@pytest.mark.parametrize("written", BEHIND_OR_BEFORE)
@pytest.mark.parametrize("columns", [("D", "L", "A"), ("D", "F", "U"), ("↓", "L", "↑"), ("Baja", "Libre", "Sube")])
def test_first_letters_beside_boxes_are_columns(written: str, columns: Sequence[str]) -> None:
    heads = [written.format(column=column, box=x) for x in ITALIAN for column in columns]
    figures = ";".join(str(n) for _ in ITALIAN for n in (1, 2, 3))
    parsed = read(f"Giocatore;{';'.join(heads)}\nBice;{figures}\n")
    assert parsed.questions == ()
    assert parsed.sheets.select("column", "p_ones", "p_chance").rows() == [("down", 1, 1), ("free", 2, 2), ("up", 3, 3)]


def test_unknown_columns_alone_beside_boxes_are_asked_about_once_each() -> None:
    heads = [f"{x} {column}" for x in ITALIAN for column in ("Boh", "Mah")]
    parsed = read(f"Giocatore;{';'.join(heads)}\nBice{';5' * len(heads)}\n")
    assert [(q.about, q.subject) for q in parsed.questions] == [("column", "Boh"), ("column", "Mah")]


def test_the_boxes_may_be_repeated_without_the_columns_that_stand_above_them() -> None:
    above = [""] + [column if n == 0 else "" for column in ("↓", "↕", "↑") for n in range(len(ITALIAN))]
    heads = ";".join(["Giocatore", *ITALIAN * 3])
    figures = ";".join(str(n) for n in (1, 2, 3) for _ in ITALIAN)
    parsed = read(f"{';'.join(above)}\n{heads}\nBice;{figures}\n{heads}\nUgo;{figures}\n")
    found = parsed.sheets.select("player", "column", "p_ones").rows()
    assert found == [(who, c, n) for who in ("Bice", "Ugo") for n, c in enumerate(("down", "free", "up"), 1)]
