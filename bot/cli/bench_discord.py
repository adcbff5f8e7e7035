"""Bench `discord`: a hundred interactions at once, from arrival to acknowledgement; commands a second.

The real client talks to the Discord of the tests on loopback, so it wants the source checkout.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

from bot.app.app import settle
from bot.cli.checkout import from_tests
from bot.store import Store
from bot.store.embedded import EmbeddedServer
from engines import suggested

AT_ONCE = 100
ROUNDS = 5
SLOWEST = 3.0
"""Seconds after which Discord calls an interaction failed."""


def measure() -> dict[str, Any]:
    """The figures; `failed` when an acknowledgement would have come too late."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder) / "store")
        await server.start()
        store = await Store.open(server.url)
        try:
            async with from_tests("bot.platforms.discord.stage", "bench discord").stage(store, Path(folder)) as stage:
                return await _hurried(stage)
        finally:
            await store.close()
            await server.stop()


async def _hurried(stage: Any) -> dict[str, Any]:
    """A table is open; everybody looks at it at once, again and again."""
    lena, piet, _ = stage.users
    code = await stage.open_table(suggested(), lena, piet)
    board = await stage.begun(code)
    for user in stage.users:
        await user.press_verb(board, "move")
    settle()  # as the program does before it works
    waits: list[float] = []
    answers: list[float] = []
    began = time.perf_counter()
    for _ in range(ROUNDS):
        acts = await asyncio.gather(*[_act(stage.users[n % 3], stage.room, board, n) for n in range(AT_ONCE)])
        waits += [act.acknowledged - act.born for act, _ in acts]
        answers += [took for _, took in acts]
    took = time.perf_counter() - began
    return {
        "acknowledge": {"p50_ms": _part(waits, 50), "p99_ms": _part(waits, 99), "slowest_ms": _ms(max(waits))},
        "answer": {"p50_ms": _part(answers, 50), "p99_ms": _part(answers, 99)},
        "load": {"at_once": AT_ONCE, "interactions": len(waits), "commands_per_second": round(len(waits) / took, 1)},
        "failed": int(max(waits) > SLOWEST),
    }


async def _act(user: Any, room: Any, board: Any, number: int) -> tuple[Any, float]:
    """Commands and taps in turn, with what people do most."""
    began = time.perf_counter()
    match number % 4:
        case 0:
            act = await user.press_verb(board, "move")
        case 1:
            act = await user.slash(room, "games")
        case 2:
            act = await user.press_verb(board, "log")
        case _:
            act = await user.slash(room, "board")
    return act, time.perf_counter() - began


def _part(seconds: list[float], percent: int) -> float:
    return _ms(quantiles(seconds, n=100)[percent - 1])


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
