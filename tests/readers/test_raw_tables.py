"""The text layer by itself: the dialects of messy files, each record as RFC 4180 has it, and strict JSON."""

from __future__ import annotations

import pytest

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers.grid import read_table
from ingest.readers.json_document import document
from ingest.sources import Source
from tests.readers.reading import ANA, BO, ENGLISH, boxes, read


def rows(text: str | bytes, **options: str) -> list[list[str]]:
    data = text.encode() if isinstance(text, str) else text
    return read_table(Source("a.csv", data), ReadOptions(**options)).grid.rows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b,c\n1,2,3\n", [["a", "b", "c"], ["1", "2", "3"]]),
        ("a,b,c\r\n1,2,3\r\n", [["a", "b", "c"], ["1", "2", "3"]]),
        ("a,b,c\r1,2,3", [["a", "b", "c"], ["1", "2", "3"]]),
        ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
        ('a,b\n"1,5",2\n', [["a", "b"], ["1,5", "2"]]),
        ('a,b\n"say ""hi""",2\n', [["a", "b"], ['say "hi"', "2"]]),
        ('a,b\n"one\ntwo",2\n', [["a", "b"], ["one\ntwo", "2"]]),
        ('a,b\n"one\r\ntwo",2\n', [["a", "b"], ["one\r\ntwo", "2"]]),
        ('a,b\n"",2\n,3\n', [["a", "b"], ["", "2"], ["", "3"]]),
        (
            'key,val\n1,"{""type"": ""Point"", ""at"": [1.0, 2.0]}"\n',
            [["key", "val"], ["1", '{"type": "Point", "at": [1.0, 2.0]}']],
        ),
        (
            'lat,lon,"place, as told"\n"44.4268","26.1025","Bucharest, RO"\n-12.05,-77.04,"Lima"\n',
            [["lat", "lon", "place, as told"], ["44.4268", "26.1025", "Bucharest, RO"], ["-12.05", "-77.04", "Lima"]],
        ),
        (
            'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
            [["a", "b"], ["1", 'ha \n"ha" \nha'], ["3", "4"]],
        ),
        (
            'a,b\r\n"""one""\r\n""two""",2\r\n',
            [["a", "b"], ['"one"\r\n"two"', "2"]],
        ),
        ("a,b,c\n1,2,3\n4,5,ʤ\n", [["a", "b", "c"], ["1", "2", "3"], ["4", "5", "ʤ"]]),
        ("a;b\n1,5;2,5\n", [["a", "b"], ["1,5", "2,5"]]),
        ("a\tb\n1, 2\t3\n", [["a", "b"], ["1, 2", "3"]]),
        ("a|b\nx;y|2\n", [["a", "b"], ["x;y", "2"]]),
        ("a,b\n\n1,2\n", [["a", "b"], [], ["1", "2"]]),
        ('a,b\nthe 5" one,2\n', [["a", "b"], ['the 5" one', "2"]]),
        ("a,b\n1\n1,2,3\n", [["a", "b"], ["1"], ["1", "2", "3"]]),
        ("one\ntwo\n", [["one"], ["two"]]),
        ("a, b\n 1, 2\n", [["a", " b"], [" 1", " 2"]]),
    ],
)
def test_dialects(text: str, expected: list[list[str]]) -> None:
    assert rows(text) == expected


def test_a_given_separator_counts() -> None:
    assert rows("a;b,c\n", delimiter=";") == [["a", "b,c"]]
    assert rows("a\tb\n", delimiter="tab") == [["a", "b"]]
    with pytest.raises(UnreadableFile, match="not one character"):
        rows("a", delimiter="ab")


@pytest.mark.parametrize(
    ("text", "expected", "row"),
    [
        ('a,b,c\n"1,2,3\n4,5,6\n7,8",9,1\n', [["a", "b", "c"], ['"1', "2", "3"], ["4", "5", "6"]], 2),
        ('a,b\n1,"2\n', [["a", "b"], ["1", '"2']], 2),
        ('a,b,c\n1,2,3\n4,"5,6\n7,8,9\n', [["a", "b", "c"], ["1", "2", "3"], ["4", '"5', "6"], ["7", "8", "9"]], 3),
    ],
)
def test_quotes_that_swallow_lines_are_read_as_text_and_no_scoresheet(
    text: str, expected: list[list[str]], row: int
) -> None:
    assert rows(text)[: len(expected)] == expected
    with pytest.raises(UnreadableFile, match=f"row {row} never closes") as refused:
        read(text)
    assert (refused.value.code, refused.value.row) == ("open_quote", row)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a,b\n"Ana "the Queen" B",2\n', ['Ana "the Queen" B', "2"]),
        ('a,b\n""Ana, Maria",2\n', ['"Ana, Maria', "2"]),
        ('a,b,c\n"48"",1,"x"\n', ['48"', "1", "x"]),
        ('a,b\n"x" ,2\n', ["x", "2"]),
    ],
)
def test_stray_quotes_are_mended_where_one_reading_fits(text: str, expected: list[str]) -> None:
    assert rows(text)[1] == expected


def test_a_mended_quote_is_told_and_costs_nothing() -> None:
    text = f'Date,Player,{ENGLISH}\n2026-03-14,"Ana "the Queen" B",{ANA}\n2026-03-14,Bo,{BO}\n'
    parsed = read(text)
    assert list(boxes(parsed)) == ['Ana "the Queen" B', "Bo"]
    assert parsed.understood.notes == ("row 2: a stray quote is read as part of the text",)


def test_records_with_too_few_fields_are_told() -> None:
    text = f"Date,Player,{ENGLISH}\n" + f"2026-03-14,Ana,{ANA}\n" * 4 + "2026-03-15,Bo,1\n"
    [note] = read(text).understood.notes
    assert note.endswith(": row 6")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b\n'x, y','z'\n'Ana''s',2\n", [["a", "b"], ["x, y", "z"], ["Ana's", "2"]]),
        ("a,b\n'x',O'Brien\n'y, z',D'Arcy\n", [["a", "b"], ["x", "O'Brien"], ["y, z", "D'Arcy"]]),
        ("a,b\n'=1+1,2\n'-3,4\n", [["a", "b"], ["'=1+1", "2"], ["'-3", "4"]]),
        ("a,b\n\"x\",'y'\n", [["a", "b"], ["x", "'y'"]]),
        ('a, b\n1, "x, y"\n', [["a", "b"], ["1", "x, y"]]),
        ('a,b\n"say \\"hi\\", he said",2\n', [["a", "b"], ['say "hi", he said', "2"]]),
        ("a||b\n1||\n||2\n", [["a", "b"], ["1", ""], ["", "2"]]),
        ("a|b|c\n1||3\n|2|\n", [["a", "b", "c"], ["1", "", "3"], ["", "2", ""]]),
        ("a\\tb\n1\\t2\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r\r\n1,2\r\r\n", [["a", "b"], ["1", "2"]]),
    ],
)
def test_other_dialects(text: str, expected: list[list[str]]) -> None:
    assert rows(text) == expected


def test_fields_over_several_lines_stay_whole_beside_a_stray_quote() -> None:
    text = 'a,b,c\n1,2,"one\ntwo"\n1,"x"y,3\n"p, q\nr, s, t",2,3\n'
    assert rows(text) == [["a", "b", "c"], ["1", "2", "one\ntwo"], ["1", '"x"y', "3"], ["p, q\nr, s, t", "2", "3"]]


def test_absurd_widths_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="fields"):
        rows("," * 5_000)
    with pytest.raises(UnreadableFile, match="row 1"):
        rows('"' + "x" * 200_000 + '",b\n')


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        " [1] ",
        "[null, true, false]",
        '["\\u0061\\n\\"\\\\"]',
        "[1e2, -0, 0.5, 1E+2, -1e-2]",
        '{"a": {"b": [{}]}}',
        '["€𝄞"]',
        '"x"',
        "-1",
        '{"": 0}',
        '["\\uD834\\uDD1E"]',
        "\ufeff[1]",
        "[" * 60 + "]" * 60,
        "[123456789012345678901234567890]",
    ],
)
def test_json_that_is_json(text: str) -> None:
    document(Source("a.json", text.encode()), ReadOptions())


@pytest.mark.parametrize(
    "text",
    [
        "[1,]",
        "[,1]",
        "[1 2]",
        "{a: 1}",
        "{'a': 1}",
        '{"a" 1}',
        '{"a": 1,}',
        "[01]",
        "[1.]",
        "[.5]",
        "[+1]",
        "[0x1]",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        '["\t"]',
        '["\\x"]',
        '["a]',
        "[",
        "]",
        "{",
        '{"a"',
        "[1]x",
        "tru",
        "[1]]",
        '{"a":1,"a":2}',
        "[" * 100_000,
        '["\\u00"]',
        "// c\n[1]",
        "[1] // c",
        "",
        "\x00",
        '["\n"]',
        "['a']",
        "[1e]",
        "[-]",
        "undefined",
        "[\v1]",
    ],
)
def test_json_that_is_none(text: str) -> None:
    with pytest.raises(UnreadableFile, match=r"^a\.json: "):
        document(Source("a.json", text.encode()), ReadOptions())


def test_json_in_other_encodings() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-8-sig", "utf-32"):
        assert document(Source("a.json", '["Ștefan", 12345]'.encode(encoding))) == ["Ștefan", 12345]
    with pytest.raises(UnreadableFile, match="UTF-8"):
        document(Source("a.json", '["Ã"]'.encode("cp1252")), ReadOptions())


def test_what_markdown_prints_bold_is_read_without_its_marks() -> None:
    text = "| Date | Player | Total |\n|---|---|---|\n| 2026-03-14 | **Ana** | **285** |\n| 2026-03-14 | Bo | 32 |\n"
    assert read(text, "a.txt").sheets.select("player", "stated_total").rows() == [("Ana", 285), ("Bo", 32)]
