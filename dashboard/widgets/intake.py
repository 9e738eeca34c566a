"""Keep dropped files for a session while they are looked at, read them, and store them when a person says so."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException, StopException
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard.texts import _
from dashboard.widgets.book import Pinned, book, storing
from dashboard.widgets.people import who
from dashboard.words import plain_markdown
from ingest import pipeline
from ingest.model import ReadOptions
from ingest.report import Report

LIMIT = 20  # megabytes a file: the server's own limit (.streamlit/config.toml), kept here whatever the server takes
BYTES = LIMIT * 1024 * 1024


def too_large(files: Sequence[UploadedFile]) -> list[str]:
    """Name the files that are larger than may be uploaded."""
    return [file.name for file in files if file.size > BYTES]


def kept(files: Sequence[UploadedFile]) -> list[Path]:
    """Write the dropped files to folders of this session, so that names may be equal; return their paths."""
    folder: _Folder | None = st.session_state.get("upload_folder")
    if folder is None or not folder.path.exists():  # what was stored while its page was left has taken it away
        folder = st.session_state["upload_folder"] = _Folder()
    paths = []
    for file in files:
        name = Path(file.name.replace("\\", "/")).name or "file"
        path = folder.path / hashlib.sha256(file.file_id.encode()).hexdigest()[:16] / name
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(file.getbuffer())
        paths.append(path)
    return paths


def left(*, returning: bool) -> list[Path]:
    """Return the files that were looked at when the page was left, whose uploader forgets them; ``returning``: to it.

    They stay until what was dropped is stored or discarded.
    """
    if returning:
        st.session_state["upload_left"] = st.session_state.get("upload_paths", [])
    there: list[Path] = [path for path in st.session_state.get("upload_left", ()) if path.exists()]
    return there


def checked(reader: Pinned | None, options: Mapping[Path, ReadOptions], names: Mapping[str, str]) -> Report:
    """Return the report of these files as they would be taken now, ``names`` being players'.

    They are read again only when something changed.
    """
    key = (repr((options, names)), reader.sha256 if reader else "")
    known = st.session_state.get("upload_checked")
    if known is None or known[0] != key:
        bar = Bar()
        try:
            known = (key, pipeline.check(list(options), options, book(), bar, names))
        finally:
            bar.end()
        st.session_state["upload_checked"] = known
    report: Report = known[1]
    return report


def store(options: Mapping[Path, ReadOptions], names: Mapping[str, str], bar: Bar) -> Report:
    """Store the files as one entry, with what was said of names; a YamsheetError says why nothing was stored.

    Whoever leaves the page or clicks again meanwhile breaks nothing off: that waits until ``bar`` ends.
    """
    with storing():
        return pipeline.import_files(book(), list(options), options, who=who(), progress=bar.unbroken, names=names)


def forget() -> None:
    """Forget the files that were dropped, and what was said of them."""
    st.session_state["upload_turn"] = st.session_state.get("upload_turn", 0) + 1
    for key in ("upload_checked", "upload_answers", "upload_paths", "upload_left"):
        st.session_state.pop(key, None)
    folder = st.session_state.pop("upload_folder", None)
    if folder is not None:
        folder.remove()


class _Folder:
    """Be a folder that goes when the session does, named so that what a killed server leaves is cleared up."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=f"yamsheet-{os.getpid()}-"))
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


class Bar:
    """Show what is done now and how much of it all is behind, as the pipeline tells it."""

    def __init__(self) -> None:
        self._bar = st.progress(0.0, text=_("Reading …"))
        self._waiting: RerunException | StopException | None = None

    def __call__(self, what: str, done: int, steps: int) -> None:
        self._bar.progress(done / steps, text=f"{plain_markdown(what)}, {done + 1} / {steps}")

    def unbroken(self, what: str, done: int, steps: int) -> None:
        """Show the same; what would end the run of the page here waits until the end."""
        try:
            self(what, done, steps)
        except (RerunException, StopException) as end:
            self._waiting = end

    def end(self) -> None:
        """Take the bar away, and do what has waited."""
        if self._waiting is not None:
            raise self._waiting
        self._bar.empty()
