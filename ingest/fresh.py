"""Read files that are new to the book and settle what each leaves open, or say what a person has to settle."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from gettext import gettext as _
from pathlib import Path
from typing import Any

import polars as pl

from ingest import child, mixed_games
from ingest.club import Club
from ingest.digest import digest, parsed_key
from ingest.errors import UnreadableFile, WrongUsage
from ingest.gather import boxes_of
from ingest.model import Options, ParsedFile, Question, ReadOptions, Understood, options_for
from ingest.readers.words import folded
from ingest.report import FileReport
from ingest.rulesets import hashes, named
from ingest.state import ImportedFile, State
from scoring.rules import RULE_SETS, RulesError, RuleSet, rule_set
from scoring.ruletext import is_text

#: The options of a file that are settled when it is imported, and stand in the journal.
SETTLED = ("rules", "season", "event", "encoding", "delimiter", "date_order", "decimal", "layout", "reader")


@dataclass(frozen=True)
class Fresh:
    """Hold one file of a command: as read, with its options settled, or with the reason why it cannot be taken.

    ``texts``: the TOML of its rule sets by base id. ``key``: the name of its parsed form. ``unused``: the options that
    were given and the file settles itself, as valid UTF-8 settles the code page.
    """

    path: Path
    sha: str
    report: FileReport
    parsed: ParsedFile | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    saved: Path | None = None  # where its parsed form lies, for as long as the command runs
    unused: Mapping[str, Any] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return what the journal says of this file."""
        if self.parsed is None:
            raise ValueError(f"{self.path} was not read")
        return {
            "sha": self.sha,
            "name": self.path.name,
            "reader": self.parsed.reader,
            "options": dict(self.options),
            "headings": dict(self.parsed.understood.headings),
            "understood": bases(self.parsed.understood),
            "rulesets": hashes(self.texts),
            "digest": digest(self.parsed),
            **({"unused": dict(self.unused)} if self.unused else {}),
        }


def bases(understood: Understood) -> dict[str, Any]:
    """Return what a file was understood as and why: read again with all of it given, it would no longer say why."""
    return {name: value for name, value in vars(understood).items() if not isinstance(value, Mapping)}


def with_club(options: Options, club: Club) -> Options:
    """Add the club's settings, which count where a file proves nothing and nobody says anything."""
    if not isinstance(options, ReadOptions):
        return {path: _with_club(own, club) for path, own in options.items()}
    return _with_club(options, club)


def _with_club(options: ReadOptions, club: Club) -> ReadOptions:
    return replace(options, club_encoding=club.encoding, club_date_order=club.date_order, club_rules=club.rules)


def answered(state: State) -> dict[str, tuple[str, ImportedFile]]:
    """Return what was said about headings, with the file that it was said of last: it counts for the next ones, too."""
    return {heading: (said, file) for file in state.imports for heading, said in _said(file).items()}


def _said(file: ImportedFile) -> Mapping[str, str]:
    return file.options.get("headings") or {}


def fresh_files(
    paths: Sequence[Path],
    options: Options,
    state: State,
    own: Mapping[str, str],
    reading: Callable[[str, int], None],
    keep: Path | None = None,
) -> list[Fresh]:
    """Read the files of one command; ``own`` are the club's own rule sets by id. WrongUsage for unknown rules.

    ``reading`` is told which file is read now, and how many of them are behind. With ``keep``, a folder, the parsed
    forms stay there.
    """
    for rules in {options_for(options, path).rules for path in paths} - {None}:
        named(str(rules), own)
    done, todo = _sorted_out(paths, options, state)
    before = {heading: said for heading, (said, _file) in answered(state).items()}
    settled = {at: options_for(options, path) for at, (path, _sha) in todo.items()}
    settled = {at: replace(given, headings={**before, **given.headings}) for at, given in settled.items()}
    with closing(child.read_files([path for path, _sha in todo.values()], list(settled.values()), keep)) as readings:
        for number, (at, (path, sha)) in enumerate(todo.items()):
            reading(path.name, at)
            result = next(readings)
            if isinstance(result, UnreadableFile):
                done[at] = _refused(path, sha, str(result), result.code, result.row)
            else:
                saved = child.saved_path(keep, number) if keep is not None else None
                done[at] = replace(settle(path, sha, result, settled[at], own), saved=saved)
    files = _with_twins([done[at] for at in range(len(paths))])
    if isinstance(options, ReadOptions):
        _find_all(options.headings, files)
    return files


def _sorted_out(
    paths: Sequence[Path], options: Options, state: State
) -> tuple[dict[int, Fresh], dict[int, tuple[Path, str]]]:
    """Tell files that need not be read, known ones or none, from those to read, with their hashes; by their place."""
    done: dict[int, Fresh] = {}
    todo: dict[int, tuple[Path, str]] = {}
    seen: dict[str, Path] = {}
    for at, path in enumerate(paths):
        if (reason := _unfit(path)) is not None:
            done[at] = _refused(path, None, reason, "missing")
            continue
        sha = _file_sha(path)
        if (known := state.imported(sha)) is not None:
            done[at] = _known(path, known, options_for(options, path))
        elif sha in seen and options_for(options, path) == options_for(options, seen[sha]):
            done[at] = Fresh(path, sha, FileReport(str(path), sha, twin=str(seen[sha])))
        elif sha in seen:
            again = _("the same file as {other}, named twice.").format(other=seen[sha])
            done[at] = _refused(path, sha, again, "named_twice")
        else:
            todo[at] = path, sha
        seen.setdefault(sha, path)
    return done, todo


def _with_twins(files: list[Fresh]) -> list[Fresh]:
    """Give a file that is named twice the reader of the one that counts, or the reason why that cannot be taken."""
    first = {str(f.path): f for f in files if f.report.twin is None}
    told = []
    for f in files:
        if f.report.twin is None:
            told.append(f)
        elif (other := first[f.report.twin].report).refused:
            told.append(replace(f, report=replace(other, path=str(f.path))))
        else:
            told.append(replace(f, report=replace(f.report, reader=other.reader)))
    return told


def _find_all(said: Mapping[str, str], files: Sequence[Fresh]) -> None:
    """Raise WrongUsage for an answer about a heading that no file has, where all could be looked into."""
    read = [f.report.understood for f in files if f.report.twin is None]
    here = {folded(heading) for one in read if one is not None for heading in one.headings}
    missing = [heading for heading in said if folded(heading) not in here]
    if not missing or any(one is None for one in read):
        return
    open_ = [
        heading for one in read if one is not None for heading, meant in one.headings.items() if meant == "ignored"
    ]
    unknown = ", ".join(dict.fromkeys(open_)) or "–"
    message = _("No file has a heading “{heading}”. Headings that are not known: {unknown}.")
    raise WrongUsage(message.format(heading="”, “".join(missing), unknown=unknown))


def not_yet(fresh: Fresh, state: State, options: Options) -> Fresh:
    """Return a file as read, or that it counts already, where another program has imported it meanwhile."""
    known = state.imported(fresh.sha) if fresh.parsed is not None else None
    return fresh if known is None else _known(fresh.path, known, options_for(options, fresh.path))


def settle(path: Path, sha: str, parsed: ParsedFile, options: ReadOptions, own: Mapping[str, str]) -> Fresh:
    """Settle the options of one file as read; a question that is left open keeps it out."""
    understood = parsed.understood
    rules, question = _rules(parsed, options, own)
    question = question or _ask_columns(parsed, rules, own)
    questions = (*parsed.questions, *([question] if question else []))
    settled: dict[str, Any] = {
        "rules": rules,
        "season": options.season,
        "event": options.event,
        "encoding": understood.encoding,
        "delimiter": understood.delimiter,
        "date_order": understood.date_order,
        "decimal": options.decimal,
        "layout": options.layout,
        "reader": options.reader,
        "headings": _answers(options.headings, understood.headings),
    }
    report = FileReport(
        str(path), sha, parsed.reader, {"rejected": _records(parsed)}, understood, settled, questions=questions
    )
    if questions:
        words = " ".join(q.message for q in questions)
        return Fresh(path, sha, replace(report, refused=f"{path.name}: {words}", code="question"))
    if parsed.sheets.is_empty() and not (parsed.rows["fate"] == "rejected").any():
        message = _("{name}: there is no game in it.").format(name=path.name)
        return Fresh(path, sha, replace(report, counts={}, refused=message, code="no_game"))
    texts = _texts(parsed, rules, own)
    unused = {name: given for name in SETTLED if (given := getattr(options, name)) not in (None, settled[name])}
    key = parsed_key(sha, ReadOptions(**settled))
    return Fresh(path, sha, replace(report, counts={}), parsed, settled, texts, key, unused=unused)


def _answers(given: Mapping[str, str], headings: Mapping[str, str]) -> dict[str, str]:
    """Return those of the given meanings that concern this file's headings."""
    here = set(map(folded, headings))
    return {heading: meaning for heading, meaning in given.items() if folded(heading) in here}


def _records(parsed: ParsedFile) -> int:
    rows = parsed.rows
    one_sheet = rows["worksheet"].n_unique() == 1
    return rows["row"].n_unique() if one_sheet else rows.select(pl.struct("worksheet", "row").n_unique()).item()


def _rules(parsed: ParsedFile, options: ReadOptions, own: Mapping[str, str]) -> tuple[str | None, Question | None]:
    """Settle the rule set of the games that name none: as given, the club's, or the only one whose boxes fit."""
    if options.rules or not parsed.sheets["rules"].null_count():
        return options.rules, None
    sheets = mixed_games.without_columns(parsed)
    boxes = {b for b in boxes_of(sheets) if sheets[f"p_{b}"].null_count() < sheets.height}
    columns = set(sheets["column"].drop_nulls().unique().to_list()) - {"main"}
    names = dict.fromkeys((*RULE_SETS, *own))
    fitting = [name for name in names if _may_be(name, own, boxes, columns)]
    if options.club_rules:
        try:
            club_fits = _fits(rule_set(options.club_rules, own), boxes, columns)
        except RulesError as error:
            raise WrongUsage(f"club.toml, rules: {error}") from None
        if club_fits:
            return options.club_rules, None
    if len(fitting) == 1:
        return fitting[0], None
    if not fitting:
        shown = ", ".join(sorted(boxes))
        return None, Question(
            "rules",
            _("No rule set has all of these boxes: {boxes}. Say with --rules which one it is.").format(boxes=shown),
            RULE_SETS,
        )
    listed = ", ".join(fitting)
    return None, Question(
        "rules",
        _(
            "The file does not say which rules were played, and several rule sets fit: {rules}. "
            "Say which with --rules, or once for all files with `rules` in club.toml."
        ).format(rules=listed),
        tuple(fitting),
    )


def _ask_columns(parsed: ParsedFile, rules: str | None, own: Mapping[str, str]) -> Question | None:
    """Ask about sheets that have only some of the columns of their game, and those filled in."""
    lacking = mixed_games.columns_lacking(rules, own, parsed) if rules else None
    if lacking is None:
        return None
    game, shown = lacking
    titles = {column: _(title) for column, title in game.column_titles.items()}
    said = f"{rules}{',' if '+' in str(rules) else '+'}columns={len(game.columns)}"
    message = _(
        "“{title}” is played in the columns {all}, and no sheet here has {missing}. Is {missing} still to be played? "
        "If so, say --rules {rules}: the games are kept as unfinished. If it is never played, there is no rule set "
        "for these games: none has {shown} alone."
    ).format(
        title=_(game.title),
        all=", ".join(titles.values()),
        missing=_and(title for column, title in titles.items() if column not in shown),
        shown=_and(title for column, title in titles.items() if column in shown),
        rules=said,
    )
    return Question("columns", message, (said,))


def _and(titles: Iterable[str]) -> str:
    return _(" and ").join(titles)


def _may_be(name: str, own: Mapping[str, str], boxes: set[str], columns: set[str]) -> bool:
    """Tell whether a rule set has these boxes; one of the club's own with a mistake in it is none."""
    try:
        return _fits(rule_set(name, own), boxes, columns)
    except RulesError:
        return False


def _fits(rules: RuleSet, boxes: set[str], columns: set[str]) -> bool:
    known = {*rules.box_ids, *rules.aliases}
    if not boxes <= known:
        return False
    if "columns" in rules.options:
        return columns <= {"down", "free", "up", "dry"} and bool(columns or boxes & {"max", "min"})
    return not columns or columns <= set(rules.columns)


def _texts(parsed: ParsedFile, default: str | None, own: Mapping[str, str]) -> dict[str, str]:
    """Return the TOML of every rule set that the file's games use, with all that they inherit, by base id.

    Where one cannot be understood, its rows are rejected and say why: all of the club's own are kept for that.
    """
    texts: dict[str, str] = {}
    named = {default, *parsed.sheets["rules"].unique().to_list()}
    named |= {mixed_games.column_game()} if mixed_games.without_columns(parsed) is not parsed.sheets else set()
    for name in named - {None}:
        try:
            texts |= dict(rule_set(str(name), own).texts)
        except RulesError:
            texts |= {base: text for base, text in own.items() if is_text(text)}
    return texts


def _known(path: Path, file: ImportedFile, options: ReadOptions) -> Fresh:
    """Tell of a file that counts already; refuse it where other options are given now."""
    given = {name: getattr(options, name) for name in SETTLED if getattr(options, name) is not None}
    before, unused = file.options, file.record.get("unused", {})
    other = [(n, before.get(n), value) for n, value in given.items() if value not in (before.get(n), unused.get(n))]
    other += _meant_otherwise(options.headings, file)
    if other:
        words = ", ".join(f"{name} {before or '–'}, now {now}" for name, before, now in other)
        return _refused(
            path,
            file.sha,
            _(
                "{name} is in the book already, read otherwise (entry {entry}: {words}). "
                "Undo it first: yamsheet undo {entry}:{sha} --why …"
            ).format(name=path.name, entry=file.entry, words=words, sha=file.sha[:12]),
            "other_options",
        )
    return Fresh(path, file.sha, FileReport(str(path), file.sha, file.reader, already=file.entry, options=file.options))


def _meant_otherwise(given: Mapping[str, str], file: ImportedFile) -> list[tuple[str, str, str]]:
    """Return the headings of a file that mean something else now than when it was imported, and both meanings."""
    before = {folded(h): meaning for h, meaning in {**file.record.get("headings", {}), **_said(file)}.items()}
    here = [(heading, before[folded(heading)], now) for heading, now in given.items() if folded(heading) in before]
    return [(heading, was, now) for heading, was, now in here if {was, now} - {"ignore", "ignored"} and was != now]


def _refused(path: Path, sha: str | None, message: str, code: str, row: int | None = None) -> Fresh:
    return Fresh(path, sha or "", FileReport(str(path), sha, refused=message, code=code, row=row))


def _unfit(path: Path) -> str | None:
    """Return why a path cannot be read at all, None where it can: a device or a pipe may never end."""
    try:
        if not path.stat().st_mode & stat.S_IFREG:
            return _("{path} is no file, but a folder, a device or a pipe.").format(path=path)
        with path.open("rb"):
            return None
    except FileNotFoundError:
        return _("There is no file {path}.").format(path=path)
    except OSError as error:
        return _("{path} cannot be opened: {reason}.").format(path=path, reason=error.strerror)


def _file_sha(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
