"""Leave out what a document keeps beside its games and is none: standings, bests, awards, and what was deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from ingest.readers import dates
from ingest.readers.given_names import is_given_name
from ingest.readers.json_boxes import words_of
from ingest.readers.json_kinds import DEEPEST, Settled, has_boxes, holds_sheets, is_plain, tells_total
from ingest.readers.labels import box_name, field_name
from ingest.readers.words import is_count_word, is_statistics_word, key, speaks_of_extremes, words

_DEEPEST = 5  # levels down to which standings may stand: within each game of a list
_TOLD = "left out {name}, which tells of several games, beside the games themselves"
_MERE = "left out {name}, which has neither dates nor boxes, beside the games themselves"
_DELETED = "left out {name}, which is marked as deleted"
_OTHER = "left out {name}, which is called like another game, beside those with boxes"
_ALSO = "{name} tells totals without boxes, and counts as games like those with boxes beside it"


def _nowhere() -> bool:
    return False


def without_standings(value: Any, notes: dict[str, None], depth: int = 0, beside: Callable[[], bool] = _nowhere) -> Any:
    """Return a document without what is none of its games; notes tell of it. ``beside``: whether games stand around.

    Beside games that is what is called standings, or bests, and what has neither dates nor boxes. Bests alone are what
    is left of games, one at each time.

    >>> game = {"date": "2026-03-14", "players": [{"name": "Ana", "total": 210}]}
    >>> awards = [{"name": "First yams", "points": 3}]
    >>> without_standings({"games": [game], "standings": awards, "badges": awards}, {}) == {"games": [game]}
    True
    """
    if is_plain(value) or depth > _DEEPEST or type(value) is Settled:
        return value
    if isinstance(value, list):
        kept = [member for i, member in enumerate(value, 1) if not _is_deleted(member, i, notes)]
        return [without_standings(member, notes, depth + 1, beside) for member in kept]
    tells = cache(lambda name: _tells_games(value[name]))
    nested = [name for name, member in value.items() if not is_plain(member) and type(member) is not Settled]

    def around(name: str) -> bool:
        return any(tells(other) for other in nested if other != name) or beside()

    inner = {name: without_standings(value[name], notes, depth + 1, partial(around, name)) for name in nested}
    made = value | inner
    told = [name for name in nested if _are_standings(name, made[name])]
    rest = {name: member for name, member in made.items() if name not in told}
    if told and not _tells_games(rest):
        left = {name: _TOLD for name in told if beside() and not tells(name)}
        made = {name: _by_time(member) if name in told else member for name, member in made.items()}
    else:
        left = dict.fromkeys(told, _TOLD)
    if len(nested) > 1:
        left |= _strays({name: made[name] for name in nested if name not in left}, notes)
    notes.update(dict.fromkeys(why.format(name=name) for name, why in left.items()))
    return {name: member for name, member in made.items() if name not in left}


def _strays(members: dict[str, Any], notes: dict[str, None]) -> dict[str, str]:
    """Return the members of an object that are no games, each with why, where others of them are."""
    games = [name for name, member in members.items() if _tells_games(member)]
    boxed = [name for name in games if _has_sheets_with_boxes(members[name])]
    left = {}
    for name, member in members.items():
        if name not in games:
            if games and holds_sheets({name: member}):
                left[name] = _MERE
        elif _is_called_deleted(name) and len(games) > 1:
            left[name] = _DELETED
        elif name not in boxed and boxed:
            if _is_other_game(name):
                left[name] = _OTHER
            else:
                notes[_ALSO.format(name=name)] = None
    return left


def _is_deleted(member: Any, number: int, notes: dict[str, None]) -> bool:
    """Tell whether a member of a list is a game or a sheet that says it is deleted; notes tell of it."""
    if not isinstance(member, dict) or not any(v and _is_called_deleted(name) for name, v in member.items()):
        return False
    if not (holds_sheets(member) or has_boxes(member) or tells_total(member)):
        return False
    if not any(_says_yes(v) for name, v in member.items() if _is_called_deleted(name)):
        return False
    when = next((f" of {v}" for name, v in member.items() if v and field_name(name) == "date" and is_plain(v)), "")
    notes[_DELETED.format(name=f"a game or sheet{when} (no. {number} of its list)")] = None
    return True


def _says_yes(value: Any) -> bool:
    """Tell whether a value says yes, or when."""
    if not isinstance(value, str | int):
        return False
    return value in (True, 1) or key(str(value)) in words().yes or dates.dated(str(value))


@lru_cache(maxsize=4096)
def _is_called_deleted(name: str) -> bool:
    """Tell whether a key is that of what was deleted, or says that something is."""
    return not words().deleted.isdisjoint(words_of(name))


@lru_cache(maxsize=4096)
def _is_other_game(name: str) -> bool:
    """Tell whether a key is the name of a game that is none of the family."""
    return key(name) in words().names_of_others or not words().names_of_others.isdisjoint(words_of(name))


def _has_sheets_with_boxes(value: Any, depth: int = 0) -> bool:
    """Tell whether any object within a value has boxes."""
    if is_plain(value) or depth > DEEPEST:
        return False
    if isinstance(value, list):
        return any(_has_sheets_with_boxes(member, depth + 1) for member in value)
    return has_boxes(value) or any(_has_sheets_with_boxes(member, depth + 1) for member in value.values())


def _are_standings(name: str, member: Any) -> bool:
    """Tell whether a member of an object is called so and would else be read as the sheets of a game."""
    if is_plain(member) or not (_tells_several(" ".join(words_of(name))) or _counts_games(member)):
        return False
    return holds_sheets({name: member})


def _counts_games(member: Any) -> bool:
    """Tell whether a list tells of each player how many games were played or won, and no date."""
    return isinstance(member, list) and all(
        isinstance(one, dict)
        and any(type(v) is int and is_count_word(name) for name, v in one.items())
        and not any(field_name(name) in ("date", "game") and isinstance(v, str) for name, v in one.items())
        and not has_boxes(one)
        for one in member
    )


def _tells_several(name: str) -> bool:
    """Tell whether a key is that of standings or of the best of several games, and no player's or box's: Max.

    >>> [_tells_several(name) for name in ("high scores", "best", "leaderboard", "max", "games")]
    [True, True, True, False, False]
    """
    return is_statistics_word(name) or (speaks_of_extremes(name) and not box_name(name) and not is_given_name(name))


def _by_time(bests: Any) -> Any:
    """Part a list of bests into those of each time that is told."""
    games: dict[str, list[Any]] = {}
    for one in bests if isinstance(bests, list) and all(isinstance(one, dict) for one in bests) else ():
        when = next((str(v) for name, v in one.items() if field_name(name) == "date"), "")
        games.setdefault(when, []).append(one)
    return [*games.values()] if len(games) > 1 and "" not in games else bests


def _tells_games(value: Any, depth: int = 0) -> bool:
    """Tell whether boxes stand within a value, or totals with a date."""
    if is_plain(value) or depth > DEEPEST:
        return False
    if isinstance(value, list):
        return any(_tells_games(member, depth + 1) for member in value)
    dated = any(field_name(name) == "date" for name in value)
    if has_boxes(value) or (dated and (holds_sheets(value) or tells_total(value))):
        return True
    return any(_tells_games(member, depth + 1) for member in value.values())
