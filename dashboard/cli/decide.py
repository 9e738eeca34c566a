"""Change what counts: `undo`, `correct`, `accept`, `merge`, `rename`. Each is one entry of the journal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dashboard.cli import options as o
from dashboard.cli.printing import say
from ingest.errors import WrongUsage

if TYPE_CHECKING:
    from ingest.journal import Entry


@click.command()
@click.argument("entry", metavar="ENTRY")
@o.why
@o.who
@o.pass_book
def undo(root: Path, entry: str, why: str, who: str | None) -> int:
    """Take back an entry of the journal (7), or one file of an import (7:SHA).

    Importing the file again brings it back.
    """
    from dashboard.cli.reading import changing
    from ingest import decide

    decide.undo(changing(root), entry, who=o.named(who), why=why)
    say(f"Entry {entry} no longer counts.")
    return 0


@click.command(context_settings=o.NAMES)
@o.game
@click.argument("player", metavar="[PLAYER]", required=False)
@click.argument("box", metavar="[[COLUMN.]BOX]", required=False)
@click.argument("value", metavar="[VALUE]", required=False)
@click.option("--played", metavar="DATE", help="The game's date, as 2026-03-14.")
@click.option("--season", metavar="NAME", help="The game's season.")
@click.option("--rules", metavar="ID", help="The game's rule set.")
@click.option("--event", metavar="NAME", help="The game's event.")
@click.option("--round", metavar="NAME", help="The game's round.")
@click.option("--table", metavar="NAME", help="The game's table.")
@o.why
@o.who
@o.pass_book
def correct(
    root: Path,
    /,
    game: str,
    player: str | None,
    box: str | None,
    value: str | None,
    why: str,
    who: str | None,
    **changes: str | None,
) -> int:
    """Put right a box of a sheet (PLAYER BOX VALUE), or by an option something of the whole game ("" for none).

    VALUE is points, x for a struck box, or - for an open one; BOX may be extra_yams.
    """
    from dashboard.cli.reading import changing
    from ingest import decide

    of_game = {name: text for name, text in changes.items() if text is not None}
    if bool(of_game) == (player is not None):
        raise WrongUsage("Say what to correct: PLAYER BOX VALUE, or one of --played, --season, --rules, --event …")
    if not of_game and value is None:
        raise WrongUsage("A correction of a sheet needs all three: PLAYER BOX VALUE.")
    book = changing(root)
    entry = decide.correct(book, game, player=player, box=box, value=value, changes=of_game, who=o.named(who), why=why)
    say(f"Corrected. {decide.outcome(book, entry)} {_back(entry)}")
    return 0


@click.command(context_settings=o.NAMES)
@o.game
@click.option("--version", metavar="SHA[:ROW]", help="Where two versions differ: the one whose figures count.")
@o.why
@o.who
@o.pass_book
def accept(root: Path, game: str, version: str | None, why: str, who: str | None) -> int:
    """Count a held game as it is."""
    from dashboard.cli.reading import changing
    from ingest import decide

    book = changing(root)
    entry = decide.accept(book, game, version=version, who=o.named(who), why=why)
    say(f"{decide.outcome(book, entry)} {_back(entry)}")
    return 0


@click.command(context_settings=o.NAMES)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@o.why
@o.who
@o.pass_book
def merge(root: Path, one: str, other: str, why: str, who: str | None) -> int:
    """Make the names A and B one player; undo parts them again."""
    from dashboard.cli.reading import changing
    from ingest import decide

    entry = decide.merge(changing(root), one, other, who=o.named(who), why=why)
    say(f"{one} and {other} are one player. {_back(entry)}")
    return 0


@click.command(context_settings=o.NAMES)
@click.argument("player", metavar="A")
@click.argument("name", metavar="B")
@o.why
@o.who
@o.pass_book
def rename(root: Path, player: str, name: str, why: str, who: str | None) -> int:
    """Show the player A under the name B."""
    from dashboard.cli.reading import changing
    from ingest import decide

    entry = decide.rename(changing(root), player, name, who=o.named(who), why=why)
    say(f"{player} is shown as {name}. {_back(entry)}")
    return 0


def _back(entry: Entry) -> str:
    return f"Take it back with: yamsheet undo {entry.no} --why REASON"
