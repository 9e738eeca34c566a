"""Build every table of the warehouse from the files that count and what people decided about them.

A pure function: the same files and decisions give the same tables, whatever the order of import, so that tables built
step by step equal those rebuilt from nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import polars as pl

from ingest import decisions as decided
from ingest import settle, tables, versions
from ingest.club import Club
from ingest.decisions import Acceptance
from ingest.games import game_table
from ingest.gather import CountedFile, Gathered, GivenRules, gather, with_seasons, without_absent
from ingest.joins import with_rows
from ingest.players import Roll, near_names, players_of, with_keys
from ingest.repeats import without_repeats
from ingest.scores import FOUND, Part, score_all
from ingest.state import Decision
from ingest.sums import box_stats
from ingest.tables import place_in_file
from scoring.ranking import rank


def build(
    sources: Sequence[CountedFile],
    decisions: Sequence[Decision],
    club: Club,
    given: Mapping[tuple[str, int], GivenRules] | None = None,
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Make the warehouse's tables, for these files and decisions, each with its name as soon as it is there.

    ``given`` as for `ingest.gather.gather`. Large tables come first: they can be stored while the others are made.
    """
    sources = sorted(sources, key=lambda s: s.sha)
    accepted = decided.acceptances(decisions)
    gathered, sheets, roll = decided_games(sources, decisions, club, given)
    corrected = decided.corrected(gathered, sources, decisions)

    named = _named(gathered, sources, accepted)
    parts = score_all(gathered, list(named))
    found = pl.concat([_found(gathered, sheets, parts), _reread(gathered, sources)], how="diagonal")
    held = settle.holding(found)

    groups = settle.rivals(gathered.games, sheets)
    originals: list[Part] = []
    if corrected:
        plain = with_seasons(gather(sources), club.season_of)
        groups += settle.former_rivals(plain.games, sheets, corrected)
        originals = _originals(plain, corrected)
    contested = sorted({gid for group in groups for gid in group.gids})
    known = versions.versions_of(contested, gathered, sources, sheets, parts, originals, held, corrected)
    duplicates, conflicts = settle.judge(groups, known, accepted)
    found = _with_conflicts(found, conflicts, known, gathered, sources, sheets)

    waiting = (held - named.keys()) | {gid for gid, _ in conflicts}
    sheets = sheets.filter(~pl.col("gid").is_in(list(duplicates))) if duplicates else sheets
    parts = [_without(part, duplicates) for part in parts]
    players, spellings = players_of(sheets, roll)
    sheets = with_rows(sheets, players.select("key_no", "player_no"), "key_no")
    yield from tables.boxes_tables(parts, sheets).items()

    scored = pl.concat([pl.DataFrame(schema=SCORED), *(part.sheets.select(_scored(part)) for part in parts)])
    sheets = with_rows(sheets, scored.drop("gid"), "sid")
    taken = sheets.filter(~pl.col("gid").is_in(list(waiting))) if waiting else sheets
    ranked = rank(taken.select("complete", game_no="gid", sheet="sid", total="standing"))
    sheets = with_rows(sheets, ranked.select("place", "points_e4", sid="sheet"), "sid")
    yield "sheet", tables.sheet_table(sheets)
    games = game_table(gathered, sources, sheets, duplicates, waiting, named, groups)
    yield "game", games.rename({"gid": "game_no"})

    alike = settle.lookalikes(gathered, sheets, parts, waiting)
    shared = [pair for pair in settle.shared_sheets(gathered, parts, waiting) if pair not in alike]
    sharing = [*shared, *((b, a) for a, b in shared)]
    found = pl.concat(
        [
            found,
            _places(gathered.cards, sheets),
            _twins(alike, "other", sources, gathered),
            _twins(sharing, "sheets", sources, gathered),
            _names_alike(sheets, players, spellings),
        ],
        how="diagonal_relaxed",
    )
    found = found.filter(~pl.col("gid").is_in(list(duplicates))) if duplicates else found

    fated = tables.fates(gathered.rows, tables.status_of(gathered.sheets, games))
    counted = games.filter(pl.col("status") == "taken").select("gid", "season", "event")
    boxed = [part for part in parts if part.rules.board is None]
    stats, bonuses = box_stats(boxed, sheets.select("sid", "gid", "player_no"), counted)
    findings = tables.finding_table(found, gathered.games, gathered.rules)
    yield from {
        "finding": findings,
        "stated": tables.stated_table(findings),
        "player": players.drop("key_no"),
        "spelling": spellings,
        "file": tables.file_table(sources, fated),
        "source_row": tables.source_rows(fated, sources),
        "box_stat": stats,
        "column_stat": bonuses,
    }.items()


def decided_games(
    sources: Sequence[CountedFile],
    decisions: Sequence[Decision],
    club: Club,
    given: Mapping[tuple[str, int], GivenRules] | None = None,
) -> tuple[Gathered, pl.DataFrame, Roll]:
    """Return what these files hold with what people decided, its sheets with the key of each player, and who is who.

    Files are numbered by their hashes. ``given`` as for `ingest.gather.gather`.
    """
    sources = sorted(sources, key=lambda s: s.sha)
    gathered = decided.correct_games(gather(sources, given), sources, decisions)
    gathered = with_seasons(gathered, club.season_of)
    gathered = without_absent(decided.correct_boxes(gathered, sources, decisions))
    sheets, roll = with_keys(gathered.sheets, decided.unions(decisions))
    return *without_repeats(gathered, sheets), roll


SCORED = {
    "sid": pl.UInt32,
    "gid": pl.UInt32,
    **dict.fromkeys(("total", "bonus", "extra_yams", "extra_points"), pl.Int32),
    "complete": pl.Boolean,
    "evidence": pl.String,
    "standing": pl.Int32,
    "result": pl.String,
}


def _scored(part: Part) -> list[pl.Expr]:
    """Return a part's sheets as in SCORED; ``standing`` is what a table is ranked on: total, or a board's result."""
    known = [name for name in SCORED if name in part.sheets.columns]
    if part.rules.board is None:
        return [*map(pl.col, known), pl.col("total").alias("standing"), pl.lit(None, pl.String).alias("result")]
    return [*map(pl.col, known[:-1]), (-pl.col("result_place")).alias("standing"), pl.col("result")]


def _named(
    gathered: Gathered, sources: Sequence[CountedFile], accepted: Mapping[tuple[str, int], Acceptance]
) -> dict[int, Acceptance]:
    """Return the acceptances that are awake, by game."""
    if not accepted:
        return {}
    where = gathered.games.select("gid", "file", "place").iter_rows()
    keys = {gid: (sources[file].sha, place) for gid, file, place in where}
    return {gid: accepted[key] for gid, key in keys.items() if key in accepted and accepted[key].errors}


def _found(gathered: Gathered, sheets: pl.DataFrame, parts: Sequence[Part]) -> pl.DataFrame:
    """Collect what the readers, the engine and the look at whole games found, with source rows."""
    scored = [part.findings for part in parts] + [settle.game_findings(gathered, sheets)]
    concerned = pl.concat([f["sid"] for f in (gathered.findings, *scored)]).drop_nulls().unique()
    gids = gathered.sheets.filter(pl.col("sid").is_in(concerned.to_list())).select("sid", "gid", first="row")
    # A reader's "incomplete" says that somebody was there, without figures; which boxes are open, the engine tells.
    told = gathered.findings.filter(pl.col("code") != "incomplete")
    read = told.join(gids.select("sid", "gid"), on="sid", how="inner", maintain_order="left")
    found = pl.concat([pl.DataFrame(schema=FOUND), read.select(list(FOUND)), *scored], how="diagonal")
    return (
        found.join(gids.select("sid", "first"), on="sid", how="left", maintain_order="left")
        .with_columns(row=pl.coalesce("row", "first"))
        .drop("first")
    )


def _reread(gathered: Gathered, sources: Sequence[CountedFile]) -> pl.DataFrame:
    """Hold the games of a file that the reader reads otherwise than when it was imported: nothing changes silently."""
    changed = {number: s.name for number, s in enumerate(sources) if s.changed}
    return gathered.games.filter(pl.col("file").is_in(list(changed))).select(
        "gid",
        row="first_row",
        code=pl.lit("game_conflict"),
        stated=pl.lit("reread"),
        detail=pl.col("file").replace_strict(changed, default=None, return_dtype=pl.String),
    )


def _originals(plain: Gathered, corrected: set[int]) -> list[Part]:
    """Score corrected games once more as their files have them, so that another copy of the file is known as such."""
    return score_all(replace(plain, cards=plain.cards.filter(pl.col("gid").is_in(list(corrected)))), [])


def _with_conflicts(
    found: pl.DataFrame,
    conflicts: Sequence[tuple[int, int]],
    known: Mapping[int, versions.Version],
    gathered: Gathered,
    sources: Sequence[CountedFile],
    sheets: pl.DataFrame,
) -> pl.DataFrame:
    if not conflicts:
        return found
    rules = {r.id: r for r in gathered.rules}
    names = dict(sheets.select("key", "player").unique("key", keep="first", maintain_order=True).iter_rows())
    files = {v.sha: s.name for s in sources for v in known.values() if v.sha == s.sha}
    lines = [
        (
            a,
            "game_conflict",
            known[b].sha,
            f"{files[known[b].sha]}: {versions.difference(known[a], known[b], rules, names)}",
        )
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
    stands = "r_place" if "r_place" in cards.columns else pl.lit(None, pl.UInt32)
    wrong = (
        sheets.filter(pl.col("place").is_not_null())
        .join(stated.select("sid", "stated_place", stands=stands), on="sid", how="inner", maintain_order="left")
        .filter(pl.col("place") != pl.col("stated_place"))
    )
    return wrong.select(
        "gid",
        "sid",
        row=pl.coalesce("stands", "row"),
        code=pl.lit("place_mismatch"),
        stated=pl.col("stated_place").cast(pl.String),
        recomputed="place",
    )


def _twins(
    pairs: Sequence[tuple[int, int]], stated: str, sources: Sequence[CountedFile], gathered: Gathered
) -> pl.DataFrame:
    """Tell of the second game of each pair that the first is like it; ``stated``: how, if that is in another file."""
    if not pairs:
        return pl.DataFrame(schema=FOUND)
    file_names = {number: source.name for number, source in enumerate(sources)}
    bears = pl.col("file").replace_strict(file_names, return_dtype=pl.String)
    rows = gathered.games.select("gid", "first_row", "file", "worksheet", file_name=bears)
    others = rows.select("file", pl.col("gid").alias("other"), at=place_in_file("file_name", "worksheet", "first_row"))
    here = pl.col("file") == pl.col("file_of_other")
    return (
        pl.DataFrame(pairs, schema={"other": pl.UInt32, "gid": pl.UInt32}, orient="row")
        .join(rows, on="gid")
        .join(others, on="other", suffix="_of_other")
        .select(
            "gid",
            row="first_row",
            code=pl.lit("duplicate_game"),
            detail="at",
            stated=pl.when(here).then(pl.lit("here")).otherwise(pl.lit(stated)),
        )
    )


def _names_alike(sheets: pl.DataFrame, players: pl.DataFrame, spellings: pl.DataFrame) -> pl.DataFrame:
    """Tell of names that look alike: the rarer of two is the doubtful one, and its first sheet bears the note."""
    near = near_names(players)
    if not near:
        return pl.DataFrame(schema=FOUND)
    names = dict(players.select("player_no", "player").iter_rows())
    counts = dict(spellings.group_by("player_no").agg(pl.col("n").sum()).iter_rows())
    doubtful: dict[int, int] = {}
    for a, b in near:
        rare, common = sorted((a, b), key=lambda n: (counts.get(n, 0), n))
        doubtful.setdefault(rare, common)
    like = {rare: names[common] for rare, common in doubtful.items()}
    first = sheets.filter(pl.col("player_no").is_first_distinct() & pl.col("player_no").is_in(list(doubtful)))
    return first.select(
        "gid",
        "sid",
        "row",
        code=pl.lit("name_suggestion"),
        stated=pl.col("player_no").replace_strict(names, return_dtype=pl.String),
        detail=pl.col("player_no").replace_strict(like, return_dtype=pl.String),
    )
