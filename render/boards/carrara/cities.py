"""Seats by cities in Carrara: what each has built where, which types it has scored, who closed which city."""

from collections.abc import Sequence

from engines.carrara.view import CarraraView, CityView, FieldView, SeatView, UpgraderView
from render.boards.carrara.tiles import TYPE_ICONS, abreast, building, stack_of, stands
from render.boxes import Box
from render.colour import mix
from render.sheet import MARGIN, Sheet
from render.widgets.marks import check, token
from render.widgets.stone import slab

LABEL = 156
HEAD = 92
TILE = 40
LEAST_ROW = 97


def row_height(seat: SeatView) -> float:
    """High enough for the fullest city of a seat."""
    better = {upgrader.place for upgrader in seat.upgraders}
    needs = [
        -(-len(there) // abreast(len(there))) * TILE + (30 if city in better else 0)
        for city, there in seat.cities.items()
    ]
    return max(LEAST_ROW, max(needs, default=0) + 18)


def height(view: CarraraView) -> float:
    return HEAD + 12 + sum(row_height(seat) for seat in view.seats)


def cities(sheet: Sheet, view: CarraraView, most: float) -> None:
    """The matrix, squeezed evenly if it would be higher than `most`."""
    c, t = sheet.c, sheet.t
    squeeze = min(1.0, (most - HEAD - 12) / max(1.0, height(view) - HEAD - 12))
    box = sheet.panel(min(height(view), most))
    slab(c, box)
    columns = Box(MARGIN + LABEL, box.y, box.w - LABEL - 6, box.h).columns(6)
    c.text(box.x + 16, box.y + 71, sheet.words("value_needs"), "r", 26, t.mute, width=LABEL - 20)
    with c.within("cities", box):
        for city, column in zip(view.cities, columns, strict=True):
            head(sheet, Box(column.x + 2, box.y + 10, column.w - 4, HEAD - 12), city)
        y = box.y + HEAD + 4
        lit = [sheet.is_owed(seat) for seat in range(len(view.seats))]
        for seat, player in enumerate(view.seats):
            row = Box(box.x, y, box.w, row_height(player) * squeeze)
            y = row.bottom
            if lit[seat]:
                c.plate(Box(row.x + 10, row.y + 3, row.w - 20, row.h - 6), t.tint(0.8), radius=6)
            elif seat and not lit[seat - 1]:
                c.line([(row.x + 16, row.y), (row.right - 16, row.y)], t.line, 2)
            _row(sheet, row, seat, player, view.cities, columns)


def upgrader_of(seat: SeatView, city: str) -> UpgraderView | None:
    return next((upgrader for upgrader in seat.upgraders if upgrader.place == city), None)


def head(sheet: Sheet, box: Box, city: CityView) -> None:
    """A city's colour, name, value a point of cost, houses needed, and who closed it."""
    c, t = sheet.c, sheet.t
    pigment = t.pigment("marble", city.colour)
    outline = mix(pigment.colour, "#FFFFFF", 0.45) if t.dark and city.colour == "black" else t.key
    c.plate(box, pigment.colour, outline=outline, width=1.5, radius=5)
    c.hatch(Box(box.x + 4, box.y + 3, box.w - 8, 9), pigment.hatch, pigment.ink, 0.45, 7)
    room = box.w - 14 - (32 if city.closed_by is not None else 0)
    name = sheet.words.noun("city", city.id)
    x = box.x + (room + 14) / 2
    c.text(x, box.y + 32, name, "b", 29, pigment.ink, align="m", width=room)
    c.text(box.x + 12, box.y + 62, city.points or city.coins, "x", 32, pigment.ink)
    c.icon("laurel-crown" if city.points else "two-coins", box.x + 48, box.y + 61, 32, pigment.ink)
    for n in range(city.needs):
        c.icon("house", box.right - 17 - n * 23, box.y + 61, 22, pigment.ink)
    if city.closed_by is not None:
        sheet.emblem(city.closed_by, box.right - 18, box.y + 12, 44)
    c.place(box, f"city/{city.id}", f"place/{city.id}", rings=((f"city/{city.id}", "event/scored_city"),))


def _row(sheet: Sheet, row: Box, seat: int, player: SeatView, table: Sequence[CityView], columns: list[Box]) -> None:
    c, t = sheet.c, sheet.t
    x = row.x + 16
    low = row.h < 88
    y = row.y + (23 if low else 30)
    sheet.emblem(seat, x + 24, y, 38 if low else 44)
    c.text(x + 50, y, sheet.names[seat], "b", 29, width=LABEL - 70)
    c.place(Box(row.x + 10, row.y + 2, LABEL - 8, row.h - 4), f"seat/{seat}", rings=())
    marks(sheet, x + 21, min(row.bottom - (17 if low else 22), row.y + 76), LABEL - 32, player)
    for n, (city, column) in enumerate(zip(table, columns, strict=True)):
        if n:
            c.line([(column.x, row.y + 10), (column.x, row.bottom - 10)], mix(t.slab, t.line, 0.5), 2)
        better = upgrader_of(player, city.id)
        area = Box(column.x + 4, row.y + 7, column.w - 8, row.h - 14 - (26 if better else 0))
        cell = Box(column.x + 1, row.y + 2, column.w - 2, row.h - 4)
        c.place(cell, f"city/{city.id}", f"seat/{seat}", kind="slot", rings=())
        stack_of(sheet, area, player.cities.get(city.id, ()), refs=(f"city/{city.id}", f"seat/{seat}"))
        if better:
            _upgrader(sheet, column.cx, row.bottom - 20, better)
            plate = Box.centred(column.cx, row.bottom - 20, 118, 30)
            c.place(plate, "figure/upgrader", f"city/{city.id}", f"seat/{seat}", kind="figure", rings=())


def _upgrader(sheet: Sheet, cx: float, cy: float, worth: UpgraderView) -> None:
    """What a point of cost is worth here with the upgrader: points, coins."""
    c, t = sheet.c, sheet.t
    c.plate(Box.centred(cx, cy, 118, 30), t.ink, radius=6)
    x = cx - 50
    for icon, value in (("laurel-crown", worth.points), ("two-coins", worth.coins)):
        c.text(x + 12, cy, value, "x", 25, t.slab, align="m")
        c.icon(icon, x + 36, cy, 26, t.slab)
        x += 54


def marks(sheet: Sheet, x: float, y: float, width: float, seat: SeatView) -> None:
    """Types and fields this seat has scored, as icons."""
    c, t = sheet.c, sheet.t
    every = [*seat.types_scored, *seat.fields_scored]
    step = min(36.0, width / max(1, len(every)))
    for n, name in enumerate(every):
        cx = x + n * step
        if name in TYPE_ICONS:
            c.icon(TYPE_ICONS[name], cx, y, min(30.0, max(26.0, step)), t.mute)
        else:
            land(sheet, cx, y, 24, name)


def own_cities(sheet: Sheet, view: CarraraView, seat: int) -> None:
    """A seat's six cities at full width, two abreast, every building large."""
    player = view.seats[seat]
    for n in range(0, len(view.cities), 2):
        pair = view.cities[n : n + 2]
        rows = max(-(-len(player.cities.get(city.id, ())) // 4) for city in pair)
        box = sheet.panel(108 + rows * 70)
        for city, part in zip(pair, box.columns(2, 12), strict=True):
            slab(sheet.c, part)
            sheet.c.place(part, f"city/{city.id}", f"seat/{seat}", kind="slot", rings=())
            head(sheet, Box(part.x + 16, part.y + 14, part.w - 190, HEAD - 12), city)
            there = player.cities.get(city.id, ())
            _worth(sheet, part, city, upgrader_of(player, city.id), sum(tile.cost for tile in there))
            area = Box(part.x + 18, part.y + 106, part.w - 36, rows * 70 - 8)
            for spot, tile in zip(area.grid(4, max(1, rows), 8), there, strict=False):
                building(sheet, spot, tile, icon=46, size=40)
                stands(sheet, spot, tile, f"city/{city.id}", f"seat/{seat}")
    _types(sheet, player)
    if view.fields:
        _fields(sheet, player, view.fields)


def _types(sheet: Sheet, player: SeatView) -> None:
    """Which building types are scored already: lit; the others can still be."""
    c, t = sheet.c, sheet.t
    box = sheet.panel(124)
    slab(c, box)
    for (kind, icon), cell in zip(TYPE_ICONS.items(), box.inset(16, 10).columns(6), strict=True):
        scored = kind in player.types_scored
        token(c, icon, cell.cx, cell.y + 36, 32, there=scored)
        c.place(cell, f"type/{kind}", rings=())
        name = sheet.words.noun("type", kind)
        c.text(cell.cx, cell.y + 90, name, "r", 26, t.ink if scored else t.mute, align="m", width=cell.w - 4)


def _fields(sheet: Sheet, player: SeatView, fields: Sequence[FieldView]) -> None:
    """The special fields: what a point of cost is worth there, with its upgrader too, and whether it is scored."""
    c, t = sheet.c, sheet.t
    for field, part in zip(fields, sheet.panel(84).columns(len(fields), 12), strict=True):
        slab(c, part)
        c.place(part, f"field/{field.id}", f"place/{field.id}", kind="slot", rings=())
        land(sheet, part.x + 46, part.cy, 44, field.id)
        scored = field.id in player.fields_scored
        name, room = sheet.words.noun("field", field.id), Box(part.x + 84, part.y + 8, part.w - 250, part.h - 16)
        c.paragraph(room, name, "b" if scored else "r", 28, t.ink if scored else t.mute, leading=1.05)
        if scored:
            check(c, part.x + 46, part.cy, 14, t.pigments.ivory, 6)
        better = upgrader_of(player, field.id)
        if better:
            _upgrader(sheet, part.right - 82, part.cy, better)
            continue
        x = part.right - 24
        for icon, value in (("two-coins", field.coins), ("laurel-crown", field.points)):
            if value:
                c.icon(icon, x - 16, part.cy, 32, t.mute)
                x -= 46 + c.text(x - 40, part.cy, value, "x", 32, align="r") + 12


def land(sheet: Sheet, cx: float, cy: float, size: float, field: str) -> None:
    """The sign of a special field: round for the country, square for the city."""
    country = field.startswith("country")
    pigment = sheet.t.pigment("land", "country" if country else "city")
    sheet.c.plate(Box.centred(cx, cy, size, size), pigment.colour, radius=size * 0.42 if country else 3)


def _worth(sheet: Sheet, part: Box, city: CityView, better: UpgraderView | None, cost: int) -> None:
    """What a scoring of the city would bring now."""
    c, t = sheet.c, sheet.t
    value = better or city
    shown = [(icon, rate * cost) for icon, rate in (("laurel-crown", value.points), ("two-coins", value.coins)) if rate]
    for n, (icon, gain) in enumerate(shown):
        y = part.y + 54 + (n - (len(shown) - 1) / 2) * 40
        c.text(part.right - 74, y, sheet.words.figure(gain), "x", 36, align="r")
        c.icon(icon, part.right - 44, y, 36, t.mute)
