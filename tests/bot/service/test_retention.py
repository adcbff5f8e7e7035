"""Games that are over are kept as long as the operator says."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.ops.cancellation import end
from bot.service.retention import Retention
from bot.store import Store
from bot.table.time_control import DAY
from tests.bot.crew import crew
from tests.bot.store.servers import eventually
from tests.bot.toy_service import ANNA, BRAM, Clock, begin, play_on, service


async def test_every_game_is_found_wherever_it_lies(store: Store, tmp_path: Path) -> None:
    desk = service(store, tmp_path)
    codes = [await begin(desk, request=f"n{number}") for number in range(8)]
    assert sorted(codes) == await store.games()


async def test_games_that_ended_long_ago_are_forgotten_and_live_ones_never(kept: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk = service(kept, tmp_path, clock)
    team = crew(desk)
    old, live = await begin(desk, request="old"), await begin(desk, request="live")
    await play_on(desk, old, seed="old")
    await team.workers.step()
    clock.sleep(20 * DAY)
    fresh = await begin(desk, request="fresh")
    await play_on(desk, fresh, seed="fresh")
    await team.workers.step()
    assert old in await kept.past_of_user(ANNA.ref)
    clock.sleep(15 * DAY)
    assert await Retention(desk, 30).sweep() == 1
    assert await kept.games() == sorted([live, fresh])
    assert await kept.entries(old) == []
    assert await kept.past_of_user(ANNA.ref) == await kept.past_of_user(BRAM.ref) == [fresh]
    assert {outcome.code for outcome in await desk.queries.outcomes(ANNA.ref)} == {old, fresh}, "statistics stay"
    assert await Retention(desk, 30).sweep() == 0


async def test_one_process_looks_once_a_day(kept: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk = service(kept, tmp_path, clock)
    code = await begin(desk)
    await play_on(desk, code, seed="old")
    clock.sleep(40 * DAY)
    first = asyncio.create_task(Retention(desk, 30).run())

    async def is_gone() -> bool:
        return await kept.games() == []

    await eventually(is_gone)
    await end([first])
    assert not await kept.lease("retention", "another", 1), "the day is not over"
