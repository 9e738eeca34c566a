"""Review: what is held, what would fit, and the decision: correct a box, or accept the game as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard import words
from dashboard.texts import _, ngettext
from dashboard.widgets import page, parts, past
from dashboard.widgets.book import Pinned, book, reading, rules_of_game
from dashboard.widgets.people import who
from dashboard.widgets.sheet import Version, differences, strip_of
from dashboard.words import safe
from ingest import decide, suggest
from ingest.errors import YamsheetError
from ingest.frames import box_table
from ingest.lookup import exact
from scoring.rules import RuleSet

Row = Mapping[str, Any]
OTHER, ACCEPT = "other", "accept"
DECISIONS = ("correct", "accept", "rescore")
REREAD = "reread"  # what a finding states where the file is read otherwise now than at its import


def main() -> None:
    """Show the page."""
    told = st.session_state.pop("review_told", None)
    reader = reading()
    decided = _("Decided so far")
    held = None if reader is None else reader.query("held")
    gone = _settled_meanwhile(held)
    if reader is None or held is None or held.is_empty():
        st.session_state["review_shown"] = None
        page.head(_("Review"))
        _told(told, gone)
        page.empty(
            _("Nothing is held"),
            _(
                "A game with a box that cannot be right waits here, and counts nowhere until it is corrected "
                "or accepted."
            ),
        )
        if reader is not None:
            past.decisions(reader, DECISIONS, decided)
        return
    findings = _once(held)
    at = _chosen(findings)
    finding = findings[at]
    page.head(
        _("Review"),
        safe(
            words.joined(
                ngettext("{at} of {n} finding in {games}", "{at} of {n} findings in {games}", len(findings)).format(
                    at=at + 1, n=len(findings), games=words.games(held["game"].n_unique())
                ),
                _("oldest first") if len(findings) > 1 else "",
                _("a held game counts nowhere until all of its findings are settled"),
            )
        ),
    )
    _told(told, gone)
    rules = _rules(reader, finding)
    if finding["sheet_no"] is None:
        _decided(reader, finding, rules)
        _steps(at, len(findings))
    else:
        left, right = st.columns([3, 2], gap="large")
        with left:
            _decided(reader, finding, rules)
            _steps(at, len(findings))
        with right:
            _sheet(reader, finding, rules)
    _others(findings, at)
    past.decisions(reader, DECISIONS, decided)


def _identity(finding: Row) -> tuple[object, ...]:
    """Return what a finding is known by whatever is imported or settled beside it: numbers of games begin anew."""
    where = () if _of_versions(finding) else ("file_sha", "place", "seat", "column", "box")
    return tuple(finding[name] for name in ("game", "code", *where))


def _of_versions(finding: Row) -> bool:
    return bool(finding["code"] == "game_conflict" and finding["stated"] != REREAD)


def _settled_meanwhile(held: pl.DataFrame | None) -> str | None:
    """Return the game whose finding was shown by the last run of the page, and is there no more."""
    shown = st.session_state.get("review_shown")
    there = () if held is None else map(_identity, held.iter_rows(named=True))
    return None if shown is None or shown in there else str(shown[0])


def _told(told: str | None, gone: str | None) -> None:
    """Say what was decided or taken back here just now, else that it was done elsewhere: a click may have come late."""
    gone = None if "undone" in st.session_state else gone
    past.undone()
    if told:
        page.says(safe(told), "taken")
    elif gone:
        said = _("What stood here of game {game} was settled elsewhere meanwhile, and nothing else was decided here.")
        page.says(safe(said.format(game=gone)), "warning")


def _once(held: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the findings of held games, a conflict of two versions only once."""
    again = (pl.col("code") == "game_conflict") & ~pl.struct("game", "code").is_first_distinct()
    again &= pl.col("stated").ne_missing(REREAD)
    return held.filter(~again.fill_null(False)).to_dicts()


def _chosen(findings: Sequence[Row]) -> int:
    """Return which finding is shown: the first of a game that is new in the address, the one that was stepped to, else
    the one that was shown before, wherever it stands by now; where that is settled, the one in its place.
    """
    asked = st.query_params.get("game")
    known = list(map(_identity, findings))
    at = int(st.session_state.get("review_at", 0))
    if asked is not None and asked != st.session_state.get("review_asked"):
        st.session_state["review_asked"] = asked
        at = next((i for i, f in enumerate(findings) if f["game"] == asked), 0)
    elif st.session_state.get("review_shown") in known:
        at = known.index(st.session_state["review_shown"])
    at = min(at, len(findings) - 1)
    st.session_state.update({"review_at": at, "review_shown": known[at]})
    return at


def _rules(reader: Pinned, of: Row) -> RuleSet:
    return rules_of_game(reader, reader.table("game", game_no=of["game_no"]).row(0, named=True))


def _title(finding: Row, rules: RuleSet) -> str:
    if finding["stated"] == REREAD:
        return _("The file is read otherwise now")
    titles = words.titles(rules)
    box = titles.get(finding["box"] or "", finding["box"])
    if box and finding["stated"] not in (None, finding["box"]):
        return _("{box} says {value}").format(box=box, value=finding["stated"])
    return box or _("The whole game") if finding["sheet_no"] is None else box or str(finding["player"])


def _decided(reader: Pinned, finding: Row, rules: RuleSet) -> None:
    """Show one finding, or two versions of a game, with what can be decided."""
    if _of_versions(finding):
        _conflict(reader, finding)
    else:
        _finding(reader, finding, rules)


def _finding(reader: Pinned, finding: Row, rules: RuleSet) -> None:
    """Show one finding and take the decision about it."""
    where = ", ".join(filter(None, [finding["file_name"], words.place(finding["worksheet"], finding["row"])]))
    code = finding["code"] or _("held")
    game = parts.link("games", finding["game"], game=finding["game"])
    st.html(
        f'<div class="y-finding">{parts.badge(_("Error"), "error")}<b>{safe(_title(finding, rules))}</b>'
        f"<p>{safe(finding['message'] or '')}</p>"
        f'<p class="y-note">{safe(where)} · {safe(_("game"))} {game} · {safe(code)}</p></div>'
    )
    fits = _fits(reader, finding, rules)
    choices: dict[str, str] = {str(f.value): _why(f, rules) for f in fits}
    if finding["sheet_no"] is not None and finding["box"] in rules.box_ids:
        choices[OTHER] = _("Another value")
    choices[ACCEPT] = _("Accept the game as it is")
    if finding["stated"] and finding["box"] in rules.box_ids:
        choices[ACCEPT] = _("{value} stays: accept the game as it is").format(value=finding["stated"])
    key = "_".join(map(str, _identity(finding)))
    chosen = st.radio(
        _("What is right?"),
        list(choices),
        format_func=lambda choice: words.plain_markdown(choices[choice]),
        key=f"choice_{key}",
        index=0 if fits and fits[0].figure else None,
    )
    value = None if chosen in (ACCEPT, None) else chosen
    if chosen == OTHER:
        value = st.text_input(_("Value"), key=f"value_{key}", placeholder=_("points, x for struck, - for open"))
    why = st.text_input(_("Why"), key=f"why_{key}", placeholder=_("Asked the player; the paper says so"))
    label = (
        _("Accept as it is")
        if chosen == ACCEPT
        else _("Correct to {value}").format(value=value)
        if value
        else _("Correct")
    )
    if st.button(words.plain_markdown(label), type="primary", disabled=chosen is None):
        if not why.strip():
            page.says(safe(_("Say why: the reason stands in the journal beside the decision.")), "warning")
        elif chosen == ACCEPT:
            _accept(finding, why)
        else:
            _correct(reader, finding, rules, value or "", why)


def _fits(reader: Pinned, finding: Row, rules: RuleSet) -> list[suggest.Fit]:
    if finding["sheet_no"] is None or finding["box"] not in rules.box_ids:
        return []
    column = finding["column"] or rules.columns[0]
    boxes = reader.table(box_table(rules.base), sheet_no=finding["sheet_no"], column=column)
    counted = boxes[finding["box"]][0] if boxes.height else None
    stated = reader.query("sheet_stated", sheet_no=finding["sheet_no"]).to_dicts()
    return suggest.fits(rules, finding["box"], counted, finding["stated"], stated, column)


def _why(fit: suggest.Fit, rules: RuleSet) -> str:
    titles = {s.id: words.section(s.title).lower() for s in rules.sections}
    if fit.figure is None:
        return _("{value}: near it, and what this box can give").format(value=fit.value)
    if fit.figure == "total":
        return _("{value}: then the stated total {stated} is right").format(value=fit.value, stated=fit.stated)
    return _("{value}: then the stated {section} total {stated} is right").format(
        value=fit.value, section=titles.get(fit.figure, fit.figure), stated=fit.stated
    )


def _correct(reader: Pinned, finding: Row, rules: RuleSet, value: str, why: str) -> None:
    column = f"{finding['column']}." if len(rules.columns) > 1 else ""
    sheet = int(reader.table("sheet", sheet_no=finding["sheet_no"])["file_sheet"][0])
    told = _("{player}, {game}: corrected to {value}.")
    told = told.format(player=finding["player"], game=finding["game"], value=value)

    def correct() -> str:
        entry = decide.correct(
            book(),
            exact(finding),
            who=who(),
            why=why,
            player=finding["player"],
            sheet=sheet,
            box=f"{column}{finding['box']}",
            value=value,
        )
        return f"{told} {decide.outcome(book(), entry)}"  # another impossible value leaves it held

    _decide(correct)


def _accept(version: Row, why: str) -> None:
    """Let a version of a game count, a row of view ``held`` or ``versions``: one file may have several of them."""

    def accept() -> str:
        decide.accept(book(), exact(version), who=who(), why=why)
        return _("Game {game} is accepted as it is, and counts from now on.").format(game=version["game"])

    _decide(accept)


def _decide(act: Callable[[], str]) -> None:
    """Carry out a decision; what it returns is told on the next run of the page."""
    try:
        with page.working():
            told = act()
    except YamsheetError as error:
        page.failed(error)
        return
    st.session_state["review_told"] = told + " " + _("It can be undone below.")
    st.rerun()


def _conflict(reader: Pinned, finding: Row) -> None:
    """Show the versions of one game box by box, and let one of them count."""
    versions = reader.query("versions", game=finding["game"]).to_dicts()
    told = _("They differ in these figures, the earlier import first, and wait until one of them is accepted.")
    st.html(
        f'<div class="y-finding">{parts.badge(_("Held"), "error")}<b>'
        f"{safe(_('{n} versions of game {game}').format(n=len(versions), game=finding['game']))}</b>"
        f"<p>{safe(told)}</p></div>"  # what differs stands in the table
    )
    st.html(differences([_version(reader, version) for version in versions]))
    why = st.text_input(_("Why"), key=f"why_{finding['game']}", placeholder=_("The paper agrees with the first file"))
    for number, version in enumerate(versions, 1):
        label = _("Let version {n} count: {file}").format(n=number, file=version["file_name"])
        if st.button(words.plain_markdown(label), key=f"version_{exact(version)}"):
            if why.strip():
                _accept(version, why)
            else:
                page.says(safe(_("Say why: the reason stands in the journal beside the decision.")), "warning")


def _version(reader: Pinned, version: Row) -> Version:
    number = version["game_no"]
    rules = _rules(reader, version)
    sheets, boxes = reader.query("game_sheets", game_no=number), reader.table(box_table(rules.base), game_no=number)
    return Version(version["file_name"], rules, sheets, boxes)


def _steps(at: int, n: int) -> None:
    if n < 2:
        return
    with st.container(horizontal=True, gap="small"):
        for label, to, icon in ((_("Previous"), at - 1, "left"), (_("Later"), at + 1, "right")):
            st.button(
                label,
                disabled=not 0 <= to < n,
                icon=f":material/chevron_{icon}:",
                type="tertiary",
                key=f"step_{icon}",
                on_click=_show,
                args=(to,),
            )


def _show(at: int) -> None:
    st.session_state.update({"review_at": at, "review_shown": None})


def _sheet(reader: Pinned, finding: Row, rules: RuleSet) -> None:
    """Draw the player's sheet beside, with the finding marked."""
    number = int(finding["game_no"])
    sheets = reader.query("game_sheets", game_no=number).filter(pl.col("sheet_no") == finding["sheet_no"])
    boxes = reader.table(box_table(rules.base), game_no=number)
    findings = reader.query("game_findings", game_no=number).filter(pl.col("sheet_no") == finding["sheet_no"])
    st.html(
        strip_of(
            rules,
            {"status": "held", "game": finding["game"], "table": None, "played": finding["played"]},
            sheets,
            boxes,
            findings,
        )
    )


def _others(findings: Sequence[Row], at: int) -> None:
    """List what else is held."""
    rest = [f for i, f in enumerate(findings) if i != at]
    if not rest:
        return
    page.section(_("Also held"))
    items = "".join(
        f'<li><span class="row">{safe(words.place(None, f["row"]))}</span>'
        f"<span>{parts.status('held')}</span>"
        '<span class="where">'
        f"{parts.link('review', f['game'], game=f['game'])}{', ' + safe(f['player']) if f['player'] else ''}</span>"
        f'<span class="said">{safe(f["message"] or "")}</span></li>'
        for f in rest[:50]
    )
    st.html(f'<ul class="y-found">{items}</ul>')


main()
