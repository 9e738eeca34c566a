"""Every command, option, form and task stands in the README: what is not documented fails here."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from dashboard.cli.__main__ import COMMANDS
from dashboard.cli.show import FORMATS
from dashboard.widgets import understood
from ingest.readers import READERS
from ingest.readers.records import LAYOUTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def command(place: str) -> click.Command:
    module, function = place.split(":")
    found = getattr(import_module(f"dashboard.cli.{module}"), function)
    assert isinstance(found, click.Command)
    return found


def rows_of(name: str) -> str:
    """Return the rows of the table of commands that are about one command."""
    return "\n".join(line for line in README.splitlines() if re.match(rf"\| `{name}\b", line))


def test_every_reader_and_layout_can_be_named_for_a_file_at_the_command_line_and_on_the_page() -> None:
    check = next(place for name, place, _ in COMMANDS if name == "check")
    named = {p.name: tuple(p.type.choices) for p in command(check).params if isinstance(p.type, click.Choice)}
    assert sorted(named["reader"]) == sorted(understood.READERS) == sorted(reader.name for reader in READERS)
    assert named["layout"] == tuple(understood.LAYOUTS) == LAYOUTS


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, place, _ in COMMANDS])
def test_every_command_and_option_is_documented(name: str, place: str) -> None:
    rows = rows_of(name)
    assert rows, f"the README's table of commands has no row for {name}"
    if name == "check":
        rows += rows_of("import")
    for parameter in command(place).params:
        if isinstance(parameter, click.Option):
            assert any(option in rows for option in parameter.opts), f"{name} {parameter.opts} is not in the README"


def test_the_readme_names_no_option_that_is_not_there() -> None:
    for name, place, _ in COMMANDS:
        known = {option for parameter in command(place).params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", rows_of(name))) <= known | {"--dry-run"}, name


def test_the_first_line_of_help_and_the_list_agree_on_the_commands() -> None:
    for name, place, line in COMMANDS:
        assert command(place).name == name
        assert not line.endswith(".")


def test_every_form_of_standings_is_documented() -> None:
    for form in FORMATS:
        assert f"`{form}`" in README


def test_every_task_is_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    tasks = re.search(r"\.PHONY: (.*)", makefile)
    assert tasks is not None
    for task in tasks.group(1).split():
        assert task == "clean" or f"make {task}" in README, task


def test_what_is_installed_without_make_is_what_make_installs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in ("--require-hashes -r requirements-dev.txt", "--no-deps --no-build-isolation -e ."):
        assert words in README
        assert words.split(" -r ")[0].split(" -e ")[0] in makefile


def test_requirements_are_pinned_hashed_and_name_no_registry() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[\[<>=]", line)[0].lower() for line in project["dependencies"]}
    for path in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / path).read_text(encoding="utf-8")
        assert "://" not in text
        pinned = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==", text, flags=re.MULTILINE)
        assert names <= {name.lower() for name in pinned}
        assert text.count("--hash=sha256:") >= len(pinned)


def test_the_changelog_knows_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
