"""DESIGN.md, The way of the data: state is the replay of the entries that are not undone."""

from __future__ import annotations

import pytest

from ingest.book import Book
from ingest.errors import WrongUsage
from tests.book.toy import players, record, sha, take, toy


def undo(book: Book, target: str) -> None:
    with book.writer() as writer:
        writer.commit("undo", writer.state.undo_payload(target), "a mistake", "ana", tables=toy(book))


def test_all_entries_count_at_first(filled: Book) -> None:
    state = filled.state()
    assert [(file.name, file.entry) for file in state.imports] == [("Ana.csv", 1), ("Cy.csv", 1), ("Dan.csv", 2)]
    assert [(d.entry, d.kind, d.payload, d.why) for d in state.decisions] == [
        (3, "merge", {"a": "Ana", "b": "Anna"}, "the same person")
    ]
    assert state.undone == frozenset()
    assert state.journal_hash == filled.entries()[-1].hash
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_an_undone_import_counts_no_more_and_can_be_imported_again(filled: Book) -> None:
    undo(filled, "1")
    assert players(filled) == ["Dan"]
    assert filled.state().undone_by == {1: 4}
    with filled.writer() as writer:
        take(writer, "Ana\nBo", "Cy")
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]
    assert filled.state().imported(sha("Cy")).entry == 5


def test_one_file_of_an_import_can_be_undone(filled: Book) -> None:
    undo(filled, f"1:{sha('Cy')[:8]}")
    assert players(filled) == ["Ana", "Bo", "Dan"]
    assert filled.state().undone == frozenset(), "the entry counts still"
    undo(filled, f"1:{sha('Ana' + chr(10) + 'Bo').upper()}")
    assert players(filled) == ["Dan"]
    assert filled.state().undone_by == {1: 5}, "with its last file the entry is undone"


def test_the_rest_of_an_import_can_be_undone_after_one_of_its_files(filled: Book) -> None:
    undo(filled, f"1:{sha('Cy')}")
    undo(filled, "1")
    assert players(filled) == ["Dan"]


def test_a_decision_can_be_undone(filled: Book) -> None:
    undo(filled, "3")
    assert filled.state().decisions == ()
    assert filled.state().undone_by == {3: 4}


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("1", "undone already, by entry 4"),
        (f"1:{sha('Cy')}", "undone already, by entry 4"),
        ("4", "itself an undo"),
        ("9", "no entry 9: the journal has 4"),
        ("0", "no entry 0"),
        ("-1", "no entry -1"),
        ("x", "no entry x"),
        ("", "no entry"),
        (f"2:{sha('Cy')}", "no file with the hash"),
        ("2:", "no file with the hash"),
        (f"3:{sha('Cy')}", "no file with the hash"),
    ],
)
def test_what_cannot_be_undone_is_wrong_usage_that_says_why(filled: Book, target: str, says: str) -> None:
    undo(filled, "1")
    before = filled.entries()
    with pytest.raises(WrongUsage, match=says):
        undo(filled, target)
    assert filled.entries() == before


def test_one_file_cannot_be_undone_twice(filled: Book) -> None:
    undo(filled, f"1:{sha('Cy')}")
    with pytest.raises(WrongUsage, match="of entry 1 is undone already"):
        undo(filled, f"1:{sha('Cy')}")


def test_an_abbreviated_hash_must_name_one_file(book: Book) -> None:
    texts, first = [], {}
    for no in range(40):  # two texts whose hashes begin with the same digit
        text = f"P{no}"
        if sha(text)[0] in first:
            texts = [first[sha(text)[0]], text]
            break
        first[sha(text)[0]] = text
    with book.writer() as writer:
        take(writer, *texts)
    with pytest.raises(WrongUsage, match="several files"):
        undo(book, f"1:{sha(texts[0])[0]}")


def test_a_file_that_counts_already_cannot_be_committed_again(filled: Book) -> None:
    before = filled.entries()
    with filled.writer() as writer:
        with pytest.raises(WrongUsage, match=r"in the book already \(entry 2\)"):
            take(writer, "Dan")
        with pytest.raises(WrongUsage, match="named twice"):
            take(writer, "Eva", "Eva")
    assert filled.entries() == before


def test_a_preview_is_the_state_that_a_commit_would_make(filled: Book) -> None:
    before = filled.entries()
    seen = filled.preview("import", {"files": [record("Eva")]}, who="ana")
    assert [file.name for file in seen.imports] == ["Ana.csv", "Cy.csv", "Dan.csv", "Eva.csv"]
    assert filled.entries() == before


def test_a_changed_club_toml_is_taken_in_by_the_next_write(filled: Book) -> None:
    (filled.root / "club.toml").write_text(
        'language = "ro"\n[[season]]\nname = "S"\nfrom = 2026-01-01\nto = 2026-06-30\n'
    )
    assert filled.state().club.language == "en", "the journal does not know it yet"
    with filled.writer() as writer:
        entry = take(writer, "Eva")
    state = filled.state()
    assert [(e.no, e.kind) for e in state.entries[3:]] == [(4, "settings"), (5, "import")]
    assert entry.no == 5
    assert state.club == filled.club
    assert state.club.seasons[0].name == "S"
    with filled.writer() as writer:
        assert take(writer, "Fay").no == 6, "once is enough"


def test_a_comment_in_club_toml_is_no_change(filled: Book) -> None:
    with (filled.root / "club.toml").open("a") as stream:
        stream.write("# kept by Ana\n")
    with filled.writer() as writer:
        assert take(writer, "Eva").no == 4


def test_taking_in_club_toml_is_not_undone_but_changed_in_the_file(filled: Book) -> None:
    (filled.root / "club.toml").write_text('name = "Club"\n')
    with filled.writer() as writer:
        take(writer, "Eva")
    with pytest.raises(WrongUsage, match="change that file"):
        undo(filled, "4")
    (filled.root / "club.toml").unlink()
    with filled.writer() as writer:
        take(writer, "Fay")
    assert filled.state().club.name is None
