"""Update handlers: routes each update from Telegram to the class that handles its kind."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from telegram import Update
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
from bot.store import StoreAway

log = logging.getLogger(__name__)
App: TypeAlias = "Application[Any, Any, Any, Any, Any, Any]"
Callback: TypeAlias = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]
BEFORE_ALL = -1
TRIES = 3
"""How often an update is handled in which the storage goes away."""


def plant(app: App, conversation: Conversation, platform: TelegramPlatform) -> None:
    """Take over the updates of an application."""
    front = Identity(conversation, platform)
    lines, coming = Incoming(front), Membership(front)
    app.add_handler(MessageHandler(filters.ChatType.GROUPS, patient(coming.written)), group=BEFORE_ALL)
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, patient(coming.migrated)))
    app.add_handler(MessageHandler(filters.COMMAND, patient(lines.command)))
    app.add_handler(MessageHandler(filters.TEXT & filters.ChatType.PRIVATE, patient(lines.line)))
    app.add_handler(CallbackQueryHandler(patient(Buttons(front, lines).tapped)))
    app.add_handler(InlineQueryHandler(patient(Inline(front).asked)))
    app.add_handler(ChatMemberHandler(patient(coming.arrived), ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_error_handler(failed)


def patient(handle: Callback) -> Callback:
    """Handle once more what lost the storage on its way: what was done is found then, or the person is told."""

    async def handled(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        for left in reversed(range(TRIES)):
            try:
                await handle(update, context)
                break
            except StoreAway as away:
                if not left:
                    raise
                log.warning("an update is handled once more: %s", away)

    return handled


async def failed(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    log.error("an update could not be handled: %r", context.error, exc_info=context.error)
