"""The fast path gives what the row by row reading gives, or gives way to it (STYLE.md, properties)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, ReadOptions
from ingest.readers import fast
from ingest.readers.csv_files import CsvFiles
from ingest.sources import Source
from tests.readers.reading import ANA, BO, ENGLISH, boxes, thirteen

HEAD = f"Game,Date,Player,{ENGLISH},Total"


def both(data: bytes, options: ReadOptions) -> tuple[ParsedFile | None, ParsedFile | None]:
    """Read the same bytes both ways; None where that way has no answer."""
    source = Source("a.csv", data)
    try:
        slow = CsvFiles().read_by_rows(source, options)
    except UnreadableFile:
        slow = None
    quick = fast.read(source, options, smallest=0)
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(data)
        at_its_path = fast.read(Source("a.csv", None, Path(file.name)), options, smallest=0)
    assert (at_its_path is None) == (quick is None)
    if at_its_path is not None and quick is not None:
        assert_same(at_its_path, quick)
    return quick, slow


def assert_same(quick: ParsedFile, slow: ParsedFile | None) -> None:
    assert slow is not None
    for name in ("sheets", "rows", "throws", "moves", "findings"):
        assert_frame_equal(getattr(quick, name), getattr(slow, name))
    assert (quick.reader, quick.understood, quick.questions) == (slow.reader, slow.understood, slow.questions)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t,
        lambda t: "\ufeff" + t,
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace(",", ";"),
        lambda t: t.rstrip("\n"),
        lambda t: t + "\n\n",
        lambda t: t.replace("2026-03-14", "14.03.2026"),
        lambda t: t.replace("2026-03-14", "03/04/2026").replace("2026-03-21", "05/06/2026"),
        lambda t: t.replace("2026-03-14", "14/15.03.2026"),
        lambda t: t.replace(",0,", ",x,").replace(",50,", ",,"),
        lambda t: t.replace(",250", ",x").replace(",32", ",-"),
        lambda t: t.replace("Ana", "Ștefan Țuțea"),
        lambda t: t.replace("Ana", '"Ana"'),
        lambda t: "\n".join(",".join(f'"{c}"' if c else "" for c in line.split(",")) for line in t.split("\n")),
        lambda t: t.replace("Ana", '"Maria, Ana"'),
        lambda t: t.replace("\n", ",\n"),
        lambda t: t.replace("\n", ",,,\n"),
    ],
)
def test_regular_files_take_the_fast_path(change: object) -> None:
    assert callable(change)
    text = f"{HEAD}\n1,2026-03-14,Ana,{ANA},250\n1,2026-03-14,Bo,{BO},32\n2,2026-03-21,Ana,{BO},\n"
    quick, slow = both(change(text).encode(), ReadOptions())
    assert quick is not None
    assert_same(quick, slow)
    assert quick.sheets.height == 3


@pytest.mark.parametrize(
    "row",
    [
        "1,2026-03-14,Ana,1", "1,2026-03-14,,1,2,3,4,5,6,0,0,0,0,0,0,11,32", f"1,2026-03-14,Ana,{ANA},250,9", "",
        f'1,2026-03-14,"Ana",{ANA},250', f"1,2026-03-14, Ana,{ANA},250", f"1,2026-03-14,'=Ana,{ANA},250",
        f",,Total,{ANA},250", f"1,31.02.2026,Ana,{ANA},250", f"1,2026-03-14,Ana,{ANA},much", f",,Cy,{ANA},250",
        "1,2026-03-14,Ana,six,2,3,4,5,6,0,0,0,0,0,0,11,32", "1,2026-03-14,Ana,99999,2,3,4,5,6,0,0,0,0,0,0,11,32",
        HEAD, "1,2026-03-14,Ana,,,,,,,,,,,,,,", f"1,2026-03-14,Ana\u00a0,{ANA},250", f"Total,2026-03-14,Ana,{ANA},250",
        "note", f"1,2026-03-14,A\u200bna,{ANA},250", f"1,2026-03-14,1. Ana,{ANA},250", f",,Total A,{ANA},250",
        f"1,2026-03-14,Ø,{ANA},250", f"1,2026-03-14,Übertrag,{ANA},250", f"1,2026-03-14,Report page 1,{ANA},250",
        f"1,2026-03-14,Ana *,{ANA},250", f"1,2026-03-14,A🏆,{ANA},250",
        f"1,2026-03-14,Ana,absent{',' * 13}", f"1,2026-03-14,Ana{',' * 14}absent", f"1,2026-03-14,Ana{',-' * 13},abs.",
        "1,2026-03-14,Max possible,5,10,15,20,25,30,30,30,25,30,40,50,30,375",
    ],
)  # fmt: skip
def test_every_oddity_gives_the_same_or_gives_way(row: str) -> None:
    text = f"{HEAD}\n1,2026-03-14,Bo,{BO},32\n{row}\n2,2026-03-14,Cy,{BO},32\n"
    quick, slow = both(text.encode(), ReadOptions())
    if quick is not None:
        assert_same(quick, slow)


@pytest.mark.parametrize("heads", [",,", ",,Name", ",Name,"])
@pytest.mark.parametrize("cells", ["Bo,,", ",Bo,", ",,Bo", ", ,Bo"])
def test_what_stands_beside_the_table_gives_the_same_or_gives_way(heads: str, cells: str) -> None:
    rows = "".join(f"{n},2026-03-14,{name},{ANA},250,{cells}\n" for n in (1, 2) for name in ("Ana", "Bo"))
    quick, slow = both(f"{HEAD},{heads}\n{rows}".encode(), ReadOptions())
    if quick is not None:
        assert_same(quick, slow)


@pytest.mark.parametrize("game", ["Yahtzee", "Club dice"])
def test_names_of_games_in_place_of_ids_give_way(game: str) -> None:
    text = f"{HEAD}\n{game},2026-03-14,Ana,{ANA},250\n2,2026-03-14,Bo,{BO},32\n"
    quick, slow = both(text.encode(), ReadOptions(headings={"Club dice": "yahtzee"} if game != "Yahtzee" else {}))
    assert (quick, slow and slow.sheets["rules"].to_list()) == (None, ["yahtzee", None])


@pytest.mark.parametrize("mark", ["x", "xx", "/", "-", "1"])
def test_marks_for_further_yams_give_the_same_or_give_way(mark: str) -> None:
    rows = f"1,2026-03-14,Ana,{ANA},385,{mark}\n1,2026-03-14,Bo,{BO},32,\n"
    quick, slow = both(f"{HEAD},Yahtzee bonus\n{rows}".encode(), ReadOptions())
    if quick is not None:
        assert_same(quick, slow)


def test_texts_without_a_heading_beside_the_players_give_way() -> None:
    head = HEAD.replace("Player", "Player,")
    quick, slow = both(
        f"{head}\n1,2026-03-14,Ana,Pop,{ANA},250\n1,2026-03-14,Ana,Rus,{BO},32\n".encode(), ReadOptions()
    )
    assert quick is None
    assert slow is not None
    assert slow.sheets["player"].to_list() == ["Ana Pop", "Ana Rus"]


_NAMES = st.sampled_from(
    [
        "Ana",
        "Bo",
        "Ștefan",
        "Lefèvre",
        "Total",
        "Media",
        "T.o.t.",
        " Ana",
        "Ana ",
        "",
        "'=x",
        "Max",
        "Player 50",
        "Total A",
        "1. Ana",
        "2. Bo",
    ]
)
_CELL = st.one_of(
    st.integers(-3, 60).map(str),
    st.sampled_from(
        [
            "",
            "x",
            "-",
            "?",
            "25,0",
            "25.0",
            " 7",
            "7 ",
            "+5",
            "007",
            "1e3",
            "12.5",
            "x ",
            "40000",
            "x1",
            "…",
            "barré",
            "127",
            "128",
            "-129",
            "7\r",
            "3\r4",
        ]
    ),
)
_DATE = st.sampled_from(
    ["2026-03-14", "2026-03-21", "14.03.2026", "03/04/2026", "3.4.26", "14 mars 2026", "31.02.2026", ""]
)


def _quoted(draw: st.DrawFn, cell: str, delimiter: str, quote: str) -> str:
    """Quote a cell as programs do, or oddly."""
    if quote == "odd" and draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from([f'{cell}"', f'"{cell}"x', f'x"{cell}"', f'"{cell}\nx"', f'"{cell}""x"', '"']))
    if quote == "all" or delimiter in cell or (quote == "some" and draw(st.booleans())):
        return f'"{cell}"'
    return cell


@st.composite
def _files(draw: st.DrawFn) -> bytes:
    """Draw a wide file in some dialect: mostly regular rows, some odd ones."""
    delimiter = draw(st.sampled_from([",", ";", "\t", "|"]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    plain = draw(st.booleans())
    names = draw(
        st.lists(
            st.sampled_from(["Ones", "Twos", "3 of a kind", "Full", "Yams", "Chance", "Unu"]), min_size=2, unique=True
        )
    )
    fields = draw(
        st.permutations(["Game", "Date", "Player", *draw(st.sets(st.sampled_from(["Table", "Season", "Remark"])))])
    )
    tail = draw(st.lists(st.sampled_from(["Total", "Bonus", "Extra Yams", "Place"]), unique=True))
    head = [*fields, *names, *tail]
    rows = [head]
    for i in range(draw(st.integers(1, 6))):
        made = []
        for name in head:
            if name == "Player":
                made.append(draw(st.sampled_from(["Ana", "Bo", "Ștefan"]) if plain else _NAMES))
            elif name == "Date":
                made.append(draw(st.sampled_from(["2026-03-14", "2026-03-21"]) if plain else _DATE))
            elif name == "Game":
                made.append(f"g{i // 2}" if plain else draw(st.sampled_from(["1", "2", "", "Total", "a b"])))
            elif name in ("Table", "Season", "Remark"):
                made.append(draw(st.sampled_from(["A", "", "B"] if plain else ["A", "", "Summe", "x "])))
            else:
                made.append(draw(st.integers(0, 30).map(str) if plain else _CELL))
        if not plain and draw(st.integers(0, 9)) == 0:
            made = made[: draw(st.integers(0, len(made)))] + draw(st.sampled_from([[], ["", ""], ["9"]]))
        quote = draw(st.sampled_from(["needed", "needed", "all", "some", "odd"]))
        rows.append([_quoted(draw, c, delimiter, quote) for c in made])
    text = end.join(delimiter.join(r) for r in rows) + draw(st.sampled_from(["", end, end + end]))
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig"])))


@settings(max_examples=300, deadline=None)
@example(f"Date,Table,Player,{ENGLISH}\n2026-03-14,A,Ana,{ANA}\n2026-03-14,,Bo,{BO}".encode(), None)
@example(
    f"Date,Player,{ENGLISH}\n".encode()
    + "".join(f"2026-03-14 {h}:15,{n},{ANA}\n" for h in (19, 21) for n in ("Ana", "Bo")).encode(),
    None,
)
@example(b'Game,Player,Date,Yams,Ones\r\ng0,Bo,2026-03-21,"6"x,21\r\ng1,Bo,2026-03-21,5,"\r\n\r\n', None)
@given(_files(), st.sampled_from([None, "dmy", "mdy"]))
def test_the_fast_path_equals_the_slow_one(data: bytes, order: str | None) -> None:
    quick, slow = both(data, ReadOptions(date_order=order))
    if quick is not None:
        assert_same(quick, slow)


def test_a_small_file_is_read_by_rows() -> None:
    assert fast.read(Source("a.csv", f"{HEAD}\n1,2026-03-14,Ana,{ANA},250\n".encode()), ReadOptions()) is None


def test_a_large_file_takes_it_by_itself() -> None:
    rows = "".join(f"g{i},2026-03-14,Ana,{ANA},250\n" for i in range(30_000))
    parsed = CsvFiles().read(Source("a.csv", f"{HEAD}\n{rows}".encode()), ReadOptions())
    assert parsed.sheets.height == 30_000
    assert boxes(ParsedFile(parsed.reader, parsed.understood, parsed.sheets.head(1)))["Ana"] == thirteen(ANA)
