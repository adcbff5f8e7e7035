"""One process of the load bench: a bot at work on a store that others share, and the people who play through it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bot.app.app import App, at_work
from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD
from bot.cli.bench_outage import Blank
from bot.cli.soak import Plain
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Tap
from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.platforms.discord.markup import DiscordMarkup
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from config.settings import Settings
from engines.kit import Dice

HANDS = 40
"""Taps that may be under way at once."""
TICK = 0.005
"""Seconds between two looks at whether the event loop is held up."""


@dataclass
class Wall:
    """A platform that notes when each version of a table was first shown anywhere."""

    name: str = "discord"
    shown: list[tuple[str, int, float]] = field(default_factory=list)

    async def show(self, brief: Brief, before: str | None) -> str:
        self.shown.append((brief.look.table.code, brief.look.version, time.time()))
        return before or brief.surface

    async def withdraw(self, address: str, message: str) -> None:
        """Nothing hangs here."""


@dataclass
class Stalls:
    """How long the event loop was kept from its work: by its own doing (processor time), and by the clock."""

    own: float = 0.0
    clock: float = 0.0

    async def watch(self) -> None:
        while True:
            busy, began = time.thread_time(), time.monotonic()
            await asyncio.sleep(TICK)
            self.own = max(self.own, time.thread_time() - busy)
            self.clock = max(self.clock, time.monotonic() - began - TICK)


@dataclass
class Record:
    """What came of the taps: table, version, when the finger came down and when the answer was committed."""

    taps: list[tuple[str, int, float, float]] = field(default_factory=list)
    refused: int = 0


def serve(url: str, folder: str, codes: Sequence[str], every: float, seconds: float, pipe: Connection) -> None:
    """The whole life of one process; says when it is ready, begins when told, sends what it measured."""
    asyncio.run(_serve(url, Path(folder), codes, every, seconds, pipe))


async def _serve(url: str, folder: Path, codes: Sequence[str], every: float, seconds: float, pipe: Connection) -> None:
    async with AsyncExitStack() as stack:
        store = await Store.open(url)
        stack.push_async_callback(store.close)
        service, studio, wall = TableService(store, folder), Blank(), Wall()
        stack.callback(studio.close)
        settings = Settings(folder=folder, redis_url=url, health_port=0)
        await stack.enter_async_context(at_work(App(settings, store, service), {"discord": wall}, Plain()))
        talk = Conversation(Context(service, Composer(DISCORD, DiscordMarkup(), studio)))
        record, stalls = Record(), Stalls()
        await _tap(service, talk, codes[0], Dice("first"), 0.0, Record())
        pipe.send("ready")
        begin = await asyncio.to_thread(pipe.recv)
        watching = asyncio.create_task(stalls.watch())
        shares = [codes[hand::HANDS] for hand in range(HANDS) if codes[hand::HANDS]]
        people = [
            _play(service, talk, share, begin + hand * every, every * len(shares), begin + seconds, record)
            for hand, share in enumerate(shares)
        ]
        await asyncio.gather(*people)
        await asyncio.sleep(1.0)  # for what is shown last
        watching.cancel()
        pipe.send(
            {
                "taps": record.taps,
                "refused": record.refused,
                "shown": wall.shown,
                "stall": stalls.own,
                "stall_by_the_clock": stalls.clock,
                "megabytes": _resident(),
            }
        )


async def _play(
    service: TableService,
    talk: Conversation,
    codes: Sequence[str],
    first: float,
    every: float,
    until: float,
    record: Record,
) -> None:
    """One pair of hands at some tables, one tap after another at the moments that are due, whatever the last took."""
    chance, due = Dice(codes[0]), first
    while due < until:
        await _tap(service, talk, codes[chance.below(len(codes))], chance, due, record)
        due += every


async def _tap(service: TableService, talk: Conversation, code: str, chance: Dice, due: float, record: Record) -> None:
    loaded = await service.work.load(code)
    if loaded.table.is_over:
        return
    state = loaded.running()
    pending = next((each for each in loaded.engine.pending(state) if each.owed), None)
    if pending is None:
        return
    seat = loaded.table.seats[pending.seat]
    value = loaded.engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
    control = str(ControlId.ask(code, pending.ask_id, str(partial_choice.write(pending.ask, value, "!"))))
    await asyncio.sleep(max(0.0, due - time.time()))
    caller = Caller(User(seat.user, seat.name), seat.user, f"{code} {loaded.version}", private=True)
    reply = await talk.handle(Tap(caller, [control]))
    if reply.refused:
        record.refused += 1
    else:
        record.taps.append((code, loaded.version + 1, due or time.time(), time.time()))


def _resident() -> int:
    """Memory of this process in MB, where the system tells."""
    try:
        lines: Any = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)
