"""`signoria bench load [--tables N,N] [--seconds S] [--plots FOLDER]`: many tables, people and processes on one store.

People tap at fixed moments, as many a second in every row, so that rows can be compared; the people's side runs on the
same cores. Stalls are told by the processor time of the event loop's own thread: what other programs take on a busy
machine is no stall of ours, and is told beside.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import tempfile
import time
from contextlib import closing
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
from config.settings import ConfigError
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
DRAWN, ROUNDS = 16, 2
TIMES = 3
"""How often the most and the fewest tables are played side by side: p99 of one time would be its third worst tap."""
MOST_GROWTH, LEAST_GAIN, LONGEST_STALL = 1.5, 1.7, 100
HOW = (
    "growth_p99: p99 to committed with the most tables over that with the fewest, both played at the same time. "
    "draw_two_over_one: pictures for each second of the busiest process, by two drawing processes over one: what two "
    "free cores give; two_over_one_by_the_clock is what this machine gave. "
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
    if min(tables) < max(processes):
        raise ConfigError(f"--tables: give {max(processes)} or more, so that each process has one.")
    rows: list[dict[str, Any]] = []
    with closing(Single()) as server, tempfile.TemporaryDirectory() as folder:
        pattern, codes = asyncio.run(_pattern(server.url, folder)), list[str]()
        for count in sorted(tables):
            codes += asyncio.run(_filled(server.url, pattern, len(codes), count))
            for number in processes:
                rows.append(_row("one server", server.url, folder, codes, number, seconds, server.node.client))
        growth = _growth(server, codes, min(tables), folder, seconds)
    with closing(Cluster()) as cluster, tempfile.TemporaryDirectory() as folder:
        pattern = asyncio.run(_pattern(cluster.url, folder))
        count, number = min(CLUSTERED[0], max(tables)), CLUSTERED[1]
        codes = asyncio.run(_filled(cluster.url, pattern, 0, count))
        rows.append(_row("cluster of six", cluster.url, folder, codes, number, seconds, cluster.nodes[0].client))
    drawing = asyncio.run(_drawing())
    found = {
        "growth_p99": growth.pop("growth"),
        "draw_two_over_one": drawing.pop("two_over_one"),
        "longest_stall_ms": max(row["stall_ms"] for row in rows),
        "side_by_side": growth,
        "drawing": drawing,
        "rows": rows,
    }
    if plots:
        write(Path(plots), rows)
    ill = found["growth_p99"] > MOST_GROWTH or found["longest_stall_ms"] > LONGEST_STALL
    return found | {"failed": int(ill or found["draw_two_over_one"] < LEAST_GAIN)}


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


@dataclass
class House:
    """Processes at work on one store, and their ends of the pipes."""

    running: list[Any]
    pipes: list[Connection]

    @classmethod
    def begun(cls, url: str, folder: str, played: list[str], processes: int, rate: float, seconds: float) -> House:
        context = multiprocessing.get_context("spawn")
        made = cls([], [])
        for number in range(processes):
            ours, theirs = context.Pipe()
            job = (url, folder, played[number::processes], processes / rate, seconds, theirs)
            made.running.append(context.Process(target=serve, args=job, daemon=True))
            made.running[-1].start()
            made.pipes.append(ours)
        return made

    def ready(self) -> None:
        for pipe in self.pipes:
            assert pipe.recv() == "ready"

    def go(self, when: float) -> None:
        for pipe in self.pipes:
            pipe.send(when)

    def found(self) -> list[dict[str, Any]]:
        try:
            return [pipe.recv() for pipe in self.pipes]
        finally:
            for process in self.running:
                process.join(30)
                process.kill()


def _row(
    where: str, url: str, folder: str, codes: list[str], processes: int, seconds: float, server: Any
) -> dict[str, Any]:
    """So many processes, each with its share of the people; what they measured, put together."""
    played = codes[: PEOPLE // 2]
    house = House.begun(url, folder, played, processes, RATE, seconds)
    house.ready()
    house.go(time.time() + 0.5)
    return {
        "on": where,
        "tables": len(codes),
        "people": 2 * len(played),
        "processes": processes,
        **_figures(house.found(), seconds),
        "store_megabytes": server.info("memory")["used_memory"] // 2**20,
    }


def _growth(many: Single, codes: list[str], few: int, folder: str, seconds: float) -> dict[str, Any]:
    """The most tables and the fewest on two servers at the same time, so that whatever else runs here meets both."""
    with closing(Single()) as server:
        pattern = asyncio.run(_pattern(server.url, folder))
        small = asyncio.run(_filled(server.url, pattern, 0, few))
        played = [(server.url, small), (many.url, codes[: PEOPLE // 2])]
        found: list[list[dict[str, Any]]] = [[], []]
        for _ in range(TIMES):
            houses = [House.begun(url, folder, each, 1, RATE / 2, 2 * seconds) for url, each in played]
            for house in houses:
                house.ready()
            for house in houses:
                house.go(time.time() + 0.5)
            for all_of_it, house in zip(found, houses, strict=True):
                all_of_it += house.found()
    least, most = [_figures(each, 2 * seconds * TIMES) for each in found]
    return {
        "few_p50_ms": least["committed_p50_ms"],
        "many_p50_ms": most["committed_p50_ms"],
        "few_p99_ms": least["committed_p99_ms"],
        "many_p99_ms": most["committed_p99_ms"],
        "growth": round(most["committed_p99_ms"] / least["committed_p99_ms"], 2),
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
    """Pictures by one drawing process and by two, by turns, by the clock and by the time of the busiest process."""
    game = next(iter(ENGINES))
    picture = demo.picture(demo.stop(game, 3, answers=60), "all", 0)
    clock: dict[int, list[float]] = {1: [], 2: []}
    busiest: dict[int, list[float]] = {1: [], 2: []}
    for round_ in range(ROUNDS):
        for number in clock:
            studio = Studio.at_work(number)
            try:
                await asyncio.gather(*[studio.draw(replace(picture, code=f"W{n}")) for n in range(4 * number)])
                before, began = _processor(), time.perf_counter()
                wanted = [replace(picture, code=f"{round_}-{n}") for n in range(DRAWN)]
                await asyncio.gather(*[studio.draw(each) for each in wanted])
                clock[number].append(DRAWN / (time.perf_counter() - began))
                busiest[number].append(DRAWN / max(now - before[pid] for pid, now in _processor().items()))
            finally:
                studio.close()
    return {
        "one_per_s": round(median(clock[1]), 1),
        "two_per_s": round(median(clock[2]), 1),
        "two_over_one_by_the_clock": round(median(clock[2]) / median(clock[1]), 2),
        "two_over_one": round(median(busiest[2]) / median(busiest[1]), 2),
    }


def _processor() -> dict[int, float]:
    """Seconds of processor time of this process and of each that it has started, where the system tells."""
    found = {os.getpid(): time.process_time()}
    for child in multiprocessing.active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        found[child.pid or 0] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found
