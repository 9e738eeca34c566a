"""Read tables of nothing but totals: a matrix of dates and players, or a game a line with its players and their totals.

They are looked for only where a file holds no scoresheet: beside scoresheets such a table is their statistics. A blank
cell is a player who was not there. Since any table by date may look like one, a person is asked unless the file shows
that it is one of a game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile

from ingest.model import Question, ReadOptions
from ingest.readers import dates
from ingest.readers.box_names import is_name
from ingest.readers.calendar import Calendar, Impossible
from ingest.readers.collect import Collector
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import Label, label
from ingest.readers.numbering import numbers_told, without_numbers
from ingest.readers.records import TEXT_FIELDS, Part
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
)
from ingest.sources import Source

_TOP = 20  # filled lines among which the headings are
_MOST_PARTS = 30  # of a table between blank lines, more than seasons that somebody keeps in one
_LEAST = 30  # what at least one total of a player reaches
#: What counts players or places in a heading: "1", "2nd", "3e", "#4".
_NUMBER = re.compile(r"[\s#._-]*(?:(?:no|nr)\.?\s*)?\d+\s*(?:st|nd|rd|th|er|re|e|ème|eme|º|°|ª|\.|\))?", re.IGNORECASE)
_OF_PLAYERS = {("field", "player"), ("field", "player_weak"), ("stated", "place")}
_OF_TOTALS = {("field", "points"), ("stated", "total"), ("stated", "sum")}
_WORDS_OF_GAMES = {("box", "yams"), ("field", "dice"), ("field", "points"), ("field", "player")}
_SHOWN = 8  # players that a question names
_FEW_BAD = 0.2  # share of cells that may be no totals


@dataclass
class _Matrix:
    """Be a matrix as it is read: lines (a game each) of texts, whose numbers tell where they stand.

    ``numbers`` maps a line, and a field of it, to the row of the grid.
    """

    lines: list[list[str]]
    turned: bool = False
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


def read_all(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> list[Part]:
    """Understand one grid, or the matrices in it that blank lines part; none where it is no matrix of totals."""
    starts = [i for i, cells in enumerate(grid.rows) if any(map(clean, cells)) and (not i or _blank(grid, i - 1))]
    parts: list[Grid] = []
    for start, end in pairwise([*starts, len(grid.rows)] if len(starts) <= _MOST_PARTS else []):
        one = grid.only(start, end)
        if parts and _matrix(one) is None:
            parts[-1] = replace(grid, rows=[a or b for a, b in zip(parts[-1].rows, one.rows, strict=True)])
        else:
            parts.append(one)
    several = len(parts) > 1 and all(_matrix(one) for one in parts)
    found = [read(source, one, options, out) for one in (parts if several else [grid])]
    return [part for part in found if part]


def _blank(grid: Grid, row: int) -> bool:
    return not any(map(clean, grid.rows[row]))


def _matrix(grid: Grid) -> _Matrix | None:
    """Find the matrix of a grid, either way round."""
    lines = [[clean(c) for c in cells] for cells in grid.rows]
    width = max((len(cells) for cells in lines), default=0)
    lines = [cells + [""] * (width - len(cells)) for cells in lines]
    across = [list(cells) for cells in zip(*lines, strict=True)]
    if found := _find_pairs(_Matrix(lines)):
        return found
    return _find(_Matrix(_named_above(lines))) or _find(_Matrix(_named_above(across), turned=True))


def _named_above(lines: list[list[str]]) -> list[list[str]]:
    """Write the names of players that stand above "Points, Place, Points, Place" in place of the words for totals."""
    filled = [i for i, cells in enumerate(lines) if any(cells)]
    for above, i in pairwise(filled[:_TOP]):
        at = [c for c, text in enumerate(lines[i]) if _counts(text, _OF_TOTALS)]
        spans = [[t for t in lines[above][before + 1 : c + 1] if t] for before, c in pairwise([0, *at])]
        names = {c: span[0] for c, span in zip(at, spans, strict=True) if len(span) == 1}
        under = {c: [cells[c] for cells in lines[i + 1 :]] for c in names}
        names = {c: n for c, n in names.items() if _may_be_name(n, label(n)) or is_name(label(n), under[c])}
        if len(names) > 1 and len(set(names.values())) == len(names):
            written = [names.get(c) or text or lines[above][c] for c, text in enumerate(lines[i])]
            return [*lines[:i], written, *lines[i + 1 :]]
    return lines


def read(source: Source, grid: Grid, options: ReadOptions, out: Collector) -> Part | None:
    """Understand one grid; None where it is no matrix of totals."""
    matrix = _matrix(grid)
    if matrix is None:
        return None
    games = list(_games(matrix))
    told = {row for game in games for _, row, _ in game.cells}
    for number, _ in grid.filled():
        if number not in told:
            code, message = _left_out(grid, matrix, number)
            out.ignore(grid.worksheet, number, code, message)
    texts = matrix.lines[matrix.heading]
    meant = dict.fromkeys((*matrix.players, *matrix.pairs), "player") | dict.fromkeys(
        matrix.pairs.values(), "stated_total"
    )
    meant |= {at: name for name, at in matrix.fields.items()} | {matrix.date: "date"}
    return Part(
        layout="totals",
        headings={text: meant.get(at, "ignored") for at, text in enumerate(texts) if text},
        suggestions={},
        labels=matrix.labels,
        dates=[(game.date, game.place) for game in games],
        emit=lambda calendar, out: _emit(grid, games, calendar, out),
        questions=() if options.layout == "totals" or _of_a_game(source, grid, matrix) else (_question(matrix),),
        notes=(*matrix.notes, *(note for game in games for note in game.notes)),
    )


def _question(matrix: _Matrix) -> Question:
    names = list(matrix.players.values())
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    return Question(
        "layout",
        f"It may be a table of totals by date, of the players {shown}. Say --layout totals if it is; "
        "if it is another table, it is no scoresheet.",
        ("totals",),
    )


def _of_a_game(source: Source, grid: Grid, matrix: _Matrix) -> bool:
    """Tell whether a file itself shows that a matrix is of a game.

    By a heading for players, games or rounds; by a column that names one of the players of each line, the winner; or
    by words of the game in the file's name, the worksheet's name or a title.
    """
    told = {x.name for x in matrix.labels if x and x.kind == "field"}
    if matrix.pairs or told & {"game", "rules", "round", "player"}:
        return True
    names = {key(name) for name in matrix.players.values()}
    for at in range(len(matrix.lines[matrix.heading])):
        texts = [key(cells[at]) for cells in matrix.lines[matrix.heading + 1 :] if cells[at]]
        if at not in matrix.players and len(texts) > 1 and names.issuperset(texts):
            return True
    above = [] if matrix.turned else matrix.lines[: matrix.heading]
    titles = [source.name, grid.worksheet, *(text for cells in above for text in cells if text)]
    return any(map(_speaks_of_a_game, titles))


def _speaks_of_a_game(title: str) -> bool:
    meant = [label(word) for word in re.split(r"[^\w']+|_", title) if len(word) > 2]
    return any(x and (x.kind, x.name) in _WORDS_OF_GAMES for x in meant)


def _find_pairs(matrix: _Matrix) -> _Matrix | None:
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
    spoken = all(any(c.isalpha() for c in name) or not _figure(name) for name, _ in pairs)
    return spoken and sum(map(_figure, totals)) * 2 >= len(totals)


def _counts(heading: str, meanings: Collection[tuple[str, str]], *, unnamed: bool = False) -> bool:
    """Tell whether a heading has one of some meanings, its number left out; ``unnamed``: or is a number alone."""
    bare = _NUMBER.sub("", heading).strip()
    x = label(bare) if bare else None
    return (x is not None and (x.kind, x.name) in meanings) or (unnamed and bool(heading) and not bare)


def _find(matrix: _Matrix) -> _Matrix | None:
    """Find the headings of a matrix and its columns; None where it has none, or its figures are no totals."""
    filled = [i for i, cells in enumerate(matrix.lines) if any(cells)]
    for i in filled[:_TOP]:
        found = [label(text) if text else None for text in matrix.lines[i]]
        below = [matrix.lines[j] for j in filled if j > i]
        dated = [at for at in range(len(found)) if _holds_dates(matrix.lines[i][at], found[at], below, at)]
        if not dated:
            continue
        rows = [cells for cells in below if dates.readings(cells[dated[0]])]
        named = {
            at: text
            for at, text in enumerate(matrix.lines[i])
            if text and (_may_be_name(text, found[at]) or is_name(found[at], [cells[at] for cells in rows]))
        }
        players = {at: text for at, text in named.items() if _totals([cells[at] for cells in rows])}
        players = {at: text for at, text in players.items() if not _of_others(text, at, players, rows)}
        if any(_is_game(matrix.lines[j], dated[0]) for j in filled if j < i):
            return None  # of other players, whose headings are not understood
        if len(players) < 2 or len({key(name) for name in players.values()}) < len(players):
            continue
        cells = [points(row[at]) for row in rows for at in players if _figure(row[at])]
        if any(isinstance(v, int) and v < 0 for v in cells):
            return None
        if sum(isinstance(v, Bad) for v in cells) > _FEW_BAD * len(cells):
            return None
        if _tells_persons(matrix.lines[i], rows, players, dated[0]):
            return None
        matrix.heading, matrix.date, matrix.players, matrix.labels = i, dated[0], players, tuple(found)
        left = {at: text for at, text in named.items() if at not in players and at != dated[0]}
        others = {at: text for at, text in left.items() if any(_figure(cells[at]) for cells in rows)}
        matrix.notes = [f"{text!r} is left out: its figures are no totals of a player" for text in others.values()]
        if bare := without_numbers(list(players.values())):
            matrix.notes.append(numbers_told(next(iter(players.values()))))
            matrix.players = dict(zip(players, bare, strict=True))
        _find_fields(matrix, players)
        return matrix
    return None


def _find_fields(matrix: _Matrix, players: Collection[int]) -> None:
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
    if not headed and (x or not all(_dated(text) or _no_game(text) for text in filled)):
        return False
    texts = [text for text in filled if not _no_game(text)]
    dated = sum(bool(dates.readings(text)) for text in texts)
    return dated * 2 >= len(texts) > 0 if headed else len(texts) >= (2 if heading else 1) and dated > 0


def _may_be_name(text: str, x: Label | None) -> bool:
    """Tell whether a heading may be a player's name."""
    if not any(c.isalpha() for c in text) or len(text) > 40 or dates.readings(text):
        return False
    letter = x is not None and (x.kind == "stated" or x.name == "extra_yams") and len(text.strip(" .:")) == 1
    if x and not letter and not (x.kind == "box" and is_extreme_word(text)) and not is_given_name(text):
        return False
    if any(label(part) for part in text.split(".")[1:] if part):
        return False
    if (bare := _NUMBER.sub("", text).strip()) != text and (not bare or label(bare)):
        return False
    return not (names_sums(text) or is_count_word(text) or is_note(text) or is_statistics_word(text))


def _is_game(cells: Sequence[str], date: int) -> bool:
    """Tell whether a line has a date, and at least two totals."""
    values = [v for c in cells if isinstance(v := points(c), int)] if dates.readings(cells[date]) else []
    return sum(1 for v in values if v >= _LEAST) >= 2


def _figure(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _totals(cells: Sequence[str]) -> bool:
    """Tell whether cells are mostly whole numbers, large enough for totals, and do not just count."""
    values = [points(c) for c in cells if _figure(c)]
    whole = [v for v in values if isinstance(v, int)]
    counting = len(whole) > 2 and whole == list(range(whole[0], whole[0] + len(whole)))
    return len(whole) * 2 >= len(values) > 0 and not counting and max(whole, default=0) >= _LEAST


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


def _dated(text: str) -> bool:
    """Tell whether a text is a date, or one that cannot be."""
    return bool(dates.readings(text) or dates.candidates(text))


def _no_game(text: str) -> bool:
    """Tell whether a line that begins with a text is one of sums, counts or remarks."""
    sums = names_sums(text) or begins_with_sum_word(text)
    return sums or is_extreme_word(text) or is_count_word(text) or is_note(text)


@dataclass
class _Game:
    """Be one game of a matrix: its date as written, its fields, and (player, row, text) of each total."""

    date: str
    place: str
    fields: dict[str, str]
    cells: list[tuple[str, int, str]]
    notes: list[str]


def _games(matrix: _Matrix) -> Iterator[_Game]:
    """Yield the lines that are games; a line without a date has that of the line above it, unless it sums them up.

    A line with another text for its date is one, too: it is no date, and says so.
    """
    above: list[list[str]] = []
    date, last = "", matrix.heading
    players = matrix.players
    for line in range(matrix.heading + 1, len(matrix.lines)):
        cells = matrix.lines[line]
        if (again := _names_again(matrix, line)) is not None:
            players = again
            continue
        text = cells[matrix.date]
        totals = {at: cells[at] for at in (*players, *matrix.pairs.values()) if _figure(cells[at])}
        named = [cells[at] for at in (matrix.date, *matrix.fields.values()) if cells[at]]
        if not totals or any(map(_no_game, named)) or (not text and (not date or line != last + 1)):
            continue
        if (not text and _sums_up(totals, above)) or (matrix.turned and not _dated(text)):
            continue
        date, last = text or date, line
        above.append(cells)
        place = f"column {line + 1}" if matrix.turned else f"row {matrix.row(line, 0)}"
        names = players | {total: cells[at] for at, total in matrix.pairs.items() if cells[at]}
        words = {at: c for at in names if at not in totals and (c := cells[at]) and isinstance(points(c), Bad)}
        notes = [f"{place}: {names[at]} has {c!r} for a total, and counts as absent" for at, c in words.items()]
        fields = {name: cells[at] for name, at in matrix.fields.items() if cells[at]}
        found = [(names.get(at, ""), matrix.row(line, at), c) for at, c in totals.items()]
        yield _Game(date, place, fields, found, notes)


def _names_again(matrix: _Matrix, line: int) -> dict[int, str] | None:
    """Return the players of the lines below one of headings again, who may be others; None where it is no such line."""
    cells = matrix.lines[line]
    if matrix.turned or not _heads(matrix, cells):
        return None
    apart = {matrix.date, *matrix.fields.values()}
    lines = takewhile(lambda row: not _heads(matrix, row), islice(matrix.lines, line + 1, None))
    below = [row for row in lines if dates.readings(row[matrix.date])]
    named = {at: label(text) for at, text in enumerate(cells) if text and at not in apart}
    return {
        at: cells[at] for at, x in named.items() if _may_be_name(cells[at], x) or is_name(x, [row[at] for row in below])
    }


def _heads(matrix: _Matrix, cells: Sequence[str]) -> bool:
    """Tell whether a line has the word for the date above dates, and no figures."""
    x = label(cells[matrix.date]) if cells[matrix.date] else None
    return x is not None and (x.kind, x.name) == ("field", "date") and not any(map(_figure, cells))


def _sums_up(totals: Mapping[int, str], above: Sequence[Sequence[str]]) -> bool:
    """Tell whether a line is the sum, or the mean, of those above it."""
    for at, text in totals.items():
        values = [v for cells in above if cells[at] and isinstance(v := points(cells[at]), int)]
        value = points(text)
        mean = sum(values) / len(values) if values else 0
        if isinstance(value, int) and value != sum(values) and abs(value - mean) > 1:
            return False
    return True


def _left_out(grid: Grid, matrix: _Matrix, number: int) -> tuple[str, str]:
    """Return why a row of the grid holds no total of a game."""
    heading = matrix.date + 1 if matrix.turned else matrix.heading + 1
    if number < heading:
        return "title", "a line above the headings"
    if number == heading:
        return "heading", "the dates" if matrix.turned else "the headings"
    if any(_no_game(c) for c in map(clean, grid.row(number)) if c):
        return "sums", "a row of sums, means or counts"
    return "note", "a note, or a row without a date"


def _emit(grid: Grid, games: Sequence[_Game], calendar: Calendar, out: Collector) -> None:
    """Make a sheet of each total."""
    for game in games:
        day = calendar.day(game.date)
        if isinstance(day, Impossible):
            for _, row, _ in game.cells:
                message = f"{game.place}: {game.date!r} is no date. {dates.remedy(game.date)}"
                out.reject(grid.worksheet, row, "bad_value", message)
            continue
        fields = {"played": day, "worksheet": grid.worksheet, "block": out.block(), **game.fields}
        for player, row, text in game.cells:
            if not player:
                message = f"{game.place}: {text} stands beside no player. Write the name."
                out.reject(grid.worksheet, row, "no_player", message, fields)
                continue
            made = out.column(out.sheet(), "main", row, player, fields)
            made.put_stated("total", text, row)
            out.row(grid.worksheet, row, made.sheet)
