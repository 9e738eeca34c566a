"""Let a person answer what a file leaves open, and say otherwise what was read wrongly: controls of the Upload page.

Each control shows what counts now and tells a new choice at once; the page is run again with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from dashboard import words
from dashboard.remedies import without_commands
from dashboard.texts import N_, _
from dashboard.widgets import page, understood
from dashboard.words import safe
from ingest.model import Question
from ingest.sources import CODE_PAGES

Say = Callable[[str], None]
Titles = Mapping[str, str]

AS_READ = ""
FEW = 4  # choices that stand side by side
ROWS = 12  # headings, games or names that have a control of their own; any other one can be picked
PAGES = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1250": N_("cp1250, central Europe"),
    "cp1252": N_("cp1252, western Europe"),
}


def question(asked: Question, titles: Titles, say: Say, key: str, files: int, answer: str | None) -> None:
    """Put a question to the person, with why it is asked and its choices; ``titles`` name them, in their order.

    ``files``: how many of them ask it; the reason is then that of the first. ``answer``: what was said, None while it
    is open.
    """
    if answer is not None:
        head = _("Decided.") if files == 1 else _("Decided for {n} files.").format(n=files)
    else:
        head = _("To decide.") if files == 1 else _("To decide for {n} files.").format(n=files)
    page.says(f"<b>{safe(head)}</b> {safe(_why(asked, titles))}", "warning" if answer is None else "taken")
    label = {
        "date": _("Read the dates"),
        "rules": _("It was played by"),
        "encoding": _("Read the text as"),
        "layout": _("Read the table as"),
        "columns": _("What is missing is"),
        "names": _("The row of “{heading}” holds").format(heading=asked.subject),
    }.get(asked.about, _("“{heading}” is").format(heading=asked.subject))
    st.session_state[key] = answer if answer in titles else None
    if len(titles) <= FEW:
        st.segmented_control(
            words.plain_markdown(label),
            list(titles),
            format_func=lambda name: words.plain_markdown(titles[name]),
            key=key,
            on_change=_tell,
            args=(say, key),
        )
    else:
        st.selectbox(
            words.plain_markdown(label),
            list(titles),
            format_func=titles.__getitem__,
            key=key,
            index=None,
            placeholder=_("Choose"),
            on_change=_tell,
            args=(say, key),
            width=360,
        )


def _why(asked: Question, titles: Titles) -> str:
    """Return why something is asked, without what to type at a command line."""
    if asked.about == "game":
        told = _("Nobody has said yet whether the game “{game}” is one of the family. By which rules is it played?")
        return told.format(game=asked.subject)
    if asked.about == "column":
        told = _("“{heading}” stands where a column of the sheet is named, and is none that is known. Which one is it?")
        return told.format(heading=asked.subject)
    if asked.about == "names":
        told = _("Two rows of words stand above the figures. What does the upper one, with “{heading}”, hold?")
        return told.format(heading=asked.subject)
    if asked.subject and asked.choices:
        told = _("The heading “{heading}” is not known, and no other one is {box}. What does it hold?")
        return told.format(heading=asked.subject, box=next(iter(titles.values())))
    if asked.subject:
        return _("The heading “{heading}” is not known. What does it hold?").format(heading=asked.subject)
    message = without_commands(asked.message)
    if asked.about == "date":
        message = re.sub(rf"\b({'|'.join(understood.ORDERS)})\b", lambda found: orders()[found[0]], message)
    sentences = re.split(r"(?<=[.?]) ", message)
    return " ".join(part for part in sentences if not part.startswith(("Say ", "Give ")))


def choice(label: str, titles: Titles, value: str, say: Say, key: str, *, others: bool = False) -> None:
    """Show one choice among titled values; ``value`` is what counts now. ``others``: another one can be typed."""
    st.session_state[key] = value
    st.selectbox(
        words.plain_markdown(label),
        list(dict.fromkeys([*titles, value])),
        format_func=lambda name: titles.get(name, name),
        key=key,
        on_change=_tell,
        args=(say, key),
        accept_new_options=others,
    )


def text(label: str, value: str, say: Say, key: str, placeholder: str) -> None:
    """Show a text that can be given; ``value`` is what counts now."""
    st.session_state[key] = value
    st.text_input(label, key=key, placeholder=placeholder, on_change=_tell, args=(say, key))


def mapping(
    said: Mapping[str, str],
    first: Sequence[str],
    titles: Callable[[str], Titles],
    say: Callable[[str, str], None],
    key: str,
    pick: str,
) -> None:
    """Let each of some texts of a file be given another meaning; ``said``: the texts and what they mean now.

    Those of ``first`` have a control of their own; any other one can be picked, under the label ``pick``. ``titles``
    gives the choices for a text.
    """
    own = _("“{name}” is")
    shown = list(first)[:ROWS]
    for start in range(0, len(shown), 2):
        for column, name in zip(st.columns(2), shown[start : start + 2], strict=False):
            with column:
                choice(own.format(name=name), titles(name), said[name], partial(say, name), f"{key}_{name}")
    rest = [name for name in said if name not in shown]
    if not rest:
        return
    left, right = st.columns(2)
    with left:
        chosen = st.selectbox(pick, rest, index=None, placeholder=_("Choose"), key=f"{key}_pick")
    with right:
        if chosen is not None:
            choice(own.format(name=chosen), titles(chosen), said[chosen], partial(say, chosen), f"{key}_{chosen}")


def differently(values: Mapping[str, str], rules: Titles, say: Callable[[str, str], None], key: str) -> None:
    """Offer what a person may know better than the reader: rules, season, event, and how it is read."""

    def offered(label: str, what: str, titles: Titles, *, others: bool = False) -> None:
        every = {AS_READ: _("as read"), **titles}
        choice(label, every, values.get(what, AS_READ), partial(say, what), f"{key}_{what}", others=others)

    def written(label: str, what: str, placeholder: str) -> None:
        text(label, values.get(what, ""), partial(say, what), f"{key}_{what}", placeholder)

    first, second = st.columns(2)
    with first:
        offered(_("Rules"), "rules", rules)
        written(_("Season"), "season", _("by the file, else by date"))
        written(_("Event"), "event", _("by the file"))
        offered(_("Format"), "reader", {k: _(v) for k, v in understood.READERS.items()})
        offered(_("Layout of the table"), "layout", {k: _(v) for k, v in understood.LAYOUTS.items()})
    with second:
        offered(_("Encoding, or type another"), "encoding", pages(), others=True)
        separators = {k: _(v) for k, v in understood.SEPARATORS.items()}
        offered(_("Separator, or type another"), "delimiter", separators, others=True)
        offered(_("Date order"), "date_order", orders())
        offered(_("Decimals"), "decimal", {k: _(v) for k, v in understood.DECIMALS.items()})


def pages(names: Sequence[str] = ("utf-8", *CODE_PAGES, "iso-8859-2", "utf-16")) -> dict[str, str]:
    """Return code pages with their titles."""
    return {name: _(PAGES.get(name, name)) for name in names}


def orders(names: Sequence[str] = tuple(understood.ORDERS)) -> dict[str, str]:
    """Return date orders with their titles."""
    return {name: _(understood.ORDERS[name]) for name in names}


def _tell(say: Say, key: str) -> None:
    value = st.session_state.get(key)
    if value is not None:
        say(value)
