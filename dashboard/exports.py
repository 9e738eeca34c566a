"""Hand out a table of figures: CSV, XLSX, JSON, Parquet, a printable page and PDF, all from one frame.

The same table always gives the same bytes: nothing of the moment or the machine goes in.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import polars as pl

from dashboard.texts import N_, _, ngettext, spoken
from ingest.errors import WrongUsage, sentence
from scoring import ranking

if TYPE_CHECKING:
    from ingest.club import Club
    from ingest.figures import Reads

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MADE = datetime(2000, 1, 1)  # what every spreadsheet bears for its date, so that the bytes are equal


@dataclass(frozen=True)
class Table:
    """Hold what is handed out: a frame, its title, and the basis of its figures (what was counted, under which rules).

    Points are decimals of four places, exact. ``about`` are further facts for the JSON form.
    """

    name: str  # "standings"
    title: str
    basis: str
    frame: pl.DataFrame
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """Say how numbers and columns are written for a person's spreadsheet."""

    separator: str = ","
    decimal: str = "."
    mark: bool = False  # a byte order mark, without which Excel takes UTF-8 for the local code page


PLAIN = Form()


def local_form(language: str) -> Form:
    """Return the form that a spreadsheet of this language opens without questions: in most of Europe 1,5;2."""
    from babel import Locale, UnknownLocaleError
    from babel.numbers import get_decimal_symbol

    try:
        decimal = get_decimal_symbol(Locale.parse(language.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        raise WrongUsage(f"“{language}” is no language; write for example ro, fr, it, es, en.") from None
    return Form(";" if decimal == "," else ",", decimal, mark=True)


def standings_table(reader: Reads, season: str | None, event: str | None = None, method: str = "whist") -> Table:
    """Return a season's standings: `place,player,games,points,wins,average,held`, then what parts equal points.

    Points are what ``method`` gives (RULES.md, From totals to places), ``average`` is points a game. Without a season
    nothing is ranked. WrongUsage where the season cannot be counted in that way.
    """
    played = reader.query("scored_sheets", season=season, event=event)
    try:
        ranked = ranking.standings(played if season is not None else played.clear(), method)
    except ranking.StandingsError as error:
        where = _("Season {season}: {problem} The settings (club.toml) say how a season is counted.")
        raise WrongUsage(where.format(season=season, problem=sentence(str(error)))) from error
    figures = ranked.select("points_e4", "games").iter_rows()
    average = [round(Fraction(points, max(games, 1))) for points, games in figures]
    frame = ranked.with_columns(average_e4=pl.Series(average, dtype=pl.Int64())).select(
        "place",
        "player",
        "games",
        exact(pl.col("points_e4")).alias("points"),
        "wins",
        pl.when(pl.col("games") > 0).then(exact(pl.col("average_e4"))).alias("average"),
        "held",
        "raw_total",
        "tie_break",
    )
    basis = reader.query("basis", season=season, event=event)
    about = {
        "season": season,
        "event": event,
        "method": method,
        "games": basis["games"].sum(),
        "held_games": basis["held"].sum(),
        "rules": basis.filter(pl.col("games") > 0).select("rules", "version", "games").to_dicts(),
    }
    title = " ".join(_("Standings {season}").format(season=season or "").split())
    return Table("standings", f"{title}, {event}" if event else title, _basis(about), frame, about)


def _basis(about: Mapping[str, Any]) -> str:
    """Say what a season's figures rest on."""
    said = [ngettext("{n} game counted.", "{n} games counted.", about["games"]).format(n=about["games"])]
    if about["held_games"]:
        n = about["held_games"]
        said.append(ngettext("{n} held game is left out.", "{n} held games are left out.", n).format(n=n))
    if about["rules"]:
        rules = "; ".join(f"{r['rules']}, {_versions(r['version'])}" for r in about["rules"])
        said.append(_("Rules: {rules}.").format(rules=rules))
    said.append(_(_METHODS[about["method"]]))
    return " ".join(said)


def _versions(listed: str) -> str:
    return ngettext("version {n}", "versions {n}", listed.count(",") + 1).format(n=listed)


_METHODS = {
    "whist": N_("Whist points: at a table of n the best total takes 10 n, the lowest −10 n, the others in proportion."),
    "whist_by_place": N_("Whist points by place: at a table of n the first takes 10 n, the last −10 n."),
    "total": N_("Points are the totals of the sheets."),
    "wins": N_("Points are first places; a shared one is divided."),
}


def standings_files(
    reader: Reads, club: Club, season: str | None, event: str | None = None
) -> list[tuple[str, bytes | Callable[[], bytes], str, str]]:
    """Return a season's standings in every form: label, content (or what makes it), file name, media type.

    The CSV is as a spreadsheet in the club's language has it.
    """
    table = standings_table(reader, season, event, club.method_of(season))
    stem = file_stem(table.title)
    form = local_form(club.language)
    return [(one.title, (one.later or one.write)(table, form), f"{stem}.{one.name}", one.media_type) for one in EXPORTS]


def file_stem(*told: str | None) -> str:
    """Return the name of a file, before its ending, that says these things in plain letters, figures and hyphens.

    >>> file_stem("Standings 2026, Coupe d'été"), file_stem("race", "2026/A", None)
    ('standings-2026-coupe-d-ete', 'race-2026-a')
    """
    text = unicodedata.normalize("NFKD", " ".join(filter(None, told)).lower())
    plain = "".join(char for char in text if not unicodedata.combining(char))
    return re.sub(r"[^\w.]+", "-", plain, flags=re.ASCII).strip("-.") or "table"


def exact(ten_thousandths: pl.Expr) -> pl.Expr:
    """Return whole ten-thousandths as a decimal of four places, without passing through a float."""
    return (ten_thousandths.cast(pl.Decimal(28, 4)) / pl.lit(10_000).cast(pl.Decimal(28, 4))).cast(pl.Decimal(18, 4))


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe before one that begins like one.

    >>> safe("=1+1"), safe("Ana"), safe("-5")
    ("'=1+1", 'Ana', "'-5")
    """
    return "'" + text if text.startswith(_FORMULA) else text


def to_csv(table: Table, form: Form = PLAIN) -> bytes:
    """Write RFC 4180: a heading, then a line a row, each ended by CR LF."""
    return csv_bytes(table.frame, form)


def csv_bytes(frame: pl.DataFrame, form: Form = PLAIN) -> bytes:
    """Write a frame as CSV; averages and rates have four decimals, as points have."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=form.separator, lineterminator="\r\n")
    writer.writerow(frame.columns)
    writer.writerows([_written(value, form) for value in row] for row in frame.iter_rows())
    return text.getvalue().encode("utf-8-sig" if form.mark else "utf-8")


def _written(value: object, form: Form) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | Decimal):
        return (f"{value:f}" if isinstance(value, Decimal) else f"{value:z.4f}").replace(".", form.decimal)
    if isinstance(value, date | datetime):
        return value.isoformat()
    return safe(value) if isinstance(value, str) else str(value)


def to_xlsx(table: Table, form: Form = PLAIN) -> bytes:
    """Write a worksheet with its heading frozen and numbers that are numbers; the basis stands on a second one."""
    return workbook((table,))


def workbook(tables: Sequence[Table]) -> bytes:
    """Write a worksheet for each table, and what they rest on, where that is said, on one of its own."""
    import xlsxwriter

    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    first = tables[0]
    book.set_properties({"title": first.title, "comments": first.basis, "created": _MADE})
    heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": False})
    for table in tables:
        _worksheet(book, table, heading)
    if first.basis:
        about = book.add_worksheet("About")
        about.set_column(0, 0, 100)
        about.write_string(0, 0, safe(first.title), heading)
        about.write_string(1, 0, safe(first.basis), book.add_format({"text_wrap": True}))
    book.close()
    return file.getvalue()


def _worksheet(book: Any, table: Table, heading: Any) -> None:
    """Write one table into a worksheet of its own."""
    two = book.add_format({"num_format": "0.00"})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet(_worksheet_name(table.title))
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    for column, name in enumerate(table.frame.columns):
        sheet.write_string(0, column, name, heading)
        values = table.frame[name].to_list()
        widest = max([len(name), *(len(_shown(value)) for value in values)])
        sheet.set_column(column, column, min(widest + 2, 40))
        for row, value in enumerate(values, start=1):
            if isinstance(value, bool):
                sheet.write_boolean(row, column, value)
            elif isinstance(value, float | Decimal):
                sheet.write_number(row, column, float(value), two)
            elif isinstance(value, int):
                sheet.write_number(row, column, value)
            elif isinstance(value, date):
                sheet.write_datetime(row, column, datetime(value.year, value.month, value.day), day)
            elif value is not None:
                sheet.write_string(row, column, safe(str(value)))


def _shown(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float | Decimal) else str(value)


def _worksheet_name(title: str) -> str:
    """Return a title as Excel allows it for a worksheet: 31 characters, none of []:*?/\\."""
    name = "".join(" " if char in "[]:*?/\\" else char for char in title)[:31].strip().strip("'")
    return name or "Table"


def to_json(table: Table, form: Form = PLAIN) -> bytes:
    """Write one object: title, basis, further facts, and the rows as objects."""
    rows = [{key: _json(value) for key, value in row.items()} for row in table.frame.iter_rows(named=True)]
    whole = {"title": table.title, "basis": table.basis, **table.about, table.name: rows}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _json(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value)
    return value.isoformat() if isinstance(value, date | datetime) else value


def to_parquet(table: Table, form: Form = PLAIN) -> bytes:
    """Write Parquet; points are decimals of four places."""
    file = io.BytesIO()
    table.frame.write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()


_STYLE = """
body{font:16px/1.45 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;color:#22262a;background:#fbfaf6;
 max-width:56rem;margin:2rem auto;padding:0 1rem;font-variant-numeric:tabular-nums}
h1{font:600 1.9rem/1.2 "Source Serif 4","Source Serif Pro",Georgia,serif;margin:0 0 .25rem}
p{color:#5e646b;margin:0 0 1.25rem;font-size:.85rem}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th{font-size:.8rem;color:#5e646b;text-align:left;border-bottom:2px solid #8c8a84;padding:.35rem .6rem}
td{border-bottom:1px solid #e4e0d6;padding:.35rem .6rem}
.n{text-align:right}
@media print{body{background:none;margin:0;max-width:none}tr{break-inside:avoid}thead{display:table-header-group}}
"""


_TITLES = {
    "place": N_("Place"),
    "player": N_("Player"),
    "games": N_("Games"),
    "points": N_("Points"),
    "wins": N_("Wins"),
    "average": N_("Points a game"),
    "held": N_("Held"),
    "raw_total": N_("Raw total"),
    "tie_break": N_("Decided by"),
}
_TIES = {
    "points": N_("points"),
    "wins": N_("wins"),
    "average": N_("points a game"),
    "raw_total": N_("raw total"),
    "shared": N_("nothing, shared"),
}


def to_html(table: Table, form: Form = PLAIN) -> bytes:
    """Write one page that needs nothing else and prints well."""
    headings, lines, numeric = _texts(table, form)
    heads = _cells("th", headings, numeric)
    rows = [_cells("td", line, numeric) for line in lines]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<!doctype html>\n<html lang="{spoken()}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(table.title)}</title>\n<style>{_STYLE}</style>\n"
        f"<h1>{escape(table.title)}</h1>\n<p>{escape(table.basis)}</p>\n"
        f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</html>\n"
    ).encode()


def to_pdf(table: Table, form: Form = PLAIN) -> bytes:
    """Write A4 pages, the heading on each of them."""
    return pdf_later(table, form)()


def pdf_later(table: Table, form: Form = PLAIN) -> Callable[[], bytes]:
    """Return what sets the pages, in the language that is spoken now: setting them takes a moment."""
    from dashboard.typeset import pdf

    return partial(pdf, table.title, table.basis, *_texts(table, form), language=spoken())


def _texts(table: Table, form: Form) -> tuple[list[str], list[list[str]], list[bool]]:
    """Return a table as a person reads it: headings, rows, and which columns are numbers."""
    frame = table.frame
    if "tie_break" in frame.columns:
        frame = frame.with_columns(pl.col("tie_break").replace({name: _(told) for name, told in _TIES.items()}))
    headings = [_(_TITLES.get(name, name)) for name in frame.columns]
    rows = [[_readable(value, form) for value in row] for row in frame.iter_rows()]
    return headings, rows, [dtype.is_numeric() for dtype in frame.dtypes]


def _cells(tag: str, texts: Sequence[str], numeric: Sequence[bool]) -> str:
    return "".join(
        f'<{tag} class="n">{escape(text)}</{tag}>' if right else f"<{tag}>{escape(text)}</{tag}>"
        for text, right in zip(texts, numeric, strict=True)
    )


def _readable(value: object, form: Form) -> str:
    if value is None:
        return "–"
    if isinstance(value, float | Decimal):
        text = f"{abs(value):.2f}".replace(".", form.decimal)
        return f"−{text}" if value < 0 else text
    return str(value)


@dataclass(frozen=True)
class Export:
    """Name one form of a file: what a person asks for, its media type, and how it is written.

    ``later``: what is written when it is asked for, where it takes too long to have it ready.
    """

    name: str
    title: str
    media_type: str
    write: Callable[[Table, Form], bytes]
    binary: bool = False
    later: Callable[[Table, Form], Callable[[], bytes]] | None = None


#: Every form that a table is handed out in, in the order in which they are offered.
EXPORTS: tuple[Export, ...] = (
    Export("csv", "CSV", "text/csv", to_csv),
    Export("xlsx", "Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx, binary=True),
    Export("json", "JSON", "application/json", to_json),
    Export("parquet", "Parquet", "application/vnd.apache.parquet", to_parquet, binary=True),
    Export("html", "Page to print", "text/html", to_html),
    Export("pdf", "PDF", "application/pdf", to_pdf, binary=True, later=pdf_later),
)


def export(name: str) -> Export:
    """Return an export by its name; KeyError where there is none."""
    return next(entry for entry in EXPORTS if entry.name == name)
