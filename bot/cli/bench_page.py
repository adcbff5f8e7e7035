"""`signoria bench page`: what the page weighs and takes, and how long open pages hold up the event loop.

Bytes are counted as they travel, packed, without fonts and pictures of boards. A stall is how late the loop comes to
something that was due, from the first moment of a move until every tab has what it shows; tabs live in a process of
their own and do what the page's script does.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from bot.cli.play import local_table
from bot.ops.cancellation import end
from bot.platforms.web.open_tabs import SETTLED, Visitor, open_tabs, visiting
from bot.platforms.web.server import LocalTable
from bot.table.model import Status
from config.settings import Settings

HOW = (
    "Bytes as they travel, without fonts and boards; milliseconds of this machine as it is now. A stall is how late the"
    " event loop comes to what is due, by work of this process, with 50 tabs at one table and 60 strangers on the first"
    " page, and without them."
)
TABS, STRANGERS, MOVES, LOADS = 50, 60, 12, 5
MOST_FIRST, MOST_STEP, MOST_STALL = 60_000, 12_000, 50.0
TICK = 0.002


def measure() -> dict[str, Any]:
    """Bytes and milliseconds of the first load and of a step, and the longest stalls. Too much counts as failed, and so
    do tabs that had nothing to fetch."""
    found = asyncio.run(_measured())
    is_heavy = found["first_load_bytes"] > MOST_FIRST or found["step_bytes"] > MOST_STEP
    is_slow = found["stall_ms"] - found["stall_ms_alone"] > MOST_STALL
    is_idle = not found["fetched"]
    return found | ({"failed": is_heavy + is_slow + is_idle} if is_heavy or is_slow or is_idle else {})


async def _measured() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(folder=Path(folder), port=0, redis_url=None)
        async with local_table(settings, pause=0.0, posts=10_000) as table, visiting(table) as visitor:
            code = await _begun(table, visitor)
            loads = [await visitor.first_load(f"/t/{code}") for _ in range(LOADS)]
            steps = [await _step(table, visitor, code) for _ in range(LOADS)]
            code = await _begun(table, visitor)
            alone = await _stalls(table, code)
            code = await _begun(table, visitor)
            async with open_tabs(table, [f"/t/{code}"] * TABS + ["/"] * STRANGERS) as settled:
                before = await settled()
                crowded = await _stalls(table, code, settled)
                fetched = await settled() - before
    return {
        "first_load_bytes": max(size for size, _ in loads),
        "step_bytes": max(size for size, _ in steps),
        "first_load_ms": round(median(took for _, took in loads), 1),
        "step_ms": round(median(took for _, took in steps), 1),
        "stall_ms": round(max(crowded), 1),
        "stall_ms_alone": round(max(alone), 1),
        "stall_ms_median": round(median(crowded), 1),
        "stall_ms_alone_median": round(median(alone), 1),
        "fetched": fetched,
        "tabs": TABS,
        "strangers": STRANGERS,
    }


# --- one page ---


async def _begun(table: LocalTable, visitor: Visitor) -> str:
    """A game some moves under way: each part has its own, so that none is over before it is measured."""
    code = await visitor.new()
    await played(table, code, MOVES)
    return code


async def _step(table: LocalTable, visitor: Visitor, code: str) -> tuple[int, float]:
    """Bytes and time of what a page fetches after a move."""
    await played(table, code, 1)
    began = time.perf_counter()
    size = len(await visitor.raw(f"/t/{code}/state"))
    return size, 1000 * (time.perf_counter() - began)


async def played(table: LocalTable, code: str, moves: int) -> None:
    """So many answers of the person, plainly; the computer answers by itself."""
    service, done = table.site.service, 0
    while done < moves:
        loaded = await service.work.load(code)
        if loaded.table.status is not Status.RUNNING or loaded.state is None:
            return
        asked = [each for each in loaded.engine.pending(loaded.state) if each.owed and loaded.table.plays(each.seat)]
        if not asked:
            await asyncio.sleep(0.01)
            continue
        each = asked[0]
        value = loaded.engine.policy(loaded.state, each.seat, each.step, each.ask, lambda below: 0)
        user = loaded.table.seats[each.seat].user
        await service.moves.answer(f"bench {loaded.version}", code, user, [(each.ask_id, value)])
        done += 1


# --- many pages ---


async def _stalls(table: LocalTable, code: str, settled: Any = None) -> list[float]:
    """The longest stall after each of some moves, in milliseconds."""
    found = []
    for _ in range(MOVES):
        late = [0.0]
        watch = asyncio.create_task(_watch(late))
        await played(table, code, 1)
        await (asyncio.sleep(SETTLED) if settled is None else settled())
        await end([watch])
        found.append(1000 * late[0])
    return found


async def _watch(late: list[float]) -> None:
    """How late the loop is, as far as this process was at work: what other programs take of the machine is not ours."""
    while True:
        due, worked = time.perf_counter() + TICK, time.process_time()
        await asyncio.sleep(TICK)
        late[0] = max(late[0], min(time.perf_counter() - due, time.process_time() - worked))
