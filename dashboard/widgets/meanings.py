"""Name what a heading can mean: boxes of the rules that are played, fields, stated figures, nothing. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dashboard import words
from dashboard.texts import N_, _
from scoring.rules import RuleSet

IGNORE = "ignore"
BY_BOXES = "by its boxes"  # how a play log's game was taken that nobody has named a rule set for
PLAYS = ("bg-stats", "bgg-plays")  # readers whose headings are names of games

FIELDS = {
    "player": N_("Player"),
    "date": N_("Date"),
    "game": N_("Game"),
    "table": N_("Table"),
    "round": N_("Round"),
    "event": N_("Event"),
    "season": N_("Season"),
    "rules": N_("Rules"),
    "column": N_("Column"),
    "extra_yams": N_("Extra Yams"),
}
COLUMNS = {"down": N_("Down"), "free": N_("Free"), "up": N_("Up"), "dry": N_("Dry")}
NAMES = {
    "given_name": N_("First names, surnames below"),
    "surname": N_("Surnames, first names below"),
    "player": N_("The whole names"),
    "ignore": N_("No names: those below are whole"),
}
LONG_FIELDS = {
    "box": N_("Box"),
    "points": N_("Points"),
    "dice": N_("Dice"),
    "throws": N_("Throws"),
    "kept": N_("Kept dice"),
    "turn": N_("Turn"),
    "announced": N_("Announced"),
}


def meant(name: str) -> str:
    """Return a meaning as an answer has it: what was ignored in reading is to be ignored."""
    return IGNORE if name in ("ignored", "") else name


def headings(rules: Iterable[RuleSet], layout: str) -> dict[str, str]:
    """Return every meaning that a heading can have with its title: boxes first, then stated sums, fields, nothing.

    ``layout``: ``wide``, ``long`` or ``paper``; in a long file boxes stand in rows, and no heading means one.
    """
    found: dict[str, str] = {}
    if layout == "long":
        found |= {name: _(title) for name, title in LONG_FIELDS.items()}
    else:
        for one in rules:
            for name, title in _boxes(one) + _sums(one):
                found.setdefault(name, title)
    found |= {name: _(title) for name, title in FIELDS.items() if layout != "paper" or name == "extra_yams"}
    return {**found, IGNORE: _("Nothing: ignore it")}


def columns(names: Iterable[str]) -> dict[str, str]:
    """Return what a heading of a column can mean, a column of a sheet or nothing, with its title."""
    return {name: _(COLUMNS.get(name, "Nothing: ignore it")) for name in names}


def rows_of_names(choices: Iterable[str]) -> dict[str, str]:
    """Return what a row of words above another one of a paper sheet can hold, with its title."""
    return {name: _(NAMES[name]) for name in choices}


def games(rules: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return every meaning that the name of a game in a play log can have: a rule set (id, title), or none of ours."""
    return {**dict(rules), IGNORE: _("Not ours: ignore it")}


def title(name: str, known: dict[str, str]) -> str:
    """Return the title of a meaning, also of one that is not among the choices."""
    if name in known:
        return known[name]
    if name == BY_BOXES:
        return _("Known by its boxes")
    column, _dot, rest = name.rpartition(".")
    stated = rest.removeprefix("stated_")
    plain = known.get(rest) or stated.replace("_", " ").capitalize()
    said = plain if stated == rest or rest in known else _("{figure}, as stated").format(figure=plain)
    return f"{column.capitalize()}, {said}" if column else said


def _boxes(rules: RuleSet) -> list[tuple[str, str]]:
    titles = words.titles(rules)
    if len(rules.columns) == 1:
        return [(box, titles[box]) for box in rules.box_ids]
    return [
        (f"{column}.{box}", f"{rules.column_titles.get(column, column.capitalize())}, {titles[box]}")
        for column in rules.columns
        for box in rules.box_ids
    ]


def _sums(rules: RuleSet) -> list[tuple[str, str]]:
    total = _("{section} total")
    named = [(section.id, total.format(section=words.section(section.title))) for section in rules.sections]
    named += [("bonus", _("Bonus"))] if rules.bonus_tiers else []
    named.append(("total", _("Total")))
    return [(f"stated_{name}", _("{figure}, as stated").format(figure=said)) for name, said in named]
