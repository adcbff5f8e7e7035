"""The contract notices: leaks planted in the toy game are caught by properties 2, 4, 5 and 6."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.kit import Amount, Draft, Engine, Option, Pick, Text
from tests import toy as game
from tests.contract import properties as p
from tests.toy import ToyOptions, ToyState, ToyView, toy


def _positions(engine: Engine[Any]) -> list[Any]:
    from engines.kit.play import Walk

    found = []
    for number in range(6):
        found += list(Walk(engine, 3, ToyOptions(rounds=4), f"leak {number}").positions())
    return found


def _tell_secrets(engine: Engine[Any]) -> None:
    for number, position in enumerate(_positions(engine)):
        p.a_viewer_learns_no_secret(engine, position.state, f"{number}")


def _see_behind_screens(engine: Engine[Any]) -> None:
    for position in _positions(engine):
        p.screens_hold(engine, position.state)


def _teach_by_taking_back(engine: Engine[Any]) -> None:
    before = None
    for number, position in enumerate(_positions(engine)):
        if position.number:
            p.taking_back_teaches_nothing(engine, before, position, f"{number}")
        before = position.state


def test_the_honest_toy_passes() -> None:
    engine = toy()
    _tell_secrets(engine)
    _see_behind_screens(engine)
    _teach_by_taking_back(engine)


def test_a_view_that_shows_the_top_card_is_caught() -> None:
    def leaky(s: ToyState, seat: int | None) -> ToyView:
        return replace(game.view(s, seat), stack=tuple(card.kind for card in s.stack_of_cards[:1]))

    with pytest.raises(AssertionError, match="tells a secret"):
        _tell_secrets(toy(look=leaky))


def test_a_view_that_keeps_the_places_of_a_hand_is_caught_only_if_it_shows_faces() -> None:
    def leaky(s: ToyState, seat: int | None) -> ToyView:
        hands = tuple(tuple((card.back, card.kind) for card in player.hand) for player in s.players)
        return replace(game.view(s, seat), hands=hands)

    with pytest.raises(AssertionError, match="tells a secret"):
        _tell_secrets(toy(look=leaky))


def test_a_view_that_shows_anothers_coins_is_caught() -> None:
    def leaky(s: ToyState, seat: int | None) -> ToyView:
        return replace(game.view(s, seat), coins=s.players[0].coins)

    with pytest.raises(AssertionError, match="behind a screen"):
        _see_behind_screens(toy(look=leaky))


def test_a_bid_bounded_by_anothers_purse_is_caught() -> None:
    class Bounded(game.Bid):
        def ask(self, s: ToyState, seat: int) -> Amount:
            return replace(super().ask(s, seat), high=max(player.coins for player in s.players))

    with pytest.raises(AssertionError, match="another's screen"):
        _see_behind_screens(toy([Bounded()]))


def test_an_ask_that_waits_only_with_a_hidden_card_is_caught() -> None:
    class Waits(game.Bid):
        def ask(self, s: ToyState, seat: int) -> Amount | None:  # type: ignore[override]
            holds_fox = any(card.kind == "fox" for card in s.players[seat].hand)
            return super().ask(s, seat) if holds_fox else None

        def resume(self, d: Draft[ToyState]) -> None:
            s = d.state
            if len(s.bids) < s.seats:
                self.answer(d, s.bidder, "pass")
            else:
                super().resume(d)

    with pytest.raises(AssertionError, match="who is asked"):
        _tell_secrets(toy([Waits()]))


def test_an_option_made_from_the_stack_is_caught() -> None:
    class Named(game.Peek):
        def ask(self, s: ToyState, seat: int) -> Pick:
            plain = super().ask(s, seat)
            below = s.stack_of_cards[-1].kind
            return replace(plain, options=(*plain.options, Option(below, Text("toy.option.leave"))))

    with pytest.raises(AssertionError, match="tell a secret"):
        _tell_secrets(toy([Named()]))


def test_showing_a_card_without_a_barrier_is_caught() -> None:
    class Peeks(game.Build):
        def answer(self, d: Draft[ToyState], seat: int, value: str) -> None:
            super().answer(d, seat, value)
            if d.state.stack_of_cards:
                top = d.state.stack_of_cards[0]
                d.state.stack_of_cards[0] = top.marked(-1)

    with pytest.raises(AssertionError, match="without raising the barrier"):
        _teach_by_taking_back(toy([Peeks()]))


def test_an_event_that_names_a_hidden_card_without_a_barrier_is_caught() -> None:
    class Tells(game.Build):
        def answer(self, d: Draft[ToyState], seat: int, value: str) -> None:
            super().answer(d, seat, value)
            if d.state.stack_of_cards:
                d.tell("toy.event.omen", card=d.state.stack_of_cards[-1].kind)

    with pytest.raises(AssertionError, match="without raising the barrier"):
        _teach_by_taking_back(toy([Tells()]))
