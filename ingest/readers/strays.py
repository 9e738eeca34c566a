"""Find the game that a rejected record was to be part of, so that the game is not ranked without it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import polars as pl

from ingest.readers.words import key

if TYPE_CHECKING:
    from ingest.readers.records import Record

#: What tells games apart: a block alone, else an id with its date, else date, table and round of one worksheet.
KEY = ("block", "worksheet", "game", "played", "table", "round")
Place = tuple[str, int]
_WITHOUT_DATE = ("game", "table", "round")
_MOST = 100  # records above and below that are looked at


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


def beside(records: Sequence[Record], undated: Callable[[Record], bool]) -> dict[int, Record]:
    """Return by row, for records whose date cannot be, one of the game that they stand beside and belong to.

    That is the game right above or right below them that has none of their players, if only one of the two has not.
    """
    found: dict[int, Record] = {}
    end = 0
    for start in [i for i, r in enumerate(records) if undated(r)]:
        if start < end:
            continue
        text = records[start].fields["date"]
        end = next((i for i in range(start, len(records)) if records[i].fields.get("date") != text), len(records))
        group = records[start:end]
        above = _run([] if group[0].after_gap else records[max(start - _MOST, 0) : start][::-1], undated)
        below = _run([] if end == len(records) or records[end].after_gap else records[end : end + _MOST], undated)
        fits = [run[0] for run in (above, below) if run and _lacks(run, group)]
        if len(fits) == 1:
            found |= {r.row: fits[0] for r in group}
    return found


def _run(records: Sequence[Record], undated: Callable[[Record], bool]) -> list[Record]:
    """Return the records at the beginning that are of one game."""
    if not records or undated(records[0]):
        return []
    return list(takewhile(lambda r: _told(r) == _told(records[0]), records))


def _told(r: Record) -> tuple[object, ...]:
    return r.plan.row, r.group, *(r.fields.get(name) for name in ("date", *_WITHOUT_DATE))


def _lacks(run: Sequence[Record], group: Sequence[Record]) -> bool:
    """Tell whether a game may be that of further records: it has none of their players, and no other table or id."""
    r, first = group[0], run[0]
    alike = all(r.fields.get(name) in ("", None, first.fields.get(name)) for name in _WITHOUT_DATE)
    players = {key(member.fields["player"]) for member in group}
    return (
        alike
        and (r.plan.row, r.group) == (first.plan.row, first.group)
        and players.isdisjoint(key(member.fields["player"]) for member in run)
    )
