"""Print a game as its paper sheet: boxes down the side, players across, findings numbered beneath."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.cli.printing import shown, table
from dashboard.words import source
from scoring.findings import RulesError
from scoring.rules import RuleSet, rule_set

STRUCK, OPEN = "–", "·"


def paper(game: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Return a game, an object of `ingest.report.game_objects` with its ``source``, as text.

    ``texts`` are the club's own rule sets.
    """
    try:
        rules: RuleSet | None = rule_set(game["rules"], texts)
    except RulesError:
        rules = None
    facts = [game["game"], game["played"], game["season"] and f"season {game['season']}", game["event"]]
    facts += [
        f"{game['rules']}, version {game['rules_version']}",
        game["status"] + (" (accepted)" if game["accepted"] else ""),
        source(game["source"]),
    ]
    lines = [" · ".join(str(fact) for fact in facts if fact), ""]
    heads = ["", *(sheet["player"] for sheet in game["sheets"])]
    rows = _rows(game, rules)
    if rows:
        lines.append(table(heads, rows, right=range(1, len(heads))))
    for number, finding in enumerate(game["findings"], start=1):
        who = f"{finding['player']}: " if finding["player"] else ""
        place = f" (row {finding['row']})" if finding["row"] is not None else ""
        lines += ([""] if number == 1 else []) + [f"{number}. {finding['severity']}: {who}{finding['message']}{place}"]
    return shown("\n".join(lines))


def _rows(game: Mapping[str, Any], rules: RuleSet | None) -> list[list[object]]:
    sheets = game["sheets"]
    marks: dict[tuple[object, ...], list[int]] = {}
    for number, finding in enumerate(game["findings"], start=1):
        marks.setdefault((finding["player"], finding["column"] or "main", finding["box"]), []).append(number)
    rows: list[list[object]] = []
    columns = list(dict.fromkeys(column for sheet in sheets for column in sheet["boxes"]))
    for column in columns:
        boxes = dict.fromkeys(box for sheet in sheets for box in sheet["boxes"].get(column, {}))
        sections = {section.boxes[-1]: section for section in rules.sections} if rules else {}
        if column != "main":
            rows.append([column.capitalize(), *[""] * len(sheets)])
        for box in boxes:
            title = next((b.title for b in rules.boxes if b.id == box), box) if rules else box
            rows.append([title, *(_value(sheet, column, box, marks) for sheet in sheets)])
            section = sections.get(box)
            if section and column == columns[-1]:
                rows.append([f"  {section.title}", *(sheet["sections"].get(section.id) for sheet in sheets)])
                if rules and section.id == rules.bonus_section:
                    rows.append(["  Bonus", *(sheet["bonus"] for sheet in sheets)])
    if any(sheet["extra_yams"] for sheet in sheets):
        rows.append(["Extra Yams", *(sheet["extra_yams"] for sheet in sheets)])
    rows.append(["Total", *(sheet["total"] for sheet in sheets)])
    rows.append(["Place", *(sheet["place"] for sheet in sheets)])
    points = [None if sheet["whist"] is None else f"{sheet['whist']:.2f}".replace("-", "−") for sheet in sheets]
    rows.append(["Whist points", *points])
    return rows


def _value(sheet: Mapping[str, Any], column: str, box: str, marks: Mapping[tuple[object, ...], list[int]]) -> str:
    value = sheet["boxes"].get(column, {}).get(box)
    numbers = marks.get((sheet["player"], column, box), ())
    text = OPEN if value is None else STRUCK if value == 0 else str(value)
    return text + "".join(f" [{n}]" for n in numbers)
