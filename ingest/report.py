"""Report what became of files: the object of `check --json` and `import --json`, and the figures of the preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from ingest.frames import FATES, box_table
from scoring.rules import RulesError, rule_set

if TYPE_CHECKING:
    from ingest.model import Question, Understood

Tables = Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class FileReport:
    """Tell how one file was read and what became of its rows; ``already`` is the entry that had stored it before.

    ``twin`` is the path of another file of the command that has the same bytes, and is the one that counts.
    ``refused`` is the reason why nothing of it was taken, with a ``code`` and a ``row`` where known.
    """

    path: str
    sha: str | None
    reader: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    understood: Understood | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    already: int | None = None
    twin: str | None = None
    refused: str | None = None
    code: str | None = None
    row: int | None = None
    questions: tuple[Question, ...] = ()

    def counted(self, counts: Mapping[str, int]) -> FileReport:
        """Return the same with what became of its rows."""
        return replace(self, counts=counts)

    @property
    def repeated(self) -> bool:
        """Tell whether it changes nothing: it is in the book already, or named twice."""
        return self.already is not None or self.twin is not None

    @property
    def rows(self) -> int:
        """Return the number of non-blank source records."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Report:
    """Tell what became of the files of one command; ``tables`` are those of the whole book with them in it.

    ``unnamed``: why some answers about names cannot count.
    """

    entry: int | None
    files: tuple[FileReport, ...]
    tables: Tables
    unnamed: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """Return 0 where all is taken, 1 where rows are held or rejected, 2 where a file could not be taken at all."""
        if self.unnamed or any(f.refused for f in self.files):
            return 2
        return int(any(f.counts.get("held") or f.counts.get("rejected") for f in self.files if not f.repeated))

    def count(self, fate: str) -> int:
        """Return the number of rows with this fate in all files."""
        return sum(f.counts.get(fate, 0) for f in self.files)

    @cached_property
    def shas(self) -> list[str]:
        """Return the hashes of the files that were taken in, new to the book."""
        return [f.sha for f in self.files if f.sha and not f.refused and not f.repeated]

    @cached_property
    def games(self) -> pl.DataFrame:
        """Return the games of these files that are taken or held, in the order of the files."""
        if not self.shas:
            return pl.DataFrame(schema={"game_no": pl.UInt32, "game": pl.String, "status": pl.String})
        order = {sha: i for i, sha in enumerate(self.shas)}
        games = self.tables["game"].filter(pl.col("file_sha").is_in(self.shas) & (pl.col("status") != "duplicate"))
        at = pl.col("file_sha").replace_strict(order, default=None, return_dtype=pl.Int32)
        return games.sort(at, "place")

    @cached_property
    def findings(self) -> pl.DataFrame:
        """Return what was found in these games, as the finding table, with ``player`` and what identifies the game."""
        if not self.shas:
            return pl.DataFrame(schema={"game_no": pl.UInt32})
        names = self._sheets.select("sheet_no", player="written")
        return (
            self.tables["finding"]
            .join(
                self.games.select("game_no", "game", "status", "worksheet"),
                on="game_no",
                how="inner",
                maintain_order="left",
            )
            .join(names, on="sheet_no", how="left", maintain_order="left")
        )

    @cached_property
    def rejected(self) -> list[dict[str, Any]]:
        """Return what could not be taken: rows with place, code and message; refused files with their reason."""
        refused = [
            {"path": f.path, "worksheet": None, "row": f.row, "code": f.code, "message": f.refused}
            for f in self.files
            if f.refused
        ]
        return self._left_out("rejected") + refused

    @cached_property
    def seasonless(self) -> pl.DataFrame:
        """Return the games (``game``, ``played``) that count and stand in no season: undated, or outside them all."""
        if not self.shas:
            return pl.DataFrame(schema={"game": pl.String, "played": pl.Date})
        lost = self.games.filter((pl.col("status") == "taken") & pl.col("season").is_null())
        return lost.select("game", "played")

    @cached_property
    def ignored(self) -> list[dict[str, Any]]:
        """Return the rows that are no part of a game, such as headings, sums and notes: where, and why."""
        return self._left_out("ignored")

    @cached_property
    def duplicates(self) -> list[dict[str, Any]]:
        """Return the rows of games that are in the book, or in the file, already: where, and a sentence."""
        return [{**row, "code": "duplicate_game", "severity": "warning"} for row in self._left_out("duplicate")]

    def _left_out(self, fate: str) -> list[dict[str, Any]]:
        if not self.shas:
            return []
        names = {f.sha: f.path for f in self.files if not f.twin}
        rows = self.tables["source_row"].filter((pl.col("fate") == fate) & pl.col("file_sha").is_in(self.shas))
        return [
            {
                "path": names[r["file_sha"]],
                "worksheet": r["worksheet"] or None,
                "row": r["row"],
                "code": r["code"],
                "message": r["message"],
            }
            for r in rows.sort("file_sha", "worksheet", "row").iter_rows(named=True)
        ]

    @cached_property
    def _sheets(self) -> pl.DataFrame:
        return self.tables["sheet"].join(self.games.select("game_no"), on="game_no", how="semi", maintain_order="left")

    def as_json(self) -> dict[str, Any]:
        """Return the object that `check --json` and `import --json` print (DESIGN.md, The command line)."""
        return {
            "import": None if self.entry is None else str(self.entry),
            "files": [_file_json(f) for f in self.files],
            "games": game_objects(self.tables, self.games) if self.shas else [],
            "rejected": self.rejected,
            "duplicates": self.duplicates,
            "ignored": self.ignored,
            "questions": [
                {"path": f.path, "about": q.about, "message": q.message, "choices": list(q.choices)}
                for f in self.files
                for q in f.questions
            ],
        }


def _file_json(file: FileReport) -> dict[str, Any]:
    told: dict[str, Any] = {"path": file.path, "sha256": file.sha, "reader": file.reader, "rows": file.rows}
    told |= {fate: file.counts.get(fate, 0) for fate in ("taken", "held", "duplicate", "rejected", "ignored")}
    if file.already is not None:
        told["already"] = str(file.already)
    if file.twin is not None:
        told["same_as"] = file.twin
    if file.understood is not None:
        told["notes"] = [*file.understood.notes, *_left_out(file.understood)]
    return told


def _left_out(read: Understood) -> Iterator[str]:
    """Tell of the headings that are no box and no known field, and of the games of a play log that are none of ours."""
    if ignored := [text for text, meaning in read.headings.items() if meaning == "ignored"]:
        yield f"left out: {', '.join(ignored)}"


def game_objects(tables: Tables, games: pl.DataFrame) -> list[dict[str, Any]]:
    """Return these games with their sheets, boxes and findings as plain objects (DESIGN.md, The command line)."""
    sheets, found = _sheet_objects(tables, games), _finding_objects(tables, games)
    return [
        {
            "game": g["game"],
            "played": g["played"].isoformat() if g["played"] else None,
            "rules": g["rules"],
            "rules_version": g["rules_version"],
            "season": g["season"],
            "event": g["event"],
            "round": g["round"],
            "table": g["table"],
            "status": g["status"],
            "accepted": g["accepted"],
            "file": g["file_sha"],
            "sheets": sheets.get(g["game_no"], []),
            "findings": found.get(g["game_no"], []),
            **({"result": g["result"]} if g["result"] else {}),
        }
        for g in games.iter_rows(named=True)
    ]


def _sheet_objects(tables: Tables, games: pl.DataFrame) -> dict[int, list[dict[str, Any]]]:
    """Return the sheets of each game; only those of games that count have a place and Whist points."""
    boxes = _boxes(tables, games)
    sheets: dict[int, list[dict[str, Any]]] = {}
    taken = dict(games.select("game_no", pl.col("status") == "taken").iter_rows())
    mine = tables["sheet"].filter(pl.col("game_no").is_in(list(taken))).sort("game_no", "seat")
    for s in mine.iter_rows(named=True):
        counted, sections = boxes.get(s["sheet_no"], ({}, {}))
        live = taken[s["game_no"]]
        sheets.setdefault(s["game_no"], []).append(
            {
                "player": s["written"],
                "total": s["total"],
                "sections": {} if s["evidence"] == "total" else sections,
                "bonus": s["bonus"],
                "extra_yams": s["extra_yams"],
                "place": s["place"] if live else None,
                "whist": s["points_e4"] / 10_000 if live and s["points_e4"] is not None else None,
                "complete": s["complete"],
                "evidence": s["evidence"],
                "boxes": {} if s["evidence"] == "total" else counted,
            }
        )
    return sheets


def _finding_objects(tables: Tables, games: pl.DataFrame) -> dict[int, list[dict[str, Any]]]:
    """Return what was found in each game."""
    found: dict[int, list[dict[str, Any]]] = {}
    names = dict(tables["sheet"].select("sheet_no", "written").iter_rows()) if games.height else {}
    worksheets = dict(games.select("game_no", "worksheet").iter_rows())
    for f in tables["finding"].filter(pl.col("game_no").is_in(list(worksheets))).iter_rows(named=True):
        found.setdefault(f["game_no"], []).append(
            {
                "code": f["code"],
                "severity": f["severity"],
                "player": names.get(f["sheet_no"]),
                "column": f["column"],
                "box": f["box"],
                "stated": _number(f["stated"]),
                "recomputed": f["recomputed"],
                "worksheet": worksheets[f["game_no"]] or None,
                "row": f["row"],
                "message": f["message"],
            }
        )
    return found


def _boxes(tables: Tables, games: pl.DataFrame) -> dict[int, tuple[dict[str, Any], dict[str, int]]]:
    """Return by sheet what counts in its boxes, by column, and its section totals."""
    told: dict[int, tuple[dict[str, Any], dict[str, int]]] = {}
    for (base, rules, version), own in games.group_by("rules_base", "rules", "rules_version", maintain_order=True):
        table = tables[box_table(str(base))]
        mine = table.join(own.select("game_no"), on="game_no", how="semi", maintain_order="left")
        sections = [c for c in mine.columns if c.startswith("s_") and mine[c].count()]
        plain = [c for c in mine.columns if "__" not in c and c not in _FRAME and not c.startswith("s_")]
        blank = [c for c in plain if not mine[c].count()]
        absent = _absent(str(rules), version, blank) if blank else set()
        plain = [c for c in plain if c not in absent]
        for row in mine.iter_rows(named=True):
            boxes, sums = told.setdefault(row["sheet_no"], ({}, {}))
            boxes[row["column"]] = {box: row[box] for box in plain}
            for section in sections:
                sums[section[2:]] = sums.get(section[2:], 0) + (row[section] or 0)
    return told


def _absent(rules_id: str, version: object, boxes: Sequence[str]) -> set[str]:
    """Return the boxes of a table that a rule set has not, such as max and min where an option removes them.

    Known of the rule sets that come with the product, by their version; a club's own text may have changed since.
    """
    try:
        rules = rule_set(rules_id)
    except RulesError:
        return set()
    known = rules.board is None and rules.edition == version
    return {box for box in boxes if box not in rules.box_ids} if known else set()


_FRAME = ("sheet_no", "game_no", "player_no", "column", "bonus", "column_total")


def _number(stated: str | None) -> int | str | None:
    if stated is None:
        return None
    try:
        return int(stated)
    except ValueError:
        return stated


def counts_of(tables: Tables) -> dict[str, dict[str, int]]:
    """Return what became of the rows of each file, by its hash."""
    return {row.pop("sha"): row for row in tables["file"].select("sha", *FATES).to_dicts()}
