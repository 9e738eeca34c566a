"""Be the child process that reads files: the path of a job a line on stdin, one answer a line on stdout."""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any

#: Address space of the child in bytes; what polars and its threads reserve at rest counts in it.
MEMORY = int(os.environ.get("YAMSHEET_READER_MEMORY", 2_600_000_000))


def main() -> None:
    """Set the limits, import the readers and answer until stdin ends, or the process that asks."""
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
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
        place = Path(os.fsdecode(line.removesuffix(b"\n")))
        job = json.loads(place.read_text("utf-8"))
        place.unlink()
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
        except OSError as error:
            why = f"{error.strerror or error}"
            _say({"error": f"{name}: it was not read ({why}).", "code": "unreadable", "row": None})
        except (PolarsError, PanicException) as error:
            _say(
                {"error": f"{name}: its table cannot be built ({str(error)[:200]}).", "code": "unreadable", "row": None}
            )


def _end_with(parent: int) -> None:
    """End this process soon after its parent, whatever it is busy with."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
