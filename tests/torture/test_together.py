"""A dashboard reads and the command line imports at the same time, in both orders: none fails, none waits for long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ingest.book import Book
from tests.torture.harness import STRIKES, assert_whole, counted, run, score_file, standings, start, visible

pytestmark = pytest.mark.torture

#: Stops itself, as a write that never ends, once it is between the journal and the results.
STOPPED = """
import os, signal
from ingest import disk
def step(action, path):
    if (action, path.name) == ("rename", "CURRENT"):
        os.kill(os.getpid(), signal.SIGSTOP)
disk.step = step
"""

#: Reads as pages do, over and over: pins the results, asks, lets go. Prints runs, the longest one, what it saw.
PAGES = """
import sys, time
from pathlib import Path
from ingest.book import Book
book, longest, runs, seen = Book(sys.argv[1]), 0.0, 0, []
print("reading", flush=True)
last = False
while not last:
    last = Path(sys.argv[2]).exists()  # one more look once the imports are over
    began = time.monotonic()
    with book.reader() as reader:
        games = [reader.table("game").height for _ in range(3)]
        sheets = reader.table("sheet").height
    assert games == [sheets // 2] * 3, (games, sheets)
    longest, runs = max(longest, time.monotonic() - began), runs + 1
    seen += games[:1] if games[:1] != seen[-1:] else []
    time.sleep(0.1)
print(runs, longest, *seen)
"""


def test_pages_are_read_all_the_while_that_files_are_imported(book: Book, tmp_path: Path) -> None:
    stop = tmp_path / "stop"
    pages = subprocess.Popen(
        [sys.executable, "-c", PAGES, str(book.root), str(stop)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert pages.stdout.readline() == "reading\n"
    lasted = []
    for no in range(1, STRIKES // 10 + 2):
        began = time.monotonic()
        assert run(book, "import", score_file(tmp_path, no))[0] == 0
        lasted.append(time.monotonic() - began)
    stop.touch()
    out, err = pages.communicate(timeout=60)
    assert pages.returncode == 0, err
    runs, longest, *seen = out.split()
    assert int(runs) > len(lasted)
    assert float(longest) < max(lasted)
    # A busy machine may leave a page no time between two imports: what it sees is whole, in order, the last at the end.
    states = [2 * no for no in range(1, len(lasted) + 2)]
    assert sorted(map(int, seen)) == list(map(int, seen))
    assert set(map(int, seen)) <= set(states)
    assert int(seen[-1]) == states[-1]
    assert_whole(book)


def test_an_import_does_not_wait_for_a_reader_that_never_ends(book: Book, tmp_path: Path) -> None:
    with book.reader() as reader:
        assert run(book, "import", score_file(tmp_path, 1))[0] == 0
        assert reader.table("game").height == 2
        assert visible(book) == {0, 1}


def test_a_reader_does_not_wait_for_an_import_that_never_ends(book: Book, tmp_path: Path) -> None:
    process = start(book, "import", score_file(tmp_path, 1), code=STOPPED)
    try:
        assert os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT).si_code == os.CLD_STOPPED
        began = time.monotonic()
        assert visible(book) == {0}
        assert time.monotonic() - began < 5
        assert standings(book).splitlines()[1].split(",")[2] == "2", "a command that looks shows what was before"
        assert time.monotonic() - began < 10
        process.send_signal(signal.SIGCONT)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.communicate()
    assert visible(book) == {0, 1}
    assert_whole(book)


def test_an_import_that_dies_while_another_waits_for_it_is_finished_by_that_one(book: Book, tmp_path: Path) -> None:
    dying = start(book, "import", score_file(tmp_path, 1), code=STOPPED)
    os.waitid(os.P_PID, dying.pid, os.WSTOPPED | os.WNOWAIT)
    waiting = start(book, "import", score_file(tmp_path, 2))
    time.sleep(1)
    dying.kill()
    dying.communicate()
    out, err = waiting.communicate(timeout=60)
    assert waiting.returncode == 0, out + err
    assert visible(book) == counted(book) == {0, 1, 2}
    assert_whole(book)


def test_several_imports_at_once_are_all_stored(book: Book, tmp_path: Path) -> None:
    processes = [start(book, "import", score_file(tmp_path, no)) for no in range(1, 3)]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, out + err
    assert visible(book) == counted(book) == {0, 1, 2}
    assert_whole(book)


def test_first_imports_at_once_into_a_book_that_is_not_there_yet_are_all_stored(tmp_path: Path) -> None:
    book = Book(tmp_path / "new" / "book")
    files = [score_file(tmp_path, no) for no in range(2)]
    processes = [start(book, "import", file) for file in files]
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, out + err
    assert visible(book) == counted(book) == {0, 1}
    assert_whole(book)


def test_several_commands_that_look_after_a_crash_all_work(book: Book, tmp_path: Path) -> None:
    dying = start(book, "import", score_file(tmp_path, 1), code=STOPPED)
    os.waitid(os.P_PID, dying.pid, os.WSTOPPED | os.WNOWAIT)
    dying.kill()
    dying.communicate()
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(standings(book))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {text.splitlines()[1].split(",")[2] for text in found} <= {"2", "4"}, "what was before, or all"
    assert visible(book) == {0, 1}
    assert_whole(book)


@pytest.mark.parametrize("words", [("import",), ("undo", "1", "--why", "a mistake")], ids=["import", "undo"])
def test_the_next_command_tells_what_a_crash_left_undone(book: Book, tmp_path: Path, words: tuple[str, ...]) -> None:
    dying = start(book, "import", score_file(tmp_path, 1), code=STOPPED)
    os.waitid(os.P_PID, dying.pid, os.WSTOPPED | os.WNOWAIT)
    dying.kill()
    dying.communicate()
    code, _, err = run(book, *words, *([score_file(tmp_path, 2)] if words == ("import",) else []))
    assert code == 0
    assert "A write was interrupted after it was stored: the results of entry 2 are made now." in err
    assert visible(book) == counted(book) == ({0, 1, 2} if words == ("import",) else {1})
