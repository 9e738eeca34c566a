"""Set a table as a PDF of A4 pages, by the template `table.typ`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typst

_TEMPLATE = Path(__file__).with_name("table.typ")
_OWN_FONTS = 0x530  # Latin, Greek and Cyrillic stand before it


def pdf(
    title: str,
    basis: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    numeric: Sequence[bool],
    *,
    language: str,
) -> bytes:
    """Return the pages as PDF, the same bytes for the same table.

    Numbers stand at the right; the first column that is none takes the width left over. The typesetter brings its own
    fonts; those of the machine are looked at only for other scripts than Latin, Greek and Cyrillic.
    """
    made = {
        "title": title,
        "basis": basis,
        "language": language.partition("_")[0],
        "headings": headings,
        "numeric": numeric,
        "wide": numeric.index(False) if False in numeric else 0,
        "rows": rows,
    }
    written = json.dumps(made, ensure_ascii=False)
    known = not any(_OWN_FONTS < ord(char) < 0x1E00 or ord(char) > 0x2300 for char in written)
    return typst.compile(_TEMPLATE.read_bytes(), ignore_system_fonts=known, sys_inputs={"table": written})
