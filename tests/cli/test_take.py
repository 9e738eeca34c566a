"""`import` and `check`: what they store, print and return (DESIGN.md, The command line)."""

from __future__ import annotations

import io
import json
import shutil
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import filelock
import pytest

from dashboard.cli.printing import Progress
from tests.readers.workbook import ANA, BO, paper, xlsx

from .conftest import Run, command


def test_import_prints_one_json_object_with_every_row_accounted_for(yamsheet: Run, sheet: Path) -> None:
    done = yamsheet("import", sheet, "--json")
    assert done.code == 0
    whole = done.json
    assert set(whole) >= {"import", "files", "games", "rejected"}
    (file,) = whole["files"]
    assert file["rows"] == sum(file[fate] for fate in ("taken", "held", "duplicate", "rejected", "ignored")) == 3
    (game,) = whole["games"]
    assert game["status"] == "taken"
    ana, bo = game["sheets"]
    # Ana: 63 + 35 above, 137 below = 235; Bo: 42 above, 68 below = 110. Two players: +20 and -20.
    assert (ana["total"], ana["bonus"], ana["sections"], ana["place"], ana["whist"]) == (
        235, 35, {"upper": 63, "lower": 137}, 1, 20.0,
    )  # fmt: skip
    assert (bo["total"], bo["bonus"], bo["place"], bo["whist"]) == (110, 0, 2, -20.0)
    assert ana["boxes"]["main"]["four_of_a_kind"] == 0


def test_without_json_stdout_is_for_people(yamsheet: Run, bad_sheet: Path) -> None:
    done = yamsheet("import", bad_sheet)
    assert done.code == 1
    assert "3 rows, 2 held, 1 ignored" in done.out
    assert "Bo: Fours gives 0, 4, 8, 12, 16 or 20, not 14. (row 3)" in done.out
    assert "Stored as entry" in done.err
    assert not done.out.lstrip().startswith("{")


def test_a_held_game_ends_with_1_and_has_no_place(yamsheet: Run, bad_sheet: Path) -> None:
    done = yamsheet("check", bad_sheet, "--json")
    assert done.code == 1
    assert done.json["import"] is None
    (game,) = done.json["games"]
    assert game["status"] == "held"
    assert [sheet["place"] for sheet in game["sheets"]] == [None, None]
    (finding,) = [f for f in game["findings"] if f["severity"] == "error"]
    expected = {"code": "impossible_points", "player": "Bo", "column": "main", "box": "fours", "stated": 14, "row": 3}
    assert {key: finding[key] for key in expected} == expected


def test_check_needs_no_book_and_makes_none(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    assert yamsheet("check", sheet).code == 0
    assert not (tmp_path / "book").exists()


def test_a_dry_run_stores_nothing(yamsheet: Run, sheet: Path) -> None:
    assert yamsheet("import", sheet, "--dry-run", "--json").json["import"] is None
    assert yamsheet("import", sheet, "--json").json["import"] is not None


def test_the_same_file_twice_is_told_and_ends_with_0(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    before = yamsheet("standings", "--format", "csv").out
    again = yamsheet("import", sheet, "--json")
    assert again.code == 0
    assert again.json["import"] is None
    assert yamsheet("standings", "--format", "csv").out == before
    assert "already" in yamsheet("import", sheet).out


def test_the_same_file_with_other_options_is_refused(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    done = yamsheet("import", sheet, "--season", "Spring")
    assert done.code == 2
    assert "yamsheet undo" in done.err + done.out


def test_a_folder_is_imported_as_one_entry(yamsheet: Run, sheet: Path, bad_sheet: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    folder.mkdir()
    for path in (sheet, bad_sheet):
        shutil.move(path, folder / path.name)
    done = yamsheet("import", folder, "--json")
    assert [Path(f["path"]).name for f in done.json["files"]] == ["bad.csv", "march.csv"]
    assert len([e for e in yamsheet("journal", "--json").json["entries"] if e["kind"] == "import"]) == 1


def test_a_missing_file_is_named(yamsheet: Run, tmp_path: Path) -> None:
    done = yamsheet("import", tmp_path / "nowhere.csv")
    assert done.code == 2
    assert str(tmp_path / "nowhere.csv") in done.err


def test_an_empty_folder_is_named(yamsheet: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = yamsheet("check", tmp_path / "empty")
    assert (done.code, "empty folder" in done.err) == (2, True)


def test_good_files_beside_an_unreadable_one_are_stored(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    noise = tmp_path / "noise.csv"
    noise.write_bytes(bytes(range(256)) * 8)
    done = yamsheet("import", sheet, noise, "--json")
    assert done.code == 2
    assert len(done.json["games"]) == 1
    assert any(row["path"].endswith("noise.csv") and row["code"] for row in done.json["rejected"])
    assert len(yamsheet("games", "--json").json["games"]) == 1


def test_wrong_values_of_options_end_with_2_and_say_which(yamsheet: Run, sheet: Path) -> None:
    for args, said in (
        (["--encoding", "klingon"], "klingon"),
        (["--delimiter", "::"], "::"),
        (["--date-order", "ydm"], "ydm"),
        (["--rules", "yams+jokes=true"], "jokes"),
        (["--rules", "nope"], "nope"),
    ):
        done = yamsheet("check", sheet, *args)
        assert (done.code, said in done.err + done.out) == (2, True), args


def test_a_busy_book_ends_with_3(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    yamsheet("import", sheet)
    other = tmp_path / "other.csv"
    other.write_text(sheet.read_text(encoding="utf-8").replace("-14", "-16"), encoding="utf-8")
    with filelock.FileLock(tmp_path / "book" / ".lock"):
        done = command("--book", tmp_path / "book", "import", other, "--json")
    assert done.code == 3
    assert "error" in json.loads(done.out)
    assert "writing" in done.err


class Terminal(io.StringIO):
    """Be a terminal that keeps what is drawn on it."""

    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_for_work_of_over_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with closing(Progress()) as progress:
        progress("Reading a.csv", 0, 3)
        assert screen.getvalue() == ""
        time.sleep(1.2)
        assert "0 of 3  Reading a.csv" in screen.getvalue()
        progress("Storing", 2, 3)
        assert f"{20 * '━'}{10 * '─'} 2 of 3  Storing" in screen.getvalue()
    assert screen.getvalue().endswith("\r\033[K")


def test_no_bar_is_drawn_for_quick_work_and_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen in (Terminal(), io.StringIO()):
        monkeypatch.setattr("sys.stderr", screen)
        with closing(Progress()) as progress:
            progress("Reading a.csv", 0, 3)
        assert screen.getvalue() == ""


def test_the_reader_can_be_said(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    """What a file's name ends in says which reader it is for, until somebody says otherwise."""
    path = tmp_path / "march.json"
    path.write_bytes(sheet.read_bytes())
    assert yamsheet("check", path).code == 2
    assert yamsheet("import", path, "--reader", "csv").code == 0
    assert yamsheet("rebuild").code == 0
    assert len(yamsheet("games", "--json").json["games"]) == 1
    again = yamsheet("import", path, "--reader", "json-rows")
    assert (again.code, "reader csv, now json-rows" in again.out) == (2, True)
    rows = [{"player": name, "ones": 3, "twos": 4, "rules": "yamms"} for name in ("Ana", "Bo")]
    text = tmp_path / "rows.txt"
    text.write_text(json.dumps(rows))
    assert yamsheet("check", text, "--reader", "json-rows", "--json").json["files"][0]["taken"] == 2
    wrong = yamsheet("check", text, "--reader", "workbook")
    assert (wrong.code, "it is no workbook" in wrong.out) == (2, True)
    assert yamsheet("check", text, "--reader", "pdf").code == 2


def test_decimals_and_layout_can_be_said(yamsheet: Run, tmp_path: Path) -> None:
    """A total of "1.250" has two readings, until somebody says which mark is the decimal one."""
    path = tmp_path / "totals.csv"
    path.write_text("date;game;player;total\n2026-03-14;A1;Ana;1.250\n2026-03-14;A1;Bo;980\n")
    doubtful = yamsheet("check", path, "--rules", "double-yams", "--json")
    assert (doubtful.code, doubtful.json["games"][0]["status"]) == (1, "held")
    sure = yamsheet("check", path, "--rules", "double-yams", "--decimal", ",", "--json")
    assert (sure.code, [s["total"] for s in sure.json["games"][0]["sheets"]]) == (0, [1250, 980])
    other = yamsheet("check", path, "--rules", "double-yams", "--layout", "paper")
    assert other.code == 2
    assert "no scoresheet is found" in other.out
    assert yamsheet("import", path, "--rules", "double-yams", "--decimal", ",").code == 0
    again = yamsheet("import", path, "--rules", "double-yams", "--decimal", ".")
    assert again.code == 2
    assert "decimal ,, now ." in again.out


def test_whose_a_name_is_can_be_said_with_the_import(yamsheet: Run, tmp_path: Path, sheet: Path) -> None:
    assert yamsheet("import", sheet).code == 0
    other = tmp_path / "other.csv"
    other.write_text(sheet.read_text().replace("Ana", "Anna").replace("2026", "2025"))
    done = yamsheet("import", other, "--name", "Anna=Ana", "--name", "Bo=Bob")
    assert done.code == 0
    assert {p["player"]: p["games"] for p in yamsheet("players", "--json").json["players"]} == {"Ana": 2, "Bob": 2}
    assert [e["kind"] for e in yamsheet("journal", "--json").json["entries"]].count("import") == 2
    unknown = yamsheet("import", other, "--name", "Anna")
    assert unknown.code == 2
    assert "write it as" in unknown.err


def test_a_good_file_beside_one_that_is_not_there_is_stored(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    done = yamsheet("import", sheet, tmp_path / "gone.csv", "/dev/zero")
    assert done.code == 2
    assert f"There is no file {tmp_path / 'gone.csv'}." in done.out
    assert "/dev/zero is no file, but a folder, a device or a pipe." in done.out
    assert len(yamsheet("games", "--json").json["games"]) == 1


def test_rows_that_are_left_out_are_listed_with_their_reason(yamsheet: Run, tmp_path: Path, sheet: Path) -> None:
    head, *rows = sheet.read_text().splitlines()
    path = tmp_path / "club.csv"
    path.write_text("\n".join(["Our club", head, *rows, "Signed by Ana", "and by Bo"]) + "\n")
    told = yamsheet("check", path, "--json").json["ignored"]
    assert [(line["row"], line["code"]) for line in told][:2] == [(1, "title"), (2, "heading")]
    assert [line["row"] for line in told][2:] == [len(rows) + 3, len(rows) + 4]
    shown = yamsheet("check", path).out
    assert "club.csv, row 1: left out (" in shown
    assert f"club.csv, rows {len(rows) + 3}–{len(rows) + 4}: left out (" in shown


def test_the_place_of_what_is_wrong_is_told_once(yamsheet: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "yamsheet/1", "games": [')
    assert "bad.json: line 1, column 36: this is no valid JSON" in yamsheet("check", path).out


def test_rejected_rows_name_their_place_once(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    path.write_bytes(bytes(range(40)))
    assert "club.csv: row 1 holds a NUL byte" in yamsheet("check", path).out
    head, *rows = sheet.read_text().splitlines()
    path.write_text("\n".join([head, *(row.replace("2026-03-14", "soon") for row in rows)]) + "\n")
    assert "club.csv: row 2, column 'date': 'soon' is no date" in yamsheet("check", path).out.replace("Date", "date")


def test_a_suggestion_ends_in_one_mark(yamsheet: Run, sheet: Path) -> None:
    head, *rows = sheet.read_text().splitlines()
    sheet.write_text("\n".join([f"{head},Total,Pointz", *(f"{row},100,7" for row in rows)]) + "\n")
    assert "left out Pointz. Is “Pointz” points?\n" in yamsheet("check", sheet).err
    assert yamsheet("check", sheet, "--json").json["files"][0]["notes"] == ["left out: Pointz"]


def test_a_game_that_nothing_dates_is_told(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    path = tmp_path / "undated.csv"
    path.write_text(sheet.read_text().replace("2026-03-14", ""))
    done = yamsheet("check", path)
    assert (done.code, "has neither date nor season: it is in no standings." in done.out) == (0, True)


def test_a_game_outside_all_seasons_is_told(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    season = '[[season]]\nname = "Late"\nfrom = 2026-04-01\nto = 2026-04-30\n'
    (tmp_path / "book" / "club.toml").write_text(season)
    assert "lies in no season: it is in no standings." in yamsheet("import", sheet).out


def test_an_answer_about_a_heading_that_no_file_has_is_wrong_usage(yamsheet: Run, sheet: Path) -> None:
    done = yamsheet("import", sheet, "--heading", "Nope=ones")
    assert done.code == 2
    assert "No file has a heading “Nope”" in done.err
    assert yamsheet("import", sheet).code == 0


def test_notes_about_the_reading_are_told_as_json(yamsheet: Run, sheet: Path) -> None:
    sheet.write_text(sheet.read_text().replace("Ana", "1. Ana").replace("Bo", "2. Bo"))
    (file,) = yamsheet("check", sheet, "--json").json["files"]
    assert file["notes"] == ["the numbers before the players' names are left out, as in '1. Ana'"]


def test_check_counts_with_what_is_said_of_names(yamsheet: Run, sheet: Path) -> None:
    assert yamsheet("import", sheet).code == 0
    again = sheet.with_name("again.csv")
    again.write_text(sheet.read_text().replace("Bo", "Bogdan"))
    assert yamsheet("check", again, "--json").json["files"][0]["taken"] == 2
    done = yamsheet("check", again, "--json", "--name", "Bogdan=Bo")
    assert (done.code, done.json["files"][0]["duplicate"]) == (0, 2)  # with Bo in it, it is the game of before
    both = yamsheet("check", again, "--name", "Bogdan=Ana")
    assert (both.code, "both sit in one game" in both.err) == (2, True)
    nobody = yamsheet("check", again, "--name", "Nobody=Ana")
    assert (nobody.code, "There is no player Nobody" in nobody.err) == (2, True)


def test_import_decides_of_names_as_check_does(yamsheet: Run, sheet: Path) -> None:
    assert yamsheet("import", sheet).code == 0
    again = sheet.with_name("again.csv")
    again.write_text(sheet.read_text().replace("Bo", "Bogdan").replace("2026", "2025"))
    for said, code, told in (
        ("Bogdan=BO", 0, ""),
        ("Bogdan=Ana", 2, "both sit in one game"),
        ("X=Bo", 2, "no player X"),
    ):
        for way in ("check", "import"):
            done = yamsheet(way, again, "--name", said)
            assert (done.code, told in done.err) == (code, True)
        names = {p["player"] for p in yamsheet("players", "--json").json["players"]}
        assert names == {"Ana", "Bo"} | ({"Bogdan"} if code else set())
        assert yamsheet("undo", str(len(yamsheet("journal", "--json").json["entries"])), "--why", "once more").code == 0


def test_what_is_said_of_names_with_a_known_file_is_told_to_be_left(yamsheet: Run, sheet: Path) -> None:
    assert yamsheet("import", sheet, "--name", "Bo=Bob").code == 0
    same = yamsheet("import", sheet, "--name", "Bo=Bob")
    assert (same.code, same.err) == (0, "")
    for way in ("check", "import"):
        other = yamsheet(way, sheet, "--name", "Bo=Robert")
        assert (other.code, "No file is new, so that Bo and Robert stay as they are" in other.err) == (2, True)
    assert len(yamsheet("journal", "--json").json["entries"]) == 1


def test_files_refused_for_the_same_reason_share_a_line(yamsheet: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.csv").write_text(f"player,total\n{name},1\n")
    (tmp_path / "d.txt").write_bytes(b"")
    lines = yamsheet("check", *sorted(tmp_path.glob("*.*"))).out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("3 files: "))
    assert lines[at + 1] == "  a.csv, b.csv, c.csv"
    assert [line for line in lines[at + 2 :] if not line.startswith("d.txt: ")] == []


def test_every_question_of_a_file_stands_in_its_own_line(yamsheet: Run, tmp_path: Path) -> None:
    figures = "3,6,9,12,15,18,20,0,25,30,40,50,22"
    boxes = "1,2,3,4,5,6,Tris,Careu,Full,Chintă mică,Chintă mare,Yamms,Noroc"
    for name, code_page in (("a", "cp1250"), ("b", "utf-8")):
        text = f"Jucător,{boxes}\nAna,{figures}\nȘtefan,{figures}\n".replace("Ș", "Ş")
        (tmp_path / f"{name}.csv").write_bytes(text.encode(code_page))
    lines = yamsheet("check", tmp_path / "a.csv", tmp_path / "b.csv").out.splitlines()[2:]
    assert lines[0].startswith("a.csv: The encoding is not told")
    assert "“Jucător”, “Chintă”, “mică” in cp1250 (central Europe)" in lines[0]
    assert lines[0].endswith("Say --encoding cp1250 or cp1252.")
    assert lines[1].startswith("2 files: The file does not say which rules were played")
    assert lines[2:] == ["  a.csv, b.csv"]


def test_an_unfinished_sheet_is_told_though_the_game_is_taken(yamsheet: Run, sheet: Path) -> None:
    sheet.write_text(sheet.read_text().replace(",22,235", ",,213"))
    done = yamsheet("check", sheet)
    assert done.code == 0
    assert "Open boxes: Chance. The sheet is kept, but not ranked. (row 2)" in done.out


def test_what_is_found_in_a_workbook_names_the_worksheet(yamsheet: Run, tmp_path: Path) -> None:
    """Rows are numbered anew on each worksheet: a row alone would be the wrong one."""

    def fill(book: Any) -> None:
        for name, second in (("2026-03-06", BO), ("2026-03-13", (*BO[:3], 14, *BO[4:]))):
            paper(book.add_worksheet(name), 0, 0, {"Ana": ANA, "Bo": second})

    path = tmp_path / "year.xlsx"
    path.write_bytes(xlsx(fill))
    wrong = yamsheet("check", path, "--rules", "yamms", "--json").json["games"][1]["findings"][0]
    assert (wrong["worksheet"], wrong["row"]) == ("2026-03-13", 5)
    done = yamsheet("import", path, "--rules", "yamms")
    assert done.code == 1
    assert "Fours gives 0, 4, 8, 12, 16 or 20, not 14. (worksheet 2026-03-13, row 5)" in done.out


def test_what_is_found_names_the_row_of_its_box(yamsheet: Run, tmp_path: Path) -> None:
    boxes = "ones twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house small_straight"
    boxes = [*boxes.split(), "large_straight", "yams", "chance"]
    wrong = [3, 6, 9, 14, 15, 18, 20, 0, 25, 30, 40, 50, 22]
    long = ["date,player,box,points", *(f"2026-03-06,Ana,{box},5" for box in boxes if box in ("ones", "fives"))]
    long += [f"2026-03-06,Bo,{box},{points}" for box, points in zip(boxes, wrong, strict=True)]
    both = zip(boxes, [1, *[0] * 12], wrong, strict=True)
    paper_ = ["2026-03-06", ",Ana,Bo", *(f"{box},{first},{second}" for box, first, second in both)]
    paper_ += ["Total,1,288", "Place,1,2"]
    for name, lines, row in (("long", long, 7), ("paper", paper_, 6)):
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join(lines) + "\n")
        (game,) = yamsheet("check", path, "--rules", "yamms", "--json").json["games"]
        assert [f["row"] for f in game["findings"] if f["code"] == "impossible_points"] == [row]
    mended = tmp_path / "mended.csv"
    mended.write_text("\n".join(paper_).replace("fours,0,14", "fours,0,12") + "\n")
    (game,) = yamsheet("check", mended, "--rules", "yamms", "--json").json["games"]
    told = {(f["code"], f["player"]): f["row"] for f in game["findings"] if f["code"].endswith("_mismatch")}
    # 3+6+9+12+15+18 = 63 gives the bonus of 35, with 187 below 285.
    assert told == {("total_mismatch", "Bo"): 16, ("place_mismatch", "Ana"): 17, ("place_mismatch", "Bo"): 17}
