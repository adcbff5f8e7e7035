"""What happens to groups: they take the bot in, become supergroups, and messages are written in them."""

from __future__ import annotations

from telegram import Chat, Update
from telegram.ext import ContextTypes

from bot.commands.conversation import greeting
from bot.platforms.telegram.identity import Identity, language_of, topic_of_message
from bot.platforms.telegram.markup import room_of


class Membership:
    """Keeps up with the groups."""

    def __init__(self, front: Identity) -> None:
        self.front = front

    async def arrived(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Say what I am, once, when a group takes me in."""
        change = update.my_chat_member
        if change is None or change.chat.type == Chat.PRIVATE:
            return
        was_in = change.old_chat_member.status in ("member", "administrator")
        is_in = change.new_chat_member.status in ("member", "administrator")
        if is_in and not was_in:
            post = greeting(self.front.conversation.context, language_of(change.from_user))
            await self.front.delivery.send(change.chat.id, None, post, is_room=True)

    async def migrated(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id:
            await self.front.platform.follow(room_of(message.chat.id, None), message.migrate_to_chat_id)

    async def written(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Something was written in a group: whatever stands there moves up."""
        message = update.effective_message
        if message is not None:
            await self.front.platform.scroll.saw(message.chat.id, topic_of_message(message), message.message_id)
