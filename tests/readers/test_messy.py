"""Messy files as raw tables: how far they agree with what they stand for, and that nothing differs untold."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers.grid import RawTable, read_table
from ingest.sources import Source, open_source
from tests.readers import messy

ROWS = messy.table(83, random.Random(1))
SOME = (0, 1, 2, 40, 82, 83)  # rows that are made odd: the headings, the first, one within, the last


def read(data: bytes, **options: str) -> RawTable:
    return read_table(Source("a.csv", data), ReadOptions(**options))


def found(table: RawTable) -> messy.Rows:
    """Return the records of a table without the blank ones at its end."""
    rows = table.grid.rows
    while rows and not rows[-1]:
        rows = rows[:-1]
    return rows


def scores(files: Iterable[messy.Messy]) -> list[tuple[messy.Messy, float]]:
    return [(m, messy.score(m.table, found(read(m.data)) if m.data else [])) for m in files]


def test_the_score_is_that_of_the_benchmark_and_above_nine_and_a_half() -> None:
    scored = scores([*messy.whole_files(ROWS), *messy.odd_rows(ROWS, SOME)])
    assert sum(m.files * s for m, s in scored) / sum(m.files for m, _ in scored) > 9.9
    assert sum(m.weight * s for m, s in scored) / sum(m.weight for m, _ in scored) > 9.7


def test_the_kinds_that_any_table_can_show_are_read_to_the_letter() -> None:
    short = {"two rows of headings", "three rows of headings", "preamble", "separator space", "apostrophes for quotes"}
    for m, score in scores([*messy.whole_files(ROWS), *messy.other_files(ROWS)]):
        assert (m.kind in short) or score == 10, m.kind
    assert all(score == 10 for m, score in scores(messy.odd_rows(ROWS, SOME)) if m.kind == "row with a stray quote")


def test_nothing_differs_untold() -> None:
    """A row is told where its quotes are doubtful, and has another number of fields than the headings otherwise."""
    for m, score in scores(messy.odd_rows(ROWS, SOME)):
        if score < 10:
            table = read(m.data)
            assert table.doubts or len({len(row) for row in found(table)}) > 1, m.kind


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"")
    with pytest.raises(UnreadableFile, match="empty"):
        open_source(path)


_CELL = st.text(st.sampled_from("ab1 ,;|\t\"'\\\n\r=ș"), max_size=6)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(_CELL, min_size=n, max_size=n), min_size=1, max_size=5)),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\r\n", "\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@example([["", "\r,,\r1"]], ",", "\r\n", csv.QUOTE_ALL)  # and there are more of them
@example([['"\r",,']], ",", "\r\n", csv.QUOTE_MINIMAL)  # a line within a cell ends otherwise than those of the table
def test_what_the_csv_module_writes_is_read_as_it_reads_it(rows: messy.Rows, sep: str, end: str, quoting: int) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=sep, lineterminator=end, quoting=quoting).writerows(rows)
    text = stream.getvalue()
    plain = "'" not in text and "\\" not in text and f'{sep} "' not in text
    if plain and text.strip(" \r\n\t") and "\r\r\n" not in text:
        table = read(text.encode(), delimiter=sep)
        told = [d for d in table.doubts if d.grave]
        assert told or table.grid.rows == list(csv.reader(io.StringIO(text, newline=""), delimiter=sep))


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab1,;\"'\\\n\r "), max_size=60))
def test_whatever_the_quotes_no_text_is_lost(text: str) -> None:
    table = read(("h,i\n" + text).encode())
    kept = "".join(c for row in table.grid.rows for c in row)
    assert sorted(c for c in kept if c in "ab1") == sorted(c for c in text if c in "ab1")


def test_a_stray_quote_a_line_is_mended_in_time() -> None:
    line = ",".join(['"x"y'] * 20)
    rows = found(read(f"{','.join('abcdefghijklmnopqrst')}\n{chr(10).join([line] * 2000)}\n".encode()))
    assert len(rows) == 2001
