"""Telegram as a place to show tables: the board as a photo in the room, a panel in each player's private chat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from telegram import Bot

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.platforms.telegram.courier import TelegramCourier
from bot.platforms.telegram.errors import Moved
from bot.platforms.telegram.flood_limits import FloodLimits
from bot.platforms.telegram.markup import room_of, topic_of
from bot.platforms.telegram.message_ref import MessageRef
from bot.platforms.telegram.outgoing import Outgoing
from bot.platforms.telegram.pins import Pins
from bot.platforms.telegram.scroll import Scroll
from bot.platforms.telegram.sending import Sending
from bot.store import Store
from bot.workers.courier import People
from bot.workers.message_lifecycle import MessageLifecycle
from bot.workers.panel_store import PanelStore
from bot.workers.platform import PlatformTrouble


class TelegramPlatform(MessageLifecycle[MessageRef]):
    """Shows briefs by Telegram's courier; needs nothing but the bot's token."""

    def __init__(
        self,
        bot: Bot,
        composer: Composer,
        people: People,
        moved: Callable[[str, str], Awaitable[None]],
        store: Store,
        clock: Callable[[], float],
    ) -> None:
        self.bot = bot
        self.pacing = FloodLimits(store, clock)
        self.panels = PanelStore(store, clock, MessageRef.parse)
        self.scroll = Scroll(store)
        self.sending = Sending(bot, store, clock)
        self.messages = Outgoing(bot, self.sending, self.pacing, self.scroll, clock)
        self._moved = moved
        self.pins = Pins(bot, clock)
        courier = TelegramCourier(self.messages, composer, self.panels, self.scroll, people, self.pins)
        super().__init__(courier, people, clock)

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """As everywhere; a group that became a supergroup is followed, and what is noted of a game ends with it."""
        table = brief.look.table
        try:
            message = await super().show(brief, before)
        except Moved as moved:
            room = brief.address if brief.seat is None else self._courier.room_of(table)
            await self.follow(room, moved.chat)
            raise PlatformTrouble("the group has another id now", 1.0) from moved
        if brief.seat is not None and table.is_over:
            await self.panels.forget(brief.address, table.code)
        board = MessageRef.parse(message or "") if brief.seat is None and table.is_over else None
        return str(await self.pins.unpin(board)) if board is not None and board.is_pinned else message

    async def follow(self, room: str, chat: int) -> None:
        """The room has a new id: its tables go along."""
        await self._moved(room, room_of(chat, topic_of(room)))
