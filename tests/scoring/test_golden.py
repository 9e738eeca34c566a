"""Replay the hand-checked cases of tests/golden, each named after its clause of RULES.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import RULE_SETS, rule_set

from .sheets import found, scored

GOLDEN = Path(__file__).parent.parent / "golden"


def cases() -> Iterator[Any]:
    for path in sorted(GOLDEN.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if "case" not in data:
            continue
        for number, case in enumerate(data["case"], 1):
            yield pytest.param(case.get("rules", data["rules"]), case, id=f"{path.stem}-{number}: {case['clause']}")


@pytest.mark.parametrize(("rules_id", "case"), list(cases()))
def test_case_comes_out_as_checked_by_hand(rules_id: str, case: dict[str, Any]) -> None:
    rules = rule_set(rules_id)
    result = scored(rules, case)
    expect = case["expect"]
    sheet = result.sheets.row(0, named=True)
    by_column = {row["column"]: row for row in result.columns.iter_rows(named=True)}
    for column, boxes in (expect.get("columns") or {rules.columns[0]: expect.get("boxes", {})}).items():
        for box, points in boxes.items():
            assert by_column[column][box] == points, (column, box)
    for section, points in expect.get("sections", {}).items():
        assert sheet[f"s_{section}"] == points, section
    for name in ("total", "bonus", "extra_yams", "extra_points", "complete", "evidence"):
        if name in expect:
            assert sheet[name] == expect[name], name
    assert found(result) == sorted(expect.get("findings", []))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_rule_set_has_golden_cases(rules_id: str) -> None:
    assert (GOLDEN / f"{rules_id}.toml").exists()
