"""Read JSON that is a table: a list of objects, flat or nested, one a line (NDJSON), or a list of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import polars as pl

from ingest.errors import UnreadableFile
from ingest.frames import DICE_TYPE, FINDINGS, ROWS, THROWS, TURN_TYPE, from_rows
from ingest.model import ParsedFile, ReadOptions
from ingest.readers import dates, json_twins
from ingest.readers.collect import Collector
from ingest.readers.grid import MOST_FIELDS, Grid
from ingest.readers.json_document import LINES, Lines, document, understood
from ingest.readers.json_flat import Flat, Unclear, text_of, unnamed_figures
from ingest.readers.json_programs import plain
from ingest.readers.json_shapes import Entry, Taken, branches_of, events_beside_boxes, take_apart, take_lines
from ingest.readers.json_states import Passed
from ingest.readers.labels import field_name, label
from ingest.readers.tables import read_grids
from ingest.readers.values import UNANNOUNCED, Bad, announced, dice, points
from ingest.readers.words import is_sum_word
from ingest.readers.yamsheet_json import dice_text
from ingest.sources import Source

_NAME_THEM = (
    "Write each under the name of its box, or the names in the same order in a list beside: "
    '"boxes": ["ones", "twos", …].'
)
_NO_KEYS: frozenset[str] = frozenset()
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
            grid = Grid([[text_of(v) for v in row] for row in rows])
            return read_grids(source, [grid], options, out, "json", understood(source, options))
        taken = take_lines(found) if isinstance(found, Lines) else take_apart(found)
        if taken is None:
            raise source.fail(
                'the JSON holds no list of records. Looked for yamsheet/1 ({"format": "yamsheet/1", "games": […]}), '
                "a list of objects with player and boxes, and an export of BG Stats." + _left_out(notes),
                code="no_scoresheet",
            )
        table = _Table(taken, notes=notes)
        events = events_beside_boxes(taken)
        for entry in taken.entries:
            if entry.row in events:
                out.ignore("", entry.row, "note", f"{entry.told} tells of something else than a box that is filled")
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
        clash = table.join_twins(options)
        try:
            parsed = read_grids(source, table.grids(), options, out, "json", told)
        except UnreadableFile as error:
            raise (
                source.fail(clash, code=error.code) if clash and error.code == "duplicate_heading" else error
            ) from error
        return table.finish(parsed, options)


def _left_out(notes: Mapping[str, None]) -> str:
    return f" This is done before: {'; '.join(notes)}." if notes else ""


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
            out.ignore("", entry.row, "note", f"{entry.told} is a state of a game that goes on in a later line")
            return
        if not isinstance(entry.value, dict):
            if entry.value is None and entry.game is not None:
                out.ignore("", entry.row, "blank_player", f"{entry.told} is null: nobody played there")
            else:
                out.reject("", entry.row, "bad_value", f"{entry.told} is no object with names and values.", {})
            return
        try:
            flat = Flat(entry).of(entry.value)
        except Unclear as error:
            out.reject("", entry.row, "bad_value", f"{entry.told}: {error}", {})
            return
        if unnamed := unnamed_figures(entry.value):
            why = f"{unnamed} is a list of figures, and nothing says which box each of them fills. {_NAME_THEM}"
            out.reject("", entry.row, "bad_value", f"{entry.told}: {why}", {})
            return
        self.filled |= {(entry.row, name): told for name, told in flat.filled.items()}
        self.boxes |= flat.boxes
        self.notes |= flat.notes
        self.flat[entry.row] = flat.cells
        for name in flat.cells:
            self.keys.setdefault(name, len(self.keys))

    def join_twins(self, options: ReadOptions) -> str:
        """Take keys that mean the same for one, where records allow it; return what is wrong where they do not."""
        places = {entry.row: entry.told for entry in self.taken.entries}
        twins = json_twins.find([*self.keys], self.flat, places, options)
        for cells in self.flat.values() if twins.joined or twins.left else ():
            for name in cells.keys() & (twins.joined.keys() | twins.left):
                text = cells.pop(name)
                first = twins.joined.get(name)
                if first and not cells.get(first):
                    cells[first] = text
        self.filled = {(row, twins.joined.get(name, name)): told for (row, name), told in self.filled.items()}
        self.keys = {name: at for name, at in self.keys.items() if name not in twins.joined and name not in twins.left}
        remedy = "Remove one of them, or rename it, or say that one is to be ignored."
        return f"{'; '.join(twins.problems[:3])}. {remedy}" if twins.problems else ""

    @cached_property
    def _game(self) -> str:
        """Return the key of the games' ids, among those of all records."""
        return next((k for k in self.keys if field_name(k) == "game"), "game")

    def grids(self) -> list[Grid]:
        """Return the table; a game that is an object of its own is marked by its ordinal until `finish`.

        Sheets of several columns stand in a table of their own: what has no column would else be in each of them. So do
        records of one box each, whose headings mean another layout, and those under another key of the document.
        """
        for entry in self.taken.entries:
            if entry.game is not None and entry.row in self.flat:
                self.flat[entry.row][self._game] = f"{_OWN} {entry.game}"
        keys = [*self.keys, *([] if self._game in self.keys or not self.taken.ids else [self._game])]
        labels = {name: x for name in keys if (x := label(name))}
        columned = {name for name, x in labels.items() if x.column}
        telling = {name for name, x in labels.items() if (x.kind, x.name) == ("field", "box")}
        named = {name for name, x in labels.items() if x.kind == "box"}
        kinds: dict[tuple[frozenset[str], frozenset[str]], set[int]] = {}
        branches = self._branches()
        for row, cells in self.flat.items():
            one_box = any(map(cells.get, telling)) or named.isdisjoint(cells)
            foreign = frozenset().union(() if one_box else telling, columned if columned.isdisjoint(cells) else ())
            kinds.setdefault((foreign, branches.get(row, _NO_KEYS)), set()).add(row)
        return [self._grid([k for k in keys if k not in foreign], rows) for (foreign, _), rows in kinds.items()]

    def _branches(self) -> dict[int, frozenset[str]]:
        """Return by row all keys of the records in its branch of the document; nothing where they are not few."""
        branches = branches_of(self.taken)
        keys: dict[str, set[str]] = {}
        for row, cells in self.flat.items() if branches else ():
            keys.setdefault(branches[row], set()).update(cells)
        alike = {branch: frozenset(found) for branch, found in keys.items()}
        return {row: alike[branch] for row, branch in branches.items() if row in self.flat}

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
        said = announced(text_of(told.get("announced")))
        if isinstance(said, Bad):
            text = text_of(told["announced"])
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
    return dice_text(told) if isinstance(told, list) else dice(text_of(told))


def _game_of(told: Mapping[str, str]) -> dict[str, Any]:
    """Return what tells the game of a record among the names and values that can be made out of it."""
    fields = {field: v.strip() for k, v in told.items() if (field := field_name(k))}
    found: dict[str, Any] = {name: fields.get(name) for name in ("game", "table", "round")}
    return {**found, "worksheet": "", "played": dates.readings(fields.get("date", "")).get("any")}
