"""Telegram is asked whether it knows a token; nothing is sent to anybody."""

from __future__ import annotations

import asyncio
import re

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.platforms.token_check import PATIENCE, Checked


def is_token(text: str) -> bool:
    """Whether it can be one at all: it becomes a part of the addresses that are asked, where a slash would lead
    elsewhere."""
    return re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", text) is not None


async def ask_telegram(token: str, base_url: str = "") -> Checked:
    """Whether Telegram knows the token, and where its bot is written to."""
    if not is_token(token):
        return Checked(False, "This does not look like a token of Telegram, which is such as 123456:ABC-DEF")
    try:
        bot = Bot(token, base_url=f"{base_url.rstrip('/')}/bot") if base_url else Bot(token)
        async with asyncio.timeout(PATIENCE), bot:
            return Checked(True, f"Telegram knows this token: the bot is @{bot.username}", bot.link)
    except InvalidToken:
        return Checked(False, "Telegram does not know this token. /token to @BotFather shows the right one")
    except (TelegramError, OSError, TimeoutError) as error:
        return Checked(None, f"Telegram could not be asked ({error or 'too slow'})")
