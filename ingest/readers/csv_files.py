"""Read CSV, TSV and other text tables: find their encoding and separator, then hand the grid to its layout."""

from __future__ import annotations

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import headings, long, wide
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid, find_delimiter, records
from ingest.sources import Source, check_text_content, decode


class CsvFiles:
    """Read a text table in whatever layout it has."""

    name = "csv"
    extensions = (".csv", ".tsv", ".txt", ".tab")

    def detect(self, source: Source) -> bool:
        """Take a text table by its ending."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the table. Raises UnreadableFile where it holds no scoresheet."""
        check_text_content(source)
        text = decode(source, options)
        delimiter, skip = find_delimiter(source, text, options)
        grid = Grid(records(source, text.text, delimiter))
        out = Collector()
        for number in range(1, skip + 1):
            out.ignore("", number, "note", "the line that names the separator")
            grid.rows[number - 1] = []
        if (heading := long.find_heading(grid)) is not None:
            layout, found = "csv-long", long.read(source, grid, options, heading, out)
        elif (heading := wide.find_heading(grid)) is not None:
            layout, found = "csv-wide", wide.read(source, grid, options, heading, out)
        else:
            raise no_scoresheet(source, grid)
        calendar = found["calendar"]
        understood = Understood(
            encoding=text.encoding,
            encoding_basis=text.basis,
            delimiter=delimiter,
            date_order=calendar.order,
            date_basis=calendar.basis,
            language=headings.languages(found["labels"]),
            headings=found["headings"],
            suggestions=found["suggestions"],
        )
        questions = tuple(q for q in (text.question, calendar.question) if q)
        return out.parsed(layout, understood, questions)


def no_scoresheet(source: Source, grid: Grid) -> Exception:
    """Return the error for a table that has no headings of a scoresheet."""
    first = next((cells for _, cells in grid.filled()), [])
    shown = ", ".join(c.strip()[:30] for c in first[:8] if c.strip())
    return source.fail(
        f"no scoresheet is found in it (it begins with: {shown}). Looked for a row "
        "of headings with a player and boxes such as Ones … Sixes, Full house, Chance, in English, Romanian, French, "
        "Italian, Spanish or German; or for those boxes down the side.",
        code="no_scoresheet",
    )
