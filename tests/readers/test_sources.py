"""Bytes to text: byte order mark, UTF-8, UTF-16, then the declared code page, never a guess (DESIGN.md, Encodings)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import readers
from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.sources import Source, decode, open_source
from tests.readers.reading import ANA, ENGLISH, read

TEXT = f"Player,{ENGLISH}\nȘerban Țuțea,{ANA}\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode("utf-8"), "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8"),
        (TEXT.encode("utf-16"), "utf-16-le"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_unicode_in_every_dress(data: bytes, encoding: str) -> None:
    parsed = read(data)
    assert parsed.sheets["player"].to_list() == ["Șerban Țuțea"]
    assert parsed.understood.encoding == encoding


def test_a_code_page_is_asked_for_and_never_guessed() -> None:
    data = f"Player,{ENGLISH}\nLefèvre,{ANA}\n".encode("cp1252")
    asked = read(data)
    assert [q.about for q in asked.questions] == ["encoding"]
    assert "Lefèvre" in asked.questions[0].message
    assert "Lefčvre" in asked.questions[0].message
    assert read(data, encoding="cp1252").sheets["player"][0] == "Lefèvre"
    assert read(data, club_encoding="cp1252").questions == ()
    assert read(data, club_encoding="cp1250").sheets["player"][0] == "Lefčvre"


def test_nothing_to_ask_where_both_code_pages_agree() -> None:
    parsed = read(f"Player,{ENGLISH}\nJosé,{ANA}\n".encode("cp1252"))
    assert parsed.sheets["player"][0] == "José"
    assert parsed.questions == ()


def test_utf8_with_one_broken_byte_is_not_read_as_a_code_page() -> None:
    data = f"Player,{ENGLISH}\nȘerban,{ANA}\nȚuțea,{ANA}\nJos".encode() + b"\xe9," + ANA.encode()
    with pytest.raises(UnreadableFile, match="row 4"):
        read(data, club_encoding="cp1252")


def test_an_encoding_that_does_not_fit_or_exist() -> None:
    with pytest.raises(UnreadableFile, match="row 2"):
        read(f"Player,{ENGLISH}\n".encode() + b"\x81bc," + ANA.encode(), encoding="cp1252")
    with pytest.raises(UnreadableFile, match="no encoding is called"):
        read(b"\xe9", encoding="klingon")


def test_a_nul_byte_in_text_is_named() -> None:
    with pytest.raises(UnreadableFile, match="row 2"):
        read(f"Player,{ENGLISH}\nA\0na,{ANA}\n")


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7 x", b"\x89PNG\r\n\x1a\n", b"\xd0\xcf\x11\xe0\xa1", b"PK\x03\x04abc", b"<html><body>",
        b"  <?xml version='1.0'?>",
        b"", b"\xef\xbb\xbf", b" \n\n", b"\x1f\x8b\x08", bytes(range(256)) * 4,
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    with pytest.raises(UnreadableFile, match=r"^a\.csv: "):
        readers.read(open_source(path), ReadOptions())


def test_line_ends_of_every_kind() -> None:
    for end in ("\r\n", "\r", "\n"):
        assert read(TEXT.replace("\n", end)).sheets.height == 1


def test_the_basis_is_told() -> None:
    assert decode(Source("a.csv", b"abc"), ReadOptions()).basis == "valid UTF-8"
