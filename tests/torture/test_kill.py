"""Kill the importing process at random moments: nothing acknowledged is lost, nothing half done is seen."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ingest.book import Book, verify
from tests.book.toy import players, take, toy
from tests.torture.harness import LONG, STRIKES, assert_whole, counted, run, score_file, standings, start, visible

pytestmark = pytest.mark.torture


def test_an_import_killed_at_random_moments(tmp_path: Path) -> None:
    book, rng = Book(tmp_path / "book"), random.Random()
    files = {no: score_file(tmp_path, no) for no in range(STRIKES + 1)}
    began = time.monotonic()
    assert run(book, "import", files[0])[0] == 0
    lasts = time.monotonic() - began
    acknowledged, killed = {0}, 0
    for no in range(1, STRIKES + 1):
        process = start(book, "import", files[no])
        began = time.monotonic()
        try:
            code = process.wait(timeout=rng.uniform(0.2, 1.1) * lasts)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            code = process.wait()
        else:
            lasts = 0.5 * lasts + 0.5 * (time.monotonic() - began)
        process.communicate()
        if code == -signal.SIGKILL:
            killed += 1
        else:
            assert code == 0
            acknowledged.add(no)
        seen = visible(book)
        assert acknowledged <= seen <= set(range(no + 1))
        assert acknowledged <= counted(book)
        if no % 10 == 5:  # so does one that checks
            assert run(book, "verify")[:2] == (0, "")
            assert visible(book) == counted(book) >= acknowledged
        if no % 20 == 0:  # a command that only looks restarts by itself too
            assert standings(book).splitlines()[1].split(",")[2] == str(2 * len(visible(book)))
            assert visible(book) == counted(book) >= acknowledged
    assert killed >= STRIKES // 4
    assert run(book, "import", *files.values())[0] == 0
    assert visible(book) == counted(book) == set(files)
    assert run(book, "verify")[0] == 0
    assert_whole(book)
    clean = Book(tmp_path / "clean")
    assert run(clean, "import", *reversed(files.values()))[0] == 0
    assert standings(book) == standings(clean)


STRUCK = """
import os, signal, sys
from ingest import disk
from ingest.book import Book, catch_up
from tests.book.toy import take, toy

root, where, left, text = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]

def step(action, path):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1

book = Book(root)
if where == "catch_up":
    disk.step = step
told = catch_up(book, toy(book))
disk.step = step
with book.writer() as writer:
    take(writer, text)
"""


def survives(book: Book, where: str, strike: int, text: str) -> bool:
    """Import a toy text in a process that is killed before its step (write, fsync, rename) no `strike`; tell if not.

    The count begins with the catching up or, where that is not to be struck, with the import.
    """
    words = [str(book.root), where, str(strike), text]
    process = subprocess.run([sys.executable, "-c", STRUCK, *words], capture_output=True, text=True, check=False)
    assert process.returncode in (0, -signal.SIGKILL), process.stderr
    return process.returncode == 0


@pytest.mark.parametrize(("where", "steps"), [("import", 13), ("catch_up", 7)])
def test_a_process_killed_before_each_write_fsync_and_rename(tmp_path: Path, where: str, steps: int) -> None:
    book = Book(tmp_path / "book")
    with book.writer() as writer:
        take(writer, "P")
    sure, tried = {"P"}, {"P"}
    for strike in range(0, steps, 1 if STRIKES >= LONG else 2):
        if where == "catch_up":
            (book.results / "CURRENT").unlink(missing_ok=True)
        spill = book.results / "building.tmp.tmp"  # the database had put rows aside when it was killed
        spill.mkdir(exist_ok=True)
        (spill / "duckdb_temp_storage_DEFAULT-0.tmp").write_bytes(b"x")
        name = f"P{strike:02}"
        tried.add(name)
        survived = survives(book, where, strike, name)
        assert not survived, "there are that many steps"
        stored = {file.name.removesuffix(".csv") for file in book.state().imports}
        if where == "import":
            assert sure <= set(players(book)) <= stored <= tried
        else:
            assert stored == sure, "it dies before the import"
            assert players_if_any(book) in ([], sorted(sure))
        sure = stored
    assert survives(book, "import", 10**6, "last")
    assert set(players(book)) == sure | {"last"}
    assert verify(book, toy(book)) == []
    assert not (book.results / "building.tmp.tmp").exists()


def players_if_any(book: Book) -> list[str]:
    return players(book) if (book.results / "CURRENT").exists() else []
