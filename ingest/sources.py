"""Open a file within limits and turn its bytes into text, without ever guessing a code page."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ingest.errors import UnreadableFile
from ingest.model import Question, ReadOptions

LARGEST_FILE = 400_000_000  # bytes, text formats
LARGEST_WORKBOOK = 50_000_000  # bytes, packed
LARGE_TABLE = 1_000_000  # bytes of a text table that is not read whole before it is looked into
TABLES = (".csv", ".tsv", ".txt", ".tab")
#: The code pages that clubs' files come in; the choices of the question about an encoding.
CODE_PAGES = ("cp1250", "cp1252")

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FOREIGN = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"{\\rtf", "a rich text document"),
    (b"\x1f\x8b", "a packed file (gzip)"),
    (b"7z\xbc\xaf", "a packed file (7z)"),
    (b"Rar!", "a packed file (RAR)"),
    (b"SQLite format 3", "a database"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"\xd0\xcf\x11\xe0", "an old Office document (.xls or .doc), or one locked by a password"),
)
_ZIP = b"PK\x03\x04"
_WORD = r"[^\s;,|\"]+"
_MARKUP = re.compile(rb"\s*(?:<!doctype html|<html|<\?xml|<svg|<table\b|<head|<body)", re.IGNORECASE)


@dataclass(frozen=True)
class Text:
    """Hold a file's text, how its bytes were read, and the question that is left where nothing proves it."""

    text: str
    encoding: str
    basis: str
    question: Question | None = None


@dataclass(frozen=True)
class Source:
    """Hold the bytes of one file under the name that a person knows it by; those of a large table at its path."""

    name: str
    content: bytes | None = field(repr=False)
    path: Path | None = None

    @property
    def data(self) -> bytes:
        """Return the bytes. Raises UnreadableFile where they can no longer be read."""
        if self.content is not None:
            return self.content
        assert self.path is not None
        return _bytes(self.path, self.name)

    @cached_property
    def size(self) -> int:
        """Return the number of bytes."""
        return len(self.content) if self.content is not None else self.path.stat().st_size  # type: ignore[union-attr]

    def part(self, start: int, length: int) -> bytes:
        """Return some bytes, without reading all of them."""
        if self.content is not None:
            return self.content[start : start + length]
        assert self.path is not None
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(length)

    @property
    def extension(self) -> str:
        """Return the ending of the name in lower case, with its dot."""
        return Path(self.name).suffix.lower()

    @cached_property
    def is_zip(self) -> bool:
        """Tell whether the bytes are a ZIP container, as XLSX and ODS are."""
        return self.part(0, 4).startswith((_ZIP, b"PK\x05\x06"))

    def fail(self, message: str, *, code: str = "unreadable", row: int | None = None) -> UnreadableFile:
        """Return the error to raise, its message beginning with the file's name."""
        return UnreadableFile(f"{self.name}: {message}", code=code, row=row)


def open_source(path: Path, name: str | None = None) -> Source:
    """Open a file; raises UnreadableFile where it is missing, empty, too large or no scoresheet's kind at all."""
    shown = name or path.name
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _missing(shown, error) from error
    if size > LARGEST_FILE:
        raise UnreadableFile(
            f"{shown}: the file has {size:,} bytes, more than {LARGEST_FILE:,}. Split it and read the parts.",
            code="too_large",
        )
    on_disk = size >= LARGE_TABLE and Path(shown).suffix.lower() in TABLES
    source = Source(shown, None if on_disk else _bytes(path, shown), path)
    head = source.part(0, 4096)
    blank = b"\0 \t\r\n\xef\xbb\xbf\xff\xfe"
    if not head.strip(blank) and not source.data.strip(blank):
        raise source.fail("the file is empty. Save it again from the program it comes from.", code="empty")
    for magic, what in _FOREIGN:
        if head.startswith(magic):
            raise source.fail(
                f"this is {what}, not a scoresheet. Export it as CSV, XLSX, ODS or JSON.", code="wrong_content"
            )
    return source


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _missing(name, error) from error


def _missing(name: str, error: OSError) -> UnreadableFile:
    return UnreadableFile(f"{name}: cannot be opened ({error.strerror}).", code="missing")


def check_text_content(source: Source) -> None:
    """Refuse what is no plain text: ZIP containers, web pages, binary data. Raises UnreadableFile."""
    if source.is_zip:
        raise source.fail(
            f"a ZIP container (XLSX and ODS are such), though its name ends in {source.extension or 'nothing'}. "
            "Give it its proper ending, or export it as CSV.",
            code="wrong_content",
        )
    if _MARKUP.match(source.part(0, 512).removeprefix(codecs.BOM_UTF8)):
        raise source.fail(
            "a web page or XML document, not a table. Export the table as CSV or XLSX.", code="wrong_content"
        )


def _utf16_by_nuls(data: bytes) -> str | None:
    """Recognise UTF-16 without a mark by where its NUL bytes stand: always on the same side of a pair."""
    head = data[: min(len(data), 4096) & ~1]
    if len(head) < 8:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    pairs = len(head) // 2
    if odd > pairs * 0.4 and even * 20 <= odd:
        return "utf-16-le"
    if even > pairs * 0.4 and odd * 20 <= even:
        return "utf-16-be"
    return None


def _row_of(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _strict(source: Source, data: bytes, encoding: str, basis: str) -> Text:
    """Decode or refuse, naming the row of the first byte that does not fit."""
    try:
        return Text(data.decode(encoding), encoding, basis)
    except LookupError as error:
        raise source.fail(
            f"no encoding is called {encoding!r}. Say utf-8, cp1250, cp1252 or utf-16.", code="encoding"
        ) from error
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        row = _row_of(data, at)
        raise source.fail(
            f"row {row} holds bytes that are not {encoding} ({basis}). Give the file's true encoding.",
            code="encoding",
            row=row,
        ) from error


def decode(source: Source, options: ReadOptions) -> Text:
    """Turn bytes into text: byte order mark, strict UTF-8, UTF-16 by its NULs, then the given or the club's code page.

    Where none of these settles it the text is read provisionally and a question is left, unless cp1250 and cp1252 read
    every byte alike (DESIGN.md, Encodings). Raises UnreadableFile for NUL bytes, and for bytes that do not fit.
    """
    data = source.data
    for mark, encoding in _BOMS:
        if data.startswith(mark) and not (mark == codecs.BOM_UTF32_LE and len(data) % 4):
            body = data[len(mark) :]
            if encoding.startswith("utf-16") and len(body) % 2:
                raise source.fail("the file ends in half a character: it was cut off. Save it again.", code="encoding")
            return _checked(source, _strict(source, body, encoding, "byte order mark"))
    try:
        if (at := data.find(b"\0")) < 0:
            return Text(data.decode("utf-8"), "utf-8", "valid UTF-8")
    except UnicodeDecodeError as error:
        return _checked(source, _by_code_page(source, data, options, error))
    if encoding16 := _utf16_by_nuls(data):
        return _checked(source, _strict(source, data[: len(data) & ~1], encoding16, "its NUL bytes"))
    row = _row_of(data, at)
    raise source.fail(f"row {row} holds a NUL byte: this is no text. Export it as CSV again.", code="binary", row=row)


def _checked(source: Source, text: Text) -> Text:
    """Refuse text with NULs or a load of control characters in it: binary data that happened to decode."""
    head = text.text[:20_000]
    controls = sum(1 for c in head if ord(c) < 32 and c not in "\t\r\n\f\v\x1a")
    if "\0" in text.text or controls > len(head) // 100:
        at = text.text.find("\0")
        row = text.text.count("\n", 0, max(at, 0)) + 1
        raise source.fail("binary data, not text. Export the table as CSV again.", code="binary", row=row)
    return Text(
        text.text.replace("\ufeff", "") if "\ufeff" in head else text.text, text.encoding, text.basis, text.question
    )


def _by_code_page(source: Source, data: bytes, options: ReadOptions, error: UnicodeDecodeError) -> Text:
    if options.encoding:
        return _strict(source, data, _known(source, options.encoding), "given")
    if data.count(b"\0") and (encoding16 := _utf16_by_nuls(data)):
        return _strict(source, data[: len(data) & ~1], encoding16, "its NUL bytes")
    row = _row_of(data, error.start)
    mended = data.decode("utf-8", "replace")
    if sum(c > "\x7f" and c != "\ufffd" for c in mended) > 2 * mended.count("\ufffd"):
        raise source.fail(
            f"row {row} holds bytes that are not UTF-8, though the rest of the file is. "
            "Save it again as UTF-8, or give its encoding.",
            code="encoding",
            row=row,
        )
    if options.club_encoding:
        return _strict(source, data, _known(source, options.club_encoding), "the club's")
    readings = {page: data.decode(page, "replace") for page in CODE_PAGES}
    first, second = readings.values()
    if first == second and "\ufffd" not in first:
        return Text(second, CODE_PAGES[1], "read alike in cp1250 and cp1252")
    words = zip(re.findall(_WORD, first), re.findall(_WORD, second), strict=False)
    pairs = list(dict.fromkeys((a[:40], b[:40]) for a, b in words if a != b))[:3]
    east, west = (", ".join(f"“{pair[at]}”" for pair in pairs) for at in (0, 1))
    question = Question(
        "encoding",
        f"The encoding is not told and the bytes are not UTF-8. From row {row} on it reads {east} in cp1250 (central "
        f"Europe), {west} in cp1252 (western Europe). Say --encoding cp1250 or cp1252.",
        CODE_PAGES,
    )
    return Text(second, CODE_PAGES[1], "not settled", question)


def _known(source: Source, encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name if encoding not in CODE_PAGES else encoding
    except LookupError as error:
        raise source.fail(
            f"no encoding is called {encoding!r}. Say utf-8, cp1250, cp1252 or utf-16.", code="encoding"
        ) from error
