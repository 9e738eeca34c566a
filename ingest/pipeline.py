"""Check and import files: each use case of taking files in, from top to bottom."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from gettext import gettext as _
from pathlib import Path
from typing import Any

import polars as pl

from ingest import child
from ingest.book import Book, Build, Entry, Writer, catch_up
from ingest.build import build
from ingest.decisions import given_rules
from ingest.digest import agrees, parsed_key
from ingest.errors import UnreadableFile, WrongUsage
from ingest.fresh import Fresh, fresh_files, not_yet, with_club
from ingest.gather import CountedFile, GivenRules
from ingest.model import Options, ParsedFile, ReadOptions
from ingest.naming import as_decisions
from ingest.report import FileReport, Report, counts_of
from ingest.rulesets import frozen
from ingest.state import Decision, ImportedFile, State, replay
from ingest.tables import entry_table

Tables = Mapping[str, pl.DataFrame]
#: Told before each step: what is done in it, how many steps are done, how many there are.
Progress = Callable[[str, int, int], None]


def _untold(what: str, done: int, steps: int) -> None:
    """Tell nobody."""


def _reading(progress: Progress, steps: int) -> Callable[[str, int], None]:
    """Return what tells which file is read now, and how many were before."""
    return lambda name, done: progress(_("Reading {name}").format(name=name), done, steps)


def check(
    paths: Sequence[Path],
    options: Options,
    book: Book | None,
    progress: Progress = _untold,
    names: Mapping[str, str] | None = None,
) -> Report:
    """Read and recompute files as an import would, and store nothing; ``names``: whose name a spelling is."""
    steps = len(paths) + 1
    state = book.state() if book is not None and book.exists else replay(())
    club = book.club if book is not None else state.club
    own = book.rulesets() if book is not None else {}
    fresh = fresh_files(paths, with_club(options, club), state, own, _reading(progress, steps))
    progress(_("Recomputing every game"), len(paths), steps)
    sources = [_source(f) for f in fresh if f.parsed is not None]
    given: Mapping[tuple[str, int], GivenRules] = {}
    if book is not None:
        given, anew = given_rules(state.decisions, book.raw_text)
        sources = [*sources_of(book, state, anew), *sources]
    decided, failed = as_decisions(names or {}, sources, state.decisions, club, given)
    tables = dict(build(sources, [*state.decisions, *decided], club, given))
    return Report(None, _told(fresh, tables), tables, tuple(failed))


def import_files(
    book: Book,
    paths: Sequence[Path],
    options: Options,
    *,
    who: str,
    why: str | None = None,
    progress: Progress = _untold,
    names: Mapping[str, str] | None = None,
) -> Report:
    """Read, recompute and store files as one entry; files that cannot be read are left out and told.

    ``names``: whose name a spelling is; the entry holds what is decided by it.
    """
    steps = len(paths) + 2
    with child.working_folder() as folder:
        state = book.state()
        reading = _reading(progress, steps)
        fresh = fresh_files(paths, with_club(options, book.club), state, book.rulesets(), reading, Path(folder))
        if all(f.parsed is None for f in fresh):
            return _nothing_new(book, fresh, names or {})
        with book.writer() as writer:
            fresh = [not_yet(f, writer.state, options) for f in fresh]
            good = [f for f in fresh if f.parsed is not None]
            if not good:
                return _nothing_new(book, fresh, names or {})
            progress(_("Recomputing every game"), len(paths), steps)
            decided, failed = _decided(book, writer.state, good, names or {})
            storing = partial(progress, _("Storing"), steps - 1, steps)
            entry, made = _store(writer, good, decided, who, why, storing)
    return Report(entry.no, _told(fresh, made), made, tuple(failed))


def _decided(
    book: Book, state: State, fresh: Sequence[Fresh], names: Mapping[str, str]
) -> tuple[list[Decision], list[str]]:
    """Return what is decided of names with these files in the book, and what cannot be."""
    if not names:
        return [], []
    given, anew = given_rules(state.decisions, book.raw_text)
    sources = [*sources_of(book, state, anew), *map(_source, fresh)]
    return as_decisions(names, sources, state.decisions, state.club, given)


def _nothing_new(book: Book, fresh: Sequence[Fresh], names: Mapping[str, str]) -> Report:
    """Return the report of files that are all known or refused."""
    _none, failed = _decided(book, book.state(), [], names)
    return Report(None, _told(fresh, _stored(book)), {}, tuple(failed))


def _store(
    writer: Writer,
    good: Sequence[Fresh],
    decided: Sequence[Decision],
    who: str,
    why: str | None,
    made_now: Callable[[], None],
) -> tuple[Entry, Tables]:
    """Make one entry of these files and of what is decided of names with them.

    It is returned with the tables that follow from it, told of by ``made_now``.
    """
    raw: dict[str, Path | bytes] = {f.sha: f.path for f in good}
    for f in good:
        raw |= frozen(f.texts)
    payload: dict[str, Any] = {"files": [f.record() for f in good]}
    if decided:
        payload["names"] = [dict(d.payload) for d in decided]
    made: dict[str, pl.DataFrame] = {}

    def tables_after(after: State) -> Iterator[tuple[str, pl.DataFrame]]:
        read = {f.sha: f.parsed for f in good if f.parsed is not None}
        for name, frame in _tables(writer.book, after, read):
            made[name] = frame
            yield name, frame
        made_now()

    for f in good:
        if f.saved is not None:
            writer.keep_parsed(f.key, partial(_move, f.saved))
    entry = writer.commit("import", payload, who=who, why=why, raw=raw, tables=tables_after)
    return entry, made


def _move(source: Path, target: Path) -> None:
    shutil.move(source, target)


def tables(book: Book, unsaved: Mapping[str, bytes] | None = None) -> Build:
    """Return the function that makes a book's tables out of a state; ``unsaved`` are texts that are not in it yet."""
    return lambda state: _tables(book, state, {}, unsaved)


def _tables(
    book: Book, state: State, read: Mapping[str, ParsedFile], unsaved: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, pl.DataFrame]]:
    def text(sha: str) -> str:
        return unsaved[sha].decode() if unsaved and sha in unsaved else book.raw_text(sha)

    given, anew = given_rules(state.decisions, text)
    yield from build(sources_of(book, state, anew, read), state.decisions, state.club, given)
    yield "entry", entry_table(state)


def sources_of(
    book: Book, state: State, anew: Mapping[str, GivenRules], read: Mapping[str, ParsedFile] | None = None
) -> list[CountedFile]:
    """Return the files that count, each as it was read when it was imported."""
    readings = {sha: (parsed, False) for sha, parsed in (read or {}).items()}
    readings |= load_all(book, [file for file in state.imports if file.sha not in readings])
    sources = []
    for file in state.imports:
        texts = {base: book.raw_text(sha) for base, sha in file.rulesets.items()}
        rescored = {base: given for base, given in anew.items() if given.entry > file.entry}
        parsed, changed = readings[file.sha]
        sources.append(CountedFile(file.sha, file.name, file.entry, file.options, texts, parsed, rescored, changed))
    return sources


def load_all(book: Book, files: Sequence[ImportedFile]) -> dict[str, tuple[ParsedFile, bool]]:
    """Return by hash what the reader made of imported files, kept from before or read again from the raw files.

    The second value tells that a file is read otherwise now than when it was imported. Raises UnreadableFile where one
    cannot be read at all any more.
    """
    loaded = {file.sha: (kept, False) for file in files if (kept := _kept(book, file)) is not None}
    missing = [file for file in files if file.sha not in loaded]
    if not missing:
        return loaded
    raw = ((book.raw_path(file.sha), file.name) for file in missing)
    with contextlib.closing(child.read_files(raw, [options_of(file) for file in missing])) as readings:
        for file, parsed in zip(missing, readings, strict=True):
            if isinstance(parsed, UnreadableFile):
                raise parsed
            loaded[file.sha] = _as_imported(book, file, parsed)
    return loaded


def _kept(book: Book, file: ImportedFile) -> ParsedFile | None:
    kept = book.parsed(parsed_key(file.sha, options_of(file)))
    if kept is not None:
        with contextlib.suppress(ValueError):  # kept by an older version, in another form
            return child.load_parsed(kept)
    return None


def _as_imported(book: Book, file: ImportedFile, parsed: ParsedFile) -> tuple[ParsedFile, bool]:
    """Return a file read again, understood for the reasons of its import, and whether it is read otherwise now."""
    if not agrees(parsed, file.digest):
        return parsed, True
    parsed = replace(parsed, understood=replace(parsed.understood, **file.record.get("understood", {})))
    book.keep_parsed(parsed_key(file.sha, options_of(file)), partial(child.save_parsed, parsed))
    return parsed, False


def options_of(file: ImportedFile) -> ReadOptions:
    """Return the options that an imported file is read with, as settled when it was imported."""
    return ReadOptions(**file.options)


def _source(fresh: Fresh) -> CountedFile:
    if fresh.parsed is None:
        raise WrongUsage(f"{fresh.path}: nothing of this file was understood.")
    return CountedFile(fresh.sha, fresh.path.name, None, fresh.options, fresh.texts, fresh.parsed)


def _stored(book: Book) -> Tables:
    """Return the table of files as the book has it now."""
    catch_up(book, tables(book))
    if book.current() is None:
        return {}
    with book.reader() as reader:
        return {"file": reader.table("file")}


def _told(fresh: Sequence[Fresh], tables: Tables) -> tuple[FileReport, ...]:
    """Add to each file's report what became of its rows; those of one that is stored or read already are duplicates."""
    told = []
    known = counts_of(tables) if "file" in tables else {}
    for f in fresh:
        report = f.report
        if report.repeated and not report.refused:
            counts = dict(known[f.sha])
            again = counts.pop("taken") + counts.pop("held") + counts.pop("duplicate")
            report = report.counted({"duplicate": again, **counts})
        elif f.parsed is not None:
            report = report.counted(known[f.sha])
        told.append(report)
    return tuple(told)
