"""Run the pages on a book that others change, damage or write to meanwhile."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import exports
from dashboard.views import VIEWS
from ingest import decide, fresh
from ingest.book import Book, rebuild
from ingest.errors import BookError
from ingest.model import ReadOptions
from ingest.pipeline import tables
from ingest.rulebook import new_rule_set
from tests.dashboard.test_pages import APP, html, run, title
from tests.pipeline.sheets import S_100, S_157, S_255, row, table, take, write


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return the book, still empty, that the pages show."""
    monkeypatch.setenv("YAMSHEET_BOOK", str(tmp_path / "book"))
    return Book(tmp_path / "book")


def test_results_that_bear_a_number_again_are_not_taken_for_the_old_ones(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    page = AppTest.from_file(str(APP), default_timeout=30).run()
    assert ">Ana<" in html(page)
    shutil.rmtree(book.root)
    take(book, write(tmp_path / "b.csv", table(Cy=S_255, Dan=S_157)))
    shown = html(page.run())
    assert ">Cy<" in shown
    assert ">Ana<" not in shown


def test_missing_results_are_made_anew_every_time(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    page = AppTest.from_file(str(APP), default_timeout=30).run()
    for _again in range(2):
        shutil.rmtree(book.results)
        (book.results / "parsed").mkdir(parents=True)
        shown = html(page.run())
        assert "The results were missing" in shown
        assert "y-standings" in shown
        assert "The results were missing" not in html(page.run())


def test_old_results_are_told_while_another_writes_and_followed_up_after(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    page = AppTest.from_file(str(APP), default_timeout=30).run()

    def crash(*_given: object) -> int:
        raise BookError("crashed")

    with monkeypatch.context() as broken:
        broken.setattr("ingest.warehouse.publish", crash)
        with pytest.raises(BookError):
            decide.rename(book, "Bo", "Bogdan", who="test", why="full names")
    assert len(book.entries()) == 2
    with book.locked():
        for _again in range(2):
            shown = html(page.run())
            assert "Another program is writing" in shown
            assert ">Bo<" in shown
    assert ">Bogdan<" in html(page.run())
    assert "Another program is writing" not in html(page.run())


def test_a_rule_set_that_the_club_has_removed_still_draws_its_games(book: Book, tmp_path: Path) -> None:
    path = new_rule_set(book, "mine", "yamms", "House rule")
    path.write_text(path.read_text() + "\n[options.upper_threshold]\ndefault = 40\n")
    lines = [row(f"2026-03-0{d}", "A", n, b) for d in range(1, 7) for n, b in (("Ana", S_255), ("Bo", S_157))]
    held = [row("2026-03-07", "A", n, "1,2,3,14,5,6,0,0,0,30,40,0,9") for n in ("Ana", "Bo")]
    take(book, write(tmp_path / "a.csv", [*lines, *held]), options=ReadOptions(rules="mine"))
    path.unlink()
    for view, _title, _address in VIEWS:
        assert title(run(view)), view
    assert "House rule" in html(run("views/games.py", game=_game(book)))
    assert "Around the 40 line" in html(run("views/bonuses.py"))
    assert "House rule" in title(run("views/rules.py", set="House rule (mine)"))
    assert "House rule" in title(run("views/rules.py", set="mine"))
    assert "rules?set=mine" in html(run("views/games.py", game=_game(book)))


def test_the_address_of_a_rule_set_has_its_id(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    page = run("views/rules.py", set="yatzy")
    assert title(page) == "Yatzy"
    page.selectbox[0].set_value("kniffel").run()
    assert (title(page), page.query_params["set"]) == ("Kniffel", "kniffel")
    assert title(run("views/rules.py", set="no such rules")) == "Yamms"


def test_a_rule_set_that_cannot_be_read_is_one_sentence(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    (book.root / "rulesets" / "aaa.toml").write_text("boxes = 3\n")
    assert title(run("views/rules.py")) == "Yamms"
    shown = html(run("views/rules.py", set="aaa"))
    assert 'class="y-says error"' in shown
    assert "aaa.toml" in shown


def test_a_game_that_was_corrected_to_other_rules_is_drawn_under_them(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    path = new_rule_set(book, "mine", "yamms", "House rule")
    decide.correct(book, _game(book), who="test", why="the paper says so", changes={"rules": "mine"})
    path.unlink()
    assert "House rule" in html(run("views/games.py", game=_game(book)))


def test_review_corrects_the_sheet_that_is_shown(book: Book, tmp_path: Path) -> None:
    bad = "1,2,3,14,5,6,0,0,0,30,40,0,9"
    lines = [row("2026-03-06", "A", name, boxes) for name, boxes in (("Ana", S_100), ("Ana", bad), ("Bo", S_157))]
    take(book, write(tmp_path / "a.csv", lines))
    page = run("views/review.py")
    for _step in range(4):
        if "Fours says 14" in html(page):
            break
        next(b for b in page.button if b.label == "Later").click().run()
    page.radio[0].set_value("other").run()
    next(t for t in page.text_input if t.label == "Value").set_value("8").run()
    next(t for t in page.text_input if t.label == "Why").set_value("asked her").run()
    next(b for b in page.button if b.label == "Correct to 8").click().run()
    assert not page.exception
    assert "corrected to 8" in html(page)
    assert book.entries()[-1].payload["sheet"] == 1 + _first_sheet(book)


def _first_sheet(book: Book) -> int:
    with book.reader() as reader:
        return int(str(reader.table("sheet")["file_sheet"].min()))


def _game(book: Book) -> str:
    with book.reader() as reader:
        return str(reader.table("game")["game"][0])


def test_review_says_that_a_file_is_read_otherwise_now(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(fresh, "digest", lambda parsed: "0" * 64)
        take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    rebuild(book, tables(book))
    page = run("views/review.py")
    shown = html(page)
    assert "The file is read otherwise now" in shown
    assert "Two versions" not in shown
    assert page.radio[0].options == ["Accept the game as it is"]
    page.radio[0].set_value("accept").run()
    page.text_input[-1].set_value("compared with the paper").run()
    next(b for b in page.button if b.label == "Accept as it is").click().run()
    assert not page.exception
    assert "Nothing is held" in html(page)
    with book.reader() as reader:
        assert reader.table("game")["status"].to_list() == ["taken"]


def test_standings_are_handed_out_from_the_results_that_are_shown(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    made: list[pl.DataFrame] = []
    real = exports.standings_files

    def files(reader: object, *given: object) -> object:
        made.append(reader.query("players", season=None))  # type: ignore[attr-defined]
        return real(reader, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(exports, "standings_files", files)
    page = AppTest.from_file(str(APP), default_timeout=30).run()
    assert [b.label for b in page.get("download_button")][:6] == [
        *("CSV", "Excel", "JSON", "Parquet", "Page to print", "PDF")
    ]
    page.run()
    assert len(made) == 1  # made once for the same results
    decide.rename(book, "Bo", "Bogdan", who="test", why="full names")
    page.run()
    assert [sorted(frame["player"]) for frame in made] == [["Ana", "Bo"], ["Ana", "Bogdan"]]


def test_times_are_told_by_the_clubs_clock(book: Book, tmp_path: Path) -> None:
    take(book, write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157)))
    assert " UTC" in html(run("views/standings.py"))
    assert " UTC" in html(run("views/upload.py"))
    (book.root / "club.toml").write_text('time_zone = "Europe/Bucharest"\n')
    assert " UTC" not in html(run("views/standings.py"))
    assert " UTC" not in html(run("views/upload.py"))
