"""JSON that programs keep for themselves: boxes as objects, players by id, games saved state by state."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from ingest.errors import UnreadableFile
from ingest.readers.json_programs import plain
from ingest.readers.labels import label
from tests.readers.cards import DAY, GAME, KEYS, SHEETS, card, told
from tests.readers.reading import ANA, BO, BOXES, boxes, fates, read, thirteen

PERSONS = [{"id": "p1", "name": "Ana", "isBot": False}, {"id": "p2", "name": "Bo", "isBot": True}]
IDS = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo"}]
FLAGGED = {k: {"value": v or 0, "locked": v is not None} for k, v in card(ANA).items()}
TITLED = [{"id": i, "title": k, "score": v, "scored": True} for i, (k, v) in enumerate(card(BO).items())]


@pytest.mark.parametrize(
    "game",
    [
        {"players": PERSONS, "scores": {"p1": card(ANA), "p2": card(BO)}},
        {"players": PERSONS, "scores": {k: {"p1": v, "p2": card(BO)[k]} for k, v in card(ANA).items()}},
        {"players": {"p1": {"name": "Ana", "scores": card(ANA)}, "p2": {"name": "Bo", "scores": card(BO)}}},
        {"players": ["Ana", "Bo"], "scores": {k: [v, card(BO)[k]] for k, v in card(ANA).items()}},
        {"players": PERSONS, "scorecards": [card(ANA), card(BO)]},
        {"scores": {"Ana": card(ANA), "Bo": card(BO)}, "finalScores": {"Ana": 285, "Bo": 32}},
        {"players": [{"username": "Ana", "card": FLAGGED}, {"username": "Bo", "card": TITLED}]},
        {"categories": KEYS, "players": [{"name": n, "card": [*s.values()]} for n, s in SHEETS.items()]},
        {
            "players": PERSONS,
            "moves": [
                {"round": turn, "playerId": i, "category": k, "score": v}
                for i, sheet in (("p1", ANA), ("p2", BO))
                for turn, (k, v) in enumerate(card(sheet).items(), 1)
            ],
        },
        {
            "players": [
                {
                    "name": n,
                    "upperScores": dict([*c.items()][:6], total=1),
                    "lowerScores": dict([*c.items()][6:], total=2),
                }
                for n, c in (("Ana", card(ANA)), ("Bo", card(BO)))
            ]
        },
    ],
)
def test_a_game_is_the_same_however_a_program_nests_it(game: dict[str, Any]) -> None:
    parsed = read(json.dumps([GAME | game]), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["played"].to_list() == [DAY, DAY]
    assert parsed.sheets["block"].n_unique() == 1
    assert not parsed.questions


def _both(box: str) -> dict[str, Any]:
    return {"Ana": card(ANA)[box], "Bo": card(BO)[box]}


def _struck(sheet: dict[str, int | None]) -> list[tuple[str, int | str]]:
    return [(box, points or "x") for box, points in sheet.items()]


TABLE = [[v, card(BO)[k]] for k, v in card(ANA).items()]
STORED = {"allIds": ["p1", "p2"], "byId": {p["id"]: p for p in PERSONS}}


@pytest.mark.parametrize(
    "game",
    [
        {"date": {"year": 2026, "month": 3, "day": 14}, "scores": {"Ana": card(ANA), "Bo": card(BO)}},
        {"date": [2026, 3, 14, 20, 15], "scores": [["Ana", card(ANA)], ["Bo", card(BO)]]},
        {"date": "2026-03-14", "player1": {"name": "Ana", "card": card(ANA)}, "player2": {"name": "Bo", **card(BO)}},
        {"date": "2026-03-14", "players": [{"name": n, "card": [*s.items()]} for n, s in SHEETS.items()]},
        {"date": "2026-03-14", "players": [{"name": n, "card": _struck(s)} for n, s in SHEETS.items()]},
        {"date": "2026-03-14", "players": ["Ana", "Bo"], "categories": KEYS, "scores": TABLE},
        {"date": "2026-03-14", "players": ["Ana", "Bo"], "boxes": KEYS, "scores": [*zip(*TABLE, strict=True)]},
        {
            "date": {"__datatype__": "timestamp", "value": {"_seconds": 1773500400, "_nanoseconds": 0}},
            "players": [{"name": n, "scores": s} for n, s in SHEETS.items()],
        },
        {
            "date": "2026-03-14",
            "players": [{"name": n, "card": [x for pair in s.items() for x in pair]} for n, s in SHEETS.items()],
        },
        {
            "date": "2026-03-14",
            "players": [
                {
                    "name": n,
                    "card": {
                        "upper": {"scores": dict([*s.items()][:6]), "sum": 63},
                        "lower": {"categories": dict([*s.items()][6:]), "yahtzeeBonus": 0},
                    },
                }
                for n, s in SHEETS.items()
            ],
        },
    ],
)
def test_what_languages_make_of_their_values_is_told_as_people_do(game: dict[str, Any]) -> None:
    parsed = read(json.dumps([game]), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


def test_records_by_ids_beside_a_list_of_these_are_those_records() -> None:
    sheets = {"s1": {"game": "g", "playerId": "p1", **card(ANA)}, "s2": {"game": "g", "playerId": "p2", **card(BO)}}
    games = {"allIds": ["g"], "byId": {"g": {"date": "2026-03-14"}}}
    found = {"players": STORED, "games": games, "sheets": {"allIds": ["s1", "s2"], "byId": sheets}}
    parsed = read(json.dumps(found), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


def test_several_sheets_of_a_player_by_names_are_no_players() -> None:
    players = [{"name": n, "scores": {"x1": card(ANA), "x2": card(BO)}} for n in ("Ana", "Bo")]
    with pytest.raises(UnreadableFile, match=r"players\[0\].*aces stands twice"):
        read(json.dumps({"date": "2026-03-14", "players": players}), "a.json")


@pytest.mark.parametrize(
    "rounds",
    [
        [{"category": k, "scores": _both(k)} for k in KEYS],
        [{k: _both(k)} for k in KEYS],
        [{"round": i, "category": k, **_both(k)} for i, k in enumerate(KEYS)],
        [{"category": k, "scores": [{"player": n, "score": v} for n, v in _both(k).items()]} for k in KEYS],
        [
            {"round": i, "turns": [{"player": n, "category": k, "score": v} for n, v in _both(k).items()]}
            for i, k in enumerate(KEYS)
        ],
        [{n: {"category": k, "score": v} for n, v in _both(k).items()} for k in KEYS],
    ],
)
def test_rounds_that_tell_what_all_did_are_the_sheets_of_a_game(rounds: list[dict[str, Any]]) -> None:
    for found in (GAME | {"rounds": rounds}, [GAME | {"players": ["Ana", "Bo"], "rounds": rounds}]):
        parsed = read(json.dumps(found), "a.json")
        assert boxes(parsed) == SHEETS
        assert parsed.sheets["played"].to_list() == [DAY, DAY]


def test_a_box_that_is_not_used_is_open_and_one_that_holds_points_all_the_same_is_unclear() -> None:
    sheet = {k: {"score": v, "used": k != "chance"} for k, v in card(ANA).items()}
    unclear = read(json.dumps([{"player": "Ana", "date": "2026-03-14", "scores": sheet}]), "a.json")
    assert unclear.findings.filter(unclear.findings["code"] == "bad_value")["box"].to_list() == ["chance"]
    sheet["chance"] = {"score": 0, "used": False}
    assert told([{"player": "Ana", "scores": sheet}])["Ana"]["chance"] is None
    sheet["chance"] = {"score": 20, "used": True, "crossedOut": True}
    unclear = read(json.dumps([{"player": "Ana", "date": "2026-03-14", "scores": sheet}]), "a.json")
    assert unclear.findings["stated"].to_list() == ["20 (crossedOut: true)"]
    flags = {k: k != "chance" for k in KEYS}
    assert told([{"player": "Ana", "scores": card() | {"chance": 0}, "locked": flags}])["Ana"]["chance"] is None
    assert told([{"player": "Ana", "scores": card() | {"chance": -1}}])["Ana"]["chance"] is None


def test_what_a_program_proposes_is_left_out() -> None:
    game = GAME | {"players": [{"name": "Ana", "scores": card(ANA), "possibleScores": card(BO)}]}
    parsed = read(json.dumps(game), "a.json")
    assert boxes(parsed) == {"Ana": SHEETS["Ana"]}
    assert "possibleScores" in " ".join(parsed.understood.notes)


def test_what_a_player_has_reached_is_no_player() -> None:
    reached = [{"id": 1, "name": "First yams", "unlockedAt": "2026-03-14"}, {"id": 2, "name": "300"}]
    players = [
        {"name": n, "scores": sheet, "achievements": reached} for n, sheet in (("Ana", card(ANA)), ("Bo", card(BO)))
    ]
    parsed = read(json.dumps([GAME | {"players": players}]), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["block"].n_unique() == 1
    assert "achievements" in " ".join(parsed.understood.notes)


def test_a_sheet_is_read_also_where_games_before_it_stand_within() -> None:
    before = [{"date": "2026-03-13", **card(BO)}]
    parsed = read(json.dumps([{"name": "Ana", "date": "2026-03-14", "current": card(ANA), "games": before}]), "a.json")
    assert boxes(parsed) == {"Ana": SHEETS["Ana"], "Ana#2": SHEETS["Bo"]}
    assert parsed.sheets["played"].to_list() == [DAY, DAY - dt.timedelta(days=1)]


def test_the_last_state_of_a_game_counts() -> None:
    saved = [
        GAME
        | {"players": [{"name": "Ana", "scores": {k: v if i < n else None for i, (k, v) in enumerate(card().items())}}]}
        for n in (0, 4, 13)
    ]
    assert told(saved) == {"Ana": SHEETS["Ana"]}
    again = read(json.dumps([saved[2], GAME | {"players": [{"name": "Ana", "scores": card(BO)}]}]), "a.json")
    assert again.sheets.height == 2


@pytest.mark.parametrize("first", [False, True])
def test_states_to_go_back_to_beside_the_sheets_of_a_game_are_no_games(first: bool) -> None:
    def state(n: int) -> list[dict[str, Any]]:
        return [{"name": p, "scores": dict([*card(s).items()][:n])} for p, s in (("Ana", ANA), ("Bo", BO))]

    before = {"undo": [{"players": state(n)} for n in (5, 8, 12)]}
    game = GAME | (before if first else {}) | {"players": state(13)} | before
    assert told([game]) == SHEETS


@pytest.mark.parametrize(
    ("field", "first", "second"),
    [("date", "2026-03-14", "2026-03-15"), ("createdAt", 1773500400000, 1773586800000), ("gameId", "g1", "g2")],
)
def test_games_of_other_days_or_ids_are_no_states_of_one(field: str, first: Any, second: Any) -> None:
    broken_off = {k: v if k in ("fullHouse", "smStraight", "lg-straight") else None for k, v in card().items()}
    flat = [{field: first, "player": "Ana", **broken_off}, {field: second, "player": "Ana", **card()}]
    nested = [
        {field: told, "players": [{"name": "Ana", "scores": sheet}]}
        for told, sheet in ((first, broken_off), (second, card()))
    ]
    assert [read(json.dumps(saved), "a.json").sheets.height for saved in (flat, nested)] == [2, 2]


def test_figures_in_an_order_that_nobody_tells_are_refused_with_what_to_do() -> None:
    game = GAME | {"players": [{"name": n, "scores": [*s.values()]} for n, s in SHEETS.items()]}
    with pytest.raises(UnreadableFile, match=r"which box each of them fills.*in the same order in a list beside"):
        read(json.dumps([game]), "a.json")
    sheets = [{"date": "2026-03-14", "player": n, "boxes": s, "ratings": [1500] * 13} for n, s in SHEETS.items()]
    assert told(sheets) == SHEETS  # figures of something else, beside boxes that are named


@pytest.mark.parametrize("initial", ["M", "L", "S"])
def test_a_player_may_be_called_by_the_letter_of_a_type(initial: str) -> None:
    assert told([{"date": "2026-03-14", "scores": {initial: card()}}]) == {initial: SHEETS["Ana"]}
    stored = {"M": {k: {"N": str(v)} for k, v in card().items()}}
    assert told([{"date": {"S": "2026-03-14"}, "player": {"S": initial}, "scores": stored}]) == {initial: SHEETS["Ana"]}


def test_values_with_their_types_are_what_they_are() -> None:
    stored = {k: {"integerValue": str(v)} for k, v in card().items()}
    at = {"timestampValue": "2026-03-14T15:00:00Z"}
    parsed = read(
        json.dumps([{"playerName": {"stringValue": "Ana"}, "date": at, "mapped": {"mapValue": {"fields": stored}}}]),
        "a.json",
    )
    assert boxes(parsed) == {"Ana": SHEETS["Ana"]}
    assert parsed.sheets["played"].to_list() == [DAY]


def test_seconds_since_2001_are_told_from_those_since_1970() -> None:
    seconds = (dt.datetime(2026, 3, 14, 15, tzinfo=dt.UTC) - dt.datetime(2001, 1, 1, tzinfo=dt.UTC)).total_seconds()
    parsed = read(json.dumps([{"player": "Ana", "date": seconds + 0.25, **card()}]), "a.json")
    assert parsed.sheets["played"].to_list() == [DAY]
    assert "2001" in " ".join(parsed.understood.notes)


def test_times_around_a_game_or_of_a_player_are_not_its_date() -> None:
    players = [{"name": "Ana", "createdAt": "2020-01-01T00:00:00Z", "scores": card()}]
    games = {"savedAt": "2026-11-30T10:00:00Z", "games": [{"finishedAt": "2026-03-14T20:00:00Z", "players": players}]}
    assert read(json.dumps(games), "a.json").sheets["played"].to_list() == [DAY]
    players = [{"name": n, "created": f"2020-01-0{i}", "scores": card()} for i, n in enumerate(("Ana", "Bo"), 1)]
    for called in ("date", "when"):
        parsed = read(json.dumps([{called: "2026-03-14", "players": players}]), "a.json")
        assert parsed.sheets["played"].to_list() == [DAY, DAY]
        assert parsed.sheets["block"].n_unique() == 1


def test_sheets_saved_at_different_times_of_a_day_are_different_games() -> None:
    scores = [
        {"playerName": n, "score": 200, "date": f"2026-03-14T{t}:00Z"} for n, t in (("Ana", "18:00"), ("Bo", "20:00"))
    ]
    parsed = read(json.dumps({"highScores": scores}), "a.json")
    assert parsed.sheets["block"].n_unique() == 2
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


@pytest.mark.parametrize("called", ["highScores", "best", "hall_of_fame", "records", "bestenliste", "top10"])
def test_bests_beside_games_are_no_games(called: str) -> None:
    bests = [{"player": n, "total": 333, "date": "2026-01-01T18:00:00Z"} for n in ("Ana", "Max")]
    games = [GAME | {"players": [{"name": n, "scores": s} for n, s in (("Ana", card(ANA)), ("Max", card(BO)))]}]
    parsed = read(json.dumps({"games": games, called: bests}), "a.json")
    assert boxes(parsed) == {"Ana": SHEETS["Ana"], "Max": SHEETS["Bo"]}
    assert called in " ".join(parsed.understood.notes)


def test_players_with_their_wins_beside_games_are_no_game() -> None:
    players = [{"name": n, "wins": 1, "games": 2, "total": 450} for n in ("Ana", "Bo")]
    games = [GAME | {"players": [{"name": n, "scores": s} for n, s in (("Ana", card(ANA)), ("Bo", card(BO)))]}]
    parsed = read(json.dumps({"games": games, "players": players}), "a.json")
    assert boxes(parsed) == SHEETS
    assert "players" in " ".join(parsed.understood.notes)


@pytest.mark.parametrize("of_game", [{"date": "2026-03-14"}, {"createdAt": "2026-03-14T17:30:00Z"}, {"gameId": "g1"}])
def test_players_of_a_game_who_are_done_at_different_times_played_one_game(of_game: dict[str, Any]) -> None:
    players = [
        {"name": n, "finishedAt": f"2026-03-14T18:{minute}:00Z", **card(sheet)}
        for n, minute, sheet in (("Ana", "00", ANA), ("Bo", "10", BO))
    ]
    parsed = read(json.dumps([of_game | {"players": players}]), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["block"].n_unique() == 1
    assert parsed.sheets["played"].to_list() == [DAY, DAY]


def test_a_text_longer_than_any_heading_is_none() -> None:
    assert label("3 of a kind, " * 10_000) is None


def test_six_keys_that_differ_in_a_face_are_the_upper_boxes() -> None:
    numbered = {f"total{i}" if i < 7 else k: v for i, (k, v) in enumerate(card().items(), 1)}
    assert told([GAME | {"players": [{"name": "Ana", "scores": numbered}]}]) == {"Ana": SHEETS["Ana"]}


def test_an_unknown_box_among_objects_makes_players_of_none() -> None:
    sheet = {k: {"value": v} for k, v in card().items()} | {"surprise": {"value": 5}}
    parsed = read(json.dumps([GAME | {"players": [{"name": "Ana", "scores": sheet}]}]), "a.json")
    assert list(boxes(parsed)) == ["Ana"]
    assert parsed.understood.headings["surprise"] == "ignored"


@pytest.mark.parametrize("nested", [False, True])
def test_a_ranking_beside_the_sheets_of_a_game_is_no_other_game(nested: bool) -> None:
    ranking = [{"rank": 1, "name": "Ana", "score": 285}, {"rank": 2, "name": "Bo", "score": 32}]
    by_name = {"Ana": card(ANA), "Bo": card(BO)}
    sheets = by_name if nested else [{"name": n, "scores": c} for n, c in by_name.items()]
    parsed = read(json.dumps([GAME | {"sheets": sheets, "ranking": ranking}]), "a.json")
    assert boxes(parsed) == SHEETS
    assert parsed.sheets["stated_place"].to_list() == [1, 2]


def test_lines_that_save_one_game_again_and_again_are_one_game_and_told() -> None:
    lines = [
        {"savedAt": 1773500400, "players": [{"name": "Ana", "scores": dict([*card().items()][:n])}]} for n in (5, 9, 13)
    ]
    parsed = read("\n".join(map(json.dumps, lines)), "a.ndjson")
    assert boxes(parsed) == {"Ana": SHEETS["Ana"]}
    assert fates(parsed) == {1: "note", 2: "note"}


def test_players_under_numbers_are_called_by_their_names() -> None:
    players = {str(i): {"name": n, "score": c} for i, (n, c) in enumerate((("Ana", card(ANA)), ("Bo", card(BO))))}
    assert told([GAME | {"players": players}]) == SHEETS


def test_rows_in_plain_words_come_out_as_they_are() -> None:
    rows = [{"game": "G1", "date": "2026-03-14", "player": who, **dict.fromkeys(BOXES, 5)} for who in ("Ana", "Bo")]
    notes: dict[str, None] = {}
    assert plain(rows, notes) == rows
    assert plain([{**row, "ones": -1} for row in rows], notes) == [{**row, "ones": None} for row in rows]
    assert list(notes) == ["-1 is taken for an open box"]


@pytest.mark.parametrize("people", ["players", "members"])
def test_places_and_games_with_the_ids_of_players_are_no_players(people: str) -> None:
    others = {
        "locations": [{"id": 1, "name": "Library"}, {"id": 2, "name": "Club"}],
        "gameTypes": [{"id": 1, "name": "Dice"}],
    }
    sheets = [{"playerId": i, **card(sheet)} for i, sheet in ((1, ANA), (2, BO))]
    play = GAME | {"locationId": 2, "tags": [{"id": 1, "name": "late"}], "scores": sheets}
    assert told({people: IDS, **others, "plays": [play]}) == SHEETS


def test_a_score_beside_the_name_of_a_player_is_the_total_unless_the_sheet_has_its_own() -> None:
    players = [{"id": "p1", "name": "Ana", "score": 285}, {"id": "p2", "name": "Bo", "score": 99}]
    ranking = [{"rank": i, "name": p["name"], "score": p["score"]} for i, p in enumerate(players, 1)]
    own = {"p1": card(ANA) | {"total": 285}, "p2": card(BO) | {"total": 32}}
    for game, totals in (
        ({"players": players, "scores": {"p1": card(ANA), "p2": card(BO)}}, [285, 99]),
        ({"players": players, "scores": own}, [285, 32]),
        ({"ranking": ranking, "sheets": {"Ana": own["p1"], "Bo": own["p2"]}}, [285, 32]),
    ):
        parsed = read(json.dumps([GAME | game]), "a.json")
        assert boxes(parsed) == SHEETS
        assert parsed.sheets["stated_total"].to_list() == totals


def test_as_many_games_as_players_are_no_sheets_in_the_order_of_the_players() -> None:
    days = [{"date": f"2026-03-{day}", "Ana": card(ANA), "Bo": card(BO)} for day in (14, 15)]
    undated = [{"Ana": card(ANA), "Bo": card(BO)}] * 2
    by_id = [{"date": day["date"], "scores": {"1": card(ANA), "2": card(BO)}} for day in days]
    for players, games in ((["Ana", "Bo"], days), (["Ana", "Bo"], undated), (IDS, by_id)):
        parsed = read(json.dumps({"players": players, "games": games}), "a.json")
        assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
        assert parsed.sheets["block"].to_list() == [1, 1, 2, 2]


def test_sheets_of_one_player_under_the_ids_of_games_are_that_players() -> None:
    history = {f"-Nx{day}": {"name": "Ana", "date": f"2026-03-{day}", **card()} for day in (14, 15)}
    assert read(json.dumps(history), "a.json").sheets["player"].to_list() == ["Ana", "Ana"]


@pytest.mark.parametrize("called", ["name", "type", "id"])
def test_a_list_of_columns_is_one_sheet(called: str) -> None:
    columns = [{called: "down", "boxes": card(ANA)}, {called: "up", "boxes": card(BO)}]
    for game in ([GAME | {"players": [{"name": "Ana", "columns": columns}]}], [{"player": "Ana", "columns": columns}]):
        sheets = read(json.dumps(game), "a.json").sheets
        assert sheets.select("player", "column", "p_ones").rows() == [("Ana", "down", 3), ("Ana", "up", 1)]
        assert sheets["sheet"].n_unique() == 1


@pytest.mark.parametrize("boxes_too", [False, True])
def test_standings_beside_the_games_are_no_game(boxes_too: bool) -> None:
    sheets = {"Ana": card(ANA), "Bo": card(BO)} if boxes_too else {"Ana": {"total": 285}, "Bo": {"total": 32}}
    games = [{"date": f"2026-03-{day}", "players": [{"name": n, **s} for n, s in sheets.items()]} for day in (14, 15)]
    standings = [{"position": 1, "player": "Ana", "points": 570}, {"position": 2, "player": "Bo", "points": 64}]
    parsed = read(json.dumps({"games": games, "seasonStandings": standings}), "a.json")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
    assert "seasonStandings" in " ".join(parsed.understood.notes)
    alone = read(json.dumps({"date": "2026-03-14", "ranking": standings}), "a.json")
    assert alone.sheets["stated_total"].to_list() == [570, 64]


def test_flags_beside_boxes_that_are_called_like_totals() -> None:
    called = dict(zip([*(f"total{face}" for face in range(1, 7)), *KEYS[6:]], thirteen(BO).values(), strict=True))
    used = {name: points is not None for name, points in called.items()}
    kept = {name: points or 0 for name, points in called.items()}
    game = {"players": [{"name": "Bo", "scores": kept, "locked": used}]}
    assert told(game) == {"Bo": SHEETS["Bo"]}
