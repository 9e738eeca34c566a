"""Draw a game as its paper scoresheet, with what was found marked and numbered. Pure: frames in, HTML out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from dashboard import words
from dashboard.texts import _, ngettext
from dashboard.widgets import parts, tables
from dashboard.words import safe
from scoring.rules import RuleSet

Row = Mapping[str, Any]
Place = tuple[int, str | None, str]  # sheet_no, column or None (the whole sheet), box or figure

_WHOLE_SHEET = {
    "total_mismatch": "total",
    "bonus_mismatch": "bonus",
    "place_mismatch": "place",
    "extra_yams_impossible": "extra",
}
_SIGNS = {"down": "↓", "free": "↕", "up": "↑", "dry": "1×"}
_WIDE, _NARROW = 12, 4  # columns of entries that fit side by side
_LETTERS, _FEW_LETTERS = 72, 22  # letters of names that fit beside each other over those columns


@dataclass(frozen=True)
class Paper:
    """Hold what is drawn: one game under its rule set.

    ``boxes``: rows of the rule set's boxes table; ``findings``: rows of view ``game_findings``, the gravest first;
    ``stated``: rows of view ``game_stated``.
    """

    rules: RuleSet
    game: Row
    sheets: Sequence[Row]
    boxes: Mapping[tuple[int, str], Row]
    findings: Sequence[Row] = ()
    stated: Mapping[Place, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        game: Row,
        sheets: pl.DataFrame,
        boxes: pl.DataFrame,
        findings: pl.DataFrame,
        stated: pl.DataFrame | None = None,
    ) -> Paper:
        """Take what is drawn out of the frames of a game."""
        figures = () if stated is None else stated.iter_rows(named=True)
        return cls(
            rules,
            game,
            list(sheets.iter_rows(named=True)),
            {(row["sheet_no"], row["column"]): row for row in boxes.iter_rows(named=True)},
            list(findings.iter_rows(named=True)),
            {
                (r["sheet_no"], None if r["figure"] in ("total", "place") else r["column"], r["figure"]): r["value"]
                for r in figures
            },
        )

    @cached_property
    def marks(self) -> dict[Place, tuple[int, str, Row]]:
        """Return the first finding at each place of the sheet: its number, severity and row."""
        found: dict[Place, tuple[int, str, Row]] = {}
        for number, row in enumerate(self.findings, 1):
            if row["sheet_no"] is not None:
                figure = row["box"] or _WHOLE_SHEET.get(row["code"], "")
                column = row["column"] if figure not in ("total", "place", "extra") else None
                found.setdefault((row["sheet_no"], column, figure), (number, row["severity"], row))
        return found


def paper(
    rules: RuleSet, game: Row, sheets: pl.DataFrame, boxes: pl.DataFrame, findings: pl.DataFrame, stated: pl.DataFrame
) -> str:
    """Draw a game's sheet: all players side by side where there is room, fewer at a time on a phone."""
    drawn = Paper.of(rules, game, sheets, boxes, findings, stated)
    wide = list(_chunks(drawn, _WIDE))
    narrow = list(_chunks(drawn, _NARROW))
    if len(wide) == len(narrow):
        bodies = "".join(_grid(drawn, part) for part in wide)
    else:
        bodies = "".join(f'<div class="y-wide">{_grid(drawn, part)}</div>' for part in wide)
        bodies += "".join(f'<div class="y-narrow">{_grid(drawn, part)}</div>' for part in narrow)
    table = f"{_('Table')} {game['table']}" if game.get("table") else str(game["game"])
    return (
        f'<article class="y-sheet"><header><b>{safe(table)}</b><span>{safe(words.day(game["played"]))}</span></header>'
        f"{bodies}{_legend(drawn)}{notes(game, drawn.findings)}</article>"
    )


def _chunks(drawn: Paper, room: int) -> Iterator[Sequence[Row]]:
    size = max(1, room // len(drawn.rules.columns))
    for start in range(0, len(drawn.sheets), size):
        yield drawn.sheets[start : start + size]


def _grid(drawn: Paper, sheets: Sequence[Row]) -> str:
    """Write the table of these sheets: heads, boxes by section with their sums, the total, place and points."""
    rules, many = drawn.rules, len(drawn.rules.columns) > 1
    title = safe(rules.title)
    if many:
        names = "".join(
            f'<th class="edge" scope="colgroup" colspan="{len(rules.columns)}">{safe(s["player"])}</th>' for s in sheets
        )
        columns = "".join(
            f'<th scope="col" class="{"edge" if not i else ""}">{_SIGNS.get(c, "")}<br>'
            f"{safe(rules.column_titles.get(c, c.title()))}</th>"
            for _sheet in sheets
            for i, c in enumerate(rules.columns)
        )
        head = f'<tr class="over"><th class="corner">{title}</th>{names}</tr><tr><th class="corner"></th>{columns}</tr>'
    else:
        turned = _turned([s["player"] for s in sheets])
        names = "".join(f'<th scope="col"{turned}><span>{safe(s["player"])}</span></th>' for s in sheets)
        head = f'<tr><th class="corner">{title}</th>{names}</tr>'
    body = []
    titles = {box.id: box for box in rules.boxes}
    told = any(s["evidence"] != "total" for s in sheets)
    for section in rules.sections if told else ():
        for box in (titles[b] for b in section.boxes if b in titles):
            label = f"{safe(_(box.title))}<small>{safe(_(box.hint))}</small>"
            body.append(
                _line(
                    label,
                    (_box_cell(drawn, s, c, box.id, bool(i)) for s in sheets for i, c in enumerate(rules.columns)),
                )
            )
        label = _("{section} total").format(section=words.section(section.title))
        body.append(_sum_line(drawn, sheets, label, "", f"s_{section.id}", section.id))
        if section.id == rules.bonus_section and rules.bonus_tiers:
            at_least, gives = rules.bonus_tiers[0]
            hint = _("{points} from {threshold}").format(points=gives, threshold=at_least)
            body.append(_sum_line(drawn, sheets, _("Bonus"), hint, "bonus", "bonus"))
    if many and told:
        body.append(_sum_line(drawn, sheets, _("Column total"), "", "column_total", "column_total"))
    if told and rules.extra_yams is not None and rules.extra_yams.points:
        hint = _("{points} each").format(points=rules.extra_yams.points)
        cells = (_sheet_cell(drawn, s, "extra", str(s["extra_points"] or 0), len(rules.columns)) for s in sheets)
        body.append(_line(f"{_('Extra Yams')}<small>{safe(hint)}</small>", cells, "sum"))
    totals = (_sheet_cell(drawn, s, "total", words.number(s["total"]), len(rules.columns)) for s in sheets)
    body.append(_line(_("Total"), totals, "total"))
    body.append(_place_line(drawn, sheets))
    return f'<div class="y-wrap"><table><thead>{head}</thead><tbody>{"".join(body)}</tbody></table></div>'


def _turned(names: Sequence[str]) -> str:
    """Return the class of names that stand upright: a word of one is wider than its column, on a phone or always."""
    longest = max(len(word) for name in names for word in re.split(r"[\s-]+", name))
    kinds = [
        kind for kind, room in (("turned", _LETTERS), ("turned-narrow", _FEW_LETTERS)) if longest * len(names) > room
    ]
    return f' class="{" ".join(kinds)}"' if kinds else ""


def _line(label: str, cells: Iterator[str], kind: str = "") -> str:
    return f'<tr class="{kind}"><th scope="row">{label}</th>{"".join(cells)}</tr>'


def _sum_line(drawn: Paper, sheets: Sequence[Row], label: str, hint: str, key: str, figure: str) -> str:
    head = safe(label) + (f"<small>{safe(hint)}</small>" if hint else "")

    def cell(sheet: Row, column: str, inner: bool) -> str:
        row = drawn.boxes.get((sheet["sheet_no"], column))
        silent = row is None or row.get(key) is None or sheet["evidence"] == "total"
        value = "" if row is None or silent else words.number(row[key])
        return _cell(drawn, (sheet["sheet_no"], column, figure), value, edge=not inner)

    columns = drawn.rules.columns
    return _line(head, (cell(s, c, bool(i)) for s in sheets for i, c in enumerate(columns)), "sum")


def _box_cell(drawn: Paper, sheet: Row, column: str, box: str, inner: bool) -> str:
    row = drawn.boxes.get((sheet["sheet_no"], column))
    place = (sheet["sheet_no"], column, box)
    if row is None:
        return _cell(drawn, place, "", edge=not inner)
    if sheet["evidence"] == "total":
        return _cell(drawn, place, "", edge=not inner)
    value, stated = row.get(box), row.get(f"{box}__stated")
    marked = drawn.marks.get(place)
    if value is None:
        said = (
            safe(marked[2]["stated"]) if marked and marked[2]["stated"] else f'<span class="y-hide">{_("open")}</span>'
        )
        return _cell(drawn, place, said, "open" if not marked else "", edge=not inner)
    if value == 0 and not marked and stated in (None, 0):
        return _cell(
            drawn,
            place,
            f'<span aria-hidden="true">—</span><span class="y-hide">{_("struck")}</span>',
            "struck",
            edge=not inner,
        )
    return _cell(drawn, place, words.number(value), edge=not inner, stated=stated if stated != value else None)


def _sheet_cell(drawn: Paper, sheet: Row, figure: str, text: str, span: int) -> str:
    return _cell(drawn, (sheet["sheet_no"], None, figure), text, edge=True, span=span)


def _cell(
    drawn: Paper, place: Place, text: str, kind: str = "", *, edge: bool, span: int = 1, stated: int | None = None
) -> str:
    """Write one cell with the mark of its finding; a stated value that does not count stands struck through before."""
    marked = drawn.marks.get(place)
    classes = [kind, "edge" if edge and len(drawn.rules.columns) > 1 else ""]
    before = stated if stated is not None else drawn.stated.get(place)
    number = ""
    if marked:
        at, severity, row = marked
        classes.append({"error": "bad", "warning": "doubt"}.get(severity, ""))
        number = f"<sup>{at}</sup>"
        if severity == "warning" and before is None:
            before = row["stated"]
    old = "" if before is None or str(before) == text else f"<s>{safe(before)}</s>"
    across = f' colspan="{span}"' if span > 1 else ""
    kinds = " ".join(filter(None, classes))
    return f"<td{across}{f' class={chr(34)}{kinds}{chr(34)}' if kinds else ''}>{old}{text}{number}</td>"


def _place_line(drawn: Paper, sheets: Sequence[Row]) -> str:
    span = len(drawn.rules.columns)
    label = _("Place, points")
    if drawn.game["status"] == "held":
        numbers = [str(n) for n, f in enumerate(drawn.findings, 1) if f["severity"] == "error"]
        until = ngettext(
            "held: none until finding {numbers} is settled",
            "held: none until findings {numbers} are settled",
            len(numbers),
        )
        said = until.format(numbers=", ".join(numbers)) if numbers else _("held")
        return (
            f'<tr class="place"><th scope="row">{safe(label)}</th><td colspan="{span * len(sheets)}">'
            f"{safe(said)}</td></tr>"
        )

    def said_of(sheet: Row) -> str:
        if sheet["place"] is None:
            return safe(_("not ranked"))
        gap = "<br>" if len(sheets) > 4 else ", "
        return f"{words.ordinal(sheet['place'])}{gap}{words.points(sheet['points_e4'])}"

    return _line(safe(label), (_sheet_cell(drawn, s, "place", said_of(s), span) for s in sheets), "place")


def _legend(drawn: Paper) -> str:
    """Say what the marks mean, as far as they stand on this sheet."""
    told = []
    shown = {s["sheet_no"] for s in drawn.sheets if s["evidence"] != "total"}
    values = [row.get(b) for (no, _column), row in drawn.boxes.items() if no in shown for b in drawn.rules.box_ids]
    if 0 in values:
        told.append(_("— struck"))
    if None in values:
        told.append(_("hatched: still open"))
    if len(drawn.rules.columns) > 1 and shown:
        means = {
            "down": _("↓ from the top"),
            "up": _("↑ from the bottom"),
            "free": _("↕ any order"),
            "dry": _("1× first throw only"),
        }
        told += [means[c] for c in drawn.rules.columns if c in means]
    return f'<p class="legend">{safe(" · ".join(told))}</p>' if told else ""


def notes(game: Row, findings: Sequence[Row]) -> str:
    """List what was found under the numbers on the sheet."""
    items = []
    for number, row in enumerate(findings, 1):
        after = ""
        if row["severity"] == "error" and game["status"] == "held":
            review = parts.link("review", _("Review"), game=game["game"])
            after = f" {safe(_('The game is held until this is corrected or accepted.'))} {review}"
        if row.get("code") == "name_suggestion" and row["stated"]:
            after = f" {parts.link('players', _('Their page'), player=row['stated'])}"
        head = f"<b>{safe(row['player'])}.</b> " if row["player"] else ""
        items.append(
            f'<li class="{row["severity"]}"><b>{number}</b><span>'
            f"{parts.severity(row['severity'])}{head}{safe(row['message'])}{after}</span></li>"
        )
    return f'<ol class="y-notes">{"".join(items)}</ol>' if items else ""


def strip_of(rules: RuleSet, game: Row, sheets: pl.DataFrame, boxes: pl.DataFrame, findings: pl.DataFrame) -> str:
    """Draw one player's sheet alone, its findings marked but not listed."""
    drawn = Paper.of(rules, game, sheets, boxes, findings)
    name = drawn.sheets[0]["player"] if drawn.sheets else ""
    return (
        f'<article class="y-sheet alone"><header><b>{safe(name)}</b><span>'
        f"{safe(words.day(game['played']))}</span></header>"
        f"{_grid(drawn, drawn.sheets)}</article>"
    )


class Version(NamedTuple):
    """Hold what one file says of a game: its name, rule set, rows of view ``game_sheets`` and of the boxes table."""

    file: str
    rules: RuleSet
    sheets: pl.DataFrame
    boxes: pl.DataFrame


def differences(versions: Sequence[Version]) -> str:
    """Write in what versions of one game differ: player, box, what each file says.

    Of a player without boxes in one of them only the totals are compared, of others the boxes that all rule sets have.
    """
    rules = versions[0].rules
    shared = [box for box in rules.boxes if all(box.id in v.rules.box_ids for v in versions)]
    filled = [_boxes_of(v, [box.id for box in shared]) for v in versions]
    totals = [dict(v.sheets.select("player", "total").iter_rows()) for v in versions]
    rows = [("", _("Rules"), [words.rule_set(v.rules) for v in versions])]
    for player in dict.fromkeys(name for total in totals for name in total):
        sheets = [boxes[player] for boxes in filled if player in boxes]
        columns = dict.fromkeys(column for sheet in sheets for column in sheet) if len(sheets) == len(versions) else ()
        for column in columns:
            above = f"{rules.column_titles.get(column, column)}, " if len(rules.columns) > 1 else ""
            points = zip(*(sheet.get(column, [None] * len(shared)) for sheet in sheets), strict=True)
            rows += [
                (player, above + _(box.title), [_said(v) for v in values])
                for box, values in zip(shared, points, strict=True)
            ]
        rows.append((player, _("Total"), [words.number(total.get(player)) for total in totals]))
    lines = [
        f'<tr><td class="name">{safe(player)}</td><td class="l">{safe(what)}</td>'
        + "".join(f'<td class="strong">{safe(value)}</td>' for value in said)
        + "</tr>"
        for player, what, said in rows
        if len(set(said)) > 1
    ]
    if not lines:  # of a board game
        return f'<p class="y-note">{safe(_("The moves differ."))}</p>'
    heads = [("", f'{n}<span class="y-wide">: {safe(v.file)}</span>') for n, v in enumerate(versions, 1)]
    files = words.joined(*(safe(f"{n}: {v.file}") for n, v in enumerate(versions, 1)))
    drawn = tables.ruled("y-versions", (("name", _("Player")), ("l", _("Box")), *heads), lines)
    return f'{drawn}<p class="y-note y-narrow">{files}</p>'


def _boxes_of(version: Version, boxes: Sequence[str]) -> dict[str, dict[str, list[int | None]]]:
    """Return the points of a version by player and column, of players with more than a total."""
    found: dict[str, dict[str, list[int | None]]] = {}
    sheets = version.sheets.filter(pl.col("evidence") != "total").select("sheet_no", "player")
    rows = version.boxes.join(sheets, on="sheet_no", maintain_order="left")
    for player, column, *points in rows.select("player", "column", *boxes).iter_rows():
        found.setdefault(player, {})[column] = points
    return found


def _said(points: int | None) -> str:
    return _("open") if points is None else _("struck") if points == 0 else words.number(points)
