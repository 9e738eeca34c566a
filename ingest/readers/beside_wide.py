"""Leave out what stands beside a wide table, behind an empty column: standings, statistics and notes."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name, label
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import NAME_FIELDS, key

_LEAST = 2  # players of the table who stand beside it again


def leave_out(grid: Grid, heading: int, out: Collector) -> tuple[str, ...]:
    """Empty the columns behind a gap, from the headings on, that are a table of their own; return the note about it.

    They name players as the table does, or have no headings and a word in each line; sums of the sheets may stand
    behind a gap as well, and figures of a row that separators too many have shifted.
    """
    gap = _gap(grid, heading)
    if gap is None or not _of_its_own(grid, heading, gap):
        return ()
    first = ""
    for number, cells in list(grid.filled()):
        beside = [text for c in cells[gap:] if (text := clean(c))] if number >= heading else []
        first = first or next(iter(beside), "")
        if beside and not any(map(clean, cells[:gap])):
            out.ignore(grid.worksheet, number, "statistics", "standings, statistics or notes beside the table")
        if beside:
            del cells[gap:]
    return (f"what stands beside the table, behind an empty column, is left out: from {first!r} on",)


def _gap(grid: Grid, heading: int) -> int | None:
    """Return the first column behind the boxes that is empty from the headings on, with others behind it."""
    boxes = [i for i, text in enumerate(map(clean, grid.row(heading))) if (x := label(text)) and x.kind == "box"]
    if not boxes:
        return None
    rows, first = grid.rows[heading - grid.first :], boxes[-1] + 1
    filled = {i for cells in rows for i, c in enumerate(cells[first:], first) if c and clean(c)}
    return next((i for i in range(first, max(filled, default=first)) if i not in filled), None)


def _of_its_own(grid: Grid, heading: int, gap: int) -> bool:
    """Tell whether the columns behind a gap name players, or have no headings, but words beside each row.

    A name behind a sum of the sheets is the winner's.
    """
    texts = [clean(c) for c in grid.row(heading)]
    at = next((i for i, text in enumerate(texts[:gap]) if field_name(text) in NAME_FIELDS), None)
    if at is None:
        return False
    rows = grid.between(heading, grid.first + len(grid.rows))
    if _repeats_players(grid, heading, at, gap):
        return False
    if not any(texts[gap:]):
        return all(
            any(isinstance(points(c), Bad) for c in cells[gap:]) for cells in rows if any(map(clean, cells[gap:]))
        )
    if any(field_name(text) in NAME_FIELDS for text in texts[gap:]):
        return True
    players = _column(rows, at) - {""}
    sums = [i for i, text in enumerate(texts) if i > gap and (x := label(text)) and x.kind == "stated"]
    end = min((i for i in sums if texts[i]), default=max(map(len, rows), default=0))
    return any(len(players & _column(rows, i)) >= _LEAST for i in range(gap + 1, end))


def _repeats_players(grid: Grid, heading: int, at: int, gap: int) -> bool:
    """Tell whether each row has its own player again behind the gap, before its sums; then empty what repeats them."""
    texts, rows = [clean(c) for c in grid.row(heading)], grid.between(heading, grid.first + len(grid.rows))
    named = [cells for cells in rows if at < len(cells) and clean(cells[at])]
    for i in range(gap + 1, len(texts)):
        again = [i < len(cells) and key(clean(cells[i])) == key(clean(cells[at])) for cells in named]
        others = [x for text in texts[i + 1 :] if (x := label(text))]
        if len(again) >= _LEAST and all(again) and others and all(x.kind == "stated" for x in others):
            for cells in (grid.row(heading), *rows):
                cells[i : i + 1] = [""] if i < len(cells) else []
            return True
    return False


def _column(rows: Sequence[Sequence[str]], at: int) -> set[str]:
    return {key(clean(cells[at])) for cells in rows if at < len(cells)}
