"""Read the product's own JSON, `yamsheet/1` (DESIGN.md, The formats)."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, ReadOptions
from ingest.names import name_key
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.json_document import LINES, Lines, document, understood
from ingest.readers.labels import box_name
from ingest.readers.schema import SchemaMismatch, check, yamsheet_1
from ingest.sources import Source
from scoring.ruletext import option_text

FORMAT = "yamsheet/1"
_OURS = frozenset(("sheets", "moves"))
_OF_A_LINE = frozenset(("format", "moves"))
_SHEETWIDE = ("total", "place")


class YamsheetJson:
    """Read `yamsheet/1`, one document or one a line; unknown keys are an error."""

    name = "json"
    extensions = (".json", *LINES)

    def detect(self, source: Source) -> bool:
        """Recognise an object that names its format, or has nothing but games of ours; or such a line."""
        if source.extension not in self.extensions:
            return False
        found = document(source)
        if isinstance(found, Lines):
            return any(isinstance(value, dict) and value.keys() & _OF_A_LINE for _, value in found.values)
        if not isinstance(found, dict):
            return False
        games = found.get("games")
        ours = isinstance(games, list) and (not games or any(isinstance(g, dict) and g.keys() & _OURS for g in games))
        return "format" in found or (ours and len(found) == 1)

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read every game. Raises UnreadableFile naming the JSON path of what does not fit the schema."""
        found = document(source, options)
        out = Collector()
        if isinstance(found, Lines):
            games = _line_by_line(source, found, out)
        else:
            _check(source, found, "")
            games = found["games"]
            row = 0
            for block, game in enumerate(games):
                row = _game(game, block, row, f"games[{block}]", out)
        dated = any(game.get("played") for game in games)
        return out.parsed("json", replace(understood(source, options), date_basis="ISO dates" if dated else None))


def _check(source: Source, found: Any, where: str) -> None:
    try:
        check(found, yamsheet_1(), yamsheet_1())
    except SchemaMismatch as error:
        raise source.fail(f"{where}{error}. See the JSON Schema of yamsheet/1.", code="schema") from error


def _line_by_line(source: Source, lines: Lines, out: Collector) -> list[Mapping[str, Any]]:
    """Read the documents, or games, of a line each; a line that is none is rejected. Raises UnreadableFile for none."""
    games: list[Mapping[str, Any]] = []
    wrong = {number: line.why for number, line in lines.broken}
    row = 0
    failed: UnreadableFile | None = None
    for number, value in sorted([*lines.values, *lines.broken], key=lambda line: line[0]):
        whole = value if isinstance(value, dict) and "format" in value else {"format": FORMAT, "games": [value]}
        try:
            if number not in wrong:
                _check(source, whole, f"line {number}: ")
        except UnreadableFile as error:
            failed = failed or error
            wrong[number] = str(error).removeprefix(f"{source.name}: ")
        if number in wrong:
            row += 1
            out.reject("", row, "bad_json", wrong[number])
            continue
        for i, game in enumerate(whole["games"]):
            row = _game(game, len(games), row, f"line {number}: games[{i}]", out)
            games.append(game)
    if failed is not None and not games:
        raise failed
    return games


def _game(game: Mapping[str, Any], block: int, row: int, path: str, out: Collector) -> int:
    """Read one game; returns the ordinal of its last sheet."""
    fields: dict[str, Any] = {
        "block": block,
        "game": _text(game.get("game")),
        "rules": rules_text(game.get("rules")),
        **{name: _text(game.get(name)) for name in ("season", "event", "round", "table")},
    }
    sheets = game.get("sheets") or [{"player": name} for name in game["players"]]
    try:
        fields["played"] = dt.date.fromisoformat(game["played"]) if game.get("played") else None
    except ValueError:
        for i in range(len(sheets)):
            message = f"{path}.played: {game['played']!r} is no date that can be."
            out.reject("", row + i + 1, "bad_value", message)
        return row + len(sheets)
    for i, sheet in enumerate(sheets):
        row += 1
        _sheet(sheet, f"{path}.sheets[{i}]", row, fields, out)
    named = {name_key(sheet["player"]): sheet["player"].strip() for sheet in sheets}
    for number, move in enumerate(game.get("moves", [])):
        out.moves.append(
            {
                "block": block,
                "move": number,
                "player": named.get(name_key(move["player"]), move["player"].strip()),
                "throws": [dice_text(t) for t in move["throws"]] if move.get("throws") else None,
                "kept": [dice_text(k) for k in move["kept"]] if move.get("kept") else None,
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
        made.values[f"d_{box}"] = dice_text(filled["dice"])
    if "turn" in filled:
        made.values[f"t_{box}"] = int(filled["turn"])
    announced = filled.get("announced")
    if "throws" in filled or announced:
        out.throws.append(
            {
                "sheet": made.sheet,
                "column": column,
                "box": box,
                "throws": [dice_text(t) for t in filled["throws"]] if "throws" in filled else None,
                "kept": [dice_text(k) for k in filled["kept"]] if "kept" in filled else None,
                "announced": None if not announced else "true" if announced is True else str(int(announced)),
            }
        )


def dice_text(dice: list[Any]) -> str:
    """Write dice as text: bare faces run together, dice with size and colour apart."""
    parts = [str(int(d)) if isinstance(d, float) else str(d).strip().lower() for d in dice]
    return "".join(parts) if all(len(p) == 1 for p in parts) else " ".join(parts)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = str(int(value)) if isinstance(value, float) else str(value).strip()
    return text or None


def rules_text(value: Any) -> str | None:
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
