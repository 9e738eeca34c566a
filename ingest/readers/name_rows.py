"""Join the names of players that stand in two rows above a paper sheet: first names in one, surnames in the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ingest.model import Question, ReadOptions
from ingest.readers import dates
from ingest.readers.blocks import Block, cell
from ingest.readers.collect import Collector
from ingest.readers.columns import all_columns, is_spoken, is_sum_heading, not_understood
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.headings import answered
from ingest.readers.labels import label
from ingest.readers.seats import HEADER_REACH, Bounds
from ingest.readers.titles import is_game_title
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import NAME_FIELDS, is_count_word, is_note, is_statistics_word, key, words

#: What the upper of two rows of words may hold: first names or surnames, which go together with the other kind below
#: them, the whole names, or none.
CHOICES = ("given_name", "surname", "player", "ignore")
_MOST_ROWS = 3  # first names, middle names, surnames
_MANY = 4  # players of two teams
_INITIAL = re.compile(r"[^\W\d_]\.")


@dataclass
class NameRows:
    """Be what came of rows of names: what is to be told, what was said of a heading, the question that is left."""

    notes: dict[str, None] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    question: Question | None = None


@dataclass(frozen=True)
class _Line:
    """Be a row of words above a block, without the headings of sums: what it is called, and its texts by column."""

    row: int
    called: str  # one of NAME_FIELDS, "other", or nothing
    texts: dict[int, str]
    sums: dict[int, str]  # the headings of sums beside them
    names: bool  # whether they can be names; else they are seats or weekdays


@dataclass(frozen=True)
class _Pair:
    """Be the two lowest rows of words above a block, and what the upper one holds: one of CHOICES, None if undecided.

    ``doubtful``: the lower one seems to hold first names, and the upper one surnames or anything else.
    """

    block: Block
    upper: _Line
    lower: _Line
    meant: str | None
    doubtful: bool = False


def join(
    grid: Grid, blocks: Sequence[Block], bounds: Sequence[Bounds], options: ReadOptions, out: Collector
) -> NameRows:
    """Write names that stand in two rows into the lower one where that is sure; else ask what the upper one holds.

    What the rows above one block show counts for those of the other blocks that show nothing.
    """
    done = NameRows()
    joined: dict[int, int] = {}  # by block, the row in which whole names stand now
    emptied: dict[int, None] = {}
    for _ in range(_MOST_ROWS - 1):
        found = [_pair(grid, block, bound, options, joined) for block, bound in zip(blocks, bounds, strict=True)]
        pairs = [pair for pair in found if pair]
        known = {pair.meant for pair in pairs} - {None, "ignore"}
        for pair in pairs:
            meant = pair.meant
            if meant is None and len(known) == 1 and (not pair.doubtful or "surname" in known):
                meant = next(iter(known))
            first = next(iter(pair.upper.texts.values()))
            if meant is None and done.question is None:
                done.question = _question(grid, pair, first)
            if meant is None or options.said(first, CHOICES):
                done.headings[first] = answered(meant or "ignore")
            if meant is not None and meant != "ignore":
                done.notes[_write(grid, pair, meant)] = None
                joined[id(pair.block)] = pair.lower.row
                emptied[pair.upper.row] = None
    for i in emptied:
        if not any(map(clean, grid.rows[i])):
            out.ignore(grid.worksheet, i + 1, "heading", "the names of the players, with those in the row below")
    return done


def _write(grid: Grid, pair: _Pair, meant: str) -> str:
    """Put whole names into the lower of two rows, and return what is to be told of it."""
    upper, lower = pair.upper, pair.lower
    cells, shown = grid.rows[lower.row], ""
    cells.extend([""] * (len(grid.rows[upper.row]) - len(cells)))
    for c, above in {**upper.sums, **upper.texts}.items():
        below = clean(cells[c])
        parts = {"given_name": (above, below), "surname": (below, above), "player": (above,)}[meant]
        cells[c] = " ".join(filter(None, parts))
        grid.rows[upper.row][c] = ""
        shown = shown or (cells[c] if below else "")
    if meant == "player":
        return f"row {lower.row + 1} is not read: the names are those in row {upper.row + 1}"
    return f"the names in the rows {upper.row + 1} and {lower.row + 1} are read together: {shown}"


def _question(grid: Grid, pair: _Pair, first: str) -> Question:
    below = next(text for c, text in pair.lower.texts.items() if c in pair.upper.texts)
    return Question(
        "names",
        f"{grid.where(pair.upper.row + 1)} has {first!r} and row {pair.lower.row + 1} {below!r} where the names of the "
        f'players stand. Say --heading "{first}=given_name" if the upper row holds first names and the lower one '
        f'surnames, --heading "{first}=surname" if it is the other way round, --heading "{first}=player" if only the '
        f'upper row holds names, --heading "{first}=ignore" if only the lower one does. Or write a name in one cell.',
        CHOICES,
        first,
    )


def _pair(grid: Grid, block: Block, bounds: Bounds, options: ReadOptions, joined: dict[int, int]) -> _Pair | None:
    """Return the two rows above a block that may both hold names; None where one only does, as the reader finds it."""
    lower, upper = (*islice(_lines(grid, block, bounds), 2), None, None)[:2]
    if lower is None or upper is None or not (lower.texts.keys() & upper.texts.keys()):
        return None
    said = next((meant for text in upper.texts.values() if (meant := options.said(text, CHOICES))), None)
    if said:
        return _Pair(block, upper, lower, said)
    if {lower.called, upper.called} & {"other"} and {lower.called, upper.called} & {*NAME_FIELDS}:
        return None
    if not_understood(upper.texts, lower.texts, [box for box, _ in block.boxes]):
        return None  # columns below the players
    both = upper.texts.keys() & lower.texts.keys()
    above, below = _given(upper, both), _given(lower, both)
    if joined.get(id(block)) == lower.row:
        return _Pair(block, upper, lower, "given_name") if above * 2 >= len(both) else None
    if not lower.names:
        seats = not upper.called and lower.texts.keys() <= upper.texts.keys() and above * 2 >= len(both)
        return _Pair(block, upper, lower, None) if seats else None
    return _judged(block, upper, lower, above, below)


def _judged(block: Block, upper: _Line, lower: _Line, above: int, below: int) -> _Pair | None:
    """Judge two rows of words by what they are called and how many first names, ``above`` and ``below``, they hold."""
    both = len(upper.texts.keys() & lower.texts.keys())
    if "given_name" in (upper.called, lower.called):
        return _Pair(block, upper, lower, "given_name" if upper.called == "given_name" else "surname")
    if above * 2 >= both >= below * 2 and above > below:
        teams = both * 2 < len(lower.texts) or (both * 2 == len(lower.texts) >= _MANY)
        sure = not teams and "other" not in (upper.called, lower.called) and not _are_remarks(upper, lower)
        return _Pair(block, upper, lower, "given_name" if sure else None)
    if "other" in (upper.called, lower.called) or both * 2 <= len(lower.texts) or _is_title(upper):
        return None
    if below * 2 >= both >= above * 2 and below > above:
        return _Pair(block, upper, lower, "surname" if upper.called else None, doubtful=True)
    return _Pair(block, upper, lower, None)


def _are_remarks(upper: _Line, lower: _Line) -> bool:
    """Tell whether small words stand below names in capitals: "gazdă", "absent"."""
    named = all(text[0].isupper() for text in upper.texts.values())
    return named and not any(word[0].isupper() for text in lower.texts.values() for word in text.split())


def _is_title(line: _Line) -> bool:
    """Tell whether a row above names says the same of all, or is a title of several words above a single one."""
    texts = {key(text) for text in line.texts.values()}
    return len(texts) == 1 and (len(line.texts) > 1 or any(" " in text for text in line.texts.values()))


def _given(line: _Line, columns: Collection[int]) -> int:
    return sum(c in line.texts and is_given_name(line.texts[c]) for c in columns)


def _lines(grid: Grid, block: Block, bounds: Bounds) -> Iterator[_Line]:
    """Yield the rows of words above a block, the lowest first; headings of columns, dates and figures are passed over.

    They end where a row is something else, or at the second blank row.
    """
    first = min(block.rows)
    blank, found = 0, 0
    for i in range(first - 1, max(bounds.top, first - HEADER_REACH) - 1, -1):
        filled = {c: t for c in bounds.across(block) if (t := cell(grid, i, c))}
        blank = blank + 1 if not any(map(is_spoken, filled.values())) else 0
        if blank > 1:
            return
        texts = {c: t for c, t in filled.items() if not is_sum_heading(t)}
        passed = blank or all_columns(filled.values()) or all(map(_is_no_word, texts.values()))
        if passed and not (found and not blank):
            continue
        names = _are_names(texts)
        if passed or not (names or (not found and _are_seats(texts))):
            return
        found += 1
        sums = {c: t for c, t in filled.items() if c not in texts}
        yield _Line(i, _called(cell(grid, i, block.column)), texts, sums, names)


def _is_no_word(text: str) -> bool:
    """Tell figures, dates, games and the headings of what stands in columns below a name: dice, points."""
    x = label(text)
    part = x is not None and x.kind == "field" and x.name in ("dice", "throws", "turn")
    return part or is_game_title(text) or not isinstance(points(text), Bad) or bool(dates.readings(text))


def _called(text: str) -> str:
    """Return what the label before a row of words says of them; a title, or the heading of the labels, says nothing."""
    x = label(text.rstrip(" :→>")) if text else None
    if x and x.kind == "field":
        return x.name if x.name in NAME_FIELDS else "" if x.name in ("box", "game") else "other"
    title = x or len(text.split()) > 1 or any(c.isdigit() for c in text)
    return "other" if text and not title else ""


def _are_names(texts: dict[int, str]) -> bool:
    """Tell whether texts can be names: words without figures, most of which mean nothing else."""
    plain = [t for t in texts.values() if _INITIAL.fullmatch(t) or is_given_name(t) or means_nothing(t)]
    first = texts[min(texts)] if texts else ""
    x = label(first.rstrip(" :"))
    if first not in plain and (is_note(first) or (x and x.kind == "field")):
        return False  # a title with what it tells beside it
    spoken = not any(any(c.isdigit() for c in t) or is_game_title(t) for t in texts.values())
    return spoken and len(plain) * 2 >= len(texts) > 0


def means_nothing(text: str) -> bool:
    """Tell whether a word means nothing that is known, and so may be a name."""
    others = (label, dates.names_month, is_statistics_word, is_count_word, is_note)
    return (
        text[0].isalpha()
        and len(key(text)) > 1
        and key(text) not in words().weekdays
        and not any(other(text) for other in others)
    )


def _are_seats(texts: dict[int, str]) -> bool:
    """Tell whether texts are weekdays, letters, or codes like "P1", and count no games."""
    coded = all(len(key(t)) == 1 or key(t) in words().weekdays or any(c.isdigit() for c in t) for t in texts.values())
    return coded and not any(is_game_title(t) or dates.candidates(t) for t in texts.values())


__all__ = ["CHOICES", "NameRows", "join"]
