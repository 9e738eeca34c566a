"""Tell the rows of a table that are players' sheets from rows of sums, means, notes and signatures."""

from __future__ import annotations

from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.records import Record
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import UPPER, is_note, is_sum_word


def sort_out(grid: Grid, found: list[Record], out: Collector) -> list[Record]:
    """Part the sheets from sums, means, notes and records without a player, each with its reason."""
    sure = [r for r in found if r.fields["player"] and (r.boxes or r.figures) and not r.word]
    last = max((r.row for r in sure), default=0)
    dated = sum(1 for r in sure if identified(r)) * 2 >= len(sure) > 0
    genuine = []
    for r in found:
        player = r.fields["player"]
        if not r.boxes and not r.figures:
            if r.word:
                out.ignore(grid.worksheet, r.row, "sums", "a row of sums")
            elif player and not is_note(player) and (identified(r) or not dated):
                out.ignore(grid.worksheet, r.row, "blank_player", f"{player} has no figure at all: nobody played there")
            else:
                out.ignore(grid.worksheet, r.row, "note", "a note, or a row without figures")
        elif r.word and _is_sums(r, sure, last, dated):
            out.ignore(grid.worksheet, r.row, "sums", f"a row of sums or means ({_word(r)})")
        elif not player:
            if r.row > last and not identified(r) and _impossible(r):
                out.ignore(grid.worksheet, r.row, "sums", "a row of sums or means at the end")
            else:
                out.reject(
                    grid.worksheet,
                    r.row,
                    "no_player",
                    f"row {r.row} has figures but no player. Write the player's name.",
                )
        else:
            genuine.append(r)
    return genuine


def _word(r: Record) -> str:
    return next((clean(c) for c in r.cells if is_sum_word(clean(c)) and clean(c)), "")


def identified(r: Record) -> bool:
    return bool(r.fields.get("date") and "date" in r.plan.fields) or bool(r.fields.get("game"))


def _is_sums(r: Record, sure: list[Record], last: int, dated: bool) -> bool:
    """Tell a row of sums from a player who is called Total or Media and has played."""
    if r.word == "elsewhere" or not r.fields["player"]:
        return True
    if (dated and not identified(r)) or _impossible(r):
        return True
    if not r.boxes and any(s.boxes for s in sure):
        return True
    return _resembles(r, sure, 1 if r.row > last else 3)


def _impossible(r: Record) -> bool:
    """Tell whether a figure cannot be of one player: beyond five (ten) dice of a face, or broken into decimals."""
    dice = 10 if any(name == "plus" for _, name, _ in r.plan.boxes) else 5
    for i, name, _ in r.plan.boxes:
        value = points(r.box(i))
        if isinstance(value, Bad):
            return True
        if value is not None and name in UPPER and value > dice * (UPPER.index(name) + 1):
            return True
    return False


def _resembles(r: Record, sure: list[Record], least: int) -> bool:
    """Tell whether a row holds the sums or the means, of all sheets above it or of the last game, in `least` boxes."""
    above = [s for s in sure if s.row < r.row]
    if not above:
        return False
    end = above[-1].fields
    group = [s for s in above if s.fields.get("date") == end.get("date") and s.fields.get("game") == end.get("game")]
    return any(_aggregate(r, some, least) for some in (above, group))


def _aggregate(r: Record, some: list[Record], least: int) -> bool:
    checks = []
    for i, *_ in r.plan.boxes:
        value = points(r.box(i))
        values = [v for s in some if not isinstance(v := points(s.box(i)), Bad) and v is not None]
        if isinstance(value, Bad) or value is None or not values:
            continue
        checks.append((value == sum(values), abs(value - sum(values) / len(values)) <= 1))
    return len(checks) >= least and (all(a for a, _ in checks) or all(b for _, b in checks))
