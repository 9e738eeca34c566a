"""Shape what was settled into the warehouse's tables (their columns: ingest/sql/migrations)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from gettext import gettext as _
from typing import Any

import polars as pl

from ingest.frames import FATES, box_table
from ingest.gather import CountedFile
from ingest.joins import with_rows
from ingest.messages import message
from ingest.scores import Part
from ingest.state import State
from scoring.findings import SEVERITY
from scoring.rules import RuleSet


def place_in_file(file_name: str, worksheet: str, row: str) -> pl.Expr:
    """Say where something stands, by the columns that hold the file's name, the worksheet ("" for none) and the row."""
    of_workbook = pl.format(_("{}, worksheet {}, row {}"), file_name, worksheet, row)
    return (
        pl.when(pl.col(worksheet).fill_null("") == "")
        .then(pl.format(_("{}, row {}"), file_name, row))
        .otherwise(of_workbook)
    )


def finding_table(findings: pl.DataFrame, games: pl.DataFrame, rules: Sequence[RuleSet]) -> pl.DataFrame:
    """Give each finding its severity and its sentence; one sentence is written once however often it is needed."""
    numbered = findings.join(games.select("gid", "rules_no"), on="gid", how="inner", maintain_order="left")
    fields = ["rules_no", "column", "box", "code", "stated", "recomputed", "detail"]
    distinct = numbered.select(fields).unique(maintain_order=True)
    sentences = [
        message(row, rules[row["rules_no"]] if row["rules_no"] is not None else None)
        for row in distinct.iter_rows(named=True)
    ]
    distinct = distinct.with_columns(message=pl.Series(sentences, dtype=pl.String))
    order = {"error": 0, "warning": 1, "note": 2}
    severity = pl.col("code").replace_strict(SEVERITY, return_dtype=pl.String)
    return (
        numbered.join(distinct, on=fields, how="left", nulls_equal=True, maintain_order="left")
        .with_columns(severity=severity)
        .with_columns(rank=pl.col("severity").replace_strict(order, return_dtype=pl.Int8))
        .sort("gid", "rank", "row", "sid", "column", "box", "code", maintain_order=True, nulls_last=True)
        .select(
            pl.col("gid").alias("game_no"),
            pl.col("sid").alias("sheet_no"),
            "column",
            "box",
            "code",
            "severity",
            "stated",
            "recomputed",
            "detail",
            "row",
            "message",
        )
    )


def boxes_tables(parts: Sequence[Part], sheets: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return a table a rule set: one row a sheet column; of each box what counts, what else is stated, dice, turn."""
    tables: dict[str, list[pl.DataFrame]] = {}
    numbers = sheets.select("player_no", sheet_no="sid")
    for part in parts:
        extra: list[pl.Expr] = []
        for box in part.rules.box_ids:
            for prefix, suffix in (("p_", "__stated"), ("d_", "__dice"), ("t_", "__turn")):
                name = f"{prefix}{box}"
                if name not in part.stated.columns or part.stated[name].null_count() == part.stated.height:
                    continue
                value = part.stated[name]
                if prefix == "p_":
                    value = value.to_frame().select(pl.when(pl.col(name).ne_missing(part.columns[box])).then(name))[
                        name
                    ]
                    if value.null_count() == len(value):
                        continue
                extra.append(pl.lit(value).alias(f"{box}{suffix}"))
        frame = part.columns.rename({"sheet": "sheet_no"}).with_columns(part.stated["gid"].alias("game_no"), *extra)
        frame = with_rows(frame, numbers, "sheet_no")
        first = ["sheet_no", "game_no", "player_no", "column"]
        tables.setdefault(box_table(part.rules.base), []).append(frame.select(*first, pl.exclude(first)))
    return {name: pl.concat(frames, how="diagonal") for name, frames in sorted(tables.items())}


def status_of(sheets: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Return the status of each sheet's game (``sid``, ``status``), with a sentence for a duplicate's (``why``)."""
    stands = games.select(
        pl.col("gid").alias("duplicate_of"), "game", at=place_in_file("file_name", "worksheet", "first_row")
    )
    twins = (
        games.filter(pl.col("duplicate_of").is_not_null()).select("gid", "duplicate_of").join(stands, on="duplicate_of")
    )
    sentence = _("Game {} stands in {}, already. It counts once.")
    twins = twins.select("gid", why=pl.format(sentence, "game", "at"))
    status = games.select("gid", "status").join(twins, on="gid", how="left", maintain_order="left")
    return with_rows(sheets.select("sid", "gid"), status, "gid").drop("gid")


def fates(rows: pl.DataFrame, status: pl.DataFrame) -> pl.DataFrame:
    """Give each source record one fate (``file``, ``worksheet``, ``row``, ``fate``, ``code``, ``message``, ``sid``).

    ``status``: as `status_of` gives it. A record that serves several sheets is counted once, by its worst fate.
    """
    told = with_rows(rows, status, "sid").with_columns(
        fate=pl.coalesce("fate", "status", pl.lit("ignored")),
        code=pl.when(pl.col("status") == "duplicate").then(pl.lit("duplicate_game")).otherwise("code"),
        message=pl.coalesce("why", "message"),
    )
    place = pl.struct("file", "worksheet", "row")
    step = (pl.col("row") > pl.col("row").shift()) | (pl.col("file") != pl.col("file").shift())
    if told.select(step.fill_null(True).all()).item():
        return told.select("file", "worksheet", "row", "fate", "code", "message", "sid")
    worst = pl.col("fate").replace_strict({f: i for i, f in enumerate(FATES)}, return_dtype=pl.Int8)
    return (
        told.with_columns(worst=worst)
        .sort("file", "worst", maintain_order=True)
        .filter(place.is_first_distinct())
        .sort("file", "worksheet", "row", maintain_order=True)
        .select("file", "worksheet", "row", "fate", "code", "message", "sid")
    )


def file_table(sources: Sequence[CountedFile], fated: pl.DataFrame) -> pl.DataFrame:
    """Return one row a file: how it was read and what became of its rows."""
    counts = fated.group_by("file").agg(pl.len().alias("rows"), *[(pl.col("fate") == f).sum().alias(f) for f in FATES])
    heads = pl.DataFrame(
        [
            (
                i,
                s.sha,
                s.entry,
                s.name,
                s.parsed.reader,
                json.dumps(vars(s.parsed.understood), ensure_ascii=False, default=dict),
            )
            for i, s in enumerate(sources)
        ],
        schema={
            "file": pl.UInt32,
            "sha": pl.String,
            "entry": pl.Int32,
            "name": pl.String,
            "reader": pl.String,
            "understood": pl.String,
        },
        orient="row",
    )
    figures = ("rows", "taken", "held", "duplicate", "rejected", "ignored")
    return (
        heads.join(counts, on="file", how="left", maintain_order="left")
        .with_columns(pl.col(f).fill_null(0).cast(pl.Int32) for f in figures)
        .select("sha", "entry", "name", "reader", *figures, "understood")
    )


def sheet_table(sheets: pl.DataFrame) -> pl.DataFrame:
    """Return one row a sheet, with its seat: the sheets of a game are counted in the order of the file."""
    start = pl.when(pl.col("gid").ne_missing(pl.col("gid").shift())).then(pl.int_range(pl.len())).forward_fill()
    return sheets.with_columns(seat=(pl.int_range(pl.len()) - start + 1).cast(pl.Int32)).select(
        pl.col("sid").alias("sheet_no"),
        pl.col("gid").alias("game_no"),
        "seat",
        "player_no",
        pl.col("player").alias("written"),
        "total",
        "bonus",
        "extra_yams",
        "extra_points",
        "complete",
        "evidence",
        "place",
        "points_e4",
        "row",
        pl.col("sheet").alias("file_sheet"),
    )


def source_rows(fated: pl.DataFrame, sources: Sequence[CountedFile]) -> pl.DataFrame:
    """Return the records that are in no game that counts or waits, each with its file and why."""
    files = pl.DataFrame(
        [(i, s.sha, s.entry) for i, s in enumerate(sources)],
        schema={"file": pl.UInt32, "file_sha": pl.String, "entry": pl.Int32},
        orient="row",
    )
    return (
        fated.filter(pl.col("fate").is_in(["rejected", "ignored", "duplicate"]))
        .join(files, on="file", how="left", maintain_order="left")
        .select("entry", "file_sha", "worksheet", "row", "fate", "code", "message")
    )


def stated_table(findings: pl.DataFrame) -> pl.DataFrame:
    """Return the figures that a file states otherwise than they are."""
    codes = ("section_mismatch", "bonus_mismatch", "total_mismatch", "place_mismatch")
    figure = pl.col("box").fill_null(pl.col("code").str.strip_suffix("_mismatch"))
    return findings.filter(pl.col("code").is_in(codes) & pl.col("sheet_no").is_not_null()).select(
        "sheet_no", "column", figure=figure, value=pl.col("stated").cast(pl.Int32, strict=False)
    )


def entry_table(state: State) -> pl.DataFrame:
    """Return the journal, for looking at: one row an entry, with one line on what it did."""
    rows = [
        (e.no, e.kind, e.who, e.when, e.why, summary(e.kind, e.payload), state.undone_by.get(e.no))
        for e in state.entries
    ]
    schema = {
        "no": pl.Int32,
        "kind": pl.String,
        "who": pl.String,
        "when": pl.String,
        "why": pl.String,
        "summary": pl.String,
        "undone_by": pl.Int32,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def summary(kind: str, payload: Mapping[str, Any]) -> str:
    """Say in one line what an entry did."""
    if kind == "import":
        named = [f"{said['a']} → {said['b']}" for said in payload.get("names", ())]
        return ", ".join([*(f["name"] for f in payload["files"]), *named])
    if kind == "undo":
        return f"entry {payload['entry']}" + (f", file {payload['sha'][:12]}" if "sha" in payload else "")
    if kind in ("merge", "rename"):
        return f"{payload['a']} → {payload['b']}"
    if kind == "correct" and "box" in payload:
        value = "open" if payload["value"] is None else payload["value"]
        column = "" if payload.get("column") in (None, "main") else f"{payload['column']}."
        return f"{payload['shown']}: {payload['player']}, {column}{payload['box']} = {value}"
    if kind == "correct":
        return f"{payload['shown']}: " + ", ".join(f"{k} = {v or '–'}" for k, v in payload["game"].items())
    if kind == "rescore":
        return str(payload["rules"])
    if kind == "accept":
        return str(payload["shown"])
    return ""
