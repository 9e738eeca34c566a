"""Records: the best of each rule set, who made it, when, and out of how many sheets."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import page, tables
from dashboard.widgets.book import Pinned, reading, rules_played
from dashboard.widgets.choose import choose_any_season
from dashboard.words import safe
from ingest.records import records


def main() -> None:
    """Show the page."""
    reader = reading()
    seasons = [] if reader is None else reader.query("seasons")["season"].to_list()
    if reader is None or (not seasons and records(reader).is_empty()):
        page.head(_("Records"))
        page.empty(
            _("No records yet"),
            _("The best totals appear with the first complete sheet of a game that counts."),
            upload=_("Upload a file"),
        )
        return
    title = st.empty()
    season = choose_any_season(seasons)
    with title.container():
        when = _("all seasons") if season is None else _("season {season}").format(season=season)
        page.head(_("Records"), safe(words.joined(_("The best of each rule set"), when)))
    _best(reader, season, seasons)


def _best(reader: Pinned, season: str | None, seasons: Sequence[str]) -> None:
    found = records(reader, season)
    if found.is_empty():
        page.empty(_("No records yet"), _("No game of this choice that counts has a complete sheet with points."))
        return
    rules = {rules_id: rules_played(reader, rules_id) for rules_id in found["rules"].unique(maintain_order=True)}
    st.html(tables.records(found, rules, seasons[0] if seasons else None))
    told = _("Sheets: how many the record is the best of, all complete and of games that count. ")
    page.note(safe(told + _("A record that several share names the first of them first.")))
    page.figures(found.drop("title"), "records", season)


main()
