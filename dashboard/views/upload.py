"""Upload: drop files, see what was understood, confirm, undo. Nothing is stored before it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import found, intake, page, parts
from dashboard.widgets.book import Pinned, book, reading, rule_ids, rules_of
from dashboard.widgets.people import who
from dashboard.words import safe
from ingest import decide
from ingest.errors import YamsheetError
from ingest.model import ReadOptions
from ingest.report import FileReport, Report
from ingest.sources import CODE_PAGES

LIMIT = 20  # megabytes a file
AS_READ = ""
SETTLED = ("rules", "season", "event", "encoding", "delimiter", "date_order")
PAST = 10  # past imports listed at first


def main() -> None:
    """Show the page."""
    page.head(_("Upload"), safe(_("Nothing is stored until you have seen what was understood and confirmed it.")))
    reader = reading()
    _result(reader)
    turn = st.session_state.setdefault("upload_turn", 0)
    files = st.file_uploader(
        _("Score sheets, up to {n} MB each").format(n=LIMIT),
        accept_multiple_files=True,
        max_upload_size=LIMIT,
        key=f"upload_{turn}",
    )
    if files:
        _preview(reader, list(files))
    else:
        _past(reader)


def _preview(reader: Pinned | None, files: list[UploadedFile]) -> None:
    """Show what the files hold and what becomes of each row; store them when the person says so."""
    too_big = [f.name for f in files if f.size > LIMIT * 1_000_000 * 1.05]
    if too_big:
        page.says(
            safe(_("{names}: larger than {n} MB. Split the file by season.").format(names=", ".join(too_big), n=LIMIT)),
            "error",
        )
        return
    answers = st.session_state.setdefault("upload_answers", {})
    options = _options(answers)
    paths = intake.kept(files)
    report = intake.checked(reader, paths, options)
    known = [] if reader is None else reader.query("players", season=None)["player"].to_list()
    names = [f.name for f in files]
    alone = len(files) == 1
    for file, name in zip(report.files, names, strict=True):
        _file(report, file, name, known, answers, alone)
    if not alone or report.files[0].refused or report.files[0].already is not None:
        _differently(any(f.questions for f in report.files))
    stored, held = report.count("taken"), report.count("held")
    waiting = any(f.questions for f in report.files)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if (stored or held) and not waiting and st.button(found.store_label(report), type="primary"):
            _store(paths, options)
        if st.button(_("Discard")):
            intake.forget()
            st.rerun()
        if stored or held:
            page.note(safe(_("You can undo this import at any time.")))


def _file(report: Report, file: FileReport, name: str, known: list[str], answers: dict[str, str], alone: bool) -> None:
    """Show one file: its rows accounted for, how it was understood, what was found."""
    page.section(name)
    if file.questions:
        _questions(file, answers)
        return
    if file.refused:
        page.says(safe(file.refused), "error")
        return
    if file.already is not None:
        page.says(safe(_("This file is in the book already (entry {n}). Nothing changes.").format(n=file.already)))
        return
    fates = found.fates(file.counts)
    st.html(f'<p class="y-lead">{parts.rows_sentence(fates, future=True)}</p>{parts.rows_bar(fates)}')
    st.subheader(_("Understood as"), anchor=False)
    st.html(parts.pairs(found.understood(report, file, known)))
    if alone:
        _differently(False)
    rules = report.games["rules"].unique().to_list()
    titles = {r: words.titles(rules_of(r)) for r in rules}
    lines = found.lines(report, file, titles)
    if lines:
        st.subheader(_("What does not add up"), anchor=False)
        st.html(found.listed(lines))
    else:
        page.note(safe(_("Everything adds up.")))


def _questions(file: FileReport, answers: dict[str, str]) -> None:
    """Put what the file leaves open to the person; an answer reads the files again."""
    for question in file.questions:
        said = [part.rstrip(".") for part in question.message.split(". ")]
        told = "".join(f"{part}. " for part in said if "--" not in part and not part.startswith("Say "))
        page.says(f"<b>{safe(_('To decide.'))}</b> {safe(told)}", "warning")
        about = {"date": "date_order"}.get(question.about, question.about)
        chosen = st.segmented_control(
            _("Read it as"),
            list(question.choices),
            format_func=lambda c: words.plain_markdown(_named(found.ORDERS, c)),
            key=f"answer_{about}_{file.sha}",
        )
        if chosen:
            answers[about] = chosen
            st.rerun()


def _differently(opened: bool) -> None:
    """Offer what a person may know better than the reader; a change reads the files again."""
    with st.expander(_("Read it differently"), expanded=opened):
        first, second = st.columns(2)
        with first:
            st.selectbox(_("Rules"), [AS_READ, *rule_ids()], format_func=_as_read, key="read_rules")
            st.text_input(_("Season"), key="read_season", placeholder=_("by the file, else by date"))
            st.text_input(_("Event"), key="read_event", placeholder=_("by the file"))
        with second:
            st.selectbox(_("Encoding"), [AS_READ, "utf-8", *CODE_PAGES], format_func=_as_read, key="read_encoding")
            for label, key, names in (
                (_("Separator"), "delimiter", found.SEPARATORS),
                (_("Date order"), "date_order", found.ORDERS),
            ):
                st.selectbox(label, [AS_READ, *names], format_func=partial(_named, names), key=f"read_{key}")


def _named(names: Mapping[str, str], value: str) -> str:
    return _(names[value]) if value in names else _as_read(value)


def _as_read(value: str) -> str:
    return value or _("as read")


def _options(answers: dict[str, str]) -> ReadOptions:
    """Return what the person has settled: choices of the folded part, then answers to questions."""
    chosen = {name: st.session_state[f"read_{name}"] for name in SETTLED if st.session_state.get(f"read_{name}")}
    settled = {**answers, **chosen}
    return ReadOptions(**settled)


def _store(paths: list[Path], options: ReadOptions) -> None:
    """Store the files as one entry and show what became of them."""
    try:
        report = intake.store(paths, options)
    except YamsheetError as error:
        page.says(safe(error), "error")
        return
    st.session_state["upload_result"] = {"entry": report.entry, **{f: report.count(f) for f in found.FATES}}
    intake.forget()
    st.rerun()


def _result(reader: Pinned | None) -> None:
    """Say what the last import did, with its undo."""
    undone = st.session_state.pop("upload_undone", None)
    if undone is not None:
        page.says(safe(_("Entry {n} is undone. Its file can be imported again at any time.").format(n=undone)), "taken")
    result = st.session_state.get("upload_result")
    if result is None:
        return
    fates = found.fates(result)
    links = " · ".join(
        filter(
            None,
            [parts.link("./", _("Standings")), parts.link("review", _("Review what is held")) if fates["held"] else ""],
        )
    )
    page.says(
        f"<b>{safe(_('Stored as entry {n}.').format(n=result['entry']))}</b>"
        f" {parts.rows_sentence(fates, future=False)} {links}",
        "taken",
    )
    if st.button(_("Undo this import")):
        st.session_state.pop("upload_result")
        _undo(int(result["entry"]))


def _undo(entry: int, why: str = "") -> None:
    try:
        decide.undo(book(), str(entry), who=who(), why=why.strip() or _("undone on the Upload page"))
    except YamsheetError as error:
        page.says(safe(error), "error")
        return
    if (st.session_state.get("upload_result") or {}).get("entry") == entry:
        st.session_state.pop("upload_result")
    st.session_state["upload_undone"] = entry
    st.rerun()


def _past(reader: Pinned | None) -> None:
    """List past imports, the latest first, each with its undo."""
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
    shown = past if st.session_state.get("upload_all") else past.head(PAST)
    for row in shown.iter_rows(named=True):
        _past_one(row, zone)
    if past.height > shown.height:
        st.button(_("Show all {n}").format(n=past.height), key="upload_all")


def _past_one(row: Mapping[str, Any], zone: str) -> None:
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
                    _undo(int(row["no"]), why)


main()
