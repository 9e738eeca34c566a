"""gettext: a language a thread of work, English where there is no other."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from dashboard import texts, words


@pytest.fixture
def romanian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a Romanian catalogue of two strings."""
    folder = tmp_path / "ro" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = tmp_path / "ro.po"
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n'
        'Plural-Forms: nplurals=3; plural=(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2);\\n"\n\n'
        'msgid "Standings"\nmsgstr "Clasament"\n\n'
        'msgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] "un joc"\nmsgstr[1] "{n} jocuri"\n'
        'msgstr[2] "{n} de jocuri"\n',
        encoding="utf-8",
    )
    with source.open("rb") as file, (folder / "yamsheet.mo").open("wb") as target:
        write_mo(target, read_po(file, locale="ro"))
    monkeypatch.setattr(texts, "LOCALE", tmp_path)
    texts._catalogue.cache_clear()
    yield
    texts.use("en")
    texts._catalogue.cache_clear()


def test_english_is_the_source() -> None:
    assert texts._("Standings") == "Standings"
    assert texts.ngettext("{n} game", "{n} games", 2) == "{n} games"


@pytest.mark.usefixtures("romanian")
def test_a_language_speaks_where_it_is_in_use() -> None:
    assert texts.languages() == ("en", "ro")
    texts.use("ro")
    assert texts._("Standings") == "Clasament"
    assert [texts.ngettext("{n} game", "{n} games", n) for n in (1, 2, 20)] == ["un joc", "{n} jocuri", "{n} de jocuri"]
    assert texts._("Not in the catalogue") == "Not in the catalogue"
    heard: list[str] = []
    other = threading.Thread(target=lambda: heard.append(texts._("Standings")))
    other.start()
    other.join()
    assert heard == ["Standings"]


@pytest.mark.usefixtures("romanian")
def test_dates_are_in_the_language_that_is_spoken() -> None:
    for language, told in (("ro", "3 mai 2026"), ("fr", "3 May 2026")):
        texts.use(language)
        assert words.day(dt.date(2026, 5, 3)) == told
