"""List by row what was found in a file and left out of it, and what differs. Pure: a report in, HTML out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from dashboard import words
from dashboard.remedies import without_commands
from dashboard.texts import _, ngettext
from dashboard.widgets import parts, tables
from dashboard.widgets.sheet import Version
from dashboard.words import safe
from ingest.frames import box_table
from ingest.messages import N_
from ingest.report import FileReport, Report
from scoring.rules import RuleSet

FATES = ("taken", "held", "duplicate", "rejected", "ignored")
SHOWN = 200  # lines listed on the page; the rest are counted


class Line(NamedTuple):
    """One line of the list: where in the file, what (HTML), whose box, what is said."""

    worksheet: str
    first: int | None
    last: int | None
    what: str
    where: str
    said: str
    kind: str  # "left out" of what is taken or held; in that, a "note", or a "fault"


def lines(
    report: Report, file: FileReport, titles: Mapping[str, Mapping[str, str]], most: int = SHOWN
) -> tuple[list[Line], int]:
    """Return what was found in one file, in the order of its rows: the first lines, and how many there are.

    Notes, and rows left out, that follow each other and say the same are one line. ``titles``: by rule set id, the
    title of each box and section.
    """
    games = report.games.filter(pl.col("file_sha") == file.sha)
    findings = report.findings.join(
        games.select("game_no", "rules", "first_row"), on="game_no", how="inner", maintain_order="left"
    ).with_columns(row=pl.coalesce("row", "first_row"))
    rows = report.tables["source_row"].filter(pl.col("file_sha") == file.sha)
    left_out = rows.filter(pl.col("code").ne_missing("heading"))
    kinds = {"finding": findings, "left out": left_out}
    every = pl.concat(
        frame.select(
            pl.lit(kind).alias("kind"),
            pl.int_range(pl.len()).alias("nth"),
            pl.col("worksheet").fill_null(""),
            pl.col("row").cast(pl.Int64),
            pl.col("severity" if kind == "finding" else "fate").alias("what"),
            "message",
        )
        for kind, frame in kinds.items()
    ).sort("worksheet", "row", maintain_order=True)
    loud = (pl.col("kind") == "finding") & (pl.col("what") != "note")
    alike = pl.struct("kind", "worksheet", "what", "message", pl.when(loud).then("nth")).rle_id()
    groups = every.group_by(alike.alias("group"), maintain_order=True).agg(
        pl.col("kind", "nth").first(), n=pl.len(), last=pl.col("row").last()
    )
    shown = []
    for kind, nth, n, last in groups.select("kind", "nth", "n", "last").head(most).iter_rows():
        row = kinds[kind].row(nth, named=True)
        shown.append(_finding(row, titles, n, last) if kind == "finding" else _left_out(row, n, last))
    return shown, groups.height


def _finding(row: Mapping[str, Any], titles: Mapping[str, Mapping[str, str]], n: int, last: int | None) -> Line:
    box = row["box"] and titles.get(row["rules"], {}).get(row["box"], row["box"])
    held = row["severity"] == "error" and row["status"] == "held"
    what = parts.status("held") if held else parts.severity(row["severity"])
    whose = row["player"] or row["game"] if n == 1 else words.sheets(n)
    place = ", ".join(filter(None, [whose, box]))
    kind = "note" if row["severity"] == "note" else "fault"
    return Line(row["worksheet"] or "", row["row"], last, what, place, row["message"], kind)


def _left_out(row: Mapping[str, Any], n: int, last: int | None) -> Line:
    """Say also how many rows they are, where others stand between them."""
    scattered = last is not None and n <= last - row["row"]
    said = [_(CODES[row["code"]]) if row["code"] in CODES else "", words.rows(n) if scattered else ""]
    where = ", ".join(filter(None, said))
    what, message = parts.status(row["fate"]), row["message"] or ""
    return Line(row["worksheet"] or "", row["row"], last, what, where, message, "left out")


CODES = {
    "no_player": N_("no player"),
    "sums": N_("sums"),
    "note": N_("note"),
    "absent": N_("absent player"),
    "blank_player": N_("no sheet"),
}


def heading(found: Sequence[Line]) -> str:
    """Return what stands over the list: of notes, and of rows that are left out, nothing fails to add up."""
    kinds = {line.kind for line in found}
    if kinds == {"left out"}:
        return _("What is left out")
    if "fault" not in kinds:
        return _("What is worth knowing")
    return _("What does not add up, and what is left out") if "left out" in kinds else _("What does not add up")


def listed(found: Sequence[Line], n: int) -> str:
    """Write the list, and how many more of the ``n`` there are; on a phone each line takes two."""
    items = []
    for line in found:
        at = str(line.first or "") if line.last in (line.first, None) else f"{line.first}–{line.last}"
        where = ", ".join(filter(None, [line.worksheet, line.where]))
        items.append(
            f'<li><span class="row"><span class="y-narrow">{safe(_("row"))} </span>{safe(at)}</span>'
            f'<span>{line.what}</span><span class="where">{safe(where)}</span><span class="said">'
            f"{safe(line.said[:1].upper() + line.said[1:])}</span></li>"
        )
    more = n - len(found)
    if more > 0:
        items.append(
            '<li><span></span><span></span><span></span><span class="m">'
            f"{safe(_('and {n} more').format(n=more))}</span></li>"
        )
    head = "".join(f"<span>{safe(h)}</span>" for h in (_("Row"), _("What"), _("Where"), _("Found")))
    return f'<ul class="y-found"><li class="head y-wide" aria-hidden="true">{head}</li>{"".join(items)}</ul>'


def files(names: Sequence[str], reports: Sequence[FileReport]) -> str:
    """List many files with what becomes of the rows of each; the troubled ones first."""
    both = sorted(zip(names, reports, strict=True), key=lambda one: not (one[1].refused or one[1].counts.get("held")))
    lines = []
    for name, file in both[:SHOWN]:
        if file.questions:
            said = _("to decide")
        elif file.already is not None:
            said = _("in the book already")
        elif file.twin is not None:
            said = _("the same file as {name}").format(name=Path(file.twin).name)
        else:
            said = without_commands(str(file.refused or told(file.counts))).removeprefix(f"{Path(file.path).name}: ")
        lines.append(f'<tr><td class="name">{safe(name)}</td><td class="l w">{safe(said)}</td></tr>')
    if len(both) > SHOWN:
        lines.append(f'<tr><td class="l m" colspan="2">{safe(_("and {n} more").format(n=len(both) - SHOWN))}</td></tr>')
    return tables.ruled("y-files", (("name", _("File")), ("l", _("Rows"))), lines)


def conflicts(
    report: Report, file: FileReport, rules_of: Callable[[Mapping[str, Any]], RuleSet]
) -> list[tuple[str, list[Version]]]:
    """Return the games of a file that are known with other figures, with each version as it stands.

    ``rules_of`` gives the rule set that scored a game, a row of its table.
    """
    held = report.findings.filter(pl.col("code") == "game_conflict")["game_no"].unique().to_list()
    mine = report.games.filter((pl.col("file_sha") == file.sha) & pl.col("game_no").is_in(held))
    players = report.tables["player"].select("player_no", "player")
    every = report.tables["game"].filter(pl.col("status") == "held").sort("entry", "game_no", nulls_last=True)
    found = []
    for game in mine["game"].unique(maintain_order=True):
        versions = []
        for version in every.filter(pl.col("game") == game).iter_rows(named=True):
            its = pl.col("game_no") == version["game_no"]
            sheets = report.tables["sheet"].filter(its).join(players, on="player_no", how="left").sort("seat")
            boxes = report.tables[box_table(version["rules_base"])].filter(its)
            versions.append(Version(version["file_name"], rules_of(version), sheets, boxes))
        found.append((game, versions))
    return found


def store_label(report: Report) -> str:
    """Say what the main button does: ``Store 35 rows, hold 3``."""
    taken, held = report.count("taken"), report.count("held")
    if not taken:
        return ngettext("Hold {n} row", "Hold {n} rows", held).format(n=words.grouped(held))
    label = ngettext("Store {n} row", "Store {n} rows", taken).format(n=words.grouped(taken))
    return label + (_(", hold {n}").format(n=words.grouped(held)) if held else "")


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
    return ", ".join(names[fate].format(n=words.grouped(n)) for fate, n in fates(counts).items() if n)


def names(entry: Mapping[str, Any]) -> str:
    """Name the files of an import, the first of many only."""
    files: list[str] = list(entry["file_names"] or ())
    if not files:
        return str(entry["summary"] or "")
    return (
        ", ".join(files) if len(files) <= 3 else _("{name} and {n} more files").format(name=files[0], n=len(files) - 1)
    )
