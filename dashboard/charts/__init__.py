"""Draw the figures of the pages: pure functions, frame in, figure out. The only package that imports plotly.

Every figure is drawn in the light palette; the stylesheet maps the colours to their dark partners, so that a figure can
be cached and a switch of theme needs no new drawing. Labels stand beside what they name: there are no legends.
"""

from __future__ import annotations

from dashboard.charts.base import CONFIG, Figure, spread
from dashboard.charts.club import around_line, rates
from dashboard.charts.player import distribution, sheets_a_dot, trend
from dashboard.charts.season import HIGHLIGHTS, MOST, race

__all__ = [
    "CONFIG", "HIGHLIGHTS", "MOST", "Figure", "around_line", "distribution", "race", "rates", "sheets_a_dot", "spread",
    "trend",
]  # fmt: skip
