"""Computer seats: legal, blind to what they may not know, the sharper the better, and thinking apart."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from bot.table.model import Level
from bot.workers.computer_players import Computers, Depth, Queue, Thinker
from bot.workers.levels import choose
from engines import ENGINES
from engines.kit.chances import chances
from engines.kit.coaching import advise
from engines.kit.outcome import Answer, Result
from tests.toy import ToyOptions, toy


def play(engine: Any, levels: list[str], seed: str) -> Result:
    """A whole game of computer seats."""
    state = engine.setup(len(levels), None, seed).state
    for number in range(engine.info.longest):
        if state.ending:
            break
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        found = choose(engine, state, asked, levels[seat], f"{seed} {number}")
        assert found is not None
        state = engine.submit(state, Answer(seat, found.pending.ask_id, found.value)).state
    return engine.result(state)  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ENGINES)
def test_gentle_and_steady_seats_play_every_game_to_its_end(game: str) -> None:
    engine = ENGINES[game]
    least, most = engine.info.seats
    levels = [Level.GENTLE if seat % 2 else Level.STEADY for seat in range(least if game == "rivals" else most)]
    assert play(engine, levels, "computers").winners


def test_a_sharp_seat_takes_the_point_that_a_plain_one_may_leave() -> None:
    engine = toy()
    state = engine.setup(2, ToyOptions(rounds=1), "sharp").state
    while not [each for each in engine.pending(state) if each.step == "round.peek"]:
        pending = next(each for each in engine.pending(state) if each.owed)
        answer = Answer(pending.seat, pending.ask_id, pending.ask.fallback())
        state = engine.submit(state, answer).state
    (peek,) = engine.pending(state)
    found = choose(engine, state, [peek], Level.SHARP, "sharp")
    assert found is not None
    assert found.value == ["show"]


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no such thing")
async def test_a_process_that_thinks_steps_back_for_scripts_and_the_event_loop() -> None:
    script, deep = Thinker(Depth.SCRIPT), Thinker(Depth.IDLE)
    try:
        own = os.nice(0)
        levels = [(await each.started()).submit(os.nice, 0).result() for each in (script, deep)]
        assert levels[0] == own
        assert levels[1] > own or own == 19  # nobody can step back further
    finally:
        script.end()
        deep.end()


async def test_seats_think_in_other_processes_and_are_sent_the_printed_numbers_once() -> None:
    computers = Computers(1)
    engine = ENGINES["carrara"]
    state = engine.setup(2, None, "elsewhere").state
    pending = next(each for each in engine.pending(state) if each.owed)
    script, *deep = computers._thinkers
    try:
        for seed in ("one", "two"):
            given = await computers.answer(engine, state, pending.seat, Level.STEADY, seed)
            assert given is not None
            assert given[0] == pending.ask_id
            pending.ask.check(given[1])
            assert script.known == {engine.tables_of(state).digest}
        assert await computers.answer(engine, state, 1 - pending.seat, Level.STEADY, "seed") is None
        assert not any(thinker.known for thinker in deep), "a script never waits where others think"
    finally:
        computers.close()


async def test_a_deep_thought_never_takes_the_last_process_from_the_quicker_ones() -> None:
    queue = Queue([Thinker(Depth.SCRIPT), Thinker(Depth.SHARP), Thinker(Depth.DEEP)])
    deep = await queue.taken(Depth.DEEP)
    assert deep.deepest is Depth.DEEP
    later = asyncio.create_task(queue.taken(Depth.DEEP))
    sharp = await queue.taken(Depth.SHARP)
    script = await queue.taken(Depth.SCRIPT)
    assert (sharp.deepest, script.deepest) == (Depth.SHARP, Depth.SCRIPT)
    assert not later.done()
    queue.give_back(deep)
    assert await later is deep


async def test_whoever_waits_is_served_by_depth_and_then_in_turn() -> None:
    only = Thinker(Depth.IDLE)
    queue = Queue([only])
    await queue.taken(Depth.DEEP)
    served: list[str] = []

    async def wait(name: str, depth: Depth) -> None:
        await queue.taken(depth)
        served.append(name)
        queue.give_back(only)

    names = [("story", Depth.IDLE), ("master", Depth.DEEP), ("sharp", Depth.SHARP), ("script", Depth.SCRIPT)]
    names.append(("sharp too", Depth.SHARP))
    waiting = [asyncio.create_task(wait(*each)) for each in names]
    await asyncio.sleep(0)
    queue.give_back(only)
    await asyncio.gather(*waiting)
    assert served == ["script", "sharp", "sharp too", "master", "story"]
    assert not only.is_busy


async def test_who_no_longer_waits_is_given_no_process() -> None:
    only = Thinker(Depth.DEEP)
    queue = Queue([only])
    await queue.taken(Depth.SHARP)
    gone = asyncio.create_task(queue.taken(Depth.SHARP))
    await asyncio.sleep(0)
    gone.cancel()
    queue.give_back(only)
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await queue.taken(Depth.SHARP) is only


async def test_hints_and_chances_are_thought_out_in_other_processes_and_are_the_same_there() -> None:
    engine, computers = ENGINES["princes"], Computers(1)
    state = engine.setup(2, None, "coach").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    try:
        advice = await computers.advise(engine, state, seat, "x", playouts=4)
        assert advice == advise(engine, state, seat, "x", playouts=4)
        assert await computers.chances(engine, state, 2, "x") == chances(engine, state, 2, "x")
    finally:
        computers.close()
