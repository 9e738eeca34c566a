"""Settle what each box counts, by its dice, else by its stated points (RULES.md, What is checked, by evidence)."""

from __future__ import annotations

import numpy as np

from scoring.cells import Cells, Findings, Index, Int16s, Int32s, impossible
from scoring.coloured import coloured
from scoring.patterntext import FACES
from scoring.raised import check_announced, raised_value
from scoring.tables import OPEN, tables
from scoring.throws import Thrown


def box_values(held: Cells, seen: Thrown | None, findings: Findings) -> tuple[list[Int16s], list[Index]]:
    """Return what each box counts, and in which rows all dice of it are alike; note what cannot be.

    Whole columns are gathered and compared; only the few cells where points and dice differ are looked at. A box whose
    stated points all count is their own array, which is not to be written. Cells with all dice alike in a game with
    extra Yams are left to `scoring.extra`.
    """
    rules = held.rules
    multiplied, extra = rules.multipliers, rules.extra_yams
    values, alike = [], []
    for b, box in enumerate(rules.boxes):
        stated, dice = held.points[b], held.dice[b]
        rows = np.zeros(0, np.intp)
        if dice is None:
            if stated is not None:
                impossible(held, b, stated, None, findings)
            values.append(np.full(held.rows, OPEN) if stated is None else stated)
        elif multiplied is not None and box.section in (*multiplied.sections, multiplied.full_face):
            values.append(raised_value(held, b, dice, seen, findings))
        else:
            values.append(_plain_value(held, b, dice, findings))
            if extra is not None and box.id != extra.box:
                rows = np.flatnonzero(dice.view(np.uint32) < FACES)
        alike.append(rows)
        if seen is not None and multiplied is not None:
            check_announced(held, b, seen, findings)
    return values, alike


def _plain_value(held: Cells, b: int, dice: Int32s, findings: Findings) -> Int16s:
    box, extra, stated = held.rules.boxes[b], held.rules.extra_yams, held.points[b]
    if held.rules.coloured_dice:
        dice = coloured().face_of.take(dice, mode="wrap")
    value: Int16s = tables(held.rules).gather[b].take(dice, mode="wrap")  # -1, no dice, takes the last entry: OPEN
    if stated is None:
        return value
    differ = np.flatnonzero(stated != value)
    if not len(differ):
        return stated
    told, made = stated[differ], value[differ]
    alone = made == OPEN
    against = (told != OPEN) & ~alone & (told != 0)
    if extra is not None and box.id != extra.box:
        against &= dice[differ] >= FACES
    wrong = differ[against]
    findings.add(wrong, "points_mismatch", box.id, stated=stated[wrong], recomputed=value[wrong])
    impossible(held, b, stated, differ[alone], findings)
    keep = (told == 0) | alone | (held.as_stated[differ] & (told != OPEN))
    if keep.all():
        return stated
    value[differ] = np.where(keep, told, made)
    return value
