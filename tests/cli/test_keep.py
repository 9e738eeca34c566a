"""`verify`, `rebuild`, `backup`, `restore` at the command line (DESIGN.md, The command line)."""

from __future__ import annotations

from pathlib import Path

from ingest.book import Book
from tests.book.toy import seen

from .conftest import Run


def test_verify_ends_with_1_and_names_what_was_changed(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    yamsheet("import", sheet)
    assert yamsheet("verify").code == 0
    raw = max((tmp_path / "book" / "raw").iterdir(), key=lambda p: p.read_bytes().startswith(b"date,table"))
    content = bytearray(raw.read_bytes())
    content[40] ^= 1
    raw.chmod(0o644)
    raw.write_bytes(bytes(content))
    done = yamsheet("verify")
    assert done.code == 1
    assert raw.name in done.out


def test_a_backup_restores_into_an_empty_book_only(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    yamsheet("import", sheet)
    before = yamsheet("standings", "--format", "csv").out
    assert yamsheet("backup", tmp_path / "book.backup").code == 0
    assert yamsheet("restore", tmp_path / "book.backup").code == 2
    assert yamsheet("restore", tmp_path / "book.backup", book=tmp_path / "new").code == 0
    assert yamsheet("standings", "--format", "csv", book=tmp_path / "new").out == before
    assert yamsheet("restore", tmp_path / "nothing", book=tmp_path / "other").code == 2


def test_rebuild_gives_the_same(yamsheet: Run, sheet: Path, bad_sheet: Path) -> None:
    yamsheet("import", sheet)
    yamsheet("import", bad_sheet)
    before = yamsheet("games", "--json").out, yamsheet("standings", "--format", "csv").out
    assert yamsheet("rebuild").code == 0
    assert (yamsheet("games", "--json").out, yamsheet("standings", "--format", "csv").out) == before
    assert yamsheet("verify").code == 0


def test_what_only_looks_writes_nothing_into_the_book(yamsheet: Run, bad_sheet: Path, tmp_path: Path) -> None:
    yamsheet("import", bad_sheet)
    before = seen(Book(tmp_path / "book"))
    looks = [[name] for name in ("verify", "standings", "games", "players", "records", "rules", "journal")]
    looks += [
        ["game", "2026-03-15/A/-/1"],
        ["check", bad_sheet],
        ["backup", tmp_path / "kept.zip"],
        ["export", tmp_path / "open"],
    ]
    for look in looks:
        assert yamsheet(*look).code == 0, look
        assert seen(Book(tmp_path / "book")) == before, look
