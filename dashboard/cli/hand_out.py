"""Hand out: a blank sheet to fill in, and the whole book as open data."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, say
from dashboard.cli.reading import existing, reading

_NAMED = 12  # games that a sentence names; the rest are counted


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

    The games stand in it as games.json, games.xlsx and a CSV for each rule set, which import reads again. What only
    JSON can hold is named.
    """
    from dashboard.package import MOST_ROWS, write_package
    from dashboard.texts import use

    book = existing(root)
    use(book.club.language)
    with reading(root) as reader:
        made = write_package(book, reader, folder)
    say(f"{counted(made.files, 'file')} in {folder}.")
    for problem in made.unranked:
        say(f"No standings: {problem}")
    if made.unsaid:
        say(
            "Left out of games.json and the other files of games, since no file can say what they are held for: "
            f"{_some(made.unsaid)}."
        )
    if made.json_only:
        say(
            "A table has no room for the moves of a board game, or for the dice of a held game, and its reader takes "
            "some names for others, such as an event called Total: "
            f"{_some(made.json_only)}. They are in games.json only, and in no games CSV or XLSX."
        )
    if made.too_long:
        say(f"There is no games.xlsx: a worksheet has room for {MOST_ROWS:,} rows.")
    return 0


def _some(games: list[str]) -> str:
    named = list(dict.fromkeys(games))  # versions of a game bear one name
    more = len(named) - _NAMED
    return ", ".join(named[:_NAMED]) + (f" and {counted(more, 'more game')}" if more > 0 else "")
