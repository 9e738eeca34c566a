"""Read the product's own JSON, `yamsheet/1` (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.json_document import document
from ingest.readers.schema import SchemaMismatch, check, yamsheet_1
from ingest.readers.words import box_name
from ingest.sources import Source
from scoring.ruletext import option_text

_OURS = frozenset(("sheets", "moves"))
_SHEETWIDE = ("total", "place")


class YamsheetJson:
    """Read `yamsheet/1`; unknown keys are an error."""

    name = "json"
    extensions = (".json",)

    def detect(self, source: Source) -> bool:
        """Recognise an object that names its format, or has games with sheets or moves."""
        if source.extension not in self.extensions:
            return False
        found = document(source)
        if not isinstance(found, dict):
            return False
        games = found.get("games")
        ours = isinstance(games, list) and (not games or any(isinstance(g, dict) and g.keys() & _OURS for g in games))
        return "format" in found or (ours and "plays" not in found)

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read every game. Raises UnreadableFile naming the JSON path of what does not fit the schema."""
        found = document(source)
        try:
            check(found, yamsheet_1(), yamsheet_1())
        except SchemaMismatch as error:
            raise source.fail(f"{error}. See the JSON Schema of yamsheet/1.", code="schema") from error
        out = Collector()
        row = 0
        for block, game in enumerate(found["games"]):
            row = _game(game, block, row, out)
        dated = any(game.get("played") for game in found["games"])
        return out.parsed("json", Understood("utf-8", "JSON", date_basis="ISO dates" if dated else None))


def _game(game: Mapping[str, Any], block: int, row: int, out: Collector) -> int:
    """Read one game; returns the ordinal of its last sheet."""
    fields: dict[str, Any] = {
        "block": block,
        "game": _text(game.get("game")),
        "rules": _rules(game.get("rules")),
        **{name: _text(game.get(name)) for name in ("season", "event", "round", "table")},
    }
    sheets = game.get("sheets") or [{"player": name} for name in game["players"]]
    try:
        fields["played"] = dt.date.fromisoformat(game["played"]) if game.get("played") else None
    except ValueError:
        for i in range(len(sheets)):
            message = f"games[{block}].played: {game['played']!r} is no date that can be."
            out.reject("", row + i + 1, "bad_value", message)
        return row + len(sheets)
    for i, sheet in enumerate(sheets):
        row += 1
        _sheet(sheet, f"games[{block}].sheets[{i}]", row, fields, out)
    for number, move in enumerate(game.get("moves", [])):
        out.moves.append(
            {
                "block": block,
                "move": number,
                "player": move["player"].strip(),
                "throws": [_dice(t) for t in move["throws"]] if move.get("throws") else None,
                "kept": [_dice(k) for k in move["kept"]] if move.get("kept") else None,
                "announced": "true" if move.get("announced") else None,
                "place": move.get("place"),
                "remove": move.get("remove"),
            }
        )
    return row


def _sheet(sheet: Mapping[str, Any], path: str, row: int, fields: Mapping[str, Any], out: Collector) -> None:
    number = out.sheet()
    out.row("", row, number)
    columns = sheet.get("columns") or {"main": sheet.get("boxes", {})}
    several = len(columns) > 1 or "main" not in columns
    for i, (column, boxes) in enumerate(columns.items()):
        made = out.column(number, column, row, sheet["player"].strip(), fields)
        for name, value in boxes.items():
            _box(made, name, value, f"{path}.{name}", row, out)
        if i == 0:
            if sheet.get("extra_yams") is not None:
                made.values["extra_yams"] = int(sheet["extra_yams"])
            for figure, stated in sheet.get("stated", {}).items():
                sheetwide = several and figure not in _SHEETWIDE
                if stated is not None:
                    made.values[f"sheet_stated_{figure}" if sheetwide else f"stated_{figure}"] = int(stated)


def _box(made: SheetColumn, name: str, value: Any, path: str, row: int, out: Collector) -> None:
    """Put one box: points, null, "x", or an object."""
    filled = value if isinstance(value, dict) else {"points": value}
    box = box_name(name)
    stated = filled.get("points")
    column = made.values["column"]
    if box is None:
        told = None if stated is None else str(stated)
        out.finding(made.sheet, "unknown_box", column=column, box=name, stated=told, row=row)
        return
    made.put_points(box, 0 if stated == "x" else None if stated is None else int(stated), str(stated), row, path)
    if "dice" in filled:
        made.values[f"d_{box}"] = _dice(filled["dice"])
    if "turn" in filled:
        made.values[f"t_{box}"] = int(filled["turn"])
    announced = filled.get("announced")
    if "throws" in filled or announced:
        out.throws.append(
            {
                "sheet": made.sheet,
                "column": column,
                "box": box,
                "throws": [_dice(t) for t in filled["throws"]] if "throws" in filled else None,
                "kept": [_dice(k) for k in filled["kept"]] if "kept" in filled else None,
                "announced": None if not announced else "true" if announced is True else str(int(announced)),
            }
        )


def _dice(dice: list[Any]) -> str:
    """Write dice as text: bare faces run together, dice with size and colour apart."""
    parts = [str(int(d)) if isinstance(d, float) else str(d).strip().lower() for d in dice]
    return "".join(parts) if all(len(p) == 1 for p in parts) else " ".join(parts)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = str(int(value)) if isinstance(value, float) else str(value).strip()
    return text or None


def _rules(value: Any) -> str | None:
    """Write a rule set as its id with its options, sorted: ``yams+joker=true``."""
    if not isinstance(value, dict):
        return _text(value)
    options = [f"{k}={option_text(_frozen(v))}" for k, v in sorted(value.items()) if k != "base"]
    return f"{value['base']}+{','.join(options)}" if options else str(value["base"])


def _frozen(value: Any) -> object:
    """Return an option's value to be written; a text that would read as a number or a yes stays one, and is refused."""
    if isinstance(value, str) and value.strip().lower() not in ("down", "up"):
        return json.dumps(value, ensure_ascii=False)
    return tuple(map(tuple, value)) if isinstance(value, list) else value
