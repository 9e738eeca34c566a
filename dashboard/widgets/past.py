"""List past imports on the Upload page, each with its undo, and say what the last one did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import found, page, parts
from dashboard.widgets.book import Pinned, book
from dashboard.widgets.people import who
from dashboard.words import safe
from ingest import decide
from ingest.errors import YamsheetError

FIRST = 10  # past imports listed at first


def stored(report_entry: int, counts: Mapping[str, int], also: str) -> None:
    """Keep what an import did, to be told on the next run of the page; ``also`` is a sentence that follows."""
    st.session_state["upload_result"] = {"entry": report_entry, "also": also, **counts}


def result(*, looking: bool) -> None:
    """Say what the last import did, with its undo, unless other files are looked at; or that it was undone."""
    undone = st.session_state.pop("upload_undone", None)
    if undone is not None:
        page.says(safe(_("Entry {n} is undone. Its file can be imported again at any time.").format(n=undone)), "taken")
    done = st.session_state.get("upload_result")
    if done is None or looking:
        return
    fates = found.fates(done)
    links = [parts.link("./", _("Standings"))]
    links += [parts.link("review", _("Review what is held"))] if fates["held"] else []
    page.says(
        f"<b>{safe(_('Stored as entry {n}.').format(n=done['entry']))}</b>"
        f" {parts.rows_sentence(fates, future=False)} {safe(done['also'])} {' · '.join(links)}",
        "taken",
    )
    if st.button(_("Undo this import")):
        st.session_state.pop("upload_result")
        undo(str(done["entry"]))


def undo(target: str, why: str = "") -> None:
    """Take back an entry, or one file of an import (``7:sha``), and run the page again; say what hinders."""
    try:
        decide.undo(book(), target, who=who(), why=why.strip() or _("undone on the Upload page"))
    except YamsheetError as error:
        page.says(safe(error), "error")
        return
    entry = int(target.partition(":")[0])
    if (st.session_state.get("upload_result") or {}).get("entry") == entry:
        st.session_state.pop("upload_result")
    st.session_state["upload_undone"] = entry
    st.rerun()


def imports(reader: Pinned | None) -> None:
    """List past imports, the latest first."""
    past = None if reader is None else reader.query("imports")
    if past is None or past.is_empty():
        page.empty(
            _("Nothing imported yet"),
            _(
                "Drop the club's score sheets above: CSV, JSON, XLSX or ODS, "
                "headings in English, Romanian, French, Italian, Spanish or German."
            ),
        )
        return
    page.section(_("Past imports"))
    zone = book().club.time_zone
    shown = past if st.session_state.get("upload_all") else past.head(FIRST)
    for row in shown.iter_rows(named=True):
        _one(row, zone)
    if past.height > shown.height:
        st.button(_("Show all {n}").format(n=past.height), key="upload_all")


def _one(row: Mapping[str, Any], zone: str) -> None:
    """Show one import: its files, when and by whom, what became of its rows, and how to take it back."""
    when = _("entry {n}, {when}, by {who}").format(n=row["no"], when=words.moment(row["when"], zone), who=row["who"])
    undone = row["undone_by"] is not None
    told = _("undone by entry {n}").format(n=row["undone_by"]) if undone else found.told(row)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<div class="y-past"><b class="{"m" if undone else ""}">{safe(found.names(row))}</b>'
            f'<p class="y-note">{safe(words.joined(when, told))}</p></div>'
        )
        if not undone:
            with st.popover(_("Undo"), width=90):
                why = st.text_input(_("Why"), key=f"why_{row['no']}", placeholder=_("the wrong file"))
                if st.button(_("Undo entry {n}").format(n=row["no"]), key=f"undo_{row['no']}", type="primary"):
                    undo(str(row["no"]), why)
