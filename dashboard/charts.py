"""Draw the figures of the pages: pure functions, frame in, figure out.

Every figure is drawn in the light palette; the stylesheet maps the colours to their dark partners, so that a figure can be
cached and a switch of theme needs no new drawing. Labels stand beside what they name: there are no legends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from dashboard import words
from dashboard.texts import _
from dashboard.theme import COMPARED, MARKERS, light

Layout = dict[str, Any]

FONT = "'Source Sans', sans-serif"
CONFIG: dict[str, Any] = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "responsive": True}
HIGHLIGHTS = len(COMPARED)


def race(frame: pl.DataFrame, highlighted: Sequence[str] = (), by: str = "points") -> go.Figure:
    """Draw how points (or places) grew by club night, a line a player, named at its right end.

    ``frame``: night, played, player, points_e4 (cumulative), place, players; ``by`` is ``points`` or ``place``.
    """
    place = by == "place"
    lines = {
        str(key[0]): part.sort("night") for key, part in frame.group_by(["player"], maintain_order=True) if part.height
    }
    style = dict(zip([p for p in highlighted if p in lines][:HIGHLIGHTS], range(HIGHLIGHTS), strict=False))
    names = words.short_names(list(lines))
    height = 26 * len(lines) + 60 if place else 400
    height = max(300, min(height, 560))
    traces, ends = [], []
    for player, part in sorted(lines.items(), key=lambda item: item[0] in style):
        values = part["place"].to_list() if place else [v / 10_000 for v in part["points_e4"]]
        slot = style.get(player)
        colour = light("others" if slot is None else COMPARED[slot])
        ends.append((player, values[-1], part["points_e4"][-1], colour, slot))
        traces.append(
            go.Scatter(
                x=part["night"].to_list(),
                y=values,
                mode="lines" if slot is None or not (place or part.height == 1) else "lines+markers",
                line={"color": colour, "width": 1.3 if slot is None else 3},
                marker=None if slot is None else {"symbol": MARKERS[slot], "size": 7, "color": colour},
                text=_race_hover(player, part),
                hovertemplate="%{text}<extra></extra>",
            )
        )
        if slot is not None:
            traces.append(_end_mark(part["night"][-1], values[-1], colour, MARKERS[slot]))
    top = [e[1] for e in ends]
    low, high = (0.4, max(top, default=1) + 0.6) if place else _range([t for trace in traces for t in trace.y], 0.04)
    gap = (high - low) * 16 / (height - 52)
    where = spread([e[1] for e in ends], gap)
    labels = [
        _end_label(
            f"<b>{names[p]}</b> {_end_figure(v, e4, place)}"
            if slot is not None
            else f"{names[p]} {_end_figure(v, e4, place)}",
            y,
            light("muted") if slot is None else colour,
        )
        for (p, v, e4, colour, slot), y in zip(ends, where, strict=True)
    ]
    nights = frame["night"].max() or 1
    return _figure(
        traces,
        height,
        right=108,
        xaxis={"title": _("Club night"), "range": [0.7, nights + 0.3], **_count_ticks(int(str(nights)))},
        yaxis={"range": [high, low], "tickvals": list(range(1, len(lines) + 1))}
        if place
        else {"range": [low, high], "zeroline": True, "zerolinecolor": light("rule"), "zerolinewidth": 1, "nticks": 8},
        annotations=labels,
    )


def trend(frame: pl.DataFrame, club_mean: float | None, by_index: bool = True) -> go.Figure:
    """Draw totals game by game with the mean of the last ten, for one to four players.

    ``frame``: player, index (game of the selection, from 1), total, mean, low, high (null under five games), hover.
    One player is drawn with open dots and the band of the mean; several with their means and faint dots.
    """
    players = frame["player"].unique(maintain_order=True).to_list()[:HIGHLIGHTS]
    names = words.short_names(players)
    alone = len(players) == 1
    traces, ends = [], []
    for slot, player in enumerate(players):
        part = frame.filter(pl.col("player") == player)
        colour = light(COMPARED[slot])
        x = part["index"].to_list()
        band = part.drop_nulls(["low", "high"])
        if alone and band.height > 1:
            ix = band["index"].to_list()
            traces.append(
                go.Scatter(
                    x=ix + ix[::-1],
                    y=band["high"].to_list() + band["low"].to_list()[::-1],
                    fill="toself",
                    fillcolor=_alpha(colour, 0.14),
                    line={"width": 0},
                    hoverinfo="skip",
                    mode="lines",
                )
            )
        traces.append(
            go.Scatter(
                x=x,
                y=part["total"].to_list(),
                mode="markers",
                marker={
                    "symbol": MARKERS[slot] if not alone else "circle",
                    "size": 8 if alone else 6,
                    "color": light("ground") if alone else colour,
                    "opacity": 1 if alone else 0.45,
                    "line": {"width": 1.8 if alone else 0, "color": colour},
                },
                text=part["hover"].to_list(),
                hovertemplate="%{text}<extra></extra>",
            )
        )
        means = part.drop_nulls("mean")
        if means.height:
            traces.append(
                go.Scatter(
                    x=means["index"].to_list(),
                    y=means["mean"].to_list(),
                    mode="lines",
                    line={"color": colour, "width": 3},
                    hoverinfo="skip",
                )
            )
            label = _("last ten") if alone else names[player]
            ends.append((f"<b>{label}</b> {words.number(means['mean'][-1])}", means["mean"][-1], colour))
            if not alone:
                traces.append(_end_mark(means["index"][-1], means["mean"][-1], colour, MARKERS[slot]))
    shapes = []
    if club_mean is not None:
        shapes.append(_dashed_level(club_mean))
        ends.append((_("club mean {mean}").format(mean=words.number(club_mean)), club_mean, light("muted")))
    values = [v for v in frame["total"].to_list() if v is not None] + ([club_mean] if club_mean else [])
    values += [v for c in ("low", "high") for v in frame[c].to_list() if alone and v is not None]
    low, high = _range(values, 0.08)
    height = 340
    where = spread([e[1] for e in ends], (high - low) * 17 / (height - 52))
    last = int(str(frame["index"].max() or 1))
    return _figure(
        traces,
        height,
        right=112,
        xaxis={
            "title": _("Game of the season") if by_index else _("Game"),
            "range": [0.4, last + 0.6],
            **_count_ticks(last),
        },
        yaxis={"range": [low, high], "nticks": 6},
        annotations=[_end_label(text, y, colour) for (text, _v, colour), y in zip(ends, where, strict=True)],
        shapes=shapes,
    )


def distribution(
    club: pl.DataFrame, own: pl.DataFrame, name: str, mean: float | None, club_mean: float | None
) -> go.Figure:
    """Draw one player's sheets as dots above the club's grey histogram.

    ``club``: low, high (bounds of a bin, high excluded), n; ``own``: total, hover, the player's sheets.
    """
    width = int(club["high"][0] - club["low"][0])
    tallest = int(str(club["n"].max()))
    step = tallest * 0.11
    base = tallest * 1.12
    column: dict[float, int] = {}
    xs, ys = [], []
    for total in own["total"].to_list():
        centre = total // (width / 2) * (width / 2) + width / 4
        column[centre] = column.get(centre, 0) + 1
        xs.append(centre)
        ys.append(base + (column[centre] - 1) * step)
    bars = go.Bar(
        x=[(a + b) / 2 for a, b in zip(club["low"], club["high"], strict=True)],
        y=club["n"].to_list(),
        width=width * 0.94,
        marker={"color": light("others"), "line": {"width": 0}},
        text=[
            _("{low} to {high}: {sheets} of the club").format(low=a, high=b - 1, sheets=words.sheets(n))
            for a, b, n in club.select("low", "high", "n").iter_rows()
        ],
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )
    dots = go.Scatter(
        x=xs,
        y=ys,
        mode="markers",
        marker={"size": 8, "color": light("ink")},
        text=own["hover"].to_list(),
        hovertemplate="%{text}<extra></extra>",
    )
    top = max(ys, default=base) + step * 2.2
    shapes, labels = [], []
    for value, text, colour, dash in (
        (mean, f"<b>{name} {words.number(mean)}</b>", light("ink"), "solid"),
        (club_mean, _("club mean {mean}").format(mean=words.number(club_mean)), light("muted"), "dash"),
    ):
        if value is None:
            continue
        left = colour == light("ink") and (club_mean is None or value <= club_mean)
        left = left or (colour == light("muted") and mean is not None and mean > value)
        shapes.append(
            {
                "type": "line",
                "x0": value,
                "x1": value,
                "y0": 0,
                "y1": top - step,
                "line": {"color": colour, "width": 1.5, "dash": dash},
            }
        )
        labels.append(
            {
                "x": value,
                "y": top,
                "text": text,
                "showarrow": False,
                "xanchor": "right" if left else "left",
                "xshift": -3 if left else 3,
                "yanchor": "top",
                "font": {"color": colour},
            }
        )
    ticks = [t for t in range(0, tallest + 1, _step(tallest))]
    return _figure(
        [bars, dots],
        300,
        xaxis={"title": _("Total"), "range": [club["low"][0] - width / 2, club["high"][-1] + width / 2], "nticks": 8},
        yaxis={"range": [0, top], "tickvals": ticks},
        annotations=labels,
        shapes=shapes,
    )


def rates(frame: pl.DataFrame, title: str, mean: float | None = None, *, limit: float | None = None) -> go.Figure:
    """Draw a rate a row: a dot, its 95 % interval as a bar, the counts at the right.

    ``frame``, in the order of drawing: label, rate, low, high (0 to 1; interval null under five), told ("7 of 18"), hover.
    """
    rows = frame.with_row_index("y", offset=0)
    n = rows.height
    bars = rows.drop_nulls(["low", "high"])
    x: list[float | None] = []
    y: list[float | None] = []
    for low, high, at in bars.select("low", "high", "y").iter_rows():
        x += [low * 100, high * 100, None]
        y += [at, at, None]
    largest = limit or float(str(rows["high"].max() or rows["rate"].max() or 0.5)) * 100
    right = min(100.0, max(10.0, (int(largest / 10) + 1) * 10.0))
    traces = [
        go.Scatter(x=x, y=y, mode="lines", line={"color": light("ink-soft"), "width": 4}, hoverinfo="skip"),
        go.Scatter(
            x=[r * 100 if r is not None else None for r in rows["rate"]],
            y=rows["y"].to_list(),
            mode="markers",
            cliponaxis=False,
            marker={"size": 11, "color": light("ink"), "line": {"width": 1.5, "color": light("ground")}},
            text=rows["hover"].to_list(),
            hovertemplate="%{text}<extra></extra>",
        ),
    ]
    labels: list[Layout] = [
        {
            "x": 1,
            "xref": "paper",
            "y": at,
            "text": told,
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
    return _figure(
        traces,
        28 * n + (88 if mean is not None else 64),
        left=8,
        right=70,
        xaxis={
            "title": title,
            "range": [-1.5, right + 1],
            "tickvals": [t for t in range(0, int(right) + 1, 25 if right > 60 else 10)],
        },
        yaxis={
            "range": [n - 0.4, -1.5 if mean is not None else -0.6],
            "tickvals": rows["y"].to_list(),
            "ticktext": [f"{label} " for label in rows["label"]],
            "automargin": True,
            "tickfont": {"color": light("text")},
        },
        annotations=labels,
        shapes=shapes,
    )


def around_line(frame: pl.DataFrame, line: int, near: int, reached: int) -> go.Figure:
    """Draw how many columns ended with each upper total, in bins with an edge at the bonus line.

    ``frame``: low, high (high excluded), n; ``near``: columns short by at most six; ``reached``: at the line or above.
    """
    width = int(frame["high"][0] - frame["low"][0])
    traces = [
        go.Bar(
            x=[(a + b) / 2 for a, b in zip(frame["low"], frame["high"], strict=True)],
            y=frame["n"].to_list(),
            width=width * 0.92,
            marker={"color": [light("ink" if a >= line else "others") for a in frame["low"]], "line": {"width": 0}},
            text=[
                _("{low} to {high}: {n}").format(low=a, high=b - 1, n=n)
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
    low, high = int(frame["low"][0]), int(frame["high"][-1])
    return _figure(
        traces,
        280,
        xaxis={
            "title": _("Upper total, in steps of {width}").format(width=width),
            "range": [low - width / 2, high + width / 2],
            "tickvals": [line + k for k in range(-63, 64, 21) if low <= line + k <= high],
        },
        yaxis={"range": [0, top], "tickvals": list(range(0, tallest + 1, _step(tallest)))},
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


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Push label positions apart to at least ``gap``, each group staying centred on its own values.

    >>> spread([0.0, 10.0, 10.0], 2.0)
    [0.0, 9.0, 11.0]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups: list[tuple[float, list[int]]] = []  # lowest position, members from below
    for i in order:
        groups.append((values[i], [i]))
        while len(groups) > 1 and groups[-1][0] < groups[-2][0] + gap * len(groups[-2][1]):
            members = groups[-2][1] + groups[-1][1]
            groups[-2:] = [(sum(values[m] - gap * k for k, m in enumerate(members)) / len(members), members)]
    placed = [0.0] * len(values)
    for low, members in groups:
        for k, member in enumerate(members):
            placed[member] = low + gap * k
    return placed


def _figure(
    data: Sequence[Any], height: int, *, left: int = 40, right: int = 12, xaxis: Layout, yaxis: Layout, **layout: Any
) -> go.Figure:
    axis = {"fixedrange": True, "zeroline": False, "tickfont": {"color": light("muted")}}
    title = xaxis.pop("title", None)
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
                "title": {"text": title, "standoff": 8, "font": {"color": light("muted"), "size": 13}}
                if title
                else None,
                **xaxis,
            },
            "yaxis": {**axis, "gridcolor": light("hairline"), "gridwidth": 1, "tickformat": ",", **yaxis},
            **layout,
        },
    )


def _race_hover(player: str, part: pl.DataFrame) -> list[str]:
    return [
        _("{player}, {day}: {points} points, place {place} of {players}").format(
            player=player, day=words.day(played, year=False), points=words.points(e4), place=place, players=players
        )
        for played, e4, place, players in part.select("played", "points_e4", "place", "players").iter_rows()
    ]


def _end_figure(value: float, e4: int, place: bool) -> str:
    return str(int(value)) if place else words.number(e4 / 10_000)


def _end_mark(x: float, y: float, colour: str, symbol: str) -> go.Scatter:
    return go.Scatter(
        x=[x],
        y=[y],
        mode="markers",
        cliponaxis=False,
        hoverinfo="skip",
        marker={"symbol": symbol, "size": 10, "color": colour, "line": {"width": 1.5, "color": light("ground")}},
    )


def _end_label(text: str, y: float, colour: str) -> Layout:
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


def _dashed_level(y: float) -> Layout:
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


def _range(values: Sequence[float | None], pad: float) -> tuple[float, float]:
    known = [v for v in values if v is not None]
    low, high = min(known, default=0), max(known, default=1)
    room = (high - low or abs(high) or 1) * pad
    return low - room, high + room


def _count_ticks(last: int) -> Mapping[str, Any]:
    """Place ticks of a count: the first, then round numbers, the last."""
    if last <= 6:
        return {"tickvals": list(range(1, last + 1))}
    step = 5 if last <= 25 else 10 if last <= 60 else 20 if last <= 120 else 50 if last <= 400 else 100
    inner = [t for t in range(step, last + 1, step) if last - t >= step * 0.4 or t == last]
    return {"tickvals": sorted({1, *inner, last})}


def _step(tallest: int) -> int:
    """Choose a round step that gives two to five grid lines up to ``tallest``."""
    return next((s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if tallest / s <= 5), 10_000)


def _alpha(colour: str, alpha: float) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
