"""Drop files on the Upload page: what is asked is answered there, what was read can be said otherwise."""

from __future__ import annotations

import json

import pytest

from dashboard.widgets import intake
from ingest.book import Book
from tests.dashboard.dropping import BOXES, OTHER, ROW, choose, drop, press, ran, sheets, type_in
from tests.dashboard.test_pages import html, run


def test_an_unknown_heading_is_answered_once_for_all_files(book: Book) -> None:
    page = drop(("first.csv", sheets("Grabbag")))
    assert "The heading “Grabbag” is not known" in html(page)
    assert not [b for b in page.button if b.label.startswith("Store")]
    page = choose(page, "“Grabbag” is", "chance")
    assert "2 will be taken" in html(page)
    page = press(page, "Store 2 rows")
    assert "What you said of headings and games is remembered" in html(page)
    (first,) = book.state().imports
    assert first.options["headings"] == {"Grabbag": "chance"}

    page = drop(("second.csv", sheets("Grabbag", "2026-11-27")))
    assert "To decide" not in html(page)
    assert "all 15 known; “Grabbag” as answered with first.csv" in html(page)
    page = choose(page, "“Grabbag” is", "ignore")
    assert "14 of 15 known; ignored: “Grabbag”" in html(page)


def test_a_known_heading_can_be_said_to_mean_something_else(book: Book) -> None:
    text = f"date,player,table,{BOXES},chance\n2026-11-20,Ana,Round 7,{ROW}\n"
    page = drop(("a.csv", text))
    page = choose(page, "Another heading", "table")
    page = choose(page, "“table” is", "event")
    press(page, "Store 1 row")
    (file,) = book.state().imports
    assert file.options["headings"] == {"table": "event"}


def test_columns_that_only_the_club_knows_are_answered(book: Book) -> None:
    text = "".join(
        f"2026-11-20,Ana,{column},{figures}\n"
        for column, figures in (("Prima", "3,6,9,12,15,18,24,8"), ("Seconda", "2,4,6,8,10,12,25,9"))
    )
    page = drop(("a.csv", f"date,player,column,{BOXES[: BOXES.index('sixes') + 5]},max,min\n{text}"))
    assert "“Prima” stands where a column of the sheet is named" in html(page)
    page = choose(page, "“Prima” is", "down")
    page = choose(page, "“Seconda” is", "free")
    assert "is played in the columns Down, Free, Up, and no sheet here has Up. Is Up still to be played?" in html(page)
    assert "--rules" not in html(page)
    page = choose(page, "What is missing is", "yams-columns+columns=3")
    assert "2 will be taken" in html(page)
    press(page, "Store 2 rows")
    (file,) = book.state().imports
    assert file.options["headings"] == {"Prima": "down", "Seconda": "free"}


def test_a_row_of_words_above_the_names_is_asked_about(book: Book) -> None:
    boxes = zip(f"{BOXES},chance".split(","), ROW.split(","), OTHER.split(","), strict=True)
    page = drop(("a.csv", "\n".join(["2026-11-20,,", ",Pop,Rus", ",Ana,Horia", *map(",".join, boxes)])))
    assert "Two rows of words stand above the figures. What does the upper one, with “Pop”, hold?" in html(page)
    page = choose(page, "The row of “Pop” holds", "surname")
    assert "13 will be taken" in html(page)
    assert "Ana Pop" in html(page)
    press(page, "Store 13 rows")
    (file,) = book.state().imports
    assert file.options["headings"] == {"Pop": "surname"}


def test_a_date_that_can_be_two_days_is_asked_with_both(book: Book) -> None:
    page = drop(("a.csv", sheets(day="03/04/2026")))
    assert "is 2026-04-03 or 2026-03-04" in html(page)
    assert "--date-order" not in html(page)
    page = choose(page, "Read the dates", "mdy")
    assert "month first, as you say" in html(page)
    assert "of 4 March 2026" in html(page)
    page = choose(page, "Date order", "dmy")  # said otherwise
    assert "of 3 April 2026" in html(page)


def test_rules_that_fit_more_than_once_are_asked(book: Book) -> None:
    (book.root / "club.toml").write_text("")
    page = drop(("a.csv", sheets()))
    assert "several rule sets fit" in html(page)
    page = choose(page, "It was played by", "yams")
    assert "yams, as you say" in html(page)


def test_an_answer_stays_where_it_was_given_and_can_be_changed_there(book: Book) -> None:
    (book.root / "club.toml").write_text("")
    page = drop(("a.csv", sheets(day="03/04/2026")))
    page = choose(page, "Read the dates", "dmy")
    assert "<b>Decided.</b> The date order is ambiguous" in html(page)
    assert [group.value for group in page.button_group] == ["dmy"]
    page = choose(page, "It was played by", "yams")
    assert "To decide" not in html(page)
    page = choose(page, "Read the dates", "mdy")
    assert "of 4 March 2026" in html(page)
    page = choose(page, "Date order", "")  # what is taken back elsewhere is open again
    assert "<b>To decide.</b> The date order is ambiguous" in html(page)


def test_an_answer_for_several_files_is_changed_for_all_of_them(book: Book) -> None:
    (book.root / "club.toml").write_text("")
    page = drop(("a.csv", sheets()), ("b.csv", sheets(day="2026-11-27")))
    assert [s.label for s in page.selectbox].count("It was played by") == 1
    page = choose(page, "It was played by", "yams")
    assert "Decided for 2 files." in html(page)
    press(choose(page, "It was played by", "kniffel"), "Store 4 rows")
    assert [f.options["rules"] for f in book.state().imports] == ["kniffel"] * 2


def test_what_several_files_ask_alike_is_answered_once(book: Book) -> None:
    (book.root / "club.toml").write_text("")
    page = drop(*((f"{day}.csv", sheets(day=f"2026-11-{day}")) for day in (20, 27, 28)))
    assert "To decide for 3 files." in html(page)
    page = choose(page, "It was played by", "yams")  # the first control of that name: the one for all
    assert "To decide" not in html(page)
    page = press(page, "Store 6 rows")
    assert [f.options["rules"] for f in book.state().imports] == ["yams"] * 3


def test_bytes_that_can_be_two_texts_are_asked(book: Book) -> None:
    page = drop(("a.csv", sheets(names=("Lefèvre", "Horia")).encode("cp1252")))
    assert "it reads “Lefčvre” in cp1250 (central Europe), “Lefèvre” in cp1252 (western Europe).<" in html(page)
    page = choose(page, "Read the text as", "cp1252")
    assert "cp1252, as you say" in html(page)


def test_a_table_that_may_be_one_of_totals_is_asked_about(book: Book) -> None:
    page = drop(("a.csv", "Date,Ana,Horia\n2026-11-20,285,46\n"))
    assert "It may be a table of totals by date, of the players Ana, Horia." in html(page)
    assert "--layout" not in html(page)
    page = choose(page, "Read the table as", "totals")
    assert "To decide" not in html(page)
    assert "totals alone" in html(page)


def test_the_reader_of_a_file_can_be_said(book: Book) -> None:
    page = drop(("a.json", sheets()))
    assert "no valid JSON" in html(page)
    page = press(choose(page, "Format", "csv"), "Store 2 rows")
    assert book.state().imports[0].options["reader"] == "csv"


def test_a_separator_and_a_code_page_that_are_not_listed_can_be_typed(book: Book) -> None:
    page = drop(("a.csv", sheets(names=("Șerban", "Horia")).replace(",", "~").encode("iso8859_16")))
    page = type_in(page, "Separator, or type another", "~")
    page = type_in(page, "Encoding, or type another", "iso8859-16")
    assert "2, all new: Horia, Șerban" in html(page)
    press(page, "Store 2 rows")
    options = book.state().imports[0].options
    assert (options["delimiter"], options["encoding"]) == ("~", "iso8859-16")


@pytest.mark.parametrize(
    ("label", "value"), [("Format", "workbook"), ("Separator, or type another", "~"), ("Date order", "mdy")]
)
def test_whatever_was_said_of_a_file_can_be_taken_back(book: Book, label: str, value: str) -> None:
    page = (type_in if value == "~" else choose)(drop(("a.csv", sheets(day="25.11.2026"))), label, value)
    assert not [b for b in page.button if b.label.startswith("Store")]
    page = choose(page, label, "")
    assert "2 will be taken" in html(page)


def test_a_code_page_that_changes_nothing_is_told(book: Book) -> None:
    page = choose(drop(("a.csv", sheets())), "Encoding, or type another", "cp1250")
    assert "UTF-8, as all of its bytes show, whatever is said" in html(page)


def test_rules_that_the_file_names_stay_its_own(book: Book) -> None:
    page = drop(("a.csv", sheets().replace("date,", "rules,date,").replace("\n2026", "\nyams,2026")))
    page = choose(page, "Rules", "kniffel")
    assert "yams, as the file says, whatever is said" in html(page)


def test_orders_of_dates_are_told_in_words(book: Book) -> None:
    page = choose(drop(("a.csv", sheets(day="25.11.2026"))), "Date order", "mdy")
    assert "The date order given is month first, but 25.11.2026 (row 2) can only be day first." in html(page)


def test_each_file_is_read_by_its_own_answers(book: Book) -> None:
    page = drop(("dmy.csv", sheets(day="25/03/2026")), ("open.csv", sheets(day="03/04/2026", names=("Bo", "Cy"))))
    page = choose(page, "Read the dates", "mdy")
    page = press(page, "Store 4 rows")
    assert [f.options["date_order"] for f in book.state().imports] == ["dmy", "mdy"]
    assert {str(day) for day in played(book)} == {"2026-03-25", "2026-03-04"}


def played(book: Book) -> list[object]:

    with book.reader() as reader:
        return reader.table("game")["played"].to_list()


def test_season_and_event_are_given_on_the_page(book: Book) -> None:
    page = drop(("a.csv", sheets()))
    next(t for t in page.text_input if t.label == "Season").set_value("Autumn")
    next(t for t in page.text_input if t.label == "Event").set_value("Cup")
    page = ran(page)
    assert "Autumn, as you say" in html(page)
    assert "Cup, as you say" in html(page)
    press(page, "Store 2 rows")
    assert book.state().imports[0].options["season"] == "Autumn"


def test_a_new_name_can_be_a_known_player(book: Book) -> None:
    press(drop(("a.csv", sheets(names=("Lăcrămioara", "Horia")))), "Store 2 rows")
    page = drop(("b.csv", sheets(day="2026-11-27", names=("Lacramioara", "Horia"))))
    assert "1 known; new: Lacramioara" in html(page)
    control = next(s for s in page.selectbox if s.label == "“Lacramioara” is")
    assert control.options[:2] == ["a new player", "Lăcrămioara"]  # the nearest name stands first
    page = choose(page, "“Lacramioara” is", "Lăcrămioara")
    assert "2, all known: Horia, Lăcrămioara" in html(page)
    page = choose(page, "“Lacramioara” is", "")  # said otherwise
    assert "1 known; new: Lacramioara" in html(page)
    page = choose(page, "“Lacramioara” is", "Lăcrămioara")
    page = press(page, "Store 2 rows")

    with book.reader() as reader:
        assert reader.query("players", season=None)["player"].to_list() == ["Horia", "Lăcrămioara"]
    assert [e.kind for e in book.entries()][-2:] == ["import", "import"]
    assert "Imported: b.csv, Lacramioara → Lăcrămioara" in html(run("views/players.py", player=["Lăcrămioara"]))
    page = drop(("c.csv", sheets(day="2026-12-04", names=("Lacramioara", "Horia"))))
    assert "2, all known" in html(page)


def test_a_player_who_is_written_otherwise_now_is_no_new_one(book: Book) -> None:
    press(drop(("a.csv", sheets(names=("Şerban", "Horia")))), "Store 2 rows")
    later = sheets(day="2026-11-27", names=("Șerban", "Horia"))
    page = drop(("b.csv", later + later.replace("27", "28").partition("\n")[2]))  # so that it is the usual spelling
    assert "2, all known: Horia, Șerban" in html(page)


def test_a_known_name_can_be_that_of_another_player(book: Book) -> None:
    press(drop(("a.csv", sheets(names=("Ana", "Horia")))), "Store 2 rows")
    press(drop(("b.csv", sheets(day="2026-11-27", names=("Anna", "Horia")))), "Store 2 rows")
    page = choose(drop(("c.csv", sheets(day="2026-12-04", names=("Anna", "Horia")))), "Another name", "Anna")
    assert next(s for s in page.selectbox if s.label == "“Anna” is").options == ["who is known by it", "Ana", "Horia"]
    press(choose(page, "“Anna” is", "Ana"), "Store 2 rows")

    with book.reader() as reader:
        assert reader.query("players", season=None)["player"].to_list() == ["Ana", "Horia"]


def test_what_becomes_of_the_rows_follows_from_who_is_who(book: Book) -> None:
    press(drop(("a.csv", sheets())), "Store 2 rows")
    page = drop(("b.csv", sheets(names=("Anna", "Horia")).replace(",15\n", ",14\n")))
    assert "2 will be taken" in html(page)
    page = choose(page, "“Anna” is", "Ana")
    assert "2 held" in html(page)  # with Ana in it, it is the game of before, with other figures
    assert "Another version of this game has other figures (a.csv: Horia, Chance: 14 and 15)" in html(page)
    page = choose(page, "“Anna” is", "")
    assert "2 will be taken" in html(page)


def test_an_answer_about_a_name_goes_with_its_file(book: Book) -> None:
    press(drop(("a.csv", sheets())), "Store 2 rows")
    page = choose(drop(("b.csv", sheets(day="2026-11-27", names=("Anna", "Cy")))), "“Anna” is", "Ana")
    page.file_uploader[0].set_value([("c.csv", sheets(day="2026-12-04", names=("Bo", "Dan")).encode(), "text/plain")])
    assert "There is no player" not in html(ran(page))


def test_a_name_that_sits_in_the_same_game_cannot_be_that_player(book: Book) -> None:
    press(drop(("a.csv", sheets())), "Store 2 rows")
    page = drop(("b.csv", sheets(day="2026-11-27", names=("Ana", "Anna"))))
    page = choose(page, "“Anna” is", "Ana")
    assert "they cannot be one player" in html(page)  # before anything is stored
    page = press(page, "Store 2 rows")
    assert "they cannot be one player" in html(page)


def test_a_known_game_with_other_figures_is_shown_box_by_box(book: Book) -> None:
    press(drop(("a.csv", sheets())), "Store 2 rows")
    page = drop(("b.csv", sheets().replace(ROW, ROW.replace("40", "0"))))
    assert "Known with other figures" in [s.value for s in page.subheader]
    assert "1: a.csv" in html(page)
    assert ">Large straight<" in html(page)
    assert [b.label for b in page.button if b.label.startswith("Hold")] == ["Hold 2 rows"]


def test_a_known_game_by_rules_that_the_club_has_no_more_is_compared_too(book: Book) -> None:
    own = book.root / "rulesets" / "ours.toml"
    own.parent.mkdir(exist_ok=True)
    own.write_text('base = "yamms"\ntitle = "Ours"\n')
    press(drop(("a.csv", sheets().replace("date,", "rules,date,").replace("2026-", "ours,2026-"))), "Store 2 rows")
    own.unlink()
    page = drop(("b.csv", sheets()))
    assert '<td class="l">Rules</td><td class="strong">Ours</td><td class="strong">Yamms</td>' in html(page)


def test_a_file_that_is_stored_already_changes_nothing_until_it_is_undone_and_read_otherwise(book: Book) -> None:
    press(drop(("a.csv", sheets())), "Store 2 rows")
    page = drop(("a.csv", sheets()))
    assert "is in the book already" in html(page)
    assert [b.label for b in page.button] == ["Discard"]
    page = choose(page, "Rules", "yams")
    assert "read otherwise" in html(page)
    page = press(page, next(b.label for b in page.button if b.label.startswith("Undo it")))
    assert "yams, as you say" in html(page)
    press(page, "Store 2 rows")
    assert [f.options["rules"] for f in book.state().imports] == ["yams"]


def test_a_file_beyond_the_limit_is_refused_whatever_the_server_takes(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BYTES", 100)
    page = drop(("a.csv", sheets()))
    assert "a.csv: larger than 20 MB" in html(page)
    assert not book.state().imports
    assert not [b for b in page.button if b.label.startswith("Store")]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.pdf", b"%PDF-1.7\n", "This is a PDF document"),
        ("a.xlsx", b"date;player\n", "workbook"),
        ("a.json", b'{"format": ', "JSON"),
        ("a.csv", b"", "empty"),
        ("a.csv", b"what,is,this\n1,2,3\n", "scoresheet"),
    ],
)
def test_what_cannot_be_read_says_why_and_can_be_discarded(book: Book, name: str, content: bytes, told: str) -> None:
    page = drop((name, content))
    assert '<div class="y-says error"' in html(page)
    assert told in html(page)
    assert [b.label for b in page.button] == ["Discard"]
    page = press(page, "Discard")
    assert "Nothing imported yet" in html(page)


def test_files_of_one_name_are_told_apart(book: Book) -> None:
    page = drop(("a.csv", sheets()), ("a.csv", sheets(day="2026-11-27")))
    assert "a.csv (1 of 2)" in html(page)
    page = press(page, "Store 4 rows")
    assert next(s for s in page.selectbox if s.label == "One file only").options == ["a.csv (1 of 2)", "a.csv (2 of 2)"]


def test_many_files_are_a_list_of_which_one_is_looked_at(book: Book) -> None:
    days = range(1, 13)
    files = [(f"{day}.csv", sheets(day=f"2026-11-{day:02}", names=("Ana", f"P{day}"))) for day in days]
    page = drop(*files, ("bad.csv", "a,b\n1,2\n"))
    assert html(page).count("<h2") == 0
    listed = html(page)
    assert listed.index("bad.csv") < listed.index("1.csv")  # what is troubled stands first
    control = next(s for s in page.selectbox if s.label == "Look at one")
    control.set_value(3)
    page = ran(page)
    assert "new: Ana" in html(page) or "all new: Ana, P4" in html(page)
    page = press(page, "Store 24 rows")
    assert len(book.state().imports) == 12


def log(game: str, day: str) -> str:
    """Return an export of BG Stats with a play of a game that nobody knows, and one of another kind."""
    scores = [{"playerRefId": i, "score": str(200 + i)} for i in (1, 2)]
    plays = [{"uuid": f"{day}{i}", "playDate": day, "gameRefId": i, "playerScores": scores} for i in (1, 2)]
    games = [{"id": 1, "name": game}, {"id": 2, "name": "Catan"}]
    players = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo"}]
    return json.dumps({"games": games, "players": players, "locations": [], "plays": plays})


def test_which_games_of_a_play_log_are_ours_is_answered_once(book: Book) -> None:
    page = drop(("one.bgsplay", log("Yams maison", "2026-05-01")))
    assert "whether the game “Yams maison” is one of the family" in html(page)
    control = next(s for s in page.selectbox if s.label == "“Yams maison” is")
    assert control.options[0] == "Yams"
    assert "Not ours: ignore it" in control.options
    page = choose(page, "“Yams maison” is", "yams")
    assert "1 of 2 in the file are ours; ignored: “Catan”" in html(page)
    press(page, "Store 2 rows")
    page = drop(("two.bgsplay", log("Yams maison", "2026-05-08")))
    assert "“Yams maison” as answered with one.bgsplay" in html(page)
    page = choose(page, "“Catan” is", "kniffel")  # said otherwise
    assert "2 of 2 in the file are ours" in html(page)
