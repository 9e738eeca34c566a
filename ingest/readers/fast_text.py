"""Take the text of a large table as it lies on the disk, where every reader parts its lines and fields alike."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from ingest.readers.dialects import SAMPLE
from ingest.sources import Source

_HEAD = 4 * SAMPLE  # bytes that hold at least as many characters as a dialect is found by
_PIECE = 1 << 18
END = 8 * 1024  # bytes at either end of the file that tell how large points are


@dataclass(frozen=True)
class Text:
    """Be the text of a table: its bytes, or where they are; its first and last ones; whether quotes are in it."""

    whole: Path | bytes
    head: bytes
    tail: bytes
    basis: str = "valid UTF-8"
    quoted: bool = False

    def bytes(self) -> bytes:
        """Return the whole of it."""
        return self.whole if isinstance(self.whole, bytes) else self.whole.read_bytes()


def text_of(source: Source) -> Text | None:
    """Return the text with lines that end in LF; it stays on the disk where nothing has to be changed."""
    signs = _signs(source)
    if b"\0" in signs:
        return None
    marked = source.part(0, 3) == codecs.BOM_UTF8
    if (
        source.content is None
        and source.path
        and not signs
        and not marked
        and source.part(source.size - 2, 2) != b"\n\n"
    ):
        return Text(source.path, source.part(0, _HEAD), source.part(max(source.size - END, 0), END))
    data = source.data[3:] if marked else source.data
    if marked and codecs.BOM_UTF8 in data:
        return None
    if b"\r" in signs:
        if data.count(b"\r") != data.count(b"\r\n"):
            return None
        data = data.replace(b"\r\n", b"\n")
    if data.endswith(b"\n\n"):
        data = data.rstrip(b"\n")
    basis = "byte order mark" if marked else "valid UTF-8"
    return Text(data, data[:_HEAD], data[-END:], basis, b'"' in signs)


def _signs(source: Source) -> set[bytes]:
    """Return which of NUL, carriage return and quote stand anywhere in a file."""
    marks = (b"\0", b"\r", b'"')
    if source.content is not None or source.path is None:
        return {mark for mark in marks if mark in source.data}
    found: set[bytes] = set()
    piece = bytearray(_PIECE)
    with source.path.open("rb", buffering=0) as file:
        while length := file.readinto(piece):
            found.update(mark for mark in marks if piece.find(mark, 0, length) >= 0)
    return found


def quoted_plainly(text: bytes, delimiter: bytes) -> bool:
    """Tell whether every quote stands at the edge of a field, where all readers take it alike."""
    edges = text.count(delimiter + b'"') + text.count(b'"' + delimiter) + text.count(b'\n"') + text.count(b'"\n')
    return text.count(b'"') == edges + text.startswith(b'"') + text.endswith(b'"')
