"""Chapter 15, what expansions do when they are built: one small effect per card."""

from __future__ import annotations

from collections.abc import Callable

from engines.kit import Draft, Option, Pick, PickStep, Step, Text, noun
from engines.rivals.board import heroes, trade_ships
from engines.rivals.gains import owe, owe_choice
from engines.rivals.labels import (
    card_facts,
    card_options,
    choices,
    expansion_keys,
    filled,
    stack_of_key,
    stack_options,
    who,
)
from engines.rivals.leisure import awaits_loss, is_at_leisure, owe_loss, place_on_discard, settled
from engines.rivals.losses import lose_one, take_off
from engines.rivals.scoring import skill
from engines.rivals.state import Deed, RivalsState
from engines.rivals.stores import rooms, stores_of
from engines.rivals.tokens import tokens_watched

OnBuild = Callable[[Draft[RivalsState], int], None]


def staple_house(d: Draft[RivalsState], seat: int) -> None:
    """15.17 2 resources of choice, after payment in full."""
    owe_choice(d.state.players[seat], "card/staple_house", d.state.tables.faces["staple_house"].gains)
    d.call("gain", seat)


def fairgrounds(d: Draft[RivalsState], seat: int) -> None:
    """15.27 2 resources of choice with more skill than the opponent."""
    if skill(d.state, seat) > skill(d.state, 1 - seat):
        owe_choice(d.state.players[seat], "card/fairgrounds", d.state.tables.faces["fairgrounds"].gains)
        d.call("gain", seat)


def pirate_ship(d: Draft[RivalsState], seat: int) -> None:
    """15.14 The opponent gives up a trade ship, if there is one; later ships are safe."""
    if not trade_ships(d.state, d.state.players[1 - seat]):
        return
    if is_at_leisure(d.state, 1 - seat):
        owe_loss(d, 1 - seat, "pirate.ship")
    else:
        d.call("pirate.ship", 1 - seat)


class SinkShip(PickStep[RivalsState]):
    """15.14 A34 The owner chooses the trade ship; it goes to the discard pile, and Irmgard gives nothing."""

    name = "pirate.ship"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        return lose_one(s, player, trade_ships(s, player), "rivals.ask.pirate.ship")

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        ship = expansion_keys(player)[value[0]]
        with tokens_watched(d):
            d.tell("rivals.event.sunk", seat=who(seat), **card_facts(s, ship.kind, ship.back))
            take_off(d, player, ship, s.discard, place_on_discard(s, seat))
        settled(s, seat)
        d.end()


def tithe_barn(d: Draft[RivalsState], seat: int) -> None:
    """15.28 Grain or wool for every own hero, with or without strength."""
    if heroes(d.state, d.state.players[seat]):
        d.call("tithe.type", seat)


class TitheType(PickStep[RivalsState]):
    """15.28 One type for all of it: grain or wool, as far as it fits."""

    name = "tithe.type"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        free = rooms(s.players[seat])
        options = tuple(Option(kind, noun("resource", kind)) for kind in ("grain", "wool") if free[kind])
        best = max(("grain", "wool"), key=lambda kind: free[kind])
        return Pick(Text("rivals.ask.tithe.type"), options, suggested=([best],)) if options else None

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        player = d.state.players[seat]
        number = d.state.tables.faces["tithe_barn"].gains * len(heroes(d.state, player))
        owe(player, "card/tithe_barn", number, stores_of(player, value[0]))
        d.goto("gain", seat)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()


def library(d: Draft[RivalsState], seat: int) -> None:
    """15.35 A25 One draw stack of any set may be looked through; with all stacks empty nothing happens."""
    if filled(d.state):
        d.call("library.stack", seat)


class LibraryStack(PickStep[RivalsState]):
    """15.35 Which stack is searched, if any: the card says that its owner may."""

    name = "library.stack"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        stacks = stack_options(s, filled(s))
        options = (*stacks, Option("none", Text("rivals.option.library.none")))
        return Pick(Text("rivals.ask.library.stack"), options, default=[stacks[0].key])

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        if value == ["none"]:
            d.end()
        else:
            search(d, seat, stack_of_key(value[0]))


def search(d: Draft[RivalsState], seat: int, number: int) -> None:
    """9.4 17.6 Look at all cards of a stack; one of them must be taken."""
    s = d.state
    s.deed = Deed(stack=number)
    d.look(s.stacks[number].cards, seat)
    d.tell("rivals.event.searched", seat=who(seat), stack=number + 1)
    d.goto("search.take", seat)


class SearchTake(PickStep[RivalsState]):
    """9.4 15.35 17.2 Take one card of the searched stack, unseen; the order of the others stays."""

    name = "search.take"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        options = card_options(s, s.stacks[s.deed.stack].cards)
        return Pick(Text("rivals.ask.search.take"), options, private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        number = s.deed.stack
        stack = s.stacks[number].cards
        card = d.slip(stack, choices(stack)[value[0]], s.players[seat].hand, seat)
        own = card_facts(s, card.kind, card.back)
        d.tell("rivals.event.found", {seat: own}, seat=who(seat), stack=number + 1)
        s.deed = Deed()
        d.end()


ON_BUILD: dict[str, OnBuild] = {
    "pirate_ship": pirate_ship,
    "staple_house": staple_house,
    "fairgrounds": fairgrounds,
    "tithe_barn": tithe_barn,
    "library": library,
}
"""The expansions that do something at the moment they are built."""


class Effect(Step[RivalsState]):
    """8.2 What a card does when it is built, once all is decided that it counts, takes or looks through."""

    name = "build.effect"

    def resume(self, d: Draft[RivalsState]) -> None:
        if awaits_loss(d):
            return
        kind, d.state.deed = d.state.deed.first, Deed()
        d.end()
        ON_BUILD[kind](d, d.state.active)
