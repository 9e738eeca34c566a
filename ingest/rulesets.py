"""Find the rule sets of a club's own: one TOML file each, in its book's folder rulesets/."""

from __future__ import annotations

import re
from pathlib import Path

from ingest.errors import BookError
from scoring.ruletext import is_text

#: What a rule set may be called: small letters, digits and dashes.
RULES_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def rulesets(root: Path) -> dict[str, str]:
    """Return the text of each rule set of the book in this folder, by id; a file of another name is none (`misnamed`).

    What is no UTF-8 keeps its bytes as lone surrogates: whoever asks for that rule set is told (RulesError), nobody
    else. Raises BookError naming a file that cannot be opened.
    """
    paths = sorted((root / "rulesets").glob("*.toml"))
    return {path.stem: _text(path) for path in paths if RULES_ID.fullmatch(path.stem)}


def unreadable(root: Path) -> tuple[str, ...]:
    """Return the names of the files in rulesets/ that are no UTF-8 text."""
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
