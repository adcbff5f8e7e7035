"""`signoria bench store`: what an answer costs beside one bare GET and one bare script, few tables or many."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bot.cli.progress import bar
from bot.service.table_service import TableService
from bot.store import Row, Store
from bot.store.embedded import EmbeddedServer
from bot.store.yardstick import Yardstick
from bot.table.lobby import User
from bot.table.model import ALPHABET, Table
from engines import suggested
from engines.kit import Dice

GAME = suggested()
FEW, MANY, ANSWERS = 10, 10_000, 300
OPENING = 20
"""Moves that every table has behind it."""
LONGEST = 60
"""Tables that have gone so far are near their end, and left alone."""
DUE = 100
MOST_RATIO, MOST_GROWTH = 2.5, 1.3
HOST, OTHER = User("local:bench", "Anna"), User("local:other", "Bram")


@dataclass
class Site:
    """A server with so many tables on it, and the times measured there, in seconds."""

    store: Store
    yard: Yardstick
    folder: Path
    codes: list[str] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    """Answers by a process that has the state at hand, since it put the question."""
    cold: list[float] = field(default_factory=list)
    """Answers by a process that has never seen the table."""

    def figures(self) -> dict[str, Any]:
        kinds = {"bare": self.bare, "answer": self.warm, "cold": self.cold}
        found: dict[str, Any] = {"tables": len(self.codes)}
        for name, times in kinds.items():
            found |= {f"{name}_p50_us": _us(median(times)), f"{name}_p99_us": _us(_p99(times))}
        found["ratio_p50"] = round(median(self.warm) / median(self.bare), 2)
        found["ratio_p99"] = round(_p99(self.warm) / _p99(self.bare), 2)
        found["ratio_cold_p50"] = round(median(self.cold) / median(self.bare), 2)
        return found


def measure() -> dict[str, Any]:
    """Everything in one run, on embedded servers with their ordinary settings (fsync on every write)."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    async with _site() as few, _site() as many:
        row, entries = await _opening(few)
        few.codes = [await _copy(few.store, row, entries, number) for number in range(FEW)]
        before = await many.yard.memory()
        numbers = bar(range(MANY), MANY, "tables")
        many.codes = [await _copy(many.store, row, entries, number) for number in numbers]
        size = (await many.yard.memory() - before) / MANY
        due = await _find_due(many.store)
        chance = Dice("bench")
        for number in bar(range(ANSWERS), ANSWERS, "answers"):
            for site in (few, many):
                await _round(site, chance, number, len(row.state) + len(row.doc))
    growth = round(median(many.warm) / median(few.warm), 2)
    found: dict[str, Any] = {"game": GAME, "few": few.figures(), "many": many.figures(), "growth_p50": growth}
    found["bytes"] = {"per_table": round(size), "state": len(row.state), "document": len(row.doc)}
    found["due"] = due
    ratios = (found["few"]["ratio_p50"], found["many"]["ratio_p50"])
    return found | {"failed": int(max(ratios) > MOST_RATIO or growth > MOST_GROWTH)}


@asynccontextmanager
async def _site() -> AsyncIterator[Site]:
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        await server.start()
        store, yard = await Store.open(server.url), Yardstick(server.url)
        try:
            yield Site(store, yard, Path(folder))
        finally:
            await yard.close()
            await store.close()
            await server.stop()


async def _opening(site: Site) -> tuple[Row, list[bytes]]:
    """A game some moves under way, to be copied."""
    service = TableService(site.store, site.folder)
    code = (await service.lobby.create("bench", GAME, HOST, "local:bench")).table.code
    await service.lobby.join("bench join", code, OTHER)
    await service.lobby.start("bench start", code, HOST.ref, "joined")
    for number in range(OPENING):
        await _answer(service, service, code, Dice(f"opening {number}"), f"opening {number}")
    row = await site.store.load(code)
    assert row is not None
    return row, await site.store.entries(code)


async def _copy(store: Store, row: Row, entries: list[bytes], number: int) -> str:
    """The same game under another code; the first ones are due now."""
    code = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(5))
    table = Table.model_validate_json(row.doc)
    table.code = code
    when = time.time() + (0 if number < DUE else 3600)
    await store.restore(code, Row(row.version, table.dump(), row.state), entries, when)
    return code


async def _round(site: Site, chance: Dice, number: int, size: int) -> None:
    """One yardstick, one answer by a process that must read the state, one by the same process afterwards."""
    if number == 0:
        await site.yard.prepare(size)
    started = time.perf_counter()
    await site.yard.get()
    await site.yard.script(b"x" * size)
    site.bare.append(time.perf_counter() - started)
    code = site.codes[chance.below(len(site.codes))]
    knows, fresh = TableService(site.store, site.folder), TableService(site.store, site.folder)
    if (await knows.queries.table(code)).moves < LONGEST:
        site.cold.append(await _answer(knows, fresh, code, chance, f"cold {number}"))
        site.warm.append(await _answer(fresh, fresh, code, chance, f"warm {number}"))


async def _answer(asks: TableService, answers: TableService, code: str, chance: Dice, request: str) -> float:
    """One answer to an open ask; the seconds from the tap to the commit."""
    loaded = await asks.work.load(code)
    state = loaded.running()
    pending = next(each for each in loaded.engine.pending(state) if each.owed)
    value = loaded.engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
    user = loaded.table.seats[pending.seat].user
    started = time.perf_counter()
    await answers.moves.answer(request, code, user, [(pending.ask_id, value)])
    return time.perf_counter() - started


async def _find_due(store: Store) -> dict[str, Any]:
    """How long it takes to look at all due sets, and to take what is due among the many."""
    looks = []
    for _ in range(50):
        started = time.perf_counter()
        await store.due_heads()
        looks.append(time.perf_counter() - started)
    now, taken = time.time(), 0
    started = time.perf_counter()
    for partition, when in (await store.due_heads()).items():
        if when <= now:
            taken += len(await store.claim(partition, "bench", now, now + 60, DUE))
    took = time.perf_counter() - started
    return {"look_p50_us": _us(median(looks)), "taken": taken, "take_us": _us(took)}


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def _us(seconds: float) -> int:
    return round(seconds * 1_000_000)
