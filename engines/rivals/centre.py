"""Section 8.7, building roads, settlements and cities, and the regions that a settlement brings."""

from __future__ import annotations

from typing import Literal

from engines.kit import Draft, Option, Pick, PickStep, Step, Text, counted, noun, refs
from engines.rivals.board import ends, road_ends, settlement_ends, town_at, town_number
from engines.rivals.labels import choices, who
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.play import lay_open
from engines.rivals.state import Deed, Region, RivalsState, Town
from engines.rivals.stores import can_pay


def cost_of_centre(s: RivalsState, piece: str) -> dict[str, int]:
    """8.7 What a road, a settlement (with Scout or not) or a city costs."""
    match piece:
        case "road" | "city":
            return s.tables.centre[piece].cost
        case _:
            return s.tables.centre["settlement"].cost


def can_afford(s: RivalsState, piece: Literal["road", "settlement", "city"], held: dict[str, int]) -> bool:
    """8.7 A piece is left in the supply and its cost can be paid."""
    return s.supply[piece] > 0 and can_pay(held, s.tables.centre[piece].cost)


def centre_keys(s: RivalsState, seat: int, held: dict[str, int]) -> list[str]:
    """2.8 8.7 What of the centre may be built now: `road:left`, `settlement:right`, `scout:right`, `city:-1`."""
    player = s.players[seat]
    keys: list[str] = []
    if can_afford(s, "city", held):
        keys += [f"city:{town.x}" for town in player.towns if not town.city]
    if can_afford(s, "settlement", held):
        sides = settlement_ends(player)
        keys += [f"settlement:{side}" for side in sides]
        if any(card.kind == "scout" for card in player.hand):
            keys += [f"scout:{side}" for side in sides]
    if can_afford(s, "road", held):
        keys += [f"road:{side}" for side in road_ends(player)]
    return keys


def start_centre(d: Draft[RivalsState], seat: int, key: str) -> None:
    """8.7 Pay, then build."""
    s = d.state
    piece, spot = key.split(":")
    s.deed = Deed(spot=spot)
    if piece == "scout":
        s.deed.place = choices(s.players[seat].hand)["scout"]
        piece = "settlement"
    d.goto(f"{piece}.done")
    ask_payment(d, seat, cost_of_centre(s, piece))


class RoadDone(Step[RivalsState]):
    """2.8 8.7 A road at an end of the row."""

    name = "road.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        player = s.players[s.active]
        paid = settle_payment(s, s.active)
        s.supply["road"] -= 1
        player.roads = sorted([*player.roads, ends(player)[s.deed.spot][0]])
        side = f"side/{s.deed.spot}"
        d.tell("rivals.event.road", seat=who(s.active), side=side, cost=counted("resource", paid))
        s.deed = Deed()
        d.end()


class CityDone(Step[RivalsState]):
    """8.7 4.4 A city covers an own settlement, whose expansions stay."""

    name = "city.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        player = s.players[s.active]
        paid = settle_payment(s, s.active)
        s.supply["city"] -= 1
        town = town_at(player, int(s.deed.spot))
        town.city = True
        number = town_number(player, town.x)
        worth = s.tables.centre["city"].victory - s.tables.centre["settlement"].victory
        d.tell("rivals.event.city", seat=who(s.active), town=number, cost=counted("resource", paid), points=worth)
        s.deed = Deed()
        d.end()


class SettlementDone(Step[RivalsState]):
    """8.7 15.5 A settlement at the end of a road; its regions are drawn, or chosen with Scout."""

    name = "settlement.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        seat = s.active
        player = s.players[seat]
        paid = settle_payment(s, seat)
        s.supply["settlement"] -= 1
        player.towns = sorted([*player.towns, Town(x=ends(player)[s.deed.spot][1])], key=lambda town: town.x)
        side = f"side/{s.deed.spot}"
        worth = s.tables.centre["settlement"].victory
        d.tell("rivals.event.settlement", seat=who(seat), side=side, cost=counted("resource", paid), points=worth)
        if s.deed.place >= 0:
            lay_open(d, player.hand, s.deed.place, s.discard)
            d.tell("rivals.event.played", seat=who(seat), card="card/scout")
            s.deed.place = -1
            d.look(s.regions, seat)
            d.goto("scout.choose", seat)
        else:
            for _ in range(2):
                d.take(s.regions, 0, s.drawn)
            d.show(s.drawn)
            d.goto("settlement.regions", seat)


class ScoutChoose(PickStep[RivalsState]):
    """15.5 17.7 Choose two regions of the whole stack, which is shuffled afterwards."""

    name = "scout.choose"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        options = tuple(
            Option(card.kind, noun("region", card.kind), at=()) for card in sorted(s.regions, key=lambda c: c.kind)
        )
        return Pick(Text("rivals.ask.scout.choose"), options, 2, 2, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        for kind in value:
            place = next(place for place, card in enumerate(s.regions) if card.kind == kind)
            d.take(s.regions, place, s.drawn)
        d.show(s.drawn)
        d.shuffle(s.regions)
        d.goto("settlement.regions", seat)


class SettlementRegions(PickStep[RivalsState]):
    """8.7 2.8 The builder decides which of the two regions lies above; both are empty (3.7)."""

    name = "settlement.regions"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        options = tuple(Option(card.kind, noun("region", card.kind), at=()) for card in s.drawn)
        return Pick(Text("rivals.ask.settlement.regions"), options)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        x = player.towns[0].x - 1 if s.deed.spot == "left" else player.towns[-1].x + 1
        above = value[0]
        below = next(card.kind for card in s.drawn if card.kind != above)
        player.regions += [Region(kind=above, x=x, row="above"), Region(kind=below, x=x, row="below")]
        d.tell("rivals.event.regions", seat=who(seat), regions=refs("region", [above, below]))
        s.drawn = []
        s.deed = Deed()
        d.end()
