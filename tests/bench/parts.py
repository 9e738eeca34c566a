"""The parts of the benchmark: each returns rows of what, ours, yardstick, ratio, goal, peak memory."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from ingest.model import ReadOptions
from ingest.readers import read
from ingest.sources import open_source
from scoring.engine import score
from scoring.ranking import rank
from scoring.rules import RuleSet, rule_set
from scoring.simulator import Simulated, simulate
from scoring.tables import tables
from tests.bench.cell_by_cell import Cell, score_sheet

MILLION = int(os.environ.get("YAMSHEET_BENCH_ROWS", "1000000"))
COMMAND = str(Path(sys.executable).with_name("yamsheet"))
Row = tuple[str, str, str, str, str, str]


def best(function: Callable[[], object], runs: int = 5) -> float:
    """Return the shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def in_turn(*functions: Callable[[], object], runs: int = 7) -> list[float]:
    """Return the shortest time of each function, run one after the other, so that all see the same machine."""
    times = [[best(function, 1) for function in functions] for _ in range(runs)]
    return [min(each) for each in zip(*times, strict=True)]


def process(args: Sequence[str]) -> tuple[float, float]:
    """Run a process to its end; return its seconds and the peak memory of its largest process in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(args)} ended with {child.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def pair(ours: Sequence[str], yardstick: Sequence[str], runs: int) -> tuple[float, float, float]:
    """Run two commands in turn; return the median seconds of each and our peak memory."""
    pairs = [(process(ours), process(yardstick)) for _ in range(runs + 1)][1:]
    first, second = (sorted(p[i][0] for p in pairs)[runs // 2] for i in (0, 1))
    return first, second, max(p[0][1] for p in pairs)


def row(what: str, ours: float, yardstick: float, goal: float, peak: float) -> Row:
    """Return a row of the table; the goal is the most that the ratio may be."""
    return what, shown(ours), shown(yardstick), f"{ours / yardstick:.2f}", f"≤ {goal:g}", f"{peak:.0f}"


def shown(seconds: float) -> str:
    """Return a time in a fitting unit."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def own_peak() -> float:
    """Return this process's peak memory so far, in MB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def played(rules: RuleSet, sheets: int) -> Simulated:
    """Return many legal sheets, drawn from a few thousand that were played."""
    pool = simulate(rules, 5000, seed=1)
    return pool.take(np.random.default_rng(2).integers(0, len(pool), sheets))


def wide(rules: RuleSet, sheets: int) -> pl.DataFrame:
    """Return a wide file's rows: games of four, 40 to an evening."""
    boxes = played(rules, sheets).frame().rename(lambda name: name.removeprefix("p_"))
    number = pl.int_range(sheets, eager=True)
    game = number // 4
    return boxes.select(
        ("G" + game.cast(pl.String)).alias("game"),
        (pl.lit(date(2001, 1, 1)) + pl.duration(days=game // 40)).alias("date"),
        pl.lit(rules.id).alias("rules"),
        ("Player " + (number % 4 * 50 + game % 50).cast(pl.String)).alias("player"),
        pl.all(),
    )


def import_million() -> list[Row]:
    """Import a wide file of a million rows by the real command, against polars' bare reading of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        wide(rule_set("yamms"), MILLION).write_csv(path)
        plain = best(lambda: pl.read_csv(path), 3)
        done = [process([COMMAND, "--book", f"{folder}/book{i}", "import", str(path)]) for i in range(2)]
    seconds, peak = min(done)
    what = f"import a wide CSV of {MILLION:,} rows, end to end : polars.read_csv"
    return [row(what, seconds, plain, 6, peak)]


def read_million() -> list[Row]:
    """Read and check a wide file of a million rows, in this process, against polars' reading of it with a schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        make = f"from tests.bench import parts; parts.wide(parts.rule_set('yamms'), {MILLION}).write_csv({str(path)!r})"
        subprocess.run([sys.executable, "-c", make], check=True)  # in a process of its own: its memory is not ours
        heading = path.open().readline().strip().split(",")
        schema = {name: pl.String() if name in ("game", "date", "rules", "player") else pl.Int16() for name in heading}
        ours = yardstick = math.inf
        for _ in range(7):  # in turn, so that both see the same machine
            ours = min(ours, best(lambda: read(open_source(path), ReadOptions()), 1))
            yardstick = min(yardstick, best(lambda: pl.read_csv(path, schema=schema), 1))
    what = f"read a wide CSV of {MILLION:,} rows : polars.read_csv with a schema"
    return [row(what, ours, yardstick, 1.5, own_peak())]


def boxes(path: str, *, dice: bool) -> None:
    """Write the stored columns of a million sheets: points, and with dice their multisets and turns."""
    stored(played(rule_set("yamms"), MILLION), dice=dice).write_parquet(path)


def stored(many: Simulated, *, dice: bool) -> pl.DataFrame:
    """Return sheets as their columns are stored: points, extra Yams, and with dice their multisets and turns."""
    columns = {}
    for i, box in enumerate(many.boxes):
        columns[f"p_{box}"] = pl.Series(many.points[:, i].astype(np.int16))
        if dice:
            columns[f"d_{box}"] = pl.Series(many.dice[:, i].astype(np.int32))
            columns[f"t_{box}"] = pl.Series(many.turn[:, i].astype(np.int16))
    columns["extra_yams"] = pl.Series(many.extra_yams.astype(np.int32))
    return pl.DataFrame(columns)


def _recompute(*, dice: bool, goal: float) -> list[Row]:
    rules, what = rule_set("yamms"), "dice" if dice else "points"
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "boxes.parquet")
        make = f"from tests.bench.parts import boxes; boxes({path!r}, dice={dice})"
        subprocess.run([sys.executable, "-c", make], check=True)  # in a process of its own: its memory is not ours
        frame = pl.read_parquet(path)
        number = pl.int_range(frame.height, dtype=pl.UInt32, eager=True)
        frame = frame.with_columns(sheet=number, column=pl.lit("main"))
        score(rules, frame)
        peak = own_peak()  # before the yardstick reads the same once more
        ours, plain = in_turn(lambda: score(rules, frame), lambda: pl.read_parquet(path))
    return [row(f"recompute {frame.height:,} sheets, {what} : polars.read_parquet", ours, plain, goal, peak)]


def recompute_dice() -> list[Row]:
    """Recompute from the final dice and turns, against polars' reading of the same 40 columns."""
    return _recompute(dice=True, goal=2.5)


def recompute_points() -> list[Row]:
    """Recompute from the points, against polars' reading of the same 14 columns."""
    return _recompute(dice=False, goal=4)


def rolled(rules: RuleSet, sheets: int) -> pl.DataFrame:
    """Return sheets of a rule set with dice thrown at random in every box and the points that they give."""
    rng = np.random.default_rng(4)
    rows, points = sheets * len(rules.columns), tables(rules).points
    made = {}
    for i, box in enumerate(rules.box_ids):
        dice = rng.integers(0, points.shape[1], rows)
        made[f"p_{box}"] = pl.Series(points[i][dice].astype(np.int16))
        made[f"d_{box}"] = pl.Series(dice.astype(np.int32))
    number = np.repeat(np.arange(sheets, dtype=np.uint32), len(rules.columns))
    columns = pl.Series(list(rules.columns)).gather(np.tile(np.arange(len(rules.columns)), sheets))
    return pl.DataFrame(made).with_columns(sheet=pl.Series(number), column=columns)


def other_rules() -> list[Row]:
    """Recompute other kinds of sheets from their dice: the time a box against that of the 13-box sheet."""
    sheets = MILLION // 5
    names = ("yamms", "yams-columns+columns=4", "double-yams")
    rule_sets = [rule_set(name) for name in names]
    jobs = [partial(score, rules, rolled(rules, sheets)) for rules in rule_sets]
    times = [t / (sheets * rules.turns) for t, rules in zip(in_turn(*jobs), rule_sets, strict=True)]
    base = times[0]
    rows = []
    for name, ours in zip(names[1:], times[1:], strict=True):
        figures = f"{1e9 * ours:.1f} ns", f"{1e9 * base:.1f} ns", f"{ours / base:.2f}"
        rows.append((f"a box of {name} : a box of yamms", *figures, "≤ 3", f"{own_peak():.0f}"))
    return rows


def loop() -> list[Row]:
    """Settle sheets from their dice cell by cell in plain Python, a sheet at a time, against the engine."""
    rules = rule_set("yamms")
    many = played(rules, MILLION // 5)
    sheets = cells_of(many, 5000)
    ready = stored(many, dice=True).with_columns(
        sheet=pl.int_range(len(many), dtype=pl.UInt32, eager=True), column=pl.lit("main")
    )
    ours, plain = in_turn(lambda: score(rules, ready), lambda: [score_sheet(*sheet) for sheet in sheets])
    ours, plain = ours / len(many), plain / len(sheets)
    what = "a sheet from its dice : a plain Python loop"
    return [
        (what, f"{ours * 1e6:.3f} µs", f"{plain * 1e6:.0f} µs", f"1/{plain / ours:.0f}", "≤ 1/150", f"{own_peak():.0f}")
    ]


def cells_of(many: Simulated, sheets: int) -> list[tuple[dict[str, Cell], int]]:
    """Return the first sheets as plain Python has them: points, dice and turn by box, and the extra Yams told."""
    dice = [[int(face) for face in text] for text in many.multisets]
    return [
        (
            {
                box: (int(many.points[i, b]), dice[many.dice[i, b]], int(many.turn[i, b]))
                for b, box in enumerate(many.boxes)
            },
            int(many.extra_yams[i]),
        )
        for i in range(min(sheets, len(many)))
    ]


def ranking() -> list[Row]:
    """Rank a million sheets with Whist points, against window functions for the same."""
    number = np.arange(MILLION)
    totals = np.random.default_rng(3).integers(80, 400, MILLION)
    sheets = pl.DataFrame(
        {"sheet": number, "game_no": number // 4, "total": totals, "complete": np.full(MILLION, True)}
    )

    def over() -> pl.DataFrame:
        total, n = pl.col("total"), pl.len().over("game_no")
        low, high = total.min().over("game_no"), total.max().over("game_no")
        return sheets.select(
            "sheet",
            place=total.rank("min", descending=True).over("game_no"),
            points=(10 * n * (2 * (total - low) / (high - low) - 1)).fill_nan(0),
        )

    ours, windows = in_turn(lambda: rank(sheets), over, runs=5)
    return [row(f"rank {MILLION:,} sheets : window functions", ours, windows, 0.2, own_peak())]


def start() -> list[Row]:
    """Start the command line, and look at a small book, against bare starts."""
    help_, bare, peak = pair([COMMAND, "--help"], [sys.executable, "-c", "pass"], 15)
    rows = [row("yamsheet --help : python -c pass", help_, bare, 8, peak)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([COMMAND, "--book", folder + "/book", "demo", "--no-serve"], check=True, capture_output=True)
        base = [sys.executable, "-c", "import polars, duckdb"]
        book = [COMMAND, "--book", folder + "/book"]
        games = json.loads(subprocess.run([*book, "games", "--json"], check=True, capture_output=True).stdout)["games"]
        commands = [["standings"], ["games"], ["game", games[0]["game"]], ["players"], ["records"], ["journal"]]
        for command in commands:
            ours, importing, peak = pair([*book, *command], base, 9)
            rows.append(row(f"yamsheet {command[0]} : importing polars and duckdb", ours, importing, 1.5, peak))
    return rows


def small_files() -> list[Row]:
    """Import a folder of a thousand small files in one transaction: files a second after the start-up."""
    n = 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "files"
        folder.mkdir()
        rows = wide(rule_set("yamms"), 4 * n)
        for i in range(n):
            rows.slice(4 * i, 4).write_csv(folder / f"{i:04}.csv")
        one, _ = process([COMMAND, "--book", name + "/one", "import", str(folder / "0000.csv")])
        all_, peak = process([COMMAND, "--book", name + "/all", "import", str(folder)])
    rate = (n - 1) / (all_ - one)
    return [(f"import {n:,} small files", shown(all_), f"one: {shown(one)}", f"{rate:.0f}/s", "≥ 200/s", f"{peak:.0f}")]


PARTS: dict[str, Callable[[], list[Row]]] = {
    "start": start,
    "ranking": ranking,
    "recompute_points": recompute_points,
    "recompute_dice": recompute_dice,
    "loop": loop,
    "other_rules": other_rules,
    "small_files": small_files,
    "read_million": read_million,
    "import_million": import_million,
}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]](), ensure_ascii=False))
