"""Match a heading, or the label of a box: what it stands for, and of which column of a sheet."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from ingest.folding import ARROWS
from ingest.readers.composed import composed
from ingest.readers.explained import asked_for, explained
from ingest.readers.plain_labels import Label, box_name, plain_label, sum_of_half
from ingest.readers.words import Meaning, key, spellings, words

_PARTS = re.compile(rf"[{ARROWS}]+|[^\s._:()\[\]|/\-–—«»„“”\"{ARROWS}]+")
_NUMBERED = re.compile(r"(\d\s*[.)]|[^\W\d_]+\.?)\s*(\D.*)")
_COUNTED = re.compile(r"\d+[.)]\s+[^\W\d_]")  # "1. Libera" is a place in standings rather than the ones of a column
_BROKEN = re.compile(r"\s*[+-]?\d+[.,]\d+\s*")  # an average: "1,25" is no box of ones that gives 25
_MONEY = re.compile(r"[€$£]")
_LONGEST = 250  # characters of a label, explained as it may be; what is longer is no heading
_ROLLED = re.compile(r"(?:[1-6](?:[sb][ld])?[\s,|]*){10,}")  # throws, or ten dice; a straight may be called 12345


@lru_cache(maxsize=8192)
def label(text: str) -> Label | None:
    """Match a heading: a box, field or stated figure, with the column where the heading names one too.

    >>> label("Trei de un fel").name, label("down.ones").column, label("Tris (Discendente)").column
    ('three_of_a_kind', 'down', 'down')
    """
    if len(text) > _LONGEST or _BROKEN.fullmatch(text) or _MONEY.search(text) or _ROLLED.fullmatch(text):
        return None
    if found := plain_label(text, [key(text)]) or sum_of_half(text):
        return found
    for head, tail in () if _COUNTED.match(text) else cuts(text):
        for named, rest in ((head, tail), (tail, head)):
            column = column_name(named)
            inner = plain_label(rest) if column else None
            if column and inner and inner.kind in ("box", "stated"):
                return Label(inner.kind, inner.name, column[0], inner.languages & column[1] or inner.languages)
    return asked_for(text) or plain_label(text) or explained(text) or composed(text)


@lru_cache(maxsize=8192)
def field_name(text: str) -> str:
    """Return the field that a label stands for, nothing where it is a box, a figure, or not known.

    >>> field_name("Jucător"), field_name("Masa"), field_name("Full"), field_name("Ana")
    ('player', 'table', '', '')
    """
    x = label(text)
    return x.name if x and x.kind == "field" else ""


def cuts(text: str) -> list[tuple[str, str]]:
    """Return every way to part a heading between two of its words, or an arrow and a word.

    >>> cuts("S - Scala min"), cuts("Full (3+2) ↓")[-1]
    ([('S', 'Scala min'), ('S - Scala', 'min')], ('Full (3+2)', '↓'))
    """
    parts = list(_PARTS.finditer(text)) if len(text) <= _LONGEST else []
    return [(_closed(text, parts[0].start(), a.end(), b.start()), text[b.start() :]) for a, b in pairwise(parts)]


def _closed(text: str, start: int, end: int, following: int) -> str:
    """Return a part of a text, with the bracket behind it that closes one in it."""
    part = text[start:end]
    return part + ")" if part.count("(") > part.count(")") and ")" in text[end:following] else part


@lru_cache(maxsize=8192)
def column_name(text: str) -> Meaning | None:
    """Match the name of a column: ``down``, ``free``, ``up``, ``dry`` or ``main``."""
    for form in spellings(text):
        if form == "main":
            return "main", frozenset({"en"})
        if form in words().columns:
            return words().columns[form]
    arrows, rest = "".join(c for c in text if c in ARROWS), "".join(c for c in text if c not in ARROWS)
    if arrows and key(rest):  # "↓ disc"
        named, said = column_name(arrows), column_name(rest)
        return (said if named and said and named[0] == said[0] else None) or _counted_column(text)
    return _counted_column(text) or _short_column(text)


def _counted_column(text: str) -> Meaning | None:
    """Match a column behind its number, or behind the word for one: "2. Libera", "Colonna libera"."""
    match = _NUMBERED.fullmatch(text.strip())
    first = words().fields.get(key(match[1])) if match else None
    if not match or not (match[1][0].isdigit() or (first and first[0] == "column")):
        return None
    return column_name(match[2])


def _short_column(text: str) -> Meaning | None:
    """Match an abbreviation that is the beginning of one column's names only: "Ascend."."""
    form = key(text) if text.endswith(".") else ""
    found = {named for word, named in words().columns.items() if word.startswith(form)} if len(form) >= 3 else set()
    names = {name for name, _ in found}
    return (names.pop(), frozenset.union(*(codes for _, codes in found))) if len(names) == 1 else None


__all__ = ["Label", "box_name", "column_name", "cuts", "field_name", "label"]
