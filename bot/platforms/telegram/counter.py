"""The counter: takes updates from Telegram and gives each to whoever knows what to do with it."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    ContextTypes,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from bot.commands.clerk import Clerk
from bot.platforms.telegram.coming import Coming
from bot.platforms.telegram.front import Front
from bot.platforms.telegram.inline import Inline
from bot.platforms.telegram.lines import Lines
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.taps import Taps

log = logging.getLogger(__name__)
App: TypeAlias = "Application[Any, Any, Any, Any, Any, Any]"
BEFORE_ALL = -1
ALLOWED = ["message", "callback_query", "inline_query", "my_chat_member"]


def plant(app: App, clerk: Clerk, platform: TelegramPlatform) -> None:
    """Take over the updates of an application."""
    front = Front(clerk, platform)
    lines, coming = Lines(front), Coming(front)
    app.add_handler(MessageHandler(filters.ChatType.GROUPS, coming.written), group=BEFORE_ALL)
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, coming.migrated))
    app.add_handler(MessageHandler(filters.COMMAND, lines.command))
    app.add_handler(MessageHandler(filters.TEXT & filters.ChatType.PRIVATE, lines.line))
    app.add_handler(CallbackQueryHandler(Taps(front, lines).tapped))
    app.add_handler(InlineQueryHandler(Inline(front).asked))
    app.add_handler(ChatMemberHandler(coming.arrived, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_error_handler(failed)


async def failed(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    log.error("an update could not be handled: %r", context.error)
