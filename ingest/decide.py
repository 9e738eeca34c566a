"""Take decisions about what counts: undo, correct, accept, merge, rename. Each is one entry of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from gettext import gettext as _
from gettext import ngettext
from typing import Any

import polars as pl

from ingest import rulesets
from ingest.book import Book, Entry, catch_up
from ingest.decisions import unions
from ingest.errors import BookError, WrongUsage
from ingest.frames import box_table
from ingest.lookup import bears, find_game, find_player, is_player, mark, matching
from ingest.pipeline import tables
from ingest.players import roll_of
from ingest.rulings import rules_of
from ingest.warehouse import Reader
from scoring.rules import RuleSet

_OPEN = ("-", "–", "open", "")
_STRUCK = ("x", "X", "/")
_MOST = 30_000  # points: beyond any box of any rule set


def undo(book: Book, target: str, *, who: str, why: str) -> Entry:
    """Take back an entry (``7``), or one file of an import (``7:sha``)."""
    return _commit(book, "undo", book.state().undo_payload(target), who, why)


def correct(
    book: Book,
    game: str,
    *,
    who: str,
    why: str,
    player: str | None = None,
    sheet: int | None = None,
    box: str | None = None,
    value: str | None = None,
    changes: Mapping[str, str] | None = None,
) -> Entry:
    """Put right one box of a sheet, or a game's date, season, event, round, table or rule set; "" for none of it.

    ``sheet``, its number in the file, tells apart two sheets under one name; on the command line that is ``Ana#2``.
    """
    with _reader(book) as reader:
        found = find_game(reader, game)
        payload: dict[str, Any] = {"sha": found["file_sha"], "place": found["place"], "shown": found["game"]}
        raw: dict[str, bytes] = {}
        if changes:
            payload["game"] = _game_changes(changes)
            if "rules" in changes:
                rules = rulesets.named(changes["rules"], book.rulesets())
                payload["game"]["rules"] = rules.id
                payload["rulesets"], raw = rulesets.hashes(dict(rules.texts)), rulesets.frozen(dict(rules.texts))
        elif player is None or box is None or value is None:
            raise WrongUsage(_("A correction of a sheet needs all three: PLAYER BOX VALUE."))
        else:
            payload |= _box_change(reader, found, rules_of(book, found), player, sheet, box, value)
    return _commit(book, "correct", payload, who, why, raw)


def accept(book: Book, game: str, *, who: str, why: str, version: str | None = None) -> Entry:
    """Let a held game count as it is; of two versions of a game, the one from the file that ``version`` names.

    It is named by its mark, as `ingest.lookup.mark` gives it, or by ``game`` itself: ``G1@1629e8ad7a44``.
    """
    with _reader(book) as reader:
        held = [g for g in matching(reader, game) if g["status"] == "held"]
        if not held:
            shown = find_game(reader, game)["game"]
            raise WrongUsage(_("Game {game} counts already: there is nothing to accept.").format(game=shown))
        chosen = [g for g in held if bears(g, version or "")]
        if len(chosen) != 1:
            listed = ", ".join(f"{mark(g, held)} ({g['file_name']})" for g in held)
            raise WrongUsage(
                ngettext(
                    "Game {game} has {n} version: {listed}.", "Game {game} has {n} versions: {listed}.", len(held)
                ).format(game=game, n=len(held), listed=listed),
                remedy="version",
            )
        best = chosen[0]
        others = [g for g in matching(reader, best["game"]) if g["status"] == "held" and g != best]
    over = [{"sha": g["file_sha"], "place": g["place"]} for g in others]
    payload = {"sha": best["file_sha"], "place": best["place"], "shown": best["game"], "over": over}
    return _commit(book, "accept", payload, who, why)


def merge(book: Book, a: str, b: str, *, who: str, why: str) -> Entry:
    """Make two names one player, shown in the more frequent spelling."""
    with _reader(book) as reader:
        first, second = find_player(reader, a), find_player(reader, b)
        if first == second:
            raise WrongUsage(_("{a} and {b} are one player already.").format(a=a, b=b))
        sheets = reader.table("sheet").filter(pl.col("player_no").is_in([first, second]))
        both = sheets.group_by("game_no").agg(n=pl.col("player_no").n_unique()).filter(pl.col("n") > 1)
        if both.height:
            game = reader.table("game").filter(pl.col("game_no") == both["game_no"].min())["game"].item()
            raise WrongUsage(
                _("{a} and {b} both sit in game {game}: they cannot be one player.").format(a=a, b=b, game=game)
            )
    return _commit(book, "merge", {"a": a, "b": b}, who, why)


def rename(book: Book, a: str, b: str, *, who: str, why: str) -> Entry:
    """Show a player under another name; sheets under either name are that player's."""
    if not b.strip():
        raise WrongUsage(_("A player needs a name."))
    with _reader(book) as reader:
        player = find_player(reader, a)
        spellings = reader.table("spelling").select("player_no", "written").rows()
        said = unions(book.state().decisions)
        names = [*(written for _no, written in spellings), *(name for union in said for name in (union.a, union.b))]
        key_of = roll_of([*names, b], said).key_of
        own = next(key_of[written] for no, written in spellings if no == player)
        if key_of[b] != own and key_of[b] in map(key_of.__getitem__, names):
            raise WrongUsage(_("There is a player {b} already.").format(b=b), remedy="merge")
    return _commit(book, "rename", {"a": a, "b": b.strip()}, who, why)


def outcome(book: Book, entry: Entry) -> str:
    """Return in a sentence how the game stands that a decision was about."""
    with book.reader() as reader:
        mine = (pl.col("file_sha") == entry.payload["sha"]) & (pl.col("place") == entry.payload["place"])
        game = reader.table("game").filter(mine).row(0, named=True)
        found = reader.table("finding").filter((pl.col("game_no") == game["game_no"]) & (pl.col("severity") == "error"))
    if game["status"] == "held":
        return _("Game {game} is held: {why}").format(game=game["game"], why=" ".join(found["message"].to_list()))
    if game["status"] == "duplicate":
        return _("Game {game} is a duplicate of another, which counts.").format(game=game["game"])
    return _("Game {game} counts.").format(game=game["game"])


def _box_change(
    reader: Reader, game: Mapping[str, Any], rules: RuleSet, player: str, number: int | None, box: str, value: str
) -> dict[str, Any]:
    sheet = _sheet(reader, game, player, number)
    column, name = _box_name(rules, box)
    if column is not None:
        mine = reader.table(box_table(rules.base)).filter(pl.col("sheet_no") == sheet["sheet_no"])
        if column not in mine["column"].to_list():
            raise WrongUsage(_("The sheet of {player} has no column {column}.").format(player=player, column=column))
    return {
        "sheet": sheet["file_sheet"],
        "player": sheet["written"],
        "column": column,
        "box": name,
        "value": _points(value),
    }


def _sheet(reader: Reader, game: Mapping[str, Any], player: str, number: int | None) -> dict[str, Any]:
    """Return a player's sheet in a game; of several, ``Ana#2`` or its number in the file says which."""
    sheets = reader.table("sheet").filter(pl.col("game_no") == game["game_no"]).sort("seat")
    if number is not None:
        return sheets.row(by_predicate=pl.col("file_sheet") == number, named=True)
    name, _mark, nth = player.rpartition("#")
    chosen = int(nth) if name and nth.isdecimal() and not is_player(reader, player) else None
    mine = sheets.filter(pl.col("player_no") == find_player(reader, name if chosen else player)).to_dicts()
    if not mine:
        raise WrongUsage(_("{player} has no sheet in game {game}.").format(player=player, game=game["game"]))
    if chosen is None and len(mine) > 1:
        listed = ", ".join(f"{player}#{i} (row {s['row']})" for i, s in enumerate(mine, 1))
        words = _("{player} has {n} sheets in this game. Say which: {listed}.")
        raise WrongUsage(words.format(player=player, n=len(mine), listed=listed))
    if chosen is not None and not 1 <= chosen <= len(mine):
        raise WrongUsage(_("{player} has {n} sheets in this game.").format(player=name, n=len(mine)))
    return mine[(chosen or 1) - 1]


def _box_name(rules: RuleSet, text: str) -> tuple[str | None, str]:
    """Return the column (None where there is one only) and the box that a person names, by id or title."""
    column, dot, box = text.rpartition(".")
    if box == "extra_yams" and rules.extra_yams is not None:
        return None, box
    titles = {b.title.casefold(): b.id for b in rules.boxes}
    name = box if box in rules.box_ids else titles.get(box.casefold())
    if name is None:
        known = ", ".join(rules.box_ids)
        raise WrongUsage(_("{rules} has no box {box}; it has {known}.").format(rules=rules.title, box=box, known=known))
    if len(rules.columns) == 1:
        if dot and column not in rules.columns:
            raise WrongUsage(_("{rules} has one column only, no {column}.").format(rules=rules.title, column=column))
        return None, name
    if not dot or column not in rules.columns:
        listed = ", ".join(f"{c}.{name}" for c in rules.columns)
        raise WrongUsage(_("Say in which column: {listed}.").format(listed=listed))
    return column, name


def _points(value: str) -> int | None:
    text = value.strip()
    if text in _OPEN:
        return None
    if text in _STRUCK:
        return 0
    try:
        points = int(text.replace("−", "-"))
    except ValueError:
        raise WrongUsage(
            _("“{value}” is no number of points; write a number, x for struck, or - for open.").format(value=value)
        ) from None
    if abs(points) > _MOST:
        raise WrongUsage(_("{value} is more than any box can hold.").format(value=value))
    return points


def _game_changes(changes: Mapping[str, str]) -> dict[str, str | None]:
    """Return what is said of a game, None for what is taken away."""
    said = {name: text.strip() or None for name, text in changes.items()}
    if day := said.get("played"):
        try:
            date.fromisoformat(day)
        except ValueError:
            raise WrongUsage(_("“{value}” is no date; write it as 2026-03-14.").format(value=day)) from None
    return said


def _reader(book: Book) -> Reader:
    if not book.exists:
        raise BookError(_("There is no book in {place}.").format(place=book.root))
    catch_up(book, tables(book))
    return book.reader()


def _commit(
    book: Book, kind: str, payload: Mapping[str, Any], who: str, why: str, raw: Mapping[str, bytes] | None = None
) -> Entry:
    if not why or not why.strip():
        raise WrongUsage(_("Say why: the reason stands in the journal beside the decision."))
    with book.writer() as writer:
        return writer.commit(kind, payload, who=who, why=why.strip(), raw=dict(raw or {}), tables=tables(book))
