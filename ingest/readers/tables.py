"""Read the grids of one file, each in the layout that fits it, under one order of dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, Question, ReadOptions, Understood
from ingest.readers import (
    across_players,
    apart,
    below,
    box_names,
    footnotes,
    foreign,
    headings,
    long,
    mixed,
    other_games,
    paper,
    spread,
    stacked,
    summaries,
    totals,
    totals_beside,
    unfinished,
    wide,
    wide_questions,
    years,
)
from ingest.readers.blocks import find_blocks
from ingest.readers.calendar import Calendar, orders_shown, settle_dates
from ingest.readers.collect import Collector
from ingest.readers.columns import ask_columns
from ingest.readers.grid import Grid
from ingest.readers.labels import field_name, label
from ingest.readers.numbering import signs_told, without_signs
from ingest.readers.records import Layout, Part
from ingest.readers.values import clean
from ingest.readers.words import WHOLE_SHEET
from ingest.sources import Source

_MARKED = re.compile(r"[+-]?[0-9]+[.,][0-9]+")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")


def read_grids(
    source: Source,
    grids: Sequence[Grid],
    options: ReadOptions,
    out: Collector,
    kind: str,
    understood: Understood,
    questions: tuple[Question, ...] = (),
) -> ParsedFile:
    """Read every grid and return the file as read. Raises UnreadableFile where none of them is a scoresheet."""
    grids, copies = apart.leave_out_copies(grids, out) if len(grids) > 1 else (grids, ())
    marked = footnotes.take(grids)
    played = other_games.leave_out(grids, options, out)
    unfinished.reject(grids, out)
    _join_thousands(grids, options.decimal)
    apart.compare_names(grids)
    dated = [note for grid in grids for note in years.give(grid, source.name)]
    found = _lay_out_all(source, grids, options, out)
    parts = [part for some in found for part in some]
    if not parts:
        raise no_scoresheet(source, grids)
    apart.refuse_columns(source, [grid for grid, some in zip(grids, found, strict=True) if some])
    calendar = _calendar(grids, found, options)
    told = (*copies, *marked, *dict.fromkeys(dated), *_make_sheets(grids, found, calendar, out))
    open_ = [*played.questions, *_open_questions(parts, questions)]
    if not out.sheets and not open_ and not any(fate == "rejected" for *_, fate, _, _ in out.rows):
        raise source.fail("the headings of a scoresheet are there, but nobody's figures under them.", code="no_sheets")
    layouts = list(dict.fromkeys(part.layout for part in parts))
    asked = (*questions, *([calendar.question] if calendar.question else []), *open_)
    return out.parsed(
        f"{kind}-{'+'.join(layouts)}", _understood(understood, parts, calendar, open_, told, played), asked
    )


def _lay_out_all(source: Source, grids: Sequence[Grid], options: ReadOptions, out: Collector) -> list[list[Part]]:
    """Understand each grid in the layout that fits it; one that has none beside others is left out.

    Only where no grid has any are they looked into for sheets in words that nobody knows, then for totals by date.
    """
    nobodys = [len(grids) > 1 and wide.names_nobody(grid) for grid in grids]
    found = [[] if none else _laid_out(source, grid, options, out) for grid, none in zip(grids, nobodys, strict=True)]
    if any(nobodys) and not any(found):
        found = [_laid_out(source, grid, options, out) for grid in grids]
    if any(found):
        _add_totals(source, grids, found, options, out)
    else:
        found = [[part] if (part := foreign.read(grid, options)) else [] for grid in grids]
    if not any(found) and options.layout in (None, "totals"):
        found = [totals.read_all(source, grid, options, out) or _listed(source, grid, options, out) for grid in grids]
    for grid, some, none in zip(grids, found, nobodys, strict=True):
        if not some and len(grids) > 1:
            why = "figures of nobody: there are neither players nor dates" if none else totals_beside.why_not(grid)
            for number, _ in grid.filled():
                out.ignore(grid.worksheet, number, "statistics" if none else "other", why)
    return found


def _add_totals(
    source: Source, grids: Sequence[Grid], found: list[list[Part]], options: ReadOptions, out: Collector
) -> None:
    """Add the tables of totals that worksheets beside scoresheets hold."""
    sheets = [grid for grid, some in zip(grids, found, strict=True) if some]
    for n, grid in enumerate(grids):
        if not found[n] and grid.worksheet:
            found[n] = totals_beside.read(source, grid, sheets, options, out)


def _listed(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Read a grid as a list of totals, a player and game a line, where it is said to hold totals."""
    heading = wide.find_heading(grid) if options.layout == "totals" else None
    if heading is None or wide.boxes_in(grid.row(heading)):
        return []
    return [wide.read(source, grid, options, heading, out)]


def _calendar(grids: Sequence[Grid], found: Sequence[Sequence[Part]], options: ReadOptions) -> Calendar:
    """Settle the order of all dates, which a worksheet's name may show of those in it."""
    dated = [[told for part in some for told in part.dates] for some in found]
    shown = (
        order
        for grid, mine in zip(grids, dated, strict=True)
        for order in orders_shown(grid.worksheet, [text for text, _ in mine])
    )
    return settle_dates((told for mine in dated for told in mine), options, shown)


def _make_sheets(
    grids: Sequence[Grid], found: Sequence[Sequence[Part]], calendar: Calendar, out: Collector
) -> tuple[str, ...]:
    """Make the sheets of all parts, leave out what only repeats them, join those of one game; return what is told."""
    aside: list[range] = []
    for grid, some in zip(grids, found, strict=True):
        aside += _emit(grid, some, calendar, out, alone=len(grids) == 1)
    signed = out.rename(without_signs)
    told: tuple[str, ...] = (signs_told(signed),) if signed else ()
    if len(grids) > 1 or aside:
        summaries.leave_out(out, aside)
        summaries.leave_out_samples(out)
    told += summaries.leave_out_records(out)
    return told + (apart.join(grids, out) if len(grids) > 1 else ())


def _open_questions(parts: Sequence[Part], asked: Sequence[Question]) -> list[Question]:
    """Return what the parts ask, each once; what another encoding would change is asked about when that is settled."""
    open_ = list(dict.fromkeys(question for part in parts for question in part.questions))
    if any(question.about == "encoding" for question in asked):
        open_ = [question for question in open_ if question.subject.isascii()]
    return open_


def _understood(
    bare: Understood,
    parts: Sequence[Part],
    calendar: Calendar,
    open_: Sequence[Question],
    told: Sequence[str],
    played: other_games.GamesPlayed,
) -> Understood:
    """Return how a file was understood: what was known of its bytes, and what its parts, dates and games tell."""
    meanings: dict[str, str] = {}
    for part in parts:
        meanings.update({h: m for h, m in part.headings.items() if meanings.get(h, "ignored") == "ignored"})
    if played.meanings:
        meanings.pop("rules", None)
        meanings = {**dict.fromkeys(played.headings, "rules"), **meanings, **played.meanings}
    unsaid = {h for h, m in meanings.items() if m == "ignored"} - {question.subject for question in open_}
    return replace(
        bare,
        date_order=calendar.order,
        date_basis=calendar.basis,
        language=headings.languages([x for part in parts for x in part.labels]),
        headings=meanings,
        notes=(*bare.notes, *calendar.notes, *dict.fromkeys(n for part in parts for n in part.notes), *told),
        suggestions={h: s for part in parts for h, s in part.suggestions.items() if h in unsaid},
    )


def _emit(grid: Grid, parts: Sequence[Part], calendar: Calendar, out: Collector, *, alone: bool) -> list[range]:
    """Make the sheets of one grid; one of rules beside others, without anybody's figures, is left out.

    Returns the sheets of each table of totals below others.
    """
    rows, sheets = len(out.rows), out.sheets
    aside = []
    for part in parts:
        first = out.sheets
        part.emit(calendar, out)
        aside += [range(first, out.sheets)] if part.aside else []
    if not alone and out.sheets == sheets and _names_rules(grid.worksheet):
        rejected = [row for _, row, _, fate, _, _ in out.rows[rows:] if fate == "rejected"]
        out.rows[rows:] = [told for told in out.rows[rows:] if told[3] != "rejected"]
        for row in rejected:
            out.ignore(grid.worksheet, row, "other", "a worksheet of rules")
    return aside


def _names_rules(worksheet: str) -> bool:
    return any(field_name(word) == "rules" for word in re.findall(r"[^\W\d_]+", worksheet))


def _join_thousands(grids: Sequence[Grid], decimal: str | None) -> None:
    """Read "2.400" as 2400 where the comma is said to be the decimal mark, and the other way round.

    Where nobody says: if a box gives thousands and every figure with a mark has three digits behind it.
    """
    marks = ".,".replace(decimal or "", "") if decimal else _mark_of_thousands(grids)
    if not marks:
        return
    joined = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}[{marks}][0-9]{{3}}")
    for grid in grids:
        grid.rows[:] = [
            [c.replace(marks, "") if joined.fullmatch(clean(c)) else c for c in cells] for cells in grid.rows
        ]


def _mark_of_thousands(grids: Sequence[Grid]) -> str:
    """Return the mark that stands before three digits in every figure with a mark of a game of thousands, or none."""
    if not any(_gives_thousands(grid) for grid in grids):
        return ""
    marked = [clean(c) for grid in grids for cells in grid.rows for c in cells if _MARKED.fullmatch(clean(c))]
    marks = {m for c in marked for m in ".," if m in c}
    return marks.pop() if len(marks) == 1 and all(_THOUSANDS.fullmatch(c) for c in marked) else ""


def _gives_thousands(grid: Grid) -> bool:
    """Tell whether a grid's first lines or first fields name a box of ten dice, the only one above 1,000 points."""
    texts = [c for cells in grid.rows[:60] for c in cells] + [cells[0] for cells in grid.rows[60:200] if cells]
    return any((x := label(clean(c))) is not None and x.name == "double_yams" for c in texts if c)


def _laid_out(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    return _mixed(source, grid, options, out) or _as_said(source, grid, options, out)


def _mixed(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Read a grid, or each part of it that is in a layout of its own."""
    if options.layout in (None, "wide"):
        spread.take_numbers(grid)
        spread.join_headings(grid)
    sheets, *lists = below.parted(grid) if options.layout is None else [grid]
    grids = mixed.parted(sheets)
    found = [_parts(source, one, options, out) for one in grids]
    for one in [one for one, some in zip(grids, found, strict=True) if not some and any(found)]:
        for number, _ in one.filled():
            out.ignore(grid.worksheet, number, "note", "a note beside the tables")
    found += [below.read(source, one, options, out) for one in lists]
    return [part for some in found for part in some]


def _parts(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Choose the layout of one grid: as given, long where its headings say so, else the one that shows more boxes."""

    def may_be(layout: Layout) -> bool:
        return options.layout in (None, layout)

    if may_be("long") and (heading := long.find_heading(grid)) is not None:
        return [long.read(source, grid, options, heading, out)]
    columns: dict[str, str] = {}
    if may_be("wide") and (found := across_players.find_heading(grid, options)):
        return [across_players.read(source, grid, options, found, out)]
    if may_be("wide"):
        spread.join_headings(grid)  # of a table that begins far below others
        columns, open_ = spread.name_columns(grid, options)
        if asked := ask_columns(open_, options):
            return [wide_questions.waiting(grid, asked)]
    heading = wide.find_heading(grid) if may_be("wide") else None
    across = wide.boxes_in(grid.row(heading)) if heading is not None else 0
    if may_be("paper") and across < WHOLE_SHEET:
        stacked.put_in_order(grid)
    blocks = find_blocks(grid) if may_be("paper") and across < WHOLE_SHEET else []
    blocks = [block for block in blocks if not box_names.are_names_down(grid, block)]
    down = max((len(block.boxes) for block in blocks), default=0)
    if heading is not None and across >= down:
        part = wide.read(source, grid, options, heading, out)
        return [replace(part, headings={**columns, **part.headings})]
    return paper.read(source, grid, options, blocks, out) if blocks else []


def _as_said(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Read one grid in which nothing is known but what a person has said of its headings."""
    said = foreign.renamed(grid, options)
    if said is None:
        return []
    return [foreign.under_own_headings(part, said[1]) for part in _parts(source, said[0], options, out)]


def no_scoresheet(source: Source, grids: Sequence[Grid]) -> UnreadableFile:
    """Return the error for tables that have no headings of a scoresheet."""
    first = next((cells for grid in grids for _, cells in grid.filled()), [])
    shown = ", ".join(c.strip()[:30] for c in first[:8] if c.strip())
    return source.fail(
        f"no scoresheet is found in it (it begins with: {shown}). Looked for a row of headings with a player and boxes "
        "such as Ones … Sixes, Full house, Chance, in English, Romanian, French, Italian, Spanish or German; for "
        "those boxes down the side, players across; or for a date and the players' totals. Rename headings that are in "
        "other words, and give games of which only totals are known their dates.",
        code="no_scoresheet",
    )
