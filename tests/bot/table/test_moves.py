"""During the game: answers, what may be taken back, waits, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table import moves
from bot.table.change import BrokenMove, Change, Undo
from bot.table.model import Move, Status, Vote, Waiting
from bot.table.standing_orders import Limit
from bot.table.time_control import DAY, HOUR, Pace
from engines.kit import Answer, Draft, EngineBug
from tests.bot.table.builders import NOW, asked, at_bids, game, person, play, refused, told
from tests.toy import Bid, ToyState, toy

pytestmark = pytest.mark.no_server


def test_an_answer_makes_a_change_that_names_the_move_and_its_hand() -> None:
    loaded = at_bids()
    bid = asked(loaded, "round.bid")
    before = loaded.version
    change = moves.answer(loaded, 0, [(bid.ask_id, 3)], "hand", "local:anna", NOW)
    assert (change.kind, change.user, change.seat, change.by) == ("answer", "local:anna", 0, "hand")
    assert change.moves == [Move(seat=0, step="round.bid", ask_id=bid.ask_id, value=3)]
    assert [told(event) for event in change.events] == [("toy.event.bid", {"seat": "seat/0", "bid": 3})]
    assert loaded.table.moves == 3
    assert loaded.table.seats[0].acted == before + 1
    assert loaded.table.status is Status.RUNNING


def test_several_answers_in_a_row_are_one_move() -> None:
    loaded = at_bids()
    trade = asked(loaded, "trade")
    after = loaded.engine.submit(loaded.running(), Answer(0, trade.ask_id, ["wool"])).state
    bid = next(each for each in loaded.engine.pending(after) if each.step == "round.bid")
    change = moves.answer(loaded, 0, [(trade.ask_id, ["wool"]), (bid.ask_id, 7)], "hand", "", NOW)
    assert [move.step for move in change.moves] == ["trade", "round.bid"]
    assert [event.key for event in change.events] == ["toy.event.traded", "toy.event.bid"]
    assert loaded.table.moves == 3


def test_a_question_that_is_closed_is_refused_and_one_that_never_was_has_no_step() -> None:
    loaded = at_bids()
    with refused("kit.refusal.closed"):
        moves.answer(loaded, 0, [("ZZZZZZZZ", 3)], "hand", "", NOW)
    assert loaded.table.moves == 2


def test_steps_of_one_seat_in_a_row_can_be_taken_back_one_by_one() -> None:
    loaded = at_bids()
    assert loaded.table.undo is None
    assert play(loaded, "trade", ["wool"]).undo is Undo.ONLY
    assert loaded.table.undo == (0, 1)
    assert play(loaded, "round.bid", 2).undo is Undo.PUSH
    assert loaded.table.undo == (0, 2)


def test_a_step_of_another_seat_begins_a_new_pile() -> None:
    loaded = at_bids(3)
    play(loaded, "round.bid", 2)
    assert play(loaded, "round.bid", 3).undo is Undo.ONLY
    assert loaded.table.undo == (1, 1)


def test_what_was_hidden_and_is_shown_now_cannot_be_taken_back() -> None:
    loaded = game()
    assert play(loaded, "setup.keep").undo is Undo.ONLY
    assert play(loaded, "setup.keep").undo is Undo.CLEAR, "the cards are shuffled now"
    assert loaded.table.undo is None


@pytest.mark.parametrize(
    ("by", "undo"), [("hand", Undo.ONLY), ("order", Undo.ONLY), ("computer", Undo.CLEAR), ("clock", Undo.CLEAR)]
)
def test_only_what_a_person_wanted_can_be_taken_back(by: Any, undo: Undo) -> None:
    loaded = at_bids()
    assert play(loaded, "round.bid", 2, by=by).undo is undo
    assert (loaded.table.undo is None) is (undo is Undo.CLEAR)


def test_an_answer_by_hand_brings_somebody_absent_back_and_another_does_not() -> None:
    for by, absent in (("hand", None), ("computer", 5.0)):
        loaded = at_bids()
        loaded.table.seats[0].absent, loaded.table.seats[0].is_open = 5.0, True
        play(loaded, "round.bid", 2, by=by)
        assert loaded.table.seats[0].absent == absent
        assert loaded.table.seats[0].is_open is (by != "hand")


def test_a_move_ends_every_vote() -> None:
    loaded = at_bids(vote=Vote(by=1, asked=NOW))
    play(loaded, "round.bid", 2)
    assert loaded.table.vote is None


def test_a_slow_move_is_paid_from_the_bank_of_its_seat() -> None:
    loaded = at_bids()
    play(loaded, "round.bid", 2, spent=DAY + 10 * HOUR)
    assert (loaded.table.seats[0].bank, loaded.table.seats[1].bank) == (40 * HOUR, None)


def test_nobody_pays_without_a_clock_or_while_absent_or_when_not_waited_for() -> None:
    endless = at_bids(pace=Pace.NONE)
    play(endless, "round.bid", 2, spent=99 * DAY)
    assert endless.table.seats[0].bank is None
    away = at_bids()
    away.table.seats[0].absent = NOW
    play(away, "round.bid", 2, by="computer", spent=99 * DAY)
    assert away.table.seats[0].bank is None
    unasked = at_bids()
    unasked.table.waiting = {}
    play(unasked, "round.bid", 2, spent=99 * DAY)
    assert unasked.table.seats[0].bank is None


def test_the_game_waits_for_those_who_are_asked_with_the_time_of_the_pace() -> None:
    loaded = game(2)
    assert loaded.table.waiting == {seat: Waiting(since=NOW, allowed=3 * DAY) for seat in (0, 1)}
    play(loaded, "setup.keep", now=NOW + 50)
    assert loaded.table.waiting == {1: Waiting(since=NOW, allowed=3 * DAY)}
    play(loaded, "setup.keep", now=NOW + 60)
    assert loaded.table.waiting == {0: Waiting(since=NOW + 60, allowed=3 * DAY)}


def test_who_has_just_acted_and_is_asked_again_has_time_anew() -> None:
    loaded = at_bids()
    play(loaded, "trade", ["wool"], now=NOW + 50)
    assert loaded.table.waiting[0].since == NOW + 50


def test_a_short_bank_shortens_the_wait_and_who_does_not_play_has_no_clock() -> None:
    loaded = game(3)
    loaded.table.seats[0].bank = 5.0
    loaded.table.seats[1].absent = NOW
    loaded.table.seats[2] = loaded.table.seats[2].model_copy(update={"kind": "computer"})
    moves.wait(loaded, loaded.running(), {0, 1, 2}, NOW + 1)
    assert [loaded.table.waiting[seat].allowed for seat in range(3)] == [DAY + 5.0, None, None]
    loaded.table.pace = Pace.NONE
    moves.wait(loaded, loaded.running(), {0}, NOW + 2)
    assert (loaded.table.waiting[0].allowed, loaded.table.waiting[1].since) == (None, NOW + 1)


def test_an_order_ends_with_the_event_it_names_or_when_its_owner_is_asked_after_anothers_move() -> None:
    ends = Limit(step="x", limit=1, stop="toy.event.bid")
    turn = Limit(step="y", limit=1, stop_step="round.bid")
    stays = Limit(step="z", limit=1)
    loaded = at_bids()
    loaded.table.seats[0].orders = [turn, stays]
    loaded.table.seats[1].orders = [ends, turn, stays]
    play(loaded, "round.bid", 2)
    assert loaded.table.seats[1].orders == [stays]
    assert loaded.table.seats[0].orders == [turn, stays], "it was the owner's own move"


def test_a_seat_that_may_but_need_not_answer_is_not_asked_for_the_end_of_an_order() -> None:
    trading = Limit(step="y", limit=1, stop_step="trade")
    loaded = at_bids()
    loaded.table.seats[1].orders = [trading]
    play(loaded, "round.bid", 2)
    assert "trade" in [each.step for each in loaded.engine.pending(loaded.running()) if each.seat == 1]
    assert loaded.table.seats[1].orders == [trading]


def test_points_are_noted_as_the_game_tells_them_but_not_by_its_last_move() -> None:
    engine = replace(toy(), standing=lambda state: (state.round, tuple(each.points for each in state.players)))
    loaded = at_bids(engine=engine, rounds=1)
    play(loaded, "round.bid", 2)
    assert (loaded.table.seats[0].points, loaded.table.curve) == ((0, 0), {0: (0, 0), 1: (0, 0)})
    _to_the_end(loaded)
    assert loaded.table.curve == {0: (0, 0), 1: (0, 0)}
    assert loaded.table.seats[0].points == (0, 0)


def _to_the_end(loaded: Any) -> Change:
    while True:
        change = play(loaded, next(each.step for each in loaded.engine.pending(loaded.state) if each.owed), now=NOW + 9)
        if loaded.table.status is not Status.RUNNING:
            return change  # type: ignore[no-any-return]


def test_when_the_game_is_over_the_books_are_closed_and_the_seed_is_told() -> None:
    loaded = at_bids(rounds=1)
    loaded.table.seats[1].orders = [Limit(step="x", limit=1)]
    change = _to_the_end(loaded)
    table = loaded.table
    assert (table.status, table.ended, table.seed) == (Status.FINISHED, NOW + 9, "seed")
    assert (table.waiting, table.undo, table.vote) == ({}, None, None)
    assert [seat.orders for seat in table.seats] == [[], []]
    assert change.undo is Undo.CLEAR
    assert told(change.events[-1]) == ("table.event.finished", {"winners": ["seat/0"]})
    assert [event.key for event in change.events].count("toy.event.built") == 1, "what happened before is told too"
    with refused("table.refusal.not_running"):
        moves.answer(loaded, 0, [("x", 1)], "hand", "", NOW)


def test_a_table_that_is_stopped_waits_for_nobody() -> None:
    table = at_bids(vote=Vote(by=0, asked=NOW)).table
    table.vote, table.undo = Vote(by=0, asked=NOW), (0, 1)
    table.seats[0] = person("Anna", orders=[Limit(step="x", limit=1)])
    moves.stop(table, Status.CANCELLED, NOW + 3)
    assert (table.status, table.ended) == (Status.CANCELLED, NOW + 3)
    assert (table.waiting, table.undo, table.vote, table.seats[0].orders) == ({}, None, None, [])


class BrokenBid(Bid):
    def answer(self, d: Draft[ToyState], seat: int, value: Any) -> None:
        raise EngineBug("a planted fault")


def test_a_fault_of_the_rules_comes_with_the_answers_that_led_to_it() -> None:
    loaded = at_bids(engine=toy([BrokenBid()]))
    bid = asked(loaded, "round.bid")
    with pytest.raises(BrokenMove, match="a planted fault") as caught:
        moves.answer(loaded, 0, [(bid.ask_id, 3)], "hand", "", NOW)
    assert [(move.step, move.value) for move in caught.value.moves] == [("round.bid", 3)]
