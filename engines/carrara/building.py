"""Chapter 5 and sections 10.3 to 10.5: building, replacing, and the upgraders of value-8 tiles."""

from collections.abc import Iterator
from functools import cache
from operator import attrgetter

from engines.carrara import reasons
from engines.carrara.buying import BRICKS
from engines.carrara.cards import cost_of
from engines.carrara.conditions import conditions_watched
from engines.carrara.ids import COLOURS
from engines.carrara.setup import reveal_tile
from engines.carrara.state import Building, CarraraState, Choice, Player, stand
from engines.carrara.tables import Gain, Tile
from engines.carrara.turn import end_action, still_to_play
from engines.carrara.values import value_note, value_of
from engines.kit import (
    WORDLESS,
    Bundle,
    BundleStep,
    Draft,
    Facts,
    Option,
    Pick,
    PickStep,
    Text,
    Withheld,
    bare_options,
    counted,
    noun,
    ref,
    seat_ref,
)

NEW, REPLACE = "city", "replace"


# --- what can be paid -------------------------------------------------------------------------------------------------


def bricks_by_city(s: CarraraState, player: Player) -> dict[str, int]:
    """5.2 How many of the player's bricks each city takes: one colour more than the nobler one before it."""
    bricks, taken = 0, {}
    for city, colour in s.tables.colour_of.items():
        bricks += player.bricks[colour]
        taken[city] = bricks
    return taken


def payable_tiles(s: CarraraState, seat: int) -> list[Tile]:
    """5.1, 10.4 The open tiles that the player can pay in some city or for some own building."""
    return list(_payable(s, seat))


def can_build(s: CarraraState, seat: int) -> bool:
    """3.1 Whether there is a tile to build or to replace a building with."""
    bricks, tiles = sum(s.players[seat].bricks.values()), s.tables.tile
    for name in s.display:
        if name and tiles[name].cost <= bricks:
            return True
    return s.options.expansion and next(_payable(s, seat), None) is not None


def _payable(s: CarraraState, seat: int) -> Iterator[Tile]:
    """5.1, 5.2, 10.3 Of the display, then of value 8. The plainest city takes all bricks: who cannot pay a tile there
    can at best replace a building with it."""
    bricks, tiles = sum(s.players[seat].bricks.values()), s.tables.tile
    replacing: set[int] | None = None
    for name in s.display + s.value_eight:
        if name:
            tile = tiles[name]
            if tile.cost > bricks and replacing is None:
                replacing = _costs_within_reach(s, s.players[seat])
            if tile.cost <= bricks or (replacing and tile.cost in replacing):
                yield tile


def _costs_within_reach(s: CarraraState, player: Player) -> set[int]:
    """10.4 What a tile may cost that is to replace some own building."""
    if not s.options.expansion or not player.buildings:
        return set()
    bricks, costs = bricks_by_city(s, player), set[int]()
    for building in player.buildings:
        costs.update(range(building.cost + 1, building.cost + bricks[building.city] + 1))
    return costs


def payable_cities(s: CarraraState, seat: int, tile: Tile) -> list[str]:
    """5.1, 5.2, 5.5, A24 The own cities where the tile can be paid; there is no limit to buildings."""
    return [city for city, bricks in bricks_by_city(s, s.players[seat]).items() if bricks >= tile.cost]


def replaceable(s: CarraraState, seat: int, tile: Tile) -> list[Building]:
    """10.4, A12 The own buildings of lower cost for which the difference can be paid, scored before or not."""
    if not s.options.expansion:
        return []
    bricks = bricks_by_city(s, s.players[seat])
    return [
        building
        for building in s.players[seat].buildings
        if building.cost < tile.cost <= building.cost + bricks[building.city]
    ]


# --- the compound move: tile, place, bricks ---------------------------------------------------------------------------


class ChooseTile(PickStep[CarraraState]):
    """5.1, 10.3 One of the open tiles that can be paid."""

    name = "build.tile"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        tiles = payable_tiles(s, seat)
        if s.lean:
            return Pick(WORDLESS, bare_options([tile.id for tile in tiles]), private=True)
        options = tuple([s.tables.tile_options[tile.id] for tile in tiles])
        cheapest = min(tiles, key=attrgetter("cost"))
        prompt = Text("carrara.ask.build.tile", {"bricks": counted("brick", s.players[seat].bricks)})
        return Pick(prompt, options, default=[cheapest.id], private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return reasons.tiles(s, seat, [tile.id for tile in payable_tiles(s, seat)])

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        d.state.choice = Choice(tile=value[0])
        d.goto("build.place", seat)


@cache
def city_option(city: str, value: Gain) -> Option:
    """5.1 A city to build in, with what a point of cost is worth there."""
    return Option(f"{NEW}:{city}", noun("city", city), "group/city", value_note(value))


@cache
def replacement(tile: str, city: str, bricks: int) -> Option:
    """10.4 An own building that makes way, with the difference that is paid."""
    standing = ref("tile", tile)
    label = Text("carrara.option.replace", {"tile": standing, "city": ref("city", city), "replaced": standing})
    note = Text("carrara.note.difference", {"bricks": bricks})
    return Option(f"{REPLACE}:{tile}", label, group="group/replace", note=note)


class ChoosePlace(PickStep[CarraraState]):
    """5.1, 10.4 A city for the tile, or an own building that it replaces."""

    name = "build.place"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        tile = s.tables.tile[s.choice.tile]
        cities = payable_cities(s, seat, tile)
        if s.lean:
            keys = [f"{NEW}:{city}" for city in cities]
            keys += [f"{REPLACE}:{building.tile}" for building in replaceable(s, seat, tile)]
            return Pick(WORDLESS, bare_options(keys), private=True)
        options = [city_option(city, value_of(s.tables, s.players[seat], city)) for city in cities]
        options += [
            replacement(building.tile, building.city, tile.cost - building.cost)
            for building in replaceable(s, seat, tile)
        ]
        prompt = Text("carrara.ask.build.place", {"tile": ref("tile", tile.id)})
        default = [f"{NEW}:{cities[-1]}"] if cities else None
        return Pick(prompt, tuple(options), default=default, private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        tile = s.tables.tile[s.choice.tile]
        yield from reasons.cities(s, seat, payable_cities(s, seat, tile))
        yield from reasons.replacements(s, seat, [building.tile for building in replaceable(s, seat, tile)])

    def preview(self, s: CarraraState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """1.8, 6.3 What the tile will be worth there, and how far the city is from being scored."""
        player, tile = s.players[seat], s.tables.tile[s.choice.tile]
        way, name = value[0].split(":")
        city = name if way == NEW else _standing(player, name).city
        worth = value_of(s.tables, player, city)
        gain = Gain(worth.points * tile.cost, worth.coins * tile.cost)
        found = [Text("carrara.preview.worth", {"gain": gain.facts()})] if gain.facts() else []
        if way == NEW and not s.is_closed(city):
            there = sum(building.city == city for building in player.buildings) + 1
            needs = next(row.needs for row in s.tables.city if row.id == city)
            found.append(Text("carrara.preview.houses", {"there": there, "needs": needs, "city": ref("city", city)}))
        return tuple(found)

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        s = d.state
        way, name = value[0].split(":")
        if way == NEW:
            s.choice.city = name
        else:
            s.choice.replaced = name
            s.choice.city = _standing(s.players[seat], name).city
        d.goto("build.pay", seat)


@cache
def own_bricks(seat: int) -> dict[str, tuple[str, ...]]:
    """Where the bricks lie that a seat pays with: behind its own screen, not on the wheel."""
    return {colour: (ref("brick", colour), seat_ref(seat)) for colour in COLOURS}


class PayBricks(BundleStep[CarraraState]):
    """5.2, 10.4 Exactly the cost, or the difference, in colours that the city takes."""

    name = "build.pay"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Bundle:
        player, choice = s.players[seat], s.choice
        cost = cost_of_choice(s, player)
        available = {colour: player.bricks[colour] for colour in s.tables.allowed[choice.city] if player.bricks[colour]}
        plainest = plainest_bricks(available, cost)
        if s.lean:
            return Bundle(WORDLESS, available, {}, cost, cost, default=plainest, private=True)
        labels = {colour: BRICKS[colour] for colour in available}
        prompt = Text(
            "carrara.ask.build.pay", {"cost": cost, "tile": ref("tile", choice.tile), "city": ref("city", choice.city)}
        )
        at = own_bricks(seat)
        return Bundle(
            prompt, available, labels, cost, cost, default=plainest, suggested=(plainest,), private=True, at=at
        )

    def answer(self, d: Draft[CarraraState], seat: int, value: dict[str, int]) -> None:
        s, player = d.state, d.state.players[seat]
        for colour, count in value.items():
            player.bricks[colour] -= count
            s.bag[colour] += count
        with conditions_watched(d, seat):
            _put_up(d, player, value)
        if s.choice.tile in s.value_eight:
            s.value_eight.remove(s.choice.tile)
            d.goto("build.upgrader", seat)
        else:
            _refill_display(d)
            end_action(d)


def cost_of_choice(s: CarraraState, player: Player) -> int:
    """5.2, 10.4 The cost of the chosen tile, less that of the building it replaces."""
    cost = s.tables.tile[s.choice.tile].cost
    return cost - _standing(player, s.choice.replaced).cost if s.choice.replaced else cost


def plainest_bricks(available: dict[str, int], cost: int) -> dict[str, int]:
    """The plainest colours that pay the cost, leaving the noble ones behind the screen."""
    paid: dict[str, int] = {}
    for colour in reversed(COLOURS):
        if colour in available and cost:
            paid[colour] = min(available[colour], cost)
            cost -= paid[colour]
    return paid


def _standing(player: Player, tile: str) -> Building:
    return next(building for building in player.buildings if building.tile == tile)


def _put_up(d: Draft[CarraraState], player: Player, bricks: dict[str, int]) -> None:
    """5.3, 10.4, A28 The bricks are in the bag; the tile stands in its city, a replaced one leaves the game."""
    s, choice = d.state, d.state.choice
    building = stand(s.tables.tile[choice.tile], choice.city)
    if choice.replaced:
        player.buildings[player.buildings.index(_standing(player, choice.replaced))] = building
    else:
        player.buildings.append(building)
    if d.quiet:
        return
    d.tell(
        "carrara.event.replaced" if choice.replaced else "carrara.event.built",
        because=_counts_there(s, player, choice.city),
        seat=seat_ref(s.turn),
        tile=ref("tile", choice.tile),
        city=ref("city", choice.city),
        bricks=counted("brick", bricks),
        replaced=ref("tile", choice.replaced) if choice.replaced else "",
    )


def _counts_there(s: CarraraState, player: Player, city: str) -> Text:
    """1.8, 1.9 What a point of cost brings in the city, and how near the player is to scoring it."""
    needs = next(each.needs for each in s.tables.city if each.id == city)
    has = sum([building.city == city for building in player.buildings])
    closed = s.is_closed(city)
    facts: Facts = {"gain": value_of(s.tables, player, city).facts(), "has": has, "needs": needs}
    return Text("carrara.event.built_there", facts | {"closed": int(closed), "open": int(not closed)})


def _refill_display(d: Draft[CarraraState]) -> None:
    """5.4, 7.1, A10 The place is filled from the pile; the round in which the last tile leaves is the last one."""
    s = d.state
    place = s.display.index(s.choice.tile)
    s.display[place] = reveal_tile(d)
    if s.display[place]:
        d.tell("carrara.event.revealed", tile=ref("tile", s.display[place]))
    elif s.is_exhausted:
        d.tell("carrara.event.exhausted", seats=still_to_play(s))


class TakeUpgrader(PickStep[CarraraState]):
    """10.5, A9 Whoever gets a value-8 tile takes one upgrader of choice at once, whatever it may still do."""

    name = "build.upgrader"

    def ask(self, s: CarraraState, seat: int) -> Pick:
        buildings = s.players[seat].buildings
        options = tuple([self._option(s, place) for place in s.upgraders])
        fullest = max(s.upgraders, key=lambda place: cost_of(b for b in buildings if b.city == place))
        return Pick(Text("carrara.ask.build.upgrader"), options, default=[fullest], private=True)

    def _option(self, s: CarraraState, place: str) -> Option:
        return Option(place, noun("place", place), note=value_note(s.tables.upgraded[place]))

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        s = d.state
        before = value_of(s.tables, s.players[seat], value[0]).facts()
        s.upgraders.remove(value[0])
        s.players[seat].upgraders.append(value[0])
        worth = Text("carrara.event.upgraded_to", {"gain": s.tables.upgraded[value[0]].facts(), "before": before})
        d.tell("carrara.event.upgraded", because=worth, seat=seat_ref(seat), place=ref("place", value[0]))
        end_action(d)
