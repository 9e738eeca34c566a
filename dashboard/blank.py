"""Make the blank sheet of a rule set: the wide form that the readers know, a row a player."""

from __future__ import annotations

import polars as pl

from dashboard.exports import Table
from scoring.rules import RuleSet

BEFORE = ("game", "date", "rules", "season", "event", "round", "table", "player")


def blank(rules: RuleSet) -> Table:
    """Return a table with a heading for every box and a row for each player, with only the rules filled in."""
    single = rules.columns == ("main",)
    boxes = [box if single else f"{column}.{box}" for column in rules.columns for box in rules.box_ids]
    names = [*BEFORE, *boxes, *(["extra_yams"] if rules.extra_yams else []), "stated_total"]
    row = {name: rules.id if name == "rules" else None for name in names}
    frame = pl.DataFrame([row] * rules.players[1], schema=dict.fromkeys(names, pl.String()))
    return Table("sheet", rules.title, "", frame)
