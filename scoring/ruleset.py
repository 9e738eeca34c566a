"""Hold a rule set as frozen records: boxes, sections, and what raises or bounds their points (RULES.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Box:
    """One category of a column; ``points`` is a number, ``sum``, ``matching`` or ``10 x confirming``."""

    id: str
    title: str
    hint: str
    section: str
    pattern: str
    points: int | str


@dataclass(frozen=True)
class Section:
    """A named group of boxes with a subtotal."""

    id: str
    title: str
    boxes: tuple[str, ...]


@dataclass(frozen=True)
class ExtraYams:
    """What five alike give once their own box is filled (RULES.md, yamms and yams)."""

    box: str
    faces: str  # the section with a box for each face
    others: str  # the section where an extra Yams goes next
    points: int
    limit: int | None
    needs_full: bool
    joker: bool
    joker_needs_full: bool
    forced: bool


@dataclass(frozen=True)
class Multipliers:
    """What raises the points of whole sections (RULES.md, double-yams)."""

    sections: tuple[str, ...]
    first_throw: int
    harmony: int
    sixth_throw: bool
    full_face: str | None = None  # the section where five alike of one half may count as all ten


@dataclass(frozen=True)
class Figure:
    """What a cell of a board asks for: a pattern, or one of other figures under a condition."""

    id: str
    title: str
    hint: str
    pattern: str | None
    one_of: tuple[str, ...] = ()
    when: str = ""  # "", "first throw" or "announced"


@dataclass(frozen=True)
class Board:
    """A board of cells in place of a sheet (RULES.md, yam-master); ``cells`` row by row, from the top."""

    cells: tuple[tuple[str, ...], ...]
    figures: tuple[Figure, ...]
    tokens: int
    win: int
    line_points: tuple[tuple[int, int], ...]  # (run, points)


@dataclass(frozen=True)
class Option:
    """One choice that a rule set exposes."""

    id: str
    type: str
    title: str
    default: object
    value: object
    choices: tuple[object, ...] = ()


@dataclass(frozen=True)
class RuleSet:
    """One rule set with its options settled. Equal ids with equal ``text`` are equal rule sets."""

    id: str
    base: str
    title: str
    version: int
    origin: str
    dice: int
    throws: int
    turns: int
    players: tuple[int, int]
    columns: tuple[str, ...]
    column_titles: Mapping[str, str]
    boxes: tuple[Box, ...] = ()
    sections: tuple[Section, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    option_list: tuple[Option, ...] = field(default=())
    aliases: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    bonus_section: str | None = None
    bonus_tiers: tuple[tuple[int, int], ...] = ()
    extra_yams: ExtraYams | None = None
    order: Mapping[str, str] = field(default_factory=dict)  # column -> down, up; others are free
    first_throw: tuple[str, ...] = ()  # columns that take the first throw's dice only
    max_min: tuple[str, str] | None = None
    difference: Mapping[str, str] = field(default_factory=dict)
    coloured_dice: bool = False  # ten dice of two sizes and two colours
    multipliers: Multipliers | None = None
    throw_budget: Mapping[str, int] = field(default_factory=dict)  # each_turn or sheet
    board: Board | None = None  # a rule set with a board has no boxes
    texts: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # TOML by base id, this one first

    def __hash__(self) -> int:
        return hash((self.id, self.texts))

    @property
    def edition(self) -> str:
        """Return the version with the short hash of the text and all that it inherits: ``1 (dcd0b030)``.

        A club that changes a figure need not count its versions; the hash tells them apart.
        """
        text = hashlib.sha256("\0".join(text for _, text in self.texts).encode()).hexdigest()
        return f"{self.version} ({text[:8]})"

    @property
    def box_ids(self) -> tuple[str, ...]:
        """Return the boxes in sheet order."""
        return tuple(box.id for box in self.boxes)

    @property
    def bonus_threshold(self) -> int | None:
        """Return the lowest section total that earns a bonus."""
        return self.bonus_tiers[0][0] if self.bonus_tiers else None

    def box(self, box_id: str) -> Box:
        """Return a box by its id; KeyError where there is none."""
        for box in self.boxes:
            if box.id == box_id:
                return box
        raise KeyError(box_id)
