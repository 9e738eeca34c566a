"""Build every table of the warehouse from the files that count and what people decided about them.

A pure function: the same files and decisions give the same tables, whatever the order of import, so that tables built
step by step equal those rebuilt from nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from ingest import decisions as decided
from ingest import settle, tables, versions
from ingest.club import Club
from ingest.decisions import Acceptance
from ingest.gather import Gathered, GivenRules, Source, gather, with_seasons, without_absent
from ingest.players import near_names, players_of, with_keys
from ingest.scores import FOUND, Part, score_all
from ingest.state import Decision
from ingest.sums import box_stats
from scoring.ranking import rank


def build(
    sources: Sequence[Source],
    decisions: Sequence[Decision],
    club: Club,
    given: Mapping[tuple[str, int], GivenRules] | None = None,
) -> dict[str, pl.DataFrame]:
    """Return the warehouse's tables by name, for these files and decisions; ``given`` as for `ingest.gather.gather`."""
    sources = sorted(sources, key=lambda s: s.sha)
    accepted = decided.acceptances(decisions)

    gathered = gather(sources, given)
    gathered = with_seasons(decided.correct_games(gathered, sources, decisions), club.season_of)
    gathered, uncorrected = decided.correct_boxes(gathered, sources, decisions)
    gathered = without_absent(gathered)
    sheets, roll = with_keys(gathered.sheets, decided.unions(decisions))

    named = _named(gathered, sources, accepted)
    parts = score_all(gathered, list(named))
    found = pl.concat([_found(gathered, sheets, parts), _reread(gathered, sources)], how="diagonal")
    held = settle.holding(found)

    groups = settle.rivals(gathered, sheets)
    contested = [gid for group in groups for gid in group.gids]
    originals = _originals(gathered, uncorrected, contested)
    known = versions.versions_of(contested, gathered, sources, sheets, parts, originals, held)
    duplicates, conflicts, chosen = settle.judge(groups, known, accepted)
    found = _with_conflicts(found, conflicts, known, gathered, sources)

    waiting = (held - named.keys() - chosen) | {gid for gid, _ in conflicts}
    sheets = sheets.filter(~pl.col("gid").is_in(list(duplicates))) if duplicates else sheets
    parts = [_without(part, duplicates) for part in parts]
    players, spellings = players_of(sheets, roll)
    sheets = sheets.join(players.select("key", "player_no"), on="key", how="left", maintain_order="left")

    scored = pl.concat([part.sheets.select(SCORED) for part in parts]) if parts else pl.DataFrame(schema=_SCORED)
    sheets = sheets.join(scored.drop("gid"), on="sid", how="left", maintain_order="left")
    taken = sheets.filter(~pl.col("gid").is_in(list(waiting))) if waiting else sheets
    ranked = rank(taken.select(pl.col("gid").alias("game_no"), pl.col("sid").alias("sheet"), "total", "complete"))
    sheets = sheets.join(
        ranked.rename({"sheet": "sid"}).select("sid", "place", "points_e4"), on="sid", how="left", maintain_order="left"
    )

    alike = settle.lookalikes(gathered, sheets, parts, waiting)
    found = pl.concat(
        [found, _places(gathered.cards, sheets), *_told(alike, gathered, sheets, players)], how="diagonal_relaxed"
    )
    found = found.filter(~pl.col("gid").is_in(list(duplicates))) if duplicates else found

    games = _game_table(gathered, sources, sheets, duplicates, waiting, named, known)
    status = (
        gathered.sheets.select("sid", "gid")
        .join(games.select("gid", "status"), on="gid", maintain_order="left")
        .drop("gid")
    )
    fated = tables.fates(gathered.rows, status)
    counted = games.filter(pl.col("status") == "taken").select("gid", "season", "event")
    stats, bonuses = box_stats(parts, sheets.select("sid", "gid", "player_no"), counted)
    findings = tables.finding_table(found, gathered.games, gathered.rules)
    return {
        "game": games.rename({"gid": "game_no"}),
        "sheet": _sheet_table(sheets),
        **tables.boxes_tables(parts, sheets),
        "finding": findings,
        "stated": tables.stated_table(findings),
        "player": players,
        "spelling": spellings,
        "file": tables.file_table(sources, fated),
        "source_row": _source_rows(fated, sources),
        "box_stat": stats,
        "column_stat": bonuses,
    }


SCORED = ["sid", "gid", "total", "bonus", "extra_yams", "extra_points", "complete", "evidence"]
_SCORED = {
    "sid": pl.UInt32,
    "gid": pl.UInt32,
    "total": pl.Int32,
    "bonus": pl.Int32,
    "extra_yams": pl.Int32,
    "extra_points": pl.Int32,
    "complete": pl.Boolean,
    "evidence": pl.String,
}


def _named(
    gathered: Gathered, sources: Sequence[Source], accepted: Mapping[tuple[str, int], Acceptance]
) -> dict[int, Acceptance]:
    """Return the acceptances that are awake, by game."""
    if not accepted:
        return {}
    where = gathered.games.select("gid", "file", "place").iter_rows()
    return {gid: accepted[key] for gid, file, place in where if (key := (sources[file].sha, place)) in accepted}


def _found(gathered: Gathered, sheets: pl.DataFrame, parts: Sequence[Part]) -> pl.DataFrame:
    """Collect what the readers, the engine and the look at whole games found, with source rows."""
    scored = [part.findings for part in parts] + [settle.game_findings(gathered, sheets)]
    concerned = pl.concat([f["sid"] for f in (gathered.findings, *scored)]).drop_nulls().unique()
    gids = gathered.sheets.filter(pl.col("sid").is_in(concerned.to_list())).select("sid", "gid", first="row")
    read = gathered.findings.join(gids.select("sid", "gid"), on="sid", how="inner", maintain_order="left")
    found = pl.concat([pl.DataFrame(schema=FOUND), read.select(list(FOUND)), *scored], how="diagonal")
    return (
        found.join(gids.select("sid", "first"), on="sid", how="left", maintain_order="left")
        .with_columns(row=pl.coalesce("row", "first"))
        .drop("first")
    )


def _reread(gathered: Gathered, sources: Sequence[Source]) -> pl.DataFrame:
    """Hold the games of a file that the reader reads otherwise than when it was imported: nothing changes silently."""
    changed = {number: s.name for number, s in enumerate(sources) if s.changed}
    return gathered.games.filter(pl.col("file").is_in(list(changed))).select(
        "gid",
        row="first_row",
        code=pl.lit("game_conflict"),
        stated=pl.lit("reread"),
        detail=pl.col("file").replace_strict(changed, default=None, return_dtype=pl.String),
    )


def _originals(gathered: Gathered, uncorrected: pl.DataFrame, contested: Sequence[int]) -> list[Part]:
    """Score contested games once more as their files have them, so that another copy of the file is known as such."""
    if uncorrected.is_empty() or not contested:
        return []
    cards = uncorrected.filter(pl.col("gid").is_in(list(contested)))
    return score_all(replace(gathered, cards=cards), [])


def _with_conflicts(
    found: pl.DataFrame,
    conflicts: Sequence[tuple[int, int]],
    known: Mapping[int, versions.Version],
    gathered: Gathered,
    sources: Sequence[Source],
) -> pl.DataFrame:
    if not conflicts:
        return found
    rules = {r.id: r for r in gathered.rules}
    files = {v.sha: s.name for s in sources for v in known.values() if v.sha == s.sha}
    lines = [
        (a, "game_conflict", known[b].sha, f"{files[known[b].sha]}: {versions.difference(known[a], known[b], rules)}")
        for a, b in conflicts
    ]
    schema = {"gid": pl.UInt32, "code": pl.String, "stated": pl.String, "detail": pl.String}
    return pl.concat([found, pl.DataFrame(lines, schema=schema, orient="row")], how="diagonal")


def _without(part: Part, gids: Mapping[int, int]) -> Part:
    if not gids:
        return part
    keep = ~pl.col("gid").is_in(list(gids))
    mask = part.stated.select(keep)["gid"]
    return Part(
        part.rules, part.stated.filter(mask), part.columns.filter(mask), part.sheets.filter(keep), part.findings
    )


def _places(cards: pl.DataFrame, sheets: pl.DataFrame) -> pl.DataFrame:
    """Find places that are stated otherwise than the totals give them."""
    if "stated_place" not in cards.columns or cards["stated_place"].null_count() == cards.height:
        return pl.DataFrame(schema=FOUND)
    stated = cards.filter(pl.col("stated_place").is_not_null()).unique("sid", keep="first", maintain_order=True)
    wrong = (
        sheets.filter(pl.col("place").is_not_null())
        .join(stated.select("sid", "stated_place"), on="sid", how="inner", maintain_order="left")
        .filter(pl.col("place") != pl.col("stated_place"))
    )
    return wrong.select(
        "gid",
        "sid",
        "row",
        code=pl.lit("place_mismatch"),
        stated=pl.col("stated_place").cast(pl.String),
        recomputed="place",
    )


def _told(
    alike: Sequence[tuple[int, int]], gathered: Gathered, sheets: pl.DataFrame, players: pl.DataFrame
) -> list[pl.DataFrame]:
    """Tell of games with the same figures under two identities, and of names that look alike."""
    told = []
    if alike:
        rows = gathered.games.select("gid", "first_row", "file")
        pairs = pl.DataFrame(alike, schema={"other": pl.UInt32, "gid": pl.UInt32}, orient="row")
        told.append(
            pairs.join(rows, on="gid")
            .join(rows.rename({"gid": "other", "first_row": "at", "file": "in"}), on="other")
            .select(
                "gid",
                row="first_row",
                code=pl.lit("duplicate_game"),
                detail=pl.format("row {}", "at"),
                stated=pl.lit("other"),
            )
        )
    near = near_names(players)
    if near:
        names = dict(players.select("player_no", "player").iter_rows())
        counts = dict(sheets.group_by("player_no").len().iter_rows())
        # The rarer of the two is the doubtful one; its first sheet bears the note.
        doubtful: dict[int, int] = {}
        for a, b in near:
            rare, common = sorted((a, b), key=lambda n: (counts.get(n, 0), n))
            doubtful.setdefault(rare, common)
        first = sheets.filter(pl.col("player_no").is_in(list(doubtful))).unique(
            "player_no", keep="first", maintain_order=True
        )
        told.append(
            first.select(
                "gid",
                "sid",
                "row",
                code=pl.lit("name_suggestion"),
                stated=pl.col("player_no").replace_strict(names, return_dtype=pl.String),
                detail=pl.col("player_no").replace_strict(
                    {rare: names[common] for rare, common in doubtful.items()}, return_dtype=pl.String
                ),
            )
        )
    return told


def _game_table(
    gathered: Gathered,
    sources: Sequence[Source],
    sheets: pl.DataFrame,
    duplicates: Mapping[int, int],
    waiting: set[int],
    named: Mapping[int, Acceptance],
    known: Mapping[int, versions.Version],
) -> pl.DataFrame:
    games = gathered.games
    gids = games["gid"].to_list() if duplicates or waiting or named else []
    files = pl.DataFrame(
        [(i, s.sha, s.name, s.entry) for i, s in enumerate(sources)],
        schema={"file": pl.UInt32, "file_sha": pl.String, "file_name": pl.String, "entry": pl.Int32},
        orient="row",
    )
    rules = pl.DataFrame(
        [(i, r.id, r.base, tables.rules_version(r), r.title) for i, r in enumerate(gathered.rules)],
        schema={
            "rules_no": pl.UInt32,
            "rules_id": pl.String,
            "rules_base": pl.String,
            "rules_version": pl.String,
            "title": pl.String,
        },
        orient="row",
    )
    counts = sheets.group_by("gid").agg(players=pl.len().cast(pl.Int32), ranked=pl.col("place").is_not_null().any())
    identity = _identities(games, duplicates, known)
    games = games.with_columns(identity=identity)
    games = games.with_columns(game=tables.shown_ids(games))
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
            "play_order",
        )
    )


def _identities(games: pl.DataFrame, duplicates: Mapping[int, int], known: Mapping[int, versions.Version]) -> pl.Series:
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


def _sheet_table(sheets: pl.DataFrame) -> pl.DataFrame:
    start = pl.when(pl.col("gid").ne_missing(pl.col("gid").shift())).then(pl.int_range(pl.len())).forward_fill()
    return sheets.with_columns(seat=(pl.int_range(pl.len()) - start + 1).cast(pl.Int32)).select(
        pl.col("sid").alias("sheet_no"),
        pl.col("gid").alias("game_no"),
        "seat",
        "player_no",
        pl.col("player").alias("written"),
        "total",
        "bonus",
        "extra_yams",
        "extra_points",
        "complete",
        "evidence",
        "place",
        "points_e4",
        "row",
        pl.col("sheet").alias("file_sheet"),
    )


def _source_rows(fated: pl.DataFrame, sources: Sequence[Source]) -> pl.DataFrame:
    files = pl.DataFrame(
        [(i, s.sha, s.entry) for i, s in enumerate(sources)],
        schema={"file": pl.UInt32, "file_sha": pl.String, "entry": pl.Int32},
        orient="row",
    )
    return (
        fated.filter(pl.col("fate").is_in(["rejected", "ignored", "duplicate"]))
        .join(files, on="file", how="left", maintain_order="left")
        .select("entry", "file_sha", "worksheet", "row", "fate", "code", "message")
    )
