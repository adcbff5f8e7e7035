"""Chapter 15, action cards of the Era of Progress: Benjamin, the two yields, the Doctor, Guido and Gustav."""

from __future__ import annotations

from engines.kit import Draft, Pick, PickStep, Text
from engines.rivals.board import has, regions_beside, regions_of_town
from engines.rivals.dice import bring, regions_showing
from engines.rivals.gains import collect, owe
from engines.rivals.labels import card_facts, card_options, choices, expansion_keys, expansion_options, who
from engines.rivals.play import reveal
from engines.rivals.scoring import score
from engines.rivals.state import Expansion, Player, Region, RivalsState
from engines.rivals.stores import room, rooms, stores_of
from engines.rivals.tables import CACHE, resource_of

FETCHES_A_TURN = 12
"""R2 Guido and Gustav could fetch each other without end."""


def _has_room(player: Player, regions: list[Region]) -> bool:
    """A9 Some of these regions can gain; gold may go to the Gold Cache instead."""
    free = room(player)
    return any(free[region.kind] or (resource_of(region.kind) == "gold" and free.get(CACHE, 0)) for region in regions)


def can_benjamin(s: RivalsState, seat: int) -> bool:
    """15.30 8.1 An own region with this turn's number has room."""
    player = s.players[seat]
    return _has_room(player, regions_showing(player, s.production))


def benjamin(d: Draft[RivalsState], seat: int) -> None:
    """15.30 A20 The own regions with this turn's number gain 1 once more; no boosters, no Marketplace."""
    player = d.state.players[seat]
    _once_more(d, seat, regions_showing(player, d.state.production), "benjamin")


def _once_more(d: Draft[RivalsState], seat: int, regions: list[Region], card: str) -> None:
    reveal(d)
    yields = {region.kind: d.state.tables.faces[card].gains for region in regions}
    bring(d, seat, yields, "rivals.event.gained", f"card/{card}")
    collect(d)


def can_three_field_system(s: RivalsState, seat: int) -> bool:
    """15.31 8.1 Room for grain (the University is in the table of the card)."""
    return rooms(s.players[seat])["grain"] > 0


def three_field_system(d: Draft[RivalsState], seat: int) -> None:
    """15.31 2 grain, as far as they fit."""
    _yield(d, seat, "grain", "three_field_system")


def can_mineral_mining(s: RivalsState, seat: int) -> bool:
    """15.31 8.1 Room for ore."""
    return rooms(s.players[seat])["ore"] > 0


def mineral_mining(d: Draft[RivalsState], seat: int) -> None:
    """15.31 2 ore, as far as they fit."""
    _yield(d, seat, "ore", "mineral_mining")


def _yield(d: Draft[RivalsState], seat: int, resource: str, card: str) -> None:
    reveal(d)
    player = d.state.players[seat]
    owe(player, f"card/{card}", d.state.tables.faces[card].gains, stores_of(player, resource))
    collect(d)


def patients(s: RivalsState, player: Player, bath_house: Expansion) -> list[Region]:
    """15.32 A10 The two regions beside the Bath House; by the option the four of its city."""
    if s.options.doctor == "four":
        return regions_of_town(player, bath_house.x)
    return regions_beside(player, bath_house.x, bath_house.row)


def bath_houses(s: RivalsState, player: Player) -> list[Expansion]:
    """15.32 Own Bath Houses beside which something can be gained."""
    return [
        card for card in player.expansions if card.kind == "bath_house" and _has_room(player, patients(s, player, card))
    ]


def can_doctor(s: RivalsState, seat: int) -> bool:
    """15.32 8.1 Room beside an own Bath House."""
    return bool(bath_houses(s, s.players[seat]))


def doctor(d: Draft[RivalsState], seat: int) -> None:
    """15.32 Choose one Bath House."""
    d.call("doctor.bath_house")


class DoctorBathHouse(PickStep[RivalsState]):
    """15.32 3.5 Every region beside the chosen Bath House gains 1; a second one adds nothing."""

    name = "doctor.bath_house"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        options = expansion_options(s, player, bath_houses(s, player))
        return Pick(Text("rivals.ask.doctor.bath_house"), options, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        regions = patients(s, player, expansion_keys(player)[value[0]])
        d.end()
        _once_more(d, seat, regions, "doctor")


def _can_fetch(s: RivalsState, seat: int, card: str) -> bool:
    """14.3 A24 A32 The named building or fewer points than the opponent, and a card on the pile."""
    behind = score(s, seat) < score(s, 1 - seat)
    return bool(s.discard) and s.fetches < FETCHES_A_TURN and (has(s.players[seat], card) or behind)


def can_guido(s: RivalsState, seat: int) -> bool:
    """15.33 With a Town Hall, or with fewer points."""
    return _can_fetch(s, seat, "town_hall")


def can_gustav(s: RivalsState, seat: int) -> bool:
    """15.33 With a Library, or with fewer points."""
    return _can_fetch(s, seat, "library")


def fetch(d: Draft[RivalsState], seat: int) -> None:
    """15.33 10.3 Look through the discard pile."""
    s = d.state
    reveal(d)
    s.fetches += 1
    d.look(s.discard, seat)
    d.call("fetch.take")


class FetchTake(PickStep[RivalsState]):
    """15.33 A24 A50 Take one card of the pile, unseen; its order stays, and only its top is open."""

    name = "fetch.take"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        newest = list(reversed(s.discard))
        return Pick(Text("rivals.ask.fetch.take"), card_options(s, newest, grouped=True), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        place = len(s.discard) - 1 - choices(list(reversed(s.discard)))[value[0]]
        card = d.slip(s.discard, place, s.players[seat].hand, seat)
        if s.discard:
            d.show(s.discard, len(s.discard) - 1)
        d.tell("rivals.event.fetched", {seat: card_facts(s, card.kind, card.back)}, seat=who(seat))
        d.end()
