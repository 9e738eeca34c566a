"""Give days without a year that of the worksheet's name or of the first line, or of a season that has two years."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from ingest.readers import dates, wide
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name, label
from ingest.readers.values import clean
from ingest.readers.words import WHOLE_SHEET

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_AUTUMN, _SPRING = 9, 5  # a season that begins after the summer: from this month on, and up to this one
_SUMMER, _BREAK = 7, 2  # the month in which a season ends, at the latest; those from it to the first of one
_Day = tuple[int, int]  # a month, and a day in it


def give(grid: Grid, file: str) -> tuple[str, ...]:
    """Write the year behind days that have none, and return the note about it where a season gives two of them.

    Figures that only count games are no days. ``file``: the file's name, which may be that of a season.
    """
    first = _first_line(grid)
    title = grid.worksheet if _YEAR.search(grid.worksheet) else first if _is_season(first) else ""
    span = next((years for text in (grid.worksheet, first, file) if (years := dates.years_of_season(text))), None)
    if not title and not span:
        return ()
    found = _days(grid)
    for i, j, text, alone in found:
        if (made := dates.with_year(text, title, alone=alone)) != text:
            grid.rows[i][j] = made
            span = None
    return _of_season(grid, [(i, j, text) for i, j, text, alone in found if alone], span) if span else ()


def _days(grid: Grid) -> list[tuple[int, int, str, bool]]:
    """List the cells that may be days: row, column, text, and whether nothing but their place says what they are."""
    alone = {
        i: filled
        for i, cells in enumerate(grid.rows)
        if len(filled := [j for j, c in enumerate(cells) if clean(c)]) == 1
    }
    figures = [day for i, (j,) in alone.items() if (day := dates.counted_day(clean(grid.rows[i][j]))) is not None]
    counting = figures == list(range(1, len(figures) + 1))
    texts = [(i, j, text) for i, cells in enumerate(grid.rows) for j, c in enumerate(cells) if (text := clean(c))]
    plain = {(i, j) for i, j, text in texts if _is_plain(text) and dates.lacks_year(text)}
    rows, columns = Counter(i for i, _ in plain), Counter(j for _, j in plain)
    headed: set[int] = set()  # columns under the word for a date
    counted: set[int] = set()  # those of them with nothing but the days of a month
    found = []
    for i, j, text in texts:
        day = j in counted and text.isdecimal()
        if day or not (counting and dates.counted_day(text)):
            beside = i in alone or (j > 0 and _is_date_word(grid.rows[i][j - 1]))
            in_line = (i, j) in plain and max(rows[i], columns[j]) > 1
            found.append((i, j, text, day or beside or in_line or (j in headed and dates.lacks_year(text))))
            if text[0].isalpha() and i not in alone and _is_date_word(text):
                headed.add(j)
                counted |= {j} if _heads_days(grid, i, j) else set()
    return found


def _heads_days(grid: Grid, row: int, column: int) -> bool:
    """Tell whether figures below the word for a date, beside the headings of boxes, count no days or games through."""
    if wide.boxes_in(grid.rows[row]) < WHOLE_SHEET:
        return False
    below = (clean(cells[column]) for cells in grid.rows[row + 1 :] if column < len(cells))
    days = [int(text) for text in dict.fromkeys(below) if text.isdecimal()]
    return days != list(range(1, len(days) + 1))


def _is_plain(text: str) -> bool:
    """Tell whether a text can be no broken figure: "5 iunie", "13.06.", not "13.6"."""
    return text.endswith(".") or any(map(str.isalpha, text))


def _first_line(grid: Grid) -> str:
    """Return the text of the first filled line where it stands alone."""
    texts = [clean(c) for _, cells in islice(grid.filled(), 1) for c in cells if clean(c)]
    return texts[0] if len(texts) == 1 else ""


def _is_season(text: str) -> bool:
    """Tell whether a line is a year alone, beside the game's name, or in the name of a season: "Kniffel 2026"."""
    if not _YEAR.search(text):
        return False
    said = re.findall(r"[^\W\d_](?:[^\W\d_]|['’](?=s))*", text)
    if any(field_name(word) in ("season", "event") for word in said):
        return True
    return not dates.candidates(text) and all((x := label(word)) and x.name == "yams" for word in said)


def _is_date_word(text: str) -> bool:
    return field_name(clean(text).rstrip(" :")) == "date"


def _of_season(grid: Grid, found: Sequence[tuple[int, int, str]], span: tuple[int, int]) -> tuple[str, ...]:
    """Write the year of a season behind its days, where it is plain which of the two; return the note about it."""
    found = [(i, j, text) for i, j, text in found if dates.with_year(text, str(span[0]), alone=True) != text]
    years = _years([text for *_, text in found], span)
    if not years:
        return ()
    shown: dict[int, str] = {}
    for (i, j, text), year in zip(found, years, strict=True):
        grid.rows[i][j] = dates.with_year(text, str(year), alone=True)
        shown.setdefault(year, f"{text} is of {year}")
    return (f"days without a year are of the season {span[0]}-{span[1]}: {', '.join(shown.values())}",)


def _years(texts: Sequence[str], span: tuple[int, int]) -> list[int]:
    """Return the year of each day of a season by the weekdays and the order of the days; nothing unless it is plain."""
    bare = map(dates.without_weekday, texts)  # the weekday shows the year here, and not the order
    written = [[_readings(dates.with_year(text, str(year), alone=True)) for year in span] for text in bare]
    orders = ("any", "dmy", "mdy")
    order = next((o for o in orders if all(any(o in day or "any" in day for day in days) for days in written)), None)
    if order is None:
        return []
    both = [[day.get(order, day.get("any")) for day in days] for days in written]  # the 29th of February is in one
    fitting = [_on_weekday(text, days) for text, days in zip(texts, both, strict=True)]
    plain = _by_order([(day.month, day.day) for days in both for day in [next(filter(None, days))]])
    if plain:
        years = [span[second] for second in plain]
        return years if all(year in fits for year, fits in zip(years, fitting, strict=True)) else []
    return [fits[0] for fits in fitting] if all(len(fits) == 1 for fits in fitting) else []


def _readings(text: str) -> Mapping[str, dt.date]:
    return dates.readings(text) or dates.readings(dates.within(text) or "")


def _on_weekday(text: str, days: Sequence[dt.date | None]) -> list[int]:
    """Return the years in which a day is on the weekday that is told beside it; all where none is told."""
    told = dates.weekdays_told(text)
    return [day.year for day in days if day and (not told or day.isoweekday() in told)]


def _by_order(days: Sequence[_Day]) -> list[bool]:
    """Tell of each day whether it is of a season's second year; nothing where that is not plain.

    The days go one way, over the turn of the year; or all are of the autumn, or of the spring.
    """
    for run in (days, days[::-1]):
        drops = [n for n in range(1, len(run)) if run[n] < run[n - 1]]
        if len(drops) == 1 and run[-1][0] <= _SUMMER and run[-1][0] + _BREAK <= run[0][0]:
            second = [n >= drops[0] for n in range(len(run))]
            return second if run is days else second[::-1]
        if not drops and run and (run[0][0] >= _AUTUMN or run[-1][0] <= _SPRING):
            return [run[0][0] < _AUTUMN] * len(run)
    return []
