"""Say how a dropped file was understood, and what each part of that rests on. Pure: a report in, facts and HTML out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from dashboard import words
from dashboard.texts import N_, _
from dashboard.widgets import meanings, parts, tables
from dashboard.words import safe
from ingest.club import Club
from ingest.model import Understood
from ingest.names import name_key
from ingest.report import FileReport, Report

FORMATS = {
    "csv": "CSV",
    "aligned": N_("text in columns"),
    "json": "JSON",
    "xlsx": "XLSX",
    "xlsm": "XLSM",
    "ods": "ODS",
    "bg-stats": N_("BG Stats export"),
    "bgg-plays": N_("BoardGameGeek plays"),
}
#: The readers that a person may name for a file.
READERS = {
    "csv": N_("CSV or another text table"),
    "workbook": N_("XLSX or ODS"),
    "json": "JSON yamsheet/1",
    "json-rows": N_("other JSON"),
    "bg-stats": N_("BG Stats export"),
    "bgg-plays": N_("BoardGameGeek plays"),
}
LAYOUTS = {
    "wide": N_("one row a player and game"),
    "long": N_("one row a box"),
    "paper": N_("a paper sheet: boxes down, players across"),
    "totals": N_("totals alone: dates one way, players the other"),
}
SEPARATORS = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), "|": N_("bar")}
DECIMALS = {",": N_("comma"), ".": N_("point")}
ORDERS = {"dmy": N_("day first"), "mdy": N_("month first"), "ymd": N_("year first")}
BASES = {
    "the club's": N_("the club’s"),
    "given": N_("as you say"),
    "ISO dates": N_("ISO dates"),
    "months by name": N_("months by name"),
    "spreadsheet numbers": N_("spreadsheet numbers"),
    "read alike in every order": N_("read alike in every order"),
}
LANGUAGES = {
    "en": N_("English"),
    "ro": N_("Romanian"),
    "fr": N_("French"),
    "it": N_("Italian"),
    "es": N_("Spanish"),
    "de": N_("German"),
    "sv": N_("Swedish"),
    "da": N_("Danish"),
    "fi": N_("Finnish"),
}
NAMED = 8  # names listed in a line; the rest are counted
GAMES = 100  # games listed; the rest are counted


@dataclass(frozen=True)
class Preview:
    """Hold one dropped file as it would be taken now.

    ``known``: the book's players, and how files write each; ``given``: what the person has said of this file;
    ``before``: headings that were answered with an earlier file, with its name.
    """

    report: Report
    file: FileReport
    known: Mapping[str, Sequence[str]] = field(default_factory=dict)
    club: Club = field(default_factory=Club)
    given: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> Understood:
        """Return what the reader tells."""
        return self.file.understood or Understood()

    @property
    def layout(self) -> str:
        """Return how the file is laid out: ``wide``, ``long``, ``paper``, or nothing of these."""
        layout = (self.file.reader or "").rpartition("-")[2]
        return layout if layout in LAYOUTS else ""

    @property
    def of_plays(self) -> bool:
        """Tell whether the file is a play log, whose headings are names of games."""
        return self.file.reader in meanings.PLAYS

    @cached_property
    def headings(self) -> dict[str, str]:
        """Return the file's headings, or names of games, with what each was taken for."""
        return {text: meanings.meant(name) for text, name in self.told.headings.items()}

    @cached_property
    def games(self) -> pl.DataFrame:
        """Return the games of this file that are taken or held."""
        games = self.report.games
        return games.filter(pl.col("file_sha") == self.file.sha) if self.file.sha in self.report.shas else games.clear()

    @cached_property
    def rules(self) -> list[str]:
        """Return the ids of the rule sets of the games, else the one that is settled for the file."""
        settled = self.file.options.get("rules")
        found = sorted(self.games["rules"].unique().to_list()) if self.games.height else []
        return found or ([str(settled)] if settled else [])

    @cached_property
    def sheets(self) -> pl.DataFrame:
        """Return the sheets of these games, with the ``player`` that each name was taken for."""
        mine = self.report.tables["sheet"].join(self.games.select("game_no"), on="game_no", how="semi")
        return mine.join(self.report.tables["player"].select("player_no", "player"), on="player_no", how="left")

    @cached_property
    def players(self) -> list[str]:
        """Return the players of the file, by name."""
        return sorted(self.sheets["player"].unique().to_list()) if self.games.height else []

    @cached_property
    def new(self) -> list[str]:
        """Return the players that the book does not know yet."""
        keys = {name_key(name) for player, spellings in self.known.items() for name in (player, *spellings)}
        return [player for player in self.players if name_key(player) not in keys]

    def unsettled(self, answered: Iterable[str]) -> list[str]:
        """Return the names in the file that are new, or would be but for an answer."""
        written = set(map(name_key, self.sheets["written"])) if self.games.height else set()
        return sorted({*self.new, *(name for name in answered if name_key(name) in written)})

    @cached_property
    def near(self) -> dict[str, str]:
        """Return for a new player's name the one that it is close to."""
        if not self.games.height:
            return {}
        found = self.report.findings.filter(pl.col("code") == "name_suggestion")
        pairs = dict(found.select("stated", "detail").iter_rows())
        return {name: near for name, near in pairs.items() if name in set(self.new)}


def facts(preview: Preview) -> dict[str, str]:
    """Say how a file was read, label by label; values are HTML."""
    told, games = preview.told, preview.games
    items = {_("Format"): safe(_format(preview))}
    if told.language:
        languages = (_(LANGUAGES.get(code.strip(), code.strip())) for code in told.language.split(","))
        items[_("Language")] = safe(_("headings in {languages}").format(languages=", ".join(languages)))
    if told.headings:
        items[_("Games") if preview.of_plays else _("Headings")] = safe(_headings(preview))
    if told.encoding:
        items[_("Encoding")] = safe(_encoding(preview))
    if told.delimiter:
        items[_("Separator")] = safe(_(SEPARATORS.get(told.delimiter, told.delimiter)))
    if told.decimal:
        items[_("Decimals")] = safe(_(DECIMALS.get(told.decimal, told.decimal)))
    if told.date_order or told.date_basis:
        order = _(ORDERS[told.date_order]) if told.date_order in ORDERS else told.date_order
        items[_("Dates")] = safe(", ".join(filter(None, [order, _basis(told.date_basis)])))
    if games.height:
        items[_("Rules")] = safe(_rules(preview))
        items[_("Season")] = safe(_season(preview))
        if events := sorted(games["event"].drop_nulls().unique().to_list()):
            said = _("{event}, as you say") if "event" in preview.given else "{event}"
            items[_("Event")] = safe(said.format(event=words.some(events, NAMED)))
        items[_("Names")] = safe(_names(preview))
        items[_("Found")] = safe(_span(games))
    if told.notes:
        items[_("Mended")] = safe(" ".join(f"{note[:1].upper()}{note[1:].rstrip('.')}." for note in told.notes))
    return items


def _format(preview: Preview) -> str:
    reader = preview.file.reader or ""
    kind = reader.rpartition("-")[0] if preview.layout else reader
    if kind == "csv" and not preview.told.delimiter:
        kind = "aligned"
    return ", ".join(filter(None, [_(FORMATS.get(kind, kind)), _(LAYOUTS.get(preview.layout, ""))]))


def _encoding(preview: Preview) -> str:
    told = preview.told
    if told.encoding_basis in ("valid UTF-8", "JSON"):
        said_otherwise = preview.given.get("encoding", "utf-8") != "utf-8"
        return _("UTF-8, as all of its bytes show, whatever is said") if said_otherwise else "UTF-8"
    name = "UTF-8" if told.encoding == "utf-8" else told.encoding
    return ", ".join(filter(None, [name, _basis(told.encoding_basis)]))


def _basis(basis: str | None) -> str | None:
    return _(BASES.get(basis, basis)) if basis else basis


def _headings(preview: Preview) -> str:
    """Count what is known, and name what is not, or what an earlier answer has settled."""
    known = [text for text, name in preview.headings.items() if name != meanings.IGNORE]
    ignored = [text for text in preview.headings if text not in set(known)]
    n, k = len(preview.headings), len(known)
    if preview.of_plays:
        said = _("{k} of {n} in the file are ours").format(k=k, n=n)
    else:
        said = _("all {n} known").format(n=n) if k == n else _("{k} of {n} known").format(k=k, n=n)
    if ignored:
        said += _("; ignored: {headings}").format(headings=words.some([f"“{text}”" for text in ignored], NAMED))
    for file in dict.fromkeys(preview.before.values()):
        mine = [f"“{text}”" for text, name in preview.before.items() if name == file]
        said += _("; {headings} as answered with {file}").format(headings=words.some(mine, NAMED), file=file)
    return said


def _rules(preview: Preview) -> str:
    settled, given = preview.file.options.get("rules"), preview.given.get("rules")
    bases = {name.partition("+")[0] for name in preview.rules}
    if given and bases == {given.partition("+")[0]}:
        basis = _("as you say")
    elif preview.of_plays:
        basis = _("by the names of its games")
    elif given:
        some = given.partition("+")[0] in bases
        basis = _("as you say where the file names none") if some else _("as the file says, whatever is said")
    elif settled is None:
        basis = _("as the file says")
    elif settled == preview.club.rules:
        basis = _("the club’s")
    else:
        basis = _("the only one that fits")
    return f"{', '.join(preview.rules)}, {basis}"


def _season(preview: Preview) -> str:
    pairs = preview.games.select("season", "played").unique()
    seasons = ", ".join(sorted(s or _("none") for s in pairs["season"].unique().to_list()))
    if "season" in preview.given:
        return _("{season}, as you say").format(season=seasons)
    dated = all(day and preview.club.season_of(day) == season for season, day in pairs.iter_rows())
    return _("{season}, by date").format(season=seasons) if dated else seasons


def _names(preview: Preview) -> str:
    players, new = preview.players, preview.new
    if not new:
        return _("{n}, all known: {names}").format(n=len(players), names=words.some(players, NAMED))
    near = _("{name}, close to {other}")
    said = [near.format(name=name, other=preview.near[name]) if name in preview.near else name for name in new]
    joint = "; " if preview.near else ", "
    if len(new) == len(players):
        return _("{n}, all new: {names}").format(n=len(players), names=words.some(said, NAMED, joint))
    return _("{n} known; new: {names}").format(n=len(players) - len(new), names=words.some(said, NAMED, joint))


def _span(games: pl.DataFrame) -> str:
    """Count the games, with the days between which they were played."""
    days = sorted(games["played"].drop_nulls().unique().to_list())
    said = words.games(games.height)
    if not days:
        return _("{games}, without a date").format(games=said)
    if len(days) == 1:
        return _("{games}, of {day}").format(games=said, day=words.day(days[0]))
    return _("{games}, {first} to {last}").format(games=said, first=words.day(days[0]), last=words.day(days[-1]))


def headings(preview: Preview, titles: Mapping[str, str]) -> str:
    """List each heading with what it means, in columns; what is ignored is muted."""
    items = []
    for text, name in preview.headings.items():
        ignored = name == meanings.IGNORE
        title = _("ignored") if ignored else titles[name]
        items.append(f"<div{' class=m' if ignored else ''}><dt>{safe(text)}</dt><dd>{safe(title)}</dd></div>")
    return f'<dl class="y-meanings">{"".join(items)}</dl>'


def games(preview: Preview) -> str:
    """List the games found: date, game, rules, players, the best total, and whether it is held."""
    seated = preview.sheets.group_by("game_no").agg(pl.col("player").sort_by("seat"), best=pl.col("total").max())
    shown = preview.games.head(GAMES).join(seated, on="game_no", how="left", maintain_order="left")
    rows = []
    for row in shown.iter_rows(named=True):
        held = parts.status("held") if row["status"] == "held" else ""
        seats = safe(", ".join(row["player"] or ()))
        day = safe(words.day(row["played"]))
        told = row["played"] is None or row["played"].isoformat() in row["game"]  # a phone has no room to say it twice
        narrow = "" if told else f'<br><span class="m y-narrow">{day}</span>'
        rows.append(
            f'<tr><td class="l m y-wide">{day}</td><td class="name">{safe(row["game"])}{narrow}</td>'
            f'<td class="l m y-wide">{safe(row["rules"])}</td><td class="l w">{seats}</td>'
            f'<td>{words.number(row["best"])}</td><td class="l">{held}</td></tr>'
        )
    if preview.games.height > GAMES:
        more = _("and {n} more").format(n=preview.games.height - GAMES)
        rows.append(f'<tr><td class="l m" colspan="6">{safe(more)}</td></tr>')
    heads = (
        ("l y-wide", _("Date")),
        ("name", _("Game")),
        ("l y-wide", _("Rules")),
        ("l", _("Players")),
        ("", _("Best")),
        ("l", ""),
    )
    return tables.ruled("y-found-games", heads, rows)
