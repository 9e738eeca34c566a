"""Read JSON that is a table: a list of objects, flat or nested, one a line (NDJSON), or a list of lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import polars as pl

from ingest.frames import DICE_TYPE, FINDINGS, ROWS, THROWS, TURN_TYPE, from_rows
from ingest.model import ParsedFile, ReadOptions
from ingest.readers import dates
from ingest.readers.collect import Collector
from ingest.readers.grid import MOST_FIELDS, Grid
from ingest.readers.json_document import LINES, Lines, document, understood
from ingest.readers.json_kinds import FILLED, box_of, is_filled
from ingest.readers.json_programs import plain
from ingest.readers.json_shapes import Entry, Taken, events_beside_boxes, take_apart, take_lines
from ingest.readers.json_states import Passed
from ingest.readers.labels import column_name, field_name, label
from ingest.readers.tables import read_grids
from ingest.readers.values import UNANNOUNCED, Bad, announced, dice, points
from ingest.readers.words import UPPER, is_sum_word, key
from ingest.readers.yamsheet_json import dice_text, rules_text
from ingest.sources import Source

#: Keys that only wrap others: their members count as if they stood beside them.
_WRAPPERS = ("boxes", "columns", "scores", "points", "main", "categories")
#: Those whose members can be boxes only.
_OF_BOXES = frozenset(("boxes", "columns", "categories"))
#: Fields that are figures, and stand among the boxes.
_FIGURES = ("extra_yams", "points")
_DEEPEST = 5
_BOXES = range(10, 25)  # figures of a list that may be all boxes of a sheet
_NAME_THEM = (
    "Write each under the name of its box, or the names in the same order in a list beside: "
    '"boxes": ["ones", "twos", …].'
)
_ROLLED = "…"  # stands in the cell of a box of which only the dice are told
_OWN = "§game"  # stands for the id of a game that is an object of its own, with its ordinal, which alone means a box


class JsonRows:
    """Read a list of records as the table that it is."""

    name = "json-rows"
    extensions = (".json", *LINES)

    def detect(self, source: Source) -> bool:
        """Take whatever JSON the readers before have not recognised."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the records. Raises UnreadableFile where the document is no list of records."""
        notes: dict[str, None] = {}
        found = plain(document(source, options), notes)
        out = Collector()
        rows = [value for _, value in found.values] if isinstance(found, Lines) else found
        if isinstance(rows, list) and rows and all(isinstance(r, list) and not any(map(_nested, r)) for r in rows):
            grid = Grid([[_text(v) for v in row] for row in rows])
            return read_grids(source, [grid], options, out, "json", understood(source, options))
        taken = take_lines(found) if isinstance(found, Lines) else take_apart(found)
        if taken is None:
            raise source.fail(
                'the JSON holds no list of records. Looked for yamsheet/1 ({"format": "yamsheet/1", "games": […]}), '
                "a list of objects with player and boxes, and an export of BG Stats.",
                code="no_scoresheet",
            )
        table = _Table(taken, notes=notes)
        events = events_beside_boxes(taken)
        for entry in taken.entries:
            if entry.row in events:
                out.ignore("", entry.row, "note", f"{entry.place} tells of something else than a box that is filled")
            else:
                table.add(entry, out)
        if not table.keys:
            why = next((message for *_, message in out.rows if message), "there is nothing in its records.")
            raise source.fail(why, code="no_scoresheet")
        if len(table.keys) > MOST_FIELDS:
            raise source.fail(
                f"the records have {len(table.keys):,} different keys: this is no scoresheet.", code="too_large"
            )
        told = replace(understood(source, options), notes=tuple(table.notes))
        return table.finish(read_grids(source, table.grids(), options, out, "json", told), options)


def _unnamed_figures(value: Mapping[str, Any], depth: int = 0) -> str:
    """Return the key of a list that may be the boxes of a sheet in an order that nobody tells, where none is named."""
    if depth > _DEEPEST or any((x := label(name)) and x.kind == "box" for name in value):
        return ""
    for name, member in value.items():
        if isinstance(member, dict) and (found := _unnamed_figures(member, depth + 1)):
            return found
        rolled = field_name(name) in ("dice", "throws", "kept")
        if isinstance(member, list) and len(member) in _BOXES and not rolled and all(map(_may_fill, member)):
            return name
    return ""


def _may_fill(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, int) and not isinstance(value, bool))


def _nested(value: Any) -> bool:
    return isinstance(value, dict | list)


@dataclass
class _Table:
    """Be the records laid out under their keys; the headings are row 0, so that a record's row is its number.

    ``filled``: the boxes that tell more than their points, by row and key.
    """

    taken: Taken
    keys: dict[str, int] = field(default_factory=dict)
    flat: dict[int, dict[str, str]] = field(default_factory=dict)
    filled: dict[tuple[int, str], Mapping[str, Any]] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)  # the keys of what is said to be a box
    notes: dict[str, None] = field(default_factory=dict)

    def add(self, entry: Entry, out: Collector) -> None:
        """Lay out one record; what is none is rejected."""
        if entry.broken:
            out.reject("", entry.row, "bad_json", entry.broken.why, _game_of(entry.broken.told))
            return
        if isinstance(entry.value, Passed):
            out.ignore("", entry.row, "note", f"{entry.place} is a state of a game that goes on in a later line")
            return
        if not isinstance(entry.value, dict):
            if entry.value is None and entry.game is not None:
                out.ignore("", entry.row, "blank_player", f"{entry.place} is null: nobody played there")
            else:
                out.reject("", entry.row, "bad_value", f"{entry.place} is no object with names and values.", {})
            return
        try:
            flat = _Flat(entry).of(entry.value)
        except _Unclear as error:
            out.reject("", entry.row, "bad_value", f"{entry.place}: {error}", {})
            return
        if unnamed := _unnamed_figures(entry.value):
            why = f"{unnamed} is a list of figures, and nothing says which box each of them fills. {_NAME_THEM}"
            out.reject("", entry.row, "bad_value", f"{entry.place}: {why}", {})
            return
        self.filled |= {(entry.row, name): told for name, told in flat.filled.items()}
        self.boxes |= flat.boxes
        self.notes |= flat.notes
        self.flat[entry.row] = flat.cells
        for name in flat.cells:
            self.keys.setdefault(name, len(self.keys))

    @cached_property
    def _game(self) -> str:
        """Return the key of the games' ids, among those of all records."""
        return next((k for k in self.keys if field_name(k) == "game"), "game")

    def grids(self) -> list[Grid]:
        """Return the table; a game that is an object of its own is marked by its ordinal until `finish`.

        Sheets of several columns stand in a table of their own: what has no column would else be in each of them. So do
        records of one box each, whose headings mean another layout.
        """
        for entry in self.taken.entries:
            if entry.game is not None and entry.row in self.flat:
                self.flat[entry.row][self._game] = f"{_OWN} {entry.game}"
        keys = [*self.keys, *([] if self._game in self.keys or not self.taken.ids else [self._game])]
        labels = {name: x for name in keys if (x := label(name))}
        columned = {name for name, x in labels.items() if x.column}
        telling = {name for name, x in labels.items() if (x.kind, x.name) == ("field", "box")}
        named = {name for name, x in labels.items() if x.kind == "box"}
        kinds: dict[frozenset[str], set[int]] = {}
        for row, cells in self.flat.items():
            one_box = any(map(cells.get, telling)) or named.isdisjoint(cells)
            foreign = frozenset().union(() if one_box else telling, columned if columned.isdisjoint(cells) else ())
            kinds.setdefault(foreign, set()).add(row)
        return [self._grid([k for k in keys if k not in foreign], rows) for foreign, rows in kinds.items()]

    def _grid(self, keys: Sequence[str], rows: Set[int]) -> Grid:
        last = max(e.row for e in self.taken.entries)
        cells = [self.flat[number] if number in rows else {} for number in range(1, last + 1)]
        there = frozenset().union(*cells)
        used = [k for k in keys if k in there]
        return Grid([used, *([c.get(name, "") for name in used] if c else [] for c in cells)], first=0)

    def finish(self, parsed: ParsedFile, options: ReadOptions) -> ParsedFile:
        """Put in what a table cannot say: which sheets form a game, and the dice, throws and turns of boxes."""
        sheets, rows = parsed.sheets, parsed.rows.filter(pl.col("row") > 0)
        headings = dict(parsed.understood.headings)
        if self.taken.ids:
            if self._game not in self.keys:
                headings.pop(self._game, None)
            sheets, rows = _with_games(sheets, rows, self.taken)
        sheets, throws, found = _with_rolls(sheets, self.filled, parsed.understood.headings)
        return replace(
            parsed,
            understood=replace(parsed.understood, headings=headings),
            sheets=sheets,
            rows=rows,
            throws=pl.concat([parsed.throws, throws]),
            findings=pl.concat([parsed.findings, self._unknown_boxes(parsed, options), found], how="diagonal"),
        )

    def _unknown_boxes(self, parsed: ParsedFile, options: ReadOptions) -> pl.DataFrame:
        """Find what a record calls a box, gives points, and is none that anybody knows."""
        unknown = [n for n in self.keys if n in self.boxes and parsed.understood.headings.get(n) == "ignored"]
        unknown = [n for n in unknown if options.said(n) is None and not is_sum_word(n)]
        found = []
        for row, column, sheet in (
            parsed.sheets.select("row", "column", "sheet").unique("sheet", maintain_order=True).iter_rows()
        ):
            told = {name: self.flat.get(row, {}).get(name, "") for name in unknown}
            found += [
                (sheet, column, n, "unknown_box", text, row) for n, text in told.items() if points(text) is not None
            ]
        schema = {name: FINDINGS[name] for name in ("sheet", "column", "box", "code", "stated", "row")}
        return from_rows(found, schema)


def _with_games(sheets: pl.DataFrame, rows: pl.DataFrame, taken: Taken) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make each object of a game a block with its own id; what is rejected in it belongs to one of its sheets."""
    first = int(sheets["block"].max() or 0) + 1  # type: ignore[arg-type]
    marks = [(e.row, first + e.game, taken.ids[e.game]) for e in taken.entries if e.game is not None]
    of = pl.DataFrame(marks, schema={"row": pl.UInt32, "own": pl.Int32, "id": pl.String}, orient="row")
    sheets = sheets.join(of, on="row", how="left", maintain_order="left").with_columns(
        block=pl.coalesce("own", "block"), game=pl.when(pl.col("own").is_null()).then("game").otherwise("id")
    )
    anchor = sheets.filter(pl.col("own").is_not_null()).group_by("own").agg(of=pl.col("sheet").min())
    rows = (
        rows.join(of.select("row", "own").join(anchor, on="own"), on="row", how="left", maintain_order="left")
        .with_columns(sheet=pl.when(pl.col("fate") == "rejected").then(pl.coalesce("of", "sheet")).otherwise("sheet"))
        .select(list(ROWS))
    )
    return sheets.drop("own", "id"), rows


def _with_rolls(
    sheets: pl.DataFrame, filled: Mapping[tuple[int, str], Mapping[str, Any]], headings: Mapping[str, str]
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Put the dice and turns of boxes beside their points; return also their throws, and what is wrong with those."""
    at: dict[tuple[int, str], tuple[int, int]] = {}
    for i, (row, column, sheet) in enumerate(sheets.select("row", "column", "sheet").iter_rows()):
        at.setdefault((row, column), (i, sheet))
        at.setdefault((row, ""), (i, sheet))
    more: dict[str, list[Any]] = {}
    throws, bad = [], []
    for (row, name), told in filled.items():
        column, _, box = headings.get(name, "ignored").rpartition(".")
        if box == "ignored" or (row, column) not in at:
            continue
        i, sheet = at[row, column]
        for kind, value in (("d", _roll(told.get("dice"))), ("t", told.get("turn"))):
            if value is not None:
                made = more.setdefault(f"{kind}_{box}", [None] * sheets.height)
                made[i] = value
        said = announced(_text(told.get("announced")))
        if isinstance(said, Bad):
            text = _text(told["announced"])
            bad.append((sheet, sheets["column"][i], box, "bad_value", text, None, UNANNOUNCED, row))
            said = None
        if told.get("throws") or said:
            rolled = [_roll(t) or "" for t in told["throws"]] if told.get("throws") else None
            kept = [_roll(k) or "" for k in told["kept"]] if told.get("kept") else None
            throws.append((sheet, sheets["column"][i], box, rolled, kept, said))
    types = {"d": DICE_TYPE, "t": TURN_TYPE}
    columns = [pl.Series(name, values, types[name[0]]) for name, values in more.items()]
    return sheets.with_columns(columns), from_rows(throws, THROWS), from_rows(bad, FINDINGS)


def _roll(told: Any) -> str | None:
    """Return dice as text, from a list or as written."""
    if told is None:
        return None
    return dice_text(told) if isinstance(told, list) else dice(_text(told))


class _Unclear(Exception):
    """Say why a record cannot be laid out."""


@dataclass
class _Flat:
    """Be a record that is being laid out: nested objects under their path, ``down.ones``, ``stated_total``."""

    entry: Entry
    cells: dict[str, str] = field(default_factory=dict)
    filled: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)
    notes: dict[str, None] = field(default_factory=dict)

    def of(
        self, value: Mapping[str, Any], prefix: str = "", depth: int = 0, *, boxes: bool = False, section: str = ""
    ) -> _Flat:
        """Lay out an object; ``section``: its sum is that of a section. Raises _Unclear for a box that stands twice.

        So too for boxes that are none.
        """
        for name, member in value.items():
            path = f"{prefix}stated_{section}" if section and _is_sum(name) else f"{prefix}{name}"
            if boxes and not isinstance(member, dict):
                self.boxes.add(path)
            if isinstance(member, list) and member and all(isinstance(m, dict) and box_of(m) for m in member):
                self.of(dict(_boxes(member)), prefix, depth + 1)
            elif is_filled(member):
                self._box(path, member)
            elif isinstance(member, dict) and field_name(name) == "rules" and "base" in member:
                self._put(path, rules_text(member) or "")
            elif isinstance(member, dict) and depth < _DEEPEST:
                inner = _prefix(path, name, member, prefix)
                own = _section(member) if inner == prefix else ""
                self.of(member, inner, depth + 1, boxes=key(name) in _OF_BOXES, section=own)
            elif key(name) in _OF_BOXES and member is not None and not isinstance(member, dict):
                raise _Unclear(f"{name} is {_text(member)[:40]!r}, and no object of boxes.")
            elif self.entry.game is not None and not prefix and field_name(name) == "game":
                continue
            else:
                self._put(path, self._cell(name, member))
        return self

    def _box(self, path: str, told: Mapping[str, Any]) -> None:
        """Lay out a box that is an object."""
        points = told.get("points")
        rolled = any(told.get(k) for k in ("dice", "throws"))
        self._put(path, _ROLLED if points is None and rolled else _text(points))
        turn, lists = told.get("turn"), [told[k] for k in ("throws", "kept") if told.get(k) is not None]
        if (turn is not None and (not isinstance(turn, int) or not 0 < turn < 10_000)) or not all(
            isinstance(v, list) for v in lists
        ):
            self.cells[path] = json.dumps(told, ensure_ascii=False)[:100]
        elif told.keys() != {"points"}:
            self.filled[path] = told

    def _put(self, path: str, text: str) -> None:
        if self.cells.get(path, text) != text:
            raise _Unclear(f"{path} stands twice, {self.cells[path]!r} and {text!r}.")
        self.cells[path] = text

    def _cell(self, name: str, value: Any) -> str:
        """Write a value; a date in seconds or milliseconds since 1970 as the time that it is in UTC."""
        if field_name(name) == "date":
            told = dates.since_1970(_text(value))
            if told is not None:
                self.notes[dates.UTC] = None
                return told.isoformat(timespec="seconds")
        return _text(value)


def _prefix(path: str, name: str, member: Mapping[str, Any], prefix: str) -> str:
    """Return what the keys of a nested object are written under: nothing, where they speak for themselves."""
    if path == "stated":
        return "stated_"
    known = [x for k in member if (x := label(k))]
    boxes = len(known) * 2 > len(member) and all(x.kind in ("box", "stated") or x.name in _FIGURES for x in known)
    if key(name) in _WRAPPERS or (boxes and column_name(name) is None):
        return prefix
    return f"{path}."


def _section(member: Mapping[str, Any]) -> str:
    """Return the one section that all boxes of an object are of, else nothing."""
    upper = {x.name in UPPER for k in member if (x := label(k)) and x.kind == "box"}
    return "" if len(upper) != 1 else "upper" if True in upper else "lower"


def _is_sum(name: str) -> bool:
    """Tell whether a key is that of a sum of what stands beside it."""
    x = label(name)
    return bool(x and (x.name == "points" or (x.kind == "stated" and x.name in ("total", "sum", "subtotal"))))


def _boxes(members: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the boxes of a list that has an object for each, under their names."""
    seen = set()
    for member in members:
        at = box_of(member) or ""
        told = {field: v for k, v in member.items() if k != at and (field := field_name(k))}
        column = f"{told['column']}." if told.get("column") else ""
        name = f"{column}{member[at]}"
        if name in seen:
            raise _Unclear(f"{name} stands twice.")
        seen.add(name)
        yield name, {k: v for k, v in told.items() if k in FILLED}


def _game_of(told: Mapping[str, str]) -> dict[str, Any]:
    """Return what tells the game of a record among the names and values that can be made out of it."""
    fields = {field: v.strip() for k, v in told.items() if (field := field_name(k))}
    found: dict[str, Any] = {name: fields.get(name) for name in ("game", "table", "round")}
    return {**found, "worksheet": "", "played": dates.readings(fields.get("date", "")).get("any")}


def _text(value: Any, depth: int = 0) -> str:
    """Write a value as a cell; throws are parted by bars, other lists shown down to a few levels, being no figures."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list):
        part = "|" if any(isinstance(v, list) for v in value) else " "
        return part.join(_text(v, depth + 1) for v in value) if depth < _DEEPEST else "[…]"
    return str(value)
