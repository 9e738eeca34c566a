"""club.toml: language, code page, date order, time zone, seasons, standings rules, roles (DESIGN.md)."""

from __future__ import annotations

import datetime as dt

import pytest

from ingest.club import TEMPLATE, Club, Season, club, parse
from ingest.errors import BookError

FULL = """
name = "Clubul Yams"
language = "ro"
date_order = "dmy"
time_zone = "Europe/Bucharest"
rules = "yams+joker=true"
standings = "total"
[[season]]
name = "2025/26"
from = 2025-09-01
to = 2026-06-30
[[season]]
name = "Summer"
from = "2026-07-01"
to = 2026-08-31
standings = "wins"
[roles]
secretary = ["ana@example.org", "bo@example.org"]
"""


def test_all_settings() -> None:
    assert club(parse(FULL)) == Club(
        name="Clubul Yams",
        language="ro",
        encoding="cp1250",
        date_order="dmy",
        time_zone="Europe/Bucharest",
        rules="yams+joker=true",
        method="total",
        seasons=(
            Season("2025/26", dt.date(2025, 9, 1), dt.date(2026, 6, 30), "total"),
            Season("Summer", dt.date(2026, 7, 1), dt.date(2026, 8, 31), "wins"),
        ),
        roles={"secretary": ("ana@example.org", "bo@example.org")},
    )


@pytest.mark.parametrize("text", ["", TEMPLATE])
def test_defaults_decide_nothing_that_a_file_leaves_open(text: str) -> None:
    found = club(parse(text))
    assert found == Club()
    assert (found.encoding, found.date_order, found.rules, found.method) == (None, None, None, "whist")


def test_the_template_holds_every_setting_in_a_form_that_is_right() -> None:
    lines = [line.removeprefix("# ") for line in TEMPLATE.splitlines()[2:]]
    found = club(parse("\n".join(lines)))
    assert (found.language, found.encoding, found.date_order, found.rules) == ("ro", "cp1250", "dmy", "yamms")
    assert found.seasons[0].name == "2026"
    assert found.roles


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ('language = "fr"', "cp1252"),
        ('language = "fr"\ncode_page = "1250"', "cp1250"),
        ('code_page = "latin2"', "iso8859-2"),
    ],
)
def test_the_code_page_is_the_given_one_else_that_of_a_given_language(text: str, encoding: str) -> None:
    assert club(parse(text)).encoding == encoding


@pytest.mark.parametrize(
    ("day", "season", "method"),
    [
        ("2025-09-01", "2025/26", "total"),
        ("2026-06-30", "2025/26", "total"),
        ("2026-08-31", "Summer", "wins"),
        ("2026-09-01", None, "total"),
    ],
)
def test_the_season_of_a_day(day: str, season: str | None, method: str) -> None:
    found = club(parse(FULL))
    assert found.season_of(dt.date.fromisoformat(day)) == season
    assert found.method_of(season) == method


def test_without_seasons_a_calendar_year_is_one() -> None:
    assert Club().season_of(dt.date(2025, 12, 31)) == "2025"
    assert Club().method_of("2025") == "whist"


SEASON = '[[season]]\nname = "A"\nfrom = 2026-01-01\nto = 2026-12-31\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("language = = 1", "cannot be read: .*line 1"),
        ('lang = "ro"', "lang: there is no such setting; there are name, language"),
        ('language = "xx"', "language: 'xx' is none of en, ro"),
        ("language = 1", "language: 1 is not a text"),
        ('rules = " "', "rules: "),
        ('code_page = "klingon"', "code_page: 'klingon' is no known code page"),
        ('code_page = "base64"', "code_page: 'base64' is no known code page"),
        ('date_order = "dym"', "date_order: 'dym' is none of dmy, mdy, ymd"),
        ('time_zone = "Mars/Olympus"', "time_zone: 'Mars/Olympus' is no time zone"),
        ('time_zone = "../etc"', "time_zone: "),
        ('standings = "elo"', "standings: 'elo' is none of whist"),
        ('season = "2026"', r"season: each season is a table of its own, under \[\[season\]\]"),
        ("[[season]]\nfrom = 2026-01-01\nto = 2026-12-31", "season 1, name: the season has no name"),
        ('[[season]]\nname = "A"\nto = 2026-12-31', "season 1, from: None is no date"),
        ('[[season]]\nname = "A"\nfrom = 2026-01-01\nto = "soon"', "season 1, to: 'soon' is no date"),
        ('[[season]]\nname = "A"\nfrom = 2026-01-02\nto = 2026-01-01', "season 1, to: 2026-01-01 is before 2026-01-02"),
        (SEASON + SEASON, "season 2, name: there are two seasons 'A'"),
        (SEASON + SEASON.replace('"A"', '"B"'), "season 2, from: 'B' and 'A' overlap"),
        (SEASON + "until = 2027-01-01", "season 1, until: there is no such setting"),
        ('roles = "ana"', "roles: write the roles under"),
        ('[roles]\nsecretary = "ana"', "roles.secretary: write the people as a list"),
    ],
)
def test_a_mistake_is_an_error_that_names_the_key(text: str, says: str) -> None:
    with pytest.raises(BookError, match=f"^club.toml.*{says}"):
        club(parse(text))
