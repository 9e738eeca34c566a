"""Read one cell: points, marks, whole numbers and text, without ever guessing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from ingest.readers.words import UPPER, key, mark_key, words

_NUMBER = re.compile(r"([+-]?)([0-9]{1,12})(?:[.,]([0-9]{1,12}))?")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:[ '’\u202f\u00a0][0-9]{3})+")
_WITH_UNIT = re.compile(r"([+-]?[0-9][0-9.,]*)\s*([^\W\d_]+)\.?")
#: A zero beside its mark: "0 (tăiat)", "x (0)".
_ZERO_BESIDE = re.compile(r"0\s*[(\[]?([^\d()\[\]]+)[)\]]?|([^\d()\[\]]+)[(\[]?0[)\]]?")
#: A footnote's number behind a figure, "25¹", or before it, is no digit of it.
_RAISED = re.compile(r"[0-9]\s*[⁰¹²³⁴-⁹]|[⁰¹²³⁴-⁹]\s*[0-9]")
LARGEST = 30_000
UNANNOUNCED = "what is announced is neither yes nor a face from 1 to 6"

#: A formula without its value, or the error of one: "=A1+B1", "#DIV/0!", "#WERT!".
UNCOMPUTED = re.compile(r"=.*|#[^\d\s]\S*")


#: What the six upper boxes give at most, with five dice and with ten.
MOST_OF_UPPER = tuple(tuple(dice * face for face in range(1, 7)) for dice in (5, 10))


class Bad:
    """Mark a cell that is neither a whole number nor a known mark."""


BAD = Bad()


@lru_cache(maxsize=65536)
def clean(text: str) -> str:
    """Strip outer spaces, invisible characters and the apostrophe that keeps a spreadsheet from reading a formula.

    >>> clean("'=SUM"), clean(" Ana\\u00a0"), clean("D'Arcy")
    ('=SUM', 'Ana', "D'Arcy")
    """
    text = text.strip(" \t\r\n\u00a0\u2007\u202f\ufeff\u200b\u200e\u200f")
    if len(text) > 1 and text[0] == "'" and text[1] in "=+-@\t\r'0123456789":
        text = text[1:]
    if "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    return text


@lru_cache(maxsize=65536)
def points(text: str) -> int | Bad | None:
    """Read a cell of a box: its points, 0 where struck, None where open, BAD for anything else.

    A decimal number that is whole is its whole number. A figure whose only separator could mean thousands or decimals
    ("1.234") is BAD: it has two readings.

    >>> points("25,0"), points("x"), points(""), points("12.5") is BAD, points("−25"), points("-----"), points(". . .")
    (25, 0, None, True, -25, 0, None)
    >>> points("x?") is BAD
    True
    """
    mark = _mark(text)
    if not mark or mark in words().open:
        return None
    if _RAISED.search(text):
        return BAD
    if _struck(mark) or ((match := _ZERO_BESIDE.fullmatch(mark)) and _struck((match[1] or match[2]).strip())):
        return 0
    return whole(mark)


@lru_cache(maxsize=1024)
def announced(text: str) -> str | Bad | None:
    """Read what is announced of a throw: "true", the face of a giant run, None for nothing, BAD for anything else.

    >>> announced("Oui"), announced("4"), announced("no"), announced("later") is BAD, announced("9") is BAD
    ('true', '4', None, True, True)
    """
    mark = _mark(text)
    if not mark or mark in words().open or mark == "0" or key(mark) in words().no:
        return None
    if key(mark) in words().yes or mark == "x":
        return "true"
    face = whole(mark)
    return BAD if isinstance(face, Bad) or not 1 <= face <= 6 else str(face)


def is_most_possible(boxes: Iterable[tuple[str, int | Bad | None]]) -> bool:
    """Tell whether boxes hold the most that dice can give in every upper one, with five dice or ten."""
    return tuple(map(dict(boxes).get, UPPER)) in MOST_OF_UPPER


def _mark(text: str) -> str:
    """Fold what a cell holds; a sign that is written several times, to fill the cell, is that sign."""
    mark = mark_key(clean(text))
    signs = set(mark) - {" "}
    return signs.pop() if len(signs) == 1 and not mark[0].isalnum() else mark


def _struck(mark: str) -> bool:
    return mark in words().struck or ("?" not in mark and key(mark) in words().struck)  # "x?" is a doubt


@lru_cache(maxsize=65536)
def whole(text: str) -> int | Bad:
    """Read a whole number, in any of the forms that spreadsheets give one."""
    if _RAISED.search(text):
        return BAD
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-").strip()
    if unit := _WITH_UNIT.fullmatch(plain):
        if key(unit[2]) not in words().units:
            return BAD
        plain = unit[1]
    if _GROUPED.fullmatch(plain):
        return int(re.sub(r"[^0-9+-]", "", plain))
    if not (match := _NUMBER.fullmatch(plain)):
        return BAD
    sign, digits, fraction = match.groups()
    if fraction and (fraction.strip("0") or len(fraction) == 3):
        return BAD
    return int(sign + digits)


def total_points(text: str) -> int | Bad | None:
    """Read a total like points, but for a mark, which tells none."""
    value = points(text)
    return None if value == 0 and isinstance(whole(text), Bad) else value


_DIE = re.compile(r"[0-9](?:[a-z]{1,2})?")


@lru_cache(maxsize=65536)
def dice(text: str) -> str | None:
    """Return dice as text in one form, "22333" or "6sl 6bd"; what cannot be taken apart stays as it is written.

    >>> dice("2 2 3 3 3"), dice("2,2,3,3,3"), dice("6SL 6bd"), dice("")
    ('22333', '22333', '6sl 6bd', None)
    """
    plain = clean(text).lower()
    if not plain or plain in words().open:
        return None
    parts = [p for p in re.split(r"[\s,;/+-]+", plain.strip("[](){}")) if p]
    if len(parts) == 1 and parts[0].isascii() and parts[0].isdigit():
        return parts[0]
    if all(_DIE.fullmatch(p) for p in parts):
        return "".join(parts) if all(len(p) == 1 for p in parts) else " ".join(parts)
    return plain


def throws(text: str) -> list[str] | None:
    """Return each throw's dice, written with bars between the throws: "66612|66663|66666"."""
    found = [dice(part) or "" for part in clean(text).split("|")] if clean(text) else []
    return found or None
