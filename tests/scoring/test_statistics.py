"""Check intervals against published tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scoring.statistics import mean_interval, t_quantile, wilson

# Student's t, from the printed tables found in any textbook.
TABLE = [
    (0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 3, 3.182), (0.975, 4, 2.776), (0.975, 5, 2.571), (0.975, 9, 2.262),
    (0.975, 10, 2.228), (0.975, 20, 2.086), (0.975, 30, 2.042), (0.975, 60, 2.000), (0.975, 120, 1.980),
    (0.95, 1, 6.314), (0.95, 10, 1.812), (0.995, 5, 4.032), (0.995, 29, 2.756), (0.9, 7, 1.415), (0.9995, 10, 4.587),
]  # fmt: skip


@pytest.mark.parametrize(("p", "df", "value"), TABLE)
def test_t_quantiles_are_those_of_the_tables(p: float, df: int, value: float) -> None:
    assert t_quantile(p, df) == pytest.approx(value, abs=6e-4)
    assert t_quantile(1 - p, df) == pytest.approx(-value, abs=6e-4)


def test_t_quantile_has_closed_forms_for_one_and_two_degrees() -> None:
    for p in (0.6, 0.9, 0.975, 0.9999):
        assert t_quantile(p, 1) == pytest.approx(math.tan(math.pi * (p - 0.5)), rel=1e-10)
        assert t_quantile(p, 2) == pytest.approx((2 * p - 1) * math.sqrt(2 / (1 - (2 * p - 1) ** 2)), rel=1e-10)
    assert t_quantile(0.5, 3) == 0
    assert t_quantile(0.975, 10**7) == pytest.approx(1.959964, abs=1e-5)
    with pytest.raises(ValueError, match="degree"):
        t_quantile(0.975, 0)


def test_wilson_interval_by_hand() -> None:
    # Newcombe 1998, table I: 81 of 263: 0.2553 to 0.3662; 15 of 148: 0.0624 to 0.1605; 0 of 20: 0 to 0.1611; 1 of 29.
    low, high = wilson([81, 15, 0, 1, 29], [263, 148, 20, 29, 29])
    assert low == pytest.approx([0.2553, 0.0624, 0, 0.0061, 0.8830], abs=1e-4)
    assert high == pytest.approx([0.3662, 0.1605, 0.1611, 0.1718, 1], abs=1e-4)
    assert np.isnan(wilson(0, 0)).all()


def test_mean_interval_by_hand() -> None:
    # 1, 2, 3: mean 2, variance 1, half-width 4.3027 / sqrt(3).
    mean, low, high = mean_interval(3, 6, 14)
    assert (float(mean), float(low), float(high)) == pytest.approx((2, 2 - 2.48414, 2 + 2.48414), abs=1e-4)
    mean, low, high = mean_interval([1, 0, 2], [5, 0, 10], [25, 0, 50])
    assert mean[0] == 5
    assert np.isnan(low[:2]).all()
    assert (low[2], high[2]) == (5, 5)
