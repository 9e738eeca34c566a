"""Leave out games that stand twice in one file, row for row: a block that was pasted again."""

from __future__ import annotations

from dataclasses import replace
from gettext import gettext as _

import polars as pl

from ingest.gather import Gathered, refuse


def without_repeats(gathered: Gathered, sheets: pl.DataFrame) -> tuple[Gathered, pl.DataFrame]:
    """Count a game once where each player's rows stand in it again with the same figures; later rows are duplicates.

    Only flat files are looked at, where rows form a game by date and table: a player who alone stands twice, or with
    other figures, stays in (`duplicate_player`). ``sheets``: with ``key_no``; those left are returned.
    """
    seat = pl.col("gid").cast(pl.UInt64) * 2**32 + pl.col("key_no")
    if sheets.select(seat.n_unique()).item() == sheets.height:
        return gathered, sheets
    flat = gathered.cards.filter(pl.col("block").is_null())["gid"].unique().to_list()
    doubled = sheets.filter(seat.is_duplicated() & pl.col("gid").is_in(flat))["gid"].unique().to_list()
    gone = [row for gid in doubled for row in _again(gathered.cards, sheets.filter(pl.col("gid") == gid))]
    if not gone:
        return gathered, sheets
    message = _("The same row stands in row {row} already. It counts once.")
    marks = pl.DataFrame(
        [(sid, "duplicate_game", message.format(row=first)) for sid, first in gone],
        schema={"sid": pl.UInt32, "code": pl.String, "message": pl.String},
        orient="row",
    )
    keep = marks.select("sid")
    cards, listed, findings, throws, left = (
        f.join(keep, on="sid", how="anti", maintain_order="left")
        for f in (gathered.cards, gathered.sheets, gathered.findings, gathered.throws, sheets)
    )
    rows = refuse(gathered.rows, marks, "duplicate")
    return replace(gathered, cards=cards, sheets=listed, findings=findings, throws=throws, rows=rows), left


def _again(cards: pl.DataFrame, sheets: pl.DataFrame) -> list[tuple[int, int]]:
    """Return the later copies of a game's sheets with the row of the first, if the whole game stands there again."""
    figures = [c for c in cards.columns if c.startswith(("p_", "d_", "t_", "stated_")) or c in ("column", "extra_yams")]
    copies: dict[int, list[tuple[int, int, list[tuple[object, ...]]]]] = {}
    for sid, row, key in sheets.select("sid", "row", "key_no").iter_rows():
        copies.setdefault(key, []).append((sid, row, cards.filter(pl.col("sid") == sid).select(figures).rows()))
    times = {len(found) for found in copies.values()}
    same = all(copy[2] == found[0][2] for found in copies.values() for copy in found)
    if len(times) != 1 or not same:
        return []
    return [(sid, found[0][1]) for found in copies.values() for sid, _row, _figures in found[1:]]
