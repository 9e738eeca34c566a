"""Be the child process that reads files: one job a line on stdin, one answer a line on stdout."""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

#: Address space of the child in bytes; what polars and its threads reserve at rest counts in it.
MEMORY = int(os.environ.get("YAMSHEET_READER_MEMORY", 2_600_000_000))


def main() -> None:
    """Set the limits, import the readers and answer until stdin ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from polars.exceptions import PanicException, PolarsError

    from ingest.errors import UnreadableFile
    from ingest.model import ReadOptions
    from ingest.parsed import save_parsed
    from ingest.readers import read
    from ingest.sources import open_source

    _say({"ready": True})
    for line in sys.stdin.buffer:
        job = json.loads(line)
        name = job["name"]
        try:
            parsed = read(open_source(Path(job["path"]), name), ReadOptions(**job["options"]))
            save_parsed(parsed, Path(job["out"]))
            _say({"ok": True})
        except UnreadableFile as error:
            _say({"error": str(error), "code": error.code, "row": error.row})
        except (MemoryError, RecursionError) as error:
            what = (
                "more memory than it may have"
                if isinstance(error, MemoryError)
                else "deeper nesting than any scoresheet has"
            )
            _say(
                {
                    "error": f"{name}: reading it needs {what}. Split it, or export it as CSV.",
                    "code": "too_large",
                    "row": None,
                }
            )
        except (PolarsError, PanicException) as error:
            _say(
                {"error": f"{name}: its table cannot be built ({str(error)[:200]}).", "code": "unreadable", "row": None}
            )


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
