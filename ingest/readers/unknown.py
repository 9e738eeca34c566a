"""Ask what a heading means that no label file knows, where a box is missing whose figures it may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from ingest.model import Question, ReadOptions
from ingest.readers.headings import Headings
from ingest.readers.values import points
from ingest.readers.words import UPPER, folded, is_count_word, is_note, is_sum_word, key, words

SHEET = (
    *UPPER, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance",
)  # fmt: skip
_SUMS = ("upper", "bonus", "lower", "total")
_MOST_MISSING = 3
_MOST_POINTS = 60  # no box of the thirteen gives more


def ask(found: Headings, figures: Mapping[str, Sequence[str]], options: ReadOptions) -> tuple[Question, ...]:
    """Return a question for each unknown heading, given with the cells under it, that may be one of the missing boxes.

    Nothing is asked where no box of the thirteen is missing, or many more than there are such headings: then another
    game is played.
    """
    missing = _missing(found)
    answered = {folded(heading) for heading in options.headings}
    open_ = [text for text, cells in figures.items() if folded(text) not in answered and _may_be_box(text, cells)]
    if len(missing) > _MOST_MISSING and (len(missing) > 2 * len(open_) or not _of_the_thirteen(found)):
        return ()
    return tuple(_question(text, missing, found) for text in open_ if missing)


def _question(text: str, missing: Sequence[str], found: Headings) -> Question:
    boxes = sorted(missing, key=lambda name: -_likeness(text, name))
    near = boxes[0]
    return Question(
        "heading",
        f"The heading {text!r} is not known, and no heading means {near}. "
        f'Say --heading "{text}={near}" if that is the box, or --heading "{text}=ignore" if it is none.',
        (*boxes, *_figures_left(found), "ignore"),
        text,
    )


def _may_be_box(text: str, cells: Sequence[str]) -> bool:
    """Tell whether an unknown heading, with the cells under it, may be that of a box."""
    spoken = any(c.isalpha() for c in text) and not (is_sum_word(text) or is_count_word(text) or is_note(text))
    return spoken and _holds_points(cells)


def _of_the_thirteen(found: Headings) -> bool:
    return all(x.name in SHEET for x in found.labels if x and x.kind == "box")


def may_ask(found: Headings) -> bool:
    """Tell whether figures have to be looked at: a box is missing, and a heading is unknown."""
    unknown = [text for text, meant in zip(found.texts, found.labels, strict=True) if text and meant is None]
    missing = _missing(found)
    few = len(missing) <= _MOST_MISSING or (len(missing) <= 2 * len(unknown) and _of_the_thirteen(found))
    return bool(unknown) and bool(missing) and few


def _missing(found: Headings) -> list[str]:
    """List the boxes of the thirteen that no heading names, with their column where the sheet has several."""
    boxes = {(x.name, x.column) for x in found.labels if x and x.kind == "box"}
    columns: list[str | None] = list(dict.fromkeys(column for _, column in boxes if column)) or [None]
    return [
        f"{column}.{name}" if column else name
        for column in columns
        for name in SHEET
        if not {(name, column), (name, None)} & boxes
    ]


def _figures_left(found: Headings) -> list[str]:
    """List the stated figures that no heading means."""
    names = [f"stated_{name}" for name in _SUMS if found.where("stated", name) is None]
    return names if found.where("field", "extra_yams") is not None else [*names, "extra_yams"]


def _holds_points(cells: Sequence[str]) -> bool:
    """Tell whether cells hold points of a box: whole numbers or marks in all of them, and more than zeros."""
    values = [v for v in map(points, cells) if v is not None]
    whole = [v for v in values if isinstance(v, int)]
    return len(whole) == len(values) and any(whole) and all(0 <= v <= _MOST_POINTS for v in whole)


def _likeness(text: str, name: str) -> float:
    """Measure how near a heading comes to any known label of a box."""
    box = name.rpartition(".")[2]
    labels = [label for label, (meant, _) in words().boxes.items() if meant == box]
    return max(fuzz.ratio(key(text), label) for label in labels)
