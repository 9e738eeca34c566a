"""Write a table to a file or to stdout."""

from __future__ import annotations

import sys
from pathlib import Path

from dashboard.cli.printing import say
from dashboard.exports import Export, Form, Table
from ingest.errors import WrongUsage


def hand_out(table: Table, export: Export, form: Form, out: Path | None) -> None:
    """Write a table in one form; a form that is no text is not for a terminal."""
    if export.binary and out is None and sys.stdout.isatty():
        raise WrongUsage(f"{export.title} is no text for a terminal: give a file with --out.")
    write(export.write(table, form), out)


def write(content: bytes, out: Path | None) -> None:
    """Write bytes to a file, or to stdout as they are."""
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        out.write_bytes(content)
        say(f"Written: {out}")
