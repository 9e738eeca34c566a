"""Know the rule sets: each is one TOML file, read into a frozen RuleSet (RULES.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from scoring.assemble import assemble
from scoring.findings import RulesError
from scoring.ruleset import Board, Box, ExtraYams, Figure, Multipliers, Option, RuleSet, Section
from scoring.ruletext import Table, drop, inherit, option_text, option_value, parse, resolve

__all__ = [
    "RULE_SETS",
    "Board",
    "Box",
    "ExtraYams",
    "Figure",
    "Multipliers",
    "Option",
    "RuleSet",
    "RulesError",
    "Section",
    "rule_set",
    "source_text",
    "split_id",
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
    "yam-master",
)


def source_text(base_id: str) -> str:
    """Return the TOML text of a shipped rule set; raise RulesError for an unknown one."""
    if base_id not in RULE_SETS:
        raise RulesError(f"there is no rule set {base_id!r}; known are {', '.join(RULE_SETS)}")
    return (resources.files("scoring") / "rulesets" / f"{base_id}.toml").read_text(encoding="utf-8")


def split_id(rules_id: str) -> tuple[str, dict[str, object]]:
    """Split ``yams+joker=true,yams_bonus=100`` into its base and options; raise RulesError if malformed.

    A base is written small, with dashes; "Double Yams" and "Yam's" are read as such.
    """
    base, _, rest = rules_id.strip().partition("+")
    options: dict[str, object] = {}
    for part in rest.replace("+", ",").split(",") if rest else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise RulesError(f"rule set {rules_id!r}: write options as name=value, not {part!r}")
        options[name.strip()] = value.strip()
    return re.sub(r"[\s_]+", "-", re.sub(r"['’]", "", base.strip().lower())), options


def rule_set(rules_id: str, texts: Mapping[str, str] | None = None) -> RuleSet:
    """Return the rule set of an id such as ``yams+joker=true``.

    ``texts`` holds the TOML of a club's own rule sets, or frozen copies, by base id; they win over the shipped ones.
    Raises RulesError whose message names the unknown id, option or key.
    """
    base, options = split_id(rules_id)
    return with_options(base, options, texts)


def with_options(base: str, options: Mapping[str, object], texts: Mapping[str, str] | None = None) -> RuleSet:
    """Return a rule set with these options; the id bears those that differ from the rule set's own, sorted."""
    given = tuple(sorted((name, option_text(value)) for name, value in options.items()))
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
    return assemble(base, rules_id, resolved, values, option_list, tuple(used))


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
        try:
            parent_id, options = split_id(table["base"])
        except RulesError as error:
            raise RulesError(f"{base}.toml: base: {error}") from error
        parent = _with_defaults(f"{base}.toml: base", _load(parent_id, known, used, (*seen, base)), options)
        merged = inherit(base, parent, table)
    else:
        merged = {key: value for key, value in table.items() if key != "drop"}
    return drop(base, merged, table["drop"]) if "drop" in table else merged


def _with_defaults(where: str, table: Table, options: Mapping[str, object]) -> Table:
    """Return a rule set's table with other defaults of its options; raise RulesError where it has no such option."""
    specs = dict(table.get("options", {}))
    for name, text in options.items():
        if name not in specs:
            raise RulesError(f"{where}: there is no option {name!r}; there are {', '.join(specs) or 'none'}")
        specs[name] = {**specs[name], "default": option_value(f"{where}: {name}", specs[name], text)}
    return {**table, "options": specs} if options else table
