"""Take score files in: `import` and `check`."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dashboard.cli import options as o
from dashboard.cli.printing import Progress, counted, print_json, say, shown
from ingest.errors import WrongUsage
from ingest.reader_process import begun

if TYPE_CHECKING:
    from ingest.model import ReadOptions, Understood
    from ingest.report import FileReport, Report

FATES = ("taken", "held", "duplicate", "rejected", "ignored")
MOST = 200  # lines that a person wants to read


_names_said = click.option(
    "--name", multiple=True, metavar="TEXT=PLAYER", help="Whose name a spelling in the files is: the two are merged."
)


@click.command("import")
@o.how_to_read
@_names_said
@click.option("--dry-run", is_flag=True, help="Show what would be stored, and store nothing.")
@o.json
@o.pass_book
def import_(
    root: Path, /, paths: tuple[Path, ...], name: tuple[str, ...], dry_run: bool, json: bool, **how: Any
) -> int:
    """Read score files, recompute every game under its rule set and store them in the book.

    What is right counts at once; a game with something impossible in it is held until it is corrected or accepted.
    """
    names, files = dict(map(_name, name)), files_of(paths)
    with begun(), closing(Progress()) as progress:
        from dashboard.cli.reading import writable
        from ingest import pipeline

        book = writable(root)
        if dry_run:
            report = pipeline.check(files, options(**how), book, progress, names)
        else:
            report = pipeline.import_files(
                book, files, options(**how), who=o.named(None), progress=progress, names=names
            )
    return tell(report, json=json)


def _name(text: str) -> tuple[str, str]:
    written, _, player = text.partition("=")
    if not written.strip() or not player.strip():
        raise WrongUsage(f"“{text}” does not say whose name a spelling is; write it as Serban=Șerban Pop.")
    return written.strip(), player.strip()


@click.command()
@o.how_to_read
@_names_said
@o.json
@o.pass_book
def check(root: Path, /, paths: tuple[Path, ...], name: tuple[str, ...], json: bool, **how: Any) -> int:
    """Read and recompute score files as import does, and store nothing; no book is needed."""
    names, files = dict(map(_name, name)), files_of(paths)
    with begun(), closing(Progress()) as progress:
        from ingest.book import Book
        from ingest.pipeline import check as check_files

        report = check_files(files, options(**how), Book(root), progress, names)
    return tell(report, json=json)


def options(
    *, encoding: str | None, delimiter: str | None, heading: tuple[str, ...] = (), **settled: Any
) -> ReadOptions:
    """Return what the command line settles about the files; WrongUsage for what cannot be meant."""
    from ingest.model import ReadOptions

    return ReadOptions(
        encoding=_encoding(encoding),
        delimiter=_delimiter(delimiter),
        headings=dict(map(_heading, heading)),
        **{name: value or None for name, value in settled.items() if name != "yes"},
        yes=bool(settled.get("yes")),
    )


def _heading(text: str) -> tuple[str, str]:
    name, _, meaning = text.rpartition("=")
    if not name.strip() or not _MEANING.fullmatch(meaning.strip()):
        raise WrongUsage(
            f"“{text}” does not say what a heading means; write it as Grabbag=chance, with the name of a box "
            "(`yamsheet rules ID` lists them), player, date, game, table, stated_total, or ignore."
        )
    return name.strip(), meaning.strip()


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Return the files that these paths name, a folder's in the order of their names; raise WrongUsage for none.

    One that is not there beside others is refused like a file that cannot be read: the others are taken.
    """
    files: list[Path] = []
    paths = list(paths)
    if not any(path.exists() for path in paths):
        raise WrongUsage(f"There is no file {', '.join(map(str, paths))}.")
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
            if not inside:
                raise WrongUsage(f"{path} is an empty folder.")
            files += inside
        else:
            files.append(path)
    return files


_NOTES_TO_ACT_ON = ("incomplete", "name_suggestion")
_MEANING = re.compile(r"([a-z]+\.)?[a-z][a-z0-9_]*")


def _encoding(name: str | None) -> str | None:
    if name is None:
        return None
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise WrongUsage(f"“{name}” is no code page; known are utf-8, utf-16, cp1250, cp1252, iso-8859-2.") from None


def _delimiter(text: str | None) -> str | None:
    named = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}
    char = text and named.get(text.lower(), text)
    if char is not None and len(char) != 1:
        raise WrongUsage(f"“{text}” is no separator; give one character, or tab.")
    return char


def tell(report: Report, *, json: bool) -> int:
    """Print what became of the files, as JSON or as sentences, and return the exit code."""
    for message in report.unnamed:
        say(message)
    if json:
        print_json(report.as_json())
        return report.exit_code
    for file in report.files:
        print(file_line(file))
        if file.understood is not None:
            say(f"  {understood_line(file.understood)}")
    lost = [
        f"Game {game} {'lies in no season' if day else 'has neither date nor season'}: it is in no standings."
        for game, day in report.seasonless.iter_rows()
    ]
    lines = [*finding_lines(report), *lost, *rejected_lines(report)]
    lines += left_out_lines(report)
    for file in report.files:
        name = Path(file.path).name
        lines += [f"{name}: {q.message}" for q in file.questions if not any(q.message in line for line in lines)]
    print(shown("\n".join([*lines[:MOST], ""])), end="")
    if len(lines) > MOST:
        print(f"… and {len(lines) - MOST:,} more lines; --json lists everything.")
    if report.entry is not None:
        say(f"Stored as entry {report.entry}. Take it back with: yamsheet undo {report.entry} --why REASON")
    return report.exit_code


def understood_line(read: Understood) -> str:
    """Return how a file was read, and what each part of that rests on."""

    def told(what: str, value: str | None, basis: str | None = None) -> str:
        return f"{what} {value}" + (f" ({basis})" if basis else "") if value else ""

    separator = {"\t": "tab"}.get(read.delimiter or "", read.delimiter)
    facts = [
        told("encoding", read.encoding, read.encoding_basis),
        told("separator", separator),
        told("dates", read.date_order, read.date_basis),
        told("headings", read.language),
        told("left out", ", ".join(h for h, meaning in read.headings.items() if meaning == "ignored")),
    ]
    said = "Read with " + ", ".join(fact for fact in facts if fact) + "."
    near = [f"Is “{heading}” {name}?" for heading, name in read.suggestions.items()]
    return " ".join([said, *near, *(f"{note[:1].upper()}{note[1:]}." for note in read.notes)])


def file_line(file: FileReport) -> str:
    """Return a sentence that accounts for every row of a file."""
    fates = [f"{file.counts[fate]:,} {fate}" for fate in FATES if file.counts.get(fate)]
    told = f" It is in the book already, as entry {file.already}." if file.already else ""
    told += f" It is the same file as {file.twin}, and counts once." if file.twin else ""
    return f"{file.path}: {counted(file.rows, 'row')}, {', '.join(fates) or 'nothing read'}.{told}"


def finding_lines(report: Report) -> list[str]:
    """Return what was found, game by game: of notes about a game that is taken only those that somebody can act on."""
    from dashboard.words import place

    lines: list[str] = []
    found = report.findings
    if found.is_empty():
        return lines
    said = found.filter(
        (found["severity"] != "note") | (found["status"] != "taken") | found["code"].is_in(_NOTES_TO_ACT_ON)
    )
    game = None
    for f in said.iter_rows(named=True):
        if f["game_no"] != game:
            game = f["game_no"]
            lines.append(f"Game {f['game']}:" if f["status"] == "taken" else f"Game {f['game']} is {f['status']}.")
        at = f" ({place(f['worksheet'], f['row'])})" if f["row"] is not None else ""
        who = f"{f['player']}: " if f["player"] else ""
        lines.append(f"  {f['severity']}: {who}{f['message']}{at}")
    return lines


def left_out_lines(report: Report) -> list[str]:
    """Return the rows that are no part of a game, those that follow each other for the same reason in one line."""
    return [
        f"{_place(span)}, {_rows(span)}: left out ({span['message'] or span['code']})"
        for span in _spans(report.ignored)
        if span["code"] != "heading"
    ]


def rejected_lines(report: Report) -> list[str]:
    """Return which rows of which files were rejected, and why; a message that names its place is left to say it.

    Files that are refused for the same reason, or leave the same question open, share a line.
    """
    lines = []
    whole: dict[str, list[str]] = {}
    asked = {file.path: [q.message for q in file.questions] for file in report.files}
    for span in _spans(report.rejected):
        file = Path(span["path"]).name
        message = span["message"].removeprefix(f"{file}: ")
        if span["row"] is None:
            for why in asked.get(span["path"]) or [message]:
                whole.setdefault(why, []).append(file)
            continue
        told = re.match(rf"(?:worksheet .*?, )?(?:row|line) {span['row']}\b", message)
        sheet = {**span, "worksheet": None} if message.startswith("worksheet ") else span
        lines.append(f"{file}: {message}" if told else f"{_place(sheet)}, {_rows(span)}: {message}")
    for message, files in whole.items():
        lines.append(f"{files[0]}: {message}" if len(files) == 1 else f"{len(files)} files: {message}")
        lines += [f"  {', '.join(files)}"] if len(files) > 1 else []
    return lines


def _spans(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Put rows that follow each other for the same reason together, from ``row`` to ``last``."""
    spans: list[dict[str, Any]] = []
    for row in rows:
        last = spans[-1] if spans else None
        same = last and all(row[key] == last[key] for key in ("path", "worksheet", "message"))
        if last and same and row["row"] is not None and row["row"] == last["last"] + 1:
            last["last"] = row["row"]
        else:
            spans.append({**row, "last": row["row"]})
    return spans


def _place(span: Mapping[str, Any]) -> str:
    return Path(span["path"]).name + (f", {span['worksheet']}" if span["worksheet"] else "")


def _rows(span: Mapping[str, Any]) -> str:
    return f"row {span['row']}" if span["row"] == span["last"] else f"rows {span['row']}–{span['last']}"
