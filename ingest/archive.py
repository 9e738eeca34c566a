"""Put all of a book that cannot be made anew into one file, and take it out again."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from ingest import club, disk, journal
from ingest.errors import BookError, WrongUsage, unwritten
from ingest.journal import canonical
from ingest.store import Book
from ingest.trust import needed
from ingest.writer import Writer

_FORMAT = "yamsheet-backup/1"
_MANIFEST = "manifest.json"
_NAMES = re.compile(r"club\.toml|journal\.jsonl|rulesets/[^/\\]+\.toml|raw/[0-9a-f]{64}")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, NotImplementedError, OSError)


def backup(book: Book, file: Path) -> int:
    """Write club.toml, rulesets, journal and raw files into one zip file and return the number of entries in it.

    The manifest in it has the sha256 of each member. Others may write meanwhile: it is the book as it was at the
    beginning. The same book gives the same bytes. A damaged book is refused.
    """
    if not book.exists:
        raise WrongUsage(f"There is no book in {book.root}.")
    parsed = book.journal()
    texts = {journal.NAME: b"".join(entry.line() for entry in parsed.entries)}
    for path in (book.root / club.NAME, *sorted((book.root / "rulesets").glob("*.toml"))):
        if path.exists():
            texts[path.relative_to(book.root).as_posix()] = path.read_bytes()
    for sha, entry in needed(parsed.entries).items():
        if not (book.root / "raw" / sha).exists():
            raise BookError(f"raw/{sha}, which entry {entry} needs, is missing: no backup is made. See yamsheet verify")
    raw = sorted(path for path in (book.root / "raw").iterdir() if _NAMES.fullmatch(f"raw/{path.name}"))
    hashes = {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}
    hashes |= {f"raw/{path.name}": path.name for path in raw}
    try:
        with disk.placing(file) as stream, zipfile.ZipFile(stream, "w", compresslevel=1) as archive:
            _add(archive, _MANIFEST, io.BytesIO(_manifest(hashes)))
            for name, text in texts.items():
                _add(archive, name, io.BytesIO(text))
            for path in raw:
                with path.open("rb") as source:
                    if _add(archive, f"raw/{path.name}", source) != path.name:
                        raise BookError(f"raw/{path.name} is damaged: no backup is made. See yamsheet verify")
        disk.fsync_path(file.absolute().parent)
    except OSError as error:
        raise WrongUsage(f"The backup {file} cannot be written: {error.strerror}.") from error
    return len(parsed.entries)


def restore(book: Book, file: Path) -> int:
    """Fill an empty book from a backup and return the number of its entries; the results are then made by `catch_up`.

    Every hash is checked before anything is placed. The journal comes last, in one step: until then the book is empty.
    """
    with contextlib.ExitStack() as stack:
        try:
            archive = stack.enter_context(zipfile.ZipFile(file))
            hashes = _checked(archive)
        except FileNotFoundError as error:
            raise WrongUsage(f"There is no file {file}.") from error
        except _DAMAGED as error:
            raise BookError(f"{file} is no backup of a book, or it is damaged: {error}") from error
        writer = stack.enter_context(book.writer())
        _refuse_filled(writer, archive, hashes)
        _place(book, archive, hashes)
    return len(book.entries())


def _checked(archive: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the hashes that the manifest states, after checking all members against them."""
    manifest = archive.read(_MANIFEST)
    hashes: dict[str, str] = json.loads(manifest)["files"]
    if manifest != _manifest(hashes):
        raise ValueError(f"{_MANIFEST} is damaged or of another version")
    names = sorted(archive.namelist())
    if names != sorted([_MANIFEST, *hashes]) or not all(map(_NAMES.fullmatch, hashes)) or journal.NAME not in hashes:
        raise ValueError("it has other members than it lists")
    for name, sha in hashes.items():
        with archive.open(name) as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != sha:  # type: ignore[arg-type]
                raise ValueError(f"{name} is damaged")
        if name.startswith("raw/") and name != f"raw/{sha}":
            raise ValueError(f"{name} is damaged")
    parsed = journal.parse(archive.read(journal.NAME))
    if parsed.faults:
        raise journal.refuse(parsed.faults)
    return hashes


def _refuse_filled(writer: Writer, archive: zipfile.ZipFile, hashes: Mapping[str, str]) -> None:
    root = writer.book.root
    if writer.state.entries:
        raise WrongUsage(f"The book {root} is not empty: restore into another folder (yamsheet --book DIR restore …).")
    for path in (root / club.NAME, *(root / "rulesets").glob("*.toml")):
        name = path.relative_to(root).as_posix()
        if path.read_bytes() not in (club.TEMPLATE.encode(), archive.read(name) if name in hashes else None):
            raise WrongUsage(f"The book {root} is not empty: it has a {name} of its own. Restore into another folder.")


def _place(book: Book, archive: zipfile.ZipFile, hashes: Mapping[str, str]) -> None:
    try:
        for name in sorted(hashes, key=lambda name: name == journal.NAME):
            path = book.root / name
            if name == journal.NAME:
                for folder in (book.root / "raw", book.root / "rulesets", book.root):
                    disk.fsync_path(folder)
            if name.startswith("raw/"):
                with archive.open(name) as stream:
                    disk.put_copy(path, stream, name)
            else:
                disk.put(path, archive.read(name))
        disk.fsync_path(book.root)
    except OSError as error:
        raise unwritten(error, " Nothing was restored.") from error


def _manifest(hashes: Mapping[str, str]) -> bytes:
    check = hashlib.sha256(canonical(hashes)).hexdigest()
    return canonical({"format": _FORMAT, "files": hashes, "check": check})


def _add(archive: zipfile.ZipFile, name: str, source: IO[bytes]) -> str:
    """Add a member with no time of its own and return the sha256 of what was added."""
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    digest = hashlib.sha256()
    with archive.open(info, "w", force_zip64=True) as member:
        while chunk := source.read(1 << 20):
            digest.update(chunk)
            member.write(chunk)
    return digest.hexdigest()
