"""Dates of a wide table: of titles, written once, below their games, and times that are none."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from tests.readers.paper_blocks import FIGURES, WORDS, worksheets
from tests.readers.reading import ANA, BO, ENGLISH, HEAD, fates, read


def test_the_date_of_a_title_serves_a_table_without_dates() -> None:
    parsed = read(f"Club night, 14 March 2026\nPlayer,{ENGLISH}\nAna,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


def test_dates_and_games_written_once_are_filled_down() -> None:
    rows = f"1,14.03.2026,Ana,{ANA}\n,,Bo,{BO}\n2,21.03.2026,Ana,{BO}\n,,Bo,{ANA}\n"
    parsed = read(f"{HEAD}\n{rows}")
    assert parsed.sheets["game"].to_list() == ["1", "1", "2", "2"]
    assert parsed.sheets["played"].dt.day().to_list() == [14, 14, 21, 21]


def _told(rows: str, *names: str) -> list[tuple[object, ...]]:
    """Return the day of each row and what it tells of its game, of a table with these columns before the player."""
    lines = [f"{row},{ANA}" for row in rows.split()]
    parsed = read("\n".join([f"{','.join(names)},Player,{ENGLISH}", *lines]) + "\n")
    return parsed.sheets.select(pl.col("played").dt.day(), *(n.lower() for n in names if n != "Date")).rows()


def test_a_date_written_once_is_that_of_further_games_below_it() -> None:
    told = _told("14.03.2026,1,Ana ,,Bo ,2,Ana ,,Bo 21.03.2026,1,Ana ,,Bo", "Date", "Game")
    assert told == [(14, "1"), (14, "1"), (14, "2"), (14, "2"), (21, "1"), (21, "1")]
    told = _told("14.03.2026,1,A,Ana ,,,Bo ,,B,Cy ,2,A,Ana ,,,Cy ,,B,Bo", "Date", "Round", "Table")
    assert told == [(14, "1", "A"), (14, "1", "A"), (14, "1", "B"), (14, "2", "A"), (14, "2", "A"), (14, "2", "B")]


def test_a_blank_among_tables_of_every_row_is_another_table() -> None:
    day = "14.03.2026"
    assert _told(f"{day},A,Ana {day},A,Bo {day},,Cy {day},,Di", "Date", "Table") == [(14, "A")] * 2 + [(14, None)] * 2
    assert _told(f"{day},A,Ana {day},,Bo {day},B,Cy {day},,Di", "Date", "Table") == [(14, "A")] * 2 + [(14, "B")] * 2


def test_undated_sheets_with_dated_ones_between_them_are_not_one_game() -> None:
    rows = [f"14.03.2026,Ana,{ANA}", "", f",Bo,{BO}", "", f"21.03.2026,Cy,{ANA}", "", f",Di,{BO}", f",Eve,{ANA}"]
    sheets = read("\n".join([f"Date,Player,{ENGLISH}", *rows]) + "\n").sheets
    blocks = dict(sheets.select("player", "block").iter_rows())
    assert blocks["Ana"] is None
    assert blocks["Bo"] != blocks["Di"] == blocks["Eve"]


def test_a_date_missing_among_dates_of_every_row_is_not_made_up() -> None:
    told = _told("14.03.2026,1,Ana 14.03.2026,1,Bo ,2,Ana ,2,Bo", "Date", "Game")
    assert told == [(14, "1"), (14, "1"), (None, "2"), (None, "2")]


def test_a_date_that_cannot_be_rejects_its_row() -> None:
    parsed = read(f"{HEAD}\n1,31.02.2026,Ana,{ANA}\n1,28.02.2026,Bo,{BO}\n")
    assert fates(parsed) == {1: "heading", 2: "bad_value"}
    message = parsed.rows.filter(parsed.rows["row"] == 2)["message"][0]
    assert "row 2" in message
    assert "'Date'" in message
    assert "31.02.2026" in message


@pytest.mark.parametrize("line", ["Printed on 20.12.2026", "Last updated:,20.12.2026", "Club founded 20.12.1998"])
def test_days_on_which_nobody_played_date_no_table(line: str) -> None:
    assert read(f"{line}\nPlayer,{ENGLISH}\nAna,{ANA}\n").sheets["played"].to_list() == [None]
    parsed = read(f"{line}\n14 March 2026\nPlayer,{ENGLISH}\nAna,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


def test_dates_below_the_rows_of_their_games() -> None:
    head, rows = f"Player,{ENGLISH}", f"Ana,{ANA}\nBo,{BO}"
    days = ["2026-03-14"] * 2 + ["2026-03-21"] * 2
    tables = f"{head}\n{rows}\n14 March 2026\n\n{head}\n{rows}\nDate: 21 March 2026\n"
    groups = f"{head}\n{rows}\n14 March 2026\n\n{rows}\n21 March 2026\n"
    for text in (tables, groups, groups.replace("\n\n", "\n")):
        parsed = read(text)
        assert parsed.sheets["played"].cast(str).to_list() == days
    above = read(f"{head}\n{rows}\n\n14 March 2026\n{rows}\n")
    assert above.sheets["played"].cast(str).to_list() == [None, None, *days[:2]]
    mixed = read(f"{head}\n{rows}\n14 March 2026\n\n{rows}\n\n21 March 2026\n{rows}\n28 March 2026\n")
    assert mixed.sheets.is_empty()
    assert set(fates(mixed).values()) >= {"bad_value"}


def test_days_take_the_year_of_the_season_above_them() -> None:
    rows = f"Date,Player,{ENGLISH}\n14/3,Ana,{ANA}\n21/3,Ana,{BO}\n"
    days = [dt.date(2026, 3, 14), dt.date(2026, 3, 21)]
    for title in ("Season 2026", "Turneu 2026", "2026", "Season 2025/26"):
        assert read(f"{title}\n{rows}").sheets["played"].to_list() == days
    for title, text in (("Yams Club 1998", rows), ("Season 2025/26", rows.replace("/3", "/7"))):
        assert read(f"{title}\n{text}").sheets.is_empty()


@pytest.mark.parametrize(
    "heads", ["Timestamp,Date of game", "Horodateur,Date de la partie", "Zeitstempel,Datum des Spiels"]
)
def test_the_date_of_the_game_counts_and_not_when_the_form_was_sent(heads: str) -> None:
    row = f"15/03/2026 09:12:00,14/03/2026,Ana,{ANA}"
    assert read(f"{heads},Player,{ENGLISH}\n{row}\n").sheets["played"].to_list() == [dt.date(2026, 3, 14)]
    alone = read(f"{heads.split(',')[0]},Player,{ENGLISH}\n15/03/2026 09:12:00,Ana,{ANA}\n")
    assert alone.sheets["played"].to_list() == [dt.date(2026, 3, 15)]


def test_a_column_of_dates_under_an_unknown_heading_is_asked_about_though_one_is_none() -> None:
    rows = "\n".join(
        f"1,{day},{name},{ANA}" for day, name in (("2026-03-14 20:15 UTC", "Ana"), ("?", "Bo"), ("14.3.26", "Cy"))
    )
    parsed = read(f"Game,Entered,Player,{ENGLISH}\n{rows}\n")
    assert [q.subject for q in parsed.questions] == ["Entered"]


def test_seconds_since_1970_part_the_games_of_a_day() -> None:
    rows = [f"{ts},{name},{ANA}" for ts in (1773500400, 1773504000) for name in ("Ana", "Bo")]
    parsed = read(f"ts,Player,{ENGLISH}\n" + "\n".join(rows) + "\n")
    assert parsed.sheets["block"].n_unique() == 2


def test_a_day_beside_the_time_at_which_a_form_was_sent_is_asked_about_unless_they_are_the_same() -> None:
    def asked(day: str) -> list[str]:
        parsed = read(f"Timestamp,Evening of play,Player,{ENGLISH}\n15/03/2026 9:12:44,{day},Ana,{ANA}\n")
        return [q.subject for q in parsed.questions]

    assert asked("14/03/2026") == ["Evening of play"]
    assert asked("15/03/2026") == []


def test_days_of_the_month_that_a_worksheet_is_called_by() -> None:
    def days(*told: int) -> list[str]:
        lines = [["Data", "Jucător", *WORDS], *([day, who, *FIGURES[who]] for day in told for who in FIGURES)]
        parsed = read(worksheets(**{"Ianuarie 2026": {(0, 0): lines}}), "a.xlsx")
        return [] if parsed.sheets.is_empty() else [str(day) for day in parsed.sheets["played"].unique().sort()]

    assert days(9, 23) == ["2026-01-09", "2026-01-23"]
    assert not days(1, 2)  # perhaps the first and the second evening: the rows are rejected


@pytest.mark.parametrize("title", ["2026", "Kniffel 2026", "Yam's - 2026", "Sezon 2026"])
def test_days_have_the_year_of_the_title(title: str) -> None:
    sheets = "".join(f"{day};Ana;{ANA.replace(',', ';')}\n" for day in ("19.01.", "26.01."))
    parsed = read(f"{title}\nDate;Player;{ENGLISH.replace(',', ';')}\n{sheets}")
    assert [str(day) for day in parsed.sheets["played"]] == ["2026-01-19", "2026-01-26"]
