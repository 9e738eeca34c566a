"""Find the matrix in a table of totals: which line or column has the dates, and where the players' totals stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.readers import dates
from ingest.readers.box_names import is_name
from ingest.readers.composed import is_number_word
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.groups import told
from ingest.readers.labels import Label, label
from ingest.readers.numbering import numbers_told, without_numbers
from ingest.readers.records import TEXT_FIELDS
from ingest.readers.totals_names import are_totals, may_be_totals, without_derived
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import (
    NAME_FIELDS,
    begins_with_sum_word,
    is_count_word,
    is_extreme_word,
    is_note,
    is_statistics_word,
    key,
    names_sums,
    words,
)

_TOP = 20  # filled lines among which the headings are
_LEAST = 30  # what at least one total of a player reaches
#: What counts players or places in a heading: "1", "2nd", "3e", "#4".
_NUMBER = re.compile(r"[\s#._-]*(?:(?:no|nr)\.?\s*)?\d+\s*(?:st|nd|rd|th|er|re|e|ème|eme|º|°|ª|\.|\))?", re.IGNORECASE)
_OF_PLAYERS = {("field", "player"), ("field", "player_weak"), ("stated", "place")}
_OF_TOTALS = {("field", "points"), ("stated", "total"), ("stated", "sum")}
_LEAST_GAMES = 2  # that are numbered
_DIGITS = 3  # of the number of a game, at most
_FEW_BAD = 0.2  # share of cells that may be no totals


@dataclass
class Matrix:
    """Be a matrix as it is read: lines (a game each) of texts, columns of the grid where it is ``turned``.

    ``heading`` is the line of the headings; ``date``, and what ``fields``, ``players`` and ``labels`` map, are places
    in a line. What a line has by pairs of a name and a total is in ``pairs``, and ``players`` is then empty.
    ``numbered`` is the field that the numbers of games are, which then stand in place of the dates.
    """

    lines: list[list[str]]
    turned: bool = False
    numbered: str = ""
    heading: int = 0
    date: int = 0
    pairs: dict[int, int] = field(default_factory=dict)  # where the names of a line stand, and their totals
    fields: dict[str, int] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    labels: tuple[Label | None, ...] = ()
    notes: list[str] = field(default_factory=list)

    def row(self, line: int, at: int) -> int:
        """Return the number of the row of a cell, from 1."""
        return (at if self.turned else line) + 1


def find_matrix(grid: Grid, *, by_number: bool = False) -> Matrix | None:
    """Find the matrix of a grid, either way round; None where it has none.

    ``by_number``: the games may bear numbers in place of dates.
    """
    lines = [[clean(c) for c in cells] for cells in grid.rows]
    width = max((len(cells) for cells in lines), default=0)
    lines = [cells + [""] * (width - len(cells)) for cells in lines]
    across = [list(cells) for cells in zip(*lines, strict=True)]
    if found := _find_pairs(Matrix(lines)):
        return found
    above, beside = _named_above(lines), _named_above(across)
    found = _find(Matrix(above)) or _find(Matrix(beside, turned=True))
    if found or not by_number:
        return found
    return _find(Matrix(above, numbered="game")) or _find(Matrix(beside, turned=True, numbered="game"))


def _named_above(lines: list[list[str]]) -> list[list[str]]:
    """Write the names of players that stand above "Points, Place, Points, Place" in place of the words for totals."""
    filled = [i for i, cells in enumerate(lines) if any(cells)]
    for above, i in pairwise(filled[:_TOP]):
        at = [c for c, text in enumerate(lines[i]) if _counts(text, _OF_TOTALS)]
        spans = [[t for t in lines[above][before + 1 : c + 1] if t] for before, c in pairwise([0, *at])]
        names = {c: span[0] for c, span in zip(at, spans, strict=True) if len(span) == 1}
        under = {c: [cells[c] for cells in lines[i + 1 :]] for c in names}
        names = {c: n for c, n in names.items() if may_be_name(n, label(n)) or is_name(label(n), under[c])}
        if len(names) > 1 and len(set(names.values())) == len(names):
            written = [names.get(c) or text or lines[above][c] for c, text in enumerate(lines[i])]
            return [*lines[:i], written, *lines[i + 1 :]]
    return lines


def _find_pairs(matrix: Matrix) -> Matrix | None:
    """Find headings like "Player 1, Score 1, Player 2, Score 2" or "1st, Points, 2nd, Points" beside a date."""
    filled = [i for i, cells in enumerate(matrix.lines) if any(cells)]
    for i in filled[:_TOP]:
        texts = matrix.lines[i]
        below = [matrix.lines[j] for j in filled if j > i]
        pairs = {
            at: at + 1
            for at in range(len(texts) - 1)
            if _counts(texts[at], _OF_PLAYERS, unnamed=True)
            and _counts(texts[at + 1], _OF_TOTALS)
            and _names_and_totals([(cells[at], cells[at + 1]) for cells in below])
        }
        if len(pairs) < 2:
            continue
        found = [label(text) if text else None for text in texts]
        dated = [at for at in range(len(texts)) if _holds_dates(texts[at], found[at], below, at)]
        if dated:
            matrix.heading, matrix.date, matrix.pairs, matrix.labels = i, dated[0], pairs, tuple(found)
            _find_fields(matrix, {*pairs, *pairs.values()})
            return matrix
    return None


def _names_and_totals(pairs: Sequence[tuple[str, str]]) -> bool:
    """Tell whether one column holds names, some perhaps with a figure in them, and the one beside it mostly totals."""
    totals = [total for _, total in pairs if total]
    spoken = all(any(c.isalpha() for c in name) or not is_figure(name) for name, _ in pairs)
    return spoken and sum(map(is_figure, totals)) * 2 >= len(totals)


def _counts(heading: str, meanings: Collection[tuple[str, str]], *, unnamed: bool = False) -> bool:
    """Tell whether a heading has one of some meanings, its number left out; ``unnamed``: or is a number alone."""
    bare = _NUMBER.sub("", heading).strip()
    x = label(bare) if bare else None
    return (x is not None and (x.kind, x.name) in meanings) or (unnamed and bool(heading) and not bare)


def _find(matrix: Matrix) -> Matrix | None:
    """Find the headings of a matrix and its columns; None where it has none, or its figures are no totals."""
    filled = [i for i, cells in enumerate(matrix.lines) if any(cells)]
    for i in filled[:_TOP]:
        found = [label(text) if text else None for text in matrix.lines[i]]
        below = [matrix.lines[j] for j in filled if j > i]
        tells = _counts_games if matrix.numbered else _holds_dates
        dated = [at for at in range(len(found)) if tells(matrix.lines[i][at], found[at], below, at)]
        if not dated:
            continue
        says = game_number if matrix.numbered else dates.readings
        rows = [cells for cells in below if says(cells[dated[0]])]
        named = {
            at: text
            for at, text in enumerate(matrix.lines[i])
            if text and (may_be_name(text, found[at]) or is_name(found[at], [cells[at] for cells in rows]))
        }
        players = {
            at: text for at, text in named.items() if _totals([row[at] for row in rows], named=is_given_name(text))
        }
        players = without_derived(players, rows)
        players = {at: text for at, text in players.items() if not _of_others(text, at, players, rows)}
        doubtful = _called_otherwise(matrix.lines[i], {*named, *dated}, players, rows)
        players |= {at: text for at, text in doubtful.items() if are_totals(text, at, players, rows)}
        if any(_is_game(matrix.lines[j], dated[0]) for j in filled if j < i):
            return None  # of other players, whose headings are not understood
        if len(players) < 2 or len({key(name) for name in players.values()}) < len(players):
            continue
        cells = [points(row[at]) for row in rows for at in players if is_figure(row[at])]
        if any(isinstance(v, int) and v < 0 for v in cells):
            return None
        if sum(isinstance(v, Bad) for v in cells) > _FEW_BAD * len(cells):
            return None
        if _tells_persons(matrix.lines[i], rows, players, dated[0]):
            return None
        matrix.heading, matrix.date, matrix.players, matrix.labels = i, dated[0], players, tuple(found)
        left = {at: text for at, text in (named | doubtful).items() if at not in players and at != dated[0]}
        others = {at: text for at, text in left.items() if any(is_figure(cells[at]) for cells in rows)}
        matrix.notes = [f"{text!r} is left out: its figures are no totals of a player" for text in others.values()]
        if bare := without_numbers(list(players.values())):
            matrix.notes.append(numbers_told(next(iter(players.values()))))
            matrix.players = dict(zip(players, bare, strict=True))
        _find_fields(matrix, players)
        if matrix.numbered:
            x = found[dated[0]]
            evening = (x and (x.kind, x.name) == ("field", "round")) or _of_evenings(matrix.lines[i][dated[0]])
            matrix.numbered = "round" if evening else "game"
            matrix.fields.pop(matrix.numbered, None)
        return matrix
    return None


def _counts_games(heading: str, x: Label | None, below: Sequence[Sequence[str]], at: int) -> bool:
    """Tell whether a column counts games: "Game 1", "Game 2", or numbers alone under a word for games, or none."""
    texts = [text for cells in below if (text := cells[at]) and not tells_no_game(text)]
    numbers = [game_number(text) for text in texts]
    if len(numbers) < _LEAST_GAMES or not all(numbers) or len(set(numbers)) < len(numbers):
        return False
    if not all(map(str.isdecimal, texts)):
        return not any(map(str.isdecimal, texts))
    headed = (x is not None and x.kind == "field" and x.name in ("game", "round", "date")) or _of_evenings(heading)
    on = all(int(before) < int(after) for before, after in pairwise(texts))
    return on and (headed or ((not heading or is_number_word(heading)) and texts[0] == "1"))


def _of_evenings(heading: str) -> bool:
    """Tell whether a heading counts evenings: "Serata", "Spieltag"."""
    return words().parts.get(key(heading)) == "round"


def game_number(text: str) -> str:
    """Return the number of a game, which may stand behind the word for one; nothing where there is none.

    >>> game_number("Partida 3"), game_number("12"), game_number("Ana")
    ('3', '12', '')
    """
    if text.isdecimal():
        return text if len(text) <= _DIGITS else ""
    found = told(text)
    return "" if "date" in found else found.get("game", "")


def _called_otherwise(
    headings: Sequence[str], known: Collection[int], players: Collection[int], rows: Sequence[Sequence[str]]
) -> dict[int, str]:
    """Return the headings that are no names, over figures that may be a player's totals."""
    others = {at: text for at, text in enumerate(headings) if text and at not in known}
    return {at: text for at, text in others.items() if may_be_totals(at, players, rows)}


def _find_fields(matrix: Matrix, players: Collection[int]) -> None:
    """Find what tells of a game beside its date; ``players``: where they, or their totals, stand."""
    for at, x in enumerate(matrix.labels):
        if x and x.kind == "field" and x.name in TEXT_FIELDS and at not in players:
            matrix.fields.setdefault(x.name, at)


def _tells_persons(
    headings: Sequence[str], rows: Sequence[Sequence[str]], players: Mapping[int, str], date: int
) -> bool:
    """Tell whether lines of the same date each have another text in one column, as sheets have their players."""
    days = [cells[date] for cells in rows]
    if len(set(days)) == len(days):
        return False
    names = {key(name) for name in players.values()}
    for at, heading in enumerate(headings):
        if at == date or at in players or not heading or (label(heading) is not None):
            continue
        texts = [key(cells[at]) for cells in rows]
        spoken = all(text and not any(c.isdigit() for c in text) for text in texts) and not names.issuperset(texts)
        if spoken and len(set(zip(days, texts, strict=True))) == len(texts):
            return True
    return False


def _holds_dates(heading: str, x: Label | None, below: Sequence[Sequence[str]], at: int) -> bool:
    """Tell whether a column holds the dates: mostly under the word for it, throughout under no or an unknown word."""
    filled = [cells[at] for cells in below if cells[at]]
    headed = x is not None and x.kind == "field" and x.name in ("date", *NAME_FIELDS)
    if not headed and (x or not all(is_dated(text) or tells_no_game(text) for text in filled)):
        return False
    texts = [text for text in filled if not tells_no_game(text)]
    dated = sum(bool(dates.readings(text)) for text in texts)
    return dated * 2 >= len(texts) > 0 if headed else len(texts) >= (2 if heading else 1) and dated > 0


def may_be_name(text: str, x: Label | None) -> bool:
    """Tell whether a heading may be a player's name."""
    if not any(c.isalpha() for c in text) or len(text) > 40 or dates.readings(text):
        return False
    letter = x is not None and (x.kind == "stated" or x.name == "extra_yams") and len(text.strip(" .:")) == 1
    if x and not letter and not (x.kind == "box" and is_extreme_word(text)) and not is_given_name(text):
        return False
    number = _NUMBER.match(text)
    parts = text[number.end() if number else 0 :].split(".")
    if any(label(part) for part in parts[1:] if any(map(str.isalpha, part))):
        return False
    if (bare := _NUMBER.sub("", text).strip()) != text and (not bare or not _of_a_person(label(bare))):
        return False
    return not (names_sums(text) or is_count_word(text) or is_note(text) or is_statistics_word(text))


def _of_a_person(x: Label | None) -> bool:
    """Tell whether a word beside a number may name a player: no known one, that of a box, or that for players."""
    return x is None or x.kind == "box" or (x.kind == "field" and x.name in NAME_FIELDS)


def _is_game(cells: Sequence[str], date: int) -> bool:
    """Tell whether a line has a date, and at least two totals."""
    values = [v for c in cells if isinstance(v := points(c), int)] if dates.readings(cells[date]) else []
    return sum(1 for v in values if v >= _LEAST) >= 2


def is_figure(text: str) -> bool:
    """Tell whether a text has a digit, so that it may be a total."""
    return any(c.isdigit() for c in text)


def _totals(cells: Sequence[str], *, named: bool) -> bool:
    """Tell whether cells are mostly whole numbers, large enough for totals, and do not just count.

    ``named``: somebody's name stands above them, and they may be one after the other by chance.
    """
    values = [points(c) for c in cells if is_figure(c)]
    whole = [v for v in values if isinstance(v, int)]
    counting = len(whole) > 2 and whole == list(range(whole[0], whole[0] + len(whole)))
    return len(whole) * 2 >= len(values) > 0 and (named or not counting) and max(whole, default=0) >= _LEAST


def _of_others(name: str, at: int, players: Mapping[int, str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell a column of the best or the least total of each game, behind the players, from one who is called Max."""
    if not is_extreme_word(name) or any(i > at and not is_extreme_word(other) for i, other in players.items()):
        return False
    most = least = True
    for cells in rows:
        others = [v for i in players if i != at and isinstance(v := points(cells[i]), int) and cells[i]]
        most &= not others or points(cells[at]) == max(others)
        least &= not others or points(cells[at]) == min(others)
    return most or least


def is_dated(text: str) -> bool:
    """Tell whether a text is a date, or one that cannot be."""
    return bool(dates.readings(text) or dates.candidates(text))


def tells_no_game(text: str) -> bool:
    """Tell whether a line that begins with a text is one of sums, counts or remarks."""
    sums = names_sums(text) or begins_with_sum_word(text)
    return sums or is_extreme_word(text) or is_count_word(text) or is_note(text)
