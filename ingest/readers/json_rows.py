"""Read JSON that is a table: a list of flat objects, one a line (NDJSON), or a list of lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers.collect import Collector
from ingest.readers.grid import MOST_FIELDS, Grid
from ingest.readers.json_document import LINES, Lines, document
from ingest.readers.tables import read_grids
from ingest.readers.words import column_name, label
from ingest.sources import Source

#: Keys that only wrap others: their members count as if they stood beside them.
_WRAPPERS = ("boxes", "columns", "scores", "points", "main", "categories")
_DEEPEST = 5


class JsonRows:
    """Read a list of records as the table that it is."""

    name = "json-rows"
    extensions = (".json", *LINES)

    def detect(self, source: Source) -> bool:
        """Take whatever JSON the readers before have not recognised."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the records. Raises UnreadableFile where the document is no list of records."""
        found = document(source)
        out = Collector()
        rows = _rows(found)
        if rows is None:
            raise source.fail(
                'the JSON holds no list of records. Looked for yamsheet/1 ({"format": "yamsheet/1", "games": […]}), '
                "a list of objects with player and boxes, and an export of BG Stats.",
                code="no_scoresheet",
            )
        for number, message in found.broken if isinstance(found, Lines) else ():
            out.reject("", number, "bad_json", f"row {number}: {message}", {})
        if rows and all(isinstance(value, list) for _, value in rows):
            grid = Grid([[_text(v) for v in value] for _, value in rows])
        else:
            grid = _table(source, rows, out)
        parsed = read_grids(source, [grid], options, out, "json", Understood("utf-8", "JSON"))
        return ParsedFile(
            parsed.reader,
            parsed.understood,
            parsed.sheets,
            parsed.rows.filter(pl.col("row") > 0),
            parsed.throws,
            parsed.moves,
            parsed.findings,
            parsed.questions,
        )


def _rows(found: Any) -> list[tuple[int, Any]] | None:
    """Find the list of records in a document: itself, its lines, or the one list of an object around it."""
    if isinstance(found, Lines):
        return list(found.values)
    if isinstance(found, dict):
        lists = [v for v in found.values() if isinstance(v, list) and v and isinstance(v[0], dict | list)]
        table = _columns(found)
        if table is None and len(lists) != 1:
            return None
        found = lists[0] if table is None else table
    if not isinstance(found, list) or not found:
        return None
    games = [_players(value) for value in found]
    alike = Counter(repr(rest) for _, rest in games if rest is not None)
    for number, (records, rest) in enumerate(games, 1):
        if alike[repr(rest)] > 1:  # nothing else tells these games apart
            for record in records:
                record["game"] = number
    return list(enumerate((record for records, _ in games for record in records), 1))


def _columns(found: dict[str, Any]) -> list[Any] | None:
    """Turn an object that is a table into its records: headings and data, or a list or object a column, or a player."""
    if isinstance(found.get("columns"), list) and isinstance(found.get("data"), list):
        return [found["columns"], *found["data"]]
    members = list(found.values())
    if len(members) < 2:
        return None
    if all(isinstance(v, list) and len(v) == len(members[0]) for v in members) and not any(
        map(_holds_records, members)
    ):
        return [dict(zip(found, row, strict=True)) for row in zip(*members, strict=True)]
    if not all(isinstance(v, dict) and v and not _holds_records(list(v.values())) for v in members):
        return None
    if all(v.keys() == members[0].keys() for v in members) and sum(label(name) is not None for name in found) > 1:
        return [{name: v[row] for name, v in found.items()} for row in members[0]]
    return [{"player": name, **v} for name, v in found.items()] if _are_players(found) else None


def _players(value: Any) -> tuple[list[Any], dict[str, Any] | None]:
    """Part a record that holds a game into one for each player, who stand in a list or in an object by name.

    Also returns what they share, None where the record is no game.
    """
    inner = {k: v for k, v in value.items() if isinstance(v, list | dict) and v} if isinstance(value, dict) else {}
    if len(inner) != 1:
        return [value], None
    name, members = next(iter(inner.items()))
    rest = {k: v for k, v in value.items() if k != name}
    if isinstance(members, list) and all(isinstance(m, dict) for m in members):
        return [{**rest, **m} for m in members], rest
    if isinstance(members, dict) and _are_players(members):
        return [{**rest, "player": player, **m} for player, m in members.items()], rest
    return [value], None


def _are_players(members: dict[str, Any]) -> bool:
    """Tell whether the members of an object are objects of boxes or figures, by names that mean nothing else."""
    return all(isinstance(m, dict) and any(map(label, m)) for m in members.values()) and not any(
        label(name) or column_name(name) or name.lower() in _WRAPPERS for name in members
    )


def _holds_records(members: list[Any]) -> bool:
    return any(isinstance(m, dict | list) for m in members)


def _table(source: Source, rows: list[tuple[int, Any]], out: Collector) -> Grid:
    """Lay the objects out under their keys; the headings are row 0, so that a record's row is its ordinal."""
    keys: dict[str, int] = {}
    flat: dict[int, dict[str, str]] = {}
    for number, value in rows:
        if not isinstance(value, dict):
            out.reject("", number, "bad_value", f"row {number} is no object with names and values.", {})
            continue
        flat[number] = _flatten(value)
        for name in flat[number]:
            keys.setdefault(name, len(keys))
    if len(keys) > MOST_FIELDS:
        raise source.fail(f"the records have {len(keys):,} different keys: this is no scoresheet.", code="too_large")
    last = max((number for number, _ in rows), default=0)
    table = [[flat.get(number, {}).get(name, "") for name in keys] for number in range(1, last + 1)]
    return Grid([list(keys), *table], first=0)


def _flatten(value: dict[str, Any], prefix: str = "", depth: int = 0) -> dict[str, str]:
    """Write nested objects under their path: ``down.ones``, ``stated_total``; an object of points is its points."""
    found: dict[str, str] = {}
    for name, member in value.items():
        inner = prefix if name.lower() in _WRAPPERS and isinstance(member, dict) else f"{prefix}{name}"
        if isinstance(member, dict) and depth < _DEEPEST:
            if "points" in member and not isinstance(member["points"], dict):
                found[inner] = _text(member["points"])
                member = {k: v for k, v in member.items() if k != "points"}
            step = f"{inner}_" if inner == "stated" else f"{inner}." if inner else ""
            found.update(_flatten(member, step if inner != prefix else prefix, depth + 1))
        else:
            found[inner] = _text(member)
    return found


def _text(value: Any, depth: int = 0) -> str:
    """Write a value as a cell; lists within lists are shown down to a few levels only, being no figures."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list):
        return " ".join(_text(v, depth + 1) for v in value) if depth < _DEEPEST else "[…]"
    return str(value)
