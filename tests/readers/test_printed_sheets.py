"""The sheets that come in the games' boxes, typed off with all that is printed on them."""

from __future__ import annotations

import pytest

from tests.readers.reading import read, thirteen

ANNA = "3,6,9,12,15,18,20,0,25,30,40,50,22"  # 63 + 35 above, 187 below
BJORN = "2,4,6,8,10,12,15,17,25,0,40,0,19"  # 42 above, 116 below

YAHTZEE = """\
UPPER SECTION,HOW TO SCORE,Anna,Björn
Aces = 1,Count and Add Only Aces,3,2
Twos = 2,Count and Add Only Twos,6,4
Threes = 3,Count and Add Only Threes,9,6
Fours = 4,Count and Add Only Fours,12,8
Fives = 5,Count and Add Only Fives,15,10
Sixes = 6,Count and Add Only Sixes,18,12
TOTAL SCORE,→,63,42
BONUS If total score is 63 or over,SCORE 35,35,
TOTAL Of Upper Section,→,98,42
LOWER SECTION
3 of a kind,Add Total Of All Dice,20,15
4 of a kind,Add Total Of All Dice,0,17
Full House,SCORE 25,25,25
Sm. Straight (Sequence of 4),SCORE 30,30,0
Lg. Straight (Sequence of 5),SCORE 40,40,40
YAHTZEE 5 of a kind,SCORE 50,50,0
Chance,Score Total Of All 5 Dice,22,19
YAHTZEE BONUS,✓ FOR EACH BONUS,✓✓,
YAHTZEE BONUS,SCORE 100 PER ✓,200,
TOTAL Of Lower Section,→,387,116
TOTAL Of Upper Section,→,98,42
GRAND TOTAL,→,485,158
"""
KNIFFEL = """\
Spieler,,Anna,Björn
1er,nur Einser zählen,3,2
2er,nur Zweier zählen,6,4
3er,nur Dreier zählen,9,6
4er,nur Vierer zählen,12,8
5er,nur Fünfer zählen,15,10
6er,nur Sechser zählen,18,12
gesamt,→,63,42
Bonus bei 63 oder mehr,plus 35,35,–
gesamt oberer Teil,→,98,42
Dreierpasch,alle Augen zählen,20,15
Viererpasch,alle Augen zählen,–,17
Full-House,25 Punkte,25,25
Kleine Straße,30 Punkte,30,–
Große Straße,40 Punkte,40,40
Kniffel,50 Punkte,50,–
Chance,alle Augen zählen,22,19
gesamt unterer Teil,→,187,116
gesamt oberer Teil,→,98,42
Endsumme,→,285,158
"""


def _in_one(text: str) -> str:
    """Write what is printed beside each label behind it, in one cell."""
    lines = [line.split(",") for line in text.splitlines()]
    return "\n".join(",".join([" ".join(filter(None, line[:2])), *line[2:]]) for line in lines) + "\n"


@pytest.mark.parametrize("layout", [str, _in_one])
@pytest.mark.parametrize(("text", "extra", "totals"), [(YAHTZEE, [2, None], [485, 158]), (KNIFFEL, [], [285, 158])])
def test_a_printed_sheet(text: str, extra: list[int | None], totals: list[int], layout: type[str]) -> None:
    parsed = read(layout(text))
    assert parsed.findings.is_empty()
    for row, figures, total in zip(parsed.sheets.iter_rows(named=True), (ANNA, BJORN), totals, strict=True):
        assert {k[2:]: v for k, v in row.items() if k.startswith("p_")} == thirteen(figures)
        assert row["stated_total"] == total
    assert parsed.sheets["stated_upper"].to_list() == [63, 42]
    assert parsed.sheets["stated_upper_with_bonus"].to_list() == [98, 42]
    if extra:
        assert parsed.sheets["extra_yams"].to_list() == extra


def test_the_six_games_of_one_player_on_a_printed_sheet() -> None:
    lines = YAHTZEE.replace("Anna,Björn", "GAME #1,GAME #2,GAME #3").splitlines()
    parsed = read("\n".join(["NAME,Ana Pop", *lines]) + "\n")
    assert parsed.sheets["player"].to_list() == ["Ana Pop", "Ana Pop"]
    assert parsed.sheets["block"].n_unique() == 2
    assert parsed.sheets["stated_total"].to_list() == [485, 158]
