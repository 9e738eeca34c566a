"""Translate arguments to calls and errors to sentences: the command `yamsheet`.

A command's module is imported only when that command runs, so that `yamsheet --help` stays quick.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import TextIO

import click

from ingest.errors import YamsheetError, sentence
from scoring.findings import RulesError

_INTERRUPTED = 130  # the exit code after Ctrl-C

#: Every command: its name, its function as ``module:function`` in this package, and its line in the help.
COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("import", "take:import_", "Read score files, recompute them and store them in the book"),
    ("check", "take:check", "Read and recompute score files, and store nothing"),
    ("undo", "decide:undo", "Take back an entry of the journal, or one file of it"),
    ("correct", "decide:correct", "Put right a box of a sheet, or a game's date, season or rules"),
    ("accept", "decide:accept", "Count a held game as it is"),
    ("merge", "decide:merge", "Make two names one player"),
    ("rename", "decide:rename", "Show a player under another name"),
    ("standings", "show:standings", "Show or export the standings of a season"),
    ("game", "show:game", "Show one game as its sheets"),
    ("games", "show:games", "List the games"),
    ("players", "show:players", "List the players"),
    ("records", "show:records", "Show the best of each rule set"),
    ("rules", "rules:rules", "List the rule sets, show one, start or change one of the club's own"),
    ("journal", "show:journal", "List what was done to the book, when, by whom and why"),
    ("verify", "keep:verify", "Check every file, journal line and result of the book"),
    ("rebuild", "keep:rebuild", "Make all results again from the files and the journal"),
    ("backup", "keep:backup", "Write the whole book into one file"),
    ("restore", "keep:restore", "Fill an empty book from a backup"),
    ("template", "hand_out:template", "Write a blank sheet to fill in"),
    ("export", "hand_out:export", "Write the whole book as open data"),
    ("dashboard", "serve:dashboard", "Serve the dashboard"),
    ("demo", "serve:demo", "Load the demo club, print its standings and serve it"),
)


class _Commands(click.Group):
    """Offer the commands of the table above, and load one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, _, _ in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for name, place, _ in COMMANDS:
            if name == cmd_name:
                module, function = place.split(":")
                command = getattr(import_module(f"dashboard.cli.{module}"), function)
                return command if isinstance(command, click.Command) else None
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, _, text in COMMANDS])


@click.group(cls=_Commands)
@click.option(
    "--book",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="A club's league. [default: data/book]",
)
@click.version_option(package_name="yamsheet", message="%(prog)s %(version)s")
@click.pass_context
def yamsheet(ctx: click.Context, book: Path | None) -> None:
    """Keep a club's dice league: from its scoresheets to its standings."""
    ctx.obj = book or Path("data/demo" if ctx.invoked_subcommand == "demo" else "data/book")


def run(args: list[str]) -> int:
    """Run one command line and return its exit code; every error becomes one sentence on stderr."""
    try:
        code = yamsheet.main(args or ["--help"], prog_name="yamsheet", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        usage = getattr(error, "ctx", None)
        hint = f" Try: {usage.command_path} --help" if usage is not None else ""
        return _failed(error.format_message() + hint, 2, args)
    except RulesError as error:
        return _failed(sentence(str(error)), 2, args)
    except YamsheetError as error:
        from dashboard.remedies import at_command_line

        return _failed(at_command_line(error), error.exit_code, args)
    except BrokenPipeError:
        _hush()
        return 141
    except (KeyboardInterrupt, click.Abort) as stop:
        told = str(stop.__cause__ if isinstance(stop, click.Abort) else stop)
        return _failed(told, _INTERRUPTED, args) if told else _INTERRUPTED
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _failed(f"{place}{error.strerror or error}", 2, args)
    return code if isinstance(code, int) else 0


def _failed(message: str, code: int, args: list[str]) -> int:
    print(f"yamsheet: {message}", file=sys.stderr)
    try:
        if "--json" in args:
            import json

            print(json.dumps({"error": message}, ensure_ascii=False))
        sys.stdout.flush()
    except OSError:  # it may be stdout itself that cannot be written
        _hush()
    return code


def _hush() -> None:
    """Let what is left for stdout go nowhere, so that closing it is quiet as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def main() -> None:
    """Run the command line of this process; asked to end, it leaves nothing half done behind, as with Ctrl-C."""
    asked: list[int] = []

    def end(number: int, _frame: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    sys.stdout, sys.stderr = (stream or _nowhere() for stream in (sys.stdout, sys.stderr))  # where one is closed
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stderr else "strict")
    code = run(sys.argv[1:])
    sys.exit(128 + asked[0] if asked and code == _INTERRUPTED else code)


if __name__ == "__main__":
    main()
