"""Find the rule set that scored a game: as frozen at its import, or as a person decided since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ingest.book import Book
from ingest.decisions import given_rules
from ingest.state import State
from scoring.rules import RuleSet, rule_set


def rules_of(book: Book, game: Mapping[str, Any]) -> RuleSet:
    """Return the rule set that scored a game (a row of its table: ``rules``, ``file_sha``, ``place``).

    Raises RulesError where the id cannot be made out of the texts that are frozen for it.
    """
    state = book.state()
    return rule_set(game["rules"], texts_of(state, game["rules"], game["file_sha"], game["place"], book.raw_text))


def texts_of(state: State, rules_id: str, sha: str, place: int, text: Callable[[str], str]) -> Mapping[str, str]:
    """Return the frozen texts, by base id, under which a game counts; ``text`` returns one by its hash."""
    games, anew = given_rules(state.decisions, text)
    file = state.imported(sha)
    given = games.get((sha, place))
    later = anew.get(rules_id.partition("+")[0])
    since = given.entry if given else file.entry if file else 0
    if later and later.entry > since:
        return later.texts
    if given:
        return given.texts
    return {base: text(hash_) for base, hash_ in (file.rulesets if file else {}).items()}
