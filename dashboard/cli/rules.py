"""Look at rule sets, start one of the club's own, and change one: `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from dashboard.cli import options as o
from dashboard.cli.printing import counted, print_json, say, table
from ingest.errors import WrongUsage, sentence


@click.command()
@click.argument("words", metavar="[ID | new ID | change ID]", nargs=-1)
@click.option("--base", metavar="ID", help="With new: the rule set that it changes.")
@click.option("--title", metavar="TEXT", help="With new: what it is called.")
@click.option("--why", metavar="TEXT", help="With change: make it count, for this reason; else it is only shown.")
@o.who
@o.json
@o.pass_book
def rules(
    root: Path,
    words: tuple[str, ...],
    base: str | None,
    title: str | None,
    why: str | None,
    who: str | None,
    json: bool,
) -> int:
    """List the rule sets, or show one: its boxes, their points and its options.

    With `new ID --base BASE` a rule set of the club's own is started, as a file to change. With `change ID` the games
    that an earlier text of it scored are compared with its present one; with --why as well, the present one counts.
    """
    match words:
        case ():
            return _list(_texts(root), json)
        case (rules_id,) if rules_id not in ("new", "change"):
            return _show(rules_id, _texts(root), json)
        case ("new", rules_id) if base is not None:
            return _new(root, rules_id, base, title)
        case ("change", rules_id):
            return _change(root, rules_id, why, o.named(who), json)
    raise WrongUsage("Write: yamsheet rules, rules ID, rules new ID --base BASE, or rules change ID.")


def _texts(root: Path) -> Mapping[str, str]:
    from ingest.rulesets import rulesets

    return rulesets(root)


def _list(texts: Mapping[str, str], json: bool) -> int:
    from dashboard.words import span
    from scoring.rules import RULE_SETS, RulesError, rule_set

    known, code = [], 0
    for name in dict.fromkeys((*RULE_SETS, *texts)):
        try:
            known.append(rule_set(name, texts))
        except RulesError as error:
            say(sentence(str(error)))
            code = WrongUsage.exit_code
    if json:
        print_json({"rules": [{"id": r.id, "title": r.title, "version": r.version, "origin": r.origin} for r in known]})
        return code
    rows = [[r.id, r.title, r.origin, span(*r.players), len(r.boxes), r.version] for r in known]
    print(table(["Id", "Title", "Origin", "Players", "Boxes", "Version"], rows, right=[4, 5]))
    return code


def _show(rules_id: str, texts: Mapping[str, str], json: bool) -> int:
    from dashboard.cli.rulebook import one_as_json, one_as_text
    from scoring.rules import rule_set

    chosen = rule_set(rules_id, texts)
    if json:
        print_json(one_as_json(chosen))
    else:
        print(one_as_text(chosen))
    return 0


def _new(root: Path, rules_id: str, base: str, title: str | None) -> int:
    from ingest.book import Book
    from ingest.rulebook import new_rule_set

    path = new_rule_set(Book(root), rules_id, base, title)
    say(f"{path} is there: change it, then import with --rules {rules_id}.")
    return 0


def _change(root: Path, rules_id: str, why: str | None, who: str, json: bool) -> int:
    from dashboard.cli.reading import existing
    from ingest.rulebook import changes, rescore

    book = existing(root)
    differs = changes(book, rules_id)
    if json:
        print_json({"rules": rules_id, "counts": why is not None, "changes": differs.to_dicts()})
    elif differs.is_empty():
        print(f"No game changes under the present text of {rules_id}.")
    else:
        print(table(_HEADS, [_row(row) for row in differs.iter_rows(named=True)], right=range(2, 6)))
    if why is None:
        if not json:
            say(f"{counted(differs.height, 'sheet')} would change. To make it count, add --why TEXT.")
        return 0
    entry = rescore(book, rules_id, who=who, why=why)
    say(f"The present text of {rules_id} counts. Take it back with: yamsheet undo {entry.no} --why REASON")
    return 0


_HEADS = ("Game", "Player", "Total", "Then", "Place", "Then", "Status")


def _row(row: Mapping[str, Any]) -> list[object]:
    before, after = row["status_before"], row["status_after"]
    return [
        row["game"],
        row["player"],
        row["total_before"],
        row["total_after"],
        row["place_before"],
        row["place_after"],
        after if before == after else f"{before}, then {after}",
    ]
