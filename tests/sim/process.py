"""One process of the program: the real store, service, workers and adapters, that can be killed at any moment."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.app.app import App, at_work
from bot.platforms.discord import run as discord
from bot.platforms.telegram import run as telegram
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from bot.store import StoreAway
from bot.store.keys import GameKeys
from bot.table.change import Committed
from bot.workers.platform import Platform
from config.settings import ConfigError, Settings
from engines import ENGINES
from engines.kit import Engine, Value
from render import Drawn, Picture, Studio
from render.cache import key
from tests.bot.crew import Plain
from tests.peers import discord_server, telegram_server
from tests.sim.loop import PROCESS, VirtualLoop
from tests.sim.store import FaultyLink, SimStore, Storage

PNG = b"\x89PNG\r\n\x1a\n"


class Sketches(Studio):
    """Instead of drawing: a few bytes that name what would have been drawn. What is drawn is tested elsewhere."""

    def __init__(self, drawn: dict[bytes, Picture]) -> None:
        super().__init__(workers=1)
        self._drawn_for = drawn

    async def draw(self, picture: Picture) -> Drawn:
        png = PNG + key(picture).encode()
        self._drawn_for[png] = picture
        return Drawn(png, 1, 1, f"{picture.part} of {picture.code}")


class Pensive(Plain):
    """Computer seats that answer by the game's script after a while, as if another process thought."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> tuple[str, Value] | None:
        await asyncio.sleep(3.0 * self._chance.random() ** 3)
        return await super().answer(engine, state, seat, level, seed, sides)

    def close(self) -> None:
        return


@dataclass
class Accepted:
    """A step that somebody was told is done: it must stand in the log for ever."""

    code: str
    version: int
    request: str
    entry: bytes
    """As it stood in the log at that moment."""


@dataclass
class House:
    """What all processes share: the storage, the peers, and the notes of the run."""

    loop: VirtualLoop
    chance: Random
    storage: Storage
    folder: Path
    discord: discord_server.Server | None
    telegram: telegram_server.BotApi | None
    has_page: bool
    drawn: dict[bytes, Picture] = field(default_factory=dict)
    accepted: list[Accepted] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    """What a process died of by itself."""


@dataclass(eq=False)
class Process:
    """A build of the program at work."""

    house: House
    name: str
    is_dead: bool = False
    is_cut_off: bool = False
    """It reaches nobody, and nobody reaches it."""
    service: TableService = field(init=False)
    platforms: dict[str, Platform] = field(default_factory=dict)
    page: LocalTable | None = None
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _stop: asyncio.Event = field(default_factory=asyncio.Event)
    _main: asyncio.Task[None] | None = None

    def start(self) -> None:
        context = contextvars.copy_context()
        context.run(PROCESS.set, self.name)
        self._main = self.house.loop.create_task(self._run(), context=context)

    async def ready(self) -> None:
        await self._ready.wait()

    async def _run(self) -> None:
        try:
            async with AsyncExitStack() as stack:
                await self._opened(stack)
                self._ready.set()
                await self._stop.wait()
        except (ConfigError, StoreAway):
            pass  # it could not begin, and says so: whoever watches over it starts another
        except Exception as fault:
            if not self.is_dead:
                self.house.trouble.append(f"{self.name} ended: {fault!r}")
        finally:
            if not self.is_dead:
                self.kill()
            self._ready.set()

    async def _opened(self, stack: AsyncExitStack) -> None:
        house = self.house
        store = SimStore(FaultyLink(house.storage, lambda: self.is_dead, lambda: self.is_cut_off))
        await store.set_clock()
        seeds = (f"{self.name} {number}" for number in range(1 << 30))
        self.service = TableService(store, house.folder, ENGINES, seeds=lambda: next(seeds))
        self._note_commits()
        studio = Sketches(house.drawn)
        stack.callback(studio.close)
        if house.discord is not None:
            served = discord.serving(self.service, studio, discord_server.TOKEN)
            self.platforms["discord"] = await stack.enter_async_context(served)
        if house.telegram is not None:
            door = telegram.Door(house.telegram.base_url, house.telegram.base_file_url, poll_seconds=20)
            heard = telegram.serving(self.service, studio, telegram_server.TOKEN, door)
            self.platforms["telegram"] = await stack.enter_async_context(heard)
        if house.has_page:
            self.page = self.platforms["local"] = LocalTable(self.service, studio, "127.0.0.1", 0, posts=100_000)
            await self.page.start()
            stack.push_async_callback(self.page.stop)
        app = App(Settings(folder=house.folder, redis_url=None), store, self.service)
        await stack.enter_async_context(at_work(app, self.platforms, Pensive(house.chance)))

    def _note_commits(self) -> None:
        """Whatever is told as done is noted."""
        work = self.service.work
        commit: Callable[..., Any] = work.commit

        async def noted(code: str, request: str, *more: Any, **named: Any) -> Committed:
            done: Committed = await commit(code, request, *more, **named)
            if not self.is_dead:
                log = self.house.storage.master.keys.call("LRANGE", GameKeys.of(code).log, 0, -1)
                entry = log[done.version - 1] if done.version <= len(log) else b""
                self.house.accepted.append(Accepted(code, done.version, request, entry))
            return done

        work.commit = noted  # type: ignore[method-assign]

    def kill(self) -> None:
        """As by a signal that nobody can hear: nothing more of it reaches the storage or the network."""
        self.is_dead = True
        self.house.loop.network.cut_off(self.name)
        self.house.loop.kill(self.name)

    async def stop(self) -> None:
        """As an operator stops it."""
        self._stop.set()
        if self._main is not None:
            await asyncio.wait({self._main})
