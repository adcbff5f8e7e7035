"""`signoria bench store`: what an answer costs beside one bare GET and one bare script, few tables or many."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bot.cli.progress import bar
from bot.documents import ALPHABET, Table
from bot.store import Row, Store
from bot.store.embedded import EmbeddedServer
from bot.store.yardstick import Yardstick
from bot.tables import TableService, User
from engines.kit import Dice

GAME = "carrara"
FEW, MANY, ANSWERS = 10, 10_000, 400
LONGEST = 60
"""Tables that have gone so far are near their end, and left alone."""
DUE = 100
MOST_RATIO, MOST_GROWTH = 2.5, 1.3
HOST = User("local:bench", "Anna")


def measure() -> dict[str, Any]:
    """Everything in one run, on an embedded server with its ordinary settings (fsync on every write)."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        await server.start()
        store = await Store.open(server.url)
        yard = Yardstick(server.url)
        try:
            return await _run(store, yard, Path(folder))
        finally:
            await yard.close()
            await store.close()
            await server.stop()


async def _run(store: Store, yard: Yardstick, folder: Path) -> dict[str, Any]:
    service = TableService(store, folder)
    code = await _begin(service)
    row = await store.load(code)
    assert row is not None
    entries = await store.entries(code)
    few = [await _copy(store, row, entries, number) for number in range(FEW)]
    few_times = await _answers(store, yard, folder, few)
    before = await yard.memory()
    many = [await _copy(store, row, entries, number) for number in bar(range(FEW, MANY), MANY, "tables")]
    size = (await yard.memory() - before) / len(many)
    due = await _find_due(store)
    many_times = await _answers(store, yard, folder, many)
    found = {
        "game": GAME,
        "few": few_times,
        "many": many_times,
        "growth_p50": round(many_times["cold_p50_us"] / few_times["cold_p50_us"], 2),
        "bytes": {"per_table": round(size), "state": len(row.state), "document": len(row.doc)},
        "due": due,
    }
    found["failed"] = int(
        few_times["ratio_cold_p50"] > MOST_RATIO
        or many_times["ratio_cold_p50"] > MOST_RATIO
        or found["growth_p50"] > MOST_GROWTH
    )
    return found


async def _begin(service: TableService) -> str:
    """A table some moves into its game."""
    code = (await service.create("bench", GAME, HOST, "local:bench")).table.code
    await service.join("bench join", code, User("local:other", "Bram"))
    await service.start("bench start", code, HOST.ref, "joined")
    for number in range(20):
        await _answer(service, code, Dice(f"warm {number}"), f"warm {number}")
    return code


async def _copy(store: Store, row: Row, entries: list[bytes], number: int) -> str:
    """The same game under another code; of the many the first ones are due now."""
    code = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(5))
    table = Table.model_validate_json(row.doc)
    table.code = code
    due = time.time() + (0 if FEW <= number < FEW + DUE else 3600)
    await store.restore(code, Row(row.version, table.dump(), row.state), entries, due)
    return code


async def _answer(
    service: TableService, code: str, chance: Dice, request: str, by: TableService | None = None
) -> float:
    """One answer to an open ask, perhaps by another process; the seconds from the tap to the commit."""
    loaded = await service.load(code)
    state = loaded.running()
    pending = next(each for each in loaded.engine.pending(state) if each.owed)
    value = loaded.engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
    user = loaded.table.seats[pending.seat].user
    started = time.perf_counter()
    await (by or service).answer(request, code, user, [(pending.ask_id, value)])
    return time.perf_counter() - started


async def _answers(store: Store, yard: Yardstick, folder: Path, codes: list[str]) -> dict[str, Any]:
    """Answers and yardsticks by turns: `cold` by a process that must read the state, `warm` by one that has it."""
    row = await store.load(codes[0])
    assert row is not None
    size = len(row.state) + len(row.doc)
    await yard.prepare(size)
    chance = Dice("bench")
    times: dict[str, list[float]] = {"bare": [], "cold": [], "warm": []}
    for number in range(ANSWERS):
        started = time.perf_counter()
        await yard.get()
        await yard.script(b"x" * size)
        times["bare"].append(time.perf_counter() - started)
        code, knows = codes[chance.below(len(codes))], TableService(store, folder)
        if (await knows.table(code)).moves > LONGEST:
            continue
        cold = TableService(store, folder)
        times["cold"].append(await _answer(knows, code, chance, f"cold {number}", cold))
        times["warm"].append(await _answer(cold, code, chance, f"warm {number}"))
    found = {f"{name}_p50_us": _us(median(values)) for name, values in times.items()}
    found |= {f"{name}_p99_us": _us(_p99(values)) for name, values in times.items()}
    ratios = {f"ratio_{name}_p50": round(median(times[name]) / median(times["bare"]), 2) for name in ("cold", "warm")}
    ratios |= {f"ratio_{name}_p99": round(_p99(times[name]) / _p99(times["bare"]), 2) for name in ("cold", "warm")}
    return {"tables": len(codes), **found, **ratios}


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
