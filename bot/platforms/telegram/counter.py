"""The counter: takes updates from Telegram, acknowledges at once, has the clerk do the work, shows the answer."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, TypeAlias

from telegram import (
    CallbackQuery,
    Chat,
    ForceReply,
    Message,
    Update,
)
from telegram import User as Account
from telegram.error import BadRequest, TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    ContextTypes,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from bot.commands.call import Caller, Office, Reply
from bot.commands.clerk import Clerk, greeting
from bot.commands.spec import Argument, Command, choice_name, commands
from bot.menus import Tap
from bot.people import Person
from bot.platforms.base import PlatformTrouble
from bot.platforms.telegram.delivery import Delivery
from bot.platforms.telegram.draw import link
from bot.platforms.telegram.dress import NAME, TelegramDress, room_of
from bot.platforms.telegram.inline import articles
from bot.platforms.telegram.platform import Name, TelegramPlatform
from bot.platforms.telegram.trouble import MessageGone, Moved, PrivateClosed, RoomClosed, understood
from bot.platforms.telegram.words import arguments_in, command_in, missing
from bot.posts import DIALOGUE_PREFIX, Button, Post, command_id
from bot.store import StoreAway
from bot.tables import User
from bot.texts import LANGUAGES

log = logging.getLogger(__name__)
App: TypeAlias = "Application[Any, Any, Any, Any, Any, Any]"
ALLOWED = ["message", "callback_query", "inline_query", "my_chat_member"]
PUBLIC_TAPS = {"start", "computer", "leave", "join", "cancel"}
"""Buttons of a room whose effect all see there: no private answer is needed."""


class Counter:
    """Everything a person does on Telegram arrives here."""

    def __init__(self, clerk: Clerk, platform: TelegramPlatform) -> None:
        self.clerk = clerk
        self.platform = platform
        self.bot = platform.bot
        self.delivery = Delivery(platform.bot, platform.pacing)

    def plant(self, app: App) -> None:
        """Take over the updates of an application."""
        app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, self._migrated))
        app.add_handler(MessageHandler(filters.COMMAND, self._command))
        app.add_handler(MessageHandler(filters.TEXT & filters.ChatType.PRIVATE, self._line))
        app.add_handler(CallbackQueryHandler(self._tapped))
        app.add_handler(InlineQueryHandler(self._inline))
        app.add_handler(ChatMemberHandler(self._arrived, ChatMemberHandler.MY_CHAT_MEMBER))
        app.add_error_handler(self._failed)

    # --- who ---

    async def caller(self, update: Update, account: Account, chat: Chat, topic: int | None, request: str) -> Caller:
        ref = f"{NAME}:{account.id}"
        person = await self._person(ref)
        code = (account.language_code or "en")[:2]
        language = person.language if person else code if code in LANGUAGES else "en"
        user = User(ref, account.full_name, language)
        return Caller(user, room_of(chat.id, topic), f"{NAME}:{request}", chat.type == Chat.PRIVATE)

    async def _person(self, ref: str) -> Person | None:
        service = self.clerk.office.service
        try:
            return await service.person(ref) if "person" in await service.store.user(ref) else None
        except StoreAway:
            return None

    def _clerk_for(self, person: Person | None) -> Clerk:
        """A clerk that writes times in the person's own zone."""
        office = self.clerk.office
        dress = TelegramDress(person.zone_info if person else None)
        return Clerk(Office(office.service, replace(office.scribe, dress=dress)))

    # --- commands and lines ---

    async def _command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        topic = message.message_thread_id if message.is_topic_message else None
        caller = await self.caller(update, message.from_user, message.chat, topic, str(update.update_id))
        if message.text.split("@")[0].split()[0] == "/start":
            await self._start(caller, message)
            return
        found = command_in(message.text, self.bot.username)
        if found is None:
            if caller.private:
                await self._reply(caller, message, self._help(caller))
            return
        command, rest = found
        await self._run(caller, message, command, arguments_in(command, rest))

    async def _run(self, caller: Caller, message: Message, command: Command, given: dict[str, Any]) -> None:
        if lacking := missing(command, given):
            await self._reply(caller, message, self._choices(caller, command, lacking), command.public)
            return
        if command.name == "join" and not caller.private and not await self._reaches(caller):
            await self._show_way_in(caller, message, str(given.get("table") or ""))
            return
        clerk = self._clerk_for(await self._person(caller.ref))
        reply = await clerk.command(caller, command.name, given)
        await self._reply(caller, message, reply.post, command.public)

    def _choices(self, caller: Caller, command: Command, argument: Argument) -> Post:
        """What the command still needs to know, as buttons."""
        rows = tuple(
            [
                (Button(command_id(command.name, "", value), choice_name(argument, value, caller.language)),)
                for value in argument.choices
            ]
        )
        return Post(self.clerk.office.say(caller, "choose"), rows)

    def _help(self, caller: Caller) -> Post:
        return Post(self.clerk.office.say(caller, "help"))

    async def _start(self, caller: Caller, message: Message) -> None:
        """Start from a link sits down or opens a table; bare, it welcomes; in a group with a lobby, it begins."""
        parameter = (message.text or "").partition(" ")[2].strip()
        kind, _, code = parameter.partition("_")
        clerk = self._clerk_for(await self._person(caller.ref))
        if not caller.private:
            reply = await clerk.command(caller, "start", {})
            await self._reply(caller, message, reply.post, True)
        elif kind == "join" and code:
            await self._reply(caller, message, (await clerk.command(caller, "join", {"table": code})).post)
        elif kind == "t" and code:
            await self._reply(caller, message, (await clerk.command(caller, "move", {"table": code})).post)
        else:
            await self._reply(caller, message, greeting(clerk.office, caller.language))

    async def _line(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A line in the private chat: an answer to a dialogue, or a move."""
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        caller = await self.caller(update, message.from_user, message.chat, None, str(update.update_id))
        clerk = self._clerk_for(await self._person(caller.ref))
        control = await self._asked(caller, message.reply_to_message)
        reply = await (clerk.written(caller, control, message.text) if control else clerk.line(caller, message.text))
        await self._reply(caller, message, reply.post)

    async def _asked(self, caller: Caller, question: Message | None) -> str:
        """The control whose dialogue this message was, if it was one."""
        if question is None:
            return ""
        kept = (await self.clerk.office.service.store.user(caller.ref)).get("asked", "")
        number, _, control = kept.partition(" ")
        return control if number == str(question.message_id) else ""

    # --- taps ---

    async def _tapped(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        if query is None or not isinstance(query.message, Message) or not query.data:
            if query is not None:
                await _acknowledge(query)
            return
        message = query.message
        await _acknowledge(query)
        if message.chat.type == Chat.PRIVATE and message.chat.id != query.from_user.id:
            return
        topic = message.message_thread_id if message.is_topic_message else None
        caller = await self.caller(update, query.from_user, message.chat, topic, str(update.update_id))
        is_mine = caller.private and Tap.parse(query.data) is not None
        if not is_mine and not _stands(message, query.data):
            await self._reply(caller, message, Post(self.clerk.office.say(caller, "stale")))
            return
        if query.data.startswith(f"{DIALOGUE_PREFIX}:"):
            await self._ask_line(caller, query.data)
            return
        parts = query.data.split(":")
        command = commands().get(parts[1]) if parts[0] == "c" and not parts[2] else None
        if command is not None and (lacking := missing(command, {})):
            await self._run(caller, message, command, {lacking.name: parts[3]})
            return
        clerk = self._clerk_for(await self._person(caller.ref))
        reply = await clerk.tap(caller, [query.data])
        await self._answer(caller, message, reply, parts[1] if parts[0] == "c" else "")

    async def _answer(self, caller: Caller, message: Message, reply: Reply, verb: str) -> None:
        """In place in the private chat; from a room, privately, unless all see the effect there."""
        if not caller.private:
            if verb not in PUBLIC_TAPS or _is_refusal(reply):
                await self._reply(caller, message, reply.post)
            return
        if not reply.instead:
            await self._reply(caller, message, reply.post)
            return
        name = Name(message.chat.id, message.message_id, bool(message.photo), message.date.timestamp())
        try:
            await self.platform.edit(name, reply.post, at_once=True)
        except MessageGone:
            await self._reply(caller, message, reply.post)
            await self.platform.withdraw("", str(name))
        except (PrivateClosed, PlatformTrouble) as trouble:
            log.warning("an answer could not be shown at once: %s", trouble)

    async def _ask_line(self, caller: Caller, control: str) -> None:
        """A question that is answered by a reply; which one it was is kept with the person."""
        kind = "type" if ":type:" in control else "number"
        text = self.clerk.office.say(caller, f"{kind}_label")
        with understood(is_private=True):
            sent = await self.bot.send_message(
                int(caller.ref.partition(":")[2]), text, reply_markup=ForceReply(input_field_placeholder=text[:64])
            )
        await self.clerk.office.service.store.set_user(caller.ref, {"asked": f"{sent.message_id} {control}"})

    # --- inline ---

    async def _inline(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """My hand and my legal moves, shown to me alone in any chat. What is sent when one is chosen tells nothing."""
        query = update.inline_query
        if query is None:
            return
        ref = f"{NAME}:{query.from_user.id}"
        person = await self._person(ref)
        code = (query.from_user.language_code or "en")[:2]
        language = person.language if person else code if code in LANGUAGES else "en"
        caller = Caller(User(ref, query.from_user.full_name, language), ref, f"{NAME}:{update.update_id}", True)
        found = await articles(self._clerk_for(person), caller, query.query)
        await query.answer(found, cache_time=0, is_personal=True)

    # --- coming, going, moving ---

    async def _arrived(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Say what I am, once, when a group takes me in."""
        change = update.my_chat_member
        if change is None or change.chat.type == Chat.PRIVATE:
            return
        was_in = change.old_chat_member.status in ("member", "administrator")
        is_in = change.new_chat_member.status in ("member", "administrator")
        if is_in and not was_in:
            code = (change.from_user.language_code or "en")[:2]
            post = greeting(self.clerk.office, code if code in LANGUAGES else "en")
            await self.delivery.send(change.chat.id, None, post, is_room=True)

    async def _migrated(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id:
            await self.platform.follow(room_of(message.chat.id, None), message.migrate_to_chat_id)

    # --- answering ---

    async def _reply(self, caller: Caller, message: Message, post: Post, public: bool = False) -> None:
        """Into the private chat; public answers into the room. Who has not pressed Start is told how."""
        topic = message.message_thread_id if message.is_topic_message else None
        try:
            if public and not caller.private:
                await self.delivery.send(message.chat.id, topic, post, is_room=True)
            else:
                await self.delivery.send(int(caller.ref.partition(":")[2]), None, post)
        except PrivateClosed:
            await self._show_way_in(caller, message, "")
        except Moved as moved:
            await self.platform.follow(caller.room, moved.chat)
            await self.delivery.send(moved.chat, topic, post, is_room=True)
        except (RoomClosed, MessageGone, PlatformTrouble) as trouble:
            log.warning("an answer could not be sent: %s", trouble)

    async def _reaches(self, caller: Caller) -> bool:
        """Whether the private chat is open."""
        try:
            with understood(is_private=True):
                await self.bot.send_chat_action(int(caller.ref.partition(":")[2]), "typing")
        except PrivateClosed:
            return False
        except PlatformTrouble as trouble:
            log.info("nobody knows whether %s can be reached: %s", caller.ref, trouble)
        return True

    async def _show_way_in(self, caller: Caller, message: Message, code: str) -> None:
        """In the group: open my chat and press Start."""
        office = self.clerk.office
        who = TelegramDress().mention(caller.ref, caller.user.name)
        button = Button(
            "", office.say(caller, "button.open_chat"), url=link(self.bot.username, f"join_{code}" if code else "hello")
        )
        topic = message.message_thread_id if message.is_topic_message else None
        try:
            await self.delivery.send(
                message.chat.id, topic, Post(office.say(caller, "not_started", name=who), ((button,),)), is_room=True
            )
        except (RoomClosed, PrivateClosed, PlatformTrouble) as trouble:
            log.info("%s cannot be told how to begin: %s", caller.ref, trouble)

    async def _failed(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        log.error("an update could not be handled: %r", context.error)


async def _acknowledge(query: CallbackQuery) -> None:
    """At once; an answer that comes too late, or twice, is nobody's loss."""
    try:
        await query.answer()
    except BadRequest as late:
        log.info("a tap was acknowledged too late: %s", late)
    except TelegramError as error:
        log.warning("a tap could not be acknowledged: %s", error)


def _stands(message: Message, data: str) -> bool:
    """Whether the button really is one of this message's."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return any(button.callback_data == data for row in rows for button in row)


def _is_refusal(reply: Reply) -> bool:
    return reply.post.picture is None and not reply.post.rows
