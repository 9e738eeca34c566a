"""Write figures, dates and names as the pages show them: a true minus, fixed decimals, whole per cent."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from html import escape
from typing import Any
from zoneinfo import ZoneInfo

from dashboard.texts import _, ngettext, spoken
from scoring.rules import RuleSet

MINUS = "−"
NONE = "–"
THIN = "\u202f"


def number(value: float | None, decimals: int = 0) -> str:
    """Write a number with a true minus; a dash for None.

    >>> number(-3.14159, 1)
    '−3.1'
    """
    if value is None:
        return NONE
    text = grouped(abs(value), decimals)
    return f"{MINUS}{text}" if value < 0 and text.strip("0.") else text


def grouped(value: float, decimals: int = 0) -> str:
    r"""Write a number of five or more digits in groups of three, parted by a thin space.

    >>> grouped(1597), grouped(199840)
    ('1597', '199\u202f840')
    """
    return f"{value:,.{decimals}f}".replace(",", THIN) if value >= 10_000 else f"{value:.{decimals}f}"


def signed(value: float | None, decimals: int = 1) -> str:
    """Write a difference with its sign.

    >>> signed(0.62), signed(-1.0), signed(0.01)
    ('+0.6', '−1.0', '0.0')
    """
    if value is None:
        return NONE
    text = number(value, decimals)
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def points(e4: int | None) -> str:
    """Write Whist points held as ten-thousandths with two decimals, rounded half to even.

    >>> points(-217188), points(400000)
    ('−21.72', '40.00')
    """
    if e4 is None:
        return NONE
    hundredths, rest = divmod(abs(e4), 100)
    hundredths += rest > 50 or (rest == 50 and hundredths % 2 == 1)
    return f"{MINUS if e4 < 0 and hundredths else ''}{grouped(hundredths // 100)}.{hundredths % 100:02d}"


def percent(rate: float | None) -> str:
    """Write a rate in whole per cent: ``25 %`` with a space that does not break."""
    return NONE if rate is None else f"{round(rate * 100)}\u00a0%"


def day(value: date | None, *, year: bool = True, weekday: bool = False) -> str:
    """Write a date in words: ``22 May 2026``; ``no date`` for None."""
    if value is None:
        return _("no date")
    return _day(value, ("EEEE " if weekday else "") + "d MMMM" + (" y" if year else ""), spoken())


@lru_cache(maxsize=10_000)
def _day(value: date, pattern: str, language: str) -> str:
    from babel.dates import format_date

    return format_date(value, pattern, locale=language)


def moment(value: str | datetime, zone: str = "UTC") -> str:
    """Write when something was done, by the clock of a time zone: ``22 May 2026, 21:40``; UTC is named.

    A value without a zone of its own is UTC, as the journal has it.
    """
    when = datetime.fromisoformat(value) if isinstance(value, str) else value
    here = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(ZoneInfo(zone))
    return f"{day(here.date())}, {here:%H:%M}" + (" UTC" if zone == "UTC" else "")


def ordinal(place: int) -> str:
    """Write a place: 1st, 2nd, 3rd, 11th."""
    tail = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{tail}"


def games(n: int) -> str:
    """Count games in words."""
    return ngettext("{n} game", "{n} games", n).format(n=grouped(n))


def wins(n: int) -> str:
    """Count wins in words."""
    return ngettext("{n} win", "{n} wins", n).format(n=grouped(n))


def sheets(n: int) -> str:
    """Count sheets in words."""
    return ngettext("{n} sheet", "{n} sheets", n).format(n=grouped(n))


def columns(n: int) -> str:
    """Count columns in words."""
    return ngettext("{n} column", "{n} columns", n).format(n=grouped(n))


def counted(n: int, rules: RuleSet) -> str:
    """Count what the figures of a rule set are of, in words: its columns where a sheet has several, else sheets."""
    return columns(n) if len(rules.columns) > 1 else sheets(n)


def short_names(names: list[str]) -> dict[str, str]:
    """Shorten full names for charts: the first name, with initials (then in full) where two would read alike.

    A name with a number is kept as it is.

    >>> short_names(["Ana Popescu", "Dan Stoica", "Dan Ilie", "Guest 1", "Guest 12"])
    {'Ana Popescu': 'Ana', 'Dan Stoica': 'Dan S.', 'Dan Ilie': 'Dan I.', 'Guest 1': 'Guest 1', 'Guest 12': 'Guest 12'}
    """
    short = {name: _first_word(name) for name in names}
    for form in (lambda words: " ".join([words[0], *map(_initial, words[1:])]), " ".join):
        seen = list(short.values())
        short = {n: form(n.split()) if seen.count(s) > 1 else s for n, s in short.items()}
    return short


def _first_word(name: str) -> str:
    return name if not name.split() or re.search(r"\d", name) else name.split()[0].rstrip(",;")


def _initial(word: str) -> str:
    return f"{word[0]}." if len(word) > 1 and word[0].isalpha() else word


def apart(name: str) -> str:
    r"""Return a name that moves nothing which stands beside it, though its letters run from right to left.

    >>> apart("Ana"), apart("שרה")
    ('Ana', '\u2068שרה\u2069')
    """
    backwards = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if backwards else name


def cut(name: str, most: int) -> str:
    """Return a name of so many letters at most, what is longer with an ellipsis at its end; `apart`.

    >>> cut("Constantinescu", 8), cut("Ana", 8)
    ('Constan…', 'Ana')
    """
    return apart(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")


def some(names: Sequence[str], most: int, joint: str = ", ") -> str:
    """List so many names at most, and count the others.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = len(names) - most
    return joint.join(names[:most]) + (_(" and {n} more").format(n=more) if more > 0 else "")


def numbered(names: Sequence[str]) -> list[str]:
    """Number the names that stand more than once among these, so that each is told from the others.

    >>> numbered(["a.csv", "b.csv", "a.csv"])
    ['a.csv (1 of 2)', 'b.csv', 'a.csv (2 of 2)']
    """
    several, met = Counter(names), Counter[str]()
    found = []
    for name in names:
        met[name] += 1
        found.append(f"{name} ({of(met[name], several[name])})" if several[name] > 1 else name)
    return found


def of(k: int, n: int) -> str:
    """Write a count out of another: ``7 of 18``."""
    return _("{k} of {n}").format(k=grouped(k), n=grouped(n))


def clubnights(n: int) -> str:
    """Count club nights in words."""
    return ngettext("{n} club night", "{n} club nights", n).format(n=grouped(n))


def players(n: int) -> str:
    """Count players in words."""
    return ngettext("{n} player", "{n} players", n).format(n=grouped(n))


def safe(text: object) -> str:
    """Escape a value for HTML; nothing for None."""
    return "" if text is None else escape(str(text))


#: What Markdown takes for a mark: some anywhere, others only at the beginning or before a word.
_MARKS = re.compile(r"[$*<@\[\\\]_`{|}~]|&(?=#?\w+;)|:(?=\S)|^[-+#>]")


def plain_markdown(text: object) -> str:
    r"""Write a text so that Markdown shows it as it is: no link, image, formula, icon or colour comes of it.

    Marks are escaped; where a mark would be found again after that (``:smile:``, ``http://``, ``a@b``, ``www.``), a
    word joiner, which takes no room, parts it. What is no mark where it stands is left alone: the text of a label is
    read out as it is written.

    >>> plain_markdown("*a* $b$")
    '\\*a\\* \\$b\\$'
    >>> plain_markdown("Jean-Luc O'Neill, jr.")
    "Jean-Luc O'Neill, jr."
    """
    marked = _MARKS.sub(r"\\\g<0>", " ".join(str(text).split()))
    numbered = re.sub(r"^(\d+)([.)])", r"\1\\\2", marked)
    return re.sub(r"[:@](?=\S)|www", "\\g<0>\u2060", numbered, flags=re.IGNORECASE)


def joined(*parts: str | None) -> str:
    """Join the parts that are there with a raised dot."""
    return " · ".join(p for p in parts if p)


def rows(n: int) -> str:
    """Count rows in words."""
    return ngettext("{n} row", "{n} rows", n).format(n=grouped(n))


def warnings(n: int) -> str:
    """Count warnings in words."""
    return ngettext("{n} warning", "{n} warnings", n).format(n=grouped(n))


def record(kind: str, sections: Mapping[str, str]) -> str:
    """Name a record of `ingest.records`: best total, most extra Yams, or the best of a section by its title.

    >>> record("total", {}), record("section:suites", {"suites": "Suites"})
    ('Best total', 'Best of Suites')
    """
    known = {"total": _("Best total"), "extra_yams": _("Most extra Yams")}
    section = kind.removeprefix("section:")
    return known.get(kind) or _("Best of {section}").format(section=sections.get(section, section))


def titles(rules: RuleSet) -> dict[str, str]:
    """Return the title of each section, box and other figure of a rule set's sheet by its id."""
    figures = {"extra_yams": _("Extra Yams"), "bonus": _("Bonus"), "total": _("Total"), "place": _("Place")}
    return figures | {s.id: _(s.title) for s in rules.sections} | {b.id: _(b.title) for b in rules.boxes}


def section(title: str) -> str:
    """Return a section's title without the word section: "Upper section" is "Upper"."""
    return _(title).removesuffix(" section")


def rule_set(rules: RuleSet) -> str:
    """Name a rule set: its title, with its id where that says more."""
    return rules.title if rules.title.lower() == rules.id else f"{rules.title} ({rules.id})"


def span(low: int, high: int) -> str:
    """Write a range of numbers; one number where it has no other.

    >>> span(2, 4), span(2, 2)
    ('2–4', '2')
    """
    return f"{low}" if low == high else f"{low}–{high}"


def source(game: Mapping[str, Any]) -> str:
    """Say which lines of which file a game comes from: ``file_name``, ``worksheet``, ``first_row``, ``last_row``.

    >>> source({"file_name": "march.csv", "worksheet": "", "first_row": 2, "last_row": 3})
    'from march.csv, rows 2–3'
    """
    where = place(game["worksheet"], game["first_row"], game["last_row"])
    return ", ".join(filter(None, [_("from {file}").format(file=game["file_name"]), where]))


def place(worksheet: str | None, first: int | None, last: int | None = None) -> str:
    """Say where in a file something stands; a file that is no workbook has no worksheet.

    >>> place("March", 12), place("", 2, 3), place(None, None)
    ('worksheet March, row 12', 'rows 2–3', '')
    """
    sheet = _("worksheet {name}").format(name=worksheet) if worksheet else ""
    if first is None:
        rows = ""
    elif last in (None, first):
        rows = _("row {n}").format(n=first)
    else:
        rows = _("rows {first}–{last}").format(first=first, last=last)
    return ", ".join(filter(None, [sheet, rows]))
