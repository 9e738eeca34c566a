"""List what was imported and decided, each with its undo, and say what the last import did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import found, page, parts
from dashboard.widgets.book import Pinned, book
from dashboard.widgets.decided import Decided
from dashboard.widgets.people import who
from dashboard.words import safe
from ingest import decide
from ingest.errors import YamsheetError

FIRST = 10  # past imports listed at first
_ALL = "past_all"  # whether all of them are shown: so it stays until the page is left, that an old one can be undone


def stored(report_entry: int, counts: Mapping[str, int], also: str) -> None:
    """Keep what an import did, to be told on the next run of the page; ``also`` is a sentence that follows."""
    st.session_state["upload_result"] = {"entry": report_entry, "also": also, **counts}


def result(*, looking: bool) -> None:
    """Say what the last import did, with its undo, unless other files are looked at; or that it was undone."""
    undone()
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


def undone() -> None:
    """Say what was taken back just now."""
    told = st.session_state.pop("undone", None)
    if told:
        page.says(safe(told), "taken")


def undo(target: str, why: str = "") -> None:
    """Take back an entry, or one file of an import (``7:sha``), and run the page again; say what hinders."""
    try:
        with page.working():
            decide.undo(book(), target, who=who(), why=why.strip() or _("undone on a page"))
    except YamsheetError as error:
        page.failed(error)
        return
    entry = int(target.partition(":")[0])
    if (st.session_state.get("upload_result") or {}).get("entry") == entry:
        st.session_state.pop("upload_result")
    imported = book().entries()[entry - 1].kind == "import"
    told = (
        _("Entry {n} is undone. Its file can be imported again at any time.") if imported else _("Entry {n} is undone.")
    )
    if ":" in target:
        told = _("One file of entry {n} is undone. It can be imported again at any time.")
    st.session_state["undone"] = told.format(n=entry)
    st.rerun()


def imports(reader: Pinned | None) -> None:
    """List past imports, the latest first."""
    past = None if reader is None else reader.query("imports")
    if past is None or past.is_empty():
        page.empty(
            _("Nothing imported yet"),
            _(
                "Drop the club's score sheets above: CSV, JSON, XLSX, ODS, exports of BG Stats or BoardGameGeek, "
                "headings in English, Romanian, French, Italian, Spanish or German."
            ),
        )
        return
    page.section(_("Past imports"))
    _listed(past, lambda row: (found.names(row), found.told(row)))


def decisions(reader: Pinned, kinds: Sequence[str], title: str, numbers: Sequence[int] | None = None) -> None:
    """List what was decided, in all entries or those of ``numbers``, the latest first, each with its undo."""
    past = reader.table("entry").filter(pl.col("kind").is_in(list(kinds))).sort("no", descending=True)
    if numbers is not None:
        past = past.filter(pl.col("no").is_in(list(numbers)))
    if past.height:
        page.section(title)
        decided = Decided(reader)
        _listed(past, lambda row: (decided.line(row), row["why"] or ""))


def _listed(past: pl.DataFrame, said: Callable[[Mapping[str, Any]], tuple[str, str]]) -> None:
    """List entries, the first of many only; ``said``: what an entry did, and a remark."""
    zone = book().club.time_zone
    shown = past if st.session_state.get(_ALL) else past.head(FIRST)
    for row in shown.iter_rows(named=True):
        _one(row, zone, *said(row))
    if past.height > FIRST:
        st.toggle(_("Show all {n}").format(n=past.height), key=_ALL)


def _one(row: Mapping[str, Any], zone: str, did: str, remark: str) -> None:
    """Show one entry: what it did, when and by whom, and how to take it back."""
    when = _("entry {n}, {when}, by {who}").format(n=row["no"], when=words.moment(row["when"], zone), who=row["who"])
    undone = row["undone_by"] is not None
    told = _("undone by entry {n}").format(n=row["undone_by"]) if undone else remark
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<div class="y-past"><b class="{"m" if undone else ""}">{safe(did)}</b>'
            f'<p class="y-note">{safe(words.joined(when, told))}</p></div>'
        )
        if not undone:
            with st.popover(_("Undo"), width=90):
                target = _target(row)
                why = st.text_input(_("Why"), key=f"why_{row['no']}", placeholder=_("it was a mistake"))
                label = _("Undo this file") if ":" in target else _("Undo entry {n}").format(n=row["no"])
                if st.button(label, key=f"undo_{row['no']}", type="primary"):
                    undo(target, why)


def _target(row: Mapping[str, Any]) -> str:
    """Return what is to be taken back: an entry, or of an import of several files the one that is chosen."""
    files = dict(zip(row.get("file_shas") or (), words.numbered(row.get("file_names") or ()), strict=True))
    if len(files) < 2:
        return str(row["no"])
    chosen = st.selectbox(
        _("One file only"),
        list(files),
        index=None,
        format_func=files.__getitem__,
        placeholder=_("all of its files"),
        key=f"file_{row['no']}",
        width=320,
    )
    return f"{row['no']}:{chosen}" if chosen else str(row["no"])
