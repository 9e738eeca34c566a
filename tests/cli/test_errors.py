"""Every error is one sentence and an exit code; stdout stays clean (DESIGN.md, The command line)."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from importlib import metadata
from pathlib import Path

import pytest

from dashboard.cli.__main__ import COMMANDS, main

from .conftest import COMMAND, SHEET, Run, command


def test_the_help_lists_every_command() -> None:
    done = command("--help")
    assert done.code == 0
    for name, _, line in COMMANDS:
        assert f"  {name}" in done.out
        assert line in " ".join(done.out.split())


def test_the_version_is_told() -> None:
    done = command("--version")
    assert (done.code, done.out) == (0, f"yamsheet {metadata.version('yamsheet')}\n")


def test_yamsheet_alone_prints_the_help() -> None:
    assert command().out == command("--help").out


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_command_explains_itself(yamsheet: Run, name: str) -> None:
    done = yamsheet(name, "--help")
    assert done.code == 0
    assert f"Usage: yamsheet {name}" in done.out


@pytest.mark.parametrize(
    "args",
    [["nope"], ["standings", "--format", "doc"], ["undo", "1"], ["import"], ["game"], ["games", "--nope"]],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2_in_one_line(yamsheet: Run, args: list[str]) -> None:
    done = yamsheet(*args)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("yamsheet: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("args", [["games"], ["game", "x"], ["players"], ["records"], ["journal"]], ids=" ".join)
def test_no_book_is_said_and_with_json_as_an_object(yamsheet: Run, args: list[str], tmp_path: Path) -> None:
    done = yamsheet(*args, "--json")
    assert done.code == 2
    assert str(tmp_path / "book") in done.json["error"]
    assert not (tmp_path / "book").exists()


@pytest.mark.parametrize(
    "args", [["undo", "1"], ["accept", "x"], ["correct", "x", "Ana", "ones", "3"], ["merge", "a", "b"]], ids=" ".join
)
def test_decisions_need_a_book(yamsheet: Run, args: list[str], tmp_path: Path) -> None:
    done = yamsheet(*args, "--why", "so")
    assert (done.code, "Import a file first" in done.err) == (2, True)
    assert not (tmp_path / "book").exists()


def test_decisions_need_a_reason(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    for args in (["undo", "1"], ["accept", "x"], ["merge", "Ana", "Bo"], ["rename", "Ana", "Anna"]):
        done = yamsheet(*args)
        assert (done.code, "--why" in done.err) == (2, True)


def test_a_closed_pipe_is_quiet(demo_book: Path) -> None:
    reader = subprocess.Popen(
        f'"{COMMAND}" --book "{demo_book}" journal --json | true; exit ${{PIPESTATUS[0]}}',
        shell=True, executable="/bin/bash", stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    _, err = reader.communicate(timeout=60)
    assert err == ""


@pytest.mark.parametrize(
    ("where", "code", "told"),
    [("> /dev/full", 2, "yamsheet: No space left on device\n"), (">&-", 0, ""), ("2>&-", 0, "")],
)
def test_an_output_that_cannot_be_written(demo_book: Path, where: str, code: int, told: str) -> None:
    for more in ("", "--json"):
        line = f'"{COMMAND}" --book "{demo_book}" journal {more} {where}'
        done = subprocess.run(line, shell=True, executable="/bin/bash", capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (code, told)


@pytest.mark.parametrize(("asked", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupting_is_quiet(asked: signal.Signals, code: int, tmp_path: Path) -> None:
    slow = tmp_path / "slow.csv"
    line = "{},2026-01-02,yamms,{},3,6,9,12,15,18,20,0,25,30,40,0,22\n"
    with slow.open("w", encoding="utf-8") as file:
        file.write(SHEET.splitlines()[0].replace("date,table,", "game,date,").removesuffix(",stated_total") + "\n")
        file.writelines(line.format(i, name) for i in range(100_000) for name in ("Ana", "Bo"))
    process = subprocess.Popen(
        [COMMAND, "--book", tmp_path / "book", "import", slow],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    left = f"yamsheet-{process.pid}-*"
    until = time.monotonic() + 30
    while not list(Path(tempfile.gettempdir()).glob(left)) and time.monotonic() < until:  # until it reads
        time.sleep(0.05)
    os.killpg(process.pid, asked) if asked == signal.SIGINT else process.send_signal(asked)
    _, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in err
    assert not list(Path(tempfile.gettempdir()).glob(left))


def test_a_process_that_is_asked_to_end_says_so_though_the_database_takes_it_for_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(_args: list[str]) -> int:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        return 130

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("dashboard.cli.__main__.run", interrupted)
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended.value.code == 143


def test_a_file_where_the_book_should_be(yamsheet: Run, tmp_path: Path) -> None:
    (tmp_path / "book").write_text("no folder", encoding="utf-8")
    for args in (["games"], ["import", "a.csv"], ["check", "a.csv"]):
        done = yamsheet(*args)
        assert done.code == 2
        assert done.err.startswith(f"yamsheet: Invalid value for '--book': Directory '{tmp_path / 'book'}' is a file.")
