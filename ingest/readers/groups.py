"""Part the rows of a wide table into games: by the lines between them, and by what stands beside."""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise, takewhile

from ingest.readers import dates
from ingest.readers.calendar import Calendar
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.records import TEXT_FIELDS, Record
from ingest.readers.sure import identified
from ingest.readers.values import clean
from ingest.readers.words import is_note, is_sum_word, key, speaks_of_other_days

_MOST = 100  # records above and below one that are looked at
_TOLD = ("game", "round", "table")
#: Fields that tell games of one day apart, or the columns of one sheet.
PARTING = frozenset((*_TOLD, "column"))
_WORD = re.compile(r"[^\W_]+")
_VALUE = re.compile(r"\d{1,4}[a-z]?|[a-z]|[ivx]{1,5}", re.IGNORECASE)
_NUMBER_WORDS = frozenset(("nr", "no", "n", "num", "number"))
_MINUTE, _AT_ONCE = 60, 2  # seconds

#: A sheet by the second of the day, whether it is told to the second, the date as written, and the player.
_Saved = tuple[int, bool, str, str]


def told(text: str) -> dict[str, str]:
    """Read what a title tells of the rows below it: a date, a game, a round, a table.

    >>> told("Joc 2 - 20.06.2026"), told("Masa B"), told("Ana")
    ({'date': '20.06.2026', 'game': '2'}, {'table': 'B'}, {})
    """
    found: dict[str, str] = {}
    if date := dates.within(text):
        found["date"] = date
    words = _WORD.findall(text.replace(date, " ") if date else text)
    for word, *after in (words[i : i + 3] for i in range(len(words))):
        x = label(word)
        if len(after) == 2 and key(after[0]) in _NUMBER_WORDS and after[1].isdigit():
            after = after[1:]
        if x and x.kind == "field" and x.name in _TOLD and after and _VALUE.fullmatch(after[0]):
            found.setdefault(x.name, after[0])
    return found


def line(cells: Sequence[str]) -> dict[str, str] | None:
    """Read a line each of whose cells tells something of the rows below it; None where it is no such line."""
    texts = [text for c in cells if (text := clean(c))]
    if not 0 < len(texts) <= 4 or any(is_sum_word(t) or is_note(t) or speaks_of_other_days(t) for t in texts):
        return None
    found: dict[str, str] = {}
    at = 0
    while at < len(texts):
        x = label(texts[at].rstrip(" :"))
        beside = texts[at + 1] if at + 1 < len(texts) else ""
        if x and x.kind == "field" and (x.name in _TOLD or (x.name == "date" and dates.within(beside))) and beside:
            new = {x.name: beside} if x.name in _TOLD else told(beside)
            at += 1
        else:
            new = told(texts[at])
        if not new:
            return None
        found = {**new, **found}
        at += 1
    return found


def title_date(grid: Grid, above: int, below: int = 0) -> str | None:
    """Return the one date of the lines between two rows, else of the worksheet's name; None where there are several."""
    lines = [[clean(c) for c in r if clean(c)] for r in grid.between(below, above)]
    titles = [t for line in lines if not any(map(speaks_of_other_days, line)) for t in line]
    texts = {d for t in titles if (d := dates.within(t))}
    if not texts:
        return dates.within(grid.worksheet)
    return texts.pop() if len(texts) == 1 else None


def separates(r: Record, names: Iterable[str]) -> bool:
    """Tell whether a line that tells nothing known parts the rows above it from those below.

    It is one text alone, with a figure in it, or away from the players, or after a blank line.
    """
    texts = [text for c in r.cells if (text := clean(c))]
    if len(texts) != 1 or r.word or is_note(texts[0]) or key(texts[0]) in names:
        return False
    return any(c.isdigit() for c in texts[0]) or not r.fields["player"] or r.after_gap


def give(grid: Grid, genuine: Sequence[Record], lines: Mapping[int, dict[str, str]], others: Sequence[Record]) -> None:
    """Give each record what the lines above it tell, and the number of the line that begins its group.

    ``lines`` are those between the rows that are understood; ``others`` are the records that are no sheets. What a
    table tells in columns counts more. A line with a date ends what those above it told; another one adds to it.
    """
    below_them = _dates_below(grid, genuine, lines)
    if below_them:
        lines = {row: {k: v for k, v in told.items() if k != "date"} for row, told in lines.items()}
    names = {key(r.fields["player"]) for r in genuine}
    parting = {r.row: r for r in others if separates(r, names)}
    found: dict[str, str] = {}
    below = heading = group = 0
    for r in genuine:
        if r.plan.row != heading:
            found = _above(grid, r, below, found)
            heading = group = r.plan.row
            if below_them:
                found.pop("date", None)
        for row in range(max(below, heading) + 1, r.row):
            if row in lines:
                new = lines[row]
                found = new if "date" in new and group <= max(below, heading) else {**found, **new}
                group = row
            elif row in parting:
                unread = any(dates.names_month(clean(c)) for c in parting[row].cells)
                found = {k: v for k, v in found.items() if k != "date"} if unread else found
                group = row
        r.group = group
        for name, text in found.items():
            if not r.fields.get(name):
                r.fields[name] = text
        below = r.row
    for r, (date, problem) in zip(genuine, below_them, strict=False):
        r.fields["date"] = date
        r.problem = r.problem or problem


_Problem = tuple[str, str] | None


def _dates_below(
    grid: Grid, genuine: Sequence[Record], lines: Mapping[int, Mapping[str, str]]
) -> list[tuple[str, _Problem]]:
    """Return for each record the date below its game, where the first game has none above and the last has one below.

    Nothing where dates stand nearer to the game below them; some here and some there are no dates that count.
    """
    dated = [row for row, told in lines.items() if "date" in told]
    rows = [r.row for r in genuine]
    undated = genuine and not any(r.fields.get("date") for r in genuine) and not title_date(grid, genuine[0].plan.row)
    if len(dated) < 2 or not undated or not (rows[0] < dated[0] and rows[-1] < dated[-1]):
        return []
    if any(bisect(rows, a) == bisect(rows, b) for a, b in pairwise(dated)):
        return []
    filled = [number for number, _ in grid.filled()]
    at = {number: n for n, number in enumerate(filled)}
    nearer_below = [filled[at[row] + 1] - row < row - filled[at[row] - 1] for row in dated[:-1]]
    if all(nearer_below):
        return []
    doubt = "the dates stand above some games and below others. Write each above the rows of its game."
    problem = ("bad_value", f"rows {dated[0]} to {dated[-1]}: {doubt}") if any(nearer_below) else None
    return [(lines[dated[bisect(dated, row)]]["date"], problem) for row in rows]


def fill_down(records: Sequence[Record], blank: Sequence[Record] = ()) -> tuple[str, ...]:
    """Give rows what those right above them tell of their game and they leave blank, as where cells are merged.

    A row that tells nothing is of the game above, unless its player sits there already, in the same column of a sheet.
    One that tells its day or its game keeps what stands to the left of what it tells anew, of the columns in which
    nothing is written twice in a row.
    ``blank`` are the rows without figures: those of players who were absent take and pass on what is told, too.
    Returns the note about a date that counts for further rows.
    """
    undated = [r for r in records if not r.fields.get("date")]
    names = {key(r.fields["player"]) for r in records}
    once = {name for name in ("date", *_TOLD) if _written_once(records, name)}
    absent = [r for r in blank if r.absent or (not r.word and not r.problem and _sat_there(r, names))]
    records = sorted([*records, *absent], key=lambda r: r.row) if absent else records
    above: Record | None = None
    players: set[tuple[str, str]] = set()
    for r in records:
        named = key(r.fields["player"]), key(r.fields.get("column", ""))
        if above is not None:
            new = _begins(r, above)
            players = set() if new else players
            if r.row == above.row + 1 and not r.after_gap and not (named[0] and named in players):
                _inherit(r, above, new, once)
            elif _same_game(r, above) and not r.fields.get("date"):
                r.fields["date"] = above.fields.get("date", "")
        players.add(named)
        above = r
    return once_told("date", carried=any(r.fields.get("date") for r in undated))


def _sat_there(r: Record, names: Collection[str]) -> bool:
    """Tell whether a row without figures is a player's: one who has others, or beside whom a day or game stands."""
    named = key(r.fields["player"])
    return named in names or bool(named and (r.fields.get("date") or r.fields.get("game")))


def once_told(name: str, *, carried: bool) -> tuple[str, ...]:
    """Return the note that what is written once counts for the rows below it, if it was carried down."""
    return (f"the {name} is written once: it counts for the rows below it as well",) if carried else ()


def carry_season(rows: Sequence[dict[str, str]]) -> tuple[str, ...]:
    """Give rows the season of those above them where it is written once, in the first row that it is of.

    The date of a row tells its season only where nobody writes any. Returns the note about it.
    """
    filled = [text for fields in rows if (text := fields.get("season"))]
    if not filled or not rows[0].get("season") or any(before == after for before, after in pairwise(filled)):
        return ()
    season = ""
    carried = False
    for fields in rows:
        season = fields.get("season") or season
        carried |= season != fields.get("season")
        fields["season"] = season
    return once_told("season", carried=carried)


def _written_once(records: Sequence[Record], name: str) -> bool:
    """Tell whether a column is filled only where what stands in it changes."""
    filled = [r.fields[name] for r in records if name in r.plan.fields and r.fields.get(name)]
    return all(before != after for before, after in pairwise(filled))


def _begins(r: Record, above: Record) -> list[str]:
    """Return what a row tells of its game otherwise than the row above it."""
    return [n for n in ("date", *_TOLD) if r.fields.get(n) and r.fields[n] != above.fields.get(n)]


def _same_game(r: Record, above: Record) -> bool:
    return bool(r.fields.get("game")) and r.fields["game"] == above.fields.get("game")


def _inherit(r: Record, above: Record, new: Sequence[str], once: Collection[str]) -> None:
    """Fill what a row leaves blank from the row above it; ``new``: what it tells anew."""
    at = r.plan.fields
    first = min((at[name] for name in new if name in at), default=None)
    names = {name for name in _TOLD if first is None or at.get(name, first) < first}
    if not identified(r):
        names |= {"date", *(set(TEXT_FIELDS) - set(_TOLD))}
    else:
        names = {"date", *names.intersection(once)}
        undated = not r.fields.get("date") and "date" not in once and not _same_game(r, above)
        if undated or "date" in new:
            return
    for name in names:
        if name in above.fields and not r.fields.get(name):
            r.fields[name] = above.fields[name]


def _above(grid: Grid, r: Record, below: int, before: Mapping[str, str]) -> dict[str, str]:
    """Return what the lines above a row of headings tell; a date from before counts for a further table, or game."""
    found: dict[str, str] = {}
    for cells in grid.between(below, r.plan.row):
        found |= line(cells) or {}
    found.pop("date", None)
    date = title_date(grid, r.plan.row, below) or (before.get("date") if found else None)
    if date:
        found["date"] = date
    return {name: text for name, text in found.items() if name not in r.plan.fields}


def beside(records: Sequence[Record], undated: Callable[[Record], bool]) -> dict[int, Record]:
    """Return by row, for records whose date cannot be, one of the game that they stand beside and belong to.

    That is the game right above or right below them that has none of their players, if only one of the two has not.
    """
    found: dict[int, Record] = {}
    end = 0
    for start in [i for i, r in enumerate(records) if undated(r)]:
        if start < end:
            continue
        text = records[start].fields["date"]
        end = next((i for i in range(start, len(records)) if records[i].fields.get("date") != text), len(records))
        group = records[start:end]
        above = _run([] if group[0].after_gap else records[max(start - _MOST, 0) : start][::-1], undated)
        below = _run([] if end == len(records) or records[end].after_gap else records[end : end + _MOST], undated)
        fits = [run[0] for run in (above, below) if run and _lacks(run, group)]
        if len(fits) == 1:
            found |= {r.row: fits[0] for r in group}
    return found


def timed(records: Sequence[Record], calendar: Calendar) -> list[list[str]]:
    """Return the dates as written of each game of a day, where their times part the games.

    Sheets of a minute were saved together. Times part them where players come again, each time several; where nobody
    does, only those that are the same to a second or two; and those of somebody who always plays alone.
    """
    dated = [r for r in records if dates.has_time(r.fields.get("date", "")) and PARTING.isdisjoint(r.plan.fields)]
    days: dict[object, list[_Saved]] = {}
    for r in dated:
        text = r.fields["date"]
        days.setdefault(calendar.day(text), []).append((*dates.clock(text), text, key(r.fields["player"])))
    alone = len({key(r.fields["player"]) for r in dated}) == 1
    found: list[list[str]] = []
    for day, saved in days.items():
        games = _together(sorted(saved))
        names = [[name for *_, name in game] for game in games]
        apart = all(len(set(game)) == len(game) and (alone or len(game) > 1) for game in names)
        again = len({*chain(*names)}) < len(saved)
        if isinstance(day, dt.date) and len(games) > 1 and apart and (again or all(map(_at_once, games))):
            found += [[text for *_, text, _ in game] for game in games]
    return found


def _together(saved: Sequence[_Saved]) -> list[list[_Saved]]:
    """Part sheets, in the order of their times, into those saved within a minute of the first."""
    games: list[list[_Saved]] = []
    for one in saved:
        if games and one[0] - games[-1][0][0] <= _MINUTE:
            games[-1].append(one)
        else:
            games.append([one])
    return games


def _at_once(game: Sequence[_Saved]) -> bool:
    """Tell whether the times of a game are told to the second, and the same or nearly so."""
    return all(exact for _, exact, *_ in game) and game[-1][0] - game[0][0] <= _AT_ONCE


def _run(records: Sequence[Record], undated: Callable[[Record], bool]) -> list[Record]:
    """Return the records at the beginning that are of one game."""
    if not records or undated(records[0]):
        return []
    return list(takewhile(lambda r: _tells(r) == _tells(records[0]), records))


def _tells(r: Record) -> tuple[object, ...]:
    return r.plan.row, r.group, *(r.fields.get(name) for name in ("date", *_TOLD))


def _lacks(run: Sequence[Record], group: Sequence[Record]) -> bool:
    """Tell whether a game may be that of further records: it has none of their players, and no other table or id."""
    r, first = group[0], run[0]
    alike = all(r.fields.get(name) in ("", None, first.fields.get(name)) for name in _TOLD)
    players = {key(member.fields["player"]) for member in group}
    return (
        alike
        and (r.plan.row, r.group) == (first.plan.row, first.group)
        and players.isdisjoint(key(member.fields["player"]) for member in run)
    )
