"""Read CSV, TSV and other text tables: find their encoding and separator, then hand the grid to its layout."""

from __future__ import annotations

from dataclasses import replace

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import aligned, fast
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid, RawTable, decimal_mark, read_table
from ingest.readers.tables import read_grids
from ingest.sources import TABLES, Source, check_text_content, decode

_BY_PLACE = "no separator is between the fields: they are told apart by where they stand in the line"
_NOTHING = ("no_scoresheet", "no_sheets")


class CsvFiles:
    """Read a text table in whatever layout it has."""

    name = "csv"
    extensions = TABLES

    def detect(self, source: Source) -> bool:
        """Take a text table by its ending."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the table. Raises UnreadableFile where it holds no scoresheet."""
        check_text_content(source)
        plain = options.layout in (None, "wide") and options.decimal is None
        return (plain and fast.read(source, options)) or self.read_by_rows(source, options)

    def read_by_rows(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the table row by row, whatever it is like. Raises UnreadableFile where it holds no scoresheet."""
        table = read_table(source, options)
        for doubt in table.doubts:
            if doubt.grave:
                raise source.fail(doubt.message, code="open_quote", row=doubt.row)
        understood = Understood(
            encoding=table.text.encoding,
            encoding_basis=table.text.basis,
            delimiter=table.dialect.delimiter,
            decimal=options.decimal or decimal_mark(table.grid.rows[:20]),
            notes=tuple(doubt.message for doubt in table.doubts),
        )
        given = options.delimiter is not None or table.skip > 0
        ragged = not given and table.dialect.delimiter == "\t" and aligned.is_ragged(table.grid.rows)
        if ragged and (found := _by_place(source, options, understood, table, full=True)):
            return found
        try:
            parsed = _read(source, options, understood, table)
        except UnreadableFile as error:
            if given or error.code not in _NOTHING or not (found := _by_place(source, options, understood, table)):
                raise
            return found
        nothing = not given and parsed.sheets.is_empty() and not parsed.questions
        return (nothing and _by_place(source, options, understood, table)) or parsed


def _read(source: Source, options: ReadOptions, understood: Understood, table: RawTable) -> ParsedFile:
    """Read a table by its separators. Raises UnreadableFile where it holds no scoresheet."""
    out = Collector()
    for number in range(1, table.skip + 1):
        out.ignore("", number, "note", "the line that names the separator")
        table.grid.rows[number - 1] = []
    asked = (table.text.question,) if table.text.question else ()
    return read_grids(source, [table.grid], options, out, "csv", understood, asked)


def _by_place(
    source: Source, options: ReadOptions, understood: Understood, table: RawTable, *, full: bool = False
) -> ParsedFile | None:
    """Read a table by where its fields stand; None where it shows no scoresheet so.

    ``full``: every line of figures has as many fields.
    """
    text = decode(source, options).text
    asked = (table.text.question,) if table.text.question else ()
    told = replace(understood, delimiter=None, notes=(*understood.notes, _BY_PLACE))
    for stop in aligned.TAB_STOPS:
        found = aligned.find(text, stop)
        if found is None or (full and not found.full):
            continue
        try:
            parsed = read_grids(source, [Grid(found.rows)], options, Collector(), "csv", told, asked)
        except UnreadableFile:
            continue  # at these stops it is no scoresheet: the table by its separators tells why
        if not parsed.sheets.is_empty():
            return parsed
    return None
