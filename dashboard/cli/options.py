"""Declare the options and arguments that several commands share, once."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

AFile = click.Path(dir_okay=False, path_type=Path)

pass_book = click.make_pass_decorator(Path)

#: Of a command that takes games or players: their names may begin with a dash, as that of an undated game does.
NAMES = {"ignore_unknown_options": True}

game = click.argument("game", metavar="GAME")
why = click.option("--why", required=True, metavar="TEXT", help="The reason, for the journal.")
who = click.option("--who", metavar="NAME", help="Who does this; else the system's user.")
json = click.option("--json", "json", is_flag=True, help="Print one JSON object.")
out = click.option("--out", type=AFile, metavar="FILE", help="Where to write; else the terminal.")
one_season = click.option("--season", metavar="NAME", help="Only this season.")


def how_to_read(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the files to read, and the options that settle how."""
    for add in reversed(
        (
            click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)),
            click.option("--rules", metavar="ID", help="The rule set where the file names none."),
            click.option("--season", metavar="NAME", help="The season, whatever the file says."),
            click.option("--event", metavar="NAME", help="The event, whatever the file says."),
            click.option("--encoding", metavar="NAME", help="The code page of the text: utf-8, cp1250, cp1252."),
            click.option("--delimiter", metavar="CHAR", help="What separates the columns: , ; | or tab."),
            click.option(
                "--date-order", type=click.Choice(["dmy", "mdy", "ymd"]), help="The order of day, month and year."
            ),
            click.option(
                "--decimal", type=click.Choice([",", "."]), help="The decimal mark; the other one parts thousands."
            ),
            click.option(
                "--layout",
                type=click.Choice(["wide", "long", "paper", "totals"]),
                help="How a table is laid out: a row a sheet, a row a box, boxes down the side, or totals by date.",
            ),
            click.option(
                "--reader",
                type=click.Choice(["csv", "workbook", "json", "json-rows", "bg-stats", "bgg-plays"]),
                help="The format of the file, whatever its name ends in; json is yamsheet/1, json-rows any other.",
            ),
            click.option(
                "--heading",
                multiple=True,
                metavar="TEXT=NAME",
                help="What a heading means: a box, a field, stated_total, or ignore; remembered for the next files.",
            ),
            click.option(
                "--yes",
                is_flag=True,
                help="Ask nothing: the club's settings settle what a file leaves open; what they do not settle "
                "refuses the file.",
            ),
        )
    ):
        command = add(command)
    return command


def named(who: str | None) -> str:
    """Return who does something: as given, else the system's user."""
    try:
        return who or getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
