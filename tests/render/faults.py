"""What may be wrong with a painted sheet: text that is too small, cut, outside, or over other things."""

import re

from render.boxes import Box
from render.paint.canvas import FLOOR
from render.paint.layers import Written
from render.sheet import Sheet

FIGURE = re.compile(r"\d+(?:[.,]\d{3})*")


def faults(sheet: Sheet) -> list[str]:
    """Every fault in words; an empty list for a sound picture."""
    page = Box(0, 0, sheet.c.width, sheet.height)
    texts = [one for one in sheet.c.written if one.kind == "text" and one.text]
    out = [f"{one.text!r} is {one.size} px" for one in texts if one.size < FLOOR]
    out += [f"{one.kind} {one.text!r} leaves the picture" for one in sheet.c.written if not page.holds(one.box, 2)]
    out += [f"{one.text!r} is cut" for one in texts if one.cut and not _may_be_cut(sheet, one)]
    out += [f"{word!r} is divided anywhere" for word in torn(sheet)]
    return out + overlaps(sheet)


def torn(sheet: Sheet) -> list[str]:
    """Words of ours that are divided where nobody said that they may be; a name of a person may be."""
    return [word for word in sheet.c.torn if not any(word in name for name in sheet.names)]


def _may_be_cut(sheet: Sheet, one: Written) -> bool:
    """Names of people and lines of the chronicle may be cut, our own words may not."""
    stem = one.text.rstrip("…").rstrip()
    names = (*sheet.names, *(line.text for line in sheet.p.lines))
    return any(stem and stem in name for name in names) or any(
        word and word in stem for name in sheet.names for word in (name[:8],)
    )


def overlaps(sheet: Sheet) -> list[str]:
    """Texts, icons and emblems that cover each other, marks that lie over things on purpose left out."""
    things = sorted([one for one in sheet.c.written if not one.over and one.text], key=lambda one: one.box.y)
    out = []
    for i, a in enumerate(things):
        for b in things[i + 1 :]:
            if b.box.y >= a.box.bottom:
                break
            if "text" not in (a.kind, b.kind):
                continue
            shared = a.box.overlap(b.box)
            least = min(a.box.w * a.box.h, b.box.w * b.box.h)
            if shared > 0.12 * least and shared > 12:
                out.append(f"{a.kind} {a.text!r} and {b.kind} {b.text!r} overlap")
    return out


def figures(sheet: Sheet) -> set[str]:
    """Every number that the picture shows, but for marks and candidates, which the text numbers itself."""
    shown = (one.text for one in sheet.c.written if one.kind == "text" and not one.over and not one.cut)
    return {figure for text in shown for figure in FIGURE.findall(text)}


def told_figures(text: str) -> set[str]:
    return set(FIGURE.findall(text))
