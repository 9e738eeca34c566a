"""Match a heading that is put together from words, as programs and forms write it: nombreJugador, match_no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ingest.readers.plain_labels import Label, plain_label
from ingest.readers.words import NAME_FIELDS, UPPER, key, words

_PART = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BOTH = re.compile(
    r"([^\W\d_]{4,})[./·•:*(@_\-]+(?:e|se|euse|ne|trice|a|as|i|in|innen|ora|oare|oară|ă)?\)?(?:[./·•*_\-]?s)?", re.I
)
_MOST = 5  # words of such a heading
#: What each set of words means; words for "of" may stand between them.
_MEANT: tuple[tuple[str, set[str], set[str]], ...] = (
    ("player", {"player"}, {"name"}),
    ("date", {"date"}, {"time", "game", "round", "event"}),
    ("game", {"game", "number"}, set()),
    ("table", {"table", "number"}, set()),
    ("turn", {"turn", "number"}, set()),
    ("box", {"box"}, {"name"}),
    ("points", {"points"}, {"gained", "box"}),
    ("dice", {"dice"}, {"last"}),
)
_NO_BOX = ("max", "min", "plus", "minus")  # "max score" is none
_CLASSES = {**dict.fromkeys(NAME_FIELDS[1:], "name")}


def composed(text: str) -> Label | None:
    """Match a heading of several words, each of which is known by itself, or one for players of both sexes.

    >>> [composed(t).name for t in ("nombre_jugador", "Data/ora", "matchNo", "score_chance", "Joueur·se")]
    ['player', 'date', 'game', 'chance', 'player']
    """
    return _field(text) or _box(text) or _both(text)


def plain_first(texts: Sequence[str], found: Sequence[Label | None]) -> list[Label | None]:
    """Leave out what is put together where another heading means the same plainly: "Event date" beside "Date"."""
    made = [x is not None and _put_together(text) == x for text, x in zip(texts, found, strict=True)]
    plain = {(x.kind, x.name, x.column) for x, put in zip(found, made, strict=True) if x and not put}
    return [
        None if x and put and (x.kind, x.name, x.column) in plain else x for x, put in zip(found, made, strict=True)
    ]


@lru_cache(maxsize=8192)
def _put_together(text: str) -> Label | None:
    return composed(text) if plain_label(text) is None else None


def parts(text: str) -> list[str]:
    """Part a heading into its words, also where only capitals show them."""
    return _PART.findall(_HUMP.sub(" ", text))


def _field(text: str) -> Label | None:
    told = parts(text)
    if not 1 < len(told) <= _MOST or any(c.isdigit() for c in text):
        return None
    found = {_class(word) for word in told} - {"of"}
    name = next((name for name, needed, also in _MEANT if needed <= found <= needed | also), None)
    return Label("field", name) if name else None


def _class(word: str) -> str:
    """Return what kind of word stands in a heading: the field that it means alone, or what is said of one."""
    form = key(word)
    w = words()
    name = w.parts.get(form) or w.fields.get(form, ("",))[0]
    return _CLASSES.get(name, name)


def _box(text: str) -> Label | None:
    """Match a box behind, or before, the word for points: "score_full", "chancePoints"."""
    told = _HUMP.sub(" ", text).replace("_", " ").split()
    for word, rest in ((told[0], told[1:]), (told[-1], told[:-1])) if len(told) > 1 else ():
        named = plain_label(" ".join(rest)) if _class(word) == "points" else None
        if named and named.kind == "box" and named.name not in _NO_BOX and not "".join(rest).isdigit():
            return named
    return None


def _both(text: str) -> Label | None:
    match = _BOTH.fullmatch(text.strip())
    named = words().fields.get(key(match[1])) if match else None
    return Label("field", *("player", None, named[1])) if named and named[0] == "player" else None


def face_of(text: str) -> str | None:
    """Return the upper box of a figure with the word for points, "score_1", which is one only beside others."""
    told, figures = parts(text), re.findall(r"\d+", text)
    points = len(told) == 1 and _class(told[0]) == "points" and len(figures) == 1
    return UPPER[int(figures[0]) - 1] if points and figures[0] in {"1", "2", "3", "4", "5", "6"} else None


def is_number_word(text: str) -> bool:
    """Tell whether a heading is nothing but a word for a number, which may be that of the game or of the row."""
    told = parts(text)
    return len(told) == 1 and words().parts.get(key(told[0])) == "number"
