"""Let a person say that two names are one player's, or show a player under another name; each can be undone."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from dashboard.texts import _
from dashboard.widgets import page, past
from dashboard.widgets.book import Pinned, book
from dashboard.widgets.people import who
from dashboard.words import plain_markdown, safe
from ingest import decide
from ingest.errors import YamsheetError
from ingest.lookup import find_player, is_player

_TOLD = "name_told"  # what was said of a name just now
_TURN = "name_turn"  # how often something was said of names here: the fields begin again with each
_WRITTEN = "player_written"  # how files write those who were shown, by the names that they were shown under


def called_now(reader: Pinned, asked: Sequence[str]) -> list[str]:
    """Return what players are called now who are asked for by any spelling, or were shown under another name before.

    A name that nobody bears or bore is left out.
    """
    written: dict[str, str] = st.session_state.setdefault(_WRITTEN, {})
    names = dict(reader.table("player").select("player_no", "player").iter_rows())
    found: dict[str, None] = {}
    for name in asked:
        spelling = next((n for n in (name, written.get(name)) if n is not None and is_player(reader, n)), None)
        now = name if name in names.values() else None if spelling is None else names[find_player(reader, spelling)]
        if now is not None:
            found[now] = None
    spellings = reader.query("player_list").filter(pl.col("player").is_in(list(found)))
    written |= {name: first for name, (first, *_more) in spellings.select("player", "spellings").iter_rows()}
    return list(found)


def told() -> None:
    """Say what was said of a name, or taken back, just now."""
    past.undone()
    said = st.session_state.pop(_TOLD, None)
    if said:
        page.says(safe(said), "taken")


def another_name(reader: Pinned, player: str, others: Sequence[str]) -> None:
    """Offer, folded, what can be said of a player's name, with how files write it; list below what was said of all."""
    row = reader.query("player_list").filter(pl.col("player") == player)
    written = row["spellings"].item().to_list() if row.height else [player]
    key = f"{st.session_state.get(_TURN, 0)}_{min(written)}"  # what is written stays whatever other windows say
    with st.expander(plain_markdown(_("Another name for {player}").format(player=player)), key=f"naming_{key}"):
        page.note(safe(_("Written in the files as: {names}.").format(names=", ".join(written))))
        left, right = st.columns(2)
        with left:
            name = st.text_input(_("Show as"), key=f"rename_{key}")
        with right:
            other = st.selectbox(
                _("Is the same person as"), others, index=None, placeholder=_("Choose"), key=f"merge_{key}"
            )
        why = st.text_input(_("Why"), key=f"name_why_{key}", placeholder=_("full names from this season on"))
        with st.container(horizontal=True, gap="small"):
            rename = st.button(_("Rename"), disabled=not name.strip())
            merge = st.button(_("Make them one"), disabled=other is None)
        if rename or (merge and other):
            _decide(player, name.strip() if rename else str(other), why, merge=not rename)
    said = [e.no for e in book().entries() if e.kind in ("merge", "rename") or "names" in e.payload]
    past.decisions(reader, ("merge", "rename", "import"), _("Said of names so far"), said)


def _decide(player: str, name: str, why: str, *, merge: bool) -> None:
    if not why.strip():
        page.says(safe(_("Say why: the reason stands in the journal beside the decision.")), "warning")
        return
    try:
        with page.working():
            (decide.merge if merge else decide.rename)(book(), player, name, who=who(), why=why)
    except YamsheetError as error:
        page.failed(error)
        return
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    said = _("{name} and {player} are one player now.") if merge else _("{player} is shown as {name} now.")
    st.session_state[_TOLD] = said.format(name=name, player=player) + " " + _("It can be undone below.")
    st.rerun()
