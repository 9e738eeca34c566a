"""Players: one player's season, or up to four compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from dashboard import charts, words
from dashboard.texts import _
from dashboard.widgets import naming, page, parts, tables
from dashboard.widgets import season as season_of
from dashboard.widgets.book import Pinned, rules_played
from dashboard.widgets.choose import choose_rules, choose_season, linked, seasons_played
from dashboard.words import safe
from ingest import figures


def main() -> None:
    """Show the page."""
    there = seasons_played(_("Players"), _("No players yet"), _("Players appear with their first imported sheet."))
    if there is None:
        return
    reader, seasons = there
    title = st.empty()
    naming.told()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        season = choose_season(seasons)
        names = reader.query("players", season=season)["player"].to_list()
        leader = _leader(reader, season, names)
        asked = list(filter(None, st.session_state.get("player") or st.query_params.get_all("player")))
        known = naming.called_now(reader, asked)[: charts.HIGHLIGHTS]
        if known != asked:
            st.session_state["player"] = known or leader
        own = reader.query("rules_of_players", season=season, players=tuple(known or leader))["rules"].to_list()
        rules = choose_rules(reader, season, None, first=own)
        chosen = st.multiselect(
            _("Players, up to four"),
            [*names, *(name for name in known if name not in names)],
            # what is the default leaves the address
            default=None if known != asked or st.query_params.get_all("player") else leader,
            max_selections=charts.HIGHLIGHTS,
            select_all=False,  # else Enter chooses all who match, not the first
            placeholder=_("Choose players"),
            key="player",
            bind="query-params",
        )
    for name in asked:
        if not naming.called_now(reader, [name]):
            page.says(safe(_("There is no player “{player}” in the book.").format(player=name)), "warning")
    absent = [name for name in chosen if name not in names]
    chosen = [name for name in chosen if name in names]
    for name in absent:
        said = safe(_("{player} has no sheet in season {season}.").format(player=name, season=season))
        page.says(f"{said} {parts.link('games', _('Games of all seasons'), of=name)}")
    if not chosen or rules is None:
        with title.container():
            page.head(absent[0] if len(absent) == 1 and not chosen else _("Players"))
        if absent and not chosen:
            return
        if chosen:
            page.empty(_("No game counts yet"), _("A held game counts once it is settled on the page Review."))
        else:
            page.empty(_("Choose a player"), _("One player shows the whole season; up to four are compared."))
        return
    if len(chosen) == 1:
        with title.container():
            _head(reader, season, linked(season, seasons), rules, chosen[0])
        _figures(reader, season, rules, chosen[0])
    else:
        who = ", ".join(map(words.apart, chosen))
        with title.container():
            page.head(_("Players"), safe(words.joined(_("Season {season}").format(season=season), rules, who)))
    _trend(reader, season, rules, chosen)
    if len(chosen) == 1:
        _boxes(reader, season, rules, chosen[0])
        _distribution(reader, season, rules, chosen[0])
        everyone = reader.query("players", season=None)["player"].to_list()
        naming.another_name(reader, chosen[0], [name for name in everyone if name != chosen[0]])
    else:
        _compared(reader, season, linked(season, seasons), rules, chosen)


def _leader(reader: Pinned, season: str, names: list[str]) -> list[str]:
    table = season_of.standings(reader, season)
    return [table["player"][0]] if table.height else names[:1]


def _head(reader: Pinned, season: str, asked: str | None, rules: str, player: str) -> None:
    """Name the player, with place and number of ranked games in the season."""
    table = season_of.standings(reader, season)
    row = table.filter(pl.col("player") == player) if table.height else table
    place = row["place"][0] if row.height else None
    standing = _("not ranked yet")
    if place is not None:
        standing = _("{place} of {of}").format(place=words.ordinal(place), of=table["place"].drop_nulls().len())
    link = parts.link("./", _("season {season}").format(season=season), season=asked)
    games = words.games(row["games"][0]) if place is not None else _("games")
    games = parts.link("games", games, of=player, season=season)
    page.head(player, words.joined(safe(standing), link, safe(rules), games))


def _figures(reader: Pinned, season: str, rules: str, player: str) -> None:
    """Show the strip of figures: points, average, upper bonus, best, each with its basis."""
    played = figures.sheets(reader, season)
    cells = []
    table = season_of.standings(reader, season, None, rules)
    for row in table.filter(pl.col("player") == player).iter_rows(named=True) if table.height else ():
        basis = _("{wins} in {games}").format(wins=words.wins(row["wins"]), games=words.games(row["games"]))
        cells.append((_("Points"), words.points(row["points_e4"]), safe(basis)))
    for row in figures.totals_by_player(played, rules).filter(pl.col("player") == player).iter_rows(named=True):
        cells.append(_average(row, figures.club_mean(played, rules)))
        cells += _bonus(reader, season, rules, player)
        day = safe(words.day(row["best_played"], year=False))
        best = words.joined(day, parts.link("games", _("the sheet"), game=row["best_game"]))
        cells.append((_("Best total"), words.number(row["best"]), best))
    if cells:
        st.html(parts.strip(cells))


def _average(row: Mapping[str, Any], club: float | None) -> parts.Figure:
    if row["half"] is None:
        told = _("{sheets}; shown from {n} on").format(sheets=words.sheets(row["n"]), n=figures.ENOUGH)
        return _("Average total"), words.NONE, safe(told)
    told = _("±{half} · club {club}").format(half=words.number(row["half"], 1), club=words.number(club, 1))
    return _("Average total"), words.number(row["mean"], 1), safe(told)


def _bonus(reader: Pinned, season: str, rules: str, player: str) -> list[parts.Figure]:
    found = reader.query("bonus_figures", season=season, event=None, rules=rules).filter(pl.col("player") == player)
    if found.is_empty() or not rules_played(reader, rules).bonus_tiers:
        return []
    rate = figures.with_rate(found, "earned", "n").row(0, named=True)
    told = _("rates are shown from {n} sheets on").format(n=figures.ENOUGH)
    if rate["low"] is not None:
        told = _("95 %: {low} to {high}").format(low=round(rate["low"] * 100), high=words.percent(rate["high"]))
    return [(_("Upper bonus"), words.of(rate["earned"], rate["n"]), safe(told))]


def _trend(reader: Pinned, season: str, rules: str, chosen: list[str]) -> None:
    played = figures.sheets(reader, season)
    frame = pl.concat([figures.trend(played, p, rules) for p in chosen])
    page.section(_("Totals, game by game"))
    if frame.is_empty():
        page.note(safe(_("No complete sheet under these rules yet.")))
        return
    club = figures.club_mean(played, rules)
    who = ", ".join(chosen)
    page.chart(
        charts.trend(_with_hover(frame), club),
        _("Totals of {who}, game by game, with the mean of the last ten.").format(who=who),
    )
    n = (
        ", ".join(f"{words.apart(p)} {c}" for p, c in frame.group_by("player", maintain_order=True).len().iter_rows())
        if len(chosen) > 1
        else frame.height
    )
    told = [_("Line: mean of the last ten games, from five on.")]
    told += [_("Band: its 95 % interval.")] if len(chosen) == 1 else []
    told = told if frame["low"].count() else [_("The mean of the last ten is shown from five games on.")]
    page.note(safe(" ".join([*told, _("Complete sheets: {n}.").format(n=n)])))
    page.figures(frame, "totals", season, rules, *chosen)


def _with_hover(frame: pl.DataFrame) -> pl.DataFrame:
    told = [
        _("{player}: {total} points, {day}, place {place} of {players}").format(
            player=words.apart(r["player"]),
            total=r["total"],
            day=words.day(r["played"], year=False),
            place=r["place"] or words.NONE,
            players=r["players"],
        )
        for r in frame.iter_rows(named=True)
    ]
    return frame.with_columns(hover=pl.Series(told, dtype=pl.String()))


def _boxes(reader: Pinned, season: str, rules: str, player: str) -> None:
    shown = rules_played(reader, rules)
    frame = figures.boxes_of_player(
        reader.query("box_figures", season=season, event=None, rules=rules), player, shown.box_ids
    )
    if frame.is_empty():
        return
    titles = {b.id: _(b.title) for b in shown.boxes}
    page.section(_("Box by box"))
    told = frame.filter(pl.col("low").is_not_null()).sort("difference", descending=True)
    if told.height >= 4:
        best, worst = told.head(2), told.tail(2).reverse()

        def names(part: pl.DataFrame) -> str:
            return ", ".join(f"{titles[b]} {words.signed(d)}" for b, d in part.select("box", "difference").iter_rows())

        above, below = best.filter(pl.col("difference") > 0), worst.filter(pl.col("difference") < 0)
        said = [
            _("Most above the club: {boxes}.").format(boxes=names(above)) if above.height else "",
            _("Most below: {boxes}.").format(boxes=names(below)) if below.height else "",
        ]
        st.html(f'<p class="y-lead">{safe(" ".join(filter(None, said)))}</p>')
    n, others = int(str(frame["n"].max())), bool(frame["others"].list.len().sum())
    if others or n >= figures.ENOUGH:
        st.html(tables.boxes(frame, titles))
    own = _("Dot: {player}, bar: 95 % interval, cut off at the ends of the track, n = {n}.")
    if n < figures.ENOUGH:
        own = _("{player} has {n} so far; averages are shown from {enough} on.")
    own = own.format(player=words.short_names([player])[player], n=words.sheets(n), enough=figures.ENOUGH)
    after = _("Signed figure: difference from the club.") if n >= figures.ENOUGH else ""
    ticks = _("Ticks: the other members, from five sheets on.") if others else ""
    dashed = _("Dashed: the club's mean.") if others or n >= figures.ENOUGH else ""
    page.note(safe(" ".join(filter(None, [own, ticks, dashed, after]))))


def _distribution(reader: Pinned, season: str, rules: str, player: str) -> None:
    played = figures.sheets(reader, season)
    own = figures.trend(played, player, rules)
    club = figures.totals_histogram(played, rules)
    if own.is_empty():
        return
    page.section(_("Against the club"))
    own = _with_hover(own)
    first = words.short_names([player])[player]
    mean = float(str(own["total"].mean()))
    page.chart(
        charts.distribution(
            club,
            own,
            first,
            mean if own.height >= figures.ENOUGH else None,
            figures.club_mean(played, rules),
        ),
        _("Totals of {player} above those of the whole club.").format(player=player),
    )
    each = charts.sheets_a_dot(club, own)
    told = (
        _("Each dot: one of {player}'s {own}. Grey: the club's {club} of the season, in steps of {width}.")
        if own.height > 1 and each == 1
        else _("The dot: {player}'s only sheet. Grey: the club's {club} of the season, in steps of {width}.")
        if each == 1
        else _("Each dot: up to {n} of {player}'s {own}. Grey: the club's {club} of the season, in steps of {width}.")
    )
    page.note(
        safe(
            told.format(
                n=each,
                player=first,
                own=words.sheets(own.height),
                club=words.sheets(int(club["n"].sum())),
                width=club["high"][0] - club["low"][0],
            )
        )
    )
    sizes = [
        _("{players} at the table: {mean} (n = {n})").format(
            players=row["players"],
            mean=words.NONE
            if row["half"] is None
            else f"{words.number(row['mean'], 1)} ±{words.number(row['half'], 1)}",
            n=words.grouped(row["n"]),
        )
        for row in figures.totals_by_table_size(played, rules).iter_rows(named=True)
    ]
    page.note(safe(_("The club's average total by size of the table: {sizes}.").format(sizes="; ".join(sizes))))


def _compared(reader: Pinned, season: str, asked: str | None, rules: str, chosen: list[str]) -> None:
    """Show the compared players side by side."""
    table = season_of.standings(reader, season, None, rules).filter(pl.col("player").is_in(chosen))
    if table.is_empty():
        return
    page.section(_("Side by side"))
    st.html(tables.standings(table, figures.club_mean(figures.sheets(reader, season), rules), asked))
    page.note(safe(_("Places are those of the season's standings.")))


main()
