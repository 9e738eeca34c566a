"""Know first names in the six languages, to tell a row of them from one of surnames or titles."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from ingest.readers.words import key

_INITIALS = re.compile(r"[A-D]\.?\s?[A-D]\.?")  # letters that name sums as well: A+B is none
_PARTS = re.compile(r"[\s\-.]+")


@cache
def _given_names() -> frozenset[str]:
    """Return the first names of all languages, folded."""
    lists = tomllib.loads(files("ingest.labels").joinpath("given_names.toml").read_text("utf-8"))
    return frozenset(key(name) for text in lists.values() for name in text.split())


@lru_cache(maxsize=8192)
def is_given_name(text: str) -> bool:
    """Tell whether a text begins with a first name that is known, or is the initials of one.

    >>> is_given_name("ana-maria"), is_given_name("Jean Paul"), is_given_name("A. B."), is_given_name("Popescu")
    (True, True, True, False)
    """
    return _INITIALS.fullmatch(text.strip()) is not None or key(_PARTS.split(text.strip())[0]) in _given_names()
