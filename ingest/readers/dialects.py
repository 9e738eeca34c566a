"""Find how a text table is written: its separator, its quote, what guards a quote inside quotes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from ingest.model import ReadOptions
from ingest.readers.labels import label
from ingest.readers.quoting import Dialect, sketch
from ingest.sources import Source

#: Separators that are looked for; the two of two characters are what programs write by mistake.
DELIMITERS = (",", ";", "\t", "|", "||", "\\t")  # of equal ones the first counts
#: Characters from the beginning of a text by which its dialect is found.
SAMPLE = 64 * 1024
_LABELS = 4  # different ones; fewer may be chance
_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}


def find_dialect(source: Source, text: str, options: ReadOptions) -> tuple[Dialect, int]:
    """Return how a text is written and the number of leading lines that only declare it ("sep=;").

    A given separator counts; else the one under which the first 64 kB hold the most known labels, then the most
    records of the same number of fields. Raises UnreadableFile for a given one that can be none.
    """
    declared = re.match(r'"?sep=(.)"?[;,\t]*\r?\n', text, re.IGNORECASE)
    skip = 1 if declared else 0
    sample = text[:SAMPLE]
    if len(text) > SAMPLE:
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    if options.delimiter:
        given = options.delimiter
        if given not in text:
            given = _NAMES.get(given.lower(), given)
        if (len(given) != 1 and given not in DELIMITERS) or given in '"\r\n':
            raise source.fail(f"the separator {options.delimiter!r} is not one character.", code="delimiter")
    elif declared:
        given = declared[1]
    else:
        found = [_dialect(sample, sample, d) for d in DELIMITERS if d in sample]
        fits = {how.delimiter: (*_fit(sample, how), len(how.delimiter)) if len(found) > 1 else () for how in found}
        given = max(fits, key=lambda d: fits[d], default=DELIMITERS[0])
    return _dialect(sample, text, given), skip


def _dialect(sample: str, text: str, delimiter: str) -> Dialect:
    """Return how a text with this separator is written, by where its quotes stand."""
    quote = _quote(sample, delimiter)
    how = Dialect(delimiter, quote, spaced=f"{delimiter} {quote}" in text)
    if (at := text.find("\\" + quote)) < 0:
        return how
    some = text[text.rfind("\n", 0, at) + 1 :][:SAMPLE]
    return min(how, replace(how, escape="\\"), key=lambda how: sketch(some, how)[1])


def _quote(sample: str, delimiter: str) -> str:
    """Return what fields are quoted with: apostrophes only where no field is in quotes and they come in pairs."""
    if "'" not in sample:
        return '"'
    d = re.escape(delimiter)
    opened, closed = rf"(?:^|{d} *)%s(?! *(?:{d}|$))", rf"(?<!{d})(?!{d}).%s *(?:{d}|$)"
    if re.search(opened % '"', sample, re.MULTILINE):
        return '"'
    begun, ended = (len(re.findall(edge % "'", sample, re.MULTILINE)) for edge in (opened, closed))
    return "'" if begun > 1 and abs(begun - ended) * 10 <= begun else '"'


def _fit(sample: str, how: Dialect) -> tuple[int, int, int]:
    """Weigh a dialect: labels that it uncovers, records of the most frequent width above one, columns with text."""
    rows, _ = sketch(sample, how)
    labels = {
        (x.kind, x.name, x.column)
        for record in rows[:400]
        if len(record) > 1
        for c in record[:100]
        if c and not c.isdigit() and (x := label(c)) is not None
    }
    widths = Counter(len(record) for record in rows if len(record) > 1)
    width, count = max(widths.items(), key=lambda w: (w[1], w[0]), default=(0, 0))
    filled = {i for record in rows if len(record) == width for i, c in enumerate(record) if c}
    return len(labels) if len(labels) >= _LABELS else 0, count, len(filled)
