"""Be one child process that reads files. It may be begun before it is needed: its start takes as long as one's own.

Nothing heavy is imported here, so that a command can begin a child before anything else.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STARTUP_SECONDS = 60.0

_begun: list[ReaderProcess] = []


class Ended(Exception):
    """Say that the child is gone, and why."""


class ReaderProcess:
    """Read files one after the other in a child process until it is closed, or dies of one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ingest.readers.worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            close_fds=True,
            env={**os.environ, "PYTHONFAULTHANDLER": "", "RUST_BACKTRACE": "0"},
        )
        self._buffer = b""
        self._ready = False
        self._selector = selectors.DefaultSelector()
        assert self._process.stdout is not None
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def send(self, job: Path) -> None:
        """Name the file that says what to read, once the child has begun; that a child is gone, `answer` tells.

        A path is short: however much there is to say, nobody waits for a child that does not listen.
        """
        if not self._ready:
            self.answer(STARTUP_SECONDS)
            self._ready = True
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(os.fsencode(job) + b"\n")
            self._process.stdin.flush()

    def answer(self, seconds: float) -> dict[str, Any]:
        """Return the answer to the oldest file handed over; raises Ended where the child died or took too long."""
        assert self._process.stdout is not None
        while b"\n" not in self._buffer:
            if not self._selector.select(seconds):
                raise Ended(f"took longer than {seconds:.0f} s")
            more = os.read(self._process.stdout.fileno(), 65536)
            if not more:
                status = self._process.wait()
                if status > 0:
                    raise Ended("failed by a fault of the reader's own")
                raise Ended(f"needed more memory than it may have, or failed (signal {-status})")
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """Let the child end while its last reading is taken over: what it gives back to the system takes a while."""
        self._process.kill()

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


@contextlib.contextmanager
def begun() -> Iterator[None]:
    """Begin a child now, for the first file that is read in this context; one that nobody needed is ended."""
    _begun.append(ReaderProcess())
    try:
        yield
    finally:
        while _begun:
            _begun.pop().close()


def reader_process() -> ReaderProcess:
    """Return the child that was begun, or a new one."""
    return _begun.pop() if _begun else ReaderProcess()
