"""Run the real command against a book, strike it, and look at what a person would see afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ingest.book import Book, verify
from ingest.pipeline import tables

#: How often the random tests strike: 20 in `make test`, 200 in `make torture`.
STRIKES = int(os.environ.get("YAMSHEET_TORTURE", "20"))

#: From this many strikes on, faults strike everywhere and not at a few places only.
LONG = 100

_HEADINGS = (
    "game,date,rules,table,player,ones,twos,threes,fours,fives,sixes,"
    "three_of_a_kind,four_of_a_kind,full_house,small_straight,large_straight,yams,chance"
)


def score_file(folder: Path, no: int) -> Path:
    """Write a file of two games of two players each; its game ids begin with its number."""
    lines = [_HEADINGS]
    for game, chance in (("a", 5 + no % 26), ("b", 5 + (no + 7) % 26)):
        for player in ("Ana", "Bo"):
            boxes = f"{(no + len(player)) % 6},6,9,8,15,18,22,0,25,30,0,50,{chance}"
            lines.append(f"{no}{game},2026-03-{1 + no % 28:02},yamms,A,{player},{boxes}")
    path = folder / f"{no}.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def start(book: Book, *words: str | Path, code: str = "") -> subprocess.Popen[str]:
    """Start `yamsheet --book BOOK …` as a process of its own, after `code` if there is any."""
    main = f"import sys\n{code}\nfrom dashboard.cli.__main__ import main\nsys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", main, "--book", str(book.root), *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(book.root.parent)},
    )


def run(book: Book, *words: str | Path, code: str = "") -> tuple[int, str, str]:
    """Run the command to its end and return its exit code, stdout and stderr."""
    process = start(book, *words, code=code)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in err, err
    return process.returncode, out, err


def visible(book: Book) -> set[int]:
    """Return the numbers of the files that a reader sees now, after checking that each is seen whole."""
    if not (book.results / "CURRENT").exists():
        return set()
    with book.reader() as reader:
        files = {int(name.removesuffix(".csv")) for name in reader.table("file")["name"]}
        games = reader.table("game", ("game_no", "id", "status", "players"))
        sheets = reader.table("sheet", ("game_no", "total", "place"))
        boxes = reader.table("boxes_yamms", ("game_no", "yams")) if files else sheets
        entries = reader.table("entry")["no"].to_list()
    assert sorted(games["id"]) == sorted(f"{no}{game}" for no in files for game in "ab")
    assert set(games["status"]) <= {"taken"}
    assert sorted(sheets["game_no"]) == sorted(boxes["game_no"]) == sorted([*games["game_no"], *games["game_no"]])
    assert sheets["total"].null_count() == sheets["place"].null_count() == 0
    assert entries == list(range(1, len(entries) + 1))
    return files


def counted(book: Book) -> set[int]:
    """Return the numbers of the files that the journal counts."""
    return {int(file.name.removesuffix(".csv")) for file in book.state().imports}


def assert_whole(book: Book) -> None:
    """Assert that verify finds nothing and that, after one more write, nothing half made or old is left over."""
    assert verify(book, tables(book)) == []
    with book.writer() as writer:
        writer.publish(tables(book))
    left = [path.name for path in book.root.rglob("*") if ".tmp" in path.name or path.name.endswith(".wal")]
    assert left == []
    assert [path.name for path in book.results.glob("*.duckdb")] == [f"{book.current().number}.duckdb"]


def standings(book: Book) -> str:
    """Return the season's standings as CSV text, as the command prints them."""
    code, out, err = run(book, "standings", "--format", "csv")
    assert code == 0, err
    return out


def report(out: str) -> dict[str, object]:
    """Return what `import --json` printed."""
    found: dict[str, object] = json.loads(out)
    return found
