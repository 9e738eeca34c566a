"""What stands among the players and is none: corners, bests, columns in the names, signatures (DESIGN.md, Paper)."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.readers.reading import ANA, BO, ENGLISH, accounted, boxes, fates, read, thirteen

LABELS = ENGLISH.split(",")
CY = "2,8,3,16,10,6,11,9,0,30,0,0,25"


def paper(head: str, *columns: str) -> str:
    """Write a sheet with the boxes down the side; a column is its figures in sheet order."""
    rows = zip(LABELS, *(c.split(",") for c in columns), strict=True)
    return "\n".join([head, *(",".join(r) for r in rows)]) + "\n"


def wide(*rows: str) -> str:
    return "\n".join([f"Date,Player,{ENGLISH}", *rows]) + "\n"


@pytest.mark.parametrize(
    "corner", ["Joc", "Partie", "Game", "Partida", "Spiel", "Round", "Kniffel", "YAHTZEE", "Yam's"]
)
def test_the_corner_of_the_names_takes_no_name_and_is_no_box(corner: str) -> None:
    parsed = read(paper(f"{corner},Ana,Bo", ANA, BO))
    found = parsed.sheets.select("player", "game", "round", "p_ones", "p_yams").rows()
    assert found == [("Ana", None, None, 3, 50), ("Bo", None, None, 1, 0)]


@pytest.mark.parametrize(
    ("word", "figures"),
    [
        ("Best", "3,8,9,16,15,18,20,9,25,30,40,50,25"),
        ("Höchster", "3,8,9,16,15,18,20,9,25,30,40,50,25"),
        ("Cel mai slab", "1,2,3,4,5,6,0,0,0,0,0,0,11"),
        ("Record", "5,10,15,20,25,24,30,30,25,30,40,50,30"),
        ("Max", "3,8,9,16,15,18,20,9,25,30,40,50,25"),
    ],
)
def test_a_column_of_bests_or_worsts_is_no_player(word: str, figures: str) -> None:
    parsed = read(paper(f",Ana,Bo,Cy,{word}", ANA, BO, CY, figures))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize("nobody", ["", "0"])
def test_a_column_of_bests_may_be_blank_where_nobody_has_a_point(nobody: str) -> None:
    struck = [figures.replace("30,40,50", "x,-,x") for figures in (ANA, BO)]
    parsed = read(paper(",Ana,Bo,Max", *struck, f"3,6,9,12,15,18,20,0,25,{nobody},{nobody},{nobody},22"))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]


def test_a_colon_behind_a_name_is_no_part_of_it() -> None:
    assert read(paper("Yams:,Ana:,Bo :", ANA, BO)).sheets["player"].to_list() == ["Ana", "Bo"]


def test_a_player_called_max_or_best_stays_one() -> None:
    parsed = read(paper(",Ana,Max,Bo,Best", ANA, CY, BO, "1,8,3,4,15,6,20,9,0,30,0,50,12"))
    assert parsed.sheets["player"].to_list() == ["Ana", "Max", "Bo", "Best"]


@pytest.mark.parametrize("name", ["Cat", "Slot", "Turn"])
def test_a_player_called_what_tells_of_rows_elsewhere_stays_one(name: str) -> None:
    assert read(paper(f",{name},Bo", ANA, BO)).sheets["player"].to_list() == [name, "Bo"]


def test_sums_of_players_of_whom_one_is_called_max_are_no_player() -> None:
    parsed = read(paper(",Ana,Max,Total", ANA, CY, "5,14,12,28,25,24,31,9,25,60,40,50,47"))
    assert parsed.sheets["player"].to_list() == ["Ana", "Max"]


@pytest.mark.parametrize("word", ["Best", "Höchstwert", "Max", "Record", "Worst", "Il migliore"])
def test_a_row_of_bests_at_the_end_without_a_date_is_no_player(word: str) -> None:
    parsed = read(wide(f"2026-03-14,Ana,{ANA}", f"2026-03-14,Bo,{BO}", f",{word},{ANA}"))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert fates(parsed)[4] == "sums"


@pytest.mark.parametrize("name", ["Max", "Best"])
def test_a_player_called_max_or_best_stays_one_where_dates_are_written_once(name: str) -> None:
    first, again = (f"2026-03-14,Ana,{ANA}", f",{name},{CY}"), (f"2026-03-21,Ana,{BO}", f",{name},{CY}")
    for rows in (first, (*first, *again)):
        assert read(wide(*rows)).sheets["player"].to_list() == ["Ana", name] * (len(rows) // 2)
    totals = "Date,Player,Total\n2026-03-14,Ana,200\n,Max,180\n2026-03-21,Ana,210\n,Max,240\n"
    assert read(totals).sheets["player"].to_list() == ["Ana", "Max"] * 2


def test_a_dated_row_of_bests_is_a_player_who_does_better_than_all_others() -> None:
    best, bests = "4,8,9,16,15,18,21,9,25,30,40,50,26", "3,8,9,16,15,18,20,9,25,30,40,50,25"
    rows = [f"2026-03-14,{name},{figures}" for name, figures in (("Ana", ANA), ("Bo", BO), ("Cy", CY))]
    assert read(wide(*rows, f"2026-03-14,Best,{best}")).sheets.height == 4
    assert fates(read(wide(*rows, f"2026-03-14,Best,{bests}")))[5] == "sums"


@pytest.mark.parametrize("row", [",Max,240", ",Record,389"])
def test_a_record_below_a_list_of_totals_is_no_player(row: str) -> None:
    parsed = read(f"Date,Player,Total\n2026-03-14,Ana,200\n2026-03-14,Bo,240\n{row}\n")
    assert (parsed.sheets["player"].to_list(), fates(parsed)[4]) == (["Ana", "Bo"], "sums")


@pytest.mark.parametrize(
    "below",
    [
        ["Clasament", "1,Ana,2,412", "2,Bo,2,388"],
        ["Place,Player,Games,Points", "1,Ana,2,412"],
        ["Joueur,Victoires,Moyenne", 'Ana,1,"206,5"'],
        ["Jucător,Medie,Max,Min", 'Ana,"206,5",285,140', 'Bo,"190,5",240,141'],
        ["Player,Max,Min", "Ana,285,140", "Bo,240,141"],
    ],
)
def test_standings_below_the_games_are_left_out(below: list[str]) -> None:
    games = [f"2026-03-14,Ana,{ANA}", f"2026-03-14,Bo,{BO}"]
    later = f"2026-03-21,Ana,{BO}"
    parsed = read(wide(*games, "", *below, "", later, *below, later.replace("Ana", "Bo")))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"] * 2
    assert set(fates(parsed).values()) == {"heading", "statistics"}
    assert len(accounted(parsed)) == 5 + 2 * len(below)


@pytest.mark.parametrize("heads", ["Loc,Jucător,Total,Medie", "Place,Player,Games,Points"])
def test_standings_beside_the_sheets_are_left_out_and_told(heads: str) -> None:
    lines = paper("Partea superioară,,", ANA, BO).split("\n")
    lines.insert(0, ",Ana,Bo")
    aside = ["Clasament,,,", heads, "1,Ana,980,245.5", "2,Bo,870,217.5"]
    lines = [f"{line},,{beside}" for line, beside in zip(lines, aside, strict=False)] + lines[len(aside) :]
    parsed = read("\n".join(lines))
    assert boxes(parsed) == {"Ana": thirteen(ANA), "Bo": thirteen(BO)}
    assert any("standings beside the sheets" in note for note in parsed.understood.notes)


def test_max_among_the_games_stays_a_player() -> None:
    parsed = read(wide(f"2026-03-14,Ana,{ANA}", f"2026-03-14,Max,{CY}", f"2026-03-14,Bo,{BO}", f",Total,{ANA}"))
    assert parsed.sheets["player"].to_list() == ["Ana", "Max", "Bo"]


@pytest.mark.parametrize(
    "head",
    [
        ",Ugo (jos),Ugo (sus),Pia (jos),Pia (sus)",
        ",Ugo - down,Ugo - up,Pia - down,Pia - up",
        ",Ugo ↓,Ugo↑,Pia jos,Pia sus",
    ],
)
def test_a_heading_may_hold_the_player_and_the_column(head: str) -> None:
    parsed = read(paper(head, ANA, BO, CY, BO))
    assert parsed.sheets.select("sheet", "player", "column", "p_twos").rows() == [
        (0, "Ugo", "down", 6),
        (0, "Ugo", "up", 2),
        (1, "Pia", "down", 8),
        (1, "Pia", "up", 2),
    ]


def test_a_name_that_ends_like_a_column_stays_whole() -> None:
    parsed = read(paper(",Ana Sus,Ion Jos", ANA, BO))
    assert parsed.sheets.select("player", "column").rows() == [("Ana Sus", "main"), ("Ion Jos", "main")]


@pytest.mark.parametrize("word", ["Firma:", "Semnătura", "Unterschrift:", "Signatures"])
def test_a_row_of_signatures_is_a_note(word: str) -> None:
    rows = [f"2026-03-14,Ana,{ANA}", f"2026-03-14,Bo,{BO}", "", f"{word},Ana,Bo", f",{word},Ana,Bo"]
    parsed = read(wide(*rows))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    table = f"Player,{ENGLISH}\nAna,{ANA}\nBo,{BO}\n{word},Ana,Bo\n"
    parsed = read(table)
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert fates(parsed)[4] == "note"


@pytest.mark.parametrize(
    ("above", "days"),
    [
        (",7.03.2026,,14.03.2026,", ["2026-03-07", "2026-03-07", "2026-03-14", "2026-03-14"]),
        (",Partida 1,,Partida 2,", [None] * 4),
    ],
)
def test_games_side_by_side_under_titles_share_the_labels(above: str, days: list[str | None]) -> None:
    parsed = read(f"{above}\n" + paper("Joc,Ana,Bo,Ana,Bo", ANA, BO, CY, ANA))
    found = [
        (b, str(d) if d else None, p, one)
        for b, d, p, one in parsed.sheets.select("block", "played", "player", "p_ones").rows()
    ]
    assert found == [(0, days[0], "Ana", 3), (0, days[1], "Bo", 1), (1, days[2], "Ana", 2), (1, days[3], "Bo", 3)]


@pytest.mark.parametrize("form", ["Player {}: {}", "Jucător {} - {}", "Joueur n°{}. {}", "Spieler {} {}"])
def test_the_word_and_the_number_before_the_names_are_left_out(form: str) -> None:
    ana, bo = form.format(1, "Ana"), form.format(2, "Bo")
    absent = form.format(3, "").strip()
    parsed = read(paper(f",{ana},{bo},{absent}", ANA, BO, "," * 12))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    told = read(wide(f"2026-03-14,{ana},{ANA}", f"2026-03-14,{bo},{BO}"))
    assert told.sheets["player"].to_list() == ["Ana", "Bo"]


@pytest.mark.parametrize("blank", ["", ","])
def test_a_date_in_the_row_of_names_over_nothing_is_that_of_the_game(blank: str) -> None:
    parsed = read(paper(f"Category,Ana,Bo{blank},14.03.2026", ANA, BO))
    assert parsed.sheets.select("player", "played").rows() == [(n, dt.date(2026, 3, 14)) for n in ("Ana", "Bo")]


@pytest.mark.parametrize("word", ["Scor", "Score", "Punteggio", "Punkte"])
def test_a_score_below_the_boxes_is_the_total_and_points_of_the_evening_are_not(word: str) -> None:
    text = paper(",Ana,Bo", ANA, BO)
    assert read(f"{text}{word},303,70\n").sheets["stated_total"].to_list() == [303, 70]
    assert "stated_total" not in read(f"{text}{word},2,1\n").sheets.columns


def test_a_player_called_like_the_bonus_has_points_in_the_boxes() -> None:
    parsed = read(paper(",Prime,Bo", ANA, BO) + "Bonus,35,0\n")
    assert parsed.sheets.select("player", "p_ones", "p_chance").rows() == [("Prime", 3, 22), ("Bo", 1, 11)]


@pytest.mark.parametrize(
    "name", ["Place", "Rang", "Col", "Punkte", "Upper sum", "Top", "Sub", "Dados", "Final", "Summe", "Media", "Done"]
)
def test_a_player_called_like_a_field_or_a_sum_has_points_in_the_boxes(name: str) -> None:
    for others in (["Bo"], ["Max"]):
        parsed = read(paper(f",{name},{others[0]}", ANA, CY) + "Total,285,120\n")
        assert parsed.sheets.select("player", "p_ones", "p_chance").rows() == [(name, 3, 22), (others[0], 2, 25)]
    halves = paper(f",{name},Bo", ANA, CY).splitlines()
    parted = read("\n".join([*halves[:7], "", *halves[:1], *halves[7:]]))
    assert parted.sheets.select("player", "p_ones", "p_chance").rows() == [(name, 3, 22), ("Bo", 2, 25)]


@pytest.mark.parametrize("word", ["Turn", "Place", "Points", "Total"])
def test_a_column_of_turns_places_or_the_same_sums_is_no_player(word: str) -> None:
    turns = "13,4,5,12,3,9,10,11,8,1,6,7,2"
    parsed = read(paper(f",Ana,{word}", ANA, ANA if word == "Total" else turns))
    assert parsed.sheets["player"].to_list() == ["Ana"]
    assert read(paper(f",Ana,{word},Bo,{word}", ANA, turns, BO, turns)).sheets["player"].to_list() == ["Ana", "Bo"]


def test_a_sheet_that_is_left_out_as_a_record_is_told() -> None:
    parsed = read(paper(",Ana,Club record,Bo", ANA, CY, BO))
    assert parsed.sheets["player"].to_list() == ["Ana", "Bo"]
    assert any("no player: Club record" in note for note in parsed.understood.notes)


@pytest.mark.parametrize("word", ["Total C", "Total III", "Totale 3"])
def test_a_total_that_a_letter_or_a_number_tells_and_that_is_the_whole_is_no_sum_of_the_lower_boxes(word: str) -> None:
    upper = paper(",Ana,Bo", ANA, BO)
    assert "stated_lower" not in read(f"{upper}{word},285,32\nGrand total,285,32\n").sheets.columns
    lower = read(f"{upper}{word},187,11\nGrand total,285,32\n")
    assert lower.sheets["stated_total"].to_list() == [285, 32]
