"""Read dates as people write them: ISO, day and month in figures, months by name; in a text, or within a title."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ingest.readers.labels import field_name, label
from ingest.readers.words import key, speaks_of_other_days, words

_ZONE = r"(?:\s*(?:Z|UTC|GMT|[CEW]E?S?T|BST|MES?Z|Uhr|hs?)(?![^\W\d_]))?\s*(?:[+-]\d\d?(?::?\d\d)?)?"
_AT = r"(?:(?:ore|ora|orele|alle|à|um|at|a las)\s+)?"
_TIME = rf"(?:[T\s,]+{_AT}[0-2]?\d[:h.][0-5]\d(?:[:.][0-5]\d(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?{_ZONE})?"
_FIGURES = re.compile(
    r"(?:[^\W\d_]+\.?,?\s+)?(\d{1,4})\s*([./\-,_\s])\s*(\d{1,2})\s*[./\-,_\s]\s*'?(\d{4}|\d{1,2})\.?" + _TIME, re.I
)
_CLOCK = re.compile(r"\d[:h]\d\d|T\d{4}")
_TIME_OF_DAY = re.compile(r"(\d\d?)[:h](\d\d)(?::(\d\d))?(?:[.,]\d+)?(?:\s*([ap])\.?\s?m)?|T(\d\d)(\d\d)(\d\d)?", re.I)
_COMPACT = re.compile(rf"(\d{{8}})(?:T\d{{4,6}}Z?|{_TIME})")
_DAY_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?i:st|nd|rd|th|er|ère|re|\.|º|°|ª)?[\s\-/,]*(?i:de\s+|di\s+|of\s+)?([^\W\d_]{3,12})\.?[\s\-/,]*(?i:de\s+|del\s+)?'?(\d{4}|\d{2}(?!,?\s(?:19|20)\d\d))(?!\d|(?i:st|nd|rd|th)\b)"
)
_DAYS_BEFORE = re.compile(r"(?<!\d)(\d{1,2})[.]?[-–/]$")
_COUNTED = re.compile(r"(?<![^\W\d_])(?<!\bd[ei]\s)([^\W\d_]+)[\s.:#°º]*\d{1,2}$")
_NUMBER_WORDS = ("nr", "no", "n", "num", "number")
_NUMBER_OF_DAY = re.compile(r"[^\W\d_]+[\s.:#°º]*\d{1,2}/(?=\d{1,2}(?:[.-]\d|/\d{1,2}/\d))")
_MONTH_DAY = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,12})\.?[\s\-]+(\d{1,2})(?i:st|nd|rd|th)?(?:,?\s+|-)(\d{4})(?!\d)")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ROMAN_MONTH = re.compile(r"(?<!\d)(\d{1,2})([\s./\-]+)([IVX]{1,4})[\s./\-]+'?(\d{4}|\d{2})(?!\d)")
_FIGURES_WITHIN = re.compile(
    r"(?<![\d./\-vV])(?:(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{1,2}\s\d{1,2}\s\d{4})"
    r"(?![\d/\-]|\.\d)|\d{8}(?!\d))"
)
_DAY = r"(\d{1,2})(?:\s?[./]\s?(\d{1,2}))?\.?"
_AND = r"\s?(?:[-–—/&+]|(?<=\s)(?i:și|si|et|e|y|und|and|to|bis|spre|la|au|al)(?=\s))\s?"
_PARTS = re.compile(r"\s[-–—|]\s|[;()|]")
_PART_END = re.compile(r"[,;:()|]|\s[-–—]\s")
_UNTIL = re.compile(r"\s*(?:[-–—]|(?i:to|until|până la|la|au|al|a|bis|bis zum|hasta|hasta el)(?=\s))\s*")
_LAST_DAY = rf"(\d{{1,2}}([./-])\d{{1,2}}\4(?:\d{{4}}|\d{{2}})(?![\d/\-]|\.\d)|{_DAY_MONTH.pattern})"
_NIGHT = re.compile(rf"(?<![\d./\-]){_DAY}{_AND}{_LAST_DAY}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SPACED_DASH = re.compile(r"\d\s[-–—]\s")
_LONGEST = 60  # characters of a title that is a date
_SERIAL = re.compile(r"(\d{5})(?:[.,]\d+)?")
_FIRST_DAY = dt.date(1899, 12, 30)  # of the numbers that spreadsheets keep dates as
#: What is below, to 1 January 2019, or above, may be day, month and year without a zero.
_SERIALS = range(43_466, 50_100)
UTC = "dates in seconds since 1970 are taken as the days that they are in UTC"
_SECONDS = range(300_000_000, 4_000_000_000)  # since 1970, from 1979 on
_LONGEST_SECONDS = 16
#: Years of two digits that are of this century, as spreadsheets have it; the others are of the last.
_THIS_CENTURY = range(30)
#: Years that a scoresheet can be of.
YEARS = range(1950, 2100)

_WORD_BEFORE = re.compile(r"([^\W\d_]+)[.,]*\s+$")


def _date(year: int, month: int, day: int, two_digits: bool = False) -> dt.date | None:
    if two_digits:
        year += 2000 if year in _THIS_CENTURY else 1900
    try:
        return dt.date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def since_1970(text: str) -> dt.datetime | None:
    """Read seconds or milliseconds since 1970, as programs write the time, in UTC; only a date's place shows that.

    >>> since_1970("1773500400").isoformat(), since_1970("20260314")
    ('2026-03-14T15:00:00+00:00', None)
    """
    figures = int(text) if text.isascii() and text.isdecimal() and len(text) < _LONGEST_SECONDS else 0
    seconds = next((n for n in (figures, figures // 1000) if n in _SECONDS), None)
    return None if seconds is None else dt.datetime.fromtimestamp(seconds, dt.UTC)


def has_time(text: str) -> bool:
    """Tell whether a date is written with the time of day."""
    return since_1970(text) is not None or _CLOCK.search(text) is not None


def clock(text: str) -> tuple[int, bool]:
    """Return the second of the day at which a date with a time is, and whether the time is told to the second.

    >>> clock("14.3.2026 18:05"), clock("2026-03-14T18:05:07Z"), clock("3/14/2026 6:05:07 pm")
    ((65100, False), (65107, True), (65107, True))
    """
    if moment := since_1970(text):
        return moment.hour * 3600 + moment.minute * 60 + moment.second, True
    match = _TIME_OF_DAY.search(text)
    told = [figures for figures in match.groups() if figures] if match else []
    half = told.pop().lower() if told and told[-1].isalpha() else ""
    hour, minute, *second = map(int, told or ("0", "0"))
    hour = hour % 12 + 12 * (half == "p") if half else hour
    return hour * 3600 + minute * 60 + sum(second), bool(second)


def dated(text: str) -> bool:
    """Tell whether a text is a date, or a time as programs count it."""
    return bool(readings(text)) or since_1970(text) is not None or within(text) is not None


def mostly(texts: Sequence[str]) -> bool:
    """Tell whether a column holds dates: the first text of it is one, and so are most."""
    return bool(texts) and dated(texts[0]) and sum(map(dated, texts)) * 2 > len(texts)


@lru_cache(maxsize=65536)
def readings(text: str) -> Mapping[str, dt.date]:
    """Return every reading of a date by order of day, month and year; under "any" where there is only one.

    >>> readings("2026-03-14")["any"].isoformat(), sorted(readings("3.4.26")), readings("31.2.2026")
    ('2026-03-14', ['dmy', 'mdy'], {})
    """
    text = " ".join(text.split())
    if nights := two_days(text):
        return _first_day(nights[0])
    if named := named_date(text):
        return {"any": named}
    if match := _FIGURES.fullmatch(text):
        first, separator, second, third = match.groups()
        a, b, c = int(first), int(second), int(third)
        if len(first) == 4:
            only = _date(a, b, c)
            return {"any": only} if only and len(third) <= 2 else {}
        if len(first) > 2:
            return {}
        short = len(third) <= 2
        found = {"dmy": _date(c, b, a, short), "mdy": _date(c, a, b, short)}
        if short and len(third) == 2 and len(first) == 2 and separator == "-":
            found["ymd"] = _date(a, b, c, True)
        return _on_weekday(text, {order: day for order, day in found.items() if day})
    if serial := serial_date(text):
        return {"any": serial}
    if match := _COMPACT.fullmatch(text):
        d = match[1]
        if only := _date(int(d[:4]), int(d[4:6]), int(d[6:])):
            return {"any": only}
        found = {"dmy": _date(int(d[4:]), int(d[2:4]), int(d[:2])), "mdy": _date(int(d[4:]), int(d[:2]), int(d[2:4]))}
        return {order: day for order, day in found.items() if day}
    return {}


def _on_weekday(text: str, found: dict[str, dt.date]) -> dict[str, dt.date]:
    """Leave of the readings of "Sunday 12/04/2026" those that are a Sunday; all where none is, or none is told."""
    told = words().weekdays_before_dates.get(key(text.split()[0]), frozenset())
    return {order: day for order, day in found.items() if day.isoweekday() in told} or found


def serial_date(text: str) -> dt.date | None:
    """Read the number that a spreadsheet keeps a date as, where it cannot be another date."""
    match = _SERIAL.fullmatch(text)
    return _FIRST_DAY + dt.timedelta(days=int(match[1])) if match and int(match[1]) in _SERIALS else None


def two_days(text: str) -> list[re.Match[str]]:
    """Find evenings that end the day after they began: "13/14.06.2026", "13 și 14 iunie 2026", "30.04-1.05.2026".

    A dash with spaces may part a date from what stands before it: "Etapa 5 - 6 mai 2026". A tournament has two days.
    """
    found = [m for m in _NIGHT.finditer(text) if m[2] or m.start() == 0 or not _SPACED_DASH.match(m[0], len(m[1]) - 1)]
    found = [m for m in found if _first_day(m) and not _is_counted(text[: m.end(1)])]
    return [] if found and any((x := label(word)) and x.name == "event" for word in _WORD.findall(text)) else found


def _first_day(night: re.Match[str]) -> Mapping[str, dt.date]:
    """Return the day before the last of two, by order, where it is the one written before it: "13-14.06.2026"."""
    before = {order: day - dt.timedelta(days=1) for order, day in readings(night[3]).items()}
    month = night[2] and int(night[2])
    return {o: day for o, day in before.items() if day.day == int(night[1]) and month in (None, day.month)}


def named_date(text: str) -> dt.date | None:
    for match in _with_month(_DAY_MONTH, 2, text):
        month = words().months[key(match[2])]
        if not _in_range(text, match):
            return _date(int(match[3]), month, int(match[1]), len(match[3]) == 2)
    for match in _with_month(_MONTH_DAY, 1, text):
        return _date(int(match[3]), words().months[key(match[1])], int(match[2]))
    for match in _ROMAN_MONTH.finditer(text):
        if match[3] in _ROMAN:
            return _date(int(match[4]), _ROMAN.index(match[3]) + 1, int(match[1]), len(match[4]) == 2)
    return None


def _with_month(pattern: re.Pattern[str], group: int, text: str) -> Iterator[re.Match[str]]:
    """Find the dates whose word is a month; another word may stand before one: "Joc 3 - duminică 14 iunie 2026".

    That word may be a month elsewhere, and what follows it no year but the day: "Partida 1, mar 24 de febrero de 2026".
    """
    at = 0
    while match := pattern.search(text, at):
        known = key(match[group]) in words().months and not _begins_date(text, match.end(1), match.start(group + 1))
        at = match.end() if known else match.end(1)
        if known:
            yield match


def _begins_date(text: str, after: int, at: int) -> bool:
    """Tell whether what would be the year of a date is the day of the next, the word before it being its weekday."""
    weekday = _WORD_BEFORE.search(text[after:at])
    if not weekday or key(weekday[1]) not in words().weekdays_before_dates:
        return False
    day = _DAY_MONTH.match(text, at)
    return bool(day and key(day[2]) in words().months) or _FIGURES_WITHIN.match(text, at) is not None


def remedy(text: str) -> str:
    """Say what to do about a text that is no date.

    >>> remedy("40251")
    "It may be a spreadsheet's number for 2010-03-14: format the column as a date."
    """
    if re.fullmatch(r"[3-5][0-9]{4}", text):
        day = _FIRST_DAY + dt.timedelta(days=int(text))
        return f"It may be a spreadsheet's number for {day.isoformat()}: format the column as a date."
    return "Write it like 2026-03-14."


def candidates(text: str) -> list[str]:
    """List what looks like a date in a title, as written, the impossible ones with a whole year included.

    The first and the last day of a season are none, nor is the day of printing, that of the next game, or one that a
    street is called after.
    """
    text = _of_games(text)
    found = [m[0] for m in two_days(text)]
    for night in found:
        text = text.replace(night, " ")
    text = _NUMBER_OF_DAY.sub(lambda m: f"{m[0][:-1]} " if _is_counted(m[0][:-1]) else m[0], text)
    found += [m[0] for m in _with_month(_DAY_MONTH, 2, text) if not _in_range(text, m)]
    found += [m[0] for m in _with_month(_MONTH_DAY, 1, text)]
    found += [m[0] for m in _ROMAN_MONTH.finditer(text) if m[3] in _ROMAN]
    rest = text
    for named in found:
        rest = rest.replace(named, " ")
    for m in _FIGURES_WITHIN.finditer(rest):
        if readings(m[0]) or re.search(r"\b(?:19|20)\d\d\b", m[0]):
            before = _WORD_BEFORE.search(rest[: m.start()])
            on_day = before and key(before[1]) in words().weekdays_before_dates
            found.append(rest[before.start() : m.end()] if before and on_day else m[0])
    return [] if _is_period(text, found) else list(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def _of_games(text: str) -> str:
    """Leave out the parts of a title that speak of other days, and the names of streets: "rue du 8 mai 1975".

    >>> _of_games("14 mars 2026 (prochaine partie : 21.3.2026)"), _of_games("14 mars 2026, rue du 8 mai 1975")
    ('14 mars 2026', '14 mars 2026, ')
    """
    if speaks_of_other_days(text):
        text = "; ".join(part for p in _PARTS.split(text) if (part := p.strip()) and not speaks_of_other_days(part))
    for word in re.finditer(r"[^\W\d_]+", text):
        if key(word[0]) in words().streets:
            rest = _PART_END.search(text, word.end())
            return _of_games(text[: word.start()] + (text[rest.start() :] if rest else ""))
    return text


def _is_period(text: str, found: Sequence[str]) -> bool:
    """Tell whether a title names two days and all between them: "Sezon 01.09.2025 - 30.06.2026"."""
    if len(found) != 2:
        return False
    first, last = sorted(found, key=text.find)
    between = text[text.find(first) + len(first) : text.find(last)]
    return first != last and _UNTIL.fullmatch(between) is not None


def _in_range(text: str, day: re.Match[str]) -> bool:
    """Tell whether a day is the last of several, as in "14-16 martie 2026", which tells none; "Joc 2-14 mai" counts."""
    before = _DAYS_BEFORE.search(text[: day.start()])
    return before is not None and int(before[1]) < int(day[1]) and not _is_counted(text[: before.end(1)])


def _is_counted(text: str) -> bool:
    """Tell whether a text ends in the number of a game, a round or a table: "Joc 2", "Nr. 5", not "Seara de joc 2"."""
    counted = _COUNTED.search(text)
    x = label(counted[1]) if counted else None
    return bool(x and x.name in ("game", "round", "table")) or bool(counted and key(counted[1]) in _NUMBER_WORDS)


def within(text: str) -> str | None:
    """Find the one date in a title or a worksheet's name, as written; None where there is none, or several.

    >>> within("Partida 1 - 6 mai 2026"), within("Feuille03012026-1"), within("Table 12")
    ('6 mai 2026', '03012026', None)
    """
    found = [f for f in candidates(text) if readings(f)]
    days = {tuple(sorted(readings(f).items())) for f in found}
    return found[0] if len(days) == 1 else None


def names_month(text: str) -> bool:
    """Tell whether a text names a month or looks like a date, though perhaps one without a year."""
    return bool(candidates(text)) or any(key(word) in words().months for word in re.findall(r"[^\W\d_]{3,}", text))


_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_YEARS_OF_SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*[-–/_]\s*(?:19|20)?(\d\d)(?!\d)")
_DAY_OF_MONTH = re.compile(
    r"(?:.*\s)?(?:\d{1,2}(?i:\.|st|nd|rd|th|er|º|°)?\s*(?i:de\s+)?([^\W\d_]{3,12})|([^\W\d_]{3,12})\.?\s+\d{1,2})\.?"
)
_DAY_AND_MONTH = re.compile(r"(\d{1,2})[./-](\d{1,2})\.?")
_WEEKDAY_BEFORE = re.compile(r"([^\W\d_]+)[.,]*\s+(?=\d)")
_DAY_WITHIN = re.compile(r"(?<![\w./-])\d{1,2}\.\s?(?:0?[1-9]|1[0-2])\.(?![\w./-])(?!\s?\d)")
_MONTHS = 12
_SHORT_SEASON = re.compile(r"(?<![\d/-])(\d\d)\s*[-–/_]\s*(\d\d)(?![\d/-])")
_NAMED_DAY = re.compile(r"([^\W\d_]+)[.,:]*\s+(\d{1,2})(?:\.|st|nd|rd|th|er)?")


def with_year(text: str, title: str, *, alone: bool) -> str:
    """Give a day without a year the one of a title, such as a worksheet's name; ``alone``: nothing is beside it.

    >>> with_year("13 iunie", "Iunie 2026", alone=False), with_year("13", "Iunie 2026", alone=True)
    ('13 iunie 2026', '13 Iunie 2026')
    >>> with_year("Ziua 13", "Iunie 2026", alone=True), with_year("Sâmbătă 13", "Iunie 2026", alone=False)
    ('13 Iunie 2026', '13 Iunie 2026')
    >>> with_year("Joc din 13.02.", "2026", alone=True), with_year("13.02.", "Sezon 2025-26", alone=True)
    ('Joc din 13.02.2026', '13.02.')
    """
    years = set(_YEAR.findall(title))
    if len(years) != 1 or _spans(title) or len(text) > _LONGEST or candidates(title):
        return text
    year = years.pop()
    months = [word for word in re.findall(r"[^\W\d_]{3,}", title) if key(word) in words().months]
    if len(months) == 1 and (match := _NAMED_DAY.fullmatch(text)):
        made = f"{match[2]} {months[0]} {year}"
        weekdays = words().weekdays_before_dates.get(key(match[1]), frozenset())
        if (day := named_date(made)) and (day.isoweekday() in weekdays or (alone and counted_day(text))):
            return made
    if match := _DAY_OF_MONTH.fullmatch(text):
        names = key(match[1] or match[2]) in words().months
        return f"{text} {year}" if names and (alone or text[0].isdigit() or match[2]) and not candidates(text) else text
    if alone and (match := _DAY_AND_MONTH.fullmatch(bare := without_weekday(text))):
        return f"{text.removesuffix(bare)}{match[1]}.{match[2]}.{year}"
    if alone and len(months) == 1 and text.isdecimal() and 0 < int(text) <= 31:
        return f"{text} {months[0]} {year}"
    within = _DAY_WITHIN.findall(text) if alone and not candidates(text) else []
    return text.replace(within[0], f"{within[0]}{year}") if len(within) == 1 else text


def weekdays_told(text: str) -> frozenset[int]:
    """Return the weekdays that the word before a day may be, 1 for Monday; none where it is no weekday."""
    match = _WEEKDAY_BEFORE.match(text)
    return words().weekdays_before_dates.get(key(match[1]), frozenset()) if match else frozenset()


def without_weekday(text: str) -> str:
    """Take the weekday from before a day."""
    return _WEEKDAY_BEFORE.sub("", text, count=1) if weekdays_told(text) else text


def years_of_season(title: str) -> tuple[int, int] | None:
    """Return the two years that a title gives its season; what may be a month, or no year, only beside its word.

    >>> years_of_season("2025-26"), years_of_season("2011-12"), years_of_season("25/26"), years_of_season("Sezon 25_26")
    ((2025, 2026), None, None, (2025, 2026))
    """
    named = any(field_name(word) in ("season", "event") for word in re.findall(r"[^\W\d_]+", title))
    found = {int(m[1]) for m in _spans(title) if named or int(m[2]) > _MONTHS}
    if named and not found:
        found = {2000 + int(m[1]) for m in _SHORT_SEASON.finditer(title) if int(m[1]) + 1 == int(m[2])}
    return (first, first + 1) if len(found) == 1 and (first := found.pop()) in YEARS else None


def _spans(title: str) -> list[re.Match[str]]:
    return [m for m in _YEARS_OF_SEASON.finditer(title) if (int(m[1]) + 1) % 100 == int(m[2])]


def lacks_year(text: str) -> bool:
    """Tell whether a text is a day and a month without a year.

    >>> lacks_year("Fr. 13.06."), lacks_year("13 iunie"), lacks_year("13.06.2026"), lacks_year("13.66")
    (True, True, False, False)
    >>> lacks_year("Joc din 13.06."), lacks_year("Joc din 13.06.2026")
    (True, False)
    """
    if readings(text):
        return False
    within = _DAY_WITHIN.findall(text)
    if match := _DAY_AND_MONTH.fullmatch(within[0] if len(within) == 1 else without_weekday(text)):
        return bool(readings(f"{match[1]}.{match[2]}.2000"))
    match = _DAY_OF_MONTH.fullmatch(text)
    return match is not None and key(match[1] or match[2]) in words().months


def counted_day(text: str) -> int | None:
    """Return the number of a day that stands alone, or behind the word for a day: "13", "Ziua 13"; it may count games.

    >>> counted_day("13"), counted_day("Jour 13"), counted_day("Masa 13")
    (13, 13, None)
    """
    match = _NAMED_DAY.fullmatch(text)
    number = match[2] if match and field_name(match[1]) == "date" else text
    return int(number) if number.isdecimal() else None
