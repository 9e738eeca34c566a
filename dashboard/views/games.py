"""Games: the list of what was played, or one game drawn as its paper sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import polars as pl
import streamlit as st

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import amend, board, page, parts, tables
from dashboard.widgets.book import Pinned, reading, rules_of_game
from dashboard.widgets.choose import choose_any_season
from dashboard.widgets.sheet import paper
from dashboard.words import safe
from ingest.frames import box_table
from ingest.lookup import mark, matching

PAGE = 80  # games on one page of the list


def main() -> None:
    """Show the page."""
    reader = reading()
    asked = st.query_params.get("game")
    if reader is None or not _any(reader):
        page.head(_("Games"))
        page.empty(
            _("No games yet"),
            _("Every game that is imported stands here, drawn as its sheet."),
            upload=_("Upload a file"),
        )
    elif asked:
        _one(reader, asked)
    else:
        _list(reader)


def _any(reader: Pinned) -> bool:
    counts = reader.query("counts", season=None, event=None).row(0, named=True)
    return bool(counts["taken"] or counts["held"])


def _list(reader: Pinned) -> None:
    page.head(_("Games"), safe(_("Every game of the book, the latest first. The winner stands first, in bold.")))
    every = _("All")
    seasons = reader.query("seasons")["season"].to_list()
    players = dict(reader.query("players", season=None).select("player", "player_no").iter_rows())
    states = {"taken": _("Counted"), "held": _("Held"), "duplicate": _("Duplicate")}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        season = choose_any_season(seasons)
        status = st.selectbox(
            _("Status"),
            [every, *states],
            format_func=lambda s: states.get(s, s),
            key="status",
            bind="query-params",
            width=150,
        )
        player = st.selectbox(_("Player"), [every, *players], key="of", bind="query-params", width=220)
    frame = reader.query(
        "game_list",
        season=season,
        status=None if status == every else status,
        player_no=players.get(player),
    )
    if status == every:
        frame = frame.filter(pl.col("status") != "duplicate")
    if frame.is_empty():
        page.empty(_("No such games"), _("No game of the book fits this choice."))
        return
    pages = (frame.height - 1) // PAGE + 1
    listed = st.container()
    shown = st.pagination(pages, key="page", bind="query-params") if pages > 1 else 1
    listed.html(tables.games(frame.slice((shown - 1) * PAGE, PAGE)))
    page.note(
        safe(_("{games}. Best: the highest complete total at the table.").format(games=words.games(frame.height)))
    )


def _one(reader: Pinned, asked: str) -> None:
    found = _found(reader, asked)
    if found.is_empty():
        page.head(_("Games"))
        page.says(
            safe(_("There is no game “{game}” in the book.").format(game=asked))
            + " "
            + parts.link("games", _("All games")),
            "error",
        )
        return
    game = found.row(0, named=True)
    st.session_state["game_shown"] = (asked, game["file_sha"], game["place"])
    rules = rules_of_game(reader, game)
    beside = reader.query("neighbours", season=game["season"], game=game["game"])
    before, after = beside.row(0) if beside.height else (None, None)
    named = parts.link("rules", rules.title, set=rules.id)
    facts = (_event(game), words.day(game["played"], weekday=True), words.source(game))
    page.head(
        _("Game {game}").format(game=game["game"]),
        words.joined(f"{named}, {safe(_('version {n}').format(n=game['rules_version']))}", *map(safe, facts)),
    )
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        _step(_("Previous"), before, ":material/chevron_left:")
        _step(_("Next"), after, ":material/chevron_right:", "right")
        st.page_link("views/games.py", label=_("All games"), icon=":material/list:")
    amend.told()
    if game["status"] == "held":
        _versions(reader, game)
    if game["status"] == "duplicate":
        told = safe(_("The same game is in the book already. This copy counts nowhere."))
        counted = parts.link("games", _("The one that counts"), game=game["game"]) if asked != game["game"] else ""
        page.says(f"{told} {counted}")
        return
    if game["accepted"]:
        page.says(
            safe(
                _("Accepted as it is by {who}: {why}").format(
                    who=game["accepted_by"], why=game["accepted_why"] or _("no reason given")
                )
            ),
            "taken",
        )
    number = int(game["game_no"])
    sheets = reader.query("game_sheets", game_no=number)
    boxes = reader.table(box_table(game["rules_base"]), game_no=number)
    findings = reader.query("game_findings", game_no=number)
    if rules.board is not None:
        st.html(board.played(rules, game, sheets, boxes, findings, game.get("result")))
    else:
        st.html(paper(rules, game, sheets, boxes, findings, reader.query("game_stated", game_no=number)))
    amend.offer(reader, game, rules, sheets)


def _versions(reader: Pinned, game: Mapping[str, Any]) -> None:
    """Say which of several versions of a game is shown, and lead to the others."""
    versions = reader.query("versions", game=game["game"]).to_dicts()
    if len(versions) < 2:
        return
    others = [
        parts.link("games", words.source(version), game=f"{version['game']}@{mark(version, versions)}")
        for version in versions
        if version["game_no"] != game["game_no"]
    ]
    told = _("One of {n} versions of this game, which wait until one of them is accepted. Another:").format(
        n=len(versions)
    )
    page.says(
        f"{safe(told)} {', '.join(others)}. {parts.link('review', _('Compare them'), game=game['game'])}", "warning"
    )


def _found(reader: Pinned, asked: str) -> pl.DataFrame:
    """Return the game of an id, the one that was shown under it before its date made it another id, or a version."""
    found = reader.query("game", game=asked)
    if found.height:
        return found
    shown, file_sha, place = st.session_state.get("game_shown", (None, None, None))
    if shown == asked:
        found = reader.table("game", file_sha=file_sha, place=place)
        if found.height == 1 and found["game"][0] != asked.rpartition("@")[0]:
            st.query_params["game"] = found["game"][0]
        return found
    versions = matching(reader, asked)
    return reader.table("game", game_no=versions[0]["game_no"]) if versions else found


def _step(label: str, game: str | None, icon: str, side: Literal["left", "right"] = "left") -> None:
    query = {"game": game} if game else None
    st.page_link(
        "views/games.py", label=label, icon=icon, icon_position=side, disabled=game is None, query_params=query
    )


def _event(game: Mapping[str, Any]) -> str:
    round_ = _("round {n}").format(n=game["round"]) if game["round"] else ""
    table = _("table {n}").format(n=game["table"]) if game["table"] else ""
    return ", ".join(filter(None, [game["event"], round_, table]))


main()
