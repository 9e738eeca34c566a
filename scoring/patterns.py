"""Turn the patterns that boxes are made of into tables over all multisets of dice (RULES.md, Patterns)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

FACES = 6
Counts = NDArray[np.int16]


@lru_cache
def multisets(dice: int) -> Counts:
    """Return the counts of the faces 1 to 6 of every multiset of dice, shape (multisets, 6); 252 rows for 5 dice.

    The row is the multiset's id. The first six rows are all dice alike, by face, so that "all alike" is ``id < 6``;
    the others follow in ascending order of their faces. The order is stored in books and never changes.
    """
    rows = sorted(combinations_with_replacement(range(FACES), dice), key=lambda faces: (faces[0] != faces[-1], faces))
    counts = np.zeros((len(rows), FACES), np.int16)
    for index, faces in enumerate(rows):
        for face in faces:
            counts[index, face] += 1
    counts.setflags(write=False)
    return counts


class PatternError(ValueError):
    """Say that a pattern or points text is not of the known kinds."""


KINDS = (
    '"any", "face 4", "3 of face 4", "3 alike", "groups 3+3", "groups 2+2 differing", "exactly 3+2", "run of 4", '
    '"run of 5 from 1", "run of 3 twice", "run of 3 three times", "run 1-6 confirmed by 2", "sum at most 8"'
)
_TIMES = {None: 1, "twice": 2, "three times": 3}
_FACE_SUM = np.arange(1, FACES + 1, dtype=np.int16)


def _best(counts: Counts, needs: Sequence[tuple[int, ...]]) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Return where any of these needed counts is met, and the best sum of the dice that meet one."""
    holds = np.zeros(len(counts), np.bool_)
    best = np.zeros(len(counts), np.int16)
    for need in needs:
        met = (counts >= np.asarray(need, np.int16)).all(axis=1)
        holds |= met
        best = np.where(met, np.maximum(best, np.dot(need, _FACE_SUM)), best).astype(np.int16)
    return holds, best


def any_met(counts: Counts, needs: Sequence[tuple[int, ...]]) -> NDArray[np.bool_]:
    """Return where any of these needed counts of faces is met."""
    return _best(counts, needs)[0]


def group_needs(groups: Sequence[int], *, differing: bool = False) -> list[tuple[int, ...]]:
    """Return every choice of faces for disjoint groups of these sizes, as needed counts of the faces."""
    needs = set()
    for faces in product(range(FACES), repeat=len(groups)):
        if differing and len(set(faces)) < len(faces):
            continue
        need = [0] * FACES
        for face, size in zip(faces, groups, strict=True):
            need[face] += size
        needs.add(tuple(need))
    return sorted(needs)


def run_needs(length: int, times: int, start: int | None = None) -> list[tuple[int, ...]]:
    """Return every place of a run of this length, each face needed this many times."""
    starts = range(FACES - length + 1) if start is None else (start - 1,)
    return [tuple(times if s <= face < s + length else 0 for face in range(FACES)) for s in starts]


def holds_and_matching(pattern: str, counts: Counts) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Return where a pattern holds, and the best sum of its matching (or confirming) dice, over counts of faces.

    Raises PatternError for an unknown pattern.
    """
    total = (counts @ _FACE_SUM).astype(np.int16)
    everywhere = np.ones(len(counts), np.bool_)
    if pattern == "any":
        return everywhere, total
    if m := re.fullmatch(r"face ([1-6])", pattern):
        face = int(m[1])
        return everywhere, (counts[:, face - 1] * face).astype(np.int16)
    if m := re.fullmatch(r"(\d+) of face ([1-6])", pattern):
        return _best(counts, [tuple(int(m[1]) if face == int(m[2]) - 1 else 0 for face in range(FACES))])
    if m := re.fullmatch(r"(\d+) alike", pattern):
        return _best(counts, group_needs([int(m[1])]))
    if m := re.fullmatch(r"groups (\d+(?:\+\d+){1,4})( differing)?", pattern):
        return _best(counts, group_needs([int(g) for g in m[1].split("+")], differing=bool(m[2])))
    if m := re.fullmatch(r"exactly (\d+(?:\+\d+)*)", pattern):
        wanted = sorted((int(g) for g in m[1].split("+")), reverse=True)
        wanted += [0] * (FACES - len(wanted))
        return (-np.sort(-counts, axis=1) == wanted[:FACES]).all(axis=1), total
    if m := re.fullmatch(r"run of ([2-6])(?: from ([1-5]))?(?: (twice|three times))?", pattern):
        length, start = int(m[1]), int(m[2]) if m[2] else None
        if start is None or start + length <= FACES + 1:
            return _best(counts, run_needs(length, _TIMES[m[3]], start))
    if m := re.fullmatch(r"run 1-6 confirmed by (\d+)", pattern):
        size = int(m[1])
        beside = counts - 1
        holds = np.all(beside >= 0, axis=1) & np.any(beside >= size, axis=1)
        best = np.where(beside >= size, _FACE_SUM, 0).max(axis=1) * size
        return holds, np.where(holds, best, 0).astype(np.int16)
    if m := re.fullmatch(r"sum at most (\d+)", pattern):
        return total <= int(m[1]), total
    raise PatternError(f"unknown pattern {pattern!r}; known are {KINDS}")


@lru_cache(maxsize=1024)
def points_table(pattern: str, points: int | str, dice: int) -> NDArray[np.int16]:
    """Return what a box gives for each multiset of dice, 0 where its pattern does not hold.

    ``points`` is a whole number, ``sum`` (of all dice), ``matching`` (those dice only) or ``10 x confirming``.

    >>> [int(points_table("4 alike", "sum", 5)[i]) for i in (0, 5)]
    [5, 30]
    """
    counts = multisets(dice)
    holds, matching = holds_and_matching(pattern, counts)
    if isinstance(points, int):
        value: NDArray[np.int16] = np.full(len(counts), points, np.int16)
    elif m := re.fullmatch(r"(?:(\d+) x )?(sum|matching|confirming)", points):
        value = (matching if m[2] != "sum" else counts @ _FACE_SUM).astype(np.int16) * np.int16(m[1] or 1)
    else:
        raise PatternError(f'points must be a whole number, "sum", "matching" or "10 x confirming", not {points!r}')
    table: NDArray[np.int16] = np.where(holds, value, 0).astype(np.int16)
    table.setflags(write=False)
    return table
