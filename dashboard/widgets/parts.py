"""Write the small parts of a page as HTML: badges, interval tracks, strips of figures. Pure: values in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from dashboard import words
from dashboard.texts import _
from dashboard.words import safe

Figure = tuple[str, str, str]  # label, value, its basis (HTML)


def link(page: str, label: str, **query: object) -> str:
    """Write a link to a page of the dashboard; the label is escaped."""
    asked = "&amp;".join(f"{quote(k)}={quote(str(v), safe='')}" for k, v in query.items() if v is not None)
    return f'<a href="{page}{"?" + asked if asked else ""}" target="_self">{safe(label)}</a>'


def player(name: str, season: str | None, label: str | None = None) -> str:
    """Write a player's name, or a label for it, as a link to their page; ``season`` as `choose.linked` gives it."""
    return link("players", label or name, player=name, season=season)


def badge(text: str, kind: str = "") -> str:
    """Write a framed word: ``kind`` is ``error``, ``warning``, ``taken`` or nothing."""
    return f'<span class="y-badge {kind}">{safe(text)}</span>'


def severity(name: str) -> str:
    """Write the badge of a finding's severity."""
    text = {"error": _("Error"), "warning": _("Warning"), "note": _("Note")}[name]
    return badge(text, name if name != "note" else "")


def status(name: str, accepted: bool = False) -> str:
    """Write the badge of a game's or row's status."""
    if accepted:
        return badge(_("Accepted"), "taken")
    text, kind = {
        "taken": (_("Counted"), "taken"),
        "held": (_("Held"), "error"),
        "duplicate": (_("Duplicate"), ""),
        "rejected": (_("Rejected"), "warning"),
        "ignored": (_("Ignored"), ""),
    }[name]
    return badge(text, kind)


def form(places: Sequence[int] | None, length: int = 5) -> str:
    """Write the last places as squares, the newest at the right, wins filled."""
    known = list(places or [])[-length:]
    told = ", ".join(str(p) for p in known)
    blanks = '<i class="none">·</i>' * (length - len(known))
    squares = "".join(f'<i class="win">{p}</i>' if p == 1 else f"<i>{p}</i>" for p in known)
    return (
        f'<span class="y-form" role="img" aria-label="{safe(_("last places: {places}").format(places=told))}">'
        f"{blanks}{squares}</span>"
    )


def track(
    value: float | None,
    low: float | None,
    high: float | None,
    ends: tuple[float, float],
    *,
    mean: float | None = None,
    others: Iterable[float] = (),
    line: bool = False,
) -> str:
    """Write a dot with its interval bar on a track between two ends, with a dashed mean and ticks for others."""
    start, stop = ends
    width = (stop - start) or 1

    def at(x: float) -> float:
        return min(100.0, max(0.0, (x - start) / width * 100))

    parts = ["<em></em>"] if line else []
    parts += [f'<s style="left:{at(x):.1f}%"></s>' for x in others]
    if low is not None and high is not None:
        parts.append(f'<b style="left:{at(low):.1f}%;width:{max(at(high) - at(low), 0.8):.1f}%"></b>')
    if mean is not None:
        parts.append(f'<u style="left:{at(mean):.1f}%"></u>')
    if value is not None:
        parts.append(f'<i style="left:{at(value):.1f}%"></i>')
    return f'<span class="y-track" aria-hidden="true">{"".join(parts)}</span>'


def strip(figures: Sequence[Figure]) -> str:
    """Write a ruled strip of large figures, each with its label above and its basis beneath."""
    cells = "".join(
        f"<dl><dt>{safe(label)}</dt><dd class='big'>{safe(value)}</dd><dd>{basis}</dd></dl>"
        for label, value, basis in figures
    )
    return f'<div class="y-strip">{cells}</div>'


def pairs(items: Mapping[str, str]) -> str:
    """Write pairs of a muted label and a value (HTML), in two columns read down."""
    entries = "".join(f"<div><dt>{safe(k)}</dt><dd>{v}</dd></div>" for k, v in items.items())
    return f'<dl class="y-pairs">{entries}</dl>'


def rows_bar(fates: Mapping[str, int]) -> str:
    """Write the bar that accounts for rows: one piece a fate, as wide as its share."""
    pieces = "".join(
        f'<span class="{fate}" style="flex:{n} {n} 0" title="{n} {safe(fate)}"></span>'
        for fate, n in fates.items()
        if n
    )
    return f'<div class="y-bar" aria-hidden="true">{pieces}</div>' if pieces else ""


def rows_sentence(fates: Mapping[str, int], *, future: bool) -> str:
    """Say what becomes of the rows of a file: ``35 will be taken, 3 held, 1 is a duplicate, 1 rejected, 2 ignored.``"""
    total = sum(fates.values())
    names = {
        "taken": _("{n} will be taken") if future else _("{n} taken"),
        "held": _("{n} held"),
        "duplicate": _("{n} duplicate"),
        "rejected": _("{n} rejected"),
        "ignored": _("{n} ignored"),
    }
    said = ", ".join(
        f'<span style="white-space:nowrap"><span class="y-key {fate}" aria-hidden="true"></span>'
        f"{safe(text.format(n=words.grouped(fates[fate])))}</span>"
        for fate, text in names.items()
        if fates.get(fate)
    )
    head = words.rows(total)
    return f"<b>{safe(_('{rows} read.').format(rows=head))}</b> {said or safe(_('Nothing in it is a sheet'))}."
