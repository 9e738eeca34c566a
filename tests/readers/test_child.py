"""A bad file harms nobody: the child process, its limits, and readings saved and loaded (DESIGN.md, Promises)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from ingest.child import load_parsed, read_files, save_parsed, saved_path, working_folder
from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.reader_process import Ended, ReaderProcess
from tests.readers.reading import ANA, ENGLISH, boxes, read, thirteen

TEXT = f"Player,{ENGLISH}\nAna,{ANA}\n"


def test_read_in_a_child_equals_read_here(tmp_path: Path) -> None:
    path = tmp_path / "0f3c"
    path.write_text(TEXT)
    (parsed,) = read_files([(path, "night.csv")], ReadOptions())
    assert not isinstance(parsed, UnreadableFile)
    here = read(TEXT, "night.csv")
    assert_frame_equal(parsed.sheets, here.sheets)
    assert_frame_equal(parsed.rows, here.rows)
    assert parsed.understood == here.understood
    assert boxes(parsed) == {"Ana": thirteen(ANA)}


def test_one_bad_file_among_good_ones(tmp_path: Path) -> None:
    for name, data in (("a.csv", TEXT.encode()), ("b.csv", b"\x89PNG\r\n"), ("c.csv", TEXT.encode())):
        (tmp_path / name).write_bytes(data)
    results = list(read_files([tmp_path / n for n in ("a.csv", "b.csv", "missing.csv", "c.csv")], ReadOptions()))
    assert [isinstance(r, UnreadableFile) for r in results] == [False, True, True, False]
    assert "picture" in str(results[1])
    assert "missing.csv" in str(results[2])


def test_a_child_that_runs_out_of_memory_is_a_refused_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMSHEET_READER_MEMORY", str(2**30))
    (tmp_path / "big.csv").write_bytes(b"Player,Ones,Twos\n" + b"A,1,2\n" * 3_000_000)
    (tmp_path / "good.csv").write_text(TEXT)
    first, second = read_files([tmp_path / "big.csv", tmp_path / "good.csv"], ReadOptions())
    assert isinstance(first, UnreadableFile)
    assert "big.csv" in str(first)
    assert not isinstance(second, UnreadableFile)


def test_a_child_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.child.SECONDS", 0.001)
    monkeypatch.setattr("ingest.child.SECONDS_A_MEGABYTE", 0.0)
    (tmp_path / "slow.csv").write_bytes(TEXT.encode() * 20_000)
    (slow,) = read_files([tmp_path / "slow.csv"], ReadOptions())
    assert isinstance(slow, UnreadableFile)
    assert (slow.code, "took longer" in str(slow)) == ("reader_died", True)


def test_much_that_is_said_of_a_file_does_not_hold_up_its_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.child.SECONDS", 1.0)
    os.mkfifo(tmp_path / "endless.csv")  # nobody writes to it: opening it never ends
    (tmp_path / "good.csv").write_text(TEXT)
    said = ReadOptions(headings={f"heading {n} of a club": "ignore" for n in range(20_000)})
    endless, good = read_files([tmp_path / "endless.csv", tmp_path / "good.csv"], said)
    assert "took longer than 1 s" in str(endless)
    assert not isinstance(good, UnreadableFile)


def test_a_child_ends_with_its_parent(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless.csv")
    busy = f"""
from pathlib import Path
from ingest.reader_process import reader_process
child = reader_process()
child.send(Path({str(tmp_path / "job")!r}))
print(child._process.pid, flush=True)
child.answer(60)
"""
    job = {"path": str(tmp_path / "endless.csv"), "name": "endless.csv", "options": {}, "out": str(tmp_path / "out")}
    (tmp_path / "job").write_text(json.dumps(job))
    with subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = Path("/proc") / parent.stdout.readline().strip()
        assert child.exists()
        parent.kill()
    until = time.monotonic() + 10
    while child.exists() and (child / "stat").read_text().split()[2] != "Z" and time.monotonic() < until:
        time.sleep(0.1)
    assert time.monotonic() < until


def test_a_child_that_is_gone_is_told_as_such() -> None:
    child = ReaderProcess()
    child.answer(60)  # it has begun
    child._ready = True
    child._process.kill()
    child._process.wait()
    child.send(Path("job"))
    with pytest.raises(Ended, match=r"failed \(signal 9\)"):
        child.answer(60)
    child.close()


def test_a_fault_of_the_reader_is_not_told_as_a_want_of_memory(tmp_path: Path) -> None:
    child = ReaderProcess()
    child.send(tmp_path / "no such job")
    with pytest.raises(Ended, match=r"^failed by a fault of the reader's own$"):
        child.answer(60)
    child.close()


def test_no_room_for_a_reading_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "good.csv").write_text(TEXT)
    saved_path(tmp_path, 0).mkdir()  # a folder is where the reading goes
    [refused] = read_files([tmp_path / "good.csv"], ReadOptions(), keep=tmp_path)
    assert str(refused) == "good.csv: it was not read (Is a directory)."


def test_folders_that_killed_runs_left_are_removed_after_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    old, new, alive, other, link = (
        tmp_path / name
        for name in (
            f"yamsheet-{dead.pid}-old", f"yamsheet-{dead.pid}-new", f"yamsheet-{os.getpid()}-old", "yamsheet-x-old",
            f"yamsheet-{dead.pid}-link",
        )
    )  # fmt: skip
    for folder in (old, new, alive, other):
        folder.mkdir()
        (folder / "0.parsed").write_bytes(b"x")
    link.symlink_to(other)
    for folder in (old, alive, other, link):
        os.utime(folder, (time.time() - 90_000,) * 2, follow_symlinks=False)
    with working_folder() as made:
        assert Path(made).name.startswith(f"yamsheet-{os.getpid()}-")
        assert sorted(tmp_path.iterdir()) == sorted([new, alive, other, link, Path(made)])
    assert (other / "0.parsed").exists()


def test_a_large_reading_saved_and_loaded(tmp_path: Path) -> None:
    rows = "".join(f"g{i},2026-03-14,Ana,{ANA}\n" for i in range(12_000))
    parsed = read(f"Game,Date,Player,{ENGLISH}\n{rows},,,Ana\n,,Total,{ANA}\n")
    save_parsed(parsed, tmp_path / "p")
    loaded = load_parsed(tmp_path / "p")
    for name in ("sheets", "rows", "throws", "moves", "findings"):
        assert_frame_equal(getattr(loaded, name), getattr(parsed, name))
    assert (tmp_path / "p").stat().st_size < 2_000_000


def test_saved_and_loaded(tmp_path: Path) -> None:
    parsed = read("player,box,points,throws\nAna,ones,3,111|112\nAna,zork,1,\n")
    save_parsed(parsed, tmp_path / "p")
    loaded = load_parsed(tmp_path / "p")
    for name in ("sheets", "rows", "throws", "moves", "findings"):
        assert_frame_equal(getattr(loaded, name), getattr(parsed, name))
    assert (loaded.reader, loaded.understood, loaded.questions) == (parsed.reader, parsed.understood, parsed.questions)
    (tmp_path / "p").write_bytes((tmp_path / "p").read_bytes()[:-10])
    with pytest.raises(ValueError, match="cut off"):
        load_parsed(tmp_path / "p")
