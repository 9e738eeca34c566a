"""Drive the dashboard in a real Chromium, where there is one.

Without a Chromium these tests are not collected and one line says so; with YAMSHEET_BROWSER=1 that is a failure.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSISTED = os.environ.get("YAMSHEET_BROWSER") == "1"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("YAMSHEET_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

if CHROMIUM is None and not INSISTED:
    collect_ignore_glob = ["test_*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that the browser tests were left out."""
    if CHROMIUM is None and not INSISTED:
        terminalreporter.write_line("Browser tests are left out: no Chromium was found.")


@pytest.fixture(scope="session")
def demo_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a book with the demo club's season in it."""
    from ingest.book import Book
    from ingest.model import ReadOptions
    from ingest.pipeline import import_files

    samples = ROOT / "data" / "samples"
    root = tmp_path_factory.mktemp("browser") / "book"
    book = Book(root)
    book.create()
    shutil.copy(samples / "club.toml", root / "club.toml")
    import_files(
        book,
        sorted(p for p in samples.iterdir() if p.suffix in (".csv", ".json")),
        ReadOptions(yes=True),
        who="test",
    )
    return root


class Server:
    """Serve a book's dashboard on a free port until it is closed."""

    def __init__(self, book: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        options = ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(ROOT / "dashboard" / "app.py"), *options],
            env={**os.environ, "YAMSHEET_BOOK": str(book)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=2).close()
                return
            except OSError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    self.close()
                    raise
                time.sleep(0.2)

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait(20)


@pytest.fixture(scope="session")
def server(demo_book: Path) -> Iterator[str]:
    """Serve the demo club's book; return the address."""
    served = Server(demo_book)
    yield served.address
    served.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """Start the browser once."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM is not None, "YAMSHEET_BROWSER=1 asks for the browser tests, and no Chromium was found"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()
