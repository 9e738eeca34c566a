"""The promises of DESIGN.md, kept by real files in a real book."""

from __future__ import annotations

import itertools
from pathlib import Path

import polars as pl
import pytest

from ingest import child, decide
from ingest.book import Book, rebuild
from ingest.errors import WrongUsage
from ingest.model import ReadOptions
from ingest.pipeline import check, import_files, tables
from ingest.reader_process import reader_process
from ingest.report import Report
from tests.pipeline.sheets import HEAD, S_100, S_157, S_255, YAMMS, night, row, standings, statuses, table, take, write

# 255, 157, 100 at a table of three: +30; 10 x 3 x (2 x 57 / 155 - 1) = -7.9355; -30 (RULES.md, From totals to places).
ONE_NIGHT = [("Ana", 1, 300_000, 1), ("Bo", 1, -79_355, 0), ("Cy", 1, -300_000, 0)]

DERIVED = ("game", "sheet", "boxes_yamms", "finding", "player", "spelling", "box_stat", "column_stat")


def everything(book: Book, names: tuple[str, ...] = DERIVED) -> dict[str, pl.DataFrame]:
    with book.reader() as reader:
        return {name: reader.table(name) for name in names}


def test_a_game_is_taken_and_ranked(book: Book, tmp_path: Path) -> None:
    report = take(book, night(tmp_path / "a.csv", 6))
    assert report.exit_code == 0
    assert report.files[0].counts == {"rejected": 0, "held": 0, "duplicate": 0, "taken": 3, "ignored": 1}
    assert standings(book) == ONE_NIGHT
    sheets = report.as_json()["games"][0]["sheets"]
    assert [(s["player"], s["total"], s["bonus"], s["place"], s["whist"]) for s in sheets] == [
        ("Ana", 255, 35, 1, 30.0),
        ("Bo", 157, 0, 2, -7.9355),
        ("Cy", 100, 0, 3, -30.0),
    ]


def test_the_same_file_twice_changes_nothing(book: Book, tmp_path: Path) -> None:
    path = night(tmp_path / "a.csv", 6)
    take(book, path)
    before, entries = everything(book), len(book.entries())
    again = take(book, path)
    assert (again.exit_code, again.entry, again.files[0].already) == (0, None, 1)
    assert again.files[0].counts == {"rejected": 0, "duplicate": 3, "ignored": 1}
    assert len(book.entries()) == entries
    assert all(frame.equals(before[name]) for name, frame in everything(book).items())


def test_the_same_file_named_twice_counts_once(book: Book, tmp_path: Path) -> None:
    path = night(tmp_path / "a.csv", 6)
    copy = tmp_path / "copy of a.csv"
    copy.write_bytes(path.read_bytes())
    report = take(book, path, copy, path)
    assert (report.exit_code, report.count("taken"), report.count("duplicate")) == (0, 3, 6)
    assert [f.twin for f in report.files] == [None, str(path), str(path)]
    assert len(report.as_json()["games"]) == 1
    (tmp_path / "b.csv").write_text("no scoresheet")
    (tmp_path / "c.csv").write_text("no scoresheet")
    both = check([tmp_path / "b.csv", tmp_path / "c.csv"], YAMMS, None)
    assert [r["code"] for r in both.rejected] == ["no_scoresheet"] * 2


def test_the_same_file_with_other_options_is_refused(book: Book, tmp_path: Path) -> None:
    path = night(tmp_path / "a.csv", 6)
    take(book, path)
    again = take(book, path, options=ReadOptions(rules="yahtzee"))
    assert again.exit_code == 2
    assert "rules yamms, now yahtzee" in str(again.files[0].refused)
    assert "undo" in str(again.files[0].refused)


def test_an_option_that_a_file_needs_not_is_no_other_one_the_second_time(book: Book, tmp_path: Path) -> None:
    """A folder is imported with its code page again and again, and some files in it are UTF-8 or workbooks."""
    path = night(tmp_path / "a.csv", 6)
    take(book, path, options=ReadOptions(encoding="cp1250", rules="yamms"))
    again = take(book, path, options=ReadOptions(encoding="cp1250", rules="yamms"))
    assert (again.exit_code, again.entry, again.files[0].already) == (0, None, 1)
    assert take(book, path, options=ReadOptions(encoding="cp1252")).exit_code == 2


def test_one_child_reads_all_files_again(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its own options, and under the name that it had."""
    for day in (6, 13):
        take(book, night(tmp_path / f"{day}.csv", day), options=ReadOptions(rules="yamms", season=f"S{day}"))
    take(book, night(tmp_path / "c.csv", 20), night(tmp_path / "d.csv", 27))
    before = everything(book, ("game", "sheet", "file"))
    for path in (book.results / "parsed").iterdir():
        path.unlink()
    begun: list[object] = []
    monkeypatch.setattr(child, "reader_process", lambda: begun.append(reader_process()) or begun[-1])
    rebuild(book, tables(book))
    assert len(begun) == 1
    assert all(frame.equals(before[name]) for name, frame in everything(book, tuple(before)).items())


def test_headings_that_mean_something_else_are_other_options(book: Book, tmp_path: Path) -> None:
    """Also one that is called like an option, or is written otherwise."""
    rows = [f"2026-03-06,{name},u,{boxes}" for name, boxes in (("Ana", S_255), ("Bo", S_157))]
    head = HEAD.replace("table,player", "player,layout").replace("chance", "Grabbag")
    path = write(tmp_path / "a.csv", rows, head)
    said = {"layout": "ignore", "Grabbag": "chance"}

    def taken(**headings: str) -> Report:
        return take(book, path, options=ReadOptions(headings=headings))

    take(book, path, options=ReadOptions(rules="yamms", headings=said))
    for same in (said, {"GRABBAG": "chance"}, {"Ones": "ones", "Layout": "ignored"}, {"Elsewhere": "twos"}):
        assert (taken(**same).exit_code, taken(**same).files[0].already) == (0, 1)
    for other in ({"grabbag": "ignore"}, {"layout": "table"}, {"Ones": "twos"}):
        assert taken(**other).exit_code == 2


def test_a_copy_under_another_name_counts_once(book: Book, tmp_path: Path) -> None:
    path = night(tmp_path / "a.csv", 6)
    copy = tmp_path / "b.csv"
    copy.write_bytes(path.read_bytes() + b"\n")
    report = take(book, path, copy)
    assert [f.counts["duplicate"] for f in report.files] == [0, 3] or [f.counts["duplicate"] for f in report.files] == [
        3,
        0,
    ]
    assert standings(book) == ONE_NIGHT


def test_any_order_gives_the_same_tables(tmp_path: Path) -> None:
    files = [
        night(tmp_path / "a.csv", 6),
        night(tmp_path / "b.csv", 13, names=("Bo", "Ana", "Cy")),
        night(tmp_path / "c.csv", 20, names=("ANA", "Dan", "Bo")),
    ]
    told = []
    for number, order in enumerate(itertools.permutations(files)):
        book = Book(tmp_path / f"book{number}")
        for path in order:
            take(book, path)
        told.append({n: f.drop("entry", strict=False).write_csv() for n, f in everything(book).items()})
    assert all(t == told[0] for t in told)


def test_step_by_step_equals_rebuilt(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    take(book, night(tmp_path / "b.csv", 13))
    decide.rename(book, "Ana", "Ana Pop", who="tests", why="full name")
    before = everything(book, (*DERIVED, "file", "source_row", "entry"))
    rebuild(book, tables(book))
    after = everything(book, (*DERIVED, "file", "source_row", "entry"))
    assert all(frame.equals(before[name]) for name, frame in after.items())


def test_undo_then_import_again_is_the_same(book: Book, tmp_path: Path) -> None:
    take(book, night(tmp_path / "a.csv", 6))
    path = night(tmp_path / "b.csv", 13)
    entry = take(book, path).entry
    before = standings(book)
    decide.undo(book, str(entry), who="tests", why="wrong file")
    assert standings(book) == ONE_NIGHT
    take(book, path)
    assert standings(book) == before


def test_an_undone_file_wakes_what_it_had_suppressed(book: Book, tmp_path: Path) -> None:
    first = night(tmp_path / "a.csv", 6)
    second = write(tmp_path / "b.csv", [*first.read_text().splitlines()[1:], ""])
    one = take(book, first).entry
    take(book, second)
    assert statuses(book) == {"2026-03-06/A/-/1": ["duplicate", "taken"]}
    decide.undo(book, str(one), who="tests", why="try")
    assert statuses(book) == {"2026-03-06/A/-/1": ["taken"]}
    assert standings(book) == ONE_NIGHT


def test_one_file_of_an_entry_is_undone(book: Book, tmp_path: Path) -> None:
    report = take(book, night(tmp_path / "a.csv", 6), night(tmp_path / "b.csv", 13))
    decide.undo(book, f"{report.entry}:{report.files[1].sha[:10]}", who="tests", why="try")  # type: ignore[index]
    assert standings(book) == ONE_NIGHT


def test_check_stores_nothing(book: Book, tmp_path: Path) -> None:
    report = check([night(tmp_path / "a.csv", 6)], YAMMS, book)
    assert report.entry is None
    assert len(report.games) == 1
    assert not book.exists


def test_a_bad_file_does_not_stop_the_good_one(book: Book, tmp_path: Path) -> None:
    bad = tmp_path / "letter.csv"
    bad.write_text("Dear all,\nthe club meets on Friday.\n")
    report = take(book, bad, night(tmp_path / "a.csv", 6))
    assert report.exit_code == 2
    assert "letter.csv" in str(report.files[0].refused)
    assert standings(book) == ONE_NIGHT


def test_rules_that_the_file_leaves_open_are_asked_for(book: Book, tmp_path: Path) -> None:
    report = take(book, night(tmp_path / "a.csv", 6), options=ReadOptions())
    assert report.exit_code == 2
    assert report.entry is None
    assert [q.about for q in report.files[0].questions] == ["rules"]
    assert set(report.files[0].questions[0].choices) >= {"yamms", "yams", "yahtzee", "kniffel"}


def test_unknown_rules_are_named(book: Book, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="yamz"):
        take(book, night(tmp_path / "a.csv", 6), options=ReadOptions(rules="yamz"))


def test_the_clubs_own_rules_are_taken_where_the_file_is_silent(book: Book, tmp_path: Path) -> None:
    book.create()
    (book.root / "club.toml").write_text('rules = "yahtzee"\n')
    report = take(book, night(tmp_path / "a.csv", 6), options=ReadOptions())
    assert report.games["rules"].to_list() == ["yahtzee"]


def test_a_house_rule_is_frozen_with_the_import(book: Book, tmp_path: Path) -> None:
    """The journal keeps the text of a rule set; a later change of the club's file changes no stored game."""
    book.create()
    own = book.root / "rulesets" / "mine.toml"
    own.write_text('base = "yamms"\ntitle = "Ours"\nversion = 1\n[boxes.full_house]\npoints = 30\n')
    boxes = S_255.replace(",25,", ",30,")
    path = write(
        tmp_path / "a.csv",
        [row("2026-03-06", "A", "Ana", boxes), row("2026-03-06", "A", "Bo", S_157.replace(",25,", ",30,"))],
    )
    report = take(book, path, options=ReadOptions(rules="mine"))
    assert [s["total"] for s in report.as_json()["games"][0]["sheets"]] == [260, 162]
    own.write_text(own.read_text().replace("30", "40"))
    rebuild(book, tables(book))
    assert everything(book, ("sheet",))["sheet"]["total"].to_list() == [260, 162]


def test_rows_are_all_accounted_for(book: Book, tmp_path: Path) -> None:
    lines = [
        row("2026-03-06", "A", "Ana", S_255),
        row("2026-03-06", "A", "", S_157),
        row("2026-03-06", "A", "Cy", S_100),
        "Total,,,4,8,12,16,20,24,20,22,25,60,80,0,29",
        "",
        "Signature,,,,,,,,,,,,,,,",
    ]
    report = take(book, write(tmp_path / "a.csv", lines))
    assert report.files[0].counts == {"rejected": 1, "held": 2, "duplicate": 0, "taken": 0, "ignored": 3}
    assert report.rejected[0]["row"] == 3
    assert report.exit_code == 1


def test_a_game_of_which_a_row_is_rejected_waits_until_it_is_accepted(book: Book, tmp_path: Path) -> None:
    """A game of three is not ranked as one of two without a person's word (RULES.md: the whole game is held)."""
    lines = [*table(Ana=S_255, Bo=S_157), f"2026-03-06,A,Cy,{S_100},7", row("2026-03-07", "A", "Ana", S_100)]
    report = take(book, write(tmp_path / "a.csv", lines))
    assert report.files[0].counts == {"rejected": 1, "held": 2, "duplicate": 0, "taken": 1, "ignored": 1}
    finding = report.as_json()["games"][0]["findings"][0]
    assert (finding["code"], finding["severity"], finding["player"], finding["row"]) == ("bad_value", "error", None, 4)
    assert "row 4 has 17 fields" in finding["message"]
    decide.accept(book, "2026-03-06/A/-/1", who="tests", why="Cy went home")
    assert standings(book) == [("Ana", 1, 200_000, 1), ("Bo", 1, -200_000, 0)]


def test_a_file_that_is_read_otherwise_is_shown_and_waits(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a newer reader reads a raw file differently, the game waits until someone has looked (DESIGN.md)."""
    take(book, night(tmp_path / "a.csv", 6))
    monkeypatch.setattr("ingest.pipeline.agrees", lambda parsed, stored: False)
    rebuild(book, tables(book))
    assert statuses(book) == {"2026-03-06/A/-/1": ["held"]}
    decide.accept(book, "2026-03-06/A/-/1", who="tests", why="compared with the file")
    assert standings(book) == ONE_NIGHT


def test_what_was_read_again_is_kept(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a rebuild, later writes do not read every raw file again."""
    take(book, night(tmp_path / "a.csv", 6))
    rebuild(book, tables(book))
    monkeypatch.setattr("ingest.child.read_files", lambda *a, **k: pytest.fail("read again"))
    decide.rename(book, "Ana", "Ana Pop", who="tests", why="full name")
    assert standings(book)[0] == ("Ana Pop", 1, 300_000, 1)


def test_what_a_heading_means_is_remembered(book: Book, tmp_path: Path) -> None:
    """The club's answer about an unknown heading is remembered in the book, and forgotten with its import."""
    first = write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157), HEAD.replace("chance", "grab bag"))
    told = take(book, first, options=ReadOptions(rules="yamms", headings={"Grab Bag": "chance"}))
    assert told.as_json()["games"][0]["sheets"][0]["total"] == 255
    second = write(tmp_path / "b.csv", [row("2026-03-13", "A", "Ana", S_255)], HEAD.replace("chance", "grab bag"))
    assert check([second], YAMMS, book).as_json()["games"][0]["sheets"][0]["total"] == 255
    decide.undo(book, "1", who="tests", why="try")
    asked = check([second], YAMMS, book).files[0].questions
    assert [(q.about, "grab bag" in q.message) for q in asked] == [("heading", True)]


def test_a_block_that_was_pasted_twice_counts_once(book: Book, tmp_path: Path) -> None:
    once = table(Ana=S_255, Bo=S_157, Cy=S_100)
    report = take(book, write(tmp_path / "a.csv", [*once, *once]))
    assert report.files[0].counts == {"rejected": 0, "held": 0, "duplicate": 3, "taken": 3, "ignored": 1}
    assert [d["row"] for d in report.duplicates] == [5, 6, 7]
    assert {d["code"] for d in report.duplicates} == {"duplicate_game"}
    assert "row 2" in report.duplicates[0]["message"]
    assert standings(book) == ONE_NIGHT


def test_each_step_is_told_before_it_is_done(book: Book, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    paths = [night(tmp_path / "a.csv", 6), night(tmp_path / "b.csv", 13)]
    check(paths, ReadOptions(rules="yamms"), book, lambda *step: told.append(step))
    reading = [("Reading a.csv", 0), ("Reading b.csv", 1), ("Recomputing every game", 2)]
    assert told == [(*step, 3) for step in reading]
    told.clear()
    import_files(book, paths, ReadOptions(rules="yamms"), who="tests", progress=lambda *step: told.append(step))
    assert told == [(*step, 4) for step in [*reading, ("Storing", 3)]]
