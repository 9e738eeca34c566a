"""Answer on the Upload page what a file leaves open; the server refuses what is too large."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.test_dashboard import CONTRASTS, OVERFLOWING, PHONE, WIDE, settled

pytestmark = pytest.mark.browser

BOXES = (
    "ones,twos,threes,fours,fives,sixes,three_of_a_kind,four_of_a_kind,full_house,small_straight,large_straight,yams"
)


@pytest.fixture
def page(chromium: Browser, demo_book: Path, tmp_path: Path) -> Iterator[Page]:
    """Open the Upload page of a book of one's own."""
    shutil.copytree(demo_book, tmp_path / "book")
    server = Server(tmp_path / "book")
    context = chromium.new_context(viewport=WIDE, color_scheme="light")
    page = context.new_page()
    page.goto(f"{server.address}/upload")
    settled(page)
    yield page
    context.close()
    server.close()


def drop(page: Page, path: Path, day: str) -> None:
    """Drop a file of two sheets whose last heading nobody knows."""
    path.write_text(
        f"date,player,{BOXES},Grabbag\n"
        f"{day},Horia,3,6,9,12,15,18,20,0,25,30,40,50,22\n{day},Ana,1,2,3,4,5,6,10,0,0,0,0,0,15\n"
    )
    page.set_input_files("input[type=file]", str(path))


def test_an_unknown_heading_is_answered_on_the_page_and_not_asked_again(page: Page, tmp_path: Path) -> None:
    drop(page, tmp_path / "first.csv", "2026-11-20")
    expect(page.get_by_text("The heading “Grabbag” is not known")).to_be_visible()
    expect(page.get_by_role("button", name="Store")).to_have_count(0)
    page.get_by_label("“Grabbag” is").first.click()
    page.keyboard.type("Chance")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Decided.")).to_be_visible()
    expect(page.get_by_label("“Grabbag” is").first).to_be_focused()  # the keyboard goes on from there
    expect(page.get_by_text("2 will be taken")).to_be_visible()
    expect(page.get_by_text("all 15 known")).to_be_visible()
    page.get_by_role("button", name="Store 2 rows").click()
    expect(page.get_by_text("What you said of headings and games is remembered")).to_be_visible()

    drop(page, tmp_path / "second.csv", "2026-11-27")
    expect(page.get_by_text("“Grabbag” as answered with first.csv")).to_be_visible()
    expect(page.get_by_text("To decide")).to_have_count(0)
    page.get_by_role("button", name="Store 2 rows").click()
    expect(page.get_by_test_id("stFileChipName")).to_have_count(0)
    page.get_by_role("button", name="Undo this import").click()
    expect(page.get_by_text("is undone")).to_be_visible()


def test_the_server_refuses_a_file_beyond_the_limit(page: Page, tmp_path: Path) -> None:
    drop(page, tmp_path / "first.csv", "2026-11-20")
    with page.expect_request(lambda r: r.method == "PUT" and "upload_file" in r.url) as sent:
        drop(page, tmp_path / "second.csv", "2026-11-27")
    megabyte = b"x" * 1024 * 1024
    answers = {
        size: page.request.put(
            sent.value.url[:-6] + f"{size:06}",  # another file of the same session
            headers={k: v for k, v in sent.value.headers.items() if k.startswith("x-")},
            multipart={"file": {"name": "a.csv", "mimeType": "text/csv", "buffer": megabyte * size}},
        ).status
        for size in (1, 22)
    }
    assert answers == {1: 204, 22: 413}


@pytest.mark.parametrize(("scheme", "size"), [("light", WIDE), ("dark", WIDE), ("light", PHONE)])
def test_what_is_asked_and_understood_is_readable(
    chromium: Browser, server: str, tmp_path: Path, scheme: str, size: ViewportSize
) -> None:
    context = chromium.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{server}/upload")
    settled(page)
    name = "Maximilian Alexandru Constantinescu-Popa"
    (tmp_path / "known.csv").write_text(f"date,player,{BOXES},chance\n2026-11-20,{name},{'14,' * 12}22\n")
    drop(page, tmp_path / "asked.csv", "2026-11-20")
    expect(page.get_by_text("To decide")).to_be_visible()
    page.set_input_files("input[type=file]", str(tmp_path / "known.csv"))
    expect(page.get_by_text(f"new: {name}")).to_be_visible()
    for folded in page.locator("details summary").all():
        folded.click()
    settled(page)
    assert page.evaluate(CONTRASTS) == []
    assert page.evaluate(OVERFLOWING) == []
    context.close()
