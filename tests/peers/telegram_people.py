"""Scripted people on the loopback Telegram: they write, tap, ask inline, and see only what they may."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable
from typing import Any

from tests.peers.telegram_server import BotApi
from tests.peers.telegram_world import BOT_ID, Chat, Human, Message

PATIENCE = 120.0
"""Seconds after which something that should happen never will, on the slowest machine."""
COMMAND = re.compile(r"/[A-Za-z0-9_]{1,64}(@[A-Za-z0-9_]{3,32})?(?![\w/<>])")
"""What Telegram takes for a command: no other letters may be in it."""
_QUERIES = itertools.count(1)


class Hand:
    """One person's phone."""

    def __init__(self, api: BotApi, human: Human) -> None:
        self.api, self.human = api, human

    @property
    def private(self) -> Chat:
        return self.api.world.chats[self.human.id]

    # --- writing ---

    async def write(
        self, text: str, chat: Chat | None = None, topic: int | None = None, reply_to: int | None = None
    ) -> None:
        """Write into a chat (none named: the private one)."""
        room = chat or self.private
        message = self.api.world.put(room, self.human.id, text=text, topic=topic, reply_to=reply_to)
        body = self.api.world.message_json(message)
        if command := COMMAND.match(text):
            body["entities"] = [{"type": "bot_command", "offset": 0, "length": command.end()}]
        if reply_to is not None:
            body["reply_to_message"] = self.api.world.message_json(room.messages[reply_to])
        await self.api.push("message", body)

    async def start(self, parameter: str = "") -> None:
        """Press Start in the private chat, perhaps through a deep link."""
        self.human.has_started, self.human.has_blocked = True, False
        await self.write(f"/start {parameter}".strip())

    # --- tapping ---

    async def tap(self, message: Message, label: str) -> dict[str, Any]:
        """Press the button with this text (or beginning with it) and wait for the answer that Telegram wants."""
        found = [b for b in message.buttons() if b["text"] == label] or [
            b for b in message.buttons() if b["text"].startswith(label)
        ]
        assert found, f"no button {label!r} among {[b['text'] for b in message.buttons()]}"
        return await self.press(message, found[0]["callback_data"])

    async def press(self, message: Message, data: str) -> dict[str, Any]:
        """Send callback data, forged ones too."""
        query = str(next(_QUERIES))
        self.api.queries[query] = (self.human.id, False)
        await self.api.push(
            "callback_query",
            {
                "id": query,
                "from": self.human.user(),
                "message": self.api.world.message_json(message),
                "chat_instance": str(message.chat),
                "data": data,
            },
        )
        await self.until(lambda: self.api.queries[query][1])
        return self.api.answers[query]

    async def ask_inline(self, words: str) -> list[dict[str, Any]]:
        """Type the bot's name and some words in any chat."""
        query = str(next(_QUERIES))
        self.api.queries[query] = (self.human.id, False)
        await self.api.push("inline_query", {"id": query, "from": self.human.user(), "query": words, "offset": ""})
        await self.until(lambda: self.api.queries[query][1])
        found: list[dict[str, Any]] = self.api.answers[query]["results"]
        return found

    # --- looking ---

    def latest(self, chat: Chat | None = None) -> Message | None:
        """The newest message of the bot that is still there."""
        mine = [message for message in (chat or self.private).visible() if message.sender == BOT_ID]
        return mine[-1] if mine else None

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait for something to become true; the bot answers over real HTTP."""
        async with asyncio.timeout(PATIENCE), self.api.heard:
            return await self.api.heard.wait_for(holds)

    async def wait_for(self, words: str, chat: Chat | None = None) -> Message:
        """The newest message of the bot in which these words stand."""

        def found() -> Message | None:
            for message in reversed((chat or self.private).visible()):
                if message.sender == BOT_ID and words in message.plain:
                    return message
            return None

        message: Message = await self.until(found)
        return message
