"""Tokens asked live: what the platforms say of a token, with nothing sent to anybody."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import discord
from telegram import Bot
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot.platforms.discord.invite import invite

PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class Checked:
    """What a platform says: `is_good` is None when it could not be asked."""

    is_good: bool | None
    text: str
    link: str = ""
    """Where the bot is invited, or written to."""


async def ask_discord(token: str) -> Checked:
    """Whether Discord knows the token, and the link that invites its bot."""
    client = discord.Client(intents=discord.Intents.default())
    try:
        async with asyncio.timeout(PATIENCE):
            await client.login(token)
        return Checked(True, f"Discord knows this token: the bot is {client.user}", invite(token) or "")
    except discord.LoginFailure:
        return Checked(False, "Discord does not know this token. Bot > Reset Token > Copy gives a new one")
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        return Checked(None, f"Discord could not be asked ({error or 'too slow'})", invite(token) or "")
    finally:
        await client.close()


async def ask_telegram(token: str, base_url: str = "") -> Checked:
    """Whether Telegram knows the token, and where its bot is written to."""
    try:
        bot = Bot(token, base_url=f"{base_url.rstrip('/')}/bot") if base_url else Bot(token)
        async with asyncio.timeout(PATIENCE), bot:
            return Checked(True, f"Telegram knows this token: the bot is @{bot.username}", bot.link)
    except InvalidToken:
        return Checked(False, "Telegram does not know this token. /token to @BotFather shows the right one")
    except (NetworkError, TelegramError, OSError, TimeoutError) as error:
        return Checked(None, f"Telegram could not be asked ({error or 'too slow'})")
