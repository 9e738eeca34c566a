"""Categories: what each box brought each player, against the club."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import charts, words
from dashboard.texts import _
from dashboard.widgets import page, tables
from dashboard.widgets import season as season_of
from dashboard.widgets.book import Pinned, rules_played
from dashboard.widgets.choose import choose_event, choose_rules, choose_season, linked, seasons_played
from dashboard.words import safe
from ingest import figures
from ingest.messages import N_
from scoring.rules import RuleSet

SHOWN = {"average": N_("Average"), "difference": N_("Difference"), "struck": N_("Struck rate")}
SHORT = {
    "ones": "1s", "twos": "2s", "threes": "3s", "fours": "4s", "fives": "5s", "sixes": "6s",
    "three_of_a_kind": "3k", "four_of_a_kind": "4k", "full_house": "FH", "small_straight": "Sm", "large_straight": "Lg",
    "yams": "Ym", "chance": "Ch", "one_pair": "1p", "two_pairs": "2p", "yatzy": "Yz", "max": "Mx", "min": "Mn",
}  # fmt: skip


def main() -> None:
    """Show the page."""
    there = seasons_played(
        _("Categories"),
        _("No sheets yet"),
        _("What each box brings appears with the first sheet that shows its boxes."),
    )
    if there is None:
        return
    reader, seasons = there
    title = st.empty()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        season = choose_season(seasons)
        event = choose_event(reader, season)
        rules = choose_rules(reader, season, event)
        show = (
            st.segmented_control(
                _("Show"),
                list(SHOWN),
                format_func=lambda s: _(SHOWN[s]),
                default="average",
                required=True,
                key="show",
                bind="query-params",
            )
            or "average"
        )
    with title.container():
        page.head(
            _("Categories"),
            safe(
                words.joined(
                    _("What each box brought, against the club"), _("season {season}").format(season=season), rules
                )
            ),
        )
    found = None if rules is None else reader.query("box_figures", season=season, event=event, rules=rules)
    if rules is None or found is None or found.is_empty():
        page.empty(_("No boxes to compare"), _("Averages need games that count, with sheets that show their boxes."))
        return
    played = rules_played(reader, rules)
    frame = _heat(found, played, show, _order(reader, season, event, found), linked(season, seasons))
    page.figures(frame, "categories", season, event, rules)
    _struck(found, played)


def _order(reader: Pinned, season: str, event: str | None, found: pl.DataFrame) -> list[str]:
    """Return the players as they stand in the season, then those who stand nowhere."""
    table = season_of.standings(reader, season, event)
    return list(dict.fromkeys([*(table["player"] if table.height else ()), *found["player"].unique().sort()]))


def _heat(found: pl.DataFrame, rules: RuleSet, show: str, order: list[str], season: str | None) -> pl.DataFrame:
    """Draw the heat table and say how it is read; return its figures."""
    n = dict(found.group_by("player").agg(pl.col("n").max()).iter_rows())
    counts = {player: n[player] for player in order if player in n}
    short = {b.id: SHORT.get(b.id, b.title) for b in rules.boxes}
    titles = {b.id: _(b.title) for b in rules.boxes}
    frame = figures.heat(found, "struck" if show == "struck" else "average")
    st.html(tables.heat(frame, short, titles, counts, season, show))
    columns = len(rules.columns)
    basis = _("n: sheets that show the box.") if columns == 1 else _("n: columns that show the box.")
    page.note(
        '<span class="y-swatch" style="background:var(--low)"></span>'
        f"{safe(_('below the club, corner mark below'))} &nbsp; "
        f'<span class="y-swatch" style="background:var(--high)"></span>{safe(_("above, corner mark above"))} &nbsp; '
        f"<b>{safe(_('bold'))}</b> {safe(_('the 95 % interval leaves out the club'))}. "
        + safe(
            _(
                "Shade: distance in standard errors, full at 3; corner mark from 1. "
                "Under five sheets only the count is shown. {basis}"
            ).format(basis=basis)
        )
    )
    return frame.sort("player", "box")


def _struck(found: pl.DataFrame, rules: RuleSet) -> None:
    titles = {b.id: _(b.title) for b in rules.boxes}
    frame = figures.struck_rates(found)
    told = [
        _("{box}: struck in {k} of {n}").format(box=titles.get(b, b), k=words.grouped(k), n=words.grouped(n))
        for b, k, n in frame.select("box", "struck", "n").iter_rows()
    ]
    frame = frame.with_columns(
        label=pl.col("box").replace_strict(titles, default=pl.col("box")),
        told=pl.Series([words.of(k, n) for k, n in frame.select("struck", "n").iter_rows()], dtype=pl.String()),
        hover=pl.Series(told, dtype=pl.String()),
    )
    page.section(_("Struck boxes"))
    page.chart(charts.rates(frame, _("Struck, %")), _("How often each box is struck, with its 95 % interval."))
    full = _("Dot: the club's rate. Bar: Wilson 95 % interval. At the right: struck of all that are filled.")
    few = _("At the right: struck of all that are filled. Rates are shown from five sheets on.")
    page.note(safe(full if frame["low"].count() else few))


main()
