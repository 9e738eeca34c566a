"""Settle one order of day and month for all dates of a file, and say what proves it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ingest.model import Question, ReadOptions
from ingest.readers.dates import UTC, named_date, readings, serial_date, since_1970, two_days, within
from ingest.readers.words import key, words

ORDERS = ("dmy", "mdy", "ymd")
_MONTH_IN_FIGURES = re.compile(r"(?<!\d)(?:(\d{1,2})[./-](?:19|20)\d\d|(?:19|20)\d\d[./-](\d{1,2}))(?!\d)")

#: What a date may be, by the order of day, month and year.
Readings = Mapping[str, dt.date]


class Impossible:
    """Mark a date that cannot be, or text that is no date."""


IMPOSSIBLE = Impossible()


@dataclass(frozen=True)
class Calendar:
    """Hold how a file's dates are read: the order, what proves it, and the question that is left, if any."""

    order: str | None
    basis: str | None
    question: Question | None = None
    notes: tuple[str, ...] = ()
    days: Mapping[str, dt.date | Impossible | None] = field(default_factory=dict)

    def day(self, text: str) -> dt.date | Impossible | None:
        """Return the date, None where it is blank or not decided, IMPOSSIBLE where it cannot be."""
        return self.days.get(text)


def settle_dates(
    dates: Iterable[tuple[str, str]], options: ReadOptions, proofs_beside: Iterable[tuple[str, str]] = ()
) -> Calendar:
    """Settle one order for all dates of a file, each given as (text, place for a message).

    An order is proven by a date that no other order allows, or by ``proofs_beside``, (order, text); a given order
    that all proofs contradict is asked about; the club's order counts only where nothing is proven (DESIGN.md, Dates).
    """
    places: dict[str, str] = {}
    for text, place in dates:
        if text:
            places.setdefault(text, place)
    seconds = {text: {"any": time.date()} for text in places if (time := since_1970(text))}
    read = {text: readings(text) or seconds.get(text) or readings(within(text) or "") for text in places}
    open_ = {text: found for text, found in read.items() if found and "any" not in found}
    if open_ and not _year_first(list(open_)):
        open_ = {text: {o: d for o, d in found.items() if o != "ymd"} or found for text, found in open_.items()}
    proofs: dict[str, str] = {}
    shown = [(order, text) for text, found in open_.items() if len(found) == 1 for order in found]
    for order, text in (*shown, *proofs_beside):
        proofs.setdefault(order, text)
    if options.date_order:
        settled = _as_given(options.date_order, proofs, places)
    elif proofs:
        settled = _as_shown(proofs, places)
    elif not open_:
        settled = Calendar(None, _plain_basis(read))
    elif all(map(_alike, open_.values())):
        settled = Calendar("dmy", "read alike in every order")
    elif options.club_date_order:
        settled = Calendar(options.club_date_order, "the club's")
    else:
        settled = _ambiguous(open_, places)
    days = {text: _day(found, settled) for text, found in read.items()}
    notes = tuple(f"{text!r} is two days, and counts as the first" for text in places if two_days(text))
    notes += (UTC,) if any(not readings(text) for text in seconds) else ()
    return replace(settled, days=days, notes=notes)


def _as_given(order: str, proofs: Mapping[str, str], places: Mapping[str, str]) -> Calendar:
    """Take the order that a person has given, unless everything shows another one."""
    if not proofs or order in proofs:
        return Calendar(order, "given")
    shown, text = next(iter(proofs.items()))
    message = (
        f"The date order given is {order}, but {text} ({places[text]}) can only be {shown}. Give that order, or none."
    )
    return Calendar(shown, None, Question("date", message, tuple(proofs)))


def _as_shown(proofs: Mapping[str, str], places: Mapping[str, str]) -> Calendar:
    """Take the order that dates show; where they show several, ask."""
    if len(proofs) == 1:
        ((order, text),) = proofs.items()
        return Calendar(order, f"shown by {text}")
    told = [f"{text} in {places[text]} can only be {order}" for order, text in list(proofs.items())[:2]]
    message = f"The date order is not the same throughout: {', but '.join(told)}. Correct the file."
    return Calendar(None, None, Question("date", message, tuple(proofs)))


def _ambiguous(open_: Mapping[str, Readings], places: Mapping[str, str]) -> Calendar:
    """Ask about the order, with the first date that it changes."""
    text, found = next((text, found) for text, found in open_.items() if not _alike(found))
    choices = tuple(order for order in ORDERS if any(order in found for found in open_.values()))
    shown = " or ".join(found[order].isoformat() for order in choices if order in found)
    message = (
        f"The date order is ambiguous: {text} ({places[text]}) is {shown}, "
        f"and no day above 12 tells day from month. Say --date-order {' or '.join(choices)}."
    )
    return Calendar(None, None, Question("date", message, choices))


def _alike(found: Readings) -> bool:
    return len(set(found.values())) == 1


def _day(found: Readings, settled: Calendar) -> dt.date | Impossible | None:
    """Return the date that is meant; while the order is asked about, only one that is the same in several orders."""
    if "any" in found:
        return found["any"]
    if not found:
        return IMPOSSIBLE
    if settled.question:
        return next(iter(found.values())) if len(found) > 1 and _alike(found) else None
    return found.get(settled.order or "", IMPOSSIBLE)


def orders_shown(title: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return the orders that a worksheet's name shows of the dates in it, each with the date that can only be so.

    The name is their day, "12 avril 2026", or the month in which they all lie under that order alone.

    >>> orders_shown("12 avril 2026", ["12/04/2026"]), orders_shown("April 2026", ["04/05/2026", "04/12/2026"])
    ([('dmy', '12/04/2026')], [('mdy', '04/05/2026')])
    """
    day = readings(within(title) or "").get("any")
    month = None if day else _month_of(title)
    open_ = {text: found for text in texts if (found := readings(text)) and "any" not in found}
    fitting = [{order for order, d in found.items() if d == day or d.month == month} for found in open_.values()]
    shared = set.intersection(*fitting) if month and fitting else set()
    shown = [shared if month else orders for orders in fitting]
    return [(min(orders), text) for text, orders in zip(open_, shown, strict=True) if len(orders) == 1][:1]


def _month_of(title: str) -> int | None:
    """Return the one month that a title tells, by its name or in figures beside a year."""
    found = {words().months.get(key(word)) for word in re.findall(r"[^\W\d_]{3,}", title)} - {None}
    found |= {int(m[1] or m[2]) for m in _MONTH_IN_FIGURES.finditer(title)}
    return found.pop() if len(found) == 1 else None


def _plain_basis(texts: Iterable[str]) -> str | None:
    """Say why nothing had to be settled."""
    known = list(texts)
    if any(map(serial_date, known)):
        return "spreadsheet numbers"
    named = any(re.search(r"[^\W\d_]{3}", t) or named_date(t) for t in known)
    return None if not known else "months by name" if named else "ISO dates"


def _year_first(texts: list[str]) -> bool:
    """Tell whether a year may stand first in two-digit dates: the last figure varies at least as much as the first."""
    parts = [re.split(r"\D+", t.strip())[:3] for t in texts]
    return len({p[0] for p in parts}) <= len({p[-1] for p in parts})
