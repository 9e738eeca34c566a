"""Check what is offered for an impossible value: what the file's own figures bear out, else the nearest."""

from __future__ import annotations

from ingest.suggest import Fit, fits
from scoring.rules import rule_set

YAMMS = rule_set("yamms")


def stated(figure: str, value: int, recomputed: int, column: str | None = None) -> dict[str, object]:
    return {"figure": figure, "value": value, "recomputed": recomputed, "column": column}


def test_the_value_that_makes_the_stated_upper_total_right() -> None:
    # 14 stands in fours; the boxes add up to 58, the sheet says 56: two less, so 12
    assert fits(YAMMS, "fours", 14, "14", [stated("upper", 56, 58, "main")], "main") == [Fit(12, "upper", 56)]


def test_a_stated_figure_that_no_possible_value_reaches_bears_nothing_out() -> None:
    found = fits(YAMMS, "fours", 14, "14", [stated("total", 201, 200)], "main")
    assert found == [Fit(12, None, None), Fit(16, None, None)]


def test_another_sections_total_says_nothing_about_a_box() -> None:
    assert fits(YAMMS, "fours", 14, "14", [stated("lower", 98, 100, "main")], "main")[0].figure is None


def test_a_value_that_is_no_number_has_no_nearest() -> None:
    assert fits(YAMMS, "sixes", None, "2O", [], "main") == []


def test_a_bad_value_is_found_from_the_stated_total() -> None:
    # open counts as nothing: 200 without it, 218 stated
    assert fits(YAMMS, "sixes", None, "l8", [stated("total", 218, 200)], "main") == [Fit(18, "total", 218)]
