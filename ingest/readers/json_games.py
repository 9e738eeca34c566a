"""Tell the game of each play by its name where a document lists the games beside the plays, by an id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.model import ReadOptions
from ingest.readers.json_kinds import DEEPEST, are_scalars, is_plain
from ingest.readers.json_people import IDS, own_name
from ingest.readers.labels import field_name
from ingest.readers.other_games import names_of_games


def games_by_name(found: Any) -> Any:
    """Return a document with the names of games, of which one is of the family, in place of their ids in its plays.

    >>> games_by_name({"games": [{"id": 7, "name": "Yahtzee"}], "plays": [{"gameId": 7, "scores": {"Ana": 210}}]})
    {'plays': [{'gameId': 'Yahtzee', 'scores': {'Ana': 210}}]}
    """
    for name, member in found.items() if isinstance(found, dict) else ():
        if games := _games(member):
            rest = {n: v for n, v in found.items() if n != name}
            told = _named(rest, games)
            return found if told == rest else told
    return found


def _games(member: Any) -> dict[str, str]:
    """Return the names of games by id, out of a flat list of them of which one is of the family.

    What has a date, or one name twice, is a list of plays: their ids tell them apart.
    """
    if not isinstance(member, list) or not all(isinstance(m, dict) and are_scalars(m) for m in member):
        return {}
    if any(field_name(name) == "date" for m in member for name in m):
        return {}
    named = [(next((m[i] for i in IDS if m.get(i) is not None), None), own_name(m)) for m in member]
    games = {str(i): name for i, name in named if i is not None and name}
    told = [*games.values()]
    return games if len(set(told)) == len(member) and names_of_games(told, ReadOptions()) else {}


def _named(value: Any, games: Mapping[str, str], depth: int = 0) -> Any:
    if is_plain(value) or depth > 2 * DEEPEST:
        return value
    if isinstance(value, list):
        return [_named(member, games, depth + 1) for member in value]
    return {
        name: games[str(v)]
        if is_plain(v) and str(v) in games and field_name(name) == "game"
        else _named(v, games, depth + 1)
        for name, v in value.items()
    }
