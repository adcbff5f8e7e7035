"""`signoria bench outage`: people play on while the storage is away for half a minute, killed once and frozen once.

At every other table somebody taps while it is away and must be told in words to tap again, at the others a tap may be
on its way as it goes; afterwards every answer that was confirmed is there, none is there twice,
and the workers go on by themselves.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Tap
from bot.language.speaker import catalogue
from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.ops.cancellation import end
from bot.platforms.discord.markup import DiscordMarkup
from bot.service.table_service import TableService
from bot.store import Store, StoreAway
from bot.store.embedded import EmbeddedServer
from bot.store.link import PATIENCE
from bot.table.change import Loaded
from bot.table.lobby import User
from bot.table.model import standing
from bot.workers.computer_players import Computers
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from config.languages import fallback
from engines import ENGINES
from engines.kit import Dice, Pending, Value
from render import Drawn, Picture, Studio

GAME, TABLES = next(iter(ENGINES)), 6
AWAY = 30.0
"""Seconds for which the storage is away."""
BEFORE, AFTER = 6, 12
"""Answers at each table before the storage goes, and so many more until the end."""
AGAIN = 0.5
"""Seconds after which somebody who was told to taps again."""
PLACE = "discord"


class Blank(Studio):
    """Draws nothing: pictures have no part in this."""

    async def draw(self, picture: Picture) -> Drawn:
        return Drawn(b"", 1, 1, "")


@dataclass
class Screen:
    """A platform that notes what it was last told to show."""

    name: str = PLACE
    shown: dict[str, int] = field(default_factory=dict)
    at: list[float] = field(default_factory=list)

    async def show(self, brief: Brief, before: str | None) -> str:
        self.shown[brief.surface] = brief.look.version
        self.at.append(time.monotonic())
        return before or brief.surface

    async def withdraw(self, address: str, message: str) -> None:
        self.shown.pop(message, None)


@dataclass
class Book:
    """What people were told."""

    confirmed: set[tuple[str, str]] = field(default_factory=set)
    told: int = 0
    waited: float = 0.0
    """The longest that anybody waited for an answer, in seconds."""
    answered: list[float] = field(default_factory=list)


def measure(seconds: float = AWAY, patience: float = PATIENCE, kinds: tuple[str, ...] = ("killed", "frozen")) -> Any:
    """Each kind of outage on a server of its own."""
    found: dict[str, Any] = {kind: asyncio.run(_outage(kind, seconds, patience)) for kind in kinds}
    found["failed"] = int(any(each["lost"] or each["doubled"] or not each["told"] for each in found.values()))
    return found


async def _outage(kind: str, seconds: float, patience: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="signoria-outage-") as folder:
        server = EmbeddedServer(Path(folder) / "store")
        await server.start()
        try:
            async with _at_work(server, Path(folder), patience) as (service, screen, conversation):
                return await _played(kind, seconds, server, service, screen, conversation)
        finally:
            await server.stop()


@asynccontextmanager
async def _at_work(
    server: EmbeddedServer, folder: Path, patience: float
) -> AsyncIterator[tuple[TableService, Screen, Conversation]]:
    store = await Store.open(server.url, patience)
    service, screen, studio, computers = TableService(store, folder), Screen(), Blank(), Computers()
    conversation = Conversation(Context(service, Composer(DISCORD, DiscordMarkup(), studio)))
    working = asyncio.create_task(WorkerPool(TableWorker(service, {PLACE: screen}, computers, "bench")).run())
    try:
        yield service, screen, conversation
    finally:
        await end([working])
        studio.close()
        computers.close()
        await store.close()


async def _played(
    kind: str, seconds: float, server: EmbeddedServer, service: TableService, screen: Screen, conversation: Conversation
) -> dict[str, Any]:
    book = Book()
    codes = [await _begin(service, number) for number in range(TABLES)]
    begun, gone = [asyncio.Event() for _ in codes], asyncio.Event()
    playing = [
        asyncio.create_task(_play(service, conversation, code, book, begun[number], gone if number % 2 else None))
        for number, code in enumerate(codes)
    ]
    await asyncio.gather(*[event.wait() for event in begun])
    os.kill(server.pid, signal.SIGKILL if kind == "killed" else signal.SIGSTOP)
    gone.set()
    await asyncio.sleep(seconds)
    if kind == "killed":
        await server.stop()
        await server.start()
    else:
        os.kill(server.pid, signal.SIGCONT)
    back = time.monotonic()
    await asyncio.gather(*playing)
    await _all_shown(service, screen, codes)
    lost, doubled = await _compared(service, codes, book)
    return {
        "seconds": seconds,
        "tables": len(codes),
        "confirmed": len(book.confirmed),
        "told": book.told,
        "longest_wait_s": round(book.waited, 1),
        "first_answer_after_s": round(min(moment for moment in book.answered if moment > back) - back, 2),
        "first_shown_after_s": round(min(moment for moment in screen.at if moment > back) - back, 2),
        "lost": lost,
        "doubled": doubled,
    }


async def _begin(service: TableService, number: int) -> str:
    host, other = _person(number, 0), _person(number, 1)
    code = (await service.lobby.create(f"new {number}", GAME, host, f"{PLACE}:{number}", seats=2)).table.code
    await service.lobby.join(f"join {number}", code, other)
    await service.lobby.start(f"start {number}", code, host.ref, "joined")
    return code


def _person(table: int, seat: int) -> User:
    return User(f"{PLACE}:{100 + 10 * table + seat}", f"Player {seat + 1}")


async def _play(
    service: TableService,
    conversation: Conversation,
    code: str,
    book: Book,
    begun: asyncio.Event,
    gone: asyncio.Event | None,
) -> None:
    """Tap, and tap again when told to, as people do: each tap is a request of its own. `gone`: somebody thinks until
    the storage is away."""
    chance, away = Dice(code), catalogue(fallback())["chat.store_away"]
    for number in range(BEFORE + AFTER):
        loaded = await _loaded(service, code)
        if number == BEFORE:
            begun.set()
            if gone is not None:
                await gone.wait()
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        value = loaded.engine.policy(loaded.running(), pending.seat, pending.step, pending.ask, chance.below)
        seat = loaded.table.seats[pending.seat]
        for attempt in range(10_000):
            request = f"{code} {number} {attempt}"
            caller = Caller(User(seat.user, seat.name), seat.user, request, private=True)
            started = time.monotonic()
            reply = await conversation.handle(Tap(caller, [_control(code, pending, value)]))
            book.waited = max(book.waited, time.monotonic() - started)
            if reply.post.text != away:
                break
            book.told += 1
            await asyncio.sleep(AGAIN)
        book.confirmed.add((code, pending.ask_id))
        book.answered.append(time.monotonic())


async def _loaded(service: TableService, code: str) -> Loaded:
    """What is on the screen already: nobody asks the storage for that."""
    while True:
        try:
            return await service.work.load(code)
        except StoreAway:
            await asyncio.sleep(AGAIN)


def _control(code: str, pending: Pending, value: Value) -> str:
    return str(ControlId.ask(code, pending.ask_id, str(partial_choice.write(pending.ask, value, "!"))))


async def _all_shown(service: TableService, screen: Screen, codes: list[str]) -> None:
    """Until every room shows how its table stands: nobody wakes the workers but the tables themselves."""
    for number, code in enumerate(codes):
        version = (await _loaded(service, code)).version
        while screen.shown.get(f"{code}:room:{PLACE}:{number}") != version:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def _compared(service: TableService, codes: list[str], book: Book) -> tuple[int, int]:
    """How many confirmed answers are missing from the logs, and how many are there more than once."""
    logged = [
        (code, move.ask_id)
        for code in codes
        for entry in standing(await service.work.entries(code))
        for move in entry.moves
    ]
    proofs = [await service.queries.check(code) for code in codes]
    broken = sum([not proof.holds for proof in proofs])
    return len(book.confirmed - set(logged)) + broken, len(logged) - len(set(logged))
