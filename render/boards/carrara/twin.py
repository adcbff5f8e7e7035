"""Carrara in words: everything its pictures show, line by line."""

from engines.carrara.view import CardView, CarraraView, CityView, OwnView, SeatView
from render.sheet import Reader
from render.words import NONE, roman


def twin(reader: Reader, view: CarraraView) -> str:
    part, w = reader.p.part, reader.words
    if part == "hand" and view.own is not None:
        return "\n".join([w("round", n=view.round), *_own(reader, view.own)])
    rows = [f"{w('round', n=view.round)}, {w('stack', n=view.pile)}."]
    rows += [_seat(reader, seat, player, view.cities) for seat, player in enumerate(view.seats)]
    if part in ("all", "market"):
        rows += _market(reader, view)
    if part != "market":
        rows += [_city(reader, city) for city in view.cities]
        rows += [
            f"{reader.words.noun('field', each.id)}: {_gains(reader, each.points, each.coins)}" for each in view.fields
        ]
    return "\n".join(rows)


def _seat(reader: Reader, seat: int, player: SeatView, cities: tuple[CityView, ...]) -> str:
    w = reader.words
    parts = [w.own("caption", "seat", {"n": player.points, "cost": player.cost, "scorings": player.scorings})]
    scored = [w.noun("type", kind) for kind in player.types_scored]
    scored += [w.noun("field", field) for field in player.fields_scored]
    if scored:
        parts[0] += f" ({', '.join(scored)})"
    better = {upgrader.place: upgrader for upgrader in player.upgraders}
    for city in cities:
        there, value = player.cities.get(city.id, ()), better.get(city.id, city)
        if there:
            cost = sum(tile.cost for tile in there)
            names = ", ".join(f"{w.noun('type', tile.type)} {tile.cost}" for tile in there)
            gains = _gains(reader, value.points * cost, value.coins * cost)
            parts.append(f"{w.noun('city', city.id)}: {names} = {gains}")
    for place, upgrader in better.items():
        parts.append(f"{w.noun('place', place)}: {_gains(reader, upgrader.points, upgrader.coins, always=True)}")
    return f"{reader.p.names[seat]}: {'; '.join(parts)}"


def _gains(reader: Reader, points: int, coins: int, *, always: bool = False) -> str:
    w, parts = reader.words, []
    if points or always:
        parts.append(f"{points} {w('points', n=points)}")
    if coins or always:
        parts.append(f"{coins} {w('coins', n=coins)}")
    return ", ".join(parts) or NONE


def _market(reader: Reader, view: CarraraView) -> list[str]:
    w, rows = reader.words, []
    for number, segment in enumerate(view.wheel, 1):
        there = [f"{n} × {w.noun('brick', colour)} ({segment.prices[colour]})" for colour, n in segment.bricks.items()]
        rows.append(f"{roman(number)}: {', '.join(there) or NONE}")
    tiles = [f"{w.noun('type', tile.type)} {tile.cost}" for tile in view.display if tile]
    rows.append(f"{w('display')}: {', '.join(tiles) or NONE}")
    objects = [
        f"{w.noun('object', name)} {there or NONE} ({view.supply.get(name, 0)})"
        for name, there in view.object_field.items()
    ]
    rows.append(f"{w('objects_for', n=view.object_price)}: {', '.join(objects)}")
    if view.expansion:
        rows += [_card(reader, card) for card in view.cards]
        eights = [f"{w.noun('type', tile.type)} {tile.cost}" for tile in view.value_eight]
        rows.append(", ".join(eights) or NONE)
    return rows


def _card(reader: Reader, card: CardView) -> str:
    w = reader.words
    senses = [w.say(text.key, text.facts) for text in (card.condition, card.scoring) if text]
    return f"{card.number} {w.noun('card', card.id)}: {'; '.join(senses)}"


def _city(reader: Reader, city: CityView) -> str:
    w = reader.words
    line = f"{w.noun('city', city.id)}: {_gains(reader, city.points, city.coins)}, {w('needs', n=city.needs)}"
    if city.closed_by is not None:
        line += f", {w('closed_by', name=f'seat/{city.closed_by}')}"
    return line


def _own(reader: Reader, own: OwnView) -> list[str]:
    w = reader.words
    bricks, objects = sum(own.bricks.values()), sum(own.objects.values())
    coins = f"{w.number(own.coins)} {w('coins', n=own.coins)}"
    return [
        f"{coins}, {bricks} {w('bricks', n=bricks)}, {objects} {w('objects', n=objects)}",
        ", ".join(f"{w.noun('card', c.card)}: {c.has}/{c.least}" for c in own.conditions),
        ", ".join(f"{count} × {w.noun('brick', colour)}" for colour, count in own.bricks.items()),
        ", ".join(f"{count} × {w.noun('object', name)}" for name, count in own.objects.items()),
    ]
