"""The link that lets the bot into a server, with no permission that it does not need."""

from __future__ import annotations

import base64
import binascii

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)


def invite(token: str) -> str | None:
    """The invitation for the bot of a token; None if it cannot be told from that."""
    number = application_of(token)
    if number is None:
        return None
    return discord.utils.oauth_url(number, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def application_of(token: str) -> int | None:
    """The application's number, which is the first part of a token; None if it is not."""
    head = token.partition(".")[0]
    try:
        return int(base64.b64decode(head + "=" * (-len(head) % 4)).decode())
    except (binascii.Error, ValueError):
        return None
