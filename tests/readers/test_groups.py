"""Lines between the rows of a wide table: dates, tables and games of the rows below them."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from ingest.readers.groups import line, told
from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, fates, read, thirteen
from tests.readers.workbook import xlsx

HEAD = f"Player,{ENGLISH}"
FIRST, SECOND = dt.date(2026, 6, 13), dt.date(2026, 6, 20)
ABOVE, BELOW = f"Ana,{ANA}\nBo,{BO}\n", f"Dan,{ANA}\nEva,{BO}\n"


def groups(text: str | bytes, name: str = "sheet.csv") -> list[tuple[object, ...]]:
    """Return each player with the date, table and game, and the ordinal of the block."""
    parsed = read(text, name)
    blocks = list(dict.fromkeys(parsed.sheets["block"]))
    rows = parsed.sheets.iter_rows(named=True)
    return [(r["player"], r["played"], r["table"], r["game"], blocks.index(r["block"])) for r in rows]


@pytest.mark.parametrize(
    "text",
    [
        f"13.06.2026\n{HEAD}\n{ABOVE}\n20.06.2026\n{BELOW}",
        f"13.06.2026\n{HEAD}\n{ABOVE}20.06.2026{',' * 13}\n{BELOW}",
        f"{HEAD}\n13.06.2026\n{ABOVE}20.06.2026\n{BELOW}",
        f"{HEAD}\nData:,13.06.2026\n{ABOVE}Data:,20.06.2026\n{BELOW}",
        f"13.06.2026\n{HEAD}\n{ABOVE}\n20.06.2026\n{HEAD}\n{BELOW}",
    ],
)
def test_a_date_between_rows_is_that_of_the_rows_below(text: str) -> None:
    assert groups(text) == [
        ("Ana", FIRST, None, None, 0),
        ("Bo", FIRST, None, None, 0),
        ("Dan", SECOND, None, None, 1),
        ("Eva", SECOND, None, None, 1),
    ]


@pytest.mark.parametrize("between", ["Masa B\n", "\nMasa: B\n", "Masa,B\n", f"\nMasa B\n{HEAD}\n"])
def test_a_table_between_rows_keeps_the_date_above_it(between: str) -> None:
    assert groups(f"Data: 13.06.2026\nMasa A\n{HEAD}\n{ABOVE}{between}{BELOW}") == [
        ("Ana", FIRST, "A", None, 0),
        ("Bo", FIRST, "A", None, 0),
        ("Dan", FIRST, "B", None, 1),
        ("Eva", FIRST, "B", None, 1),
    ]


def test_a_line_tells_a_game_and_its_date() -> None:
    text = f"{HEAD}\nJoc 1 - 13.06.2026\n{ABOVE}Joc nr. 2 - 20.06.2026\n{BELOW}"
    assert [(played, game) for _, played, _, game, _ in groups(text)] == [(FIRST, "1")] * 2 + [(SECOND, "2")] * 2


def test_the_same_players_again_under_a_new_date() -> None:
    text = f"13.06.2026\n{HEAD}\n{ABOVE}\n20.06.2026\n{ABOVE}"
    assert [(name, played) for name, played, *_ in groups(text)] == [
        ("Ana", FIRST), ("Bo", FIRST), ("Ana", SECOND), ("Bo", SECOND),
    ]  # fmt: skip


def test_a_new_date_ends_the_table_above_it() -> None:
    text = f"{HEAD}\n13.06.2026\nMasa A\n{ABOVE}20.06.2026\n{BELOW}"
    assert [(played, table) for _, played, table, *_ in groups(text)] == [(FIRST, "A")] * 2 + [(SECOND, None)] * 2


def test_a_line_that_is_not_understood_parts_games_and_a_day_without_year_is_not_the_day_above() -> None:
    text = f"13.06.2026\n{HEAD}\n{ABOVE}Sesiunea 2\n{BELOW}"
    assert [(played, block) for _, played, *_, block in groups(text)] == [(FIRST, 0)] * 2 + [(FIRST, 1)] * 2
    text = f"13.06.2026\n{HEAD}\n{ABOVE}20 iunie\n{BELOW}"
    assert [(played, block) for _, played, *_, block in groups(text)] == [(FIRST, 0)] * 2 + [(None, 1)] * 2


def test_a_player_without_figures_parts_nothing() -> None:
    text = f"13.06.2026\n{HEAD}\n{ABOVE}Cy{',' * 13}\n{BELOW}"
    assert [block for *_, block in groups(text)] == [0] * 4


def test_a_date_of_a_worksheet_stands_in_a_cell_of_dates() -> None:
    def fill(book: Any) -> None:
        sheet, style = book.add_worksheet(), book.add_format({"num_format": "dd.mm.yyyy"})
        for number, row in enumerate((HEAD, FIRST, *ABOVE.split(), SECOND, *BELOW.split())):
            if isinstance(row, dt.date):
                sheet.write_datetime(number, 0, row, style)
            else:
                sheet.write_row(number, 0, [int(c) if c.isdigit() else c for c in row.split(",")])

    found = groups(xlsx(fill), "sheet.xlsx")
    assert [(name, played) for name, played, *_ in found] == [
        ("Ana", FIRST), ("Bo", FIRST), ("Dan", SECOND), ("Eva", SECOND),
    ]  # fmt: skip


def test_lines_are_told_as_titles() -> None:
    assert fates(read(f"{HEAD}\n13.06.2026\n{ABOVE}")) == {1: "heading", 2: "title"}


def test_what_a_title_tells() -> None:
    assert told("Runda 2, masa C") == {"round": "2", "table": "C"}
    assert told("Table of results") == {}
    assert told("Game 3") == {"game": "3"}
    assert line(["Ana", "", ""]) is None
    assert line(["13.06.2026", "Ana"]) is None
    assert line(["Total", "13.06.2026"]) is None
    assert line(["", "", ""]) is None


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (("13", "20"), [FIRST, SECOND]),
        (("Sâmbătă 13 iunie", "20 iunie"), [FIRST, SECOND]),
        (("1", "2"), [None, None]),  # they count the games
    ],
)
def test_the_year_of_days_is_in_the_name_of_the_worksheet(
    days: tuple[str, str], expected: list[dt.date | None]
) -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Iunie 2026")
        row = 0
        for day in days:
            sheet.write(row, 0, day)
            sheet.write_row(row + 1, 1, ["Ana", "Bo"])
            for i, box in enumerate(ENGLISH.split(","), row + 2):
                sheet.write_row(i, 0, [box, 0, 0])
            row += 17

    played = read(xlsx(fill), "a.xlsx").sheets["played"]
    assert played.unique(maintain_order=True).to_list() == list(dict.fromkeys(expected))


def test_a_worksheet_of_rules_beside_a_game_is_left_out() -> None:
    def fill(book: Any) -> None:
        rules, game = book.add_worksheet("Reguli"), book.add_worksheet("13.06.2026")
        for i, row in enumerate(
            [("Full house", "25 puncte"), ("Yams", "50 puncte"), ("Chinta mică", 30), ("Noroc", 0)]
        ):
            rules.write_row(i, 0, row)
        for i, row in enumerate([("", "Ana", "Bo"), *((box, 0, 0) for box in ENGLISH.split(","))]):
            game.write_row(i, 0, row)

    parsed = read(xlsx(fill), "a.xlsx")
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert "rejected" not in parsed.rows["fate"].to_list()


def test_times_part_the_games_of_a_day_where_players_come_again() -> None:
    rows = [(f"2026-03-14T{hour}:15", name) for hour in (19, 21) for name in ("Ana", "Bo")]
    parsed = read(f"Date,Player,{ENGLISH}\n" + "".join(f"{when},{name},{ANA}\n" for when, name in rows))
    assert parsed.sheets["block"].n_unique() == 2
    assert parsed.sheets["played"].cast(str).unique().to_list() == ["2026-03-14"]
    each = read(f"Date,Player,{ENGLISH}\n2026-03-14 19:15,Ana,{ANA}\n2026-03-14 19:16,Bo,{ANA}\n")
    assert each.sheets["block"].n_unique() == 1


@pytest.mark.parametrize(
    ("saved", "games"),
    [
        ([("18:00", "Ana"), ("18:05", "Bo"), ("18:10", "Cy")], 1),  # each typed in when it was done
        ([("18:00:03", "Ana"), ("18:00:04", "Bo"), ("20:00:03", "Ana"), ("20:00:05", "Bo")], 2),
        ([("18:00:03", "Ana"), ("18:00:04", "Bo"), ("20:00:03", "Cy"), ("20:00:05", "Di")], 2),
        ([("18:00", "Ana"), ("18:00", "Bo"), ("20:00", "Cy"), ("20:00", "Di")], 1),
        ([("18:00", "Ana"), ("18:40", "Ana"), ("20:00", "Ana")], 3),  # alone, again and again
        ([("18:00", "Ana"), ("18:40", "Bo"), ("20:00", "Ana")], 1),  # held, as a player stands twice in it
    ],
)
def test_times_part_games_alike_in_every_format(saved: list[tuple[str, str]], games: int) -> None:
    rows = [{"Date": f"2026-03-14T{at}", "Player": name, **thirteen(ANA)} for at, name in saved]
    table = "\n".join([",".join(rows[0]), *(",".join(str(v) for v in row.values()) for row in rows)])
    for parsed in (read(table), read(json.dumps(rows), "a.json")):
        assert parsed.sheets.select("played", "block").n_unique() == games


@pytest.mark.parametrize(
    ("written", "seasons"),
    [
        (("Spring", "", "", "", "Summer", ""), ["Spring"] * 4 + ["Summer"] * 2),
        (("2025", "2025", "", "", "", ""), ["2025"] * 2 + [None] * 4),  # twice in a row: what is blank is said so
        (("", "", "Cup", "", "", ""), [None] * 2 + ["Cup"] + [None] * 3),
    ],
)
def test_a_season_written_once_is_that_of_the_rows_below(written: tuple[str, ...], seasons: list[str | None]) -> None:
    days = ("2026-03-06", "2026-03-06", "2026-03-13", "2026-03-13", "2026-06-20", "2026-06-20")
    rows = zip(written, days, ("Ana", "Bo") * 3, (ANA, BO) * 3, strict=True)
    wide = [f"{season},{day},{name},{figures}" for season, day, name, figures in rows]
    parsed = read("\n".join([f"Season,Date,Player,{ENGLISH}", *wide]))
    assert parsed.sheets["season"].to_list() == seasons
    assert any("season is written once" in note for note in parsed.understood.notes) == (written[0] == "Spring")
    rows = zip(written, days, ("Ana", "Bo") * 3, strict=True)
    long = [f"{season},{day},{name},Chance,20" for season, day, name in rows]
    assert read("\n".join(["Season,Date,Player,Box,Points", *long])).sheets["season"].to_list() == seasons


def test_the_row_of_an_absent_player_passes_on_the_date() -> None:
    rows = ["2026-03-06,Ana,", ",Bo,", ",Dan,", "2026-03-13,Bo,", ",Ana,", ",Dan,"]
    lines = [f"{row}{figures}" for row, figures in zip(rows, (ANA, BO, ANA, "", BO, ANA), strict=True)]
    parsed = read("\n".join([f"Date,Player,{ENGLISH}", *lines]))
    assert [(r["player"], r["played"]) for r in parsed.sheets.iter_rows(named=True)] == [
        *((name, dt.date(2026, 3, 6)) for name in ("Ana", "Bo", "Dan")),
        *((name, dt.date(2026, 3, 13)) for name in ("Ana", "Dan")),
    ]
    assert fates(parsed)[5] == "blank_player"
    lines.insert(1, f"2026-03-06,Zoe,{',' * 12}")  # who never played, with a date of her own
    again = read("\n".join([f"Date,Player,{ENGLISH}", *lines]))
    assert again.sheets.select("player", "played").rows() == parsed.sheets.select("player", "played").rows()


@pytest.mark.parametrize(
    "cells",
    ["absent,,,,,,,,,,,,", "forfait,-,-,-,-,-,-,-,-,-,-,-,-", "abwesend (krank),,,,,,,,,,,,0", "Absent(ă)" + ",0" * 12],
)
def test_a_row_that_says_that_its_player_is_absent_is_no_sheet(cells: str) -> None:
    rows = [f"2026-03-06,Eva,{cells}", f",Bo,{BO}", f",Ana,{ANA}", f"2026-03-13,Bo,{BO}", f",Ana,{cells}"]
    parsed = read("\n".join([f"Date,Player,{ENGLISH}", *rows]))
    assert [(r["player"], r["played"].day) for r in parsed.sheets.iter_rows(named=True)] == [
        ("Bo", 6),
        ("Ana", 6),
        ("Bo", 13),
    ]
    assert fates(parsed) == {1: "heading", 2: "blank_player", 6: "blank_player"}
    assert parsed.findings.is_empty()


def test_points_beside_the_word_for_an_absent_player_are_for_a_person_to_settle() -> None:
    assert not read(f"Player,{ENGLISH}\nAna,absent,4{',' * 11}\nBo,{BO}\n").findings.is_empty()


def test_a_date_that_is_written_once_is_told() -> None:
    rows = [f"2026-03-06,Ana,{ANA}", f",Bo,{BO}"]
    told = "the date is written once: it counts for the rows below it as well"
    assert read("\n".join([f"Date,Player,{ENGLISH}", *rows])).understood.notes == (told,)
    assert read("\n".join([f"Date,Player,{ENGLISH}", rows[0]])).understood.notes == ()
    long = "Date,Player,Box,Points\n2026-03-06,Ana,Chance,20\n,Ana,Ones,3\n"
    assert read(long).understood.notes == (told,)
    assert read(long.replace("\n,", "\n2026-03-06,")).understood.notes == ()


def test_numbers_under_a_bare_heading_tell_the_games_apart() -> None:
    rows = [f"{n},{name},{ANA}" for n, name in zip((40, 41, 42), ("Ana", "Ana", "Bo"), strict=True)]
    parsed = read("\n".join([f"ID,Player,{ENGLISH}", *rows]) + "\n")
    assert parsed.sheets["game"].to_list() == ["40", "41", "42"]
    tables = [f"{n},{name},{ANA}" for n, name in zip((1, 1, 2, 2), ("Ana", "Bo", "Bo", "Ana"), strict=True)]
    assert read("\n".join([f"Nr,Player,{ENGLISH}", *tables]) + "\n").sheets["game"].to_list() == ["1", "1", "2", "2"]


def test_numbers_of_lines_tell_no_games_apart_where_the_date_is_written_once() -> None:
    days = ("2026-03-06", "", "2026-03-13", "")
    rows = [f"{n},{day},{name},{ANA}" for n, (day, name) in enumerate(zip(days, ["Ana", "Bo"] * 2, strict=True), 1)]
    parsed = read("\n".join([f"N.,Date,Player,{ENGLISH}", *rows]) + "\n")
    assert parsed.sheets["game"].null_count() == 4
    assert [day.day for day in parsed.sheets["played"]] == [6, 6, 13, 13]


def test_numbers_of_games_go_on_below_the_same_headings_again() -> None:
    head = f"ID,Player,{ENGLISH}"
    rows = [f"{n},{name},{ANA}" for n, name in zip((40, 40, 41, 41), ("Ana", "Bo", "Ana", "Bo"), strict=True)]
    parsed = read("\n".join([head, *rows[:2], head, *rows[2:]]) + "\n")
    assert parsed.sheets["game"].to_list() == ["40", "40", "41", "41"]
    other = read("\n".join([head, *rows[:2], head.replace("ID", "Nr"), *rows[2:]]) + "\n")
    assert other.sheets["block"].to_list() == [0, 0, 1, 1]


def test_numbers_that_may_count_lines_or_games_are_asked_about() -> None:
    rows = [f"{n},{name},{ANA}" for n, name in enumerate(("Ana", "Bo", "Ana", "Bo"), 1)]
    text = "\n".join([f"Nr,Player,{ENGLISH}", *rows]) + "\n"
    assert [(q.subject, q.choices) for q in read(text).questions] == [("Nr", ("game", "ignore"))]
    assert read(text, headings={"Nr": "game"}).sheets["game"].to_list() == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "word", ["Report", "Übertrag", "A reportar", "Suma y sigue", "Riporto", "Carried forward page 1"]
)
def test_sums_carried_from_page_to_page_and_means_are_no_games(word: str) -> None:
    head, first = f"Date,Player,{ENGLISH}", f"2026-03-06,Ana,{ANA}\n2026-03-06,Bo,{ANA}"
    twice = ",".join(str(2 * int(figure)) for figure in ANA.split(","))
    mean = f"2026-03-06,Ø,{ANA}"
    for carried in (f",{word},{twice}", f"{word},,{twice}"):
        text = (
            f"{head}\n{first}\n{mean}\n{carried}\npage 1/2\n{head}\n{carried}\n2026-03-13,Ana,{BO}\nStand: 14.3.2026\n"
        )
        parsed = read(text)
        assert parsed.sheets.select("player", "played").rows() == [
            ("Ana", dt.date(2026, 3, 6)),
            ("Bo", dt.date(2026, 3, 6)),
            ("Ana", dt.date(2026, 3, 13)),
        ]
        assert fates(parsed) == {
            1: "heading", 4: "sums", 5: "sums", 6: "note", 7: "heading", 8: "sums", 10: "note",
        }  # fmt: skip


@pytest.mark.parametrize("once", ["Data", "Partita"])
def test_columns_of_a_sheet_below_each_other_share_a_date_that_is_written_once(once: str) -> None:
    lines = [f"{once},Giocatore,Colonna,{','.join(ITALIAN)}"]
    for tells in ("2026-03-14", "2026-03-21") if once == "Data" else ("1", "2"):
        rows = [f"{name},{column},{','.join('0' * 15)}" for name in ("Ana", "Bo") for column in ("libera", "giù", "su")]
        lines += [f"{tells if not n else ''},{row}" for n, row in enumerate(rows)]
    told = [tuple(map(str, row)) for row in read("\n".join(lines) + "\n").sheets.select("game", "played").rows()]
    assert told == [told[0]] * 6 + [told[6]] * 6
    assert told[0] != told[6]
