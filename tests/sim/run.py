"""One run: a seed becomes a table with people on some platforms, two builds of the program, and a fate for all."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import aiohappyeyeballs
import discord.gateway
from aiohttp import web_app
from httpx._transports import default as transports

from bot.ops import supervision
from bot.service.table_service import TableService
from bot.table.change import Loaded
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit import KitError, Pending, Value
from tests.peers.discord_server import Server
from tests.peers.discord_world import World
from tests.peers.telegram_server import BotApi
from tests.sim.fate import Fate
from tests.sim.invariants import INVARIANTS
from tests.sim.loop import EPOCH, Stuck, VirtualLoop, virtual
from tests.sim.network import Network, Socket
from tests.sim.people import Guest, OnDiscord, OnTelegram, OnThePage, Shaken
from tests.sim.process import House, Process
from tests.sim.sights import Timed
from tests.sim.store import FaultyLink, SimStore, Storage, Work

CERTIFICATES = "create_ssl_context"
NAMES = ("Anna", "Bruno", "Carla", "Dino")
WHERE = (("discord",), ("telegram",), ("local",), ("telegram", "discord"), ("discord", "local"), ("local", "telegram"))
LONGEST = 300.0
"""Virtual seconds in which everybody who is to move can do so, once nothing goes wrong any more."""
CALM = 6.0
"""Virtual seconds without a step after which everything is shown as it stands."""
MOST_ENDS = 50
"""How often what is left of a run is told to end."""
REST = 900.0
"""Virtual seconds in which everything comes to rest once nothing goes wrong any more."""


class _Eye(FaultyLink):
    """Sees what the storage holds, without delay or fault."""

    async def _carried_out(self, work: Work, durable: bool, writes: bool) -> Any:
        return work(self.storage.master)


class Ears(logging.Handler):
    """Hears what the program complains of."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        fault = f": {record.exc_info[1]!r}" if record.exc_info and record.exc_info[1] else ""
        self.heard.append(f"{record.name}: {record.getMessage()}{fault}")


@dataclass
class Outcome:
    """What came of a run."""

    seed: int
    violations: list[str]
    digest: str
    answers: int
    seconds: float
    blows: list[str] = field(default_factory=list)
    """What went wrong when."""
    what: str = ""
    """The game, and where it was played."""


@dataclass(eq=False)
class Run:
    """Everything of one run while it goes on."""

    seed: int
    loop: VirtualLoop
    folder: Path
    ears: Ears
    code: str = ""
    discord: Server | None = None
    telegram: BotApi | None = None
    guests: list[Guest] = field(default_factory=list)
    processes: list[Process] = field(default_factory=list)
    is_quiet: bool = False
    """People look on, and nothing goes wrong any more."""
    wanted: dict[str, Value] = field(default_factory=dict)
    """What somebody has made up the mind to answer, by the question."""

    def __post_init__(self) -> None:
        self.chance = Random(f"run {self.seed}")
        self.storage = Storage(Random(f"storage {self.seed}"))
        self.shaken = Shaken(Random(f"people {self.seed}"))
        keys = sorted(ENGINES)
        self.game = keys[self.seed % len(keys)]
        self.where = WHERE[self.seed // len(keys) % len(WHERE)]
        self.truth = TableService(SimStore(_Eye(self.storage, lambda: False, lambda: False)), self.folder, ENGINES)
        self.fate = Fate(self, Random(f"fate {self.seed}"))
        self.stuck: list[str] = []
        """Questions that nobody could answer though nothing went wrong any more."""
        self.users: dict[int, str] = {}
        """Who sits where."""
        self._starts = 0

    def now(self) -> float:
        """The time of day."""
        return self.wall(self.loop.time())

    def wall(self, time: float) -> float:
        return EPOCH + time

    @property
    def has_lost_answers(self) -> bool:
        """Whether something may have been delivered of which the bot never heard."""
        return bool(self.fate.told)

    def fetched(self, user: str) -> list[float]:
        """When somebody asked for the own question, in time of day."""
        asked = [each for guest in self.guests_on(OnTelegram) if guest.account.ref == user for each in guest.asked]
        return [self.wall(each) for each in asked]

    async def asked_on_page(self, user: str, port: int) -> str:
        """The question that the page of one process shows to somebody."""
        guest = next(each for each in self.guests_on(OnThePage) if each.account.ref == user)
        async with guest.session() as session:
            return str((await guest.page(session, f"http://127.0.0.1:{port}", self.code))[2])

    # --- the setting ---

    async def open(self, stack: AsyncExitStack) -> None:
        """Peers, people, two processes, and a table that has begun."""
        if "discord" in self.where:
            self.discord = Server(World(sent=Timed(self.loop.time)))
            await stack.enter_async_context(self.discord.serve())
        if "telegram" in self.where:
            self.telegram = await stack.enter_async_context(BotApi(lambda: EPOCH + self.loop.time()))
        self.house = House(
            self.loop, self.chance, self.storage, self.folder, self.discord, self.telegram, "local" in self.where
        )
        least, most = ENGINES[self.game].info.seats
        count = self.chance.randint(max(least, 2), min(most, 4))
        people = self.chance.randint(min(len(self.where), count), count)
        self._invite(people)
        for _ in range(2):
            self.start_process()
        for process in self.processes:
            await process.ready()
        if self.discord is not None:
            await self.discord.identified.wait()
        if self.telegram is not None:
            await self.guests_on(OnTelegram)[0].hand.until(
                lambda: self.telegram is not None and self.telegram.is_polled
            )
        await self._sit_down(count, people)

    def _invite(self, number: int) -> None:
        if self.discord is not None:
            accounts = [self.discord.world.person(name) for name in (*NAMES, "Onno")]
            room = self.discord.world.channel(self.discord.world.guild("Friends", *accounts), "games")
        if self.telegram is not None:
            self.telegram.limits_floods = False
            humans = [self.telegram.world.person(name, started=True) for name in (*NAMES, "Onno")]
            chat = self.telegram.world.group("Family", *humans)
        for index in range(number):
            match self.where[index % len(self.where)]:
                case "discord":
                    assert self.discord is not None
                    self.guests.append(OnDiscord(self.discord, accounts[index], room, self.shaken))
                case "telegram":
                    assert self.telegram is not None
                    self.guests.append(OnTelegram(self.telegram, humans[index], chat, self.shaken))
                case _:
                    self.guests.append(OnThePage(index, self.ports, self.shaken))

    def guests_on(self, kind: type[Any]) -> list[Any]:
        return [guest for guest in self.guests if isinstance(guest, kind)]

    async def _sit_down(self, seats: int, people: int) -> None:
        lobby, host = self.processes[0].service.lobby, self.guests[0]
        pace = self.chance.choice((Pace.NONE, Pace.BLITZ, Pace.DAY))
        opened = await lobby.create("open", self.game, host.account, host.room, pace=pace, seats=seats)
        self.code = opened.table.code
        rooms = {host.room}
        for guest in self.guests[1:]:
            await lobby.join(f"join {guest.account.ref}", self.code, guest.account)
            if guest.room not in rooms and self.chance.random() < 0.7:
                rooms.add(guest.room)
                await lobby.show_also(f"also {guest.room}", self.code, guest.room)
        for number in range(seats - people):
            await lobby.add_computer(f"computer {number}", self.code, host.account.ref, f"Lorenzo{number}")
        await lobby.start("start", self.code, host.account.ref)
        table = (await self.loaded()).table
        self.users = {seat: table.seats[seat].user for seat in table.people}

    def start_process(self) -> Process:
        self._starts += 1
        process = Process(self.house, f"build {self._starts}")
        self.processes.append(process)
        process.start()
        return process

    @property
    def alive(self) -> list[Process]:
        return [process for process in self.processes if not process.is_dead]

    def ports(self) -> list[int]:
        """Where the page can be had."""
        return [port for port, each in sorted(self.loop.network.listeners.items()) if each.process.startswith("build")]

    # --- playing ---

    async def loaded(self) -> Loaded:
        """The table as the storage has it."""
        return await self.truth.work.load(self.code)

    async def live(self, guest: Guest) -> None:
        """Look now and then; answer what is mine to answer."""
        chance = Random(f"{self.seed} {guest.account.ref}")
        while not self.is_quiet:
            await asyncio.sleep(0.3 + 7.0 * chance.random())
            loaded = await self.loaded()
            seat = loaded.table.seat_of(guest.account.ref)
            if loaded.table.is_over or loaded.state is None or seat is None or self.is_quiet:
                continue
            pending = next((p for p in loaded.engine.pending(loaded.state) if p.seat == seat and p.owed), None)
            if pending is None:
                continue
            if pending.ask_id not in self.wanted:
                below = chance.randrange
                wild = chance.random() < 0.2
                self.wanted[pending.ask_id] = (
                    pending.ask.sample(below)
                    if wild
                    else loaded.engine.policy(loaded.state, seat, pending.step, pending.ask, below)
                )
            await guest.answer(self.code, loaded, pending, self.wanted[pending.ask_id])

    async def play(self) -> None:
        """People play while fate has its way; then nothing goes wrong, and all comes to rest."""
        people = [asyncio.create_task(self.live(guest)) for guest in self.guests]
        await self.fate.run()
        await self._get_on()
        self.is_quiet = True
        await asyncio.gather(*people)
        await asyncio.sleep(30.0)
        await self._until(self.stays_at_rest, REST)

    async def _get_on(self) -> None:
        """Whoever is to move when all is mended can move."""
        owed = {pending.ask_id for pending in await self._open()}

        async def all_taken() -> bool:
            return not owed & {pending.ask_id for pending in await self._open()}

        await self._until(all_taken, LONGEST)
        self.stuck = sorted(owed & {pending.ask_id for pending in await self._open()})

    async def _open(self) -> list[Pending]:
        """The questions that people owe an answer to."""
        loaded = await self.loaded()
        if loaded.table.is_over or loaded.state is None:
            return []
        asked = [each for each in loaded.engine.pending(loaded.state) if each.owed and loaded.table.plays(each.seat)]
        return [next(each for each in asked if each.seat == seat) for seat in sorted({each.seat for each in asked})]

    async def _until(self, holds: Any, longest: float) -> None:
        until = self.loop.time() + longest
        while self.loop.time() < until and not await holds():  # noqa: ASYNC110
            await asyncio.sleep(1.0)

    async def stays_at_rest(self) -> bool:
        """Nothing happens for a while: no computer moves on, and no board waits for the end of a turn."""
        version = (await self.loaded()).version
        if await self.is_at_rest():
            await asyncio.sleep(CALM)
            return await self.is_at_rest() and (await self.loaded()).version == version
        return False

    async def is_at_rest(self) -> bool:
        """Nothing is due, and nobody holds a table."""
        store = self.truth.work.store
        if min((await store.due_heads()).values(), default=1e99) <= EPOCH + self.loop.time():
            return False
        return not any(name.startswith("held") for name in self.held())

    def held(self) -> list[str]:
        """Which workers hold which tables."""
        found = []
        for name in self.storage.master.keys.names("*held*"):
            found += [f"held {key!r}" for key in self.storage.master.keys.call("HGETALL", name.decode())]
        return found

    # --- what came of it ---

    def digest(self) -> str:
        """Of all that happened, with its times."""
        told: list[Any] = [self.loop.rounds, round(self.loop.time(), 6)]
        told += [(each.code, each.version, each.request) for each in self.house.accepted]
        if self.discord is not None:
            told += [(sent.method, sent.path, sent.status, sent.text()) for sent in self.discord.world.sent]
        if self.telegram is not None:
            told += [(sent.method, repr(sent.fields), round(sent.time, 6)) for sent in self.telegram.world.record]
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:16]


async def _played(run: Run) -> Outcome:
    violations: list[str] = []
    async with AsyncExitStack() as stack:
        await run.open(stack)
        try:
            with suppress(KitError):  # a table that is lost is found below
                await run.play()
            for name, holds in INVARIANTS.items():
                try:
                    violations += [f"{name}: {each}" for each in await holds(run)]
                except KitError as problem:
                    violations.append(f"{name}: {problem}")
        finally:
            run.is_quiet = True
            for process in run.alive:
                process.kill()
            await asyncio.sleep(1.0)
        digest = run.digest()
    entries = await run.truth.work.entries(run.code)
    answers = sum(entry.kind == "answer" for entry in entries)
    what = f"{run.game} on {' and '.join(run.where)}"
    return Outcome(run.seed, violations, digest, answers, run.loop.time(), run.fate.told, what)


@cache
def _certificates(read: Callable[[], Any]) -> Any:
    """The same for all runs, since nobody looks at them here: to read them takes a tenth of a short run."""
    return read()


@contextmanager
def _in_memory(network: Network) -> Iterator[None]:
    """The clients of the platforms open no socket and start no thread."""

    async def connected(addr_infos: Any, **_: Any) -> Socket:
        return Socket(addr_infos[0][4][1], network.silent)

    before = aiohappyeyeballs.start_connection, discord.gateway.KeepAliveHandler.start
    certificates = vars(transports)[CERTIFICATES]
    setattr(transports, CERTIFICATES, lambda *_, **__: _certificates(certificates))
    aiohappyeyeballs.start_connection = connected  # type: ignore[assignment]
    discord.gateway.KeepAliveHandler.start = lambda self: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        aiohappyeyeballs.start_connection, discord.gateway.KeepAliveHandler.start = before  # type: ignore[method-assign]
        setattr(transports, CERTIFICATES, certificates)


def end_all(loop: VirtualLoop) -> None:
    """Tasks of those who were killed end here and now, not whenever their memory is wanted."""
    for _ in range(MOST_ENDS):
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if not left:
            return
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.1))


def forget_all() -> None:
    """Whoever was killed has left things behind that would keep the whole run in memory."""
    supervision._WATCHED.clear()
    vars(web_app)["_cached_build_middleware"].cache_clear()


def simulate(seed: int) -> Outcome:
    """One run, whole."""
    network = Network(Random(f"network {seed}"))
    loop, ears = VirtualLoop(network), Ears()
    logger = logging.getLogger("bot")
    before = logger.level, logger.propagate
    logger.addHandler(ears)
    logger.propagate = False
    try:
        with tempfile.TemporaryDirectory() as folder, virtual(loop, f"seed {seed}"), _in_memory(network):
            asyncio.set_event_loop(loop)
            run = Run(seed, loop, Path(folder), ears)
            try:
                outcome = loop.run_until_complete(_played(run))
                end_all(loop)
                return outcome
            except Stuck as stuck:
                return Outcome(seed, [f"nothing_waits_for_ever: {stuck}"], "stuck", 0, loop.time(), run.fate.told)
            except Exception as fault:
                return Outcome(seed, [f"the run itself broke: {fault!r}"], "broken", 0, loop.time(), run.fate.told)
    finally:
        logger.removeHandler(ears)
        logger.setLevel(before[0])
        logger.propagate = before[1]
        asyncio.set_event_loop(None)
        loop.close()
        network.close()
        forget_all()
