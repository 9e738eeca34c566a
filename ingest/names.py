"""Tell whether two written names are the same person's, and which are suspiciously near."""

from __future__ import annotations

import unicodedata

_CEDILLA = str.maketrans("şţŞŢ", "șțȘȚ")


def name_key(name: str) -> str:
    """Return the form under which a name is matched: NFC, cedillas as commas below, one space, case folded.

    >>> name_key("  Şerban  POPA ") == name_key("Șerban Popa")
    True
    >>> name_key("Serban") == name_key("Șerban")
    False
    """
    composed = unicodedata.normalize("NFC", name).translate(_CEDILLA)
    return unicodedata.normalize("NFC", " ".join(composed.split()).casefold())


def plain(name: str) -> str:
    """Return a name's key without accents and with its words sorted, to find near names only.

    >>> plain("Țurcanu Carmen")
    'carmen turcanu'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", name_key(name)) if not unicodedata.combining(c))
    return " ".join(sorted(bare.replace(".", " ").replace("-", " ").split()))
