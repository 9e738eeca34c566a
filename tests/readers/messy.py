"""Make messy text tables of known content, and score how a reading agrees with it.

The kinds are those of the Pollock benchmark (Vitagliano et al., PVLDB 16, 2023): what files in public portals are like,
one oddity each; a weight says how common the oddity is. The table and the texts here are made from a seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Rows = list[list[str]]

HEADINGS = ["DATE", "TIME", "Qty", "ID", "Price", "Kind", "Description", "Link", "Comments"]
#: The fields in these columns are quoted throughout; others only where they hold a separator or a quote.
QUOTED = (6, 7)
WORDS = (
    "boots", "warm, light", "sun's", "rod", "club's", "cotton, wool", "dry", 'shirt 48"', "round, seat", "cap",
    "women's", "print, blue", "light-up", "kids'", "best",
)  # fmt: skip


@dataclass(frozen=True)
class Messy:
    """Be one file: its bytes, the table that it stands for, its weight, and how many files it stands for."""

    kind: str
    data: bytes
    table: Rows
    weight: float = 1
    files: float = 1


def table(rows: int, rng: random.Random) -> Rows:
    """Return a table with headings: dates, numbers, texts with commas, apostrophes and quotes, an empty last column."""
    made = [list(HEADINGS)]
    for i in range(rows):
        kind = " ".join(rng.sample(WORDS, 3)).strip(",")
        text = " ".join(rng.choices(WORDS, k=rng.randint(6, 25)))
        day = f"{i % 28 + 1:02}/{i % 12 + 1:02}/2018"
        price = f"${rng.uniform(1, 99):.2f}"
        code = f"{rng.choice('MRCYB')}G-{rng.randint(1000, 9999)}"
        time = f"{i % 24:02}:{15 * (i % 4):02}"
        made.append([day, time, str(rng.randint(0, 9)), code, price, kind, text, f"https://example.com/{code}", ""])
    return made


def field(text: str, column: int, first: bool, *, sep: str = ",", quote: str = '"', guard: str = '"') -> str:
    """Write one field."""
    if column in QUOTED or sep in text or '"' in text or (sep != "," and "," in text and not first):
        return quote + text.replace('"', guard + '"') + quote
    return text


def fields(row: Sequence[str], first: bool, **how: str) -> list[str]:
    return [field(text, i, first, **how) for i, text in enumerate(row)]


def text(rows: Rows, end: str = "\r\n", sep: str = ",", quote: str = '"', guard: str = '"') -> str:
    """Write a table."""
    how = {"sep": sep, "quote": quote, "guard": guard}
    return "".join(sep.join(fields(row, i == 0, **how)) + end for i, row in enumerate(rows))


def whole_files(rows: Rows) -> Iterator[Messy]:
    """Yield the files whose oddity is one of the whole file."""
    good = text(rows)
    body = rows[1:]
    twice = [[f"{name} {name}" for name in HEADINGS], *body]
    thrice = [[" ".join([name] * 3) for name in HEADINGS], *body]
    yield Messy("as it should be", good.encode(), rows)
    yield Messy("empty", b"", [], 15)
    yield Messy("no final line end", good.removesuffix("\r\n").encode(), rows, 184)
    yield Messy("two final line ends", (good + "\r\n").encode(), rows, 5)
    yield Messy("no headings", text(body).encode(), body, 470)
    yield Messy("two rows of headings", text([HEADINGS, *rows]).encode(), twice, 47)
    yield Messy("three rows of headings", text([HEADINGS, HEADINGS, *rows]).encode(), thrice, 47)
    yield Messy("preamble", ("PREAMBLE,,,,,,,,\r\n,,,,,,,,\r\n" + good).encode(), rows, 282)
    for name, width in (("fewer", 8), ("same", 9), ("more", 10)):
        second = [[*row, f"col{i}" if not i else ""][:width] for i, row in enumerate(rows)]
        yield Messy(f"second table of {name} columns", (good + text(second)).encode(), [*rows, *second], 62.7)
    yield Messy("headings only", text(rows[:1]).encode(), rows[:1], 3)
    yield Messy("one row", text(rows[:2]).encode(), rows[:2], 4)
    yield Messy("LF", text(rows, "\n").encode(), rows, 1691)
    yield Messy("CR", text(rows, "\r").encode(), rows, 7)
    for name, sep, weight in ((";", ";", 834), ("tab", "\t", 4), ("space", " ", 4), (", ", ", ", 101)):
        yield Messy(f"separator {name}", text(rows, sep=sep).encode(), rows, weight)
    yield Messy("apostrophes for quotes", text(rows, quote="'").encode(), rows, 11)
    yield Messy("quotes guarded by backslashes", text(rows, guard="\\").encode(), rows, 1)
    yield Messy("quotes without guard", text(rows, guard="").encode(), rows, 7)


def other_files(rows: Rows) -> Iterator[Messy]:
    """Yield files of further kinds, which the benchmark does not weigh."""
    yield Messy("separator of two characters", text(rows, sep="||").encode(), rows)
    yield Messy("separator of a backslash and a t", text(rows, sep="\\t").encode(), rows)
    yield Messy("pipe", text(rows, sep="|").encode(), rows)
    yield Messy("line ends written twice", text(rows, "\r\r\n").encode(), rows)
    yield Messy("mark and UTF-8", text(rows).encode("utf-8-sig"), rows)
    yield Messy("UTF-16", text(rows).encode("utf-16"), rows)
    yield Messy("footnote", (text(rows) + "Source: the club\r\n").encode(), [*rows, ["Source: the club"]])


def odd_rows(rows: Rows, numbers: Sequence[int]) -> Iterator[Messy]:
    """Yield the files with one odd row: a separator too few or too many, a stray quote, spaces for separators.

    The weights are shared out among the rows asked for; the benchmark has a file for every row and column.
    """
    lines = text(rows).split("\r\n")

    def file(kind: str, at: int, made: Sequence[str], weight: float, sep: str = ",", table: Rows = rows) -> Messy:
        data = "\r\n".join([*lines[:at], sep.join(made), *lines[at + 1 :]]).encode()
        return Messy(kind, data, table, weight / len(numbers), len(rows) / len(numbers))

    for at in numbers:
        made = fields(rows[at], at == 0)
        yield file("row by spaces", at, made, 10, " ")
        for i in range(9):
            if i:
                joined = [*made[: i - 1], made[i - 1] + made[i], *made[i + 1 :]]
                yield file("row without a separator", at, joined, 304 / 8)
            yield file("row with one more separator", at, [*made[:i], "", *made[i:]], 338 / 9)
            stray = [list(row) for row in rows]
            stray[at][i] = '"' + rows[at][i]
            yield file("row with a stray quote", at, [*made[:i], '"' + made[i], *made[i + 1 :]], 8 / 9, table=stray)


def _measures(expected: Iterable[str], found: Iterable[str]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of two bags of texts."""
    ours, theirs = Counter(found), Counter(expected)
    common = sum((ours & theirs).values())
    if not theirs:
        return 1, 1, 1
    if not common:
        return 0, 0, 0
    precision, recall = common / sum(theirs.values()), common / sum(ours.values())
    return precision, recall, 2 * precision * recall / (precision + recall)


def score(expected: Rows, found: Rows | None) -> float:
    """Return up to 10: one for a table at all, three each for headings, records and cells."""
    if found is None:
        return 0
    if not expected:
        return 10
    first, *rest = found or [[]]
    parts = (
        _measures(expected[0], first),
        _measures(("".join(row) for row in expected[1:]), ("".join(row) for row in rest)),
        _measures((c for row in expected for c in row), (c for row in found for c in row)),
    )
    return 1 + sum(sum(part) for part in parts) if len(expected) > 1 else 1 + sum(parts[0]) + 3 + sum(parts[2])
