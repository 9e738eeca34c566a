"""Upload: drop files, see what was understood, answer, confirm, undo. Nothing is stored before it is confirmed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st

from dashboard import words
from dashboard.remedies import without_commands
from dashboard.texts import _
from dashboard.widgets import asking, found, intake, meanings, page, parts, past, questions, sheet, understood
from dashboard.widgets.answers import Answers, answers
from dashboard.widgets.book import Pinned, book, playable, reading, rules_of
from dashboard.widgets.understood import Preview
from dashboard.words import safe
from ingest import rulings
from ingest.errors import YamsheetError
from ingest.fresh import answered
from ingest.model import Question
from ingest.names import name_key
from ingest.report import FileReport, Report
from scoring.rules import RuleSet

CONFLICTS = 10  # games that are shown box by box; the rest stand on Review once they are stored
MANY = 10  # files that are shown one below the other; of more a list, and one at a time
HOPELESS = ("wrong_content", "binary", "empty", "too_large", "reader_died", "named_twice", "missing", "unknown_format")


def main() -> None:
    """Show the page."""
    page.head(_("Upload"), safe(_("Nothing is stored until you have seen what was understood and confirmed it.")))
    reader = reading()
    key = f"upload_{st.session_state.setdefault('upload_turn', 0)}"
    before = intake.left(returning=key not in st.session_state)
    past.result(looking=bool(before or st.session_state.get(key)))
    files = st.file_uploader(
        _("Score sheets: CSV, XLSX, ODS, JSON, exports of BG Stats or BoardGameGeek"),
        accept_multiple_files=True,
        max_upload_size=intake.LIMIT,
        key=key,
    )
    if not files and not before:
        st.session_state.pop("upload_paths", None)
        past.imports(reader)
        return
    large = intake.too_large(files)
    if large:
        said = _("{names}: larger than {n} MB. Split the file by season.")
        page.says(safe(said.format(names=", ".join(large), n=intake.LIMIT)), "error")
        return
    if before:
        said = _("Still here from before you left this page, with what you said of it: {names}.")
        page.note(safe(said.format(names=", ".join(path.name for path in before))))
    page.note(safe(_("Dropped files wait in this window alone: to reload or close it forgets them, and your answers.")))
    _preview(reader, [*before, *intake.kept(files)])


def _preview(reader: Pinned | None, paths: list[Path]) -> None:
    """Show what the files hold and what becomes of each row; store them when the person says so."""
    st.session_state["upload_paths"] = paths
    said = answers()
    said.keep(paths)
    report = intake.checked(reader, said.options(paths), said.names)
    known = {} if reader is None else _known(reader)
    before = _before() if reader is not None else {}
    shared = questions.of_several(dict(zip(paths, report.files, strict=True)), said)
    titles = dict(zip(paths, words.numbered([path.name for path in paths]), strict=True))
    for path, file in _shown(titles, report.files):
        page.section(titles[path])
        texts = (file.understood.headings if file.understood else {}).keys() - said.headings.keys()
        mine = {text: before[text] for text in texts if text in before}
        _file(path, Preview(report, file, known, book().club, said.of(path), mine), said, shared)
    good = report.count("taken") + report.count("held")
    waiting = any(f.questions for f in report.files)
    if report.unnamed:
        page.says(safe(" ".join(report.unnamed)), "warning")
    if report.count("held"):
        page.note(safe(_("What is held is stored too, waits on the page Review, and counts nowhere until then.")))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        confirmed = good and not waiting and st.button(found.store_label(report), type="primary")
        if st.button(_("Discard")):
            intake.forget()
            st.rerun()
        if waiting:
            page.note(safe(_("What is asked above is to be answered before anything is stored.")))
        elif good:
            page.note(safe(_("You can undo this import at any time.")))
    if confirmed:
        _store(paths, said)


def _known(reader: Pinned) -> dict[str, Sequence[str]]:
    """Return the players of the book's games, and how files write each."""
    players = reader.query("player_list").filter((pl.col("games") > 0) | (pl.col("held") > 0))
    return dict(players.select("player", "spellings").iter_rows())


def _shown(titles: Mapping[Path, str], files: Sequence[FileReport]) -> list[tuple[Path, FileReport]]:
    """Return the files to show in full: all of a few; of many those that ask something, else one that is chosen."""
    every = list(zip(titles, files, strict=True))
    if len(every) <= MANY:
        return every
    st.html(found.files(list(titles.values()), files))
    asking_ones = [(path, file) for path, file in every if file.questions]
    if asking_ones:
        return asking_ones[:MANY]
    chosen = st.selectbox(
        _("Look at one"),
        range(len(every)),
        format_func=lambda number: titles[every[number][0]],
        index=None,
        placeholder=_("Choose"),
        width=360,
    )
    return [] if chosen is None else [every[chosen]]


def _before() -> dict[str, str]:
    """Return the headings that were answered with an earlier file, with its name."""
    return {text: file.name for text, (_said, file) in answered(book().state()).items()}


def _file(path: Path, preview: Preview, said: Answers, shared: Sequence[Question]) -> None:
    """Show one file: what it leaves open, its rows accounted for, how it was understood, what was found."""
    file, report = preview.file, preview.report
    if file.already is not None:
        page.says(safe(_("This file is in the book already (entry {n}). Nothing changes.").format(n=file.already)))
    if file.twin is not None:
        page.says(safe(_("It is the same file as {name}, and counts once.").format(name=Path(file.twin).name)))
    asked = questions.of_file(path, preview, said, shared)
    if file.refused and not file.questions:
        _refused(file)
    if not file.refused and not file.repeated:
        fates = found.fates(file.counts)
        st.html(f'<p class="y-lead">{parts.rows_sentence(fates, future=True)}</p>{parts.rows_bar(fates)}')
    if file.understood is not None:
        st.subheader(_("Understood as"), anchor=False)
        st.html(parts.pairs(understood.facts(preview)))
    if (file.code not in HOPELESS or said.of(path)) and file.twin is None:
        _otherwise(path, preview, said, asked)
    if not file.refused and not file.repeated:
        _conflicts(report, file)
        _found(report, file, preview.rules)


def _refused(file: FileReport) -> None:
    """Say why nothing of a file is taken; one that is stored already, read otherwise, can be taken back here."""
    known = book().state().imported(file.sha) if file.sha and file.code == "other_options" else None
    if known is None:
        why = without_commands(str(file.refused)).removeprefix(f"{Path(file.path).name}: ")
        page.says(safe(why[:1].upper() + why[1:]), "error")
        return
    told = _("This file is in the book already, read otherwise (entry {n}). Undo that first to read it anew.")
    page.says(safe(told.format(n=known.entry)), "warning")
    if st.button(_("Undo it in entry {n}").format(n=known.entry), key=f"undo_{file.sha}"):
        past.undo(f"{known.entry}:{known.sha}")


def _otherwise(path: Path, preview: Preview, said: Answers, asked: Collection[str]) -> None:
    """Offer, folded, the games that were found, and all that can be said otherwise: reading, headings, names."""
    key = path.parent.name
    if preview.games.height:
        with st.expander(_("The games: {n}").format(n=words.grouped(preview.games.height)), key=f"games_{key}"):
            st.html(understood.games(preview))
    with st.expander(_("Read it differently"), key=f"differently_{key}"):
        titles = {name: words.rule_set(rules_of(name)) for name in playable()}
        asking.differently(said.of(path), titles, partial(said.say, path), f"read_{key}")
    if preview.headings:
        label = _("What its games are") if preview.of_plays else _("What its headings mean")
        with st.expander(label, key=f"headings_{key}"):
            _headings(preview, said, asked, f"heading_{key}")
    new = preview.unsettled(said.names)
    others = {name_key(name): name for name in (*new, *preview.known, *preview.players)}
    if preview.players and len(others) > 1:
        label = _("Who its new players are: {n}").format(n=len(new)) if new else _("Who its players are")
        with st.expander(label, key=f"names_{key}", expanded=bool(preview.near) or new != preview.new):
            _names(preview, new, sorted(others.values()), said, f"name_{key}")


def _headings(preview: Preview, said: Answers, asked: Collection[str], key: str) -> None:
    """List what each heading means, with a control for those that are ignored or answered, and for any other."""
    known = questions.known_meanings(preview)
    titles = {name: meanings.title(name, known) for name in preview.headings.values()}
    st.html(understood.headings(preview, titles))
    open_ = [
        text
        for text, name in preview.headings.items()
        if text not in asked
        and (name == meanings.IGNORE or text in said.headings or text in preview.before or preview.of_plays)
    ]
    page.note(safe(_("What you say here is remembered for the next files.")))
    columns = meanings.columns(meanings.COLUMNS) if meanings.COLUMNS.keys() & titles.keys() else {}
    choices = {**known, **titles, **columns}
    asking.mapping(
        preview.headings,
        open_,
        lambda _text: choices,
        said.headings.__setitem__,
        key,
        _("Another game") if preview.of_plays else _("Another heading"),
    )


def _names(preview: Preview, new: list[str], others: list[str], said: Answers, key: str) -> None:
    """Let each name, the new ones first, be that of another player who is known, or of another in the file."""
    page.note(safe(_("A name that is another spelling counts, once stored, for the player whom you choose.")))
    near = {**preview.near, **{name: said.names[name] for name in new if name in said.names}}

    def choices(name: str) -> Mapping[str, str]:
        first = [near[name]] if name in near else []
        order = dict.fromkeys([*first, *(player for player in others if player != name)])
        return {
            "": _("a new player") if name in new else _("who is known by it"),
            **dict(zip(order, order, strict=True)),
        }

    def say(name: str, player: str) -> None:
        if player:
            said.names[name] = player
        else:
            said.names.pop(name, None)

    now = {name: said.names.get(name, "") for name in dict.fromkeys((*new, *preview.players))}
    first = [*(name for name in new if name in near), *(name for name in new if name not in near)]
    asking.mapping(now, first, choices, say, key, _("Another name"))


def _conflicts(report: Report, file: FileReport) -> None:
    """Show box by box where a game is known with other figures."""
    conflicts = found.conflicts(report, file, _scored_by)
    if not conflicts:
        return
    st.subheader(_("Known with other figures"), anchor=False)
    page.note(safe(_("All versions wait, and count nowhere, until one of them is accepted on the page Review.")))
    for game, versions in conflicts[:CONFLICTS]:
        st.html(f'<p class="y-lead"><b>{safe(game)}</b></p>{sheet.differences(versions)}')
    if len(conflicts) > CONFLICTS:
        page.note(safe(_("and {n} more").format(n=len(conflicts) - CONFLICTS)))


def _scored_by(game: Mapping[str, Any]) -> RuleSet:
    """Return the rule set that scored a game: as frozen in the book, of a game that is not there yet as it is now."""
    return rules_of(game["rules"]) if game["entry"] is None else rulings.rules_of(book(), game)


def _found(report: Report, file: FileReport, rules: list[str]) -> None:
    """List what does not add up and what is left out, row by row."""
    lines, n = found.lines(report, file, {name: words.titles(rules_of(name)) for name in rules})
    if not lines:
        page.note(safe(_("Everything adds up.")))
        return
    st.subheader(found.heading(lines), anchor=False)
    st.html(found.listed(lines, n))


def _store(paths: list[Path], said: Answers) -> None:
    """Store the files as one entry, and what was said of names; show what became of them."""
    bar = intake.Bar()
    try:
        report = intake.store(said.options(paths), said.names, bar)
    except YamsheetError as error:
        bar.end()
        page.failed(error)
        return
    if report.entry is None:
        bar.end()
        refused = [without_commands(file.refused) for file in report.files if file.refused]
        if not refused:
            st.rerun()  # another window has stored them meanwhile, as the page says now
        page.says(safe(" ".join(refused)), "error")
        return
    also = [
        *report.unnamed,
        *([_("What you said of headings and games is remembered for the next files.")] if said.headings else []),
    ]
    past.stored(report.entry, {fate: report.count(fate) for fate in found.FATES}, " ".join(also))
    intake.forget()
    bar.end()
    st.rerun()


main()
