"""Parse JSON text strictly: no key twice, no NaN, bounded nesting, the place of an error named."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from ingest.model import ReadOptions
from ingest.sources import Source, check_text_content, decode

LARGEST = 100_000_000  # bytes


class _Twice(ValueError):
    """Say that a key stands twice in one object."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return made


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def loads(source: Source, text: str, where: str = "") -> Any:
    """Parse one JSON text. Raises UnreadableFile naming line and column; ``where`` tells the place of a part."""
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise source.fail(
            f"{where or f'line {error.lineno}'}, column {error.colno}: this is no valid JSON ({error.msg}). "
            "Export the file again.",
            code="bad_json",
            row=error.lineno,
        ) from error
    except _Twice as error:
        raise source.fail(f"{where}the key {str(error)!r} stands twice in one object.", code="bad_json") from error
    except (ValueError, RecursionError) as error:
        problem = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise source.fail(f"{where}this is no valid JSON ({problem[:100]}).", code="bad_json") from error


@lru_cache(maxsize=1)
def document(source: Source) -> Any:
    """Return the parsed document of a source, once for all readers that ask. Raises UnreadableFile."""
    return loads(source, json_text(source))


def json_text(source: Source) -> str:
    """Decode a JSON file, which has to be Unicode. Raises UnreadableFile."""
    if len(source.data) > LARGEST:
        raise source.fail(f"more than {LARGEST:,} bytes of JSON. Split the file.", code="too_large")
    check_text_content(source)
    text = decode(source, ReadOptions())
    if text.question:
        raise source.fail("JSON has to be UTF-8, and this file is not. Save it again as UTF-8.", code="encoding")
    return text.text
