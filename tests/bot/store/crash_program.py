"""A bot in a process of its own, which ends itself by SIGKILL at a chosen point of the answer path."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from bot.messages.brief import Brief
from bot.service.table_service import TableService
from bot.store import Shown, Store, Verdict, Write
from bot.store.link import Link
from bot.table.lobby import User
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines.kit import Dice
from tests.bot.crew import Plain
from tests.toy import ToyOptions, toy

POINTS = (
    "before commit",
    "after commit",
    "before acknowledge",
    "before post",
    "during post",
    "before record",
    "after record",
    "before rest",
    "after rest",
)
PEOPLE = (User("wall:anna", "Anna"), User("wall:bram", "Bram"))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Journal:
    """What the outside world has seen of the bot: it survives the bot."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def write(self, **line: Any) -> None:
        with self._file.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def lines(self, kind: str) -> list[dict[str, Any]]:
        if not self._file.exists():
            return []
        found = [json.loads(line) for line in self._file.read_text().splitlines()]
        return [line for line in found if line["kind"] == kind]


class Doomed(Store):
    """A store whose process dies at a point."""

    point = ""

    async def commit(self, change: Write, now: float) -> tuple[Verdict, int]:
        if self.point == "before commit":
            die()
        outcome = await super().commit(change, now)
        if self.point == "after commit":
            die()
        return outcome

    async def record(
        self, game: str, worker: str, now: float, surface: str, before: Shown | None, after: Shown | None
    ) -> bool:
        if self.point == "before record":
            die()
        done = await super().record(game, worker, now, surface, before, after)
        if self.point == "after record":
            die()
        return done

    async def rest(self, game: str, worker: str, version: int, now: float, then: float | None) -> bool:
        if self.point == "before rest":
            die()
        done = await super().rest(game, worker, version, now, then)
        if self.point == "after rest":
            die()
        return done


class Paper:
    """A platform that writes its posts into the journal."""

    name = "wall"

    def __init__(self, journal: Journal, store: Doomed) -> None:
        self._journal = journal
        self._store = store

    async def show(self, brief: Brief, before: str | None) -> str:
        if self._store.point == "before post":
            die()
        message = before or uuid4().hex
        line = {"surface": brief.surface, "mark": brief.mark, "version": brief.look.version, "message": message}
        self._journal.write(kind="post", **line)
        if self._store.point == "during post":
            die()
        return message

    async def withdraw(self, address: str, message: str) -> None:
        self._journal.write(kind="withdrawn", message=message)


class Bot:
    """Store, service and workers of one process; its clock is ahead by `later`, so that old holds have lapsed."""

    def __init__(self, store: Doomed, folder: Path, later: float) -> None:
        def clock() -> float:
            return time.time() + later

        self.store = store
        self.journal = Journal(folder / "journal")
        self.service = TableService(store, folder, {"toy": toy()}, clock, lambda: "a seed")
        paper = Paper(self.journal, store)
        self.workers = WorkerPool(
            TableWorker(self.service, {"wall": paper}, Plain(), f"worker {os.getpid()}"), patience=1e9
        )

    async def begin(self) -> str:
        done = await self.service.lobby.create("new", "toy", PEOPLE[0], "wall:room", ToyOptions(rounds=6).model_dump())
        await self.service.lobby.join("join", done.table.code, PEOPLE[1])
        await self.service.lobby.start("start", done.table.code, PEOPLE[0].ref, "joined")
        return done.table.code

    async def move(self, code: str, number: int) -> bool:
        """A person taps; the platform delivers the tap again until it is acknowledged. False when the game is over."""
        loaded = await self.service.work.load(code)
        owed = (
            [each for each in loaded.engine.pending(loaded.running()) if each.owed] if not loaded.table.is_over else []
        )
        if not owed:
            return False
        pending = owed[0]
        value = pending.ask.sample(Dice(f"move {number}").below)
        user = loaded.table.seats[pending.seat].user
        done = await self.service.moves.answer(f"tap {number}", code, user, [(pending.ask_id, value)])
        if self.store.point == "before acknowledge":
            die()
        self.journal.write(kind="ack", number=number, version=done.version)
        return True


def run(url: str, folder: str, point: str, later: float, moves: int) -> None:
    """Open the table if there is none, make so many moves, each attended to; die at the point in the third move."""

    async def main() -> None:
        store = Doomed(await Link.open(url))
        bot = Bot(store, Path(folder), later)
        code = await bot.begin()
        await bot.workers.step()
        made = len(bot.journal.lines("ack"))
        for number in range(made, made + moves):
            if number == 2:
                store.point = point
            if not await bot.move(code, number):
                break
            await bot.workers.step()
        await store.close()

    asyncio.run(main())
