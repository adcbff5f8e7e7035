"""What somebody writes, and what people are called, is quoted as it was written: it never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bot.choices.controls import TELEGRAM
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Line
from bot.lines.command_spec import Kind, commands
from bot.messages.composer import Composer
from bot.platforms.telegram.markup import TelegramMarkup
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from tests.bot.commands.test_conversation import ROOM, Undrawn
from tests.peers.telegram_schema import plain_text

LENA, PIET = User("telegram:1", "Lena <b>"), User("telegram:2", "Piet & Co")
DEEDS = {"resign", "cancel", "leave", "privacy", "hint"}


def lines() -> Iterator[str]:
    """Each command with signs of markup behind it, and once more in each argument that takes anything."""
    for command in commands().values():
        if command.name not in DEEDS:
            yield f"/{command.name} <b>x & y"
            yield f"/{command.name} carrara <b>x & y"
            free = [each.name for each in command.arguments if each.kind is not Kind.FLAG and not each.choices]
            yield from [f"/{command.name} {name}=<b>&" for name in free]
    yield "build <b>"
    yield "?<b>&"


async def test_every_line_with_signs_of_markup_is_answered_with_words_that_can_be_sent(
    one: Store, tmp_path: Path
) -> None:
    service = TableService(one, tmp_path, seeds=lambda: "typed")
    conversation = Conversation(Context(service, Composer(TELEGRAM, TelegramMarkup(), Undrawn())))
    done = await service.lobby.create("new", "rivals", LENA, ROOM, seats=2)
    code = done.table.code
    await service.lobby.join("join", code, PIET)
    await service.lobby.start("start", code, LENA.ref)
    await service.clubs.begin(ROOM, LENA.ref, "<b>")
    for number, line in enumerate(lines()):
        for user in (LENA, PIET):
            caller = Caller(user, ROOM, f"{user.ref} {number}")
            reply = await conversation.handle(Line(caller, line))
            said = plain_text(reply.post.text, "HTML")
            assert not {"&lt;", "&amp;"} & set(re.findall(r"&\w+;", said)), (line, said)
