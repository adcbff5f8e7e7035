"""A master is killed during play: what was accepted is there, and nothing is there twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.ops.cancellation import end
from bot.store import Store, StoreAway, Verdict, Write
from bot.table.model import Status
from tests.bot.crew import Wall, crew
from tests.bot.store.servers import Cluster, Single, eventually, patiently
from tests.bot.toy_service import ANNA, BRAM, Clock, begin, owed, play_on, service

PLAYERS = 6
STEPS = 40


async def play(store: Store, game: str, player: int, accepted: set[bytes], halfway: asyncio.Event) -> None:
    """Add entries to a shared game until each is accepted, as the table service does."""
    for number in range(STEPS):
        request = f"{player}-{number}"
        entry = request.encode()
        while True:
            row = await store.load(game)
            version = row.version if row else 0
            state = (row.state if row else b"") + entry + b" "
            change = Write(game, version, request, b"d", entry, state, mark=row.mark if row else b"")
            verdict, _ = await store.commit(change, 1.0)
            if verdict is not Verdict.CONFLICT:
                break
        accepted.add(entry)
        if number == STEPS // 4:
            halfway.set()


async def test_killing_a_master_during_play_loses_no_accepted_step_and_doubles_none(replicated: Any) -> None:
    stores = [await Store.open(replicated.url, patience=120) for _ in range(2)]
    accepted: set[bytes] = set()
    halfway = asyncio.Event()
    players = [asyncio.create_task(play(stores[n % 2], "K7QF", n, accepted, halfway)) for n in range(PLAYERS)]
    await halfway.wait()
    victim = replicated.master_of("K7QF")
    before = set(accepted)
    victim.kill()
    await asyncio.gather(*players)
    entries = await stores[0].entries("K7QF")
    row = await stores[0].load("K7QF")
    assert before <= set(entries)
    assert len(entries) == len(set(entries)) == PLAYERS * STEPS
    assert set(entries) == accepted
    assert row is not None
    assert row.state.split() == entries, "state and log tell the same story"
    assert row.version == len(entries)
    assert replicated.master_of("K7QF") is not victim, "another master has taken over"
    for store in stores:
        await store.close()
    replicated.heal()


async def test_whole_tables_are_played_to_their_end_while_a_master_is_killed(replicated: Any, tmp_path: Path) -> None:
    stores = [await Store.open(replicated.url, patience=120) for _ in range(2)]
    clock = Clock()
    desks = [service(store, tmp_path, clock) for store in stores]
    walls = {name: Wall(name) for name in ("local", "discord", "telegram")}
    crews = [crew(desk, f"worker {n}", walls) for n, desk in enumerate(desks)]
    codes = [await begin(desks[0], 2, request=f"n{n}") for n in range(6)]
    running = [asyncio.create_task(each.workers.run()) for each in crews]
    players = [asyncio.create_task(play_on(desks[n % 2], code, seed=code)) for n, code in enumerate(codes)]

    async def under_way() -> bool:
        return (await desks[0].queries.table(codes[0])).moves >= 3

    await eventually(under_way)
    victim = replicated.master_of(codes[0])
    victim.kill()
    answers = await asyncio.gather(*players)
    for code, count in zip(codes, answers, strict=True):
        proof = await desks[0].queries.verify(code)
        assert proof.holds
        assert proof.moves == count, "every accepted answer is there, and once"

    async def all_at_rest() -> bool:
        clock.sleep(1)  # a hold whose reply was lost with the master lapses
        return await stores[0].live() == []

    await eventually(all_at_rest)
    for code in codes:
        last = [brief for _, brief in walls["discord"].history if brief.look.table.code == code and brief.seat is None]
        assert last[-1].look.table.status is Status.FINISHED, "workers went on by themselves"
    await end(running)
    for store in stores:
        await store.close()
    replicated.heal()


async def test_a_slot_may_move_to_another_master_during_play(cluster: Cluster, tmp_path: Path) -> None:
    cluster.flush()
    store = await Store.open(cluster.url, patience=120)
    desk = service(store, tmp_path)
    code = await begin(desk)
    slot, source = cluster.slot_of(code), cluster.master_of(code)
    target = next(node for node in cluster.masters() if node is not source)
    playing = asyncio.create_task(play_on(desk, code, seed=code))
    moving = cluster.move_slot(slot, source, target)
    for _ in moving:
        await asyncio.sleep(0)
        assert len(await store.due_heads()) == 1, "what is due is found on the way too"
    answers = await playing
    proof = await desk.queries.verify(code)
    assert (proof.holds, proof.moves) == (True, answers)
    assert cluster.master_of(code) is target
    await store.close()
    for _ in cluster.move_slot(slot, target, source):
        pass


async def test_while_the_storage_is_away_a_person_is_told_and_afterwards_everything_goes_on(tmp_path: Path) -> None:
    server = Single()
    store = await Store.open(server.url, patience=0.3)
    desk = service(store, tmp_path)
    team = crew(desk)
    code = await begin(desk)
    running = asyncio.create_task(team.workers.run())
    (first, *_) = await owed(desk, code)
    user = (ANNA, BRAM)[first.seat].ref
    given = [(first.ask_id, first.ask.fallback())]
    version = (await desk.work.load(code)).version
    server.node.kill()
    with pytest.raises(StoreAway, match="cannot be reached"):
        await desk.moves.answer("tap", code, user, given)
    async with asyncio.timeout(60):
        many = [desk.moves.answer("tap", code, user, given) for _ in range(400)]
        taps = await asyncio.gather(*many, return_exceptions=True)
    assert {type(outcome) for outcome in taps} == {StoreAway}, "nobody waits for another's patience"
    assert not running.done(), "the workers wait"
    server.node.start()
    done = await patiently(lambda: desk.moves.answer("tap", code, user, given))
    assert done.version == version + 1, "nothing was half done"
    history = team.walls["discord"].history
    await eventually(lambda: any(brief.look.version == done.version for _, brief in history))
    await end([running])
    await store.close()
    server.close()
