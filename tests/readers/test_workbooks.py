"""Workbooks as spreadsheets, and other programs, write them: odd parts, cells and values; the damaged are refused."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from ingest.errors import UnreadableFile
from tests.readers.reading import read
from tests.readers.workbook import ANA, BO, ods, paper, xlsx

SHEET = "xl/worksheets/sheet1.xml"
B3 = rb'<c r="B3"[^>]*><v>[^<]*</v></c>'  # the twos of Ana


def _game(book: Any) -> None:
    paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "Bo": BO})


def changed(change: Callable[[bytes], bytes | None], part: str = SHEET) -> bytes:
    """Return a workbook of one game with one of its parts changed, or left out."""
    good = zipfile.ZipFile(io.BytesIO(xlsx(_game)))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in good.namelist():
            data: bytes | None = good.read(name)
            if name == part and data is not None:
                data = change(data)
            if data is not None:
                archive.writestr(name, data)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        changed(lambda b: re.sub(rb'<dimension ref="[^"]*"/>', b'<dimension ref="A1:XFD1048576"/>', b)),
        changed(lambda b: re.sub(rb'<dimension ref="[^"]*"/>', b"", b)),
        changed(lambda b: re.sub(rb' r="[A-Z]+\d+"', b"", b)),
        changed(lambda b: re.sub(rb'<row r="\d+"', b"<row", b)),
        changed(lambda b: re.sub(B3, b'<c r="B3" t="inlineStr"><is><t>6</t></is></c>', b)),
        changed(lambda b: re.sub(B3, b'<c r="B3" t="str"><f>2*3</f><v>6</v></c>', b)),
        changed(lambda b: re.sub(B3, b'<c r="B3"><v>6.0</v></c>', b)),
        changed(lambda b: b.replace(b'<c r="B3"', b'<c r="B3" s="9999"')),
        changed(lambda b: None, "xl/styles.xml"),
        changed(lambda b: None, "docProps/app.xml"),
    ],
)
def test_odd_workbooks_are_read(data: bytes) -> None:
    parsed = read(data, "a.xlsx")
    assert parsed.sheets.select("player", "p_ones", "p_twos").rows() == [("Ana", 3, 6), ("Bo", 1, 2)]
    assert parsed.findings.is_empty()


@pytest.mark.parametrize(
    ("cell", "stated"),
    [
        (b'<c r="B3" t="e"><v>#DIV/0!</v></c>', "#DIV/0!"),
        (b'<c t="e" r="B3"><f>1/0</f><v>#REF!</v></c>', "#REF!"),
        (b'<c r="B3" t="b"><v>1</v></c>', "TRUE"),
        (b'<c r="B3"><v>1e308</v></c>', "1e+308"),
        (b'<c r="B3"><f>A1*2</f></c>', "=A1*2"),
    ],
)
def test_what_is_no_figure_of_a_box_is_a_finding(cell: bytes, stated: str) -> None:
    parsed = read(changed(lambda b: re.sub(B3, cell, b)), "a.xlsx")
    found = parsed.findings.select("code", "box", "stated", "row").rows()
    assert found == [("bad_value", "twos", stated, 3)]
    assert parsed.sheets["p_twos"].to_list() == [None, 2]


def test_a_formula_that_gives_the_empty_text_is_a_blank() -> None:
    parsed = read(changed(lambda b: re.sub(B3, b'<c r="B3" t="str"><f>IF(A1=1,"",6)</f><v></v></c>', b)), "a.xlsx")
    assert parsed.sheets["p_twos"].to_list() == [None, 2]
    assert parsed.findings.is_empty()


@pytest.mark.parametrize(
    ("cell", "stated"),
    [
        ('table:formula="of:=2*3">', "=2*3"),
        ('table:formula="of:=1/0" office:value-type="string"><text:p>#DIV/0!</text:p>', "#DIV/0!"),
    ],
)
def test_formulas_without_value_and_errors_in_ods(cell: str, stated: str) -> None:
    def text(shown: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{shown}</text:p></table:table-cell>'

    def figure(value: int) -> str:
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    odd = f"<table:table-cell {cell}</table:table-cell>"
    lines = [[text("Zahl"), text("Ana"), text("Bo")], [text("1"), figure(3), figure(1)], [text("2"), odd, figure(2)]]
    lines += [[text(str(n)), figure(0), figure(0)] for n in range(3, 7)]
    rows = "".join(f"<table:table-row>{''.join(cells)}</table:table-row>" for cells in lines)
    parsed = read(ods(("14.03.2026", rows)), "a.ods")
    assert parsed.findings.select("code", "box", "stated", "row").rows() == [("bad_value", "twos", stated, 3)]
    assert parsed.sheets["p_twos"].to_list() == [None, 2]


def test_the_error_of_a_sum_states_nothing() -> None:
    total = rb'<c r="B17"[^>]*><v>[^<]*</v></c>'
    parsed = read(changed(lambda b: re.sub(total, b'<c r="B17" t="e"><v>#VALUE!</v></c>', b)), "a.xlsx")
    assert parsed.findings.is_empty()
    assert parsed.sheets["stated_total"].to_list() == [None, 32]


def test_an_absent_player_whose_sums_are_errors_is_absent() -> None:
    def fill(book: Any) -> None:
        paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": ANA, "Bo": BO, "Cy": (*[None] * 15, "#DIV/0!")})

    assert read(xlsx(fill), "a.xlsx").sheets["player"].to_list() == ["Ana", "Bo"]


@pytest.mark.parametrize(
    "data",
    [
        changed(lambda b: None, "xl/sharedStrings.xml"),
        changed(lambda b: b.replace(b"<v>0</v>", b"<v>99999</v>")),
        changed(lambda b: None, "xl/_rels/workbook.xml.rels"),
        changed(lambda b: None),
        changed(lambda b: b""),
        changed(lambda b: b[: len(b) // 2]),
        changed(lambda b: b.replace(b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet', 1)),
        changed(lambda b: b.replace(b'r="B3"', b'r="B-3"')),
        b"\xd0\xcf\x11\xe0" + b"\0" * 5000,
    ],
)
def test_damaged_workbooks_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"^a\.xlsx: ") as refused:
        read(data, "a.xlsx")
    assert refused.value.code in ("bad_workbook", "wrong_content")


def test_a_worksheet_of_an_example_beside_games_is_left_out() -> None:
    def filled(*names: str) -> bytes:
        def fill(book: Any) -> None:
            for name in names:
                paper(book.add_worksheet(name), 0, 0, {"Ana": ANA, "Bo": BO})

        return xlsx(fill)

    assert read(filled("Exemplu", "14.03.2026"), "a.xlsx").sheets["worksheet"].to_list() == ["14.03.2026"] * 2
    assert read(filled("Model 7.03.2026", "14.03.2026"), "a.xlsx").sheets.height == 4
    assert read(filled("Vorlage"), "a.xlsx").sheets.height == 2
    for empty in ("Leer", "Empty", "Vuoto", "Vide", "Vacío", "Gol", "Blanko"):  # it is not: somebody played on it
        assert read(filled(empty, "14.03.2026"), "a.xlsx").sheets.height == 4


@pytest.mark.parametrize("totals", [(570, 64), (80, -20)])
def test_standings_on_a_worksheet_of_their_own_are_no_games(totals: tuple[int, int]) -> None:
    def fill(book: Any) -> None:
        for day in ("14.03.2026", "21.03.2026"):
            paper(book.add_worksheet(day), 0, 0, {"Ana": ANA, "Bo": BO})
        lines = [("Locul", "Jucător", "Partida", "Puncte"), (1, "Ana", 2, totals[0]), (2, "Bo", 2, totals[1])]
        sheet = book.add_worksheet("Situația")
        for i, line in enumerate(lines):
            sheet.write_row(i, 0, line)

    found = read(xlsx(fill), "a.xlsx")
    assert found.sheets["worksheet"].to_list() == ["14.03.2026"] * 2 + ["21.03.2026"] * 2
    assert set(found.rows.filter(found.rows["worksheet"] == "Situația")["fate"]) == {"ignored"}


def test_a_form_with_the_zeros_of_its_formulas_is_blank() -> None:
    def fill(book: Any) -> None:
        _game(book)
        paper(sheet := book.add_worksheet("Foaia 2"), 0, 0, {"": [None] * 13})
        sheet.write_row(7, 1, [0, 0])
        sheet.write_column(9, 3, ["suma", "suma", "25 p", "30 p", "40 p", "50 p", "suma"])

    assert set(read(xlsx(fill), "a.xlsx").rows["fate"]) == {None, "ignored"}


def test_figures_of_nobody_are_no_form() -> None:
    def fill(book: Any) -> None:
        _game(book)
        paper(sheet := book.add_worksheet("Foaia 2"), 0, 0, {"": ANA})
        sheet.write(0, 0, "")

    assert "rejected" in set(read(xlsx(fill), "a.xlsx").rows["fate"])
