"""A whole bot on the Telegram of the tests: store, service, workers, the real client, and people who play."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.ops.cancellation import end
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.run import Door, serving
from bot.service.player_view import panel_fingerprint, player_view
from bot.service.table_service import TableService
from bot.store import UNSHOWN, Store
from bot.table.change import Loaded
from bot.workers.pool import WorkerPool
from bot.workers.surfaces import room_mark
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from tests.bot.crew import Plain
from tests.bot.hearing import hearing
from tests.bot.platforms.discord.stage import EVERY, Frugal
from tests.bot.platforms.leap import Leaping
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import PATIENCE, Hand
from tests.peers.telegram_server import TOKEN, BotApi
from tests.peers.telegram_world import Chat, Message


@dataclass(eq=False, kw_only=True)
class Stage(Leaping):
    """Everything a scene needs."""

    api: BotApi
    folder: Path
    room: Chat
    users: list[Hand]
    seeds: Callable[[], str]
    door: Door | None = None
    topic: int | None = None
    worker: str = "worker"
    service: TableService = field(init=False)
    platform: TelegramPlatform = field(init=False)
    viewers: dict[bytes, set[int | None]] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    """Whose each question was that was open when somebody moved."""
    _running: AsyncExitStack | None = None
    public_url: str = ""
    every: int = EVERY

    async def start(self) -> None:
        """The bot starts as it does after any restart: with what the store knows, and nothing else."""
        self.service = TableService(self.store, self.folder, ENGINES, self.clock, self.seeds, self.public_url)
        stack, studio = AsyncExitStack(), Frugal("telegram", self.every)
        studio.viewers = self.viewers
        stack.callback(studio.close)
        door = self.door or Door(self.api.base_url, self.api.base_file_url, poll_seconds=1)
        self.platform = await stack.enter_async_context(serving(self.service, studio, TOKEN, door))
        self.platform.pacing.is_on = self.api.limits_floods
        self.platform.breath = 0.0 if self.every > 1 else self.platform.breath
        worker = TableWorker(self.service, {"telegram": self.platform}, Plain(), self.worker)
        working = asyncio.create_task(WorkerPool(worker).run())
        stack.push_async_callback(end, [working])
        self._running = stack
        await self.users[0].until(lambda: self.api.is_polled or self.api.webhook.get("url"))

    async def stop(self) -> None:
        assert self._running is not None
        await self._running.aclose()
        self._running = None

    # --- looking ---

    async def loaded(self, code: str) -> Loaded:
        return await self.service.work.load(code)

    def user_of(self, loaded: Loaded, seat: int) -> Hand:
        ref = loaded.table.seats[seat].user
        return next(user for user in self.users if f"telegram:{user.human.id}" == ref)

    def board(self, code: str) -> Message | None:
        """The board message of a table, in its room."""
        mine = [each for each in self.room.visible() if each.photo and f"#{code}" in each.plain]
        return mine[-1] if mine else None

    async def open_lobby(self, game: str, host: Hand, *others: Hand, seats: int | None = None) -> tuple[str, Message]:
        """Opened in the group, joined by links; its code and the message of the lobby."""
        count = seats or len(others) + 1
        await host.write(f"/new {game} seats={count} pace=none", self.room, self.topic)
        lobby = await host.until(lambda: self._lobby())
        link = next(button["url"] for button in lobby.buttons() if "start=join_" in button.get("url", ""))
        code: str = link.rpartition("join_")[2]
        for other in others:
            await other.start(f"join_{code}")
            await other.wait_for(f"#{code}")
        return code, self.room.messages[lobby.id]

    async def open_table(self, game: str, host: Hand, *others: Hand, seats: int | None = None) -> str:
        """A table that has begun; its code."""
        code, lobby = await self.open_lobby(game, host, *others, seats=seats)
        await host.tap(lobby, "Start")
        await host.until(lambda: self._is_on(code))
        return code

    def _lobby(self) -> Message | None:
        for message in reversed(self.room.visible()):
            if any("start=join_" in button.get("url", "") for button in message.buttons()):
                return message
        return None

    def _is_on(self, code: str) -> bool:
        board = self.board(code)
        return board is not None and any("start=t_" in button.get("url", "") for button in board.buttons())

    async def until_version(self, code: str, version: int) -> None:
        """Wait until the table has moved beyond a version; the service says when one has."""
        with hearing(self.service) as changed:
            async with asyncio.timeout(PATIENCE):
                while True:
                    changed.clear()
                    if (await self.loaded(code)).version > version:
                        return
                    await changed.wait()

    async def until_shown(self, code: str) -> None:
        """Wait until the workers have shown everything as it stands."""

        async def is_shown() -> bool:
            loaded, shown = await self.loaded(code), await self.store.shown(code)
            marks = {name: found.mark for name, found in shown.items()}
            if any(marks.get(f"room:{room}") != room_mark(loaded) for room in loaded.table.rooms):
                return False
            for seat in loaded.table.people:
                own = loaded.table.seats[seat]
                mark = marks.get(f"seat:{seat}:{own.user}", UNSHOWN if own.acted else ":0")
                if mark == UNSHOWN:  # shown in place, the alert comes later
                    seen, is_busy = await self.platform.panels.of(own.user, code)
                    if is_busy or seen is None or seen.shows.standing != panel_fingerprint(player_view(loaded, seat)):
                        return False
                elif mark.split(":")[1] != str(own.acted):
                    return False
            return True

        await eventually(is_shown, PATIENCE)


@asynccontextmanager
async def stage(
    store: Store,
    folder: Path,
    *names: str,
    limits_floods: bool = False,
    topic: int | None = None,
    supergroup: bool = False,
    door: Callable[[BotApi], Door] | None = None,
    public_url: str = "",
    is_frugal: bool = True,
) -> AsyncIterator[Stage]:
    """A group, or a topic of one, with people who have all pressed Start; the bot at work."""
    async with BotApi(time.time) as api:
        api.limits_floods = limits_floods
        humans = [api.world.person(name, started=True) for name in names or ("Lena", "Piet", "Onno")]
        room = api.world.group("Friends", *humans, supergroup=supergroup, topics=(topic,) if topic else ())
        numbers, users = itertools.count(), [Hand(api, each) for each in humans]
        found = Stage(
            store=store,
            api=api,
            folder=folder,
            room=room,
            users=users,
            seeds=lambda: f"seed {next(numbers)}",
            topic=topic,
        )
        found.door = door(api) if door else None
        found.public_url = public_url
        found.every = EVERY if is_frugal else 1
        await found.start()
        try:
            yield found
        finally:
            await found.stop()
        assert not api.invalid, api.invalid


def texts(value: Any) -> str:
    """Everything that a request says."""
    if isinstance(value, dict):
        return " ".join(texts(inner) for inner in value.values())
    if isinstance(value, list):
        return " ".join(texts(inner) for inner in value)
    return value if isinstance(value, str) else ""
