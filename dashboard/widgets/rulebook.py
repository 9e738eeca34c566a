"""Write a rule set as tables: boxes with an example roll, bonus, options. Pure: a rule set in, HTML out."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import tables
from dashboard.words import safe
from scoring.examples import example
from scoring.rules import RuleSet
from scoring.tables import possible_points

MANY = 8  # possible points are listed up to so many, else told as a range


def dice(faces: Sequence[int]) -> str:
    """Draw dice, read aloud as their faces."""
    drawn = "".join(f'<i class="y-die f{face}" aria-hidden="true"></i>' for face in faces)
    return f'<span class="y-dice">{drawn}<span class="y-hide">{" ".join(map(str, faces))}</span></span>'


def boxes(rules: RuleSet) -> str:
    """Write the boxes section by section: title, hint, possible points, an example roll."""
    rows = []
    for section in rules.sections:
        rows.append(f'<tr class="part"><th class="l" colspan="4" scope="colgroup">{safe(_(section.title))}</th></tr>')
        for box in (rules.box(b) for b in section.boxes):
            faces, gives = example(rules, box.id)
            rows.append(
                f'<tr><td class="name">{safe(_(box.title))}</td><td class="l m">{safe(_(box.hint))}</td>'
                f'<td class="l y-wide">{safe(_possible(rules, box.id))}</td>'
                f'<td class="l">{dice(faces)} <b>{gives}</b></td></tr>'
            )
    heads = (("name", _("Box")), ("l", _("Gives")), ("l y-wide", _("Possible points")), ("l", _("For example")))
    return tables.ruled("y-rules", heads, rows)


def _possible(rules: RuleSet, box: str) -> str:
    values = possible_points(rules, box)
    if len(values) <= MANY:
        return ", ".join(words.number(v) for v in values)
    low, high = words.number(values[0]), words.number(values[-1])
    if values[0] < 0:
        return _("{low} to {high}").format(low=low, high=high)
    return _("{zero}, {low} to {high}").format(zero=low, low=words.number(values[1]), high=high)


def bonus(rules: RuleSet) -> str:
    """Say what the bonus section earns, and extra Yams."""
    titles = {s.id: _(s.title).lower() for s in rules.sections}
    said = [
        _("{points} when the {section} reaches {least}.").format(
            points=gives, section=titles.get(rules.bonus_section or "", ""), least=least
        )
        for least, gives in rules.bonus_tiers
    ]
    extra = rules.extra_yams
    if extra is not None and extra.points:
        most = _(", at most {n} a game").format(n=extra.limit) if extra.limit else ""
        said.append(_("{points} for each extra Yams{most}.").format(points=extra.points, most=most))
    return "".join(f'<p class="y-lead">{safe(text)}</p>' for text in said)


def notes(rules: RuleSet) -> str:
    """List the rule set's own notes."""
    return f'<ul class="y-plain">{"".join(f"<li>{safe(_(note))}</li>" for note in rules.notes)}</ul>'


def options(rules: RuleSet) -> str:
    """Write the options with their values."""
    rows = [
        f'<tr><td class="l w">{safe(_(o.title))}</td><td class="l m y-wide">{safe(o.id)}</td>'
        f'<td class="strong">{safe(_shown(o.value))}</td></tr>'
        for o in rules.option_list
    ]
    return tables.ruled("y-options", (("l", _("Option")), ("l y-wide", _("Name")), ("", _("Value"))), rows)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("none") if value in (None, ()) else str(value)
