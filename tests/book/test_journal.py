"""DESIGN.md, The way of the data: the journal's lines bear their own hash and that of the line before."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import journal
from ingest.book import Book
from ingest.errors import BookError
from tests.book.toy import players, take, toy

WHEN = "2026-03-14T20:00:00Z"


def chain(*payloads: dict[str, object]) -> tuple[journal.Entry, ...]:
    entries: list[journal.Entry] = []
    for payload in payloads:
        before = entries[-1] if entries else None
        entries.append(journal.make(before, "note", who="ana", when=WHEN, why=None, payload=payload))
    return tuple(entries)


def data(entries: tuple[journal.Entry, ...]) -> bytes:
    return b"".join(entry.line() for entry in entries)


def test_a_line_is_canonical_json_with_the_hash_of_the_rest_and_of_the_line_before() -> None:
    first, second = chain({"b": 1, "a": "Ștefan"}, {})
    rest = (
        '{"kind":"note","no":1,"payload":{"a":"Ștefan","b":1},"prev":"' + "0" * 64 + '",'
        '"when":"2026-03-14T20:00:00Z","who":"ana","why":null}'
    )
    assert first.hash == hashlib.sha256(rest.encode()).hexdigest()
    assert first.line() == ('{"hash":"' + first.hash + '",' + rest[1:] + "\n").encode()
    assert second.prev == first.hash
    assert second.no == 2


payloads = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=8), max_size=3)


@given(st.lists(payloads, min_size=1, max_size=4), st.data())
def test_any_flipped_byte_is_a_fault_of_its_line(values: list[dict[str, object]], draw: st.DataObject) -> None:
    whole = data(chain(*values))
    position = draw.draw(st.integers(0, len(whole) - 1))
    flipped = bytearray(whole)
    flipped[position] ^= draw.draw(st.integers(1, 255))
    faults = journal.parse(bytes(flipped)).faults
    assert faults
    assert faults[0][0] == whole[:position].count(b"\n") + 1


@given(st.lists(payloads, min_size=2, max_size=5), st.data())
def test_a_line_taken_out_or_doubled_breaks_the_chain(values: list[dict[str, object]], draw: st.DataObject) -> None:
    lines = data(chain(*values)).splitlines(keepends=True)
    at = draw.draw(st.integers(0, len(lines) - 2))
    assert journal.parse(b"".join(lines[:at] + lines[at + 1 :])).faults[0][0] == at + 1
    assert journal.parse(b"".join(lines[: at + 1] + lines[at:])).faults[0][0] == at + 2


def test_a_line_rewritten_with_a_right_hash_of_its_own_breaks_the_chain() -> None:
    entries = chain({"a": 1}, {"a": 2}, {"a": 3})
    forged = journal.make(entries[0], "note", who="ana", when=WHEN, why=None, payload={"a": 9})
    assert journal.parse(data((entries[0], forged, entries[2]))).faults[0][0] == 3


@pytest.mark.parametrize("end", [b" ", b"\r", b"\t", b"\r\n"])
def test_even_blanks_are_not_changed_unseen(end: bytes) -> None:
    whole = data(chain({"a": 1}, {"a": 2}))
    assert journal.parse(whole[:-1] + end).faults[0][0] == 2
    assert journal.parse(whole.replace(b":", b": ", 1)).faults[0][0] == 1
    assert journal.parse(whole.replace(b'"a"', b'"\\u0061"', 1)).faults[0][0] == 1


def test_odd_json_is_a_fault_and_no_crash() -> None:
    for line in (b"NaN", b"[]", b"{}", b'{"a":"\\ud800"}', b"\xff\xfe", b"\x00" * 50, b"1" * 5000):
        assert journal.parse(line + b"\n").faults == ((1, "its own hash does not fit it: it is damaged"),)


def test_a_file_name_that_is_no_utf8_can_be_written_down() -> None:
    entry = journal.make(None, "note", who="ana", when=WHEN, why=None, payload={"name": "Lef\udce8vre.csv"})
    assert entry.payload == {"name": "Lef?vre.csv"}
    assert journal.parse(entry.line()).entries == (entry,)


def _journal(book: Book) -> bytes:
    return (book.root / "journal.jsonl").read_bytes()


@pytest.mark.parametrize("keep", [1, 40, -1])
def test_a_torn_last_line_is_cut_by_the_next_writer(filled: Book, keep: int) -> None:
    whole = _journal(filled)
    line = journal.make(filled.entries()[-1], "note", who="ana", when=WHEN, why=None, payload={"a": "b"}).line()[:-1]
    with (filled.root / "journal.jsonl").open("ab") as stream:
        stream.write(line[:keep])
    assert len(filled.entries()) == 3, "a reader leaves it out"
    assert _journal(filled) != whole, "and does not touch it"
    with filled.writer() as writer:
        assert "unfinished line 4 of the journal is cut off" in writer.told[0]
        assert _journal(filled) == whole
        take(writer, "Eva")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva"]


def test_a_last_line_without_its_line_feed_counts(filled: Book) -> None:
    whole = _journal(filled)
    (filled.root / "journal.jsonl").write_bytes(whole[:-1])
    with filled.writer() as writer:
        assert writer.told == []
        assert _journal(filled) == whole
        assert len(writer.state.entries) == 3


def test_a_last_line_that_a_warehouse_knows_is_never_cut(filled: Book) -> None:
    whole = _journal(filled)
    (filled.root / "journal.jsonl").write_bytes(whole[:-20])
    for current in (True, False):
        if not current:  # CURRENT is gone, but the warehouse itself still knows
            (filled.results / "CURRENT").unlink()
        with pytest.raises(BookError, match=r"journal.jsonl, line 3: "), filled.writer():
            pass
        with pytest.raises(BookError, match=r"journal.jsonl, line 3: "):
            filled.entries()
    assert _journal(filled) == whole[:-20]


def test_a_broken_line_elsewhere_is_an_error_that_names_it(filled: Book) -> None:
    lines = _journal(filled).splitlines(keepends=True)
    (filled.root / "journal.jsonl").write_bytes(b"".join([lines[0], lines[1].replace(b"ana", b"eva"), lines[2]]))
    with pytest.raises(BookError, match="line 2: its own hash does not fit it"):
        filled.state()
    with pytest.raises(BookError, match="line 2"), filled.writer():
        pass


@pytest.mark.parametrize("entries", [0, 1])
def test_a_journal_that_lost_whole_lines_is_not_written_to(filled: Book, entries: int) -> None:
    lines = _journal(filled).splitlines(keepends=True)
    (filled.root / "journal.jsonl").write_bytes(b"".join(lines[:entries]))
    told = f"lost its end: the results were made from its first 3 lines, of which it has {entries}"
    with pytest.raises(BookError, match=told):
        filled.state()
    with pytest.raises(BookError, match="lost its end"), filled.writer():
        pass


def test_another_journal_of_the_same_length_is_not_taken_for_this_one(filled: Book, tmp_path: Path) -> None:
    other = Book(tmp_path / "other")
    with other.writer() as writer:
        for name in ("X", "Y", "Z"):
            take(writer, name)
    (filled.root / "journal.jsonl").write_bytes(_journal(other))
    with pytest.raises(BookError, match="line 3: it is not the line that the results were made from"):
        filled.state()


def test_an_entry_says_who_when_and_why(filled: Book) -> None:
    with filled.writer() as writer:
        entry = writer.commit("rename", {"a": "Bo", "b": "Bob"}, "asked for", "eva", tables=toy(filled))
    assert filled.entries()[-1] == entry
    line = json.loads(_journal(filled).splitlines()[-1])
    assert (line["no"], line["kind"], line["who"], line["why"]) == (4, "rename", "eva", "asked for")
    assert line["when"].endswith("Z")
