"""Find and read the layout of a printed sheet: boxes down the side, players across (DESIGN.md, Paper)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from ingest.model import ReadOptions
from ingest.readers import (
    beside_paper,
    company,
    dates,
    dates_below,
    headings,
    name_rows,
    paper_sheets,
    stacked,
    titles,
    unknown,
)
from ingest.readers.beside_players import holds_figures
from ingest.readers.blocks import Block, Placed, cell, counts_boxes, filled, find_blocks, parted_below, parted_beside
from ingest.readers.collect import Collector
from ingest.readers.columns import ask_columns
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.name_rows import NameRows
from ingest.readers.paper_sheets import Half, Sheets, counts_games, where
from ingest.readers.records import Part
from ingest.readers.seats import (
    Bounds,
    Seat,
    Seating,
    find_seats,
    give_columns,
    put_names_lowest,
    seat_alone,
)
from ingest.readers.side_by_side import find_dates, first_run, give_years, lift_games, parted_by_gaps, parted_by_titles
from ingest.readers.values import clean, points
from ingest.readers.words import COLUMNS, key
from ingest.sources import Source

#: A word with a number or a letter behind it: "Total C", "Total III", "Totale 3".
_COUNTED = re.compile(r"\D*[\s.]\(?(?:[A-E]|[IV]+|[1-5])[).:]*", re.IGNORECASE)


def read(source: Source, grid: Grid, options: ReadOptions, blocks: Sequence[Block], out: Collector) -> list[Part]:
    """Understand every block of one grid; the other lines get their fate. Raises UnreadableFile on a clash."""
    columns: dict[str, str] = {}
    standings = beside_paper.leave_out(grid, blocks, out)
    blocks = find_blocks(grid) if standings else blocks
    width, placed = max(map(len, grid.rows)), Placed(blocks)
    put_names_lowest(grid, blocks)
    for block in blocks:
        columns |= give_columns(grid, block, _bounds(grid, placed, width, block), options)
    names = name_rows.join(grid, blocks, [_bounds(grid, placed, width, block) for block in blocks], options, out)
    blocks = [part for block in blocks for part in _parted_below(grid, block, _bounds(grid, placed, width, block))]
    company.name_by_corners(grid, blocks)
    groups, placed = parted_beside(blocks), Placed(blocks)
    for block in blocks:
        find_dates(grid, block, _bounds(grid, placed, width, block))
    found: list[tuple[Sheets, Headings]] = []
    unknown_lines: dict[int, str] = {}
    for group in groups:
        asked = [_unknown_labels(grid, placed, block) for block in group]
        for block, others in zip(group, asked, strict=True):
            meant = {i: options.said(text) for i, text in others.items()}
            for i in [i for i, x in meant.items() if x not in (None, "ignore", "ignored", "", *COLUMNS)]:
                placed.add(block, i, others.pop(i))
            unknown_lines |= {i: text for i, text in others.items() if filled(grid, i, block.column)}
        understood = _understand(source, grid, group, options)
        bounds = [_bounds(grid, placed, width, block) for block in group]
        sole = len(blocks) == len(group)
        for game in _group(source, grid, group, understood, options, bounds, sole=sole):
            for block, seats in game.parts:
                lines = next((lines for b, lines in zip(group, asked, strict=True) if b is block), {})
                played = [s.at for s in seats if holds_figures(grid, block, s.at)] or [s.at for s in seats]
                game.asked |= {text: [cell(grid, i, c) for c in played] for i, text in lines.items()}
            found.append((game, understood))
    found = stacked.join(grid, found, options, columns)
    dates_below.give(grid, [game for game, _ in found])
    company.share(grid, [game for game, _ in found])
    parts = []
    for game, understood in found:
        part = paper_sheets.part(grid, game)
        unclear = [] if paper_sheets.is_statistics(grid, game) else game.seating.unclear
        several = len({seat.column for seat in game.seats}) > 1
        about_boxes = unknown.ask(understood, game.asked, options, columns=several)
        questions = (*about_boxes, *ask_columns(unclear, options))
        meanings = {**dict.fromkeys((*game.asked, *unclear), "ignored"), **part.headings, **columns}
        parts.append(replace(part, headings=meanings, questions=questions))
    if parts:
        parts[0] = _with_names(parts[0], names)
        parts[0] = replace(parts[0], notes=(*standings, *parts[0].notes))
    told = {i for block in blocks for i in block.rows} | {i for game, _ in found for i in (*game.rows, *game.headers)}
    _tell_others(grid, blocks, told, unknown_lines, out)
    return parts


def _with_names(part: Part, names: NameRows) -> Part:
    """Add what came of rows of names to a part."""
    asked = (*part.questions, *([names.question] if names.question else []))
    return replace(
        part, notes=(*part.notes, *names.notes), headings={**part.headings, **names.headings}, questions=asked
    )


def _group(
    source: Source,
    grid: Grid,
    group: Sequence[Block],
    understood: Headings,
    options: ReadOptions,
    bounds: Sequence[Bounds],
    *,
    sole: bool,
) -> list[Sheets]:
    """Return the games of blocks that may be parts of one sheet; each block is by itself where the players differ."""
    give_years(grid, group[0], bounds[0])
    lift_games(grid, group[0], bounds[0])
    labels = [_without_twins(grid, b, own) for b, own in zip(group, _split(understood, group), strict=True)]
    games = _games(grid, group[0], labels[0], bounds[0], sole=sole)
    if len(group) == 1 or (len(games) == 1 and _join(grid, games[0], group[1:], labels[1:], bounds[1:])):
        return games
    return [
        game
        for block, bound in zip(group, bounds, strict=True)
        for game in _games(
            grid, block, _without_twins(grid, block, _understand(source, grid, [block], options)), bound, sole=False
        )
    ]


def _parted_below(grid: Grid, block: Block, bounds: Bounds) -> list[Block]:
    """Part a block where its players stand again in another order above the rest of its boxes."""
    names = {s.at: key(s.player) for s in find_seats(grid, block, bounds).seats if s.player}
    for i in range(block.first + 1, max(block.boxes.values())):
        again = {c: key(text) for c in names if i not in block.rows and (text := cell(grid, i, c))}
        known = set(again.values()) & set(names.values())
        if len(known) > 1 and any(names[c] != name for c, name in again.items()):
            return parted_below(block, i)
    return [block]


def _understand(source: Source, grid: Grid, group: Sequence[Block], options: ReadOptions) -> Headings:
    """Give the labels of blocks that belong together their meanings. Raises UnreadableFile on a clash."""
    texts = [block.rows[i] for block in group for i in sorted(block.rows)]
    found = headings.understand(texts, options, "paper")
    if found.clashes:
        raise source.fail(
            f"{where(grid, group[0].first)}: the labels {'; '.join(found.clashes)}. Rename one of them, "
            "or say that one is to be ignored.",
            code="duplicate_heading",
            row=group[0].first + 1,
        )
    return found


def _split(found: Headings, group: Sequence[Block]) -> list[Headings]:
    """Part labels that were understood together by the blocks that they stand in."""
    parts, at = [], 0
    for block in group:
        end = at + len(block.rows)
        parts.append(replace(found, texts=found.texts[at:end], labels=found.labels[at:end]))
        at = end
    return parts


def _without_twins(grid: Grid, block: Block, found: Headings) -> Headings:
    """Leave out a sum of the lower boxes that only a number or a letter tells, "Total C", where it is the total."""
    rows = sorted(block.rows)
    total = next((i for i, x in zip(rows, found.labels, strict=True) if x and x.name == "total"), None)
    if total is None:
        return found
    kept = [
        None
        if x and x.name.startswith("lower") and _COUNTED.fullmatch(block.rows[i]) and _alike(grid, block, i, total)
        else x
        for i, x in zip(rows, found.labels, strict=True)
    ]
    return replace(found, labels=tuple(kept))


def _alike(grid: Grid, block: Block, row: int, other: int) -> bool:
    """Tell whether two rows have the same figures."""
    both = ([cell(grid, i, c) for c in range(block.column + 1, len(grid.rows[i]))] for i in (row, other))
    return all(points(a) == points(b) for a, b in zip_longest(*both, fillvalue=""))


def _join(
    grid: Grid, game: Sheets, blocks: Sequence[Block], labels: Sequence[Headings], bounds: Sequence[Bounds]
) -> bool:
    """Add the blocks beside or below a game to it, where the same players stand above them, or nobody does."""
    for block, own, bound in zip(blocks, labels, bounds, strict=True):
        found = find_seats(grid, block, bound)
        seats = found.seats
        if not seats:
            seats = [replace(seat, at=seat.at + block.column - game.block.column) for seat in game.seats]
            if not {s.at for s in seats} >= set(found.unnamed):
                return False
        wanted = [(key(s.player), s.column) for s in game.seats]
        if [(key(s.player), s.column) for s in seats] != wanted:
            at = {(key(s.player), s.column): s for s in seats}
            if len(at) < len(seats) or sorted(at) != sorted(wanted):
                return False
            seats = [at[who] for who in wanted]
        game.beside.append(Half(block, own, seats, found.header))
    return True


def _unknown_labels(grid: Grid, placed: Placed, block: Block) -> dict[int, str]:
    """Return the lines among the boxes of a block, and next to them, whose labels mean nothing known."""

    def is_line(i: int) -> bool:
        return bool(0 <= i < len(grid.rows) and cell(grid, i, block.column) and filled(grid, i, block.column))

    def is_heading(i: int) -> bool:
        return not any(clean(c) for c in grid.rows[i][block.column + 1 :])

    first, last, top = block.first, block.last, placed.end_above(block.first)
    for i in range(first - 1, top, -1):  # past sums, and past what heads a section
        if is_line(i) and i not in block.rows:
            first = i
        elif i not in block.rows and not is_heading(i):
            break
    while is_line(last + 1):
        last += 1
    lines = range(first, min(last + 2, len(grid.rows)))
    near = [b for b in placed.within(first, last + 2) if b is not block and b.column == block.column]
    others = {i for b in near for i in range(b.first - 1, b.last + 1)}
    return {i: t for i in lines if i not in block.rows and i not in others and (t := cell(grid, i, block.column))}


def _bounds(grid: Grid, placed: Placed, width: int, block: Block) -> Bounds:
    """Return what belongs to a block in a grid of a width: up to the blocks that stand above and beside it.

    The numbers of the boxes before the labels of a block belong to it.
    """
    beside = [b for b in placed.within(block.first, block.last) if b is not block]
    following = min((b for b in beside if b.column > block.column), key=lambda b: b.column, default=None)
    right = following.column - counts_boxes(grid, following, following.column - 1) if following else width
    left = block.column + 1 if any(b.column < block.column for b in beside) else 0
    if left and counts_boxes(grid, block, block.column - 1):
        left = block.column - 1
    return Bounds(placed.end_above(block.first) + 1, right, left)


def _games(grid: Grid, block: Block, found: Headings, bounds: Bounds, *, sole: bool) -> list[Sheets]:
    """Seat the players of a block; names that come twice, or dates side by side, make it several games."""
    seating = find_seats(grid, block, bounds)
    first = min(block.column, bounds.left)
    if not seating.seats:
        head = titles.read_head(grid, bounds.top, seating.header, block, (first, bounds.right), sole=False)
        seating = seat_alone(grid, block, bounds, seating, head.player) if head.player else seating
    header, seats = seating.header, seating.seats
    groups = parted_by_gaps(seats)
    names = [key(s.player) for s in seats]
    several = (
        len(groups) > 1
        and not seating.unclear
        and all(len({(key(s.player), s.column) for s in group}) == len(group) for group in groups)
        and (
            (len(set(names)) < len(names) and all(s.column == "main" for s in seats))
            or titles.dates_side_by_side(grid, bounds.top, header, [(g[0].at, g[-1].at) for g in groups])
        )
    )
    if not several and not seating.unclear and len(headed := parted_by_titles(grid, bounds.top, header, seats)) > 1:
        groups, several = headed, True
    games = []
    if seats and all(counts_games(s.player) or dates.readings(s.player) for s in seats):
        head = titles.read_head(grid, bounds.top, header, block, (first, bounds.right), sole=False)
        if head.player:
            return [_alone(block, found, head, seating, seat) for seat in seats]
    for group in groups if several else [seats]:
        left = first if not several or group is groups[0] else group[0].at
        right = first_run(seats, group)[-1].at if several and group else bounds.right - 1
        around = (first, bounds.right - 1) if several else (left, right)
        alone = sole and not several
        head = titles.read_head(grid, bounds.top, header, block, (left, right), sole=alone, around=around)
        if several:
            numbers = titles.numbered_fields(grid, bounds.top, header, group[0].at)
            head = replace(head, fields={**numbers, **head.fields})
        named = [replace(s, player=s.player or head.player or "") for s in group]
        games.append(Sheets(block, found, named, head, seating))
    return games


def _alone(block: Block, found: Headings, head: titles.Head, seating: Seating, seat: Seat) -> Sheets:
    """Make a game of one player, who is named above a block whose columns are games or dates."""
    dated = (seat.player,) if dates.readings(seat.player) else head.dates
    return Sheets(block, found, [replace(seat, player=head.player or "")], replace(head, dates=dated), seating)


def _tell_others(
    grid: Grid, blocks: Sequence[Block], told: set[int], unknown_lines: dict[int, str], out: Collector
) -> None:
    """Give the lines around the blocks their fate: titles above, notes below."""
    first = min(b.first for b in blocks)
    for i, cells in enumerate(grid.rows):
        if i in told or not any(map(clean, cells)):
            continue
        number = grid.number(i)
        if i in unknown_lines:
            out.ignore(grid.worksheet, number, "unknown_label", f"row {number}: no box is called {unknown_lines[i]!r}")
        else:
            code, message = ("title", "a line above the boxes") if i < first else ("note", "a title, note or heading")
            out.ignore(grid.worksheet, number, code, message)
