"""Part the plays of the family's games from those of others, in a table that names the game of each play.

Play logs and score pads list whatever was played: "Date, Game, Player, Score". Where a column headed with the word for
a game names one of the family, its texts are names of games, and no ids of theirs: each tells the rules of its row, and
the rows of other games are left out, as in the exports of BG Stats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from ingest.model import Question, ReadOptions
from ingest.readers.collect import Collector
from ingest.readers.grid import Grid
from ingest.readers.labels import box_name, field_name, label
from ingest.readers.plays import CHOICES, FAMILY, ask, rules_of
from ingest.readers.values import clean
from ingest.readers.words import NAME_FIELDS, key, words

#: The heading of the names of games in a table made of JSON.
GAME_PLAYED = "game played"
#: That of texts which may be names of games, or of evenings: a person is asked about those of no game of the family.
TITLE = "title of a play"
#: What a person may have said that a game is.
ANSWERS = frozenset((*FAMILY.values(), *CHOICES))
_RULES = "rules"
_MOST_LIKE_BOXES = 2
_TOP = 20  # filled rows among which the headings are
_PATH = re.compile(r"(?:item|(.+))[._]\W*(?:name|title)", re.IGNORECASE)
_OTHERS = frozenset((*NAME_FIELDS, "date", "points"))


@dataclass
class GamesPlayed:
    """Hold the games that a file names with what is meant by each, and the headings over them as written."""

    meanings: dict[str, str] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)
    questions: tuple[Question, ...] = ()


def leave_out(grids: Sequence[Grid], options: ReadOptions, out: Collector) -> GamesPlayed:
    """Put rules in place of the names of games, and leave out the rows of others; return what is told of them."""
    found = GamesPlayed()
    for grid in grids:
        if (place := _column(grid, options)) is not None:
            _leave_out(grid, *place, options, out, found)
    found.questions = ask(found.meanings, options, each=TITLE in found.headings) if found.meanings else ()
    return found


def names_of_games(texts: Sequence[str], options: ReadOptions) -> bool:
    """Tell whether texts are names of games: one is of the family by its name, or as a person has said.

    Then they are no ids, nor are they boxes, of which one is called like the game; a game may be called like one: Uno.
    """
    boxes = [text for text in texts if box_name(text) and not text.isdigit() and key(text) not in FAMILY]
    return len(boxes) <= _MOST_LIKE_BOXES and any(
        key(text) in FAMILY or options.said(text) in ANSWERS for text in texts
    )


def _column(grid: Grid, options: ReadOptions) -> tuple[int, int] | None:
    """Return the place of the row of headings and the field in it that names games, if there is one."""
    for number, cells in islice(grid.filled(), _TOP):
        texts = [clean(c) for c in cells]
        found = [label(text) if text else None for text in texts]
        known = any(x and (x.kind in ("box", "stated") or (x.kind == "field" and x.name in _OTHERS)) for x in found)
        for at, text in enumerate(texts):
            if known and text and tells_game(text):
                below = [
                    told for row in grid.rows[number - grid.first + 1 :] if at < len(row) and (told := clean(row[at]))
                ]
                if names_of_games(list(dict.fromkeys(below)), options):
                    return number - grid.first, at
    return None


def tells_game(heading: str) -> bool:
    """Tell whether a heading may be that of the names of games."""
    path = _PATH.fullmatch(heading)
    word = path[1] or "game" if path else heading
    return field_name(word) == "game" or key(word) in words().games_played or heading == TITLE


def _leave_out(grid: Grid, heading: int, at: int, options: ReadOptions, out: Collector, found: GamesPlayed) -> None:
    """Put rules in place of the names of games in one table, and leave out the rows of others."""
    texts = [clean(c) for c in grid.rows[heading]]
    boxes = [i for i, text in enumerate(texts) if i != at and (x := label(text)) and x.kind == "box"]
    found.headings.append(texts[at])
    grid.rows[heading][at] = _RULES if not any(field_name(text) == _RULES for text in texts) else ""
    dated = [i for i, text in enumerate(texts) if field_name(text) == "date"]
    above, day = "", ""
    for i, cells in enumerate(grid.rows[heading + 1 :], heading + 1):
        game = clean(cells[at]) if at < len(cells) else ""
        told = " ".join(clean(cells[d]) for d in dated if d < len(cells)).strip() or day
        if not game and above and told == day and grid.leaves_out and any(map(clean, cells)):
            game = above  # written once, as where cells are merged
            cells.extend([""] * (at + 1 - len(cells)))
        above, day = game, told
        if not game or game == texts[at]:
            continue
        rules = rules_of(game, options)
        proven = rules is None and options.said(game) is None and any(clean(cells[b]) for b in boxes if b < len(cells))
        found.meanings.setdefault(game, rules or ("by its boxes" if proven else "ignored"))
        if rules is None and not proven:
            out.ignore(grid.worksheet, grid.number(i), "other_game", f"a play of {game}")
            grid.rows[i] = []
        else:
            cells[at] = (rules or "") if options.said(game) or not options.rules else ""
