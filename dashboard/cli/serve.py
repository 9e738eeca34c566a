"""Serve the dashboard, for a club's book or for the demo club's."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, say

_HOME = Path(__file__).parents[2]
SAMPLES = _HOME / "data" / "samples"
_WHO = "demo"  # who loads the demo club, in its book's journal
_port = click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="The port.")
_address = click.option("--address", default="localhost", show_default=True, help="0.0.0.0 serves the whole network.")


@click.command()
@_port
@_address
@o.pass_book
def dashboard(root: Path, port: int, address: str) -> None:
    """Serve the dashboard until Ctrl-C."""
    serve(root, port, address)


def serve(book: Path, port: int, address: str) -> NoReturn:
    """Become the server of a book."""
    say(f"The dashboard is at http://{address}:{port}. End it with Ctrl-C.")
    os.environ["YAMSHEET_BOOK"] = str(book.resolve())
    app = str(_HOME / "dashboard" / "app.py")
    options = ["--server.port", str(port), "--server.address", address, "--server.headless", "true"]
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", app, *options])


@click.command()
@click.option("--no-serve", is_flag=True, envvar="YAMSHEET_NO_SERVE", help="Load, print the standings, and end.")
@_port
@_address
@o.pass_book
def demo(root: Path, no_serve: bool, port: int, address: str) -> int:
    """Load the demo club into a book of its own, print its season's standings, and serve the dashboard.

    Loading it again changes nothing. A club's own book is refused.
    """
    from dashboard import exports
    from dashboard.cli.show import known_season, standings_text
    from dashboard.cli.take import rejected_lines
    from dashboard.words import place
    from ingest.book import Book
    from ingest.club import parse
    from ingest.errors import WrongUsage
    from ingest.model import ReadOptions
    from ingest.pipeline import import_files

    files = sorted(p for p in SAMPLES.iterdir() if p.suffix in (".csv", ".json")) if SAMPLES.is_dir() else []
    if not files:
        raise WrongUsage(f"The demo club's files are not in {SAMPLES}.")
    book = Book(root)
    settings = (SAMPLES / "club.toml").read_bytes()
    entries = book.state().entries if book.exists else ()
    filled = entries or book.rulesets() or book.settings not in ({}, parse(settings.decode()))
    if filled and not any(entry.who == _WHO for entry in entries):
        raise WrongUsage(
            f"{book.root} is a club's own book, and the demo club has one of its own: "
            "leave --book out, or name an empty folder."
        )
    if not book.settings:
        book.root.mkdir(parents=True, exist_ok=True)
        (book.root / "club.toml").write_bytes(settings)
    say(f"Loading the demo club into {book.root} …")
    report = import_files(book, files, ReadOptions(yes=True), who=_WHO, why="the demo club")
    for line in rejected_lines(report):
        say(line)
    with book.reader() as reader:
        season = known_season(reader, None)
        print(standings_text(exports.standings_table(reader, season, method=book.club.method_of(season))))
        held = reader.query("held")
    if held.height:
        print(f"{counted(held['game'].n_unique(), 'game')} held until somebody decides:")
    for r in held.iter_rows(named=True):
        who = f"{r['player']}: " if r["player"] else ""
        at = place(r["worksheet"], r["row"] or r["first_row"])
        print(f"  {r['game']} ({r['file_name']}, {at}): {who}{r['message']}")
    sys.stdout.flush()
    if not no_serve:
        serve(book.root, port, address)
    return 0
