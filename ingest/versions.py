"""Compare what two files say of one game, box by box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from ingest.gather import CountedFile, Gathered
from ingest.scores import Part
from scoring.rules import RuleSet

_DEPTH = {"total": 0, "points": 1, "dice": 2, "throws": 3}
_NAMED = 8  # differences of two versions that a sentence names; the rest are counted


class Figures(NamedTuple):
    """Hold what counts on one sheet: rule set, boxes by column (None where only the total is known), total."""

    rules: str
    boxes: dict[str, tuple[int | None, ...]] | None
    total: int | None


@dataclass(frozen=True)
class Version:
    """Hold one file's version of a game, to be compared with another's."""

    gid: int
    sha: str
    place: int
    depth: int
    sound: bool
    corrected: bool
    figures: tuple[Mapping[str, Figures], ...]  # as counted now, and as the file had it before any correction

    def same_as(self, other: Version, *, totals: bool = True) -> bool:
        """Tell whether both say the same of every box; of every total, where one knows no more."""
        return any(_agree(a, b, totals) for a in self.figures for b in other.figures)


def _agree(a: Mapping[str, Figures], b: Mapping[str, Figures], totals: bool) -> bool:
    """Compare two games by player; where one knows only totals, these are compared if ``totals`` is set."""
    if a.keys() != b.keys():
        return False
    for player, mine in a.items():
        theirs = b[player]
        if mine.boxes is None or theirs.boxes is None:
            if not totals or mine.total != theirs.total:
                return False
        elif (mine.rules, mine.boxes) != (theirs.rules, theirs.boxes):
            return False
    return True


def versions_of(
    gids: Sequence[int],
    gathered: Gathered,
    sources: Sequence[CountedFile],
    sheets: pl.DataFrame,
    parts: Sequence[Part],
    originals: Sequence[Part],
    held: set[int],
    corrected: set[int],
) -> dict[int, Version]:
    """Return what each of these games says, box by box."""
    now, before = _figures(gids, parts, sheets), _figures(gids, originals, sheets)
    depth: dict[int, int] = {}
    for part in parts:
        mine = part.sheets.filter(pl.col("gid").is_in(list(gids))).select("gid", "evidence")
        for gid, evidence in mine.iter_rows():
            depth[gid] = depth.get(gid, 0) + _DEPTH[evidence]
    where = gathered.games.filter(pl.col("gid").is_in(list(gids))).select("gid", "file", "place")
    return {
        gid: Version(
            gid,
            sources[file].sha,
            place,
            depth.get(gid, 0),
            gid not in held,
            gid in corrected,
            (now.get(gid, {}), *([before[gid]] if gid in before else [])),
        )
        for gid, file, place in where.iter_rows()
    }


def _figures(gids: Sequence[int], parts: Sequence[Part], sheets: pl.DataFrame) -> dict[int, dict[str, Figures]]:
    figures: dict[int, dict[str, Figures]] = {}
    key = sheets.select("sid", "key")
    for part in parts:
        mine = (
            part.sheets.filter(pl.col("gid").is_in(list(gids)))
            .select("sid", "gid", "total", "evidence")
            .join(key, on="sid")
        )
        if mine.is_empty():
            continue
        boxes = list(part.boxes)
        cards = part.columns.rename({"sheet": "sid"}).join(mine.select("sid"), on="sid", how="semi")
        filled: dict[int, dict[str, tuple[int | None, ...]]] = {}
        for sid, column, *values in cards.select("sid", "column", *boxes).iter_rows():
            if any(value is not None for value in values):  # a column that is left out says as much as a blank one
                filled.setdefault(sid, {})[column] = tuple(values)
        for sid, gid, total, evidence, who in mine.iter_rows():
            known = None if evidence == "total" else filled.get(sid, {})
            figures.setdefault(gid, {})[who] = Figures(part.rules.id, known, total)
    return figures


def difference(a: Version, b: Version, rules: Mapping[str, RuleSet], names: Mapping[str, str]) -> str:
    """Say in words where two versions of a game differ first, and how often more: ``Ana, fours: 8 and 12; 3 more``.

    ``names`` by player key.
    """
    mine, theirs = a.figures[0], b.figures[0]
    words = []
    for key in sorted(mine.keys() | theirs.keys()):
        player = names[key]
        if key not in mine or key not in theirs:
            words.append(f"{player}: only in one of them")
            continue
        one, other = mine[key], theirs[key]
        if one.rules != other.rules:
            words.append(f"{player}: {one.rules} and {other.rules}")
        elif one.boxes is None or other.boxes is None:
            words += [f"{player}, total: {one.total} and {other.total}"] if one.total != other.total else []
        elif rules[one.rules].board is not None:
            words += [f"{player}: other moves"] if one.boxes != other.boxes else []
        else:
            boxes = [b.title for b in rules[one.rules].boxes]
            blank: tuple[int | None, ...] = (None,) * len(boxes)
            for column in rules[one.rules].columns:
                pairs = zip(boxes, one.boxes.get(column, blank), other.boxes.get(column, blank), strict=True)
                place = "" if column == "main" else f"{rules[one.rules].column_titles.get(column, column)}, "
                words += [f"{player}, {place}{box}: {_word(x)} and {_word(y)}" for box, x, y in pairs if x != y]
    more = len(words) - _NAMED
    return "; ".join([*words[:_NAMED], *([f"{more} more"] if more > 0 else [])])


def _word(points: int | None) -> str:
    return "open" if points is None else str(points)
