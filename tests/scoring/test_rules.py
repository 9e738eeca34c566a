"""Check rule sets as data: ids with options, a club's own file, and errors that name the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from scoring.rules import RULE_SETS, RulesError, rule_set, source_text, with_options
from scoring.ruletext import TOP_KEYS
from scoring.tables import possible_points

from .sheets import found, scored


def test_an_id_bears_only_the_options_that_differ_sorted() -> None:
    assert rule_set("yams+yams_bonus=100,joker=true").id == "yams+joker=true,yams_bonus=100"
    assert rule_set("yahtzee+joker=true").id == "yahtzee"
    assert with_options("yams", {"joker": True}).id == "yams+joker=true"
    assert rule_set("yamms+yams_bonus_limit=none").options["yams_bonus_limit"] is None


def test_the_same_id_is_the_same_object() -> None:
    assert rule_set("yams+joker=true") is rule_set("yams+joker=true")
    assert rule_set("yams+joker=true") == rule_set("yams+joker=on")


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_rule_set_builds_and_names_its_boxes(rules_id: str) -> None:
    rules = rule_set(rules_id)
    assert rules.title
    assert rules.version >= 1
    assert source_text(rules_id)
    assert {b for s in rules.sections for b in s.boxes} == set(rules.box_ids)
    assert all(box.title and box.hint for box in rules.boxes)
    assert set(rules.aliases.values()) <= set(rules.box_ids)


def test_a_club_changes_a_figure_and_drops_a_box() -> None:
    """RULES.md: full house 30 instead of 25, or drop a box, and use it: same engine, same checks."""
    texts = {"mine": 'base = "yamms"\ntitle = "Ours"\ndrop = ["chance"]\n[boxes.full_house]\npoints = 30\n'}
    rules = rule_set("mine", texts)
    assert (rules.id, rules.title, rules.players) == ("mine", "Ours", (2, 4))
    assert "chance" not in rules.box_ids
    assert possible_points(rules, "full_house") == (0, 30)
    assert rules.box("full_house").hint == "30"
    result = scored(rules, {"boxes": {"full_house": {"dice": "22333"}, "fours": 14}})
    assert result.columns["full_house"][0] == 30
    assert found(result) == ["impossible_points fours"]


def test_a_club_changes_pattern_order_and_options() -> None:
    texts = {
        "mine": """
base = "yams"
sheet_order = ["chance", "yams", "ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind",
    "four_of_a_kind", "full_house", "small_straight", "large_straight"]
[options]
yams_bonus = 50
[boxes.full_house]
pattern = "groups 3+2"
"""
    }
    rules = rule_set("mine", texts)
    assert rules.box_ids[:2] == ("chance", "yams")
    result = scored(rules, {"boxes": {"full_house": {"dice": "44444"}, "yams": 50}, "extra_yams": 50})
    assert result.columns["full_house"][0] == 25
    assert result.sheets["extra_points"][0] == 50


def test_the_base_of_a_club_s_rule_set_may_have_options() -> None:
    rules = rule_set("own", {"own": 'base = "yams+joker=true,upper_bonus=40"\n[options]\nupper_threshold = 60\n'})
    assert rules.id == "own"
    assert {name: rules.options[name] for name in ("joker", "upper_bonus", "upper_threshold", "yams_bonus")} == {
        "joker": True,
        "upper_bonus": 40,
        "upper_threshold": 60,
        "yams_bonus": 0,
    }
    assert rule_set("own+joker=false", dict(rules.texts)).id == "own+joker=false"


def test_a_hint_speaks_of_what_a_box_gives_now() -> None:
    """A base's hint goes with the pattern and points that it spoke of."""
    text = """
base = "double-yams"
[boxes.brelan]
points = 7
[boxes.plus]
pattern = "sum at most 40"
[boxes.minus]
title = "Less"
"""
    rules = rule_set("mine", {"mine": text})
    assert [rules.box(box).hint for box in ("brelan", "carre", "plus", "minus")] == [
        "7",
        "4 alike: 10",
        "",
        "sum of all",
    ]


def test_a_club_leaves_out_a_whole_section_and_its_bonus() -> None:
    drop = '["ones", "twos", "threes", "fours", "fives", "sixes"]'
    rules = rule_set("mine", {"mine": f'base = "yamms"\ndrop = {drop}\n'})
    assert [s.id for s in rules.sections] == ["lower"]
    result = scored(rules, {"boxes": {"yams": 50, "chance": {"dice": "66666", "turn": 9}}})
    assert (result.sheets["bonus"][0], result.sheets["total"][0]) == (0, 80)


def test_a_club_plays_two_columns_of_a_sheet_without_extra_yams() -> None:
    rules = rule_set("mine", {"mine": 'base = "kniffel"\ncolumns = ["first", "second"]\n'})
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    result = scored(rules, {"columns": {"first": upper, "second": upper | {"sixes": 12}}})
    assert (result.sheets["bonus"][0], result.sheets["total"][0]) == (35, 63 + 35 + 57)


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    assert rule_set("mine", {"mine": '\ufeffbase = "yamms"\n'}).title == "Yamms"


def test_a_frozen_copy_wins_over_the_shipped_rule_set() -> None:
    texts = {"yamms": source_text("yamms").replace("points = 25", "points = 26")}
    assert possible_points(rule_set("yamms", texts), "full_house") == (0, 26)
    assert possible_points(rule_set("yamms"), "full_house") == (0, 25)


def test_a_club_file_may_bear_the_id_of_the_rule_set_that_it_changes() -> None:
    texts = {"yamms": 'base = "yamms"\n[options]\nyams_bonus_limit = "none"\n'}
    assert rule_set("yamms", texts).options["yams_bonus_limit"] is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('base = "yammz"', "mine.toml: base"),
        ('base = "yams+jokr=true"', "base: there is no option 'jokr'"),
        ('base = "yams+joker=7"', "base: joker"),
        ('base = "yams+joker"', "base: rule set 'yams+joker'"),
        ('base = "yamms"\nfoo = 1', "'foo'"),
        ('base = "yamms"\n[boxes.full_house]\npoint = 3', "boxes.full_house.point"),
        ('base = "yamms"\n[boxes.full_house]\npoints = 2.5', "boxes.full_house.points"),
        ('base = "yamms"\n[boxes.full_house]\npoints = "all"', "boxes.full_house.points"),
        ('base = "yamms"\n[boxes.full_house]\npattern = "7 same"', "boxes.full_house.pattern"),
        ('base = "yamms"\n[boxes.full_house]\npattern = "6 alike"', "boxes.full_house.pattern"),
        ('base = "yamms"\n[boxes.full_house]\nsection = "middle"', "boxes.full_house.section"),
        ('base = "yamms"\n[boxes.extra]\npattern = "any"', "boxes.extra"),
        ('base = "yamms"\n[boxes]\nchance = 3', "boxes.chance"),
        ('base = "mine"', "leads back to itself"),
        ('base = "yamms"\n[options]\njokr = true', "options.jokr"),
        ('base = "yamms"\n[options]\nyams_bonus = "many"', "options.yams_bonus"),
        ('base = "yamms"\n[options]\njoker = 3', "options.joker"),
        ('base = "yamms"\ndrop = ["fuul"]', "drop"),
        ('base = "yamms"\ndrop = "chance"', "drop"),
        ('base = "yamms"\nsheet_order = ["ones"]', "sheet_order"),
        ('base = "yamms"\nplayers = 4', "players"),
        ('base = "yamms"\ndice = 0', "dice"),
        ('base = "yamms"\n[bonus]\nsection = "middle"', "bonus.section"),
        ('base = "yamms"\n[bonus]\nplus = 1', "bonus.plus"),
        ('base = "yamms"\n[extra_yams]\nevery = 1', "extra_yams"),
        ('base = "yamms"\n[extra_yams]\npoints = "$bonus"', "'bonus'"),
        ('base = "yamms"\n[extra_yams]\nbox = "yamz"', "extra_yams.box"),
        ('base = "yamms"\n[extra_yams]\nothers = "middle"', "extra_yams.others"),
        ('base = "yams-columns"\n[max_min]\nmax = "most"', "max_min.max"),
        ('base = "double-yams"\n[multipliers]\nsections = ["yamz"]', "multipliers"),
        ('base = "yamms"\n[boxes.full_huose]\npoints = 30', "boxes.full_huose.section is missing"),
        ('base = "yamms"\n[boxes.full_huose]\npoints = 30', "there is a full_house"),
        ('base = "yamms"\n[boxes.full_house]\npoints = 9999', "from 0 to 5000"),
        ('base = "yamms"\n[aliases]\nkniffel = "yamz"', "aliases.kniffel"),
        ('base = "yams-columns"\n[order]\ndwon = "down"', "order: there is no column 'dwon'"),
        ('base = "yams-columns"\nfirst_throw = ["dri"]', "first_throw: there is no column 'dri'"),
        ('base = "yams-columns"\n[column_titles]\ntop = "Top"', "column_titles: there is no column 'top'"),
        ('base = "yamms"\ncolumns = ["one", "two"]', "extra_yams: only a game of one column"),
        ('base = "double-yams"\n[options]\nchiffres_tiers = [[60, -10]]', "options.chiffres_tiers"),
        ('base = "double-yams"\n[difference]\nsection = "diff"', "difference.section"),
        ('base = "double-yams"\n[multipliers]\nfull_face = "digits"', "multipliers.full_face"),
        ('base = "double-yams-165"\n[throw_budget]\neach_turn = 5', "throw_budget: expected each_turn or sheet"),
        ('title = "Mine"\n[options]\njoker = true', "options.joker"),
        ("title =", "not valid TOML"),
        ('title = "Nothing"\ndice = 5', "boxes"),
    ],
)  # fmt: skip
def test_a_mistake_is_an_error_naming_the_key(text: str, named: str) -> None:
    with pytest.raises(RulesError) as caught:
        rule_set("mine", {"mine": text})
    assert named in str(caught.value)
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("rules_id", "named"),
    [("whist", "'whist'"), ("yams+jokers=true", "'jokers'"), ("yams+joker", "joker"), ("yams+joker=maybe", "joker")],
)
def test_an_unknown_id_or_option_is_named(rules_id: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        rule_set(rules_id)


@pytest.mark.parametrize(
    ("written", "rules_id"),
    [("Yams", "yams"), ("Yam’s", "yams"), ("Double Yams", "double-yams"), ("YAMS+joker=true", "yams+joker=true")],
)
def test_an_id_may_be_written_as_people_write_the_name(written: str, rules_id: str) -> None:
    assert rule_set(written) is rule_set(rules_id)


JUNK = ("-1", '"x"', "[]", "{ a = 1 }", "2.5", "[[1, 2]]", '"$joker"', "2026-01-01")


def keys_of(table: dict[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from keys_of(value, (*before, key))


@pytest.mark.parametrize("base", ["yamms", "yams-columns", "double-yams-forced", "yam-master"])
def test_any_value_anywhere_is_taken_or_told_as_a_mistake(base: str) -> None:
    """No mistake in a club's file may end in anything but a RulesError."""
    own = tomllib.loads(source_text(base))
    boxes = ("ones", "chance")
    paths = [p for p in keys_of(own) if p[0] != "boxes" or len(p) == 1 or p[1] in boxes]
    for path in sorted({*paths, *((key,) for key in TOP_KEYS)}):
        for junk in JUNK:
            quoted = [f'"{key}"' for key in path]
            head = f"{quoted[0]} = {junk}\n" if len(path) == 1 else ""
            tail = "" if len(path) == 1 else f"[{'.'.join(quoted[:-1])}]\n{quoted[-1]} = {junk}\n"
            text = head + ("" if path == ("base",) else f'base = "{base}"\n') + tail
            with suppress(RulesError):
                rule_set("mine", {"mine": text})
