"""`signoria bench memory [--seconds S]`: whole games at the local table, one after another, and what memory they take.

Everything runs: a person's page that fetches each state and each picture, computers, workers, drawing processes. The
program and its children are weighed at even distances; the store may grow, since games that are over stay in it.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bot.cli.bench_page import played
from bot.cli.play import local_table
from bot.cli.progress import bar
from bot.platforms.web.open_tabs import Visitor, visiting
from bot.platforms.web.server import LocalTable
from bot.table.model import Status
from config.settings import Settings
from engines import ENGINES

HOW = (
    "Megabytes of the program and its children, without the store: bot_mb at even distances; growth is the median of"
    " the last quarter over that of the second, since the first fills caches that are bounded."
)
SECONDS = 3600.0
PAUSE = 2.0
"""Seconds between two moves at a table."""
WEIGHED = 24
MOST_GROWTH = 1.05


def measure(seconds: float = SECONDS) -> dict[str, Any]:
    found = asyncio.run(_measured(seconds))
    return found | ({"failed": 1} if found["growth"] > MOST_GROWTH else {})


async def _measured(seconds: float) -> dict[str, Any]:
    done = {"games": 0, "moves": 0, "pictures": 0}
    weights: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(folder=Path(folder), port=0, redis_url=None)
        async with local_table(settings, pause=0.0, posts=10_000_000) as table:
            until = time.monotonic() + seconds
            people = [asyncio.create_task(_person(table, game, until, done)) for game in ENGINES]
            for _ in bar(range(WEIGHED), WEIGHED, "memory"):
                await asyncio.sleep(seconds / WEIGHED)
                weights.append(await asyncio.to_thread(weight))
            await asyncio.gather(*people)
    return {"minutes": round(seconds / 60, 1), **done, "bot_mb": weights, "growth": round(growth(weights), 3)}


def growth(weights: Sequence[int]) -> float:
    """The last quarter over the second."""
    quarter = len(weights) // 4
    return median(weights[-quarter:]) / median(weights[quarter : 2 * quarter])


async def _person(table: LocalTable, game: str, until: float, done: dict[str, int]) -> None:
    """One game after another; each state and each picture is fetched as an open page does."""
    async with visiting(table) as visitor:
        while time.monotonic() < until:
            code = await visitor.new(game)
            while time.monotonic() < until and await _is_running(table, code):
                await played(table, code, 1)
                done["moves"] += 1
                done["pictures"] += await _look(visitor, code)
                await asyncio.sleep(PAUSE)
            done["games"] += not await _is_running(table, code)


async def _is_running(table: LocalTable, code: str) -> bool:
    return (await table.site.service.work.load(code)).table.status is Status.RUNNING


async def _look(visitor: Visitor, code: str) -> int:
    """Fetch what an open page fetches; how many pictures that were."""
    state = await visitor.text(f"/t/{code}/state")
    addresses = sorted(set(re.findall(rf"/t/{code}/board\.png\?theme=light[^\"\\ ]*", state)))
    for address in addresses:
        await visitor.raw(address.replace("&amp;", "&"))
    return len(addresses)


def weight() -> int:
    """Megabytes that this program and its children hold, the store's server aside."""
    parents, weights = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
        except OSError:
            continue
        if "server" not in fields["Name"]:
            parents[int(folder.name)] = int(fields["PPid"])
            weights[int(folder.name)] = int(fields.get("VmRSS", "0").split()[0])
    return sum(weights[each] for each in family(os.getpid(), parents)) // 1024


def family(first: int, parents: dict[int, int]) -> Sequence[int]:
    found = [first]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found
