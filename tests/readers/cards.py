"""A sheet as programs write it in JSON, and what is read of it."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from tests.readers.reading import ANA, BO, boxes, read, thirteen

KEYS = (
    "aces", "deuces", "threes", "fours", "fives", "sixes", "threeKind", "four_of_kind", "fullHouse", "smStraight",
    "lg-straight", "yahtzee", "chance",
)  # fmt: skip
DAY = dt.date(2026, 3, 14)
GAME = {"id": 1, "createdAt": 1773500400123, "status": "finished", "winner": "p1"}
SHEETS = {"Ana": thirteen(ANA), "Bo": thirteen(BO)}


def card(figures: str = ANA) -> dict[str, Any]:
    """Return a sheet under a program's keys."""
    return dict(zip(KEYS, thirteen(figures).values(), strict=True))


def told(game: Any, name: str = "a.json") -> dict[str, dict[str, int | None]]:
    """Return the boxes by player that are read of a document."""
    return boxes(read(json.dumps(game), name))
