"""Match a label that says what it stands for and no more: the name of a box, a field, a stated figure or a hint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ingest.readers.words import ORNAMENT, PARENTHESES, key, mark_key, spellings, words

LETTERS = re.compile(r"[^\W\d_]+")
_HUNDRED = re.compile(r"(.*?)[\s:=+x×(]*(?<!\d)100\b[\s)]*[^\W\d_]*\.?\)?")
_COUNTED_SUM = re.compile(
    r"(?P<sum>.*[^\W\d_])(?:[\s.]*(?:n[°º.o]*)?\s*[1-5]|[\s.]+[IV]{1,3})(?P<more>(?:\s*\+\s*(?:[1-5]|[IV]{1,3}))+)?",
    re.I,
)

FURTHER = "further_yams_"  #: What one more place for further Yams is called, with its number behind it.
_NTH = re.compile(r"(.*[^\W\d_])[\s._]*(?:n[°º.o]*|#)?\s*[1-5]|[1-5](?:st|nd|rd|th|er|re|e|[.ºª°])?\s+(.+)", re.I)


@dataclass(frozen=True)
class Label:
    """Say what a label means: a box, a field, a stated figure, a hint, or a column alone."""

    kind: str  # "box", "field", "stated", "hint"
    name: str
    column: str | None = None
    languages: frozenset[str] = frozenset()


def plain_label(text: str, forms: Sequence[str] | None = None) -> Label | None:
    """Match a label that names no column, under the given folded forms or all of them."""
    w = words()
    if re.fullmatch(r"stated_[a-z_]+", text.strip()):
        return Label("stated", text.strip().removeprefix("stated_"), None, frozenset({"en"}))
    if exact := w.exact.get(mark_key(text)) or w.exact.get(mark_key(text.rstrip(" :"))):
        stated = exact[0].startswith("stated_")
        return Label("stated" if stated else "box", exact[0].removeprefix("stated_"), None, exact[1])
    bare = PARENTHESES.sub("", ORNAMENT.sub("", text))
    for form in spellings(text) if forms is None else forms:
        for kind, table in (("box", w.boxes), ("field", w.fields), ("stated", w.stated), ("hint", w.hints)):
            if form in table and (kind != "field" or forms is not None or form in (key(text), key(bare))):
                name, languages = table[form]
                return Label(kind, name, None, frozenset() if form.isdigit() else languages)
    return _bonus(text) or _further(text) or _counted_sum(text) if forms is None else None


def _bonus(text: str) -> Label | None:
    """Match a bonus by its word and the sum that earns it, or that of further Yams by its hundred points.

    "Bonus if the total is 63 or over", "If the total is 63 or over, bonus 35", "Yahtzee bonus: 100 each".
    """
    said = [key(word) for word in LETTERS.findall(text)]
    said = said if said and said[0] in words().conditions else said[:1]
    found = next((x for word in said if (x := words().stated.get(word)) and x[0] == "bonus"), None)
    if found and re.search(r"\b6[23]\b", text):
        return Label("stated", "bonus", None, found[1])
    hundred = _HUNDRED.fullmatch(text.strip())
    for form in (key(hundred[1]), key(hundred[1]) + "100") if hundred else ():
        if words().fields.get(form, ("",))[0] == "extra_yams":
            return Label("field", "extra_yams", None, words().fields[form][1])
    return None


def sum_of_half(text: str) -> Label | None:
    """Match the sum of the upper or the lower boxes by its words: "Subtotal sus", "Puntos parte inferior".

    Some of these words are columns elsewhere.
    """
    w = words()
    told = [key(word) for word in LETTERS.findall(text)] if not any(map(str.isdigit, text)) else []
    meant = [w.stated.get(form) or w.fields.get(form) or ("",) for form in told]
    classes = [w.halves.get(form) or w.parts.get(form) or name for form, (name, *_) in zip(told, meant, strict=True)]
    halves = [name for name in classes if name in ("upper", "lower")]
    sums = [name for name in classes if name in ("sum", "subtotal", "points")]
    one_sum = len(sums) == 1 or sums == ["subtotal", "sum"]  # "Sub total"
    whole = one_sum and len(halves) == 1 and {*classes} <= {*halves, *sums, "half", "of"}
    return Label("stated", halves[0]) if whole else None


def _further(text: str) -> Label | None:
    """Match one of several places for further Yams: "Yahtzee bonus 2", "1st bonus Yahtzee"."""
    match = _NTH.fullmatch(text.strip())
    name, languages = words().fields.get(key(match[1] or match[2]), ("", frozenset())) if match else ("", frozenset())
    return Label("field", name, None, languages) if name == "extra_yams" else None


def counts_further(text: str) -> bool:
    """Tell whether a label for further Yams has a number.

    >>> counts_further("Yahtzee bonus 2"), counts_further("Yahtzee bonus")
    (True, False)
    """
    return _further(text) is not None


def _counted_sum(text: str) -> Label | None:
    """Match a sum that is numbered, "Totale 2", "Somme n° 1", "Total III", or adds up such ones: "Total I+II"."""
    match = _COUNTED_SUM.fullmatch(ORNAMENT.sub("", text))
    name, languages = words().stated.get(key(match["sum"]), ("", frozenset())) if match else ("", frozenset())
    if not match or name not in ("sum", "subtotal"):
        return None
    return Label("stated", "sum" if match["more"] else "numbered", None, languages)


@lru_cache(maxsize=8192)
def box_name(text: str) -> str | None:
    """Match the name of a box alone, hints left out."""
    found = plain_label(text)
    return found.name if found and found.kind == "box" else None
