"""Hold what a person says about dropped files while they are looked at: how to read each, headings, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import streamlit as st

from ingest.model import Question, ReadOptions

_OPTIONS = {"date": "date_order", "columns": "rules"}  # the options of reading that answer a question, else its name


@dataclass(frozen=True)
class Asked:
    """Hold a question with the files that ask it, and whether it is still open."""

    question: Question
    paths: tuple[Path, ...]
    open: bool = True

    @property
    def option(self) -> str:
        """Return the option of reading that answers it, where it is not about a heading."""
        return _OPTIONS.get(self.question.about, self.question.about)


@dataclass
class Answers:
    """Hold the answers: options of each file by its path; what headings mean and who is who, for all of them.

    ``names``: a name as written -> the player whose it is. ``put``: what was asked of a file, or of several (None), by
    what it is about, in the order in which it came up; ``told``: which of that was answered where it was asked.
    """

    files: dict[Path, dict[str, Any]] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    put: dict[Path | None, dict[tuple[str, ...], Asked]] = field(default_factory=dict)
    told: set[tuple[Path | None, tuple[str, ...]]] = field(default_factory=set)

    def of(self, path: Path) -> dict[str, Any]:
        """Return what was said of one file: ``rules``, ``season``, ``event``, ``encoding``, ``delimiter``…"""
        return self.files.setdefault(path, {})

    def say(self, path: Path, what: str, value: str | None) -> None:
        """Take an answer about one file; nothing takes it back."""
        if value:
            self.of(path)[what] = value
        else:
            self.of(path).pop(what, None)

    def asked(self, where: Path | None, open_: Sequence[Asked]) -> list[Asked]:
        """Return what is asked of a file, or of several (None), in the order in which it came up: what is open, and
        what was answered there and still counts.
        """
        put = self.put.setdefault(where, {})
        now = {_about(asked): asked for asked in open_}
        put |= now
        return [
            now.get(about) or replace(asked, open=False)
            for about, asked in put.items()
            if about in now or ((where, about) in self.told and self.answer(asked) is not None)
        ]

    def answer(self, asked: Asked) -> str | None:
        """Return what counts of the choices of a question, None where nothing, or another thing, was said."""
        if asked.question.subject:
            return self.headings.get(asked.question.subject)
        said = {self.files.get(path, {}).get(asked.option) for path in asked.paths}
        value = said.pop() if len(said) == 1 else None
        choices = asked.question.choices
        within = value if not choices or value in choices else str(value).partition("+")[0]
        return within if not choices or within in choices else None

    def tell(self, where: Path | None, asked: Asked, value: str) -> None:
        """Take the answer to a question, for all files that ask it."""
        self.told.add((where, _about(asked)))
        if asked.question.subject:
            self.headings[asked.question.subject] = value
            return
        for path in asked.paths:
            self.say(path, asked.option, value)

    def keep(self, paths: Sequence[Path]) -> None:
        """Forget what was said of files that are not among these any more, of names, which may stand in them, and of
        headings where none of the files is left.
        """
        gone = self.files.keys() - set(paths)
        for path in gone:
            del self.files[path]
            self.put.pop(path, None)
        if gone:
            self.names.clear()
            self.put.pop(None, None)
        if gone and not self.files:
            self.headings.clear()

    def options(self, paths: Sequence[Path]) -> dict[Path, ReadOptions]:
        """Return how each file is to be read."""
        plain = ReadOptions(headings=dict(self.headings))
        return {path: replace(plain, **self.of(path)) for path in paths}


def _about(asked: Asked) -> tuple[str, ...]:
    """Return what tells one question of a file from the others: its heading, else its choices."""
    return asked.question.about, *([asked.question.subject] if asked.question.subject else asked.question.choices)


def answers() -> Answers:
    """Return this session's answers."""
    kept: Answers = st.session_state.setdefault("upload_answers", Answers())
    return kept
