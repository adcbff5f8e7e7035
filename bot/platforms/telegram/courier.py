"""Telegram's courier: a bot cannot read its messages there, so what a person sees is noted in the store."""

from __future__ import annotations

from dataclasses import replace

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.platforms.telegram.markup import NAME, TelegramMarkup, number_of
from bot.platforms.telegram.message_ref import MessageRef
from bot.platforms.telegram.outgoing import Outgoing
from bot.platforms.telegram.pins import Pins
from bot.platforms.telegram.scroll import Scroll
from bot.table.model import Table, platform_of
from bot.workers.courier import Letter, People
from bot.workers.noted_panels import NotedPanels
from bot.workers.panel_store import PanelStore

FAR = 8
"""A board has scrolled away when so many messages stand below it."""


class TelegramCourier(NotedPanels[MessageRef]):
    """Posts and edits messages, and keeps in the store what each person sees."""

    name = NAME
    closed_room = "room_closed"
    ages_after = 6 * 3600.0

    def __init__(
        self,
        messages: Outgoing,
        composer: Composer,
        panels: PanelStore[MessageRef],
        scroll: Scroll,
        people: People,
        pins: Pins,
    ) -> None:
        super().__init__(panels)
        self.composer = composer
        self._messages = messages
        self._scroll = scroll
        self._people = people
        self._pins = pins

    def parse(self, stored: str) -> MessageRef | None:
        return MessageRef.parse(stored)

    def room_of(self, table: Table) -> str:
        """The room of a table that is a group here."""
        return next((room for room in table.rooms if platform_of(room) == NAME and number_of(room) < 0), "")

    def is_at(self, ref: MessageRef, address: str) -> bool:
        return ref.chat == number_of(address)

    async def is_buried(self, ref: MessageRef, address: str) -> bool:
        """By what was written since, as far as that is known."""
        return ref.place > 0 and await self._scroll.last(address) - ref.place >= FAR

    async def composer_for(self, brief: Brief) -> Composer:
        """Times stand in the reader's zone; in a room, in the host's, by its name."""
        table = brief.look.table
        person = await self._people(table.host if brief.seat is None else brief.address)
        markup = TelegramMarkup(person.zone_info, is_room=True) if brief.seat is None else TelegramMarkup.of(person)
        return replace(self.composer, markup=markup)

    # --- messages ---

    async def post(self, letter: Letter[MessageRef]) -> MessageRef:
        """Telegram knows no idempotency key: what comes twice after a lost delivery is taken away by `Sending`."""
        name = await self._messages.post(
            letter.address, letter.post, letter.what, is_room=letter.is_room, silent=letter.silent
        )
        is_board = letter.is_room and letter.post.panel is not None and name.chat < 0
        return await self._pins.pin(name) if is_board else name

    async def edit(self, ref: MessageRef, post: Post, is_room: bool) -> MessageRef:
        return await self._messages.edit(ref, post, is_room=is_room)

    async def delete(self, ref: MessageRef) -> None:
        await self._messages.delete(ref)
