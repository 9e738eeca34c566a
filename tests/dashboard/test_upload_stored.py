"""Store what was dropped on the Upload page, leave the page before or meanwhile, and take imports back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import StopException

from dashboard.widgets import intake
from ingest.book import Book
from ingest.report import Report
from tests.dashboard.dropping import choose, drop, press, ran, sheets
from tests.dashboard.test_pages import html, run
from tests.pipeline.sheets import YAMMS, night, take


def test_an_import_is_undone_right_after(book: Book) -> None:
    page = press(drop(("a.csv", sheets())), "Store 2 rows")
    page = press(page, "Undo this import")
    assert "is undone" in html(page)
    assert not book.state().imports


def test_who_looks_at_another_page_meanwhile_finds_files_and_answers_again(book: Book) -> None:
    page = choose(drop(("a.csv", sheets("Grabbag"))), "“Grabbag” is", "chance")
    page = ran(page.switch_page("views/players.py"))
    page = ran(page.switch_page("views/upload.py"))
    assert "Still here from before you left this page, with what you said of it: a.csv." in html(page)
    assert "2 will be taken" in html(page)
    page = ran(page)
    assert "2 will be taken" in html(page)
    page = press(page, "Store 2 rows")
    assert "Stored as entry 2." in html(page)
    assert "Still here" not in html(page)


def test_a_file_that_is_taken_away_is_forgotten(book: Book) -> None:
    page = drop(("a.csv", sheets()))
    page.file_uploader[0].set_value([])
    page = ran(page)
    assert "Nothing imported yet" in html(page)
    assert "a.csv" not in html(ran(page))


def test_who_leaves_the_page_while_files_are_stored_breaks_nothing_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Left:
        def progress(self, *_told: object, **_more: object) -> None:
            raise StopException

    monkeypatch.setenv("YAMSHEET_BOOK", str(tmp_path / "book"))
    monkeypatch.setattr(intake.st, "progress", lambda *_told, **_more: Left())
    bar = intake.Bar()
    assert intake.store({night(tmp_path / "night.csv", 6): YAMMS}, {}, bar).entry == 1
    with pytest.raises(StopException):
        bar.end()


def test_a_file_that_another_window_stores_at_the_same_time_is_told(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = night(tmp_path / "night.csv", 6)
    page = drop((path.name, path.read_text()))
    here = intake.store

    def both(*args: Any) -> Report:
        take(book, path)
        return here(*args)

    monkeypatch.setattr(intake, "store", both)
    next(b for b in page.button if b.label.startswith("Store")).click()
    assert "This file is in the book already (entry 2). Nothing changes." in html(ran(page))


def test_one_file_of_an_import_is_undone(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "first.csv", 6), night(tmp_path / "second.csv", 13))
    page = run("views/upload.py")
    page = press(choose(page, "One file only", "second.csv"), "Undo this file")
    assert "One file of entry 2 is undone." in html(page)
    assert "first.csv" in html(page)
    games = html(run("views/games.py"))
    assert "2026-03-06/A" in games
    assert "2026-03-13/A" not in games


def test_an_import_of_long_ago_is_undone(book: Book, tmp_path: Path) -> None:
    for day in range(1, 12):
        take(book, night(tmp_path / f"{day}.csv", day))
    page = run("views/upload.py")
    assert "Undo entry 2" not in [b.label for b in page.button]
    (every,) = page.toggle
    assert every.label == "Show all 11"
    every.set_value(True)
    page = press(ran(page), "Undo entry 2")
    assert "Entry 2 is undone." in html(page)
    assert page.toggle[0].value  # so that another one can be undone, too
    assert not run("views/upload.py").toggle[0].value
