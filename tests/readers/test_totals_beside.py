"""Tables of totals on worksheets beside scoresheets: games of which nothing but the totals is kept."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.model import ParsedFile
from tests.readers.paper_blocks import block, worksheets
from tests.readers.reading import read

LINES = [["2015-03-14", 210, 180], ["2015-04-11", 175, 240], ["2015-05-09", 198, 190]]


def beside(name: str, lines: list[list[Any]], names: tuple[str, ...] = ("Ana", "Bo")) -> ParsedFile:
    """Read a scoresheet of 12 March 2024 with a table of totals on a worksheet of its own."""
    table = {(0, 0): [["Data", *names], *lines]}
    return read(worksheets(**{name: table, "12.03.2024": {(0, 0): block(["Ana", "Bo"])}}), "a.xlsx", date_order="dmy")


def totals(parsed: ParsedFile) -> list[tuple[str, str, int]]:
    """Return day, player and total of each sheet that has nothing but its total."""
    found = parsed.sheets.filter(parsed.sheets["p_ones"].is_null())
    if found.is_empty():
        return []
    return [(str(day), who, total) for day, who, total in found.select("played", "player", "stated_total").rows()]


@pytest.mark.parametrize("name", ["2015", "Sezon 2015", "Total puncte 2015"])
def test_a_season_of_totals_is_read(name: str) -> None:
    parsed = beside(name, [*LINES, ["Total", 583, 610]])
    assert totals(parsed) == [
        ("2015-03-14", "Ana", 210), ("2015-03-14", "Bo", 180), ("2015-04-11", "Ana", 175), ("2015-04-11", "Bo", 240),
        ("2015-05-09", "Ana", 198), ("2015-05-09", "Bo", 190),
    ]  # fmt: skip
    assert any("has nothing but totals" in note for note in parsed.understood.notes)


def test_the_totals_of_the_other_worksheets_are_no_games() -> None:
    again = ["2024-03-12", 250, 32]  # what the boxes of Ana and Bo give, without the bonus
    assert len(totals(beside("Sezon 2024", [*LINES, again]))) == 6


@pytest.mark.parametrize(
    ("name", "lines", "names"),
    [
        ("Rummy 2015", LINES, ("Ana", "Bo")),  # may be another game
        ("2015", LINES, ("Dan", "Eva")),  # others than those of the scoresheets
        ("2015", [["2015-03-14", 210, 180], ["2015-04-11", 385, 420], ["2015-05-09", 583, 610]], ("Ana", "Bo")),  # sums
        ("2024", [["2024-03-12", 250, 32], ["2024-04-11", 250.5, 32], ["2024-05-09", 230, 32]], ("Ana", "Bo")),  # means
        ("2015", [[day, 50, 50] for day, *_ in LINES], ("Ana", "Bo")),  # fees
        ("2024", [["2024-03-12", 40, -40], ["2024-04-11", -40, 40], ["2024-05-09", 40, -40]], ("Ana", "Bo")),  # Whist
    ],
)
def test_what_may_be_something_else_is_left_out(name: str, lines: list[list[Any]], names: tuple[str, ...]) -> None:
    assert not totals(beside(name, lines, names))
