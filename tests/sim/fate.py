"""What goes wrong in a run, and when: chosen by the seed, over when the run is to come to rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from tests.peers.telegram_server import Late
from tests.sim.process import Process

if TYPE_CHECKING:
    from tests.sim.run import Run

TELEGRAM = ("sendPhoto", "sendMessage", "edit*", "answerCallbackQuery", "deleteMessage", "*")
DISCORD = (("PATCH", r"/channels/\d+/messages/"), ("POST", r"/channels/\d+/messages$"), ("PATCH", "@original"))


@dataclass
class Fate:
    """A handful of blows, one after the other or at once."""

    run_: Run
    chance: Random
    told: list[str] = field(default_factory=list)

    async def run(self) -> None:
        """Let things go wrong for a while, then mend everything."""
        seconds = self.chance.uniform(25.0, 70.0)
        blows: list[Callable[[], Awaitable[None]]] = [
            *(self.crash, self.crash, self.deploy, self.away, self.lossy, self.fail_over, self.fail_over),
            *(self.cut, self.slow, self.split, self.shake, self.shake),
        ]
        if self.run_.discord is not None:
            blows += [self.trouble_discord, self.drop_discord]
        if self.run_.telegram is not None:
            blows += [self.trouble_telegram, self.lose_telegram]
        under_way = [
            asyncio.create_task(self._later(seconds * self.chance.random(), self.chance.choice(blows)))
            for _ in range(self.chance.randint(2, 6))
        ]
        await asyncio.sleep(seconds)
        await asyncio.gather(*under_way)
        await self._mend()

    async def _later(self, seconds: float, blow: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(seconds)
        self.told.append(f"{self.run_.loop.time():.1f} {getattr(blow, '__name__', blow)}")
        await blow()

    async def _mend(self) -> None:
        """Nothing goes wrong from now on, and two processes are at work."""
        run = self.run_
        run.storage.is_away = run.storage.is_lagging = False
        run.storage.trouble, run.loop.network.slowest = 0.0, 0.02
        run.shaken.dropped = run.shaken.doubled = run.shaken.late = 0.0
        run.loop.at_round.clear()
        for process in run.processes:
            process.is_cut_off = False
        run.loop.network.is_split.clear()
        if run.discord is not None:
            run.discord.faults.clear()
        if run.telegram is not None:
            run.telegram.faults.clear()
            run.telegram.late.clear()
        while len(run.alive) < 2:
            await self._started()

    # --- processes ---

    def _victim(self) -> Process | None:
        alive = self.run_.alive
        return self.chance.choice(alive) if alive else None

    async def _started(self) -> None:
        process = self.run_.start_process()
        await process.ready()

    async def crash(self) -> None:
        """A process is killed wherever it stands; another is started some time later."""
        victim, loop = self._victim(), self.run_.loop
        if victim is not None:
            killed = asyncio.Event()

            def kill() -> None:
                victim.kill()
                killed.set()

            at = loop.rounds + self.chance.randint(1, 400)
            while at in loop.at_round:
                at += 1
            loop.at_round[at] = kill
            await killed.wait()
        await asyncio.sleep(self.chance.uniform(0.5, 20.0))
        await self._started()

    async def deploy(self) -> None:
        """A new build starts, then an old one stops."""
        old = self._victim()
        await self._started()
        await asyncio.sleep(self.chance.uniform(0.0, 5.0))
        if old is not None and not old.is_dead:
            await old.stop()

    async def split(self) -> None:
        """A process reaches nobody for a while, and lives on."""
        victim, network = self._victim(), self.run_.loop.network
        if victim is None:
            return
        victim.is_cut_off = True
        network.cut_off(victim.name, for_ever=False)
        network.is_split.add(victim.name)
        await asyncio.sleep(self.chance.uniform(2.0, 25.0))
        network.is_split.discard(victim.name)
        victim.is_cut_off = False

    # --- the storage ---

    async def away(self) -> None:
        self.run_.storage.is_away = True
        await asyncio.sleep(self.chance.uniform(0.3, 18.0))
        self.run_.storage.is_away = False

    async def lossy(self) -> None:
        self.run_.storage.trouble = self.chance.uniform(0.02, 0.3)
        await asyncio.sleep(self.chance.uniform(2.0, 15.0))
        self.run_.storage.trouble = 0.0

    async def fail_over(self) -> None:
        """The replica falls behind, the master goes, the replica takes its place."""
        storage = self.run_.storage
        storage.is_lagging = True
        await asyncio.sleep(self.chance.uniform(0.0, 8.0))
        storage.is_away = True
        await asyncio.sleep(self.chance.uniform(0.0, 4.0))
        storage.fail_over()
        storage.is_away = storage.is_lagging = False

    # --- the network ---

    async def cut(self) -> None:
        pipes = list(self.run_.loop.network.pipes)
        for pipe in self.chance.sample(pipes, min(len(pipes), self.chance.randint(1, 6))):
            pipe.cut()

    async def slow(self) -> None:
        self.run_.loop.network.slowest = self.chance.uniform(0.3, 4.0)
        await asyncio.sleep(self.chance.uniform(3.0, 10.0))
        self.run_.loop.network.slowest = 0.02

    async def shake(self) -> None:
        """What people do comes late, twice, or not at all."""
        shaken = self.run_.shaken
        shaken.dropped, shaken.doubled, shaken.late = (0.3 * self.chance.random() for _ in range(3))
        await asyncio.sleep(self.chance.uniform(5.0, 30.0))
        shaken.dropped = shaken.doubled = shaken.late = 0.0

    # --- the platforms ---

    async def trouble_discord(self) -> None:
        assert self.run_.discord is not None
        method, path = self.chance.choice(DISCORD)
        status = self.chance.choice((500, 502, 429))
        wait = self.chance.uniform(0.1, 3.0) if status == 429 else None
        is_lost = status != 429 and self.chance.random() < 0.6
        self.run_.discord.fail(method, path, status, retry_after=wait, times=self.chance.randint(1, 3), lost=is_lost)

    async def drop_discord(self) -> None:
        assert self.run_.discord is not None
        with suppress(ConnectionError):
            await self.run_.discord.drop(self.chance.choice((1001, 4000)))

    async def trouble_telegram(self) -> None:
        assert self.run_.telegram is not None
        method, times = self.chance.choice(TELEGRAM), self.chance.randint(1, 3)
        if self.chance.random() < 0.5:
            self.run_.telegram.break_next(method, 429, "Too Many Requests: retry after 2", times=times, retry_after=2)
        else:
            self.run_.telegram.break_next(method, 502, "Bad Gateway", times=times)

    async def lose_telegram(self) -> None:
        """It is done, but nobody says so."""
        assert self.run_.telegram is not None
        self.run_.telegram.late.append(Late(self.chance.choice(TELEGRAM), self.chance.randint(1, 2)))
