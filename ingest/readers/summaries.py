"""Leave out lists of results beside the games of other worksheets: their totals, or what they give box by box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import polars as pl

from ingest.readers.collect import Collector
from ingest.readers.family import bonuses
from ingest.readers.words import UPPER, is_sample_word, key, speaks_of_extremes, speaks_of_records

_LEAST = 2  # totals that a list repeats
_BOXES = 5  # in which a record is compared
_EXTRA = 100
#: What may stand in a box in place of a game's points, each with how far a figure may be off it.
_SUMMARIES = {"max": 0, "min": 0, "sum": 0, "mean": 0.5}
_TELLING = ("game", "round", "table")
_REPEATED = "the total of a game that stands elsewhere in the file"
_STATISTICS = "a table of totals below the games: it or they have no dates, or most of its totals are not theirs"
_STANDINGS = "standings of the games on other worksheets, without dates"
_SAMPLE = "a worksheet that is called an example or a form, and has no date; rename it if it counts"

_Sheet = dict[str, Any]


def leave_out(out: Collector, below: Sequence[range] = ()) -> None:
    """Ignore what repeats or sums up the games of other tables: those of other worksheets, and each of those ``below``.

    A table of nothing but totals is such a list where at least half of those that have a game do repeat it. One
    that says otherwise is compared with its game when that is scored; one more than there are games is a game.
    One below the games, given as its sheets, is statistics where it repeats less, or where the games have no dates.
    """
    found = out.frame()
    own = {sheet: f"{n} below" for n, some in enumerate(below) for sheet in some}
    place = pl.col("sheet").replace_strict(own, default=None, return_dtype=pl.String)
    found = found.with_columns(place=pl.concat_str(pl.col("worksheet"), pl.lit("\n"), place.fill_null("")))
    if found["place"].n_unique() < 2:
        return
    names = {player: key(player) for player in found["player"].unique()}
    found = found.with_columns(who=pl.col("player").replace_strict(names, return_dtype=pl.String))
    sheets = _sheets(found)
    full = set(sheets.filter("boxed")["place"])
    dated = found.filter(pl.col("sheet").is_in(sheets.filter(pl.col("played").is_not_null())["sheet"].implode()))
    for alone in full - set(dated["place"]):
        mine = found.filter(pl.col("place") == alone)
        if _sums_up(mine, dated):
            why = "ignored", "statistics", "the bests, sums or means of the games on other worksheets"
            out.take_out(dict.fromkeys(mine["sheet"], why))
    listed = pl.col("total").is_not_null() & ~pl.col("place").is_in(list(full))
    _leave_out_all(out, sheets.filter(listed, pl.col("played").is_null(), pl.col("sheet").is_in(list(own))))
    _leave_out_standings(out, sheets.filter(listed, ~pl.col("sheet").is_in(list(own))), sheets.filter("boxed"))
    lists = sheets.filter(listed, pl.col("played").is_not_null())
    games = sheets.filter(pl.col("boxed"), pl.col("played").is_in(lists["played"].unique().implode()))
    undated = set(sheets.filter("boxed", pl.col("played").is_null())["worksheet"])
    for (place_,), entries in lists.group_by("place", maintain_order=True):
        worksheet, _, aside = str(place_).partition("\n")
        if aside and worksheet in undated:
            _leave_out_all(out, entries)
        else:
            _leave_out_totals(out, entries, list(games.iter_rows(named=True)), aside=bool(aside))


def _leave_out_all(out: Collector, entries: pl.DataFrame) -> None:
    if not entries.is_empty():
        out.take_out(dict.fromkeys(entries["sheet"], ("ignored", "statistics", _STATISTICS)))


def _leave_out_standings(out: Collector, listed: pl.DataFrame, games: pl.DataFrame) -> None:
    """Ignore tables without dates that have each player once, with a place beside dated games, or the sum of the games.

    Most players have to be those of the games.
    """
    dated = not games.is_empty() and games["played"].null_count() == 0
    sums: dict[str, set[int]] = defaultdict(lambda: {0})
    for game in games.iter_rows(named=True):
        sums[game["who"]] = {so_far + total for so_far in sums[game["who"]] for total in _totals(game) if total}
    for _, entries in listed.group_by("place"):
        known = [(who, total) for who, total in entries.select("who", "total").iter_rows() if who in sums]
        once = entries["who"].n_unique() == entries.height and entries["played"].null_count() == entries.height
        if not once or len(known) * 2 <= entries.height:
            continue
        placed = dated and entries["placed"].null_count() == 0
        if placed or sum(total in sums[who] for who, total in known) * 2 > len(known):
            out.take_out(dict.fromkeys(entries["sheet"], ("ignored", "statistics", _STANDINGS)))


def leave_out_samples(out: Collector) -> None:
    """Ignore the games without a date on worksheets that are called examples or forms, beside those of others."""
    found = out.frame()
    named = [worksheet for worksheet in found["worksheet"].unique() if is_sample_word(worksheet)]
    mine = found.filter(pl.col("worksheet").is_in(named), pl.col("played").is_null())
    if mine.height < found.height:
        out.take_out(dict.fromkeys(mine["sheet"], ("ignored", "other", _SAMPLE)))


def leave_out_records(out: Collector) -> tuple[str, ...]:
    """Ignore what tells no game, bears a word for the best, and has the most in every box of all sheets; tell of it.

    A person may be called Best or Max; one who has the most beside several, or who alone has no date, is none. What is
    surely called a record is none either where others have more.
    """
    named = {name for name in out.players() if speaks_of_extremes(name)}
    if not named:
        return ()
    found = out.frame()
    boxes = [name for name in found.columns if name.startswith("p_")]
    filled = found.filter(pl.any_horizontal(pl.lit(False), *(pl.col(box).is_not_null() for box in boxes)))
    others = filled.filter(~pl.col("player").is_in(list(named)))
    highs = {column: most for column, *most in others.group_by("column").agg(pl.col(boxes).max()).iter_rows()}
    several = others["sheet"].n_unique() > 1
    dated = not others.is_empty() and others.filter(pl.col("played").is_null(), pl.col("game").is_null()).is_empty()
    told = {}
    mine = filled.filter(pl.col("player").is_in(list(named)))
    for (sheet,), rows in mine.group_by("sheet", maintain_order=True):
        first = rows.row(0, named=True)
        pairs = [
            (value, high)
            for column, *values in rows.select("column", *boxes).iter_rows()
            for value, high in zip(values, highs.get(column, ()), strict=False)
            if high is not None
        ]
        best = len(pairs) >= _BOXES and all(value is not None and value >= high for value, high in pairs)
        undated = first["played"] is None and first["game"] is None
        if undated and ((best and (several or dated)) or speaks_of_records(first["player"])):
            told[sheet] = "ignored", "statistics", f"{first['player']}: the best of each box, not a game"
    out.take_out(told)
    names = ", ".join(dict.fromkeys(message.rpartition(":")[0] for *_, message in told.values()))
    return (f"taken for the best of each box, and no player: {names}",) if told else ()


def _sheets(found: pl.DataFrame) -> pl.DataFrame:
    """Return one row a sheet: what it tells of its game, and what its total may be made of.

    ``points`` is the sum of its boxes, ``counting`` what of it counts where max has to be above min, or where a
    difference is taken; ``earned`` the number of upper bonuses.
    """
    boxes = {name.removeprefix("p_"): pl.col(name).cast(pl.Int32) for name in found.columns if name.startswith("p_")}
    none = pl.lit(None, pl.Int32)
    high, low, plus, minus, ones = (boxes.get(name, none) for name in ("max", "min", "plus", "minus", "ones"))
    fallen = pl.when(high <= low).then(high + low).otherwise(0)
    difference = pl.when((plus > 0) & (minus > 0)).then((plus - minus) * ones).otherwise(0) - plus - minus
    points = pl.sum_horizontal(pl.lit(0), *boxes.values())
    upper = pl.sum_horizontal(pl.lit(0), *(box for name, box in boxes.items() if name in UPPER))
    stated, place = (pl.col(x) if x in found.columns else none for x in ("stated_total", "stated_place"))
    return found.group_by("sheet", maintain_order=True).agg(
        pl.col("worksheet", "place", "player", "who", "played", *_TELLING).first(),
        boxed=pl.any_horizontal(pl.lit(False), *(box.is_not_null() for box in boxes.values())).any(),
        points=points.sum(),
        counting=(points - fallen + difference.fill_null(0)).sum(),
        earned=(upper >= 63).sum(),
        extra=pl.col("extra_yams").drop_nulls().first().fill_null(0),
        total=stated.drop_nulls().first(),
        placed=place.drop_nulls().first(),
    )


def _sums_up(mine: pl.DataFrame, dated: pl.DataFrame) -> bool:
    """Tell whether sheets give in every box the best, worst, sum or mean of each player's dated sheets."""
    boxes = [name for name in mine.columns if name.startswith("p_")]
    played = dict(dated.group_by("who").agg(pl.col("sheet").n_unique()).iter_rows())
    if any(played.get(who, 0) < _LEAST for who in mine["who"]):
        return False
    figures = [getattr(pl.col(box), how)().alias(f"{how} {box}") for box in boxes for how in _SUMMARIES]
    games = dated.group_by("who", "column").agg(figures)
    fitting = dict(_SUMMARIES)
    filled = set()
    for sheet in mine.join(games, on=["who", "column"], how="left").iter_rows(named=True):
        for box in (box for box in boxes if sheet[box] is not None):
            filled.add(sheet["sheet"])
            beside = {how: sheet[f"{how} {box}"] for how in fitting}
            fitting = {
                how: off
                for how, off in fitting.items()
                if beside[how] is not None and abs(beside[how] - sheet[box]) <= off
            }
    return bool(fitting) and filled == set(mine["sheet"])


def _leave_out_totals(out: Collector, found: pl.DataFrame, games: Sequence[_Sheet], *, aside: bool = False) -> None:
    """Ignore the entries of a list that have a game, if enough of them repeat it; each game has one entry.

    ``aside``: it stands below the games, and is left out whole where most of what it says of them is otherwise.
    """
    entries = list(found.iter_rows(named=True))
    telling = [name for name in _TELLING if _told(entries, name) & _told(games, name)]
    free: dict[tuple[Any, str], list[_Sheet]] = defaultdict(list)
    for game in games:
        free[game["played"], game["who"]].append(game)
    same: dict[int, str] = {}
    seen: set[tuple[Any, ...]] = set()
    for entry in entries:
        whole = tuple(entry[name] for name in ("played", "who", *_TELLING, "total"))
        repeated = _take(entry, free, telling, entry["total"])
        if repeated is not None or whole in seen:
            same[entry["sheet"]] = _REPEATED
            seen.add(whole)
    open_ = [entry for entry in entries if entry["sheet"] not in same]
    others = [(entry, taken) for entry in open_ if (taken := _take(entry, free, telling)) is not None]
    if aside and others and len(same) <= len(others):
        _leave_out_all(out, found)
        return
    if (len(same) < _LEAST and not aside) or len(same) < len(others):
        return
    told = {sheet: ("ignored", "statistics", why) for sheet, why in same.items()}
    given = {}
    for entry, game in others:
        if game["total"] is None:
            given[game["sheet"]] = entry["total"]
            told[entry["sheet"]] = "ignored", "statistics", f"{_REPEATED}: it is compared with the boxes there"
        else:
            two = f"{entry['player']} has {entry['total']} here, and {game['total']} in the game of that day"
            told[entry["sheet"]] = "rejected", "bad_value", f"{two} elsewhere in the file."
    out.take_out(told)
    out.give("stated_total", given, first=True)


def _told(sheets: Sequence[_Sheet], name: str) -> set[str]:
    return {key(sheet[name]) for sheet in sheets if sheet[name] is not None}


def _take(
    entry: _Sheet, free: Mapping[tuple[Any, str], list[_Sheet]], telling: Collection[str], total: int | None = None
) -> _Sheet | None:
    """Take the first game of an entry's day and player that tells nothing else, and may have the total, if one does."""
    mine = free.get((entry["played"], entry["who"]), [])
    for at, game in enumerate(mine):
        alike = all(key(entry[n]) == key(game[n]) for n in telling if entry[n] is not None and game[n] is not None)
        if alike and (total is None or total in _totals(game)):
            return mine.pop(at)
    return None


def _totals(sheet: _Sheet) -> set[int | None]:
    """Return what the total of a sheet may be: as stated, or its boxes with the bonuses that rule sets know."""
    extra = sheet["extra"] if sheet["extra"] >= _EXTRA else sheet["extra"] * _EXTRA
    sums = {sheet["points"], sheet["counting"]}
    return {sheet["total"], *(points + extra + bonus * sheet["earned"] for points in sums for bonus in bonuses())}
