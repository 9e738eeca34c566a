"""Find what a person has to say of a wide table: its players, dates and columns; use what was said."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.model import Question, ReadOptions
from ingest.readers import dates, headings, unknown
from ingest.readers.calendar import Calendar
from ingest.readers.collect import Collector
from ingest.readers.columns import above_boxes, ask_columns, drawn
from ingest.readers.composed import parts
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, field_name
from ingest.readers.records import Part, Plan, Record
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import COLUMNS, NAME_FIELDS, is_flag, is_sum_word, is_timestamp, speaks_of_other_days

_MEANT = (*COLUMNS, "ignore")  # what a heading over columns can be said to mean
_SEEN = 200  # rows below the headings that tell what these may mean


def ask_first(grid: Grid, number: int, options: ReadOptions) -> tuple[Question, ...]:
    """Return what has to be known before a table can be read: its columns where headings clash, its players."""
    columns = ask_columns(_unknown_above(grid, number, options), options)
    return columns or _ask_players(grid, number, options)


def _ask_players(grid: Grid, number: int, options: ReadOptions) -> tuple[Question, ...]:
    """Ask which unknown heading is that of the players, and which are boxes, where no heading means the player."""
    found = headings.understand(grid.row(number), options)
    first = next((i for i, x in enumerate(found.labels) if x and x.kind in ("box", "stated")), 0)
    blank = any(not found.texts[i] and texts_below(grid, number, i) for i in range(first))
    if blank or found.clashes or found.where("field", "player") is not None or player_above(grid, number, options):
        return ()
    below = grid.between(number, number + _SEEN)
    under = {
        text: [c for cells in below if i < len(cells) and (c := clean(cells[i]))]
        for i, text in enumerate(found.texts)
        if text and found.labels[i] is None
    }
    dated = [text for text, cells in under.items() if dates.mostly(cells)]
    words = [t for t, cells in under.items() if cells and t not in dated and not any(map(_is_figure, cells))]
    asked = unknown.ask_fields(words, dated, found, options)
    return (*asked, *unknown.ask(found, under, options)) if words and asked else ()


def player_above(grid: Grid, number: int, options: ReadOptions) -> str:
    """Return the one player who is named above headings that name none: "Player: Ana", in one field or in two.

    What is only called a name may be that of a club.
    """
    if headings.understand(grid.row(number), options).where("field", "player") is not None:
        return ""
    lines = [[text for c in cells if (text := clean(c))] for cells in grid.between(grid.first - 1, number)]
    parted = [line[0].partition(":")[::2] if len(line) == 1 else line for line in lines if 0 < len(line) < 3]
    told = [(field_name(called.rstrip(" :")), text.strip()) for called, text in parted]
    named = {t for name, t in told if t and (name == "player" or (name in NAME_FIELDS and is_given_name(t)))}
    return named.pop() if len(named) == 1 else ""


def _unknown_above(grid: Grid, number: int, options: ReadOptions) -> list[str]:
    """Return the headings above the same boxes again and again, where these clash and no columns are known there."""
    if number <= grid.first or not headings.understand(grid.row(number), options).clashes:
        return []
    texts, above = [clean(c) for c in grid.row(number)], [clean(c) for c in grid.row(number - 1)]
    lower = {c: t for c, t in enumerate(texts) if texts.count(t) > 1}
    return above_boxes({c: above[c] if c < len(above) else "" for c in lower}, lower)


def waiting(grid: Grid, asked: tuple[Question, ...]) -> Part:
    """Return the part that leaves out every record until a person has said what the headings mean."""

    def wait(_: Calendar, out: Collector) -> None:
        for number, _cells in grid.filled():
            out.ignore(grid.worksheet, number, "question", "it is to be said first what the headings mean")

    return Part("wide", {question.subject: "ignored" for question in asked}, {}, (), [], wait, questions=asked)


def unknown_figures(plan: Plan, genuine: Sequence[Record]) -> dict[str, list[str]]:
    """Return what stands under each unknown heading among the boxes, or in a row with them and sums of sections."""
    texts, labels = plan.headings.texts, plan.headings.labels
    sections = {i for i, name, _ in plan.stated if name not in ("total", "place")}
    at = [i for i, *_ in plan.boxes]
    first, last = min(at, default=0), max(at, default=-1)
    while first > 0 and texts[first - 1] and (labels[first - 1] is None or first - 1 in sections):
        first -= 1
    while at and last + 1 < len(texts) and texts[last + 1] and (labels[last + 1] is None or last + 1 in sections):
        last += 1
    return {texts[i]: [r.box(i) for r in genuine] for i in range(first, last + 1) if texts[i] and labels[i] is None}


def unknown_dates(plan: Plan, genuine: Sequence[Record]) -> list[str]:
    """Return the unknown headings that have nothing but dates under them, and others than those of the known one.

    The times at which rows were written, changed or sent out are none.
    """
    texts, day = plan.headings.texts, plan.fields.get("date")
    spoken = [i for i, text in enumerate(texts) if text and plan.headings.labels[i] is None]
    spoken = [i for i in spoken if not is_timestamp(texts[i]) and not speaks_of_other_days(" ".join(parts(texts[i])))]
    cells = {i: [(r, text) for r in genuine if (text := clean(r.box(i)))] for i in spoken}
    dated = {i: told for i, told in cells.items() if dates.mostly([text for _, text in told])}
    return [
        texts[i]
        for i, told in dated.items()
        if day is None or any(_days(t).isdisjoint(_days(clean(r.box(day)))) for r, t in told)
    ]


def _days(text: str) -> frozenset[object]:
    return frozenset(dates.readings(text).values()) or frozenset((dates.within(text), text))


def _is_figure(text: str) -> bool:
    return isinstance(points(text), int)


def texts_below(grid: Grid, heading: int, i: int) -> bool:
    """Tell whether words stand in a field of the rows below the headings, as the players' names do."""
    below = [r[i] for r in grid.between(heading, heading + 50) if i < len(r) and clean(r[i])]
    return bool(below) and all(isinstance(points(c), Bad) for c in below[:3])


def surnames_beside(grid: Grid, plan: Plan) -> bool:
    """Tell whether the heading of the players stands over two columns of words, of which every sheet has both.

    Letters alone, as of tables, and yes and no are no surnames.
    """
    i = plan.fields["player"]
    texts = plan.headings.texts
    if "given_name" in plan.fields or not texts[i] or texts[i + 1 : i + 2] != ("",):
        return False
    sheets = [
        cells
        for cells in grid.between(plan.row, plan.row + _SEEN)
        if len(cells) > i + 1
        and clean(cells[i])
        and not is_sum_word(clean(cells[i]))
        and any(_is_figure(clean(c)) for c in cells[i + 2 :])
    ]
    beside = [clean(cells[i + 1]) for cells in sheets]
    named = any(len(text) > 1 and not is_flag(text) for text in beside)
    return len(sheets) > 1 and named and all(text and _are_letters(text) for text in beside)


def surnames_told(plan: Plan) -> tuple[str, ...]:
    """Return the note that a column without a heading counts for the surnames, if it does."""
    given, texts = plan.fields.get("given_name"), plan.headings.texts
    if given is None or plan.fields.get("player") != given + 1 or texts[given + 1]:
        return ()
    return (f"the words beside {texts[given]!r} have no heading, and count as surnames",)


def _are_letters(text: str) -> bool:
    return isinstance(points(text), Bad) and not any(c.isdigit() for c in text)


def columns_above(grid: Grid, number: int, options: ReadOptions) -> list[str]:
    """Return the names of columns that stand merged in the row above the headings, spread to the right."""
    above = [options.said(c, _MEANT) or clean(c) for c in grid.row(number - 1)] if number > grid.first else []
    if len({named[0] for c in above if (named := column_name(c))}) < 2:
        return []
    spread, last = [], ""
    for text in (*above, *([""] * (len(grid.row(number)) - len(above)))):
        last = text or last
        spread.append(last if column_name(last) or last == "ignore" else "")
    return spread


def give_columns(grid: Grid, found: list[Record], options: ReadOptions, out: Collector) -> dict[str, str]:
    """Give records the columns that a person has named, or signs show; leave out those to be ignored.

    Returns what was meant by each.
    """
    told: dict[str, str] = {}
    kept = []
    signs = drawn({r.fields.get("column", "") for r in found})
    for r in found:
        text = r.fields.get("column", "")
        meant = options.said(text, _MEANT) or signs.get(text)
        if meant is not None:
            r.fields["column"] = meant
            told[text] = headings.answered(meant)
        if meant == "ignore":
            out.ignore(grid.worksheet, r.row, "note", f"a column that is left out ({text})")
        else:
            kept.append(r)
    found[:] = kept
    return told


def told_above(grid: Grid, plan: Plan, options: ReadOptions) -> dict[str, str]:
    """Return what a person has said of the columns that stand above the headings."""
    above = grid.row(plan.row - 1) if len(plan.columns) > 1 and plan.row > grid.first else []
    return {clean(c): headings.answered(meant) for c in above if (meant := options.said(c, _MEANT))}
