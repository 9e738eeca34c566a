"""Run the pages on names that are markup, formulas or lists: what a file says is shown as it is, everywhere."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

from dashboard import charts
from dashboard.views import VIEWS
from ingest.book import Book
from tests.dashboard.test_charts import RACE, TREND
from tests.dashboard.test_pages import html, run, title
from tests.pipeline.sheets import S_100, S_157, S_255, row, take, write

MARKUP, FORMULA, LIST = "![](http://x/y.png) <b>*a*</b>", "$E=mc^2$", "Pop, Ana"
HELD = "1,2,3,14,5,6,0,0,0,30,40,0,9"


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a book whose players, games and files bear such names; one game is held."""
    lines = []
    for day in range(1, 8):
        for name, boxes in ((MARKUP, S_255), (FORMULA, HELD if day == 7 else S_157), (f'"{LIST}"', S_100)):
            lines.append(row(f"2026-03-0{day}", "<i>*T*", name, boxes))
    book = Book(tmp_path / "book")
    take(book, write(tmp_path / "<b>*f*, $1$.csv", lines))
    monkeypatch.setenv("YAMSHEET_BOOK", str(book.root))
    return book.root


@pytest.mark.parametrize("view", [file for file, _title, _address in VIEWS])
def test_nothing_from_a_file_is_markup_on_any_page(view: str, marked: Path) -> None:
    page = run(view)
    assert "<b>*" not in html(page)
    assert "<i>*" not in html(page)
    drawn = [str(chart.proto.spec) for chart in page.get("plotly_chart")]
    assert not any("<b>*" in spec or "$E" in spec or "\\u003cb\\u003e*" in spec for spec in drawn)
    labels = [option for radio in page.radio for option in radio.options] + [button.label for button in page.button]
    assert not any("*f*" in label or "$1$" in label for label in labels)


@pytest.mark.parametrize("player", [MARKUP, FORMULA, LIST])
def test_a_players_name_is_the_title_as_it_is(player: str, marked: Path) -> None:
    page = run("views/players.py", player=[player])
    assert title(page) == escape(player)
    assert page.title == []
    assert page.header == []


def test_a_name_with_a_comma_stays_one_name(marked: Path) -> None:
    listed = html(run("views/games.py"))
    assert listed.count(f"<b>{escape(MARKUP)}</b>, {FORMULA}, {LIST}</td>") == 6
    assert f"{escape(MARKUP)}, {FORMULA}, {LIST}</td>" in listed  # held: nobody has won


def test_a_files_name_with_a_comma_is_one_file(marked: Path) -> None:
    assert escape("<b>*f*, $1$.csv") in html(run("views/upload.py"))


def test_two_versions_are_offered_by_their_files_names(marked: Path, tmp_path: Path) -> None:
    other = "0,0,0,0,0,0,20,22,25,30,40,0,10"
    lines = [row("2026-03-01", "<i>*T*", name, boxes) for name, boxes in ((MARKUP, S_255), (FORMULA, other))]
    take(Book(marked), write(tmp_path / "*g* $2$.csv", [*lines, row("2026-03-01", "<i>*T*", f'"{LIST}"', S_100)]))
    page = run("views/review.py")
    assert "2 versions of game" in html(page)
    assert [b.label for b in page.button if "version" in b.label] == [
        r"Let version 1 count: \<b>\*f\*, \$1\$.csv",
        r"Let version 2 count: \*g\* \$2\$.csv",
    ]


def test_figures_show_names_as_they_are() -> None:
    import polars as pl

    named = RACE.with_columns(player=pl.col("player").replace({"Ana Pop": "<b>*a*", "Dan Ilie": FORMULA}))
    race = charts.race(named, ["<b>*a*"])
    told = [a.text for a in race.layout.annotations] + [trace.text[0] for trace in race.data if trace.text]
    assert "<b>&lt;b&gt;*a*</b> 18" in told
    assert "&#36;E=mc^2&#36; −18" in told
    assert not any("<b>*" in text or "$" in text for text in told)
    both = pl.concat([TREND.with_columns(player=pl.lit(n), hover=pl.lit(n)) for n in (FORMULA, "<b>*a*")])
    trend = charts.trend(both, None)
    told = [a.text for a in trend.layout.annotations] + [t for trace in trend.data for t in trace.text or ()]
    assert len(told) == 14
    assert not any("<b>*" in text or "$" in text for text in told)
    one = charts.distribution(
        pl.DataFrame({"low": [180], "high": [200], "n": [5]}),
        pl.DataFrame({"total": [181], "hover": [FORMULA]}),
        "<i>x",
        181.0,
        None,
    )
    assert one.layout.annotations[0].text == "<b>&lt;i&gt;x 181</b>"
    assert one.data[1].text == ("&#36;E=mc^2&#36;",)
