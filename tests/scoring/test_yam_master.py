"""Replay hand-made logs of yam-master, and random legal games by a referee of its own."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest.frames import MOVES
from scoring.yam_master import Replay, replay

GOLDEN = Path(__file__).parent.parent / "golden" / "yam-master.toml"
GAMES = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["game"]


def log(moves: list[dict[str, Any]]) -> pl.DataFrame:
    rows = [
        {"block": 0, "move": n, **dict.fromkeys(("kept", "announced", "place", "remove")), **m}
        for n, m in enumerate(moves, 1)
    ]
    return pl.DataFrame([{name: row.get(name) for name in MOVES} for row in rows], schema=MOVES)


def written(text: str) -> dict[str, Any]:
    player, throws, cell = text.split()
    move: dict[str, Any] = {"player": player, "throws": throws.rstrip("!").split("|")}
    if throws.endswith("!"):
        move["announced"] = "true"
    if cell != "-":
        move["remove" if cell.startswith("x") else "place"] = cell.lstrip("x")
    return move


def found(result: Replay) -> list[str]:
    return sorted(f"{f['code']} {f['box']}" for f in result.findings.iter_rows(named=True))


@pytest.mark.parametrize("game", GAMES, ids=[g["clause"] for g in GAMES])
def test_game_comes_out_as_checked_by_hand(game: dict[str, Any]) -> None:
    result = replay(log([written(m) for m in game["moves"]]), ("A", "B"))
    assert found(result) == sorted(game.get("findings", []))
    assert result.result == game.get("result")
    for name in ("places", "points", "left"):
        if name in game:
            assert dict(getattr(result, name)) == game[name]


def test_a_move_by_a_third_player_is_illegal() -> None:
    result = replay(log([written("A 11123 a1"), written("B 33312 b1"), written("C 44412 d1")]))
    assert found(result) == ["illegal_move d1"]
    assert result.players == ("A", "B")


def test_kept_dice_must_lie_in_both_throws() -> None:
    move = {"player": "A", "throws": ["11234", "11156"], "kept": ["11"], "place": "a1"}
    assert found(replay(log([move]))) == []
    assert found(replay(log([move | {"kept": ["112"]}]))) == ["kept_dice_changed a1"]


def test_an_empty_log_is_an_unfinished_game() -> None:
    result = replay(log([]), ("A", "B"))
    assert (result.complete, result.places, result.points) == (False, {"A": None, "B": None}, {"A": 0, "B": 0})


# A referee of its own, written from RULES.md.

BOARD = """
1    3      defi   4      6
2    carre  sec    full   5
<=8  full   yam    defi   suite
6    sec    suite  <=8    1
3    2      carre  5      4
"""
CELLS = {
    "abcde"[x] + str(y): kind
    for y, row in enumerate(BOARD.strip().splitlines(), 1)
    for x, kind in enumerate(row.split())
}


def figures(dice: tuple[int, ...]) -> set[str]:
    counts = sorted(Counter(dice).values())
    made = set()
    if counts in ([2, 3], [5]):
        made.add("full")
    if counts[-1] >= 4:
        made.add("carre")
    if counts[-1] == 5:
        made.add("yam")
    if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        made.add("suite")
    if sum(dice) <= 8:
        made.add("<=8")
    return made


def allowed(kind: str, throws: list[tuple[int, ...]], announced: bool) -> bool:
    made = figures(throws[-1])
    if announced and (len(throws) == 1 or not made):
        return False
    if kind == "sec":
        return len(throws) == 1 and bool(made)
    if kind == "defi":
        return announced
    return throws[-1].count(int(kind)) >= 3 if kind.isdigit() else kind in made


def all_lines() -> list[str]:
    lines = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for x in range(5):
            for y in range(1, 6):
                before = (x - dx, y - dy)
                if 0 <= before[0] < 5 and 1 <= before[1] <= 5:
                    continue
                line = []
                i, j = x, y
                while 0 <= i < 5 and 1 <= j <= 5:
                    line.append("abcde"[i] + str(j))
                    i, j = i + dx, j + dy
                if len(line) >= 3:
                    lines.append(line)
    return lines  # type: ignore[return-value]


LINES = all_lines()


def runs(owned: set[str]) -> list[int]:
    return [max(len(part) for part in "".join("x" if c in owned else " " for c in line).split(" ")) for line in LINES]


def legal_game(rng: random.Random) -> tuple[list[dict[str, Any]], str | None, dict[str, int]]:
    """Play legal moves at random, with dice loaded so that figures come; return log, winner at once, points."""
    tokens: dict[str, str] = {}
    moves = []
    for number in range(400):
        player = "AB"[number % 2]
        throws = []
        for _ in range(rng.randint(1, 3)):
            faces = rng.choices(range(1, 7), k=rng.randint(1, 5))
            throws.append(tuple(rng.choices(faces, k=5)) if rng.random() < 0.8 else (1, 2, 3, 4, 5))
        announced = rng.random() < 0.2 and len(throws) > 1
        move: dict[str, Any] = {
            "player": player,
            "throws": ["".join(map(str, t)) for t in throws],
            "announced": "true" if announced else None,
        }
        free = [c for c, kind in CELLS.items() if c not in tokens and allowed(kind, throws, announced)]
        theirs = [c for c, owner in tokens.items() if owner != player]
        if "yam" in figures(throws[-1]) and theirs and rng.random() < 0.3:
            move["remove"] = rng.choice(theirs)
            del tokens[move["remove"]]
        elif free and rng.random() < 0.95:
            move["place"] = rng.choice(free)
            tokens[move["place"]] = player
        moves.append(move)
        owned = {p: {c for c, o in tokens.items() if o == p} for p in "AB"}
        points = {p: sum({3: 1, 4: 2}.get(n, 0) for n in runs(owned[p])) for p in "AB"}
        if 5 in runs(owned[player]):
            return moves, player, points
        if len(owned[player]) == 12:
            return moves, None, points
    raise AssertionError("a game without end")


@pytest.mark.parametrize("seed", range(60))
def test_random_legal_games_agree_with_the_referee(seed: int) -> None:
    rng = random.Random(seed)
    moves, winner, points = legal_game(rng)
    result = replay(log(moves))
    assert found(result) == []
    assert dict(result.points) == points
    if winner is not None:
        assert result.result == "five_in_line"
        assert result.places[winner] == 1
        assert sorted(result.places.values(), key=str) == [1, 2]
    elif points["A"] == points["B"]:
        assert (result.result, dict(result.places)) == ("draw", {"A": 1, "B": 1})
    else:
        assert result.result == "points"
        assert result.places[max(points, key=points.__getitem__)] == 1
    # One fault: a token on a cell that its dice do not make.
    at = rng.choice([i for i, m in enumerate(moves) if m.get("place")])
    wrong = [c for c, kind in CELLS.items() if not allowed(kind, [tuple(map(int, t)) for t in moves[at]["throws"]],
                                                          moves[at]["announced"] is not None)]  # fmt: skip
    faulty = [*moves[:at], moves[at] | {"place": rng.choice(wrong)}]
    assert found(replay(log(faulty)))[0].split()[0] in ("illegal_move", "not_first_throw")
