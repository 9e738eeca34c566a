"""The text layer by itself: the dialects of messy files, each record as RFC 4180 has it, and strict JSON."""

from __future__ import annotations

import pytest

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers.grid import read_table
from ingest.readers.json_document import document
from ingest.sources import Source


def rows(text: str | bytes, **options: str) -> list[list[str]]:
    data = text.encode() if isinstance(text, str) else text
    return read_table(Source("a.csv", data), ReadOptions(**options))[0].rows


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


def test_quotes_that_swallow_lines_and_absurd_widths_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="row 2"):
        rows('a,b,c\n"1,2,3\n4,5,6\n7,8",9,1\n')
    with pytest.raises(UnreadableFile, match="never closes"):
        rows('a,b\n1,"2\n')
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
        "[" * 200 + "]" * 200,
        "[123456789012345678901234567890]",
    ],
)
def test_json_that_is_json(text: str) -> None:
    document.cache_clear()
    document(Source("a.json", text.encode()))


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
    document.cache_clear()
    with pytest.raises(UnreadableFile, match=r"^a\.json: "):
        document(Source("a.json", text.encode()))


def test_json_in_other_encodings() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-8-sig", "utf-32"):
        document.cache_clear()
        assert document(Source("a.json", '["Ștefan", 12345]'.encode(encoding))) == ["Ștefan", 12345]
    document.cache_clear()
    with pytest.raises(UnreadableFile, match="UTF-8"):
        document(Source("a.json", '["è"]'.encode("cp1252")))
