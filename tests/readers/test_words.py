"""The label files: no label means two things, and the names that people use are known in six languages."""

from __future__ import annotations

import pytest

from ingest.readers.labels import box_name, label
from ingest.readers.values import BAD, points, whole
from ingest.readers.words import LANGUAGES, key, language_file, words


def test_no_label_of_a_kind_means_two_things() -> None:
    assert len(words().boxes) > 300


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_names_all_boxes_columns_months_and_weekdays(code: str) -> None:
    data = language_file(code)
    names = [
        *(
            "ones",
            "twos",
            "threes",
            "fours",
            "fives",
            "sixes",
            "max",
            "min",
            "one_pair",
            "two_pairs",
            "three_of_a_kind",
        ),
        *("four_of_a_kind", "full_house", "small_straight", "large_straight", "yams", "chance"),
    ]
    assert set(names) <= set(data["boxes"])
    assert set(data["columns"]) == {"down", "free", "up", "dry"}
    assert sorted(map(int, data["months"])) == list(range(1, 13))
    assert sorted(map(int, data["weekdays"])) == list(range(1, 8))


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("3ofKind", "three_of_a_kind"),
        ("Six's", "sixes"),
        ("Maison", "full_house"),
        ("Chintă min.", "small_straight"),
        ("Da 1", "ones"),
        ("4er-Straße", "small_straight"),
        ("SmStraight", "small_straight"),
        ("LgStraight", "large_straight"),
        ("3 de un fel", "three_of_a_kind"),
        ("Chintă mică", "small_straight"),
        ("CHINTA MARE", "large_straight"),
        ("Şase", "sixes"),
        ("Șase", "sixes"),
        ("sase", "sixes"),
        ("kl. Straße", "small_straight"),
        ("gr. Strasse", "large_straight"),
        ("Full", "full_house"),
        ("Brelan", "three_of_a_kind"),
        ("Póker", "four_of_a_kind"),
        ("Poker", "four_of_a_kind"),
        ("Trío", "three_of_a_kind"),
        ("Tris", "three_of_a_kind"),
        ("Les 1", "ones"),
        ("1er", "ones"),
        ("Yahtzee", "yams"),
        ("Kniffel", "yams"),
        ("Yam's", "yams"),
        ("YAM’S", "yams"),
        ("Yatzee", "yams"),
        ("Ñames", "yams"),
        ("Oportunidad", "chance"),
        ("Cuadrado", "four_of_a_kind"),
        ("Completo", "full_house"),
        ("Traje pequeño", "small_straight"),
        ("Palo pequeño", "small_straight"),
        ("Grande", "large_straight"),
        ("Suite pequeña", "small_straight"),
        ("Secuencia grande", "large_straight"),
        ("Breve", "three_of_a_kind"),
        ("Scala minore (1-2-3-4-5)", "small_straight"),
        ("Full (3 + 2)", "full_house"),
        ("Full House (25)", "full_house"),
        ("Scala mag", "large_straight"),
        ("2 paires", "two_pairs"),
        ("⚂", "threes"),
        ("As ", "ones"),
        ("Fünfer", "fives"),
        ("Yamms", "yams"),
        ("Noroc:", "chance"),
        ("Double suite ridicule", "double_petite_suite"),
        ("L’Ultra Yams", "ultra_yams"),
        ("Suite géante (brelan)", "suite_geante_brelan"),
        ("doppia coppia", "two_pairs"),
    ],
)
def test_boxes(text: str, box: str) -> None:
    assert box_name(text) == box


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bonus (≥ 63)", "bonus"),
        ("+35 puntos si A >", "bonus"),
        ("Número total (A+B)", "upper_with_bonus"),
        ("Subtotal (C )", "lower"),
        ("Combinación total (C+D)", "lower_with_bonus"),
        ("Total general", "total"),
        ("Summe oben", "upper"),
        ("Gesamt", "sum"),
        ("UpperTotal", "upper"),
        ("Totale colonna", "column_total"),
        ("Locul", "place"),
        ("Position", "place"),
        ("stated_chiffres", "chiffres"),
        ("stated_upper_with_bonus", "upper_with_bonus"),
    ],
)
def test_stated_figures(text: str, name: str) -> None:
    found = label(text)
    assert found is not None
    assert (found.kind, found.name) == ("stated", name)


def test_the_bonus_of_further_yams_is_no_upper_bonus() -> None:
    for text in (
        "YahtzeeBonus",
        "Bonus Yamms",
        "Bonificación de 100 puntos de Yam (D)",
        "Extra Kniffel",
        "Bonus Yam's",
    ):
        found = label(text)
        assert found is not None
        assert found.name == "extra_yams"


def test_columns_within_a_heading() -> None:
    for text in (
        "down.ones",
        "ones (down)",
        "Discendente 1",
        "↓ Unos",
        "Libera - Tris",
        "up_chance",
        "Disc._Tris (somma)",
    ):
        found = label(text)
        assert found is not None
        assert found.column in ("down", "free", "up")
    explained = label("Disc._Tris (somma)")
    assert explained is not None
    assert (explained.name, explained.column) == ("three_of_a_kind", "down")
    assert label("Jugador 5") is None
    assert label("Result") is None


def test_folding() -> None:
    assert key("Şerban Ţ") == key("Șerban Ț") == key("serban t")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 25),
        ("25,0", 25),
        ("25.00", 25),
        (" 25 ", 25),
        ("'25", 25),
        ("25 pct", 25),
        ("−25", -25),
        ("+5", 5),
        ("２５", 25),
        ("x", 0),
        ("X", 0),
        ("-", 0),
        ("—", 0),
        ("barré", 0),
        ("tăiat", 0),
        ("0 (tăiat)", 0),
        ("x (0)", 0),
        ("Gestrichen", 0),
        ("", None),
        ("…", None),
        ("?", None),
        ("n/a", None),
        ("1 200", 1200),
        ("007", 7),
    ],
)
def test_cells(text: str, value: int | None) -> None:
    assert points(text) == value


@pytest.mark.parametrize(
    "text", ["12.5", "1.234", "1,200", "six", "1e1", "0x10", "12+", "=1+1", "٣", "25 kg", "true", "1.2.3"]
)
def test_cells_that_are_neither_number_nor_mark(text: str) -> None:
    assert points(text) is BAD
    assert whole(text) is BAD


def test_a_name_is_no_yams_though_one_is_called_so_with_a_tilde() -> None:
    for text in ("Name", "Names", "NAME:"):
        found = label(text)
        assert found is None or found.kind == "field"
    assert box_name("ñames") == "yams"


def test_no_label_of_a_box_is_also_one_of_a_field() -> None:
    w = words()
    assert not set(w.boxes) & {
        k for k, (name, _) in w.fields.items() if name in ("player", "player_weak", "date", "game")
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Brelan / 3 of a kind", "three_of_a_kind"),
        ("Petite suite / Small Straight", "small_straight"),
        ("Grande suite | große Reihe", "large_straight"),
        ("Chance / Yams", None),
        ("1/14/2026", None),
        ("scala minima", "small_straight"),
        ("Scala massima", "large_straight"),
        ("Escalera máxima", "large_straight"),
        ("Kurze Straße", "small_straight"),
        ("Suite longue", "large_straight"),
        ("Chintă minoră", "small_straight"),
    ],
)
def test_labels_in_two_languages_and_in_other_words(text: str, name: str | None) -> None:
    found = label(text)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Brelan : somme des dés", "three_of_a_kind"),
        ("Brelan : trois dés identiques", "three_of_a_kind"),
        ("Full = 25 points", "full_house"),
        ("3 of a kind: add all dice", "three_of_a_kind"),
        ("Yam's : 5 dés identiques, 50", "yams"),
        ("Scala minore 1-2-3-4-5 (30)", "small_straight"),
        ("⚀ Ones", "ones"),
        ("Yahtzee - bonus", "extra_yams"),
        ("Yahtzee bonus 100", "extra_yams"),
        ("Bonus 100 pts", "extra_yams"),
        ("Yahtzee: 50, further ones 100", None),
        ("1 - suma zarurilor de 1", None),
        ("Full House SCORE 25", "full_house"),
        ("YAHTZEE 5 of a kind SCORE 50", "yams"),
        ("Sm. Straight (Sequence of 4) SCORE 30", "small_straight"),
        ("Aces Count and Add Only Aces", "ones"),
        ("Dreierpasch alle Augen zählen", "three_of_a_kind"),
        ("YAHTZEE BONUS ✓ FOR EACH BONUS", "extra_yams"),
        ("SCORE 100 PER ✓", "extra"),
        ("Si total > ou = à 63 alors bonus de 35 points", "bonus"),
        ("Yahtzee total score", None),
        ("Scores [Ones]", "ones"),
        ("Puncte [1]", "ones"),
        ("Points for Full House ?", "full_house"),
        ("Puncte la Careu", "four_of_a_kind"),
        ("Points pour Yams (50)", "yams"),
        ("Ana [1]", None),
        ("Score (6)", "points"),
        ("Yahtzee 2", None),
        ("Three of the same number", None),
        ("Totale 3", "numbered"),
        ("Somme n° 2", "numbered"),
        ("Bonus 1", None),
    ],
)
def test_labels_that_are_explained_or_counted(text: str, name: str | None) -> None:
    meant = label(text)
    assert (meant.name if meant else None) == name


@pytest.mark.parametrize("text", ["1,25", "5.25", "3,5", "35.25", "50,0"])
def test_a_broken_figure_is_no_label(text: str) -> None:
    assert label(text) is None


def test_a_sum_of_money_is_no_box_and_no_bonus() -> None:
    assert label("Premio (€)") is None
    assert label("Premio") is not None


@pytest.mark.parametrize(
    ("meant", "texts"),
    [
        ("player", "nombreJugador nom_joueur Joueur.se Giocatore/trice jucător/oare Spieler/-in Jugador@"),
        ("date", "date_partie fechaHora Data/ora DATE_PLAYED Datum+Uhrzeit dataJoc eventDate"),
        ("game", "match_no gameUuid partida_id id_spiel nr_partita"),
        ("points", "pointsScored category_score"),
        ("chance", "score_chance chancePoints Punkte_Chance"),
        ("three_of_a_kind", "score_threeOfAKind score_3_of_a_kind"),
    ],
)
def test_headings_are_put_together_from_words(meant: str, texts: str) -> None:
    assert {text: (x := label(text)) and x.name.replace("_weak", "") for text in texts.split()} == dict.fromkeys(
        texts.split(), meant
    )


@pytest.mark.parametrize("text", ["player_id", "time_played", "Player-Nr", "max score", "score_max", "updated_at"])
def test_other_words_put_together_stand_for_nothing(text: str) -> None:
    assert label(text) is None


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("Subtotal sus", "upper"),
        ("Puncte jos", "lower"),
        ("Subtotal abajo", "lower"),
        ("Sous-total partie haute", "upper"),
        ("Sous total du bas", "lower"),
        ("Sub total abajo", "lower"),
        ("Zwischensumme oberer Teil", "upper"),
        ("Punti sezione bassa", "lower"),
        ("Totale discendente", None),
        ("Total", None),
    ],
)
def test_the_sum_of_half_a_sheet_by_its_words(text: str, half: str | None) -> None:
    x = label(text)
    assert x is not None
    assert (x.name if x.name in ("upper", "lower") else None, x.column) == (half, "down" if "disc" in text else None)
