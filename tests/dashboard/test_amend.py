"""Put a game right on its own page: a box, its date and rules; each is undone there."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ingest import decide
from ingest.book import Book
from ingest.model import ReadOptions
from tests.dashboard.test_decided import fill, press, ran
from tests.dashboard.test_pages import html, run, title
from tests.pipeline.sheets import take
from tests.pipeline.test_boards import TOP_ROW, played

GAME = "2026-06-05/A/-/1"  # Giulia 270: a game that counts


@pytest.fixture(autouse=True)
def _book(own_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMSHEET_BOOK", str(own_book))


def choose(page: AppTest, label: str, value: str) -> AppTest:
    box = next(s for s in page.selectbox if s.label == label)
    box.select_index(box.options.index(value))
    return ran(page)


def sha_of(root: Path, game: str) -> str:
    with Book(root).reader() as reader:
        return str(reader.query("game", game=game)["file_sha"].item())


def test_a_box_of_a_game_that_counts_is_put_right_and_undone() -> None:
    page = run("views/games.py", game=GAME)
    assert ">270</td>" in html(page)
    correct = next(b for b in page.button if b.label == "Correct")
    assert correct.disabled  # nothing is said yet
    page = fill(choose(choose(page, "Player", "Giulia"), "Box", "Chance"), "Value", "x")
    assert "Say why" in html(press(page, "Correct"))
    page = press(fill(page, "Why", "the paper has a stroke"), "Correct")
    assert "Corrected. Game 2026-06-05/A/-/1 counts. It can be undone below." in html(page)
    assert ">270</td>" not in html(page)
    assert "Giulia, Chance = struck" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert "is undone" in html(page)
    assert ">270</td>" in html(page)


def test_a_value_that_the_box_cannot_give_holds_the_game_and_what_is_no_value_is_told() -> None:
    page = run("views/games.py", game=GAME)
    page = fill(choose(choose(page, "Player", "Giulia"), "Box", "Fours"), "Value", "many")
    page = press(fill(page, "Why", "a slip"), "Correct")
    assert "“many” is no number of points" in html(page)
    page = press(fill(page, "Value", "14"), "Correct")
    assert "is held: Fours gives 0, 4, 8, 12, 16 or 20, not 14." in html(page)
    assert 'class="bad"' in html(page)


def test_the_page_follows_a_game_whose_date_makes_it_another_id() -> None:
    page = run("views/games.py", game=GAME)
    page.get("button_group")[0].set_value("game")
    page = ran(page)
    page.date_input[0].set_value("2026-06-06")
    page = press(fill(ran(page), "Why", "played after midnight"), "Correct")
    assert title(page) == "Game 2026-06-06/A/-/1"
    assert "Saturday 6 June 2026" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert title(page) == f"Game {GAME}"


def test_a_board_game_is_filed_elsewhere_and_its_moves_are_the_file_s(own_book: Path, tmp_path: Path) -> None:
    take(Book(own_book), played(tmp_path / "board.json", TOP_ROW), options=ReadOptions())
    page = run("views/games.py", game="b1")
    assert "Moves are put right in the file: undo its import, mend it, and import it again." in html(page)
    rules = next(s for s in page.selectbox if s.label == "Rules")
    assert rules.options == ["Yam Master (yam-master)"]  # no rules of sheets
    for label, value in (("Season", "Winter"), ("Event", "Cup"), ("Round", "2"), ("Table", "C")):
        page = fill(page, label, value)
    page.date_input[0].set_value("2026-03-15")
    page = press(fill(ran(page), "Why", "the diary says so"), "Correct")
    assert "Corrected. Game b1 counts." in html(page)
    assert "Cup, round 2, table C · Sunday 15 March 2026" in html(page)
    assert "Winter" in [option for box in run("views/standings.py").selectbox for option in box.options]
    assert "Moves are put right" not in html(run("views/games.py", game=GAME))


def test_decisions_of_other_games_do_not_stand_there() -> None:
    page = run("views/games.py", game=GAME)
    page = fill(choose(page, "Box", "Ones"), "Value", "1")
    press(fill(page, "Why", "misread"), "Correct")
    assert "Decided of this game so far" not in html(run("views/games.py", game="2026-06-05/B/-/1"))
    assert "Decided of this game so far" in html(run("views/games.py", game=GAME))


def test_after_a_correction_its_fields_are_empty() -> None:
    page = run("views/games.py", game=GAME)
    page = fill(choose(choose(page, "Player", "Giulia"), "Box", "Chance"), "Value", "20")
    page = press(fill(page, "Why", "misread"), "Correct")
    said = {field.label: field.value for field in page.text_input}
    assert (said["Value"], said["Why"]) == ("", "")
    assert next(b for b in page.button if b.label == "Correct").disabled


def test_what_a_field_said_of_the_game_can_be_taken_away() -> None:
    page = run("views/games.py", game=GAME)
    for event, told in (("Cup", "Event = Cup"), ("", "Event = –")):
        page.get("button_group")[0].set_value("game")
        page = fill(fill(ran(page), "Event", event), "Why", "misfiled")
        page = press(page, "Correct")
        assert told in html(page)
        assert next(field.value for field in page.text_input if field.label == "Event") == event
    page.get("button_group")[0].set_value("game")
    ran(page).date_input[0].set_value(None)
    page = press(fill(ran(page), "Why", "nobody knows"), "Correct")
    assert "Date = –" in html(page)
    assert page.date_input[0].value is None
    assert next(b for b in page.button if b.label == "Correct").disabled
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo entry")))
    assert str(page.date_input[0].value) == "2026-06-05"
    assert next(b for b in page.button if b.label == "Correct").disabled


def test_a_correction_is_taken_though_another_window_changed_the_book_elsewhere(own_book: Path) -> None:
    page = run("views/games.py", game=GAME)
    page = fill(choose(choose(page, "Player", "Giulia"), "Box", "Chance"), "Value", "x")
    page = fill(page, "Why", "the paper has a stroke")
    decide.undo(Book(own_book), "2:" + sha_of(own_book, "2026-08-14/A"), who="other", why="a try")
    page = press(page, "Correct")
    assert "Corrected. Game 2026-06-05/A/-/1 counts." in html(page)
    assert ">270</td>" not in html(page)


def test_a_correction_waits_where_another_window_decided_of_the_game_and_what_was_written_is_kept(
    own_book: Path,
) -> None:
    page = run("views/games.py", game=GAME)
    page = fill(choose(choose(page, "Player", "Giulia"), "Box", "Chance"), "Value", "x")
    page = fill(page, "Why", "the paper has a stroke")
    decide.correct(Book(own_book), GAME, who="other", why="misread", player="Giulia", box="ones", value="1")
    page = press(page, "Correct")
    assert "Something else was decided of this game meanwhile" in html(page)
    assert "Giulia, Chance = struck" not in html(page)
    assert {"x", "the paper has a stroke"} <= {field.value for field in page.text_input}
    assert "Corrected. Game 2026-06-05/A/-/1 counts." in html(press(page, "Correct"))


def test_fields_of_a_game_that_were_left_alone_follow_what_another_window_says(own_book: Path) -> None:
    page = run("views/games.py", game=GAME)
    page.get("button_group")[0].set_value("game")
    page = fill(fill(ran(page), "Event", "Cup"), "Why", "misfiled")
    decide.correct(Book(own_book), GAME, who="other", why="misfiled", changes={"round": "3"})
    assert "Something else was decided" in html(press(page, "Correct"))
    page = press(page, "Correct")
    assert "Corrected. Game 2026-06-05/A/3/1 counts." in html(page)
    assert "Event = Cup" in html(page)
    assert "Cup, round 3, table A" in html(page)
