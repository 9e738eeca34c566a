"""Make the demo club's files: a season of 60 games as a real club would have kept them, flaws and all.

    python -m dashboard.demo_club [DIR]

The same files come out each time. What is wrong in them is wrong on purpose: see `FLAWS`.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from scoring.rules import rule_set
from scoring.simulator import Simulated, simulate

SEED = 2026
SAMPLES = Path(__file__).parents[1] / "data" / "samples"

#: The members, each with how far their eye is off, in points a box: the smaller, the better.
MEMBERS = {
    "Ana": 6.0, "Bogdan": 9.0, "Călin": 11.0, "Doina": 4.5, "Élodie": 8.0, "Florin": 12.0, "Giulia": 7.0,
    "Horia": 10.0, "Inés": 8.5, "Lăcrămioara": 9.5, "Oțilia": 13.0, "Șerban": 5.5,
}  # fmt: skip
FIRST_NIGHT = date(2026, 1, 16)
NIGHTS, TABLES = 20, "ABC"
OTHER_RULES = {(9, "C"): "yams", (10, "C"): "yams", (11, "C"): "yahtzee", (12, "C"): "yahtzee"}

#: What is wrong in the files, so that the demo has something to show.
FLAWS = (
    "a total that is ten points off", "a bonus that was forgotten", "fours of 14", "a box that reads 2O",
    "an unfinished sheet", "a name without its accents", "points that the dice do not give",
    "a game that stands in two files", "rows of averages and a signature under the table",
)  # fmt: skip

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance")
BOXES = UPPER + LOWER


@dataclass(frozen=True)
class Sheet:
    """Hold one player's sheet and where it stands among the simulated ones; None is an open box."""

    player: str
    boxes: Mapping[str, int | None]
    extra: int
    played: Simulated
    row: int

    @property
    def upper(self) -> int:
        return sum(self.boxes[box] or 0 for box in UPPER)

    @property
    def bonus(self) -> int:
        return 35 if self.upper >= 63 else 0

    @property
    def total(self) -> int:
        return sum(value or 0 for value in self.boxes.values()) + self.bonus + 100 * self.extra


@dataclass(frozen=True)
class Game:
    """Hold one table's game on one night."""

    night: int
    day: date
    table: str
    rules: str
    sheets: tuple[Sheet, ...]


Row = dict[str, Any]


def season() -> list[Game]:
    """Play the season: 20 nights, three tables of three or four."""
    rng = np.random.default_rng(SEED)
    seats: list[tuple[int, str, list[str]]] = []
    for night in range(NIGHTS):
        here = [str(name) for name in rng.permutation(list(MEMBERS))][: 12 - int(rng.choice([0, 0, 1, 2, 3]))]
        seats += [(night, table, here[i::3]) for i, table in enumerate(TABLES)]
    games = []
    for night, table, names in seats:
        rules = OTHER_RULES.get((night, table), "yamms")
        noise = np.array([MEMBERS[name] for name in names])
        played = simulate(rule_set(rules), len(names), rng, noise=noise)
        sheets = tuple(
            Sheet(name, dict(zip(BOXES, map(int, played.points[i]), strict=True)), int(played.extra_yams[i]), played, i)
            for i, name in enumerate(names)
        )
        games.append(Game(night, FIRST_NIGHT + timedelta(days=14 * night), table, rules, sheets))
    return games


def rows(games: Iterable[Game], written: Callable[[date], str]) -> list[Row]:
    """Return a row a player and game: what a wide file may hold."""
    return [
        {
            "date": written(game.day), "table": game.table, "game": f"{game.day:%m%d}{game.table}", "rules": game.rules,
            "player": sheet.player, **sheet.boxes, "upper": sheet.upper, "bonus": sheet.bonus, "extra": sheet.extra,
            "lower": sum(sheet.boxes[box] or 0 for box in LOWER), "extra_points": 100 * sheet.extra,
            "total": sheet.total,
        }
        for game in games
        for sheet in game.sheets
    ]  # fmt: skip


@dataclass(frozen=True)
class Wide:
    """Say how a club writes its table: headings with what stands under them, marks, what follows the table."""

    headings: Mapping[str, str]
    separator: str = ";"
    encoding: str = "utf-8"
    struck: str = "x"
    tail: Sequence[Sequence[str]] = field(default_factory=tuple)

    def write(self, table: Sequence[Row]) -> bytes:
        """Return the file."""
        text = io.StringIO()
        writer = csv.writer(text, delimiter=self.separator, lineterminator="\r\n")
        writer.writerow(self.headings)
        for row in table:
            writer.writerow([self._shown(key, row[key]) for key in self.headings.values()])
        for line in self.tail:
            writer.writerow(line)
        return text.getvalue().encode(self.encoding)

    def _shown(self, key: str, value: Any) -> str:
        if key in BOXES and value == 0:
            return self.struck
        return "" if value is None else str(value)


def headings(before: Mapping[str, str], boxes: str, after: Mapping[str, str]) -> dict[str, str]:
    """Return headings in order: what stands before the boxes, the boxes' names, what follows them."""
    return {**before, **dict(zip(boxes.split("|"), BOXES, strict=True)), **after}


ROMANIAN = headings(
    {"Data": "date", "Masa": "table", "Jucător": "player"},
    "Unu|Doi|Trei|Patru|Cinci|Șase|Trei de un fel|Patru de un fel|Full|Chintă mică|Chintă mare|Yamms|Noroc",
    {"Bonus": "bonus", "Bonus Yamms": "extra", "Total": "total"},
)
FRENCH = headings(
    {"Date": "date", "Table": "table", "Joueur": "player"},
    "As|Deux|Trois|Quatre|Cinq|Six|Brelan|Carré|Full|Petite suite|Grande suite|Yam's|Chance",
    {"Bonus": "bonus", "Yams supplémentaires": "extra", "Total général": "total"},
)
SPANISH = headings(
    {"Fecha": "date", "Mesa": "table", "Reglas": "rules", "Jugador": "player"},
    "Unos|Doses|Treses|Cuatros|Cincos|Seises|Trío|Póker|Full|Escalera menor|Escalera mayor|Yam's|Azar",
    {"Subtotal (A)": "upper", "Bonificación": "bonus", "Subtotal (C)": "lower", "Total general": "total"},
)
ENGLISH = headings(
    {"Game": "game", "Date": "date", "Rules": "rules", "Player": "player"},
    "Ones|Twos|Threes|Fours|Fives|Sixes|3 of a kind|4 of a kind|Full house|Sm straight|Lg straight|Yahtzee|Chance",
    {"Upper total": "upper", "Bonus": "bonus", "Yahtzee bonus": "extra_points", "Grand total": "total"},
)
ITALIAN = headings(
    {"Data": "date", "Tavolo": "table", "Giocatore": "player"},
    "Uno|Due|Tre|Quattro|Cinque|Sei|Tris|Poker|Full|Scala piccola|Scala grande|Yams|Chance",
    {"Bonus": "bonus", "Totale": "total"},
)


def dotted(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def slashed(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def files() -> dict[str, bytes]:
    """Return every sample file by name."""
    games = season()

    def of(*nights: int) -> list[Game]:
        return [game for game in games if game.night in nights]

    winter = [_cedillas(row) for row in rows(of(0, 1, 2, 3), dotted)]
    winter[6]["total"] += 10
    march = rows(_unfinished(of(4, 5)), dotted)
    _renamed(march, "Lăcrămioara", "Lacramioara")
    april = rows([*of(6, 7, 8), of(5)[1]], slashed)
    _put(april, 9, "fours", 14)
    may = rows(of(9, 10), slashed)
    _forget_bonus(may)
    june = rows(of(11, 12), date.isoformat)
    july = rows(of(13, 14), dotted)
    _put(july, 4, "sixes", "2O")
    return {
        "01_iarna.csv": Wide(
            ROMANIAN_CEDILLAS, encoding="cp1250", struck="-", tail=[[], ["Secretar: Doina", "", "semnătura: D. I."]]
        ).write(winter),
        "02_martie.csv": Wide(ROMANIAN, struck="x").write(march),
        "03_printemps.csv": Wide(FRENCH, struck="0", tail=[_averages(FRENCH, april, "Moyenne")]).write(april),
        "04_mayo_junio.csv": Wide(SPANISH, separator=",", encoding="utf-8-sig", struck="0").write(may),
        "05_june_july.csv": Wide(ENGLISH, separator=",", struck="0").write(june),
        "06_luglio.csv": Wide(ITALIAN, struck="/").write(july),
        "07_august_long.csv": long(of(15, 16)),
        "08_autumn_cup.json": cup(of(17, 18, 19)),
        "club.toml": CLUB.encode(),
    }


CLUB = """\
name = "Clubul Cinci Zaruri"
language = "ro"
date_order = "dmy"
time_zone = "Europe/Bucharest"
rules = "yamms"

[[season]]
name = "2026"
from = 2026-01-01
to = 2026-12-31
"""

#: Before 2007 a Romanian keyboard typed ş and ţ, and cp1250 has no other.
_OLD_LETTERS = str.maketrans("șțȘȚ", "şţŞŢ")
ROMANIAN_CEDILLAS = {heading.translate(_OLD_LETTERS): key for heading, key in ROMANIAN.items()}


def _cedillas(row: Row) -> Row:
    return {**row, "player": row["player"].translate(_OLD_LETTERS)}


def _unfinished(games: list[Game]) -> list[Game]:
    """Return the games with the last three turns of one sheet unplayed: somebody had to leave."""
    first, *rest = games
    leaver, *others = first.sheets
    last = sorted(BOXES, key=lambda box: leaver.played.turn[leaver.row, BOXES.index(box)])[-3:]
    left = replace(leaver, boxes={box: None if box in last else value for box, value in leaver.boxes.items()})
    return [replace(first, sheets=(left, *others)), *rest]


def _renamed(table: list[Row], name: str, written: str) -> None:
    next(row for row in reversed(table) if row["player"] == name)["player"] = written


def _put(table: list[Row], index: int, box: str, value: object) -> None:
    table[index][box] = value


def _forget_bonus(table: list[Row]) -> None:
    row = next(row for row in table if row["bonus"])
    row["total"] -= row["bonus"]
    row["bonus"] = 0


def _averages(heads: Mapping[str, str], table: Sequence[Row], label: str) -> list[str]:
    cells = []
    for key in heads.values():
        numbers = [row[key] for row in table if isinstance(row[key], int)]
        cells.append(
            label if key == "date" else f"{sum(numbers) / len(numbers):.1f}".replace(".", ",") if numbers else ""
        )
    return cells


def long(games: Sequence[Game]) -> bytes:
    """Return a file of a row a box, with final dice and turn; in one row the points are not what the dice give."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "date", "rules", "table", "player", "box", "points", "dice", "turn"])
    for game in games:
        for sheet in game.sheets:
            for i, box in enumerate(BOXES):
                dice, turn = sheet.played.multisets[sheet.played.dice[sheet.row, i]], sheet.played.turn[sheet.row, i]
                points = sheet.boxes[box]
                if box == "chance" and game is games[0] and sheet is game.sheets[0]:
                    points = (points or 0) + 2
                place = [f"{game.day}/{game.table}", game.day, game.rules, game.table, sheet.player]
                writer.writerow([*place, box, "x" if points == 0 else points, dice, turn])
    return text.getvalue().encode()


def cup(games: Sequence[Game]) -> bytes:
    """Return the autumn cup as yamsheet/1: final dice in the first rounds, every throw on the last night."""
    last = max(game.night for game in games)
    whole = {"format": "yamsheet/1", "games": [_as_json(game, every_throw=game.night == last) for game in games]}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _as_json(game: Game, *, every_throw: bool) -> dict[str, Any]:
    sheets = []
    for sheet in game.sheets:
        boxes = {}
        for i, box in enumerate(BOXES):
            throws, kept = sheet.played.throws_of(sheet.row, box)
            value: dict[str, Any] = {"points": sheet.boxes[box], "turn": int(sheet.played.turn[sheet.row, i])}
            if every_throw:
                value |= {"throws": [_dice(t) for t in throws], "kept": [_dice(k) for k in kept]}
            else:
                value["dice"] = _dice(throws[-1])
            boxes[box] = value
        stated = {"bonus": sheet.bonus, "total": sheet.total}
        sheets.append({"player": sheet.player, "boxes": boxes, "extra_yams": sheet.extra, "stated": stated})
    return {
        "game": f"{game.day}/{game.table}",
        "played": game.day.isoformat(),
        "rules": game.rules,
        "season": "2026",
        "event": "Autumn Cup",
        "round": game.night - 16,
        "table": game.table,
        "sheets": sheets,
    }


def _dice(text: str) -> list[int]:
    return [int(face) for face in text]


def main(folder: Path = SAMPLES) -> None:
    """Write every sample file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
