"""Tell what a label means that others beside it make plain: "3er" below "Dreier", "ch. m." beside "ch. M."."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ingest.readers.family import SHEET
from ingest.readers.labels import Label, label
from ingest.readers.words import STRAIGHTS, WHOLE_SHEET, key, words

_ALIKE = {"threes": "three_of_a_kind", "fours": "four_of_a_kind"}
_SIGNS = {"+": "plus", "-": "minus", "−": "minus", "–": "minus"}
_OF_FACE = re.compile(r"[34]\W{0,2}[^\W\d_]{1,2}\.?")  # "3er"
_ABBREVIATION = re.compile(r"[^\W\d_]{1,2}\.?")
_MOST_ABBREVIATED = 3  # boxes of a sheet that may be called by their first letters alone
_BY_CASE = re.compile(r"(\D*[^\W\d_])[\s.]+([mM])\.?")  # mică, mare; minore, maggiore; menor, mayor


def by_others(texts: Collection[str]) -> dict[str, Label]:
    """Return what labels mean that other labels beside them make plain.

    >>> {text: x.name for text, x in by_others(["Dreier", "Vierer", "3er", "4er", "Full"]).items()}
    {'3er': 'three_of_a_kind', '4er': 'four_of_a_kind'}
    """
    named: dict[str, list[str]] = {}
    for text in texts:
        if (x := label(text)) and x.kind == "box":
            named.setdefault(x.name, []).append(text)
    found = {**straights_by_case(texts), **_by_signs(texts, named.keys()), **_by_first_letters(texts, named)}
    for face, alike in _ALIKE.items():
        short = [text for text in named.get(face, ()) if _OF_FACE.fullmatch(text)]
        if alike not in named and len(set(short)) == 1 and len(set(named[face])) > 1:
            found[short[0]] = Label("box", alike)
    return found


def _by_signs(texts: Collection[str], named: Collection[str]) -> dict[str, Label]:
    """Return the boxes for the most and the least that are called by their signs alone, both of them, in a sheet."""
    signs = {text: name for text in texts if (name := _SIGNS.get(text))}
    both = sorted(signs.values()) == sorted({*_SIGNS.values()})
    sheet = len(named) >= WHOLE_SHEET and not {"max", "min", "plus", "minus"} & set(named)
    return {text: Label("box", name) for text, name in signs.items()} if both and sheet else {}


def _by_first_letters(texts: Collection[str], named: Mapping[str, Sequence[str]]) -> dict[str, Label]:
    """Return what "Y" and "C" mean in a sheet that has all other boxes: each the one missing box that begins so.

    The language is that of most other boxes. Letters that stand for sums elsewhere may be such, too.
    """
    missing = [box for box in SHEET if box not in named]
    if not 0 < len(missing) <= _MOST_ABBREVIATED:
        return {}
    counts = Counter(code for box in named for code in _languages(named[box][0]))
    spoken = {code for code, count in counts.items() if count == max(counts.values())}
    meant: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        if _ABBREVIATION.fullmatch(text) and (
            (x := label(text)) is None or (x.kind == "stated" and len(key(text)) == 1)
        ):
            fits = [box for box in missing if _begins(key(text), box, spoken)]
            for box in fits:
                meant.setdefault(box, []).append(text)
    letters = [text for fits in meant.values() for text in fits]
    if len(meant) < len(missing) or len(letters) != len(missing) or len({*map(key, letters)}) < len(letters):
        return {}
    return {text: Label("box", box) for box, (text,) in meant.items()}


def _languages(text: str) -> Collection[str]:
    x = label(text)
    return x.languages if x else ()


def _begins(letters: str, box: str, spoken: Collection[str]) -> bool:
    """Tell whether the names of a box begin with some letters in one of some languages."""
    return any(
        name == box and not codes.isdisjoint(spoken) and word.startswith(letters)
        for word, (name, codes) in words().boxes.items()
    )


def alike_again(texts: Sequence[str], found: Sequence[Label | None]) -> dict[int, Label]:
    """Return, by place, what "3er" means where it stands a second time, below the sixes: three of a kind.

    So does "three" where "four" comes again with it, and nothing else does.
    """
    again: dict[int, Label] = {}
    names = Counter(x.name for x in found if x and x.kind == "box")
    twice = {name for name, count in names.items() if count > 1}
    both = twice == _ALIKE.keys() and not set(_ALIKE.values()) & names.keys()
    seen: set[str] = set()
    for i, (text, x) in enumerate(zip(texts, found, strict=True)):
        if x is None or x.kind != "box":
            continue
        if x.name == "ones":
            seen.clear()
        alike = _ALIKE.get(x.name, x.name)
        if {x.name, "sixes"} <= seen and alike not in seen and (both or _OF_FACE.fullmatch(text)):
            x = again[i] = replace(x, name=alike)
        seen.add(x.name)
    return again


def straights_by_case(texts: Collection[str]) -> dict[str, Label]:
    """Return what labels mean that name the straights by nothing but a small and a large letter, where no others do.

    >>> {text: x.name for text, x in straights_by_case(["Full", "ch. m.", "ch. M."]).items()}
    {'ch. m.': 'small_straight', 'ch. M.': 'large_straight'}
    """
    letters: dict[str, dict[str, str]] = {}
    for text in texts:
        if match := _BY_CASE.fullmatch(text):
            letters.setdefault(key(match[1]), {})[text] = match[2]
    pairs = [found for word, found in letters.items() if {*found.values()} == {"m", "M"} and _begins_straight(word)]
    if len(pairs) != 1 or any((x := label(t)) and x.name in STRAIGHTS for t in texts if t not in pairs[0]):
        return {}
    sizes = dict(zip("mM", STRAIGHTS, strict=True))
    return {text: Label("box", sizes[letter]) for text, letter in pairs[0].items()}


def _begins_straight(word: str) -> bool:
    named = [k for k, (name, _) in words().boxes.items() if name in STRAIGHTS]
    return any(k.startswith(word) for k in (*named, *words().hints))
