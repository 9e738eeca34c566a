"""Hold the colours of the printed scoresheet, light and dark, and the stylesheet made from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

#: role -> (light, dark). Roles that charts draw with differ in their light colour: the stylesheet maps it to the dark.
COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#FBFAF6", "#15181B"),
    "paper": ("#FFFEFA", "#1B1F22"),
    "tint": ("#F1EFE8", "#1F2327"),
    "text": ("#22262A", "#E8E6E1"),
    "muted": ("#5E646B", "#A3A8AD"),
    "hairline": ("#E4E0D6", "#2B3035"),
    "rule": ("#8C8A84", "#6B7278"),
    "ink": ("#1F4E8C", "#8DB8F0"),
    "ink-soft": ("#7893B6", "#5D789B"),  # ink mixed 60 % into the ground: interval bars
    "ink-tint": ("#E6EAEC", "#1E2630"),
    "error": ("#B3261E", "#F08A7B"),
    "error-tint": ("#FBE9E6", "#3A2320"),
    "warning": ("#8A5A00", "#E0B050"),
    "warning-tint": ("#FBF1DA", "#33291A"),
    "others": ("#B9B6AD", "#4A5056"),
    "low": ("#E3935A", "#8A4A1E"),
    "high": ("#6FA3DC", "#2C5F9E"),
    "compare-2": ("#A85F12", "#E8D44D"),
    "compare-3": ("#6A1E55", "#C980A2"),
    "compare-4": ("#2F7F64", "#549446"),
}

#: What up to four compared players are drawn with; the marker differs too.
COMPARED = ("ink", "compare-2", "compare-3", "compare-4")
MARKERS = ("circle", "square", "diamond", "triangle-up")
MARKER_SIGNS = ("●", "■", "◆", "▲")


def light(role: str) -> str:
    """Return a role's colour on paper, as figures are drawn: ``#RRGGBB``."""
    return COLOURS[role][0]


def _rgb(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


@cache
def stylesheet(club: str = "Yamsheet") -> str:
    """Return the CSS of the whole dashboard: colours as variables, theme.css, the dark partners for figures.

    ``club`` is the name that stands over the menu.
    """
    name = "".join(f"\\{ord(c):x} " if not c.isalnum() else c for c in club)
    names = "".join(f"--{role}:light-dark({a},{b});" for role, (a, b) in COLOURS.items())
    figures = "".join(
        f'.js-plotly-plot [style*="{what}: {_rgb(a)}"]{{{what}:light-dark({a},{b})!important}}'
        for a, b in COLOURS.values()
        for what in ("fill", "stroke")
    )
    own = Path(__file__).with_name("theme.css").read_text(encoding="utf-8")
    return f':root{{--club:"{name}";{names}}}\n{own}\n{figures}'
