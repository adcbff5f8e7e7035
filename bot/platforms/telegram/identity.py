"""Who somebody is, how their requests reach the conversation, and how they are answered."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any

from telegram import Chat, Message, Update
from telegram import User as Account

from bot.commands.context import Caller, Reply
from bot.commands.conversation import Conversation, Request
from bot.messages.post import Button, Post
from bot.platforms.telegram.delivery import Delivery
from bot.platforms.telegram.errors import MessageGone, Moved, PrivateClosed, RoomClosed, understood
from bot.platforms.telegram.markup import NAME, TelegramMarkup, number_of, room_of
from bot.platforms.telegram.message_ref import MessageRef
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.rendering import link, look_of
from bot.service.session import session
from bot.store import Read, Store, StoreAway, reads
from bot.table.lobby import User
from bot.workers.panel_store import Answering
from bot.workers.platform import PlatformTrouble
from config.languages import fallback, spoken

log = logging.getLogger(__name__)
WAY_IN = "way_in"
"""Kept with a person: the line in a group that says how to begin."""
ONLY = "only:"
"""Kept with a person, with its name: the message that a newer one of that name replaces."""


class Identity:
    """What everything that a person does has in common."""

    def __init__(self, conversation: Conversation, platform: TelegramPlatform) -> None:
        self.conversation = conversation
        self.platform = platform
        self.bot = platform.bot
        self.delivery = Delivery(platform.sending, platform.pacing, platform.scroll)

    @property
    def store(self) -> Store:
        return self.conversation.context.service.work.store

    def caller(self, account: Account, update: Update, room: Message | None = None) -> Caller:
        """Who does something, and where: under this message, or (without one) in private."""
        ref = f"{NAME}:{account.id}"
        user = User(ref, account.full_name, language_of(account))
        where = ref if room is None else room_of(room.chat.id, topic_of_message(room))
        is_private = room is None or room.chat.type == Chat.PRIVATE
        if room is not None:
            self.platform.sending.saw(room.chat.id, room.message_id)
        return Caller(user, where, f"{NAME}:{update.update_id}", is_private)

    async def met(self, caller: Caller) -> Caller:
        """With what they have chosen; while the storage is away, with nothing."""
        try:
            return await self.conversation.context.met(caller)
        except StoreAway:
            return caller

    async def ask(self, request: Request, *alongside: Read[Any]) -> tuple[Caller, Reply]:
        """Hand a request to the conversation: the caller, who is known then, and the reply."""
        with session():
            reply = await self.conversation.handle(request, alongside)
            return await self.met(request.caller), reply

    # --- answering ---

    async def reply(
        self, caller: Caller, message: Message, post: Post, public: bool = False, answering: Answering | None = None
    ) -> None:
        """Into the private chat; public answers into the room. Who has not pressed Start is told how."""
        topic = topic_of_message(message)
        try:
            if public and not caller.private:
                await self.delivery.send(message.chat.id, topic, post, is_room=True)
            else:
                later: list[Read[None]] | None = [] if post.shows else None
                name = await self.delivery.send(number_of(caller.ref), None, post, later=later)
                await self._became_newest(caller, name, post, answering, later or [])
                await self._became_only(caller, name, post.only)
        except PrivateClosed:
            shows = post.shows
            await self.show_way_in(caller, message, f"t_{shows.table}" if shows else "hello")
        except Moved as moved:
            await self.platform.follow(caller.room, moved.chat)
            await self.delivery.send(moved.chat, topic, post, is_room=True)
        except (RoomClosed, MessageGone, PlatformTrouble) as trouble:
            log.warning("an answer could not be sent: %s", trouble)

    async def _became_newest(
        self, caller: Caller, name: MessageRef, post: Post, answering: Answering | None, notes: list[Read[None]]
    ) -> None:
        """A panel that was fetched takes the place of the one there was: one message a table in a private chat."""
        if post.shows is None:
            return
        noting = self.platform.panels.noting(caller.ref, replace(name, look=look_of(post)), post.shows)
        with session() as opened:
            ends = [answering.ends()] if answering is not None else []
            await opened.fetch(self.store, [noting, *notes, *ends, reads.shown(post.shows.table)])
            earlier = await self.names(caller, post.shows.table)
        older = [each for each in earlier if each.message < name.message]
        if older:
            await self.platform.messages.delete(max(older, key=lambda each: each.message))

    async def _became_only(self, caller: Caller, name: MessageRef, only: str) -> None:
        """The hand, or what stands behind *More*: the one before goes, so the question stays near."""
        if not only:
            return
        earlier = MessageRef.parse(caller.kept.get(f"{ONLY}{only}", ""))
        with suppress(StoreAway):
            await self.store.set_user(caller.ref, {f"{ONLY}{only}": str(name)})
        if earlier is not None:
            await self.platform.messages.delete(earlier)

    async def names(self, caller: Caller, table: str) -> list[MessageRef]:
        """The private messages that show a table to somebody: what a worker posted, then what the person has seen."""
        shown = await self.conversation.context.service.work.read(reads.shown(table))
        found = self.platform.panels.names(caller.ref, table, caller.kept, shown)
        return [each for each in found if each.chat == number_of(caller.ref)]

    async def reaches(self, caller: Caller) -> bool:
        """Whether the private chat is open."""
        try:
            with understood(is_private=True):
                await self.bot.send_chat_action(number_of(caller.ref), "typing")
        except PrivateClosed:
            return False
        except PlatformTrouble as trouble:
            log.info("nobody knows whether %s can be reached: %s", caller.ref, trouble)
        return True

    async def show_way_in(
        self, caller: Caller, message: Message, parameter: str = "hello", key: str = "not_started_answer"
    ) -> None:
        """In the group: open my chat and press Start. One such line a person; it goes when that is done."""
        context = self.conversation.context
        who = TelegramMarkup().mention(caller.ref, caller.user.name)
        button = Button("", context.say(caller, "button.open_chat"), url=link(self.bot.username, parameter))
        post = Post(context.say(caller, key, name=who), ((button,),))
        await self.close_way_in(caller)
        try:
            sent = await self.delivery.send(message.chat.id, topic_of_message(message), post, is_room=True)
            await self.store.set_user(caller.ref, {WAY_IN: str(sent)})
        except (RoomClosed, PrivateClosed, PlatformTrouble, StoreAway) as trouble:
            log.info("%s cannot be told how to begin: %s", caller.ref, trouble)

    async def close_way_in(self, caller: Caller) -> None:
        """The line that told somebody how to begin is not needed any more."""
        line = MessageRef.parse(caller.kept.get(WAY_IN, ""))
        if line is None:
            return
        with suppress(PlatformTrouble, StoreAway):
            await self.platform.messages.delete(line)
            await self.store.unset_user(caller.ref, [WAY_IN])


def language_of(account: Account) -> str:
    """The language of somebody's app, where we speak it."""
    return spoken(account.language_code or "") or fallback()


def topic_of_message(message: Message) -> int | None:
    """The topic in which a message stands."""
    return message.message_thread_id if message.is_topic_message else None
