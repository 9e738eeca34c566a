"""Share what the exports of play logs have in common: which games are of the family, and scores as free text.

Whether a game is of the family is known by its name, proven by its boxes, or asked once: the answer counts for the
next files, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from ingest.model import Question, ReadOptions
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.values import BAD, Bad, clean, whole
from ingest.readers.words import key
from ingest.sources import Source

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
#: Rule sets that a game of a play log can be played by, where its totals are all that is kept.
CHOICES = ("yahtzee", "yams", "yamms", "yatzy", "kniffel", "yams-columns", "double-yams")
#: Those that a sheet of several columns, or with a most and a least, cannot be of.
OF_ONE_COLUMN = ("yahtzee", "yams", "yamms", "kniffel")
_NEAR = 75  # likeness, of 100, from which a name may be that of a game of the family
#: Games of a file that are asked about where none is of the family.
MOST_ASKED = 12
_FIGURES = ("p_", "stated_total")
_SUM = re.compile(r"\s*[+-]?\s*\d+(?:\s*[+-]\s*\d+)*\s*")
_TERM = re.compile(r"([+-]?)\s*(\d+)")


def rules_of(game: str, options: ReadOptions) -> str | None:
    """Return the rule set of a game by its name, as the club has answered or as everybody knows it; None for others."""
    meant = options.said(game)
    if meant is None:
        return FAMILY.get(key(game))
    return None if meant in ("ignore", "ignored", "") else meant


def ask(
    games: Mapping[str, str],
    options: ReadOptions,
    published: Mapping[str, str] | None = None,
    *,
    each: bool = False,
) -> tuple[Question, ...]:
    """Return a question for each game, given with its meaning, that may be of the family and that nobody has named.

    That is a game whose name is like one of the family's, or any one where none of the file is of the family.
    ``published``: the names under which games were published, where people call them otherwise; ``each``: the names may
    be of something else than games.
    """
    open_ = [name for name, meant in games.items() if meant == "ignored" and options.said(name) is None]
    names = {name: f"{name} {(published or {}).get(name, '')}" for name in open_}
    near = [name for name in open_ if _likeness(names[name], "") >= _NEAR]
    every = each or (all(meant == "ignored" for meant in games.values()) and len(open_) <= MOST_ASKED)
    if options.yes and not every:
        return ()
    asked = open_ if each or (every and not near) else near
    return tuple(_question(name, names[name]) for name in asked)


def check_games(source: Source, out: Collector, games: Mapping[str, str], asked: Sequence[Question]) -> None:
    """Raise UnreadableFile where no game of a file is of the family, and they are too many to ask about each.

    So too where all plays of those that are have been left out.
    """
    if not out.sheets and not asked and not any(fate == "rejected" for *_, fate, _, _ in out.rows):
        if known := [name for name, meant in games.items() if meant != "ignored"]:
            raise source.fail(
                f"every play of {', '.join(sorted(known))[:200]} has no score, or is marked as ignored in the app: "
                "nothing is left.",
                code="no_game",
            )
        raise source.fail(
            f"no play is of a game of the family (the games are: {', '.join(sorted(games))[:200]}). "
            'Say which of them is one, and its rules: --heading "Club dice=yams".',
            code="no_scoresheet",
        )


def tell_unscored(play: Sequence[SheetColumn], out: Collector) -> None:
    """Note the players of a play who have no score, where others have: they were there, and are not absent."""
    empty = [made for made in play if all(v is None for k, v in made.values.items() if k.startswith(_FIGURES))]
    for made in empty if len(empty) < len(play) else ():
        out.finding(made.sheet, "incomplete", column=made.values["column"], row=made.values["row"])


def _question(game: str, names: str) -> Question:
    choices = sorted(CHOICES, key=lambda rules: -_likeness(names, rules))
    return Question(
        "game",
        f"Nobody has said yet whether the game {game!r} is one of the family. Say by which rules it is played, such as "
        f'--heading "{game}={choices[0]}", or --heading "{game}=ignore" if it is none.',
        (*choices, "ignore"),
        game,
    )


def _likeness(game: str, rules: str) -> float:
    """Measure how near a game's name, or a word of it, comes to the names of a rule set; of any where none is given."""
    names = [name for name, meant in FAMILY.items() if rules in ("", meant)]
    words = [key(game), *(key(word) for word in re.split(r"[^\w']+", game) if len(word) > 2)]
    return max((fuzz.ratio(word, name) for word in words for name in names), default=0)


def score(text: str) -> int | Bad | None:
    """Read a score of a play log: nothing, a number, or a sum.

    >>> score("-10+7+22"), score("=180+25"), score(""), score("205.0"), score("won") is BAD
    (19, 205, None, 205, True)
    """
    plain = clean(text).replace("−", "-")
    if not plain or key(plain) in ("null", "none"):
        return None
    added = plain.strip("= ")  # as in a spreadsheet, or on paper
    if len(plain) <= 200 and _SUM.fullmatch(added):
        return sum(int(sign + digits) for sign, digits in _TERM.findall(added))
    return whole(plain)


__all__ = ["BAD", "FAMILY", "ask", "check_games", "rules_of", "score", "tell_unscored"]
