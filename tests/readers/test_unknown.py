"""What is asked where a heading is unknown and a box is missing."""

from __future__ import annotations

import pytest

from ingest.model import ParsedFile
from ingest.readers import family
from tests.readers.reading import ANA, BO, BOXES, ENGLISH, ITALIAN, boxes, read, thirteen

TYPO = ENGLISH.replace("Small straight", "Smll Strait")
WIDE = f"Date,Player,{TYPO}\n2026-03-14,Ana,{ANA}\n2026-03-14,Bo,{BO}\n"
PAPER = "\n".join([",Ana,Bo", *(",".join(r) for r in zip(TYPO.split(","), ANA.split(","), BO.split(","), strict=True))])
FOUR = {"Smll Strait": "small_straight"}
TEN = [
    "Les 1", "Les 2", "Les 3", "Les 4", "Les 5", "Les 6", "Brelan", "Carré", "Youpi Yams", "Yams de René",
    "Yams supérieur", "Giga Yams", "Ultra yams", "Yams impossible", "Double petite suite", "Double suite de Marcel",
    "Double suite royale", "Triple suite", "Suite géante (paire)", "Suite géante (brelan)", "Suite géante (carré)",
    "Double brelan", "Triple brelan", "Double carré", "Double Yams", "Full tordu", "Grand full", "Full suprême",
    "Double full",
]  # fmt: skip


def asked(parsed: ParsedFile) -> list[tuple[str, str]]:
    return [(q.about, q.message) for q in parsed.questions]


REMARKS = PAPER.replace(",Ana,Bo", ",Ana,Bo,Remarks").replace("Smll Strait,30,0", "Smll Strait,30,0,nice!")


@pytest.mark.parametrize("text", [WIDE, PAPER, REMARKS])
def test_figures_of_a_missing_box_under_an_unknown_heading_are_asked_about(text: str) -> None:
    [(about, message)] = asked(read(text))
    assert about == "heading"
    assert message.startswith("The heading 'Smll Strait' is not known, and no heading means small_straight.")
    assert '--heading "Smll Strait=small_straight"' in message
    [question] = read(text).questions
    assert question.subject == "Smll Strait"
    assert question.choices[0] == "small_straight"
    assert question.choices[1:] == (
        "stated_upper",
        "stated_bonus",
        "stated_lower",
        "stated_total",
        "extra_yams",
        "ignore",
    )


@pytest.mark.parametrize("text", [WIDE, PAPER])
def test_the_answer_counts(text: str) -> None:
    parsed = read(text, headings=FOUR)
    assert asked(parsed) == []
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    parsed = read(text, headings={"Smll Strait": "ignore"})
    assert asked(parsed) == []
    assert parsed.understood.headings["Smll Strait"] == "ignored"


def test_nothing_is_asked_where_the_unknown_can_be_no_box() -> None:
    all_there = f"Player,Age,{ENGLISH},Elo\nAna,30,{ANA},20\nBo,31,{BO},30\n"
    assert asked(read(all_there)) == []
    words = WIDE.replace(",30,", ",thirty,").replace(",0,0,0,0,11", ",0,nothing,0,0,11")
    assert asked(read(words)) == []


def test_many_unknown_boxes_beside_max_and_min_are_asked_about() -> None:
    labels = [f"Ecco {x}" if x.isdigit() else x for x in ITALIAN]
    parsed = read(",Ana,Bo\n" + "".join(f"{x},5,10\n" for x in labels))
    assert [q.subject for q in parsed.questions] == labels[:6]


def test_boxes_that_only_some_games_have_are_asked_about() -> None:
    pairs = f"Player,One pair,Two paris,{ENGLISH}\nAna,8,0,{ANA}\nBo,4,0,{BO}\n"
    assert [(q.subject, q.choices[0]) for q in read(pairs).questions] == [("Two paris", "two_pairs")]
    labels = [*TEN, "Plus", "Moins"]
    labels[labels.index("Full tordu")] = "Full tortu"
    paper = ",Léa,Luc\n" + "".join(f"{x},400,0\n" for x in labels)
    assert [(q.subject, q.choices[0]) for q in read(paper).questions] == [("Full tortu", "full_tordu")]


def test_boxes_behind_the_sum_of_a_section_are_asked_about() -> None:
    head = ",".join(["Joueur", *TEN, "Total n°4", "Mieux", "Pire", "Total n°5", "Total"])
    parsed = read(f"{head}\nZoé{',0' * len(TEN)},0,48,15,0,0\n")
    assert [q.subject for q in parsed.questions] == ["Mieux", "Pire"]


def test_boxes_before_the_sum_of_their_section_are_asked_about() -> None:
    labels, figures = ENGLISH.split(","), ANA.split(",")
    head = ",".join(["Date", "Player", *(f"U{n}" for n in range(1, 7)), "Upper total", "Bonus", *labels[6:]])
    parsed = read(f"{head}\n2026-03-14,{','.join(['Ana', *figures[:6], '63', '35', *figures[6:]])}\n")
    assert [q.choices[0] for q in parsed.questions] == list(BOXES[:6])


@pytest.mark.parametrize("corner", ["Double Yams", "Joueurs", ""])
@pytest.mark.parametrize("most", [("Plus", "Moins"), ("Le plus", "Le moins")])
def test_paper_of_ten_dice_has_plus_and_minus_and_may_bear_its_name_in_the_corner(
    corner: str, most: tuple[str, str]
) -> None:
    lines = ["Double Yams du 14/03/2026", f"{corner},Zoé,Luc", *(f"{x},0,0" for x in TEN)]
    parsed = read("\n".join([*lines, f"{most[0]},48,50", f"{most[1]},15,x"]) + "\n")
    assert parsed.sheets.select("player", "p_double_yams", "p_plus", "p_minus").rows() == [
        ("Zoé", 0, 48, 15),
        ("Luc", 0, 50, 0),
    ]


def test_the_box_that_is_suggested_is_of_the_column_that_the_heading_names() -> None:
    heads = [f"{column} {x}" for column in ("Giù", "Libera", "Su") for x in ITALIAN]
    heads[heads.index("Libera Tris")] = "Libera Trsi"
    parsed = read(f"Giocatore,{','.join(heads)}\n" + "".join(f"{n}{',5' * len(heads)}\n" for n in ("Ana", "Bo")))
    assert [q.choices[0] for q in parsed.questions] == ["free.three_of_a_kind"]


def test_a_label_that_is_only_a_part_of_a_heading_is_not_suggested() -> None:
    unknown = "Observaciones,Winner,Telefono,Team,Seasson"
    parsed = read(f"Player,Ones,Twos,{unknown}\nAna,1,2,,,,,25\n")
    assert parsed.understood.suggestions == {"Seasson": "season"}


def test_no_box_that_is_there_is_suggested() -> None:
    parsed = read(f"Player,{ENGLISH},Chanse,Seasson\nAna,{ANA},,1\nBo,{BO},,1\n")
    assert parsed.understood.suggestions == {"Seasson": "season"}
    assert set(boxes(parsed)["Ana"]) == set(BOXES)


@pytest.mark.parametrize(
    ("heads", "asked_about"),
    [
        ("1,2,3,4,5,6,3x,4x,Full,S,L,Y,C", ["S", "L", "Y", "C"]),
        ("1,2,3,4,5,6,T,Q,F,PS,GS,Y,Ch", ["T", "Q", "F", "Y"]),
    ],
)
def test_headings_that_only_the_club_knows_are_asked_about(heads: str, asked_about: list[str]) -> None:
    """Letters that stand for most of a sheet: none of them is left out silently."""
    cy = "2,4,6,8,10,12,15,16,25,30,40,50,17"
    parsed = read(f"Date,Player,{heads}\n2026-03-14,Ana,{ANA}\n2026-03-14,Cy,{cy}\n")
    assert [q.subject for q in parsed.questions] == asked_about
    assert "ignore" in parsed.questions[0].choices
    answers = dict(zip(heads.split(","), BOXES, strict=True))
    assert boxes(read(f"Date,Player,{heads}\n2026-03-14,Ana,{ANA}\n", headings=answers)) == {"Ana": thirteen(ANA)}


def test_figures_are_weighed_by_the_rule_sets() -> None:
    assert family.bonuses() == (0, 35, 50)
    assert family.usual_bonus() == 35
    assert family.fixed_points() == {"full_house": 25, "small_straight": 30, "large_straight": 40, "yams": 50}
    assert family.any_fixed_points() == {
        "full_house": {25}, "small_straight": {15, 30}, "large_straight": {20, 40}, "yams": {50},
    }  # fmt: skip


def test_no_rule_set_is_loaded_for_a_plain_sheet() -> None:
    family._games.cache_clear()
    family.any_fixed_points.cache_clear()
    for text in (f"Player,{ENGLISH}\nAna,{ANA}\nBo,{BO}\n", PAPER.replace("Smll Strait", "Small straight")):
        assert read(text).sheets.height == 2
    assert family._games.cache_info().currsize == 0


def test_unknown_boxes_above_the_sums_of_their_section_are_asked_about() -> None:
    cy = "2,8,3,16,10,6,11,9,0,30,0,0,25"
    labels = [*(f"Haufen {c}" for c in "ABCDEF"), *ENGLISH.split(",")[6:]]
    lines = [",".join(line) for line in zip(labels, ANA.split(","), cy.split(","), strict=True)]
    heads = (",Ana,Bo", "Upper section,,", "Subtotal,63,45", "Lower section,,")
    found = read("\n".join([*heads[:2], *lines[:6], heads[2], "", heads[3], *lines[6:]]))
    assert [q.choices[0] for q in found.questions] == list(BOXES[:6])


def test_many_unknown_boxes_of_a_game_with_pairs_are_asked_about() -> None:
    heads = "1,2,3,4,5,6,One pair,Two pairs,Qa,Qb,Qc,Qd,Large straight,Yatzy,Qe"
    figures = "3,4,6,8,10,12,8,14,6,8,15,20,20,50,21"
    found = read(f"Date,Player,{heads}\n2026-03-14,Ana,{figures}\n2026-03-14,Bo,{figures}\n")
    assert [q.subject for q in found.questions] == ["Qa", "Qb", "Qc", "Qd", "Qe"]


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("Yacht", ("Choice", "Yacht")),
        ("Generala", ("Generala", "Doble generala")),
        ("Maxi Yatzy", ("Three pairs", "Full straight", "Maxi Yatzy")),
        ("", ("Choice",)),  # may be what the chance is called
    ],
)
@pytest.mark.parametrize("paper", [True, False])
def test_the_boxes_of_a_game_that_is_not_kept_are_told(game: str, others: tuple[str, ...], paper: bool) -> None:
    labels = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Full house", "Four of a kind", *others]
    lines = [["Game", "Ana"], *([box, "0"] for box in labels)] if paper else [["Player", *labels], ["Ana", *"0" * 11]]
    text = "\n".join(",".join(line) for line in lines) + "\n"
    told = [q.message for q in read(text).questions if "looks like" in q.message]
    assert [f"looks like {game}," in message for message in told] == [True] * bool(game)
    assert not [q for q in read(text, headings=dict.fromkeys(others, "ignore")).questions if "looks like" in q.message]


@pytest.mark.parametrize(
    "labels",
    [
        "1s,2s,3s,4s,5s,6s,3K,4K,FH,SS,LS,Y,C",
        "1er,2er,3er,4er,5er,6er,3er P.,4er P.,FH,KS,GS,K,CH",
        "As,Deux,Trois,Quatre,Cinq,Six,Brelan,Carré,F.,Petite suite,Grande suite,Y.,Chance",
    ],
)
@pytest.mark.parametrize("paper", [True, False])
def test_first_letters_of_the_last_boxes_are_those_boxes(labels: str, paper: bool) -> None:
    columns = zip(labels.split(","), ANA.split(","), BO.split(","), strict=True)
    lines = [("Date", "2026-03-14", "2026-03-14"), ("Player", "Ana", "Bo"), *columns]
    sheet = lines[1:] if paper else zip(*lines, strict=True)
    parsed = read("\n".join(map(",".join, sheet)) + "\n")
    assert asked(parsed) == []
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


@pytest.mark.parametrize("letters", ["Y,Z", "C,Cc", "Q,C"])
def test_letters_that_begin_no_missing_box_or_the_same_one_are_asked_about(letters: str) -> None:
    labels = ENGLISH.replace("Yams,Chance", letters)
    assert asked(read(f"Date,Player,{labels}\n2026-03-14,Ana,{ANA}\n"))
