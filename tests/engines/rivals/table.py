"""A position of Rivals in a few words: principalities, hands and stacks as a test wants them, then answers."""

from __future__ import annotations

from typing import Any, Self

from engines.kit import ALL, Answer, Card, Draft, Event, Frame, Pending
from engines.kit.dice import draw
from engines.kit.flow import settle
from engines.rivals import ENGINE
from engines.rivals.board import cache_of, free_slot, town_at
from engines.rivals.check import check
from engines.rivals.options import RivalsOptions
from engines.rivals.scoring import score
from engines.rivals.state import Expansion, Player, Region, RivalsState, Town
from engines.rivals.stores import amounts
from engines.rivals.tables import CACHE, resource_of
from tests.engines.forced import answered_through

START = {
    0: {"lumber": "forest_2", "gold": "gold_field_1", "grain": "fields_6", "brick": "hills_3", "wool": "pasture_4",
        "ore": "mountains_5"},
    1: {"lumber": "forest_3", "gold": "gold_field_4", "grain": "fields_5", "brick": "hills_2", "wool": "pasture_1",
        "ore": "mountains_6"},
}  # fmt: skip
"""The start regions of red (seat 0) and blue (seat 1) by what they yield."""


class Table:
    """Seat 0 is red and on turn, in the action phase of a game whose hands are empty."""

    def __init__(self, mode: str = "basic", **options: Any) -> None:
        chosen = RivalsOptions.model_validate({"mode": mode, "red": "first"} | options)
        outcome = ENGINE.setup(2, chosen, "table")
        while outcome.state.turn == 0:
            pending = next(each for each in ENGINE.pending(outcome.state) if each.owed)
            outcome = ENGINE.submit(outcome.state, Answer(pending.seat, pending.ask_id, pending.ask.fallback()))
        self.state: RivalsState = outcome.state
        self.events: list[Event] = []
        self.barrier = False
        self.state.active = self.state.starter = 0
        self.state.production, self.state.face = 1, "trade"
        for seat in range(2):
            self.hand(seat)
            self.stores(seat, lumber=0, brick=0, wool=0, grain=0, ore=0, gold=0)
        self.at("turn.actions")

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    # --- arranging ---

    def at(self, *steps: str, seat: int = -1) -> Self:
        """Let the game stand at a step; the frames below it first."""
        self.state.stack = [Frame(step) for step in steps]
        self.state.stack[-1].seat = seat
        return self._settle()

    def _settle(self) -> Self:
        self.state.memo = None
        draft = Draft(self.state)
        self.state.memo = settle(ENGINE.steps, draft)
        self.events, self.barrier = draft.events, draft.barrier
        return self

    def _find(self, kind: str, back: str = "") -> Card:
        """Pull a card out of wherever it lies hidden."""
        places = [stack.cards for stack in self.state.stacks] + [self.state.face_up, self.state.discard]
        for place in places:
            for index, card in enumerate(place):
                if card.kind == kind and back in ("", card.back):
                    return place.pop(index)
        raise LookupError(f"no {kind} is left")

    def hand(self, seat: int, *kinds: str) -> Self:
        """Exactly these cards in a hand (`kind` or `kind.set`); what was there goes under its stack."""
        hand = self.player(seat).hand
        while hand:
            card = hand.pop().marked(0)
            next(stack for stack in self.state.stacks if stack.back == card.back).cards.append(card)
        for name in kinds:
            kind, _, back = name.partition(".")
            hand.append(self._find(kind, back).marked(1 << seat))
        return self._refresh()

    def stores(self, seat: int, **held: int) -> Self:
        """What lies on regions: by resource (its start region) or by the name of a region or the Gold Cache."""
        for name, number in held.items():
            store = START[seat].get(name, name)
            if store == CACHE:
                cache = cache_of(self.player(seat))
                assert cache is not None
                cache.stored = number
            else:
                next(region for region in self.player(seat).regions if region.kind == store).stored = number
        return self._refresh()

    def rich(self, seat: int, number: int = 3) -> Self:
        return self.stores(seat, lumber=number, brick=number, wool=number, grain=number, ore=number, gold=number)

    def city(self, seat: int, x: int) -> Self:
        town_at(self.player(seat), x).city = True
        self.state.supply["city"] -= 1
        return self._refresh()

    def settlement(self, seat: int, x: int, above: str, below: str, stored: int = 0) -> Self:
        """A road and a settlement at the end of the row, with two regions of the stack."""
        player, outwards = self.player(seat), 1 if x > 0 else -1
        player.roads = sorted([*player.roads, x - outwards])
        player.towns = sorted([*player.towns, Town(x=x)], key=lambda town: town.x)
        for kind, row in ((above, "above"), (below, "below")):
            self.state.regions = [card for card in self.state.regions if card.kind != kind]
            player.regions.append(Region(kind=kind, x=x + outwards, row=row, stored=stored))
        self.state.supply["road"] -= 1
        self.state.supply["settlement"] -= 1
        return self._refresh()

    def road(self, seat: int, x: int) -> Self:
        self.player(seat).roads = sorted([*self.player(seat).roads, x])
        self.state.supply["road"] -= 1
        return self._refresh()

    def built(self, seat: int, kind: str, x: int = -1, row: str = "above") -> Self:
        """An expansion on the innermost free site of one side of a town (x even: beside a region)."""
        name, _, back = kind.partition(".")
        player = self.player(seat)
        slot = 0 if x % 2 == 0 else free_slot(player, town_at(player, x), row)
        assert slot is not None, f"no site is free at {x} {row}"
        card = Expansion(x=x, row=row, slot=slot, pile=[self._find(name, back).marked(ALL)])
        player.expansions.append(card)
        return self._refresh()

    def discard(self, *kinds: str) -> Self:
        self.state.discard += [self._find(kind).marked(ALL) for kind in kinds]
        return self._refresh()

    def next_regions(self, *kinds: str) -> Self:
        rest = [card for card in self.state.regions if card.kind not in kinds]
        self.state.regions = [Card(kind, "region") for kind in kinds] + rest
        return self

    def next_roll(self, number: int) -> Self:
        """The next die shows this number."""
        for attempt in range(1000):
            if draw(f"seed {attempt}", self.state.rolled, 6)[0] + 1 == number:
                self.state.seed = f"seed {attempt}"
                return self
        raise LookupError("no such seed")

    def _refresh(self) -> Self:
        self.state.memo = None
        return self

    # --- what happens ---

    def produce(self, number: int, face: str = "brigand_attack") -> Self:
        """The dice of the active player show this."""
        self.state.production, self.state.face = number, face
        return self.at("dice.roll")

    def face(self, face: str) -> Self:
        """A face of the event die, after production is done."""
        self.state.face = face
        return self.at("dice.event")

    def event(self, kind: str, number: int = 1) -> Self:
        """The event card is turned up, after production for a number."""
        s = self.state
        place = next(place for place, card in enumerate(s.events) if card.kind == kind)
        s.events.insert(0, s.events.pop(place))
        s.production, s.face = number, "event_card"
        return self.at("turn.actions", "event.turn")

    def asked(self, seat: int) -> Pending:
        return next(pending for pending in ENGINE.pending(self.state) if pending.seat == seat)

    def waits_for(self) -> dict[int, str]:
        """The seats that the game waits for, and the steps they are at."""
        return {pending.seat: pending.step for pending in ENGINE.pending(self.state) if pending.owed}

    def owe(self) -> dict[int, str]:
        """Who has something to store, buy or give, whether the game waits for it or not."""
        return {pending.seat: pending.step for pending in ENGINE.pending(self.state) if not pending.is_side}

    def offers(self, seat: int = 0) -> list[str]:
        """What a seat may choose: keys of options, spots or kinds."""
        ask: Any = self.asked(seat).ask
        match ask.kind:
            case "pick":
                return [option.key for option in ask.options]
            case "place":
                return [spot.key for spot in ask.spots]
            case "bundle":
                return list(ask.available)
            case _:
                return [str(number) for number in range(ask.low, ask.high + 1)]

    def answer(self, value: Any, seat: int = 0, alone: bool = False) -> Self:
        """A seat answers, and unless `alone` what it then has no choice in; a key stands for a pick."""
        pending = self.asked(seat)
        if pending.ask.kind == "pick" and isinstance(value, str):
            value = [value]
        outcome = ENGINE.submit(self.state, Answer(seat, pending.ask_id, value))
        if not alone:
            outcome = answered_through(ENGINE, outcome, seat)
        self.state, self.events, self.barrier = outcome.state, list(outcome.events), outcome.barrier
        check(self.state)
        return self

    def play(self, *values: Any) -> Self:
        """Seat 0 answers one thing after the other."""
        for value in values:
            self.answer(value)
        return self

    # --- looking ---

    def held(self, seat: int = 0) -> dict[str, int]:
        """What a player has, without the types that are not there."""
        return {resource: number for resource, number in amounts(self.player(seat)).items() if number}

    def stored(self, seat: int, name: str) -> int:
        store = START[seat].get(name, name)
        if store == CACHE:
            cache = cache_of(self.player(seat))
            assert cache is not None
            return cache.stored
        return next(region.stored for region in self.player(seat).regions if region.kind == store)

    def cards(self, seat: int = 0) -> list[str]:
        """The expansions of a principality."""
        return sorted(card.kind for card in self.player(seat).expansions)

    def in_hand(self, seat: int = 0) -> list[str]:
        return sorted(card.kind for card in self.player(seat).hand)

    def points(self, seat: int = 0) -> int:
        return score(self.state, seat)

    def told(self, key: str) -> bool:
        return any(event.key == f"rivals.event.{key}" for event in self.events)

    def type_of(self, store: str) -> str:
        return resource_of(store)
