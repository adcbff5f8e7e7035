"""What people tap: answered in place, in private, or in a few words where the finger is."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from telegram import CallbackQuery, Chat, ForceReply, Message, Update
from telegram.ext import ContextTypes

from bot.choices.control_id import ControlId
from bot.choices.controls import clip
from bot.commands.club_commands import SHARED
from bot.commands.context import Caller, Reply
from bot.commands.conversation import Command, Tap
from bot.lines.command_parser import command_named, missing
from bot.messages.post import Post
from bot.platforms.telegram.acknowledgement import LONGEST, Acknowledgement, acknowledging, toast_of
from bot.platforms.telegram.errors import MessageGone, PrivateClosed, RoomClosed, understood
from bot.platforms.telegram.html_limits import plain
from bot.platforms.telegram.identity import Identity
from bot.platforms.telegram.incoming import Incoming
from bot.platforms.telegram.markup import number_of
from bot.platforms.telegram.message_ref import MessageRef, name_of
from bot.service.player_view import panel_fingerprint
from bot.service.session import session
from bot.store import reads
from bot.workers.noted_ref import UNSURE
from bot.workers.panel_store import Answering
from bot.workers.platform import PlatformTrouble
from engines.kit import Amount
from engines.kit.errors import Refusal

log = logging.getLogger(__name__)
PUBLIC_TAPS = {"start", "computer", "leave", "join", "cancel"}
"""Buttons of a room whose effect all see there: no private answer is needed."""
TRIES = 3


class Buttons:
    """Does what a button says."""

    def __init__(self, front: Identity, lines: Incoming) -> None:
        self.front = front
        self.lines = lines

    async def tapped(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        if query is None:
            return
        async with acknowledging(query) as given:
            if isinstance(query.message, Message) and query.data:
                await self._obey(update, query, query.message, query.data, given)

    async def _obey(
        self, update: Update, query: CallbackQuery, message: Message, data: str, given: Acknowledgement
    ) -> None:
        if message.chat.type == Chat.PRIVATE and message.chat.id != query.from_user.id:
            return
        caller, control = self.front.caller(query.from_user, update, message), ControlId.parse(data)
        is_mine = caller.private and control is not None and control.is_ask and not control.is_dialogue
        if control is None or (not is_mine and not _stands(message, data)):
            await given.say(self.front.conversation.context.say(await self.front.met(caller), "over_choice"))
            return
        if control.is_dialogue:
            await self._ask_line(await self.front.met(caller), control)
            return
        async with self.front.platform.panels.answering(caller.ref, control.table) as answering:
            if control.verb in SHARED and not caller.private:
                await self._share(caller, message, data, answering, given)
                return
            command = command_named(control.verb) if not control.table else None
            if command is not None and (lacking := missing(command, {})):
                await self.lines.run(caller, message, command, {lacking.name: control.body}, answering, given)
                return
            sending = self.front.platform.sending
            alongside = [sending.kept(message.chat.id)] if caller.private else []
            alongside += [reads.shown(control.table)] if control.table else []  # type: ignore[list-item]
            with session():
                known, reply = await self.front.ask(Tap(caller, [data]), answering.begins(), *alongside)
                shows = reply.post.shows
                names = await self.front.names(known, shows.table) if reply.instead and shows else []
                if caller.private:
                    kept = await self.front.conversation.context.service.work.read(sending.kept(message.chat.id))
                    await sending.found(message.chat.id, message.message_id, kept)
            await self._answer(known, message, reply, control, answering, names, given)

    async def _share(
        self, caller: Caller, message: Message, data: str, answering: Answering, given: Acknowledgement
    ) -> None:
        """What concerns a room changes where it stands, for all; what cannot be is told to one alone."""
        known, reply = await self.front.ask(Tap(caller, [data]), answering.begins())
        words = toast_of(reply.post) if reply.refused else ""
        if words and await given.say(words):
            return
        if not reply.refused:
            with suppress(
                MessageGone, RoomClosed, PlatformTrouble
            ):  # a picture comes, or nothing stands there any more
                await self.front.platform.messages.edit(name_of(message), reply.post, is_room=True, at_once=True)
                return
        await self.front.reply(known, message, reply.post, not reply.refused, answering)

    async def _answer(
        self,
        caller: Caller,
        message: Message,
        reply: Reply,
        control: ControlId,
        answering: Answering,
        names: Sequence[MessageRef],
        given: Acknowledgement,
    ) -> None:
        """In place in the private chat; from a room, where the finger is or privately, unless all see the effect."""
        words = toast_of(reply.post)
        if not caller.private:
            is_seen = control.verb in PUBLIC_TAPS and not reply.refused
            if (await given.say(words) if words else False) or is_seen:
                return
            await self.front.reply(caller, message, reply.post, answering=answering)
            return
        if reply.refused and words and await given.say(words):
            return
        if self._is_over(caller, message, reply):
            await given.say(clip(plain(reply.said), LONGEST))
            return
        if not reply.instead:
            await self.front.reply(caller, message, reply.post, answering=answering)
            return
        name = name_of(message)
        name = next((each for each in reversed(names) if each.message == name.message), name)
        try:
            await self._show_in_place(caller, name, reply.post, answering)
        except MessageGone:
            await self.front.reply(caller, message, reply.post)
            await self.front.platform.withdraw("", str(name))
        except (PrivateClosed, PlatformTrouble) as trouble:
            log.warning("an answer could not be shown at once: %s", trouble)
            if reply.post.shows is not None:
                unseen = replace(reply.post.shows, standing="")
                await self.front.platform.panels.note(caller.ref, replace(name, look=UNSURE), unseen)

    def _is_over(self, caller: Caller, message: Message, reply: Reply) -> bool:
        """Whether a choice was tapped that is made already, on a message that shows what came of it: a double tap."""
        if reply.look is None or reply.done is not None or reply.post.shows is None:
            return False
        seen, _ = self.front.platform.panels.read(caller.kept, reply.look.table.code)
        is_shown = seen is not None and seen.name.message == message.message_id and seen.name.look != UNSURE
        if not is_shown or seen is None or seen.shows.standing != reply.post.shows.standing:
            return False
        return reply.is_repeated or reply.said == self.front.conversation.context.say(caller, "stale")

    async def _show_in_place(self, caller: Caller, name: MessageRef, post: Post, answering: Answering) -> None:
        """Edit the message; again if the table has moved on meanwhile, since a worker may have been quicker."""
        platform, service = self.front.platform, self.front.conversation.context.service
        for _ in range(TRIES):
            name = await platform.messages.edit(name, post, at_once=True)
            if post.shows is None:
                return
            code, noting = post.shows.table, platform.panels.noting(caller.ref, name, post.shows)
            with session() as opened:
                await opened.fetch(self.front.store, [noting, answering.ends(), reads.game(code)])
                look = await service.queries.look(code, caller.ref)
            if look.seat is None or panel_fingerprint(look) == post.shows.standing:
                return
            _, reply = await self.front.ask(Command(caller, "move", {"table": code}), answering.begins())
            post = reply.post

    async def _ask_line(self, caller: Caller, control: ControlId) -> None:
        """A question that is answered by a reply; which one it was is kept with the person."""
        text = await self._question(caller, control)
        with understood(is_private=True):
            sent = await self.front.bot.send_message(
                number_of(caller.ref), text, reply_markup=ForceReply(input_field_placeholder=text[:64])
            )
        await self.front.store.set_user(caller.ref, {"asked": f"{sent.message_id} {control}"})

    async def _question(self, caller: Caller, control: ControlId) -> str:
        """What is to be written: a line, or a number in its bounds."""
        context = self.front.conversation.context
        if not control.is_ask:
            return context.say(caller, f"{control.asked}_label")
        try:
            look = await context.service.queries.look(control.table, caller.ref)
        except Refusal:
            return context.say(caller, "number_label")
        for pending in look.pending:
            if pending.ask_id == control.name and isinstance(pending.ask, Amount):
                return context.say(caller, "number_range", low=pending.ask.low, high=pending.ask.high)
        return context.say(caller, "number_label")


def _stands(message: Message, data: str) -> bool:
    """Whether the button really is one of this message's."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return any(button.callback_data == data for row in rows for button in row)
