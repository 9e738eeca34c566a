"""Figures that their place makes plain: tallies, thousands, ticks, sums before the grand total."""

from __future__ import annotations

import pytest

from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, boxes, read, thirteen

LABELS = ENGLISH.split(",")


@pytest.mark.parametrize(
    ("mark", "total", "count"),
    [
        ("x", 385, 1),
        ("xx", 485, 2),
        ("x", 285, 0),
        ("✓", 385, 1),
        ("||", None, 2),
        ("II", 485, 2),
        ("2 x 100", 485, 200),
        ("x", None, None),
        ("2", None, 2),
    ],
)
def test_marks_for_further_yams_are_a_count_where_the_total_has_them(
    mark: str, total: int | None, count: int | None
) -> None:
    # Ana's boxes add up to 250 (63 above), or to 285 with the bonus of 35.
    rows = [*zip(LABELS, ANA.split(","), strict=True), ("Yahtzee Bonus", mark), ("Total", str(total or ""))]
    parsed = read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n")
    assert parsed.sheets["extra_yams"].to_list() == [count]
    parsed = read(f"Player,{ENGLISH},Extra Yams,Total\nAna,{ANA},{mark},{total or ''}\n")
    assert parsed.sheets["extra_yams"].to_list() == [count]


@pytest.mark.parametrize(
    ("marks", "points", "count"), [("✓ ✓", 200, 2), ("x", 100, 1), ("2", 200, 2), ("", 100, 1), ("-", 0, 0)]
)
@pytest.mark.parametrize("second", ["Yahtzee Bonus", "Score 100 per ✓", "Yahtzee bonus points"])
def test_further_yams_may_be_ticked_and_counted_in_points(marks: str, points: int, count: int, second: str) -> None:
    rows = [*zip(LABELS, ANA.split(","), strict=True), ("Yahtzee Bonus", marks), (second, str(points))]
    sheet = read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n").sheets.row(0, named=True)
    assert (sheet["extra_yams"] or sheet["stated_extra"] // 100, sheet["stated_extra"]) == (count, points)


def test_one_mark_that_may_be_a_further_yams_is_asked_about_beside_a_yams() -> None:
    table = f"Player,{ENGLISH},Extra Yams\n"
    told = read(f"{table}Ana,{ANA},x\n").findings
    assert told.select("code", "box", "stated", "row", "detail").rows() == [
        ("bad_value", "extra_yams", "x", 2, "one further Yams, or none: write 1 or 0")
    ]
    parsed = read(f"{table}Bo,{BO},x\n")  # without a Yams there is no further one
    assert parsed.findings.is_empty()
    assert parsed.sheets["extra_yams"].to_list() == [0]


def test_a_tick_in_a_box_asks_for_its_points() -> None:
    parsed = read(f"Player,{ENGLISH}\nAna,{ANA.replace('25', '✓')}\n")
    assert parsed.findings.select("code", "box", "stated", "detail").rows() == [
        ("bad_value", "full_house", "✓", "a tick does not say how many points: write the points of the box")
    ]


def test_dice_that_are_added_up_are_their_sum() -> None:
    parsed = read(f"Player,{ENGLISH}\nAna,{ANA.replace('18,20', '6+6+6,5 + 5 + 5 + 4 + 1')}\n")
    assert boxes(parsed)["Ana"] == thirteen(ANA)
    assert parsed.findings["code"].to_list() == []
    with_bonus = read(f"Player,{ENGLISH}\nAna,{ANA.replace('50,22', '50+100,22')}\n")
    assert with_bonus.findings["code"].to_list() == ["bad_value"]


@pytest.mark.parametrize("tick", ["✓", "oui", ""])
def test_a_tick_for_the_bonus_states_no_figure(tick: str) -> None:
    parsed = read(f"Player,{ENGLISH},Bonus\nAna,{ANA},{tick}\n")
    assert parsed.findings.height == 0
    assert boxes(parsed)["Ana"] == thirteen(ANA)


def test_a_point_before_three_digits_parts_thousands_where_a_box_gives_them() -> None:
    lines = ["Case;Léa", *(f"Les {n};{n}" for n in range(1, 7)), "Double carré;600", "Double Yams;2.400", "Total;3.021"]
    row = read("\n".join(lines) + "\n").sheets.row(0, named=True)
    assert (row["p_double_yams"], row["stated_total"]) == (2400, 3021)
    parsed = read("\n".join([*lines, "Youpi Yams;12.5"]) + "\n")
    assert parsed.sheets["p_double_yams"].to_list() == [None]
    assert "bad_value" in parsed.findings["code"].to_list()


def test_a_point_before_three_digits_stays_open_elsewhere() -> None:
    parsed = read(f"Player,{ENGLISH},Total\nAna,{ANA},1.285\n")
    assert parsed.findings.select("code", "stated").rows() == [("bad_value", "1.285")]


def test_sums_of_columns_before_the_grand_total() -> None:
    # 1+2+3+4+5+6 = 21 above; 10 + 5 for Max and Min; 7 boxes of 1 below: 43 a column.
    figures = [1, 2, 3, 4, 5, 6, 10, 5, 1, 1, 1, 1, 1, 1, 1]
    lines = [f"{b};{f};{f}" for b, f in zip(ITALIAN, figures, strict=True)]
    text = "\n".join([";Ugo;", ";Discesa;Salita", *lines, "Totali;43;43", "Totale generale;86;"]) + "\n"
    parsed = read(text)
    assert parsed.sheets.select("column", "stated_column_total").rows() == [("down", 43), ("up", 43)]
    assert "stated_upper" not in parsed.sheets.columns


def test_the_only_upper_sum_before_the_bonus_may_do_without_it() -> None:
    rows = [*zip(LABELS, ANA.split(","), strict=True)]
    rows[6:6] = [("Gesamt oben", "63"), ("Bonus", "35")]
    parsed = read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n")
    assert parsed.sheets.select("stated_upper", "stated_bonus").rows() == [(63, 35)]


def test_the_only_sum_of_a_sheet_is_its_total_though_it_speaks_of_the_bonus() -> None:
    rows = [*zip(LABELS, ANA.split(","), strict=True), ("Total with bonus", "285")]
    assert read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n").sheets["stated_total"].to_list() == [285]


def test_a_sum_before_the_bonus_is_without_it_and_the_upper_total_behind_it_is_with_it() -> None:
    rows = [*zip(LABELS, ANA.split(","), strict=True)]
    rows[6:6] = [("Total", "63"), ("Bonus", "35"), ("Upper total", "98")]
    parsed = read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n")
    assert parsed.sheets.select("stated_upper", "stated_bonus", "stated_upper_with_bonus").rows() == [(63, 35, 98)]
    del rows[7]  # the bonus may have no line of its own
    parsed = read("\n".join([",Ana", *(",".join(r) for r in rows)]) + "\n")
    assert parsed.sheets.select("stated_upper", "stated_upper_with_bonus").rows() == [(63, 98)]


def test_sums_of_sections_and_of_columns_on_one_sheet() -> None:
    upper = [(n, n, n) for n in range(1, 7)]  # 21, no bonus
    lower = [("Tris", 3, 6), ("Poker", 4, 8), ("Full", 0, 0), ("Scala min", 0, 0), ("Scala mag", 0, 0), ("Yams", 0, 0)]
    lines = [("", "Bice", ""), ("", "↓", "↑"), *upper, ("Totale 1", 21, 21), ("Max", 20, 20), ("Min", 8, 8)]
    lines += [("Totale 2", 28, 28), *lower, ("Chance", 10, 10), ("Totale 3", 17, 24), ("Totale", 66, 73)]
    lines += [("TOTALE GENERALE", 139, "")]
    found = read("\n".join(",".join(map(str, line)) for line in lines) + "\n").sheets
    sums = [found[f"stated_{name}"].to_list() for name in ("upper", "max_min", "lower", "column_total")]
    assert sums == [[21, 21], [28, 28], [17, 24], [66, 73]]
    assert found["stated_total"].to_list() == [139, None]


@pytest.mark.parametrize(
    ("below", "figures", "lower", "total"),
    [
        (("Total III", "Total"), (36, 85), [36] * 2, [85] * 2),  # below max and min, of which "Total II" stands
        (("Total III", "Total IV"), (36, 85), [36] * 2, [85] * 2),
        (("Total III", "Total I+II+III"), (36, 85), [36] * 2, [85] * 2),
        (("Total III", "Total IV", "Total général"), (36, 50, 85), None, [85] * 2),
        (("Total III",), (36,), None, None),  # of the lower boxes, or of all
    ],
)
def test_numbered_sums_are_of_the_boxes_above_them(
    below: tuple[str, ...], figures: tuple[int, ...], lower: list[int] | None, total: list[int] | None
) -> None:
    boxes_of_one = dict(zip(ITALIAN, (1, 2, 3, 4, 5, 6, 20, 8, 3, 8, 0, 0, 0, 0, 25), strict=True))
    lines = [";Bice;Ugo", *(f"{box};{n};{n}" for box, n in boxes_of_one.items())]
    lines[7:7] = ["Total I;21;21", "Bonus;0;0"]
    lines[11:11] = ["Total II;28;28"]
    lines += [f"{name};{figure};{figure}" for name, figure in zip(below, figures, strict=True)]
    sheets = read("\n".join(lines) + "\n").sheets
    assert [sheets["stated_upper"].to_list(), sheets["stated_max_min"].to_list()] == [[21] * 2, [28] * 2]
    assert [sheets[c].to_list() if (c := f"stated_{n}") in sheets.columns else None for n in ("lower", "total")] == [
        lower, total,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "line", "taken"),
    [
        ("*", "* au premier jet", True),
        (" (2)", "(2) after a recount", True),
        (" ✓", "✓ = checked", True),
        ("¹", "¹ replayed", True),
        ("*", "* struck", False),
        ("*", "* +100", False),
        ("*", "* counted twice", False),
        ("*", "** something else", False),
        ("*", "", False),
        ("¹", "", False),  # 22, not 221
    ],
)
@pytest.mark.parametrize("paper", [True, False])
def test_marks_beside_figures_are_left_out_where_a_line_explains_them(
    mark: str, line: str, taken: bool, paper: bool
) -> None:
    figures = [*ANA.split(",")[:-1], f"22{mark}"]
    lines = [f"{box},{figure}" for box, figure in zip(LABELS, figures, strict=True)]
    sheet = ["Game,Ana", *lines] if paper else [f"Player,{ENGLISH}", ",".join(["Ana", *figures])]
    parsed = read("\n".join([*sheet, line]) + "\n")
    assert boxes(parsed)["Ana"]["chance"] == (22 if taken else None)
    assert [f"22{mark}" in note for note in parsed.understood.notes if "marks" in note] == [True] * taken
    assert parsed.findings["code"].to_list() == ([] if taken else ["bad_value"])


@pytest.mark.parametrize(
    ("places", "cells", "count"),
    [
        (["Yahtzee bonus"] * 3, ["x", "x", ""], 2),
        (["Yahtzee bonus 1", "Yahtzee bonus 2"], ["✓", ""], 1),
        (["1st bonus Yahtzee", "2nd bonus Yahtzee", "3rd bonus Yahtzee"], ["100", "100", "100"], 300),
        (["Extra Yams 1", "Extra Yams 2", "Extra Yams 3"], ["1", "1", "0"], 2),
        (["Yahtzee bonus 1", "Yahtzee bonus 2", "Yahtzee bonus"], ["x", "x", "200"], 2),
    ],
)
@pytest.mark.parametrize("paper", [True, False])
def test_several_places_for_further_yams_are_added_up(
    places: list[str], cells: list[str], count: int, paper: bool
) -> None:
    lines = [*zip(LABELS, ANA.split(","), strict=True), *zip(places, cells, strict=True)]
    sheet = (
        [("Game", "Ana"), *lines] if paper else zip(*[("Player", "Ana"), ("Date", "2026-03-14"), *lines], strict=True)
    )
    parsed = read("\n".join(map(",".join, sheet)) + "\n")
    assert parsed.sheets["extra_yams"].to_list() == [count]
    assert parsed.findings.is_empty()


@pytest.mark.parametrize(
    "mark", ["tăiat", "taiat", "BARRE", "barré", "raye", "nullo", "nulo", "streich", "Gestrichen", "annulé", "tachado"]
)
def test_words_for_a_struck_box_are_known_with_and_without_their_accents(mark: str) -> None:
    assert boxes(read(f"Player,{ENGLISH}\nAna,{ANA.replace(',0,', f',{mark},')}\n"))["Ana"]["four_of_a_kind"] == 0
