"""Hold the words that people write on scoresheets, from the label files, one a language: which words mean what."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

from ingest.folding import folded as folded
from ingest.folding import key as key

LANGUAGES = ("en", "ro", "fr", "it", "es", "de")
_OF_YATZY = ("sv", "da", "fi")  # languages of which no more is known than the words of that sheet
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
WHOLE_SHEET = 10  # boxes from which a sheet is taken for a whole one; every game of the family has more
STRAIGHTS = ("small_straight", "large_straight")
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
PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
ORNAMENT = re.compile(r"^[\s*#•·▪►\-–—]+|[\s*:•·.…]+$")
_FIXED_POINTS = re.compile(
    r"[\s:=+]*\b(?:25|30|35|40|50)\s*(?:p|pts?|pct|punti|punkte|puntos|puncte|points?)?\.?\s*$", re.I
)
_EXAMPLE = re.compile(r"[\s:;,=]+[1-6](?:\s?[-–,+]\s?[1-6]){2,5}\s*$")
SIGNS_OF_MEANS = "Øø⌀∅"
_DICE_SIGNS = re.compile(r"^[⚀-⚅🎲\s]+(?=[^\W\d_])|(?<=[^\W\d_])[⚀-⚅🎲\s]+$")

#: What a label stands for: a name, and the languages that call it so.
Meaning = tuple[str, frozenset[str]]
_File = Mapping[str, Mapping[str, list[str]]]


@dataclass(frozen=True)
class Words:
    """Hold the label files by kind: folded label -> (name, languages); the words that are looked for in rows."""

    boxes: Mapping[str, Meaning]
    hints: Mapping[str, Meaning]
    fields: Mapping[str, Meaning]
    stated: Mapping[str, Meaning]
    columns: Mapping[str, Meaning]
    signs: Mapping[str, Meaning]
    other_games: Mapping[str, Meaning]
    exact: Mapping[str, Meaning]
    parts: Mapping[str, str]
    halves: Mapping[str, str]
    months: Mapping[str, int]
    weekdays: frozenset[str]
    weekdays_before_dates: Mapping[str, frozenset[int]]  # 1 is Monday; what is short may be two: "di."
    struck: frozenset[str]
    open: frozenset[str]
    sums: frozenset[str]
    means: frozenset[str]
    carried: frozenset[str]
    changes: frozenset[str]
    notes: frozenset[str]
    other_days: frozenset[str]
    streets: frozenset[str]
    timestamps: frozenset[str]
    accounts: frozenset[str]
    units: frozenset[str]
    samples: frozenset[str]
    statistics: frozenset[str]
    extremes: frozenset[str]
    counts: frozenset[str]
    winner: frozenset[str]
    absent: frozenset[str]
    used: frozenset[str]
    unused: frozenset[str]
    struck_flags: frozenset[str]
    provisional: frozenset[str]
    explains: frozenset[str]
    conditions: frozenset[str]
    games_played: frozenset[str]
    quantities: frozenset[str]
    status: frozenset[str]
    unfinished: frozenset[str]
    finished: frozenset[str]
    yes: frozenset[str]
    no: frozenset[str]
    happened: frozenset[str]
    deleted: frozenset[str]
    names_of_others: frozenset[str]


def language_file(code: str) -> dict[str, dict[str, list[str]]]:
    """Return one label file as written."""
    return tomllib.loads(files("ingest.labels").joinpath(f"{code}.toml").read_text("utf-8"))


def mark_key(text: str) -> str:
    """Fold a mark in a cell: case and outer spaces only, since punctuation is what many marks are made of."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


@cache
def words() -> Words:
    """Load every label file once."""
    every = {code: language_file(code) for code in (*LANGUAGES, *_OF_YATZY)}
    return Words(
        boxes=_meanings(every, "boxes"),
        hints=_meanings(every, "hints"),
        fields=_meanings(every, "fields"),
        stated=_meanings(every, "stated"),
        columns=_meanings(every, "columns"),
        signs=_meanings(every, "signs"),
        other_games=_meanings(every, "other_games"),
        exact={
            mark_key(label): (name, frozenset({code}))
            for code, data in every.items()
            for name, labels in data.get("exact", {}).items()
            for label in labels
        },
        parts={key(n): part for part, ns in _named(every, "parts") for n in ns},
        halves={key(n): half for half, ns in _named(every, "halves") for n in ns},
        months={key(n): int(i) for i, names in _named(every, "months") for n in names},
        weekdays=frozenset(key(n) for _, names in _named(every, "weekdays") for n in names),
        weekdays_before_dates=_weekdays_before_dates(every),
        struck=_marks(every, "struck"),
        open=_marks(every, "open"),
        sums=_row_words(every, "sum"),
        means=_row_words(every, "mean"),
        carried=_row_words(every, "carried"),
        changes=_row_words(every, "changes"),
        notes=_row_words(every, "note"),
        other_days=_row_words(every, "other_days"),
        streets=_row_words(every, "streets"),
        timestamps=_row_words(every, "timestamps"),
        accounts=_row_words(every, "accounts"),
        units=_row_words(every, "units"),
        samples=_row_words(every, "samples"),
        statistics=_row_words(every, "statistics"),
        extremes=_row_words(every, "extreme"),
        counts=_row_words(every, "counts"),
        winner=_row_words(every, "winner"),
        absent=_row_words(every, "absent"),
        used=_row_words(every, "used"),
        unused=_row_words(every, "unused"),
        struck_flags=_row_words(every, "struck_flags"),
        provisional=_row_words(every, "provisional"),
        explains=_row_words(every, "explains"),
        conditions=_row_words(every, "conditions"),
        games_played=_row_words(every, "games_played"),
        quantities=_row_words(every, "quantities"),
        status=_row_words(every, "status"),
        unfinished=_row_words(every, "unfinished"),
        finished=_row_words(every, "finished"),
        yes=_row_words(every, "yes"),
        no=_row_words(every, "no"),
        happened=_row_words(every, "happened"),
        deleted=_row_words(every, "deleted"),
        names_of_others=_row_words(every, "names_of_others"),
    )


def _named(every: Mapping[str, _File], section: str) -> list[tuple[str, list[str]]]:
    """List the words of one section in every file, by their names."""
    return [named for data in every.values() for named in data.get(section, {}).items()]


def _meanings(every: Mapping[str, _File], section: str) -> dict[str, Meaning]:
    """Gather the labels of one section; a box is known by its own name as well. Raises ValueError for two meanings."""
    found: dict[str, Meaning] = {}
    for code, data in every.items():
        for name, labels in data.get(section, {}).items():
            for label in (name, *labels) if section == "boxes" else labels:
                known, languages = found.get(folded(label), (name, frozenset()))
                if known != name:
                    raise ValueError(f"{code}.toml: {label!r} is {name} and also {known}")
                found[folded(label)] = name, languages | {code}
    return found


def _weekdays_before_dates(every: Mapping[str, _File]) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for data, section in product(every.values(), ("weekdays", "weekdays_before_dates")):
        for number, names in data.get(section, {}).items():
            found |= {key(name): found.get(key(name), frozenset()) | {int(number)} for name in names}
    return found


def _marks(every: Mapping[str, _File], name: str) -> frozenset[str]:
    marks = [mark for kind, found in _named(every, "marks") if kind == name for mark in found]
    return frozenset((*map(mark_key, marks), *(key(mark) for mark in marks if mark.isalpha())))


def _row_words(every: Mapping[str, _File], name: str) -> frozenset[str]:
    return frozenset(key(word) or mark_key(word) for kind, ws in _named(every, "rows") if kind == name for word in ws)


def spellings(text: str) -> list[str]:
    """List the folded forms under which a label may be known, the most literal first."""
    bare = ORNAMENT.sub("", _DICE_SIGNS.sub("", text))
    without = PARENTHESES.sub("", bare)
    plain = _FIXED_POINTS.sub("", without)
    forms = [key(t) for t in (text, bare, without, plain, _EXAMPLE.sub("", without), _EXAMPLE.sub("", plain))]
    return [f for i, f in enumerate(forms) if f and f not in forms[:i]]


@lru_cache(maxsize=65536)
def is_sum_word(text: str) -> bool:
    """Tell whether a cell is the word of a row of sums or means."""
    return any(f in words().sums or f in words().means for f in spellings(text) or [mark_key(text)])


@lru_cache(maxsize=65536)
def names_sums(name: str) -> bool:
    """Tell whether a name is that of a row of sums or means, or of one that carries sums from page to page.

    A word for these, and the sign of a mean, may be something else in other places.

    >>> names_sums("Total"), names_sums("Ø"), names_sums("Übertrag"), names_sums("Toto")
    (True, True, True, False)
    """
    return is_sum_word(name) or name.strip(" :.") in tuple(SIGNS_OF_MEANS) or key(name) in words().carried


@lru_cache(maxsize=65536)
def begins_with_sum_word(text: str) -> bool:
    """Tell whether a name of several words begins like a row of sums or means: "Totale serata"; it may be a player's.

    >>> begins_with_sum_word("Summe Abend"), begins_with_sum_word("Toto Pop"), begins_with_sum_word("Total")
    (True, False, False)
    """
    first, *more = re.split(r"[\s:.,;()/\-–—]+", text.strip(" \t:.-–—"), maxsplit=1)
    begun = key(first)
    if not more or begun in words().sums or begun in words().means or first in tuple(SIGNS_OF_MEANS):
        return bool(more)
    carried = [word for word in words().carried if word.startswith(begun)] if begun else []
    return bool(carried) and key(text).startswith(tuple(carried))


@lru_cache(maxsize=8192)
def is_note(text: str) -> bool:
    """Tell whether a cell begins like a signature, a remark or a page number."""
    first = re.split(r"[\s:_.,;(]+", text.strip(), maxsplit=1)[0]
    return key(first) in words().notes


@lru_cache(maxsize=8192)
def speaks_of_other_days(text: str) -> bool:
    """Tell whether a line speaks of a day on which no game of it was played.

    >>> speaks_of_other_days("Stand: 14.03.2026"), speaks_of_other_days("Prochaine partie"), speaks_of_other_days("Jeu")
    (True, True, False)
    """
    said = re.findall(r"[^\W\d_]+", text)
    return any(key(" ".join(said[i : i + n])) in words().other_days for i in range(len(said)) for n in (1, 2, 3))


@lru_cache(maxsize=8192)
def is_statistics_word(text: str) -> bool:
    """Tell whether a title, a worksheet's name or a heading speaks of averages, records or standings."""
    return any(key(word) in words().statistics for word in re.split(r"[^\w']+|_|\d+", text) if word)


def is_sample_word(text: str) -> bool:
    """Tell whether a worksheet's name says that it is an example or a template."""
    return any(key(word) in words().samples for word in re.split(r"[^\w']+|_|\d+", text) if word)


@lru_cache(maxsize=8192)
def is_extreme_word(text: str) -> bool:
    """Tell whether a heading or a name may speak of the best, the worst or a record; "Max" may be a player as well."""
    return any(f in words().extremes for f in spellings(text))


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
    several = len(re.findall(r"[\w']+", PARENTHESES.sub("", name))) > 1
    return not known.isdisjoint(parts) or (several and is_extreme_word(name))


def is_count_word(text: str) -> bool:
    """Tell whether a heading counts games or wins, as a table of standings has it and a scoresheet has not."""
    return key(text) in words().counts or is_statistics_word(text)


def is_whist_word(text: str) -> bool:
    """Tell whether a heading is that of the Whist points of a game, or of standings: their name is the same everywhere.

    >>> is_whist_word("Punti Whist"), is_whist_word("Punti")
    (True, False)
    """
    return "whist" in key(text)


def stands_beside_totals(text: str) -> bool:
    """Tell whether a heading is of what people write beside a game's totals: remarks, the winner, numbers of rows."""
    said = key(text)
    return is_note(text) or is_whist_word(text) or said in words().winner or words().parts.get(said) == "number"


def is_timestamp(text: str) -> bool:
    """Tell whether a heading is that of the time at which a row was written, or a game began or ended."""
    return key(text) in words().timestamps


@lru_cache(maxsize=8192)
def is_absent_word(text: str) -> bool:
    """Tell whether a cell says that somebody was not there: "absent", "Absent(ă)", "abwesend (krank)"."""
    return any(form in words().absent for form in spellings(text))


def is_flag(text: str) -> bool:
    """Tell whether a cell says yes or no, in words."""
    return key(text) in words().yes or key(text) in words().no
