"""Telegram as a place to show tables: the board as a photo in the room, a panel in each player's private chat."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from telegram import Bot, InputMediaPhoto, Message

from bot.documents import Table
from bot.people import Person, Where
from bot.platforms.base import Brief, PlatformTrouble, platform_of
from bot.platforms.telegram.draw import digest, keyboard, text_of
from bot.platforms.telegram.dress import NAME, TelegramDress, number_of, room_of, topic_of
from bot.platforms.telegram.pacing import Pacing
from bot.platforms.telegram.trouble import (
    REFUSED,
    MessageGone,
    Moved,
    PrivateClosed,
    RoomClosed,
    Same,
    understood,
)
from bot.posts import Post
from bot.scribe import QUIET, Scribe

log = logging.getLogger(__name__)
OLD = 6 * 3600.0
REPOST_EVERY = 600.0
DELETABLE = 47 * 3600.0
"""Telegram lets a bot delete its messages for two days."""
REMEMBERED = 2000
CHOOSING = 5.0
"""Seconds after a tap in which a half-made choice is left alone."""
CLOSED = "closed"
"""Instead of a message's name: the bot may not write in this room. Told once."""


@dataclass(frozen=True, slots=True)
class Name:
    """A message's name as the store keeps it: room, message, photo or text, when it was posted and what for."""

    chat: int
    message: int
    is_photo: bool
    posted: float
    what: str = ""

    @classmethod
    def parse(cls, text: str) -> Name | None:
        parts = text.split("/")
        if len(parts) != 5:
            return None
        return cls(int(parts[0]), int(parts[1]), parts[2] == "p", float(parts[3]), parts[4])

    def __str__(self) -> str:
        return f"{self.chat}/{self.message}/{'p' if self.is_photo else 't'}/{self.posted:.0f}/{self.what}"


class TelegramPlatform:
    """Shows briefs; needs nothing but the bot's token."""

    name = NAME

    def __init__(
        self,
        bot: Bot,
        scribe: Scribe,
        people: Callable[[str], Awaitable[Person]],
        moved: Callable[[str, str], Awaitable[None]],
        clock: Callable[[], float],
    ) -> None:
        self.bot = bot
        self.scribe = scribe
        self.pacing = Pacing(clock)
        self._people = people
        self._moved = moved
        self._clock = clock
        self._tapped: OrderedDict[tuple[int, int], float] = OrderedDict()
        """When somebody last tapped on a message."""
        self._drawn: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        """What the newest messages look like, to spare edits that change nothing."""

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post or edit; a group that became a supergroup is followed, a closed room told to the host once."""
        try:
            if brief.seat is not None:
                return await self._show_panel(brief, Name.parse(before or ""))
            return str(await self._show_board(brief, Name.parse(before or "")))
        except Moved as moved:
            await self.follow(brief.address if brief.seat is None else _room(brief.look.table), moved.chat)
            raise PlatformTrouble("the group has another id now", 1.0) from moved
        except RoomClosed as closed:
            if before != CLOSED:
                await self._tell(brief.look.table, "room_closed", [brief.look.table.host])
                return CLOSED
            raise PlatformTrouble(str(closed), REFUSED) from closed

    async def follow(self, room: str, chat: int) -> None:
        """The room has a new id: its tables go along."""
        await self._moved(room, room_of(chat, topic_of(room)))

    async def withdraw(self, address: str, message: str) -> None:
        """Delete a message that nobody needs any more."""
        if name := Name.parse(message):
            await self._delete(name)

    # --- the room ---

    async def _show_board(self, brief: Brief, before: Name | None) -> Name:
        host = await self._people(brief.look.table.host)
        scribe = replace(self.scribe, dress=TelegramDress(host.zone_info, is_room=True))
        post = await scribe.board(brief.look, brief.lines, brief.deadlines)
        owed = ".".join(map(str, brief.look.owed))
        if before is not None and before.chat == number_of(brief.address) and not self._is_old(before, owed):
            try:
                edited = await self.edit(before, post, is_room=True)
                return replace(edited, what=owed)
            except MessageGone:
                before = None
        new = await self._post(brief.address, post, owed, is_room=True)
        if before is not None:
            await self._delete(before)
        return new

    def _is_old(self, name: Name, owed: str) -> bool:
        """Scrolled away by the look of its age; posted anew only when somebody else is to move."""
        return name.what != owed and self._clock() - name.posted > OLD

    # --- the panel ---

    async def _show_panel(self, brief: Brief, old: Name | None) -> str | None:
        """A new message alerts; further steps and the receipt are edits of it."""
        stage = self.scribe.occasion(brief)
        is_ping = old is not None and old.what.startswith("!")
        if old is not None and not is_ping and stage in (QUIET, old.what):
            try:
                edited = await self.edit(old, await self._panel(brief))
                return str(replace(edited, what=stage))
            except (MessageGone, PrivateClosed):
                old = None
        if stage == QUIET:
            if old is not None:
                await self._delete(old)
            return None
        if is_ping and old is not None and old.what == f"!{stage}":
            return str(old)
        new = await self._alert(brief, stage)
        if old is not None:
            await self._delete(old)
        return str(new)

    async def _panel(self, brief: Brief) -> Post:
        person = await self._people(brief.address)
        scribe = replace(self.scribe, dress=TelegramDress(person.zone_info))
        return await scribe.panel_for(brief)

    async def _alert(self, brief: Brief, stage: str) -> Name:
        """In the private chat; where that is closed or not wished for, by a mention in the room."""
        in_room = bool(_room(brief.look.table))
        if in_room and (await self._people(brief.address)).where is Where.ROOM:
            return await self._ping(brief, stage, "room_ping")
        try:
            return await self._post(brief.address, await self._panel(brief), stage, silent=brief.silent)
        except PrivateClosed as closed:
            if not in_room:
                raise PlatformTrouble("the private chat is closed and the room is elsewhere", None) from closed
            return await self._ping(brief, stage, "dms_closed")

    async def _ping(self, brief: Brief, stage: str, key: str) -> Name:
        """A mention in the room that leads to the panel; it goes with the move."""
        table, language = brief.look.table, brief.look.table.language
        assert brief.seat is not None
        who = self.scribe.dress.mention(brief.address, table.names[brief.seat])
        text = self.scribe.say(language, key, names=who, **self.scribe.titled(table, language))
        post = Post(text, ((self.scribe.button(language, "my_move", "move", table.code),),))
        return await self._post(_room(table), post, f"!{stage}", is_room=True)

    # --- messages ---

    async def _post(self, address: str, post: Post, what: str, is_room: bool = False, silent: bool = False) -> Name:
        chat, topic = number_of(address), topic_of(address)
        self.pacing.allow(chat)
        markup = keyboard(post, self.bot.username, is_room)
        with understood(is_private=chat > 0):
            if post.picture is not None:
                message: Message = await self.bot.send_photo(
                    chat, post.picture.png, text_of(post), parse_mode="HTML", reply_markup=markup,
                    message_thread_id=topic, disable_notification=silent,
                )  # fmt: skip
            else:
                message = await self.bot.send_message(
                    chat, text_of(post), parse_mode="HTML", reply_markup=markup, message_thread_id=topic,
                    disable_notification=silent,
                )  # fmt: skip
        self._note(chat, message.message_id, post)
        return Name(chat, message.message_id, post.picture is not None, self._clock(), what)

    async def edit(self, name: Name, post: Post, is_room: bool = False, at_once: bool = False) -> Name:
        """The same message with new content; where a picture comes or goes it must be a new one.

        What a person waits for with a finger on the screen goes out at once.
        """
        if self._drawn.get((name.chat, name.message)) == digest(post):
            return name
        if name.is_photo != (post.picture is not None):
            raise MessageGone("a picture came or went")
        place = (name.chat, name.message)
        if at_once:
            self._tapped[place] = self._clock()
            if len(self._tapped) > REMEMBERED:
                self._tapped.popitem(last=False)
        elif self._clock() - self._tapped.get(place, 0.0) < CHOOSING:
            raise PlatformTrouble("somebody is choosing there", CHOOSING)
        else:
            self.pacing.allow(name.chat)
        markup = keyboard(post, self.bot.username, is_room)
        try:
            with understood(is_private=name.chat > 0):
                if post.picture is not None:
                    media = InputMediaPhoto(post.picture.png, text_of(post), parse_mode="HTML")
                    await self.bot.edit_message_media(media, name.chat, name.message, reply_markup=markup)
                else:
                    await self.bot.edit_message_text(
                        text_of(post), name.chat, name.message, parse_mode="HTML", reply_markup=markup
                    )
        except Same:
            log.debug("message %s looks like that already", name)
        self._note(name.chat, name.message, post)
        return name

    async def _delete(self, name: Name) -> None:
        """Gone, or where it is too old for that, without its buttons."""
        try:
            with understood(is_private=name.chat > 0):
                if self._clock() - name.posted < DELETABLE:
                    await self.bot.delete_message(name.chat, name.message)
                else:
                    await self.bot.edit_message_reply_markup(name.chat, name.message)
        except (MessageGone, RoomClosed, PrivateClosed, Same, Moved):
            log.info("message %s is gone already", name)

    def _note(self, chat: int, message: int, post: Post) -> None:
        self._drawn[chat, message] = digest(post)
        self._drawn.move_to_end((chat, message))
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)

    async def _tell(self, table: Table, key: str, users: list[str]) -> None:
        """A sentence to some people in private; whoever cannot be reached is left out."""
        for user in users:
            if platform_of(user) != NAME:
                continue
            seat = table.seat_of(user)
            language = table.language if seat is None else table.seats[seat].language
            try:
                await self._post(user, Post(self.scribe.say(language, key, **self.scribe.titled(table, language))), "")
            except (PrivateClosed, RoomClosed):
                log.info("%s takes no private messages", user)


def _room(table: Table) -> str:
    """The room of a table that is a group here; empty where it has none."""
    return next((room for room in table.rooms if platform_of(room) == NAME and number_of(room) < 0), "")
