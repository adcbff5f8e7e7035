"""Cards of Rivals: icons by sense, bars by category, points they carry."""

from engines.rivals.view import ExpansionView
from render.boxes import Box
from render.colour import mix
from render.sheet import Sheet
from render.widgets.marks import lozenge

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
    return ICONS.get(card, "caravel")


def bar_of(category: str) -> str:
    """Green for settlement cards, red for city cards, brown for the rest."""
    return {"settlement": "green", "city": "red"}.get(category, "brown")


def set_colour(sheet: Sheet, name: str) -> str:
    return (SETS_ON_DARK if sheet.t.dark else SETS).get(name, "") or sheet.t.ink


def short_name(sheet: Sheet, card: str) -> str:
    """A card's name as it fits a site: without the epithet after the comma."""
    return sheet.words.noun("card", card).split(",")[0]


def bar(sheet: Sheet, box: Box, category: str) -> None:
    """The coloured top of a card: red ones with lozenges, brown ones with a line."""
    c = sheet.c
    pigment = sheet.t.pigment("bar", bar_of(category))
    c.plate(box, sheet.t.slab, outline=pigment.colour, width=3, radius=6)
    c.plate(box.top(14), pigment.colour, radius=5)
    c.rect(Box(box.x, box.y + 7, box.w, 7), pigment.colour)
    if bar_of(category) == "red":
        for n in range(6):
            lozenge(c, box.x + 14 + n * (box.w - 28) / 5, box.y + 7, 4, pigment.ink)
    elif bar_of(category) == "brown":
        c.rect(Box(box.x + 10, box.y + 6, box.w - 20, 2), pigment.ink)


def expansion(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """A card on its site with name, icon and points."""
    c, t = sheet.c, sheet.t
    c.plate(box.move(dy=4), mix(t.page, "#000000", 0.2 if not t.dark else 0.5), radius=6)
    bar(sheet, box, card.category)
    name = short_name(sheet, card.card)
    lines = len(c.broken(name, "b", round(24 * sheet.t.scale), box.w - 10, 3))
    low = {1: 30, 2: 57}.get(lines, 80)
    points = [(kind, value) for kind, value in card.points.items() if value]
    middle = box.y + 14 + (box.h - 14 - low) / 2
    room = box.h - 22 - low
    alone = not points and not card.stored and card.card != "gold_cache"
    size = max(26.0, min(54.0, room, box.w * 0.44))
    flat = len(points) > 1 and room < 50
    if room >= 22 and (not flat or len(points) < 3):
        x = box.cx if alone else box.x + box.w * (0.18 if flat else 0.28)
        c.icon(icon_of(card.card), x, middle, min(size, 36.0) if flat else size)
    if card.card == "gold_cache" and room >= 26:
        for n in range(3):
            there = 1.0 if n < card.stored else 0.22
            c.icon("two-coins", box.x + box.w * 0.58 + n * box.w * 0.16, middle, 26, t.ink, there)
    elif card.stored:
        c.text(box.right - 14, middle, card.stored, "x", 32, align="r")
    for n, (kind, value) in enumerate(points):
        x = box.right - 10 - (len(points) - 1 - n) * 46 if flat else box.right - 12
        y = middle if flat else middle + (n - (len(points) - 1) / 2) * 29
        c.text(x, y, value, "x", 28, align="r")
        c.icon(POINTS.get(kind, "laurel-crown"), x - (28 if flat else 32), y, 26, t.mute)
    c.paragraph(
        Box(box.x + 5, box.bottom - low - 2, box.w - 10, low - 4), name, "b", 26, align="m", most=3, leading=1.02
    )


def small(sheet: Sheet, box: Box, card: ExpansionView) -> None:
    """A card as icon and bar alone."""
    c, t = sheet.c, sheet.t
    c.plate(box, t.slab2, outline=t.pigment("bar", bar_of(card.category)).colour, width=3, radius=5)
    c.icon(icon_of(card.card), box.cx - (12 if card.stored else 0), box.cy, min(42.0, box.h - 8, box.w - 34))
    if card.stored:
        c.text(box.right - 8, box.cy, card.stored, "x", 26, align="r")
