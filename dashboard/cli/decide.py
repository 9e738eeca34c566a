"""Change what counts: `undo`, `correct`, `accept`, `merge`, `rename`. Each is one entry of the journal."""

from __future__ import annotations

from typing import Annotated

import typer

from dashboard.cli import options as o
from dashboard.cli.printing import say
from ingest.errors import WrongUsage


def undo(
    ctx: typer.Context,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="An entry's number, or NUMBER:SHA for one file of it.")],
    why: o.Why,
    who: o.Who = None,
) -> int:
    """Take back an entry of the journal, or one file of an import; importing the file again brings it back."""
    from ingest import decide
    from ingest.book import Book

    decide.undo(Book(ctx.obj), entry, who=o.named(who), why=why)
    say(f"Entry {entry} no longer counts.")
    return 0


def correct(
    ctx: typer.Context,
    game: o.Game,
    why: o.Why,
    player: Annotated[str | None, typer.Argument(metavar="PLAYER", help="Whose sheet.")] = None,
    box: Annotated[str | None, typer.Argument(metavar="[COLUMN.]BOX", help="Which box, or extra_yams.")] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="Points, x for struck, - for open.")] = None,
    played: Annotated[str | None, typer.Option(metavar="DATE", help="The game's date, as 2026-03-14.")] = None,
    season: Annotated[str | None, typer.Option(metavar="NAME", help="The game's season.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="ID", help="The game's rule set.")] = None,
    event: Annotated[str | None, typer.Option(metavar="NAME", help="The game's event.")] = None,
    who: o.Who = None,
) -> int:
    """Put right a box of a sheet (PLAYER BOX VALUE), or a game's date, season, rules or event by an option."""
    from ingest import decide
    from ingest.book import Book

    options = {"played": played, "season": season, "rules": rules, "event": event}
    of_game = {name: text for name, text in options.items() if text is not None}
    of_sheet = (player, box, value)
    if bool(of_game) == any(part is not None for part in of_sheet):
        raise WrongUsage("Say what to correct: PLAYER BOX VALUE, or one of --played, --season, --rules, --event.")
    if not of_game and value is None:
        raise WrongUsage("A correction of a sheet needs all three: PLAYER BOX VALUE.")
    decide.correct(Book(ctx.obj), game, player=player, box=box, value=value, changes=of_game, who=o.named(who), why=why)
    say(f"Game {game} is corrected.")
    return 0


def accept(
    ctx: typer.Context,
    game: o.Game,
    why: o.Why,
    version: Annotated[
        str | None, typer.Option("--version", metavar="SHA", help="The file whose figures count.")
    ] = None,
    who: o.Who = None,
) -> int:
    """Count a held game as it is; where two files differ about it, --version says which of them counts."""
    from ingest import decide
    from ingest.book import Book

    decide.accept(Book(ctx.obj), game, version=version, who=o.named(who), why=why)
    say(f"Game {game} counts.")
    return 0


def merge(
    ctx: typer.Context,
    one: Annotated[str, typer.Argument(metavar="A", help="The name that is no player of its own.")],
    into: Annotated[str, typer.Argument(metavar="B", help="The player that it is.")],
    why: o.Why,
    who: o.Who = None,
) -> int:
    """Make two names one player; undo brings the two back."""
    from ingest import decide
    from ingest.book import Book

    decide.merge(Book(ctx.obj), one, into, who=o.named(who), why=why)
    say(f"{one} and {into} are one player.")
    return 0


def rename(
    ctx: typer.Context,
    player: Annotated[str, typer.Argument(metavar="A", help="The player as shown now.")],
    name: Annotated[str, typer.Argument(metavar="B", help="The name to show.")],
    why: o.Why,
    who: o.Who = None,
) -> int:
    """Show a player under another name."""
    from ingest import decide
    from ingest.book import Book

    decide.rename(Book(ctx.obj), player, name, who=o.named(who), why=why)
    say(f"{player} is shown as {name}.")
    return 0
