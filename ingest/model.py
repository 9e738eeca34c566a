"""What passes between reading, building and showing: small frozen records with polars frames inside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from ingest.folding import folded
from ingest.frames import FINDINGS, MOVES, ROWS, THROWS, empty


@dataclass(frozen=True)
class ReadOptions:
    """Hold what a person or the club has settled about a file before it is read.

    ``encoding``, ``delimiter``, ``date_order`` (``dmy``, ``mdy``, ``ymd``), ``decimal`` (``,`` or ``.``), ``layout``
    (one of `ingest.readers.records.LAYOUTS`), ``reader`` (a name of `ingest.readers.READERS`) and ``rules`` are None
    where the file shall tell; ``club_encoding``,
    ``club_date_order`` are the club's settings, used only where the file proves nothing.
    ``headings`` maps a heading as written to a field or box name, or to ``ignore``.
    """

    rules: str | None = None
    season: str | None = None
    event: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    date_order: str | None = None
    decimal: str | None = None
    layout: str | None = None
    reader: str | None = None
    club_encoding: str | None = None
    club_date_order: str | None = None
    club_rules: str | None = None
    headings: Mapping[str, str] = field(default_factory=dict)
    yes: bool = False

    def said(self, heading: str, among: Collection[str] = ()) -> str | None:
        """Return what a person has said that a heading means, in any spelling of it, else None.

        ``among``: only these meanings are asked for.

        >>> ReadOptions(headings={"Brelan": "chance", "?": "ignore"}).said("BRELAN:"), ReadOptions().said("?")
        ('chance', None)
        """
        meant = self._said.get(folded(heading))
        return meant if not among or meant in among else None

    @cached_property
    def _said(self) -> Mapping[str, str]:
        return {folded(heading): meant for heading, meant in self.headings.items()}

    def by_name(self) -> dict[str, Any]:
        """Return every option by its name."""
        return {option.name: getattr(self, option.name) for option in fields(self)}


#: What is settled about the files of one command: the same for all, or for each by its path.
Options = ReadOptions | Mapping[Path, ReadOptions]


def options_for(options: Options, path: Path) -> ReadOptions:
    """Return what is settled about one file."""
    return options if isinstance(options, ReadOptions) else options[path]


@dataclass(frozen=True)
class Question:
    """Say what a file leaves open, so that a person decides: nothing of the file is taken until then."""

    about: str  # "date", "rules", "columns", "encoding", "heading", "column", "names", "layout", "game"
    message: str
    choices: tuple[str, ...] = ()
    subject: str = ""  # what is asked about: the heading, or the game of a play log, as written


@dataclass(frozen=True)
class Understood:
    """Tell how a file was read, for the preview and the journal."""

    encoding: str | None = None
    encoding_basis: str | None = None  # "byte order mark", "valid UTF-8", "the club's", "given"
    delimiter: str | None = None
    decimal: str | None = None
    date_order: str | None = None
    date_basis: str | None = None  # 'shown by 22.05.2026', "the club's", "given", "ISO dates"
    language: str | None = None  # languages of the headings that matched, "ro" or "en, ro"
    headings: Mapping[str, str] = field(default_factory=dict)  # heading as written -> field or box, or "ignored"
    suggestions: Mapping[str, str] = field(default_factory=dict)  # unknown heading -> nearest known name
    notes: Sequence[str] = ()  # what was mended in reading, a sentence each


@dataclass(frozen=True)
class ParsedFile:
    """Hold one file as read: nothing resolved against rules, players or the book yet. Frames as in `ingest.frames`."""

    reader: str
    understood: Understood
    sheets: pl.DataFrame
    rows: pl.DataFrame = field(default_factory=lambda: empty(ROWS))
    throws: pl.DataFrame = field(default_factory=lambda: empty(THROWS))
    moves: pl.DataFrame = field(default_factory=lambda: empty(MOVES))
    findings: pl.DataFrame = field(default_factory=lambda: empty(FINDINGS))
    questions: tuple[Question, ...] = ()
