"""Photo ids: a picture that Telegram has is named, not sent again; kept for a week, for all processes."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress

from telegram import Message

from bot.messages.post import Post
from bot.platforms.telegram.rendering import picture_of
from bot.store import Store, StoreAway, reads

WEEK = 7 * 24 * 3600.0
MOST = 512


class PhotoIds:
    """By the digest of the picture: whoever may send it has drawn the very same one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, str] = OrderedDict()

    async def of(self, post: Post, is_hurried: bool = False) -> str | None:
        """The id of a post's picture, whoever sent it; None: nobody did. `is_hurried`: as far as is known here."""
        digest = picture_of(post)
        if not digest or digest in self._known or is_hurried:
            return self._known.get(digest)
        with suppress(StoreAway):
            (found,) = await self._store.together(reads.cached(_name(digest)))
            if found:
                self._know(digest, found)
            return found
        return None

    async def learn(self, post: Post, message: object, share: bool = True) -> None:
        """Telegram has the picture of a post now. `share`: other processes may want it too."""
        if not isinstance(message, Message) or not message.photo or not (digest := picture_of(post)):
            return
        number = message.photo[-1].file_id
        if self._known.get(digest) == number:
            return
        self._know(digest, number)
        if not share:
            return
        with suppress(StoreAway):
            await self._store.together(reads.cache(_name(digest), number, WEEK))

    def forget(self, post: Post) -> None:
        """Telegram does not know it any more."""
        self._known.pop(picture_of(post), None)

    def _know(self, digest: str, number: str) -> None:
        self._known[digest] = number
        self._known.move_to_end(digest)
        if len(self._known) > MOST:
            self._known.popitem(last=False)


def _name(digest: str) -> str:
    return f"photo:{digest.removeprefix('-')}"
