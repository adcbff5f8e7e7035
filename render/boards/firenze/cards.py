"""Action cards of Firenze: their icons, and the row with the price of each slot and the bricks on it."""

from engines.firenze.view import FirenzeView, RowCardView
from render.boxes import Box
from render.sheet import Sheet
from render.widgets.stone import brick, slab

ICONS = {
    "alchemist": "bubbling-flask",
    "architect": "pencil-ruler",
    "princess": "queen-crown",
    "wholesaler": "barrel",
    "mason": "trowel",
    "patrician": "chess-king",
    "smuggler": "hooded-figure",
    "saboteur": "spy",
    "collapse": "tower-fall",
    "botch": "broken-wall",
    "renaissance": "cycle",
    "flood": "flood",
    "warehouse_fire": "fire",
    "tribute": "receive-money",
    "luxury_tax": "pay-money",
    "recognition": "medal",
    "scandal": "talk",
    "fame": "trumpet-flag",
    "disgrace": "crumbling-ball",
    "monument": "ionic-column",
    "bridge": "stone-bridge",
    "warehouse": "barn",
    "workshop": "anvil",
    "small_privilege": "church",
    "medium_privilege": "church",
    "great_privilege": "church",
    "campanile": "ringing-bell",
}
ROW = 204


def row(sheet: Sheet, view: FirenzeView, high: float = ROW) -> None:
    """The six slots of the row, the free one first."""
    slots = max(6, len(view.row))
    panel = sheet.panel(high)
    with sheet.c.within("row", panel):
        for n, (card, box) in enumerate(zip(view.row, panel.columns(slots, 12), strict=False), 1):
            _card(sheet, box, card, f"slot/slot-{n}")


def _card(sheet: Sheet, box: Box, card: RowCardView, slot: str) -> None:
    c, t = sheet.c, sheet.t
    slab(c, box, notch=8)
    c.plate(Box(box.x + 10, box.y + 10, 40, 40), t.ink, radius=4)
    c.text(box.x + 30, box.y + 30, card.price, "x", 32, t.slab, align="m")
    kind = sheet.words(f"type_{card.type}")
    c.text(box.right - 12, box.y + 30, kind, "r", 25, t.mute, align="r", width=box.w - 66)
    name = sheet.words.noun("card", card.card)
    lines = c.wrap(name, "b", 27, box.w - 12, 2)
    one = len(lines) == 1
    c.icon(ICONS[card.card], box.cx, box.y + (79 if one else 66), 52 if one else 36)
    c.paragraph(
        Box(box.x + 5, box.y + (108 if one else 83), box.w - 10, 30 if one else 56),
        name,
        "b",
        28,
        align="m",
        leading=1.02,
    )
    stones = [colour for colour, count in card.bricks.items() for _ in range(count)]
    c.place(box, f"card/{card.card}", slot, kind="slot", rings=((f"card/{card.card}",),))
    bricks(sheet, Box(box.x + 6, box.y + 142, box.w - 12, box.h - 152), stones, slot)


def bricks(sheet: Sheet, box: Box, stones: list[str], slot: str) -> None:
    """Loose bricks in centred rows; too many of them as one brick a colour with its number."""
    if len(stones) > 8:
        kinds = list(dict.fromkeys(stones))
        wide = min(51.0, (box.w - 3 * (min(len(kinds), 3) - 1)) / min(len(kinds), 3))
        for n, colour in enumerate(kinds):
            line, column = divmod(n, 3)
            beside = min(3, len(kinds) - 3 * line)
            x = box.cx - (beside * wide + 3 * (beside - 1)) / 2 + column * (wide + 3)
            high = 27 if len(kinds) > 3 else 38
            spot = Box(x, box.y + line * (high + 2), wide, high)
            brick(sheet.c, spot, sheet.t.pigment("marble", colour), stones.count(colour), 26)
            sheet.c.place(spot, f"brick/{colour}", slot, rings=())
        return
    rows = -(-len(stones) // 4)
    for n, colour in enumerate(stones):
        line, column = divmod(n, 4)
        beside = min(4, len(stones) - 4 * line)
        x = box.cx - (beside * 34 + 3 * (beside - 1)) / 2 + column * 37
        y = box.cy - (rows * 26 + 3 * (rows - 1)) / 2 + line * 29
        brick(sheet.c, Box(x, y, 34, 26), sheet.t.pigment("marble", colour))
        sheet.c.place(Box(x, y, 34, 26), f"brick/{colour}", slot, rings=())
