"""Bench `path`: what one tap, line or click costs on its way: round trips to the store, and runs of the rules.

Trips are counted where the store's link makes them, rules where the engine takes an answer; the figure of a platform is
the most that any of its taps or lines took. It wants the source checkout, whose tests bring both chats on loopback.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from statistics import median
from typing import Any

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD
from bot.choices.plan import join
from bot.cli.checkout import from_tests
from bot.cli.play import local_table
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Tap
from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.messages.composer import Composer
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.markup import DiscordMarkup
from bot.platforms.discord.request_budget import SHARES
from bot.platforms.telegram.buttons import Buttons
from bot.platforms.telegram.incoming import Incoming
from bot.platforms.telegram.sending import Attempt
from bot.platforms.web.guard import Guard
from bot.service.table_service import TableService
from bot.store import Store, keys
from bot.store.embedded import EmbeddedServer
from bot.store.trips import counted
from bot.store.yardstick import Yardstick
from bot.table.lobby import User
from bot.table.time_control import Pace
from config.languages import fallback
from config.settings import Settings
from engines import suggested
from engines.kit import Dice, Engine, Pending

GAME = suggested()
MOVES = 12
"""Taps of each kind that are counted."""
TIMED = 60
HOW = "Trips and rules: the most of any tap. ratio_p50: a tap against one bare GET and one bare script in the same run."


def measure() -> dict[str, Any]:
    """The figures."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, Any] = {}
        for name, counts in (("discord", _discord), ("telegram", _telegram), ("attend", _attend)):
            async with _store(Path(folder) / name) as (store, _):
                found[name] = await counts(store, Path(folder))
        found["page"] = await _page(Path(folder) / "page")
        async with _store(Path(folder) / "ratio") as (store, url):
            found["ratio_p50"] = await _ratio(store, url, Path(folder))
        return {name: found[name] for name in ("discord", "telegram", "page", "attend", "ratio_p50")}


@asynccontextmanager
async def _store(folder: Path) -> AsyncIterator[tuple[Store, str]]:
    server = EmbeddedServer(folder)
    await server.start()
    store = await Store.open(server.url)
    try:
        yield store, server.url
    finally:
        await store.close()
        await server.stop()


def _tests(module: str) -> Any:
    return from_tests(module, "bench path")


# --- counting ---


@dataclass
class Tally:
    """What every request of each kind took: trips, and runs of the rules."""

    kinds: dict[str, list[tuple[list[str], int]]] = field(default_factory=dict)

    def most(self, *kinds: str) -> dict[str, dict[str, int]]:
        return {
            kind: {"trips": max(len(trips) for trips, _ in took), "rules": max(rules for _, rules in took)}
            for kind in kinds
            if (took := self.kinds.get(kind))
        }

    @contextmanager
    def noting(self, kind: str) -> Iterator[None]:
        with counted() as trips, _submits() as rules:
            yield
        if any("EVALSHA" in trip for trip in trips) or kind in ("click", "attend"):
            self.kinds.setdefault(kind, []).append((trips, len(rules)))

    def on(self, owner: type, name: str, kind: Callable[..., str]) -> Any:
        """Note what every call of a method takes, from its beginning to its end."""
        method: Callable[..., Awaitable[Any]] = getattr(owner, name)

        @wraps(method)
        async def noted(*arguments: Any, **named: Any) -> Any:
            with self.noting(kind(*arguments)):
                return await method(*arguments, **named)

        return _replaced(owner, name, noted)


@contextmanager
def _replaced(owner: type, name: str, other: Any) -> Iterator[None]:
    """Another method in the place of one, while the block lasts; it calls the first."""
    before = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, before)


_RULES: list[list[None]] = []


@contextmanager
def _submits() -> Iterator[list[None]]:
    """Every run of the rules while the block lasts. One request is under way at a time."""
    found: list[None] = []
    _RULES.append(found)
    try:
        yield found
    finally:
        _RULES.remove(found)


def _counting_rules() -> Any:
    submit = Engine.submit

    def counting(self: Engine[Any], *arguments: Any) -> Any:
        for found in _RULES:
            found.append(None)
        return submit(self, *arguments)

    return _replaced(Engine, "submit", counting)


# --- the chats ---


async def _discord(store: Store, folder: Path) -> dict[str, Any]:
    tally, games, hand = Tally(), _tests("bot.platforms.discord.test_games"), _tests("bot.platforms.discord.hand")
    with ExitStack() as stack:
        stack.enter_context(_counting_rules())
        stack.enter_context(tally.on(Interactions, "tapped", lambda *_: "tap"))
        stack.enter_context(tally.on(Interactions, "chosen", lambda *_: "tap"))
        stack.enter_context(tally.on(SignoriaClient, "on_message", lambda *_: "line"))
        async with _tests("bot.platforms.discord.stage").stage(store, folder, "Lena", "Piet") as stage:
            code = await stage.open_table(GAME, *stage.users, pace="day")

            async def tap(user: Any, pending: Pending, value: Any) -> None:
                await hand.answer(user, await games.panel_of(stage, user, code, pending), pending, value)

            await stage.begun(code)
            await asyncio.sleep(SHARES[1])  # its start has used up the requests that a client has of its own
            tally.kinds.clear()
            await _play(stage, code, tap, lambda user, line: user.write(line))
    return tally.most("tap", "line")


async def _telegram(store: Store, folder: Path) -> dict[str, Any]:
    tally, games, taps = Tally(), _tests("bot.platforms.telegram.test_games"), _tests("bot.platforms.telegram.taps")
    with ExitStack() as stack:
        stack.enter_context(_counting_rules())
        stack.enter_context(tally.on(Buttons, "tapped", lambda *_: "tap"))
        stack.enter_context(tally.on(Incoming, "line", lambda *_: "line"))
        async with _tests("bot.platforms.telegram.stage").stage(store, folder, "Lena", "Piet") as stage:
            code = await stage.open_table(GAME, *stage.users)
            await stage.until_shown(code)

            async def tap(user: Any, pending: Pending, value: Any) -> None:
                panel = await games.panel_of(stage, user, code, pending)
                await _confirmed(stage, user.human.id)
                await taps.answer(user, panel, pending, value)

            tally.kinds.clear()
            await _play(stage, code, tap, lambda user, line: user.write(line))
            await stage.until_shown(code)
    return tally.most("tap", "line")


async def _play(stage: Any, code: str, tap: Callable[..., Any], write: Callable[..., Any]) -> None:
    """Taps and lines in turn, each until the table has moved and the workers are mostly at rest."""
    chance = Dice("bench")
    for number in range(2 * MOVES):
        loaded = await stage.loaded(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = stage.user_of(loaded, pending.seat)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        if number % 2:
            await write(user, describe(pending, value, stage.platform.composer.speaker(loaded.table, fallback())))
        else:
            await tap(user, pending, value)
        await _until(stage.loaded, code, loaded.version)
        await asyncio.sleep(0.3)


async def _confirmed(stage: Any, chat: int) -> None:
    """Wait until it is noted that the last message to somebody is there: a tap on it before that takes a trip more."""
    async with asyncio.timeout(30):
        while Attempt.read((await stage.store.together(stage.platform.sending.kept(chat)))[0]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def _until(load: Callable[[str], Awaitable[Any]], code: str, version: int) -> None:
    async with asyncio.timeout(30):
        while (await load(code)).version <= version:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


# --- the page ---


async def _page(folder: Path) -> dict[str, Any]:
    tally = Tally()

    def kind(guard: Any, request: Any, *_: Any) -> str:
        if request.method == "GET":
            return "click" if re.fullmatch(r"/t/\w+", request.path) else "other"
        return str(request.path.rpartition("/")[2])

    with ExitStack() as stack:
        stack.enter_context(_counting_rules())
        stack.enter_context(tally.on(Guard, "_answer", kind))
        async with local_table(Settings(folder=folder, port=0, redis_url=None), pause=0.0, posts=10_000) as table:
            visitor = _tests("bot.platforms.web.visitor").Visitor(table.site.base)
            try:
                await _click(visitor, table, tally)
            finally:
                await visitor.session.close()
    found = tally.most("answer", "line", "click")
    return {"tap": found["answer"], "line": found["line"], "click": found["click"]}


async def _click(visitor: Any, table: Any, tally: Tally) -> None:
    """Two people at one device, so that no computer moves in between."""
    service = table.site.service
    await visitor.get("/")
    await visitor.post("/new", game=GAME)
    code = visitor.url.split("/t/")[1][:6]
    await visitor.get(f"/t/{code}")
    await visitor.post(f"/t/{code}/hotseat", name="Piet")
    await visitor.post(f"/t/{code}/start")
    chance = Dice("bench")
    tally.kinds.clear()
    for number in range(2 * MOVES):
        loaded = await service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        seat = pending.seat
        await visitor.get(f"/t/{code}?seat={seat}")
        value = loaded.engine.policy(loaded.state, seat, pending.step, pending.ask, chance.below)
        if number % 2 == 0 and not isinstance(value, dict):
            plan = join([(pending.ask_id, partial_choice.write(pending.ask, value))])
            await visitor.get(f"/t/{code}?seat={seat}&plan={plan}")
            await visitor.post(f"/t/{code}/answer", seat=seat, plan=plan)
        else:
            line = describe(pending, value, Speaker(fallback(), GAME, tuple(loaded.table.names)))
            await visitor.post(f"/t/{code}/line", seat=seat, text=line)
        await asyncio.sleep(0.1)


# --- the workers, and how long a tap takes ---


async def _attend(store: Store, folder: Path) -> dict[str, int]:
    """One worker's round after a move at a table of two people and a room: from its claim to its rest."""
    service, code, users = await _table(store, folder)
    crew, tally, chance = _tests("bot.crew").crew(service), Tally(), Dice("bench")
    await crew.workers.step()
    for _ in range(MOVES):
        loaded = await service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        await service.moves.answer(f"attend:{loaded.version}", code, users[pending.seat], [(pending.ask_id, value)])
        now = service.work.clock()
        with tally.noting("attend"):
            codes = await store.claim(keys.partition_of(code), crew.worker.worker, now, now + 60 + loaded.version / 1e3)
            await crew.worker.attend(codes[0])
    return {"trips": tally.most("attend")["attend"]["trips"]}


async def _table(store: Store, folder: Path) -> tuple[TableService, str, list[str]]:
    service = TableService(store, folder, seeds=lambda: "bench")
    lena, piet = User("discord:1", "Lena", fallback()), User("discord:2", "Piet", fallback())
    done = await service.lobby.create("new", GAME, lena, "discord:9", pace=Pace.DAY, seats=2)
    code = done.table.code
    await service.lobby.join("join", code, piet)
    await service.lobby.start("start", code, lena.ref)
    loaded = await service.work.load(code)
    return service, code, [seat.user for seat in loaded.table.seats]


async def _ratio(store: Store, url: str, folder: Path) -> float:
    """A tap on a panel of Discord, its picture at hand, against a bare read and a bare write of a state's size."""
    service, code, users = await _table(store, folder)
    conversation, chance, took = _conversation(service), Dice("bench"), list[float]()
    yardstick = Yardstick(url)
    size = len((await store.load(code)).state)  # type: ignore[union-attr]
    await yardstick.prepare(size)
    bare = list[float]()
    for number in range(TIMED):
        loaded = await service.work.load(code)
        asked = [each for each in loaded.engine.pending(loaded.state) if each.owed] if loaded.state else []
        if not asked:
            break
        pending = asked[0]
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        began = time.perf_counter()
        await _tap(conversation, users[pending.seat], number, code, pending, value)
        took.append(time.perf_counter() - began)
        began = time.perf_counter()
        await yardstick.get()
        await yardstick.script(b"x" * size)
        bare.append(time.perf_counter() - began)
    await yardstick.close()
    return round(median(took) / median(bare), 1)


def _conversation(service: TableService) -> Conversation:
    studio = _tests("bot.platforms.discord.stage").Frugal("bench")
    return Conversation(Context(service, Composer(DISCORD, DiscordMarkup(), studio)))


async def _tap(conversation: Conversation, user: str, number: int, code: str, pending: Pending, value: Any) -> None:
    caller = Caller(User(user, "Somebody", fallback()), "discord:9", f"tap:{number}")
    draft = partial_choice.write(pending.ask, value, "!")
    await conversation.handle(Tap(caller, [str(ControlId.ask(code, pending.ask_id, str(draft)))]))
