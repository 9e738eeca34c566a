"""Standings handed out in every form, from one table (DESIGN.md, The command line)."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from dashboard.exports import EXPORTS, PLAIN, Form, Table, csv_bytes, exact, local_form, safe, to_csv, to_pdf, to_xlsx

from .conftest import Run, command

FIRST = ["place", "player", "games", "points", "wins", "average", "held"]

TABLE = Table(
    "standings",
    "Standings 2026/27: [draft]?",
    "Two players.",
    pl.DataFrame(
        {
            "place": [1, 2],
            "player": ['=HYPERLINK("x")', 'Ana "A", ș'],
            "points": [Decimal("40.0000"), Decimal("-21.7188")],
            "held": [0, 1],
            "note": [None, "-5"],
        },
        schema_overrides={"points": pl.Decimal(18, 4)},
    ),
)


def test_csv_begins_with_the_seven_columns_and_holds_four_decimals(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    rows = list(csv.reader(io.StringIO(yamsheet("standings", "--format", "csv").out)))
    assert rows[0][:7] == FIRST
    # One game of two: +20 and -20.
    assert [row[:7] for row in rows[1:]] == [
        ["1", "Ana", "1", "20.0000", "1", "20.0000", "0"],
        ["2", "Bo", "1", "-20.0000", "0", "-20.0000", "0"],
    ]


def test_all_forms_hold_the_same_figures(demo_book: Path, tmp_path: Path) -> None:
    made = {}
    for one in EXPORTS:
        path = tmp_path / f"standings.{one.name}"
        assert command("--book", demo_book, "standings", "--format", one.name, "--out", path).code == 0
        made[one.name] = path
    table = pl.read_csv(made["csv"], schema_overrides={"points": pl.Decimal(18, 4), "average": pl.Decimal(18, 4)})
    parquet = pl.read_parquet(made["parquet"])
    assert parquet["points"].to_list() == table["points"].to_list()
    assert parquet["player"].to_list() == table["player"].to_list()
    rows = json.loads(made["json"].read_text(encoding="utf-8"))["standings"]
    assert [row["points"] for row in rows] == [float(p) for p in table["points"]]
    sheet = CalamineWorkbook.from_path(made["xlsx"]).get_sheet_by_index(0).to_python()
    assert sheet[0][:7] == FIRST
    assert [row[3] for row in sheet[1:]] == [float(p) for p in table["points"]]
    page = made["html"].read_text(encoding="utf-8")
    assert all(f"<td>{name}</td>" in page for name in table["player"])
    assert "http" not in page
    lines = "\n".join(one.extract_text() for one in PdfReader(made["pdf"]).pages).splitlines()
    rows = table.select("place", "player", "games", "points").iter_rows()
    told = [f"{place} {player} {games} {points:.2f} ".replace("-", "−") for place, player, games, points in rows]
    begin = lines.index("Place Player Games Points Wins Points a game Held Raw total Decided by") + 1
    shown = lines[begin : begin + len(told)]
    assert all(line.startswith(start) for line, start in zip(shown, told, strict=True))


def test_the_same_book_gives_the_same_bytes(demo_book: Path, tmp_path: Path) -> None:
    for one in EXPORTS:
        written = []
        for i in range(2):
            path = tmp_path / f"{i}.{one.name}"
            command("--book", demo_book, "standings", "--format", one.name, "--out", path, TZ=("UTC", "Asia/Tokyo")[i])
            written.append(path.read_bytes())
        assert written[0] == written[1], one.name


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])
def test_text_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert safe(text) == "'" + text
    assert safe("a" + text) == "a" + text


def test_csv_is_rfc_4180_and_neutral() -> None:
    assert to_csv(TABLE).decode() == (
        'place,player,points,held,note\r\n1,"\'=HYPERLINK(""x"")",40.0000,0,\r\n2,"Ana ""A"", ș",-21.7188,1,\'-5\r\n'
    )


def test_csv_of_the_local_spreadsheet() -> None:
    assert to_csv(TABLE, local_form("ro")).startswith(b"\xef\xbb\xbfplace;player;points")
    assert b";-21,7188;" in to_csv(TABLE, local_form("fr"))
    assert b",-21.7188," in to_csv(TABLE, local_form("en"))


def test_the_locale_option_takes_the_club_s_language_by_itself(demo_book: Path) -> None:
    args = ("--book", demo_book, "standings", "--format", "csv")
    assert command(*args, "--locale").out == command(*args, "--locale", "ro").out
    assert ";" in command(*args, "--locale").out
    assert command(*args, "--locale", "klingon").code == 2


def test_a_spreadsheet_has_real_numbers_a_frozen_heading_and_no_formula() -> None:
    book = CalamineWorkbook.from_filelike(io.BytesIO(to_xlsx(TABLE)))
    assert book.sheet_names == ["Standings 2026 27   draft", "About"]
    assert book.get_sheet_by_index(0).to_python()[1:] == [
        [1.0, '\'=HYPERLINK("x")', 40.0, 0.0, ""],
        [2.0, 'Ana "A", ș', -21.7188, 1.0, "'-5"],
    ]
    assert to_xlsx(TABLE) == to_xlsx(TABLE)


def test_a_pdf_is_a4_with_its_heading_on_each_page_and_takes_no_text_for_markup() -> None:
    title = 'Cup #set page("a0") *bold* $x$'
    names = ["#panic()", "Ana [A] _ș_", *(f"Player {n}" for n in range(120))]
    frame = pl.DataFrame({"place": range(1, len(names) + 1), "player": names})
    pages = PdfReader(io.BytesIO(to_pdf(Table("standings", title, "Two *players*.", frame)))).pages
    assert len(pages) == 3
    for number, one in enumerate(pages, 1):
        assert [round(float(side)) for side in one.mediabox[2:]] == [595, 842]
        text = one.extract_text()
        assert text.count(title) == 1 + (number == 1)  # at the foot of each page, at the head of the first
        assert "Place" in text
        assert f"{number} / 3" in text
    assert "#panic()" in pages[0].extract_text()
    assert "Ana [A] _ș_" in pages[0].extract_text()
    assert "Player 119" in pages[2].extract_text()


def test_a_name_without_a_break_stays_in_its_column_of_a_pdf() -> None:
    frame = pl.DataFrame({"player": ["W" * 120, "Ana"], "points": [12, 34]})
    (page,) = PdfReader(io.BytesIO(to_pdf(replace(TABLE, frame=frame)))).pages
    lines = [line.replace("\u200b", "") for line in page.extract_text().splitlines()]
    assert len([line for line in lines if set(line) <= set("W 12") and "W" in line]) > 2
    assert "Ana 34" in lines


def test_a_pdf_of_nothing_has_its_headings() -> None:
    (page,) = PdfReader(io.BytesIO(to_pdf(replace(TABLE, frame=TABLE.frame.clear())))).pages
    assert "Player" in page.extract_text()


def test_points_are_exact() -> None:
    frame = pl.DataFrame({"e4": [217_188, -1, 9_007_199_254_740_993]}).select(exact(pl.col("e4")))
    assert csv_bytes(frame, PLAIN) == b"e4\r\n21.7188\r\n-0.0001\r\n900719925474.0993\r\n"


def test_averages_and_rates_have_four_decimals_in_csv_as_points_have() -> None:
    frame = pl.DataFrame({"mean": [221.33333333333334, 198.0, -1e-9], "n": [3, 1, 2]})
    assert csv_bytes(frame, Form(";", ",")) == b"mean;n\r\n221,3333;3\r\n198,0000;1\r\n0,0000;2\r\n"


def test_an_unknown_season_or_event_is_said(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    done = yamsheet("standings", "--season", "1999")
    assert (done.code, "There are: 2026." in done.err) == (2, True)
    assert yamsheet("standings", "--event", "Cup").code == 2
    for name in ("games", "records"):
        done = yamsheet(name, "--season", "1999", "--json")
        assert (done.code, done.json["error"]) == (2, "There is no season 1999. There are: 2026."), name
        assert (yamsheet(name, "--season", "2026").code, yamsheet(name).code) == (0, 0)


def test_the_table_tells_its_basis(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    shown = yamsheet("standings").out
    assert "1 game counted." in shown
    assert "Rules: yamms" in shown
    assert "−20.00" in shown
