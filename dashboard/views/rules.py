"""Rules: each rule set's boxes, points, an example roll and options, from the same data that scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard import words
from dashboard.texts import _, ngettext
from dashboard.widgets import board, page, rulebook
from dashboard.widgets.book import Pinned, reading, rule_ids, rules_of, rules_played
from dashboard.words import safe
from scoring.rules import RulesError, RuleSet


def main() -> None:
    """Show the page."""
    reader = reading()
    played = [] if reader is None else reader.query("rule_sets", season=None, event=None)["rules"].to_list()
    ids = list(dict.fromkeys((*played, *rule_ids())))
    title = st.empty()
    chosen = _chosen(ids, {name: _named(reader, name) for name in ids})
    rules = _rules(reader, chosen)
    with title.container():
        players = ngettext("{n} player", "{n} players", rules.players[1]).format(n=words.span(*rules.players))
        turns = _("{n} turns").format(n=rules.turns) if rules.turns else None
        throws = _("{dice} dice, up to {throws} throws").format(dice=rules.dice, throws=rules.throws)
        told = ", ".join(filter(None, [throws, turns, players]))
        page.head(rules.title, safe(words.joined(told, _("version {n}").format(n=rules.edition), rules.id)))
    if rules.board is not None:
        st.html(f'<div class="y-sheet">{board.cells(rules.board)}</div>{board.figures(rules.board)}')
    else:
        st.html(rulebook.boxes(rules))
        page.note(safe(_("A struck box counts 0. The roll is one example; the points beside it are what it gives.")))
    if rules.bonus_tiers:
        page.section(_("Bonus"))
        st.html(rulebook.bonus(rules))
    if rules.notes:
        page.section(_("Notes"))
        st.html(rulebook.notes(rules))
    if rules.option_list:
        page.section(_("Options"))
        st.html(rulebook.options(rules))
        page.note(
            safe(
                _(
                    "A game played with other options than these bears them in its rule set's name, and is "
                    "counted apart."
                )
            )
        )


def _chosen(ids: Sequence[str], titles: Mapping[str, str]) -> str:
    """Let a rule set be chosen; the address has its id, and may have its title."""
    asked = st.query_params.get("set")
    if asked != st.session_state.get("set_asked"):
        found = next((name for name in ids if asked in (name, titles[name])), None)
        st.session_state.update({"set_asked": asked, **({"set": found} if found else {})})

    def tell() -> None:
        st.query_params["set"] = st.session_state["set_asked"] = st.session_state["set"]

    return str(st.selectbox(_("Rule set"), ids, format_func=titles.__getitem__, key="set", on_change=tell, width=320))


def _rules(reader: Pinned | None, rules_id: str) -> RuleSet:
    """Return a rule set as the book has it now, else, where the club has removed its file, as it was played."""
    try:
        return rules_of(rules_id)
    except RulesError:
        if reader is None:
            raise
        return rules_played(reader, rules_id)


def _named(reader: Pinned | None, rules_id: str) -> str:
    try:
        return words.rule_set(_rules(reader, rules_id))
    except RulesError:
        return rules_id


main()
