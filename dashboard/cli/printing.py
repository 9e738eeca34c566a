"""Print for a person or for a program: tables of text, JSON, and messages on stderr."""

from __future__ import annotations

import json
import re
import sys
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any


def say(message: str) -> None:
    """Print a message for the person at the terminal, beside the command's result."""
    print(shown(message), file=sys.stderr)


def shown(text: str) -> str:
    r"""Return a text for a terminal: characters that would steer it, as a player's name may hold, are made visible.

    >>> shown("A\x1b[31mna\n")
    'A�[31mna\n'
    """
    return _STEERING.sub("\ufffd", text)


_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def print_json(value: Any) -> None:
    """Print one JSON value on stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=1, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


class Progress:
    """Draw a bar on stderr for work that takes over a second, where stderr is a terminal."""

    def __init__(self) -> None:
        self._told = ("", 0, 1)
        self._drawing = threading.Event()
        self._ended = threading.Event()
        self._timer = threading.Thread(target=self._wait, daemon=True)
        if sys.stderr.isatty():
            self._timer.start()

    def __call__(self, what: str, done: int, steps: int) -> None:
        """Tell what is done now, and how many steps are behind."""
        self._told = (what, done, steps)
        if self._drawing.is_set():
            self._draw()

    def _wait(self) -> None:
        if not self._ended.wait(1):
            self._drawing.set()
            self._draw()

    def _draw(self) -> None:
        what, done, steps = self._told
        filled = _BAR * done // steps
        bar = "━" * filled + "─" * (_BAR - filled)
        print(f"\r\033[K{bar} {done:,} of {steps:,}  {what[:40]}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        self._ended.set()
        if self._timer.ident:
            self._timer.join()
        if self._drawing.is_set():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


_BAR = 30


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[int] = ()) -> str:
    """Lay rows out under headings: text at the left, the columns of ``right`` at the right, None as a dash.

    >>> print(table(["Player", "Points"], [["Ana", 40], ["Bo", None]], right=[1]))
    Player  Points
    ──────────────
    Ana         40
    Bo           –
    """
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(_width(row[i]) for row in (headings, *cells)) for i in range(len(headings))]
    to_right = set(right)
    lines = []
    for row in (headings, *cells):
        parts = []
        for i, text in enumerate(row):
            space = " " * (widths[i] - _width(text))
            parts.append(space + text if i in to_right else text + space)
        lines.append("  ".join(parts).rstrip())
    lines.insert(1, "─" * (sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join(lines)


def _cell(value: object) -> str:
    return "–" if value is None else shown(" ".join(str(value).split()))


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def counted(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "row"), counted(3, "row"), counted(0, "entry", "entries")
    ('1 row', '3 rows', '0 entries')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"
