"""Paper sheets of column games whose columns stand below each other, or in a line each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ingest.model import ParsedFile
from tests.readers.reading import ITALIAN, read

NAMES = {"down": "Discendente", "free": "Libera", "up": "Ascendente"}
#: The ones of Bice and Ugo in each column; every other box has 0.
ONES = {"down": (1, 4), "free": (2, 5), "up": (3, 0)}


def seats(parsed: ParsedFile) -> dict[str, list[tuple[str, int]]]:
    """Return the ones by column, of each player."""
    found: dict[str, list[tuple[str, int]]] = {}
    for row in parsed.sheets.iter_rows(named=True):
        assert row["block"] == 0
        assert row["p_chance"] == 0
        found.setdefault(row["player"], []).append((row["column"], row["p_ones"]))
    return found


BOTH = {"Bice": [("down", 1), ("free", 2), ("up", 3)], "Ugo": [("down", 4), ("free", 5), ("up", 0)]}


def boxes(column: str, *, before: str = "", between: str = "") -> list[str]:
    """Return the lines of the boxes in one column."""
    cells = [";".join(map(str, ONES[column] if n == 0 else (0, 0))) for n in range(len(ITALIAN))]
    return [f"{before}{box};{between}{points}" for box, points in zip(ITALIAN, cells, strict=True)]


@pytest.mark.parametrize("again", [[], ["Casella;Bice;Ugo"], ["Casella;Ugo;Bice"]])
@pytest.mark.parametrize("heading", ["{}", "Colonna {}", "{}:"])
def test_columns_below_each_other_under_their_names(heading: str, again: Sequence[str]) -> None:
    lines = ["Partita del 18.01.2026", *([] if again else ["Casella;Bice;Ugo"])]
    for column, name in NAMES.items():
        own = boxes(column)
        if again == ["Casella;Ugo;Bice"]:
            own = [";".join((box, b, a)) for box, a, b in (line.split(";") for line in own)]
        lines += [heading.format(name), *again, *own, f"Totale colonna;{ONES[column][0]};{ONES[column][1]}"]
    parsed = read("\n".join([*lines, "Totale generale;6;9"]) + "\n")
    assert {player: sorted(told) for player, told in seats(parsed).items()} == BOTH


def test_the_total_below_the_last_column_is_that_of_the_sheet() -> None:
    lines = [line for column, name in NAMES.items() for line in (name, *boxes(column), "Totale;1;2")]
    parsed = read("\n".join(["Casella;Bice;Ugo", *lines, "Totale generale;7;9"]) + "\n")
    told = parsed.sheets.select("column", "stated_total", "stated_column_total").rows()
    assert told == [("down", t, c) if column == "down" else (column, None, c)
                    for t, c in ((7, 1), (9, 2)) for column in NAMES]  # fmt: skip


@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize("head", ["Colonna;Casella;Bice;Ugo", ";;Bice;Ugo"])
def test_a_column_beside_its_boxes(head: str, once: bool) -> None:
    lines = [
        line if n == 0 or not once else line[line.index(";") :]
        for column, name in NAMES.items()
        for n, line in enumerate(boxes(column, before=f"{name};"))
    ]
    assert seats(read("\n".join([head, *lines]) + "\n")) == BOTH


@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize(
    "columns", [NAMES, {"down": "↓", "free": "↕", "up": "↑"}, {"down": "D", "free": "L", "up": "A"}]
)
def test_a_line_for_each_column_of_a_box(columns: dict[str, str], once: bool) -> None:
    each = [boxes(column, between=f"{name};") for column, name in columns.items()]
    lines = [
        line[line.index(";") :] if once and n else line for box in zip(*each, strict=True) for n, line in enumerate(box)
    ]
    parsed = read("\n".join(["Casella;Colonna;Bice;Ugo", *lines]) + "\n")
    assert seats(parsed) == BOTH
    assert parsed.sheets.select("column", "r_twos").unique().sort("r_twos").rows() == [
        ("down", 5), ("free", 6), ("up", 7),
    ]  # fmt: skip


def test_an_unknown_heading_among_columns_is_asked_about() -> None:
    lines = [line for column, name in (NAMES | {"free": "Boh"}).items() for line in (name, *boxes(column))]
    text = "\n".join(["Casella;Bice;Ugo", *lines]) + "\n"
    assert [(q.about, q.subject) for q in read(text).questions] == [("column", "Boh")]
    said = read(text, headings={"Boh": "free"})
    assert said.understood.headings["Boh"] == "free"
    assert seats(said) == BOTH


def test_letters_beside_the_names_are_columns_below_each_other() -> None:
    letters = {"down": "D", "free": "L", "up": "A"}
    lines = [line for column, letter in letters.items() for line in (f"{letter};Bice;Ugo", *boxes(column))]
    assert seats(read("\n".join(lines) + "\n")) == BOTH
    groups = [line for column, letter in letters.items() for line in (f"{letter}x;Bice;Ugo", *boxes(column))]
    assert read("\n".join(groups) + "\n").sheets["block"].n_unique() == 3


@pytest.mark.parametrize("signs", [("D", "L", "A"), ("D", "F", "U"), ("v", "○", "^"), ("↓", "↕", "↑")])
@pytest.mark.parametrize("again", [[], ["Casella;Bice;Ugo"]])
def test_letters_and_signs_above_the_boxes_are_columns_below_each_other(signs: Sequence[str], again: list[str]) -> None:
    lines = [
        line
        for column, sign in zip(NAMES, signs, strict=True)
        for line in ("", sign, *again, *boxes(column), "Totale;1;2")
    ]
    assert seats(read("\n".join([*([] if again else ["Casella;Bice;Ugo"]), *lines]) + "\n")) == BOTH


def test_letters_before_the_boxes_are_columns_below_each_other() -> None:
    lines = [
        line for column, sign in zip(NAMES, ("v", "○", "^"), strict=True) for line in boxes(column, before=f"{sign};")
    ]
    assert seats(read("\n".join([";Casella;Bice;Ugo", *lines]) + "\n")) == BOTH


@pytest.mark.parametrize("again", [[], ["Casella;Bice;Ugo"]])
@pytest.mark.parametrize(
    "words", [("B", "L", "S"), ("I", "II", "III"), ("Rossa", "Blu", "Verde"), ("Giù", "Su", "Boh")]
)
def test_what_may_be_columns_below_each_other_is_asked_about(words: Sequence[str], again: list[str]) -> None:
    lines = [line for column, word in zip(NAMES, words, strict=True) for line in (word, *again, *boxes(column))]
    text = "\n".join([*([] if again else ["Casella;Bice;Ugo"]), *lines]) + "\n"
    unknown = [word for word in words if word not in ("Giù", "Su")]
    assert [(q.about, q.subject) for q in read(text).questions] == [("column", word) for word in unknown]
    assert sorted(seats(read(text, headings=dict(zip(words, NAMES, strict=True))))) == ["Bice", "Ugo"]


@pytest.mark.parametrize("titles", [("Partita 1", "Partita 2"), ("18.01.2026", "19.01.2026"), ("A", "B")])
def test_titles_of_games_below_each_other_are_no_columns(titles: Sequence[str]) -> None:
    lines = [line for title in titles for line in (title, "Casella;Bice;Ugo", *boxes("down"))]
    parsed = read("\n".join(lines) + "\n")
    assert not parsed.questions
    assert parsed.sheets["block"].n_unique() == 2


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("signs", [("D", "L", "A"), ("↓", "↕", "↑"), ("Discesa", "Libera", "Salita")])
def test_columns_beside_each_other_that_have_their_boxes_each(signs: Sequence[str], place: int) -> None:
    each = [
        [f"{';' * place}{sign}{';' * (2 - place)}", "Casella;Bice;Ugo", *boxes(column)]
        for column, sign in zip(NAMES, signs, strict=True)
    ]
    game = [";;".join(lines) for lines in zip(*each, strict=True)]
    assert seats(read("\n".join(["18.01.2026", *game]) + "\n")) == BOTH
    twice = read("\n".join(["18.01.2026", *game, "", "19.01.2026", *game]) + "\n")
    assert twice.sheets.group_by("block", "player").len()["len"].to_list() == [3] * 4
