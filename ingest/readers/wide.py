"""Read the wide layout: a heading row, then a row for each player of a game (DESIGN.md, CSV wide)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers import dates, headings
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.headings import Headings
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import UPPER, column_name, is_note, is_sum_word, key, label
from ingest.sources import Source

TEXT_FIELDS = ("game", "rules", "season", "event", "round", "table")
_SHEET_FIGURES = ("total", "place", "extra_yams", "extra")


@dataclass
class Plan:
    """Say what stands in each field of a row under one heading row."""

    row: int
    headings: Headings
    fields: dict[str, int] = field(default_factory=dict)
    boxes: list[tuple[int, str, str | None]] = field(default_factory=list)
    stated: list[tuple[int, str, str | None]] = field(default_factory=list)

    @classmethod
    def of(cls, row: int, found: Headings) -> Plan:
        """Sort the labels of a heading row by kind."""
        plan = cls(row, found)
        for i, x in enumerate(found.labels):
            if x is None:
                continue
            if x.kind == "box":
                plan.boxes.append((i, x.name, x.column))
            elif x.kind == "stated" or x.name == "extra_yams":
                plan.stated.append((i, x.name, x.column))
            else:
                plan.fields[x.name] = i
        return plan

    @property
    def columns(self) -> list[str]:
        """Return the columns of a sheet, in the file's order."""
        named = dict.fromkeys(c for _, _, c in (*self.boxes, *self.stated) if c)
        return list(named) or ["main"]


@dataclass
class Record:
    """Be one record under a plan, before it is known whether it is a sheet."""

    row: int
    cells: list[str]
    plan: Plan
    after_gap: bool
    fields: dict[str, str]
    word: str | None  # where a word for sums stands: "player", "elsewhere"
    boxes: bool
    figures: bool

    def box(self, i: int) -> str:
        """Return a cell, or nothing where the record is too short."""
        return self.cells[i] if i < len(self.cells) else ""


def find_heading(grid: Grid) -> int | None:
    """Return the row number of the best heading row near the top, or None."""
    best, weight = None, 0
    for seen, (number, cells) in enumerate(grid.filled()):
        if seen >= 60:
            break
        if (w := headings.weigh(cells)) > weight:
            best, weight = number, w
    return best


def read(
    source: Source, grid: Grid, options: ReadOptions, heading: int, out: Collector, calendar_of: Any = None
) -> dict[str, Any]:
    """Read one grid into the collector; returns what was understood. Raises UnreadableFile for headings that clash."""
    plan = _plan(source, grid, heading, grid.rows[heading - 1], options)
    found = _records(source, grid, plan, options, out)
    if not any("date" in r.plan.fields for r in found) and (text := title_date(grid, heading)):
        for r in found:
            r.fields["date"] = text
    genuine = _sort_out(grid, found, out)
    _fill_down(genuine)
    place = f"{grid.worksheet}, row" if grid.worksheet else "row"
    calendar = dates.understand(
        source.name, ((r.fields["date"], f"{place} {r.row}") for r in genuine if r.fields.get("date")), options
    )
    _sheets(grid, genuine, calendar, out)
    return {
        "headings": plan.headings.meanings(),
        "suggestions": dict(plan.headings.suggestions),
        "labels": plan.headings.labels,
        "calendar": calendar,
    }


def clash(source: Source, grid: Grid, number: int, found: Headings) -> UnreadableFile:
    """Return the error for headings that mean the same: which one counts is not for a program to pick."""
    where = f"worksheet {grid.worksheet!r}, row {number}" if grid.worksheet else f"row {number}"
    return source.fail(
        f"{where}: the headings {'; '.join(found.clashes)}. Rename or remove one of them, "
        "or say that one is to be ignored.",
        code="duplicate_heading",
        row=number,
    )


def _plan(source: Source, grid: Grid, number: int, cells: Sequence[str], options: ReadOptions) -> Plan:
    found = headings.understand(cells, options)
    where = f"worksheet {grid.worksheet!r}, row {number}" if grid.worksheet else f"row {number}"
    if found.clashes:
        raise clash(source, grid, number, found)
    plan = Plan.of(number, found)
    if "player" not in plan.fields:
        first = min((i for i, *_ in (*plan.boxes, *plan.stated)), default=0)
        blank = [i for i in range(first) if not found.texts[i] and _texts_below(grid, number, i)]
        if len(blank) != 1:
            raise source.fail(
                f"{where}: no column of players is found among the headings "
                f"{', '.join(t for t in found.texts[:8] if t)}. "
                "Head it Player, Jucător, Joueur, Giocatore, Jugador or Spieler.",
                code="no_scoresheet",
                row=number,
            )
        plan.fields["player"] = blank[0]
    return plan


def _texts_below(grid: Grid, heading: int, i: int) -> bool:
    below = [r[i] for r in grid.rows[heading : heading + 50] if i < len(r) and clean(r[i])]
    return bool(below) and all(isinstance(points(c), Bad) for c in below[:3])


def _records(source: Source, grid: Grid, plan: Plan, options: ReadOptions, out: Collector) -> list[Record]:
    """Take every filled record below the headings; titles, headings and overlong records get their fate at once."""
    found: list[Record] = []
    previous = plan.row
    for number, cells in grid.filled():
        if number < plan.row and not found:
            out.ignore(grid.worksheet, number, "title", "a line above the headings")
            continue
        if number == plan.row:
            out.ignore(grid.worksheet, number, "heading", "the headings")
            previous = number
            continue
        if headings.weigh(cells) >= 3 and _spoken_boxes(cells) >= 2:
            if [key(c) for c in cells] != [key(c) for c in plan.headings.texts]:
                plan = _plan(source, grid, number, cells, options)
                plan.row = number
            out.ignore(grid.worksheet, number, "heading", "the headings again")
            previous = number
            continue
        width = len(plan.headings.texts)
        if any(clean(c) for c in cells[width:]):
            out.reject(
                grid.worksheet,
                number,
                "too_many_fields",
                f"row {number} has {len(cells)} fields, the headings only {width}: its figures cannot be matched "
                "to headings. Look for a separator inside a field, and quote that field.",
            )
            previous = number
            continue
        found.append(_record(number, cells, plan, number > previous + 1))
        previous = number
    return found


def _spoken_boxes(cells: Sequence[str]) -> int:
    return sum(1 for c in cells if (x := label(clean(c))) and x.kind == "box" and not clean(c).isdigit())


def _record(number: int, cells: list[str], plan: Plan, after_gap: bool) -> Record:
    fields = {name: clean(cells[i]) if i < len(cells) else "" for name, i in plan.fields.items()}
    taken = {i for i, *_ in plan.boxes} | {i for i, *_ in plan.stated}
    word = None
    if is_sum_word(fields["player"]) and fields["player"]:
        word = "player"
    for i, cell in enumerate(cells):
        text = clean(cell)
        if (
            text
            and i not in taken
            and i != plan.fields["player"]
            and i != plan.fields.get("event")
            and is_sum_word(text)
        ):
            word = "elsewhere"
    boxes = any(clean(cells[i]) for i, *_ in plan.boxes if i < len(cells))
    figures = any(clean(cells[i]) for i, *_ in plan.stated if i < len(cells))
    return Record(number, cells, plan, after_gap, fields, word, boxes, figures)


def title_date(grid: Grid, heading: int) -> str | None:
    """Return the one date of the titles above a table and its worksheet's name, or None."""
    titles = [clean(c) for r in grid.rows[: heading - 1] for c in r if clean(c)]
    texts = {d for t in (*titles, grid.worksheet) if (d := dates.within(t))}
    return texts.pop() if len(texts) == 1 else None


def _sort_out(grid: Grid, found: list[Record], out: Collector) -> list[Record]:
    """Part the sheets from sums, means, notes and records without a player, each with its reason."""
    sure = [r for r in found if r.fields["player"] and (r.boxes or r.figures) and not r.word]
    last = max((r.row for r in sure), default=0)
    dated = sum(1 for r in sure if _identified(r)) * 2 >= len(sure) > 0
    genuine = []
    for r in found:
        player = r.fields["player"]
        if not r.boxes and not r.figures:
            if r.word:
                out.ignore(grid.worksheet, r.row, "sums", "a row of sums")
            elif player and not is_note(player) and (_identified(r) or not dated):
                out.ignore(grid.worksheet, r.row, "blank_player", f"{player} has no figure at all: nobody played there")
            else:
                out.ignore(grid.worksheet, r.row, "note", "a note, or a row without figures")
        elif r.word and _is_sums(r, sure, last, dated):
            out.ignore(grid.worksheet, r.row, "sums", f"a row of sums or means ({_word(r)})")
        elif not player:
            if r.row > last and not _identified(r) and (_impossible(r) or _resembles(r, sure)):
                out.ignore(grid.worksheet, r.row, "sums", "a row of sums or means at the end")
            else:
                out.reject(
                    grid.worksheet,
                    r.row,
                    "no_player",
                    f"row {r.row} has figures but no player. Write the player's name.",
                )
        else:
            genuine.append(r)
    return genuine


def _word(r: Record) -> str:
    return next((clean(c) for c in r.cells if is_sum_word(clean(c)) and clean(c)), "")


def _identified(r: Record) -> bool:
    return bool(r.fields.get("date") and "date" in r.plan.fields) or bool(r.fields.get("game"))


def _is_sums(r: Record, sure: list[Record], last: int, dated: bool) -> bool:
    """Tell a row of sums from a player who is called Total or Media and has played."""
    if r.word == "elsewhere" or not r.fields["player"]:
        return True
    if (dated and not _identified(r)) or _impossible(r):
        return True
    if not r.boxes and any(s.boxes for s in sure):
        return True
    return _resembles(r, sure) if r.row > last or not dated else False


def _impossible(r: Record) -> bool:
    """Tell whether a figure cannot be of one player: beyond five (ten) dice of a face, or broken into decimals."""
    dice = 10 if any(name == "plus" for _, name, _ in r.plan.boxes) else 5
    for i, name, _ in r.plan.boxes:
        value = points(r.box(i))
        if isinstance(value, Bad):
            return True
        if value is not None and name in UPPER and value > dice * (UPPER.index(name) + 1):
            return True
    return False


def _resembles(r: Record, sure: list[Record]) -> bool:
    """Tell whether a row holds the sums or the means of the sheets, of all or of the last game before it."""
    above = [s for s in sure if s.row < r.row]
    if not above:
        return False
    end = above[-1].fields
    group = [s for s in above if s.fields.get("date") == end.get("date") and s.fields.get("game") == end.get("game")]
    return any(_aggregate(r, some) for some in (above, group))


def _aggregate(r: Record, some: list[Record]) -> bool:
    checks = []
    for i, *_ in r.plan.boxes:
        value = points(r.box(i))
        values = [v for s in some if not isinstance(v := points(s.box(i)), Bad) and v is not None]
        if isinstance(value, Bad) or value is None or not values:
            continue
        checks.append((value == sum(values), abs(value - sum(values) / len(values)) <= 1))
    return bool(checks) and (all(a for a, _ in checks) or all(b for _, b in checks))


def _fill_down(genuine: list[Record]) -> None:
    """Give rows below the first of a game its date and game, where they are written once only, as on paper."""
    above: Record | None = None
    players: set[str] = set()
    for r in genuine:
        named = key(r.fields["player"])
        if _identified(r) or above is None or r.after_gap or r.row != above.row + 1 or named in players:
            if (
                above
                and r.fields.get("game")
                and not r.fields.get("date")
                and r.fields["game"] == above.fields.get("game")
            ):
                r.fields["date"] = above.fields.get("date", "")
            elif _identified(r):
                players = set()
        else:
            for name in ("date", *TEXT_FIELDS):
                if name in above.fields and not r.fields.get(name):
                    r.fields[name] = above.fields[name]
        players.add(named)
        above = r


def _sheets(grid: Grid, genuine: list[Record], calendar: dates.Calendar, out: Collector) -> None:
    """Turn the records that are sheets into sheet columns."""
    previous: tuple[object, ...] | None = None
    sheet = 0
    seen: set[str] = set()
    for r in genuine:
        text = r.fields.get("date", "")
        day = calendar.day(text)
        if isinstance(day, dates.Impossible):
            out.reject(
                grid.worksheet,
                r.row,
                "bad_value",
                f"row {r.row}, column {_heading(r, 'date')}: {text!r} is no date{_asked(calendar)}. "
                "Write it like 2026-03-14.",
            )
            continue
        given = r.fields.get("column", "")
        column = column_name(given) if given else None
        if given and column is None:
            out.reject(
                grid.worksheet,
                r.row,
                "bad_value",
                f"row {r.row}: no column of a sheet is called {given!r}. Say down, free, up or dry.",
            )
            continue
        identity = (key(r.fields["player"]), text, *(r.fields.get(f) for f in TEXT_FIELDS))
        if column is None or identity != previous or column[0] in seen:
            sheet, seen = out.sheet(), set()
        previous = identity
        fields = {
            "played": day,
            "worksheet": grid.worksheet,
            **{name: r.fields.get(name) or None for name in TEXT_FIELDS},
        }
        for name in [column[0]] if column else r.plan.columns:
            seen.add(name)
            _column(r, name, sheet, len(seen) == 1, fields, out)
        out.row(grid.worksheet, r.row, sheet)


def _column(r: Record, name: str, sheet: int, first: bool, fields: dict[str, Any], out: Collector) -> None:
    made = out.column(sheet, name, r.row, r.fields["player"], fields)
    several = len(r.plan.columns) > 1
    for i, box, column in r.plan.boxes:
        if column in (None, name):
            made.put(box, clean(r.box(i)), r.row)
    for i, figure, column in r.plan.stated:
        if column == name:
            made.put_stated("column_total" if figure in ("total", "sum") else figure, clean(r.box(i)), r.row)
        elif column is None and (first or not several):
            sheetwide = several and figure not in _SHEET_FIGURES
            made.put_stated(f"sheet_stated_{figure}" if sheetwide else figure, clean(r.box(i)), r.row)


def _heading(r: Record, name: str) -> str:
    i = r.plan.fields.get(name)
    return repr(r.plan.headings.texts[i]) if i is not None else "title"


def _asked(calendar: dates.Calendar) -> str:
    return f" in the order {calendar.order} ({calendar.basis})" if calendar.order and calendar.basis else ""
