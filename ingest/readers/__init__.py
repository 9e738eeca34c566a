"""Read the files that clubs have: one module a format, one row here; the first that recognises a file reads it.

The way of a file:

1. Its format, by READERS: the ending tells text tables, workbooks and XML; of JSON first BG Stats, then `yamsheet/1`
   recognise their own, and any other is taken apart into records.
2. Its cells. A large regular text table is read by columns (`fast`, `fast_text`), and only where that surely gives the
   same as rows do. Else `grid` makes rows of cells: encoding (`ingest.sources`), separator (`dialects`), quotes
   (`quoting`). Where separators show no scoresheet, or tabs are more here than there, `aligned` goes by where fields
   stand in the line.
3. The layout of each table (`tables`), the surest first. `other_games` leaves out the plays of other games,
   `unfinished` those that were broken off, `below` cuts off tables of totals under the sheets, `mixed` parts wide
   tables from paper sheets above or below them. Then each part is `long`, if its headings name a player, a box and
   points; `wide`, if a row has ten boxes for headings; else what shows more boxes, in a row (`wide`) or down a column
   (`paper`). A table in which nothing is known is read by a person's answers (`foreign`). Only where no table of the
   file has a layout, `foreign` asks about one whose figures are a game's, and `totals` looks for dates and players
   (`totals_matrix`, `totals_names`); beside scoresheets `totals_beside` does, on worksheets of seasons.
4. The dates: days that have no year get one (`years`); a layout returns a `records.Part`, and one order of day and
   month is settled for all (`calendar`).
5. The sheets: each Part puts its own into the `collect.Collector`. What repeats or sums up others is left out
   (`summaries`), worksheets of one player each are joined (`apart`), rejected rows find their game (`strays`).

Who helps whom:

- Cells and labels: `values`, `footnotes`, `dates`, `words`, `plain_labels`, `explained`, `composed`, `labels`;
  `headings` gives each its one meaning by its neighbours (`by_others`, `by_place`), `unknown` asks what no label file
  knows. `given_names` and `numbering` know names, `box_names` those that boxes have too, `family` what boxes give.
- A wide table: `spread` joins two rows of headings and names columns, `wide_questions` asks, `beside_wide` leaves out
  what stands beside it, `sums` and `sure` part sheets from sums, `halves` joins a sheet printed in two tables, `groups`
  parts the rows into games, also by `row_numbers`, and `wide_sheets` makes the sheets. `across_players` takes apart
  tables that have all players of a game in one row.
- A paper sheet: `blocks` finds the boxes, `seats` the players, `columns` and `name_rows` what stands above them,
  `beside_players` the columns that are none's, `beside_paper` standings, `side_by_side` several games, `stacked`
  columns one below the other, `titles` date and table, `dates_below` whose a date between games is, `company` what
  blocks share; `paper_sheets` makes the sheets.
- JSON: `json_document` parses, `json_wrapped` takes values out of what databases wrap them in, `json_joined` joins
  their lists by ids, `json_programs` writes what a program keeps as people tell it, with `json_times`, `json_boxes`,
  `json_people`, `json_games`, `json_rounds`, `json_turns`, `json_standings` and `json_states`. `json_kinds` tells what
  a value is, `json_shapes` takes it apart, `json_rows` lays it out as a table by `json_flat` and `json_twins`,
  `schema` checks `yamsheet_json`. Play logs: `plays`, `bg_stats`, `bgg_plays`. Workbooks: `workbooks` after
  `workbook_checks`. Text: `csv_files`. `worker` is the child process in which all runs.
"""

from __future__ import annotations

from typing import Protocol

from ingest.model import ParsedFile, ReadOptions
from ingest.readers.bg_stats import BgStats
from ingest.readers.bgg_plays import BggPlays
from ingest.readers.csv_files import CsvFiles
from ingest.readers.json_rows import JsonRows
from ingest.readers.workbooks import Workbooks
from ingest.readers.yamsheet_json import YamsheetJson
from ingest.sources import Source


class Reader(Protocol):
    """Be a module that reads one format."""

    @property
    def name(self) -> str:
        """Return the format's name."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """Return the endings that files of this format have."""

    def detect(self, source: Source) -> bool:
        """Tell whether the file is of this format, by its ending and its first bytes."""

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read the file; raises UnreadableFile where nothing of it can be understood."""


READERS: tuple[Reader, ...] = (CsvFiles(), Workbooks(), BgStats(), YamsheetJson(), JsonRows(), BggPlays())


def read(source: Source, options: ReadOptions) -> ParsedFile:
    """Read a file with the reader that is named, else the first that recognises it. Raises UnreadableFile for none."""
    for reader in READERS:
        if reader.name == options.reader if options.reader else reader.detect(source):
            return reader.read(source, options)
    endings = ", ".join(e for e in dict.fromkeys(e for r in READERS for e in r.extensions))
    if options.reader:
        names = ", ".join(reader.name for reader in READERS)
        raise source.fail(f"no reader is called {options.reader!r}. There are {names}.", code="unknown_format")
    raise source.fail(
        f"no reader knows files that end in {source.extension or 'nothing'}. Known are {endings}. "
        "Open it in the program that it comes from and save it as one of these.",
        code="unknown_format",
    )
