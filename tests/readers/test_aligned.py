"""Text tables whose fields stand below each other, by spaces or at tab stops, with no separator between them."""

from __future__ import annotations

import pytest

from ingest.errors import UnreadableFile
from tests.readers.reading import BOXES, accounted, boxes, read
from tests.readers.workbook import ANA, BO, LABELS

_SUMS = (6, 7, 15)
FIGURES = {"Ana": ANA, "Bo": BO}


def values(player: str) -> dict[str, int | None]:
    return dict(zip(BOXES, (v for i, v in enumerate(FIGURES[player]) if i not in _SUMS), strict=True))


def rows(*players: str) -> list[list[str]]:
    return [["", *players], *([label, *(str(FIGURES[p][i]) for p in players)] for i, label in enumerate(LABELS))]


def spaced(table: list[list[str]], widths: tuple[int, ...], *, right: bool) -> list[str]:
    """Write a table in columns of these widths, the figures to the right or the left of theirs."""
    lines = []
    for row in table:
        fields = enumerate(zip(row, widths, strict=False))
        lines.append("".join(text.rjust(w) if right and i else text.ljust(w) for i, (text, w) in fields).rstrip())
    return lines


def tabbed(table: list[list[str]], places: tuple[int, ...], stop: int) -> list[str]:
    """Write a table with as many tabs as lead each field to its place."""
    lines = []
    for row in table:
        line = ""
        for text, place in zip(row, places, strict=False):
            while len(line.expandtabs(stop)) < place:
                line += "\t"
            line += text
        lines.append(line.rstrip())
    return lines


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("widths", [(20, 6, 6), (20, 12, 12), (30, 8, 10)])
@pytest.mark.parametrize("title", [["14.03.2026", ""], ["Seara de joc, sâmbătă 14 martie 2026", ""]])
def test_columns_by_spaces(title: list[str], widths: tuple[int, ...], right: bool) -> None:
    lines = [*title, *spaced(rows("Ana", "Bo"), widths, right=right)]
    parsed = read("\r\n".join(lines), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}
    assert str(parsed.sheets["played"][0]) == "2026-03-14"
    assert parsed.sheets["stated_total"].to_list() == [285, 32]
    assert accounted(parsed) == [i for i, line in enumerate(lines, 1) if line]
    assert parsed.understood.notes[-1].startswith("no separator is between the fields")


def crooked(table: list[list[str]]) -> list[str]:
    """Write a table as typed in haste: its figures stand below each other only roughly."""
    head, *lines = table
    return ["      " + " ".join(head[1:]), *(f"{a}{' ' * (1 + i % 3)}{b} {c}" for i, (a, b, c) in enumerate(lines))]


def test_fields_that_stand_nowhere_in_particular_go_by_their_order() -> None:
    parsed = read("\n".join(["Seara de joc, 14 martie 2026", *crooked(rows("Ana", "Bo"))]), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}
    assert parsed.sheets["stated_total"].to_list() == [285, 32]


def test_a_figure_that_is_missing_there_is_nobody_s() -> None:
    """It may be either player's."""
    lines = crooked(rows("Ana", "Bo"))
    lines[3] = lines[3].rpartition(" ")[0]
    with pytest.raises(UnreadableFile):
        read("\n".join(["Seara de joc, 14 martie 2026", *lines]), "a.txt")


def test_an_open_box_is_where_nothing_stands() -> None:
    for right in (True, False):
        table = rows("Ana", "Bo")
        table[4][1] = table[16][2] = ""
        parsed = read("\n".join(spaced(table, (20, 8, 8), right=right)), "a.txt")
        assert boxes(parsed) == {"Ana": {**values("Ana"), "fours": None}, "Bo": values("Bo")}
        assert parsed.sheets["stated_total"].to_list() == [285, None]


def test_names_close_together_and_tables_of_other_widths() -> None:
    first = rows("Ana", "Bo")
    first[0][1:] = ["Alexander", "Sebastian"]
    lines = [
        *spaced(first, (20, 10, 10), right=True),
        "",
        "21.03.2026",
        *spaced(rows("Bo", "Ana"), (16, 5, 7), right=False),
    ]
    parsed = read("\n".join(["14.03.2026", *lines]), "a.txt")
    assert parsed.sheets.select("block", "player", "p_ones").rows() == [
        (0, "Alexander", 3), (0, "Sebastian", 1), (1, "Bo", 1), (1, "Ana", 3),
    ]  # fmt: skip
    assert [str(day) for day in parsed.sheets["played"]] == ["2026-03-14"] * 2 + ["2026-03-21"] * 2


def test_a_wide_table_by_spaces() -> None:
    labels = [label for i, label in enumerate(LABELS) if i not in _SUMS]
    table = [["Data", "Jucător", *labels]]
    table += [["14.03.2026", p, *(str(v) for i, v in enumerate(FIGURES[p]) if i not in _SUMS)] for p in FIGURES]
    parsed = read("\n".join(spaced(table, (12, 10, *[14] * 13), right=False)), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}


def test_titles_and_notes_of_several_fields_that_stand_above_and_below_the_labels() -> None:
    lines = ["Data:  14.03.2026", "", *spaced(rows("Ana", "Bo"), (20, 6, 6), right=True), "", "Winner:  Ana"]
    parsed = read("\n".join(lines), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}
    assert str(parsed.sheets["played"][0]) == "2026-03-14"
    assert accounted(parsed) == [i for i, line in enumerate(lines, 1) if line]


@pytest.mark.parametrize("widths", [(19, 4, 4), (13, 3, 4)])
def test_figures_with_a_single_space_between_or_before_them(widths: tuple[int, ...]) -> None:
    table = rows("Ana", "Bo")
    table[-1][2] = "132"  # beside 285, with a single space between them
    lines = ["14.03.2026", "", *spaced(table, widths, right=True)]
    parsed = read("\n".join(lines), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}
    assert parsed.sheets["stated_total"].to_list() == [285, 132]
    assert accounted(parsed) == [1, *range(3, len(lines) + 1)]
    parsed = read("\n".join(["14.03.2026", "", *spaced(table[:-1], (13, 3, 3), right=True)]), "a.txt")
    assert parsed.sheets["stated_upper"].to_list() == [63, 21]  # "Total parțial 63 21" is no title
    parsed = read("\n".join(["Yams 2026", "", *spaced(rows("Ana"), (14, 4), right=False)]), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana")}
    assert parsed.sheets["stated_upper"].to_list() == [63]


@pytest.mark.parametrize(("places", "stop"), [((0, 24, 32), 8), ((0, 16, 24), 8), ((0, 16, 20), 4)])
def test_columns_at_tab_stops(places: tuple[int, ...], stop: int) -> None:
    """The longest labels have fewer tabs behind them: by their number, figures would be another player's."""
    parsed = read("\n".join(["14.03.2026", *tabbed(rows("Ana", "Bo"), places, stop)]), "a.txt")
    assert boxes(parsed) == {"Ana": values("Ana"), "Bo": values("Bo")}


def test_a_table_with_tabs_for_separators_stays_one() -> None:
    table = rows("Ana", "Bo")
    table[4][1] = table[13][2] = ""
    parsed = read("\n".join("\t".join(row).rstrip() for row in table), "a.tsv")
    assert boxes(parsed) == {"Ana": {**values("Ana"), "fours": None}, "Bo": {**values("Bo"), "large_straight": None}}
    assert parsed.understood.delimiter == "\t"


def test_so_does_one_whose_names_reach_to_a_tab_stop() -> None:
    """By where they stand, the figures of the longer name would be those of the next boxes."""
    table = [["Player", "1", "2", "3", "4", "5", "6", "3k", "4k", "Full", "SS", "LS", "Yams", "Ch"]]
    table += [
        ["Cristian", *["3", "6", "9", "12", "15", "18", "20", "0", "25", "30", "40", "0"]],
        ["Ana", *["3", "4", "9", "8", "15", "18", "21", "0", "25", "0", "40", "0", "18"]],
    ]
    table[2][4] = ""
    parsed = read("\n".join("\t".join(row) for row in table), "a.tsv")
    assert parsed.sheets.select("player", "p_ones", "p_fours", "p_chance").rows() == [
        ("Cristian", 3, 12, None), ("Ana", 3, None, 18),
    ]  # fmt: skip


def test_a_letter_is_no_table() -> None:
    with pytest.raises(UnreadableFile, match="no scoresheet"):
        read("Dear all,\n\nwe played.  It was  fun.\n" + "1  2  3\n" * 9, "a.txt")
