"""Cards of Rivals: icons by sense, bars by category, points they carry."""

from engines.rivals.view import ExpansionView
from render.boxes import Box
from render.colour import mix
from render.paint.canvas import FLOOR
from render.sheet import Sheet
from render.widgets.marks import lozenge

EDGE = 2.5
"""Between a card's name and its edge."""
NAME_HEIGHTS = (30, 57, 76)
"""Of a name in one, two and three lines."""
LOW_BAR, HIGH_BAR = 14, 23
LEAST_ROOM = 24
CACHE = "gold_cache"
RESOURCES = {
    "lumber": "wood-pile",
    "brick": "brick-wall",
    "wool": "sheep",
    "grain": "wheat",
    "ore": "minerals",
    "gold": "two-coins",
}
POINTS = {
    "commerce": "scales",
    "strength": "broadsword",
    "skill": "lyre",
    "progress": "gears",
    "victory": "laurel-crown",
}
FACES = {
    "brigand_attack": "cloak-dagger",
    "trade": "swap-bag",
    "celebration": "lyre",
    "plentiful_harvest": "wheat",
    "event_card": "uncertainty",
}
SETS = {"basic": "", "gold": "#4E245E", "turmoil": "#9E3B2B", "progress": "#2D62B3"}
SETS_ON_DARK = {"basic": "", "gold": "#9A6BAE", "turmoil": "#D8694F", "progress": "#6B9BE0"}
ICONS = {
    "goldsmith": "diamond-ring",
    "merchant_caravan": "caravan",
    "brigitta": "crystal-ball",
    "relocation": "cycle",
    "scout": "spyglass",
    "abbey": "monk-face",
    "marketplace": "shop",
    "parish_hall": "wood-cabin",
    "storehouse": "barn",
    "toll_bridge": "stone-bridge",
    "brick_factory": "brick-pile",
    "grain_mill": "windmill",
    "iron_foundry": "furnace",
    "lumber_camp": "wood-axe",
    "weavers_shop": "yarn",
    **dict.fromkeys([f"{resource}_ship" for resource in RESOURCES], "caravel"),
    "large_trade_ship": "galleon",
    "austin": "viking-helmet",
    "candamir": "crossed-swords",
    "harald": "visored-helm",
    "inga": "queen-crown",
    "osmund": "barbute",
    "siglind": "winged-shield",
    "feud": "daggers",
    "fraternal_feuds": "backstab",
    "invention": "light-bulb",
    "trade_ships_race": "ship-wheel",
    "traveling_merchant": "camel-head",
    "year_of_plenty": "fruit-tree",
    "yule": "present",
    "brigands": "cloak-dagger",
    "gudrun": "hooded-figure",
    "merchant": "swap-bag",
    "reiner": "jester-hat",
    "trade_master": "money-stack",
    "pirate_ship": "pirate-flag",
    "gold_cache": "locked-chest",
    "merchant_guild": "shaking-hands",
    "moneylender": "pay-money",
    "harbor": "harbor-dock",
    "trading_base": "anchor",
    "mint": "coins-pile",
    "staple_house": "wooden-crate",
    "salt_silo": "salt-shaker",
    "gift_for_the_prince": "crown-coin",
    "archer": "archer",
    "arsonist": "fire-bottle",
    "sebastian": "prayer",
    "voyage_of_plunder": "pirate-captain",
    "traitor": "spy",
    "drill_ground": "archery-target",
    "lookout_tower": "watchtower",
    "carl_forkbeard": "viking-head",
    "heinrich": "mounted-knight",
    "irmgard": "holy-grail",
    "hedge_tavern": "tavern-sign",
    "fire_brigade": "full-metal-bucket",
    "fairgrounds": "juggler",
    "chapel_low": "church",
    "chapel_high": "church",
    "large_festival_hall": "drama-masks",
    "tithe_barn": "cellar-barrels",
    "riots": "revolt",
    "benjamin": "scroll-quill",
    "three_field_system": "plow",
    "guido": "compass",
    "doctor": "caduceus",
    "mineral_mining": "mining",
    "gustav": "book-pile",
    "chief_cannoneer": "cannon",
    "pharmacy": "medicines",
    "bath_house": "bathtub",
    "library": "bookshelf",
    "building_crane": "cargo-crane",
    "parliament": "greek-temple",
    "town_hall": "medieval-gate",
    "university": "graduate-cap",
    "plague": "plague-doctor-profile",
}


def icon_of(card: str) -> str:
    """A card's icon; the ships of single goods share one, their name tells the good."""
    return ICONS[card]


def bar_of(category: str) -> str:
    """Green for settlement cards, red for city cards, brown for the rest."""
    return {"settlement": "green", "city": "red"}.get(category, "brown")


def set_colour(sheet: Sheet, name: str) -> str:
    return (SETS_ON_DARK if sheet.t.dark else SETS).get(name, "") or sheet.t.ink


def short_name(sheet: Sheet, card: str) -> str:
    """A card's name as it fits a site: without the epithet after the comma."""
    return sheet.words.noun("card", card).split(",")[0]


def bar(sheet: Sheet, box: Box, category: str, high: float = LOW_BAR) -> None:
    """The coloured top of a card: red ones with lozenges, brown ones with a line. A high one has room for figures."""
    c = sheet.c
    pigment = sheet.t.pigment("bar", bar_of(category))
    c.plate(box, sheet.t.slab, outline=pigment.colour, width=3, radius=6)
    c.plate(box.top(high), pigment.colour, radius=5)
    c.rect(Box(box.x, box.y + 7, box.w, high - 7), pigment.colour)
    if bar_of(category) == "red":
        for n in range(6 if high == LOW_BAR else 1):
            lozenge(c, box.x + 9 + n * (box.w - 18) / 5, box.y + high / 2, 4, pigment.ink)
    elif bar_of(category) == "brown":
        c.rect(Box(box.x + 9, box.y + high / 2 - 1, box.w - 18 if high == LOW_BAR else 14, 2), pigment.ink)


def expansion(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """A card on its site with name, icon and points; under a name that needs all the room these stand in the bar."""
    c, t = sheet.c, sheet.t
    c.plate(box.move(dy=4), mix(t.page, "#000000", 0.2 if not t.dark else 0.5), radius=6)
    name = short_name(sheet, card.card)
    low = NAME_HEIGHTS[len(c.broken(name, "b", FLOOR, box.w - 2 * EDGE, 3)) - 1]
    room = box.h - LOW_BAR - 8 - low
    if room >= LEAST_ROOM:
        bar(sheet, box, card.category)
        _middle(sheet, Box(box.x, box.y + LOW_BAR, box.w, box.h - LOW_BAR - low), card)
    else:
        bar(sheet, box, card.category, HIGH_BAR)
        _figures(sheet, box.top(HIGH_BAR), card)
    area = Box(box.x + EDGE, box.bottom - low - 2, box.w - 2 * EDGE, low - 4)
    c.paragraph(area, name, "b", 26, align="m", most=3, leading=1.02)


def _middle(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """The icon of a card, beside it what it stores and brings."""
    c, t = sheet.c, sheet.t
    points = [(kind, value) for kind, value in card.points.items() if value]
    alone = not points and not card.stored and card.card != CACHE
    size = max(26.0, min(54.0, box.h - 8, box.w * 0.44))
    flat = len(points) > 1 and box.h < 58
    if not flat or (len(points) < 3 and box.w > 125):
        x = box.cx if alone else box.x + box.w * (0.18 if flat else 0.28)
        c.icon(icon_of(card.card), x, box.cy, min(size, 36.0, box.w * 0.28) if flat else size)
    if card.card == CACHE:
        for n in range(3):
            there = 1.0 if n < card.stored else 0.22
            c.icon("two-coins", box.right - 18 - (2 - n) * box.w * 0.13, box.cy, 26, t.ink, there)
    elif card.stored:
        c.text(box.right - 14, box.cy, card.stored, "x", 32, align="r")
    for n, (kind, value) in enumerate(points):
        x = box.right - 10 - (len(points) - 1 - n) * 46 if flat else box.right - 12
        y = box.cy if flat else box.cy + (n - (len(points) - 1) / 2) * 29
        c.text(x, y, value, "x", 28, align="r")
        c.icon(POINTS.get(kind, "laurel-crown"), x - (28 if flat else 32), y, 26, t.mute)


def _figures(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """What a card stores and brings, in its bar."""
    c, ink = sheet.c, sheet.t.pigment("bar", bar_of(card.category)).ink
    shown = [(POINTS.get(kind, "laurel-crown"), value) for kind, value in card.points.items() if value]
    if card.card == CACHE or card.stored:
        shown.append(("two-coins" if card.card == CACHE else "", card.stored))
    x = box.right - 9
    for icon, value in reversed(shown):
        x -= c.text(x, box.cy, value, "x", FLOOR, ink, align="r") + 13
        if icon:
            c.icon(icon, x, box.cy, 20, ink)
        x -= 15


def small(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """A card as icon and bar alone."""
    c, t = sheet.c, sheet.t
    c.plate(box, t.slab2, outline=t.pigment("bar", bar_of(card.category)).colour, width=3, radius=5)
    c.icon(icon_of(card.card), box.cx - (12 if card.stored else 0), box.cy, min(42.0, box.h - 8, box.w - 34))
    if card.stored:
        c.text(box.right - 8, box.cy, card.stored, "x", 26, align="r")
