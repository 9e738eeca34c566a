"""Bonuses: who reaches the upper bonus, how near the others come, and the extra Yams."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from dashboard import charts, words
from dashboard.texts import _
from dashboard.widgets import page, parts
from dashboard.widgets.book import rules_played
from dashboard.widgets.choose import choose_event, choose_rules, choose_season, seasons_played
from dashboard.words import safe
from ingest import figures
from scoring.rules import RuleSet


def main() -> None:
    """Show the page."""
    there = seasons_played(
        _("Bonuses"),
        _("No sheets yet"),
        _("Bonus rates appear with the first complete sheet that shows its boxes."),
    )
    if there is None:
        return
    reader, seasons = there
    title = st.empty()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        season = choose_season(seasons)
        event = choose_event(reader, season)
        rules = choose_rules(reader, season, event)
    found = None if rules is None else reader.query("bonus_figures", season=season, event=event, rules=rules)
    shown = None if rules is None else rules_played(reader, rules)
    with title.container():
        n = 0 if found is None else int(found["n"].sum())
        counted = words.sheets(n) if shown is None else words.counted(n, shown)
        season_told = _("season {season}").format(season=season)
        page.head(_("Bonuses"), safe(words.joined(_("Upper bonus and extra Yams"), season_told, rules, counted)))
    if shown is not None and shown.bonus_threshold is None and not _has_extra(shown):
        page.empty(
            _("No bonuses in these rules"),
            _("{rules} gives no upper bonus and nothing for extra Yams.").format(rules=shown.title),
        )
        return
    if rules is None or found is None or shown is None or not found["n"].sum():
        page.empty(_("No bonuses to count"), _("Bonus rates need complete sheets that show their boxes."))
        return
    uppers = figures.upper_sums(reader, season, event, shown)
    _strip(found, uppers, shown)
    if shown.bonus_threshold is not None:
        _who(found, shown, shown.bonus_threshold, (season, event, rules))
        _line(uppers, shown, shown.bonus_threshold)
    if _has_extra(shown):
        _extra(found)


def _has_extra(rules: RuleSet) -> bool:
    return rules.extra_yams is not None and bool(rules.extra_yams.points)


def _strip(found: pl.DataFrame, uppers: pl.Series, rules: RuleSet) -> None:
    total = figures.with_rate(found.select(pl.col("n", "earned", "sheets", "extra_yams").sum()), "earned", "n").row(
        0, named=True
    )
    cells = []
    line = rules.bonus_threshold
    if line is not None:
        told = words.of(total["earned"], total["n"])
        if total["low"] is not None:
            told += _(" · 95 %: {low} to {high}").format(
                low=round(total["low"] * 100), high=words.percent(total["high"])
            )
        cells.append(
            (
                _("Upper bonus earned"),
                words.percent(total["rate"]) if total["low"] is not None else words.NONE,
                safe(told),
            )
        )
        near = int(((uppers < line) & (uppers >= line - 6)).sum())
        cells.append(
            (
                _("Missed by 6 or less"),
                words.grouped(near),
                safe(_("of {counted}").format(counted=words.counted(uppers.len(), rules))),
            )
        )
    mean = figures.mean_of(uppers)
    if mean["half"] is None:
        value = words.NONE
        basis = _("{sheets}; shown from {n} on").format(sheets=words.counted(uppers.len(), rules), n=figures.ENOUGH)
    else:
        value, basis = words.number(mean["mean"], 1), f"±{words.number(mean['half'], 1)}"
    cells.append((_("Mean upper total"), value, safe(basis)))
    if _has_extra(rules):
        n = total["sheets"]
        basis = _("in {sheets}").format(sheets=words.sheets(n))
        if n >= figures.ENOUGH:
            basis = _("{rate} a sheet").format(rate=words.number(total["extra_yams"] / n, 2))
        cells.append((_("Extra Yams"), words.grouped(total["extra_yams"]), safe(basis)))
    st.html(parts.strip(cells))


def _rows(found: pl.DataFrame, k: str, n: str, said: str) -> pl.DataFrame:
    """Return the rates of players, the highest first, then who has none yet; with what is told beside and over each."""
    frame = figures.with_rate(found.filter(pl.col(n) > 0), k, n).sort(
        pl.col("low").is_null(), "rate", n, "player", descending=[False, True, True, False]
    )
    names = words.short_names(frame["player"].to_list())
    hover = [
        said.format(player=words.apart(r["player"]), k=r[k], n=r[n])
        + (
            _(", 95 %: {low} to {high}").format(low=round(r["low"] * 100), high=words.percent(r["high"]))
            if r["low"] is not None
            else ""
        )
        for r in frame.iter_rows(named=True)
    ]
    return frame.with_columns(
        label=pl.Series([names[p] for p in frame["player"]], dtype=pl.String()),
        told=pl.Series([words.of(a, b) for a, b in frame.select(k, n).iter_rows()], dtype=pl.String()),
        hover=pl.Series(hover, dtype=pl.String()),
    )


def _who(found: pl.DataFrame, rules: RuleSet, line: int, basis: Sequence[str | None]) -> None:
    page.section(_("Who reaches {line}").format(line=line))
    rows = _rows(found, "earned", "n", _("{player}: bonus in {k} of {n}"))
    n = int(found["n"].sum())
    rate = float(found["earned"].sum()) / n if n >= figures.ENOUGH else None
    several = len(rules.columns) > 1
    page.chart(
        charts.rates(rows, _("Columns with the bonus, %") if several else _("Sheets with the bonus, %"), rate),
        _("How often each player earns the upper bonus, with its 95 % interval."),
    )
    told = _(
        "Dot: the rate. Bar: Wilson 95 % interval, from five sheets on; with few sheets it is wide, "
        "and two bars that overlap much are no difference to speak of."
    )
    page.note(safe(told if rows["low"].count() else _("Rates are shown from five sheets on.")))
    page.figures(rows.select("player", "earned", "n", "rate", "low", "high"), "bonuses", *basis)


def _line(uppers: pl.Series, rules: RuleSet, line: int) -> None:
    page.section(_("Around the {line} line").format(line=line))
    frame = figures.histogram(uppers, 3, line)
    near = int(((uppers < line) & (uppers >= line - 6)).sum())
    page.chart(
        charts.around_line(frame, line, near, int((uppers >= line).sum()), several=len(rules.columns) > 1),
        _("How many sheets ended with each upper total, in steps of 3."),
    )
    told = _("{counted}. Sheets that tell only a total are left out.")
    page.note(safe(told.format(counted=words.counted(uppers.len(), rules))))


def _extra(found: pl.DataFrame) -> None:
    page.section(_("Extra Yams"))
    rows = found.filter(pl.col("extra_yams") > 0).sort("extra_yams", "player", descending=[True, False])
    if rows.is_empty():
        page.note(safe(_("None yet in {sheets}.").format(sheets=words.sheets(int(found["sheets"].sum())))))
        return
    said = ", ".join(
        f"{words.apart(p)} {k} ({_('in {sheets}').format(sheets=words.sheets(n))})"
        for p, k, n in rows.select("player", "extra_yams", "sheets").iter_rows()
    )
    st.html(f'<p class="y-lead">{safe(said)}.</p>')
    total, n = int(found["extra_yams"].sum()), int(found["sheets"].sum())
    if n >= figures.ENOUGH:
        rate = words.number(total / n, 2)
        page.note(
            safe(
                _("{k} in {sheets}: {rate} a sheet.").format(k=words.grouped(total), sheets=words.sheets(n), rate=rate)
            )
        )


main()
