"""Practice: play on from a position of a finished game, hidden things dealt anew, and to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.conversation import Command, Tap
from bot.store import Store
from bot.table.model import Status
from engines import ENGINES
from tests.bot.commands.test_conversation import LENA, PIET, Desk
from tests.bot.commands.test_history_commands import buttons, play


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin("rivals")
    await play(found)
    return found


async def test_one_plays_on_alone_from_what_one_knew(desk: Desk) -> None:
    before = desk.code
    moments = await desk.service.history.moments(before, PIET.ref)
    number = len(moments) // 2
    _, then = await desk.service.history.at(before, PIET.ref, number)
    reply = await desk.conversation.handle(
        Command(desk.caller(PIET), "practice", {"table": before, "number": number + 1})
    )
    assert reply.done is not None, reply.post.text
    table = reply.done.table
    assert (table.origin, table.status, table.users) == (before, Status.RUNNING, [PIET.ref])
    assert table.code != before
    loaded = await desk.service.work.load(table.code)
    engine, seat = ENGINES["rivals"], table.seat_of(PIET.ref)
    assert seat is not None
    assert loaded.state is not None
    assert engine.view(loaded.state, seat) == then.view, "what one could see is the same"
    desk.service.practice.seeds = lambda: "another"
    again = await desk.conversation.handle(
        Command(desk.caller(PIET), "practice", {"table": before, "number": number + 1})
    )
    assert again.done is not None
    other = await desk.service.work.load(again.done.table.code)
    assert other.state is not None
    other.state.seed = loaded.state.seed
    assert engine.state_hash(other.state) != engine.state_hash(loaded.state), "what one did not know is dealt anew"


async def test_a_practice_is_played_to_its_end_can_be_proved_and_counts_for_nobody(desk: Desk) -> None:
    outcomes = len(await desk.service.queries.outcomes(LENA.ref))
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "practice", {"table": desk.code, "number": 5}))
    assert reply.done is not None, reply.post.text
    code, engine = reply.done.table.code, ENGINES["rivals"]
    for step in range(engine.info.longest):
        loaded = await desk.service.work.load(code)
        if loaded.table.status is not Status.RUNNING:
            break
        state = loaded.running()
        pending = next(each for each in engine.pending(state) if each.owed)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, desk.chance.below)
        if loaded.table.seats[pending.seat].kind == "person":
            await desk.service.moves.answer(f"p{step}", code, LENA.ref, [(pending.ask_id, value)])
        else:
            given = (pending.ask_id, value)
            await desk.service.moves.answer_for(f"p{step}", code, loaded.version, pending.seat, given, "computer")
    loaded = await desk.service.work.load(code)
    assert loaded.table.status is Status.FINISHED
    await desk.service.queries.keep_outcome(loaded)
    assert len(await desk.service.queries.outcomes(LENA.ref)) == outcomes
    assert (await desk.service.queries.verify(code)).holds


async def test_the_way_there_is_under_each_position_and_only_after_the_end(desk: Desk, tmp_path: Path) -> None:
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "history", {"table": desk.code, "number": 4}))
    ways = buttons(reply)
    assert "Play on from here" in ways
    begun = await desk.conversation.handle(Tap(desk.caller(LENA), [ways["Play on from here"]]))
    assert begun.done is not None, begun.post.text
    last = await desk.conversation.handle(Command(desk.caller(LENA), "history", {"table": desk.code}))
    assert "Play on from here" not in buttons(last), "there is nothing to play on after the end"
    refused = await desk.conversation.handle(
        Command(desk.caller(LENA), "practice", {"table": begun.done.table.code, "number": 1})
    )
    assert refused.refusal is not None
    assert refused.refusal.code == "table.refusal.not_over"
