"""Find a game or a player in the results by what a person calls it."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import polars as pl

from ingest.errors import WrongUsage
from ingest.names import name_key

if TYPE_CHECKING:
    from ingest.warehouse import Reader


def find_game(reader: Reader, game: str) -> dict[str, Any]:
    """Return the row of a game by its shown id, its own id, or either with ``@`` and a file's hash."""
    found = [g for g in matching(reader, game) if g["status"] != "duplicate"]
    if not found:
        raise WrongUsage(_("There is no game {game}.").format(game=game), remedy="games")
    if len(found) > 1:
        listed = ", ".join(
            f"{g['game']}@{g['file_sha'][:12]}" if g["game"] == found[0]["game"] else g["game"] for g in found[:8]
        )
        raise WrongUsage(_("{game} can be any of these: {listed}. Say which.").format(game=game, listed=listed))
    return found[0]


def is_player(reader: Reader, name: str) -> bool:
    """Tell whether somebody is written so in the files."""
    return name_key(name) in map(name_key, reader.table("spelling")["written"])


def find_player(reader: Reader, name: str) -> int:
    """Return the number of a player by any spelling of the name."""
    key = name_key(name)
    for number, written in reader.table("spelling").select("player_no", "written").iter_rows():
        if name_key(written) == key:
            return int(number)
    for number, shown in reader.table("player").select("player_no", "player").iter_rows():
        if name_key(shown) == key:
            return int(number)
    raise WrongUsage(_("There is no player {name}.").format(name=name), remedy="players")


def matching(reader: Reader, game: str) -> list[dict[str, Any]]:
    """Return the rows of all games that go by this name."""
    name, at, sha = game.rpartition("@")
    if not at:
        name, sha = game, ""
    day = pl.col("played").cast(pl.String)
    games = reader.table("game").filter(pl.col("file_sha").str.starts_with(sha.lower()))
    exact = games.filter(pl.col("game") == name)
    if exact.height:
        return exact.to_dicts()
    return games.filter((pl.col("id") == name) | (pl.format("{}/{}", day, "id") == name)).to_dicts()
