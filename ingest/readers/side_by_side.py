"""Find the games that stand side by side above the same boxes: by their dates, their titles, the gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ingest.readers import dates, titles
from ingest.readers.blocks import Block, cell
from ingest.readers.columns import all_columns, is_sum_heading, several
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import label
from ingest.readers.seats import Bounds, Seat, are_weekdays, name_field
from ingest.readers.words import key


def lift_games(grid: Grid, block: Block, bounds: Bounds) -> None:
    """Put a row of dates, or of games, that stands between the names and the boxes above the names, its usual place.

    A name that stands above several of them is written above each.
    """
    reach = bounds.across(block)
    lines = [i for i in range(block.first - 1, bounds.top - 1, -1) if any(grid.rows[i]) and i not in block.rows][:4]
    while lines and (_name_columns(texts := [cell(grid, lines[0], c) for c in reach]) or are_weekdays(texts)):
        del lines[0]
    if len(lines) < 2:
        return
    low, high = ({c: t for c in reach if (t := cell(grid, i, c))} for i in lines[:2])
    told = {c: text for c, text in low.items() if not is_sum_heading(text)}
    dated = all(map(dates.readings, told.values()))
    counted = all(map(titles.is_game_title, told.values()))
    if not told or not (dated or counted) or any(map(titles.is_game_title, high.values())):
        return
    above = {c: max(before) for c in told if (before := [at for at in high if at <= c])}
    runs = [[told[c] for c in above if above[c] == at] for at in high]
    names = {c: high[at] for c, at in above.items()}
    if any(map(_is_other, names.values())) or not all(map(_in_order, runs)):
        return
    labelled = name_field(cell(grid, lines[1], block.column)) is not None
    alone = len(high) == 1 and (counted or len(told) > 1)
    if names.keys() < told.keys() or (alone and not labelled and not is_given_name(next(iter(high.values())))):
        return  # a title above games
    upper, lower = grid.rows[lines[1]], grid.rows[lines[0]]
    upper.extend([""] * (len(lower) - len(upper)))
    for c, text in low.items():
        upper[c] = names.get(c, text)
        lower[c] = text if c in names else ""
    grid.rows[lines[0]], grid.rows[lines[1]] = upper, lower
    grid.moved |= {lines[0]: lines[1], lines[1]: lines[0]}


def _is_other(text: str) -> bool:
    """Tell whether a text that may be a name is a known heading of something else."""
    return label(text) is not None and not is_given_name(text)


def _in_order(run: Sequence[str]) -> bool:
    """Tell whether the dates, or the games, below one name go one way: else a name stands above others' as well."""
    days = [dates.readings(text) for text in run]
    order = next((o for o in ("any", "dmy", "mdy", "ymd") if all(o in day for day in days)), None)
    keys = [day[order] for day in days] if order else []
    counted = [number[1] for text in run if (number := titles.numbered_field(text))]
    numbers = [int(n) for n in counted if n.isdecimal()]
    for some in (keys, numbers):
        if len(some) == len(run):
            return some in (sorted(some), sorted(some, reverse=True))
    return True


def _name_columns(texts: list[str]) -> bool:
    return several(texts) and all_columns(texts)


def give_years(grid: Grid, block: Block, bounds: Bounds) -> None:
    """Give days side by side that have no year the one of a title above, or of the worksheet's name."""
    lines = range(bounds.top, block.first)
    for i in lines:
        days = {c: t for c in bounds.across(block) if (t := cell(grid, i, c)) and not is_sum_heading(t)}
        if len(days) < 2 or not all(map(dates.lacks_year, days.values())):
            continue
        above = (grid.worksheet, *(cell(grid, j, c) for j in lines if j < i for c in range(len(grid.rows[j]))))
        for title in above:
            made = {c: dates.with_year(day, title, alone=True) for c, day in days.items()}
            if all(map(dates.readings, made.values())):
                for c, day in made.items():
                    grid.rows[i][c] = day
                break


def find_dates(grid: Grid, block: Block, bounds: Bounds) -> None:
    """Note the dates of a block that stand in a column of their own beside its rows."""
    for c in bounds.across(block):
        texts = dict.fromkeys(t for i in sorted(block.boxes.values()) if (t := cell(grid, i, c)))
        if texts and all(map(dates.readings, texts)):
            block.dates = (*block.dates, *texts)


def parted_by_gaps(seats: list[Seat]) -> list[list[Seat]]:
    """Part the seats where a column stands empty between them."""
    groups: list[list[Seat]] = []
    for seat in seats:
        if groups and seat.at == groups[-1][-1].at + 1:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def parted_by_titles(grid: Grid, top: int, header: int, seats: list[Seat]) -> list[list[Seat]]:
    """Part the seats where a title stands above each game: its date or number, or names that come again below it.

    Seats apart from each other below the same titles are of one game: each player's games may stand side by side.
    """
    for i in range(header - 1, top - 1, -1) if seats else ():
        texts = {c: t for c in range(seats[0].at, seats[-1].at + 1) if (t := cell(grid, i, c))}
        changes = [c for c, text in texts.items() if texts.get(c - 1) != text]
        at = changes if len(changes) > 1 else list(texts)
        groups = [[s for s in seats if a <= s.at < b] for a, b in pairwise([*at, seats[-1].at + 1])]
        if len(groups) < 2 or at[0] != seats[0].at or not all(groups):
            continue
        alone = all(len({(key(s.player), s.column) for s in g}) == len(g) for g in groups)
        again = len({(key(s.player), s.column) for s in seats}) < len(seats)
        if alone and (again or titles.tell_games_apart([texts[c] for c in at])):
            return _together(grid, range(top, header), groups)
    return [seats]


def _together(grid: Grid, rows: range, groups: list[list[Seat]]) -> list[list[Seat]]:
    """Put the groups of different players together that stand below the same titles."""
    left, right = groups[0][0].at, groups[-1][-1].at + 1
    lines = [[cell(grid, i, c) for c in range(left, right)] for i in rows]
    games: list[tuple[list[str], list[Seat]]] = []
    for group in groups:
        told = [next((t for t in reversed(line[: group[0].at - left + 1]) if t), "") for line in lines]
        names = {key(s.player) for s in group}
        fitting = (seats for above, seats in games if above == told and names.isdisjoint(key(s.player) for s in seats))
        if (seats := next(fitting, None)) is not None:
            seats.extend(group)
        else:
            games.append((told, list(group)))
    return [seats for _, seats in games]


def first_run(seats: Sequence[Seat], group: Sequence[Seat]) -> list[Seat]:
    """Return those seats of a group that stand beside each other at its beginning, with no seat of another between."""
    at = seats.index(group[0])
    return [mine for mine, seat in zip(group, seats[at:], strict=False) if mine is seat]
