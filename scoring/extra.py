"""Settle extra Yams: how many count, where they had to go, what they give (RULES.md, yamms and yams)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Index, Int16s, Int32s, Ints
from scoring.patterntext import FACES
from scoring.rules import ExtraYams, RuleSet
from scoring.tables import OPEN, tables


@dataclass
class Extra:
    """What the extra Yams of every row come to."""

    count: Int32s
    points: Int32s


@dataclass
class Alike:
    """The cells, outside the box of Yams, whose dice are all alike: arrays of one value a cell."""

    row: Index
    box: Index
    face: Int32s
    turn: Int16s
    stated: Int16s
    filled: Bools  # the box of Yams is filled or struck
    full: Bools  # it holds its points
    proven: Bools  # by turn numbers, the cell came after it
    maybe: Bools  # turn numbers are missing


def settle(cells: Cells, values: list[Int16s], alike_at: Sequence[Index], findings: Findings) -> Extra:
    """Count the extra Yams of each row, check their placement, and put what their boxes give into ``values``.

    ``alike_at``: for each box the rows whose dice are all alike. Only those cells, and rows with a stated count, are
    looked at.
    """
    count = np.zeros(cells.rows, np.int32)
    extra = cells.rules.extra_yams
    if extra is None:
        stated = cells.stated("extra_yams")
        if stated is not None:
            at = np.flatnonzero(stated[1] & (stated[0] != 0))
            findings.add(
                at,
                "extra_yams_impossible",
                "extra_yams",
                stated=stated[0][at],
                recomputed=[0] * len(at),
                detail="these rules give nothing for extra Yams",
                whole_sheet=True,
            )
        return Extra(count, count)
    told, given = _stated_count(cells, extra)
    bare = _total_only(cells, values, np.flatnonzero(told))
    told[bare], given[bare] = 0, False
    alike = _alike(cells, values, extra, alike_at)
    ruled = alike.filled & (alike.full | (not extra.joker_needs_full)) & (extra.joker or extra.forced)
    unsure = _place(cells, values, extra, alike, ruled, told[alike.row] > 0, findings)

    proven = alike.row[alike.proven]
    some = told != 0
    some[proven] = True
    at = np.flatnonzero(some)
    times = np.bincount(proven, minlength=cells.rows)
    count[at] = _count(cells, values, extra, at, times[at], told[at], given[at], findings)

    earns = alike.filled & (alike.full | (not extra.needs_full)) & (extra.points > 0)
    doubtful = alike.maybe & (earns | ruled)
    if doubtful.any():
        seen = np.bincount(alike.row[alike.proven | alike.maybe], minlength=cells.rows)
        doubtful &= (seen > told)[alike.row]
    at = np.flatnonzero(doubtful | unsure)
    note = "five alike without a turn number: an extra Yams only if stated"
    findings.add(alike.row[at], "unverifiable", alike.box[at], detail=note)

    points = count * np.int32(extra.points)
    stated = cells.stated("stated_extra")
    if stated is not None:
        at = np.setdiff1d(np.flatnonzero(stated[1] & (stated[0] != points)), bare)
        findings.add(at, "bonus_mismatch", "extra_yams", stated=stated[0][at], recomputed=points[at], whole_sheet=True)
    return Extra(count, points)


def _stated_count(cells: Cells, extra: ExtraYams) -> tuple[Ints, Bools]:
    """Return the stated number of extra Yams; a multiple of the bonus and at least it is points (DESIGN.md)."""
    told, given = np.zeros(cells.rows, np.int32), np.zeros(cells.rows, np.bool_)
    for name in ("stated_extra", "extra_yams"):
        stated = cells.stated(name)
        if stated is None:
            continue
        number, here = stated
        at = np.flatnonzero(number != 0)
        some = number[at]
        if extra.points:
            as_points = (some >= extra.points) & (some % extra.points == 0)
            some = np.where(as_points, some // extra.points, some)
            if name == "stated_extra":
                at, some = at[as_points], some[as_points]
                here = here & (number == 0)
                here[at] = True
        if given.any():
            told[here] = 0
        told[at] = some
        given |= here
    return told, given


def _total_only(cells: Cells, values: list[Int16s], at: Index) -> Index:
    """Return those of some rows of which the total is all that is known: it holds their extra Yams, if any."""
    stated = cells.stated("stated_total")
    if stated is None or not len(at):
        return at[:0]
    blank = np.logical_and.reduce([value[at] == OPEN for value in values])
    bare: Index = at[blank & stated[1][at]]
    return bare


def _alike(cells: Cells, values: list[Int16s], extra: ExtraYams, rows: Sequence[Index]) -> Alike:
    home = cells.rules.box_ids.index(extra.box)
    faces, turns, stated = [np.zeros(0, np.int32)], [np.zeros(0, np.int16)], [np.zeros(0, np.int16)]
    for b, (dice, at) in enumerate(zip(cells.dice, rows, strict=True)):
        if dice is not None and len(at):
            faces.append(dice.take(at))
            turns.append(_at(cells.turn[b], at, np.int16(0)))
            stated.append(_at(cells.points[b], at, OPEN))
    row, turn = np.concatenate(rows), np.concatenate(turns)
    value, home_turn = values[home][row], _at(cells.turn[home], row, np.int16(0))
    filled = value != OPEN
    both = (turn > 0) & (home_turn > 0)
    return Alike(
        row,
        np.repeat(np.arange(len(rows)), [len(at) for at in rows]),
        np.concatenate(faces),
        turn,
        np.concatenate(stated),
        filled,
        value == tables(cells.rules).points[home].max(),
        filled & both & (turn > home_turn),
        filled & ~both,
    )


def _at(array: Int16s | None, at: Index, missing: np.int16) -> Int16s:
    return np.full(len(at), missing) if array is None else array.take(at)


def _face_boxes(cells: Cells, extra: ExtraYams) -> Index:
    """Return for each face its own box, the one that gives something for this face alone, or -1."""
    found = np.full(FACES, -1, np.intp)
    for b, box in enumerate(cells.rules.boxes):
        gives = np.flatnonzero(tables(cells.rules).alike[b])
        if box.section == extra.faces and len(gives) == 1:
            found[gives[0]] = b
    return found


def _place(
    cells: Cells,
    values: list[Int16s],
    extra: ExtraYams,
    alike: Alike,
    ruled: Bools,
    told: Bools,
    findings: Findings,
) -> Bools:
    """Set the value of every cell with five alike; return those whose value rests on the file's word alone.

    A forced extra Yams goes into the box of its face, else an open box of the lower section, else as 0 into an open
    upper box. What is open at its turn follows from the turn numbers; where they are missing nothing is claimed.
    """
    if not len(alike.row):
        return np.zeros(0, np.bool_)
    rules, table = cells.rules, tables(cells.rules)
    own = _face_boxes(cells, extra)[alike.face]
    own_filled, own_turn = own == alike.box, np.where(own == alike.box, alike.turn, np.int16(0))
    elsewhere = np.flatnonzero(own != alike.box)
    for face_box in (b for b, box in enumerate(rules.boxes) if box.section == extra.faces):
        at = elsewhere[own[elsewhere] == face_box]
        own_filled[at] = values[face_box][alike.row[at]] != OPEN
        own_turn[at] = _at(cells.turn[face_box], alike.row[at], np.int16(0))
    own_closed = (own < 0) | (own_filled & (own_turn > 0) & (own_turn < alike.turn))
    own_open = (own >= 0) & (~own_filled | ((alike.turn > 0) & (own_turn >= alike.turn)))
    lower = np.array([box.section == extra.others for box in rules.boxes])
    is_lower = lower[alike.box]

    sure = alike.proven & ruled
    broken = sure & extra.forced & (own != alike.box) & own_open
    at = np.flatnonzero(sure & extra.forced & (own != alike.box) & own_closed & ~is_lower)
    for b in np.flatnonzero(lower) if len(at) else ():
        turn = _at(cells.turn[b], alike.row[at], np.int16(0))
        broken[at] |= (values[b][alike.row[at]] == OPEN) | (turn >= alike.turn[at])

    plain = table.alike[alike.box, alike.face]
    fixed = np.array([isinstance(box.points, int) for box in rules.boxes])
    joker_value = np.where(fixed[alike.box], table.points.max(axis=1)[alike.box], plain)
    joker = sure & extra.joker & is_lower & own_closed
    unclear = alike.maybe | (alike.proven & ~own_closed)
    may_joker = ruled & extra.joker & is_lower & ~own_open & unclear
    stated = alike.stated
    by_word = may_joker & ((stated == joker_value) | (told & (stated == OPEN)))
    value = np.where(joker | by_word, joker_value, plain)
    bound = sure & extra.forced & ~broken & (own_open | own_closed)

    at = np.flatnonzero((stated != OPEN) & (stated != value) & (bound | (stated != 0)) & ~broken)
    findings.add(alike.row[at], "points_mismatch", alike.box[at], stated=stated[at], recomputed=value[at])
    at = np.flatnonzero(broken)
    title = next((s.title.lower() for s in rules.sections if s.id == extra.others), extra.others)
    findings.add(
        alike.row[at],
        "placement_broken",
        alike.box[at],
        stated=[None if stated[i] == OPEN else int(stated[i]) for i in at],
        detail=[
            f"five {alike.face[i] + 1}s after Yams had to go into "
            + (rules.boxes[own[i]].title if own_open[i] else f"an open box of the {title}")
            for i in at
        ],
    )
    keep = (stated != OPEN) & (broken | ((stated == 0) & ~bound) | cells.as_stated[alike.row])
    value = np.where(keep, stated, value)
    bounds = np.searchsorted(alike.box, np.arange(len(values) + 1))
    for i, (first, last) in enumerate(pairwise(bounds)):
        rows, counts = alike.row[first:last], value[first:last]
        if (values[i].take(rows) != counts).any():
            values[i] = values[i].copy()
            values[i][rows] = counts
    unsure: Bools = by_word & (joker_value != plain)
    return unsure


def _count(
    cells: Cells,
    values: list[Int16s],
    extra: ExtraYams,
    at: Index,
    proven: NDArray[np.intp],
    told: Ints,
    given: Bools,
    findings: Findings,
) -> NDArray[np.int64]:
    """Return how many extra Yams count in the rows ``at``: as stated, from what is proven to what could have been."""
    home = cells.rules.box_ids.index(extra.box)
    full = int(tables(cells.rules).points[home].max())
    filled, holds_full = values[home][at] != OPEN, values[home][at] == full
    earns = filled & (holds_full | (not extra.needs_full)) & (extra.points > 0)
    limit = 2**15 if extra.limit is None else extra.limit
    least = np.where(earns, np.minimum(proven, limit), 0)
    most = np.full(len(at), limit)
    stated = np.flatnonzero(given & (told > least))  # what is proven can be
    most[stated] = np.where(earns[stated], np.minimum(_could_be(cells, values, extra, at[stated]), limit), 0)
    too_many = given & ((told > most) | (told < 0))
    too_few = given & (told < least) & ~too_many
    wrong = np.flatnonzero(too_many)
    findings.add(
        at[wrong],
        "extra_yams_impossible",
        "extra_yams",
        stated=told[wrong],
        recomputed=most[wrong],
        detail=[_why_too_many(extra, full, limit, bool(earns[i]), int(most[i])) for i in wrong],
        whole_sheet=True,
    )
    wrong = np.flatnonzero(too_few)
    findings.add(
        at[wrong],
        "bonus_mismatch",
        "extra_yams",
        stated=told[wrong],
        recomputed=least[wrong],
        detail="the dice show more extra Yams",
        whole_sheet=True,
    )
    return np.where(given & ~too_few, np.maximum(told, 0), least)


def _could_be(cells: Cells, values: list[Int16s], extra: ExtraYams, at: Index) -> NDArray[np.int64]:
    """Return how many boxes beside that of Yams five alike could have filled after it."""
    could_give = _five_give(cells.rules)
    home = cells.rules.box_ids.index(extra.box)
    home_turn = _at(cells.turn[home], at, np.int16(0))
    number = np.zeros(len(at), np.int64)
    for b in range(len(values)):
        if b == home:
            continue
        value = values[b][at]
        fits = could_give[b].take(value.view(np.uint16))
        dice = cells.dice[b]
        if dice is not None:
            fits = np.where(dice[at] >= 0, dice[at] < FACES, fits) & (value != OPEN)
        turn = _at(cells.turn[b], at, np.int16(0))
        number += fits & ~((turn > 0) & (home_turn > 0) & (turn < home_turn))
    return number


@lru_cache(maxsize=32)
def _five_give(rules: RuleSet) -> Bools:
    """Return by box and points, read as uint16, whether five alike could have filled the box with them."""
    table, extra = tables(rules), rules.extra_yams
    could = np.zeros((len(rules.boxes), 65536), np.bool_)
    could[:, 0] = True
    for b, box in enumerate(rules.boxes):
        could[b, table.alike[b]] = True
        if extra is not None and extra.joker and box.section == extra.others:
            could[b, table.points[b].max()] = True
    return could


def _why_too_many(extra: ExtraYams, full: int, limit: int, earns: bool, most: int) -> str:
    if not extra.points:
        return "these rules give nothing for extra Yams"
    if not earns:
        return f"they count only while Yams holds {full}" if extra.needs_full else "Yams is not filled"
    if most == limit:
        return f"at most {limit} count in a game"
    boxes = "1 other box" if most == 1 else f"{most} other boxes"
    return f"five alike could have filled only {boxes}"
