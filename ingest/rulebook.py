"""Keep a club's own rule sets: start one, and see what a change would do before anything is changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from gettext import gettext as _
from pathlib import Path
from typing import Any

import polars as pl

from ingest import disk
from ingest.book import Book, Entry, catch_up
from ingest.errors import WrongUsage
from ingest.pipeline import tables
from ingest.rulesets import RULES_ID, frozen, hashes, named
from scoring.rules import RULE_SETS, rule_set

_NEW = """\
# A rule set of the club's own: {base}, with the changes below. Take away the # before a line and change what follows.
base = "{base}"
title = {title}
version = 1
"""


def new_rule_set(book: Book, rules_id: str, base: str, title: str | None = None) -> Path:
    """Write the file of a new rule set that changes ``base``; `import --rules` takes it.

    Raises WrongUsage for an id that is taken or malformed, or a base that is not known.
    """
    if not RULES_ID.fullmatch(rules_id):
        raise WrongUsage(
            _("“{id}” is no name for a rule set: write small letters, digits and dashes.").format(id=rules_id)
        )
    if rules_id in RULE_SETS or rules_id in book.rulesets():
        raise WrongUsage(_("There is a rule set {id} already.").format(id=rules_id))
    rules = named(base, book.rulesets())
    text = _NEW.format(base=base, title=_toml(title or rules_id))
    if rules.boxes:
        text += f'\n# Leave out boxes that you do not play:\n# drop = ["{rules.boxes[-1].id}"]\n'
    for option in rules.option_list:
        text += f"\n# {option.title}:\n# [options.{option.id}]\n# default = {_toml(option.default)}\n"
    fixed = next((box for box in rules.boxes if isinstance(box.points, int)), None)
    if fixed:
        text += f"\n# Change what a box gives:\n# [boxes.{fixed.id}]\n# points = {fixed.points}\n"
    rule_set(rules_id, {**book.rulesets(), rules_id: text})
    book.create()
    path = book.root / "rulesets" / f"{rules_id}.toml"
    with book.locked():
        if path.exists():
            raise WrongUsage(_("There is a rule set {id} already.").format(id=rules_id))
        disk.put(path, text.encode())
    return path


def changes(book: Book, rules_id: str) -> pl.DataFrame:
    """Return what would change if all games under a rule set were scored by its present text; nothing is changed.

    One row a sheet whose status, total, place or Whist points differ: game, player, then each figure ``_before`` and
    ``_after``.
    """
    payload, raw = _rescore(book, rules_id)
    catch_up(book, tables(book))
    after = dict(tables(book, raw)(book.preview("rescore", payload, who="preview")))
    with book.reader() as reader:
        before = {name: reader.table(name) for name in ("game", "sheet", "player")}
    return differences(before, after)


def rescore(book: Book, rules_id: str, *, who: str, why: str) -> Entry:
    """Score all games under a rule set by its present text from now on; one entry, which can be undone."""
    payload, raw = _rescore(book, rules_id)
    with book.writer() as writer:
        return writer.commit("rescore", payload, who=who, why=why, raw=dict(raw), tables=tables(book))


def differences(before: Mapping[str, pl.DataFrame], after: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Compare two states of the tables sheet by sheet, by file and place; return the sheets that differ."""
    figures = ["status", "total", "place", "points_e4"]
    one, other = _sheets(before), _sheets(after)
    keys = ["file_sha", "game_place", "file_sheet"]
    both = one.join(other, on=keys, how="full", suffix="_after", coalesce=True)
    differs = pl.any_horizontal(pl.col(f).ne_missing(pl.col(f"{f}_after")) for f in figures)
    return (
        both.filter(differs)
        .sort(keys)
        .select(
            game=pl.coalesce("game", "game_after"),
            player=pl.coalesce("player", "player_after"),
            **{f"{f}_before": pl.col(f) for f in figures},
            **{f"{f}_after": pl.col(f"{f}_after") for f in figures},
        )
    )


def _sheets(found: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    games = found["game"].select("game_no", "game", "status", "file_sha", game_place="place")
    return (
        found["sheet"]
        .join(games, on="game_no")
        .join(found["player"].select("player_no", "player"), on="player_no")
        .select("file_sha", "game_place", "file_sheet", "game", "player", "status", "total", "place", "points_e4")
    )


def _rescore(book: Book, rules_id: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    rules = named(rules_id, book.rulesets())
    if rules.id != rules.base:
        raise WrongUsage(_("Name the rule set without options: {base}.").format(base=rules.base))
    texts = dict(rules.texts)
    return {"rules": rules.base, "rulesets": hashes(texts)}, frozen(texts)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return "0" if value is None else str(value)
