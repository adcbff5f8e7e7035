"""What people tap: acknowledged at once, then answered in place or in private."""

from __future__ import annotations

import logging
from dataclasses import replace

from telegram import CallbackQuery, Chat, ForceReply, Message, Update
from telegram.error import BadRequest, TelegramError
from telegram.ext import ContextTypes

from bot.commands.call import Caller, Reply
from bot.commands.spec import commands
from bot.menus import Tap
from bot.platforms.base import PlatformTrouble
from bot.platforms.telegram.dress import number_of
from bot.platforms.telegram.front import Front
from bot.platforms.telegram.lines import Lines
from bot.platforms.telegram.names import UNSURE, Name, name_of
from bot.platforms.telegram.trouble import MessageGone, PrivateClosed, understood
from bot.platforms.telegram.words import missing
from bot.posts import COMMAND_PREFIX, DIALOGUE_PREFIX, Post, asked_in
from bot.sight import standing_of
from engines.kit import Amount
from engines.kit.errors import Refusal

log = logging.getLogger(__name__)
PUBLIC_TAPS = {"start", "computer", "leave", "join", "cancel"}
"""Buttons of a room whose effect all see there: no private answer is needed."""
CODE_LETTERS = 4
TRIES = 3


class Taps:
    """Does what a button says."""

    def __init__(self, front: Front, lines: Lines) -> None:
        self.front = front
        self.lines = lines

    async def tapped(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        if query is None or not isinstance(query.message, Message) or not query.data:
            if query is not None:
                await _acknowledge(query)
            return
        message = query.message
        await _acknowledge(query)
        if message.chat.type == Chat.PRIVATE and message.chat.id != query.from_user.id:
            return
        caller = await self.front.caller(query.from_user, update, message)
        is_mine = caller.private and Tap.parse(query.data) is not None
        if not is_mine and not _stands(message, query.data):
            await self.front.reply(caller, message, Post(self.front.clerk.office.say(caller, "stale")))
            return
        if query.data.startswith(f"{DIALOGUE_PREFIX}:"):
            await self._ask_line(caller, query.data)
            return
        parts = query.data.split(":")
        command = commands().get(parts[1]) if parts[0] == COMMAND_PREFIX and not parts[2] else None
        if command is not None and (lacking := missing(command, {})):
            await self.lines.run(caller, message, command, {lacking.name: parts[3]})
            return
        code = parts[2] if parts[0] == COMMAND_PREFIX else parts[1]
        async with self.front.platform.panels.answering(caller.ref, code[:CODE_LETTERS]):
            reply = await (await self.front.clerk_for(caller)).tap(caller, [query.data])
            await self._answer(caller, message, reply, parts[1] if parts[0] == COMMAND_PREFIX else "")

    async def _answer(self, caller: Caller, message: Message, reply: Reply, verb: str) -> None:
        """In place in the private chat; from a room, privately, unless all see the effect there."""
        if not caller.private:
            if verb not in PUBLIC_TAPS or reply.refused:
                await self.front.reply(caller, message, reply.post)
            return
        if not reply.instead:
            await self.front.reply(caller, message, reply.post)
            return
        name = name_of(message)
        try:
            await self._show_in_place(caller, name, reply.post)
        except MessageGone:
            await self.front.reply(caller, message, reply.post)
            await self.front.platform.withdraw("", str(name))
        except (PrivateClosed, PlatformTrouble) as trouble:
            log.warning("an answer could not be shown at once: %s", trouble)
            if reply.post.shows is not None:
                unseen = replace(reply.post.shows, standing="")
                await self.front.platform.panels.note(caller.ref, replace(name, look=UNSURE), unseen)

    async def _show_in_place(self, caller: Caller, name: Name, post: Post) -> None:
        """Edit the message; again if the table has moved on meanwhile, since a worker may have been quicker."""
        platform, service = self.front.platform, self.front.clerk.office.service
        known = await self.front.names(caller, post.shows.table) if post.shows else []
        name = next((each for each in reversed(known) if each.message == name.message), name)
        for _ in range(TRIES):
            name = await platform.messages.edit(name, post, at_once=True)
            if post.shows is None:
                return
            await platform.panels.note(caller.ref, name, post.shows)
            look = await service.look(post.shows.table, caller.ref)
            if look.seat is None or standing_of(look) == post.shows.standing:
                return
            post = (await (await self.front.clerk_for(caller)).command(caller, "move", {"table": look.table.code})).post

    async def _ask_line(self, caller: Caller, control: str) -> None:
        """A question that is answered by a reply; which one it was is kept with the person."""
        text = await self._question(caller, control)
        with understood(is_private=True):
            sent = await self.front.bot.send_message(
                number_of(caller.ref), text, reply_markup=ForceReply(input_field_placeholder=text[:64])
            )
        await self.front.clerk.office.service.store.set_user(caller.ref, {"asked": f"{sent.message_id} {control}"})

    async def _question(self, caller: Caller, control: str) -> str:
        """What is to be written: a line, or a number in its bounds."""
        office, tap = self.front.clerk.office, Tap.parse(control.removeprefix(f"{DIALOGUE_PREFIX}:"))
        if tap is None:
            return office.say(caller, f"{asked_in(control)}_label")
        try:
            look = await office.service.look(tap.table, caller.ref)
        except Refusal:
            return office.say(caller, "number_label")
        for pending in look.pending:
            if pending.ask_id == tap.ask_id and isinstance(pending.ask, Amount):
                return office.say(caller, "number_range", low=pending.ask.low, high=pending.ask.high)
        return office.say(caller, "number_label")


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
