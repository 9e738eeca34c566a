"""Read large regular wide CSV by columns, where that surely gives what the row by row reading gives.

Every doubt is a None: quotes, stray line ends, blank or ragged lines, text that needs cleaning, rows without a player
or a game, words for sums, cells that are neither numbers nor marks. The caller then reads row by row.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Sequence

import polars as pl

from ingest.frames import POINTS_TYPE, ROWS, SHEET_COLUMNS, STATED_TYPE
from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import dates, headings, unknown
from ingest.readers.dialects import SAMPLE, find_dialect
from ingest.readers.grid import decimal_mark
from ingest.readers.records import TEXT_FIELDS, Plan
from ingest.readers.values import LARGEST, Bad, clean, points
from ingest.readers.words import is_extreme_word, is_sum_word, key
from ingest.sources import Source

SMALLEST = 1_000_000  # bytes; below, nothing is gained
_SAMPLE = 4 * SAMPLE  # bytes that hold at least as many characters as a dialect is found by
_MOST_STATED = 10_000_000
_UNCLEAN = r"^\s|\s$|[\n\r\t\x0b\x0c'\u{a0}\u{2007}\u{202f}\u{feff}\u{200b}\u{200e}\u{200f}]"
_MOST_MARKS = 1_000  # different texts in a box column that are no plain numbers


def read(source: Source, options: ReadOptions, *, smallest: int = SMALLEST) -> ParsedFile | None:
    """Return the file as read, or None where only the row by row reading is sure to be right."""
    data = source.data
    if len(data) < smallest or source.extension not in (".csv", ".tsv", ".txt", ".tab"):
        return None
    if b"\0" in data:
        return None
    basis = "valid UTF-8"
    if data.startswith(codecs.BOM_UTF8):
        basis, data = "byte order mark", data[3:]
        if codecs.BOM_UTF8 in data:
            return None
    if b"\r" in data:
        if data.count(b"\r") != data.count(b"\r\n"):
            return None
        data = data.replace(b"\r\n", b"\n")
    if data.endswith(b"\n\n"):
        data = data.rstrip(b"\n")
    return _read(source, data, basis, options)


def _read(source: Source, body: bytes, basis: str, options: ReadOptions) -> ParsedFile | None:
    first = body[: body.find(b"\n")]
    try:
        line = first.decode("utf-8")
        sample = body[:_SAMPLE].decode("utf-8", "ignore")
    except UnicodeDecodeError:
        return None
    dialect, skip = find_dialect(source, sample, options)
    if not dialect.plain:
        return None
    delimiter = dialect.delimiter
    quoted = b'"' in body
    if quoted and (b'""' in body or not _quoted_plainly(body, delimiter.encode())):
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
    frame = _frame(body, delimiter, plan, len(cells), '"' if quoted else None)
    if frame is None or frame.is_empty() or not _accounted(frame, plan):
        return None
    if _may_be_short(frame, plan) and not _none_short(body, delimiter, cells, frame, plan, quoted=quoted):
        return None
    decimal = decimal_mark([cells, *_lines(sample, delimiter)[:19]])
    return _parsed(frame, plan, delimiter, decimal, basis, options)


def _lines(sample: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(sample.split("\n")[1:61], delimiter=delimiter))


def _quoted_plainly(body: bytes, delimiter: bytes) -> bool:
    """Tell whether every quote stands at the edge of a field, where all readers take it alike."""
    edges = body.count(delimiter + b'"') + body.count(b'"' + delimiter) + body.count(b'\n"') + body.count(b'"\n')
    return body.count(b'"') == edges + body.startswith(b'"') + body.endswith(b'"')


def _may_be_short(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether a record may lack its last fields, which are then null like empty ones."""
    return plan.width == 0 or frame[str(plan.width - 1)].null_count() > 0


def _none_short(
    body: bytes, delimiter: str, cells: Sequence[str], frame: pl.DataFrame, plan: Plan, *, quoted: bool
) -> bool:
    """Tell whether the separators between fields are as many as the headings ask for in every record."""
    within = 0
    if quoted:
        if any(frame[str(i)].dtype == pl.Int32 for i, *_ in plan.boxes):  # read as text: what was in quotes is gone
            return False
        texts = (c for c in frame.iter_columns() if c.dtype == pl.String)
        within = sum(int(c.str.count_matches(delimiter, literal=True).sum()) for c in texts)
        within += sum(cell.count(delimiter) for cell in cells)
    return body.count(delimiter.encode()) - within == (len(cells) - 1) * (frame.height + 1)


def _regular(plan: Plan) -> bool:
    """Tell whether each row is one sheet of one column, with a game or a date."""
    return (
        "player" in plan.fields
        and "column" not in plan.fields
        and bool({"date", "game"} & plan.fields.keys())
        and bool(plan.boxes)
        and all(column is None for _, _, column in (*plan.boxes, *plan.stated))
    )


def _frame(body: bytes, delimiter: str, plan: Plan, width: int, quote: str | None) -> pl.DataFrame | None:
    """Read the body with small integers for points; where that fails, as text, and cast what can be cast."""
    figures = {i: pl.Int16() for i, *_ in plan.boxes} | {i: pl.Int32() for i, *_ in plan.stated}
    text = {str(i): pl.String() for i in range(width)}
    for schema in ({str(i): figures.get(i, pl.String()) for i in range(width)}, text):
        try:
            frame = pl.read_csv(
                body,
                has_header=False,
                skip_rows=1,
                schema=schema,
                separator=delimiter,
                quote_char=quote,
            )
        except pl.exceptions.PolarsError:
            continue
        return frame if schema is not text else _cast(frame, plan)
    return None


def _cast(frame: pl.DataFrame, plan: Plan) -> pl.DataFrame | None:
    """Turn text into points, each different mark read once, as the row by row reading reads it."""
    made = []
    for i, *_ in (*plan.boxes, *plan.stated):
        name = str(i)
        column = frame[name]
        value = column.cast(pl.Int32, strict=False)
        odd = column.filter(value.is_null() & column.is_not_null()).unique()
        if odd.len() > _MOST_MARKS:
            return None
        if odd.len():
            read = {text: points(clean(text)) for text in odd}
            if any(isinstance(v, Bad) for v in read.values()):
                return None
            marks = column.replace_strict(list(read), list(read.values()), default=None, return_dtype=pl.Int32)
            value = value.fill_null(marks)
        made.append(value.alias(name))
    return frame.with_columns(made)


def _accounted(frame: pl.DataFrame, plan: Plan) -> bool:
    """Tell whether every row is a plain sheet: nothing to clean, no sums, no gaps, no figure out of range."""
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
    for name in ("player", "date", "game"):
        if name in plan.fields and frame[str(plan.fields[name])].null_count():
            return False
    taken = {*figures, str(plan.fields.get("date"))}
    return all(_plain(frame[c]) for c in frame.columns if c not in taken)


def _runs(column: pl.Series) -> pl.Series:
    """Mark the rows at which a column changes, the first one included."""
    return (column != column.shift(1)).fill_null(True)


def _different(column: pl.Series) -> pl.Series:
    """Return the texts of a column, each at least once: by its runs where neighbours are mostly alike."""
    head = column.head(1000)
    if head.n_unique() == 1 and head[0] is not None and (column == head[0]).all(ignore_nulls=False):
        return head.head(1)
    if (head == head.shift(1)).sum() * 2 > head.len():
        return column.filter(_runs(column))
    return column.unique()


def _plain(column: pl.Series) -> bool:
    """Tell whether a column of text needs no cleaning and holds no word for sums."""
    if column.dtype != pl.String:
        return True
    different = _different(column).drop_nulls()
    if different.str.contains(_UNCLEAN).any():
        return False
    worded = different.filter(different.str.count_matches(r"\pL") >= 2).unique()
    if worded.len() > 20_000:
        worded = worded.str.replace_all(r"[0-9]+", "25").unique()
    return not any(is_sum_word(text) or (is_extreme_word(text) and key(text) not in ("max", "min")) for text in worded)


def _parsed(
    frame: pl.DataFrame, plan: Plan, delimiter: str, decimal: str | None, basis: str, options: ReadOptions
) -> ParsedFile | None:
    height = frame.height
    days = pl.Series("played", [None], dtype=pl.Date).new_from_index(0, height)
    calendar = dates.understand([], options)
    if "date" in plan.fields:
        written = frame[str(plan.fields["date"])]
        runs = _runs(written)
        texts = written.filter(runs).unique(maintain_order=True)
        calendar = dates.understand(((t, "") for t in texts), options)
        if calendar.question:
            first = dict(zip(texts, _first_rows(written, texts), strict=True))
            calendar = dates.understand(((t, f"row {first[t]}") for t in texts), options)
        read = [calendar.day(t) for t in texts]
        if any(isinstance(d, dates.Impossible) for d in read) or any(clean(t) != t for t in texts):
            return None
        found = pl.Series(read, dtype=pl.Date)
        starts = written.filter(runs).replace_strict(texts, found, return_dtype=pl.Date)
        days = starts.gather(runs.cum_sum() - 1)
    columns: list[pl.Series | pl.Expr] = []
    rows = pl.int_range(2, height + 2, dtype=pl.UInt32, eager=True).alias("row")
    for name, dtype in SHEET_COLUMNS.items():
        columns.append(_identity(name, dtype, frame, plan, rows, days))
    for i, box, _ in plan.boxes:
        columns.append(frame[str(i)].cast(POINTS_TYPE).alias(f"p_{box}"))
    for i, figure, _ in plan.stated:
        if figure != "extra_yams":
            columns.append(frame[str(i)].cast(STATED_TYPE).alias(f"stated_{figure}"))
    ordinals = pl.int_range(height, dtype=pl.UInt32, eager=True)
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, height)
    heading = pl.DataFrame([("", 1, None, "ignored", "heading", "the headings")], schema=ROWS, orient="row")
    body = pl.DataFrame(
        {
            "worksheet": pl.Series([""]).new_from_index(0, height),
            "row": rows,
            "sheet": ordinals,
            "fate": nothing,
            "code": nothing,
            "message": nothing,
        },
        schema=ROWS,
    )
    understood = Understood(
        encoding="utf-8",
        encoding_basis=basis,
        delimiter=delimiter,
        decimal=decimal,
        date_order=calendar.order,
        date_basis=calendar.basis,
        language=headings.languages(plan.headings.labels),
        headings=plan.headings.meanings(),
        suggestions=plan.headings.suggestions,
    )
    questions = (calendar.question,) if calendar.question else ()
    return ParsedFile("csv-wide", understood, pl.DataFrame(columns), pl.concat([heading, body]), questions=questions)


def _first_rows(written: pl.Series, texts: pl.Series) -> Sequence[int]:
    """Return the row number at which each text comes first."""
    found = pl.DataFrame({"t": written}).with_row_index("i", offset=2).unique("t", keep="first")
    return texts.to_frame("t").join(found, on="t", how="left", maintain_order="left")["i"].to_list()


def _identity(
    name: str, dtype: pl.DataType, frame: pl.DataFrame, plan: Plan, rows: pl.Series, days: pl.Series
) -> pl.Series:
    height = frame.height
    if name == "sheet":
        return pl.int_range(height, dtype=pl.UInt32, eager=True).alias(name)
    if name in ("row", "last_row"):
        return rows.alias(name)
    if name == "played":
        return days.alias(name)
    if name == "column":
        return pl.Series(name, ["main"]).new_from_index(0, height)
    if name == "worksheet":
        return pl.Series(name, [""]).new_from_index(0, height)
    if name == "extra_yams":
        at = next((i for i, figure, _ in plan.stated if figure == name), None)
        if at is not None:
            return frame[str(at)].cast(dtype).alias(name)
    elif name in plan.fields and name in ("player", *TEXT_FIELDS):
        return frame[str(plan.fields[name])].alias(name)
    return pl.Series(name, [None], dtype=dtype).new_from_index(0, height)
