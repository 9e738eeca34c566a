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
    club = _club()
    use(club.language)
    name = club.name or "Yamsheet"
    pages = [
        st.Page(file, title=_(title), url_path=path if number else "start", default=not number)
        for number, (file, title, path) in enumerate(VIEWS)
    ]
    chosen = st.navigation([*pages, _by_its_name(pages[0])])
    st.set_page_config(
        page_title=f"{chosen.title} · {name}",
        page_icon=str(Path(__file__).with_name("static") / "icon.png"),
        layout="wide",
        menu_items={"About": None},
    )
    st.html(f"<style>{stylesheet(name)}</style>")
    try:
        chosen.run()
    except YamsheetError as error:
        page.failed(error)
    except RulesError as error:
        page.says(safe(sentence(str(error))), "error")


def _by_its_name(first: st.Page) -> st.Page:
    """Return a page that leads to the first one, whose address is the bare one, for who types its name."""

    def lead() -> None:
        st.switch_page(first, query_params={key: st.query_params.get_all(key) for key in st.query_params})

    return st.Page(lead, title=first.title, url_path=VIEWS[0][2], visibility="hidden")


def _club() -> Club:
    """Return the club's settings, plain ones where they cannot be read: the page says why."""
    try:
        return book().club
    except YamsheetError:
        return Club()


main()
