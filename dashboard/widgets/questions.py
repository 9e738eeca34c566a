"""Put what dropped files leave open to the person, once where several files ask alike; an answer stays to be changed.

A question that was answered stands where it stood, with its answer, so that the keyboard stays there, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import asking, meanings, page, understood
from dashboard.widgets.answers import Answers, Asked
from dashboard.widgets.book import playable, rules_of
from dashboard.widgets.understood import Preview
from ingest.model import Question
from ingest.report import FileReport
from scoring.rules import RuleSet


def of_several(files: Mapping[Path, FileReport], said: Answers) -> list[Question]:
    """Put once what several files ask alike, for all of them; return what was asked, open or answered."""
    alike: dict[tuple[str, Sequence[str]], list[tuple[Path, Question]]] = {}
    for path, file in files.items():
        for question in file.questions:
            if not question.subject:  # what is said of a heading is for all files as it is
                alike.setdefault((question.about, question.choices), []).append((path, question))
    groups = [asked for asked in alike.values() if len(asked) > 1]
    open_ = [Asked(asked[0][1], tuple(path for path, _question in asked)) for asked in groups]
    shown = said.asked(None, open_)
    if shown:
        page.section(_("Asked of several files"))
    for asked in shown:
        key = f"answer_all_{asked.question.about}_{'_'.join(asked.question.choices)}"
        _put(asked, said, None, _titles(asked.question), key)
    return [asked.question for asked in shown]


def of_file(path: Path, preview: Preview, said: Answers, shared: Iterable[Question]) -> set[str]:
    """Put what one file leaves open, but for what is asked of several; return the headings that are asked about."""
    alike = {(question.about, question.choices) for question in shared}
    open_ = [q for q in preview.file.questions if q.subject or (q.about, q.choices) not in alike]
    open_.sort(key=lambda question: bool(question.subject))
    shown = said.asked(path, [Asked(question, (path,)) for question in open_])
    for asked in shown:
        question = asked.question
        titles = _of_heading(question, preview) if question.subject else _titles(question)
        _put(asked, said, path, titles, f"answer_{path.parent.name}_{question.about}_{question.subject}")
    return {asked.question.subject for asked in shown}


def _put(asked: Asked, said: Answers, where: Path | None, titles: Mapping[str, str], key: str) -> None:
    answer = None if asked.open else said.answer(asked)
    asking.question(asked.question, titles, partial(said.tell, where, asked), key, len(asked.paths), answer)


def _of_heading(question: Question, preview: Preview) -> dict[str, str]:
    """Return the choices of a question about a heading, a column, a row of names or a game, with their titles."""
    if question.about == "column":
        return meanings.columns(question.choices)
    if question.about == "names":
        return meanings.rows_of_names(question.choices)
    known = known_meanings(preview)
    return {**{name: meanings.title(name, known) for name in map(meanings.meant, question.choices)}, **known}


def known_meanings(preview: Preview) -> dict[str, str]:
    """Return what a heading of a file can mean, by the rules that it was played by, else by any."""
    if preview.of_plays:
        return meanings.games([(name, words.rule_set(rules_of(name))) for name in playable()])
    rules: list[RuleSet] = [rules_of(name) for name in preview.rules or playable()]
    return meanings.headings(rules, preview.layout)


def _titles(question: Question) -> dict[str, str]:
    """Return the choices of a question about how files are read, with their titles."""
    if question.about == "date":
        return asking.orders(question.choices)
    if question.about == "encoding":
        return asking.pages(question.choices)
    if question.about == "layout":
        return {name: _(understood.LAYOUTS[name]) for name in question.choices}
    if question.about == "columns":
        return {name: _("still to be played: keep the games as unfinished") for name in question.choices}
    return {name: words.rule_set(rules_of(name)) for name in question.choices or playable()}
