"""Telegram as a place to show tables: the board as a photo in the room, a panel in each player's private chat."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from telegram import Bot

from bot.documents import Table
from bot.people import Person
from bot.platforms.base import Brief, PlatformTrouble, platform_of
from bot.platforms.telegram.dress import NAME, TelegramDress, number_of, room_of, topic_of
from bot.platforms.telegram.messages import Messages
from bot.platforms.telegram.names import Name
from bot.platforms.telegram.pacing import Pacing
from bot.platforms.telegram.panels import Panels
from bot.platforms.telegram.private import Private, group_of
from bot.platforms.telegram.scroll import Scroll
from bot.platforms.telegram.trouble import REFUSED, MessageGone, Moved, PrivateClosed, RoomClosed
from bot.posts import Post
from bot.scribe import Scribe
from bot.store import Store

log = logging.getLogger(__name__)
OLD = 6 * 3600.0
FAR = 8
"""A board has scrolled away when so many messages stand below it."""
REPOST_EVERY = 600.0
CLOSED = "closed"
"""Instead of a message's name: the bot may not write in this room. Told once."""


class TelegramPlatform:
    """Shows briefs; needs nothing but the bot's token."""

    name = NAME

    def __init__(
        self,
        bot: Bot,
        scribe: Scribe,
        people: Callable[[str], Awaitable[Person]],
        moved: Callable[[str, str], Awaitable[None]],
        store: Store,
        clock: Callable[[], float],
    ) -> None:
        self.bot = bot
        self.scribe = scribe
        self.pacing = Pacing(clock)
        self.panels = Panels(store, clock)
        self.scroll = Scroll(store)
        self.messages = Messages(bot, self.pacing, self.scroll, clock)
        self.private = Private(self.messages, scribe, self.panels, people, clock)
        self._people = people
        self._moved = moved
        self._clock = clock

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post or edit; a group that became a supergroup is followed, a closed room told to the host once."""
        try:
            if brief.seat is not None:
                return await self.private.show(brief, Name.parse(before or ""))
            return str(await self._show_board(brief, Name.parse(before or "")))
        except Moved as moved:
            await self.follow(brief.address if brief.seat is None else group_of(brief.look.table), moved.chat)
            raise PlatformTrouble("the group has another id now", 1.0) from moved
        except RoomClosed as closed:
            if before != CLOSED:
                await self._tell(brief.look.table, "room_closed", [brief.look.table.host])
            raise PlatformTrouble(str(closed), REFUSED, keep=CLOSED) from closed

    async def follow(self, room: str, chat: int) -> None:
        """The room has a new id: its tables go along."""
        await self._moved(room, room_of(chat, topic_of(room)))

    async def withdraw(self, address: str, message: str) -> None:
        """Delete a message that nobody needs any more."""
        if name := Name.parse(message):
            await self.messages.delete(name)

    # --- the room ---

    async def _show_board(self, brief: Brief, before: Name | None) -> Name:
        host = await self._people(brief.look.table.host)
        scribe = replace(self.scribe, dress=TelegramDress(host.zone_info, is_room=True))
        post = await scribe.board(brief.look, brief.lines, brief.deadlines)
        owed = ".".join(map(str, brief.look.owed))
        is_here = before is not None and before.chat == number_of(brief.address)
        if before is not None and is_here and not await self._is_away(brief.address, before, owed):
            try:
                edited = await self.messages.edit(before, post, is_room=True)
                return replace(edited, what=owed)
            except MessageGone:
                before = None
        new = await self.messages.post(brief.address, post, owed, is_room=True)
        if before is not None:
            await self.messages.delete(before)
        return new

    async def _is_away(self, room: str, name: Name, owed: str) -> bool:
        """Scrolled away, by its age or by what was written since; posted anew only when somebody else is to move."""
        age = self._clock() - name.posted
        if name.what == owed or age < REPOST_EVERY:
            return False
        return age > OLD or (name.place > 0 and await self.scroll.last(room) - name.place >= FAR)

    async def _tell(self, table: Table, key: str, users: list[str]) -> None:
        """A sentence to some people in private; whoever cannot be reached is left out."""
        for user in users:
            if platform_of(user) != NAME:
                continue
            seat = table.seat_of(user)
            language = table.language if seat is None else table.seats[seat].language
            try:
                await self.messages.post(
                    user, Post(self.scribe.say(language, key, **self.scribe.titled(table, language))), ""
                )
            except (PrivateClosed, RoomClosed):
                log.info("%s takes no private messages", user)
