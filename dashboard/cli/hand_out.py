"""Hand out: a blank sheet to fill in, and the whole book as open data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from dashboard.cli.printing import counted, say
from dashboard.cli.reading import existing, reading
from dashboard.cli.show import write

TemplateFormat = Literal["csv", "xlsx"]


def template(
    ctx: typer.Context,
    rules: Annotated[str, typer.Option(metavar="ID", help="The rule set: yamms, yams+joker=true.")],
    format: Annotated[TemplateFormat, typer.Option("--format", help="The form.")] = "csv",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write; else the terminal.")] = None,
) -> int:
    """Write a blank sheet to fill in, a row a player; `import` reads it back."""
    import sys

    from dashboard import exports
    from dashboard.blank import blank
    from ingest.book import Book
    from ingest.errors import WrongUsage
    from scoring.rules import rule_set

    one = exports.export(format)
    if one.binary and out is None and sys.stdout.isatty():
        raise WrongUsage(f"{one.title} is no text for a terminal: give a file with --out.")
    write(one.write(blank(rule_set(rules, Book(ctx.obj).rulesets())), exports.PLAIN), out)
    return 0


def export(
    ctx: typer.Context, folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder, made if needed.")]
) -> int:
    """Write the whole book as open data: every table as Parquet and CSV, with a datapackage.json."""
    from dashboard.package import write_package

    club = existing(ctx).club
    with reading(ctx) as reader:
        files = write_package(reader, club, folder)
    say(f"{counted(files, 'file')} in {folder}.")
    return 0
