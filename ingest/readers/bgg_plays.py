"""Read a page of plays as BoardGameGeek's XML gives it: totals only, scores as free text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

from ingest.model import ParsedFile, ReadOptions, Understood
from ingest.readers import dates
from ingest.readers.collect import Collector
from ingest.readers.plays import ask, check_games, rules_of, score, tell_unscored
from ingest.readers.values import Bad, clean
from ingest.sources import Source, decode

LARGEST = 50_000_000  # bytes
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


class BggPlays:
    """Read the plays of the games that are of the family."""

    name = "bgg-plays"
    extensions = (".xml",)

    def detect(self, source: Source) -> bool:
        """Take XML by its ending."""
        return source.extension in self.extensions

    def read(self, source: Source, options: ReadOptions) -> ParsedFile:
        """Read every play. Raises UnreadableFile for other XML, entities, and where no play can be of the family."""
        root = _parse(source)
        out = Collector()
        row = 0
        meanings: dict[str, str] = {}
        for play in root.iter("play"):
            row = _play(play, options, row, meanings, out)
        if not out.rows:
            raise source.fail("the page holds no play.", code="empty")
        questions = ask(meanings, options)
        check_games(source, out, meanings, questions)
        understood = Understood(date_basis="ISO dates" if out.sheets else None, headings=meanings)
        return out.parsed(self.name, understood, questions)


def _parse(source: Source) -> ET.Element:
    if len(source.data) > LARGEST:
        raise source.fail(f"more than {LARGEST:,} bytes of XML. Fetch fewer plays a page.", code="too_large")
    if source.is_zip:
        raise source.fail("a ZIP container, though its name ends in .xml.", code="wrong_content")
    declared = re.match(rb"\s*<\?xml[^>]*encoding=[\"']([\w.-]+)", source.data[:200])
    encoding = declared[1].decode("ascii") if declared else None
    text = decode(source, ReadOptions(encoding=encoding))
    if text.question:
        raise source.fail("the encoding of the XML is not told. Save it as UTF-8.", code="encoding")
    if "<!DOCTYPE" in text.text or "<!ENTITY" in text.text:
        raise source.fail(
            "the XML declares a document type or entities, which a page of plays never does.", code="wrong_content"
        )
    try:
        root = ET.fromstring(_DECLARATION.sub("", text.text))
    except ET.ParseError as error:
        row = error.position[0]
        raise source.fail(f"line {row}: this is no valid XML ({error}).", code="bad_xml", row=row) from error
    if root.tag in ("errors", "error", "message"):
        words = " ".join(" ".join(root.itertext()).split())[:200]
        raise source.fail(f"no page of plays, but a message of the site: {words}", code="wrong_content")
    if root.tag != "plays" and root.find(".//plays") is None:
        raise source.fail(
            f"XML with {root.tag!r} in place of plays. Export the plays of a user or a game.", code="wrong_content"
        )
    return root


def _play(play: ET.Element, options: ReadOptions, row: int, meanings: dict[str, str], out: Collector) -> int:
    """Read one play; returns the ordinal of its last sheet."""
    item = play.find("item")
    game = (item.get("name") if item is not None else None) or "a game without a name"
    rules = rules_of(game, options)
    meanings[game] = rules or "ignored"
    players = play.findall("./players/player")
    lines = range(row + 1, row + 1 + max(len(players), 1))
    where = f"the play {play.get('id') or ''} of {game} on {play.get('date') or 'no date'}"
    problem = _problem(play, players)
    unscored = all(score(player.get("score") or "") is None for player in players)
    if rules is None or problem or unscored:
        for line in lines:
            if rules is None:
                out.ignore("", line, "other_game", f"a play of {game}")
            elif not problem:
                out.ignore("", line, "no_score", f"{where}: nobody has a score")
            else:
                out.reject("", line, problem[0], f"{where} {problem[1]}.")
        return lines[-1]
    written = play.get("date") or ""
    fields: dict[str, Any] = {
        "block": out.block(),
        "game": play.get("id"),
        "played": dates.readings(written).get("any"),
        "rules": rules if options.said(game) or not options.rules else None,
        "table": clean(play.get("location") or "") or None,
    }
    sheets = []
    for line, player in zip(lines, players, strict=True):
        name = clean(player.get("name") or "") or clean(player.get("username") or "")
        if not name:
            out.reject("", line, "no_player", f"{where} has a player without a name.", fields)
            continue
        made = out.column(out.sheet(), "main", line, name, fields)
        out.row("", line, made.sheet)
        text = player.get("score") or ""
        value = score(text)
        made.put_stated("total", text if isinstance(value, Bad) else "" if value is None else str(value), line)
        sheets.append(made)
    tell_unscored(sheets, out)
    return lines[-1]


def _problem(play: ET.Element, players: list[ET.Element]) -> tuple[str, str] | None:
    """Return the code and the words for what keeps a play from being a game."""
    if play.get("incomplete", "0") not in ("0", ""):
        return "incomplete", "is marked as not finished: its totals are none"
    if play.get("quantity", "1") not in ("1", ""):
        return "several_games", f"stands for {play.get('quantity')} games with one set of totals"
    if not players:
        return "no_player", "names no players"
    written = play.get("date") or ""
    if written and written != "0000-00-00" and "any" not in dates.readings(written):
        return "bad_value", "has a date that cannot be"
    return None
