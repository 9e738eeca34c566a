"""Paper sheets of column games: players above columns, in the words and arrows that clubs write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

from ingest.model import ParsedFile
from ingest.readers.labels import column_name, label
from tests.readers.reading import ANA, BO, ENGLISH, ITALIAN, boxes, fates, read, thirteen
from tests.readers.workbook import xlsx

EACH = ("down", "free", "up")


def sheet(
    *heads: Sequence[Any], figures: Sequence[int] = (1, 2, 3, 4, 5, 6), without: Sequence[str] = (), **options: Any
) -> ParsedFile:
    """Read a worksheet with heading rows above fifteen boxes, whose ones are the figures and all else is zero."""
    labels = [box for box in ITALIAN if box not in without]

    def fill(book: Any) -> None:
        page = book.add_worksheet("Foglio")
        for i, row in enumerate([*heads, *([box, *[0 if n else f for f in figures]] for n, box in enumerate(labels))]):
            page.write_row(i, 0, row)

    return read(xlsx(fill), "a.xlsx", **options)


def seats(parsed: ParsedFile) -> list[tuple[Any, ...]]:
    """Return block, player, column and ones of each column read."""
    return parsed.sheets.select("block", "player", "column", "p_ones").rows()


def both(*ones: int) -> list[tuple[Any, ...]]:
    return [(0, p, c, f) for (p, c), f in zip([(p, c) for p in ("Bice", "Ugo") for c in EACH], ones, strict=True)]


def test_plus_and_minus_are_max_and_min_among_boxes_of_five_dice() -> None:
    head = ENGLISH.replace("3 of", "Plus,Moins,3 of")
    parsed = read(f"Player,{head}\nAna,{ANA.replace('18,', '18,24,9,')}\n")
    assert boxes(parsed)["Ana"] == thirteen(ANA) | {"max": 24, "min": 9}


@pytest.mark.parametrize("total", ["Tot.", "Tot", "Σ", "Punti", "Pts", "Punkte", "T", "Totale"])
def test_a_sum_beside_the_columns_is_no_player_and_no_column(total: str) -> None:
    players = ["", "Bice", "", "", "", "Ugo", "", "", ""]
    columns = ["", *["Disc.", "Lib.", "Asc.", total] * 2]
    parsed = sheet(["Data", "18.01.2026"], players, columns, figures=(1, 2, 3, 6, 4, 5, 0, 9))
    assert seats(parsed) == both(1, 2, 3, 4, 5, 0)


@pytest.mark.parametrize(
    "columns",
    [
        ("↓", "↕", "↑"),
        ("⇓", "⇕", "⇑"),
        ("⬇", "⬇⬆", "⬆"),
        ("▼", "▲▼", "▲"),
        ("⬇\ufe0f", "↔\ufe0f", "⬆\ufe0f"),
        ("↓ disc", "↕ lib", "↑ asc"),
        ("giù ↓", "libera ↕", "su ↑"),
        ("Scende", "Libera", "Sale"),
        ("v", "○", "^"),
        ("V", "o", "^"),
        ("∨", "◯", "∧"),
        ("↓", "○", "↑"),
        ("Discend.", "Libera", "Ascend."),
        ("1. Giù", "2. Libera", "3. Su"),
        ("Col. discendente", "Col. libera", "Col. ascendente"),
        ("D", "L", "A"),
        ("d.", "f.", "u."),
        ("↓", "L", "↑"),
    ],
)
@pytest.mark.parametrize("players", [("Bice", "", "", "Ugo", "", ""), ("Bice", "Bice", "Bice", "Ugo", "Ugo", "Ugo")])
def test_arrows_and_words_name_columns(players: Sequence[str], columns: Sequence[str]) -> None:
    assert seats(sheet(["Data", "18.01.2026"], ["", *players], ["", *columns * 2])) == both(1, 2, 3, 4, 5, 6)


def test_columns_below_empty_rows() -> None:
    parsed = sheet(["Giocatore: Bice"], [], [], ["", *EACH], figures=(1, 2, 3))
    assert [row[1:] for row in seats(parsed)] == [("Bice", "down", 1), ("Bice", "free", 2), ("Bice", "up", 3)]


def test_signs_drawn_for_arrows_are_columns_in_every_layout() -> None:
    boxes = ["Uno", "Due", "Tre", "Quattro", "Cinque", "Sei", "Max", "Min"]
    rows = [["Ugo", sign, *(str(i * n) for n in range(1, 9))] for i, sign in enumerate(("v", "○", "^"), 1)]
    wide = [";".join(["Giocatore", "Colonna", *boxes]), *map(";".join, rows)]
    long = ["Giocatore;Colonna;Casella;Punti"]
    long += [f"{name};{sign};{box};{v}" for name, sign, *values in rows for box, v in zip(boxes, values, strict=True)]
    two = [";".join(["Giocatore", *(f"{box};;" for box in boxes)]), ";".join(["", *["v", "○", "^"] * 8])]
    two += [";".join(["Ugo", *(str(i * n) for n in range(1, 9) for i in (1, 2, 3))])]
    for lines in (wide, long, two):
        found = read("\n".join(lines)).sheets.select("player", "column", "p_ones", "p_min").rows()
        assert found == [("Ugo", "down", 1, 8), ("Ugo", "free", 2, 16), ("Ugo", "up", 3, 24)]


@pytest.mark.parametrize(
    "columns",
    [
        ("Col 1", "Col 2", "Col 3"),
        (1, 2, 3),
        ("A", "B", "C"),
        ("D", "L", "R"),
        ("G", "L", "S"),
        ("Sopra", "Libera", "Sotto"),
        ("Uno", "Due", "Tre"),
        ("Discendente", "Libera", "Boh"),
        ("→", "↕", "↗"),
    ],
)
def test_columns_that_are_not_known_are_never_players(columns: Sequence[Any]) -> None:
    for players in (["", "Bice", "", "", "Ugo"], ["", *["Bice"] * 3, *["Ugo"] * 3]):
        parsed = sheet(["Data", "18.01.2026"], players, ["", *columns * 2])
        assert parsed.sheets.is_empty()
        assert fates(parsed)[4] == "no_player"
        told = parsed.rows["message"].drop_nulls()[2:].str.join()[0]
        assert f"the headings {', '.join(map(str, columns))} may be columns or players" in told
        unknown = [str(text) for text in columns if not column_name(str(text))]
        assert [(q.about, q.subject) for q in parsed.questions] == [("column", text) for text in unknown]
        assert f'--heading "{unknown[0]}=down"' in parsed.questions[0].message


@pytest.mark.parametrize("columns", [("Col 1", "Col 2", "Col 3"), (1, 2, 3), ("G", "L", "S"), ("Uno", "Due", "Tre")])
def test_columns_are_what_a_person_says(columns: Sequence[Any]) -> None:
    said = dict(zip(map(str, columns), ("down", "free", "up"), strict=True))
    for players in (["", "Bice", "", "", "Ugo"], ["", *["Bice"] * 3, *["Ugo"] * 3]):
        parsed = sheet(["Data", "18.01.2026"], players, ["", *columns * 2], headings=said)
        assert seats(parsed) == both(1, 2, 3, 4, 5, 6)
        assert not parsed.questions
        assert said.items() <= parsed.understood.headings.items()
    first, last = map(str, (columns[0], columns[2]))
    rows = ["Data", "18.01.2026"], ["", "Bice", "", "", "Ugo"], ["", *columns * 2]
    assert [q.subject for q in sheet(*rows, headings={first: "down"}).questions] == [str(text) for text in columns[1:]]
    without = sheet(
        ["Data", "18.01.2026"], ["", "Bice"], ["", *columns], figures=(1, 2, 3), headings={**said, last: "ignore"}
    )
    assert seats(without) == [(0, "Bice", "down", 1), (0, "Bice", "free", 2)]


def test_an_answer_about_columns_says_nothing_of_boxes_and_players() -> None:
    """What is remembered of "1" or "G" as columns leaves the box 1, and a player called G, as they are."""
    said = {"1": "down", "2": "free", "3": "up", "G": "down", "S": "up"}
    head = "Player,1,2,3,4,5,6,3 of a kind,4 of a kind,Full house,Small straight,Large straight,Yams,Chance"
    assert boxes(read(f"{head}\nG,{ANA}\n", headings=said)) == {"G": thirteen(ANA)}
    paper = "\n".join(
        f"{box},{a},{b}" for box, a, b in zip(ENGLISH.split(","), ANA.split(","), BO.split(","), strict=True)
    )
    assert boxes(read(f",G,Ana\n{paper}\n", headings=said)) == {"G": thirteen(ANA), "Ana": thirteen(BO)}


@pytest.mark.parametrize("columns", [("Col 1", "Col 2", "Col 3"), ("Giù", "Libera", "Boh"), ("Uno", "Due", "Tre")])
def test_columns_above_the_players_that_are_not_known_are_no_games(columns: Sequence[str]) -> None:
    above = ["", *(text for column in columns for text in (column, ""))]
    parsed = sheet(["Data", "18.01.2026"], above, ["", *["Bice", "Ugo"] * 3])
    assert parsed.sheets.is_empty()
    assert fates(parsed)[4] == "no_player"


def test_the_player_may_stand_above_the_date_or_in_the_corner() -> None:
    columns = ["", "↓", "↕", "↑"]
    solo = [(0, "Bice", c, f) for c, f in zip(EACH, (1, 2, 3), strict=True)]
    assert seats(sheet(["Giocatore", "Bice"], ["Data", "18.01.2026"], columns, figures=(1, 2, 3))) == solo
    parsed = sheet(["Giocatore: Bice"], ["", "Discendente", "Libera", "Ascendente"], figures=(1, 2, 3))
    assert seats(parsed) == solo
    parsed = sheet(["18.01.2026"], ["", "Discendente", "Libera", "Ascendente"], figures=(1, 2, 3))
    assert parsed.sheets.is_empty()
    assert "the columns B, C, D have figures but no player's name" in parsed.rows["message"].drop_nulls()[2]


def test_players_of_two_games_stay_players() -> None:
    names = ["", "Ana", "Bo", "Su"]
    dated = sheet(["", "18.01.2026", "", "", "25.01.2026"], [*names, *names[1:]])
    numbered = sheet(["", "Joc 1", "", "", "Joc 2"], [*names, *names[1:]])
    for parsed in (dated, numbered):
        assert [(b, p) for b, p, *_ in seats(parsed)] == [(b, p) for b in (0, 1) for p in names[1:]]
    initials = sheet(["Campionato", "Finale"], ["", "G", "L", "S"], figures=(1, 2, 3))
    assert [p for _, p, *_ in seats(initials)] == ["G", "L", "S"]


@pytest.mark.parametrize("heads", [("↓", "↕", "↑"), ("Disc.", "Lib.", "Asc.")])
def test_a_row_a_player_under_boxes_over_columns(heads: Sequence[str]) -> None:
    def fill(book: Any) -> None:
        page = book.add_worksheet("18.01.2026")
        page.write_row(0, 0, ["Giocatore", *(text for box in ITALIAN for text in (box, "", ""))])
        page.write(0, 46, "Totale")
        page.write_row(1, 1, [*heads * len(ITALIAN)])
        for i, name in enumerate(("Bice", "Ugo")):
            page.write_row(2 + i, 0, [name, 3 * i + 1, 3 * i + 2, 3 * i + 3, *[0] * 42, 9 * i + 6])

    parsed = read(xlsx(fill), "a.xlsx")
    assert seats(parsed) == both(1, 2, 3, 4, 5, 6)
    assert parsed.sheets["stated_total"].drop_nulls().to_list() == [6, 15]


def test_players_called_by_a_letter_are_no_columns() -> None:
    parsed = sheet(["Data", "18.01.2026"], [""] * 4, ["", "D", "L", "A"], figures=(1, 2, 3))
    assert seats(parsed) == [(0, "D", "main", 1), (0, "L", "main", 2), (0, "A", "main", 3)]


@pytest.mark.parametrize("columns", [("D", "L", "A"), ("↓", "L", "↑"), ("Disc.", "Lib.", "Asc.")])
@pytest.mark.parametrize("written", ["{player} {column}", "{player} ({column})", "{player}-{column}"])
def test_first_letters_behind_players_are_columns(written: str, columns: Sequence[str]) -> None:
    heads = ["", *(written.format(player=p, column=c) for p in ("Bice", "Ugo") for c in columns)]
    assert seats(sheet(["Data", "18.01.2026"], heads)) == both(1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("columns", "meant"),
    [(("Boh", "L", "Mah"), {"Boh": "down", "L": "free", "Mah": "up"}), (("↓", "libera", "Boh"), {"Boh": "up"})],
)
def test_what_stands_behind_players_like_a_column_is_asked_about(columns: Sequence[str], meant: dict[str, str]) -> None:
    heads = ["", *(f"{player} {column}" for player in ("Bice", "Ugo") for column in columns)]
    parsed = sheet(["Data", "18.01.2026"], heads)
    assert [(q.about, q.subject) for q in parsed.questions] == [("column", text) for text in meant]
    said = sheet(["Data", "18.01.2026"], heads, headings=meant)
    assert said.questions == ()
    assert seats(said) == both(1, 2, 3, 4, 5, 6)


def test_players_of_two_families_are_no_columns() -> None:
    heads = ["", "Bice Rossi", "Ugo Rossi", "Bice Conti", "Ugo Conti"]
    parsed = sheet(["Data", "18.01.2026"], heads, figures=(1, 2, 3, 4))
    assert [player for _, player, *_ in seats(parsed)] == heads[1:]


def test_names_in_the_middle_above_their_columns() -> None:
    heads = ["", "", "Bice", "", "", "Ugo", ""]
    assert seats(sheet(["Data", "18.01.2026"], heads, ["", *["↓", "↕", "↑"] * 2])) == both(1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("name", ["Su Lin", "Al B.", "Libera", "Nonna Pina"])
@pytest.mark.parametrize("written", ["{player} {column}", "{player}/{column}", "{player} - {column}"])
def test_a_name_before_columns_is_kept_whole(written: str, name: str) -> None:
    heads = ["", *(written.format(player=p, column=c) for p in (name, "Bo") for c in ("Disc.", "Lib.", "Asc."))]
    parsed = sheet(["Data", "18.01.2026"], heads)
    assert parsed.sheets["player"].to_list() == [name] * 3 + ["Bo"] * 3
    assert parsed.sheets["column"].to_list() == [*EACH, *EACH]


@pytest.mark.parametrize("corner", ["Yam's", "Casella"])
def test_the_game_s_name_beside_columns_is_no_box(corner: str) -> None:
    heads = ["", "Bice", "", "", "Ugo"], [corner, *["Discendente", "Libre", "Ascendente"] * 2]
    assert seats(sheet(["Data", "18.01.2026"], *heads)) == both(1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("columns", [("↓", "↕", "↑"), ("D", "L", "A")])
@pytest.mark.parametrize("named", ["{}", "Giocatore: {}"])
def test_a_block_a_player_is_one_game_of_the_day_above_it(named: str, columns: Sequence[str]) -> None:
    def blocks(day: str, *players: str) -> list[str]:
        lines = [[f"{box};{n};{n};{n}" for n, box in enumerate(ITALIAN)] for _ in players]
        heads = [[named.format(p), f"Casella;{';'.join(columns)}"] for p in players]
        return [f"Yam's;{day}", *(line for head, own in zip(heads, lines, strict=True) for line in (*head, *own, ""))]

    text = [*blocks("18.01.2026", "Bice"), "", *blocks("25.01.2026", "Bice", "Rosa")]
    parsed = read("\n".join(text) + "\n")
    told = [
        (f"{day:%d.%m.}", player)
        for day, player in parsed.sheets.select("played", "player").unique(maintain_order=True).rows()
    ]
    assert told == [("18.01.", "Bice"), ("25.01.", "Bice"), ("25.01.", "Rosa")]
    assert parsed.sheets["block"].to_list() == [0] * 3 + [1] * 6
    assert parsed.sheets["column"].to_list() == [*EACH] * 3


def test_letters_above_the_players_are_columns() -> None:
    for without in ((), ("Max", "Min")):
        heads = ["", "D", "", "L", "", "A", ""], ["", *["Bice", "Ugo"] * 3]
        parsed = sheet(["Data", "18.01.2026"], *heads, figures=(1, 4, 2, 5, 3, 0), without=without)
        assert seats(parsed) == both(1, 2, 3, 4, 5, 0)


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_a_total_is_checked_wherever_it_stands_among_the_columns_of_its_player(at: int) -> None:
    lines = [f"{box};{n};{n};{n};" for n, box in enumerate(ITALIAN)]
    total = ["Totale", *("321" if c == at else "" for c in range(1, 5))]
    parsed = read("\n".join([";Bice;;;", ";↓;↕;↑;Tot.", *lines, ";".join(total)]) + "\n")
    assert parsed.sheets["stated_total"].to_list() == [321, None, None]


def test_the_total_beside_the_totals_of_columns_is_the_one_that_counts() -> None:
    lines = [f"{box};{n};{n};{n};{3 * n}" for n, box in enumerate(ITALIAN)]
    sums = ["Totale colonna;105;105;105;315", "Totale generale;;;;316"]
    parsed = read("\n".join([";Bice;;;", ";↓;↕;↑;Tot.", *lines, *sums]) + "\n")
    assert parsed.sheets["stated_total"].to_list() == [316, None, None]


def test_the_sum_of_max_and_min_is_no_box() -> None:
    lines = [f"{box};{n};{n};{n}" for n, box in enumerate(ITALIAN)]
    text = "\n".join([";Bice;;", ";↓;↕;↑", *lines[:8], "Totale Max/Min;13;13;13", *lines[8:]]) + "\n"
    assert read(text).sheets.select("p_min", "stated_max_min").unique().rows() == [(7, 13)]


def test_signs_for_max_and_min_in_columns() -> None:
    signs = {"Max": "+", "Min": "-"}
    lines = [f"{signs.get(box, box)};{n};{n};{n}" for n, box in enumerate(ITALIAN)]
    parsed = read("\n".join([";Bice;;", ";↓;↕;↑", *lines]) + "\n")
    assert parsed.sheets.select("p_max", "p_min").unique().rows() == [(6, 7)]


def test_what_is_said_of_a_sign_behind_players_is_found() -> None:
    heads = ["", *(f"{player} {column}" for player in ("Bice", "Ugo") for column in ("▼", "◆", "▲"))]
    parsed = sheet(["Data", "18.01.2026"], heads, headings={"◆": "free"})
    assert parsed.understood.headings["◆"] == "free"
    assert seats(parsed) == both(1, 2, 3, 4, 5, 6)


def test_labels_again_at_the_right_and_words_about_boxes_are_no_games() -> None:
    about = dict(zip(ITALIAN, ["somma"] * 10 + ["25", "30", "40", "50", "somma"], strict=True))
    lines = [f"{box};{about[box]};{n};{n};{n};{box}" for n, box in enumerate(ITALIAN)]
    parsed = read("\n".join([";;Bice ↓;Bice ↕;Bice ↑;", *lines, "", ";;Max ↓;Max ↕;Max ↑;", *lines]) + "\n")
    assert parsed.sheets.select("player", "column").rows() == [(p, c) for p in ("Bice", "Max") for c in EACH]


def test_a_sum_that_stands_before_the_lower_boxes_is_not_theirs() -> None:
    lines = [f"{box};{n};{n};{n}" for n, box in enumerate(ITALIAN)]
    text = "\n".join([";Bice;;", ";↓;↕;↑", *lines[:8], "Total II;13;13;13", *lines[8:], "Totale;105;105;105"]) + "\n"
    assert read(text).sheets["stated_max_min"].to_list() == [13] * 3


def test_a_worksheet_with_a_first_name_alone_is_that_player_s() -> None:
    def fill(book: Any) -> None:
        page = book.add_worksheet("Bice")
        for i, row in enumerate([["Data: 18.01.2026"], ["", "↓", "↕", "↑"], *([box, 1, 2, 3] for box in ITALIAN)]):
            page.write_row(i, 0, row)

    assert seats(read(xlsx(fill), "a.xlsx")) == [(0, "Bice", c, n) for n, c in enumerate(EACH, 1)]


def test_totals_of_columns_under_their_headings_and_of_sheets_beside_lines() -> None:
    figures = ";".join("0" for _ in ITALIAN)
    heads = ";".join([*ITALIAN, "Totale"])
    two = f";↓{';' * len(ITALIAN)};↑\nGiocatore;{heads};{heads}\nBice;{figures};1;{figures};2\n"
    assert read(two).sheets.select("column", "stated_column_total").rows() == [("down", 1), ("up", 2)]
    lines = f"Bice;↓;{figures};\nBice;↑;{figures};7\n"
    told = read(f"Giocatore;Colonna;{heads}\n{lines}").sheets
    assert told.select("column", "stated_total").rows() == [("down", 7), ("up", None)]
    open_ = f"Ugo;↓;{figures};3\nUgo;↑;{figures};4\n"
    told = read(f"Giocatore;Colonna;{heads}\n{lines}{open_}").sheets
    assert told["stated_column_total"].to_list() == [None, 7, 3, 4]


def test_boxes_above_columns_where_the_other_headings_stand_below() -> None:
    upper = ";;" + ";".join(f"{box};" for box in ITALIAN) + ";"
    lower = "Data;Giocatore;" + ";".join("↓;↑" for _ in ITALIAN) + ";Totale"
    parsed = read(f"{upper}\n{lower}\n18.01.2026;Bice{';1;2' + ';0;0' * 14};3\n")
    assert parsed.sheets.select("player", "column", "p_ones").rows() == [("Bice", "down", 1), ("Bice", "up", 2)]


@pytest.mark.parametrize("box", ["Full (3+2) ↓", "Full (3+2) (↓)", "↓ Full (3+2)"])
def test_a_column_behind_a_box_and_what_explains_it(box: str) -> None:
    found = label(box)
    assert found
    assert (found.name, found.column) == ("full_house", "down")


def test_figures_amid_columns_without_a_heading_are_told() -> None:
    parsed = sheet(["18.01.2026"], ["", "Bice", "", "", "Ugo"], ["", "↓", "", "↑", *"↓↕↑"])
    assert parsed.sheets.is_empty()
    assert any("the columns C have figures but neither" in told for told in parsed.rows["message"].drop_nulls())
    summed = sheet(["18.01.2026"], ["", "Bice", "", "", "Ugo"], ["", "↓", "↑", "", "↓", "↑"], figures=(1, 2, 3, 4, 0))
    assert [(player, column) for _, player, column, _ in seats(summed)] == [
        (p, c) for p in ("Bice", "Ugo") for c in ("down", "up")
    ]


def test_what_the_boxes_give_below_a_game_is_no_game() -> None:
    lines = [f"{box};1;2;3" for box in ITALIAN]
    rules = ["Tris;somma dei tre", "Poker;somma", "Full;25", "Scala min;30", "Scala mag;40", "Yams;50", "Chance;somma"]
    parsed = read("\n".join(["18.01.2026", ";Bice;;", ";↓;↕;↑", *lines, "", "Regole", *rules]) + "\n")
    assert seats(parsed) == [(0, "Bice", c, n) for n, c in enumerate(EACH, 1)]
    assert not any(code == "no_player" for code in fates(parsed).values())


@pytest.mark.parametrize("rows_above", [0, 70])
def test_boxes_over_columns_in_every_table_of_a_worksheet(rows_above: int) -> None:
    heads = [",".join(["Player", *(f"{box},," for box in ENGLISH.split(","))]), "," + ",".join(["down,free,up"] * 13)]
    rows = [
        f"{name}," + ",".join(f"{f},{f},{f}" for f in figures.split(","))
        for name, figures in (("Ana", ANA), ("Bo", BO))
    ]
    paper = [",Cy", *(f"{box},{f}" for box, f in zip(ENGLISH.split(","), ANA.split(","), strict=True)), ""]
    above = [line for n in range(rows_above // 14) for line in (f"Date,2026-02-{n + 10}", *paper)]
    tables = [line for day in (14, 21) for line in (f"Date,2026-03-{day}", *heads, *rows, "")]
    found = read("\n".join([*above, *tables])).sheets.filter(pl.col("player") != "Cy")
    each = [(str(row["played"]), row["player"], row["column"]) for row in found.iter_rows(named=True)]
    assert each == [(f"2026-03-{day}", name, column) for day in (14, 21) for name in ("Ana", "Bo") for column in EACH]
    assert found["p_chance"].to_list() == [22, 22, 22, 11, 11, 11] * 2
