"""Tell the rows of a table that are players' sheets from rows of sums, means, notes and signatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ingest.readers import dates
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.records import Plan, Record
from ingest.readers.sure import Some, Sure, identified, values
from ingest.readers.values import UNCOMPUTED, Bad, clean, is_most_possible, points
from ingest.readers.words import (
    NAME_FIELDS,
    UPPER,
    begins_with_sum_word,
    is_absent_word,
    is_count_word,
    is_extreme_word,
    is_note,
    is_statistics_word,
    is_sum_word,
    key,
    names_sums,
    speaks_of_extremes,
)

_EXTREME = 5  # boxes in which a row is above, or below, every sheet to be one of records
_RECORDS = ("extreme", "within")  # where a word for records is taken as one
_FIGURES = {("field", "points"), ("stated", "total"), ("stated", "sum")}
_TELLS_GAME = {("field", "date"), ("field", "game")}
_SURELY = 2  # boxes beyond one player's dice that are no slip of the pen


def word_of_sums(player: str) -> str | None:
    """Tell how a player's name may be that of a row of sums, or of one of records (`Record.word`)."""
    if names_sums(player):
        return "player"
    if begins_with_sum_word(player):
        return "beginning"
    return "extreme" if is_extreme_word(player) else "within" if speaks_of_extremes(player) else None


def absent_word(plan: Plan, cells: Sequence[str]) -> str:
    """Return the word for an absent player in the first box of a row, or in a sum, if no points stand in the row."""
    boxes, sums = (
        (text for i, *_ in at if i < len(cells) and (text := clean(cells[i]))) for at in (plan.boxes, plan.stated)
    )
    told = [next(boxes, ""), *sums]
    word = next(filter(is_absent_word, told), "")
    figures = (t for t in (*told, *boxes) if not is_absent_word(t) and not UNCOMPUTED.fullmatch(t)) if word else ()
    return "" if any(map(points, figures)) else word


def heads_standings(cells: Sequence[str]) -> bool:
    """Tell whether a row begins standings or statistics: their title alone, or headings of players and counts."""
    texts = [text for c in cells if (text := clean(c))]
    if len(texts) == 1:
        return is_statistics_word(texts[0]) and not is_sum_word(texts[0]) and not dates.candidates(texts[0])
    if not all(isinstance(points(text), Bad) for text in texts):
        return False
    found = [label(text) for text in texts]
    meant = {(x.kind, x.name) for x in found if x}
    named = ("stated", "place") in meant or any(kind == "field" and name in NAME_FIELDS for kind, name in meant)
    pairs = list(zip(texts, found, strict=True))
    counts = (is_count_word(t) or is_extreme_word(t) or (x and (x.kind, x.name) in _FIGURES) for t, x in pairs)
    words = all(x is None or x.kind in ("field", "stated") or is_extreme_word(t) for t, x in pairs)
    return named and any(counts) and words and not _TELLS_GAME & meant


def is_sheet(plan: Plan, cells: Sequence[str]) -> bool:
    """Tell whether a row below such a title is a sheet again: it has figures in most boxes, and tells its game."""
    values = [points(cells[i]) for i, *_ in plan.boxes or plan.stated if i < len(cells)]
    fields = plan.texts(cells)
    told = bool(dates.readings(fields.get("date", "")) or fields.get("game")) or not {"date", "game"} & fields.keys()
    return told and sum(isinstance(v, int) for v in values) * 2 >= len(plan.boxes or plan.stated)


def sort_out(grid: Grid, found: list[Record], out: Collector) -> list[Record]:
    """Part the sheets from sums, means and notes, each with its reason; one without a player has that problem."""
    _clear_players(found)
    sure = Sure(found)
    dated = sure.mostly_told
    genuine = []
    for r in found:
        player = r.fields["player"]
        if not r.boxes and not r.figures and not r.problem:
            if r.word:
                out.ignore(grid.worksheet, r.row, "sums", "a row of sums")
            elif player and not is_note(player) and (identified(r) or not dated):
                told = f"is told to be absent ({r.absent})" if r.absent else "has no figure at all: nobody played there"
                out.ignore(grid.worksheet, r.row, "blank_player", f"{player} {told}")
            else:
                out.ignore(grid.worksheet, r.row, "note", "a note, or a row without figures")
        elif is_note(player) and _no_points(r):
            out.ignore(grid.worksheet, r.row, "note", f"a note or signature ({player})")
        elif r.word and (r.word in _RECORDS or _is_sums(r, sure)):
            word = r.fields["player"] if r.word in (*_RECORDS, "beginning") else _word(r)
            out.ignore(grid.worksheet, r.row, "sums", f"a row of sums, means or records ({word})")
        elif not player and not r.problem and not identified(r) and _nameless_sums(r, sure):
            out.ignore(grid.worksheet, r.row, "sums", "a row of sums or means without a name")
        elif not identified(r) and _impossible(r, _SURELY) and _resembles(r, sure, _EXTREME):
            out.ignore(grid.worksheet, r.row, "sums", f"a row that sums up those above it ({player})")
        else:
            if not player and not r.problem:
                r.problem = "no_player", f"row {r.row} has figures but no player. Write the player's name."
            genuine.append(r)
    return genuine


def _nameless_sums(r: Record, sure: Sure) -> bool:
    return (r.row > sure.last and _impossible(r)) or _resembles(r, sure, _EXTREME)


def _clear_players(found: list[Record]) -> None:
    """Take the word for records, or for sums of a list of totals, from those whose place and figures are a player's."""
    sure = Sure(found)
    _clear_totals(found, sure)
    names = Counter(key(r.fields["player"]) for r in found if not r.boxes)
    for r in found:
        doubtful = (
            r.word in _RECORDS
            and (r.boxes or r.figures)
            and not is_most_possible((name, points(r.box(i))) for i, name, _ in r.plan.boxes)
        )
        again = not r.boxes and names[key(r.fields["player"])] > 1
        if doubtful and (again or not (_is_best(r, sure) or (r.word != "within" and _is_record(r, sure)))):
            r.word = None


def _clear_totals(found: Sequence[Record], sure: Sure) -> None:
    """Take the word for sums from whoever has several totals of a list, none beyond the others', and not their sum."""
    named: dict[str, list[Record]] = {}
    for r in found:
        if r.word == "player" and not r.boxes and r.figures and not r.problem:
            named.setdefault(key(r.fields["player"]), []).append(r)
    mine = {name: rows for name, rows in named.items() if len(rows) > 1} if not sure.boxed else {}
    summed: set[str] = set()
    for r in (r for r in found if key(r.fields["player"]) in mine):
        if _is_mean(r) or _resembles(r, sure, 1) or not _of_size(r, sure):
            summed.add(key(r.fields["player"]))
    for name in mine.keys() - summed:
        for r in mine[name]:
            r.word = None


def _of_size(r: Record, sure: Sure) -> bool:
    """Tell whether the total of a row is at most twice the highest, and at least half the lowest, of all sheets."""
    figures = [(v, f) for i, f in sure.all.fields.items() if isinstance(v := points(r.box(i)), int)]
    return bool(figures) and all(f.low <= v * 2 and v <= f.high * 2 for v, f in figures)


def _no_points(r: Record) -> bool:
    """Tell whether no box and no stated figure holds a number, as beside the word for a signature."""
    return not any(isinstance(points(r.box(i)), int) for i, *_ in (*r.plan.boxes, *r.plan.stated))


def _word(r: Record) -> str:
    filled = [text for text in map(clean, r.cells) if text]
    return next(filter(is_sum_word, filled), filled[0])


def _is_sums(r: Record, sure: Sure) -> bool:
    """Tell a row of sums from a player who is called Total or Media and has played."""
    if r.word == "elsewhere" or not r.fields["player"]:
        return True
    if sure.mostly_told and not identified(r):
        return True
    least = 3 if r.boxes else 1
    if r.word == "beginning":
        return _resembles(r, sure, least) or (not identified(r) and _impossible(r, _SURELY))
    if _impossible(r) or (not r.boxes and (sure.boxed or _is_mean(r))):
        return True
    return _resembles(r, sure, 1 if r.row > sure.last else least)


def _is_mean(r: Record) -> bool:
    """Tell whether a row of a total alone has the sign of a mean for a name, or a broken figure for a total."""
    broken = any(isinstance(points(text), Bad) for i, *_ in r.plan.stated if (text := clean(r.box(i))))
    return broken or not any(c.isascii() and c.isalpha() for c in r.fields["player"])


def _is_record(r: Record, sure: Sure) -> bool:
    """Tell a row of bests, worsts or records from a player who is called Max, by its place and its figures."""
    if identified(r):
        return key(r.fields["player"]) not in ("max", "min") and any(
            _extreme(r, some, alike=True) for some in sure.above(r.row)
        )
    closes = r.row > sure.last
    if not r.boxes:
        return closes and (sure.boxed or (sure.all_told and _beyond(r, sure)))
    if closes and sure.all_told and (sure.has_more(values(r)) or sure.has(values(r))):
        return True
    return any(_extreme(r, some) for some in sure.above(r.row))


def _is_best(r: Record, sure: Sure) -> bool:
    """Tell whether a row that tells no game has the most in every box, beside sheets that do or beside several."""
    if identified(r) or not (sure.all_told or sure.all.size > 1):
        return False
    at = [i for i, *_ in r.plan.boxes if i in sure.all.fields]
    best = all(isinstance(v := points(r.box(i)), int) and v >= sure.all.fields[i].high for i in at)
    return best and len(at) >= _EXTREME


def _beyond(r: Record, sure: Sure) -> bool:
    """Tell whether the total of a row is no lower, or no higher, than those of all sheets, which are two or more."""
    at = [i for i, name, _ in r.plan.stated if name == "total"]
    value = next((v for i in at if isinstance(v := points(r.box(i)), int)), None)
    totals = [sure.all.fields[i] for i in at if i in sure.all.fields]
    if value is None or sum(f.count for f in totals) < 2:
        return value is None
    return value >= max(f.high for f in totals) or value <= min(f.low for f in totals)


def _extreme(r: Record, some: Some, *, alike: bool = False) -> bool:
    """Tell whether no sheet of at least two does better in any box, or none does worse; ``alike``: one does as well."""
    checks = []
    for i, *_ in r.plan.boxes:
        value = points(r.box(i))
        figures = some.fields.get(i)
        if figures is None:
            continue
        if not isinstance(value, int):
            return False
        high, low = figures.high, figures.low
        checks.append((value == high, value == low, value) if alike else (value >= high, value <= low, value))
    enough = some.size >= 2 and len(checks) >= _EXTREME and any(v for *_, v in checks)
    return enough and (all(a for a, *_ in checks) or all(b for _, b, _ in checks))


def _impossible(r: Record, least: int = 1) -> bool:
    """Tell whether figures cannot be of one player: beyond five (ten) dice of a face, or broken into decimals."""
    dice = 10 if any(name == "plus" for _, name, _ in r.plan.boxes) else 5
    found = 0
    for i, name, _ in r.plan.boxes:
        value = points(r.box(i))
        beyond = isinstance(value, int) and name in UPPER and value > dice * (UPPER.index(name) + 1)
        found += isinstance(value, Bad) or beyond
        if found >= least:
            return True
    return False


def _resembles(r: Record, sure: Sure, least: int) -> bool:
    """Tell whether a row holds the sums or the means, of all sheets above it or of the last game, in `least` boxes.

    Of a row without boxes its total counts.
    """
    return any(_aggregate(r, some, least) for some in sure.above(r.row))


def _aggregate(r: Record, some: Some, least: int) -> bool:
    checks = []
    for i, *_ in r.plan.boxes if r.boxes else r.plan.stated:
        value = points(r.box(i))
        figures = some.fields.get(i)
        if figures is not None and isinstance(value, int):
            checks.append((value == figures.total, abs(value - figures.total / figures.count) <= 1))
    return len(checks) >= least and (all(a for a, _ in checks) or all(b for _, b in checks))
