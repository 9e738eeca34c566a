"""Games given back as CSV, JSON and XLSX and read again are the same games (issue: Reads what clubs really have)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dashboard.package import write_package
from ingest.decide import accept, correct
from ingest.model import ReadOptions
from ingest.pipeline import import_files
from ingest.portable import Given, games_of
from ingest.report import game_objects
from ingest.store import Book

#: 63 + 35 + 212 = 310 by hand; and 41 + 91 = 132.
ANA = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 22,
       "four_of_a_kind": 24, "full_house": 25, "small_straight": 30, "large_straight": 40, "yams": 50,
       "chance": 21}  # fmt: skip
BO = {**dict(zip(ANA, (1, 4, 6, 8, 10, 12, 17), strict=False)), "four_of_a_kind": "x", "full_house": 25,
      "small_straight": 30, "large_straight": "x", "yams": "x", "chance": 19}  # fmt: skip
COLUMN = {**ANA, "three_of_a_kind": 12, "four_of_a_kind": 16, "chance": 20, "max": 20, "min": 20}


def game(*sheets: tuple[str, Any], **more: Any) -> dict[str, Any]:
    made = [
        {"player": name, **(told if "stated" in told or "columns" in told else {"boxes": told})}
        for name, told in sheets
    ]
    return {"rules": "yamms", **more, "sheets": made}


SAID: list[dict[str, Any]] = [
    game(("Ana", ANA), ("Bo", BO), played="2026-03-14", table="A"),
    game(("Ana", BO), ("Bo", ANA), played="2026-03-14", table="A"),
    game(("Ana", ANA), ("Bo", BO), game="F", played="2026-03-15", season="2027", event="Cup", round=2,
         rules="yams+joker=true"),
    game(("Ana", ANA), ("Bo", BO)),
    game(("Ana", BO), ("Bo", ANA)),
    game(("=1+2", ANA), ("Max", {**BO, "chance": None}), ("Total", ANA), ("Ana; \"A\", B", BO), played="2026-03-16"),
    game(("Ana", {"stated": {"total": 231, "place": 1}}), ("Bo", {"stated": {"total": 200}}), played="2026-03-17"),
    game(("Ana", {"stated": {"total": 5}}), ("Bo", {"stated": {"total": 3}}), played="2026-03-26", rules="yam-master"),
    game(("Ana", {"columns": {"down": COLUMN, "free": COLUMN, "up": COLUMN}}), ("Bo", {"columns": {"down": COLUMN}}),
         played="2026-03-18", rules="yams-columns"),
    game(("Ana", {"columns": {"free": COLUMN}}), played="2026-03-19", rules={"base": "yams-columns", "columns": 1}),
    game(("Ana", {**ANA, "fours": 14}), ("Bo", BO), played="2026-03-20"),
]  # fmt: skip
#: What only JSON can say: dice, turns, throws, a sixth throw, moves.
DEEP: list[dict[str, Any]] = [
    game(("Ana", {**ANA, "yams": {"dice": [6] * 5, "turn": 1}, "fives": {"dice": [5] * 5, "turn": 2},
                  "fours": {"throws": [[4, 4, 1, 2, 3], [4, 4, 4, 2, 3]], "kept": [[4, 4]], "turn": 3}}),
         ("Bo", BO), played="2026-03-21"),
    game(("Ana", {"double_carre": {"dice": ["2sd", "2sd", "2bd", "2bd", "4sl", "4sl", "4bl", "4bl", "1sl", "1bd"]},
                  "youpi_yams": {"throws": [[1, 2, 3, 4, 5, 6, 1, 2, 3, 4]] * 6, "announced": True, "points": -25}}),
         played="2026-03-22", rules="double-yams"),
    {"played": "2026-03-23", "rules": "yam-master", "players": ["Ana", "Bo"],
     "moves": [{"player": "Ana", "throws": [[1, 1, 1, 2, 3]], "place": "a1"}, {"player": "Bo"},
               {"player": "Ana", "throws": [[1, 2, 2, 4, 5], [1, 1, 2, 2, 2]], "announced": True, "place": "c1"}]},
]  # fmt: skip
DICE_HELD = game(("Ana", {**ANA, "fours": {"points": 12, "dice": [4, 4, 4, 1]}}), ("Bo", BO), played="2026-03-24")
UNSAID = game(("Ana", {**ANA, "bonanza": 3}), ("Bo", BO), played="2026-03-25")


def take(root: Path, *paths: Path) -> list[dict[str, Any]]:
    """Import files into a new book; return its games without what tells of the file."""
    book = Book(root)
    import_files(book, paths, ReadOptions(), who="tests")
    return games(book)


def games(book: Book) -> list[dict[str, Any]]:
    with book.reader() as reader:
        tables = {name: reader.table(name) for name in reader.tables()}
        found = game_objects(tables, tables["game"])
    return [{name: value for name, value in g.items() if name != "file"} for g in found]


def plain(found: list[dict[str, Any]], *, findings: bool = True) -> list[str]:
    """Return games to be compared: in no order, without the rows of their findings."""
    texts = []
    for g in found:
        told = [[f[k] for k in ("code", "player", "column", "box", "stated")] for f in g["findings"]]
        sheets = [{k: v for k, v in s.items() if findings or k != "evidence"} for s in g["sheets"]]
        for s in sheets:  # a column without anything in it is as good as none
            s["boxes"] = {c: b for c, b in s["boxes"].items() if any(v is not None for v in b.values())}
        texts.append(json.dumps({**g, "sheets": sheets, "findings": sorted(told, key=str) if findings else None}))
    return sorted(texts)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path, list[str]]:
    """Return the games of a book, the folder that it is exported to, and the games that could not be given back."""
    folder = tmp_path_factory.mktemp("given")
    path = folder / "all.json"
    path.write_text(json.dumps({"format": "yamsheet/1", "games": [*SAID, *DEEP, DICE_HELD, UNSAID]}))
    take(folder / "book", path)
    book = Book(folder / "book")
    correct(book, "2026-03-14/A/-/1", player="Bo", box="chance", value="20", who="tests", why="misread")
    with book.reader() as reader:
        made = write_package(book, reader, folder / "out")
    assert made.json_only == ["2026-03-23/-/-/1", "2026-03-24/-/-/1"]  # a board game, and dice that hold a game
    assert not made.too_long
    return games(book), folder / "out", made.unsaid


def test_what_cannot_be_said_again_is_told(given: tuple[list[dict[str, Any]], Path, list[str]]) -> None:
    assert given[2] == ["2026-03-25/-/-/1"]


def test_json_gives_the_same_games(given: tuple[list[dict[str, Any]], Path, list[str]], tmp_path: Path) -> None:
    before, out, left = given
    after = take(tmp_path / "book", out / "games.json")
    assert plain(after) == plain([g for g in before if g["game"] not in left])
    assert {s["total"] for g in after for s in g["sheets"] if g["game"] == "2026-03-14/A/-/1"} == {310, 133}


@pytest.mark.parametrize("pattern", ["games.xlsx", "games_*.csv"])
def test_tables_give_the_same_games_but_their_dice(
    given: tuple[list[dict[str, Any]], Path, list[str]], tmp_path: Path, pattern: str
) -> None:
    before, out, left = given
    after = take(tmp_path / "book", *sorted(out.glob(pattern)))
    without = {*left, "2026-03-23/-/-/1", "2026-03-24/-/-/1"}
    named = {f"-/-/-/{n}" for n in (1, 2)} | {"2026-03-14/A/-/2"}  # what a row needs an id for bears the one shown
    assert [g["game"] for g in after if g["game"] in named]
    assert plain(after, findings=False) == plain([g for g in before if g["game"] not in without], findings=False)


def test_reading_an_export_into_its_own_book_changes_nothing(
    given: tuple[list[dict[str, Any]], Path, list[str]], tmp_path: Path
) -> None:
    out = given[1]
    again = Book(tmp_path / "book")
    import_files(again, [out / "games.json"], ReadOptions(), who="tests")
    once = games(again)
    import_files(again, [out / "games_yams.csv", out / "games_yams_columns.csv"], ReadOptions(), who="tests")
    live = [g for g in games(again) if g["status"] != "duplicate"]
    assert plain(live, findings=False) == plain(once, findings=False)


def give(root: Path, *contents: dict[str, Any], name: str = "a{}.json") -> Book:
    """Return a new book with a file of each of these contents."""
    root.mkdir(parents=True, exist_ok=True)
    paths = [root / name.format(i) for i in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(json.dumps(content, ensure_ascii=False))
    import_files(Book(root / "book"), paths, ReadOptions(yes=True), who="tests")
    return Book(root / "book")


def ours(*given: dict[str, Any]) -> dict[str, Any]:
    return {"format": "yamsheet/1", "games": [*given]}


def players(listed: Sequence[Given]) -> list[list[str]]:
    return [[sheet["player"] for sheet in g.game["sheets"]] for g in listed]


def test_games_are_those_of_one_moment_of_the_book(tmp_path: Path) -> None:
    """A file that comes while they are given back is not in them, whatever its hash."""
    book = give(tmp_path, ours(game(("Ana", ANA), ("Bo", BO), played="2026-03-14")))
    others = [game(("Cy", ANA), (f"Di {n}", BO), played="2026-04-01") for n in range(6)]
    with book.reader() as reader:
        give(tmp_path, *map(ours, others), name="b{}.json")
        assert players(games_of(book, reader)[0]) == [["Ana", "Bo"]]


def test_a_taken_game_of_which_a_player_has_no_figures_is_given_back(tmp_path: Path) -> None:
    named = [{"id": n, "name": name} for n, name in enumerate(("Ana", "Bo", "Cy"), 1)]
    scores = [{"playerRefId": n, "score": score} for n, score in ((1, "231"), (2, "200"), (3, ""))]
    play = {"uuid": "p1", "gameRefId": 1, "playDate": "2026-03-14 20:00:00", "playerScores": scores}
    book = give(tmp_path, {"games": [{"id": 1, "name": "Yahtzee"}], "players": named, "locations": [], "plays": [play]})
    with book.reader() as reader:
        listed, left = games_of(book, reader)
    assert (players(listed), left) == ([["Ana", "Bo", "Cy"]], [])


def test_an_accepted_game_is_given_back_without_what_could_not_be_read(tmp_path: Path) -> None:
    book = give(tmp_path, ours(UNSAID))
    accept(book, "2026-03-25/-/-/1", who="tests", why="a slip of the pen")
    with book.reader() as reader:
        listed, left = games_of(book, reader)
    assert (players(listed), left) == ([["Ana", "Bo"]], [])


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("1 Ana", "2 Bo"), {}),
        (("'=Ana", "Bo"), {}),
        (("Ana *", "Bo"), {}),
        (("Ana", "Bo"), {"event": "Total"}),
        (("Ana", "Bo"), {"season": "Average"}),
        (("Ana", "Bo"), {"table": "Media"}),
        (("Ana", "Bo"), {"round": "Σ"}),
    ],
)
def test_a_game_whose_names_a_table_would_give_otherwise_is_in_json_only(
    tmp_path: Path, names: tuple[str, str], more: dict[str, Any]
) -> None:
    odd = game((names[0], ANA), (names[1], BO), played="2026-03-15", **more)
    other = game(("Ana", {"columns": {"down": COLUMN}}), ("Bo", {"columns": {"down": COLUMN}}), played="2026-03-14",
                 rules="yams-columns")  # fmt: skip
    book = give(tmp_path, ours(odd, other))
    before = games(book)
    with book.reader() as reader:
        made = write_package(book, reader, tmp_path / "out")
    shown = next(g["game"] for g in before if g["played"] == "2026-03-15")
    assert (made.unsaid, made.json_only) == ([], [shown])
    assert plain(take(tmp_path / "json", tmp_path / "out" / "games.json")) == plain(before)
    rest = plain([g for g in before if g["game"] != shown])
    for name in ("games_yams_columns.csv", "games.xlsx"):
        assert plain(take(tmp_path / name, tmp_path / "out" / name)) == rest
    assert not (tmp_path / "out" / "games_yamms.csv").exists()
