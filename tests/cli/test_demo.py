"""The demo club: its files come out of a seed, and the demo shows what is wrong in them."""

from __future__ import annotations

import json
from pathlib import Path

from dashboard import demo_club
from ingest.book import Book

from .conftest import Run, command


def test_the_samples_are_what_the_seed_gives() -> None:
    made = demo_club.files()
    assert sorted(path.name for path in demo_club.SAMPLES.iterdir()) == sorted(made)
    for name, content in made.items():
        assert (demo_club.SAMPLES / name).read_bytes() == content, name


def test_the_demo_prints_standings_and_ends(tmp_path: Path) -> None:
    done = command("demo", cwd=tmp_path, YAMSHEET_NO_SERVE="1")
    assert done.code == 0, done.err
    assert done.out.startswith("Standings 2026\n")
    assert "Fours gives 0, 4, 8, 12, 16 or 20, not 14." in done.out
    assert (tmp_path / "data" / "demo" / "journal.jsonl").exists()
    again = command("demo", "--no-serve", cwd=tmp_path)
    assert (again.code, again.out) == (0, done.out)


def test_the_demo_leaves_a_club_s_own_book_alone(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    assert yamsheet("import", sheet).code == 0
    done = yamsheet("demo", "--no-serve")
    assert (done.code, done.out) == (2, "")
    assert "is a club's own book" in done.err
    assert done.err.count("\n") == 1
    assert [e["who"] for e in yamsheet("journal", "--json").json["entries"]] != ["demo"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "club.toml").write_text('name = "Ours"\n', encoding="utf-8")
    assert yamsheet("demo", "--no-serve", book=other).code == 2
    assert not (other / "raw").exists()


def test_a_season_of_sixty_games_and_twelve_players(demo_book: Path) -> None:
    games = json.loads(command("--book", demo_book, "games", "--json").out)["games"]
    assert len([g for g in games if g["status"] != "duplicate"]) == 60
    assert {g["rules"] for g in games} == {"yamms", "yams", "yahtzee"}
    players = json.loads(command("--book", demo_book, "players", "--json").out)["players"]
    assert {p["player"] for p in players} == {*demo_club.MEMBERS, "Lacramioara"}


def test_every_flaw_is_found(demo_book: Path) -> None:
    with Book(demo_book).reader() as reader:
        found = set(reader.table("finding")["code"])
        statuses = set(reader.table("game")["status"])
    assert found == {
        "total_mismatch", "bonus_mismatch", "impossible_points", "bad_value", "incomplete", "name_suggestion",
        "points_mismatch",
    }  # fmt: skip
    assert statuses == {"taken", "held", "duplicate"}


def test_every_row_of_the_samples_is_accounted_for(demo_book: Path) -> None:
    args = (
        "--book",
        demo_book.parent / "other",
        "check",
        "--json",
        "--yes",
        "--rules",
        "yamms",
        "--encoding",
        "cp1250",
    )
    whole = json.loads(command(*args, demo_club.SAMPLES / "01_iarna.csv").out)
    (file,) = whole["files"]
    lines = (demo_club.SAMPLES / "01_iarna.csv").read_bytes().decode("cp1250").splitlines()
    assert file["rows"] == len([line for line in lines if line.strip(";")])
    assert file["rows"] == sum(file[fate] for fate in ("taken", "held", "duplicate", "rejected", "ignored"))
