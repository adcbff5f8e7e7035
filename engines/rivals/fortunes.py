"""Chapter 11, events without a victim: what they bring or cost both players alike."""

from __future__ import annotations

from engines.kit import Amount, AmountStep, Draft, Step, Text, counted
from engines.rivals.board import beside, buildings, cities, count, fighters, regions_of_town, trade_ships
from engines.rivals.dice import bring
from engines.rivals.gains import ask_both, collect, next_gain, owe, owe_choice, owe_gold
from engines.rivals.labels import who
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.setup import build_event_stack
from engines.rivals.state import Player, RivalsState
from engines.rivals.stores import amounts, remove, rooms, stores_of
from engines.rivals.tables import RESOURCES


def invention(d: Draft[RivalsState]) -> None:
    """11.3 Per own building with a progress point 1 resource of choice, at most 2."""
    s = d.state
    for player in s.players:
        learned = [card for card in buildings(s, player) if s.tables.faces[card.kind].points.get("progress", 0)]
        owe_choice(player, "card/invention", min(len(learned), s.tables.constants.invention_most))
    _collect(d, "nothing_invention")


def _collect(d: Draft[RivalsState], nothing: str) -> None:
    """7.9 Ask for what both gain; where nobody gains anything say why, and who has no room for it."""
    players = d.state.players
    if not any(player.gains for player in players):
        d.tell(f"rivals.event.{nothing}")
    for seat, player in enumerate(players):
        if player.gains and next_gain(player) is None:
            d.tell("rivals.event.stores_full", seat=who(seat))
    collect(d)


def trade_ships_race(d: Draft[RivalsState]) -> None:
    """11.4 More trade ships gain 1 of choice, equal fleets 1 each, none nothing."""
    s = d.state
    fleets = [len(trade_ships(s, player)) for player in s.players]
    if any(fleets):
        d.tell("rivals.event.race", standing={who(seat): fleet for seat, fleet in enumerate(fleets)})
    for player, fleet in zip(s.players, fleets, strict=True):
        owe_choice(player, "card/trade_ships_race", int(fleet > 0 and fleet == max(fleets)))
    _collect(d, "nothing_race")


def year_of_plenty(d: Draft[RivalsState]) -> None:
    """11.6 Each region gains 1 per adjacent Storehouse and Abbey of its owner."""
    if not any(count(player, card) for player in d.state.players for card in ("storehouse", "abbey")):
        d.tell("rivals.event.nothing_plenty")
    for seat in d.state.order:
        player = d.state.players[seat]
        bring(d, seat, plentiful(player), "rivals.event.gained", "card/year_of_plenty")
    collect(d)


def plentiful(player: Player) -> dict[str, int]:
    """11.6 What each region gains."""
    return {
        region.kind: number
        for region in player.regions
        if (number := sum(card.kind in ("storehouse", "abbey") for card in beside(player, region)))
    }


def yule(d: Draft[RivalsState]) -> None:
    """11.7 A37 The event stack is made anew with Yule in it, and the next card is turned up."""
    s = d.state
    d.take(s.turned, -1, s.events)
    build_event_stack(d)
    d.goto("event.turn")


def gift_for_the_prince(d: Draft[RivalsState]) -> None:
    """11.8 1 gold per own unit with strength."""
    s = d.state
    for player in s.players:
        owe_gold(player, "card/gift_for_the_prince", len(fighters(s, player)))
    _collect(d, "nothing_gift")


def plague(d: Draft[RivalsState]) -> None:
    """11.10 15.39 Regions of cities without a Bath House lose 1; then the Pharmacies pay."""
    s = d.state
    if not any(plagued(player) for player in s.players):
        d.tell("rivals.event.nothing_plague")
    for seat in s.order:
        player = s.players[seat]
        lost = dict.fromkeys(plagued(player), 1)
        if lost:
            remove(player, lost)
            d.tell("rivals.event.plague", seat=who(seat), n=len(lost))
        owe_choice(player, "card/pharmacy", s.tables.faces["pharmacy"].gains * count(player, "pharmacy"))
    collect(d)


def plagued(player: Player) -> list[str]:
    """11.10 The regions that lose one: once between two cities, none at a city with a Bath House."""
    struck: dict[str, int] = {}
    safe: set[str] = set()
    for city in cities(player):
        bath = any(card.x == city.x and card.slot > 0 and card.kind == "bath_house" for card in player.expansions)
        for region in regions_of_town(player, city.x):
            struck[region.kind] = region.stored
            if bath:
                safe.add(region.kind)
    return [kind for kind, stored in struck.items() if stored and kind not in safe]


def traveling_merchant(d: Draft[RivalsState]) -> None:
    """11.5 A59 Each player may buy up to two resources other than gold, 1 gold each."""
    if not any(amounts(player)["gold"] for player in d.state.players):
        d.tell("rivals.event.nothing_merchant")
    ask_both(d, "peddler.buy", range(2))


class Buy(AmountStep[RivalsState]):
    """11.5 How many resources to buy: as far as the gold goes and the others have room."""

    name = "peddler.buy"

    def ask(self, s: RivalsState, seat: int) -> Amount | None:
        player = s.players[seat]
        free = sum(number for resource, number in rooms(player).items() if resource != "gold")
        most = min(s.tables.constants.merchant_sells, amounts(player)["gold"], free)
        return Amount(Text("rivals.ask.peddler.buy"), 0, most, default=0) if most else None

    def answer(self, d: Draft[RivalsState], seat: int, value: int | str) -> None:
        if not value:
            d.end()
            return
        d.goto("peddler.paid", seat)
        ask_payment(d, seat, {"gold": int(value)})

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()


class Bought(Step[RivalsState]):
    """11.5 The gold is paid, then the resources are chosen."""

    name = "peddler.paid"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        seat = d.stack[-1].seat
        number = settle_payment(s, seat)["gold"]
        reason = "card/traveling_merchant"
        d.tell("rivals.event.paid", seat=who(seat), what=counted("resource", {"gold": number}), reason=reason)
        others = [resource for resource in RESOURCES if resource != "gold"]
        owe(s.players[seat], reason, number, stores_of(s.players[seat], *others))
        d.goto("gain", seat)
