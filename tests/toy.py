"""A toy game that uses every part of the kit: sealed, each, bluff and side steps, all four asks, hidden cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from engines.kit import (
    BY_DIGEST,
    Amount,
    AmountStep,
    Bundle,
    BundleStep,
    Card,
    Draft,
    Engine,
    EngineBug,
    GameInfo,
    Option,
    Options,
    Part,
    Pick,
    PickStep,
    Place,
    PlaceStep,
    Result,
    Spot,
    State,
    Step,
    Tables,
    Text,
    View,
    deck,
    hand_seen,
    noun,
    screened,
    seat_ref,
)

FACES = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kite", "lark"]


class ToyOptions(Options):
    rounds: int = 3


class ToyTables(Tables):
    game: ClassVar[str] = "toy"


@dataclass(slots=True, kw_only=True)
class Player(Part):
    hand: list[Card] = field(default_factory=list)
    coins: int = screened(6)
    goods: dict[str, int] = screened(factory=lambda: {"wheat": 1, "wool": 1})
    cells: list[str] = field(default_factory=list)
    points: int = 0


@dataclass(slots=True, kw_only=True)
class ToyState(State):
    options: ToyOptions
    tables: Annotated[ToyTables, *BY_DIGEST]
    players: list[Player]
    stack_of_cards: list[Card] = field(default_factory=list)
    shown: list[Card] = field(default_factory=list)
    round: int = 0
    bidder: int = 0
    bids: dict[int, int] = field(default_factory=dict)
    noted: dict[int, dict[str, int]] = field(default_factory=dict)
    winner: int = -1


def _text(key: str, **facts: Any) -> Text:
    return Text(f"toy.{key}", facts)


class Keep(PickStep[ToyState]):
    name = "setup.keep"
    sealed = True

    def seats(self, s: ToyState) -> Iterable[int]:
        return range(s.seats)

    def ask(self, s: ToyState, seat: int) -> Pick:
        hand = s.players[seat].hand
        options = tuple(Option(card.kind, noun("animal", card.kind)) for card in hand)
        return Pick(_text("ask.setup.keep"), options, 2, 2, private=True)

    def answer_all(self, d: Draft[ToyState], values: dict[int, list[str]]) -> None:
        s = d.state
        for seat, kept in values.items():
            hand = s.players[seat].hand
            for index in reversed(range(len(hand))):
                if hand[index].kind not in kept:
                    d.slip(hand, index, s.stack_of_cards, seat)
        d.shuffle(s.stack_of_cards)
        d.goto("round.start")


class RoundStart(Step[ToyState]):
    name = "round.start"

    def resume(self, d: Draft[ToyState]) -> None:
        s = d.state
        if s.round == s.options.rounds:
            d.finish("rounds")
            return
        s.round += 1
        s.bidder = (s.round - 1) % s.seats
        s.bids = {}
        d.goto("round.bid")


class Bid(AmountStep[ToyState]):
    name = "round.bid"
    bluff = True
    sides = ("trade",)

    def seats(self, s: ToyState) -> Iterable[int]:
        return (s.bidder,) if len(s.bids) < s.seats else ()

    def ask(self, s: ToyState, seat: int) -> Amount:
        instead = (Option("pass", _text("option.pass")),)
        return Amount(_text("ask.round.bid"), 1, s.players[seat].coins, instead=instead, private=True)

    def answer(self, d: Draft[ToyState], seat: int, value: int | str) -> None:
        s = d.state
        s.bids[seat] = 0 if value == "pass" else int(value)
        d.tell("toy.event.bid", seat=seat_ref(seat), bid=s.bids[seat])
        s.bidder = (s.bidder + 1) % s.seats

    def resume(self, d: Draft[ToyState]) -> None:
        s = d.state
        s.winner = max(s.bids, key=lambda seat: (s.bids[seat], -seat))
        s.players[s.winner].coins -= s.bids[s.winner]
        d.goto("harvest.apply")
        d.each("harvest.take", range(s.seats))


class Trade(PickStep[ToyState]):
    name = "trade"

    def ask(self, s: ToyState, seat: int) -> Pick | None:
        if not s.players[seat].goods["wool"]:
            return None
        return Pick(_text("ask.trade"), (Option("wool", _text("option.trade")),), private=True)

    def answer(self, d: Draft[ToyState], seat: int, value: list[str]) -> None:
        player = d.state.players[seat]
        player.goods["wool"] -= 1
        player.coins += 1
        d.tell("toy.event.traded", seat=seat_ref(seat))


class HarvestTake(BundleStep[ToyState]):
    name = "harvest.take"

    def ask(self, s: ToyState, seat: int) -> Bundle:
        labels = {kind: noun("goods", kind) for kind in ("wheat", "wool")}
        prices = {"wheat": 1, "wool": 2}
        return Bundle(_text("ask.harvest.take"), {"wheat": 2, "wool": 2}, labels, 0, 3, prices, 4)

    def answer(self, d: Draft[ToyState], seat: int, value: dict[str, int]) -> None:
        d.state.noted[seat] = value
        d.end()


class HarvestApply(Step[ToyState]):
    name = "harvest.apply"

    def resume(self, d: Draft[ToyState]) -> None:
        s = d.state
        for seat in sorted(s.noted):
            for kind, count in s.noted[seat].items():
                s.players[seat].goods[kind] += count
        s.noted = {}
        if s.stack_of_cards:
            d.look(s.stack_of_cards, s.winner, 0)
            d.goto("round.peek")
        else:
            d.goto("round.build")


class Peek(PickStep[ToyState]):
    name = "round.peek"

    def seats(self, s: ToyState) -> Iterable[int]:
        return (s.winner,)

    def ask(self, s: ToyState, seat: int) -> Pick:
        options = tuple(Option(key, _text(f"option.{key}")) for key in ("keep", "leave", "show"))
        facts = {"card": f"animal/{s.stack_of_cards[0].kind}"}
        return Pick(Text("toy.ask.round.peek", {**facts}), options, private=True)

    def answer(self, d: Draft[ToyState], seat: int, value: list[str]) -> None:
        s = d.state
        if value == ["keep"]:
            d.take(s.stack_of_cards, 0, s.players[seat].hand)
            d.tell("toy.event.kept", {seat: {"card": f"animal/{s.players[seat].hand[-1].kind}"}}, seat=seat_ref(seat))
        elif value == ["show"]:
            d.show(s.stack_of_cards, 0)
            d.take(s.stack_of_cards, 0, s.shown)
            s.players[seat].points += 1
        d.goto("round.build")


class Build(PlaceStep[ToyState]):
    name = "round.build"
    sides = ("trade",)

    def seats(self, s: ToyState) -> Iterable[int]:
        return (s.winner,) if len(s.players[s.winner].cells) < 9 else ()

    def ask(self, s: ToyState, seat: int) -> Place:
        taken = s.players[seat].cells
        cells = [f"{column}{row}" for row in "123" for column in "ABC"]
        spots = tuple(Spot(cell, cell) for cell in cells if cell not in taken)
        return Place(_text("ask.round.build"), "hut", spots)

    def answer(self, d: Draft[ToyState], seat: int, value: str) -> None:
        player = d.state.players[seat]
        player.cells.append(value)
        player.points += 2
        d.tell("toy.event.built", seat=seat_ref(seat), cell=value)
        d.goto("round.start")

    def resume(self, d: Draft[ToyState]) -> None:
        d.goto("round.start")


def new(seats: int, options: ToyOptions, tables: ToyTables) -> ToyState:
    return ToyState(seats=seats, options=options, tables=tables, players=[Player() for _ in range(seats)])


def deal(d: Draft[ToyState]) -> None:
    s = d.state
    s.stack_of_cards = deck(FACES, "animal")
    d.shuffle(s.stack_of_cards)
    for seat, player in enumerate(s.players):
        for _ in range(3):
            d.take(s.stack_of_cards, 0, player.hand)
        d.look(player.hand, seat)
    d.call("setup.keep")


@dataclass(slots=True)
class ToyView(View):
    by_seat: ClassVar[tuple[str, ...]] = ("bids", "hands", "cells")

    round: int
    bids: dict[int, int]
    hands: tuple[tuple[tuple[str, str | None], ...], ...]
    stack: tuple[str | None, ...]
    shown: tuple[str | None, ...]
    cells: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    coins: int | None
    goods: dict[str, int] | None


def view(s: ToyState, seat: int | None) -> ToyView:
    own = None if seat is None else s.players[seat]
    return ToyView(
        seat=seat,
        round=s.round,
        bids=dict(s.bids),
        hands=tuple(hand_seen(player.hand, seat) for player in s.players),
        stack=tuple(card.seen_by(seat) for card in s.stack_of_cards),
        shown=tuple(card.seen_by(seat) for card in s.shown),
        cells=tuple(tuple(player.cells) for player in s.players),
        points=tuple(player.points for player in s.players),
        coins=own and own.coins,
        goods=own and dict(own.goods),
    )


def score(s: ToyState) -> Result:
    breakdown = tuple({"huts": 2 * len(p.cells), "shown": p.points - 2 * len(p.cells)} for p in s.players)
    scores = tuple(sum(parts.values()) for parts in breakdown)
    ranking = tuple(sorted(range(s.seats), key=lambda seat: -scores[seat]))
    winners = tuple(seat for seat in ranking if scores[seat] == max(scores))
    return Result(scores, ranking, winners, s.ending, breakdown)


def check(s: ToyState) -> None:
    cards = [card.kind for card in s.stack_of_cards + s.shown]
    cards += [card.kind for player in s.players for card in player.hand]
    if sorted(cards) != FACES:
        raise EngineBug(f"cards appeared or vanished: {cards}")


STEPS: list[Step[ToyState]] = [
    Keep(), RoundStart(), Bid(), Trade(), HarvestTake(), HarvestApply(), Peek(), Build()
]  # fmt: skip


def toy(steps: list[Step[ToyState]] | None = None, look: Any = view) -> Engine[ToyState]:
    """The toy, or one with a step or a view replaced, to see whether the contract notices."""
    changed = {step.name: step for step in steps or []}
    return Engine(
        info=GameInfo("toy", "Toy", (2, 4), ToyOptions),
        state=ToyState,
        tables=ToyTables,
        steps_list=[changed.get(step.name, step) for step in STEPS],
        new=new,
        deal=deal,
        look=look,
        score=score,
        check=check,
    )
