"""Works of the people in the own hand: wishes, values, what is missing; also which of them a building helps."""

from engines.princes.view import PrincesView, WorkSeen
from render.boards.princes.pieces import wish
from render.boxes import Box
from render.sheet import Sheet
from render.widgets.marks import arrow, check
from render.widgets.stone import slab
from render.words import Words

LINE = 88


def wishes(work: WorkSeen) -> list[tuple[str, str, bool]]:
    """Group, thing wished for, and whether the wish is met."""
    return [
        ("building", work.building, work.has_building),
        ("landscape", work.landscape, work.has_landscape),
        ("freedom", work.freedom, work.has_freedom),
    ]


def worth(words: Words, value: int, minimum: int) -> str:
    """What a work is worth, and whether that is enough: `11, needs 12`."""
    return words("worth_enough", value=value) if value >= minimum else words("worth_needs", value=value, n=minimum)


def does(words: Words, noun: str, kind: str, view: PrincesView) -> str:
    """What a bonus or prestige card of the own hand is good for."""
    if noun == "bonus" and kind in view.bonus_terms:
        terms = {f"per/{name}": points for name, points in view.bonus_terms[kind].items()}
        return words.own("note", "bonus", {"terms": terms})
    if kind in view.prestige_points:
        full, tie = view.prestige_points[kind]
        return words.own("note", "prestige", {"full": full, "tie": tie})
    return ""


def works(sheet: Sheet, view: PrincesView, seat: int) -> None:
    """The reader's own works as lines under the floor plan, as many as fit."""
    if seat != view.seat or not view.works:
        return
    room = int((sheet.left - 72) // LINE)
    shown = sorted(view.works, key=lambda work: -work.value)[: max(0, room)]
    if not shown:
        return
    box = sheet.panel(66 + LINE * len(shown))
    _head(sheet, box, sheet.words("works_in_hand"), view.minimum)
    for n, work in enumerate(shown):
        line(sheet, _line_box(box, n), work, view)


def helped(sheet: Sheet, view: PrincesView, kind: str) -> None:
    """The works that want this piece, with their value before and after."""
    values = view.wish_values
    wanting = [
        (work, values[group]) for work in view.works for group, thing, met in wishes(work) if thing == kind and not met
    ]
    room = int((sheet.left - 72) // LINE)
    shown = sorted(wanting, key=lambda one: -one[0].value)[: max(0, room)]
    if not shown:
        return
    box = sheet.panel(66 + LINE * len(shown))
    _head(sheet, box, sheet.words("works_wanting"), view.minimum)
    for n, (work, gain) in enumerate(shown):
        line(sheet, _line_box(box, n), work, view, gain=gain, kind=kind)


def _head(sheet: Sheet, box: Box, title: str, minimum: int) -> None:
    c, t = sheet.c, sheet.t
    slab(c, box)
    right = sheet.words("work_from", n=minimum)
    w = c.text(box.right - 24, box.y + 34, right, "r", 27, t.mute, align="r")
    c.text(box.x + 24, box.y + 34, title.upper(), "d", 25, t.mute, track=1.5, width=box.w - 72 - w)


def _line_box(box: Box, n: int) -> Box:
    return Box(box.x + 18, box.y + 58 + n * LINE, box.w - 36, LINE - 10)


def line(sheet: Sheet, box: Box, work: WorkSeen, view: PrincesView, *, gain: int = 0, kind: str = "") -> None:
    """A person: wishes, value (before and after), and whether that is enough."""
    c, t, w = sheet.c, sheet.t, sheet.words
    c.plate(box, t.zebra, radius=6)
    c.place(box, f"person/{work.person}", f"seat/{view.seat}", rings=())
    c.text(box.x + 20, box.cy, w.noun("person", work.person), "b", 32, width=230)
    for n, (_, thing, met) in enumerate(wishes(work)):
        wish(sheet, view, box.x + 290 + n * 82, box.cy, thing, 30, met=met or thing == kind)
    value, minimum = work.value + gain, view.minimum
    ready = value >= minimum
    if gain:
        c.text(box.x + 636, box.cy, work.value, "b", 34, t.mute, align="m")
        arrow(c, box.x + 684, box.cy, 14, t.mute)
    c.text(box.x + 748, box.cy, value, "x", 44, t.good if ready else t.ink, align="m")
    if ready:
        check(c, box.x + 800, box.cy, 15, t.good, 6)
        c.text(box.x + 828, box.cy, w("enough"), "b", 28, t.good, width=box.w - 840)
    else:
        c.text(box.x + 790, box.cy, w("needs", n=minimum), "r", 28, t.mute, width=box.w - 800)


def card(sheet: Sheet, box: Box, work: WorkSeen, view: PrincesView) -> None:
    """A person as a large card: name, wishes with what they add, value, and whether that is enough."""
    c, t, w = sheet.c, sheet.t, sheet.words
    minimum = view.minimum
    ready = work.value >= minimum
    slab(c, box, notch=16, hair=True)
    c.place(box, f"person/{work.person}", f"seat/{view.seat}", rings=())
    c.text(box.x + 30, box.y + 48, w.noun("person", work.person), "d", 36, width=290)
    values, met_sum = view.wish_values, 0
    for n, (group, thing, met) in enumerate(wishes(work)):
        cx = box.x + 66 + n * 100
        wish(sheet, view, cx, box.y + 122, thing, 38, met=met)
        met_sum += values[group] if met else 0
        figure = w.gain(values[group]) if met else "–"
        c.text(cx, box.y + 188, figure, "x" if met else "r", 30, None if met else t.mute, align="m")
    c.line([(box.x + 336, box.y + 30), (box.x + 336, box.bottom - 30)], t.line, 2)
    c.text(box.x + 421, box.y + 112, work.value, "x", 82, t.good if ready else t.ink, align="m")
    if ready:
        check(c, box.x + 376, box.y + 184, 14, t.good, 6)
        c.text(box.x + 402, box.y + 184, w("enough"), "b", 30, t.good, width=box.w - 412)
    else:
        c.text(box.x + 421, box.y + 184, w("needs", n=minimum), "r", 30, t.mute, align="m", width=150)
    c.icon("heraldic-sun", box.x + 367, box.y + 240, 34, t.mute)
    c.text(box.x + 390, box.y + 240, w("up_to", n=work.highest), "r", 28, t.mute, width=box.w - 404)
    label = c.text(box.x + 30, box.y + 240, w("people_jesters"), "r", 26, t.mute, width=220)
    c.text(box.x + 40 + label, box.y + 240, w.gain(work.value - met_sum), "b", 30)
