"""Know the rule sets: each is one TOML file, read into a frozen RuleSet (RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources

from scoring.findings import RulesError
from scoring.patterns import PatternError, points_table
from scoring.ruletext import Table, drop, inherit, option_text, option_value, parse, resolve

__all__ = [
    "RULE_SETS",
    "Box",
    "ExtraYams",
    "RuleSet",
    "RulesError",
    "Section",
    "rule_set",
    "source_text",
    "with_options",
]

#: The rule sets that come with the product, in the order in which they are offered.
RULE_SETS: tuple[str, ...] = (
    "yamms",
    "yams",
    "yahtzee",
    "kniffel",
    "yatzy",
    "yams-columns",
    "double-yams",
    "double-yams-forced",
    "double-yams-critical",
    "double-yams-165",
)


@dataclass(frozen=True)
class Box:
    """One category of a column; ``points`` is a number, ``sum``, ``matching`` or ``10 x confirming``."""

    id: str
    title: str
    hint: str
    section: str
    pattern: str
    points: int | str
    struck_ok: bool = True  # a strike is always legal


@dataclass(frozen=True)
class Section:
    """A named group of boxes with a subtotal."""

    id: str
    title: str
    boxes: tuple[str, ...]


@dataclass(frozen=True)
class ExtraYams:
    """What five alike give once their own box is filled (RULES.md, yamms and yams)."""

    box: str
    faces: str  # the section with a box for each face
    others: str  # the section where an extra Yams goes next
    points: int
    limit: int | None
    needs_full: bool
    joker: bool
    joker_needs_full: bool
    forced: bool


@dataclass(frozen=True)
class Multipliers:
    """What raises the points of whole sections (RULES.md, double-yams)."""

    sections: tuple[str, ...]
    first_throw: int
    harmony: int
    sixth_throw: bool
    full_face: str | None = None  # the section where five alike of one half may count as all ten


@dataclass(frozen=True)
class Option:
    """One choice that a rule set exposes."""

    id: str
    type: str
    title: str
    default: object
    value: object
    choices: tuple[object, ...] = ()


@dataclass(frozen=True)
class RuleSet:
    """One rule set with its options settled. Equal ids with equal ``text`` are equal rule sets."""

    id: str
    base: str
    title: str
    version: int
    origin: str
    dice: int
    throws: int
    turns: int
    players: tuple[int, int]
    columns: tuple[str, ...]
    column_titles: Mapping[str, str] = field(hash=False)
    boxes: tuple[Box, ...] = ()
    sections: tuple[Section, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    option_list: tuple[Option, ...] = field(default=(), hash=False)
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)
    notes: tuple[str, ...] = ()
    bonus_section: str | None = None
    bonus_tiers: tuple[tuple[int, int], ...] = ()
    extra_yams: ExtraYams | None = None
    order: Mapping[str, str] = field(default_factory=dict, hash=False)  # column -> down, up; others are free
    first_throw: tuple[str, ...] = ()  # columns that take the first throw's dice only
    max_min: tuple[str, str] | None = None
    difference: Mapping[str, str] = field(default_factory=dict, hash=False)
    coloured_dice: bool = False  # ten dice of two sizes and two colours
    multipliers: Multipliers | None = None
    throw_budget: Mapping[str, int] = field(default_factory=dict, hash=False)  # each_turn or sheet
    texts: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # TOML by base id, this one first

    @property
    def box_ids(self) -> tuple[str, ...]:
        """Return the boxes in sheet order."""
        return tuple(box.id for box in self.boxes)

    @property
    def bonus_threshold(self) -> int | None:
        """Return the lowest section total that earns a bonus."""
        return self.bonus_tiers[0][0] if self.bonus_tiers else None

    def box(self, box_id: str) -> Box:
        """Return a box by its id; KeyError where there is none."""
        for box in self.boxes:
            if box.id == box_id:
                return box
        raise KeyError(box_id)


def source_text(base_id: str) -> str:
    """Return the TOML text of a shipped rule set; raise RulesError for an unknown one."""
    if base_id not in RULE_SETS:
        raise RulesError(f"there is no rule set {base_id!r}; known are {', '.join(RULE_SETS)}")
    return (resources.files("scoring") / "rulesets" / f"{base_id}.toml").read_text(encoding="utf-8")


def split_id(rules_id: str) -> tuple[str, dict[str, object]]:
    """Split ``yams+joker=true,yams_bonus=100`` into its base and options; raise RulesError if malformed."""
    base, _, rest = rules_id.strip().partition("+")
    options: dict[str, object] = {}
    for part in rest.replace("+", ",").split(",") if rest else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise RulesError(f"rule set {rules_id!r}: write options as name=value, not {part!r}")
        options[name.strip()] = value.strip()
    return base.strip(), options


def rule_set(rules_id: str, texts: Mapping[str, str] | None = None) -> RuleSet:
    """Return the rule set of an id such as ``yams+joker=true``.

    ``texts`` holds the TOML of a club's own rule sets, or frozen copies, by base id; they win over the shipped ones.
    Raises RulesError whose message names the unknown id, option or key.
    """
    base, options = split_id(rules_id)
    return with_options(base, options, texts)


def with_options(base: str, options: Mapping[str, object], texts: Mapping[str, str] | None = None) -> RuleSet:
    """Return a rule set with these options; the id bears those that differ from the rule set's own, sorted."""
    given = tuple(
        sorted((name, option_text(tuple(map(tuple, v)) if isinstance(v, list) else v)) for name, v in options.items())
    )
    return _build(base, given, tuple(sorted((texts or {}).items())))


@lru_cache(maxsize=256)
def _build(base: str, given: tuple[tuple[str, str], ...], texts: tuple[tuple[str, str], ...]) -> RuleSet:
    known = dict(texts)
    used: list[tuple[str, str]] = []
    table = _load(base, known, used)
    specs: dict[str, Table] = table.get("options", {})
    defaults = {n: option_value(f"{base}.toml: options.{n}", s, s.get("default")) for n, s in specs.items()}
    values = dict(defaults)
    for name, text in given:
        if name not in specs:
            raise RulesError(f"rule set {base!r} has no option {name!r}; it has {', '.join(specs) or 'none'}")
        values[name] = option_value(f"{base}+{name}", specs[name], text)
    changed = [f"{n}={option_text(v)}" for n, v in sorted(values.items()) if v != defaults[n]]
    resolved = {
        key: value if key == "options" else resolve(f"{base}.toml: {key}", value, values)
        for key, value in table.items()
    }
    option_list = tuple(
        Option(n, s["type"], s.get("title", n), defaults[n], values[n], tuple(s.get("choices", ())))
        for n, s in specs.items()
    )
    rules_id = base + ("+" + ",".join(changed) if changed else "")
    return _assemble(base, rules_id, resolved, values, option_list, tuple(used))


def _load(base: str, known: Mapping[str, str], used: list[tuple[str, str]], seen: tuple[str, ...] = ()) -> Table:
    """Read a rule set's table with all that it inherits; collect the texts that it came from."""
    if base in seen:
        # A club's own file may bear the id of the shipped rule set that it changes.
        if seen[-1] != base or base not in RULE_SETS:
            raise RulesError(f"{seen[0]}.toml: base: {' -> '.join((*seen, base))} leads back to itself")
        text = source_text(base)
    elif base in known:
        text = known[base]
    elif base in RULE_SETS:
        text = source_text(base)
    else:
        names = sorted({*RULE_SETS, *known}, key=lambda n: (n not in RULE_SETS, n))
        where = f"{seen[-1]}.toml: base: " if seen else ""
        raise RulesError(f"{where}there is no rule set {base!r}; known are {', '.join(names)}")
    used.append((base, text))
    table = parse(base, text)
    if "base" in table:
        if not isinstance(table["base"], str):
            raise RulesError(f"{base}.toml: base must be the id of a rule set")
        parent = _load(table["base"], known, used, (*seen, base))
        merged = inherit(base, parent, table)
    else:
        merged = {key: value for key, value in table.items() if key != "drop"}
    return drop(base, merged, table["drop"]) if "drop" in table else merged


def _whole(name: str, table: Table, key: str, low: int, high: int, default: int | None = None) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RulesError(f"{name}.toml: {key}: expected a whole number from {low} to {high}, not {value!r}")
    return value


def _assemble(
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
        extra_yams=_extra(base, table, box_ids),
        order={c: o for c, o in order.items() if o != "free"},
        first_throw=tuple(c for c in table.get("first_throw", ()) if c in columns),
        max_min=max_min,
        difference=_difference(base, table, box_ids),
        coloured_dice=_coloured(base, table, dice),
        multipliers=_multipliers(base, table, sections),
        throw_budget=_budget(base, table),
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
    if not boxes:
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


def _extra(name: str, table: Table, box_ids: set[str]) -> ExtraYams | None:
    extra = table.get("extra_yams")
    if not extra or extra.get("box") not in box_ids:
        return None
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
