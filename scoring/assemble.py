"""Make a RuleSet of a rule set's table, every key checked."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.findings import RulesError
from scoring.patterns import PatternError, points_table
from scoring.ruleset import Board, Box, ExtraYams, Figure, Multipliers, Option, RuleSet, Section
from scoring.ruletext import Table, option_value


def _whole(name: str, table: Table, key: str, low: int, high: int, default: int | None = None) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RulesError(f"{name}.toml: {key}: expected a whole number from {low} to {high}, not {value!r}")
    return value


def assemble(
    base: str, rules_id: str, table: Table, options: Mapping[str, object], option_list: tuple[Option, ...],
    used: tuple[tuple[str, str], ...],
) -> RuleSet:  # fmt: skip
    dice = _whole(base, table, "dice", 1, 10)
    boxes = _boxes(base, table, dice, options)
    sections = tuple(
        Section(s, str(title), tuple(box.id for box in boxes if box.section == s))
        for s, title in table.get("sections", {}).items()
    )
    sections = tuple(s for s in sections if s.boxes)
    players = table.get("players", [1, 8])
    if not (
        isinstance(players, list)
        and len(players) == 2
        and all(type(n) is int for n in players)
        and 1 <= players[0] <= players[1]
    ):
        raise RulesError(f"{base}.toml: players: expected [least, most], not {players!r}")
    columns = table.get("columns", ["main"])
    if isinstance(columns, int):
        sets = table.get("column_sets", {})
        if str(columns) not in sets:
            raise RulesError(f"{base}.toml: column_sets has no entry for {columns} columns")
        columns = sets[str(columns)]
    if not isinstance(columns, list) or not columns:
        raise RulesError(f"{base}.toml: columns: expected a list of columns, not {columns!r}")
    box_ids = {box.id for box in boxes}
    order = {c: o for c, o in table.get("order", {}).items() if c in columns}
    for column, way in order.items():
        if way not in ("down", "up", "free"):
            raise RulesError(f"{base}.toml: order.{column}: expected down, up or free, not {way!r}")
    pair = table.get("max_min", {})
    max_min = (pair["max"], pair["min"]) if pair and {pair["max"], pair["min"]} <= box_ids else None
    bonus_section, tiers = _bonus(base, table, sections)
    return RuleSet(
        id=rules_id,
        base=base,
        title=str(table["title"]),
        version=_whole(base, table, "version", 1, 10_000, 1),
        origin=str(table.get("origin", "")),
        dice=dice,
        throws=_whole(base, table, "throws", 1, 1000, 3),
        turns=len(boxes) * len(columns),
        players=(players[0], players[1]),
        columns=tuple(columns),
        column_titles={c: table.get("column_titles", {}).get(c, c.capitalize()) for c in columns},
        boxes=boxes,
        sections=sections,
        options=dict(options),
        option_list=option_list,
        aliases={k: v for k, v in table.get("aliases", {}).items() if v in box_ids},
        notes=tuple(table.get("notes", ())),
        bonus_section=bonus_section,
        bonus_tiers=tiers,
        extra_yams=_extra(base, table, box_ids, columns),
        order={c: o for c, o in order.items() if o != "free"},
        first_throw=tuple(c for c in table.get("first_throw", ()) if c in columns),
        max_min=max_min,
        difference=_difference(base, table, box_ids),
        coloured_dice=_coloured(base, table, dice),
        multipliers=_multipliers(base, table, sections),
        throw_budget=_budget(base, table),
        board=_board(base, table, dice),
        texts=used,
    )


def _boxes(name: str, table: Table, dice: int, options: Mapping[str, object]) -> tuple[Box, ...]:
    entries = table.get("boxes", {})
    boxes = {}
    for box_id, entry in entries.items():
        where = f"{name}.toml: boxes.{box_id}"
        if "when" in entry and not entry["when"]:
            continue
        for key in ("section", "pattern", "points"):
            if key not in entry:
                raise RulesError(f"{where}.{key} is missing")
        if entry["section"] not in table.get("sections", {}):
            raise RulesError(f"{where}.section: there is no section {entry['section']!r} in [sections]")
        points = entry["points"]
        if (
            isinstance(points, bool)
            or not isinstance(points, int | str)
            or (isinstance(points, int) and not 0 <= points <= 5000)
        ):
            raise RulesError(f'{where}.points: expected a whole number, "sum" or "matching", not {points!r}')
        if not isinstance(entry["pattern"], str):
            raise RulesError(f"{where}.pattern: expected text, not {entry['pattern']!r}")
        try:
            table_of_box = points_table(entry["pattern"], points, dice)
        except PatternError as error:
            key = "points" if str(error).startswith("points") else "pattern"
            raise RulesError(f"{where}.{key}: {error}") from error
        if not table_of_box.any() and points != 0:
            raise RulesError(f"{where}.pattern: {entry['pattern']!r} never holds with {dice} dice")
        title = str(entry.get("title", box_id.replace("_", " ").capitalize()))
        hint = (
            str(points) if isinstance(points, int) and entry.get("hint", "").isdigit() else str(entry.get("hint", ""))
        )
        boxes[box_id] = Box(box_id, title, hint, entry["section"], entry["pattern"], points)
    wanted = table.get("sheet_order")
    if wanted is not None:
        if sorted(wanted) != sorted(boxes):
            raise RulesError(f"{name}.toml: sheet_order must name each of these boxes once: {', '.join(boxes)}")
        boxes = {box_id: boxes[box_id] for box_id in wanted}
    if not boxes and "board" not in table:
        raise RulesError(f"{name}.toml: boxes: a rule set needs at least one box")
    return tuple(boxes.values())


def _bonus(name: str, table: Table, sections: tuple[Section, ...]) -> tuple[str | None, tuple[tuple[int, int], ...]]:
    bonus = table.get("bonus")
    if not bonus:
        return None, ()
    for key in bonus:
        if key not in ("section", "at_least", "points", "tiers"):
            raise RulesError(f"{name}.toml: unknown key bonus.{key}")
    if bonus.get("section") not in {s.id for s in sections}:
        raise RulesError(f"{name}.toml: bonus.section: there is no section {bonus.get('section')!r} with boxes")
    if "tiers" in bonus:
        tiers: tuple[tuple[int, int], ...] = option_value(
            f"{name}.toml: bonus.tiers", {"type": "tiers"}, bonus["tiers"]
        )  # type: ignore[assignment]
    else:
        at_least, points = (_whole(name, bonus, key, 0, 30_000) for key in ("at_least", "points"))
        tiers = ((at_least, points),) if points else ()
    return str(bonus["section"]), tiers


def _extra(name: str, table: Table, box_ids: set[str], columns: list[str]) -> ExtraYams | None:
    extra = table.get("extra_yams")
    if not extra or extra.get("box") not in box_ids:
        return None
    if len(columns) > 1:
        raise RulesError(f"{name}.toml: extra_yams: only a game of one column has them")
    try:
        return ExtraYams(**extra)
    except TypeError as error:
        raise RulesError(f"{name}.toml: extra_yams: {error}") from error


def _keys(name: str, table: Table, key: str, known: tuple[str, ...]) -> Table:
    """Return a table of the rule set, all its keys known; empty where there is none."""
    entries = table.get(key, {})
    if not isinstance(entries, dict):
        raise RulesError(f"{name}.toml: {key} must be a table")
    for entry in entries:
        if entry not in known:
            raise RulesError(f"{name}.toml: unknown key {key}.{entry}; known are {', '.join(known)}")
    return entries


def _difference(name: str, table: Table, box_ids: set[str]) -> Mapping[str, str]:
    parts = ("plus", "minus", "times")
    difference = _keys(name, table, "difference", ("section", *parts))
    return difference if difference and {difference.get(part) for part in parts} <= box_ids else {}


def _coloured(name: str, table: Table, dice: int) -> bool:
    coloured = table.get("coloured_dice", False)
    if not isinstance(coloured, bool):
        raise RulesError(f"{name}.toml: coloured_dice: expected true or false, not {coloured!r}")
    if coloured and dice != 10:
        raise RulesError(f"{name}.toml: coloured_dice: the set of two sizes and two colours has 10 dice, not {dice}")
    return coloured


def _multipliers(name: str, table: Table, sections: tuple[Section, ...]) -> Multipliers | None:
    entries = _keys(name, table, "multipliers", ("sections", "first_throw", "harmony", "sixth_throw", "full_face"))
    if not entries:
        return None
    named = {s.id for s in sections}
    return Multipliers(
        tuple(s for s in entries.get("sections", ()) if s in named),
        _whole(name, entries, "first_throw", 1, 10, 1),
        _whole(name, entries, "harmony", 1, 10, 1),
        bool(entries.get("sixth_throw", False)),
        entries.get("full_face") if entries.get("full_face") in named else None,
    )


def _budget(name: str, table: Table) -> Mapping[str, int]:
    entries = _keys(name, table, "throw_budget", ("each_turn", "sheet"))
    return {key: _whole(name, entries, key, 1, 10_000) for key in entries}


def _board(name: str, table: Table, dice: int) -> Board | None:
    entries = _keys(name, table, "board", ("rows", "tokens", "win", "line_points"))
    if not entries:
        return None
    figures = []
    known = table.get("figures", {})
    for figure, entry in known.items():
        where = f"{name}.toml: figures.{figure}"
        if entry.get("when", "") not in ("", "first throw", "announced"):
            raise RulesError(f'{where}.when: expected "first throw" or "announced", not {entry["when"]!r}')
        if ("pattern" in entry) == ("one_of" in entry) or not set(entry.get("one_of", ())) <= set(known):
            raise RulesError(f"{where}: needs a pattern, or one_of other figures")
        if "pattern" in entry:
            try:
                points_table(entry["pattern"], 1, dice)
            except PatternError as error:
                raise RulesError(f"{where}.pattern: {error}") from error
        title, hint = str(entry.get("title", figure)), str(entry.get("hint", ""))
        one_of, when = tuple(entry.get("one_of", ())), str(entry.get("when", ""))
        figures.append(Figure(figure, title, hint, entry.get("pattern"), one_of, when))
    cells = tuple(tuple(str(row).split()) for row in entries.get("rows", ()))
    for row, line in enumerate(cells, 1):
        if len(line) != len(cells[0]) or not set(line) <= set(known):
            raise RulesError(f"{name}.toml: board.rows: row {row} must name {len(cells[0])} figures")
    points = tuple(sorted((int(run), int(worth)) for run, worth in entries.get("line_points", {}).items()))
    tokens, win = (_whole(name, entries, key, 1, 100) for key in ("tokens", "win"))
    return Board(cells, tuple(figures), tokens, win, points)
