"""Write what a program keeps of its games as people tell them: figures by box, players by name, each game once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ingest.readers.json_boxes import plain_boxes
from ingest.readers.json_document import Lines
from ingest.readers.json_joined import joined
from ingest.readers.json_kinds import is_plain
from ingest.readers.json_people import by_name
from ingest.readers.json_standings import without_standings
from ingest.readers.json_states import last_lines, last_states
from ingest.readers.json_times import settle_times
from ingest.readers.json_turns import gather_turns
from ingest.readers.json_wrapped import unwrapped
from ingest.readers.labels import label
from ingest.readers.words import key, words


def plain(found: Any, notes: dict[str, None]) -> Any:
    """Return a document, or one a line, as it is told; what is left out, and why, is added to the notes."""
    if isinstance(found, Lines):
        lines = settle_times([joined(unwrapped(value)) for _, value in found.values], notes)
        told = last_lines([_told(value, notes) for value in lines], notes)
        return replace(found, values=tuple((n, v) for (n, _), v in zip(found.values, told, strict=True)))
    if _is_table(found):
        return last_states(found, notes)
    return last_states(_told(settle_times(joined(unwrapped(found)), notes), notes), notes)


def _is_table(found: Any) -> bool:
    """Tell whether a document is a list of flat rows that say everything in known words, as people tell it."""
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        return False
    names = {name: label(name) for name in {name for row in found for name in row}}
    if any(x is None or key(name) in words().timestamps for name, x in names.items()):
        return False
    days = [name for name, x in names.items() if x and x.name == "date"]
    return all(_says_itself(v) for row in found for v in row.values()) and not any(
        isinstance(row.get(day), int | float) for row in found for day in days
    )


def _says_itself(value: Any) -> bool:
    """Tell whether a value is a figure or a text, and no flag, mark of a program or JSON within a text."""
    if isinstance(value, str):
        return value != "-1" and value[:1] not in ("[", "{")
    return is_plain(value) and not isinstance(value, bool) and value != -1


def _told(value: Any, notes: dict[str, None]) -> Any:
    named = by_name(plain_boxes(value, notes))
    gathered = gather_turns(named)
    return without_standings(named if gathered == named else by_name(gathered), notes)
