"""Print a rule set from the data that scores: its boxes, an example roll each, their possible points, its options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dashboard.cli.printing import counted, table
from scoring.examples import example
from scoring.rules import Board, RuleSet
from scoring.tables import possible_points

_MANY = 8  # possible points are listed up to so many, else told as a range


def one_as_text(rules: RuleSet) -> str:
    """Return a rule set as a page of text."""
    low, high = rules.players
    players = counted(low, "player") if low == high else f"{low} to {high} players"
    turns = [f"{rules.turns} turns"] if rules.turns else []
    lines = [
        f"{rules.title} ({rules.id}), version {rules.edition}",
        ", ".join([f"{rules.dice} dice", f"up to {rules.throws} throws", *turns, players]),
    ]
    if len(rules.columns) > 1:
        lines.append("Columns: " + ", ".join(_column(rules, column) for column in rules.columns))
    if rules.board is not None:
        lines += _board(rules.board)
    for section in rules.sections:
        rows = [
            [box.title, box.id, box.pattern, box.hint, _example(rules, box.id), _possible(rules, box.id)]
            for box in rules.boxes
            if box.section == section.id
        ]
        lines += [
            "",
            section.title,
            table(["Box", "Name", "Holds when", "Gives", "For example", "Possible points"], rows),
        ]
    for least, bonus in rules.bonus_tiers:
        lines += ["", f"Bonus: {bonus} when the {rules.bonus_section} section reaches {least}."]
    extra = rules.extra_yams
    if extra is not None and extra.points:
        most = f", at most {extra.limit} a game" if extra.limit is not None else ""
        lines += ["", f"Extra Yams: {extra.points} each{most}."]
    if rules.option_list:
        heads = ["Option", "Meaning", "Value"]
        lines += ["", "Options", table(heads, [[x.id, x.title, _shown(x.value)] for x in rules.option_list])]
    if rules.notes:
        lines += ["", *(f"- {note}" for note in rules.notes)]
    return "\n".join(lines)


def _column(rules: RuleSet, column: str) -> str:
    way = {"down": "from the top", "up": "from the bottom"}.get(rules.order.get(column, ""))
    how = way or ("first throw only" if column in rules.first_throw else "any order")
    return f"{rules.column_titles[column]} ({how})"


def _board(board: Board) -> list[str]:
    """Draw the board's cells and say what each takes."""
    titles = {figure.id: figure.title for figure in board.figures}
    cells = [[str(n), *(titles[cell] for cell in row)] for n, row in enumerate(board.cells, 1)]
    worth = ", ".join(f"{run} in a line {points}" for run, points in board.line_points)
    return [
        "",
        table(["", *"abcdefghij"[: len(board.cells[0])]], cells),
        "",
        table(["Cell", "Taken with"], [[figure.title, figure.hint] for figure in board.figures]),
        "",
        f"{board.tokens} tokens each. {board.win} in a line win; else {worth}.",
    ]


def _example(rules: RuleSet, box: str) -> str:
    faces, points = example(rules, box)
    return f"{' '.join(map(str, faces))}: {points}"


def _possible(rules: RuleSet, box: str) -> str:
    values = possible_points(rules, box)
    if len(values) <= _MANY:
        return ", ".join(map(str, values))
    steps = {b - a for a, b in pairwise(values[1:])}
    if len(steps) > 1:
        return ", ".join(map(str, values))
    step = steps.pop()
    start = str(values[0]) if values[1] - values[0] == step else f"{values[0]}, {values[1]}"
    return f"{start} to {values[-1]}" + (f" in steps of {step}" if step > 1 else "")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, ()) else str(value)


def one_as_json(rules: RuleSet) -> dict[str, Any]:
    """Return a rule set as a plain object."""
    return {
        "id": rules.id,
        "base": rules.base,
        "title": rules.title,
        "version": rules.version,
        "origin": rules.origin,
        "dice": rules.dice,
        "throws": rules.throws,
        "turns": rules.turns,
        "players": list(rules.players),
        "columns": list(rules.columns),
        "sections": [{"id": s.id, "title": s.title, "boxes": list(s.boxes)} for s in rules.sections],
        "boxes": [
            {
                "id": box.id, "title": box.title, "hint": box.hint, "section": box.section, "pattern": box.pattern,
                "points": box.points, "possible": list(possible_points(rules, box.id)),
                "example": dict(zip(("dice", "points"), example(rules, box.id), strict=True)),
            }
            for box in rules.boxes
        ],
        "board": None if rules.board is None else [list(row) for row in rules.board.cells],
        "options": {x.id: x.value for x in rules.option_list},
        "notes": list(rules.notes),
    }  # fmt: skip
