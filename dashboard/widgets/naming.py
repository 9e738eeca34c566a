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

_TOLD = "name_told"  # what was said of a name just now
_NEXT = "player_next"  # names of which the first that is a player's by then is shown on the next run of the page


def shown_next(names: Sequence[str], chosen: Sequence[str]) -> None:
    """Choose the player who bears another name by now; to be called before the choice of players is drawn.

    Where none of the ``chosen`` is there any more, as when a name is taken back, the first of all is chosen.
    """
    asked = st.session_state.pop(_NEXT, ())
    found = [name for name in asked if name in names]
    if found or (chosen and not set(chosen) & set(names)):
        st.session_state["player"] = found[:1] or list(names[:1])


def told() -> None:
    """Say what was said of a name, or taken back, just now."""
    past.undone()
    said = st.session_state.pop(_TOLD, None)
    if said:
        page.says(safe(said), "taken")


def another_name(reader: Pinned, player: str, others: Sequence[str]) -> None:
    """Offer, folded, what can be said of a player's name, with how files write it; list below what was said of all."""
    row = reader.query("player_list").filter(pl.col("player") == player)
    with st.expander(plain_markdown(_("Another name for {player}").format(player=player))):
        written = ", ".join(row["spellings"].item()) if row.height else player
        page.note(safe(_("Written in the files as: {names}.").format(names=written)))
        left, right = st.columns(2)
        with left:
            name = st.text_input(_("Show as"), key=f"rename_{player}")
        with right:
            other = st.selectbox(
                _("Is the same person as"), others, index=None, placeholder=_("Choose"), key=f"merge_{player}"
            )
        why = st.text_input(_("Why"), key=f"name_why_{player}", placeholder=_("full names from this season on"))
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
        (decide.merge if merge else decide.rename)(book(), player, name, who=who(), why=why)
    except YamsheetError as error:
        page.failed(error)
        return
    st.session_state[_NEXT] = (name, player)
    said = _("{name} and {player} are one player now.") if merge else _("{player} is shown as {name} now.")
    st.session_state[_TOLD] = said.format(name=name, player=player) + " " + _("It can be undone below.")
    st.rerun()
