"""The front of the counter: who somebody is, and how they are answered."""

from __future__ import annotations

import logging
from dataclasses import replace

from telegram import Chat, Message, Update
from telegram import User as Account

from bot.commands.call import Caller, Office
from bot.commands.clerk import Clerk
from bot.people import Person
from bot.platforms.base import PlatformTrouble
from bot.platforms.telegram.delivery import Delivery
from bot.platforms.telegram.draw import link, look_of
from bot.platforms.telegram.dress import NAME, TelegramDress, number_of, room_of
from bot.platforms.telegram.names import Name
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.trouble import MessageGone, Moved, PrivateClosed, RoomClosed, understood
from bot.posts import Button, Post
from bot.store import StoreAway
from bot.tables import User
from bot.texts import LANGUAGES

log = logging.getLogger(__name__)


class Front:
    """What everything that a person does has in common."""

    def __init__(self, clerk: Clerk, platform: TelegramPlatform) -> None:
        self.clerk = clerk
        self.platform = platform
        self.bot = platform.bot
        self.delivery = Delivery(platform.bot, platform.pacing, platform.scroll)

    async def caller(self, account: Account, update: Update, room: Message | None = None) -> Caller:
        """Who does something, and where: under this message, or (without one) in private."""
        ref = f"{NAME}:{account.id}"
        person = await self.person(ref)
        user = User(ref, account.full_name, person.language if person else language_of(account))
        where = ref if room is None else room_of(room.chat.id, topic_of_message(room))
        is_private = room is None or room.chat.type == Chat.PRIVATE
        return Caller(user, where, f"{NAME}:{update.update_id}", is_private)

    async def person(self, ref: str) -> Person | None:
        service = self.clerk.office.service
        try:
            return await service.person(ref) if "person" in await service.store.user(ref) else None
        except StoreAway:
            return None

    async def clerk_for(self, caller: Caller) -> Clerk:
        """A clerk that writes times in the person's own zone."""
        office, person = self.clerk.office, await self.person(caller.ref)
        return Clerk(Office(office.service, replace(office.scribe, dress=TelegramDress.of(person))))

    # --- answering ---

    async def reply(self, caller: Caller, message: Message, post: Post, public: bool = False) -> None:
        """Into the private chat; public answers into the room. Who has not pressed Start is told how."""
        topic = topic_of_message(message)
        try:
            if public and not caller.private:
                await self.delivery.send(message.chat.id, topic, post, is_room=True)
            else:
                await self._became_newest(caller, await self.delivery.send(number_of(caller.ref), None, post), post)
        except PrivateClosed:
            await self.show_way_in(caller, message, "")
        except Moved as moved:
            await self.platform.follow(caller.room, moved.chat)
            await self.delivery.send(moved.chat, topic, post, is_room=True)
        except (RoomClosed, MessageGone, PlatformTrouble) as trouble:
            log.warning("an answer could not be sent: %s", trouble)

    async def _became_newest(self, caller: Caller, name: Name, post: Post) -> None:
        """A panel that was fetched takes the place of the one there was: one message a table in a private chat."""
        if post.shows is None:
            return
        earlier = await self.names(caller, post.shows.table)
        await self.platform.panels.note(caller.ref, replace(name, look=look_of(post)), post.shows)
        older = [each for each in earlier if each.message < name.message]
        if older:
            await self.platform.messages.delete(max(older, key=lambda each: each.message))

    async def names(self, caller: Caller, table: str) -> list[Name]:
        """The private messages that show a table to somebody: what a worker posted, then what the person has seen."""
        shown = await self.clerk.office.service.store.shown(table)
        posted = [Name.parse(each.message) for key, each in shown.items() if key.endswith(f":{caller.ref}")]
        seen, _ = await self.platform.panels.of(caller.ref, table)
        found = [*posted, seen.name if seen else None]
        return [each for each in found if each is not None and each.chat == number_of(caller.ref)]

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

    async def show_way_in(self, caller: Caller, message: Message, code: str) -> None:
        """In the group: open my chat and press Start."""
        office = self.clerk.office
        who = TelegramDress().mention(caller.ref, caller.user.name)
        button = Button(
            "", office.say(caller, "button.open_chat"), url=link(self.bot.username, f"join_{code}" if code else "hello")
        )
        topic = topic_of_message(message)
        try:
            await self.delivery.send(
                message.chat.id, topic, Post(office.say(caller, "not_started", name=who), ((button,),)), is_room=True
            )
        except (RoomClosed, PrivateClosed, PlatformTrouble) as trouble:
            log.info("%s cannot be told how to begin: %s", caller.ref, trouble)


def language_of(account: Account) -> str:
    """The language of somebody's app, where we speak it."""
    code = (account.language_code or "en")[:2]
    return code if code in LANGUAGES else "en"


def topic_of_message(message: Message) -> int | None:
    """The topic in which a message stands."""
    return message.message_thread_id if message.is_topic_message else None
