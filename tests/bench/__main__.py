"""Print a table of ratios, each with its goal and the peak memory.

    python -m tests.bench [PART…]

Each part runs in a process of its own, so that its peak memory is its own. Times are the best of several runs.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from dashboard.cli.printing import table
from tests.bench import parts

ROOT = Path(__file__).parents[2]


def main(names: Sequence[str]) -> int:
    """Run the parts asked for, or all, and print one table."""
    unknown = set(names) - set(parts.PARTS)
    if unknown:
        print(f"No such part: {', '.join(sorted(unknown))}. There are: {', '.join(parts.PARTS)}.", file=sys.stderr)
        return 2
    rows = []
    for name in names or parts.PARTS:
        print(f"{name} …", file=sys.stderr, flush=True)
        run = subprocess.run(
            [sys.executable, "-m", "tests.bench.parts", name], stdout=subprocess.PIPE, cwd=ROOT, check=True
        )
        rows += [list(row) for row in json.loads(run.stdout)]
    print(table(["What", "Ours", "Yardstick", "Ratio", "Goal", "Peak MB"], rows, right=[1, 2, 3, 4, 5]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
