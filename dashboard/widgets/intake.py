"""Keep dropped files for a session while they are looked at, read them, and store them when a person says so."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard.texts import _
from dashboard.widgets.book import Pinned, book
from dashboard.widgets.people import who
from dashboard.words import plain_markdown
from ingest import pipeline
from ingest.model import ReadOptions
from ingest.report import Report


def kept(files: Sequence[UploadedFile]) -> list[Path]:
    """Write the dropped files to folders of this session, so that names may be equal; return their paths."""
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


def checked(reader: Pinned | None, paths: Sequence[Path], options: ReadOptions) -> Report:
    """Return the report of these files as they would be taken now; they are read again only when something changed."""
    key = (tuple(map(str, paths)), repr(options), reader.sha256 if reader else "")
    known = st.session_state.get("upload_checked")
    if known is None or known[0] != key:
        bar = _Bar(_("Reading {name}"))
        try:
            known = (key, pipeline.check(paths, options, book(), progress=bar))
        finally:
            bar.end()
        st.session_state["upload_checked"] = known
    report: Report = known[1]
    return report


def store(paths: Sequence[Path], options: ReadOptions) -> Report:
    """Store the files as one entry; a YamsheetError says why nothing was stored."""
    bar = _Bar(_("Storing {name}"))
    try:
        return pipeline.import_files(book(), paths, options, who=who(), progress=bar)
    finally:
        bar.end()


def forget() -> None:
    """Forget the files that were dropped, and what was chosen for them."""
    st.session_state["upload_turn"] = st.session_state.get("upload_turn", 0) + 1
    for key in ("upload_checked", "upload_answers"):
        st.session_state.pop(key, None)
    folder = st.session_state.pop("upload_folder", None)
    if folder is not None:
        folder.cleanup()


class _Bar:
    """Show how far the files are, as the pipeline tells it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._bar = st.progress(0.0, text=text.format(name="…"))

    def __call__(self, name: str, at: int, of: int) -> None:
        self._bar.progress(min(1.0, at / (of + 1)), text=plain_markdown(self._text.format(name=Path(name).name)))

    def end(self) -> None:
        self._bar.empty()
