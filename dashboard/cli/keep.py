"""Keep the book trustworthy: `verify`, `rebuild`, `backup`, `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard.cli.printing import counted, say
from dashboard.cli.reading import existing


def verify(ctx: typer.Context) -> int:
    """Check hashes and chain, replay the journal and compare with what is stored; exit 1 if anything differs."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = existing(ctx)
    problems = books.verify(book, tables(book))
    for problem in problems:
        print(f"{problem.place}: {problem.message}")
    say(
        f"{counted(len(problems), 'problem')} found."
        if problems
        else "Every file, entry and result is as it should be."
    )
    return 1 if problems else 0


def rebuild(ctx: typer.Context) -> int:
    """Make all results again from the files and the journal alone."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = existing(ctx)
    books.rebuild(book, tables(book))
    say("All results are made again.")
    return 0


def backup(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes.")]
) -> int:
    """Write the whole book into one file."""
    from ingest import book as books

    books.backup(existing(ctx), file)
    say(f"The book is in {file}. Bring it back with: yamsheet --book NEW restore {file}")
    return 0


def restore(ctx: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]) -> int:
    """Fill an empty book from a backup; a book that is not empty is refused."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = books.Book(ctx.obj)
    books.restore(book, file)
    books.catch_up(book, tables(book))
    say(f"The book in {ctx.obj} is restored.")
    return 0
