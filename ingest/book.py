"""Offer all that concerns a club's book under one name."""

from __future__ import annotations

from ingest.journal import Entry
from ingest.state import Decision, ImportedFile, State
from ingest.store import Book, Build, Writer
from ingest.trust import Problem, catch_up, rebuild

__all__ = ["Book", "Build", "Decision", "Entry", "ImportedFile", "Problem", "State", "Writer", "catch_up", "rebuild"]
