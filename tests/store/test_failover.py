"""A master is killed during play: what was accepted is there, and nothing is there twice."""

import asyncio
from typing import Any

from bot.store import Change, Store, Verdict

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
            verdict, _ = await store.commit(Change(game, version, request, b"d", entry, state), 1.0)
            if verdict is not Verdict.CONFLICT:
                break
        accepted.add(entry)
        if number == STEPS // 4:
            halfway.set()


async def test_killing_a_master_during_play_loses_no_accepted_step_and_doubles_none(replicated: Any) -> None:
    stores = [await Store.open(replicated.url, patience=40) for _ in range(2)]
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
