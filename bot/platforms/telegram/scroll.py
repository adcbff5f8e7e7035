"""How far a message has scrolled up: places in the row of a room's messages, kept in the store for every process."""

from __future__ import annotations

from bot.platforms.telegram.markup import number_of, room_of, topic_of
from bot.store import Store, StoreAway

FIRST_SUPERGROUP = -1_000_000_000_000
"""Supergroups have ids from here downwards."""


class Scroll:
    """Counts what is seen in a room.

    A supergroup numbers its messages itself, so that those count which the bot cannot read. A plain group takes the
    numbers from all chats of the bot, a topic from all topics: there only what is seen is counted, which may be less.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def saw(self, chat: int, topic: int | None, message: int) -> int:
        """There is a new message in a room; its place. 0: nobody knows, the storage is away."""
        room = room_of(chat, topic)
        try:
            if not _numbers_itself(room):
                return await self._store.count(_kept(room), "last")
            if message > await self.last(room):
                await self._store.set_user(_kept(room), {"last": str(message)})
        except StoreAway:
            return 0
        return message

    async def last(self, room: str) -> int:
        """The place of the newest message."""
        return int((await self._store.user(_kept(room))).get("last", 0))


def _numbers_itself(room: str) -> bool:
    return number_of(room) < FIRST_SUPERGROUP and topic_of(room) is None


def _kept(room: str) -> str:
    return f"{room}/row"
