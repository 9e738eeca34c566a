"""Score every sheet under its game's rule set and collect what is found, sheet by sheet and game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from ingest.frames import FINDINGS
from ingest.gather import BOX_PREFIXES, Gathered, boxes_of
from scoring.dice import encode
from scoring.engine import score
from scoring.rules import RuleSet
from scoring.yam_master import cell_name, replay

#: Findings of the whole book: as `ingest.frames.FINDINGS`, with ``gid`` and ``sid`` in place of ``sheet``.
FOUND: dict[str, pl.DataType] = {
    "gid": pl.UInt32(),
    "sid": pl.UInt32(),
    **{name: dtype for name, dtype in FINDINGS.items() if name != "sheet"},
}


@dataclass(frozen=True)
class Part:
    """Hold the scored sheets of one rule set.

    ``stated``: the sheet columns as the file has them (the rule set's own box names, dice as numbers).
    ``columns``: row for row what counts in them. ``sheets``: one row a sheet, with ``sid`` and ``gid``, and ``result``
    where the rules give one.
    """

    rules: RuleSet
    stated: pl.DataFrame
    columns: pl.DataFrame
    sheets: pl.DataFrame
    findings: pl.DataFrame

    @property
    def boxes(self) -> tuple[str, ...]:
        """Return what a sheet column shows: the rule set's boxes, or the cells of a board."""
        return self.rules.box_ids or tuple(
            c for c in self.columns.columns if c not in ("sheet", "column", "column_total")
        )


def score_all(gathered: Gathered, accepted: Sequence[int]) -> list[Part]:
    """Score all sheets, a rule set at a time; the games ``accepted`` (gids) count their stated boxes."""
    parts = []
    rules_of = gathered.games.select("gid", "rules_no")
    for number, rules in enumerate(gathered.rules):
        mine = rules_of.filter(pl.col("rules_no") == number).select("gid")
        if mine.height == 0:
            continue
        whole = mine.height == rules_of.height
        cards = gathered.cards if whole else gathered.cards.join(mine, on="gid", how="semi", maintain_order="left")
        if cards.height and rules.board is not None:
            parts.append(board_part(rules, cards, gathered.moves, gathered.naming))
        elif cards.height:
            parts.append(score_part(rules, cards, gathered.throws, accepted, gathered.naming))
    return parts


#: What a sheet may state beside its sections.
_FIGURES = ("bonus", "column_total", "extra", "place", "total")


def score_part(
    rules: RuleSet, cards: pl.DataFrame, throws: pl.DataFrame, accepted: Sequence[int] = (), naming: Sequence[int] = ()
) -> Part:
    """Score the sheet columns of one rule set, its box names and dice put into the rule set's own terms first."""
    cards, found = _own_terms(rules, cards, naming)
    if accepted:
        # An accepted game counts its stated boxes, its sums recomputed (RULES.md, What is checked).
        cards = cards.with_columns(as_stated=pl.col("gid").is_in(list(accepted)))
    result = score(
        rules,
        cards.drop("sheet").rename({"sid": "sheet"}),
        _own_throws(rules, throws) if throws.height else None,
    )
    keys = cards.select("sid", "gid").filter(pl.col("sid").ne_missing(pl.col("sid").shift()))
    sheets = pl.concat([keys, result.sheets.drop("sheet")], how="horizontal")
    found = [
        result.findings.rename({"sheet": "sid"}).join(keys, on="sid", how="left", maintain_order="left"),
        *found,
    ]
    findings = pl.concat([pl.DataFrame(schema=FOUND), *found], how="diagonal").select(list(FOUND))
    findings = _with_rows_of_boxes(findings, rules, cards)
    return Part(rules, cards, result.columns, sheets, findings)


def _with_rows_of_boxes(findings: pl.DataFrame, rules: RuleSet, cards: pl.DataFrame) -> pl.DataFrame:
    """Give what is found in a box or stated figure the row in which that stands, where it has one of its own."""
    names = [name for name in cards.columns if name.startswith("r_")]
    if not names or findings.is_empty():
        return findings
    own = {general: mine for general, mine in rules.aliases.items() if general not in rules.box_ids}
    places = (
        cards.filter(pl.col("sid").is_in(findings["sid"].unique().implode()))
        .select("sid", "column", *names)
        .unpivot(index=["sid", "column"], variable_name="figure", value_name="stands")
        .drop_nulls("stands")
        .with_columns(pl.col("figure").str.strip_prefix("r_").replace(own))
    )
    of_sheet = places.with_columns(column=pl.lit(None, pl.String))
    own_total = places.filter(pl.col("figure") == "column_total").with_columns(figure=pl.lit("total"))
    key = ["sid", "column", "figure"]
    stands = pl.concat([own_total, places, of_sheet]).unique(key, keep="first", maintain_order=True)
    return (
        findings.with_columns(figure=pl.col("box").fill_null(pl.col("code").str.strip_suffix("_mismatch")))
        .join(stands, on=key, how="left", nulls_equal=True, maintain_order="left")
        .with_columns(row=pl.coalesce("stands", "row"))
        .select(findings.columns)
    )


def board_part(rules: RuleSet, cards: pl.DataFrame, moves: pl.DataFrame, naming: Sequence[int] = ()) -> Part:
    """Replay board games: points of lines, and the result that the places come from (RULES.md, yam-master).

    A sheet's cells hold 1 where the player has a token at the end, null elsewhere. Of a game without moves the totals
    count, where they are all that is known.
    """
    cells = (
        [cell_name((r, c)) for r, row in enumerate(rules.board.cells) for c in range(len(row))] if rules.board else []
    )
    cards, strange = _own_terms(rules, cards, naming)
    cards = cards.unique("sid", keep="first").sort("sid")
    sheets: list[tuple[Any, ...]] = []
    columns: list[tuple[Any, ...]] = []
    findings = [pl.DataFrame(schema=FOUND), *strange]
    for (gid,), own in cards.group_by("gid", maintain_order=True):
        log = moves.filter(pl.col("gid") == gid)
        if log.is_empty() and (bare := _totals(own)):
            sheets += [(sid, gid, total, True, place, None, "total") for sid, total, place in bare]
            columns += [(sid, *[None] * len(cells), total) for sid, total, _ in bare]
            findings.append(_unverifiable(own))
            own = own.filter(pl.col("stated_total").is_null())
        played = replay(log, own["player"].to_list(), rules)
        sids = dict(own.select("player", "sid").iter_rows())
        for player, sid in own.select("player", "sid").iter_rows():  # one may stand twice, and is found
            points = played.points.get(player, 0)
            mine = [1 if played.tokens.get(cell) == player else None for cell in cells]
            sheets.append((sid, gid, points, played.complete, played.places.get(player), played.result, "throws"))
            columns.append((sid, *mine, points))
        told = played.findings.with_columns(
            pl.lit(gid, pl.UInt32).alias("gid"),
            pl.col("player").replace_strict(sids, default=None, return_dtype=pl.UInt32).alias("sid"),
            pl.lit("main").alias("column"),
            detail=pl.format("move {}: {}", pl.col("move") + 1, "detail"),
        )
        findings.append(told.drop("move", "player"))
        if not played.complete:
            code = [pl.lit("incomplete").alias("code"), pl.lit("board").alias("stated")]
            findings.append(own.select("sid", "gid", "column", *code))
    scored = pl.DataFrame(
        sheets,
        schema={
            "sid": pl.UInt32,
            "gid": pl.UInt32,
            "total": pl.Int32,
            "complete": pl.Boolean,
            "result_place": pl.Int32,
            "result": pl.String,
            "evidence": pl.String,
        },
        orient="row",
    ).sort("sid")
    zero = pl.when(pl.col("evidence") != "total").then(pl.lit(0, pl.Int32))
    return Part(
        rules,
        cards.select("sid", "gid", "column"),
        pl.DataFrame(
            columns,
            schema={"sheet": pl.UInt32, **dict.fromkeys(cells, pl.Int16), "column_total": pl.Int32},
            orient="row",
        )
        .sort("sheet")
        .with_columns(column=pl.lit("main")),
        scored.with_columns(bonus=zero, extra_yams=zero, extra_points=zero),
        pl.concat(findings, how="diagonal").select(list(FOUND)),
    )


def _totals(own: pl.DataFrame) -> list[tuple[int, int, int]]:
    """Return the sheets of a board game of which the total is told, with it and the place that it gives."""
    if "stated_total" not in own.columns:
        return []
    told = own.filter(pl.col("stated_total").is_not_null())
    place = pl.col("stated_total").rank("min", descending=True)
    return told.select("sid", "stated_total", place.cast(pl.Int32).alias("place")).rows()


def _unverifiable(own: pl.DataFrame) -> pl.DataFrame:
    """Note the sheets of a board game of which only the total is known."""
    return own.filter(pl.col("stated_total").is_not_null()).select(
        "sid",
        "gid",
        "column",
        code=pl.lit("unverifiable"),
        stated=pl.col("stated_total").cast(pl.String),
        detail=pl.lit("only the total is known"),
    )


def _strange_sums(rules: RuleSet, cards: pl.DataFrame) -> list[pl.DataFrame]:
    """Note the figures that a file names and states, and that no section of the rule set gives."""
    sections = [section.id for section in rules.sections]
    known = {*_FIGURES, *sections, *(f"{section}_with_bonus" for section in sections)}
    stated = {c: c.rpartition("stated_")[2] for c in cards.columns if "stated_" in c}
    return [
        cards.filter(pl.col(column).is_not_null()).select(
            "gid",
            "sid",
            "column",
            "row",
            box=pl.lit(name),
            code=pl.lit("unverifiable"),
            stated=pl.col(column).cast(pl.String),
            detail=pl.lit("the rule set has no such section"),
        )
        for column, name in stated.items()
        if name not in known
    ]


def _own_throws(rules: RuleSet, throws: pl.DataFrame) -> pl.DataFrame:
    """Name the boxes and the column of throws as the rule set does."""
    general = {name: own for name, own in rules.aliases.items() if name not in rules.box_ids}
    column = pl.col("column").replace({"main": "free"} if rules.columns == ("free",) else {})
    return throws.drop("sheet", "file").rename({"sid": "sheet"}).with_columns(pl.col("box").replace(general), column)


def _with_figures_of(outside: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Keep what columns left out state of their whole sheet: in its first known column, where that is silent."""
    alone = ("stated_total", "stated_place", "extra_yams")
    names = [c for c in known.columns if (c in alone or c.startswith("sheet_stated_")) and outside[c].count()]
    if not names or not known.height:
        return known
    told = outside.group_by("sid").agg(pl.col(names).drop_nulls().first())
    first = pl.col("sid").is_first_distinct()
    joined = known.join(told, on="sid", how="left", maintain_order="left", suffix="_outside")
    given = [pl.when(first).then(pl.coalesce(name, f"{name}_outside")).otherwise(name).alias(name) for name in names]
    return joined.with_columns(given).select(known.columns)


def _own_terms(
    rules: RuleSet, cards: pl.DataFrame, naming: Sequence[int] = ()
) -> tuple[pl.DataFrame, list[pl.DataFrame]]:
    """Put sheet columns into the terms of a rule set: its columns, the names of its boxes, dice as numbers.

    Also returns what is found of columns, boxes and sums that it has not, and of dice that are none.
    """
    cards, columns = _own_columns(rules, cards, naming)
    cards, boxes = _own_boxes(rules, cards, naming)
    sums = _strange_sums(rules, cards.filter(pl.col("file").is_in(list(naming))))
    cards, dice = _own_dice(rules, cards)
    return cards, [*columns, *boxes, *sums, *dice]


def _own_columns(rules: RuleSet, cards: pl.DataFrame, naming: Sequence[int]) -> tuple[pl.DataFrame, list[pl.DataFrame]]:
    """Leave out the columns that a rule set has not; where they say anything, that is a finding.

    A sheet without any known column keeps its place among the sheets, with its first column, blank.
    """
    if rules.columns == ("free",):
        cards = cards.with_columns(column=pl.when(pl.col("column") == "main").then(pl.lit("free")).otherwise("column"))
    elif rules.columns == ("main",) and cards["column"].null_count():
        cards = cards.with_columns(pl.col("column").fill_null("main"))
    strangers = ~pl.col("column").is_in(list(rules.columns))
    outside = cards.filter(strangers)
    if outside.is_empty():
        return cards, []
    filled = pl.any_horizontal(*(pl.col(c).is_not_null() for c in cards.columns if c.startswith(("p_", "d_"))), False)
    # A heading of a table stands over every row of it: what is blank there is not said of the sheet.
    named = filled | (pl.col("file").is_in(list(naming)) & (pl.col("column") != "main"))
    found = outside.filter(named).select("gid", "sid", "column", "row", box="column", code=pl.lit("unknown_box"))
    known = _with_figures_of(outside, cards.filter(~strangers))
    bare = outside.join(known.select("sid"), on="sid", how="anti").unique("sid", keep="first", maintain_order=True)
    blank = [pl.lit(None, cards.schema[c]).alias(c) for c in cards.columns if c.startswith(BOX_PREFIXES)]
    bare = bare.with_columns(pl.lit(rules.columns[0]).alias("column"), *blank)
    return pl.concat([known, bare]).sort("sid", maintain_order=True), [found]


def _own_boxes(rules: RuleSet, cards: pl.DataFrame, naming: Sequence[int]) -> tuple[pl.DataFrame, list[pl.DataFrame]]:
    """Name the boxes as a rule set does; one that it has not is left out, and a finding where it is filled."""
    found: list[pl.DataFrame] = []
    renames = {}
    for box in dict.fromkeys(b for prefix in BOX_PREFIXES for b in boxes_of(cards, prefix)):
        mine = box if box in rules.box_ids else rules.aliases.get(box)
        if mine is None:
            found += _strange_box(cards, box, naming)
            cards = cards.drop([f"{prefix}{box}" for prefix in BOX_PREFIXES], strict=False)
            continue
        pairs = [(f"{prefix}{box}", f"{prefix}{mine}") for prefix in BOX_PREFIXES if mine != box]
        for written, own in pairs:
            if written in cards.columns and own in cards.columns:
                cards = cards.with_columns(pl.coalesce(own, written).alias(own))
            elif written in cards.columns:
                renames[written] = own
    return cards.rename(renames), found


def _strange_box(cards: pl.DataFrame, box: str, naming: Sequence[int]) -> list[pl.DataFrame]:
    """Find the points of a box that the rule set has not; 0 under a heading of a table says nothing of the sheet."""
    name = f"p_{box}"
    if name not in cards.columns:
        return []
    played = pl.col(name).is_not_null() & (pl.col("file").is_in(list(naming)) | (pl.col(name) != 0))
    what = {"box": pl.lit(box), "code": pl.lit("unknown_box"), "stated": pl.col(name).cast(pl.String)}
    return [cards.filter(played).select("gid", "sid", "column", "row", **what)]


def _own_dice(rules: RuleSet, cards: pl.DataFrame) -> tuple[pl.DataFrame, list[pl.DataFrame]]:
    """Write dice as numbers of multisets; a text that is none of this rule set's dice is a finding."""
    found = []
    for box in boxes_of(cards, "d_"):
        text = cards[f"d_{box}"]
        if text.null_count() == cards.height:
            cards = cards.drop(f"d_{box}")
            continue
        ids, bad = encode(text, rules)
        if bad.any():
            told = cards.select("gid", "sid", "column", "row", box=pl.lit(box), code=pl.lit("bad_dice"), stated=text)
            found.append(told.filter(bad))
        cards = cards.with_columns(ids.alias(f"d_{box}"))
    return cards, found
