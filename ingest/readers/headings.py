"""Give each heading of a table, or each label of a paper sheet, its one meaning, by its words and its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from rapidfuzz import fuzz, process

from ingest.model import ReadOptions
from ingest.readers.by_others import alike_again, by_others
from ingest.readers.by_place import by_place
from ingest.readers.composed import face_of, is_number_word, plain_first
from ingest.readers.labels import Label, cuts, field_name, label
from ingest.readers.plain_labels import FURTHER, counts_further
from ingest.readers.values import clean
from ingest.readers.words import (
    COLUMNS,
    NAME_FIELDS,
    UPPER,
    WHOLE_SHEET,
    is_count_word,
    is_timestamp,
    is_whist_word,
    key,
    stands_beside_totals,
    words,
)

_WIDE_FIELDS = (
    "player", "given_name", "game", "date", "month", "year", "rules", "season", "event", "round", "table", "column",
    "extra_yams",
)  # fmt: skip
_LOWER = 5  # boxes that stand beside the upper ones, at least
_FIVE_DICE = {"plus": "max", "minus": "min"}  # what boxes of the game with ten dice are called in the columns of five
_TEN_DICE = {five: ten for ten, five in _FIVE_DICE.items()}


@dataclass(frozen=True)
class Headings:
    """Hold headings understood: a label or None for each, clashes to refuse, suggestions for the unknown."""

    texts: tuple[str, ...]
    labels: tuple[Label | None, ...]
    clashes: tuple[str, ...] = ()
    suggestions: Mapping[str, str] = field(default_factory=dict)

    def where(self, kind: str, name: str) -> int | None:
        """Return the position of the first label of this kind and name."""
        return next((i for i, x in enumerate(self.labels) if x and x.kind == kind and x.name == name), None)

    def meanings(self) -> dict[str, str]:
        """Tell each heading's meaning, for the preview."""
        found = {}
        for i, (text, meant) in enumerate(zip(self.texts, self.labels, strict=True)):
            name = text or f"(column {i + 1})"
            if (text or meant) and (meant or name not in found):
                found[name] = meaning(meant)
        return found


def meaning(meant: Label | None) -> str:
    """Return what a label stands for in the words of the formats: ``down.ones``, ``stated_total``, ``player``."""
    if meant is None or meant.name == "numbered":
        return "ignored"
    if meant.name.startswith(FURTHER):
        return "extra_yams"
    name = f"stated_{meant.name}" if meant.kind == "stated" else meant.name
    return f"{meant.column}.{name}" if meant.column else name


def answered(answer: str) -> str:
    """Return what an answer about a heading makes of it, as `meaning` says it."""
    return "ignored" if answer == "ignore" else answer


def _meaning(text: str, options: ReadOptions) -> Label | None:
    """Return what a text means: as a person has said, unless that is a column of a sheet, else by the label files."""
    said = options.said(text)
    return label(text) or _in_said_column(text, options) if said is None or said in COLUMNS else _given(said)


def _in_said_column(text: str, options: ReadOptions) -> Label | None:
    """Return the box that a heading names behind, or before, what a person has said to be a column."""
    for cut in cuts(text) if options.headings else ():
        for named, rest in (cut, cut[::-1]):
            box, column = label(rest), options.said(named, COLUMNS)
            if column and box and box.kind == "box" and box.column is None:
                return replace(box, column=column)
    return None


def understand(texts: Sequence[str], options: ReadOptions, layout: str = "wide") -> Headings:
    """Give each text its meaning: a club's answers first, then the label files, then the place among its neighbours."""
    return _understand(tuple(map(clean, texts)), tuple(options.headings.items()), layout)


@lru_cache(maxsize=64)  # the files of a folder have the same headings, and one is asked about several times
def _understand(shown: tuple[str, ...], said: tuple[tuple[str, str], ...], layout: str) -> Headings:
    options = ReadOptions(headings=dict(said))
    found = [_meaning(t, options) if t else None for t in shown]
    if layout == "paper":
        found = _score_below(found)
        found = [None if x and x.kind == "field" and x.name != "extra_yams" else x for x in found]
    elif layout == "long":
        named = _one_game(shown, _one_date(_one_player(shown, _without_timestamp(shown, found))))
        found = [x if x and x.kind == "field" and x.name != "extra_yams" else None for x in named]
    else:
        found = _wide_fields(
            _one_game(shown, _one_date(_one_player(shown, _without_timestamp(shown, _faces(shown, found)))))
        )
    found = plain_first(["" if options.said(t) else t for t in shown], found)
    if layout != "long":
        found = by_place(_letters(shown, _extra_twice(shown, by_dice(_by_case(shown, found)))))
    clashes = _clashes(shown, found)
    return Headings(shown, tuple(found), clashes, _suggest(shown, found))


def _given(meant: str) -> Label | None:
    """Read an answer to an unknown heading: the name of a box, field or stated figure, perhaps with its column."""
    if meant in ("ignore", "ignored", ""):
        return None
    column, _, name = meant.rpartition(".")
    if name.startswith("stated_"):
        return Label("stated", name.removeprefix("stated_"), column or None)
    kind = "field" if name in (*_WIDE_FIELDS, "box", "points", "dice", "throws", "kept", "turn", "announced") else "box"
    return Label(kind, name, column or None)


def _one_player(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take a weak word for the player, such as a name, only where no plain one stands, and only the first.

    A given name beside a surname stays one; alone it is the player. Beside any, a user is whoever wrote the row.
    """
    at = [i for i, x in enumerate(found) if x and x.kind == "field" and x.name in NAME_FIELDS]
    users = [i for i in at if key(texts[i]) in words().accounts]
    found = [None if i in users and len(users) < len(at) else x for i, x in enumerate(found)]
    kinds = {x.name for x in found if x and x.kind == "field"}
    both = {"player_weak", "given_name"} <= kinds and "player" not in kinds
    taken = {"player"} & kinds
    out = list(found)
    for i, x in enumerate(found):
        if x and x.kind == "field" and x.name in ("player_weak", "given_name"):
            name = "given_name" if both and x.name == "given_name" else "player"
            out[i] = None if name in taken else replace(x, name=name)
            taken.add(name)
    return out


def _without_timestamp(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Leave out the time at which a form was sent, or a game began or ended, where another heading is its date."""
    at = [i for i, x in enumerate(found) if x and (x.kind, x.name) == ("field", "date")]
    sent = [i for i in at if is_timestamp(texts[i])]
    spare = sent if len(sent) < len(at) else sent[1:]
    return [None if i in spare else x for i, x in enumerate(found)]


def _one_game(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take a bare word for a number, "N°", for that of the row where another heading names the game."""
    at = [i for i, x in enumerate(found) if x and (x.kind, x.name) == ("field", "game")]
    bare = [i for i in at if is_number_word(texts[i])]
    return [None if i in bare and len(bare) < len(at) else x for i, x in enumerate(found)]


def _faces(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take "score_1" to "score_6" for the upper boxes where all six stand beside other boxes."""
    faces = {i: box for i, text in enumerate(texts) if found[i] is None and (box := face_of(text))}
    whole = sorted(faces.values()) == sorted(UPPER) and sum(1 for x in found if x and x.kind == "box") >= _LOWER
    return [Label("box", faces[i]) if whole and i in faces else x for i, x in enumerate(found)]


def _one_date(found: list[Label | None]) -> list[Label | None]:
    """Take a month for part of the date where a day and a year stand beside it; alone it says nothing."""
    at = {x.name: i for i, x in reversed(list(enumerate(found))) if x and x.kind == "field"}
    out = [None if x and x.kind == "field" and x.name == "month" else x for x in found]
    if {"month", "date", "season"} <= at.keys():
        out[at["month"]] = found[at["month"]]
        out[at["season"]] = replace(found[at["season"]], name="year")  # type: ignore[type-var]
    return out


def _wide_fields(found: list[Label | None]) -> list[Label | None]:
    """Leave out the fields of the long layout; a heading like "points" is the total where no other one is."""
    total = any(x and x.kind == "stated" and x.name in ("total", "sum") for x in found)
    out = list(found)
    for i, x in enumerate(found):
        if x and x.kind == "field" and x.name not in _WIDE_FIELDS:
            out[i] = Label("stated", "total", None, x.languages) if x.name == "points" and not total else None
            total = total or x.name == "points"
    return out


def _score_below(found: list[Label | None]) -> list[Label | None]:
    """Take a label like "score" below all boxes of a paper sheet for the total, where no other one is."""
    boxes = [i for i, x in enumerate(found) if x and x.kind == "box"]
    at = [i for i, x in enumerate(found) if x and (x.kind, x.name) == ("field", "points")]
    if len(at) != 1 or not boxes or at[0] < boxes[-1] or any(x and x.name in ("total", "sum") for x in found):
        return found
    return [replace(x, kind="stated", name="total") if x and i == at[0] else x for i, x in enumerate(found)]


def _extra_twice(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take one of two headings for the further Yams as their points: that with a hundred in it, else the second.

    The printed sheet has a line for ticks and one for "100 per tick". Of three, or where they are numbered, each is for
    one further Yams.
    """
    at = [i for i, x in enumerate(found) if x and x.name == "extra_yams"]
    counted = [i for i in at if counts_further(texts[i])]
    if len(at) > 2 or len(counted) == 2:
        _, *more = counted or at
        meant = dict.fromkeys(set(at) - {*counted} if counted else (), "extra")
        meant |= {i: f"{FURTHER}{n}" for n, i in enumerate(more, 2)}
        return [replace(x, kind="stated", name=meant[i]) if x and i in meant else x for i, x in enumerate(found)]
    if len(at) != 2 or any(x and x.name == "extra" for x in found):
        return found
    points = next((i for i in at if "100" in texts[i]), at[1])
    return [replace(x, kind="stated", name="extra") if x and i == points else x for i, x in enumerate(found)]


def _by_case(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take labels that differ in a small and a large letter alone for the straights."""
    pair = by_others(texts)
    meant = [pair.get(text, x) for text, x in zip(texts, found, strict=True)]
    again = alike_again(texts, meant)
    return [again.get(i, x) for i, x in enumerate(meant)]


def _letters(texts: Sequence[str], found: list[Label | None]) -> list[Label | None]:
    """Take A, B, C and D for sums only where several of them stand among the boxes of a whole sheet."""
    at = [i for i, x in enumerate(found) if x and x.kind == "stated" and len(texts[i].strip(" .:")) == 1]
    boxes = sum(1 for x in found if x and x.kind == "box")
    return [None if i in at and (len(at) < 2 or boxes < WHOLE_SHEET) else x for i, x in enumerate(found)]


def by_dice(found: Sequence[Label | None]) -> list[Label | None]:
    """Take Plus and Minus for Max and Min where the boxes are those of five dice, the other way round among ten."""
    names = {x.name for x in found if x and x.kind == "box"}
    five = "full_house" in names and names & {"plus", "max"} and names & {"minus", "min"}
    other = _TEN_DICE if "youpi_yams" in names else _FIVE_DICE if five else {}
    meant = {name: mine for name, mine in other.items() if mine not in names}
    return [replace(x, name=meant.get(x.name, x.name)) if x and x.kind == "box" else x for x in found]


def _clashes(texts: Sequence[str], found: list[Label | None]) -> tuple[str, ...]:
    """Name headings that mean the same; of two stated figures one is left, being checks and no boxes."""
    seen: dict[tuple[str, str, str | None], int] = {}
    counts = Counter((x.kind, x.name, x.column) for x in found if x)
    clashes = []
    for i, x in enumerate(found):
        if x is None or x.name == "numbered":
            continue
        meant = (x.kind, x.name, x.column)
        if x.kind == "stated" and counts[meant] > 1:
            twins = [j for j, y in enumerate(found) if y and (y.kind, y.name, y.column) == meant]
            if i != (twins[-1] if x.name == "total" else twins[0]):
                found[i] = None
                counts[meant] -= 1
        elif meant in seen:
            clashes.append(
                f"{texts[seen[meant]]!r} (number {seen[meant] + 1}) and {texts[i]!r} (number {i + 1}) "
                f"both mean {meaning(x)}"
            )
        else:
            seen[meant] = i
    return tuple(clashes)


@cache
def _nameable() -> dict[str, str]:
    """Return every label that may be offered, folded, with the name that it stands for."""
    w = words()
    known = {k: "player" if n in NAME_FIELDS else n for table in (w.boxes, w.fields) for k, (n, _) in table.items()}
    return known | {k: f"stated_{n}" for k, (n, _) in w.stated.items() if n not in ("sum", "subtotal")}


def _suggest(texts: Sequence[str], found: list[Label | None]) -> dict[str, str]:
    """Offer the nearest known name for each unknown heading; a label that is only a part of it is not near."""
    known = _nameable()
    taken = {meaning(x) for x in found if x}
    offered = {}
    for text, meant in zip(texts, found, strict=True):
        form = key(text)
        if (
            meant is None
            and len(form) >= 4
            and not is_count_word(text)
            and (near := process.extractOne(form, known.keys(), scorer=fuzz.ratio, score_cutoff=82))
            and known[near[0]] not in taken
        ):
            offered[text] = known[near[0]]
    return offered


def weigh(cells: Sequence[str]) -> int:
    """Weigh how much a row looks like headings of a wide table: its known labels, 0 where it cannot be one.

    A row of figures holds many cells that read like the boxes 1 to 6, so figures alone weigh nothing.
    """
    found = [label(clean(c)) for c in cells if c and not c.isspace()]
    texts = [
        x
        for c, x in zip([c for c in cells if c and not c.isspace()], found, strict=True)
        if x and not clean(c).isdigit()
    ]
    boxes = {(x.name, x.column) for x in found if x and x.kind == "box"}
    spoken = [x for x in texts if x.kind == "box"]
    if {x.name for x in spoken} <= {"max", "min"} and len(boxes) <= len(spoken):
        spoken = []  # the most and the least of statistics
    fields = {x.name for x in texts if x.kind == "field"}
    player = not fields.isdisjoint(NAME_FIELDS)
    total = any(x.kind == "stated" and x.name in ("total", "sum") for x in texts) or "points" in fields
    six = len({n for n, _ in boxes} & set(UPPER)) == 6
    if (player and (len(spoken) >= 1 or six)) or len(spoken) >= 4 or (len(spoken) >= 2 and six):
        return len(texts) + len(boxes)
    if not (player and total and fields & {"date", "game"}) or _of_standings(cells, dated="date" in fields):
        return 0
    if "player" in fields or all(label(clean(c)) or stands_beside_totals(c) for c in cells if c.strip()):
        return len(texts)  # a name alone may be anything's, where more is unknown
    return 0


def _of_standings(cells: Sequence[str], *, dated: bool) -> bool:
    """Tell whether headings count games or wins; beside dates, places and Whist points are those of each game."""
    counted = [c for c in cells if is_count_word(c)]
    return any(not dated or not (is_whist_word(c) or _is_place(c)) for c in counted)


def _is_place(cell: str) -> bool:
    x = label(clean(cell))
    return x is not None and (x.kind, x.name) == ("stated", "place")


def is_long(cells: Sequence[str]) -> bool:
    """Tell whether a row holds the headings of the long layout: a player, a box, and points or dice."""
    fields = {field_name(clean(c)) for c in cells}
    return not fields.isdisjoint(NAME_FIELDS) and "box" in fields and bool(fields & {"points", "dice", "throws"})


def languages(found: Sequence[Label | None]) -> str | None:
    """Name the languages that explain the labels: the fewest, the most frequent first."""
    left = [x.languages for x in found if x and x.languages]
    chosen: list[str] = []
    while left:
        counts = Counter(code for codes in left for code in codes)
        best = max(counts, key=lambda c: (counts[c], c == "en", c))
        chosen.append(best)
        left = [codes for codes in left if best not in codes]
    return ", ".join(chosen) or None


__all__ = [
    "Headings",
    "answered",
    "by_dice",
    "is_long",
    "languages",
    "meaning",
    "understand",
    "weigh",
]
