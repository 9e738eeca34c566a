"""Match what people write in headings, boxes and marks against the label files, one a language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from ingest.folding import ARROWS
from ingest.folding import folded as folded
from ingest.folding import key as key

LANGUAGES = ("en", "ro", "fr", "it", "es", "de")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
#: What a heading that names a column of a sheet can stand for.
COLUMNS = ("down", "free", "up", "dry")
#: Fields whose words stand for a player, the plain one first.
NAME_FIELDS = ("player", "player_weak", "given_name")
#: Sections of the boxes that a bare "subtotal" may sum up; what is not listed belongs to `lower`.
SECTION_OF = {
    **dict.fromkeys(UPPER, "upper"),
    **dict.fromkeys(("max", "min"), "max_min"),
    **dict.fromkeys(
        ("youpi_yams", "yams_de_rene", "yams_superieur", "giga_yams", "ultra_yams", "yams_impossible"), "yams"
    ),
    **dict.fromkeys(("double_petite_suite", "double_suite_de_marcel", "double_suite_royale", "triple_suite"), "suites"),
    **dict.fromkeys(("suite_geante_paire", "suite_geante_brelan", "suite_geante_carre"), "suites"),
    **dict.fromkeys(("double_brelan", "triple_brelan", "double_carre", "double_yams"), "combinaisons"),
    **dict.fromkeys(("full_tordu", "grand_full", "full_supreme", "double_full"), "combinaisons"),
    **dict.fromkeys(("plus", "minus"), "difference"),
}
_PARTS = re.compile(rf"[{ARROWS}]+|[^\s._:()\[\]|/\-–—{ARROWS}]+")
_PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_FIXED_POINTS = re.compile(
    r"[\s:=+]*\b(?:25|30|35|40|50)\s*(?:p|pts?|pct|punti|punkte|puntos|puncte|points?)?\.?\s*$", re.I
)
_EXAMPLE = re.compile(r"[\s:;,=]+[1-6](?:\s?[-–,+]\s?[1-6]){2,5}\s*$")
_DICE_SIGNS = re.compile(r"^[⚀-⚅🎲\s]+(?=[^\W\d_])|(?<=[^\W\d_])[⚀-⚅🎲\s]+$")
_DESCRIBED = re.compile(r"((?=.*?[^\W\d_].*?[:=,\-–—])[^:=,]*?[^\W_][^:=,]*?)\s*(?::|=|,|\s[-–—])\s+(\S.*)")
_IN_BRACKETS = re.compile(r"([^\[\]()]*[^\W\d_][^\[\]()]*)[\[(]([^\[\]()]+)[\])]\s*")
_POINTS_FOR = re.compile(r"([^\W\d_]+)\s+(?:for|at|la|pentru|pour|au|aux|à|per|a|en|para|für|bei)\s+(.+?)\s*[?:]?")
_NUMBERED = re.compile(r"(\d\s*[.)]|[^\W\d_]+\.?)\s*(\D.*)")
_NAMES = re.compile(r"[^\W\d_]+")
_HUNDRED = re.compile(r"(.*?)[\s:=+x×(]*(?<!\d)100\b[\s)]*[^\W\d_]*\.?\)?")
_COUNTED_SUM = re.compile(r"(.*[^\W\d_])[\s.]*(?:n[°º.o]*)?\s*[1-5]", re.I)
_BROKEN = re.compile(r"\s*[+-]?\d+[.,]\d+\s*")  # an average: "1,25" is no box of ones that gives 25
#: Figures that explain how a box counts: its dice, and what it gives.
_COUNTS = frozenset(("2", "3", "4", "5", "25", "30", "35", "40", "50"))
_ORNAMENT = re.compile(r"^[\s*#•·▪►\-–—]+|[\s*:•·.…]+$")


@dataclass(frozen=True)
class Label:
    """Say what a label means: a box, a field, a stated figure, a hint, or a column alone."""

    kind: str  # "box", "field", "stated", "hint"
    name: str
    column: str | None = None
    languages: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Words:
    """Hold the label files by kind: folded label -> (name, languages)."""

    boxes: dict[str, tuple[str, frozenset[str]]]
    hints: dict[str, tuple[str, frozenset[str]]]
    fields: dict[str, tuple[str, frozenset[str]]]
    stated: dict[str, tuple[str, frozenset[str]]]
    columns: dict[str, tuple[str, frozenset[str]]]
    signs: dict[str, tuple[str, frozenset[str]]]
    exact: dict[str, tuple[str, frozenset[str]]]
    months: dict[str, int]
    weekdays: dict[str, int]  # 1 is Monday
    struck: frozenset[str]
    open: frozenset[str]
    sums: frozenset[str]
    means: frozenset[str]
    notes: frozenset[str]
    units: frozenset[str]
    statistics: frozenset[str]
    extremes: frozenset[str]
    counts: frozenset[str]
    absent: frozenset[str]
    explains: frozenset[str]
    conditions: frozenset[str]


def language_file(code: str) -> dict[str, dict[str, list[str]]]:
    """Return one label file as written."""
    return tomllib.loads(files("ingest.labels").joinpath(f"{code}.toml").read_text("utf-8"))


def mark_key(text: str) -> str:
    """Fold a mark in a cell: case and outer spaces only, since punctuation is what many marks are made of."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


@cache
def words() -> _Words:
    """Load every label file once."""
    sections: dict[str, dict[str, tuple[str, frozenset[str]]]] = {
        s: {} for s in ("boxes", "hints", "fields", "stated", "columns", "signs")
    }
    exact: dict[str, tuple[str, frozenset[str]]] = {}
    months: dict[str, int] = {}
    weekdays: dict[str, int] = {}
    struck: set[str] = set()
    open_: set[str] = set()
    lists: dict[str, set[str]] = {
        "sum": set(),
        "mean": set(),
        "note": set(),
        "units": set(),
        "statistics": set(),
        "extreme": set(),
        "counts": set(),
        "absent": set(),
        "explains": set(),
        "conditions": set(),
    }
    for code in LANGUAGES:
        data = language_file(code)
        for section, table in sections.items():
            for name, labels in data.get(section, {}).items():
                for label in (name, *labels) if section == "boxes" else labels:
                    form = folded(label)
                    known = table.get(form)
                    if known and known[0] != name:
                        raise ValueError(f"{code}.toml: {label!r} is {name} and also {known[0]}")
                    table[form] = (name, (known[1] if known else frozenset()) | {code})
        for name, labels in data.get("exact", {}).items():
            exact.update({mark_key(label): (name, frozenset({code})) for label in labels})
        for number, names in data["months"].items():
            months.update({key(n): int(number) for n in names})
        for number, names in data["weekdays"].items():
            weekdays.update({key(n): int(number) for n in names})
        struck |= {mark_key(m) for m in data["marks"]["struck"]}
        open_ |= {mark_key(m) for m in data["marks"]["open"]}
        for name in lists:
            lists[name] |= {key(w) or mark_key(w) for w in data["rows"][name]}
    return _Words(
        **sections,
        exact=exact,
        months=months,
        weekdays=weekdays,
        struck=frozenset(struck),
        open=frozenset(open_),
        sums=frozenset(lists["sum"]),
        means=frozenset(lists["mean"]),
        notes=frozenset(lists["note"]),
        units=frozenset(lists["units"]),
        statistics=frozenset(lists["statistics"]),
        extremes=frozenset(lists["extreme"]),
        counts=frozenset(lists["counts"]),
        absent=frozenset(lists["absent"]),
        explains=frozenset(lists["explains"]),
        conditions=frozenset(lists["conditions"]),
    )


def _spellings(text: str) -> list[str]:
    """List the folded forms under which a label may be known, the most literal first."""
    bare = _ORNAMENT.sub("", _DICE_SIGNS.sub("", text))
    without = _PARENTHESES.sub("", bare)
    plain = _FIXED_POINTS.sub("", without)
    forms = [key(t) for t in (text, bare, without, plain, _EXAMPLE.sub("", without), _EXAMPLE.sub("", plain))]
    return [f for i, f in enumerate(forms) if f and f not in forms[:i]]


def _plain(text: str, forms: list[str] | None = None) -> Label | None:
    """Match a label that names no column, under the given folded forms or all of them."""
    w = words()
    if re.fullmatch(r"stated_[a-z_]+", text.strip()):
        return Label("stated", text.strip().removeprefix("stated_"), None, frozenset({"en"}))
    if exact := w.exact.get(mark_key(text)) or w.exact.get(mark_key(text.rstrip(" :"))):
        stated = exact[0].startswith("stated_")
        return Label("stated" if stated else "box", exact[0].removeprefix("stated_"), None, exact[1])
    bare = _PARENTHESES.sub("", _ORNAMENT.sub("", text))
    for form in _spellings(text) if forms is None else forms:
        for kind, table in (("box", w.boxes), ("field", w.fields), ("stated", w.stated), ("hint", w.hints)):
            if form in table and (kind != "field" or forms is not None or form in (key(text), key(bare))):
                name, languages = table[form]
                return Label(kind, name, None, frozenset() if form.isdigit() else languages)
    return _bonus(text) or _counted_sum(text) if forms is None else None


def _bonus(text: str) -> Label | None:
    """Match a bonus by its word and the sum that earns it, or that of further Yams by its hundred points.

    "Bonus if the total is 63 or over", "If the total is 63 or over, bonus 35", "Yahtzee bonus: 100 each".
    """
    said = [key(word) for word in _NAMES.findall(text)]
    said = said if said and said[0] in words().conditions else said[:1]
    found = next((x for word in said if (x := words().stated.get(word)) and x[0] == "bonus"), None)
    if found and re.search(r"\b6[23]\b", text):
        return Label("stated", "bonus", None, found[1])
    hundred = _HUNDRED.fullmatch(text.strip())
    for form in (key(hundred[1]), key(hundred[1]) + "100") if hundred else ():
        if words().fields.get(form, ("",))[0] == "extra_yams":
            return Label("field", "extra_yams", None, words().fields[form][1])
    return None


def _counted_sum(text: str) -> Label | None:
    """Match a sum that is counted through: "Totale 2", "Somme n° 1"."""
    match = _COUNTED_SUM.fullmatch(_ORNAMENT.sub("", text))
    name, languages = words().stated.get(key(match[1]), ("", frozenset())) if match else ("", frozenset())
    return Label("stated", "subtotal", None, languages) if name in ("sum", "subtotal") else None


@lru_cache(maxsize=8192)
def column_name(text: str) -> tuple[str, frozenset[str]] | None:
    """Match the name of a column: ``down``, ``free``, ``up``, ``dry`` or ``main``."""
    for form in _spellings(text):
        if form == "main":
            return "main", frozenset({"en"})
        if form in words().columns:
            return words().columns[form]
    arrows, rest = "".join(c for c in text if c in ARROWS), "".join(c for c in text if c not in ARROWS)
    if arrows and key(rest):  # "↓ disc"
        named, said = column_name(arrows), column_name(rest)
        return said if named and said and named[0] == said[0] else None
    return _counted_column(text) or _short_column(text)


def _counted_column(text: str) -> tuple[str, frozenset[str]] | None:
    """Match a column behind its number, or behind the word for one: "2. Libera", "Colonna libera"."""
    match = _NUMBERED.fullmatch(text.strip())
    first = words().fields.get(key(match[1])) if match else None
    if not match or not (match[1][0].isdigit() or (first and first[0] == "column")):
        return None
    return column_name(match[2])


def _short_column(text: str) -> tuple[str, frozenset[str]] | None:
    """Match an abbreviation that is the beginning of one column's names only: "Ascend."."""
    form = key(text) if text.endswith(".") else ""
    found = {named for word, named in words().columns.items() if word.startswith(form)} if len(form) >= 3 else set()
    names = {name for name, _ in found}
    return (names.pop(), frozenset.union(*(codes for _, codes in found))) if len(names) == 1 else None


@lru_cache(maxsize=8192)
def label(text: str) -> Label | None:
    """Match a heading: a box, field or stated figure, with the column where the heading names one too.

    >>> label("Trei de un fel").name, label("down.ones").column, label("Tris (Discendente)").column
    ('three_of_a_kind', 'down', 'down')
    """
    if _BROKEN.fullmatch(text):
        return None
    if found := _plain(text, [key(text)]):
        return found
    for head, tail in cuts(text):
        for named, rest in ((head, tail), (tail, head)):
            column = column_name(named)
            inner = _plain(rest) if column else None
            if column and inner and inner.kind in ("box", "stated"):
                return Label(inner.kind, inner.name, column[0], inner.languages & column[1] or inner.languages)
    return _asked_for(text) or _plain(text) or _bilingual(text) or _described(text) or _explained(text)


def _asked_for(text: str) -> Label | None:
    """Match a box as a form asks for it: "Scores [Ones]", "Points for Full", "Puncte la Full"."""
    match = _POINTS_FOR.fullmatch(text) or _IN_BRACKETS.fullmatch(text)
    outer, named = (_plain(match[1]), _plain(match[2])) if match else (None, None)
    if not match or not named or named.kind != "box":
        return None
    of_points = outer is not None and (outer.kind, outer.name) in (("field", "points"), ("stated", "total"))
    if match[2].isdigit():
        return named if of_points and "(" not in text else None
    return named if of_points or (outer is None and "[" in text) else None


def cuts(text: str) -> list[tuple[str, str]]:
    """Return every way to part a heading between two of its words, or an arrow and a word.

    >>> cuts("S - Scala min")
    [('S', 'Scala min'), ('S - Scala', 'min')]
    """
    parts = list(_PARTS.finditer(text))
    return [(text[parts[0].start() : a.end()], text[b.start() :]) for a, b in pairwise(parts)]


def _described(text: str) -> Label | None:
    """Match a box that is explained behind its name: "Brelan : somme des dés", unless another label stands there."""
    match = _DESCRIBED.fullmatch(_ORNAMENT.sub("", text))
    named = _plain(match[1]) if match else None
    if not match or not named or named.kind != "box":
        return None
    rest = _plain(match[2])
    if rest and (rest.kind, rest.name) != ("box", named.name) and rest.name not in ("sum", "subtotal", "total"):
        return None
    bonus = any(words().stated.get(key(word), ("",))[0] == "bonus" for word in _NAMES.findall(match[2]))
    return None if bonus or "100" in match[2] else named


def _explained(text: str) -> Label | None:
    """Match a box, or further Yams, with how it counts behind its name: "Full House SCORE 25", "Chance alle Augen".

    An upper box is named once more in it, since "three of the same" is no box of threes. Sums alone explain no box:
    "Yahtzee total score" may be that of the game.
    """
    parts = _PARENTHESES.sub(" ", _ORNAMENT.sub("", text)).split()
    for cut in range(len(parts) - 1, 0, -1):
        named = _plain(" ".join(parts[:cut]))
        if named and (named.kind == "box" or named.name == "extra_yams"):
            rest = [form for word in parts[cut:] if (form := key(word))]
            return named if _explains(rest, named) else None
    return None


def _explains(rest: Sequence[str], named: Label) -> bool:
    """Tell whether the words behind a label say how it counts."""
    w = words()
    again = {form for form in rest if w.boxes.get(form, ("",))[0] == named.name and not form.isdigit()}
    dice = {form for form in rest if form in _COUNTS or w.fields.get(form, ("",))[0] == "dice"}
    said = w.explains.intersection(rest)
    more = {"100"} if named.kind == "field" else set()
    if not said or not said | again | dice | more >= set(rest):
        return False
    return named.kind == "field" or bool(again if named.name in UPPER else dice)


def _bilingual(text: str) -> Label | None:
    """Match a label in two languages, "Brelan / 3 of a kind": what its halves mean, where none means another box."""
    parts = [p for p in re.split(r"[/|\n]", text) if p.strip()]
    if len(parts) < 2 or not all(any(c.isalpha() for c in p) for p in parts):
        return None
    halves = [_plain(p.strip()) for p in parts]
    known = [x for x in halves if x and x.kind in ("box", "stated", "field")]
    if not known or len({(x.kind, x.name) for x in known}) > 1 or (known[0].kind != "box" and len(known) < len(halves)):
        return None
    return Label(known[0].kind, known[0].name, None, frozenset.union(*(x.languages for x in known)))


@lru_cache(maxsize=8192)
def box_name(text: str) -> str | None:
    """Match the name of a box alone, hints left out."""
    found = _plain(text)
    return found.name if found and found.kind == "box" else None


@lru_cache(maxsize=65536)
def is_sum_word(text: str) -> bool:
    """Tell whether a cell is the word of a row of sums or means."""
    return any(f in words().sums or f in words().means for f in _spellings(text) or [mark_key(text)])


@lru_cache(maxsize=65536)
def begins_with_sum_word(text: str) -> bool:
    """Tell whether a name of several words begins like a row of sums or means: "Totale serata"; it may be a player's.

    >>> begins_with_sum_word("Summe Abend"), begins_with_sum_word("Toto Pop"), begins_with_sum_word("Total")
    (True, False, False)
    """
    first, *more = re.split(r"[\s:.,;()/\-–—]+", text.strip(" \t:.-–—"), maxsplit=1)
    return bool(more) and (key(first) in words().sums or key(first) in words().means)


@lru_cache(maxsize=8192)
def is_note(text: str) -> bool:
    """Tell whether a cell begins like a signature, a remark or a page number."""
    first = re.split(r"[\s:_.,;(]+", text.strip(), maxsplit=1)[0]
    return key(first) in words().notes


@lru_cache(maxsize=8192)
def is_statistics_word(text: str) -> bool:
    """Tell whether a title, a worksheet's name or a heading speaks of averages, records or standings."""
    return any(key(word) in words().statistics for word in re.split(r"[^\w']+|_|\d+", text) if word)


@lru_cache(maxsize=8192)
def is_extreme_word(text: str) -> bool:
    """Tell whether a heading or a name may speak of the best, the worst or a record; "Max" may be a player as well."""
    return any(f in words().extremes for f in _spellings(text))


def speaks_of_extremes(name: str) -> bool:
    """Tell whether a name has a word for the best, the worst or a record: "Max posibil", "Record club"."""
    return is_extreme_word(name) or any(is_extreme_word(word) for word in re.split(r"[^\w']+", name) if word)


def speaks_of_records(name: str) -> bool:
    """Tell whether a name is surely that of bests or records, and no person's: "Club record", "Best score", not "Best".

    >>> speaks_of_records("Rekord"), speaks_of_records("Cel mai bun"), speaks_of_records("Max (guest)")
    (True, True, False)
    """
    parts = [key(part) for part in re.split(r"[^\w']+", name) if part]
    known = words().extremes & words().statistics
    several = len(re.findall(r"[\w']+", _PARENTHESES.sub("", name))) > 1
    return not known.isdisjoint(parts) or (several and is_extreme_word(name))


def is_count_word(text: str) -> bool:
    """Tell whether a heading counts games or wins, as a table of standings has it and a scoresheet has not."""
    return key(text) in words().counts or is_statistics_word(text)


def is_absent_word(text: str) -> bool:
    """Tell whether a cell says that somebody was not there."""
    return key(text) in words().absent
