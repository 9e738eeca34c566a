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
from ingest.readers.labels import Label, column_name
from ingest.readers.plays import OF_ONE_COLUMN, ask, check_games, rules_of, score, tell_unscored
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
        questions = ask(export.meanings, options, export.published)
        check_games(source, out, export.meanings, questions)
        told = replace(
            understood(source, options),
            date_basis="ISO dates" if out.sheets else None,
            headings={**export.labels, **export.meanings},
            notes=(*export.notes, *export.namesakes()),
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


def _names(value: Any, name: str = "name") -> dict[str, str]:
    """Map ids, and ids that hold beyond the export, to names."""
    return {
        str(ref): v[name].strip()
        for v in _dicts(value)
        for ref in (v.get("uuid"), v.get("id"))
        if isinstance(v.get(name), str) and isinstance(ref, int | str)
    }


def _refs(told: Mapping[str, Any], what: str) -> list[str]:
    """Return the ids, written as numbers or as text, by which a record refers to its game, player or location."""
    refs = (told.get(f"{what}RefId"), told.get(f"{what}Uuid"))
    return [str(ref) for ref in refs if isinstance(ref, int | str)]


def _ref(names: Mapping[str, str], told: Mapping[str, Any], what: str) -> str:
    """Return the name of the game, player or location that a record refers to by either id."""
    return next((names[ref] for ref in _refs(told, what) if ref in names), "")


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
    seen: dict[str, set[int]] = field(default_factory=dict)  # which players of the app have a name

    def __post_init__(self) -> None:
        """Map the ids of games, players and places to their names, those of games also to the names on their boxes."""
        players = _dicts(self.whole.get("players"))
        self.games = _names(self.whole.get("games"))
        official = _names(self.whole.get("games"), "bggName")
        self.published = {self.games[ref]: name for ref, name in official.items() if name and ref in self.games}
        self.players = _names(players)
        self.persons = {str(ref): n for n, p in enumerate(players) for ref in (p.get("id"), p.get("uuid"))}
        self.places = _names(self.whole.get("locations"))
        self.nameless = frozenset(_names([p for p in players if p.get("isAnonymous") is True]))

    def namesakes(self) -> list[str]:
        """Tell of players of the app who have the same name."""
        return [
            f"{len(persons)} players of the app are called {name!r} and count as one: rename one of them in the app if "
            "they are several"
            for name, persons in self.seen.items()
            if len(persons) > 1
        ]

    def play(self, play: Any, place: str) -> None:
        """Read one play."""
        if not isinstance(play, dict):
            self._reject(1, "bad_value", f"{place} is no play.")
            return
        game = self._game(play)
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
            self._ignore(max(len(scores), 1), "other_game", message)
        elif problem := _problem(play, scores):
            self._reject(max(len(scores), 1), problem[0], f"{where} {problem[1]}.")
        elif not any(_scored(told, sheet) for told in scores):
            self._ignore(len(scores), "no_score", f"{where}: nobody has a score")
        else:
            self._sheets(play, scores, sheet, rules, where)

    def _game(self, play: Mapping[str, Any]) -> str:
        return _ref(self.games, play, "game") or "a game without a name"

    def _ignore(self, rows: int, code: str, message: str) -> None:
        for _ in range(rows):
            self.row += 1
            self.out.ignore("", self.row, code, message)

    def _reject(self, rows: int, code: str, message: str) -> None:
        for _ in range(rows):
            self.row += 1
            self.out.reject("", self.row, code, message)

    def _sheets(self, play: Mapping[str, Any], scores: list[Any], sheet: _Sheet, rules: str | None, where: str) -> None:
        """Read the sheets of a play that is of the family."""
        said = self.options.said(self._game(play)) is not None
        if sheet.of_columns and rules in OF_ONE_COLUMN and not said:
            rules = "yams-columns"
        fields = {
            "block": self.out.block(),
            "game": str(play["uuid"]) if play.get("uuid") else None,
            "played": _day(play),
            "rules": rules if said or not self.options.rules else None,
            "table": _ref(self.places, play, "location") or None,
        }
        self.questions |= dict.fromkeys(unknown.ask(sheet.found, sheet.unknown, self.options))
        self.labels |= dict.fromkeys(sheet.unknown, "ignored")
        if variant := str(play.get("board") or "").strip():
            self.notes[f"{where} has the variant {variant!r}, and counts like the others of the game"] = None
        if _day(play) and not dates.readings(_written(play)):
            self.notes[dates.UTC] = None
        sheets = []
        names: Counter[str] = Counter()
        for told in _in_order(scores):
            self.row += 1
            name = self._name(told, names)
            if not name:
                ref = told.get("playerRefId", told.get("playerUuid")) if isinstance(told, dict) else told
                self.out.reject("", self.row, "no_player", f"{where}: no player has the id {ref!r}.", fields)
                continue
            number = self.out.sheet()
            made = [self.out.column(number, column, self.row, name, fields) for column in sheet.columns]
            self.out.row("", self.row, number)
            problem = _fill(made, told, sheet, self.row)
            if problem and sheet.told:
                self.notes[f"{where}: its scoresheet {sheet.problem or problem.format(name=name)}"] = None
            sheets.append(made[0])
        tell_unscored(sheets, self.out)

    def _name(self, told: Any, names: Counter[str]) -> str:
        """Return the name of the player of a score; those without a name of their own are told apart in a play."""
        if not isinstance(told, dict):
            return ""
        refs = _refs(told, "player")
        nameless = not self.nameless.isdisjoint(refs)
        own = told.get("anonymousName")
        name = own.strip() if isinstance(own, str) and (nameless or not refs) else ""
        name = name or _ref(self.players, told, "player")
        self.seen.setdefault(name, set()).update(self.persons[ref] for ref in refs[:1] if ref in self.persons)
        names[name] += 1
        return f"{name} {names[name]}" if name and nameless and names[name] > 1 else name


def _in_order(scores: list[Any]) -> list[Any]:
    """Return the scores of a play as the players sat, where that is told of all."""
    order = [s.get("seatOrder") if isinstance(s, dict) else None for s in scores]
    if all(isinstance(o, int) and o > 0 for o in order) and len(set(order)) == len(order):
        return sorted(scores, key=lambda s: int(s["seatOrder"]))
    return scores


def _written(play: Mapping[str, Any]) -> str:
    """Return the date of a play as written: with its time, or the day alone; nothing where it is left open."""
    told = str(play.get("playDate") or play.get("playDateYmd") or "")
    return "" if told.startswith("0000-00-00") else told


def _day(play: Mapping[str, Any]) -> date | None:
    """Return the day of a play, written as a date or in seconds since 1970."""
    written = _written(play)
    seconds = dates.since_1970(written)
    return dates.readings(written).get("any") or (seconds.date() if seconds else None)


def _problem(play: Mapping[str, Any], scores: list[Any]) -> tuple[str, str] | None:
    """Return the code and the words for what keeps a play from being a game."""
    if not scores:
        return "no_player", "has no players"
    if _written(play) and _day(play) is None:
        return "bad_value", "has a date that cannot be"
    teams = Counter(str(s["team"]) for s in _dicts(scores) if s.get("team"))
    if any(n > 1 for n in teams.values()):
        return "teams", "was played in teams: its totals are no player's own"
    return None


def _scored(told: Any, sheet: _Sheet) -> bool:
    """Tell whether a player has a score, or anything on the scoresheet; what is no object is for the reading to say."""
    return not isinstance(told, dict) or score(_score(told)) is not None or any(sheet.cells(told))


def _fill(columns: Sequence[SheetColumn], told: Mapping[str, Any], sheet: _Sheet, row: int) -> str:
    """Put a player's boxes, total and place; return what is to be told of the scoresheet, if anything.

    Where everything on it is 0, and the score is not, nobody has filled it in.
    """
    text = _score(told)
    value = score(text)
    cells = sheet.cells(told)
    if isinstance(value, int) and value and not any(score(cell) for cell in cells):
        cells = []
    for (x, _), cell in zip(sheet.rows, cells, strict=False):
        made = next((c for c in columns if c.values["column"] == x.column), columns[0])
        _put(made, x, cell, row, several=len(columns) > 1)
    first = columns[0]
    summed = first.values.get("stated_total")
    if isinstance(value, int):
        first.values["stated_total"] = None
        first.put_stated("total", str(value), row)
    elif isinstance(value, Bad) and summed is None:
        first.put_stated("total", text, row)
    rank = told.get("rank")
    rank = int(rank) if isinstance(rank, str) and rank.isdecimal() else rank
    if isinstance(rank, int) and not isinstance(rank, bool) and 0 < rank < 1000:
        first.values["stated_place"] = rank
    if not any(cells):
        return "has nothing of {name}, only the total counts"
    return "" if summed in (None, value) else f"has the total {summed} for {{name}}, not the {value} of the score"


def _put(made: SheetColumn, x: Label, cell: str, row: int, *, several: bool) -> None:
    """Put what stands in one row of a scoresheet; what is of no column speaks of all of them."""
    value = score(cell)
    if x.kind == "box":
        made.put_points(x.name, value if cell and not isinstance(value, Bad) else points(cell), cell, row)
    elif cell:
        figure = x.name
        if several and x.column:
            figure = "column_total" if figure in ("total", "sum") else figure
        elif several and figure not in ("total", "extra_yams", "extra"):
            figure = f"sheet_stated_{figure}"
        made.put_stated(figure, cell if isinstance(value, Bad) else str(value), row)


def _score(told: Mapping[str, Any]) -> str:
    """Return the score of a player as written; a yes or no is none, and says so."""
    stated = told.get("score")
    return f"{stated} (no number)" if isinstance(stated, bool) else "" if stated is None else str(stated).strip()


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
    rows: Sequence[tuple[Label, Mapping[str, str]]] = ()
    unknown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    told: bool = False
    problem: str = ""

    @property
    def columns(self) -> list[str]:
        """Return the columns that it has."""
        return list(dict.fromkeys(x.column for x, _ in self.rows if x.kind == "box" and x.column)) or ["main"]

    @property
    def of_columns(self) -> bool:
        """Tell whether it is one of the game of several columns."""
        return any(x.kind == "box" and (x.column or x.name in ("max", "min")) for x, _ in self.rows)

    def cells(self, told: Mapping[str, Any]) -> list[str]:
        """Return what stands in each row for the player of a score."""
        uuid = told.get("scoreUuid") or _meta(told).get("scoreUuid")
        return [cells.get(uuid.casefold(), "") if isinstance(uuid, str) else "" for _, cells in self.rows]


_NO_SHEET = _Sheet(Headings((), ()))


def _scoresheet(value: Any, options: ReadOptions) -> _Sheet:
    """Read a scoresheet, a JSON string; rows that have but numbers for labels are those of rounds, and no boxes."""
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return replace(_NO_SHEET, told=True, problem="cannot be read, only the total counts")
    if not isinstance(value, dict):
        return _NO_SHEET
    rows = [
        (_label(r["label"], group), {uuid.casefold(): "" if c is None else str(c) for uuid, c in r["scores"].items()})
        for group in _dicts(value.get("groups")) + _dicts(value.get("rounds"))
        for r in _dicts(group.get("rows"))
        if isinstance(r.get("label"), str) and isinstance(r.get("scores"), dict)
    ]
    found = headings.understand([text for text, _ in rows], options, "paper")
    if not any(x and x.kind == "box" and not text.isdigit() for text, x in zip(found.texts, found.labels, strict=True)):
        return _NO_SHEET
    pairs = [(text, x, cells) for text, x, (_, cells) in zip(found.texts, found.labels, rows, strict=True)]
    return _Sheet(
        found,
        [(x, cells) for _, x, cells in pairs if x is not None],
        {text: list(cells.values()) for text, x, cells in pairs if x is None and text},
        told=True,
    )


def _label(text: str, group: Mapping[str, Any]) -> str:
    """Return the label of a row with the column of a sheet that its group is called after, if it is."""
    named = next((v for k in ("name", "label", "title") if isinstance(v := group.get(k), str)), "")
    return f"{named} {text}" if column_name(named) and named != "main" else text
