"""The benchmark runs, at a small size, and its yardsticks compute what they are compared with."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.rules import rule_set
from scoring.simulator import simulate
from tests.bench import parts
from tests.bench.cell_by_cell import score_sheet


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure a little only."""
    monkeypatch.setenv("YAMSHEET_BENCH_ROWS", "2000")
    monkeypatch.setattr(parts, "MILLION", 2000)


@pytest.mark.parametrize("name", ["ranking", "recompute_points", "recompute_dice", "other_rules", "import_million"])
def test_a_part_gives_rows_of_six(name: str) -> None:
    rows = parts.PARTS[name]()
    assert rows
    assert all(len(row) == 6 for row in rows)


def test_the_plain_loop_scores_what_was_played() -> None:
    played = simulate(rule_set("yams"), 50, seed=3)
    upper = played.points[:, :6].sum(axis=1)
    totals = played.points.sum(axis=1) + np.where(upper >= 63, 35, 0)
    for i in range(len(played)):
        dice = {box: [int(d) for d in played.multisets[played.dice[i, b]]] for b, box in enumerate(played.boxes)}
        assert score_sheet(dice) == totals[i]
