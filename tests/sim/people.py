"""People of a run: each looks at what the own client shows and taps there, twice, late, or in vain."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from aiohttp import ClientError, ClientSession, CookieJar

from bot.language.labels import describe
from bot.messages.picture_request import speaker_of
from bot.platforms.web.browser_sessions import COOKIE, user_of
from bot.table.change import Loaded
from bot.table.lobby import User as Account
from engines.kit import Pending, Value
from tests.bot.platforms.discord import hand
from tests.bot.platforms.telegram import taps
from tests.peers.discord_people import User
from tests.peers.discord_server import Server
from tests.peers.discord_world import APPLICATION_ID, Channel, Interaction, Json, Message, Person
from tests.peers.telegram_people import Hand
from tests.peers.telegram_server import BotApi
from tests.peers.telegram_world import Chat, Human
from tests.peers.telegram_world import Message as TelegramMessage

__all__ = ["APPLICATION_ID", "Guest", "OnDiscord", "OnTelegram", "OnThePage", "Shaken"]
PATIENCE = 20.0
"""Seconds after which somebody tries again."""
MISSING = 45.0
"""Seconds after which somebody who sees no question asks for it."""


@dataclass
class Shaken:
    """How what people do is mistreated on its way; all by the run's chance."""

    chance: Random
    dropped: float = 0.0
    doubled: float = 0.0
    late: float = 0.0

    async def way(self) -> int:
        """How often it arrives; after a while, where it is late."""
        if self.chance.random() < self.late:
            await asyncio.sleep(8.0 * self.chance.random())
        draw = self.chance.random()
        return 0 if draw < self.dropped else 2 if draw < self.dropped + self.doubled else 1


class Guest(Protocol):
    """Somebody who plays."""

    account: Account
    room: str

    async def answer(self, code: str, loaded: Loaded, pending: Pending, value: Value) -> None:
        """One tap or line towards this answer, by what the client shows. What does not come about is tried again."""


class _ShakyUser(User):
    """A Discord client on a bad line."""

    shaken: Shaken

    async def _act(
        self, channel: Channel, kind: int, data: Json, message: Message | None = None, settle: bool = True
    ) -> Interaction:
        world = self.server.world
        act = Interaction(world.new_id(), f"token {world.new_id()}", self.person, channel, kind, world.now(), message)
        world.interactions[act.id] = act
        payload = self._payload(act, data)
        for _ in range(await self.shaken.way()):
            await self.server.dispatch("INTERACTION_CREATE", payload, channel.guild)
        async with asyncio.timeout(PATIENCE):
            await act.acked.wait()
            if settle:
                await act.settled.wait()
        return act


@dataclass(eq=False)
class OnDiscord:
    """Somebody at a Discord client."""

    server: Server
    person: Person
    channel: Channel
    shaken: Shaken
    seen: dict[str, set[str]] = field(default_factory=dict)
    missed: float | None = None

    def __post_init__(self) -> None:
        self.account = Account(f"discord:{self.person.id}", self.person.name, "en")
        self.room = f"discord:{self.channel.id}"
        self.user = _ShakyUser(self.server, self.person)
        self.user.shaken = self.shaken
        self.fetched: list[Message] = []

    def panels(self, pending: Pending) -> list[Message]:
        """What the client shows that asks this, newest last."""
        shown = [*self.user.dms(), *(each for each in self.fetched if each in self.user.sees(each.channel))]
        return [each for each in shown if any(pending.ask_id in control.id for control in hand.controls(each))]

    async def answer(self, code: str, loaded: Loaded, pending: Pending, value: Value) -> None:
        now = asyncio.get_running_loop().time()
        panels = self.panels(pending)
        try:
            if panels:
                self.missed, seen = None, self.seen.setdefault(pending.ask_id, set())
                if await hand._step(self.user, panels[-1], pending, value, seen) is None:
                    seen.clear()
            elif self.missed is None:
                self.missed = now
            elif now - self.missed > MISSING:
                self.missed = now
                act = await self.user.slash(self.channel, "move", table=code)
                self.fetched.append(act.reply)
        except (AssertionError, TimeoutError):  # nothing such is offered (any more)
            self.seen.clear()


class _ShakyHand(Hand):
    """A phone on a bad line."""

    shaken: Shaken
    number = 0

    async def press(self, message: TelegramMessage, data: str) -> dict[str, Any]:
        self.number += 1
        query = f"{self.human.id}.{self.number}"
        self.api.queries[query] = (self.human.id, False)
        body = {"id": query, "from": self.human.user(), "message": self.api.world.message_json(message)}
        for _ in range(await self.shaken.way()):
            await self.api.push("callback_query", {**body, "chat_instance": str(message.chat), "data": data})
        await self.until(lambda: self.api.queries[query][1])
        return self.api.answers[query]

    async def until(self, holds: Any) -> Any:
        async with asyncio.timeout(PATIENCE), self.api.heard:
            return await self.api.heard.wait_for(holds)


@dataclass(eq=False)
class OnTelegram:
    """Somebody with a phone."""

    api: BotApi
    human: Human
    chat: Chat
    shaken: Shaken
    seen: dict[str, set[str]] = field(default_factory=dict)
    missed: float | None = None

    def __post_init__(self) -> None:
        self.account = Account(f"telegram:{self.human.id}", self.human.name, "en")
        self.room = f"telegram:{self.chat.id}"
        self.asked: list[float] = []
        """When this person asked for the question."""
        self.hand = _ShakyHand(self.api, self.human)
        self.hand.shaken = self.shaken

    def panels(self, pending: Pending) -> list[TelegramMessage]:
        return [each for each in self.hand.private.visible() if taps.asks(each, pending)]

    async def answer(self, code: str, loaded: Loaded, pending: Pending, value: Value) -> None:
        now = asyncio.get_running_loop().time()
        panels = self.panels(pending)
        try:
            if panels:
                self.missed = None
                await self._step(panels[-1], pending, value)
            elif self.missed is None:
                self.missed = now
            elif now - self.missed > MISSING:
                self.missed = now
                self.asked.append(now)
                await self.hand.write(f"/move #{code}")
        except (AssertionError, TimeoutError):
            self.seen.clear()

    async def _step(self, message: TelegramMessage, pending: Pending, value: Value) -> None:
        seen = self.seen.setdefault(pending.ask_id, set())
        data = taps._next(message, pending, value, seen)
        if data is None:
            seen.clear()
        elif data.startswith("m:"):
            await taps._write(self.hand, message, data, str(value))
            await taps._agree(self.hand, pending)
        else:
            edits = message.edits
            await self.hand.press(message, data)
            await self.hand.until(lambda: taps._changed(self.hand, message.id, edits))


@dataclass(eq=False)
class OnThePage:
    """Somebody at a browser without a script, who finds whichever process is up."""

    number: int
    ports: Any
    """Gives the ports at which pages are served now."""
    shaken: Shaken
    code: str = ""

    def __post_init__(self) -> None:
        self.key = f"{self.number:043d}"
        self.account = Account(user_of(self.key), f"Web{self.number}", "en")
        self.room = f"local:{self.account.ref.partition(':')[2]}"
        self.sent = 0
        self.pages: list[tuple[float, str]] = []
        """Everything that was served to this browser."""

    async def page(self, session: ClientSession, base: str, code: str) -> tuple[str, str, str]:
        """The page of the table: its text, the token of its forms, and the id of the question it shows."""
        async with session.get(f"{base}/t/{code}") as answer:
            text = await answer.text()
        self.pages.append((asyncio.get_running_loop().time(), text))
        token = re.search(r'name="token" value="([0-9a-f]+)"', text)
        asked = re.search(r'data-ask="([\w-]+)"', text)
        return text, token.group(1) if token else "", asked.group(1) if asked else ""

    def session(self) -> ClientSession:
        return ClientSession(cookie_jar=CookieJar(unsafe=True), cookies={COOKIE: self.key})

    async def answer(self, code: str, loaded: Loaded, pending: Pending, value: Value) -> None:
        ports = self.ports()
        if not ports:
            return
        base = f"http://127.0.0.1:{self.shaken.chance.choice(ports)}"
        try:
            async with asyncio.timeout(PATIENCE), self.session() as session:
                _, token, asked = await self.page(session, base, code)
                if asked != pending.ask_id:
                    return
                line = describe(pending, value, speaker_of(loaded.table, "en"))
                self.sent += 1
                body = {
                    "token": token,
                    "seat": str(pending.seat),
                    "text": line,
                    "request": f"{self.number}.{self.sent}",
                }
                for _ in range(await self.shaken.way()):
                    async with session.post(f"{base}/t/{code}/line", data=body, headers={"Origin": base}) as done:
                        self.pages.append((asyncio.get_running_loop().time(), await done.text(errors="replace")))
        except (TimeoutError, ClientError, OSError):
            return
