"""Discord's courier: messages are posted with a nonce; what stands on a panel is noted in the store."""

from __future__ import annotations

import logging

import discord

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.platforms.discord.errors import Limited, MessageGone, PrivateClosed, RoomClosed, RoomGone, understood
from bot.platforms.discord.markup import NAME, number_of
from bot.platforms.discord.message_ref import Name, name_of
from bot.platforms.discord.rendering import edited, editing, look_of, nonce, ringing, sending
from bot.platforms.discord.request_budget import RequestBudget
from bot.table.model import Table, platform_of
from bot.workers.courier import Aged, Letter
from bot.workers.message_policy import is_mention
from bot.workers.noted_panels import NotedPanels
from bot.workers.noted_ref import UNSURE
from bot.workers.panel_store import PanelStore
from bot.workers.platform import PlatformTrouble

log = logging.getLogger(__name__)
AGED = 50 * 60.0
"""Seconds after which a message is better posted anew: edits of messages older than an hour have a small limit."""
NOWHERE = (MessageGone, PrivateClosed, RoomClosed, RoomGone)
"""A private message cannot be put there: it is gone, or the person has shut the door."""


class DiscordCourier(NotedPanels[Name]):
    """Posts and edits messages. Needs a login only; the connection for events may be another process's."""

    name = NAME
    closed_room = "no_permission"
    ages_after = AGED

    def __init__(
        self, client: discord.Client, composer: Composer, panels: PanelStore[Name], budget: RequestBudget
    ) -> None:
        super().__init__(panels)
        self._budget = budget
        self.client = client
        self.composer = composer

    def parse(self, stored: str) -> Name | None:
        return Name.parse(stored)

    def room_of(self, table: Table) -> str:
        """The channel of a table that is on Discord: it may be shown in other places too."""
        return next((room for room in table.rooms if platform_of(room) == NAME), "")

    def is_at(self, ref: Name, address: str) -> bool:
        return ref.channel == number_of(address)

    async def is_buried(self, ref: Name, address: str) -> bool:
        """Whether it is not the newest message of its channel."""
        await self._budget.spend()
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

    async def post(self, letter: Letter[Name]) -> Name:
        """Discord posts once what comes twice with the same nonce."""
        if letter.is_room:
            return await self._send(number_of(letter.address), letter)
        try:
            return await self._send(await self._private(letter), letter)
        except NOWHERE as closed:
            raise PrivateClosed(str(closed)) from closed

    async def _private(self, letter: Letter[Name]) -> int:
        """The channel of somebody's private chat; an earlier message there tells it."""
        if letter.near is not None and not is_mention(letter.near):
            return letter.near.channel
        await self._budget.spend()
        with understood():
            return (await self.client.create_dm(discord.Object(number_of(letter.address)))).id

    async def _send(self, channel: int, letter: Letter[Name]) -> Name:
        """A layout rings without words: what is to ring is posted as one plain line, and then becomes the panel."""
        post, place = letter.post, self.client.get_partial_messageable(channel)
        rings = post.panel is None or not (letter.silent or letter.is_room)
        await self._budget.spend()
        try:
            with understood():
                shown = ringing(post) if rings else sending(post)
                message = await place.send(nonce=nonce(letter.once), silent=letter.silent, **shown)
        except MessageGone as locked:
            raise RoomClosed(str(locked)) from locked
        name = name_of(message, post, letter.what)
        if not rings or post.panel is None:
            return name
        try:
            await self._budget.spend()
            with understood():
                message = await place.get_partial_message(message.id).edit(**editing(post))
        except PlatformTrouble as trouble:
            trouble.keep = str(name.looking(UNSURE))
            raise
        return name_of(message, post, letter.what)

    async def edit(self, ref: Name, post: Post, is_room: bool) -> Name:
        """A picture that stands there already is not sent again."""
        if ref.look == look_of(post):
            return ref
        await self._budget.spend()
        try:
            with understood():
                place = self.client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
                message = await edited(place.edit, post, ref.kept(post))
        except Limited as limited:
            if self.panels.clock() - ref.posted > AGED:
                raise Aged("edits of old messages are limited") from limited
            raise
        except PlatformTrouble as trouble:
            trouble.keep = str(ref.looking(UNSURE))
            raise
        except (PrivateClosed, RoomClosed, RoomGone) as closed:
            if is_room:
                raise
            raise MessageGone(str(closed)) from closed
        return name_of(message, post, ref.what)

    async def delete(self, ref: Name) -> None:
        await self._budget.spend()
        try:
            with understood():
                await self.client.get_partial_messageable(ref.channel).get_partial_message(ref.message).delete()
        except NOWHERE:
            log.info("message %s is gone already", ref)
