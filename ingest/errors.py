"""One root for every error that a person may see, with a subclass for each kind."""

from __future__ import annotations

import re
from typing import Literal

#: What helps with an error; the command line and the pages say it in their own words (dashboard/remedies.py).
Remedy = Literal["games", "players", "merge", "version", "rebuild"]

_FILE_NAME = re.compile(r"\S*[^\s.]\.[A-Za-z]")


class YamsheetError(Exception):
    """Carry a message that names the thing and says what is wrong, and what helps where that is more than the message.

    The message is for everybody: what is typed at a command line, or pressed on a page, is ``remedy``'s to say.
    """

    exit_code = 2

    def __init__(self, message: str, *, remedy: Remedy | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy


class UnreadableFile(YamsheetError):
    """Say that nothing of a file can be understood; the message names the file, the place and the remedy."""

    def __init__(self, message: str, *, code: str = "unreadable", row: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.row = row


class WrongUsage(YamsheetError):
    """Say that a command's words do not fit the book: no such game, player, box or entry."""


class BookError(YamsheetError):
    """Say that a book cannot be opened or trusted."""


class BookBusy(YamsheetError):
    """Say that another process is writing to the book."""

    exit_code = 3


def sentence(text: str) -> str:
    """Return what an error says as a sentence: a capital at its beginning, a full stop at its end.

    A file's name at the beginning stays as it is.

    >>> sentence("there is no rule set 'q'"), sentence("q.toml: columns: a column stands twice")
    ("There is no rule set 'q'.", 'q.toml: columns: a column stands twice.')
    """
    begun = text if _FILE_NAME.match(text) else text[:1].upper() + text[1:]
    return begun.rstrip(".") + "."


def unwritten(error: OSError, consequence: str) -> BookError:
    """Return the error that tells why the book cannot be written; ``consequence``: a sentence that follows, or ""."""
    where = f" ({error.filename})" if error.filename else ""
    return BookError(f"The book cannot be written: {error.strerror}{where}.{consequence}")
