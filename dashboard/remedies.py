"""Say what a person can do about an error, at the command line and on a page: each has its own words for it."""

from __future__ import annotations

import re

from dashboard.texts import N_, _
from ingest.errors import Remedy, YamsheetError

_COMMANDS: dict[Remedy, str] = {
    "games": N_("`yamsheet games` lists them all."),
    "players": N_("`yamsheet players` lists them all."),
    "merge": N_("If both are one person: yamsheet merge."),
    "version": N_("Say which counts: --version and one of these."),
    "rebuild": N_("Make the results anew: yamsheet rebuild"),
}
_PAGES: dict[Remedy, str] = {
    "games": N_("The page Games lists them all."),
    "players": N_("The page Players lists them all."),
    "merge": N_("If both are one person, choose that player beside “Is the same person as”."),
    "version": N_("Let one of them count on the page Review."),
    "rebuild": N_("Whoever looks after the server can have the results made anew."),
}
_COMMAND = re.compile(r"(^|[\s`(])--[a-z]|(: |`)yamsheet ")


def at_command_line(error: YamsheetError) -> str:
    """Return what an error says, and the command that helps."""
    return _with(error, _COMMANDS)


def on_page(error: YamsheetError) -> str:
    """Return what an error says, and what helps on a page."""
    return _with(error, _PAGES)


def _with(error: YamsheetError, remedies: dict[Remedy, str]) -> str:
    return f"{error} {_(remedies[error.remedy])}" if error.remedy else str(error)


def without_commands(text: str) -> str:
    """Leave out the sentences that say what to type at a command line.

    >>> without_commands("Two rule sets fit: yams, yahtzee. Say which with --rules.")
    'Two rule sets fit: yams, yahtzee.'
    """
    return " ".join(part for part in re.split(r"(?<=[.?]) ", text) if not _COMMAND.search(part))
