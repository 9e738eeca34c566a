"""Parse JSON text strictly: no key twice, no NaN, bounded nesting, the place of an error named."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions, Understood
from ingest.readers.json_kinds import settled
from ingest.sources import Source, Text, check_text_content, decode

LARGEST = 100_000_000  # bytes
MOST_NESTED = 64  # levels; yamsheet/1 has ten
#: Endings of files that hold a document a line.
LINES = (".ndjson", ".jsonl")
_ODD_ESCAPES = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")  # NUL, and halves of characters: rarely alone
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_PAIR = re.compile(r'"([^"\\]+)"\s*:\s*"?([^"\\,{}\[\]]+)')


class _Twice(ValueError):
    """Say that a key stands twice in one object."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return settled(made)


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def loads(source: Source, text: str, where: str = "") -> Any:
    """Parse one JSON text. Raises UnreadableFile naming line and column; ``where`` tells the place of a part."""
    try:
        made = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise source.fail(
            f"{where or f'line {error.lineno}'}, column {error.colno}: this is no valid JSON ({error.msg}). "
            "Export the file again.",
            code="bad_json",
            row=error.lineno,
        ) from error
    except _Twice as error:
        told = f"{where}: " if where else ""
        raise source.fail(f"{told}the key {str(error)!r} stands twice in one object.", code="bad_json") from error
    except ValueError as error:
        told = f"{where}: " if where else ""
        raise source.fail(f"{told}this is no valid JSON ({str(error)[:100]}).", code="bad_json") from error
    except RecursionError as error:
        raise _too_deep(source, where) from error
    if not _is_shallow(made):
        raise _too_deep(source, where)
    return _as_text(made) if _ODD_ESCAPES.search(text) else made


def _as_text(value: Any) -> Any:
    """Put the replacement character for what is no text: NUL, and half a character, as where an app cut one in two."""
    if isinstance(value, str):
        return _NO_TEXT.sub("\ufffd", value)
    if isinstance(value, list):
        return [_as_text(v) for v in value]
    return {_as_text(k): _as_text(v) for k, v in value.items()} if isinstance(value, dict) else value


def _too_deep(source: Source, where: str) -> UnreadableFile:
    told = f"{where}: " if where else ""
    return source.fail(f"{told}nested too deeply for scoresheets, more than {MOST_NESTED} levels.", code="bad_json")


def _is_shallow(value: Any) -> bool:
    """Tell whether objects and lists stand within each other no more often than any format of scoresheets has it."""
    level = [value]
    for _ in range(MOST_NESTED + 1):
        inner = chain.from_iterable(
            v.values() if isinstance(v, dict) else v for v in level if isinstance(v, dict | list)
        )
        level = [v for v in inner if isinstance(v, dict | list)]
        if not level:
            return True
    return False


@dataclass(frozen=True)
class Broken:
    """Be a line that is no JSON: why, and what can be made out of it all the same."""

    why: str
    told: Mapping[str, str]


@dataclass(frozen=True)
class Lines:
    """Hold JSON that stands a document a line: the line's number and its value, or what is wrong with it."""

    values: tuple[tuple[int, Any], ...]
    broken: tuple[tuple[int, Broken], ...]


def document(source: Source, options: ReadOptions | None = None) -> Any:
    """Return the parsed document of a source, once for all readers that ask. Raises UnreadableFile.

    Several documents, a line each (NDJSON), come as Lines, whatever the file's name ends in. Without options the
    encoding may be left open: enough to recognise a format.
    """
    text = json_text(source, options or ReadOptions())
    if text.question and options is not None:
        raise source.fail(
            "JSON has to be UTF-8, and this file is not. Save it again as UTF-8, or say its encoding.", code="encoding"
        )
    return _parsed(source, text.text)


@lru_cache(maxsize=1)
def _parsed(source: Source, text: str) -> Any:
    if source.extension in LINES or _stands_in_lines(text):
        return _lines(source, text)
    return loads(source, text)


def _stands_in_lines(text: str) -> bool:
    """Tell whether the first two filled lines are objects of their own."""
    first = [line for line in text[:200_000].split("\n") if line.strip()][:2]
    if len(first) < 2 or not all(line.lstrip().startswith("{") for line in first):
        return False
    try:
        return all(isinstance(json.loads(line), dict) for line in first)
    except (ValueError, RecursionError):
        return False


def _lines(source: Source, text: str) -> Lines:
    values, broken = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                values.append((number, loads(source, line, f"line {number}")))
            except UnreadableFile as error:
                told = dict(_PAIR.findall(line))
                broken.append((number, Broken(str(error).removeprefix(f"{source.name}: "), told)))
    if not values:
        raise source.fail("no line of it is valid JSON. Export the file again.", code="bad_json")
    return Lines(tuple(values), tuple(broken))


def json_text(source: Source, options: ReadOptions) -> Text:
    """Decode a JSON file: Unicode, or as its encoding is given or the club's. Raises UnreadableFile."""
    return _decoded(source, options.encoding, options.club_encoding)


@lru_cache(maxsize=2)
def _decoded(source: Source, encoding: str | None, club: str | None) -> Text:
    if len(source.data) > LARGEST:
        raise source.fail(f"more than {LARGEST:,} bytes of JSON. Split the file.", code="too_large")
    check_text_content(source)
    return decode(source, ReadOptions(encoding=encoding, club_encoding=club))


def understood(source: Source, options: ReadOptions) -> Understood:
    """Return how a JSON file's bytes were read."""
    text = json_text(source, options)
    return Understood(text.encoding, "JSON" if text.basis == "valid UTF-8" else text.basis)
