"""Computer seats: legal, blind to what they may not know, and the sharper the better."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.model import Level
from bot.workers.computer_players import Computers, choose
from engines import ENGINES
from engines.kit.dice import Dice
from engines.kit.engine import Answer, Pending, Result
from tests.toy import ToyOptions, toy


def play(engine: Any, levels: list[str], seed: str) -> Result:
    """A whole game of computer seats."""
    state = engine.setup(len(levels), None, seed).state
    chance = Dice(seed)
    while not state.ending:
        pending = next(each for each in engine.pending(state) if each.owed)
        value = choose(engine, state, pending, levels[pending.seat], chance)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    return engine.result(state)  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ENGINES)
def test_gentle_and_steady_seats_play_every_game_to_its_end(game: str) -> None:
    engine = ENGINES[game]
    least, most = engine.info.seats
    levels = [Level.GENTLE if seat % 2 else Level.STEADY for seat in range(least if game == "rivals" else most)]
    assert play(engine, levels, "computers").winners


def test_what_a_seat_may_not_know_plays_no_part() -> None:
    engine = toy()
    state = engine.setup(2, None, "blind").state
    for pending in engine.pending(state):
        twin = engine.resample(state, pending.seat, "another deal")
        asked = next(each for each in engine.pending(twin) if each.ask_id == pending.ask_id)
        for level in (Level.GENTLE, Level.STEADY):
            answers = [
                choose(engine, each, ask, level, Dice("same")) for each, ask in ((state, pending), (twin, asked))
            ]
            assert answers[0] == answers[1]


def test_a_sharp_seat_takes_the_point_that_a_plain_one_may_leave() -> None:
    engine = toy()
    chance = Dice("sharp")
    state = engine.setup(2, ToyOptions(rounds=1), "sharp").state
    while not [each for each in engine.pending(state) if each.step == "round.peek"]:
        pending = next(each for each in engine.pending(state) if each.owed)
        answer = Answer(pending.seat, pending.ask_id, pending.ask.sample(chance.below))
        state = engine.submit(state, answer).state
    (peek,) = engine.pending(state)
    assert choose(engine, state, peek, Level.SHARP, chance) == ["show"]


async def test_seats_think_in_another_process() -> None:
    computers = Computers()
    engine = ENGINES["carrara"]
    state = engine.setup(2, None, "elsewhere").state
    pending = next(each for each in engine.pending(state) if each.owed)
    value = await computers.answer(engine, state, pending, Level.STEADY, "seed")
    assert value is not None
    pending.ask.check(value)
    gone = Pending(pending.seat, "closed", pending.step, pending.ask, True)
    assert await computers.answer(engine, state, gone, Level.STEADY, "seed") is None
    computers.close()
