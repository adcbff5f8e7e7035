"""Discord as a place to show tables: the board message in the room, a panel in each player's private messages."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import discord

from bot.commands.playing import CLOSED as CLOSED_HINT
from bot.documents import Status, Table
from bot.people import Person, Where
from bot.platforms.base import Brief, NotNow, PlatformTrouble, platform_of
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.draw import digest, editing, nonce, sending
from bot.platforms.discord.dress import NAME, number_of
from bot.platforms.discord.standing import Standing
from bot.platforms.discord.trouble import (
    REFUSED,
    MessageGone,
    PrivateClosed,
    RoomClosed,
    RoomGone,
    understood,
)
from bot.posts import Post
from bot.scribe import QUIET, Scribe

log = logging.getLogger(__name__)
People = Callable[[str], Awaitable[Person]]
"""What a user has chosen."""
OLD = 6 * 3600.0
REPOST_EVERY = 600.0
RECEIPT = 1.0
"""Seconds in which a tap is answered."""
REMEMBERED = 2000
NOWHERE = (MessageGone, PrivateClosed, RoomClosed, RoomGone)
"""A private message cannot be put there: it is gone, or the person has shut the door."""
GONE, CLOSED = "gone", "closed"
"""Instead of a message's name: the room is gone; the bot may not write there. Told once."""


@dataclass(frozen=True, slots=True)
class Name:
    """A message's name as the store keeps it: channel, message, and what it was posted for."""

    channel: int
    message: int
    what: str = ""

    @classmethod
    def parse(cls, text: str) -> Name | None:
        parts = text.split("/")
        return cls(int(parts[0]), int(parts[1]), parts[2]) if len(parts) == 3 else None

    def __str__(self) -> str:
        return f"{self.channel}/{self.message}/{self.what}"

    def age(self, now: float) -> float:
        return now - discord.utils.snowflake_time(self.message).timestamp()


class DiscordPlatform:
    """Shows briefs. Needs a login only; the connection for events may be another process's."""

    name = NAME

    def __init__(self, client: SignoriaClient, scribe: Scribe, people: People, clock: Callable[[], float]) -> None:
        self.client = client
        self.scribe = scribe
        self._people = people
        self._clock = clock
        self._drawn: OrderedDict[int, bytes] = OrderedDict()
        """What the newest messages look like, to spare edits that change nothing."""

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post or edit; what a channel refuses is told to people once."""
        if brief.seat is not None:
            return await self._show_panel(brief, before)
        if before == GONE:
            return GONE
        try:
            return str(await self._show_board(brief, Name.parse(before or "")))
        except RoomGone:
            await self._tell_seats(brief.look.table, "room_gone", brief.look.table.users)
            return GONE
        except RoomClosed as closed:
            if before != CLOSED:
                await self._tell_seats(brief.look.table, "no_permission", [brief.look.table.host])
            raise PlatformTrouble(str(closed), REFUSED, CLOSED) from closed

    async def withdraw(self, address: str, message: str) -> None:
        """Delete a message that nobody needs any more."""
        if name := Name.parse(message):
            await self._delete(name)

    # --- the room ---

    async def _show_board(self, brief: Brief, before: Name | None) -> Name:
        post = await self.scribe.board(brief.look, brief.lines, brief.deadlines)
        room = number_of(brief.address)
        owed = ".".join(map(str, brief.look.owed))
        if before is not None and before.channel == room:
            is_same_turn = before.what == owed
            if is_same_turn or not await self._has_scrolled_away(before):
                try:
                    await self._edit(before, post)
                    return replace(before, what=owed)
                except MessageGone:
                    before = None
        new = Name(room, await self._post(room, post, nonce(brief.surface, brief.mark)), owed)
        if before is not None and before.message != new.message:
            await self._delete(before)
        return new

    async def _has_scrolled_away(self, name: Name) -> bool:
        """Old, or not the newest message of its channel; but a new one comes every ten minutes at most."""
        age = name.age(self._clock())
        if age < REPOST_EVERY:
            return False
        if age > OLD:
            return True
        try:
            with understood():
                channel = await self.client.fetch_channel(name.channel)
        except discord.InvalidData:
            return False
        return getattr(channel, "last_message_id", name.message) != name.message

    # --- the panel ---

    async def _show_panel(self, brief: Brief, before: str | None) -> str | None:
        """A new message alerts; further steps and the receipt are edits of it.

        A half-made choice is left alone, an alert comes beside it; so is what a tap has drawn, if it still holds.
        """
        old = Name.parse(before or "")
        stage = self.scribe.occasion(brief)
        post = await self.scribe.panel_for(brief)
        is_ping = old is not None and old.what.startswith("p")
        is_begun = False
        if old is not None and not is_ping:
            try:
                there, fresh = await self._standing(old), Standing.planned(post)
                is_begun = there.is_half_made(fresh)
                is_beside = is_begun and self.scribe.vote_asked(brief.look, brief.language) is not None
                if stage in (QUIET, old.what) and not is_beside:
                    if not is_begun and not self._tells(brief, there, fresh):
                        self._let_answer(brief, there, fresh)
                        self._drawn.pop(old.message, None)
                        await self._edit(old, post)
                    return str(replace(old, what=stage))
            except NOWHERE:
                old = None
        if stage == QUIET:
            if old is not None:
                await self._delete(old)
            return None
        if is_ping and old is not None and old.what == f"p{stage}":
            return before
        new = await self._alert(brief, post, stage)
        if old is not None and not is_begun:
            await self._delete(old)
        return str(new)

    def _tells(self, brief: Brief, there: Standing, fresh: Standing) -> bool:
        """Whether the message puts the same questions already, or is the receipt of the move that was made there."""
        table = brief.look.table
        frozen = self.scribe.say(brief.language, "frozen", n=table.moves)
        is_receipt = bool(there.commands) and table.status is Status.RUNNING and frozen not in there.text
        return there == fresh and (bool(there.asks) or is_receipt)

    def _let_answer(self, brief: Brief, there: Standing, fresh: Standing) -> None:
        """Whoever has just made the last move of a turn is about to get its receipt here."""
        look = brief.look
        is_own = brief.seat is not None and look.table.seats[brief.seat].acted == look.version
        if is_own and there.asks and not fresh.asks and self._clock() - look.table.touched < RECEIPT:
            raise NotNow("a tap is being answered there", RECEIPT)

    async def _standing(self, name: Name) -> Standing:
        """What the message shows now, asked of Discord: taps may have gone to another process."""
        with understood():
            place = self.client.get_partial_messageable(name.channel)
            return Standing.on(await place.fetch_message(name.message))

    async def _alert(self, brief: Brief, post: Post, stage: str) -> Name:
        """By private message; where those are closed or not wished for, by a mention in the room."""
        in_room = bool(room_of(brief.look.table))
        if in_room and (await self._people(brief.address)).where is Where.ROOM:
            return await self._ping(brief, stage, is_closed=False)
        try:
            with understood():
                private = await self.client.create_dm(discord.Object(number_of(brief.address)))
            message = await self._post(private.id, post, nonce(brief.surface, brief.mark), brief.silent)
        except NOWHERE as closed:
            if not in_room:
                raise PlatformTrouble("private messages are closed and the room is elsewhere", None) from closed
            return await self._ping(brief, stage, is_closed=True)
        return Name(private.id, message, stage)

    async def _ping(self, brief: Brief, stage: str, is_closed: bool) -> Name:
        """A mention in the room that leads to the panel; it goes with the move."""
        table, room = brief.look.table, number_of(room_of(brief.look.table))
        try:
            message = await self._post(room, self._mention(brief, is_closed), nonce(brief.surface, f"p{brief.mark}"))
        except (RoomGone, RoomClosed) as closed:
            raise PlatformTrouble(f"{table.code}: {closed}", REFUSED) from closed
        return Name(room, message, f"p{stage}")

    def _mention(self, brief: Brief, is_closed: bool) -> Post:
        table, language = brief.look.table, brief.look.table.language
        assert brief.seat is not None
        who = self.scribe.dress.mention(brief.address, table.names[brief.seat])
        key = self.scribe.called(brief, is_closed)
        text = self.scribe.say(language, key, names=who, **self.scribe.titled(table, language))
        button = self.scribe.button(language, "my_move", "move", table.code, CLOSED_HINT if is_closed else "")
        return Post(text, ((button,),), mentions=(brief.address,))

    # --- messages ---

    async def _post(self, channel: int, post: Post, once: str, silent: bool = False) -> int:
        try:
            with understood():
                place = self.client.get_partial_messageable(channel)
                message = await place.send(nonce=once, silent=silent, **sending(post))
        except MessageGone as locked:
            raise RoomClosed(str(locked)) from locked
        self._note(message.id, post)
        return message.id

    async def _edit(self, name: Name, post: Post) -> None:
        if self._drawn.get(name.message) == digest(post):
            return
        with understood():
            message = self.client.get_partial_messageable(name.channel).get_partial_message(name.message)
            await message.edit(**editing(post))
        self._note(name.message, post)

    async def _delete(self, name: Name) -> None:
        try:
            with understood():
                await self.client.get_partial_messageable(name.channel).get_partial_message(name.message).delete()
        except NOWHERE:
            log.info("message %s is gone already", name)

    def _note(self, message: int, post: Post) -> None:
        self._drawn.pop(message, None)
        self._drawn[message] = digest(post)
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)

    async def _tell_seats(self, table: Table, key: str, users: list[str]) -> None:
        """A sentence to some people in private; whoever takes no messages is left out."""
        for user in users:
            if platform_of(user) != NAME:
                continue
            seat = table.seat_of(user)
            language = table.language if seat is None else table.seats[seat].language
            post = Post(self.scribe.say(language, key, **self.scribe.titled(table, language)))
            try:
                with understood():
                    private = await self.client.create_dm(discord.Object(number_of(user)))
                await self._post(private.id, post, nonce(f"{table.code}:{key}", user))
            except NOWHERE:
                log.info("%s takes no private messages", user)


def room_of(table: Table) -> str:
    """The room of a table that is on Discord, if it has one: it may be shown in other places too."""
    return next((room for room in table.rooms if platform_of(room) == NAME), "")
