"""Whatever the bytes: a reading or a typed error, every record accounted for (DESIGN.md, Promises 2 and 5)."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.child import read_files
from ingest.errors import UnreadableFile
from ingest.frames import FINDINGS, ROWS, SHEET_COLUMNS
from ingest.model import ParsedFile, ReadOptions
from ingest.readers.values import clean
from tests.readers.play_logs import PAGE, PLAYERS, play
from tests.readers.reading import ANA, BO, ENGLISH, accounted, read
from tests.readers.workbook import ANA as PAPER_ANA
from tests.readers.workbook import BO as PAPER_BO
from tests.readers.workbook import LABELS, ods, paper, xlsx

_WORDS = st.sampled_from(
    [
        *(
            "Player",
            "Jucător",
            "Name",
            "Date",
            "Game",
            "Table",
            "Column",
            "Box",
            "Points",
            "Dice",
            "Throws",
            "Turn",
            "Total",
        ),
        *(
            "Ones",
            "Unu",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "Full",
            "Full House",
            "Suite",
            "Yams",
            "Chance",
            "Bonus",
            "Subtotal",
        ),
        *(
            "down",
            "Libera",
            "up.ones",
            "x",
            "-",
            "?",
            "25",
            "12.5",
            "99999",
            "0",
            "",
            "",
            " ",
            "Ana",
            "Bo",
            "Total",
            "Media",
        ),
        *(
            "2026-03-14",
            "14.03.2026",
            "31.02.2026",
            "3/4/26",
            "14 mars 2026",
            "22333",
            "666|6666",
            "=1+1",
            "'=x",
            "1 200",
        ),
        *(
            "é",
            "\u200b",
            "'",
            '"',
            "\\",
            "a,b",
            "a;b",
            "line\nbreak",
            "Semnătura: __",
            "Place",
            "Extra Yams",
            "stated_upper",
        ),
        *("Score 1", "Player 2", "210", "Month", "Year", "First name", "Timestamp", "---"),
    ]
)


def survives(text: str | bytes, name: str, **options: Any) -> ParsedFile | None:
    """Read, and check what holds of every reading; None where the file is refused."""
    refused = None
    try:
        parsed = read(text, name, **options)
    except UnreadableFile as error:
        refused = error
    if refused:
        assert str(refused).startswith(f"{name}: ")
        assert refused.code
        return None
    assert dict(parsed.rows.schema) == ROWS
    assert dict(parsed.findings.schema) == FINDINGS
    assert {n: parsed.sheets.schema[n] for n in SHEET_COLUMNS} == SHEET_COLUMNS
    of_rows = set(parsed.rows["sheet"].drop_nulls())
    assert of_rows == set(parsed.sheets["sheet"])
    assert parsed.sheets["sheet"].is_sorted()
    assert not parsed.sheets["player"].is_null().any()
    assert parsed.rows.filter(parsed.rows["fate"].is_not_null())["code"].null_count() == 0
    return parsed


def filled_records(text: str, delimiter: str) -> list[int]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return [n for n, cells in enumerate(rows, 1) if any(clean(c) for c in cells)]


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.lists(_WORDS, max_size=12), max_size=14),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([None, "dmy", "mdy"]),
)
def test_tables_of_words(rows: list[list[str]], delimiter: str, order: str | None) -> None:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(rows)
    text = stream.getvalue()
    parsed = survives(text, "a.csv", date_order=order, delimiter=delimiter)
    if parsed:
        assert accounted(parsed) == filled_records(text, delimiter)


_TEMPLATES = (
    [
        f"Game,Date,Player,{ENGLISH},Total".split(","),
        *([*f"1,2026-03-14,{n},{f}".split(","), "9"] for n, f in (("Ana", ANA), ("Bo", BO))),
    ],
    [
        ["Date", "Ana", "Bo", "Cy", "Total"],
        ["2026-03-14", "210", "180", "", "390"],
        ["2026-03-21", "190", "200", "220", "610"],
        ["Total", "400", "380", "220", "1000"],
    ],
    [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2026-03-14", "Ana", "210", "Bo", "180"],
        ["2026-03-21", "Ana", "190", "", ""],
    ],
    [
        ["player", "column", "box", "points", "dice", "turn"],
        ["Ana", "", "ones", "3", "11123", "1"],
        ["Ana", "", "yams", "50", "", "2"],
    ],
    [["Box", "Ana", "Bo"], *([label, str(a), str(b)] for label, a, b in zip(LABELS, PAPER_ANA, PAPER_BO, strict=True))],
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(_TEMPLATES), st.data())
def test_scoresheets_with_a_few_cells_changed(template: list[list[str]], data: st.DataObject) -> None:
    rows = [list(r) for r in template]
    for _ in range(data.draw(st.integers(0, 4))):
        i = data.draw(st.integers(0, len(rows) - 1))
        what = data.draw(st.sampled_from(["cell", "cell", "cell", "add", "cut", "row", "copy", "blank"]))
        if what == "cell" and rows[i]:
            rows[i][data.draw(st.integers(0, len(rows[i]) - 1))] = data.draw(_WORDS)
        elif what == "add":
            rows[i].append(data.draw(_WORDS))
        elif what == "cut":
            rows[i] = rows[i][: data.draw(st.integers(0, len(rows[i])))]
        elif what == "row":
            rows.insert(i, data.draw(st.lists(_WORDS, max_size=6)))
        elif what == "copy":
            rows.append(list(rows[i]))
        else:
            rows.insert(i, [])
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    parsed = survives(stream.getvalue(), "a.csv", delimiter=",")
    if parsed:
        assert accounted(parsed) == filled_records(stream.getvalue(), ",")


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from(["a.csv", "a.json", "a.ndjson", "a.xml", "a.xlsx", "a.ods", "a.bgsplay", "a.pdf", "a"]),
)
def test_any_bytes_under_any_name(data: bytes, name: str) -> None:
    survives(data, name)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["a.csv", "a.json", "a.ndjson", "a.xml"]))
def test_any_text_under_any_name(text: str, name: str) -> None:
    survives(text.encode("utf-8", "surrogatepass"), name)


_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), _WORDS)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.one_of(_WORDS, st.text(max_size=5)), inner, max_size=4)
    ),
)
_KEYS = st.sampled_from(
    ["plays", "players", "games", "locations", "id", "name", "score", "playerScores", "scoresheet", "metaData"]
)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        _JSON,
        st.lists(st.dictionaries(_WORDS, _SCALARS, max_size=6), max_size=4),
        st.dictionaries(_KEYS, _JSON, max_size=5),
    ),
    st.sampled_from(["a.json", "a.ndjson", "a.bgsplay"]),
)
def test_any_json(value: Any, name: str) -> None:
    survives(json.dumps(value), name)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_exports_of_bg_stats_with_something_changed(data: st.DataObject) -> None:
    sheet = {"groups": [{"rows": [{"label": "Ones", "scores": {"s": "3"}}, {"label": "Total", "scores": {"s": "3"}}]}]}
    score = {"playerRefId": 1, "score": "10", "rank": 1, "seatOrder": 1, "metaData": {"scoreUuid": "s"}}
    value: Any = {
        "players": PLAYERS,
        "games": [{"id": 7, "name": "Yahtzee"}],
        "plays": [play(7, score, score, scoresheet=sheet)],
    }
    value = json.loads(json.dumps(value))
    here: Any = value
    while isinstance(here, dict | list) and here:
        step = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else list(range(len(here)))))
        if data.draw(st.booleans()) or not isinstance(here[step], dict | list):
            here[step] = data.draw(_JSON)
            break
        here = here[step]
    survives(json.dumps(value), "a.bgsplay")


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(PAGE) - 1), st.one_of(_WORDS, st.text(max_size=5)), st.integers(0, 20))
def test_pages_of_plays_with_something_changed(at: int, put: str, cut: int) -> None:
    survives(PAGE[:at] + put + PAGE[at + cut :], "a.xml")


def _one_game(book: Any) -> None:
    paper(book.add_worksheet("14.03.2026"), 0, 0, {"Ana": PAPER_ANA, "Bo": PAPER_BO})


def test_damaged_workbooks(tmp_path: Path) -> None:
    """Bytes flipped and cut at random, through the child: a dead child is a refused file."""
    rng = random.Random(7)
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    rows = "".join(
        f"<table:table-row>{cell.format(a)}{cell.format(b)}</table:table-row>"
        for a, b in zip(LABELS, PAPER_ANA, strict=True)
    )
    good = {"xlsx": xlsx(_one_game), "ods": ods(("14.03.2026", rows))}
    paths = []
    for number in range(60):
        kind = rng.choice(list(good))
        data = bytearray(good[kind])
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(data))
            if rng.random() < 0.2:
                del data[at : at + rng.randint(1, 200)]
            elif data:
                data[at] = rng.randrange(256)
        path = tmp_path / f"{number}.{kind}"
        path.write_bytes(bytes(data))
        paths.append(path)
    results = list(read_files(paths, ReadOptions()))
    assert len(results) == 60
    assert all(isinstance(r, ParsedFile | UnreadableFile) for r in results)


def _far_cell(book: Any) -> None:
    sheet = book.add_worksheet()
    sheet.write(0, 0, "Ones")
    sheet.write(1_048_575, 16_383, "Twos")


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("far.xlsx", xlsx(_far_cell), "more than any scoresheet"),
        (
            "far.ods",
            ods(
                (
                    "a",
                    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell '
                    'office:value-type="string" table:number-columns-repeated="16000">'
                    "<text:p>x</text:p></table:table-cell></table:table-row>",
                )
            ),
            "more than any scoresheet",
        ),
        ("other.ods", xlsx(_one_game), "but it is XLSX"),
        ("other.xlsx", ods(("a", "")), "but it is ODS"),
        ("none.xlsx", b"Player,Ones\nAna,1\n", "no workbook"),
        ("cut.xlsx", xlsx(_one_game)[:2000], "damaged"),
        ("book.csv", xlsx(_one_game), "ZIP container"),
        ("empty.xlsx", xlsx(lambda book: book.add_worksheet()), "no filled worksheet"),
    ],
)
def test_hostile_and_misnamed_workbooks(name: str, data: bytes, told: str) -> None:
    with pytest.raises(UnreadableFile, match=told):
        read(data, name)


def test_a_container_that_unpacks_beyond_measure() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as part:
            for _ in range(400):
                part.write(b" " * 1_000_000)
    with pytest.raises(UnreadableFile, match="unpacks to"):
        read(stream.getvalue(), "bomb.xlsx")


_KEYS = st.sampled_from(
    ["player", "name", "Ana", "Bo", "Max", "date", "2026-03-14", "game", "id", "rules", "round", "table", "games",
     "players", "scores", "boxes", "columns", "down", "free", "ones", "twos", "yams", "chance", "upper", "total",
     "stated", "points", "box", "dice", "throws", "turn", "announced", "moves", "plays", "column", "rows", ""]
)  # fmt: skip
_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 60), st.just(1773518400), st.just(2.5),
    st.sampled_from(["Ana", "Bo", "x", "", "12", "2026-03-14", "ones", "yams", "Yahtzee", "down"]),
)  # fmt: skip
_NESTED = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=6),
    max_leaves=40,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_NESTED, min_size=1, max_size=4), st.sampled_from(["a.json", "a.ndjson", "a.bgsplay"]))
def test_nested_json(values: list[Any], name: str) -> None:
    lines = name.endswith("ndjson")
    parsed = survives("\n".join(map(json.dumps, values)) if lines else json.dumps(values[0]), name)
    # A record of a list of boxes, a paper sheet or a table of totals may serve several sheets.
    if parsed is not None and not any(kind in parsed.reader for kind in ("long", "paper", "totals")):
        assert parsed.rows["row"].is_unique().all()


@settings(max_examples=100, deadline=None)
@given(st.lists(st.dictionaries(_KEYS, _NESTED, max_size=5), min_size=1, max_size=4))
def test_games_among_nested_json(values: list[dict[str, Any]]) -> None:
    """Sound games keep their sheets, whatever stands beside them in the list."""
    sound = {"date": "2026-03-15", "players": [{"name": n, "boxes": {"ones": 3, "twos": 4}} for n in ("Cy", "Di")]}
    parsed = survives(json.dumps([sound, *values]), "a.json")
    if parsed is not None and "wide" in parsed.reader:
        mine = parsed.sheets.filter(parsed.sheets["player"].is_in(["Cy", "Di"]))
        assert mine["p_ones"].to_list() == [3, 3]
        assert mine["block"].n_unique() == 1
