"""Building sites of Firenze: towers under construction, warehouse, buildings, hand, seals left."""

from engines.firenze.view import FirenzeView, PlayerView, TowerView
from render.boards.firenze.cards import ICONS
from render.boxes import Box
from render.paint.canvas import FLOOR, Spot
from render.sheet import GAP, Sheet
from render.widgets.marks import pip
from render.widgets.stone import brick, slab

HEIGHT = 262
STRIP = 96
"""How high a card's strip is where there is room."""


def sites(sheet: Sheet, view: FirenzeView, high: float = HEIGHT) -> None:
    """All sites side by side, in seat order."""
    panel = sheet.panel(high)
    with sheet.c.within("sites", panel):
        for player, box in zip(view.players, panel.columns(len(view.players), GAP), strict=True):
            _site(sheet, box, player)


def _site(sheet: Sheet, box: Box, player: PlayerView) -> None:
    c, t = sheet.c, sheet.t
    slab(c, box, t.tint(0.8) if sheet.is_owed(player.seat) else None, 10)
    sheet.emblem(player.seat, box.x + 36, box.y + 34, 46)
    columns = -(-(player.seals_left + player.seals_laid) // 2)
    wide = columns * 22 + 14
    seat = f"seat/{player.seat}"
    c.place(box, "panel/site", seat, kind="area", rings=())
    c.place(Box(box.x + 8, box.y + 8, box.w - 16 - wide, 52), seat, rings=())
    c.place(Box(box.right - wide, box.y + 8, wide - 4, 52), "figure/seals", seat, kind="figure", rings=())
    c.text(box.x + 68, box.y + 34, sheet.names[player.seat], "b", 29, width=box.w - 70 - wide)
    _seals(sheet, box.right - 12, box.y + 24, player, columns)
    base = box.y + 158
    c.rect(Box(box.x + 14, base, box.w - 28, 4), t.mute)
    under_way(sheet, Box(box.x + 16, box.y + 62, box.w - 32, 96), player.towers, player.seat)
    stock(sheet, Box(box.x + 14, base + 14, box.w - 28, 38), player)
    _cards(sheet, Box(box.x + 14, base + 60, box.w - 28, 38), player)


def _seals(sheet: Sheet, right: float, y: float, player: PlayerView, columns: int) -> None:
    for n in range(player.seals_left + player.seals_laid):
        row, column = divmod(n, columns)
        cx = right - 11 - (columns - 1 - column) * 22
        pip(sheet.c, player.seat, cx, y + row * 21, 9, there=n < player.seals_left)


def under_way(sheet: Sheet, box: Box, towers: tuple[TowerView, ...], seat: int, most: float = 76) -> None:
    """Towers as stacks of bricks on one ground line, the height over each; a doomed one's figure is in red."""
    c, t = sheet.c, sheet.t
    if not towers:
        return
    step = min(most, box.w / len(towers))
    wide = min(54.0, step - 6)
    tallest = max(tower.height for tower in towers)
    storey = min(14.0, (box.h - 32) / tallest)
    for n, tower in enumerate(towers):
        pigment = t.pigment("marble", tower.colour)
        x = box.x + n * step + (step - wide) / 2
        stack = Box(x, box.bottom - tower.height * storey, wide, tower.height * storey)
        outline = t.key if not (t.dark and tower.colour == "purple") else "#7A6A7C"
        c.plate(stack, pigment.colour, outline=outline, width=1.5)
        c.hatch(stack.inset(3), pigment.hatch, pigment.ink, 0.42, 7, 1.6)
        for k in range(1, tower.height):
            c.rect(Box(x, box.bottom - k * storey - 1, wide, 2), outline)
        figure = t.bad if tower.falls else t.ink
        c.text(stack.cx, stack.y - 17, tower.height, "x", 30, figure, align="m")
        if tower.falls:
            c.rect(Box(stack.cx - 12, stack.y - 4, 24, 3), t.bad)
        _tower(sheet, Box(stack.x, stack.y - 32, stack.w, stack.h + 32), stack, tower, seat)


def _tower(sheet: Sheet, box: Box, stack: Box, tower: TowerView, seat: int) -> None:
    """A tower with its figure can be touched; its stones are ringed."""
    name, colour = f"tower/{tower.colour}-{tower.height}", f"tower/{tower.colour}"
    sheet.c.place(box, name, f"seat/{seat}", colour, rings=())
    sheet.c.spots.append(Spot(stack, frozenset({f"seat/{seat}", f"site/{tower.colour}"}), False))


def stock(sheet: Sheet, box: Box, player: PlayerView, size: int = 29) -> None:
    """The warehouse: one brick a colour with its number."""
    there = [(colour, count) for colour, count in player.warehouse.items() if count]
    wide = min(51.0 * box.h / 38, (box.w - 4 * (len(there) - 1)) / max(1, len(there)))
    for n, (colour, count) in enumerate(there):
        spot = Box(box.x + n * (wide + 4), box.y, wide, box.h)
        brick(sheet.c, spot, sheet.t.pigment("marble", colour), count, size if wide > 40 else 26)
        sheet.c.place(spot, f"brick/{colour}", f"seat/{player.seat}", rings=())
    if there:
        ring = (f"seat/{player.seat}", "event/warehouse")
        sheet.c.place(box, "figure/warehouse", f"seat/{player.seat}", kind="area", rings=(ring,))


def _cards(sheet: Sheet, box: Box, player: PlayerView) -> None:
    """Buildings in ink, hand outlined (backs where it is secret), what is beyond four as +n; bricks of the limit."""
    c, t = sheet.c, sheet.t
    full = f"{player.bricks}/{player.brick_limit}"
    w = c.text(box.right, box.cy, full, "b", 28, t.bad if player.bricks > player.brick_limit else t.mute, align="r")
    room = int((box.w - w - 8) // 39)
    known = [(card, True) for card in player.buildings] + [(card, False) for card in (player.hand or player.feasts)]
    hidden = player.hand_size if player.hand is None and not player.feasts else 0
    if hidden:
        shown = known[: max(0, room - 1)]
    else:
        shown = known if len(known) <= room else known[: max(0, room - 1)]
    c.place(Box(box.right - w, box.y, w, box.h), "figure/limit", f"seat/{player.seat}", kind="figure", rings=())
    x = box.x + 18
    for card, built in shown:
        c.place(Box.centred(x, box.cy, 36, 38), f"card/{card}", f"seat/{player.seat}", rings=())
        if built:
            c.plate(Box.centred(x, box.cy, 36, 36), t.ink, radius=4)
        else:
            c.plate(Box.centred(x, box.cy, 32, 38), outline=t.mute, width=2, radius=4)
        c.icon(ICONS[card], x, box.cy, 28 if built else 26, t.slab if built else t.ink)
        x += 39
    if hidden:
        c.place(Box.centred(x, box.cy, 36, 38), "figure/hand", f"seat/{player.seat}", kind="figure", rings=())
        c.plate(Box.centred(x, box.cy, 32, 38), outline=t.mute, width=2, radius=4)
        c.text(x, box.cy, hidden, "b", 26, t.mute, align="m")
    elif len(known) > len(shown):
        c.text(x - 14, box.cy, f"+{len(known) - len(shown)}", "b", 28, t.mute)


def own_site(sheet: Sheet, view: FirenzeView, seat: int) -> None:
    """One seat's site at full width: towers large, warehouse, seals, buildings with what they do."""
    c, t = sheet.c, sheet.t
    player = view.players[seat]
    tallest = max((tower.height for tower in player.towers), default=0)
    box = sheet.panel(min(360, 112 + 34 * tallest))
    slab(c, box, hair=True)
    c.rect(Box(box.x + 24, box.bottom - 30, box.w - 48, 5), t.mute)
    _large_towers(sheet, Box(box.x + 30, box.y + 20, box.w - 60, box.h - 50), player)
    box = sheet.panel(104)
    seals = player.seals_left + player.seals_laid
    right = seals * 44 + 36
    slab(c, box.left(box.w - right - GAP))
    slab(c, Box(box.right - right, box.y, right, box.h))
    full = f"{player.bricks}/{player.brick_limit}"
    over = player.bricks > player.brick_limit
    w = c.text(box.right - right - GAP - 26, box.cy, full, "x", 36, t.bad if over else t.mute, align="r")
    stock(sheet, Box(box.x + 22, box.y + 22, box.w - right - 90 - w, 60), player, 42)
    for n in range(seals):
        pip(c, seat, box.right - right + 40 + n * 44, box.cy, 16, there=n < player.seals_left)
    for card in player.buildings:
        described(sheet, card, f"seat/{seat}", built=True)


def _large_towers(sheet: Sheet, box: Box, player: PlayerView) -> None:
    c, t = sheet.c, sheet.t
    if not player.towers:
        return
    step = min(150.0, box.w / len(player.towers))
    wide, storey = min(104.0, step - 14), min(34.0, (box.h - 50) / max(tower.height for tower in player.towers))
    for n, tower in enumerate(player.towers):
        pigment = t.pigment("marble", tower.colour)
        x = box.x + n * step + (step - wide) / 2
        for k in range(tower.height):
            brick(c, Box(x, box.bottom - (k + 1) * storey, wide, storey + 1), pigment)
        y = box.bottom - tower.height * storey - 24
        whole = Box(x, y - 20, wide, box.bottom - y + 20)
        refs = (f"tower/{tower.colour}-{tower.height}", f"seat/{player.seat}", f"tower/{tower.colour}")
        c.place(whole, *refs, rings=())
        c.text(x + wide / 2, y, tower.height, "x", 42, t.bad if tower.falls else t.ink, align="m")


def described(sheet: Sheet, card: str, *where: str, built: bool, height: float = STRIP) -> None:
    """A card as a strip: icon, name, what it does; where there are many, lower ones."""
    c, t = sheet.c, sheet.t
    box = sheet.panel(height)
    part = height / STRIP
    slab(c, box)
    c.place(box, f"card/{card}", *where, rings=())
    if built:
        c.plate(Box.centred(box.x + 60, box.cy, 64 * part, 64 * part), t.ink, radius=6)
    else:
        c.plate(Box.centred(box.x + 60, box.cy, 58 * part, 68 * part), outline=t.mute, width=2.5, radius=6)
    c.icon(ICONS[card], box.x + 60, box.cy, 46 * part, t.slab if built else t.ink)
    c.text(
        box.x + 112,
        box.y + 32 * part,
        sheet.words.noun("card", card),
        "b",
        max(FLOOR, round(32 * part)),
        width=box.w - 140,
    )
    effect = sheet.words.noun("effect", card)
    c.text(box.x + 112, box.y + 68 * part, effect, "r", max(FLOOR, round(27 * part)), t.mute, width=box.w - 136)
