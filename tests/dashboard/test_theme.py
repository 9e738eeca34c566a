"""Check the colours: text is readable on every ground that it stands on, light and dark (DASHBOARD.md, Colours)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dashboard import theme

GROUNDS = ("ground", "paper", "tint")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("role", ["text", "muted", "ink", "error", "warning", "compare-2", "compare-3", "compare-4"])
def test_text_is_readable(role: str, mode: int) -> None:
    for ground in GROUNDS:
        if role.startswith("compare") and ground != "ground":
            continue
        assert contrast(theme.COLOURS[role][mode], theme.COLOURS[ground][mode]) >= 4.5, ground


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("role", "tint"), [("error", "error-tint"), ("warning", "warning-tint"), ("text", "low"), ("text", "high")]
)
def test_text_is_readable_on_its_tint(role: str, tint: str, mode: int) -> None:
    assert contrast(theme.COLOURS[role][mode], theme.COLOURS[tint][mode]) >= 4.5


def test_every_colour_of_a_figure_has_one_dark_partner() -> None:
    lights = [pair[0] for pair in theme.COLOURS.values()]
    assert len(set(lights)) == len(lights)


def test_the_stylesheet_uses_only_colours_that_there_are() -> None:
    css = Path(theme.__file__).with_name("theme.css").read_text(encoding="utf-8")
    assert set(re.findall(r"var\(--([\w-]+)\)", css)) <= {*theme.COLOURS, "club", "rows"}
    assert not re.findall(r"#[0-9A-Fa-f]{3,6}\b", css)


def test_a_clubs_name_cannot_leave_its_string() -> None:
    css = theme.stylesheet('A"; } </style><script>')
    assert "</style>" not in css
    assert css.count('--club:"A') == 1
