"""Upload: drop files, see what was understood, confirm, undo. Nothing is stored before it is confirmed."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import found, page, parts
from dashboard.widgets.book import Pinned, book, reading, rule_ids, rules_of
from dashboard.widgets.people import who
from dashboard.words import safe
from ingest import decide, pipeline
from ingest.errors import YamsheetError
from ingest.model import ReadOptions
from ingest.report import FileReport, Report
from ingest.sources import CODE_PAGES

LIMIT = 20  # megabytes a file
AS_READ = ""
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
    paths = _kept(files)
    report = _checked(reader, paths, options)
    known = [] if reader is None else reader.query("players", season=None)["player"].to_list()
    names = [f.name for f in files]
    for file, name in zip(report.files, names, strict=True):
        _file(report, file, name, known, answers)
    _differently(any(f.questions for f in report.files))
    stored, held = report.count("taken"), report.count("held")
    waiting = any(f.questions for f in report.files)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if (stored or held) and not waiting and st.button(found.store_label(report), type="primary"):
            _store(paths, options)
        if st.button(_("Discard")):
            _clear()
        if stored or held:
            page.note(safe(_("You can undo this import at any time.")))


def _file(report: Report, file: FileReport, name: str, known: list[str], answers: dict[str, str]) -> None:
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
    rules = report.games["rules"].unique().to_list()
    titles = {r: {p.id: _(p.title) for p in (*rules_of(r).sections, *rules_of(r).boxes)} for r in rules}
    lines = found.lines(report, file, titles)
    if lines:
        st.subheader(_("What does not add up"), anchor=False)
        st.html(found.listed(lines))
    else:
        page.note(safe(_("Everything adds up.")))


def _questions(file: FileReport, answers: dict[str, str]) -> None:
    """Put what the file leaves open to the person; an answer reads the files again."""
    for question in file.questions:
        told = " ".join(part for part in question.message.split(". ") if "--" not in part)
        page.says(f"<b>{safe(_('To decide.'))}</b> {safe(told)}", "warning")
        about = {"date": "date_order"}.get(question.about, question.about)
        chosen = st.segmented_control(
            _("Read it as"),
            list(question.choices),
            format_func=lambda c: _(found.ORDERS.get(c, c)),
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
            st.selectbox(
                _("Separator"),
                [AS_READ, *found.SEPARATORS],
                format_func=lambda s: _(found.SEPARATORS.get(s, "")) or _as_read(s),
                key="read_delimiter",
            )
            st.selectbox(
                _("Date order"),
                [AS_READ, *found.ORDERS],
                format_func=lambda o: _(found.ORDERS.get(o, "")) or _as_read(o),
                key="read_date_order",
            )


def _as_read(value: str) -> str:
    return value or _("as read")


def _options(answers: dict[str, str]) -> ReadOptions:
    """Return what the person has settled: choices of the folded part, then answers to questions."""
    chosen = {
        name: st.session_state.get(f"read_{name}") or None
        for name in ("rules", "season", "event", "encoding", "delimiter", "date_order")
    }
    return ReadOptions(**{**chosen, **answers})


def _kept(files: list[UploadedFile]) -> list[Path]:
    """Write the uploaded files to a folder of this session, each in its own so that names may be equal; return their paths."""
    folder = st.session_state.get("upload_folder")
    if folder is None:
        folder = st.session_state["upload_folder"] = tempfile.TemporaryDirectory(prefix="yamsheet-")
    paths = []
    for file in files:
        name = Path(file.name.replace("\\", "/")).name or "file"
        path = Path(folder.name) / hashlib.sha256(file.file_id.encode()).hexdigest()[:16] / name
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(file.getbuffer())
        paths.append(path)
    return paths


def _checked(reader: Pinned | None, paths: list[Path], options: ReadOptions) -> Report:
    """Return the report of these files as they would be taken now; read again only when something has changed."""
    key = (tuple(map(str, paths)), repr(options), reader.number if reader else 0)
    cached = st.session_state.get("upload_checked")
    if cached is not None and cached[0] == key:
        report: Report = cached[1]
        return report
    bar = st.progress(0.0, text=_("Reading"))
    report = pipeline.check(
        paths,
        options,
        book(),
        progress=lambda name, at, of: bar.progress(
            at / (of + 1), text=_("Reading {name}").format(name=Path(name).name)
        ),
    )
    bar.empty()
    st.session_state["upload_checked"] = (key, report)
    return report


def _store(paths: list[Path], options: ReadOptions) -> None:
    """Store the files as one entry and show what became of them."""
    bar = st.progress(0.0, text=_("Storing"))
    try:
        report = pipeline.import_files(
            book(),
            paths,
            options,
            who=who(),
            progress=lambda name, at, of: bar.progress(at / (of + 1), text=_("Storing")),
        )
    except YamsheetError as error:
        bar.empty()
        page.says(safe(error), "error")
        return
    st.session_state["upload_result"] = {
        "entry": report.entry,
        **{fate: report.count(fate) for fate in found.fates({})},
    }
    _clear()


def _clear() -> None:
    """Forget the files that were dropped, and what was chosen for them."""
    st.session_state["upload_turn"] += 1
    for key in ("upload_checked", "upload_answers"):
        st.session_state.pop(key, None)
    folder = st.session_state.pop("upload_folder", None)
    if folder is not None:
        folder.cleanup()
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
        f"<b>{safe(_('Stored as entry {n}.').format(n=result['entry']))}</b> {parts.rows_sentence(fates, future=False)} {links}",
        "taken",
    )
    if st.button(_("Undo this import")):
        st.session_state.pop("upload_result")
        _undo(int(result["entry"]))


def _undo(entry: int) -> None:
    try:
        decide.undo(book(), str(entry), who=who(), why=_("undone on the Upload page"))
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
                "Drop the club's score sheets above: CSV or JSON, headings in English, Romanian, French, Italian, Spanish or German."
            ),
        )
        return
    page.section(_("Past imports"))
    shown = past if st.session_state.get("upload_all") else past.head(PAST)
    for row in shown.iter_rows(named=True):
        _past_one(row)
    if past.height > shown.height:
        st.button(_("Show all {n}").format(n=past.height), key="upload_all")


def _past_one(row: dict[str, object]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        when = _("entry {n}, {when}, by {who}").format(n=row["no"], when=words.moment(str(row["when"])), who=row["who"])
        if row["undone_by"] is not None:
            said = _("undone by entry {n}").format(n=row["undone_by"])
            st.html(
                f'<div class="y-past"><b class="m">{safe(row["names"] or row["summary"])}</b><p class="y-note">{safe(words.joined(when, said))}</p></div>'
            )
            return
        fates = ", ".join(f"{n} {_(fate)}" for fate, n in found.fates(row).items() if n)
        st.html(
            f'<div class="y-past"><b>{safe(row["names"])}</b><p class="y-note">{safe(words.joined(when, fates))}</p></div>'
        )
        if st.button(_("Undo"), key=f"undo_{row['no']}"):
            _undo(int(str(row["no"])))


main()
