"""Standings: the season's table, how to read it, the race, and the table to take away."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import streamlit as st

from dashboard import charts, exports, words
from dashboard.texts import _
from dashboard.widgets import page, parts, tables
from dashboard.widgets import season as season_of
from dashboard.widgets.book import Pinned, book
from dashboard.widgets.choose import choose_event, choose_season, linked, seasons_played
from dashboard.words import safe
from ingest import figures
from ingest.club import Club
from ingest.messages import N_

ORDERS = {"points": N_("Points"), "average": N_("Average"), "wins": N_("Wins")}
SETS = 4  # rule sets that are named under the title
#: How places come about, by order.
PLACES = {
    "points": N_(
        "Equal points are parted by wins, then the average of points, then the raw total; "
        "if all are equal the place is shared."
    ),
    "average": N_("Places go by the average total, from five sheets on."),
    "wins": N_("Places go by wins."),
}


def main() -> None:
    """Show the page."""
    there = seasons_played(
        _("Standings"),
        _("No games yet"),
        _("Standings appear with the first game of two or more complete sheets. Bring the club's file."),
    )
    if there is None:
        return
    reader, seasons = there
    title = st.empty()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        season = choose_season(seasons)
        event = choose_event(reader, season)
        order = st.segmented_control(
            _("Order by"),
            list(ORDERS),
            format_func=lambda o: _(ORDERS[o]),
            default="points",
            required=True,
            key="order",
            bind="query-params",
        )
    counts = reader.query("counts", season=season, event=event).row(0, named=True)
    rule_sets = reader.query("rule_sets", season=season, event=event)
    rules = rule_sets["rules"][0] if rule_sets.height else None
    with title.container():
        held = parts.link("review", _("{n} held").format(n=counts["held"])) if counts["held"] else None
        last = (
            _("last import {when}").format(when=words.moment(counts["last_import"], book().club.time_zone))
            if counts["last_import"]
            else None
        )
        counted = _("{games} counted").format(games=words.games(counts["taken"]))
        page.head(
            _("Standings"),
            words.joined(
                _("Season {season}").format(season=safe(season)),
                safe(words.some(rule_sets["rules"].to_list(), SETS)),
                counted,
                held,
                last,
            ),
        )
    order = order or "points"
    table = season_of.standings(reader, season, event, rules, order)
    if table.is_empty():
        page.empty(
            _("No ranked games yet this season") if counts["taken"] else _("No games yet this season"),
            _("Standings appear with the first game of two or more complete sheets. Bring the club's file."),
            upload=_("Upload a file"),
        )
        return
    mean = figures.club_mean(figures.sheets(reader, season, event), rules)
    st.html(tables.standings(table, mean, linked(season, seasons)))
    page.note(_reading(season, order, mean, rules, rule_sets.height, bool(table["held"].sum())))
    page.downloads(_files(reader, reader.sha256, str(reader.root), book().club, season, event))
    _race(reader, season, event, table["player"].to_list())


@st.cache_data(max_entries=20, show_spinner=False, hash_funcs={Club: repr})
def _files(
    _reader: Pinned, sha256: str, root: str, club: Club, season: str, event: str | None
) -> list[tuple[str, bytes | Callable[[], bytes], str, str]]:
    """Return the standings in every form, made once for what the results and the club's settings are."""
    return exports.standings_files(_reader, club, season, event)


def _reading(season: str | None, order: str, mean: float | None, rules: str | None, rule_sets: int, held: bool) -> str:
    """Say how the table is read."""
    said = [_(season_of.METHODS[season_of.method(season)]), _(PLACES[order])]
    if mean is not None:
        said.append(
            _("Average total with its 95 % interval, from five sheets on; dashed: the club, {mean}.").format(
                mean=words.number(mean)
            )
        )
    if rule_sets > 1:
        said.append(_("Best and average are over the {rules} sheets only.").format(rules=rules))
    if held:
        said.append(_("A raised +1 is a held game, which does not count yet."))
    return safe(" ".join(said))


def _race(reader: Pinned, season: str | None, event: str | None, players: list[str]) -> None:
    frame = season_of.race(reader, season, event)
    if frame.is_empty():
        return
    page.section(_("The race"))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        by = st.segmented_control(
            _("Show"),
            ["points", "place"],
            format_func={"points": _("Points"), "place": _("Place")}.__getitem__,
            default="points",
            required=True,
        )
        shown = st.multiselect(
            _("Highlight up to four"),
            players,
            default=players[:3],
            max_selections=charts.HIGHLIGHTS,
            select_all=False,
            placeholder=_("Choose players"),
        )
    raced = set(frame["player"].unique().to_list())
    drawn = list(dict.fromkeys([*shown, *(player for player in players if player in raced)]))[: charts.MOST]
    alt = _("Points of every player, added up by club night; the table above gives the same figures.")
    page.chart(charts.race(frame.filter(pl.col("player").is_in(drawn)), shown, by or "points"), alt)
    grey = _("Grey lines: the best of the others, {n} lines in all.").format(n=len(drawn))
    if len(raced) <= len(drawn):
        grey = _("Grey lines: everyone else.") if raced - set(shown) else ""
    counts = f"{words.clubnights(int(str(frame['night'].max())))}, {words.players(len(raced))}."
    same = _("The table above gives the same figures.")
    page.note(safe(" ".join(filter(None, [counts, grey, same]))))
    told = frame.with_columns(points=exports.exact(pl.col("points_e4"))).drop("points_e4")
    page.figures(told, "race", season, event)


main()
