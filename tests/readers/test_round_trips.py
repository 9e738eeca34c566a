"""Any label of any language, in any layout and dialect, reads back to the same games (STYLE.md, properties)."""

from __future__ import annotations

import csv
import datetime as dt
import io
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.readers.words import LANGUAGES, language_file
from tests.readers.reading import BOXES, read
from tests.readers.workbook import xlsx

_NAMES = ("Ana", "Șerban", "Lefèvre", "Müller, Jörg", "O'Brien", "Ñuria", "Max", "Gioia Sei", 'José "Pepe"', "李雷")
_TOPS = (5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30)
_STRUCK = ("0", "x", "X", "×", "/", "-")
_DATES = {
    "iso": lambda d: d.isoformat(),
    "dots": lambda d: f"{d.day}.{d.month}.{d.year}",
    "slashes": lambda d: f"{d.day:02}/{d.month:02}/{d.year}",
    "short": lambda d: f"{d.day:02}.{d.month:02}.{d.year % 100:02}",
}


@dataclass(frozen=True)
class Night:
    """Be one game: a date, its players and their boxes, None where open."""

    date: dt.date
    sheets: dict[str, tuple[int | None, ...]]


@st.composite
def _nights(draw: st.DrawFn) -> list[Night]:
    """Draw one to three games of one to four players, on different days; one day is above 12."""
    days = sorted(
        {
            dt.date(2026, draw(st.integers(1, 12)), 28),
            *(dt.date(2026, m, m) for m in draw(st.sets(st.integers(1, 12), max_size=2))),
        }
    )
    nights = []
    for day in days:
        players = draw(st.lists(st.sampled_from(_NAMES), min_size=1, max_size=4, unique=True))
        sheets = {}
        for player in players:
            values = [draw(st.one_of(st.integers(0, top), st.none())) for top in _TOPS]
            if not any(values):
                values[0] = 3
            sheets[player] = tuple(values)
        nights.append(Night(day, sheets))
    return nights


@st.composite
def _labels(draw: st.DrawFn) -> dict[str, str]:
    """Draw a spelling for every box, field and stated figure, all of one language."""
    data = language_file(draw(st.sampled_from(LANGUAGES)))
    found = {}
    for section, names in (
        ("boxes", BOXES),
        ("fields", ("player", "date", "game", "box", "points")),
        ("stated", ("total",)),
    ):
        for name in names:
            text = draw(st.sampled_from(data[section][name]))
            shape = draw(st.sampled_from([str, str, str.upper, str.capitalize, lambda t: f" {t} ", lambda t: f"{t}:"]))
            found[name] = shape(text)
    return found


def _cell(draw: st.DrawFn, value: int | None) -> str:
    if value is None:
        return draw(st.sampled_from(["", "", "?", "…"]))
    if value == 0:
        return draw(st.sampled_from(_STRUCK))
    return draw(st.sampled_from([str(value), str(value), f"{value},0", f"{value}.0", f" {value} "]))


def _text(rows: list[list[str]], delimiter: str) -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return stream.getvalue()


def _assert_same(text: str | bytes, name: str, nights: list[Night]) -> None:
    parsed = read(text, name)
    assert parsed.questions == ()
    assert parsed.findings.is_empty()
    got: dict[tuple[Any, str], tuple[int | None, ...]] = {}
    for row in parsed.sheets.iter_rows(named=True):
        assert (row["played"], row["player"]) not in got
        got[row["played"], row["player"]] = tuple(row.get(f"p_{b}") for b in BOXES)
    assert got == {(n.date, player): values for n in nights for player, values in n.sheets.items()}


@settings(max_examples=100, deadline=None)
@given(_nights(), _labels(), st.data())
def test_wide(nights: list[Night], labels: dict[str, str], data: st.DataObject) -> None:
    shown = _DATES[data.draw(st.sampled_from(sorted(_DATES)))]
    order = data.draw(st.permutations(BOXES))
    head = [labels["game"], labels["date"], labels["player"], *(labels[b] for b in order), labels["total"]]
    rows = [[f"{data.draw(st.sampled_from(['Club', 'Liga 2026', '']))}"]] if data.draw(st.booleans()) else []
    rows.append(head)
    for number, night in enumerate(nights, 1):
        for player, values in night.sheets.items():
            boxes = dict(zip(BOXES, values, strict=True))
            total = str(sum(v or 0 for v in values))
            rows.append([str(number), shown(night.date), player, *(_cell(data.draw, boxes[b]) for b in order), total])
    if data.draw(st.booleans()):
        count = sum(len(n.sheets) for n in nights)
        rows.append(
            [
                "",
                "",
                data.draw(st.sampled_from(["Total", "Media", "Moyenne", "Summe"])),
                *["99"] * len(order),
                str(99 * count),
            ]
        )
    _assert_same(_text(rows, data.draw(st.sampled_from([",", ";", "\t", "|"]))), "a.csv", nights)


@settings(max_examples=60, deadline=None)
@given(_nights(), _labels(), st.data())
def test_long(nights: list[Night], labels: dict[str, str], data: st.DataObject) -> None:
    shown = _DATES[data.draw(st.sampled_from(sorted(_DATES)))]
    rows = [[labels[name] for name in ("date", "player", "box", "points")]]
    for night in nights:
        for player, values in night.sheets.items():
            for box, value in zip(BOXES, values, strict=True):
                rows.append([shown(night.date), player, labels[box], _cell(data.draw, value)])
    _assert_same(_text(rows, data.draw(st.sampled_from([",", ";", "\t"]))), "a.csv", nights)


def _paper(nights: list[Night], labels: dict[str, str], data: st.DataObject) -> list[list[str]]:
    """Lay the games out one below another, each with a dated title, names, boxes, sums and perhaps a note."""
    shown = _DATES[data.draw(st.sampled_from(sorted(_DATES)))]
    rows: list[list[str]] = []
    for number, night in enumerate(nights, 1):
        rows.append([data.draw(st.sampled_from([f"Partida {number} - {shown(night.date)}", shown(night.date)]))])
        rows.extend([[]] * data.draw(st.integers(0, 1)))
        rows.append([data.draw(st.sampled_from(["", labels["box"]])), *night.sheets])
        for i, box in enumerate(BOXES):
            rows.append([labels[box], *(_cell(data.draw, values[i]) for values in night.sheets.values())])
            if i == 5 and data.draw(st.booleans()):
                rows.append(["Subtotal", *(str(sum(v or 0 for v in values[:6])) for values in night.sheets.values())])
        rows.append([labels["total"], *(str(sum(v or 0 for v in values)) for values in night.sheets.values())])
        if data.draw(st.booleans()):
            rows.append(["Observații: fără"])
        rows.extend([[]] * data.draw(st.integers(0, 2)))
    return rows


@settings(max_examples=100, deadline=None)
@given(_nights(), _labels(), st.data())
def test_paper(nights: list[Night], labels: dict[str, str], data: st.DataObject) -> None:
    _assert_same(_text(_paper(nights, labels, data), data.draw(st.sampled_from([";", "\t"]))), "a.csv", nights)


@settings(max_examples=25, deadline=None)
@given(_nights(), _labels(), st.data())
def test_paper_in_a_workbook(nights: list[Night], labels: dict[str, str], data: st.DataObject) -> None:
    """Either all games on one worksheet, or one on each, as text or as numbers."""
    sheets = [nights] if data.draw(st.booleans()) else [[night] for night in nights]
    tables = [_paper(some, labels, data) for some in sheets]

    def fill(book: Any) -> None:
        for table in tables:
            sheet = book.add_worksheet()
            for i, row in enumerate(table):
                for j, text in enumerate(row):
                    number = text.strip().isdigit() and j > 0
                    sheet.write(i, j, int(text) if number else text)

    _assert_same(xlsx(fill), "a.xlsx", nights)
