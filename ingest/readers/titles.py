"""Read what stands around a paper sheet: its date, table, round, and whether it is a game at all."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ingest.readers import dates
from ingest.readers.beside_players import dated_beside
from ingest.readers.blocks import Block, cell
from ingest.readers.calendar import Calendar, Impossible
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name
from ingest.readers.records import TEXT_FIELDS
from ingest.readers.words import NAME_FIELDS, is_note, is_statistics_word, key, speaks_of_other_days

_HEAD_FIELDS = (*TEXT_FIELDS, *NAME_FIELDS)


@dataclass(frozen=True)
class Head:
    """Hold what the lines around a block tell: dates as written, fields, the titles."""

    dates: tuple[str, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    titles: tuple[str, ...] = ()
    player: str | None = None


def read_head(
    grid: Grid,
    top: int,
    header: int,
    block: Block,
    span: tuple[int, int],
    *,
    sole: bool,
    around: tuple[int, int] = (0, 0),
) -> Head:
    """Read the lines above the boxes within a span of columns; where they hold no date, whole lines above the names.

    A date above the columns ``around`` counts first: those of the games that have their labels in common with this.

    The date in a worksheet's name counts where the lines hold none; the only game of a worksheet may not contradict it.
    """
    inside = _cells(grid, top, header, *span, corner=block.column)
    inside += _cells(grid, header + 1, block.first - 1, block.column, span[1], corner=block.column)
    beside = range(block.column + 1, min(span[1] + 1, len(grid.rows[header])))
    inside += [(header, c, t) for c in beside if dated_beside(grid, block, c, t := cell(grid, header, c))]
    found = _dates(inside)
    told = bool(block.dates) or any(dates.lacks_year(t) for _, _, t in inside)  # another date is not that of this game
    if not found and not told:
        found = _dates(_cells(grid, top, header, *around, corner=block.column))
    if not found and not told:
        found = _dates(_cells(grid, top, header, 0, 10_000, corner=block.column))
    found += block.dates
    named = _named_day(grid, [t for _, _, t in inside])
    if not found and not named and sole:  # the date may stand below the only game
        below = range(block.last + 1, len(grid.rows))
        found = _dates([(i, c, t) for i in below for c in range(len(grid.rows[i])) if (t := cell(grid, i, c))])
    if named and (sole or not found):
        found.append(named)
    titled = _titled(t for i, _, t in inside if i < header)
    fields = {**_counted(grid.worksheet), **titled, **_fields(grid, inside, header)}
    names = [name for field in NAME_FIELDS if (name := fields.pop(field, None))]
    player = names[0] if names else block.player or grid.player or None
    return Head(tuple(dict.fromkeys(found)), fields, tuple(t for _, _, t in inside), player)


def _named_day(grid: Grid, texts: Sequence[str]) -> str | None:
    """Return the date in a worksheet's name; where it has no year, with the one of a title."""
    worksheet = _COPIED.sub("", grid.worksheet)
    if not worksheet or (named := dates.within(worksheet)):
        return named if worksheet else None
    if grid.counted:
        return None
    made = [with_year for t in texts if (with_year := dates.with_year(worksheet, t, alone=True)) != worksheet]
    return dates.within(made[0]) if made else None


def _titled(texts: Iterable[str]) -> dict[str, str]:
    """Return the table and the round that titles count, the first that tells it."""
    found: dict[str, str] = {}
    for text in texts:
        found = {**_counted(text), **found}
    return found


def _counted(title: str) -> dict[str, str]:
    """Return the table and the round that a title counts beside its date: "12.3.24 masa 2", "Joc 2 - Masa B"."""
    date = dates.within(title)
    parts = _PART.split(title.replace(date, ";") if date else title)
    counted = [found for part in parts if (found := numbered_field(part))]
    return {name: number for name, number in counted if name != "game"}


def _cells(grid: Grid, top: int, header: int, left: int, right: int, *, corner: int) -> list[tuple[int, int, str]]:
    """List the filled cells above the names, and the corner cell beside them."""
    return [
        (i, c, text)
        for i in range(top, header + 1)
        for c in range(left, min(right + 1, len(grid.rows[i])))
        if (i < header or c == corner) and (text := cell(grid, i, c))
    ]


def _dates(cells: Sequence[tuple[int, int, str]]) -> list[str]:
    """Return the dates among title cells; one beside the word for a date is the date, whatever else is dated."""
    marked: list[str] = []
    others: list[str] = []
    words = {(i, c): t for i, c, t in cells}
    for i, c, text in cells:
        before = words.get((i, c - 1), "") or words.get((i, c - 2), "") or words.get((i - 1, c), "")
        if is_note(text) or speaks_of_other_days(words.get((i, c - 1), "") or words.get((i, c - 2), "")):
            continue
        head, _, rest = text.partition(":")
        inner = dates.candidates(rest if rest and _is_date_word(head) else text)
        if text.isdecimal() and _is_date_word(before) and dates.readings(text):
            inner = [text]  # the number that a spreadsheet keeps a date as
        (marked if _is_date_word(before) or (rest and _is_date_word(head)) else others).extend(inner)
    return list(dict.fromkeys(marked or others))


def dated_rows(grid: Grid, rows: range, left: int, right: int) -> dict[int, tuple[str, ...]]:
    """Return the dates that stand in these rows, by row."""
    cells = {i: [(i, c, cell(grid, i, c)) for c in range(left, min(right + 1, len(grid.rows[i])))] for i in rows}
    return {i: tuple(found) for i, texts in cells.items() if (found := _dates([t for t in texts if t[2]]))}


def _is_date_word(text: str) -> bool:
    return field_name(text.rstrip(": ")) == "date"


def _fields(grid: Grid, cells: Sequence[tuple[int, int, str]], names: int) -> dict[str, str]:
    """Read "Table: A", in one cell or in two side by side; in the row of names only in one, since names are beside."""
    found: dict[str, str] = {}
    for i, c, text in cells:
        head, colon, rest = text.partition(":")
        name = field_name(head.strip())
        if name not in _HEAD_FIELDS:
            continue
        value = rest.strip() if colon and rest.strip() else cell(grid, i, c + 1) if i != names else ""
        if name in NAME_FIELDS and not (colon and rest.strip()) and _further_words(grid, i, c + 2):
            continue  # a row of names
        described = name == "rules" and len(value.split()) > 1  # words about the rules, and no id
        if value and not described and not dates.candidates(value) and not field_name(value):
            found.setdefault(name, value)
    return found


def _further_words(grid: Grid, row: int, column: int) -> bool:
    """Tell whether a row has more words from a column on than labels with what they tell."""
    texts = [t for c in range(column, len(grid.rows[row])) if (t := cell(grid, row, c))]
    return bool(texts) and not field_name(texts[0].rstrip(": ").partition(":")[0])


_COPIED = re.compile(r"\s*\(\d{1,2}\)$")  # how spreadsheets name the copy of a worksheet: "14 mars (2)"
_PART = re.compile(r"[;,|/]|\s[-–—]\s")
#: A word and its number; a letter, or a Roman number, stands apart from the word: "Tournoi" counts nothing.
_COUNTED = re.compile(
    r"(.*?)(?:[\s#.:°-]*(?:n[ro]?[.°]*\s*)?(?=[0-9])|[\s#.:°-]+(?:n[ro]?[.°]*\s+)?)([0-9]{1,3}|[A-Za-z]|[IVX]{1,4})",
    re.IGNORECASE,
)


def is_game_title(text: str) -> bool:
    """Tell whether a title tells a game from the ones beside it: a date, or "Joc 1", "Masa A", "Runda II"."""
    return bool(dates.candidates(text)) or numbered_field(text) is not None


def numbered_field(text: str) -> tuple[str, str] | None:
    """Part a title like "Masa A" into what it counts, a game, a table or a round, and its number."""
    match = _COUNTED.fullmatch(text.strip())
    name = field_name(match[1].strip()) if match else ""
    return (name, match[2]) if match and name in ("game", "table", "round") else None


def tell_games_apart(side_by_side: Sequence[str]) -> bool:
    """Tell whether titles side by side are different dates, or different numbers of games, tables or rounds."""
    if all(days := [dates.within(t) for t in side_by_side]):
        return len(set(days)) == len(days)
    counted = [numbered_field(t) for t in side_by_side]
    return len({c[0] if c else None for c in counted}) == 1 and len({c and key(c[1]) for c in counted}) == len(counted)


def tells_game(text: str) -> bool:
    """Tell whether a title counts a game, a table or a round beside whatever else it tells."""
    return any(numbered_field(part) for part in _PART.split(text))


@dataclass(frozen=True)
class TopDate:
    """Be the date above all blocks of a worksheet, as written, and its row."""

    text: str
    row: int


def top_date(grid: Grid, header: int) -> TopDate | None:
    """Return the one date above the first row of names that does not stand in the title of a game, if there is one."""
    cells = _cells(grid, 0, header, 0, 10_000, corner=-1)
    found = _dates([(i, c, t) for i, c, t in cells if not tells_game(t)])
    if len(found) != 1:
        return None
    return TopDate(found[0], max(i for i, _, t in cells if found[0] in t))


def numbered_fields(grid: Grid, top: int, header: int, column: int) -> dict[str, str]:
    """Return the table and the round that titles right above one game among several count: "Masa A"."""
    counted = [numbered_field(cell(grid, i, column)) for i in range(top, header)]
    return {found[0]: found[1] for found in counted if found and found[0] != "game"}


def dates_side_by_side(grid: Grid, top: int, header: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether groups of players standing side by side each have a date of their own above them."""
    own = []
    for left, right in spans:
        cells = [(i, c, t) for i in range(top, header) for c in range(left, right + 1) if (t := cell(grid, i, c))]
        own.append(tuple(_dates(cells)))
    return len(own) > 1 and all(own[1:]) and len(set(own)) == len(own)


def date_problem(head: Head, calendar: Calendar, where: str) -> tuple[str, str] | None:
    """Return the code and sentence where the dates around a sheet cannot be, or are several."""
    days: dict[dt.date, str] = {}
    for text in head.dates:
        read = calendar.day(text)
        if isinstance(read, Impossible):
            return "bad_value", f"{where}: {text!r} is no date. {dates.remedy(text)}"
        if read:
            days.setdefault(read, text)
    if len(days) > 1:
        written = " and ".join(repr(t) for t in days.values())
        return (
            "bad_value",
            f"{where}: two dates stand above the sheet, below it or in the worksheet's name, {written}. Keep one.",
        )
    return None


def day(head: Head, calendar: Calendar) -> dt.date | None:
    """Return the date of a sheet, None where none is told or the order is not settled."""
    for text in head.dates:
        read = calendar.day(text)
        if isinstance(read, dt.date):
            return read
    return None


_DECIMAL = re.compile(r"-?[0-9]+[.,][0-9]*[1-9][0-9]*")


def is_statistics(grid: Grid, head: Head, figures: Sequence[str]) -> bool:
    """Tell a table of averages or records from a game: broken figures, or the word for it and no date."""
    filled = [f for f in figures if f]
    if filled and sum(bool(_DECIMAL.fullmatch(f)) for f in filled) * 4 > len(filled):
        return True
    return not head.dates and any(is_statistics_word(t) for t in (*head.titles, grid.worksheet) if t)
