"""Frames are put together as a left join would, whichever way is taken."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import sums
from ingest.joins import runs, with_rows

KEYS = st.lists(st.one_of(st.none(), st.integers(0, 7)), max_size=12)


@given(keys=KEYS, known=st.lists(st.integers(0, 7), max_size=8, unique=True))
def test_rows_are_added_as_by_a_left_join(keys: list[int | None], known: list[int]) -> None:
    frame = pl.DataFrame({"key": keys, "n": range(len(keys))}, schema={"key": pl.UInt32, "n": pl.Int64})
    table = pl.DataFrame(
        {"key": known, "name": [f"no. {k}" for k in known]}, schema={"key": pl.UInt32, "name": pl.String}
    )
    names = dict(zip(known, table["name"], strict=True))
    found = with_rows(frame, table, "key")
    assert found.columns == ["key", "n", "name"]
    assert found.rows() == [(k, n, names.get(k) if k is not None else None) for n, k in enumerate(keys)]


@pytest.mark.parametrize("known", [[0, 1, 2], [2, 0, 1], [0, 2]])
def test_keys_that_count_from_0_and_others_give_the_same(known: list[int]) -> None:
    frame = pl.DataFrame({"key": [2, 0, 0, None]}, schema={"key": pl.UInt32})
    table = pl.DataFrame(
        {"key": known, "square": [k * k for k in known]}, schema={"key": pl.UInt32, "square": pl.Int64}
    )
    assert with_rows(frame, table, "key")["square"].to_list() == [4, 0, 0, None]


def test_runs_are_told_by_start_and_length() -> None:
    starts, lengths = runs(pl.Series([5, 5, 2, 5, 5, 5]))
    assert starts.tolist() == [0, 2, 3]
    assert lengths.tolist() == [2, 1, 3]
    assert [len(part) for part in runs(pl.Series([], dtype=pl.UInt32))] == [0, 0]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-9, 30)), min_size=1, max_size=40))
def test_pairs_are_counted_alike_in_a_table_and_by_sorting(pairs: list[tuple[int, int]]) -> None:
    codes = np.array([40 * group + value + 9 for group, value in pairs], np.int64)
    expected = sorted({pair: pairs.count(pair) for pair in pairs}.items())
    for most in (sums._MOST_COUNTED, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sums, "_MOST_COUNTED", most)
            found = sums._counted(codes, 40)
        assert [((g, v - 9), n) for g, v, n in zip(*(part.tolist() for part in found), strict=True)] == expected
