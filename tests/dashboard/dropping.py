"""Drop files on the Upload page, and work its controls."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.dashboard.test_pages import run

BOXES = (
    "ones,twos,threes,fours,fives,sixes,three_of_a_kind,four_of_a_kind,full_house,small_straight,large_straight,yams"
)
ROW = "3,6,9,12,15,18,20,0,25,30,40,50,22"  # 63 + 35 and 187: 285
OTHER = "1,2,3,4,5,6,10,0,0,0,0,0,15"  # 21 and 25: 46


def drop(*files: tuple[str, str | bytes]) -> AppTest:
    """Open the page and drop these files."""
    page = run("views/upload.py")
    page.file_uploader[0].set_value([(n, t.encode() if isinstance(t, str) else t, "text/plain") for n, t in files])
    return ran(page)


def ran(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception, page.exception
    return page


def choose(page: AppTest, label: str, value: str) -> AppTest:
    """Choose a value of the control with this label."""
    for kind in (page.selectbox, page.button_group):
        for control in kind:
            if control.label == label:
                control.set_value(value)
                return ran(page)
    raise AssertionError(f"no control {label!r}: {[c.label for c in (*page.selectbox, *page.button_group)]}")


def type_in(page: AppTest, label: str, value: str) -> AppTest:
    """Type a value that is none of those of the control with this label, as its field takes it."""
    next(s for s in page.selectbox if s.label == label).options.append(value)
    return choose(page, label, value)


def press(page: AppTest, label: str) -> AppTest:
    next(b for b in page.button if b.label == label).click()
    return ran(page)


def sheets(last: str = "chance", day: str = "2026-11-20", names: tuple[str, str] = ("Ana", "Horia")) -> str:
    first, second = names
    return f"date,player,{BOXES},{last}\n{day},{first},{ROW}\n{day},{second},{OTHER}\n"
