"""Put a page together: its head, its notes, what it says when there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial

import polars as pl
import streamlit as st

from dashboard import exports
from dashboard.charts import CONFIG, Figure
from dashboard.remedies import on_page
from dashboard.texts import _
from dashboard.widgets.book import book
from dashboard.words import safe
from ingest.errors import YamsheetError


def head(title: str, sub: str = "") -> None:
    """Write a page's title (plain text) and the line under it (HTML)."""
    st.html(f'<h1 class="y-title">{safe(title)}</h1>')
    if sub:
        st.html(f'<p class="y-sub">{sub}</p>')


def section(title: str) -> None:
    """Write a heading inside a page (plain text)."""
    st.html(f'<h2 class="y-title">{safe(title)}</h2>')


def note(text: str) -> None:
    """Write a caption that says how to read what stands above (HTML)."""
    st.html(f'<p class="y-note">{text}</p>')


def says(text: str, kind: str = "") -> None:
    """Write a notice (HTML): ``kind`` is ``error``, ``warning``, ``taken`` or nothing."""
    st.html(f'<div class="y-says {kind}" role="status"><p>{text}</p></div>')


def working() -> AbstractContextManager[None]:
    """Show, while a decision is carried out, that every game is recomputed."""
    return st.spinner(_("Recomputing every game …"))


def failed(error: YamsheetError) -> None:
    """Write what an error says, and what helps on a page."""
    says(safe(on_page(error)), "error")


def empty(title: str, text: str, *, upload: str | None = None) -> None:
    """Write a dashed frame: what appears here and when, with one main action that leads to Upload."""
    st.html(f'<div class="y-empty"><h2>{safe(title)}</h2><p>{safe(text)}</p></div>')
    if upload and st.button(upload, type="primary"):
        st.switch_page("views/upload.py")


def chart(figure: Figure, alt: str) -> None:
    """Show a figure in its own colours; ``alt`` says in words what it shows."""
    st.plotly_chart(figure, theme=None, config=CONFIG, alt=alt)


def figures(frame: pl.DataFrame, *told: str | None) -> None:
    """Offer the figures of a chart or table as CSV, since a figure has no menu of its own.

    ``told``: what the file's name says they are, and of which season, event, rule set or player.
    """
    label = _("The figures as CSV")
    form = exports.local_form(book().club.language)
    downloads([(label, partial(exports.csv_bytes, frame, form), f"{exports.file_stem(*told)}.csv", "text/csv")])


def downloads(files: Sequence[tuple[str, bytes | Callable[[], bytes], str, str]]) -> None:
    """Offer files side by side: label, content (or what makes it, when it is asked for), file name, media type."""
    with st.container(horizontal=True, gap="small"):
        for label, content, name, mime in files:
            st.download_button(
                label, content, name, mime, type="tertiary", icon=":material/download:", on_click="ignore"
            )
