"""Make the table of games: what each is called, where it comes from, what became of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import polars as pl

from ingest.decisions import Acceptance
from ingest.gather import Gathered, Source
from ingest.versions import Version
from scoring.rules import RuleSet


def game_table(
    gathered: Gathered,
    sources: Sequence[Source],
    sheets: pl.DataFrame,
    duplicates: Mapping[int, int],
    waiting: set[int],
    named: Mapping[int, Acceptance],
    known: Mapping[int, Version],
) -> pl.DataFrame:
    games = gathered.games
    gids = games["gid"].to_list() if duplicates or waiting or named else []
    files = pl.DataFrame(
        [(i, s.sha, s.name, s.entry) for i, s in enumerate(sources)],
        schema={"file": pl.UInt32, "file_sha": pl.String, "file_name": pl.String, "entry": pl.Int32},
        orient="row",
    )
    rules = pl.DataFrame(
        [(i, r.id, r.base, rules_version(r), r.title) for i, r in enumerate(gathered.rules)],
        schema={
            "rules_no": pl.UInt32,
            "rules_id": pl.String,
            "rules_base": pl.String,
            "rules_version": pl.String,
            "title": pl.String,
        },
        orient="row",
    )
    counts = sheets.group_by("gid").agg(
        players=pl.len().cast(pl.Int32), ranked=pl.col("place").is_not_null().any(), result=pl.col("result").first()
    )
    identity = _identities(games, duplicates, known)
    games = games.with_columns(identity=identity)
    games = games.with_columns(game=shown_ids(games))
    if gids:
        status = ["duplicate" if g in duplicates else "held" if g in waiting else "taken" for g in gids]
        standing = [duplicates.get(g) for g in gids]
    else:
        status, standing = ["taken"] * games.height, [None] * games.height
    who = [named.get(g) for g in gids] if named else [None] * games.height
    order = games.with_columns(by_round=pl.col("round").cast(pl.Int32, strict=False)).select(
        pl.struct(
            pl.col("played").fill_null(pl.lit("9999-12-31").str.to_date()),
            "season",
            "by_round",
            "round",
            "table",
            "game",
            "gid",
        )
        .rank("ordinal")
        .cast(pl.Int32)
    )
    return (
        games.drop("rules")
        .join(files, on="file", how="left", maintain_order="left")
        .join(rules, on="rules_no", how="left", maintain_order="left")
        .join(counts, on="gid", how="left", maintain_order="left")
        .with_columns(
            pl.Series("status", status, pl.String),
            pl.Series("duplicate_of", standing, pl.UInt32),
            pl.Series("accepted", [w is not None for w in who], pl.Boolean),
            pl.Series("accepted_by", [w.who if w else None for w in who], pl.String),
            pl.Series("accepted_when", [w.when if w else None for w in who], pl.String),
            pl.Series("accepted_why", [w.why if w else None for w in who], pl.String),
            order.to_series().alias("play_order"),
            pl.col("players").fill_null(0),
            pl.col("ranked").fill_null(False),
        )
        .select(
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
            "status",
            "duplicate_of",
            "accepted",
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
            "players",
            "ranked",
            "result",
            "play_order",
        )
    )


def _identities(games: pl.DataFrame, duplicates: Mapping[int, int], known: Mapping[int, Version]) -> pl.Series:
    """Return one number for all versions of a game; games that are alone keep their own."""
    if not known:
        return games["gid"].alias("identity")
    rough = games.filter(pl.col("gid").is_in(list(known)))
    same: dict[tuple[object, ...], int] = {}
    mine: dict[int, int] = {}
    for gid, id_, played, season, table, round_ in rough.select(
        "gid", "id", "played", "season", "table", "round"
    ).iter_rows():
        who = tuple(sorted(known[gid].figures[0])) if id_ is None else ()
        key = (id_, played, season) if id_ is not None else (played, table, round_, who)
        firm = id_ is not None or played is not None
        mine[gid] = same.setdefault(key, gid) if firm else duplicates.get(gid, gid)
    return pl.Series("identity", [mine.get(g, g) for g in games["gid"].to_list()], pl.UInt32)


def shown_ids(games: pl.DataFrame) -> pl.Series:
    """Name each game: its id where that is unique, else ``date/id``; without an id ``date/table/round/n``.

    ``games``: ``identity`` (one number for all versions of a game), ``id``, ``played``, ``table``, ``round``.
    """
    if games["id"].null_count() == 0 and games["identity"].is_unique().all() and games["id"].is_unique().all():
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


def rules_version(rules: RuleSet) -> str:
    """Return the short hash of a rule set's text with all that it inherits."""
    return hashlib.sha256("\0".join(text for _, text in rules.texts).encode()).hexdigest()[:8]
