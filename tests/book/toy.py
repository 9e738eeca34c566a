"""Build toy tables, the lines of the files as players, so that the book is tested without reader or engine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from ingest.book import Book, Build, Entry, State
from ingest.writer import Writer

ENTRY = {
    "no": pl.Int64, "kind": pl.String, "who": pl.String, "when": pl.String, "why": pl.String, "undone_by": pl.Int64,
}  # fmt: skip


def toy(book: Book) -> Build:
    """Make players out of the lines of the files that count, and entries out of the journal."""

    def build(state: State) -> Iterator[tuple[str, pl.DataFrame]]:
        names = sorted(name for file in state.imports for name in book.raw_path(file.sha).read_text().splitlines())
        entries = [
            {
                "no": e.no,
                "kind": e.kind,
                "who": e.who,
                "when": e.when,
                "why": e.why,
                "undone_by": state.undone_by.get(e.no),
            }
            for e in state.entries
        ]
        boxes = {"sheet_no": range(len(names)), "column": ["main"] * len(names), "ones": [3] * len(names)}
        yield "player", pl.DataFrame({"player_no": range(len(names)), "player": names, "key": names})
        yield "entry", pl.DataFrame(entries, schema=ENTRY)
        schema = {"sheet_no": pl.Int32, "column": pl.String, "ones": pl.Int16}
        yield "boxes_yamms", pl.DataFrame(boxes, schema=schema)

    return build


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def record(text: str, **options: Any) -> dict[str, Any]:
    """Return what an import entry says of a file with this text."""
    return {"sha": sha(text), "name": f"{text.split()[0]}.csv", "options": options, "rulesets": {}, "digest": "d"}


def take(writer: Writer, *texts: str, **options: Any) -> Entry:
    """Import files with these texts as one entry."""
    return writer.commit(
        "import",
        {"files": [record(text, **options) for text in texts]},
        None,
        "ana",
        raw={sha(text): text.encode() for text in texts},
        tables=toy(writer.book),
    )


def players(book: Book) -> list[str]:

    with book.reader() as reader:
        return reader.table("player")["player"].to_list()


def seen(book: Book) -> dict[Path, tuple[int, int]]:
    """Return every file and folder of a book with when it was last changed, and its size."""
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in (book.root, *book.root.rglob("*"))}
