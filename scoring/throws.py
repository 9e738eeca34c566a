"""Check what the throws of a turn show: how many, what was kept, what the first gave (RULES.md, throws evidence)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from scoring.cells import Cells, Findings, Int16s
from scoring.dice import all_in, encode
from scoring.rules import RuleSet
from scoring.tables import OPEN


@dataclass(frozen=True)
class Thrown:
    """The cells of which the throws are told, in the order of the frame.

    ``cells``: at (row of the frame), box, number (of throws), last (id of the final dice), bad (text of a throw that is
    not dice, or null), kept, changed (the first throw, from 1, whose kept dice are not all there, or null), announced.
    """

    cells: pl.DataFrame

    def final_dice(self, rules: RuleSet, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame with the dice of each box filled in from its last throw where they are not given."""
        added = []
        for box in rules.box_ids:
            here = self.cells.filter((pl.col("box") == box) & pl.col("last").is_not_null())
            if len(here) == 0:
                continue
            name = f"d_{box}"
            last = pl.repeat(None, len(frame), dtype=pl.Int32, eager=True).scatter(here["at"], here["last"])
            given = frame[name].cast(pl.Int32) if name in frame.columns else last
            added.append(pl.select(pl.coalesce(given, last)).to_series().rename(name))
        return frame.with_columns(added)


def thrown(rules: RuleSet, frame: pl.DataFrame, throws: pl.DataFrame) -> Thrown:
    """Look at every throw of the boxes in a frame of sheet columns; ``throws`` as `ingest.frames.THROWS`."""
    where = frame.select(pl.col("sheet").cast(pl.UInt32), "column").with_row_index("at")
    cells = (
        throws.with_columns(pl.col("sheet").cast(pl.UInt32), pl.col("announced").str.extract("^(true|[1-6])$"))
        .filter(pl.col("box").is_in(rules.box_ids))
        .unique(["sheet", "column", "box"], keep="last", maintain_order=True)
        .join(where, on=["sheet", "column"], how="inner")
        .sort("at", maintain_order=True)
        .with_row_index("cell")
    )
    each = _numbered(cells, "throws")
    ids, bad = encode(each["text"], rules)
    each = each.with_columns(ids.alias("id"), (bad | ids.is_null()).alias("bad"))
    by_cell = each.group_by("cell", maintain_order=True).agg(
        pl.col("id").last().alias("last"), pl.col("text").filter("bad").first().alias("bad"), pl.len().alias("number")
    )
    changed = _changed(each, _numbered(cells, "kept"))
    cells = cells.join(by_cell, on="cell", how="left", maintain_order="left")
    return Thrown(cells.join(changed, on="cell", how="left", maintain_order="left"))


def _numbered(cells: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return a row for each roll of a list column: cell, throw (from 1), text in small letters."""
    texts = cells.select("cell", pl.col(name).alias("text")).filter(pl.col("text").list.len() > 0)
    return (
        texts.with_columns(throw=pl.int_ranges(1, pl.col("text").list.len() + 1))
        .explode("text", "throw")
        .with_columns(pl.col("text").str.to_lowercase())
    )


def _changed(each: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    """Return for each cell the first throw whose kept dice are not all in it, or not all in the next one."""
    kept = kept.filter(pl.col("text").is_not_null())
    before = kept.join(
        each.select("cell", "throw", whole="text"), on=["cell", "throw"], how="left", maintain_order="left"
    )
    after = each.select("cell", pl.col("throw") - 1, following="text")
    both = before.join(after, on=["cell", "throw"], how="left", maintain_order="left")
    fine = all_in(both["text"], both["whole"].fill_null("")) & (
        all_in(both["text"], both["following"].fill_null("")) | both["following"].is_null()
    )
    return both.filter(~fine).group_by("cell").agg(pl.col("throw").min().alias("changed"))


def check_throws(cells: Cells, seen: Thrown, values: list[Int16s], findings: Findings) -> None:
    """Find throws that are not dice, too many of them, kept dice that changed, and claims on the first throw."""
    rules = cells.rules
    rows = seen.cells
    wrong = rows.filter(pl.col("bad").is_not_null())
    findings.add(wrong["at"].to_numpy(), "bad_dice", wrong["box"].to_list(), stated=wrong["bad"].to_list())
    wrong = rows.filter(pl.col("changed").is_not_null())
    findings.add(
        wrong["at"].to_numpy(),
        "kept_dice_changed",
        wrong["box"].to_list(),
        detail=[f"the dice kept after throw {n} are not all there" for n in wrong["changed"]],
    )
    allowed = pl.lit(rules.throws) + sixth_throw(rules).cast(pl.Int64)
    wrong = rows.filter(pl.col("number") > allowed) if "each_turn" not in rules.throw_budget else rows.clear()
    findings.add(
        wrong["at"].to_numpy(),
        "too_many_throws",
        wrong["box"].to_list(),
        stated=wrong["number"].to_list(),
        detail=f"at most {rules.throws} throws a turn",
    )
    _check_announced(rules, rows, findings)
    if rules.first_throw:
        column = cells.frame["column"]
        late = rows.filter(column.gather(rows["at"]).is_in(rules.first_throw) & (pl.col("number") > 1))
        index = {box: b for b, box in enumerate(rules.box_ids)}
        at, box = late["at"].to_numpy(), late["box"].to_list()
        scored = np.array([values[index[b]][i] not in (0, OPEN) for i, b in zip(at, box, strict=True)], np.bool_)
        findings.add(
            at[scored],
            "not_first_throw",
            [b for b, s in zip(box, scored, strict=True) if s],
            stated=late["number"].to_numpy()[scored],
            detail="this column takes the first throw's dice only",
        )
    for b, box_id in enumerate(rules.box_ids):
        dice = cells.dice[b]
        here = rows.filter((pl.col("box") == box_id) & pl.col("last").is_not_null())
        if dice is None or not len(here):
            continue
        at = here["at"].to_numpy()
        other = np.flatnonzero(dice[at] != here["last"].to_numpy())
        findings.add(at[other], "bad_dice", box_id, detail="the final dice are not those of the last throw")


def sixth_throw(rules: RuleSet) -> pl.Expr:
    """Return whether a cell is an announced throw beyond the last, where the rules have it (RULES.md, double-yams).

    Where an announcement stands beside the final dice alone, they are those of that throw.
    """
    announced = pl.col("box").is_in(_may_be_announced(rules)) & pl.col("announced").is_not_null()
    return announced & pl.col("number").fill_null(rules.throws + 1).eq(rules.throws + 1)


def _may_be_announced(rules: RuleSet) -> list[str]:
    multipliers = rules.multipliers
    if multipliers is None or not multipliers.sixth_throw:
        return []
    return [box.id for box in rules.boxes if box.section in multipliers.sections]


def _check_announced(rules: RuleSet, rows: pl.DataFrame, findings: Findings) -> None:
    """Note what is announced as a sixth throw and is none: it counts as any other throw."""
    boxes = _may_be_announced(rules)
    in_time = pl.col("number") <= rules.throws  # more are too many, and found as such
    detail = (
        pl.when(not boxes)
        .then(pl.lit("a sixth throw is announced, but these rules have none: it counts as any other"))
        .when(~pl.col("box").is_in(boxes) & in_time.fill_null(True))
        .then(pl.lit("a sixth throw is announced, but there is none for this box"))
        .when(in_time)
        .then(pl.format("a sixth throw is announced, but only {} of the throws are told", "number"))
    )
    told = rows.filter(pl.col("announced").is_not_null()).with_columns(detail.alias("detail"))
    told = told.filter(pl.col("detail").is_not_null())
    findings.add(told["at"].to_numpy(), "unverifiable", told["box"], detail=told["detail"])


def check_budget(cells: Cells, seen: Thrown, values: list[Int16s], findings: Findings) -> None:
    """Find the turn that spends more throws than were left, where they are saved or counted by the sheet.

    ``each_turn``: the throws of turns 1 to t are at most t times as many; a turn that tells none took one.
    ``sheet``: all of a sheet's throws together; a turn that tells none took none. When they are gone, the boxes that
    are still open are struck.
    """
    budget = cells.rules.throw_budget
    if not budget:
        return
    index = {box: b for b, box in enumerate(cells.rules.box_ids)}
    rows = seen.cells.filter(pl.col("number") > 0)
    turn = [
        0 if (t := cells.turn[index[box]]) is None else int(t[at]) for at, box in rows.select("at", "box").iter_rows()
    ]
    rows = rows.with_columns(turn=pl.Series(turn, dtype=pl.Int64)).sort("at", pl.col("turn").replace(0, 10**6))
    rows = rows.with_columns(
        spent=pl.col("number").cum_sum().over("at"),
        told=pl.int_range(pl.len()).over("at") + 1,
        last=pl.len().over("at"),
    )
    if "each_turn" in budget:
        each = budget["each_turn"]
        so_far = pl.when(pl.col("turn") > 0).then("turn").otherwise(cells.rules.turns)
        over = rows.with_columns(spent=pl.col("spent") + so_far - pl.col("told"), limit=so_far * each)
    else:
        over = rows.with_columns(limit=pl.lit(budget["sheet"]))
        spent = rows.group_by("at").agg(pl.col("number").sum())
        _strike_open(values, spent.filter(pl.col("number") == budget["sheet"])["at"].to_numpy())
    over = over.filter(pl.col("spent") > pl.col("limit")).unique("at", keep="first", maintain_order=True)
    findings.add(
        over["at"].to_numpy(),
        "too_many_throws",
        over["box"].to_list(),
        stated=over["number"].to_list(),
        detail=[f"{spent} throws by then, of {limit}" for spent, limit in over.select("spent", "limit").iter_rows()],
    )


def _strike_open(values: list[Int16s], rows: NDArray[np.integer]) -> None:
    for b, value in enumerate(values):
        opened = rows[value[rows] == OPEN]
        if len(opened):
            values[b] = value.copy()
            values[b][opened] = 0
