"""Say in a line what a person decided, in the words of the pages: boxes by their titles, names as they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from dashboard.texts import N_, _
from dashboard.widgets.book import Pinned, book, rules_of_game
from ingest.messages import box_title
from ingest.names import name_key

_KINDS = {
    "correct": N_("Corrected"),
    "accept": N_("Accepted"),
    "rescore": N_("Scored anew"),
    "merge": N_("One player"),
    "rename": N_("Renamed"),
    "import": N_("Imported"),
}
_OF_GAME = {
    "played": N_("Date"),
    "season": N_("Season"),
    "event": N_("Event"),
    "round": N_("Round"),
    "table": N_("Table"),
    "rules": N_("Rules"),
}


class Decided:
    """Tell what entries of the journal did, each only when it is asked."""

    def __init__(self, reader: Pinned) -> None:
        self._reader = reader
        self._payloads = {e.no: e.payload for e in book().entries()}

    def line(self, entry: Mapping[str, Any]) -> str:
        """Return what an entry (a row of table ``entry``) did."""
        payload = self._payloads[entry["no"]]
        if entry["kind"] == "correct":
            did = self._of_box(payload) if "box" in payload else _of_game(payload["game"])
            did = f"{payload['shown']}: {did}"
        elif entry["kind"] == "merge":
            did = self._one_player(payload["a"], payload["b"])
        else:
            did = str(entry["summary"] or "")
        return f"{_(_KINDS[entry['kind']])}: {did}"

    def _of_box(self, payload: Mapping[str, Any]) -> str:
        games = self._reader.table("game", file_sha=payload["sha"], place=payload["place"]).to_dicts()
        rules = rules_of_game(self._reader, games[0]) if games else None  # while its import is undone, there is none
        points, box = payload["value"], payload["box"]
        value = _("open") if points is None else _("struck") if points == 0 and box != "extra_yams" else str(points)
        return f"{payload['player']}, {box_title(box, payload.get('column'), rules, _)} = {value}"

    def _one_player(self, a: str, b: str) -> str:
        """Name two who were made one, and which name is shown while they are."""
        both = _("{a} and {b}").format(a=a, b=b)
        name = self._shown.get(name_key(a))
        one = name is not None and name == self._shown.get(name_key(b))
        return _("{both}, shown as {name}").format(both=both, name=name) if one else both

    @cached_property
    def _shown(self) -> dict[str, str]:
        """Return the names that players are shown by, by what files call them."""
        rows = self._reader.query("player_list").select("player", "spellings").iter_rows()
        return {name_key(name): player for player, spellings in rows for name in (player, *(spellings or ()))}


def _of_game(changes: Mapping[str, str | None]) -> str:
    return ", ".join(f"{_(_OF_GAME[name])} = {value or '–'}" for name, value in changes.items())
