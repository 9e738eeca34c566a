"""Draw a player: totals game by game, and the player's sheets against the club's."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from dashboard import words
from dashboard.charts.base import (
    count_ticks,
    dashed_level,
    end_label,
    end_mark,
    faded,
    figure,
    hovers,
    padded,
    plain,
    spread,
    step_for,
)
from dashboard.texts import _
from dashboard.theme import COMPARED, MARKERS, light

MANY = 150  # games from which dots are small and faint, so that the line is seen
LONGEST = 13  # letters of a name beside its line
BESIDE = 0.3  # of the width: what a label beside a line takes up on a phone
HIGHEST = 12  # dots on each other
LEAST = 40  # points that the axis of totals shows at least


def trend(frame: pl.DataFrame, club_mean: float | None) -> go.Figure:
    """Draw totals game by game with the mean of the last ten, from five games on, for one to four players.

    ``frame``: player, index (game of the selection, from 1), total, mean, low, high (null under five games), hover.
    One player is drawn with open dots and the band of the mean; several with their means and faint dots.
    """
    players = frame["player"].unique(maintain_order=True).to_list()[: len(COMPARED)]
    names = words.short_names(players)
    alone = len(players) == 1
    traces, ends = [], []
    for slot, player in enumerate(players):
        part = frame.filter(pl.col("player") == player)
        colour = light(COMPARED[slot])
        x = part["index"].to_list()
        band = part.drop_nulls(["low", "high"])
        open_ = alone and part.height <= MANY
        if alone and band.height > 1:
            ix = band["index"].to_list()
            traces.append(
                go.Scatter(
                    x=ix + ix[::-1],
                    y=band["high"].to_list() + band["low"].to_list()[::-1],
                    fill="toself",
                    fillcolor=faded(colour, 0.14),
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
                    "size": 8 if open_ else 6 if part.height <= MANY else 4,
                    "color": light("ground") if open_ else colour,
                    "opacity": 1 if open_ else 0.45 if part.height <= MANY else 0.25,
                    "line": {"width": 1.8 if open_ else 0, "color": colour},
                },
                text=hovers(part["hover"]),
                hovertemplate="%{text}<extra></extra>",
            )
        )
        label = f"<b>{plain(_('last ten') if alone else words.cut(names[player], LONGEST))}</b>"
        if band.height:
            mean = band["mean"][-1]
            traces.append(
                go.Scatter(
                    x=band["index"].to_list(),
                    y=band["mean"].to_list(),
                    mode="lines",
                    line={"color": colour, "width": 3 if band.height <= MANY else 1.5},
                    hoverinfo="skip",
                )
            )
            ends.append((f"{label} {words.number(mean)}", mean, colour))
            if not alone or band.height == 1:
                traces.append(end_mark(band["index"][-1], mean, colour, MARKERS[slot]))
        elif not alone:
            ends.append((label, part["total"][-1], colour))
    shapes = []
    if club_mean is not None:
        shapes.append(dashed_level(club_mean))
        ends.append((_("club mean {mean}").format(mean=words.number(club_mean)), club_mean, light("muted")))
    values = [v for v in frame["total"].to_list() if v is not None] + ([club_mean] if club_mean else [])
    values += [v for c in ("low", "high") for v in frame[c].to_list() if alone and v is not None]
    low, high = padded(values, 0.08, LEAST)
    height = 340
    where = spread([e[1] for e in ends], (high - low) * 17 / (height - 52), low, high)
    last = int(str(frame["index"].max() or 1))
    return figure(
        traces,
        height,
        left=56,
        right=112,
        xaxis={
            "title": _("Game of the season"),
            "range": [0.4, last + 0.6],
            **count_ticks(last),
        },
        yaxis={"title": _("Total"), "range": [low, high], "nticks": 6},
        annotations=[end_label(text, y, colour) for (text, _v, colour), y in zip(ends, where, strict=True)],
        shapes=shapes,
    )


def distribution(
    club: pl.DataFrame, own: pl.DataFrame, name: str, mean: float | None, club_mean: float | None
) -> go.Figure:
    """Draw one player's sheets as dots above the club's grey histogram, several to a dot where they are many.

    ``club``: low, high (bounds of a bin, high excluded), n; ``own``: total, hover, the player's sheets.
    """
    width = int(club["high"][0] - club["low"][0])
    tallest = int(str(club["n"].max()))
    step = tallest * 0.11
    base = tallest * 1.12
    stacks = _stacks(club, own)
    each = sheets_a_dot(club, own)
    xs, ys, told = [], [], []
    for centre, hover in stacks.items():
        for k in range(0, len(hover), each):
            xs.append(centre)
            ys.append(base + k // each * step)
            told.append(hover[k] if each == 1 else words.sheets(len(hover)))
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
        text=hovers(told),
        hovertemplate="%{text}<extra></extra>",
    )
    top = max(ys, default=base) + step * 2.2
    shapes, labels = [], []
    low, high = float(club["low"][0]) - width / 2, float(club["high"][-1]) + width / 2
    for value, text, colour, dash in (
        (mean, f"<b>{plain(words.cut(name, LONGEST))} {words.number(mean)}</b>", light("ink"), "solid"),
        (club_mean, _("club mean {mean}").format(mean=words.number(club_mean)), light("muted"), "dash"),
    ):
        if value is None:
            continue
        left = colour == light("ink") and (club_mean is None or value <= club_mean)
        left = left or (colour == light("muted") and mean is not None and mean > value)
        low = min(low, high - (high - value) / (1 - BESIDE)) if left else low
        high = high if left else max(high, low + (value - low) / (1 - BESIDE))
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
    ticks = list(range(0, tallest + 1, step_for(tallest)))
    return figure(
        [bars, dots],
        300,
        left=56,
        xaxis={"title": _("Total"), "range": [low, high], "nticks": 8},
        yaxis={"title": _("Sheets"), "range": [0, top], "tickvals": ticks},
        annotations=labels,
        shapes=shapes,
    )


def sheets_a_dot(club: pl.DataFrame, own: pl.DataFrame) -> int:
    """Return how many sheets one dot of the distribution stands for, so that no stack is too high."""
    return -(-max(map(len, _stacks(club, own).values()), default=1) // HIGHEST)


def _stacks(club: pl.DataFrame, own: pl.DataFrame) -> dict[float, list[str | None]]:
    """Return what is told of each sheet, by the middle of the half bin that its total falls into."""
    half = int(club["high"][0] - club["low"][0]) / 2
    stacks: dict[float, list[str | None]] = {}
    for total, hover in own.select("total", "hover").iter_rows():
        stacks.setdefault(total // half * half + half / 2, []).append(hover)
    return stacks
