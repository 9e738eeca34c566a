"""The kinds of JSON of the JSONTestSuite (Seriot, "Parsing JSON is a Minefield"): accept, reject, either; no crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import readers
from ingest.errors import UnreadableFile
from ingest.model import ReadOptions
from ingest.readers.json_document import document
from ingest.sources import Source

#: A case a line: y, n or i for accept, reject or either; then the bytes, in the escapes of Python.
LINES = (Path(__file__).parents[1] / "files" / "json_kinds.txt").read_text("ascii").splitlines()
CASES = [(line[0], line[2:].encode().decode("unicode_escape").encode("latin-1")) for line in LINES]
DEEP = [("n", b""), ("n", b"[" * 100_000), ("n", b'[{"":' * 50_000), ("i", b"[" * 500 + b"]" * 500)]
#: The suite accepts a key that stands twice; of a scoresheet nobody can say which of the two counts.
TWICE = [("n", b'{"a":"b","a":"c"}'), ("n", b'{"a":"b","a":"b"}')]


@pytest.mark.parametrize(("letter", "data"), [*CASES, *DEEP, *TWICE], ids=range(len(CASES) + 6))
def test_accepted_rejected_or_either(letter: str, data: bytes) -> None:
    accepted, message = True, ""
    try:
        document(Source("a.json", data), ReadOptions())
    except UnreadableFile as error:
        accepted, message = False, str(error)
    assert letter == "i" or accepted == (letter == "y")
    assert accepted or message.startswith("a.json: ")


@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a.bgsplay"])
def test_no_scoresheet_and_no_crash(name: str) -> None:
    for _, data in [*CASES, *DEEP]:
        with pytest.raises(UnreadableFile, match=rf"^{name}: "):
            readers.read(Source(name, data), ReadOptions())
