"""Find the runs of boxes down a column that make a sheet of the paper layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.readers.grid import Grid
from ingest.readers.values import Bad, clean, points
from ingest.readers.words import UPPER, Label, label


@dataclass
class Block:
    """Be one run of boxes down a column: rows and columns from 0, ``boxes`` and ``rows`` (row -> label as written)."""

    column: int
    boxes: dict[tuple[str, str | None], int] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """Return the row of the first box."""
        return min(self.boxes.values())

    @property
    def last(self) -> int:
        """Return the last row that the block accounts for."""
        return max(self.rows)


def cell(grid: Grid, row: int, column: int) -> str:
    """Return a cell's text, or nothing beyond the edge."""
    cells = grid.rows[row]
    return clean(cells[column]) if column < len(cells) else ""


def find_blocks(grid: Grid) -> list[Block]:
    """Return every run of boxes down a column of the grid, from the top, then from the left."""
    found: list[Block] = []
    numbered: list[Block] = []
    for column in range(min(max((len(r) for r in grid.rows), default=0), 400)):
        texts = {i: t for i in range(len(grid.rows)) if (t := cell(grid, i, column))}
        meant = {i: x for i, t in texts.items() if (x := label(t))}
        spoken = {x.name for i, x in meant.items() if x.kind == "box" and not texts[i].isdigit()}
        if len(spoken) >= 2:
            found.extend(b for b in _split(grid, column, texts, meant) if _plausible(b))
        elif _counts_to_six(texts):
            numbered.extend(b for b in _split(grid, column, texts, meant) if _plausible(b))
    for block in numbered:  # figures alone name boxes only where no words beside them do
        if not any(b.first <= block.last and block.first <= b.last for b in found):
            found.append(block)
    return sorted(found, key=lambda b: (b.first, b.column))


def parted_beside(blocks: Sequence[Block]) -> list[list[Block]]:
    """Group blocks side by side whose boxes are all different: a sheet that is printed in two halves, or more."""
    groups: list[list[Block]] = []
    for block in blocks:
        for group in groups:
            beside = all(b.column < block.column and b.first <= block.last and block.first <= b.last for b in group)
            if beside and not any(b.boxes.keys() & block.boxes.keys() for b in group):
                group.append(block)
                break
        else:
            groups.append([block])
    return groups


def _counts_to_six(texts: dict[int, str]) -> bool:
    """Tell whether a column holds 1, 2 … 6 straight down."""
    return any(all(texts.get(i + n) == str(n + 1) for n in range(6)) for i, t in texts.items() if t == "1")


def _split(grid: Grid, column: int, texts: dict[int, str], meant: dict[int, Label]) -> list[Block]:
    """Cut a column of labels where a box comes again: there the next game begins."""
    blocks = [Block(column)]
    for i, text in texts.items():
        x = meant.get(i)
        block = blocks[-1]
        if x is None or (x.kind == "field" and x.name != "extra_yams"):
            continue
        if x.kind == "box":
            mark = (x.name, x.column)
            if x.name == "yams" and (not block.boxes or mark in block.boxes) and _beside_names(grid, i, column):
                continue  # the game's name in the corner of the row of players
            if mark in block.boxes:
                if _is_title(grid, block, block.boxes[mark]):
                    del block.rows[block.boxes[mark]]
                elif mark[0] == "yams" and not filled(grid, i, column):
                    continue  # the game's name as a title between two sheets
                else:
                    block = Block(column)
                    blocks.append(block)
            block.boxes[mark] = i
        elif not block.boxes:
            continue
        block.rows[i] = text
    return _joined(grid, [b for b in blocks if b.boxes])


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
    return row == min(block.rows) and bool(others) and min(others) > row + 1 and not filled(grid, row, block.column)


def _beside_names(grid: Grid, row: int, column: int) -> bool:
    """Tell whether only names stand beside a label, and neither figures nor marks."""
    beside = [points(t) for c in grid.rows[row][column + 1 :] if (t := clean(c))]
    return bool(beside) and all(isinstance(v, Bad) for v in beside)


def filled(grid: Grid, row: int, column: int) -> bool:
    """Tell whether a line holds a figure beside its label."""
    return any(isinstance(points(clean(c)), int) for c in grid.rows[row][column + 1 :])


def _plausible(block: Block) -> bool:
    names = {name for name, _ in block.boxes}
    return len(names) >= 5 or names >= set(UPPER)
