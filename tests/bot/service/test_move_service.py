"""Playing as use cases: what an answer, a step back, an order or giving up writes down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.table.model import Status
from bot.table.standing_orders import Limit
from bot.table.time_control import DAY, HOUR
from tests.bot.toy_service import ANNA, BRAM, CARO, Clock, begin, last, owed, play_on, refused

PEOPLE = (ANNA, BRAM, CARO)


async def at_bids(desk: TableService, people: int = 2) -> tuple[str, str]:
    """A table at its first auction: its code and the open ask of the first seat."""
    code = await begin(desk, people)
    await play_on(desk, code, people)
    (bid,) = await owed(desk, code)
    assert (bid.seat, bid.step) == (0, "round.bid")
    return code, bid.ask_id


async def test_an_answer_is_written_with_its_person_seat_and_move(desk: TableService) -> None:
    code, ask = await at_bids(desk)
    done = await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat, entry.by) == ("answer", ANNA.ref, 0, "hand")
    assert [(move.step, move.value) for move in entry.moves] == [("round.bid", 2)]
    assert done.version == entry.version
    await refused("table.refusal.not_in", desk.moves.answer("x", code, CARO.ref, [(ask, 2)]))


async def test_an_answer_for_a_seat_is_given_only_at_the_version_it_was_made_for(
    desk: TableService, clock: Clock
) -> None:
    code, ask = await at_bids(desk)
    version = (await desk.work.load(code)).version
    await refused("kit.refusal.closed", desk.moves.answer_for("x", code, version - 1, 0, (ask, 2), "clock"))
    clock.sleep(34 * HOUR)
    await desk.moves.answer_for("c", code, version, 0, (ask, 2), "clock")
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat, entry.by) == ("answer", "", 0, "clock")
    assert (await desk.queries.table(code)).seats[0].bank == 40 * HOUR


async def test_a_step_taken_back_is_as_if_it_had_not_been(desk: TableService, clock: Clock) -> None:
    code, ask = await at_bids(desk)
    before = await desk.work.load(code)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    clock.sleep(50)
    done = await desk.moves.undo("u", code, ANNA.ref)
    after = await desk.work.load(code)
    assert after.state == before.state
    table = after.table
    assert (table.undo, table.moves, table.seats[0].points) == (None, before.table.moves, ())
    assert {seat: each.since for seat, each in table.waiting.items()} == {0: clock.now}
    assert [(text.key, text.facts) for text in done.texts] == [("table.event.undone", {"seat": "seat/0"})]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat, entry.to) == ("undone", ANNA.ref, 0, before.version)
    assert await desk.work.store.earlier(code) is None


async def test_several_steps_are_taken_back_one_by_one(desk: TableService) -> None:
    code, _ = await at_bids(desk)
    before = await desk.work.load(code)
    trade = next(each for each in before.engine.pending(before.running()) if each.step == "trade")
    await desk.moves.answer("t", code, ANNA.ref, [(trade.ask_id, ["wool"])])
    (bid,) = await owed(desk, code)
    await desk.moves.answer("b", code, ANNA.ref, [(bid.ask_id, 2)])
    assert (await desk.moves.undo("u1", code, ANNA.ref)).table.undo == (0, 1)
    assert (await desk.moves.undo("u2", code, ANNA.ref)).table.undo is None
    assert (await desk.work.load(code)).state == before.state
    await refused("table.refusal.undo_barrier", desk.moves.undo("u3", code, ANNA.ref))


async def test_nobody_takes_back_what_another_did(desk: TableService) -> None:
    code, ask = await at_bids(desk)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    await refused("table.refusal.undo_barrier", desk.moves.undo("x", code, BRAM.ref))
    await refused("table.refusal.not_in", desk.moves.undo("y", code, CARO.ref))


async def test_a_pile_that_does_not_fit_the_table_is_not_trusted(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ask = await at_bids(desk)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    found = await desk.work.store.earlier(code)
    assert found is not None

    async def nothing(game: str) -> None:
        return None

    async def of_another(game: str) -> Any:
        return replace(found, seat=1)

    for earlier in (nothing, of_another):
        monkeypatch.setattr(desk.work.store, "earlier", earlier)
        await refused("table.refusal.undo_barrier", desk.moves.undo(f"x {earlier}", code, ANNA.ref))


async def test_to_go_back_is_asked_of_all_and_each_answer_is_told(desk: TableService, clock: Clock) -> None:
    code, ask = await at_bids(desk, 3)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    version = (await desk.work.load(code)).version
    asked = await desk.moves.ask_back("ask", code, ANNA.ref)
    vote = asked.table.vote
    assert vote is not None
    assert (vote.by, vote.to, vote.asked, vote.agreed, vote.kind) == (0, version - 1, clock.now, [0], "back")
    assert [(text.key, text.facts) for text in asked.texts] == [("table.event.back_asked", {"seat": "seat/0"})]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("back_asked", ANNA.ref, 0)
    agreed = await desk.moves.vote_back("yes", code, CARO.ref, True)
    assert agreed.table.vote is not None
    assert agreed.table.vote.agreed == [0, 2]
    assert [(text.key, text.facts) for text in agreed.texts] == [("table.event.back_agreed", {"seat": "seat/2"})]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("back_agreed", CARO.ref, 2)
    no = await desk.moves.vote_back("no", code, BRAM.ref, False)
    assert no.table.vote is None
    assert [(text.key, text.facts) for text in no.texts] == [("table.event.back_refused", {"seat": "seat/1"})]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("back_refused", BRAM.ref, 1)


async def test_when_all_agree_the_game_stands_as_before_the_move_with_fresh_time(
    desk: TableService, clock: Clock
) -> None:
    code, ask = await at_bids(desk)
    before = await desk.work.load(code)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    clock.sleep(77)
    present = (await desk.work.load(code)).running()
    await desk.moves.ask_back("ask", code, ANNA.ref)
    done = await desk.moves.vote_back("yes", code, BRAM.ref, True)
    assert [(text.key, text.facts) for text in done.texts] == [("table.event.back", {"seat": "seat/0"})]
    after = await desk.work.load(code)
    assert after.state == after.engine.rewind(before.running(), present)
    assert (after.table.vote, after.table.undo, [seat.points for seat in after.table.seats]) == (None, None, [(), ()])
    assert {seat: each.since for seat, each in after.table.waiting.items()} == {0: clock.now}
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat, entry.to) == ("back", BRAM.ref, 0, before.version)
    assert await desk.work.store.earlier(code) is None


async def test_alone_among_computers_one_goes_back_at_once(desk: TableService) -> None:
    code, ask = await at_bids(desk)
    before = await desk.work.load(code)
    await desk.moves.resign("r", code, BRAM.ref)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    present = (await desk.work.load(code)).running()
    done = await desk.moves.ask_back("ask", code, ANNA.ref)
    assert [text.key for text in done.texts] == ["table.event.back"]
    after = await desk.work.load(code)
    assert after.state == after.engine.rewind(before.running(), present)


async def test_who_has_not_moved_has_nothing_to_take_back(desk: TableService) -> None:
    code = await begin(desk)
    await refused("table.refusal.nothing_to_take_back", desk.moves.ask_back("x", code, ANNA.ref))
    await play_on(desk, code, 2)
    await desk.moderation.pause("p", code, BRAM.ref)
    await refused("table.refusal.no_vote", desk.moves.vote_back("y", code, ANNA.ref, True))


async def test_a_log_that_does_not_lead_to_the_present_is_not_gone_back_along(desk: TableService) -> None:
    code, ask = await at_bids(desk)
    await desk.moves.answer("a", code, ANNA.ref, [(ask, 2)])
    await desk.moves.ask_back("ask", code, ANNA.ref)
    loaded = await desk.work.load(code)
    state: Any = loaded.running()
    state.players[0].points += 1
    await refused("table.refusal.cannot_replay", desk.moves.vote_back("yes", code, BRAM.ref, True))


async def test_orders_are_set_all_at_once_and_told_to_their_owner_alone(desk: TableService) -> None:
    code = await begin(desk)
    order = Limit(step="round.bid", limit=3)
    await desk.moves.order("o1", code, BRAM.ref, [Limit(step="x", limit=1)])
    done = await desk.moves.order("o2", code, BRAM.ref, [order])
    assert done.table.seats[1].orders == [order]
    assert [text.key for text in done.texts] == ["table.event.ordered"]
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat, entry.events[0]["only"]) == ("ordered", BRAM.ref, 1, [1])


async def test_who_resigns_leaves_a_computer_without_orders_and_no_vote(desk: TableService) -> None:
    code = await begin(desk, 3)
    await desk.moves.order("o", code, ANNA.ref, [Limit(step="x", limit=1)])
    await desk.moderation.pause("p", code, BRAM.ref)
    done = await desk.moves.resign("r", code, ANNA.ref)
    seat = done.table.seats[0]
    assert (seat.kind, seat.user, seat.name, seat.orders) == ("computer", "", "Anna", [])
    assert (done.table.vote, done.table.host, done.table.status) == (None, BRAM.ref, Status.RUNNING)
    told = [("table.event.resigned", {"seat": "seat/0"}), ("table.event.vote_lapsed", {})]
    assert [(text.key, text.facts) for text in done.texts] == told
    entry = await last(desk, code)
    assert (entry.kind, entry.user, entry.seat) == ("resigned", ANNA.ref, 0)
    other = await desk.moves.resign("s", code, CARO.ref)
    assert other.table.host == BRAM.ref


async def test_with_the_last_person_the_table_is_called_off(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await desk.moves.resign("r", code, ANNA.ref)
    done = await desk.moves.resign("s", code, BRAM.ref)
    assert (done.table.status, done.table.ended) == (Status.CANCELLED, clock.now)


async def test_a_person_who_is_erased_keeps_the_account_until_the_game_is_over(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moves.erase("e", code, ANNA.ref, "gone:1")
    table = await desk.queries.table(code)
    assert (table.seats[0].name, table.seats[0].user, table.host) == ("Somebody", ANNA.ref, ANNA.ref)
    assert (table.seats[1].name, table.seats[1].user) == ("Bram", BRAM.ref)
    assert (await last(desk, code)).kind == "erased"
    await play_on(desk, code)
    await desk.moves.erase("f", code, ANNA.ref, "gone:1")
    table = await desk.queries.table(code)
    assert (table.seats[0].user, table.host, table.seats[1].user) == ("gone:1", "gone:1", BRAM.ref)
    (outcome,) = await desk.queries.outcomes(BRAM.ref)
    assert (outcome.users, outcome.names) == (["gone:1", BRAM.ref], ["Somebody", "Bram"])
    await desk.moves.erase("g", code, BRAM.ref, "gone:2")
    assert (await desk.queries.table(code)).host == "gone:1"


async def test_only_a_frozen_game_is_thawed_and_all_have_fresh_time(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    await refused("table.refusal.not_running", desk.moves.thaw("x", code))
    await desk.work.freeze(code, (await desk.work.load(code)).version, ValueError("planted"))
    clock.sleep(9)
    done = await desk.moves.thaw("t", code)
    assert (done.table.status, [text.key for text in done.texts]) == (Status.RUNNING, ["table.event.thawed"])
    assert {seat: (each.since, each.allowed) for seat, each in done.table.waiting.items()} == {
        0: (clock.now, 3 * DAY),
        1: (clock.now, 3 * DAY),
    }
    assert (await last(desk, code)).kind == "thawed"


async def test_what_is_for_running_games_is_refused_at_others(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code)
    for action in (
        desk.moves.undo("a", code, ANNA.ref),
        desk.moves.ask_back("b", code, ANNA.ref),
        desk.moves.vote_back("c", code, ANNA.ref, True),
        desk.moves.order("d", code, ANNA.ref, []),
        desk.moves.resign("e", code, ANNA.ref),
        desk.moderation.propose("f", code, ANNA.ref, "pause"),
        desk.moderation.vote("g", code, ANNA.ref, True),
        desk.moderation.come_back("h", code, ANNA.ref),
        desk.moderation.take_seat("i", code, CARO),
        desk.moderation.hand_over("j", code, 0, CARO),
        desk.moderation.climb("k", code, (await desk.work.load(code)).version, "computer", 0),
    ):
        await refused("table.refusal.not_running", action)
