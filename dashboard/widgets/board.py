"""Draw a board game: the cells, whose token lies where, what was found. Pure: frames in, HTML out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard import words
from dashboard.texts import _
from dashboard.theme import MARKER_SIGNS
from dashboard.widgets import sheet, tables
from dashboard.words import safe
from ingest.messages import N_
from scoring.rules import Board, RuleSet
from scoring.yam_master import cell_name

Row = Mapping[str, Any]

#: How a game came to its end.
RESULTS = {
    "five_in_line": N_("Won by five in a line."),
    "points": N_("Won by the points of the lines."),
    "draw": N_("A draw: the points of the lines are equal."),
}


def played(
    rules: RuleSet, game: Row, sheets: pl.DataFrame, boxes: pl.DataFrame, findings: pl.DataFrame, result: str | None
) -> str:
    """Draw a played game: a token in each taken cell, then each player's points and place, then what was found."""
    if rules.board is None:
        raise ValueError(f"{rules.id} is not a board game")
    seats = list(sheets.iter_rows(named=True))
    owner: dict[str, int] = {}
    for row in boxes.iter_rows(named=True):
        seat = next((i for i, s in enumerate(seats) if s["sheet_no"] == row["sheet_no"]), 0)
        owner |= {name: seat for name, value in row.items() if value == 1 and len(name) == 2}
    marks = {f["box"]: (n, f["severity"]) for n, f in enumerate(findings.iter_rows(named=True), 1) if f["box"]}
    names = [s["player"] for s in seats]
    said = _(RESULTS[result]) if result else _("The game is not finished.")
    lines = [
        f'<tr><td class="name">{_token(i)} {safe(s["player"])}</td><td>{sum(o == i for o in owner.values())}</td>'
        f"<td>{words.number(s['total'])}</td><td>{safe(_place(s, game))}</td></tr>"
        for i, s in enumerate(seats)
    ]
    heads = (("name", _("Player")), ("", _("Tokens")), ("", _("Line points")), ("", _("Place, points")))
    title = f"{_('Table')} {game['table']}" if game.get("table") else str(game["game"])
    return (
        f'<article class="y-sheet"><header><b>{safe(title)}</b><span>{safe(words.day(game["played"]))}</span></header>'
        f"{cells(rules.board, owner, names, marks)}{tables.ruled('y-seats', heads, lines)}"
        f'<p class="legend">{safe(said)}</p>{sheet.notes(game, list(findings.iter_rows(named=True)))}</article>'
    )


def cells(
    board: Board,
    owner: Mapping[str, int] | None = None,
    names: list[str] | None = None,
    marks: Mapping[str, tuple[int, str]] | None = None,
) -> str:
    """Draw the board's cells, with tokens where there are any."""
    titles = {figure.id: _(figure.title) for figure in board.figures}
    width = len(board.cells[0])
    head = "".join(f'<th scope="col">{"abcdefghij"[c]}</th>' for c in range(width))
    rows = []
    for r, row in enumerate(board.cells):
        drawn = []
        for c, figure in enumerate(row):
            name = cell_name((r, c))
            token, number, kind = "", "", ""
            if owner and name in owner:
                token = f'{_token(owner[name])}<span class="y-hide">{safe((names or [])[owner[name]])}</span>'
            if marks and name in marks:
                number = f"<sup>{marks[name][0]}</sup>"
                kind = "bad" if marks[name][1] == "error" else "doubt"
            drawn.append(f'<td class="{kind}"><small>{safe(titles.get(figure, figure))}</small>{token}{number}</td>')
        rows.append(f'<tr><th scope="row">{r + 1}</th>{"".join(drawn)}</tr>')
    return f'<table class="y-board"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def figures(board: Board) -> str:
    """List what each kind of cell asks for."""
    rows = [
        f'<tr><td class="name">{safe(_(f.title))}</td><td class="l w">{safe(_(f.hint))}</td></tr>'
        for f in board.figures
    ]
    return tables.ruled("y-rules", (("name", _("Cell")), ("l", _("Taken with"))), rows)


def _token(seat: int) -> str:
    return f'<i class="y-token t{seat}" aria-hidden="true">{MARKER_SIGNS[seat]}</i>'


def _place(row: Row, game: Row) -> str:
    if game["status"] == "held":
        return _("held")
    if row["place"] is None:
        return _("not ranked")
    return f"{words.ordinal(row['place'])}, {words.points(row['points_e4'])}"
