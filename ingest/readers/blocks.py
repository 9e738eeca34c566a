"""Find the runs of boxes down a column that make a sheet of the paper layout."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile

from ingest.readers.by_others import alike_again, by_others
from ingest.readers.grid import Grid
from ingest.readers.labels import Label, column_name, label
from ingest.readers.values import UNCOMPUTED, Bad, clean, points
from ingest.readers.words import SECTION_OF, UPPER, WHOLE_SHEET, key

_NUMBERED = re.compile(r"(\d{1,2})\s*[.):\-–]\s*(\S.*)")
_LEAST_NUMBERED = 6
_LEAST_TOTAL = 60  # more than any box of five dice gives, and than places and Whist points are
_LEAST_COUNTED = 4  # faces one after the other that make figures labels
_GAMES = ("yams", "double_yams")  # boxes that bear the name of a game
_SECTIONS = frozenset(("upper", "lower", *SECTION_OF.values()))


@dataclass
class Block:
    """Be one run of boxes down a column: rows and columns from 0, ``boxes`` and ``rows`` (row -> label as written).

    ``above`` is the block that it was parted from, ``dates`` what stands as the date beside its rows, ``player`` whose
    name stands above its labels.
    """

    column: int
    boxes: dict[tuple[str, str | None], int] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    above: Block | None = None
    dates: tuple[str, ...] = ()
    player: str = ""

    @property
    def first(self) -> int:
        """Return the row of the first box."""
        return min(self.boxes.values())

    @property
    def last(self) -> int:
        """Return the last row that the block accounts for."""
        return max(self.rows)


class Placed:
    """Find the blocks of a grid by the rows that they stand in."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = sorted(blocks, key=lambda block: block.first)
        self._firsts = [block.first for block in self._blocks]
        self._lasts = sorted(block.last for block in self._blocks)
        self._reach = list(accumulate((block.last for block in self._blocks), max))  # of a block and those before it

    def within(self, first: int, last: int) -> Iterator[Block]:
        """Yield the blocks that stand in any of these rows, in no certain order."""
        for at in range(bisect_right(self._firsts, last) - 1, -1, -1):
            if self._reach[at] < first:
                return
            if self._blocks[at].last >= first:
                yield self._blocks[at]

    def end_above(self, row: int) -> int:
        """Return the last row of the blocks that end above a row, -1 where there are none."""
        at = bisect_left(self._lasts, row)
        return self._lasts[at - 1] if at else -1

    def add(self, block: Block, row: int, text: str) -> None:
        """Give a block one more row."""
        self._lasts.remove(block.last)
        block.rows[row] = text
        insort(self._lasts, block.last)
        for at in range(bisect_left(self._firsts, block.first), len(self._blocks)):
            if self._reach[at] >= block.last and self._firsts[at] > block.first:
                return
            self._reach[at] = max(self._reach[at], block.last)


def cell(grid: Grid, row: int, column: int) -> str:
    """Return a cell's text, or nothing beyond the edge."""
    cells = grid.rows[row]
    return clean(cells[column]) if column < len(cells) else ""


def counts_boxes(grid: Grid, block: Block, column: int) -> bool:
    """Tell whether a column numbers the boxes, 1 to 13, before the labels of the next game."""
    found = [points(cell(grid, i, column)) for i in sorted(block.boxes.values())]
    return all(value == n for n, value in enumerate(found, 1))


def find_blocks(grid: Grid) -> list[Block]:
    """Return every run of boxes down a column of the grid, from the top, then from the left."""
    found: list[Block] = []
    numbered: list[Block] = []
    for column in range(min(max((len(r) for r in grid.rows), default=0), 400)):
        texts = unnumbered({i: t for i in range(len(grid.rows)) if (t := cell(grid, i, column)) and not _is_formula(t)})
        by_case = by_others(texts.values())
        meant = {i: x for i, t in texts.items() if (x := by_case.get(t) or label(t))}
        rows = list(meant)
        meant |= {rows[n]: x for n, x in alike_again([texts[i] for i in rows], [*meant.values()]).items()}
        spoken = {x.name for i, x in meant.items() if x.kind == "box" and not isinstance(points(texts[i]), int)}
        if len(spoken) >= 2:
            meant = _without_figures(texts, meant)
            found.extend(b for b in _split(grid, column, texts, meant) if _plausible(b))
        elif _counts_to_six(texts):
            counted = (b for b in _split(grid, column, texts, meant) if _plausible(b))
            numbered.extend(b for b in counted if not _counts_on(texts, b) and not _counts_players(grid, b))
    every, naming = Placed([*found, *numbered]), {id(block) for block in found}
    for block in numbered:  # figures alone name boxes only where no words beside them do
        if not any(id(b) in naming and not _other_half(block, b) for b in every.within(block.first, block.last)):
            naming.add(id(block))
            found.append(block)
    return sorted(_without_repeats(grid, found), key=lambda b: (b.first, b.column))


def _is_formula(text: str) -> bool:
    """Tell whether a text is a formula without its value, or an error: "=SUM(B3:B8)" is no label of a sum."""
    return text[0] in "=#" and UNCOMPUTED.fullmatch(text) is not None


def _without_repeats(grid: Grid, blocks: Sequence[Block]) -> list[Block]:
    """Leave out labels that explain or repeat those to the left: right beside the same ones, or beside no figures.

    "Sum of ones" stands behind "Ones", or behind all players. One more may be the name of a player further up: "Max".
    """
    at: dict[tuple[tuple[str, str | None], int], set[int]] = {}
    for block in blocks:
        for line in block.boxes.items():
            at.setdefault(line, set()).add(block.column)
    same = {id(b): Counter(c for line in b.boxes.items() for c in at[line] if c < b.column) for b in blocks}
    apart = [b for b in blocks if same[id(b)][b.column - 1] < len(b.boxes)]
    placed = Placed(apart)

    def has_figures(block: Block) -> bool:
        near = (b for b in placed.within(block.first, block.last) if b.column > block.column)
        following = min(near, key=lambda b: b.column, default=None)
        end = following.column - counts_boxes(grid, following, following.column - 1) if following else None
        beside = (points(clean(c)) for i in block.boxes.values() for c in grid.rows[i][block.column + 1 : end])
        return any(isinstance(value, int) for value in beside)

    return [b for b in apart if max(same[id(b)].values(), default=0) < len(b.boxes) - 1 or has_figures(b)]


def _counts_on(texts: Mapping[int, str], block: Block) -> bool:
    """Tell whether figures count on beyond six: then they are rounds, and no faces."""
    return any(texts.get(row + 1) == "7" for (box, _), row in block.boxes.items() if box == UPPER[-1])


def _counts_players(grid: Grid, block: Block) -> bool:
    """Tell whether figures are the places, or the numbers, of players in the lines of a table, by its headings."""
    above = (i for i in range(block.first - 1, -1, -1) if not isinstance(points(cell(grid, i, block.column)), int))
    heading = next(above, None)
    if heading is None:
        return False
    found = {at: x for at, text in enumerate(grid.rows[heading]) if (x := label(clean(text)))}
    own = found.pop(block.column, None)
    players = [cell(grid, block.first, at) for at, x in found.items() if (x.kind, x.name) == ("field", "player")]
    named = any(isinstance(points(text), Bad) and not label(text) for text in players)
    return bool(own and own.name == "place") or named


def _without_figures(texts: dict[int, str], meant: dict[int, Label]) -> dict[int, Label]:
    """Leave out the figures of players above or below the labels: those that do not count the faces through."""
    faces = [UPPER.index(x.name) if (x := meant.get(i)) and x.name in UPPER else None for i in texts]

    def counts(at: int, face: int) -> bool:
        near = range(max(at - len(UPPER) + 1, 0), min(at + len(UPPER), len(faces)))
        return any(sum(faces[n] == face + step * (n - at) for n in near) >= _LEAST_COUNTED for step in (1, -1))

    figures = [isinstance(points(t), int) and any(map(str.isalnum, t)) for t in texts.values()]
    lines = zip(texts, faces, figures, strict=True)
    kept = {i for at, (i, face, figure) in enumerate(lines) if not figure or (face is not None and counts(at, face))}
    return {i: x for i, x in meant.items() if i in kept}


def _other_half(numbered: Block, block: Block) -> bool:
    """Tell whether a block of figures names boxes that the block beside it has not, with players between the two."""
    return abs(block.column - numbered.column) > 1 and not numbered.boxes.keys() & block.boxes.keys()


def unnumbered(texts: dict[int, str]) -> dict[int, str]:
    """Take the numbers from the labels of boxes that are counted through: "7. Brelan"."""
    found = {i: m for i, t in texts.items() if (m := _NUMBERED.fullmatch(t)) and (x := label(m[2])) and x.kind == "box"}
    numbers = [int(m[1]) for m in found.values()]
    counted = all(n > before or n == 1 for before, n in zip([0, *numbers], numbers, strict=False))
    return {**texts, **{i: m[2] for i, m in found.items()}} if counted and len(numbers) >= _LEAST_NUMBERED else texts


def parted_beside(blocks: Sequence[Block]) -> list[list[Block]]:
    """Group blocks side by side whose boxes are all different: a sheet that is printed in two halves, or more."""
    groups: list[list[Block]] = []
    group_of: dict[int, int] = {}
    placed = Placed(blocks)
    for block in blocks:
        near = {id(b) for b in placed.within(block.first, block.last)}
        fitting = (n for n in sorted({group_of[b] for b in near & group_of.keys()}) if _is_half(block, groups[n], near))
        at = next(fitting, len(groups))
        if block.above is not None:
            at = min(at, group_of[id(block.above)])
        groups[at : at + 1] = [[*(groups[at] if at < len(groups) else ()), block]]
        group_of[id(block)] = at
    return groups


def _is_half(block: Block, group: Sequence[Block], near: Collection[int]) -> bool:
    """Tell whether a block has other boxes than all blocks of a group, which stand to the left of it in its rows."""
    beside = all(b.column < block.column and id(b) in near for b in group)
    return beside and not any(b.boxes.keys() & block.boxes.keys() for b in group)


def parted_below(block: Block, row: int) -> list[Block]:
    """Part a block into its lines before a row and those after it."""
    upper, lower = Block(block.column), Block(block.column)
    for mark, i in block.boxes.items():
        (upper if i < row else lower).boxes[mark] = i
    for i, text in block.rows.items():
        (upper if i < row else lower).rows[i] = text
    lower.above = upper
    return [upper, lower]


def _counts_to_six(texts: dict[int, str]) -> bool:
    """Tell whether a column holds 1, 2 … 6 straight down."""
    return any(all(texts.get(i + n) == str(n + 1) for n in range(6)) for i, t in texts.items() if t == "1")


def _split(grid: Grid, column: int, texts: dict[int, str], meant: dict[int, Label]) -> list[Block]:
    """Cut a column of labels where a box comes again: there the next game begins."""
    blocks = [Block(column)]
    for i, text in texts.items():
        x = meant.get(i)
        block = blocks[-1]
        if x is None or _is_field(grid, block, x, i) or _heads_section(grid, x, i, column):
            continue
        if x.kind == "box":
            mark = (x.name, x.column)
            follows = (n := meant.get(i + 1)) is not None and n.kind == "box"
            title = not block.boxes and not follows and not filled(grid, i, column)
            begins = not block.boxes or mark in block.boxes
            if x.name in _GAMES and begins and (title or _beside_names(grid, i, column)):
                continue  # the game's name, as a title or in the corner of the row of players
            if mark in block.boxes and _is_place(grid, i, column, block.boxes[mark]):
                continue
            if mark in block.boxes:
                if _is_title(grid, block, block.boxes[mark]):
                    del block.rows[block.boxes[mark]]
                elif mark[0] in _GAMES and not filled(grid, i, column):
                    continue  # the game's name as a title between two sheets
                else:
                    block = Block(column, rows=_taken_over(grid, block, i))
                    blocks.append(block)
            block.boxes[mark] = i
        block.rows[i] = text
    for block in blocks[:1]:
        above = _below_names(grid, column, 0, block.first) if block.boxes else 0
        block.rows = {i: t for i, t in block.rows.items() if i >= above}
    found = _joined(grid, [b for b in blocks if b.boxes])
    for block in found[-1:]:
        end, others = _begins_totals(grid, block), found[:-1]
        if _states_total(block, end) or (others and not any(_states_total(b, len(grid.rows)) for b in others)):
            block.rows = {i: t for i, t in block.rows.items() if i < end}
    return found


def _is_field(grid: Grid, block: Block, x: Label, row: int) -> bool:
    """Tell whether a label is that of a field; "score" below the boxes of a whole sheet, beside totals, is none."""
    if x.kind != "field" or x.name == "extra_yams":
        return False
    beside = [points(clean(c)) for c in grid.rows[row][block.column + 1 :]] if x.name == "points" else []
    return len(block.boxes) < WHOLE_SHEET or not any(isinstance(v, int) and v >= _LEAST_TOTAL for v in beside)


def _states_total(block: Block, end: int) -> bool:
    """Tell whether the total of a game stands below its boxes, before a row."""
    sums = (label(t) for i, t in block.rows.items() if max(block.boxes.values()) < i < end)
    return any(x and x.kind == "stated" and x.name in ("total", "sum") for x in sums)


def _begins_totals(grid: Grid, block: Block) -> int:
    """Return the row where totals of all games begin below the last: with names that stand above, or a title."""
    known = {key(clean(c)) for cells in grid.rows[: block.first] for c in cells if c}
    for i in range(max(block.boxes.values()) + 1, len(grid.rows)):
        texts = [t for c in grid.rows[i][block.column + 1 :] if (t := clean(c))]
        titled = i in block.rows and not texts and not any(map(clean, grid.rows[i - 1]))
        if titled or (len(texts) > 1 and _are_names(texts) and all(key(t) in known for t in texts)):
            return i
    return len(grid.rows)


def _is_place(grid: Grid, row: int, column: int, before: int) -> bool:
    """Tell whether a number that may be a box again is a place in standings: a name stands beside it.

    Between the two may be points, if the name is one that stands above. What stood beside the same box in the row
    ``before`` as well explains it.
    """
    if not key(cell(grid, row, column)).isdigit():
        return False
    beside = [cell(grid, row, c) for c in range(column + 1, len(grid.rows[row]))]
    if beside and _is_word(beside[0]):
        return beside[0] != cell(grid, before, column + 1) and column_name(beside[0]) is None
    filled = [text for text in beside if text]
    known = len(filled) == 2 and filled[0] == beside[0] and _is_word(filled[1])
    return known and any(key(clean(c)) == key(filled[1]) for cells in grid.rows[:row] for c in cells if c)


def _is_word(text: str) -> bool:
    return isinstance(points(text), Bad) and not any(c.isdigit() for c in text)


def _heads_section(grid: Grid, x: Label, row: int, column: int) -> bool:
    """Tell whether a label like "Upper section" is a heading above its boxes, and no sum: no figure is beside it.

    So is a letter, as "D" is that of a column.
    """
    letter = x.kind != "box" and len(cell(grid, row, column)) == 1
    if not letter and (x.kind != "stated" or x.name not in _SECTIONS):
        return False
    texts = [clean(c) for c in grid.rows[row][column + 1 :]]
    below = grid.rows[row + 1][column + 1 :] if row + 1 < len(grid.rows) else []
    own = len(list(takewhile(bool, map(clean, below))))  # columns of figures; another game may stand behind them
    if own > 1 and not any(texts[:own]):
        return True
    beside = [text for text in takewhile(lambda text: not _names_box(text), texts) if text]  # up to the next game
    return not beside or _are_names(beside)


def _names_box(text: str) -> bool:
    x = label(text) if text and not text.isdigit() else None
    return x is not None and x.kind == "box"


def _taken_over(grid: Grid, block: Block, end: int) -> dict[int, str]:
    """Take from a block the sums below the names of the next game, which begins at the row ``end``."""
    last = max(block.boxes.values(), default=-1)
    names = _below_names(grid, block.column, last + 1, end)
    taken = {i: t for i, t in block.rows.items() if last < names <= i}
    for i in taken:
        del block.rows[i]
    return taken


def _below_names(grid: Grid, column: int, start: int, end: int) -> int:
    """Return the row below the last one of names between two rows, which has words and no figures beside its label."""
    lines = [i for i in range(start, end) if _beside_names(grid, i, column) and not _is_stated(cell(grid, i, column))]
    return lines[-1] + 1 if lines else end


def _is_stated(text: str) -> bool:
    x = label(text)
    return x is not None and x.kind == "stated"


def _joined(grid: Grid, blocks: list[Block]) -> list[Block]:
    """Give lines that begin no game back to the block above, where a box that comes twice is refused, not dropped."""
    joined: list[Block] = []
    for block in blocks:
        if joined and not _plausible(block) and any(filled(grid, i, block.column) for i in block.boxes.values()):
            joined[-1].rows.update(block.rows)
        else:
            joined.append(block)
    return joined


def _is_title(grid: Grid, block: Block, row: int) -> bool:
    """Tell whether a block's first line is the game's name above the names of the players, and no box."""
    others = [i for i in block.rows if i > row]
    apart = row == min(block.boxes.values()) and bool(others) and min(others) > row + 1
    return apart and not filled(grid, row, block.column)


def _beside_names(grid: Grid, row: int, column: int) -> bool:
    """Tell whether only names, or columns of sheets, stand beside a label, and neither figures nor marks.

    "Libre" is a column, and elsewhere the mark of an open box.
    """
    return _are_names([t for c in grid.rows[row][column + 1 :] if (t := clean(c))])


def _are_names(texts: Sequence[str]) -> bool:
    named = [t for t in texts if not column_name(t)]
    return bool(texts) and all(isinstance(points(t), Bad) and not UNCOMPUTED.fullmatch(t) for t in named)


def filled(grid: Grid, row: int, column: int) -> bool:
    """Tell whether a line holds a figure beside its label."""
    return any(isinstance(points(clean(c)), int) for c in grid.rows[row][column + 1 :])


def _plausible(block: Block) -> bool:
    names = {name for name, _ in block.boxes}
    return len(names) >= 5 or names >= set(UPPER)
