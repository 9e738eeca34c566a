"""Read CSV, TSV and other text tables: find their encoding and separator, then hand the grid to its layout."""

from __future__ import annotations

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import fast
from ingest.readers.collect import Collector
from ingest.readers.grid import decimal_mark, read_table
from ingest.readers.tables import read_grids
from ingest.sources import TABLES, Source, check_text_content


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
        out = Collector()
        for number in range(1, table.skip + 1):
            out.ignore("", number, "note", "the line that names the separator")
            table.grid.rows[number - 1] = []
        understood = Understood(
            encoding=table.text.encoding,
            encoding_basis=table.text.basis,
            delimiter=table.dialect.delimiter,
            decimal=options.decimal or decimal_mark(table.grid.rows[:20]),
            notes=tuple(doubt.message for doubt in table.doubts),
        )
        question = table.text.question
        return read_grids(source, [table.grid], options, out, "csv", understood, (question,) if question else ())
