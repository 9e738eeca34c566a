"""Leave out the standings and bests that a document keeps beside its games: they would be one more game."""

from __future__ import annotations

from typing import Any

from ingest.readers.given_names import is_given_name
from ingest.readers.json_boxes import words_of
from ingest.readers.json_kinds import DEEPEST, has_boxes, holds_sheets, is_plain, tells_total, within
from ingest.readers.labels import box_name, field_name
from ingest.readers.words import is_count_word, is_statistics_word, speaks_of_extremes

_DEEPEST = 3  # levels down to which standings may stand: within each game of a list
_TOLD = "left out {name}, which tells of several games, beside the games themselves"


def without_standings(value: Any, notes: dict[str, None], depth: int = 0) -> Any:
    """Return a document without what is called standings, or bests, where games stand beside them; notes tell of it.

    Bests alone are what is left of games, one at each time.

    >>> game = {"date": "2026-03-14", "players": [{"name": "Ana", "total": 210}]}
    >>> without_standings({"games": [game], "standings": [{"name": "Ana", "points": 3}]}, {}) == {"games": [game]}
    True
    """
    if is_plain(value) or depth > _DEEPEST:
        return value
    made = within(value, lambda member: without_standings(member, notes, depth + 1))
    if isinstance(made, list):
        return made
    told = [name for name, member in made.items() if _are_standings(name, member)]
    rest = {name: member for name, member in made.items() if name not in told}
    if not told or not _tells_games(rest):
        return {name: _by_time(member) if name in told else member for name, member in made.items()}
    notes.update(dict.fromkeys(_TOLD.format(name=name) for name in told))
    return rest


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
