"""What people decide: `undo`, `correct`, `accept`, `merge`, `rename` (DESIGN.md, The command line)."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

WHY = ("--why", "the paper says so")


def status(yamsheet: Run) -> list[str]:
    return [game["status"] for game in yamsheet("games", "--json").json["games"]]


def standings(yamsheet: Run) -> list[str]:
    return yamsheet("standings", "--format", "csv").out.splitlines()


def test_undo_and_import_again_give_the_same(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    before = standings(yamsheet)
    entry = yamsheet("journal", "--json").json["entries"][-1]["no"]
    assert yamsheet("undo", entry, *WHY).code == 0
    assert status(yamsheet) == []
    assert yamsheet("undo", entry, *WHY).code == 2
    assert yamsheet("import", sheet).code == 0
    assert standings(yamsheet) == before


def test_one_file_of_an_import_is_undone_by_its_hash(yamsheet: Run, sheet: Path, bad_sheet: Path) -> None:
    files = yamsheet("import", sheet, bad_sheet, "--json").json["files"]
    bad = next(f["sha256"] for f in files if f["path"].endswith("bad.csv"))
    entry = yamsheet("journal", "--json").json["entries"][-1]["no"]
    assert yamsheet("undo", f"{entry}:{bad[:12]}", *WHY).code == 0
    assert status(yamsheet) == ["taken"]


def test_a_corrected_box_lets_a_held_game_count(yamsheet: Run, bad_sheet: Path) -> None:
    yamsheet("import", bad_sheet)
    (game,) = yamsheet("games", "--json").json["games"]
    assert game["status"] == "held"
    assert yamsheet("correct", game["game"], "Bo", "fours", "12", *WHY).code == 0
    whole = yamsheet("game", game["game"], "--json").json
    # Bo: 2 + 4 + 6 + 12 + 10 + 12 = 46 above, 68 below.
    assert (whole["status"], whole["sheets"][1]["total"], whole["sheets"][1]["place"]) == ("taken", 114, 2)


@pytest.mark.parametrize(("value", "total"), [("x", 102), ("-", 102), ("12", 114)])
def test_a_box_can_be_struck_or_opened(yamsheet: Run, bad_sheet: Path, value: str, total: int) -> None:
    yamsheet("import", bad_sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    assert yamsheet("correct", game, "Bo", "fours", value, *WHY).code == 0
    bo = yamsheet("game", game, "--json").json["sheets"][1]
    assert (bo["total"], bo["complete"]) == (total, value != "-")


def test_an_accepted_game_counts_as_it_is(yamsheet: Run, bad_sheet: Path) -> None:
    yamsheet("import", bad_sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    assert yamsheet("accept", game, *WHY, "--who", "Doina").code == 0
    whole = yamsheet("game", game, "--json").json
    assert (whole["status"], whole["accepted"], whole["sheets"][1]["boxes"]["main"]["fours"]) == ("taken", True, 14)
    last = yamsheet("journal", "--json").json["entries"][-1]
    assert (last["kind"], last["who"], last["why"]) == ("accept", "Doina", "the paper says so")


def test_each_decision_tells_how_to_take_it_back(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    for entry, args in ((2, ("rename", "Bo", "Bob")), (3, ("correct", game, "Ana", "chance", "21"))):
        assert f"Take it back with: yamsheet undo {entry} --why REASON" in yamsheet(*args, *WHY).err


def test_names_may_begin_with_a_dash(yamsheet: Run, bad_sheet: Path) -> None:
    """As that of a game does of which neither date nor table is known."""
    text = bad_sheet.read_text().replace("2026-03-15,A,", ",,").replace("Ana", "-Ana")
    bad_sheet.write_text(text.replace("date,table,", "date,round,"))
    yamsheet("import", bad_sheet)
    assert yamsheet("game", "-/-/-/1", "--json").json["status"] == "held"
    assert yamsheet("accept", "-/-/-/1", *WHY).code == 0
    assert yamsheet("correct", "-/-/-/1", "-Ana", "fours", "8", *WHY).code == 0
    assert yamsheet("rename", "-Ana", "-An", *WHY).code == 0
    assert yamsheet("merge", "-An", "Bo", *WHY).err.startswith("yamsheet: -An and Bo both sit in game -/-/-/1")
    assert yamsheet("game", "-/-/-/1", "--jsno").code == 2


def test_a_version_that_is_not_there_is_told_with_the_one_that_is(yamsheet: Run, bad_sheet: Path) -> None:
    yamsheet("import", bad_sheet)
    done = yamsheet("accept", "2026-03-15/A/-/1", "--version", "f00d", *WHY)
    assert (done.code, "has 1 version: " in done.err, "(bad.csv). Say which counts:" in done.err) == (2, True, True)


def test_the_season_of_a_game_is_corrected(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    assert yamsheet("correct", game, "--season", "Spring", *WHY).code == 0
    assert yamsheet("standings", "--season", "Spring").code == 0
    assert yamsheet("correct", game, "--played", "14.3.2026", *WHY).code == 2


def test_the_round_and_table_of_a_game_are_corrected(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    assert yamsheet("correct", game, "--table", "B", "--round", "3", *WHY).code == 0
    assert yamsheet("games", "--json").json["games"][0]["game"] == "2026-03-14/B/3/1"


def test_half_a_correction_is_refused(yamsheet: Run, sheet: Path) -> None:
    yamsheet("import", sheet)
    for args in (["Ana"], ["Ana", "fours"], [], ["Ana", "fours", "8", "--season", "x"]):
        done = yamsheet("correct", "2026-03-14", *args, *WHY)
        assert done.code == 2, args


def test_merge_and_rename(yamsheet: Run, sheet: Path, tmp_path: Path) -> None:
    yamsheet("import", sheet)
    other = tmp_path / "april.csv"
    other.write_text(sheet.read_text(encoding="utf-8").replace("-14", "-20").replace(",Bo,", ",Bob,"), encoding="utf-8")
    yamsheet("import", other)
    assert len(standings(yamsheet)) == 4
    assert yamsheet("merge", "Bob", "Bo", *WHY).code == 0
    assert len(standings(yamsheet)) == 3
    assert yamsheet("rename", "Bo", "Bogdan", *WHY).code == 0
    assert any(",Bogdan,2," in line for line in standings(yamsheet))
    assert yamsheet("merge", "Nobody", "Ana", *WHY).code == 2


def test_a_column_that_the_game_does_not_have_is_refused(yamsheet: Run, bad_sheet: Path) -> None:
    yamsheet("import", bad_sheet)
    game = yamsheet("games", "--json").json["games"][0]["game"]
    done = yamsheet("correct", game, "Bo", "down.fours", "12", *WHY)
    assert (done.code, "has one column only, no down." in done.err) == (2, True)
    assert yamsheet("correct", game, "Bo", "main.fours", "12", *WHY).code == 0


def test_what_is_said_of_a_game_is_taken_away(yamsheet: Run, sheet: Path) -> None:
    assert yamsheet("import", sheet, "--event", "Cup").code == 0
    game = yamsheet("games", "--json").json["games"][0]["game"]
    assert yamsheet("correct", game, "--event", "", "--why", "no cup that day").code == 0
    assert yamsheet("game", game, "--json").json["event"] is None
    assert yamsheet("correct", game, "--played", " ", "--why", "nobody knows").code == 0
    assert [g["played"] for g in yamsheet("games", "--json").json["games"]] == [None]
    assert yamsheet("correct", "-/-/-/1", "--rules", "", "--why", "none").code == 2
