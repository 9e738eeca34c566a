"""Write small score files for the tests: a row a player and game, thirteen boxes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ingest.book import Book
from ingest.model import ReadOptions
from ingest.pipeline import import_files
from ingest.report import Report

HEAD = (
    "date,table,player,ones,twos,threes,fours,fives,sixes,three_of_a_kind,four_of_a_kind,full_house,small_straight,"
    "large_straight,yams,chance"
)
YAMMS = ReadOptions(rules="yamms")
#: The only game of 6 March at table A.
GAME = "2026-03-06/A/-/1"

#: Thirteen boxes that add up, by hand, to the number in the name.
S_255 = "3,6,9,12,15,18,20,22,25,30,40,0,20"  # 63 + 35 + 157
S_157 = "0,0,0,0,0,0,20,22,25,30,40,0,20"  # 157
S_100 = "1,2,3,4,5,6,0,0,0,30,40,0,9"  # 21 + 79
S_060 = "1,2,3,4,5,6,0,0,0,30,0,0,9"  # 21 + 39


def row(date: str, table: str, player: str, boxes: str) -> str:
    """Return one line."""
    return f"{date},{table},{player},{boxes}"


def table(**boxes: str) -> list[str]:
    """Return the lines of one game, a player each."""
    return [row("2026-03-06", "A", player, filled) for player, filled in boxes.items()]


def write(path: Path, rows: Sequence[str], head: str = HEAD) -> Path:
    """Write a file of these lines under the heading."""
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def night(path: Path, day: int, table: str = "A", names: Sequence[str] = ("Ana", "Bo", "Cy")) -> Path:
    """Write one game of three on a day of March 2026: 255, 157 and 100 points, in the order of the names."""
    sheets = zip(names, (S_255, S_157, S_100), strict=True)
    return write(path, [row(f"2026-03-{day:02}", table, name, boxes) for name, boxes in sheets])


def impossible(path: Path) -> Path:
    """Write a game in which Bo has 14 in fours, which four-spots cannot make."""
    return write(
        path,
        [row("2026-03-06", "A", "Ana", S_255), row("2026-03-06", "A", "Bo", S_157.replace("0,0,0,0", "0,0,0,14", 1))],
    )


def take(book: Book, *paths: Path, options: ReadOptions = YAMMS) -> Report:
    """Import files."""
    return import_files(book, paths, options, who="tests")


def standings(book: Book) -> list[tuple[object, ...]]:
    """Return player, ranked sheets, Whist points x 10,000 and wins, straight from the sheets that count."""
    with book.reader() as reader:
        game, sheet, player = (reader.table(t) for t in ("game", "sheet", "player"))
    live = sheet.join(game.filter(game["status"] == "taken").select("game_no"), on="game_no", how="semi")
    names = dict(player.select("player_no", "player").iter_rows())
    told: dict[str, list[int]] = {}
    for number, points, place in live.select("player_no", "points_e4", "place").iter_rows():
        if points is not None:
            mine = told.setdefault(names[number], [0, 0, 0])
            mine[0] += 1
            mine[1] += points
            mine[2] += place == 1
    return sorted((name, *figures) for name, figures in told.items())


def statuses(book: Book) -> dict[str, list[str]]:
    """Return the status of each game's versions, by the shown id."""
    with book.reader() as reader:
        told: dict[str, list[str]] = {}
        for game, status in reader.table("game").select("game", "status").iter_rows():
            told.setdefault(game, []).append(status)
    return {game: sorted(found) for game, found in told.items()}


def codes(report: Report) -> list[str]:
    """Return the finding codes of a report's games that are no mere notes."""
    return report.findings.filter(report.findings["severity"] != "note")["code"].to_list()
