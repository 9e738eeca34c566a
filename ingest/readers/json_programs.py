"""Write what a program keeps of its games as people tell them: figures by box, players by name, each game once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ingest.readers.json_boxes import plain_boxes
from ingest.readers.json_document import Lines
from ingest.readers.json_people import by_name
from ingest.readers.json_states import last_lines, last_states
from ingest.readers.json_times import part_by_times, settle_times
from ingest.readers.json_turns import gather_turns
from ingest.readers.json_wrapped import unwrapped


def plain(found: Any, notes: dict[str, None]) -> Any:
    """Return a document, or one a line, as it is told; what is left out, and why, is added to the notes."""
    if isinstance(found, Lines):
        lines = settle_times([unwrapped(value) for _, value in found.values], notes)
        told = last_lines([_told(value, notes) for value in lines], notes)
        return replace(found, values=tuple((n, v) for (n, _), v in zip(found.values, told, strict=True)))
    return last_states(_told(settle_times(part_by_times(unwrapped(found)), notes), notes), notes)


def _told(value: Any, notes: dict[str, None]) -> Any:
    return by_name(gather_turns(by_name(plain_boxes(value, notes))))
