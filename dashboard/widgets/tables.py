"""Write the tables of the pages as HTML. Pure: frames in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import polars as pl

from dashboard import words
from dashboard.texts import _
from dashboard.widgets import parts
from dashboard.words import safe
from ingest.messages import N_
from scoring.rules import RuleSet

SHORT = 18  # letters of a game's id that is not broken at its hyphens
HOLDERS = 5  # who hold one record: so many are named, the others counted

#: What parted a player from a neighbour with equal points.
TIES = {
    "wins": N_("level on points, parted by wins"),
    "average": N_("level on points and wins, parted by average"),
    "raw_total": N_("level, parted by raw total"),
    "shared": N_("level in everything: shared place"),
}


def standings(table: pl.DataFrame, club: float | None, season: str | None) -> str:
    """Write a season's table: place, player, move, games, points, wins, best, average, interval, range, last five."""
    lows = [v for v in (*table["low"], *table["mean"], club) if v is not None]
    highs = [v for v in (*table["high"], *table["mean"], club) if v is not None]
    ends = (min(lows, default=0.0), max(highs, default=1.0))
    pad = (ends[1] - ends[0]) * 0.06
    ends = (ends[0] - pad, ends[1] + pad)
    rows = []
    for row in table.iter_rows(named=True):
        held = f'<sup class="m">+{row["held"]}</sup>' if row["held"] else ""
        tie = f'<small class="y-tie">{safe(_(TIES[row["tie_break"]]))}</small>' if row["tie_break"] in TIES else ""
        half = "" if row["half"] is None else f"±{words.number(row['half'], 1)}"
        average = words.number(row["mean"], 1) if row["half"] is not None else words.NONE
        rows.append(
            f'<tr><td class="place">{row["place"] or words.NONE}</td>'
            f'<td class="name">{parts.player(row["player"], season)}{tie}</td>'
            f'<td class="c">{_move(row["move"])}</td>'
            f'<td class="games">{row["games"]}{held}</td>'
            f'<td class="strong">{words.points(row["points_e4"]) if row["games"] else words.NONE}</td>'
            f"<td>{row['wins'] if row['games'] else words.NONE}</td>"
            f'<td class="y-wide">{words.number(row["best"])}</td>'
            f'<td class="y-wide">{average}</td>'
            f'<td class="y-wide m">{half}</td>'
            f'<td class="y-wide range">{_range(row, ends, club)}</td>'
            f'<td class="y-wide">{parts.form(row["last"])}</td></tr>'
        )
    heads = (
        ("", _("#")),
        ("name", _("Player")),
        ("c", _("Move")),
        ("games", _("Games")),
        ("", _("Points")),
        ("", _("Wins")),
        ("y-wide", _("Best")),
        ("y-wide", _("Average")),
        ("y-wide", _("95 %")),
        ("y-wide range l", _("Range")),
        ("y-wide", _("Last five")),
    )
    return ruled("y-standings", heads, rows)


def _move(move: int | None) -> str:
    if not move:
        return f'<span class="m">{words.NONE}</span>'
    said = _("up {n}") if move > 0 else _("down {n}")
    kind, sign = ("y-up", "▲") if move > 0 else ("y-down", "▼")
    return (
        f'<span class="{kind}" aria-hidden="true"><small>{sign}</small>&#8201;{abs(move)}</span>'
        f'<span class="y-hide">{safe(said.format(n=abs(move)))}</span>'
    )


def _range(row: Mapping[str, float | None], ends: tuple[float, float], club: float | None) -> str:
    value = row["mean"] if row["half"] is not None else None
    return parts.track(value, row["low"], row["high"], ends, mean=club)


def games(frame: pl.DataFrame) -> str:
    """Write a list of games: date, game, rules where they differ, players, the winner's total, what was found."""
    rows = []
    several = frame["rules"].n_unique() > 1
    for row in frame.iter_rows(named=True):
        found = []
        if row["status"] != "taken" or row["accepted"]:
            found.append(parts.status(row["status"], bool(row["accepted"])))
        if row["errors"] and row["status"] == "held":
            found.append(f'<span class="y-more">{safe(_("{n} to settle").format(n=row["errors"]))}</span>')
        elif row["warnings"]:
            found.append(f'<span class="m">{safe(words.warnings(row["warnings"]))}</span>')
        winners = row["winners"] or []
        others = [n for n in row["seated"] or () if n not in winners]
        names = ", ".join([f"<b>{safe(words.apart(n))}</b>" for n in winners] + [safe(words.apart(n)) for n in others])
        day = safe(words.day(row["played"]))
        short = " short" if len(row["game"]) <= SHORT else ""
        rules = f'<td class="l m y-wide">{safe(row["rules"])}</td>' if several else ""
        again = "" if str(row["game"]).startswith(str(row["played"])) else f'<small class="m y-narrow">{day}</small>'
        rows.append(
            f'<tr><td class="l m y-wide">{day}</td>'
            f'<td class="name{short}">{parts.link("games", row["game"], game=row["game"])}{again}</td>'
            f'{rules}<td class="l w">{names}</td>'
            f"<td>{words.number(row['best'] or None)}</td>"
            f'<td class="l found">{" ".join(found)}</td></tr>'
        )
    heads = (
        ("l y-wide", _("Date")),
        ("name", _("Game")),
        *([("l y-wide", _("Rules"))] if several else []),
        ("l", _("Players")),
        ("", _("Best")),
        ("l", _("Found")),
    )
    return ruled("y-games", heads, rows)


def records(frame: pl.DataFrame, rules: Mapping[str, RuleSet], latest: str | None) -> str:
    """Write the records of each rule set: what, how much, of how many sheets, and who holds it, in which game.

    ``frame``: columns of `ingest.records.records`; ``rules``: each rule set by the id that is in the frame;
    ``latest``: the latest season.
    """
    rows = []
    for (rules_id,), of_rules in frame.group_by("rules", maintain_order=True):
        named = rules[str(rules_id)]
        title = words.rule_set(named) if named.id == rules_id else str(rules_id)
        rows.append(f'<tr class="part"><th class="l" colspan="6" scope="colgroup">{safe(title)}</th></tr>')
        titles = {s.id: _(s.title) for s in named.sections}
        for (record,), holders in of_rules.group_by("record", maintain_order=True):
            rows += _record(words.record(str(record), titles), holders, latest)
    heads = (
        ("l", _("Record")),
        ("", _("Best")),
        ("", _("Sheets")),
        ("name", _("Player")),
        ("l", _("Game")),
        ("l y-wide", _("Date")),
    )
    return ruled("y-records y-rules", heads, rows)


def _record(title: str, holders: pl.DataFrame, latest: str | None) -> Iterator[str]:
    """Write a row for each of the first who hold a record, and count the others."""
    for at, row in enumerate(holders.head(HOLDERS).iter_rows(named=True)):
        season = None if row["season"] == latest else row["season"]
        holder = parts.player(row["player"], season) if row["season"] else safe(row["player"])
        yield (
            f'<tr><td class="l">{safe(title) if not at else ""}</td>'
            f'<td class="strong">{words.number(row["value"]) if not at else ""}</td>'
            f'<td class="m">{words.grouped(row["sheets"]) if not at else ""}</td>'
            f'<td class="name">{holder}</td>'
            f'<td class="l">{parts.link("games", row["game"], game=row["game"])}</td>'
            f'<td class="l m y-wide">{safe(words.day(row["played"]))}</td></tr>'
        )
    if holders.height > HOLDERS:
        more = _("and {n} more").format(n=words.grouped(holders.height - HOLDERS))
        yield f'<tr><td colspan="3"></td><td class="l m" colspan="3">{safe(more)}</td></tr>'


def boxes(frame: pl.DataFrame, titles: Mapping[str, str]) -> str:
    """Write one player's boxes: the track among the others, average, difference, place."""
    rows = []
    for row in frame.iter_rows(named=True):
        ends = (row["from"] or 0.0, row["to"] or 0.0)
        pad = ((ends[1] - ends[0]) or 1) * 0.08
        told = row["low"] is not None
        place = _("{rank} of {of}").format(rank=row["rank"], of=row["ranked"]) if told else words.sheets(row["n"])
        drawn = parts.track(
            row["mean"] if told else None,
            row["low"],
            row["high"],
            (ends[0] - pad, ends[1] + pad),
            mean=row["club"],
            others=row["others"],
            line=True,
        )
        rows.append(
            f'<tr><td class="l">{safe(titles.get(row["box"], row["box"]))}</td>'
            f'<td class="track">{drawn}</td>'
            f'<td class="strong">{words.number(row["mean"], 1) if told else words.NONE}</td>'
            f'<td class="m diff">{words.signed(row["difference"]) if told else ""}</td>'
            f'<td class="y-wide">{safe(place)}</td></tr>'
        )
    heads = (
        ("l", _("Box")),
        ("l track", _("club, lowest to highest")),
        ("", _("Average")),
        ("", '<span class="y-hide">' + _("difference from the club") + "</span>"),
        ("y-wide", _("Place")),
    )
    return ruled("y-boxes", heads, rows)


def heat(
    frame: pl.DataFrame,
    boxes: Mapping[str, str],
    titles: Mapping[str, str],
    counts: Mapping[str, int],
    season: str | None,
    show: str = "average",
) -> str:
    """Write the heat table: a figure in every cell, shade by distance in standard errors, full at 3.

    ``frame``: columns of `ingest.figures.heat`; ``boxes``: box -> short head, in order; ``counts``: sheets a player;
    ``season``: what links to players say of it.
    """
    cells = {(row["player"], row["box"]): row for row in frame.iter_rows(named=True)}
    club = {row["box"]: row["club"] for row in cells.values()}
    names = words.short_names(list(counts))

    def written(row: Mapping[str, float | None]) -> str:
        if show == "difference":
            return words.signed(None if row["value"] is None else row["value"] - (row["club"] or 0))
        return _heat_figure(row["value"], show)

    body = []
    for player, n in counts.items():
        tds = [
            f'<td class="name first"><span class="y-wide">{parts.player(player, season)}</span>'
            f'<span class="y-narrow">{parts.player(player, season, names[player])} <small class="m">{n}</small></span>'
            "</td>",
            f'<td class="n y-wide">{n}</td>',
        ]
        for box in boxes:
            row = cells.get((player, box))
            tds.append("<td></td>" if row is None else _heat_cell(row, written(row)))
        body.append(f"<tr>{''.join(tds)}</tr>")
    total = sum(counts.values())
    foot = [f'<td class="name first">{safe(_("Club"))}</td><td class="n y-wide">{total}</td>']
    foot += [
        f"<td>{_heat_figure(club.get(b), show) if show != 'difference' else words.number(club.get(b), 1)}</td>"
        for b in boxes
    ]
    heads = (
        f'<th class="name first" scope="col">{safe(_("Player"))}</th><th class="y-wide" scope="col">{safe(_("n"))}</th>'
        + "".join(
            f'<th scope="col"><abbr title="{safe(titles[b])}">{safe(short)}</abbr></th>' for b, short in boxes.items()
        )
    )
    return (
        f'<div class="y-wrap" tabindex="0" role="region" aria-label="{safe(_("Boxes by player"))}">'
        f'<table class="y-t y-heat"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody><tfoot><tr>{''.join(foot)}</tr></tfoot></table></div>"
    )


def _heat_figure(value: float | None, show: str) -> str:
    return words.percent(value) if show == "struck" else words.number(value, 1)


def _heat_cell(row: Mapping[str, float | None], text: str) -> str:
    distance = row["distance"]
    if distance is None:
        return f'<td class="m">{words.NONE}</td>'
    share = min(abs(distance) / 3, 1) * 100
    side = "high" if distance > 0 else "low"
    marks = [("hi" if distance > 0 else "lo") if abs(distance) >= 1 else "", "far" if row["beyond"] else ""]
    style = f' style="background:color-mix(in srgb,var(--{side}) {share:.0f}%,var(--ground))"' if share >= 4 else ""
    return f'<td class="{" ".join(filter(None, marks))}"{style}>{text}</td>'


def ruled(kind: str, heads: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    """Write a table; heads are (classes, HTML)."""
    top = "".join(f'<th class="{classes}" scope="col">{text}</th>' for classes, text in heads)
    body = "".join(rows)
    return (
        f'<div class="y-wrap"><table class="y-t {kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody>'
        "</table></div>"
    )
