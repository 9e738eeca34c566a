"""Raise what a box gives: first throw, harmony, sixth throw, and the full face of Chiffres (RULES.md, double-yams)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from scoring.cells import Bools, Cells, Findings, Index, Int16s, Int32s, impossible, ranges
from scoring.coloured import DICE, coloured
from scoring.patterns import multisets
from scoring.patterntext import FACES
from scoring.rules import Multipliers
from scoring.tables import OPEN, tables
from scoring.throws import Thrown, sixth_throw


@dataclass(frozen=True)
class _Roll:
    """What is known of the dice of one box, by row: plain points and harmony.

    ``doubtful``: harmony, or a full face, is possible but only faces are told.
    """

    plain: Int16s
    harmony: Bools
    doubtful: Bools


def raised_value(held: Cells, b: int, dice: Int32s, seen: Thrown | None, findings: Findings) -> Int16s:
    """Return what a box counts where dice are known, with all that raises its plain points.

    A claim that the evidence cannot settle is taken as stated and noted; nothing is assumed for the file.
    """
    multipliers = held.rules.multipliers
    assert multipliers is not None
    if held.rules.boxes[b].section == multipliers.full_face:
        return _full_face(held, b, _roll(held, b, dice, doubt_from=5), findings)
    roll = _roll(held, b, dice)
    value = roll.plain.copy()
    value[roll.harmony] = roll.plain[roll.harmony] * np.int16(multipliers.harmony)
    number, missed, faceless = _thrown(held, b, dice, seen, roll, value, multipliers)
    stated = held.points[b]
    silent = faceless if stated is None else faceless[stated[faceless] == OPEN]
    detail = "the face that was announced is not told"
    findings.add(silent, "unverifiable", held.rules.boxes[b].id, detail=detail)
    if stated is None:
        _doubt(held, b, np.flatnonzero(roll.doubtful), findings)
        return value
    differ = np.flatnonzero(stated != value)
    told, made, plain, thrown = stated[differ], value[differ], roll.plain[differ], number[differ]
    alone, silent = made == OPEN, told == OPEN
    base = np.where(roll.harmony[differ], plain * multipliers.harmony, plain)
    first, twice = multipliers.first_throw, np.where(roll.doubtful[differ], multipliers.harmony, 1)
    maybe_first = thrown == 0
    scores = ~alone & ~silent & (plain > 0)
    claims = scores & (
        (maybe_first & ((told == base * first) | (told == base * first * twice)))
        | (told == base * twice * np.where(thrown == 1, first, 1))
    )
    if multipliers.sixth_throw:
        claims |= ~alone & ~silent & maybe_first & _sixth_claim(held, b, dice[differ], plain, told)
    late = scores & ~claims & (thrown > 1) & (told != 0) & ((told == base * first) | (told == base * first * twice))
    strike = (told == 0) & ~missed[differ]
    against = ~alone & ~silent & ~claims & ~late & ~strike
    box = held.rules.boxes[b].id
    findings.add(
        differ[late],
        "not_first_throw",
        box,
        stated=told[late],
        recomputed=made[late],
        detail=[f"made in throw {n}" for n in thrown[late]],
    )
    findings.add(differ[against], "points_mismatch", box, stated=told[against], recomputed=made[against])
    impossible(held, b, stated, differ[alone], findings)
    claim = "the dice alone do not show the first throw, the harmony or the missed sixth throw that this counts"
    findings.add(differ[claims], "unverifiable", box, stated=told[claims], recomputed=made[claims], detail=claim)
    _doubt(held, b, differ[silent & roll.doubtful[differ]], findings)
    keep = alone | claims | late | strike | (held.as_stated[differ] & ~silent)
    if keep.all():
        return stated
    value[differ] = np.where(keep, told, made)
    return value


def _roll(held: Cells, b: int, dice: Int32s, doubt_from: int = 0) -> _Roll:
    """Look up plain points and harmony; ``doubt_from`` is the number of dice of a face that a full face needs."""
    table = tables(held.rules)
    bare = len(multisets(held.rules.dice))
    faces = coloured().face_of.take(dice, mode="wrap") if held.rules.coloured_dice else dice
    plain = table.gather[b].take(faces, mode="wrap")
    shown = table.harmony[b]
    if shown is None:
        no = np.zeros(held.rows, np.bool_)
        return _Roll(plain, no, no)
    harmony = shown.take(dice, mode="wrap") & (plain > 0)
    doubtful = (dice >= FACES) & (dice < bare) & (plain > 0)
    if doubt_from:
        face = int(table.alike[b].argmax())
        doubtful &= multisets(held.rules.dice)[:, face].take(faces, mode="clip") >= doubt_from
    return _Roll(plain, harmony, doubtful)


def _thrown(
    held: Cells, b: int, dice: Int32s, seen: Thrown | None, roll: _Roll, value: Int16s, multipliers: Multipliers
) -> tuple[NDArray[np.int64], Bools, Index]:
    """Put what first and sixth throws make into ``value``.

    Return throws told by row (0: none), missed sixths, and the rows of those whose face is not told.
    """
    number, missed = np.zeros(held.rows, np.int64), np.zeros(held.rows, np.bool_)
    faceless: list[int] = []
    if seen is None:
        return number, missed, np.array(faceless, np.intp)
    box = held.rules.boxes[b]
    cells = seen.cells.with_columns(
        sixth=sixth_throw(held.rules), face=pl.col("announced").str.extract("^([1-6])$").cast(pl.Int64)
    ).filter((pl.col("box") == box.id) & (pl.col("sixth") | (pl.col("number") > 0)))
    cells = cells.with_columns(pl.col("number").fill_null(held.rules.throws + 1))
    at = cells["at"].to_numpy()
    number[at] = cells["number"].to_numpy()
    dry = at[(number[at] == 1) & (value[at] > 0)]
    value[dry] *= np.int16(multipliers.first_throw)
    for row, face in cells.filter("sixth").select("at", "face").iter_rows():
        if dice[row] < 0:
            continue
        points = _announced_points(held, b, int(dice[row]), face)
        if points is None:
            number[row] = 0  # nothing can be claimed of it, nor denied
            faceless.append(row)
            continue
        missed[row] = points < 0
        value[row] = points * (multipliers.harmony if points > 0 and roll.harmony[row] else 1)
    return number, missed, np.array(faceless, np.intp)


def _announced_points(held: Cells, b: int, dice: int, face: int | None) -> int | None:
    """Return the points of an announced figure: above 0 where these dice make it, below 0 where they miss it.

    None where the figure's points depend on a face that was not announced.
    """
    points = held.rules.boxes[b].points
    table = tables(held.rules)
    faces = int(coloured().face_of[dice]) if held.rules.coloured_dice else dice
    if isinstance(points, int):
        return int(table.points[b][faces]) or -points
    if face is None:
        return None
    return _giant_points(held, b, faces, face)


def _giant_points(held: Cells, b: int, faces: int, face: int) -> int:
    """Return what a giant run with its announced face gives, below 0 where these dice miss it."""
    counts = multisets(held.rules.dice)
    best = np.ones(FACES, np.int16)
    best[face - 1] += DICE - FACES
    worth = int(tables(held.rules).points[b][(counts == best).all(axis=1)].max())
    size = worth // (10 * face)
    beside = counts[faces] - 1
    return worth if (beside >= 0).all() and beside[face - 1] >= size else -worth


def check_announced(held: Cells, b: int, seen: Thrown, findings: Findings) -> None:
    """Find points stated without dice that no announced throw gives: those of a first throw, or of another face."""
    multipliers, stated, dice = held.rules.multipliers, held.points[b], held.dice[b]
    box, table = held.rules.boxes[b], tables(held.rules)
    cells = seen.cells.filter((pl.col("box") == box.id) & sixth_throw(held.rules) & pl.col("number").is_null())
    if multipliers is None or stated is None or not len(cells):
        return
    twice = 1 if table.harmony[b] is None else multipliers.harmony
    for row, announced in cells.select("at", "announced").iter_rows():
        told = int(stated[row])
        if told in (0, int(OPEN)) or told not in table.possible[b] or (dice is not None and dice[row] >= 0):
            continue
        figures = {int(points) for points in table.points[b] if points}
        if announced.isdigit() and not isinstance(box.points, int):
            figures = {abs(_giant_points(held, b, 0, int(announced)))}
        given = {value for points in figures for value in (points, points * twice, -points)}
        if told not in given:
            dry = told % multipliers.first_throw == 0 and told // multipliers.first_throw in given
            code = "not_first_throw" if dry else "impossible_points"
            detail = "announced as a sixth throw, it is none made on the first" if dry else ranges(sorted({0, *given}))
            findings.add(np.array([row]), code, box.id, stated=[told], detail=detail)


def _full_face(held: Cells, b: int, roll: _Roll, findings: Findings) -> Int16s:
    """Return what a box of Chiffres counts: five alike of one half may be scored as all ten of their face."""
    table = tables(held.rules)
    box, stated = held.rules.boxes[b].id, held.points[b]
    full = np.int16(table.points[b].max())
    value = np.where(roll.harmony, full, roll.plain)
    open_doubt = roll.doubtful & (roll.plain < full)
    if stated is None:
        _doubt(held, b, np.flatnonzero(open_doubt), findings)
        return value
    differ = np.flatnonzero(stated != value)
    told, made = stated[differ], value[differ]
    alone, silent = made == OPEN, told == OPEN
    either = ~alone & ~silent & (told == roll.plain[differ])
    claims = open_doubt[differ] & (told == full)
    against = ~alone & ~silent & ~either & ~claims & (told != 0)
    findings.add(differ[against], "points_mismatch", box, stated=told[against], recomputed=made[against])
    findings.add(
        differ[claims],
        "unverifiable",
        box,
        stated=told[claims],
        recomputed=made[claims],
        detail="the faces alone do not show five of one colour or one size",
    )
    impossible(held, b, stated, differ[alone], findings)
    _doubt(held, b, differ[silent & open_doubt[differ]], findings)
    keep = alone | either | claims | (told == 0) | (held.as_stated[differ] & ~silent)
    if keep.all():
        return stated
    value[differ] = np.where(keep, told, made)
    return value


def _doubt(held: Cells, b: int, at: NDArray[np.intp], findings: Findings) -> None:
    detail = "sizes and colours are not told: harmony is not assumed"
    findings.add(at, "unverifiable", held.rules.boxes[b].id, detail=detail)


def _sixth_claim(held: Cells, b: int, dice: Int32s, plain: Int16s, told: Int16s) -> Bools:
    """Return where stated points can be those of an announced sixth throw with these final dice.

    Missed: minus the box's points. A giant run is announced with its face, which need not be the best that it made.
    """
    table = tables(held.rules)
    can: Bools = table.can[b].take(told.view(np.uint16), mode="clip")
    if isinstance(held.rules.boxes[b].points, int):
        missed: Bools = (told < 0) & (plain == 0) & can
        return missed
    claim = np.zeros(len(told), np.bool_)
    faces = coloured().face_of.take(dice, mode="wrap") if held.rules.coloured_dice else dice
    for i in np.flatnonzero(can & (told != 0) & (dice >= 0)):
        points = (_giant_points(held, b, int(faces[i]), face) for face in range(1, FACES + 1))
        claim[i] = int(told[i]) in points
    return claim
