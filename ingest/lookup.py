"""Find a game or a player in the results by what a person calls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import polars as pl

from ingest.errors import WrongUsage
from ingest.names import name_key

if TYPE_CHECKING:
    from ingest.figures import Reads
    from ingest.warehouse import Reader

Row = Mapping[str, Any]


def find_game(reader: Reader, game: str) -> dict[str, Any]:
    """Return the row of a game by its shown id, its own id, or either with ``@`` and a version's mark."""
    found = [g for g in matching(reader, game) if g["status"] != "duplicate"]
    if not found:
        raise WrongUsage(_("There is no game {game}.").format(game=game), remedy="games")
    if len(found) > 1:
        same = [g for g in found if g["game"] == found[0]["game"]]
        listed = ", ".join(f"{g['game']}@{mark(g, same)}" if g in same else g["game"] for g in found[:8])
        raise WrongUsage(_("{game} can be any of these: {listed}. Say which.").format(game=game, listed=listed))
    return found[0]


def mark(game: Row, versions: Sequence[Row]) -> str:
    """Return what tells a version of a game from the others: the hash of its file.

    Where the file has several, the row that it begins in follows, or its number among the games of the file:
    ``1629e8ad7a44:3``, ``1629e8ad7a44:#2``.
    """
    mine = [v["first_row"] for v in versions if v["file_sha"] == game["file_sha"]]
    sha = game["file_sha"][:12]
    if len(mine) < 2:
        return str(sha)
    return f"{sha}:{game['first_row']}" if mine.count(game["first_row"]) == 1 else f"{sha}:#{game['place'] + 1}"


def bears(game: Row, mark: str) -> bool:
    """Tell whether a game is the one, or one of those, that a mark means."""
    sha, _colon, at = mark.lower().partition(":")
    return game["file_sha"].startswith(sha) and at in ("", str(game["first_row"]), f"#{game['place'] + 1}")


def exact(game: Row) -> str:
    """Return what names this game and no other: its shown id, its file and its number in it."""
    return f"{game['game']}@{game['file_sha']}:#{game['place'] + 1}"


def is_player(reader: Reads, name: str) -> bool:
    """Tell whether somebody is written so in the files."""
    return name_key(name) in map(name_key, reader.table("spelling")["written"])


def find_player(reader: Reads, name: str) -> int:
    """Return the number of a player by any spelling of the name."""
    key = name_key(name)
    for number, written in reader.table("spelling").select("player_no", "written").iter_rows():
        if name_key(written) == key:
            return int(number)
    for number, shown in reader.table("player").select("player_no", "player").iter_rows():
        if name_key(shown) == key:
            return int(number)
    raise WrongUsage(_("There is no player {name}.").format(name=name), remedy="players")


def matching(reader: Reads, game: str) -> list[dict[str, Any]]:
    """Return the rows of all games that go by this name, of its versions those that a mark after ``@`` means."""
    found = _called(reader, game)
    if not found and "@" in game:
        name, _at, said = game.rpartition("@")
        found = [g for g in _called(reader, name) if bears(g, said)]
    return found


def _called(reader: Reads, name: str) -> list[dict[str, Any]]:
    games = reader.table("game")
    exact = games.filter(pl.col("game") == name)
    if exact.height:
        return exact.to_dicts()
    day = pl.col("played").cast(pl.String)
    return games.filter((pl.col("id") == name) | (pl.format("{}/{}", day, "id") == name)).to_dicts()
