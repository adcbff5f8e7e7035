"""Sections 8.8 and 8.9, trading with the bank and removing own cards."""

from __future__ import annotations

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
    bare_options,
    counted,
    ref,
)
from engines.rivals.board import buildings, regions_beside, units
from engines.rivals.building import mints_left
from engines.rivals.gains import suggestions
from engines.rivals.labels import card_facts, expansion_keys, expansion_options, who
from engines.rivals.losses import returns_to_face_up, take_off
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.state import Deed, Expansion, Player, RivalsState
from engines.rivals.stores import add, amounts, by_resource, exactly, room, rooms, wordless
from engines.rivals.tables import RESOURCES, resource_of
from engines.rivals.tokens import tokens_watched


def can_trade(s: RivalsState, player: Player, held: dict[str, int]) -> bool:
    """8.8 Whether there is any trade: without so much of any type as the best rate takes there is none."""
    constants = s.tables.constants
    return max(held.values()) >= min(constants.mint_rate, constants.ship_rate, constants.trade_rate) and bool(
        rates(s, player, held)
    )


def rates(s: RivalsState, player: Player, held: dict[str, int]) -> dict[str, tuple[str, int]]:
    """8.8 A36 A58 Every trade that can be made now: its key, the type given and how many of it."""
    constants = s.tables.constants
    found: dict[str, tuple[str, int]] = {}
    if mints_left(player) and held["gold"] >= constants.mint_rate:
        found["mint:gold"] = ("gold", constants.mint_rate)
    faces = s.tables.faces
    for card in player.expansions:
        kind = faces[card.pile[-1].kind].trades
        if kind and held[kind] >= constants.ship_rate:
            found[f"ship:{kind}"] = (kind, constants.ship_rate)
    for store in large_ship_regions(player, constants.ship_rate):
        found[f"large:{store}"] = (resource_of(store), constants.ship_rate)
    for resource in RESOURCES:
        if held[resource] >= constants.trade_rate:
            found[f"bank:{resource}"] = (resource, constants.trade_rate)
    spaces = [resource for resource, space in rooms(player).items() if space] if found else []
    if len(spaces) > 1:
        return found
    return {key: trade for key, trade in found.items() if spaces and spaces[0] != trade[0]}


def large_ship_regions(player: Player, rate: int) -> list[str]:
    """8.8 15.8 Regions left or right of a Large Trade Ship that hold enough by themselves; no Gold Cache (A9)."""
    return [
        region.kind
        for card in player.expansions
        if card.pile[-1].kind == "large_trade_ship"
        for region in regions_beside(player, card.x, card.row)
        if region.stored >= rate
    ]


RATE_LABELS = {
    "bank": "rivals.option.trade.bank",
    "ship": "rivals.option.trade.ship",
    "large": "rivals.option.trade.large",
    "mint": "rivals.option.trade.mint",
}


class TradeRate(PickStep[RivalsState]):
    """8.8 What is given to the bank, and at which rate."""

    name = "trade.rate"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        offers = rates(s, s.players[seat], amounts(s.players[seat]))
        if s.lean:
            return Pick(WORDLESS, bare_options(offers), private=True)
        options = []
        for key, (kind, number) in offers.items():
            way, _, store = key.partition(":")
            facts: Facts = {"n": number, "resource": ref("resource", kind)}
            if way == "large":
                facts["store"] = ref("region", store)
            options.append(Option(key, Text(RATE_LABELS[way], facts)))
        return Pick(Text("rivals.ask.trade.rate"), tuple(options), private=True)

    def preview(self, s: RivalsState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """8.8 What is left of the resource that is given."""
        player = s.players[seat]
        held = amounts(player)
        kind, number = rates(s, player, held)[value[0]]
        return (Text("rivals.preview.left", {"left": held[kind] - number, "resource": ref("resource", kind)}),)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        kind, number = rates(s, player, amounts(player))[value[0]]
        way, _, store = value[0].partition(":")
        s.deed = Deed(rate=way, first=kind)
        d.goto("trade.get")
        if way == "large":
            player.paid = {store: number}
        else:
            ask_payment(d, seat, {kind: number})


class TradeGet(BundleStep[RivalsState]):
    """8.8 3.3 One resource of another type that has room; then both change hands."""

    name = "trade.get"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Bundle:
        free = room(s.players[seat])
        available = {store: 1 for store, space in free.items() if space and resource_of(store) != s.deed.first}
        if s.lean:
            return wordless(available, 1)
        return exactly(Text("rivals.ask.trade.get"), available, 1, suggested=suggestions(available, 1), private=True)

    def preview(self, s: RivalsState, seat: int, value: dict[str, int]) -> tuple[Text, ...]:
        """8.8 What comes for what was laid aside."""
        paid = by_resource(s.players[seat].paid)
        facts: Facts = {"given": counted("resource", paid), "got": counted("resource", by_resource(value))}
        return (Text("rivals.preview.trade", facts),)

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        s = d.state
        player = s.players[seat]
        paid = settle_payment(s, seat)
        for store, number in value.items():
            add(player, store, number)
        if s.deed.rate == "mint":
            next(card for card in player.expansions if card.kind == "mint" and not card.used).used = True
        got = counted("resource", by_resource(value))
        d.tell("rivals.event.traded", seat=who(seat), given=counted("resource", paid), what=got)
        s.deed = Deed()
        d.end()


def removable(s: RivalsState, player: Player) -> list[Expansion]:
    """8.9 A17 Own buildings and units, in the eras and the Duel; not the Gold Cache, not a covered card."""
    return [] if s.mode == "basic" else buildings(s, player) + units(s, player)


def can_remove(s: RivalsState, player: Player) -> bool:
    """8.9 Whether there is anything to remove."""
    if s.mode == "basic":
        return False
    faces = s.tables.faces
    for card in player.expansions:
        face = faces[card.pile[-1].kind]
        if face.is_building or face.is_unit:
            return True
    return False


class Remove(PickStep[RivalsState]):
    """8.9 10.4 Take an own building or unit off the table for nothing; Irmgard gives nothing."""

    name = "remove.card"
    grave = True
    since = 2

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        return Pick(Text("rivals.ask.remove.card"), expansion_options(s, player, removable(s, player)), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        card = expansion_keys(player)[value[0]]
        with tokens_watched(d):
            d.tell("rivals.event.removed", seat=who(seat), **card_facts(s, card.kind, card.back))
            take_off(d, player, card, s.face_up if returns_to_face_up(s, card.kind) else s.discard)
        d.end()
