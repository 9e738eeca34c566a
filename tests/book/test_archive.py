"""A backup holds club.toml, rulesets, raw files and journal; restore checks every hash before it places anything."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import zipfile
from pathlib import Path

import pytest

from ingest import disk
from ingest.book import Book, backup, catch_up, restore, verify
from ingest.errors import BookError, WrongUsage
from tests.book.toy import players, sha, take, toy


@pytest.fixture
def kept(filled: Book, tmp_path: Path) -> Path:
    (filled.root / "rulesets" / "mine.toml").write_text('base = "yamms"\n')
    (filled.root / "club.toml").write_text('language = "ro"\n')
    with filled.writer() as writer:
        take(writer, "Eva")
    assert backup(filled, tmp_path / "kept.zip") == 5
    return tmp_path / "kept.zip"


def test_a_backup_restores_to_the_same_book(filled: Book, kept: Path, tmp_path: Path) -> None:
    other = Book(tmp_path / "other")
    assert restore(other, kept) == 5
    assert "made from the journal and the files" in (catch_up(other, toy(other)) or "")
    assert verify(other, toy(other)) == []
    for name in ("journal.jsonl", "club.toml", "rulesets/mine.toml", f"raw/{sha('Eva')}"):
        assert (other.root / name).read_bytes() == (filled.root / name).read_bytes()
    with filled.reader() as one, other.reader() as two:
        for name in one.tables():
            assert one.table(name).write_csv() == two.table(name).write_csv()


def test_the_manifest_lists_the_hash_of_every_member(kept: Path) -> None:
    with zipfile.ZipFile(kept) as archive:
        files = json.loads(archive.read("manifest.json"))["files"]
        assert sorted(["manifest.json", *files]) == sorted(archive.namelist())
        for name, expected in files.items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == expected
    raws = {f"raw/{sha(text)}" for text in ("Ana\nBo", "Cy", "Dan", "Eva")}
    assert files.keys() == {"club.toml", "journal.jsonl", "rulesets/mine.toml", *raws}


def test_the_same_book_gives_the_same_bytes(filled: Book, kept: Path, tmp_path: Path) -> None:
    backup(filled, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == kept.read_bytes()


def test_restore_refuses_a_book_that_is_not_empty(filled: Book, kept: Path) -> None:
    before = (filled.root / "journal.jsonl").read_bytes()
    with pytest.raises(WrongUsage, match="is not empty"):
        restore(filled, kept)
    assert (filled.root / "journal.jsonl").read_bytes() == before


@pytest.mark.parametrize("name", ["club.toml", "rulesets/own.toml"])
def test_restore_refuses_a_book_with_settings_or_rules_of_its_own(kept: Path, tmp_path: Path, name: str) -> None:
    other = Book(tmp_path / "other")
    other.create()
    (other.root / name).write_text('name = "x"\n')
    with pytest.raises(WrongUsage, match=f"it has a {name} of its own"):
        restore(other, kept)
    assert (other.root / name).read_text() == 'name = "x"\n'
    assert list((other.root / "raw").iterdir()) == []


def test_a_damaged_backup_is_refused_before_anything_is_placed_or_restores_the_same(filled: Book, kept: Path) -> None:
    whole = kept.read_bytes()
    rng = random.Random(3)
    refused = 0
    for no in range(150):
        data = bytearray(whole)
        position = rng.randrange(len(data))
        data[position] ^= rng.randint(1, 255)
        kept.write_bytes(data)
        other = Book(kept.parent / f"other{no}")
        try:
            restore(other, kept)
        except BookError as error:
            refused += "is no backup of a book, or it is damaged" in str(error)
            left = other.exists
            assert not left, position
        else:  # a byte that says nothing, such as a time or a permission
            assert (other.root / "journal.jsonl").read_bytes() == (filled.root / "journal.jsonl").read_bytes()
            assert {path.name for path in (other.root / "raw").iterdir()} == {
                path.name for path in (filled.root / "raw").iterdir()
            }
    assert refused > 75


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"a,b\n1,2\n"])
def test_what_is_no_backup_is_refused(book: Book, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(BookError, match="is no backup"):
        restore(book, tmp_path / "x.zip")
    with pytest.raises(WrongUsage, match="There is no file"):
        restore(book, tmp_path / "y.zip")
    assert not book.exists


@pytest.mark.parametrize("name", ["../evil.toml", "rulesets/../../evil.toml", "raw/x", "/etc/x", "notes.txt"])
def test_a_backup_with_foreign_members_is_refused(book: Book, tmp_path: Path, name: str) -> None:
    from ingest.archive import _manifest

    files = {"journal.jsonl": b"", name: b"x"}
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("manifest.json", _manifest({k: hashlib.sha256(v).hexdigest() for k, v in files.items()}))
        for key, value in files.items():
            archive.writestr(key, value)
    with pytest.raises(BookError, match="other members"):
        restore(book, tmp_path / "x.zip")
    assert not (tmp_path / "evil.toml").exists()


def test_a_backup_of_another_format_is_refused(book: Book, kept: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(kept) as archive, zipfile.ZipFile(tmp_path / "new.zip", "w") as other:
        for name in archive.namelist():
            data = archive.read(name)
            other.writestr(
                name, data.replace(b"yamsheet-backup/1", b"yamsheet-backup/2") if "manifest" in name else data
            )
    with pytest.raises(BookError, match=r"manifest.json is damaged or of another version"):
        restore(book, tmp_path / "new.zip")


def test_a_damaged_book_is_not_backed_up_over_a_good_backup(filled: Book, kept: Path) -> None:
    before = kept.read_bytes()
    (filled.root / "raw" / sha("Dan")).write_text("Den")
    with pytest.raises(BookError, match=f"raw/{sha('Dan')} is damaged"):
        backup(filled, kept)
    assert kept.read_bytes() == before
    assert sorted(path.name for path in kept.parent.iterdir()) == ["book", "kept.zip"]


def test_a_book_that_lacks_a_file_is_not_backed_up(filled: Book, kept: Path) -> None:
    before = kept.read_bytes()
    (filled.root / "raw" / sha("Dan")).unlink()
    with pytest.raises(BookError, match=f"raw/{sha('Dan')}, which entry . needs, is missing"):
        backup(filled, kept)
    assert kept.read_bytes() == before


def test_a_backup_to_a_place_that_cannot_be_written_is_told(filled: Book, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="cannot be written"):
        backup(filled, tmp_path / "nowhere" / "kept.zip")


def test_a_backup_holds_while_others_write(filled: Book, tmp_path: Path) -> None:
    with filled.writer() as writer:
        assert backup(filled, tmp_path / "kept.zip") == 3
        take(writer, "Eva")
    other = Book(tmp_path / "other")
    restore(other, tmp_path / "kept.zip")
    catch_up(other, toy(other))
    assert players(other) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_restore_that_fails_on_the_way_leaves_an_empty_book_and_can_be_done_again(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Book(tmp_path / "other")
    other.create()
    steps: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(disk, "step", lambda *_: steps.append(""))
        restore(Book(tmp_path / "clean"), kept)
    for strike in range(len(steps)):
        count = iter(range(len(steps)))

        def fault(*_: object, strike: int = strike, count: object = count) -> None:
            if next(count, None) == strike:
                raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(disk, "step", fault)
            with contextlib.suppress(BookError):
                restore(other, kept)
        if other.entries():
            break
        assert players_of_nothing(other)
    catch_up(other, toy(other))
    assert players(other) == ["Ana", "Bo", "Cy", "Dan", "Eva"]
    assert verify(other, toy(other)) == []


def players_of_nothing(book: Book) -> bool:
    return book.entries() == () and not (book.root / "journal.jsonl").exists()
