"""Know the ten dice of two sizes and two colours: their multisets, and harmony (RULES.md, double-yams)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scoring.patterns import any_met, group_needs, multisets, run_needs
from scoring.patterntext import FACES

Bools = NDArray[np.bool_]

#: Kinds of dice, size then colour, and how many there are of each: small light, small dark, big light, big dark.
KINDS: dict[str, int] = {"sl": 3, "sd": 2, "bl": 2, "bd": 3}
DICE = sum(KINDS.values())
#: Dice of one colour, or of one size.
HALF = 5


@dataclass(frozen=True, eq=False)
class Coloured:
    """Tables over ids of ten dice: first multisets of bare faces, then those with sizes and colours, last none.

    ``face_of``: the id of the bare faces; ``colours``, ``sizes``: for a coloured id, 252 x the multiset of its light
    (small) dice + that of its dark (big) ones; for ten alike also where only faces are told; -1 where not known.
    """

    face_of: NDArray[np.int32]
    colours: NDArray[np.int32]
    sizes: NDArray[np.int32]


def _shape() -> tuple[int, ...]:
    return tuple(len(multisets(n)) for n in KINDS.values())


def _code(counts: NDArray[np.int16], base: int) -> NDArray[np.int64]:
    codes: NDArray[np.int64] = counts.astype(np.int64) @ base ** np.arange(FACES)
    return codes


@lru_cache
def _index(dice: int) -> NDArray[np.int32]:
    table = np.full((dice + 1) ** FACES, -1, np.int32)
    counts = multisets(dice)
    table[_code(counts, dice + 1)] = np.arange(len(counts))
    return table


@lru_cache
def coloured() -> Coloured:
    """Return the tables, made once."""
    small_light, small_dark, big_light, big_dark = (multisets(n) for n in KINDS.values())
    half = _index(HALF)

    def pairs(first: NDArray[np.int16], second: NDArray[np.int16]) -> NDArray[np.int32]:
        return half[_code(first[:, None, :] + second[None, :, :], HALF + 1)]

    light, dark = pairs(small_light, big_light), pairs(small_dark, big_dark)
    small, big = pairs(small_light, small_dark), pairs(big_light, big_dark)
    halves = len(multisets(HALF))
    colours = (light[:, None, :, None] * halves + dark[None, :, None, :]).ravel()
    sizes = (small[:, :, None, None] * halves + big[None, None, :, :]).ravel()
    five = multisets(HALF)
    whole = _index(DICE)[_code(five[:, None, :] + five[None, :, :], DICE + 1)].ravel()
    bare = len(multisets(DICE))
    told = np.full(bare, -1, np.int32)
    told[:FACES] = np.arange(FACES) * halves + np.arange(FACES)  # ten alike shows both
    none = np.array([-1], np.int32)
    return Coloured(
        np.concatenate([np.arange(bare, dtype=np.int32), whole[colours], none]),
        np.concatenate([told, colours.astype(np.int32), none]),
        np.concatenate([told, sizes.astype(np.int32), none]),
    )


def coloured_id(dice: list[tuple[int, str]]) -> int | None:
    """Return the id of ten dice as (face, kind), or None where they are not the set of ten."""
    index = 0
    for (kind, number), size in zip(KINDS.items(), _shape(), strict=True):
        faces = [face for face, k in dice if k == kind]
        if len(faces) != number:
            return None
        counts = np.array([faces.count(f) for f in range(1, FACES + 1)], np.int16)
        index = index * size + int(_index(number)[_code(counts, number + 1)])
    return len(multisets(DICE)) + index


def coloured_text(dice_id: int) -> str:
    """Return coloured dice as written, by face: ``1sl 2bd …``."""
    indices = np.unravel_index(dice_id - len(multisets(DICE)), _shape())
    dice = [
        f"{face + 1}{kind}"
        for (kind, number), i in zip(KINDS.items(), indices, strict=True)
        for face in range(FACES)
        for _ in range(int(multisets(number)[i, face]))
    ]
    return " ".join(sorted(dice, key=lambda die: (die[0], list(KINDS).index(die[1:]))))


def harmonies(pattern: str) -> Bools | None:
    """Return where a pattern can be made in harmony: by the multisets of one half (light, small) and the other.

    Each group or run is of one half throughout. None where that can never be: five dice of each half are too few.
    """
    if m := re.fullmatch(r"(\d+) alike|groups ([\d+]+)", pattern):
        units = [int(g) for g in (m[1] or m[2]).split("+")]
        places: list[int | None] = [None]
    elif m := re.fullmatch(r"run of (\d) (twice|three times)", pattern):
        units = [int(m[1])] * (2 if m[2] == "twice" else 3)
        places = list(range(1, FACES - units[0] + 2))
    else:
        return None
    counts = multisets(HALF)
    found = np.zeros((len(counts), len(counts)), np.bool_)
    for side in product((False, True), repeat=len(units)):
        first = [u for u, s in zip(units, side, strict=True) if s]
        second = [u for u, s in zip(units, side, strict=True) if not s]
        if sum(first) > HALF or sum(second) > HALF:
            continue
        for place in places:
            found |= np.logical_and.outer(*(_half_holds(part, place) for part in (first, second)))
    return found if found.any() else None


def _half_holds(units: list[int], place: int | None) -> Bools:
    """Return which multisets of five dice hold all these groups, or the runs that begin at a face."""
    counts = multisets(HALF)
    if not units:
        return np.ones(len(counts), np.bool_)
    return any_met(counts, group_needs(units) if place is None else run_needs(units[0], len(units), place))


def five_alike(face: int) -> Bools:
    """Return where five dice of one half all show a face, as `harmonies`."""
    half = np.arange(len(multisets(HALF))) == face - 1
    found: Bools = half[:, None] | half[None, :]
    return found
