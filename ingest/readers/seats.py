"""Find the players of a paper sheet: the row of their names, and what stands among them and is no player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ingest.model import ReadOptions
from ingest.readers import dates, titles
from ingest.readers.beside_players import (
    adds_up,
    dated_beside,
    explains,
    holds_figures,
    is_player,
    plays,
    repeats_labels,
)
from ingest.readers.blocks import Block, cell
from ingest.readers.columns import (
    across,
    all_columns,
    columns_behind,
    drawn,
    is_spoken,
    is_sum_heading,
    names_with_columns,
    not_known_behind,
    not_understood,
    over_columns,
    parted_names,
    several,
)
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.headings import answered
from ingest.readers.labels import column_name, field_name
from ingest.readers.numbering import without_numbers
from ingest.readers.values import Bad, points
from ingest.readers.words import (
    COLUMNS,
    NAME_FIELDS,
    is_absent_word,
    key,
    words,
)

HEADER_REACH = 10  # rows above the first box in which the names are looked for
_LEFT_OUT = "Σ"  # reads like a column of sums


@dataclass
class Seat:
    """Be one column of figures: its player, the column of the sheet that it is, and where it stands."""

    at: int
    player: str
    column: str


@dataclass
class Seating:
    """Be what stands above a block: the row of names, the seats, and the columns that are none."""

    header: int
    seats: list[Seat] = field(default_factory=list)  # without a player where only columns are named
    unnamed: list[int] = field(default_factory=list)  # columns with figures and no name
    left_out: list[str] = field(default_factory=list)  # headings of columns that are no player's
    unclear: list[str] = field(default_factory=list)  # headings that may be columns, and are not all known
    sums: dict[int, str] = field(default_factory=dict)  # columns of sums over the columns of a player, with the name


@dataclass
class Bounds:
    """Be the part of a grid that belongs to a block: rows above it down from ``top``, columns ``left`` up to ``right``.

    ``left`` is before the labels where no other block stands there.
    """

    top: int
    right: int
    left: int

    def across(self, block: Block) -> list[int]:
        """Return the columns in which players of a block may stand."""
        return [c for c in range(self.left, self.right) if c != block.column]


def seat_alone(grid: Grid, block: Block, bounds: Bounds, found: Seating, player: str) -> Seating:
    """Seat the one player who is named above a block in its only column of figures, where no names are found."""
    figures = [c for c in bounds.across(block) if holds_figures(grid, block, c) and not explains(grid, block, c)]
    if found.seats or found.unclear or len(figures) != 1:
        return found
    return Seating(found.header, [Seat(figures[0], player, "main")])


def give_columns(grid: Grid, block: Block, bounds: Bounds, options: ReadOptions) -> dict[str, str]:
    """Write columns by their own names into the rows above a block, as a person has said, or as signs show them.

    Returns what was meant by each.
    Only rows that then name two columns are changed; what is to be ignored there is left out like a sum.
    """
    told: dict[str, str] = {}
    for i in range(max(bounds.top, block.first - HEADER_REACH), block.first):
        texts = {c: t for c in range(block.column + 1, bounds.right) if (t := cell(grid, i, c))}
        behind = columns_behind(list(texts.values()), options)
        for c in (c for c, t in texts.items() if t in behind):
            grid.rows[i][c] = behind[texts[c]]
            column = behind[texts[c]].rpartition(" ")[2]
            told |= {texts[c]: column, parted_names(list(texts.values()))[texts[c]][1]: column}
        signs = _signs(grid, i, texts, block)
        mine = {c: meant for c, t in texts.items() if (meant := options.said(t) or signs.get(t)) is not None}
        if not set(COLUMNS) & set(mine.values()) or not several(mine.get(c, t) for c, t in texts.items()):
            continue
        for c, meant in mine.items():
            if meant in (*COLUMNS, "ignore"):
                told[texts[c]] = answered(meant)
                grid.rows[i][c] = meant if meant in COLUMNS else _LEFT_OUT
    return told


def _signs(grid: Grid, row: int, texts: dict[int, str], block: Block) -> dict[str, str]:
    """Return the columns that signs stand for; letters may be players, unless they come again or names stand near."""
    signs = drawn(texts.values())
    letters_alone = all(text.isalpha() for text in signs) and len(set(texts.values())) == len(texts)
    return {} if letters_alone and not _named_near(grid, row, texts, block) else signs


def _named_near(grid: Grid, row: int, texts: Iterable[int], block: Block) -> bool:
    """Tell whether names stand above the headings of a row, or a player does over the labels.

    In a game of columns, or where they are the same below each, also where they stand between these and the boxes.
    """
    above = [cell(grid, row - 1, c) for c in texts] if row else []
    corner = cell(grid, row - 1, block.column) if row else ""
    titled = name_field(corner.partition(":")[0]) is not None or is_given_name(corner)
    if titled or grid.player or any(text and not dates.candidates(text) for text in above):
        return True
    below = [[cell(grid, i, c) for c in texts] for i in range(row + 1, min(block.rows))]
    spoken = [line for line in below if any(map(is_spoken, line)) and not all_columns(line)]
    alike = any(len(set(map(key, line))) == 1 for line in spoken)
    return alike or (bool(spoken) and {"max", "min"} <= {box for box, _ in block.boxes})


def put_names_lowest(grid: Grid, blocks: Sequence[Block]) -> None:
    """Put the row called that of the players right above the boxes, below rows that tell of their games.

    Only rows with a label of their own, one below the other, are changed.
    """
    for block in blocks:
        rows: list[int] = []
        for i in range(block.first - 1, max(block.first - HEADER_REACH, 0) - 1, -1):
            text = cell(grid, i, block.column).rstrip(" :")
            if not field_name(text) or (rows and name_field(cell(grid, rows[-1], block.column))):
                break
            rows.append(i)
        if len(rows) > 1 and name_field(cell(grid, rows[-1], block.column)):
            *below, names = [grid.rows[i] for i in rows]
            named = {c: text for c in range(block.column + 1, len(names)) if (text := cell(grid, rows[-1], c))}
            told = {c for i in rows for c in range(block.column + 1, len(grid.rows[i])) if cell(grid, i, c)}
            if told > named.keys() or len(set(named.values())) == 1:
                continue  # a player over several games
            for i, cells in zip(rows, (names, *below), strict=True):
                grid.rows[i] = cells


def find_seats(grid: Grid, block: Block, bounds: Bounds) -> Seating:
    """Find the row of names above the boxes, and the row of columns where a player has several."""
    reach = [c for c in bounds.across(block) if c > block.column or plays(grid, block, c)]
    reach = [c for c in reach if not repeats_labels(grid, block, c)]
    lines = _headings(grid, block, bounds, reach)
    if not lines:
        figures = [c for c in reach if holds_figures(grid, block, c) and not explains(grid, block, c)]
        return Seating(max(block.first - 1, 0), unnamed=figures)
    while len(lines) > 1 and (twice := _columns_twice(grid, lines, reach)) is not None:
        if _are_names(twice):
            break
        if not all(_same_column(*pair) for pair in twice):
            return Seating(lines[0], unclear=[f"{upper} / {lower}" for upper, lower in twice])
        del lines[0]
    return _seated(grid, block, _heads(grid, lines, reach))


def _seated(grid: Grid, block: Block, heads: _Heads) -> Seating:
    """Seat the players below their names; a column of figures that is none of theirs is left out, or has no name."""
    found = Seating(heads.header, unclear=heads.unclear)
    if not heads.columns:
        found.unclear = not_understood(heads.upper, heads.names, [box for box, _ in block.boxes])
    known = _known(heads.columns)
    nobody = _names_nobody(heads, known)
    for c, name in heads.names.items():
        left_out = ""
        column = heads.column(c)
        if column is None:
            left_out = heads.columns[c]
            found.sums |= {c: name} if name and is_sum_heading(left_out) else {}
            found.unnamed += [c] if not left_out and _lacks_column(grid, block, c, heads.columns) else []
        elif explains(grid, block, c):
            left_out = name or f"column {letters(c)}"
        elif is_player(grid, block, c, heads.names) or (nobody and holds_figures(grid, block, c)):
            found.seats.append(Seat(c, name.rstrip(" :"), column))
        elif name and not dated_beside(grid, block, c, name):
            left_out = name
        elif holds_figures(grid, block, c):
            found.unnamed.append(c)
        elif any(isinstance(points(cell(grid, i, c)), int) for i in block.boxes.values()):
            left_out = f"column {letters(c)}"
        found.left_out += [left_out] if left_out else []
    if bare := without_numbers([seat.player for seat in found.seats]):
        found.seats = [replace(seat, player=name) for seat, name in zip(found.seats, bare, strict=True)]
    return found


def _names_nobody(heads: _Heads, known: Sequence[str]) -> bool:
    """Tell whether nobody is named above the columns of a sheet, or above the same ones again below each date."""
    above = [text for text in heads.upper.values() if text]
    times = len(above) if len(above) > 1 and titles.tell_games_apart(above) else 1
    one = known[: len(known) // times]
    return bool(one) and not any(heads.names.values()) and len(one) == len(set(one)) and list(known) == [*one] * times


def _lacks_column(grid: Grid, block: Block, at: int, columns: dict[int, str]) -> bool:
    """Tell whether figures that stand amid the columns of players have no heading, and neither add up nor explain."""
    before = [c for c, text in columns.items() if c < at and text]
    amid = bool(before) and any(text for c, text in columns.items() if c > at)
    if not amid or not plays(grid, block, at) or explains(grid, block, at):
        return False
    run = [c for c in before if all(columns.get(between) for between in range(c, at))]
    return len(run) < 2 or not adds_up(grid, block, at, run)


@dataclass
class _Heads:
    """Be what two rows tell above each column of figures: whose it is, and where any is named, which of the sheet.

    ``header`` is the upper row of the two where it tells either; ``upper`` is what that one says.
    """

    header: int
    names: dict[int, str]
    columns: dict[int, str]
    upper: dict[int, str]
    unclear: list[str] = field(default_factory=list)

    def column(self, at: int) -> str | None:
        """Return the column of the sheet that stands there, None where others are named and this is none."""
        named = column_name(self.columns[at]) if self.columns else ("main",)
        return named[0] if named else None


def _heads(grid: Grid, lines: list[int], reach: list[int]) -> _Heads:
    """Tell names from columns in the two lowest rows above the boxes: columns below names, above them, or beside."""
    names = {c: cell(grid, lines[0], c) for c in reach}
    upper = {c: cell(grid, lines[1], c) if len(lines) > 1 else "" for c in reach}
    if any(upper.values()) and (above := _above_points(upper, names)):
        names, lines = above, lines[1:]
        upper = {c: cell(grid, lines[1], c) if len(lines) > 1 else "" for c in names}
    named = any(upper.values()) and not all(dates.candidates(t) for t in upper.values() if t)
    header = lines[1] if named else lines[0]
    if all_columns(names.values()) and (named or several(names.values())):
        return _Heads(header, over_columns(upper, names) if named else dict.fromkeys(names, ""), names, upper)
    if all_columns(upper.values()) and len([t for t in upper.values() if t]) > 1:
        return _Heads(header, names, across(upper, names), upper)
    if inline := names_with_columns(names):
        alone = {c: (text, text if is_sum_heading(text) else "main") for c, text in names.items()}
        both = {**alone, **inline}
        columns, open_ = {c: both[c][1] for c in names}, not_known_behind(list(filter(None, names.values())), False)
        return _Heads(lines[0], {c: both[c][0] for c in names}, columns, upper, open_)
    return _Heads(lines[0], names, {}, upper)


def _above_points(upper: dict[int, str], lower: dict[int, str]) -> dict[int, str]:
    """Return the names above the columns of points, where columns are headed "dice" and "points" below the names."""
    headed = {c: field_name(text) for c, text in lower.items() if text}
    if not set(headed.values()) <= {"points", "dice", "throws", "turn"} or any(map(dates.candidates, upper.values())):
        return {}
    return {c: text for c, text in across(upper, lower).items() if headed.get(c) == "points"}


def _columns_twice(grid: Grid, lines: list[int], reach: list[int]) -> list[tuple[str, str]] | None:
    """Pair what two lines name each column, in words and in arrows; None where they do not both name columns."""
    lower, upper = ({c: cell(grid, i, c) for c in reach} for i in lines[:2])
    if not (all_columns(lower.values()) and all_columns(upper.values())):
        return None
    return [(text, lower[c]) for c, text in across(upper, lower).items() if text and lower[c]]


def _are_names(twice: list[tuple[str, str]]) -> bool:
    """Tell whether what stands above columns is a player called like one, as "Libera" is: over each of a sheet's."""
    below: dict[str, list[str]] = {}
    for upper, lower in twice:
        below.setdefault(key(upper), []).append(key(lower))
    return all(len(columns) in (3, 4) and several(columns) for columns in below.values())


def _same_column(one: str, other: str) -> bool:
    named = [column_name(text) for text in (one, other)]
    return len({x[0] if x else None for x in named}) == 1


def _headings(grid: Grid, block: Block, bounds: Bounds, reach: list[int]) -> list[int]:
    """Return the lines above the boxes that may hold the names, the nearest first.

    Figures and marks beside a label are a line of a game ("Puncte | 3 | 5"); they are no names either where words stand
    above every one of them.
    """
    first = min(block.rows)
    found: list[tuple[int, bool, dict[int, str]]] = []
    for i in range(first - 1, max(bounds.top, first - HEADER_REACH) - 1, -1):
        texts = {c: t for c in reach if (t := cell(grid, i, c))}
        figures = all(not isinstance(points(t), Bad) for t in texts.values())
        if (
            not any(is_spoken(t) and not is_absent_word(t) for t in texts.values())
            or are_weekdays(texts.values())
            or (figures and _is_line(cell(grid, i, block.column)))
        ):
            continue
        while found and (found[-1][1] or _says_one(found[-1][2])) and not figures and _names_each(texts, found[-1][2]):
            found.pop()
        found.append((i, figures, texts))
    labelled = next((n for n, (i, *_) in enumerate(found) if name_field(cell(grid, i, block.column))), 0)
    names = found[labelled][2] if found else {}
    below = [line for line in found[:labelled] if all_columns(line[2].values()) or not _names_each(names, line[2])]
    return [i for i, *_ in (*below, *found[labelled:])]


def are_weekdays(texts: Iterable[str]) -> bool:
    """Tell whether texts are days of the week, and not all of them first names as well."""
    filled = [text for text in texts if text]
    return bool(filled) and all(key(t) in words().weekdays for t in filled) and not all(map(is_given_name, filled))


def name_field(text: str) -> str | None:
    """Return which kind of names a label stands beside: the players', or their first names or surnames."""
    name = field_name(text.rstrip(" :→>"))
    return name if name in NAME_FIELDS else None


def _names_each(names: dict[int, str], below: dict[int, str]) -> bool:
    """Tell whether a line has a word of its own above every cell of another."""
    above = [key(names.get(c, "")) for c in below]
    return all(above) and len(set(above)) == len(above)


def _says_one(texts: dict[int, str]) -> bool:
    """Tell whether a line has the same letter above every column of figures: the only column of each sheet."""
    letters_said = {key(text) for text in texts.values()}
    return len(texts) > 1 and len(letters_said) == 1 and len(*letters_said) == 1 and not all_columns(texts.values())


def _is_line(text: str) -> bool:
    """Tell whether a text beside figures is the label of a line of the game, and no word for players or games."""
    return bool(text) and not field_name(text.rstrip(" :#."))


def _known(columns: dict[int, str]) -> list[str]:
    """List the columns that headings name."""
    return [named[0] for text in columns.values() if (named := column_name(text))]


def letters(column: int) -> str:
    """Name a column as spreadsheets do."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text
