"""Turn written names into players: matching, merges and renames, the spelling shown, and names that look alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from rapidfuzz import fuzz, process

from ingest.names import name_key, plain

#: Two names at least this alike (0 to 100, words in any order, accents left aside) are suggested as one person.
ALIKE = 88.0
#: Beyond this many players near names are not looked for: the comparison is quadratic.
MOST_COMPARED = 4000


@dataclass(frozen=True)
class Union:
    """Say that two written names are one person's; ``shown`` is the spelling to show, None for the most frequent."""

    a: str
    b: str
    shown: str | None = None


@dataclass(frozen=True)
class Roll:
    """Hold who is who: ``key_of`` maps each written name to its player's key."""

    key_of: Mapping[str, str]
    shown_by_key: Mapping[str, str]


def roll_of(names: Sequence[str], unions: Sequence[Union]) -> Roll:
    """Match written names to players by their key, then by the club's merges and renames, in the order decided."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    shown: dict[str, str] = {}
    for union in unions:
        a, b = root(name_key(union.a)), root(name_key(union.b))
        low, high = min(a, b), max(a, b)
        kept = union.shown or shown.get(a) or shown.get(b)
        parent[high] = low
        shown.pop(high, None)
        if kept is not None:
            shown[low] = kept
    return Roll({name: root(name_key(name)) for name in names}, shown)


def with_keys(sheets: pl.DataFrame, unions: Sequence[Union]) -> tuple[pl.DataFrame, Roll]:
    """Add each sheet's player ``key``, and a number ``key_no`` for it, to a frame with ``player`` as written."""
    names = sheets["player"].unique().drop_nulls().to_list()
    roll = roll_of(names, unions)
    numbers = {key: number for number, key in enumerate(sorted(set(roll.key_of.values())))}
    rows = [(name, key, numbers[key]) for name, key in roll.key_of.items()]
    table = pl.DataFrame(rows, schema={"player": pl.String, "key": pl.String, "key_no": pl.UInt64}, orient="row")
    return sheets.join(table, on="player", how="left", maintain_order="left"), roll


def players_of(sheets: pl.DataFrame, roll: Roll) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the players (``player_no``, ``player``, ``key``, ``key_no``) and their spellings (``player_no``,
    ``written``, ``n``).

    A player is shown in the spelling that the club chose, else in the most frequent, then by code point. Numbers go
    by key.
    """
    spellings = (
        sheets.group_by(pl.col("player").alias("written"))
        .agg(pl.col("key", "key_no").first(), n=pl.len().cast(pl.Int64))
        .sort("key", "written")
    )
    best = spellings.sort("key", pl.col("n").neg(), "written").group_by("key", maintain_order=True).first()
    players = (
        best.sort("key")
        .with_row_index("player_no")
        .with_columns(
            pl.col("player_no").cast(pl.Int32),
            player=pl.struct("key", "written").map_elements(
                lambda r: roll.shown_by_key.get(r["key"], r["written"]), return_dtype=pl.String
            ),
        )
    )
    return (
        players.select("player_no", "player", "key", "key_no"),
        spellings.join(players.select("key", "player_no"), on="key")
        .select("player_no", "written", "n")
        .sort("player_no", "written"),
    )


def near_names(players: pl.DataFrame) -> list[tuple[int, int]]:
    """Return the pairs of player numbers whose names look alike, each pair once.

    Names that bear different numbers ("Guest 1", "Guest 2") mean different people.
    """
    if not 1 < players.height <= MOST_COMPARED:
        return []
    names = [plain(n) for n in players["player"]]
    numbers = players["player_no"].to_list()
    scores = process.cdist(names, names, scorer=fuzz.ratio, score_cutoff=ALIKE)
    figures = [re.findall(r"\d+", name) for name in names]
    return [
        (numbers[i], numbers[j])
        for i, j in zip(*scores.nonzero(), strict=True)
        if i < j
        and min(len(names[i]), len(names[j])) > 3
        and not (figures[i] and figures[j] and figures[i] != figures[j])
    ]
