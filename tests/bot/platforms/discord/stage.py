"""A whole bot on the Discord of the tests: store, service, workers, the real client, and people who play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from bot.ops.cancellation import end
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.run import serving
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.change import Loaded
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from engines.kit import Engine
from render import Drawn, Picture, Studio
from tests.bot.crew import Plain
from tests.bot.platforms.leap import Leaping
from tests.peers.discord_people import User, sit_down
from tests.peers.discord_server import TOKEN, Server
from tests.peers.discord_world import Channel, Message, World

EVERY = 150
"""A frugal studio draws one picture in so many."""


class Frugal(Studio):
    """Draws the first picture of each kind and then few, so that whole games fit into the tests' time.

    What is hidden in the game of one seed is open in that of another: their pictures are kept apart.
    """

    _last: ClassVar[dict[tuple[object, ...], Drawn]] = {}

    def __init__(self, seed: str = "stage", every: int = EVERY) -> None:
        super().__init__()
        self._seed = seed
        self._every = every
        self._asked = 0
        self.viewers: dict[bytes, set[int | None]] = {}
        """For whose eyes each picture was drawn."""

    async def draw(self, picture: Picture) -> Drawn:
        kind = (self._seed, picture.game, picture.part, picture.viewer, picture.language)
        self._asked += 1
        if kind not in self._last or self._asked % self._every == 0:
            self._last[kind] = await super().draw(picture)
        drawn = self._last[kind]
        self.viewers.setdefault(drawn.png, set()).add(picture.viewer)
        return drawn


@dataclass(eq=False, kw_only=True)
class Stage(Leaping):
    """Everything a scene needs."""

    server: Server
    folder: Path
    room: Channel
    users: list[User]
    engines: dict[str, Engine[Any]]
    seeds: Callable[[], str]
    service: TableService = field(init=False)
    platform: DiscordPlatform = field(init=False)
    studio: Frugal = field(init=False)
    viewers: dict[bytes, set[int | None]] = field(default_factory=dict)
    every: int = EVERY
    public_url: str = ""
    has_activity: bool = False
    _running: AsyncExitStack | None = None

    @property
    def world(self) -> World:
        return self.server.world

    async def start(self) -> None:
        """The bot starts as it does after any restart: with what the store knows, and nothing else."""
        page = self.public_url
        self.service = TableService(self.store, self.folder, self.engines, self.clock, self.seeds, public_url=page)
        stack = AsyncExitStack()
        self.studio = Frugal(self.seeds(), self.every)
        self.studio.viewers = self.viewers
        stack.callback(self.studio.close)
        serves = serving(self.service, self.studio, TOKEN, has_activity=self.has_activity)
        self.platform = await stack.enter_async_context(serves)
        self.platform.breath = 0.0 if self.every > 1 else self.platform.breath
        worker = TableWorker(self.service, {"discord": self.platform}, Plain(), "worker")
        working = asyncio.create_task(WorkerPool(worker).run())

        stack.push_async_callback(end, [working])
        self._running = stack
        async with asyncio.timeout(60):
            await self.server.identified.wait()

    async def stop(self) -> None:
        assert self._running is not None
        await self._running.aclose()
        self._running = None
        self.server.forget()

    # --- looking ---

    async def loaded(self, code: str) -> Loaded:
        return await self.service.work.load(code)

    def board(self, code: str) -> Message | None:
        """The board message of a table."""
        found = [
            message
            for message in self.room.messages.values()
            if message.only is None and f"#{code}" in message.text and message.is_layout
        ]
        return found[-1] if found else None

    async def begun(self, code: str) -> Message:
        """The board message once the game is shown."""
        return await self.shown(lambda: (found := self.board(code)) and "c:move:" in str(found.parts()) and found)

    async def shown(self, condition: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Wait until the bot has brought something about."""
        return await self.server.until(condition, seconds)

    def user_of(self, loaded: Loaded, seat: int) -> User:
        ref = loaded.table.seats[seat].user
        return next(user for user in self.users if f"discord:{user.person.id}" == ref)

    # --- acting ---

    async def open_table(self, game: str, *players: User, **options: Any) -> str:
        """A table opened by the first, joined by the others, begun."""
        host, *others = players
        seats = options.pop("seats", len(players) + options.get("computer", 0))
        act = await host.slash(self.room, "new", game=game, seats=seats, **options)
        code = act.reply.text.split("#")[1][:6]
        lobby = await self.shown(lambda: self.board(code))
        for other in others:
            await other.press_verb(lobby, "join")
        await host.press_verb(lobby, "start")
        return code


@asynccontextmanager
async def stage(
    store: Store,
    folder: Path,
    *names: str,
    engines: dict[str, Engine[Any]] | None = None,
    seed: str = "stage",
    locales: dict[str, str] | None = None,
    is_frugal: bool = True,
    public_url: str = "",
    has_activity: bool = False,
) -> AsyncIterator[Stage]:
    """A server with a room, people in it, and the bot at work."""
    world = World()
    server = Server(world)
    users = sit_down(server, *(names or ("Lena", "Piet", "Onno")), locales=locales)
    guild = world.guild("Friends", *[user.person for user in users])
    room = world.channel(guild, "games")
    async with server.serve():
        known = engines or dict(ENGINES)
        played = Stage(
            store=store, server=server, folder=folder, room=room, users=users, engines=known, seeds=lambda: seed
        )
        played.every = EVERY if is_frugal else 1
        played.public_url, played.has_activity = public_url, has_activity
        await played.start()
        try:
            yield played
        finally:
            if played._running is not None:
                await played.stop()
    assert not server.refused, server.refused
