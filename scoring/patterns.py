"""Turn the patterns that boxes are made of into tables over all multisets of dice (RULES.md, Patterns)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from scoring.patterntext import FACES, parse_pattern, parse_points

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
    made = parse_pattern(pattern)
    match made.kind:
        case "any":
            return everywhere, total
        case "face":
            face = made.face or 1
            return everywhere, (counts[:, face - 1] * face).astype(np.int16)
        case "of face":
            return _best(counts, [tuple(made.sizes[0] if face == made.face else 0 for face in range(1, FACES + 1))])
        case "groups":
            return _best(counts, group_needs(made.sizes, differing=made.differing))
        case "exactly":
            wanted = sorted(made.sizes, reverse=True) + [0] * (FACES - len(made.sizes))
            return (-np.sort(-counts, axis=1) == wanted).all(axis=1), total
        case "run":
            return _best(counts, run_needs(made.sizes[0], made.times, made.face))
        case "confirmed":
            beside = counts - 1
            holds = np.all(beside >= 0, axis=1) & np.any(beside >= made.sizes[0], axis=1)
            best = np.where(beside >= made.sizes[0], _FACE_SUM, 0).max(axis=1) * made.sizes[0]
            return holds, np.where(holds, best, 0).astype(np.int16)
    return total <= made.sizes[0], total  # "sum at most"


@lru_cache(maxsize=1024)
def points_table(pattern: str, points: int | str, dice: int) -> NDArray[np.int16]:
    """Return what a box gives for each multiset of dice, 0 where its pattern does not hold.

    ``points`` is a whole number, ``sum`` (of all dice), ``matching`` (those dice only) or ``10 x confirming``.

    >>> [int(points_table("4 alike", "sum", 5)[i]) for i in (0, 5)]
    [5, 30]
    """
    counts = multisets(dice)
    holds, matching = holds_and_matching(pattern, counts)
    times, what = parse_points(points)
    if what == "fixed":
        value: NDArray[np.int16] = np.full(len(counts), times, np.int16)
    else:
        value = (counts @ _FACE_SUM if what == "sum" else matching).astype(np.int16) * np.int16(times)
    table: NDArray[np.int16] = np.where(holds, value, 0).astype(np.int16)
    table.setflags(write=False)
    return table
