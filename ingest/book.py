"""Offer all that concerns a club's book under one name."""

from __future__ import annotations

from ingest.archive import backup, restore
from ingest.journal import Entry
from ingest.state import Decision, ImportedFile, State
from ingest.store import Book, Build
from ingest.trust import Problem, catch_up, finish, rebuild, verify
from ingest.writer import Writer

__all__ = [
    "Book",
    "Build",
    "Decision",
    "Entry",
    "ImportedFile",
    "Problem",
    "State",
    "Writer",
    "backup",
    "catch_up",
    "finish",
    "rebuild",
    "restore",
    "verify",
]
