"""Lay out figures alike: grounds, axes, labels beside what they name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from dashboard.theme import light

Layout = dict[str, Any]
Figure = go.Figure

FONT = "'Source Sans', sans-serif"
CONFIG: dict[str, Any] = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "responsive": True}


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Push label positions apart to at least ``gap``, each group centred on its own values within ``low`` to ``high``.

    >>> spread([0.0, 10.0, 10.0], 2.0, 0.0, 20.0)
    [0.0, 9.0, 11.0]
    >>> spread([0.0, 10.0, 10.0], 2.0, 0.0, 10.0)
    [0.0, 8.0, 10.0]
    """

    def lowest(members: Sequence[int]) -> float:
        centred = sum(values[m] - gap * k for k, m in enumerate(members)) / len(members)
        return max(low, min(centred, high - gap * (len(members) - 1)))

    groups: list[tuple[float, list[int]]] = []  # lowest position, members from below
    for i in sorted(range(len(values)), key=lambda i: values[i]):
        groups.append((lowest([i]), [i]))
        while len(groups) > 1 and groups[-1][0] < groups[-2][0] + gap * len(groups[-2][1]):
            members = groups[-2][1] + groups[-1][1]
            groups[-2:] = [(lowest(members), members)]
    placed = [0.0] * len(values)
    for start, members in groups:
        for k, member in enumerate(members):
            placed[member] = start + gap * k
    return placed


def plain(text: str) -> str:
    """Write a text so that a figure shows it as it is: figures take HTML, and formulas between dollar signs.

    >>> plain("<b> & $x$")
    '&lt;b&gt; &amp; &#36;x&#36;'
    """
    return escape(text, quote=False).replace("$", "&#36;")


def hovers(texts: Iterable[str | None]) -> list[str]:
    """Return what is told over each point, as it is."""
    return [plain(text or "") for text in texts]


def figure(
    data: Sequence[Any], height: int, *, left: int = 40, right: int = 12, xaxis: Layout, yaxis: Layout, **layout: Any
) -> go.Figure:
    """Lay out a figure: hairlines only, transparent grounds, no legend, fixed ranges."""
    axis = {"fixedrange": True, "zeroline": False, "tickfont": {"color": light("muted")}}
    titles = [
        {"text": text, "standoff": 8, "font": {"color": light("muted"), "size": 13}} if text else None
        for text in (xaxis.pop("title", None), yaxis.pop("title", None))
    ]
    return go.Figure(
        data=list(data),
        layout={
            "template": None,
            "height": height,
            "margin": {"l": left, "r": right, "t": 8, "b": 44, "pad": 4},
            "font": {"family": FONT, "size": 13, "color": light("text")},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "showlegend": False,
            "hovermode": "closest",
            "hoverlabel": {
                "bgcolor": light("paper"),
                "bordercolor": light("rule"),
                "font": {"family": FONT, "size": 13, "color": light("text")},
            },
            "separators": ".\u202f",
            "xaxis": {
                **axis,
                "showgrid": False,
                "ticks": "outside",
                "ticklen": 4,
                "tickcolor": light("rule"),
                "title": titles[0],
                **xaxis,
            },
            "yaxis": {
                **axis,
                "gridcolor": light("hairline"),
                "gridwidth": 1,
                "tickformat": ",",
                "title": titles[1],
                **yaxis,
            },
            **layout,
        },
    )


def end_mark(x: float, y: float, colour: str, symbol: str) -> go.Scatter:
    """Mark the last point of a highlighted line."""
    return go.Scatter(
        x=[x],
        y=[y],
        mode="markers",
        cliponaxis=False,
        hoverinfo="skip",
        marker={"symbol": symbol, "size": 10, "color": colour, "line": {"width": 1.5, "color": light("ground")}},
    )


def end_label(text: str, y: float, colour: str) -> Layout:
    """Label a line at its right end."""
    return {
        "x": 1,
        "xref": "paper",
        "xanchor": "left",
        "xshift": 6,
        "y": y,
        "yanchor": "middle",
        "text": text,
        "showarrow": False,
        "align": "left",
        "font": {"color": colour, "size": 12.5},
    }


def dashed_level(y: float) -> Layout:
    """Draw a dashed level across the figure."""
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": y,
        "y1": y,
        "layer": "below",
        "line": {"color": light("rule"), "width": 1.5, "dash": "dash"},
    }


def padded(values: Sequence[float | None], pad: float, least: float) -> tuple[float, float]:
    """Return the range of some values with room around it, of at least ``least`` so that near values look near."""
    known = [v for v in values if v is not None]
    low, high = min(known, default=0), max(known, default=0)
    room = max((high - low) * pad, (least - (high - low)) / 2)
    return low - room, high + room


def count_ticks(last: int) -> Mapping[str, Any]:
    """Place ticks of a count: the first, then round numbers, the last."""
    if last <= 6:
        return {"tickvals": list(range(1, last + 1))}
    step = 5 if last <= 25 else 10 if last <= 60 else 20 if last <= 120 else 50 if last <= 400 else 100
    inner = [t for t in range(step, last + 1, step) if last - t >= step * 0.4 or t == last]
    return {"tickvals": sorted({1, *inner, last})}


def step_for(tallest: int) -> int:
    """Choose a round step that gives two to five grid lines up to ``tallest``."""
    return next(
        (s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000) if tallest / s <= 5),
        100_000,
    )


def faded(colour: str, alpha: float) -> str:
    """Return a colour with transparency."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
