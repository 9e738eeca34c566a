"""Say what counts in a book: the replay of the journal's entries that are not undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.club import Club, club
from ingest.errors import WrongUsage
from ingest.journal import NOTHING, Entry

IMPORT, UNDO, SETTINGS = "import", "undo", "settings"


@dataclass(frozen=True)
class ImportedFile:
    """Hold one file of an import that counts; `record` is all that its entry says of it."""

    sha: str
    name: str
    entry: int
    options: Mapping[str, Any]
    rulesets: Mapping[str, str]  # id of a rule set -> sha256 of its text under raw/
    digest: str | None  # of what the reader made of it at the time
    reader: str | None
    record: Mapping[str, Any]


@dataclass(frozen=True)
class Decision:
    """Hold what a person decided: the entry's number, kind and payload, and who, when and why."""

    entry: int
    kind: str
    payload: Mapping[str, Any]
    who: str
    when: str
    why: str | None


@dataclass(frozen=True)
class State:
    """Hold what counts after all entries.

    `entries` are all entries, undone ones too; `undone` are the numbers of those that do not count at all,
    `undone_by` the entry that undid each; `settings` are the club's as the journal knows them.
    """

    entries: tuple[Entry, ...]
    imports: tuple[ImportedFile, ...]
    decisions: tuple[Decision, ...]
    club: Club
    settings: Mapping[str, Any]
    undone: frozenset[int]
    undone_by: Mapping[int, int]

    @staticmethod
    def nothing() -> State:
        """Return the state of a book without entries."""
        return replay(())

    @property
    def journal_hash(self) -> str:
        """Return the hash of the last entry."""
        return self.entries[-1].hash if self.entries else NOTHING

    def imported(self, sha: str) -> ImportedFile | None:
        """Return the file with this sha256, if it counts."""
        return next((file for file in self.imports if file.sha == sha), None)

    def undo_payload(self, target: str) -> dict[str, Any]:
        """Return the payload that undoes `ENTRY` or `ENTRY:SHA` (a sha256 or its beginning), or say why none does."""
        number, colon, start = target.partition(":")
        entry = self._entry(number)
        if entry.kind == UNDO:
            raise WrongUsage(f"Entry {entry.no} is itself an undo: import the file or take the decision again instead.")
        if entry.kind == SETTINGS:
            raise WrongUsage(f"Entry {entry.no} took in club.toml: change that file, the next write takes it in.")
        if entry.no in self.undone:
            raise WrongUsage(f"Entry {entry.no} is undone already, by entry {self.undone_by[entry.no]}.")
        if not colon:
            return {"entry": entry.no}
        shas = [str(file["sha"]) for file in _files(entry)]
        found = [sha for sha in shas if start and sha.startswith(start.lower())]
        if len(found) != 1:
            says = "several files" if found else "no file"
            raise WrongUsage(f"Entry {entry.no} has {says} with the hash {start}; it has {', '.join(shas) or 'none'}.")
        if not any(file.entry == entry.no and file.sha == found[0] for file in self.imports):
            raise WrongUsage(f"The file {found[0][:12]} of entry {entry.no} is undone already.")
        return {"entry": entry.no, "sha": found[0]}

    def _entry(self, number: str) -> Entry:
        if number.isdecimal() and 1 <= int(number) <= len(self.entries):
            return self.entries[int(number) - 1]
        raise WrongUsage(f"There is no entry {number}: the journal has {len(self.entries)}.")


def replay(entries: Sequence[Entry]) -> State:
    """Return what counts after these entries."""
    undone_by: dict[int, int] = {}
    undone_files: dict[tuple[int, str], int] = {}
    settings: Mapping[str, Any] = {}
    for entry in entries:
        if entry.kind == SETTINGS:
            settings = entry.payload["club"]
        elif entry.kind == UNDO and "sha" in entry.payload:
            undone_files[entry.payload["entry"], entry.payload["sha"]] = entry.no
        elif entry.kind == UNDO:
            undone_by[entry.payload["entry"]] = entry.no
    for entry in entries:
        undoers = [undone_files.get((entry.no, file["sha"])) for file in _files(entry)]
        if undoers and entry.no not in undone_by and all(undoers):
            undone_by[entry.no] = max(no for no in undoers if no)
    alive = [entry for entry in entries if entry.no not in undone_by]
    return State(
        entries=tuple(entries),
        imports=tuple(
            _imported(entry, file)
            for entry in alive
            for file in _files(entry)
            if (entry.no, file["sha"]) not in undone_files
        ),
        decisions=tuple(decision for entry in alive for decision in _decisions(entry)),
        club=club(settings),
        settings=settings,
        undone=frozenset(undone_by),
        undone_by=undone_by,
    )


def check(before: State, entries: Iterable[Entry]) -> None:
    """Refuse entries that cannot follow `before`: an undo of what does not count, a file that counts already."""
    for entry in entries:
        if entry.kind == UNDO:
            sha = entry.payload.get("sha")
            before.undo_payload(str(entry.payload["entry"]) + (f":{sha}" if sha else ""))
        shas = [str(file["sha"]) for file in _files(entry)]
        for sha in shas:
            known = before.imported(sha)
            if known or shas.count(sha) > 1:
                where = f"in the book already (entry {known.entry})" if known else "named twice in one import"
                raise WrongUsage(f"The file {sha[:12]} is {where}.")


def _files(entry: Entry) -> list[dict[str, Any]]:
    return list(entry.payload.get("files", [])) if entry.kind == IMPORT else []


def _imported(entry: Entry, file: Mapping[str, Any]) -> ImportedFile:
    return ImportedFile(
        sha=file["sha"],
        name=file["name"],
        entry=entry.no,
        options=file.get("options", {}),
        rulesets=file.get("rulesets", {}),
        digest=file.get("digest"),
        reader=file.get("reader"),
        record=file,
    )


def _decisions(entry: Entry) -> list[Decision]:
    """Return what a person decided in an entry; that of an import holds what was said of names."""
    if entry.kind in (UNDO, SETTINGS):
        return []
    kind, told = ("rename", entry.payload.get("names", [])) if entry.kind == IMPORT else (entry.kind, [entry.payload])
    return [Decision(entry.no, kind, payload, entry.who, entry.when, entry.why) for payload in told]
