"""Replay a log of moves on the board of yam-master (RULES.md, yam-master)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from scoring.dice import all_in, parse_dice
from scoring.patterns import points_table
from scoring.rules import Board, Figure, RuleSet, rule_set

#: What is wrong in a log: the move's number, its player, the cell as ``box``, code, stated, detail.
MOVE_FINDINGS: dict[str, pl.DataType] = {
    "move": pl.UInt32(),
    "player": pl.String(),
    "box": pl.String(),
    "code": pl.String(),
    "stated": pl.String(),
    "detail": pl.String(),
}

Cell = tuple[int, int]  # row, column, from 0


@dataclass(frozen=True)
class Replay:
    """Hold how a game of yam-master went.

    ``result``: ``five_in_line``, ``points``, ``draw``, or None for an unfinished game; ``places`` 1 and 2 (1 and 1 in a
    draw, None unfinished); ``points`` of the lines at the end; ``tokens`` by cell name; ``left`` tokens in hand.
    """

    players: tuple[str, ...]
    result: str | None
    places: Mapping[str, int | None]
    points: Mapping[str, int]
    tokens: Mapping[str, str]
    left: Mapping[str, int]
    findings: pl.DataFrame

    @property
    def complete(self) -> bool:
        """Return whether the game came to its end."""
        return self.result is not None


@dataclass
class _Game:
    rules: RuleSet
    board: Board
    players: list[str]
    tokens: dict[Cell, str] = field(default_factory=dict)
    last: str | None = None
    winner: str | None = None
    over: bool = False
    found: list[dict[str, Any]] = field(default_factory=list)

    def left(self, player: str) -> int:
        """Return how many tokens a player has in hand."""
        return self.board.tokens - sum(owner == player for owner in self.tokens.values())


def replay(moves: pl.DataFrame, players: Sequence[str] = (), rules: RuleSet | None = None) -> Replay:
    """Replay the moves of one game, `ingest.frames.MOVES` in order, and name every illegal one.

    ``players`` as the file lists them; whoever moves first begins, then they take turns. A move that its dice do not
    allow is named, and its token put all the same where the cell is free, so that the moves after it stay in place.
    """
    rules = rules or rule_set("yam-master")
    assert rules.board is not None
    game = _Game(rules, rules.board, list(players))
    for move in moves.sort("move").iter_rows(named=True) if "move" in moves.columns else moves.iter_rows(named=True):
        _play(game, move)
    names = game.players
    points = {player: line_points(game.board, _owned(game, player)) for player in names}
    result = _result(game, points)
    places: dict[str, int | None] = dict.fromkeys(names)
    if result == "five_in_line":
        places = {player: 1 if player == game.winner else 2 for player in names}
    elif result is not None:
        best = max(points.values())
        places = {player: 1 if points[player] == best else 2 for player in names}
    return Replay(
        tuple(names),
        result,
        places,
        points,
        {cell_name(cell): owner for cell, owner in sorted(game.tokens.items())},
        {player: game.left(player) for player in names},
        pl.DataFrame(game.found, schema=MOVE_FINDINGS),
    )


def _owned(game: _Game, player: str) -> set[Cell]:
    return {cell for cell, owner in game.tokens.items() if owner == player}


def _result(game: _Game, points: Mapping[str, int]) -> str | None:
    if game.winner is not None:
        return "five_in_line"
    if not game.over:
        return None
    return "draw" if len(set(points.values())) == 1 else "points"


def cell_name(cell: Cell) -> str:
    """Return a cell's name: columns a, b, … from the left, rows 1, 2, … from the top.

    >>> cell_name((2, 2))
    'c3'
    """
    return f"{'abcdefghij'[cell[1]]}{cell[0] + 1}"


def lines(board: Board) -> Iterator[list[Cell]]:
    """Yield every row, column and diagonal of three cells or more."""
    height, width = len(board.cells), len(board.cells[0])
    starts = [((r, 0), (0, 1)) for r in range(height)] + [((0, c), (1, 0)) for c in range(width)]
    for step in (1, -1):
        edge = 0 if step == 1 else width - 1
        starts += [((0, c), (1, step)) for c in range(width)] + [((r, edge), (1, step)) for r in range(1, height)]
    for (row, column), (down, across) in starts:
        line = []
        while 0 <= row < height and 0 <= column < width:
            line.append((row, column))
            row, column = row + down, column + across
        if len(line) >= 3:
            yield line


def _longest(line: Sequence[Cell], owned: set[Cell]) -> int:
    longest = run = 0
    for cell in line:
        run = run + 1 if cell in owned else 0
        longest = max(longest, run)
    return longest


def line_points(board: Board, owned: set[Cell]) -> int:
    """Return the points of a player's lines: the longest run of each counts."""
    worth = dict(board.line_points)
    return sum(worth.get(_longest(line, owned), 0) for line in lines(board))


def makes(rules: RuleSet, figure: Figure, dice: int, *, throws: int, announced: bool) -> bool:
    """Return whether dice of this multiset id make a figure, after so many throws."""
    assert rules.board is not None
    if figure.when == "first throw" and throws != 1:
        return False
    if figure.when == "announced" and not (announced and throws >= 2):
        return False
    if figure.pattern is not None:
        return bool(points_table(figure.pattern, 1, rules.dice)[dice])
    parts = (part for part in rules.board.figures if part.id in figure.one_of)
    return any(makes(rules, part, dice, throws=throws, announced=announced) for part in parts)


def _play(game: _Game, move: Mapping[str, Any]) -> None:
    """Play one move: its player, its dice, then the token."""
    player, place, remove = str(move["player"]), move.get("place"), move.get("remove")
    named = place or remove

    def tell(code: str, detail: str, stated: str | None = None) -> None:
        game.found.append(
            {"move": move.get("move"), "player": player, "box": named, "code": code, "stated": stated, "detail": detail}
        )

    if game.over:
        tell("illegal_move", "the game was over before this move", named)
        return
    if player not in game.players:
        if len(game.players) >= game.rules.players[1]:
            tell("illegal_move", f"only {' and '.join(game.players)} play", named)
            return
        game.players.append(player)
    if player == game.last:
        tell("illegal_move", f"{player} has moved twice running", named)
    game.last = player
    dice, throws = _dice(game, move, tell)
    announced = move.get("announced") not in (None, "false")
    if place and remove:
        tell("illegal_move", "a move places a token or removes one, not both", named)
    elif place:
        _place(game, player, place, dice, throws, announced, tell)
    elif remove:
        _remove(game, player, remove, dice, throws, announced, tell)


def _dice(game: _Game, move: Mapping[str, Any], tell: Any) -> tuple[int | None, int]:
    """Check the throws of a move; return the id of the final dice (None where not known) and how many throws."""
    throws = [str(throw) for throw in move.get("throws") or ()]
    ids = [parse_dice(throw, game.rules) for throw in throws]
    for throw, known in zip(throws, ids, strict=True):
        if known is None:
            tell("bad_dice", f"a throw is {game.rules.dice} dice of 1 to 6", throw)
    if len(throws) > game.rules.throws:
        tell("too_many_throws", f"at most {game.rules.throws} throws a turn", str(len(throws)))
    kept = [(k, throws[i : i + 2]) for i, k in enumerate(move.get("kept") or ()) if k and i < len(throws)]
    for i, (held, around) in enumerate(kept, 1):
        if not all_in(pl.Series([held] * len(around)), pl.Series(around)).all():
            tell("kept_dice_changed", f"the dice kept after throw {i} are not all there", held)
    if not throws:
        tell("unverifiable", "the dice of this move are not told")
    return (ids[-1] if ids else None), len(throws)


def _find(game: _Game, name: str) -> Cell | None:
    for row, line in enumerate(game.board.cells):
        for column in range(len(line)):
            if cell_name((row, column)) == name.strip().lower():
                return row, column
    return None


def _failed(game: _Game, dice: int, throws: int, announced: bool) -> bool:
    """Return whether a défi was announced and not made."""
    challenge = next((figure for figure in game.board.figures if figure.when == "announced"), None)
    return announced and challenge is not None and not makes(game.rules, challenge, dice, throws=throws, announced=True)


def _place(
    game: _Game, player: str, place: str, dice: int | None, throws: int, announced: bool, tell: Any
) -> None:  # fmt: skip
    cell = _find(game, place)
    if cell is None:
        tell("illegal_move", f"the board has no cell {place}", place)
        return
    if cell in game.tokens:
        tell("illegal_move", f"{place} already holds a token of {game.tokens[cell]}", place)
        return
    figure = next(f for f in game.board.figures if f.id == game.board.cells[cell[0]][cell[1]])
    if dice is not None:
        if _failed(game, dice, throws, announced):
            tell("illegal_move", "a failed défi places nothing", place)
        elif not makes(game.rules, figure, dice, throws=throws, announced=announced):
            late = makes(game.rules, figure, dice, throws=1, announced=announced)
            code = "not_first_throw" if late else "illegal_move"
            tell(code, f"the dice do not make {figure.title} ({figure.hint})", place)
    game.tokens[cell] = player
    owned = _owned(game, player)
    if any(_longest(line, owned) >= game.board.win for line in lines(game.board)):
        game.winner, game.over = player, True
    elif game.left(player) == 0:
        game.over = True


def _remove(
    game: _Game, player: str, remove: str, dice: int | None, throws: int, announced: bool, tell: Any
) -> None:  # fmt: skip
    cell = _find(game, remove)
    owner = game.tokens.get(cell) if cell is not None else None
    if cell is None or owner is None or owner == player:
        tell("illegal_move", f"{remove} holds no opposing token", remove)
        return
    yam = next(f for f in game.board.figures if f.id == "yam")
    if dice is not None and not makes(game.rules, yam, dice, throws=throws, announced=announced):
        tell("illegal_move", "a token is removed after a yam only", remove)
    del game.tokens[cell]
