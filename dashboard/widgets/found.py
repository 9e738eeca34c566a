"""List by row what was found in a file, and say how the file was understood. Pure: a report in, HTML out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from dashboard.texts import _, ngettext
from dashboard.widgets import parts
from dashboard.words import safe
from ingest.messages import N_
from ingest.model import Understood
from ingest.report import FileReport, Report

FATES = ("taken", "held", "duplicate", "rejected", "ignored")
SHOWN = 200  # lines listed on the page; the rest are counted

FORMATS = {
    "csv": "CSV",
    "json": "JSON",
    "xlsx": "XLSX",
    "xlsm": "XLSM",
    "ods": "ODS",
    "bg-stats": N_("BG Stats export"),
    "bgg-plays": N_("BoardGameGeek plays"),
}
LAYOUTS = {
    "wide": N_("one row a player and game"),
    "long": N_("one row a box"),
    "paper": N_("a paper sheet: boxes down, players across"),
}
SEPARATORS = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), "|": N_("bar")}
ORDERS = {"dmy": N_("day first"), "mdy": N_("month first"), "ymd": N_("year first")}
LANGUAGES = {
    "en": N_("English"),
    "ro": N_("Romanian"),
    "fr": N_("French"),
    "it": N_("Italian"),
    "es": N_("Spanish"),
    "de": N_("German"),
}


class Line(NamedTuple):
    """One line of the list: where in the file, what (HTML), whose box, what is said."""

    worksheet: str
    row: int | None
    what: str
    where: str
    said: str


def lines(report: Report, file: FileReport, titles: Mapping[str, Mapping[str, str]]) -> list[Line]:
    """Return everything that was found in one file, in the order of its rows.

    ``titles``: by rule set id, the title of each box and section.
    """
    found: list[Line] = []
    games = {g["game_no"]: g for g in report.games.filter(pl.col("file_sha") == file.sha).iter_rows(named=True)}
    for row in report.findings.filter(pl.col("game_no").is_in(list(games))).iter_rows(named=True):
        game = games[row["game_no"]]
        box = row["box"] and titles.get(game["rules"], {}).get(row["box"], row["box"])
        held = row["severity"] == "error" and game["status"] == "held"
        what = parts.status("held") if held else parts.severity(row["severity"])
        where = ", ".join(filter(None, [row["player"] or game["game"], box]))
        found.append(Line(game["worksheet"] or "", row["row"] or game["first_row"], what, where, row["message"]))
    rows = report.tables["source_row"].filter(pl.col("file_sha") == file.sha)
    for row in rows.iter_rows(named=True):
        if row["code"] != "heading":
            where = _(CODES.get(row["code"] or "", "")) if row["code"] in CODES else ""
            found.append(
                Line(row["worksheet"] or "", row["row"], parts.status(row["fate"]), where, row["message"] or "")
            )
    return sorted(found, key=lambda line: (line.worksheet, line.row or 0))


CODES = {
    "no_player": N_("no player"),
    "sums": N_("sums"),
    "note": N_("note"),
    "absent": N_("absent player"),
    "blank_player": N_("no sheet"),
}


def listed(found: Sequence[Line]) -> str:
    """Write the list; on a phone each line takes two."""
    items = []
    for line in found[:SHOWN]:
        at = str(line.row or "")
        place = f"{line.worksheet} {at}" if line.worksheet else at
        items.append(
            f'<li><span class="row"><span class="y-narrow">{safe(_("row"))} </span>{safe(place)}</span>'
            f'<span>{line.what}</span><span class="where">{safe(line.where)}</span><span class="said">'
            f"{safe(line.said[:1].upper() + line.said[1:])}</span></li>"
        )
    more = len(found) - SHOWN
    if more > 0:
        items.append(
            '<li><span></span><span></span><span></span><span class="m">'
            f"{safe(_('and {n} more').format(n=more))}</span></li>"
        )
    head = "".join(f"<span>{safe(h)}</span>" for h in (_("Row"), _("What"), _("Where"), _("Found")))
    return f'<ul class="y-found"><li class="head y-wide" aria-hidden="true">{head}</li>{"".join(items)}</ul>'


def understood(report: Report, file: FileReport, known: Sequence[str]) -> Mapping[str, str]:
    """Say how a file was read, label by label (values are HTML); ``known`` are the players of the book."""
    told = file.understood or Understood()
    games = report.games.filter(pl.col("file_sha") == file.sha)
    items = {_("Format"): safe(_format(file.reader or ""))}
    if told.language:
        languages = ", ".join(_(LANGUAGES.get(k.strip(), k.strip())) for k in told.language.split(","))
        items[_("Language")] = safe(languages) + _headings(told)
    if told.encoding:
        items[_("Encoding")] = safe(_encoding(told))
    if told.delimiter:
        items[_("Separator")] = safe(_(SEPARATORS.get(told.delimiter, told.delimiter)))
    if told.date_order:
        order = _(ORDERS.get(told.date_order, told.date_order))
        items[_("Dates")] = safe(", ".join(filter(None, [order, told.date_basis])))
    elif told.date_basis:
        items[_("Dates")] = safe(told.date_basis)
    if games.height:
        items[_("Rules")] = safe(", ".join(sorted(games["rules"].unique().to_list())))
        seasons = sorted(s or _("none") for s in games["season"].unique().to_list())
        items[_("Season")] = safe(", ".join(seasons))
        items[_("Names")] = _names(report, games, known)
    return items


def _format(reader: str) -> str:
    kind, _dash, layout = reader.rpartition("-")
    if layout in LAYOUTS:
        return f"{_(FORMATS.get(kind, kind))}, {_(LAYOUTS[layout])}"
    return _(FORMATS.get(reader, reader))


def _encoding(told: Understood) -> str:
    if told.encoding_basis == "valid UTF-8":
        return "UTF-8"
    return ", ".join(filter(None, [told.encoding, told.encoding_basis]))


def _plain(name: str) -> str:
    """Write the name of a field or box as a person would."""
    return name.removeprefix("stated_").replace("_", " ")


def _headings(told: Understood) -> str:
    if not told.headings:
        return ""
    ignored = [h for h, meant in told.headings.items() if meant == "ignored"]
    n = len(told.headings)
    said = _(", {k} of {n} headings known").format(k=n - len(ignored), n=n)
    if ignored:
        near = [
            _("“{heading}” (did you mean {name}?)").format(heading=h, name=_plain(told.suggestions[h]))
            if h in told.suggestions
            else f"“{h}”"
            for h in ignored
        ]
        said += _("; ignored: {headings}").format(headings=", ".join(near))
    return safe(said)


def _names(report: Report, games: pl.DataFrame, known: Sequence[str]) -> str:
    written = report.tables["sheet"].filter(pl.col("game_no").is_in(games["game_no"].to_list()))
    numbers = written["player_no"].unique().to_list()
    players = report.tables["player"].filter(pl.col("player_no").is_in(numbers))["player"].sort().to_list()
    new = [p for p in players if p not in set(known)]
    if not known or not new:
        shown = ", ".join(players[:8]) + (_(" and {n} more").format(n=len(players) - 8) if len(players) > 8 else "")
        return safe(shown)
    shown = ", ".join(new[:8]) + (_(" and {n} more").format(n=len(new) - 8) if len(new) > 8 else "")
    return safe(_("{n} known; new: {names}").format(n=len(players) - len(new), names=shown))


def store_label(report: Report) -> str:
    """Say what the main button does: ``Store 35 rows, hold 3``."""
    taken, held = report.count("taken"), report.count("held")
    if not taken:
        return ngettext("Hold {n} row", "Hold {n} rows", held).format(n=held)
    label = ngettext("Store {n} row", "Store {n} rows", taken).format(n=taken)
    return label + (_(", hold {n}").format(n=held) if held else "")


def fates(counts: Mapping[str, Any]) -> dict[str, int]:
    """Return the rows of a file or import by fate, in the order in which they are told."""
    return {fate: int(counts.get(fate) or 0) for fate in FATES}


def told(counts: Mapping[str, Any]) -> str:
    """Say what became of the rows of an import: ``35 taken, 3 held``."""
    names = {
        "taken": _("{n} taken"),
        "held": _("{n} held"),
        "duplicate": _("{n} duplicate"),
        "rejected": _("{n} rejected"),
        "ignored": _("{n} ignored"),
    }
    return ", ".join(names[fate].format(n=n) for fate, n in fates(counts).items() if n)


def names(entry: Mapping[str, Any]) -> str:
    """Name the files of an import, the first of many only."""
    files: list[str] = list(entry["file_names"] or ())
    if not files:
        return str(entry["summary"] or "")
    return (
        ", ".join(files) if len(files) <= 3 else _("{name} and {n} more files").format(name=files[0], n=len(files) - 1)
    )
