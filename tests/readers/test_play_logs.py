"""BG Stats and BoardGameGeek exports: totals, boxes where a scoresheet was kept, and what is left out and why."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import polars as pl
import pytest

from ingest.errors import UnreadableFile
from ingest.model import ParsedFile
from ingest.readers.json_games import games_by_name
from ingest.readers.plays import score
from ingest.readers.values import BAD
from tests.readers.play_logs import GAMES, PAGE, PLAYERS, export, play
from tests.readers.reading import boxes, fates, read


def test_totals_places_and_where_it_was_played() -> None:
    parsed = export(
        play(
            7,
            {"playerRefId": 1, "score": "-10+7+22", "rank": 2},
            {"playerRefId": 2, "score": "205", "rank": 0},
            locationRefId=3,
        )
    )
    assert parsed.reader == "bg-stats"
    shown = parsed.sheets.select("player", "game", "played", "rules", "table", "stated_total", "stated_place", "block")
    day = dt.date(2026, 3, 14)
    assert shown.rows() == [
        ("Ana", "u-1", day, "yahtzee", "Library", 19, 2, 0),
        ("Bo", "u-1", day, "yahtzee", "Library", 205, None, 0),
    ]


def test_players_and_games_joined_by_the_ids_that_hold_beyond_the_export() -> None:
    data = {
        "players": [{"uuid": "p1", "name": "Ana"}, {"id": 5, "uuid": "p2", "name": "Bo"}],
        "games": [{"uuid": "g1", "name": "Yahtzee"}],
        "locations": [{"uuid": "l1", "name": "Library"}],
        "plays": [
            {
                "playDate": "2026-06-13 20:15:00",
                "gameUuid": "g1",
                "locationUuid": "l1",
                "playerScores": [{"playerUuid": "p1", "score": "250"}, {"playerUuid": "p2", "score": "200"}],
            }
        ],
    }
    parsed = read(json.dumps(data), "a.bgsplay")
    shown = parsed.sheets.select("player", "rules", "table", "stated_total")
    assert shown.rows() == [("Ana", "yahtzee", "Library", 250), ("Bo", "yahtzee", "Library", 200)]
    assert parsed.questions == ()


def test_boxes_from_the_scoresheet() -> None:
    rows = [
        ("Ones", "3", "x"),
        ("Twos", "6", ""),
        ("Threes", "9", "6"),
        ("Full House", "25", "0"),
        ("Chance", "22", "11"),
    ]
    sheet = {
        "groups": [{"rows": [{"label": name, "scores": {"s-1": a, "s-2": b}} for name, a, b in rows]}],
    }
    parsed = export(
        play(
            9,
            {"playerRefId": 1, "score": "", "metaData": json.dumps({"scoreUuid": "s-1"})},
            {"playerRefId": 2, "score": None, "metaData": {"scoreUuid": "s-2"}},
            scoresheet=json.dumps(sheet),
        )
    )
    assert boxes(parsed) == {
        "Ana": {"ones": 3, "twos": 6, "threes": 9, "full_house": 25, "chance": 22},
        "Bo": {"ones": 0, "twos": None, "threes": 6, "full_house": 0, "chance": 11},
    }
    assert parsed.understood.headings == {"Club dice": "by its boxes"}


ROWS = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "3 of a kind", "4 of a kind", "Full house",
        "Small straight", "Large straight", "Yahtzee", "Lucky dip")  # fmt: skip


def scored(rows: dict[str, str], *uuids: str | None, sheet: str | None = None, **options: Any) -> ParsedFile:
    """Read a play of two with a scoresheet that has figures of score s-1 only."""
    made = {"groups": [{"rows": [{"label": label, "scores": {"s-1": text}} for label, text in rows.items()]}]}
    scores = [
        {"playerRefId": i, "score": str(100 * i), **({"metaData": {"scoreUuid": uuid}} if uuid else {})}
        for i, uuid in enumerate(uuids, 1)
    ]
    return export(play(7, *scores, scoresheet=json.dumps(made) if sheet is None else sheet), **options)


def test_an_unknown_row_of_a_scoresheet_that_may_be_a_missing_box_is_asked_about() -> None:
    rows = dict.fromkeys(ROWS, "5")
    [asked] = scored(rows, "s-1").questions
    assert (asked.subject, asked.choices[0]) == ("Lucky dip", "chance")
    parsed = scored(rows, "s-1", headings={"Lucky dip": "chance"})
    assert (parsed.questions, parsed.sheets["p_chance"].to_list()) == ((), [5])


def test_a_scoresheet_that_says_nothing_of_a_player_is_told_and_the_total_counts() -> None:
    rows = dict.fromkeys(ROWS[:6], "3")
    parsed = scored(rows, "s-1", "s-9")
    assert parsed.sheets.select("p_ones", "stated_total").rows() == [(3, 100), (None, 200)]
    assert ["nothing of Bo" in note for note in parsed.understood.notes] == [True]
    parsed = scored(rows, "s-1", None, sheet="{broken")
    assert parsed.sheets["stated_total"].to_list() == [100, 200]
    assert ["cannot be read" in note for note in parsed.understood.notes] == [True]


def test_rows_of_rounds_are_no_boxes() -> None:
    parsed = scored({"1": "40", "2": "60"}, "s-1")
    assert (parsed.sheets["stated_total"].to_list(), "p_ones" in parsed.sheets.columns) == ([100], False)


def test_what_is_no_play_and_no_score_is_rejected_and_holds_its_play() -> None:
    parsed = export("x", play(7, {"playerRefId": 1, "score": "10"}, "y", {"playerRefId": 2, "score": True}))  # type: ignore[arg-type]
    assert parsed.rows.filter(parsed.rows["fate"] == "rejected").select("row", "sheet").rows() == [(1, None), (3, 0)]
    assert parsed.findings["code"].to_list() == ["bad_value", "incomplete"]


def test_a_play_in_teams_has_no_totals_of_players() -> None:
    scores = [{"playerRefId": i, "score": "10", "team": team} for i, team in ((1, "A"), (2, "A"), (1, "B"))]
    assert fates(export(play(7, *scores))) == dict.fromkeys((1, 2, 3), "teams")
    assert not fates(export(play(7, *scores[1:])))


def test_players_without_a_name_of_their_own_are_several() -> None:
    players = [{"id": 1, "name": "Anonymous", "isAnonymous": True}, {"id": 2, "name": "Bo"}]
    scores = [{"playerRefId": i, "score": "10"} for i in (1, 1, 2, 2)]
    parsed = read(json.dumps({"players": players, "games": GAMES, "plays": [play(7, *scores)]}), "a.bgsplay")
    assert parsed.sheets["player"].to_list() == ["Anonymous", "Anonymous 2", "Bo", "Bo"]


def test_a_guest_is_called_as_the_score_calls_them() -> None:
    players = [{"id": 1, "name": "Anonymous", "isAnonymous": True}, {"id": 2, "name": "Bo"}]
    scores = [{"playerRefId": 1, "anonymousName": "Lea", "score": "10"}, {"playerRefId": "2", "score": "10"}]
    parsed = read(json.dumps({"players": players, "games": GAMES, "plays": [play(7, *scores)]}), "a.bgsplay")
    assert parsed.sheets["player"].to_list() == ["Lea", "Bo"]


def test_players_of_one_name_are_told() -> None:
    players = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ana"}, {"id": 3, "uuid": "p3", "name": "Bo"}]
    plays = [play(7, {"playerRefId": i, "score": "10"}, bo) for i in (1, 2) for bo in BO_TWICE[i - 1 : i]]
    notes = read(json.dumps({"players": players, "games": GAMES, "plays": plays}), "a.bgsplay").understood.notes
    assert [note[:40] for note in notes] == ["2 players of the app are called 'Ana' an"]


BO_TWICE: list[dict[str, Any]] = [{"playerRefId": 3, "score": "20"}, {"playerUuid": "p3", "score": "20"}]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ({"playDate": None, "playDateYmd": 20260314}, dt.date(2026, 3, 14)),
        ({"playDate": 1773500400}, dt.date(2026, 3, 14)),
        ({"playDate": "0000-00-00 00:00:00"}, None),
    ],
)
def test_dates_as_apps_write_them(written: dict[str, Any], day: dt.date | None) -> None:
    assert export(play(7, {"playerRefId": 1, "score": "10"}, **written)).sheets["played"].to_list() == [day]


def test_a_play_in_which_nobody_has_a_score_is_told() -> None:
    scores = ({"playerRefId": 1, "score": "", "rank": 1}, {"playerRefId": 2, "score": None})
    assert fates(export(play(7, *scores), play(7, {"playerRefId": 1, "score": "9"}))) == dict.fromkeys(
        (1, 2), "no_score"
    )
    page = PAGE.replace('score="231"', 'score=""').replace("187 points", "")
    assert {row: code for row, code in fates(read(page, "plays.xml")).items() if row < 3} == {
        1: "no_score",
        2: "no_score",
    }


def test_the_score_is_the_total_and_a_scoresheet_that_was_not_filled_in_counts_for_nothing() -> None:
    parsed = scored({**dict.fromkeys(ROWS[:6], "3"), "Total": "99"}, "S-1")
    assert parsed.sheets.select("p_ones", "stated_total").rows() == [(3, 100)]
    assert "has the total 99 for Ana, not the 100 of the score" in parsed.understood.notes[0]
    parsed = scored(dict.fromkeys(ROWS[:6], "0"), "s-1")
    assert parsed.sheets.select(pl.col("^p_.*$"), "stated_total").rows() == [(100,)]


@pytest.mark.parametrize("in_label", [True, False])
def test_the_columns_of_a_scoresheet(in_label: bool) -> None:
    groups = [
        {
            "name": "" if in_label else column,
            "rows": [
                {"label": f"{column} {label}" if in_label else label, "scores": {"s-1": str(face * times)}}
                for face, label in enumerate(ROWS[:6], 1)
            ],
        }
        for times, column in enumerate(("Down", "Up"), 2)
    ]
    sheet = json.dumps({"groups": [*groups, {"rows": [{"label": "Total", "scores": {"s-1": "105"}}]}]})
    score = {"playerRefId": 1, "score": "105", "scoreUuid": "s-1"}
    parsed = export(play(7, score, scoresheet=sheet))
    shown = parsed.sheets.select("column", "p_ones", "p_sixes", "rules", "stated_total")
    assert shown.rows() == [("down", 2, 12, "yams-columns", 105), ("up", 3, 18, "yams-columns", None)]


def test_the_variant_of_a_play_is_told() -> None:
    note = export(play(7, {"playerRefId": 1, "score": "10"}, board="Triple Yahtzee")).understood.notes[0]
    assert "has the variant 'Triple Yahtzee'" in note


def test_that_all_plays_are_marked_as_ignored_is_said() -> None:
    with pytest.raises(UnreadableFile, match="every play of Yahtzee has no score, or is marked as ignored"):
        export(play(7, {"playerRefId": 1, "score": "10"}, ignored=True), play(8, {"playerRefId": 1, "score": "1"}))


def test_plays_without_the_ids_of_an_export_are_rows() -> None:
    parsed = read(json.dumps({"plays": [{"date": "2026-03-14", "player": "Ana", "ones": 3, "twos": 4}]}), "a.json")
    assert (parsed.reader, boxes(parsed)) == ("json-wide", {"Ana": {"ones": 3, "twos": 4}})


def test_games_that_a_document_lists_by_id_are_told_by_their_names() -> None:
    scores = [{"playerId": 1, "score": 210}, {"playerId": 2, "score": 190}]
    plays = [{"gameId": i, "date": f"2026-03-1{i}", "scores": scores} for i in (1, 2, 2)]
    games = [{"id": 1, "name": "Catan"}, {"id": 2, "name": "Yahtzee"}]
    parsed = read(json.dumps({"games": games, "players": PLAYERS, "sessions": plays}), "a.json")
    assert parsed.sheets.select("player", "block", "game", "rules").rows() == [
        (name, block, None, "yahtzee") for block in (2, 3) for name in ("Ana", "Bo")
    ]
    assert fates(parsed) == {1: "other_game", 2: "other_game"}


@pytest.mark.parametrize("plays", [[{"id": 1, "date": "2026-03-14"}], [{"id": 1}, {"id": 2}]])
def test_plays_that_are_called_by_their_game_keep_their_ids(plays: list[dict[str, Any]]) -> None:
    document = {"games": [{**told, "name": "Yahtzee"} for told in plays], "sheets": [{"gameId": 1, "player": "Ana"}]}
    assert games_by_name(document) == document


def test_other_games_are_told_and_left_out() -> None:
    parsed = export(play(8, {"playerRefId": 1, "score": "10"}), play(7, {"playerRefId": 2, "score": "200"}))
    assert fates(parsed) == {1: "other_game"}
    assert parsed.sheets["row"].to_list() == [2]
    assert parsed.understood.headings == {"Catan": "ignored", "Yahtzee": "yahtzee"}


def test_games_that_may_be_of_the_family_are_asked_about_once() -> None:
    games = [{"id": 7, "name": "Yahtzee"}, {"id": 8, "name": "Catan"}, {"id": 9, "name": "Yamms clubului"}]

    def plays(*ids: int, **options: Any) -> ParsedFile:
        each = [play(i, {"playerRefId": 1, "score": "210"}) for i in ids]
        return read(json.dumps({"players": PLAYERS, "games": games, "plays": each}), "a.bgsplay", **options)

    parsed = plays(7, 8, 9)
    [asked] = parsed.questions
    assert (asked.about, asked.subject) == ("game", "Yamms clubului")
    assert asked.choices[:2] == ("yamms", "yams")
    assert asked.choices[-1] == "ignore"
    assert '--heading "Yamms clubului=yamms"' in asked.message
    answered = plays(7, 8, 9, headings={"Yamms clubului": "yamms"})
    assert answered.questions == ()
    assert answered.sheets["rules"].to_list() == ["yahtzee", "yamms"]
    assert plays(7, 8, 9, headings={"yamms clubului": "ignore"}).questions == ()
    assert plays(7, 9, yes=True).questions == ()


def test_where_no_game_is_known_each_is_asked_about() -> None:
    parsed = export(play(8, {"playerRefId": 1, "score": "10"}), play(9, {"playerRefId": 1, "score": "10"}))
    assert parsed.sheets.is_empty()
    assert [q.subject for q in parsed.questions] == ["Catan", "Club dice"]
    with pytest.raises(UnreadableFile, match="Catan"):
        export(play(8, {"playerRefId": 1, "score": "10"}), headings={"Catan": "ignore"})
    page = '<plays><play id="1" quantity="1"><item name="Catan"/></play></plays>'
    assert [q.subject for q in read(page, "plays.xml").questions] == ["Catan"]


def test_the_club_says_which_game_is_of_the_family() -> None:
    parsed = export(play(9, {"playerRefId": 1, "score": "10"}), headings={"club dice": "yamms"})
    assert parsed.sheets["rules"].to_list() == ["yamms"]
    assert export(play(7, {"playerRefId": 1, "score": "9"}), rules="yams").sheets["rules"].to_list() == [None]
    both = export(play(9, {"playerRefId": 1, "score": "9"}), rules="yams", headings={"Club dice": "yamms"})
    assert both.sheets["rules"].to_list() == ["yamms"]


def test_a_game_that_was_published_under_a_name_of_the_family_is_asked_about() -> None:
    games = [{"id": 7, "name": "Yahtzee"}, {"id": 8, "name": "Zaruri", "bggName": "Yahtzee"}]
    plays = [play(i, {"playerRefId": 1, "score": "210"}) for i in (7, 8)]
    [asked] = read(json.dumps({"players": PLAYERS, "games": games, "plays": plays}), "a.bgsplay").questions
    assert (asked.subject, asked.choices[0]) == ("Zaruri", "yahtzee")


def test_games_that_are_called_by_signs_are_told_apart() -> None:
    games = [{"id": 7, "name": "???"}, {"id": 8, "name": "!!!"}]
    plays = [play(game["id"], {"playerRefId": 1, "score": "200"}) for game in games]
    text = json.dumps({"players": PLAYERS, "games": games, "plays": plays})
    parsed = read(text, "a.bgsplay", headings={"???": "yams"})
    assert parsed.understood.headings == {"???": "yams", "!!!": "ignored"}


def test_what_is_wrong_is_told() -> None:
    parsed = export(
        play(7, {"playerRefId": 9, "score": "10"}, {"playerRefId": 1, "score": "won"}),
        play(7),
        play(7, {"playerRefId": 1, "score": "10"}, playDate="2026-02-31 00:00:00"),
        play(7, {"playerRefId": 1, "score": "10"}, ignored=True),
    )
    assert fates(parsed) == {1: "no_player", 3: "no_player", 4: "bad_value", 5: "other_game"}
    assert parsed.findings.select("code", "stated").rows() == [("bad_value", "won")]


def test_a_player_without_a_score_was_there_where_others_have_one() -> None:
    parsed = export(
        play(7, {"playerRefId": 1, "score": "210"}, {"playerRefId": 2, "score": None, "rank": 2}),
        play(7, {"playerRefId": 1, "score": ""}, {"playerRefId": 2, "score": None}),
    )
    assert parsed.findings.select("sheet", "code").rows() == [(1, "incomplete")]


@pytest.mark.parametrize("mark", ["-", "x", "–", "/"])
def test_a_mark_in_place_of_a_score_is_none(mark: str) -> None:
    parsed = export(play(7, {"playerRefId": 1, "score": "205"}, {"playerRefId": 2, "score": mark}))
    assert parsed.sheets["stated_total"].to_list() == [205, None]
    assert parsed.findings["code"].to_list() == ["incomplete"]


def test_scores_as_people_write_them() -> None:
    assert [score(t) for t in ("", "null", "205", "205.0", "10 + 5", "−3")] == [None, None, 205, 205, 15, -3]
    assert score("12.5") is BAD
    assert score("10+") is BAD


def test_a_page_of_plays() -> None:
    parsed = read(PAGE, "plays.xml")
    assert parsed.reader == "bgg-plays"
    shown = parsed.sheets.select("player", "game", "played", "rules", "table", "stated_total")
    day = dt.date(2026, 3, 14)
    assert shown.rows() == [
        ("Ana", "101", day, "yahtzee", "Library", 231),
        ("bo", "101", day, "yahtzee", "Library", 187),
    ]
    assert fates(parsed) == {3: "several_games", 4: "incomplete", 5: "no_player", 6: "other_game"}


def test_several_pages_in_one_file() -> None:
    page = PAGE.partition("?>")[2]
    parsed = read(f"<pages>{page}{page.replace('101', '201')}</pages>", "plays.xml")
    assert parsed.sheets["game"].to_list() == ["101", "101", "201", "201"]


def test_a_message_of_the_site_is_passed_on() -> None:
    text = "<errors><error><message>Invalid username specified</message></error></errors>"
    with pytest.raises(UnreadableFile, match="a message of the site: Invalid username specified"):
        read(text, "plays.xml")


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "aaaa">]><plays>&a;</plays>',
        "<plays><play></plays>",
        "<html><body/></html>",
        "<pages></pages>",
        "<plays/>",
        "no XML at all",
    ],
)
def test_other_xml_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match=r"^plays\.xml: "):
        read(text, "plays.xml")
