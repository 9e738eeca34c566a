"""Check JSON against the published JSON Schema, and name the path of what does not fit.

Only the keywords that the schema uses are known; an unknown one is an error in the schema, nothing to pass over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

_TYPES: Mapping[str, Any] = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: (isinstance(v, int) and not isinstance(v, bool)) or (isinstance(v, float) and v.is_integer()),
}
_SILENT = ("$schema", "$defs", "title", "description", "properties")


class SchemaMismatch(Exception):
    """Say where a document leaves the schema and how."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path or 'the document'} {problem}")


@cache
def yamsheet_1() -> dict[str, Any]:
    """Return the published schema of the product's own JSON format."""
    schema: dict[str, Any] = json.loads(files("ingest").joinpath("schemas/yamsheet-1.schema.json").read_text("utf-8"))
    return schema


def check(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str = "") -> None:
    """Raise SchemaMismatch at the first place where a value does not fit."""
    for keyword, rule in schema.items():
        if keyword not in _SILENT:
            _KEYWORDS[keyword](value, rule, schema, root, path)


def _fits(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    try:
        check(value, schema, root)
    except SchemaMismatch:
        return False
    return True


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:40] + "…"


def _ref(value: Any, rule: str, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    target: Any = root
    for part in rule.removeprefix("#/").split("/"):
        target = target[part]
    check(value, target, root, path)


def _type(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    wanted = [rule] if isinstance(rule, str) else rule
    if not any(_TYPES[name](value) for name in wanted):
        names = " or ".join({"null": "null", "integer": "a whole number"}.get(n, f"of type {n}") for n in wanted)
        raise SchemaMismatch(path, f"is {_shown(value)}; it must be {schema.get('description') or names}")


def _const(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if value != rule or isinstance(value, bool) != isinstance(rule, bool):
        raise SchemaMismatch(path, f"is {_shown(value)}; it must be {_shown(rule)}")


def _required(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    for name in rule if isinstance(value, dict) else ():
        if name not in value:
            raise SchemaMismatch(path, f"has no {name!r}")


def _additional(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    """Check every member of an object: the named ones by their schema, the others by this rule."""
    if not isinstance(value, dict):
        return
    named = schema.get("properties", {})
    for name, member in value.items():
        inner = f"{path}.{name}" if path else name
        if name in named:
            check(member, named[name], root, inner)
        elif rule is False:
            raise SchemaMismatch(inner, f"is not a known key; known here are {', '.join(named)}")
        else:
            check(member, rule, root, inner)


def _items(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    for i, member in enumerate(value if isinstance(value, list) else ()):
        check(member, rule, root, f"{path}[{i}]")


def _min_items(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if isinstance(value, list) and len(value) < rule:
        raise SchemaMismatch(path, "is empty")


def _max_items(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if isinstance(value, list) and len(value) > rule:
        raise SchemaMismatch(path, f"has more than {rule} members")


def _pattern(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if isinstance(value, str) and not re.search(rule, value):
        raise SchemaMismatch(path, f"is {_shown(value)}; it must be {schema.get('description') or rule}")


def _minimum(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if _TYPES["integer"](value) and value < rule:
        raise SchemaMismatch(path, f"is {value}; the least is {rule}")


def _maximum(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if _TYPES["integer"](value) and value > rule:
        raise SchemaMismatch(path, f"is {value}; the most is {rule}")


def _any_of(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if isinstance(value, dict):  # an object fits one of the choices only, whose own message says more
        for choice in rule:
            target = root["$defs"][choice["$ref"].rsplit("/", 1)[1]] if "$ref" in choice else choice
            if target.get("type") == "object":
                check(value, target, root, path)
                return
    if not any(_fits(value, choice, root) for choice in rule):
        raise SchemaMismatch(path, f"is {_shown(value)}; it must be {schema.get('description', 'something else')}")


def _one_of(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if sum(_fits(value, choice, root) for choice in rule) != 1:
        names = ", or ".join(" and ".join(choice["required"]) for choice in rule)
        raise SchemaMismatch(path, f"must have either {names}")


def _not(value: Any, rule: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str) -> None:
    if _fits(value, rule, root):
        raise SchemaMismatch(path, f"may not have {' and '.join(rule.get('required', ['this']))} at once")


_KEYWORDS = {
    "$ref": _ref,
    "type": _type,
    "const": _const,
    "required": _required,
    "additionalProperties": _additional,
    "items": _items,
    "minItems": _min_items,
    "maxItems": _max_items,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
}
