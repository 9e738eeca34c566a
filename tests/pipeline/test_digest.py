"""What the reader made of a file has a name that says whether a later reader makes the same of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import polars as pl
import pytest

from ingest.digest import agrees, digest, parsed_key
from ingest.model import ParsedFile, ReadOptions, Understood

#: By the first form, as it stands in books that were written with it: of a small reading and of a large one.
FIRST = {
    3: "bbddee9e81dd3d66640531314f3a6e98f89e465dce3dea3d3c194c5e786e6392",
    600: "203dcd3ada01b0d95d58572c5fb3c98c8b8e9763228d539df1311220e0f79585",
}


def reading(rows: int) -> ParsedFile:
    """Return a reading with texts, dates, numbers and gaps."""
    number = pl.int_range(rows, eager=True)
    sheets = pl.DataFrame(
        {
            "sheet": number.cast(pl.UInt32),
            "player": number.cast(pl.String),
            "rules": ["yamms"] * rows,
            "played": [date(2026, 3, 1 + n % 28) for n in range(rows)],
            "p_ones": pl.Series([None if n % 7 == 1 else n % 5 for n in range(rows)], dtype=pl.Int16),
            "stated_total": pl.Series([240 if n == 2 else None for n in range(rows)], dtype=pl.Int32),
        }
    )
    return ParsedFile("csv-wide", Understood(), sheets)


@pytest.mark.parametrize("rows", FIRST)
def test_the_first_form_is_still_told(rows: int) -> None:
    assert agrees(reading(rows), FIRST[rows])
    changed = reading(rows).sheets.with_columns(p_ones=pl.col("p_ones").fill_null(0))
    assert not agrees(replace(reading(rows), sheets=changed), FIRST[rows])


@pytest.mark.parametrize("rows", [3, 600])
def test_any_other_value_gives_another_digest(rows: int) -> None:
    own = reading(rows)
    assert agrees(own, digest(own))
    last = pl.int_range(pl.len()) == pl.len() - 1
    others = [
        pl.when(last).then(pl.lit(11, pl.Int16)).otherwise("p_ones").alias("p_ones"),
        pl.when(last).then(None).otherwise("p_ones").alias("p_ones"),
        pl.when(last).then(pl.lit(300, pl.Int16)).otherwise("p_ones").alias("p_ones"),
        pl.when(last).then(pl.lit("Bo")).otherwise("player").alias("player"),
        pl.when(last).then(pl.lit("yams")).otherwise("rules").alias("rules"),
        pl.when(last).then(pl.lit(date(2026, 4, 1))).otherwise("played").alias("played"),
        pl.col("stated_total").shift(-1),
        pl.col("stated_total") + 1,
    ]
    told = {digest(replace(own, sheets=own.sheets.with_columns(other))) for other in others}
    assert len(told | {digest(own)}) == len(others) + 1
    assert not any(agrees(own, other) for other in told)


def test_the_width_of_a_column_is_no_difference() -> None:
    own = reading(600)
    assert digest(replace(own, sheets=own.sheets.with_columns(pl.col("p_ones").cast(pl.Int64)))) == digest(own)


def test_a_file_without_a_digest_agrees_with_none() -> None:
    assert not agrees(reading(3), None)


@dataclass(frozen=True)
class Later(ReadOptions):
    """Be the options of a version that has one more."""

    further: str | None = None


def test_a_reading_is_kept_by_what_is_said_of_the_file() -> None:
    said = ReadOptions(rules="yamms", headings={"Grabbag": "chance"})
    assert parsed_key("a", said) == parsed_key("a", replace(said, yes=True, club_encoding="cp1250"))
    assert parsed_key("a", said) == parsed_key("a", Later(rules="yamms", headings={"Grabbag": "chance"}))
    others = [replace(said, **other) for other in ({"rules": None}, {"reader": "csv"}, {"headings": {}})]
    assert len({parsed_key("a", options) for options in (said, *others)}) == 4
