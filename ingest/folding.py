"""Fold what people write as labels to what counts, so that two spellings of one label are the same text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

ARROWS = "↓↑↕↔⇅⇓⇑⇕▼▲⬇⬆"
_SYMBOLS = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE",
        "⚀": "1", "⚁": "2", "⚂": "3", "⚃": "4", "⚄": "5", "⚅": "6",
    }
)  # fmt: skip


@lru_cache(maxsize=65536)
def key(text: str) -> str:
    """Fold a label to what counts: letters, digits and arrows, without case, accents, punctuation and spaces.

    >>> key("Chintă mică") == key("CHINTA MICA"), key("kl. Straße"), key("3er-Pasch")
    (True, 'klstrasse', '3erpasch')
    """
    folded = unicodedata.normalize("NFKD", text.translate(_SYMBOLS)).casefold()
    return "".join(c for c in folded if (c.isalnum() and not unicodedata.combining(c)) or c in ARROWS)


def folded(text: str) -> str:
    """Fold a label as `key` does; one of nothing but signs stays as it is, so that "?" and "→" differ."""
    return key(text) or text.strip()
