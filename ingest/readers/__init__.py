"""Read the files that clubs have: one module a format, one row here; the first that recognises a file reads it."""

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
