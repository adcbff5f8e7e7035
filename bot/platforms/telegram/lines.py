"""What people write: commands, links that press Start, lines in the private chat."""

from __future__ import annotations

from typing import Any

from telegram import Message, Update
from telegram.ext import ContextTypes

from bot.commands.call import Caller
from bot.commands.clerk import greeting
from bot.commands.spec import Argument, Command, choice_name
from bot.platforms.telegram.front import Front
from bot.platforms.telegram.names import name_of
from bot.platforms.telegram.words import arguments_in, command_in, missing
from bot.posts import Button, Post, command_id


class Lines:
    """Reads what is addressed to the bot."""

    def __init__(self, front: Front) -> None:
        self.front = front

    async def command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        caller = await self.front.caller(message.from_user, update, message)
        async with self.front.platform.panels.answering(caller.ref):
            await self._obey(caller, message, message.text)

    async def _obey(self, caller: Caller, message: Message, text: str) -> None:
        if text.split("@")[0].split()[0] == "/start":
            await self._start(caller, message)
            return
        found = command_in(text, self.front.bot.username)
        if found is None:
            if caller.private:
                await self.front.reply(caller, message, self._help(caller))
            return
        command, rest = found
        await self.run(caller, message, command, arguments_in(command, rest))

    async def run(self, caller: Caller, message: Message, command: Command, given: dict[str, Any]) -> None:
        if lacking := missing(command, given):
            await self.front.reply(caller, message, self._choices(caller, command, lacking), command.public)
            return
        if command.name == "join" and not caller.private and not await self.front.reaches(caller):
            await self.front.show_way_in(caller, message, str(given.get("table") or ""))
            return
        clerk = await self.front.clerk_for(caller)
        reply = await clerk.command(caller, command.name, given)
        await self.front.reply(caller, message, reply.post, command.public)

    def _choices(self, caller: Caller, command: Command, argument: Argument) -> Post:
        """What the command still needs to know, as buttons."""
        rows = tuple(
            [
                (Button(command_id(command.name, "", value), choice_name(argument, value, caller.language)),)
                for value in argument.choices
            ]
        )
        return Post(self.front.clerk.office.say(caller, "choose"), rows)

    def _help(self, caller: Caller) -> Post:
        return Post(self.front.clerk.office.say(caller, "help"))

    async def _start(self, caller: Caller, message: Message) -> None:
        """Start from a link sits down or opens a table; bare, it welcomes; in a group with a lobby, it begins."""
        parameter = (message.text or "").partition(" ")[2].strip()
        kind, _, code = parameter.partition("_")
        clerk = await self.front.clerk_for(caller)
        if not caller.private:
            reply = await clerk.command(caller, "start", {})
            await self.front.reply(caller, message, reply.post, True)
        elif kind == "join" and code:
            await self.front.reply(caller, message, (await clerk.command(caller, "join", {"table": code})).post)
        elif kind == "t" and code:
            await self.front.reply(caller, message, (await clerk.command(caller, "move", {"table": code})).post)
        else:
            await self.front.reply(caller, message, greeting(clerk.office, caller.language))

    async def line(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A line in the private chat: an answer to a dialogue, or a move."""
        message = update.effective_message
        if message is None or message.from_user is None or not message.text:
            return
        caller = await self.front.caller(message.from_user, update, message)
        async with self.front.platform.panels.answering(caller.ref):
            clerk, question = await self.front.clerk_for(caller), message.reply_to_message
            control = await self._asked(caller, question)
            written = clerk.written(caller, control, message.text) if control else clerk.line(caller, message.text)
            await self.front.reply(caller, message, (await written).post)
        if control and question is not None:
            await self.front.platform.messages.delete(name_of(question))

    async def _asked(self, caller: Caller, question: Message | None) -> str:
        """The control whose dialogue this message was, if it was one."""
        if question is None:
            return ""
        kept = (await self.front.clerk.office.service.store.user(caller.ref)).get("asked", "")
        number, _, control = kept.partition(" ")
        return control if number == str(question.message_id) else ""
