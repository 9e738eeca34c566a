"""Tables in a language without a label file: asked about by their figures, read as a person says."""

from __future__ import annotations

import pytest

from ingest.errors import UnreadableFile
from tests.readers.reading import ANA, BO, BOXES, boxes, fates, read, thirteen

POLISH = (
    "Jedynki,Dwójki,Trójki,Czwórki,Piątki,Szóstki,Trzy jednakowe,Cztery jednakowe,Mały domek,Mały ciąg,Duży ciąg,"
    "Generał,Szansa"
)
CY = "2,4,6,8,10,12,15,16,25,30,40,50,17"
WIDE = f"Dzień,Gracz,{POLISH},Razem\n2026-03-14,Ana,{ANA},285\n2026-03-14,Cy,{CY},235\n"
PAPER = "\n".join(
    [
        "14.03.2026,,",
        ",Ana,Cy",
        *(",".join(r) for r in zip(POLISH.split(","), ANA.split(","), CY.split(","), strict=True)),
    ]
)
SAID = {**dict(zip(POLISH.split(","), BOXES, strict=True)), "Gracz": "player", "Dzień": "date"}


@pytest.mark.parametrize("text", [WIDE, PAPER])
def test_every_heading_is_asked_about_with_the_box_that_fits_its_figures(text: str) -> None:
    parsed = read(text)
    assert parsed.sheets.is_empty()
    assert {q.about for q in parsed.questions} == {"heading"}
    known = {text: meant for text, meant in SAID.items() if text in {q.subject for q in parsed.questions}}
    assert {q.subject: q.choices[0] for q in parsed.questions} == known
    assert len(known) == (15 if text is WIDE else 13)
    assert all("ignore" in q.choices for q in parsed.questions)


@pytest.mark.parametrize("text", [WIDE, PAPER])
def test_the_answers_count(text: str) -> None:
    parsed = read(text, headings=SAID)
    assert parsed.questions == ()
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Cy": thirteen(CY)}
    assert [day.isoformat() for day in parsed.sheets["played"]] == ["2026-03-14"] * 2
    assert parsed.understood.headings["Szansa"] == "chance"
    assert fates(parsed)[1] == ("heading" if text is WIDE else "title")


@pytest.mark.parametrize("text", [WIDE, PAPER])
@pytest.mark.parametrize("answers", [1, 3, 8])
def test_what_is_answered_is_not_asked_again(text: str, answers: int) -> None:
    said = dict(list(SAID.items())[:answers])
    left = {q.subject for q in read(text, headings=said).questions}
    assert set(POLISH.split(",")) - said.keys() <= left
    assert not said.keys() & left


def test_shuffled_boxes_are_known_by_what_they_give() -> None:
    order = sorted(range(13), key=lambda n: POLISH.split(",")[n])
    lines = [[row.split(",")[n] for n in order] for row in (POLISH, ANA, CY)]
    text = "\n".join(",".join([first, *line]) for first, line in zip(("Gracz", "Ana", "Cy"), lines, strict=True))
    first = {q.subject: q.choices[0] for q in read(text).questions}
    assert {first[t] for t in ("Mały domek", "Mały ciąg", "Duży ciąg", "Generał")} == {
        "full_house", "small_straight", "large_straight", "yams",
    }  # fmt: skip


@pytest.mark.parametrize(
    "row", ["11,12,13,14,15,16,17,18,19,20,21,22,23", "0.5,1,1,2,3,4,5,6,7,8,9,1,2", "a,b,c,d,e,f,g,h,i,j,k,l,m"]
)
def test_other_tables_are_no_scoresheets(row: str) -> None:
    with pytest.raises(UnreadableFile, match="no scoresheet"):
        read(f"Gracz,{POLISH}\nAna,{row}\nCy,{row}\n")


def test_signs_are_asked_about_one_by_one() -> None:
    head = "Date,Player,1,2,3,4,5,6,3x,4x,Full,1-2-3-4,2-3-4-5-6,Y,?"
    text = f"{head}\n2026-03-14,Ana,{ANA}\n2026-03-14,Bo,{BO}\n"
    assert [(q.subject, q.choices[0]) for q in read(text).questions] == [("Y", "yams"), ("?", "chance")]
    parsed = read(text, headings={"Y": "yams", "?": "chance"})
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
