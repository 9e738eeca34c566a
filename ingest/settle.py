"""Decide what becomes of each game: taken, held, or the duplicate of another (DESIGN.md, The way of the data)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from ingest.decisions import Acceptance
from ingest.gather import Gathered
from ingest.joins import runs, with_rows
from ingest.scores import FOUND, Part
from ingest.versions import Version
from scoring.findings import SEVERITY

_MOST_ALIKE = 20  # equal sheets of a player and day; more are made up


@dataclass(frozen=True)
class Rivals:
    """Hold the games (gids) that share an identity.

    ``firm``: it is one that a club gave, or a date. ``former``: it is one that some of them bore before a correction.
    """

    gids: tuple[int, ...]
    firm: bool
    former: bool = False


def game_findings(gathered: Gathered, sheets: pl.DataFrame) -> pl.DataFrame:
    """Find what concerns a whole game: a row that is not read, a player twice, an odd number of players (RULES.md)."""
    lost = gathered.lost.select("gid", "row", code=pl.lit("bad_value"), stated=pl.lit("row"), detail="message")
    found = [pl.DataFrame(schema=FOUND), lost.join(gathered.games.select("gid"), on="gid", how="semi")]
    seat = pl.col("gid").cast(pl.UInt64) * 2**32 + pl.col("key_no")
    twice = (
        sheets.filter(~seat.is_first_distinct())
        if sheets.select(seat.n_unique()).item() < sheets.height
        else sheets.clear()
    )
    found.append(twice.select("gid", "sid", code=pl.lit("duplicate_player"), stated="player", row="row"))
    low = pl.DataFrame(
        [(i, *r.players, r.title) for i, r in enumerate(gathered.rules)],
        schema={"rules_no": pl.UInt32, "least": pl.UInt32, "most": pl.UInt32, "title": pl.String},
        orient="row",
    )
    starts, lengths = runs(sheets["gid"])
    counts = pl.DataFrame({"gid": sheets["gid"].gather(starts), "n": lengths})
    counts = with_rows(with_rows(counts, gathered.games.select("gid", "rules_no"), "gid"), low, "rules_no").filter(
        (pl.col("n") < pl.col("least")) | (pl.col("n") > pl.col("most"))
    )
    span = pl.format("{} to {}", "least", "most")
    found.append(
        counts.select(
            "gid",
            code=pl.lit("player_count"),
            stated=pl.col("n").cast(pl.String),
            detail=pl.format("{}: {}", "title", span),
        )
    )
    return pl.concat(found, how="diagonal").sort("gid", "sid", "code", maintain_order=True)


def holding(findings: pl.DataFrame) -> set[int]:
    """Return the games that an error holds."""
    errors = [code for code, severity in SEVERITY.items() if severity == "error"]
    return set(findings.filter(pl.col("code").is_in(errors))["gid"].to_list())


def former_rivals(before: pl.DataFrame, sheets: pl.DataFrame, corrected: set[int]) -> list[Rivals]:
    """Return the groups that were one game by identity before the ``corrected`` ones got another date, season or place.

    A copy of the file knows nothing of the correction: with the same figures it is still the same game.
    """
    return [replace(group, former=True) for group in rivals(before, sheets) if corrected.intersection(group.gids)]


def rivals(games: pl.DataFrame, sheets: pl.DataFrame) -> list[Rivals]:
    """Return the groups of games that are one game by identity.

    With an id: id, date and season where known. Without: date, table, round, players and occurrence in the file. A game
    with neither id nor date has no firm identity: it can be another's duplicate, never another's conflict.
    """
    games = games.select("gid", "file", "place", "id", "played", "season", "table", "round")
    named = pl.col("id").is_not_null()
    near = games.with_columns(
        season=pl.when(named).then("season"),
        table=pl.when(~named).then("table"),
        round=pl.when(~named).then("round"),
    )
    rough = ["id", "played", "season", "table", "round"]
    near = near.filter(pl.struct(rough).is_duplicated())
    if near.is_empty():
        return []
    sitting = (
        sheets.join(near.select("gid"), on="gid", how="semi")
        .group_by("gid")
        .agg(who=pl.col("key").sort().str.join("\x1f"))
    )
    near = near.join(sitting, on="gid", how="left").with_columns(who=pl.when(~named).then("who")).sort("file", "place")
    near = near.with_columns(
        nth=pl.when(~named & pl.col("played").is_not_null()).then(pl.int_range(pl.len()).over(["file", *rough, "who"]))
    )
    groups = near.group_by([*rough, "who", "nth"], maintain_order=True).agg("gid").filter(pl.col("gid").list.len() > 1)
    firm = pl.col("id").is_not_null() | pl.col("played").is_not_null()
    return [Rivals(tuple(gids), sure) for gids, sure in groups.select("gid", firm).iter_rows()]


def judge(
    groups: Sequence[Rivals], known: Mapping[int, Version], accepted: Mapping[tuple[str, int], Acceptance]
) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Settle each group of rivals; return duplicates (gid -> the game that stands) and conflicts (pairs).

    Of equal versions one stands: the accepted, the corrected, the sound, that of deeper evidence, the lower file hash.
    Of different ones all wait, unless one was accepted over the others.
    """
    duplicates: dict[int, int] = {}
    conflicts: list[tuple[int, int]] = []
    for group in groups:
        classes: list[list[Version]] = []
        for version in sorted((known[g] for g in group.gids), key=lambda v: (v.sha, v.place)):
            for same in classes:
                if any(version.same_as(v, totals=group.firm) for v in same):
                    same.append(version)
                    break
            else:
                classes.append([version])
        standing = []
        for same in classes:
            same.sort(key=lambda v: (_rank(v, accepted), v.sha, v.place))
            standing.append(same[0])
            duplicates |= {v.gid: same[0].gid for v in same[1:]}
        ruled = {}
        for best, same in zip(standing, classes, strict=True):
            for v in same:
                mine = accepted.get((v.sha, v.place))
                over = set(mine.over) if mine else set()
                for other, others in zip(standing, classes, strict=True):
                    if other is not best and any((o.sha, o.place) in over for o in others):
                        ruled[other.gid] = best.gid
        left = [v for v in standing if v.gid not in ruled]
        duplicates |= ruled
        if len(left) > 1 and group.firm and not group.former:
            conflicts += [(a.gid, b.gid) for a in left for b in left if a is not b]
    return duplicates, conflicts


def _rank(version: Version, accepted: Mapping[tuple[str, int], Acceptance]) -> tuple[bool, bool, bool, int]:
    return (version.sha, version.place) not in accepted, not version.corrected, not version.sound, -version.depth


def lookalikes(
    gathered: Gathered, sheets: pl.DataFrame, parts: Sequence[Part], left_out: set[int]
) -> list[tuple[int, int]]:
    """Return pairs of games that look like one: the same day, players and boxes under two identities."""
    pairs: list[tuple[int, int]] = []
    key = sheets.select("sid", "key_no")
    day = gathered.games.select("gid", "played")
    for part in parts:
        played = part.sheets.select("sid", "gid", pl.col("total").cast(pl.Int64).fill_null(0), "evidence")
        played = with_rows(played.filter(pl.col("evidence") != "total"), key, "sid")
        starts, lengths = runs(played["gid"])
        if not len(starts):
            continue
        games = pl.DataFrame(
            {
                "gid": played["gid"].gather(starts),
                "who": np.add.reduceat(played["key_no"].hash().to_numpy(), starts),
                "sum": np.add.reduceat(played["total"].to_numpy(), starts),
                "n": lengths,
            }
        )
        games = games.filter(~pl.col("gid").is_in(list(left_out))) if left_out else games
        rough = with_rows(games, day, "gid").with_columns(mark=pl.struct("played", "who", "sum", "n").hash())
        if rough["mark"].n_unique() == rough.height:
            continue
        rough = rough.filter(pl.col("mark").is_duplicated())
        boxes = list(part.boxes)
        cards = part.columns.rename({"sheet": "sid"}).with_columns(part.stated["gid"])
        exact = (
            cards.join(rough.select("gid"), on="gid", how="semi")
            .join(key, on="sid", maintain_order="left")
            .group_by("gid", maintain_order=True)
            .agg(figures=pl.struct("key_no", "column", *boxes).hash().sum())
            .join(rough, on="gid", maintain_order="left")
            .group_by("played", "who", "figures", maintain_order=True)
            .agg("gid")
            .filter(pl.col("gid").list.len() > 1)
        )
        pairs += [(first, other) for first, *others in exact["gid"].to_list() for other in others]
    return pairs


def shared_sheets(gathered: Gathered, parts: Sequence[Part], left_out: set[int]) -> list[tuple[int, int]]:
    """Return pairs of games of one day, from different files, that have two equal complete sheets, but other players.

    The names may differ, as where one is spelt anew: two whole sheets that are equal by chance are not met with.
    Only days are looked at on which more than one file has games.
    """
    if gathered.games["file"].n_unique() < 2:
        return []
    files = gathered.games.select("gid", "file", "played").filter(~pl.col("gid").is_in(list(left_out)))
    days = files.drop_nulls().group_by("played").agg(n=pl.col("file").n_unique()).filter(pl.col("n") > 1)
    games = files.join(days, on="played", how="semi")
    if games.is_empty():
        return []
    found: dict[tuple[int, int], int] = {}
    for part in parts:
        whole = part.sheets.filter(pl.col("complete") & (pl.col("evidence") != "total"))
        mine = whole.select("sid", "gid").join(games, on="gid")
        cards = part.columns.rename({"sheet": "sid"}).join(mine.select("sid"), on="sid", how="semi")
        figures = cards.group_by("sid").agg(figures=pl.struct("column", *part.boxes).hash().sum())
        equal = mine.join(figures, on="sid").unique(["gid", "figures"])
        alike = equal.group_by("played", "figures").agg("gid", "file")
        for gids, of in (
            alike.filter(pl.col("gid").list.len().is_between(2, _MOST_ALIKE)).select("gid", "file").iter_rows()
        ):
            for (a, one), (b, other) in combinations(sorted(zip(gids, of, strict=True)), 2):
                if one != other:
                    found[a, b] = found.get((a, b), 0) + 1
    return sorted(pair for pair, n in found.items() if n > 1)
