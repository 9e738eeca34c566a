"""Keep the book trustworthy: `verify`, `rebuild`, `backup`, `restore`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, say
from dashboard.cli.reading import existing


@click.command()
@o.pass_book
def verify(root: Path) -> int:
    """Check hashes and chain, replay the journal and compare with what is stored; exit 1 if anything differs."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = existing(root)
    told = books.finish(book, tables(book))
    if told:
        say(told)
    problems = books.verify(book, tables(book))
    for problem in problems:
        print(problem)
    say(
        f"{counted(len(problems), 'problem')} found."
        if problems
        else "Every file, entry and result is as it should be."
    )
    return 1 if problems else 0


@click.command()
@o.pass_book
def rebuild(root: Path) -> int:
    """Make all results again from the files and the journal alone."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = existing(root)
    books.rebuild(book, tables(book))
    say("All results are made again.")
    return 0


@click.command()
@click.argument("file", type=o.AFile)
@o.pass_book
def backup(root: Path, file: Path) -> int:
    """Write the whole book into one file."""
    from ingest import book as books

    books.backup(existing(root), file)
    say(f"The book is in {file}. Bring it back with: yamsheet --book NEW restore {file}")
    return 0


@click.command()
@click.argument("file", type=o.AFile)
@o.pass_book
def restore(root: Path, file: Path) -> int:
    """Fill an empty book from a backup; a book that is not empty is refused."""
    from ingest import book as books
    from ingest.pipeline import tables

    book = books.Book(root)
    books.restore(book, file)
    books.catch_up(book, tables(book))
    say(f"The book in {root} is restored.")
    return 0
