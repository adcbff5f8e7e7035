"""Chapter 15, action cards of the Era of Gold: Brigands, Gudrun, Merchant and Trade Master."""

from __future__ import annotations

from engines.kit import Amount, AmountStep, Bundle, BundleStep, Draft, Option, Pick, PickStep, Step, Text, counted, noun
from engines.rivals.board import cities, count
from engines.rivals.gains import UNHURRIED, owe
from engines.rivals.labels import who
from engines.rivals.scoring import commerce, strength_holder
from engines.rivals.state import RivalsState
from engines.rivals.stores import exactly, of_types, remove, room, rooms, stock, stores_of, there
from engines.rivals.tables import CACHE, resource_of
from engines.rivals.takings import fitting, fixed_taking, start_taking


def can_brigands(s: RivalsState, seat: int) -> bool:
    """15.9 The strength advantage, and an own region with room for what the opponent has."""
    return strength_holder(s) == seat and bool(_brigand_regions(s, seat))


def _brigand_regions(s: RivalsState, seat: int) -> dict[str, int]:
    """15.9 A9 A21 Own regions, never the Gold Cache, and how much each could take."""
    return {store: number for store, number in fitting(s, seat).items() if store != CACHE}


def brigands(d: Draft[RivalsState], seat: int) -> None:
    """15.9 Take 1 or more of one own region's type."""
    d.call("brigands.region")


class BrigandsRegion(PickStep[RivalsState]):
    """15.9 The own region that receives."""

    name = "brigands.region"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        found = _brigand_regions(s, seat)
        options = tuple(
            Option(store, noun("region", store), note=Text("rivals.note.up_to", {"n": number}))
            for store, number in found.items()
        )
        best = max(found, key=found.__getitem__)
        return Pick(Text("rivals.ask.brigands.region"), options, suggested=([best],), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.deed.spot = value[0]
        d.goto("brigands.amount")


class BrigandsAmount(AmountStep[RivalsState]):
    """15.9 A21 At least 1, at most what the region has room for and the opponent has."""

    name = "brigands.amount"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Amount:
        most = _brigand_regions(s, seat)[s.deed.spot]
        return Amount(Text("rivals.ask.brigands.amount"), 1, most, default=1, suggested=(most,), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: int | str) -> None:
        d.end()
        fixed_taking(d, seat, "card/brigands", {d.state.deed.spot: int(value)})


def gudrun_most(s: RivalsState, seat: int) -> int:
    """15.10 A23 2 gold per own Pirate Ship, what the opponent has, what fits."""
    player = s.players[seat]
    ships = s.tables.faces["gudrun"].takes * count(player, "pirate_ship")
    return min(ships, there(s.players[1 - seat])["gold"], rooms(player)["gold"])


def can_gudrun(s: RivalsState, seat: int) -> bool:
    """15.10 An own Pirate Ship, gold at the opponent, own room for gold."""
    return gudrun_most(s, seat) > 0


def gudrun(d: Draft[RivalsState], seat: int) -> None:
    """15.10 Take gold."""
    d.call("gudrun.amount")


class GudrunAmount(AmountStep[RivalsState]):
    """15.10 How much gold, at least 1."""

    name = "gudrun.amount"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Amount:
        most = gudrun_most(s, seat)
        return Amount(Text("rivals.ask.gudrun.amount"), 1, most, default=1, suggested=(most,), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: int | str) -> None:
        d.state.deed.pays = int(value)
        d.goto("gudrun.stores")


class GudrunStores(BundleStep[RivalsState]):
    """15.10 The own gold stores that receive."""

    name = "gudrun.stores"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Bundle:
        available = of_types(room(s.players[seat]), "gold")
        number = s.deed.pays
        return exactly(Text("rivals.ask.gudrun.stores", {"n": number}), available, number, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        d.end()
        fixed_taking(d, seat, "card/gudrun", value)


def can_merchant(s: RivalsState, seat: int) -> bool:
    """15.11 A22 3 commerce or a city, and something that fits."""
    entitled = commerce(s, seat) >= s.tables.faces["merchant"].needs_commerce or cities(s.players[seat])
    return bool(entitled) and bool(fitting(s, seat))


def merchant(d: Draft[RivalsState], seat: int) -> None:
    """15.11 Take 1 or 2, then give 1."""
    d.call("merchant.give")
    start_taking(d, seat, "card/merchant", 1, d.state.tables.faces["merchant"].takes)


class MerchantGive(BundleStep[RivalsState]):
    """15.11 A22 One own resource of choice goes back, one just taken too; the opponent chooses its store."""

    name = "merchant.give"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Bundle:
        available = {store: 1 for store, number in stock(s.players[seat]).items() if number}
        full = sorted(available, key=lambda store: -stock(s.players[seat])[store])
        return exactly(
            Text("rivals.ask.merchant.give", {"other": who(1 - seat)}),
            available,
            1,
            suggested=tuple({store: 1} for store in full[:3]),
        )

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        s = d.state
        resource = resource_of(next(iter(value)))
        remove(s.players[seat], value)
        given = counted("resource", {resource: 1})
        d.tell("rivals.event.gave", seat=who(seat), other=who(1 - seat), what=given)
        other = s.players[1 - seat]
        if s.rules < UNHURRIED:
            owe(other, "card/merchant", 1, stores_of(other, resource))
            d.goto("gain", 1 - seat)
        else:
            other.gifts.append(resource)
            d.later("merchant.gift", (1 - seat,))
            d.end()


class MerchantGift(Step[RivalsState]):
    """15.11 3.4 The opponent stores the gift, after what was owed before; nobody waits for it."""

    name = "merchant.gift"

    def resume(self, d: Draft[RivalsState]) -> None:
        seat = d.stack[-1].seat
        player = d.state.players[seat]
        owe(player, "card/merchant", 1, stores_of(player, player.gifts.pop(0)))
        d.goto("gain", seat)


def can_trade_master(s: RivalsState, seat: int) -> bool:
    """15.12 Something at the opponent that fits (the Merchant Guild is in the table of the card)."""
    return bool(fitting(s, seat))


def trade_master(d: Draft[RivalsState], seat: int) -> None:
    """15.12 Take 1 or 2."""
    start_taking(d, seat, "card/trade_master", 1, d.state.tables.faces["trade_master"].takes)
