"""Sending: new messages, of which none stays twice.

Telegram knows no idempotency key, and a bot cannot read what stands in a chat. So each attempt is noted in the store
before it is made and struck out when it is confirmed. What was never confirmed (the answer came too late, the process
died) may have been delivered: after the next message to that chat the numbers between are tried, and the copy goes.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from telegram import Bot, InlineKeyboardMarkup, Message

from bot.messages.post import MOVING, Post
from bot.platforms.telegram.errors import (
    FileForgotten,
    MessageGone,
    Moved,
    PrivateClosed,
    RoomClosed,
    Same,
    Unconfirmed,
    understood,
)
from bot.platforms.telegram.markup import room_of
from bot.platforms.telegram.photo_ids import PhotoIds
from bot.platforms.telegram.rendering import keyboard, text_of
from bot.platforms.telegram.scroll import FIRST_SUPERGROUP
from bot.store import Read, Store, StoreAway, reads
from bot.workers.platform import PlatformTrouble

log = logging.getLogger(__name__)
LONGEST = 45.0
"""Seconds after which an attempt that was neither confirmed nor refused is lost: its process has died."""
MOST_TRIED = 60
"""So many numbers are tried to find a lost message; they are close to the last one that is known."""
ATTEMPT, SENT = "try:", "sent:"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A message on its way: the highest number known before it, when it was sent, its buttons."""

    name: str
    after: int
    when: float
    markup: str
    is_lost: bool = False

    @classmethod
    def read(cls, kept: Mapping[str, str]) -> list[Attempt]:
        return [cls(name, *json.loads(raw)) for name, raw in kept.items() if name.startswith(ATTEMPT)]

    def written(self) -> dict[str, str]:
        return {self.name: json.dumps([self.after, self.when, self.markup, self.is_lost])}


class Sending:
    """Sends, and takes away what came twice."""

    def __init__(self, bot: Bot, store: Store, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._store = store
        self._clock = clock
        self.photos = PhotoIds(store)
        self._highest: dict[int, int] = {}
        """The highest number seen: of a supergroup, or (0) of all other chats together."""

    async def send(
        self,
        chat: int,
        topic: int | None,
        post: Post,
        is_room: bool = False,
        silent: bool = False,
        later: list[Read[None]] | None = None,
    ) -> Message:
        """A message, a photo or a file. Raises what `understood` makes of Telegram's refusals.

        `later`: takes the notes that confirm it, for a caller who writes something at once.
        """
        markup = keyboard(post, self._bot.username, is_room)
        attempt = Attempt(
            f"{ATTEMPT}{secrets.token_hex(4)}",
            self._highest.get(_row(chat), 0),
            self._clock(),
            markup.to_json() if markup else "",
        )
        kept = await self._begin(chat, attempt)
        try:
            message = await self._photo(chat, topic, post, markup, silent, is_hurried=later is not None)
        except Unconfirmed:
            await self._note(chat, reads.note(_kept(chat), replace(attempt, is_lost=True).written()))
            raise
        except (PlatformTrouble, PrivateClosed, RoomClosed, MessageGone, Moved):
            await self._note(chat, reads.unnote(_kept(chat), [attempt.name]))
            raise
        self.saw(chat, message.message_id)
        await self._confirm(chat, attempt, message.message_id, kept, later)
        return message

    def saw(self, chat: int, message: int) -> None:
        """There is a message with this number."""
        row = _row(chat)
        self._highest[row] = max(message, self._highest.get(row, 0))

    def kept(self, chat: int) -> Read[dict[str, str]]:
        """What is noted of a chat, for reads that travel with others."""
        return reads.user(_kept(chat))

    async def found(self, chat: int, message: int, kept: Mapping[str, str]) -> None:
        """Somebody has used this message: it is none that may go, whoever sent it."""
        if any(each.after < message for each in Attempt.read(kept)):
            await self._note(chat, reads.note(_kept(chat), {f"{SENT}{message}": f"{self._clock():.0f}"}))

    # --- notes ---

    async def _begin(self, chat: int, attempt: Attempt) -> dict[str, str]:
        """Note the attempt; what else is noted of the chat. Nothing, while the storage is away."""
        try:
            _, kept = await self._store.together(reads.note(_kept(chat), attempt.written()), self.kept(chat))
        except StoreAway:
            return {}
        return kept

    async def _note(self, chat: int, *notes: Read[None]) -> None:
        with suppress(StoreAway):
            await self._store.all(notes)

    async def _confirm(
        self, chat: int, attempt: Attempt, message: int, kept: dict[str, str], later: list[Read[None]] | None
    ) -> None:
        """The message is there. With no other attempt open, only its own number is worth keeping."""
        others = [each for each in Attempt.read(kept) if each.name != attempt.name]
        numbers = {int(name.removeprefix(SENT)) for name in kept if name.startswith(SENT)}
        gone = [attempt.name] if others else [attempt.name, *[f"{SENT}{each}" for each in numbers]]
        sent = reads.note(_kept(chat), {f"{SENT}{message}": f"{self._clock():.0f}"})
        notes = [reads.unnote(_kept(chat), gone), sent]
        if later is not None and not others:
            later += notes
            return
        await self._note(chat, *notes)
        lost = [each for each in others if each.is_lost or self._clock() - each.when > LONGEST]
        if lost:
            with suppress(StoreAway):
                kept = await self._store.user(_kept(chat))
            numbers |= {int(name.removeprefix(SENT)) for name in kept if name.startswith(SENT)}
        for each in lost:
            await self._search(chat, each, message, numbers)

    # --- messages that came twice ---

    async def _search(self, chat: int, lost: Attempt, below: int, known: set[int]) -> None:
        """Find the message of a lost attempt by its number and its buttons, and delete it.

        Putting the same buttons under it again changes nothing, and Telegram says so. Other people's messages cannot
        be edited at all, and numbers of our own that are known are passed over.
        """
        markup = InlineKeyboardMarkup.de_json(json.loads(lost.markup), self._bot) if lost.markup else None
        for number in _between(lost.after, below):
            if number in known:
                continue
            try:
                with understood(is_private=chat > 0):
                    await self._bot.edit_message_reply_markup(chat, number, reply_markup=markup)
                log.warning("message %s in chat %s was no copy", number, chat)
            except MessageGone:
                continue
            except Same:
                if await self._delete(chat, number):
                    log.info("message %s in chat %s had come twice", number, chat)
                break
            except (PlatformTrouble, PrivateClosed, RoomClosed, Moved) as trouble:
                log.info("no search for a lost message in chat %s now: %s", chat, trouble)
                return
        await self._note(chat, reads.unnote(_kept(chat), [lost.name]))

    async def _delete(self, chat: int, number: int) -> bool:
        try:
            with understood(is_private=chat > 0):
                return await self._bot.delete_message(chat, number)
        except (PlatformTrouble, MessageGone, PrivateClosed, RoomClosed, Moved) as trouble:
            log.warning("message %s in chat %s came twice and stays: %s", number, chat, trouble)
            return False

    async def _photo(
        self, chat: int, topic: int | None, post: Post, markup: InlineKeyboardMarkup | None, silent: bool,
        is_hurried: bool,
    ) -> Message:  # fmt: skip
        """With a picture that Telegram has, by its id, unless it has forgotten that."""
        known = None if post.file is not None else await self.photos.of(post, is_hurried)
        try:
            with understood(is_private=chat > 0):
                message = await self._send(chat, topic, post, known, markup, silent)
        except FileForgotten:
            self.photos.forget(post)
            with understood(is_private=chat > 0):
                message = await self._send(chat, topic, post, None, markup, silent)
        await self.photos.learn(post, message, share=not is_hurried)
        return message

    async def _send(
        self, chat: int, topic: int | None, post: Post, known: str | None, markup: InlineKeyboardMarkup | None,
        silent: bool,
    ) -> Message:  # fmt: skip
        text = text_of(post)
        if post.file is not None and post.file.name.endswith(MOVING):
            return await self._bot.send_animation(
                chat, post.file.data, caption=text, filename=post.file.name, parse_mode="HTML", reply_markup=markup,
                message_thread_id=topic, disable_notification=silent,
            )  # fmt: skip
        if post.file is not None:
            return await self._bot.send_document(
                chat, post.file.data, text, filename=post.file.name, parse_mode="HTML", reply_markup=markup,
                message_thread_id=topic, disable_notification=silent,
            )  # fmt: skip
        if post.picture is not None:
            return await self._bot.send_photo(
                chat, known or post.picture.png, text, parse_mode="HTML", reply_markup=markup, message_thread_id=topic,
                disable_notification=silent,
            )  # fmt: skip
        return await self._bot.send_message(
            chat, text, parse_mode="HTML", reply_markup=markup, message_thread_id=topic, disable_notification=silent
        )


def _row(chat: int) -> int:
    """Supergroups number their messages themselves; all other chats share one row of numbers."""
    return chat if chat < FIRST_SUPERGROUP else 0


def _kept(chat: int) -> str:
    return f"{room_of(chat, None)}/sent"


def _between(after: int, below: int) -> range:
    """The numbers to try: from the last one that is known upwards, without one downwards from the next."""
    if after:
        return range(after + 1, min(below, after + 1 + MOST_TRIED))
    return range(below - 1, max(0, below - 1 - MOST_TRIED), -1)
