"""Cooperative building: a common building as an offer and its answers (18.4 form 2B, 18.7)."""

from typing import Any

from engines.kit import (
    Amount,
    AmountStep,
    Draft,
    Facts,
    Option,
    Pick,
    PickStep,
    Place,
    PlaceStep,
    Text,
    ref,
    seat_ref,
)
from engines.princes.build import asked_where, boards, in_supply, layout_of, near_buildings
from engines.princes.commonmap import JointSpot, fitting_jointly, free_joint_spots, joint_spots, neighbours
from engines.princes.counts import covered
from engines.princes.state import Offer, PrincesState, Tile
from engines.princes.track import gain, pay

HIGHEST_AMOUNT = 10_000
"""A fixed bound, never the partner's purse."""


def blocked_together(s: PrincesState, seats: tuple[int, int]) -> tuple[int, int]:
    """18.4.2 The cells of both partners' boards on which no common building may stand."""
    everywhere = boards(s)
    return _blocked(s, seats[0], everywhere), _blocked(s, seats[1], everywhere)


def _blocked(s: PrincesState, seat: int, everywhere: tuple[int, ...]) -> int:
    """18.4.5 For each cell the rule of the principality it lies in: walls touch only where its owner has two builders.

    A33 A third player's border needs no builder, a third player's building two.
    """
    player = s.players[seat]
    return covered(s, player) | (near_buildings(s, seat, everywhere) if player.builders < 2 else 0)


def spots_together(s: PrincesState, active: int, partner: int, kind: str) -> tuple[JointSpot, ...]:
    """18.4.2 Every legal place of a building across the border of two partners."""
    blocked = blocked_together(s, (active, partner))
    return free_joint_spots(layout_of(s), active, partner, s.tables.shapes[kind], blocked)


def buildings_together(s: PrincesState, active: int, partner: int) -> list[str]:
    """18.4.3 The buildings in supply that neither partner has and that fit across the border.

    A19 A type that one partner owns already would stand there twice.
    """
    blocked = blocked_together(s, (active, partner))
    fits = fitting_jointly(layout_of(s), active, partner, s.tables.building_pieces, blocked)
    owned = {tile.kind for seat in (active, partner) for tile in s.players[seat].buildings}
    return [kind for kind, left in s.buildings.items() if left and kind not in owned and kind in fits]


def partners(s: PrincesState, seat: int) -> list[int]:
    """18.2 The neighbours with whom some building is possible.

    A32 Whether they have had their turn does not matter.
    """
    return [other for other in neighbours(s.seats, seat) if buildings_together(s, seat, other)]


def has_partner(s: PrincesState, seat: int) -> bool:
    """18.2 Whether there is a neighbour with whom some building is possible."""
    return any(buildings_together(s, seat, other) for other in neighbours(s.seats, seat))


def offers_left(s: PrincesState) -> int:
    """A51 Proposals and counter-offers of one turn are counted together."""
    return s.options.coop_max_offers_per_turn - s.turn.offers


def _offer(s: PrincesState) -> Offer:
    assert s.offer is not None
    return s.offer


class ChoosePartner(PickStep[PrincesState]):
    """18.4 Together with exactly one neighbour."""

    name = "together.partner"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        options = [
            Option(str(other), Text("princes.option.partner", {"seat": seat_ref(other)})) for other in partners(s, seat)
        ]
        return Pick(Text("princes.ask.together.partner"), tuple(options), private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        d.state.offer = Offer(active=seat, partner=int(value[0]))
        d.goto("together.building", seat)


class ChooseBuilding(PickStep[PrincesState]):
    """18.4.1 The first part of a triple: which building."""

    name = "together.building"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        offer = _offer(s)
        options = [
            Option(kind, Text("princes.option.building", {"piece": ref("building", kind)}), at=in_supply(kind))
            for kind in buildings_together(s, offer.active, offer.partner)
        ]
        return Pick(Text("princes.ask.together.building"), tuple(options), private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        _offer(d.state).draft_building = value[0]
        d.goto("together.place", seat)


class ChooseSpot(PlaceStep[PrincesState]):
    """18.4.1 The second part of a triple: the exact cells, named by the common map."""

    name = "together.place"

    def ask(self, s: PrincesState, seat: int) -> Place:
        offer = _offer(s)
        kind = offer.draft_building
        spots = spots_together(s, offer.active, offer.partner, kind)
        offered = tuple([spot.offered for spot in spots])
        return Place(
            Text(asked_where(s, "together.place", kind), {"piece": ref("the_building", kind)}),
            ref("building", kind),
            offered,
            private=True,
        )

    def answer(self, d: Draft[PrincesState], seat: int, value: str) -> None:
        _offer(d.state).draft_spot = value
        d.goto("together.amount", seat)


class ChooseAmount(AmountStep[PrincesState]):
    """18.4.1 The third part of a triple: what the partner pays to the active player.

    18.4.4 Any multiple of 100 from 0, also more than the building costs.
    18.7 The side that names it must be able to afford it; the other side's money is not tested.
    A20 The active player never pays the partner.
    A52 The partner's money arrives first, so it may pay the bank.
    """

    name = "together.amount"
    bluff = True

    def ask(self, s: PrincesState, seat: int) -> Amount:
        offer = _offer(s)
        low, high = 0, HIGHEST_AMOUNT
        if seat == offer.active:
            low = max(0, price_of(s, offer.active) - s.players[seat].cash)
        else:
            high = min(high, s.players[seat].cash)
        facts: Facts = {"piece": ref("the_building", offer.draft_building), "price": price_of(s, offer.active)}
        key = "princes.ask.together.ask_amount" if seat == offer.active else "princes.ask.together.give_amount"
        return Amount(Text(key, facts), low, high, 100, private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str) -> None:
        s, offer = d.state, _offer(d.state)
        offer.by, offer.building, offer.spot = seat, offer.draft_building, offer.draft_spot
        offer.amount = int(value)
        offer.draft_building, offer.draft_spot = "", ""
        s.turn.offers += 1
        other = offer.partner if seat == offer.active else offer.active
        d.tell("princes.event.together.offered", seat=seat_ref(seat), other=seat_ref(other), **_facts(offer))
        d.goto("together.answer", other)


def _facts(offer: Offer) -> dict[str, Any]:
    return {
        "piece": ref("a_building", offer.building),
        "cell": offer.spot.split()[0],
        "amount": offer.amount,
    }


def price_of(s: PrincesState, active: int) -> int:
    """18.4.4 The bank's price follows the active player's builders."""
    return s.tables.cost_of_building(s.players[active].builders)


def can_accept(s: PrincesState, seat: int) -> bool:
    """18.7 A side that could not pay its part cannot accept.

    A53 The partner pays from cash.
    """
    offer = _offer(s)
    cash = s.players[seat].cash
    if seat == offer.active:
        return cash + offer.amount >= price_of(s, seat)
    return cash >= offer.amount


class AnswerOffer(PickStep[PrincesState]):
    """18.7 The other side accepts, refuses, or answers with another triple.

    A51 At the limit only accept and refuse remain; who cannot pay is not told apart.
    """

    name = "together.answer"
    bluff = True
    sides = ("track.back", "together.withdraw")

    def ask(self, s: PrincesState, seat: int) -> Pick:
        offer = _offer(s)
        options = [Option("refuse", Text("princes.option.refuse"))]
        if can_accept(s, seat):
            options.insert(0, Option("accept", Text("princes.option.accept")))
        if offers_left(s) > 0:
            options.append(Option("counter", Text("princes.option.counter")))
        key = "princes.ask.together.answer" if seat == offer.partner else "princes.ask.together.answer_counter"
        facts: Facts = _facts(offer) | {"other": seat_ref(offer.by), "price": price_of(s, offer.active)}
        return Pick(Text(key, facts), tuple(options), default=["refuse"], private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        s, offer = d.state, _offer(d.state)
        if value == ["counter"]:
            d.goto("together.building", seat)
        elif value == ["accept"]:
            carry_out(d)
        else:
            d.tell("princes.event.together.refused", seat=seat_ref(seat), other=seat_ref(offer.by))
            close(s, d)


class Withdraw(PickStep[PrincesState]):
    """18.7 Whoever waits for an answer may withdraw the offer; nothing is binding except the deal."""

    name = "together.withdraw"

    def beside(self, s: PrincesState, asked: tuple[int, ...]) -> tuple[int, ...]:
        return (_offer(s).by,)

    def ask(self, s: PrincesState, seat: int) -> Pick:
        return Pick(Text("princes.ask.together.withdraw"), (Option("withdraw", Text("princes.option.withdraw")),))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        d.tell("princes.event.together.withdrawn", seat=seat_ref(seat))
        close(d.state, d)


def close(s: PrincesState, d: Draft[PrincesState]) -> None:
    """A18 A failed negotiation spends no action."""
    s.offer = None
    d.end()


def carry_out(d: Draft[PrincesState]) -> None:
    """18.7 The deal as a whole: partner pays active player, active player pays the bank, tile, points, action.

    18.4.6 Both gain 3 points, and it is a building of both.
    18.4.7 It uses an action of the active player only.
    18.8 Each of its cells belongs to the principality it covers.
    """
    s, offer = d.state, _offer(d.state)
    active, partner = s.players[offer.active], s.players[offer.partner]
    price = price_of(s, offer.active)
    pay(partner, offer.amount)
    active.cash += offer.amount
    pay(active, price)
    spots = joint_spots(layout_of(s), offer.active, offer.partner, s.tables.shapes[offer.building])
    masks = next(spot.masks for spot in spots if spot.offered.key == offer.spot)
    active.buildings.append(Tile(offer.building, masks[0], offer.partner))
    partner.buildings.append(Tile(offer.building, masks[1], offer.active))
    s.buildings[offer.building] -= 1
    points = s.tables.points.building
    for player in (active, partner):
        gain(player, points, "buildings")
    s.turn.actions -= 1
    d.tell(
        "princes.event.together.built",
        seat=seat_ref(offer.active),
        other=seat_ref(offer.partner),
        price=price,
        points=points,
        **_facts(offer),
    )
    close(s, d)
