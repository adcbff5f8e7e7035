"""Discord's courier: messages are posted with a nonce, and what stands on one is read from the message itself."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.platforms.discord.errors import MessageGone, PrivateClosed, RoomClosed, RoomGone, understood
from bot.platforms.discord.markup import NAME, number_of
from bot.platforms.discord.posted_controls import PostedControls
from bot.platforms.discord.rendering import digest, editing, nonce, sending
from bot.table.model import Status, Table, platform_of
from bot.workers.courier import Drawing, Letter, Standing
from bot.workers.message_lifecycle import MENTION
from bot.workers.platform import NotNow

log = logging.getLogger(__name__)
RECEIPT = 1.0
"""Seconds in which a tap is answered."""
REMEMBERED = 2000
NOWHERE = (MessageGone, PrivateClosed, RoomClosed, RoomGone)
"""A private message cannot be put there: it is gone, or the person has shut the door."""
EARLIER_MENTION = "p"
"""Mentions that earlier releases have posted begin with this."""


@dataclass(frozen=True, slots=True)
class Name:
    """Message reference: channel, message, and what it was posted for."""

    channel: int
    message: int
    what: str = ""

    @classmethod
    def parse(cls, text: str) -> Name | None:
        parts = text.split("/")
        if len(parts) != 3:
            return None
        what = parts[2]
        if what.startswith(EARLIER_MENTION):
            what = MENTION + what.removeprefix(EARLIER_MENTION)
        return cls(int(parts[0]), int(parts[1]), what)

    def __str__(self) -> str:
        return f"{self.channel}/{self.message}/{self.what}"

    @property
    def posted(self) -> float:
        return discord.utils.snowflake_time(self.message).timestamp()

    def posted_for(self, what: str) -> Name:
        return replace(self, what=what)


class DiscordCourier:
    """Posts, edits and reads messages. Needs a login only; the connection for events may be another process's."""

    name = NAME
    closed_room = "no_permission"

    def __init__(self, client: discord.Client, composer: Composer, clock: Callable[[], float]) -> None:
        self.client = client
        self.composer = composer
        self._clock = clock
        self._drawn: OrderedDict[int, bytes] = OrderedDict()
        """What the newest messages look like, to spare edits that change nothing."""

    def parse(self, stored: str) -> Name | None:
        return Name.parse(stored)

    def room_of(self, table: Table) -> str:
        """The channel of a table that is on Discord: it may be shown in other places too."""
        return next((room for room in table.rooms if platform_of(room) == NAME), "")

    def is_at(self, ref: Name, address: str) -> bool:
        return ref.channel == number_of(address)

    async def is_buried(self, ref: Name, address: str) -> bool:
        """Whether it is not the newest message of its channel."""
        try:
            with understood():
                channel = await self.client.fetch_channel(ref.channel)
        except discord.InvalidData:
            return False
        return getattr(channel, "last_message_id", ref.message) != ref.message

    async def composer_for(self, brief: Brief) -> Composer:
        """Discord itself writes times in each reader's zone."""
        return self.composer

    # --- messages ---

    async def post(self, letter: Letter) -> Name:
        """Discord posts once what comes twice with the same nonce."""
        if letter.is_room:
            return await self._send(number_of(letter.address), letter)
        try:
            with understood():
                private = await self.client.create_dm(discord.Object(number_of(letter.address)))
            return await self._send(private.id, letter)
        except NOWHERE as closed:
            raise PrivateClosed(str(closed)) from closed

    async def _send(self, channel: int, letter: Letter) -> Name:
        try:
            with understood():
                place = self.client.get_partial_messageable(channel)
                message = await place.send(nonce=nonce(letter.once), silent=letter.silent, **sending(letter.post))
        except MessageGone as locked:
            raise RoomClosed(str(locked)) from locked
        self._remember(message.id, letter.post)
        return Name(channel, message.id, letter.what)

    async def edit(self, ref: Name, post: Post, is_room: bool) -> Name:
        if self._drawn.get(ref.message) == digest(post):
            return ref
        try:
            with understood():
                message = self.client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
                await message.edit(**editing(post))
        except (PrivateClosed, RoomClosed, RoomGone) as closed:
            if is_room:
                raise
            raise MessageGone(str(closed)) from closed
        self._remember(ref.message, post)
        return ref

    async def delete(self, ref: Name) -> None:
        try:
            with understood():
                await self.client.get_partial_messageable(ref.channel).get_partial_message(ref.message).delete()
        except NOWHERE:
            log.info("message %s is gone already", ref)

    def _remember(self, message: int, post: Post) -> None:
        self._drawn.pop(message, None)
        self._drawn[message] = digest(post)
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)

    # --- what stands on a panel ---

    async def standing(self, brief: Brief, posted: Name | None, fresh: Drawing) -> Standing[Name] | None:
        """Asked of Discord: taps may have gone to another process. The draft of a begun choice is not known here."""
        if posted is None or posted.what.startswith(MENTION):
            return None if posted is None else Standing(posted)
        try:
            with understood():
                place = self.client.get_partial_messageable(posted.channel)
                there = PostedControls.on(await place.fetch_message(posted.message))
        except NOWHERE:
            return None
        self._drawn.pop(posted.message, None)
        wanted = PostedControls.planned(await fresh())
        self._let_answer(brief, there, wanted)
        return Standing(posted, self._tells(brief, there, wanted), there.is_half_made(wanted))

    def _tells(self, brief: Brief, there: PostedControls, wanted: PostedControls) -> bool:
        """Whether the message puts the same questions already, or is the receipt of the move that was made there."""
        table = brief.look.table
        frozen = self.composer.say(brief.language, "frozen", n=table.moves)
        is_receipt = bool(there.commands) and table.status is Status.RUNNING and frozen not in there.text
        return there == wanted and (bool(there.asks) or is_receipt)

    def _let_answer(self, brief: Brief, there: PostedControls, wanted: PostedControls) -> None:
        """Whoever has just made the last move of a turn is about to get its receipt here."""
        look = brief.look
        is_own = brief.seat is not None and look.table.seats[brief.seat].acted == look.version
        if is_own and there.asks and not wanted.asks and self._clock() - look.table.touched < RECEIPT:
            raise NotNow("a tap is being answered there", RECEIPT)

    async def overtaken(self, brief: Brief, before: Standing[Name], ref: Name) -> Standing[Name] | None:
        """A tap answers by an edit of its own, which comes after ours: nothing is lost."""
        return None

    async def note(self, brief: Brief, before: Standing[Name], ref: Name, post: Post) -> None:
        """Nothing need be kept: the message can be read."""
