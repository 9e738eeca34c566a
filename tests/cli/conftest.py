"""Run the command line: in this process where that is enough, as a real command where it matters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dashboard.cli.__main__ import run

COMMAND = Path(sys.executable).with_name("yamsheet")


@dataclass(frozen=True)
class Ran:
    """Hold what a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def yamsheet(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process, with a book of the test's own unless one is given."""

    def call(*args: object, book: Path | None = None) -> Ran:
        capfd.readouterr()
        code = run(["--book", str(book or tmp_path / "book"), *map(str, args)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Ran(code, out, err)

    return call


def command(*args: object, cwd: Path | None = None, **env: str) -> Ran:
    """Run the installed command as a process of its own."""
    done = subprocess.run(
        [str(COMMAND), *map(str, args)], capture_output=True, text=True, cwd=cwd, env={**os.environ, **env}, timeout=120
    )
    assert "Traceback" not in done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def demo_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the demo club's book, to look at and not to change."""
    book = tmp_path_factory.mktemp("demo") / "book"
    done = command("--book", book, "demo", "--no-serve")
    assert done.code == 0, done.err
    return book


#: Two small games, as a club would write them; the second has fours of 14, which fours cannot give.
SHEET = """\
date,table,rules,player,ones,twos,threes,fours,fives,sixes,three_of_a_kind,four_of_a_kind,full_house,small_straight,\
large_straight,yams,chance,stated_total
2026-03-14,A,yamms,Ana,3,6,9,12,15,18,20,0,25,30,40,0,22,235
2026-03-14,A,yamms,Bo,2,4,6,8,10,12,17,0,0,30,0,0,21,110
"""
BAD = SHEET.replace("2026-03-14", "2026-03-15").replace(",8,10,", ",14,10,")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Return a file of one good game."""
    path = tmp_path / "march.csv"
    path.write_text(SHEET, encoding="utf-8")
    return path


@pytest.fixture
def bad_sheet(tmp_path: Path) -> Path:
    """Return a file of one game that has to be held."""
    path = tmp_path / "bad.csv"
    path.write_text(BAD, encoding="utf-8")
    return path
