"""Tell the games of one paper file apart by the columns of their sheets: a game in columns beside one without."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import polars as pl

from ingest.model import ParsedFile
from scoring.rules import RULE_SETS, RuleSet, rule_set, split_id, with_options


def column_game() -> str:
    """Return the rule set of games in columns.

    >>> column_game()
    'yams-columns'
    """
    return next(name for name in RULE_SETS if "columns" in rule_set(name).options)


def is_mixed(columns: Collection[str | None]) -> bool:
    """Tell whether sheets with these columns are of games in columns and of others."""
    return "main" in columns and not {*columns} <= {"main", None}


def without_columns(parsed: ParsedFile) -> pl.DataFrame:
    """Return the sheets whose rules are to be settled: all, but of paper sheets of both kinds those without columns."""
    sheets = parsed.sheets
    if not _is_paper(parsed) or not is_mixed(sheets["column"].unique().to_list()):
        return sheets
    return sheets.filter(pl.col("column") == "main")


def shapes(cards: pl.DataFrame, games: pl.DataFrame, parsed: Sequence[ParsedFile]) -> pl.Series:
    """Return for each game the columns of its sheets, where it is on paper: there every sheet shows all that it has."""
    paper = [file for file, one in enumerate(parsed) if _is_paper(one)]
    if not paper or cards["column"].n_unique() < 2:
        return pl.repeat(None, games.height, dtype=pl.String, eager=True).alias("shape")
    found = (
        cards.filter(pl.col("file").is_in(paper))
        .group_by("gid")
        .agg(shape=pl.col("column").drop_nulls().unique().sort().str.join(","))
    )
    return games.select("gid").join(found, on="gid", how="left", maintain_order="left")["shape"]


def _is_paper(parsed: ParsedFile) -> bool:
    return "paper" in parsed.reader


def fitted(name: str, texts: Mapping[str, str], parsed: ParsedFile, cards: pl.LazyFrame) -> RuleSet:
    """Return the rule set that is settled for a file, as the columns of some of its games show it.

    ``cards``: the sheet columns of those games. Where the file has games in columns beside others, and the rule set is
    that of the others, those in columns are of the game that has them.
    """
    found = rule_set(name, texts)
    mixed = without_columns(parsed) is not parsed.sheets
    if "columns" not in found.options and not mixed:
        return found
    columns = set(cards.select(pl.col("column").unique()).collect()["column"].to_list())
    if "columns" not in found.options:
        if columns <= {"main", None}:
            return found
        name = column_game()
    boxes = _filled(cards) if mixed else {c[2:] for c in parsed.sheets.columns if c.startswith("p_")}
    return fit_columns(name, columns, boxes, texts) if boxes else rule_set(name, texts)


def columns_lacking(name: str, texts: Mapping[str, str], parsed: ParsedFile) -> tuple[RuleSet, set[str]] | None:
    """Return the column game that a file's sheets would be of, and the columns that they have, where it has others too.

    None where its number of columns is given, or no sheet is filled in: what is missing may be still to be played.
    """
    options = split_id(name)[1]
    sheets = parsed.sheets.filter(pl.col("column") != "main")
    columns = set(sheets["column"].to_list())
    if "columns" in options or not columns or "columns" not in rule_set(name, texts).options:
        return None
    boxes = {c[2:] for c in sheets.columns if c.startswith("p_") and sheets[c].null_count() < sheets.height}
    found = fit_columns(name, columns, boxes, texts)
    filled = pl.all_horizontal(pl.col(f"p_{box}").is_not_null() for box in boxes)
    whole = sheets.group_by("sheet").agg(pl.len(), filled.all().alias("filled")).filter("filled", len=len(columns))
    blank = (parsed.rows["code"] == "blank_player").any()
    return None if whole.is_empty() or blank or columns >= {*found.columns} else (found, columns)


def _filled(cards: pl.LazyFrame) -> set[str]:
    """Return the boxes that are filled in any of these sheets."""
    counts = cards.select(pl.col("^p_.*$").count()).collect()
    return {name[2:] for name, (count,) in counts.to_dict(as_series=False).items() if count}


def fit_columns(name: str, columns: set[str], boxes: set[str], texts: Mapping[str, str]) -> RuleSet:
    """Set the options of a column game that its headings show, where nobody has: the columns, and Max and Min.

    Sheets of only one column are the game of one, with a dry column the game of four; options that are given stand.
    """
    base, options = split_id(name)
    options.setdefault("columns", "1" if columns <= {"main", "free"} else "4" if "dry" in columns else "3")
    if not boxes & {"max", "min"}:
        options.setdefault("max_min", "false")
    return with_options(base, options, texts)
