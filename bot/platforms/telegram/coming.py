"""Coming, going, moving: a group takes the bot in, a group becomes a supergroup."""

from __future__ import annotations

from telegram import Chat, Update
from telegram.ext import ContextTypes

from bot.commands.clerk import greeting
from bot.platforms.telegram.dress import room_of
from bot.platforms.telegram.front import Front, language_of


class Coming:
    """Keeps up with the groups."""

    def __init__(self, front: Front) -> None:
        self.front = front

    async def arrived(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Say what I am, once, when a group takes me in."""
        change = update.my_chat_member
        if change is None or change.chat.type == Chat.PRIVATE:
            return
        was_in = change.old_chat_member.status in ("member", "administrator")
        is_in = change.new_chat_member.status in ("member", "administrator")
        if is_in and not was_in:
            post = greeting(self.front.clerk.office, language_of(change.from_user))
            await self.front.delivery.send(change.chat.id, None, post, is_room=True)

    async def migrated(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id:
            await self.front.platform.follow(room_of(message.chat.id, None), message.migrate_to_chat_id)
