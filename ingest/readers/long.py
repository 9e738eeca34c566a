"""Read the long layout: a heading row, then a row for each box of a sheet (DESIGN.md, CSV long)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.model import ReadOptions
from ingest.readers import dates, groups, headings, unknown
from ingest.readers.by_others import by_others
from ingest.readers.calendar import Calendar, Impossible
from ingest.readers.collect import Collector, SheetColumn
from ingest.readers.columns import ask_columns, drawn
from ingest.readers.grid import Grid
from ingest.readers.labels import Label, box_name, column_name, label
from ingest.readers.numbering import numbers_told, without_numbers
from ingest.readers.records import TEXT_FIELDS, Part, Plan
from ingest.readers.values import UNANNOUNCED, Bad, announced, clean, dice, points, throws, whole
from ingest.readers.wide import clash
from ingest.readers.words import COLUMNS, is_sum_word, key, speaks_of_extremes
from ingest.sources import Source

_SEEN = 1_000  # lines that tell how players are named


def find_heading(grid: Grid) -> int | None:
    """Return the row number of the headings of a long table near the top, or None."""
    for seen, (number, cells) in enumerate(grid.filled()):
        if headings.is_long(cells):
            return number
        if seen >= 60:
            break
    return None


@dataclass
class _Line:
    """Be one record of the long layout."""

    row: int
    fields: dict[str, str]
    problem: tuple[str, str] | None = None  # the code and the sentence of what keeps it out of its sheet


def read(source: Source, grid: Grid, options: ReadOptions, heading: int, out: Collector) -> Part:
    """Understand one grid; what is no line of a sheet gets its fate at once. Raises UnreadableFile on a clash."""
    plan = _plan(source, grid, heading, options)
    found = plan.headings
    lines = _lines(source, grid, plan, options, out)
    columns: dict[str, str] = {}
    signs = drawn({line.fields.get("column", "") for line in lines})
    for line in lines:
        written = line.fields.get("column", "")
        if (meant := options.said(written, COLUMNS) or signs.get(written)) is not None:
            columns[written] = meant
            line.fields["column"] = meant
    nameless = [x.fields["column"] for x in lines if x.fields.get("column") and not column_name(x.fields["column"])]
    if "date" not in plan.fields and (text := groups.title_date(grid, heading)):
        for line in lines:
            line.fields["date"] = text
    place = f"worksheet {grid.worksheet}, row" if grid.worksheet else "row"
    _rounds_as_turns(lines)
    named = [line for line in lines if line.fields["player"]]
    notes = groups.carry_season([line.fields for line in lines]) if grid.leaves_out else ()
    if (at := plan.fields.get("date")) is not None:
        carried = (x for x in lines if x.fields["date"] and not any(map(clean, grid.row(x.row)[at : at + 1])))
        notes += groups.once_told("date", carried=any(carried))
    if bare := without_numbers([line.fields["player"] for line in named]):
        notes = (*notes, numbers_told(named[0].fields["player"]))
        for line, name in zip(named, bare, strict=True):
            line.fields["player"] = name
    return Part(
        layout="long",
        headings={**dict.fromkeys(nameless, "ignored"), **columns, **found.meanings()},
        suggestions=found.suggestions,
        labels=found.labels,
        dates=[(x.fields["date"], f"{place} {x.row}") for x in lines if x.fields.get("date") and not x.problem],
        emit=lambda calendar, out: _sheets(grid, lines, calendar, out),
        questions=(*ask_columns(nameless, options), *unknown.ask_fields((), _dated(grid, plan), found, options)),
        notes=notes,
    )


def _plan(source: Source, grid: Grid, heading: int, options: ReadOptions) -> Plan:
    found = headings.understand(grid.row(heading), options, "long")
    if found.clashes:
        raise clash(source, grid, heading, found)
    return Plan.of(heading, found)


def _dated(grid: Grid, plan: Plan) -> list[str]:
    """Return the unknown headings that have nothing but dates under them."""
    found = {}
    for i, (text, meant) in enumerate(zip(plan.headings.texts, plan.headings.labels, strict=True)):
        cells = [clean(c[i]) for c in grid.between(plan.row, plan.row + _SEEN) if i < len(c)] if not meant else []
        found[text] = bool(text) and dates.mostly([c for c in cells if c])
    return [text for text, dated in found.items() if dated]


def _rounds_as_turns(lines: Sequence[_Line]) -> None:
    """Take the round of each line for its turn, where a sheet has another box in every round: so programs count turns.

    The round of a tournament has whole sheets.
    """
    sheets: dict[tuple[str, ...], list[_Line]] = {}
    for line in lines:
        f = line.fields
        if f.get("round"):
            identity = (key(f["player"]), *(f.get(name, "") for name in ("date", *TEXT_FIELDS) if name != "round"))
            sheets.setdefault(identity, []).append(line)
    for mine in sheets.values():
        rounds = {line.fields["round"] for line in mine}
        boxes = {(line.fields.get("column"), key(line.fields["box"])) for line in mine}
        if not all(map(str.isdecimal, rounds)) or not len(mine) == len(rounds) == len(boxes):
            return
    if any("turn" in line.fields for line in lines) or not any(len(mine) > 1 for mine in sheets.values()):
        return
    counted = all(int(line.fields["round"]) for mine in sheets.values() for line in mine)
    for line in (line for mine in sheets.values() for line in mine):
        line.fields |= {"round": "", **({"turn": line.fields["round"]} if counted else {})}


def _names_once(grid: Grid, plan: Plan) -> bool:
    """Tell whether players are named in the first line of their sheets only: most lines with a box name none."""
    below = grid.between(plan.row, plan.row + _SEEN)
    named = [fields["player"] for cells in below if (fields := plan.texts(cells))["box"]]
    return named.count("") * 2 > len(named)


def _tells_game(fields: Mapping[str, str]) -> bool:
    return bool(fields.get("date") or fields.get("game"))


def _fill_down(fields: dict[str, str], above: Mapping[str, str], seen: set[tuple[str, ...]]) -> None:
    """Give a line what is written once, in the first line of a sheet or a game above it, until a box comes again.

    ``above`` is the line right above it, empty where none is; ``seen`` are the boxes of the game so far.
    """
    named = [name for name in ("date", *TEXT_FIELDS) if name in fields]
    other = any(fields[name] and fields[name] != above.get(name) for name in named)
    if other or not above:
        seen.clear()
    box = key(fields["player"]), fields.get("column", ""), key(fields["box"])
    if not (other or fields.get("date") or box in seen):
        fields |= {name: above.get(name, "") for name in named if not fields[name]}
    seen.add(box)


def _lines(source: Source, grid: Grid, plan: Plan, options: ReadOptions, out: Collector) -> list[_Line]:
    """Take the records below the headings that have a player and a box; the others get their fate at once."""
    lines: list[_Line] = []
    seen: set[tuple[str, ...]] = set()
    once = _names_once(grid, plan)
    every = "date" in plan.fields or "game" in plan.fields  # whether every line has told its game itself
    last = 0  # row of the last line of a sheet, or of its sums
    for number, cells in grid.filled():
        if number < plan.row:
            out.ignore(grid.worksheet, number, "title", "a line above the headings")
            continue
        if number == plan.row:
            out.ignore(grid.worksheet, number, "heading", "the headings")
            continue
        fields = plan.texts(cells)
        if not box_name(fields["box"]) and headings.is_long(cells):
            out.ignore(grid.worksheet, number, "heading", "the headings again")
            plan = _plan(source, grid, number, options)
            continue
        width = len(plan.headings.texts)
        above = lines[-1].fields if lines and number == last + 1 and grid.leaves_out else {}
        if once and not fields["player"] and fields["box"] and not is_sum_word(fields["box"]):
            fields["player"] = above.get("player", "")
        own = _tells_game(fields)
        goes_on = _tells_game(above) and key(fields["player"]) == key(above["player"])
        if own or goes_on or not (every and speaks_of_extremes(fields["player"])):
            _fill_down(fields, above, seen)
            every = every and own
        values = any(fields.get(name) for name in ("points", "dice", "throws"))
        last = number
        if any(clean(c) for c in cells[width:]):
            message = (
                f"row {number} has {len(cells)} fields, the headings only {width}. Look for a separator in a field."
            )
            lines.append(_Line(number, fields, ("too_many_fields", message)))
        elif fields["player"] and fields["box"]:
            lines.append(_Line(number, fields))
        elif any(is_sum_word(clean(c)) for c in cells if clean(c)):
            out.ignore(grid.worksheet, number, "sums", "a row of sums")
        elif fields["player"] and values:
            lines.append(_Line(number, fields, ("unknown_box", f"row {number} has figures but names no box.")))
        elif values and fields["box"]:
            message = f"row {number} has figures but no player. Write the name."
            lines.append(_Line(number, fields, ("no_player", message)))
        else:
            out.ignore(grid.worksheet, number, "note", "a note, or a row without figures")
            last = 0
    return lines


def _sheets(grid: Grid, lines: list[_Line], calendar: Calendar, out: Collector) -> None:
    """Gather the lines of a sheet, wherever they stand, and put each into its box."""
    sheets: dict[tuple[object, ...], int] = {}
    columns: dict[tuple[int, str], SheetColumn] = {}
    texts = list({line.fields["box"]: None for line in lines})
    by_case = by_others(texts)
    meanings = dict(zip(texts, headings.by_dice([by_case.get(t) or label(t) for t in texts]), strict=True))
    totals = any(x and (x.kind, x.name) == ("stated", "total") for x in meanings.values())
    _one_time(lines, calendar)
    for line in lines:
        f = line.fields
        day = calendar.day(f.get("date", ""))
        problem = line.problem or _problem(line, day)
        fields = {
            "played": None if isinstance(day, Impossible) else day,
            "worksheet": grid.worksheet,
            **{name: f.get(name) or None for name in TEXT_FIELDS},
        }
        if problem:
            out.reject(grid.worksheet, line.row, *problem, fields)
            continue
        named = column_name(f["column"]) if f.get("column") else None
        meant = meanings[f["box"]]
        if meant and meant.name == "sum" and totals:
            meant = replace(meant, name="subtotal")
        column = meant.column if meant and meant.column else named[0] if named else "main"
        identity = (key(f["player"]), f.get("date"), *(f.get(name) for name in TEXT_FIELDS))
        if identity not in sheets:
            sheets[identity] = out.sheet()
        sheet = sheets[identity]
        made = columns.get((sheet, column))
        if made is None:
            made = columns[sheet, column] = out.column(sheet, column, line.row, f["player"], fields)
        made.values["last_row"] = max(made.values["last_row"], line.row)
        _put(made, line, meant, out)
        out.row(grid.worksheet, line.row, sheet)


def _one_time(lines: Sequence[_Line], calendar: Calendar) -> None:
    """Give the lines of a game one date where each has the time of its own turn: that of the first.

    Where nothing names the game, it is that of the day, if nobody has a box twice in it.
    """
    games: dict[tuple[object, ...], list[_Line]] = {}
    for line in lines:
        f = line.fields
        day = calendar.day(f.get("date", ""))
        if isinstance(day, dt.date) and not line.problem and not is_sum_word(f["box"]):
            named = (*(f.get(name) for name in TEXT_FIELDS), None if f.get("game") else day)
            games.setdefault(named, []).append(line)
    for mine in games.values():
        days = {text: calendar.day(text) for text in (line.fields["date"] for line in mine)}
        span = sorted(day for day in days.values() if isinstance(day, dt.date))
        boxes = {(key(f["player"]), f.get("column"), key(f["box"])) for f in (line.fields for line in mine)}
        sheets = {(key(line.fields["player"]), line.fields["date"]) for line in mine}
        apart = len(sheets) * 2 > len(mine) and len(boxes) == len(mine)
        if apart and len(days) > 1 and (span[-1] - span[0]).days <= 1 and all(map(dates.has_time, days)):
            first = next(text for text, day in days.items() if day == span[0])
            for line in mine:
                line.fields["date"] = first


def _problem(line: _Line, day: object) -> tuple[str, str] | None:
    """Return the code and the sentence of what keeps a line with a player and a box out of its sheet."""
    date, column = line.fields.get("date", ""), line.fields.get("column", "")
    if isinstance(day, Impossible):
        return "bad_value", f"row {line.row}: {date!r} is no date. {dates.remedy(date)}"
    if column and not column_name(column):
        return "bad_value", f"row {line.row}: no column of a sheet is called {column!r}. Say down, free, up or dry."
    return None


def _put(made: SheetColumn, line: _Line, meant: Label | None, out: Collector) -> None:
    """Put one line's figures into its box, or its stated figure."""
    f, sheet, column = line.fields, made.sheet, made.values["column"]
    text = f.get("points", "")
    if meant and (meant.kind == "stated" or meant.name == "extra_yams"):
        figure = "total" if meant.name == "sum" else meant.name
        if figure != "subtotal":
            made.put_stated("column_total" if figure == "total" and column != "main" else figure, text, line.row)
        return
    if meant is None or meant.kind != "box":
        out.finding(sheet, "unknown_box", column=column, box=f["box"], stated=text or f.get("dice"), row=line.row)
        return
    box = meant.name
    dice_text = f.get("dice", "")
    struck = bool(dice_text) and points(dice_text) == 0  # a mark in the place of the dice
    made.put(box, text or dice_text if struck else text, line.row)
    if not struck and (rolled := dice(dice_text)):
        if made.values.get(f"d_{box}") not in (None, rolled):
            detail = f"the dice are given twice, {made.values[f'd_{box}']} and {rolled}"
            out.finding(sheet, "bad_dice", column=column, box=box, stated=rolled, row=line.row, detail=detail)
        made.values[f"d_{box}"] = rolled
    if turn := f.get("turn"):
        number = whole(turn)
        if isinstance(number, Bad) or not 0 < number < 10_000:
            detail = "the turn is no number from 1"
            out.finding(sheet, "bad_value", column=column, box=box, stated=turn, row=line.row, detail=detail)
        else:
            made.values[f"t_{box}"] = number
    told = f.get("announced", "")
    said = announced(told)
    if isinstance(said, Bad):
        out.finding(sheet, "bad_value", column=column, box=box, stated=told, row=line.row, detail=UNANNOUNCED)
        said = None
    if (thrown := throws(f.get("throws", ""))) or said:
        kept = throws(f.get("kept", ""))
        out.throws.append(
            {"sheet": sheet, "column": column, "box": box, "throws": thrown, "kept": kept, "announced": said}
        )
