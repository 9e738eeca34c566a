"""Declare the columns of every frame that passes between the parts, once.

A *sheet columns* frame has one row for one column of one sheet (a one-column game: one row a sheet).
Box columns are open-ended: for a box ``b`` the frame may have ``p_b`` (stated points), ``d_b`` (dice as text,
``22333``) and ``t_b`` (turn, from 1). A box that no row mentions has no columns at all. ``r_b`` is the source row of a
box or stated figure where that is another than the first one of the sheet column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

#: What a reader yields for each sheet column, beside the box columns and the ``stated_…`` columns.
SHEET_COLUMNS: dict[str, pl.DataType] = {
    "sheet": pl.UInt32(),  # ordinal of the sheet in the file, from 0
    "column": pl.String(),  # main, down, free, up, dry
    "block": pl.Int32(),  # set by readers that know which sheets form a game; null in flat files
    "worksheet": pl.String(),  # worksheet, or "" where the format has none
    "row": pl.UInt32(),  # first source row, from 1 (JSON: ordinal of the sheet, from 1)
    "last_row": pl.UInt32(),
    "player": pl.String(),  # as written, outer spaces removed
    "game": pl.String(),  # the club's own id, as written
    "played": pl.Date(),
    "rules": pl.String(),  # as written: "yams+joker=true"; null where the file names none
    "season": pl.String(),
    "event": pl.String(),
    "round": pl.String(),
    "table": pl.String(),
    "extra_yams": pl.Int32(),  # as stated: a count, or points
}

#: Stated figures: ``stated_<section>``, ``stated_<section>_with_bonus``, ``stated_bonus``, ``stated_extra`` (points of
#: extra Yams), ``stated_column_total``, ``stated_total``, ``stated_place``: Int32, null where the file is silent.
#: In a column game they speak of their own column, except ``stated_total``, ``stated_place``, ``extra_yams`` and the
#: ``sheet_stated_<section>``, ``sheet_stated_bonus`` columns, which speak of the sheet and stand in its first row.
STATED_TYPE = pl.Int32()
POINTS_TYPE = pl.Int16()
DICE_TYPE = pl.String()
TURN_TYPE = pl.Int16()
PLACE_TYPE = pl.UInt32()

#: Every non-blank source record, at least once; a record that serves several sheets has a row for each.
ROWS: dict[str, pl.DataType] = {
    "worksheet": pl.String(),
    "row": pl.UInt32(),
    "sheet": pl.UInt32(),  # null unless the record belongs to a sheet; of a rejected one, a sheet of its game
    "fate": pl.String(),  # null (follows its sheet's game), "ignored" or "rejected"
    "code": pl.String(),  # heading, sums, note, blank_player, …; for "rejected" a finding code
    "message": pl.String(),  # English, for a person; null for records that follow their sheet
}

#: Every throw of a turn, for the few files that tell them (`throws` evidence), and announcements.
THROWS: dict[str, pl.DataType] = {
    "sheet": pl.UInt32(),
    "column": pl.String(),
    "box": pl.String(),
    "throws": pl.List(pl.String()),  # all dice after each throw, as text: ["66612", "66663"]
    "kept": pl.List(pl.String()),  # dice held before each later throw; null where the file is silent
    "announced": pl.String(),  # null, "true", or the face of a giant run
}

#: Moves of a board game (yam-master), in order.
MOVES: dict[str, pl.DataType] = {
    "block": pl.Int32(),
    "move": pl.UInt32(),
    "player": pl.String(),
    "throws": pl.List(pl.String()),
    "kept": pl.List(pl.String()),
    "announced": pl.String(),
    "place": pl.String(),
    "remove": pl.String(),
}

#: One thing wrong or doubtful. ``stated`` is what the file says, as text; ``detail`` fills the message.
FINDINGS: dict[str, pl.DataType] = {
    "sheet": pl.UInt32(),
    "column": pl.String(),
    "box": pl.String(),
    "code": pl.String(),
    "stated": pl.String(),
    "recomputed": pl.Int32(),
    "detail": pl.String(),
    "row": pl.UInt32(),
}


#: What becomes of a source record. Where it serves several sheets, the worst fate wins: the first of these.
FATES = ("rejected", "held", "duplicate", "taken", "ignored")


def box_table(base: str) -> str:
    """Return the name of the warehouse table that holds the sheet columns of a rule set."""
    return "boxes_" + base.replace("-", "_")


def empty(schema: dict[str, pl.DataType]) -> pl.DataFrame:
    """Return a frame of no rows with these columns."""
    return pl.DataFrame(schema=schema)


_FEW = 100  # rows up to which a frame is sooner made row by row


def from_rows(rows: Sequence[Sequence[Any]], schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    """Return a frame of these rows; their values stand in the order of the schema."""
    if len(rows) <= _FEW:
        return pl.DataFrame(rows, schema=schema, orient="row") if rows else pl.DataFrame(schema=schema)
    return pl.DataFrame(dict(zip(schema, zip(*rows, strict=True), strict=True)), schema=schema)
