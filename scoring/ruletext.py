"""Read the TOML text of a rule set: inheritance by ``base``, options, and errors that name the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Set
from copy import deepcopy
from typing import Any

from scoring.findings import RulesError
from scoring.shapes import SHAPES

Table = dict[str, Any]

#: Where a table keeps the boxes that a file left out.
DROPPED = "dropped boxes"
#: Keys of each table of a rule set file. A key that is not here is an error.
TOP_KEYS = {*SHAPES, "boxes", "options"}
OPTION_KEYS = {"type", "default", "title", "choices"}
BOX_KEYS = {"title", "hint", "section", "pattern", "points", "when"}
OPTION_TYPES = ("integer", "integer or none", "bool", "choice", "tiers")
#: Tables that a club's file changes key by key; any other key replaces the base's value whole.
MERGED = (
    "aliases", "sections", "bonus", "extra_yams", "column_sets", "column_titles", "order", "max_min", "difference",
    "multipliers", "throw_budget", "board", "figures",
)  # fmt: skip


def is_text(text: str) -> bool:
    """Tell whether a file was UTF-8 text: bytes that are none come as lone surrogates."""
    return not any("\udc80" <= char <= "\udcff" for char in text)


def parse(name: str, text: str) -> Table:
    """Parse one rule set's TOML and check its keys; raise RulesError naming the place."""
    if not is_text(text):
        raise RulesError(f"{name}.toml: it is not UTF-8 text: save it as UTF-8")
    try:
        table = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name}.toml: not valid TOML: {error}") from error
    for key in table:
        if key not in TOP_KEYS:
            raise RulesError(f"{name}.toml: unknown key {key!r}; known are {', '.join(sorted(TOP_KEYS))}")
    _check_entries(name, table, "boxes", BOX_KEYS)
    _check_entries(name, table, "options", OPTION_KEYS, bare="base" in table)
    for box in table.get("boxes", {}):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", box):
            raise RulesError(f"{name}.toml: boxes.{box}: a box is named by small letters, digits and _")
    return table


def _check_entries(name: str, table: Table, kind: str, keys: Set[str], *, bare: bool = False) -> None:
    """Check that all boxes, or options, are tables with known keys; ``bare``: an option may be its value alone."""
    entries = table.get(kind, {})
    if not isinstance(entries, dict):
        raise RulesError(f"{name}.toml: {kind} must be a table")
    for entry, value in entries.items():
        if isinstance(value, dict):
            unknown = next((key for key in value if key not in keys), None)
            if unknown is not None:
                place = f"{kind}.{entry}.{unknown}"
                raise RulesError(f"{name}.toml: unknown key {place}; known are {', '.join(sorted(keys))}")
        elif not bare:
            raise RulesError(f"{name}.toml: {kind}.{entry} must be a table such as [{kind}.{entry}]")


def inherit(name: str, base: Table, change: Table) -> Table:
    """Return the base's table with a file's changes applied; raise RulesError for a change of what is not there."""
    result = deepcopy(base)
    for key, value in change.items():
        if key in ("base", "drop", "boxes", "options"):
            continue
        if key in MERGED and isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key].update(value)
        else:
            result[key] = value
    for box, value in change.get("boxes", {}).items():
        entry = result.setdefault("boxes", {}).setdefault(box, {})
        if "pattern" in value or "points" in value:
            entry.pop("hint", None)  # it speaks of what was
        entry.update(value)
    for option, value in change.get("options", {}).items():
        if isinstance(value, dict):
            result.setdefault("options", {}).setdefault(option, {}).update(value)
        elif option in result.get("options", {}):
            result["options"][option]["default"] = value
        else:
            raise RulesError(f"{name}.toml: options.{option}: {change.get('base')} has no such option")
    result.setdefault("title", name)
    return result


def drop(name: str, table: Table, boxes: object) -> Table:
    """Leave out the boxes that ``drop`` names."""
    if not isinstance(boxes, list) or not all(isinstance(box, str) for box in boxes):
        raise RulesError(f"{name}.toml: drop must be a list of boxes")
    for box in boxes:
        if box not in table.get("boxes", {}):
            raise RulesError(f"{name}.toml: drop: there is no box {box!r}")
    table[DROPPED] = [*table.get(DROPPED, ()), *boxes]
    table["boxes"] = {box: value for box, value in table.get("boxes", {}).items() if box not in boxes}
    return table


def option_value(where: str, spec: Mapping[str, Any], value: object) -> object:
    """Return an option's value in its own type; raise RulesError naming the option."""
    kind, choices = spec.get("type"), spec.get("choices", [])
    if kind not in OPTION_TYPES:
        raise RulesError(f"{where}.type: unknown type {kind!r}; known are {', '.join(OPTION_TYPES)}")
    if not isinstance(choices, list) or not isinstance(spec.get("title", ""), str):
        raise RulesError(f"{where}: choices must be a list, title text")
    text = value.strip().lower() if isinstance(value, str) else None
    if kind == "bool":
        if isinstance(value, bool):
            return value
        if text in ("true", "on", "yes", "false", "off", "no"):
            return text in ("true", "on", "yes")
        raise RulesError(f"{where}: expected true or false, not {value!r}")
    if kind in ("integer", "integer or none", "choice"):
        if kind == "integer or none" and (value is None or text == "none"):
            return None
        if text is not None and re.fullmatch(r"-?\d+", text):
            value = int(text)
        if kind == "choice":
            if not isinstance(value, bool) and value in choices:
                return value
            raise RulesError(f"{where}: expected one of {', '.join(map(str, choices))}, not {value!r}")
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise RulesError(
                f"{where}: expected a whole number from 0{' or none' if ' or ' in kind else ''}, not {value!r}"
            )
        return value
    return _tiers(where, value)


def _tiers(where: str, value: object) -> tuple[tuple[int, int], ...]:
    """Return tiers [at least, bonus] in ascending order, from a list or from the text ``60:10;80:20``."""
    if isinstance(value, str):
        if not re.fullmatch(r"(\d+:\d+(;\d+:\d+)*)?", value):
            raise RulesError(f"{where}: expected tiers such as 60:10;80:20, not {value!r}")
        value = [[int(n) for n in pair.split(":")] for pair in value.split(";") if pair]
    if not isinstance(value, list | tuple):
        raise RulesError(f"{where}: expected a list of [at least, bonus]")
    tiers = []
    for pair in value:
        if (
            not isinstance(pair, list | tuple)
            or len(pair) != 2
            or not all(type(n) is int and 0 <= n <= 30_000 for n in pair)
        ):
            raise RulesError(f"{where}: expected a list of [at least, bonus] from 0 to 30000, not {pair!r}")
        tiers.append((pair[0], pair[1]))
    return tuple(sorted(tiers))


def option_text(value: object) -> str:
    """Write an option's value as it stands in a rule set's id."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ";".join(":".join(map(str, pair)) if isinstance(pair, list | tuple) else str(pair) for pair in value)
    return str(value)


def resolve(where: str, value: object, options: Mapping[str, object]) -> Any:
    """Replace ``$name`` by the option of that name, within lists and tables too."""
    if isinstance(value, str) and value.startswith("$"):
        if value[1:] not in options:
            raise RulesError(f"{where}: there is no option {value[1:]!r}")
        return options[value[1:]]
    if isinstance(value, list):
        return [resolve(where, item, options) for item in value]
    if isinstance(value, dict):
        return {key: resolve(f"{where}.{key}", item, options) for key, item in value.items()}
    return value
