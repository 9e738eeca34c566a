"""Hold what a person says about dropped files while they are looked at: how to read each, headings, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import streamlit as st

from ingest.model import ReadOptions


@dataclass
class Answers:
    """Hold the answers: options of each file by its path; what headings mean and who is who, for all of them.

    ``names``: a name as written -> the player whose it is.
    """

    files: dict[Path, dict[str, Any]] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def of(self, path: Path) -> dict[str, Any]:
        """Return what was said of one file: ``rules``, ``season``, ``event``, ``encoding``, ``delimiter``…"""
        return self.files.setdefault(path, {})

    def say(self, path: Path, what: str, value: str | None) -> None:
        """Take an answer about one file; nothing takes it back."""
        if value:
            self.of(path)[what] = value
        else:
            self.of(path).pop(what, None)

    def say_all(self, paths: Sequence[Path], what: str, value: str) -> None:
        """Take one answer about several files."""
        for path in paths:
            self.say(path, what, value)

    def keep(self, paths: Sequence[Path]) -> None:
        """Forget what was said of files that are not among these any more, of names, which may stand in them, and of
        headings where none of the files is left.
        """
        gone = self.files.keys() - set(paths)
        for path in gone:
            del self.files[path]
        if gone:
            self.names.clear()
        if gone and not self.files:
            self.headings.clear()

    def options(self, paths: Sequence[Path]) -> dict[Path, ReadOptions]:
        """Return how each file is to be read."""
        plain = ReadOptions(headings=dict(self.headings))
        return {path: replace(plain, **self.of(path)) for path in paths}


def answers() -> Answers:
    """Return this session's answers."""
    kept: Answers = st.session_state.setdefault("upload_answers", Answers())
    return kept
