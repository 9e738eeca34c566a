"""Read files in a child process with limits on memory and time, so that a bad file harms nobody."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import tempfile
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import Any

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, ReadOptions
from ingest.parsed import load_parsed, save_parsed
from ingest.reader_process import Ended, ReaderProcess, reader_process

SECONDS = 15.0
SECONDS_A_MEGABYTE = 3.0
_LARGE = 20_000_000  # bytes of a file that is rather too large than damaged
_AFRESH = "Save it afresh from a spreadsheet, or export it as CSV."


def read_files(
    files: Iterable[tuple[Path, str] | Path], options: ReadOptions | Sequence[ReadOptions], keep: Path | None = None
) -> Generator[ParsedFile | UnreadableFile]:
    """Read many files through one child; yields for each, in order, its ParsedFile or the error that refuses it.

    A file is a path, or a path and the name that people know it by; ``options`` are those of all, or of each in turn.
    A child that dies is replaced for the next file. With ``keep``, a folder, the readings stay there in saved form:
    `saved_path` tells where.
    """
    with working_folder() as folder:
        each = repeat(options) if isinstance(options, ReadOptions) else options
        known = enumerate(zip(files, each, strict=False))
        jobs = (_job(file, saved_path(keep or Path(folder), n), own) for n, (file, own) in known)
        with closing(_Reader()) as reader:
            ahead: deque[_Job] = deque(islice(jobs, 1))
            while ahead:
                ahead.extend(islice(jobs, 1))  # the child reads the next file while this one is taken over
                result = reader.read(ahead)
                yield result
                if keep is None:
                    ahead[0].out.unlink(missing_ok=True)
                ahead.popleft()


@contextmanager
def working_folder() -> Iterator[str]:
    """Give a new temporary folder that bears this process's number, after removing those that dead ones left."""
    for path in Path(tempfile.gettempdir()).glob("yamsheet-*-*"):
        found = re.fullmatch(r"yamsheet-(\d{1,9})-\w+", path.name)
        if found and _left(path) and not _alive(int(found[1])):
            shutil.rmtree(path, ignore_errors=True)
    folder = Path(tempfile.gettempdir(), f"yamsheet-{os.getpid()}-{os.urandom(8).hex()}")
    with ExitStack() as stack:
        for _ in range(2):  # what a signal leaves behind that comes amid the first, the second removes
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        yield str(folder)


def _left(path: Path) -> bool:
    """Tell whether this is a folder of one's own that nobody has touched for a day."""
    try:
        told = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(told.st_mode) and told.st_uid == os.getuid() and time.time() - told.st_mtime > 86400


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def saved_path(folder: Path, number: int) -> Path:
    """Return where the reading of the file of this number, from 0, is saved."""
    return folder / f"{number}.parsed"


@dataclass(eq=False)
class _Job:
    """Be one file to read: what the child is told, where its reading goes, how long it may take."""

    name: str
    told: dict[str, Any]
    out: Path
    seconds: float = 0.0
    missing: str | None = None
    large: bool = False


def _job(file: tuple[Path, str] | Path, out: Path, options: ReadOptions) -> _Job:
    path, name = (file, file.name) if isinstance(file, Path) else file
    own = {**options.by_name(), "headings": dict(options.headings)}
    told = {"path": str(path.absolute()), "name": name, "options": own, "out": str(out)}
    try:
        size = path.stat().st_size
        return _Job(name, told, out, SECONDS + SECONDS_A_MEGABYTE * size / 1e6, large=size > _LARGE)
    except OSError as error:
        return _Job(name, told, out, missing=f"{name}: cannot be opened ({error.strerror}).")


class _Reader:
    """Keep a child at work; one that dies is replaced, and what it had not begun is handed to the next."""

    def __init__(self) -> None:
        self._worker: ReaderProcess | None = None
        self._sent: list[_Job] = []

    def read(self, ahead: deque[_Job]) -> ParsedFile | UnreadableFile:
        """Return the reading of the first file, having handed over those after it as well."""
        job = ahead[0]
        if job.missing:
            return UnreadableFile(job.missing, code="missing")
        try:
            self._worker = self._worker or reader_process()
            for waiting in ahead:
                if not waiting.missing and waiting not in self._sent:
                    place = waiting.out.with_suffix(".job")
                    place.write_text(json.dumps(waiting.told), "utf-8")
                    self._worker.send(place)
                    self._sent.append(waiting)
            answer = self._worker.answer(job.seconds)
        except Ended as error:
            self.close()
            return UnreadableFile(
                f"{job.name}: reading it {error}; it was given up. "
                + ("Split it into smaller files." if job.large else _AFRESH),
                code="reader_died",
            )
        self._sent.remove(job)
        if len(ahead) == 1:
            self._worker.stop()
        if "error" in answer:
            return UnreadableFile(answer["error"], code=answer["code"], row=answer["row"])
        return load_parsed(job.out)

    def close(self) -> None:
        """End the child, if one is at work."""
        if self._worker:
            self._worker.close()
        self._worker, self._sent = None, []


__all__ = ["load_parsed", "read_files", "save_parsed"]
