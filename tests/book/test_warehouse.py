"""DESIGN.md, The way of the data: snapshots, pinned readers; Promise 4: the same tables each time."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import polars as pl
import pytest

from ingest import snapshots, warehouse
from ingest.book import Book, catch_up
from ingest.errors import BookError
from ingest.warehouse import contents
from tests.book.toy import players, take, toy

SPELLING = pl.DataFrame({"player_no": [2, 1, 1], "written": ["Bo", "Șt", "Ana"], "n": [1, 2, 3]})


def test_a_reader_keeps_what_it_saw_while_others_write(filled: Book) -> None:
    with filled.reader() as reader:
        for name in ("Eva", "Fay"):
            with filled.writer() as writer:
                take(writer, name)
        assert reader.table("player").height == 4
        assert (filled.results / "3.duckdb").exists(), "it is in use"
        assert not (filled.results / "4.duckdb").exists(), "nobody uses it"
        assert players(filled) == ["Ana", "Bo", "Cy", "Dan", "Eva", "Fay"]
    with filled.writer() as writer:
        take(writer, "Gil")
    assert [path.name for path in filled.results.glob("*.duckdb")] == ["6.duckdb"]


def test_a_reader_in_another_process_keeps_its_warehouse(filled: Book) -> None:
    code = (
        "import sys; from ingest.book import Book\n"
        "with Book(sys.argv[1]).reader() as reader:\n"
        "    print(reader.number, flush=True); sys.stdin.readline(); print(reader.table('player').height)"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(filled.root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "3\n"
    with filled.writer() as writer:
        take(writer, "Eva")
    assert (filled.results / "3.duckdb").exists()
    assert child.communicate("\n")[0] == "4\n"
    with filled.writer() as writer:
        take(writer, "Fay")
    assert not (filled.results / "3.duckdb").exists()


def test_results_that_readers_hold_do_not_pile_up(filled: Book) -> None:
    def files() -> list[int]:
        return sorted(int(path.stem) for path in filled.results.glob("*.duckdb"))

    held = {}
    for number, name in enumerate(("Eva", "Fay", "Gil", "Hal", "Ida"), start=4):
        if number < 7:
            held[number - 1] = [filled.reader() for _ in range(3)]
        with filled.writer() as writer:
            take(writer, name)
        assert files() == [*held, number], "those in use and the last one"
    for readers in held.values():
        for reader in readers:
            reader.close()
    assert files() == [3, 4, 5, 8], "a reader removes nothing"
    with filled.writer() as writer:
        take(writer, "Jan")
    assert files() == [9]


def test_what_the_database_had_put_aside_when_it_was_killed_is_removed(filled: Book) -> None:
    names = ["building.tmp.tmp", "2.duckdb.tmp", "3.duckdb.tmp", "x.y.tmp", "building.tmp.wal.tmp"]
    for name in names:
        (filled.results / name).mkdir()
        (filled.results / name / "duckdb_temp_storage_DEFAULT-0.tmp").write_bytes(b"x")
    for name in ("building.tmp", "building.tmp.wal", "2.duckdb.wal", "CURRENT.tmp"):
        (filled.results / name).write_bytes(b"x")
    with filled.reader():
        with filled.writer() as writer:
            take(writer, "Eva")
        left = sorted(path.name for path in filled.results.iterdir())
        assert left == ["3.duckdb", "3.duckdb.tmp", "4.duckdb", "CURRENT", "parsed"], "a reader may use it"
    for name in ("Fay", "Gil"):
        with filled.writer() as writer:
            take(writer, name)
    assert sorted(path.name for path in filled.results.iterdir()) == ["6.duckdb", "CURRENT", "parsed"]


def test_results_are_made_anew_where_the_making_has_changed(filled: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MAKING", snapshots.MAKING + 1)
    with pytest.raises(BookError, match="made by an older version"):
        filled.reader()
    assert catch_up(filled, toy(filled)) == "The results were made by an older version: they are made anew."
    assert catch_up(filled, toy(filled)) is None
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_reader_shared_by_threads_gives_each_its_own_rows(filled: Book) -> None:
    wrong: list[str] = []

    with filled.reader() as reader:

        def ask(name: str) -> None:
            for _ in range(50):
                found = reader.table("player", player=name)["player"].to_list()
                if found != [name]:
                    wrong.append(f"{name}: {found}")

        threads = [threading.Thread(target=ask, args=(name,)) for name in ("Ana", "Bo", "Cy", "Dan")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_a_table_can_be_asked_for_columns_and_values(filled: Book) -> None:
    with filled.reader() as reader:
        assert reader.table("player", ("player",), player_no=1).rows() == [("Bo",)]
        assert reader.table("entry", ("no",), why=None).rows() == [(1,), (2,)]
        assert "boxes_yamms" in reader.tables()


def test_a_reader_can_neither_write_nor_leave_its_file(filled: Book, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a\n1\n")
    with filled.reader() as reader:
        for sql in (
            "DELETE FROM player",
            f"SELECT * FROM '{tmp_path}/x.csv'",
            f"COPY player TO '{tmp_path}/y.csv'",
            "SET enable_external_access = true",
            "INSTALL httpfs",
        ):
            with pytest.raises(Exception, match=r"read-only|disabled|locked"):
                reader._con.execute(sql)


def test_a_book_without_results_says_what_to_do(book: Book) -> None:
    book.create()
    with pytest.raises(BookError, match="no results yet: import a file first"):
        book.reader()


def _with_schema(book: Book, change: int) -> None:
    current = book.current()
    values = {**asdict(current), "schema": current.schema + change, "shape": current.shape if change else "other"}
    if change > 0:
        values |= {"what only a newer version knows": 1}
    line = snapshots.canonical({**values, "check": snapshots._check(values)}) + b"\n"
    (book.results / "CURRENT").write_bytes(line)


@pytest.mark.parametrize("change", [-1, 0], ids=["older", "of another shape"])
def test_results_of_an_older_version_are_made_anew(filled: Book, change: int) -> None:
    _with_schema(filled, change)
    with pytest.raises(BookError, match="made by an older version"):
        filled.reader()
    assert catch_up(filled, toy(filled)) == "The results were made by an older version: they are made anew."
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_book_of_a_newer_version_is_refused_and_not_touched(filled: Book) -> None:
    _with_schema(filled, 1)
    before = {path: path.read_bytes() for path in filled.root.rglob("*") if path.is_file()}
    for act in (
        Book.reader,
        Book.state,
        lambda book: catch_up(book, toy(book)),
        lambda book: book.writer().__enter__(),
    ):
        with pytest.raises(BookError, match="newer version of yamsheet"):
            act(filled)
    assert {path: path.read_bytes() for path in filled.root.rglob("*") if path.is_file()} == before


def test_current_says_what_the_results_were_made_from(filled: Book) -> None:
    with filled.reader() as reader:
        meta = dict(reader.table("meta").rows())
        migrations = reader.table("migration")["no"].to_list()
    last = filled.entries()[-1]
    assert meta == {"entries": "3", "journal": last.hash, "schema": str(snapshots.schema())}
    assert (filled.current().entries, filled.current().journal) == (3, last.hash)
    assert migrations == list(range(1, snapshots.schema() + 1))


def test_rows_stand_in_the_order_of_their_table_however_they_come() -> None:
    for frame in (SPELLING, SPELLING.reverse(), SPELLING.sample(3, shuffle=True, seed=1)):
        assert contents({"spelling": frame})["spelling"].rows() == [(1, "Ana", 3), (1, "Șt", 2), (2, "Bo", 1)]


@pytest.mark.parametrize(
    "rows",
    [
        [(1, None), (1, 1), (1, 2), (2, None)],
        [(None, 1), (1, 1)],
        [(1, 1), (1, 1), (1, 2)],
    ],
)
def test_order_is_seen_and_made_alike_with_equal_rows_and_gaps(rows: list[tuple[int | None, int | None]]) -> None:
    frame = pl.DataFrame(rows, schema={"a": pl.Int64, "b": pl.Int64}, orient="row")
    assert warehouse._ordered("x", frame).rows() == rows
    assert warehouse._ordered("x", frame.reverse()).rows() == rows


def test_the_rows_of_boxes_follow_sheet_and_column_and_keep_their_types() -> None:
    boxes = pl.DataFrame(
        {"sheet_no": [2, 1, 1], "column": ["up", "up", "down"], "ones": [3, None, 0]},
        schema={"sheet_no": pl.Int32, "column": pl.String, "ones": pl.Int16},
    )
    found = contents({"boxes_yams_columns": boxes})["boxes_yams_columns"]
    assert found.rows() == [(1, "down", 0), (1, "up", None), (2, "up", 3)]
    assert found.schema == boxes.schema


def test_known_tables_have_the_declared_types_whatever_a_frame_has() -> None:
    found = contents({"player": pl.DataFrame({"key": ["a"], "player": ["A"], "player_no": [1]})})
    assert found["player"].schema == {"player_no": pl.Int32, "player": pl.String, "key": pl.String}
    assert found["game"].schema["played"] == pl.Date
    assert found["sheet"].schema["points_e4"] == pl.Int64
    assert found["game"].is_empty()


def test_a_table_that_no_migration_declares_is_refused() -> None:
    with pytest.raises(warehouse.duckdb.CatalogException, match="Table with name players does not exist"):
        contents({"players": SPELLING})


def test_dates_and_texts_come_back_as_they_were() -> None:
    day = dt.date(2026, 3, 14)
    game = {
        "game_no": 1, "game": "Ș/1", "played": day, "rules": "yamms", "rules_base": "yamms", "status": "taken",
        "entry": 1, "file_sha": "x", "file_name": "x", "place": 0, "players": 2, "ranked": True,
    }  # fmt: skip
    found = contents({"game": pl.DataFrame([game])})["game"].row(0, named=True)
    assert {key: found[key] for key in game} == game


def test_writing_again_gives_the_same_text(filled: Book, tmp_path: Path) -> None:
    with filled.reader() as reader:
        before = {name: reader.table(name).write_csv() for name in reader.tables()}
    with filled.writer() as writer:
        writer.publish(toy(filled))
    with filled.reader() as reader:
        assert reader.number == 4
        assert {name: reader.table(name).write_csv() for name in reader.tables()} == before


def test_a_damaged_current_is_told_and_mended(filled: Book) -> None:
    path = filled.results / "CURRENT"
    path.write_bytes(path.read_bytes().replace(b'"number":3', b'"number":2'))
    with pytest.raises(BookError, match="warehouse/CURRENT is damaged"):
        filled.reader()
    assert catch_up(filled, toy(filled))
    assert players(filled) == ["Ana", "Bo", "Cy", "Dan"]


def test_a_lost_warehouse_is_told(filled: Book) -> None:
    (filled.results / "3.duckdb").unlink()
    with pytest.raises(BookError, match=r"warehouse/3.duckdb is missing"):
        filled.reader()


def test_every_view_is_sql_that_the_tables_answer() -> None:
    """Each view names its parameters `$name`; here each is given no value."""
    with closing(warehouse.Making(None)) as made:
        for path in sorted((Path(warehouse.__file__).parent / "sql" / "views").glob("*.sql")):
            params = dict.fromkeys(re.findall(r"\$(\w+)", path.read_text()))
            if "query_table" not in path.read_text():
                made.con.sql(path.read_text(), params=params or None).pl()
