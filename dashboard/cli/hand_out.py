"""Hand out: a blank sheet to fill in, and the whole book as open data."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, say
from dashboard.cli.reading import existing, reading


@click.command()
@click.option("--rules", required=True, metavar="ID", help="The rule set: yamms, yams+joker=true.")
@click.option(
    "--format", "form", type=click.Choice(["csv", "xlsx"]), default="csv", show_default=True, help="The form."
)
@o.out
@o.pass_book
def template(root: Path, rules: str, form: str, out: Path | None) -> int:
    """Write a blank sheet to fill in, a row a player; import reads it back."""
    from dashboard import exports
    from dashboard.blank import blank
    from dashboard.cli.writing import hand_out
    from ingest.book import Book
    from scoring.rules import rule_set

    hand_out(blank(rule_set(rules, Book(root).rulesets())), exports.export(form), exports.PLAIN, out)
    return 0


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@o.pass_book
def export(root: Path, folder: Path) -> int:
    """Write the whole book as open data: every table as Parquet and CSV, with a datapackage.json.

    The games stand in it as games.json, games.xlsx and a CSV for each rule set, which import reads again.
    """
    from dashboard.package import write_package
    from dashboard.texts import use

    book = existing(root)
    use(book.club.language)
    with reading(root) as reader:
        files, left = write_package(book, reader, folder)
    say(f"{counted(files, 'file')} in {folder}.")
    if left:
        say(
            f"No file can say again what is wrong with {', '.join(left)}: in games.json and the like they are left out."
        )
    return 0
