"""Give a book's games back in the product's own formats, so that reading them again gives the same games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from ingest.book import Book
from ingest.build import decided_games
from ingest.decisions import given_rules
from ingest.frames import box_table
from ingest.gather import BOX_PREFIXES, Gathered
from ingest.pipeline import sources_of
from ingest.readers.numbering import without_numbers, without_signs
from ingest.readers.values import clean
from ingest.readers.words import is_sum_word
from ingest.state import replay
from ingest.warehouse import Reader
from scoring.rules import RuleSet

#: What holds a game, and would not when it is read again.
UNSAYABLE = ("bad_value", "unknown_box", "game_conflict")
_FIELDS = ("game", "played", "rules", "season", "event", "round", "table")


@dataclass(frozen=True)
class Given:
    """Hold a game that is given back: its row in the tables, its rule set, the numbers of its sheets, its JSON."""

    row: Mapping[str, Any]
    rules: RuleSet
    sheets: tuple[int, ...]
    game: dict[str, Any]


def games_of(book: Book, reader: Reader) -> tuple[list[Given], list[str]]:
    """Return the games of a book that are taken or held, in the order of play, and those that cannot be given back.

    These are held for what no file of ours can say: a cell that could not be read, another version of the game. The
    book is read as it was when the reader's results were made.

    Boxes are as stated, corrections made; what people decided otherwise, such as an acceptance, is not in them.
    """
    state = replay(book.entries()[: reader.current.entries])
    given, anew = given_rules(state.decisions, book.raw_text)
    gathered, _sheets, _roll = decided_games(sources_of(book, state, anew), state.decisions, state.club, given)
    live = reader.table("game").filter(pl.col("status") != "duplicate").sort("played", "game", "file_sha", "place")
    wrong = set(reader.table("finding").filter(pl.col("code").is_in(UNSAYABLE))["game_no"].to_list())
    parts = _Parts.of(gathered)
    rules = dict(gathered.games.select("gid", "rules_no").iter_rows())
    listed, left = [], []
    for row in live.iter_rows(named=True):
        if row["status"] == "held" and row["game_no"] in wrong:
            left.append(row["game"])
        else:
            listed.append(_given(row, gathered.rules[rules[row["game_no"]]], parts))
    return listed, left


@dataclass(frozen=True)
class _Parts:
    """Hold what the games are made of: the columns of sheets and the moves by game, throws by box."""

    cards: Mapping[int, list[dict[str, Any]]]
    throws: Mapping[tuple[int, str, str], dict[str, Any]]
    moves: Mapping[int, list[dict[str, Any]]]

    @classmethod
    def of(cls, gathered: Gathered) -> _Parts:
        """Sort them."""
        cards: dict[int, list[dict[str, Any]]] = {}
        for row in gathered.cards.iter_rows(named=True):
            cards.setdefault(row["gid"], []).append(row)
        moves: dict[int, list[dict[str, Any]]] = {}
        for row in gathered.moves.iter_rows(named=True):
            moves.setdefault(row["gid"], []).append(row)
        throws = {(t["sid"], t["column"], t["box"]): t for t in gathered.throws.iter_rows(named=True)}
        return cls(cards, throws, moves)


def _given(row: Mapping[str, Any], rules: RuleSet, parts: _Parts) -> Given:
    told = {**row, "game": row["id"], "played": row["played"] and row["played"].isoformat()}
    game: dict[str, Any] = {name: told[name] for name in _FIELDS if told[name] is not None}
    sheets: dict[int, list[dict[str, Any]]] = {}
    for card in parts.cards[row["game_no"]]:
        sheets.setdefault(card["sid"], []).append(card)
    if moves := parts.moves.get(row["game_no"]):
        game["players"] = [own[0]["player"] for own in sheets.values()]
        game["moves"] = [_move(m) for m in moves]
    else:
        game["sheets"] = [_sheet(own, rules, parts) for own in sheets.values()]
    return Given(row, rules, tuple(sheets), game)


def _sheet(cards: list[dict[str, Any]], rules: RuleSet, parts: _Parts) -> dict[str, Any]:
    """Return one sheet of `yamsheet/1` from the rows of its columns."""
    first = cards[0]
    columns = {card["column"] or "main": dict(_boxes(card, rules, parts)) for card in cards}
    sheet: dict[str, Any] = {"player": first["player"]}
    if any(columns.values()):
        sheet |= {"boxes": columns["main"]} if list(columns) == ["main"] else {"columns": columns}
    if first["extra_yams"] is not None and first["extra_yams"] >= 0:
        sheet["extra_yams"] = first["extra_yams"]
    figures = {}
    for name, value in first.items():
        whole = len(cards) == 1 or name.startswith("sheet_") or name in ("stated_total", "stated_place")
        if value is not None and whole and name.startswith(("stated_", "sheet_stated_")):
            figures[name.removeprefix("sheet_").removeprefix("stated_")] = value
    return {**sheet, "stated": figures} if figures else sheet


def _boxes(card: Mapping[str, Any], rules: RuleSet, parts: _Parts) -> Iterator[tuple[str, Any]]:
    """Yield the boxes of a column that say something, by the rule set's own names: points alone, or an object."""
    for written in dict.fromkeys(name[2:] for name in card if name.startswith(BOX_PREFIXES)):
        box = written if written in rules.box_ids else rules.aliases.get(written)
        points, dice, turn = (card.get(f"{prefix}{written}") for prefix in BOX_PREFIXES)
        thrown = parts.throws.get((card["sid"], card["column"], written))
        told: dict[str, Any] = {} if points is None else {"points": points}
        if dice is not None:
            told["dice"] = _dice(dice)
        if thrown:
            told |= {name: [_dice(t) for t in thrown[name]] for name in ("throws", "kept") if thrown[name]}
            if thrown["announced"]:
                told["announced"] = True if thrown["announced"] == "true" else int(thrown["announced"])
        if turn is not None:
            told["turn"] = turn
        if box is not None and told:
            yield box, points if told.keys() == {"points"} else told


def _move(m: Mapping[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"player": m["player"]}
    told |= {name: [_dice(t) for t in m[name]] for name in ("throws", "kept") if m[name]}
    if m["announced"]:
        told["announced"] = True
    return {**told, **{name: m[name] for name in ("place", "remove") if m[name] is not None}}


def _dice(text: str) -> list[int | str]:
    """Return dice one by one: faces as numbers, dice with size and colour as they are written."""
    parts = list(text) if text.isdigit() else text.split()
    return [int(part) if part.isdigit() else part for part in parts]


def wide(listed: Mapping[str, Sequence[Given]], reader: Reader) -> dict[str, pl.DataFrame]:
    """Return games, as `in_tables` lists them, in the wide form, a table for each base rule set.

    A row a sheet: game, date, rules, season, event, round, table, player, boxes, extra_yams, stated figures. A box with
    dice has what counts in it. A game that nothing else tells from another bears the id under which it is shown.
    """
    tables: dict[str, pl.DataFrame] = {}
    for base, mine in listed.items():
        boxes, sheets = reader.table(box_table(base)), reader.table("sheet", ("sheet_no", "extra_yams"))
        counted = {(row["sheet_no"], row["column"]): row for row in boxes.iter_rows(named=True)}
        extra = dict(sheets.iter_rows())
        rows = [row for g, name in zip(mine, _names(mine), strict=True) for row in _rows(g, name, counted, extra)]
        order = {name: None for g in mine for c in g.rules.columns for b in g.rules.box_ids for name in (_at(c, b),)}
        figures = sorted({name for row in rows for name in row if name.startswith("stated_")})
        heads = [*_HEADS, *(n for n in order if any(n in row for row in rows)), "extra_yams", *figures]
        tables[base] = pl.DataFrame(
            [[row.get(h) for h in heads] for row in rows], heads, orient="row", infer_schema_length=None
        )
    return tables


def in_tables(listed: Sequence[Given]) -> dict[str, list[Given]]:
    """Return the games that the wide form can say, by base rule set.

    These are those with sheets, and without dice if they are held, since nothing would hold them without. A reader of
    tables takes some names for what they are not: a table called Total for one of sums, numbers before all players'
    names for those of a list. Games with such names are not among them.
    """
    tables: dict[str, list[Given]] = {}
    for g in listed:
        if "sheets" in g.game and (g.row["status"] == "taken" or not _has_dice(g)) and _is_plain(g):
            tables.setdefault(g.rules.base, []).append(g)
    return {base: games for base, games in tables.items() if without_numbers(_players(games)) is None}


def _is_plain(g: Given) -> bool:
    """Tell whether a table's reader takes the texts of a game for what they are."""
    heads = [g.game[name] for name in ("game", "season", "event", "round", "table") if name in g.game]
    players = _players([g])
    kept = all(clean(text) == text for text in (*heads, *players)) and all(without_signs(p) == p for p in players)
    return kept and not any(map(is_sum_word, heads))


def _players(games: Sequence[Given]) -> list[str]:
    return [sheet["player"] for g in games for sheet in g.game["sheets"]]


def _has_dice(g: Given) -> bool:
    boxes = [b for s in g.game["sheets"] for b in (s.get("columns") or {"main": s.get("boxes", {})}).values()]
    return any(isinstance(told, dict) for own in boxes for told in own.values())


_HEADS = ("game", "date", "rules", "season", "event", "round", "table", "player")


def _at(column: str, box: str) -> str:
    return box if column == "main" else f"{column}.{box}"


def _names(games: Sequence[Given]) -> list[str | None]:
    """Return the id of each game, for rows that form games by it."""
    seen: set[tuple[object, ...]] = set()
    names = []
    for g in games:
        row = g.row
        name = row["id"] or (None if row["played"] else row["game"])
        mark = (name, row["played"]) if name else (row["played"], row["table"], row["round"])
        if mark in seen:
            name = f"{row['game']}@{row['file_sha'][:12]}" if row["id"] else row["game"]
        seen.add(mark)
        names.append(name)
    return names


def _rows(
    g: Given, name: str | None, counted: Mapping[tuple[int, str], Mapping[str, Any]], extra: Mapping[int, int | None]
) -> Iterator[dict[str, Any]]:
    """Yield a game's sheets as rows."""
    shared = {**{h: g.row[h] for h in _HEADS if h in g.row}, "game": name, "date": g.row["played"]}
    for number, sheet in zip(g.sheets, g.game["sheets"], strict=True):
        row = {**shared, "player": sheet["player"], "extra_yams": extra[number] or sheet.get("extra_yams")}
        for column, boxes in (sheet.get("columns") or {"main": sheet.get("boxes", {})}).items():
            own = "free" if g.rules.columns == ("free",) and column == "main" else column
            for box, told in boxes.items():
                row[_at(own, box)] = counted[number, own][box] if isinstance(told, dict) else told
        yield {**row, **{f"stated_{figure}": value for figure, value in sheet.get("stated", {}).items()}}
