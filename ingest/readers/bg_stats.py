"""Read exports of the BG Stats app (.json, .bgsplay): plays with players, totals, and scoresheets where kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from ingest.model import ParsedFile, Question, ReadOptions
from ingest.readers import dates, headings, unknown
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.headings import Headings
from ingest.readers.json_document import document, understood
from ingest.readers.labels import Label
from ingest.readers.plays import ask, check_games, rules_of, score, tell_unscored
from ingest.readers.values import Bad, points
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
        export = _Export(found, options, Collector())
        for number, play in enumerate(found["plays"]):
            export.play(play, f"plays[{number}]")
        out = export.out
        if not out.rows:
            raise source.fail("the export holds no play.", code="empty")
        questions = ask(export.meanings, options)
        check_games(source, out, export.meanings, questions)
        told = replace(
            understood(source, options),
            date_basis="ISO dates" if out.sheets else None,
            headings={**export.labels, **export.meanings},
            notes=tuple(export.notes),
        )
        return out.parsed(self.name, told, (*questions, *export.questions))


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


@dataclass
class _Export:
    """Be an export that is read, play by play.

    ``meanings``: the games and the rule set of each; ``labels``: the rows of scoresheets that nobody knows.
    """

    whole: Mapping[str, Any]
    options: ReadOptions
    out: Collector
    row: int = 0
    meanings: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    questions: dict[Question, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Map the ids of games, players and places to their names."""
        self.games = _names(self.whole.get("games"))
        self.players = _names(self.whole.get("players"))
        self.places = _names(self.whole.get("locations"))
        self.nameless = frozenset(
            _names([p for p in _dicts(self.whole.get("players")) if p.get("isAnonymous") is True])
        )

    def play(self, play: Any, place: str) -> None:
        """Read one play."""
        if not isinstance(play, dict):
            self._reject(1, "bad_value", f"{place} is no play.")
            return
        game = _ref(self.games, play, "game") or "a game without a name"
        scores = play["playerScores"] if isinstance(play.get("playerScores"), list) else []
        sheet = _scoresheet(play.get("scoresheet"), self.options)
        rules = rules_of(game, self.options)
        proven = len({x.name for x, _ in sheet.rows if x.kind == "box"}) >= _BOXES_THAT_PROVE
        refused = rules is None and self.options.said(game) is not None
        of_family = rules is not None or (proven and not refused)
        self.meanings[game] = rules or ("by its boxes" if of_family else "ignored")
        where = f"a play of {game} on {play.get('playDate') or 'no date'}"
        if not of_family or play.get("ignored") is True:
            message = f"a play of {game}" + ("" if not of_family else ", marked as ignored in the app")
            for _ in scores or [None]:
                self.row += 1
                self.out.ignore("", self.row, "other_game", message)
        elif problem := _problem(play, scores):
            self._reject(max(len(scores), 1), problem[0], f"{where} {problem[1]}.")
        else:
            self._sheets(play, scores, sheet, rules, where)

    def _reject(self, rows: int, code: str, message: str) -> None:
        for _ in range(rows):
            self.row += 1
            self.out.reject("", self.row, code, message)

    def _sheets(self, play: Mapping[str, Any], scores: list[Any], sheet: _Sheet, rules: str | None, where: str) -> None:
        """Read the sheets of a play that is of the family."""
        fields = {
            "block": self.out.block(),
            "game": str(play["uuid"]) if play.get("uuid") else None,
            "played": _day(play),
            "rules": None if self.options.rules else rules,
            "table": _ref(self.places, play, "location") or None,
        }
        self.questions |= dict.fromkeys(unknown.ask(sheet.found, sheet.unknown, self.options))
        self.labels |= dict.fromkeys(sheet.unknown, "ignored")
        if variant := str(play.get("board") or "").strip():
            self.notes[f"{where} has the variant {variant!r}, and counts like the others of the game"] = None
        sheets = []
        names: Counter[str] = Counter()
        for told in _in_order(scores):
            self.row += 1
            name = _ref(self.players, told, "player") if isinstance(told, dict) else ""
            if not name:
                ref = told.get("playerRefId", told.get("playerUuid")) if isinstance(told, dict) else told
                self.out.reject("", self.row, "no_player", f"{where}: no player has the id {ref!r}.", fields)
                continue
            names[name] += 1
            if names[name] > 1 and not self.nameless.isdisjoint((told.get("playerRefId"), told.get("playerUuid"))):
                name = f"{name} {names[name]}"
            made = self.out.column(self.out.sheet(), "main", self.row, name, fields)
            self.out.row("", self.row, made.sheet)
            cells = _fill(made, told, sheet, self.row)
            if not cells and sheet.told:
                self.notes[
                    f"{where}: its scoresheet {sheet.problem or f'has nothing of {name}'}, only the total counts"
                ] = None
            sheets.append(made)
        tell_unscored(sheets, self.out)


def _in_order(scores: list[Any]) -> list[Any]:
    """Return the scores of a play as the players sat, where that is told of all."""
    order = [s.get("seatOrder") if isinstance(s, dict) else None for s in scores]
    if all(isinstance(o, int) and o > 0 for o in order) and len(set(order)) == len(order):
        return sorted(scores, key=lambda s: int(s["seatOrder"]))
    return scores


def _day(play: Mapping[str, Any]) -> date | None:
    return dates.readings(str(play.get("playDate") or "")).get("any")


def _problem(play: Mapping[str, Any], scores: list[Any]) -> tuple[str, str] | None:
    """Return the code and the words for what keeps a play from being a game."""
    if not scores:
        return "no_player", "has no players"
    if play.get("playDate") and _day(play) is None:
        return "bad_value", "has a date that cannot be"
    teams = Counter(str(s["team"]) for s in _dicts(scores) if s.get("team"))
    if any(n > 1 for n in teams.values()):
        return "teams", "was played in teams: its totals are no player's own"
    return None


def _fill(made: SheetColumn, told: Mapping[str, Any], sheet: _Sheet, row: int) -> bool:
    """Put a player's boxes, total and place; tell whether the scoresheet has any of them."""
    uuid = _meta(told).get("scoreUuid")
    found = False
    for x, cells in sheet.rows:
        cell = cells.get(uuid) if isinstance(uuid, str) else None
        text = "" if cell is None else str(cell)
        value = score(text)
        found |= bool(text)
        if x.kind == "box":
            made.put_points(x.name, value if text and not isinstance(value, Bad) else points(text), text, row)
        elif text:
            made.put_stated(x.name, text if isinstance(value, Bad) else str(value), row)
    stated = told.get("score")
    if isinstance(stated, bool):
        stated = f"{stated} (no number)"
    if stated is not None and str(stated).strip():
        value = score(str(stated))
        if "stated_total" not in made.values or made.values["stated_total"] is None:
            made.put_stated(
                "total", str(stated) if isinstance(value, Bad) else "" if value is None else str(value), row
            )
    rank = told.get("rank")
    if isinstance(rank, int) and not isinstance(rank, bool) and 0 < rank < 1000:
        made.values["stated_place"] = rank
    return found


def _meta(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the metadata of a score, which is an object or a JSON string of one."""
    meta = told.get("metaData")
    if isinstance(meta, str):
        try:
            meta = json.loads(meta)
        except (ValueError, RecursionError):
            return {}
    return meta if isinstance(meta, dict) else {}


@dataclass(frozen=True)
class _Sheet:
    """Be the scoresheet of a play: its labelled rows with their cells by score.

    ``found``: all its labels; ``unknown``: those that nobody knows, with what stands there; ``told``: there is one.
    """

    found: Headings
    rows: Sequence[tuple[Label, Mapping[str, Any]]] = ()
    unknown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    told: bool = False
    problem: str = ""


_NO_SHEET = _Sheet(Headings((), ()))


def _scoresheet(value: Any, options: ReadOptions) -> _Sheet:
    """Read a scoresheet, a JSON string; rows that have but numbers for labels are those of rounds, and no boxes."""
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return replace(_NO_SHEET, told=True, problem="cannot be read")
    if not isinstance(value, dict):
        return _NO_SHEET
    rows = [
        r
        for group in _dicts(value.get("groups")) + _dicts(value.get("rounds"))
        for r in _dicts(group.get("rows"))
        if isinstance(r.get("label"), str) and isinstance(r.get("scores"), dict)
    ]
    found = headings.understand([r["label"] for r in rows], options, "paper")
    if not any(x and x.kind == "box" and not text.isdigit() for text, x in zip(found.texts, found.labels, strict=True)):
        return _NO_SHEET
    pairs = list(zip(found.texts, found.labels, rows, strict=True))
    return _Sheet(
        found,
        [(x, r["scores"]) for _, x, r in pairs if x is not None],
        {
            text: ["" if c is None else str(c) for c in r["scores"].values()]
            for text, x, r in pairs
            if x is None and text
        },
        told=True,
    )
