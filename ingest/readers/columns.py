"""Read the rows of headings above the boxes of a column game: which heading is a column, which are not understood."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from ingest.model import Question, ReadOptions
from ingest.readers import dates
from ingest.readers.explained import asked_for
from ingest.readers.given_names import is_given_name
from ingest.readers.labels import Label, column_name, cuts, label
from ingest.readers.titles import is_game_title
from ingest.readers.words import COLUMNS, folded, is_sum_word, key, words

_GAP = re.compile(r"(?P<point>(?<=\W[^\W\d_])\.(?=[\s(\[\-–—:/|]))?(?:[\s(\[\-–—:/|.,]+|(?=[↓↑↕↔⇅⇓⇑⇕▼▲⬇⬆]))")
_COUNTED = re.compile(r"(.*?)[\s#.°n-]*\d+\s*", re.IGNORECASE)
_MOST_ASKED = 8  # columns; more are something else
_LEAST_BOXES = 6  # below one heading, from which it may be a column
_SEVERAL = (3, 4)  # columns of a sheet that has more than one


def ask_columns(texts: Iterable[str], options: ReadOptions) -> tuple[Question, ...]:
    """Return a question for each different text that stands where a column is named, and names none; few can."""
    open_ = {folded(text): text for text in texts if options.said(text) is None and column_name(text) is None}
    if len(open_) > _MOST_ASKED:
        return ()
    return tuple(
        Question(
            "column",
            f'{text!r} is no known column of a sheet. Say --heading "{text}=down" if it is one, or free, up or dry, or '
            "ignore. If it is a player of one of several games, write a date, or Game 1, Game 2, above each game.",
            (*COLUMNS, "ignore"),
            text,
        )
        for text in open_.values()
    )


def column_within(text: str) -> str | None:
    """Return the column that the first or the last words of a heading name, whatever else it says."""
    named = [column_name(part) for cut in cuts(text) for part in cut]
    return next((column[0] for column in named if column), None)


def beside_boxes(texts: Iterable[str]) -> dict[str, set[str]]:
    """Return what stands before or behind many boxes, as columns of a sheet do, with these: "S" in "S Uno", "S Due".

    Other columns have the same boxes: "Les" is none in "Les 1", "Les 2". Nor is a word for something else: "Ones dice".
    """
    boxes: dict[str, set[str]] = {}
    for text in dict.fromkeys(texts):
        for column, box in _cut(text):
            boxes.setdefault(column, set()).add(box)
    return {
        named: names
        for named, names in boxes.items()
        if any(len(names & others) >= _LEAST_BOXES for other, others in boxes.items() if other != named)
    }


@lru_cache(maxsize=8192)
def _cut(text: str) -> tuple[tuple[str, str], ...]:
    """Return what stands before or behind a box in a heading, if it may be a column, with the box: each way to cut."""
    both = [way for cut in cuts(text) for way in (cut, cut[::-1])] if asked_for(text) is None else []
    found = [(named.strip("([ ])"), label(rest)) for named, rest in both]
    return tuple((c, x.name) for c, x in found if x and x.kind == "box" and x.column is None and _may_be_column(c))


def _may_be_column(text: str) -> bool:
    return bool(column_name(text)) or label(text) is None or (len(key(text)) == 1 and text.isalpha())


def is_spoken(text: str) -> bool:
    """Tell a heading from a ruled line: it has a letter or a figure, or an arrow."""
    return any(c.isalnum() or "ARROW" in unicodedata.name(c, "") for c in text) or column_name(text) is not None


def is_sum_heading(text: str) -> bool:
    """Tell whether a heading beside columns is that of their sum: "Tot.", "Σ", "Punti"."""
    x = label(text) if len(key(text)) > 1 else None
    stated = bool(x and x.kind == "stated" and x.name in ("sum", "total", "column_total"))
    return stated or bool(x and x.kind == "field" and x.name == "points") or is_sum_word(text) or key(text) == "t"


def all_columns(texts: Iterable[str]) -> bool:
    """Tell whether every text is the name of a column of a sheet, or of a sum beside them."""
    filled = [t for t in texts if t]
    return any(column_name(t) for t in filled) and all(column_name(t) or is_sum_heading(t) for t in filled)


def several(texts: Iterable[str]) -> bool:
    """Tell whether texts name at least two different columns."""
    return len({named[0] for t in texts if (named := column_name(t))}) > 1


def drawn(texts: Iterable[str]) -> dict[str, str]:
    """Return the columns that signs drawn for arrows stand for, where all texts are columns and point down and up.

    >>> drawn(["v", "○", "^", "Σ"]), drawn(["↓", "○", "↑"]), drawn(["V", "O"])
    ({'v': 'down', '○': 'free', '^': 'up'}, {'○': 'free'}, {})
    """
    filled = dict.fromkeys(t for t in texts if t)
    signs = {t: words().signs[folded(t)][0] for t in filled if folded(t) in words().signs}
    named = {t: column[0] for t in filled if (column := column_name(t))}
    whole = all(t in signs or t in named or is_sum_heading(t) for t in filled)
    return signs if whole and {"down", "up"} <= {*signs.values(), *named.values()} else {}


def across(upper: dict[int, str], lower: dict[int, str]) -> dict[int, str]:
    """Spread merged texts over the filled cells below and to the right of them."""
    spread, last = {}, ""
    for c, text in upper.items():
        last = text or (last if lower.get(c) else "")
        spread[c] = last
    return spread


def over_columns(names: dict[int, str], columns: dict[int, str]) -> dict[int, str]:
    """Spread names over the columns of each player: over those from one first column to the next where one name each
    stands anywhere above them, as the middle of them; else to the right.

    >>> over_columns({1: "", 2: "Ugo", 3: "", 4: "Bo", 5: ""}, {1: "↓", 2: "↑", 3: "Tot.", 4: "↓", 5: "↑"})
    {1: 'Ugo', 2: 'Ugo', 3: 'Ugo', 4: 'Bo', 5: 'Bo'}
    """
    groups: list[list[int]] = []
    seen: set[str] = set()
    for c in (c for c, text in columns.items() if text):
        named = column_name(columns[c])
        if not groups or (named and named[0] in seen):
            groups.append([])
            seen = set()
        groups[-1].append(c)
        seen |= {named[0]} if named else set()
    told = [[text for c in group if (text := names.get(c))] for group in groups]
    spread = all(len(texts) == 1 for texts in told) and sum(map(bool, names.values())) == len(told)
    if not spread or (len(told) == 1 and not is_given_name(told[0][0])):  # a title
        return across(names, columns)
    whose = {c: text for group, (text,) in zip(groups, told, strict=True) for c in group}
    return {**dict.fromkeys(names, ""), **whose}


def names_with_columns(names: dict[int, str]) -> dict[int, tuple[str, str]]:
    """Part headings like "Ugo (down)" into player and column, where a player comes with two columns at least."""
    cut: dict[int, list[tuple[str, str]]] = {}
    seen: dict[str, set[str]] = {}
    for c, text in names.items():
        for before, after in _parted(text):
            for name, column in ((before, after.strip(" )]")), (after, before)):
                if name and ((named := column_name(column)) or is_sum_heading(column)):
                    cut.setdefault(c, []).append((name, column))
                    seen.setdefault(folded(name), set()).update(named[:1] if named else ())
    best = {c: max(parts, key=lambda part: len(seen[folded(part[0])])) for c, parts in cut.items()}
    return {c: (name, column) for c, (name, column) in best.items() if len(seen[folded(name)]) > 1}


def _parted(text: str) -> list[tuple[str, str]]:
    """Return every way to part a heading between two of its words; an initial keeps its point.

    >>> _parted("Al B. D"), _parted("Ugo (up)")
    ([('Al', 'B. D'), ('Al B.', 'D')], [('Ugo', 'up)')])
    """
    ends = [(m.end("point") if m["point"] else m.start(), m.end()) for m in _GAP.finditer(text)]
    return [(before, text[end:]) for start, end in ends if (before := text[:start].strip(" (")) and text[end:]]


def parted_names(texts: Collection[str]) -> dict[str, tuple[str, str]]:
    """Part headings into players and what stands behind each of them alike, as columns do; nothing where none do.

    >>> parted_names(["Ana D", "Ana L", "Bo D", "Bo L"])["Bo L"], parted_names(["Ana D", "Bo L", "Bo M"])
    (('Bo', 'L'), {})
    """
    cut = {text: _parted(text) for text in texts}
    often = Counter(key(name) for parts in cut.values() for name in {name for name, _ in parts})
    if not cut or not all(cut.values()):
        return {}
    for found in (
        {text: parts[-1] for text, parts in cut.items()},
        {text: max(parts, key=lambda part: (often[key(part[0])], len(part[0]))) for text, parts in cut.items()},
    ):
        behind: dict[str, list[str]] = {}
        for name, tail in found.values():
            behind.setdefault(key(name), []).append(folded(tail.strip(")] ")))
        first, *others = map(sorted, behind.values())
        if all(tails == first for tails in others) and len(set(first)) == len(first) > (1 if others else 2):
            return {text: (name, tail.strip(")] ")) for text, (name, tail) in found.items()}
    return {}


def columns_behind(texts: Collection[str], options: ReadOptions) -> dict[str, str]:
    """Return headings of players and columns with those columns by their own names that a person says, or signs show.

    >>> columns_behind(["Ana D", "Ana L", "Ana A"], ReadOptions())
    {'Ana D': 'Ana down', 'Ana L': 'Ana free', 'Ana A': 'Ana up'}
    """
    parted = parted_names(texts)
    signs = drawn(tail for _, tail in parted.values())
    said = {tail: options.said(tail, COLUMNS) or signs.get(tail) for _, tail in parted.values()}
    return {text: f"{name} {said[tail]}" for text, (name, tail) in parted.items() if said[tail]}


def not_known_behind(texts: Collection[str], column_game: bool) -> list[str]:
    """Return what stands behind every player like a column of the sheet, and is no known one."""
    parted = parted_names(texts)
    tails = [tail for tail in dict.fromkeys(tail for _, tail in parted.values()) if not is_sum_heading(tail)]
    players = len({key(name) for name, _ in parted.values()})
    open_ = [tail for tail in tails if column_name(tail) is None]
    many = column_game and players > 1 and len(tails) in _SEVERAL
    return open_ if many or (len(open_) < len(tails) and several(tails)) else []


def not_understood(upper: dict[int, str], lower: dict[int, str], boxes: Collection[str]) -> list[str]:
    """Return the headings of a row that look like columns of the players above it, though not all are known ones."""
    texts = list(dict.fromkeys(t for t in lower.values() if t and not is_sum_heading(t)))
    if len(texts) < 2:
        return []
    if behind := not_known_behind(texts, {"max", "min"} <= set(boxes)):
        return behind
    named = [t for t in upper.values() if t and not dates.candidates(t)]
    numbered = bool(named) and all(key(t).isdigit() and len(key(t)) == 1 for t in texts)
    if several(texts) or numbered or all(_counts_columns(t) for t in texts):
        return texts
    titles, rows = _groups(upper, lower)
    if len(rows) < 2 or any(row != rows[0] for row in rows) or all(is_game_title(t) for t in titles):
        return []
    column_game = {"max", "min"} <= set(boxes)
    if all(len(key(t)) < 2 for t in texts) or may_be_columns(texts, column_game):
        return texts
    return titles if may_be_columns(titles, column_game) else []


def above_boxes(upper: dict[int, str], lower: dict[int, str]) -> list[str]:
    """Return the headings that stand above the same boxes again and again, as columns do in a wide table."""
    titles, rows = _groups(upper, lower)
    again = len(rows) in (2, *_SEVERAL) and all(row == rows[0] for row in rows) and len(set(titles)) == len(titles)
    return titles if again and not any(dates.candidates(t) for t in titles) else []


def may_be_columns(texts: list[str], column_game: bool) -> bool:
    """Tell whether texts that stand above or below the same ones again and again may be columns, by words or number."""
    known = any(column_name(t) for t in texts) or all(_counts_columns(t) for t in texts)
    return known or (column_game and len(texts) in _SEVERAL)


def _counts_columns(text: str) -> bool:
    """Tell whether a heading counts columns ("Col 1", "Spalte 2")."""
    return (x := counted(text)) is not None and (x.kind, x.name) == ("field", "column")


def counted(text: str) -> Label | None:
    """Return what a heading counts that has a number behind it: "Col 1", "Game #1"."""
    match = _COUNTED.fullmatch(text)
    return label(match[1]) if match else None


def _groups(upper: dict[int, str], lower: dict[int, str]) -> tuple[list[str], list[list[str]]]:
    """Group the headings of a row by the texts that stand above them."""
    titles: list[str] = []
    rows: list[list[str]] = []
    for c, text in across(upper, lower).items():
        if not text or not lower.get(c):
            continue
        if not titles or (upper[c] and text != titles[-1]):
            titles.append(text)
            rows.append([])
        rows[-1].append(key(lower[c]))
    return titles, rows
