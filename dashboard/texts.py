"""Speak the person's language: gettext over English source strings, one catalogue a language under `locale/`.

`make texts` gathers the strings of the code into `locale/yamsheet.pot`. The language is kept apart for each thread of
work, so that one server speaks to each person in their own.
"""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "yamsheet"

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)


def languages() -> tuple[str, ...]:
    """Return the languages that can be spoken: English, and each that has a compiled catalogue."""
    return ("en", *sorted(p.parts[-3] for p in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def use(language: str) -> None:
    """Speak this language from here on, in this thread of work; English where there is no catalogue for it."""
    _language.set(language if isinstance(_catalogue(language), gettext.GNUTranslations) else "en")


def spoken() -> str:
    """Return the language in use."""
    return _language.get()


def N_(text: str) -> str:
    """Mark a source string for the catalogues and return it as it is, to be translated where it is shown."""
    return text


def _(text: str) -> str:
    """Return a source string in the language in use."""
    return _catalogue(_language.get()).gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the form of a source string that goes with a number, in the language in use."""
    return _catalogue(_language.get()).ngettext(one, many, n)
