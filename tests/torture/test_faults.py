"""Errors at each of our writes, fsyncs and renames, and a size limit that strikes the database's file."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest import disk
from ingest.book import Book, catch_up, verify
from ingest.errors import BookError
from ingest.pipeline import tables
from tests.book.toy import players, sha, take, toy
from tests.torture.harness import LONG, STRIKES, assert_whole, counted, run, score_file, visible

pytestmark = pytest.mark.torture


def fault(strike: int, number: int, *, lasting: bool) -> Callable[[str, Path], None]:
    """Return a step that fails when it comes to number `strike`, and where `lasting` ever after."""
    count = iter(range(10**9))

    def step(action: str, path: Path) -> None:
        at = next(count)
        if at == strike or (lasting and at > strike):
            raise OSError(number, os.strerror(number), str(path))

    return step


def steps_of(act: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the steps that `act` takes."""
    steps: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(disk, "step", lambda action, path: steps.append(f"{action} {path.name}"))
        act()
    return steps


def import_toy(book: Book, text: str) -> None:
    with book.writer() as writer:
        take(writer, text)


KINDS = [(number, lasting) for lasting in (False, True) for number in (errno.ENOSPC, errno.EIO)]


@pytest.mark.parametrize("new", [True, False], ids=["new book", "old book"])
def test_a_fault_at_each_step_of_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool) -> None:
    """Strike each step with each kind of fault in `make torture`, with one kind after the other in `make test`."""
    pattern = Book(tmp_path / "pattern")
    if not new:
        import_toy(pattern, "Ana")

    def fresh(name: str) -> Book:
        book = Book(tmp_path / name)
        if not new:
            shutil.copytree(pattern.root, book.root)
        return book

    clean = fresh("clean")
    steps = steps_of(lambda: import_toy(clean, "Bo"), monkeypatch)
    assert len(steps) == (23 if new else 13), steps
    if new and STRIKES < LONG:
        steps = steps[:10]  # those that make the folders; the others are those of an old book
    for strike, step in enumerate(steps):
        for kind, (number, lasting) in enumerate(KINDS):
            if STRIKES >= LONG or strike % len(KINDS) == kind:
                book = fresh(f"{strike}-{kind}")
                with monkeypatch.context() as patch:
                    patch.setattr(disk, "step", fault(strike, number, lasting=lasting))
                    with pytest.raises(BookError) as refused:
                        import_toy(book, "Bo")
                assert os.strerror(number) in str(refused.value), step
                check_struck(book, set() if new else {"Ana"}, str(refused.value), step)


def check_struck(book: Book, before: set[str], told: str, step: str) -> None:
    """Check that Bo's import counts wholly or not at all, as was told, and that the book is whole and goes on."""
    if (book.results / "CURRENT").exists():
        assert set(players(book)) in (before, before | {"Bo"}), step
    catch_up(book, toy(book))
    kept = book.exists and set(players(book)) == before | {"Bo"}
    assert kept or not book.exists or set(players(book)) == before, step
    if "Whether entry" not in told:
        assert kept == ("is stored" in told), step
    if not kept:
        import_toy(book, "Bo")
    assert set(players(book)) == before | {"Bo"}
    assert verify(book, toy(book)) == [], step


@pytest.mark.parametrize("cut", [True, False], ids=["cut back", "not cut back"])
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_a_line_of_the_journal_that_is_written_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: float, cut: bool
) -> None:
    book = Book(tmp_path / "book")
    import_toy(book, "Ana")
    whole = (book.root / "journal.jsonl").read_bytes()

    def write(fd: int, data: bytes, path: Path) -> None:
        os.write(fd, data[: int(part * len(data))])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    def step(action: str, path: Path) -> None:
        if action == "truncate" and not cut:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(disk, "write", write)
        patch.setattr(disk, "step", step)
        with pytest.raises(BookError, match="No space left"):
            import_toy(book, "Bo")
    if cut:
        assert (book.root / "journal.jsonl").read_bytes() == whole
    assert players(book) == ["Ana"]
    catch_up(book, toy(book))
    assert verify(book, toy(book)) == []
    if part == 1.0 and not cut:
        assert players(book) == ["Ana", "Bo"], "the whole line is there, so it counts"
    else:
        assert players(book) == ["Ana"]
        import_toy(book, "Bo")
        assert (book.root / "raw" / sha("Bo")).exists()
    assert verify(book, toy(book)) == []


STRUCK = """
from tests.torture.test_faults import fault
from ingest import disk
disk.step = fault({strike}, {number}, lasting={lasting})
"""

LIMITED = """
import resource
from ingest import disk
disk.step = lambda *_: resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
"""


def strike_command(folder: Path, pattern: Book, code: str) -> bool:
    """Import a file with the real command, struck by `code`; tell if the command said that it failed."""
    book = Book(folder / "book")
    shutil.copytree(pattern.root, book.root)
    path = score_file(folder, 1)
    status, out, err = run(book, "import", path, code=code)
    assert status in (0, 2), (code, out, err)
    assert status == 0 or "cannot be written" in out + err or "is stored" in out + err, (code, out, err)
    assert visible(book) in ({0}, {0, 1})
    catch_up(book, tables(book))
    assert visible(book) == counted(book)
    assert status == 2 or counted(book) == {0, 1}
    if counted(book) == {0}:
        assert run(book, "import", path)[0] == 0
    assert visible(book) == {0, 1}
    assert_whole(book)
    return status == 2


def test_a_fault_at_the_steps_of_the_real_command(pattern: Book, tmp_path: Path) -> None:
    """Strike at all of them, with both errors, in `make torture`, at a few in `make test`."""
    failed = 0
    cases = [(strike, number) for strike in range(16) for number in (errno.ENOSPC, errno.EIO)]
    chosen = cases if STRIKES >= LONG else cases[9::14]
    for no, (strike, number) in enumerate(chosen):
        folder = tmp_path / str(no)
        folder.mkdir()
        failed += strike_command(
            folder, pattern, STRUCK.format(strike=strike, number=number, lasting=bool(no % 2))
        )  # fmt: skip
    assert failed >= len(chosen) // 2


@pytest.mark.parametrize("size", [50, 3000, 20_000, 500_000, 1_000_000] if STRIKES >= LONG else [50, 3000, 500_000])
def test_a_size_limit_that_strikes_raw_file_journal_or_database(pattern: Book, tmp_path: Path, size: int) -> None:
    assert strike_command(tmp_path, pattern, LIMITED.format(size=size))
