"""Share what the exports of play logs have in common: which games are of the family, and scores as free text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.readers.values import BAD, Bad, clean, whole
from ingest.readers.words import key

#: Names under which play logs know games of the family, and the rule set that each is played by.
FAMILY: Mapping[str, str] = {
    "yahtzee": "yahtzee",
    "yatzy": "yatzy",
    "kniffel": "kniffel",
    "yams": "yams",
    "yam": "yams",
    "yamms": "yamms",
    "doubleyams": "double-yams",
    "yammaster": "yam-master",
}
_SUM = re.compile(r"\s*[+-]?\s*\d+(?:\s*[+-]\s*\d+)*\s*")
_TERM = re.compile(r"([+-]?)\s*(\d+)")


def rules_of(game: str, answers: Mapping[str, str]) -> str | None:
    """Return the rule set of a game by its name, as the club has answered or as everybody knows it; None for others."""
    for written, meant in answers.items():
        if key(written) == key(game):
            return None if meant in ("ignore", "ignored", "") else meant
    return FAMILY.get(key(game))


def score(text: str) -> int | Bad | None:
    """Read a score of a play log: nothing, a number, or a sum.

    >>> score("-10+7+22"), score(""), score("205.0"), score("won") is BAD
    (19, None, 205, True)
    """
    plain = clean(text).replace("−", "-")
    if not plain or key(plain) in ("null", "none"):
        return None
    if len(plain) <= 200 and _SUM.fullmatch(plain):
        return sum(int(sign + digits) for sign, digits in _TERM.findall(plain))
    return whole(plain)


__all__ = ["BAD", "FAMILY", "rules_of", "score"]
