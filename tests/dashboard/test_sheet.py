"""Check the paper sheet: what is struck, open or wrong is told in words, never as a bare 0 or by colour alone."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import polars as pl

from dashboard.widgets.sheet import Version, differences, paper
from scoring.rules import rule_set

YAMMS = rule_set("yamms")
COLUMNS = rule_set("yams-columns")
GAME: dict[str, Any] = {"game": "A1", "table": "A", "played": date(2026, 3, 14), "status": "taken"}
NONE = pl.DataFrame(schema={"sheet_no": pl.Int32, "column": pl.String, "figure": pl.String, "value": pl.Int32})


def sheets(*players: str, **more: Any) -> pl.DataFrame:
    """Return a sheet a player, first place first."""
    rows = [
        {
            "sheet_no": i,
            "player": p,
            "total": 100,
            "extra_points": 0,
            "place": i,
            "points_e4": 400_000,
            "evidence": "points",
        }
        for i, p in enumerate(players, 1)
    ]
    return pl.DataFrame([{**row, **more} for row in rows])


def boxes(sheet: int, column: str = "main", rules: Any = YAMMS, **values: Any) -> dict[str, Any]:
    """Return a row of a boxes table in which every box holds 5 but for those given."""
    filled = dict.fromkeys(rules.box_ids, 5)
    sums = {f"s_{s.id}": 30 for s in rules.sections}
    return {"sheet_no": sheet, "column": column, **filled, **sums, "bonus": 0, "column_total": 60, **values}


def finding(**values: Any) -> dict[str, Any]:
    """Return a row of view ``game_findings``."""
    return {
        "sheet_no": 1,
        "column": "main",
        "box": None,
        "stated": None,
        "player": "Ana",
        "message": "So it is.",
        **values,
    }


def drawn(rows: list[dict[str, Any]], findings: list[dict[str, Any]] | None = None, **game: Any) -> str:
    found = pl.DataFrame(findings or [], schema=None if findings else {"sheet_no": pl.Int32})
    return paper(YAMMS, {**GAME, **game}, sheets("Ana"), pl.DataFrame(rows, infer_schema_length=None), found, NONE)


def row_of(html: str, label: str) -> str:
    """Return the table row that begins with this label."""
    return next(row for row in re.findall(r"<tr.*?</tr>", html) if f'<th scope="row">{label}<' in row)


def test_a_struck_box_is_a_dash_that_is_read_aloud_and_never_a_0() -> None:
    row = row_of(drawn([boxes(1, fours=0)]), "Fours")
    assert "struck" in row
    assert ">0<" not in row


def test_an_open_box_is_hatched_and_read_aloud() -> None:
    html = drawn([boxes(1, yams=None)])
    assert 'class="open"' in row_of(html, "Yamms")
    assert "hatched: still open" in html


def test_an_error_is_framed_numbered_and_told_below() -> None:
    wrong = finding(box="fours", code="impossible_points", severity="error", stated="14", message="Fours gives 0 or 4.")
    html = drawn([boxes(1, fours=14)], [wrong], status="held")
    assert '<td class="bad">14<sup>1</sup></td>' in row_of(html, "Fours")
    assert '<li class="error"><b>1</b>' in html
    assert "held: none until finding 1 is settled" in html
    assert 'href="review?game=A1"' in html


def test_a_stated_figure_stands_struck_through_before_the_one_that_counts() -> None:
    doubt = finding(column=None, code="total_mismatch", severity="warning", stated="177")
    assert '<td class="doubt"><s>177</s>100<sup>1</sup></td>' in drawn([boxes(1)], [doubt])


def test_a_box_that_fell_shows_what_the_file_says_and_what_counts() -> None:
    row = row_of(drawn([boxes(1, chance=0, chance__stated=20)]), "Chance")
    assert "<s>20</s>0" in row


def test_a_sheet_with_only_a_total_shows_no_boxes() -> None:
    only = sheets("Ana", evidence="total")
    html = paper(
        YAMMS, GAME, only, pl.DataFrame([boxes(1, fours=None)]), pl.DataFrame(schema={"sheet_no": pl.Int32}), NONE
    )
    assert "Fours" not in html
    assert "hatched" not in html
    assert "<td>100</td>" in html


def test_a_column_game_spans_its_totals_and_is_cut_for_a_phone() -> None:
    rows = [boxes(s, c, COLUMNS) for s in (1, 2) for c in COLUMNS.columns]
    html = paper(
        COLUMNS, GAME, sheets("Ana", "Dan"), pl.DataFrame(rows), pl.DataFrame(schema={"sheet_no": pl.Int32}), NONE
    )
    assert html.count("<table>") == 3  # both side by side, and one a player
    assert f'<td colspan="{len(COLUMNS.columns)}" class="edge">100</td>' in html
    assert "↓ from the top" in html


def test_names_are_never_markup() -> None:
    html = paper(
        YAMMS, GAME, sheets("<b>Ana"), pl.DataFrame([boxes(1)]), pl.DataFrame(schema={"sheet_no": pl.Int32}), NONE
    )
    assert "<b>Ana" not in html


def compared(*versions: tuple[Any, pl.DataFrame, list[dict[str, Any]]]) -> list[str]:
    """Return the lines of two versions' differences as text."""
    made = [Version(f"{n}.csv", rules, of, pl.DataFrame(rows)) for n, (rules, of, rows) in enumerate(versions)]
    return [", ".join(re.findall(r">([^<]*)</td>", row)) for row in differences(made).split("<tr>")[2:]]


def test_versions_of_a_game_show_only_what_differs() -> None:
    second = [boxes(1, fours=8, yams=None, chance=0)]
    lines = compared((YAMMS, sheets("Ana"), [boxes(1)]), (YAMMS, sheets("Ana"), second))
    assert lines == ["Ana, Fours, 5, 8", "Ana, Yamms, 5, open", "Ana, Chance, 5, struck"]


def test_versions_of_a_game_show_all_that_differs() -> None:
    lines = compared(
        (YAMMS, sheets("Ana"), [boxes(1)]), (YAMMS, sheets("Ana"), [boxes(1, **dict.fromkeys(YAMMS.box_ids, 8))])
    )
    assert len(lines) == len(YAMMS.box_ids)


def test_versions_by_other_rules_are_compared_in_the_boxes_of_both() -> None:
    yatzy = rule_set("yatzy")
    lines = compared((YAMMS, sheets("Ana"), [boxes(1)]), (yatzy, sheets("Ana"), [boxes(1, rules=yatzy, fours=8)]))
    assert lines == [", Rules, Yamms, Yatzy", "Ana, Fours, 5, 8"]


def test_a_player_without_boxes_in_one_version_is_compared_by_the_total() -> None:
    ana, total = sheets("Ana"), sheets("Ana", total=98, evidence="total")
    assert compared((YAMMS, ana, [boxes(1)]), (YAMMS, total, [boxes(1)])) == ["Ana, Total, 100, 98"]
    assert compared((YAMMS, ana, [boxes(1)]), (YAMMS, sheets("Bo"), [boxes(1)])) == [
        "Ana, Total, 100, –",
        "Bo, Total, –, 100",
    ]


def test_of_versions_of_a_board_game_the_moves_differ() -> None:
    cells = pl.DataFrame([{"sheet_no": 1, "column": "main"}])
    assert "The moves differ." in differences([Version("a", rule_set("yam-master"), sheets("Ana"), cells)] * 2)


def test_a_column_that_one_version_leaves_out_is_open_there() -> None:
    both = [boxes(1, column, COLUMNS) for column in ("down", "up")]
    lines = compared((COLUMNS, sheets("Ana"), both), (COLUMNS, sheets("Ana"), both[:1]))
    assert len(lines) == len(COLUMNS.box_ids)
    assert lines[0] == "Ana, Up, Ones, 5, open"


def test_names_that_are_wider_than_their_column_stand_upright() -> None:
    def heads(*names: str) -> list[str]:
        rows = pl.DataFrame([boxes(i) for i in range(1, len(names) + 1)])
        html = paper(YAMMS, GAME, sheets(*names), rows, pl.DataFrame(schema={"sheet_no": pl.Int32}), NONE)
        return re.findall(r'<th scope="col"([^>]*)><span>', html)

    assert heads("Ana", "Bo") == ["", ""]
    assert heads("Ana", "Bo", "Constantinescu-Popa") == [' class="turned-narrow"'] * 3
    many = heads("Constantinescu", *"ABCDEFGHIJK")  # all side by side, and four at a time on a phone
    assert many == [' class="turned turned-narrow"'] * 12 + [' class="turned-narrow"'] * 4 + [""] * 8
