"""Thoughts of computer seats: no worker waits for one, no move is lost or made twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from bot.table.model import Status
from bot.workers import thoughts
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines.kit import Engine, Value
from tests.bot.crew import Plain, Wall
from tests.bot.store.servers import eventually
from tests.bot.toy_service import ANNA, ROOM, Clock, service


class Slow(Plain):
    """A computer that thinks until it is told to go on."""

    def __init__(self) -> None:
        self.goes_on = asyncio.Event()
        self.asked: list[tuple[int, str]] = []

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> tuple[str, Value] | None:
        self.asked.append((seat, seed))
        await self.goes_on.wait()
        return await super().answer(engine, state, seat, level, seed, sides)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(one: Store, tmp_path: Path, clock: Clock) -> TableService:
    return service(one, tmp_path, clock)


async def table_with_a_computer(desk: TableService, number: int) -> str:
    code = (await desk.lobby.create(f"o{number}", "toy", ANNA, ROOM)).table.code
    await desk.lobby.add_computer(f"c{number}", code, ANNA.ref)
    await desk.lobby.start(f"s{number}", code, ANNA.ref, "joined")
    return code


async def test_a_table_is_let_go_while_its_computer_thinks_and_moves_when_it_is_done(
    desk: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "AT_ONCE", 0.0)
    slow = Slow()
    worker = TableWorker(desk, {"discord": Wall("discord"), "local": Wall("local")}, slow, "one")
    workers = WorkerPool(worker, count=1, patience=1e9)
    codes = [await table_with_a_computer(desk, number) for number in range(2)]
    before = {code: (await desk.work.load(code)).version for code in codes}
    assert await workers.step() == 2, "one hand serves both tables though both computers think"
    assert len(slow.asked) == 2
    assert await workers.step() == 0, "neither is looked at before its thought is done"
    slow.goes_on.set()

    async def moved() -> bool:
        return all([(await desk.work.load(code)).version > before[code] for code in codes])

    await eventually(moved)
    assert len(slow.asked) == 2
    assert worker._thoughts._sides == {}, "nothing is kept of a table but a row of answers beside"
    await worker.close()


async def test_a_thought_about_a_table_that_moved_on_is_dropped(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "AT_ONCE", 0.0)
    slow = Slow()
    worker = TableWorker(desk, {"discord": Wall("discord"), "local": Wall("local")}, slow, "one")
    workers = WorkerPool(worker, patience=1e9)
    code = await table_with_a_computer(desk, 0)
    await workers.step()
    await desk.moderation.pause("p", code, ANNA.ref)
    paused = await desk.work.load(code)
    slow.goes_on.set()
    await eventually(lambda: _is_idle(worker, code))
    assert (await desk.work.load(code)).version == paused.version
    await worker.close()


async def _is_idle(worker: TableWorker, code: str) -> bool:
    return not worker._thoughts.is_under_way(code)


async def test_a_table_whose_thinking_process_is_gone_is_taken_up_again(
    desk: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "AT_ONCE", 0.0)
    walls = {"discord": Wall("discord"), "local": Wall("local")}
    gone = TableWorker(desk, walls, Slow(), "gone")
    code = await table_with_a_computer(desk, 0)
    await WorkerPool(gone, patience=1e9).step()
    await gone.close()
    other = WorkerPool(TableWorker(desk, walls, Plain(), "other"), patience=1e9)
    assert await other.step() == 0
    clock.sleep(thoughts.OVERDUE + 1)
    before = (await desk.work.load(code)).version
    assert await other.step() >= 1
    after = await desk.work.load(code)
    assert after.version > before or after.table.status is not Status.RUNNING


class Dying(Plain):
    """A computer whose process dies a few times before it answers."""

    def __init__(self, times: int) -> None:
        self.left = times

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> tuple[str, Value] | None:
        self.left -= 1
        return None if self.left >= 0 else await super().answer(engine, state, seat, level, seed, sides)


async def test_a_process_that_dies_is_asked_again_and_then_the_table_looks_soon(
    desk: TableService, clock: Clock
) -> None:
    walls = {"discord": Wall("discord"), "local": Wall("local")}
    worker = TableWorker(desk, walls, Dying(thoughts.ATTEMPTS + 1), "one")
    workers = WorkerPool(worker, patience=1e9)
    code = await table_with_a_computer(desk, 0)
    before = (await desk.work.load(code)).version
    assert await workers.step() == 1
    assert (await desk.work.load(code)).version == before
    clock.sleep(thoughts.AGAIN)
    await workers.step()
    assert (await desk.work.load(code)).version > before
