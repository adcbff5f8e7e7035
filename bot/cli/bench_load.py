"""`signoria bench load [--tables N,N] [--seconds S] [--plots FOLDER]`: many tables, people and processes on one store.

People tap at fixed moments, as many a second in every row, so that rows can be compared; the people's side runs on the
same cores. Stalls are told by the processor time of the event loop's own thread: what other programs take on a busy
machine is no stall of ours, and is told beside.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bot.cli import demo
from bot.cli.load_house import serve
from bot.cli.load_plots import write
from bot.cli.progress import bar
from bot.service.table_service import TableService
from bot.store import Row, Store
from bot.store.rig import Cluster, Single
from bot.table.lobby import User
from bot.table.model import ALPHABET, Table
from engines import ENGINES, suggested
from engines.kit import Dice
from render import Studio

TABLES = (100, 1_000, 10_000)
PROCESSES = (1, 2, 4)
SECONDS = 10.0
RATE = 20.0
"""Taps a second, all processes together."""
PEOPLE = 2_000
OPENING = 12
"""Moves that every table has behind it."""
CLUSTERED = (1_000, 2)
"""Tables and processes on a Cluster of six."""
DRAWN, ROUNDS = 24, 3
MOST_GROWTH, LEAST_GAIN, LONGEST_STALL = 1.5, 1.7, 100
HOW = (
    "growth_p99: p99 to committed with the most tables over that with the fewest, the median over the process counts. "
    "draw_two_over_one: pictures a second by two drawing processes over one, the best of some rounds each. "
    "longest_stall_ms: the longest the event loop of any process kept itself busy."
)


@dataclass(frozen=True)
class Pattern:
    """A game some moves under way, to be copied."""

    row: Row
    entries: list[bytes]


def measure(
    tables: tuple[int, ...] = TABLES, seconds: float = SECONDS, plots: str = "", processes: tuple[int, ...] = PROCESSES
) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    with closing(Single()) as server, tempfile.TemporaryDirectory() as folder:
        pattern, codes = asyncio.run(_pattern(server.url, folder)), list[str]()
        for count in sorted(tables):
            codes += asyncio.run(_filled(server.url, pattern, len(codes), count))
            for number in processes:
                rows.append(_row("one server", server.url, folder, codes, number, seconds, server.node.client))
    with closing(Cluster()) as cluster, tempfile.TemporaryDirectory() as folder:
        pattern = asyncio.run(_pattern(cluster.url, folder))
        count, number = min(CLUSTERED[0], max(tables)), CLUSTERED[1]
        codes = asyncio.run(_filled(cluster.url, pattern, 0, count))
        rows.append(_row("cluster of six", cluster.url, folder, codes, number, seconds, cluster.nodes[0].client))
    drawing = asyncio.run(_drawing())
    found = {
        "growth_p99": _growth(rows),
        "draw_two_over_one": drawing.pop("two_over_one"),
        "longest_stall_ms": max(row["stall_ms"] for row in rows),
        "drawing": drawing,
        "rows": rows,
    }
    if plots:
        write(Path(plots), rows)
    ill = found["growth_p99"] > MOST_GROWTH or found["longest_stall_ms"] > LONGEST_STALL
    return found | {"failed": int(ill or found["draw_two_over_one"] < LEAST_GAIN)}


def _growth(rows: list[dict[str, Any]]) -> float:
    """How p99 grows with the tables, at each number of processes; the median of that."""
    found = []
    for number in {row["processes"] for row in rows}:
        line = sorted(
            (r["tables"], r["committed_p99_ms"]) for r in rows if (r["on"], r["processes"]) == ("one server", number)
        )
        found += [line[-1][1] / line[0][1]] if line else []
    return round(float(median(found)), 2)


async def _pattern(url: str, folder: str) -> Pattern:
    store = await Store.open(url)
    try:
        service = TableService(store, Path(folder))
        host, other = User("discord:1", "Anna"), User("discord:2", "Bram")
        code = (await service.lobby.create("load", suggested(), host, "discord:0", seats=2)).table.code
        await service.lobby.join("load join", code, other)
        await service.lobby.start("load start", code, host.ref, "joined")
        for number in range(OPENING):
            loaded = await service.work.load(code)
            state, chance = loaded.running(), Dice(f"load {number}")
            pending = next(each for each in loaded.engine.pending(state) if each.owed)
            value = loaded.engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
            user = loaded.table.seats[pending.seat].user
            await service.moves.answer(f"load {number}", code, user, [(pending.ask_id, value)])
        row = await store.load(code)
        assert row is not None
        found = Pattern(row, await store.entries(code))
        await store.delete(code)
        return found
    finally:
        await store.close()


async def _filled(url: str, pattern: Pattern, first: int, count: int) -> list[str]:
    """Copies, each with people and a room of its own, that want no attention until somebody plays."""
    store = await Store.open(url)
    try:
        numbers = bar(range(first, count), count - first, "tables")
        return [await _copied(store, pattern, number) for number in numbers]
    finally:
        await store.close()


async def _copied(store: Store, pattern: Pattern, number: int) -> str:
    code = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(5))
    table = Table.model_validate_json(pattern.row.doc)
    table.code, table.room = code, f"discord:{10_000_000 + number}"
    for seat, sitting in enumerate(table.seats):
        sitting.user = f"discord:{1_000_000 + 2 * number + seat}"
    table.host = table.seats[0].user
    await store.restore(code, replace(pattern.row, doc=table.dump()), pattern.entries, time.time() + 24 * 3600)
    return code


def _row(
    where: str, url: str, folder: str, codes: list[str], processes: int, seconds: float, server: Any
) -> dict[str, Any]:
    """So many processes, each with its share of the people; what they measured, put together."""
    played = codes[: PEOPLE // 2]
    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    running = []
    for number in range(processes):
        ours, theirs = context.Pipe()
        job = (url, folder, played[number::processes], processes / RATE, seconds, theirs)
        running.append(context.Process(target=serve, args=job, daemon=True))
        running[-1].start()
        pipes.append(ours)
    try:
        for pipe in pipes:
            assert pipe.recv() == "ready"
        for pipe in pipes:
            pipe.send(time.time() + 0.5)
        found = [pipe.recv() for pipe in pipes]
    finally:
        for process in running:
            process.join(30)
            with suppress(ValueError):
                process.kill()
    return {
        "on": where,
        "tables": len(codes),
        "people": 2 * len(played),
        "processes": processes,
        **_figures(found, seconds),
        "store_megabytes": server.info("memory")["used_memory"] // 2**20,
    }


def _figures(found: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    taps = [tap for each in found for tap in each["taps"]]
    first: dict[str, list[tuple[int, float]]] = {}
    for each in found:
        for code, version, when in each["shown"]:
            first.setdefault(code, []).append((version, when))
    committed = [done - down for _, _, down, done in taps]
    shown = []
    for code, version, down, _ in taps:
        moments = [when for at, when in first.get(code, ()) if at >= version and when >= down]
        shown += [min(moments) - down] if moments else []
    return {
        "answers_per_s": round(len(taps) / seconds, 1),
        "refused": sum(each["refused"] for each in found),
        "committed_p50_ms": _ms(median(committed)),
        "committed_p99_ms": _ms(quantiles(committed, n=100)[98]),
        "shown_p50_ms": _ms(median(shown)),
        "shown_p99_ms": _ms(quantiles(shown, n=100)[98]),
        "stall_ms": _ms(max(each["stall"] for each in found)),
        "stall_by_the_clock_ms": _ms(max(each["stall_by_the_clock"] for each in found)),
        "bot_megabytes": max(each["megabytes"] for each in found),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


async def _drawing() -> dict[str, Any]:
    """Pictures a second by one drawing process and by two, by turns."""
    game = next(iter(ENGINES))
    picture = demo.picture(demo.stop(game, 3, answers=60), "all", 0)
    studios = {1: Studio.at_work(1), 2: Studio.at_work(2)}
    best = dict.fromkeys(studios, 0.0)
    try:
        for number, studio in studios.items():  # fonts and icons are read, words found
            await asyncio.gather(*[studio.draw(replace(picture, code=f"W{number}{n}")) for n in range(4 * number)])
        for round_ in range(ROUNDS):
            for number, studio in studios.items():
                began = time.perf_counter()
                wanted = [replace(picture, code=f"{round_}-{n}") for n in range(DRAWN)]
                await asyncio.gather(*[studio.draw(each) for each in wanted])
                best[number] = max(best[number], DRAWN / (time.perf_counter() - began))
    finally:
        for studio in studios.values():
            studio.close()
    return {
        "one_per_s": round(best[1], 1),
        "two_per_s": round(best[2], 1),
        "two_over_one": round(best[2] / best[1], 2),
    }
