"""Turn dice as written into multiset ids, and back."""

from __future__ import annotations

import re
from functools import lru_cache

import polars as pl

from scoring.coloured import KINDS, coloured_id, coloured_text
from scoring.patterns import multisets
from scoring.patterntext import FACES
from scoring.rules import RuleSet


@lru_cache
def _ids(dice: int) -> dict[tuple[int, ...], int]:
    return {tuple(int(c) for c in counts): i for i, counts in enumerate(multisets(dice))}


def parse_dice(text: str, rules: RuleSet) -> int | None:
    """Return the id of dice as written, or None if they are not the rule set's dice.

    ``22333``, ``2 2 3 3 3`` or ``2,2,3,3,3``; where dice have sizes and colours also ``6sl 6bd …``, the whole set.
    """
    faces = re.sub(r"[\s,;/|-]+", "", text.lower())
    if rules.coloured_dice and (dice := re.fullmatch("(?:[1-6][sb][ld])*", faces)):
        return coloured_id([(int(faces[i]), faces[i + 1 : i + 3]) for i in range(0, dice.end(), 3)])
    if len(faces) != rules.dice or not re.fullmatch("[1-6]*", faces):
        return None
    return _ids(rules.dice)[tuple(faces.count(str(f)) for f in range(1, FACES + 1))]


def encode(text: pl.Series, rules: RuleSet) -> tuple[pl.Series, pl.Series]:
    """Return (ids Int32, bad Boolean) of dice as text; an id is null where the text is absent (null, blank) or bad."""
    text = text.cast(pl.String)
    known = text.unique().drop_nulls()
    ids = pl.Series([parse_dice(t, rules) for t in known], dtype=pl.Int32)
    out = text.replace_strict(known, ids, default=None, return_dtype=pl.Int32) if len(known) else text.cast(pl.Int32)
    absent = text.is_null() | (text.str.strip_chars() == "").fill_null(True)
    return out.rename(text.name), (out.is_null() & ~absent).rename("bad")


def decode(ids: pl.Series, rules: RuleSet) -> pl.Series:
    """Return dice as text (``22333``, ``1sl 2bd …``) of their ids, null where there is none."""
    known = ids.unique().drop_nulls()
    counts = multisets(rules.dice)
    texts = [
        "".join(str(f + 1) * int(counts[i, f]) for f in range(FACES)) if i < len(counts) else coloured_text(i)
        for i in known
    ]
    if not texts:
        return pl.Series(ids.name, [None] * len(ids), dtype=pl.String)
    return ids.replace_strict(known, pl.Series(texts), default=None, return_dtype=pl.String)


def all_in(part: pl.Series, whole: pl.Series) -> pl.Series:
    """Return whether each roll of ``part`` lies within ``whole``, die by die; size and colour where both tell."""
    marks = [str(face) for face in range(1, FACES + 1)]
    both_told = part.str.contains("[a-z]") & whole.str.contains("[a-z]")
    inside = pl.repeat(True, len(part), dtype=pl.Boolean, eager=True)
    for mark in marks:
        inside &= part.str.count_matches(mark) <= whole.str.count_matches(mark)
    if both_told.any():
        for mark in (face + kind for face in marks for kind in KINDS):
            inside &= ~both_told | (part.str.count_matches(mark) <= whole.str.count_matches(mark))
    return inside
