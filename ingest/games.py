"""Make the table of games: what each is called, where it comes from, what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from ingest.decisions import Acceptance
from ingest.gather import CountedFile, Gathered
from ingest.joins import runs, with_rows
from ingest.settle import Rivals


def game_table(
    gathered: Gathered,
    sources: Sequence[CountedFile],
    sheets: pl.DataFrame,
    duplicates: Mapping[int, int],
    waiting: set[int],
    named: Mapping[int, Acceptance],
    groups: Sequence[Rivals],
) -> pl.DataFrame:
    """Return one row a game: what it is called, where it stands, its rules, what became of it and who accepted it.

    ``duplicates``: the game that stands for each of them; ``waiting``: those that are held; ``named``: the acceptances
    that count; ``groups``: the games of which there are several versions.
    """
    games = gathered.games
    files = pl.DataFrame(
        [(i, s.sha, s.name, s.entry) for i, s in enumerate(sources)],
        schema={"file": pl.UInt32, "file_sha": pl.String, "file_name": pl.String, "entry": pl.Int32},
        orient="row",
    )
    rules = pl.DataFrame(
        [(i, r.id, r.base, r.edition, r.title) for i, r in enumerate(gathered.rules)],
        schema={
            "rules_no": pl.UInt32,
            "rules_id": pl.String,
            "rules_base": pl.String,
            "rules_version": pl.String,
            "title": pl.String,
        },
        orient="row",
    )
    starts, lengths = runs(sheets["gid"])
    counts = sheets.select(pl.col("gid", "result").gather(starts)).with_columns(
        players=pl.Series(lengths, dtype=pl.Int32)
    )
    placed = sheets.filter(pl.col("place").is_not_null())["gid"].unique()
    identity = _identities(games, groups, duplicates)
    games = games.with_columns(identity=identity)
    games = games.with_columns(game=shown_ids(games))
    games = games.with_columns(play_order=_play_order(games))
    fates = dict.fromkeys(duplicates, "duplicate") | dict.fromkeys(waiting - duplicates.keys(), "held")
    fate = pl.DataFrame(
        [(gid, fates[gid], duplicates.get(gid)) for gid in sorted(fates)],
        schema={"gid": pl.UInt32, "status": pl.String, "duplicate_of": pl.UInt32},
        orient="row",
    )
    by = pl.DataFrame(
        [(gid, True, a.who, a.when, a.why) for gid, a in named.items()],
        schema={
            "gid": pl.UInt32,
            "accepted": pl.Boolean,
            **dict.fromkeys(("accepted_by", "accepted_when", "accepted_why"), pl.String),
        },
        orient="row",
    )
    games = games.drop("rules")
    for table, on in ((files, "file"), (rules, "rules_no"), (counts, "gid"), (fate, "gid"), (by, "gid")):
        games = with_rows(games, table, on)
    return games.select(
        "gid",
        "game",
        "id",
        "played",
        "season",
        "event",
        "round",
        "table",
        pl.col("rules_id").alias("rules"),
        "rules_base",
        "rules_version",
        "title",
        pl.col("status").fill_null("taken"),
        "duplicate_of",
        pl.col("accepted").fill_null(False),
        "accepted_by",
        "accepted_when",
        "accepted_why",
        "entry",
        "file_sha",
        "file_name",
        "place",
        "worksheet",
        "first_row",
        "last_row",
        pl.col("players").fill_null(0),
        pl.col("gid").is_in(placed.implode()).alias("ranked"),
        "result",
        "play_order",
    )


def _play_order(games: pl.DataFrame) -> pl.Series:
    """Number the games in the order of play: by date, season, round, table and name; undated ones come last."""
    marks = games.select(
        pl.col("played").fill_null(pl.lit("9999-12-31").str.to_date()),
        "season",
        pl.col("round").cast(pl.Int32, strict=False).alias("by_round"),
        "round",
        "table",
        "game",
        "gid",
    )
    varying = [mark.name for mark in marks if mark.null_count() < len(mark)]
    order = marks.select(pl.arg_sort_by(varying)).to_series() if varying else marks["gid"]
    return pl.DataFrame({"at": order}).select((pl.col("at").arg_sort() + 1).cast(pl.Int32)).to_series()


def _identities(games: pl.DataFrame, groups: Sequence[Rivals], duplicates: Mapping[int, int]) -> pl.Series:
    """Return one number for all versions of a game; games that are alone keep their own.

    Of games that have neither id nor date only equal ones are versions of each other.
    """
    mine: dict[int, int] = {}
    for group in groups:
        if not group.former:
            mine |= {gid: group.gids[0] if group.firm else duplicates.get(gid, gid) for gid in group.gids}
    return pl.Series("identity", [mine.get(g, g) for g in games["gid"].to_list()], pl.UInt32)


def shown_ids(games: pl.DataFrame) -> pl.Series:
    """Name each game: its id where that is unique, else ``date/id``; without an id ``date/table/round/n``.

    ``games``: ``identity`` (one number for all versions of a game), ``id``, ``played``, ``table``, ``round``.
    """
    if games["id"].null_count() == 0 and games.height == games["identity"].n_unique() == games["id"].n_unique():
        return games["id"].alias("shown")
    first = games.unique("identity", keep="first", maintain_order=True)
    day = pl.col("played").cast(pl.String).fill_null("-")
    alone = ~pl.col("id").is_duplicated()
    spot = pl.format("{}/{}/{}", day, pl.col("table").fill_null("-"), pl.col("round").fill_null("-"))
    named = first.with_columns(spot=spot).with_columns(
        nth=pl.int_range(1, pl.len() + 1).over("spot", pl.col("id").is_null()) if first.height else pl.lit(1)
    )
    named = named.with_columns(
        shown=pl.when(pl.col("id").is_null())
        .then(pl.format("{}/{}", "spot", "nth"))
        .when(alone)
        .then("id")
        .otherwise(pl.format("{}/{}", day, "id"))
    )
    # Two seasons may still use one id on one day: number the later ones.
    again = pl.int_range(1, pl.len() + 1).over("shown")
    named = named.with_columns(again=again).with_columns(
        shown=pl.when(pl.col("again") > 1).then(pl.format("{}#{}", "shown", "again")).otherwise("shown")
    )
    return games.join(named.select("identity", "shown"), on="identity", how="left", maintain_order="left")["shown"]
