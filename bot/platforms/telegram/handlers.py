"""Update handlers: routes each update from Telegram to the class that handles its kind."""

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

from bot.commands.conversation import Conversation
from bot.platforms.telegram.buttons import Buttons
from bot.platforms.telegram.identity import Identity
from bot.platforms.telegram.incoming import Incoming
from bot.platforms.telegram.inline_queries import Inline
from bot.platforms.telegram.membership import Membership
from bot.platforms.telegram.platform import TelegramPlatform

log = logging.getLogger(__name__)
App: TypeAlias = "Application[Any, Any, Any, Any, Any, Any]"
BEFORE_ALL = -1
ALLOWED = ["message", "callback_query", "inline_query", "my_chat_member"]


def plant(app: App, conversation: Conversation, platform: TelegramPlatform) -> None:
    """Take over the updates of an application."""
    front = Identity(conversation, platform)
    lines, coming = Incoming(front), Membership(front)
    app.add_handler(MessageHandler(filters.ChatType.GROUPS, coming.written), group=BEFORE_ALL)
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, coming.migrated))
    app.add_handler(MessageHandler(filters.COMMAND, lines.command))
    app.add_handler(MessageHandler(filters.TEXT & filters.ChatType.PRIVATE, lines.line))
    app.add_handler(CallbackQueryHandler(Buttons(front, lines).tapped))
    app.add_handler(InlineQueryHandler(Inline(front).asked))
    app.add_handler(ChatMemberHandler(coming.arrived, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_error_handler(failed)


async def failed(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    log.error("an update could not be handled: %r", context.error)
