"""Use the dashboard as a secretary does, and look at it wide and on a phone, light and dark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

pytestmark = pytest.mark.browser

SEASON = ("", "games", "games?game=2026-04-10/C/-/1", "players", "categories", "bonuses", "records")
PAGES = (*SEASON, "upload", "review", "rules")
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

# Text that is read, with its colour and the ground that is painted behind it; canvases and disabled parts are left out.
CONTRASTS = """() => {
  const rgb = text => { const c = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    c.fillStyle = text; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(
    v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = element => { for (let e = element; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 200) return c; } return [255, 255, 255, 255]; };
  const poor = [];
  const walker = document.createTreeWalker(document.querySelector('.stApp'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement, said = walker.currentNode.textContent.trim();
    if (!said || e.closest('[disabled], [aria-disabled=true], [aria-hidden=true], .y-hide, style, script')) continue;
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (!box.width || !box.height || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const svg = e.closest('svg');
    const ink = rgb(svg ? style.fill : style.color);
    if (ink[3] < 200) continue;
    const [a, b] = [light(ink), light(ground(svg ? svg.parentElement : e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) poor.push(`${said.slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return poor;
}"""

# Whatever reaches beyond the screen, but for what lies in a frame that scrolls by itself.
OVERFLOWING = """() => [...document.querySelectorAll('[data-testid=stMain] *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !e.closest('.y-wrap, .y-hide, svg, [data-testid=stSidebar]');
  }).map(e => `${e.tagName} ${e.className} ${Math.round(e.getBoundingClientRect().right)}`).slice(0, 5)"""


def settled(page: Page) -> None:
    """Wait until the page has been run and drawn."""
    page.wait_for_selector("h1")
    page.wait_for_selector(".stApp[data-test-script-state='notRunning']")
    page.wait_for_timeout(250)


@pytest.fixture
def wide(chromium: Browser) -> Iterator[Page]:
    """Return a wide, light page."""
    context = chromium.new_context(viewport=WIDE, color_scheme="light", accept_downloads=True)
    yield context.new_page()
    context.close()


def test_a_secretary_uploads_looks_stores_downloads_and_undoes(wide: Page, server: str, tmp_path: Path) -> None:
    file = tmp_path / "seara_noua.csv"
    boxes = (
        "ones,twos,threes,fours,fives,sixes,three_of_a_kind,four_of_a_kind,full_house,small_straight,large_straight,"
        "yams,chance"
    )
    file.write_text(
        f"date,table,player,{boxes}\n"
        "2026-11-20,Z,Zoe Nouă,3,6,9,12,15,18,20,0,25,30,40,50,22\n"
        "2026-11-20,Z,Horia,1,2,3,4,5,6,10,0,0,0,0,0,15\n",
        encoding="utf-8",
    )
    wide.goto(f"{server}/upload")
    settled(wide)
    wide.set_input_files("input[type=file]", str(file))
    expect(wide.get_by_text("3 rows read.")).to_be_visible()
    expect(wide.get_by_text("2 will be taken")).to_be_visible()
    expect(wide.get_by_text("new: Zoe Nouă")).to_be_visible()

    other = wide.context.new_page()
    other.goto(f"{server}/")
    settled(other)
    expect(other.get_by_role("link", name="Zoe Nouă")).to_have_count(0)  # nothing is stored before it is confirmed
    other.close()

    wide.get_by_role("button", name="Store 2 rows").click()
    expect(wide.get_by_text("Stored as entry")).to_be_visible()

    wide.get_by_role("status").get_by_role("link", name="Standings").click()
    settled(wide)
    expect(wide.get_by_role("link", name="Zoe Nouă")).to_be_visible()
    row = wide.locator("tr", has=wide.get_by_role("link", name="Zoe Nouă"))
    expect(row.locator("td.strong")).to_have_text("20.00")  # two players: the winner takes 10 x 2
    with wide.expect_download() as download:
        wide.get_by_role("button", name="CSV", exact=True).click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    told = {
        r["player"]: r for r in csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.split("\n")[0] else ",")
    }
    assert told["Zoe Nouă"]["wins"] == "1"
    assert told["Zoe Nouă"]["points"].replace(",", ".") == "20.0000"

    wide.get_by_role("link", name="Upload").click()
    settled(wide)
    wide.get_by_role("button", name="Undo", exact=True).first.click()
    wide.get_by_role("button", name="Undo entry").click()
    expect(wide.get_by_text("is undone")).to_be_visible()
    wide.goto(f"{server}/")
    settled(wide)
    expect(wide.get_by_role("link", name="Horia")).to_be_visible()
    expect(wide.get_by_role("link", name="Zoe Nouă")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_readable_and_quiet(chromium: Browser, server: str, scheme: str) -> None:
    context = chromium.new_context(viewport=WIDE, color_scheme=scheme)
    page = context.new_page()
    said: list[str] = []
    failed: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "_stcore" not in message.location.get("url", ""):
            said.append(f"{message.text} {message.location.get('url')}")

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "request", lambda r: failed.append(r.url) if not r.url.startswith((server, "data:", "blob:", "ws:")) else None
    )
    poor: dict[str, list[str]] = {}
    for address in PAGES:
        page.goto(f"{server}/{address}")
        settled(page)
        found = page.evaluate(CONTRASTS)
        if found:
            poor[address] = found
    context.close()
    assert poor == {}
    assert said == []
    assert failed == []  # nothing is asked of another host


def test_nothing_overflows_sideways_on_a_phone(chromium: Browser, server: str) -> None:
    context = chromium.new_context(viewport=PHONE, color_scheme="light", is_mobile=True, has_touch=True)
    page = context.new_page()
    over: dict[str, list[str]] = {}
    for address in PAGES:
        page.goto(f"{server}/{address}")
        settled(page)
        wide = page.evaluate(OVERFLOWING)
        if wide:
            over[address] = wide
    context.close()
    assert over == {}


def test_a_player_and_a_game_are_reached_from_the_standings(wide: Page, server: str) -> None:
    wide.goto(f"{server}/")
    settled(wide)
    for player in ("Ana", "Giulia"):  # the first of the season is also whom the page shows by itself
        wide.get_by_role("link", name=player).first.click()
        settled(wide)
        expect(wide.get_by_role("heading", level=1)).to_have_text(player)
        wide.go_back()
        settled(wide)
        expect(wide.get_by_role("heading", level=1)).to_have_text("Standings")
    wide.get_by_role("link", name="Giulia").first.click()
    settled(wide)
    wide.locator(".y-strip a").click()
    settled(wide)
    expect(wide.locator("article.y-sheet")).to_be_visible()
    wide.get_by_role("link", name="Previous").click()
    settled(wide)
    expect(wide.locator("article.y-sheet")).to_be_visible()


def test_the_figures_of_a_chart_are_made_when_they_are_asked_for(wide: Page, server: str) -> None:
    wide.goto(f"{server}/bonuses")
    settled(wide)
    with wide.expect_download() as download:
        wide.get_by_role("button", name="The figures as CSV").first.click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert text.startswith("player;earned;n;rate;low;high")
    assert "Giulia;" in text


def test_the_first_page_is_found_by_its_name_too(wide: Page, server: str) -> None:
    wide.goto(f"{server}/standings?event=Autumn+Cup")
    settled(wide)
    expect(wide.get_by_role("heading", level=1)).to_have_text("Standings")
    expect(wide.get_by_role("dialog")).to_have_count(0)
    expect(wide).to_have_url(re.compile(r"/\?event=Autumn\+Cup$"))
    expect(wide).to_have_title("Standings · Clubul Cinci Zaruri")
    expect(wide.get_by_test_id("stSidebarNavLink")).to_have_count(9)  # nothing in the menu but the pages


def test_the_page_says_why_a_file_is_too_large(wide: Page, server: str, tmp_path: Path) -> None:
    file = tmp_path / "whole_club.csv"
    file.write_bytes(b"player,ones\n" + b"Ana,3\n" * 3_600_000)
    wide.goto(f"{server}/upload")
    settled(wide)
    wide.set_input_files("input[type=file]", str(file))
    said = wide.get_by_text("must be 20.0MB or smaller")
    expect(said).to_be_visible()
    box = said.bounding_box()
    assert box
    assert box["width"] > 60  # to be read, not only heard


def test_a_printed_game_is_its_sheet_without_controls_in_black_on_white(wide: Page, server: str) -> None:
    wide.emulate_media(color_scheme="dark")
    wide.goto(f"{server}/games?game=2026-04-10/C/-/1")
    settled(wide)
    wide.emulate_media(media="print", color_scheme="dark")
    expect(wide.locator("article.y-sheet header")).to_be_visible()
    expect(wide.locator("article.y-sheet tr.total th")).to_have_css("color", "rgb(34, 38, 42)")
    expect(wide.locator(".stApp")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(wide.locator("article.y-sheet header")).to_contain_text("Table C")
    expect(wide.get_by_text("Put something right")).to_be_hidden()
    wide.goto(f"{server}/players")
    settled(wide)
    expect(wide.locator(".y-strip")).to_be_visible()
    expect(wide.get_by_text("Players, up to four")).to_be_hidden()


def test_the_keyboard_shows_where_it_is(wide: Page, server: str) -> None:
    wide.goto(f"{server}/")
    settled(wide)
    for link in (wide.get_by_role("link", name="Games", exact=True), wide.get_by_role("link", name="Giulia").first):
        link.focus()
        wide.keyboard.press("Shift+Tab")
        wide.keyboard.press("Tab")
        expect(link).to_be_focused()
        expect(link).to_have_css("outline-style", "solid")
