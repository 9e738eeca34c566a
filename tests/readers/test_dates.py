"""Dates: one order a file, proven by a day above 12, else the club's, else ask (DESIGN.md, Dependencies)."""

from __future__ import annotations

import datetime as dt

import pytest

from ingest.model import ReadOptions
from ingest.readers.calendar import IMPOSSIBLE, Calendar, orders_shown, settle_dates
from ingest.readers.dates import readings, with_year, within
from tests.readers.reading import ANA, BO, ENGLISH, read


def calendar(*texts: str, **options: str) -> Calendar:
    return settle_dates([(t, f"row {i}") for i, t in enumerate(texts, 2)], ReadOptions(**options))


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-14", "2026/3/14", "2026.03.14", "20260314", "14 martie 2026", "14 mars 2026", "14 marzo 2026",
        "14 de marzo de 2026", "14. März 2026", "March 14, 2026", "14 March 2026", "14-Mar-26",
        "Saturday, 14 March 2026",
        "2026-03-14 19:30", "2026-03-14T19:30:00Z", "14th March 2026", "sâmbătă, 14 martie 2026", "14 MARTIE 2026",
        "14.III.2026", "14 III 26", "14th of March 2026", "Mar-14-2026", "46095", "46095.8125",
    ],
)  # fmt: skip
def test_dates_that_read_one_way(text: str) -> None:
    assert readings(text) == {"any": dt.date(2026, 3, 14)}


@pytest.mark.parametrize(
    "text",
    [
        "31.02.2026",
        "2026-13-01",
        "0.1.2026",
        "soon",
        "40251",
        "99999",
        "14.IIII.2026",
        "14.03",
        "1/2/3/4",
        "99.99.9999",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert readings(text) == {}
    assert calendar(text).day(text) is IMPOSSIBLE


@pytest.mark.parametrize(
    "text",
    [
        "14,03,2026", "14_03_2026", "14.03.2026, ora 19:30", "14/03/2026 à 20h30", "14.03.2026 19:30 Uhr",
        "14.03.2026 (sâmbătă)", "14.03.2026 r.", "Joc 3 - sâmbătă 14 martie 2026", "Joc 3 din 14.03.2026",
    ],
)  # fmt: skip
def test_words_beside_a_date(text: str) -> None:
    assert calendar(text).day(text) == dt.date(2026, 3, 14)


def test_a_day_above_12_proves_the_order() -> None:
    read = calendar("03.04.2026", "22.05.2026")
    assert (read.order, read.basis) == ("dmy", "shown by 22.05.2026")
    assert read.day("03.04.2026") == dt.date(2026, 4, 3)
    assert calendar("03/04/2026", "05/22/2026").day("03/04/2026") == dt.date(2026, 3, 4)


def test_two_figure_years() -> None:
    assert calendar("4.2.26", "21.2.26").day("4.2.26") == dt.date(2026, 2, 4)


def test_nothing_proven_asks_and_reads_nothing() -> None:
    read = calendar("03.04.2026", "05.06.2026")
    assert read.question is not None
    assert read.question.choices == ("dmy", "mdy")
    assert read.question.message.endswith("Say --date-order dmy or mdy.")
    assert read.day("03.04.2026") is None


def test_the_club_settles_it_and_a_person_before_the_club() -> None:
    assert calendar("03.04.2026", club_date_order="mdy").day("03.04.2026") == dt.date(2026, 3, 4)
    read = calendar("03.04.2026", club_date_order="mdy", date_order="dmy")
    assert (read.basis, read.day("03.04.2026")) == ("given", dt.date(2026, 4, 3))


def test_proof_wins_over_the_club() -> None:
    assert calendar("03.04.2026", "22.05.2026", club_date_order="mdy").day("03.04.2026") == dt.date(2026, 4, 3)


def test_nothing_to_ask_where_all_orders_agree() -> None:
    read = calendar("03.03.2026", "2026-05-06")
    assert read.question is None
    assert read.day("03.03.2026") == dt.date(2026, 3, 3)


def test_both_orders_proven_names_both_rows() -> None:
    read = calendar("22.05.2026", "05.22.2026")
    assert read.question is not None
    assert "row 2" in read.question.message
    assert "row 3" in read.question.message


def test_a_given_order_makes_the_other_impossible() -> None:
    assert calendar("22.05.2026", "05.22.2026", date_order="dmy").day("05.22.2026") is IMPOSSIBLE


def test_a_year_may_stand_first_in_two_figures() -> None:
    assert calendar("26-03-14", "26-03-21").question is not None
    assert calendar("26-03-14", "26-03-21", date_order="ymd").day("26-03-14") == dt.date(2026, 3, 14)
    assert calendar("14-03-26", "21-03-26").day("14-03-26") == dt.date(2026, 3, 14)


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Partida 1 - 6 mai 2026", "6 mai 2026"),
        ("Feuille03012026-1", "03012026"),
        ("NewFeuille 07 05 2026 (5)", "07 05 2026"),
        ("Noms des combinaisons (07/06/2026)", "07/06/2026"),
        ("2026-03-14 A", "2026-03-14"),
        ("Game 1 - March 18, 2026", "March 18, 2026"),
        ("Round 3 / October 23 2026", "October 23 2026"),
        ("PARTIDA DEL 14 DE MARZO DE 2026", "14 DE MARZO DE 2026"),
        ("SAMEDI 1ER MARS 2026", "1ER MARS 2026"),
        ("Partida 1, mar 24 de febrero del 2026", "24 de febrero del 2026"),
        ("Partie 2 - mar. 24 février 26", "24 février 26"),
        ("Joc 1, mar 24/02/2026", "mar 24/02/2026"),
        ("Partita del 1 mar 24", "1 mar 24"),
        ("Joc 21/10/2017", "21/10/2017"),
        ("Joc 2/21/10/2017", "21/10/2017"),
        ("Récupéré_Feuil1", None),
        ("Table 12, 3 players", None),
        ("14.03.2026 to 15.03.2026", None),
    ],
)
def test_the_date_within_a_title(title: str, found: str | None) -> None:
    assert within(title) == found


@pytest.mark.parametrize(
    "title",
    [
        "13-14.06.2026", "Seara de joc 13/14.06.2026", "13 - 14 iunie 2026", "13 și 14 iunie 2026", "13./14. Juni 2026",
        "Nuit du 13 au 14 juin 2026", "13.06-14.06.2026", "Sâmbătă 13-14/06/26",
    ],
)  # fmt: skip
def test_an_evening_over_midnight_is_dated_by_its_first_day(title: str) -> None:
    found = within(title)
    assert found is not None
    assert set(readings(found).values()) == {dt.date(2026, 6, 13)}
    assert calendar(found).notes == (f"{found!r} is two days, and counts as the first",)


def test_the_last_evening_of_a_month_and_of_a_year() -> None:
    assert readings("30.06/1.07.2026") == {"dmy": dt.date(2026, 6, 30)}
    assert set(readings("31/1.01.2026").values()) == {dt.date(2025, 12, 31)}


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Joc 13-14 mai 2026", "14 mai 2026"),
        ("Joc nr. 5/6.07.2026", "6.07.2026"),
        ("Masa 2/14.05.2026", "14.05.2026"),
        ("Etapa 5 - 6 mai 2026", "6 mai 2026"),
        ("13-16.06.2026", None),
        ("13-16 iunie 2026", None),
        ("Turneu 13-14.06.2026", None),
    ],
)
def test_a_number_before_a_date_and_several_days_are_no_evening(title: str, found: str | None) -> None:
    assert within(title) == found
    assert readings("13-16 iunie 2026") == {}


def test_a_given_order_that_the_dates_contradict_is_asked_about() -> None:
    """What is given for several files does not overrule the proof of one (DESIGN.md, Dates)."""
    question = calendar("03/04/2026", "03/25/2026", date_order="dmy").question
    assert question is not None
    assert "03/25/2026 (row 3) can only be mdy" in question.message


@pytest.mark.parametrize(
    ("text", "title", "given"),
    [
        ("13", "Iunie 2026", "13 Iunie 2026"),
        ("Sâmbătă 13 iunie", "Iunie 2026", "Sâmbătă 13 iunie 2026"),
        ("13 iunie", "2026", "13 iunie 2026"),
        ("13.06", "Sezon 2026", "13.06.2026"),
        ("June 13th", "2026", "June 13th"),
        ("13 iunie", "2025-2026", "13 iunie"),
        ("13 iunie 2025", "2026", "13 iunie 2025"),
        ("13 iunie", "13.06.2026", "13 iunie"),
        ("32", "Iunie 2026", "32"),
        ("13", "2026", "13"),
        ("Masa 13", "Iunie 2026", "Masa 13"),
        ("Ziua 13", "Iunie 2026", "13 Iunie 2026"),
        ("Jour 13", "Juin 2026", "13 Juin 2026"),
        ("Sâmbătă 13", "Iunie 2026", "13 Iunie 2026"),
        ("Vineri 13", "Iunie 2026", "Vineri 13"),
    ],
)
def test_a_day_takes_the_year_of_the_title(text: str, title: str, given: str) -> None:
    assert with_year(text, title, alone=True) == given


def test_figures_beside_others_are_no_days() -> None:
    assert with_year("13", "Iunie 2026", alone=False) == "13"
    assert with_year("13.06", "Iunie 2026", alone=False) == "13.06"
    assert with_year("13 iunie", "Iunie 2026", alone=False) == "13 iunie 2026"


@pytest.mark.parametrize(
    ("text", "day"),
    [("Sunday 12/04/2026", (2026, 4, 12)), ("dim. 12.04.26", (2026, 4, 12)), ("vineri, 12/04/2026", (2026, 12, 4))],
)
def test_the_weekday_beside_a_date_shows_the_order(text: str, day: tuple[int, int, int]) -> None:
    assert within(f"Masa 2 - {text}") == text
    assert calendar(text).day(text) == dt.date(*day)


def test_a_weekday_that_fits_no_reading_shows_nothing() -> None:
    assert calendar("Monday 12/04/2026").question is not None


@pytest.mark.parametrize(
    ("title", "texts", "shown"),
    [
        ("12 avril 2026", ["12/04/2026"], [("dmy", "12/04/2026")]),
        ("April 2026", ["04/05/2026", "04/12/2026"], [("mdy", "04/05/2026")]),
        ("2026-04", ["05.04.2026"], [("dmy", "05.04.2026")]),
        ("Aprilie", ["05.04.2026", "04.05.2026"], []),
        ("Mai 2026", ["05.04.2026", "12.04.2026"], []),
        ("Mai 2026", ["05/05/2026"], []),
        ("13 avril 2026", ["12/04/2026"], []),
        ("Foaie1", ["12/04/2026"], []),
    ],
)
def test_a_worksheet_s_name_shows_the_order_of_its_dates(
    title: str, texts: list[str], shown: list[tuple[str, str]]
) -> None:
    assert orders_shown(title, texts) == shown


def test_two_figures_are_of_this_century_up_to_29_whenever_they_are_read() -> None:
    assert calendar("13-06-99").day("13-06-99") == dt.date(1999, 6, 13)
    assert calendar("13.06.29").day("13.06.29") == dt.date(2029, 6, 13)
    assert calendar("13.06.50").day("13.06.50") == dt.date(1950, 6, 13)
    assert readings("13.06.30") == {}, "1930 has no scoresheets"
    assert readings("50099") == {"any": dt.date(2037, 2, 28)}
    assert "any" not in readings("50100"), "it may be 5 January 2000"


def test_spreadsheet_numbers_are_told() -> None:
    assert calendar("46095").basis == "spreadsheet numbers"


def test_short_weekdays_are_those_of_any_language() -> None:
    assert set(readings("di. 09.08.2026")) == {"dmy", "mdy"}  # a Sunday in French, and a Tuesday in German
    assert readings("ve 05/06/2026") == {"dmy": dt.date(2026, 6, 5)}
    assert calendar("sa. 30.05.2026", "di. 09.08.2026").day("di. 09.08.2026") == dt.date(2026, 8, 9)
    assert within("Soirée du 05/06/2026") == "05/06/2026"


def test_a_season_of_two_years_tells_no_year() -> None:
    assert [with_year("17.02.", title, alone=True) for title in ("2025-26", "Saison 2025/26", "2025_26")] == [
        "17.02."
    ] * 3
    assert with_year("17", "Februar 2026", alone=True) == "17 Februar 2026"
    assert with_year("17.02.", "Saison 2026-1", alone=True) == "17.02.2026"


@pytest.mark.parametrize(
    ("title", "date"),
    [
        ("Clubul Yamms, Bd. 21 Decembrie 1989 nr. 5, Cluj", None),
        ("14 mars 2026, 12 rue du 8 mai 1975", "14 mars 2026"),
        ("14.03.2026 (nächstes Spiel: 21.03.2026)", "14.03.2026"),
        ("Scoresheet v1.2.24", None),
        ("Regolamento del 12.01.2020", None),
        ("Sezon 01.09.2025 - 30.06.2026", None),
    ],
)
def test_dates_in_titles_that_are_not_of_games(title: str, date: str | None) -> None:
    assert within(title) == date


def test_seconds_since_1970_are_days_where_a_date_is_said_to_stand() -> None:
    told = calendar("1773500400", "1773500400123")  # 15:00 on 14 March 2026, in UTC
    assert [told.day("1773500400"), told.day("1773500400123")] == [dt.date(2026, 3, 14)] * 2
    assert told.notes == ("dates in seconds since 1970 are taken as the days that they are in UTC",)
    assert readings("1773500400") == {}  # elsewhere it may be the number of a game


@pytest.mark.parametrize(
    "headings",
    ["Timestamp,Date", "Horodateur,Date de la partie", "startedAt,playedAt", "Date,Zeitstempel", "finished_at,date"],
)
def test_a_time_stamp_gives_way_to_a_plainer_date(headings: str) -> None:
    first, second = ("2026-03-14", "2026-03-15") if headings.startswith("Date") else ("2026-03-15", "2026-03-14")
    parsed = read(f"{headings},Player,{ENGLISH}\n{first},{second},Ana,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


def test_a_start_is_the_date_where_an_end_stands_beside_it() -> None:
    parsed = read(f"startedAt,finishedAt,Player,{ENGLISH}\n2026-03-14 23:00,2026-03-15 00:10,Ana,{ANA}\n")
    assert parsed.sheets["played"].to_list() == [dt.date(2026, 3, 14)]


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-14 20:15:00 UTC", "20260314T201500Z", "2026-03-14 20:15:00.000000+00", "14.03.2026 20:15 Uhr",
        "14/03/2026, ore 20:15", "14/03/2026 8:15 p. m.", "2026/03/14 8:15:00 PM GMT+1", "14/03/2026 20:15h",
    ],
)  # fmt: skip
def test_times_of_day_with_their_zones_and_words(text: str) -> None:
    assert set(readings(text).values()) == {dt.date(2026, 3, 14)}


def test_the_number_of_a_game_before_an_english_date_is_no_day() -> None:
    assert within("Game 1 - Jul 13th, 2026") == "Jul 13th, 2026"


@pytest.mark.parametrize(
    ("written", "days"),
    [
        (["12.09.", "12.12.", "13.03."], ["2025-09-12", "2025-12-12", "2026-03-13"]),
        (["13.03.", "12.12.", "12.09."], ["2026-03-13", "2025-12-12", "2025-09-12"]),
        (["13. April", "12. Dezember", "10. Januar"], ["2025-04-13", "2025-12-12", "2026-01-10"]),
        (["Fr. 13.03.", "Fr., 20.03."], ["2026-03-13", "2026-03-20"]),
        (["Do. 13.03.", "Do. 20.03."], []),  # a Thursday in 2025, though before the summer
        (["Fr. 05.06.", "Mi. 16.07."], ["2026-06-05", "2025-07-16"]),
        (["Fr. 09.11.", "Fr. 11.01."], []),  # a Sunday in 2025, and as month and day a Thursday
        (["So. 09.11.", "So. 11.01."], ["2025-11-09", "2026-01-11"]),
        (["12.09.", "13.03.", "10.10."], []),
        (["13.07."], []),
    ],
)
def test_a_day_takes_the_year_of_its_season_where_that_is_plain(written: list[str], days: list[str]) -> None:
    rows = "".join(f'"{day}",Ana,{ANA}\n,Bo,{BO}\n' for day in written)
    parsed = read(f"Datum,Spieler,{ENGLISH}\n{rows}", "Kniffel Saison 2025-26.csv")
    assert [day.isoformat() for day in parsed.sheets["played"].unique(maintain_order=True)] == days
    told = [note for note in parsed.understood.notes if note.startswith("days without a year are of the season")]
    assert [f"{written[0]} is of {days[0][:4]}" in note for note in told] == [True] * bool(days)


def test_a_leap_day_is_of_the_year_of_its_season_that_has_one() -> None:
    rows = "".join(f"{day},Ana,{ANA}\n" for day in ("12.12.", "29.02.", "14.03."))
    parsed = read(f"Datum,Spieler,{ENGLISH}\n{rows}", "Kniffel Saison 2023-24.csv")
    assert [day.isoformat() for day in parsed.sheets["played"]] == ["2023-12-12", "2024-02-29", "2024-03-14"]
