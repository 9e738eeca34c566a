"""Tell what a label means by its place among the boxes: bare totals, a second bonus, a straight without its size."""

from __future__ import annotations

from dataclasses import replace

from ingest.readers.labels import Label
from ingest.readers.words import SECTION_OF, STRAIGHTS

_TEN_DICE = ("chiffres", "yams", "suites", "combinaisons", "difference")  # the sections of the game with ten dice
_SECTIONS = {"upper": "chiffres", "lower": "combinaisons"}  # what the sums of these are called there


def by_place(found: list[Label | None]) -> list[Label | None]:
    """Settle what needs its neighbours: bare totals, subtotals, a second bonus, a straight without its size."""
    out = _of_ten_dice(found)
    boxes = [i for i, x in enumerate(found) if x and x.kind == "box"]
    names = {found[i].name for i in boxes}  # type: ignore[union-attr]
    hints = [i for i, x in enumerate(found) if x and x.kind == "hint"]
    for i in hints:
        missing = [s for s in STRAIGHTS if s not in names]
        out[i] = Label("box", missing[0], None, found[i].languages) if len(missing) == 1 and len(hints) == 1 else None  # type: ignore[union-attr]
    _lower_before(out, boxes)
    _numbered(out, boxes)
    _totals(out, boxes)
    return out


def _of_ten_dice(found: list[Label | None]) -> list[Label | None]:
    """Name the sums of sections as the sheet with ten dice does; five bare ones behind all boxes are in its order."""
    boxes = [i for i, x in enumerate(found) if x and x.kind == "box"]
    if not any(found[i].name == "youpi_yams" for i in boxes):  # type: ignore[union-attr]
        return list(found)
    bare = [i for i, x in enumerate(found) if x and x.name in ("subtotal", "numbered") and i > boxes[-1]]
    in_order = dict(zip(bare, _TEN_DICE, strict=False)) if len(bare) == len(_TEN_DICE) else {}
    names = {i: in_order.get(i, _SECTIONS.get(x.name)) for i, x in enumerate(found) if x and x.kind == "stated"}
    return [replace(x, name=names.get(i) or x.name) if x else None for i, x in enumerate(found)]


def _lower_before(out: list[Label | None], boxes: list[int]) -> None:
    """Take a sum of the lower section that stands before all boxes of it for that of the boxes right above it.

    "Total II" sums up max and min where they are a section of their own.
    """
    lower = [i for i in boxes if _section_before(out, boxes, i + 1) == "lower"]
    for i, x in enumerate(out):
        if x and (x.kind, x.name) == ("stated", "lower") and boxes and lower and boxes[0] < i < lower[0]:
            out[i] = replace(x, name="subtotal")


def _numbered(out: list[Label | None], boxes: list[int]) -> None:
    """Take sums that are only numbered, "Total III", for those of the boxes above them, as far as their place tells.

    Below all boxes the first is that of the section right above it; it may be that of several, or of all, which nothing
    tells. Of further ones only the last is known, as the total, where no other sum is called so.
    """
    last = boxes[-1] if boxes else -1
    sums = [i for i, x in enumerate(out) if x and x.kind == "stated"]
    numbered = [i for i in sums if out[i].name == "numbered"]  # type: ignore[union-attr]
    before = [i for i in sums if i < last and out[i].name != "total"]  # type: ignore[union-attr]
    below = [i for i in numbered if i > last]
    total = any(out[i].name in ("sum", "total", "column_total") for i in sums)  # type: ignore[union-attr]
    meant = dict.fromkeys(numbered, "subtotal") | dict.fromkeys(below, "numbered")
    if len(below) > 1 and not total:
        meant[below.pop()], total = "total", True
    sections = {_section_before(out, boxes, i + 1) for i in boxes if not before or i > before[-1]}
    if total and len(below) == (1 if before else 2) and len(sections) == (1 if before else 2):
        meant |= dict.fromkeys(below, "subtotal")
    for i, name in meant.items():
        out[i] = replace(out[i], name=name)  # type: ignore[type-var]


def _totals(out: list[Label | None], boxes: list[int]) -> None:
    """Name bare sums after the section that they close; the last one after all boxes is the total."""
    first, last = (boxes[0], boxes[-1]) if boxes else (-1, -1)
    _name_with_bonus(out, boxes)
    _name_total(out, boxes)
    _name_columns_totals(out, boxes)
    explicit = {x.name for x in out if x and x.kind == "stated"}
    bare = [i for i, x in enumerate(out) if x and x.kind == "stated" and x.name in ("sum", "subtotal")]
    sums = [i for i in bare if out[i].name == "sum"]  # type: ignore[union-attr]
    grand = None
    if "total" not in explicit and sums and (not boxes or sums[-1] > last or sums[-1] < first):
        grand = sums[-1]
    used = set(explicit)
    total = next((i for i, x in enumerate(out) if i == grand or (x and x.kind == "stated" and x.name == "total")), None)
    after = [i for i in bare if total is not None and i > total > last]
    if len(after) == 1 and out[after[0]].name == "subtotal":  # type: ignore[union-attr]
        bare.remove(after[0])  # of the games so far
        out[after[0]] = None
    trailing = [i for i in bare if i != grand and i > last]
    in_turn = iter(("upper", "lower")) if len(trailing) == 2 and not any(first < i < last for i in bare) else None
    for i in bare:
        meant = out[i]
        assert meant is not None
        if i == grand:
            name: str | None = "total"
        elif in_turn and i in trailing:
            name = next(in_turn)
        else:
            name = _section_before(out, boxes, i)
            if name and i > last and len(trailing) == 1 and _next_is_bonus(out, i):
                name = "upper"
            if name in used:
                name = f"{name}_with_bonus" if f"{name}_with_bonus" not in used else None
        out[i] = Label("stated", name, meant.column, meant.languages) if name else None
        if name:
            used.add(name)
    bonuses = [i for i, x in enumerate(out) if x and x.kind == "stated" and x.name == "bonus" and x.column is None]
    extra_known = any(x and x.name == "extra_yams" for x in out)
    if len(bonuses) == 2 and not extra_known and _section_before(out, boxes, bonuses[1]) == "lower":
        out[bonuses[1]] = Label("field", "extra_yams", None, out[bonuses[1]].languages)  # type: ignore[union-attr]
    elif len(bonuses) == 1 and not extra_known and first < bonuses[0] < last:
        before = out[bonuses[0] - 1]
        if before and before.kind == "box" and before.name == "yams":
            out[bonuses[0]] = Label("field", "extra_yams", None, out[bonuses[0]].languages)  # type: ignore[union-attr]


def _name_columns_totals(out: list[Label | None], boxes: list[int]) -> None:
    """Take a bare sum of a column for its total where it stands behind all boxes of that column."""
    for i, x in enumerate(out):
        if x and x.column and (x.kind, x.name) == ("stated", "sum"):
            own = [b for b in boxes if (box := out[b]) and box.column == x.column]
            if own and i > own[-1]:
                out[i] = replace(x, name="column_total")


def _name_with_bonus(out: list[Label | None], boxes: list[int]) -> None:
    """Take "upper total" for the one with the bonus where a bare sum stands before it, and the bonus if there is one.

    The only upper sum, before the bonus, may do without it, whatever it is called.
    """
    at = {x.name: i for i, x in reversed(list(enumerate(out))) if x and x.kind == "stated" and x.column is None}
    if "upper" not in at and at.get("upper_with_bonus", len(out)) < at.get("bonus", -1):
        out[at["upper_with_bonus"]] = replace(out[at["upper_with_bonus"]], name="upper")  # type: ignore[type-var]
    if "upper" not in at or "upper_with_bonus" in at:
        return
    end = at.get("bonus", at["upper"])
    before = [i for i, x in enumerate(out[:end]) if x and x.kind == "stated" and x.name in ("sum", "subtotal")]
    if end <= at["upper"] and any(_section_before(out, boxes, i) in ("upper", "chiffres") for i in before):
        out[at["upper"]] = replace(out[at["upper"]], name="upper_with_bonus")  # type: ignore[type-var]


def _name_total(out: list[Label | None], boxes: list[int]) -> None:
    """Take a total "with bonus" for that of the sheet where it closes the lower boxes, and no other sum is there."""
    sums = [i for i, x in enumerate(out) if x and x.kind == "stated" and x.name != "place"]
    last = out[sums[0]] if len(sums) == 1 else None
    if last and last.name == "upper_with_bonus" and _section_before(out, boxes, sums[0]) == "lower":
        out[sums[0]] = replace(last, name="total")


def _next_is_bonus(out: list[Label | None], i: int) -> bool:
    return i + 1 < len(out) and (x := out[i + 1]) is not None and x.kind == "stated" and x.name == "bonus"


def _section_before(out: list[Label | None], boxes: list[int], i: int) -> str | None:
    """Return the section of the nearest box before a label."""
    before = [b for b in boxes if b < i]
    if not before:
        return None
    nearest = out[before[-1]]
    section = SECTION_OF.get(nearest.name, "lower") if nearest else None
    ten_dice = section == "upper" and any(x and x.name == "youpi_yams" for x in out)
    return "chiffres" if ten_dice else section
