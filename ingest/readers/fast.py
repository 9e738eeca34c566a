"""Read large regular wide CSV by columns, where that surely gives what the row by row reading gives.

Every doubt is a None: quotes, stray line ends, blank or ragged lines, text that needs cleaning, rows without a player
or a game, words for sums, cells that are neither numbers nor marks. The caller then reads row by row.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import polars as pl

from ingest.frames import POINTS_TYPE, ROWS, SHEET_COLUMNS, STATED_TYPE
from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import dates, groups, headings, unknown
from ingest.readers.calendar import Calendar, Impossible, settle_dates
from ingest.readers.composed import is_number_word
from ingest.readers.dialects import find_dialect
from ingest.readers.fast_text import END, Text, quoted_plainly, text_of
from ingest.readers.grid import decimal_mark
from ingest.readers.numbering import SIGNS, is_numbered
from ingest.readers.other_games import ANSWERS
from ingest.readers.plain_labels import FURTHER
from ingest.readers.plays import FAMILY
from ingest.readers.records import TEXT_FIELDS, Plan
from ingest.readers.values import LARGEST, MOST_OF_UPPER, Bad, clean, points, total_points
from ingest.readers.words import (
    SIGNS_OF_MEANS,
    UPPER,
    begins_with_sum_word,
    is_extreme_word,
    is_sum_word,
    is_timestamp,
    key,
    names_sums,
    speaks_of_extremes,
)
from ingest.sources import LARGE_TABLE, TABLES, Source

_DIGITS = 2  # of figures that surely fit into eight bits
_MOST_STATED = 10_000_000
_UNCLEAN = r"^\s|\s$|[\n\r\t\x0b\x0c'\u{a0}\u{2007}\u{202f}\u{feff}\u{200b}\u{200e}\u{200f}]"
_FIRST = 10  # players by whose names it is known whether all are numbered
_NEEDED = ("player", "date", "game")
_CARRIED = tuple(name for name in TEXT_FIELDS if name not in _NEEDED)  # rows that leave them blank take those above
_MOST_MARKS = 1_000  # different texts in a box column that are no plain numbers


def read(source: Source, options: ReadOptions, *, smallest: int = LARGE_TABLE) -> ParsedFile | None:
    """Return the file as read, or None where only the row by row reading is sure to be right."""
    if source.size < smallest or source.extension not in TABLES or not ANSWERS.isdisjoint(options.headings.values()):
        return None
    body = text_of(source)
    return None if body is None else _read(source, body, options)


def _read(source: Source, body: Text, options: ReadOptions) -> ParsedFile | None:
    try:
        line = body.head[: body.head.find(b"\n")].decode("utf-8")
    except UnicodeDecodeError:
        return None
    sample = body.head.decode("utf-8", "ignore")
    dialect, skip = find_dialect(source, sample, options)
    if not dialect.plain:
        return None
    delimiter = dialect.delimiter
    if body.quoted and (b'""' in body.bytes() or not quoted_plainly(body.bytes(), delimiter.encode())):
        return None
    cells = next(csv.reader([line], delimiter=delimiter), [])
    if skip or headings.weigh(cells) < 3 or headings.is_long(cells):
        return None
    found = headings.understand(cells, options)
    plan = Plan.of(1, found)
    if (
        found.clashes
        or unknown.may_ask(found)
        or not _regular(plan)
        or any(headings.weigh(r) for r in _lines(sample, delimiter))
    ):
        return None
    frame = _frame(body, delimiter, plan, len(cells))
    if frame is None or frame.is_empty() or not _accounted(frame, plan):
        return None
    if _dates_unknown(frame, plan) or _surnames_beside(frame, plan) or _stands_beside(frame, plan):
        return None
    if _may_be_short(frame, plan) and not _none_short(body, delimiter, cells, frame, plan):
        return None
    decimal = decimal_mark([cells, *_lines(sample, delimiter)[:19]])
    with ThreadPoolExecutor(1) as beside:  # polars leaves the interpreter to others while it works
        sure = beside.submit(_texts_plain, frame, plan)
        parsed = _parsed(frame, plan, delimiter, decimal, body.basis, options)
        return parsed if sure.result() else None


def _lines(sample: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(sample.split("\n")[1:61], delimiter=delimiter))


def _dates_unknown(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether an unknown heading may be that of the dates, which a person is asked then."""
    if "date" in plan.fields and not is_timestamp(plan.headings.texts[plan.fields["date"]]):
        return False
    columns = (frame[str(i)].drop_nulls().head(1) for i, x in enumerate(plan.headings.labels) if x is None)
    return any(dates.dated(str(told)) for column in columns for told in column)


def _surnames_beside(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether texts without a heading stand beside the players, which may be their surnames."""
    beside = plan.fields["player"] + 1
    return plan.headings.texts[beside : beside + 1] == ("",) and frame[str(beside)].count() > 0


def _stands_beside(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether anything stands behind a column without a heading, where another table may be (`beside_wide`)."""
    texts, behind = plan.headings.texts, max(i for i, *_ in plan.boxes) + 1
    bare = next((i for i in range(behind, len(texts)) if not texts[i]), len(texts))
    return any(texts[i] or frame[str(i)].count() for i in range(bare + 1, len(texts)))


def _may_be_short(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether a record may lack its last fields, which are then null like empty ones."""
    return plan.width == 0 or frame[str(plan.width - 1)].null_count() > 0


def _none_short(body: Text, delimiter: str, cells: Sequence[str], frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether the separators between fields are as many as the headings ask for in every record."""
    within = 0
    if body.quoted:
        if any(frame[str(i)].dtype == pl.Int32 for i, *_ in plan.boxes):  # read as text: what was in quotes is gone
            return False
        texts = (c for c in frame.iter_columns() if c.dtype == pl.String)
        within = sum(int(c.str.count_matches(delimiter, literal=True).sum()) for c in texts)
        within += sum(cell.count(delimiter) for cell in cells)
    return body.bytes().count(delimiter.encode()) - within == (len(cells) - 1) * (frame.height + 1)


def _regular(plan: Plan) -> bool:
    """Tell whether each row is one sheet of one column, with a game or a date."""
    return (
        "player" in plan.fields
        and not {"column", "given_name", "month"} & plan.fields.keys()
        and bool({"date", "game"} & plan.fields.keys())
        and bool(plan.boxes)
        and all(column is None for _, _, column in (*plan.boxes, *plan.stated))
        and not any(name.startswith((FURTHER, "numbered")) for _, name, _ in plan.stated)
        and not ("game" in plan.fields and is_number_word(plan.headings.texts[plan.fields["game"]]))
    )


def _frame(body: Text, delimiter: str, plan: Plan, width: int) -> pl.DataFrame | None:
    """Read the body with small integers for points; where that fails, as text, and cast what can be cast."""
    stated = {i: STATED_TYPE for i, *_ in plan.stated}
    for points_type in _points_types(body, delimiter, plan):
        figures = {**dict.fromkeys((i for i, *_ in plan.boxes), points_type), **stated} if points_type else {}
        try:
            frame = pl.read_csv(
                body.whole,
                has_header=False,
                skip_rows=1,
                schema={str(i): figures.get(i, pl.String()) for i in range(width)},
                separator=delimiter,
                quote_char='"' if body.quoted else None,
            )
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException):  # it panics where a quote is left open
            continue
        return frame if points_type else _cast(frame, plan)
    return None


def _points_types(body: Text, delimiter: str, plan: Plan) -> list[pl.DataType | None]:
    """List the types to try for points, the narrowest that the lines at both ends allow first; None is text."""
    at = [i for i, *_ in plan.boxes]
    small = True
    for part in (body.head[:END], body.tail):
        for record in csv.reader(part.decode("utf-8", "ignore").split("\n")[1:-1], delimiter=delimiter):
            small = small and all(len(record[i]) <= _DIGITS for i in at if i < len(record))
    return [*([pl.Int8()] if small else []), POINTS_TYPE, None]


def _cast(frame: pl.DataFrame, plan: Plan) -> pl.DataFrame | None:
    """Turn text into points, each different mark read once, as the row by row reading reads it."""
    made = []
    for i, meant, _ in (*plan.boxes, *plan.stated):
        name = str(i)
        column = frame[name]
        value = column.cast(pl.Int32, strict=False)
        odd = column.filter(value.is_null() & column.is_not_null()).unique()
        if odd.len() > _MOST_MARKS:
            return None
        if odd.len():
            read = {text: (total_points if meant == "total" else points)(clean(text)) for text in odd}
            tallied = meant == "extra_yams" and 0 in read.values()  # marks there may count further Yams
            if tallied or any(isinstance(v, Bad) for v in read.values()):
                return None
            marks = column.replace_strict(list(read), list(read.values()), default=None, return_dtype=pl.Int32)
            value = value.fill_null(marks)
        made.append(value.alias(name))
    return frame.with_columns(made)


def _accounted(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether every row is a sheet: it has a player and figures, and none out of range."""
    figures = [str(i) for i, *_ in (*plan.boxes, *plan.stated)]
    lows, highs = frame.select(figures).min().row(0), frame.select(figures).max().row(0)
    most = [LARGEST] * len(plan.boxes) + [_MOST_STATED] * len(plan.stated)
    if any(low is not None and (low < -top or high > top) for low, high, top in zip(lows, highs, most, strict=True)):
        return False
    if any(name == "place" for _, name, _ in plan.stated):
        return False
    if (
        not any(frame[c].null_count() == 0 for c in figures)
        and not frame.select(
            pl.all_horizontal(pl.any_horizontal(pl.col(c).is_not_null() for c in figures)).all()
        ).item()
    ):
        return False
    if all(map(is_numbered, frame[str(plan.fields["player"])].head(_FIRST).drop_nulls())):
        return False
    if _has_most_possible(frame, plan):
        return False
    if not {"date", "game"} & plan.fields.keys() and any(map(speaks_of_extremes, _named(frame, plan).unique())):
        return False
    blank = {name: frame[str(plan.fields[name])].null_count() for name in (*_NEEDED, *_CARRIED) if name in plan.fields}
    return not any(n and (name in _NEEDED or n < frame.height) for name, n in blank.items())


def _has_most_possible(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether a row holds the most that dice can give in every upper box, and its name speaks of that."""
    upper = {name: pl.col(str(i)) for i, name, _ in plan.boxes if name in UPPER}
    if len(upper) < len(UPPER):
        return False
    most = (pl.all_horizontal(upper[n] == v for n, v in zip(UPPER, values, strict=True)) for values in MOST_OF_UPPER)
    return any(map(speaks_of_extremes, _named(frame.filter(pl.any_horizontal(*most)), plan).unique()))


def _named(frame: pl.DataFrame, plan: Plan) -> pl.Series:
    return frame[str(plan.fields["player"])].drop_nulls()


def _texts_plain(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether no text but dates needs cleaning or is a word for sums."""
    date, player = str(plan.fields.get("date")), str(plan.fields["player"])
    game = str(plan.fields.get("game"))
    return all(
        _plain(column, of_players=column.name == player, of_games=column.name == game)
        for column in frame.iter_columns()
        if column.name != date
    )


def _runs(column: pl.Series) -> pl.Series:
    """Mark the rows at which a column changes, the first one included."""
    return column.ne_missing(column.shift(1))


def _different(column: pl.Series) -> pl.Series:
    """Return the texts of a column, each at least once: by its runs where neighbours are mostly alike."""
    head = column.head(1000)
    if head.n_unique() == 1 and head[0] is not None and (column == head[0]).all(ignore_nulls=False):
        return head.head(1)
    if (head == head.shift(1)).sum() * 2 > head.len():
        return column.filter(_runs(column))
    return column.unique()


def _may_be_sums(name: str) -> bool:
    return names_sums(name) or begins_with_sum_word(name)


def _plain(column: pl.Series, *, of_players: bool, of_games: bool) -> bool:
    """Tell whether a column of text needs no cleaning and holds no word for sums, nor names that begin with one.

    Nor names of the family's games in place of their ids.
    """
    if column.dtype != pl.String:
        return True
    different = _different(column).drop_nulls()
    told = different.filter(different.str.contains(rf"{_UNCLEAN}|\pL.*\pL")).unique()
    if told.str.contains(_UNCLEAN).any():
        return False
    worded = told
    if worded.len() > 20_000:
        worded = worded.str.replace_all(r"[0-9]+", "25").unique()
    signs = rf"[{SIGNS}]|^[{SIGNS_OF_MEANS}][ :.]*$"
    if of_players and (different.str.contains(signs).any() or any(map(_may_be_sums, worded))):
        return False
    if of_games and any(key(text) in FAMILY for text in worded):
        return False
    return not any(is_sum_word(text) or (is_extreme_word(text) and key(text) not in ("max", "min")) for text in worded)


def _parsed(
    frame: pl.DataFrame, plan: Plan, delimiter: str, decimal: str | None, basis: str, options: ReadOptions
) -> ParsedFile | None:
    height = frame.height
    days = pl.Series("played", [None], dtype=pl.Date).new_from_index(0, height)
    calendar = settle_dates([], options)
    if "date" in plan.fields:
        written = frame[str(plan.fields["date"])]
        runs = _runs(written)
        starts = written.filter(runs)
        texts = starts.unique(maintain_order=True)
        if groups.PARTING.isdisjoint(plan.fields) and any(map(dates.has_time, texts)):
            return None
        calendar, found = _calendar(written, texts, options)
        if found is None:
            return None
        days = starts.replace_strict(texts, found, return_dtype=pl.Date).gather(runs.cum_sum() - 1)
    rows = pl.int_range(2, height + 2, dtype=pl.UInt32, eager=True)
    ordinals = pl.int_range(height, dtype=pl.UInt32, eager=True)
    known = {"sheet": ordinals, "row": rows, "last_row": rows, "played": days, **_written(frame, plan)}
    constant = {"column": "main", "worksheet": ""}
    for i, box, _ in plan.boxes:
        known[f"p_{box}"] = frame[str(i)].cast(POINTS_TYPE)
    for i, figure, _ in plan.stated:
        known[figure if figure == "extra_yams" else f"stated_{figure}"] = frame[str(i)].cast(STATED_TYPE)
    sheets = pl.DataFrame(known).select(
        *(
            name if name in known else pl.lit(constant.get(name), dtype).alias(name)
            for name, dtype in SHEET_COLUMNS.items()
        ),
        *(name for name in known if name not in SHEET_COLUMNS),
    )
    heading = pl.DataFrame([("", 1, None, "ignored", "heading", "the headings")], schema=ROWS, orient="row")
    own = {"row": rows, "sheet": ordinals}
    same = {"worksheet": ""}
    body = pl.DataFrame(own).select(
        *(name if name in own else pl.lit(same.get(name), dtype).alias(name) for name, dtype in ROWS.items())
    )
    understood = Understood(
        encoding="utf-8",
        encoding_basis=basis,
        delimiter=delimiter,
        decimal=decimal,
        date_order=calendar.order,
        date_basis=calendar.basis,
        notes=calendar.notes,
        language=headings.languages(plan.headings.labels),
        headings=plan.headings.meanings(),
        suggestions=plan.headings.suggestions,
    )
    questions = (calendar.question,) if calendar.question else ()
    return ParsedFile("csv-wide", understood, sheets, pl.concat([heading, body]), questions=questions)


def _calendar(written: pl.Series, texts: pl.Series, options: ReadOptions) -> tuple[Calendar, pl.Series | None]:
    """Settle the order of dates; also return the dates of the texts, None where one of them is none."""
    if texts.str.contains(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$").all():
        days = texts.str.to_date("%Y-%m-%d", strict=False)
        sure = not days.null_count() and days.dt.year().is_between(dates.YEARS.start, dates.YEARS.stop - 1).all()
        return settle_dates([(texts[0], "")], options), days if sure else None
    calendar = settle_dates(((t, "") for t in texts), options)
    if calendar.question:
        first = dict(zip(texts, _first_rows(written, texts), strict=True))
        calendar = settle_dates(((t, f"row {first[t]}") for t in texts), options)
    read = [calendar.day(t) for t in texts]
    if any(isinstance(d, Impossible) for d in read) or any(clean(t) != t for t in texts):
        return calendar, None
    return calendar, pl.Series(read, dtype=pl.Date)


def _written(frame: pl.DataFrame, plan: Plan) -> dict[str, pl.Series]:
    """Return the identity fields that are kept as they are written."""
    return {name: frame[str(plan.fields[name])] for name in ("player", *TEXT_FIELDS) if name in plan.fields}


def _first_rows(written: pl.Series, texts: pl.Series) -> Sequence[int]:
    """Return the row number at which each text comes first."""
    found = pl.DataFrame({"t": written}).with_row_index("i", offset=2).unique("t", keep="first")
    return texts.to_frame("t").join(found, on="t", how="left", maintain_order="left")["i"].to_list()
