"""Let a person put a game right on its page: one box, or something of the whole game. Each can be undone there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import polars as pl
import streamlit as st

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import page, past
from dashboard.widgets.book import Pinned, book, playable, rules_of
from dashboard.widgets.people import who
from dashboard.words import safe
from ingest import decide
from ingest.errors import YamsheetError
from ingest.lookup import exact
from scoring.rules import RuleSet

Row = Mapping[str, Any]
_TOLD = "amended"  # what was put right just now, told on the next run of the page
_TURN = "amend_turn"  # how often something was put right or taken back here: the fields begin again with each


def told() -> None:
    """Say what was put right, or taken back, just now."""
    past.undone()
    said = st.session_state.pop(_TOLD, None)
    if said:
        page.says(safe(said), "taken")


def offer(reader: Pinned, game: Row, rules: RuleSet, sheets: pl.DataFrame) -> None:
    """Offer, folded, to put right a box of a game (a row of view ``game``) or the game; list below what was decided."""
    with st.expander(_("Put something right"), key=f"amend_{game['file_sha']}_{game['place']}_open"):
        parts = {"box": _("A box of a sheet"), "game": _("The game itself")}
        what = "game"
        if rules.board is None:
            what = (
                st.segmented_control(_("What is wrong"), list(parts), format_func=parts.__getitem__, default="box")
                or "box"
            )
        else:
            page.note(safe(_("Moves are put right in the file: undo its import, mend it, and import it again.")))
        entries = _entries(game)
        key = f"amend_{game['file_sha']}_{game['place']}_{st.session_state.get(_TURN, 0)}"
        moved = _moved(reader, entries, key)
        change = _box(game, rules, sheets, key) if what == "box" else _whole(game, rules, key)
        why = st.text_input(_("Why"), key=f"{key}_why", placeholder=_("Asked the player; the paper says so"))
        pressed = st.button(_("Correct"), type="primary", disabled=not change, key=key)
        if pressed and moved:
            told = _("Something else was decided of this game meanwhile, in another window or by another program.")
            ask = _("What you wrote is kept: look at the game again, and press Correct once more.")
            page.says(safe(f"{told} {ask}"), "warning")
        elif pressed:
            _correct(game, change, why)
    past.decisions(reader, ("correct", "accept"), _("Decided of this game so far"), entries)


def _moved(reader: Pinned, entries: Sequence[int], key: str) -> bool:
    """Tell whether something was decided of this game, or taken back, since the last run of the page."""
    rows = reader.table("entry").filter(pl.col("no").is_in(list(entries))).sort("no")
    stands = rows.select("no", "undone_by").rows()
    before = st.session_state.get(f"{key}_stands", stands)
    st.session_state[f"{key}_stands"] = stands
    return bool(before != stands)


def _box(game: Row, rules: RuleSet, sheets: pl.DataFrame, key: str) -> dict[str, Any]:
    """Ask for a box and its value; return what `decide.correct` takes, nothing until a value is given."""
    at = f"amend_{game['file_sha']}_{game['place']}"
    names = dict(sheets.select("file_sheet", "player").iter_rows())
    boxes = {box.id: _(box.title) for box in rules.boxes}
    if rules.extra_yams is not None and rules.extra_yams.points:
        boxes["extra_yams"] = _("Extra Yams")
    with st.container(horizontal=True, gap="small"):
        sheet = st.selectbox(_("Player"), list(names), format_func=names.__getitem__, key=f"{at}_sheet", width=220)
        column = rules.columns[0]
        if len(rules.columns) > 1:
            titles = rules.column_titles
            column = st.selectbox(
                _("Column"),
                rules.columns,
                format_func=lambda name: titles.get(name, name.title()),
                key=f"{at}_column",
                width=130,
            )
        box = st.selectbox(_("Box"), list(boxes), format_func=boxes.__getitem__, key=f"{at}_box", width=220)
        value = st.text_input(
            _("Value"), key=f"{key}_value", placeholder=_("points, x for struck, - for open"), width=240
        )
    if not value.strip() or sheet is None:
        return {}
    several = len(rules.columns) > 1 and box != "extra_yams"
    return {
        "player": names[sheet],
        "sheet": sheet,
        "box": f"{column}.{box}" if several else box,
        "value": value,
    }


def _whole(game: Row, rules: RuleSet, key: str) -> dict[str, Any]:
    """Ask for what a game is filed under, and its rules; return what `decide.correct` takes, nothing while all stay.

    A field that is emptied takes away what stood in it; one that was left alone follows the game. A board game stays
    one, and a game with sheets stays one with sheets.
    """
    alike = [other for other in map(rules_of, playable()) if (other.board is None) == (rules.board is None)]
    titles = {other.id: words.rule_set(other) for other in alike}
    known = list(dict.fromkeys([game["rules"], *titles]))
    now = {"played": game["played"], "rules": game["rules"]}
    now |= {name: game[name] or "" for name in ("season", "event", "round", "table")}
    before = st.session_state.get(f"{key}_now", now)
    st.session_state[f"{key}_now"] = now
    for name, value in now.items():
        if st.session_state.get(f"{key}_{name}", before[name]) == before[name]:
            st.session_state[f"{key}_{name}"] = value
    with st.container(horizontal=True, gap="small"):
        day = st.date_input(_("Date"), None, date.min, date.max, key=f"{key}_played", format="YYYY-MM-DD", width=170)
        season = st.text_input(_("Season"), key=f"{key}_season", width=130)
        event = st.text_input(_("Event"), key=f"{key}_event", width=220)
        round_ = st.text_input(_("Round"), key=f"{key}_round", width=100)
        table = st.text_input(_("Table"), key=f"{key}_table", width=100)
        chosen = st.selectbox(
            _("Rules"), known, format_func=lambda name: titles.get(name, name), key=f"{key}_rules", width=260
        )
    said = {
        "played": "" if day is None else day.isoformat(),
        "season": season.strip(),
        "event": event.strip(),
        "round": round_.strip(),
        "table": table.strip(),
        "rules": chosen,
    }
    was = {name: str(game[name] or "") for name in said}
    changes = {name: text for name, text in said.items() if text != was[name]}
    return {"changes": changes} if changes else {}


def _correct(game: Row, change: Mapping[str, Any], why: str) -> None:
    if not why.strip():
        page.says(safe(_("Say why: the reason stands in the journal beside the decision.")), "warning")
        return
    try:
        with page.working():
            entry = decide.correct(book(), exact(game), who=who(), why=why, **change)
            said = decide.outcome(book(), entry)
    except YamsheetError as error:
        page.failed(error)
        return
    st.session_state[_TOLD] = _("Corrected. {outcome} It can be undone below.").format(outcome=said)
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    st.rerun()


def _entries(game: Row) -> list[int]:
    """Return the numbers of the entries that are about this game."""
    mine = (game["file_sha"], game["place"])
    return [e.no for e in book().entries() if (e.payload.get("sha"), e.payload.get("place")) == mine]
