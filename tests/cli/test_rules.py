"""`yamsheet rules`: look, start one of the club's own, and see a change before it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard.cli.__main__ import run
from tests.pipeline.sheets import HEAD, S_157, S_255, table, write


def test_every_shipped_rule_set_is_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    listed = capsys.readouterr().out
    for name in ("yamms", "yams", "yahtzee", "yams-columns", "double-yams-165", "yam-master", "yatzy", "kniffel"):
        assert name in listed
        assert run(["rules", name]) == 0
        assert f"({name})" in capsys.readouterr().out


def test_a_rule_set_for_two_says_so_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    players = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert " 2–4 " in players["yamms"]
    assert " 2 " in players["yam-master"]


def test_a_house_rule_from_start_to_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = ["--book", str(tmp_path / "book")]
    assert run([*book, "rules", "new", "mine", "--base", "yamms"]) == 0
    own = tmp_path / "book" / "rulesets" / "mine.toml"
    assert run([*book, "import", str(write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157))), "--rules", "mine"]) == 0
    own.write_text(own.read_text() + "\n[options.upper_bonus]\ndefault = 50\n")
    capsys.readouterr()

    assert run([*book, "rules", "change", "mine"]) == 0
    shown = capsys.readouterr()
    assert "255   270" in shown.out
    assert "1 sheet would change" in shown.err
    assert run([*book, "rules", "change", "mine", "--why", "voted"]) == 0
    capsys.readouterr()
    assert run([*book, "rules", "change", "mine"]) == 0
    assert "No game changes" in capsys.readouterr().out


def test_a_mistake_in_a_rule_set_names_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = ["--book", str(tmp_path / "book")]
    run([*book, "rules", "new", "mine", "--base", "yamms"])
    own = tmp_path / "book" / "rulesets" / "mine.toml"
    own.write_text(own.read_text() + "\n[boxes.fourths]\npoints = 30\n")
    capsys.readouterr()
    assert run([*book, "rules", "mine"]) == 2
    assert "fourths" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["new", "mine"], ["new", "mine", "--base", "yamz"], ["a", "b"]])
def test_what_makes_no_sense_is_said(tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--book", str(tmp_path / "book"), "rules", *words]) == 2
    assert "yamsheet: " in capsys.readouterr().err
    assert not (tmp_path / "book").exists()


def test_a_heading_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157), HEAD.replace("chance", "Grab=bag"))
    assert run(["check", str(path), "--rules", "yamms", "--heading", "Grab=bag=chance", "--json"]) == 0
    assert '"total": 255' in capsys.readouterr().out
    assert run(["check", str(path), "--heading", "chance"]) == 2
    assert "stated_total" in capsys.readouterr().err


def test_a_mistake_in_one_rule_set_leaves_the_others_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "book" / "rulesets"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('base = "yamms"\ndice = 99\n')
    (own / "ours.toml").write_text('base = "yamms"\ntitle = "Our own"\n')
    (own / "theirs.toml").write_bytes('base = "yamms"\ntitle = "Café"\n'.encode("latin-1"))
    assert run(["--book", str(tmp_path / "book"), "rules"]) == 2
    told = capsys.readouterr()
    assert "mine.toml: dice" in told.err
    assert "theirs.toml: it is not UTF-8 text" in told.err
    assert "Our own" in told.out
    assert run(["--book", str(tmp_path / "book"), "rules", "ours"]) == 0
    assert run(["--book", str(tmp_path / "book"), "rules", "theirs"]) == 2
    capsys.readouterr()
    path = write(tmp_path / "a.csv", table(Ana=S_255, Bo=S_157))
    assert run(["--book", str(tmp_path / "book"), "check", str(path), "--rules", "ours"]) == 0
    assert run(["--book", str(tmp_path / "book"), "check", str(path)]) == 2
    assert "several rule sets fit" in capsys.readouterr().out
