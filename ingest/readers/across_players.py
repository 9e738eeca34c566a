"""Read tables with a row a game that have the boxes of all players across.

Either the headings name the player, "Ana ones", "Ana twos" … "Bo ones", or they are the same for each, and the name
stands in a cell: "player", "ones", "twos" … "player", "ones" ….
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ingest.model import ReadOptions
from ingest.readers import wide
from ingest.readers.calendar import Calendar
from ingest.readers.collect import Collector
from ingest.readers.columns import across, beside_boxes, counted, drawn
from ingest.readers.given_names import is_given_name
from ingest.readers.grid import Grid
from ingest.readers.labels import column_name, cuts, field_name, label
from ingest.readers.records import Part
from ingest.readers.titles import is_game_title
from ingest.readers.values import clean
from ingest.readers.words import NAME_FIELDS, UPPER, WHOLE_SHEET
from ingest.sources import Source

_REACH = 60  # rows in which the headings are looked for
_MOST = 8  # players
_LEAST = 12  # headings: of two players, and six boxes
#: What a word beside boxes may tell of them.
_IN_BOXES = frozenset(("points", "dice", "throws", "kept", "turn", "announced"))
#: The number of a player behind a heading, or that of a heading that stands there again: "ones 2", "ones.1", "ones_2".
_AGAIN = re.compile(r"[\s._#-]*\(?\d\)?$")


@dataclass(frozen=True)
class Heading:
    """Be the headings of such a table: where they begin, from 0, and how many rows they take.

    ``own`` has the player and the heading of each column that is a player's; ``named`` tells that the headings name the
    players, who else are called by their numbers, and whose names are cells.
    """

    at: int
    rows: int
    own: Mapping[int, tuple[str, str]]
    named: bool = True

    @property
    def last(self) -> int:
        """Return the last row of the headings."""
        return self.at + self.rows - 1

    @property
    def players(self) -> list[str]:
        """Return the players from the left."""
        return list(dict.fromkeys(player for player, _ in self.own.values()))


def find_heading(grid: Grid, options: ReadOptions) -> Heading | None:
    """Return the headings that name a player and a box each, in one row or in two, None where there are none."""
    for number, cells in islice(grid.filled(), _REACH):
        at = number - grid.first
        texts, below = ([clean(c) for c in row] for row in (cells, *(grid.rows[at + 1 : at + 2] or [[]])))
        if _figures(texts):
            continue
        for rows, told in ((1, texts), (2, _joined(texts, below))):
            if len(told) >= _LEAST and (own := _by_player(told, options)):
                return Heading(at, rows, own, named=all(rest != "player" for _, rest in own.values()))
        if own := _repeated(texts):
            return Heading(at, 1, own, named=False)
    return None


def _repeated(texts: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Part headings that are the same for each player, from the one for the name on; nothing where they are not."""
    bare = [_AGAIN.sub("", text).casefold() for text in texts]
    starts = [c for c, text in enumerate(bare) if field_name(text) == "player"]
    if not 1 < len(starts) <= _MOST:
        return {}
    first, width = starts[0], starts[1] - starts[0]
    own = list(texts[first : first + width])
    own = bare[first : first + width] if all(map(_AGAIN.search, own)) else own
    boxes = {x.name for text in own if (x := label(text)) and x.kind == "box"}
    same = all(bare[start : start + width] == bare[first : first + width] for start in starts)
    if not same or len(boxes) < len(UPPER) or starts != list(range(first, starts[-1] + 1, width)):
        return {}
    return {start + i: (str(n), text) for n, start in enumerate(starts) for i, text in enumerate(own)}


def _figures(texts: Sequence[str]) -> bool:
    """Tell whether a row holds figures other than the names of the boxes 1 to 6: then it is no row of headings."""
    return any(text.isdigit() and text not in "123456" for text in texts)


def _joined(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """Write what stands in the upper of two rows of headings before what is below it."""
    width = max(len(above), len(below))
    upper, lower = ({c: row[c] if c < len(row) else "" for c in range(width)} for row in (above, below))
    if sum(map(bool, upper.values())) < 2 or not any(lower.values()) or _figures(below):
        return []
    spread = across(upper, lower)
    return [f"{spread[c]} {lower[c]}".strip() if lower[c] else upper[c] for c in range(width)]


def _by_player(texts: Sequence[str], options: ReadOptions) -> dict[int, tuple[str, str]]:
    """Part headings into player and box, or whatever else is a player's; nothing where that is not plain.

    Each player has most of the boxes. What others share may be neither a box nor a sum, nor a heading for the player;
    headings like "player1", "player2" are those of the names, one each.
    """
    whole = _beside_whole(texts)
    names = {**beside_boxes(texts), **whole}
    parts = {c: found for c, text in enumerate(texts) if (found := _parted(text, names))}
    people = {name: _person(name) for name, _ in parts.values()}
    boxes = {box for name in people for box in names[name]}
    players = {player for player, _ in people.values()}
    own_boxes = [{box for name in people if people[name][0] == player for box in names[name]} for player in players]
    sure = [_may_be_player(player, options) for player in players]
    others = all(one or (player in whole and any(sure)) for one, player in zip(sure, players, strict=True))
    plain = others and not drawn(players)
    known = sum(map(is_given_name, players)) * 2 > len(players)
    one_each = len(players) == len(people) or all(column for _, column in people.values())
    alike = all(len(some) * 2 > len(boxes) for some in own_boxes)
    if not (1 < len(players) <= _MOST and alike and plain and one_each and (known or not boxes & {"max", "min"})):
        return {}
    own: dict[int, tuple[str, str]] = {}
    for c, (name, rest) in parts.items():
        player, column = people[name]
        own[c] = player, f"{column} {rest}".strip()
    called = [c for c, text in enumerate(texts) if c not in own and field_name(_AGAIN.sub("", text)) in NAME_FIELDS]
    if len(called) == len(players):
        inner = dict.fromkeys(player for player, _ in own.values())
        own |= {c: (player, "player") for c, player in zip(called, inner, strict=True)}
    elif called:
        return {}
    shared = [x for c, text in enumerate(texts) if c not in own and (x := label(text))]
    return {} if any(x.kind != "field" or x.name in NAME_FIELDS for x in shared) else own


def _beside_whole(texts: Sequence[str]) -> dict[str, set[str]]:
    """Return what stands before or behind all boxes of a sheet, whatever it means elsewhere, the longest words of each.

    What is put behind each box otherwise, its dice or its turn, is none.
    """
    if sum(map(bool, texts)) < 2 * WHOLE_SHEET:
        return {}
    boxes: dict[str, set[str]] = {}
    for text in texts:
        for named, rest in (way for cut in cuts(text) for way in (cut, cut[::-1])):
            if (x := label(rest)) and x.kind == "box" and x.column is None:
                boxes.setdefault(named.strip("([ ])"), set()).add(x.name)
    whole = {n: b for n, b in boxes.items() if len(b) >= WHOLE_SHEET and not _tells_more(n)}
    return {n: b for n, b in whole.items() if not any(n in longer and n != longer for longer in whole)}


def _tells_more(name: str) -> bool:
    """Tell whether a word beside boxes says what stands in them, and whose column of the sheet it is."""
    return bool(column_name(name) or counted(name) or is_game_title(name) or field_name(name) in _IN_BOXES)


def _parted(text: str, names: Collection[str]) -> tuple[str, str] | None:
    """Part a heading into one of the names and the rest: a known heading as long as can be, else whatever it is."""
    both = (way for cut in cuts(text) for way in (cut, cut[::-1]))
    ways = [(named, rest) for named, rest in ((a.strip("([ ])"), b.strip("([ ])")) for a, b in both) if named in names]
    known = [way for way in ways if label(way[1])]
    return max(known, key=lambda way: len(way[1])) if known else max(ways, key=lambda way: len(way[0]), default=None)


def _person(name: str) -> tuple[str, str]:
    """Part "Ana down" into the player and the column of the sheet, where it names one."""
    for head, tail in cuts(name):
        for player, column in ((head, tail), (tail, head)):
            if column_name(column):
                return player, column
    return name, ""


def _may_be_player(name: str, options: ReadOptions) -> bool:
    """Tell whether what stands beside boxes is somebody's name rather than a column of the sheet, or a game."""
    other = column_name(name) or is_game_title(name) or field_name(name) or counted(name)
    return len(name) > 1 and not other and options.said(name) is None and (is_given_name(name) or label(name) is None)


def read(source: Source, grid: Grid, options: ReadOptions, found: Heading, out: Collector) -> Part:
    """Read each player's boxes as a wide table of its own; what stands in one row is one game."""
    number = found.last + grid.first
    parts = [wide.read(source, _of(grid, found, player), options, number, out) for player in found.players]
    first = parts[0]
    texts = [clean(c) for c in grid.rows[found.last]]
    told = {texts[c]: part.headings.get(rest) for part in parts for c, (_, rest) in found.own.items() if c < len(texts)}
    named = (
        f"of {', '.join(found.players)}, as the headings have it" if found.named else "of all players who stand in it"
    )
    meanings: dict[str, str] = {}
    for part in parts:
        meanings |= part.headings
    return replace(
        first,
        headings={**meanings, **{text: meant for text, meant in told.items() if text and meant}},
        dates=list(dict.fromkeys(date for part in parts for date in part.dates)),
        emit=lambda calendar, out: _emit(parts, calendar, out),
        questions=tuple(dict.fromkeys(question for part in parts for question in part.questions)),
        notes=(f"each row is a game {named}", *dict.fromkeys(note for part in parts for note in part.notes)),
    )


def _of(grid: Grid, found: Heading, player: str) -> Grid:
    """Return the table with what all share, and with what is one player's under headings of its own.

    Rows in which a player has nothing are left to the others, rows in which nobody has to the first player.
    """
    mine = {c for c, (name, _) in found.own.items() if name == player}
    width = max(map(len, grid.rows))
    upper, lower = ([clean(c) for c in grid.rows[i]] + [""] * width for i in (found.at, found.last))
    heading = ["player"] if found.named else []
    rows = []
    for i, cells in enumerate(grid.rows):
        filled = {found.own[c][0] for c, text in enumerate(cells) if c in found.own and clean(text)}
        kept = [text if c not in found.own or c in mine else "" for c, text in enumerate(cells)]
        if i == found.last:
            shared = ["" if c in found.own else lower[c] or upper[c] for c in range(width)]
            kept = [*(found.own[c][1] if c in mine else shared[c] for c in range(width)), *heading]
        elif i < found.at:
            kept = list(cells)
        elif i > found.at and (player not in filled if filled else player != found.players[0]):
            kept = []
        elif i > found.at and filled and found.named:
            kept += [""] * (width - len(kept)) + [player]
        rows.append(kept)
    return replace(grid, rows=rows)


def _emit(parts: Sequence[Part], calendar: Calendar, out: Collector) -> None:
    """Make the sheets of all players, those of one row a game."""
    first = out.sheets
    for part in parts:
        part.emit(calendar, out)
    packed = [dict(frame.select("sheet", "row").rows()) for frame in out.packed]
    open_ = {made.sheet: made.values["row"] for made in out.columns}
    rows = {sheet: row for some in (*packed, open_) for sheet, row in some.items() if sheet >= first}
    blocks = {row: out.block() for row in sorted(set(rows.values()))}
    out.give("block", {sheet: blocks[row] for sheet, row in rows.items()})
