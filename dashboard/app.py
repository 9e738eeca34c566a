"""Serve the club's pages: `streamlit run dashboard/app.py`, the book named by YAMSHEET_BOOK."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.texts import _
from dashboard.theme import stylesheet
from dashboard.views import VIEWS
from dashboard.widgets import page
from dashboard.widgets.book import book
from dashboard.words import safe
from ingest.errors import YamsheetError


def main() -> None:
    """Show the page that is asked for; an error that a person may see is one sentence, never a traceback."""
    st.set_page_config(
        page_title="Yamsheet",
        page_icon=str(Path(__file__).with_name("static") / "icon.png"),
        layout="wide",
        menu_items={"About": None},
    )
    st.html(f"<style>{stylesheet(_club())}</style>")
    pages = [
        st.Page(file, title=_(title), url_path=path, default=not number)
        for number, (file, title, path) in enumerate(VIEWS)
    ]
    chosen = st.navigation(pages)
    try:
        chosen.run()
    except YamsheetError as error:
        page.says(safe(error), "error")


def _club() -> str:
    """Return the club's name, to stand over the menu."""
    try:
        return book().club.name or "Yamsheet"
    except YamsheetError:
        return "Yamsheet"


main()
