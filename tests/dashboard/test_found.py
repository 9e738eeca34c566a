"""Check the preview of a file: every row accounted for, and how the file was understood, in a person's words."""

from __future__ import annotations

from pathlib import Path

from dashboard import words
from dashboard.widgets import found, parts, understood
from dashboard.widgets.sheet import differences
from dashboard.widgets.understood import Preview
from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import check, import_files
from ingest.report import Report
from scoring.rules import rule_set
from tests.pipeline.sheets import S_255, night, row

HEAD = "date,player,ones,twos,threes,fours,fives,sixes,remark\n"


def preview(tmp_path: Path, text: str) -> Report:
    path = tmp_path / "evening.csv"
    path.write_text(HEAD + text, encoding="utf-8")
    return check([path], ReadOptions(rules="yamms"), None)


def lines(report: Report, most: int = 200) -> tuple[list[found.Line], int]:
    return found.lines(report, report.files[0], {"yamms": words.titles(rule_set("yamms"))}, most)


def test_findings_and_rows_left_out_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,14,5,6,\n2026-03-14,,1,2,3,4,5,6,\nTotal,,,,,,,,\n")
    shown, n = lines(report)
    told = [(line.first, line.where) for line in shown if "Note" not in line.what]
    assert told == [(2, "Ana, Fours"), (3, "2026-03-14/-/-/1"), (3, "no player"), (4, "sums")]
    assert "Held" in next(line.what for line in shown if line.where == "Ana, Fours")
    first, again = lines(report, most=2)
    assert (first, again) == (shown[:2], n)
    assert f"and {n - 2} more" in found.listed(first, n)


def test_only_what_fails_to_add_up_is_told_to_do_so(tmp_path: Path) -> None:
    whole = "2026-03-14,Ana,1,2,3,4,5,6,\n"
    headings = {
        "Total,,,,,,,,\n": "What is worth knowing",  # the sheet has open boxes
        whole.replace(",4,", ",14,"): "What does not add up",
        "2026-03-14,,1,2,3,4,5,6,\n": "What does not add up, and what is left out",
    }
    shown = {text: lines(preview(tmp_path, whole + text))[0] for text in headings}
    assert {text: found.heading(every) for text, every in shown.items()} == headings
    sums = [line for line in shown["Total,,,,,,,,\n"] if line.kind == "left out"]
    assert found.heading(sums) == "What is left out"


def test_figures_beside_the_boxes_have_their_titles(tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    head = HEAD.replace("remark", "extra_yams,stated_total")
    path.write_text(f"{head}2026-03-14,Ana,1,2,3,4,5,6,2,77\n", encoding="utf-8")
    report = check([path], ReadOptions(rules="yams"), None)
    shown, _n = found.lines(report, report.files[0], {"yams": words.titles(rule_set("yams"))})
    assert {"Ana, Extra Yams", "Ana, Total"} <= {line.where for line in shown}
    (line,) = [line for line in shown if line.where == "Ana, Total"]
    assert '<span class="where">Club night, Ana, Total</span>' in found.listed(
        [line._replace(worksheet="Club night")], 1
    )


def test_what_says_the_same_row_after_row_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "totals.csv"
    sheets = "".join(f"2026-03-{day:02},{who},200\n" for day in range(1, 4) for who in ("Ana", "Bo"))
    path.write_text(f"date,player,total\n{sheets}Total,,400\nTotal,,400\n", encoding="utf-8")
    report = check([path], ReadOptions(rules="yamms"), None)
    told = [(line.first, line.last, line.where) for line in lines(report)[0]]
    assert told == [(2, 7, "6 sheets"), (8, 9, "sums")]
    assert "2–7" in found.listed(*lines(report))


def test_rows_left_out_among_others_are_counted(tmp_path: Path) -> None:
    path = night(tmp_path / "nights.csv", 1)
    evenings = "".join(
        "\n".join(["Note,,,", *(row(f"2026-03-0{day}", "A", name, S_255) for name in ("Ana", "Bo")), ""])
        for day in (2, 3, 4)
    )
    path.write_text(path.read_text("utf-8") + evenings, encoding="utf-8")
    report = check([path], ReadOptions(rules="yamms"), None)
    shown = [(line.first, line.last, line.where) for line in lines(report)[0] if "rows" in line.where]
    assert shown == [(5, 11, "note, 3 rows")]


def test_the_rows_are_told_in_a_sentence_and_a_bar(tmp_path: Path) -> None:
    file = preview(tmp_path, "2026-03-14,Ana,1,2,3,4,5,6,\n2026-03-21,,1,2,3,4,5,6,\n").files[0]
    fates = found.fates(file.counts)
    assert sum(fates.values()) == 3
    sentence = parts.rows_sentence(fates, future=True)
    assert "3 rows read." in sentence
    assert "1 will be taken" in sentence
    assert parts.rows_bar(fates).count("<span") == 3  # taken, rejected, the heading ignored


def test_the_file_is_told_as_it_was_understood(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,4,5,6,\n2026-03-14,Țâra,1,2,3,4,5,6,\n")
    seen = Preview(report, report.files[0], {"Ana": ["Ana"]}, given={"rules": "yamms"})
    told = understood.facts(seen)
    assert told["Format"] == "CSV, one row a player and game"
    assert told["Encoding"] == "UTF-8"
    assert told["Separator"] == "comma"
    assert told["Dates"] == "ISO dates"
    assert told["Rules"] == "yamms, as you say"
    assert told["Season"] == "2026, by date"
    assert told["Names"] == "1 known; new: Țâra"
    assert told["Headings"] == "8 of 9 known; ignored: “remark”"
    assert told["Found"] == "1 game, of 14 March 2026"
    assert "<td" in understood.games(seen)


def test_what_a_file_says_is_never_markup(tmp_path: Path) -> None:
    report = preview(tmp_path, '2026-03-14,"<script>x</script>",1,2,3,14,5,6,\n')
    seen = Preview(report, report.files[0])
    assert "<script>" not in found.listed(*lines(report))
    assert "<script>" not in understood.facts(seen)["Names"]
    assert "<script>" not in understood.games(seen)


def test_a_game_with_other_figures_is_told_box_by_box(tmp_path: Path) -> None:
    book = Book(tmp_path / "book")
    head = HEAD.replace("date,", "game,date,")
    for name, fours in (("first", 4), ("second", 8)):
        (tmp_path / f"{name}.csv").write_text(f"{head}g,2026-03-14,Ana,1,2,3,{fours},5,6,\n", encoding="utf-8")
    import_files(book, [tmp_path / "first.csv"], ReadOptions(rules="yamms"), who="test")
    report = check([tmp_path / "second.csv"], ReadOptions(rules="yamms"), book)
    ((game, versions),) = found.conflicts(report, report.files[0], lambda game: rule_set(game["rules"]))
    assert (game, [(v.file, v.rules.id) for v in versions]) == ("g", [("first.csv", "yamms"), ("second.csv", "yamms")])
    drawn = differences(versions)
    assert drawn.count("<tr>") == 1 + 2  # the head; Fours and the total
    assert ">Fours<" in drawn


def test_the_main_button_says_what_it_does(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,14,5,6,\n2026-03-15,Ana,1,2,3,4,5,6,\n")
    assert found.store_label(report) == "Store 1 row, hold 1"
