"""What everybody is sent from a position on, and when: the real program on the peers, in virtual time, without faults.

The network and the storage take the same time for everything, so every moment in a transcript is one that the program
has chosen. A viewer sees the own private chat, the rooms, the own page and pushes whole; of others only that, when and
where a phone rang.
"""

from __future__ import annotations

import asyncio
import copy
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from aiohttp import ClientSession, WSMsgType

from bot.ops.cancellation import end
from bot.platforms.web.push_worker import DEVICE, PushWorker
from bot.store.keys import GameKeys
from bot.store.keys import user as user_key
from bot.table.change import Loaded
from engines.kit import Pending, Value
from render import Picture
from tests.peers.discord_server import Server
from tests.peers.discord_world import TEXT, Channel, Person, World
from tests.peers.telegram_server import BotApi
from tests.sim.loop import EPOCH, VirtualLoop, virtual
from tests.sim.network import Network
from tests.sim.people import Guest, OnDiscord, OnTelegram, OnThePage, Shaken
from tests.sim.process import House, Process
from tests.sim.run import _in_memory, end_all, forget_all
from tests.sim.sights import SILENT, Timed
from tests.sim.store import Storage

DISCORD_ROOM, TELEGRAM_ROOM = 77, -2001
FRESH = re.compile(r"nonce-[\w-]+|nonce=\"[^\"]+\"|name=\"request\" value=\"[^\"]+\"")
"""Parts of a page that are new each time."""
BEFORE, AFTER = 20.0, 20.0
"""Virtual seconds until the answer is given, and after it."""
_NUMBERS = re.compile(r"\d{17,20}|(?<=\"message_id\": )\d+")
"""The names of messages."""
_CHANNEL = re.compile(r"/channels/(\d+)")
DEVICE_OF_ALL = b'["https://push.example.org/x", "key", "auth"]'


class _Even(Random):
    """No chance at all: whatever is on its way takes as long as everything else."""

    def random(self) -> float:
        return 1.0


@dataclass(frozen=True)
class Line:
    """One thing that was sent."""

    time: float
    to: str
    how: str
    said: str
    rings: bool = False


@dataclass(frozen=True)
class Scene:
    """A position of a game, and the answer that is given there."""

    keys: dict[str, Any]
    """Everything that the storage holds."""
    loaded: Loaded
    viewer: int
    move: tuple[Pending, Value]


def record(scene: Scene, state: Any, folder: Path, drawn: dict[bytes, Picture]) -> list[Line]:
    """What the viewer can notice if the position were this one; in order."""
    network = Network(_Even(), slowest=0.01)
    loop = VirtualLoop(network)
    try:
        with virtual(loop, "transcript"), _in_memory(network):
            asyncio.set_event_loop(loop)
            noticed = loop.run_until_complete(_Recorder(scene, loop, folder, drawn).run(state))
            end_all(loop)
            return noticed
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        network.close()
        forget_all()


class _Recorder:
    """One evening at one table."""

    def __init__(self, scene: Scene, loop: VirtualLoop, folder: Path, drawn: dict[bytes, Picture]) -> None:
        self.scene, self.loop, self.folder, self.drawn = scene, loop, folder, drawn
        self.code = scene.loaded.table.code
        self.lines: list[Line] = []
        """Of pages and pushes; what the chats were sent is on record there."""

    async def run(self, state: Any) -> list[Line]:
        async with AsyncExitStack() as stack:
            self.discord = Server(World(sent=Timed(self.loop.time)))
            await stack.enter_async_context(self.discord.serve())
            self.telegram = await stack.enter_async_context(BotApi(lambda: EPOCH + self.loop.time()))
            self.telegram.limits_floods = False
            guests = self._seated()
            house = House(
                self.loop, Random(0), self._storage(state), self.folder, self.discord, self.telegram, True, self.drawn
            )
            process = Process(house, "build 1")
            process.start()
            await process.ready()
            if house.trouble:
                raise RuntimeError(house.trouble[0])
            stack.push_async_callback(asyncio.sleep, 1.0)
            stack.callback(process.kill)
            stack.enter_context(patch.object(PushWorker, "_send", self._pushed()))
            pushes = PushWorker(process.service, "https://games.example.org")
            process.service.work.listeners.append(pushes.heard)
            pushes.heard(self.code)
            watching = [asyncio.create_task(pushes.run())]
            watching += [asyncio.create_task(self._watch(guest)) for guest in guests if isinstance(guest, OnThePage)]
            stack.push_async_callback(end, watching)
            await asyncio.sleep(BEFORE - self.loop.time())
            await self._answer(process, guests)
            await asyncio.sleep(BEFORE + AFTER - self.loop.time())
            return [*self._noticed(guests)]

    def _storage(self, state: Any) -> Storage:
        """The position as it is stored, with these secrets in it."""
        storage, engine = Storage(_Even(), slowest=0.001), self.scene.loaded.engine
        for server in (storage.master, storage.replica):
            server.keys._values.update(copy.deepcopy(self.scene.keys))
            server.keys.call("HSET", GameKeys.of(self.code).game, "state", engine.dump(state))
            for user in self.scene.loaded.table.users:
                server.keys.call("HSET", user_key(user), f"{DEVICE}x", DEVICE_OF_ALL)
        return storage

    def _seated(self) -> list[Guest]:
        """Everybody at the client at which the game was begun."""
        guests: list[Guest] = []
        guild = self.discord.world.guild("Friends")
        room = Channel(DISCORD_ROOM, TEXT, "games", guild)
        guild.channels.append(room)
        self.discord.world.channels[room.id] = room
        group = self.telegram.world.group("Family")
        assert group.id == TELEGRAM_ROOM
        calm = Shaken(Random(0))
        browsers = [OnThePage(number, self._ports, calm) for number in range(len(self.scene.loaded.table.seats))]
        for seat in sorted(self.scene.loaded.table.seats, key=lambda each: each.user):
            platform, _, name = seat.user.partition(":")
            if platform == "discord":
                person = Person(int(name), seat.name)
                self.discord.world.people[person.id] = guild.members[person.id] = person
                guests.append(OnDiscord(self.discord, person, room, calm))
            elif platform == "telegram":
                human = self.telegram.world.person(seat.name, started=True)
                assert human.id == int(name)
                group.members.add(human.id)
                guests.append(OnTelegram(self.telegram, human, group, calm))
            else:
                guests.append(next(each for each in browsers if each.account.ref == seat.user))
        return guests

    def _ports(self) -> list[int]:
        return [port for port, each in sorted(self.loop.network.listeners.items()) if each.process.startswith("build")]

    # --- what happens ---

    async def _answer(self, process: Process, guests: list[Guest]) -> None:
        """By the viewer's own thumb; of others only that it was given, since how often they tap is theirs to know."""
        (pending, value), loaded = self.scene.move, self.scene.loaded
        user = loaded.table.seats[pending.seat].user
        if pending.seat != self.scene.viewer:
            await process.service.moves.answer("the same", self.code, user, [(pending.ask_id, value)])
            return
        guest = next(each for each in guests if each.account.ref == user)
        async with asyncio.timeout(AFTER):
            while (await process.service.work.load(self.code)).version == loaded.version:
                await guest.answer(self.code, loaded, pending, value)
                await asyncio.sleep(0.5)

    async def _watch(self, guest: OnThePage) -> None:
        """What the page's script does: listen, and fetch what has changed."""
        base = f"http://127.0.0.1:{self._ports()[0]}"
        async with guest.session() as session:
            text, _, _ = await guest.page(session, base, self.code)
            named = dict(re.findall(r'data-(refresh|rev)="([^"]*)"', text))
            at = named["refresh"].replace("&amp;", "&")
            self._note(guest.account.ref, "opens the page", text)
            asked = {"at": at, "rev": named["rev"]}
            async with session.ws_connect(f"{base}/events", params=asked, headers={"Origin": base}) as socket:
                async for message in socket:
                    if message.type is WSMsgType.TEXT:
                        self._note(guest.account.ref, "hears of news", message.data)
                        async with session.get(base + at) as answer:
                            self._note(guest.account.ref, "fetches them", await answer.text())

    def _note(self, to: str, how: str, said: str, rings: bool = False) -> None:
        said = re.sub(r"http://127\.0\.0\.1:\d+", "", FRESH.sub("", said))
        self.lines.append(Line(self.loop.time(), to, how, said, rings))

    def _pushed(self) -> Any:
        recorder = self

        async def send(self: Any, session: ClientSession, user: str, devices: Any, message: dict[str, str]) -> None:
            recorder._note(user, "a push", json.dumps(message), rings=bool(message["title"]))

        return send

    # --- what came of it ---

    def _noticed(self, guests: list[Guest]) -> Iterator[Line]:
        """In order of time. Of what is not the viewer's: that somebody's phone rang."""
        viewer = self.scene.loaded.table.seats[self.scene.viewer].user
        mine = {viewer, f"discord:{DISCORD_ROOM}", f"telegram:{TELEGRAM_ROOM}"}
        pages = [
            Line(time, guest.account.ref, "a page", FRESH.sub("", text))
            for guest in guests
            if isinstance(guest, OnThePage)
            for time, text in guest.pages
        ]
        names: dict[str, str] = {}
        everything = [*self._on_discord(), *self._on_telegram(), *self.lines, *pages]
        for line in sorted(everything, key=lambda each: round(each.time, 3)):
            time = round(line.time, 3)
            if line.to in mine:
                how, said = [_numbered(each, names) for each in (line.how, line.said)]
                yield Line(time, line.to, how, said, line.rings)
            elif line.rings:
                yield Line(time, line.to, "rings", "", True)

    def _on_discord(self) -> Iterator[Line]:
        world = self.discord.world
        assert isinstance(world.sent, Timed)
        private = {each.id: f"discord:{each.person.id}" for each in world.channels.values() if each.person is not None}
        for sent, time in zip(world.sent, world.sent.times, strict=True):
            named = _CHANNEL.search(sent.path)
            channel = int(named.group(1)) if named else 0
            (reader,) = sent.audience if len(sent.audience) == 1 else (0,)
            to = private.get(channel) or (f"discord:{channel}" if channel else f"discord:{reader}")
            is_post = sent.method == "POST" and sent.path.endswith("/messages")
            rings = is_post and channel in private and not (sent.payload.get("flags") or 0) & SILENT
            pictures = " ".join(raw.hex() for raw in sent.files.values())
            yield Line(time, to, f"{sent.method} {sent.path} {sent.status}", f"{sent.text()} {pictures}", rings)

    def _on_telegram(self) -> Iterator[Line]:
        for sent in self.telegram.world.record:
            asked = self.telegram.queries.get(str(sent.fields.get("callback_query_id")), (0, False))
            chat = sent.fields.get("chat_id") or asked[0]
            rings = sent.method in ("sendPhoto", "sendMessage") and not sent.fields.get("disable_notification")
            said = json.dumps(sent.fields, default=lambda raw: raw.hex(), sort_keys=True)
            is_private = int(chat) > 0
            yield Line(sent.time - EPOCH, f"telegram:{chat}", f"{sent.method} {sent.code}", said, rings and is_private)


def _numbered(text: str, names: dict[str, str]) -> str:
    """A chat counts the messages of all people: a number is as good as the order in which the viewer met it."""
    return _NUMBERS.sub(lambda found: names.setdefault(found.group(), f"#{len(names)}"), text)


def differs(mine: list[Line], theirs: list[Line]) -> str:
    """In what two transcripts differ first; empty: in nothing."""
    for number in range(max(len(mine), len(theirs))):
        one = mine[number] if number < len(mine) else None
        other = theirs[number] if number < len(theirs) else None
        if one == other:
            continue
        if one is None or other is None:
            return f"whether something is sent at all: {(one or other)!r}"[:400]
        if (one.to, one.how, one.rings) != (other.to, other.how, other.rings):
            return f"who is told what first: {one.to} {one.how} at {one.time} / {other.to} {other.how} at {other.time}"
        if one.time != other.time:
            return f"when {one.to} is told ({one.how}): {one.time} / {other.time}"
        at = next((n for n, (a, b) in enumerate(zip(one.said, other.said, strict=False)) if a != b), 0)
        parts = [each.said[max(0, at - 60) : at + 60] for each in (one, other)]
        return f"what {one.to} is told ({one.how}): …{parts[0]!r} / …{parts[1]!r}"
    return ""
