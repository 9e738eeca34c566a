"""Turn what is said of names with an import into decisions, which its entry then holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import gettext as _

from ingest.build import decided_games
from ingest.club import Club
from ingest.gather import CountedFile, GivenRules
from ingest.names import name_key
from ingest.players import players_of
from ingest.state import Decision


def as_decisions(
    names: Mapping[str, str],
    sources: Sequence[CountedFile],
    decisions: Sequence[Decision],
    club: Club,
    given: Mapping[tuple[str, int], GivenRules] | None = None,
) -> tuple[list[Decision], list[str]]:
    """Return the decisions that let each written name be a player's, who keeps the own one, and why some cannot be.

    ``sources``: those of the book with the new files; where no file is new, nothing can be decided. What is so
    already needs no decision.
    """
    if not names:
        return [], []
    _gathered, sheets, roll = decided_games(sources, decisions, club, given)
    players, _spellings = players_of(sheets, roll)
    shown = dict(players.select("key", "player").iter_rows())
    key_of = {name_key(written): key for written, key in roll.key_of.items()}
    key_of |= {name_key(player): key for key, player in shown.items()}
    games = {key: set(gids) for key, gids in sheets.group_by("key").agg("gid").iter_rows()}
    decided, failed = [], []
    for written, player in names.items():
        mine, other = key_of.get(name_key(written)), key_of.get(name_key(player), "")
        if mine is None:
            failed.append(_("There is no player {name}.").format(name=written))
        elif mine == other:
            continue
        elif games[mine] & games.get(other, set()):
            words = _("{a} and {b} both sit in one game: they cannot be one player.")
            failed.append(words.format(a=written, b=player))
        elif all(source.entry is not None for source in sources):
            words = _("No file is new, so that {a} and {b} stay as they are: merge the two, or rename the one.")
            failed.append(words.format(a=written, b=player))
        else:
            known = shown.get(other, player)
            decided.append(Decision(0, "rename", {"a": written, "b": known}, "", "", None))
            key_of = {name: mine if key == other else key for name, key in key_of.items()} | {name_key(known): mine}
            games[mine] |= games.get(other, set())
            shown[mine] = known
    return decided, failed
