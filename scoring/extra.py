"""Settle extra Yams: how many count, where they had to go, what they give (RULES.md, yamms and yams)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.cells import OPEN, Bools, Cells, Findings, Int16s
from scoring.patterns import FACES
from scoring.rules import ExtraYams
from scoring.tables import tables


@dataclass
class Suspects:
    """The rows that may hold an extra Yams, as arrays (rows, boxes)."""

    at: NDArray[np.int64]
    points: Int16s
    dice: NDArray[np.int32]
    turn: Int16s
    value: Int16s

    @classmethod
    def take(cls, cells: Cells, values: list[Int16s], at: NDArray[np.int64]) -> Suspects:
        """Gather the rows ``at``."""

        def two(
            arrays: list[NDArray[np.int16] | None] | list[NDArray[np.int32] | None], missing: int
        ) -> NDArray[np.integer]:
            return np.stack([np.full(len(at), missing, np.int32) if a is None else a[at] for a in arrays], axis=1)

        return cls(
            at,
            two(cells.points, int(OPEN)).astype(np.int16),
            two(cells.dice, -1).astype(np.int32),
            two(cells.turn, 0).astype(np.int16),
            np.stack([v[at] for v in values], axis=1),
        )


@dataclass
class Extra:
    """What the extra Yams of every row come to."""

    count: NDArray[np.int32]
    points: NDArray[np.int32]


def settle(cells: Cells, values: list[Int16s], findings: Findings, *, as_stated: bool = False) -> Extra:
    """Count the extra Yams of each row, check their placement, and put what their boxes give into ``values``.

    Only rows with a stated count, or five alike in a box other than that of Yams, are looked at.
    """
    count = np.zeros(cells.rows, np.int32)
    extra = cells.rules.extra_yams
    if extra is None:
        stated = cells.stated("extra_yams")
        if stated is not None:
            at = np.flatnonzero(stated[1] & (stated[0] != 0))
            detail = "these rules give nothing for extra Yams"
            findings.add(
                at, "extra_yams_impossible", "extra_yams", stated=stated[0][at], recomputed=[0] * len(at), detail=detail
            )
        return Extra(count, count)
    home = cells.rules.box_ids.index(extra.box)
    told, given = _stated_count(cells, extra)
    suspect = given & (told != 0)
    for b, dice in enumerate(cells.dice):
        if b != home and dice is not None:
            suspect |= dice.view(np.uint32) < FACES
    at = np.flatnonzero(suspect)
    if len(at):
        rows = Suspects.take(cells, values, at)
        count[at] = _settle(cells, extra, home, rows, told[at], given[at], findings, as_stated)
        for b, column in enumerate(values):
            column[at] = rows.value[:, b]
    points = count * np.int32(extra.points)
    _check_stated_points(cells, points, findings)
    return Extra(count, points)


def _stated_count(cells: Cells, extra: ExtraYams) -> tuple[NDArray[np.int64], Bools]:
    """Return the stated number of extra Yams; a multiple of the bonus and at least it is points (DESIGN.md)."""
    told, given = np.zeros(cells.rows, np.int64), np.zeros(cells.rows, np.bool_)
    for name in ("stated_extra", "extra_yams"):
        stated = cells.stated(name)
        if stated is None:
            continue
        number, here = stated
        if extra.points:
            as_points = (number >= extra.points) & (number % extra.points == 0)
            number = np.where(as_points, number // extra.points, number)
            if name == "stated_extra":
                here = here & (as_points | (number == 0))
        told, given = np.where(here, number, told), given | here
    return told, given


def _check_stated_points(cells: Cells, points: NDArray[np.int32], findings: Findings) -> None:
    stated = cells.stated("stated_extra")
    if stated is not None:
        at = np.flatnonzero(stated[1] & (stated[0] != points))
        findings.add(at, "bonus_mismatch", "extra_yams", stated=stated[0][at], recomputed=points[at], whole_sheet=True)


def _settle(
    cells: Cells, extra: ExtraYams, home: int, rows: Suspects, told: NDArray[np.int64], given: Bools, findings: Findings,
    as_stated: bool,
) -> NDArray[np.int32]:  # fmt: skip
    table = tables(cells.rules)
    boxes = cells.rules.boxes
    full = int(table.points[home].max())
    filled = rows.value != OPEN
    holds_full = rows.value[:, home] == full
    earns = (holds_full | (not extra.needs_full)) & filled[:, home] & (extra.points > 0)
    alike = (rows.dice >= 0) & (rows.dice < FACES)
    alike[:, home] = False
    home_turn = rows.turn[:, [home]]
    both = (rows.turn > 0) & (home_turn > 0)
    before = both & (rows.turn < home_turn)
    proven = alike & both & (rows.turn > home_turn) & filled[:, [home]]
    maybe = alike & ~both & filled[:, [home]]

    # Placement and joker values (forced order: the box of the face, an open lower box, 0 in an open upper box).
    ruled = filled[:, home] & (holds_full | (not extra.joker_needs_full)) & (extra.joker or extra.forced)
    unsure = _place(cells, extra, rows, proven, maybe, ruled, (told >= 1) & given, findings, as_stated)

    # How many: as stated within what is proven and what could have been, else the nearer bound.
    possible = np.zeros_like(filled)
    for b, box in enumerate(boxes):
        could_give = {0, *(int(v) for v in table.alike[b])}
        if extra.joker and box.section == extra.others:
            could_give.add(int(table.points[b].max()))
        fits = np.isin(rows.value[:, b], sorted(could_give)) & (rows.dice[:, b] < 0) | alike[:, b]
        possible[:, b] = fits & filled[:, b] & ~before[:, b]
    possible[:, home] = False
    limit = 2**15 if extra.limit is None else extra.limit
    least = np.where(earns, np.minimum(proven.sum(axis=1), limit), 0)
    most = np.where(earns, np.minimum(possible.sum(axis=1), limit), 0)
    too_many = given & ((told > most) | (told < 0))
    too_few = given & (told < least) & ~too_many
    at = np.flatnonzero(too_many)
    findings.add(
        rows.at[at], "extra_yams_impossible", "extra_yams", stated=told[at], recomputed=most[at],
        detail=[_why_too_many(extra, full, limit, bool(earns[i]), int(most[i])) for i in at], whole_sheet=True,
    )  # fmt: skip
    at = np.flatnonzero(too_few)
    findings.add(rows.at[at], "bonus_mismatch", "extra_yams", stated=told[at], recomputed=least[at],
                 detail="the dice show more extra Yams", whole_sheet=True)  # fmt: skip
    relevant = earns | ruled
    spare = (proven.sum(axis=1) + maybe.sum(axis=1)) > np.where(given, told, 0)
    for b, box in enumerate(boxes):
        at = np.flatnonzero((maybe[:, b] & relevant & spare) | unsure[:, b])
        findings.add(
            rows.at[at], "unverifiable", box.id, detail="five alike without a turn number: an extra Yams only if stated"
        )
    return np.where(given & ~too_few, np.maximum(told, 0), least).astype(np.int32)


def _why_too_many(extra: ExtraYams, full: int, limit: int, earns: bool, most: int) -> str:
    if not extra.points:
        return "these rules give nothing for extra Yams"
    if not earns:
        return f"they count only while Yams holds {full}" if extra.needs_full else "Yams is not filled"
    if most == limit:
        return f"at most {limit} count in a game"
    return f"only {most} other boxes could have been filled with five alike" if most != 1 else (
        "only 1 other box could have been filled with five alike"
    )  # fmt: skip


def _place(
    cells: Cells, extra: ExtraYams, rows: Suspects, proven: Bools, maybe: Bools, ruled: Bools, told: Bools,
    findings: Findings, as_stated: bool,
) -> Bools:  # fmt: skip
    """Set the value of every cell with five alike; return the cells whose value rests on the file's word alone."""
    table = tables(cells.rules)
    boxes = cells.rules.boxes
    filled = rows.value != OPEN
    unsure = np.zeros_like(filled)
    face_box = np.full(FACES, -1)
    for b, box in enumerate(boxes):
        if box.section == extra.faces:
            for face in range(FACES):
                others = np.delete(table.alike[b], face)
                if table.alike[b, face] and not others.any():
                    face_box[face] = b
    lower = np.array([box.section == extra.others for box in boxes])
    index = np.arange(len(rows.at))
    for b, box in enumerate(boxes):
        here = (rows.dice[:, b] >= 0) & (rows.dice[:, b] < FACES) & (box.id != extra.box)
        if not here.any():
            continue
        face = np.where(here, rows.dice[:, b], 0)
        own = face_box[face]
        turn = rows.turn[:, [b]]
        closed = filled & (rows.turn > 0) & (rows.turn < turn)
        opened = ~filled | ((turn > 0) & (rows.turn >= turn))
        own_closed = (own < 0) | closed[index, own]
        own_open = (own >= 0) & opened[index, own]
        lower_open = opened[:, lower].any(axis=1)
        sure = proven[:, b] & ruled
        broken = sure & extra.forced & (own != b) & (own_open | (own_closed & lower_open & (not lower[b])))
        plain = table.alike[b][face]
        joker_value = table.points[b].max() if isinstance(box.points, int) else plain
        joker = sure & extra.joker & lower[b] & own_closed
        may_joker = ruled & extra.joker & lower[b] & ~own_open & (maybe[:, b] | (proven[:, b] & ~own_closed))
        stated = rows.points[:, b]
        value = np.where(
            joker | (may_joker & ((stated == joker_value) | (told & (stated == OPEN)))), joker_value, plain
        )
        unsure[:, b] = here & may_joker & (value != plain)
        bound = sure & extra.forced & ~broken & (own_open | own_closed)
        wrong = here & (stated != OPEN) & (stated != value) & (bound | (stated != 0)) & ~broken
        at = np.flatnonzero(wrong)
        findings.add(rows.at[at], "points_mismatch", box.id, stated=stated[at], recomputed=value[at])
        at = np.flatnonzero(here & broken)
        findings.add(
            rows.at[at], "placement_broken", box.id, stated=[None if stated[i] == OPEN else int(stated[i]) for i in at],
            detail=[
                f"five {face[i] + 1}s after Yams had to go into "
                + (boxes[own[i]].title if own_open[i] else "an open box of the lower section")
                for i in at
            ],
        )  # fmt: skip
        keep = (stated != OPEN) & (broken | (stated == 0) & ~bound | as_stated)
        rows.value[:, b] = np.where(here, np.where(keep, stated, value), rows.value[:, b])
    return unsure
