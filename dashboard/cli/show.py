"""Look at the book: standings, games, players, records, rules, journal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, print_json, say, table
from dashboard.cli.reading import existing, reading, told_of_settings
from ingest.errors import WrongUsage

if TYPE_CHECKING:
    from dashboard.exports import Table
    from ingest.warehouse import Reader

FORMATS = ("table", "csv", "json", "xlsx", "parquet", "html", "pdf")


@click.command()
@click.option("--season", metavar="NAME", help="The season; else the latest.")
@click.option("--event", metavar="NAME", help="Only the games of this event.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="The form.")
@o.out
@click.option(
    "--locale",
    is_flag=False,
    flag_value="club",
    metavar="[LANGUAGE]",
    help="Write CSV as the spreadsheets of this language have it; alone, of the club's.",
)
@o.pass_book
def standings(
    root: Path, season: str | None, event: str | None, form: str, out: Path | None, locale: str | None
) -> int:
    """Show or export the standings of a season, ordered by points, wins, average and raw total."""
    from dashboard import exports
    from dashboard.cli.writing import hand_out, write
    from dashboard.texts import use

    club = existing(root).club
    use(club.language)
    with reading(root) as reader:
        told_of_settings(root)
        season = known_season(reader, season)
        made = exports.standings_table(reader, season, known_event(reader, season, event), club.method_of(season))
    if form == "table":
        write(standings_text(made).encode(), out)
        return 0
    written = exports.PLAIN if locale is None else exports.local_form(club.language if locale == "club" else locale)
    hand_out(made, exports.export(form), written, out)
    return 0


def standings_text(made: Table) -> str:
    """Return standings as a table of text, with their basis beneath."""
    rows = [
        [r["place"], r["player"], r["games"], _two(r["points"]), r["wins"], _two(r["average"]), r["held"] or ""]
        for r in made.frame.iter_rows(named=True)
    ]
    heads = ["Place", "Player", "Games", "Points", "Wins", "Average", "Held"]
    body = table(heads, rows, right=[0, 2, 3, 4, 5, 6]) if rows else "No ranked game yet."
    said = [made.basis]
    if any(step not in ("points", None) for step in made.frame["tie_break"]):
        said.append("Equal points are parted by wins, points a game, then raw total; else the place is shared.")
    return f"{made.title}\n\n{body}\n\n" + fill(" ".join(said), 100) + "\n"


def _two(value: Any) -> str | None:
    return None if value is None else f"{value:,.2f}".replace("-", "−")


def known_season(reader: Reader, season: str | None) -> str | None:
    """Return the season asked for, else the latest, else None where the book has none."""
    if season is None:
        seasons = reader.query("seasons")["season"].to_list()
        return seasons[0] if seasons else None
    return asked_season(reader, season)


def asked_season(reader: Reader, season: str | None) -> str | None:
    """Return the season asked for, None where none is; where the book has no such season, say which it has."""
    if season is not None:
        seasons = reader.query("seasons")["season"].to_list()
        if season not in seasons:
            raise WrongUsage(f"There is no season {season}. {_there_are(seasons)}")
    return season


def known_event(reader: Reader, season: str | None, event: str | None) -> str | None:
    """Return the event asked for, or say which there are."""
    if event is not None:
        events = reader.query("events", season=season)["event"].to_list()
        if event not in events:
            raise WrongUsage(f"There is no event {event} in this season. {_there_are(events)}")
    return event


def _there_are(names: list[str]) -> str:
    return f"There are: {', '.join(names)}." if names else "There is none yet."


@click.command(context_settings=o.NAMES)
@o.game
@o.json
@o.pass_book
def game(root: Path, game: str, json: bool) -> int:
    """Show one game as its sheets, with everything that was found in it.

    GAME@SHA is the version of one file, GAME@SHA:ROW the one that begins in this row of it. Where versions of the game
    wait, all of them are shown.
    """
    from dashboard.cli.paper import paper
    from dashboard.words import place
    from ingest.lookup import mark

    with reading(root) as reader:
        rows = _versions(reader, game)
        versions = [_whole(reader, row) for row in rows]
    if json:
        print_json({**versions[0], **({"versions": versions[1:]} if len(versions) > 1 else {})})
        return 0
    texts = existing(root).rulesets()
    if len(versions) == 1:
        print(paper(versions[0], texts))
    else:
        for number, (row, whole) in enumerate(zip(rows, versions, strict=True), start=1):
            start = place(row["worksheet"], row["first_row"])
            print(f"Version {number} of {len(rows)}, in {row['file_name']}, from {start} on.")
            print(f"To let it count: --version {mark(row, rows)}\n\n{paper(whole, texts)}\n")
    return 0


def _versions(reader: Reader, game: str) -> list[dict[str, Any]]:
    """Return the rows of a game: one, or those of all files whose versions of it wait."""
    from ingest.lookup import find_game

    waiting = reader.query("versions", game=game)
    if waiting.height > 1:
        return [reader.table("game", game_no=number).row(0, named=True) for number in waiting["game_no"]]
    found = reader.query("game", game=game)
    return [found.row(0, named=True) if found.height else find_game(reader, game)]


def _whole(reader: Reader, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game with its sheets, its findings and the lines that it comes from as a plain object."""
    from ingest.frames import box_table
    from ingest.report import game_objects

    number, boxes = row["game_no"], box_table(row["rules_base"])
    names = ("sheet", "finding", *((boxes,) if boxes in reader.tables() else ()))
    parts = {name: reader.table(name, game_no=number) for name in names}
    source = {name: row[name] for name in ("file_name", "worksheet", "first_row", "last_row")}
    return {**game_objects(parts, reader.table("game", game_no=number))[0], "source": source}


@click.command()
@o.one_season
@o.json
@o.pass_book
def games(root: Path, season: str | None, json: bool) -> int:
    """List the games, the latest first."""
    with reading(root) as reader:
        found = reader.query("game_list", season=asked_season(reader, season), status=None, player_no=None)
    if json:
        print_json({"games": found.drop("game_no", "play_order").to_dicts()})
        return 0
    heads = ["Game", "Date", "Season", "Rules", "Status", "Players", "Best", "Winner"]
    rows = found.select("game", "played", "season", "rules", "status", "names", "best", "winner").iter_rows()
    print(table(heads, rows, right=[6]))
    say(counted(found.height, "game"))
    return 0


@click.command()
@o.json
@o.pass_book
def players(root: Path, json: bool) -> int:
    """List the players, with how their names are written in the files."""
    with reading(root) as reader:
        found = reader.query("player_list")
    if json:
        print_json({"players": found.to_dicts()})
        return 0
    rows = []
    for r in found.iter_rows(named=True):
        others = ", ".join(written for written in r["spellings"] or [] if written != r["player"])
        rows.append([r["player"], r["games"], r["held"] or "", r["last_played"], others])
    print(table(["Player", "Games", "Held", "Last played", "Also written"], rows, right=[1, 2]))
    say(counted(found.height, "player"))
    return 0


@click.command()
@o.one_season
@o.json
@o.pass_book
def records(root: Path, season: str | None, json: bool) -> int:
    """Show the best total and the most extra Yams of each rule set, over complete sheets of games that count.

    A rule set of more than two sections, such as double-yams, has the best total of each of them as well.
    """
    from ingest.records import records as best

    with reading(root) as reader:
        found = best(reader, asked_season(reader, season))
    if json:
        print_json({"records": found.to_dicts()})
        return 0
    texts = existing(root).rulesets()
    rows = [
        [
            r["rules"],
            _record(r["record"], r["rules"], texts),
            r["value"],
            r["player"],
            r["game"],
            r["played"],
            r["sheets"],
        ]
        for r in found.iter_rows(named=True)
    ]
    print(table(["Rules", "Record", "Value", "Player", "Game", "Date", "Of sheets"], rows, right=[2, 6]))
    return 0


def _record(record: str, rules_id: str, texts: Mapping[str, str]) -> str:
    """Return what a record is the best of, with a section's title where the rule set is still known."""
    from scoring.rules import RulesError, rule_set

    named = {"total": "best total", "extra_yams": "most extra Yams"}
    if record in named:
        return named[record]
    section = record.removeprefix("section:")
    try:
        titles = {each.id: each.title for each in rule_set(rules_id, texts).sections}
    except RulesError:
        titles = {}
    return f"best of {titles.get(section, section)}"


@click.command()
@o.json
@o.pass_book
def journal(root: Path, json: bool) -> int:
    """List what was done to the book: when, by whom and why."""
    with reading(root) as reader:
        found = reader.table("entry")
    if json:
        print_json({"entries": found.to_dicts()})
        return 0
    rows = [
        [*r[:6], f"by {r[6]}" if r[6] else ""]
        for r in found.select("no", "when", "who", "kind", "summary", "why", "undone_by").iter_rows()
    ]
    print(table(["No", "When", "Who", "What", "Summary", "Why", "Undone"], rows, right=[0]))
    return 0
