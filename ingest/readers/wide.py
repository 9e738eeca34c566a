"""Read the wide layout: a heading row, then a row for each player of a game (DESIGN.md, CSV wide)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers import beside_wide, groups, halves, headings, row_numbers, unknown, wide_questions, wide_sheets
from ingest.readers.box_names import are_names_across
from ingest.readers.collect import Collector
from ingest.readers.columns import ask_columns
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.labels import column_name, label
from ingest.readers.numbering import numbers_told, without_numbers
from ingest.readers.records import TEXT_FIELDS, Part, Plan, Record
from ingest.readers.sums import absent_word, heads_standings, is_sheet, sort_out, word_of_sums
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import begins_with_sum_word, is_sum_word, key, names_sums, speaks_of_extremes
from ingest.sources import Source

_RULE = re.compile(r":?[-=_]{2,}:?")
_SHOWN = 10  # rows that a note names
_LEAST_TOTAL = 30  # of a game, more than numbers of tables and games are
_BOXES = 5  # of a table, at least


def find_heading(grid: Grid) -> int | None:
    """Return the row number of the best heading row near the top, or None; one of players is none."""
    best, weight = None, 0
    for seen, (number, cells) in enumerate(grid.filled()):
        if seen >= 60:
            break
        if (w := headings.weigh(cells)) > weight:
            best, weight = number, w
    return None if best is not None and are_names_across(grid, best) else best


def _first_heading(grid: Grid, best: int, options: ReadOptions) -> int:
    """Return the first row of headings with rows of figures below it, where one stands above the best one."""
    for number, cells in grid.filled():
        if number >= best:
            break
        if _are_headings(cells) and any(map(_figures, grid.between(number, best))):
            found = headings.understand(cells, options)
            if not found.clashes and found.where("field", "player") is not None:
                return number
    return best


def _are_headings(cells: Sequence[str]) -> bool:
    return not _figures(cells) and headings.weigh(cells) >= 3 and _spoken_boxes(cells) >= 2


def boxes_in(cells: Sequence[str]) -> int:
    """Count the boxes that a row of headings names."""
    return len({(x.name, x.column) for c in cells if (x := label(clean(c))) and x.kind == "box"})


def names_nobody(grid: Grid) -> bool:
    """Tell whether a worksheet is a table of boxes with figures alone, or words for bests and means, for everybody."""
    heading = find_heading(grid)
    if heading is None or boxes_in(grid.row(heading)) < _BOXES or grid.player:
        return False
    if headings.understand(grid.row(heading), ReadOptions()).where("field", "player") is not None:
        return False
    below = [text for cells in grid.rows[heading + 1 - grid.first :] for c in cells if (text := clean(c))]
    words = [text for text in below if isinstance(points(text), Bad)]
    return len(words) < len(below) and all(is_sum_word(text) or speaks_of_extremes(text) for text in words)


def read(source: Source, grid: Grid, options: ReadOptions, heading: int, out: Collector) -> Part:
    """Understand one grid; what is no sheet gets its fate at once. Raises UnreadableFile for headings that clash."""
    heading = _first_heading(grid, heading, options)
    aside = beside_wide.leave_out(grid, heading, out)
    grid.player = grid.player or wide_questions.player_above(grid, heading, options)
    if asked := wide_questions.ask_first(grid, heading, options):
        return wide_questions.waiting(grid, asked)
    plan = _plan(source, grid, heading, grid.row(heading), options)
    found, lines = _records(source, grid, plan, options, out)
    columns = wide_questions.give_columns(grid, found, options, out) | wide_questions.told_above(grid, plan, options)
    if grid.leaves_out:
        _repeat_players(found)
    _lift_totals(found)
    sorted_out = sort_out(grid, found, out)
    numbered = _without_numbers(sorted_out)
    genuine, whole = halves.join(grid, [r for r in sorted_out if not r.problem], lines, options)
    plan = whole or plan
    lost = [r for r in sorted_out if r.problem]
    every = sorted([*genuine, *lost], key=lambda r: r.row) if lost else genuine
    blank = [r for r in found if not r.boxes and not r.figures]
    groups.give(grid, every, lines, blank)
    carried: tuple[str, ...] = ()
    if grid.leaves_out:
        carried = (*groups.carry_season([r.fields for r in every]), *groups.fill_down(every, blank))
    plans = _plans(plan, genuine)
    place = f"worksheet {grid.worksheet}, row" if grid.worksheet else "row"
    unknown_columns = [text for r in genuine if (text := r.fields.get("column")) and not column_name(text)]
    return Part(
        layout="wide",
        headings={**dict.fromkeys(unknown_columns, "ignored"), **columns, **_meanings(plans)},
        suggestions=plan.headings.suggestions,
        labels=plan.headings.labels,
        dates=[(r.fields["date"], f"{place} {r.row}") for r in genuine if r.fields.get("date")],
        emit=lambda calendar, out: wide_sheets.make(grid, every, calendar, out),
        questions=(
            *(
                question
                for one, rows in plans
                for question in unknown.ask(one.headings, wide_questions.unknown_figures(one, rows), options)
            ),
            *unknown.ask_fields((), wide_questions.unknown_dates(plan, genuine), plan.headings, options),
            *ask_columns(unknown_columns, options),
            *row_numbers.ask(grid, plan, options),
        ),
        notes=(*aside, *numbered, *carried, *wide_questions.surnames_told(plan), *_short(genuine)),
    )


def _plans(first: Plan, genuine: Sequence[Record]) -> list[tuple[Plan, list[Record]]]:
    """Return the plans of a table's parts that have other headings, each with the records under it."""
    found: dict[tuple[str, ...], tuple[Plan, list[Record]]] = {first.headings.texts: (first, [])}
    for rows in (list(rows) for _, rows in groupby(genuine, key=lambda r: id(r.plan))):
        found.setdefault(rows[0].plan.headings.texts, (rows[0].plan, []))[1].extend(rows)
    return list(found.values())


def _meanings(plans: Sequence[tuple[Plan, list[Record]]]) -> dict[str, str]:
    """Tell what every heading of a table's parts means."""
    found: dict[str, str] = {}
    for plan, _ in plans:
        found |= {h: m for h, m in plan.headings.meanings().items() if found.get(h, "ignored") == "ignored"}
    return found


def _without_numbers(records: Sequence[Record]) -> tuple[str, ...]:
    """Take the numbers from the players' names where all have one; return the note about it."""
    named = [r for r in records if r.fields["player"]]
    bare = without_numbers([r.fields["player"] for r in named])
    if bare is None:
        return ()
    note = numbers_told(named[0].fields["player"])
    for r, name in zip(named, bare, strict=True):
        r.fields["player"] = name
    return (note,)


def _short(genuine: Sequence[Record]) -> tuple[str, ...]:
    """Tell of records that have fewer fields than the headings, where most have not: a separator may be missing."""
    rows = [str(r.row) for r in genuine if len(r.cells) < r.plan.width]
    if not 0 < len(rows) * 2 < len(genuine):
        return ()
    more = f" and {len(rows) - _SHOWN:,} more" if len(rows) > _SHOWN else ""
    return (f"fewer fields than headings, as where a separator is missing: row {', '.join(rows[:_SHOWN])}{more}",)


def clash(source: Source, grid: Grid, number: int, found: Headings) -> UnreadableFile:
    """Return the error for headings that mean the same: which one counts is not for a program to pick."""
    return source.fail(
        f"{grid.where(number)}: the headings {'; '.join(found.clashes)}. Rename or remove one of them, "
        "or say that one is to be ignored.",
        code="duplicate_heading",
        row=number,
    )


def _stand_apart(grid: Grid, number: int, found: Headings) -> bool:
    """Tell whether headings that mean the same are boxes of which no row has two: those of several rule sets."""
    same: dict[tuple[str, str, str | None], list[int]] = {}
    for i, x in enumerate(found.labels):
        if x is not None:
            same.setdefault((x.kind, x.name, x.column), []).append(i)
    twins = {meant: at for meant, at in same.items() if len(at) > 1}
    rows = grid.between(number, grid.first + len(grid.rows))
    return all(kind == "box" for kind, *_ in twins) and not any(
        sum(1 for i in at if i < len(cells) and clean(cells[i])) > 1 for cells in rows for at in twins.values()
    )


def _plan(source: Source, grid: Grid, number: int, cells: Sequence[str], options: ReadOptions) -> Plan:
    found = headings.understand(cells, options)
    if found.clashes and (above := wide_questions.columns_above(grid, number, options)):
        once = {i for i, x in enumerate(found.labels) if x and x.kind != "box" and list(cells).count(cells[i]) == 1}
        cells = [f"{above[i]} {c}" if above[i] and c and i not in once else c for i, c in enumerate(cells)]
        cells = ["" if above[i] == "ignore" else c for i, c in enumerate(cells)]
        found = headings.understand(cells, options)
    if found.clashes and not _stand_apart(grid, number, found):
        raise clash(source, grid, number, found)
    plan = Plan.of(number, found)
    if row_numbers.count_lines(grid, plan):
        del plan.fields["game"]
    elif (numbered := row_numbers.of_games(grid, plan)) is not None:
        plan = plan.with_game(numbered)
    if "player" not in plan.fields:
        first = min((i for i, *_ in (*plan.boxes, *plan.stated)), default=0)
        blank = [i for i in range(first) if not found.texts[i] and wide_questions.texts_below(grid, number, i)]
        if not blank and grid.player:
            return replace(plan, player=grid.player)
        if len(blank) != 1:
            raise source.fail(
                f"{grid.where(number)}: no column of players is found among the headings "
                f"{', '.join(t for t in found.texts[:8] if t)}. "
                "Head it Player, Jucător, Joueur, Giocatore, Jugador or Spieler.",
                code="no_scoresheet",
                row=number,
            )
        plan.fields["player"] = blank[0]
    if wide_questions.surnames_beside(grid, plan):
        plan.fields |= {"given_name": plan.fields["player"], "player": plan.fields["player"] + 1}
    return plan


def _records(
    source: Source, grid: Grid, plan: Plan, options: ReadOptions, out: Collector
) -> tuple[list[Record], dict[int, dict[str, str]]]:
    """Take every filled record below the headings, and what the lines between them tell of those below.

    Titles, headings and overlong records get their fate at once.
    """
    found: list[Record] = []
    lines: dict[int, dict[str, str]] = {}
    previous, aside = plan.row, False  # aside: standings stand here
    for number, cells in grid.filled():
        follows, after_gap = number == previous + 1, number > previous + 1
        previous = number
        again = not _figures(cells) and _repeats(cells, plan.headings.texts)
        if number < plan.row and not found:
            why = "title", "a line above the headings"
        elif number == plan.row:
            why = "heading", "the headings"
        elif again or _are_headings(cells):
            plan = replace(plan, row=number) if again else _plan(source, grid, number, cells, options)
            why, aside = ("heading", "the headings again"), False
        elif aside := heads_standings(cells) or (aside and follows and not is_sheet(plan, cells)):
            why = "statistics", "standings or statistics, not a game"
        elif all(_RULE.fullmatch(c) for c in map(clean, cells) if c):
            why = "note", "a line that is drawn"
        elif (told := groups.line(cells)) and not _is_dated_total(plan, cells):
            lines[number] = told
            why = "title", f"a line that tells the {', '.join(told)} of the rows below it"
        else:
            found.append(_record(number, cells, plan, after_gap))
            continue
        out.ignore(grid.worksheet, number, *why)
    return found, lines


def _is_dated_total(plan: Plan, cells: Sequence[str]) -> bool:
    """Tell whether a row of a list of totals has a date, a player and a total, though the player is called Table."""
    texts = plan.texts(list(cells))
    totals = [points(clean(cells[i])) for i, *_ in plan.stated if i < len(cells)]
    dated = bool(texts.get("date") and texts["player"]) and not plan.boxes
    return dated and any(isinstance(v, int) and v >= _LEAST_TOTAL for v in totals)


def _repeats(cells: Sequence[str], headings: Sequence[str]) -> bool:
    """Tell whether a row holds the headings again, or what of each stands below the column of the sheet."""
    pairs = zip_longest(cells, headings, fillvalue="")
    return all(
        key(c) == key(t) or (c and key(c) in map(key, (t.partition(" ")[2], t.rpartition(" ")[0]))) for c, t in pairs
    )


def _spoken_boxes(cells: Sequence[str]) -> int:
    return sum(1 for c in cells if (x := label(clean(c))) and x.kind == "box" and not clean(c).isdigit())


def _figures(cells: Sequence[str]) -> bool:
    """Tell whether a row holds figures other than the names of the boxes 1 to 6: then it is no row of headings."""
    return any(isinstance(v := points(c), int) and (v > 6 or v < 0) for c in reversed(cells) if c)


def _first_text(cells: Sequence[str]) -> str:
    return next(filter(None, map(clean, cells)), "")


def _record(number: int, cells: list[str], plan: Plan, after_gap: bool) -> Record:
    fields = plan.texts(cells)
    word = word_of_sums(fields["player"]) if fields["player"] else None
    if any(i not in plan.wordless and (text := clean(c)) and is_sum_word(text) for i, c in enumerate(cells)) or (
        not fields["player"] and (begins_with_sum_word(first := _first_text(cells)) or names_sums(first))
    ):
        word = "elsewhere"
    boxes = any(clean(cells[i]) for i, *_ in plan.boxes if i < len(cells))
    figures = any(clean(cells[i]) for i, *_ in plan.stated if i < len(cells))
    if absent := absent_word(plan, cells):
        boxes = figures = False
    width, problem = len(plan.headings.texts), None
    if any(clean(c) for c in cells[width:]):
        problem = (
            "too_many_fields",
            f"row {number} has {len(cells)} fields, the headings only {width}: its figures cannot be matched "
            "to headings. Look for a separator inside a field, and quote that field.",
        )
    return Record(number, cells, plan, after_gap, fields, word, boxes, figures, problem=problem, absent=absent)


def _repeat_players(found: list[Record]) -> None:
    """Give the further columns of a sheet their player, where the name is written once above them."""
    for above, r in pairwise(found):
        below = r.row == above.row + 1 and "column" in r.plan.fields and column_name(r.fields["column"])
        if below and not r.fields["player"] and above.fields["player"] and r.fields["column"] != above.fields["column"]:
            r.fields.update({name: text for name, text in above.fields.items() if not r.fields.get(name)})


def _lift_totals(found: list[Record]) -> None:
    """Put the only total that stands beside the columns of a sheet in lines of their own to the first of them.

    Where another sheet has a total in several of its lines, they are those of the columns.
    """
    tables: dict[int, dict[tuple[object, ...], list[Record]]] = {}
    for r in found:
        if "column" in r.plan.fields and column_name(r.fields["column"]):
            told = (r.group, key(r.fields["player"]), *(r.fields.get(name, "") for name in ("date", *TEXT_FIELDS)))
            tables.setdefault(r.plan.row, {}).setdefault(told, []).append(r)
    for sheets in tables.values():
        plan = next(iter(sheets.values()))[0].plan
        for i in (i for i, figure, _ in plan.stated if figure in ("total", "sum")):
            filled = [[r for r in lines if clean(r.box(i))] for lines in sheets.values()]
            if any(len(mine) > 1 for mine in filled):
                continue
            for (first, *others), mine in zip(sheets.values(), filled, strict=True):
                if others and mine:
                    first.whole.append(i)
                    text, mine[0].cells[i] = mine[0].cells[i], ""
                    first.cells.extend([""] * (i + 1 - len(first.cells)))
                    first.cells[i] = text
