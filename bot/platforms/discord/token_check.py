"""Discord is asked whether it knows a token; nothing is sent to anybody."""

from __future__ import annotations

import asyncio
import re

import aiohttp
import discord

from bot.platforms.discord.invite import application_of, invite
from bot.platforms.token_check import PATIENCE, Checked


async def ask_discord(token: str) -> Checked:
    """Whether Discord knows the token, and the link that invites its bot."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", token):
        return Checked(False, "This does not look like a token of Discord, which has three parts with dots between")
    client = discord.Client(intents=discord.Intents.default())
    try:
        async with asyncio.timeout(PATIENCE):
            await client.login(token)
        return Checked(True, f"Discord knows this token: the bot is {client.user}", invite(client.application_id))
    except discord.LoginFailure:
        return Checked(False, "Discord does not know this token. Bot > Reset Token > Copy gives a new one")
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        return Checked(None, f"Discord could not be asked ({error or 'too slow'})", invite(application_of(token)))
    finally:
        await client.close()
