"""Check how figures and names are written (DASHBOARD.md, Tables and words)."""

from __future__ import annotations

from datetime import date

import pytest

from dashboard import words
from scoring.rules import rule_set


@pytest.mark.parametrize(
    ("e4", "shown"),
    [(0, "0.00"), (400_000, "40.00"), (-217_188, "−21.72"), (50, "0.00"), (150, "0.02"), (-49, "0.00"), (None, "–")],
)
def test_points_have_two_decimals_and_a_true_minus(e4: int | None, shown: str) -> None:
    assert words.points(e4) == shown


@pytest.mark.parametrize(("value", "shown"), [(-0.04, "0.0"), (-0.06, "−0.1"), (12.25, "12.2"), (None, "–")])
def test_numbers_never_show_a_minus_before_nothing(value: float | None, shown: str) -> None:
    assert words.number(value, 1) == shown


def test_rates_are_whole_per_cent() -> None:
    assert words.percent(7 / 18) == "39\u00a0%"


@pytest.mark.parametrize(
    ("place", "shown"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd"), (113, "113th")]
)
def test_places(place: int, shown: str) -> None:
    assert words.ordinal(place) == shown


def test_dates_are_written_in_words() -> None:
    assert words.day(date(2026, 4, 10), weekday=True) == "Friday 10 April 2026"
    assert words.day(None) == "no date"
    assert words.moment("2026-05-22T21:40:00Z") == "22 May 2026, 21:40 UTC"
    assert words.moment("2026-05-22T21:40:00Z", "Europe/Bucharest") == "23 May 2026, 00:40"


def test_names_are_shortened_only_as_far_as_they_differ() -> None:
    assert words.short_names(["Ana Pop", "Ana Popa", "Dan Ilie"]) == {
        "Ana Pop": "Ana Pop",
        "Ana Popa": "Ana Popa",
        "Dan Ilie": "Dan",
    }
    assert list(words.short_names(["Guest 1", "Guest 12", "Ana B"]).values()) == ["Guest 1", "Guest 12", "Ana"]
    assert words.short_names(["Guest 12"]) == {"Guest 12": "Guest 12"}
    assert words.short_names(["O’Brien, Siobhán"]) == {"O’Brien, Siobhán": "O’Brien"}


def test_figures_of_a_column_game_are_of_columns() -> None:
    assert words.counted(48, rule_set("yams-columns")) == "48 columns"
    assert words.counted(1, rule_set("yams")) == "1 sheet"


def test_what_a_file_says_is_never_markup() -> None:
    assert words.safe('<b onclick="x">') == "&lt;b onclick=&quot;x&quot;&gt;"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("![](http://x/y.png) <b>*a*", r"!\[\](http\:@//x/y.png) \<b>\*a\*".replace("@", "\u2060")),
        ("$E=mc^2$", r"\$E=mc^2\$"),
        ("Ana Țâra-Ionescu", r"Ana Țâra-Ionescu"),
        (":smile: www.x.ro", r"\:@smile: www@.x.ro".replace("@", "\u2060")),
        ("    # 1. a\nb", r"\# 1. a b"),
        ("1. May", r"1\. May"),
        ("A & B + C: &amp; #1", r"A & B + C: \&amp; #1"),
        ("- ~a~_b_", r"\- \~a\~\_b\_"),
    ],
)
def test_labels_are_never_markdown(written: str, shown: str) -> None:
    assert words.plain_markdown(written) == shown
