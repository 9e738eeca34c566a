"""Intervals and means, exact and without further libraries (RULES.md, Statistics)."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def wilson(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the Wilson score interval (low, high) of a rate k / n; nan where n is 0.

    >>> low, high = wilson(7, 18)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2031, 0.6138)
    """
    hits, trials = np.asarray(k, np.float64), np.asarray(n, np.float64)
    z2 = NormalDist().inv_cdf(0.5 + level / 2) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = hits / trials
        middle = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
        half = np.sqrt(z2 * (rate * (1 - rate) / trials + z2 / (4 * trials * trials))) / (1 + z2 / trials)
    # The interval touches the ends exactly, whatever the rounding.
    low = np.where(hits == 0, np.where(trials > 0, 0.0, np.nan), middle - half)
    high = np.where(hits == trials, np.where(trials > 0, 1.0, np.nan), middle + half)
    return low, high


def mean_interval(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95
) -> tuple[Floats, Floats, Floats]:
    """Return (mean, low, high) by Student's t from a count, a sum and a sum of squares; low, high nan below n = 2."""
    count, sums, squared = (np.asarray(a, np.float64) for a in (n, total, squares))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sums / count
        variance = np.maximum(count * squared - sums * sums, 0) / (count * (count - 1))
        half = np.sqrt(variance / count)
    flat = np.atleast_1d(count)
    quantile = np.array([t_quantile(0.5 + level / 2, int(c) - 1) if c >= 2 else math.nan for c in flat.ravel()])
    half = half * quantile.reshape(count.shape)
    return mean, mean - half, mean + half


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """Return the quantile of Student's t with ``df`` degrees of freedom, for 0 < p < 1.

    >>> round(t_quantile(0.975, 10), 4)
    2.2281
    """
    if not 0 < p < 1 or df < 1:
        raise ValueError("a quantile needs 0 < p < 1 and at least 1 degree of freedom")
    if p < 0.5:
        return -t_quantile(1 - p, df)
    if p == 0.5:
        return 0.0
    low, high = 0.0, 1.0
    while _t_upper_tail(high, df) > 1 - p:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _t_upper_tail(middle, df) > 1 - p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_upper_tail(t: float, df: int) -> float:
    """Return P(T > t) for t >= 0."""
    return 0.5 * _incomplete_beta(df / 2, 0.5, df / (df + t * t))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b) by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + numerator / c
            c = c if abs(c) > tiny else tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction
