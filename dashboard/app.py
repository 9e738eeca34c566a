"""Serve the club's pages: `streamlit run dashboard/app.py`, the book named by YAMSHEET_BOOK."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.texts import _, use
from dashboard.theme import stylesheet
from dashboard.views import VIEWS
from dashboard.widgets import page
from dashboard.widgets.book import book
from dashboard.words import safe
from ingest.club import Club
from ingest.errors import YamsheetError, sentence
from scoring.rules import RulesError


def main() -> None:
    """Show the page that is asked for, in the club's language; an error is one sentence, never a traceback."""
    st.set_page_config(
        page_title="Yamsheet",
        page_icon=str(Path(__file__).with_name("static") / "icon.png"),
        layout="wide",
        menu_items={"About": None},
    )
    club = _club()
    use(club.language)
    st.html(f"<style>{stylesheet(club.name or 'Yamsheet')}</style>")
    pages = [
        st.Page(file, title=_(title), url_path=path, default=not number)
        for number, (file, title, path) in enumerate(VIEWS)
    ]
    chosen = st.navigation(pages)
    try:
        chosen.run()
    except YamsheetError as error:
        page.failed(error)
    except RulesError as error:
        page.says(safe(sentence(str(error))), "error")


def _club() -> Club:
    """Return the club's settings, plain ones where they cannot be read: the page says why."""
    try:
        return book().club
    except YamsheetError:
        return Club()


main()
