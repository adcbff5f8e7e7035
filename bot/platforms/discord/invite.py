"""The link that lets the bot into a server, with no permission that it does not need."""

from __future__ import annotations

import base64
import binascii

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)


def invite(token: str) -> str | None:
    """The invitation for the bot of a token, whose first part is the application's number; None if it is not."""
    head = token.partition(".")[0]
    try:
        number = int(base64.b64decode(head + "=" * (-len(head) % 4)).decode())
    except (binascii.Error, ValueError):
        return None
    return discord.utils.oauth_url(number, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))
