"""Chapter 15, action cards of the basic set: Goldsmith, Merchant Caravan and Relocation."""

from __future__ import annotations

from engines.kit import Bundle, BundleStep, Draft, Option, Pick, PickStep, Text, counted, noun
from engines.rivals.board import town_at
from engines.rivals.gains import store_all
from engines.rivals.labels import card_facts, expansion_keys, expansion_options, who
from engines.rivals.play import reveal
from engines.rivals.state import Expansion, Player, RivalsState
from engines.rivals.stores import amounts, by_resource, exactly, of_types, remove, room, stock


def can_goldsmith(s: RivalsState, seat: int) -> bool:
    """15.1 Three gold are there."""
    return amounts(s.players[seat])["gold"] >= s.tables.faces["goldsmith"].pays


def goldsmith(d: Draft[RivalsState], seat: int) -> None:
    """15.1 A36 Pay 3 gold, from the Gold Cache too, then gain 2 of choice."""
    _swap(d, "goldsmith")


def can_merchant_caravan(s: RivalsState, seat: int) -> bool:
    """15.2 Two resources are there."""
    return sum(stock(s.players[seat]).values()) >= s.tables.faces["merchant_caravan"].pays


def merchant_caravan(d: Draft[RivalsState], seat: int) -> None:
    """15.2 Pay any 2 resources, then gain 2 of choice, the same types too."""
    _swap(d, "merchant_caravan")


def _swap(d: Draft[RivalsState], card: str) -> None:
    d.state.deed.pays, d.state.deed.rate = d.state.tables.faces[card].pays, card
    d.call("swap.pay")


class SwapPay(BundleStep[RivalsState]):
    """15.1 15.2 What is paid for the card; nothing moves before the gain is chosen as well."""

    name = "swap.pay"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Bundle:
        held = stock(s.players[seat])
        if s.deed.rate == "goldsmith":
            available = of_types(held, "gold")
        else:
            available = {store: number for store, number in held.items() if number}
        number = s.deed.pays
        return exactly(Text("rivals.ask.swap.pay", {"n": number}), available, number, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        d.state.deed.gives = value
        d.goto("swap.gain")


class SwapGain(BundleStep[RivalsState]):
    """15.1 15.2 3.3 What is gained, counting the room that the payment leaves; then card, payment and gain."""

    name = "swap.gain"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Bundle:
        gives, number = s.deed.gives, s.tables.faces[s.deed.rate].gains
        available = {
            store: space + gives.get(store, 0)
            for store, space in room(s.players[seat]).items()
            if space + gives.get(store, 0)
        }
        return exactly(Text("rivals.ask.swap.gain", {"n": number}), available, number, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        s = d.state
        gives, reason = s.deed.gives, f"card/{s.deed.rate}"
        reveal(d)
        remove(s.players[seat], gives)
        d.tell("rivals.event.paid", seat=who(seat), what=counted("resource", by_resource(gives)))
        store_all(d, seat, value, reason)
        d.end()


# --- Relocation -------------------------------------------------------------------------------------------------------


def can_relocation(s: RivalsState, seat: int) -> bool:
    """15.4 Two regions can always change places."""
    return len(s.players[seat].regions) > 1


def relocation(d: Draft[RivalsState], seat: int) -> None:
    """15.4 A18 Swap two own regions or two own expansions."""
    d.call("relocation.first")


def partners(s: RivalsState, player: Player, card: Expansion) -> list[Expansion]:
    """A18 A56 Expansions that may change places with this one: elsewhere, another card, and red stays in cities."""
    if card.slot == 0:
        return []
    return [other for other in player.expansions if other.slot > 0 and _may_swap(s, player, card, other)]


def _may_swap(s: RivalsState, player: Player, card: Expansion, other: Expansion) -> bool:
    faces = s.tables.faces
    if (card.x, card.row) == (other.x, other.row) or faces[card.kind].name == faces[other.kind].name:
        return False
    moves = ((faces[card.kind], other.x), (faces[other.kind], card.x))
    return all(face.category != "city" or town_at(player, x).city for face, x in moves)


def region_options(player: Player, without: str = "") -> tuple[Option, ...]:
    ordered = sorted(player.regions, key=lambda region: (region.row, region.x))
    return tuple(
        Option(region.kind, noun("region", region.kind), "group/regions")
        for region in ordered
        if region.kind != without
    )


class RelocateFirst(PickStep[RivalsState]):
    """15.4 The first card to move: a region, or an expansion that has a partner."""

    name = "relocation.first"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        movable = [card for card in player.expansions if partners(s, player, card)]
        options = [*region_options(player), *expansion_options(s, player, movable)]
        return Pick(Text("rivals.ask.relocation.first"), tuple(options), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.deed.first = value[0]
        d.goto("relocation.second")


class RelocateSecond(PickStep[RivalsState]):
    """15.4 A18 A56 The second card; both change places, nothing else happens."""

    name = "relocation.second"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player, first = s.players[seat], s.deed.first
        if "@" in first:
            options = expansion_options(s, player, partners(s, player, expansion_keys(player)[first]))
        else:
            options = region_options(player, without=first)
        return Pick(Text("rivals.ask.relocation.second"), options, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        first, second = s.deed.first, value[0]
        reveal(d)
        if "@" in first:
            keys = expansion_keys(player)
            one, two = keys[first], keys[second]
            facts = [card_facts(s, card.kind, card.back)["card"] for card in (one, two)]
            one.x, one.row, one.slot, two.x, two.row, two.slot = two.x, two.row, two.slot, one.x, one.row, one.slot
            d.tell("rivals.event.relocated", seat=who(seat), first=facts[0], second=facts[1])
        else:
            here, there = (next(r for r in player.regions if r.kind == kind) for kind in (first, second))
            here.x, here.row, there.x, there.row = there.x, there.row, here.x, here.row
            d.tell("rivals.event.relocated", seat=who(seat), first=f"region/{first}", second=f"region/{second}")
        d.end()
