"""Ask what a heading means that no label file knows, where a box is missing whose figures it may hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rapidfuzz import fuzz

from ingest.model import Question, ReadOptions
from ingest.readers.columns import column_within
from ingest.readers.family import SHEET, fixed_points
from ingest.readers.headings import Headings
from ingest.readers.values import points
from ingest.readers.words import SECTION_OF, UPPER, is_count_word, is_note, is_sum_word, is_timestamp, key, words

#: Boxes of other games of the family, and stated figures, that a heading may mean as well.
OTHER_BOXES = ("one_pair", "two_pairs", "max", "min")
FIGURES = ("stated_upper", "stated_bonus", "stated_lower", "stated_total", "extra_yams")
_OF_WORDS = ("player", "table", "event", "season", "round", "game", "ignore")
MOST_POINTS = 60  # no box of the thirteen gives more
_MOST_OF_SUMS = 30  # the sum of five dice
_MOST_MISSING = 3
#: The boxes of ten dice that no game of five has; the brelan and the carré are matched as three and four of a kind.
_OF_TEN_DICE = tuple(box for box, section in SECTION_OF.items() if section not in ("upper", "max_min"))
_LEAST_OF_TEN = 4  # such boxes from which a sheet is one of ten dice
_MOST_OF_TEN = 5_000


def ask(
    found: Headings, figures: Mapping[str, Sequence[str]], options: ReadOptions, *, columns: bool = False
) -> tuple[Question, ...]:
    """Return a question for each unknown heading, given with the cells under it, that may be one of the missing boxes.

    ``columns``: the sheets have several columns, in a game that has the boxes max and min.

    Nothing is asked where no box of the game is missing, or many more than there are such headings: then another game
    is played.
    """
    if other := _of_other_game({*found.texts, *figures}, figures, options):
        return (other,)
    missing = _missing(found, columns=columns)
    span = (-_MOST_OF_TEN, _MOST_OF_TEN) if _is_of_ten(found) else (0, MOST_POINTS)
    open_ = [text for text, cells in figures.items() if options.said(text) is None and _may_be_box(text, cells, span)]
    if len(missing) > _MOST_MISSING and (len(missing) > 2 * len(open_) or not _of_one_game(found)):
        return ()
    asked: list[Question] = []
    for text in open_ if missing else ():
        offered = {question.choices[0] for question in asked}
        asked.append(_question(text, figures[text], sorted(missing, key=offered.__contains__), found))
    return tuple(asked)


def _of_other_game(texts: Collection[str], open_: Collection[str], options: ReadOptions) -> Question | None:
    """Tell of a game that has other boxes, where two headings name some of them and nobody has said what those mean."""
    games: dict[str, list[str]] = {}
    for text in sorted(texts):
        if other := words().other_games.get(key(text)):
            games.setdefault(other[0], []).append(text)
    for game, boxes in games.items():
        unsaid = [text for text in boxes if text in open_ and options.said(text) is None]
        if len(boxes) > 1 and unsaid:
            return Question(
                "heading",
                f"This looks like {game}, a game that is not kept here: no rule set has the boxes {', '.join(boxes)}. "
                f'If a rule set of the club has them, say what each is, as --heading "{unsaid[0]}=chance".',
                (*SHEET, "ignore"),
                unsaid[0],
            )
    return None


def _question(text: str, cells: Sequence[str], missing: Sequence[str], found: Headings) -> Question:
    values = [v for v in map(points, cells) if isinstance(v, int)]
    place = _place(text, found)
    column = column_within(text)
    boxes = sorted(
        missing,
        key=lambda name: (
            name.rpartition(".")[0] != (column or ""),
            -likely(name.rpartition(".")[2], text, values, place),
        ),
    )
    near = boxes[0]
    return Question(
        "heading",
        f"The heading {text!r} is not known, and no heading means {near}. "
        f'Say --heading "{text}={near}" if that is the box, or --heading "{text}=ignore" if it is none.',
        (*boxes, *_figures_left(found), "ignore"),
        text,
    )


def _place(text: str, found: Headings) -> str | None:
    """Return the box that stands between the known ones where a heading does, as most sheets have them.

    Sums and the bonus are no boxes.
    """
    at = found.texts.index(text) if text in found.texts else 0
    for step in (-1, 1):
        for i in range(at + step, -1 if step < 0 else len(found.labels), step):
            x = found.labels[i]
            if x and x.kind == "box":
                sums = sum(1 for y in found.labels[min(at, i) : max(at, i)] if y and y.kind == "stated")
                place = SHEET.index(x.name) - step * (abs(at - i) - sums) if x.name in SHEET else -1
                return SHEET[place] if 0 <= place < len(SHEET) else None
    return None


def likely(box: str, text: str, values: Sequence[int], place: str | None) -> float:
    """Weigh a box for a heading: by the figures under it, the words, the box that usually stands in that place."""
    fits = 1.0 if may_be_points(box, values) else 0.0
    sure = 0.8 if fixed_points().get(box) in values and fits else 0.0
    return fits + sure + _likeness(text, box) / 100 + (0.5 if box == place else 0.0)


def may_be_points(box: str, values: Sequence[int]) -> bool:
    """Tell whether points can be those of a box in the games of thirteen boxes."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return all(v % face == 0 and v <= 5 * face for v in values)
    if fixed := fixed_points().get(box):
        return all(v in (0, fixed) for v in values)
    return all(v == 0 or 5 <= v <= _MOST_OF_SUMS for v in values)


def ask_fields(
    words: Sequence[str], dated: Sequence[str], found: Headings, options: ReadOptions
) -> tuple[Question, ...]:
    """Return a question for each unknown heading over words, or dates, where none means the player, or the date."""
    players = words if found.where("field", "player") is None else ()
    day = found.where("field", "date")
    sent = found.texts[day] if day is not None and is_timestamp(found.texts[day]) else ""
    days = dated if day is None or sent else ()
    both = [*((text, _OF_WORDS) for text in players), *((text, ("date", "ignore")) for text in days)]
    return tuple(
        Question(
            "heading",
            f"The heading {text!r} is not known, and {_nobody(choices[0], sent)}. "
            f'Say --heading "{text}={choices[0]}" if that column holds it, or --heading "{text}=ignore".',
            choices,
            text,
        )
        for text, choices in both
        if options.said(text) is None
    )


def _nobody(meant: str, sent: str) -> str:
    """Say that no heading means a field, or but one that may be of another day."""
    if meant == "date" and sent:
        return f"{sent!r} is the time at which a row was written, perhaps on another day than the game"
    return f"no heading means {meant}"


def _may_be_box(text: str, cells: Sequence[str], span: tuple[int, int]) -> bool:
    """Tell whether an unknown heading, with the cells under it, may be that of a box whose points lie in a span."""
    spoken = not any(c.isdigit() for c in text) or any(c.isalpha() for c in text)
    spoken = spoken and not (is_sum_word(text) or is_count_word(text) or is_note(text))
    return spoken and _holds_points(cells, span)


def _names(found: Headings) -> set[str]:
    return {x.name for x in found.labels if x and x.kind == "box"}


def _is_of_ten(found: Headings) -> bool:
    """Tell whether the known boxes are those of ten dice."""
    return len(_names(found) & set(_OF_TEN_DICE)) >= _LEAST_OF_TEN


def _boxes_of(found: Headings, *, columns: bool) -> tuple[str, ...]:
    """Return the boxes of the game that the known ones are of, as far as can be told: not all games have them."""
    if _is_of_ten(found):
        return (*UPPER, "three_of_a_kind", "four_of_a_kind", *_OF_TEN_DICE)
    known = _names(found) | ({"max"} if columns else set())
    return (*SHEET, *(box for pair in (OTHER_BOXES[:2], OTHER_BOXES[2:]) if known & set(pair) for box in pair))


def _of_one_game(found: Headings) -> bool:
    """Tell whether all known boxes are of the thirteen, or stand beside those in the columns of one game."""
    return _is_of_ten(found) or _names(found) <= {*SHEET, *OTHER_BOXES}


def may_ask(found: Headings) -> bool:
    """Tell whether figures have to be looked at: a box is missing, and a heading is unknown."""
    unknown = [text for text, meant in zip(found.texts, found.labels, strict=True) if text and meant is None]
    missing = _missing(found)
    few = len(missing) <= _MOST_MISSING or (len(missing) <= 2 * len(unknown) and _of_one_game(found))
    return bool(unknown) and bool(missing) and few


def _missing(found: Headings, *, columns: bool = False) -> list[str]:
    """List the boxes of the game that no heading names, with their column where the sheet has several."""
    boxes = {(x.name, x.column) for x in found.labels if x and x.kind == "box"}
    named: list[str | None] = list(dict.fromkeys(column for _, column in boxes if column)) or [None]
    return [
        f"{column}.{name}" if column else name
        for column in named
        for name in _boxes_of(found, columns=columns or len(named) > 1)
        if not {(name, column), (name, None)} & boxes
    ]


def _figures_left(found: Headings) -> list[str]:
    """List the stated figures that no heading means."""
    return [
        name
        for name in FIGURES
        if found.where("stated", name.removeprefix("stated_")) is None and found.where("field", name) is None
    ]


def _holds_points(cells: Sequence[str], span: tuple[int, int]) -> bool:
    """Tell whether cells hold points of a box: whole numbers in a span, or marks, in all that are filled."""
    values = [v for v in map(points, cells) if v is not None]
    return bool(values) and all(isinstance(v, int) and span[0] <= v <= span[1] for v in values)


def _likeness(text: str, name: str) -> float:
    """Measure how near a heading comes to any known label of a box."""
    box = name.rpartition(".")[2]
    labels = [label for label, (meant, _) in words().boxes.items() if meant == box]
    return max(fuzz.ratio(key(text), label) for label in labels)
