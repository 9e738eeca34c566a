"""Read text as if it were a file, and show what came of it plainly."""

from __future__ import annotations

from typing import Any

from ingest import readers
from ingest.model import ParsedFile, ReadOptions
from ingest.sources import Source

BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house",
    "small_straight", "large_straight", "yams", "chance",
)  # fmt: skip
ENGLISH = (
    "Ones,Twos,Threes,Fours,Fives,Sixes,3 of a kind,4 of a kind,Full house,Small straight,Large straight,Yams,Chance"
)
#: The headings of a wide table.
HEAD = f"Game,Date,Player,{ENGLISH}"
#: The fifteen boxes of an Italian sheet of several columns, from the top.
ITALIAN = (
    "1", "2", "3", "4", "5", "6", "Max", "Min", "Tris", "Poker", "Full", "Scala min", "Scala mag", "Yams", "Chance",
)  # fmt: skip
ANA = "3,6,9,12,15,18,20,0,25,30,40,50,22"
BO = "1,2,3,4,5,6,0,0,0,0,0,0,11"


def read(text: str | bytes, name: str = "sheet.csv", **options: Any) -> ParsedFile:
    """Read text, or bytes, under a file's name."""
    data = text.encode() if isinstance(text, str) else text
    return readers.read(Source(name, data), ReadOptions(**options))


def boxes(parsed: ParsedFile) -> dict[str, dict[str, int | None]]:
    """Return each player's boxes of the main column; a player twice becomes "name#2"."""
    found: dict[str, dict[str, int | None]] = {}
    for row in parsed.sheets.iter_rows(named=True):
        name = row["player"]
        while name in found:
            name = f"{row['player']}#{len(found) + 1}"
        found[name] = {k[2:]: v for k, v in row.items() if k.startswith("p_")}
    return found


def fates(parsed: ParsedFile) -> dict[int, str]:
    """Return the code of every record that is no sheet, by its row."""
    return {r["row"]: r["code"] for r in parsed.rows.iter_rows(named=True) if r["fate"]}


def accounted(parsed: ParsedFile) -> list[int]:
    """Return the rows that are told of, each once, in order."""
    return sorted(set(parsed.rows["row"].to_list()))


def thirteen(figures: str) -> dict[str, int | None]:
    """Return boxes by name from figures in sheet order; nothing is an open box."""
    return {b: int(f) if f else None for b, f in zip(BOXES, figures.split(","), strict=True)}
