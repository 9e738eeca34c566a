"""The benchmark runs, at a small size, and its yardsticks compute what they are compared with."""

from __future__ import annotations

import random
from collections.abc import Sequence

import polars as pl
import pytest

from scoring.dice import encode
from scoring.engine import score
from scoring.rules import rule_set
from scoring.simulator import simulate
from tests.bench import parts
from tests.bench.cell_by_cell import Cell, score_sheet


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure a little only."""
    monkeypatch.setenv("YAMSHEET_BENCH_ROWS", "2000")
    monkeypatch.setattr(parts, "MILLION", 2000)


@pytest.mark.parametrize(
    "name", ["ranking", "recompute_points", "recompute_dice", "loop", "other_rules", "import_million"]
)
def test_a_part_gives_rows_of_six(name: str) -> None:
    rows = parts.PARTS[name]()
    assert rows
    assert all(len(row) == 6 for row in rows)


def test_the_plain_loop_settles_what_the_engine_settles() -> None:
    many = simulate(rule_set("yamms"), 400, seed=3)
    sheets = parts.cells_of(many, len(many))
    rng = random.Random(1)
    for cells, _ in sheets[::2]:  # every other sheet with one wrong cell
        box = rng.choice(many.boxes)
        points, dice, turn = cells[box]
        more = (points or 0) + 1
        wrong: list[Cell] = [(more, dice, turn), (0, dice, turn), (points, [6] * 5, turn)]
        cells[box] = rng.choice([*wrong, (None, None, turn), (more, None, turn)])
    frame = pl.DataFrame(
        {
            "sheet": range(len(sheets)),
            "column": "main",
            **{f"p_{box}": [cells[box][0] for cells, _ in sheets] for box in many.boxes},
            **{f"t_{box}": [cells[box][2] for cells, _ in sheets] for box in many.boxes},
            **{
                f"d_{box}": encode(pl.Series([_text(cells[box][1]) for cells, _ in sheets]), many.rules)[0]
                for box in many.boxes
            },
            "extra_yams": [told for _, told in sheets],
        }
    )
    result = score(many.rules, frame)
    plain = [score_sheet(*sheet) for sheet in sheets]
    assert [total for total, _ in plain] == result.sheets["total"].to_list()
    found = [(i, box, code) for i, (_, told) in enumerate(plain) for box, code in told]
    ours = result.findings.select("sheet", pl.col("box").fill_null("total"), "code").rows()
    assert len(found) > 100
    assert sorted(found) == sorted(ours)


def _text(dice: Sequence[int] | None) -> str | None:
    return None if dice is None else "".join(map(str, dice))
