"""Draw a season: how points or places grew by club night."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from dashboard import words
from dashboard.charts.base import count_ticks, end_label, end_mark, figure, hovers, padded, plain, spread
from dashboard.texts import _
from dashboard.theme import COMPARED, MARKERS, light

HIGHLIGHTS = len(COMPARED)
LONGEST = 13  # letters of a name at the end of a line
MOST = 24  # lines that can be told apart, and named side by side at the right
LABEL = 16  # pixels from one name to the next
LEAST = 20  # points that the axis shows at least


def race(frame: pl.DataFrame, highlighted: Sequence[str] = (), by: str = "points") -> go.Figure:
    """Draw how points (or places) grew by club night, a line a player, named at its right end.

    ``frame``: night, played, player, points_e4 (cumulative), place, players; ``by`` is ``points`` or ``place``.
    """
    place = by == "place"
    lines = {
        str(key[0]): part.sort("night") for key, part in frame.group_by(["player"], maintain_order=True) if part.height
    }
    style = dict(zip([p for p in highlighted if p in lines][:HIGHLIGHTS], range(HIGHLIGHTS), strict=False))
    names = {player: plain(words.cut(short, LONGEST)) for player, short in words.short_names(list(lines)).items()}
    height = max(300, min(26 * len(lines) + 60, 560)) if place else max(400, LABEL * len(lines) + 60)
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
                text=hovers(_race_hover(player, part)),
                hovertemplate="%{text}<extra></extra>",
            )
        )
        if slot is not None:
            traces.append(end_mark(part["night"][-1], values[-1], colour, MARKERS[slot]))
    reached = [v for trace in traces for v in trace.y]
    last = int(max(reached, default=1))
    low, high = (0.4, last + 0.6) if place else padded(reached, 0.04, LEAST)
    where = spread([e[1] for e in ends], (high - low) * LABEL / (height - 52), low, high)
    labels = [
        end_label(
            f"<b>{names[p]}</b> {_end_figure(v, e4, place)}"
            if slot is not None
            else f"{names[p]} {_end_figure(v, e4, place)}",
            y,
            light("muted") if slot is None else colour,
        )
        for (p, v, e4, colour, slot), y in zip(ends, where, strict=True)
    ]
    nights = int(str(frame["night"].max() or 1))
    return figure(
        traces,
        height,
        right=max(
            108, min(7 * max(len(names[p]) + len(_end_figure(v, e4, place)) for p, v, e4, *_x in ends) + 16, 140)
        ),
        xaxis={"title": _("Club night"), "range": [0.7, nights + 0.3], **count_ticks(nights)},
        left=52,
        yaxis={
            "title": _("Place"),
            "range": [high, low],
            **({"tickvals": list(range(1, last + 1))} if last <= MOST else count_ticks(last)),
        }
        if place
        else {
            "title": _("Points"),
            "range": [low, high],
            "zeroline": True,
            "zerolinecolor": light("rule"),
            "zerolinewidth": 1,
            "nticks": 8,
        },
        annotations=labels,
    )


def _race_hover(player: str, part: pl.DataFrame) -> list[str]:
    return [
        _("{player}, {day}: {points} points, place {place} of {players}").format(
            player=words.apart(player),
            day=words.day(played, year=False),
            points=words.points(e4),
            place=place,
            players=players,
        )
        for played, e4, place, players in part.select("played", "points_e4", "place", "players").iter_rows()
    ]


def _end_figure(value: float, e4: int, place: bool) -> str:
    return str(int(value)) if place else words.number(e4 / 10_000)
