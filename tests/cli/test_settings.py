"""What a file leaves open is settled by the club's settings, or refuses it; and what else the settings do."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard import texts
from dashboard.cli.show import known_season
from ingest.book import Book

from .conftest import SHEET, Run

YES = pytest.mark.parametrize("yes", [(), ("--yes",)], ids=["plain", "yes"])


@pytest.fixture
def open_dates(tmp_path: Path) -> Path:
    """Return a file whose only date, 03.04.2026, is the third of April or the fourth of March."""
    path = tmp_path / "a1.csv"
    path.write_text(SHEET.replace("2026-03-14", "03/04/2026"), encoding="utf-8")
    return path


@pytest.fixture
def open_rules(tmp_path: Path) -> Path:
    """Return a file that names no rules and whose boxes fit several rule sets."""
    path = tmp_path / "a2.csv"
    lines = [line.split(",") for line in SHEET.splitlines()]
    path.write_text("\n".join(",".join(cells[:2] + cells[3:-1]) for cells in lines) + "\n", encoding="utf-8")
    return path


def settings(tmp_path: Path, text: str) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "club.toml").write_text(text, encoding="utf-8")


@YES
def test_a_question_that_no_setting_answers_refuses_the_file(
    yamsheet: Run, tmp_path: Path, open_dates: Path, open_rules: Path, yes: tuple[str, ...]
) -> None:
    settings(tmp_path, 'language = "ro"\n')
    for path, about in ((open_dates, "date"), (open_rules, "rules")):
        done = yamsheet("import", path, *yes, "--json")
        assert done.code == 2
        assert done.json["import"] is None
        assert [q["about"] for q in done.json["questions"]] == [about]
        assert [row["code"] for row in done.json["rejected"]] == ["question"]


@YES
def test_the_club_s_settings_answer(
    yamsheet: Run, tmp_path: Path, open_dates: Path, open_rules: Path, yes: tuple[str, ...]
) -> None:
    settings(tmp_path, 'date_order = "dmy"\nrules = "yahtzee"\n')
    dates, rules = (yamsheet("check", path, *yes, "--json") for path in (open_dates, open_rules))
    assert (dates.code, dates.json["games"][0]["played"]) == (0, "2026-04-03")
    assert rules.json["games"][0]["rules"] == "yahtzee"


def test_what_the_file_shows_wins_over_the_club_s_settings(yamsheet: Run, tmp_path: Path, open_dates: Path) -> None:
    settings(tmp_path, 'date_order = "mdy"\n')
    text = open_dates.read_text(encoding="utf-8")
    shown = text + "".join(line + "\n" for line in text.replace("03/04/2026", "22/04/2026").splitlines()[1:])
    open_dates.write_text(shown, encoding="utf-8")
    done = yamsheet("check", open_dates, "--yes", "--json")
    assert [g["played"] for g in done.json["games"]] == ["2026-04-03", "2026-04-22"]


def test_a_question_names_its_file_once(yamsheet: Run, open_dates: Path, open_rules: Path) -> None:
    done = yamsheet("check", open_dates, open_rules)
    told = [line for line in done.out.splitlines() if "ambiguous" in line or "Say which" in line]
    assert [line.count(".csv") for line in told] == [1, 1]


def test_totals_of_several_rule_sets_are_one_sentence(yamsheet: Run, tmp_path: Path, sheet: Path) -> None:
    settings(tmp_path, 'standings = "total"\n')
    other = tmp_path / "other.csv"
    other.write_text(SHEET.replace("2026-03-14", "2026-03-15").replace("yamms", "yahtzee"), encoding="utf-8")
    assert yamsheet("import", sheet, other).code in (0, 1)
    for args in (("standings",), ("standings", "--format", "csv")):
        done = yamsheet(*args)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("yamsheet: Season 2026: Totals of several rule sets cannot be added")
        assert done.err.count("\n") == 1
    done = yamsheet("export", tmp_path / "open")  # a season that cannot be counted keeps no data back
    assert (done.code, (tmp_path / "open" / "games.json").exists()) == (0, True)
    assert "No standings: Season 2026: Totals of several rule sets cannot be added" in done.err
    assert not list((tmp_path / "open").glob("standings*"))


def test_settings_may_begin_with_a_byte_order_mark(yamsheet: Run, tmp_path: Path, open_rules: Path) -> None:
    settings(tmp_path, '\ufeffrules = "yahtzee"\n')
    assert yamsheet("check", open_rules, "--json").json["games"][0]["rules"] == "yahtzee"


def test_standings_tell_that_new_seasons_wait_for_an_entry(yamsheet: Run, tmp_path: Path, sheet: Path) -> None:
    yamsheet("import", sheet)
    assert "club.toml" not in yamsheet("standings").err
    (tmp_path / "book" / "club.toml").write_text('[[season]]\nname = "S"\nfrom = 2026-01-01\nto = 2026-12-31\n')
    assert "club.toml was changed" in yamsheet("standings", "--season", "2026").err
    yamsheet("rename", "Bo", "Bob", "--why", "so")
    assert yamsheet("standings", "--season", "S").err == ""


def test_an_undated_game_does_not_make_its_season_the_latest(yamsheet: Run, tmp_path: Path, sheet: Path) -> None:
    old, undated = tmp_path / "old.csv", tmp_path / "undated.csv"
    old.write_text(SHEET.replace("2026-", "2024-"), encoding="utf-8")
    undated.write_text(SHEET.replace("2026-03-14", ""), encoding="utf-8")
    assert yamsheet("import", sheet, old).code == 0
    assert yamsheet("import", undated, "--season", "2024").code == 0
    assert yamsheet("import", undated.rename(tmp_path / "u.csv"), "--season", "2024").code == 0
    with Book(tmp_path / "book").reader() as reader:
        assert known_season(reader, None) == "2026"
        assert reader.query("seasons")["season"].to_list() == ["2026", "2024"]
        listed = reader.query("game_list", season=None, status=None, player_no=None)
        assert [str(day) for day in listed["played"]] == ["2026-03-14", "2024-03-14", "None"]
        beside = [reader.query("neighbours", season=None, game=name).row(0) for name in listed["game"]]
        assert beside == [(listed["game"][1], None), (listed["game"][2], listed["game"][0]), (None, listed["game"][1])]
    assert yamsheet("standings").out.startswith("Standings 2026\n")


def test_a_file_s_name_keeps_its_letters_at_the_beginning_of_an_error(yamsheet: Run, tmp_path: Path) -> None:
    (tmp_path / "book" / "rulesets").mkdir(parents=True)
    (tmp_path / "book" / "rulesets" / "q.toml").write_text("title = ", encoding="utf-8")
    assert yamsheet("rules", "q").err.startswith("yamsheet: q.toml: not valid TOML")
    assert yamsheet("rules", "nope").err.startswith("yamsheet: There is no rule set 'nope'")


def test_the_club_s_language_is_spoken(
    yamsheet: Run, tmp_path: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, 'language = "fr"\n')
    yamsheet("import", sheet)
    heard: list[str] = []
    monkeypatch.setattr(texts, "use", heard.append)
    yamsheet("standings")
    yamsheet("export", tmp_path / "open")
    assert heard == ["fr", "fr"]


def test_standings_name_every_version_of_their_rules(yamsheet: Run, tmp_path: Path) -> None:
    own = tmp_path / "book" / "rulesets"
    own.mkdir(parents=True)
    for number in (1, 2):
        text = f'base = "yamms"\ntitle = "Ours {number}"\n'
        (own / "ours.toml").write_text(text, encoding="utf-8")
        path = tmp_path / f"{number}.csv"
        path.write_text(SHEET.replace("yamms", "ours").replace("-14", f"-1{number}"), encoding="utf-8")
        done = yamsheet("import", path)
        assert done.code == 0, done.out + done.err
    with Book(tmp_path / "book").reader() as reader:
        rules = reader.query("rule_sets", season=None, event=None)
        both = ", ".join(sorted(set(reader.table("game")["rules_version"])))
    assert both.count(",") == 1
    assert rules.select("rules", "rules_version", "games").rows() == [("ours", both, 2)]
    assert [version[:3] for version in both.split(", ")] == ["1 (", "1 ("]
    assert f"Rules: ours, versions {both}." in " ".join(yamsheet("standings").out.split())
