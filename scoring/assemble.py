"""Make a RuleSet of a rule set's table, every key checked."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.findings import RulesError
from scoring.patterntext import PatternError, parse_pattern, parse_points
from scoring.ruleset import Board, Box, ExtraYams, Figure, Multipliers, Option, RuleSet, Section
from scoring.ruletext import DROPPED, Table, option_value
from scoring.shapes import check_shapes


def assemble(
    base: str,
    rules_id: str,
    table: Table,
    options: Mapping[str, object],
    option_list: tuple[Option, ...],
    used: tuple[tuple[str, str], ...],
) -> RuleSet:
    """Return the rule set of a table whose options are filled in; raise RulesError naming a key that is wrong."""
    check_shapes(base, table)
    dice, throws = _within(base, table, "dice", 1, 10), _within(base, table, "throws", 1, 1000)
    boxes = _boxes(base, table, dice)
    box_ids = {box.id for box in boxes}
    sections = tuple(
        Section(s, title, tuple(box.id for box in boxes if box.section == s))
        for s, title in table.get("sections", {}).items()
    )
    sections = tuple(s for s in sections if s.boxes)
    columns = _columns(base, table)
    titles = table.get("column_titles", {})
    players = table.get("players", [1, 8])
    bonus_section, tiers = _bonus(base, table, sections)
    max_min, difference = (_boxes_of(base, table, key, box_ids) for key in ("max_min", "difference"))
    if difference:
        _section_named(base, table, "difference.section", difference["section"])
    if len(table.get("throw_budget", {})) > 1:
        raise RulesError(f"{base}.toml: throw_budget: expected each_turn or sheet, not both")
    if table.get("coloured_dice", False) and dice != 10:
        raise RulesError(f"{base}.toml: coloured_dice: the set of two sizes and two colours has 10 dice, not {dice}")
    return RuleSet(
        id=rules_id,
        base=base,
        title=table["title"],
        version=table.get("version", 1),
        origin=table.get("origin", ""),
        dice=dice,
        throws=throws,
        turns=len(boxes) * len(columns),
        players=(players[0], players[1]),
        columns=columns,
        column_titles={c: titles.get(c, c.capitalize()) for c in columns},
        boxes=boxes,
        sections=sections,
        options=dict(options),
        option_list=option_list,
        aliases={
            k: v for k, v in table.get("aliases", {}).items() if _box_named(base, table, f"aliases.{k}", v, box_ids)
        },
        notes=tuple(table.get("notes", ())),
        bonus_section=bonus_section,
        bonus_tiers=tiers,
        extra_yams=_extra(base, table, box_ids, columns),
        order={c: way for c, way in table.get("order", {}).items() if c in columns and way != "free"},
        first_throw=tuple(c for c in table.get("first_throw", ()) if c in columns),
        max_min=(max_min["max"], max_min["min"]) if max_min else None,
        difference=difference,
        coloured_dice=table.get("coloured_dice", False),
        multipliers=_multipliers(base, table, sections),
        throw_budget=table.get("throw_budget", {}),
        board=_board(base, table, dice),
        texts=used,
    )


def _within(name: str, table: Table, key: str, low: int, high: int) -> int:
    value: int = table.get(key, low)
    if not low <= value <= high:
        raise RulesError(f"{name}.toml: {key}: expected a whole number from {low} to {high}, not {value!r}")
    return value


def _columns(name: str, table: Table) -> tuple[str, ...]:
    columns = table.get("columns", ["main"])
    if isinstance(columns, int):
        sets = table.get("column_sets", {})
        if not sets.get(str(columns)):
            raise RulesError(f"{name}.toml: column_sets has no entry for {columns} columns")
        columns = sets[str(columns)]
    if len(set(columns)) < len(columns):
        raise RulesError(f"{name}.toml: columns: a column stands twice")
    known = {*columns, *(column for one in table.get("column_sets", {}).values() for column in one)}
    for key in ("order", "first_throw", "column_titles"):
        for column in table.get(key, ()):
            if column not in known:
                raise RulesError(f"{name}.toml: {key}: there is no column {column!r}")
    return tuple(columns)


def _boxes(name: str, table: Table, dice: int) -> tuple[Box, ...]:
    """Return the boxes that are played, in the order of the sheet."""
    boxes = {}
    for box_id, entry in table.get("boxes", {}).items():
        where = f"{name}.toml: boxes.{box_id}"
        played = entry.get("when", True)
        if not isinstance(played, bool):
            raise RulesError(f"{where}.when: expected true or false, not {played!r}")
        if played:
            boxes[box_id] = _box(where, box_id, table, dice)
    wanted = table.get("sheet_order")
    if wanted is not None:
        if sorted(wanted) != sorted(boxes):
            raise RulesError(f"{name}.toml: sheet_order must name each of these boxes once: {', '.join(boxes)}")
        boxes = {box_id: boxes[box_id] for box_id in wanted}
    if not boxes and "board" not in table:
        raise RulesError(f"{name}.toml: boxes: a rule set needs at least one box")
    return tuple(boxes.values())


def _box(where: str, box_id: str, table: Table, dice: int) -> Box:
    """Return one box; a hint that is but a number follows the points. Raise RulesError naming a key that is wrong."""
    entry = table["boxes"][box_id]
    for key in ("section", "pattern", "points"):
        if key not in entry:
            from difflib import get_close_matches  # for this error only

            near = get_close_matches(box_id, [b for b in table["boxes"] if b != box_id], 1)
            like = f" (there is a {near[0]})" if near else ""
            raise RulesError(f"{where}.{key} is missing: a new box needs it{like}")
    points = entry["points"]
    fits = isinstance(points, str) or (type(points) is int and 0 <= points <= 5000)
    if not fits:
        kinds = 'a whole number from 0 to 5000, "sum" or "matching"'
        raise RulesError(f"{where}.points: expected {kinds}, not {points!r}")
    for key in ("section", "pattern", "title", "hint"):
        if not isinstance(entry.get(key, ""), str):
            raise RulesError(f"{where}.{key}: expected text, not {entry[key]!r}")
    if entry["section"] not in table.get("sections", {}):
        raise RulesError(f"{where}.section: there is no section {entry['section']!r} in [sections]")
    _check_pattern(where, entry["pattern"], points, dice)
    title, hint = entry.get("title", box_id.replace("_", " ").capitalize()), entry.get("hint", "")
    if isinstance(points, int) and (hint.isdigit() or not hint):
        hint = str(points)
    return Box(box_id, title, hint, entry["section"], entry["pattern"], points)


def _check_pattern(where: str, pattern: str, points: int | str, dice: int) -> None:
    """Raise RulesError naming the key where a pattern or its points are of no known kind, or no dice can make it."""
    try:
        holds = parse_pattern(pattern).holds_with(dice)
    except PatternError as error:
        raise RulesError(f"{where}.pattern: {error}") from error
    try:
        parse_points(points)
    except PatternError as error:
        raise RulesError(f"{where}.points: {error}") from error
    if not holds and points != 0:
        raise RulesError(f"{where}.pattern: {pattern!r} never holds with {dice} dice")


def _box_named(name: str, table: Table, key: str, box: str, box_ids: set[str]) -> bool:
    """Return whether a rule's box is on the sheet, or left out; raise RulesError where there is none of that name."""
    if box not in box_ids and box not in table.get("boxes", {}) and box not in table.get(DROPPED, ()):
        raise RulesError(f"{name}.toml: {key}: there is no box {box!r}")
    return box in box_ids


def _boxes_of(name: str, table: Table, key: str, box_ids: set[str]) -> Mapping[str, str]:
    """Return a rule that speaks of boxes, or nothing where the sheet goes without one of them."""
    rule: Mapping[str, str] = table.get(key, {})
    here = [_box_named(name, table, f"{key}.{part}", box, box_ids) for part, box in rule.items() if part != "section"]
    return rule if all(here) else {}


def _bonus(name: str, table: Table, sections: tuple[Section, ...]) -> tuple[str | None, tuple[tuple[int, int], ...]]:
    bonus = table.get("bonus")
    if not bonus:
        return None, ()
    _section_named(name, table, "bonus.section", bonus.get("section"))
    if bonus["section"] not in {s.id for s in sections}:
        return None, ()
    if "tiers" in bonus:
        tiers = option_value(f"{name}.toml: bonus.tiers", {"type": "tiers"}, bonus["tiers"])
        return bonus["section"], tiers  # type: ignore[return-value]
    for key in ("at_least", "points"):
        if key not in bonus:
            raise RulesError(f"{name}.toml: bonus.{key} is missing")
    return bonus["section"], ((bonus["at_least"], bonus["points"]),) if bonus["points"] else ()


def _extra(name: str, table: Table, box_ids: set[str], columns: tuple[str, ...]) -> ExtraYams | None:
    extra = table.get("extra_yams")
    if not extra or not _box_named(name, table, "extra_yams.box", extra["box"], box_ids):
        return None
    for key in ("faces", "others"):
        _section_named(name, table, f"extra_yams.{key}", extra[key])
    if len(columns) > 1:
        if extra["points"] or extra["joker"] or extra["forced"]:
            raise RulesError(f"{name}.toml: extra_yams: only a game of one column has them")
        return None
    return ExtraYams(**extra)


def _section_named(name: str, table: Table, key: str, section: object) -> None:
    if section not in table.get("sections", {}):
        raise RulesError(f"{name}.toml: {key}: there is no section {section!r} in [sections]")


def _multipliers(name: str, table: Table, sections: tuple[Section, ...]) -> Multipliers | None:
    entries = table.get("multipliers")
    if not entries:
        return None
    full_face = entries.get("full_face")
    for section in entries.get("sections", ()):
        _section_named(name, table, "multipliers.sections", section)
    if full_face is not None:
        _section_named(name, table, "multipliers.full_face", full_face)
    named = {s.id for s in sections}
    return Multipliers(
        tuple(s for s in entries.get("sections", ()) if s in named),
        entries.get("first_throw", 1),
        entries.get("harmony", 1),
        entries.get("sixth_throw", False),
        full_face if full_face in named else None,
    )


def _board(name: str, table: Table, dice: int) -> Board | None:
    board = table.get("board")
    if not board:
        return None
    figures = []
    known = table.get("figures", {})
    for figure, entry in known.items():
        where = f"{name}.toml: figures.{figure}"
        one_of = entry.get("one_of", [])
        if ("pattern" in entry) == bool(one_of) or not all(
            part in known and "pattern" in known[part] for part in one_of
        ):
            raise RulesError(f"{where}: needs a pattern, or one_of figures that have one")
        if "pattern" in entry:
            _check_pattern(where, entry["pattern"], 1, dice)
        title, hint = entry.get("title", figure), entry.get("hint", "")
        figures.append(Figure(figure, title, hint, entry.get("pattern"), tuple(one_of), entry.get("when", "")))
    cells = tuple(tuple(row.split()) for row in board["rows"])
    for number, line in enumerate(cells, 1):
        if not 0 < len(line) <= 10 or len(line) != len(cells[0]) or not set(line) <= set(known):
            raise RulesError(f"{name}.toml: board.rows: row {number} must name {len(cells[0])} figures")
    if not cells:
        raise RulesError(f"{name}.toml: board.rows: a board needs rows")
    if not all(run.isdigit() for run in board["line_points"]):
        raise RulesError(f"{name}.toml: board.line_points: expected lengths of runs, such as 3 = 1")
    points = tuple(sorted((int(run), worth) for run, worth in board["line_points"].items()))
    return Board(cells, tuple(figures), board["tokens"], board["win"], points)
