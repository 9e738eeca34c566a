"""Take from names what is not theirs: the numbers of a list, "1. Ana", "2) Bo", and the signs of a winner, "Ana *"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers.labels import field_name
from ingest.readers.words import NAME_FIELDS, key

_NUMBERED = re.compile(r"(?:#\s*|n[ro°º]\.?\s*)?\(?\d{1,2}(?:\s*[.):\]\-–]\s*|\s+)(?=[^\W\d_])", re.IGNORECASE)

_PLAYER = re.compile(r"([^\W\d_]+)[\s.]*(?:n[ro°º]\.?\s*|#\s*)?(\d{1,2}\s*[.):\]\-–]?\s*)(?=[^\W\d_]|$)")


#: Signs that a winner is marked with beside the name, and such a name.
SIGNS = "*★☆⭐🌟🏆👑🥇🥈🥉🏅✓✔"
_SIGNED = re.compile(rf"[\s{SIGNS}\ufe0f]*(.*?)[\s{SIGNS}\ufe0f]*")


def without_signs(name: str) -> str:
    """Take the signs of a winner from a name, unless they are all of it.

    >>> without_signs("Ana *"), without_signs("🏆 Bo"), without_signs("Cy"), without_signs("🏆")
    ('Ana', 'Bo', 'Cy', '🏆')
    """
    match = _SIGNED.fullmatch(name)
    return match[1] if match and match[1] and any(sign in name for sign in SIGNS) else name


def signs_told(name: str) -> str:
    """Return the note that signs beside the players' names are left out, with one name as it is written."""
    return f"the signs beside the players' names are left out, as in {name!r}"


def _bare(name: str) -> str:
    """Take from a name the word for a player before its number, if that is what stands there: "Player 2: Bo"."""
    match = _PLAYER.match(name)
    return name[match.start(2) :] if match and field_name(match[1]) in NAME_FIELDS else name


def is_numbered(name: str) -> bool:
    """Tell whether a number that counts stands before a name, or behind the word for a player.

    >>> is_numbered("1. Ana"), is_numbered("#2 Bo"), is_numbered("Ana"), is_numbered("3x")
    (True, True, False, False)
    """
    return _bare(name) != name or _NUMBERED.match(name) is not None


def without_numbers(names: Sequence[str]) -> list[str] | None:
    """Return names without the numbers before them; None unless all are numbered, and are several names without.

    "Player 3" alone, where others have names, is a place that nobody has.

    >>> without_numbers(["1. Ana", "2. Bo"]), without_numbers(["1. Ana", "Bo"]), without_numbers(["1. Team", "2. Team"])
    (['Ana', 'Bo'], None, None)
    >>> without_numbers(["Player 1: Ana", "Player 2: Bo", "Player 3"]), without_numbers(["Player 1", "Player 2"])
    (['Ana', 'Bo', 'Player 3'], None)
    """
    if not names or not all(map(is_numbered, names)):
        return None
    bare = [_NUMBERED.sub("", _bare(name), count=1) for name in names]
    named = [text if any(map(str.isalpha, text)) else name for text, name in zip(bare, names, strict=True)]
    return named if len(set(map(key, named)) - set(map(key, names))) > 1 else None


def numbers_told(name: str) -> str:
    """Return the note that the numbers before the players' names are left out, with one name as it is written."""
    return f"the numbers before the players' names are left out, as in {name!r}"
