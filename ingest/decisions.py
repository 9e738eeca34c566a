"""Apply what people decided about the files that count: corrections, acceptances, merges and renames.

A decision points at a game by the file's hash and the game's place in it, so that it sleeps while that file's import is
undone and wakes when the file comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import polars as pl

from ingest.gather import CountedFile, Gathered, GivenRules
from ingest.players import Union
from ingest.state import Decision
from scoring.rules import RuleSet

GAME_FIELDS = ("played", "season", "event", "round", "table", "id")


@dataclass(frozen=True)
class Acceptance:
    """Say that a game counts as it is; ``over`` lists the versions, by file and place, that it was chosen over."""

    sha: str
    place: int
    over: tuple[tuple[str, int], ...]
    who: str
    when: str
    why: str | None
    errors: bool = True  # it covers what was wrong with the game's figures


def unions(decisions: Sequence[Decision]) -> list[Union]:
    """Return the merges and renames in the order decided."""
    return [
        Union(d.payload["a"], d.payload["b"], d.payload["b"] if d.kind == "rename" else None)
        for d in decisions
        if d.kind in ("merge", "rename")
    ]


def acceptances(decisions: Sequence[Decision]) -> dict[tuple[str, int], Acceptance]:
    """Return the acceptances by file and place; a later one about the same game replaces the earlier.

    What is accepted are the figures as they were: where a box or the rules were corrected afterwards, ``errors`` is
    unset, and the game waits again if something is still wrong with it.
    """
    found: dict[tuple[str, int], Acceptance] = {}
    for d in decisions:
        if d.kind not in ("accept", "correct"):
            continue
        key: tuple[str, int] = (d.payload["sha"], d.payload["place"])
        if d.kind == "accept":
            over = tuple((o["sha"], o["place"]) for o in d.payload.get("over", ()))
            found[key] = Acceptance(*key, over, d.who, d.when, d.why)
        elif key in found and ("box" in d.payload or "rules" in d.payload["game"]):
            found[key] = replace(found[key], errors=False)
    return found


def corrected(gathered: Gathered, sources: Sequence[CountedFile], decisions: Sequence[Decision]) -> set[int]:
    """Return the games (gids) that were corrected in any way."""
    files = _numbers(sources)
    own = [d.payload for d in decisions if d.kind == "correct" and d.payload["sha"] in files]
    keys = {(files[payload["sha"]], payload["place"]) for payload in own}
    where = gathered.games.select("gid", "file", "place").iter_rows() if keys else ()
    return {gid for gid, file, place in where if (file, place) in keys}


def given_rules(
    decisions: Sequence[Decision], text: Callable[[str], str]
) -> tuple[dict[tuple[str, int], GivenRules], dict[str, GivenRules]]:
    """Return the rule sets that a person gave to games, by file and place, and those scored anew, by base id.

    ``text`` returns a frozen text by its hash. A later decision replaces an earlier one.
    """
    games: dict[tuple[str, int], GivenRules] = {}
    anew: dict[str, GivenRules] = {}
    for d in decisions:
        if d.kind == "correct" and "rules" in d.payload.get("game", {}):
            texts = {base: text(sha) for base, sha in d.payload["rulesets"].items()}
            games[d.payload["sha"], d.payload["place"]] = GivenRules(d.payload["game"]["rules"], texts, d.entry)
        elif d.kind == "rescore":
            texts = {base: text(sha) for base, sha in d.payload["rulesets"].items()}
            anew[d.payload["rules"]] = GivenRules(d.payload["rules"], texts, d.entry)
    return games, anew


def correct_games(gathered: Gathered, sources: Sequence[CountedFile], decisions: Sequence[Decision]) -> Gathered:
    """Replace the date, season, event, round, table or id of games as corrected."""
    files = _numbers(sources)
    games = gathered.games
    for d in decisions:
        if d.kind != "correct" or "game" not in d.payload or d.payload["sha"] not in files:
            continue
        this = (pl.col("file") == files[d.payload["sha"]]) & (pl.col("place") == d.payload["place"])
        values = {k: v for k, v in d.payload["game"].items() if k in GAME_FIELDS}
        if values.get("played"):
            values["played"] = date.fromisoformat(values["played"])
        games = games.with_columns(
            pl.when(this).then(pl.lit(v, games.schema[k])).otherwise(k).alias(k) for k, v in values.items()
        )
    return replace(gathered, games=games)


def correct_boxes(gathered: Gathered, sources: Sequence[CountedFile], decisions: Sequence[Decision]) -> Gathered:
    """Replace the boxes that were corrected.

    A corrected box loses its dice and what the reader found wrong with it: the person's figure stands.
    """
    wanted = _latest(sources, decisions)
    if not wanted:
        return gathered
    frame = pl.DataFrame(
        [(f, s, c, b, v) for (f, s, c, b), v in wanted.items()],
        schema={"file": pl.UInt32, "sheet": pl.UInt32, "column": pl.String, "box": pl.String, "value": pl.Int32},
        orient="row",
    )
    cards = gathered.cards.with_row_index("at")
    first = (
        cards.unique("sid", keep="first")
        .with_columns(column=pl.lit("*"))
        .select("file", "sheet", "column", "at", "sid", "gid")
    )
    places = pl.concat([cards.select(first.columns), first])
    hits = frame.join(places, on=["file", "sheet", "column"])
    cards = cards.drop("at")
    hits = hits.join(gathered.games.select("gid", "rules_no"), on="gid", how="left")
    for (box, rules_no), part in hits.group_by("box", "rules_no", maintain_order=True):
        box = _written(str(box), gathered.rules[int(str(rules_no))], cards)
        name = "extra_yams" if box == "extra_yams" else f"p_{box}"
        old = cards[name] if name in cards.columns else pl.Series(name, [None] * cards.height, pl.Int16)
        cards = cards.with_columns(old.scatter(part["at"], part["value"].cast(old.dtype)))
        for prefix in ("d_", "t_"):
            if f"{prefix}{box}" in cards.columns:
                cards = cards.with_columns(cards[f"{prefix}{box}"].scatter(part["at"], None))
    named = ["sid", "column", "box"]
    settled = hits.select("sid", "box", column=pl.when(pl.col("column") != "*").then("column"))
    findings = gathered.findings
    for keys, part in (
        (["sid", "box"], settled.filter(pl.col("column").is_null())),
        (named, settled.filter(pl.col("column").is_not_null())),
    ):
        findings = findings.join(part.select(keys).unique(), on=keys, how="anti", maintain_order="left")
    throws = gathered.throws.join(settled.select(named), on=named, how="anti")
    return replace(gathered, cards=cards, findings=findings, throws=throws)


def _written(box: str, rules: RuleSet, cards: pl.DataFrame) -> str:
    """Return the name under which the files write a box of a rule set: its own, or the general one."""
    general = [name for name, own in rules.aliases.items() if own == box and f"p_{name}" in cards.columns]
    return box if f"p_{box}" in cards.columns or not general else general[0]


def _latest(
    sources: Sequence[CountedFile], decisions: Sequence[Decision]
) -> Mapping[tuple[int, int, str, str], int | None]:
    files = _numbers(sources)
    wanted: dict[tuple[int, int, str, str], int | None] = {}
    for d in decisions:
        p: Mapping[str, Any] = d.payload
        if d.kind == "correct" and "box" in p and p["sha"] in files:
            column = p["column"] or "*"
            wanted[files[p["sha"]], p["sheet"], column, p["box"]] = p["value"]
    return wanted


def _numbers(sources: Sequence[CountedFile]) -> dict[str, int]:
    return {s.sha: i for i, s in enumerate(sources)}
