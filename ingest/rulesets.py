"""Find rule sets by name, a club's own among them: a TOML file each in its book's rulesets/; freeze their texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.errors import BookError, WrongUsage, sentence
from scoring.findings import RulesError

if TYPE_CHECKING:
    from scoring.rules import RuleSet

#: What a rule set may be called: small letters, digits and dashes.
RULES_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def rulesets(root: Path) -> dict[str, str]:
    """Return the text of each rule set of the book in this folder, by id; a file of another name is none (`misnamed`).

    What is no UTF-8 keeps its bytes as lone surrogates: whoever asks for that rule set is told (RulesError), nobody
    else. Raises BookError naming a file that cannot be opened.
    """
    paths = sorted((root / "rulesets").glob("*.toml"))
    return {path.stem: _text(path) for path in paths if RULES_ID.fullmatch(path.stem)}


def named(rules_id: str, texts: Mapping[str, str]) -> RuleSet:
    """Return the rule set that a person names; ``texts``: the club's own. WrongUsage says what is wrong with it."""
    from scoring.rules import rule_set  # commands that show no rules never need it, and start quicker

    try:
        return rule_set(rules_id, texts)
    except RulesError as error:
        raise WrongUsage(sentence(str(error))) from None


def hashes(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the hash of the text of each rule set, by base id, as an entry keeps it."""
    return {base: _sha(text) for base, text in texts.items()}


def frozen(texts: Mapping[str, str]) -> dict[str, bytes]:
    """Return the texts of rule sets by their hashes, as they are kept among the raw files."""
    return {_sha(text): text.encode() for text in texts.values()}


def unreadable(root: Path) -> tuple[str, ...]:
    """Return the names of the files in rulesets/ that are no UTF-8 text."""
    from scoring.ruletext import is_text

    return tuple(f"{name}.toml" for name, text in rulesets(root).items() if not is_text(text))


def misnamed(root: Path) -> tuple[str, ...]:
    """Return the names of the files in rulesets/ that are not used since they are not named as a rule set."""
    names = sorted(path.name for path in (root / "rulesets").glob("[!.]*.toml"))
    return tuple(name for name in names if not RULES_ID.fullmatch(name.removesuffix(".toml")))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise BookError(f"rulesets/{path.name} cannot be read: {error.strerror}.") from error


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
