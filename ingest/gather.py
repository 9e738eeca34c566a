"""Bring the sheets of all imported files into one frame, group them into games and settle each game's rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from gettext import gettext as _

import numpy as np
import polars as pl

from ingest import frames, mixed_games
from ingest.joins import runs, with_rows
from ingest.model import ParsedFile
from scoring.rules import RulesError, RuleSet, rule_set, split_id

#: What a game takes from its rows: from each the first that says it.
_HEAD = ("played", "rules", "season", "event", "round", "table", "worksheet")
_GAMES = {
    **dict.fromkeys(("gid", "file", "place"), pl.UInt32()),
    "id": pl.String(),
    **{name: frames.SHEET_COLUMNS[name] for name in _HEAD},
    **dict.fromkeys(("first_row", "last_row"), pl.UInt32()),
}
BOX_PREFIXES = ("p_", "d_", "t_")
NAMING_READERS = ("json", "csv-long")


@dataclass(frozen=True)
class GivenRules:
    """Hold a rule set that a person gave to games after their import: its id, its texts, and the entry that did it."""

    rules: str
    texts: Mapping[str, str]
    entry: int


@dataclass(frozen=True)
class CountedFile:
    """Hold one file that counts: what was read in it, and what was settled about it when it was imported.

    ``options`` has the file's settled ``rules``, ``season`` and ``event`` (None where the file shall tell); ``texts``
    are the frozen TOML texts of rule sets by base id, empty for a file that is only checked.
    """

    sha: str
    name: str
    entry: int | None
    options: Mapping[str, str | None]
    texts: Mapping[str, str]
    parsed: ParsedFile
    rescored: Mapping[str, GivenRules] = field(default_factory=dict)  # by base id, what a later decision put in place
    changed: bool = False  # the reader makes something else of it than when it was imported


@dataclass(frozen=True)
class Gathered:
    """Hold every sheet of every source, numbered through; ``file`` is the source's position.

    ``cards``: one row a sheet column (``sid``, ``gid``, ``file``, then as `ingest.frames.SHEET_COLUMNS`).
    ``sheets``: one row a sheet. ``games``: one row a game, ``gid`` by file and first appearance, ``place`` its ordinal
    in the file, ``rules_no`` its position in ``rules``. ``rows``, ``findings``, ``throws``: of all files, with ``sid``;
    ``moves`` with ``gid``.
    """

    cards: pl.DataFrame
    sheets: pl.DataFrame
    games: pl.DataFrame
    rules: tuple[RuleSet, ...]
    rows: pl.DataFrame
    findings: pl.DataFrame
    throws: pl.DataFrame
    moves: pl.DataFrame  # of board games, with ``gid``
    lost: pl.DataFrame  # rejected rows of games of which other rows are read: ``gid``, ``row``, ``message``
    naming: tuple[int, ...] = ()  # the files that name each box on its own (JSON, long), not by a heading


def boxes_of(frame: pl.DataFrame, prefix: str = "p_") -> list[str]:
    """Return the boxes that a sheet columns frame shows, in its order."""
    return [c.removeprefix(prefix) for c in frame.columns if c.startswith(prefix)]


def gather(sources: Sequence[CountedFile], given: Mapping[tuple[str, int], GivenRules] | None = None) -> Gathered:
    """Number the sheets of all sources through, group them into games and find each game's rule set.

    ``given`` maps a file's hash and a game's place to the rule set that a person gave it. A game whose rule set
    is not known is taken out, and its rows are rejected.
    """
    cards, rows, findings, throws, moves = _concat(sources)
    cards, games = _games(cards)
    rows, lost = _lost(rows, cards)
    findings = pl.concat([findings, _disagreements(cards, games)], how="diagonal")
    games, decided = _given(games, sources, given or {})
    games, rules, unknown = _rule_sets(games, sources, cards, decided)
    sheets = _sheets(cards)
    if unknown:
        bad = sheets.join(
            pl.DataFrame(unknown, schema={"gid": pl.UInt32, "message": pl.String}, orient="row"), on="gid"
        )
        rows = refuse(rows, bad.select("sid", "message", code=pl.lit("bad_value")), "rejected")
        gone = bad.select("sid").unique()
        cards, sheets, findings, throws = (
            f.join(gone, on="sid", how="anti") for f in (cards, sheets, findings, throws)
        )
    naming = tuple(i for i, s in enumerate(sources) if s.parsed.reader in NAMING_READERS)
    seated = cards if moves.height else cards.clear()
    boards = seated.select("file", "block", "gid").unique(maintain_order=True).drop_nulls()
    moves = moves.join(boards, on=["file", "block"], how="inner", maintain_order="left")
    lost = lost.join(sheets.select("gid"), on="gid", how="semi")
    return Gathered(cards, sheets, games, rules, rows, findings, throws, moves, lost, naming)


def with_seasons(gathered: Gathered, season_of: Callable[[date], str | None]) -> Gathered:
    """Give each game without a season the one that its date lies in."""
    games = gathered.games
    days = games.filter(pl.col("season").is_null() & pl.col("played").is_not_null())["played"].unique().to_list()
    by_day = pl.DataFrame(
        {"played": days, "by_day": [season_of(d) for d in days]}, schema={"played": pl.Date, "by_day": pl.String}
    )
    games = games.join(by_day, on="played", how="left", maintain_order="left")
    return replace(gathered, games=games.with_columns(season=pl.coalesce("season", "by_day")).drop("by_day"))


def without_absent(gathered: Gathered) -> Gathered:
    """Leave out sheets that nobody played: blank ones, and all zeros beside played ones (RULES.md, What is checked)."""
    cards = gathered.cards
    points = [pl.col(c).fill_null(0) != 0 for c in cards.columns if c.startswith("p_") or c == "extra_yams"]
    figures = [c for c in cards.columns if c.startswith(("stated_", "sheet_stated_")) and c != "stated_place"]
    points += [pl.col(c).fill_null(0) != 0 for c in figures]
    dice = [pl.col(c).is_not_null() for c in cards.columns if c.startswith("d_")]
    written = [pl.col(c).is_not_null() for c in cards.columns if c.startswith(("p_", "d_")) or c in figures]
    board = cards.filter(pl.col("gid").is_in(gathered.moves["gid"].unique().to_list()))["sid"]
    told = pl.concat([gathered.findings["sid"], gathered.throws["sid"], board]).drop_nulls().unique()
    bad = pl.DataFrame({"sid": told}).with_columns(told=True)
    marks = cards.select(
        "sid", "gid", played=pl.any_horizontal(*points, *dice, False), written=pl.any_horizontal(*written, False)
    )
    if marks["played"].all():
        return gathered
    marks = (
        marks.group_by("sid", "gid", maintain_order=True)
        .agg(pl.col("played", "written").any())
        .join(bad, on="sid", how="left")
        .with_columns(
            pl.col("played") | pl.col("told").fill_null(False), pl.col("written") | pl.col("told").fill_null(False)
        )
    )
    busy = marks.filter("played").select("gid").unique().with_columns(busy=True)
    gone = (
        marks.filter(~pl.col("played"))
        .join(busy, on="gid", how="left")
        .filter(~pl.col("written") | pl.col("busy").fill_null(False))
        .select(
            "sid",
            code=pl.lit("absent"),
            message=pl.when("written")
            .then(pl.lit(_("Nothing but zeros: nobody played here.")))
            .otherwise(pl.lit(_("Nothing filled in: nobody played here."))),
        )
    )
    if gone.is_empty():
        return gathered
    rows = refuse(gathered.rows, gone, "ignored")
    keep = gone.select("sid")
    cards, sheets, findings, throws = (
        f.join(keep, on="sid", how="anti") for f in (cards, gathered.sheets, gathered.findings, gathered.throws)
    )
    games = gathered.games.join(sheets.select("gid").unique(), on="gid", how="semi").sort("gid")
    return replace(gathered, cards=cards, sheets=sheets, games=games, rows=rows, findings=findings, throws=throws)


def refuse(rows: pl.DataFrame, sheets: pl.DataFrame, fate: str) -> pl.DataFrame:
    """Give the rows of these sheets (``sid``, ``code``, ``message``) a fate of their own."""
    marked = rows.join(sheets, on="sid", how="left", suffix="_new", maintain_order="left")
    hit = pl.col("code_new").is_not_null()
    return marked.with_columns(
        fate=pl.when(hit).then(pl.lit(fate)).otherwise("fate"),
        code=pl.when(hit).then("code_new").otherwise("code"),
        message=pl.when(hit).then("message_new").otherwise("message"),
        sid=pl.when(hit).then(None).otherwise("sid"),
    ).drop("code_new", "message_new")


def _concat(sources: Sequence[CountedFile]) -> Sequence[pl.DataFrame]:
    """Return the sheets, rows, findings, throws and moves of all sources, with ``file`` and ``sid``."""
    kinds: dict[str, Mapping[str, pl.DataType]] = {
        "sheets": frames.SHEET_COLUMNS,
        "rows": frames.ROWS,
        "findings": frames.FINDINGS,
        "throws": frames.THROWS,
        "moves": frames.MOVES,
    }
    parts: dict[str, list[pl.DataFrame]] = {kind: [] for kind in kinds}
    offset = 0
    for number, source in enumerate(sources):
        for kind, schema in kinds.items():
            frame: pl.DataFrame = getattr(source.parsed, kind)
            if frame.is_empty():
                continue
            added = [pl.lit(number, pl.UInt32).alias("file")]
            if "sheet" in schema:
                added.append((pl.col("sheet") + offset).cast(pl.UInt32).alias("sid"))
            if kind == "sheets":
                settled = {name: source.options.get(name) for name in ("season", "event")}
                added += [pl.lit(value, pl.String).alias(name) for name, value in settled.items() if value]
            parts[kind].append(_with_all(frame, schema).with_columns(added))
        offset += int(source.parsed.sheets["sheet"].max() or 0) + 1  # type: ignore[arg-type]
    return [_whole(parts[kind], schema) for kind, schema in kinds.items()]


def _whole(parts: Sequence[pl.DataFrame], schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    found = [frame for frame in parts if frame.height]
    if len(found) == 1:
        return found[0]
    numbers = {"file": pl.UInt32(), **({"sid": pl.UInt32()} if "sheet" in schema else {})}
    return pl.concat([pl.DataFrame(schema={**schema, **numbers}), *found], how="diagonal")


def _with_all(frame: pl.DataFrame, schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    missing = [pl.lit(None, dtype).alias(name) for name, dtype in schema.items() if name not in frame.columns]
    return frame.with_columns(missing) if missing else frame


def _games(cards: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Group rows into games: by block; else by id and date; else by date, table and round (DESIGN.md, The formats)."""
    if cards.is_empty():
        return cards.with_columns(gid=pl.lit(0, pl.UInt32)), pl.DataFrame(schema=_GAMES)
    keys = _keys(cards)
    step = pl.any_horizontal(pl.all().ne_missing(pl.all().shift()))
    run = keys.select(gid=step.cum_sum().cast(pl.UInt32) - 1).to_series()
    starts, _lengths = runs(run)
    last = cards.select(pl.max_horizontal("row", "last_row")).to_series()
    heads = cards.select(pl.col("file", "game", *_HEAD).gather(starts)).with_columns(
        first_row=pl.Series(np.minimum.reduceat(cards["row"].to_numpy(), starts)),
        last_row=pl.Series(np.maximum.reduceat(last.to_numpy(), starts)),
    )
    marks = keys.select(pl.all().gather(starts))
    if marks.select(pl.struct(pl.all()).n_unique()).item() == marks.height:
        cards, whole = cards.with_columns(run), heads.with_row_index("gid")
    else:
        # Rows of one game that stand apart come together, in the order of the file.
        whole = (
            pl.concat([heads.with_row_index("run"), marks.rename(lambda name: f"key_{name}")], how="horizontal")
            .group_by([f"key_{name}" for name in marks.columns], maintain_order=True)
            .agg(
                pl.col("file").first(),
                pl.col("game", *_HEAD).drop_nulls().first(),
                pl.col("first_row").min(),
                pl.col("last_row").max(),
                "run",
            )
            .with_row_index("gid")
        )
        found = whole.select("gid", "run").explode("run").sort("run")["gid"]
        cards = cards.with_columns(found.gather(run).alias("gid")).sort("gid", maintain_order=True)
    firsts = whole.group_by("file").agg(first=pl.col("gid").min())
    games = with_rows(whole, firsts, "file").select(
        pl.col("gid").cast(pl.UInt32),
        "file",
        (pl.col("gid") - pl.col("first")).cast(pl.UInt32).alias("place"),
        pl.col("game").alias("id"),
        *_HEAD,
        "first_row",
        "last_row",
    )
    return cards.with_columns(pl.col("gid").cast(pl.UInt32)), games


def _keys(cards: pl.DataFrame) -> pl.DataFrame:
    """Return what tells one game from another, without what no row says or none is asked for."""
    free = cards["block"].is_null()
    nameless = free & cards["game"].is_null()
    asked = {"block": ~free, "worksheet": nameless, "game": free, "played": free, "table": nameless, "round": nameless}
    keys = [cards["file"]]
    for name, where in asked.items():
        column = cards[name]
        if column.null_count() == len(column) or not where.any():
            continue
        keys.append(column if where.all() else pl.select(pl.when(where).then(column)).to_series())
    return pl.DataFrame(keys)


def _lost(rows: pl.DataFrame, cards: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Take from rejected rows the sheet that tells their game; return also the game of each."""
    named = (pl.col("fate") == "rejected").fill_null(False) & pl.col("sid").is_not_null()
    gids = cards.select("sid", "gid").unique("sid", keep="first") if rows.select(named.any()).item() else cards.clear()
    lost = rows.filter(named).join(gids.select("sid", "gid"), on="sid", maintain_order="left")
    if lost.height:
        rows = rows.with_columns(sid=pl.when(~named).then("sid"))
    return rows, lost.select("gid", "row", "message")


def _disagreements(cards: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Find sheets that name another rule set or season than the first of their game."""
    found = [pl.DataFrame(schema={**frames.FINDINGS, "sid": pl.UInt32, "file": pl.UInt32})]
    for name in ("rules", "season"):
        if cards[name].null_count() == cards.height:
            continue
        both = with_rows(cards.select("sid", "file", "row", "gid", name), games.select("gid", first=name), "gid")
        other = both.filter(pl.col(name) != pl.col("first")).unique("sid", keep="first", maintain_order=True)
        if name == "rules":
            other = other.filter(~_same_rules(other))
        words = _("the game has two values here, {} and {}")
        told = {"box": pl.lit(name), "code": pl.lit("bad_value"), "stated": pl.col(name)}
        found.append(other.select("sid", "file", "row", **told, detail=pl.format(words, "first", name)))
    return pl.concat(found, how="diagonal")


def _same_rules(told: pl.DataFrame) -> pl.Series:
    """Tell whether ``rules`` and ``first`` are two spellings of one rule set: "Yams" and "yams"."""

    def known(text: str) -> object:
        try:
            return split_id(text)
        except RulesError:
            return text

    same = {pair: known(pair[0]) == known(pair[1]) for pair in told.select("rules", "first").unique().iter_rows()}
    return pl.Series([same[pair] for pair in told.select("rules", "first").iter_rows()], dtype=pl.Boolean)


def _sheets(cards: pl.DataFrame) -> pl.DataFrame:
    heads = cards.filter(pl.col("sid").ne_missing(pl.col("sid").shift()))
    return heads.select("sid", "gid", "file", "sheet", "player", "worksheet", "row", "last_row")


def _given(
    games: pl.DataFrame, sources: Sequence[CountedFile], given: Mapping[tuple[str, int], GivenRules]
) -> tuple[pl.DataFrame, list[GivenRules]]:
    """Mark the games to which a person gave a rule set: ``given`` is its position in the list, null for the others."""
    files = {s.sha: i for i, s in enumerate(sources)}
    rows = [(files[sha], place, i) for i, (sha, place) in enumerate(given) if sha in files]
    schema = {"file": pl.UInt32, "place": pl.UInt32, "given": pl.Int32}
    marks = pl.DataFrame(rows, schema=schema, orient="row")
    return games.join(marks, on=["file", "place"], how="left", maintain_order="left"), list(given.values())


def _rule_sets(
    games: pl.DataFrame, sources: Sequence[CountedFile], cards: pl.DataFrame, decided: Sequence[GivenRules]
) -> tuple[pl.DataFrame, tuple[RuleSet, ...], list[tuple[int, str]]]:
    """Give each game its ``rules_no``; return also the games whose rule set is not known, with a message each."""
    keys = ["file", "rules", "given", "shape"]
    games = games.with_columns(mixed_games.shapes(cards, games, [source.parsed for source in sources]))
    known: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
    rules: list[RuleSet] = []
    table: list[tuple[int, str | None, int | None, str | None, int | None, str | None]] = []
    for file, written, given, shape in games.select(keys).unique(maintain_order=True).iter_rows():
        which = (pl.col("file") == file) & _is("rules", written) & _is("given", given) & _is("shape", shape)
        try:
            found = _rules(sources[file], written, None if given is None else decided[given], cards, games, which)
        except RulesError as error:
            table.append((file, written, given, shape, None, str(error)))
            continue
        if (found.id, found.texts) not in known:
            known[found.id, found.texts] = len(rules)
            rules.append(found)
        table.append((file, written, given, shape, known[found.id, found.texts], None))
    schema = {"file": pl.UInt32, "rules": pl.String, "given": pl.Int32, "shape": pl.String}
    schema |= {"rules_no": pl.UInt32, "message": pl.String}
    marks = pl.DataFrame(table, schema=schema, orient="row")
    settled = games.join(marks, on=keys, how="left", nulls_equal=True, maintain_order="left")
    unknown = settled.filter(pl.col("rules_no").is_null()).select("gid", "message").rows()
    return settled.filter(pl.col("rules_no").is_not_null()).drop("message", "given", "shape"), tuple(rules), unknown


def _rules(
    source: CountedFile,
    written: str | None,
    given: GivenRules | None,
    cards: pl.DataFrame,
    games: pl.DataFrame,
    which: pl.Expr,
) -> RuleSet:
    """Return the rule set of some games of a file: as decided last, else as written, with the texts frozen for it."""
    name = given.rules if given else written or source.options.get("rules") or ""
    texts = given.texts if given else source.texts
    later = source.rescored.get(split_id(name)[0])
    if later and later.entry > (given.entry if given else 0):
        texts = later.texts
    if given or written:
        return rule_set(name, texts)
    mine = cards.lazy().join(games.lazy().filter(which).select("gid"), on="gid", how="semi")
    return mixed_games.fitted(name, texts, source.parsed, mine)


def _is(column: str, value: str | int | None) -> pl.Expr:
    return pl.col(column).eq_missing(pl.lit(value))
