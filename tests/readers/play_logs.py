"""Write exports of BG Stats and pages of BoardGameGeek."""

from __future__ import annotations

import json
from typing import Any

from ingest.model import ParsedFile
from tests.readers.reading import read

PLAYERS = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo"}]
GAMES = [{"id": 7, "name": "Yahtzee"}, {"id": 8, "name": "Catan"}, {"id": 9, "name": "Club dice"}]


def export(*plays: dict[str, Any], **options: Any) -> ParsedFile:
    data = {"players": PLAYERS, "games": GAMES, "locations": [{"id": 3, "name": "Library"}], "plays": list(plays)}
    return read(json.dumps(data), "a.bgsplay", **options)


def play(game: int, *scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"uuid": "u-1", "gameRefId": game, "playDate": "2026-03-14 19:30:00", "playerScores": list(scores), **more}


PAGE = """<?xml version="1.0" encoding="utf-8"?>
<plays username="ana" userid="1" total="5" page="1">
 <play id="101" date="2026-03-14" quantity="1" length="0" incomplete="0" nowinstats="0" location="Library">
  <item name="Yahtzee" objectid="2243"><subtypes><subtype value="boardgame"/></subtypes></item>
  <players>
   <player username="ana" userid="1" name="Ana" startposition="1" color="" score="231" new="0" rating="0" win="1"/>
   <player username="bo" userid="0" name="" startposition="2" color="" score="187 points" new="0" rating="0" win="0"/>
  </players>
 </play>
 <play id="102" date="2026-03-15" quantity="3">
  <item name="Yahtzee"/><players><player name="Ana" score="1"/></players></play>
 <play id="103" date="2026-03-15" quantity="1" incomplete="1">
  <item name="Yahtzee"/><players><player name="Ana"/></players></play>
 <play id="104" date="2026-03-16" quantity="1"><item name="Yahtzee"/></play>
 <play id="105" date="2026-03-16" quantity="1">
  <item name="Catan"/><players><player name="Ana" score="9"/></players></play>
</plays>
"""
