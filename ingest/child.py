"""Read files in a child process with limits on memory and time, so that a bad file harms nobody."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, ReadOptions
from ingest.parsed import load_parsed, save_parsed

SECONDS = 15.0
SECONDS_A_MEGABYTE = 3.0
STARTUP_SECONDS = 60.0


class _Worker:
    """Be one child process that reads files one after the other until it is closed, or dies of one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ingest.readers.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            close_fds=True,
            env={**os.environ, "PYTHONFAULTHANDLER": "", "RUST_BACKTRACE": "0"},
        )
        self._buffer = b""
        self._selector = selectors.DefaultSelector()
        assert self._process.stdout is not None
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._answer(STARTUP_SECONDS)

    def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Have one file read; raises _Ended where the child died or took too long."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _Ended("ended") from error
        return self._answer(seconds)

    def _answer(self, seconds: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        while b"\n" not in self._buffer:
            if not self._selector.select(seconds):
                raise _Ended(f"took longer than {seconds:.0f} s")
            more = os.read(self._process.stdout.fileno(), 65536)
            if not more:
                status = self._process.wait()
                raise _Ended(
                    "needed more memory than it may have, or failed"
                    if status >= 0
                    else f"was stopped by signal {-status}"
                )
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the child."""
        self._selector.close()
        if self._process.poll() is None:
            self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                try:
                    stream.close()
                except OSError:
                    continue
        self._process.wait()


class _Ended(Exception):
    """Say that the child is gone, and why."""


def read_files(
    files: Iterable[tuple[Path, str] | Path], options: ReadOptions, keep: Path | None = None
) -> Iterator[ParsedFile | UnreadableFile]:
    """Read many files through one child; yields for each, in order, its ParsedFile or the error that refuses it.

    A file is a path, or a path and the name that people know it by. A child that dies is replaced for the next file.
    With ``keep``, a folder, the readings stay there in saved form: `saved_path` tells where.
    """
    worker: _Worker | None = None
    with tempfile.TemporaryDirectory(prefix="yamsheet-") as folder:
        try:
            for number, file in enumerate(files):
                path, name = (file, file.name) if isinstance(file, Path) else file
                out = saved_path(keep or Path(folder), number)
                try:
                    worker = worker or _Worker()
                    yield _read(worker, path, name, options, out)
                except _Ended as error:
                    if worker:
                        worker.close()
                    worker = None
                    yield UnreadableFile(
                        f"{name}: reading it {error}; it was given up. "
                        "Save it afresh from a spreadsheet, or export it as CSV.",
                        code="reader_died",
                    )
                finally:
                    if keep is None:
                        out.unlink(missing_ok=True)
        finally:
            if worker:
                worker.close()


def saved_path(folder: Path, number: int) -> Path:
    """Return where the reading of the file of this number, from 0, is saved."""
    return folder / f"{number}.parsed"


def _read(worker: _Worker, path: Path, name: str, options: ReadOptions, out: Path) -> ParsedFile | UnreadableFile:
    try:
        size = path.stat().st_size
    except OSError as error:
        return UnreadableFile(f"{name}: cannot be opened ({error.strerror}).", code="missing")
    job = {"path": str(path.resolve()), "name": name, "options": asdict(options), "out": str(out)}
    answer = worker.ask(job, SECONDS + SECONDS_A_MEGABYTE * size / 1e6)
    if "error" in answer:
        return UnreadableFile(answer["error"], code=answer["code"], row=answer["row"])
    return load_parsed(out)


def read_file(path: Path, options: ReadOptions, *, name: str | None = None) -> ParsedFile:
    """Read one file in a child process. Raises UnreadableFile, which names the file, the place and the remedy.

    `name` is the file's own name where `path` is a copy under another one.
    """
    result = next(iter(read_files([(path, name or path.name)], options)))
    if isinstance(result, UnreadableFile):
        raise result
    return result


__all__ = ["load_parsed", "read_file", "read_files", "save_parsed"]
