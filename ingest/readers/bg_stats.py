"""Read exports of the BG Stats app (.json, .bgsplay): plays with players, totals, and scoresheets where kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ingest.model import ParsedFile, ReadOptions
from ingest.readers import dates, headings
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.json_document import document, understood
from ingest.readers.plays import ask, check_games, rules_of, score, tell_unscored
from ingest.readers.values import Bad, points
from ingest.readers.words import key
from ingest.sources import Source

_BOXES_THAT_PROVE = 5


class BgStats:
    """Read the plays of the games that are of the family."""

    name = "bg-stats"
    extensions = (".json", ".bgsplay")

    def detect(self, source: Source) -> bool:
        """Recognise an object with plays, players and games."""
        if source.extension == ".bgsplay":
            return True
        if source.extension not in self.extensions:
            return False
        found = document(source)
        return isinstance(found, dict) and "format" not in found and _are_plays(found.get("plays"), found)

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read every play. Raises UnreadableFile where none can be of the family."""
        found = document(source, options)
        if not isinstance(found, dict) or not isinstance(found.get("plays"), list):
            raise source.fail("this is no export of BG Stats: it has no list of plays.", code="wrong_content")
        out = Collector()
        games = _names(found.get("games"))
        players = _names(found.get("players"))
        places = _names(found.get("locations"))
        row = 0
        meanings: dict[str, str] = {}
        for play in _dicts(found["plays"]):
            row = _play(play, games, players, places, options, row, meanings, out)
        if not out.rows:
            raise source.fail("the export holds no play.", code="empty")
        questions = ask(meanings, options)
        check_games(source, out, meanings, questions)
        told = replace(understood(source, options), date_basis="ISO dates" if out.sheets else None, headings=meanings)
        return out.parsed(self.name, told, questions)


def _are_plays(plays: Any, export: Mapping[str, Any]) -> bool:
    """Tell whether a list is one of plays: they, or the games and players beside them, have their ids."""
    if not isinstance(plays, list):
        return False
    ids = {"playerScores", "gameRefId", "gameUuid"}
    return any(p.keys() & ids for p in _dicts(plays)) or (not _dicts(plays) and {"games", "players"} <= export.keys())


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _names(value: Any) -> dict[Any, str]:
    """Map ids, and ids that hold beyond the export, to names."""
    return {
        ref: v["name"].strip()
        for v in _dicts(value)
        for ref in (v.get("uuid"), v.get("id"))
        if isinstance(v.get("name"), str) and isinstance(ref, int | str)
    }


def _ref(names: Mapping[Any, str], told: Mapping[str, Any], what: str) -> str:
    """Return the name of the game, player or location that a record refers to by either id."""
    refs = (told.get(f"{what}RefId"), told.get(f"{what}Uuid"))
    return next((names[ref] for ref in refs if isinstance(ref, int | str) and ref in names), "")


def _play(
    play: Mapping[str, Any],
    games: Mapping[Any, str],
    players: Mapping[Any, str],
    places: Mapping[Any, str],
    options: ReadOptions,
    row: int,
    meanings: dict[str, str],
    out: Collector,
) -> int:
    """Read one play; returns the ordinal of its last sheet."""
    game = _ref(games, play, "game") or "a game without a name"
    scores = _dicts(play.get("playerScores"))
    boxes = _scoresheet(play.get("scoresheet"), options)
    rules = rules_of(game, options.headings)
    proven = len({x.name for x, _ in boxes if x.kind == "box"}) >= _BOXES_THAT_PROVE
    refused = rules is None and any(key(h) == key(game) for h in options.headings)
    of_family = rules is not None or (proven and not refused)
    meanings[game] = rules or ("by its boxes" if of_family else "ignored")
    if not of_family or play.get("ignored") is True:
        message = f"a play of {game}" + ("" if not of_family else ", marked as ignored in the app")
        for i in range(max(len(scores), 1)):
            out.ignore("", row + i + 1, "other_game", message)
        return row + max(len(scores), 1)
    if not scores:
        out.reject("", row + 1, "no_player", f"a play of {game} on {play.get('playDate')} has no players.")
        return row + 1
    day = dates.readings(str(play.get("playDate") or "")).get("any")
    if play.get("playDate") and day is None:
        for i in range(len(scores)):
            out.reject("", row + i + 1, "bad_value", f"playDate {play['playDate']!r} of a play of {game} is no date.")
        return row + len(scores)
    fields = {
        "block": out.block(),
        "game": str(play["uuid"]) if play.get("uuid") else None,
        "played": day,
        "rules": None if options.rules else rules,
        "table": _ref(places, play, "location") or None,
    }
    order = [s.get("seatOrder") for s in scores]
    if all(isinstance(o, int) and o > 0 for o in order) and len(set(order)) == len(order):
        scores = sorted(scores, key=lambda s: int(s["seatOrder"]))
    sheets = []
    for told in scores:
        row += 1
        name = _ref(players, told, "player")
        if not name:
            ref = told.get("playerRefId", told.get("playerUuid"))
            out.reject("", row, "no_player", f"a play of {game}: no player has the id {ref!r}.", fields)
            continue
        made = out.column(out.sheet(), "main", row, name, fields)
        out.row("", row, made.sheet)
        _fill(made, told, boxes, row)
        sheets.append(made)
    tell_unscored(sheets, out)
    return row


def _fill(made: SheetColumn, told: Mapping[str, Any], boxes: Sequence[tuple[Any, Mapping[str, Any]]], row: int) -> None:
    """Put a player's boxes, total and place."""
    uuid = _meta(told).get("scoreUuid")
    for x, cells in boxes:
        cell = cells.get(uuid) if isinstance(uuid, str) else None
        text = "" if cell is None else str(cell)
        value = score(text)
        if x.kind == "box":
            made.put_points(x.name, value if text and not isinstance(value, Bad) else points(text), text, row)
        elif text:
            made.put_stated(x.name, text if isinstance(value, Bad) else str(value), row)
    stated = told.get("score")
    if stated is not None and str(stated).strip():
        value = score(str(stated))
        if "stated_total" not in made.values or made.values["stated_total"] is None:
            made.put_stated(
                "total", str(stated) if isinstance(value, Bad) else "" if value is None else str(value), row
            )
    rank = told.get("rank")
    if isinstance(rank, int) and not isinstance(rank, bool) and 0 < rank < 1000:
        made.values["stated_place"] = rank


def _meta(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the metadata of a score, which is an object or a JSON string of one."""
    meta = told.get("metaData")
    if isinstance(meta, str):
        try:
            meta = json.loads(meta)
        except (ValueError, RecursionError):
            return {}
    return meta if isinstance(meta, dict) else {}


def _scoresheet(value: Any, options: ReadOptions) -> list[tuple[Any, Mapping[str, Any]]]:
    """Return the labelled rows of a scoresheet, a JSON string, with their cells by score; none without a sheet."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return []
    if not isinstance(value, dict):
        return []
    rows = [
        r
        for group in _dicts(value.get("groups")) + _dicts(value.get("rounds"))
        for r in _dicts(group.get("rows"))
        if isinstance(r.get("label"), str) and isinstance(r.get("scores"), dict)
    ]
    found = headings.understand([r["label"] for r in rows], options, "paper")
    return [(x, r["scores"]) for x, r in zip(found.labels, rows, strict=True) if x is not None]
