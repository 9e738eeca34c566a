"""Do every write to a book's folder, so that what reaches the disk, and in which order, stands in one place."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ingest.errors import BookError

_CHUNK = 1 << 20


def step(action: str, path: Path) -> None:
    """Mark that `action` (write, fsync, rename, truncate) is about to happen to `path`; the fault tests strike here."""


def write(fd: int, data: bytes, path: Path) -> None:
    """Write all of `data` to the open file `fd`; `path` names it for errors."""
    step("write", path)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def fsync(fd: int, path: Path) -> None:
    """Wait until what was written to `fd` is on the disk."""
    step("fsync", path)
    os.fsync(fd)


def fsync_path(path: Path) -> None:
    """Wait until a file or the names in a folder are on the disk."""
    fd = os.open(path, os.O_RDONLY)
    try:
        fsync(fd, path)
    finally:
        os.close(fd)


def rename(source: Path, target: Path) -> None:
    """Give `source` the name `target`, in one step, in place of what bore it."""
    step("rename", target)
    os.replace(source, target)


def make_folder(path: Path) -> None:
    """Create a folder that is not there, its parents too, and make its name lasting."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(exist_ok=True)
    fsync_path(path.parent)


def temporary(path: Path) -> Path:
    """Return the name under which `path` is written before it is renamed."""
    return path.with_name(path.name + ".tmp")


@contextlib.contextmanager
def placing(path: Path) -> Iterator[IO[bytes]]:
    """Place a file whole or not at all: yield it under a temporary name, then fsync and rename it.

    The name is lasting once the caller has made the folder so (`fsync_path`).
    """
    place = temporary(path)
    try:
        with place.open("wb") as stream:
            step("write", place)
            yield stream
            stream.flush()
            fsync(stream.fileno(), place)
    except BaseException:
        remove(place)
        raise
    rename(place, path)


def put(path: Path, data: bytes) -> None:
    """Place a file with these bytes, whole or not at all."""
    with placing(path) as stream:
        stream.write(data)


def put_copy(path: Path, source: IO[bytes], what: str) -> None:
    """Place a copy of `source` under a path that is named by its sha256; `what` is named where it is not."""
    digest = hashlib.sha256()
    with placing(path) as stream:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            stream.write(chunk)
        if digest.hexdigest() != path.name:
            raise BookError(f"{what} is not what it was a moment ago. Try again.")


def append(path: Path, data: bytes) -> None:
    """Append `data` to a file and wait until it is on the disk; after a failure the file is cut back if that can be."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        size = os.fstat(fd).st_size
        try:
            write(fd, data, path)
            fsync(fd, path)
            if size == 0:
                fsync_path(path.parent)
        except BaseException:
            with contextlib.suppress(OSError):
                _truncate(fd, size, path)
            raise
    finally:
        os.close(fd)


def truncate(path: Path, size: int) -> None:
    """Cut a file to `size` bytes and wait until that is on the disk."""
    fd = os.open(path, os.O_WRONLY)
    try:
        _truncate(fd, size, path)
    finally:
        os.close(fd)


def remove(path: Path) -> None:
    """Remove a file that is left over; one that is gone or will not go is no error, since nothing rests on it."""
    with contextlib.suppress(OSError):
        path.unlink()


def sha256(path: Path) -> str:
    """Return the sha256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _truncate(fd: int, size: int, path: Path) -> None:
    step("truncate", path)
    os.ftruncate(fd, size)
    fsync(fd, path)
