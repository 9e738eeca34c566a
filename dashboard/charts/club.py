"""Draw the club: rates with their intervals, and totals around the bonus line."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from dashboard import words
from dashboard.charts.base import Layout, figure, hovers, plain, step_for
from dashboard.texts import _
from dashboard.theme import light

LONGEST = 22  # letters of a name before its line
LETTER = 6.5  # pixels that a letter of what is told beside a line takes


def rates(frame: pl.DataFrame, title: str, mean: float | None = None) -> go.Figure:
    """Draw a rate a row: a dot, its 95 % interval as a bar, the counts at the right.

    ``frame``, in the order of drawing: label, rate, low, high (0 to 1; null under five), told ("7 of 18"), hover.
    Where no rate is told yet there is no axis either.
    """
    rows = frame.with_row_index("y", offset=0)
    n = rows.height
    bars = rows.drop_nulls(["low", "high"])
    x: list[float | None] = []
    y: list[float | None] = []
    for low, high, at in bars.select("low", "high", "y").iter_rows():
        x += [low * 100, high * 100, None]
        y += [at, at, None]
    scaled = bars.height > 0 or mean is not None
    largest = float(str(rows["high"].max() or rows["rate"].max() or 0.5)) * 100
    right = min(100.0, max(10.0, (int(largest / 10) + 1) * 10.0))
    traces = [
        go.Scatter(x=x, y=y, mode="lines", line={"color": light("ink-soft"), "width": 4}, hoverinfo="skip"),
        go.Scatter(
            x=[r * 100 if low is not None else None for r, low in rows.select("rate", "low").iter_rows()],
            y=rows["y"].to_list(),
            mode="markers",
            cliponaxis=False,
            marker={"size": 11, "color": light("ink"), "line": {"width": 1.5, "color": light("ground")}},
            text=hovers(rows["hover"]),
            hovertemplate="%{text}<extra></extra>",
        ),
    ]
    labels: list[Layout] = [
        {
            "x": 1,
            "xref": "paper",
            "y": at,
            "text": plain(told),
            "showarrow": False,
            "xanchor": "left",
            "xshift": 8,
            "font": {"color": light("muted")},
        }
        for at, told in rows.select("y", "told").iter_rows()
    ]
    shapes = []
    if mean is not None:
        shapes.append(
            {
                "type": "line",
                "x0": mean * 100,
                "x1": mean * 100,
                "y0": -0.8,
                "y1": n - 0.4,
                "layer": "below",
                "line": {"color": light("muted"), "width": 1.5, "dash": "dash"},
            }
        )
        labels.append(
            {
                "x": mean * 100,
                "y": -0.85,
                "yanchor": "bottom",
                "showarrow": False,
                "text": _("club {rate}").format(rate=words.percent(mean)),
                "font": {"color": light("muted")},
            }
        )
    return figure(
        traces,
        28 * n + (88 if mean is not None else 64),
        left=8,
        right=max(70, 22 + round(LETTER * max(map(len, rows["told"]), default=0))),
        xaxis={
            "title": title if scaled else "",
            "range": [-1.5, right + 1],
            "tickvals": list(range(0, int(right) + 1, 25 if right > 60 else 10)) if scaled else [],
        },
        yaxis={
            "range": [n - 0.4, -1.5 if mean is not None else -0.6],
            "tickvals": rows["y"].to_list(),
            "ticktext": [f"{plain(words.cut(label, LONGEST))} " for label in rows["label"]],
            "automargin": True,
            "tickfont": {"color": light("text")},
        },
        annotations=labels,
        shapes=shapes,
    )


def around_line(frame: pl.DataFrame, line: int, near: int, reached: int, *, several: bool = False) -> go.Figure:
    """Draw how many columns ended with each upper total, in bins with an edge at the bonus line.

    ``frame``: low, high (high excluded), n; ``near``: columns short by at most six; ``reached``: at the line or above;
    ``several``: a sheet has several columns.
    """
    width = int(frame["high"][0] - frame["low"][0])
    traces = [
        go.Bar(
            x=[(a + b) / 2 for a, b in zip(frame["low"], frame["high"], strict=True)],
            y=frame["n"].to_list(),
            width=width * 0.92,
            marker={"color": [light("ink" if a >= line else "others") for a in frame["low"]], "line": {"width": 0}},
            text=[
                _("{low} to {high}: {counted}").format(
                    low=a, high=b - 1, counted=words.columns(n) if several else words.sheets(n)
                )
                for a, b, n in frame.select("low", "high", "n").iter_rows()
            ],
            textposition="none",
            hovertemplate="%{text}<extra></extra>",
        )
    ]
    tallest = int(str(frame["n"].max()))
    top = tallest * 1.3
    texts = (
        (_("missed by 1 to 6: {n}").format(n=near), "right", "muted"),
        (f"<b>{_('{line} or more: {n}').format(line=line, n=reached)}</b>", "left", "ink"),
    )
    low, high = min(int(frame["low"][0]), line - 5 * width), max(int(frame["high"][-1]), line + 5 * width)
    return figure(
        traces,
        280,
        xaxis={
            "title": _("Upper total, in steps of {width}").format(width=width),
            "range": [low - width / 2, high + width / 2],
            "tickvals": [line + k for k in range(-63, 64, 21) if low <= line + k <= high],
        },
        left=56,
        yaxis={
            "title": _("Columns") if several else _("Sheets"),
            "range": [0, top],
            "tickvals": list(range(0, tallest + 1, step_for(tallest))),
        },
        shapes=[
            {"type": "line", "x0": line, "x1": line, "y0": 0, "y1": top, "line": {"color": light("text"), "width": 1.5}}
        ],
        annotations=[
            {
                "x": line,
                "y": top,
                "yanchor": "top",
                "xanchor": anchor,
                "xshift": -5 if anchor == "right" else 5,
                "text": text,
                "showarrow": False,
                "font": {"color": light(colour)},
            }
            for text, anchor, colour in texts
        ],
    )
