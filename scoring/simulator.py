"""Play seeded, legal, sensible sheets of one-column games: for the demo club, the tests and the benchmarks.

A player looks two throws ahead exactly, and past the turn by a rule of thumb: a box is worth its points less what an
ordinary turn spent on that box alone would bring. Skill is how little noise lies over that worth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt
import polars as pl

from scoring.patterns import multisets
from scoring.patterntext import FACES
from scoring.rules import ExtraYams, RuleSet
from scoring.tables import tables

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_BONUS_PULL = 3.0  # how much harder people chase the upper bonus than its even share of each pip
_AT_ONCE = 500  # sheets played side by side: what fits the processor's cache


@dataclass(frozen=True)
class Simulated:
    """Hold played sheets: arrays of sheets x boxes, in the rule set's order of boxes.

    ``points`` is what each box was given, ``dice`` the multiset it was given for (a row of ``multisets``), ``turn``
    from 1; ``throws`` (sheets x boxes x throws) the multiset after each throw, -1 where the player had stopped;
    ``kept`` (sheets x boxes x throws - 1) the row of ``keeps`` held before each later throw, or -1.
    """

    rules: RuleSet
    boxes: tuple[str, ...]
    points: Ints
    dice: Ints
    turn: Ints
    throws: Ints
    kept: Ints
    extra_yams: Ints
    multisets: tuple[str, ...]
    keeps: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.points)

    def take(self, rows: Ints) -> Simulated:
        """Return these sheets, in this order: a million legal sheets are quickest drawn from a few thousand."""
        arrays = ("points", "dice", "turn", "throws", "kept", "extra_yams")
        return replace(self, **{name: getattr(self, name)[rows] for name in arrays})

    def frame(self, *, dice: bool = False) -> pl.DataFrame:
        """Return one row a sheet: ``p_<box>`` and ``extra_yams``; with dice also ``d_<box>`` (text) and ``t_<box>``."""
        columns: dict[str, pl.Series] = {}
        names = np.array(self.multisets)
        for i, box in enumerate(self.boxes):
            columns[f"p_{box}"] = pl.Series(self.points[:, i].astype(np.int16))
            if dice:
                columns[f"d_{box}"] = pl.Series(names[self.dice[:, i]].tolist(), dtype=pl.String())
                columns[f"t_{box}"] = pl.Series(self.turn[:, i].astype(np.int16))
        columns["extra_yams"] = pl.Series(self.extra_yams.astype(np.int32))
        return pl.DataFrame(columns)

    def throws_of(self, sheet: int, box: str) -> tuple[list[str], list[str]]:
        """Return the dice after each throw of a box, and the dice kept before each later one, as texts."""
        i = self.boxes.index(box)
        throws = [self.multisets[t] for t in self.throws[sheet, i] if t >= 0]
        return throws, [self.keeps[k] for k in self.kept[sheet, i][: len(throws) - 1]]


@dataclass(frozen=True)
class _Dice:
    """Hold the multisets of a number of dice, what can be kept of them, and where a throw of the others leads."""

    multisets: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    chance: Floats  # keeps x multisets
    keeps_of: Ints  # multisets x most keeps, padded with the first (keep everything)
    by_code: Ints  # sorted dice as a number in base 7 -> multiset

    def find(self, dice: Ints) -> Ints:
        """Return the multiset of each row of dice."""
        ordered = np.sort(dice, axis=1)
        code = np.zeros(len(dice), dtype=np.int64)
        for i in range(ordered.shape[1]):
            code = code * 7 + ordered[:, i]
        return self.by_code[code]


@cache
def _dice(n: int) -> _Dice:
    texts = tuple(tuple(f + 1 for f in range(FACES) for _ in range(int(counts[f]))) for counts in multisets(n))
    number = {m: i for i, m in enumerate(texts)}
    keeps = tuple(k for size in range(n, -1, -1) for k in combinations_with_replacement(range(1, 7), size))
    keep_number = {k: i for i, k in enumerate(keeps)}
    chance = np.zeros((len(keeps), len(texts)))
    subsets: list[set[int]] = [set() for _ in texts]
    for k, keep in enumerate(keeps):
        thrown = n - len(keep)
        for roll in combinations_with_replacement(range(1, 7), thrown):
            m = number[tuple(sorted(keep + roll))]
            ways = factorial(thrown) // prod(factorial(roll.count(f)) for f in range(1, 7))
            chance[k, m] = ways / 6**thrown
            subsets[m].add(k)
    widest = max(len(s) for s in subsets)
    keeps_of = np.array(
        [
            [keep_number[m], *sorted(s - {keep_number[m]}), *[keep_number[m]] * (widest - len(s))]
            for m, s in zip(texts, subsets, strict=True)
        ]
    )
    by_code = np.full(7**n, -1)
    for text, i in number.items():
        by_code[sum(f * 7 ** (n - 1 - place) for place, f in enumerate(text))] = i
    return _Dice(texts, keeps, chance, keeps_of, by_code)


def _best_of(values: Floats, dice: _Dice) -> Floats:
    """Return, of values of keeps (sheets x keeps), the best that each multiset allows (sheets x multisets)."""
    by_keep = np.ascontiguousarray(values.T)
    return np.stack([by_keep[np.unique(row)].max(axis=0) for row in dice.keeps_of], axis=1)


class _Table:
    """Hold a rule set's points as arrays, and the rule of thumb's worth of them."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.boxes = rules.box_ids
        self.dice = _dice(rules.dice)
        self.points = tables(rules).points.astype(np.int64)
        self.upper = np.array([box.section == rules.bonus_section for box in rules.boxes])
        self.full = self.points.max(axis=1)
        self.extra = rules.extra_yams
        if self.extra is not None:
            self.yams = self.boxes.index(self.extra.box)
            patterns = [box.pattern if box.section == self.extra.faces else "" for box in rules.boxes]
            self.faces = np.array([patterns.index(f"face {f}") for f in range(1, FACES + 1)])
            self.others = np.array([box.section == self.extra.others for box in rules.boxes])
            alike = tables(rules).alike.astype(np.int64)
            fixed = np.array([isinstance(box.points, int) for box in rules.boxes]) & self.others
            self.joker_points = np.where(fixed[:, None], self.full[:, None], alike)
        self.worth = self._worth()

    def _worth(self) -> Floats:
        """Return boxes x multisets: the points, a share of the upper bonus, less what an ordinary turn brings."""
        worth = self.points.astype(np.float64)
        best = worth
        for _ in range(self.rules.throws - 1):
            best = _best_of(best @ self.dice.chance.T, self.dice)
        ordinary = best @ self.dice.chance[-1]  # the last keep is to keep nothing: the first throw
        if self.rules.bonus_tiers:
            threshold, bonus = self.rules.bonus_tiers[0]
            pull = 1 + self.upper * _BONUS_PULL * bonus / max(threshold, 1)
            worth, ordinary = worth * pull[:, None], ordinary * pull
        worthwhile: Floats = worth - ordinary[:, None]
        return worthwhile


@cache
def _table(rules: RuleSet) -> _Table:
    return _Table(rules)


def simulate(
    rules: RuleSet,
    sheets: int,
    seed: int | np.random.Generator,
    *,
    noise: float | Floats = 9.0,
) -> Simulated:
    """Play this many complete sheets of a one-column rule set; the same seed plays the same sheets.

    ``noise`` is the spread, in points, of each player's misjudgement of a box (a number, or one a sheet): 0 plays the
    rule of thumb exactly (about 230 points a yamms sheet), 9 like a club (about 205), 12 like a beginner. Placement of
    extra Yams follows the rule set's options (RULES.md, yamms and yams).
    """
    if len(rules.columns) > 1 or rules.order or rules.first_throw or rules.coloured_dice or not rules.boxes:
        raise ValueError(f"the simulator plays one free column without multipliers; {rules.id} is another kind of game")
    rng = np.random.default_rng(seed)
    table = _table(rules)
    spread = np.broadcast_to(np.asarray(noise, dtype=np.float64), (sheets,))
    parts = [_play(table, spread[start : start + _AT_ONCE], rng) for start in range(0, sheets, _AT_ONCE)] or [
        _play(table, spread, rng)
    ]
    points, dice, turn, throws, kept, extra = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    texts = tuple("".join(map(str, m)) for m in table.dice.multisets)
    keeps = tuple("".join(map(str, k)) for k in table.dice.keeps)
    return Simulated(rules, table.boxes, points, dice, turn, throws, kept, extra, texts, keeps)


def _play(table: _Table, noise: Floats, rng: np.random.Generator) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """Play a block of sheets turn by turn, side by side."""
    n, boxes, throws = len(noise), len(table.boxes), table.rules.throws
    rows = np.arange(n)
    points, dice, turns = (np.zeros((n, boxes), dtype=np.int64) for _ in range(3))
    thrown = np.full((n, boxes, throws), -1)
    kept = np.full((n, boxes, throws - 1), -1)
    is_open = np.ones((n, boxes), dtype=bool)
    extra = np.zeros(n, dtype=np.int64)
    for turn in range(1, boxes + 1):
        value, alike = _choices(table, points, is_open)
        value += np.where(is_open, rng.normal(size=(n, boxes)) * noise[:, None], 0.0)[:, :, None]
        seen, held = _throw(table.dice, value.max(axis=1), throws, rng)
        last = seen[rows, (seen >= 0).sum(axis=1) - 1]
        box = value[rows, :, last].argmax(axis=1)
        extra += _earns(table, points, is_open, extra, last)
        points[rows, box] = _given(table, alike, box, last)
        dice[rows, box], turns[rows, box] = last, turn
        thrown[rows, box], kept[rows, box] = seen, held
        is_open[rows, box] = False
    return points, dice, turns, thrown, kept, extra


@dataclass(frozen=True)
class _Alike:
    """Say what all dice alike may do once their own box is filled."""

    forced: npt.NDArray[np.bool_]  # sheets: the placement is forced
    face_open: npt.NDArray[np.bool_]  # sheets x faces
    joker: npt.NDArray[np.bool_]  # sheets x faces: the other section's boxes give their full value


def _alike(table: _Table, extra: ExtraYams, points: Ints, is_open: npt.NDArray[np.bool_]) -> _Alike:
    """Read the placement of an extra Yams off the rule set (RULES.md, yamms; yams and yahtzee)."""
    ruled = ~is_open[:, table.yams]
    if extra.joker_needs_full:
        ruled &= points[:, table.yams] == table.full[table.yams]
    face_open = is_open[:, table.faces]
    return _Alike(ruled & extra.forced, face_open, (ruled & extra.joker)[:, None] & ~face_open)


def _choices(table: _Table, points: Ints, is_open: npt.NDArray[np.bool_]) -> tuple[Floats, _Alike | None]:
    """Return the worth of each box for each final multiset, minus infinity where it may not be chosen."""
    value = np.where(is_open[:, :, None], table.worth[None], -np.inf)
    if table.extra is None:
        return value, None
    alike = _alike(table, table.extra, points, is_open)
    to_others = alike.forced[:, None] & ~alike.face_open & (is_open & table.others).any(axis=1)[:, None]
    for m in range(FACES):  # the first multisets are the ones of a single face
        barred = (alike.forced & alike.face_open[:, m])[:, None] & (np.arange(len(table.boxes)) != table.faces[m])
        barred |= to_others[:, m, None] & ~table.others
        value[:, :, m] += alike.joker[:, m, None] * (table.joker_points[:, m] - table.points[:, m])
        value[:, :, m] = np.where(barred, -np.inf, value[:, :, m])
    return value, alike


def _given(table: _Table, alike: _Alike | None, box: Ints, last: Ints) -> Ints:
    """Return the points of the chosen boxes."""
    points = table.points[box, last]
    if alike is None:
        return points
    face = np.minimum(last, FACES - 1)
    joker = (last < FACES) & alike.joker[np.arange(len(last)), face]
    return np.where(joker, table.joker_points[box, face], points)


def _earns(table: _Table, points: Ints, is_open: npt.NDArray[np.bool_], extra: Ints, last: Ints) -> Ints:
    """Return 1 for each sheet whose throw is an extra Yams that pays."""
    rule = table.extra
    if rule is None or rule.points == 0:
        return np.zeros_like(extra)
    pays = (last < FACES) & ~is_open[:, table.yams]
    if rule.needs_full:
        pays &= points[:, table.yams] == table.full[table.yams]
    if rule.limit is not None:
        pays &= extra < rule.limit
    return pays.astype(np.int64)


def _throw(dice: _Dice, final: Floats, throws: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Throw and keep for one turn of each sheet, given the value of each final multiset (sheets x multisets)."""
    n, size = len(final), len(dice.multisets[0])
    ahead = [final @ dice.chance.T]  # value of each keep with one throw left, two, …
    for _ in range(throws - 2):
        ahead.append(_best_of(ahead[-1], dice) @ dice.chance.T)
    ahead = [np.round(value, 6) for value in ahead]  # so that every processor breaks the same ties the same way
    held_dice = np.zeros((len(dice.keeps), size), dtype=np.int64)
    for i, keep in enumerate(dice.keeps):
        held_dice[i, : len(keep)] = keep
    seen, held = np.full((n, throws), -1), np.full((n, throws - 1), -1)
    now = dice.find(rng.integers(1, 7, size=(n, size)))
    seen[:, 0] = now
    playing = np.ones(n, dtype=bool)
    for throw in range(1, throws):
        options = dice.keeps_of[now]
        keep = options[np.arange(n), ahead[throws - 1 - throw][np.arange(n)[:, None], options].argmax(axis=1)]
        playing &= keep != dice.keeps_of[now, 0]
        fresh = rng.integers(1, 7, size=(n, size))
        now = np.where(playing, dice.find(np.where(held_dice[keep] > 0, held_dice[keep], fresh)), now)
        seen[:, throw] = np.where(playing, now, -1)
        held[:, throw - 1] = np.where(playing, keep, -1)
    return seen, held
