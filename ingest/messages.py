"""Say in one plain sentence what a finding found: what does not fit, and what counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.rules import RuleSet


def N_(text: str) -> str:
    """Mark a string for the message catalogues and return it as it is."""
    return text


#: The sentence of each finding code, or of a variant of it (`code:variant`); the second is for a finding without the
#: details that the first names.
SENTENCES: dict[str, tuple[str, str]] = {
    "impossible_points": (N_("{box} gives {detail}, not {stated}."), N_("{box} cannot give {stated}.")),
    "bad_dice": (
        N_("{box}: “{stated}” is not a throw of {dice} dice with faces from 1 to 6."),
        N_("{box}: the dice are not a throw of {dice} dice with faces from 1 to 6."),
    ),
    "bad_dice:set": (
        N_("{box}: “{stated}” is not the set of dice: 5 small, 3 light and 2 dark; 5 big, 2 light and 3 dark."),
        N_("{box}: these are not the set of dice: 5 small, 3 light and 2 dark; 5 big, 2 light and 3 dark."),
    ),
    "bad_value": (
        N_("{box}: “{stated}” is neither points nor a mark for a struck or an open box."),
        N_("{box}: this is neither points nor a mark for a struck or an open box."),
    ),
    "unknown_box": (N_("{title} has no box “{box}”."), N_("{title} has no box “{box}”.")),
    "order_broken": (
        N_("{box} is filled out of order: {detail}."),
        N_("{box} is filled although a box that comes before it in this column is open."),
    ),
    "placement_broken": (
        N_("{box}: this extra Yams had to go elsewhere: {detail}."),
        N_("{box}: this extra Yams had to go into another box."),
    ),
    "too_many_throws": (
        N_("{box}: {detail}."),
        N_("{box}: the turn has more throws than the {throws} that are allowed."),
    ),
    "kept_dice_changed": (
        N_("{box}: {detail}."),
        N_("{box}: dice that were kept are not among the dice of the next throw."),
    ),
    "not_first_throw": (
        N_("{box}: {detail}."),
        N_("{box} counts only on the first throw, and the dice were thrown again."),
    ),
    "extra_yams_impossible": (
        N_("The sheet says {stated} extra Yams: {detail}."),
        N_("The sheet says {stated} extra Yams, and its boxes do not allow that."),
    ),
    "illegal_move": (N_("This move is not allowed: {detail}."), N_("This move is not allowed.")),
    "duplicate_player": (N_("{stated} stands twice in this game."), N_("A player stands twice in this game.")),
    "game_conflict": (
        N_("Another version of this game has other figures ({detail}). Both wait until one of them is accepted."),
        N_("Another version of this game has other figures. Both wait until one of them is accepted."),
    ),
    "points_mismatch": (
        N_("{box}: the sheet says {stated}, the dice give {recomputed}. The dice count."),
        N_("{box}: the points are not what the dice give. The dice count."),
    ),
    "section_mismatch": (
        N_("{box}: the sheet says {stated}, the boxes add up to {recomputed}. The recomputed figure counts."),
        N_("{box}: the sum is not what the boxes add up to. The recomputed figure counts."),
    ),
    "bonus_mismatch": (
        N_("The sheet says a bonus of {stated}, the boxes give {recomputed}. The recomputed figure counts."),
        N_("The bonus is not what the boxes give. The recomputed figure counts."),
    ),
    "total_mismatch": (
        N_("The sheet says {stated}, the boxes add up to {recomputed}. The recomputed figure counts."),
        N_("The total is not what the boxes add up to. The recomputed figure counts."),
    ),
    "bonus_mismatch:of_column": (
        N_("{column}: the sheet says a bonus of {stated}, the boxes give {recomputed}. The recomputed figure counts."),
        N_("The bonus of a column is not what the boxes give. The recomputed figure counts."),
    ),
    "total_mismatch:of_column": (
        N_("{column}: the sheet says {stated}, the boxes add up to {recomputed}. The recomputed figure counts."),
        N_("The total of a column is not what the boxes add up to. The recomputed figure counts."),
    ),
    "place_mismatch": (
        N_("The sheet says place {stated}, the totals give place {recomputed}. The recomputed place counts."),
        N_("The place is not what the totals give. The recomputed place counts."),
    ),
    "duplicate_game": (
        N_("The same game with the same boxes is in the book already ({detail}). It counts once."),
        N_("The same game with the same boxes is in the book already. It counts once."),
    ),
    "duplicate_game:other": (
        N_("Another game of that day has the same players and boxes ({detail}). If they are one, undo one of them."),
        N_("Another game of that day has the same players and boxes. If they are one, undo one of them."),
    ),
    "duplicate_game:here": (
        N_("Another game of that day in the file has the same sheets ({detail}). If they are one, leave one out."),
        N_("Another game of that day in the file has the same sheets. If they are one, leave one out."),
    ),
    "duplicate_game:sheets": (
        N_(
            "Another game of that day has two or more of these sheets ({detail}). If they are one, undo one of them; "
            "where a name is spelt in two ways, merge the two."
        ),
        N_("Another game of that day has two or more of these sheets. If they are one, undo one of them."),
    ),
    "bonus_mismatch:extra_yams": (
        N_("Extra Yams: the sheet says {stated}, the boxes give {recomputed}. The recomputed figure counts."),
        N_("The extra Yams are not what the boxes give. The recomputed figure counts."),
    ),
    "unknown_box:column": (N_("{title} has no column “{box}”."), N_("{title} has no column “{box}”.")),
    "unverifiable:box": (N_("{box} cannot be checked: {detail}."), N_("{box} cannot be checked.")),
    "bad_value:row": (
        N_("A row of this game is left out: {detail}. Import the mended file, or accept the game without it."),
        N_("A row of this game is left out. Import the mended file, or accept the game without it."),
    ),
    "bad_dice:detail": (N_("{box}, “{stated}”: {detail}."), N_("{box}: {detail}.")),
    "bad_value:detail": (N_("{box}, “{stated}”: {detail}."), N_("{box}: {detail}.")),
    "impossible_points:detail": (N_("{box} cannot give {stated}: {detail}."), N_("{box}: {detail}.")),
    "incomplete:board": (
        N_("The game is not finished. It is kept, but not ranked."),
        N_("The game is not finished. It is kept, but not ranked."),
    ),
    "game_conflict:reread": (
        N_("{detail} is read otherwise now than when it was imported. Compare with the file, then accept the game."),
        N_("The file is read otherwise now than when it was imported. Compare with the file, then accept the game."),
    ),
    "max_not_above_min": (N_("{box}: {detail}."), N_("Max is not above Min in this column, so both count 0.")),
    "incomplete": (
        N_("Open boxes: {detail}. The sheet is kept, but not ranked."),
        N_("The sheet has open boxes. It is kept, but not ranked."),
    ),
    "unverifiable": (
        N_("This cannot be checked: {detail}."),
        N_("Only the total is known, so it cannot be checked."),
    ),
    "player_count": (
        N_("Players at this table: {stated}; {title} is a game for {players}."),
        N_("This is not a usual number of players for {title}."),
    ),
    "name_suggestion": (
        N_("“{stated}” is close to “{detail}”. If they are one person, merge the two."),
        N_("This name is close to another. If they are one person, merge the two."),
    ),
}

#: What a reader says of a value that is simply no value: the sentence of its code says it better.
NEITHER = "neither a whole number nor a mark for struck or open"
#: Codes whose detail is a remark of its own after the sentence.
_REMARK_AFTER = {"section_mismatch", "bonus_mismatch", "total_mismatch", "points_mismatch", "place_mismatch"}
_FIGURES = {"extra_yams": N_("Extra Yams"), "extra": N_("Extra Yams"), "column_total": N_("Column total")}
_COLUMNS = {"down": N_("Down"), "free": N_("Free"), "up": N_("Up"), "dry": N_("Dry")}


def message(finding: Mapping[str, Any], rules: RuleSet | None, gettext: Callable[[str], str] = str) -> str:
    """Return the sentence of a finding (a row of `ingest.frames.FINDINGS`), in the language that `gettext` speaks."""
    code = str(finding["code"])
    full, short = SENTENCES[_key(code, finding, rules)]
    fields = _fields(finding, rules, gettext)
    text = gettext(full).format_map(_Known(fields))
    if "\0" in text:
        text = gettext(short).format_map(_Known(fields)).replace("\0", "?")
    detail = fields.get("detail")
    if detail and code in _REMARK_AFTER:
        text += " " + _sentence(detail)
    return text[:1].upper() + text[1:]


def _key(code: str, finding: Mapping[str, Any], rules: RuleSet | None) -> str:
    """Return the key of a finding's sentence: its code, or a variant named after what it says or which box it is."""
    detail = finding.get("detail")
    listed = code == "impossible_points" and str(detail)[:1].strip("-−0123456789") == ""  # the possible points
    told = "detail" if detail and detail != NEITHER and not listed else None
    box = finding.get("box")
    kind = "column" if box and box == finding.get("column") else "box" if box else None
    own = "of_column" if rules is not None and len(rules.columns) > 1 and finding.get("column") else None
    coloured = rules is not None and rules.coloured_dice and set("sbld") & set(str(finding.get("stated") or ""))
    variants = (finding.get("stated"), box, kind, own, told, "set" if coloured else None)
    return next((key for name in variants if (key := f"{code}:{name}") in SENTENCES), code)


class _Known(dict[str, str]):
    """Leave a mark where a field is not known, so that the shorter sentence is taken."""

    def __missing__(self, key: str) -> str:
        return "\0"


def _fields(finding: Mapping[str, Any], rules: RuleSet | None, gettext: Callable[[str], str]) -> dict[str, str]:
    fields = {
        name: str(finding[name]).rstrip(".") if name == "detail" else str(finding[name])
        for name in ("stated", "recomputed", "detail")
        if finding.get(name) is not None
    }
    column = finding.get("column")
    fields["column"] = gettext(_COLUMNS.get(column, column)) if column else ""
    fields["box"] = box_title(finding.get("box"), finding.get("column"), rules, gettext)
    fields["title"] = gettext("This rule set") if rules is None else rules.title
    if rules is not None:
        low, high = rules.players
        fields |= {
            "dice": str(rules.dice),
            "throws": str(rules.throws),
            "players": f"{low}" if low == high else f"{low}–{high}",
        }
    return fields


def box_title(box: str | None, column: str | None, rules: RuleSet | None, gettext: Callable[[str], str] = str) -> str:
    """Return a box's or section's title, with its column in a column game: "Down, Fours"; a column's own: "Down"."""
    if box is None:
        return gettext("This sheet")
    if box == column:
        return gettext(_COLUMNS.get(box, box))
    title = gettext(_FIGURES.get(box, box))
    if rules is not None:
        titles = {section.id: section.title for section in rules.sections} | {b.id: b.title for b in rules.boxes}
        title = gettext(titles[box]) if box in titles else title
    if column is None or column == "main":
        return title
    return f"{gettext(_COLUMNS.get(column, column))}, {title}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
