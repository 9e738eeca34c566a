"""Check the preview of a file: every row accounted for, and how the file was understood, in a person's words."""

from __future__ import annotations

from pathlib import Path

from dashboard import words
from dashboard.widgets import found, parts
from ingest.model import ReadOptions
from ingest.pipeline import check
from ingest.report import Report
from scoring.rules import rule_set

HEAD = "date,player,ones,twos,threes,fours,fives,sixes,remark\n"


def preview(tmp_path: Path, text: str) -> Report:
    path = tmp_path / "evening.csv"
    path.write_text(HEAD + text, encoding="utf-8")
    return check([path], ReadOptions(rules="yamms"), None)


def lines(report: Report) -> list[found.Line]:
    return found.lines(report, report.files[0], {"yamms": words.titles(rule_set("yamms"))})


def test_findings_and_rows_left_out_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,14,5,6,\n2026-03-14,,1,2,3,4,5,6,\nTotal,,,,,,,,\n")
    told = [(line.row, line.where) for line in lines(report) if "Note" not in line.what]
    assert told == [(2, "Ana, Fours"), (3, "no player"), (4, "sums")]
    assert "Held" in next(line.what for line in lines(report) if line.where == "Ana, Fours")


def test_the_rows_are_told_in_a_sentence_and_a_bar(tmp_path: Path) -> None:
    file = preview(tmp_path, "2026-03-14,Ana,1,2,3,4,5,6,\n2026-03-14,,1,2,3,4,5,6,\n").files[0]
    fates = found.fates(file.counts)
    assert sum(fates.values()) == 3
    sentence = parts.rows_sentence(fates, future=True)
    assert "3 rows read." in sentence
    assert "1 will be taken" in sentence
    assert parts.rows_bar(fates).count("<span") == 3  # taken, rejected, the heading ignored


def test_the_file_is_told_as_it_was_understood(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,4,5,6,\n2026-03-14,Țâra,1,2,3,4,5,6,\n")
    told = found.understood(report, report.files[0], ["Ana"])
    assert told["Format"] == "CSV, one row a player and game"
    assert told["Encoding"] == "UTF-8"
    assert told["Names"] == "1 known; new: Țâra"
    assert "8 of 9 headings known" in told["Language"]


def test_what_a_file_says_is_never_markup(tmp_path: Path) -> None:
    report = preview(tmp_path, '2026-03-14,"<script>x</script>",1,2,3,14,5,6,\n')
    assert "<script>" not in found.listed(lines(report))
    assert "<script>" not in found.understood(report, report.files[0], [])["Names"]


def test_the_main_button_says_what_it_does(tmp_path: Path) -> None:
    report = preview(tmp_path, "2026-03-14,Ana,1,2,3,14,5,6,\n2026-03-15,Ana,1,2,3,4,5,6,\n")
    assert found.store_label(report) == "Store 1 row, hold 1"
