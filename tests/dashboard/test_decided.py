"""Say who is who on the Players page, and take back on the pages what was decided there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ingest import decide
from ingest.book import Book
from ingest.model import ReadOptions
from tests.dashboard.test_pages import html, run, title
from tests.pipeline.sheets import night, take


@pytest.fixture(autouse=True)
def _book(own_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMSHEET_BOOK", str(own_book))


def fill(page: AppTest, label: str, value: str) -> AppTest:
    next(t for t in page.text_input if t.label == label).set_value(value)
    return ran(page)


def press(page: AppTest, label: str) -> AppTest:
    next(b for b in page.button if b.label == label).click()
    return ran(page)


def ran(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception, page.exception
    return page


def test_a_player_is_renamed_and_the_page_follows(own_book: Path) -> None:
    page = run("views/players.py", player=["Horia"])
    page = fill(page, "Show as", "Horia Marin")
    assert "Say why" in html(press(page, "Rename"))
    page = press(fill(page, "Why", "full names"), "Rename")
    assert title(page) == "Horia Marin"
    assert "Written in the files as: Horia." in html(page)
    assert "Renamed: Horia → Horia Marin" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert "is undone" in html(page)
    assert ">Horia<" in html(run("views/standings.py"))


def test_a_name_that_is_taken_says_what_to_do_on_the_page(own_book: Path) -> None:
    page = fill(run("views/players.py", player=["Horia"]), "Show as", "Ana")
    said = html(press(fill(page, "Why", "a try"), "Rename"))
    assert "There is a player Ana already. If both are one person, choose that player beside" in said
    assert "yamsheet merge" not in said


def test_two_names_are_made_one_player(own_book: Path) -> None:
    page = run("views/players.py", player=["Lacramioara"])
    next(s for s in page.selectbox if s.label == "Is the same person as").set_value("Lăcrămioara")
    page = press(fill(ran(page), "Why", "a keyboard without ă"), "Make them one")
    assert title(page) == "Lăcrămioara"
    assert "Written in the files as: Lăcrămioara, Lacramioara." in html(page)
    assert "Lăcrămioara and Lacramioara are one player now. It can be undone below." in html(page)
    assert "One player: Lacramioara and Lăcrămioara, shown as Lăcrămioara" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert "One player: Lacramioara and Lăcrămioara<" in html(page)


def test_two_who_sat_at_one_table_stay_two(own_book: Path) -> None:
    page = run("views/players.py", player=["Ana"])
    next(s for s in page.selectbox if s.label == "Is the same person as").set_value("Doina")
    page = press(fill(ran(page), "Why", "a try"), "Make them one")
    assert "they cannot be one player" in html(page)


def test_a_decision_is_taken_back_on_review(own_book: Path) -> None:
    page = run("views/review.py")
    page = press(fill(page, "Why", "asked Oțilia"), "Correct to 8")
    assert "It can be undone below" in html(page)
    assert "Corrected: 2026-04-10/C/-/1: Oțilia, Fours = 8" in html(page)
    assert "corrected to 8. Game 2026-04-10/C/-/1 counts." in html(page)
    assert "asked Oțilia" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert "is undone" in html(page)
    assert "Fours gives 0, 4, 8, 12, 16 or 20, not 14." in html(page)


def test_a_correction_to_what_cannot_be_either_says_that_the_game_stays_held(own_book: Path) -> None:
    page = run("views/review.py")
    page.radio[0].set_value("other")
    page = fill(ran(page), "Value", "13")
    page = press(fill(page, "Why", "a slip"), "Correct to 13")
    assert "is held: Fours gives 0, 4, 8, 12, 16 or 20, not 13." in html(page)
    page = fill(page, "Value", "x")
    page = press(fill(page, "Why", "it is crossed out"), "Correct to x")
    assert "Oțilia, Fours = struck" in html(page)


def test_of_two_versions_in_one_file_the_chosen_one_counts(own_book: Path, tmp_path: Path) -> None:
    boxes = ({"ones": 3, "chance": 20}, {"ones": 3, "chance": 21})
    games = [{"game": "X", "rules": "yams", "sheets": [{"player": "Ina", "boxes": own}]} for own in boxes]
    path = tmp_path / "twice.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": games}))
    take(Book(own_book), path)
    page = run("views/review.py", game="X")
    page = press(fill(page, "Why", "the second is the paper's"), "Let version 2 count: twice.json")
    assert "Game X is accepted as it is" in html(page)
    assert ">24</td>" in html(run("views/games.py", game="X"))


def test_the_page_follows_a_player_whom_another_window_renames_and_keeps_what_is_written(own_book: Path) -> None:
    page = fill(fill(run("views/players.py", player=["Horia"]), "Show as", "Horia M."), "Why", "full names")
    decide.rename(Book(own_book), "Horia", "Horia Marin", who="other", why="a try")
    page = press(page, "Rename")
    assert title(page) == "Horia M."
    assert "Horia M. is shown" not in html(page)
    assert "Horia Marin is shown as Horia M. now." in html(page)
    assert title(run("views/players.py", player=["Horia"])) == "Horia M."  # a link from before leads there, too


def test_a_name_that_nobody_bears_is_told(own_book: Path) -> None:
    assert "There is no player “Nobody” in the book." in html(run("views/players.py", player=["Nobody"]))


def test_a_player_stays_chosen_where_a_season_has_no_sheet_of_theirs(own_book: Path, tmp_path: Path) -> None:
    take(Book(own_book), night(tmp_path / "old.csv", 1), options=ReadOptions(season="2020"))
    page = run("views/players.py", player=["Horia"])
    for season, told in (("2020", True), ("2026", False)):
        next(s for s in page.selectbox if s.label == "Season").set_value(season)
        page = ran(page)
        assert title(page) == "Horia"
        assert ("Horia has no sheet in season 2020." in html(page)) == told
