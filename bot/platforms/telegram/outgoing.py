"""Messages by their names: post, edit, delete. What looks the same already is left alone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from telegram import Bot, InputMediaPhoto

from bot.messages.post import Post
from bot.platforms.telegram.errors import (
    FileForgotten,
    MessageGone,
    Moved,
    PrivateClosed,
    RoomClosed,
    Same,
    understood,
)
from bot.platforms.telegram.flood_limits import FloodLimits
from bot.platforms.telegram.markup import number_of, topic_of
from bot.platforms.telegram.message_ref import MessageRef
from bot.platforms.telegram.rendering import keyboard, look_of, picture_of, text_of
from bot.platforms.telegram.scroll import Scroll
from bot.platforms.telegram.sending import Sending
from bot.workers.courier import Unfit
from bot.workers.noted_ref import UNSURE
from bot.workers.platform import PlatformTrouble

log = logging.getLogger(__name__)
DELETABLE = 47 * 3600.0
"""Telegram lets a bot delete its messages for two days."""


class Outgoing:
    """What the workers post, at the pace that Telegram allows."""

    def __init__(
        self, bot: Bot, sending: Sending, pacing: FloodLimits, scroll: Scroll, clock: Callable[[], float]
    ) -> None:
        self.bot = bot
        self._sending = sending
        self.pacing = pacing
        self._scroll = scroll
        self._clock = clock

    async def post(
        self, address: str, post: Post, what: str, is_room: bool = False, silent: bool = False
    ) -> MessageRef:
        """A new message in a room or a private chat."""
        chat, topic = number_of(address), topic_of(address)
        await self.pacing.allow(chat)
        message = await self._sending.send(chat, topic, post, is_room, silent)
        place = await self._scroll.saw(chat, topic, message.message_id) if is_room else 0
        return MessageRef(chat, message.message_id, post.picture is not None, self._clock(), what, place, look_of(post))

    async def edit(self, name: MessageRef, post: Post, is_room: bool = False, at_once: bool = False) -> MessageRef:
        """The same message with new content; where a picture comes or goes it must be a new one.

        What a person waits for with a finger on the screen goes out at once.
        """
        look = look_of(post)
        if name.look == look:
            return name
        if name.is_photo != (post.picture is not None):
            raise Unfit("a picture came or went")
        if not at_once:
            await self.pacing.allow(name.chat)
        try:
            await self._edit(name, post, is_room, at_once)
        except Same:
            log.debug("message %s looks like that already", name)
        except PlatformTrouble as trouble:
            trouble.keep = str(replace(name, look=UNSURE))
            raise
        return replace(name, look=look)

    async def _edit(self, name: MessageRef, post: Post, is_room: bool, at_once: bool) -> None:
        """A picture that stands there already is not sent again: the words change at once, and nothing flickers."""
        markup, text = keyboard(post, self.bot.username, is_room), text_of(post)
        with understood(is_private=name.chat > 0):
            if post.picture is None:
                await self.bot.edit_message_text(text, name.chat, name.message, parse_mode="HTML", reply_markup=markup)
                return
            if name.look.endswith(picture_of(post)):
                await self.bot.edit_message_caption(
                    name.chat, name.message, caption=text, parse_mode="HTML", reply_markup=markup
                )
                return
        photos = self._sending.photos
        for photo in (await photos.of(post, at_once), post.picture.png):
            if photo is None:
                continue
            try:
                with understood(is_private=name.chat > 0):
                    media = InputMediaPhoto(photo, text, parse_mode="HTML")
                    edited = await self.bot.edit_message_media(media, name.chat, name.message, reply_markup=markup)
            except FileForgotten:
                photos.forget(post)
                continue
            await photos.learn(post, edited, share=not at_once)
            return

    async def delete(self, name: MessageRef) -> None:
        """Gone, or where it is too old for that, without its buttons."""
        try:
            with understood(is_private=name.chat > 0):
                if self._clock() - name.posted < DELETABLE:
                    await self.bot.delete_message(name.chat, name.message)
                else:
                    await self.bot.edit_message_reply_markup(name.chat, name.message)
        except (MessageGone, RoomClosed, PrivateClosed, Same, Moved):
            log.info("message %s is gone already", name)
