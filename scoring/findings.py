"""Name every finding and its severity (RULES.md, What is checked, by evidence)."""

from __future__ import annotations

ERROR, WARNING, NOTE = "error", "warning", "note"

SEVERITY: dict[str, str] = {
    **dict.fromkeys(
        (
            "impossible_points",
            "bad_dice",
            "bad_value",
            "unknown_box",
            "order_broken",
            "placement_broken",
            "too_many_throws",
            "kept_dice_changed",
            "not_first_throw",
            "extra_yams_impossible",
            "illegal_move",
            "duplicate_player",
            "game_conflict",
        ),
        ERROR,
    ),
    **dict.fromkeys(
        ("points_mismatch", "section_mismatch", "bonus_mismatch", "total_mismatch", "place_mismatch", "duplicate_game"),
        WARNING,
    ),
    **dict.fromkeys(("max_not_above_min", "incomplete", "unverifiable", "player_count", "name_suggestion"), NOTE),
}


class RulesError(ValueError):
    """Say what is wrong with a rule set; the message names the file and the key, or the unknown id or option."""
