"""Take the numbers from names that are all numbered, as players are where they stand in a list: "1. Ana", "2) Bo"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers.words import key

_NUMBERED = re.compile(r"(?:#\s*|n[ro°º]\.?\s*)?\(?\d{1,2}(?:\s*[.):\]\-–]\s*|\s+)(?=[^\W\d_])", re.IGNORECASE)


def is_numbered(name: str) -> bool:
    """Tell whether a number that counts stands before a name.

    >>> is_numbered("1. Ana"), is_numbered("#2 Bo"), is_numbered("Ana"), is_numbered("3x")
    (True, True, False, False)
    """
    return _NUMBERED.match(name) is not None


def without_numbers(names: Sequence[str]) -> list[str] | None:
    """Return names without the numbers before them; None unless all are numbered, and are several names without.

    >>> without_numbers(["1. Ana", "2. Bo"]), without_numbers(["1. Ana", "Bo"]), without_numbers(["1. Team", "2. Team"])
    (['Ana', 'Bo'], None, None)
    """
    if not names or not all(map(is_numbered, names)):
        return None
    bare = [_NUMBERED.sub("", name, count=1) for name in names]
    return bare if len(set(map(key, bare))) > 1 else None


def numbers_told(name: str) -> str:
    """Return the note that the numbers before the players' names are left out, with one name as it is written."""
    return f"the numbers before the players' names are left out, as in {name!r}"
