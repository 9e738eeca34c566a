"""Gather what a reader finds, sheet by sheet, and hand it over as the frames of `ingest.frames`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from ingest.frames import (
    DICE_TYPE,
    FINDINGS,
    MOVES,
    PLACE_TYPE,
    POINTS_TYPE,
    ROWS,
    SHEET_COLUMNS,
    STATED_TYPE,
    THROWS,
    TURN_TYPE,
    empty,
    from_rows,
)
from ingest.model import ParsedFile, Question, Understood
from ingest.readers.family import bonuses
from ingest.readers.labels import label
from ingest.readers.plain_labels import FURTHER
from ingest.readers.strays import give_games
from ingest.readers.values import LARGEST, UNCOMPUTED, Bad, points, total_points, whole
from ingest.readers.words import is_flag

_NEITHER = "neither a whole number nor a mark for struck or open"
_FORMULA = "a formula without its value: open the file in a spreadsheet and save it"
_ERROR = "the error of a formula: correct it in the spreadsheet, or write the points"
_TICK = "a tick does not say how many points: write the points of the box"
_ONE_OR_NONE = "one further Yams, or none: write 1 or 0"
_TICKS = frozenset("✓✔☑√")
_TALLY = re.compile(r"[x×✗✓✔]+|[|/]+|i+", re.IGNORECASE)
_HUNDREDS = re.compile(r"([1-9])[x×*]100|100(?:\+100)+", re.IGNORECASE)
_ADDED = re.compile(r"\s*[1-6](?:\s*\+\s*[1-6])+\s*")
PACK = 20_000  # columns of sheets that are kept as Python objects at a time

#: A place, with the word for one before or behind it.
_ORDINAL = re.compile(r"(?:([^\W\d_]+)\.?\s*|#\s*)?([0-9]{1,2})(?:\.|°|º|ª|[^\W\d_]{1,4})?(?:\s+([^\W\d_]+))?")


@dataclass(slots=True)
class SheetColumn:
    """Be one row of the sheet columns frame while it is filled."""

    collector: Collector
    sheet: int
    values: dict[str, Any]
    tally: str = ""  # marks where the number of further Yams should stand
    tally_row: int = 0

    def _find(self, code: str, box: str, stated: str, row: int, detail: str) -> None:
        self.collector.finding(
            self.sheet, code, column=self.values["column"], box=box, stated=stated, row=row, detail=detail
        )

    def _stands(self, figure: str, row: int) -> None:
        """Note the row of a box or stated figure where it is another than that of the column."""
        if row != self.values["row"]:
            self.values[f"r_{figure}"] = row

    def put(self, box: str, text: str, row: int) -> None:
        """Set the stated points of a box from a cell; what is no number and no mark becomes a finding.

        Dice that are added up, "6+6+6", are their sum.
        """
        value = points(text)
        if isinstance(value, Bad) and _ADDED.fullmatch(text):
            value = sum(int(die) for die in text.split("+"))
        self.put_points(box, value, text, row)

    def put_points(self, box: str, value: int | Bad | None, text: str, row: int, place: str = "") -> None:
        """Set the stated points of a box; a second, different value for it, and what cannot be points, is a finding."""
        name = f"p_{box}"
        self._stands(box, row)
        if isinstance(value, Bad):
            self._find("bad_value", box, text, row, place or _why_bad(text))
        elif value is not None and abs(value) > LARGEST:
            self._find("impossible_points", box, text, row, place or "far beyond what any box gives")
        elif self.values.get(name) is not None and self.values[name] != value:
            if value is not None:
                self._find("bad_value", box, text, row, f"the box is given twice, {self.values[name]} and {value}")
                self.values[name] = None
                return
        else:
            self.values[name] = value
            return
        self.values.setdefault(name, None)

    def put_stated(self, figure: str, text: str, row: int) -> None:
        """Set a stated figure from a cell; a figure that cannot be read is a finding, since it cannot be checked.

        A formula without its value, and the error of one, state nothing; nor does a mark in place of a total, or a sum
        that is only numbered, where nothing tells what it adds up.
        """
        if UNCOMPUTED.fullmatch(text) or figure.endswith("numbered"):
            return
        if figure.startswith(FURTHER):
            self._add_further(text, row)
            return
        self._stands(figure.removeprefix("sheet_stated_"), row)
        value = {"place": _place, "total": total_points}.get(figure, points)(text)
        if figure == "extra_yams" and _TALLY.fullmatch(marks := text.replace(" ", "")):
            self.tally, self.tally_row = marks, row
            value = len(marks) if isinstance(value, Bad) or len(marks) > 1 else value
        elif figure == "extra_yams" and (hundreds := _HUNDREDS.fullmatch(marks)):
            value = 100 * int(hundreds[1] or marks.count("100"))
        name = figure if figure == "extra_yams" or figure.startswith("sheet_") else f"stated_{figure}"
        if isinstance(value, Bad) and (is_flag(text) or (figure == "bonus" and text in _TICKS)):
            value = None
        if isinstance(value, Bad) or (value is not None and abs(value) > 10_000_000):
            self._find("bad_value", figure, text, row, "not a whole number")
            value = None
        if self.values.get(name) is None:
            self.values[name] = value
        elif value is not None and value != self.values[name]:
            self._find("bad_value", figure, text, row, f"given twice, {self.values[name]} and {value}")

    def _add_further(self, text: str, row: int) -> None:
        """Add a mark, one, or a hundred points in one more place for further Yams to what stands in the first."""
        value, marks, known = points(text), text.replace(" ", ""), self.values.get("extra_yams") or 0
        if _TALLY.fullmatch(marks):
            self.tally, self.tally_row = self.tally + marks, row
            one = len(self.tally) > 1 or isinstance(value, Bad)
            self.values["extra_yams"] = len(self.tally) if one else known
        elif isinstance(value, int) and value in (0, 1, 100):
            self.values["extra_yams"] = known + value
        elif value is not None:
            self._find("bad_value", "extra_yams", text, row, "neither a mark nor 1 or 100 for a further Yams")

    def settle_tally(self) -> None:
        """Count the marks for further Yams, or take them as struck, as the points or the total of the sheet have it.

        Where neither is told, one mark that may mean struck is a finding beside a Yams, which a further one may follow.
        """
        if not self.tally:
            return
        total, stated = self.values.get("stated_total"), self.values.get("stated_bonus")
        earned = 100 * len(self.tally)
        if self.values.get("stated_extra") == earned:
            self.values["extra_yams"] = len(self.tally)
        elif total is not None:
            boxes = sum(v for k, v in self.values.items() if k.startswith("p_") and v is not None)
            over = {total - boxes - bonus for bonus in ((stated,) if stated is not None else bonuses())}
            if over & {earned, 0}:
                self.values["extra_yams"] = len(self.tally) if earned in over else 0
        elif self.values.get("extra_yams") == 0 and self.values.get("p_yams"):
            self._find("bad_value", "extra_yams", self.tally, self.tally_row, _ONE_OR_NONE)
            self.values["extra_yams"] = None

    @property
    def blank(self) -> bool:
        """Tell whether nothing at all is filled in."""
        return not any(
            v is not None
            for k, v in self.values.items()
            if k.startswith(("p_", "d_", "stated_", "sheet_", "extra_yams"))
        )


def _place(text: str) -> int | Bad | None:
    """Read a place: 1, "1.", "1st", "2e", "locul 3"; a dash or word is no place, nor is a room: "Club 33"."""
    bare = text.strip().rstrip("=.°ºª")  # "2=" is shared
    value = whole(bare)
    if not isinstance(value, Bad):
        return value
    match = _ORDINAL.fullmatch(bare)
    said = [word for word in match.group(1, 3) if word] if match else []
    return int(match[2]) if match and all((x := label(word)) and x.name == "place" for word in said) else None


def _why_bad(text: str) -> str:
    """Say what is wrong with a cell of a box, and what to do."""
    if UNCOMPUTED.fullmatch(text):
        return _FORMULA if text.startswith("=") else _ERROR
    return _TICK if text in _TICKS else _NEITHER


@dataclass
class Collector:
    """Gather sheets, the fate of every record, findings, throws and moves of one file."""

    columns: list[SheetColumn] = field(default_factory=list)
    rows: list[tuple[str, int, int | None, str | None, str | None, str | None]] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    throws: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    packed: list[pl.DataFrame] = field(default_factory=list)
    packed_rows: list[pl.DataFrame] = field(default_factory=list)
    sheets: int = 0
    blocks: int = 0
    strays: dict[tuple[str, int], Mapping[str, Any]] = field(default_factory=dict)

    def sheet(self) -> int:
        """Return the ordinal of a new sheet."""
        self.sheets += 1
        return self.sheets - 1

    def block(self) -> int:
        """Return the ordinal of a new block: sheets that form a game by where they stand."""
        self.blocks += 1
        return self.blocks - 1

    def column(self, sheet: int, column: str, row: int, player: str, fields: Mapping[str, Any]) -> SheetColumn:
        """Begin a column of a sheet."""
        made = SheetColumn(
            self,
            sheet,
            {
                "sheet": sheet,
                "column": column,
                "row": row,
                "last_row": row,
                "player": player,
                "worksheet": "",
                **fields,
            },
        )
        self.columns.append(made)
        return made

    def row(self, worksheet: str, row: int, sheet: int | None = None) -> None:
        """Say that a record belongs to a sheet (or just exists, where `sheet` is None and a fate follows)."""
        self.rows.append((worksheet, row, sheet, None, None, None))

    def ignore(self, worksheet: str, row: int, code: str, message: str) -> None:
        """Say that a record is left out because it holds no sheet: a heading, sums, a note."""
        self.rows.append((worksheet, row, None, "ignored", code, message))

    def reject(self, worksheet: str, row: int, code: str, message: str, game: Mapping[str, Any] | None = None) -> None:
        """Say that a record looks like a sheet and cannot be taken; ``game``: the fields that tell its game, if any."""
        self.rows.append((worksheet, row, None, "rejected", code, message))
        if game is not None:
            self.strays[worksheet, row] = game

    def finding(self, sheet: int | None, code: str, **values: Any) -> None:
        """Note one thing wrong on a sheet."""
        self.findings.append({"sheet": sheet, "code": code, "recomputed": None, "column": None, **values})

    def take_out(self, told: Mapping[int, tuple[str, str, str]]) -> None:
        """Take sheets out again, packed away or not; ``told``: by sheet, the fate, code and message of its rows."""
        gone = pl.col("sheet").is_in(list(told))
        self.columns = [made for made in self.columns if made.sheet not in told]
        self.packed = [frame.filter(~gone) for frame in self.packed]
        self.findings = [found for found in self.findings if found["sheet"] not in told]
        self.throws = [rolled for rolled in self.throws if rolled["sheet"] not in told]
        for i, (worksheet, row, sheet, *_) in enumerate(self.rows):
            if sheet is not None and sheet in told:
                self.rows[i] = (worksheet, row, None, *told[sheet])
        fates = from_rows([(sheet, *why) for sheet, why in told.items()], {"sheet": ROWS["sheet"], **_FATES})
        self.packed_rows = [_with_fates(rows, fates, gone) for rows in self.packed_rows]

    def give(self, name: str, values: Mapping[int, Any], *, first: bool = False) -> None:
        """Give sheets a value by their ordinals, in each of their columns, or in the first alone."""
        open_ = dict(values)
        for n, frame in enumerate(self.packed):
            there = set(frame["sheet"]) & open_.keys()
            mine = pl.col("sheet").is_in(list(there)) & (pl.col("sheet").is_first_distinct() if first else True)
            value = pl.col("sheet").replace_strict(values, default=None, return_dtype=type_of(name))
            kept = pl.col(name) if name in frame.columns else None
            self.packed[n] = frame.with_columns(pl.when(mine).then(value).otherwise(kept).alias(name))
            open_ = {sheet: v for sheet, v in open_.items() if not first or sheet not in there}
        for made in self.columns:
            if made.sheet in open_:
                made.values[name] = open_.pop(made.sheet) if first else open_[made.sheet]

    def rename(self, bare: Callable[[str], str]) -> str | None:
        """Rename the players as a function has it; return the first name that changes, as it is written."""
        changed: dict[str, str] = {}
        for n, frame in enumerate(self.packed):
            names = frame["player"].drop_nulls().unique(maintain_order=True)
            if other := {name: to for name in names if (to := bare(name)) != name}:
                self.packed[n] = frame.with_columns(pl.col("player").replace(other))
                changed |= other
        for made in self.columns:
            name = made.values.get("player")
            if name and (to := bare(name)) != name:
                made.values["player"] = changed[name] = to
        return next(iter(changed), None)

    def players(self) -> set[str]:
        """Return the players as they are named."""
        packed = (name for frame in self.packed for name in frame["player"].drop_nulls().unique())
        return {*packed, *(name for made in self.columns if (name := made.values.get("player")))}

    def parsed(self, reader: str, understood: Understood, questions: tuple[Question, ...] = ()) -> ParsedFile:
        """Build the frames."""
        sheets, rows = self.frame(), pl.concat([*self.packed_rows, from_rows(self.rows, ROWS)])
        return ParsedFile(
            reader=reader,
            understood=understood,
            sheets=sheets,
            rows=give_games(rows, sheets, self.strays) if self.strays else rows,
            throws=_rows(self.throws, THROWS),
            moves=_rows(self.moves, MOVES),
            findings=_rows(self.findings, FINDINGS),
            questions=questions,
        )

    def pack(self) -> None:
        """Move what is gathered so far into frames, a tenth of its size; no column may change any more."""
        if len(self.columns) >= PACK:
            self.packed.append(self._columns_frame())
            self.packed_rows.append(from_rows(self.rows, ROWS))
            self.columns, self.rows = [], []

    def frame(self) -> pl.DataFrame:
        """Return every column of a sheet, packed away or not."""
        last = self._columns_frame()
        if not self.packed:
            return last
        found = pl.concat([*self.packed, last], how="diagonal")
        return found if found["sheet"].is_sorted() else found.sort("sheet", maintain_order=True)

    def _columns_frame(self) -> pl.DataFrame:
        names = {name: None for made in self.columns for name in made.values if name not in SHEET_COLUMNS}
        self.columns.sort(key=lambda made: made.sheet)
        schema = {**SHEET_COLUMNS, **{name: type_of(name) for name in names}}
        return from_rows([tuple(made.values.get(name) for name in schema) for made in self.columns], schema)


def type_of(name: str) -> pl.DataType:
    """Return the type of a box or stated column by the beginning of its name."""
    if name.startswith("p_"):
        return POINTS_TYPE
    if name.startswith("d_"):
        return DICE_TYPE
    if name.startswith("t_"):
        return TURN_TYPE
    if name.startswith("r_"):
        return PLACE_TYPE
    return STATED_TYPE


_FATES = {name: ROWS[name] for name in ("fate", "code", "message")}


def _with_fates(rows: pl.DataFrame, fates: pl.DataFrame, gone: pl.Expr) -> pl.DataFrame:
    """Give the rows of sheets that are taken out their fate."""
    told = rows.join(fates, on="sheet", how="left", maintain_order="left", suffix="_told")
    given = [pl.coalesce(f"{name}_told", name).alias(name) for name in _FATES]
    return told.with_columns(*given, sheet=pl.when(gone).then(None).otherwise("sheet")).select(list(ROWS))


_EMPTY = {id(schema): empty(schema) for schema in (THROWS, MOVES, FINDINGS)}


def _rows(rows: list[dict[str, Any]], schema: dict[str, pl.DataType]) -> pl.DataFrame:
    if not rows:
        return _EMPTY[id(schema)]
    return from_rows([tuple(row.get(name) for name in schema) for row in rows], schema)
