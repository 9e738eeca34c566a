"""Say what a command's answers about names would decide, before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import gettext as _

import polars as pl

from ingest.names import name_key
from ingest.state import Decision


def as_decisions(names: Mapping[str, str], tables: Mapping[str, pl.DataFrame]) -> tuple[list[Decision], list[str]]:
    """Return the decisions that let each written name be a player's, and why some cannot be.

    ``tables``: those of the book with the files in it, made without these decisions.
    """
    numbers = {name_key(w): n for n, w in tables["spelling"].select("player_no", "written").iter_rows()}
    numbers |= {name_key(shown): n for n, shown in tables["player"].select("player_no", "player").iter_rows()}
    seats = dict(tables["sheet"].group_by("player_no").agg("game_no").iter_rows())
    decided, failed = [], []
    for written, player in names.items():
        mine, other = numbers.get(name_key(written)), numbers.get(name_key(player))
        if mine is None:
            failed.append(_("There is no player {name}.").format(name=written))
        elif other is not None and other != mine and set(seats.get(mine, ())) & set(seats.get(other, ())):
            words = _("{a} and {b} both sit in one game: they cannot be one player.")
            failed.append(words.format(a=written, b=player))
        else:
            decided.append(Decision(0, "rename", {"a": written, "b": player}, "", "", None))
    return decided, failed
