"""Build frames of sheets from plain values, as a reader would hand them over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from ingest.frames import THROWS
from scoring.dice import encode
from scoring.engine import Scored, score
from scoring.rules import RuleSet

Cell = Any  # None, points, "x", or a mapping with points, dice, turn, throws, kept, announced


def frame(rules: RuleSet, sheets: Sequence[Mapping[str, Any]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return (sheet columns, throws) of sheets ``{"boxes": {...}}`` or ``{"columns": {...}}`` with stated figures."""
    rows: list[dict[str, Any]] = []
    throws: list[dict[str, Any]] = []
    for number, sheet in enumerate(sheets):
        columns = sheet.get("columns") or {rules.columns[0]: sheet.get("boxes", {})}
        for first, (column, boxes) in enumerate(columns.items()):
            row: dict[str, Any] = {"sheet": number, "column": column}
            if "as_stated" in sheet:
                row["as_stated"] = sheet["as_stated"]
            if first == 0:
                row["extra_yams"] = sheet.get("extra_yams")
                row |= {f"stated_{k}": v for k, v in sheet.get("stated", {}).items()}
                row |= sheet.get("figures", {})
            for box, cell in boxes.items():
                if cell == "x":
                    cell = 0
                if not isinstance(cell, Mapping):
                    cell = {"points": cell}
                points = cell.get("points")
                row[f"p_{box}"] = 0 if points == "x" else points
                row[f"d_{box}"] = cell.get("dice")
                row[f"t_{box}"] = cell.get("turn")
                if "throws" in cell or "announced" in cell:
                    throws.append(
                        {"sheet": number, "column": column, "box": box, "throws": cell.get("throws"),
                         "kept": cell.get("kept"), "announced": cell.get("announced")}
                    )  # fmt: skip
            rows.append(row)
    names = list(dict.fromkeys(name for row in rows for name in row))
    types = {"p_": pl.Int16(), "d_": pl.String(), "t_": pl.Int16(), "as": pl.Boolean()}
    data = {
        name: pl.Series(
            name,
            [row.get(name) for row in rows],
            dtype=types.get(
                name[:2], pl.String() if name == "column" else pl.UInt32() if name == "sheet" else pl.Int32()
            ),
        )
        for name in names
    }
    for name in names:
        if name.startswith("d_"):
            data[name], bad = encode(data[name], rules)
            assert not bad.any(), f"bad dice in {name}"
    return pl.DataFrame(list(data.values())), pl.DataFrame(throws, schema=THROWS)


def scored(rules: RuleSet, *sheets: Mapping[str, Any]) -> Scored:
    """Score these sheets."""
    columns, throws = frame(rules, sheets)
    return score(rules, columns, throws if len(throws) else None)


def found(result: Scored) -> list[str]:
    """Return findings as ``code box`` or ``code column.box``, sorted, without ``incomplete``."""
    texts = []
    for f in result.findings.iter_rows(named=True):
        place = f["box"] or ""
        if f["column"] not in (None, "main"):
            place = f"{f['column']}.{place}"
        if f["code"] != "incomplete":
            texts.append(f"{f['code']} {place}".strip())
    return sorted(texts)
