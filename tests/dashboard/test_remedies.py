"""What helps with an error is said in the words of where it is shown."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

import ingest
from dashboard.remedies import at_command_line, on_page, without_commands
from ingest.errors import Remedy, WrongUsage

COMMAND_ONLY = {"archive.py"}  # backup and restore are on no page


@pytest.mark.parametrize("remedy", get_args(Remedy))
def test_every_remedy_has_its_words_in_both_places(remedy: Remedy) -> None:
    error = WrongUsage("It is so.", remedy=remedy)
    assert at_command_line(error).startswith("It is so. ")
    assert without_commands(at_command_line(error)) == "It is so."
    assert without_commands(on_page(error)) == on_page(error) != "It is so."


def test_an_error_without_a_remedy_is_told_as_it_is() -> None:
    assert at_command_line(WrongUsage("It is so.")) == on_page(WrongUsage("It is so.")) == "It is so."


@pytest.mark.parametrize("path", sorted(Path(str(ingest.__file__)).parent.glob("*.py")), ids=lambda path: path.name)
def test_no_error_names_a_command_by_itself(path: Path) -> None:
    raised = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise)]
    said = [
        part.value
        for node in raised
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    assert path.name in COMMAND_ONLY or [text for text in said if without_commands(text) != text] == []


def test_what_to_type_is_left_out_of_a_reason() -> None:
    told = "a.csv is in the book already (entry 3: rules –, now yams). Undo it first: yamsheet undo 3:ab --why …"
    assert without_commands(told) == "a.csv is in the book already (entry 3: rules –, now yams)."
    plain = "Update yamsheet to open it – all of it. Good."
    assert without_commands(plain) == plain
