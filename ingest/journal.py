"""Keep the journal: one line of canonical JSON for each entry, chained by hashes (DESIGN.md, The way of the data)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.errors import BookError

NAME = "journal.jsonl"

#: What stands in place of the hash of the line before in the first line, and for a journal without lines.
NOTHING = "0" * 64

_KEYS = {"no", "kind", "who", "when", "why", "payload", "prev", "hash"}


@dataclass(frozen=True)
class Entry:
    """Hold one line: `when` is UTC in ISO form, `prev` the hash of the line before, `hash` of the rest of this one."""

    no: int
    kind: str
    who: str
    when: str
    why: str | None
    payload: Mapping[str, Any]
    prev: str
    hash: str

    def line(self) -> bytes:
        """Return the line as it stands in the file, with its line feed."""
        return canonical({**_body(self), "hash": self.hash}) + b"\n"


def canonical(value: object) -> bytes:
    """Return the one way to write `value` as JSON: sorted keys, no spaces, UTF-8.

    >>> canonical({"b": "ș", "a": [1, None]}).decode()
    '{"a":[1,null],"b":"ș"}'
    """
    return _text(value).encode("utf-8")


def make(before: Entry | None, kind: str, *, who: str, when: str, why: str | None, payload: Mapping[str, Any]) -> Entry:
    """Return the entry that follows `before`, with its hash; the payload is what its JSON says."""
    no, prev = (before.no + 1, before.hash) if before else (1, NOTHING)
    kept = json.loads(_text(payload).encode("utf-8", "replace"))  # a file's name may hold bytes that are no UTF-8
    bare = Entry(no, kind, who, when, why, kept, prev, "")
    return Entry(no, kind, who, when, why, kept, prev, _hash(bare))


@dataclass(frozen=True)
class Parsed:
    """Hold what a journal file says: its entries, the length of the part that they fill, and what is wrong after it.

    `faults` are (line number, message); a fault in the last line alone may be a write that a crash cut short.
    `ended` is False where only the last line feed is missing.
    """

    entries: tuple[Entry, ...]
    size: int
    faults: tuple[tuple[int, str], ...]
    lines: int
    ended: bool

    @property
    def torn(self) -> bool:
        """Tell whether only the last line is faulty."""
        return [line for line, _ in self.faults] == [self.lines]


def parse(data: bytes) -> Parsed:
    """Read a journal's bytes and check every line: form, number, its own hash and the hash of the line before."""
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    entries: list[Entry] = []
    faults: list[tuple[int, str]] = []
    size, prev = 0, NOTHING
    for no, line in enumerate(lines, 1):
        entry = _entry(line)
        if entry is None or entry.hash != _hash(entry):
            faults.append((no, "its own hash does not fit it: it is damaged"))
            prev = entry.hash if entry else ""  # what follows is then judged by itself
            continue
        if entry.no != no:
            faults.append((no, f"it bears the number {entry.no}: a line is missing or was added"))
        elif prev and entry.prev != prev:
            faults.append((no, "it does not follow the line before it"))
        elif not faults:
            entries.append(entry)
            size += len(line) + 1
        prev = entry.hash
    return Parsed(tuple(entries), min(size, len(data)), tuple(faults), len(lines), ended)


def refuse(faults: tuple[tuple[int, str], ...]) -> BookError:
    """Return the error that names the first faulty line."""
    line, message = faults[0]
    return BookError(
        f"{NAME}, line {line}: {message}. Nothing is written to the book until it is whole: restore it from a backup."
    )


def _entry(line: bytes) -> Entry | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, dict) or value.keys() != _KEYS:
        return None
    try:
        same = canonical(value) == line
    except ValueError:
        return None
    entry = Entry(**value)
    texts = (entry.kind, entry.who, entry.when, entry.prev, entry.hash)
    fits = type(entry.no) is int and isinstance(entry.payload, dict) and all(isinstance(text, str) for text in texts)
    return entry if same and fits and isinstance(entry.why, str | None) else None


def _body(entry: Entry) -> dict[str, object]:
    return {
        "no": entry.no,
        "kind": entry.kind,
        "who": entry.who,
        "when": entry.when,
        "why": entry.why,
        "payload": entry.payload,
        "prev": entry.prev,
    }


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _hash(entry: Entry) -> str:
    return hashlib.sha256(canonical(_body(entry))).hexdigest()
