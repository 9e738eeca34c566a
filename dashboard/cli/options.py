"""Declare the options and arguments that several commands share, once."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated, Literal

import typer

DateOrder = Literal["dmy", "mdy", "ymd"]

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Score files, or folders of them.")]
Rules = Annotated[
    str | None, typer.Option(metavar="ID", help="The rule set where the file names none: yamms, yams+joker=true.")
]
Season = Annotated[str | None, typer.Option(metavar="NAME", help="The season, whatever the file says.")]
Event = Annotated[str | None, typer.Option(metavar="NAME", help="The event where the file names none.")]
Encoding = Annotated[str | None, typer.Option(metavar="NAME", help="The code page of the text: utf-8, cp1250, cp1252.")]
Delimiter = Annotated[str | None, typer.Option(metavar="CHAR", help="What separates the columns: , ; | or tab.")]
DateOrderOption = Annotated[DateOrder | None, typer.Option("--date-order", help="The order of day, month and year.")]
Yes = Annotated[bool, typer.Option("--yes", help="Take the club's settings where the file leaves a question open.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the journal.")]
Who = Annotated[str | None, typer.Option(metavar="NAME", help="Who does this; else the system's user.")]
Game = Annotated[str, typer.Argument(metavar="GAME", help="A game as `yamsheet games` shows it.")]


def named(who: str | None) -> str:
    """Return who does something: as given, else the system's user."""
    try:
        return who or getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
