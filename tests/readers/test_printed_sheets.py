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


#: The boxes of ten dice as people write them, section by section, with figures of one sheet.
_TEN_DICE = (
    ("Les « 1 »", 4), ("Les « 2 »", 8), ("Les « 3 »", 9), ("Les « 4 »", 12), ("Les « 5 »", 15), ("Les « 6 »", 18),
    ("Brelan", 5), ("Carré", 10), ("Youpi", 25), ("Yams de René", 50), ("Yams sup.", 0), ("Giga Yams", 0),
    ("L’Ultra Yams", 0), ("Yams imp.", 0),
    ("Suite ridicule", 25), ("Suite de Marcel", 100), ("Suite royale", 0), ("Triple suite", 0),
    ("S. géante paire", 100), ("Suite géante confirmée par un brelan", 120), ("Suite géante + carré", 0),
    ("2 brelans", 20), ("3 brelans", 100), ("2 carrés", 100), ("Dble Yams", 0), ("Full tordu", 200), ("Gd full", 0),
    ("Full suprême", 0), ("Double full", 100),
)  # fmt: skip
_TEN_DICE_SUMS = (66, 90, 345, 520, 132)  # (48 - 15) x 4


@pytest.mark.parametrize(("most", "least"), [("+", "-"), ("Le plus", "Moins"), ("« plus »", "Le moins")])
@pytest.mark.parametrize(
    "sums",
    [
        [f"Total n°{n}" for n in range(1, 6)],
        ["Total chiffres", "Total yams", "Total des suites", "Total combinaisons", "Total différence"],
    ],
)
def test_the_sheet_of_ten_dice_in_its_own_words(most: str, least: str, sums: list[str]) -> None:
    boxes = [*_TEN_DICE, (most, 48), (least, 15)]
    lines = [("Joueur", "Ana"), *boxes, *zip(sums, _TEN_DICE_SUMS, strict=True), ("Total général", 1153)]
    wide = "\n".join(";".join(str(line[n]) for line in lines) for n in (0, 1))
    paper = "\n".join(f"{text};{figure}" for text, figure in [("", "Ana"), *lines[1:]])
    for parsed in (read(wide), read(paper)):
        row = parsed.sheets.row(0, named=True)
        names = ("plus", "minus", "suite_geante_brelan", "triple_brelan")
        assert [row[f"p_{name}"] for name in names] == [48, 15, 120, 100]
        stated = {name[7:]: row[name] for name in row if name.startswith("stated_") and row[name] is not None}
        names = ("chiffres", "yams", "suites", "combinaisons", "difference", "total")
        assert stated == dict(zip(names, (*_TEN_DICE_SUMS, 1153), strict=True))


@pytest.mark.parametrize(
    "words",
    [
        "Ettor,Tvåor,Treor,Fyror,Femmor,Sexor,Summa,Bonus,Ett par,Två par,Tretal,Fyrtal,"
        "Liten stege,Stor stege,Kåk,Chans,Yatzy,Summa",
        "Enere,Toere,Treere,Firere,Femmere,Seksere,Sum,Bonus,Et par,To par,Tre ens,Fire ens,Lille straight,"
        "Stor straight,Hus,Chance,Yatzy,I alt",
        "Ykköset,Kakkoset,Kolmoset,Neloset,Viitoset,Kuutoset,Välisumma,Bonus,Pari,Kaksi paria,Kolme samaa,Neljä samaa,"
        "Pieni suora,Iso suora,Täyskäsi,Sattuma,Yatzy,Yhteensä",
    ],
)
def test_yatzy_in_the_languages_in_which_it_is_played(words: str) -> None:
    # 63 + 50 above; 12 + 22 + 18 + 0 + 15 + 20 + 27 + 22 + 50 = 186 below: 299
    figures = (3, 6, 9, 12, 15, 18, 63, 50, 12, 22, 18, 0, 15, 20, 27, 22, 50, 299)
    lines = zip(words.split(","), figures, strict=True)
    parsed = read("\n".join([",Ana", *(f"{word},{figure}" for word, figure in lines)]) + "\n")
    row = parsed.sheets.row(0, named=True)
    boxes = ("ones", "sixes", "one_pair", "two_pairs", "three_of_a_kind", "full_house", "chance", "yams")
    assert [row[f"p_{box}"] for box in boxes] == [3, 18, 12, 22, 18, 27, 22, 50]
    assert (row["stated_upper"], row["stated_bonus"], row["stated_total"]) == (63, 50, 299)
