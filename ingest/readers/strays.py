"""Find the game that a rejected record was to be part of, so that the game is not ranked without it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

#: What tells games apart: a block alone, else an id with its date, else date, table and round of one worksheet.
KEY = ("block", "worksheet", "game", "played", "table", "round")
Place = tuple[str, int]


def give_games(rows: pl.DataFrame, sheets: pl.DataFrame, told: Mapping[Place, Mapping[str, Any]]) -> pl.DataFrame:
    """Give rejected records a sheet of their game; one whose game has no sheet stays without.

    ``told``: what is known of each, by worksheet and row. Where no game is like that, it is the one that stands both
    right above and right below the record.
    """
    anchors: dict[tuple[object, ...], int] = {}
    game_of: dict[int, tuple[object, ...]] = {}
    for sheet, *values in sheets.select("sheet", *KEY).iter_rows():
        game_of[sheet] = game = _game(dict(zip(KEY, values, strict=True)))
        anchors.setdefault(game, sheet)
    at = [(w, r, s) for w, r, s in rows.select("worksheet", "row", "sheet").iter_rows() if s is not None]
    around: dict[str, list[tuple[int, int]]] = {}
    for worksheet, row, sheet in at:
        around.setdefault(worksheet, []).append((row, sheet))
    for placed in around.values():
        placed.sort()

    def found(place: Place, fields: Mapping[str, Any]) -> int | None:
        own = anchors.get(_game(fields))
        return own if own is not None else _between(around.get(place[0], []), place[1], game_of)

    marks = [(*place, sheet) for place, fields in told.items() if (sheet := found(place, fields)) is not None]
    schema = {"worksheet": pl.String, "row": pl.UInt32, "of": pl.UInt32}
    given = pl.DataFrame(marks, schema=schema, orient="row")
    return (
        rows.join(given, on=["worksheet", "row"], how="left", maintain_order="left")
        .with_columns(sheet=pl.when(pl.col("fate") == "rejected").then("of").otherwise("sheet"))
        .drop("of")
    )


def _game(fields: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what tells a game from the others of its file (DESIGN.md, The formats)."""
    if fields.get("block") is not None:
        return (fields["block"],)
    if fields.get("game") is not None:
        return fields["game"], fields.get("played")
    return tuple(fields.get(name) for name in ("worksheet", "played", "table", "round"))


def _between(placed: Sequence[tuple[int, int]], row: int, game_of: Mapping[int, tuple[object, ...]]) -> int | None:
    """Return a sheet of the game of the records right above and right below a row, if that is one game."""
    i = bisect(placed, (row,))
    if not 0 < i < len(placed):
        return None
    above, below = placed[i - 1][1], placed[i][1]
    return above if game_of[above] == game_of[below] else None
