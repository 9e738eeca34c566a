"""Match a label that says more than its name: how the box counts, what is asked of it, or its name in two languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers.plain_labels import LETTERS, Label, plain_label
from ingest.readers.words import ORNAMENT, PARENTHESES, UPPER, key, words

_DESCRIBED = re.compile(r"((?=.*?[^\W\d_].*?[:=,\-–—])[^:=,]*?[^\W_][^:=,]*?)\s*(?::|=|,|\s[-–—])\s+(\S.*)")
_IN_BRACKETS = re.compile(r"([^\[\]()]*[^\W\d_][^\[\]()]*)[\[(]([^\[\]()]+)[\])]\s*")
_POINTS_FOR = re.compile(r"([^\W\d_]+)\s+(?:for|at|la|pentru|pour|au|aux|à|per|a|en|para|für|bei)\s+(.+?)\s*[?:]?")
#: Figures that explain how a box counts: its dice, and what it gives.
_COUNTS = frozenset(("2", "3", "4", "5", "25", "30", "35", "40", "50"))


def explained(text: str) -> Label | None:
    """Match a label in two languages, or with how it counts behind its name."""
    return _bilingual(text) or _described(text) or _counting(text)


def asked_for(text: str) -> Label | None:
    """Match a box as a form asks for it: "Scores [Ones]", "Points for Full", "Puncte la Full"."""
    match = _POINTS_FOR.fullmatch(text) or _IN_BRACKETS.fullmatch(text)
    outer, named = (plain_label(match[1]), plain_label(match[2])) if match else (None, None)
    if not match or not named or named.kind != "box":
        return None
    of_points = outer is not None and (outer.kind, outer.name) in (("field", "points"), ("stated", "total"))
    if match[2].isdigit():
        return named if of_points and "(" not in text else None
    return named if of_points or (outer is None and "[" in text) else None


def _described(text: str) -> Label | None:
    """Match a box that is explained behind its name: "Brelan : somme des dés", unless another label stands there."""
    match = _DESCRIBED.fullmatch(ORNAMENT.sub("", text))
    named = plain_label(match[1]) if match else None
    if not match or not named or named.kind != "box":
        return None
    rest = plain_label(match[2])
    if (
        rest
        and (rest.kind, rest.name) != ("box", named.name)
        and rest.name not in ("sum", "subtotal", "numbered", "total")
    ):
        return None
    bonus = any(words().stated.get(key(word), ("",))[0] == "bonus" for word in LETTERS.findall(match[2]))
    return None if bonus or "100" in match[2] else named


def _counting(text: str) -> Label | None:
    """Match a box, or further Yams, with how it counts behind its name: "Full House SCORE 25", "Chance alle Augen".

    An upper box is named once more in it, since "three of the same" is no box of threes. Sums alone explain no box:
    "Yahtzee total score" may be that of the game.
    """
    parts = PARENTHESES.sub(" ", ORNAMENT.sub("", text)).split()
    for cut in range(len(parts) - 1, 0, -1):
        named = plain_label(" ".join(parts[:cut]))
        if named and (named.kind == "box" or named.name == "extra_yams"):
            rest = [form for word in parts[cut:] if (form := key(word))]
            return named if _explains(rest, named) else None
    return None


def _explains(rest: Sequence[str], named: Label) -> bool:
    """Tell whether the words behind a label say how it counts."""
    w = words()
    again = {form for form in rest if w.boxes.get(form, ("",))[0] == named.name and not form.isdigit()}
    dice = {form for form in rest if form in _COUNTS or w.fields.get(form, ("",))[0] == "dice"}
    said = w.explains.intersection(rest)
    more = {"100"} if named.kind == "field" else set()
    if not said or not said | again | dice | more >= set(rest):
        return False
    return named.kind == "field" or bool(again if named.name in UPPER else dice)


def _bilingual(text: str) -> Label | None:
    """Match a label in two languages, "Brelan / 3 of a kind": what its halves mean, where none means another box."""
    parts = [p for p in re.split(r"[/|\n]", text) if p.strip()]
    if len(parts) < 2 or not all(any(c.isalpha() for c in p) for p in parts):
        return None
    halves = [plain_label(p.strip()) for p in parts]
    known = [x for x in halves if x and x.kind in ("box", "stated", "field")]
    if not known or len({(x.kind, x.name) for x in known}) > 1 or (known[0].kind != "box" and len(known) < len(halves)):
        return None
    return Label(known[0].kind, known[0].name, None, frozenset.union(*(x.languages for x in known)))
