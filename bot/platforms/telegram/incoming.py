"""What people write: commands, links that press Start, lines in the private chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from telegram import Message, Update
from telegram.ext import ContextTypes

from bot.commands.context import Caller
from bot.commands.conversation import Command, Form, Line, greeting
from bot.lines.command_parser import read_command
from bot.lines.command_spec import Command as Spec
from bot.lines.command_spec import Kind
from bot.platforms.telegram.acknowledgement import Acknowledgement, toast_of
from bot.platforms.telegram.identity import Identity
from bot.platforms.telegram.markup import NAME
from bot.platforms.telegram.message_ref import name_of
from bot.table.model import Table
from bot.workers.panel_store import Answering

LINKS = {"join": "join", "t": "move"}
"""What Start does for each kind of link."""


class Incoming:
    """Reads what is addressed to the bot."""

    def __init__(self, front: Identity) -> None:
        self.front = front

    async def command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        caller = self.front.caller(message.from_user, update, message)
        async with self.front.platform.panels.answering(caller.ref) as answering:
            await self._obey(caller, message, message.text, answering)

    async def _obey(self, caller: Caller, message: Message, text: str, answering: Answering) -> None:
        if text.split("@")[0].split()[0] == "/start":
            await self._start(caller, message, answering)
            return
        typed = read_command(text, self.front.bot.username)
        if typed is not None:
            given = {**typed.given, **_picked(typed.command, message)}
            await self.run(caller, message, typed.command, given, answering)
        elif caller.private:
            known, reply = await self.front.ask(Line(caller, text))
            await self.front.reply(known, message, reply.post)

    async def run(
        self,
        caller: Caller,
        message: Message,
        command: Spec,
        given: Mapping[str, Any],
        answering: Answering,
        tap: Acknowledgement | None = None,
    ) -> None:
        """Do what a command says, written or (with `tap`) chosen from the buttons of this message."""
        if command.name == "join" and not caller.private and not await self.front.reaches(caller):
            caller = await self.front.met(caller)
            code = str(given.get("table") or "")
            await self.front.show_way_in(caller, message, f"join_{code}" if code else "hello", "not_started")
            return
        known, reply = await self.front.ask(Command(caller, command.name, given), answering.begins())
        if command.name == "new" and reply.done is not None:
            await self._opened(known, message, reply.done.table, tap is not None)
        elif tap is None or not reply.refused or not await tap.say(toast_of(reply.post)):
            await self.front.reply(known, message, reply.post, command.public, answering)

    async def _opened(self, caller: Caller, message: Message, table: Table, is_chosen: bool) -> None:
        """A table is open: its lobby says so, in place of the message on which the game was chosen."""
        if is_chosen:
            await self.front.platform.messages.delete(name_of(message))
        if not caller.private and not await self.front.reaches(caller):
            await self.front.show_way_in(caller, message, f"t_{table.code}")

    async def _start(self, caller: Caller, message: Message, answering: Answering) -> None:
        """Start from a link sits down or opens a table; bare, it welcomes; in a group with a lobby, it begins."""
        parameter = (message.text or "").partition(" ")[2].strip()
        kind, _, code = parameter.partition("_")
        verb = "start" if not caller.private else LINKS.get(kind, "") if code else ""
        if not verb:
            caller = await self.front.met(caller)
            greeted = greeting(self.front.conversation.context, caller.language)
            await self.front.reply(caller, message, greeted)
            await self.front.close_way_in(caller)
            return
        given = {"table": code} if caller.private else {}
        known, reply = await self.front.ask(Command(caller, verb, given), answering.begins())
        await self.front.reply(known, message, reply.post, not caller.private, answering)
        await self.front.close_way_in(known)

    async def line(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A line in the private chat: an answer to a dialogue, or a move."""
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        caller, question = self.front.caller(message.from_user, update, message), message.reply_to_message
        async with self.front.platform.panels.answering(caller.ref) as answering:
            if question is not None:
                caller = await self.front.met(caller)
            control = _asked(caller, question)
            request = Form(caller, control, message.text) if control else Line(caller, message.text)
            known, reply = await self.front.ask(request, answering.begins())
            await self.front.reply(known, message, reply.post, answering=answering)
        if control and question is not None:
            await self.front.platform.messages.delete(name_of(question))


def _picked(command: Spec, message: Message) -> dict[str, str]:
    """Whom a command means: somebody named in it, or who wrote the message that it answers."""
    wanted = [each.name for each in command.arguments if each.kind is Kind.USER]
    named = [each.user for each in message.entities if each.user is not None]
    answered = message.reply_to_message
    if answered is not None and answered.from_user is not None and not answered.from_user.is_bot:
        named.append(answered.from_user)
    return {wanted[-1]: f"{NAME}:{named[0].id} {named[0].full_name}"} if wanted and named else {}


def _asked(caller: Caller, question: Message | None) -> str:
    """The control whose dialogue this message was, if it was one."""
    number, _, control = caller.kept.get("asked", "").partition(" ")
    return control if question is not None and number == str(question.message_id) else ""
